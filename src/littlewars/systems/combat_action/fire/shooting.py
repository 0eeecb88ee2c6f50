"""Shooting, step by step (combat-action.ranged.procedure): area weapons, one firing action, a point to aim at, odds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from littlewars.dice import Draw
from littlewars.engine import Allocate, Attack, Battle, Place, Point, Refusal, Shape, Spot, Spots, Tally
from littlewars.engine.names import length, ref
from littlewars.engine.showing import Roll, Touch
from littlewars.kit.blocks import beyond_the_edge
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.scatter import deviate, first_hit, of_shot
from littlewars.table.shapes.bases import gap_point

from ..basics import numbers
from ..basics.events import Changed, Exploded, Fired
from ..basics.profiles import Weapon
from ..basics.sight import blast_cover, cover_against, near_side, seen_by, sees_point
from ..basics.state import Figure, State
from ..basics.tabletop import board, tabletop
from ..harm.damage import hit, hit_piece
from .targets import STANDARD, THROW, Shot, in_range, may_aim, tally

Act = Callable[[Battle[State]], None]
RULE = "combat-action.ranged.targets"
AWAY = (12, 25, 40, 80, 3, 6, 18, 29)  # centimetres to points that are tried


def deviation(weapon: Weapon, miss: int) -> int:
    """How far a miss goes astray: at least one step (combat-action.area.deviation-distance)."""
    return max(1, miss) * numbers.DEVIATION.get(weapon.kind, numbers.OTHER_DEVIATION)


def impact(battle: Battle[State], start: Point, aimed: Point, far: int) -> Point | None:
    """Where a miss comes down: a die for the direction, the first wall stops it, off the table nothing happens
    (combat-action.area.deviation-direction, combat-action.area.deviation-limits)."""
    fell = battle.dice.roll(numbers.DIE, "deviation")  # clockwise from the way of the shot
    to = deviate(aimed, of_shot(start, aimed, numbers.DIE, fell - 1), far)
    met = first_hit(board(battle), aimed, to, foot=numbers.WALL_FOOT, bodies=False)
    at = met.stop if met is not None else to
    return None if beyond_the_edge(battle.state, (at,)) else at


def explode(battle: Battle[State], name: str, at: Point, weapon: Weapon, off: int = 0, foot: int = 0) -> None:
    """A model on the point is hit, others within the radius on 4+, friends as well (combat-action.area.blast)."""
    battle.record(Exploded(what=name, at=at, radius=weapon.blast, off=off))
    for figure, cover, sure in caught(battle, at, weapon.blast, foot):
        if not figure.gone and (sure or battle.dice.test(numbers.DIE, numbers.BLAST_ON, f"blast, {figure.id}")):
            hit(battle, figure, weapon.pen, cover)


def caught(battle: Battle[State], at: Point, radius: int, foot: int = 0) -> list[tuple[Figure, int, bool]]:
    """Everybody in a blast: who, with how much cover, and whether without a roll; who is behind a wall is spared."""
    ground, found = tabletop(battle).ground, list[tuple[Figure, int, bool]]()
    for figure in battle.state.bodies():
        if figure.level or figure.foot != foot or figure.wreck or (far := gap_point(figure.base(), at)) > radius:
            continue
        cover = blast_cover(figure, at, ground) if far else 0
        if cover is not None:
            found.append((figure, max(cover, numbers.FLAT if figure.flat else 0), far == 0))
    return found


async def shoot(battle: Battle[State], shot: Shot, only: str = "") -> None:
    """A firing action: before rolling each die of a burst goes to the target or to another visible enemy within 5 cm of it;
    `only`: to models of this unit (combat-action.actions.automatic-fire, combat-action.ready.use)."""
    weapon, shooter = shot.weapon(battle.state), battle.state.figures[shot.figure]
    count = weapon.dice(shot.mode)
    given = {shot.target: count}
    others = battle.memo("burst", lambda: _beside(battle, shot, only)) if count > 1 and not weapon.blast else ()
    if others:
        side, prompt = battle.state.side_of(shooter), f"{ref(shooter.id)}: {count} dice over whom?"
        room = dict.fromkeys((shot.target, *others), count)
        ask = Allocate(side, "combat-action.actions.automatic-fire", prompt, count, room)
        chosen = dict(await ask.about(shooter.id, unit=shooter.unit, topic="share"))
        given = {name: chosen.get(name, 0) for name in room}
    resolve(battle, shot, [name for name, dice in given.items() for _ in range(dice)])


def _beside(battle: Battle[State], shot: Shot, only: str) -> tuple[str, ...]:
    state = battle.state
    body, target, weapon = state.figures[shot.body], state.figures.get(shot.target), shot.weapon(state)
    if target is None or target.carrier:
        return ()
    near, row = board(battle).gaps(target.id), board(battle).row
    found = [(foe, far) for foe, far in seen_by(battle, body) if foe.id != target.id and near[row[foe.id]] <= numbers.SPRAY]
    able = [foe for foe, far in found if may_aim(battle, body, foe, weapon, far) and (not only or foe.unit == only)]
    return tuple(foe.id for foe in able)


class Aimed(NamedTuple):
    """What is known before the dice: what each needs, and the target's cover."""

    tally: Tally
    cover: int


