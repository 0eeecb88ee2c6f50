"""A force: a roster that has been read, once. And what a rulebook's way of reading rosters is to everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from .bill import Bill
from .breach import Breach, misstated
from .nodes import RosterError
from .roster import Roster

D = TypeVar("D")


class Force(NamedTuple, Generic[D]):
    """The units of a roster in the book's own words, what they cost, and every rule that they break, by line."""

    roster: Roster
    units: tuple[D, ...]
    bill: Bill  # of what could be read
    faults: tuple[Breach, ...]  # what could not be read, or only in part
    breaches: tuple[Breach, ...] = ()  # faults included; nothing when the force is legal

    def readable(self) -> Self:
        """The same, if everything in it is known; a RosterError when not."""
        if self.faults:
            raise RosterError(self.faults[0].text, self.faults[0].line, self.roster.source)
        if not self.units:
            raise RosterError("a force has at least one unit", self.roster.line, self.roster.source)
        return self


def overspent(force: Force[Any], rule: str) -> Iterator[Breach]:
    """A force that costs more than was agreed, or another sum than its roster states."""
    roster, total = force.roster, force.bill.total
    if total > roster.points:
        yield Breach(rule, roster.line, f"{total} points; {roster.points} were agreed")
    yield from misstated(roster.cost, total, rule, "the force")


class Muster(Protocol):
    """How forces are mustered by a rulebook (`system.muster`)."""

    form: str  # what a roster is to be at all: the rule behind faults of form

    def read(self, roster: Roster) -> Force[Any]:
        """The force of a roster; a RosterError when it cannot be read at all."""

    def warnings(self, force: Force[Any]) -> list[Breach]:
        """What the book advises against."""

    def page(self, force: Force[Any], about: str = "") -> str:
        """A page of HTML to print: a card for each unit."""
