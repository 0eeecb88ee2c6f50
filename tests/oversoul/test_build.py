"""Construction: costs with the book's own numbers, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.muster import Bill, Breach, ModelBill, Roster, RosterError, load_roster, parse_roster
from littlewars.systems.oversoul.basics.attributes import attributes, read_attribute
from littlewars.systems.oversoul.basics.ladder import BASE_COST, PAYLOAD
from littlewars.systems.oversoul.basics.profiles import ready_profiles, ready_units
from littlewars.systems.oversoul.roster import muster
from littlewars.systems.oversoul.roster.legality import Agreement

from .mustering import check, cost, expand

ARMIES = Path(muster.__file__).parents[1] / "data" / "armies"
BOOK = Rulebook.of("oversoul")


def force(*units: dict[str, Any], points: int = 100_000, **top: Any) -> Roster:
    """A roster of units written as plain data."""
    return parse_roster(json.dumps({"system": "oversoul", "name": "Test", "points": points, "units": units, **top}))


def unit(*models: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A unit of models."""
    return {"name": "Unit", "models": [{"name": f"Model {n}", **m} for n, m in enumerate(models, 1)], **fields}


def priced(**model: Any) -> ModelBill:
    """The bill of one kind of model."""
    return cost(force(unit(model))).units[0].models[0]


def each(**model: Any) -> int:
    """What one costs."""
    return priced(**model).each


def broken(*units: dict[str, Any], **top: Any) -> set[str]:
    """The rules a force breaks."""
    return {breach.rule for breach in check(force(*units, **top))}


def wrong(*models: dict[str, Any], **fields: Any) -> set[str]:
    """The rules a unit of these models breaks."""
    return broken(unit(*models, **fields))


def tank(die: str, *, guns: int = 2, cannon_range: int = 10, **more: Any) -> dict[str, Any]:
    """The book's light tank, its weapons' attributes at the hull as printed."""
    return {
        "name": "Tank",
        "kind": "vehicle",
        "die": die,
        "attributes": [
            "Heavy Armor",
            "Heavy Ranged Weapon (Main Cannon)",
            "Sponson (Machine Gun)",
            'Template: 2" (Main Cannon)',
            "Tracked",
            "Turret (Main Cannon)",
        ],
        "weapons": [
            {"name": "Main Cannon", "die": "d10", "range": cannon_range},
            {"name": "Machine Gun", "count": guns, "die": "d8", "range": 8, "facing": ["left", "right"]},
        ],
        **more,
    }


# ---------------------------------------------------------------- base, range, attributes


@pytest.mark.rule("oversoul.build.base-cost")
@pytest.mark.parametrize(("die", "points"), [("d4", 4), ("d6", 12), ("d8", 24), ("d10", 40), ("d12", 60), ("d20", 120)])
def test_base_cost_by_die(die: str, points: int) -> None:
    """oversoul.ex.base-cost"""
    assert each(die=die) == points
    assert BOOK["oversoul.build.base-cost"].table[die] == BASE_COST[int(die[1:])] == points


@pytest.mark.rule("oversoul.build.range-cost")
@pytest.mark.parametrize(("reach", "points"), [(0, 0), (4, 2), (8, 4), (10, 5), (12, 6), (20, 10)])
def test_range_costs_half_its_number(reach: int, points: int) -> None:
    """oversoul.ex.range-cost"""
    assert each(die="d6", range=reach) == 12 + points


@pytest.mark.rule("oversoul.build.range-even")
@pytest.mark.parametrize("reach", [7, 1, -2, 2.5])
def test_range_is_an_even_number(reach: float) -> None:
    """oversoul.ex.range-cost: 7 is refused."""
    assert wrong({"die": "d6", "range": reach}) == {"oversoul.build.range-even"}
    assert wrong({"die": "d6", "range": 200}) == set()


PRICES = BOOK["oversoul.build.attribute-cost"].table
FLAT = [name for name, entry in PRICES.items() if isinstance(entry["cost"], int)]


@pytest.mark.rule("oversoul.build.attribute-cost")
def test_the_attributes_are_those_of_the_catalogue() -> None:
    assert set(attributes()) == set(PRICES)
    for name, entry in PRICES.items():
        known = attributes()[name]
        assert known.kind == entry["kind"], name
        if name in FLAT:
            assert known.cost == entry["cost"], name
    assert attributes()["Fire Linked"].beyond_two == 4
    assert attributes()["Reload"].max == 3


EACH_COST = [
    ("Aggressive", 4, "trooper"),
    ("Amphibious", 8, "any"),
    ("Brave", 4, "trooper"),
    ("Command", 8, "trooper"),
    ("Fast", 8, "any"),
    ("Fearsome", 8, "trooper"),
    ("Flying", 12, "any"),
    ("Frail", -4, "trooper"),
    ("Heavy Armor", 4, "any"),
    ("Heavy Melee Weapon", 4, "any"),
    ("Heavy Ranged Weapon", 4, "any"),
    ("Jump", 8, "any"),
    ("Lucky", 6, "any"),
    ("Magic", 16, "trooper"),
    ("Mounted", 8, "trooper"),
    ("Sailed", -8, "vehicle"),
    ("Sharpshooter", 4, "trooper"),
    ("Slow", -8, "any"),
    ("Sponson", 6, "vehicle"),
    ("Submersible Weapon", 8, "any"),
    ("Super Heavy Armor", 12, "any"),
    ("Super Heavy Melee Weapon", 12, "any"),
    ("Super Heavy Ranged Weapon", 12, "any"),
    ("Template 2", 8, "any"),
    ("Template 4", 16, "any"),
    ("Template 6", 24, "any"),
    ("Tight Cohesion", -8, "trooper"),
    ("Tough", 4, "trooper"),
    ("Tracked", 4, "vehicle"),
    ("Turn X2", 8, "vehicle"),
    ("Turn X3", 16, "vehicle"),
    ("Turret", 12, "vehicle"),
    ("Walker", 8, "vehicle"),
    ("Waterborne", -8, "any"),
    ("Undead", 8, "trooper"),
]


@pytest.mark.parametrize(("name", "points", "kind"), EACH_COST)
@pytest.mark.rule("oversoul.build.attribute-cost", "oversoul.basics.terms-vehicle")
def test_each_attribute_costs_what_it_should_and_is_for_its_kind(name: str, points: int, kind: str) -> None:
    for bearer, plain in (("trooper", 124), ("vehicle", 124)):
        model = {"kind": bearer, "die": "d20", "range": 8}
        assert each(**model) == plain
        assert each(**model, attributes=[name]) == plain + points
        refused = wrong({**model, "attributes": [name]})
        assert ("oversoul.basics.terms-vehicle" in refused) == (kind not in ("any", bearer))
        assert refused <= {"oversoul.basics.terms-vehicle"}


