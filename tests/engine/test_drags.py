"""Drags: clamped at what is allowed with the reason, and by way of points."""

from __future__ import annotations

from math import dist

from littlewars.engine import Leg, Legs, Move, Pose, Refusal, Step
from littlewars.engine.showing import Drag

REACH = 5000


def a_move() -> Move:
    def check(legs: Legs) -> Refusal | None:
        for leg in legs:
            path = [(0, 0), *(step.to for step in leg.steps if step.to is not None)]
            if sum(map(dist, path, path[1:])) > REACH:
                return Refusal("test.reach", "too far")
        return None

    return Move("red", "test.move", "Move", {"a": Pose((0, 0))}, {"a": REACH}, check)


def test_a_drag_that_goes_too_far_ends_where_it_is_allowed_and_says_why() -> None:
    move = a_move()
    legs, why = move.furthest(Drag(("a",), (0, 9000)))
    assert why is not None
    assert why.text == "too far"
    (x, y) = legs[0].steps[0].to or (0, 0)
    assert x == 0
    assert REACH - 40 <= y <= REACH
    near, none = move.furthest(Drag(("a",), (0, 3000)))
    assert none is None
    assert near[0].steps[0].to == (0, 3000)


def test_a_way_goes_over_the_points_that_were_named() -> None:
    move = a_move()
    legs = move.plan(Drag(("a",), (2000, 2000), via=((2000, 0),)))
    assert [step.to for step in legs[0].steps] == [(2000, 0), (2000, 2000)]
    assert move.refuse(legs) is None
    long, why = move.furthest(Drag(("a",), (4000, 4000), via=((4000, 0),)))
    assert why is not None
    assert move.refuse(long) is None


def test_a_plan_that_ends_short_by_itself_says_what_stopped_it() -> None:
    """A planner that stops before a comrade gives an allowed way: the reason is found a little farther on."""

    def check(legs: Legs) -> Refusal | None:
        ends = [step.to[1] for leg in legs for step in leg.steps if step.to is not None]
        if any(y > 2000 for y in ends):
            return Refusal("test.way", "the dragon is in the way")
        return None

    def plan(drag: Drag) -> Legs:
        return tuple(Leg(name, (Step("go", (drag.to[0], min(drag.to[1], 1900))),)) for name in drag.who)

    start = {"a": Pose((0, 0)), "b": Pose((1000, 0))}
    move = Move("red", "test.move", "Move", start, {"a": 9000, "b": 9000}, check, plan=plan)
    far = Drag(("a", "b"), (0, 8000))
    legs, none = move.furthest(far)
    assert none is None
    why = move.why_short(far, legs)
    assert why is not None
    assert (why.rule, why.text) == ("test.way", "the dragon is in the way")
    near = Drag(("a", "b"), (0, 1500))
    assert move.why_short(near, move.plan(near)) is None
    assert move.why_short(far, ()) is not None, "nor does staying go without a word"
    assert move.why_short(far, (Leg("a", (Step("turn", face=0),)),)) is None, "a turn leads nowhere"


def test_a_whole_unit_goes_round_the_corner_each_as_far_beside_it_as_he_stands() -> None:
    start = {"a": Pose((0, 0)), "b": Pose((1000, 0))}
    move = Move("red", "test.move", "Move", start, {"a": REACH, "b": REACH}, lambda legs: None)
    legs = move.plan(Drag(("a", "b"), (2000, 2000), via=((0, 2000),)))
    assert {leg.who: [step.to for step in leg.steps] for leg in legs} == {
        "a": [(0, 2000), (2000, 2000)],
        "b": [(1000, 2000), (3000, 2000)],
    }


def test_a_bent_way_that_is_too_long_ends_on_its_first_stretch() -> None:
    move = a_move()
    legs, why = move.furthest(Drag(("a",), (9000, 9000), via=((0, 9000),)))
    assert why is not None
    assert move.refuse(legs) is None
    ends = [step.to for step in legs[0].steps]
    assert len(ends) == 1
    assert ends[0] is not None
    assert ends[0][0] == 0
    assert ends[0][1] > REACH - 40


def test_where_no_bent_way_is_allowed_one_goes_straight() -> None:
    def check(legs: Legs) -> Refusal | None:
        return (
            Refusal("test.straight", "straight on only")
            if any(len(leg.steps) > 1 or leg.steps[0].to[0] for leg in legs)
            else None
        )

    move = Move("red", "test.move", "Move", {"a": Pose((0, 0))}, {"a": REACH}, check)
    legs, why = move.furthest(Drag(("a",), (0, 4000), via=((3000, 2000),)))
    assert why is not None
    assert [step.to for step in legs[0].steps] == [(0, 4000)]
