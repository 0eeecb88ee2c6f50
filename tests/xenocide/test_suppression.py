"""Suppression: thresholds, markers, and when a unit is broken."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.xenocide.harm.wounds import mark
from tests.xenocide.squads import MAN, a_battle, row
from tests.xenocide.test_fire_numbers import plan


def unit_of(count: int = 1, **stats: Any) -> Any:
    """A battle with such a unit b."""
    profiles = {"mark": {**MAN, **stats}}
    return a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": "mark", "at": row(5, 20, count)}}, profiles=profiles)


@pytest.mark.rule("xenocide.suppression.threshold-table")
@pytest.mark.parametrize(
    ("morale", "needed"), [(4, 3), (5, 4), (6, 5), (7, 6), (8, 7), (1, 1), (2, 1), (3, 2), (9, 8), (10, 9)]
)
def test_the_threshold_by_morale(morale: int, needed: int) -> None:
    battle = unit_of(morale=morale)
    assert battle.state.threshold(battle.state.units["b"]) == needed


@pytest.mark.rule("xenocide.suppression.threshold-cover")
@pytest.mark.rule("xenocide.suppression.threshold-size")
@pytest.mark.rule("xenocide.suppression.threshold-brave")
@pytest.mark.rule("xenocide.suppression.threshold-cumulative")
@pytest.mark.parametrize(
    ("count", "brave", "cover", "needed"),
    [
        (1, False, "light", 5),
        (1, False, "heavy", 6),
        (1, False, "fortified", 6),
        (10, False, "", 5),
        (9, False, "", 4),
        (1, True, "", 5),
        (10, True, "heavy", 8),
    ],
)
def test_what_adds_to_the_threshold(count: int, brave: bool, cover: str, needed: int) -> None:
    battle = unit_of(count, abilities=["brave"] if brave else [])
    assert battle.state.threshold(battle.state.units["b"], cover) == needed


@pytest.mark.rule("xenocide.suppression.threshold-size")
def test_wounds_that_are_left_count() -> None:
    battle = unit_of(4, wounds=3)
    unit = battle.state.units["b"]
    assert battle.state.threshold(unit) == 5
    battle.state.figures["b.1"].hurt = 2
    assert battle.state.threshold(unit) == 5
    battle.state.figures["b.2"].hurt = 1
    assert battle.state.threshold(unit) == 4


@pytest.mark.rule("xenocide.suppression.broken")
@pytest.mark.parametrize(
    ("markers", "wounds", "broken"), [(4, 9, True), (3, 9, False), (3, 3, True), (2, 3, False), (1, 1, True), (0, 1, False)]
)
def test_when_a_unit_is_broken(markers: int, wounds: int, broken: bool) -> None:
    battle = unit_of(wounds)
    unit = battle.state.units["b"]
    unit.markers = markers
    assert battle.state.broken(unit) is broken


@pytest.mark.rule("xenocide.suppression.effects")
@pytest.mark.rule("xenocide.core.rounding")
def test_what_markers_do_to_those_who_fire() -> None:
    battle = a_battle({"a": {"at": row(5, 10, 5), "markers": 2}, "b": {"at": [[8, 20]]}})
    assert plan(battle).groups[0].tally.needed == 1
    for number, markers in ((5, {}), (6, {"b": 1}), (9, {"b": 1}), (10, {"b": 2})):
        battle = a_battle({"a": {"at": row(5, 10, number), "markers": 2}, "b": {"at": [[8, 20]]}})
        assert dict(plan(battle).markers) == markers


@pytest.mark.rule("xenocide.suppression.vehicles-immune")
def test_vehicles_take_none() -> None:
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": "truck", "at": [[20, 20]]}})
    mark(battle, battle.state.units["b"], 3)
    assert battle.state.units["b"].markers == 0
