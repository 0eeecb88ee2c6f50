"""Zones of fire, cover, locked shots, missiles, terrain that is destroyed (at43.zone-of-fire.*, at43.cover.*,
at43.locked-shot.*, at43.missile-launcher.*, at43.terrain.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import ScenarioError
from littlewars.systems.at43.basics.state import Salvo, Shot
from littlewars.systems.at43.basics.tabletop import classify, destroyable, passable
from littlewars.systems.at43.fire.aim import aim, guns_of, targets
from littlewars.systems.at43.fire.cover import cover_of, is_covered
from littlewars.systems.at43.fire.salvo import roll_impacts, share_out
from littlewars.systems.at43.fire.zone import bystanders
from littlewars.systems.at43.system import AT43
from littlewars.systems.at43.turn.victory import score
from littlewars.table.terrain.pieces import piece
from tests.at43.table import MAN, STRIDER, Play, a_battle, finish, row, scenario

PLANT = {"id": "plant", "kind": "generator", "box": [17, 57, 23, 63]}
WALL = {"id": "wall", "kind": "low-wall", "height": 2, "box": [10, 58, 30, 60]}


def in_zone(units: dict[str, dict[str, Any]], **more: Any) -> list[str]:
    """Who is in the zone from r to b."""
    battle = a_battle(units, **more)
    state = battle.state
    return bystanders(battle, state.units["r"], state.units["b"], state.members(state.units["r"]))


ENDS: dict[str, dict[str, Any]] = {"r": {"at": [[18, 20], [22, 20]]}, "b": {"at": [[18, 80], [22, 80]]}}


@pytest.mark.rule("at43.zone-of-fire.shape")
def test_the_zone_is_the_hull_of_both_units() -> None:
    assert in_zone({**ENDS, "b2": {"at": [[16.51, 50]]}}) == ["b2.1"], "the centre counts, and the bases make the edge"
    assert in_zone({**ENDS, "b2": {"at": [[16.4, 50]]}}) == []
    assert in_zone({**ENDS, "b2": {"at": [[20, 15]]}}) == [], "behind the shooters"
    assert in_zone({**ENDS, "r2": {"at": [[20, 50]]}}) == ["r2.1"], "friends as well"


@pytest.mark.rule("at43.zone-of-fire.distribution")
def test_bystanders_take_one_impact_each_the_nearest_first() -> None:
    # at43.ex.zone-of-fire-distribution
    units = {**ENDS, "b2": {"at": [[20, 60]]}, "b3": {"at": [[20, 40]]}, "b4": {"at": [[60, 60]]}}
    battle = a_battle(units)
    shot = aim(battle, battle.state.units["r"], guns_of(battle.state, battle.state.units["r"])["rifle"], "b")[0]
    assert shot.zone == ["b3.1", "b2.1"]
    for impacts, dealt in ((1, ["b3.1"]), (2, ["b3.1", "b2.1"]), (5, ["b3.1", "b2.1", "", "", ""])):
        salvo = Salvo("r", [shot])
        share_out(battle, salvo, shot, impacts)
        assert salvo.dealt == dealt


@pytest.mark.rule("at43.zone-of-fire.distribution")
@pytest.mark.rule("at43.shooting.salvo")
def test_one_impact_a_bystander_for_the_whole_salvo_and_target() -> None:
    # at43.ex.zone-of-fire-two-weapons
    battle = a_battle({**ENDS, "b2": {"at": [[20, 40]]}, "b3": {"at": [[20, 60]]}})
    first, second = (Shot(weapon, "b", ["r.1"], 4, ["b2.1", "b3.1"]) for weapon in ("rifle", "rifle"))
    salvo = Salvo("r", [first, second])
    share_out(battle, salvo, first, 1)
    assert salvo.dealt == ["b2.1"]
    share_out(battle, salvo, second, 2)
    assert salvo.dealt == ["b3.1", ""], "the second weapon goes on where the first ended"
    again = Shot("rifle", "b", ["r.1"], 4, ["b2.1"], wave=1)
    share_out(battle, salvo, again, 1)
    assert salvo.dealt == ["b2.1"], "another salvo, another impact"


@pytest.mark.rule("at43.zone-of-fire.distribution")
def test_equally_near_bystanders_stand_in_the_order_of_the_roster() -> None:
    units = {
        "r": {"at": [[20, 20], [20, 16]]},
        "b": {"at": [[18, 80], [22, 80]]},
        "b2": {"at": [[21.6, 50], [20, 56]]},
        "b3": {"at": [[18.4, 50]]},
    }
    assert in_zone(units)[:2] == ["b2.1", "b3.1"]


@pytest.mark.rule("at43.zone-of-fire.distribution")
def test_whom_no_shooter_sees_is_left_out() -> None:
    box = {"id": "box", "kind": "building", "height": 20, "box": [17.5, 48, 22.5, 56]}
    units = {
        "r": {"profile": "strider", "at": [[20, 20]]},
        "b": {"profile": "strider", "at": [[20, 100]]},
        "b2": {"profile": "big", "at": [[20, 60]]},
    }
    profiles = {"big": {**MAN, "size": 4}}
    assert in_zone(units, profiles=profiles) == ["b2.1"]
    assert in_zone(units, profiles=profiles, terrain=[box]) == []


@pytest.mark.rule("at43.zone-of-fire.size")
def test_smaller_bystanders_are_ignored() -> None:
    # at43.ex.zone-of-fire-size
    def affected(shooter: int, target: int, other: int) -> bool:
        profiles = {f"s{size}": {**MAN, "size": size} for size in (1, 2, 4)}
        units = {
            "r": {"profile": f"s{shooter}", "at": [[20, 20]]},
            "b": {"profile": f"s{target}", "at": [[20, 80]]},
            "b2": {"profile": f"s{other}", "at": [[20, 50]]},
        }
        return in_zone(units, profiles=profiles) == ["b2.1"]

    cases = [(2, 2, 2), (2, 4, 2), (4, 2, 2), (2, 2, 4), (2, 2, 1)]
    assert [affected(*case) for case in cases] == [True, False, False, True, False]
    mixed = {"s2": {**MAN, "size": 2}, "s4": {**MAN, "size": 4}}
    figures = {"1": {"profile": "s2", "at": [20, 20]}, "2": {"profile": "s4", "at": [24, 20]}}
    units = {"r": {"figures": figures}, "b": {"profile": "s2", "at": [[20, 80]]}, "b2": {"profile": "s2", "at": [[21, 50]]}}
    assert in_zone(units, profiles=mixed) == [], "of several sizes the largest counts"


@pytest.mark.rule("at43.tactics.hit-the-deck")
def test_who_has_hit_the_deck_is_exempt_as_a_bystander_only() -> None:
    # at43.ex.hit-the-deck
    assert in_zone({**ENDS, "b2": {"at": [[20, 50]], "markers": ["hit-the-deck"]}}) == []
    units = {
        "r": {"profile": "surely", "at": [[20, 20]]},
        "b": {"at": [[20, 50]], "markers": ["hit-the-deck"]},
        "b2": {"at": [[90, 90]]},
    }
    play = Play(units, act="r")
    play.say("salvo", {"sure": "b"})
    assert play.done() == ["b.1"], "no help against shots at the unit itself"


@pytest.mark.rule("at43.zone-of-fire.distribution")
@pytest.mark.rule("at43.cover.roll")
def test_a_bystander_has_the_cover_of_his_own_unit() -> None:
    battle = a_battle({**ENDS, "b2": {"at": [[18, 40], [20, 44]]}}, "cover 4, cover 3")
    shot = Shot("rifle", "b", ["r.1"], 4, ["b2.1", "b2.2"], {"b2": 4})
    salvo = Salvo("r", [shot])
    share_out(battle, salvo, shot, 3)
    assert salvo.dealt == ["b2.2", ""]


# ---- cover


def cover(
    members: list[list[float]], wall: dict[str, Any] = WALL, leader: list[float] | None = None, profile: str = "man"
) -> int:
    """What covers a unit behind the wall from one shooter."""
    units = {"r": {"at": [leader or [20, 20]]}, "b": {"profile": profile, "at": members}}
    battle = a_battle(units, terrain=[wall])
    return cover_of(battle, battle.state.units["r"], battle.state.units["b"])


@pytest.mark.rule("at43.cover.dead-angle")
def test_the_dead_angle() -> None:
    assert cover([[20, 64]]) == 4
    assert cover([[20, 54]]) == 0, "in front of it"
    assert cover([[20, 20.5 + 60]]) == 4, "however far behind"
    assert cover([[33, 64]]) == 0, "past its edge"
    narrow = {**WALL, "box": [19.5, 58, 20.5, 60]}
    assert cover([[20, 64]], narrow) == 4
    assert cover([[20, 110]], narrow) == 0, "from there his base is wider than the wall"
    wide = {"r": {"at": [[2, 48], [38, 48]]}, "b": {"at": [[20, 64]]}}
    battle = a_battle(wide, terrain=[WALL])
    assert cover_of(battle, battle.state.units["r"], battle.state.units["b"]) == 4
    apart = a_battle({"r": {"at": [[2, 62], [20, 30]]}, "b": {"at": [[20, 64]]}}, terrain=[WALL])
    assert cover_of(apart, apart.state.units["r"], apart.state.units["b"]) == 0, "no member may reach it without crossing"


@pytest.mark.rule("at43.cover.half-of-unit")
def test_half_of_the_unit() -> None:
    # at43.ex.cover-half-of-unit
    behind, open_ground = [[18, 64], [22, 64], [26, 64]], [[60, 64], [64, 64], [68, 64]]
    cases = [(3, 3), (2, 4), (3, 2), (2, 3), (1, 0)]
    found = [cover([*(behind[n] for n in range(a)), *([*open_ground, [72, 64]][n] for n in range(b))]) == 4 for a, b in cases]
    assert found == [True, False, True, False, True]


@pytest.mark.rule("at43.cover.half-of-unit")
def test_dead_angles_of_several_obstacles_are_taken_together() -> None:
    walls = [{**WALL, "box": [10, 58, 22, 60]}, {**WALL, "id": "other", "box": [40, 58, 52, 60]}]
    units = {"r": {"at": [[30, 20]]}, "b": {"at": [[16, 63], [46, 63], [80, 63]]}}
    battle = a_battle(units, terrain=walls)
    assert is_covered(battle, battle.state.units["r"], battle.state.units["b"])


@pytest.mark.rule("at43.cover.low-obstacles")
def test_an_obstacle_is_at_least_half_as_high_as_the_fighter() -> None:
    # at43.ex.cover-height
    found = [cover([[20, 64]], {**WALL, "height": high}) == 4 for high in (1.7, 1.75, 3.4, 6)]
    assert found == [False, True, True, True]
    assert cover([[20, 66]], {**WALL, "height": 2}, profile="strider") == 0
    assert cover([[20, 66]], {**WALL, "height": None}, profile="strider") == 4


@pytest.mark.rule("at43.cover.ten-cm")
def test_shooters_close_to_the_obstacle() -> None:
    # at43.ex.cover-ten-cm
    assert cover([[20, 64]], leader=[20, 46.5]) == 0, "10.0 cm"
    assert cover([[20, 64]], leader=[20, 46.4]) == 4, "10.1 cm"
    two = [{**WALL, "id": "far", "box": [0, 40, 40, 42]}, {**WALL, "box": [0, 58, 40, 60]}]
    battle = a_battle({"r": {"at": [[20, 34]]}, "b": {"at": [[20, 64]]}}, terrain=two)
    assert is_covered(battle, battle.state.units["r"], battle.state.units["b"]), "the obstacle nearest to the target counts"


@pytest.mark.rule("at43.cover.roll")
@pytest.mark.rule("at43.tactics.take-cover")
def test_cover_rolls() -> None:
    """Six impacts and the dice 1 to 6."""
    # at43.ex.cover-roll

    def left(least: int) -> int:
        falls = ", ".join(f"cover {n}" for n in range(1, 7)) if least else ""
        battle = a_battle(ENDS, falls)
        shot = Shot("rifle", "b", ["r.1"], 4, [], {"b": least} if least else {})
        salvo = Salvo("r", [shot])
        share_out(battle, salvo, shot, 6)
        return len(salvo.dealt)

    assert (left(0), left(4), left(3)) == (6, 3, 2)
    taken = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 64]], "markers": ["take-cover"]}}, terrain=[WALL])
    assert cover_of(taken, taken.state.units["r"], taken.state.units["b"]) == 3
    plain = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[20, 64]], "markers": ["take-cover"]}})
    assert cover_of(plain, plain.state.units["r"], plain.state.units["b"]) == 0, "in the open it gives nothing"


# ---- locked shots and missiles


@pytest.mark.rule("at43.locked-shot.targets")
@pytest.mark.rule("at43.locked-shot.cover")
@pytest.mark.rule("at43.locked-shot.zone-of-fire")
@pytest.mark.rule("at43.locked-shot.range")
@pytest.mark.rule("at43.missile-launcher.locked")
def test_locked_shots() -> None:
    # at43.ex.locked-shot-targets
    units = {
        "r": {"profile": "missile", "at": [[20, 10]]}, "b": {"profile": "strider", "at": [[20, 110]]},
        "b2": {"at": row(18, 80, 3, 4)}, "b3": {"profile": "big", "at": [[20, 60]]},
    }  # fmt: skip
    wall = {"id": "wall", "kind": "high-wall", "height": 5, "box": [0, 100, 40, 102]}
    plant = {**PLANT, "box": [60, 60, 66, 66]}
    battle = a_battle(units, terrain=[wall, plant], profiles={"big": {**MAN, "size": 5}})
    state = battle.state
    weapon = guns_of(state, state.units["r"])["missile"]
    assert targets(battle, state.units["r"], weapon) == ["b", "plant"], "machines and elements that can be destroyed"
    shot, difficulty = aim(battle, state.units["r"], weapon, "b")
    assert is_covered(battle, state.units["r"], state.units["b"])
    assert (difficulty, shot.minimum) == (0, 2), "accuracy 4 at any range"
    assert (shot.cover, shot.zone) == ({}, [])


@pytest.mark.rule("at43.missile-launcher.damage")
@pytest.mark.rule("at43.afv.hit-location")
@pytest.mark.rule("at43.afv.structure-points")
def test_a_missile_does_two_points_on_one_location() -> None:
    # at43.ex.missile-damage
    units = {"r": {"profile": "missile", "at": [[20, 20]]}, "b": {"profile": "strider", "at": [[20, 80]]}}
    play = Play(units, act="r")
    play.say("salvo", dice="impact 2, damage 4, location 2")
    assert play["b.1"].lost == {"propulsion": 2}
    assert play["b.1"].left("propulsion") == 1


@pytest.mark.rule("at43.missile-launcher.generator")
def test_a_missile_destroys_a_generator_on_three() -> None:
    # at43.ex.missile-generator
    for die in range(1, 7):
        units = {"r": {"profile": "missile", "at": [[20, 20]]}, "b": {"at": [[110, 110]]}}
        play = Play(units, act="r", terrain=[PLANT], generators={"plant": "blue"})
        play.say("salvo", dice=f"impact 2, damage {die}")
        assert (play.state.piece("plant") is None) is (die >= 3)
        assert play.state.sides["red"].generators == (die >= 3)
        assert score(play.state, "red") == (50 if die >= 3 else 0)


@pytest.mark.rule("at43.terrain.destroyable")
@pytest.mark.rule("at43.locked-shot.targets")
def test_destroyable_terrain() -> None:
    # at43.ex.destroyable-terrain
    units = {"r": {"profile": "strider", "at": [[20, 20]]}, "r2": {"at": [[30, 20]]}, "b": {"at": [[110, 110]]}}
    wall = {"id": "wall", "kind": "high-wall", "box": [2, 40, 8, 44]}
    generator = piece("g", "generator", [(0, 0), (6000, 0), (6000, 6000), (0, 6000)], "cm")
    assert (generator.protection, generator.structure) == (12, 4)
    play = Play(units, act="r", terrain=[PLANT, wall], generators={"plant": ""})
    state = play.state
    assert targets(play.battle, state.units["r2"], guns_of(state, state.units["r2"])["rifle"]) == ["b", "plant"], (
        "no shot at the wall"
    )
    play.say("salvo")
    play.say({"cannon": "plant", "laser": "hold"}, dice="impact 6, impact 6, damage 4, damage 3")
    assert play.told("Declared")[0].range == 3, "34 cm from the leader to its edge"
    assert [event.tally.needed for event in play.told("DamageTested")] == [4, 4], "penetration 13 against 12"
    left = play.state.piece("plant")
    assert left is not None
    assert left.structure == 3
    battle = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[110, 110]]}}, terrain=[{**PLANT, "structure": 1}])
    shot = aim(battle, battle.state.units["r"], guns_of(battle.state, battle.state.units["r"])["rifle"], "plant")[0]
    salvo = Salvo("r", [shot])
    battle.state.turn.salvo = salvo
    more: Any = battle.dice
    more.left += [("impact", 6)]
    finish(roll_impacts(battle, salvo, shot))
    assert salvo.dealt == [""]
    from littlewars.systems.at43.fire.salvo import resolve

    finish(resolve(battle))
    assert battle.state.piece("plant") is not None, "penetration 5 against 12 is impossible"


@pytest.mark.rule("at43.terrain.destroyable")
@pytest.mark.rule("at43.victory.conditions")
def test_a_generator_is_worn_down_and_scores_for_the_other_side_only() -> None:
    for owner, scores in (("blue", 1), ("", 1), ("red", 0)):
        weapons = {"gun": {"accuracy": 30, "rate": 4, "penetration": 30}}
        units = {"r": {"profile": "s", "at": [[20, 20]]}, "b": {"at": [[110, 110]]}}
        play = Play(
            units,
            act="r",
            terrain=[PLANT],
            generators={"plant": owner},
            weapons=weapons,
            profiles={"s": {**MAN, "weapons": ["gun"]}},
        )
        play.say("salvo", {"gun": "plant"})
        assert [event.left for event in play.told("ElementHit")] == [3, 2, 1, 0]
        assert play.state.piece("plant") is None
        assert play.state.sides["red"].generators == scores


@pytest.mark.rule("at43.zone-of-fire.shape")
def test_the_zone_towards_an_element() -> None:
    units = {
        "r": {"profile": "strider", "at": [[20, 20]]},
        "b": {"at": [[20, 40]]},
        "b2": {"profile": "strider", "at": [[20, 47]]},
    }
    battle = a_battle(units, terrain=[PLANT])
    shot = aim(battle, battle.state.units["r"], guns_of(battle.state, battle.state.units["r"])["cannon"], "plant")[0]
    assert shot.zone == ["b2.1"], "only the size of the shooters counts"


@pytest.mark.rule("at43.terrain.elements")
def test_what_elements_are() -> None:
    state = a_battle({"r": {"at": [[20, 20]]}, "b": {"at": [[110, 110]]}}, terrain=[
        {"id": "wood", "kind": "sparse-wood", "box": [40, 40, 50, 50]},
        {"id": "hut", "kind": "building", "passable": True, "box": [60, 40, 70, 50]},
        {"id": "lake", "kind": "lake", "box": [80, 40, 90, 50]},
        {"id": "box", "kind": "boulder", "protection": 9, "structure": 2, "box": [80, 60, 90, 70]},
        {"id": "barricade", "kind": "barricade", "box": [20, 60, 30, 62]},
    ]).state  # fmt: skip
    found = {one.id: (passable(one), destroyable(one), classify(one).sight != 0) for one in state.pieces}
    assert found == {
        "wood": (True, False, True), "hut": (True, False, True), "lake": (False, False, False),
        "box": (False, True, True), "barricade": (False, True, True),
    }  # fmt: skip
    again = AT43.setup(AT43.describe(state))
    assert again.pieces == state.pieces
    for wrong, rule in (
        ({"id": "x", "kind": "spoon", "box": [40, 40, 50, 50]}, "at43.terrain.elements"),
        ({"id": "x", "kind": "building", "passable": 3, "box": [40, 40, 50, 50]}, "at43.terrain.elements"),
        ({"id": "x", "kind": "building", "protection": -1, "box": [40, 40, 50, 50]}, "at43.terrain.destroyable"),
        ({"id": "b", "kind": "building", "box": [40, 40, 50, 50]}, "at43.terrain.elements"),
    ):
        with pytest.raises(ScenarioError, match=rule):
            AT43.setup(scenario({"r": {"at": [[20, 20]]}, "b": {"at": [[110, 110]]}}, terrain=[wrong]))
    with pytest.raises(ScenarioError, match=r"at43\.victory\.conditions"):
        AT43.setup(scenario({"r": {"at": [[20, 20]]}, "b": {"at": [[110, 110]]}}, generators={"plant": ""}, turn={"round": 0}))


@pytest.mark.rule("at43.tactics.shield-formation")
@pytest.mark.rule("at43.los.afv-transparent")
@pytest.mark.rule("at43.tactics.cost")
def test_shield_formation_in_two_cases() -> None:
    """A machine of 6 cm between soldiers who stand wholly behind its base."""
    # at43.ex.shield-formation-two-cases
    from littlewars.systems.at43.basics.sight import sees
    from littlewars.systems.at43.basics.tabletop import raise_shield

    units = {
        "r": {"at": [[20, 20]]},
        "b": {"profile": "strider", "at": [[20, 50]]},
        "b2": {"at": [[20, 57], [20, 61]]},
        "b3": {"at": [[23.2, 57]]},
    }
    plain = a_battle(units)
    state = plain.state
    assert sees(plain, state.figures["r.1"], state.figures["b2.1"])
    assert not is_covered(plain, state.units["r"], state.units["b2"])
    rifle = guns_of(state, state.units["r"])["rifle"]
    shot = aim(plain, state.units["r"], rifle, "b2")[0]
    assert shot.zone[0] == "b.1", "the machine takes the first impact"
    shield = a_battle(units | {"b": {**units["b"]}})
    state = shield.state
    state.units["b"].markers = ["shield-formation"]
    raise_shield(shield, state.figures["b.1"])
    assert AT43.state_errors(state) == []
    assert not sees(shield, state.figures["r.1"], state.figures["b2.1"])
    assert sees(shield, state.figures["r.1"], state.figures["b.1"]), "it can be aimed at as before"
    assert sees(shield, state.figures["b.1"], state.figures["r.1"])
    assert sees(shield, state.figures["r.1"], state.figures["b3.1"]), "one edge line passes its base"
    assert is_covered(shield, state.units["r"], state.units["b2"])
    assert bystanders(shield, state.units["r"], state.units["b3"], state.members(state.units["r"])) != ["b.1"]
    assert cover_of(shield, state.units["r"], state.units["b"]) == 0
    again = AT43.setup(AT43.describe(state))
    assert AT43.encode(again) == AT43.encode(state)


@pytest.mark.rule("at43.tactics.shield-formation")
def test_a_machine_in_formation_gets_no_cover_itself() -> None:
    wall = {"id": "wall", "kind": "high-wall", "height": 6, "box": [0, 40, 40, 42]}
    units = {"r": {"at": [[20, 20]]}, "b": {"profile": "strider", "at": [[20, 50]]}}
    battle = a_battle(units, terrain=[wall])
    state = battle.state
    assert cover_of(battle, state.units["r"], state.units["b"]) == 4
    state.units["b"].markers = ["shield-formation"]
    assert cover_of(battle, state.units["r"], state.units["b"]) == 0
    assert STRIDER["height"] == 9


@pytest.mark.rule("at43.zone-of-fire.distribution")
def test_a_bystander_who_has_fallen_takes_no_more() -> None:
    from littlewars.systems.at43.fire.salvo import waiting_bystanders

    battle = a_battle({**ENDS, "b2": {"at": [[18, 40], [20, 44]]}})
    shot = Shot("rifle", "b", ["r.1"], 4, ["b2.1", "b2.2"])
    salvo = Salvo("r", [shot])
    assert waiting_bystanders(battle.state, salvo, shot) == ["b2.1", "b2.2"]
    battle.state.figures["b2.1"].gone = "killed"
    assert waiting_bystanders(battle.state, salvo, shot) == ["b2.2"]
    salvo.hit = ["0 b b2.2"]
    assert waiting_bystanders(battle.state, salvo, shot) == []
