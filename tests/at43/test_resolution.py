"""The Universal Resolution Table, the accuracy chart out of odds(), range bands (at43.urt.*, at43.core.*)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
import yaml

from littlewars.dice import Scripted
from littlewars.engine import Battle, odds
from littlewars.systems.at43.basics.resolution import IMPOSSIBLE, impacts, minimum, needed, range_of, succeeds, successes, tally
from littlewars.systems.at43.system import AT43
from tests.at43.table import a_battle, a_state, script

CHART = yaml.safe_load((Path(__file__).parent / "chart.yaml").read_text())
STATE = a_state({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 90]]}})


def chance(action: int, difficulty: int, rerolls: int, every_face: bool = False) -> Fraction:
    """The chance of an impact, out of the rule itself."""
    attack = AT43.attack(STATE, "test", {"action": action, "difficulty": difficulty, "rerolls": rerolls})
    found = odds(AT43, STATE, attack.rule, attack.measure, pure=True, every_face=every_face)
    return found.get(1, Fraction(0))


def rounded(fraction: Fraction) -> float:
    """Two digits, half up, as the chart is printed."""
    return int(fraction * 100 + Fraction(1, 2)) / 100


@pytest.mark.rule("at43.urt.accuracy-chart")
@pytest.mark.rule("at43.shooting.reroll")
def test_the_printed_chart_comes_out_of_odds() -> None:
    # at43.ex.accuracy-chart
    cells = 0
    for row in CHART["rows"]:
        for accuracy, (plain, again) in enumerate(zip(row["plain"], row["reroll"], strict=True), 1):
            exact = chance(accuracy, row["range"], 0)
            twice = chance(accuracy, row["range"], 1)
            assert exact == Fraction(CHART["successes"][max(-6, min(6, accuracy - row["range"]))], 6)
            assert twice == 1 - (1 - exact) ** 2
            assert rounded(exact) == plain
            cells += 1
            if again is not None:
                assert rounded(twice) == again
                cells += 1
    assert cells == 273


@pytest.mark.rule("at43.urt.accuracy-chart")
def test_the_column_that_is_cut_off_is_restored() -> None:
    # at43.ex.accuracy-chart-lost-column
    assert [rounded(chance(11, far, 1)) for far in range(13)] == CHART["lost"]


def test_every_face_gives_the_same_chart() -> None:
    for difference in range(-7, 8):
        pair = (10 + difference, 10)
        assert chance(*pair, 1) == chance(*pair, 1, every_face=True)


@pytest.mark.rule("at43.urt.table")
@pytest.mark.rule("at43.urt.difference")
def test_minimum_results_of_every_difference() -> None:
    # at43.ex.urt-minimum-results
    wanted = {-6: 7, -5: 6, -4: 6, -3: 5, -2: 5, -1: 4, 0: 4, 1: 4, 2: 3, 3: 3, 4: 2, 5: 2, 6: 1}
    for difference in range(-12, 13):
        assert minimum(difference) == wanted[max(-6, min(6, difference))]
        assert needed(20 + difference, 20) == minimum(difference)
        assert tally("test", 20 + difference, 20).needed == minimum(difference)


@pytest.mark.rule("at43.shooting.range-number")
def test_range_bands() -> None:
    # at43.ex.range-bands
    far = [0, 9.9, 10, 10.1, 20, 20.1, 35, 60, 60.1, 100, 125, 130]
    assert [range_of(round(cm * 1000)) for cm in far] == [0, 0, 0, 1, 1, 2, 3, 5, 6, 9, 12, 12]
    assert [range_of(1000 * 10 * step) for step in range(1, 14)] == list(range(13))
    assert [range_of(1000 * 10 * step + 1) for step in range(13)] == list(range(13))


@pytest.mark.rule("at43.core.die")
def test_impossible_and_automatic_tests_roll_no_die() -> None:
    battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 90]]}})
    assert successes(battle, 5, IMPOSSIBLE, "impact") == 0
    assert successes(battle, 5, 1, "impact") == 5
    assert impacts(battle, 5, 5, IMPOSSIBLE) == 0
    assert impacts(battle, 5, 5, 1) == 5
    assert not succeeds(battle, IMPOSSIBLE, "damage")
    assert succeeds(battle, 1, "damage")
    dice = Battle(STATE, Scripted(script("impact 6, impact 1, impact 5")))
    assert successes(dice, 3, 6, "impact") == 1, "a six-sided die, and no face is special"


@pytest.mark.rule("at43.urt.tests")
def test_a_die_with_its_re_rolls() -> None:
    battle = Battle(STATE, Scripted(script("impact 3, impact 1, impact 2, impact 4, re-roll 3, re-roll 2")))
    assert impacts(battle, 4, 2, 3) == 3, "two succeed, two fail and are rolled again, once each"
    battle = Battle(STATE, Scripted(script("impact 1, impact 1, re-roll 6")))
    assert impacts(battle, 2, 1, 4) == 1, "one re-roll for two failures"
