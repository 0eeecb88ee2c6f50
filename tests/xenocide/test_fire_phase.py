"""The fire phases: who fires when, replies before losses, holding fire, snap shots."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.xenocide.basics.state import CREW
from littlewars.systems.xenocide.fire.phase import may_fire
from littlewars.systems.xenocide.move.snapping import can_snap, may_snap, snap_shot, standing_at
from tests.xenocide.squads import MAN, Play, a_battle, row, run, snap_plan

WEAPONS = {"one": {**MAN, "carries": ["rifle"]}, "weak": {**MAN, "armor": 0}}


def ones(play: Play) -> Any:
    """The default answer to what is asked."""
    assert play.game.ask is not None
    return play.game.ask.default()


def duel(**more: Any) -> Play:
    """Three against three, 14 inches apart."""
    units: dict[str, Any] = {"a": {"at": row(20, 10, 3)}, "b": {"at": row(20, 25, 3)}}
    for name, unit in more.pop("units", {}).items():
        units[name] = {**units.get(name, {}), **unit}
    return Play(units, **more)


# ---- who fires


@pytest.mark.rule("xenocide.shooting.who-fires")
@pytest.mark.rule("xenocide.opportunity.who")
@pytest.mark.rule("xenocide.orders.standard")
@pytest.mark.rule("xenocide.orders.run")
@pytest.mark.rule("xenocide.vehicle.fire-phase")
@pytest.mark.parametrize(
    ("order", "profile", "shooting", "opportunity"),
    [
        ("standard", "man", True, False),
        ("opportunity", "man", False, True),
        ("run", "man", False, True),
        ("", "truck", False, True),
    ],
)
def test_orders_say_when_a_unit_fires(order: str, profile: str, shooting: bool, opportunity: bool) -> None:
    battle = a_battle({"a": {"order": order, "profile": profile, "at": [[10, 10]]}, "b": {"at": [[30, 30]]}})
    unit = battle.state.units["a"]
    assert may_fire(battle.state, unit) is shooting
    battle.state.turn.phase = "opportunity"
    assert may_fire(battle.state, unit) is opportunity
    unit.snapped = True
    assert not may_fire(battle.state, unit)
    unit.snapped, unit.panic = False, "flees"
    assert not may_fire(battle.state, unit)


@pytest.mark.rule("xenocide.shooting.order-of-units")
def test_the_lower_roll_begins_and_sides_take_turns() -> None:
    units = {
        "a1": {"at": [[10, 10]]},
        "a2": {"at": [[20, 10]]},
        "b1": {"at": [[10, 30]]},
        "b2": {"at": [[20, 30]]},
    }
    play = Play(units, "who fires first 7, who fires first 3")
    assert play.asks == "blue shooting.order-of-units"
    assert play.options == ["b1", "b2", "all hold"]
    play.say("b1", "hold")
    assert play.asks == "red shooting.order-of-units"
    play.say("all hold")
    assert play.asks == "blue targeting.unit-at-unit"  # b2 alone is left, and is asked at once
    play.say("hold", dice="initiative 1, initiative 2")
    assert play.state.turn.phase == "movement"


@pytest.mark.rule("xenocide.shooting.hold-fire")
def test_single_models_may_hold_their_fire() -> None:
    play = duel(units={"b": {"order": "run"}})
    play.say("b", {"a.1": "rifle", "a.2": "hold", "a.3": "rifle"}, dice="hit 9, hit 9, initiative 1, initiative 2")
    assert [play[name].fired for name in ("a.1", "a.2", "a.3")] == [("rifle",), (), ("rifle",)]
    assert play.told("Fired")[0].dice == 2


# ---- replies


@pytest.mark.rule("xenocide.shooting.return-fire-first")
@pytest.mark.rule("xenocide.core.simultaneity")
@pytest.mark.rule("xenocide.shooting.steps")
def test_a_unit_that_is_wiped_out_replies_with_everybody_and_without_the_new_markers() -> None:
    units = {"a": {"at": row(20, 10, 5)}}
    play = duel(units=units, dice="who fires first 1, who fires first 2")
    dice = "hit 1, hit 1, hit 1, hit 1, hit 1, save 9, save 9, save 9, save 9, save 9"
    play.say("b", ones_of(play, "b"), dice=dice)
    assert play.asks == "blue targeting.unit-at-unit"
    assert (play.game.ask.topic, len(play.state.members(play.unit("b"))), play.unit("b").markers) == ("react", 3, 0)
    play.say("a", ones_of(play, "a"), dice="hit 3, hit 4, hit 1, save 9, save 9")
    assert play.asks == "red save.casualties"  # what was pending on b has landed
    assert not play.state.members(play.unit("b"))
    play.say(["a.1", "a.2"], dice="initiative 1, initiative 2")
    assert [figure.id for figure in play.state.members(play.unit("a"))] == ["a.3", "a.4", "a.5"]


def ones_of(play: Play, target: str) -> Any:
    """Everybody fires his rifle at this unit."""
    shooters = {"a": "b", "b": "a"}[target[0]]
    units = [unit for unit in play.state.units.values() if unit.id.startswith(shooters) and play.state.members(unit)]
    return {figure.id: "rifle" for unit in units for figure in play.state.members(unit)}


@pytest.mark.rule("xenocide.shooting.return-fire-first")
def test_who_declines_suffers_and_may_fire_later_as_he_then_is() -> None:
    play = duel(units={"a": {"at": row(20, 10, 5)}}, dice="who fires first 1, who fires first 2")
    play.say("b", ones_of(play, "b"), dice="hit 1, hit 9, hit 9, hit 9, hit 9, save 9")
    play.say("hold")
    assert play.asks == "blue save.casualties"
    play.say(["b.1"])
    assert (play.unit("b").markers, len(play.state.members(play.unit("b")))) == (1, 2)
    assert play.asks == "blue targeting.unit-at-unit"
    play.say("a", {"b.2": "rifle", "b.3": "rifle"}, dice="hit 3, hit 2, save 1, initiative 1, initiative 2")
    assert play.told("Fired")[1].tally.needed == 2


@pytest.mark.rule("xenocide.shooting.immediate-effect")
def test_on_those_who_may_not_fire_effects_apply_at_once() -> None:
    play = duel(units={"b": {"order": "opportunity"}})
    play.say("b", ones_of(play, "b"), dice="hit 1, hit 9, hit 9, save 9")
    assert play.asks == "blue save.casualties"
    play.say(["b.2"], dice="initiative 1, initiative 2")
    assert [figure.id for figure in play.state.members(play.unit("b"))] == ["b.1", "b.3"]


@pytest.mark.rule("xenocide.shooting.return-fire-first")
def test_a_chain_of_four_runs_forward() -> None:
    units = {
        "a1": {"at": row(8, 10, 4)},
        "a2": {"at": row(18, 10, 4)},
        "b1": {"at": row(8, 30, 4)},
        "b2": {"at": row(18, 30, 4)},
    }
    play = Play(units, "who fires first 1, who fires first 2")
    everyone = {unit: {f"{unit}.{n}": "rifle" for n in range(1, 5)} for unit in units}
    miss = ", ".join(["hit 9"] * 4)  # four attacks suppress morale 5, whether they hit or not
    play.say("a1", "b1", everyone["a1"], dice=miss)
    assert (play.asks, play.game.ask.unit) == ("blue targeting.unit-at-unit", "b1")
    play.say("a2", everyone["b1"], dice=miss)
    assert (play.unit("b1").markers, play.unit("a2").markers) == (1, 0)
    assert (play.asks, play.game.ask.unit) == ("red targeting.unit-at-unit", "a2")
    play.say("b2", everyone["a2"], dice=miss)
    assert (play.asks, play.game.ask.unit) == ("blue targeting.unit-at-unit", "b2")
    assert play.unit("a2").markers == 1
    play.say("a1", everyone["b2"], dice=f"{miss}, initiative 1, initiative 2")
    assert [play.unit(name).markers for name in units] == [1, 1, 1, 1]
    assert all(event.tally.needed == 3 for event in play.told("Fired"))  # nobody suffered before he fired


@pytest.mark.rule("xenocide.shooting.return-fire-first")
def test_what_is_pending_of_several_attacks_lands_together() -> None:
    mixed = [[10.25, 28.9], [10.25, 31.1]]  # b1 and b2 stand mixed, so one attack suppresses both
    units = {"a1": {"at": row(8, 10, 4)}, "a2": {"at": row(18, 10, 4)}, "b1": {"at": row(8, 30, 4)}, "b2": {"at": mixed}}
    play = Play(units, "who fires first 1, who fires first 2")
    rifles = {unit: {f"{unit}.{n}": "rifle" for n in range(1, 5)} for unit in ("a1", "a2", "b1")}
    miss = ", ".join(["hit 9"] * 4)
    play.say("a1", "b1", rifles["a1"], dice=miss)
    assert play.game.ask.unit == "b1"  # the target first, then others of its side
    play.say("a2", rifles["b1"], dice=miss)
    assert (play.game.ask.unit, play.unit("b1").markers, play.unit("b2").markers) == ("b2", 1, 0)
    play.say("a2", {"b2.1": "rifle", "b2.2": "rifle"}, dice="hit 1, hit 1, save 9, save 9")
    assert (play.game.ask.unit, play.unit("b2").markers, play.unit("a2").markers) == ("a2", 1, 0)
    play.say("b1", rifles["a2"], dice=miss)
    assert play.asks == "red save.casualties"
    play.say(["a2.1", "a2.2"], dice="broken 1, initiative 1, initiative 2")
    assert (play.unit("a2").markers, len(play.state.members(play.unit("a2")))) == (1, 2)
    assert play.told("Fired")[-1].tally.needed == 3


@pytest.mark.rule("xenocide.opportunity.resolution")
@pytest.mark.rule("xenocide.opportunity.run-penalty")
def test_opportunity_fire_is_resolved_in_the_same_way() -> None:
    profiles = {"runner": {**MAN, "carries": ["carbine"]}}
    units = {
        "a": {"order": "opportunity", "at": row(20, 10, 4)},
        "b": {"order": "run", "profile": "runner", "at": row(20, 25, 4)},
    }
    play = Play(units, "who fires first 1, who fires first 2", turn={"phase": "opportunity"}, profiles=profiles)
    play.say("b", {f"a.{n}": "rifle" for n in range(1, 5)}, dice="hit 9, hit 9, hit 9, hit 9")
    assert (play.asks, play.unit("b").markers) == ("blue targeting.unit-at-unit", 0)
    dice = "hit 9, hit 9, hit 9, hit 9, recovery 9, recovery 9"
    play.say("a", {f"b.{n}": "carbine" for n in range(1, 5)}, dice=dice)
    assert [event.tally.needed for event in play.told("Fired")] == [3, 1]
    assert [(play.unit(name).markers) for name in ("a", "b")] == [1, 1]


@pytest.mark.rule("xenocide.targeting.unit-at-unit")
@pytest.mark.rule("xenocide.targeting.individual-fire")
def test_each_for_himself_is_declared_before_any_die() -> None:
    play = duel(units={"b": {"order": "run"}})
    assert play.options == ["b", "each", "hold"]
    play.say("each")
    assert play.asks == "red targeting.individual-fire"
    play.say({"a.1": "b.3", "a.2": "hold", "a.3": "b.3"})
    dice = "hit 1, hit 1, save 9, save 9, initiative 1, initiative 2"
    play.say({"a.1": "rifle", "a.3": "rifle"}, dice=dice)
    assert [figure.id for figure in play.state.members(play.unit("b"))] == ["b.1", "b.2"]
    assert play.unit("b").markers == 0


@pytest.mark.rule("xenocide.size.crew")
def test_without_four_hands_the_weapon_is_refused_and_helpers_are_used_up() -> None:
    profiles = {"mmg": {**MAN, "carries": ["medium-machine-gun", "pistol"]}}
    figures = {"1": {"profile": "mmg", "at": [20, 10]}, "2": {"at": [21.5, 10]}, "3": {"at": [25, 10]}}
    play = duel(units={"a": {"at": None, "figures": figures}, "b": {"order": "run"}}, profiles=profiles)
    play.say("b")
    gun = "medium-machine-gun"
    assert ones(play) == (("a.1", gun), ("a.2", "serves a.1"), ("a.3", "rifle"))
    assert play.refused({"a.1": gun, "a.2": "rifle", "a.3": "rifle"}) == "size.crew"
    play.say({"a.1": gun, "a.2": "serves a.1", "a.3": "hold"}, dice=", ".join(["hit 9"] * 6 + ["initiative 1", "initiative 2"]))
    assert [play[name].fired for name in ("a.1", "a.2", "a.3")] == [(gun,), (CREW,), ()]


# ---- snap shots


def passing(**more: Any) -> Any:
    """Unit a on opportunity fire; unit b, which has ended its way out of range of everything."""
    units = {"a": {"order": "opportunity", "at": row(20, 10, 4), **more}, "b": {"at": row(20, 45, 2)}}
    return a_battle(units, profiles={"man": {**MAN, "carries": ["carbine"]}})


@pytest.mark.rule("xenocide.snap.who")
@pytest.mark.rule("xenocide.snap.point")
@pytest.mark.rule("xenocide.snap.penalty")
@pytest.mark.rule("xenocide.snap.no-suppression")
def test_a_snap_shot_is_judged_where_the_target_was() -> None:
    battle = passing()
    state = battle.state
    a, b = state.units["a"], state.units["b"]
    there = {"b.1": (20_000, 20_000), "b.2": (21_500, 20_000)}
    assert may_snap(state, a)
    assert not can_snap(battle, a, b)
    with standing_at(battle, b, there):
        assert can_snap(battle, a, b)
        ready = snap_plan(battle, a, b)
    assert [group.tally.needed for group in ready.groups] == [2]
    assert ready.markers == ()
    assert state.figures["b.1"].at == (20_000, 45_000)


@pytest.mark.rule("xenocide.snap.resolution")
@pytest.mark.rule("xenocide.snap.instead")
def test_a_snap_shot_takes_effect_at_once() -> None:
    battle = passing()
    state = battle.state
    a, b = state.units["a"], state.units["b"]
    battle.dice.left += [("hit", 2), ("hit", 2), ("hit", 3), ("hit", 3), ("save", 9), ("save", 9)]
    there = {"b.1": (20_000, 20_000), "b.2": (21_500, 20_000)}
    run(snap_shot(battle, a, b, lambda: there), {f"a.{n}": "carbine" for n in range(1, 5)})
    assert not state.members(b)
    assert a.snapped
    assert not may_snap(state, a)
    assert state.figures["a.1"].fired == ("carbine",)


@pytest.mark.rule("xenocide.snap.resolution")
def test_a_target_that_touches_friends_at_the_point_is_in_a_melee_there() -> None:
    units = {
        "a": {"order": "opportunity", "at": row(20, 10, 4)},
        "b": {"at": [[20, 25]], "engaged": ["c"]},
        "c": {"at": [[20, 26]], "engaged": ["b"]},
    }
    battle = a_battle(units)
    state = battle.state
    with standing_at(battle, state.units["b"], {"b.1": (20_000, 25_000)}):
        here = snap_plan(battle, state.units["a"], state.units["b"])
    with standing_at(battle, state.units["b"], {"b.1": (20_000, 20_000)}):
        before = snap_plan(battle, state.units["a"], state.units["b"])
    assert (here.combat, before.combat) == (("b", "c"), ())
    assert state.units["b"].engaged == ["c"]


@pytest.mark.rule("xenocide.snap.weapons")
def test_who_has_moved_snaps_with_small_weapons_only() -> None:
    units = {"a": {"order": "opportunity", "profile": "gunner", "at": [[20, 10]]}, "b": {"at": [[20, 20]]}}
    battle = a_battle(units)
    a, b = battle.state.units["a"], battle.state.units["b"]
    assert can_snap(battle, a, b)
    battle.state.figures["a.1"].moved = True
    assert not can_snap(battle, a, b)


@pytest.mark.rule("xenocide.vehicle.explosion", "xenocide.shooting.return-fire-first")
def test_whom_an_explosion_hurts_fires_first() -> None:
    profiles = {"tin": {"movement": 9, "armor": 0, "propulsion": "wheeled", "threshold": 1, "hull": [3, 2], "strength": 9}}
    units = {
        "a": {"profile": "big", "at": row(20, 10, 4, 2)},
        "b": {"profile": "tin", "at": [[22, 30]]},
        "b2": {"at": [[25, 30]]},
        "b3": {"at": [[19, 30]], "order": "run"},
    }
    play = Play(units, "who fires first 1, who fires first 2", profiles=profiles)
    # the truck is destroyed; b3 may not fire and falls at once, b2 fires before it falls
    dice = "hit 1, hit 9, hit 9, hit 9, save 10, save 10, save 10"
    play.say("b", {f"a.{n}": "rifle" for n in range(1, 5)}, dice=dice)
    assert play["b.1"].gone == "destroyed"
    assert play["b3.1"].gone == "killed"
    assert (play.asks, play.game.ask.unit, play["b2.1"].gone) == ("blue targeting.unit-at-unit", "b2", "")
    play.say("a", {"b2.1": "rifle"}, dice="hit 9, initiative 1, initiative 2")
    assert play["b2.1"].gone == "killed"


@pytest.mark.rule("xenocide.shooting.return-fire-first", "xenocide.core.simultaneity")
@pytest.mark.rule("xenocide.vehicle.passengers-destroyed", "xenocide.vehicle.passengers-disabled")
@pytest.mark.parametrize("threshold", [1, 7])
def test_passengers_fire_before_the_vehicle_under_them_suffers(threshold: int) -> None:
    jeep = {"movement": 12, "armor": 0, "strength": 6, "threshold": threshold, "room": 4, "hull": [4, 2]}
    units = {
        "a": {"at": [[24, 10]]},
        "b": {"profile": "jeep", "at": [[24, 20]]},
        "b2": {"figures": {"1": {"carrier": "b.1"}}},
    }
    profiles = {"jeep": {**jeep, "propulsion": "wheeled", "enclosure": "open"}}
    play = Play(units, profiles=profiles, turn={"stage": "firing", "at": "red"})
    play.say("b", {"a.1": "rifle"}, dice="hit 1, save 10")
    assert (play.asks, play.game.ask.unit, play["b.1"].damage) == ("blue targeting.unit-at-unit", "b2", 0)
    play.say("a", {"b2.1": "rifle"}, dice="hit 9, save 10, initiative 1, initiative 2")
    assert play["b.1"].damage > 0
    assert play["b2.1"].gone == "killed"


@pytest.mark.rule("xenocide.shooting.return-fire-first")
def test_each_owner_orders_his_own_replies() -> None:
    mixed = {"b1": {"at": row(8, 30, 4)}, "b2": {"at": [[9.5, 28.9], [9.5, 31.1]]}, "b3": {"at": [[11, 28.9], [11, 31.1]]}}
    units = {"a1": {"at": row(8, 10, 4)}, "a2": {"at": row(18, 10, 4)}, **mixed}
    play = Play(units, "who fires first 1, who fires first 2")
    rifles = {f"a1.{n}": "rifle" for n in range(1, 5)}
    play.say("a1", "b1", rifles, dice="hit 9, hit 9, hit 9, hit 9")
    assert play.asks == "blue shooting.return-fire-first"
    play.say(["b3", "b2"])
    order = []
    for _ in range(3):
        order.append(play.game.ask.unit)
        play.say("hold")
    assert order == ["b1", "b3", "b2"]
