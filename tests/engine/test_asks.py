from __future__ import annotations

import re
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlewars.engine import (
    Allocate,
    Arrange,
    Ask,
    Assign,
    Choose,
    ChooseSome,
    Leg,
    Mod,
    Move,
    Number,
    Option,
    Place,
    Pose,
    Refusal,
    Shape,
    Spot,
    Step,
    Tally,
    Verb,
    only,
)


def no(_: Any) -> Refusal:
    return Refusal("t.no", "no")


def refused(ask: Ask[Any], raw: Any) -> Refusal | None:
    try:
        return ask.refuse(ask.read(raw))
    except Refusal as refusal:
        return refusal


PRICED = [Option("a", cost=(("coins", 2),)), Option("b", cost=(("coins", 1),)), Option("c", cost=(("coins", 1),))]
SPOTS = [(Spot("x", (1, 2)),), (Spot("x", (3, 4), 100),)]
ASKS: dict[str, Ask[Any]] = {
    "choose": Choose("red", "t.r", "?", ["x", Option("y", "Why", tally=Tally(4, (Mod("far", -1, "t.far"),)))]),
    "choose-some": ChooseSome("red", "t.r", "?", PRICED, least=1, most=2, purse={"coins": 2}),
    "number": Number("red", "t.r", "?", 2, 11, step=3, counts="dice", usual=5, blind=True),
    "assign": Assign("red", "t.r", "?", {"a": ["x", "y"], "b": ["hold"]}),
    "allocate": Allocate("red", "t.r", "?", 5, {"a": 3, "b": 4}, least={"b": 1}),
    "allocate some": Allocate("red", "t.r", "?", 5, {"a": 3, "b": 4}, exact=False),
    "arrange": Arrange("red", "t.r", "?", ["a", "b", "c"]),
    "move": Move(
        "red",
        "t.r",
        "?",
        {"a": Pose((0, 0)), "b": Pose((5, 5), 9000, 1)},
        {"a": 6000},
        lambda legs: None,
        verbs={"go": Verb(), "turn": Verb(most=1), "run": Verb(flat=1000, most=1)},
        propose=lambda rng: (Leg("a", (Step("go", (rng.randint(0, 9), 0)),)),),
    ),
    "place": Place(
        "red",
        "t.r",
        "?",
        {"x": Shape("disc", (500,))},
        lambda: [(Spot("x", (1, 2)),), (Spot("x", (3, 4), 100),)],
        lambda s: None,
    ),
}


@pytest.mark.parametrize("name", ASKS)
def test_default_and_samples_are_allowed_and_travel(name: str) -> None:
    ask, rng = ASKS[name], Random(1)
    for answer in [ask.default(), *(ask.sample(rng) for _ in range(40))]:
        ask._approved = None
        assert ask.refuse(answer) is None
        hash(answer)
        assert ask.read(msgspec.json.decode(msgspec.json.encode(answer))) == answer
    sheet = msgspec.json.decode(msgspec.json.encode(ask.sheet()))
    assert {key: sheet[key] for key in ("side", "rule", "prompt")} == {"side": "red", "rule": "t.r", "prompt": "?"}
    assert ask.kind == sheet["kind"]