def test_a_flame_weapon_costs_sixteen() -> None:
    assert each(die="d6", attributes=["Template Flame"]) == 28
    assert wrong({"die": "d6", "attributes": ["Template Flame"]}) == set()


@pytest.mark.rule("oversoul.build.attribute-cost")
def test_attribute_restrictions() -> None:
    """oversoul.ex.attribute-restrictions"""
    assert wrong({"kind": "vehicle", "die": "d8", "attributes": ["Brave"]}) == {"oversoul.basics.terms-vehicle"}
    assert wrong({"die": "d8", "range": 8, "attributes": ["Turret"]}) == {"oversoul.basics.terms-vehicle"}
    assert wrong({"die": "d8", "attributes": ["Hover"]}) == {"oversoul.attr.hover"}
    assert wrong({"die": "d8", "attributes": ["Submersible"]}) == {"oversoul.attr.submersible"}


def test_hover_needs_flying_and_costs_four() -> None:
    assert wrong({"die": "d8", "attributes": ["Flying", "Hover"]}) == set()
    assert each(die="d8", attributes=["Flying", "Hover"]) == 24 + 12 + 4


@pytest.mark.parametrize(("water", "points"), [("Amphibious", 8), ("Waterborne", -8)])
def test_submersible_needs_amphibious_or_waterborne(water: str, points: int) -> None:
    assert wrong({"die": "d8", "attributes": [water, "Submersible"]}) == set()
    assert each(die="d8", attributes=[water, "Submersible"]) == 24 + points + 12


@pytest.mark.rule("oversoul.build.minimum-cost")
def test_no_model_costs_less_than_one() -> None:
    bill = priced(die="d4", attributes=["Slow"], count=3)
    assert bill.each == 1
    assert bill.total == 3
    assert bill.lines[-1].rule == "oversoul.build.minimum-cost"
    assert bill.lines[-1].points == 5
    assert each(die="d4", attributes=["Frail"]) == 1


@pytest.mark.rule("oversoul.build.unit-cost")
def test_a_unit_of_twenty() -> None:
    """oversoul.ex.unit-of-twenty: 20 models of 17 cost 340."""
    bill = cost(force(unit({"die": "d6", "range": 10, "count": 20}, {"die": "d8"})))
    assert [model.total for model in bill.units[0].models] == [340, 24]
    assert bill.units[0].total == bill.total == 364


# ---------------------------------------------------------------- reload and exhaustible


@pytest.mark.rule("oversoul.build.reload-rounding", "oversoul.attr.reload-cost")
@pytest.mark.parametrize(
    ("reach", "turns", "points"), [(20, 1, 55), (20, 2, 47), (20, 3, 39), (24, 1, 56), (24, 2, 48), (24, 3, 40)]
)
def test_reload_lowers_the_cost_by_an_eighth_a_turn(reach: int, turns: int, points: int) -> None:
    """oversoul.ex.reload-costs: 62 and 64 points."""
    gun = {"kind": "artillery-weapon", "die": "d10", "range": reach}
    assert each(**gun, attributes=["Heavy Ranged Weapon", "Template 2"]) == 52 + reach // 2
    assert each(**gun, attributes=["Heavy Ranged Weapon", f"Reload:{turns}", "Template 2"]) == points


@pytest.mark.parametrize("text", ["Reload:4", "Reload:0", "Reload", "Reload:x", "Reload:-1", "Reload:1.5"])
def test_reload_takes_one_to_three_turns(text: str) -> None:
    """oversoul.ex.reload-costs: Reload:4 is refused."""
    assert wrong({"die": "d6", "range": 8, "attributes": [text]}) == {"oversoul.attr.reload"}
    assert wrong({"die": "d6", "range": 8, "attributes": ["Reload: 3"]}) == set()


@pytest.mark.rule("oversoul.build.reload-rounding")
def test_reload_of_an_own_weapon_discounts_the_whole_model() -> None:
    assert each(die="d6", range=8, attributes=["Brave", "Reload:2"]) == 15  # 20 x 0.75
    vehicle = {"kind": "vehicle", "die": "d12", "range": 8, "attributes": ["Reload:1"]}
    gun = {"name": "Gun", "die": "d8", "range": 8}
    assert each(**vehicle, weapons=[gun]) == 81  # (64 + 28) x 0.875 = 80.5
    assert each(**vehicle, weapons=[{**gun, "attributes": ["Turret"]}]) == 93  # the turret is never discounted


@pytest.mark.rule("oversoul.attr.exhaustible-cost")
def test_exhaustible_weapons_cost_a_quarter_rounded_up() -> None:
    rack = {"name": "Rack", "die": "d8", "range": 20, "attributes": ["Heavy Ranged Weapon", "Exhaustible Weapon"]}
    car = {"kind": "vehicle", "die": "d10", "weapons": [rack]}
    assert each(**car) == 40 + 10  # 38 / 4 = 9.5
    gun = {"kind": "artillery-weapon", "die": "d10", "range": 20, "attributes": ["Exhaustible Weapon"]}
    assert each(**gun) == 13


@pytest.mark.rule("oversoul.attr.exhaustible-cost")
@pytest.mark.parametrize(
    ("reach", "text"),
    [(16, "32 / 4 = 8"), (18, "33 / 4 = 8.25 rounded up"), (22, "35 / 4 = 8.75 rounded up"), (24, "36 / 4 = 9")],
)
def test_the_bill_says_where_a_quarter_is_rounded_up(reach: int, text: str) -> None:
    rack = {"name": "Rack", "die": "d8", "range": reach, "attributes": ["Exhaustible Weapon"]}
    bill = priced(kind="vehicle", die="d10", weapons=[rack])
    assert bill.lines[-1].parts[-1].text == f"Exhaustible, {text}"


@pytest.mark.rule("oversoul.attr.exhaustible-cost")
@pytest.mark.parametrize(
    ("attribute", "says", "legal"),
    [
        ("Turret", False, True),
        ("Turret", True, False),
        ("Exhaustible Weapon", True, True),
        ("Exhaustible Weapon", False, False),
    ],
)
def test_what_a_weapon_says_of_being_exhaustible_agrees_with_its_attributes(attribute: str, says: bool, legal: bool) -> None:
    gun = {"name": "Gun", "die": "d8", "range": 20, "attributes": [attribute], "exhaustible": says}
    found = wrong({"kind": "vehicle", "die": "d10", "weapons": [gun]})
    assert found == (set() if legal else {"oversoul.attr.exhaustible-cost"})


