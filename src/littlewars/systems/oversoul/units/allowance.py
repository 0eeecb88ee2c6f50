"""How far a model may go: MOVE and what changes it, in the catalogue's order (oversoul.basics.move-modifier-order)."""

from __future__ import annotations

from littlewars.table.facing import angle_between, facing_to
from littlewars.table.zones import TOWARDS

from ..basics.state import Figure, State
from .arms import crew_at
from .spells_on import spell_move

RUN = 2  # oversoul.move.run
SUBMERGED = 2  # half MOVE (oversoul.attr.submersible-submerged)
WITH, ACROSS, INTO = 1, 2, 4  # inches of MOVE for each inch under sail (oversoul.attr.sailed)


def move_of(state: State, figure: Figure) -> int:
    """MOVE this turn: table value, steed and attributes, then spells, then damage, never below 0."""
    if figure.profile.is_gun:
        crew = crew_at(state, figure)
        return min((move_of(state, man) for man in crew), default=0)  # oversoul.artillery.moved-by-crew
    own = state.units[figure.unit]
    move = figure.profile.move - figure.damage
    if own.spells or own.under:
        move += spell_move(state, figure)
    return move if move > 0 else 0


def may_run(state: State, figure: Figure) -> bool:
    """Undead and vehicles never run (oversoul.move.run, oversoul.move.vehicles-cannot-run, oversoul.attr.undead-no-run)."""
    if figure.profile.is_gun:
        return all(man.profile.can_run for man in crew_at(state, figure))
    return figure.profile.can_run


def allowance(state: State, figure: Figure, running: bool) -> int:
    """What may be spent in this Move."""
    full = move_of(state, figure) * (RUN if running else 1)
    return full // SUBMERGED if figure.submerged else full


def sail_price(state: State, start: tuple[int, int], to: tuple[int, int]) -> int:
    """Inches of MOVE for each inch in this direction: with the wind, across it, into it (oversoul.attr.sailed)."""
    if not state.wind or start == to:
        return WITH
    off = angle_between(facing_to(start, to), TOWARDS[state.wind])  # the side it blows to (oversoul.attr.sailed-wind)
    return WITH if off <= 4500 else INTO if off >= 13500 else ACROSS
