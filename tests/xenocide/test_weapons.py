"""Weapons: their stats and size classes, what a model may carry, combi-weapons."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.xenocide.basics.classes import blade_hands, class_of, difference, hands_for, strikes_late, two_handed
from littlewars.systems.xenocide.basics.profiles import Blade, Gun, Profile, blades, check_gun, guns, read_gun
from littlewars.systems.xenocide.roster.muster import carry_faults

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
    found = class_of(guns()[gun], 2)
    assert (found.name, found.hands, found.move_after) == (name, hands, moves)
    assert hands_for(model(), guns()[gun]) == hands


@pytest.mark.rule("xenocide.size.difference")
def test_differences_end_at_two() -> None:
    assert [difference(guns()["pistol"], capacity) for capacity in (0, 1, 2, 3, 9)] == [0, -1, -2, -2, -2]
    assert difference(guns()["delari-heavy-lance"], 2) == 2


@pytest.mark.rule("xenocide.size.carry-limit")
@pytest.mark.rule("xenocide.size.carry-count")
def test_what_a_model_may_carry() -> None:
    every = guns()
    assert faults(model(every["rifle"], every["pistol"], every["frag-grenade"], blades()["sword"])) == []
    assert faults(model(every["rifle"], every["carbine"])) == ["size.carry-count"]
    assert faults(model(every["medium-machine-gun"], every["pistol"])) == []
    assert "size.carry-limit" in faults(model(every["medium-machine-gun"], every["rifle"]))


@pytest.mark.rule("xenocide.grenade.size")
def test_grenades_must_be_small_for_who_throws_them() -> None:
    assert faults(model(guns()["frag-grenade"])) == []
    assert faults(model(guns()["frag-grenade"], capacity=1)) == ["grenade.size"]


@pytest.mark.rule("xenocide.size.combi")
@pytest.mark.rule("xenocide.size.combi-classes")
def test_combi_weapons() -> None:
    rifle, carbine = guns()["rifle"], guns()["carbine"]
    bayonet, great = blades()["bayonet"], blades()["great-sword"]
    assert faults(model(rifle, bayonet)) == []
    assert two_handed(model(rifle, bayonet), bayonet)  # held by the hands that hold the rifle
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
    assert not two_handed(model(claws), claws)
    assert faults(model(claws)) == []
    assert faults(model(claws, capacity=1)) == ["size.integrated"]
