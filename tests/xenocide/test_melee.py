"""Hand to hand: closing up, blows, results, retreats, follow-ups (xenocide.melee.*, xenocide.result.*, xenocide.retreat.*,
xenocide.followup.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle, Tally
from littlewars.systems.xenocide.basics.state import State, Strike
from littlewars.systems.xenocide.harm.blows import in_reach, roll, strike_leavers, tally_of
from littlewars.systems.xenocide.harm.wounds import land
from littlewars.systems.xenocide.melee.phase import (
    defended,
    in_order,
    loosen,
    outnumbered,
    pair_off,
    settle,
    surrender,
    who_follows,
)
from littlewars.systems.xenocide.turn.movement import leave_melee
from littlewars.table.shapes.bases import gap
from tests.xenocide.squads import MAN, Play, a_battle, a_state, finish, row

PROFILES: dict[str, Any] = {
    "guard": {**MAN, "defense": 2},
    "late": {**MAN, "melee": 9, "strength": 9, "carries": ["great-sword", "carbine"]},
    "tough": {**MAN, "wounds": 3, "armor": 5},
    "steady": {**MAN, "morale": 10},
    "giant": {**MAN, "melee": 9, "strength": 9, "aspect": 4},
}
MELEE: dict[str, Any] = {"phase": "melee", "number": 1, "first": "red"}


def locked(mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None) -> dict[str, Any]:
    """A red and a blue unit, man against man."""
    return {
        "r": {"at": [[20, 20]], "profile": "bare", "engaged": ["b"], **(mine or {})},
        "b": {"at": [[20, 21]], "profile": "bare", "engaged": ["r"], **(theirs or {})},
    }


def fight(units: dict[str, Any], dice: str = "", **more: Any) -> Play:
    return Play(units, dice, profiles=PROFILES, turn=MELEE, **more)


def battle_of(units: dict[str, Any], dice: str = "", **more: Any) -> Battle[State]:
    return a_battle(units, dice, profiles=PROFILES, turn=MELEE, **more)


def units_of(battle: Battle[State]) -> list[Any]:
    return list(battle.state.units.values())


# ---- who strikes whom


@pytest.mark.rule("xenocide.melee.who-fights")
def test_in_contact_or_within_an_inch_of_units_one_is_engaged_with() -> None:
    units = locked({"at": [[20, 20], [24, 20]]}, {"at": [[20, 22], [22.1, 22], [20, 24]]})
    battle = battle_of({**units, "bb": {"at": [[24, 21.5]]}})
    figures = battle.state.figures
    assert [foe.id for foe in in_reach(battle, figures["r.1"], ["b"])] == ["b.1"]  # an inch between the bases, inclusive
    assert in_reach(battle, figures["r.2"], ["b", "bb"]) == []  # near a unit it is not engaged with


@pytest.mark.rule("xenocide.melee.modifiers", "xenocide.melee.roll", "xenocide.stat.melee-defense")
def test_what_a_blow_needs() -> None:  # the example melee-modifier-list
    def needed(mine: dict[str, Any], theirs: dict[str, Any], **more: Any) -> int:
        extra = {"four": {**MAN, "melee": 4}, **PROFILES}
        found = a_battle(locked({"profile": "four", **mine}, theirs), profiles=extra, turn=MELEE, **more)
        return tally_of(found, found.state.figures["r.1"], found.state.figures["b.1"]).needed

    window = [{"id": "wall", "kind": "low-wall", "box": [18, 20.45, 22, 20.55]}]
    assert needed({}, {}) == 4
    assert needed({}, {"markers": 1}) == 5  # the enemy is broken
    assert needed({"markers": 1}, {}) == 3
    assert needed({}, {"profile": "guard"}) == 2
    assert needed({}, {}, terrain=window) == 3
    assert needed({}, {}, darkness=True) == 3
    assert needed({}, {"profile": "giant", "at": [[20, 21.5]]}) == 4  # aspect has no influence


@pytest.mark.rule("xenocide.melee.limits")
def test_the_number_stays_between_nothing_and_nine() -> None:
    battle = battle_of(locked({"profile": "giant", "at": [[20, 19.5]]}, {"markers": 1}))
    assert tally_of(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]).needed == 9
    poor = a_battle(locked({"profile": "poor"}, {"profile": "guard"}), profiles={**PROFILES, "poor": {**MAN, "melee": 1}})
    assert tally_of(poor, poor.state.figures["r.1"], poor.state.figures["b.1"]).needed == 0
    zero = battle_of(locked(), dice="1, 2, 5, save 9")  # at 0 every 1 is rolled again, and 5 or less hits
    hits: dict[str, int] = {}
    assert len(roll(zero, [Strike("r.1", "b.1", Tally(0, (), low=True), 1)] * 2, hits)) == 1
    assert hits == {"b": 1}
    ten = battle_of(locked(), dice="10")
    assert roll(ten, [Strike("r.1", "b.1", Tally(9, (), low=True), 1)], {}) == []


@pytest.mark.rule("xenocide.melee.obstacle")
def test_across_a_wall_it_is_harder_for_both() -> None:
    wall = [{"id": "wall", "kind": "low-wall", "box": [18, 20.9, 22, 21.1]}]
    battle = battle_of(locked(theirs={"at": [[20, 22]]}), terrain=wall)
    one, other = battle.state.figures["r.1"], battle.state.figures["b.1"]
    assert in_reach(battle, one, ["b"]) == [other]
    assert [tally_of(battle, *pair).needed for pair in ((one, other), (other, one))] == [2, 2]


# ---- simultaneous


@pytest.mark.rule("xenocide.melee.simultaneous", "xenocide.melee.saves")
def test_both_last_men_fall() -> None:
    play = fight(locked())
    play.say({"r.1/1": "-1:b.1"}, {"b.1/1": "-1:r.1"}, dice="1, 2, 9, 10")
    assert (play["r.1"].gone, play["b.1"].gone) == ("killed", "killed")


@pytest.mark.rule("xenocide.melee.saves")
def test_who_was_struck_saves_and_wounds_beyond_his_last_are_lost() -> None:
    units = locked({"profile": "tough"}, {"profile": "tough", "at": [[20, 21], [21.1, 21]]})
    battle = battle_of(units, dice="1, 1, 1, 1, save 9, 9, 9, 2")
    (blow,) = roll(battle, [Strike("r.1", "b.1", Tally(9, (), low=True), 2)] * 4, {})
    assert (blow.figure, blow.wounds) == ("b.1", 3)  # armor 5 less power 2: three of four saves fail
    finish_land(battle, [blow])
    assert (battle.state.figures["b.1"].gone, battle.state.figures["b.2"].hurt) == ("killed", 0)


def finish_land(battle: Battle[State], blows: list[Any]) -> None:
    finish(land(battle, blows))


@pytest.mark.rule("xenocide.melee.late-strike")
def test_a_late_striker_killed_in_the_first_wave_does_not_strike() -> None:
    play = fight(locked({"profile": "late"}, {"profile": "giant", "at": [[20, 21.5]]}))
    play.say({"r.1/1": "0:b.1"}, {"b.1/1": "-1:r.1"}, dice="1, 10")
    assert (play["r.1"].gone, play["b.1"].gone) == ("killed", "")
    both = fight(locked({"profile": "late"}, {"profile": "late"}))
    both.say({"r.1/1": "0:b.1"}, {"b.1/1": "0:r.1"}, dice="1, 1, 10, 10")
    assert (both["r.1"].gone, both["b.1"].gone) == ("killed", "killed")  # two such opponents strike together


@pytest.mark.rule("xenocide.melee.late-strike", "xenocide.melee.simultaneous")
def test_a_late_strike_tells_what_it_was_declared_with() -> None:
    late = {"profile": "late", "at": [[20, 20], [21.1, 20], [26, 20]], "markers": 2}
    play = fight(locked(late, {"profile": "giant", "at": [[20, 21.5]]}))
    play.say({f"r.{n}/1": "0:b.1" for n in (1, 2)}, {"b.1/1": "-1:r.1"}, dice="1, 10, 10, 5, 5")
    assert [event.tally.mods for event in play.told("Fought") if event.by == "r.2"] == [()]  # two are left: now they are broken


@pytest.mark.rule("xenocide.melee.simultaneous")
def test_a_combat_is_all_who_are_linked_and_the_first_side_declares_first() -> None:
    units = {
        "r": {"at": [[20, 20]], "engaged": ["b"]},
        "s": {"at": [[22, 20]], "engaged": ["b"]},
        "t": {"at": [[40, 20]], "engaged": ["bb"]},
        "b": {"at": [[21, 21]], "engaged": ["r", "s"]},
        "bb": {"at": [[40, 21]], "engaged": ["t"]},
    }
    battle = a_battle(units, profiles=PROFILES, turn=MELEE)
    state = battle.state
    pair_off(battle)
    assert state.turn.combats == [["r", "b", "s"], ["t", "bb"]]
    state.turn.first = "blue"
    assert [unit.id for unit in in_order(state)][:2] == ["b", "bb"]
    play = fight(units)
    assert (play.rule, play.options) == ("xenocide.melee.simultaneous", ["0", "1"])  # in an order the first mover chooses
    play.say("1")
    assert play.game.ask.side == "red"


@pytest.mark.rule("xenocide.melee.suppression")
def test_hits_suppress_saved_or_not_without_cover() -> None:
    units = locked({"at": [[20, 20]], "profile": "bare"}, {"at": [[20, 21], [21.2, 21]], "profile": "tough"})
    battle = battle_of(units, dice="1, 1, 1, 1, 2, save 1, 1, 1, 1, 1")
    hits: dict[str, int] = {}
    roll(battle, [Strike("r.1", "b.1", Tally(3, (), low=True), 1)] * 5, hits)
    assert hits == {"b": 5}
    weak = battle_of(units, dice="1, save 1")
    harmless: dict[str, int] = {}
    roll(weak, [Strike("r.1", "b.1", Tally(3, (), low=True), -9)], harmless)
    assert harmless == {}  # a hit that cannot wound is left out


# ---- closing up


@pytest.mark.rule("xenocide.melee.close-up")
def test_those_apart_close_up_by_two_inches() -> None:
    units = locked({"at": [[20, 20], [23.5, 20], [27, 20]], "profile": "bare"}, {"at": [[20, 21], [21.2, 21]]})
    battle = battle_of(units)
    assert [name for name in ("r.1", "r.2", "r.3") if not in_reach(battle, battle.state.figures[name], ["b"])] == ["r.2", "r.3"]
    play = fight(units)
    assert (play.rule, play.budget) == ("xenocide.melee.close-up", {"r.2": 2})  # the third is too far off
    assert play.refused({"r.2": [23.5, 21.5]}) == "melee.close-up"
    play.say({"r.2": [22.3, 20.7]})
    state = play.state
    assert gap(state.figures["r.2"].base(), state.figures["b.2"].base()) <= 1000


@pytest.mark.rule("xenocide.move.engaged-state")
def test_units_apart_are_no_longer_engaged_after_closing_up() -> None:
    battle = battle_of(locked(theirs={"at": [[20, 22.1]]}))
    loosen(battle)
    assert (battle.state.units["r"].engaged, battle.state.units["b"].engaged) == ([], [])
    near = battle_of(locked(theirs={"at": [[20, 22]]}))
    loosen(near)
    assert near.state.units["r"].engaged == ["b"]


# ---- results


@pytest.mark.rule("xenocide.result.roll", "xenocide.result.loser", "xenocide.result.retreat", "xenocide.result.defended-cover")
@pytest.mark.parametrize(("wood", "must"), [(False, True), (True, False)])
def test_a_melee_in_the_forest(wood: bool, must: bool) -> None:  # the example forest-melee
    trees = [{"id": "wood", "kind": "sparse-wood", "box": [10, 20.6, 40, 30]}] if wood else []
    mine = {"at": row(20, 20, 5, 1.1), "markers": 1}
    theirs = {"at": row(20, 21, 5, 1.1), "markers": 3}
    battle = battle_of(locked(mine, theirs), dice="3, 3", terrain=trees)
    red, blue = units_of(battle)
    assert defended(battle, blue, [red, blue]) == ("light" if wood else "")
    retreating = settle(battle, [red, blue])
    assert (red.markers, blue.markers) == (1, 4)  # B scores 6 against 4, and the new marker is not part of it
    assert [unit.id for unit in retreating] == (["b"] if must else [])
    assert [(event.score, event.loses) for event in battle.events or [] if hasattr(event, "score")] == [(4, False), (6, True)]


@pytest.mark.rule("xenocide.result.defended-cover")
def test_who_moved_in_defends_nothing() -> None:
    trees = [{"id": "wood", "kind": "sparse-wood", "box": [10, 20.6, 40, 30]}]
    battle = battle_of(locked(theirs={"charged": True}), terrain=trees)
    assert defended(battle, battle.state.units["b"], units_of(battle)) == ""


@pytest.mark.rule("xenocide.result.outnumbered")
def test_half_the_wounds_adds_one_to_all_rolls() -> None:
    state = a_state(locked({"at": row(20, 20, 2, 1.1)}, {"at": row(20, 21, 4, 1.1)}))
    units = list(state.units.values())
    assert outnumbered(state, units) == "red"
    state.figures["b.4"].gone = "killed"
    assert outnumbered(state, units) == ""  # two to three
    battle = battle_of(locked({"at": row(20, 20, 2, 1.1), "profile": "steady"}, {"at": row(20, 21, 4, 1.1)}), dice="5, 5")
    assert settle(battle, units_of(battle)) == []
    assert [unit.markers for unit in units_of(battle)] == [1, 0]  # 6 to 5


@pytest.mark.rule("xenocide.result.loser", "xenocide.result.stay")
def test_equal_scores_lose_nothing_and_the_fight_goes_on() -> None:
    battle = battle_of(locked(), dice="7, 7")
    assert settle(battle, units_of(battle)) == []
    assert [unit.markers for unit in units_of(battle)] == [0, 0]
    assert battle.state.units["r"].engaged == ["b"]


@pytest.mark.rule("xenocide.result.voluntary-retreat", "xenocide.retreat.when")
def test_any_unit_may_retreat_when_all_results_are_known() -> None:
    play = fight(locked({"profile": "steady"}, {"profile": "steady"}))
    play.say({"r.1/1": "-1:b.1"}, {"b.1/1": "-1:r.1"}, dice="10, 10, 1, 1")
    assert (play.rule, play.options, play.game.ask.unit) == ("xenocide.result.voluntary-retreat", ["stay", "retreat"], "r")
    play.say("retreat")
    assert play.game.ask.unit == "b"
    play.say("stay")
    assert play.rule == "xenocide.retreat.move"  # then all retreats are made
    assert play.unit("r").engaged == []


# ---- retreats and follow-ups


@pytest.mark.rule("xenocide.retreat.move")
def test_a_retreat_is_double_and_clear_of_the_enemy() -> None:
    play = fight(locked({"profile": "steady"}, {"profile": "steady"}))
    play.say({"r.1/1": "-1:b.1"}, {"b.1/1": "-1:r.1"}, dice="10, 10, 1, 1")
    play.say("retreat", "stay")
    assert play.budget == {"r.1": 8}
    assert play.refused({"r.1": [20, 17]}) in ("broken.no-cover", "broken.seek-cover")  # it could get farther
    assert play.refused({"r.1": [20, 24]}) != ""
    play.say({"r.1": [20, 12]})
    state = play.state
    assert gap(state.figures["r.1"].base(), state.figures["b.1"].base()) >= 4000
    assert play.unit("r").retreated


@pytest.mark.rule("xenocide.retreat.surrender")
def test_trapped_models_surrender_one_by_one() -> None:
    units = {"r": {"at": [[20, 20], [20, 12]], "profile": "bare"}, "b": {"at": [[20, 24]]}}
    battle = battle_of(units, dice="5")
    surrender(battle, battle.state.units["r"])
    assert [battle.state.figures[name].gone for name in ("r.1", "r.2")] == ["captive", ""]  # only who is not clear tests
    held = battle_of(units, dice="4")
    surrender(held, held.state.units["r"])
    assert held.state.figures["r.1"].gone == ""
    clear = battle_of({"r": {"at": [[20, 19]]}, "b": {"at": [[20, 24]]}})
    surrender(clear, clear.state.units["r"])  # exactly 4 inches: nobody rolls


@pytest.mark.rule("xenocide.followup.move", "xenocide.followup.engage")
def test_who_has_no_enemies_left_may_follow_up() -> None:
    units = {
        "r": {"at": [[20, 20]], "profile": "bare"},
        "s": {"at": [[30, 20]], "profile": "bare", "retreated": True},
        "t": {"at": [[40, 20]], "profile": "bare", "engaged": ["b"]},
        "b": {"at": [[40, 21]], "profile": "bare", "engaged": ["t"]},
        "bb": {"at": [[20, 24.9]], "profile": "bare"},
    }
    battle = battle_of(units)
    battle.state.turn.fought = ["r", "s", "t", "b"]
    assert [unit.id for unit in who_follows(battle, units_of(battle))] == ["r"]
    turn = {**MELEE, "stage": "following", "queue": ["r"], "fought": ["r"]}
    play = Play(units, profiles=PROFILES, turn=turn)
    assert (play.rule, play.budget) == ("xenocide.followup.move", {"r.1": 4})
    play.say({"r.1": [20, 23.9]})
    assert play.unit("r").engaged == ["bb"]  # fought in the next turn
    assert play.state.turn.phase != "melee"


# ---- leaving


@pytest.mark.rule("xenocide.move.disengaging", "xenocide.melee.suppression-when-disengaging")
def test_enemies_strike_at_who_leaves_and_hits_suppress_at_once() -> None:
    units = locked({"at": row(20, 20, 2, 1.1), "profile": "tough"}, {"at": row(20, 21, 4, 1.1), "profile": "giant"})
    units["b"]["at"] = [[20, 21.5], [22.1, 21.5]]
    battle = battle_of(units, dice="1, 1, save 10, 10")
    blows, hits = strike_leavers(battle, battle.state.units["r"])
    assert (sum(blow.wounds for blow in blows), hits) == (2, {"r": 2})
    left = battle_of(units, dice="1, 1, save 10, 10")
    assert finish(leave_melee(left, left.state.units["r"], must=True)) == ["b"]
    unit = left.state.units["r"]
    assert (unit.engaged, left.state.units["b"].engaged) == ([], [])
    assert left.state.wounds(unit) == 4
    assert not any(figure.hurt for figure in left.state.members(left.state.units["b"]))  # nobody strikes back


# ---- what hands hold


def armed(*carries: str) -> Play:
    return Play(locked({"profile": "armed"}), profiles={**PROFILES, "armed": {**MAN, "carries": list(carries)}}, turn=MELEE)


@pytest.mark.rule("xenocide.meleeweapon.attacks")
def test_whose_hands_may_hold_one_thing_or_another_is_asked_what() -> None:
    play = armed("sword", "sword", "great-sword")
    assert (play.rule, play.game.ask.items) == ("xenocide.meleeweapon.attacks", {"r.1": ["2", "0 1"]})  # the strongest first
    assert play.refused({"r.1": "0 2"})
    play.say({"r.1": "0 1"})
    assert (play.rule, play.game.ask.items) == ("xenocide.melee.who-fights", {"r.1/1": ["0:b.1"], "r.1/2": ["1:b.1"]})
    assert armed("sword", "sword", "great-sword").say({"r.1": "2"}).game.ask.items == {"r.1/1": ["2:b.1"]}


@pytest.mark.rule("xenocide.meleeweapon.attacks")
def test_who_has_no_choice_is_not_asked_what_he_holds() -> None:
    for carries in (("sword", "sword", "sword"), ("great-sword",), ()):  # of three alike any two will do
        assert armed(*carries).rule == "xenocide.melee.who-fights"
    assert list(armed("sword", "sword", "sword").game.ask.items) == ["r.1/1", "r.1/2"]
