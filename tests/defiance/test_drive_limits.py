"""Driving at its limits: speeds, runs out of control, contacts, rams, drags (defiance.vehicle.*, defiance.ram.*)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from littlewars.engine import Leg, Step
from littlewars.engine.showing import Drag
from littlewars.systems.defiance.basics.state import Activation, Drive
from littlewars.systems.defiance.basics.tabletop import put
from littlewars.systems.defiance.basics.ways import Segment
from littlewars.systems.defiance.drive.contacts import lands_on_ground, meetings, still_there
from littlewars.systems.defiance.drive.driving import _rest, begin_drive, clear_away, farthest, is_static, run_wild, speeds_of
from littlewars.systems.defiance.drive.ramming import dodge_below, graze, hurt_chance, is_stuck, rammed, shift_off
from littlewars.systems.defiance.drive.rolling import begin_roll, rollers
from littlewars.systems.defiance.drive.steering_ask import plan, propose, refuse_drive, rein_of, trace, verbs_of
from littlewars.systems.defiance.move.path import ParsedMove
from littlewars.systems.defiance.vehicles.steering import read_hull
from littlewars.table.shapes.bases import moved, overlaps
from tests.defiance.chance import Told
from tests.defiance.hulls import FAR, HULLS, driving, hull, hull_battle, play
from tests.defiance.squads import run

FIELD = {"id": "field", "category": "medium", "box": [4, 12, 44, 30], "height": 1}
ROCK = {"id": "rock", "category": "impassable", "box": [4, 20, 44, 24], "height": 4}
WOOD = {"id": "wood", "category": "heavy", "box": [4, 20, 44, 28], "height": 2}


def car(frame: str = "car", others: dict[str, Any] | None = None, **more: Any) -> Any:
    words = {key: more.pop(key) for key in ("at", "face", "craft", "level") if key in more}
    battle = hull_battle({"r": hull(frame, **words), **(others or FAR)}, **more)
    battle.state.turn.doing = Activation("r")
    return battle


# ---- speeds


@pytest.mark.rule("defiance.vehicle.move-stat", "defiance.passenger.boarding-static", "defiance.vehicle.haywire")
@pytest.mark.parametrize(
    ("frame", "craft", "turn", "last"),
    [
        ("car", {}, 1, "running"),
        ("racer", {}, 1, "sprinting"),
        ("copter", {}, 1, "sprinting"),
        ("car", {"slowed": 5000}, 1, "running"),
        ("car", {"slowed": 6000}, 1, "stationary"),
        ("car", {"stays": 2}, 2, "stationary"),
        ("car", {"stays": 1}, 2, "running"),
        ("racer", {"haywire": 1}, 1, "walking"),
        ("racer", {"haywire": 1, "fresh": True}, 1, "sprinting"),
    ],
)
def test_the_fastest_that_a_vehicle_may_go(frame: str, craft: dict[str, Any], turn: int, last: str) -> None:
    state = car(frame, craft=craft, turn={"number": turn}).state
    assert speeds_of(state, state.figures["r.1"])[-1] == last


@pytest.mark.rule("defiance.passenger.boarding-static")
def test_before_the_first_turn_nobody_boards() -> None:
    state = car(turn={"number": 0}).state
    assert speeds_of(state, state.figures["r.1"])[-1] == "running"


@pytest.mark.rule("defiance.vehicle.reverse", "defiance.orders.static-vehicle-counter", "defiance.vehicle.move-stat")
@pytest.mark.parametrize(
    ("speed", "rolled", "manner", "left", "reverses", "kept"),
    [
        ("walking", False, "", 6000, True, "walking"),
        ("walking", True, "", 6000, False, "walking"),
        ("running", False, "", 12_000, False, "running"),
        ("walking", False, "wild", 6000, False, "walking"),
        ("stationary", False, "", 0, False, "sprinting"),
    ],
)
def test_how_a_drive_begins(speed: str, rolled: bool, manner: str, left: int, reverses: bool, kept: str) -> None:
    battle = car(craft={"rolled": rolled, "spent": [0], "speed": "sprinting"})
    figure = battle.state.figures["r.1"]
    assert is_static(figure) is not rolled
    begin_drive(battle, figure, speed, manner)
    doing = battle.state.acting()
    assert (doing.drive.left, doing.drive.reverses, doing.stage) == (left, reverses, "drive")
    assert (figure.hulled.rolled, figure.hulled.spent, figure.hulled.speed) == (False, (), kept)
    assert not is_static(battle.state.figures["b.1"])  # a man has no such counter


# ---- out of control, and the final roll


@pytest.mark.rule("defiance.vehicle.out-of-control", "defiance.move.terrain-mixed")
@pytest.mark.parametrize(
    ("box", "level", "end"),
    [
        (None, 0, 16),
        ([4, 12, 44, 30], 0, 14),  # two inches, and half of four
        ([4, 12, 44, 13], 0, 15),  # two, an inch for two, two more
        ([4, 12, 44, 13.9], 0, 14.1),
        ([4, 14.6, 44, 30], 0, 15.1),  # 1.4 left are 0.7: to the nearest half inch
        ([4, 12, 44, 30], 1, 16),
    ],
)
def test_how_far_a_wild_vehicle_comes(box: list[float] | None, level: int, end: float) -> None:
    ground = [{**FIELD, "box": box}] if box else []
    battle = car("copter", level=level, terrain=ground)
    figure = battle.state.figures["r.1"]
    to = farthest(battle.state, figure, 6000)
    assert (to[0], to[1]) == (24_000, pytest.approx(end * 1000, abs=110))
    drive = Drive("r.1", "walking", 6000)
    run_wild(battle, drive, figure)
    (way,) = drive.way
    assert (way.how, way.level, way.to, way.had, way.face) == ("fly" if level else "walk", level, to, 6000.0, 0)
    nowhere = Drive("r.1", "walking", 0)
    run_wild(battle, nowhere, figure)
    assert nowhere.way == []


@pytest.mark.rule("defiance.vehicle.final-roll")
@pytest.mark.parametrize(("course", "level", "to"), [(-1, 0, (30, 10)), (0, 0, (24, 16)), (27_000, 1, (18, 10))])
def test_a_wreck_rolls_its_move_along_its_last_course(course: int, level: int, to: tuple[int, int]) -> None:
    battle = car(face=90, craft={"course": course, "rolled": True}, level=level, frame="copter")
    wreck = battle.state.figures["r.1"]
    assert rollers(battle.state) == []
    wreck.gone, wreck.hulled.hulk = "killed", "rolls"
    assert rollers(battle.state) == [wreck]
    begin_roll(battle, wreck)
    drive = battle.state.acting().drive
    (way,) = drive.way
    assert (way.to, way.level, way.how) == ((to[0] * 1000, to[1] * 1000), level, "fly" if level else "walk")
    assert (drive.manner, drive.speed, drive.left, way.face, way.had, way.cost) == ("roll", "walking", 6000, 9000, 6000, 6000)


# ---- what it meets


@pytest.mark.rule("defiance.ram.who", "defiance.vehicle.terrain-contact", "defiance.move.board-edge")
def test_what_a_stretch_runs_into() -> None:
    others = {
        "m": {"at": [[24, 14]]},
        "b": {"at": [[24, 16]], "face": 180},
        "b2": {"frame": "bird", "at": [[24, 17.5]], "level": 1},
        "b3": hull("car", (24, 40)),
        "b4": {"at": [[24, 44]]},
    }
    battle = car(others=others)
    figure = battle.state.figures["r.1"]
    north = Segment("walk", (24_000, 10_000), (24_000, 46_000), face=0)
    assert [(one.id, one.kind, one.stops) for one in meetings(battle, figure, north)] == [
        ("m.1", "friend", False),
        ("b.1", "enemy", False),
        ("b3.1", "enemy", True),
    ]
    assert [one.id for one in meetings(battle, figure, north, skip=["m.1", "b3.1"])] == ["b.1", "b4.1"]
    high = Segment("fly", (24_000, 10_000), (24_000, 30_000), face=0, level=1)
    assert [one.id for one in meetings(battle, figure, high)] == ["b2.1"]
    off = Segment("walk", (24_000, 10_000), (24_000, 1_000), face=0)
    assert [(one.id, one.kind, one.stops) for one in meetings(battle, figure, off)] == [("", "edge", True)]
    battle.state.figures["b3.1"].gone, battle.state.figures["b3.1"].hulled.hulk = "killed", "rolls"
    battle.board = None
    assert meetings(battle, figure, north)[-1][2:] == ("b3.1", "ground", True)  # a wreck counts as ground
    assert not still_there(battle, figure, north, "m.1")


@pytest.mark.rule("defiance.ram.who")
def test_a_jump_meets_only_those_on_the_ground_where_it_lands() -> None:
    others = {
        "b": {"at": [[24, 15], [24, 25], [25.1, 25]]},
        "b2": {"frame": "bird", "at": [[24, 26]], "level": 1},
        "b3": {"at": [[27, 25]]},
    }
    battle = car("hopper", others)
    figure = battle.state.figures["r.1"]
    jump = Segment("jump", (24_000, 10_000), (24_000, 25_000), face=0)
    assert [(one.id, one.step, one.at) for one in meetings(battle, figure, jump)] == [
        ("b.2", 0, (24_000, 25_000)),
        ("b.3", 0, (24_000, 25_000)),
    ]
    assert [one.id for one in meetings(battle, figure, jump, skip=["b.2"])] == ["b.3"]


@pytest.mark.rule("defiance.vehicle.heavy-terrain")
@pytest.mark.parametrize(("frame", "wood", "rock"), [("car", True, True), ("walker", False, True)])
def test_on_what_a_hull_may_come_down(frame: str, wood: bool, rock: bool) -> None:
    for ground, barred in ((WOOD, wood), (ROCK, rock)):
        battle = car(frame, terrain=[ground])
        figure = battle.state.figures["r.1"]
        assert lands_on_ground(battle, figure, (24_000, 22_000), 0) is barred
        assert not lands_on_ground(battle, figure, (24_000, 10_000), 0)
        assert lands_on_ground(battle, figure, (24_000, 47_500), 0)  # over the edge


# ---- rams


@pytest.mark.rule("defiance.ram.dodge-roll", "defiance.ram.damage-target", "defiance.ram.damage-dice")
def test_how_likely_a_ram_hurts() -> None:
    others = {"b": {"at": [[10, 40], [12, 40]], "figures": {"2": {"stunned": True}}}, "b2": hull("plated", (30, 40))}
    frames = {"plated": {**HULLS["car"], "AR": -2}, "quick": {"AG": 12}}
    battle = car("heap", others, frames=frames)
    tank, man, stunned, other = (battle.state.figures[name] for name in ("r.1", "b.1", "b.2", "b2.1"))
    miss = {5: 16 / 40, 7: 24 / 40, 3: 8 / 40}
    assert hurt_chance(tank, stunned, "running") == pytest.approx(1 - miss[5] ** 2)
    assert hurt_chance(tank, man, "running") == pytest.approx(0.4 * (1 - miss[5] ** 2))
    assert hurt_chance(tank, man, "walking") == pytest.approx(0.2 * (1 - miss[7] ** 2))
    assert hurt_chance(tank, man, "sprinting") == pytest.approx(0.6 * (1 - miss[3] ** 2))
    assert hurt_chance(tank, other, "running") == pytest.approx(1 - miss[7] ** 2)  # a car does not dodge; armour counts
    soft = car("heap", {"b": hull("soft", (30, 40))}, frames={"soft": {**HULLS["car"], "AR": 4}}).state
    assert hurt_chance(soft.figures["r.1"], soft.figures["b.1"], "sprinting") == pytest.approx(1 - 0.1**2)  # a 1 never


@pytest.mark.rule("defiance.ram.dodge-roll", "defiance.ram.dodge-modifiers")
@pytest.mark.parametrize(
    ("agility", "speed", "most"),
    [(6, "walking", 8), (6, "running", 6), (6, "sprinting", 4), (12, "walking", 9), (1, "sprinting", 1)],
)
def test_the_highest_roll_that_dodges(agility: int, speed: str, most: int) -> None:
    state = car(others={"b": {"frame": "agile", "at": [[10, 40]]}}, frames={"agile": {"AG": agility}}).state
    assert dodge_below(state.figures["b.1"], speed) == most


@pytest.mark.rule("defiance.ram.infantry-survivor")
@pytest.mark.parametrize(("x", "side"), [(23.6, -1), (24.0, 1), (24.4, 1)])
def test_the_rammed_are_thrown_to_the_nearer_side(x: float, side: int) -> None:
    others = {"b": {"at": [[x, 15], [4, 46]], "face": 180}}
    game = driving("car", "running", others).say({"r.1": [24, 20]}).say("accept", dice="ram 1, thrown 2, thrown 3, morale 9")
    assert game.at("b.1")[0] - x == pytest.approx(side * 3 * 0.7071, abs=0.01)  # d5s of 1 and 2
    assert game.at("b.1")[1] - 15 == pytest.approx(3 * 0.7071, abs=0.01)


@pytest.mark.rule("defiance.ram.who")
def test_nobody_is_left_under_a_hull() -> None:
    battle = car(others={"b": {"at": [[20, 10.5], [30, 10]]}, "b2": hull("car", (24, 16))})
    hull_, man, far, other = (battle.state.figures[name] for name in ("r.1", "b.1", "b.2", "b2.1"))
    put(battle, man, (24_000, 10_500))
    put(battle, other, (24_000, 13_000))
    shift_off(battle, hull_, man)
    assert not overlaps(hull_.base(), man.base())
    before = far.at
    shift_off(battle, hull_, far)
    assert far.at == before
    man.gone = "killed"
    man.x, man.y = 24_000, 10_500
    shift_off(battle, hull_, man)
    assert man.at == (24_000, 10_500)  # nobody cares where the dead are
    shift_off(battle, hull_, other)
    assert (other.at, overlaps(hull_.base(), other.base())) == ((24_000, 13_000), False)  # the one that came down makes way


@pytest.mark.rule("defiance.ram.dodged")
def test_who_found_no_room_gets_some_when_it_stands() -> None:
    battle = car(others={"b": {"at": [[20, 11], [30, 30]]}})
    hull_, man = battle.state.figures["r.1"], battle.state.figures["b.1"]
    put(battle, man, (24_000, 11_000))
    assert not is_stuck(battle, hull_, man)
    clear_away(battle, Drive("r.1", "walking", passed=["b.1"]))
    assert not overlaps(hull_.base(), man.base())


# ---- the ask


@pytest.mark.rule("defiance.vehicle.reverse", "defiance.vehicle.turn-cost-table")
@pytest.mark.parametrize(
    ("frame", "drive", "verbs"),
    [
        ("car", {"speed": "walking"}, {"go", "turn"}),
        ("car", {"speed": "walking", "reverses": True}, {"go", "turn", "back"}),
        ("car", {"speed": "walking", "reverses": True, "heading": -1}, {"go", "turn", "back"}),
        ("car", {"speed": "walking", "reverses": True, "heading": 1}, {"go", "turn"}),
        ("hopper", {"speed": "sprinting"}, {"go", "turn", "jump"}),
        ("hopper", {"speed": "running"}, {"go", "turn"}),
        ("hopper", {"speed": "sprinting", "turns": 1}, {"go", "turn"}),
        ("hopper", {"speed": "sprinting", "heading": 1}, {"go", "turn"}),
        ("copter", {"speed": "running"}, {"go", "turn", "up", "down"}),
    ],
)
def test_what_a_vehicle_may_do(frame: str, drive: dict[str, Any], verbs: set[str]) -> None:
    figure = car(frame).state.figures["r.1"]
    found = verbs_of(figure, Drive("r.1", **drive))
    assert set(found) == verbs
    assert found["turn"].turn == 18_000
    if "jump" in found:
        assert found["jump"].most == 1


def read(battle: Any, drive: Drive, *steps: Step) -> ParsedMove:
    trip = read_hull(battle, battle.state.figures["r.1"], Leg("r.1", steps), drive.left, rein_of(drive))
    assert isinstance(trip, ParsedMove), trip
    return trip


@pytest.mark.rule("defiance.ram.who", "defiance.move.board-edge", "defiance.vehicle.heavy-terrain")
def test_where_a_vehicle_may_not_drive() -> None:
    drive = Drive("r.1", "sprinting", 18_000)
    friend = car("copter", {"m": {"at": [[24, 14]]}, **FAR})
    found = refuse_drive(friend, friend.state.figures["r.1"], read(friend, drive, Step("go", (24_000, 20_000))))
    assert (found.rule if found else "") == "defiance.ram.who"
    behind = car("racer", {"m": {"at": [[24, 28]]}, "b": hull("car", (24, 20)), "b2": {"at": [[4, 46]]}})
    way = read(behind, drive, Step("go", (24_000, 27_000)))
    assert refuse_drive(behind, behind.state.figures["r.1"], way) is None  # the car stops it before
    edge = car("copter", at=(24, 40))
    found = refuse_drive(edge, edge.state.figures["r.1"], read(edge, drive, Step("go", (24_000, 47_500))))
    assert (found.rule if found else "") == "defiance.move.board-edge"
    for ground, at, rule in (([WOOD], 22, "defiance.vehicle.heavy-terrain"), ([], 22, "")):
        high = car("copter", level=1, terrain=ground)
        down = read(high, drive, Step("go", (24_000, at * 1000)), Step("down"))
        found = refuse_drive(high, high.state.figures["r.1"], down)
        assert (found.rule if found else "") == rule
    under = car("copter", {"b": {"at": [[24, 22]]}, "b2": {"at": [[4, 46]]}}, level=1)
    found = refuse_drive(under, under.state.figures["r.1"], read(under, drive, Step("go", (24_000, 22_000)), Step("down")))
    assert (found.rule if found else "") == "defiance.move.figures-as-obstacles"


@pytest.mark.rule("defiance.vehicle.move-in-arc", "defiance.vehicle.turning", "defiance.vehicle.reverse")
def test_what_a_drag_means() -> None:
    battle = car()
    figure = battle.state.figures["r.1"]

    def dragged(to: tuple[float, float], drive: Drive | None = None, **more: Any) -> list[tuple[str, Any]]:
        at = (round(to[0] * 1000), round(to[1] * 1000))
        legs = plan(battle, figure, drive or Drive("r.1", "running", 12_000, reverses=True), Drag(("r.1",), at, **more))
        return [(step.verb, step.face if step.verb == "turn" else step.to) for leg in legs for step in leg.steps]

    assert dragged((24, 20)) == [("go", (24_000, 20_000))]
    assert dragged((27, 13)) == [("go", (27_000, 13_000))]
    assert dragged((24, 10)) == []
    assert dragged((24, 10), face=9000) == [("turn", 9000)]
    assert dragged((34, 10))[0] == ("turn", 9000)
    assert dragged((24, 6), verb="back") == [("back", (24_000, 6_000))]
    assert dragged((24, 6), Drive("r.1", "walking", 6000, reverses=True, heading=-1)) == [("back", (24_000, 6_000))]
    assert dragged((24, 6), verb="back", face=0) == [("back", (24_000, 6_000))]
    assert dragged((24, 20), verb="up") == [("up", None)]
    assert dragged((24, 20), verb="jump", face=45_000) == [("jump", (24_000, 20_000)), ("turn", 9000)]
    assert dragged((24, 20), verb="jump") == [("jump", (24_000, 20_000))]
    tired = Drive("r.1", "running", 12_000, turns=3)  # a light vehicle turns three times at most
    assert dragged((34, 10), tired) == [("go", (34_000, 10_000))]
    assert dragged((24, 10), tired) == []


@pytest.mark.rule("defiance.vehicle.turning", "defiance.ram.who")
def test_a_trace_tells_prices_ground_and_what_is_rammed() -> None:
    battle = car(terrain=[FIELD, {**WOOD, "box": [4, 30, 44, 34], "name": "Dark wood"}])
    figure, drive = battle.state.figures["r.1"], Drive("r.1", "running", 12_000)
    told = trace(battle, figure, drive, Leg("r.1", (Step("go", (24_000, 14_000)), Step("turn", face=9000))))
    assert [(part.cost, part.why) for part in told.stretches] == [(6000, "medium terrain"), (2000, "turn")]
    assert (told.cost, told.budget, len(told.hulls)) == (8000, 12_000, 2)
    assert told.path == ((24_000, 10_000), (24_000, 14_000))
    bad = trace(battle, figure, drive, Leg("r.1", (Step("go", (40_000, 10_000)),)))
    assert (bad.path, bad.cost, bad.stretches) == (((24_000, 10_000), (40_000, 10_000)), 0, ())
    near = car(at=(24, 24), terrain=[{**WOOD, "box": [4, 30, 44, 34]}])
    crash = trace(near, near.state.figures["r.1"], drive, Leg("r.1", (Step("go", (24_000, 30_000)),)))
    assert crash.stretches[-1].why.startswith("rams ")


@pytest.mark.rule("defiance.vehicle.move-in-arc")
@pytest.mark.parametrize("frame", ["car", "copter", "hopper", "heap"])
def test_drives_by_chance_are_mostly_allowed(frame: str) -> None:
    """Of forty each is a way for this vehicle, and at least half of them are allowed."""
    battle = car(frame, {"m": {"at": [[20, 20]]}, "b": {"at": [[28, 18]]}}, terrain=[ROCK | {"box": [4, 30, 44, 34]}])
    drive = Drive("r.1", "running" if frame != "hopper" else "sprinting", 12_000, reverses=True)
    good = 0
    for seed in range(40):
        (leg,) = propose(battle, battle.state.figures["r.1"], drive, Random(seed))
        assert leg.who == "r.1"
        trip = read_hull(battle, battle.state.figures["r.1"], leg, drive.left, rein_of(drive))
        good += isinstance(trip, ParsedMove) and refuse_drive(battle, battle.state.figures["r.1"], trip) is None
    assert good >= 20


@pytest.mark.rule("defiance.vehicle.out-of-control", "defiance.ram.who")
def test_a_wild_mecha_stops_short_and_does_not_ram() -> None:
    units = {
        "r": hull("walker", craft={"haywire": 2, "fresh": True}),
        "b": {"at": [[24, 14]], "face": 180},
        "b2": {"at": [[4, 46]]},
    }
    game = play(units, dice="card 1, card 1")
    assert game.told("Rammed") == []
    assert game.at("r.1")[1] == pytest.approx(14 - 0.5 - 2, abs=0.06)


@pytest.mark.rule("defiance.ram.rammer-continues")
def test_what_is_left_of_a_way_after_a_contact() -> None:
    figure = car().state.figures["r.1"]
    ways = [
        Segment("walk", (24_000, 4_000), (24_000, 12_000), 8000.0, face=0, level=0),
        Segment("turn", (24_000, 12_000), (24_000, 12_000)),
    ]
    more = [*ways, Segment("walk", (24_000, 12_000), (26_000, 12_000))]
    rest = _rest(more, 0, figure, 5000.0)
    assert (rest[0].start, rest[0].to, rest[0].had, rest[0].cost) == ((24_000, 10_000), (24_000, 12_000), 5000.0, 8000.0)
    assert rest[1:] == more[1:]
    figure.y = 12_000
    assert _rest(more, 0, figure, 5000.0) == more[1:]  # it is there already
    jump = [Segment("jump", (24_000, 4_000), (24_000, 20_000)), *more[1:]]
    assert _rest(jump, 0, figure, 5000.0) == more[1:]  # a jump is made or not


@pytest.mark.rule("defiance.vehicle.terrain-contact", "defiance.ram.terrain")
@pytest.mark.parametrize(
    ("frame", "word", "before", "harmed"),
    [
        ("walker", "", 9000, True),
        ("anime", "", 9000, False),
        ("car", "", 9000, False),
        ("walker", "stunned", 9000, False),
        ("walker", "level", 9000, False),
        ("walker", "", 14_000, False),  # it has not moved
        ("walker", "", 14_010, False),  # it touched it before
    ],
)
def test_which_mecha_is_grazed_by_a_rock(frame: str, word: str, before: int, harmed: bool) -> None:
    rock = {**ROCK, "box": [4, 16, 44, 24]}
    battle = car(frame, at=(24, 14), terrain=[rock], dice="terrain ram 9, morale 9" if harmed else "")
    figure = battle.state.figures["r.1"]
    if word:
        setattr(figure, word, 1 if word == "level" else True)
    run(graze(battle, figure, moved(figure.base(), (24_000, before)), "walking"))
    assert (figure.hurt, battle.state.acting().stuck) == ((1, ["r.1"]) if harmed else (0, []))


# ---- by chance


def proposed(battle: Any, drive: Drive, rng: Told) -> list[tuple[str, Any]]:
    (leg,) = propose(battle, battle.state.figures["r.1"], drive, rng)
    assert rng.numbers == []
    return [(step.verb, step.face if step.verb == "turn" else step.to) for step in leg.steps]


@pytest.mark.rule("defiance.vehicle.move-in-arc", "defiance.vehicle.reverse", "defiance.vehicle.turning")
def test_a_drive_by_chance() -> None:
    """No hunt; up or not; a turn or none; in reverse or not; a jump or not; how far; rash or not."""
    rest = Drive("r.1", "walking", 6000)
    assert proposed(car(), rest, Told(0.9, 0.4, 0.5, 0.1)) == [("go", (26_121, 12_121))]  # half of it, 45 degrees to the right
    assert proposed(car(), rest, Told(0.9, 0.4, 0.5, 0.1, last=False)) == [("go", (21_879, 12_121))]
    turned = proposed(car(), rest, Told(0.9, 0.6, 0.5, 0.1))
    assert (turned[0], turned[1][1]) == (("turn", 9000), (26_121, 7879))  # it looks east, and goes off 45 degrees to the right
    back = Drive("r.1", "walking", 6000, reverses=True)
    assert proposed(car(), back, Told(0.9, 0.4, 0.4, 0.5, 0.1)) == [("back", (21_879, 7879))]
    assert proposed(car(), back, Told(0.9, 0.4, 0.6, 0.5, 0.1)) == [("go", (26_121, 12_121))]
    jump = Drive("r.1", "sprinting", 18_000)
    assert proposed(car("hopper"), jump, Told(0.9, 0.4, 0.4, 0.5))[0][0] == "jump"
    assert proposed(car("hopper"), jump, Told(0.9, 0.4, 0.6, 0.5, 0.1))[0][0] == "go"
    assert proposed(car("copter"), rest, Told(0.9, 0.4, 0.4, 0.5, 0.1))[0] == ("up", None)
    assert proposed(car("copter"), rest, Told(0.9, 0.6, 0.4, 0.5, 0.1))[0][0] == "go"
    high = car("copter", level=1)
    assert proposed(high, rest, Told(0.9, 0.4, 0.4, 0.4, 0.5, 0.1))[0] == ("up", None)
    assert proposed(high, rest, Told(0.9, 0.4, 0.6, 0.4, 0.5, 0.1))[0] == ("down", None)


@pytest.mark.rule("defiance.ram.who")
def test_a_drive_by_chance_may_hunt_the_nearest_enemy_on_its_level() -> None:
    others = {"b": {"at": [[24, 14]]}, "b2": {"at": [[24, 40]]}, "b3": {"frame": "bird", "at": [[24, 13]], "level": 1}}
    near = Drive("r.1", "running", 12_000)
    assert proposed(car(others=others), near, Told(0.2)) == [("go", (24_000, 14_000))]
    far = {"b": {"at": [[24, 40]]}}
    assert proposed(car(others=far), near, Told(0.2)) == [("go", (24_000, 22_000))]  # as far as it comes
    aloft = {"b": {"frame": "bird", "at": [[24, 13]], "level": 1}}
    assert proposed(car(others=aloft), near, Told(0.2, 0.4, 0.5, 0.1))[0][0] == "go"  # nobody to hunt
    friend = {"b": {"at": [[24, 20]]}, "m": {"at": [[24, 19]]}}
    assert proposed(car(others=friend), near, Told(0.2)) == [("go", (24_000, 15_000))]  # half-way, for a friend is beyond


@pytest.mark.rule("defiance.ram.who", "defiance.vehicle.terrain-contact")
@pytest.mark.parametrize(
    ("others", "ground", "end"),
    [
        ({"m": {"at": [[24, 15]]}, **FAR}, [], 12.35),  # a tenth of an inch short of a friend
        ({"b": hull("car", (24, 18)), "b2": {"at": [[4, 46]]}}, [], 13.85),
        ({"b": {"at": [[24, 15], [4, 46]]}}, [], 22.0),  # men are driven over
        (FAR, [{**ROCK, "box": [4, 17, 44, 20]}], 14.85),
        ({"m": {"at": [[24, 12.55]]}, **FAR}, [], 10.0),  # it stands right there
    ],
)
def test_a_prudent_drive_ends_short_of_what_stops_it(others: dict[str, Any], ground: list[Any], end: float) -> None:
    class Ahead(Told):
        def randint(self, a: int, b: int) -> int:
            return (a + b) // 2

    found = proposed(car(others=others, terrain=ground), Drive("r.1", "running", 12_000), Ahead(0.9, 0.4, 0.9999999, 0.9))
    assert found[-1][1] == (24_000, pytest.approx(end * 1000, abs=3))


@pytest.mark.rule("defiance.ram.infantry-survivor")
@pytest.mark.parametrize(("course", "at", "to"), [
    (0, (24.4, 14), (1, 1)), (0, (23.6, 14), (-1, 1)), (90, (28, 10.4), (1, 1)), (90, (28, 9.6), (1, -1)),
    (180, (24.4, 6), (1, -1)), (270, (20, 9.6), (-1, -1)), (-1, (28, 9.6), (1, -1)),
])  # fmt: skip
def test_the_throw_goes_by_the_course_whichever_way_it_looks(course: int, at: tuple[float, float], to: tuple[int, int]) -> None:
    """It looks east; a course of -1: it has not moved, and is thought to go where it looks."""
    craft = {"rolled": True, "course": 100 * course if course > 0 else course, "speed": "walking"}
    units = {"r": hull("car", face=90, craft=craft), "b": {"at": [list(at), [4, 46]]}}
    battle = hull_battle(units, "ram 1, thrown 1, thrown 1, morale 9")
    man = battle.state.figures["b.1"]
    run(rammed(battle, battle.state.figures["r.1"], man))
    moved_by = (man.x - round(1000 * at[0]), man.y - round(1000 * at[1]))
    assert moved_by == (pytest.approx(to[0] * 1414, abs=3), pytest.approx(to[1] * 1414, abs=3))
