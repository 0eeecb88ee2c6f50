"""Who of a unit flies, and on which level its flyers end (defiance.move.fly-same-level)."""

from __future__ import annotations

from collections.abc import Sequence

from ..basics.numbers import REACH, STAND_UP, TOP_LEVEL
from ..basics.state import Figure, State, Unit
from ..move.path import base_move


def flyers(state: State, unit: Unit) -> list[Figure]:
    """Those of whom one level is asked: flight-capable, able and free; elite ones fly as they like."""
    if unit.quality == "Elite":
        return []
    return [figure for figure in state.members(unit) if figure.frame.flies and figure.able and not figure.locked]


def settled(state: State, unit: Unit, figure: Figure | None = None) -> int:
    """The level on which the first of the unit has ended: the others must, too; -1 if none has acted yet."""
    others = {other.id: other for other in flyers(state, unit) if other is not figure}
    acted = state.turn.doing.acted if state.turn.doing else ()
    return next((others[name].level for name in acted if name in others), -1) if others else -1


def must_change(state: State, unit: Unit, figures: Sequence[Figure]) -> bool:
    """Are those who get orders now on several levels, or not on that of those who have acted, and could a run put it right?"""
    if not [figure for figure in figures if figure.frame.flies]:
        return False
    late = [figure for figure in flyers(state, unit) if figure in figures]
    level = settled(state, unit) if late else -1
    now = {figure.level for figure in late} | ({level} if level >= 0 else set())
    if len(now) < 2:
        return False
    open_to = [level] if level >= 0 else range(TOP_LEVEL + 1)
    run = REACH["running"]
    return any(all(changes(f, [run * base_move(f)]) >= abs(to - f.level) for f in late) for to in open_to)


def changes(figure: Figure, budgets: Sequence[int]) -> int:
    """How many levels it could rise or sink in these parts of its move, none carried over; who lies stands up first."""
    found, rise = 0, STAND_UP[figure.frame.powered] if figure.prone else 0
    for budget in budgets:
        if budget >= rise:
            found += (budget - rise) // base_move(figure)
            rise = 0
    return found