@pytest.mark.rule("oversoul.attr.exhaustible-cost", "oversoul.build.reload-rounding", "oversoul.build.attribute-cost")
def test_reload_comes_before_the_division_and_mountings_are_never_discounted() -> None:
    rack = {"name": "Rack", "die": "d8", "range": 20, "attributes": ["Turret", "Exhaustible Weapon", "Reload:1"]}
    assert each(kind="vehicle", die="d10", weapons=[rack]) == 40 + 8 + 12  # 34 x 0.875 = 29.75 -> 30; 30 / 4 = 7.5 -> 8
    small = {"name": "Rack", "die": "d10", "range": 2, "attributes": ["Exhaustible Weapon", "Reload:1"]}
    assert each(kind="vehicle", die="d12", weapons=[small]) == 60 + 9  # 41 -> 36 -> 9; the other way round it would be 10
    rack["attributes"] = ["Sponson", "Reload:3"]
    assert each(kind="vehicle", die="d10", weapons=[rack]) == 40 + 22 + 6  # 34 x 0.625 = 21.25


@pytest.mark.rule("oversoul.attr.exhaustible-cost")
def test_an_exhaustible_weapon_has_a_die_of_its_own() -> None:
    assert wrong({"die": "d6", "range": 4, "attributes": ["Exhaustible Weapon"]}) == {"oversoul.attr.exhaustible-cost"}


@pytest.mark.rule("oversoul.attr.exhaustible-payload", "oversoul.build.payload-combination")
def test_an_exhaustible_weapon_counts_as_the_next_lower_die() -> None:
    rack = {"name": "Rack", "die": "d10", "range": 8, "attributes": ["Exhaustible Weapon"], "count": 2}
    assert wrong({"kind": "vehicle", "die": "d10", "weapons": [rack], "payload": 1.0}) == set()
    assert wrong({"kind": "vehicle", "die": "d10", "weapons": [{**rack, "attributes": []}]}) == {
        "oversoul.build.payload-combination"
    }
    small = {"name": "Rack", "die": "d4", "range": 8, "attributes": ["Exhaustible Weapon"], "count": 4}
    assert wrong({"kind": "vehicle", "die": "d8", "weapons": [small], "payload": 1}) == set()


# ---------------------------------------------------------------- fire linked


def gunship(weapons: int, *attributes: str) -> dict[str, Any]:
    """A vehicle with so many guns."""
    gun = {"name": "Gun", "die": "d8", "range": 8, "count": weapons}
    return {"kind": "vehicle", "die": "d20", "attributes": list(attributes), "weapons": [gun]}


@pytest.mark.rule("oversoul.attr.fire-linked-cost")
@pytest.mark.parametrize(("weapons", "points"), [(2, 8), (3, 12), (4, 16), (5, 20)])
def test_fire_linked_costs_by_the_size_of_the_group(weapons: int, points: int) -> None:
    names = ", ".join(f"Gun {n}" for n in range(1, weapons + 1))
    assert each(**gunship(weapons, f"Fire Linked ({names})")) == each(**gunship(weapons)) + points
    assert wrong(gunship(weapons, f"Fire Linked ({names})")) == set()


def test_fire_linked_groups() -> None:
    two = gunship(4, "Fire Linked (Gun 1, Gun 2)", "Fire Linked (Gun 3, Gun 4)")
    assert wrong(two) == set()
    assert each(**two) == each(**gunship(4)) + 16
    assert [w.link for w in _profile(two).weapons] == ["1", "1", "2", "2"]
    assert wrong(gunship(2, "Fire Linked (Gun 1)")) == {"oversoul.attr.fire-linked"}
    assert wrong(gunship(2, "Fire Linked")) == {"oversoul.attr.fire-linked"}
    assert wrong(gunship(3, "Fire Linked (Gun 1, Gun 2)", "Fire Linked (Gun 2, Gun 3)")) == {"oversoul.attr.fire-linked"}


@pytest.mark.rule("oversoul.attr.fire-linked-cost")
def test_fire_linked_at_the_weapons_is_paid_once_for_the_group() -> None:
    guns = [{"name": n, "die": "d8", "range": 8, "attributes": ["Fire Linked", "Reload:1"], "link": "bow"} for n in "AB"]
    assert each(kind="vehicle", die="d12", weapons=guns) == 60 + 2 * 25 + 8  # 28 x 0.875 = 24.5; the link is not discounted


def _profile(model: dict[str, Any]) -> Any:
    """The profile of a model."""
    registry: dict[str, Any] = {}
    spec = expand(force(unit(model)), registry)[0]
    return registry[spec.members[0].profile]


# ---------------------------------------------------------------- vehicles


@pytest.mark.rule("oversoul.build.vehicle-min-die")
def test_vehicles_begin_at_d8() -> None:
    """oversoul.ex.vehicle-die-minimum"""
    legal = {die: wrong({"kind": "vehicle", "die": die}) for die in ("d4", "d6", "d8")}
    assert legal == {"d4": {"oversoul.build.vehicle-min-die"}, "d6": {"oversoul.build.vehicle-min-die"}, "d8": set()}
    switched = {"switches": {"allow_d6_vehicles": True}}
    assert broken(unit({"kind": "vehicle", "die": "d6", "move": 20}), **switched) == set()
    assert broken(unit({"kind": "vehicle", "die": "d4"}), **switched) == {"oversoul.build.vehicle-min-die"}


FULL_LOADS = {
    "d6": {"d6": 1, "d4": 2},
    "d8": {"d8": 1, "d6": 2, "d4": 4},
    "d10": {"d10": 1, "d8": 2, "d6": 4, "d4": 8},
    "d12": {"d12": 1, "d10": 2, "d8": 4, "d6": 8, "d4": 10},
    "d20": {"d20": 1, "d12": 2, "d10": 4, "d8": 8, "d6": 10, "d4": 10},
}


@pytest.mark.rule("oversoul.build.payload-table")
@pytest.mark.parametrize(("hull", "die", "number"), [(h, d, n) for h, row in FULL_LOADS.items() for d, n in row.items()])
def test_a_full_load_of_one_die_fits_and_one_more_does_not(hull: str, die: str, number: int) -> None:
    """oversoul.ex.payload-table"""

    def loaded(count: int) -> set[str]:
        truck = {"kind": "vehicle", "die": hull}
        crew = {"die": die, "count": count, "aboard": {"vehicle": "Model 1"}}
        return broken(unit(truck, crew), switches={"allow_d6_vehicles": True})

    assert loaded(number) == set()
    assert loaded(number + 1) == {"oversoul.build.payload-combination"}
    assert PAYLOAD[int(hull[1:])][int(die[1:])] == number


