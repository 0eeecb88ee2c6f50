"""Rosters asked one question at a time."""

from __future__ import annotations

from littlewars.kit.muster import in_order
from littlewars.muster import Bill, Breach, Roster
from littlewars.systems.oversoul.basics.profiles import Registry
from littlewars.systems.oversoul.roster import muster
from littlewars.systems.oversoul.roster.legality import Agreement
from littlewars.systems.oversoul.roster.muster import MUSTER, UnitSpec


def check(roster: Roster, agreement: Agreement | None = None) -> list[Breach]:
    force = MUSTER.read(roster)
    return in_order([*force.faults, *MUSTER.breaches(force, agreement)])


def cost(roster: Roster) -> Bill:
    return MUSTER.cost(roster)


def expand(roster: Roster, registry: Registry | None = None) -> list[UnitSpec]:
    return muster.expand(MUSTER.read(roster), registry)


def sheet_html(roster: Roster) -> str:
    return MUSTER.page(MUSTER.read(roster))