@pytest.mark.parametrize(
    ("name", "raw", "message"),
    [
        ("choose", "z", "'z' is not among x, y"),
        ("choose", 5, "not an answer to 'choose'"),
        ("choose-some", [], "0 named, 1 to 2"),
        ("choose-some", ["b", "b"], "2 named"),
        ("choose-some", ["a", "b"], "3 of 2 coins"),
        ("choose-some", ["d"], "'d' is not among a, b, c"),
        ("choose-some", "bc", "not an answer"),
        ("number", 4, "4 is not between 2 and 11 in steps of 3"),
        ("number", 14, "14 is not between"),
        ("number", True, "not an answer"),
        ("assign", {"a": "x"}, "each of a, b"),
        ("assign", {"a": "z", "b": "hold"}, "a: 'z' is not among x, y"),
        ("assign", [["a", "x"], ["a", "y"]], "each of a, b"),
        ("allocate", {"a": 3, "b": 1}, "4 of 5 allocated"),
        ("allocate", {"a": 4, "b": 1}, "room for"),
        ("allocate", {"a": 3, "c": 2}, "room for"),
        ("allocate", {"a": -1, "b": 4}, "room for"),
        ("allocate", [["b", 4], ["b", 1]], "room for"),
        ("allocate some", {"a": 3, "b": 3}, "6 of 5 allocated"),
        ("arrange", ["a", "b"], "not an order of a, b, c"),
        ("move", [{"who": "z", "steps": []}], "z may not move"),
        ("move", [{"who": "a", "steps": []}, {"who": "a", "steps": []}], "one moves twice"),
        ("move", [{"who": "a", "steps": [{"verb": "fly"}]}], "a may not fly; allowed are go, turn, run"),
        ("move", [{"who": "a", "steps": [{"verb": "go"}]}], "a: go where"),
        ("move", [{"who": "a", "steps": [{"verb": "turn", "to": [1, 1]}]}], "a: turn where"),
        ("move", [{"who": "a", "steps": [{"verb": "run", "to": [1, 1]}] * 2}], "run at most 1 times"),
        ("move", [{"who": "a", "steps": [{"verb": "go", "to": [10**40, 1]}]}], "far off any table"),
        ("place", [{"what": "y", "at": [1, 1]}], "y is not to be placed; x are"),
        ("place", [{"what": "x", "at": [1, 1]}] * 2, "put down twice"),
        ("place", [{"what": "x", "at": [1, -(10**10)]}], "far off any table"),
    ],
)
def test_what_is_wrong_is_said(name: str, raw: Any, message: str) -> None:
    ask = ASKS[name]
    refusal = refused(ask, raw)
    assert refusal
    assert refusal.rule == "t.r"
    assert re.search(message, str(refusal))


@pytest.mark.parametrize("name", ASKS)
@given(
    raw=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(max_size=3) | st.sampled_from("abxy"),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "x", "who", "steps"]), inner),
        max_leaves=6,
    )
)
@settings(max_examples=60, deadline=None)
def test_anything_over_a_wire_is_read_or_refused(name: str, raw: Any) -> None:
    refusal = refused(ASKS[name], raw)
    assert refusal is None or refusal.rule == "t.r"


def test_the_check_of_a_rule_comes_after_the_data() -> None:
    ask = Choose("red", "t.r", "?", ["x", "y"], check=lambda a: no(a) if a == "y" else None)
    assert ask.refuse("y").rule == "t.no"
    assert ask.refuse("z").rule == "t.r"
    assert {ask.sample(Random(n)) for n in range(20)} == {"x"}


def test_an_approved_answer_is_not_checked_twice() -> None:
    calls: list[Any] = []
    ask = ChooseSome("red", "t.r", "?", ["x", "y"], check=lambda a: calls.append(a))
    answer = ("x",)
    ask.refuse(answer), ask.refuse(answer)
    assert len(calls) == 1


def test_a_default_finds_what_the_purse_allows() -> None:
    ask = ChooseSome("red", "t.r", "?", PRICED, least=2, purse={"coins": 2})
    assert ask.default() == ("b", "c")


def test_a_blind_ask_says_so() -> None:
    assert ASKS["number"].sheet()["blind"] is True
    assert "blind" not in ASKS["choose"].sheet()


def test_a_way_of_which_the_rule_says_nothing_costs_what_it_is_long() -> None:
    ask = Move("red", "r.move", "Move", {"a": Pose((0, 0))}, {"a": 9000}, lambda legs: None, verbs={"go": Verb()})
    trace = ask.trace(Leg("a", (Step("go", (3000, 4000)), Step("go", (3000, 5000)))))
    assert trace.path == ((0, 0), (3000, 4000), (3000, 5000))
    assert (trace.cost, trace.budget) == (6000, 9000)


def test_a_tally_explains_itself() -> None:
    tally = Tally(4, (Mod("far", -1, "t.far"), Mod("aimed", 2, "t.aim")))
    assert (tally.total, tally.needed) == (1, 3)
    assert str(tally) == "4+, far -1 (t.far), aimed +2 (t.aim)"


