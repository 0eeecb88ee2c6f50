"""Small print of machines, boarding and close combat, found by reading the catalogue against the code once more."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.move.obstacles import may_leave, may_take_seat
from littlewars.systems.combat_action.system import COMBAT_ACTION
from littlewars.systems.combat_action.turn.actions import _hatches
from littlewars.systems.combat_action.units.squads import tally
from tests.combat_action.field import Play, a_battle, a_state, crew, man

FOE = {"model": "bare", "at": [[60, 100]]}


@pytest.mark.rule(
    "combat-action.actions.embark", "combat-action.machine-damage.locomotive", "combat-action.machine-damage.engine"
)
@pytest.mark.parametrize(
    ("facts", "leaves"),
    [
        ({"went": 15}, True),
        ({"went": 15.1}, False),
        ({"went": 7.5, "broken": ["locomotive-system"]}, True),
        ({"went": 7.6, "broken": ["locomotive-system"]}, False),
        ({"went": 15, "broken": ["engine"], "halted": True}, True),
    ],
)
def test_half_of_what_the_car_can_still_do(facts: dict[str, Any], leaves: bool) -> None:
    """MV 30, or 15 with a damaged locomotive system; once halted it keeps the MV of its profile."""
    battle = a_battle({"car": crew([60, 60], moved=1, **facts), "b": FOE})
    assert may_leave(battle, battle.state.figures["car.3"]) is leaves


@pytest.mark.rule("combat-action.vehicles.crew", "combat-action.actions.allowance")
@pytest.mark.parametrize(("ap", "wounded", "taken"), [(2, False, False), (2, True, True), (1, False, True), (3, True, False)])
def test_who_cannot_pay_for_driving_gives_up_his_seat(ap: int, wounded: bool, taken: bool) -> None:
    car = crew([60, 60])
    car["figures"]["2"] |= {"model": "slow", "wounded": wounded}
    state = a_state({"car": car, "b": FOE}, models={"slow": man(AP=ap)})
    assert may_take_seat(state, state.figures["car.3"]) is taken


@pytest.mark.rule("combat-action.vehicles.flying-robots")
def test_a_flying_robot_changes_one_level_in_an_activation_however_often_it_walks() -> None:
    play = Play({"r": {"model": "drone", "at": [[60, 40]]}, "b": FOE}, active="r")
    play.say("walk", {"r.1": [[60, 50], {"verb": "rise"}]})
    assert play["r.1"].level == 1
    play.say("walk")
    assert set(play.game.ask.verbs) == {"go"}  # type: ignore[union-attr]
    play.say({"r.1": [[60, 60]]})
    assert (play["r.1"].level, play.at("r.1")) == (1, (60, 60))
    figures = {"1": {"model": "drone", "at": [60, 40], "level": 1, "lifted": 1}}
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r", turn={"number": 2}).say("walk", {"r.1": [{"verb": "rise"}]})
    assert play["r.1"].level == 2  # in the next turn it may again


@pytest.mark.rule("combat-action.robots.autonomous-table", "combat-action.actions.automatic-fire")
def test_nobody_shares_out_the_dice_of_a_robot_out_of_control() -> None:
    """Two enemies side by side: all dice are at the nearest."""
    loose = {"model": "hunter", "at": [60, 60], "loose": "for good", "broken": ["control-system"]}
    units = {"r": {"figures": {"1": loose}}, "b": {"model": "bare", "at": [[60, 80], [64, 80]]}}
    play = Play(units, "autonomous robot 4, to hit 2, to hit 2", active="r")
    (shot,) = play.told("Fired")
    assert (shot.target, shot.dice) == ("b.1", 2)


@pytest.mark.rule("combat-action.robots.slave-table", "combat-action.actions.automatic-fire")
def test_a_slave_robot_repeats_its_burst_at_the_same_target_alone() -> None:
    did = [{"verb": "automatic-fire", "gun": 0, "target": "b.1"}]
    units = {
        "r": {"figures": {"1": {"model": "slave", "at": [60, 60], "did": did}}},
        "b": {"model": "bare", "at": [[60, 80], [64, 80]]},
    }
    play = Play(units, "slave robot 4, to hit 2, to hit 2, to hit 2", active="r")
    (shot,) = play.told("Fired")
    assert (shot.target, shot.dice) == ("b.1", 3)


@pytest.mark.rule("combat-action.machine-damage.hatches", "combat-action.actions.climb")
@pytest.mark.parametrize(("foot", "attacks"), [(0, True), (6, False)])
def test_hatches_are_attacked_from_the_ground(foot: float, attacks: bool) -> None:
    hut = {"id": "hut", "kind": "building", "box": [64, 56, 74, 66], "height": 6}
    figures = {"1": {"model": "fighter", "at": [65.5, 60], "foot": foot}}
    battle = a_battle({"r": {"figures": figures}, "car": crew([60, 60], broken=["hold"]), "b": FOE}, terrain=[hut])
    assert bool(list(_hatches(battle.state, battle.state.figures["r.1"]))) is attacks


@pytest.mark.rule("combat-action.ready.gain", "combat-action.robots.loss-of-control")
@pytest.mark.parametrize(("status", "ready"), [("steady", True), ("pinned", False)])
def test_a_robot_that_was_taken_over_becomes_ready_too(status: str, ready: bool) -> None:
    """Its own unit would lose it again if it were pinned."""
    other = {"figures": {"1": {"model": "bare", "at": [10, 10]}, "2": {"model": "slave", "at": [30, 30]}}, "status": status}
    units = {"r": {"model": "tech", "at": [[20, 20]]}, "slaves": other, "b": FOE}
    play = Play(units, active="r").say("control-robot:slaves.2")
    if ready:
        play.say("done")
    assert (play.rule == "combat-action.ready.gain") is ready
    if ready:
        play.say({"slaves.2": "0"})
        assert play["slaves.2"].ready == 0


@pytest.mark.rule("combat-action.discipline.test")
def test_who_has_no_score_still_counts_as_left() -> None:
    """Three of four are left, one of them without DS: that is more than half."""
    models = {"dull": man(DS=0)}
    figures = {
        "1": {"at": [60, 60]},
        "2": {"model": "dull", "at": [63, 60]},
        "3": {"model": "dull", "at": [66, 60]},
        "4": {"at": [69, 60], "gone": "killed"},
    }
    state = a_state({"r": {"figures": figures}, "b": FOE}, models=models)
    assert [mod.name for mod in tally(state, state.units["r"]).mods] == []


@pytest.mark.rule("combat-action.actions.prime-grenade", "combat-action.units.aboard")
def test_a_grenade_that_is_due_aboard_harms_nobody() -> None:
    rider = {"figures": {"1": {"model": "bomber", "carrier": "car.1", "primed": 1}}}
    play = Play({"r": rider, "car": crew([60, 60]), "b": FOE}, active="r", turn={"number": 2}).say("done")
    assert play["r.1"].primed == 0
    assert not play.told("Exploded")


@pytest.mark.rule("combat-action.robots.kinds")
def test_a_controller_has_one_robot_however_often_a_battle_is_written_down() -> None:
    figures = {
        "1": {"model": "tech", "at": [20, 20]},
        "2": {"model": "slave", "at": [30, 30]},
        "3": {"model": "slave", "at": [40, 40]},
    }
    state = a_state({"r": {"figures": figures}, "b": FOE})
    again = COMBAT_ACTION.setup(COMBAT_ACTION.describe(state))
    for one in (state, again):
        assert [one.figures[name].controller for name in ("r.2", "r.3")] == ["r.1", ""]
