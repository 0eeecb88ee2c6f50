"""Damage to vehicles and what it entails: disabled, destroyed, explosions, wrecks, passengers (xenocide.vehicle.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle
from littlewars.systems.xenocide.basics.state import State
from littlewars.systems.xenocide.basics.tabletop import gives_cover, in_smoke, nature, wrecks
from littlewars.systems.xenocide.harm.wounds import damage, destroy, explosion, points_missed
from littlewars.systems.xenocide.turn.movement import has_duty, may_go, movement
from littlewars.systems.xenocide.vehicles.mounts import room_for
from littlewars.table.shapes.bases import Disc, gap
from tests.xenocide.squads import MAN, Play, a_battle, finish, row, run

HULL: dict[str, Any] = {"movement": 12, "armor": 6, "strength": 7, "aspect": 3, "threshold": 3, "room": 6, "hull": [4, 2]}
PROFILES: dict[str, Any] = {
    "closed": {**HULL, "propulsion": "tracked"},
    "open": {**HULL, "propulsion": "wheeled", "enclosure": "open"},
    "dart": {**HULL, "propulsion": "flying"},
    "weak": {**MAN, "armor": 0},
    "big": {**MAN, "aspect": 1, "wounds": 2},
}


def field(more: dict[str, Any], dice: str = "", profile: str = "closed", **unit: Any) -> Battle[State]:
    units = {"t": {"profile": profile, "at": [[20, 20]], **unit}, "b": {"at": [[44, 44]]}, **more}
    return a_battle(units, dice, profiles=PROFILES, turn={"phase": "opportunity", "number": 1})


def aboard(count: int, profile: str = "man") -> dict[str, Any]:
    return {"profile": profile, "figures": {str(n + 1): {"profile": profile, "carrier": "t.1"} for n in range(count)}}


# ---- markers


@pytest.mark.rule("xenocide.vehicle.armor-save", "xenocide.vehicle.damage-markers")
@pytest.mark.parametrize(("power", "face", "markers"), [(8, 3, 5), (2, 4, 0), (2, 5, 1), (-3, 10, 1), (0, 6, 0)])
def test_a_marker_for_each_point_by_which_a_save_misses(power: int, face: int, markers: int) -> None:
    battle = field({}, str(face))
    assert points_missed(battle, battle.state.figures["t.1"], power) == markers


@pytest.mark.rule("xenocide.vehicle.disabled")
def test_as_many_markers_as_its_threshold_disable() -> None:
    battle = field({}, increment=1)
    vehicle, unit = battle.state.figures["t.1"], battle.state.units["t"]
    finish(damage(battle, vehicle, 2))
    assert (vehicle.disabled, unit.increment) == (False, 1)
    finish(damage(battle, vehicle, 1))
    assert (vehicle.disabled, unit.increment, vehicle.gone) == (True, 0, "")
    assert not may_go(battle.state, unit)


@pytest.mark.rule("xenocide.vehicle.destroyed", "xenocide.vehicle.smoke")
def test_twice_as_many_destroy_and_leave_a_wreck_in_smoke() -> None:
    battle = field({})
    vehicle = battle.state.figures["t.1"]
    finish(damage(battle, vehicle, 6))  # past both limits at once: no disabled step
    assert vehicle.gone == "destroyed"
    (wreck,) = wrecks(battle.state)
    assert (gives_cover(wreck), nature(wreck).going) == ("heavy", "impassable")
    assert [in_smoke(battle.state, Disc(21000 + far + 500, 20000, 500)) for far in (3000, 3100)] == [True, False]


@pytest.mark.rule("xenocide.vehicle.flying-minimum")
def test_a_disabled_flyer_crashes() -> None:
    battle = field({}, profile="dart", increment=1)
    finish(damage(battle, battle.state.figures["t.1"], 3))
    assert battle.state.figures["t.1"].gone == "destroyed"


@pytest.mark.rule("xenocide.vehicle.flying-minimum", "xenocide.vehicle.passenger-piloted")
def test_a_flyer_that_nobody_steers_any_more_crashes() -> None:
    turn = {"phase": "movement", "number": 1}
    units = {"r": {"profile": "drone", "at": [[20, 20]], "increment": 1}, "b": {"at": [[44, 44]]}}
    battle = a_battle(units, "1, 2", turn=turn, profiles={"drone": {**PROFILES["dart"], "piloted": True, "enclosure": "open"}})
    unit, vehicle = battle.state.units["r"], battle.state.figures["r.1"]
    rule = movement(battle)
    rule.send(None)
    with pytest.raises(StopIteration):
        rule.send("first")
    assert (unit.increment, may_go(battle.state, unit), has_duty(battle, unit)) == (0, True, True)
    finish(movement(battle))
    assert vehicle.gone == "destroyed"


# ---- explosions


@pytest.mark.rule("xenocide.vehicle.explosion")
def test_everybody_within_three_inches_is_hit_with_half_its_strength() -> None:  # the example explosion
    near = {"r": {"profile": "weak", "at": [[20 + 1 + 0.5 + gap, 20 + 2 * n] for n, gap in enumerate((0.5, 3.0, 3.1))]}}
    battle = field(near, "1, 1", at=[[20, 22]], face=0)
    blows = explosion(battle, battle.state.figures["t.1"])
    assert {blow.figure for blow in blows} == {"r.1", "r.2"}
    power = next(event.power for event in battle.events or [] if type(event).__name__ == "Exploded")
    assert power == 4


@pytest.mark.rule("xenocide.vehicle.explosion")
def test_vehicles_near_are_hit_too_and_may_explode_in_turn_but_nobody_is_suppressed() -> None:
    more = {"bt": {"profile": "closed", "at": [[23, 20]], "figures": {}}, "bb": {"profile": "weak", "at": [[26, 20]]}}
    more["bt"].pop("figures")
    battle = field(more, "10, 1")  # armor 6 less power 4: a 10 misses by 8; then the man beside the second
    finish(destroy(battle, battle.state.figures["t.1"]))
    assert [battle.state.figures[name].gone for name in ("bt.1", "bb.1")] == ["destroyed", "killed"]
    assert battle.state.units["b"].markers == 0


# ---- passengers


@pytest.mark.rule("xenocide.vehicle.capacity")
def test_who_fits_in() -> None:
    battle = field(
        {"r": aboard(3), "c": {"profile": "big", "at": row(5, 5, 2)}, "d": {"at": row(5, 9, 3)}, "e": {"at": row(5, 12, 4)}}
    )
    state = battle.state
    vehicle = state.figures["t.1"]
    assert vehicle.profile.hull is not None
    assert vehicle.profile.hull.room - len(state.riders(vehicle)) == 3
    assert [room_for(state, state.units[name], vehicle) for name in "cdet"] == [False, True, False, False]
    state.units["c"].figures.pop()  # one that is big takes two places
    assert room_for(state, state.units["c"], vehicle)
    state.units["d"].figures += state.units["c"].figures
    assert not room_for(state, state.units["d"], vehicle)


@pytest.mark.rule("xenocide.vehicle.passengers-disabled")
def test_passengers_take_a_weak_hit_when_it_is_disabled() -> None:
    battle = field({"r": aboard(2)}, "5, 6")  # armor 3, weak 2: a 5 saves
    finish(damage(battle, battle.state.figures["t.1"], 3))
    assert [battle.state.figures[name].gone for name in ("r.1", "r.2")] == ["", "killed"]
    assert battle.state.figures["r.1"].carrier == "t.1"


@pytest.mark.rule("xenocide.vehicle.passengers-destroyed")
def test_survivors_are_put_beside_the_wreck() -> None:
    profiles = {**PROFILES, "man": {**MAN, "armor": 6}}
    units = {"t": {"profile": "closed", "at": [[20, 20]]}, "r": aboard(3), "b": {"at": [[44, 44]]}}
    battle = a_battle(units, "3, 3, 4", profiles=profiles, turn={"phase": "opportunity", "number": 1})
    hull = battle.state.figures["t.1"].base()
    run(destroy(battle, battle.state.figures["t.1"]), {"r.1": [18, 20], "r.2": [22.5, 20]})
    assert [battle.state.figures[f"r.{n}"].gone for n in (1, 2, 3)] == ["", "", "killed"]
    assert [gap(battle.state.figures[f"r.{n}"].base(), hull) for n in (1, 2)] == [500, 1000]
    assert all(not battle.state.figures[f"r.{n}"].carrier for n in (1, 2))


@pytest.mark.rule("xenocide.vehicle.increment-start")
def test_a_vehicle_starts_with_0_or_1() -> None:
    play = Play(
        {"t": {"profile": "closed"}, "b": {"at": [[44, 44]]}},
        profiles=PROFILES,
        turn={"phase": "deploy", "at": "red", "waiting": ["t"]},
    )
    play.say({"t.1": [24, 6]})
    assert (play.asks, play.options) == ("red vehicle.increment-start", ["0", "1"])
