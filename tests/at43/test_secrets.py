"""What a side may not know, and what it may guess (at43.round.activation-sequence)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.systems.at43.system import AT43
from tests.at43.table import a_state


def a_row(**red: Any) -> Any:
    """Two red units on the table, two in reserve, one of which has had its card turned."""
    units = {
        "r1": {"at": [[20, 10]]}, "r2": {"at": [[40, 10]]}, "b1": {"at": [[20, 110]]},
        "r3": {"count": 1}, "r4": {"count": 1, "turned": 1}, "r5": {"count": 1},
    }  # fmt: skip
    return a_state(units, sides={"red": red, "blue": {"row": ["b1"], "laid": ["b1"]}})


@pytest.mark.rule("at43.round.activation-sequence")
def test_the_other_side_sees_backs() -> None:
    state = a_row(row=["r2", "r3", "r1"], laid=["r1", "r2"], named=["r3"])
    AT43.hide(state, "blue")
    assert (state.sides["red"].row, state.sides["red"].named) == (["?"] * 3, ["?"])
    assert state.sides["blue"].row == ["b1"]
    own = a_row(row=["r2", "r3", "r1"], laid=["r1", "r2"])
    AT43.hide(own, "red")
    assert own.sides["red"].row == ["r2", "r3", "r1"]
    assert own.sides["blue"].row == ["?"]


@pytest.mark.rule("at43.round.activation-sequence")
def test_guesses_are_possible_and_any_of_them() -> None:
    rows, named = set(), set()
    for seed in range(60):
        state = a_row(row=["r2", "r3", "r1"], laid=["r1", "r2"], named=["r5"])
        AT43.hide(state, "blue")
        AT43.guess(state, "blue", Random(seed))
        row = state.sides["red"].row
        assert {"r1", "r2"} <= set(row), "units on the table have a card"
        assert len(row) == 3
        assert AT43.state_errors(state) == []
        rows.add(tuple(row))
        named |= set(state.sides["red"].named)
        assert state.sides["blue"].row == ["b1"], "one's own cards stay"
    assert {card for row in rows for card in row} == {"r1", "r2", "r3", "r5"}, "who was turned in this round is not there"
    assert named == {"r3", "r5"}
    assert len(rows) == 12, "two reserves and six orders each"


def test_a_guess_does_not_depend_on_the_truth() -> None:
    found = []
    for row in (["r2", "r3", "r1"], ["r5", "r1", "r2"]):
        state = a_row(row=row, laid=["r1", "r2"])
        AT43.hide(state, "blue")
        AT43.guess(state, "blue", Random(7))
        found.append(state.sides["red"].row)
    assert found[0] == found[1]