def aimed(battle: Battle[State], shot: Shot) -> Aimed:
    """Range, size and the like (combat-action.ranged.to-hit), and cover (combat-action.ranged.cover-pf)."""
    target = battle.state.figures.get(shot.target)
    found = tally(battle, shot)
    if target is None or target.carrier or (shot.weapon(battle.state).blast and not target.level):
        return Aimed(found, 0)
    return Aimed(found, cover_against(battle, battle.state.figures[shot.body], target).bonus)


def resolve(battle: Battle[State], shot: Shot, dice: Sequence[str], known: Aimed | None = None) -> None:
    """Each die to hit, and each hit its damage test, one by one (combat-action.ranged.procedure). `known`: of the target, where
    somebody has looked already."""
    state = battle.state
    shooter, body, weapon = state.figures[shot.figure], state.figures[shot.body], shot.weapon(state)
    fires = works(battle, body, shot.gun)
    _use_up(state, shot)
    if not fires:
        return
    first = known or aimed(battle, shot)
    ones = hits = said = 0  # said: before which event the shot is told, the first that came of it
    events = [] if battle.events is None else battle.events
    for number, target in enumerate(dice):
        battle.merge_point(number, min(ones, numbers.JAMS))
        one = shot if target == shot.target else shot._replace(target=target)
        if target in state.figures and state.figures[target].gone:
            continue  # an earlier die has taken it
        found = first if target == shot.target else aimed(battle, one)
        least = found.tally.needed
        fell = battle.dice.roll(numbers.DIE, f"to hit, {shooter.id}", key=_matters(least, bool(weapon.blast)))
        ones += fell == 1
        hits += fell >= least
        here = len(events)
        _land(battle, one, fell >= least, least - fell, found.cover)
        said = said or (here if events and not isinstance(events[-1], Draw) else 0)
    target, needs = shot.target if shot.target in state.figures else "", first.tally
    what = Fired(figure=body.id, target=target, weapon=weapon.name, mode=shot.mode, dice=len(dice), hits=hits, tally=needs)
    events.insert(said or len(events), what)  # the shot, then what came of it
    body.hides = ""  # it has taken another action (combat-action.actions.hide)
    if shooter.aim_gun == shot.gun:
        shooter.lower()  # kept until the shot (combat-action.actions.targeting-device)
    if ones >= numbers.JAMS:
        body.set_gun(shot.gun, jammed=True)  # combat-action.actions.automatic-fire
        battle.record(Changed(who=body.id, what=f"has jammed its {weapon.name}"))
    if said and isinstance(events[-1], Draw):
        battle.record(Changed(who=body.id, what="hits nothing more"))
    if shot.mode == THROW:
        shooter.primed = 0


def _use_up(state: State, shot: Shot) -> None:
    """What a firing action takes from its weapon (combat-action.actions.repeat, combat-action.actions.reload,
    combat-action.machine-damage.ammunition-feed), and from its machine (combat-action.machine-damage.power-grid)."""
    body = state.figures[shot.body]
    gun = body.guns[shot.gun]
    fired = gun.fired + (1 if shot.mode == STANDARD else numbers.STANDARD_SHOTS)  # all that there is in an activation
    left = gun.left - 1 if gun.left > 0 else gun.left
    body.set_gun(shot.gun, fired=fired, left=left, empty=shot.weapon(state).reload)
    body.fired = state.turn.number


def _matters(least: int, area: bool) -> Callable[[int], Hashable]:
    """What matters of a to-hit die: a natural 1, a hit, and of an area weapon by how much it misses."""
    return lambda face: (face == 1, face >= least, face if area and face < least else 0)


def works(battle: Battle[State], body: Figure, number: int) -> bool:
    """A faulty weapon fires on 1 to 3, on 4 to 6 it is out for good (combat-action.machine-damage.weapon-system)."""
    if not body.guns[number].faulty:
        return True
    out = battle.dice.test(numbers.DIE, numbers.FAULTY_ON, f"malfunction, {body.id}")
    if out:
        body.set_gun(number, out=True)
        battle.record(Changed(who=body.id, what=f"loses its {body.profile.weapons[number].name} for good"))
    return not out


