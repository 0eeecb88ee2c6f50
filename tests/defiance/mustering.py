"""Rosters asked one question at a time."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.kit.muster import in_order
from littlewars.muster import Bill, Breach, Roster
from littlewars.systems.defiance.roster.definitions import UnitDef
from littlewars.systems.defiance.roster.figures import FigureSpec, figures_of
from littlewars.systems.defiance.roster.muster import MUSTER, is_covert


def check(roster: Roster, limit: int | None = None) -> list[Breach]:
    force = MUSTER.read(roster)
    return in_order([*force.faults, *MUSTER.breaches(force, limit)])


def units_of(roster: Roster) -> tuple[list[UnitDef], list[Breach]]:
    force = MUSTER.read(roster)
    return list(force.units), list(force.faults)


def warnings(roster: Roster) -> list[Breach]:
    return MUSTER.warnings(MUSTER.read(roster))


def cost(roster: Roster) -> Bill:
    return MUSTER.cost(roster)


class Bought(NamedTuple):
    """A unit and its figures, as they take the field."""

    id: str
    name: str
    status: str
    solo: bool
    figures: tuple[FigureSpec, ...]

    @property
    def cost(self) -> int:
        return sum(figure.cost for figure in self.figures)


def expand(roster: Roster) -> list[Bought]:
    units = MUSTER.read(roster).readable().units
    return [Bought(u.id, u.name, u.status, u.solo, tuple(figures_of(u, is_covert(roster)))) for u in units]


def sheet_html(roster: Roster) -> str:
    return MUSTER.page(MUSTER.read(roster))
