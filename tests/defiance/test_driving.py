"""Driving: the arc it goes in, turns and their price, reverse, ground, types (defiance.vehicle.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Leg, Refusal, ScenarioError, Step
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.state import Craft, Team
from littlewars.systems.defiance.move.contact import touched
from littlewars.systems.defiance.orders.orders import available
from littlewars.systems.defiance.roster.armies import frames
from littlewars.systems.defiance.roster.bounds import TYPES
from littlewars.systems.defiance.roster.parse import TURNS
from littlewars.systems.defiance.vehicles.steering import Rein, read_hull
from littlewars.table.board.areas import Swept
from tests.defiance.hulls import FAR, HULLS, driving, hull, hull_battle, play
from tests.defiance.squads import shoot

WALL = {"id": "wall", "category": "heavy", "box": [4, 20, 44, 20.5], "height": 2, "obstacle": True}
WOOD = {"id": "wood", "category": "heavy", "box": [4, 20, 44, 28], "height": 2}
FIELD = {"id": "field", "category": "medium", "box": [4, 12, 44, 30], "height": 1}
ROCK = {"id": "rock", "category": "impassable", "box": [4, 20, 44, 24], "height": 4}


def turns(*faces: int) -> list[dict[str, Any]]:
    return [{"verb": "turn", "face": face} for face in faces]


# ---- the arc it goes in


@pytest.mark.rule("defiance.vehicle.move-in-arc")
def test_a_vehicle_slides_up_to_45_degrees_to_either_side_and_keeps_its_facing() -> None:
    for to in ([24, 14], [27, 13], [21, 13]):  # straight on, and exactly 45 degrees
        game = driving("car")
        game.say({"r.1": to})
        assert (game.at("r.1"), game["r.1"].face) == (tuple(to), 0)
        assert game.state.acting().drive.left == pytest.approx(
            6000 - 1000 * ((to[0] - 24) ** 2 + (to[1] - 10) ** 2) ** 0.5, abs=2
        )
    game = driving("car")
    for to in ([27.1, 13], [28, 10], [24, 8]):
        assert game.refused({"r.1": to}) == "vehicle.move-in-arc"


@pytest.mark.rule("defiance.vehicle.move-stat")
@pytest.mark.parametrize(
    ("frame", "speed", "most"), [("car", "walking", 6), ("car", "running", 12), ("racer", "sprinting", 18)]
)
def test_a_vehicle_moves_as_far_as_infantry_would(frame: str, speed: str, most: int) -> None:
    game = driving(frame, speed)
    assert game.budget == {"r.1": most}
    assert game.refused({"r.1": [24, 10.1 + most]}) == "move.maximum-distance"
    assert game.allows({"r.1": [24, 10 + most]})


# ---- turns


@pytest.mark.rule("defiance.vehicle.turning", "defiance.vehicle.turn-cost-table")
def test_a_turn_is_paid_for_each_ninety_degrees() -> None:
    for face, cost in ((45, 1), (90, 1), (91, 2), (180, 2)):
        game = driving("car").say({"r.1": turns(face)})
        assert (game["r.1"].face, game.state.acting().drive.left) == (100 * face, 1000 * (6 - cost))
        assert game["r.1"].rolled


@pytest.mark.rule("defiance.vehicle.turn-cost-table", "defiance.vehicle.light-vehicle", "defiance.vehicle.mecha")
@pytest.mark.rule("defiance.vehicle.apc", "defiance.vehicle.afv", "defiance.vehicle.anime-mecha")
def test_what_a_turn_costs_by_type_and_speed() -> None:
    # defiance.ex.turn-cost-table
    types = {"Light Vehicle": ("car", 3), "Mecha": ("walker", None), "APC": ("bus", 2), "AFV": ("heap", 2)}
    table = {"walking": [1, 0.5, 1.5, 2], "running": [2, 1, 3, 4], "sprinting": [3, 1.5, 4.5, 6]}
    for speed, costs in table.items():
        for (kind, (frame, most)), cost in zip(types.items(), costs, strict=True):
            battle = hull_battle({"r": hull(frame), **FAR})
            figure = battle.state.figures["r.1"]
            leg = Leg("r.1", (Step("turn", face=9000),))
            trip = read_hull(battle, figure, leg, round(1000 * cost), Rein(speed))
            assert not isinstance(trip, Refusal)
            assert trip.left == 0
            assert isinstance(read_hull(battle, figure, leg, round(1000 * cost) - 10, Rein(speed)), Refusal)
            assert figure.frame.hull.most_turns == TURNS[kind][1] == most
    assert TURNS["Anime Mecha"] == ((0, 0, 0), None)


@pytest.mark.rule("defiance.vehicle.turn-cost-table", "defiance.vehicle.light-vehicle", "defiance.vehicle.apc")
def test_turns_are_counted_over_the_whole_activation() -> None:
    for frame, most in (("car", 3), ("bus", 2)):
        game = driving(frame, "running")
        for turn in range(most):
            game.say({"r.1": turns(90 * (turn + 1) % 180)}, "drive")
        assert game.refused({"r.1": turns(270)}) == "vehicle.turn-cost-table"
        ahead = [24 + 1 * (game["r.1"].face == 9000), 10 + 1 * (game["r.1"].face == 0)]
        assert game.allows({"r.1": ahead})


@pytest.mark.rule("defiance.vehicle.turning")
def test_a_turn_is_paid_in_full_or_not_made() -> None:
    game = driving("heap").say({"r.1": [24, 16.5]}, "drive")  # an inch and a half left, a turn costs two
    assert game.refused({"r.1": turns(10)}) == "vehicle.turning"
    still = play({"r": hull("car", craft={"slowed": 6000}), **FAR}).say("vehicle-orders")
    assert still.options == ["stationary"]


@pytest.mark.rule("defiance.vehicle.turning", "defiance.vehicle.turn-cost-table", "defiance.vehicle.move-in-arc")
def test_the_pitbull_walks_turns_right_and_walks_on() -> None:
    # defiance.ex.pitbull-walk: 3 + 2 + 3 = 8
    assert frames()["pitbull"].move == 8000
    game = play({"r": hull("pitbull", primary=""), **FAR}).say("vehicle-orders", "walking", "drive")
    game.say({"r.1": [[24, 13], *turns(90), [27, 13]]})
    assert (game.at("r.1"), game["r.1"].face, game.state.acting().drive.left) == ((27, 13), 9000, 0)
    assert frames()["pitbull"].hull.turns == (2000, 4000, None)


@pytest.mark.rule("defiance.vehicle.turn-cost-table", "defiance.vehicle.mecha")
def test_the_mausoleum_turns_an_inch_at_a_time_when_it_runs() -> None:
    # defiance.ex.mausoleum-turns
    frame = frames()["mausoleum"]
    assert (frame.hull.turns, frame.hull.most_turns) == ((500, 1000, None), None)
    game = play({"r": hull("mausoleum", primary=""), **FAR}).say("cohesive-fire", "running", "move-fire")
    assert game.budget == {"r.1": 12}
    game.say({"r.1": [*turns(90), [26, 10], *turns(0, 90, 0), [26, 16]]}, "hold")
    assert (game.at("r.1"), game["r.1"].face) == ((26, 16), 0)  # 4 inches of turns and 8 of way
    again = play({"r": hull("mausoleum", primary=""), **FAR}).say("cohesive-fire", "running", "move-fire")
    assert again.refused({"r.1": [*turns(90), [26, 10], *turns(0, 90, 0), [26, 16.1]]}) == "move.maximum-distance"


@pytest.mark.rule("defiance.vehicle.turning")
def test_men_are_pushed_aside_by_a_turn_and_hulls_and_ground_forbid_it() -> None:
    man = {"b": {"at": [[25.9, 10]], "face": 180}}
    game = driving("car", others=man)
    game.say({"r.1": turns(90)})
    assert [told.figure for told in game.told("Moved") if told.how == "is pushed aside"] == ["b.1"]
    assert not game["b.1"].shaken
    other = driving("car", others={"b": hull("car", (26.5, 10))})
    assert other.refused({"r.1": turns(90)}) == "vehicle.turning"
    bush = {"id": "wood", "category": "heavy", "box": [25.5, 8, 30, 12], "height": 2}
    assert driving("car", terrain=[bush]).refused({"r.1": turns(90)}) == "vehicle.turning"
    assert driving("car", terrain=[{**bush, "category": "medium"}]).allows({"r.1": turns(90)})


@pytest.mark.rule("defiance.vehicle.turning", "defiance.vehicle.anime-mecha")
def test_an_anime_mecha_turns_free_of_cost_and_moves_like_infantry() -> None:
    game = play({"r": hull("anime"), **FAR}).say("cohesive-fire", "walking", "move-fire")
    assert game.refused({"r.1": [[30.1, 10]]}) == "move.maximum-distance"
    game.say({"r.1": [[30, 10], *turns(180, 270)]})
    assert (game.at("r.1"), game["r.1"].face) == ((30, 10), 27000)
    ask: Any = play({"r": hull("anime"), **FAR}).say("cohesive-fire", "walking", "move-fire").game.ask
    assert not {"prone", "stand", "climb"} & set(ask.verbs)


# ---- reverse


@pytest.mark.rule("defiance.vehicle.reverse")
def test_a_vehicle_reverses_at_walking_speed_if_it_stood_still_before() -> None:
    back = {"verb": "back", "to": [24, 6]}
    game = driving("car").say({"r.1": back})
    assert (game.at("r.1"), game["r.1"].face, game["r.1"].craft.course) == ((24, 6), 0, 18000)
    game.say("drive")
    assert game.refused({"r.1": [24, 7]}) == "vehicle.reverse"  # not forward as well
    assert driving("car").allows({"r.1": {"verb": "back", "to": [21, 7]}})
    assert driving("car").refused({"r.1": {"verb": "back", "to": [20, 8]}}) == "vehicle.move-in-arc"
    for late in (driving("car", craft={"rolled": True}), driving("car", "running")):
        assert "back" not in late.game.ask.verbs  # type: ignore[union-attr]


# ---- ground


@pytest.mark.rule("defiance.vehicle.restrictions")
def test_no_vehicle_goes_prone_crawls_or_climbs() -> None:
    for frame, order in (("walker", "cohesive-fire"), ("anime", "cohesive-fire"), ("car", "vehicle-orders")):
        game = play({"r": hull(frame), **FAR}, terrain=[WALL]).say(order, "walking")
        game.say("move-fire" if order == "cohesive-fire" else "drive")
        verbs = game.game.ask.verbs  # type: ignore[union-attr]
        assert not {"prone", "stand", "climb"} & set(verbs)
        assert game.refused({"r.1": {"verb": "prone"}})


@pytest.mark.rule("defiance.vehicle.heavy-terrain", "defiance.vehicle.mecha")
@pytest.mark.parametrize("ground", [WALL, WOOD])
def test_a_mecha_crosses_heavy_ground_and_walls_at_a_quarter(ground: dict[str, Any]) -> None:
    deep = {**ground, "box": [4, 12, 44, 13]}
    for frame in ("walker", "anime"):
        game = play({"r": hull(frame), **FAR}, terrain=[deep]).say("cohesive-fire", "running", "move-fire")
        assert game.refused({"r.1": [24, 20]}) == "move.maximum-distance"  # 2 + 4 + 7 of 12 inches
        game.say({"r.1": [24, 19]})
        assert game.at("r.1") == (24, 19)


@pytest.mark.rule("defiance.vehicle.heavy-terrain", "defiance.vehicle.terrain-contact", "defiance.ram.terrain")
@pytest.mark.parametrize("frame", ["car", "bus", "heap"])
@pytest.mark.parametrize("ground", [WALL, WOOD, ROCK])
def test_other_vehicles_crash_into_heavy_ground_and_stop(frame: str, ground: dict[str, Any]) -> None:
    game = driving(frame, "running", terrain=[ground])
    dice = ", ".join(["terrain ram 1"] * {"car": 1, "bus": 2, "heap": 2}[frame])
    game.say({"r.1": [24, 19]}, dice=f"{dice}, morale 9")
    front = 20 - HULLS[frame]["SZ"] / 2
    assert game.at("r.1")[1] == pytest.approx(front, abs=0.06)
    assert game.told("Crashed")[0].tally.base == 5
    assert game["r.1"].haywire == 0
    assert game.options == (["done", "shoot"])  # its movement has ended


@pytest.mark.rule("defiance.vehicle.heavy-terrain")
def test_light_and_medium_obstacles_are_driven_over_at_the_rate_of_their_class() -> None:
    bags = {"id": "bags", "category": "medium", "box": [4, 14, 44, 15], "height": 1, "obstacle": True}
    game = driving("car", terrain=[bags])
    assert game.refused({"r.1": [24, 15.6]}) == "move.maximum-distance"
    game.say({"r.1": [24, 15.0]})
    assert game.state.acting().drive.left == 0


@pytest.mark.rule("defiance.vehicle.heavy-terrain", "defiance.vehicle.terrain-contact")
def test_heavy_ground_is_jumped_and_flown_over_untouched() -> None:
    game = driving("hopper", "sprinting", terrain=[{**WOOD, "box": [4, 14, 44, 18]}])
    assert game.refused({"r.1": {"verb": "jump", "to": [24, 16]}}) == "vehicle.heavy-terrain"
    game.say({"r.1": [{"verb": "jump", "to": [24, 24]}, *turns(90)]})
    assert (game.at("r.1"), game["r.1"].face) == ((24, 24), 9000)
    assert not game.told("Crashed")
    high = driving("copter", "running", terrain=[{**WOOD, "box": [4, 14, 44, 18]}])
    high.say({"r.1": [{"verb": "up"}, [24, 16]]})
    assert (high.at("r.1"), high["r.1"].level, high.told("Crashed")) == ((24, 16), 1, [])


@pytest.mark.rule("defiance.vehicle.turn-cost-table")
def test_a_jumping_vehicle_turns_on_landing_at_the_price_of_a_sprint() -> None:
    game = driving("hopper", "sprinting")
    assert game.refused({"r.1": [*turns(90), {"verb": "jump", "to": [24, 20]}]})
    assert game.refused({"r.1": [{"verb": "jump", "to": [24, 26]}, *turns(90)]}) == "vehicle.turning"  # 16 of 18, and 3
    assert game.allows({"r.1": [{"verb": "jump", "to": [24, 25]}, *turns(90)]})


@pytest.mark.rule("defiance.vehicle.terrain-contact", "defiance.ram.terrain")
def test_a_vehicle_that_touches_forbidden_ground_leaves_it_freely() -> None:
    touching = {"at": (24, 18), "terrain": [WOOD]}
    game = driving("car", **touching).say({"r.1": [{"verb": "back", "to": [24, 15]}]})
    assert not game.told("Crashed")
    further = driving("car", **touching)
    further.say({"r.1": [24, 20]}, dice="terrain ram 12, morale 9".replace("12", "1"))
    assert len(further.told("Crashed")) == 1


# ---- showing


@pytest.mark.rule("defiance.vehicle.turning", "defiance.ram.who")
def test_a_drag_shows_turns_with_their_price_the_hull_at_each_and_who_would_be_rammed() -> None:
    game = driving("car", "running", {"b": {"at": [[34, 10]], "face": 180}})
    ask: Any = game.game.ask
    (leg,) = ask.plan(Drag(("r.1",), (34_000, 10_000)))
    trace = ask.trace(leg)
    assert [(part.why, part.cost) for part in trace.stretches] == [("turn", 2000), ("", 10_000)]
    assert trace.stretches[0].start == trace.stretches[0].to == (24_000, 10_000)
    assert len(trace.hulls) == 2
    assert [(one.figure, one.what) for one in trace.meets] == [("b.1", "rammed")]
    assert trace.meets[0].chance == pytest.approx(0.4 * 0.6)  # agility 6, not dodged in 4 of 10, then a 5 or more
    assert trace.cost == 12_000


# ---- arcs


ROUND = {"b": {"at": [[24, 20]], "face": 180}, "b2": {"at": [[34, 10]]}, "b3": {"at": [[24, 2]]}, "b4": {"at": [[14, 10]]}}


def mounted(**slot: Any) -> dict[str, Any]:
    return {"gunship": {**HULLS["car"], "slots": [{"slot": "primary", "weapon": "Mauser", **slot}]}}


@pytest.mark.rule("defiance.vehicle.weapon-arc", "defiance.vehicle.multi-arc", "defiance.vehicle.turret")
@pytest.mark.rule("defiance.vehicle.specific-weapons", "defiance.vehicle.targeting")
@pytest.mark.parametrize(
    ("slot", "reached"),
    [
        ({}, {"b.1"}),
        ({"arcs": ["L"]}, {"b4.1"}),
        ({"arcs": ["F", "R"]}, {"b.1", "b2.1"}),
        ({"arcs": ["F", "B"]}, {"b.1", "b3.1"}),
        ({"turret": True}, {"b.1", "b2.1", "b3.1", "b4.1"}),
        ({"arcs": ["B"], "cupola": True}, {"b3.1"}),
    ],
)
def test_a_weapon_of_a_vehicle_fires_into_its_own_arcs(slot: dict[str, Any], reached: set[str]) -> None:
    game = play({"r": hull("gunship", primary=""), **ROUND}, mounted(**slot)).say("vehicle-orders", "stationary", "shoot")
    assert {name.split(":")[3] for name in game.options if name != "hold"} == reached


@pytest.mark.rule("defiance.vehicle.weapon-slots", "defiance.vehicle.fire-actions", "defiance.vehicle.targeting")
def test_slots_fire_within_the_fire_actions_each_at_a_target_of_its_own() -> None:
    slots = [{"slot": "primary", "weapon": "Mauser"}, {"slot": "secondary", "weapon": "Mauser", "arcs": ["L"]}]
    slots += [{"slot": "tertiary", "weapon": "Mauser", "turret": True}]
    gunship = {**HULLS["car"], "FA": 2, "slots": slots}
    game = play({"r": hull("gunship", primary=""), **ROUND}, {"gunship": gunship}).say("vehicle-orders", "stationary", "shoot")
    by_arm = [name.split(":")[0] + name.split(":")[3] for name in game.options if name != "hold"]
    assert sorted(by_arm) == ["0b.1", "1b4.1", "2b.1", "2b2.1", "2b3.1", "2b4.1"]
    first = next(name for name in game.options if name.startswith("0:"))
    game.say(first, dice=missing(game, first)).say("shoot")
    assert {name.split(":")[0] for name in game.options if name != "hold"} == {"1", "2"}
    second = next(name for name in game.options if name.startswith("1:"))
    game.say(second, dice=missing(game, second))
    assert game.asks == "red orders.vehicle-cover"  # two fire actions, no more; the third weapon may cover
    assert game["r.1"].craft.spent == (0, 1)


def missing(game: Any, name: str) -> str:
    """Damage dice that all miss."""
    return ", ".join(["damage 1"] * int(name.split(":")[2]))


@pytest.mark.rule("defiance.vehicle.targeting", "defiance.orders.vehicle-cover", "defiance.vehicle.fire-actions")
def test_a_vehicle_covers_only_in_the_arc_of_a_weapon_that_it_did_not_fire() -> None:
    slots = [{"slot": "primary", "weapon": "Mauser", "arcs": ["B"]}, {"slot": "secondary", "weapon": "Mauser"}]
    gunship = {**HULLS["car"], "slots": slots}
    others = {"b": {"at": [[24, 24]], "face": 180}, "b2": {"at": [[24, 2]]}}
    for mover, answers in (("b", True), ("b2", False)):
        craft = {"spent": [0]}  # only the weapon in front is left
        units = {"r": hull("gunship", primary="", covers="vehicle", cover_mod=-2, craft=craft), **others}
        game = play(units, {"gunship": gunship}, dice="card 2" if mover == "b" else "card 3")
        start = game.at(f"{mover}.1")
        game.say("cohesive-fire", "walking", "move-fire", {f"{mover}.1": [start[0] + 2, start[1]]})
        assert (game.asks == "red cover.triggers") is answers
        if answers:
            game.say("r")
            assert {name.split(":")[0] for name in game.options if name != "hold"} == {"1"}


@pytest.mark.rule("defiance.orders.mecha-orders", "defiance.vehicle.mecha", "defiance.vehicle.fire-actions")
def test_a_mecha_fires_as_many_weapons_of_the_classes_of_its_order_and_covers_with_the_other() -> None:
    slots = [{"slot": name, "weapon": "Mauser"} for name in ("primary", "secondary", "tertiary")]
    strider = {**HULLS["walker"], "slots": slots}
    units = {"r": hull("strider", primary=""), "b": {"at": [[24, 20]], "face": 180}}
    game = play(units, {"strider": strider}).say("support-fire", "stationary")
    fired = []
    for _ in range(2):
        name = next(name for name in game.options if name != "hold")
        fired.append(name.split(":")[0])
        assert {each.split(":")[0] for each in game.options if each != "hold"} <= {"1", "2"}
        game.say(name, dice=missing(game, name))
    assert fired == ["1", "2"]
    assert game["r.1"].covers == "primary"
    primary = play(units, {"strider": strider}).say("primary-fire", "stationary")
    name = primary.options[1]
    primary.say(name, dice=missing(primary, name))
    assert primary["r.1"].covers == "support"  # one fire action was left, but no other primary weapon
    assert (primary["r.1"].face, primary["r.1"].rolled) == (0, False)


@pytest.mark.rule("defiance.vehicle.mecha", "defiance.orders.mecha-orders")
def test_a_stationary_mecha_does_not_turn_to_fire_and_an_anime_mecha_does() -> None:
    for frame, reached in (("walker", []), ("anime", ["b.1"])):
        units = {"r": hull(frame), "b": {"at": [[34, 10]], "face": 180}}
        game = play(units)
        game.say("cohesive-fire", "stationary")
        found = [name for name in game.options if name not in ("hold",)] if "ranged" in game.asks else []
        assert [name.split(":")[3] for name in found if ":" in name] == reached
    game.say(shoot("rifle", "b.1"), dice="damage 1, damage 1")
    assert game["r.1"].face == 9000


@pytest.mark.rule("defiance.orders.static-vehicle-counter")
def test_a_craft_is_written_and_read_again() -> None:
    game = driving("car").say({"r.1": turns(90)})
    assert game["r.1"].craft == Craft(rolled=True, speed="walking")


@pytest.mark.rule("defiance.vehicle.mecha", "defiance.vehicle.hth-stats")
def test_a_mecha_turns_and_charges_with_the_hull_as_it_looks_then() -> None:
    """Its front is two inches from its centre: turned to the east it touches the man from two and a half inches away."""
    game = play({"r": hull("walker"), "b": {"at": [[32, 10]], "face": 180}}).say("charge")
    assert game.refused({"r.1": [*turns(90), [29.7, 10]]}) == "move.figures-as-obstacles"
    assert game.allows({"r.1": [*turns(90), [29.5, 10]]})
    battle = hull_battle({"r": hull("walker", (29.5, 10), 90), "b": {"at": [[32, 10]], "face": 180}})
    walker = battle.state.figures["r.1"]
    assert [one.id for one in touched(battle.state, walker, walker.at)] == ["b.1"]
    assert touched(battle.state, walker, walker.at, face=0) == []


@pytest.mark.rule("defiance.vehicle.hth-stats", "defiance.vehicle.size", "defiance.vehicle.types", "defiance.vehicle.profile")
@pytest.mark.parametrize(
    ("frame", "rule"),
    [
        ({"SZ": 4}, "vehicle.size"),
        ({"SZ": 0}, "vehicle.size"),
        ({**HULLS["car"], "TY": "Hovercraft"}, "vehicle.types"),
        ({**HULLS["car"], "HR": "2@7+"}, "vehicle.hth-stats"),
        ({**HULLS["car"], "FA": 5}, "vehicle.fire-actions"),
        ({**HULLS["heap"], "modes": ["F"]}, "vehicle.afv"),
        ({**HULLS["car"], "slots": [{"slot": "fifth", "weapon": "Mauser"}]}, "vehicle.weapon-slots"),
        ({**HULLS["car"], "slots": [{"slot": "primary", "weapon": "Mauser"}] * 2}, "vehicle.weapon-slots"),
        ({**HULLS["car"], "slots": [{"slot": "primary", "weapon": "Mauser", "arcs": ["X"]}]}, "vehicle.weapon-arc"),
        ({**HULLS["car"], "EA": ["U"]}, "vehicle.entry-arcs"),
        ({**HULLS["heap"], "damage_chart": "50 movement, 90 point"}, "vehicle.afv-chart"),
        ({**HULLS["heap"], "damage_chart": "50 wheels, 100 point"}, "vehicle.afv-chart"),
    ],
)
def test_what_a_profile_of_a_vehicle_may_not_say(frame: dict[str, Any], rule: str) -> None:
    with pytest.raises(ScenarioError, match=f"defiance.{rule}"):
        hull_battle({"r": {"frame": "odd", "at": [[10, 10]], "primary": ""}, **FAR}, frames={"odd": frame})


@pytest.mark.rule("defiance.vehicle.size", "defiance.vehicle.types")
def test_a_small_vehicle_is_accepted_and_all_five_types_are_known() -> None:
    for kind in TYPES:
        small = {"vehicle": True, "TY": kind, "SZ": 3}
        battle = hull_battle({"r": {"frame": "odd", "at": [[10, 10]], "primary": ""}, **FAR}, frames={"odd": small})
        assert battle.state.figures["r.1"].frame.size == 3
    assert len(TYPES) == 5


@pytest.mark.rule("defiance.vehicle.hth-stats")
def test_only_mecha_charge_and_fight() -> None:
    for frame, fights in (("car", False), ("walker", True), ("anime", True)):
        battle = hull_battle({"r": hull(frame), "b": {"at": [[24, 20]]}})
        unit = battle.state.units["r"]
        assert ("charge" in available(battle, unit, Team(["r.1"]))) is fights
        assert bool(battle.state.figures["r.1"].frame.dice) is fights


@pytest.mark.rule("defiance.infweapon.scope", "defiance.effector.summary-table", "defiance.aoe.to-hit")
@pytest.mark.parametrize(
    ("weapon", "rule"),
    [
        *(({"FR": f"1{letter}", "target": "AV", "brackets": {"5+": 20}}, "effector.summary-table") for letter in "BKSTVPC"),
        ({"FR": 2, "brackets": {"5+": 20}, "aoe": {"radius": 2, "damage": "5+"}}, "aoe.to-hit"),
        *(({"FR": 1, "form": form, "brackets": {"5+": 20}}, "infweapon.scope") for form in ("loader", "bracing", "powerpack")),
    ],
)
def test_what_a_weapon_of_a_vehicle_may_not_be(weapon: dict[str, Any], rule: str) -> None:
    with pytest.raises(ScenarioError, match=f"defiance.{rule}"):
        hull_battle({"r": hull("car", primary="odd"), **FAR}, weapons={"odd": weapon})
    fine = {"FR": "1AF", "target": "AV", "brackets": {"5+": 20}}
    assert hull_battle({"r": hull("car", primary="odd"), **FAR}, weapons={"odd": fine})


@pytest.mark.rule("defiance.vehicle.heavy-terrain", "defiance.deploy.placement-legality")
def test_a_vehicle_is_not_deployed_in_heavy_ground() -> None:
    units = {"r": {"frame": "car", "count": 1, "primary": "rifle"}, "b": {"at": [[24, 40]]}}
    wood = {"id": "wood", "category": "heavy", "box": [10, 2, 20, 9], "height": 2}
    for frame, allowed in (("car", False), ("walker", True)):
        units["r"]["frame"] = frame
        turn = {"phase": "deploy", "number": 0, "waiting": ["r"], "deck": []}
        game = play(units, dice="", terrain=[wood], turn=turn)
        assert game.allows({"r.1": [15, 5]}) is allowed
        assert game.allows({"r.1": [30, 5]})


@pytest.mark.rule("defiance.suppression.move-into", "defiance.vehicle.move-in-arc")
def test_a_corner_of_a_hull_that_drives_past_is_in_the_strip() -> None:
    """The strip lies beside its path: nearer than the corner of the hull, farther than half its width."""
    strip = Swept.over([((26_300, 0), (30_000, 0), (30_000, 40_000), (26_300, 40_000))])
    car = hull_battle({"r": hull("car", face=45), **FAR}).state.figures["r.1"].base()
    assert strip.inside_way((24_000, 10_000), (24_000, 20_000), car.width // 2) == []
    assert strip.inside_way((24_000, 10_000), (24_000, 20_000), car) == []
    near = Swept.over([((25_900, 0), (30_000, 0), (30_000, 40_000), (25_900, 40_000))])
    assert near.inside_way((24_000, 10_000), (24_000, 20_000), car.width // 2) == []
    assert near.inside_way((24_000, 10_000), (24_000, 20_000), car) == [(0, 10_000)]


@pytest.mark.rule("defiance.orders.vehicle-orders")
def test_who_drives_nowhere_is_not_asked_again_and_who_drove_keeps_its_chits() -> None:
    game = driving("car").say({})
    assert (game.options, game.state.acting().moved) == (["done", "shoot"], [])
    assert driving("car").say({"r.1": [24, 12]}).state.acting().moved == ["r.1"]


@pytest.mark.rule("defiance.vehicle.terrain-contact")
def test_a_drag_into_forbidden_ground_says_what_it_would_run_into() -> None:
    game = driving("car", "running", terrain=[{**WOOD, "name": "the old wood"}])
    ask: Any = game.game.ask
    (leg,) = ask.plan(Drag(("r.1",), (24_000, 20_000)))
    (part,) = ask.trace(leg).stretches
    assert part.why.endswith("rams the old wood")
    assert (part.start, part.to, part.cost) == ((24_000, 10_000), (24_000, 20_000), 10_000)
    (short,) = ask.plan(Drag(("r.1",), (24_000, 17_000)))
    assert ask.trace(short).stretches[0].why == ""


@pytest.mark.rule("defiance.vehicle.anime-mecha", "defiance.vehicle.weapon-arc")
def test_an_anime_mecha_turns_the_side_that_carries_the_weapon() -> None:
    slots = [{"slot": "primary", "weapon": "Mauser", "arcs": ["L"]}]
    units = {"r": hull("broadside", primary=""), "b": {"at": [[24, 20]], "face": 180}}
    game = play(units, {"broadside": {**HULLS["anime"], "slots": slots}}).say("cohesive-fire", "stationary")
    name = next(name for name in game.options if ":" in name)
    game.say(name, dice=missing(game, name))
    assert game["r.1"].face == 9000  # its left looks north now


@pytest.mark.rule("defiance.vehicle.reverse")
def test_a_drag_in_reverse_keeps_the_front_where_it_is() -> None:
    ask: Any = driving("car").game.ask
    (leg,) = ask.plan(Drag(("r.1",), (24_000, 6_000), verb="back"))
    assert [(step.verb, step.to) for step in leg.steps] == [("back", (24_000, 6_000))]
    (turned,) = ask.plan(Drag(("r.1",), (20_000, 10_000), verb="back"))
    assert [step.verb for step in turned.steps] == ["turn", "back"]
    assert turned.steps[0].face == 9000
