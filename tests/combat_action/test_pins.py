"""Both sides of small limits: ideas of a Move, who is under a crash, whom one regroups to."""

from __future__ import annotations

from contextlib import nullcontext
from math import dist
from random import Random
from typing import Any

import pytest

from littlewars.engine import Leg, ScenarioError, Step
from littlewars.engine.showing import Drag
from littlewars.muster import roster_from
from littlewars.systems.combat_action.basics.profiles import read_profile, read_weapon, weapons
from littlewars.systems.combat_action.basics.sight import near_side, sees
from littlewars.systems.combat_action.basics.tabletop import tabletop
from littlewars.systems.combat_action.fire.shooting import _matters
from littlewars.systems.combat_action.harm.damage import crash
from littlewars.systems.combat_action.machines.by_itself import flight
from littlewars.systems.combat_action.move.obstacles import crossings, vehicles_near
from littlewars.systems.combat_action.move.ways import Steering
from littlewars.systems.combat_action.roster.muster import MUSTER
from littlewars.systems.combat_action.scenario.setup import state_errors
from littlewars.systems.combat_action.turn.acting import _odds
from littlewars.systems.combat_action.units.squads import goal_of, meets, touched
from littlewars.table.moving.charge import beside
from littlewars.table.moving.walls import nearest_on
from tests.combat_action.field import Play, a_battle, a_state, man, vehicle

FOE: dict[str, Any] = {"model": "bare", "at": [[60, 110]]}


def a_driven(model: str, **more: Any) -> dict[str, Any]:
    figures = {"1": {"model": model, "at": [60, 60], **more}, "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"}}
    return {"figures": figures, "leader": "r.2"}


@pytest.mark.rule("combat-action.vehicles.movement")
@pytest.mark.parametrize(("drag", "end"), [(8, 52), (15, 45), (20, 45), (40, 45)])
def test_a_drag_backwards_ends_at_half_its_mv(drag: float, end: float) -> None:
    battle = a_battle({"r": a_driven("car", face=0), "b": FOE})
    steering = Steering(battle, battle.state.figures["r.1"])
    legs = steering.plan(Drag(("r.1",), (60000, 60000 - round(drag * 1000)), verb="back"))
    assert legs[0].steps[0].to == (60000, end * 1000)
    assert steering.refuse(legs) is None


@pytest.mark.rule("combat-action.vehicles.altitude")
def test_ideas_of_a_flyer_lead_up_and_down() -> None:
    def verbs(level: int) -> set[str]:
        battle = a_battle({"r": a_driven("flyer", level=level), "b": FOE})
        steering = Steering(battle, battle.state.figures["r.1"])
        rng = Random(3)
        return {step.verb for _ in range(200) for leg in steering.propose(rng) for step in leg.steps}

    assert verbs(0) == {"go", "back", "turn", "rise"}  # from the ground only up
    assert verbs(1) == {"go", "back", "turn", "rise", "sink"}


@pytest.mark.rule("combat-action.rout.rally")
def test_the_leader_is_regrouped_to_even_if_another_has_the_better_ds() -> None:
    models = {"hero": man(DS=2), "plain": man(DS=5)}
    figures = {
        "1": {"model": "plain", "at": [20, 20]},
        "2": {"model": "hero", "at": [40, 20]},
        "3": {"model": "plain", "at": [60, 20]},
    }
    battle = a_battle({"r": {"figures": figures, "regroups": True}, "b": FOE}, models=models)
    state, unit = battle.state, battle.state.units["r"]
    assert [one.id for one in goal_of(battle, unit, state.figures["r.3"])] == ["r.1"]
    assert goal_of(battle, unit, state.figures["r.1"]) == []
    state.figures["r.1"].gone = "killed"
    assert [one.id for one in goal_of(battle, unit, state.figures["r.3"])] == ["r.2"]


@pytest.mark.rule("combat-action.vehicles.crash")
def test_only_who_stands_on_the_ground_under_a_crash_is_pushed_aside() -> None:
    house = {"id": "house", "kind": "building", "box": [58, 58, 68, 68], "height": 6}
    units: dict[str, Any] = {
        "r": a_driven("flyer", level=1),
        "s": {"figures": {"1": {"model": "bare", "at": [60, 57]}, "2": {"model": "bare", "at": [61, 62], "foot": 6}}},
        "t": {"figures": {"1": {"model": "drone", "at": [60, 60], "level": 2}}},
        "b": FOE,
    }
    dice = ", ".join(["damage 1", "explosion 1", "explosion 1"])
    battle = a_battle(units, dice, terrain=[house])
    figures = battle.state.figures
    crash(battle, figures["r.1"])
    assert figures["s.1"].at != (60000, 57000)
    assert figures["s.2"].at == (61000, 62000)  # on a roof
    assert figures["t.1"].at == (60000, 60000)  # in the air


