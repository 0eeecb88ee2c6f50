"""Grav packs, flight packs, teleporters (xenocide.grav.*, xenocide.flight.*, xenocide.teleport.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.systems.xenocide.move.compulsory import flee
from littlewars.systems.xenocide.move.packs import can_use
from littlewars.systems.xenocide.move.snapping import FROM_THE_AIR
from littlewars.systems.xenocide.move.ways import flying_distance, have_all
from littlewars.systems.xenocide.turn.sequence import choices
from tests.xenocide.squads import MAN, Play, a_battle, a_state, finish, row, snap_plan

MOVING: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}
FAR: dict[str, Any] = {"b": {"at": row(20, 46, 2), "profile": "bare"}}
LEAP = "leap"


def going(units: dict[str, Any], dice: str = "", **more: Any) -> Play:
    """The movement phase, with unit r to move."""
    play = Play({**FAR, **units}, turn={**MOVING, **more.pop("turn", {})}, **more)
    if play.rule == "xenocide.move.side-by-side":
        play.say("r")
    return play


def leaper(at: list[list[float]] | None = None, **more: Any) -> dict[str, Any]:
    return {"r": {"at": at or [[20, 10]], "profile": "leaper", **more}}


def leap(to: list[float]) -> dict[str, Any]:
    return {"verb": LEAP, "to": to}


# ---- grav packs


@pytest.mark.rule("xenocide.grav.jump")
def test_a_leap_costs_its_length_over_what_walkers_cannot_pass() -> None:
    rock = [{"id": "rock", "kind": "boulder", "box": [18, 11, 22, 13], "height": 6}]
    play = going(leaper(), terrain=rock)
    assert play.budget == {"r.1": 4}
    assert play.refused({"r.1": [20, 14]}) == "move.paths"
    assert play.refused({"r.1": leap([20, 14.1])}) == "move.allowance"
    assert play.allows({"r.1": leap([20, 14])})
    high = going(leaper(), terrain=[{**rock[0], "height": 6.1}])
    assert high.refused({"r.1": leap([20, 14])}) == "move.paths"


@pytest.mark.rule("xenocide.grav.jump")
@pytest.mark.parametrize(("wide", "free"), [(9, True), (9.1, False)])
def test_over_nine_inches_and_no_more(wide: float, free: bool) -> None:
    lake = [{"id": "lake", "kind": "lake", "box": [15, 10.6, 25, 10.6 + wide]}]
    fast = {"quick": {**MAN, "movement": 12, "abilities": ["grav-pack"], "carries": ["carbine"]}}
    play = going(leaper(profile="quick"), terrain=lake, profiles=fast)
    assert play.allows({"r.1": leap([20, 20.6])}) is free


@pytest.mark.rule("xenocide.grav.jump")
def test_ground_below_a_leap_costs_nothing_but_what_is_walked_does() -> None:
    rubble = [{"id": "rubble", "kind": "rubble", "box": [15, 10.5, 25, 12.5]}]
    play = going(leaper(), terrain=rubble)
    assert play.refused({"r.1": [20, 14]}) == "move.allowance"  # two inches of rubble cost three
    assert play.allows({"r.1": leap([20, 14])})
    assert play.refused({"r.1": [[20, 13], leap([20, 14])]}) == "move.allowance"
    assert play.allows({"r.1": [[20, 12.4], leap([20, 14])]})  # less than two inches


@pytest.mark.rule("xenocide.grav.jump")
def test_a_second_value_of_the_profile_is_for_leaps_and_a_run_doubles_it() -> None:
    far = {"far": {**MAN, "leap": 6, "abilities": ["grav-pack"], "carries": ["carbine"]}}
    play = going(leaper(profile="far"), profiles=far)
    assert play.allows({"r.1": leap([20, 16])})
    assert play.refused({"r.1": [20, 16]}) == "grav.low-ceiling"
    assert going(leaper(profile="far", order="run"), profiles=far).allows({"r.1": leap([20, 22])})


@pytest.mark.rule("xenocide.grav.jump", "xenocide.move.engaging")
def test_over_enemies_but_who_lands_beside_one_stops() -> None:
    enemy = {"b": {"at": [[20, 11.5]], "profile": "bare"}}
    play = going({**leaper(), **enemy})
    assert play.refused({"r.1": [20, 13]}) == "move.paths"
    assert play.allows({"r.1": leap([20, 13])})
    assert play.refused({"r.1": [leap([20, 12.5]), [20, 13.5]]}) == "move.engaging"
    play.say({"r.1": leap([20, 12.5])})
    assert (play.unit("r").engaged, play.unit("b").engaged) == (["b"], ["r"])


@pytest.mark.rule("xenocide.grav.jump")
def test_all_of_them_need_packs() -> None:
    state = a_state({"r": {"figures": {"1": {"at": [10, 10], "profile": "leaper"}, "2": {"at": [11.5, 10]}}}, **FAR})
    assert not have_all(state, state.units["r"], "grav-pack")


@pytest.mark.rule("xenocide.grav.fall")
def test_down_from_any_height_unharmed() -> None:
    roof = [{"id": "roof", "kind": "hill", "box": [15, 5, 25, 11], "height": 30, "flat": True}]
    play = going(leaper(), terrain=roof)
    play.say({"r.1": leap([20, 14])})
    assert (play.at("r.1"), play["r.1"].hurt, play["r.1"].gone) == ((20, 14), 0, "")
    back = going(leaper([[20, 14]]), terrain=roof)
    assert back.refused({"r.1": leap([20, 10.5])}) == "move.paths"  # up it is too high


@pytest.mark.rule("xenocide.grav.low-ceiling")
def test_no_leap_in_woods_and_buildings() -> None:
    wood = [{"id": "wood", "kind": "sparse-wood", "box": [15, 8, 25, 11], "height": 4}]
    play = going(leaper(), terrain=wood)
    assert play.refused({"r.1": leap([20, 13])}) == "move.paths"
    assert play.allows({"r.1": [20, 13]})
    into = going(leaper([[20, 13]]), terrain=wood)
    assert into.refused({"r.1": leap([20, 10])}) == "move.paths"
    over = going(leaper([[20, 7]], order="run"), terrain=wood)
    assert over.allows({"r.1": leap([20, 12])})  # above its top
    cave = [{"id": "cave", "kind": "crater", "box": [15, 11, 25, 12], "height": 7, "marks": ["low-ceiling"]}]
    assert going(leaper(), terrain=cave).refused({"r.1": leap([20, 13])}) == "move.paths"  # not through it below its top


@pytest.mark.rule("xenocide.grav.snap-shot", "xenocide.snap.moving-player")
def test_a_leaping_unit_fires_from_the_air() -> None:  # the example grav-snap-shot
    units = {**leaper(order="opportunity"), "b": {"at": [[20, 22]], "profile": "bare"}}
    battle = a_battle(units)
    assert FROM_THE_AIR == -2
    plan = snap_plan(battle, battle.state.units["r"], battle.state.units["b"], penalty=FROM_THE_AIR)
    assert [group.tally.needed for group in plan.groups] == [1]  # skill 3
    play = going(units)
    play.say({"r.1": leap([20, 14])})
    assert play.asks == "red grav.snap-shot"
    assert "4:b" in play.options
    play.say("4:b", {"r.1": "carbine"}, dice="hit 2")  # one more than it needs
    assert play.unit("r").snapped
    assert (play.at("r.1"), play["b.1"].gone) == ((20, 14), "")
    hit = going(units)
    hit.say({"r.1": leap([20, 14])}, "4:b", {"r.1": "carbine"}, dice="hit 1, save 9")
    assert hit["b.1"].gone == "killed"


@pytest.mark.rule("xenocide.snap.moving-player")
def test_who_walks_takes_no_snap_shot_in_his_own_move() -> None:
    play = going({**leaper(order="opportunity"), "b": {"at": [[20, 22]], "profile": "bare"}})
    play.say({"r.1": [20, 14]})
    assert not play.unit("r").snapped
    assert play.rule != "xenocide.grav.snap-shot"
    standard = going({**leaper(order="standard"), "b": {"at": [[20, 22]], "profile": "bare"}})
    standard.say({"r.1": leap([20, 14])})
    assert standard.rule != "xenocide.grav.snap-shot"


@pytest.mark.rule("xenocide.grav.as-target")
def test_a_leaping_target_is_no_harder_to_hit() -> None:
    units = {**leaper(), "b": {"at": [[20, 20]], "order": "opportunity", "profile": "leaper"}}
    needed = []
    for way in ([20, 14], leap([20, 14])):
        play = going(units)
        play.say({"r.1": way})
        assert play.asks == "blue snap.point"
        ask: Any = play.game.ask
        needed.append([option.tally.needed for option in ask.written["b"] if option.tally])
    assert needed[0] == needed[1]
    assert needed[0][0] == 2  # skill 3, and the ordinary -1


# ---- flight packs


def flyer(at: list[list[float]] | None = None, **more: Any) -> dict[str, Any]:
    return {"r": {"at": at or [[20, 10]], "profile": "flyer", "order": "run", **more}}


@pytest.mark.rule("xenocide.flight.orders")
def test_only_on_run_orders_and_never_other_ones_in_the_air() -> None:
    state = a_state({**flyer(airborne=True), **FAR})
    assert choices(state, state.units["r"]) == ["run"]
    for order, flies in (("run", True), ("standard", False), ("opportunity", False)):
        ground = a_state({**flyer(order=order), **FAR})
        assert can_use(ground, ground.units["r"], "flight-pack") is flies
    assert going(flyer(order="standard")).rule == "xenocide.move.allowance"
    assert going(flyer()).options == ["foot", "up", "hop"]


@pytest.mark.rule("xenocide.flight.distance", "xenocide.flight.take-off")
def test_how_far_they_fly() -> None:  # the example flight-pack
    sky = {"sky": {**MAN, "flying": 12, "abilities": ["flight-pack"], "carries": ["carbine"]}}
    found = {}
    for way, airborne in (("on", True), ("up", False), ("down", True), ("hop", False)):
        play = going(flyer(profile="sky", airborne=airborne), profiles=sky)
        play.say(way)
        found[way] = play.budget["r.1"]
    assert found == {"on": 12, "up": 4, "down": 4, "hop": 4}
    battle = a_battle({**flyer(), **FAR})
    assert flying_distance(battle.state.figures["r.1"]) == 12_000  # triple where there is no second value
    fast = {"sky": {**sky["sky"], "flying": 15}}
    play = going(flyer(profile="sky", airborne=True), profiles=fast)
    play.say("on")
    assert play.budget == {"r.1": 15}  # not tripled again
    assert play.refused({"r.1": [20, 13.5]}) == "orders.run-minimum"
    assert play.allows({"r.1": [20, 14]})


@pytest.mark.rule("xenocide.flight.distance")
def test_markers_cost_two_inches_each_towards_visible_enemies() -> None:
    play = going({**flyer(row(20, 10, 4), airborne=True, markers=2), "b": {"at": [[22, 40]], "profile": "bare"}})
    play.say("on")
    near = {f"r.{n + 1}": [20 + 1.5 * n, 18] for n in range(4)}
    far = {f"r.{n + 1}": [20 + 1.5 * n, 18.1] for n in range(4)}
    assert play.allows(near)  # 12 less 4
    assert play.refused(far) == "suppressed-move.towards"


@pytest.mark.rule("xenocide.flight.distance", "xenocide.flight.take-off")
def test_above_everything_but_landing_only_on_free_ground() -> None:
    lake = [{"id": "lake", "kind": "lake", "box": [15, 11, 25, 14]}]
    up = going(flyer(), terrain=lake)
    up.say("up", {"r.1": [20, 13]})
    assert (up.at("r.1"), up.unit("r").airborne) == ((20, 13), True)
    hop = going(flyer(), terrain=lake)
    hop.say("hop")
    assert hop.refused({"r.1": [20, 13]}) == "flight.take-off"
    over = going(flyer(), terrain=[{**lake[0], "box": [15, 11, 25, 13]}])
    over.say("hop", {"r.1": [20, 14]})
    assert (over.at("r.1"), over.unit("r").airborne) == ((20, 14), False)


@pytest.mark.rule("xenocide.flight.take-off")
def test_in_the_air_nobody_is_engaged_and_they_land_in_contact_to_do_so() -> None:
    units = {**flyer(airborne=True), "b": {"at": [[20, 15]], "profile": "bare"}}
    on = going(units)
    on.say("on", {"r.1": [20, 14.5]})
    assert on.unit("r").engaged == []
    down = going(units)
    down.say("down", {"r.1": [20, 14]})
    assert (down.unit("r").engaged, down.unit("r").airborne) == (["b"], False)


@pytest.mark.rule("xenocide.flight.distance", "xenocide.flight.take-off")
def test_over_enemies_and_under_them() -> None:
    over = going({**flyer(airborne=True), "b": {"at": [[20, 14]], "profile": "bare"}})
    over.say("on")
    assert over.allows({"r.1": [20, 18]})
    hop = going({**flyer(), "b": {"at": [[20, 12]], "profile": "bare"}})
    hop.say("hop", {"r.1": [20, 14]})
    assert hop.unit("r").engaged == []
    under = going({"r": {"at": [[20, 10]], "profile": "bare"}, "b": {"at": [[20, 12]], "profile": "flyer", "airborne": True}})
    assert under.allows({"r.1": [20, 14]})
    under.say({"r.1": [20, 13]})
    assert under.unit("r").engaged == []


@pytest.mark.rule("xenocide.move.partial-disengage")
def test_who_stays_in_a_melee_neither_flies_nor_teleports() -> None:
    for profile in ("flyer", "blinker"):
        units = {
            "r": {"at": [[20, 10]], "profile": profile, "order": "run", "engaged": ["b"]},
            "b": {"at": [[20, 11]], "profile": "bare", "engaged": ["r"]},
        }
        play = going(units)
        play.say("stay")
        assert play.rule == "xenocide.move.allowance"
        left = going(units)
        left.say("leave", dice="melee 9")
        assert left.rule in ("xenocide.flight.take-off", "xenocide.teleport.orders")
        if profile == "flyer":
            left.say("hop", {})
            assert left.unit("r").engaged == []  # not with whom it just left


@pytest.mark.rule("xenocide.broken.passed", "xenocide.flight.take-off")
def test_broken_units_in_the_air_come_no_nearer_either() -> None:
    units = {**flyer(airborne=True, markers=1, panic="stands"), "b": {"at": [[20, 30]], "profile": "bare"}}
    play = going(units)
    play.say("on")
    assert play.refused({"r.1": [20, 16]}) == "broken.passed"
    assert play.allows({"r.1": [20, 4]})


@pytest.mark.rule("xenocide.broken.flee")
def test_in_the_air_one_flees_at_the_flying_distance() -> None:
    battle = a_battle({**flyer([[24, 20]], airborne=True, panic="flees"), "b": {"at": [[24, 40]], "profile": "bare"}})
    finish(flee(battle, battle.state.units["r"]))
    assert battle.state.figures["r.1"].y == 8_000


# ---- teleporters


def blinker(at: list[list[float]] | None = None, **more: Any) -> dict[str, Any]:
    return {"r": {"at": at or [[20, 10]], "profile": "blinker", "order": "run", **more}}


def jumping(units: dict[str, Any], **more: Any) -> Play:
    play = going(units, **more)
    return play.say("teleport")


@pytest.mark.rule("xenocide.teleport.orders")
def test_only_on_run_orders() -> None:
    for order, able in (("run", True), ("standard", False), ("opportunity", False)):
        state = a_state({**blinker(order=order), **FAR})
        assert can_use(state, state.units["r"], "teleporter") is able
    assert going(blinker()).rule == "xenocide.teleport.orders"
    assert going(blinker(order="standard")).rule == "xenocide.move.allowance"


WALL = [{"id": "wall", "kind": "high-wall", "box": [0, 13, 48, 13.5]}]


@pytest.mark.rule("xenocide.teleport.seen", "xenocide.teleport.unseen")
def test_how_far_they_teleport() -> None:  # the example teleport-range
    seen = jumping(blinker())
    assert seen.refused({"r.1": [20, 26.1]}) == "teleport.seen"
    assert seen.allows({"r.1": [20, 26]})
    men = row(20, 10, 4)
    marked = jumping(blinker(men, markers=1))
    there = {f"r.{n + 1}": [x, 24.0] for n, (x, _) in enumerate(men)}
    assert marked.allows(there)
    assert marked.refused({name: [x, 24.1] for name, (x, _) in there.items()}) == "teleport.seen"
    blind = jumping(blinker(), terrain=WALL)
    assert blind.allows({"r.1": [20, 22]})
    assert blind.refused({"r.1": [20, 22.1]}) == "teleport.seen"


@pytest.mark.rule("xenocide.teleport.unseen")
def test_into_buildings_unless_they_are_shielded_and_not_into_walls() -> None:
    house = {"id": "house", "kind": "building", "box": [15, 14, 25, 20], "openings": [{"edge": 0, "start": 4000, "stop": 6000}]}
    inside = jumping(blinker(), terrain=[house])
    assert inside.allows({"r.1": [20, 17]})
    assert inside.refused({"r.1": [20, 19.9]}) == "teleport.seen"  # on the wall
    shielded = jumping(blinker(), terrain=[{**house, "marks": ["shielded"]}])
    assert shielded.refused({"r.1": [20, 17]}) == "teleport.unseen"


@pytest.mark.rule("xenocide.teleport.seen")
def test_all_of_them_together_to_free_ground_however_near() -> None:
    play = jumping(blinker(row(20, 10, 2)))
    assert play.refused({"r.1": [20, 12]}) == "teleport.seen"  # the whole unit
    assert play.refused({"r.1": [20, 15], "r.2": [20.4, 15]}) == "teleport.seen"
    assert play.refused({"r.1": [14, 15], "r.2": [24, 15]}) == "move.coherency"
    assert play.refused({"r.1": [20, 46], "r.2": [22, 46]}) == "teleport.seen"
    play.say({"r.1": [20, 11], "r.2": [21.5, 11]})  # no least distance
    assert play.at("r.1") == (20, 11)


@pytest.mark.rule("xenocide.teleport.seen", "xenocide.move.coherency-restore")
def test_who_was_separated_comes_together_if_that_is_possible() -> None:
    play = jumping(blinker([[20, 10], [21.5, 10], [32, 10]]))
    assert play.refused({"r.1": [20, 10], "r.2": [21.5, 10], "r.3": [32, 10]}) == "move.coherency-restore"
    assert play.allows({"r.1": [30, 10], "r.2": [31.5, 10], "r.3": [33, 10]})
    ends = {spot.what: spot.at for spot in play.game.ask.default()}
    assert play.game.ask.refuse(play.game.ask.default()) is None
    assert (ends["r.1"], ends["r.2"]) == ((20_000, 10_000), (21_500, 10_000))
    wall = [{"id": "wall", "kind": "high-wall", "box": [30, 5, 31, 15]}]  # it sees nothing, and is 20 inches away
    alone = jumping(blinker([[10, 10], [11.5, 10], [32, 10]]), terrain=wall)
    assert alone.allows({"r.1": [10, 10], "r.2": [11.5, 10], "r.3": [32, 10]})


@pytest.mark.rule("xenocide.teleport.into-melee", "xenocide.teleport.mishap")
def test_arriving_in_contact_engages_and_a_ten_is_lost() -> None:  # the example teleport-mishap
    units = {**blinker(row(20, 10, 4)), "b": {"at": row(20, 20, 3), "profile": "bare"}}
    play = jumping(units)
    there = {"r.1": [20, 19], "r.2": [21.5, 19], "r.3": [23, 19], "r.4": [24.5, 17]}
    play.say(there, dice="mishap 1, mishap 10, mishap 9")  # the fourth arrives in sight and touches nobody
    assert [play[f"r.{n}"].gone for n in (1, 2, 3, 4)] == ["", "mishap", "", ""]
    assert play.unit("r").engaged == ["b"]


@pytest.mark.rule("xenocide.teleport.mishap")
def test_arriving_unseen_is_as_risky_and_one_roll_serves_both() -> None:
    units = {**blinker(row(20, 10, 2)), "b": {"at": [[20, 20]], "profile": "bare"}}
    play = jumping(units, terrain=WALL)
    play.say({"r.1": [20, 19], "r.2": [21.5, 19]}, dice="mishap 9, mishap 10")
    assert [play[f"r.{n}"].gone for n in (1, 2)] == ["", "mishap"]


@pytest.mark.rule("xenocide.teleport.snap-shots")
def test_they_are_shot_at_where_they_leave_or_arrive() -> None:
    units = {**blinker(), "b": {"at": [[20, 30]], "order": "opportunity"}}
    play = jumping(units)
    play.say({"r.1": [24, 12]})
    assert play.asks == "blue snap.point"
    ask: Any = play.game.ask
    assert set(ask.items["b"]) <= {"hold", "0", "8"}


@pytest.mark.rule("xenocide.broken.passed", "xenocide.teleport.seen")
def test_broken_units_teleport_no_nearer() -> None:
    wood = [{"id": "wood", "kind": "sparse-wood", "box": [18, 9, 22, 11]}]
    units = {**blinker(markers=1, panic="stands"), "b": {"at": [[20, 26]], "profile": "bare"}}
    play = jumping(units, terrain=wood)
    assert play.refused({"r.1": [20, 15]}) == "broken.passed"
    assert play.allows({"r.1": [20, 5]})
