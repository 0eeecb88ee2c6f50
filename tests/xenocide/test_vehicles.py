"""Vehicles on the move: speed, ground, turns, running down, ramming (xenocide.vehicle.*)."""

from __future__ import annotations

from typing import Any

import pytest

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.systems.xenocide.basics.state import Figure, State, Unit
from littlewars.systems.xenocide.basics.tabletop import board
from littlewars.systems.xenocide.harm.wounds import damage
from littlewars.systems.xenocide.move.driving import Driving, drive, push, ram, run_down, step_off
from littlewars.systems.xenocide.vehicles.speed import (
    Course,
    base_movement,
    braked_hard,
    can_drive,
    distances,
    read_course,
    straight_due,
)
from littlewars.table.shapes.bases import gap, overlaps
from tests.xenocide.squads import MAN, Play, a_battle, finish, row

HULL: dict[str, Any] = {"movement": 12, "armor": 8, "strength": 7, "aspect": 3, "threshold": 9, "room": 8, "hull": [5, 3]}
PROFILES: dict[str, Any] = {
    **{kind: {**HULL, "propulsion": kind} for kind in ("wheeled", "tracked", "hover", "legs", "flying")},
    "ram": {**HULL, "propulsion": "wheeled", "armor": 20},
    "light": {**HULL, "propulsion": "wheeled", "strength": 6, "armor": 20},
    "heavy": {**HULL, "propulsion": "wheeled", "strength": 9, "armor": 20},
    "blades": {**HULL, "propulsion": "tracked", "abilities": ["blades"]},
    "platform": {**HULL, "propulsion": "wheeled", "enclosure": "open", "piloted": True},
    "soft": {**MAN, "melee": 3, "armor": 5, "wounds": 2},
}
MOVING: dict[str, Any] = {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"}
FOE = {"b": {"at": [[44, 44]]}}


def field(profile: str = "wheeled", dice: str = "", more: dict[str, Any] | None = None, **unit: Any) -> Battle[State]:
    """A red vehicle r at 24, 20 that looks north, and what else there is."""
    terrain = unit.pop("terrain", [])
    units = {"r": {"profile": profile, "at": [[24, 20]], **unit}, **(more or FOE)}
    return a_battle(units, dice, profiles=PROFILES, turn=MOVING, terrain=terrain)


def hull(battle: Battle[State], name: str = "r") -> tuple[Unit, Figure]:
    return battle.state.units[name], battle.state.figures[f"{name}.1"]


def way(*steps: tuple[float, float] | float) -> Leg:
    """Places in inches, and turns in degrees."""
    made = [
        Step("go", (round(step[0] * 1000), round(step[1] * 1000)))
        if isinstance(step, tuple)
        else Step("turn", face=round(step * 100))
        for step in steps
    ]
    return Leg("r.1", tuple(made))


def course(battle: Battle[State], *steps: tuple[float, float] | float) -> Course | Refusal:
    return read_course(battle, *hull(battle), way(*steps))


def go(battle: Battle[State], *steps: tuple[float, float] | float) -> None:
    """It drives so; without steps as it would by itself."""
    unit, vehicle = hull(battle)
    rule = drive(battle, unit, vehicle)
    ask: Any = rule.send(None)
    legs = (way(*steps),) if steps else ask.fallbacks()[0]
    assert ask.refuse(legs) is None
    with pytest.raises(StopIteration):
        rule.send(legs)


def refusal(battle: Battle[State], *steps: tuple[float, float] | float) -> str:
    found = Driving(battle, *hull(battle)).refuse((way(*steps),) if steps else ())
    return found.rule.removeprefix("xenocide.vehicle.") if found else ""


def cost(battle: Battle[State], *steps: tuple[float, float] | float) -> float:
    found = course(battle, *steps)
    assert isinstance(found, Course), found
    return found.cost / 1000


# ---- speed


@pytest.mark.rule("xenocide.vehicle.increment-range", "xenocide.vehicle.base-movement", "xenocide.vehicle.turning")
@pytest.mark.parametrize(("increment", "least", "most", "due"), [(0, 0, 12, 2), (1, 12, 24, 4), (2, 24, 36, 6), (3, 36, 48, 8)])
def test_distances_by_increment(increment: int, least: int, most: int, due: int) -> None:  # speed-distance, apc-turning
    unit, vehicle = hull(field(increment=increment))
    assert distances(unit, vehicle) == (least * 1000, most * 1000)
    assert straight_due(unit) == due * 1000


@pytest.mark.rule("xenocide.vehicle.increment-range")
def test_a_vehicle_drives_neither_less_nor_more() -> None:
    battle = field(increment=1)
    assert refusal(battle) == "cannot-keep-distance"
    assert refusal(battle, (24, 31.9)) == "cannot-keep-distance"
    assert refusal(battle, (24, 32)) == ""
    assert refusal(field(), (24, 32)) == ""
    assert refusal(field(), (24, 32.1)) == "increment-range"


@pytest.mark.rule("xenocide.vehicle.damage-effects")
def test_damage_slows_by_two_inches_a_marker() -> None:
    unit, vehicle = hull(field(increment=1))
    vehicle.damage = 2
    assert distances(unit, vehicle) == (8000, 16000)
    vehicle.damage = 7
    assert base_movement(vehicle) == 0


@pytest.mark.rule("xenocide.vehicle.hard-braking")
@pytest.mark.parametrize(("old", "new", "hard"), [(2, 1, False), (2, 0, True), (3, 1, True), (1, 0, False)])
def test_two_slower_is_hard_braking(old: int, new: int, hard: bool) -> None:
    unit, _ = hull(field(increment=new, was=old))
    assert braked_hard(unit) is hard


@pytest.mark.rule("xenocide.vehicle.hard-braking")
@pytest.mark.parametrize(("was", "hard"), [(2, False), (3, True)])
def test_who_is_stopped_by_a_ram_has_not_braked(was: int, hard: bool) -> None:
    battle = field("ram", "1, 1", {"b": {"profile": "heavy", "at": [[24, 34]], "face": 90}}, increment=1, was=was)
    go(battle, (24, 38))
    unit, _ = hull(battle)
    assert unit.increment == 0
    assert braked_hard(unit) is hard


@pytest.mark.rule("xenocide.vehicle.passenger-piloted")
def test_a_platform_needs_a_passenger_to_steer_it() -> None:
    battle = field("platform")
    assert not can_drive(battle.state, hull(battle)[1])
    crewed = field("platform", more={**FOE, "c": {"figures": {"1": {"carrier": "r.1"}}}})
    assert can_drive(crewed.state, hull(crewed)[1])


# ---- ground


@pytest.mark.rule("xenocide.vehicle.propulsion")
@pytest.mark.parametrize(("kind", "price"), [("wheeled", 12), ("tracked", 11), ("hover", 10), ("legs", 11), ("flying", 10)])
def test_rough_ground_by_propulsion(kind: str, price: float) -> None:
    rough = [{"id": "scrub", "kind": "ford", "water": "none", "box": [20, 24, 28, 26]}]
    assert cost(field(kind, terrain=rough), (24, 30)) == pytest.approx(price, abs=0.05)


@pytest.mark.rule("xenocide.vehicle.propulsion")
@pytest.mark.parametrize(
    ("piece", "who"),
    [("sparse-wood", ["tracked"]), ("dense-wood", []), ("building", []), ("lake", ["hover"])],
)
def test_what_bars_the_way(piece: str, who: list[str]) -> None:
    there = [{"id": "it", "kind": piece, "box": [20, 26, 28, 28]}]
    able = [kind for kind in ("wheeled", "tracked", "hover", "legs") if refusal(field(kind, terrain=there), (24, 26)) == ""]
    assert able == who
    assert refusal(field("flying", terrain=there, increment=1), (24, 40)) == ""


# ---- straight on and turning


@pytest.mark.rule("xenocide.vehicle.turning")
def test_a_turn_of_45_degrees_needs_a_straight_run_before_it() -> None:
    battle = field(increment=1)
    assert refusal(battle, (24, 23.9), 45, (32, 31.9)) == "turning"
    assert refusal(battle, (24, 23.995), 45, (32, 31.995)) == "turning"
    assert refusal(battle, (24, 23.996), 45, (32.5, 32.496)) == ""  # the slack of the grid
    assert cost(battle, (24, 36)) == 16
    assert refusal(battle, (24, 24), 45, (26.825, 26.825), 90) == "turning"  # 5 thousandths short between two turns
    assert cost(battle, (24, 24), 45, (32, 32)) == pytest.approx(4 + 8 * 2**0.5, abs=0.01)
    assert refusal(battle, (24, 24), 46, (24, 40)) == "turning"  # not more at once
    assert refusal(battle, (24, 24), 45, 90) == "turning"  # straight on between two turns
    assert refusal(battle, 45) == "turning"  # the first included


@pytest.mark.rule("xenocide.vehicle.turn-in-place")
def test_tracks_and_hover_turn_on_the_spot_for_two_inches_at_increment_0() -> None:
    assert cost(field("tracked"), 45) == 2
    assert cost(field("hover"), 180) == 8
    assert refusal(field("wheeled"), 45) == "turning"
    assert refusal(field("legs"), 45) == "turning"
    assert refusal(field("tracked", increment=1), 45) == "turning"
    beside = field("tracked", more={**FOE, "c": {"at": [[26.2, 22]]}})
    assert refusal(beside, 45) == "turn-in-place"


@pytest.mark.rule("xenocide.vehicle.move-with-side")
def test_forwards_only_and_backwards_at_double_cost_at_increment_0() -> None:
    assert cost(field(), (24, 16)) == 8
    assert refusal(field(increment=1), (24, 8)) == "move-with-side"
    assert refusal(field(), (28, 20)) == "move-with-side"
    play = Play(
        {"r": {"profile": "wheeled", "at": [[24, 20]], "increment": 1}, "c": {"at": [[10, 10]]}, **FOE},
        profiles=PROFILES,
        turn=MOVING,
    )
    assert set(play.options) == {"r", "c"}  # among the other units of its side
    play.say("r", {"r.1": [24, 33]})
    assert play.at("r.1") == (24, 33)


# ---- no way


@pytest.mark.rule("xenocide.vehicle.cannot-keep-distance")
def test_another_way_has_to_be_taken_if_there_is_one() -> None:
    house = [{"id": "house", "kind": "building", "box": [22, 30, 26, 34]}]
    battle = field(increment=1, terrain=house)
    assert refusal(battle, (24, 36)) == "cannot-keep-distance"
    assert (
        refusal(
            battle,
            *[
                (s.to[0] / 1000, s.to[1] / 1000) if s.to else s.face / 100
                for s in Driving(battle, *hull(battle)).usual[0].steps
            ],
        )
        == ""
    )  # type: ignore[operator]


@pytest.mark.rule("xenocide.vehicle.cannot-keep-distance", "xenocide.vehicle.ram-structure")
def test_without_another_way_it_runs_into_what_is_there() -> None:
    wall = [{"id": "wall", "kind": "building", "box": [0, 26, 48, 28]}]
    battle = field(increment=1, terrain=wall, dice="6")
    unit, vehicle = hull(battle)
    go(battle, (24, 33))
    assert vehicle.damage == 2  # power (7 + 1) / 2 = 4: armor 8 saves with 4 or less, a 6 misses by 2
    assert (vehicle.y, unit.increment) == (pytest.approx(23500, abs=60), 0)


@pytest.mark.rule("xenocide.vehicle.cannot-keep-distance")
def test_before_friends_it_stops_and_off_the_table_it_is_gone() -> None:
    battle = field(increment=1, at=[[24, 40]])
    go(battle)
    assert hull(battle)[1].gone == "left"
    friends = {**FOE, "c": {"at": row(1, 30, 46, 1.01)}}
    battle = field(increment=1, more=friends)
    unit, vehicle = hull(battle)
    go(battle)
    assert (vehicle.y, unit.increment) == (pytest.approx(27000, abs=60), 0)
    assert len(battle.state.members(battle.state.units["c"])) == 46  # nobody was run down


# ---- flyers


@pytest.mark.rule("xenocide.vehicle.flying-minimum")
def test_a_flyer_that_stands_crashes() -> None:
    battle = field("flying", increment=0)
    finish(drive(battle, *hull(battle)))
    assert hull(battle)[1].gone == "destroyed"
    slow = field("flying", increment=1)
    hull(slow)[1].damage = 6
    finish(drive(slow, *hull(slow)))
    assert hull(slow)[1].gone == "destroyed"  # nothing is left of its base movement


@pytest.mark.rule("xenocide.vehicle.flying")
def test_a_flyer_passes_over_everything_and_may_leave() -> None:
    more = {"b": {"at": [[24, 28]]}, "bt": {"profile": "wheeled", "at": [[24, 34]]}, "c": {"at": [[24, 25]]}}
    house = [{"id": "house", "kind": "building", "box": [20, 36, 28, 39]}]
    battle = field("flying", increment=1, more=more, terrain=house)
    unit, vehicle = hull(battle)
    go(battle, (24, 43))
    assert (vehicle.y, battle.state.figures["bt.1"].damage, unit.engaged) == (43000, 0, [])
    off = field("flying", increment=1, at=[[24, 40]])
    go(off, (24, 53))
    assert hull(off)[1].gone == "left"


# ---- running down


def down(profile: str, faces: str, increment: int = 1, target: str = "soft") -> Battle[State]:
    battle = field(profile, faces, {"b": {"profile": target, "at": [[24.5, 24]]}}, increment=increment)
    unit, vehicle = hull(battle)
    finish(run_down(battle, unit, vehicle, battle.state.figures["b.1"], (0, 12000)))
    return battle


@pytest.mark.rule("xenocide.vehicle.overrun", "xenocide.vehicle.overrun-damage")
def test_who_does_not_dodge_takes_a_hit_for_each_wound() -> None:  # the example overrun
    battle = down("wheeled", "4, 1, 1")  # skill 3: no dodge; power 8 against armor 5 cannot be saved
    assert battle.state.figures["b.1"].gone == "killed"
    dodged = down("wheeled", "3").state.figures["b.1"]
    assert not dodged.gone
    assert dodged.x == pytest.approx(24000 + 1500 + 500, abs=60)  # just beside the way, at the nearer side


@pytest.mark.rule("xenocide.vehicle.overrun")
def test_who_dodged_on_an_earlier_leg_makes_room_again() -> None:
    battle = field("wheeled", more={"b": {"profile": "soft", "at": [[24.5, 24]]}})
    _, vehicle = hull(battle)
    figure = battle.state.figures["b.1"]
    vehicle.x, vehicle.y = 24000, 24000  # the hull has come to rest where he stands
    step_off(battle, vehicle)
    assert not figure.gone
    assert not overlaps(figure.base(), vehicle.base())
    stays = figure.at
    step_off(battle, vehicle)
    assert figure.at == stays
    flyer = field("flying", more={"b": {"profile": "soft", "at": [[24.5, 24]]}})
    hull(flyer)[1].y = 24000
    step_off(flyer, hull(flyer)[1])
    assert flyer.state.figures["b.1"].at == (24500, 24000)  # it is above him


@pytest.mark.rule("xenocide.vehicle.blades")
def test_blades_make_dodging_harder_and_hits_stronger() -> None:
    tough = {**PROFILES, "soft": {**PROFILES["soft"], "armor": 10}}
    assert down("blades", "1").state.figures["b.1"].gone == ""
    assert down("blades", "2, 1, 1").state.figures["b.1"].gone == "killed"  # skill 3 - 2
    for profile, left in (("tracked", 1), ("blades", 0)):  # power 8 and 9 against armor 10: a 2 saves, or does not
        units = {"r": {"profile": profile, "at": [[24, 20]], "increment": 1}, "b": {"profile": "soft", "at": [[24.5, 24]]}}
        battle = a_battle(units, "10, 2, 3", profiles=tough, turn=MOVING)
        finish(run_down(battle, *hull(battle), battle.state.figures["b.1"], (0, 12000)))
        assert battle.state.figures["b.1"].left == left


@pytest.mark.rule("xenocide.vehicle.overrun")
def test_everybody_on_the_way_is_met_in_turn_and_friends_bar_it() -> None:
    battle = field(increment=1, more={"b": {"at": row(23, 26, 3, 1.1)}}, dice="10, 10, 10, 10, 1")
    _, vehicle = hull(battle)
    go(battle, (24, 34))
    assert [battle.state.figures[f"b.{n}"].gone for n in (1, 2, 3)] == ["killed", "killed", ""]
    assert (vehicle.y, battle.state.units["b"].engaged, battle.state.units["b"].markers) == (34000, [], 0)
    friends = field(increment=1, more={**FOE, "c": {"at": [[24, 26]]}})
    assert refusal(friends, (24, 34)) == "overrun"


# ---- ramming


def crash(
    target: str, faces: str, face: float = 180, increment: int = 2, at: tuple[float, float] = (24, 25.01)
) -> Battle[State]:
    more = {"b": {"profile": target, "at": [list(at)], "face": face, "increment": 1}}
    return field("ram", faces, more, increment=increment)


@pytest.mark.rule("xenocide.vehicle.ram", "xenocide.vehicle.ram-head-on", "xenocide.vehicle.ram-push")
def test_head_on() -> None:  # the example ram-head-on
    battle = crash("light", "1, 1, 9")
    unit, vehicle = hull(battle)
    target = battle.state.figures["b.1"]
    finish(ram(battle, unit, vehicle, target))
    told = battle.events[0] if battle.events else None
    assert (told.power, told.back, told.head_on) == (10, 10, True)  # type: ignore[union-attr]
    assert (target.x - 24000, target.y - 25010) == (
        pytest.approx(2828, abs=2),
        pytest.approx(2828, abs=2),
    )  # 4 inches half right
    assert (target.face, battle.state.units["b"].increment) == (18000, 1)  # it keeps both


@pytest.mark.rule("xenocide.vehicle.ram-flank", "xenocide.vehicle.ram-push")
@pytest.mark.parametrize(("increment", "power", "back"), [(2, 9, 5), (1, 8, 4)])
def test_into_the_side(increment: int, power: int, back: int) -> None:  # the example ram-side
    battle = crash("heavy", "1, 1", face=90, increment=increment, at=(24, 24.01))
    unit, vehicle = hull(battle)
    target = battle.state.figures["b.1"]
    finish(ram(battle, unit, vehicle, target))
    told = battle.events[0] if battle.events else None
    assert (told.power, told.back, told.head_on) == (power, back, False)  # type: ignore[union-attr]
    assert target.at == (24000, 24010)


@pytest.mark.rule("xenocide.vehicle.ram-continue")
def test_it_drives_on_where_the_way_is_free_and_stops_where_it_is_not() -> None:
    battle = crash("light", "1, 1, 1", increment=1, at=(24, 26))
    go(battle, (24, 33))  # the target is pushed 3 inches half left: still in the way
    assert hull(battle)[0].increment == 0
    away = crash("light", "1, 1, 1", increment=1, at=(22, 26))
    go(away, (24, 33))
    assert hull(away)[1].at == (24000, 33000)
    stays = crash("heavy", "1, 1", face=90, increment=1, at=(24, 26))
    unit, vehicle = hull(stays)
    go(stays, (24, 33))
    assert (vehicle.y < 23000, unit.increment) == (True, 0)


@pytest.mark.rule("xenocide.vehicle.ram-push")
def test_a_pushed_vehicle_stops_at_what_bars_its_way_and_troops_dodge() -> None:
    house = [{"id": "house", "kind": "building", "box": [20, 30, 28, 34]}]
    more = {"b": {"profile": "light", "at": [[24, 25.01]]}, "bc": {"at": [[24, 28.5]]}}
    battle = field("ram", "5, 3", more, terrain=house)
    finish(push(battle, battle.state.figures["b.1"], 0, 6))
    assert battle.state.figures["b.1"].y == pytest.approx(27500, abs=60)
    assert battle.state.figures["bc.1"].x != 24000  # the 3 dodges


@pytest.mark.rule("xenocide.vehicle.turning", "xenocide.vehicle.overrun")
@pytest.mark.parametrize(
    ("kind", "x", "more", "room"),
    [
        ("wheeled", 2.8, {}, False),  # a corner would be beyond the edge
        ("wheeled", 2.9, {}, True),
        ("flying", 2.8, {}, True),
        ("wheeled", 20, {"r2": {"at": [[23.3, 24]], "profile": "wheeled"}}, False),
        ("wheeled", 20, {"r2": {"at": [[24.4, 24]], "profile": "wheeled"}}, True),
        ("wheeled", 20, {"b2": {"at": [[22.2, 24.4]], "profile": "soft"}}, True),  # troops give way
    ],
)
def test_a_hull_turns_where_it_has_room(kind: str, x: float, more: dict[str, Any], room: bool) -> None:
    found = course(field(kind, more={**FOE, **more}, at=[[x, 20]], increment=1), (x, 24), 45)
    assert isinstance(found, Course) is room
    assert isinstance(found, Course) or found.rule == "xenocide.vehicle.turning"


@pytest.mark.rule("xenocide.vehicle.turning")
def test_barred_ground_leaves_no_room_to_turn() -> None:
    rock = [{"id": "rock", "kind": "boulder", "box": [22.2, 23, 24, 26]}]
    assert isinstance(course(field(at=[[20, 20]], increment=1, terrain=rock), (20, 24), 45), Refusal)


@pytest.mark.rule("xenocide.vehicle.flying-minimum")
@pytest.mark.parametrize(("markers", "gone"), [(5, ""), (6, "destroyed")])
def test_a_flyer_without_speed_crashes_at_once(markers: int, gone: str) -> None:
    battle = field("flying", increment=1)  # threshold 9, movement 12
    finish(damage(battle, hull(battle)[1], markers))
    assert hull(battle)[1].gone == gone


@pytest.mark.rule("xenocide.vehicle.flying-minimum", "xenocide.vehicle.explosion")
def test_a_flyer_crashes_on_those_below() -> None:
    below = {
        "b": {"profile": "soft", "at": row(21.8, 20, 3, 1.2)},
        "b2": {"profile": "soft", "at": [[24, 25]]},
        "b3": {"profile": "light", "at": [[26.6, 20.4]]},
    }
    battle = field("flying", "10, 1, 1, 10, 1", below, increment=0)
    finish(drive(battle, *hull(battle)))
    figures = [battle.state.figures[name] for name in ("b.1", "b.2", "b.3", "b2.1", "b3.1")]
    assert [figure.hurt for figure in figures] == [1, 0, 0, 1, 0]  # armor 5, power 4
    wreck = hull(battle)[1].base()
    for figure in figures:
        assert board(battle).stands(figure.base(), [figure.id]) is None
        assert gap(figure.base(), wreck) < 2500
    assert figures[3].at == (24_000, 25_000)
