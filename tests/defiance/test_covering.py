"""Covering fire: counters, triggers, the interrupt in the middle of a move (defiance.cover.*)."""

from __future__ import annotations

from typing import Any

import pytest
from squads import Play, a_battle, row, run

from littlewars.systems.defiance.covering import able_to_cover, arc_holds, could_answer, covering, react, watchers
from littlewars.systems.defiance.numbers import COVERING, FIRE_MOD
from littlewars.systems.defiance.orders import ORDERS, may_cover
from littlewars.systems.defiance.shots import aim


def watched(mover: dict[str, Any], watcher: dict[str, Any] | None = None, dice: str = "card 1", **more: Any) -> Play:
    """Red activates; blue, to the north and looking south, covers with rifles."""
    blue = {"at": [[20, 30]], "face": 180, "covers": "primary", "cover_mod": -2, **(watcher or {})}
    return Play({"r": {"at": [[20, 10]], **mover}, "b": blue}, dice=dice, **more)


@pytest.mark.rule("defiance.cover.modifier-table", "defiance.cover.modifier-class")
def test_covering_modifiers() -> None:
    # defiance.ex.covering-modifiers
    assert {speed: (mod, mod + COVERING) for speed, mod in FIRE_MOD.items()} == {
        "stationary": (2, 0),
        "walking": (0, -2),
        "running": (-2, -4),
    }


@pytest.mark.rule("defiance.cover.counter", "defiance.cover.sources")
def test_which_orders_leave_covering_fire_behind() -> None:
    assert {name for name, order in ORDERS.items() if order.covers} == {
        "primary-fire",
        "support-fire",
        "primary-suppression",
        "support-suppression",
    }
    play = Play({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 40]]}}, dice="card 1").say("support-fire", "walking", {})
    assert (play["r.1"].covers, play["r.1"].cover_mod) == ("primary", -2)
    assert [unit.id for unit in covering(play.state, "red")] == ["r"]


@pytest.mark.rule("defiance.cover.triggers", "defiance.cover.timing-movement")
def test_the_interrupt_comes_where_the_mover_enters_the_arc() -> None:
    """Blue looks south from (30, 30): its arc begins on the line x = y; red walks east along y = 10 from x = 6."""
    play = watched({"at": [[6, 10]]}, {"at": [[30, 30]]})
    play.say("support-fire", "running", {"r.1": [14, 10]})
    assert play.asks == "blue cover.triggers"
    assert play.at("r.1")[0] == pytest.approx(10, abs=0.01)  # there, and not before
    play.say("wait")
    assert play.at("r.1")[0] == pytest.approx(10.5, abs=0.3)


@pytest.mark.rule("defiance.cover.timing-movement")
def test_one_may_wait_until_the_target_leaves_its_cover() -> None:
    wood = {"id": "wood", "category": "heavy", "box": [8, 8, 14, 12], "height": 2}
    play = watched({"at": [[13, 10]]}, {"at": [[16, 30]]}, terrain=[wood])
    play.say("support-fire", "running", {"r.1": [18, 10]})
    assert play.asks == "blue cover.triggers"
    here = play.at("r.1")[0]
    play.say("until")
    assert play.asks == "blue cover.triggers"
    assert play.at("r.1")[0] > here + 0.5
    state = play.state
    figure = state.figures["b.1"]
    assert "heavy terrain" not in [
        m.name for m in aim(state, figure, 0, figure.arms[0].weapon, play["r.1"], 1, "", -2).tally.mods
    ]


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
def test_who_survives_may_think_again_within_what_is_left() -> None:
    play = watched({})
    play.say("support-fire", "walking", {"r.1": [20, 14]})
    play.say("wait").say("b").say("0:0:2:r.1", dice="damage 1, damage 1")
    ask: Any = play.game.ask
    assert (ask.kind, ask.rule) == ("move", "defiance.move.maximum-distance")
    assert ask.budget["r.1"] == pytest.approx(4000 - (play.at("r.1")[1] - 10) * 1000, abs=2)


@pytest.mark.rule("defiance.cover.interrupt-aftermath")
def test_who_is_shaken_stops_where_he_is() -> None:
    play = watched({"frame": "green"})
    play.say("support-fire", "walking", {"r.1": [20, 14]})
    here = play.at("r.1")
    play.say("b").say("0:0:2:r.1", dice="damage 8, damage 1, morale 2")  # 7+ at 20 inches, -2: an 8 is one short
    assert (play["r.1"].shaken, play["r.1"].prone, play.at("r.1")) == (True, True, here)
    assert "maximum-distance" not in play.asks


