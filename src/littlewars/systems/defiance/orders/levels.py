"""Which level a flyer may end on, so that its unit ends on one (defiance.move.fly-same-level)."""

from __future__ import annotations

from msgspec.structs import replace

from ..basics.numbers import STAND_UP, TOP_LEVEL
from ..basics.state import Figure, State, Team, Unit
from ..move.path import ON_FOOT, base_move
from ..travel.move_ask import Ends, allowance
from .flock import changes, flyers, settled
from .orders import PATTERNS, can_jump, fires

HALVES = 2  # defiance.orders.fire-pattern-move-fire-move


def levels(state: State, unit: Unit, team: Team, figure: Figure) -> list[int]:
    """On which levels it may end: on that of the unit, or where the others can all come to; empty: on any."""
    counted = flyers(state, unit) if figure.frame.flies else []
    if figure not in counted or len(counted) < 2:
        return []
    level = settled(state, unit, figure)
    if level >= 0:
        return [level]
    return [level for level in range(TOP_LEVEL + 1) if all(could_reach(other, team, level) for other in counted)]


def could_reach(figure: Figure, team: Team, level: int) -> bool:
    """Is that level near enough: at the declared speed, or at a walk for those who have no orders yet?"""
    if level == figure.level:
        return True
    if figure.id not in team.figures:
        return changes(figure, [base_move(figure)]) >= abs(level - figure.level)
    if team.order == "jump" and can_jump(figure):
        return False  # it jumps, and stays on the ground
    whole = allowance(figure, team.order, team.speed)
    if figure.prone:  # it stands up before it takes off: no sprint for it (defiance.move.fly-notation)
        whole = min(whole, ON_FOOT * base_move(figure))
    halved = team.pattern == "move-fire-move" and fires(figure, team.order)
    return changes(figure, [whole // HALVES] * HALVES if halved else [whole]) >= abs(level - figure.level)


def at_the_end(state: State, unit: Unit, team: Team, figure: Figure) -> Ends | None:
    """The levels on which its last movement may end; None if it is alone or does not fly."""
    if not figure.frame.flies:
        return None
    found = levels(state, unit, team, figure)
    return (lambda level, prone: level in found) if found else None


def half_way(state: State, unit: Unit, team: Team, figure: Figure, rest: int) -> Ends | None:
    """Where the first half of its movement may end: what is left must bring it to its level."""
    if not figure.frame.flies:
        return None
    found = levels(state, unit, team, figure)

    def can_go_on(level: int, prone: bool) -> bool:
        rise = STAND_UP[figure.frame.powered] if prone else 0
        return any(level == to or rise + abs(level - to) * base_move(figure) <= rest for to in found)

    return can_go_on if found else None


# ---- before the orders


def patterns(state: State, unit: Unit, team: Team) -> list[str]:
    """The attack patterns with which all of them can come to the level of their unit; all of them if none will do."""
    level = settled(state, unit)
    late = [figure for figure in flyers(state, unit) if figure.id in team.figures]
    if level < 0:
        return list(PATTERNS)
    found = [name for name in PATTERNS if all(could_reach(figure, replace(team, pattern=name), level) for figure in late)]
    return found or list(PATTERNS)
