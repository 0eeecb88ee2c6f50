"""Drags: clamped at what is allowed with the reason, and by way of points."""

from __future__ import annotations

from math import dist

from littlewars.engine import Legs, Move, Pose, Refusal
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
