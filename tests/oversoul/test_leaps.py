"""The checks between two checkpoints notice what cannot be."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from littlewars.systems.oversoul import OVERSOUL
from littlewars.systems.oversoul.basics.state import State

SCENARIO = {
    "system": "oversoul",
    "table": [48, 48],
    "sides": {"red": {"edge": "south", "score": 3}, "blue": {"edge": "north"}},
    "profiles": {"rifle": {"die": "d6", "range": 12, "attributes": ["Lucky"]}},
    "units": {
        "a": {"side": "red", "profile": "rifle", "at": [[10, 10], [12, 10], [14, 10]]},
        "b": {"side": "blue", "profile": "rifle", "at": [[10, 30], [12, 30]]},
    },
    "deploy": False,
}


def apart(state: State) -> None:
    state.figures["a.3"].x = 30_000


def vanish(state: State) -> None:
    del state.figures["a.3"]
    state.units["a"].figures.remove("a.3")


def poorer(state: State) -> None:
    state.sides["red"].score = 0


def rearmed(state: State) -> None:
    state.figures["a.1"].change_gun(0, uses=7)


@pytest.mark.parametrize(
    ("change", "why"), [(apart, "drifted"), (vanish, "vanished"), (poorer, "lost points"), (rearmed, "found a weapon")]
)
def test_what_cannot_be_is_named(change: Callable[[State], None], why: str) -> None:
    before = OVERSOUL.setup(SCENARIO)
    after = OVERSOUL.copy(before)
    assert OVERSOUL.transition_errors(before, after) == []
    change(after)
    assert why in "; ".join(OVERSOUL.transition_errors(before, after))


def test_the_dead_stay_dead_and_luck_is_spent() -> None:
    before = OVERSOUL.setup(SCENARIO)
    before.figures["a.1"].gone, before.figures["a.2"].lucky = "removed", False
    after = OVERSOUL.copy(before)
    after.figures["a.1"].gone, after.figures["a.2"].lucky = "", True
    told = "; ".join(OVERSOUL.transition_errors(before, after))
    assert "come back" in told
    assert "better than before" in told


def test_losses_explain_a_gap() -> None:
    before = OVERSOUL.setup(
        {
            **SCENARIO,
            "units": {**SCENARIO["units"], "a": {"side": "red", "profile": "rifle", "at": [[10, 10], [14, 10], [18, 10]]}},
        }
    )
    after = OVERSOUL.copy(before)
    after.figures["a.2"].gone = "removed"
    assert OVERSOUL.transition_errors(before, after) == []
