"""What the rules say in a half-sentence: exceptions, names that people give, and what happens to somebody on the way."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.muster import roster_from
from littlewars.systems.combat_action.basics.sight import cover_against, free_lines
from littlewars.systems.combat_action.basics.tabletop import worsened
from littlewars.systems.combat_action.fire.shooting import caught
from littlewars.systems.combat_action.fire.targets import pieces
from littlewars.systems.combat_action.harm.damage import wreck
from littlewars.systems.combat_action.roster.muster import MUSTER
from littlewars.systems.combat_action.system import COMBAT_ACTION
from tests.combat_action.field import Play, a_battle, a_state, crew, man, robot

FOE = {"model": "bare", "at": [[110, 110]]}
ROOF = {"id": "hut", "kind": "building", "box": [55, 43, 69, 57], "height": 6, "flat": True}
WALL = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": 2}
LOOSE = {"loose": "for good", "broken": ["control-system"]}


def one(model: str, x: float, y: float, **more: Any) -> dict[str, Any]:
    """A unit of one."""
    return {"figures": {"1": {"model": model, "at": [x, y], **more}}}


# ---- names


@pytest.mark.rule("combat-action.actions.impart-order", "combat-action.actions.hide", "combat-action.actions.open-door")
def test_names_may_have_colons() -> None:
    door = {"id": "hut: east", "kind": "building", "box": [20, 30, 30, 40], "height": 6, "doors": [[0, 3, 7]]}
    units = {"r": one("officer", 25, 28.2), "r:second": {"at": [[30, 20]]}, "b": FOE}
    play = Play(units, active="r", terrain=[door, {**WALL, "id": "w:1", "box": [24, 25.5, 26, 26]}])
    play.say("impart-order:r:second")
    assert play.unit("r:second").ordered == 1
    play = Play(units, active="r", terrain=[door, {**WALL, "id": "w:1", "box": [24, 25.5, 26, 26]}])
    play.say("open-door:hut: east:0", "hide-behind-cover:w:1")
    assert play.state.piece("hut: east").openings[0].open
    assert play["r.1"].hides == "w:1"


@pytest.mark.rule("combat-action.ranged.targets")
def test_a_model_may_be_called_like_a_piece() -> None:
    units = {"r": {"at": [[24, 20]]}, "b": one("bare", 24, 40, id="#1")}
    play = Play(units, active="r").say("standard-fire:0:#1", dice="to hit 6, damage 6, wound 6")
    assert play["#1"].wounded


@pytest.mark.rule("combat-action.units.squads")
def test_the_first_living_model_leads_wherever_it_is_written() -> None:
    units = [
        {"name": "T", "models": [{"model": "work-robot"}, {"model": "technician"}]},
        {"name": "O", "models": [{"model": "chief"}]},
    ]
    found, _ = MUSTER.units(roster_from({"system": "combat-action", "name": "X", "points": 320, "units": units}))
    assert [unit.leader for unit in found] == ["technician", "chief"]


# ---- machines


@pytest.mark.rule("combat-action.actions.climb", "combat-action.robots.slave-table")
def test_a_slave_robot_climbs_onto_a_roof() -> None:
    figures = {"1": {"model": "tech", "at": [30, 30]}, "2": {"model": "slave", "at": [62, 40.5], "controller": "r.1"}}
    play = Play({"r": {"figures": figures, "leader": "r.1"}, "b": FOE}, active="r", terrain=[ROOF])
    play.say("control-robot:r.2", "climb-obstacle:hut:top")
    assert play["r.2"].foot == 6000


@pytest.mark.rule("combat-action.machine-damage.engine", "combat-action.machine-damage.power-grid")
@pytest.mark.parametrize(
    ("facts", "climbs"),
    [
        ({}, True),
        ({"halted": True, "broken": ["engine"]}, False),
        ({"fired": 1, "broken": ["power-grid"]}, False),
        ({"broken": ["power-grid"]}, True),
    ],
)
def test_who_cannot_move_does_not_climb(facts: dict[str, Any], climbs: bool) -> None:
    play = Play({"r": one("hunter", 62, 40.5, **facts), "b": FOE}, active="r", terrain=[ROOF])
    assert ("climb-obstacle" in play.verbs()) is climbs


@pytest.mark.rule("combat-action.terrain.table-edge", "combat-action.robots.autonomous-table")
@pytest.mark.parametrize(("north", "gone"), [(8.2, ""), (8, "left"), (4, "left")])
def test_a_robot_out_of_control_that_touches_the_edge_is_gone(north: float, gone: str) -> None:
    """Half of MV 12 from there; its base reaches 2 cm in front of it, and within 0.1 cm it touches."""
    units = {"r": one("hunter", 60, north, face=180, **LOOSE), "b": {"model": "bare", "at": [[60, 110]]}}
    play = Play(units, "autonomous robot 5, direction 3", active="r")
    assert play["r.1"].gone == gone


@pytest.mark.rule("combat-action.robots.slave-table")
def test_a_slave_robot_fires_at_the_same_section_again_and_does_not_fire_where_it_aimed() -> None:
    did = [{"verb": "standard-fire", "gun": 0, "target": "#hut"}]
    figures = {
        "1": {"model": "tech", "at": [5, 5], "gone": "ooa"},
        "2": {"model": "slave", "at": [62, 20], "controller": "r.1", "did": did},
    }
    hut = {**ROOF, "material": "snow"}
    dice = "slave robot 6, to hit 6, damage 6, building 6"
    play = Play({"r": {"figures": figures, "leader": "r.1"}, "b": FOE}, dice, active="r", terrain=[hut])
    assert "pierced" in play.state.piece("hut").marks


@pytest.mark.rule("combat-action.actions.targeting-device", "combat-action.robots.slave-table")
def test_aiming_is_not_repeated_as_a_shot() -> None:
    models = {"gun": robot("slave-robot", weapons=["autocannon"])}
    figures = {"1": {"model": "tech", "at": [30, 30]}, "2": {"model": "gun", "at": [62, 20], "controller": "r.1"}}
    units = {"r": {"figures": figures, "leader": "r.1"}, "b": {"model": "bare", "at": [[62, 60]]}}
    play = Play(units, active="r", models=models).say("control-robot:r.2", "aim-targeting-device:0:b.1")
    assert [(deed.verb, deed.gun) for deed in play["r.2"].did] == [("aim-targeting-device", -1)]


@pytest.mark.rule("combat-action.ready.use", "combat-action.machine-damage.power-grid")
def test_a_turn_on_the_spot_is_a_move_and_answered() -> None:
    units = {"car": crew([60, 20]), "b": one("shooter", 60, 60, ready=0, ap=1)}
    play = Play(units, active="car").say("car.2", "pilot-vehicle", {"car.1": [{"face": 45}]})
    assert play.asks == "blue ready.use"
    assert play.options == ["pass", "let-pass", "b.1@0"]
    play.say("pass")
    assert (play["car.1"].face, play["car.1"].moved, play["car.1"].went) == (4500, 1, 0)


@pytest.mark.rule("combat-action.ranged.speed", "combat-action.actions.repeat")
def test_two_ways_of_one_activation_are_added_up() -> None:
    units = {"car": crew([60, 20]), "b": FOE}
    play = Play(units, active="car", models={"driver": man(AP=4, weapons=["service-pistol"])})
    play.say("car.2", "pilot-vehicle", {"car.1": [[60, 40]]}).say("pilot-vehicle", {"car.1": [[60, 55]]})
    assert play["car.1"].went == 35000


@pytest.mark.rule("combat-action.actions.control-robot", "combat-action.machine-damage.locations")
def test_a_robot_without_an_antenna_is_controlled() -> None:
    models = {"deaf": robot("slave-robot", weapons=["robot-blaster"], absent=["antenna"])}
    figures = {"1": {"model": "tech", "at": [30, 30]}, "2": {"model": "deaf", "at": [40, 30], "controller": "r.1"}}
    play = Play({"r": {"figures": figures, "leader": "r.1"}, "b": FOE}, active="r", models=models)
    assert "control-robot" in play.verbs()


@pytest.mark.rule("combat-action.units.inert")
def test_nobody_fires_at_a_wreck() -> None:
    battle = a_battle({"r": one("rocket", 60, 20), "b": one("hunter", 60, 60)}, terrain=[WALL])
    wreck(battle, battle.state.figures["b.1"], "destroyed")
    shooter = battle.state.figures["r.1"]
    assert [piece.id for piece in pieces(battle, shooter, shooter.profile.weapons[0])] == []
    shooter.y = 5000
    battle.board = None
    assert [piece.id for piece in pieces(battle, shooter, shooter.profile.weapons[0])] == ["wall"]


# ---- on foot


@pytest.mark.rule("combat-action.actions.flat-down", "combat-action.actions.hide")
def test_who_lies_flat_may_hide() -> None:
    play = Play({"r": one("shooter", 60, 21.5, flat=True), "b": FOE}, active="r", terrain=[WALL])
    play.say("hide-behind-cover:wall")
    assert (play["r.1"].hides, play["r.1"].flat) == ("wall", True)


@pytest.mark.rule("combat-action.actions.repeat")
def test_grenades_are_thrown_once_in_an_activation() -> None:
    models = {"giant": man(AP=6, weapons=["frag-grenade"])}
    units = {"r": one("giant", 60, 20), "b": {"model": "bare", "at": [[60, 40]]}}
    play = Play(units, active="r", models=models).say("prime-grenade")
    play.say("throw-grenade:0:b.1", dice="to hit 1, deviation 1").say("prime-grenade")
    assert "throw-grenade" not in play.verbs()


@pytest.mark.rule("combat-action.units.leader-lost", "combat-action.actions.impart-order")
@pytest.mark.parametrize("lost", [True, False])
def test_without_its_leader_a_unit_has_no_orders_from_within(lost: bool) -> None:
    gone = {"gone": "ooa"} if lost else {}
    figures = {"1": {"at": [20, 20], **gone}, "2": {"model": "officer", "at": [24, 20]}, "3": {"at": [27, 20]}}
    units = {"r": {"figures": figures, "leader": "r.1"}, "s": {"at": [[30, 30]]}, "b": FOE}
    play = Play(units, active="r").say("r.2")
    assert ("impart-order:r" in play.options) is not lost
    assert "impart-order:s" in play.options


# ---- strays, regrouping, pinned


@pytest.mark.rule("combat-action.units.coherency")
def test_a_stray_is_free_when_the_body_comes_to_it() -> None:
    figures = {"1": {"at": [20, 20]}, "2": {"at": [24, 20]}, "3": {"at": [40, 20]}}
    play = Play({"r": {"figures": figures, "strays": ["r.3"]}, "b": {"model": "bare", "at": [[40, 60]]}}, active="r")
    play.say("r.2", "walk", {"r.2": [29, 20]}).say("done", "r.3")
    assert "standard-fire" in play.verbs()


@pytest.mark.rule("combat-action.units.coherency", "combat-action.actions.climb")
def test_a_stray_on_a_roof_is_free_to_come_down() -> None:
    """No walk is possible, so that nothing binds it."""
    figures = {"1": {"at": [20, 20]}, "2": {"at": [24, 20]}, "3": {"at": [66, 53], "foot": 6}}
    units = {"r": {"figures": figures, "strays": ["r.3"]}, "b": {"model": "bare", "at": [[62, 100]]}}
    play = Play(units, active="r", terrain=[ROOF]).say("r.3")
    assert "climb-obstacle:down" in play.options


RALLIED = {"1": {"at": [60, 60]}, "2": {"at": [60, 90]}}


@pytest.mark.rule("combat-action.rout.rally", "combat-action.actions.movement-actions")
def test_who_regroups_uses_movement_actions_only() -> None:
    units = {
        "r": {"figures": RALLIED, "status": "routing"},
        "s": {"at": [[110, 10]]},
        "b": {"model": "bare", "at": [[20, 100]]},
    }
    play = Play(units, "discipline 6", active="r").say("r.1")
    assert play.verbs() == {"done", "walk", "charge", "go-flat-down"}  # the leader stays or goes where he likes
    flat = {"1": {"at": [60, 60]}, "2": {"at": [60, 90], "flat": True}}
    play = Play({**units, "r": {"figures": flat, "regroups": True}}, active="r").say("r.2")
    assert play.verbs() == {"done", "get-up"}


@pytest.mark.rule("combat-action.rout.rally")
def test_a_unit_that_is_coherent_when_it_rallies_is_free() -> None:
    figures = {"1": {"at": [60, 60]}, "2": {"at": [60, 66]}}
    units = {
        "r": {"figures": figures, "status": "routing"},
        "s": {"at": [[110, 10]]},
        "b": {"model": "bare", "at": [[20, 100]]},
    }
    play = Play(units, "discipline 6", active="r").say("r.2")
    assert "standard-fire" in play.verbs()
    play.say("done", "done")
    assert play.rule != "combat-action.ready.gain"  # but nobody becomes ready in this activation


@pytest.mark.rule("combat-action.pinned.models-in-the-open", "combat-action.actions.movement-actions")
@pytest.mark.parametrize(("foe", "jumps"), [((60, 8), True), ((60, 60), False)])
def test_pinned_models_jump_into_cover_and_not_towards_the_enemy(foe: tuple[float, float], jumps: bool) -> None:
    low = {**WALL, "height": 1.5}
    units = {"r": {**one("shooter", 60, 21.5), "status": "pinned"}, "b": {"model": "bare", "at": [list(foe)]}}
    play = Play(units, "discipline 1", active="r", terrain=[low])
    assert ("jump-obstacle:wall" in play.options) is jumps


# ---- cover and blasts


@pytest.mark.rule("combat-action.los.partial-cover", "combat-action.vehicles.altitude")
@pytest.mark.parametrize(("level", "bonus"), [(1, 2), (2, 0)])
def test_a_low_flyer_is_covered_by_what_blocks_one_line(level: int, bonus: int) -> None:
    tower = {"id": "tower", "kind": "high-wall", "box": [60, 40, 80, 41], "height": 30}
    wood = {"id": "wood", "kind": "dense-wood", "box": [50, 56, 70, 64], "height": 8}
    for terrain, value in (([tower], bonus), ([wood], 0)):  # it flies over the wood
        battle = a_battle({"r": {"at": [[60, 20]]}, "b": one("drone", 60, 60, level=level)}, terrain=terrain)
        figures = battle.state.figures
        assert cover_against(battle, figures["r.1"], figures["b.1"]).bonus == value


@pytest.mark.rule("combat-action.los.partial-cover", "combat-action.terrain.kinds")
@pytest.mark.parametrize(("kind", "bonus"), [("dense-wood", 0), ("hedge", 2)])
def test_woods_are_no_obstacle_to_be_covered_by(kind: str, bonus: int) -> None:
    """A target 1 cm behind it; in front are 4 cm of wood, or a hedge."""
    piece = {"id": "green", "kind": kind, "box": [50, 50, 70, 54], "height": 2}
    battle = a_battle({"r": {"at": [[60, 20]]}, "b": {"at": [[60, 56.2]]}}, terrain=[piece])
    figures = battle.state.figures
    assert all(free for _, free in free_lines(battle, figures["r.1"], figures["b.1"]))
    assert cover_against(battle, figures["r.1"], figures["b.1"]).bonus == bonus


@pytest.mark.rule("combat-action.area.blast")
@pytest.mark.parametrize(("height", "found"), [(6, [("b.1", 2, False)]), (5.9, [])])
def test_a_house_spares_only_who_is_lower(height: float, found: list[Any]) -> None:
    house = {"id": "h", "kind": "building", "box": [50, 50, 70, 57], "height": 6}
    models = {"tall": robot(height=height)}
    battle = a_battle({"r": one("rocket", 10, 10), "b": one("tall", 60, 60)}, terrain=[house], models=models)
    assert [(figure.id, cover, sure) for figure, cover, sure in caught(battle, (60000, 56500), 4000)] == found


@pytest.mark.rule("combat-action.damage.section-pierced", "combat-action.damage.partial-collapse")
def test_the_first_hole_in_a_ruin_does_not_destroy_it() -> None:
    piece = a_battle({"r": {"at": [[10, 10]]}, "b": FOE}, terrain=[ROOF]).state.piece("hut")
    came = []
    for result in ("collapse", "pierced", "pierced"):
        word, piece = worsened(piece, result, (60000, 20000))
        came.append(word)
    assert came == ["partial collapse", "pierced", "destroyed"]


@pytest.mark.rule("combat-action.actions.hide", "combat-action.actions.targeting-device", "combat-action.vehicles.collision")
def test_who_is_moved_aside_hides_and_aims_no_more() -> None:
    aims = {"aim_gun": 0, "aim_at": "b.1", "hides": "wall"}
    car = {"model": "car", "at": [60, 10], "face": 0, "went": 12, **LOOSE}
    units = {
        "r": {"figures": {"1": car}},
        "s": one("sniper", 60, 21.5, **aims),
        "b": {"model": "bare", "at": [[60, 110]]},
    }
    play = Play(units, "direction 3, damage 1, wound 6", active="r", terrain=[WALL])
    assert play.at("s.1") != (60, 21.5)
    assert (play["s.1"].hides, play["s.1"].aim_gun) == ("", -1)


# ---- what cannot be


RIDER = {"carrier": "car.1"}


@pytest.mark.rule("combat-action.units.aboard", "combat-action.vehicles.crew", "combat-action.ready.gain")
@pytest.mark.parametrize(
    ("unit", "wrong"),
    [
        ({"r": {"figures": {str(number): {"model": "bare", **RIDER} for number in range(4)}}}, ""),
        ({"r": {"figures": {str(number): {"model": "bare", **RIDER} for number in range(5)}}}, "car.1 carries more"),
        ({"r": {"figures": {"1": {"model": "bare", "seat": "pilot", **RIDER}}}}, "car.1 carries more"),
        ({"b": {"figures": {"1": {"model": "bare", **RIDER}}}}, "b.1 rides in nothing of its side"),
        ({"r": one("sniper", 60, 60, aim_gun=1)}, "r.1 is ready with no weapon, aims with it"),
        (
            {"r": one("slave", 60, 60, did=[{"verb": "standard-fire", "gun": 1, "target": "b.1"}])},
            "r.1 is ready with no weapon",
        ),
    ],
)
def test_who_cannot_be_so(unit: dict[str, Any], wrong: str) -> None:
    units = {"car": crew([20, 20]), "b": FOE, **unit}
    if wrong:
        with pytest.raises(ScenarioError, match=wrong):
            a_state(units)
    else:
        a_state(units)


@pytest.mark.rule("combat-action.robots.slave-table")
def test_a_section_that_nobody_knows_is_fired_at_without_effect() -> None:
    did = [{"verb": "standard-fire", "gun": 0, "target": "#nowhere"}]
    figures = {
        "1": {"model": "tech", "at": [5, 5], "gone": "ooa"},
        "2": {"model": "slave", "at": [62, 20], "controller": "r.1", "did": did},
    }
    play = Play({"r": {"figures": figures, "leader": "r.1"}, "b": FOE}, "slave robot 6", active="r")
    assert any("fires at nothing" in event.what for event in play.told("Changed"))


@pytest.mark.rule("combat-action.vehicles.crew", "combat-action.vehicles.out-of-control-ground")
def test_a_car_whose_seat_is_taken_does_not_roll_on() -> None:
    unit = crew([60, 20], went=12)
    unit["figures"] |= {"2": {"model": "driver", "gone": "ooa"}, "4": {"model": "gunner", "carrier": "car.1", "seat": "gunner"}}
    play = Play({"car": unit, "b": FOE}, active="car")
    assert play.options == ["done", "car.3", "car.4", "car.1"]
    play.say("car.3", "take-seat", "done")
    assert play.options == ["done", "car.4"]


@pytest.mark.rule("combat-action.setup.force")
@pytest.mark.parametrize(("army", "able"), [("raiders", True), ("raider-band", True), ("raider-column", False)])
def test_both_sides_have_the_same_limit(army: str, able: bool) -> None:
    sides = {"red": {"edge": "south", "army": "garrison"}, "blue": {"edge": "north", "army": army}}
    if able:
        assert {side.limit for side in COMBAT_ACTION.setup({"sides": sides}).sides.values()} == {320}
    else:
        with pytest.raises(ScenarioError, match="the same limit"):
            COMBAT_ACTION.setup({"sides": sides})
