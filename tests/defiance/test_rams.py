"""Rams: who is run into, who dodges, what it does, and who drives on (defiance.ram.*)."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from littlewars.systems.defiance.drive.ramming import DODGE_MOD, NEEDS, dice_of, dodge_below, ram_tally, rammed
from littlewars.systems.defiance.roster.armies import frames
from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import overlaps
from tests.defiance.hulls import FAR, HULLS, driving, hull, hull_battle, play
from tests.defiance.squads import run

MAN = {"b": {"at": [[24, 15]], "face": 180}}
ROOMY = {"b": {"at": [[24, 15], [4, 46]], "face": 180}}


def ahead(frame: str = "car", speed: str = "running", others: dict[str, Any] | None = None, **more: Any) -> Any:
    """A vehicle runs into a man five inches ahead of its centre."""
    return driving(frame, speed, others or ROOMY, **more).say({"r.1": [24, 20]} if speed != "walking" else {"r.1": [24, 16]})


# ---- dodging


@pytest.mark.rule("defiance.ram.dodge-roll", "defiance.ram.dodge-modifiers")
def test_the_spondylocrit_does_not_dodge_a_sprinting_skimmer() -> None:
    # defiance.ex.skimmer-dodge, defiance.ex.skimmer-damage
    prey, skimmer = frames()["spondylocrit"], frames()["golden-skimmer"]
    assert (prey.agility, skimmer.size, skimmer.sprints) == (10, 4, True)
    for speed, dodged in (("sprinting", False), ("running", True), ("walking", True)):
        units = {
            "r": hull("golden-skimmer", primary=""),
            "b": {"frame": "spondylocrit", "at": [[24, 15], [4, 46]], "primary": ""},
        }
        game = play(units).say("vehicle-orders", speed, "drive").say({"r.1": [24, 17]})
        dice = "dodge 9" if dodged else "dodge 9, ram 5"
        game.say("dodge", dice=dice)
        assert game.told("Dodged")[0].passed is dodged
        if not dodged:
            (ram,) = game.told("Rammed")
            assert (ram.tally.needed, ram.hits, game["b.1"].gone) == (3, 1, "killed")


@pytest.mark.rule("defiance.ram.dodge-modifiers", "defiance.ram.damage-target", "defiance.ram.damage-dice")
def test_the_tables() -> None:
    # defiance.ex.ram-tables
    assert DODGE_MOD == {"walking": -2, "running": 0, "sprinting": 2}
    assert NEEDS == {"walking": 7, "running": 5, "sprinting": 3}
    assert [dice_of(size) for size in (3, 4, 5, 6, 7)] == [1, 1, 2, 3, 3]


@pytest.mark.rule("defiance.ram.dodge-roll")
@pytest.mark.parametrize(("agility", "speed", "die", "dodged"), [
    (6, "running", 6, True), (6, "running", 7, False), (6, "walking", 8, True), (6, "walking", 9, False),
    (1, "sprinting", 1, True), (12, "walking", 10, False), (12, "walking", 9, True),
])  # fmt: skip
def test_agility_decides_and_a_one_always_and_a_ten_never_dodges(agility: int, speed: str, die: int, dodged: bool) -> None:
    others = {"b": {"frame": "agile", "at": [[24, 15], [4, 46]], "face": 180}}
    game = ahead("racer", speed, others, frames={"agile": {"AG": agility}})
    game.say("dodge", dice=f"dodge {die}, morale 9" if dodged else f"dodge {die}, ram 1, thrown 1, thrown 1, morale 9")
    assert game.told("Dodged")[0].passed is dodged


@pytest.mark.rule("defiance.ram.dodge-roll", "defiance.ram.who")
def test_who_may_dodge() -> None:
    stunned = {"b": {"at": [[24, 15], [4, 46]], "figures": {"1": {"stunned": True}}}}
    game = driving("car", "running", stunned).say({"r.1": [24, 20]}, dice="ram 1, thrown 1, thrown 1, morale 9")
    assert game.told("Dodged") == []
    for state in ({"prone": True}, {"shaken": True, "prone": True}):
        lying = {"b": {"at": [[24, 15], [4, 46]], "figures": {"1": state}}}
        assert ahead(others=lying).asks == "blue ram.dodge-roll"
    walker = ahead(others={"b": hull("walker", (24, 16.5))})
    assert walker.asks == "blue ram.dodge-roll"
    car = driving("car", "running", {"b": hull("car", (24, 16.5))})
    car.say({"r.1": [24, 20]}, dice="ram 1, ram 1, rebound 1, rebound 1, morale 9, morale 9")
    assert car.told("Dodged") == []


@pytest.mark.rule("defiance.ram.dodged", "defiance.ram.rammer-continues")
@pytest.mark.parametrize(("x", "side"), [(24.5, 1), (23.5, -1)])
def test_who_dodges_stands_beside_the_path_and_tests(x: float, side: int) -> None:
    others = {"b": {"at": [[x, 15], [4, 46]], "face": 180}}
    game = ahead(others=others).say("dodge", dice="dodge 1, morale 1")
    assert game.at("r.1") == (24, 20)  # it drove on
    assert (game.at("b.1")[0] - 24) * side == pytest.approx(1.7, abs=0.01)
    assert (game["b.1"].shaken, game["b.1"].prone) == (True, True)


@pytest.mark.rule("defiance.ram.dodged")
def test_who_has_dodged_is_only_moved_aside_when_it_is_met_again() -> None:
    game = ahead(others={"b": {"at": [[24.5, 15], [4, 46]], "face": 180}}).say("dodge", dice="dodge 1, morale 9")
    beside = game.at("b.1")
    game.battle.state.figures["b.1"].x = 24_500
    game.battle.state.figures["b.1"].y = 22_900
    game.battle.board = None
    game.say("drive", {"r.1": [24, 22]})
    assert len(game.told("Dodged")) == 1
    assert game.at("b.1")[0] == beside[0]


@pytest.mark.rule("defiance.ram.dodged")
def test_a_dodge_ends_a_fight() -> None:
    others = {"m": {"at": [[25, 15]]}, "b": {"at": [[24, 15], [4, 46]], "face": 180, "figures": {"1": {"locked": ["m.1"]}}}}
    others["m"]["locked"] = ["b.1"]
    game = driving("car", "running", {**others, "m": {**others["m"], "at": [[26, 15.0]]}})
    assert game["b.1"].locked == ("m.1",)
    game.say({"r.1": [24, 20]})
    game.say("dodge", dice="dodge 1, morale 9")
    assert (game["b.1"].locked, game["m.1"].locked) == ((), ())


# ---- damage


@pytest.mark.rule("defiance.ram.damage-target")
def test_ram_damage_ignores_the_armour_of_men_and_never_that_of_vehicles() -> None:
    units = {
        "r": hull("car", craft={"haywire": 1, "fresh": True}),
        "b": {"frame": "suited", "at": [[24, 15]]},
        "b2": hull("plated", (34, 30)),
    }
    battle = hull_battle(units, frames={"suited": {"class": "PI", "AR": -3}, "plated": {**HULLS["car"], "AR": -2}})
    car, man, other = (battle.state.figures[name] for name in ("r.1", "b.1", "b2.1"))
    assert ram_tally(car, man, "running").needed == 7  # 5, and 2 for a haywire rammer
    car.craft.haywire = 0
    assert [ram_tally(car, one, "running").needed for one in (man, other)] == [5, 7]


@pytest.mark.rule("defiance.ram.damage-target")
@pytest.mark.parametrize(("die", "hit"), [(4, False), (5, True)])
def test_a_near_miss_does_not_tag_and_a_field_saves(die: int, hit: bool) -> None:
    others = {"b": {"frame": "ghost", "at": [[24, 15], [4, 46]], "face": 180}}
    game = ahead(others=others)
    game.say("accept", dice=f"ram {die}, " + ("field save 5, " if hit else "") + "thrown 1, thrown 1, morale 9")
    assert (game["b.1"].gone, len(game.told("Tested"))) == ("", 1)
    assert len(game.told("Saved")) == hit


@pytest.mark.rule("defiance.ram.damage-dice")
def test_a_larger_vehicle_rolls_more_dice() -> None:
    game = ahead("heap").say("accept", dice="ram 4, ram 5")
    assert (game.told("Rammed")[0].hits, game["b.1"].gone) == (1, "killed")


# ---- survivors


@pytest.mark.rule("defiance.ram.infantry-survivor", "defiance.ram.rammer-continues")
@pytest.mark.parametrize(("die", "passed"), [(6, False), (7, True)])
def test_a_survivor_is_thrown_and_tests_at_minus_two(die: int, passed: bool) -> None:
    # defiance.ex.ram-survivor: 3 and 8 on the d10s are 2 and 4 inches
    others = {"b": {"frame": "veteran", "at": [[24.4, 15], [4, 46]], "face": 180}}
    game = ahead(others=others).say("accept", dice=f"ram 1, thrown 3, thrown 8, morale {die}")
    assert game["b.1"].prone
    assert dist(game.at("b.1"), (24.4, 15)) == pytest.approx(6, abs=0.01)
    assert game.at("b.1")[0] - 24.4 == pytest.approx(game.at("b.1")[1] - 15, abs=0.01)  # 45 degrees to the right
    (test,) = game.told("Tested")
    assert (test.tally.needed, test.passed, game["b.1"].shaken) == (7, passed, not passed)
    assert game.at("r.1") == (24, 20)  # the vehicle drives on


@pytest.mark.rule("defiance.ram.infantry-survivor")
def test_thrown_against_something_solid_it_is_damaged_again() -> None:
    rock = {"id": "rock", "category": "impassable", "box": [27, 4, 30, 40], "height": 4}
    others = {"b": {"frame": "giant", "at": [[24.4, 15], [4, 46]], "face": 180}}
    game = ahead(others=others, terrain=[rock]).say("accept", dice="ram 1, thrown 10, thrown 10, ram 9, morale 9")
    assert game.at("b.1")[0] == pytest.approx(26.5, abs=0.02)
    assert (game["b.1"].hurt, len(game.told("Tested"))) == (1, 1)  # one test covers the damage as well


@pytest.mark.rule("defiance.ram.infantry-survivor")
def test_the_thrown_stop_short_of_others_and_at_the_edge_and_matrix_figures_do_not_test() -> None:
    others = {"b": {"frame": "bug", "at": [[24.4, 15], [26.5, 17.1]], "face": 180}}
    game = ahead(others=others).say("accept", dice="ram 1, thrown 10, thrown 10")
    assert dist(game.at("b.1"), game.at("b.2")) == pytest.approx(1, abs=0.06)
    assert (game["b.1"].prone, game.told("Tested")) == (True, [])
    edge = driving("car", "running", {"b": {"frame": "bug", "at": [[44.4, 15]]}}, at=(44, 10)).say({"r.1": [44, 20]})
    edge.say("accept", dice="ram 1, thrown 10, thrown 10")
    assert edge.at("b.1")[0] == pytest.approx(47.5, abs=0.01)


@pytest.mark.rule("defiance.ram.rammer-continues")
def test_a_vehicle_rams_everybody_on_its_way() -> None:
    others = {"b": {"at": [[24, 14], [24.3, 16.5], [23.8, 19], [4, 46]], "face": 180}}
    game = driving("car", "running", others).say({"r.1": [24, 21]})
    for _ in range(3):
        assert game.asks == "blue ram.dodge-roll"
        game.say("accept", dice="ram 9")
    assert (game.at("r.1"), [game[f"b.{n}"].gone for n in (1, 2, 3)]) == ((24, 21), ["killed"] * 3)
    assert game.state.acting().drive.left == pytest.approx(1000, abs=2)


# ---- vehicles


@pytest.mark.rule("defiance.ram.vehicle-target", "defiance.ram.vehicle-survivor")
def test_two_vehicles_damage_each_other_and_are_pushed_back() -> None:
    game = driving("car", "running", {"b": hull("car", (24, 16.5), 90), "b2": {"at": [[4, 46]]}})
    game.say({"r.1": [24, 20]}, dice="ram 5, ram 4, rebound 10, rebound 5, morale 9, morale 9")
    assert (game["r.1"].hurt, game["b.1"].hurt) == (0, 1)
    met = 16.5 - 1.2 - 2  # where the hulls touch
    assert game.at("r.1")[1] == pytest.approx(met - 2, abs=0.06)
    assert game.at("b.1") == (24, 17.5)
    assert (game["b.1"].face, game["b.1"].rolled, len(game.told("Tested"))) == (9000, False, 2)
    assert game.options == ["done", "shoot"]  # its movement has ended


@pytest.mark.rule("defiance.ram.vehicle-target", "defiance.ram.vehicle-survivor")
def test_the_larger_does_not_rebound_and_each_is_struck_by_the_size_of_the_other() -> None:
    game = driving("car", "running", {"b": hull("heap", (24, 17)), "b2": {"at": [[4, 46]]}})
    game.say({"r.1": [24, 20]}, dice="ram 1, ram 5, ram 1, rebound 9, morale 9, morale 9")
    assert (game["r.1"].hurt, game.at("b.1")) == (1, (24, 17))
    assert game.at("r.1")[1] == pytest.approx(17 - 2.5 - 2 - 5, abs=0.06)


@pytest.mark.rule("defiance.ram.vehicle-survivor")
def test_who_is_destroyed_in_a_collision_neither_rebounds_nor_tests() -> None:
    game = driving("car", "running", {"b": hull("car", (24, 16.5), 90, hurt=2), "b2": {"at": [[4, 46]]}})
    game.say({"r.1": [24, 20]}, dice="ram 9, ram 1, rebound 1, morale 9")
    assert (game["b.1"].gone, game["b.1"].craft.hulk, game.at("b.1")) == ("killed", "lies", (24, 16.5))


@pytest.mark.rule("defiance.ram.vehicle-target")
def test_a_mecha_that_does_not_dodge_is_a_vehicle_target() -> None:
    game = ahead(others={"b": hull("walker", (24, 16.5), 90), "b2": {"at": [[4, 46]]}})
    game.say("dodge", dice="dodge 9, ram 1, ram 1, rebound 1, rebound 1, morale 9, morale 9")
    assert game.at("r.1")[1] < 14
    aside = ahead(others={"b": hull("walker", (24, 16.5), 90), "b2": {"at": [[4, 46]]}}).say("dodge", dice="dodge 1, morale 1")
    assert (aside["b.1"].haywire, aside.at("r.1")) == (1, (24, 20))


# ---- who may ram whom


@pytest.mark.rule("defiance.ram.who")
def test_friends_are_avoided_and_other_levels_are_not_touched() -> None:
    game = driving("car", "running", {"m": {"at": [[24, 15]]}, **FAR})
    assert game.refused({"r.1": [24, 20]}) == "ram.who"
    assert game.allows({"r.1": [24, 12]})
    bird = {"b": {"frame": "bird", "at": [[24, 15]], "level": 1}}
    over = driving("car", "running", bird).say({"r.1": [24, 20]})
    assert (over.at("r.1"), over.told("Rammed")) == ((24, 20), [])
    above = driving("copter", "running", bird, level=1).say({"r.1": [24, 20]})
    assert above.asks == "blue ram.dodge-roll"


@pytest.mark.rule("defiance.ram.who", "defiance.ram.dodge-modifiers")
def test_a_jumping_vehicle_rams_only_where_it_lands_and_like_a_sprinting_one() -> None:
    others = {"b": {"at": [[24, 15], [24, 25]], "face": 180}}
    game = driving("hopper", "sprinting", others).say({"r.1": {"verb": "jump", "to": [24, 25]}})
    assert game.asks == "blue ram.dodge-roll"
    game.say("accept", dice="ram 3")
    assert (game.told("Rammed")[0].tally.base, game["b.1"].gone, game["b.2"].gone) == (3, "", "killed")


@pytest.mark.rule("defiance.ram.who")
def test_a_mecha_does_not_ram() -> None:
    game = play({"r": hull("walker"), **MAN}).say("cohesive-fire", "running", "move-fire")
    assert game.refused({"r.1": [24, 20]}) in ("move.figures-as-obstacles", "orders.fire-prohibitions")


@pytest.mark.rule("defiance.ram.who", "defiance.vehicle.out-of-control")
def test_out_of_control_it_rams_friends_too() -> None:
    units = {"r": hull("car", craft={"haywire": 2, "fresh": True}), "m": {"at": [[24, 14]]}, **FAR}
    game = play(units)
    assert game.asks == "red ram.dodge-roll"
    game.say("accept", dice="ram 7, card 1")
    assert (game["m.1"].gone, game.at("r.1")) == ("killed", (24, 16))


# ---- ground


@pytest.mark.rule("defiance.ram.terrain")
def test_a_terrain_ram_counts_its_own_size_speed_and_armour() -> None:
    wood = {"id": "wood", "category": "heavy", "box": [4, 20, 44, 28], "height": 2}
    plated = {"plated": {**HULLS["bus"], "AR": -1}}
    game = driving("plated", "running", frames=plated, terrain=[wood])
    game.say({"r.1": [24, 19]}, dice="terrain ram 5, terrain ram 6, morale 1")
    (crash,) = game.told("Crashed")
    assert (crash.tally.needed, crash.hits, game["r.1"].hurt, game["r.1"].haywire) == (6, 1, 1, 1)


# ---- for those who charge a moving vehicle


@pytest.mark.rule("defiance.ram.damage-target", "defiance.ram.infantry-survivor")
@pytest.mark.parametrize(("speed", "needs"), [("walking", 7), ("running", 5)])
def test_who_is_rammed_by_its_own_charge_has_no_dodge(speed: str, needs: int) -> None:
    units = {"r": hull("heap", craft={"rolled": True, "course": 0, "speed": speed}), "b": {"at": [[25.0, 13.05]], "face": 180}}
    battle = hull_battle(units, "ram 1, ram 1, thrown 1, thrown 1, morale 9")
    run(rammed(battle, battle.state.figures["r.1"], battle.state.figures["b.1"]))
    (ram,) = [event for event in battle.events if type(event).__name__ == "Rammed"]
    assert (ram.tally.base, battle.state.figures["b.1"].prone) == (needs, True)
    assert dodge_below(battle.state.figures["b.1"], "running") == 6


@pytest.mark.rule("defiance.vehicle.terrain-contact", "defiance.ram.terrain")
@pytest.mark.parametrize(("frame", "harmed"), [("walker", True), ("anime", False)])
def test_a_mecha_that_touches_impassable_ground_is_rammed_and_an_anime_mecha_is_not(frame: str, harmed: bool) -> None:
    rock = {"id": "rock", "category": "impassable", "box": [4, 16, 44, 24], "height": 4}
    units = {"r": hull(frame), "b": {"at": [[4, 30]], "face": 90}}
    game = play(units, terrain=[rock]).say("cohesive-fire", "walking", "fire-move")
    game.say({"r.1": [24, 14]}, dice="terrain ram 7, morale 9" if harmed else "")
    assert (game["r.1"].hurt, len(game.told("Crashed"))) == (harmed, harmed)
    if harmed:
        assert game.told("Crashed")[0].tally.base == 7
    for short in (TOUCH, TOUCH + 1):  # the least that is no touch any more
        near = play(units, terrain=[rock]).say("cohesive-fire", "walking", "fire-move")
        touches = harmed and short == TOUCH
        near.say({"r.1": [24, (14_000 - short) / 1000]}, dice="terrain ram 7, morale 9" if touches else "")
        assert len(near.told("Crashed")) == touches


@pytest.mark.rule("defiance.vehicle.turning", "defiance.ram.who")
def test_a_friend_whom_a_turn_pushes_into_the_way_is_not_rammed() -> None:
    game = driving("car", "running", {"m": {"at": [[25.9, 10.4]]}, **FAR})
    game.say({"r.1": [{"verb": "turn", "face": 45}, [25.7, 11.1]]})
    assert game.at("m.1") != (25.9, 10.4)
    assert game.at("r.1") == pytest.approx((24.24, 10.155), abs=0.05)  # it stops short of him
    assert (game.told("Rammed"), game["m.1"].prone, game.options) == ([], False, ["done", "drive", "shoot"])


@pytest.mark.rule("defiance.ram.who", "defiance.vehicle.turn-cost-table")
def test_a_jump_onto_somebody_goes_on_with_its_turn() -> None:
    others = {"b": {"at": [[24, 20], [4, 46]], "face": 180}}
    game = driving("hopper", "sprinting", others).say({"r.1": [{"verb": "jump", "to": [24, 20]}, {"verb": "turn", "face": 90}]})
    game.say("accept", dice="ram 3")
    assert (game["r.1"].face, game.state.acting().drive.left) == (9000, 18_000 - 10_000 - 3_000)


@pytest.mark.rule("defiance.ram.rammer-continues", "defiance.vehicle.turning")
def test_a_turn_after_a_ram_is_made_and_paid_for() -> None:
    game = driving("car", "running", ROOMY)
    game.say({"r.1": [[24, 17], {"verb": "turn", "face": 90}, [26, 17]]}).say("accept", dice="ram 9")
    assert (game.at("r.1"), game["r.1"].face) == ((26, 17), 9000)
    assert game.state.acting().drive.left == pytest.approx(12_000 - 7000 - 2000 - 2000, abs=3)


@pytest.mark.rule("defiance.ram.vehicle-target", "defiance.ram.who")
def test_a_jump_onto_a_hull_rams_it_and_ends_beside_it() -> None:
    others = {"b": hull("car", (24, 22)), "b2": {"at": [[4, 46]]}}
    game = driving("hopper", "sprinting", others)
    game.say({"r.1": {"verb": "jump", "to": [24, 21]}}, dice="ram 1, ram 1, rebound 1, rebound 1, morale 9, morale 9, card 1")
    assert [one.tally.base for one in game.told("Rammed")] == [3, 3]
    assert not overlaps(game["r.1"].base(), game["b.1"].base())


@pytest.mark.rule("defiance.vehicle.out-of-control", "defiance.ram.vehicle-target")
def test_out_of_control_it_rams_hulls_and_crashes() -> None:
    wild = {"haywire": 2, "fresh": True}
    units = {"r": hull("car", craft=wild), "b": hull("car", (24, 15), 90), "b2": {"at": [[4, 46]]}}
    game = play(units, dice="card 1, ram 1, ram 1, rebound 1, rebound 1, morale 9, morale 9, card 1")
    assert len(game.told("Rammed")) == 2
    wood = {"id": "wood", "category": "heavy", "box": [4, 14, 44, 20], "height": 2}
    crash = play({"r": hull("car", craft=wild), **FAR}, terrain=[wood], dice="card 1, terrain ram 1, morale 9")
    assert (len(crash.told("Crashed")), crash.at("r.1")[1]) == (1, pytest.approx(12, abs=0.06))
