"""What a shot needs: skill, aspect, range, size classes, cover, markers; dice at the ends of the scale."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Tally
from littlewars.systems.xenocide.basics.profiles import armoury
from littlewars.systems.xenocide.fire.aim import AlikeAttacks, ReadyAttack, Shooter, TargetSituation, aim, arms, skill_tally
from littlewars.systems.xenocide.fire.declare import forecast, loads, unit_loads, usual_volley
from littlewars.systems.xenocide.fire.strike import roll
from littlewars.systems.xenocide.harm.blows import free_hands
from littlewars.systems.xenocide.system import XENOCIDE
from tests.xenocide.squads import MAN, PLAIN, a_battle, row

SIZES = {"S-2": 0, "S-1": 1, "S0": 2, "S+1": 3, "S+2": 4}


def place(battle: Any, gap: float = 10, cover: str = "", dim: bool = False) -> TargetSituation:
    """Unit b, so many inches away."""
    return TargetSituation(battle.state.units["b"], None, round(gap * 1000), cover, dim)


def needs(battle: Any, gun: str, where: TargetSituation, snap: int = 0) -> int:
    """What somebody of unit a needs with a gun."""
    figure = battle.state.figures["a.1"]
    one = Shooter(figure, armoury().guns[gun], figure.profile.missile, figure.profile.capacity)
    return skill_tally(battle.state, one, battle.state.units["a"], where, snap).needed


def two(skill: int = 3, aspect: int = 0, **unit: Any) -> Any:
    """Unit a of that skill against unit b of that aspect."""
    profiles = {"shooter": {**MAN, "missile": skill, "carries": ["carbine"]}, "mark": {**MAN, "aspect": aspect}}
    units = {"a": {"profile": "shooter", "at": [[10, 10]], **unit}, "b": {"profile": "mark", "at": [[10, 20]]}}
    return a_battle(units, profiles=profiles)


@pytest.mark.rule("xenocide.hit.aspect")
@pytest.mark.rule("xenocide.hit.roll")
@pytest.mark.parametrize(("aspect", "needed"), [(2, 5), (0, 3), (-2, 1)])
def test_the_aspect_of_the_target_is_added(aspect: int, needed: int) -> None:
    battle = two(3, aspect)
    assert needs(battle, "rifle", place(battle)) == needed


@pytest.mark.rule("xenocide.hit.modifiers")
@pytest.mark.rule("xenocide.hit.point-blank")
@pytest.mark.rule("xenocide.hit.run-fire")
@pytest.mark.rule("xenocide.hit.long-range")
@pytest.mark.rule("xenocide.hit.suppressed-shooter")
@pytest.mark.rule("xenocide.snap.penalty")
def test_the_list_of_modifiers() -> None:
    battle = two(5)
    unit = battle.state.units["a"]
    assert needs(battle, "carbine", place(battle, 6)) == 6
    assert needs(battle, "carbine", place(battle, 16)) == 3
    for cover, needed in (("light", 4), ("heavy", 3), ("fortified", 3)):
        assert needs(battle, "carbine", place(battle, cover=cover)) == needed
    assert needs(battle, "carbine", place(battle, dim=True)) == 4
    assert needs(battle, "carbine", place(battle), snap=-1) == 4
    unit.markers = 3
    assert needs(battle, "carbine", place(battle)) == 2
    unit.markers, unit.order = 0, "run"
    assert needs(battle, "carbine", place(battle)) == 3
    assert needs(battle, "carbine", place(battle, 16, "heavy", dim=True)) == 0


@pytest.mark.rule("xenocide.weapon.normal-range")
@pytest.mark.rule("xenocide.weapon.long-range")
@pytest.mark.rule("xenocide.size.point-blank")
@pytest.mark.parametrize(("inches", "needed"), [(6, 5), (6.1, 4), (15, 4), (15.1, 2), (30, 2)])
def test_range_bands(inches: float, needed: int) -> None:
    battle = two(4)
    assert needs(battle, "carbine", place(battle, inches)) == needed


@pytest.mark.rule("xenocide.weapon.long-range")
@pytest.mark.rule("xenocide.targeting.out-of-range-models")
@pytest.mark.parametrize(("inches", "fires"), [(30, True), (30.1, False)])
def test_beyond_long_range_nobody_fires(inches: float, fires: bool) -> None:
    profiles = {"shooter": {**MAN, "carries": ["carbine"]}}
    units = {"a": {"profile": "shooter", "at": [[10, 10]]}, "b": {"profile": "bare", "at": [[10, 11 + inches]]}}
    battle = a_battle(units, profiles=profiles)
    assert bool(targets_of(battle)) is fires


@pytest.mark.rule("xenocide.weapon.long-range-los")
def test_a_long_range_of_sight_reaches_everything_seen() -> None:
    battle = a_battle({"a": {"profile": "gunner", "at": [[1, 1]]}, "b": {"at": [[47, 47]]}})
    assert [group.tally.needed for group in plan(battle).groups] == [1]


def targets_of(battle: Any) -> list[str]:
    """Whom unit a may fire at."""
    from littlewars.systems.xenocide.fire.aim import targets

    return targets(battle, battle.state.units["a"])


def plan(battle: Any, unit: str = "a", target: str = "b") -> ReadyAttack:
    """The usual attack of one unit on another."""
    state = battle.state
    volley = usual_volley(battle, state.units[unit], state.units[target])
    assert volley is not None
    return aim(battle, volley)


@pytest.mark.rule("xenocide.size.run-fire")
@pytest.mark.rule("xenocide.size.melee-s2")
@pytest.mark.rule("xenocide.size.melee-s1")
@pytest.mark.rule("xenocide.size.melee-s0")
@pytest.mark.rule("xenocide.size.melee-larger")
@pytest.mark.rule("xenocide.engaged-fire.size")
@pytest.mark.parametrize(
    ("gun", "standard", "on_run", "in_melee"),
    [
        ("pistol", 4, 2, 4),
        ("carbine", 4, 2, 3),
        ("rifle", 3, None, 2),
        ("sniper-rifle", 3, None, None),
        ("medium-machine-gun", 3, None, None),
    ],
)
def test_the_table_of_size_classes(gun: str, standard: int, on_run: int | None, in_melee: int | None) -> None:
    found = []
    for more in ({}, {"order": "run"}, {"engaged": ["b"]}):
        profiles = {"shooter": {**MAN, "carries": [gun]}}
        units: dict[str, Any] = {"a": {"profile": "shooter", "at": row(10, 10, 2), **more}, "b": {"at": [[10, 17]]}}
        if "engaged" in more:
            units["b"] |= {"engaged": ["a"], "at": [[10, 11]]}
        battle = a_battle(units, profiles=profiles)
        found.append(plan(battle).groups[0].tally.needed if targets_of(battle) else None)
    assert found == [standard, on_run, in_melee]


@pytest.mark.rule("xenocide.orders.opportunity-fire")
@pytest.mark.rule("xenocide.size.move-after")
def test_after_moving_only_weapons_up_to_the_capacity_fire() -> None:
    units = {"a": {"order": "opportunity", "figures": {"1": {"at": [10, 10]}, "2": {"profile": "gunner", "at": [12, 10]}}}}
    battle = a_battle({**units, "b": {"at": [[10, 20]]}}, turn={"phase": "opportunity"})
    unit = battle.state.units["a"]
    assert [one.gun.key for one in arms(battle, unit).guns] == ["rifle", "light-machine-gun"]
    for figure in battle.state.members(unit):
        figure.moved = True
    assert [one.gun.key for one in arms(battle, unit).guns] == ["rifle"]


# ---- dice


def group(needed: int, dice: int = 4, gun: str = "rifle", friends: tuple[str, ...] = ()) -> AlikeAttacks:
    """Alike attacks that need so much."""
    return AlikeAttacks(armoury().guns[gun], dice, Tally(needed, (), low=True), "b", "a.1", "b.1", friends=friends)


@pytest.mark.rule("xenocide.hit.zero-skill")
@pytest.mark.rule("xenocide.hit.clamp-order")
def test_at_skill_0_ones_are_rolled_again() -> None:
    battle = a_battle({"a": {"at": [[1, 1]], "markers": 5}, "b": {"at": [[1, 9]]}}, "hit 1, hit 2, hit 1, hit 9, 5, 6")
    assert needs_of(battle) == 0
    assert roll(battle, group(0))[:3] == (1, 0, 3)


def needs_of(battle: Any) -> int:
    """What the first attack of unit a at unit b needs."""
    return plan(battle).groups[0].tally.needed


@pytest.mark.rule("xenocide.hit.maximum")
def test_a_ten_always_misses() -> None:
    profiles = {"ace": {**MAN, "missile": 6, "carries": ["carbine"]}, "house": {**MAN, "aspect": 4}}
    units = {"a": {"profile": "ace", "at": [[10, 10]]}, "b": {"profile": "house", "at": [[10, 15]]}}
    battle = a_battle(units, "hit 9, hit 10", profiles=profiles)
    assert needs_of(battle) == 9
    assert roll(battle, group(9, 2))[:3] == (1, 0, 1)


@pytest.mark.rule("xenocide.aoe.partial-hit")
@pytest.mark.rule("xenocide.aoe.partial-hit-limits")
@pytest.mark.parametrize(
    ("needed", "faces", "found"),
    [
        (3, "3, 4, 5, 6", (1, 2, 1)),
        (8, "8, 9, 10, 10", (1, 3, 0)),
        (9, "9, 10, 10, 10", (1, 3, 0)),
        (0, "1, 1, 2, 3, 5, 6", (1, 2, 1)),
    ],
)
def test_near_misses_of_area_weapons(needed: int, faces: str, found: tuple[int, int, int]) -> None:
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"at": [[1, 9]]}}, faces)
    assert roll(battle, group(needed, 4, "rocket-launcher"))[:3] == found
    assert not battle.dice.left


@pytest.mark.rule("xenocide.friendly-fire.through")
@pytest.mark.rule("xenocide.friendly-fire.through-aoe")
def test_tens_go_to_friends_and_are_nothing_else() -> None:
    battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"at": [[1, 9]]}}, "3, 10, 7, 10, 8, 9, 10")
    assert roll(battle, group(4, 4, friends=("f",))) == (1, 0, 1, 2)
    assert roll(battle, group(8, 3, "rocket-launcher", ("f",))) == (1, 1, 0, 1)


def test_the_bands_agree_with_the_faces() -> None:
    for needed in range(10):
        for face in range(1, 11):
            for area, through in ((False, False), (True, False), (False, True), (True, True)):
                battle = a_battle({"a": {"at": [[1, 1]]}, "b": {"at": [[1, 9]]}}, f"{face}" + (", 6" if needed == 0 else ""))
                rolled = roll(battle, group(needed, 1, "rocket-launcher" if area else "rifle", ("f",) if through else ()))
                hit = face <= needed
                ten = through and face == 10
                near = area and not hit and not ten and face <= needed + 2
                assert rolled == (hit, near, not (hit or near or ten), ten), (needed, face, area, through)


# ---- hands, weapons


@pytest.mark.rule("xenocide.size.hands")
def test_a_model_fires_what_its_hands_hold() -> None:
    profiles = {
        "rifleman": {**MAN, "carries": ["rifle", "frag-grenade"]},
        "two": {**MAN, "carries": ["pistol", "frag-grenade"]},
    }
    units = {
        "a": {"figures": {"1": {"profile": "rifleman", "at": [10, 10]}, "2": {"profile": "two", "at": [12, 10]}}},
        "b": {"at": [[10, 16]]},
    }
    battle = a_battle(units, profiles=profiles)
    state = battle.state
    found = unit_loads(battle, state.units["a"], state.units["b"])
    keys = {name: sorted(each) for name, each in found.items()}
    assert keys == {"a.1": ["frag-grenade", "rifle"], "a.2": ["frag-grenade", "pistol", "pistol+frag-grenade"]}
    state.figures["a.2"].fired = ("pistol",)
    assert free_hands(PLAIN, state.figures["a.2"]) == 1
    mine = [one for one in arms(battle, state.units["a"]).guns if one.figure.id == "a.2"]
    assert [[one.gun.key for one in some] for some in loads(PLAIN, mine)] == [["frag-grenade"]]


@pytest.mark.rule("xenocide.weapon.rate-of-fire")
@pytest.mark.rule("xenocide.shooting.grouped-dice")
def test_dice_of_alike_attacks_are_rolled_together() -> None:
    units = {"a": {"figures": {"1": {"at": [10, 10]}, "2": {"at": [12, 10]}, "3": {"profile": "gunner", "at": [14, 10]}}}}
    groups = plan(a_battle({**units, "b": {"at": [[10, 20]]}})).groups
    assert [(one.gun.key, one.dice) for one in groups] == [("rifle", 2), ("light-machine-gun", 4)]


@pytest.mark.rule("xenocide.grenade.range")
@pytest.mark.rule("xenocide.grenade.cover")
@pytest.mark.rule("xenocide.grenade.hit")
@pytest.mark.rule("xenocide.grenade.effects")
@pytest.mark.parametrize(("inches", "cover", "needed"), [(8, "", 3), (8, "heavy", 2), (5, "light", 3), (8, "fortified", 2)])
def test_grenades_at_cover(inches: float, cover: str, needed: int) -> None:
    battle = two(3)
    assert needs(battle, "frag-grenade", place(battle, inches, cover)) == needed
    assert armoury().guns["frag-grenade"].reach == 12_000


# ---- counting attacks


@pytest.mark.rule("xenocide.suppression.counting")
@pytest.mark.rule("xenocide.suppression.counting-aoe")
@pytest.mark.rule("xenocide.suppression.when")
@pytest.mark.parametrize(("morale", "own", "markers"), [(5, 0, 2), (6, 0, 1), (5, 1, 1)])
def test_eight_attacks(morale: int, own: int, markers: int) -> None:
    profiles = {"rocketeer": {**MAN, "carries": ["rocket-launcher"]}, "mark": {**MAN, "morale": morale}}
    figures = {str(n): {"profile": "man" if n < 4 else "rocketeer", "at": [5 + 2 * n, 10]} for n in range(6)}
    units = {"a": {"figures": figures, "markers": own}, "b": {"profile": "mark", "at": row(8, 20, 3)}}
    battle = a_battle(units, profiles=profiles)
    assert dict(plan(battle).markers) == {"b": markers}


@pytest.mark.rule("xenocide.suppression.harmless-attacks")
@pytest.mark.parametrize(("armor", "power", "counts"), [(12, 2, False), (12, 3, True), (8, -2, False)])
def test_attacks_that_cannot_wound_do_not_count(armor: int, power: int, counts: bool) -> None:
    profiles = {"plate": {**MAN, "armor": armor, "morale": 2}, "one": {**MAN, "carries": ["gun"]}}
    units = {"a": {"profile": "one", "at": [[1, 1]]}, "b": {"profile": "plate", "at": [[1, 9]]}}
    battle = a_battle(units, profiles=profiles, guns={"gun": {"size": 1, "normal": 24, "power": power}})
    assert dict(plan(battle).markers) == ({"b": 1} if counts else {})


@pytest.mark.rule("xenocide.suppression.per-attack")
@pytest.mark.rule("xenocide.suppression.vehicles-immune")
def test_vehicles_get_no_markers() -> None:
    battle = a_battle({"a": {"at": row(5, 10, 8)}, "b": {"profile": "truck", "at": [[10, 20]]}})
    assert plan(battle).markers == ()


# ---- odds


def test_odds_of_ten_rifles_and_a_machine_gun_are_those_of_every_face() -> None:
    figures = {str(n): {"profile": "gunner" if n == 3 else "man", "at": [5 + 2 * n, 10]} for n in range(4)}
    battle = a_battle({"a": {"figures": figures}, "b": {"at": row(8, 20, 2)}})
    volley = usual_volley(battle, battle.state.units["a"], battle.state.units["b"])
    attack = forecast(battle, volley)
    assert attack is not None
    from littlewars.engine.chance.odds import odds

    merged = odds(XENOCIDE, battle.state, attack.rule, attack.measure, pure=True)
    assert sum(merged.values()) == 1
    hit, fails = 0.3, 0.8  # rifle and machine gun alike: skill 3, armor 3 against power 1
    assert float(merged[0]) == pytest.approx((1 - hit * fails) ** 7)
    assert float(merged[1]) == pytest.approx(7 * hit * fails * (1 - hit * fails) ** 6)


@pytest.mark.parametrize("target", ["alike", "mixed", "tank"])
def test_merged_odds_are_those_of_every_way_the_dice_fall(target: str) -> None:
    from littlewars.engine.chance.odds import odds

    profiles = {"rocketeer": {**MAN, "carries": ["light-rocket"]}, "sniper": {**MAN, "carries": ["sniper-rifle"]}}
    figures = {"1": {"at": [5, 10]}, "2": {"profile": "rocketeer", "at": [8, 10]}, "3": {"profile": "sniper", "at": [11, 10]}}
    mixed = {"1": {"at": [8, 20]}, "2": {"profile": "big", "at": [11, 20]}, "3": {"profile": "chief", "at": [14, 20]}}
    marks: dict[str, Any] = {
        "alike": {"at": row(8, 20, 3)},
        "mixed": {"figures": mixed},
        "tank": {"profile": "truck", "at": [[10, 20]]},
    }
    battle = a_battle({"a": {"figures": figures}, "b": marks[target]}, profiles=profiles)
    attack = forecast(battle, usual_volley(battle, battle.state.units["a"], battle.state.units["b"]))
    assert attack is not None
    merged = odds(XENOCIDE, battle.state, attack.rule, attack.measure, pure=True)
    assert merged == odds(XENOCIDE, battle.state, attack.rule, attack.measure, pure=True, merge=False)
