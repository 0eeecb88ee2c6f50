"""Both sides of limits that stand alone: the table's edge, a hair's breadth, a state that just holds or just does not."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from littlewars.engine import Leg, Step
from littlewars.engine.chance.odds import odds
from littlewars.engine.showing import Drag
from littlewars.muster import roster_from
from littlewars.systems.combat_action.basics.profiles import read_profile
from littlewars.systems.combat_action.basics.sight import cover_against, low_cover, near_side, sees
from littlewars.systems.combat_action.fire.shooting import forecast, impact
from littlewars.systems.combat_action.fire.targets import Shot
from littlewars.systems.combat_action.harm.damage import crash, hit
from littlewars.systems.combat_action.machines.by_itself import flight, touches_edge
from littlewars.systems.combat_action.move.limits import limit_of
from littlewars.systems.combat_action.move.ways import March, Steering, points_of, read
from littlewars.systems.combat_action.ready.ready import Course
from littlewars.systems.combat_action.roster.muster import MUSTER
from littlewars.systems.combat_action.scenario.setup import transition_errors
from littlewars.systems.combat_action.system import COMBAT_ACTION
from littlewars.systems.combat_action.turn.sequence import broken
from tests.combat_action.field import Play, a_battle, a_state, man, robot

FOE: dict[str, Any] = {"model": "bare", "at": [[60, 110]]}
AWAY: dict[str, Any] = {"model": "bare", "at": [[5, 110]]}


# ---- the table's edge


@pytest.mark.rule("combat-action.area.deviation-limits")
@pytest.mark.parametrize(
    ("aimed", "lands"),
    [
        ((3000, 60000), True),
        ((2999, 60000), False),
        ((117000, 60000), True),
        ((117001, 60000), False),
        ((60000, 3000), True),
        ((60000, 2999), False),
        ((60000, 117000), True),
        ((60000, 117001), False),
    ],
)
def test_what_deviates_off_the_table_is_gone(aimed: tuple[int, int], lands: bool) -> None:
    battle = a_battle({"r": {"at": [[60, 60]]}, "b": AWAY}, "deviation 1")
    at = impact(battle, (60000, 60000), aimed, 3000)
    assert (at is not None) is lands


@pytest.mark.rule("combat-action.ranged.targets")
@pytest.mark.parametrize(
    ("at", "aim", "beyond"),
    [
        ([10, 10], [0, 10], [-0.001, 10]),
        ([10, 10], [10, 0], [10, -0.001]),
        ([110, 110], [120, 110], [120.001, 110]),
        ([110, 110], [110, 120], [110, 120.001]),
    ],
)
def test_a_point_on_the_edge_may_be_aimed_at(at: list[float], aim: list[float], beyond: list[float]) -> None:
    figures = {"1": {"model": "bomber", "at": at, "primed": 1}}
    play = Play({"r": {"figures": figures}, "b": FOE if at[0] < 60 else AWAY}, active="r").say("throw-grenade:0:point")
    assert play.refused({"aim": beyond}) == "ranged.targets"
    assert play.allows({"aim": aim})


@pytest.mark.rule("combat-action.terrain.table-edge", "combat-action.rout.table-edge")
@pytest.mark.parametrize(
    ("at", "touches"),
    [
        ([1.35, 60], True),
        ([1.351, 60], False),
        ([118.65, 60], True),
        ([118.649, 60], False),
        ([60, 1.35], True),
        ([60, 1.351], False),
        ([60, 118.65], True),
        ([60, 118.649], False),
    ],
)
def test_a_base_touches_the_edge(at: list[float], touches: bool) -> None:
    state = a_state({"r": {"model": "bare", "at": [at]}, "b": {"model": "bare", "at": [[30, 30]]}})
    assert touches_edge(state, state.figures["r.1"]) is touches


# ---- rout


@pytest.mark.rule("combat-action.rout.charge-away")
@pytest.mark.parametrize(
    ("wall", "end"),
    [
        ([0, 0, 0.5, 0.5], (20, 0)),  # nothing in the way: directly away from the enemy in the west
        ([73, 59, 75, 80], (19.32, -5.18)),  # 15 degrees towards his own edge in the south
        ([73, 57.5, 75, 70], (17.32, -10)),
        ([73, 40, 75, 61], (19.32, 5.18)),  # 15 degrees the other way comes before 30
    ],
)
def test_a_rout_turns_by_fifteen_degrees_at_a_time(wall: list[float], end: tuple[float, float]) -> None:
    rock = {"id": "rock", "kind": "boulder", "box": wall, "height": 6}
    units = {"r": {"model": "bare", "at": [[60, 60]], "status": "routing"}, "b": {"model": "bare", "at": [[40, 60]]}}
    battle = a_battle(units, terrain=[rock])
    found = flight(battle, battle.state.figures["r.1"])
    assert (found.to[0] - 60000, found.to[1] - 60000) == pytest.approx((end[0] * 1000, end[1] * 1000), abs=5)


@pytest.mark.rule("combat-action.rout.charge-away")
def test_where_every_way_is_short_the_longest_is_taken() -> None:
    walls = [
        {"id": "e", "kind": "boulder", "box": [70, 30, 72, 90], "height": 6},
        {"id": "s", "kind": "boulder", "box": [30, 48, 70, 50], "height": 6},
        {"id": "n", "kind": "boulder", "box": [30, 65, 70, 67], "height": 6},
    ]
    units = {"r": {"model": "bare", "at": [[60, 60]], "status": "routing"}, "b": {"model": "bare", "at": [[40, 60]]}}
    battle = a_battle(units, terrain=walls)
    found = flight(battle, battle.state.figures["r.1"])
    lengths = [round(((found.to[0] - 60000) ** 2 + (found.to[1] - 60000) ** 2) ** 0.5)]
    assert lengths[0] > 10000  # straight on it is 8.75 cm to the wall
    assert found.to[1] < 60000


# ---- machines


@pytest.mark.rule("combat-action.machine-damage.roll")
@pytest.mark.parametrize("pen", [3, 7, 10])
def test_odds_of_locations_are_those_of_every_face(pen: int) -> None:
    state = a_state({"r": {"model": "hunter", "at": [[60, 60]]}, "b": FOE})

    def rule(trial: Any) -> None:
        hit(trial, trial.state.figures["r.1"], pen)

    def broken(trial: Any, _: object) -> tuple[str, ...]:
        found: tuple[str, ...] = trial.state.figures["r.1"].broken
        return found

    assert odds(COMBAT_ACTION, state, rule, broken) == odds(COMBAT_ACTION, state, rule, broken, every_face=True)


@pytest.mark.rule("combat-action.robots.autonomous-table", "combat-action.machine-damage.power-grid")
@pytest.mark.parametrize(
    ("more", "touch", "fires"),
    [
        ({}, False, True),
        ({"broken": ["control-system", "power-grid"], "moved": 1}, False, False),
        ({"broken": ["control-system", "power-grid"], "moved": 0}, False, True),
        ({}, True, False),
        ({"guns": [{"out": True}]}, False, False),
    ],
)
def test_a_robot_that_cannot_fire_does_not(more: dict[str, Any], touch: bool, fires: bool) -> None:
    figures = {"1": {"model": "bot", "at": [60, 60], "face": 0, "loose": "for good", **more}}
    units: dict[str, Any] = {"r": {"figures": figures}, "b": {"model": "tough", "at": [[60, 80]]}}
    if touch:
        units["bb"] = {"model": "tough", "at": [[63.26, 60]]}
    models = {"bot": robot(weapons=["service-rifle"]), "tough": man(PF=12)}
    play = Play(units, "autonomous robot 4" + (", to hit 6, damage 1" if fires else ""), active="r", models=models)
    assert bool(play.told("Fired")) is fires


@pytest.mark.rule("combat-action.core.measuring")
@pytest.mark.parametrize(
    ("base", "able"), [(0.002, True), (0, False), ([0.001, 0.001], True), ([0, 5], False), ([5, 0], False)]
)
def test_a_base_covers_something(base: Any, able: bool) -> None:
    raw = man(base=base)
    if able:
        assert read_profile("x", raw, {}).measures
    else:
        with pytest.raises(ValueError, match=r"core\.measuring"):
            read_profile("x", raw, {})


# ---- roads


@pytest.mark.rule("combat-action.terrain.kinds")
def test_a_road_is_only_seen() -> None:
    """Whoever stands on it is seen, shot at without cover and walks on; nobody hides behind it, jumps it or shoots at it."""
    road = {"id": "road", "kind": "road", "box": [40, 23, 80, 60]}
    units: dict[str, Any] = {"r": {"model": "shooter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 40]]}}
    play = Play(units, active="r", terrain=[road])
    assert "standard-fire:0:b.1" in play.options
    assert not {"hide-behind-cover", "jump-obstacle", "climb-obstacle"} & play.verbs()
    assert not any("#road" in option for option in play.options)
    assert cover_against(play.battle, play["r.1"], play["b.1"]).bonus == 0
    assert play.say("walk").allows({"r.1": [60, 30]})
    shown = next(piece for piece in COMBAT_ACTION.show(play.state).ground if piece.id == "road")
    assert (shown.kind, shown.text) == ("road", "open ground")


# ---- ways and lines


@pytest.mark.rule("combat-action.ready.use")
@pytest.mark.parametrize(
    ("step", "face"), [(1, 0), (10000, 0), (10001, 9000), (20000, 9000), (20001, 18000), (30000, 18000), (31000, 18000)]
)
def test_which_way_it_looks_on_a_bent_way(step: int, face: int) -> None:
    bent = Course(((0, 0), (0, 10000), (10000, 10000), (10000, 0)), (0, 9000, 18000))
    assert bent.face_at(step, 4500) == face
    assert Course(bent.path).face_at(step, 4500) == 4500  # a round base keeps its facing


@pytest.mark.rule("combat-action.los.partial-cover")
@pytest.mark.parametrize(("foot", "height", "covers"), [(0, 1.5, True), (0, 1.4, False), (6, 7.5, True), (6, 7.4, False)])
def test_cover_is_measured_from_the_feet(foot: float, height: float, covers: bool) -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [55, 63, 65, 64], "height": height}
    state = a_state({"r": {"model": "bare", "at": [[60, 60]]}, "b": FOE}, terrain=[wall])
    figure = state.figures["r.1"]
    figure.foot = round(foot * 1000)
    assert bool(low_cover([state.piece("wall")], figure, figure.base())) is covers


@pytest.mark.rule("combat-action.los.lines", "combat-action.actions.hide")
@pytest.mark.parametrize(("gap", "seen"), [(0.1, True), (0.101, False)])
def test_bases_in_contact_see_each_other_across_what_one_hides_behind(gap: float, seen: bool) -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [40, 61.27, 80, 61.33], "height": 2}
    figures = {"1": {"model": "bare", "at": [60, 60], "hides": "wall"}}
    units: dict[str, Any] = {"r": {"figures": figures}, "b": {"model": "bare", "at": [[60, 62.5 + gap]]}}
    battle = a_battle(units, terrain=[wall])
    one, other = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert sees(battle, other, one) is seen
    assert sees(battle, one, other) is seen


@pytest.mark.rule("combat-action.ranged.targets")
def test_a_piece_is_hit_just_before_its_nearest_point() -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [55, 63, 66, 64], "height": 2}
    battle = a_battle({"r": {"at": [[60, 20]]}, "b": FOE}, terrain=[wall])
    assert near_side(battle, battle.state.figures["r.1"], battle.state.piece("wall")) == (60000, 62900)


@pytest.mark.rule("combat-action.close-combat.break-away")
@pytest.mark.parametrize(("verb", "far"), [("walk", 5), ("charge", 10)])
def test_who_has_broken_away_leaves_by_half_his_way_unless_told_otherwise(verb: str, far: float) -> None:
    units = {"r": {"model": "fighter", "at": [[60, 40]]}, "b": {"model": "bare", "at": [[60, 37.45]]}}
    play = Play(units, active="r").say(verb, dice="break away 4")
    assert play.game.ask is not None
    play.game.answer(play.game.ask.default())
    assert dist(play.at("r.1"), (60, 40)) == pytest.approx(far, abs=0.01)


# ---- states


@pytest.mark.rule("combat-action.machine-damage.power-plant-passengers")
def test_a_wreck_knows_its_turn() -> None:
    battle = a_battle({"r": {"model": "hunter", "at": [[60, 60]]}, "b": FOE}, turn={"number": 3})
    crash(battle, battle.state.figures["r.1"])
    assert battle.state.figures["r.1"].wrecked == 3


@pytest.mark.rule("combat-action.setup.table")
def test_machines_look_at_the_enemys_edge_unless_it_is_said() -> None:
    figures = {
        "1": {"model": "hunter", "at": [60, 100]},
        "2": {"model": "hunter", "at": [70, 100], "face": 90},
        "3": {"model": "bare", "at": [80, 100]},
    }
    state = a_state({"b": {"figures": figures}, "r": {"model": "bare", "at": [[60, 20]]}})
    assert [state.figures[f"b.{n}"].face for n in (1, 2, 3)] == [18000, 9000, 0]


@pytest.mark.rule("combat-action.victory.game-end")
@pytest.mark.parametrize(("gone", "is_broken"), [(0, False), (1, False), (2, True), (3, True)])
def test_two_thirds_of_the_points(gone: int, is_broken: bool) -> None:
    state = a_state({"r": {"model": "bare", "at": [[20, 20], [24, 20], [28, 20]]}, "b": FOE})
    for number in range(gone):
        state.figures[f"r.{number + 1}"].gone = "ooa"
    assert broken(state, "red") is is_broken


@pytest.mark.rule("combat-action.vehicles.flying-robots", "combat-action.actions.charge")
def test_a_drag_onto_an_enemy_is_a_charge_at_him_unless_it_leads_up() -> None:
    battle = a_battle({"r": {"model": "drone", "at": [[60, 60]]}, "b": {"model": "bare", "at": [[60, 80]]}})
    march = March(battle, battle.state.figures["r.1"], True)
    (close,), (up,) = march.plan(Drag(("r.1",), (60000, 80000))), march.plan(Drag(("r.1",), (60000, 80000), verb="rise"))
    assert march.refuse((close,)) is None
    assert [one.id for one in march.met(points_of((close,))[-1])] == ["b.1"]
    assert up.steps[-1].verb == "rise"


@pytest.mark.rule("combat-action.units.coherency", "combat-action.rout.rally")
@pytest.mark.parametrize("more", [{"strays": ["r.2"]}, {"regroups": True}])
def test_as_far_as_before_is_not_nearer(more: dict[str, Any]) -> None:
    battle = a_battle({"r": {"model": "bare", "at": [[60, 20], [60, 40]], **more}, "b": FOE})
    limit = limit_of(battle, battle.state.figures["r.2"])
    assert limit is not None
    assert limit.refuse((80000, 20000)) is not None  # 20 cm from his comrade, as before
    assert limit.refuse((79999, 20000)) is None


@pytest.mark.rule(
    "combat-action.actions.walk", "combat-action.machine-damage.power-grid", "combat-action.machine-damage.engine"
)
@pytest.mark.parametrize(
    ("more", "walks"),
    [
        ({}, True),
        ({"halted": True}, False),
        ({"landing": True, "level": 1}, False),
        ({"broken": ["power-grid"], "fired": 1}, False),
        ({"broken": ["power-grid"], "fired": 0}, True),
    ],
)
def test_who_cannot_walk_is_not_asked_to(more: dict[str, Any], walks: bool) -> None:
    figures = {"1": {"model": "drone", "at": [60, 60], **more}}
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r")
    assert ("walk" in play.options) is walks
    assert ("charge" in play.options) is walks


@pytest.mark.rule("combat-action.actions.control-robot", "combat-action.robots.loss-of-control")
def test_a_robot_that_is_taken_over_does_not_roll_as_well() -> None:
    figures = {
        "1": {"model": "tech", "at": [20, 20]},
        "2": {"model": "slave", "at": [30, 20], "controller": "r.4"},
        "3": {"model": "slave", "at": [40, 20], "controller": "r.4"},
        "4": {"model": "tech", "gone": "killed"},
    }
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r")
    assert play.state.turn.doing.due == ["r.2", "r.3"]
    play.say("control-robot:r.2").say("done", dice="slave robot 1")  # only the other one
    assert [event.figure for event in play.told("Rolled")] == ["r.3"]
    assert play["r.2"].controller == "r.1"


@pytest.mark.rule("combat-action.vehicles.movement", "combat-action.vehicles.altitude")
def test_a_drag_onto_the_spot_turns_or_lifts_a_vehicle_or_does_nothing() -> None:
    figures = {"1": {"model": "flyer", "at": [60, 60], "face": 0}, "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"}}
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE})
    steering = Steering(battle, battle.state.figures["r.1"])
    here = (60000, 60000)
    assert steering.plan(Drag(("r.1",), here)) == ()
    assert [step.verb for step in steering.plan(Drag(("r.1",), here, face=4500))[0].steps] == ["turn"]
    assert [step.verb for step in steering.plan(Drag(("r.1",), here, verb="rise"))[0].steps] == ["rise"]


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.charge")
@pytest.mark.parametrize(("verb", "end", "last"), [("walk", 30, 10000), ("charge", 35, 15000), ("charge", 36.95, 16750)])
def test_the_latest_place_of_a_way_is_its_end_or_just_before_contact(verb: str, end: float, last: int) -> None:
    watchers = {"1": {"model": "shooter", "at": [80, 30], "ready": 0, "ap": 1}, "2": {"model": "bare", "at": [60, 39.5]}}
    units: dict[str, Any] = {"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"figures": watchers}}
    play = Play(units, active="r").say(verb, {"r.1": [60, end]})
    steps = [int(option.partition("@")[2]) for option in play.options if "@" in option]
    assert max(steps) == last


@pytest.mark.rule("combat-action.units.squads")
@pytest.mark.parametrize(("number", "able"), [(0, False), (1, True), (50, True), (51, False)])
def test_how_many_models_of_a_kind_a_roster_may_name(number: int, able: bool) -> None:
    models = [{"model": "rifleman", "number": number}]
    raw = {"system": "combat-action", "name": "x", "points": 9999, "units": [{"name": "u", "models": models}]}
    found = MUSTER.check(roster_from(raw))
    assert any("cannot be fielded" in breach.text for breach in found) is not able


# ---- what decides by a hair


@pytest.mark.rule("combat-action.rout.charge-away")
def test_far_from_its_edge_it_still_turns_to_the_side_that_leads_there() -> None:
    """Away is 30 degrees right of north and home is south: by the right, though by nearly half a turn."""
    rock = {"id": "rock", "kind": "boulder", "box": [61.7, 63.5, 63.3, 65.1], "height": 4}
    units = {"r": {"at": [[60, 60]], "status": "routing"}, "b": {"model": "bare", "at": [[50, 42.7]]}}
    battle = a_battle(units, terrain=[rock])
    x, y = flight(battle, battle.state.figures["r.1"]).to
    assert (x - 60000) * 17321 > (y - 60000) * 10000  # right of straight away


@pytest.mark.rule("combat-action.ready.use")
def test_nobody_answers_one_who_has_fallen() -> None:
    ready = {"model": "shooter", "ready": 0, "ap": 2}
    watchers = {"figures": {"1": {**ready, "at": [60, 50]}, "2": {**ready, "at": [64, 50]}}}
    play = Play({"r": {"at": [[60, 30]]}, "s": {"model": "bare", "at": [[5, 5]]}, "b": watchers}, active="r")
    play.say("walk", {"r.1": [60, 35]})
    play.say("b.1@1000", dice="to hit 6, damage 6, wound 1")
    assert play["r.1"].gone == "killed"
    assert play.asks != "blue ready.use"
    assert play["b.2"].ready == 0


@pytest.mark.rule("combat-action.ranged.to-hit")
def test_who_cannot_hit_has_no_chance() -> None:
    models = {"poor": man(SS=6, weapons=["service-rifle"]), "fast": man(size="small")}
    battle = a_battle({"r": {"model": "poor", "at": [[60, 30]]}, "b": {"model": "fast", "at": [[60, 60]]}}, models=models)
    shot = Shot("r.1", "r.1", 0, "standard-fire", "b.1")
    assert [(roll.tally.needed, roll.chance) for roll in forecast(battle, shot).rolls if roll.tally] == [(7, 0)]
    battle.state.settings.speed, battle.state.figures["b.1"].went = True, 40000
    assert [(roll.tally.needed, roll.chance) for roll in forecast(battle, shot).rolls if roll.tally] == [(9, 0)]


@pytest.mark.rule("combat-action.vehicles.movement")
def test_only_a_turn_turns_the_hull() -> None:
    battle = a_battle({"r": {"model": "car", "at": [[60, 40]]}, "b": FOE})
    steps = (Step("turn", face=4500), Step("go", (60000, 50000), face=9000))
    found = read(battle.state.figures["r.1"], (Leg("r.1", steps),))
    assert [(way.how, way.face) for way in found.ways] == [("turn", 4500), ("go", 4500)]


@pytest.mark.rule("combat-action.units.inert")
def test_a_wreck_is_mended_by_nobody() -> None:
    before, after = (a_state({"r": {"model": "car", "at": [[60, 40]]}, "b": FOE}) for _ in range(2))
    before.figures["r.1"].wreck = "destroyed"
    assert transition_errors(before, after) == ["r.1 is better than before"]
    assert transition_errors(before, before) == transition_errors(after, before) == []
