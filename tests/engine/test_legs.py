"""Legs as books make them: along ways, straight to ends, all in step; and where they end."""

from __future__ import annotations

from littlewars.engine import Leg, Step
from littlewars.engine.moves import along, ends_of, in_step, straight_to
from littlewars.engine.showing import Stretch, stretches


def test_everybody_goes_along_his_own_way_and_who_has_none_stays() -> None:
    legs = along({"a": [(0, 1000), (1000, 1000)], "b": []})
    assert legs == (Leg("a", (Step("go", (0, 1000)), Step("go", (1000, 1000)))),)
    assert not legs[0].is_straight
    assert ends_of((*legs, Leg("c", (Step("drop"),)))) == {"a": (1000, 1000)}


def test_a_straight_leg_is_one_step_on_foot() -> None:
    assert [leg.is_straight for leg in straight_to({"a": (5, 6)})] == [True]
    assert not Leg("a", (Step("leap", (5, 6)),)).is_straight


def test_in_step_those_in_front_go_first() -> None:
    legs = in_step({"a": (0, 0), "b": (100, 0), "c": (50, 0)}, (1000, 0))
    assert ends_of(legs) == {"b": (1100, 0), "c": (1050, 0), "a": (1000, 0)}
    assert [leg.who for leg in legs] == ["b", "c", "a"]


def test_the_parts_of_a_way_cost_as_much_as_they_are_long() -> None:
    assert stretches(((0, 0), (300, 400), (300, 500))) == (
        Stretch((0, 0), (300, 400), 500),
        Stretch((300, 400), (300, 500), 100),
    )
