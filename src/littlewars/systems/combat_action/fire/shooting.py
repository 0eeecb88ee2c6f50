"""Shooting, step by step (combat-action.ranged.procedure): the dice of one firing action, hits, damage, jams."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from littlewars.engine import Allocate, Battle, Point, Tally
from littlewars.engine.names import ref

from ..basics.events import Changed, Fired
from ..basics.numbers import DIE, FAULTY_ON, JAMS, SPRAY
from ..basics.sight import cover_against, seen_by
from ..basics.state import Figure, State
from ..basics.tabletop import board
from ..harm.houses import hit_piece
from ..harm.machines import hit
from .blasts import deviation, explode, impact
from .targets import may_aim, middle_of, needed, tally
from .weapons import PIECE, THROW, Shot, spend

SHARE = "combat-action.actions.automatic-fire"


async def shoot(battle: Battle[State], shot: Shot, only: str = "") -> None:
    """A firing action: dice are assigned before rolling; `only`: to models of this unit (combat-action.ready.use)."""
    dice = await share(battle, shot, only)
    resolve(battle, shot, dice)


async def share(battle: Battle[State], shot: Shot, only: str) -> tuple[str, ...]:
    """Each die of a burst goes to the target or to another visible enemy within 5 cm of it
    (combat-action.actions.automatic-fire)."""
    state = battle.state
    weapon = shot.weapon(state)
    count = weapon.dice(shot.mode)
    others = battle.memo("burst", lambda: _beside(battle, shot, only)) if count > 1 and not weapon.blast else ()
    if not others:
        return (shot.target,) * count
    room = dict.fromkeys((shot.target, *others), count)
    side = state.side_of(state.figures[shot.figure])
    ask = Allocate(side, SHARE, f"{ref(shot.figure)}: {count} dice over whom?", count, room)
    given = dict(await ask.about(shot.figure, unit=state.figures[shot.figure].unit, topic="share"))
    return tuple(name for name in room for _ in range(given.get(name, 0)))


def _beside(battle: Battle[State], shot: Shot, only: str) -> tuple[str, ...]:
    if not shot.target or shot.target.startswith(PIECE):
        return ()
    state = battle.state
    body, target, weapon = state.figures[shot.body], state.figures[shot.target], shot.weapon(state)
    if target.carrier:
        return ()
    near = board(battle).gaps(target.id)
    row = board(battle).row
    found = [(foe, far) for foe, far in seen_by(battle, body) if foe.id != target.id and near[row[foe.id]] <= SPRAY]
    able = [foe for foe, far in found if may_aim(battle, body, foe, weapon, far) and (not only or foe.unit == only)]
    return tuple(foe.id for foe in able)


class Aimed(NamedTuple):
    """What is known before the dice: what each needs, and the target's cover."""

    tally: Tally
    cover: int


def aimed(battle: Battle[State], shot: Shot) -> Aimed:
    """Range, size and the like (combat-action.ranged.to-hit), and cover (combat-action.ranged.cover-pf)."""
    target = battle.state.figures.get(shot.target)
    hidden = target is None or bool(target.carrier) or bool(shot.weapon(battle.state).blast and not target.level)
    return Aimed(
        tally(battle, shot),
        0 if hidden or target is None else cover_against(battle, battle.state.figures[shot.body], target).bonus,
    )


def resolve(battle: Battle[State], shot: Shot, dice: Sequence[str], known: Aimed | None = None) -> None:
    """Each die to hit, and each hit its damage test, one by one (combat-action.ranged.procedure). `known`: of the target, where
    somebody has looked already."""
    state = battle.state
    shooter, body = state.figures[shot.figure], state.figures[shot.body]
    if not works(battle, body, shot.gun):
        spend(body, shot.gun, shot.mode, state.turn.number)
        return
    first = known or aimed(battle, shot)
    spend(body, shot.gun, shot.mode, state.turn.number)
    ones = hits = 0
    for number, target in enumerate(dice):
        battle.merge_point(number, min(ones, JAMS))
        one = shot if target == shot.target else shot._replace(target=target)
        if target and not target.startswith(PIECE) and state.figures[target].gone:
            continue  # an earlier die has taken it
        found = first if target == shot.target else aimed(battle, one)
        least = needed(found.tally)
        fell = battle.dice.roll(DIE, f"to hit, {shooter.id}", key=_matters(least, bool(shot.weapon(state).blast)))
        ones += fell == 1
        hits += fell >= least
        _land(battle, one, fell >= least, found.tally.needed - fell, found.cover)
    battle.record(
        Fired(
            figure=shot.body,
            target="" if shot.target.startswith(PIECE) else shot.target,
            weapon=shot.weapon(state).name,
            mode=shot.mode,
            dice=len(dice),
            hits=hits,
            tally=first.tally,
        )
    )
    body.hides = ""  # it has taken another action (combat-action.actions.hide)
    if shooter.aim_gun == shot.gun:
        shooter.lower()  # kept until the shot (combat-action.actions.targeting-device)
    if len(dice) > 1 and ones >= JAMS:
        body.set_gun(shot.gun, jammed=True)  # combat-action.actions.automatic-fire
        battle.record(Changed(who=body.id, what=f"has jammed its {shot.weapon(state).name}"))
    if shot.mode == THROW:
        shooter.primed = 0


def _matters(least: int, area: bool) -> Callable[[int], Hashable]:
    """What matters of a to-hit die: a natural 1, a hit, and of an area weapon by how much it misses."""
    return lambda face: (face == 1, face >= least, face if area and face < least else 0)


def works(battle: Battle[State], body: Figure, number: int) -> bool:
    """A faulty weapon fires on 1 to 3, on 4 to 6 it is out for good (combat-action.machine-damage.weapon-system)."""
    if not body.guns[number].faulty:
        return True
    out = battle.dice.test(DIE, FAULTY_ON, f"malfunction, {body.id}")
    if out:
        body.set_gun(number, out=True)
        battle.record(Changed(who=body.id, what=f"loses its {body.profile.weapons[number].name} for good"))
    return not out


def _land(battle: Battle[State], shot: Shot, hits: bool, miss: int, cover: int) -> None:
    """What a die does: an area weapon comes down somewhere, anything else hits or misses."""
    state = battle.state
    weapon, body = shot.weapon(state), state.figures[shot.body]
    if shot.target.startswith(PIECE):
        piece = state.piece(shot.target.removeprefix(PIECE))
        if hits:
            hit_piece(battle, piece, weapon.pen, body.at)
        elif weapon.blast:
            _deviate(battle, shot, middle_of(piece), miss)
        return
    target = state.figures[shot.target] if shot.target else None
    above = target is not None and bool(target.level)
    if weapon.blast and not above:
        at, foot = (shot.at, 0) if target is None else (target.at, target.foot)
        if hits:
            explode(battle, weapon.name, at, weapon, foot=foot)
        else:
            _deviate(battle, shot, at, miss)
    elif hits and target is not None:
        hit(battle, target, weapon.pen, cover)


def _deviate(battle: Battle[State], shot: Shot, aimed: Point, miss: int) -> None:
    """After a miss (combat-action.area.deviation-distance)."""
    state = battle.state
    weapon = shot.weapon(state)
    far = deviation(weapon, miss)
    at = impact(battle, state.figures[shot.body].at, aimed, far)
    if at is not None:
        explode(battle, weapon.name, at, weapon, far)
