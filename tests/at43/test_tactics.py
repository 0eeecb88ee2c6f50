"""Tactics: what they cost, how long they last, overwatch, split fire (at43.tactics.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.at43.tactics.ending import open_tactics
from littlewars.systems.at43.tactics.overwatch import watchers
from tests.at43.table import MAN, Play, a_battle

FOE = {"at": [[110, 110]]}
INFANTRY = ["overwatch", "hit-the-deck", "take-cover"]


def at_end(units: dict[str, dict[str, Any]], lp: int = 5, **doing: Any) -> list[str]:
    """What a unit may take at the end of its activation."""
    battle = a_battle(
        {"b9": FOE, **units}, lp={"red": lp}, turn={"doing": {"unit": "r", "stage": "end", "acts": True, **doing}}
    )
    return open_tactics(battle, battle.state.units["r"], battle.state.acting())


@pytest.mark.rule("at43.tactics.cost")
@pytest.mark.rule("at43.leadership.insufficient")
@pytest.mark.rule("at43.tactics.duration")
@pytest.mark.rule("at43.morale.status")
def test_tactics_that_are_refused() -> None:
    # at43.ex.tactics-refused
    man = {"r": {"at": [[20, 20]]}}
    assert at_end(man) == INFANTRY
    assert at_end(man, 0) == [], "no LP"
    assert at_end({**man, "b": {"at": [[20, 25]]}}) == [], "engaged"
    assert at_end(man, acts=False) == [], "nothing was paid for its activation"
    assert at_end({"r": {"at": [[20, 20]], "status": "disorganised"}}) == []
    play = Play({**man, "b": FOE}, lp={"red": 2}, turn={"doing": {"unit": "r", "stage": "end", "acts": True}})
    assert play.refused(["hit-the-deck", "take-cover", "overwatch"]) == "tactics.cost", "two LP"
    assert play.refused(["take-cover", "take-cover"]) == "tactics.cost", "each once"
    play.say(["hit-the-deck", "take-cover"])
    assert [event.tactic for event in play.told("TacticTaken")] == ["hit the deck", "take cover"]
    assert play.unit("r").markers == ["hit-the-deck", "take-cover"]


@pytest.mark.rule("at43.tactics.overwatch")
@pytest.mark.rule("at43.tactics.hit-the-deck")
@pytest.mark.rule("at43.tactics.take-cover")
@pytest.mark.rule("at43.tactics.shield-formation")
@pytest.mark.rule("at43.movement.rush-soldiers")
def test_who_may_take_which() -> None:
    man, machine = {"r": {"at": [[20, 20]]}}, {"r": {"profile": "strider", "at": [[20, 20]]}}
    assert at_end(man, fired=["rifle"]) == INFANTRY[1:], "who has fired takes no overwatch"
    assert at_end(man, kind="rush") == INFANTRY[1:], "nor who has rushed"
    assert at_end(man, kind="combat") == INFANTRY
    assert at_end(man, fired=[], kind="engaged") == INFANTRY, "an attack is no fire, and leaves it free to watch"
    assert at_end(machine) == ["overwatch", "shield-formation"]


@pytest.mark.rule("at43.tactics.shield-formation")
@pytest.mark.rule("at43.tactics.duration")
def test_shield_formation_lasts_until_the_card_is_turned_again() -> None:
    units = {"r": {"profile": "chief", "at": [[20, 20]]}, "b": {"profile": "chief", "at": [[110, 110]]}}
    sides = {"red": {"commander": "r.1"}, "blue": {"commander": "b.1"}}
    play = Play(units, lp={"red": 1}, turn={"doing": {"unit": "r", "stage": "end", "acts": True}}, rounds=2, sides=sides)
    play.say(["shield-formation"])
    assert [piece.id for piece in play.state.pieces] == ["shield of r.1"]
    play.say(0, 0, dice="authority 6, authority 1")
    assert play.state.units["r"].markers == ["shield-formation"], "over the end of the round"
    play.say("red", "none")
    assert play.state.turn.doing.unit == "r"
    assert (play.state.units["r"].markers, play.state.pieces) == ([], [])


@pytest.mark.rule("at43.tactics.duration")
@pytest.mark.rule("at43.movement.engagement")
@pytest.mark.rule("at43.tactics.overwatch")
def test_tactics_are_lost_by_engagement_after_overwatch_may_answer() -> None:
    # at43.ex.tactics-lost
    units = {"r": {"profile": "tough", "at": [[20, 20]]}, "b": {"at": [[20, 30]], "markers": ["take-cover", "overwatch"]}}
    play = Play(units, act="r")
    play.say("combat", {"r.1": [20, 25]})
    assert play.asks == "blue tactics.overwatch", "before the engagement takes effect"
    assert play.unit("b").markers == ["take-cover", "overwatch"]
    play.say("pass")
    assert play.unit("b").markers == []
    fires = Play(units, act="r")
    fires.say("combat", {"r.1": [20, 25]})
    fires.say("b", dice="impact 1")
    assert fires.unit("b").markers == []
    assert [event.unit for event in fires.told("Reacted")] == ["b"]


@pytest.mark.rule("at43.tactics.overwatch")
def test_overwatch_fires_each_weapon_once_at_the_unit_that_has_moved() -> None:
    units = {
        "r": {"profile": "tough", "at": [[20, 20]]}, "r2": {"at": [[40, 20]]},
        "b": {"profile": "strider", "at": [[20, 60]], "markers": ["overwatch"]},
        "b2": {"profile": "surely", "at": [[30, 60]], "markers": ["overwatch"]}, "b3": {"at": [[60, 60]]},
    }  # fmt: skip
    play = Play(units, act="r")
    play.say("combat", {"r.1": [20, 25]})
    assert play.options == ["b", "b2", "pass"], "in an order chosen by their owner"
    play.say("b", dice="impact 1, impact 1, impact 1")
    assert [(event.weapon, event.target) for event in play.told("Declared")] == [("cannon", "r"), ("laser", "r")]
    assert play.unit("b").markers == [], "its marker is removed"
    assert play.options == ["b2", "pass"], "decided after the result of the last"
    play.say("b2")
    assert play["r.1"].hurt == 1
    assert play.asks.startswith("red"), "then the activation goes on"
    still = Play(units, act="r")
    still.say("combat", {})
    assert still.asks.startswith("red"), "nobody has moved"


@pytest.mark.rule("at43.tactics.overwatch")
def test_a_target_that_is_wiped_out_ends_its_activation() -> None:
    units = {
        "r": {"at": [[20, 20]]},
        "r2": {"at": [[40, 20]]},
        "b": {"profile": "surely", "at": [[20, 60]], "markers": ["overwatch"]},
    }
    play = Play(units, act="r", lp={"red": 5})
    play.say("combat", {"r.1": [20, 25]}, "b")
    assert play["r.1"].gone == "killed"
    assert play.state.turn.doing is None


@pytest.mark.rule("at43.tactics.overwatch")
def test_who_answers() -> None:
    wall = {"id": "wall", "kind": "high-wall", "height": 20, "box": [50, 40, 70, 44]}
    units = {
        "r": {"at": [[20, 20]]}, "b": {"at": [[20, 60]], "markers": ["overwatch"]}, "b2": {"at": [[30, 60]]},
        "b3": {"at": [[100, 70]], "markers": ["overwatch"]},
        "b4": {"profile": "missile", "at": [[40, 60]], "markers": ["overwatch"]},
    }  # fmt: skip
    battle = a_battle(units, act="r", terrain=[wall])
    assert watchers(battle, battle.state.units["r"]) == ["b"], "on overwatch, in sight, with a weapon for such a target"
    battle.state.acting().passed = ["b"]
    assert watchers(battle, battle.state.units["r"]) == []


@pytest.mark.rule("at43.tactics.fire-at-will")
@pytest.mark.rule("at43.tactics.overwatch")
def test_fire_at_will_on_overwatch_is_paid_from_the_own_pool() -> None:
    units = {"r": {"profile": "tough", "at": [[20, 20]]}, "b": {"profile": "hero", "at": [[20, 60]], "markers": ["overwatch"]}}
    play = Play(units, act="r", lp={"blue": 1})
    play.say("combat", {"r.1": [20, 25]}, "b")
    assert play.asks == "blue tactics.cost"
    play.say(["fire-at-will"], dice="impact 1, impact 1, re-roll 1, re-roll 1")
    assert play.state.sides["blue"].lp == 0
    assert play.unit("b").pledged == 1
    moved = Play({**units, "b": {**units["b"], "moved": 1}}, act="r", lp={"blue": 1})
    moved.say("combat", {"r.1": [20, 25]}, "b", dice="impact 1, impact 1, re-roll 1")


SQUAD = {"figures": {"1": {"at": [20, 20]}, "2": {"profile": "sonic", "at": [24, 20]}}}


@pytest.mark.rule("at43.tactics.split-fire")
def test_split_fire_later_in_the_same_activation() -> None:
    play = Play({"r": SQUAD, "b": {"profile": "tough", "at": [[20, 60]]}}, act="r", lp={"red": 1})
    play.say("salvo", {"rifle": "b", "sonic": "hold"})
    assert play.asks == "red tactics.cost"
    play.say(["split-fire"], dice="impact 1")
    assert play.unit("r").kept == ["sonic"]
    assert "salvo" in play.options
    play.say("salvo", dice="impact 1")
    assert play.unit("r").kept == []
    assert [event.weapon for event in play.told("Declared")] == ["rifle", "sonic"]


@pytest.mark.rule("at43.tactics.split-fire")
def test_split_fire_before_a_later_card_and_at_the_end_of_the_round() -> None:
    # at43.ex.split-fire
    units = {"r": {**SQUAD, "kept": ["sonic"]}, "r2": {"at": [[60, 20]]}, "b": {"profile": "tough", "at": [[20, 60]]}}
    sides = {"red": {"row": ["r2"], "laid": ["r2"]}}
    play = Play(units, lp={"red": 5}, sides=sides)
    assert play.asks == "red tactics.split-fire", "first thing in the owner's turn"
    play.say("wait")
    assert play.asks == "red leadership.activate-unit"
    play.say("stand")
    assert play.asks == "red tactics.split-fire", "with no card left, at the end of the round"
    play.say("fire", dice="impact 1")
    assert play.unit("r").kept == []
    assert play.game.ask is None
    lost = Play(units, sides=sides)
    lost.say("wait", "wait")
    assert lost.unit("r").kept == [], "unused then it is lost"
    now = Play(units, lp={"red": 5}, sides=sides)
    now.say("fire", dice="impact 1")
    assert now.asks == "red leadership.activate-unit", "and the turn goes on"


@pytest.mark.rule("at43.tactics.split-fire")
@pytest.mark.rule("at43.tactics.duration")
def test_conditions_of_the_moment_count_for_a_kept_weapon() -> None:
    from littlewars.systems.at43.tactics.kept import choices

    def able(unit: dict[str, Any], **more: Any) -> bool:
        battle = a_battle({"r": {**SQUAD, "kept": ["sonic"], **unit}, "b": {"at": [[20, 60]]}, **more})
        return bool(choices(battle, battle.state.units["r"]))

    assert able({})
    assert not able({"status": "disorganised"})
    assert not able({}, b2={"at": [[20, 25]]}), "engaged"
    assert not able({"kept": []})
    dead = {"1": {"at": [20, 20]}, "2": {"profile": "sonic", "at": [24, 20], "gone": "killed"}}
    assert not able({"figures": dead})


@pytest.mark.rule("at43.tactics.split-fire")
def test_who_may_split_his_fire() -> None:
    from littlewars.systems.at43.fire.declare import salvo_tactics

    def open_to(figures: dict[str, Any], firing: list[str], fired: list[str] | None = None, **more: Any) -> list[str]:
        turn = {"doing": {"unit": "r", "stage": "act", "acts": True, "fired": fired or []}}
        battle = a_battle({"r": {"figures": figures, **more}, "b": {"at": [[20, 60]]}}, lp={"red": 1}, turn=turn)
        return salvo_tactics(battle, battle.state.units["r"], firing)

    squad = SQUAD["figures"]
    assert open_to(squad, ["rifle"]) == ["split-fire"]
    assert open_to(squad, ["rifle", "sonic"]) == [], "it fires now"
    assert open_to(squad, ["rifle"], ["sonic"]) == [], "it has fired"
    assert open_to(squad, ["rifle"], kept=["sonic"]) == [], "it is kept already"
    machine = {"1": {"profile": "m", "at": [20, 20]}}
    special = {
        "m": {
            **MAN,
            "category": "afv",
            "type": 0,
            "structure": {"propulsion": 1, "frame": 1, "cannon": 1, "sonic": 1},
            "weapons": ["cannon", "sonic"],
        }
    }
    battle = a_battle({"r": {"figures": machine}, "b": {"at": [[20, 60]]}}, lp={"red": 1}, act="r", profiles=special)
    assert salvo_tactics(battle, battle.state.units["r"], ["cannon"]) == [], "infantry only"


@pytest.mark.rule("at43.tactics.duration")
def test_old_markers_are_removed_when_the_card_is_turned() -> None:
    units = {"r": {"at": [[20, 20]], "markers": ["overwatch", "hit-the-deck"]}, "b": FOE}
    play = Play(units, turn={"doing": {"unit": "r", "stage": "reveal"}}, lp={"red": 1})
    assert play.unit("r").markers == []