@pytest.mark.rule("oversoul.build.payload-table")
def test_the_payload_table_is_the_catalogues() -> None:
    printed = BOOK["oversoul.build.payload-table"].table
    assert {d: row for d, row in printed.items() if row} == FULL_LOADS
    assert printed["d4"] is None


@pytest.mark.rule("oversoul.build.payload-combination")
def test_payload_of_the_light_tank() -> None:
    """oversoul.ex.payload-light-tank"""
    assert wrong(tank("d20", payload=0.5)) == set()
    assert wrong(tank("d12", payload=1.0)) == set()
    crew = {"name": "Crew", "die": "d6", "aboard": {"vehicle": "Tank"}}
    assert wrong(tank("d12"), crew) == {"oversoul.build.payload-combination"}
    assert wrong(tank("d20", payload=1.0), {**crew, "count": 5}) == set()
    assert wrong(tank("d20"), {**crew, "count": 6}) == {"oversoul.build.payload-combination"}
    assert ready_profiles()["light-tank/Tank"].payload == Fraction(1, 2)


@pytest.mark.rule("oversoul.build.payload-combination")
def test_a_larger_die_does_not_fit() -> None:
    """oversoul.ex.payload-too-big-die: a d12 weapon in a d10 hull."""
    gun = {"name": "Gun", "die": "d12", "range": 8}
    assert wrong({"kind": "vehicle", "die": "d10", "weapons": [gun]}) == {"oversoul.build.payload-combination"}
    rider = {"die": "d8", "kind": "vehicle", "aboard": {"vehicle": "Model 1"}}
    assert "oversoul.build.payload-combination" in wrong({"kind": "vehicle", "die": "d20"}, rider)  # no vehicles as cargo


@pytest.mark.rule("oversoul.build.vehicle-troopers-separate", "oversoul.build.payload-combination")
def test_troopers_aboard_are_paid_for_themselves() -> None:
    crew = {"die": "d6", "count": 3, "aboard": {"vehicle": "Model 1", "facing": "rear", "crew": True}}
    bill = cost(force(unit({"kind": "vehicle", "die": "d10"}, crew)))
    assert bill.entries() == [40, 36]
    nobody = {**crew, "aboard": {"vehicle": "Chariot"}}
    assert wrong({"kind": "vehicle", "die": "d10"}, nobody) == {"oversoul.build.payload-combination"}
    carrier = {"kind": "vehicle", "die": "d10", "carries": ["Model 3"]}
    assert wrong(carrier, crew) == {"oversoul.build.payload-combination"}


@pytest.mark.rule("oversoul.build.payload-combination", "oversoul.org.unit-composition")
def test_a_unit_may_ride_in_another_units_vehicle() -> None:
    truck = unit({"kind": "vehicle", "die": "d10"}, id="truck")
    squad = unit({"die": "d6", "count": 4, "aboard": {"vehicle": "truck/Model 1"}}, id="squad")
    assert broken(truck, squad) == set()
    ride = expand(force(truck, squad))[1].members[0].aboard
    assert ride is not None
    assert (ride.unit, ride.profile, ride.crew) == ("truck", "truck/Model 1", False)
    squad["models"][0]["count"] = 5
    assert broken(truck, squad) == {"oversoul.build.payload-combination"}


@pytest.mark.rule("oversoul.build.vehicle-weapon-cost")
def test_a_vehicle_weapon_costs_like_a_trooper() -> None:
    gun = {"name": "Gun", "die": "d10", "range": 10}
    bill = priced(kind="vehicle", die="d20", weapons=[gun])
    assert bill.each == 120 + 45
    assert [(part.text, part.points) for part in bill.lines[-1].parts] == [("base d10", 40), ("R:10 / 2", 5)]
    assert wrong({"kind": "vehicle", "die": "d20", "weapons": [{**gun, "range": 0}]}) == {"oversoul.build.vehicle-weapon-cost"}


@pytest.mark.rule("oversoul.build.vehicle-own-attributes")
def test_weapon_attributes_stand_at_the_hull_or_at_the_weapon() -> None:
    gun = {"name": "Gun", "die": "d8", "range": 8}
    at_hull = {
        "kind": "vehicle",
        "die": "d12",
        "attributes": ["Fast", "Turret (Gun)", "Heavy Ranged Weapon (Gun)"],
        "weapons": [gun],
    }
    armed = {**gun, "attributes": ["Turret", "Heavy Ranged Weapon"]}
    at_gun = {"kind": "vehicle", "die": "d12", "attributes": ["Fast"], "weapons": [armed]}
    assert each(**at_hull) == each(**at_gun) == 60 + 8 + 28 + 12 + 4
    assert _profile(at_hull).weapons == _profile(at_gun).weapons
    assert wrong({**at_hull, "attributes": ["Turret (Cannon)"]}) == {"oversoul.build.vehicle-own-attributes"}
    assert wrong({**at_hull, "attributes": ["Fast (Gun)"]}) == {"oversoul.build.vehicle-own-attributes"}
    both = {**at_hull, "weapons": [armed]}
    assert wrong(both) == {"oversoul.basics.exclusive-attributes"}


@pytest.mark.rule("oversoul.build.vehicle-built-in-weapon")
def test_a_built_in_weapon_fires_with_the_vehicles_die() -> None:
    cycle = ready_profiles()["warcycle-squad/Warcycle"]
    assert len(cycle.weapons) == 1
    weapon = next(weapon for weapon in cycle.weapons if weapon.built_in)
    assert weapon is not None
    assert (weapon.die, weapon.range, weapon.facing, weapon.arc, weapon.built_in) == (10, 4000, "front", 4500, True)
    assert cycle.payload == 0


