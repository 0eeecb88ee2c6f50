"""The damage table and what each location does; robots in and out of control; vehicles, runaways, altitude, wrecks."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.basics.numbers import LOCATIONS
from littlewars.systems.combat_action.basics.profiles import points
from littlewars.systems.combat_action.basics.sight import sees
from littlewars.systems.combat_action.harm.damage import crash, damage, hit, land
from littlewars.systems.combat_action.machines.by_itself import distance, strongest
from littlewars.systems.combat_action.turn.sequence import score_of
from littlewars.systems.combat_action.units.squads import is_active, out_of_control
from tests.combat_action.field import Play, a_battle, man, robot, vehicle

FOE = {"model": "bare", "at": [[110, 110]]}


def car(at: tuple[float, float] = (60, 40), **more: Any) -> dict[str, Any]:
    """A car that looks north, with its driver (2) and gunner (3)."""
    figures = {
        "1": {"model": "car", "at": list(at), "face": 0, **more},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
        "3": {"model": "gunner", "carrier": "r.1", "seat": "gunner"},
    }
    return {"figures": figures, "leader": "r.2"}


# ---- the roll


@pytest.mark.rule("combat-action.damage.test", "combat-action.machine-damage.roll")
@pytest.mark.parametrize(
    ("pen", "dice", "place"),
    [
        (7, "damage 2, location 5", "engine"),
        (7, "damage 1", ""),
        (3, "damage 6, location 1", "antenna"),
        (2, "damage 6", ""),
        (10, "damage 1, location 5", "power-plant"),
    ],
)
def test_two_rolls(pen: int, dice: str, place: str) -> None:
    # combat-action.ex.machine-damage-two-rolls
    battle = a_battle({"r": {"model": "hunter", "at": [[60, 60]]}, "b": FOE}, dice)
    machine = battle.state.figures["r.1"]
    hit(battle, machine, pen)
    assert (place in machine.broken) if place else machine.broken == ()
    assert not battle.dice.left  # type: ignore[attr-defined]


@pytest.mark.rule("combat-action.machine-damage.locomotive", "combat-action.machine-damage.power-grid")
@pytest.mark.rule("combat-action.machine-damage.ammunition-feed", "combat-action.machine-damage.engine")
def test_the_states_of_a_machine() -> None:
    # combat-action.ex.machine-states
    models = {"car": vehicle(MV=24, weapons=["autocannon", "machine-gun"])}
    battle = a_battle({"r": car(), "b": FOE}, models=models)
    machine = battle.state.figures["r.1"]
    damage(battle, machine, "locomotive-system", 5)
    assert machine.move() == 12000
    damage(battle, machine, "ammunition-feed", 5)
    assert [gun.left for gun in machine.guns] == [1, 1]
    damage(battle, machine, "engine", 5)
    assert machine.halted
    assert machine.move() == 0


@pytest.mark.rule("combat-action.machine-damage.power-grid")
def test_either_move_or_fire() -> None:
    units = {"r": car(broken=["power-grid"]), "b": {"model": "bare", "at": [[60, 100]]}}
    play = Play(units, active="r").say("r.2", "pilot-vehicle", {"r.1": [60, 50]})
    play.say("r.3")
    assert "heavy-fire" not in play.verbs()
    play = Play(units, active="r").say("r.3").say("heavy-fire:0:b.1", dice="to hit 1, to hit 2")
    play.say("r.2")
    assert "pilot-vehicle" not in play.verbs()
    units["r"] = car()
    play = Play(units, active="r").say("r.3").say("heavy-fire:0:b.1", dice="to hit 1, to hit 2").say("r.2")
    assert "pilot-vehicle" in play.verbs()


@pytest.mark.rule("combat-action.machine-damage.ammunition-feed")
def test_one_more_firing_action() -> None:
    units = {"r": car(guns=[{"left": 1}]), "b": {"model": "bare", "at": [[60, 100]]}}
    play = Play(units, active="r").say("r.3").say("heavy-fire:0:b.1", dice="to hit 1, to hit 2")
    assert play["r.1"].guns[0].left == 0
    assert not play["r.1"].guns[0].able


@pytest.mark.rule("combat-action.machine-damage.weapon-system")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_faulty_weapon(face: int) -> None:
    # combat-action.ex.weapon-malfunction
    units = {"r": car(guns=[{"faulty": True}]), "b": {"model": "bare", "at": [[60, 100]]}}
    play = Play(units, active="r").say("r.3")
    works = face <= 3
    play.say("heavy-fire:0:b.1", dice=f"malfunction {face}" + (", to hit 1, to hit 2" if works else ""))
    assert play["r.1"].guns[0].out is not works
    assert play["r.3"].ap == 0  # spent in any case


@pytest.mark.rule("combat-action.machine-damage.weapon-system")
def test_the_faulty_weapon_is_drawn() -> None:
    models = {"car": vehicle(weapons=["autocannon", "machine-gun", "star-lance"])}
    battle = a_battle({"r": car(guns=[{"out": True}, {}, {}]), "b": FOE}, "weapon 2", models=models)
    damage(battle, battle.state.figures["r.1"], "weapon-system", 5)
    assert [gun.faulty for gun in battle.state.figures["r.1"].guns] == [False, False, True]  # among those not out


@pytest.mark.rule("combat-action.machine-damage.control-system")
def test_out_of_control_for_good() -> None:
    battle = a_battle({"r": car(), "b": FOE})
    machine = battle.state.figures["r.1"]
    assert not out_of_control(battle.state, machine)
    damage(battle, machine, "control-system", 5)
    assert out_of_control(battle.state, machine)
    assert machine.loose == "for good"


@pytest.mark.rule("combat-action.machine-damage.pilot-compartment")
def test_the_crew_is_hit_with_the_weapons_pen() -> None:
    battle = a_battle({"r": car(), "b": FOE}, "damage 1, wound 6, damage 1, wound 1")
    damage(battle, battle.state.figures["r.1"], "pilot-compartment", 5)
    figures = battle.state.figures
    assert figures["r.2"].wounded
    assert figures["r.3"].gone == "killed"
    assert figures["r.1"].loose == "for good"  # even if they live


@pytest.mark.rule("combat-action.machine-damage.control-core", "combat-action.units.inert", "combat-action.robots.halt")
def test_a_core_destroyed_shuts_a_robot_down() -> None:
    battle = a_battle({"r": {"model": "hunter", "at": [[60, 60]]}, "b": FOE})
    damage(battle, battle.state.figures["r.1"], "pilot-compartment", 5)
    machine = battle.state.figures["r.1"]
    assert (machine.gone, machine.wreck) == ("shut down", "shut down")
    assert not is_active(battle.state, battle.state.units["r"])
    (left,) = [piece for piece in battle.state.pieces if piece.kind == "wreck"]
    assert left.top == machine.profile.height
    assert score_of(battle.state, machine) == points(machine.profile)


@pytest.mark.rule(
    "combat-action.machine-damage.control-core", "combat-action.vehicles.flying-robots", "combat-action.vehicles.crash"
)
def test_a_flying_robot_crashes() -> None:
    figures = {"1": {"model": "drone", "at": [60, 60], "level": 1}}
    units = {"r": {"figures": figures}, "s": {"model": "bare", "at": [[60, 64]]}, "b": FOE}
    battle = a_battle(units, "explosion 4, damage 1, wound 6")
    damage(battle, battle.state.figures["r.1"], "pilot-compartment", 5)
    assert battle.state.figures["r.1"].gone == "destroyed"
    assert battle.state.figures["s.1"].wounded


@pytest.mark.rule("combat-action.machine-damage.antenna", "combat-action.robots.loss-of-control")
def test_an_antenna_loses_the_robot() -> None:
    units = {"r": {"figures": {"1": {"model": "tech", "at": [20, 20]}, "2": {"model": "slave", "at": [30, 20]}}}, "b": FOE}
    battle = a_battle(units)
    machine = battle.state.figures["r.2"]
    assert not out_of_control(battle.state, machine)
    damage(battle, machine, "antenna", 5)
    assert out_of_control(battle.state, machine)
    play = Play(
        {"r": {"figures": {**units["r"]["figures"], "2": {"model": "slave", "at": [30, 20], "broken": ["antenna"]}}}, "b": FOE},
        active="r",
    )
    assert "control-robot" not in play.verbs()


# ---- the power plant


@pytest.mark.rule("combat-action.machine-damage.power-plant", "combat-action.machine-damage.power-plant-passengers")
@pytest.mark.rule("combat-action.machine-damage.power-plant-blast", "combat-action.profiles.explosion")
def test_a_power_plant_blows_up() -> None:
    # combat-action.ex.power-plant, combat-action.ex.explosion-values
    units = {
        "r": car((60, 60)),
        "near": {"model": "pf6", "at": [[60, 70.75], [68.75, 60], [60, 49.15]]},  # 5, 5 and 5.1 cm from the hull
        "b": FOE,
    }
    dice = "damage 2, damage 6, wound 6, explosion 4, damage 3, wound 6, explosion 3"
    units["near"]["at"] = [[60, 70.75], [67.75, 60], [60, 49.15]]
    battle = a_battle(units, dice, models={"pf6": man(PF=6)})
    damage(battle, battle.state.figures["r.1"], "power-plant", 9)
    figures = battle.state.figures
    assert set(figures["r.1"].broken) == set(LOCATIONS)
    assert (figures["r.1"].wreck, figures["r.1"].gone, figures["r.1"].loose) == ("destroyed", "", "once")
    assert (figures["r.2"].wounded, figures["r.3"].wounded) == (False, True)  # each an automatic Pen 3 hit
    assert (figures["near.1"].wounded, figures["near.2"].wounded) == (True, False)  # 3 + 3 reaches PF 6
    assert not battle.dice.left  # type: ignore[attr-defined]


@pytest.mark.rule("combat-action.machine-damage.power-plant-passengers", "combat-action.actions.embark")
def test_survivors_get_out_a_turn_later() -> None:
    for turn, able in ((3, False), (4, True)):
        units = {"r": car((60, 60), wreck="destroyed", wrecked=3, loose="once"), "b": FOE}
        play = Play(units, active="r", turn={"number": turn})
        play.say("r.3")
        assert ("get-out" in play.verbs()) is able


@pytest.mark.rule(
    "combat-action.machine-damage.power-plant", "combat-action.units.inert", "combat-action.vehicles.out-of-control-ground"
)
@pytest.mark.rule("combat-action.victory.conditions")
def test_a_wreck_rolls_on_once() -> None:
    # combat-action.ex.wreck-rolls-on
    figures = {
        "1": {"model": "car", "at": [60, 40], "face": 0, "went": 12, "wreck": "destroyed", "wrecked": 3, "loose": "once"}
    }
    figures |= {"2": {"model": "driver", "gone": "killed"}}  # type: ignore[dict-item]
    units = {"r": {"figures": figures, "leader": "r.2"}, "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}
    play = Play(units, "direction 4", active="r", turn={"number": 3})
    assert play.at("r.1") == (60, 52)
    assert play["r.1"].gone == "destroyed"  # and then it is terrain
    assert not is_active(play.state, play.unit("r"))
    assert score_of(play.state, play["r.1"]) > 0


@pytest.mark.rule("combat-action.machine-damage.power-plant", "combat-action.vehicles.flying-robots")
def test_an_exploded_robot_rolls_on_as_well() -> None:
    figures = {
        "1": {"model": "hunter", "at": [60, 40], "face": 0, "went": 8, "wreck": "destroyed", "wrecked": 3, "loose": "once"}
    }
    play = Play({"r": {"figures": figures}, "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}, "direction 3", active="r")
    assert play.at("r.1") == (60, 48)


@pytest.mark.rule("combat-action.machine-damage.power-plant", "combat-action.vehicles.crash")
def test_a_flyer_crashes() -> None:
    figures = {"1": {"model": "flyer", "at": [60, 60], "level": 2}, "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"}}
    units = {"r": {"figures": figures, "leader": "r.2"}, "s": {"model": "bare", "at": [[60, 60]]}, "b": FOE}
    battle = a_battle(units, "damage 1, explosion 1")
    damage(battle, battle.state.figures["r.1"], "power-plant", 9)
    assert battle.state.figures["r.1"].gone == "destroyed"
    under = battle.state.figures["s.1"]
    assert under.at != (60000, 60000)  # put on the nearest free spot
    assert not battle.state.pieces[-1].holds(under.at)


# ---- landings


@pytest.mark.rule(
    "combat-action.vehicles.emergency-landing", "combat-action.vehicles.crash", "combat-action.machine-damage.engine"
)
@pytest.mark.parametrize(("level", "face", "lands"), [(1, 3, False), (1, 4, True), (2, 4, False), (2, 5, True)])
def test_an_emergency_landing(level: int, face: int, lands: bool) -> None:
    # combat-action.ex.emergency-landing
    figures = {"1": {"model": "flyer", "at": [60, 60], "level": level, "landing": True}}
    battle = a_battle({"r": {"figures": figures}, "b": FOE}, f"landing {face}")
    machine = battle.state.figures["r.1"]
    land(battle, machine)
    assert (machine.level, machine.halted, machine.gone) == (0, lands, "" if lands else "destroyed")


@pytest.mark.rule(
    "combat-action.machine-damage.engine", "combat-action.vehicles.emergency-landing", "combat-action.activation.end-phase"
)
def test_an_engine_in_the_air() -> None:
    figures = {"1": {"model": "flyer", "at": [60, 60], "level": 1}, "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"}}
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE})
    damage(battle, battle.state.figures["r.1"], "engine", 5)
    assert (battle.state.figures["r.1"].landing, battle.state.figures["r.1"].halted) == (True, False)
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE}, "landing 4", turn={"doing": {"unit": "r"}})
    damage(battle, battle.state.figures["r.1"], "engine", 5)  # at once if it is active
    assert battle.state.figures["r.1"].halted
    figures["1"]["landing"] = True
    play = Play({"r": {"figures": figures, "leader": "r.2"}, "b": FOE}, "landing 4", active="r")  # nobody drives it
    assert play["r.1"].level == 0


@pytest.mark.rule("combat-action.machine-damage.engine")
def test_an_engine_on_the_ground_halts_it_also_out_of_control() -> None:
    battle = a_battle({"r": car(went=18, loose="for good"), "b": FOE})
    machine = battle.state.figures["r.1"]
    assert distance(machine) == 18000
    damage(battle, machine, "engine", 5)
    assert distance(machine) == 0


@pytest.mark.rule("combat-action.machine-damage.locomotive")
def test_a_runaway_is_never_faster_than_its_mv() -> None:
    battle = a_battle({"r": car(went=18, loose="for good"), "b": FOE})
    machine = battle.state.figures["r.1"]
    damage(battle, machine, "locomotive-system", 5)
    assert distance(machine) == 15000
    machine.went = 12000
    assert distance(machine) == 12000


# ---- crews and driving


@pytest.mark.rule("combat-action.vehicles.crew", "combat-action.actions.pilot", "combat-action.vehicles.movement")
def test_a_car_is_driven() -> None:
    # combat-action.ex.crew
    play = Play({"r": car(), "b": {"model": "bare", "at": [[20, 110]]}}, active="r").say("r.2", "pilot-vehicle")
    assert play.refused({"r.1": [60, 70.1]}) == "vehicles.movement"
    assert play.refused({"r.1": [{"verb": "back", "to": [60, 24.9]}]}) == "vehicles.movement"
    assert play.refused({"r.1": [[65, 60]]}) == "vehicles.movement"  # not straight ahead
    three = [{"face": 80}, {"face": 10}, {"face": 80}]
    assert play.refused({"r.1": three}) == "vehicles.movement"
    assert play.refused({"r.1": [{"face": 91}, [65, 40]]}) == "vehicles.movement"
    play.say({"r.1": [[60, 50], {"face": 90}, [70, 50], {"face": 0}]})
    assert (play.at("r.1"), play["r.1"].face, play["r.1"].went) == ((70, 50), 0, 20000)
    assert play.at("r.2") == (70, 50)
    play.say("r.3")
    assert "heavy-fire:0:b.1" in play.options  # the gunner fires in the same activation, with his own AP and SS
    back = Play({"r": car(), "b": FOE}, active="r").say("r.2", "pilot-vehicle", {"r.1": [{"verb": "back", "to": [60, 25]}]})
    assert back.at("r.1") == (60, 25)


@pytest.mark.rule("combat-action.vehicles.movement")
def test_a_car_does_not_drive_through_anything() -> None:
    wood = {"id": "wood", "kind": "sparse-wood", "box": [50, 55, 70, 60]}
    for more in ({"terrain": [wood]}, {"s": {"model": "bare", "at": [[60, 57]]}}):
        units = {"r": car(), "b": FOE, **({"s": more["s"]} if "s" in more else {})}
        play = Play(units, active="r", terrain=more.get("terrain", [])).say("r.2", "pilot-vehicle")
        assert play.refused({"r.1": [60, 65]}) == "vehicles.movement"


@pytest.mark.rule("combat-action.vehicles.movement", "combat-action.terrain.kinds")
def test_walkers_turn_freely_and_cross_woods() -> None:
    wood = {"id": "wood", "kind": "sparse-wood", "box": [50, 55, 70, 60]}
    models = {"car": vehicle(walker=True)}
    play = Play({"r": car(), "b": FOE}, active="r", models=models, terrain=[wood]).say("r.2", "pilot-vehicle")
    play.say({"r.1": [{"face": 170}, {"face": 10}, {"face": 0}, [60, 65]]})
    assert play.at("r.1") == (60, 65)


@pytest.mark.rule("combat-action.vehicles.crew", "combat-action.vehicles.out-of-control-ground", "combat-action.units.squads")
def test_without_a_pilot_it_is_out_of_control_until_somebody_takes_the_seat() -> None:
    units = {"r": car(went=10), "b": FOE}
    units["r"]["figures"]["2"] = {"model": "driver", "gone": "ooa"}
    play = Play(units, active="r")
    assert out_of_control(play.state, play["r.1"])
    play.say("r.3", "take-seat")
    assert (play["r.3"].seat, play["r.3"].ap) == ("pilot", 1)
    assert "pilot-vehicle" not in play.verbs()  # too few AP left in this activation
    assert not out_of_control(play.state, play["r.1"])


@pytest.mark.rule("combat-action.vehicles.crew")
def test_a_wounded_pilot_gives_up_his_seat() -> None:
    units = {"r": car(), "b": FOE}
    assert "take-seat" not in Play(units, active="r").say("r.3").verbs()
    units["r"]["figures"]["2"]["wounded"] = True
    play = Play(units, active="r").say("r.3", "take-seat")
    assert (play["r.2"].seat, play["r.3"].seat) == ("gunner", "pilot")


@pytest.mark.rule("combat-action.units.aboard", "combat-action.actions.embark")
def test_passengers() -> None:
    units = {
        "r": car(),
        "s": {"figures": {str(n): {"model": "shooter", "carrier": "r.1"} for n in range(1, 4)}, "leader": "s.1"},
    }
    units |= {
        "o": {"figures": {str(n): {"model": "shooter", "at": [54.9 - 4 * n, 40]} for n in range(2)}, "leader": "o.0"},
        "b": FOE,
    }
    play = Play(units, active="s").say("s.1")
    assert play.verbs() <= {"done", "get-out", "impart-order"}
    play.say("get-out")
    assert play.refused({"s.1": [60, 49]}) == "actions.embark"  # more than 2 cm
    assert play.refused({"s.1": [60, 42]}) == "actions.embark"
    play.say({"s.1": [65.5, 40]})
    assert play.at("s.1") == (65.5, 40)
    assert not play["s.1"].carrier
    play = Play(units, active="o").say("o.0")
    assert "get-in:r.1" in play.options  # the last of four places, 1.35 cm away
    play.say("get-in:r.1")
    assert play["o.0"].carrier == "r.1"
    play.say("done") if "done" in play.options and play.options != ["done"] else None
    full = {**units, "o": {"figures": {"1": {"model": "shooter", "at": [54.9, 40]}}}}
    full["s"] = {"figures": {str(n): {"model": "shooter", "carrier": "r.1"} for n in range(1, 5)}}
    assert "get-in" not in Play(full, active="o").verbs()


@pytest.mark.rule("combat-action.actions.embark")
@pytest.mark.parametrize(("went", "level", "able"), [(15, 0, True), (15.1, 0, False), (0, 0, True)])
def test_nobody_boards_what_moves_fast(went: float, level: int, able: bool) -> None:
    units = {"r": car(went=went, moved=1), "o": {"at": [[54.9, 40]]}, "b": FOE}
    units["s"] = {"figures": {"1": {"model": "shooter", "carrier": "r.1"}}}
    assert ("get-in" in Play(units, active="o").verbs()) is able
    assert ("get-out" in Play(units, active="s").verbs()) is able
    units["o"] = {"at": [[54.2, 40]]}  # 2.05 cm away
    assert "get-in" not in Play(units, active="o").verbs()


# ---- runaways


@pytest.mark.rule("combat-action.vehicles.out-of-control-ground", "combat-action.vehicles.out-of-control-direction")
@pytest.mark.parametrize(("face", "turn"), [(1, -90), (2, -45), (3, 0), (4, 0), (5, 45), (6, 90)])
def test_a_runaway_rolls(face: int, turn: int) -> None:
    # combat-action.ex.vehicle-direction
    units = {"r": car((60, 60), went=18, loose="for good"), "b": FOE}
    play = Play(units, active="r").say("r.1", dice=f"direction {face}")
    assert play["r.1"].face == turn * 100 % 36000
    x, y = play.at("r.1")
    assert ((x - 60) ** 2 + (y - 60) ** 2) ** 0.5 == pytest.approx(18, abs=0.01)
    assert play["r.1"].went == 18000  # the same distance each turn
    still = Play({"r": car((60, 60), went=0, loose="for good"), "b": FOE}, active="r").say("r.1")
    assert still.at("r.1") == (60, 60)


@pytest.mark.rule(
    "combat-action.vehicles.out-of-control-ground",
    "combat-action.actions.embark",
    "combat-action.machine-damage.control-system",
)
def test_the_crew_may_jump_out_before_or_fire() -> None:
    # combat-action.ex.control-system
    units = {"r": car((60, 60), went=18, loose="for good"), "b": {"model": "bare", "at": [[60, 110]]}}
    play = Play(units, active="r")
    assert play.options == ["done", "r.2", "r.3", "r.1"]
    play.say("r.3").say("heavy-fire:0:b.1", dice="to hit 1, to hit 2")
    play.say("r.2", "get-out", {"r.2": [65.5, 60]})
    play.say("done", dice="direction 3")
    assert play.at("r.1") == (60, 78)
    assert not play["r.2"].carrier


@pytest.mark.rule("combat-action.vehicles.collision", "combat-action.vehicles.out-of-control-ground")
def test_a_collision() -> None:
    """A soldier 6 cm ahead is hit and moved aside; at the wall 11 cm ahead it stops for good."""
    # combat-action.ex.collision
    wall = {"id": "wall", "kind": "high-wall", "box": [40, 75.5, 80, 77], "height": 5}
    units = {"r": car((60, 60), went=18, loose="for good"), "s": {"model": "bare", "at": [[60, 71.75]]}, "b": FOE}
    play = Play(units, active="r", terrain=[wall]).say("r.1", dice="direction 3, damage 1, wound 6")
    assert play.at("r.1")[1] == pytest.approx(71, abs=0.11)
    assert play["s.1"].wounded
    assert abs(play.at("s.1")[0] - 60) > 3.7
    assert play["r.1"].went == 0  # next turn it stays still


@pytest.mark.rule("combat-action.vehicles.collision")
def test_whom_it_turns_onto_before_it_goes_is_in_its_path() -> None:
    units = {"r": car((60, 60), went=18, loose="for good"), "s": {"model": "bare", "at": [[64.2, 60]]}, "b": FOE}
    play = Play(units, active="r").say("r.1", dice="direction 1, damage 1, wound 6")
    assert play["s.1"].wounded
    assert abs(play.at("s.1")[1] - 60) > 3.7


@pytest.mark.rule("combat-action.vehicles.collision")
def test_a_machine_in_the_way_stops_it() -> None:
    units = {"r": car((60, 60), went=18, loose="for good"), "b": {"model": "hunter", "at": [[60, 74]]}}
    play = Play(units, active="r").say("r.1", dice="direction 3")
    assert play.at("r.1")[1] == pytest.approx(67.4, abs=0.2)
    assert play["r.1"].went == 0
    assert not play["b.1"].broken


@pytest.mark.rule("combat-action.terrain.table-edge", "combat-action.machine-damage.control-system")
def test_over_the_edge_with_everybody_aboard() -> None:
    units = {"r": car((60, 105), went=18, loose="for good"), "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}
    play = Play(units, active="r").say("r.1", dice="direction 3")
    assert [play[f"r.{n}"].gone for n in (1, 2, 3)] == ["left", "left", "left"]


@pytest.mark.rule("combat-action.terrain.table-edge", "combat-action.actions.walk")
def test_nobody_leaves_of_his_own_will() -> None:
    play = Play({"r": {"at": [[60, 5]]}, "b": FOE}, active="r").say("walk")
    assert play.refused({"r.1": [60, 1]}) == "actions.walk"


# ---- altitude


def flyer(level: int = 0, **more: Any) -> dict[str, Any]:
    figures = {
        "1": {"model": "flyer", "at": [60, 40], "face": 0, "level": level, **more},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
    }
    return {"figures": figures, "leader": "r.2"}


@pytest.mark.rule("combat-action.vehicles.altitude", "combat-action.vehicles.movement")
def test_one_level_per_pilots_action() -> None:
    # combat-action.ex.altitude-levels
    play = Play({"r": flyer(), "b": FOE}, active="r").say("pilot-vehicle")
    assert play.refused({"r.1": [{"verb": "rise"}, {"verb": "rise"}]}) == "vehicles.movement"
    assert play.refused({"r.1": [{"verb": "sink"}]}) == "vehicles.altitude"
    play.say({"r.1": [[60, 60], {"verb": "rise"}]})
    assert (play["r.1"].level, play["r.1"].feet, play["r.1"].top) == (1, 10000, 16000)


@pytest.mark.rule("combat-action.vehicles.altitude")
def test_over_everything_and_down_where_there_is_room() -> None:
    wall = {"id": "wall", "kind": "high-wall", "box": [40, 55, 80, 57], "height": 8}
    play = Play({"r": flyer(1), "s": {"model": "bare", "at": [[60, 66]]}, "b": FOE}, active="r", terrain=[wall]).say(
        "pilot-vehicle"
    )
    assert play.refused({"r.1": [[60, 66], {"verb": "sink"}]}) == "vehicles.movement"  # somebody stands there
    play.say({"r.1": [60, 66]})
    assert play["r.1"].level == 1


@pytest.mark.rule("combat-action.vehicles.altitude", "combat-action.los.lines")
def test_sight_at_altitude() -> None:
    wall = {"id": "wall", "kind": "high-wall", "box": [40, 60, 80, 62], "height": 9}
    for level, seen in ((0, False), (1, False), (2, True)):
        battle = a_battle({"r": flyer(level), "b": {"model": "bare", "at": [[60, 64]]}}, terrain=[wall])
        assert sees(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]) is seen
    battle = a_battle({"r": flyer(1), "b": {"model": "bare", "at": [[60, 110]]}}, terrain=[{**wall, "height": 8}])
    assert sees(battle, battle.state.figures["r.1"], battle.state.figures["b.1"])  # 16 to 3 cm: over a wall of 8 half-way


@pytest.mark.rule("combat-action.vehicles.altitude-change", "combat-action.vehicles.crash")
@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_runaway_in_the_air(level: int, face: int) -> None:
    units = {"r": flyer(level, went=18, loose="for good"), "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}
    crashes = level == 1 and face <= 2
    dice = f"direction 3, altitude {face}" + (", damage 1" if crashes else "")
    play = Play(units, active="r").say("r.1", dice=dice)
    assert play.at("r.1") == (60, 58)
    assert bool(play["r.1"].gone) is crashes
    if not crashes:
        assert play["r.1"].level == min(2, level + {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}[face])


@pytest.mark.rule("combat-action.vehicles.flying-robots", "combat-action.actions.walk")
def test_a_flying_robot_walks_and_rises() -> None:
    units = {"r": {"model": "drone", "at": [[60, 40]]}, "b": {"model": "bare", "at": [[60, 100]]}}
    play = Play(units, active="r").say("walk", {"r.1": [[60, 55], {"verb": "rise"}]})
    assert (play["r.1"].level, play.at("r.1")) == (1, (60, 55))
    play = Play(units, active="r").say("walk")
    assert play.refused({"r.1": [[60, 55], {"verb": "rise"}, {"verb": "sink"}]}) == "vehicles.flying-robots"
    assert play.refused({"r.1": [[60, 55], {"verb": "rise"}, {"verb": "rise"}]}) == "actions.walk"  # the ask itself says so


# ---- robots


TEAM = {"figures": {"1": {"model": "tech", "at": [20, 20]}, "2": {"model": "slave", "at": [30, 20], "face": 0}}}


@pytest.mark.rule("combat-action.actions.control-robot", "combat-action.robots.kinds")
def test_a_robot_is_controlled() -> None:
    play = Play({"r": TEAM, "b": {"model": "bare", "at": [[30, 70]]}}, active="r").say("control-robot:r.2")
    assert (play["r.1"].ap, play["r.2"].ap, play["r.2"].controlled) == (0, 2, 1)
    play.say("walk", {"r.2": [30, 28]})
    play.say("standard-fire:0:b.1", dice="to hit 1")
    assert [deed.verb for deed in play["r.2"].did] == ["walk", "standard-fire"]
    assert play["r.2"].did[0].far == 8000
    idle = Play({"r": TEAM, "b": FOE}, active="r").say("done")
    assert not out_of_control(idle.state, idle["r.2"])  # nothing this turn, but not out of control for that
    used = {"figures": {**TEAM["figures"], "2": {"model": "slave", "at": [30, 20], "controlled": 1}}}
    assert "control-robot" not in Play({"r": used, "b": FOE}, active="r").verbs()  # once per turn


@pytest.mark.rule("combat-action.robots.loss-of-control")
def test_when_a_slave_is_lost_and_who_takes_it_over() -> None:
    figures = {**TEAM["figures"], "1": {"model": "tech", "gone": "killed"}}
    units = {"r": {"figures": figures}, "s": {"model": "tech", "at": [[60, 20]]}, "b": FOE}
    battle = a_battle(units)
    assert out_of_control(battle.state, battle.state.figures["r.2"])
    assert is_active(battle.state, battle.state.units["r"])
    play = Play(units, active="s").say("control-robot:r.2")
    assert play["r.2"].controller == "s.1"
    assert not out_of_control(play.state, play["r.2"])
    routing = a_battle({"r": {**TEAM, "status": "routing"}, "b": FOE})
    assert out_of_control(routing.state, routing.state.figures["r.2"])
    other = a_battle({"r": TEAM, "s": {"model": "tech", "at": [[60, 20]]}, "b": FOE})
    from littlewars.systems.combat_action.units.squads import slaves_of

    assert slaves_of(other.state, other.state.figures["s.1"]) == []  # it has a controller


def lost_slave(face: int, did: list[dict[str, Any]], more: str = "", **units: Any) -> Play:
    figures = {"1": {"model": "tech", "gone": "killed"}, "2": {"model": "slave", "at": [60, 40], "face": 0, "did": did}}
    everybody = {"r": {"figures": figures}, "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE, **units}
    return Play(everybody, f"slave robot {face}{more}", active="r")


@pytest.mark.rule("combat-action.robots.slave-table", "combat-action.robots.halt")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_lost_slave_halts_or_repeats(face: int) -> None:
    play = lost_slave(face, [{"verb": "walk", "far": 8000, "face": 9000}])
    assert play.at("r.2") == ((60, 40) if face <= 3 else (68, 40))
    assert not play["r.2"].halted


@pytest.mark.rule("combat-action.robots.slave-table")
def test_it_repeats_its_shots_at_the_same_target() -> None:
    did = [{"verb": "automatic-fire", "gun": 0, "target": "b.1"}]
    seen = {"b": {"model": "bare", "at": [[60, 80]]}}
    play = lost_slave(5, did, ", to hit 1, to hit 2, to hit 3", **seen)
    assert play.told("Fired")[0].target == "b.1"
    assert lost_slave(5, did).told("Fired") == []  # out of range: without effect
    blocked = lost_slave(5, [{"verb": "walk", "far": 8000, "face": 0}], b={"model": "hunter", "at": [[60, 48]]})
    assert blocked.at("r.2")[1] == pytest.approx(44, abs=0.1)  # until a model stops it


def loose_hunter(dice: str, **units: Any) -> Play:
    figures = {"1": {"model": "hunter", "at": [60, 40], "face": 0, "loose": "for good"}}
    everybody = {"r": {"figures": figures}, "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE, **units}
    return Play(everybody, dice, active="r")


@pytest.mark.rule("combat-action.robots.autonomous-table", "combat-action.robots.halt", "combat-action.robots.loss-of-control")
def test_an_autonomous_robot_out_of_control() -> None:
    for face in (1, 2, 3):
        play = loose_hunter(f"autonomous robot {face}")
        assert play.at("r.1") == (60, 40)
        assert play.told("Fired") == []
    near = {"b": {"model": "bare", "at": [[60, 80]]}, "s": {"model": "bare", "at": [[70, 40]]}}
    assert loose_hunter("autonomous robot 4, to hit 1, to hit 2", **near).told("Fired")[0].target == "b.1"
    assert loose_hunter("autonomous robot 6, to hit 1, to hit 2", **near).told("Fired")[0].target == "s.1"
    assert loose_hunter("autonomous robot 5, direction 6").at("r.1") == (66, 40)  # half of MV 12
    far = {
        "r": {"figures": {"1": {"model": "drone", "at": [60, 40], "loose": "for good"}}},
        "b": {"model": "bare", "at": [[60, 118]]},
    }
    assert loose_hunter("autonomous robot 4", **far).told("Fired") == []  # out of range: nothing


@pytest.mark.rule("combat-action.robots.autonomous-table")
def test_a_tie_is_decided_by_a_die_and_the_strongest_weapon_fires() -> None:
    two = {"b": {"model": "bare", "at": [[40, 40], [80, 40]]}}
    play = loose_hunter("autonomous robot 4, nearest 2, to hit 1, to hit 2", **two)
    assert play.told("Fired")[0].target == "b.2"
    models = {"multi": robot(weapons=["robot-blaster", "hunter-cannon", "chain-blade"])}
    battle = a_battle({"r": {"model": "multi", "at": [[60, 40]]}, "b": FOE}, models=models)
    assert strongest(battle.state.figures["r.1"]) == 1
    battle.state.figures["r.1"].set_gun(1, jammed=True)
    assert strongest(battle.state.figures["r.1"]) == 0


@pytest.mark.rule("combat-action.robots.halt", "combat-action.machine-damage.engine")
def test_halted_for_good_it_still_fires() -> None:
    # combat-action.ex.halt
    units = {
        "r": {"figures": {"1": {"model": "hunter", "at": [60, 40], "halted": True}}},
        "b": {"model": "bare", "at": [[60, 80]]},
    }
    play = Play(units, active="r")
    assert "walk" not in play.verbs()
    assert "heavy-fire" in play.verbs()


@pytest.mark.rule("combat-action.vehicles.flying-robots")
def test_a_flying_robot_out_of_control_rolls_for_altitude_when_moved() -> None:
    figures = {"1": {"model": "drone", "at": [60, 40], "face": 0, "loose": "for good", "level": 1}}
    units = {"r": {"figures": figures}, "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}
    play = Play(units, "autonomous robot 5, direction 3, altitude 6", active="r")
    assert (play.at("r.1"), play["r.1"].level) == ((60, 50), 2)
    play = Play(units, "autonomous robot 5, direction 3, altitude 1", active="r")
    assert play["r.1"].gone == "destroyed"


@pytest.mark.rule("combat-action.units.inert")
def test_a_wreck_is_terrain_and_no_target() -> None:
    battle = a_battle({"r": {"model": "hunter", "at": [[60, 60]]}, "s": {"at": [[60, 40]]}, "b": {"at": [[60, 80]]}})
    state = battle.state
    crash(battle, state.figures["r.1"])
    assert [foe.id for foe in state.targets("blue")] == ["s.1"]
    assert (state.pieces[-1].kind, state.pieces[-1].top) == ("wreck", 4000)
    assert not sees(battle, state.figures["s.1"], state.figures["b.1"])  # 4 cm between men of 3
