"""Ready-to-fire: who becomes it, where on a way it is used, when it is lost."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.ready.ready import Course, places
from tests.combat_action.field import Play, a_battle, crew

FOE = {"model": "bare", "at": [[60, 100]]}


@pytest.mark.rule("combat-action.ready.gain", "combat-action.activation.end-phase")
def test_who_may_become_ready() -> None:
    """A rifleman who walked keeps 1, a machine gunner who stayed keeps 2; a sniper who walked has too few."""
    # combat-action.ex.ready-to-fire
    figures = {"1": {"at": [20, 20]}, "2": {"model": "mg", "at": [30, 20]}, "3": {"model": "sniper", "at": [40, 20]}}
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r")
    play.say("r.1", "walk", {"r.1": [20, 25]})
    play.say("done").say("r.3", "walk", {"r.3": [40, 25]})
    play.say("done").say("done")
    ask: Any = play.game.ask
    assert play.rule == "combat-action.ready.gain"
    assert {name: list(choices) for name, choices in ask.items.items()} == {
        "r.1": ["0", "not-ready"],
        "r.2": ["0", "not-ready"],
    }
    play.say({"r.1": "0", "r.2": "0"})
    assert [play[f"r.{n}"].ready for n in (1, 2, 3)] == [0, 0, -1]
    assert [play[f"r.{n}"].ap for n in (1, 2, 3)] == [1, 2, 0]


@pytest.mark.rule("combat-action.ready.gain")
def test_a_jammed_or_empty_weapon_does_not_get_ready() -> None:
    for gun in ({"jammed": True}, {"empty": True}, {"out": True}):
        play = Play({"r": {"figures": {"1": {"at": [20, 20], "guns": [gun]}}}, "b": FOE}, active="r").say("done")
        assert play.rule == "combat-action.turn.sequence"


@pytest.mark.rule("combat-action.ready.gain", "combat-action.close-combat.locked")
def test_nobody_gets_ready_in_close_combat() -> None:
    play = Play({"r": {"at": [[20, 20]]}, "b": {"model": "bare", "at": [[20, 22.5]]}}, active="r").say("done")
    assert play.rule != "combat-action.ready.gain"


@pytest.mark.rule("combat-action.ready.gain")
def test_a_slave_robot_gets_ready_if_it_was_controlled() -> None:
    figures = {"1": {"model": "tech", "at": [20, 20]}, "2": {"model": "slave", "at": [30, 20]}}
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r").say("done")
    assert play.rule != "combat-action.ready.gain"
    play = Play({"r": {"figures": figures}, "b": FOE}, active="r").say("control-robot:r.2").say("done")
    assert play.rule == "combat-action.ready.gain"
    play.say({"r.2": "0"})
    assert play["r.2"].ready == 0


def watched(*, screen: bool = True, gun: str = "shooter", **more: Any) -> Play:
    """A ready man sees a lane of 2 cm through two walls; an enemy walks 8 cm across it."""
    walls = [
        {"id": "left", "kind": "high-wall", "box": [40, 40, 61.7, 41], "height": 8},
        {"id": "right", "kind": "high-wall", "box": [62.3, 40, 90, 41], "height": 8},
    ]
    units = {
        "r": {"figures": {"1": {"model": gun, "at": [62, 20], "ready": 0, "ap": 2}}},
        "b": {"model": "bare", "at": [[58, 60]]},
        **more,
    }
    return Play(units, active="b", terrain=walls if screen else [])


@pytest.mark.rule("combat-action.ready.use", "combat-action.ready.end")
def test_answered_on_the_way() -> None:
    play = watched().say("walk", {"b.1": [66, 60]})
    assert play.asks == "red ready.use"
    shots = [option for option in play.options if "@" in option]
    steps = [int(option.partition("@")[2]) for option in shots]
    assert steps == [2000, 6000]  # seen only in the middle of the way
    play.say(shots[0], dice="to hit 4, damage 6, wound 5")
    assert (play["b.1"].wounded, play["r.1"].ready) == (True, -1)
    assert play.at("b.1") == (66, 60)  # he survives and finishes his walk


@pytest.mark.rule("combat-action.ready.use")
def test_who_falls_on_his_way_falls_there() -> None:
    play = watched().say("walk", {"b.1": [66, 60]})
    shot = next(option for option in play.options if "@" in option)
    step = int(shot.partition("@")[2]) / 1000
    play.say(shot, dice="to hit 4, damage 6, wound 1")
    assert play["b.1"].gone == "killed"
    assert play.at("b.1") == (58 + step, 60)


@pytest.mark.rule("combat-action.ready.use")
def test_places_are_whole_centimetres_and_the_end() -> None:
    units = {"r": {"figures": {"1": {"at": [62, 20], "ready": 0, "ap": 1}}}, "b": {"model": "bare", "at": [[58, 60]]}}
    battle = a_battle(units, turn={"doing": {"unit": "b"}})
    course = Course(((58000, 60000), (66500, 60000)))
    found = places(battle, battle.state.figures["b.1"], course)
    assert [stop.step for stop in found] == [1000, 8500]  # alike all along: the first and the last
    assert places(battle, battle.state.figures["b.1"], course, after=3000)[0].step == 3000


@pytest.mark.rule("combat-action.ready.use")
def test_a_place_with_better_odds_is_offered() -> None:
    """From 12.5 cm on it is point blank: another tally, another place."""
    units = {"r": {"figures": {"1": {"at": [60, 20], "ready": 0, "ap": 1}}}, "b": {"model": "bare", "at": [[60, 37.5]]}}
    battle = a_battle(units, turn={"doing": {"unit": "b"}})
    found = places(battle, battle.state.figures["b.1"], Course(((60000, 37500), (60000, 29500))))
    assert [stop.step for stop in found] == [1000, 5000, 8000]


@pytest.mark.rule("combat-action.ready.use")
def test_holding_fire_and_letting_the_activation_pass() -> None:
    play = watched(screen=False).say("walk", {"b.1": [62, 60]})
    play.say("pass")
    assert play["r.1"].ready == 0
    play.say("walk", {"b.1": [66, 60]})
    assert play.asks == "red ready.use"  # asked again
    play = watched(screen=False).say("walk", {"b.1": [62, 60]}).say("let-pass")
    play.say("walk", {"b.1": [66, 60]})
    assert play.asks.startswith("blue")
    assert play["r.1"].ready == 0


@pytest.mark.rule("combat-action.ready.use")
def test_other_actions_are_answered_when_they_are_resolved() -> None:
    play = watched(screen=False).say("go-flat-down")
    assert play.asks == "red ready.use"
    play.say("r.1@0", dice="to hit 4, damage 2")  # PF 4 + 1 for lying flat: 2 + 2 is too little
    assert not play["b.1"].wounded


@pytest.mark.rule("combat-action.ready.use")
def test_several_answer_one_after_another_from_the_place_of_the_last_on() -> None:
    more = {"r2": {"figures": {"1": {"model": "shooter", "at": [70, 20], "ready": 0, "ap": 1}}}}
    play = watched(screen=False, **more).say("walk", {"b.1": [66, 60]})
    play.say("r.1@8000", dice="to hit 1")
    assert play.options == ["pass", "let-pass", "r2.1@8000"]
    play.say("r2.1@8000", dice="to hit 1")
    assert play.at("b.1") == (66, 60)


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.charge")
def test_a_charge_is_answered_by_whom_it_is_aimed_at_before_contact() -> None:
    units = {"r": {"figures": {"1": {"at": [60, 40], "ready": 0, "ap": 1}}}, "b": {"model": "fighter", "at": [[60, 55]]}}
    play = Play(units, active="b").say("charge", {"b.1": [60, 42.5]})
    last = max(int(option.partition("@")[2]) for option in play.options if "@" in option)
    assert last < 12500
    play.say(f"r.1@{last}", dice="to hit 4, damage 6, wound 4")
    assert play["b.1"].gone == "ooa"
    assert play.told("Fought") == []


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.automatic-fire")
def test_a_ready_burst_spreads_over_the_active_unit_only() -> None:
    units: dict[str, Any] = {
        "r": {"figures": {"1": {"model": "mg", "at": [60, 20], "ready": 0, "ap": 2}}},
        "b": {"model": "bare", "at": [[60, 60], [64, 60]]},
        "bother": {"model": "bare", "at": [[56, 60]]},
    }
    play = Play(units, active="b").say("b.1", "go-flat-down").say("r.1@0")
    ask: Any = play.game.ask
    assert sorted(ask.room) == ["b.1", "b.2"]


@pytest.mark.rule("combat-action.ready.end")
def test_it_ends_with_the_next_action_phase() -> None:
    units = {"r": {"figures": {"1": {"at": [60, 20], "ready": 0, "ap": 1}}}, "b": FOE}
    play = Play(units, active="r")
    assert play["r.1"].ready == -1


@pytest.mark.rule("combat-action.ready.use")
def test_a_reaction_is_not_answered() -> None:
    units = {
        "r": {"figures": {"1": {"at": [60, 20], "ready": 0, "ap": 1}}},
        "b": {"figures": {"1": {"at": [60, 60]}, "2": {"at": [70, 60], "ready": 0, "ap": 1}}},
    }
    play = Play(units, active="b")
    play.say("b.1", "go-flat-down")
    play.say("r.1@0", dice="to hit 1")
    assert play.asks.startswith("blue")


@pytest.mark.rule("combat-action.ready.use", "combat-action.rout.charge-away")
def test_a_rout_is_answered() -> None:
    units = {
        "r": {"figures": {"1": {"at": [60, 60], "ready": 0, "ap": 1}}},
        "b": {"model": "bare", "at": [[60, 75]], "status": "routing"},
        "bsteady": {"model": "bare", "at": [[100, 110]]},
    }
    play = Play(units, "discipline 1", active="b")
    assert play.asks == "red ready.use"


@pytest.mark.rule("combat-action.ready.use", "combat-action.units.aboard")
def test_of_what_is_done_aboard_only_shots_are_answered() -> None:
    riders = {"1": {"model": "rocket", "carrier": "car.1", "guns": [{"empty": True}]}, "2": {"carrier": "car.1"}}
    watcher = {"figures": {"1": {"model": "rocket", "at": [60, 75], "ready": 0, "ap": 2}}}
    units: dict[str, Any] = {"car": crew([60, 30]), "p": {"figures": riders}, "b": watcher}
    play = Play(units, active="p").say("p.1", "reload:0")
    assert play.asks == "red activation.action-phase"
    units["car"]["figures"]["1"]["guns"] = [{"jammed": True}]
    play = Play(units, active="car").say("car.3", "unjam:0")
    assert play.asks == "red activation.action-phase"
    units["car"]["figures"]["1"]["guns"] = [{}]
    play = Play(units, active="car").say("car.3").say("heavy-fire:0:b.1", dice="to hit 1, to hit 1")
    assert play.asks == "blue ready.use"
    play = Play(units, active="p").say("p.2", "get-out", {"p.2": [65, 30]})
    assert play.asks == "blue ready.use"


# ---- over obstacles

WALL = {"id": "wall", "kind": "high-wall", "box": [50, 23, 70, 25], "height": 6}
SCREEN = {"id": "screen", "kind": "high-wall", "box": [40, 14, 80, 15], "height": 5}


def climbs(wall: dict[str, Any] = WALL, model: str = "bare", gun: str = "shooter") -> Play:
    """A ready man in the south; in the north somebody is about to climb towards him; between them a screen 5 cm high."""
    units = {
        "r": {"figures": {"1": {"model": gun, "at": [60, 5], "ready": 0, "ap": 2}}},
        "b": {"model": model, "at": [[60, 27]]},
    }
    return Play(units, active="b", terrain=[wall, SCREEN])


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.climb", "combat-action.los.lines")
def test_who_climbs_is_seen_on_top() -> None:
    """Behind the wall and behind the screen he is hidden; on the wall his feet are 6 cm high."""
    play = climbs().say("climb-obstacle:wall")
    assert play.asks == "red ready.use"
    assert [option for option in play.options if "@" in option] == ["r.1@2000", "r.1@4000"]
    play.say("r.1@2000", dice="to hit 4, damage 6, wound 5")
    assert (play.at("b.1")[0], play["b.1"].foot, play["b.1"].wounded) == (60, 0, True)  # he goes on, and comes down beyond
    assert play.at("b.1")[1] < 22
    play = climbs().say("climb-obstacle:wall").say("r.1@4000", dice="to hit 4, damage 6, wound 1")
    assert (play.at("b.1"), play["b.1"].gone) == ((60, 23), "killed")


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.climb")
def test_who_climbs_onto_a_roof_or_down_is_seen_on_his_way() -> None:
    house = {"id": "house", "kind": "building", "box": [50, 15, 70, 25], "height": 6}
    play = climbs(house).say("climb-obstacle:house:top")
    assert next(option for option in play.options if "@" in option) == "r.1@2000"  # not before he is up
    play.say("r.1@2000", dice="to hit 1")
    assert play["b.1"].foot == 6000
    units = {
        "r": {"figures": {"1": {"at": [60, 5], "ready": 0, "ap": 2}}},
        "b": {"figures": {"1": {"at": [60, 18], "foot": 6}}},
    }
    play = Play(units, active="b", terrain=[house]).say("climb-obstacle:down")
    assert [option for option in play.options if "@" in option] == ["r.1@1000", "r.1@4250"]
    play.say("pass")
    assert (play["b.1"].foot, play.at("b.1")) == (0, (60, 13.75))


@pytest.mark.rule("combat-action.ready.use", "combat-action.actions.jump")
def test_who_jumps_is_answered_on_his_way() -> None:
    low = {**WALL, "box": [50, 24, 70, 25], "height": 1.5}
    units = {"r": {"figures": {"1": {"at": [60, 5], "ready": 0, "ap": 2}}}, "b": {"model": "bare", "at": [[60, 27]]}}
    play = Play(units, active="b", terrain=[low]).say("jump-obstacle:wall")
    assert [option for option in play.options if "@" in option] == ["r.1@1000", "r.1@4250"]
    play.say("r.1@1000", dice="to hit 4, damage 6, wound 1")
    assert (play.at("b.1"), play["b.1"].gone) == ((60, 26), "killed")


@pytest.mark.rule("combat-action.ready.use", "combat-action.machine-damage.engine", "combat-action.actions.climb")
def test_a_robot_halted_on_a_wall_comes_down_beside_it() -> None:
    robots = {
        "b": {"model": "hunter", "at": [[60, 27.9]]},
        "r": {"figures": {"1": {"model": "rocket", "at": [60, 5], "ready": 0, "ap": 2}}},
    }
    play = Play(robots, active="b", terrain=[{**WALL, "box": [50, 24, 70, 25], "height": 8}, SCREEN])
    play.say("climb-obstacle:wall")
    shot = next(option for option in play.options if "@" in option)
    play.say(shot, dice="to hit 4, damage 6, location 4")
    assert (play["b.1"].halted, play["b.1"].foot) == (True, 0)
    assert play.at("b.1")[1] > 27  # on the side from which it came
