"""From the roll to the wounds: area weapons, friends in the way, melees, sharing hits out, saves, X# weapons."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.dice.sharing import dealt, rounds
from littlewars.systems.xenocide.basics.state import Blow, Hits, Shot, Volley
from littlewars.systems.xenocide.fire.aim import aim, linked
from littlewars.systems.xenocide.fire.declare import losses, usual_volley
from littlewars.systems.xenocide.fire.strike import resolve, strike
from littlewars.systems.xenocide.harm.wounds import land, next_hits, save_hits
from tests.xenocide.squads import MAN, a_battle, row, run, told
from tests.xenocide.test_fire_numbers import plan

ROCKETS = {"rocketeer": {**MAN, "carries": ["rocket-launcher"]}, "thrower": {**MAN, "morale": 4, "carries": ["frag-grenade"]}}


def struck(battle: Any, *answers: Any, unit: str = "a", target: str = "b") -> list[Hits]:
    """The hits of the usual attack of one unit on another."""
    found: list[Hits] = run(strike(battle, plan(battle, unit, target)), *answers)
    assert not battle.dice.left
    return found


def counts(hits: list[Hits]) -> list[tuple[str, int]]:
    """Units and hits."""
    return [(one.unit, one.count) for one in hits]


# ---- area weapons


@pytest.mark.rule("xenocide.aoe.hits")
@pytest.mark.rule("xenocide.weapon.aoe-notation")
@pytest.mark.rule("xenocide.core.d3")
@pytest.mark.rule("xenocide.aoe.once-per-model")
@pytest.mark.rule("xenocide.aoe.partial-hit")
@pytest.mark.parametrize(
    ("models", "dice", "hit"),
    [(5, "hit 3, area 3, area 7", 3), (2, "hit 3, area 3, area 7", 2), (5, "hit 5", 2), (1, "hit 5", 1)],
)
def test_a_rocket_strikes_models(models: int, dice: str, hit: int) -> None:
    units = {"a": {"profile": "rocketeer", "at": [[10, 10]]}, "b": {"profile": "bare", "at": row(10, 25, models)}}
    (found,) = struck(a_battle(units, dice, profiles=ROCKETS))
    assert (found.count, found.among, found.power) == (hit, (), 4)


@pytest.mark.rule("xenocide.aoe.partial-hit")
def test_a_wide_miss_strikes_nobody() -> None:
    units = {"a": {"profile": "rocketeer", "at": [[10, 10]]}, "b": {"at": row(10, 25, 3)}}
    assert struck(a_battle(units, "hit 6", profiles=ROCKETS)) == []


@pytest.mark.rule("xenocide.aoe.who-is-hit")
def test_area_hits_also_strike_those_whom_nobody_sees() -> None:
    terrain = [{"id": "wall", "kind": "high-wall", "box": [11, 14, 20, 15]}]
    units = {"a": {"profile": "rocketeer", "at": [[10, 5]]}, "b": {"at": [[10, 25], [15, 25]]}}
    battle = a_battle(units, "hit 1, area 8, area 1, save 9, save 9", profiles=ROCKETS, terrain=terrain)
    ready = plan(battle)
    assert ready.seen == {"b": ("b.1",)}
    blows = run(resolve(battle, ready))
    assert blows == [Blow("b", "man", 2, among=("b.1", "b.2"))]
    run(land(battle, blows))
    assert all(battle.state.figures[name].gone for name in ("b.1", "b.2"))


@pytest.mark.rule("xenocide.aoe.spill")
def test_left_over_area_hits_spill_to_mixed_units() -> None:
    units = {
        "a": {"profile": "rocketeer", "at": [[24, 2]]},
        "b": {"at": [[22, 20]]},
        "b2": {"at": [[20, 20.2], [24, 20.2], [22, 21.5]]},
    }
    dice = "hit 1, area 9, area 9"
    battle = a_battle(units, dice, profiles=ROCKETS)
    assert counts(struck(battle, {"b2": 2})) == [("b", 1), ("b2", 2)]
    assert counts(struck(a_battle(units, dice, profiles=ROCKETS), {})) == [("b", 1)]


@pytest.mark.rule("xenocide.aoe.once-per-model")
def test_every_attack_strikes_anew_also_where_models_differ() -> None:
    figures = {"1": {"at": [10, 25]}, "2": {"profile": "chief", "at": [12, 25]}}
    units = {"a": {"profile": "rocketeer", "at": row(10, 10, 2)}, "b": {"figures": figures}}
    battle = a_battle(units, "hit 1, hit 1, area 4, area 4, area 4, area 4", profiles=ROCKETS)
    found = struck(battle)
    assert [(one.count, one.area) for one in found] == [(2, True), (2, True)]
    battle.dice.left += [("save", 9)] * 4
    blows: list[Blow] = []
    while found:
        now, found = next_hits(found)
        blows += run(save_hits(battle, now))
    assert sum(blow.wounds for blow in blows) == 4


@pytest.mark.rule("xenocide.vehicle.aoe-open")
@pytest.mark.rule("xenocide.vehicle.aoe-closed")
@pytest.mark.parametrize(("enclosure", "found"), [("closed", [("b", 1)]), ("open", [("b", 2), ("b2", 3)])])
def test_area_hits_on_vehicles(enclosure: str, found: list[tuple[str, int]]) -> None:
    jeep = {"movement": 12, "armor": 6, "propulsion": "wheeled", "threshold": 9, "hull": [4, 3], "strength": 5, "room": 8}
    riders = {str(n): {"carrier": "b.1", "at": [10, 25]} for n in range(4)}
    units = {
        "a": {"profile": "rocketeer", "at": [[10, 10]]},
        "b": {"profile": "jeep", "at": [[10, 25]]},
        "b2": {"figures": riders},
    }
    profiles = {**ROCKETS, "jeep": {**jeep, "enclosure": enclosure}}
    assert counts(struck(a_battle(units, "hit 1, area 9, area 4", profiles=profiles))) == found


# ---- sharing out


@pytest.mark.rule("xenocide.targeting.intermingled-overflow")
@pytest.mark.parametrize(("hits", "spill"), [(3, 0), (4, 0), (7, 3)])
def test_additional_hits_overflow(hits: int, spill: int) -> None:
    units = {
        "a": {"at": row(15, 5, 8)},
        "b": {"at": row(20, 20, 4)},
        "b2": {"at": [*row(20, 18.4, 3, 2), *row(20, 21.6, 3, 2)], "profile": "bare"},
    }
    battle = a_battle(units, ", ".join(["hit 1"] * hits + ["hit 9"] * (8 - hits)))
    found = struck(battle, *([{"b2": spill}] if spill else []))
    assert counts(found) == [("b", hits - spill), *([("b2", spill)] if spill else [])]


@pytest.mark.rule("xenocide.save.allocation")
def test_one_to_each_before_any_gets_a_second() -> None:
    assert rounds({"x": 0, "y": 0, "z": 0}, 2) == ({}, {"x": 1, "y": 1, "z": 1})
    assert rounds({"x": 0, "y": 0}, 5) == ({"x": 2, "y": 2}, {"x": 3, "y": 3})
    assert rounds({"x": 1, "y": 0}, 1) == ({"y": 1}, {"y": 1})
    units = {"a": {"at": [[1, 1]]}, "b": {"figures": {"1": {"at": [9, 9]}, "2": {"profile": "plate", "at": [12, 9]}}}}
    battle = a_battle(units, "save 9, save 9, save 9", profiles={"plate": {**MAN, "armor": 9}})
    ask: Any = save_hits(battle, [Hits("b", "rifle", 1, 3, among=("b.1", "b.2"))])
    first = ask.send(None)
    assert (first.least, first.room) == ({"b.1": 1, "b.2": 1}, {"b.1": 2, "b.2": 2})
    with pytest.raises(StopIteration) as stop:
        ask.send((("b.1", 1), ("b.2", 2)))
    assert stop.value.value == [Blow("b", "man", 1, among=("b.1",)), Blow("b", "plate", 1, among=("b.2",))]


@pytest.mark.rule("xenocide.save.allocation")
@pytest.mark.rule("xenocide.save.casualties")
def test_only_models_that_are_seen_take_hits_and_fall() -> None:
    terrain = [{"id": "wall", "kind": "high-wall", "box": [11, 14, 20, 15]}]
    units = {"a": {"at": row(8.5, 5, 4, 1)}, "b": {"at": [[8, 25], [15, 25], [16.5, 25]]}}
    battle = a_battle(units, "hit 1, hit 1, hit 1, hit 9, save 9, save 9, save 9", terrain=terrain)
    blows = run(resolve(battle, plan(battle)))
    assert blows == [Blow("b", "man", 1, among=("b.1",))]  # the surplus is lost
    run(land(battle, blows))
    assert [figure.id for figure in battle.state.members(battle.state.units["b"])] == ["b.2", "b.3"]


# ---- saves


@pytest.mark.rule("xenocide.save.roll")
@pytest.mark.rule("xenocide.weapon.power")
@pytest.mark.rule("xenocide.weapon.weak")
@pytest.mark.rule("xenocide.save.weak")
@pytest.mark.parametrize(("armor", "power", "saved"), [(0, -2, 2), (3, -2, 5), (3, 1, 2), (3, 4, 0), (12, 1, 10)])
def test_a_save_is_armor_less_power(armor: int, power: int, saved: int) -> None:
    profiles = {"mark": {**MAN, "armor": armor, "wounds": 10}}
    units = {"a": {"at": [[1, 1]]}, "b": {"profile": "mark", "at": [[1, 9]]}}
    battle = a_battle(units, ", ".join(f"save {face}" for face in range(1, 11)), profiles=profiles)
    blows = run(save_hits(battle, [Hits("b", "gun", power, 10)]))
    assert sum(blow.wounds for blow in blows) == 10 - saved


@pytest.mark.rule("xenocide.save.multiple")
@pytest.mark.rule("xenocide.weapon.multiple-saves")
def test_armor_7_against_power_5_x2() -> None:
    profiles = {"mark": {**MAN, "armor": 7, "wounds": 3}}
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": "mark", "at": [[1, 9]]}}, "save 2, save 3", profiles=profiles)
    assert run(save_hits(battle, [Hits("b", "gun", 5, 1, 2)])) == [Blow("b", wounds=1, figure="b.1")]


@pytest.mark.rule("xenocide.weapon.multiple-saves-one-model")
def test_x_wounds_never_spread() -> None:
    units: dict[str, Any] = {"a": {"at": [[1, 1]]}, "b": {"at": row(1, 9, 3)}}
    battle = a_battle(units, "save 9, save 9")
    blows = run(save_hits(battle, [Hits("b", "gun", 3, 1, 2)]))
    assert losses(battle.state, blows) == 1
    assert sum(blow.wounds for blow in blows) == 1
    units["b"] = {"profile": "big", "figures": {"1": {"at": [1, 9]}, "2": {"at": [4, 9], "hurt": 1}, "3": {"at": [7, 9]}}}
    battle = a_battle(units, "save 9, save 9, save 9, save 9")  # the wounded one first; its third wound is lost
    blows = run(save_hits(battle, [Hits("b", "gun", 3, 2, 2)]))
    assert blows == [Blow("b", wounds=2, figure="b.2"), Blow("b", wounds=2, figure="b.3")]


@pytest.mark.rule("xenocide.save.wounds-pool")
def test_seven_wounds_on_models_of_three() -> None:
    profiles = {"big": {**MAN, "wounds": 3}}
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"profile": "big", "at": row(1, 9, 4, 2)}}, profiles=profiles)
    blow = Blow("b", "big", 7, among=("b.1", "b.2", "b.3", "b.4"))
    assert losses(battle.state, [blow]) == 2
    run(land(battle, [blow]), ["b.1", "b.3"])
    state = battle.state
    assert [figure.id for figure in state.members(state.units["b"])] == ["b.2", "b.4"]
    assert [figure.hurt for figure in state.members(state.units["b"])] == [1, 0]


@pytest.mark.rule("xenocide.vehicle.damage-markers")
def test_a_vehicle_takes_a_marker_for_each_point() -> None:
    profiles = {"tank": {"movement": 12, "armor": 6, "propulsion": "tracked", "threshold": 9, "hull": [4, 3], "strength": 5}}
    units = {"a": {"at": [[1, 1]]}, "b": {"profile": "tank", "at": [[10, 10]]}}
    battle = a_battle(units, "save 3, save 1, save 10", profiles=profiles)
    assert run(save_hits(battle, [Hits("b", "gun", 8, 1)])) == [Blow("b", wounds=5, figure="b.1")]
    blows = run(save_hits(battle, [Hits("b", "gun", 1, 1, 2)]))
    assert blows == [Blow("b", wounds=5, figure="b.1")]
    run(land(battle, blows))
    assert battle.state.figures["b.1"].damage == 5


# ---- friends in the way


def through(dice: str, **more: Any) -> Any:
    """Unit a fires through unit c at unit b."""
    units = {"a": {"at": row(9, 5, 2)}, "c": {"at": row(8, 12, 3)}, "b": {"at": row(9, 25, 2)}}
    for name, unit in more.items():
        units[name] = {**units.get(name, {}), **unit}
    return a_battle(units, dice, profiles=ROCKETS)


@pytest.mark.rule("xenocide.friendly-fire.through")
@pytest.mark.rule("xenocide.friendly-fire.through-allocation")
def test_tens_hit_the_friends_one_shoots_through() -> None:
    battle = through("hit 3, hit 10, hit 7, hit 10", a={"at": row(9, 5, 4, 1)})
    found = struck(battle)
    assert [(one.unit, one.count, one.chooser) for one in found] == [("b", 1, ""), ("c", 2, "red")]
    assert dict(plan(battle).markers).keys() == {"b"}  # no suppression of the friends
    assert counts(struck(through("hit 10, hit 10", c={"at": [[20, 12]]}))) == []


@pytest.mark.rule("xenocide.friendly-fire.through-allocation")
def test_of_several_friends_the_shooter_says_which() -> None:
    battle = through("hit 10, hit 10", d={"at": row(8, 16, 3)})
    assert counts(struck(battle, {"c": 1, "d": 1})) == [("c", 1), ("d", 1)]


@pytest.mark.rule("xenocide.friendly-fire.through")
@pytest.mark.rule("xenocide.los.smaller-aspect")
def test_friends_can_be_shot_over() -> None:
    battle = through("hit 10, hit 10", b={"profile": "big"})
    assert counts(struck(battle)) == []


@pytest.mark.rule("xenocide.friendly-fire.through-aoe")
def test_a_ten_of_an_area_weapon_is_a_full_hit_on_friends() -> None:
    battle = through("hit 10, area 5, area 5", a={"profile": "rocketeer", "at": [[9, 5]]})
    assert counts(struck(battle)) == [("c", 3)]  # both d3s, and each of the three models once


# ---- into a melee


def melee(dice: str = "", **more: Any) -> Any:
    """Unit a, 14 inches from units c and b in melee."""
    units: dict[str, Any] = {
        "a": {"at": row(9, 5, 4)},
        "c": {"at": row(9, 21, 2), "engaged": ["b"]},
        "b": {"at": row(9, 20, 2), "engaged": ["c"]},
    }
    for name, unit in more.items():
        units[name] = {**units.get(name, {}), **unit}
    return a_battle(units, dice, profiles=ROCKETS)


@pytest.mark.rule("xenocide.melee-fire.suppression")
@pytest.mark.rule("xenocide.melee-fire.friendly-rerolls")
def test_misses_go_at_the_friends_in_a_melee_and_all_are_suppressed() -> None:
    battle = melee("hit 3, hit 4, hit 5, hit 6, stray 3, stray 4, stray 10", c={"profile": "chief", "at": row(9, 21, 2)})
    assert dict(plan(battle).markers) == {"b": 1}  # morale 7 needs six attacks
    assert [(one.unit, one.count, one.chooser) for one in struck(battle)] == [("b", 1, ""), ("c", 1, "blue")]
    assert dict(plan(melee()).markers) == {"b": 1, "c": 1}


@pytest.mark.rule("xenocide.melee-fire.friendly-rerolls")
def test_rerolls_use_the_aspect_of_the_friends() -> None:
    battle = melee(
        "hit 4, hit 4, hit 4, hit 4, stray 4, stray 4, stray 5, stray 5", c={"profile": "big", "at": row(8, 22, 2, 2)}
    )
    assert counts(struck(battle)) == [("c", 2)]


@pytest.mark.rule("xenocide.melee-fire.friendly-allocation")
def test_the_owner_of_the_target_names_the_friends() -> None:
    more = {"b": {"engaged": ["c", "d"]}, "d": {"at": row(9, 19, 2), "engaged": ["b"]}}
    # the shots go through d, so tens are not rolled again
    battle = melee("hit 4, hit 4, hit 4, hit 10, stray 1, stray 1, stray 1", **more)
    found = struck(battle, {"c": 1, "d": 2})
    assert [(one.unit, one.count, one.chooser) for one in found] == [("c", 1, "blue"), ("d", 2, "blue"), ("d", 1, "red")]


@pytest.mark.rule("xenocide.melee-fire.aoe-divided")
@pytest.mark.rule("xenocide.melee-fire.aoe-no-reroll")
def test_rockets_into_a_melee() -> None:
    assert dealt(4, {"b": 3, "c": 5}) == {"b": 2, "c": 2}
    assert dealt(9, {"b": 1, "c": 2}) == {"b": 1, "c": 2}, "everybody is hit"
    more = {
        "a": {"profile": "rocketeer", "at": row(9, 5, 2)},
        "b": {"profile": "bare", "at": row(9, 20, 3)},
        "c": {"profile": "bare", "at": row(9, 21, 5)},
    }
    battle = melee("hit 1, hit 10, area 4, area 4", **more)
    assert counts(struck(battle)) == [("b", 2), ("c", 2)]
    one = melee("hit 5, hit 10", **more)  # a near miss of two models is divided, too
    assert counts(struck(one)) == [("b", 1), ("c", 1)]


@pytest.mark.rule("xenocide.melee-fire.aoe-divided")
def test_the_owner_of_the_target_orders_the_division() -> None:
    more = {
        "a": {"profile": "rocketeer", "at": [[9, 5]]},
        "b": {"engaged": ["c", "d"]},
        "d": {"at": row(14, 20, 2), "engaged": ["b"]},
    }
    battle = melee("hit 1, area 1, area 1", **more)
    assert linked(battle.state, battle.state.units["d"]) == ("d", "b", "c")
    assert counts(struck(battle, ["d", "c"])) == [("b", 1), ("d", 1)]


# ---- out of a melee


@pytest.mark.rule("xenocide.engaged-fire.no-self-suppression")
@pytest.mark.rule("xenocide.engaged-fire.aoe-hits-self")
@pytest.mark.rule("xenocide.melee-fire.aoe-divided")
def test_an_engaged_unit_with_grenades() -> None:
    figures = {str(n): {"profile": "thrower" if n < 3 else "green", "at": [9 + n, 20]} for n in range(5)}
    profiles = {**ROCKETS, "green": {**MAN, "morale": 4, "carries": ["rifle"]}}
    units = {"a": {"figures": figures, "engaged": ["b"]}, "b": {"at": row(9, 21, 4), "engaged": ["a"], "profile": "bare"}}
    battle = a_battle(units, "hit 1, hit 10, hit 10, area 9, hit 10, hit 10", profiles=profiles)
    assert dict(plan(battle).markers) == {"b": 1, "a": 1}
    assert counts(struck(battle)) == [("b", 2), ("a", 1)]


@pytest.mark.rule("xenocide.engaged-fire.other-friends")
@pytest.mark.rule("xenocide.engaged-fire.no-self-suppression")
def test_other_friends_of_a_melee_suffer_from_its_fire() -> None:
    more = {"a": {"at": row(9, 19, 4), "engaged": ["b"]}, "b": {"engaged": ["c", "a"]}}
    battle = melee("hit 10, hit 10, hit 10, hit 10, stray 1, stray 10, stray 10, stray 10", **more)
    ready = plan(battle)
    assert dict(ready.markers) == {"b": 1, "c": 1}
    assert counts(run(strike(battle, ready))) == [("c", 1)]


# ---- each for himself


@pytest.mark.rule("xenocide.targeting.individual-fire")
@pytest.mark.rule("xenocide.targeting.individual-no-suppression")
def test_individual_fire_strikes_the_model_that_was_aimed_at() -> None:
    units = {"a": {"at": row(9, 5, 4)}, "b": {"figures": {"1": {"at": [9, 15]}, "2": {"profile": "big", "at": [12, 15]}}}}
    shots = tuple(Shot(f"a.{n + 1}", "rifle", "b.2" if n < 3 else "b.1") for n in range(4))
    battle = a_battle(units, "hit 4, hit 4, hit 4, hit 4, save 9, save 9, save 9")
    ready = aim(battle, Volley("a", shots))
    assert [(one.figure, one.dice, one.tally.needed) for one in ready.groups] == [("b.2", 3, 4), ("b.1", 1, 3)]
    assert ready.markers == ()
    assert run(resolve(battle, ready)) == [Blow("b", wounds=3, figure="b.2")]


@pytest.mark.rule("xenocide.targeting.individual-fire")
@pytest.mark.rule("xenocide.aoe.who-is-hit")
def test_an_area_weapon_strikes_the_model_aimed_at_and_others() -> None:
    figures = {"1": {"at": [9, 25]}, "2": {"profile": "big", "at": [12, 25]}, "3": {"at": [15, 25]}}
    units = {"a": {"profile": "rocketeer", "at": [[9, 5]]}, "b": {"figures": figures}}
    battle = a_battle(units, "hit 1, area 1, area 1, save 10, save 10", profiles=ROCKETS)
    hits = run(strike(battle, aim(battle, Volley("a", (Shot("a.1", "rocket-launcher", "b.2"),)))))
    assert [(one.figure, one.count, one.area) for one in hits] == [("b.2", 2, True)]
    ask: Any = save_hits(battle, hits)
    assert ask.send(None).least == {"b.2": 1}


# ---- what is told


def test_the_log_tells_numbers_hits_and_saves() -> None:
    battle = a_battle({"a": {"at": row(9, 5, 2)}, "b": {"at": [[9, 15]]}}, "hit 3, hit 4, save 3")
    run(resolve(battle, plan(battle)))
    (fired,), (saved,) = told(battle, "Fired"), told(battle, "Saved")
    assert (fired.dice, fired.hits, fired.tally.needed) == (2, 1, 3)
    assert (saved.saves, saved.needed, saved.failed) == (1, 2, 1)
    assert "1 of 2 hit" in fired.tell()
    assert fired.seen() is not None


@pytest.mark.rule("xenocide.size.crew")
def test_a_crew_serves_an_s2_weapon() -> None:
    profiles = {"mmg": {**MAN, "missile": 2, "carries": ["medium-machine-gun", "pistol"]}}
    figures = {"1": {"profile": "mmg", "at": [10, 5]}, "2": {"at": [12, 5]}, "3": {"at": [20, 5]}}
    units = {"a": {"figures": figures}, "b": {"at": [[10, 20]]}}
    battle = a_battle(units, profiles=profiles)
    volley = usual_volley(battle, battle.state.units["a"], battle.state.units["b"])
    assert volley is not None
    assert [(shot.figure, shot.gun, shot.crew) for shot in volley.shots] == [
        ("a.1", "medium-machine-gun", ("a.2",)),
        ("a.3", "rifle", ()),
    ]
    assert [group.tally.base for group in plan(battle).groups] == [3, 3]  # the better of the crew aims
    figures["2"]["at"] = [12.1, 5]  # more than an inch from the bearer
    alone = a_battle(units, profiles=profiles)
    assert "medium-machine-gun" not in [group.gun.key for group in plan(alone).groups]
    figures["1"]["profile"] = "four"
    four = {"four": {**MAN, "hands": 4, "carries": ["medium-machine-gun"]}}
    single = a_battle(units, profiles=four)
    assert "medium-machine-gun" in [group.gun.key for group in plan(single).groups]
