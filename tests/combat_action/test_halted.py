"""What a shot on the way does to a machine that moves: it stops where it was hit, and how it goes on in its next turn."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.machines.by_itself import distance
from tests.combat_action.field import Play, man, robot
from tests.combat_action.test_machines import FOE, car, flyer

MODELS = {
    "rocketeer": man(SS=2, weapons=["rocket-launcher"]),
    "drone2": robot(size="small", PF=8, MV=20, base=[3, 3], height=2, flyer=True, walker=False, weapons=["robot-blaster"]),
}
ENGINE = "to hit 6, damage 6, location 3"
PLANT = "to hit 6, damage 6, location 6"


def watcher(at: tuple[float, float], count: int = 1) -> dict[str, Any]:
    one = {"model": "rocketeer", "ready": 0, "ap": 2}
    return {"figures": {str(n + 1): {**one, "at": [at[0] + 4 * n, at[1]]} for n in range(count)}}


def on_its_way(mover: dict[str, Any], foes: dict[str, Any] | None = None, **more: Any) -> Play:
    units = {"r": mover, **more.pop("units", {}), "b": foes or watcher((60, 75))}
    return Play(units, active="r", models=MODELS, **more)


@pytest.mark.rule("combat-action.machine-damage.engine", "combat-action.vehicles.out-of-control-ground")
def test_a_runaway_whose_engine_is_shot_stops_there() -> None:
    play = on_its_way(car((60, 30), loose="for good", went=20)).say("r.1", dice="direction 3").say("b.1@1000", dice=ENGINE)
    assert (play.at("r.1"), play["r.1"].halted, play["r.1"].went) == ((60, 31), True, 1000)
    assert distance(play["r.1"]) == 0


@pytest.mark.rule("combat-action.machine-damage.engine", "combat-action.ready.use")
def test_whom_an_engine_has_stopped_is_answered_where_it_stands() -> None:
    play = on_its_way(car((60, 30)), watcher((60, 75), 2)).say("r.2", "pilot-vehicle", {"r.1": [60, 50]})
    play.say("b.1@1000", dice=ENGINE)
    assert [one for one in play.options if "@" in one] == ["b.2@1000"]
    play.say("b.2@1000", dice="to hit 6, damage 1, location 1")
    assert play.at("r.1") == (60, 31)


@pytest.mark.rule("combat-action.machine-damage.engine", "combat-action.vehicles.flying-robots")
def test_a_walking_robot_whose_engine_is_shot_stops_there() -> None:
    play = on_its_way({"figures": {"1": {"model": "hunter", "at": [60, 40]}}}).say("walk", {"r.1": [60, 50]})
    play.say("b.1@1000", dice="to hit 6, damage 6, location 4")
    assert (play.at("r.1"), play["r.1"].halted, play["r.1"].went) == ((60, 41), True, 1000)
    play = on_its_way({"figures": {"1": {"model": "drone2", "at": [60, 40], "level": 1}}}).say("walk", {"r.1": [60, 55]})
    play.say("b.1@1000", dice=f"{ENGINE}, landing 6")
    assert (play.at("r.1"), play["r.1"].level, play["r.1"].halted) == ((60, 41), 0, True)


@pytest.mark.rule("combat-action.machine-damage.engine", "combat-action.actions.walk")
def test_nobody_stops_on_a_comrade() -> None:
    comrade = {"s": {"model": "bare", "at": [[60, 43.5]]}}
    play = on_its_way({"figures": {"1": {"model": "hunter", "at": [60, 40]}}}, units=comrade).say("walk", {"r.1": [60, 52]})
    play.say("b.1@1000", dice="to hit 6, damage 6, location 4, blast 1")
    x, y = play.at("r.1")
    assert play["r.1"].halted
    assert 0 < abs(x - 60) + abs(y - 41) < 3  # on the nearest free spot


@pytest.mark.rule("combat-action.vehicles.emergency-landing", "combat-action.vehicles.altitude-change")
def test_a_runaway_that_has_landed_flies_no_farther() -> None:
    play = on_its_way(flyer(1, went=20, loose="for good"), watcher((60, 85))).say("r.1", dice="direction 3")
    play.say("b.1@1000", dice=f"{ENGINE}, landing 6")  # and no die for its altitude
    assert (play.at("r.1"), play["r.1"].level, play["r.1"].halted, play["r.1"].gone) == ((60, 41), 0, True, "")


@pytest.mark.rule("combat-action.vehicles.collision", "combat-action.machine-damage.power-plant")
@pytest.mark.rule("combat-action.ready.use")
def test_a_runaway_that_explodes_has_run_down_whom_it_stands_on() -> None:
    units = {"s": {"model": "bare", "at": [[60, 46]]}}
    play = on_its_way(car((60, 30), loose="for good", went=20), units=units).say("r.1", dice="direction 3")
    dice = f"{PLANT}, damage 1, damage 1, explosion 1, blast 1, damage 1, wound 6"
    play.say("b.1@20000", dice=dice)
    assert (play.at("r.1"), play["r.1"].loose, play["r.1"].went) == ((60, 50), "once", 20000)
    assert play["s.1"].wounded
    assert abs(play.at("s.1")[0] - 60) > 3.7  # beside its path


@pytest.mark.rule("combat-action.machine-damage.power-plant", "combat-action.vehicles.out-of-control-ground")
def test_a_car_that_explodes_on_its_drive_rolls_as_far_as_it_came() -> None:
    play = on_its_way(car((60, 30)), watcher((60, 85))).say("r.2", "pilot-vehicle", {"r.1": [60, 58]})
    play.say("b.1@28000", dice=f"{PLANT}, damage 1, damage 1")
    assert (play.at("r.1"), play["r.1"].went, distance(play["r.1"])) == ((60, 58), 28000, 28000)
    play["r.1"].halted = True  # but not if its engine has stopped for good
    assert distance(play["r.1"]) == 0


@pytest.mark.rule("combat-action.vehicles.altitude-change")
@pytest.mark.parametrize(("face", "level"), [(1, 0), (3, 1), (6, 2)])
def test_one_that_hovers_rolls_for_its_altitude(face: int, level: int) -> None:
    dice = f"altitude {face}" + (", damage 1" if not level else "")
    units = {"r": flyer(1, went=0, loose="for good"), "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}
    play = Play(units, active="r").say("r.1", dice=dice)
    assert (play.at("r.1"), play["r.1"].level, bool(play["r.1"].gone)) == ((60, 40), level, not level)


@pytest.mark.rule("combat-action.machine-damage.power-grid", "combat-action.vehicles.out-of-control-ground")
@pytest.mark.parametrize("broken", [True, False])
def test_a_runaway_without_power_fires_or_rolls(broken: bool) -> None:
    runaway = car((60, 30), loose="for good", went=20, broken=["power-grid"] if broken else [])
    play = Play({"r": runaway, "b": {"model": "bare", "at": [[60, 75]]}}, active="r")
    play.say("r.3").say("heavy-fire:0:b.1", dice="to hit 1, to hit 2").say("r.1", dice="" if broken else "direction 3")
    assert (play.at("r.1"), play["r.1"].went) == (((60, 30), 0) if broken else ((60, 50), 20000))
