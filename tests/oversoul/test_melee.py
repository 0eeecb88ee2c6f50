"""Other actions and hand to hand fighting: who may strike whom, with which modifiers, and what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Refusal
from littlewars.systems.oversoul.attack.actions import explain
from littlewars.systems.oversoul.basics.state import LastingSpell
from littlewars.systems.oversoul.units.aim import can_harm, touched_enemies
from tests.oversoul.helpers import Fight, battle_of, blow, mods, row, shot

FACING = {"face": 180}  # looks south, at an attacker who stands south of it
TOUCHING: dict[str, Any] = {"a": {"profile": "man", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, 11]], **FACING}}


def touching(attacker: str = "man", target: str = "man", **more: Any) -> dict[str, Any]:
    """Two models in contact, face to face."""
    return {"a": {"profile": attacker, "at": [[10, 10]]}, "b": {"profile": target, "at": [[10, 11]], "face": 180, **more}}


def touched(units: dict[str, Any], who: str = "a.1", **more: Any) -> list[str]:
    battle = battle_of(units, **more)
    return touched_enemies(battle, battle.state.figures[who])


# ---- what a model may do


@pytest.mark.rule("oversoul.action.list")
def test_melee_shooting_and_spells_are_the_other_actions() -> None:
    fight = Fight(
        {"a": {"profile": "mage", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, 11]]}},
        profiles={"mage": {"die": "d8", "range": 10, "attributes": ["Magic"], "spells": ["Zap"]}},
    )
    assert fight.actions() == ["hold", "melee:b.1", "shoot:0:b.1", "cast:Zap:b.1"]


@pytest.mark.rule("oversoul.action.one-per-turn")
@pytest.mark.parametrize("action", ["melee:b.1", "shoot:0:b.1"])
def test_one_other_action_and_the_turn_is_over(action: str) -> None:
    fight = Fight({"a": {"profile": "rifle", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, 11]], **FACING}})
    fight.say(action, dice=("melee" if action[0] == "m" else "ranged") + " attack 1")
    assert fight.state.active().name == "blue"


@pytest.mark.rule("oversoul.action.individual-choice")
def test_loose_troopers_each_choose_their_own_kind_of_action() -> None:
    fight = Fight(
        {"a": {"profile": "rifle", "at": [[10, 10], [13, 10]]}, "b": {"profile": "tough", "at": [[10, 11], [13, 18]], **FACING}}
    )
    fight.say("a.2").say("shoot:0:b.2", dice="ranged attack 2").say("melee:b.1", dice="melee attack 3")
    assert [(e.attacker, e.how) for e in fight.told("Attacked")] == [("a.2", "ranged"), ("a.1", "melee")]


@pytest.mark.rule("oversoul.action.enemy-targets")
def test_friends_passengers_and_the_submerged_are_no_targets() -> None:
    sea = [{"water": "deep", "box": [20, 0, 40, 40]}]
    fight = Fight(
        {
            "a": {"profile": "rifle", "at": [[18, 10]], "face": 90},
            "a2": {"profile": "man", "at": [[18, 12]]},
            "b": {"profile": "diver", "figures": {"1": {"profile": "diver", "at": [24, 10], "submerged": True}}},
            "b2": {
                "figures": {
                    "1": {"profile": "truck", "at": [24, 14]},
                    "2": {"profile": "man", "at": [24, 14], "carrier": "b2.1", "seat": "left"},
                }
            },
            "b3": {"profile": "man", "at": [[19, 10]]},
        },
        profiles={"diver": {"die": "d6", "attributes": ["Amphibious", "Submersible"]}},
        terrain=sea,
    )
    assert fight.actions() == ["hold", "melee:b3.1", "shoot:0:b2.1", "shoot:0:b3.1"]


@pytest.mark.rule("oversoul.action.enemy-targets", "oversoul.attr.heavy-armor-immunity")
def test_a_harmless_attack_may_be_declared_and_does_nothing() -> None:
    fight = Fight(touching("man", "guard"))
    fight.say("melee:b.1")
    assert [(e.attacker, e.target) for e in fight.told("Bounced")] == [("a.1", "b.1")]
    assert not fight.told("Draw")


# ---- who may strike


@pytest.mark.rule("oversoul.melee.eligibility")
@pytest.mark.parametrize(
    ("at", "found"),
    [([10, 11], True), ([10, 11.05], True), ([10, 11.06], False), ([11, 10], True), ([10.5, 9.134], False), ([10, 9], False)],
)
def test_melee_needs_contact_in_the_front_facing(at: list[float], found: bool) -> None:
    assert touched({"a": {"profile": "man", "at": [[10, 10]]}, "b": {"profile": "man", "at": [at]}}) == (
        ["b.1"] if found else []
    )


@pytest.mark.rule("oversoul.facing.boundaries", "oversoul.melee.eligibility", "oversoul.tight.facings")
def test_a_long_hull_is_fought_where_it_touches() -> None:
    """oversoul.ex.melee-arc-long-hull."""
    units = {
        "a": {"profile": "spear", "formation": "line", "at": [10.5, 10], "face": 90, "count": 1},
        "b": {"profile": "panzer", "at": [[12, 12.4]], "face": 0},
    }
    assert touched(units) == ["b.1"]
    units["b"]["at"] = [[12, 13.6]]  # farther along, the nearest point lies beyond 45 degrees
    assert touched(units) == []


@pytest.mark.rule("oversoul.melee.roll")
@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_a_four_hits(face: int, hit: bool) -> None:
    fight = Fight(TOUCHING)
    fight.say("melee:b.1", dice=f"melee attack {face}" + (", recovery 4" if hit else ""))
    assert [e.hit for e in fight.told("Attacked")] == [hit]
    assert fight.told("Draw")[0].die == "d6"


@pytest.mark.rule("oversoul.melee.one-sided")
def test_the_defender_only_recovers() -> None:
    fight = Fight(TOUCHING).say("melee:b.1", dice="melee attack 6, recovery 6")
    assert [draw.why for draw in fight.told("Draw")] == ["melee attack", "recovery"]
    assert fight["a.1"].gone == ""


@pytest.mark.rule("oversoul.melee.vehicle")
def test_a_vehicle_fights_with_its_own_die_and_then_fires_nothing() -> None:
    units = {"a": {"profile": "panzer", "at": [[10, 10]]}, "b": {"profile": "tough", "at": [[10, 13], [10, 22]]}}
    fight = Fight(units)
    assert "melee:b.1" in fight.actions()
    assert "melee:b.2" not in fight.actions()
    fight.say("melee:b.1", dice="melee attack 20, recovery 6")
    assert fight.told("Draw")[0].die == "d20"
    assert fight.state.active().name == "blue"  # no shot any more


@pytest.mark.rule("oversoul.melee.vehicle")
def test_a_vehicle_that_has_fired_makes_no_melee_attack() -> None:
    units = {
        "a": {
            "figures": {
                "1": {"profile": "panzer", "at": [10, 10]},
                "2": {"profile": "man", "at": [10, 10], "carrier": "a.1", "seat": "rear", "crew": True},
            }
        },
        "b": {"profile": "tough", "at": [[10, 13]]},
    }
    fight = Fight(units).say("shoot:0:b.1", dice="ranged attack 1")
    assert fight.actions() == ["hold", "shoot:1:b.1", "shoot:2:b.1"]


# ---- modifiers


@pytest.mark.rule("oversoul.melee.facing-modifiers")
@pytest.mark.parametrize(("bearing", "modifier"), [(0, 0), (45, 0), (46, 1), (90, 1), (134, 1), (135, 2), (180, 2)])
def test_flank_and_rear_of_a_model_with_four_facings(bearing: int, modifier: int) -> None:
    """oversoul.ex.melee-facing-modifiers: a vehicle turned so that the attacker stands at this bearing."""
    for side in (bearing, -bearing):
        battle = battle_of(
            {"a": {"profile": "man", "at": [[20, 10]]}, "b": {"profile": "truck", "at": [[20, 16]], "face": 180 - side}}
        )
        assert blow(battle, "a.1", "b.1").tally.total == modifier


@pytest.mark.rule("oversoul.melee.facing-modifiers", "oversoul.facing.loose-trooper")
@pytest.mark.parametrize(("bearing", "modifier"), [(0, 0), (90, 0), (91, 2), (180, 2)])
def test_a_loose_trooper_has_no_flank(bearing: int, modifier: int) -> None:
    """oversoul.ex.loose-trooper-facing."""
    for side in (bearing, -bearing):
        battle = battle_of(touching(face=180 - side))
        assert blow(battle, "a.1", "b.1").tally.total == modifier


@pytest.mark.rule("oversoul.attr.walker", "oversoul.facing.boundaries")
@pytest.mark.parametrize(("bearing", "modifier"), [(0, 0), (90, 0), (91, 2)])
def test_a_walker_has_a_troopers_facings(bearing: int, modifier: int) -> None:
    walker = {"mech": {"kind": "vehicle", "die": "d12", "attributes": ["Walker"]}}
    battle = battle_of(
        {"a": {"profile": "man", "at": [[20, 10]]}, "b": {"profile": "mech", "at": [[20, 16]], "face": 180 - bearing}},
        profiles=walker,
    )
    assert blow(battle, "a.1", "b.1").tally.total == modifier


ALL = {
    "rear": 2,
    "charge": 2,
    "ran first": -1,
    "prone target": 1,
    "Aggressive": 1,
    "Super Heavy Melee Weapon": 2,
    "Strengthen": 2,
    "Weaken": -2,
    "Shield": -2,
}


@pytest.mark.rule(
    "oversoul.melee.modifier-summary", "oversoul.basics.modifier-stacking", "oversoul.attr.super-heavy-melee-weapon"
)
def test_all_modifiers_of_a_melee_roll_add_up() -> None:
    berserk = {"berserk": {"die": "d6", "attributes": ["Aggressive", "Heavy Melee Weapon", "Super Heavy Melee Weapon"]}}
    fight = Fight(touching("berserk", "man", face=0), profiles=berserk, doing={"ran": ["a.1"], "charges": ["a.1>b.1"]})
    fight["b.1"].prone = True
    fight.state.units["a"].spells = [LastingSpell("Strengthen", "red", 9), LastingSpell("Weaken", "blue", 9)]
    fight.state.units["b"].spells = [LastingSpell("Shield", "blue", 9)]
    assert mods(blow(fight.game.battle, "a.1", "b.1")) == ALL


@pytest.mark.rule("oversoul.attr.aggressive", "oversoul.attr.heavy-melee-weapon")
@pytest.mark.parametrize(
    ("attribute", "modifier"), [("Aggressive", 1), ("Heavy Melee Weapon", 1), ("Super Heavy Melee Weapon", 2)]
)
def test_attributes_that_help_in_melee_do_not_help_to_shoot(attribute: str, modifier: int) -> None:
    battle = battle_of(touching("x"), profiles={"x": {"die": "d6", "range": 10, "attributes": [attribute]}})
    assert mods(blow(battle, "a.1", "b.1")) == {attribute: modifier}
    assert mods(shot(battle, "a.1", "b.1")) == {}


@pytest.mark.rule("oversoul.move.prone-melee-modifier", "oversoul.move.prone-ranged-modifier")
def test_a_prone_target_is_easier_to_strike_and_harder_to_shoot() -> None:
    """oversoul.ex.prone-modifiers."""
    battle = battle_of(touching("rifle"))
    battle.state.figures["b.1"].prone = True
    assert blow(battle, "a.1", "b.1").tally.total == 1
    assert shot(battle, "a.1", "b.1").tally.total == -1


@pytest.mark.rule("oversoul.charge.bonus", "oversoul.attr.heavy-melee-weapon", "oversoul.basics.no-automatic-results")
def test_a_charging_lancer_hits_with_a_one() -> None:
    """oversoul.ex.lancer-charge: 1 + 2 + 1 = 4."""
    fight = Fight(touching("guard"), doing={"charges": ["a.1>b.1"]})
    fight.say("melee:b.1", dice="melee attack 1, recovery 4")
    assert fight.told("Attacked")[0].hit
    assert fight.told("Attacked")[0].tally.needed == 1


@pytest.mark.rule("oversoul.charge.running")
@pytest.mark.parametrize(("natural", "hit"), [(1, False), (2, True)])
def test_a_running_charge_has_both_modifiers(natural: int, hit: bool) -> None:
    """oversoul.ex.running-charge."""
    fight = Fight(touching("guard"), doing={"charges": ["a.1>b.1"], "ran": ["a.1"]})
    fight.say("melee:b.1", dice=f"melee attack {natural}" + (", recovery 4" if hit else ""))
    assert fight.told("Attacked")[0].hit == hit


@pytest.mark.rule("oversoul.charge.bonus")
def test_the_charge_counts_only_against_whom_it_reached() -> None:
    fight = Fight(
        {"a": {"profile": "man", "at": [[10, 10]]}, "b": {"profile": "man", "at": [[10, 11], [11, 10]], **FACING}},
        doing={"charges": ["a.1>b.1"]},
    )
    battle = fight.game.battle
    assert [mods(blow(battle, "a.1", name)).get("charge", 0) for name in ("b.1", "b.2")] == [2, 0]


# ---- armour


MATRIX = [
    ("d6", 0, False, False),
    ("d6", 1, True, False),
    ("d8", 0, True, False),
    ("d10", 1, True, False),
    ("d12", 0, True, True),
    ("d4", 2, True, True),
]


@pytest.mark.rule("oversoul.attr.heavy-armor-immunity", "oversoul.attr.super-heavy-armor")
@pytest.mark.parametrize(("die", "pierces", "heavy", "super_heavy"), MATRIX)
def test_armour_matrix(die: str, pierces: int, heavy: bool, super_heavy: bool) -> None:
    """oversoul.ex.heavy-armor-matrix."""
    weapon = {
        0: [],
        1: ["Heavy Melee Weapon", "Heavy Ranged Weapon"],
        2: ["Super Heavy Melee Weapon", "Super Heavy Ranged Weapon"],
    }
    profiles = {
        "x": {"die": die, "range": 10, "attributes": weapon[pierces]},
        "heavy": {"die": "d6", "attributes": ["Heavy Armor"]},
        "super": {"die": "d6", "attributes": ["Super Heavy Armor"]},
    }
    battle = battle_of(
        {
            "a": {"profile": "x", "at": [[10, 10]]},
            "b": {"profile": "heavy", "at": [[10, 12]]},
            "b2": {"profile": "super", "at": [[12, 10]]},
        },
        profiles=profiles,
    )

    for attack in (blow, shot):
        assert attack(battle, "a.1", "b.1").harms == heavy
        assert attack(battle, "a.1", "b2.1").harms == super_heavy


@pytest.mark.rule("oversoul.attr.heavy-armor-immunity")
def test_a_heavy_melee_weapon_does_not_shoot_through_armour() -> None:
    """oversoul.ex.heavy-melee-does-not-shoot."""
    profiles = {"x": {"die": "d6", "range": 10, "attributes": ["Heavy Melee Weapon"]}}
    battle = battle_of(touching("x", "guard"), profiles=profiles)
    assert blow(battle, "a.1", "b.1").harms
    assert not shot(battle, "a.1", "b.1").harms


@pytest.mark.rule("oversoul.attr.heavy-armor-immunity")
def test_an_attack_that_cannot_hurt_says_so_where_it_is_chosen() -> None:
    profiles = {"x": {"die": "d6", "range": 10, "attributes": ["Heavy Melee Weapon"]}}
    battle = battle_of(touching("x", "guard"), profiles=profiles)
    figure = battle.state.figures["a.1"]
    assert explain(battle, figure, "melee:b.1").about == ""
    assert explain(battle, figure, "shoot:0:b.1").about.startswith("A d6 cannot hurt the armour of ")


@pytest.mark.rule("oversoul.attr.heavy-armor-immunity")
def test_the_die_that_is_rolled_counts_against_armour() -> None:
    battle = battle_of({"a": {"profile": "panzer", "at": [[10, 10]]}, "b": {"profile": "guard", "at": row(9, 20, 1)}})
    knight = battle.state.figures["b.1"]
    assert [can_harm(weapon.die, weapon.pierces, knight) for weapon in battle.state.figures["a.1"].profile.weapons] == [
        True
    ] * 3
    assert not can_harm(6, 0, knight)


# ---- tight units in melee


@pytest.mark.rule("oversoul.tight.melee-first-rank", "oversoul.tight.same-actions")
def test_only_first_rank_troopers_in_contact_strike() -> None:
    """oversoul.ex.tight-melee: two-rank line of 12, four front-rank troopers touch enemies."""
    fight = Fight(
        {
            "a": {"profile": "spear", "formation": "line/2", "at": [20, 20], "count": 12},
            "b": {"profile": "tough", "at": row(18.5, 20.5, 4), "face": 180},
        }
    )
    assert fight.rule == "oversoul.tight.same-actions"
    assert fight.options == ["none", "melee"]
    fight.say("melee")
    assert len([name for name in fight.options if name.startswith("a.")]) == 4


@pytest.mark.rule("oversoul.tight.same-actions")
def test_a_tight_unit_that_shoots_does_not_strike() -> None:
    fight = Fight(
        {
            "a": {"profile": "bow", "formation": "line", "at": [20, 20], "count": 2},
            "b": {"profile": "tough", "at": [[19.5, 20.5]], "face": 180},
        }
    )
    fight.say("shoot").say("a.1")
    assert fight.actions() == ["hold", "shoot:0:b.1"]
    with pytest.raises(Refusal):
        fight.say("melee:b.1")


@pytest.mark.rule("oversoul.melee.eligibility", "oversoul.attr.submersible-submerged")
def test_who_is_under_water_touches_nobody_though_his_unit_fights() -> None:
    figures = {"1": {"profile": "diver", "at": [10, 10]}, "2": {"profile": "diver", "at": [11, 10], "submerged": True}}
    units = {"a": {"figures": figures}, "b": {"profile": "frog", "at": [[10, 11]], **FACING}}
    sea = [{"water": "deep", "box": [0, 0, 40, 40]}]
    assert [touched(units, who, terrain=sea) for who in ("a.1", "a.2")] == [["b.1"], []]