NAN = float("nan")
STRANGE_LEGS: list[Any] = [
    {"a": 1}, "abc", 5, None, True, [Leg("a", ())], (1,), ("a",), (None,), ({"who": "a"},), (Spot("x", (1, 2)),),
    (Leg(5, ()),), (Leg("a", [Step("go", (1, 1))]),), (Leg("a", None),), (Leg("a", (7,)),), (Leg(["a"], ()),),
    *[(Leg("a", (step,)),) for step in (
        Step("turn", face=NAN), Step("turn", face=1.5), Step("turn", face=True), Step("go", (1.0, 2)), Step("go", (NAN, 2)),
        Step("go", (True, 2)), Step("go", (1,)), Step("go", (1, 2, 3)), Step("go", [1, 2]), Step("go", "12"), Step("go", 5),
        Step("go", (1, 2), level=0.5), Step(None, (1, 2)), Step(["go"], (1, 2)), Step("go", (1, 2), what=3),
    )],
]  # fmt: skip
STRANGE_SPOTS: list[Any] = [
    {"x": 1}, "x", 5, None, True, [Spot("x", (1, 2))], (1,), (None,), (Leg("a", ()),), (Spot(5, (1, 2)),),
    (Spot(["x"], (1, 2)),),
    *[(Spot("x", at),) for at in ((1.0, 2), (NAN, 2), (True, 2), (1,), (1, 2, 3), [1, 2], "12", None, 5)],
    (Spot("x", (1, 2), NAN),), (Spot("x", (1, 2), None),), (Spot("x", (1, 2), True),), (Spot("x", (1, 2), 0, 1.5),),
    (Spot("x", (1, 2), how=3),),
]  # fmt: skip


@pytest.mark.parametrize(("name", "answers"), [("move", STRANGE_LEGS), ("place", STRANGE_SPOTS)])
def test_an_answer_of_another_kind_is_refused(name: str, answers: list[Any]) -> None:
    for answer in answers:
        refusal = ASKS[name].refuse(answer)
        assert refusal is not None, answer
        assert refusal.rule == "t.r"
        assert "whole numbers" in str(refusal), answer


def but(name: str) -> Any:
    """Everything is refused but this."""
    return lambda answer: None if answer == name else no(answer)


ROOM = {"a": 2, "b": 3}
ONLY: list[tuple[Ask[Any], Any]] = [
    (Choose("red", "t.r", "?", ["x"]), "x"),
    (Choose("red", "t.r", "?", ["x", "y"]), None),
    (Choose("red", "t.r", "?", ["x", "y"], but("y")), "y"),
    (Choose("red", "t.r", "?", ["x"], no), None),
    (ChooseSome("red", "t.r", "?", ["x", "y"], least=2), ("x", "y")),
    (ChooseSome("red", "t.r", "?", ["x", "y"], least=1), None),
    (ChooseSome("red", "t.r", "?", ["x", "y"], most=0), ()),
    (ChooseSome("red", "t.r", "?", PRICED, purse={"coins": 0}), ()),
    (ChooseSome("red", "t.r", "?", PRICED), ()),  # nobody can be paid for
    (ChooseSome("red", "t.r", "?", PRICED, purse={"coins": 1}), None),
    (ChooseSome("red", "t.r", "?", PRICED, least=1), None),  # there is no answer at all
    (Number("red", "t.r", "?", 2, 4, step=3), 2),
    (Number("red", "t.r", "?", 2, 5, step=3), None),
    (Assign("red", "t.r", "?", {"a": ["x"], "b": ["y"]}), (("a", "x"), ("b", "y"))),
    (Assign("red", "t.r", "?", {"a": ["x"], "b": ["y", "z"]}), None),
    (Allocate("red", "t.r", "?", 2, {"a": 4, "b": 0}), (("a", 2),)),
    (Allocate("red", "t.r", "?", 5, ROOM), (("a", 2), ("b", 3))),
    (Allocate("red", "t.r", "?", 2, ROOM, least={"b": 2}), (("b", 2),)),
    (Allocate("red", "t.r", "?", 4, ROOM), None),
    (Allocate("red", "t.r", "?", 2, {"a": 4}, exact=False), None),
    (Allocate("red", "t.r", "?", 0, ROOM, exact=False), ()),
    (Arrange("red", "t.r", "?", ["a"]), ("a",)),
    (Arrange("red", "t.r", "?", ["a", "b"]), None),
    (ASKS["move"], None),
    (ASKS["place"], None),
]


@pytest.mark.parametrize(("ask", "answer"), ONLY)
def test_the_only_legal_answer_is_named_where_there_is_just_one(ask: Ask[Any], answer: Any) -> None:
    assert only(ask) == answer