@pytest.mark.rule("oversoul.build.one-ranged-weapon")
def test_one_ranged_weapon_each() -> None:
    rule = {"oversoul.build.one-ranged-weapon"}
    pistol = {"name": "Pistol", "die": "d6", "range": 4}
    grenade = {**pistol, "name": "Grenade", "attributes": ["Exhaustible Weapon"]}
    assert wrong({"die": "d6", "range": 10, "weapons": [grenade]}) == set()
    assert wrong({"die": "d6", "range": 10, "weapons": [pistol]}) == rule
    assert wrong({"die": "d6", "weapons": [grenade, {**grenade, "name": "Mine"}]}) == rule
    assert wrong({"die": "d6", "range": 4, "attributes": ["Template Flame"]}) == rule
    flamer = {"name": "Flamer", "die": "d6", "range": 4, "attributes": ["Template Flame"]}
    assert wrong({"kind": "vehicle", "die": "d8", "weapons": [flamer]}) == rule
    assert wrong({"kind": "vehicle", "die": "d8", "range": 8, "weapons": [pistol]}) == set()


# ---------------------------------------------------------------- artillery, mounts


@pytest.mark.rule("oversoul.build.artillery-cost")
def test_crew_and_gun_are_costed_apart() -> None:
    gun = {"kind": "artillery-weapon", "die": "d10", "range": 20}
    bill = cost(force(unit({"die": "d6", "count": 4}, gun)))
    assert bill.entries() == [48, 50]


@pytest.mark.rule("oversoul.build.mount-cost")
def test_rider_and_mount_are_costed_apart() -> None:
    rider = {"name": "Rider", "die": "d6", "attributes": ["Mounted"], "mount": "Dragon"}
    dragon = {"name": "Dragon", "kind": "mount", "die": "d12", "attributes": ["Flying"]}
    assert cost(force(unit(rider, dragon))).entries() == [20, 72]
    assert wrong(rider, dragon) == set()
    assert wrong({**rider, "attributes": []}, dragon) == {"oversoul.build.mount-cost"}
    assert wrong(rider, {**dragon, "count": 2}) == {"oversoul.mount.independent-die"}
    assert wrong(rider) == {"oversoul.mount.independent-die"}
    assert wrong({"die": "d6"}, dragon) == {"oversoul.mount.independent-die"}


# ---------------------------------------------------------------- eligibility


@pytest.mark.rule("oversoul.basics.terms-trooper")
def test_what_guns_and_weapons_may_have() -> None:
    gun = {"kind": "artillery-weapon", "die": "d10", "range": 20}
    allowed = ["Heavy Ranged Weapon", "Super Heavy Armor", "Tough", "Lucky", "Template 4", "Reload:1", "Submersible Weapon"]
    assert wrong({"die": "d6"}, {**gun, "attributes": allowed}) == set()
    assert wrong({"die": "d6"}, {**gun, "attributes": ["Frail", "Heavy Armor", "Exhaustible Weapon"]}) == set()
    for refused in ("Fast", "Brave", "Heavy Melee Weapon", "Turret", "Magic", "Flying", "Tracked", "Sharpshooter"):
        assert wrong({"die": "d6"}, {**gun, "attributes": [refused]}) == {"oversoul.basics.terms-trooper"}, refused
    payload = {"name": "Gun", "die": "d8", "range": 8, "attributes": ["Tough"]}
    assert wrong({"kind": "vehicle", "die": "d10", "weapons": [payload]}) == {"oversoul.basics.terms-trooper"}


@pytest.mark.rule("oversoul.basics.terms-trooper")
def test_a_mount_counts_as_a_trooper() -> None:
    rider = {"name": "Rider", "die": "d6", "attributes": ["Mounted"], "mount": "Beast"}
    beast = {"name": "Beast", "kind": "mount", "die": "d12", "attributes": ["Fearsome", "Undead"]}
    assert wrong(rider, beast) == set()
    assert wrong(rider, {**beast, "attributes": ["Tracked"]}) == {"oversoul.basics.terms-vehicle"}


EXCLUDED = [
    ("trooper", ["Fast", "Slow"]),
    ("trooper", ["Tough", "Frail"]),
    ("trooper", ["Waterborne", "Amphibious"]),
    ("vehicle", ["Walker", "Tracked"]),
    ("vehicle", ["Turn X2", "Walker"]),
    ("vehicle", ["Walker", "Turn X3"]),
    ("trooper", ["Brave", "Brave"]),
    ("vehicle", ["Turn X2", "Turn X2"]),
]


@pytest.mark.rule("oversoul.basics.exclusive-attributes")
@pytest.mark.parametrize(("kind", "pair"), EXCLUDED)
def test_contradicting_and_repeated_attributes_are_refused(kind: str, pair: list[str]) -> None:
    assert wrong({"kind": kind, "die": "d8", "attributes": pair}) == {"oversoul.basics.exclusive-attributes"}
    for one in pair:
        assert wrong({"kind": kind, "die": "d8", "attributes": [one]}) == set()


@pytest.mark.rule("oversoul.basics.exclusive-attributes")
def test_weapon_attributes_are_bought_once_per_weapon_and_need_one() -> None:
    rule = {"oversoul.basics.exclusive-attributes"}
    guns = [{"name": n, "die": "d6", "range": 8, "attributes": ["Heavy Ranged Weapon", "Sponson"]} for n in "AB"]
    assert wrong({"kind": "vehicle", "die": "d10", "weapons": guns}) == set()
    guns[0]["attributes"] = ["Sponson", "Sponson"]
    assert wrong({"kind": "vehicle", "die": "d10", "weapons": guns}) == rule
    assert wrong({"die": "d6", "attributes": ["Reload:3"]}) == rule  # no discount without a weapon
    assert wrong({"die": "d6", "attributes": ["Heavy Ranged Weapon"]}) == rule
    assert wrong({"die": "d6", "attributes": ["Template 2"]}) == set()  # a template of the melee weapon


def test_different_families_stack_and_within_one_the_best_counts() -> None:
    both = _profile({"die": "d8", "attributes": ["Super Heavy Armor", "Heavy Armor", "Tough"]})
    assert sorted(mod.value for mod in both.recovery_mods) == [1, 2]
    assert both.armour == 2
    fierce = _profile({"die": "d8", "attributes": ["Aggressive", "Heavy Melee Weapon", "Super Heavy Melee Weapon"]})
    assert sorted(mod.value for mod in fierce.melee_mods) == [1, 2]
    turning = _profile({"kind": "vehicle", "die": "d8", "attributes": ["Turn X3", "Turn X2"]})
    assert turning.turns == 3
    gun = _profile({"die": "d8", "range": 8, "attributes": ["Template 6", "Template 2", "Heavy Ranged Weapon"]})
    assert gun.weapons[0].template == 6000


# ---------------------------------------------------------------- units


