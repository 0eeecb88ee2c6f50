"""A salvo resolved, weapon by weapon: impacts, re-rolls, bystanders, cover rolls, then damage one by one (at43.shooting.*)."""

from __future__ import annotations

from littlewars.engine import Attack, Battle, Choose, Number, Option
from littlewars.engine.names import ref
from littlewars.table.shapes.bases import gap

from ..basics.events import Covered, DamageTested, ElementHit, InTheZone, Salvoed
from ..basics.numbers import GENERATOR, SIX
from ..basics.profiles import Weapon
from ..basics.resolution import AUTOMATIC, IMPOSSIBLE, needed, rerollable, succeeds, successes, tally
from ..basics.state import Fighter, Salvo, Shot, State, Unit
from ..basics.tabletop import wear_down
from ..harm.damage import damage_test

AT_ONCE = 8  # damage tests between two checkpoints
REROLL, LOSSES = "at43.shooting.reroll", "at43.shooting.losses"


async def resolve(battle: Battle[State]) -> None:
    """The next step of a salvo: the impacts of its first weapon, or some of their damage tests; completely before anything else
    happens (at43.shooting.salvo)."""
    salvo = battle.state.turn.salvo
    assert salvo is not None
    shot = salvo.shots[0]
    if not salvo.rolled:
        await roll_impacts(battle, salvo, shot)
    left = AT_ONCE
    while left and salvo.dealt:
        if not _there(battle.state, shot, salvo):
            salvo.dealt = []
            break
        battle.merge_point()
        left -= await _land(battle, salvo, shot, left)
    if not salvo.dealt:
        salvo.shots, salvo.rolled = salvo.shots[1:], False
        if not salvo.shots:
            battle.state.turn.salvo = None


def _there(state: State, shot: Shot, salvo: Salvo) -> bool:
    """Is anybody left to be hit? What is left over when the target is gone is lost (at43.shooting.impact-order)."""
    if salvo.dealt[0]:
        return True
    if shot.target in state.units:
        return state.on_table(state.units[shot.target])
    return state.piece(shot.target) is not None


# ---- impacts


async def roll_impacts(battle: Battle[State], salvo: Salvo, shot: Shot) -> None:
    """As many dice as the Attack rates together, failed ones again as the Re-Roll values allow, each once
    (at43.shooting.attack-rate, at43.shooting.reroll, at43.tactics.fire-at-will)."""
    state = battle.state
    weapon, many = state.weapon(shot.weapon, shot.shooters), len(shot.shooters)
    salvo.rolled = True
    gone = shot.target in state.units and not state.on_table(state.units[shot.target])
    if gone or (shot.target not in state.units and state.piece(shot.target) is None):
        return
    dice = weapon.rate * many
    good = successes(battle, dice, shot.minimum, "impact")
    again = rerollable(shot.minimum, dice, good, (weapon.reroll + shot.bonus) * many)
    if again and _friends(state, salvo, shot):
        again = await _how_many(battle, salvo, shot, again)
    good += successes(battle, again, shot.minimum, "re-roll")
    face = state.units[shot.target].leader if shot.target in state.units else shot.shooters[0]
    battle.record(Salvoed(figure=shot.shooters[0], target=face, weapon=weapon.name, dice=dice, impacts=good))
    battle.merge_point(good)
    share_out(battle, salvo, shot, good)


def _friends(state: State, salvo: Salvo, shot: Shot) -> bool:
    side = state.units[salvo.unit].side
    return any(state.side_of(state.figures[name]) == side for name in waiting_bystanders(state, salvo, shot))


async def _how_many(battle: Battle[State], salvo: Salvo, shot: Shot, most: int) -> int:
    """The shooter may decline re-rolls where his own stand in the zone (at43.shooting.reroll)."""
    side = battle.state.units[salvo.unit].side
    prompt = f"{ref(salvo.unit)}: own fighters are in the way. How many dice are rolled again?"
    ask = Number(side, REROLL, prompt, 0, most, counts="dice", usual=most)

    def forecast(view: Battle[State], dice: int) -> Attack[State]:
        return Attack(lambda b: successes(b, dice, shot.minimum, "re-roll"), lambda b, more: more, True, "re-roll", "impacts")

    return await ask.about(*shot.shooters, unit=salvo.unit, topic="spend", forecast=forecast)


def waiting_bystanders(state: State, salvo: Salvo, shot: Shot) -> list[str]:
    """Those in the zone who have not taken their impact of this salvo and target (at43.zone-of-fire.distribution)."""
    return [name for name in shot.zone if not state.figures[name].gone and _note(shot, name) not in salvo.hit]


def _note(shot: Shot, name: str) -> str:
    return f"{shot.wave} {shot.target} {name}"


