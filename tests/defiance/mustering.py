"""Rosters asked one question at a time."""

from __future__ import annotations

from littlewars.kit.muster import in_order
from littlewars.muster import Bill, Breach, Roster
from littlewars.systems.defiance.roster import muster
from littlewars.systems.defiance.roster.definitions import UnitDef
from littlewars.systems.defiance.roster.muster import MUSTER, UnitSpec


def check(roster: Roster, limit: int | None = None) -> list[Breach]:
    force = MUSTER.read(roster)
    return in_order([*force.faults, *MUSTER.breaches(force, limit)])


def units_of(roster: Roster) -> tuple[list[UnitDef], list[Breach]]:
    force = MUSTER.read(roster)
    return list(force.units), list(force.faults)


def warnings(roster: Roster) -> list[Breach]:
    return MUSTER.warnings(MUSTER.read(roster))


def notes(roster: Roster) -> list[Breach]:
    return MUSTER.notes(MUSTER.read(roster))


def cost(roster: Roster) -> Bill:
    return MUSTER.cost(roster)


def expand(roster: Roster) -> list[UnitSpec]:
    return muster.expand(MUSTER.read(roster))


def sheet_html(roster: Roster) -> str:
    return MUSTER.page(MUSTER.read(roster))
