"""What is kept beside a journal: orders and standing answers that survive a restart, and clocks that run out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from littlewars.engine.orders import Order
from littlewars.server.play import clocks
from littlewars.server.play.beside import read, written
from littlewars.server.play.clocks import DAY, Clock
from littlewars.server.play.orders import Orders, Running
from tests.server.desk import House, until
from tests.server.test_orders import carried, deployed, give, seated


def on_the_loop(house: House, deed: Callable[[], Any]) -> None:
    """Do it where the server does things."""

    async def done() -> None:
        found = deed()
        if asyncio.iscoroutine(found):
            await found

    task = house.games._sweeper
    assert task is not None
    asyncio.run_coroutine_threadsafe(done(), task.get_loop()).result(10)


def test_an_order_survives_a_restart_and_goes_on_when_its_giver_says_so(house: House) -> None:
    begun, red = seated(house)
    deployed(red)
    rule = "defiance.cover.triggers"
    assert red.do("stand", rule=rule, policy="pass")["is"] == "taken"
    unit = red.now["asks"][0]["of"]
    assert give(red, who=unit, stance="sprint", way=[[15000, 15000]])["is"] == "taken"
    red.do("steer", how="halt")
    room = house.games.rooms[begun["game"]]

    async def fall() -> None:  # it was under way when the server fell
        async with room.held():
            room.orders.running["red"].stop = None
            await room.keep()
            room.close(1012, "the server stops")

    on_the_loop(house, fall)
    red.close()
    again = house.sit(begun["game"], begun["tokens"]["red"])
    again.until(lambda: again.now.get("order"))
    assert house.games.rooms[begun["game"]] is not room
    assert again.now["order"]["stop"]["why"] == "line"
    assert again.now["standing"] == {rule: "pass"}
    assert again.do("steer", how="go")["is"] == "taken"
    while not (order := carried(again)).get("done"):
        assert order["stop"]["why"] in ("interrupt", "loss")
        again.do("steer", how="go")
    again.close()


def test_a_clock_that_runs_out_lets_the_aide_finish_the_turn(house: House) -> None:
    seats = {"red": {"kind": "person", "name": "Red"}, "blue": {"kind": "bot", "bot": "tactician"}}
    body = {"system": "defiance", "scenario": "first-battle", "seats": seats, "clock": "half-hour"}
    begun = house.post("/api/games", json=body).json()
    red = house.sit(begun["game"], begun["tokens"]["red"])
    deployed(red)
    assert 1700 < red.now["clocks"]["left"]["red"] <= 1800 + 15 * 60
    assert red.now["clocks"]["runs"] == ["red"]
    room = house.games.rooms[begun["game"]]
    lines = room.n

    def no_time_left() -> None:
        room.clock.left["red"] = 0.0
        room.set_alarm()

    on_the_loop(house, no_time_left)
    until(lambda: any(line.by == "order" and line.side == "red" for line in room.records[lines:]), 20)
    red.until(lambda: red.now.get("asks") and (red.now.get("order") or {}).get("stop") is None)
    red.close()


def test_a_clock_counts_for_whoever_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(clocks, "time", lambda: now[0])
    clock = Clock.begin("half-hour", ["red", "blue"])
    clock.turn(["red"])
    now[0] += 100
    assert clock.next_out() == ("red", 1700.0)
    clock.turn(["blue"], decided="red")
    assert clock.left == {"red": 1715.0, "blue": 1800.0}
    now[0] += 3000
    assert clock.next_out() == ("blue", 0.0)
    shown = clock.shown()
    assert shown is not None
    assert shown.left == {"red": 1715, "blue": 0}
    assert Clock.begin("none", ["red"]).next_out() is None


def test_days_begin_anew_with_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(clocks, "time", lambda: now[0])
    clock = Clock.begin("days", ["red", "blue"])
    clock.turn(["red"])
    now[0] += DAY
    clock.turn(["red"], decided="red")
    assert clock.next_out() == ("red", 2 * DAY), "the same turn"
    clock.turn(["blue"], decided="red")
    clock.turn(["red"], decided="blue")
    assert clock.next_out() == ("red", 3 * DAY)


def test_what_is_written_is_read_again_for_those_who_still_play() -> None:
    orders = Orders()
    orders.running["red"] = Running(Order(("a.1",), stance="sprint"), 3, 5, 1, {"a.1": (1, 2)})
    orders.running["blue"] = Running(Order(("b.1",)), 3, 5, 1, {}, ended=7)
    orders.stand("red", "toy.react", 50)
    found, clock = read(written(orders, Clock.begin("days", ["red"])), 9, {"red": "Anna"})
    assert list(found.running) == ["red"], "what is carried out is not kept"
    assert found.running["red"].order == Order(("a.1",), stance="sprint")
    assert found.running["red"].stop is not None
    assert found.standing == {"red": {"toy.react": 50}}
    assert clock.left == {"red": 3 * DAY}
    assert read(None, 0, {})[0].running == {}
