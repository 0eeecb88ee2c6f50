"""Passengers at their limits: who may leave, leap and board, and who is a unit of his own (defiance.passenger.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine.moves import Spot
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.state import Activation, Team
from littlewars.systems.defiance.ride.boarding_ask import boarding_terms, choose_vehicle, still_boards, way_aboard
from littlewars.systems.defiance.ride.joining import settle_riders
from littlewars.systems.defiance.ride.leaving import able_inside, leap, may_leap, must_leap, offer_exit, refuse_out, step_out
from littlewars.table.constants import TOUCH
from tests.defiance.hulls import HULLS
from tests.defiance.squads import Play, a_battle, run

FRAMES: dict[str, Any] = {**HULLS, "bus": {**HULLS["bus"], "PA": 8, "EA": ["B", "L"]}, "powered": {"class": "PI"}}
FAR: dict[str, Any] = {"b": {"at": [[40, 44]]}}


def aboard(count: int = 2, dice: str = "", frame: str = "man", **more: Any) -> Any:
    units = {
        "r": {"frame": "bus", "at": [[20, 10]], "primary": "", **more.pop("bus", {})},
        "riders": {"side": "red", "frame": frame, "count": count, "rides": "r.1"},
        **more.pop("others", FAR),
    }
    battle = a_battle(units, dice, frames=FRAMES, **more)
    battle.state.turn.doing = Activation("r")
    return battle


def by_default(rule: Any) -> Any:
    """Every ask is answered as by a lazy bot."""
    try:
        ask = rule.send(None)
        while True:
            ask = rule.send(ask.default())
    except StopIteration as stop:
        return stop.value


# ---- who may get out


@pytest.mark.rule("defiance.passenger.orders", "defiance.morale.passengers")
@pytest.mark.parametrize("word", ["shaken", "stunned"])
def test_who_inside_can_leave(word: str) -> None:
    state = aboard(3).state
    bus = state.figures["r.1"]
    setattr(state.figures["riders.2"], word, True)
    assert [one.id for one in able_inside(state, bus)] == ["riders.1", "riders.3"]
    state.units["riders"].broken = 1
    assert able_inside(state, bus) == []
    state.units["riders"].broken, state.units["riders"].rides = 0, ""
    assert able_inside(state, bus) == []  # they have just got in, and are not of its unit yet


@pytest.mark.rule("defiance.passenger.exit")
def test_nobody_leaves_in_the_air() -> None:
    battle = aboard(2)
    bus = battle.state.figures["r.1"]
    assert run(offer_exit(battle, bus), "leave") == ["riders.1", "riders.2"]
    assert run(offer_exit(battle, bus), "stay") == []
    bus.level = 1
    assert run(offer_exit(battle, bus)) == []
    bus.level = 0
    battle.state.units["riders"].broken = 1
    assert run(offer_exit(battle, bus)) == []


@pytest.mark.rule("defiance.passenger.exit", "defiance.passenger.boarding")
@pytest.mark.parametrize(
    ("frame", "budget", "left"), [("man", 8000, 6000), ("man", 2000, 0), ("man", 1999, None), ("powered", 4000, 0)]
)
def test_getting_out_costs_what_getting_in_does(frame: str, budget: int, left: int | None) -> None:
    battle = aboard(1, frame=frame)
    rider = battle.state.figures["riders.1"]
    found = by_default(step_out(battle, rider, budget))
    assert (found, bool(rider.aboard)) == ((left, False) if left is not None else (0, True))
    assert battle.state.acting().moved == ([] if left is None else ["riders.1"])


@pytest.mark.rule("defiance.passenger.exit", "defiance.vehicle.entry-arcs")
def test_one_gets_out_by_an_entry_and_to_nobody() -> None:
    battle = aboard(1, others={"b": {"at": [[19, 5.6]]}, "b2": {"frame": "bird", "at": [[21.4, 6.4]], "level": 1}})
    bus, rider = battle.state.figures["r.1"], battle.state.figures["riders.1"]
    rear, side = bus.frame.base[0] // 2 + 500, bus.frame.base[1] // 2 + 500

    def refused(x: int, y: int) -> str:
        told = refuse_out(battle, bus, [rider], (Spot("riders.1", (x, y), 0),), TOUCH)
        return told.rule.removeprefix("defiance.") if told else ""

    assert refused(bus.x + 300, bus.y - rear) == ""
    assert refused(bus.x - side, bus.y) == ""
    assert refused(bus.x + side, bus.y) == "vehicle.entry-arcs"
    assert refused(bus.x, bus.y + rear) == "vehicle.entry-arcs"
    assert refused(bus.x + 300, bus.y - rear - 100) == "passenger.exit"
    battle.state.figures["b.1"].x, battle.state.figures["b.1"].y = bus.x + 1000, bus.y - rear - 760
    battle.board = None
    assert refused(bus.x + 300, bus.y - rear) == "vehicle.entry-arcs"  # it would touch an enemy


@pytest.mark.rule("defiance.passenger.no-exit-sprinting", "defiance.passenger.leap-walking", "defiance.passenger.leap-running")
def test_of_which_vehicles_one_may_leap() -> None:
    state = aboard(2).state
    bus = state.figures["r.1"]
    speeds = ("stationary", "walking", "running", "sprinting")
    assert [may_leap(state, bus, speed) for speed in speeds] == [False, True, True, False]
    assert not must_leap(state, bus, "walking")  # nobody has leapt yet
    state.figures["riders.1"].aboard = ""
    assert must_leap(state, bus, "walking")
    assert not must_leap(state, bus, "sprinting")
    for word in ("level", "leaping"):
        setattr(bus, word, 1 if word == "level" else True)
        assert not may_leap(state, bus, "walking")
        setattr(bus, word, 0 if word == "level" else False)
    state.units["riders"].broken = 1
    assert not may_leap(state, bus, "walking")


@pytest.mark.rule("defiance.passenger.leap-running", "defiance.passenger.leap-walking")
@pytest.mark.parametrize(
    ("speed", "dice", "shaken", "gone"),
    [
        ("walking", "morale 5", False, ""),
        ("walking", "morale 4", True, ""),
        ("running", "agility 6, morale 7", False, ""),
        ("running", "agility 6, morale 6", True, ""),  # two more are needed
        ("running", "agility 7", False, "killed"),
    ],
)
def test_what_a_leap_costs(speed: str, dice: str, shaken: bool, gone: str) -> None:
    battle = aboard(1, dice)
    rider = battle.state.figures["riders.1"]
    by_default(leap(battle, battle.state.figures["r.1"], speed))
    assert (rider.aboard, rider.shaken, rider.gone) == ("", shaken, gone)


# ---- at the start of a turn


@pytest.mark.rule("defiance.passenger.boarding-partial", "defiance.passenger.boarding-full", "defiance.passenger.exit")
def test_who_has_left_is_a_unit_again_and_who_was_left_behind_is_one_of_his_own() -> None:
    battle = aboard(4)
    state = battle.state
    state.turn.number = 3
    for number in (3, 4):
        state.figures[f"riders.{number}"].aboard = ""
        state.figures[f"riders.{number}"].x = 2000 * number
    state.units["riders"].quality, state.units["riders"].broken = "Veteran", 2
    settle_riders(battle)
    rest = state.units["riders+2"]
    assert (rest.figures, rest.rides, rest.broken, rest.quality) == (["riders.3", "riders.4"], "", 2, "Veteran")
    assert rest.card == 1 + max(unit.card for unit in state.units.values() if unit is not rest)
    assert (state.figures["riders.3"].unit, state.units["riders"].figures) == ("riders+2", ["riders.1", "riders.2"])
    for number in (1, 2):
        state.figures[f"riders.{number}"].aboard = ""
    settle_riders(battle)
    assert state.units["riders"].rides == ""


@pytest.mark.rule("defiance.passenger.boarding-partial", "defiance.passenger.boarding-static")
@pytest.mark.parametrize(("room", "waits"), [(4, True), (2, False), (3, False)])
def test_a_vehicle_waits_as_long_as_one_more_fits(room: int, waits: bool) -> None:
    frames = {**FRAMES, "bus": {**FRAMES["bus"], "PA": room}}
    units = {"r": {"frame": "bus", "at": [[20, 10]], "primary": ""}, "s": {"at": [[4, 4], [6, 4]]}, **FAR}
    battle = a_battle(units, frames=frames, turn={"number": 3})
    state = battle.state
    state.figures["s.1"].aboard = "r.1"
    settle_riders(battle)
    assert (state.units["s"].boards, state.figures["r.1"].hulled.stays) == (("r.1", 3) if waits else ("", 0))
    assert state.units["s"].rides == ("" if waits else "r.1")
    assert ("s+2" in state.units) is not waits


@pytest.mark.rule("defiance.passenger.boarding-partial")
def test_a_vehicle_that_is_gone_or_under_way_is_boarded_no_more() -> None:
    units = {"r": {"frame": "bus", "at": [[20, 10]], "primary": ""}, "s": {"at": [[4, 4]]}, **FAR}
    for word in ("", "gone", "level"):
        battle = a_battle(units, frames=FRAMES)
        state = battle.state
        state.units["s"].boards = "r.1"
        if word:
            setattr(state.figures["r.1"], word, "killed" if word == "gone" else 1)
        settle_riders(battle)
        assert state.units["s"].boards == ("" if word else "r.1")
        state.units["s"].boards = "r.1"
        assert still_boards(state, state.units["s"]) is not bool(word)
        assert state.units["s"].boards == ("" if word else "r.1")


# ---- getting in


@pytest.mark.rule("defiance.passenger.boarding", "defiance.passenger.boarding-partial")
@pytest.mark.parametrize(("y", "asked"), [(0.6, True), (-0.6, False)])
def test_only_who_could_come_near_is_asked(y: float, asked: bool) -> None:
    """The bus begins at 9.4 and a sprint is 8: a base that begins within that."""
    frames = {**FRAMES, "tiny": {"MV": 4}}
    bus_at = [20, 11.9 + (0 if asked else 1.2)]
    units = {"r": {"frame": "bus", "at": [bus_at], "primary": ""}, "s": {"frame": "tiny", "at": [[20, 0.9]]}, **FAR}
    battle = a_battle(units, frames=frames)
    unit = battle.state.units["s"]
    run(choose_vehicle(battle, unit, Team(["s.1"])), *(["r.1"] if asked else []))
    assert unit.boards == ("r.1" if asked else "")
    if asked:
        run(choose_vehicle(battle, unit, Team(["s.1"])))  # it has said so
        unit.boards = ""
        run(choose_vehicle(battle, unit, Team(["s.1"])), "none")
        assert unit.boards == ""
        battle.state.figures["s.1"].shaken = True
        run(choose_vehicle(battle, unit, Team(["s.1"])))


@pytest.mark.rule("defiance.passenger.boarding", "defiance.vehicle.passenger-capacity")
def test_a_way_aboard_is_as_long_as_it_must_be() -> None:
    units = {"r": {"frame": "bus", "at": [[20, 10]], "primary": ""}, "s": {"at": [[20, 4]]}, **FAR}
    battle = a_battle(units, frames=FRAMES)
    man, bus = battle.state.figures["s.1"], battle.state.figures["r.1"]
    need = bus.y - bus.frame.base[0] // 2 - 500 - man.y + 2000
    assert [step.verb for step in way_aboard(battle, man, bus, need + 60)] == ["go", "board"]
    assert way_aboard(battle, man, bus, need - 100) == ()
    small = a_battle(units, frames={**FRAMES, "bus": {**FRAMES["bus"], "PA": 1}})
    assert way_aboard(small, small.state.figures["s.1"], small.state.figures["r.1"], 8000) == ()
    man.y = bus.y - bus.frame.base[0] // 2 - 500
    battle.board = None
    assert [step.verb for step in way_aboard(battle, man, bus, 2000)] == ["board"]  # it is there


@pytest.mark.rule("defiance.passenger.boarding-full")
def test_a_drag_onto_a_vehicle_means_to_board_it() -> None:
    units = {"r": {"frame": "bus", "at": [[20, 10]], "primary": ""}, "s": {"at": [[20, 4]]}, **FAR}
    battle = a_battle(units, frames=FRAMES)
    man, bus = battle.state.figures["s.1"], battle.state.figures["r.1"]
    terms = boarding_terms(battle, man, bus)
    assert terms.onto is not None
    assert (terms.must, terms.goal) == (True, bus.at)
    edge = bus.y - bus.frame.base[0] // 2
    assert terms.onto(Drag(("s.1",), (20_000, edge - 500)), 8000)  # its base would touch the hull
    assert not terms.onto(Drag(("s.1",), (20_000, edge - 510)), 8000)
    assert not terms.onto(Drag(("s.1",), bus.at), 1000)  # it does not come so far


@pytest.mark.rule("defiance.passenger.exit")
def test_without_room_at_an_entry_one_stays_inside() -> None:
    walls = {"w": [10, 2, 18, 18], "e": [22, 2, 30, 18], "s": [18, 2, 22, 7.2], "n": [18, 12.8, 22, 18]}
    rocks = [{"id": name, "category": "impassable", "box": box, "height": 3} for name, box in walls.items()]
    battle = aboard(1, terrain=rocks)
    rider = battle.state.figures["riders.1"]
    assert by_default(step_out(battle, rider, 8000)) == 0
    assert rider.aboard == "r.1"


@pytest.mark.rule("defiance.passenger.several-units")
def test_units_that_ride_together_are_one() -> None:
    battle = aboard(1, others={**FAR, "s": {"at": [[4, 4]], "solo": True, "figures": {"1": {"hero": True}}}})
    state = battle.state
    state.units["riders"].solo, state.units["s"].rides = True, "r.1"
    state.figures["s.1"].aboard = "r.1"
    settle_riders(battle)
    (one,) = [unit for unit in state.units.values() if unit.rides]
    assert (sorted(one.figures), one.solo, one.status) == (["riders.1", "s.1"], False, "ad hoc")
    assert all(state.figures[name].unit == one.id for name in one.figures)


@pytest.mark.rule("defiance.passenger.exit")
@pytest.mark.parametrize(("says", "asked"), [(["stationary"], True), (["walking", "drive", {"r.1": [20, 12]}, "done"], False)])
def test_only_a_vehicle_that_stood_lets_its_passengers_out(says: list[Any], asked: bool) -> None:
    units = {
        "r": {"frame": "bus", "at": [[20, 10]], "primary": ""},
        "riders": {"side": "red", "frame": "man", "count": 2, "rides": "r.1"},
        "r2": {"at": [[4, 4]]},
        **FAR,
    }
    deck = [{"unit": "r"}, {"unit": "b"}]
    game = Play(units, "card 1", frames=FRAMES, turn={"deck": deck}).say("vehicle-orders", *says)
    assert (game.asks == "red passenger.exit") is asked


@pytest.mark.rule("defiance.passenger.exit", "defiance.vehicle.sdc-passengers")
def test_a_wreck_is_empty_when_the_last_has_left() -> None:
    battle = aboard(2)
    bus = battle.state.figures["r.1"]
    bus.gone, bus.hulled.hulk = "killed", "holds"
    battle.board = None
    for name, hulk in (("riders.1", "holds"), ("riders.2", "lies")):
        by_default(step_out(battle, battle.state.figures[name], 8000))
        assert (battle.state.figures[name].aboard, bus.hulled.hulk) == ("", hulk)