@pytest.mark.rule("oversoul.org.unit-composition")
def test_units_do_not_mix_troopers_and_vehicles() -> None:
    rule = "oversoul.org.unit-composition"
    assert wrong({"die": "d6"}, {"kind": "vehicle", "die": "d8"}) == {rule}
    gun = {"kind": "artillery-weapon", "die": "d8", "range": 8}
    assert rule in wrong(gun, {"kind": "vehicle", "die": "d8"})
    assert wrong({"die": "d6"}, {"die": "d12", "range": 8, "attributes": ["Flying"]}) == set()  # mixed dice are fine
    assert wrong({"kind": "vehicle", "die": "d8"}, {"kind": "vehicle", "die": "d20"}) == set()
    assert rule in wrong({"die": "d6", "attributes": ["Tight Cohesion"]}, gun)  # crews are loose


@pytest.mark.rule("oversoul.basics.terms-artillery")
def test_one_gun_and_a_crew() -> None:
    gun = {"kind": "artillery-weapon", "die": "d8", "range": 8}
    assert wrong({"die": "d6"}, gun) == set()
    assert wrong(gun) == {"oversoul.basics.terms-artillery"}
    assert wrong({"die": "d6"}, {**gun, "count": 2}) == {"oversoul.basics.terms-artillery"}
    assert wrong({"die": "d6"}, gun, gun) == {"oversoul.basics.terms-artillery"}


def test_a_gun_has_a_range() -> None:
    assert wrong({"die": "d6"}, {"kind": "artillery-weapon", "die": "d8"}) == {"oversoul.artillery.range"}
    assert wrong({"die": "d6"}, {"kind": "artillery-weapon", "die": "d8", "attributes": ["Template Flame"]}) == set()


@pytest.mark.rule("oversoul.artillery.types")
def test_artillery_is_linear_or_arcing_at_the_same_cost() -> None:
    gun = {"kind": "artillery-weapon", "die": "d8", "range": 8}
    kinds = [_gun({**gun, **more}) for more in ({}, {"artillery_type": "linear"}, {"artillery_type": "arcing"})]
    assert [k.weapons[0].artillery for k in kinds] == ["linear", "linear", "arcing"]
    assert len({k.cost for k in kinds}) == 1
    assert ready_profiles()["acw-artillery-section/12pd. Napoleon"].weapons[0].artillery == "linear"
    assert wrong({"die": "d6"}, {**gun, "artillery_type": "diagonal"}) == {"oversoul.artillery.types"}
    assert wrong({"die": "d6", "range": 8, "artillery_type": "arcing"}) == {"oversoul.artillery.types"}


def _gun(model: dict[str, Any]) -> Any:
    """The profile of a gun with a crewman."""
    registry: dict[str, Any] = {}
    return registry[expand(force(unit(model, {"die": "d6"})), registry)[0].members[0].profile]


@pytest.mark.rule("oversoul.artillery.dice-notation", "oversoul.basics.artillery-dice")
def test_the_notation_names_both_dice() -> None:
    crew, gun = {"die": "d6", "count": 3}, {"kind": "artillery-weapon", "die": "d10", "range": 8}
    rule = {"oversoul.artillery.dice-notation"}
    assert wrong(crew, gun, artillery="d6[d10]") == set()
    assert wrong(crew, gun, artillery="d8[d10]") == rule
    assert wrong(crew, gun, artillery="d6[d12]") == rule
    assert wrong(crew, gun, artillery="d6") == rule
    assert wrong(crew, artillery="d6[d10]") == rule
    gunner = ready_profiles()["acw-artillery-section/US/CS Gunner"]
    napoleon = ready_profiles()["acw-artillery-section/12pd. Napoleon"]
    assert (gunner.die, napoleon.die, napoleon.weapons[0].die) == (6, 10, 10)


@pytest.mark.rule("oversoul.org.cohesion-types")
def test_a_unit_is_tight_or_loose_as_a_whole() -> None:
    rule = {"oversoul.org.cohesion-types"}
    tight, loose = {"die": "d6", "attributes": ["Tight Cohesion"]}, {"die": "d6"}
    assert wrong(tight, tight, cohesion="tight") == set()
    assert wrong(tight, loose) == rule
    assert wrong(loose, cohesion="tight") == rule
    assert wrong(tight, cohesion="loose") == rule
    assert wrong({"kind": "vehicle", "die": "d8"}, cohesion="tight") == rule
    assert [s.cohesion for s in expand(force(unit(tight, id="a"), unit(loose, id="b")))] == ["tight", "loose"]


@pytest.mark.rule("oversoul.leader.definition", "oversoul.attr.command")
def test_a_leader_is_a_unit_of_his_own() -> None:
    rule = {"oversoul.leader.definition"}
    chief = {"name": "Chief", "die": "d8", "attributes": ["Command"]}
    assert wrong(chief, leader=True) == set()
    assert expand(force(unit(chief)))[0].leader is True
    assert wrong({**chief, "count": 2}) == rule
    assert wrong(chief, {"die": "d6"}) == rule
    assert wrong({**chief, "attributes": ["Command", "Tight Cohesion"]}) == rule
    assert wrong({"die": "d8"}, leader=True) == rule
    steed = {"name": "Steed", "kind": "mount", "die": "d12"}
    assert wrong({**chief, "attributes": ["Command", "Mounted"], "mount": "Steed"}, steed) == set()


@pytest.mark.rule("oversoul.basics.terms-unit")
def test_every_unit_has_models_and_an_id_of_its_own() -> None:
    assert broken(unit()) == {"oversoul.basics.terms-unit"}
    assert wrong({"die": "d6", "count": 0}) == {"oversoul.basics.terms-unit"}
    assert broken(unit({"die": "d6"}, id="a"), unit({"die": "d6"}, id="a")) == {"oversoul.basics.terms-unit"}
    assert broken(unit({"die": "d6"}, id="a"), unit({"die": "d6"}, id="b")) == set()
    assert wrong({"name": "Same", "die": "d6"}, {"name": "Same", "die": "d8"}) == {"oversoul.basics.terms-unit"}


@pytest.mark.rule("oversoul.attr.walker")
@pytest.mark.parametrize(("facing", "legal"), [("front", True), ("rear", True), ("left", False), ("right", False)])
def test_walkers_carry_before_and_behind(facing: str, legal: bool) -> None:
    walker = {"kind": "vehicle", "die": "d12", "attributes": ["Walker"]}
    crew = {"die": "d6", "aboard": {"vehicle": "Model 1", "facing": facing}}
    assert wrong(walker, crew) == (set() if legal else {"oversoul.attr.walker"})


