"""Ways that mix ground and air, flight levels of a unit, landings, and where contact ends a move (defiance.move.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Battle, Leg, Step
from littlewars.systems.defiance.basics.state import Activation, State
from littlewars.systems.defiance.move.path import read
from littlewars.systems.defiance.orders.activation import start
from littlewars.systems.defiance.orders.flock import must_change
from littlewars.systems.defiance.travel.crawling import ways_to_cover
from littlewars.systems.defiance.travel.move_ask import allowance, refuse_trip
from tests.defiance.squads import Play, a_battle, one_shot, row, run
from tests.defiance.test_move import FAR_BLUE, refusal, table, way, went

UP, DOWN, STAND = {"verb": "up"}, {"verb": "down"}, {"verb": "stand"}
PAIR = {"r": {"frame": "bird", "at": row(20, 10, 2)}, **FAR_BLUE}


def lying(number: int, **more: Any) -> dict[str, Any]:
    """Two birds, one of them prone."""
    return {"r": {"frame": "bird", "at": row(20, 10, 2), "figures": {str(number): {"prone": True, **more}}}, **FAR_BLUE}


def stopped(battle: Battle[State], steps: list[Any], inches: float, contact: bool = True) -> str:
    """The rule that stops the first red figure on this way; "" if none does."""
    found = refuse_trip(battle, battle.state.figures["r.1"], went(way(battle, steps, inches)), contact)
    return found.rule.removeprefix("defiance.") if found else ""


def default_is_legal(play: Play) -> bool:
    ask: Any = play.game.ask
    return play.game.refusal(ask.default()) is None


# ---- one level for a unit


@pytest.mark.rule("defiance.turn.always-an-option", "defiance.move.fly-same-level", "defiance.move.stand-up-cost")
def test_nobody_rises_to_a_level_that_a_prone_comrade_cannot_reach() -> None:
    walks = Play(lying(2), "card 1").say("support-fire", "walking", "r.1")
    assert walks.refused({"r.1": UP}) == "move.fly-same-level"  # 2 inches to stand up and 6 for the level are more than 6
    runs = Play(lying(2), "card 1").say("support-fire", "running", "r.1")
    assert not runs.allows({"r.1": [UP, UP]})
    runs.say({"r.1": UP})
    assert runs.refused({}) == "move.fly-same-level"
    assert default_is_legal(runs)
    rng = Random(3)
    ask: Any = runs.game.ask
    assert all(runs.game.refusal(ask.sample(rng)) is None for _ in range(20))
    runs.say({"r.2": [STAND, UP]})
    assert (runs["r.1"].level, runs["r.2"].level) == (1, 1)


@pytest.mark.rule("defiance.move.fly-same-level", "defiance.orders.fire-pattern-move-fire-move")
def test_half_a_move_must_do_for_a_level_in_move_fire_move() -> None:
    armed = {"r": {"frame": "bird", "at": row(20, 10, 2), "primary": "pistol"}, **FAR_BLUE}
    walks = Play(armed, "card 1").say("cohesive-fire", "walking", "move-fire-move", "r.1")
    assert walks.budget == {"r.1": 3}
    assert not walks.allows({"r.1": UP})  # a level costs 6
    runs = Play(armed, "card 1").say("cohesive-fire", "running", "move-fire-move", "r.1", {"r.1": UP}, {})
    assert runs["r.1"].level == 1
    assert runs.refused({"r.2": {"verb": "prone"}}) == "move.fly-same-level"  # the second half would not bring it up
    runs.say({"r.2": [21.5, 14]})
    assert runs.refused({}) == "move.fly-same-level"
    assert default_is_legal(runs)
    assert runs.say({"r.2": UP})["r.2"].level == 1


@pytest.mark.rule("defiance.turn.always-an-option", "defiance.move.fly-same-level")
def test_whoever_cannot_come_to_the_level_stays_on_its_own() -> None:
    far_apart = Play(
        {"r": {"frame": "bird", "at": row(20, 10, 2), "level": 3, "figures": {"2": {"level": 0, "prone": True}}}, **FAR_BLUE},
        "card 1",
    ).say("support-fire", "walking", "r.1")
    assert default_is_legal(far_apart)  # no level is open to both
    far_apart.say({})
    assert default_is_legal(far_apart)
    assert far_apart.allows({"r.2": [21.5, 12]})
    assert far_apart.refused({"r.2": [STAND, UP]}) in ("move.fly-same-level", "move.fly-change-level")
    wood = {"id": "wood", "category": "medium", "box": [25, 5, 35, 15], "height": 14}
    under = {"r": {"frame": "bird", "at": [[20, 10], [30, 10]]}, **FAR_BLUE}
    below = Play(under, "card 1", terrain=[wood]).say("support-fire", "walking", "r.1", {"r.1": UP})
    assert below.refused({"r.2": UP}) == "move.fly-height"  # the trees are higher than level 1
    assert below.allows({})
    assert default_is_legal(below)


@pytest.mark.rule("defiance.move.fly-same-level")
def test_a_flyer_with_orders_of_its_own_binds_its_unit() -> None:
    units = {"r": {"frame": "birdman", "at": row(20, 10, 3), "figures": {"1": {"hero": True}}}, **FAR_BLUE}
    frames = {"birdman": {"modes": ["F"], "MV": 6, "HC": 10}}
    play = Play(units, "card 1", frames=frames).say("r.1", "support-fire", "running")
    assert not play.allows({"r.1": [UP, UP]})  # the others might walk: one level
    play.say({"r.1": UP})
    assert not {"aim", "jump", "primary-suppression"} & set(play.options)
    play.say("cohesive-fire")
    assert play.options == ["walking", "running"]  # nobody stands still who has to rise
    play.say("walking")
    assert "move-fire-move" not in play.options  # nor moves by halves that are too short
    play.say("move-fire", "r.2")
    assert play.refused({}) == "move.fly-same-level"
    play.say({"r.2": UP}, {"r.3": UP})
    assert [play[f"r.{number}"].level for number in (1, 2, 3)] == [1, 1, 1]
    scattered = {"r": {"frame": "bird", "at": row(20, 10, 2), "level": 1, "figures": {"2": {"level": 0}}}, **FAR_BLUE}
    play = Play(scattered, "card 1").say("cohesive-fire")
    assert "stationary" not in play.options  # they come together again
    still = Play(units, "card 1", frames=frames).say("r.1", "support-fire", "stationary", {}, "support-fire", "running", "r.2")
    assert still.refused({"r.2": UP}) == "move.fly-same-level"  # he has stayed on the ground


# ---- on the ground before and after


@pytest.mark.rule("defiance.move.terrain-impassable", "defiance.move.figures-as-obstacles")
def test_who_takes_off_later_walks_like_anybody_before() -> None:
    low = [{"id": "house", "category": "impassable", "box": [10, 12, 30, 13], "height": 11}]
    assert stopped(table("bird", terrain=low), [(20, 15), "up"], 12) == "move.terrain-impassable"
    assert stopped(table("bird", terrain=low), [(20, 14), "up", (20, 16)], 12) == "move.terrain-impassable"
    assert stopped(table("bird", terrain=low), ["up", (20, 15)], 18) == ""
    enemy = a_battle({"r": {"frame": "bird", "at": [[20, 10]]}, "b": {"at": [[20, 12]]}})
    assert stopped(enemy, [(20, 14), "up", (20, 15)], 12) == "move.figures-as-obstacles"
    assert stopped(enemy, ["up", (20, 14)], 18) == ""
    tank = a_battle({"r": {"frame": "bird", "at": [[20, 10]]}, "rt": {"frame": "tank", "at": [[20, 13]]}, **FAR_BLUE})
    assert stopped(tank, [(20, 16), "up"], 12) == "move.figures-as-obstacles"


@pytest.mark.rule("defiance.orders.fire-prohibitions", "defiance.move.figures-as-obstacles")
def test_who_lands_touches_no_enemy_on_fire_orders_and_comes_down_on_nobody() -> None:
    battle = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "level": 1}, "b": {"at": [[20, 14]]}})
    assert stopped(battle, [(20, 13), "down"], 12, contact=False) == "orders.fire-prohibitions"
    assert stopped(battle, [(20, 13), "down"], 12) == ""
    assert stopped(battle, [(20, 14), "down"], 12) == "move.figures-as-obstacles"
    assert stopped(battle, [(20, 14), "down", (20, 16)], 12) == "move.figures-as-obstacles"
    assert stopped(battle, ["down", (20, 16)], 12, contact=False) == "move.figures-as-obstacles"  # down, and through it
    above = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "level": 1}, "r2": {"at": [[20, 10]]}, **FAR_BLUE})
    assert stopped(above, ["down"], 6) == "move.figures-as-obstacles"


@pytest.mark.rule("defiance.unit.perimeter-movement", "defiance.unit.perimeter-airborne")
def test_friendly_perimeters_hold_on_the_ground_parts_of_a_flight() -> None:
    friends = {"at": [[15, 13], [25, 13], [15, 14], [25, 14]]}
    walker = a_battle({"r": {"frame": "bird", "at": [[20, 10]]}, "r2": friends, **FAR_BLUE})
    assert stopped(walker, [(20, 16), "up"], 12) == "unit.perimeter-movement"
    assert stopped(walker, ["up", (20, 16)], 12) == ""
    flyer = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "level": 1}, "r2": friends, **FAR_BLUE})
    assert stopped(flyer, [(20, 13.5), "down", (20, 16)], 18) == "unit.perimeter-movement"  # not even to walk out again
    assert stopped(flyer, [(20, 16), "down"], 18) == ""


@pytest.mark.rule("defiance.move.fly-notation")
def test_a_flyer_that_walks_first_has_twice_its_move() -> None:
    battle = table("bird")
    assert went(way(battle, ["up", (20, 22)], 18)).spent == 18_000
    walked = went(way(battle, [(20, 15), "up", (20, 16)], 18))
    assert (walked.spent, walked.left) == (12_000, 0)
    assert refusal(way(battle, [(20, 15), "up", (20, 16.1)], 18)) == "move.maximum-distance"
    assert refusal(way(battle, [(20, 17), "up"], 18)) == "move.fly-change-level"
    assert went(way(table("bird", prone=True), ["stand", "up", (20, 14)], 18)).left == 0  # standing up came first
    again = read(battle, battle.state.figures["r.1"], Leg("r.1", (Step("up"),)), 15_000, before=3000)
    assert went(again).left == 3000  # whoever was interrupted on foot has walked first


@pytest.mark.rule("defiance.move.fly-notation", "defiance.command.chit-charge")
def test_a_chit_helps_a_flyer_on_the_ground_too() -> None:
    battle = table("bird")
    figure = battle.state.figures["r.1"]
    figure.spurred = True
    assert allowance(figure, "charge", "") == 21_000
    assert went(way(battle, [(20, 24)], 21)).spent == 14_000
    assert refusal(way(battle, [(20, 24.1)], 21)) == "move.maximum-distance"


# ---- heights


@pytest.mark.rule("defiance.move.fly-height")
def test_nobody_comes_down_into_what_is_as_high() -> None:
    tower = [{"id": "tower", "category": "impassable", "box": [16, 12, 24, 18], "height": 30}]
    battle = table("bird", level=3, terrain=tower)
    assert refusal(way(battle, [(20, 15), "down"], 18)) == "move.fly-height"
    assert went(way(battle, [(20, 11), "down"], 18)).level == 2
    wall = [{"id": "wall", "category": "heavy", "obstacle": True, "box": [10, 12, 30, 12.4], "height": 2}]
    assert refusal(way(table("bird", level=1, terrain=wall), [(20, 12), "down"], 18)) == "move.fly-height"
    wood = [{"id": "wood", "category": "medium", "box": [16, 8, 24, 18], "height": 12}]
    assert stopped(table("bird", terrain=wood), ["up"], 6) == "move.fly-height"
    assert stopped(table("bird", terrain=wood), ["up", "up"], 12) == ""


@pytest.mark.rule("defiance.move.jump-distance", "defiance.move.jump-blocked")
def test_a_jump_from_and_onto_a_flat_top() -> None:
    rock = {"id": "rock", "category": "impassable", "box": [16, 6, 24, 14], "height": 20, "flat": True}
    down = table("jumper", terrain=[rock])
    assert stopped(down, [("jump", (20, 22), "")], 12) == ""  # it stands on top: the rock is not in its way
    low = {"id": "rock", "category": "impassable", "box": [16, 12, 24, 18], "height": 4, "flat": True}
    assert stopped(table("jumper", terrain=[low]), [("jump", (20, 15), "")], 12) == ""
    hangs = table("jumper", terrain=[low])
    assert stopped(hangs, [("jump", (20, 12.2), "")], 12) == "move.terrain-impassable"
    peaked = table("jumper", terrain=[{**low, "flat": False}])
    assert stopped(peaked, [("jump", (20, 15), "")], 12) == "move.terrain-impassable"
    tall = table("jumper", terrain=[{**low, "height": 13}])
    assert refusal(way(tall, [("jump", (20, 15), "")], 12)) == "move.jump-blocked"
    from_step = table("jumper", terrain=[{**rock, "box": [16, 6, 24, 11], "height": 3}, {**low, "id": "next", "height": 9}])
    assert stopped(from_step, [("jump", (20, 17), "")], 12) == ""  # 6 inches higher than where it stands: half the rate


@pytest.mark.rule("defiance.move.jump-distance")
def test_nobody_lands_astride_a_wall() -> None:
    wall = {"id": "wall", "category": "heavy", "obstacle": True, "box": [10, 14.8, 30, 15.2], "height": 2}
    battle = table("jumper", terrain=[wall])
    assert refusal(way(battle, [("jump", (20, 15), "")], 12)) == "move.jump-distance"
    assert went(way(battle, [("jump", (20, 15.7), "")], 12))


@pytest.mark.rule("defiance.move.jump-easy-target")
def test_in_the_middle_of_a_jump_there_is_no_cover() -> None:
    wood = {"id": "wood", "category": "light", "box": [15, 11, 25, 25], "height": 3}
    units = {"r": {"frame": "jumper", "at": [[20, 10]]}, "b": {"at": [[20, 30]], "face": 180, "covers": "primary"}}
    play = Play(units, "card 1", terrain=[wood]).say("jump", {"r.1": {"verb": "jump", "to": [20, 20]}})
    cover = []
    while play.asks == "blue cover.triggers":
        shot = one_shot(play.state, play["b.1"], 0, play["b.1"].arms[0].weapon, play["r.1"], 2, "", 0)
        cover.append(
            (play.at("r.1")[1], [mod.value for mod in shot.tally.mods if "terrain" in mod.name or "cover" in mod.name])
        )
        play.say("wait")
    assert [mods for y, mods in cover if 11 < y < 20] == [[] for y, _ in cover if 11 < y < 20]
    assert any(11 < y < 20 for y, _ in cover)
    assert cover[-1] == (20, [-2])  # where it lands it is in the wood


# ---- what an activation remembers


@pytest.mark.rule("defiance.orders.go-prone-forbidden")
def test_nobody_goes_prone_in_the_activation_in_which_it_landed() -> None:
    units = {"r": {"frame": "bird", "at": [[20, 10]], "level": 1, "primary": "pistol"}, **FAR_BLUE}
    play = Play(units, "card 1").say("cohesive-fire", "running", "move-fire-move", {"r.1": DOWN})
    assert play["r.1"].level == 0
    assert play.refused({"r.1": {"verb": "prone"}}) == "orders.go-prone-forbidden"
    walked = Play({"r": {"frame": "bird", "at": [[20, 10]], "primary": "pistol"}, **FAR_BLUE}, "card 1")
    walked.say("cohesive-fire", "running", "move-fire-move", {"r.1": [20, 12]})
    assert walked.allows({"r.1": {"verb": "prone"}})


@pytest.mark.rule("defiance.orders.jump-mixed-unit", "defiance.orders.sprint-counter")
def test_who_cannot_jump_has_its_sprint_counter_when_the_order_is_declared() -> None:
    units = {"r": {"frame": "jumper", "at": row(20, 10, 2), "figures": {"2": {"prone": True}}}, **FAR_BLUE}
    play = Play(units, "card 1").say("jump", "r.1")
    assert (play["r.1"].sprint, play["r.2"].sprint) == (0, allowance(play["r.2"], "sprint", ""))


@pytest.mark.rule("defiance.move.fly-hover")
def test_flyers_are_in_nobodys_way_on_the_ground_below() -> None:
    birds = {"frame": "bird", "at": [[20, 10], [20.2, 10]], "figures": {"1": {"level": 1, "shaken": True}, "2": {"level": 2}}}
    play = Play({"r": birds, **FAR_BLUE}, "card 1")
    assert (play.at("r.1"), play["r.1"].level, play["r.1"].prone) == ((20, 10), 0, True)


@pytest.mark.rule("defiance.move.fly-hover")
def test_a_stunned_flyer_lands_upright() -> None:
    battle = a_battle({"r": {"frame": "bird", "at": [[20, 10]], "level": 2, "figures": {"1": {"stunned": True}}}, **FAR_BLUE})
    battle.state.turn.doing = Activation("r")
    run(start(battle))
    figure = battle.state.figures["r.1"]
    assert (figure.level, figure.prone) == (0, False)


# ---- contact


@pytest.mark.rule("defiance.move.figures-as-obstacles")
def test_who_touches_an_enemy_goes_no_farther() -> None:
    units = {"r": {"at": [[20, 10]], "frame": "runner"}, "b": {"at": [[20, 14]], "face": 180}, "b2": {"at": [[40, 40]]}}
    play = Play(units, "card 1").say("sprint")
    assert play.refused({"r.1": [[20, 13], [24, 13]]}) == "move.figures-as-obstacles"
    assert play.refused({"r.1": [[20, 13], [20.2, 13]]}) == "move.figures-as-obstacles"
    assert play.refused({"r.1": [[21, 10], [21, 16]]}) == "move.figures-as-obstacles"  # past its base, touching it
    assert play.allows({"r.1": [[21.2, 10], [21.2, 16]]})
    fight = "reflex 9, reflex 1, blow 1, blow 1"
    assert play.say({"r.1": [20, 13]}, dice=f"{fight}, card 1")["r.1"].locked == ("b.1",)


@pytest.mark.rule("defiance.unit.perimeter-hth")
def test_the_move_into_contact_may_end_among_friends() -> None:
    units = {"r": {"at": [[17, 10], [23, 10]], "frame": "runner"}, "r2": {"at": [[19.2, 14], [20.8, 14]]}}
    play = Play({**units, "b": {"at": [[20, 17]], "face": 180}}, "card 1").say("charge", "r.1")
    assert play.refused({"r.1": [17.2, 15.5]}) == "unit.perimeter-movement"
    assert play.allows({"r.1": [[17.2, 15.5], [19.12, 16.53]]})
    assert play.refused({"r.1": [19.6, 16.08]}) == "unit.perimeter-movement"  # the way itself keeps out of it


@pytest.mark.rule("defiance.move.figures-as-obstacles")
def test_friends_on_foot_are_walked_through_but_not_friendly_vehicles() -> None:
    units = {"r": {"at": [[20, 10]]}, "r2": {"at": [[30, 10]]}, "rt": {"frame": "tank", "at": [[20, 13]]}, **FAR_BLUE}
    battle = a_battle(units)
    assert stopped(battle, [(20, 18)], 12) == "move.figures-as-obstacles"
    assert stopped(battle, [(26, 10), (26, 18)], 16) == ""


# ---- crawling to cover


@pytest.mark.rule("defiance.morale.nearest-cover", "defiance.morale.shaken-effects")
def test_a_shaken_figure_may_crawl_any_part_of_the_way() -> None:
    wood = {"id": "wood", "category": "light", "box": [14, 8, 18, 12], "height": 2}
    units = {"r": {"at": [[10, 10]], "figures": {"1": {"shaken": True, "prone": True}}}, **FAR_BLUE}
    battle = a_battle(units, terrain=[wood])
    assert ways_to_cover(battle, battle.state.figures["r.1"]) == [[(12_000, 10_000)]]
    play = Play(units, "card 1", terrain=[wood]).say("part")
    assert default_is_legal(play)
    assert play.refused({"r.1": [10, 11]}) == "morale.nearest-cover"
    assert play.refused({"r.1": [12.5, 10]}) == "morale.nearest-cover"
    rng = Random(1)
    ask: Any = play.game.ask
    assert all(play.game.refusal(ask.sample(rng)) is None for _ in range(20))
    assert play.say({"r.1": [10.7, 10]}).at("r.1") == (10.7, 10)


@pytest.mark.rule("defiance.move.fly-same-level", "defiance.move.fly-change-level")
@pytest.mark.parametrize(("level", "must"), [(0, False), (1, True), (2, True), (3, False)])
def test_flyers_who_act_later_must_come_to_the_level_of_the_first(level: int, must: bool) -> None:
    """The first has ended on the ground. A run brings a flyer two levels down; one who is higher up stays where he is."""
    state = Play({"r": {"frame": "bird", "at": row(20, 10, 2), "figures": {"2": {"level": level}}}, **FAR_BLUE}, "card 1").state
    state.turn.doing = Activation("r", acted=["r.1"])
    assert must_change(state, state.units["r"], [state.figures["r.2"]]) is must


@pytest.mark.rule("defiance.move.fly-same-level", "defiance.turn.always-an-option")
def test_a_flyer_comes_down_beside_those_below() -> None:
    """Without an answer a flyer who must come down goes on in the air to where there is room."""
    units = {
        "r": {"frame": "bird", "at": [[20, 10], [30, 10]], "figures": {"2": {"level": 1}}},
        "s": {"at": [[30, 10]]},
        **FAR_BLUE,
    }
    play = Play(units, "card 1").say("support-fire", "running", "r.1", {})
    ask: Any = play.game.ask
    (leg,) = ask.default()
    assert play.game.refusal((leg,)) is None
    assert [step.verb for step in leg.steps] == ["go", "down"]


@pytest.mark.rule("defiance.move.figures-as-obstacles", "defiance.move.fly-change-level")
def test_a_flyer_that_comes_into_contact_on_the_ground_does_not_take_off_again() -> None:
    """Contact ends its move; beside the enemy it may rise, and the way there may end in contact."""
    battle = a_battle({"r": {"frame": "bird", "at": [[20, 10]]}, "b": {"at": [[20, 14]], "face": 180}})
    assert stopped(battle, [(20, 13)], 18) == ""
    assert stopped(battle, [(20, 13), "up"], 18) == "move.figures-as-obstacles"
    assert stopped(battle, [(20, 13), "up", (22, 13)], 18) == "move.figures-as-obstacles"
    assert stopped(battle, [(20, 12.5), "up", (22, 12.5)], 18) == ""
