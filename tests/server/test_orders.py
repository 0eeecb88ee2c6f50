"""Orders to whole units over the wire: one request, many answers, halted where it matters, taken back as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Reseed
from tests.server.desk import House, Seat


def seated(house: House, blue: str = "tactician") -> tuple[dict[str, Any], Seat]:
    begun = house.begin("defiance", "first-battle", red="person", blue=blue)
    return begun, house.sit(begun["game"], begun["tokens"]["red"])


def give(seat: Seat, **order: Any) -> dict[str, Any]:
    return seat.do("give", n=seat.n, order=order)


def carried(seat: Seat) -> dict[str, Any]:
    """The order when it has come to an end or halts."""
    seat.until(lambda: (order := seat.now.get("order")) and (order.get("done") or order.get("stop")))
    found: dict[str, Any] = seat.now["order"]
    return found


def deployed(seat: Seat) -> None:
    """Everything stands on the table, and a unit of ours is to be given its orders."""
    seat.until(lambda: seat.now.get("asks"))
    assert give(seat, who=[], scope="placed")["is"] == "taken"
    for _ in range(400):
        order, asks = seat.now.get("order"), seat.now.get("asks")
        if not asks or (order and not order.get("done") and not order.get("stop")):
            seat.next()
        elif asks[0].get("topic") == "plan" and asks[0].get("unit"):
            return
        else:
            seat.answer(seat.do("suggest", part=asks[0]["part"])["answer"])
    raise AssertionError("nobody is asked for orders")


def test_an_order_is_carried_out_answer_by_answer_and_taken_back_as_one(house: House) -> None:
    begun, red = seated(house)
    deployed(red)
    room = house.games.rooms[begun["game"]]
    before, entries = room.system.encode(room.game.state), len(room.entries)
    unit = red.now["asks"][0]["of"]
    rehearsed = red.do("rehearse", order={"who": unit}, wanted=("rehearsed",))["rehearsal"]
    assert rehearsed["stance"] == "stand-fire"
    assert len(room.entries) == entries, "a rehearsal changes nothing"
    assert give(red, who=unit, stance="sprint", way=[[15000, 15000]])["is"] == "taken"
    while not (order := carried(red)).get("done"):  # somebody has fired at them
        assert order["stop"]["why"] in ("interrupt", "loss")
        red.do("steer", how="go")
    mine = [line for line in room.records[entries:] if line.by]
    assert [line.by for line in mine[:2]] == ["order", "aide"]
    assert len(mine) >= len(unit), "everybody went"
    red.until(lambda: red.now.get("asks"))  # the other side has acted meanwhile
    assert red.do("undo", n=red.n, entries=len(room.entries) - entries)["is"] == "taken"
    assert len([entry for entry in room.entries if not isinstance(entry, Reseed)]) <= entries, "other dice fall from here"
    assert room.system.encode(room.game.state) == before
    red.close()


def test_an_order_is_to_ones_own(house: House) -> None:
    begun, red = seated(house)
    deployed(red)
    state = house.games.rooms[begun["game"]].game.state
    foe = next(name for name, one in state.figures.items() if state.units[one.unit].side == "blue")
    assert give(red, who=[foe])["status"] == 403
    assert give(red, who=[])["status"] == 400
    red.do("steer", how="drop")
    assert red.do("steer", how="halt")["status"] == 409
    red.close()


@pytest.mark.parametrize("order", [{"way": [[10**9, 0]]}, {"stance": "dance"}, {"face": 99999}])
def test_orders_off_the_table_are_refused(house: House, order: dict[str, Any]) -> None:
    _, red = seated(house)
    deployed(red)
    reply = give(red, who=red.now["asks"][0]["of"], **order)
    assert reply["is"] == "refused"
    assert reply["status"] == 400
    red.close()


def test_nobody_else_hears_of_orders_and_rehearsals(house: House) -> None:
    begun, red = seated(house)
    watcher = house.sit(begun["game"])
    deployed(red)
    red.do("rehearse", order={"who": red.now["asks"][0]["of"]}, wanted=("rehearsed",))
    give(red, who=red.now["asks"][0]["of"], stance="aim")
    carried(red)
    watcher.drain()
    assert watcher.n >= 1
    assert "order" not in watcher.now
    red.close()
    watcher.close()


def test_a_standing_answer_is_given_whenever_its_rule_lets_one_react(house: House) -> None:
    begun, red = seated(house)
    rule = "defiance.cover.triggers"
    assert red.do("stand", rule=rule, policy="pass")["is"] == "taken"
    red.until(lambda: red.now.get("standing") == {rule: "pass"})
    assert red.do("stand", rule=rule, policy=None)["is"] == "taken"
    red.until(lambda: not red.now.get("standing"))
    assert red.do("stand", rule=rule, policy="always")["is"] == "refused"
    assert red.do("stand", rule=rule, policy="pass")["is"] == "taken"
    room = house.games.rooms[begun["game"]]
    for _ in range(600):
        asks = red.now.get("asks")
        if red.over() or any(line.rule == rule and line.side == "red" for line in room.records):
            break
        if asks and asks[0]["rule"] != rule:
            red.answer(red.do("suggest", part=asks[0]["part"])["answer"])
        else:
            red.next()
    given = [line for line in room.records if line.rule == rule and line.side == "red"]
    assert all(line.by == "aide" for line in given)
    red.close()