def share_out(battle: Battle[State], salvo: Salvo, shot: Shot, impacts: int) -> None:
    """Each bystander takes one impact, the nearest first, and the target takes the rest; then the cover of each unit is rolled
    together (at43.zone-of-fire.distribution, at43.cover.roll)."""
    state = battle.state
    taken = waiting_bystanders(state, salvo, shot)[:impacts]
    salvo.hit = [*salvo.hit, *(_note(shot, name) for name in taken)]
    for name in taken:
        battle.record(InTheZone(figure=name))
    dealt: list[str] = []
    for unit in dict.fromkeys(state.figures[name].unit for name in taken):
        names = [name for name in taken if state.figures[name].unit == unit]
        saved = battle.dice.each(len(names), SIX, shot.cover[unit], "cover") if unit in shot.cover else [False] * len(names)
        dealt += [name for name, safe in zip(names, saved, strict=True) if not safe]
        _tell_cover(battle, unit, shot, sum(saved), len(names))
    dealt = [name for name in taken if name in dealt]
    rest = impacts - len(taken)
    cancelled = successes(battle, rest, shot.cover[shot.target], "cover") if shot.target in shot.cover else 0
    _tell_cover(battle, shot.target, shot, cancelled, rest)
    salvo.dealt = [*dealt, *[""] * (rest - cancelled)]


def _tell_cover(battle: Battle[State], unit: str, shot: Shot, cancelled: int, impacts: int) -> None:
    if unit in shot.cover and impacts:
        battle.record(Covered(unit=unit, cancelled=cancelled, impacts=impacts, least=shot.cover[unit]))


# ---- damage


async def _land(battle: Battle[State], salvo: Salvo, shot: Shot, most: int) -> int:
    """One impact after another: on the bystander who took it, on the element, or on whoever would be lost next; dice that mean
    the same fall together (at43.shooting.impact-order). How many."""
    state, name = battle.state, salvo.dealt[0]
    weapon, side = state.weapon(shot.weapon, shot.shooters), state.units[salvo.unit].side
    if name or shot.target not in state.units:
        salvo.dealt.pop(0)
        if not name:
            _hit_element(battle, shot.target, weapon, side)
        elif not state.figures[name].gone:
            await damage_test(battle, state.figures[name], weapon, side)
        return 1
    target = state.units[shot.target]
    dice = _together(battle, salvo, state.members(target), weapon, most)
    for rolled in dice:
        salvo.dealt.pop(0)
        victim = await next_loss(battle, state.units[salvo.unit], target)
        await damage_test(battle, victim, weapon, side, rolled)
    return len(dice)


def _together(
    battle: Battle[State], salvo: Salvo, members: list[Fighter], weapon: Weapon, most: int
) -> tuple[bool | None, ...]:
    """Dice that mean the same: all who may be hit are soldiers of one Protection who fall at once; else one is rolled later."""
    one = members[0].profile
    many = min(len(salvo.dealt), len(members), most)
    if one.afv or any(f.profile.protection != one.protection or f.profile.wounds - f.hurt > weapon.damage for f in members):
        return (None,)
    least = needed(weapon.penetration, one.protection)
    return battle.dice.each(many, SIX, least, "damage") if AUTOMATIC < least < IMPOSSIBLE else (least == AUTOMATIC,) * many


async def next_loss(battle: Battle[State], shooters: Unit, target: Unit) -> Fighter:
    """The fighter nearest to the shooters' leader, damaged or not, seen or not; the owner breaks ties
    (at43.shooting.losses, at43.shooting.impact-order)."""
    state = battle.state
    chief, members = state.figures[shooters.leader].base(), state.members(target)
    gaps = {f.id: gap(chief, f.base()) for f in members} if len(members) > 1 else {members[0].id: 0}
    least = min(gaps.values())
    near = [name for name, far in gaps.items() if far == least]
    if len(near) == 1:
        return state.figures[near[0]]
    options = [Option(name, ref(name), of=(name,), means="act") for name in near]
    ask = Choose(target.side, LOSSES, f"{ref(target.id)}: who is hit?", options)
    return state.figures[await ask.about(*near, unit=target.id, topic="loss")]


def _hit_element(battle: Battle[State], name: str, weapon: Weapon, side: str) -> None:
    """Like a machine without locations; a missile destroys a Generator on 3+ instead of the damage test
    (at43.terrain.destroyable, at43.missile-launcher.generator)."""
    state = battle.state
    piece = state.piece(name)
    assert piece is not None
    if weapon.missile and piece.kind == "generator":
        points = piece.structure if succeeds(battle, GENERATOR, "damage") else 0
    else:
        least = needed(weapon.penetration, piece.protection)
        points = weapon.damage if succeeds(battle, least, "damage") else 0
        told = tally("penetration - protection", weapon.penetration, piece.protection)
        battle.record(DamageTested(target=name, through=points > 0, tally=told))
    if points:
        left = wear_down(battle, piece, points)
        battle.record(ElementHit(element=name, left=left))
        if not left and state.settings.generators.get(name, side) != side:
            state.sides[side].generators += 1  # at43.victory.conditions
