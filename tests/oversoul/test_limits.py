"""Limits of Oversoul on both sides: the last that is allowed and the first that is not."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.oversoul.attack.attack import identical
from littlewars.systems.oversoul.move.legs import STRAY, is_ahead
from littlewars.systems.oversoul.turn.deployment import refuse_zone
from littlewars.systems.oversoul.units.aim import is_steady
from littlewars.systems.oversoul.units.allowance import move_of
from littlewars.table.shapes.bases import Disc
from tests.oversoul.helpers import Play, battle_of, mods, shot, state_of

FAR: dict[str, Any] = {"b": {"profile": "tough", "at": [[20, 40]], "face": 180}}


@pytest.mark.rule("oversoul.attr.sharpshooter")
def test_outside_an_activation_everybody_is_steady() -> None:
    sharp = {"sharp": {"die": "d6", "range": 10, "attributes": ["Sharpshooter"]}}
    battle = battle_of({"a": {"profile": "sharp", "at": [[20, 32]]}, **FAR}, profiles=sharp)
    assert is_steady(battle.state, battle.state.figures["a.1"])
    assert list(mods(shot(battle, "a.1", "b.1")).values()) == [1]


@pytest.mark.rule("oversoul.tight.hit-allocation-mixed")
def test_who_is_identical() -> None:
    """The same die, range and attributes count, not the name."""

    def alike(second: str) -> bool:
        figures = {"1": {"profile": "man", "at": [10, 10]}, "2": {"profile": second, "at": [12, 10]}}
        state = state_of({"a": {"figures": figures}, **FAR}, profiles={"fellow": {"die": "d6"}})
        return identical(state, state.units["a"])

    assert [alike(name) for name in ("man", "fellow", "big", "rifle", "brave")] == [True, True, False, False, False]


@pytest.mark.rule("oversoul.move.vehicle-turn")
def test_straight_ahead_means_within_what_rounding_does() -> None:
    assert is_ahead((0, 0), 0, (0, 1000))
    assert is_ahead((0, 0), 0, (STRAY, 1000))
    assert not is_ahead((0, 0), 0, (STRAY + 1, 1000))
    assert is_ahead((0, 0), 9000, (1000, -STRAY))
    assert not is_ahead((0, 0), 9000, (1000, -STRAY - 1))


@pytest.mark.rule("oversoul.attr.jump")
def test_who_jumps_needs_legs_ground_and_a_place() -> None:
    for profile, step, allowed in (
        ("flea", {"verb": "jump", "to": [20, 27.9]}, True),
        ("flea", {"verb": "jump", "to": [20, 28.1]}, False),
        ("flea", {"verb": "jump"}, False),
        ("man", {"verb": "jump", "to": [20, 22]}, False),
    ):
        play = Play({"a": {"profile": profile, "at": [[20, 20]]}, **FAR}).say("a", "move")
        assert play.allows({"a.1": step}) is allowed


@pytest.mark.rule("oversoul.setup.deployment")
def test_a_base_may_touch_the_edges_of_its_zone() -> None:
    state = state_of({"a": {"profile": "man", "at": [[20, 5]]}, **FAR})
    inside = [(500, 500), (47_500, 500), (500, 11_500), (47_500, 11_500)]
    beyond = [(499, 500), (47_501, 500), (500, 11_501), (500, 499)]
    assert [refuse_zone(state, "red", Disc(*at, 500)) for at in inside] == [None] * 4
    assert [refuse_zone(state, "red", Disc(*at, 500)) for at in beyond] == ["outside the deployment zone"] * 4


def test_a_whole_turn_is_no_turn() -> None:
    state = state_of({"a": {"profile": "man", "at": [[20, 20]]}, **FAR})
    faced = []
    for face in (35_999, 36_000, 36_001, 72_000, -1):
        state.place(state.figures["a.1"], (20_000, 20_000), face)
        faced.append(state.figures["a.1"].face)
    assert faced == [35_999, 0, 1, 0, 35_999]


@pytest.mark.rule("oversoul.recovery.vehicle-immobilised", "oversoul.basics.move-modifier-order")
def test_damage_takes_all_of_a_move_and_no_more() -> None:
    state = state_of({"a": {"figures": {"1": {"profile": "car", "at": [20, 20]}}}, **FAR})
    car = state.figures["a.1"]
    left = []
    for damage in (0, car.profile.move - 1, car.profile.move, car.profile.move + 5):
        car.damage = damage
        left.append(move_of(state, car))
    assert left == [car.profile.move, 1, 0, 0]


@pytest.mark.rule("oversoul.template.flame-and-melee")
@pytest.mark.parametrize(
    ("profile", "size"),
    [
        ({"die": "d6", "attributes": ["Template 2"]}, 2000),
        ({"die": "d6", "attributes": ["Template 4"]}, 4000),
        ({"die": "d6", "range": 8, "attributes": ["Template 2"]}, 0),
        ({"die": "d6"}, 0),
        ({"kind": "artillery-weapon", "die": "d10", "range": 20, "attributes": ["Template 4"]}, 0),
    ],
)
def test_a_template_without_a_range_is_one_in_melee(profile: dict[str, Any], size: int) -> None:
    state = state_of({"a": {"figures": {"1": {"profile": "x", "at": [20, 20]}}}, **FAR}, profiles={"x": profile})
    assert state.figures["a.1"].profile.melee_template == size
