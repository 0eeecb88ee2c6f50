"""Shooting: range, sight, arcs, modifiers; troopers, and vehicles with their weapons and crews."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Refusal
from littlewars.systems.oversoul.basics.state import LastingSpell
from littlewars.systems.oversoul.units.aim import shot_targets, sight_to
from tests.oversoul.helpers import Fight, battle_of, mods, shot

HEDGE = {"difficulty": "light", "box": [0, 14, 40, 15]}
ROCK = {"difficulty": "impassible", "box": [0, 14, 40, 15]}


def facing_off(attacker: str = "rifle", target: str = "man", away: float = 8, **more: Any) -> dict[str, Any]:
    """An attacker who looks north at a target that looks back, so far from edge to edge."""
    return {
        "a": {"profile": attacker, "at": [[10, 10]]},
        "b": {"profile": target, "at": [[10, 11 + away]], "face": 180, **more},
    }


def targets(units: dict[str, Any], who: str = "a.1", weapon: int = 0, **more: Any) -> list[str]:
    """Whom a weapon may be fired at."""
    battle = battle_of(units, **more)
    figure = battle.state.figures[who]
    return shot_targets(battle, figure, figure.profile.weapons[weapon])


# ---- range and sight


@pytest.mark.rule("oversoul.ranged.weapon-required")
def test_without_a_ranged_weapon_there_is_no_shot() -> None:
    fight = Fight({**facing_off("man"), "a2": {"profile": "rifle", "at": [[30, 10]]}})
    assert fight.state.active().name == "blue"  # nothing to choose
    armed = Fight(facing_off("rifle"))
    assert armed.actions() == ["hold", "shoot:0:b.1"]


R12 = {"rifle": {"die": "d6", "range": 12}}


@pytest.mark.rule("oversoul.ranged.range-bands", "oversoul.ranged.range-modifiers")
@pytest.mark.parametrize(("away", "modifier"), [(0, 0), (11.9, 0), (12, 0), (12.1, -1), (24, -1), (24.1, None)])
def test_short_and_long_range(away: float, modifier: int | None) -> None:
    """oversoul.ex.range-r12."""
    units = facing_off(away=away)
    assert targets(units, profiles=R12) == ([] if modifier is None else ["b.1"])
    if modifier is not None:
        assert mods(shot(battle_of(units, profiles=R12), "a.1", "b.1")) == ({"long range": -1} if modifier else {})


@pytest.mark.rule("oversoul.ranged.range-modifiers", "oversoul.ranged.los-modifiers")
@pytest.mark.parametrize(("away", "terrain", "total"), [(8, [], 0), (8, [HEDGE], -1), (15, [], -1), (15, [HEDGE], -2)])
def test_range_and_sight_add_up(away: float, terrain: list[Any], total: int) -> None:
    """oversoul.ex.range-los-modifiers, oversoul.ex.infantry-long-range: d6 R:10 at 15 inches, partial: needs a 6."""
    aim = shot(battle_of(facing_off(away=away), terrain=terrain), "a.1", "b.1")
    assert aim.tally.total == total
    assert aim.tally.needed == 4 - total


@pytest.mark.rule("oversoul.ranged.los-required")
def test_what_is_not_seen_is_not_shot() -> None:
    assert targets(facing_off(), terrain=[ROCK]) == []
    assert targets(facing_off(), terrain=[HEDGE]) == ["b.1"]


WOOD = {"difficulty": "heavy"}
LOS = [
    ("a", {**WOOD, "box": [15, 17, 17, 23]}, "ahead", 0),
    ("b", {**WOOD, "box": [15, 20.25, 17, 23]}, "ahead", 1),
    ("c", {"difficulty": "light", "box": [15, 17, 17, 23]}, "ahead", 1),
    ("d", {**WOOD, "box": [21, 17, 24, 23]}, "ahead", 1),
    ("e", {**WOOD, "box": [21, 17, 24, 23]}, "back", 2),
    ("f", {"difficulty": "impassible", "box": [15, 19.8, 17, 20.2]}, "ahead", 1),
]


@pytest.mark.rule("oversoul.ranged.los-method", "oversoul.ranged.los-modifiers")
@pytest.mark.parametrize(("case", "piece", "way", "seen"), LOS)
def test_what_terrain_does_to_sight(case: str, piece: dict[str, Any], way: str, seen: int) -> None:
    """oversoul.ex.los-wood, with (0, 0) at (10, 20): 0 no line of sight, 1 partial, 2 open."""
    units = {"a": {"profile": "rifle", "at": [[10, 20]], "face": 90}, "b": {"profile": "rifle", "at": [[22, 20]], "face": 270}}
    battle = battle_of(units, terrain=[piece])
    one, other = battle.state.figures["a.1"], battle.state.figures["b.1"]
    assert sight_to(battle, *((one, other) if way == "ahead" else (other, one))) == seen


@pytest.mark.rule("oversoul.ranged.los-method", "oversoul.attr.flying")
def test_lines_to_and_from_flyers_are_clear() -> None:
    units = facing_off()
    battle = battle_of(units, terrain=[ROCK])
    battle.state.figures["b.1"].airborne = True
    assert sight_to(battle, battle.state.figures["a.1"], battle.state.figures["b.1"]) == 2


@pytest.mark.rule("oversoul.ranged.front-only")
@pytest.mark.parametrize(("face", "seen"), [(0, True), (90, True), (91, False), (180, False), (269, False), (270, True)])
def test_troopers_shoot_to_the_front(face: int, seen: bool) -> None:
    units = facing_off()
    units["a"]["face"] = face
    assert targets(units) == (["b.1"] if seen else [])


@pytest.mark.rule("oversoul.ranged.front-only", "oversoul.tight.facings")
def test_a_tight_trooper_shoots_within_45_degrees() -> None:
    units = {
        "a": {"profile": "bow", "formation": "line", "at": [10, 10], "count": 1},
        "b": {"profile": "man", "at": [[18, 17.5], [2, 17.49]]},
    }
    assert targets(units) == ["b.1"]


@pytest.mark.rule("oversoul.ranged.flank-rear")
def test_flank_and_rear_count_for_shots() -> None:
    facings = {180: 0, 90: 1, 270: 1, 0: 2}
    for face, modifier in facings.items():
        battle = battle_of(facing_off(target="truck", face=face))
        assert shot(battle, "a.1", "b.1").tally.total == modifier


@pytest.mark.rule("oversoul.ranged.flank-rear", "oversoul.attr.heavy-ranged-weapon")
def test_a_saw_at_long_range_into_the_rear() -> None:
    """oversoul.ex.saw-rear: 24 inches, rear of a loose trooper: +2, a natural 2 is enough."""
    aim = shot(battle_of(facing_off("saw", away=24, face=0)), "a.1", "b.1")
    assert mods(aim) == {"rear": 2, "long range": -1, "Heavy Ranged Weapon": 1}
    assert aim.tally.needed == 2


@pytest.mark.rule("oversoul.ranged.roll")
@pytest.mark.parametrize(("face", "hit"), [(3, False), (4, True)])
def test_a_shot_hits_on_four(face: int, hit: bool) -> None:
    fight = Fight(facing_off()).say("shoot:0:b.1", dice=f"ranged attack {face}" + (", recovery 4" if hit else ""))
    assert fight.told("Attacked")[0].hit == hit


@pytest.mark.rule("oversoul.ranged.into-melee")
def test_shooting_by_past_and_at_models_in_contact_is_free() -> None:
    units = {
        "a": {"profile": "rifle", "at": [[10, 10]]},
        "a2": {"profile": "man", "at": [[10, 18]]},
        "b": {"profile": "man", "at": [[10, 11], [10, 19]], "face": 180},
    }
    battle = battle_of(units)
    assert targets(units) == ["b.1", "b.2"]
    assert mods(shot(battle, "a.1", "b.2")) == {}


@pytest.mark.rule("oversoul.ranged.modifier-summary", "oversoul.attr.super-heavy-ranged-weapon")
def test_all_modifiers_of_a_shot_add_up() -> None:
    cannon = {"x": {"die": "d6", "range": 6, "attributes": ["Heavy Ranged Weapon", "Super Heavy Ranged Weapon"]}}
    fight = Fight(facing_off("x", face=0), profiles=cannon, terrain=[HEDGE], doing={"ran": ["a.1"]})
    fight["b.1"].prone = True
    fight.state.units["a"].spells = [LastingSpell("Strengthen", "red", 9), LastingSpell("Weaken", "blue", 9)]
    fight.state.units["b"].spells = [LastingSpell("Shield", "blue", 9)]
    assert mods(shot(fight.game.battle, "a.1", "b.1")) == {
        "rear": 2,
        "ran first": -1,
        "long range": -1,
        "partial sight": -1,
        "prone target": -1,
        "Super Heavy Ranged Weapon": 2,
        "Strengthen": 2,
        "Weaken": -2,
        "Shield": -2,
    }


@pytest.mark.rule("oversoul.move.run-penalty")
def test_running_first_costs_one_and_shooting_first_nothing() -> None:
    """oversoul.ex.run-order."""
    ran = Fight(facing_off(away=15), parts=("move", "other"))
    ran.say({"a.1": {"verb": "run", "to": [10, 22]}})
    assert mods(shot(ran.game.battle, "a.1", "b.1")) == {"ran first": -1}
    first = Fight(facing_off(away=15), parts=("other", "move"))
    assert mods(shot(first.game.battle, "a.1", "b.1")) == {"long range": -1}


# ---- tight units


@pytest.mark.rule("oversoul.tight.ranged-two-ranks")
@pytest.mark.parametrize(("formation", "shooters"), [("line/2", 12), ("column", 2), ("column/2", 4)])
def test_two_ranks_shoot(formation: str, shooters: int) -> None:
    """oversoul.ex.tight-shooting: 12 archers."""
    fight = Fight(
        {
            "a": {"profile": "bow", "formation": formation, "at": [24, 20], "count": 12},
            "b": {"profile": "man", "at": [[24, 28]], "face": 180},
        }
    )
    fight.say("shoot")
    assert len([name for name in fight.options if name.startswith("a.")]) == shooters


@pytest.mark.rule("oversoul.tight.ranged-measure-centre")
def test_a_formed_unit_measures_once_from_the_middle_of_its_firing_ranks() -> None:
    units = {
        "a": {"profile": "bow", "formation": "line", "at": [24, 20.5], "count": 9},
        "b": {"profile": "man", "at": [[24, 30.5], [30.306, 28.408]], "face": 180},
    }
    battle = battle_of(units)
    for name in ("a.1", "a.5", "a.9"):  # from (24, 20): 10 inches to the edge of one, a little more to the other
        assert mods(shot(battle, name, "b.1")) == {}
        assert mods(shot(battle, name, "b.2")) == {"long range": -1}


# ---- vehicles


def tank(*crew: str, **more: Any) -> dict[str, Any]:
    """The tank at (20, 20) facing north, with troopers aboard: each "profile facing", crew unless "passenger"."""
    men = {
        str(number): {
            "profile": word.split()[0],
            "at": [20, 20],
            "carrier": "a.1",
            "seat": word.split()[1],
            "crew": "passenger" not in word,
        }
        for number, word in enumerate(crew, 2)
    }
    return {"figures": {"1": {"profile": "panzer", "at": [20, 20], **more}, **men}}


ROUND_THE_TANK = {"profile": "tough", "at": [[20, 26], [26, 20], [20, 14], [14, 20]]}  # ahead, right, behind, left


@pytest.mark.rule("oversoul.facing.vehicle-weapon-mount", "oversoul.attr.sponson", "oversoul.attr.turret")
def test_a_weapon_reaches_its_own_facing_a_sponson_more_a_turret_all() -> None:
    plain = {"plain": {"kind": "vehicle", "die": "d10", "weapons": [{"name": "MG", "die": "d6", "range": 8, "facing": "left"}]}}
    units = {"a": tank(), "b": ROUND_THE_TANK}
    assert targets(units, weapon=0) == ["b.1", "b.2", "b.3", "b.4"]
    assert targets(units, weapon=1) == ["b.1", "b.3", "b.4"]  # left sponson: exactly 90 degrees off still counts
    assert targets({"a": {"profile": "plain", "at": [[20, 20]]}, "b": ROUND_THE_TANK}, profiles=plain) == ["b.4"]


ARCS = {
    0: (False, True, True),
    1: (False, False, True),
    225: (True, True, True),
    270: (True, True, True),
    315: (True, True, True),
}
ARCS |= {180: (False, True, True), 90: (False, False, True)}


@pytest.mark.rule(
    "oversoul.attr.sponson", "oversoul.attr.turret", "oversoul.facing.vehicle-weapon-mount", "oversoul.facing.boundaries"
)
@pytest.mark.parametrize(("bearing", "reached"), ARCS.items())
def test_arcs_of_a_weapon_mounted_left(bearing: int, reached: tuple[bool, ...]) -> None:
    """oversoul.ex.sponson-arc: the vehicle is turned, the target stays north of it."""
    weapon = {"name": "MG", "die": "d6", "range": 8, "facing": "left"}
    kinds = {
        "plain": {"kind": "vehicle", "die": "d10", "weapons": [weapon]},
        "sponson": {"kind": "vehicle", "die": "d10", "weapons": [{**weapon, "attributes": ["Sponson"]}]},
        "turret": {"kind": "vehicle", "die": "d10", "weapons": [{**weapon, "attributes": ["Turret"]}]},
    }
    found = []
    for kind in kinds:
        units = {"a": {"profile": kind, "at": [[20, 20]], "face": -bearing % 360}, "b": {"profile": "man", "at": [[20, 27]]}}
        found.append(bool(targets(units, profiles=kinds)))
    assert tuple(found) == reached


@pytest.mark.rule("oversoul.attr.walker")
def test_weapons_of_a_walker_cover_half_the_circle() -> None:
    mech = {"kind": "vehicle", "die": "d12", "attributes": ["Walker"]}
    mech["weapons"] = [{"name": "Arm", "die": "d6", "range": 8}, {"name": "Tail", "die": "d6", "range": 8, "facing": "rear"}]
    units = {"a": {"profile": "mech", "at": [[20, 20]]}, "b": ROUND_THE_TANK}
    assert targets(units, profiles={"mech": mech}) == ["b.1", "b.2", "b.4"]
    assert targets(units, weapon=1, profiles={"mech": mech}) == ["b.2", "b.3", "b.4"]


@pytest.mark.rule("oversoul.ranged.vehicle-weapons", "oversoul.ranged.vehicle-crew")
@pytest.mark.parametrize(
    ("crew", "shots"), [((), 1), (("man rear",), 2), (("man rear", "man rear"), 3), (("man rear passenger",), 1)]
)
def test_one_weapon_for_each_crewman(crew: tuple[str, ...], shots: int) -> None:
    """oversoul.ex.vehicle-crew-limit: alone, with one trooper as crew, with two; a passenger serves no weapon."""
    fight = Fight({"a": tank(*crew), "b": ROUND_THE_TANK})
    fired = 0
    while fight.state.active().name == "red":
        if fight.rule == "oversoul.hits.group-rolling":
            fight.say("a.1")
            continue
        action = next(a for a in fight.actions() if a.startswith("shoot"))
        fight.say(action, dice="ranged attack 1")
        fired += 1
    assert fired == shots


@pytest.mark.rule("oversoul.ranged.vehicle-weapons")
def test_weapons_take_different_targets_and_fire_once() -> None:
    fight = Fight({"a": tank("man rear", "man rear"), "b": ROUND_THE_TANK})
    fight.say("shoot:1:b.4", dice="ranged attack 1")
    assert not any(action.startswith("shoot:1:") for action in fight.actions())
    fight.say("shoot:2:b.2", dice="ranged attack 1")
    assert [event.target for event in fight.told("Attacked")] == ["b.4", "b.2"]


@pytest.mark.rule("oversoul.ranged.vehicle-weapon-stats", "oversoul.ranged.roll")
def test_payload_weapons_roll_their_own_die_built_in_ones_the_vehicles() -> None:
    fight = Fight({"a": tank(), "b": ROUND_THE_TANK}).say("shoot:0:b.1", dice="ranged attack 10, recovery 6")
    assert fight.told("Draw")[0].die == "d10"
    cycle = Fight(
        {
            "a": {"profile": "warcycle-squad", "at": [[20, 20]], "count": 1},
            "b": {"profile": "tough", "at": [[20, 25]], "face": 180},
        }
    )
    cycle.say("shoot:0:b.1", dice="ranged attack 3, recovery 6")  # d10 with Heavy Ranged Weapon
    assert cycle.told("Draw")[0].die == "d10"
    assert cycle.told("Attacked")[0].hit


@pytest.mark.rule("oversoul.ranged.aboard-trooper")
def test_a_trooper_aboard_shoots_from_the_hull_into_his_facing() -> None:
    units = {"a": tank("rifle left passenger"), "b": ROUND_THE_TANK, "b2": {"profile": "tough", "at": [[18, 20]]}}
    battle = battle_of(units)
    man = battle.state.figures["a.2"]
    assert shot_targets(battle, man, man.profile.weapons[0]) == ["b.4", "b2.1"]
    fight = Fight(units).say("a.2")
    assert fight.actions() == ["hold", "shoot:0:b.4", "shoot:0:b2.1"]  # no melee, although he touches the hull
    aim = shot(fight.game.battle, "a.2", "b.4")
    assert mods(aim) == {}  # looks north, shot from the west-east line: front
    far = battle_of({"a": tank("rifle left passenger"), "b": {"profile": "man", "at": [[8, 20], [7.9, 22]], "face": 90}})
    assert mods(shot(far, "a.2", "b.1")) == {}  # 20 - 1.5 (half the hull) - 8 - 0.5 = 10 inches
    assert mods(shot(far, "a.2", "b.2")) == {"long range": -1}


@pytest.mark.rule("oversoul.ranged.aboard-trooper", "oversoul.ranged.vehicle-crew")
def test_a_crewman_who_shoots_himself_serves_no_weapon() -> None:
    fight = Fight({"a": tank("rifle left"), "b": ROUND_THE_TANK})
    fight.say("a.2").say("shoot:0:b.4", dice="ranged attack 1").say("shoot:0:b.1", dice="ranged attack 1")
    assert fight.state.active().name == "blue"  # two crewmen, two shots


@pytest.mark.rule("oversoul.ranged.vehicle-crew")
def test_a_crewman_who_served_a_weapon_does_not_act_himself() -> None:
    fight = Fight({"a": tank("rifle left"), "b": ROUND_THE_TANK})
    fight.say("a.1").say("shoot:0:b.1", dice="ranged attack 1").say("a.1").say("shoot:1:b.4", dice="ranged attack 1")
    assert fight.state.active().name == "blue"


@pytest.mark.rule("oversoul.ranged.vehicle-crew", "oversoul.hits.group-rolling")
def test_a_group_roll_cannot_use_a_crewman_twice() -> None:
    fight = Fight({"a": tank("rifle left", "rifle rear"), "b": ROUND_THE_TANK})
    fight.say("a.1").say("shoot:0:b.1", dice="ranged attack 1").say("group")
    with pytest.raises(Refusal, match=r"oversoul\.ranged\.vehicle-crew"):
        fight.say({"a.1": "shoot:1:b.4", "a.2": "shoot:0:b.4", "a.3": "shoot:0:b.3"})
    fight.say({"a.1": "hold", "a.2": "shoot:0:b.4", "a.3": "shoot:0:b.3"}, dice="ranged attack 1, ranged attack 1")


@pytest.mark.rule("oversoul.recovery.weapon-removed")
def test_a_lost_weapon_is_silent_and_a_lost_crewman_missing() -> None:
    units = {"a": tank("man rear", guns=[{"lost": True}]), "b": ROUND_THE_TANK}
    fight = Fight(units)
    assert not any(action.startswith("shoot:0:") for action in fight.actions())
    fight = Fight({"a": tank("man rear"), "b": ROUND_THE_TANK})
    fight["a.2"].gone = "removed"
    fight.say("shoot:1:b.4", dice="ranged attack 1")
    assert fight.state.active().name == "blue"  # one crewman left, one shot


# ---- linked weapons


LINKED: dict[str, Any] = {
    "kind": "vehicle",
    "die": "d12",
    "attributes": ["Fire Linked (Long, Short)"],
    "weapons": [
        {"name": "Long", "die": "d8", "range": 10},
        {"name": "Short", "die": "d6", "range": 4},
        {"name": "Side", "die": "d6", "range": 10, "facing": "left"},
    ],
}


@pytest.mark.rule("oversoul.attr.fire-linked")
def test_linked_weapons_fire_together_for_one_crewman() -> None:
    fight = Fight(
        {"a": {"profile": "x", "at": [[20, 20]]}, "b": {"profile": "tough", "at": [[20, 26]], "face": 180}},
        profiles={"x": LINKED},
    )
    assert fight.actions() == ["hold", "shoot:0:b.1"]  # the group is offered once
    fight.say("shoot:0:b.1", dice="ranged attack 8, recovery 6, ranged attack 6, recovery 6")
    assert [draw.die for draw in fight.told("Draw") if draw.why == "ranged attack"] == ["d8", "d6"]
    assert fight.state.active().name == "blue"


@pytest.mark.rule("oversoul.attr.fire-linked")
def test_a_linked_weapon_that_cannot_reach_stays_silent_for_the_turn() -> None:
    units = {
        "a": {
            "figures": {
                "1": {"profile": "x", "at": [20, 20]},
                "2": {"profile": "man", "at": [20, 20], "carrier": "a.1", "seat": "rear", "crew": True},
            }
        },
        "b": {"profile": "tough", "at": [[20, 34], [20, 26]], "face": 180},
    }
    fight = Fight(units, profiles={"x": LINKED})
    assert fight.actions() == ["hold", "shoot:0:b.1", "shoot:0:b.2"]
    fight.say("shoot:0:b.1", dice="ranged attack 1")  # 10 inches beyond the short one's reach: one die
    assert fight.state.active().name == "blue"  # a crewman is left, but the group has had its one target


@pytest.mark.rule("oversoul.attr.fire-linked", "oversoul.ranged.vehicle-crew")
@pytest.mark.parametrize("first", ["shoot:0:b.2", "shoot:2:b.1"])
def test_a_linked_group_leaves_the_second_crewman_for_another_weapon(first: str) -> None:
    crew = {"profile": "man", "at": [20, 20], "carrier": "a.1", "seat": "rear", "crew": True}
    units = {
        "a": {"figures": {"1": {"profile": "x", "at": [20, 20]}, "2": crew}},
        "b": {"profile": "tough", "at": [[14, 20], [20, 26]], "face": 180},
    }
    fight = Fight(units, profiles={"x": LINKED})
    second = next(action for action in fight.actions()[1:] if action != first)
    fight.say(first, dice="ranged attack 1, ranged attack 1" if first == "shoot:0:b.2" else "ranged attack 1")
    assert fight.actions() == ["hold", second]  # two dice, but one crewman
    fight.say(second, dice="ranged attack 1, ranged attack 1" if second == "shoot:0:b.2" else "ranged attack 1")
    assert fight.state.active().name == "blue"


# ---- one trooper, two weapons; single weapons that run out


ROCKETEER = {
    "die": "d6",
    "range": 10,
    "weapons": [{"name": "Rocket", "die": "d12", "range": 8, "attributes": ["Exhaustible Weapon"]}],
}


@pytest.mark.rule("oversoul.attr.exhaustible-uses")
def test_an_exhaustible_weapon_has_four_shots() -> None:
    """oversoul.ex.exhaustible-fifth-shot."""
    fight = Fight(facing_off("x", target="tough"), profiles={"x": ROCKETEER})
    assert fight.actions() == ["hold", "shoot:0:b.1", "shoot:1:b.1"]
    left = []
    for turn in range(4):
        fight.say("shoot:1:b.1", dice="ranged attack 1")
        left.append(fight["a.1"].guns[1].uses)
        fight.say("pass", dice="initiative 6, initiative 1")
        fight.say("a").say("other")
        assert ("shoot:1:b.1" in fight.actions()) == (turn < 3)
    assert left == [3, 2, 1, 0]
    assert fight.actions() == ["hold", "shoot:0:b.1"]


@pytest.mark.rule("oversoul.attr.exhaustible-uses")
def test_an_exhaustible_weapon_has_its_own_die() -> None:
    fight = Fight(facing_off("x", target="tough"), profiles={"x": ROCKETEER}).say(
        "shoot:1:b.1", dice="ranged attack 12, recovery 6"
    )
    assert fight.told("Draw")[0].die == "d12"
    assert fight.state.active().name == "blue"  # one of his two weapons a turn


# ---- sharpshooters


SNIPER = {"x": {"die": "d6", "range": 10, "attributes": ["Sharpshooter"]}}
HEAVY = {"x": {"die": "d6", "range": 10, "attributes": ["Sharpshooter", "Heavy Ranged Weapon"]}}
TIGHT_SNIPER = {"x": {"die": "d6", "range": 10, "attributes": ["Sharpshooter", "Tight Cohesion"]}}
SUPER = {"x": {"die": "d6", "range": 10, "attributes": ["Sharpshooter", "Super Heavy Ranged Weapon"]}}


@pytest.mark.rule("oversoul.attr.sharpshooter", "oversoul.attr.sharpshooter-heavy")
@pytest.mark.parametrize(
    ("profiles", "moved", "found"),
    [
        (SNIPER, [], {"Sharpshooter": 1}),
        (SNIPER, ["a.1"], {}),
        (HEAVY, [], {"Heavy Ranged Weapon": 1}),
        (SUPER, [], {"Super Heavy Ranged Weapon": 2}),
    ],
)
def test_a_sharpshooter_who_does_not_move(profiles: dict[str, Any], moved: list[str], found: dict[str, int]) -> None:
    """oversoul.ex.sharpshooter."""
    fight = Fight(facing_off("x"), profiles=profiles, doing={"moved": moved})
    assert mods(shot(fight.game.battle, "a.1", "b.1")) == found


@pytest.mark.rule("oversoul.attr.sharpshooter")
def test_shooting_first_with_the_bonus_forfeits_the_move() -> None:
    fight = Fight(facing_off("x"), profiles=SNIPER, parts=("other", "move"))
    assert fight.actions() == ["hold", "shoot:0:b.1", "snap:0:b.1"]
    fight.say("shoot:0:b.1", dice="ranged attack 2")
    assert fight.state.active().name == "blue"
    hasty = Fight(facing_off("x"), profiles=SNIPER, parts=("other", "move"))
    hasty.say("snap:0:b.1", dice="ranged attack 3")
    assert not hasty.told("Attacked")[0].hit  # without the bonus
    assert hasty.rule == "oversoul.move.allowance"


@pytest.mark.rule("oversoul.attr.sharpshooter")
@pytest.mark.parametrize(
    ("leg", "found"),
    [({"verb": "turn", "face": 30}, 1), ({"to": [10.5, 10], "face": 0}, 0), ({"verb": "prone"}, 0)],
)
def test_turning_on_the_spot_is_no_moving_going_prone_is(leg: dict[str, Any], found: int) -> None:
    fight = Fight(facing_off("x"), profiles=SNIPER, parts=("move", "other")).say({"a.1": leg})
    assert mods(shot(fight.game.battle, "a.1", "b.1")).get("Sharpshooter", 0) == found


@pytest.mark.rule("oversoul.attr.sharpshooter", "oversoul.tight.same-actions")
@pytest.mark.parametrize(("leg", "found"), [({"verb": "about"}, 1), ({"verb": "prone"}, 0)])
def test_in_formation_too_going_prone_is_moving_and_facing_about_is_not(leg: dict[str, Any], found: int) -> None:
    units = {**facing_off(), "a": {"profile": "x", "formation": "line", "at": [10, 10], "count": 3}}
    fight = Fight(units, profiles=TIGHT_SNIPER, parts=("move", "other")).say({"a": leg})
    assert mods(shot(fight.game.battle, "a.1", "b.1")).get("Sharpshooter", 0) == found


@pytest.mark.rule("oversoul.attr.sharpshooter", "oversoul.morale.rally-pass")
@pytest.mark.parametrize("verb", ["shoot", "snap"])
def test_a_disordered_unit_of_which_one_shot_with_the_bonus_does_not_reform(verb: str) -> None:
    men = {str(n): {"profile": "x", "at": [10 + 1.2 * n, 10]} for n in range(3)}
    units = {**facing_off(target="tough"), "a": {"figures": men, "disordered": True}}
    fight = Fight(units, profiles=TIGHT_SNIPER, parts=("other", "move"))
    fight.say("a.0").say(f"{verb}:0:b.1", dice="ranged attack 1").say("done")
    if verb == "snap":
        assert fight.rule == "oversoul.morale.rally-pass"
        return
    assert fight.rule == "oversoul.move.allowance"  # the others move as loose men
    ask: Any = fight.game.ask
    assert set(ask.start) == {"a.1", "a.2"}


@pytest.mark.rule("oversoul.attr.sharpshooter", "oversoul.template.flame-and-melee")
@pytest.mark.parametrize(("verb", "hit", "moves"), [("flame", True, False), ("flare", False, True)])
def test_a_flame_is_laid_with_the_bonus_or_in_haste(verb: str, hit: bool, moves: bool) -> None:
    torch = {"x": {"die": "d6", "attributes": ["Sharpshooter", "Template Flame"]}}
    fight = Fight(facing_off("x", "tough", away=3), profiles=torch, parts=("other", "move"))
    assert fight.actions() == ["hold", "flame:0", "flare:0"]
    ask: Any = fight.game.ask
    assert [option.label for option in ask.written][1:] == ["Lay the flame template", "Lay the flame template, hastily"]
    fight.say(f"{verb}:0").say({"flame": {"at": [10, 10], "face": 0}}, dice="ranged attack 3" + (", recovery 6" if hit else ""))
    assert [event.hit for event in fight.told("Attacked")] == [hit]
    assert (fight.rule == "oversoul.move.allowance") == moves
    last = Fight(facing_off("x", "tough", away=3), profiles=torch)
    assert last.actions() == ["hold", "flame:0"]  # no Move is to come


@pytest.mark.rule("oversoul.attr.sharpshooter")
@pytest.mark.parametrize("verb", ["shoot", "snap"])
@pytest.mark.parametrize(
    ("carrier", "seat"), [({"kind": "mount", "die": "d10"}, "rider"), ({"kind": "vehicle", "die": "d10"}, "front")]
)
def test_the_bonus_of_who_is_carried_forfeits_the_move_of_his_mount_or_vehicle(
    carrier: dict[str, Any], seat: str, verb: str
) -> None:
    attributes = ["Sharpshooter", "Mounted"] if seat == "rider" else ["Sharpshooter"]
    mount = {"mount": "c"} if seat == "rider" else {}
    profiles = {"x": {"die": "d6", "range": 10, "attributes": attributes, **mount}, "c": carrier}
    man = {"profile": "x", "at": [10, 10], "carrier": "a.c", "seat": seat}
    units = {**facing_off(target="tough"), "a": {"figures": {"c": {"profile": "c", "at": [10, 10]}, "1": man}}}
    fight = Fight(units, profiles=profiles, parts=("other", "move"))
    fight.say(f"{verb}:0:b.1", dice="ranged attack 1")
    if verb == "shoot":
        assert fight.state.active().name == "blue"
    else:
        assert fight.rule == "oversoul.move.allowance"


# ---- under water


SEA = [{"water": "deep", "box": [0, 0, 48, 30]}]
BOAT = {"kind": "vehicle", "die": "d10", "range": 10, "attributes": ["Waterborne", "Submersible"]}
UBOAT = {**BOAT, "attributes": ["Waterborne", "Submersible", "Submersible Weapon"]}


def boats(mine: dict[str, Any], theirs: bool, submerged: bool) -> list[str]:
    """Whom a boat may shoot at, given who is submerged."""
    units = {
        "a": {"figures": {"1": {"profile": "mine", "at": [10, 10], "submerged": submerged}}},
        "b": {"figures": {"1": {"profile": "boat", "at": [10, 20], "submerged": theirs}}},
    }
    fight = Fight(units, profiles={"mine": mine, "boat": BOAT}, terrain=SEA)
    return fight.actions() if fight.state.active().name == "red" else []


@pytest.mark.rule("oversoul.attr.submersible-weapon", "oversoul.attr.submersible-submerged")
def test_only_submersible_weapons_fire_from_and_at_the_deep() -> None:
    assert boats(BOAT, theirs=False, submerged=False) == ["hold", "shoot:0:b.1"]
    assert boats(BOAT, theirs=True, submerged=False) == []
    assert boats(BOAT, theirs=False, submerged=True) == []
    assert boats(UBOAT, theirs=True, submerged=False) == ["hold", "shoot:0:b.1"]
    assert boats(UBOAT, theirs=False, submerged=True) == ["hold", "shoot:0:b.1"]
    assert boats(UBOAT, theirs=True, submerged=True) == ["hold", "shoot:0:b.1"]


@pytest.mark.rule("oversoul.attr.submersible-submerged")
def test_passengers_of_a_submerged_boat_use_no_weapons() -> None:
    units = {
        "a": {
            "figures": {
                "1": {"profile": "boat", "at": [10, 10], "submerged": True},
                "2": {"profile": "rifle", "at": [10, 10], "carrier": "a.1", "seat": "front"},
            }
        },
        "b": {"figures": {"1": {"profile": "boat", "at": [10, 20]}}},
    }
    fight = Fight(units, profiles={"boat": BOAT}, terrain=SEA)
    assert fight.state.active().name == "blue"


@pytest.mark.rule("oversoul.attr.submersible-weapon", "oversoul.ranged.los-required")
def test_a_submerged_target_behind_land_is_not_seen() -> None:
    island = [*SEA, {"difficulty": "impassible", "box": [0, 14, 48, 15]}]
    units = {
        "a": {"figures": {"1": {"profile": "mine", "at": [10, 10]}}},
        "b": {"figures": {"1": {"profile": "boat", "at": [10, 20], "submerged": True}}},
    }
    fight = Fight(units, profiles={"mine": UBOAT, "boat": BOAT}, terrain=island)
    assert fight.state.active().name == "blue"
