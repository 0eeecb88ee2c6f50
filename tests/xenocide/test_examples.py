"""The worked examples of the book and of the catalogue: what is played nowhere else, and where each of the others is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from littlewars.systems.xenocide.basics.numbers import D3, blade_hands, class_of
from littlewars.systems.xenocide.basics.profiles import armoury
from littlewars.systems.xenocide.fire.aim import arms
from littlewars.systems.xenocide.harm.blows import FIST, attacks_of, free_hands, tally_of
from littlewars.systems.xenocide.melee.phase import outnumbered
from littlewars.systems.xenocide.turn.sequence import choices, score, verdict
from tests.xenocide.squads import MAN, PLAIN, Play, a_battle, a_state, row
from tests.xenocide.test_fire_numbers import plan, targets_of
from tests.xenocide.test_fire_strikes import counts, struck
from tests.xenocide.test_fire_targets import cover_mods
from tests.xenocide.test_mounts import GUNS, PROFILES, tank
from tests.xenocide.test_profiles import fighter
from tests.xenocide.test_weapons import faults, model

# every example, and the test that plays it with its numbers
EXAMPLES = {
    "d3-conversion": "test_the_d3_of_every_face",
    "turn-sequence": "test_six_phases_follow_one_another",
    "assault-rifle-is-s0": "test_an_assault_rifle_in_human_hands",
    "human-size-classes": "test_size_classes_of_a_human",
    "size-class-table": "test_the_table_of_size_classes",
    "axe-and-pistol": "test_an_axe_and_a_pistol",
    "pistol-and-sword": "test_a_hand_shoots_or_strikes",
    "rifle-and-sword": "test_a_hand_shoots_or_strikes",
    "four-hands": "test_four_hands",
    "rifle-with-bayonet": "test_both_parts_of_a_combi_weapon_in_one_turn",
    "great-sword-with-carbine": "test_both_parts_of_a_combi_weapon_in_one_turn",
    "combi-too-big": "test_combi_weapons",
    "rates-of-fire": "test_dice_of_alike_attacks_are_rolled_together",
    "delari-needler": "test_a_save_is_armor_less_power",
    "rocket-hits": "test_a_rocket_strikes_models",
    "rocket-small-unit": "test_a_rocket_strikes_models",
    "rocket-partial-hit": "test_a_rocket_strikes_models",
    "threshold-table": "test_the_threshold_by_morale",
    "threshold-bonuses": "test_what_adds_to_the_threshold",
    "eight-attacks": "test_eight_attacks",
    "harmless-attacks": "test_attacks_that_cannot_wound_do_not_count",
    "aspect-two": "test_the_aspect_of_the_target_is_added",
    "hit-modifier-list": "test_the_list_of_modifiers",
    "zero-skill": "test_at_skill_0_ones_are_rolled_again",
    "ten-always-misses": "test_a_ten_always_misses",
    "half-in-cover": "test_half_of_six_in_a_wood",
    "seven-wounds": "test_seven_wounds_on_models_of_three",
    "armor-7-power-5-x2": "test_armor_7_against_power_5_x2",
    "tens-hit-friends": "test_tens_hit_the_friends_one_shoots_through",
    "rockets-into-melee": "test_three_rockets_into_a_melee",
    "grenade-at-cover": "test_a_grenade_flies_twelve_inches",
    "rubble": "test_rubble",
    "ladder": "test_very_rough_ground_costs_double",
    "broken-limits": "test_when_a_unit_is_broken",
    "grav-snap-shot": "test_a_leaping_unit_fires_from_the_air",
    "teleport-mishap": "test_arriving_in_contact_engages_and_a_ten_is_lost",
    "melee-modifier-list": "test_what_a_blow_needs",
    "forest-melee": "test_a_melee_in_the_forest",
    "recovery-rolls": "test_markers_are_shed",
    "melee-power": "test_the_power_of_a_blow",
    "apc-increments": "test_distances_by_increment",
    "apc-turning": "test_distances_by_increment",
    "increment-changes": "test_which_increments_may_be_ordered_and_fire",
    "explosion": "test_everybody_within_three_inches_is_hit_with_half_its_strength",
    "passengers-as-target": "test_passengers_are_in_heavy_cover_and_near_misses_hit_the_vehicle",
    "overrun": "test_who_does_not_dodge_takes_a_hit_for_each_wound",
    "ram-head-on": "test_head_on",
    "ram-side": "test_into_the_side",
    "range-bands": "test_range_bands",
    "threshold-outside-table": "test_the_threshold_by_morale",
    "morale-test": "test_a_morale_test_is_below_the_morale",
    "twelve-inch-rule": "test_the_twelve_inch_rule",
    "intermingled-overflow": "test_additional_hits_overflow",
    "outnumbered": "test_who_is_outnumbered",
    "run-distance": "test_from_where_to_where_a_run_goes",
    "flight-pack": "test_how_far_they_fly",
    "teleport-range": "test_how_far_they_teleport",
    "engaged-unit-with-grenade": "test_an_engaged_unit_with_grenades",
    "mounted-weapons-by-increment": "test_size_against_the_capacity_of_the_mount_and_speed",
    "victory-score": "test_a_score_of_585",
}


def test_every_example_is_played() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    known = set(re.findall(r"^def (test_\w+)", written, re.M))
    assert len(EXAMPLES) == 60
    assert set(EXAMPLES.values()) <= known


@pytest.mark.rule("xenocide.core.d3")
def test_the_d3_of_every_face() -> None:
    battle = a_battle({"a": {"at": [[1, 1]]}}, ", ".join(map(str, range(1, 11))))
    assert [battle.dice.roll(D3, "area") for _ in range(10)] == [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]


@pytest.mark.rule("xenocide.size.difference", "xenocide.weapon.size-class")
def test_an_assault_rifle_in_human_hands() -> None:
    rifle = class_of(armoury().guns["rifle"], 2)
    assert (rifle.name, rifle.move_after, rifle.run_fire) == ("S0", True, False)
    assert faults(model(armoury().guns["rifle"], armoury().guns["carbine"])) == ["size.carry-count"]  # it is carried alone


@pytest.mark.rule("xenocide.meleeweapon.one-handed", "xenocide.size.hands", "xenocide.meleeweapon.hand-once")
def test_an_axe_and_a_pistol() -> None:
    both = fighter("both", ("pistol",), carries=["pistol", "axe"])
    assert (
        class_of(armoury().guns["pistol"], both.profile.capacity).hands,
        blade_hands(both.profile, armoury().blades["axe"]),
    ) == (1, 1)
    assert (free_hands(PLAIN, both), attacks_of(PLAIN, both)) == (1, [(0,)])


@pytest.mark.rule("xenocide.meleeweapon.hand-once", "xenocide.meleeweapon.attacks", "xenocide.size.hands")
def test_four_hands() -> None:
    brute = fighter("delari-brute/storm", ("delari-storm-needler",))
    (gun,) = brute.profile.guns
    assert (gun.size, class_of(gun, 4).name, class_of(gun, brute.profile.capacity).hands) == (4, "S0", 2)
    assert [blade_hands(brute.profile, blade) for blade in brute.profile.blades] == [1, 1]
    assert {number for weapons in attacks_of(PLAIN, brute) for number in weapons} == {0, 1}


@pytest.mark.rule("xenocide.size.combi", "xenocide.size.combi-classes")
def test_both_parts_of_a_combi_weapon_in_one_turn() -> None:
    for carried, fired in ((["rifle", "bayonet"], "rifle"), (["great-sword", "carbine"], "carbine")):
        assert attacks_of(PLAIN, fighter("combi", (fired,), carries=carried)) == [(0,)]


@pytest.mark.rule("xenocide.size.combi", "xenocide.meleeweapon.hand-once")
def test_the_hands_that_hold_a_rifle_hold_its_bayonet() -> None:
    armed = ["rifle", "bayonet", "sword", "frag-grenade"]
    assert attacks_of(PLAIN, fighter("both", (), carries=armed)) == [(0,)]  # sword or bayonet, not both
    assert attacks_of(PLAIN, fighter("rifle", ("frag-grenade",), carries=armed)) == [(1,)]  # the hand that is left
    assert attacks_of(PLAIN, fighter("bare", ("frag-grenade",), carries=["rifle", "bayonet", "frag-grenade"])) == [(FIST,)]


@pytest.mark.rule("xenocide.cover.half-the-unit")
@pytest.mark.parametrize(("inside", "modifier"), [(2, 0), (3, -1), (4, -1)])
def test_half_of_six_in_a_wood(inside: int, modifier: int) -> None:
    wood = [{"id": "wood", "kind": "sparse-wood", "box": [10, 19, 9.7 + 1.5 * inside, 21]}]
    battle = a_battle({"a": {"at": [[13.5, 5]]}, "b": {"at": row(10.5, 20, 6)}}, terrain=wood)
    assert sum(value for _, value in cover_mods(battle)) == modifier


@pytest.mark.rule("xenocide.melee-fire.aoe-divided", "xenocide.melee-fire.aoe-no-reroll")
def test_three_rockets_into_a_melee() -> None:
    rockets = ("light-rocket", "rocket-launcher", "rocket-launcher")  # one of a d3, for 4 hits two of 2d3
    figures = {str(n): {"profile": gun, "at": [9 + 1.5 * n, 5]} for n, gun in enumerate(rockets)}
    units = {
        "a": {"figures": figures},
        "b": {"profile": "bare", "at": row(9, 20, 3), "engaged": ["c"]},
        "c": {"profile": "bare", "at": row(9, 21, 5), "engaged": ["b"]},
    }
    profiles = {gun: {**MAN, "carries": [gun]} for gun in rockets}
    battle = a_battle(units, "hit 1, area 1, hit 1, hit 10, area 4, area 4", profiles=profiles)
    # the first strikes the target alone, the second two of each; the third misses, and is not rolled again
    assert counts(struck(battle)) == [("b", 1), ("b", 2), ("c", 2)]


@pytest.mark.rule("xenocide.grenade.range", "xenocide.grenade.cover", "xenocide.grenade.hit")
@pytest.mark.parametrize(("inches", "kind", "needed"), [(8, "", 3), (8, "rubble", 2), (5, "sparse-wood", 3), (13, "", None)])
def test_a_grenade_flies_twelve_inches(inches: float, kind: str, needed: int | None) -> None:
    cover = [{"id": "cover", "kind": kind, "box": [8, 10.5 + inches, 12, 12 + inches]}] if kind else []
    units = {"a": {"profile": "thrower", "at": [[10, 10]]}, "b": {"at": [[10, 11 + inches]]}}
    battle = a_battle(units, profiles={"thrower": {**MAN, "carries": ["frag-grenade"]}}, terrain=cover)
    assert (plan(battle).groups[0].tally.needed if targets_of(battle) else None) == needed


@pytest.mark.rule("xenocide.melee.modifiers", "xenocide.melee.obstacle", "xenocide.vehicle.smoke")
@pytest.mark.parametrize("where", ["window", "smoke"])
def test_blows_through_a_window_and_in_smoke(where: str) -> None:
    window = {"edge": 0, "start": 4000, "stop": 6000, "kind": "window"}
    terrain: dict[str, Any] = {
        "window": {"id": "house", "kind": "building", "box": [15, 20.5, 25, 28], "openings": [window]},
        "smoke": {"id": "wreck of truck", "kind": "wreck", "box": [22, 19, 24, 21]},
    }
    units = {"r": {"at": [[20, 19.9]], "profile": "four", "engaged": ["b"]}, "b": {"at": [[20, 21.1]], "engaged": ["r"]}}
    battle = a_battle(units, profiles={"four": {**MAN, "melee": 4}}, terrain=[terrain[where]])
    assert tally_of(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]).needed == 3


@pytest.mark.rule("xenocide.vehicle.increment-up", "xenocide.vehicle.increment-down", "xenocide.vehicle.hard-braking")
def test_which_increments_may_be_ordered_and_fire() -> None:
    state = a_battle(tank(increment=2), profiles=PROFILES, guns=GUNS).state
    allowed = [int(word) for word in choices(state, state.units["r"])]
    assert [new in allowed for new in (4, 3, 2, 1, 0)] == [False, True, True, True, True]
    fires = []
    for new in (3, 2, 1, 0):
        battle = a_battle(tank(increment=new, was=2), profiles=PROFILES, guns=GUNS, turn={"phase": "opportunity"})
        fires.append(bool(arms(battle, battle.state.units["r"]).guns))
    assert fires == [False, False, True, False]


@pytest.mark.rule("xenocide.result.outnumbered")
@pytest.mark.parametrize(("red", "blue", "few"), [(4, 8, "red"), (5, 8, ""), (8, 3, "blue"), (6, 6, "")])
def test_who_is_outnumbered(red: int, blue: int, few: str) -> None:
    state = a_state({"r": {"at": row(10, 20, red)}, "b": {"at": row(10, 30, blue)}})
    assert outnumbered(state, list(state.units.values())) == few


@pytest.mark.rule("xenocide.battle.victory")
@pytest.mark.parametrize(("enemy", "winners"), [(400, ("red",)), (450, ()), (750, ("blue",))])
def test_a_score_of_585(enemy: int, winners: tuple[str, ...]) -> None:
    hull = {"movement": 9, "propulsion": "wheeled", "threshold": 1, "hull": [3, 2]}
    worth = {"killed": 200, "fled": 100, "first": 31, "second": 31, "mine": enemy}
    profiles = {name: {"movement": 4, "vp": vp} for name, vp in worth.items()}
    profiles |= {"wrecked": {**hull, "vp": 100}, "disabled": {**hull, "vp": 181}}
    units = {f"b-{name}": {"profile": name, "at": [[5 * n + 3, 30]]} for n, name in enumerate(profiles) if name != "mine"}
    sides = {"red": {"limit": 1500}, "blue": {"limit": 1500}}
    state = a_state({**units, "r": {"profile": "mine", "at": [[5, 5]]}}, profiles=profiles, sides=sides)
    for name, gone in {
        "killed": "killed",
        "fled": "fled",
        "first": "captive",
        "second": "captive",
        "wrecked": "destroyed",
    }.items():
        state.figures[f"b-{name}.1"].gone = gone
    state.figures["b-disabled.1"].damage = 1
    state.figures["r.1"].gone = "killed"
    # a captive counts half more and a disabled vehicle half, each rounded up: 200 + 100 + 47 + 47 + 100 + 91
    assert (score(state, "red"), score(state, "blue"), verdict(state).winners) == (585, enemy, winners)


@pytest.mark.rule("xenocide.core.simultaneity", "xenocide.shooting.return-fire-first", "xenocide.vehicle.destroyed")
def test_two_hulls_destroy_each_other() -> None:
    cannon = {"size": 4, "rate": 1, "power": 12, "normal": 30}
    hull = {"movement": 9, "armor": 2, "strength": 4, "aspect": 4, "threshold": 1, "hull": [3, 2], "propulsion": "wheeled"}
    profiles = {"tank": {**hull, "mounts": [{"weapon": "cannon", "capacity": 4, "accuracy": 5}]}}
    units = {"r": {"profile": "tank", "at": [[24, 10]]}, "b": {"profile": "tank", "at": [[24, 30]]}}
    turn = {"phase": "opportunity", "number": 1}
    play = Play(units, "who fires first 1, who fires first 2", profiles=profiles, guns={"cannon": cannon}, turn=turn)
    play.say("b", {"r.1/1": "cannon/1"}, dice="hit 1, save 10")
    assert (play.asks, play["b.1"].gone, play["b.1"].damage) == ("blue targeting.unit-at-unit", "", 0)
    play.say("r", {"b.1/1": "cannon/1"}, dice="hit 1, save 10")
    assert (play["r.1"].gone, play["b.1"].gone) == ("destroyed", "destroyed")
