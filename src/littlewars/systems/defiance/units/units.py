"""Units: how large they are, how small they may get, and who leads them (defiance.unit.*, defiance.command.leader-*,
defiance.command.focal-*)."""

from __future__ import annotations

from ..basics.numbers import FOCAL, LEADER_LEAST, QUALITIES
from ..basics.state import Figure, State, Unit


def current_size(state: State, unit: Unit) -> int:
    """The figures that count: stunned ones are casualties until they recover (defiance.unit.current-size,
    defiance.effector.stun-unit-effects)."""
    shaken_too = state.settings.shaken_count_as_casualties
    return len([f for f in state.members(unit) if not f.stunned and not (shaken_too and f.shaken)])


def leads(unit: Unit, figure: Figure) -> int:
    """His level as a leader: one less in a mob, and for the whole game if he began it in one (defiance.unit.mob-officers)."""
    level = figure.leader
    return max(0, level - (unit.status == "mob" or figure.from_mob)) if level else 0


def commands(unit: Unit, figure: Figure) -> int:
    """His level as a commander: one less while he is in a mob (defiance.command.mob-commander, defiance.command.levels)."""
    level = figure.command
    return max(0, level - (unit.status == "mob")) if level else 0


def best_leader(state: State, unit: Unit) -> Figure | None:
    """The highest leader; of equals the one bought first (defiance.command.leader-not-cumulative). Not while he is stunned."""
    if unit.quality == "Matrix":
        return None
    leaders = [figure for figure in state.members(unit) if figure.leader and leads(unit, figure) and not figure.stunned]
    return max(leaders, key=lambda figure: leads(unit, figure), default=None)


def focal_level(state: State, unit: Unit) -> int:
    """The highest focal point that is not stunned (defiance.command.focal-not-cumulative, defiance.command.focal-loss)."""
    return max((f.focal for f in state.members(unit) if not f.stunned), default=0)


def morale_of(state: State, unit: Unit) -> int:
    """The morale number of its tests; of a Matrix unit by its focal points (defiance.command.focal-table)."""
    return FOCAL[focal_level(state, unit)].morale if unit.quality == "Matrix" else QUALITIES[unit.quality].morale


def least_size(state: State, unit: Unit) -> int:
    """Its minimum size now: by quality, less what a leader takes off (defiance.command.leader-min-size); 1 on one's own."""
    if unit.solo:
        return 1
    if unit.quality == "Matrix":
        return FOCAL[focal_level(state, unit)].least
    leader = best_leader(state, unit)
    off = LEADER_LEAST[min(4, leads(unit, leader))] if leader else 0
    return max(1, QUALITIES[unit.quality].least - off)


def least_of(state: State, unit: Unit, figures: list[Figure]) -> int:
    """The minimum size that these would have as a unit of their own (defiance.unit.splitting-minimum)."""
    able = [figure for figure in figures if not figure.stunned]
    if unit.quality == "Matrix":
        return FOCAL[max((figure.focal for figure in able), default=0)].least
    level = max([leads(unit, figure) for figure in able if figure.leader], default=0)
    return max(1, QUALITIES[unit.quality].least - LEADER_LEAST[min(4, level)])


def short_by(state: State, unit: Unit) -> int:
    """How many figures it is below its minimum (defiance.unit.min-size-drop)."""
    if unit.solo or (unit.quality == "Vehicle" and len(unit.figures) == 1):
        return 0  # defiance.morale.solo-exempt, defiance.morale.vehicle-unit-minimum
    return max(0, least_size(state, unit) - current_size(state, unit))


def has_commander(state: State, unit: Unit) -> bool:
    """Does a commander inspire it (defiance.command.commander-morale-bonus)? Not while he is stunned."""
    return any(commands(unit, figure) for figure in state.members(unit) if figure.command and not figure.stunned)


def is_independent(unit: Unit) -> bool:
    """May its figures act each for itself (defiance.morale.elite-independent, defiance.morale.vehicle-quality)?"""
    return unit.quality in ("Elite", "Vehicle")


def worth(state: State, side: str) -> int:
    """What a side has lost, in points of purchase (defiance.turn.victory-points)."""
    return sum(f.cost for f in state.figures.values() if f.gone and state.side_of(f) == side)