@pytest.mark.rule("combat-action.vehicles.altitude")
def test_nobody_flies_below_the_ground() -> None:
    state = a_state({"r": a_driven("flyer"), "b": FOE})
    for level, wrong in ((-1, True), (0, False), (2, False), (3, True)):
        state.figures["r.1"].level = level
        assert any("cannot fly" in fault for fault in state_errors(state)) is wrong


@pytest.mark.rule("combat-action.actions.charge")
def test_places_beside_an_enemy_lie_to_both_sides_of_the_way() -> None:
    state = a_state({"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 40]]}})
    near = beside(state.figures["r.1"].base(), state.figures["b.1"].base(), 50)
    for one, other in zip(near[1::2], near[2::2], strict=True):
        assert one[0] != 60000
        assert (one[0] + other[0]) // 2 == 60000
        assert abs(one[1] - other[1]) <= 1
    assert [at[1] for at in near[::2]] == sorted(at[1] for at in near[::2])  # farther and farther round


@pytest.mark.rule("combat-action.core.stats", "combat-action.core.measuring", "combat-action.units.aboard")
@pytest.mark.parametrize(
    ("most", "more"),
    [
        ({"base": 20}, {"base": 20.1}),
        ({"base": [40, 40]}, {"base": [40.1, 40]}),
        ({"base": [40, 40]}, {"base": [40, 40.1]}),
        ({"height": 50}, {"height": 50.1}),
        ({"height": 0.001}, {"height": 0}),
        ({"MV": 100}, {"MV": 100.1}),
        ({"MV": 0}, {"MV": -1}),
        ({"passengers": 30}, {"passengers": 31}),
        ({"passengers": 0}, {"passengers": -1}),
        ({"SS": 2}, {"SS": 1}),
    ],
)
def test_the_largest_and_smallest_model(most: dict[str, Any], more: dict[str, Any]) -> None:
    read_profile("x", man(**most), weapons())
    with pytest.raises(ValueError, match="combat-action"):
        read_profile("x", man(**more), weapons())


@pytest.mark.rule("combat-action.core.weapon-stats")
@pytest.mark.parametrize(("word", "low", "high"), [("pen", 0, 20), ("auto", 0, 10), ("blast", 0, 20)])
def test_the_largest_and_smallest_weapon(word: str, low: int, high: int) -> None:
    usual = {"class": "heavy", "pen": 3}
    for good, bad in ((low, low - 1), (high, high + 1)):
        read_weapon("x", usual | {word: good})
        with pytest.raises(ValueError, match="combat-action"):
            read_weapon("x", usual | {word: bad})


@pytest.mark.rule("combat-action.actions.climb")
def test_a_roof_has_room_for_those_who_do_not_stand_in_each_other() -> None:
    house = {"id": "house", "kind": "building", "box": [55, 25, 65, 35], "height": 6, "gaps": [[2, 0, 10]]}

    def climbs(at: list[float], foot: float) -> bool:
        others = {"1": {"model": "bare", "at": at, "foot": foot}}
        battle = a_battle({"r": {"at": [[60, 23]]}, "s": {"figures": others}, "b": FOE}, terrain=[house])
        return "climb-obstacle:house:top" in crossings(battle, battle.state.figures["r.1"])

    assert not climbs([60, 27], 6)
    assert climbs([60, 27], 0)  # on the floor below
    assert climbs([60, 32], 6)  # elsewhere on the roof


@pytest.mark.rule("combat-action.victory.game-end", "combat-action.core.scales", "combat-action.units.squads")
def test_how_long_and_how_large_a_battle_may_be() -> None:
    units = {"r": {"at": [[60, 20]]}, "b": FOE}
    for turns, fine in ((0, False), (1, True), (100, True), (101, False)):
        with nullcontext() if fine else pytest.raises(ScenarioError, match="game-end"):
            a_state(units, turns=turns)
    many = {f"r{n}": {"model": "bare", "at": [[2 + 2.6 * (n % 40), 2 + 2.6 * (n // 40)]]} for n in range(400)}
    with pytest.raises(ScenarioError, match="401 models; 400 are the most"):
        a_state({**many, "b": FOE})
    del many["r0"]
    assert len(a_state({**many, "b": FOE}).figures) == 400


@pytest.mark.rule("combat-action.area.deviation-distance", "combat-action.actions.automatic-fire")
def test_faces_of_a_to_hit_die_that_odds_tell_apart() -> None:
    def told_apart(least: int, area: bool) -> list[list[int]]:
        key, found = _matters(least, area), dict[object, list[int]]()
        for face in range(1, 7):
            found.setdefault(key(face), []).append(face)
        return list(found.values())

    assert told_apart(4, False) == [[1], [2, 3], [4, 5, 6]]  # a natural 1 may jam
    assert told_apart(4, True) == [[1], [2], [3], [4, 5, 6]]  # by how much it misses is how far it goes astray
    assert told_apart(2, True) == [[1], [2, 3, 4, 5, 6]]


@pytest.mark.rule("combat-action.vehicles.movement")
def test_a_leg_may_lie_a_hair_beside_the_line_of_the_hull() -> None:
    battle = a_battle({"r": a_driven("car", face=0), "b": FOE})
    steering = Steering(battle, battle.state.figures["r.1"])
    for aside, fine in ((0, True), (40, True), (-40, True), (41, False), (-41, False)):
        legs = (Leg("r.1", (Step("go", (60000 + aside, 80000)),)),)
        assert (steering.refuse(legs) is None) is fine, aside


@pytest.mark.rule("combat-action.units.squads", "combat-action.robots.kinds", "combat-action.vehicles.crew")
@pytest.mark.parametrize(
    ("models", "why"),
    [
        ({"rifleman": 10}, ""),
        ({"rifleman": 11}, "a squad has 2 to 10"),
        ({"hunter-robot": 5}, ""),
        ({"hunter-robot": 6}, "5 at most"),
        ({"hunter-robot": 1, "rifleman": 1}, "units of their own"),
        ({"technician": 1, "work-robot": 1}, ""),
        ({"technician": 1, "work-robot": 2}, "needs a controller"),
        ({"scout-car": 1, "driver": 1, "gunner": 1}, ""),
        ({"scout-car": 1, "driver": 1}, "its crew is driver, gunner"),
        ({"scout-car": 2, "driver": 2, "gunner": 2}, "2 vehicles"),
        ({"rifleman": 51}, "1 to 50 can"),
    ],
)
def test_units_that_can_be(models: dict[str, int], why: str) -> None:
    unit = {"name": "Some", "models": [{"model": name, "number": number} for name, number in models.items()]}
    boss = {"name": "Boss", "models": [{"model": "lieutenant"}]}
    raw = {"system": "combat-action", "name": "Test", "points": 5000, "units": [unit, boss]}
    found = [breach.text for breach in MUSTER.check(roster_from(raw))]
    assert (why in " ".join(found)) if why else not found


@pytest.mark.rule("combat-action.setup.force")
@pytest.mark.parametrize(("said", "limit"), [({}, 320), ({"points": 500}, 500)])
def test_a_force_has_320_points_where_nobody_says_how_many(said: dict[str, int], limit: int) -> None:
    raw = {"system": "combat-action", "name": "Test", "units": [{"name": "Boss", "models": [{"model": "lieutenant"}]}], **said}
    assert MUSTER.read(roster_from(raw)).bill.limit == limit


@pytest.mark.rule("combat-action.rout.charge-away")
def test_a_rout_turns_by_90_degrees_at_most() -> None:
    wall = {"id": "wall", "kind": "high-wall", "box": [20, 57, 100, 58.7], "height": 6}
    units = {"r": {"model": "bare", "at": [[60, 60]]}, "b": {"model": "bare", "at": [[60, 80]]}}
    battle = a_battle(units, terrain=[wall])
    found = flight(battle, battle.state.figures["r.1"])
    assert found is not None
    assert (found.to, found.clash) == ((80000, 60000), None)  # along the wall; if equal, to his left


@pytest.mark.rule("combat-action.rout.charge-away")
def test_without_an_enemy_one_runs_home() -> None:
    battle = a_battle({"r": {"model": "bare", "at": [[60, 60]]}, "b": FOE})
    battle.state.figures["b.1"].gone = "killed"
    found = flight(battle, battle.state.figures["r.1"])
    assert found is not None
    assert found.to == (60000, 40000)


@pytest.mark.rule("combat-action.close-combat.locked", "combat-action.vehicles.altitude", "combat-action.units.inert")
@pytest.mark.parametrize(
    ("facts", "touches"), [({}, True), ({"level": 1}, False), ({"wreck": "destroyed"}, False), ({"level": 2}, False)]
)
def test_nobody_touches_what_flies_or_is_wrecked(facts: dict[str, Any], touches: bool) -> None:
    units = {"r": {"figures": {"1": {"model": "drone", "at": [60, 60], **facts}}}, "b": {"model": "bare", "at": [[60, 62.75]]}}
    battle = a_battle(units)
    one, other = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert ([foe.id for foe in touched(battle, one)] == ["b.1"]) is touches
    assert ([foe.id for foe in touched(battle, other)] == ["r.1"]) is touches
    assert (bool(meets(battle, other, other.base())), bool(touched(battle, one))) == (touches, touches)


@pytest.mark.rule("combat-action.ranged.targets", "combat-action.actions.climb")
def test_the_nearest_point_of_a_slanted_outline() -> None:
    outline = ((0, 0), (10000, 4000), (7000, 12000), (-3000, 9000))
    on_it = [
        (ax + (bx - ax) * part / 400, ay + (by - ay) * part / 400)
        for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True)
        for part in range(401)
    ]
    rng = Random(5)
    for _ in range(60):
        at = (rng.randint(-9000, 16000), rng.randint(-6000, 18000))
        found = nearest_on(outline, at)
        assert dist(at, found) <= min(dist(at, one) for one in on_it) + 1
        assert min(dist(found, one) for one in on_it) <= 20  # it is a point of the outline


@pytest.mark.rule("combat-action.ready.gain")
def test_one_is_ready_with_a_weapon_that_there_is() -> None:
    state = a_state({"r": {"model": "hunter", "at": [[60, 60]]}, "b": FOE})
    for number, wrong in ((-2, True), (-1, False), (0, False), (1, False), (2, True)):
        state.figures["r.1"].ready = number
        assert any("ready with no weapon" in fault for fault in state_errors(state)) is wrong


@pytest.mark.rule("combat-action.los.lines", "combat-action.ranged.targets")
@pytest.mark.parametrize(("height", "seen"), [(3, True), (3.001, False)])
def test_a_line_along_the_top_of_a_wall_is_free(height: float, seen: bool) -> None:
    walls = [
        {"id": "near", "kind": "high-wall", "box": [40, 50, 80, 51], "height": height},
        {"id": "far", "kind": "high-wall", "box": [55, 70, 65, 71], "height": 3},
    ]
    battle = a_battle({"r": {"at": [[60, 20]]}, "b": FOE}, terrain=walls)
    assert bool(near_side(battle, battle.state.figures["r.1"], battle.state.piece("far"))) is seen


@pytest.mark.rule("combat-action.robots.autonomous-table", "combat-action.vehicles.out-of-control-direction")
def test_the_direction_of_a_robot_goes_once_round() -> None:
    figures = {"1": {"model": "hunter", "at": [60, 60], "face": 300, "loose": "for good"}}
    units = {"r": {"figures": figures}, "s": {"model": "bare", "at": [[5, 5]]}, "b": FOE}
    play = Play(units, "autonomous robot 5, direction 6", active="r")
    assert play["r.1"].face == 3000  # a quarter to the right of 300 degrees


@pytest.mark.rule("combat-action.pinned.ready", "combat-action.rout.rally", "combat-action.ready.gain")
@pytest.mark.parametrize(
    ("facts", "dice", "asked"),
    [
        ({}, "", True),
        ({"status": "pinned"}, "discipline 1", False),
        ({"status": "pinned"}, "discipline 6", True),
        ({"status": "routing"}, "discipline 6", False),  # it has rallied, and is together
        ({"regroups": True}, "", False),
    ],
)
def test_who_may_become_ready(facts: dict[str, Any], dice: str, asked: bool) -> None:
    wall = {"id": "wall", "kind": "high-wall", "box": [20, 40, 100, 41], "height": 8}
    far = [[50, 20], [90, 20]] if "regroups" in facts else [[50, 20], [53, 20]]
    units = {"r": {"at": far, **facts}, "s": {"model": "bare", "at": [[5, 5]]}, "b": {"model": "bare", "at": [[60, 80]]}}
    play = Play(units, dice, active="r", terrain=[wall])
    play.say("done")
    assert (play.rule == "combat-action.ready.gain") is asked


@pytest.mark.rule("combat-action.actions.embark", "combat-action.vehicles.crew")
def test_there_is_no_seat_for_a_third_man_of_the_crew() -> None:
    models = {"cart": vehicle(passengers=0)}
    figures: dict[str, Any] = {
        "1": {"model": "cart", "at": [60, 60]},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
        "3": {"model": "gunner", "carrier": "r.1", "seat": "gunner"},
        "4": {"model": "gunner", "at": [64, 60]},
    }
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE}, models=models)
    man_outside = battle.state.figures["r.4"]
    assert vehicles_near(battle, man_outside) == []
    battle.state.figures["r.3"].gone = "killed"
    assert [one.id for one in vehicles_near(battle, man_outside)] == ["r.1"]


@pytest.mark.rule("combat-action.los.lines")
def test_a_hull_is_in_the_way_again_when_nobody_thinks_of_it_elsewhere() -> None:
    units = {"r": {"at": [[60, 20]]}, "m": {"model": "hunter", "at": [[60, 40]]}, "b": {"model": "bare", "at": [[60, 60]]}}
    battle = a_battle(units)
    one, other, top = battle.state.figures["r.1"], battle.state.figures["b.1"], tabletop(battle)
    assert not sees(battle, one, other)
    for name, meanwhile in (("m.1", True), ("r.1", False)):
        with top.without(name):
            assert sees(battle, one, other) is meanwhile
        assert not sees(battle, one, other)


@pytest.mark.rule("combat-action.close-combat.locked", "combat-action.core.measuring")
@pytest.mark.parametrize(("apart", "touches"), [(0.1, True), (0.101, False)])
def test_how_near_is_contact(apart: float, touches: bool) -> None:
    battle = a_battle({"r": {"model": "bare", "at": [[60, 60]]}, "b": {"model": "bare", "at": [[60, 62.5 + apart]]}})
    one = battle.state.figures["r.1"]
    assert bool(meets(battle, one, one.base())) is touches
    assert bool(touched(battle, one)) is touches


@pytest.mark.rule("combat-action.vehicles.collision")
def test_who_cannot_step_aside_stops_a_runaway() -> None:
    walls = [
        {"id": "west", "kind": "high-wall", "box": [0, 40, 57.3, 100], "height": 6},
        {"id": "east", "kind": "high-wall", "box": [62.7, 40, 120, 100], "height": 6},
    ]
    figures = {"1": {"model": "car", "at": [60, 50], "face": 0, "went": 20, "loose": "for good"}}
    units = {
        "r": {"figures": figures},
        "s": {"model": "tough", "at": [[60, 62]]},
        "t": {"model": "bare", "at": [[5, 5]]},
        "b": FOE,
    }
    play = Play(units, "direction 3, damage 1", active="r", terrain=walls, models={"tough": man(PF=9)})
    assert play.at("s.1") == (60, 62)
    assert 55 <= play.at("r.1")[1] <= 56.3  # the front is 4.5 cm ahead of it
    assert play["r.1"].went == 0


@pytest.mark.rule("combat-action.ranged.procedure", "combat-action.close-combat.attack")
def test_choices_that_have_odds() -> None:
    units = {"r": {"model": "bomber", "at": [[60, 20]]}, "s": {"model": "fighter", "at": [[60, 57.5]]}, "b": {"at": [[60, 60]]}}
    battle = a_battle(units)
    for name, choice, has in (
        ("b.1", "standard-fire:0:r.1", True),
        ("r.1", "throw-grenade:0:b.1", True),
        ("r.1", "throw-grenade:0:point", False),
        ("s.1", "close-combat-attack:0:b.1", True),
        ("s.1", "close-combat-attack:0:hatch r.1", False),
        ("b.1", "aim-targeting-device:0:r.1", False),
        ("b.1", "walk", False),
        ("b.1", "reload:0", False),
        ("b.1", "done", False),
    ):
        assert (_odds(battle, choice, name) is not None) is has, choice
