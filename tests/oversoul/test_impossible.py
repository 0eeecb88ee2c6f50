"""What cannot be about a state of Oversoul, and what cannot happen between two: each is named, and its neighbour is fine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from littlewars.systems.oversoul import OVERSOUL
from littlewars.systems.oversoul.basics.state import State
from tests.oversoul.helpers import row, scenario

Deed = Callable[[State], Any]
LUCKY = {"lucky rifle": {"die": "d6", "range": 12, "attributes": ["Lucky"]}}
UNITS: dict[str, Any] = {
    "a": {"profile": "lucky rifle", "at": [[10, 10], [12, 10], [14, 10]]},
    "s": {"profile": "spear", "formation": "line", "count": 3, "at": [30, 10]},
    "c": {
        "figures": {
            "car": {"profile": "car", "at": [20, 20]},
            "1": {"profile": "man", "carrier": "c.car", "seat": "rear", "at": [20, 20]},
        }
    },
    "cap": {"profile": "captain", "at": [[10, 12]], "under": "a"},
    "b": {"profile": "rifle", "at": row(10, 30, 2)},
}


def fresh() -> State:
    return OVERSOUL.setup(scenario(UNITS, profiles=LUCKY))


def of(name: str, **fields: Any) -> Deed:
    """A figure changed in some fields."""

    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.figures[name], field, value)

    return change


def unit(name: str, **fields: Any) -> Deed:
    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.units[name], field, value)

    return change


def turn(**fields: Any) -> Deed:
    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.turn, field, value)

    return change


def side(**fields: Any) -> Deed:
    def change(state: State) -> None:
        for field, value in fields.items():
            setattr(state.sides["red"], field, value)

    return change


def gun(**fields: Any) -> Deed:
    return lambda state: state.figures["a.1"].change_gun(0, **fields)


def both(*deeds: Deed) -> Deed:
    def change(state: State) -> None:
        for deed in deeds:
            deed(state)

    return change


def shift(name: str, x: int, y: int = 0) -> Deed:
    """A figure goes so far."""

    def change(state: State) -> None:
        state.figures[name].x += x
        state.figures[name].y += y

    return change


def ranked(*rows: tuple[str | None, ...]) -> Deed:
    def change(state: State) -> None:
        assert state.units["s"].ranks
        state.units["s"].ranks.rows = [list(row) for row in rows]

    return change


WRONG: list[tuple[Deed, str]] = [
    (of("b.1", x=499), "b.1 is off the table"),
    (of("b.1", x=48_000 - 499), "b.1 is off the table"),
    (both(turn(phase="deploy"), of("b.1", x=0, y=1)), "b.1 is off the table"),
    (both(turn(phase="deploy"), of("b.1", x=1, y=0)), "b.1 is off the table"),
    (of("b.1", x=0, y=0), "b.1 is off the table"),
    (of("b.1", x=10_400), "b.1 and b.2 overlap"),
    (unit("cap", under=""), "a and its leader disagree"),
    (unit("a", leader=""), "cap is attached to a unit that does not know him"),
    (both(ranked(("s.1", "s.2")), of("s.1", gone="removed")), "s: its ranks do not hold its members"),
    (shift("s.2", 4), "s.2 is not in his place in the ranks"),
    (shift("s.2", 0, -4), "s.2 is not in his place in the ranks"),
    (of("s.2", face=100), "s.2 looks elsewhere than his unit"),
    (unit("s", ranks=None), "s is tight and stands in no formation: oversoul.tight.must-have-formation"),
    (unit("b", lost=1), "b has lost more than are gone"),
    (unit("b", figures=["b.1"]), "b.2 is not in its unit"),
    (of("c.1", carrier="x"), "c.1 rides on nothing"),
    (of("c.car", gone="removed"), "c.1 rides on nothing"),
    (shift("c.car", 1), "c.1 is not where its carrier is"),
    (shift("c.1", 0, 1), "c.1 is not where its carrier is"),
    (lambda s: of("c.car", damage=s.figures["c.car"].profile.move + 1)(s), "c.car has lost more MOVE than it has"),
]
FINE: list[Deed] = [
    of("b.1", x=500),
    of("b.1", x=48_000 - 500, y=20_000),
    of("b.1", x=10_000),
    both(turn(phase="deploy"), of("b.1", x=0, y=0), of("b.2", x=0, y=0)),
    both(turn(phase="terrain"), of("b.1", x=0, y=0)),
    both(turn(phase="ready"), of("b.1", x=0, y=0)),
    of("b.1", x=0, gone="removed"),
    shift("s.2", 3),
    shift("s.2", 0, -3),
    both(unit("s", disordered=True), shift("s.2", 0, 2000), of("s.3", face=9000)),
    both(unit("s", disordered=True), ranked(("s.1", "s.2"))),
    both(unit("s", disordered=True), unit("s", ranks=None)),
    both(unit("s", ranks=None), turn(waiting=["s"])),
    both(of("s.2", gone="removed"), unit("s", lost=1)),
    both(of("b.2", gone="removed"), unit("b", lost=1)),
    both(of("c.1", carrier="x", gone="removed")),
    lambda s: of("c.car", damage=s.figures["c.car"].profile.move)(s),
    of("b.1", damage=9000),
]


@pytest.mark.parametrize(("deed", "fault"), WRONG)
def test_what_cannot_be_is_named(deed: Deed, fault: str) -> None:
    state = fresh()
    assert OVERSOUL.state_errors(state) == []
    deed(state)
    assert "; ".join(OVERSOUL.state_errors(state)) == fault


@pytest.mark.parametrize("deed", FINE)
def test_what_can_be_is_no_fault(deed: Deed) -> None:
    state = fresh()
    deed(state)
    assert OVERSOUL.state_errors(state) == []


NOTHING = unit("a")
LEAPS: list[tuple[Deed, Deed, str]] = [
    (NOTHING, lambda s: (s.figures.pop("a.3"), s.units["a"].figures.remove("a.3")), "a.3 has vanished"),
    (of("a.1", gone="removed"), of("a.1", gone=""), "a.1 has come back"),
    (of("a.1", gone="removed"), of("a.1", gone="fled"), "a.1 has come back"),
    (of("c.car", damage=1000), of("c.car", damage=999), "c.car is better than before"),
    (of("a.2", lucky=False), of("a.2", lucky=True), "a.2 is better than before"),
    (gun(lost=True), gun(lost=False), "a.1 has found a weapon or shots again"),
    (gun(uses=2), gun(uses=3), "a.1 has found a weapon or shots again"),
    (gun(uses=-1), gun(uses=-2), "a.1 has found a weapon or shots again"),
    (side(score=3), side(score=2), "red has lost points or turns"),
    (side(turns=3), side(turns=2), "red has lost points or turns"),
    (turn(round=2), turn(round=1), "a round has come back"),
    (NOTHING, shift("a.3", 16_000), "a has drifted apart"),
    (NOTHING, of("a.1", gone="removed"), ""),
    (of("a.1", gone="removed"), NOTHING, ""),
    (of("c.car", damage=1000), of("c.car", damage=1001), ""),
    (of("a.2", lucky=True), of("a.2", lucky=False), ""),
    (of("a.2", lucky=True), of("a.2", lucky=True), ""),
    (gun(lost=False), gun(lost=True), ""),
    (gun(lost=True), gun(lost=True), ""),
    (gun(uses=3), gun(uses=2), ""),
    (gun(uses=-1), gun(uses=-1), ""),
    (side(score=2), side(score=2), ""),
    (side(turns=2), side(turns=3), ""),
    (turn(round=1), turn(round=1), ""),
    (shift("a.3", 16_000), NOTHING, ""),  # they were apart before
    (shift("a.3", 16_000), shift("a.3", 500), ""),
    (turn(phase="deploy"), shift("a.3", 16_000), ""),
    (unit("a", frightened=True), both(unit("a", frightened=False), shift("a.3", 16_000)), ""),
    (NOTHING, both(unit("a", frightened=True), shift("a.3", 16_000)), ""),
    (NOTHING, both(unit("a", disordered=True), shift("a.3", 16_000)), ""),
    (NOTHING, both(of("a.2", gone="removed"), shift("a.3", 16_000)), ""),
    (NOTHING, both(unit("a", leader=""), unit("cap", under=""), shift("a.3", 16_000)), ""),
]


@pytest.mark.parametrize(("first", "then", "leap"), LEAPS)
def test_what_cannot_happen_is_named(first: Deed, then: Deed, leap: str) -> None:
    before, after = fresh(), fresh()
    first(before)
    first(after)
    then(after)
    assert "; ".join(OVERSOUL.transition_errors(before, after)) == leap
