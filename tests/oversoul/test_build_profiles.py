"""Profiles: die tables, MOVE, bases, and the properties that attributes declare."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from littlewars.engine.catalogue.rulebook import Rulebook
from littlewars.muster import parse_roster
from littlewars.systems.oversoul.basics import profiles as module
from littlewars.systems.oversoul.basics.attributes import spells
from littlewars.systems.oversoul.basics.ladder import (
    LADDER,
    TROOPER_MOVE,
    VEHICLE_MOVE,
    lower,
    trooper_move,
)
from littlewars.systems.oversoul.basics.profiles import Profile, Weapon, new_registry, ready_profiles, register

from .mustering import expand

BOOK = Rulebook.of("oversoul")
DICE = ("d4", "d6", "d8", "d10", "d12", "d20")


def profile(*attributes: str, die: str = "d6", **fields: Any) -> Profile:
    """The profile of a model with these attributes."""
    model = {"name": "Model", "die": die, "attributes": list(attributes), **fields}
    models = [model]
    if fields.get("mount"):
        models.append({"name": fields["mount"], "kind": "mount", "die": "d12"})
    roster = parse_roster(
        json.dumps({"system": "oversoul", "name": "T", "units": [{"id": "u", "name": "U", "models": models}]})
    )
    registry: dict[str, Profile] = {}
    expand(roster, registry)
    return registry["u/Model"]


def moves(kind: str, *attributes: str) -> dict[str, int]:
    """MOVE of every die, in inches."""
    return {die: profile(*attributes, die=die, kind=kind).move // 1000 for die in DICE}


# ---------------------------------------------------------------- dice and MOVE


@pytest.mark.rule("oversoul.basics.single-die")
def test_the_ladder() -> None:
    assert [f"d{die}" for die in LADDER] == BOOK["oversoul.basics.single-die"].table["ladder"] == list(DICE)
    assert [lower(die) for die in LADDER] == [None, 4, 6, 8, 10, 12]


@pytest.mark.rule("oversoul.basics.die-examples")
def test_the_die_chart() -> None:
    """oversoul.ex.die-chart"""
    named = {row["name"]: row["die"] for row in BOOK["oversoul.profiles.archetypes"].table}
    chart = {
        "Goblin": "d4",
        "Average Soldier": "d6",
        "Ogre": "d8",
        "Armed Motorcycle": "d10",
        "Light Tank": "d12",
        "Heavy Tank": "d20",
    }
    assert {name: named[name] for name in chart} == chart
    printed = BOOK["oversoul.basics.die-examples"].table
    assert {die: len(names) for die, names in printed.items()} == Counter(named.values())
    hulls = [one.die for key, one in ready_profiles().items() if key.startswith("light-tank-d12/") and one.is_vehicle]
    assert [f"d{die}" for die in hulls] == [named["Light Tank"]]


@pytest.mark.rule("oversoul.profiles.archetypes")
def test_the_archetypes_follow_from_their_dice() -> None:
    for row in BOOK["oversoul.profiles.archetypes"].table:
        archetype = profile(die=row["die"], kind=row["kind"])
        assert archetype.cost == row["base_cost"], row["name"]
        assert archetype.move == (row["move"] or 0) * 1000, row["name"]


@pytest.mark.rule("oversoul.basics.move-table")
def test_move_by_die() -> None:
    assert moves("trooper") == {"d4": 5, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
    assert {die: move for die, move in moves("vehicle").items() if die != "d4"} == {
        "d6": 20,
        "d8": 12,
        "d10": 10,
        "d12": 8,
        "d20": 6,
    }
    printed = BOOK["oversoul.basics.move-table"].table
    assert printed["trooper"] == {f"d{die}": move for die, move in TROOPER_MOVE.items()}
    assert printed["vehicle"] == {"d4": None, **{f"d{die}": move for die, move in VEHICLE_MOVE.items()}}


@pytest.mark.rule("oversoul.attr.fast-trooper", "oversoul.attr.slow-trooper")
def test_fast_and_slow_troopers_move_as_the_neighbouring_die() -> None:
    assert moves("trooper", "Fast") == BOOK["oversoul.attr.fast-trooper"].table["move"]
    assert moves("trooper", "Slow") == BOOK["oversoul.attr.slow-trooper"].table["move"]
    assert (profile("Fast").move, profile("Slow").move) == (8000, 5000)
    assert (trooper_move(20, 1), trooper_move(4, -1)) == (24, 4)


@pytest.mark.rule("oversoul.attr.fast-vehicle", "oversoul.attr.slow-vehicle")
def test_fast_and_slow_vehicles_change_by_four() -> None:
    fast, slow = moves("vehicle", "Fast"), moves("vehicle", "Slow")
    assert {die: fast[die] for die in DICE[2:]} == BOOK["oversoul.attr.fast-vehicle"].table["move"]
    assert {die: slow[die] for die in DICE[2:]} == BOOK["oversoul.attr.slow-vehicle"].table["move"]
    assert (fast["d10"], slow["d10"]) == (14, 6)


@pytest.mark.rule("oversoul.mount.common", "oversoul.basics.move-modifier-order")
def test_mounted() -> None:
    assert profile("Mounted", die="d8").move == 12_000
    assert profile("Mounted", "Fast", die="d8").move == 14_000  # the d10's 10, then the steed's 4
    rider = profile("Mounted", mount="Dragon")
    assert (rider.move, rider.mount, rider.mounted) == (6000, "Dragon", True)  # his own feet; mounted, the dragon's 12
    assert ready_profiles()["thornwood-dragon-rider/Dragon"].move == 12_000
    assert not profile("Mounted").can_go_prone


@pytest.mark.rule("oversoul.basics.move-modifier-order")
def test_the_ready_profiles_have_the_moves_of_the_files() -> None:
    known = {key: p.move // 1000 for key, p in ready_profiles().items()}
    assert known["elven-royal-lancers/Elven Knight"] == 12
    assert known["warcycle-squad/Warcycle"] == 14
    assert known["light-tank/Tank"] == 6
    assert known["light-tank-d12/Tank"] == 8
    assert known["acw-artillery-section/12pd. Napoleon"] == 0


# ---------------------------------------------------------------- bases


@pytest.mark.rule("oversoul.basics.measuring")
def test_default_bases() -> None:
    sizes = BOOK["oversoul.basics.measuring"].table["base_inches"]
    for die in DICE:
        assert profile(die=die).base == sizes["trooper"][die] * 500
        assert profile("Mounted", die=die).base == (2000, 1000)
    for die in DICE[1:]:
        width, length = sizes["vehicle"][die]
        assert profile(die=die, kind="vehicle").base == (length * 1000, width * 1000)
    assert profile(kind="artillery-weapon", range=8).base == 1000
    assert profile("Mounted", mount="Dragon").base == 500  # alone he stands on his own base


@pytest.mark.rule("oversoul.basics.measuring")
def test_a_profile_may_have_a_base_of_its_own() -> None:
    assert profile(base=1.5).base == 750
    assert profile(die="d12", kind="vehicle", base=[2, 6]).base == (6000, 2000)


# ---------------------------------------------------------------- modifiers and properties


@pytest.mark.parametrize(
    ("name", "value", "pierces"), [("Aggressive", 1, 0), ("Heavy Melee Weapon", 1, 1), ("Super Heavy Melee Weapon", 2, 2)]
)
def test_melee(name: str, value: int, pierces: int) -> None:
    fighter = profile(name)
    assert [(mod.name, mod.value) for mod in fighter.melee_mods] == [(name, value)]
    assert fighter.melee_pierces == pierces
    assert fighter.melee_mods[0].rule in BOOK


@pytest.mark.parametrize(("name", "value"), [("Heavy Ranged Weapon", 1), ("Super Heavy Ranged Weapon", 2)])
def test_ranged(name: str, value: int) -> None:
    weapon = profile(name, range=8).weapons[0]
    assert [mod.value for mod in weapon.mods] == [value]
    assert weapon.pierces == value
    other = {"name": "Grenade", "die": "d4", "range": 4, "attributes": ["Exhaustible Weapon"]}
    assert profile(name, range=8, weapons=[other]).weapons[1].pierces == 0  # only for the weapon it is bought for
    assert profile(name, range=8).melee_mods == ()


@pytest.mark.parametrize(
    ("name", "value", "armour"),
    [("Heavy Armor", 1, 1), ("Super Heavy Armor", 2, 2), ("Tough", 1, 0), ("Frail", -1, 0), ("Undead", 1, 0)],
)
def test_recovery(name: str, value: int, armour: int) -> None:
    model = profile(name)
    assert [mod.value for mod in model.recovery_mods] == [value]
    assert model.armour == armour


def test_brave() -> None:
    assert [mod.value for mod in profile("Brave").morale_mods] == [1]


def test_undead() -> None:
    dead = profile("Undead")
    assert dead.no_morale
    assert not dead.can_run
    assert profile().can_run
    assert not profile().no_morale


@pytest.mark.rule("oversoul.attr.sharpshooter-heavy")
def test_sharpshooters() -> None:
    assert [mod.value for mod in profile("Sharpshooter", range=8).weapons[0].steady] == [1]
    for heavy in ("Heavy Ranged Weapon", "Super Heavy Ranged Weapon"):
        gunner = profile("Sharpshooter", heavy, range=8)
        assert gunner.weapons[0].steady == ()
        assert not gunner.sharpshooter


def test_properties() -> None:
    model = profile("Flying", "Hover", "Jump", "Fearsome", "Lucky")
    assert (model.flying, model.hover, model.jump, model.jump_height, model.fearsome, model.lucky) == (
        True,
        True,
        8000,
        4000,
        8000,
        1,
    )
    plain = profile()
    assert (plain.flying, plain.hover, plain.jump, plain.fearsome, plain.lucky, plain.magic) == (False, False, 0, 0, 0, 0)
    ship = profile("Waterborne", "Submersible", "Sailed", die="d8", kind="vehicle")
    assert (ship.waterborne, ship.submersible, ship.sailed, ship.amphibious) == (True, True, True, False)
    assert profile("Magic", spells=["Zap"]).magic == 6


def test_turning() -> None:
    def vehicle(*names: str) -> Profile:
        return profile(*names, die="d8", kind="vehicle")

    assert [vehicle().turns, vehicle("Turn X2").turns, vehicle("Turn X3").turns] == [1, 2, 3]
    assert (vehicle("Tracked").turns, vehicle("Tracked").pivot) == (1, True)
    walker = vehicle("Walker")
    assert (walker.turns, walker.facings, walker.front, walker.can_run, walker.can_go_prone) == (0, 2, 9000, False, False)
    assert (vehicle().facings, vehicle().front) == (4, 4500)


def test_arcs() -> None:
    def gun(kind: str, *attributes: str) -> Weapon:
        weapon = {"name": "Gun", "die": "d6", "range": 8, "facing": "rear", "attributes": list(attributes)}
        return profile(*([kind] if kind else []), die="d8", kind="vehicle", weapons=[weapon]).weapons[0]

    assert [gun("").arc, gun("", "Sponson").arc, gun("", "Turret").arc, gun("Walker").arc] == [4500, 9000, 18000, 9000]
    assert gun("").centre == 18000
    assert profile(range=8).weapons[0].arc == 9000
    assert profile("Tight Cohesion", range=8).weapons[0].arc == 4500
    assert profile(kind="artillery-weapon", range=8).weapons[0].arc == 4500


def test_templates() -> None:
    for size in (2, 4, 6):
        assert profile(f"Template {size}", range=8).weapons[0].template == size * 1000
        melee = profile(f"Template {size}")
        assert (melee.melee_template, melee.weapons) == (size * 1000, ())
    dragon = profile("Template Flame", "Template 4")
    assert [(w.template, w.range) for w in dragon.weapons] == [("flame", 0)]
    assert dragon.melee_template == 4000


def test_weapon_properties() -> None:
    grenade = {"name": "Grenade", "die": "d8", "range": 4, "attributes": ["Exhaustible Weapon", "Submersible Weapon"]}
    own, thrown = profile("Reload:2", range=8, weapons=[grenade]).weapons
    assert (own.reload, own.uses, own.built_in, own.die, own.submersible) == (2, None, True, 6, False)
    assert (thrown.reload, thrown.uses, thrown.built_in, thrown.die, thrown.submersible) == (0, 4, False, 8, True)


@pytest.mark.rule("oversoul.basics.vehicle-dice")
def test_a_vehicle_and_its_weapons_have_dice_of_their_own() -> None:
    tank = ready_profiles()["light-tank/Tank"]
    assert (tank.die, [weapon.die for weapon in tank.weapons]) == (20, [10, 8, 8])
    assert (tank.crew, profile().crew) == (1, 0)
    assert ready_profiles()["colonial-armoured-car/Car Gunner"].die == 6


@pytest.mark.rule("oversoul.profiles.summoned-trooper")
def test_summoned_troopers() -> None:
    row = BOOK["oversoul.profiles.summoned-trooper"].table
    summoned = ready_profiles()["summoned/d4"]
    assert (f"d{summoned.die}", summoned.move, summoned.cost) == (row["die"], row["move"] * 1000, row["cost"])
    assert (summoned.weapons, summoned.attributes) == ((), ())
    assert ready_profiles()["summoned/d20"].move == 20_000


def test_a_gun_counts_for_nothing_but_fire() -> None:
    gun = ready_profiles()["acw-artillery-section/12pd. Napoleon"]
    assert (gun.counts, gun.fights, gun.can_run, gun.can_go_prone, gun.facings, gun.is_gun) == (
        False,
        False,
        False,
        False,
        4,
        True,
    )


# ---------------------------------------------------------------- spells


@pytest.mark.rule("oversoul.spells.table")
def test_the_spell_table() -> None:
    printed = BOOK["oversoul.spells.table"].table
    assert set(spells()) == set(printed)
    for name, row in printed.items():
        spell = spells()[name]
        assert (spell.difficulty, spell.range, spell.duration, spell.target) == (
            row["difficulty"], row["range"], row["duration"], row["target"],
        )  # fmt: skip
        assert spell.template == row.get("template", 0)
        assert spell.rule in BOOK
    by_hand = {"Fly": (4, 8, 8), "Fireball": (2, 6, "instant"), "Summon": (4, None, "permanent"), "Zap": (0, 8, "instant")}
    assert {n: (spells()[n].difficulty, spells()[n].range, spells()[n].duration) for n in by_hand} == by_hand


SPELL_EFFECTS = [
    ("Fast", {"move": 2}),
    ("Slow", {"move": -2}),
    ("Ironwill", {"morale": 2}),
    ("Terrify", {"morale": -2}),
    ("Shield", {"against": -2}),
    ("Strengthen", {"attack": 2}),
    ("Weaken", {"attack": -2}),
    ("Fly", {"flying": 1}),
    ("Zap", {"recovery": -2}),
]


@pytest.mark.parametrize(("name", "effects"), SPELL_EFFECTS)
def test_what_spells_do(name: str, effects: dict[str, int]) -> None:
    spell = spells()[name]
    assert spell.effects == effects
    row = BOOK[spell.rule].table
    assert (spell.difficulty, spell.range) == (row["difficulty"], row["range"])


# ---------------------------------------------------------------- profiles as objects


def test_profiles_cannot_be_changed_and_are_shared_by_copies() -> None:
    tank = ready_profiles()["light-tank/Tank"]
    with pytest.raises(AttributeError):
        tank.die = 4  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del tank.die
    assert copy.deepcopy(tank) is tank
    assert pickle.loads(pickle.dumps(tank)) == tank
    assert not hasattr(tank, "__dict__")
    with pytest.raises(TypeError, match="unknown colour"):
        Weapon(name="X", die=6, colour="red")  # type: ignore[call-arg]


def test_registries_are_per_game_and_keys_are_stable() -> None:
    first, second = new_registry(), new_registry()
    text = "{system: oversoul, name: T, units: [{profile: thornwood-wizard, spells: {Wizard: [Zap]}}, {profile: steel-ravens}]}"
    keys = [member.profile for spec in expand(parse_roster(text), first) for member in spec.members]
    assert keys == ["thornwood-wizard/Wizard #2", "steel-ravens/Basic Infantry", "steel-ravens/Trooper with SAW"]
    assert first[keys[0]].spells == ("Zap",)
    assert first["thornwood-wizard/Wizard"].spells == ("Fireball", "Shield", "Fast", "Zap")
    assert keys[0] not in second
    assert [m.profile for s in expand(parse_roster(text), first) for m in s.members] == keys
    assert all(key == found.key for key, found in first.items())
    assert register is module.register


def test_rules_ask_for_properties_and_never_for_names() -> None:
    construction = {"attributes.py", "definitions.py", "costs.py", "legality.py", "profiles.py", "muster.py", "ladder.py"}
    folder = Path(module.__file__).parents[1]
    for path in folder.rglob("*.py"):
        if path.name not in construction:
            source = path.read_text(encoding="utf-8")
            asked = re.search(r"""["']\s+(not\s+)?in\s+[\w.]*\.attributes\b""", source)
            assert asked is None, f"{path.name} asks a profile for an attribute's name"
