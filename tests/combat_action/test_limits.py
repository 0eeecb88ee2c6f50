"""Both sides of small limits, all over the book: what a rule broken by one would change."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.dice import Scripted
from littlewars.engine import Battle, ScenarioError, mixed
from littlewars.systems.combat_action.basics.numbers import CM
from littlewars.systems.combat_action.basics.profiles import COMM_LINK, CONTROLLER, read_profile, read_weapon, weapons
from littlewars.systems.combat_action.basics.sight import cover_against, near_side, safe_at, seen_by, sees, sees_point
from littlewars.systems.combat_action.basics.tabletop import parts, put, rubble, with_hole
from littlewars.systems.combat_action.fire.shooting import caught, explode, forecast
from littlewars.systems.combat_action.fire.targets import Shot, bears, in_range, platform, targets
from littlewars.systems.combat_action.harm.damage import explosion, leave_table, remove
from littlewars.systems.combat_action.machines.by_itself import runners, touches_edge
from littlewars.systems.combat_action.move.limits import in_the_open, is_pinned, limit_of
from littlewars.systems.combat_action.move.ways import March
from littlewars.systems.combat_action.page.show import attack, look
from littlewars.systems.combat_action.ready.ready import Course, could_become, mode_of, places, watchers
from littlewars.systems.combat_action.scenario.setup import state_errors, transition_errors
from littlewars.systems.combat_action.system import COMBAT_ACTION
from littlewars.systems.combat_action.turn.actions import open_to, written
from littlewars.systems.combat_action.units.squads import slaves_of, transmits
from littlewars.table.moving.charge import beside
from tests.combat_action.field import Play, a_battle, a_state, man, robot, scenario

FOE = {"model": "bare", "at": [[110, 110]]}
HOUSE: dict[str, Any] = {"id": "house", "kind": "building", "box": [50, 50, 60, 60], "height": 6}


# ---- ground


def piece_of(**facts: Any) -> Any:
    return a_state({"r": {"at": [[5, 5]]}, "b": FOE}, terrain=[{**HOUSE, **facts}]).pieces[0]


@pytest.mark.rule("combat-action.terrain.kinds")
def test_walls_are_cut_at_openings() -> None:
    assert len(parts(piece_of())) == 4
    assert len(parts(piece_of(doors=[[0, 3, 7, "open"]]))) == 5  # a stretch on either side
    assert len(parts(piece_of(doors=[[0, 3, 7]]))) == 6  # and the shut door itself
    assert len(parts(piece_of(gaps=[[1, 0, 10]]))) == 3
    wall = parts(piece_of(doors=[[0, 3, 7, "open"]]))[0]
    assert wall.outline == ((50000, 50000), (53000, 50000), (53000, 50100), (50000, 50100))
    marks = [one.marks for one in parts(piece_of(slits=[[2, 3, 7]]))]
    assert marks.count(("slit",)) == 1
    assert marks.count(("wall",)) == 5


@pytest.mark.rule("combat-action.damage.section-pierced")
@pytest.mark.parametrize(
    ("start", "edge", "where"), [((55, 10), 0, 5), ((90, 55), 1, 5), ((55, 90), 2, 5), ((10, 55), 3, 5), ((50.5, 10), 0, 5)]
)
def test_a_hole_is_where_the_shot_came_from(start: tuple[float, float], edge: int, where: float) -> None:
    hole = with_hole(piece_of(), (round(start[0] * CM), round(start[1] * CM))).openings[-1]
    assert (hole.edge, hole.kind, hole.open, hole.stop - hole.start) == (edge, "hole", True, 3000)
    assert (hole.start + hole.stop) / 2 == pytest.approx(where * CM, abs=600)
    taken = with_hole(piece_of(doors=[[0, 4, 6], [1, 4, 6]]), (55000, 10000)).openings
    assert [one.edge for one in taken] == [1, 0]  # it swallows the door it meets


@pytest.mark.rule("combat-action.damage.section-destroyed")
def test_rubble_is_low() -> None:
    left = rubble(piece_of())
    assert (left.kind, left.top, left.openings) == ("rubble", 1000, ())


@pytest.mark.rule("combat-action.ranged.targets", "combat-action.los.lines")
def test_points_and_pieces_in_sight() -> None:
    wall = {"id": "w", "kind": "high-wall", "box": [40, 40, 80, 42], "height": 2.9}
    battle = a_battle({"r": {"at": [[55, 20]]}, "b": FOE}, terrain=[wall])
    figure = battle.state.figures["r.1"]
    assert not sees_point(battle, figure, (55000, 50000))  # a point is on the ground: the line sinks below the wall
    assert sees_point(battle, figure, (55000, 39000))
    tall = a_battle({"r": {"at": [[55, 20]]}, "b": FOE}, terrain=[{**wall, "height": 9}, HOUSE])
    assert not near_side(tall, tall.state.figures["r.1"], tall.state.piece("house"))
    low = a_battle({"r": {"at": [[55, 20]]}, "b": FOE}, terrain=[wall, HOUSE])
    assert near_side(low, low.state.figures["r.1"], low.state.piece("house"))
    wood = {"id": "wood", "kind": "sparse-wood", "box": [40, 30, 80, 36]}
    deep = a_battle({"r": {"at": [[55, 20]]}, "b": FOE}, terrain=[wood])
    assert not sees_point(deep, deep.state.figures["r.1"], (55000, 45000))
    thin = a_battle({"r": {"at": [[55, 20]]}, "b": FOE}, terrain=[{**wood, "box": [40, 30, 80, 35]}])
    assert sees_point(thin, thin.state.figures["r.1"], (55000, 45000))


@pytest.mark.rule("combat-action.los.in-cover")
def test_places_that_are_safe() -> None:
    terrain = [
        {"id": "rock", "kind": "boulder", "box": [20, 40, 40, 44], "height": 6},
        {"id": "wall", "kind": "low-wall", "box": [60, 40, 80, 41], "height": 1.5},
        {"id": "wood", "kind": "sparse-wood", "box": [90, 36, 100, 46]},
    ]
    battle = a_battle({"r": {"at": [[10, 10]]}, "b": {"model": "bare", "at": [[60, 100]]}}, terrain=terrain)
    figure = battle.state.figures["r.1"]
    found = [safe_at(battle, figure, (x * CM, y)) for x, y in ((30, 37000), (70, 37000), (95, 44000), (50, 37000), (70, 35000))]
    assert found == ["unseen", "cover", "cover", "", ""]
    battle.state.figures["b.1"].wreck = "destroyed"
    assert safe_at(battle, figure, (50000, 37000)) == "unseen"


@pytest.mark.rule("combat-action.los.lines")
def test_seen_are_sorted_and_wrecks_left_out() -> None:
    units: dict[str, Any] = {"r": {"at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 90], [60, 40], [80, 50]]}}
    battle = a_battle(units)
    assert [foe.id for foe, _ in seen_by(battle, battle.state.figures["r.1"])] == ["b.2", "b.3", "b.1"]
    wall = {"id": "w", "kind": "low-wall", "box": [5, 5, 9, 6]}
    battle = a_battle(units, terrain=[wall])
    assert next(far for _, far in seen_by(battle, battle.state.figures["r.1"])) == 17500


# ---- fire


@pytest.mark.rule("combat-action.ranged.targets", "combat-action.actions.throw-grenade")
@pytest.mark.parametrize(("at", "legal"), [([0, 10], True), ([-0.001, 10], False), ([10, 0], True), ([10, -0.001], False)])
def test_points_lie_on_the_table(at: list[float], legal: bool) -> None:
    figures = {"1": {"model": "bomber", "at": [10, 10], "primed": 1}}
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r").say("throw-grenade:0:point")
    if legal:
        play.say({"aim": at}, dice="to hit 6")
    else:
        assert play.refused({"aim": at}) == "ranged.targets"


@pytest.mark.rule("combat-action.los.lines")
def test_arcs_of_vehicle_weapons() -> None:
    narrow = read_weapon("narrow", {"class": "heavy", "pen": 5, "arc": 4500})
    battle = a_battle({"r": {"model": "car", "at": [[60, 60]], "face": 0}, "b": FOE})
    body = battle.state.figures["r.1"]
    assert bears(body, narrow, (60000, 90000))
    assert bears(body, narrow, (90000, 90000))
    assert not bears(body, narrow, (90100, 90000))
    assert bears(body, weapons()["autocannon"], (60000, 10000))


@pytest.mark.rule("combat-action.vehicles.altitude", "combat-action.ranged.range-categories")
def test_who_is_above_is_at_point_blank() -> None:
    rifle = weapons()["service-rifle"]
    assert not in_range(rifle, 0)
    assert in_range(rifle, 0, True)
    assert in_range(rifle, 101)
    assert not in_range(rifle, 100)


@pytest.mark.rule("combat-action.vehicles.crew", "combat-action.units.aboard")
def test_who_fires_which_weapons() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
        "3": {"model": "gunner", "carrier": "r.1", "seat": "gunner"},
        "4": {"model": "shooter", "carrier": "r.1"},
    }
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE})
    found = [platform(battle.state, battle.state.figures[f"r.{n}"]) for n in (1, 2, 3, 4)]
    assert [one and one.id for one in found] == [None, None, "r.1", None]
    battle.state.figures["r.1"].wreck = "destroyed"
    assert platform(battle.state, battle.state.figures["r.3"]) is None


@pytest.mark.rule("combat-action.area.blast")
def test_an_explosion_spares_wrecks_and_other_floors() -> None:
    figures = {"1": {"model": "bare", "at": [55, 55], "foot": 6}, "2": {"model": "bare", "at": [56, 55]}}
    battle = a_battle({"r": {"figures": figures}, "b": FOE}, "damage 1, wound 6", terrain=[HOUSE])
    assert [one.id for one, _, _ in caught(battle, (55000, 55000), 4000)] == ["r.2"]
    explode(battle, "shell", (55000, 55000), weapons()["frag-grenade"], foot=6000)
    assert battle.state.figures["r.1"].wounded


@pytest.mark.rule("combat-action.ranged.procedure", "combat-action.actions.automatic-fire")
def test_exact_odds_of_shots() -> None:
    """A rifle: 4+ to hit (1/2), 2 + 2 at PF 4 (5/6), 4 of 6 are out of the battle."""
    units = {"r": {"model": "auto", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 60]]}}
    battle = a_battle(units)
    one = mixed(COMBAT_ACTION, battle.state, forecast(battle, Shot("r.1", "r.1", 0, "standard-fire", "b.1"))).chances
    assert float(one[1]) == pytest.approx(1 / 2 * 5 / 6 * 2 / 3)
    burst = mixed(COMBAT_ACTION, battle.state, forecast(battle, Shot("r.1", "r.1", 0, "automatic-fire", "b.1"))).chances
    hurt, out = 1 / 2 * 5 / 6, 1 / 2 * 5 / 6 * 2 / 3
    wound = hurt - out
    stays = (1 - hurt) ** 3 + 3 * wound * (1 - hurt) ** 2  # one wound at most
    assert float(burst[1]) == pytest.approx(1 - stays)
    named = attack(battle.state, "shot", {"attacker": "r.1", "target": "b.1", "mode": "standard-fire"})
    assert float(mixed(COMBAT_ACTION, battle.state, named).chances[1]) == pytest.approx(float(one[1]))
    for wrong in (
        {"attacker": "r.1", "target": "r.1"},
        {"attacker": "r.1", "target": "b.9"},
        {"attacker": "b.1", "target": "r.1"},
    ):
        with pytest.raises(ScenarioError):
            attack(battle.state, "shot", wrong)
    with pytest.raises(ScenarioError, match="shot or a blow"):
        attack(battle.state, "kick", {})
    near = a_battle({"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 22.5]]}})
    blow = mixed(COMBAT_ACTION, near.state, attack(near.state, "blow", {"attacker": "r.1", "target": "b.1"})).chances
    assert float(blow[1]) == pytest.approx(4 / 6 * 5 / 6 * 2 / 3)


# ---- moving


@pytest.mark.rule("combat-action.terrain.table-edge")
@pytest.mark.parametrize(
    ("at", "touches"),
    [
        ([60, 1.35], True),
        ([60, 1.36], False),
        ([1.35, 60], True),
        ([1.36, 60], False),
        ([118.65, 60], True),
        ([118.64, 60], False),
        ([60, 118.65], True),
        ([60, 118.64], False),
    ],
)
def test_touching_an_edge(at: list[float], touches: bool) -> None:
    state = a_state({"r": {"at": [at]}, "b": FOE})
    assert touches_edge(state, state.figures["r.1"]) is touches


@pytest.mark.rule("combat-action.ready.use")
def test_the_facing_on_a_way() -> None:
    course = Course(((0, 0), (0, 5000), (5000, 5000), (5000, 0)), (0, 9000, 18000))
    assert [course.face_at(step, 7) for step in (1000, 5000, 5001, 10000, 15001)] == [0, 0, 9000, 9000, 18000]
    assert Course(((0, 0), (0, 5000))).face_at(1000, 7) == 7


@pytest.mark.rule("combat-action.actions.charge")
def test_places_beside_an_enemy() -> None:
    state = a_state({"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 40]]}})
    near = beside(state.figures["r.1"].base(), state.figures["b.1"].base(), 50)
    assert near[0][0] == 60000
    assert 37450 <= near[0][1] <= 37500
    assert len(near) == 7


@pytest.mark.rule("combat-action.actions.charge", "combat-action.actions.walk")
def test_reach_of_walk_and_charge() -> None:
    battle = a_battle({"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 42.5]]}})
    figure = battle.state.figures["r.1"]
    assert (March(battle, figure, False).reach, March(battle, figure, True).reach) == (10000, 20000)
    assert March(battle, figure, True).into_contact(battle.state.figures["b.1"]) != ()
    assert March(battle, figure, False).into_contact(battle.state.figures["b.1"]) == ()


@pytest.mark.rule("combat-action.pinned.models-in-the-open", "combat-action.pinned.close-combat")
def test_who_is_in_the_open() -> None:
    battle = a_battle({"r": {"at": [[60, 20]], "status": "pinned"}, "b": {"model": "bare", "at": [[60, 60]]}})
    figure = battle.state.figures["r.1"]
    assert is_pinned(battle, figure)
    assert in_the_open(battle, figure)
    assert limit_of(battle, figure) is not None
    figure.flat = True
    assert not in_the_open(battle, figure)
    battle.state.units["r"].status = "steady"
    assert not is_pinned(battle, figure)
    assert limit_of(battle, figure) is None


@pytest.mark.rule("combat-action.rout.charge-away")
def test_only_the_living_on_foot_run() -> None:
    figures = {
        "1": {"model": "tech", "at": [20, 40]},
        "2": {"model": "slave", "at": [30, 20]},
        "3": {"model": "bare", "at": [20, 30]},
    }
    state = a_state({"r": {"figures": figures, "status": "routing"}, "b": FOE})
    assert runners(state, state.units["r"]) == ["r.3", "r.1"]


# ---- ready


@pytest.mark.rule("combat-action.ready.gain")
def test_how_a_ready_weapon_fires() -> None:
    def mode(model: str, ap: int) -> str:
        state = a_state({"r": {"figures": {"1": {"model": model, "at": [60, 20], "ap": ap, "ready": 0}}}, "b": FOE})
        return mode_of(state.figures["r.1"], state.figures["r.1"], 0)

    assert [mode("auto", 1), mode("auto", 2), mode("shooter", 2), mode("mg", 2), mode("sniper", 2)] == [
        "standard-fire", "automatic-fire", "standard-fire", "heavy-fire", "sniping-fire",
    ]  # fmt: skip
    battle = a_battle({"r": {"figures": {"1": {"model": "mg", "at": [60, 20], "ap": 1}}}, "b": FOE})
    assert could_become(battle, battle.state.figures["r.1"]) == []
    battle.state.figures["r.1"].ap = 2
    assert could_become(battle, battle.state.figures["r.1"]) == [0]


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.hide")
def test_who_watches() -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": 2}
    figures: dict[str, Any] = {
        "1": {"at": [60, 21], "ready": 0, "ap": 1},
        "2": {"at": [30, 21], "ready": 0, "ap": 1, "guns": [{"jammed": True}]},
    }
    units: dict[str, Any] = {"r": {"figures": figures}, "b": {"model": "bare", "at": [[58, 60]]}}
    battle = a_battle(units, terrain=[wall], turn={"doing": {"unit": "b"}})
    assert [one.id for one, _ in watchers(battle, battle.state.figures["b.1"])] == ["r.1"]
    course = Course(((58000, 60000), (62000, 60000)))
    assert places(battle, battle.state.figures["b.1"], course) != ()
    figures["1"]["hides"] = "wall"
    battle = a_battle(units, terrain=[wall], turn={"doing": {"unit": "b"}})
    assert places(battle, battle.state.figures["b.1"], course) == ()
    battle = a_battle(units, terrain=[wall], turn={"doing": {"unit": "b", "waved": ["r.1"]}})
    assert watchers(battle, battle.state.figures["b.1"]) == []


# ---- control


@pytest.mark.rule("combat-action.robots.loss-of-control", "combat-action.machine-damage.antenna")
def test_links_and_controllers() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "radio", "carrier": "r.1"},
        "3": {"model": "tech", "carrier": "r.1"},
    }
    state = a_state({"r": {"figures": figures, "leader": "r.2"}, "b": FOE})
    one, other = state.figures["r.2"], state.figures["r.3"]
    found = [transmits(state, figure, gear) for figure in (one, other) for gear in (COMM_LINK, CONTROLLER)]
    assert found == [True, False, False, True]
    state.figures["r.1"].broken = ("antenna",)
    assert not transmits(state, one, COMM_LINK)
    assert not transmits(state, other, CONTROLLER)


@pytest.mark.rule("combat-action.actions.control-robot")
def test_which_robots_may_be_controlled() -> None:
    team = {"figures": {"1": {"model": "tech", "at": [20, 20]}, "2": {"model": "slave", "at": [30, 20]}}}
    state = a_state({"r": team, "b": FOE})
    robot, boss = state.figures["r.2"], state.figures["r.1"]
    assert slaves_of(state, boss) == [robot]
    for field, value in (
        ("gone", "destroyed"),
        ("wreck", "destroyed"),
        ("loose", "for good"),
        ("broken", ("antenna",)),
        ("controlled", 1),
    ):
        state = a_state({"r": team, "b": FOE})
        setattr(state.figures["r.2"], field, value)
        assert slaves_of(state, state.figures["r.1"]) == []


@pytest.mark.rule("combat-action.units.inert", "combat-action.terrain.table-edge")
def test_what_goes_with_whoever_leaves() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"},
    }
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE})
    leave_table(battle, battle.state.figures["r.1"])
    assert [battle.state.figures[f"r.{n}"].gone for n in (1, 2)] == ["left", "left"]
    battle = a_battle({"r": {"at": [[20, 20], [50, 20]], "strays": ["r.2"]}, "b": FOE})
    remove(battle, battle.state.figures["r.2"], "ooa")
    assert battle.state.units["r"].strays == []


# ---- what people see


@pytest.mark.rule("combat-action.actions.cost-table", "combat-action.activation.action-phase")
def test_options_have_prices_and_words() -> None:
    units = {"r": {"figures": {"1": {"model": "auto", "at": [60, 20], "ap": 2}}}, "b": {"model": "bare", "at": [[60, 60]]}}
    battle = a_battle(units)
    figure = battle.state.figures["r.1"]
    found = {choice: written(battle, figure, choice) for choice in open_to(battle, figure)}
    assert found["walk"].cost == (("AP", 1),)
    assert found["charge"].cost == (("AP", 2),)
    burst = found["automatic-fire:0:b.1"]
    assert (burst.cost, burst.of, burst.tally and burst.tally.needed) == ((("AP", 2),), ("b.1",), 4)
    assert written(battle, figure, "done").about == "2 AP are kept"
    figure.ap = 1
    assert "charge" not in open_to(battle, figure)
    figure.ap = 0
    assert open_to(battle, figure) == []
    door = {**HOUSE, "doors": [[0, 3, 7]]}
    battle = a_battle({"r": {"figures": {"1": {"at": [55, 48], "ap": 2}}}, "b": FOE}, terrain=[door])
    assert written(battle, battle.state.figures["r.1"], "open-door:house:0").at == (55000, 50000)


@pytest.mark.rule("combat-action.machine-damage.locations", "combat-action.activation.phases")
def test_the_page() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 60], "broken": ["engine"], "halted": True},
        "2": {"model": "driver", "carrier": "r.1", "seat": "pilot", "wounded": True},
        "3": {"model": "gunner", "carrier": "r.1", "seat": "gunner", "ready": 0, "ap": 2},
    }
    state = a_state(
        {"r": {"figures": figures, "leader": "r.2"}, "b": {**FOE, "status": "pinned"}}, turn={"doing": {"unit": "r"}}
    )
    table = COMBAT_ACTION.show(state)
    lines = {line.name: line.value for line in table.units["r"].status}
    assert lines["engine"] == "damaged"
    assert lines["power plant"] == "whole"
    assert len([name for name, value in lines.items() if value in ("damaged", "whole")]) == 10
    assert "halted" in table.figures["r.1"].marks
    assert {"pilot", "wounded"} <= set(table.figures["r.2"].marks)
    assert "watching" in table.figures["r.3"].flags
    assert table.figures["b.1"].afraid
    assert [stage.when for stage in table.tracker.stages] == ["now", "next", "next"]
    assert table.unit == "cm"


@pytest.mark.rule("combat-action.los.lines", "combat-action.los.partial-cover")
def test_a_look() -> None:
    wall = {"id": "w", "kind": "high-wall", "box": [60.5, 49, 90, 51], "height": 8}
    state = a_state({"r": {"at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 80]]}}, terrain=[wall])
    found = look(state, "r.1", "b.1")
    assert (found.state, found.far, len(found.lines)) == ("partial", 57500, 3)
    state = a_state(
        {"r": {"at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 80]]}}, terrain=[{**wall, "box": [40, 49, 90, 51]}]
    )
    assert look(state, "r.1", "b.1").state == "blocked"
    state = a_state({"r": {"at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 80]]}})
    assert look(state, "r.1", "b.1").state == "clear"


# ---- what cannot be


def test_faults_of_a_state() -> None:
    def faults(change: Any) -> list[str]:
        state = a_state({"r": {"at": [[20, 20], [30, 20]]}, "m": {"model": "hunter", "at": [[60, 60]]}, "b": FOE})
        change(state.figures["r.1"], state.figures["m.1"], state.units["r"])
        return state_errors(state)

    assert faults(lambda man, robot, unit: None) == []
    for field, value in (
        ("gone", "asleep"),
        ("ap", 3),
        ("ap", -1),
        ("level", 1),
        ("ready", -2),
        ("hides", "nothing"),
        ("carrier", "x"),
        ("x", -5),
    ):
        assert faults(lambda man, robot, unit, f=field, v=value: setattr(man, f, v)), field
    for field, value in (("flat", True), ("wounded", True), ("broken", ("engine", "engine")), ("broken", ("nose",))):
        assert faults(lambda man, robot, unit, f=field, v=value: setattr(robot, f, v)), field
    assert faults(lambda man, robot, unit: setattr(unit, "leader", "nobody"))
    assert faults(lambda man, robot, unit: setattr(unit, "strays", ["m.1"]))
    before = a_state({"r": {"at": [[20, 20]]}, "b": FOE})
    after = a_state({"r": {"at": [[20, 20]]}, "b": FOE})
    assert transition_errors(before, after) == []
    before.figures["r.1"].wounded = True
    assert transition_errors(before, after) != []
    before.figures["r.1"].wounded, before.turn.number = False, 5
    assert transition_errors(before, after) == ["a turn has come back"]


@pytest.mark.rule("combat-action.core.stats")
def test_bounds_of_profiles() -> None:
    def model(**values: Any) -> Any:
        return read_profile("x", man(**values), weapons())

    for word, low, high in (("PF", 0, 20), ("AP", 0, 6), ("SS", 2, 6), ("CS", 2, 6), ("DS", 2, 6)):
        model(**{word: low})
        model(**{word: high})
        with pytest.raises(ValueError, match="combat-action"):
            model(**{word: high + 1})
    for wrong in (
        {"gear": ["jetpack"]},
        {"absent": ["nose"]},
        {"base": 0},
        {"base": 21},
        {"base": [41, 5]},
        {"weapons": ["spoon"]},
    ):
        with pytest.raises(ValueError, match="combat-action"):
            model(**wrong)


@pytest.mark.rule("combat-action.vehicles.crew", "combat-action.robots.kinds")
def test_crews_take_their_seats_and_robots_their_controllers() -> None:
    armies = {"red": {"army": "garrison-column", "edge": "south"}, "blue": {"army": "raider-column", "edge": "north"}}
    state = COMBAT_ACTION.setup({"sides": armies})
    seats = {figure.id: figure.seat for figure in state.figures.values() if figure.seat}
    assert sorted(seats.values()) == ["gunner", "gunner", "pilot", "pilot"]
    assert all(state.units[state.figures[name].unit].leader == name for name, seat in seats.items() if seat == "pilot")
    robot = next(figure for figure in state.figures.values() if figure.profile.slave)
    assert state.figures[robot.controller].profile.gear == ("robot-controller",)
    raw = scenario(
        {
            "r": {"figures": {"1": {"model": "car", "at": [60, 60]}, "2": {"model": "driver"}, "3": {"model": "gunner"}}},
            "b": FOE,
        }
    )
    crew = COMBAT_ACTION.setup(raw)
    assert [crew.figures[f"r.{n}"].seat for n in (1, 2, 3)] == ["", "pilot", "gunner"]
    half = scenario(
        {
            "r": {
                "figures": {
                    "1": {"model": "car", "at": [60, 60]},
                    "2": {"model": "driver", "at": [66, 60]},
                    "3": {"model": "gunner", "seat": "gunner", "carrier": "r.1"},
                }
            },
            "b": FOE,
        }
    )
    assert COMBAT_ACTION.setup(half).figures["r.2"].seat == ""


def test_sights_of_riders_are_those_of_their_vehicle() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "gunner", "carrier": "r.1", "seat": "gunner"},
    }
    battle: Battle[Any] = Battle(a_state({"r": {"figures": figures}, "b": {"model": "bare", "at": [[60, 90]]}}), Scripted())
    gunner, foe = battle.state.figures["r.2"], battle.state.figures["b.1"]
    assert sees(battle, gunner, foe)
    assert [one.id for one in targets(battle, gunner, weapons()["autocannon"])] == ["b.1"]
    assert cover_against(battle, foe, battle.state.figures["r.1"]).bonus == 0


# ---- more of them


@pytest.mark.rule("combat-action.actions.control-robot")
def test_a_controller_with_points_left_goes_on_when_his_robot_is_done() -> None:
    figures = {"1": {"model": "keen", "at": [20, 20]}, "2": {"model": "slave", "at": [30, 20]}}
    keen = {"keen": man(AP=3, gear=["robot-controller"])}
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r", models=keen).say("control-robot:r.2")
    play.say("done")
    assert play.state.turn.doing.model == "r.1"
    assert play["r.1"].ap == 1
    figures["1"]["model"] = "tech"
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r").say("control-robot:r.2").say("done")
    assert play.state.turn.doing is not None
    assert play.state.turn.doing.model == ""


@pytest.mark.rule("combat-action.ready.use", "combat-action.los.lines")
def test_a_machine_that_drives_off_does_not_hide_behind_where_it_was() -> None:
    figures = {"1": {"model": "rifleman", "at": [60, 30], "ready": 0, "ap": 1}}
    units: dict[str, Any] = {"r": {"figures": figures}, "b": {"model": "car", "at": [[60, 60]], "face": 0}}
    battle = a_battle(units, turn={"doing": {"unit": "b"}})
    found = places(battle, battle.state.figures["b.1"], Course(((60000, 60000), (60000, 85000)), (0,)))
    assert found[-1].step == 25000
    assert sees(battle, battle.state.figures["r.1"], battle.state.figures["b.1"])  # and everything is back


@pytest.mark.rule("combat-action.terrain.kinds")
@pytest.mark.parametrize("wrong", [[0, 3], [0, 3, 7, "open", 1], [0, 7, 3], [0, -1, 3], [-1, 3, 7], "door", [0.5, 3, 7]])
def test_openings_that_cannot_be(wrong: Any) -> None:
    with pytest.raises(ScenarioError, match=r"terrain\.kinds"):
        piece_of(doors=[wrong])


@pytest.mark.rule("combat-action.terrain.kinds")
def test_random_maps_have_what_the_book_knows() -> None:
    usual = {
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "units": {"r": {"side": "red", "model": "rifleman", "count": 1}},
    }
    state = COMBAT_ACTION.setup({**usual, "map": {"seed": 3, "pairs": 5}})
    assert {piece.kind for piece in state.pieces} <= {"sparse-wood", "boulder", "low-wall", "rubble", "sandbags"}
    with pytest.raises(ScenarioError, match=r"terrain\.kinds"):
        COMBAT_ACTION.setup({**usual, "map": {"seed": 3, "kinds": ["lake"]}})


@pytest.mark.rule("combat-action.vehicles.crash", "combat-action.machine-damage.power-plant-blast")
def test_explosions_count_lying_flat_and_spare_flyers() -> None:
    units: dict[str, Any] = {
        "r": {"figures": {"1": {"model": "hunter", "at": [60, 60]}}},
        "s": {"figures": {"1": {"model": "bare", "at": [60, 65], "flat": True}}},
        "d": {"figures": {"1": {"model": "drone", "at": [66, 60], "level": 1}}},
        "b": FOE,
    }
    battle = a_battle(units, "explosion 4, damage 1")  # 1 + 3 reaches PF 4, but not 5
    explosion(battle, battle.state.figures["r.1"])
    assert not battle.state.figures["s.1"].wounded


@pytest.mark.rule("combat-action.actions.embark", "combat-action.vehicles.crew")
def test_a_driver_comes_back_to_his_seat() -> None:
    figures: dict[str, Any] = {
        "1": {"model": "car", "at": [60, 60], "face": 0},
        "2": {"model": "driver", "at": [65, 60]},
        "3": {"model": "gunner", "carrier": "r.1", "seat": "gunner"},
    }
    play = Play({"r": {"figures": figures, "leader": "r.2"}, "b": FOE}, active="r").say("r.2", "get-in:r.1")
    assert (play["r.2"].seat, play["r.2"].carrier, play["r.2"].ap) == ("pilot", "r.1", 1)
    figures["2"], figures["3"] = {"model": "driver", "carrier": "r.1", "seat": "pilot"}, {"model": "gunner", "at": [65, 60]}
    play = Play({"r": {"figures": figures, "leader": "r.2"}, "b": FOE}, active="r").say("r.3", "get-in:r.1")
    assert play["r.3"].seat == "gunner"


@pytest.mark.rule("combat-action.vehicles.crew")
def test_who_is_written_aboard_is_not_seated() -> None:
    figures = {"1": {"model": "car", "at": [60, 60]}, "2": {"model": "driver", "carrier": "r.1"}}
    assert a_state({"r": {"figures": figures, "leader": "r.2"}, "b": FOE}).figures["r.2"].seat == ""


@pytest.mark.rule("combat-action.close-combat.break-away")
def test_who_has_broken_away_and_has_no_way_out_may_stay() -> None:
    ring = [[60 + dx, 40 + dy] for dx, dy in ((2.52, 0), (-2.52, 0), (0, 2.52), (0, -2.52), (2, 2), (-2, 2), (2, -2), (-2, -2))]
    units: dict[str, Any] = {"r": {"model": "fighter", "at": [[60, 40]]}, "b": {"model": "bare", "at": ring[:4]}}
    play = Play(units, active="r").say("walk", dice="break away 4")
    play.say({})
    assert play.at("r.1") == (60, 40)


@pytest.mark.rule("combat-action.robots.slave-table")
def test_a_robot_that_cannot_turn_stays() -> None:
    robots = {"1": {"model": "tech", "gone": "killed"}, "2": {"model": "slave", "at": [60, 40], "face": 0, "did": [
        {"verb": "walk", "far": 8000, "face": 4500}]}}  # fmt: skip
    units = {
        "r": {"figures": robots},
        "s": {"model": "hunter", "at": [[64, 40]]},
        "t": {"model": "bare", "at": [[5, 5]]},
        "b": FOE,
    }
    play = Play(units, "slave robot 6", active="r")
    assert (play.at("r.2"), play["r.2"].face) == ((60, 40), 0)


@pytest.mark.rule("combat-action.terrain.kinds", "combat-action.actions.climb", "combat-action.actions.jump")
def test_machines_climb_only_as_walkers_and_never_jump() -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": 1.5}
    for walker, verbs in ((True, {"climb-obstacle"}), (False, set())):
        models = {"bot": robot(walker=walker, weapons=[])}
        play = Play({"r": {"model": "bot", "at": [[60, 20.5]]}, "b": FOE}, active="r", models=models, terrain=[wall])
        assert play.verbs() & {"climb-obstacle", "jump-obstacle"} == verbs


@pytest.mark.rule("combat-action.ranged.procedure")
def test_odds_join_histories_only_where_one_target_matters() -> None:
    units: dict[str, Any] = {"r": {"model": "shooter", "at": [[60, 20]]}, "g": {"model": "rocket", "at": [[70, 20]]}}
    units["b"] = {
        "figures": {"1": {"model": "car", "at": [60, 60]}, "2": {"model": "driver", "carrier": "b.1", "seat": "pilot"}}
    }
    units["bb"] = {"model": "bare", "at": [[80, 60]]}
    battle = a_battle(units)
    assert forecast(battle, Shot("r.1", "r.1", 0, "standard-fire", "bb.1")).alike is not None
    assert forecast(battle, Shot("r.1", "r.1", 0, "standard-fire", "b.1")).alike is None  # those aboard may fall as well
    assert forecast(battle, Shot("g.1", "g.1", 0, "heavy-fire", "bb.1")).alike is None
    assert Course(((0, 0), (0, 1000))).level == 0


@pytest.mark.rule("combat-action.actions.embark")
def test_two_centimetres_from_the_hull() -> None:
    figures = {"1": {"model": "car", "at": [60, 40], "face": 0}, "2": {"model": "driver", "carrier": "r.1", "seat": "pilot"}}
    units: dict[str, Any] = {"r": {"figures": figures, "leader": "r.2"}, "b": FOE}
    play = Play(units, active="r").say("get-out")
    assert play.refused({"r.2": [65.751, 40]}) == "actions.embark"
    play.say({"r.2": [65.75, 40]})
    assert play.at("r.2") == (65.75, 40)


@pytest.mark.rule("combat-action.rout.charge-away")
@pytest.mark.parametrize(("foe", "wall"), [([40, 60], [72, 58, 74, 62]), ([80, 60], [46, 58, 48, 62])])
def test_a_rout_turns_to_its_own_edge_first(foe: list[float], wall: list[float]) -> None:
    units = {
        "r": {"model": "bare", "at": [[60, 60]], "status": "routing"},
        "steady": {"model": "bare", "at": [[5, 110]]},
        "b": {"model": "bare", "at": [foe]},
    }
    rock = {"id": "rock", "kind": "boulder", "box": wall, "height": 6}
    play = Play(units, "discipline 1", active="r", terrain=[rock])
    assert play.at("r.1")[1] < 60


def test_facings_go_once_round() -> None:
    battle = a_battle({"r": {"model": "hunter", "at": [[60, 60]]}, "b": FOE})
    put(battle, battle.state.figures["r.1"], (60000, 60000), 36000)
    assert battle.state.figures["r.1"].face == 0
