"""Morale: when a unit tests, and what comes of it (at43.morale.*)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.events import MoraleTested, StatusChanged
from ..basics.numbers import FEW, NERVE, STATUS
from ..basics.resolution import needed, succeeds, tally
from ..basics.state import State, Unit
from .markers import clear


def must_test(state: State, unit: Unit) -> bool:
    """Infantry of type 1 or 2 with three left, of type 3 with one left, after a loss; machines when all are immobile; nobody
    whose card has no Morale (at43.morale.condition-type-1-2, at43.morale.condition-type-3, at43.morale.condition-afv,
    at43.morale.test)."""
    members = state.members(unit)
    if not members or unit.status == STATUS[-1] or not state.morale(unit):
        return False
    if state.afv(unit):
        return state.immobile(unit)
    return len(members) < len(unit.figures) and len(members) <= FEW[members[0].profile.type]


def test_morale(battle: Battle[State], unit: Unit) -> None:
    """When the card comes up, before any LP: the highest Morale against 8 (at43.morale.when, at43.morale.test); passed, all is
    as it was, failed, it is one step worse (at43.morale.success, at43.morale.failure)."""
    value = battle.state.morale(unit)
    passed = succeeds(battle, needed(value, NERVE), "morale")
    battle.record(MoraleTested(unit=unit.id, passed=passed, tally=tally("morale - difficulty", value, NERVE)))
    if not passed:
        become(battle, unit, STATUS[min(len(STATUS) - 1, STATUS.index(unit.status) + 1)])


def become(battle: Battle[State], unit: Unit, status: str) -> None:
    """Another status; worse than valiant it loses all markers (at43.morale.status, at43.tactics.duration)."""
    unit.status = status
    battle.record(StatusChanged(unit=unit.id, status="in rout" if status == "rout" else status))
    if status != "valiant":
        clear(battle, unit)
        unit.kept = []
