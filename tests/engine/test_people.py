from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlewars.engine import Leg, Refusal, Spot, Step
from littlewars.engine.cases.people import from_people, to_people
from littlewars.engine.measures import INCHES, Unreadable
from tests.engine.test_asks import ASKS

names = st.sampled_from(["a", "raven 1", "7", "no"])
points = st.tuples(st.integers(-99_000_000, 99_000_000), st.integers(-99_000_000, 99_000_000))
faces = st.integers(0, 35_999)
levels = st.integers(-5, 5)
steps = st.builds(
    Step,
    st.sampled_from(["go", "turn", "run"]),
    st.none() | points,
    st.none() | faces,
    st.none() | levels,
    st.sampled_from(["", "car"]),
)
legs = st.lists(st.builds(Leg, names, st.lists(steps, max_size=3).map(tuple)), unique_by=lambda leg: leg.who).map(tuple)
spots = st.lists(st.builds(Spot, names, points, faces, levels, st.sampled_from(["", "prone"])), unique_by=lambda s: s.what).map(
    tuple
)


def trip(kind: str, answer: Any) -> Any:
    return from_people(ASKS[kind], json.loads(json.dumps(to_people(kind, answer))))


@given(legs)
def test_moves_there_and_back(answer: Any) -> None:
    assert trip("move", answer) == answer


@given(spots)
def test_places_there_and_back(answer: Any) -> None:
    assert trip("place", answer) == answer


@given(points)
def test_points_there_and_back(point: Any) -> None:
    assert INCHES.read_point(INCHES.write_point(point)) == point


@pytest.mark.parametrize(
    ("kind", "answer", "written"),
    [
        ("choose", "fire", "fire"),
        ("choose-some", ("a", "b"), ["a", "b"]),
        ("choose-some", (), []),
        ("arrange", ("b", "a"), ["b", "a"]),
        ("number", 5, 5),
        ("assign", (("a", "x"), ("b", "hold")), {"a": "x", "b": "hold"}),
        ("allocate", (("a", 2),), {"a": 2}),
        ("move", (), {}),
        ("move", (Leg("a", (Step("go", (14000, 10500)),)),), {"a": [14, 10.5]}),
        ("move", (Leg("a", ()),), {"a": []}),
        ("move", (Leg("a", (Step("run", (1, 0), what="b"),)),), {"a": {"verb": "run", "to": [0.001, 0], "what": "b"}}),
        ("place", (Spot("x", (1000, 2000)),), {"x": [1, 2]}),
        (
            "place",
            (Spot("x", (1000, 2000), 4550, 1, "prone"),),
            {"x": {"at": [1, 2], "face": 45.5, "level": 1, "how": "prone"}},
        ),
    ],
)
def test_as_people_write_it(kind: str, answer: Any, written: Any) -> None:
    assert to_people(kind, answer) == written
    assert trip(kind, answer) == answer


def test_shorthand() -> None:
    move, choose = ASKS["move"], ASKS["choose"]
    assert from_people(move, {1: {"face": 450}}) == (Leg("1", (Step("turn", face=9000),)),)
    assert from_people(move, {"a": {"to": [1, 1], "face": -90}}) == (Leg("a", (Step("go", (1000, 1000), 27000),)),)
    assert from_people(move, {"a": [[1, 1], [2, 1]]}) == (Leg("a", (Step("go", (1000, 1000)), Step("go", (2000, 1000)))),)
    assert from_people(move, []) == ()
    assert from_people(choose, 2) == "2"


@pytest.mark.parametrize(
    ("kind", "raw", "message"),
    [
        ("move", None, "{who: steps} is needed"),
        ("move", {"a": 5}, "a: steps are written"),
        ("move", {"a": [[1, 2, 3]]}, "a: a step is written"),
        ("move", {"a": [1, "x"]}, "a: a step is written"),
        ("move", {"a": [[1, "x"]]}, "a: a step needs a number"),
        ("move", {"a": [[1, True]]}, "a: a step needs a number"),
        ("move", {"a": [[float("nan"), 1]]}, "needs a number"),
        ("move", {"a": [[1e30, 1]]}, "not too large"),
        ("move", {"a": {"verb": "run", "too": [1, 1]}}, "a: a step has verb, to, face, level, what, not 'too'"),
        ("move", {"a": {"verb": ["run"]}}, "a name is needed"),
        ("move", {"a": {"to": [1, 1], "level": 1.5}}, "level needs a whole number"),
        ("move", {True: [1, 1]}, "a name is needed"),
        ("place", {"x": {"face": 90}}, "x: at is missing"),
        ("place", {"x": 3}, "x: a place is written"),
        ("place", "x", "is needed"),
        ("place", {"x": {"at": [1, 1], "face": "north"}}, "x: face needs a number"),
        ("assign", ["a"], "is needed"),
        ("assign", {"a": None}, "a name is needed"),
        ("allocate", {"a": "many"}, "not an answer to 'allocate'"),
        ("choose", True, "a name is needed, not True"),
        ("choose", None, "a name is needed"),
        ("choose-some", "ab", "a list"),
        ("arrange", {"a": 1}, "a list"),
        ("number", "5", "a whole number"),
        ("number", 5.5, "a whole number"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(kind: str, raw: Any, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        from_people(ASKS[kind], raw)
    assert refused.value.rule == "t.r"
    assert message in str(refused.value)


def test_a_point_alone() -> None:
    with pytest.raises(Unreadable, match=r"the corner is written \[x, y\]"):
        INCHES.read_point({"x": 1}, "the corner")
