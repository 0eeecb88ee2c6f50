"""Exact odds of any attack: markers that deviate, templates, spells, melee; and attacks that are not open are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from littlewars.engine import ScenarioError, odds
from littlewars.systems.oversoul import OVERSOUL
from littlewars.systems.oversoul.basics.state import State
from tests.oversoul.helpers import state_of


def reckon(state: State, **given: Any) -> dict[int, Fraction]:
    asked = OVERSOUL.attack(state, "attack", given)
    merged = odds(OVERSOUL, state, asked.rule, asked.measure, pure=asked.pure)
    whole = odds(OVERSOUL, state, asked.rule, asked.measure, merge=False, every_face=True, pure=asked.pure)
    assert merged == whole
    assert sum(merged.values()) == 1
    return merged


GUNNERS = {"figures": {"gun": {"profile": "gun", "at": [20, 10]}, "1": {"profile": "man", "at": [20, 8.5]}}}


def test_a_gun_that_misses_drifts_onto_nobody() -> None:
    """d10 at short range: 4 or more hits (7/10), the target's d6 fails Recovery at 3 or less."""
    state = state_of({"a": GUNNERS, "b": {"profile": "man", "at": [[20, 20]], "face": 180}})
    assert reckon(state, attacker="a.gun", target="b.1") == {0: 1 - Fraction(7, 20), 1: Fraction(7, 20)}


def test_a_drifting_shot_may_strike_another() -> None:
    """A score of 3 drifts 2 inches left or right: one of two lands on the other man, who is hit on a second 4 or more."""
    state = state_of({"a": GUNNERS, "b": {"profile": "man", "at": [[20, 20], [22, 20]], "face": 180}})
    drift = Fraction(1, 10) * Fraction(1, 2) * Fraction(7, 10)
    assert reckon(state, attacker="a.gun", target="b.1")[1] == (Fraction(7, 10) + drift) / 2


def test_a_template_counts_everybody_under_it() -> None:
    profiles = {"bomb": {"kind": "artillery-weapon", "die": "d10", "range": 20, "attributes": ["Template 4"]}}
    crew = {"figures": {"gun": {"profile": "bomb", "at": [20, 10]}, "1": {"profile": "man", "at": [20, 8.5]}}}
    units = {"a": crew, "b": {"profile": "man", "at": [[20, 20], [21.5, 20]], "face": 180}}
    found = reckon(state_of(units, profiles=profiles), attacker="a.gun", target="b.1")
    assert set(found) == {0, 1, 2}
    assert found[2] >= Fraction(7, 10) / 4


def test_a_bolt_of_magic() -> None:
    """d10 caster: 4 or more; the d6's Recovery at -2 fails at 5 or less."""
    state = state_of({"a": {"profile": "wizard", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 16]], "face": 180}})
    assert reckon(state, attacker="a.1", target="b.1", how="Zap")[1] == Fraction(7, 10) * Fraction(5, 6)


def test_melee_needs_contact() -> None:
    state = state_of({"a": {"profile": "man", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 11]], "face": 180}})
    assert reckon(state, attacker="a.1", target="b.1", how="melee") == {0: Fraction(3, 4), 1: Fraction(1, 4)}


@pytest.mark.parametrize(
    "given",
    [
        {"attacker": "a.1", "target": "a.2"},
        {"attacker": "a.1", "target": "b.1", "how": "melee"},
        {"attacker": "a.1", "target": "b.2"},
        {"attacker": "a.1", "target": "b.1", "how": "Zap"},
        {"attacker": "a.1", "do": "nonsense"},
    ],
)
def test_what_is_not_open_is_refused(given: dict[str, str]) -> None:
    units = {"a": {"profile": "rifle", "at": [[20, 10], [22, 10]]}, "b": {"profile": "man", "at": [[20, 18], [20, 45]]}}
    with pytest.raises(ScenarioError, match=r"oversoul\.action\.enemy-targets"):
        OVERSOUL.attack(state_of(units), "attack", given)
