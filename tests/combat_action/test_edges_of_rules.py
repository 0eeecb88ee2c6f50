"""What one branch of a rule says, where whole battles would hardly notice the other."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Step
from littlewars.engine.names import ref
from littlewars.systems.combat_action.basics.sight import sees
from littlewars.systems.combat_action.basics.state import DESTROYED, Did
from littlewars.systems.combat_action.basics.tabletop import passage, put, tabletop
from littlewars.systems.combat_action.fire.shooting import caught
from littlewars.systems.combat_action.machines.by_itself import _repeat
from littlewars.systems.combat_action.move.obstacles import get_in
from littlewars.systems.combat_action.move.ways import March, Steering
from littlewars.systems.combat_action.ready.ready import PASS, WAVE, _odds, mode_of
from littlewars.systems.combat_action.turn.actions import written
from littlewars.systems.combat_action.units.squads import out_of_control
from tests.combat_action.field import a_battle, a_state, finish, told

FOE: dict[str, Any] = {"model": "bare", "at": [[60, 110]]}


@pytest.mark.rule("combat-action.los.lines")
def test_who_is_not_on_the_table_neither_sees_nor_is_seen() -> None:
    battle = a_battle({"r": {"at": [[60, 60], [60, 64]]}, "b": FOE})
    one, away, foe = (battle.state.figures[name] for name in ("r.1", "r.2", "b.1"))
    tabletop(battle).board.lift(away.id)
    assert sees(battle, one, foe)
    assert not sees(battle, away, foe)
    assert not sees(battle, foe, away)


@pytest.mark.rule("combat-action.vehicles.movement")
def test_what_the_ground_costs_is_worked_out_anew_when_a_hull_moves() -> None:
    battle = a_battle({"r": {"figures": {"1": {"model": "car", "at": [60, 60]}}}, "b": FOE})
    car = battle.state.figures["r.1"]
    first = passage(battle, car).cost
    assert first is not None
    assert passage(battle, car).cost is first
    put(battle, car, (70000, 60000))
    anew = passage(battle, car).cost
    assert anew is not None
    assert anew is not first
    assert len(anew) == len(tabletop(battle).board.field.pieces)


@pytest.mark.rule("combat-action.area.blast")
@pytest.mark.parametrize(("at", "cover"), [((60000, 60000), 0), ((60000, 61251), 1)])
def test_woods_are_no_help_to_who_stands_on_the_point(at: tuple[int, int], cover: int) -> None:
    wood = {"id": "wood", "kind": "sparse-wood", "box": [50, 50, 70, 70]}
    battle = a_battle({"r": {"at": [[60, 60]]}, "b": FOE}, terrain=[wood])
    ((_, found, sure),) = caught(battle, at, 4000)
    assert (found > 0, sure) == (bool(cover), not cover)


@pytest.mark.rule("combat-action.machine-damage.power-grid", "combat-action.robots.slave-table")
@pytest.mark.parametrize(("moved", "fires"), [(1, False), (0, True)])
def test_a_robot_without_power_does_not_repeat_its_shot(moved: int, fires: bool) -> None:
    robot = {"model": "slave", "at": [60, 60], "broken": ["power-grid"], "moved": moved}
    battle = a_battle(
        {"r": {"figures": {"1": robot}}, "b": {"model": "bare", "at": [[60, 80]]}}, "to hit 2, to hit 2, to hit 2"
    )
    finish(_repeat(battle, battle.state.figures["r.1"], Did("standard-fire", 0, "b.1")))
    assert ([event.what for event in told(battle, "Changed")] == ["fires at nothing"]) is not fires


@pytest.mark.rule("combat-action.vehicles.movement")
def test_the_way_of_a_car_shows_its_hull_at_the_end() -> None:
    battle = a_battle({"r": {"figures": {"1": {"model": "car", "at": [60, 60], "face": 0}}}, "b": FOE})
    (hull,) = Steering(battle, battle.state.figures["r.1"]).trace(Leg("r.1", (Step("go", (60000, 70000)),))).hulls
    assert len(hull) == 4


@pytest.mark.rule("combat-action.actions.embark", "combat-action.units.coherency")
def test_whoever_gets_in_is_no_stray_any_more_and_others_still_are() -> None:
    figures = {
        "1": {"model": "car", "at": [60, 60]},
        "2": {"model": "bare", "at": [65, 60]},
        "3": {"model": "bare", "at": [5, 5]},
    }
    battle = a_battle({"r": {"figures": figures, "leader": "r.2"}, "b": FOE})
    unit = battle.state.units["r"]
    unit.strays = ["r.2", "r.3"]
    get_in(battle, battle.state.figures["r.2"], "r.1")
    assert unit.strays == ["r.3"]


@pytest.mark.rule("combat-action.actions.walk", "combat-action.actions.charge")
@pytest.mark.parametrize(("charge", "word"), [(True, "charges"), (False, "walks")])
def test_a_move_says_how_one_goes(charge: bool, word: str) -> None:
    battle = a_battle({"r": {"at": [[60, 60]]}, "b": FOE})
    assert March(battle, battle.state.figures["r.1"], charge, False).ask().prompt == f"{ref('r.1')} {word}"


@pytest.mark.rule("combat-action.actions.impart-order", "combat-action.actions.control-robot")
def test_a_choice_calls_units_models_and_pieces_by_their_names() -> None:
    wall = {"id": "w", "name": "the old wall", "kind": "low-wall", "box": [55, 61.5, 65, 62], "height": 2}
    battle = a_battle({"r": {"at": [[60, 60]]}, "s": {"at": [[70, 60]]}, "b": FOE}, terrain=[wall])
    figure = battle.state.figures["r.1"]
    assert ref("s") in written(battle, figure, "impart-order:s").label
    assert ref("s.1") in written(battle, figure, "control-robot:s.1").label
    assert "the old wall" in written(battle, figure, "hide-behind-cover:w").label


@pytest.mark.rule("combat-action.ready.use")
def test_letting_a_move_pass_has_no_odds() -> None:
    battle = a_battle({"r": {"at": [[60, 60]]}, "b": FOE})
    assert [_odds(battle, chosen, "b.1", ()) for chosen in (PASS, WAVE, "nobody@3")] == [None, None, None]


@pytest.mark.rule("combat-action.ready.gain")
@pytest.mark.parametrize(
    ("model", "ap", "mode"), [("shooter", 2, "standard-fire"), ("auto", 1, "standard-fire"), ("auto", 2, "automatic-fire")]
)
def test_how_a_ready_weapon_fires(model: str, ap: int, mode: str) -> None:
    figure = a_state({"r": {"model": model, "at": [[60, 60]]}, "b": FOE}).figures["r.1"]
    figure.ap = ap
    assert mode_of(figure, figure, 0) == mode


@pytest.mark.rule("combat-action.robots.loss-of-control")
def test_what_is_gone_is_not_out_of_control() -> None:
    state = a_state({"r": {"figures": {"1": {"model": "slave", "at": [60, 60]}}}, "b": FOE})
    robot = state.figures["r.1"]
    assert out_of_control(state, robot)
    robot.gone = DESTROYED
    assert not out_of_control(state, robot)
