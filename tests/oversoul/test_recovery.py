"""Recovery: troopers, vehicles and what is aboard them, flyers that crash, and the luck of the lucky."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Refusal
from littlewars.systems.oversoul.basics.state import LastingSpell
from littlewars.systems.oversoul.units.allowance import move_of
from littlewars.systems.oversoul.units.recovery import recovery_tally
from littlewars.systems.oversoul.units.victory import points
from tests.oversoul.helpers import Fight, row


def shot_at(target: dict[str, Any], attacker: str = "rifle", count: int = 1, **more: Any) -> Fight:
    """Riflemen in the south (or wherever the target's back is) about to shoot."""
    return Fight({"a": {"profile": attacker, "at": row(20, 10, count)}, "b": target}, **more)


# ---- troopers


@pytest.mark.rule("oversoul.recovery.trooper")
@pytest.mark.parametrize(("face", "gone"), [(3, "removed"), (4, "")])
def test_a_trooper_survives_with_four(face: int, gone: str) -> None:
    fight = shot_at({"profile": "man", "at": [[20, 19]], "face": 180}).say(
        "shoot:0:b.1", dice=f"ranged attack 4, recovery {face}"
    )
    assert fight["b.1"].gone == gone


@pytest.mark.rule("oversoul.recovery.trooper", "oversoul.attr.heavy-armor-recovery")
@pytest.mark.parametrize(("face", "gone"), [(2, "removed"), (3, "")])
def test_an_elven_knight_survives_with_three(face: int, gone: str) -> None:
    """oversoul.ex.recovery-knight."""
    fight = shot_at({"profile": "guard", "at": [[20, 19]], "face": 180}, attacker="saw")
    fight.say("shoot:0:b.1", dice=f"ranged attack 3, recovery {face}")
    assert fight["b.1"].gone == gone


@pytest.mark.rule(
    "oversoul.recovery.modifiers", "oversoul.attr.tough", "oversoul.attr.frail", "oversoul.attr.undead-recovery",
    "oversoul.attr.super-heavy-armor", "oversoul.attr.heavy-armor-recovery",
)  # fmt: skip
@pytest.mark.parametrize(
    ("attributes", "total"),
    [
        (["Heavy Armor"], 1),
        (["Super Heavy Armor"], 2),
        (["Heavy Armor", "Super Heavy Armor"], 2),
        (["Tough"], 1),
        (["Undead"], 1),
        (["Frail"], -1),
        (["Super Heavy Armor", "Tough", "Undead"], 4),
    ],
)
def test_recovery_modifiers(attributes: list[str], total: int) -> None:
    fight = shot_at({"profile": "x", "at": [[20, 19]], "face": 180}, profiles={"x": {"die": "d6", "attributes": attributes}})
    assert recovery_tally(fight["b.1"]).total == total
    assert recovery_tally(fight["b.1"], zap=True).total == total - 2


@pytest.mark.rule("oversoul.recovery.reaction-rolls")
def test_reaction_rolls_are_made_in_the_turn_of_another() -> None:
    fight = shot_at({"profile": "man", "at": row(20, 19, 4), "face": 180})
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 1, morale 4")
    assert [draw.why for draw in fight.told("Draw")] == ["ranged attack", "recovery", "morale"]


# ---- vehicles


def tank(facing_attacker: str, *aboard: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The printed tank's weapons on a d20 hull, one side towards the attackers in the south."""
    face = {"front": 180, "rear": 0, "left": 270, "right": 90}[facing_attacker]
    men = {str(n): {"at": [20, 20], "carrier": "b.1", **man} for n, man in enumerate(aboard, 2)}
    return {"figures": {"1": {"profile": "panzer", "at": [20, 20], "face": face, **more}, **men}}


HIT = "ranged attack 10"


@pytest.mark.rule("oversoul.recovery.vehicle-fail", "oversoul.recovery.vehicle-slowed", "oversoul.recovery.weapon-removed")
def test_damage_of_a_tank_step_by_step() -> None:
    """oversoul.ex.vehicle-damage-sequence."""
    fight = Fight(
        {"a": {"profile": "big", "at": row(18, 10, 2)}, "b": tank("left")},
        profiles={"big": {"die": "d10", "range": 10, "base": 1}},
    )
    fight.say("a.1").say("shoot:0:b.1", dice=f"{HIT}, recovery 2, component recovery 4")  # 2 + 1 = 3 fails, the gun passes
    assert fight["b.1"].damage == 2000
    assert not fight["b.1"].guns[1].lost
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 1, component recovery 3")
    assert fight["b.1"].damage == 2000  # a weapon fell, so no MOVE is lost
    assert [gun.lost for gun in fight["b.1"].guns] == [False, True, False]
    assert [draw.die for draw in fight.told("Draw") if draw.why == "component recovery"] == ["d8", "d8"]


@pytest.mark.rule(
    "oversoul.recovery.vehicle-empty-facing", "oversoul.recovery.vehicle-immobilised", "oversoul.recovery.vehicle-destroyed"
)
def test_a_tank_is_shot_to_pieces_from_behind() -> None:
    """oversoul.ex.vehicle-destroyed, with the printed Light Tank: MOVE 4, 2, 0, then 66.25 victory points."""
    fight = Fight(
        {"a": {"profile": "big", "at": row(18, 10, 4)}, "b": {"profile": "light-tank", "at": [[20, 20]], "face": 0}},
        profiles={"big": {"die": "d10", "range": 10, "base": 1}},
    )
    left = []
    for number in (1, 2, 3):
        fight.say(f"a.{number}").say("shoot:0:b.1", dice=f"{HIT}, recovery 2")
        left.append((fight["b.1"].profile.move - fight["b.1"].damage) // 1000)
    assert left == [4, 2, 0]
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 2")
    assert fight["b.1"].gone == "removed"
    assert points(fight.state.sides["red"]) == 66.25


@pytest.mark.rule("oversoul.recovery.vehicle-facing-components")
@pytest.mark.parametrize(
    ("facing", "rolled"),
    [("front", ["d10", "d6"]), ("left", ["d8"]), ("right", ["d8"]), ("rear", [])],
)
def test_components_on_the_hit_facing_roll(facing: str, rolled: list[str]) -> None:
    """The turret counts as front; the driver sits in front, too."""
    fight = shot_at(
        tank(facing, {"profile": "man", "seat": "front", "crew": True}),
        attacker="big",
        profiles={"big": {"die": "d10", "range": 10, "base": 1}},
    )
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 1" + ", component recovery 6" * len(rolled))
    assert [draw.die for draw in fight.told("Draw") if draw.why == "component recovery"] == rolled
    assert fight["b.1"].damage == 2000


@pytest.mark.rule("oversoul.recovery.vehicle-facing-components", "oversoul.recovery.weapon-removed")
def test_a_built_in_weapon_is_a_front_component_with_the_vehicles_die() -> None:
    fight = shot_at({"profile": "warcycle-squad", "count": 1, "at": [[20, 19]], "face": 180})
    fight.say("shoot:0:b.1", dice="ranged attack 6, recovery 3, component recovery 3")
    assert fight["b.1"].guns[0].lost
    assert fight.told("Draw")[-1].die == "d10"


@pytest.mark.rule("oversoul.recovery.vehicle-fail")
def test_components_use_only_their_own_modifiers() -> None:
    """A Tough crewman has his +1, never the armour of the tank or the penalty of the Zap."""
    units = {
        "a": {"profile": "wizard", "at": [[20, 14]]},
        "b": tank("front", {"profile": "tough", "seat": "front"}, guns=[{"lost": True}]),
    }
    fight = Fight(units).say(
        "cast:Zap:b.1", dice="casting 4, recovery 4, component recovery 3"
    )  # 4 + 1 - 2 = 3 fails; 3 + 1 passes
    assert not fight["b.2"].gone
    assert fight["b.1"].damage == 2000


@pytest.mark.rule("oversoul.recovery.vehicle-slowed")
def test_a_lost_passenger_spares_the_engine() -> None:
    fight = shot_at(
        tank("rear", {"profile": "man", "seat": "rear"}),
        attacker="big",
        profiles={"big": {"die": "d10", "range": 10, "base": 1}},
    )
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 1, component recovery 3")
    assert fight["b.2"].gone == "removed"
    assert fight["b.1"].damage == 0


WRECK = {"damage": 6}
BIG = {"big": {"die": "d10", "range": 10, "base": 1}}


@pytest.mark.rule("oversoul.recovery.vehicle-destroyed")
def test_who_is_aboard_a_wreck_rolls_to_get_out() -> None:
    men = [
        {"profile": "man", "seat": "left", "crew": True},
        {"profile": "tough", "seat": "right"},
        {"profile": "man", "seat": "left"},
    ]
    fight = shot_at(tank("rear", *men, **WRECK), attacker="big", profiles=BIG)
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 1, escape 4, escape 3, escape 3")
    assert [fight[f"b.{n}"].gone for n in (1, 2, 3, 4)] == ["removed", "", "", "removed"]
    assert fight.rule == "oversoul.recovery.vehicle-destroyed"
    with pytest.raises(Refusal, match="within 1 inch"):
        fight.say({"b.2": [20, 20], "b.3": [20, 24.001]})  # the hull ends at 22.5, the base begins at 23.501
    with pytest.raises(Refusal, match="in the way"):
        fight.say({"b.2": [20, 20], "b.3": [20, 20.5]})
    fight.say({"b.2": [20, 20], "b.3": [20, 24]})
    unit = fight.state.units["b"]
    assert (unit.original, unit.lost, unit.quarters) == (2, 0, 0)
    assert fight["b.2"].carrier == fight["b.2"].seat == ""
    assert not fight["b.2"].crew
    assert fight["b.3"].at == (20000, 24000)


@pytest.mark.rule("oversoul.recovery.vehicle-destroyed")
def test_survivors_of_one_of_several_vehicles_become_a_unit_of_their_own() -> None:
    units = {
        "a": {"profile": "big", "at": [[20, 10]]},
        "b": {
            "figures": {
                "1": {"profile": "truck", "at": [20, 20], "damage": 10},
                "2": {"profile": "truck", "at": [26, 20]},
                "3": {"profile": "man", "at": [20, 20], "carrier": "b.1", "seat": "left"},
                "4": {"profile": "man", "at": [26, 20], "carrier": "b.2", "seat": "left"},
            }
        },
    }
    fight = Fight(units, profiles=BIG).say("shoot:0:b.1", dice=f"{HIT}, recovery 3, escape 4")
    fight.say({"b.3": [20, 20]})
    assert fight.state.units["b"].figures == ["b.1", "b.2", "b.4"]
    crew = fight.state.units[fight["b.3"].unit]
    assert (crew.figures, crew.original, crew.side, crew.tight) == (["b.3"], 1, "blue", False)


@pytest.mark.rule("oversoul.recovery.vehicle-destroyed", "oversoul.morale.trigger-casualties")
def test_passengers_of_another_unit_rejoin_it() -> None:
    units = {
        "a": {"profile": "big", "at": [[20, 10]]},
        "b": {"figures": {"1": {"profile": "truck", "at": [20, 20], "damage": 10}}},
        "b2": {
            "original": 1,
            "figures": {
                "1": {"profile": "man", "at": [20, 20], "carrier": "b.1", "seat": "left"},
                "2": {"profile": "man", "at": [23, 20]},
            },
        },
    }
    fight = Fight(units, profiles=BIG).say("shoot:0:b.1", dice=f"{HIT}, recovery 3, escape 4").say({"b2.1": [20, 20]})
    assert not fight.state.members(fight.state.units["b"])
    assert fight.state.units["b2"].original == 2
    assert [figure.id for figure in fight.state.standing(fight.state.units["b2"])] == ["b2.1", "b2.2"]


@pytest.mark.rule("oversoul.recovery.vehicle-destroyed")
def test_without_ground_to_stand_on_survivors_are_lost_to_the_enemy() -> None:
    units = {
        "a": {"profile": "big", "at": [[20, 10]]},
        "b": {
            "figures": {
                "1": {"profile": "boat", "at": [20, 20], "damage": 10},
                "2": {"profile": "man", "at": [20, 20], "carrier": "b.1", "seat": "left"},
            }
        },
    }
    boat = {"boat": {"kind": "vehicle", "die": "d10", "attributes": ["Waterborne"]}}
    fight = Fight(units, profiles={**BIG, **boat}, terrain=[{"water": "deep", "box": [0, 12, 48, 40]}])
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 3, escape 6")
    assert fight["b.2"].gone == "removed"
    assert fight.told("Removed")[-1].by == "red"


# ---- immobilised


@pytest.mark.rule("oversoul.recovery.vehicle-immobilised", "oversoul.spells.slow", "oversoul.attr.flying-crash")
def test_slow_is_no_damage_but_damage_brings_a_flyer_down() -> None:
    """oversoul.ex.slow-spell-is-not-damage."""
    copter = {"copter": {"kind": "vehicle", "die": "d20", "attributes": ["Flying"]}}
    units = {
        "a": {"profile": "big", "at": [[20, 10]]},
        "b": {"figures": {"1": {"profile": "copter", "at": [20, 20], "damage": 4}}},
    }
    fight = Fight(units, profiles={**BIG, **copter})
    fight["b.1"].airborne = True
    fight.state.units["b"].spells = [LastingSpell("Slow", "red", 9)]
    assert move_of(fight.state, fight["b.1"]) == 0
    assert fight["b.1"].airborne
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 3, crash 4")
    assert fight["b.1"].damage == 6000
    assert not fight["b.1"].airborne
    assert not fight["b.1"].gone


# ---- flyers


def airborne(fight: Fight, *names: str) -> Fight:
    for name in names:
        fight[name].airborne = True
    return fight


@pytest.mark.rule("oversoul.attr.flying-crash")
def test_a_flyer_without_modifiers_dies_of_the_first_one() -> None:
    """oversoul.ex.flying-natural-one (a)."""
    fight = airborne(
        shot_at({"profile": "x", "at": [[20, 19]], "face": 180}, profiles={"x": {"die": "d12", "attributes": ["Flying"]}}),
        "b.1",
    )
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 1")
    assert fight["b.1"].gone == "removed"


ARMOURED = {
    "x": {"die": "d12", "attributes": ["Flying", "Super Heavy Armor", "Tough"]},
    "big": {"die": "d12", "range": 10, "base": 1},
}


@pytest.mark.rule("oversoul.attr.flying-crash")
@pytest.mark.parametrize(("first", "dice"), [(1, ", crash 1"), (2, "")])
def test_an_armoured_flyer_crashes_on_a_one_and_survives(first: int, dice: str) -> None:
    """oversoul.ex.flying-natural-one (b): 1 + 3 survives, crashes, 1 + 3 survives on the ground; a 2 does not crash."""
    fight = airborne(shot_at({"profile": "x", "at": [[20, 19]], "face": 180}, attacker="big", profiles=ARMOURED), "b.1")
    fight.say("shoot:0:b.1", dice=f"ranged attack 4, recovery {first}{dice}")
    assert not fight["b.1"].gone
    assert fight["b.1"].airborne == (first == 2)


@pytest.mark.rule("oversoul.attr.flying-crash")
@pytest.mark.parametrize(("natural", "gone"), [(1, "removed"), (2, "")])
def test_a_flyer_that_needs_a_two_is_lost_by_a_one(natural: int, gone: str) -> None:
    flyer = {"x": {"die": "d12", "attributes": ["Flying", "Super Heavy Armor"]}, "big": ARMOURED["big"]}
    fight = airborne(shot_at({"profile": "x", "at": [[20, 19]], "face": 180}, attacker="big", profiles=flyer), "b.1")
    fight.say("shoot:0:b.1", dice=f"ranged attack 4, recovery {natural}")
    assert fight["b.1"].gone == gone


@pytest.mark.rule("oversoul.attr.flying-crash", "oversoul.basics.no-automatic-results")
def test_on_the_ground_a_one_means_nothing_of_its_own() -> None:
    fight = shot_at({"profile": "x", "at": [[20, 19]], "face": 180}, attacker="big", profiles=ARMOURED)
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 1")
    assert not fight["b.1"].gone


@pytest.mark.rule("oversoul.attr.flying-crash", "oversoul.recovery.vehicle-destroyed")
def test_a_flying_vehicle_is_damaged_and_then_falls_with_its_passengers() -> None:
    """oversoul.ex.flying-natural-one (c): damage is resolved, then it is removed by the crash."""
    units = {
        "a": {"profile": "big", "at": [[20, 10]]},
        "b": {
            "figures": {
                "1": {"profile": "copter", "at": [20, 20]},
                "2": {"profile": "man", "at": [20, 20], "carrier": "b.1", "seat": "left"},
            }
        },
    }
    copter = {"copter": {"kind": "vehicle", "die": "d10", "attributes": ["Flying"]}}
    fight = airborne(Fight(units, profiles={**BIG, **copter}), "b.1")
    fight.say("shoot:0:b.1", dice=f"{HIT}, recovery 1, crash 3, escape 4").say({"b.2": [20, 20]})
    assert fight["b.1"].gone == "removed"
    assert fight["b.1"].damage == 2000
    assert not fight["b.2"].gone


@pytest.mark.rule("oversoul.attr.flying-crash")
def test_a_crash_ends_on_the_nearest_legal_place() -> None:
    fight = airborne(
        shot_at(
            {"profile": "x", "at": [[20, 19]], "face": 180},
            attacker="big",
            profiles=ARMOURED,
            terrain=[{"difficulty": "impassible", "box": [19.5, 17, 25, 25], "sight": "clear"}],
        ),
        "b.1",
    )
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 1, crash 4")
    assert fight["b.1"].x <= 18500  # off the rock
    assert fight["b.1"].y == pytest.approx(19000, abs=600)


# ---- luck


@pytest.mark.rule("oversoul.attr.lucky")
def test_luck_is_spent_once_and_keeps_the_better_roll() -> None:
    """oversoul.ex.lucky: rolls 2, rerolls 5; later rolls 1: no second reroll."""
    fight = Fight({"a": {"profile": "lucky", "at": [[20, 10]]}, "b": {"profile": "tough", "at": [[20, 19]], "face": 180}})
    fight.say("shoot:0:b.1", dice="ranged attack 2")
    assert (fight.rule, fight.options) == ("oversoul.attr.lucky", ["keep", "reroll"])
    fight.say("reroll", dice="ranged attack 5, recovery 4")
    assert fight.told("Attacked")[0].hit
    assert not fight["a.1"].lucky
    fight.say("pass", dice="initiative 6, initiative 1").say("a").say("other").say("shoot:0:b.1", dice="ranged attack 1")
    assert fight.state.active().name == "blue"  # nobody asked


@pytest.mark.rule("oversoul.attr.lucky")
def test_a_worse_reroll_does_not_count_and_luck_may_be_kept() -> None:
    fight = Fight({"a": {"profile": "lucky", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 19]], "face": 180}})
    fight.say("shoot:0:b.1", dice="ranged attack 3").say("keep")
    assert fight["a.1"].lucky
    assert not fight.told("Attacked")[0].hit
    fight.say("pass", dice="initiative 6, initiative 1").say("a").say("other").say(
        "shoot:0:b.1", dice="ranged attack 4, recovery 4"
    )
    assert fight.state.active().name == "blue"  # a success is not asked about


@pytest.mark.rule("oversoul.attr.lucky")
def test_the_lucky_reroll_recovery_also_in_a_group_roll() -> None:
    fight = Fight(
        {"a": {"profile": "rifle", "at": row(20, 10, 2)}, "b": {"profile": "lucky", "at": [[20, 19]], "face": 180}}
    ).say("group")
    fight.say({"a.1": "shoot:0:b.1", "a.2": "shoot:0:b.1"}, dice="ranged attack 4, ranged attack 4, recovery 1")
    assert fight.game.ask is not None
    assert fight.game.ask.side == "blue"
    fight.say("reroll", dice="recovery 4, recovery 3")  # the second hit finds him without luck
    assert fight["b.1"].gone == "removed"


@pytest.mark.rule("oversoul.attr.lucky", "oversoul.attr.flying-crash")
def test_a_one_that_is_rerolled_does_not_crash() -> None:
    angel = {
        "x": {"die": "d12", "attributes": ["Flying", "Lucky", "Super Heavy Armor", "Tough"]},
        "big": {"die": "d12", "range": 10, "base": 1},
    }
    fight = airborne(shot_at({"profile": "x", "at": [[20, 19]], "face": 180}, attacker="big", profiles=angel), "b.1")
    fight.say("shoot:0:b.1", dice="ranged attack 4, recovery 1").say("reroll", dice="recovery 2")
    assert fight["b.1"].airborne
    crash = airborne(shot_at({"profile": "x", "at": [[20, 19]], "face": 180}, attacker="big", profiles=angel), "b.1")
    crash.say("shoot:0:b.1", dice="ranged attack 4, recovery 1").say("reroll", dice="recovery 1, crash 1")
    assert not crash["b.1"].airborne


@pytest.mark.rule("oversoul.attr.lucky")
def test_the_crash_roll_itself_may_be_rerolled() -> None:
    copter = {"x": {"kind": "vehicle", "die": "d10", "attributes": ["Flying", "Lucky"]}}
    fight = airborne(shot_at({"profile": "x", "at": [[20, 20]], "face": 180}, profiles=copter), "b.1")
    fight.say("shoot:0:b.1", dice="ranged attack 6, recovery 1").say("keep", dice="crash 3").say("reroll", dice="crash 4")
    assert not fight["b.1"].gone
    assert not fight["b.1"].airborne


@pytest.mark.rule("oversoul.attr.lucky")
def test_a_lucky_vehicle_saves_its_weapon() -> None:
    lucky_tank = {"t": {"kind": "vehicle", "die": "d10", "range": 4, "attributes": ["Lucky"]}}
    fight = shot_at({"profile": "t", "at": [[20, 19]], "face": 180}, profiles=lucky_tank)
    fight.say("shoot:0:b.1", dice="ranged attack 6, recovery 3").say("keep", dice="component recovery 3").say(
        "reroll", dice="component recovery 4"
    )
    assert not fight["b.1"].guns[0].lost
    assert fight["b.1"].damage == 2000


@pytest.mark.rule("oversoul.attr.lucky", "oversoul.ranged.vehicle-weapon-stats")
def test_the_luck_of_a_vehicle_helps_its_payload_weapons() -> None:
    jeep = {"kind": "vehicle", "die": "d10", "attributes": ["Lucky"], "weapons": [{"name": "MG", "die": "d6", "range": 10}]}
    fight = Fight(
        {"a": {"profile": "x", "at": [[20, 10]]}, "b": {"profile": "tough", "at": [[20, 20]], "face": 180}},
        profiles={"x": jeep},
    )
    fight.say("shoot:0:b.1", dice="ranged attack 3").say("reroll", dice="ranged attack 4, recovery 6")
    assert fight.told("Attacked")[0].hit


@pytest.mark.rule("oversoul.basics.no-automatic-results", "oversoul.basics.success-on-four")
def test_the_house_rule_that_a_one_fails() -> None:
    units = {"a": {"profile": "saw", "at": [[20, 10]]}, "b": {"profile": "man", "at": [[20, 19]], "face": 0}}  # +1 and +2
    plain = Fight(units).say("shoot:0:b.1", dice="ranged attack 1, recovery 4")
    assert plain.told("Attacked")[0].hit
    house = Fight(units, natural_one_fails=True).say("shoot:0:b.1", dice="ranged attack 1")
    assert not house.told("Attacked")[0].hit
