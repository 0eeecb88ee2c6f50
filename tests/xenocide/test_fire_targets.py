"""Whom a unit may fire at: the 12-inch rule, melees, screens, mixed units, and each model for itself."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.xenocide.fire.aim import candidates, targets
from littlewars.systems.xenocide.fire.declare import single_targets
from littlewars.systems.xenocide.fire.views import mingled_with, of_half, view
from tests.xenocide.squads import MAN, a_battle, row
from tests.xenocide.test_fire_numbers import plan

RIM = 1.0  # two radii: a gap is the distance of the centres less this


def at(inches: float, x: float = 24) -> list[list[float]]:
    """A model so far north of (x, 5), by the gap."""
    return [[x, 5 + RIM + inches]]


def allowed(battle: Any, unit: str = "a") -> list[str]:
    """The units that may be fired at, by name."""
    return sorted(targets(battle, battle.state.units[unit]))


@pytest.mark.rule("xenocide.targeting.closest-within-12")
@pytest.mark.rule("xenocide.targeting.engaged-may-be-ignored")
@pytest.mark.rule("xenocide.targeting.only-engaged-near")
@pytest.mark.rule("xenocide.targeting.beyond-12")
@pytest.mark.rule("xenocide.core.inclusive-limits")
@pytest.mark.parametrize(
    ("inches", "engaged", "legal"),
    [
        ({"ba": 8, "bb": 11, "bc": 20}, [], ["ba"]),
        ({"ba": 8, "bb": 11, "bc": 20}, ["ba"], ["ba", "bb"]),
        ({"ba": 8, "bc": 20}, ["ba"], ["ba", "bc"]),
        ({"ba": 12, "bc": 12.1}, [], ["ba"]),
        ({"bb": 12.1, "bc": 20}, [], ["bb", "bc"]),
        ({"ba": 8, "bb": 11, "bc": 20}, ["bb"], ["ba"]),
    ],
)
def test_the_twelve_inch_rule(inches: dict[str, float], engaged: list[str], legal: list[str]) -> None:
    # each enemy straight ahead of a shooter of its own, so that nobody screens anybody
    places = {"ba": 20, "bb": 24, "bc": 28}
    units: dict[str, Any] = {name: {"at": at(far, places[name])} for name, far in inches.items()}
    units["a"] = {"at": [[x, 5] for name, x in places.items() if name in inches]}
    for name in engaged:
        units[name]["engaged"] = ["friend"]
        x, y = units[name]["at"][0]
        units["friend"] = {"at": [[x, y + 1]], "engaged": [name]}
    assert allowed(a_battle(units)) == legal


@pytest.mark.rule("xenocide.targeting.closest-within-12")
def test_disabled_vehicles_never_oblige_and_equal_distances_leave_the_choice() -> None:
    units: dict[str, Any] = {"a": {"at": [[20, 5], [30, 5]]}, "b1": {"at": at(8, 20)}, "b2": {"at": at(8, 30)}}
    assert allowed(a_battle(units)) == ["b1", "b2"]
    truck = {"1": {"profile": "truck", "at": [20, 14], "damage": 3}}
    wide = {"a": {"at": [[20, 5], [30, 5]]}, "b1": {"figures": truck}, "b2": {"at": at(11, 30)}}
    assert allowed(a_battle(wide)) == ["b1", "b2"]
    truck["1"]["damage"] = 2
    assert allowed(a_battle(wide)) == ["b1"]


@pytest.mark.rule("xenocide.engaged-fire.targets")
@pytest.mark.rule("xenocide.melee-fire.allowed")
def test_an_engaged_unit_fires_at_those_who_engage_it() -> None:
    units: dict[str, Any] = {
        "a": {"at": [[20, 10]], "engaged": ["b1", "b2"]},
        "b1": {"at": [[21, 10]], "engaged": ["a"]},
        "b2": {"at": [[19, 10]], "engaged": ["a"]},
        "b3": {"at": [[20, 14]]},
        "c": {"at": [[20, 2]]},
    }
    battle = a_battle(units)
    assert allowed(battle) == ["b1", "b2"]
    assert allowed(battle, "c") == ["b1", "b2", "b3"]


# ---- line of sight


def ahead(**more: Any) -> Any:
    """Unit a, unit b1 before it, unit b2 behind that, 14 and 20 inches away; b1 is a wide screen."""
    units: dict[str, Any] = {"a": {"at": [[24, 5]]}, "b1": {"at": row(21, 20, 3, 3)}, "b2": {"at": [[24, 26]]}}
    for name in ("a", "b1", "b2"):
        units[name] |= more.pop(name, {})
    profiles = {"giant": {**MAN, "aspect": 1, "carries": ["rifle"]}}
    return a_battle(units, profiles=profiles, **more)


@pytest.mark.rule("xenocide.los.enemy-units-block")
@pytest.mark.rule("xenocide.targeting.beyond-12")
def test_enemy_units_screen_those_behind_them() -> None:
    assert allowed(ahead()) == ["b1"]
    assert allowed(ahead(b1={"at": row(26, 20, 3, 3)})) == ["b1", "b2"]  # the line passes beside
    assert allowed(ahead(b1={"at": [[20, 20], [28, 20]]})) == ["b1"]  # also between its models


@pytest.mark.rule("xenocide.los.enemy-units-block")
def test_a_screen_that_holds_shooter_or_target_does_not_block() -> None:
    around = [[21, 24], [27, 24], [24, 29]]
    battle = ahead(b1={"at": around})
    assert mingled_with(battle, battle.state.units["b2"]) == ("b1",)
    assert allowed(battle) == ["b1", "b2"]


@pytest.mark.rule("xenocide.los.smaller-aspect")
def test_larger_targets_are_seen_over_smaller_units() -> None:
    assert allowed(ahead(b2={"profile": "giant"})) == ["b1", "b2"]
    assert allowed(ahead(b1={"profile": "giant"}, b2={"profile": "giant"})) == ["b1"]


@pytest.mark.rule("xenocide.los.elevation")
def test_from_higher_ground_one_shoots_over() -> None:
    def hill(top: float) -> list[dict[str, Any]]:
        box = [22, 3, 26, 7]
        return [{"id": "hill", "kind": "hill", "box": box, "height": top}]

    assert allowed(ahead(terrain=hill(1))) == ["b1", "b2"]
    assert allowed(ahead(terrain=hill(0.9))) == ["b1"]
    far = [{"id": "hill", "kind": "hill", "box": [22, 24, 26, 28], "height": 1}]
    assert allowed(ahead(terrain=far)) == ["b1", "b2"]


@pytest.mark.rule("xenocide.los.friends-do-not-block")
def test_friends_do_not_block() -> None:
    units = {"a": {"at": [[24, 5]]}, "c": {"at": row(21, 12, 3, 3)}, "b": {"at": [[24, 26]]}}
    assert allowed(a_battle(units)) == ["b"]


@pytest.mark.rule("xenocide.los.models")
@pytest.mark.rule("xenocide.los.units")
def test_terrain_hides_and_one_free_line_is_enough() -> None:
    def wall(east: float) -> list[dict[str, Any]]:
        return [{"id": "wall", "kind": "high-wall", "box": [10, 15, east, 16]}]

    units = {"a": {"at": [[24, 5]]}, "b": {"at": [[24, 25]]}}
    assert allowed(a_battle(units, terrain=wall(24.6))) == []
    assert allowed(a_battle(units, terrain=wall(24.4))) == ["b"]


# ---- mixed units


@pytest.mark.rule("xenocide.targeting.intermingled")
@pytest.mark.rule("xenocide.suppression.intermingled")
def test_of_mixed_units_any_may_be_named_and_all_are_suppressed() -> None:
    units = {"a": {"at": row(16, 5, 8, 2)}, "b1": {"at": [[20, 14], [26, 14]]}, "b2": {"at": [[22, 13.9], [24, 15]]}}
    battle = a_battle(units, profiles={})
    assert allowed(battle) == ["b1", "b2"]
    assert dict(plan(battle, "a", "b1").markers) == {"b1": 2, "b2": 2}
    apart = a_battle({**units, "b2": {"at": [[20, 17.5], [24, 17.5]]}})
    assert allowed(apart) == ["b1"]
    assert dict(plan(apart, "a", "b1").markers) == {"b1": 2}


# ---- each for himself


@pytest.mark.rule("xenocide.targeting.individual-fire")
def test_each_model_looks_from_itself() -> None:
    units = {"a": {"at": [[10, 5], [16, 5]]}, "b1": {"at": [[10, 16], [10, 19]]}, "b2": {"at": [[22, 12], [25, 24]]}}
    battle = a_battle(units)
    unit = battle.state.units["a"]
    found = dict(single_targets(battle, unit))
    assert found == {"a.1": ["b1.1", "b1.2"], "a.2": ["b2.1", "b2.2"]}


@pytest.mark.rule("xenocide.weapon.range-measuring")
def test_a_unit_measures_once_between_the_closest_who_see() -> None:
    terrain = [{"id": "wall", "kind": "high-wall", "box": [9, 12, 11, 13]}]
    units = {"a": {"at": [[10, 5], [16, 5]]}, "b": {"at": [[10, 20]]}}
    battle = a_battle(units, terrain=terrain)
    seen = view(battle, battle.state.units["a"], battle.state.units["b"])
    assert seen.sees.tolist() == [[False], [True]]
    assert candidates(battle, battle.state.units["a"]) == {"b": 14_000}
    assert targets(battle, battle.state.units["a"]) == ["b"]
    assert seen.nearest == seen.gaps[1, 0] > 15_000


# ---- cover


@pytest.mark.rule("xenocide.cover.half-the-unit")
@pytest.mark.parametrize(
    ("kinds", "cover"),
    [
        (["light"] * 2 + [""] * 4, ""),
        (["light"] * 3 + [""] * 3, "light"),
        (["light"] * 4 + [""] * 2, "light"),
        (["heavy"] * 2 + ["light"] + [""] * 3, "light"),
        (["heavy"] * 3 + [""] * 3, "heavy"),
        (["heavy", "fortified", "light"], "heavy"),
    ],
)
def test_half_of_the_unit_in_cover(kinds: list[str], cover: str) -> None:
    assert of_half(kinds) == cover


def cover_mods(battle: Any) -> list[tuple[str, int]]:
    """The modifiers for cover of the usual attack."""
    tally = plan(battle).groups[0].tally
    return [(mod.name, mod.value) for mod in tally.mods if mod.rule in ("xenocide.cover.kinds", "xenocide.grenade.cover")]


@pytest.mark.rule("xenocide.cover.in-cover")
@pytest.mark.rule("xenocide.cover.kinds")
@pytest.mark.parametrize(
    ("terrain", "found"),
    [
        ({"kind": "sparse-wood", "box": [22, 19, 26, 23]}, [("light cover", -1)]),
        ({"kind": "rubble", "box": [22, 19, 26, 23]}, [("heavy cover", -2)]),
        ({"kind": "low-wall", "box": [20, 18.2, 28, 18.5]}, [("heavy cover", -2)]),  # an inch before the base
        ({"kind": "low-wall", "box": [20, 18.1, 28, 18.4]}, [("light cover", -1)]),  # farther: it only obscures
        ({"kind": "low-wall", "box": [20, 21.5, 28, 21.8]}, []),  # behind him
        ({"kind": "sandbags", "box": [20, 18.6, 28, 19]}, [("fortified cover", -2)]),
        ({"kind": "low-wall", "box": [20, 6, 28, 6.3]}, [("light cover", -1)]),
        ({"kind": "ford", "box": [20, 10, 28, 12]}, []),
    ],
)
def test_models_in_and_behind_cover(terrain: dict[str, Any], found: list[tuple[str, int]]) -> None:
    units = {"a": {"at": [[24, 5]]}, "b": {"at": [[24, 20]]}}
    assert cover_mods(a_battle(units, terrain=[{"id": "piece", **terrain}])) == found


@pytest.mark.rule("xenocide.cover.obscured", "xenocide.flight.take-off")
@pytest.mark.rule("xenocide.los.models")
def test_partly_hidden_models_are_obscured() -> None:
    units: dict[str, Any] = {"a": {"at": [[24, 5]]}, "b": {"at": [[24, 20]]}}
    wall = [{"id": "wall", "kind": "high-wall", "box": [10, 12, 24.2, 13]}]
    assert cover_mods(a_battle(units, terrain=wall)) == [("light cover", -1)]
    beside = [{"id": "wall", "kind": "high-wall", "box": [10, 12, 23.5, 13]}]
    assert cover_mods(a_battle(units, terrain=beside)) == []
    own_wood = [{"id": "wood", "kind": "sparse-wood", "box": [22, 3, 26, 7]}]
    assert cover_mods(a_battle(units, terrain=own_wood)) == []  # a piece that holds the shooter never obscures
    truck = {"profile": "truck", "at": [[24.2, 12]]}
    assert cover_mods(a_battle({**units, "c": truck})) == [("light cover", -1)]
    assert cover_mods(a_battle({**units, "c": {"at": [[24.2, 12]]}})) == []  # troops hide nobody
    assert cover_mods(a_battle({**units, "b": {"profile": "flyer", "at": [[24, 20]], "airborne": True}, "c": truck})) == []


@pytest.mark.rule("xenocide.hit.darkness-smoke")
@pytest.mark.rule("xenocide.vehicle.smoke")
def test_darkness_and_smoke() -> None:
    def needed(gap: float, **more: Any) -> int:
        return plan(a_battle({"a": {"at": [[24, 5]]}, "b": {"at": [[24, 6 + gap]]}}, **more)).groups[0].tally.needed

    assert (needed(12, darkness=True), needed(12.1, darkness=True), needed(12.1)) == (3, 2, 3)
    wreck = {"kind": "wreck", "box": [27, 10, 29, 12]}
    assert needed(14, terrain=[{"id": "wreck of truck", **wreck}]) == 2
    assert needed(14, terrain=[{"id": "wreck of truck", **wreck}], darkness=True) == 2
    assert needed(14, terrain=[{"id": "wreck of truck", "kind": "wreck", "box": [27.1, 10, 29, 12]}]) == 3


@pytest.mark.rule("xenocide.suppression.threshold-cover")
def test_cover_steadies() -> None:
    terrain = [{"id": "wood", "kind": "sparse-wood", "box": [20, 19, 28, 23]}]
    units: dict[str, Any] = {"a": {"at": row(20, 5, 4)}, "b": {"at": [[24, 20]]}}
    assert dict(plan(a_battle(units)).markers) == {"b": 1}
    assert dict(plan(a_battle(units, terrain=terrain)).markers) == {}
