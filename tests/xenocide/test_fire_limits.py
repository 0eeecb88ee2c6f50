"""Fire at its limits: both sides of each border, and whole tables."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.xenocide.basics.state import Blow, Hits, Shot, Volley
from littlewars.systems.xenocide.fire.aim import aim, crew_for
from littlewars.systems.xenocide.fire.declare import chance, forecast, losses, single_targets, unit_loads, usual, usual_volley
from littlewars.systems.xenocide.fire.strike import strike
from littlewars.systems.xenocide.fire.views import shelter, view
from littlewars.systems.xenocide.harm.blows import free_hands
from littlewars.systems.xenocide.harm.wounds import save_hits
from littlewars.systems.xenocide.move.snapping import can_snap
from tests.xenocide.squads import MAN, PLAIN, Play, a_battle, row, run
from tests.xenocide.test_fire_numbers import plan
from tests.xenocide.test_fire_strikes import counts
from tests.xenocide.test_fire_targets import allowed


@pytest.mark.rule("xenocide.los.models")
@pytest.mark.parametrize(("depth", "sees"), [(3, True), (3.1, False)])
def test_more_than_three_inches_of_wood_hide(depth: float, sees: bool) -> None:
    terrain = [{"id": "wood", "kind": "sparse-wood", "box": [10, 20 - depth, 38, 24]}]
    battle = a_battle({"a": {"at": [[24, 5]]}, "b": {"at": [[24, 20]]}}, terrain=terrain)
    assert bool(view(battle, battle.state.units["a"], battle.state.units["b"]).sees.any()) is sees


@pytest.mark.rule("xenocide.weapon.range-measuring")
def test_range_goes_by_the_pair_that_sees_not_by_the_closest() -> None:
    profiles = {"carbineer": {**MAN, "carries": ["carbine"]}}
    terrain = [{"id": "wall", "kind": "high-wall", "box": [8.5, 12, 11.5, 13]}]
    units = {"a": {"profile": "carbineer", "at": [[10, 5], [17, 5]]}, "b": {"at": [[10, 20.5]]}}
    battle = a_battle(units, profiles=profiles, terrain=terrain)
    (group,) = plan(battle).groups  # 14.5 inches to the closest, 16 to the closest who sees
    assert (group.dice, group.tally.needed) == (1, 1)


@pytest.mark.rule("xenocide.targeting.out-of-range-models")
def test_who_sees_nobody_does_not_fire_and_weapons_that_do_not_reach_neither() -> None:
    profiles = {"mixed": {**MAN, "carries": ["rifle", "frag-grenade"]}}
    terrain = [{"id": "wall", "kind": "high-wall", "box": [8.5, 12, 11.5, 13]}]
    units = {"a": {"profile": "mixed", "at": [[10, 5], [17, 5]]}, "b": {"at": [[10, 20.5]]}}
    battle = a_battle(units, profiles=profiles, terrain=terrain)
    found = unit_loads(battle, battle.state.units["a"], battle.state.units["b"])
    assert {name: [one.gun.key for some in each.values() for one in some] for name, each in found.items()} == {"a.2": ["rifle"]}


@pytest.mark.rule("xenocide.targeting.individual-fire")
@pytest.mark.parametrize(("gap", "reached"), [(18, True), (18.001, False)])
def test_the_reach_of_a_single_model_is_inclusive(gap: float, reached: bool) -> None:
    units = {"a": {"profile": "pistoleer", "at": [[10, 5], [10, 6.5]]}, "b": {"at": [[10, 6 + gap]]}}
    battle = a_battle(units)
    unit = battle.state.units["a"]
    found = dict(single_targets(battle, unit))
    assert ("a.1" in found) is reached
    assert "a.2" in found


@pytest.mark.rule("xenocide.cover.in-cover")
@pytest.mark.parametrize(("south", "behind"), [(18.5, True), (18.499, False)])
def test_within_an_inch_of_a_wall(south: float, behind: bool) -> None:
    terrain = [{"id": "wall", "kind": "low-wall", "box": [20, south - 0.5, 28, south]}]
    battle = a_battle({"a": {"at": [[24, 5]]}, "b": {"at": [[24, 20]]}}, terrain=terrain)
    assert bool(shelter(battle, battle.state.figures["b.1"])[1]) is behind


@pytest.mark.rule("xenocide.cover.in-cover")
def test_who_flies_has_no_cover_below() -> None:
    terrain = [{"id": "wood", "kind": "sparse-wood", "box": [20, 18, 28, 24]}]
    units = {"a": {"at": [[24, 5]]}, "b": {"profile": "flyer", "at": [[24, 20]], "airborne": True}}
    battle = a_battle(units, terrain=terrain)
    assert shelter(battle, battle.state.figures["b.1"]) == ("", ())


@pytest.mark.rule("xenocide.size.crew")
def test_as_few_hands_as_will_do() -> None:
    profiles = {"mmg": {**MAN, "carries": ["medium-machine-gun"]}, "one": {**MAN, "hands": 1, "carries": ["pistol"]}}
    figures: dict[str, Any] = {"1": {"profile": "mmg", "at": [10, 5]}, "2": {"profile": "one", "at": [8.5, 5]}}
    for ones, crew in ((1, None), (2, ("a.2", "a.3"))):
        figures |= {str(2 + n): {"profile": "one", "at": [8.5 + 3 * n, 5]} for n in range(ones)}
        battle = a_battle({"a": {"figures": figures}, "b": {"at": [[10, 20]]}}, profiles=profiles)
        bearer = battle.state.figures["a.1"]
        assert crew_for(battle, bearer) == crew
    figures["4"] = {"at": [10, 6.5]}
    battle = a_battle({"a": {"figures": figures}, "b": {"at": [[10, 20]]}}, profiles=profiles)
    assert crew_for(battle, battle.state.figures["a.1"]) == ("a.4",)
    battle.state.figures["a.4"].fired = ("rifle",)
    assert crew_for(battle, battle.state.figures["a.1"]) == ("a.2", "a.3")


@pytest.mark.rule("xenocide.size.crew")
def test_two_weapons_do_not_share_a_helper() -> None:
    profiles = {"mmg": {**MAN, "carries": ["medium-machine-gun", "pistol"]}}
    figures = {"1": {"profile": "mmg", "at": [10, 5]}, "2": {"at": [11.5, 5]}, "3": {"profile": "mmg", "at": [13, 5]}}
    battle = a_battle({"a": {"figures": figures}, "b": {"at": [[10, 14]]}}, profiles=profiles)
    found = usual(unit_loads(battle, battle.state.units["a"], battle.state.units["b"]))
    assert found == {"a.1": "medium-machine-gun", "a.3": "pistol"}


@pytest.mark.rule("xenocide.size.hands")
def test_hands_never_fall_below_none() -> None:
    profiles = {"both": {**MAN, "carries": ["rifle", "pistol"]}}
    battle = a_battle({"a": {"profile": "both", "at": [[10, 5]]}, "b": {"at": [[10, 14]]}}, profiles=profiles)
    figure = battle.state.figures["a.1"]
    for fired, left in (((), 2), (("rifle",), 0), (("crew",), 0)):
        figure.fired = fired
        assert free_hands(PLAIN, figure) == left
    figure.fired = ("rifle", "pistol")
    assert free_hands(PLAIN, figure) == 0
    truck = a_battle({"a": {"profile": "truck", "at": [[10, 5]]}, "b": {"at": [[10, 14]]}}).state.figures["a.1"]
    assert free_hands(PLAIN, truck) == 0  # its mounts need none


@pytest.mark.rule("xenocide.targeting.intermingled-overflow")
def test_hits_of_several_weapons_overflow_and_none_is_lost() -> None:
    profiles = {"launcher": {**MAN, "carries": ["sniper-rifle"]}}
    figures = {str(n): {"profile": "man" if n < 3 else "launcher", "at": [18 + 1.5 * n, 5]} for n in range(5)}
    units = {
        "a": {"figures": figures},
        "b": {"at": [[21, 20]]},
        "b2": {"at": [[20, 18.6], [22, 18.6], [20, 21.4], [22, 21.4]], "profile": "bare"},
    }
    battle = a_battle(units, "hit 1, hit 1, hit 1, hit 1, hit 1", profiles=profiles)
    found = run(strike(battle, plan(battle)), {"b2": 3})
    assert [(one.unit, one.saves, one.count) for one in found] == [("b", 1, 2), ("b2", 2, 2), ("b2", 1, 1)]


@pytest.mark.rule("xenocide.vehicle.aoe-open")
def test_passengers_of_two_units_share_an_area_attack() -> None:
    jeep = {"movement": 12, "armor": 6, "propulsion": "wheeled", "threshold": 9, "hull": [4, 3], "room": 8, "enclosure": "open"}
    aboard = {"figures": {"1": {"carrier": "b.1", "at": [10, 25]}}}
    units = {"a": {"profile": "gun", "at": [[10, 10]]}, "b": {"profile": "jeep", "at": [[10, 25]]}, "b2": aboard, "b3": aboard}
    profiles = {"gun": {**MAN, "carries": ["rocket-launcher"]}, "jeep": jeep}
    for dice, found in (("area 4, area 1", [("b", 2), ("b2", 1)]), ("area 9, area 9", [("b", 2), ("b2", 1), ("b3", 1)])):
        battle = a_battle(units, f"hit 1, {dice}", profiles=profiles)
        assert counts(run(strike(battle, plan(battle)))) == found


@pytest.mark.rule("xenocide.snap.who")
def test_an_engaged_unit_snaps_only_at_those_who_engage_it() -> None:
    units = {
        "a": {"order": "opportunity", "at": [[20, 10]], "engaged": ["b"]},
        "b": {"at": [[21, 10]], "engaged": ["a"]},
        "b2": {"at": [[20, 15]]},
    }
    battle = a_battle(units)
    state = battle.state
    assert can_snap(battle, state.units["a"], state.units["b"])
    assert not can_snap(battle, state.units["a"], state.units["b2"])


@pytest.mark.rule("xenocide.friendly-fire.through")
@pytest.mark.rule("xenocide.los.enemy-units-block")
def test_units_beside_the_lines_are_in_nobodys_way() -> None:
    units: dict[str, Any] = {"a": {"at": [[24, 5]]}, "b": {"at": [[24, 25]]}}
    for x, between in ((24.4, ("c",)), (24.6, ())):
        battle = a_battle({**units, "c": {"at": [[x, 15]]}})
        seen = view(battle, battle.state.units["a"], battle.state.units["b"])
        assert seen.through("a.1") == between
    for places, legal in (([[24.1, 19]], ["b", "b2"]), ([[23.4, 19], [24.6, 19]], ["b2"])):
        assert allowed(a_battle({**units, "b2": {"at": places}})) == legal


@pytest.mark.rule("xenocide.save.wounds-pool")
def test_losses_are_reckoned_as_blows_land() -> None:
    figures = {"1": {"at": [5, 20]}, "2": {"at": [8, 20], "hurt": 2}, "3": {"at": [11, 20]}}
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": "big", "figures": figures}})
    among = ("b.1", "b.2", "b.3")
    found = [losses(battle.state, [Blow("b", "big", wounds, among=among)]) for wounds in range(8)]
    assert found == [0, 1, 1, 1, 2, 2, 2, 3]
    assert losses(battle.state, [Blow("b", wounds=2, figure="b.1"), Blow("b", wounds=1, figure="b.1")]) == 1
    truck = a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": "truck", "at": [[20, 20]]}})
    assert [losses(truck.state, [Blow("b", wounds=markers, figure="b.1")]) for markers in (2, 3)] == [0, 1]
    truck.state.figures["b.1"].damage = 3
    assert losses(truck.state, [Blow("b", wounds=3, figure="b.1")]) == 0


@pytest.mark.rule("xenocide.weapon.multiple-saves-one-model")
def test_x_hits_of_an_area_attack_strike_nobody_twice() -> None:
    figures = {"1": {"at": [5, 20]}, "2": {"profile": "big", "at": [8, 20]}}
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"figures": figures}}, "save 10, save 10, save 10, save 10")
    blows = run(save_hits(battle, [Hits("b", "gun", 3, 3, 2, area=True)]), "b.2")
    assert blows == [Blow("b", wounds=2, figure="b.2"), Blow("b", wounds=1, figure="b.1")]


def test_what_is_told_and_offered() -> None:
    play = Play({"a": {"at": row(20, 10, 4)}, "b": {"at": row(20, 25, 3)}}, "who fires first 1, who fires first 2")
    ask: Any = play.game.ask
    hold = ask.sheet()["options"][-1]
    assert (hold["id"], "about" in hold) == ("hold", False)
    assert ask.topic == "aim"
    play.say("b")
    weapons: Any = play.game.ask
    assert [option.label for option in weapons.written["a.1"]] == ["Assault rifle", "Hold fire"]
    play.say({f"a.{n}": "rifle" for n in range(1, 5)}, dice="hit 9, hit 9, hit 9, hit 9")
    ask = play.game.ask
    assert "later" in ask.sheet()["options"][-1]["about"]
    (fired,) = play.told("Fired")
    assert (fired.target, fired.aim) == ("b", "b.1")
    battle = a_battle({"a": {"at": row(9, 5, 4)}, "b": {"at": [[9, 15]]}}, "hit 9")
    single = aim(battle, Volley("a", (Shot("a.1", "rifle", "b.1"),)))
    run(strike(battle, single))
    assert battle.events is not None
    assert [event.target for event in battle.events if type(event).__name__ == "Fired"] == ["b.1"]
    attack = forecast(battle, usual_volley(battle, battle.state.units["a"], battle.state.units["b"]))
    assert attack is not None
    assert attack.title == "a fires; suppression markers: 1 to b"
    assert [roll.chance for roll in attack.rolls] == [0.3]
    quiet = a_battle({"a": {"at": [[9, 5]], "markers": 9}, "b": {"at": [[9, 15]]}})
    weak = forecast(quiet, usual_volley(quiet, quiet.state.units["a"], quiet.state.units["b"]))
    assert weak is not None
    assert weak.title == "a fires"
    assert chance(weak.rolls[0].tally) == 0.05


@pytest.mark.rule("xenocide.melee-fire.friendly-rerolls")
@pytest.mark.rule("xenocide.melee-fire.aoe-divided")
def test_single_models_fire_into_a_melee_by_the_same_rules() -> None:
    profiles = {"rocketeer": {**MAN, "carries": ["rocket-launcher"]}}
    figures = {"1": {"at": [9, 5]}, "2": {"profile": "rocketeer", "at": [12, 5]}}
    units = {
        "a": {"figures": figures},
        "c": {"at": row(9, 21, 2), "engaged": ["b"]},
        "b": {"at": row(9, 20, 2), "engaged": ["c"]},
    }
    battle = a_battle(units, "hit 9, stray 3, hit 1, area 4, area 1", profiles=profiles)
    ready = aim(battle, Volley("a", (Shot("a.1", "rifle", "b.1"), Shot("a.2", "rocket-launcher", "b.2"))))
    assert [[name for name, _ in group.again] for group in ready.groups] == [["c"], []]
    found = run(strike(battle, ready))
    assert [(one.unit, one.count, one.figure) for one in found] == [("c", 1, ""), ("c", 1, ""), ("b", 2, "b.2")]
    assert ready.markers == ()


@pytest.mark.rule("xenocide.hit.clamp-order")
@pytest.mark.parametrize(("markers", "names"), [(2, ["suppressed"]), (3, ["suppressed"]), (4, ["suppressed", "never below 0"])])
def test_the_limit_is_told_only_where_it_counts(markers: int, names: list[str]) -> None:
    battle = a_battle({"a": {"at": [[9, 5]], "markers": markers}, "b": {"at": [[9, 15]]}})
    assert [mod.name for mod in plan(battle).groups[0].tally.mods] == names


@pytest.mark.rule("xenocide.hit.maximum")
@pytest.mark.parametrize(("aspect", "names"), [(6, ["aspect"]), (7, ["aspect", "never above 9"])])
def test_the_upper_limit_is_told_only_where_it_counts(aspect: int, names: list[str]) -> None:
    profiles = {"house": {**MAN, "aspect": aspect}}
    battle = a_battle({"a": {"at": [[9, 5]]}, "b": {"profile": "house", "at": [[9, 16]]}}, profiles=profiles)
    assert [mod.name for mod in plan(battle).groups[0].tally.mods] == names


@pytest.mark.rule("xenocide.size.melee-s2")
@pytest.mark.rule("xenocide.size.melee-s0")
@pytest.mark.parametrize(
    ("gun", "mods"), [("pistol", ["xenocide.size.melee-s2"]), ("carbine", []), ("rifle", ["xenocide.size.melee-s0"])]
)
def test_modifiers_in_melee_cite_their_rule(gun: str, mods: list[str]) -> None:
    profiles = {"shooter": {**MAN, "carries": [gun]}}
    units = {"a": {"profile": "shooter", "at": [[9, 5]], "engaged": ["b"]}, "b": {"at": [[9, 6]], "engaged": ["a"]}}
    found = plan(a_battle(units, profiles=profiles)).groups[0].tally.mods
    assert [mod.rule for mod in found] == mods


@pytest.mark.rule("xenocide.shooting.hold-fire")
@pytest.mark.parametrize(
    ("carried", "marks", "usually"),
    [
        (["rifle", "frag-grenade"], {"profile": "man", "count": 1}, "rifle"),  # many dice more do not help against weak hits
        (["rifle", "frag-grenade"], {"profile": "soft", "count": 6}, "frag-grenade"),
        (["sniper-rifle", "pistol"], {"profile": "plate", "count": 3}, "sniper-rifle"),
        (["pistol", "frag-grenade"], {"profile": "man", "count": 3}, "pistol+frag-grenade"),
    ],
)
def test_what_promises_most_is_offered_first(carried: list[str], marks: dict[str, Any], usually: str) -> None:
    profiles = {"shooter": {**MAN, "carries": carried}, "soft": {**MAN, "armor": 0}, "plate": {**MAN, "armor": 9}}
    target = {"profile": marks["profile"], "at": row(9, 16, marks["count"])}
    units = {"a": {"profile": "shooter", "at": [[9, 5]]}, "b": target}
    battle = a_battle(units, profiles=profiles)
    first, *_ = unit_loads(battle, battle.state.units["a"], battle.state.units["b"])["a.1"]
    assert first == usually


@pytest.mark.rule("xenocide.aoe.spill")
def test_only_what_is_left_over_spills() -> None:
    profiles = {"rocketeer": {**MAN, "carries": ["rocket-launcher"]}}
    around = [[20, 20.2], [24, 20.2], [22, 21.5]]
    units = {"a": {"profile": "rocketeer", "at": [[24, 2]]}, "b": {"at": [[22, 20]]}, "b2": {"at": around}}
    battle = a_battle(units, "hit 1, area 4, area 1", profiles=profiles)
    asked: Any = strike(battle, plan(battle)).send(None)
    assert (asked.count, asked.room, asked.exact, asked.side) == (2, {"b2": 3}, False, "red")


def test_units_without_guns_and_units_that_wait_are_left_out() -> None:
    units: dict[str, Any] = {"a": {"profile": "bare", "at": [[9, 5]]}, "b": {"at": [[9, 15]]}, "b2": {"at": [[20, 15]]}}
    assert allowed(a_battle(units)) == []
    runners = {name: {**unit, "order": "run"} for name, unit in units.items()}
    play = Play(runners, dice="initiative 1, initiative 2")
    assert play.state.turn.phase == "movement"
    armed = {**units, "a": {"at": [[9, 5]]}}
    assert allowed(a_battle(armed, turn={"waiting": ["b2"]})) == ["b"]


@pytest.mark.rule("xenocide.targeting.individual-fire")
def test_single_targets_are_offered_with_what_they_need() -> None:
    figures = {"1": {"at": [9, 18]}, "2": {"profile": "big", "at": [12, 18]}}
    play = Play({"a": {"at": [[9, 5]]}, "b": {"order": "run", "figures": figures}})
    ask: Any = play.game.ask
    first = ask.sheet()["options"][0]
    assert (first["id"], first["about"], first["tally"]["base"]) == ("b", "12.0″ away", 3)
    play.say("each")
    ask = play.game.ask
    shown = [(option.id, option.tally and option.tally.needed) for option in ask.written["a.1"]]
    assert shown == [("b.1", 3), ("b.2", 4), ("hold", None)]
    play.say({"a.1": "hold"}, dice="initiative 1, initiative 2")
    assert play.told("Held")[0].tell() == "{a} holds fire"


@pytest.mark.rule("xenocide.size.crew")
def test_the_best_of_the_crew_that_was_named_aims() -> None:
    profiles = {
        "mmg": {**MAN, "missile": 2, "carries": ["medium-machine-gun"]},
        "ace": {**MAN, "missile": 5, "carries": ["rifle"]},
    }
    figures = {"1": {"profile": "mmg", "at": [10, 5]}, "2": {"at": [11.5, 5]}, "3": {"profile": "ace", "at": [8.5, 5]}}
    battle = a_battle({"a": {"figures": figures}, "b": {"at": [[10, 20]]}}, profiles=profiles)
    for crew, skill in (("a.2", 3), ("a.3", 5)):
        ready = aim(battle, Volley("a", (Shot("a.1", "medium-machine-gun", "", (crew,)),), "b"))
        assert ready.groups[0].tally.base == skill


@pytest.mark.rule("xenocide.targeting.individual-fire")
def test_a_weapon_reaches_a_single_target_at_its_very_limit() -> None:
    play = Play({"a": {"profile": "pistoleer", "at": [[10, 5]]}, "b": {"at": [[10, 24]], "order": "run"}})
    play.say("each", {"a.1": "b.1"})
    ask: Any = play.game.ask
    assert [option.label for option in ask.written["a.1"]] == ["Pistol", "Hold fire"]
