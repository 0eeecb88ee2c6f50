"""Contact: who touches whom, standing or lying, and whom it holds (defiance.hth.contact, defiance.hth.lock)."""

from __future__ import annotations

import pytest

from littlewars.systems.defiance.move.contact import may_touch, touched
from littlewars.table.shapes.bases import gap, moved
from tests.defiance.squads import Play, a_battle, a_state


@pytest.mark.rule("defiance.hth.contact-without-lock", "defiance.orders.fire-prohibitions")
def test_one_walks_away_from_a_tank_on_fire_orders() -> None:
    units = {"r": {"at": [[20, 10]]}, "b": {"frame": "tank", "at": [[20, 18]], "primary": ""}}
    play = Play(units, dice="card 1")
    tank = play["b.1"]
    near = next(y for y in range(18_000, 10_000, -1) if not _overlap(play, y))
    play["r.1"].y = near
    assert touched(play.state, play["r.1"], play["r.1"].at) == [tank]
    play.say("support-fire", "walking")
    assert play.allows({"r.1": [20, near / 1000 - 3]})
    assert play.refused({"r.1": [20, near / 1000 + 1]}) in ("move.figures-as-obstacles", "orders.fire-prohibitions")


def _overlap(play: Play, y: int) -> bool:
    return gap(moved(play["r.1"].base(), (20_000, y)), play["b.1"].base()) < 25


@pytest.mark.rule("defiance.orders.charge-contact-order", "defiance.hth.contact-without-lock")
def test_a_tank_that_a_comrade_touches_is_met_though_it_holds_nobody() -> None:
    units = {"r": {"at": [[20, 10], [30, 10]]}, "b": {"at": [[20, 18], [30, 30]], "frame": "tank", "primary": ""}}
    state = a_battle(units).state
    members, second = state.members(state.units["b"]), state.figures["r.2"]
    second.x = 21_000
    assert list(may_touch(state, second, members, second.at, lambda enemy: True)) == ["b.1"]
    play = Play(units, dice="card 1")
    y = next(y for y in range(18_000, 10_000, -1) if not _overlap(play, y))
    state.figures["r.1"].y = y
    assert list(may_touch(state, second, members, second.at, lambda enemy: True)) == ["b.1", "b.2"]


@pytest.mark.rule("defiance.move.fly-forbidden-orders", "defiance.orders.charge-target")
def test_in_the_air_nobody_touches_and_nobody_is_touched() -> None:
    state = a_battle({"r": {"at": [[20, 10]]}, "b": {"frame": "bird", "at": [[20, 11]]}}).state
    me, bird = state.figures["r.1"], state.figures["b.1"]
    assert touched(state, me, me.at) == [bird]
    assert touched(state, me, me.at, level=1) == []
    bird.level = 1
    assert touched(state, me, me.at) == []


@pytest.mark.rule("defiance.hth.lock")
def test_the_fallen_the_waiting_and_friends_are_not_touched() -> None:
    units = {"r": {"at": [[20, 10], [21, 10]]}, "b": {"at": [[20, 11], [19, 10]], "face": 180}, "b2": {"at": [[20, 9]]}}
    state = a_state(units)
    figure = state.figures["r.1"]
    assert [enemy.id for enemy in touched(state, figure, figure.at)] == ["b.1", "b.2", "b2.1"]
    state.figures["b.1"].gone = "killed"
    state.turn.waiting.append("b2")
    assert [enemy.id for enemy in touched(state, figure, figure.at)] == ["b.2"]