def test_where_weapons_are_mounted() -> None:
    gun = {"name": "Gun", "die": "d6", "range": 8}
    assert _profile({"kind": "vehicle", "die": "d8", "weapons": [gun]}).weapons[0].facing == "front"
    walker = {"kind": "vehicle", "die": "d8", "attributes": ["Walker"]}
    assert wrong({**walker, "weapons": [{**gun, "facing": "rear"}]}) == set()
    assert wrong({**walker, "weapons": [{**gun, "facing": "left"}]}) == {"oversoul.attr.walker"}
    assert wrong({"kind": "vehicle", "die": "d8", "weapons": [{**gun, "facing": "top"}]}) == {
        "oversoul.facing.vehicle-weapon-mount"
    }
    two = {**gun, "count": 2, "facing": ["left"]}
    assert wrong({"kind": "vehicle", "die": "d8", "weapons": [two]}) == {"oversoul.facing.vehicle-weapon-mount"}
    assert wrong({"kind": "vehicle", "die": "d8", "weapons": [{**gun, "mount": "turret"}]}) == {"oversoul.attr.turret"}


# ---------------------------------------------------------------- magic


@pytest.mark.rule("oversoul.attr.magic")
@pytest.mark.parametrize(
    ("spells", "total", "legal"),
    [
        (["Fireball", "Shield", "Fast", "Zap"], 6, True),
        (["Fly", "Shield"], 6, True),
        (["Fly", "Shield", "Zap"], 7, False),
        (["Zap", "Fast", "Slow", "Ironwill", "Terrify"], 5, True),
        (["Zap", "Zap"], 2, False),
    ],
)
def test_spell_budget(spells: list[str], total: int, legal: bool) -> None:
    """oversoul.ex.magic-budget"""
    breaches = check(force(unit({"die": "d10", "attributes": ["Magic"], "spells": spells})))
    assert {b.rule for b in breaches} == (set() if legal else {"oversoul.attr.magic"})
    if total > 6:
        assert f"spells of {total}" in breaches[0].text
    assert each(die="d10", attributes=["Magic"], spells=spells) == 56  # spells are free
    assert wrong({"die": "d10", "spells": ["Zap"]}) == {"oversoul.attr.magic"}


# ---------------------------------------------------------------- the army


@pytest.mark.rule("oversoul.build.process")
def test_the_total_stays_within_the_limit() -> None:
    men = unit({"die": "d6", "count": 10})
    assert broken(men, points=120) == set()
    breaches = check(force(men, points=119))
    assert [b.rule for b in breaches] == ["oversoul.build.process"]
    assert "120 points exceed the limit of 119" in breaches[0].text
    assert cost(force(men, points=119)).left == -1


@pytest.mark.rule("oversoul.setup.agreement")
def test_the_agreement() -> None:
    plain = parse_roster("system: oversoul\nname: T\nunits: [{name: A, models: [{name: M, die: d20, count: 4}]}]")
    assert cost(plain).limit == Agreement().points == 500
    assert check(plain) == []
    flyer = unit({"die": "d6", "attributes": ["Flying", "Lucky"]})
    assert broken(flyer, allowed=["Flying", "Lucky"]) == set()
    assert broken(flyer, allowed=["Flying"]) == {"oversoul.setup.agreement"}
    assert {b.rule for b in check(force(flyer), Agreement(10, ("Flying", "Lucky")))} == {"oversoul.build.process"}


@pytest.mark.rule("oversoul.build.base-equipment")
def test_everybody_can_fight_but_guns() -> None:
    kinds = {key: profile.fights for key, profile in ready_profiles().items()}
    assert not kinds["acw-artillery-section/12pd. Napoleon"]
    assert not kinds["colonial-mortar-section/Heavy Mortar"]
    assert sum(not fights for fights in kinds.values()) == 2


# ---------------------------------------------------------------- printed units

UNIT_COSTS = [
    pytest.param("steel-ravens", [17, 22], [153, 22], marks=pytest.mark.rule("oversoul.profiles.steel-ravens")),
    pytest.param("elven-royal-lancers", [32], [320], marks=pytest.mark.rule("oversoul.profiles.elven-royal-lancers")),
    pytest.param(
        "acw-artillery-section", [12, 55], [48, 55], marks=pytest.mark.rule("oversoul.profiles.acw-artillery-section")
    ),
    pytest.param("light-tank", [265], [265], marks=pytest.mark.rule("oversoul.profiles.light-tank")),
    pytest.param("warcycle-squad", [62], [310], marks=pytest.mark.rule("oversoul.profiles.warcycle-squad")),
]


@pytest.mark.parametrize(("ident", "singles", "totals"), UNIT_COSTS)
@pytest.mark.rule("oversoul.build.unit-cost")
def test_the_books_units(ident: str, singles: list[int], totals: list[int]) -> None:
    bill = cost(force({"profile": ident}))
    assert [model.each for model in bill.units[0].models] == singles
    assert bill.entries() == totals
    rows = BOOK[f"oversoul.profiles.{ident}"].table
    for row, model in zip(rows, ready_units()[ident].models, strict=True):
        profile = ready_profiles()[f"{ident}/{row['name']}"]
        assert model.count == row.get("count", 1)
        assert f"d{profile.die}" == row["die"]
        assert profile.move == row.get("move", 0) * 1000
        assert model.range == row.get("range", 0)
        assert profile.cost == row.get("cost_each", row["cost"])


@pytest.mark.rule("oversoul.build.printed-costs", "oversoul.build.reload-rounding", "oversoul.build.artillery-cost")
def test_the_napoleon_costs_55_and_47_with_reload_2() -> None:
    """oversoul.ex.cost-napoleon"""
    gun = {"kind": "artillery-weapon", "die": "d10", "range": 20}
    bill = priced(**gun, attributes=["Heavy Ranged Weapon", "Reload:1", "Template 2"])
    assert [line.points for line in bill.lines] == [40, 10, 4, 8, -7]
    assert bill.lines[-1].text == "Reload:1, 62 x 0.875 = 54.25 rounded up"
    assert bill.each == 55
    assert each(**gun, attributes=["Heavy Ranged Weapon", "Reload:2", "Template 2"]) == 47
    assert cost(force({"profile": "acw-artillery-section"})).total == 103


