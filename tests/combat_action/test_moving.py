"""Movement actions: walk, charge, hide, flat down, doors, jumping, climbing; coherency and strays."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.combat_action.basics.sight import cover_against, in_cover, sees
from littlewars.systems.combat_action.move.obstacles import crossings, doors, hiding_places
from littlewars.systems.combat_action.units.squads import check_coherency, counted
from tests.combat_action.field import Play, a_battle, finish, man

RIM = 2.5


@pytest.mark.rule("combat-action.actions.walk", "combat-action.terrain.kinds", "combat-action.core.measuring")
@pytest.mark.parametrize(
    ("path", "legal"),
    [
        ([[60, 30]], True),  # 10 cm
        ([[60, 30.1]], False),
        ([[68, 20]], True),  # 8 cm through a friend
        ([[64, 20]], False),  # ending on him
        ([[52, 20]], False),  # through an enemy
        ([[51, 20]], False),
        ([[60, 11]], True),  # 9 cm through woods
        ([[60, 13], [63, 13]], True),
    ],
)
def test_a_walk(path: Any, legal: bool) -> None:
    # combat-action.ex.walk
    units = {
        "r": {"at": [[60, 20]]},
        "friend": {"model": "bare", "at": [[64, 20]]},
        "b": {"model": "bare", "at": [[56, 20]]},
    }
    units["b"]["at"] = [[55, 20]]
    wood = {"id": "wood", "kind": "sparse-wood", "box": [56, 8, 66, 16]}
    play = Play(units, active="r", terrain=[wood]).say("walk")
    answer = {"r.1": path}
    if legal:
        play.say(answer)
        assert play.at("r.1") == tuple(path[-1])
        assert play["r.1"].went > 0
    else:
        assert play.refused(answer) == "actions.walk"


@pytest.mark.rule("combat-action.actions.walk", "combat-action.actions.charge", "combat-action.core.measuring")
def test_contact_needs_a_charge() -> None:
    units = {"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 31.5]]}}
    play = Play(units, active="r").say("walk")
    assert play.refused({"r.1": [60, 29]}) == "actions.walk"  # touching
    assert play.refused({"r.1": [60, 28.95]}) == "actions.walk"  # within 0.1 cm
    play.say({"r.1": [60, 28.85]})
    assert play["r.1"].ap == 1


@pytest.mark.rule("combat-action.actions.walk", "combat-action.terrain.kinds")
def test_walls_and_closed_doors_are_in_the_way() -> None:
    house = {"id": "house", "kind": "building", "box": [55, 25, 65, 35], "height": 6, "doors": [[0, 3, 7]]}
    play = Play({"r": {"at": [[60, 22]]}, "b": {"at": [[60, 110]]}}, active="r", terrain=[house])
    play.say("walk")
    assert play.refused({"r.1": [60, 30]}) == "actions.walk"
    house["doors"] = [[0, 3, 7, "open"]]
    play = Play({"r": {"at": [[60, 22]]}, "b": {"at": [[60, 110]]}}, active="r", terrain=[house])
    play.say("walk", {"r.1": [60, 30]})
    assert play.at("r.1") == (60, 30)


@pytest.mark.rule("combat-action.actions.charge", "combat-action.close-combat.attack", "combat-action.close-combat.strike-back")
def test_a_charge_and_its_attack() -> None:
    """20 cm to the enemy is in reach of 2 x MV 10; 3 + 1 for the knife hits CS 4, 1 + 2 does not pierce PF 4."""
    # combat-action.ex.charge
    units = {"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 42.5]]}}
    play = Play(units, active="r").say("charge")
    assert play.refused({"r.1": [60, 40.1]}) == "actions.charge"
    play.say({"r.1": [60, 40]}, dice="attack 3, damage 1, strike back 4, damage 3")
    back, blow = play.told("Fought")[1], play.told("Fought")[0]
    assert (blow.hit, back.hit, back.back) == (True, True, True)
    assert not play["r.1"].gone
    far = {"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[60, 43]]}}
    play = Play(far, active="r").say("charge", {"r.1": [60, 40]})  # a charge without contact is a run
    assert play.told("Fought") == []
    assert play["r.1"].ap == 0


@pytest.mark.rule("combat-action.actions.charge")
def test_in_contact_with_two_the_attacker_names_one() -> None:
    units = {"r": {"model": "fighter", "at": [[60, 20]]}, "b": {"model": "bare", "at": [[58.7, 34], [61.3, 34]]}}
    play = Play(units, active="r").say("charge", {"r.1": [60, 31.85]})
    assert play.options == ["0:b.1", "0:b.2"]
    play.say("0:b.2", dice="attack 1, strike back 1")
    assert play.told("Fought")[0].target == "b.2"


@pytest.mark.rule("combat-action.actions.flat-down", "combat-action.actions.get-up", "combat-action.ranged.cover-pf")
def test_flat_down() -> None:
    # combat-action.ex.flat-down
    units = {"r": {"at": [[60, 20]]}, "b": {"at": [[60, 60]]}}
    play = Play(units, active="r").say("go-flat-down")
    assert (play["r.1"].flat, play["r.1"].ap) == (True, 1)
    assert not {"walk", "charge"} & play.verbs()
    assert {"standard-fire", "get-up"} <= play.verbs()
    cover = cover_against(play.battle, play["b.1"], play["r.1"])
    assert (cover.bonus, cover.name) == (1, "flat down")
    lying = {"r": {"figures": {"1": {"at": [60, 20], "flat": True}}}, "b": units["b"]}
    play = Play(lying, active="r")
    assert not {"walk", "charge"} & play.verbs()
    play.say("get-up")
    assert "walk" in play.verbs()
    assert "charge" not in play.verbs()  # 3 AP
    robots = Play({"r": {"model": "hunter", "at": [[60, 20]]}, "b": units["b"]}, active="r")
    assert "go-flat-down" not in robots.verbs()


@pytest.mark.rule("combat-action.actions.hide", "combat-action.area.blast")
def test_hiding_behind_a_wall() -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": 2}
    units = {"r": {"at": [[60, 21]]}, "b": {"at": [[60, 60]]}, "bflank": {"at": [[100, 21]]}}
    play = Play(units, active="r", terrain=[wall]).say("hide-behind-cover:wall")
    figure = play["r.1"]
    assert figure.hides == "wall"
    assert not sees(play.battle, play["b.1"], figure)
    assert not sees(play.battle, figure, play["b.1"])
    assert sees(play.battle, play["bflank.1"], figure)
    assert in_cover(play.battle, figure)
    play.say("standard-fire:0:bflank.1", dice="to hit 1")
    assert play["r.1"].hides == ""
    assert sees(play.battle, play["b.1"], play["r.1"])


@pytest.mark.rule("combat-action.actions.hide")
@pytest.mark.parametrize(("y", "height", "able"), [(20.75, 1.5, True), (20.74, 1.5, False), (20.75, 1.4, False), (21, 6, True)])
def test_where_one_can_hide(y: float, height: float, able: bool) -> None:
    """Within 1 cm of cover at least half as high as he is (3 cm)."""
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": height}
    battle = a_battle({"r": {"at": [[60, y]]}, "b": {"at": [[60, 60]]}}, terrain=[wall])
    assert bool(hiding_places(battle, battle.state.figures["r.1"])) is able


@pytest.mark.rule("combat-action.actions.hide", "combat-action.ready.end")
def test_who_is_touched_hides_no_more() -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": 2}
    hidden = {"figures": {"1": {"at": [60, 21], "hides": "wall", "ready": 0, "ap": 2}}}
    units = {"r": hidden, "b": {"model": "fighter", "at": [[45, 21]]}}
    play = Play(units, active="b", terrain=[wall]).say("charge", {"b.1": [57.5, 21]})
    if play.rule == "combat-action.ready.use":
        play.say("pass", dice="attack 1, strike back 1")
    assert (play["r.1"].hides, play["r.1"].ready) == ("", -1)


@pytest.mark.rule("combat-action.actions.jump", "combat-action.actions.climb")
@pytest.mark.parametrize(
    ("height", "wide", "jumps", "climbs"),
    [
        (1.5, 2, True, True),
        (1.6, 2, False, True),
        (6, 2, False, True),
        (6.1, 2, False, False),
        (1.5, 3, True, True),
        (1.5, 3.1, False, True),
    ],
)
def test_what_can_be_jumped_and_climbed(height: float, wide: float, jumps: bool, climbs: bool) -> None:
    # combat-action.ex.jump-climb-door
    wall = {"id": "wall", "kind": "boulder", "box": [50, 23, 70, 23 + wide], "height": height}
    battle = a_battle({"r": {"at": [[60, 21]]}, "b": {"at": [[60, 100]]}}, terrain=[wall])
    found = crossings(battle, battle.state.figures["r.1"])
    assert ("jump-obstacle:wall" in found, "climb-obstacle:wall" in found) == (jumps, climbs)


@pytest.mark.rule("combat-action.actions.jump", "combat-action.actions.climb")
def test_over_a_wall_to_its_other_side() -> None:
    wall = {"id": "wall", "kind": "low-wall", "box": [50, 23, 70, 24], "height": 1.5}
    units = {"r": {"at": [[60, 21]]}, "b": {"at": [[60, 100]]}}
    play = Play(units, active="r", terrain=[wall]).say("jump-obstacle:wall")
    assert play.at("r.1")[0] == 60
    assert 25.2 <= play.at("r.1")[1] <= 25.4
    assert play["r.1"].ap == 1
    play = Play(units, active="r", terrain=[wall]).say("climb-obstacle:wall")
    assert play["r.1"].ap == 0
    assert play.at("r.1")[1] > 25
    units["r"]["at"] = [[60, 20.7]]
    assert not {"jump-obstacle", "climb-obstacle"} & Play(units, active="r", terrain=[wall]).verbs()  # 1.05 cm away


@pytest.mark.rule("combat-action.actions.climb")
def test_on_a_roof_and_down_again() -> None:
    house = {"id": "house", "kind": "building", "box": [55, 25, 65, 35], "height": 6}
    units = {"r": {"at": [[60, 23]]}, "b": {"at": [[60, 100]]}}
    play = Play(units, active="r", terrain=[house]).say("climb-obstacle:house:top")
    assert play["r.1"].foot == 6000
    figures = {"1": {"at": [60, 28], "foot": 6}}
    play = Play({"r": {"figures": figures}, "b": units["b"]}, active="r", terrain=[house])
    assert "walk" not in play.verbs()
    play.say("climb-obstacle:down")
    assert play["r.1"].foot == 0
    assert play.at("r.1")[1] < 24
    battle = a_battle(units, terrain=[{**house, "height": 6.1}])
    assert crossings(battle, battle.state.figures["r.1"]) == {}


@pytest.mark.rule("combat-action.actions.open-door")
def test_a_door_within_one_cm() -> None:
    house = {"id": "house", "kind": "building", "box": [55, 25, 65, 35], "height": 6, "doors": [[0, 3, 7]]}
    units: dict[str, Any] = {"r": {"at": [[60, 22.75]]}, "b": {"at": [[60, 100]]}}
    play = Play(units, active="r", terrain=[house]).say("open-door:house:0")
    assert play.state.piece("house").openings[0].open
    assert play["r.1"].ap == 1
    play.say("open-door:house:0")
    assert not play.state.piece("house").openings[0].open
    units["r"]["at"] = [[60, 22.25]]
    assert "open-door" not in Play(units, active="r", terrain=[house]).verbs()  # 1.5 cm away
    house["doors"] = [[0, 3, 7, "open"]]
    battle = a_battle({"r": {"at": [[60, 25]]}, "b": {"at": [[60, 100]]}}, terrain=[house])
    assert doors(battle, battle.state.figures["r.1"]) == []  # somebody stands in it


# ---- coherency


def line(*gaps: float) -> list[list[float]]:
    x, found = 10.0, [[10.0, 20.0]]
    for gap in gaps:
        x += gap + RIM
        found.append([x, 20])
    return found


@pytest.mark.rule("combat-action.units.coherency", "combat-action.activation.end-phase")
def test_the_body_and_the_strays() -> None:
    # combat-action.ex.coherency
    battle = a_battle({"r": {"model": "bare", "at": line(9, 10, 12, 8)}, "b": {"at": [[60, 100]]}})
    unit = battle.state.units["r"]
    finish(check_coherency(battle, unit))
    assert unit.strays == ["r.4", "r.5"]
    battle.state.figures["r.3"].gone = "killed"
    battle.board = None
    finish(check_coherency(battle, unit))
    assert unit.strays == ["r.4", "r.5"]  # two and two: the group with the leader
    battle = a_battle({"r": {"model": "bare", "at": line(10.1)}, "b": {"at": [[60, 100]]}})
    finish(check_coherency(battle, battle.state.units["r"]))
    assert battle.state.units["r"].strays == ["r.2"]
    battle = a_battle({"r": {"model": "bare", "at": line(10)}, "b": {"at": [[60, 100]]}})
    finish(check_coherency(battle, battle.state.units["r"]))
    assert battle.state.units["r"].strays == []


@pytest.mark.rule("combat-action.units.coherency")
def test_a_tie_without_a_leader_is_the_owners_choice() -> None:
    figures = {str(n): {"at": at} for n, at in enumerate(line(9, 30, 9), 1)}
    figures["5"] = {"at": [110, 110], "gone": "killed"}
    play = Play({"r": {"model": "bare", "figures": figures, "leader": "r.5"}, "b": {"at": [[60, 100]]}}, active="r")
    play.say("done")
    assert play.rule == "combat-action.units.coherency"
    assert play.options == ["r.1", "r.3"]
    play.say("r.3")
    assert play.unit("r").strays == ["r.1", "r.2"]


@pytest.mark.rule("combat-action.units.coherency")
def test_a_stray_comes_nearer_first() -> None:
    figures = {str(n): {"at": at} for n, at in enumerate(line(9, 10, 20), 1)}
    units = {"r": {"model": "shooter", "figures": figures, "strays": ["r.4"]}, "b": {"at": [[60, 60]]}}
    play = Play(units, active="r").say("r.4")
    assert play.verbs() == {"done", "walk", "charge"}
    play.say("walk")
    assert play.refused({"r.4": [64, 20]}) == "units.coherency"
    x, _ = play.at("r.4")
    play.say({"r.4": [x - 9.9, 20]})
    assert play.unit("r").strays == ["r.4"]  # 10.1 cm: still out
    assert "standard-fire" not in play.verbs()
    play.say("walk", {"r.4": [x - 10, 20]})
    assert play.unit("r").strays == []  # within 10 cm of one it is free


@pytest.mark.rule("combat-action.units.coherency", "combat-action.units.aboard")
def test_robots_crews_and_riders_are_not_counted() -> None:
    figures = {"1": {"model": "tech", "at": [20, 20]}, "2": {"model": "slave", "at": [60, 20]}}
    battle = a_battle({"r": {"figures": figures}, "b": {"at": [[60, 100]]}})
    assert [figure.id for figure in counted(battle.state, battle.state.units["r"])] == ["r.1"]
    finish(check_coherency(battle, battle.state.units["r"]))
    assert battle.state.units["r"].strays == []


@pytest.mark.rule("combat-action.activation.action-phase", "combat-action.activation.phases")
def test_model_after_model_in_the_owners_order() -> None:
    # combat-action.ex.action-phase
    units = {"r": {"model": "shooter", "at": [[20, 20], [30, 20], [40, 20]]}, "b": {"model": "bare", "at": [[30, 60]]}}
    play = Play(units, active="r")
    assert play.options == ["done", "r.1", "r.2", "r.3"]
    play.say("r.2", "walk", {"r.2": [30, 25]})
    play.say("standard-fire:0:b.1", dice="to hit 1")
    assert play.options == ["done", "r.1", "r.3"]  # b's own turn within the phase is over
    play.say("r.1")
    play.say("standard-fire:0:b.1", dice="to hit 1")
    play.say("done")
    play.say("done")  # c does nothing
    assert play.rule == "combat-action.ready.gain"
    play.say({"r.1": "not-ready", "r.3": "0"})
    assert [play[f"r.{n}"].ap for n in (1, 2, 3)] == [0, 0, 2]  # unused points are lost, but for who is ready
    phases = [event.unit for event in play.told("Activated")]
    assert phases[0] == "r"


@pytest.mark.rule("combat-action.actions.allowance")
def test_points_of_an_activation() -> None:
    figures = {"1": {"at": [20, 20]}, "2": {"at": [30, 20], "wounded": True}, "3": {"model": "keen", "at": [40, 20]}}
    play = Play({"r": {"figures": figures}, "b": {"at": [[30, 60]]}}, active="r", models={"keen": man(AP=3)})
    assert [play[f"r.{n}"].ap for n in (1, 2, 3)] == [2, 1, 3]
    play.say("r.2")
    assert not {"charge"} & play.verbs()
    assert "walk" in play.verbs()


@pytest.mark.rule("combat-action.actions.open-door")
@pytest.mark.parametrize(
    ("model", "facts", "opens"),
    [
        ("hunter", {}, True),
        ("hunter", {"halted": True, "broken": ["engine"]}, False),
        ("drone", {}, True),
        ("drone", {"level": 1}, False),
        ("bare", {}, True),
    ],
)
def test_robots_open_doors_as_men_do(model: str, facts: dict[str, Any], opens: bool) -> None:
    """For 1 AP, on the ground, unless they cannot move."""
    house = {"id": "house", "kind": "building", "box": [55, 35, 65, 45], "height": 6, "doors": [[0, 2, 8]]}
    figures = {"1": {"model": model, "at": [60, 32.8], "face": 0, **facts}}
    play = Play({"r": {"figures": figures}, "b": {"at": [[60, 100]]}}, active="r", terrain=[house])
    assert ("open-door:house:0" in play.options) is opens
    if opens:
        play.say("open-door:house:0")
        assert play.state.piece("house").openings[0].open
        assert play["r.1"].ap == 1


@pytest.mark.rule("combat-action.actions.open-door", "combat-action.actions.climb")
def test_nobody_opens_a_door_from_the_roof_or_keeps_it_open_from_there() -> None:
    house = {"id": "house", "kind": "building", "box": [55, 35, 65, 45], "height": 6, "doors": [[0, 2, 8, "open"]]}
    figures = {"1": {"at": [60, 36.5], "foot": 6}, "2": {"at": [60, 33]}}
    play = Play({"r": {"figures": figures}, "b": {"at": [[60, 100]]}}, active="r", terrain=[house]).say("r.1")
    assert "open-door" not in play.verbs()
    play.say("done", "r.2")
    assert "open-door:house:0" in play.options