def _land(battle: Battle[State], shot: Shot, hits: bool, miss: int, cover: int) -> None:
    """What a die does: an area weapon comes down, before a section or obstacle that it was fired at, and after a miss somewhere
    else; anything else hits or misses (combat-action.area.blast, combat-action.area.deviation-distance)."""
    state = battle.state
    weapon, body, target = shot.weapon(state), state.figures[shot.body], state.figures.get(shot.target)
    piece = shot.piece(state)
    at = target.at if target else (piece and near_side(battle, body, piece)) or shot.at
    if not weapon.blast or (target and target.level):
        if hits and target:
            hit(battle, target, weapon.pen, cover)
    elif hits:
        explode(battle, weapon.name, at, weapon, foot=target.foot if target else 0)
    elif (off := impact(battle, body.at, at, far := deviation(weapon, miss))) is not None:
        explode(battle, weapon.name, off, weapon, far)
    if hits and piece:
        hit_piece(battle, piece, weapon.pen, at)


async def choose_point(battle: Battle[State], figure: Figure, body: Figure, number: int) -> Point:
    """A point on the ground in sight and range, for an area weapon (combat-action.ranged.targets)."""
    weapon, state = body.profile.weapons[number], battle.state

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1:
            return Refusal(RULE, "one point is named")
        at = spots[0].at
        if beyond_the_edge(state, (at,)):
            return Refusal(RULE, "the point is off the table")
        far = gap_point(body.base(), at)
        if not in_range(weapon, far, bool(body.level)):
            return Refusal("combat-action.ranged.weapon-limits", f"{weapon.name} does not reach {length(far)}")
        return None if sees_point(battle, figure, at) else Refusal(RULE, f"{ref(figure.id)} does not see the point")

    def usual() -> list[Spots]:
        foes = sorted(state.targets(state.side_of(figure)), key=lambda foe: gap_point(body.base(), foe.at))
        ahead = facing_to(body.at, foes[0].at) if foes and foes[0].at != body.at else 0
        reach = body.profile.radius or body.profile.length
        turns = [ahead + sign * angle for angle in range(0, 18001, 1500) for sign in (1, -1)]
        places = [foe.at for foe in foes[:3] if not foe.level]
        places += [step_to(body.at, turn, reach + far * numbers.CM) for far in AWAY for turn in turns]
        return [next(((Spot("aim", at),) for at in places if check((Spot("aim", at),)) is None), (Spot("aim", body.at),))]

    def propose(rng: Random) -> Spots:
        return (Spot("aim", step_to(body.at, rng.randrange(36000), int(rng.uniform(5, 30) * numbers.CM))),)

    def meets(spots: Spots) -> list[Touch]:
        found = caught(battle, spots[0].at, weapon.blast)
        return [Touch(one.id, "in the blast", 1.0 if sure else 0.5) for one, _, sure in found]

    shape = Shape("blast", (weapon.blast, deviation(weapon, numbers.DIE)))  # and how far it may deviate
    side, prompt = state.side_of(figure), f"{ref(figure.id)}: {weapon.name} at which point?"
    ask = Place(side, RULE, prompt, {"aim": shape}, usual, check, propose=propose, meets=meets)
    return (await ask.about(figure.id, unit=figure.unit, topic="aim"))[0].at


def forecast(battle: Battle[State], shot: Shot) -> Attack[State]:
    """The rolls of a shot, and how many of the enemy it takes."""
    state = battle.state
    weapon, known = shot.weapon(state), aimed(battle, shot)
    dice = (shot.target,) * weapon.dice(shot.mode)

    def alike(trial: State) -> Hashable:
        target = trial.figures[shot.target]
        return target.gone, target.wounded, target.wreck, target.broken, target.halted

    shooter, words = state.figures[shot.figure], f"{len(dice)} × {weapon.name}"
    found = losses(battle, shooter, lambda trial: resolve(trial, shot, dice, known), words, known.tally)
    one = state.figures.get(shot.target)
    single = alike if one is not None and not weapon.blast and not state.riders(one) else None
    title = f"{weapon.name}, {shot.mode.replace('-', ' ')}"
    return replace(found, title=title, assumes="all dice at one target", alike=single)


def losses(battle: Battle[State], figure: Figure, rule: Act, dice: str, tally: Tally) -> Attack[State]:
    """A rule that is run to see how many enemies of a model it takes, with what its dice need."""
    side = battle.state.side_of(figure)

    def lost(state: State) -> int:
        return sum(one.lost for one in state.figures.values() if state.units[one.unit].side != side)

    before = lost(battle.state)
    rolls = (Roll(dice, "d6", tally, max(0, numbers.DIE + 1 - tally.needed) / numbers.DIE),)
    counts = "enemy models out of the battle"
    return Attack(rule, lambda trial, _: lost(trial.state) - before, counts=counts, rolls=rolls)
