"""Hits shared out and saved against, one kind after the other."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.dice.sharing import rounds
from littlewars.systems.xenocide.basics.state import Blow, Hits
from littlewars.systems.xenocide.harm.wounds import land, next_hits, save_hits, summed
from tests.xenocide.squads import MAN, a_battle, row, run, told

PLATE = {"plate": {**MAN, "armor": 9}}


def alike(dice: str, count: int = 3, profile: str = "man") -> Any:
    """A unit b of so many of one kind."""
    return a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": profile, "at": row(5, 20, count, 2)}}, dice, profiles=PLATE)


def mixed(dice: str) -> Any:
    """A unit b of a man, a man in plate, and a big one."""
    figures = {"1": {"at": [5, 20]}, "2": {"profile": "plate", "at": [8, 20]}, "3": {"profile": "big", "at": [11, 20]}}
    return a_battle({"a": {"at": [[1, 1]]}, "b": {"figures": figures}}, dice, profiles=PLATE)


@pytest.mark.rule("xenocide.save.allocation")
@pytest.mark.parametrize(
    ("given", "count", "least", "room"),
    [
        ({"a": 0, "b": 0, "c": 0}, 2, {}, {"a": 1, "b": 1, "c": 1}),
        ({"a": 0, "b": 0, "c": 0}, 3, {"a": 1, "b": 1, "c": 1}, {"a": 1, "b": 1, "c": 1}),
        ({"a": 0, "b": 0}, 4, {"a": 2, "b": 2}, {"a": 2, "b": 2}),
        ({"a": 0, "b": 0}, 5, {"a": 2, "b": 2}, {"a": 3, "b": 3}),
        ({"a": 1, "b": 0, "c": 0}, 1, {}, {"b": 1, "c": 1}),
        ({"a": 1, "b": 0, "c": 0}, 2, {"b": 1, "c": 1}, {"b": 1, "c": 1}),
        ({"a": 1, "b": 0, "c": 0}, 3, {"a": 0, "b": 1, "c": 1}, {"a": 1, "b": 2, "c": 2}),
        ({"a": 1, "b": 0}, 3, {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 0}, 4, {"a": 1, "b": 2}, {"a": 2, "b": 3}),
    ],
)
def test_who_must_and_who_may_take_hits(given: dict[str, int], count: int, least: dict[str, int], room: dict[str, int]) -> None:
    assert rounds(given, count) == (least, room)


@pytest.mark.rule("xenocide.weapon.multiple-saves-one-model")
def test_what_is_saved_together() -> None:
    plain, sniper, other = Hits("b", "rifle", 1, 2), Hits("b", "sniper", 3, 1, 2), Hits("c", "rifle", 1, 1)
    area = Hits("b", "rocket", 4, 2, area=True)
    assert next_hits([sniper, other, area, plain]) == ([plain, sniper], [other, area])
    assert next_hits([area, area, plain]) == ([area], [area, plain])


@pytest.mark.rule("xenocide.save.allocation")
def test_weapons_of_different_power_go_round_together() -> None:
    battle = mixed("save 10, save 10, save 10, save 10")
    asks: Any = save_hits(battle, [Hits("b", "rifle", 1, 2), Hits("b", "gun", 2, 2)])
    first = asks.send(None)
    assert (first.least, first.room) == ({}, {"b.1": 1, "b.2": 1, "b.3": 1})
    second = asks.send((("b.1", 1), ("b.3", 1)))
    assert (second.least, second.room) == ({"b.1": 0, "b.2": 1, "b.3": 0}, {"b.1": 1, "b.2": 2, "b.3": 1})
    with pytest.raises(StopIteration) as stop:
        asks.send((("b.2", 1), ("b.3", 1)))
    sums = {(line, wounds) for _, line, _, _, wounds in summed(stop.value.value)}
    assert sums == {("man", 1), ("big", 2), ("plate", 1)}


@pytest.mark.rule("xenocide.aoe.once-per-model")
@pytest.mark.rule("xenocide.aoe.who-is-hit")
def test_each_area_attack_is_shared_out_alone() -> None:
    battle = mixed("save 10, save 10")
    for _ in range(2):
        ask: Any = save_hits(battle, [Hits("b", "rocket", 4, 2, area=True)])
        asked = ask.send(None)
        assert (asked.count, asked.least, asked.room, asked.side) == (2, {}, {"b.1": 1, "b.2": 1, "b.3": 1}, "blue")
        ask.close()
    whole = run(save_hits(mixed("save 10, save 10, save 10"), [Hits("b", "rocket", 4, 5, area=True)]))
    assert sum(blow.wounds for blow in whole) == 3  # everybody once, the rest is lost


@pytest.mark.rule("xenocide.friendly-fire.through-allocation")
def test_another_side_may_share_out() -> None:
    ask: Any = save_hits(mixed(""), [Hits("b", "rifle", 1, 1, chooser="red")])
    assert ask.send(None).side == "red"


@pytest.mark.rule("xenocide.weapon.multiple-saves-one-model")
@pytest.mark.parametrize(
    ("hits", "dice", "lost"),
    [
        (Hits("b", "gun", 1, 2, 2), "2, 3, 2, 2", 1),  # armor 3 less power 1: 2 saves, 3 does not
        (Hits("b", "gun", 1, 2, 2), "3, 3, 3, 3", 2),
        (Hits("b", "gun", 1, 4, 1 + 1), ", ".join(["9"] * 8), 3),
        (Hits("b", "gun", 1, 4, 2, area=True), ", ".join(["9"] * 6), 3),
    ],
)
def test_models_with_one_wound_fall_one_to_a_hit(hits: Hits, dice: str, lost: int) -> None:
    battle = alike(dice)
    blows = run(save_hits(battle, [hits]))
    assert blows == [Blow("b", "man", lost, among=("b.1", "b.2", "b.3"))]
    assert not battle.dice.left
    (saved,) = told(battle, "Saved")
    assert (saved.needed, saved.saves) == (2, len(dice.split(",")))


@pytest.mark.rule("xenocide.weapon.multiple-saves-one-model")
def test_a_hit_that_is_saved_falls_on_nobody() -> None:
    assert run(save_hits(alike("1, 2"), [Hits("b", "gun", 1, 1, 2)])) == []


@pytest.mark.rule("xenocide.weapon.multiple-saves-one-model")
@pytest.mark.rule("xenocide.save.multiple")
def test_models_with_several_wounds_are_hit_one_by_one() -> None:
    battle = alike("9, 1, 9, 9, 9, 9", profile="big")
    blows = run(save_hits(battle, [Hits("b", "gun", 1, 3, 2)]))
    # one wound on the first, who is then hit again and dies of the next two; the last hit is on another
    assert [(blow.figure, blow.wounds) for blow in blows] == [("b.3", 1), ("b.3", 2), ("b.2", 2)]


@pytest.mark.rule("xenocide.weapon.multiple-saves-one-model")
@pytest.mark.rule("xenocide.targeting.individual-fire")
def test_an_x_area_attack_strikes_the_model_aimed_at_first() -> None:
    battle = mixed("9, 9, 9, 9")
    ask: Any = save_hits(battle, [Hits("b", "gun", 1, 2, 2, figure="b.3", area=True)])
    asked = ask.send(None)
    assert list(asked.ids) == ["b.1", "b.2"]
    with pytest.raises(StopIteration) as stop:
        ask.send("b.2")
    assert stop.value.value == [Blow("b", wounds=2, figure="b.3"), Blow("b", wounds=1, figure="b.2")]


@pytest.mark.rule("xenocide.targeting.individual-fire")
def test_a_model_aimed_at_takes_all_saves_itself() -> None:
    battle = mixed("9, 9, 9, 9")
    blows = run(save_hits(battle, [Hits("b", "gun", 1, 2, 2, figure="b.3")]))
    assert blows == [Blow("b", wounds=3, figure="b.3")]  # the fourth is lost
    (saved,) = told(battle, "Saved")
    assert (saved.saves, saved.failed) == (4, 4)


@pytest.mark.rule("xenocide.vehicle.damage-markers")
def test_every_point_is_a_marker() -> None:
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": "truck", "at": [[20, 20]]}}, "7, 8, 9, 10")
    assert run(save_hits(battle, [Hits("b", "gun", 1, 2, 2)])) == [Blow("b", wounds=6, figure="b.1")]
    (saved,) = told(battle, "Saved")
    assert (saved.saves, saved.failed, saved.needed) == (4, 3, 7)
    battle.dice.left += [("save", 7)]
    assert run(save_hits(battle, [Hits("b", "gun", 1, 1)])) == []


def test_blows_are_summed_by_whom_they_concern() -> None:
    blows = [Blow("b", "man", 1, among=("x",)), Blow("b", "man", 2, among=("x",)), Blow("b", wounds=1, figure="y")]
    assert summed(blows) == (("b", "", "y", (), 1), ("b", "man", "", ("x",), 3))


@pytest.mark.rule("xenocide.save.wounds-pool", "xenocide.save.casualties")
def test_wounds_beyond_the_last_model_are_lost() -> None:
    battle = alike("", 2, "big")
    run(land(battle, [Blow("b", "big", 8, among=("b.1", "b.2"))]))
    assert battle.state.members(battle.state.units["b"]) == []
    one = alike("", 2, "big")
    run(land(one, [Blow("b", "big", 4, among=("b.1", "b.2"))]), ["b.2"])
    assert [figure.hurt for figure in one.state.members(one.state.units["b"])] == [1]
