"""What is wrong with a roster, by rule and line, and what it costs: read by a process that can be ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from littlewars.engine import System
from littlewars.muster import Bill, BillLine, Breach, Muster, Roster, RosterError, parse_roster

from ..errors import shortened
from ..wire import CostLine, Fault, RosterReport

MOST_FAULTS = 200


def report_of(system: System[Any], text: str) -> RosterReport:
    """What is wrong with it, and what it costs."""
    muster: Muster | None = system.muster
    if muster is None:
        return _unread(Fault("", 0, f"{system.title} knows no rosters"))
    try:
        roster = parse_roster(text)
        if roster.system != system.name:
            fault = Fault("", roster.system_line, f"a roster for {roster.system[:60]!r}, not for {system.name!r}")
            return _unread(fault, roster.name)
        return _report(muster, roster)
    except RosterError as error:
        return _unread(Fault(muster.form, error.line, shortened(error.text)))


def _unread(fault: Fault, name: str = "") -> RosterReport:
    return RosterReport(name, 0, 0, (fault,), (), ())


def _report(muster: Muster, roster: Roster) -> RosterReport:
    force = muster.read(roster)
    if force.faults:
        return RosterReport(roster.name, 0, force.roster.points, _faults(force.breaches), (), ())
    lines, advice = tuple(_bill(force.bill)), _faults(muster.warnings(force))
    return RosterReport(roster.name, force.bill.total, force.bill.limit, _faults(force.breaches), lines, advice)


def _faults(breaches: Iterable[Breach]) -> tuple[Fault, ...]:
    """The first of them: nobody reads more."""
    return tuple(Fault(breach.rule, breach.line, shortened(breach.text)) for breach in islice(breaches, MOST_FAULTS))


def _bill(bill: Bill) -> Iterator[CostLine]:
    for unit in bill.units:
        yield CostLine(unit.name, unit.total)
        for model in unit.models:
            yield CostLine(f"{model.count} × {model.name}, {model.each} each", model.total, depth=1)
            yield from _lines(model.lines, 2)


def _lines(lines: tuple[BillLine, ...], depth: int) -> Iterator[CostLine]:
    for line in lines:
        yield CostLine(line.text, line.points, line.rule, depth)
        yield from _lines(line.parts, depth + 1)
