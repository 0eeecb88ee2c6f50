"""Charging: whom a straight run of 4 inches has brought into contact (oversoul.charge.*)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import gap, moved

from ..basics.state import INCH, Figure, State, Unit
from ..basics.tabletop import board
from ..units.aim import is_engaged, touched_enemies

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
