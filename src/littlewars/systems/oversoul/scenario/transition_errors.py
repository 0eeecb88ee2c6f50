"""What cannot happen between two checkpoints: models that vanish or come back, shots regained, units that drift apart."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.kit.errors import pairs, returned

from ..basics.state import Figure, State, Unit
from ..units.cohesion import hangs_together


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    found = [*returned(before, after), *(fault for was, now in pairs(before, after) for fault in _figure(was, now))]
    for name, side in after.sides.items():
        was = before.sides[name]
        if side.score < was.score or side.turns < was.turns:
            found.append(f"{name} has lost points or turns")
    if after.turn.round < before.turn.round:
        found.append("a round has come back")
    return found + [f"{unit.id} has drifted apart" for unit in _drifted(before, after)]


def _figure(was: Figure, now: Figure) -> Iterator[str]:
    """Damage and losses stay, shots and luck are only spent."""
    if now.damage < was.damage or (now.lucky and not was.lucky):
        yield f"{now.id} is better than before"
    for old, new in zip(was.guns, now.guns, strict=True):
        if (old.lost and not new.lost) or new.uses > old.uses or new.uses < -1:
            yield f"{now.id} has found a weapon or shots again"


def _drifted(before: State, after: State) -> Iterator[Unit]:
    """Units that were in cohesion and are not, though nobody fell, fled, came or went (oversoul.org.cohesion-restored)."""
    if before.turn.phase in ("terrain", "ready", "deploy"):
        return
    for name, unit in after.units.items():
        was = before.units.get(name)
        if was is None or was.frightened or unit.frightened or was.leader != unit.leader or was.disordered != unit.disordered:
            continue
        if _stances(before, was) == _stances(after, unit) or len(after.members(unit)) != len(before.members(was)):
            continue
        if _together(before, was) and not _together(after, unit):
            yield unit


def _stances(state: State, unit: Unit) -> list[tuple[int, int, int]]:
    return [(figure.x, figure.y, figure.face) for figure in state.with_leader(unit)]


def _together(state: State, unit: Unit) -> bool:
    return hangs_together(state, unit, [figure.base() for figure in state.with_leader(unit)])
