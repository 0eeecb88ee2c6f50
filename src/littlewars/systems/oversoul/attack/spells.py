"""What spells do when they work: bolts, bursts, enchantments, creatures and sudden journeys."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Place, Refusal, Shape, Spot
from littlewars.engine.moves import Spots
from littlewars.table.board.areas import Circle, disc_before
from littlewars.table.shapes.bases import moved, touches

from ..basics.attributes import Spell
from ..basics.events import Bounced, Changed
from ..basics.ladder import LADDER
from ..basics.naming import named
from ..basics.profiles import ready_profiles, summoned, summoned_key
from ..basics.state import INCH, Figure, FireballLanded, Gun, Hit, LastingSpell, State, Unit
from ..basics.tabletop import board, is_deep, put, sync_board
from ..move.placing import arrange, put_down
from ..units.aim import can_harm, facing_hit, stand_in
from ..units.fear import note_near
from .attack import land
from .markers import harmed, hit_all
from .templates import covered, exposed

AROUND = 500  # how finely room is looked for around a summoner, in 1/100 degree


async def zap(battle: Battle[State], caster: Figure, target: Figure) -> None:
    """A bolt: the hit's Recovery roll has -2 (oversoul.spells.zap)."""
    state = battle.state
    if not can_harm(caster.profile.die, 0, target):
        battle.record(Bounced(attacker=caster.id, target=target.id))
        return
    facing = facing_hit(state, target, stand_in(state, caster).at)
    await land(battle, Hit(target.id, state.side_of(caster), facing, zap=True))


async def burst(battle: Battle[State], caster: Figure, target: Figure, spell: Spell) -> None:
    """A Fireball: everybody under the template, friend or foe, takes a hit; it never deviates (oversoul.spells.fireball)."""
    state, where = battle.state, stand_in(battle.state, target).at
    everybody = exposed(state, state.side_of(caster), friends_too=True)
    struck = covered(state, Circle(where, spell.template * INCH // 2), everybody)
    doing = state.acting()
    if any((blast.x, blast.y) == where for blast in doing.blasts):
        struck = [await _extra_hit(battle, caster, struck)] if struck else []
    else:
        doing.blasts.append(FireballLanded(*where))
    await hit_all(battle, caster, where, [one for one in struck if harmed(battle, caster, caster.profile.die, 0, one)])


async def _extra_hit(battle: Battle[State], caster: Figure, struck: list[Figure]) -> Figure:
    """A further success at the same marker is one extra hit, where the attacker likes (oversoul.spells.fireball-extra-hits)."""
    state = battle.state
    names = [figure.id for figure in struck]
    rule = "oversoul.spells.fireball-extra-hits"
    ask = Choose(state.side_of(caster), rule, "Who takes the extra hit?", names, explain=named(state))
    return state.figures[await ask.about(caster.id, unit=caster.unit, topic="aim")]


def enchant(battle: Battle[State], caster: Figure, unit: Unit, spell: Spell) -> None:
    """A lasting spell lies on the unit; the same again restarts its duration (oversoul.cast.duration,
    oversoul.cast.no-stacking)."""
    side = battle.state.side_of(caster)
    unit.spells = [other for other in unit.spells if other.name != spell.name]
    unit.spells.append(LastingSpell(spell.name, side, battle.state.sides[side].turns + int(spell.duration)))
    battle.record(Changed(who=unit.id, what=f"is under {spell.name}"))


# ---- creatures


async def summon(battle: Battle[State], caster: Figure, score: int) -> None:
    """A basic trooper appears beside the caster, the stronger the better the roll (oversoul.spells.summon,
    oversoul.spells.summon-die)."""
    state, side = battle.state, battle.state.side_of(caster)
    die = LADDER[score - 1]
    profile = ready_profiles().get(summoned_key(die)) or summoned(die)
    name = f"summoned-{state.next_id}"
    figure = Figure(f"{name}.1", name, profile, guns=tuple(Gun() for _ in profile.weapons))
    body = stand_in(state, caster)
    places = [place for place in _beside(body, figure.radius) if _stands(battle, figure, place)]
    if not places:
        battle.record(Changed(who=caster.id, what="summons in vain: there is no room"))
        return

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1 or not touches(moved(figure.base(), spots[0].at), body.base()):
            return Refusal("oversoul.spells.summon", "the creature appears in contact with the caster")
        return None if _stands(battle, figure, spots[0].at) else Refusal("oversoul.spells.summon", "there is no room there")

    things = {"creature": Shape("disc", (figure.radius,))}
    spots = [(Spot("creature", place, body.face),) for place in places]
    ask = Place(side, "oversoul.spells.summon", "Where does it appear?", things, lambda: spots, check, turns=True)
    (spot,) = await ask.about(caster.id, unit=caster.unit)
    state.next_id += 1
    turns = state.sides[side].turns
    state.units[name] = Unit(name, f"Summoned d{die}", side, [figure.id], original=1, acts_from=turns + 1, summoned=True)
    state.figures[figure.id] = figure
    put(battle, figure, spot.at, spot.face)
    battle.record(Changed(who=figure.id, what=f"is summoned by {caster.id}"))
    note_near(battle, [figure])


def _beside(body: Figure, radius: int) -> list[tuple[int, int]]:
    """Places around the caster that touch his base, from his front clockwise."""
    base = body.base()
    return [disc_before(base, body.face + turn, radius).at for turn in range(0, 36000, AROUND)]


def _stands(battle: Battle[State], figure: Figure, at: tuple[int, int]) -> bool:
    return board(battle).stands(moved(figure.base(), at)) is None


# ---- journeys


async def teleport(battle: Battle[State], caster: Figure, unit: Unit, spell: Spell) -> None:
    """The unit is set down anywhere within range of the caster by the caster's player (oversoul.spells.teleport)."""
    state = battle.state
    here, reach = stand_in(state, caster).base(), (spell.range or 0) * INCH
    spots = await arrange(battle, unit, state.side_of(caster), spell.rule, f"Teleport {unit.name}", around=(here, reach))
    if not spots:
        return
    put_down(battle, unit, spots)
    battle.record(Changed(who=unit.id, what="is teleported"))
    for figure in state.with_leader(unit):
        _arrive(battle, figure)
    note_near(battle, state.with_leader(unit))


def _arrive(battle: Battle[State], figure: Figure) -> None:
    """A ship is afloat again; the other states stay as they are (oversoul.spells.teleport)."""
    figure.aground = figure.aground and not any(is_deep(piece) for piece in board(battle).pieces_at(figure.at))
    sync_board(battle, figure)
