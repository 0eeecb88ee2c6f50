"""What models are and carry: stat lines, size classes, blades, values, rosters (xenocide.unit.*, xenocide.stat.*,
xenocide.meleeweapon.*, xenocide.profiles.*)."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from msgspec.structs import replace

from littlewars.engine import ScenarioError
from littlewars.muster import parse_roster
from littlewars.systems.xenocide.basics.numbers import blade_hands, blow_power, passes, strikes_late
from littlewars.systems.xenocide.basics.profiles import Blade, Profile, armoury
from littlewars.systems.xenocide.basics.state import Blow
from littlewars.systems.xenocide.harm.blows import FIST, attacks_of, free_hands, power
from littlewars.systems.xenocide.harm.wounds import effective, hurt
from littlewars.systems.xenocide.roster.muster import MUSTER, parts, ready, valued
from littlewars.systems.xenocide.system import XENOCIDE
from tests.xenocide.squads import MAN, PLAIN, a_battle, a_state, scenario

STATS = ("movement", "wounds", "armor", "aspect", "missile", "melee", "defense", "strength", "morale", "capacity", "hands")
ROSTER: dict[str, Any] = {
    "system": "xenocide",
    "name": "Test",
    "points": 200,
    "faction": "humans",
    "units": [{"name": "Squad", "models": [{"troop": "human-trooper", "loadout": "rifleman", "number": 4}]}],
}


def roster(**more: Any) -> Any:
    return MUSTER.read(parse_roster(yaml.safe_dump({**ROSTER, **more})))


def breaches(**more: Any) -> list[str]:
    return [breach.rule for breach in roster(**more).breaches]


def one(models: dict[str, Any], name: str = "Squad") -> dict[str, Any]:
    return {"name": name, "models": [models]}


# ---- stat lines


@pytest.mark.rule("xenocide.unit.stats", "xenocide.profiles.troops-in-text", "xenocide.stat.equipment")
def test_a_troop_has_a_stat_line_and_carries_what_its_profile_lists() -> None:
    man = ready()["human-trooper/rifleman"]
    assert (man.wounds, man.aspect, man.missile, man.capacity, man.hands) == (1, 0, 3, 2, 2)  # the book's normal soldier
    assert all(hasattr(man, word) for word in STATS)
    assert [gun.key for gun in man.guns] == ["rifle", "frag-grenade"]
    assert [blade.key for blade in man.blades] == ["bayonet"]
    raider = ready()["human-sky-raider/raider"]
    assert (raider.movement, raider.flying) == (4000, 12_000)
    with pytest.raises(ScenarioError, match=r"no weapon.*xenocide\.stat\.equipment"):
        a_state({"r": {"profile": "odd", "at": [[9, 9]]}}, profiles={"odd": {**MAN, "carries": ["spoon"]}})


@pytest.mark.rule("xenocide.profiles.weapons-in-text")
def test_the_weapons_of_the_text_have_its_numbers() -> None:
    guns, blades = armoury().guns, armoury().blades
    sizes = {"pistol": 0, "carbine": 1, "rifle": 2, "sniper-rifle": 3, "light-machine-gun": 3, "medium-machine-gun": 4}
    assert {name: guns[name].size for name in sizes} == sizes
    assert (guns["rifle"].rate, guns["light-machine-gun"].rate, guns["delari-needler"].power) == (1, 4, -2)
    assert (guns["rocket-launcher"].area, guns["light-rocket"].area) == (2, 1)
    grenade = guns["frag-grenade"]
    assert (grenade.thrown, grenade.normal, grenade.long) == (True, 12_000, 0)
    assert (blades["bayonet"].size, blades["bayonet"].combi, blades["great-sword"].size) == (0, "rifle", 3)


@pytest.mark.rule("xenocide.profiles.vehicles-in-text", "xenocide.vehicle.stats", "xenocide.vehicle.scope")
def test_a_vehicle_has_stats_of_its_own() -> None:
    apc = ready()["human-apc"]
    assert apc.vehicle
    assert apc.movement == 12_000  # the book's example
    hull = apc.hull
    assert hull is not None
    assert (hull.propulsion, hull.threshold, hull.room, hull.enclosure, hull.piloted) == ("tracked", 4, 10, "closed", False)
    assert [(mount.weapon.key, mount.arc) for mount in hull.mounts] == [("medium-machine-gun", "turret")]
    for wrong in ({"propulsion": "sails"}, {"enclosure": "half"}, {"threshold": 0}, {"hull": [0, 3]}):
        with pytest.raises(ScenarioError, match=r"xenocide\.vehicle\."):
            a_state({"r": {"profile": "odd", "at": [[9, 9]]}}, profiles={"odd": {**_truck(), **wrong}})
    with pytest.raises(ScenarioError, match=r"xenocide\.vehicle\.aspect"):
        a_state({"r": {"profile": "truck", "at": [[9, 9], [19, 9]]}})


def _truck() -> dict[str, Any]:
    return {"movement": 12, "armor": 8, "strength": 6, "propulsion": "wheeled", "threshold": 3, "hull": [5, 3]}


@pytest.mark.rule("xenocide.core.bases", "xenocide.stat.aspect")
@pytest.mark.parametrize(
    ("aspect", "radius", "height"), [(-2, 500, 1000), (0, 500, 1000), (1, 750, 1500), (2, 750, 2000), (3, 1000, 3000)]
)
def test_base_and_height_follow_from_the_aspect(aspect: int, radius: int, height: int) -> None:
    state = a_state({"r": {"profile": "x", "at": [[9, 9]]}}, profiles={"x": {**MAN, "aspect": aspect}})
    profile = state.figures["r.1"].profile
    assert (profile.radius, profile.height) == (radius, height)
    assert XENOCIDE.show(state).figures["r.1"].face is None  # troops have no facing


@pytest.mark.rule("xenocide.unit.mixed-stats", "xenocide.stat.morale")
def test_a_mixed_unit_has_one_value() -> None:
    line = {"a": {**MAN, "morale": 4, "aspect": 0}, "b": {**MAN, "morale": 7, "aspect": 1, "abilities": ["brave"]}}
    figures = {"1": {"profile": "a", "at": [9, 9]}, "2": {"profile": "b", "at": [11, 9]}, "3": {"profile": "a", "at": [13, 9]}}
    state = a_state({"r": {"figures": figures}}, profiles=line)
    unit = state.units["r"]
    assert (state.morale(unit), state.aspect(unit), state.brave(unit)) == (7, 0, False)
    state.figures["r.1"].gone = "killed"  # one of each: the higher aspect, and half of them are brave
    assert (state.aspect(unit), state.brave(unit)) == (1, True)


@pytest.mark.rule("xenocide.stat.special-abilities")
def test_an_ability_that_nobody_knows_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"no ability.*xenocide\.stat\.special-abilities"):
        a_state({"r": {"profile": "x", "at": [[9, 9]]}}, profiles={"x": {**MAN, "abilities": ["luck"]}})
    assert ready()["human-captain/field"].can("commander")
    assert ready()["delari-stalker/hunter"].aspect == -2  # camouflage is in the printed value


@pytest.mark.rule("xenocide.stat.movement", "xenocide.stat.missile-skill", "xenocide.stat.melee-skill")
def test_numbers_that_cannot_be_are_refused_with_their_rule() -> None:
    for word, value in (("movement", 99), ("missile", 11), ("melee", -1), ("wounds", 0), ("morale", 99)):
        with pytest.raises(ScenarioError, match=r"xenocide\.stat\."):
            a_state({"r": {"profile": "x", "at": [[9, 9]]}}, profiles={"x": {**MAN, word: value}})


@pytest.mark.rule("xenocide.stat.armor", "xenocide.core.die", "xenocide.stat.wounds")
def test_a_save_is_the_armor_or_less() -> None:
    battle = a_battle({"r": {"at": [[9, 9]]}}, dice="save 3, 4, 10")
    man = battle.state.figures["r.1"]
    assert effective(man.profile, 0) == 3
    assert hurt(battle, man, 0, 3) == [Blow("r", wounds=2, figure="r.1")]
    assert man.left == 1
    sure = a_battle({"r": {"at": [[9, 9]]}}, dice="10, 1")
    thick = replace(man, profile=Profile.read({**man.profile.data(), "armor": 12}))
    assert hurt(sure, thick, 2) == []  # ten or more always saves
    assert hurt(sure, man, 3) == [Blow("r", wounds=1, figure="r.1")]  # none or less never does


@pytest.mark.rule("xenocide.stat.morale-test")
@pytest.mark.parametrize(("face", "passed"), [(1, True), (4, True), (5, False), (10, False)])
def test_a_morale_test_is_below_the_morale(face: int, passed: bool) -> None:  # the example morale-test
    assert passes(a_battle({"r": {"at": [[9, 9]]}}, dice=f"test {face}"), "r", 5, "test") is passed


# ---- blades and hands

HUMAN = Profile(key="h", name="h", line="h", movement=4000, capacity=2, strength=2, melee=3)
SWORD = Blade(key="s", name="Sword", size=1, power=1)
POLE = Blade(key="p", name="Pole", size=2, power=1)
HUGE = Blade(key="g", name="Great sword", size=3, power=3)


@pytest.mark.rule("xenocide.meleeweapon.one-handed", "xenocide.meleeweapon.two-handed", "xenocide.meleeweapon.oversized")
def test_hands_for_blades() -> None:
    assert [blade_hands(HUMAN, blade) for blade in (armoury().blades["bayonet"], SWORD, POLE, HUGE)] == [1, 1, 2, 2]
    assert [strikes_late(HUMAN, blade) for blade in (SWORD, POLE, HUGE)] == [False, False, True]
    assert blade_hands(HUMAN, Blade(key="c", name="Claws", size=2, integrated=True)) == 1


@pytest.mark.rule("xenocide.meleeweapon.power", "xenocide.stat.strength", "xenocide.meleeweapon.unarmed")
def test_the_power_of_a_blow() -> None:  # the example melee-power
    assert (blow_power(HUMAN, SWORD), blow_power(HUMAN, POLE)) == (2, 3)
    assert blow_power(HUMAN, None) == 1  # a fist: strength less one
    rifleman = ready()["human-trooper/rifleman"]
    assert blow_power(rifleman, rifleman.blades[0]) == 2  # a bayonet on a rifle strikes with full strength
    assert blow_power(Profile(**HUMAN.fields() | {"strength": 0}), None) == -1  # a weakness


def fighter(name: str, fired: tuple[str, ...] = (), **profile: Any) -> Any:
    state = a_state({"r": {"profile": name, "at": [[9, 9]]}}, profiles={name: {**MAN, **profile}} if profile else {})
    figure = state.figures["r.1"]
    figure.fired = fired
    return figure


@pytest.mark.rule("xenocide.meleeweapon.hand-once")
def test_a_hand_shoots_or_strikes() -> None:
    assert free_hands(PLAIN, fighter("pistoleer")) == 2
    after = fighter("pistoleer", ("pistol",))
    assert (free_hands(PLAIN, after), attacks_of(PLAIN, after)) == (1, [(0,)])  # a pistol and a class 1 sword
    armed = fighter("both", ("rifle",), carries=["rifle", "sword"])
    assert (free_hands(PLAIN, armed), attacks_of(PLAIN, armed)) == (0, [(FIST,)])  # not a rifle and that sword
    bayonet = fighter("fixed", ("rifle",), carries=["rifle", "bayonet"])
    assert attacks_of(PLAIN, bayonet) == [(0,)]  # the hands that hold the whole
    brute = fighter("delari-brute/storm", ("delari-storm-needler",))
    assert free_hands(PLAIN, brute) == 2
    assert attacks_of(PLAIN, brute)[:2] == [(0,), (1,)]  # a class 4 gun and two class 3 swords


@pytest.mark.rule("xenocide.meleeweapon.attacks", "xenocide.meleeweapon.unarmed")
def test_an_attack_with_each_weapon_and_the_extra_ones() -> None:
    assert attacks_of(PLAIN, fighter("bare")) == [(FIST,)]
    assert attacks_of(PLAIN, fighter("two", carries=["sword", "sword"])) == [(0,), (1,)]
    assert len(attacks_of(PLAIN, fighter("delari-brute/render"))) == 3  # two claws and one more
    choice = fighter("choice", extra=1, carries=["sword", "axe"])
    assert attacks_of(PLAIN, choice)[-1] == (1, 0)  # the extra attack with either, the stronger first
    assert power(choice, 1) > power(choice, 0)
    champion = fighter("human-captain/champion")
    assert strikes_late(champion.profile, champion.profile.blades[0])


# ---- values and rosters


@pytest.mark.rule("xenocide.stat.victory-points")
def test_values_come_from_one_formula_and_rosters_keep_to_the_limit() -> None:
    assert (ready()["human-trooper/rifleman"].vp, ready()["delari-brute/storm"].vp, ready()["human-apc"].vp) == (31, 80, 177)
    for profile in ready().values():
        assert profile.vp == valued(profile).vp == int(2 * sum(worth for _, worth in parts(profile)) + 0.5)
    force = roster()
    assert (force.bill.total, force.breaches) == (124, ())
    assert breaches(points=123) == ["xenocide.stat.victory-points"]
    assert breaches(cost=125) == ["xenocide.stat.victory-points"]
    assert force.bill.units[0].models[0].each == sum(line.points for line in force.bill.units[0].models[0].lines)


@pytest.mark.rule("xenocide.unit.squads")
def test_squads_outside_three_to_ten_are_warned_of() -> None:
    def warned(number: int, troop: str = "human-trooper") -> list[str]:
        models = {"troop": troop, "number": number}
        return [breach.rule for breach in MUSTER.warnings(roster(points=5000, units=[one(models)]))]

    assert [warned(number) for number in (2, 3, 10, 11)] == [["xenocide.unit.squads"], [], [], ["xenocide.unit.squads"]]
    assert warned(1, "human-captain") == []  # a single commander
    assert "xenocide.unit.squads" in breaches(units=[one({"troop": "delari-brute"})])  # of another faction


@pytest.mark.parametrize(
    ("carries", "rule"),
    [
        (["rifle", "carbine"], "xenocide.size.carry-count"),
        (["bayonet"], "xenocide.size.combi"),
        (["sword", "sword", "axe"], "xenocide.size.carry-count"),
        (["brute-blade"], ""),
        (["pistol", "pistol", "rifle"], ""),
    ],
)
def test_what_may_be_carried(carries: list[str], rule: str) -> None:
    found = breaches(points=5000, units=[one({"troop": "human-trooper", "carries": carries, "number": 3})])
    assert (rule in found) if rule else (found == [])


@pytest.mark.rule("xenocide.vehicle.preloaded")
def test_a_roster_may_fit_other_weapons_into_mounts() -> None:
    def fitted(weapon: str) -> Any:
        return roster(points=5000, units=[{"name": "Badger", "vehicle": "human-apc", "weapons": [weapon]}])

    def refitted(*weapons: str) -> list[str]:
        unit = {"name": "Jackal", "vehicle": "human-gun-platform", "weapons": list(weapons)}
        return [breach.rule for breach in roster(points=5000, units=[unit]).breaches]

    assert fitted("medium-machine-gun").bill.total == 177
    assert fitted("mortar").bill.total != 177  # its value is reckoned anew
    assert [breach.rule for breach in fitted("frag-grenade").breaches] == ["xenocide.vehicle.preloaded"]
    assert refitted("mortar", "mortar") == []  # one class above the capacity of 3 is the most
    assert refitted("mortar", "delari-heavy-lance") == ["xenocide.vehicle.preloaded"]


def test_a_described_battle_with_models_of_its_own_is_read_again() -> None:
    state = XENOCIDE.setup(scenario({"r": {"profile": "big", "at": [[9, 9]]}, "t": {"profile": "truck", "at": [[30, 9]]}}))
    assert XENOCIDE.encode(XENOCIDE.setup(XENOCIDE.describe(state))) == XENOCIDE.encode(state)


@pytest.mark.rule("xenocide.unit.stats")
def test_what_is_not_said_of_a_model_is_as_usual() -> None:
    plain = Profile(key="x", name="x", line="x", movement=4000)
    usual = {"wounds": 1, "hands": 2}
    for word in (
        "vp",
        "leap",
        "flying",
        "armor",
        "aspect",
        "missile",
        "melee",
        "defense",
        "strength",
        "morale",
        "capacity",
        "extra",
    ):
        assert getattr(plain, word) == 0
    assert {word: getattr(plain, word) for word in usual} == usual
    assert (plain.guns, plain.blades, plain.abilities, plain.hull) == ((), (), (), None)