@pytest.mark.rule("defiance.cover.timing-fire")
def test_fire_is_answered_before_its_dice() -> None:
    # defiance.ex.cover-before-damage-roll
    play = watched({}, {"at": [[20, 18]]})
    play.say("cohesive-fire", "stationary").say("0:0:2:b.1")
    assert play.asks == "blue cover.triggers"
    assert not play.told("Fired")
    play.say("b").say("0:0:2:r.1", dice="damage 9, damage 9")
    assert play["r.1"].gone == "killed"
    assert [event.figure for event in play.told("Fired")] == ["b.1"]


@pytest.mark.rule("defiance.cover.timing-late")
def test_whoever_waits_may_answer_afterwards() -> None:
    play = watched({}, {"at": [[20, 18]]})
    play.say("cohesive-fire", "stationary").say("0:0:2:b.1").say("wait", dice="damage 1, damage 1")
    assert play.asks == "blue cover.triggers"
    assert [event.figure for event in play.told("Fired")] == ["r.1"]


@pytest.mark.rule("defiance.cover.active-movement")
def test_turning_going_prone_and_aiming_trigger_nothing() -> None:
    # defiance.ex.cover-trigger-list
    play = watched({}).say("support-fire", "walking", {"r.1": [{"verb": "prone"}, {"verb": "turn", "face": 90}]})
    assert "triggers" not in play.asks
    aiming = watched({}, {"at": [[20, 24]]}).say("aim", {"r.1": {"verb": "turn", "face": 20}})
    assert "triggers" not in aiming.asks


@pytest.mark.rule("defiance.cover.trigger-any-figure")
def test_any_figure_of_the_unit_may_have_it_in_his_arc() -> None:
    blue = {"at": [[20, 30], [30, 30]], "face": 180, "figures": {"1": {"covers": "primary"}, "2": {"face": 0}}}
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": blue})
    state = battle.state
    assert arc_holds(state, state.units["b"], state.figures["r.1"])
    assert could_answer(battle, state.units["b"], state.figures["r.1"])
    state.figures["b.1"].face = 0  # nobody looks there any more
    assert not could_answer(battle, state.units["b"], state.figures["r.1"])


@pytest.mark.rule(
    "defiance.cover.whole-unit",
    "defiance.cover.counter-removed",
    "defiance.cover.target-unit",
    "defiance.cover.wasted",
    "defiance.cover.own-arc",
)
def test_harem_warriors_under_covering_fire() -> None:
    # defiance.ex.cover-harem-warriors
    wood = {"id": "wood", "category": "heavy", "box": [8, 8, 14, 12], "height": 2}
    house = {"id": "house", "category": "impassable", "box": [26, 13, 36, 20], "height": 8}
    frames = {"harem": {"class": "PI", "AR": 1, "MV": 5, "modes": ["S"]}}
    gun = {"FR": 1, "brackets": {"5+": 60}}
    units = {
        "r": {"frame": "harem", "at": [[13, 10], [11, 10]]},
        "b": {
            "at": [[14, 30], [16, 30], [33, 30], [35, 30]],
            "face": 180,
            "primary": "alpha",
            "covers": "primary",
            "cover_mod": -4,
        },
    }
    play = Play(units, dice="card 1", frames=frames, weapons={"alpha": gun}, terrain=[wood, house])
    play.say("sprint", "r.1", {"r.1": [20, 10]})
    for _ in range(12):  # blue waits until the first has left the wood
        if play.asks == "blue cover.triggers" and play.at("r.1")[0] < 15.6:
            play.say("wait")
    play.say("b", "b.1")
    assert not any(figure.covers for figure in play.state.members(play.unit("b")))
    tallies = {option.id: option.tally for option in play.game.ask.written if option.tally}  # type: ignore[union-attr]
    first, second = tallies["0:0:1:r.1"], tallies["0:0:1:r.2"]
    assert sum(mod.value for mod in first.mods) == -4
    assert sum(mod.value for mod in second.mods) == -7
    play.say("0:0:1:r.1", dice="damage 9")
    assert play["r.1"].gone == "killed"
    play.say("b.2", "0:0:1:r.2", dice="damage 1")  # the others see nobody: their fire is wasted
    play.say("b.3") if play.asks == "blue cover.whole-unit" else None
    assert [event.figure for event in play.told("Fired")] == ["b.1", "b.2"]


@pytest.mark.rule("defiance.cover.target-choice")
def test_any_figure_of_that_unit_may_be_chosen_and_no_other_unit() -> None:
    units = {
        "r": {"at": [[20, 10], [22, 10]]},
        "s": {"at": [[18, 14]]},
        "b": {"at": [[20, 24]], "face": 180, "covers": "primary"},
    }
    play = Play(units, dice="card 1").say("support-fire", "walking", "r.1", {"r.1": [20, 11]})
    play.say("b")
    assert {name.rpartition(":")[2] for name in play.options if name != "hold"} == {"r.1", "r.2"}