@pytest.mark.rule("oversoul.build.base-cost", "oversoul.build.range-cost", "oversoul.build.attribute-cost")
@pytest.mark.parametrize(
    ("ident", "number", "lines"),
    [
        pytest.param("steel-ravens", 0, [12, 5], id="cost-basic-infantry"),
        pytest.param("steel-ravens", 1, [12, 6, 4], id="cost-saw"),
        pytest.param("elven-royal-lancers", 0, [24, 8, -8, 4, 4], id="cost-elven-lancers"),
        pytest.param("acw-artillery-section", 0, [12], id="cost-gunners"),
        pytest.param("warcycle-squad", 0, [40, 2, 8, 4, 8], id="cost-warcycles"),
    ],
)
def test_the_lines_of_the_printed_costs(ident: str, number: int, lines: list[int]) -> None:
    """oversoul.ex.cost-basic-infantry, oversoul.ex.cost-saw, oversoul.ex.cost-elven-lancers, oversoul.ex.cost-gunners,
    oversoul.ex.cost-warcycles
    """
    bill = cost(force({"profile": ident})).units[0].models[number]
    assert [line.points for line in bill.lines] == lines
    assert bill.each == sum(lines) == BOOK[f"oversoul.profiles.{ident}"].table[number].get("cost_each", bill.total)
    if ident == "warcycle-squad":
        assert ready_profiles()[f"{ident}/{ready_units()[ident].models[0].name}"].move == 14_000


@pytest.mark.rule("oversoul.build.printed-costs", "oversoul.build.vehicle-weapon-cost", "oversoul.build.vehicle-own-attributes")
def test_the_light_tank_costs_265_and_205_on_a_d12_hull() -> None:
    """oversoul.ex.cost-light-tank: hull 120 + 4 + 4, cannon 45 with 4 + 8 + 12, machine guns 28 with a sponson of 6."""
    assert [line.points for line in priced(**tank("d20")).lines] == [120, 4, 4, 45 + 4 + 8 + 12, 28 + 6, 28 + 6]
    assert each(**tank("d20")) == 265
    assert each(**tank("d12")) == 205
    assert each(**tank("d12", cannon_range=12)) == 206
    printed, ready = _profile(tank("d20")), ready_profiles()["light-tank/Tank"]
    assert printed.weapons == ready.weapons
    assert ready_profiles()["light-tank-d12/Tank"].cost == 205


@pytest.mark.rule("oversoul.build.printed-costs", "oversoul.build.unit-cost")
def test_stated_numbers_must_be_the_derived_ones() -> None:
    model = {"die": "d6", "range": 10, "count": 9}
    right = {**model, "cost": {"each": 17, "total": 153, "printed": 153}, "victory_points_each": 4.25, "move": 6}
    assert broken(unit(right, cost=153)) == set()
    assert wrong({**model, "cost": 18}) == {"oversoul.build.printed-costs"}
    assert wrong({**model, "cost": {"total": 150}}) == {"oversoul.build.unit-cost"}
    assert broken(unit(model, cost=152)) == {"oversoul.build.unit-cost"}
    assert wrong({**model, "victory_points_each": 4}) == {"oversoul.victory.points-per-model"}
    assert wrong({**model, "move": 7}) == {"oversoul.basics.move-modifier-order"}


def test_every_ready_unit_is_legal_and_states_its_numbers_rightly() -> None:
    from littlewars.systems.oversoul.roster.legality import unit_breaches

    assert len(ready_units()) == 16
    for ready in ready_units().values():
        assert list(unit_breaches(ready, [ready], Agreement())) == []
        assert ready.cost is not None


def bill_of(name: str) -> Bill:
    """The bill of an army in the package."""
    return cost(load_roster(ARMIES / f"{name}.yaml"))


@pytest.mark.rule("oversoul.build.process")
@pytest.mark.parametrize("path", sorted(ARMIES.glob("*.yaml")), ids=lambda path: path.stem)
def test_the_armies_are_legal(path: Path) -> None:
    roster = load_roster(path)
    assert check(roster) == []
    assert cost(roster).total == (1173 if path.stem == "book-examples" else 500)
    assert len(expand(roster)) >= 4


def test_the_armies_bills() -> None:
    assert bill_of("book-examples").entries() == [153, 22, 320, 48, 55, 265, 310]
    assert [u.total for u in bill_of("thornwood-host").units] == [48, 56, 96, 176, 124]
    assert [u.total for u in bill_of("ninth-colonial-regiment").units] == [42, 130, 117, 119, 92]


def test_breaches_name_rules_of_the_catalogue() -> None:
    rooms = Path(muster.__file__).parents[1]
    source = (rooms / "roster" / "legality.py").read_text() + (rooms / "basics" / "definitions.py").read_text()
    import re

    named = set(re.findall(r'"(oversoul\.[a-z-]+\.[a-z0-9-]+)"', source))
    assert named
    assert {rule for rule in named if rule not in BOOK} == set()
    for attribute in attributes().values():
        assert all(rule in BOOK for rule in attribute.rules)
        assert all(mod.rule in BOOK for mod in attribute.mods)


def test_attributes_are_read_generously() -> None:
    for text in ("heavy melee weapons", "Heavy  Melee Weapon", 'Template: 2"', "Reload: 1", "reload 2", "Turret (Main Cannon)"):
        assert not isinstance(read_attribute(text, 1), str), text
    assert isinstance(read_attribute("Heroic", 1), str)


def test_cost_of_a_roster_with_unknowns_is_an_error_with_a_line() -> None:
    roster = parse_roster(
        "system: oversoul\nname: T\nunits:\n  - name: A\n    models:\n      - {name: M, die: d6, attributes: [Brav]}"
    )
    assert check(roster) == [Breach("oversoul.build.attribute-cost", 6, "M: unknown attribute 'Brav' (did you mean Brave?)")]
    with pytest.raises(RosterError, match="line 6"):
        cost(roster)


@pytest.mark.rule("oversoul.build.payload-combination", "oversoul.build.payload-table")
@pytest.mark.parametrize(("men", "legal"), [(4, True), (8, True), (9, False)])
def test_troopers_aboard_are_shared_among_the_vehicles(men: int, legal: bool) -> None:
    """A d10 hull carries four d6 troopers, two hulls carry eight; of nine one hull has five."""
    trucks = {"kind": "vehicle", "die": "d10", "count": 2}
    crew = {"die": "d6", "count": men, "aboard": {"vehicle": "Model 1"}}
    assert wrong(trucks, crew) == (set() if legal else {"oversoul.build.payload-combination"})


@pytest.mark.rule("oversoul.attr.magic")
def test_without_magic_there_are_no_spells() -> None:
    assert "oversoul.attr.magic" in wrong({"die": "d10", "spells": ["Shield"]})
    assert "oversoul.attr.magic" not in wrong({"die": "d10", "attributes": ["Magic"], "spells": ["Shield"]})
