"""Mustering a force: what all rulebooks do alike. What a unit is, what it costs and what is legal, the book says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from littlewars.muster import Bill, BillLine, Breach, Force, ModelBill, Node, Roster, RosterError, UnitBill
from littlewars.muster.roster import KEYS
from littlewars.muster.sheet import Sheet, UnitSheet, render
from littlewars.muster.words import FaultFinder, suggestion
from littlewars.untrusted import quote

D = TypeVar("D")
P = TypeVar("P")


class Models(NamedTuple, Generic[P]):
    """So many models of one kind, and the line where they stand."""

    profile: P
    number: int
    line: int


class UnitReader(FaultFinder, Generic[D]):
    """Reads units and keeps what is wrong with them."""

    def unit(self, node: Node) -> D:
        """A unit as the book writes it."""
        raise NotImplementedError

    def number(self, node: Node, most: int, rule: str, word: str = "models") -> int:
        """How many they are: one unless it is said; so many can be set up at most."""
        found = node.find("number")
        number = 1 if found is None else found.whole("number")
        if not 1 <= number <= most:
            self.fault(rule, node.line, f"{number} {word} cannot be fielded; 1 to {most} can")
        return max(1, min(number, most))


def billed(models: Models[Any], worth: int, parts: Iterable[tuple[str, Any]], rule: str) -> ModelBill:
    """What so many models cost by a formula, of which each is worth so much; its parts, rounded, add up to that."""
    lines = [BillLine(text, round(part), rule) for text, part in parts]
    if rest := worth - sum(line.points for line in lines):
        lines.append(BillLine("rounding", rest, rule))
    return ModelBill(models.profile.name, models.number, tuple(lines), worth, worth * models.number)


class BaseMuster(Generic[D]):
    """Fulfils `littlewars.muster.Muster`; `D` is a unit as the book defines it."""

    system: str
    title: str  # of the book, on a sheet
    form: str
    reader: type[UnitReader[D]]  # of units
    usual_points: int = 500  # of a roster that does not say how many
    words: tuple[str, ...] = ()  # what a roster of this book may say besides what all say
    switches: tuple[str, ...] = ()
    weapon_heads: tuple[str, ...] = ("Weapon", "Remarks")  # the columns of a card's weapons

    # ---- what the book says

    def units(self, roster: Roster) -> tuple[list[D], list[Breach]]:
        """The units of a roster, and the faults found while reading them."""
        reader = self.reader()
        return [reader.unit(node) for node in roster.units], reader.faults

    def unit_bill(self, roster: Roster, unit: D) -> UnitBill:
        """What a unit costs, line by line."""
        raise NotImplementedError

    def besides(self, roster: Roster, units: list[D]) -> int:
        """What is bought besides units."""
        return 0

    def breaches(self, force: Force[D]) -> Iterable[Breach]:
        """The rules that a force breaks."""
        raise NotImplementedError

    def warnings(self, force: Force[D]) -> list[Breach]:
        """What the book advises against."""
        return []

    def card(self, force: Force[D], unit: D, bill: UnitBill) -> UnitSheet:
        """A unit's card on the sheet."""
        return UnitSheet(bill.name, (), f"{bill.total} points", ())

    def subtitle(self, force: Force[D]) -> str:
        """What stands beside the book's title on a sheet."""
        return ""

    def footer(self, force: Force[D]) -> str:
        """What stands below the cards of a sheet."""
        return ""

    # ---- what follows

    def read(self, roster: Roster) -> Force[D]:
        """The force of a roster; a RosterError when it cannot be read at all."""
        try:
            self._check_words(roster)
            roster = replace(roster, points=roster.points or self.usual_points)
            units, faults = self.units(roster)
            bills = tuple(self.unit_bill(roster, unit) for unit in units)
            total = sum(bill.total for bill in bills) + self.besides(roster, units)
            bill = Bill(roster.system, roster.name, bills, total, roster.points, roster.points - total)
            force = Force(roster, tuple(units), bill, tuple(faults))
            return force._replace(breaches=tuple(in_order([*faults, *self.breaches(force)])))
        except RosterError as error:
            raise RosterError(error.text, error.line, roster.source) from None

    def _check_words(self, roster: Roster) -> None:
        if roster.system != self.system:
            raise RosterError(f"this is a roster for {roster.system}, not for {self.system}", roster.system_line)
        for key, node in roster.own.items():
            if key not in self.words:
                raise RosterError(f"a roster has no {quote(key)} (it has {', '.join((*KEYS, *self.words))})", node.line)
        for name in roster.switches:
            if name not in self.switches:
                raise RosterError(f"there is no switch {quote(name)}{suggestion(name, self.switches)}", 0)

    def check(self, roster: Roster) -> list[Breach]:
        """Every rule the roster breaks, by line; nothing when it is legal."""
        return list(self.read(roster).breaches)

    def cost(self, roster: Roster) -> Bill:
        """What the roster costs, line by line; a RosterError when something in it is unknown."""
        return self.read(roster).readable().bill

    def sheet(self, force: Force[D]) -> Sheet:
        """What the page shows."""
        roster, units, bill = force.roster, force.readable().units, force.bill
        said = (self.title, self.subtitle(force), f"{len(units)} units", roster.note)
        return Sheet(
            title=roster.name,
            subtitle=" · ".join(word for word in said if word),
            total=f"{bill.total} of {bill.limit} points",
            cards=tuple(self.card(force, unit, paid) for unit, paid in zip(units, bill.units, strict=True)),
            warnings=tuple(str(breach) for breach in force.breaches),
            weapon_heads=self.weapon_heads,
            footer=self.footer(force),
        )

    def page(self, force: Force[D], about: str = "") -> str:
        """A page of HTML to print: what the rulebook is, and a card for each unit."""
        return render(replace(self.sheet(force), about=about))


def in_order(breaches: Iterable[Breach]) -> list[Breach]:
    """Each once, by line."""
    return sorted(dict.fromkeys(breaches), key=lambda breach: breach.line)
