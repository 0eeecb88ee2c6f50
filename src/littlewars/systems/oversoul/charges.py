"""Charging: whom a straight run of 4 inches has brought into contact (oversoul.charge.*)."""

from __future__ import annotations

from ...engine import Battle
from ...table.bases import gap, moved
from ...table.constants import TOUCH
from ...table.facing import Point
from .aim import is_engaged, touched_enemies
from .ground import board
from .state import INCH, Figure, State, Unit

CHARGE = 4 * INCH  # oversoul.charge.requirements


def in_contact(battle: Battle[State], unit: Unit) -> bool:
    """A quick look: does anybody of the unit touch an enemy?"""
    return is_engaged(battle, unit) or bool(unit.leader and is_engaged(battle, battle.state.units[unit.leader]))


def note_charge(battle: Battle[State], figure: Figure, run: int, begin: Point) -> None:
    """Enemies now in contact in front whom it did not touch where its last straight run began (oversoul.charge.bonus)."""
    if run < CHARGE or not figure.profile.fights:
        return
    there, table = moved(figure.base(), begin), board(battle)
    reached = [name for name in touched_enemies(battle, figure) if gap(there, table.base(name)) > TOUCH]
    battle.state.acting().charges += [f"{figure.id}>{name}" for name in reached]
