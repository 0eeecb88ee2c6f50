"""Weapons: their stats and size classes, what a model may carry, combi-weapons."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.xenocide.basics.numbers import blade_hands, blow_power, class_of, difference, strikes_late
from littlewars.systems.xenocide.basics.profiles import (
    GUN_BOUNDS,
    PROFILE_BOUNDS,
    Blade,
    Gun,
    Profile,
    armoury,
    check_gun,
    check_profile,
    read_gun,
)
from littlewars.systems.xenocide.roster.muster import carry_faults
from tests.xenocide.squads import a_state

HUMAN = {"capacity": 2, "hands": 2}


def model(*carried: Any, **stats: Any) -> Profile:
    """Somebody with these weapons."""
    arms = {
        "guns": [one.data() for one in carried if isinstance(one, Gun)],
        "blades": [one.data() for one in carried if isinstance(one, Blade)],
    }
    return Profile.read({"key": "x", "name": "x", "line": "x", "movement": 4000, **HUMAN, **stats, **arms})


def faults(profile: Profile) -> list[str]:
    """The rules it breaks."""
    return [rule.removeprefix("xenocide.") for rule, _ in carry_faults(profile)]


@pytest.mark.rule("xenocide.weapon.stats")
@pytest.mark.rule("xenocide.weapon.special-abilities")
@pytest.mark.rule("xenocide.weapon.long-range")
def test_the_stats_of_a_weapon() -> None:
    raw = {"size": 3, "rate": 4, "power": -2, "saves": 2, "area": 1, "normal": 30, "long": "LOS", "special": ["thrown"]}
    gun = read_gun("gun", raw)
    assert (gun.size, gun.rate, gun.power, gun.saves, gun.area, gun.normal) == (3, 4, -2, 2, 1, 30_000)
    assert gun.thrown
    assert gun.reach > 1_000_000
    assert read_gun("short", {"size": 0, "normal": 12}).reach == 12_000
    with pytest.raises(ValueError, match="special-abilities"):
        check_gun(read_gun("odd", {"size": 0, "special": ["singing"]}))


@pytest.mark.rule("xenocide.size.difference")
@pytest.mark.rule("xenocide.size.hands")
@pytest.mark.rule("xenocide.weapon.size-class")
@pytest.mark.parametrize(
    ("gun", "name", "hands", "moves"),
    [
        ("pistol", "S-2", 1, True),
        ("carbine", "S-1", 2, True),
        ("rifle", "S0", 2, True),
        ("sniper-rifle", "S+1", 2, False),
        ("light-machine-gun", "S+1", 2, False),
        ("medium-machine-gun", "S+2", 4, False),
        ("mortar", "S+2", 4, False),
    ],
)
def test_size_classes_of_a_human(gun: str, name: str, hands: int, moves: bool) -> None:
    found = class_of(armoury().guns[gun], 2)
    assert (found.name, found.hands, found.move_after) == (name, hands, moves)
    assert class_of(armoury().guns[gun], model().capacity).hands == hands


@pytest.mark.rule("xenocide.size.difference")
def test_differences_end_at_two() -> None:
    assert [difference(armoury().guns["pistol"], capacity) for capacity in (0, 1, 2, 3, 9)] == [0, -1, -2, -2, -2]
    assert difference(armoury().guns["delari-heavy-lance"], 2) == 2


@pytest.mark.rule("xenocide.size.carry-limit")
@pytest.mark.rule("xenocide.size.carry-count")
def test_what_a_model_may_carry() -> None:
    every = armoury().guns
    assert faults(model(every["rifle"], every["pistol"], every["frag-grenade"], armoury().blades["sword"])) == []
    assert faults(model(every["rifle"], every["carbine"])) == ["size.carry-count"]
    assert faults(model(every["medium-machine-gun"], every["pistol"])) == []
    assert "size.carry-limit" in faults(model(every["medium-machine-gun"], every["rifle"]))


@pytest.mark.rule("xenocide.grenade.size")
def test_grenades_must_be_small_for_who_throws_them() -> None:
    assert faults(model(armoury().guns["frag-grenade"])) == []
    assert faults(model(armoury().guns["frag-grenade"], capacity=1)) == ["grenade.size"]


@pytest.mark.rule("xenocide.size.combi")
@pytest.mark.rule("xenocide.size.combi-classes")
def test_combi_weapons() -> None:
    rifle, carbine = armoury().guns["rifle"], armoury().guns["carbine"]
    bayonet, great = armoury().blades["bayonet"], armoury().blades["great-sword"]
    assert faults(model(rifle, bayonet)) == []
    soldier = model(rifle, bayonet)
    assert blow_power(soldier, bayonet) == soldier.strength + bayonet.power  # held by the hands that hold the rifle
    champion = model(carbine, great)
    assert faults(champion) == []
    assert (class_of(carbine, 2).name, strikes_late(champion, great)) == ("S-1", True)
    knife = Blade(key="knife", name="knife", size=1, combi="rifle")
    assert faults(model(rifle, knife)) == ["size.combi"]
    assert faults(model(bayonet)) == ["size.combi"]


@pytest.mark.rule("xenocide.size.integrated")
def test_integrated_weapons_need_one_hand() -> None:
    claws = Blade(key="claws", name="claws", size=2, integrated=True)
    assert blade_hands(model(claws), claws) == 1
    assert blow_power(model(claws), claws) == model(claws).strength - 1
    assert faults(model(claws)) == []
    assert faults(model(claws, capacity=1)) == ["size.integrated"]


INCHES = 1000
GUN_LIMITS = {
    "size": (0, 30), "rate": (1, 20), "power": (-10, 20), "saves": (1, 10), "area": (0, 10), "normal": (0, 200 * INCHES),
    "long": (0, 10_000 * INCHES),
}  # fmt: skip
PROFILE_LIMITS = {
    "movement": (0, 60 * INCHES), "leap": (0, 60 * INCHES), "flying": (0, 60 * INCHES), "wounds": (1, 30), "armor": (0, 20),
    "aspect": (-9, 9), "missile": (0, 10), "melee": (0, 10), "defense": (0, 10), "strength": (0, 30), "morale": (0, 20),
    "capacity": (0, 30), "hands": (0, 12), "extra": (0, 10), "vp": (0, 100_000),
}  # fmt: skip


@pytest.mark.rule("xenocide.weapon.stats", "xenocide.unit.stats")
@pytest.mark.parametrize(
    ("table", "word"), [("gun", word) for word in GUN_LIMITS] + [("model", word) for word in PROFILE_LIMITS]
)
def test_numbers_at_the_limits_and_beyond(table: str, word: str) -> None:
    least, most = (GUN_LIMITS if table == "gun" else PROFILE_LIMITS)[word]

    def made(number: int) -> None:
        if table == "gun":
            check_gun(Gun.read({"key": "g", "name": "g", "size": 1, word: number}))
        else:
            check_profile(Profile.read({"key": "x", "name": "x", "line": "x", "movement": 4000, **HUMAN, word: number}))

    made(least)
    made(most)
    for number in (least - 1, most + 1):
        with pytest.raises(ValueError, match=r"xenocide\."):
            made(number)
    assert set(GUN_BOUNDS) == set(GUN_LIMITS)
    assert set(PROFILE_BOUNDS) == set(PROFILE_LIMITS)


@pytest.mark.rule("xenocide.vehicle.stats", "xenocide.vehicle.preloaded")
@pytest.mark.parametrize(
    ("hull", "fine"),
    [
        ({"width": 12_000, "length": 12_000, "threshold": 100}, True),
        ({"width": 12_001}, False),
        ({"length": 12_001}, False),
        ({"width": 0}, False),
        ({"length": 0}, False),
        ({"threshold": 1, "width": 1, "length": 1}, True),
        ({"threshold": 0}, False),
        ({"threshold": 101}, False),
        ({"room": 100, "attacks": 20, "power": 30}, True),
        ({"power": -10}, True),
        ({"room": 101}, False),
        ({"room": -1}, False),
        ({"attacks": 21}, False),
        ({"attacks": -1}, False),
        ({"power": 31}, False),
        ({"power": -11}, False),
    ],
)
def test_hulls_at_the_limits_and_beyond(hull: dict[str, int], fine: bool) -> None:
    whole = {"propulsion": "wheeled", "threshold": 3, "length": 4000, "width": 2000, **hull}
    profile = Profile.read({"key": "x", "name": "x", "line": "x", "movement": 4000, "hull": whole})
    if fine:
        assert check_profile(profile) is profile
    else:
        with pytest.raises(ValueError, match=r"xenocide\.vehicle\."):
            check_profile(profile)


@pytest.mark.rule("xenocide.vehicle.stats")
def test_a_hull_has_two_sides() -> None:
    truck = {"movement": 12, "propulsion": "wheeled", "threshold": 3, "hull": [5]}
    with pytest.raises(ScenarioError, match=r"a hull has a length and a width: xenocide\.vehicle\.stats"):
        a_state({"r": {"profile": "truck", "at": [[9, 9]]}}, profiles={"truck": truck})