@pytest.mark.rule("defiance.cover.prohibited", "defiance.cover.cone-allowed")
def test_weapons_that_cannot_cover() -> None:
    state = a_battle(
        {
            "r": {"at": row(10, 10, 4), "primary": "", "figures": {"1": {"support": "mortar"}, "2": {"support": "gun"}}},
            "b": {"at": [[20, 40]]},
        }
    ).state
    assert may_cover(state.figures["r.1"], "primary-fire") == []
    assert may_cover(state.figures["r.2"], "primary-fire") == ["support"]
    cone = a_battle({"r": {"at": [[10, 10]], "primary": "cone"}, "b": {"at": [[20, 40]]}}).state.figures["r.1"]
    assert cone.arms[0].weapon.can_cover


@pytest.mark.rule("defiance.cover.expiry", "defiance.orders.activation-remove-cover")
def test_covering_lasts_until_the_unit_activates_again() -> None:
    play = Play({"r": {"at": [[20, 10]], "covers": "primary"}, "b": {"at": [[20, 40]]}}, dice="card 1")
    assert play["r.1"].covers == ""


@pytest.mark.rule("defiance.cover.enemy-activation-only")
def test_covering_fire_is_not_answered_by_covering_fire() -> None:
    # defiance.ex.cover-no-chain
    units = {
        "r": {"at": [[20, 10]]},
        "s": {"at": [[24, 10]], "covers": "primary"},
        "b": {"at": [[20, 18]], "face": 180, "covers": "primary"},
    }
    play = Play(units, dice="card 1").say("cohesive-fire", "stationary").say("0:0:2:b.1")
    assert play.asks == "blue cover.triggers"
    assert watchers(play.battle, play["b.1"]) == []


@pytest.mark.rule("defiance.cover.ineligible-figures")
@pytest.mark.parametrize("state_of", [{"shaken": True}, {"stunned": True}, {"stopped": [0]}])
def test_who_has_lost_his_covering_fire(state_of: dict[str, Any]) -> None:
    blue = {"at": [[20, 18]], "face": 180, "figures": {"1": {"covers": "primary", **state_of}}}
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": blue})
    assert not could_answer(battle, battle.state.units["b"], battle.state.figures["r.1"])
    broken = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]], "face": 180, "covers": "primary", "broken": 1}})
    assert able_to_cover(broken.state, broken.state.units["b"]) == []


@pytest.mark.rule("defiance.cover.several-units")
def test_several_units_answer_one_after_another() -> None:
    units = {
        "r": {"at": [[20, 10]]},
        "b": {"at": [[20, 18]], "face": 180, "covers": "primary"},
        "b2": {"at": [[24, 18]], "face": 180, "covers": "primary"},
    }
    play = Play(units, dice="card 1").say("cohesive-fire", "stationary").say("0:0:2:b.1")
    assert {"b", "b2"} <= set(play.options)
    play.say("b2").say("0:0:2:r.1", dice="damage 1, damage 1")
    assert play.asks == "blue cover.triggers"
    assert "b2" not in play.options
    assert "b" in play.options


@pytest.mark.rule("defiance.cover.spread-and-split")
def test_covering_figures_may_spread_and_use_the_higher_rate() -> None:
    units = {"r": {"at": [[20, 10], [21.5, 10]]}, "b": {"at": [[20, 18]], "face": 180, "primary": "split", "covers": "primary"}}
    play = Play(units, dice="card 1").say("cohesive-fire", "stationary", "r.1").say("0:0:2:b.1", "b")
    assert "0:0:2:r.1" in play.options
    play.say("0:0:2:r.1")
    assert play.asks == "blue spread.declare"


@pytest.mark.rule("defiance.cover.elite-and-linked")
def test_class_and_modifier_are_kept_for_each_figure() -> None:
    blue = {
        "frame": "elite",
        "at": [[20, 18], [22, 18]],
        "face": 180,
        "figures": {"1": {"covers": "primary", "cover_mod": 0}, "2": {"covers": "primary", "cover_mod": -4}},
    }
    play = (
        Play({"r": {"at": [[20, 10]]}, "b": blue}, dice="card 1")
        .say("cohesive-fire", "stationary")
        .say("0:0:2:b.1", "one", "b", "b.2")
    )
    tallies = [option.tally for option in play.game.ask.written if option.tally]  # type: ignore[union-attr]
    assert {mod.value for tally in tallies for mod in tally.mods if mod.name == "covering fire"} == {-4}


@pytest.mark.rule("defiance.cover.timing-cdw")
def test_covering_fire_may_wait_for_what_cannot_be_stopped() -> None:
    """A close defence weapon is set off at once; the window after an action is the same as after fire."""
    battle = a_battle({"r": {"at": [[20, 10]]}, "b": {"at": [[20, 18]], "face": 180, "covers": "primary"}})
    assert run(react(battle, battle.state.figures["r.1"], "fired")) == "wait"  # nobody is active: nothing to answer
