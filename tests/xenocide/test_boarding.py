"""Getting in and out of vehicles, and what becomes of broken passengers (xenocide.vehicle.load-and-deploy)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.xenocide.move.ways import touched_by
from littlewars.systems.xenocide.vehicles.mounts import exits, lets_in, lets_out, may_board
from tests.xenocide.squads import MAN, Play, a_battle
from tests.xenocide.test_mounts import riders

HULL: dict[str, Any] = {"movement": 12, "armor": 8, "strength": 6, "aspect": 2, "threshold": 4, "room": 4, "hull": [4, 2]}
PROFILES: dict[str, Any] = {
    "closed": {**HULL, "propulsion": "wheeled"},
    "open": {**HULL, "propulsion": "wheeled", "enclosure": "open"},
    "piloted": {**HULL, "propulsion": "wheeled", "enclosure": "open", "piloted": True},
    "meek": {**MAN, "morale": 2},
}
MOVING: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}


def field(vehicle: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"r": {"profile": "closed", "at": [[24, 20]], **vehicle}, "b": {"at": [[44, 44]]}, **more}


def play(units: dict[str, Any], **turn: Any) -> Play:
    return Play(units, profiles=PROFILES, turn={**MOVING, **turn})


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
def test_all_of_a_unit_within_an_inch_get_in() -> None:
    def may(at: list[Any], **vehicle: Any) -> bool:
        battle = a_battle(field(vehicle, c={"at": at}), profiles=PROFILES, turn=MOVING)
        return may_board(battle, battle.state.units["c"], battle.state.figures["r.1"])

    near = [[26.5, 20], [26.5, 21.1]]  # an inch from the hull, inclusive
    assert may(near)
    assert not may([[26.5, 20], [26.6, 21.1]])
    assert not may([[26.4, 16.5 + 1.1 * n] for n in range(5)])  # room for four
    assert not may(near, increment=1)
    assert not may(near, was=2)  # hard braking
    assert may(near, was=1)


@pytest.mark.rule("xenocide.vehicle.load-and-deploy", "xenocide.vehicle.passengers-disabled")
def test_a_disabled_vehicle_lets_out_but_not_in() -> None:
    battle = a_battle(field({}), profiles=PROFILES, turn=MOVING)
    vehicle = battle.state.figures["r.1"]
    vehicle.damage = 4
    assert (lets_in(battle.state, vehicle), lets_out(battle.state, vehicle)) == (False, True)
    game = play(field({"figures": {"1": {"damage": 4, "at": [24, 20]}}}, c=riders(2)))
    game.say("r")
    assert game.options == ["stay", "out c"]


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
def test_out_before_the_drive_and_on_by_themselves_but_not_in_again() -> None:
    game = play(field({}, c=riders(2)))
    game.say("r", "out c", {"c.1": [26, 20], "c.2": [26, 21.2]})
    assert [game[name].carrier for name in ("c.1", "c.2")] == ["", ""]
    assert game.rule == "xenocide.vehicle.move-with-side"  # one of both in a turn: nobody is asked whether they get in again
    game.say({"r.1": [24, 26]})
    assert game.at("c.1") == (26, 20)
    game.say("c", {"c.1": [27, 20], "c.2": [27, 21.2]})
    assert game["c.1"].moved


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
def test_a_halt_on_the_way_lets_troops_in_and_out() -> None:
    way = {"r.1": [[24, 24], {"verb": "halt"}, [24, 30]]}
    game = play(field({}, c={"at": [[25.7, 25], [25.7, 26.2]]}))
    game.say("r", way)
    assert (game.at("r.1"), game.options) == ((24, 24), ["stay", "in c"])
    game.say("in c")
    assert (game["c.1"].carrier, game.at("c.1")) == ("r.1", (24, 30))
    out = play(field({}, c=riders(2)))
    out.say("r", "stay", way, "out c", {"c.1": [26, 24], "c.2": [26, 25.2]})
    assert (out.at("r.1"), out.at("c.1")) == ((24, 30), (26, 24))
    assert play(field({"increment": 1})).refused(way) == "vehicle.move-with-side"


@pytest.mark.rule("xenocide.vehicle.load-and-deploy", "xenocide.vehicle.passenger-piloted")
def test_who_loses_his_pilot_on_the_way_stays_there() -> None:
    way = {"r.1": [[24, 24], {"verb": "halt"}, [24, 30]]}
    game = play(field({"profile": "piloted"}, c=riders(1)))
    game.say("r", "stay", way, "out c", {"c.1": [26, 24]})
    assert game.at("r.1") == (24, 24)


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
def test_in_before_the_drive_and_carried() -> None:
    game = play(field({}, c={"at": [[25.7, 20], [25.7, 21.2]]}))
    game.say("r", "in c", {"r.1": [24, 30]})
    assert (game["c.1"].carrier, game.at("c.1"), game["c.1"].moved) == ("r.1", (24, 30), True)
    assert game.state.turn.at == "blue"  # nobody is asked whether they get out again


@pytest.mark.rule("xenocide.vehicle.load-and-deploy", "xenocide.vehicle.passenger-piloted")
def test_troops_who_walk_to_a_platform_get_in() -> None:
    game = play(field({"profile": "piloted"}, c={"at": [[28, 20]]}))
    game.say("c", {"c.1": [26, 20]})
    assert (game.rule, game.options) == ("xenocide.vehicle.load-and-deploy", ["stay", "r.1"])
    game.say("r.1")
    assert (game["c.1"].carrier, "r" in game.options) == ("r.1", True)  # now somebody steers it


@pytest.mark.rule("xenocide.vehicle.load-and-deploy")
def test_no_place_in_contact_with_an_enemy_nor_on_impassable_ground() -> None:
    house = [
        {"id": "west", "kind": "building", "box": [10, 10, 23, 30]},
        {"id": "east", "kind": "building", "box": [25, 10, 40, 30]},
    ]
    house += [
        {"id": "south", "kind": "building", "box": [22, 10, 26, 18]},
        {"id": "north", "kind": "building", "box": [22, 22, 26, 30]},
    ]
    walled = a_battle(field({}, c=riders(2)), profiles=PROFILES, turn=MOVING, terrain=house)
    assert exits(walled, walled.state.units["c"], walled.state.figures["r.1"]) == {}
    game = play(field({}, c=riders(1), bc={"at": [[26, 20]]}))
    game.say("r", "out c")
    assert game.refused({"c.1": [25.51, 20.9]}) == "vehicle.load-and-deploy"
    assert game.refused({"c.1": [28, 24]}) == "vehicle.load-and-deploy"
    assert game.allows({"c.1": [22, 20]})


@pytest.mark.rule("xenocide.vehicle.suppression-passengers")
def test_broken_passengers_get_out_and_flee_as_soon_as_the_vehicle_stands() -> None:
    units = field({"profile": "open"}, c=riders(2, "meek", markers=4, panic="flees"))
    game = play(units)
    assert set(game.options) == {"r", "c"}
    game.say("c")
    game.say({"c.1": [24, 17], "c.2": [22.5, 18.5]})
    assert not game["c.1"].carrier
    fast = play(field({"profile": "open", "increment": 1}, c=riders(2, "meek", markers=4, panic="flees")))
    assert fast.rule == "xenocide.vehicle.move-with-side"  # they sit still meanwhile


@pytest.mark.rule("xenocide.vehicle.load-and-deploy", "xenocide.vehicle.flying", "xenocide.vehicle.melee-engagement")
def test_nobody_leaves_what_is_gone_flies_drives_or_fights() -> None:
    hull = {"movement": 12, "armor": 6, "strength": 5, "threshold": 4, "room": 4, "hull": [4, 2], "propulsion": "wheeled"}
    profiles = {"car": hull, "dart": {**hull, "propulsion": "flying"}}
    for profile, change, opens in (
        ("car", {}, True),
        ("dart", {}, False),
        ("car", {"increment": 1}, False),
        ("car", {"engaged": ["b"]}, False),
    ):
        units = {"r": {"profile": profile, "at": [[20, 20]], **change}, "b": {"at": [[40, 40]]}}
        if "engaged" in change:
            units["b"]["engaged"] = ["r"]
        state = a_battle(units, profiles=profiles).state
        assert lets_out(state, state.figures["r.1"]) is opens
        state.figures["r.1"].gone = "destroyed"
        assert not lets_out(state, state.figures["r.1"])


@pytest.mark.rule("xenocide.flight.take-off", "xenocide.move.engaging")
def test_who_is_in_the_air_or_aboard_touches_nobody() -> None:
    units = {
        "r": {"profile": "flyer", "airborne": True, "at": [[20, 20]]},
        "t": {"profile": "truck", "at": [[30, 20]]},
        "c": {"figures": {"1": {"carrier": "t.1"}}},
        "b": {"at": [[20, 21]]},
    }
    battle = a_battle(units)
    figures = battle.state.figures
    assert touched_by(battle, [figures["r.1"], figures["c.1"]]) == []
    assert [unit.id for unit in touched_by(battle, [figures["b.1"]])] == []
    down = a_battle({**units, "r": {**units["r"], "airborne": False}})
    assert [unit.id for unit in touched_by(down, [down.state.figures["r.1"]])] == ["b"]
