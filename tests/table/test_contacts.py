"""Contacts, steering, watchers and shadows."""

import math
import random

import numpy as np
import pytest
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as ShapelyPoint

from littlewars.table.board.board import Board, Clash
from littlewars.table.constants import TOUCH
from littlewars.table.facing import angle_between, facing_to, in_arc
from littlewars.table.moving.obstacles import pivot
from littlewars.table.moving.ram import closes, contacts, edge_of, meeting
from littlewars.table.moving.steer import drives, heading, turns
from littlewars.table.moving.walk import Way
from littlewars.table.shapes.bases import Box, Disc, gap, moved, overlaps, rectangle
from littlewars.table.shapes.legs import at_step, steps
from littlewars.table.sight import looks as sight
from littlewars.table.sight.shadow import sheltered
from littlewars.table.sight.watch import Watcher, changes
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece


def random_base(rng):
    x, y = rng.randrange(9000), rng.randrange(9000)
    return Disc(x, y, 500) if rng.random() < 0.5 else Box(x, y, rng.randrange(36000), rng.choice([2000, 4000]), 1000)


def test_contact_is_the_first_step_that_touches_what_was_farther_off():
    rng = random.Random(8)
    for _ in range(60):
        a, b = random_base(rng), random_base(rng)
        to = (a.x + rng.randrange(-1500, 1500), a.y + rng.randrange(-1500, 1500))
        n = steps(a.at, to)
        if gap(a, b) <= TOUCH:
            continue
        true = next((k for k in range(n + 1) if gap(moved(a, at_step(a.at, to, k, n)), b) <= TOUCH), None)
        got = closes(a, to, b)
        assert got == true or (got is not None and true is not None and abs(got - true) <= 2) or (got is None and n < 5)


def test_contacts_in_order():
    wall = Piece("wall", "high-wall", rectangle(20000, 0, 21000, 20000))
    board = Board((40000, 40000), [wall], [Ground(0, 2)])
    board.put("v", Box(3000, 5000, 9000, 4000, 2000))
    board.put("far", Disc(15000, 5000, 500))
    board.put("near", Disc(9000, 6000, 500))
    board.put("aside", Disc(9000, 9000, 500))
    found = contacts(board, "v", (25000, 5000))
    assert [c.what for c in found] == [Clash("body", "near"), Clash("body", "far"), Clash("piece", "wall")]
    assert found[1].step == 9450
    assert found[2].at == (17950, 5000)
    assert contacts(board, "v", (25000, 5000), skip=["near", "far"], ground=()) == []
    board.put("near", Disc(9000, 6000, 500), level=1)
    assert [c.what.id for c in contacts(board, "v", (25000, 5000))] == ["far", "wall"]
    assert [c.what.id for c in contacts(board, "v", (25000, 5000), level=1)] == ["near", "wall"]


def test_who_stands_in_contact_drives_away_freely_and_not_farther_in() -> None:
    wall = Piece("wall", "high-wall", rectangle(7040, 0, 8000, 20000))
    board = Board((40000, 40000), [wall], [Ground(0, 2)])
    board.put("v", Box(5000, 5000, 9000, 4000, 2000))
    board.put("man", Disc(2500, 5000, 500))
    for to, met in (((9000, 5000), [("wall", 0)]), ((5000, 9000), []), ((2000, 5000), [("man", 0)]), ((6000, 9000), ["wall"])):
        found = contacts(board, "v", to)
        assert [c.what.id if len(met) == 1 and isinstance(met[0], str) else (c.what.id, c.step // 10) for c in found] == met


def test_who_overlaps_by_less_than_a_hair_comes_no_nearer() -> None:
    """A man who was pushed aside stands three thousandths in the hull: more than two more would be an overlap."""
    hull, man, to = Box(29357, 40727, 25193, 5000, 3000), Disc(26561, 39634, 500), (29227, 40786)
    assert not overlaps(hull, man)
    step = closes(hull, to, man)
    assert step == 2
    assert not overlaps(moved(hull, at_step(hull.at, to, step, steps(hull.at, to))), man)
    assert closes(hull, (31000, 40727), man) is None


def test_a_hull_with_room_all_round_turns_as_one_that_is_looked_at_degree_by_degree() -> None:
    rng = random.Random(4)
    swept = 0
    for _ in range(150):
        board = Board((40000, 40000), [], [])
        hull = Box(20000, 20000, rng.randrange(36000), 4000, 2000)
        board.put("v", hull)
        far, to = 2600 + rng.randrange(500), rng.randrange(36000)
        angle = rng.random() * math.tau
        board.put("man", Disc(20000 + round(far * math.cos(angle)), 20000 + round(far * math.sin(angle)), 500))
        turn = (to - hull.facing + 18000) % 36000 - 18000
        places = [moved(hull, hull.at, (hull.facing + turn * k // 400) % 36000) for k in range(401)]
        meets = any(board.stands(place, ["v"]) is not None for place in places)
        found = pivot(board, "v", to, sweep=True)
        assert not found.swept or meets
        assert found.swept or not any(overlaps(place, Disc(*board.base("man").at, 470)) for place in places)
        swept += bool(found.swept)
    assert 10 < swept < 140


def test_the_edge_of_the_table_is_met_where_the_whole_hull_is_still_on_it() -> None:
    board = Board((40000, 40000))
    board.put("v", Box(20000, 36000, 0, 4000, 2000))
    assert contacts(board, "v", (20000, 39000)) == []
    (found,) = contacts(board, "v", (20000, 39000), edge=True)
    assert (found.what, found.at) == (Clash("edge"), (20000, 38000))


def test_a_wood_stops_only_those_whom_it_bars():
    wood = Piece("wood", "dense-wood", rectangle(15000, 4000, 17000, 6000))
    board = Board((30000, 30000), [wood], [Ground(2000, 0)])
    board.put("v", Box(5000, 5000, 9000, 4000, 2000))
    assert contacts(board, "v", (25000, 5000)) == []
    assert [one.what.id for one in contacts(board, "v", (25000, 5000), ground=[0])] == ["wood"]


def test_how_hulls_meet():
    a, b = Box(0, 0, 0, 4000, 2000), Box(0, 4000, 18000, 4000, 2000)
    assert meeting(a, b) == ("front", "front", "head-on")
    side_on = Box(0, 3000, 9000, 4000, 2000)
    assert meeting(a, side_on) == ("front", "right", "flank")
    assert edge_of(a, (0, -3000)) == "rear"
    assert edge_of(a, (-1500, 0)) == "left"


@pytest.mark.rule("oversoul.move.vehicle-turn")
def test_steering():
    path = (Way("go", (0, 0), (0, 3000), 0), Way("turn", (0, 3000), (0, 3000), 4500), Way("go", (0, 3000), (2121, 5121), 4500))
    assert turns(0, path) == [4500]
    assert [heading(w) for w in path] == ["forward", "stay", "forward"]
    assert heading(Way("go", (0, 0), (0, -3000), 0)) == "back"
    assert heading(Way("go", (0, 0), (3000, 0), 0)) == "aside"
    assert turns(1000, (Way("turn", (0, 0), (0, 0), 35000),)) == [-2000]


def test_no_change_of_sight_is_missed():
    rng = random.Random(6)
    total = 0
    for _ in range(16):
        pieces = []
        for k in range(8):
            x, y = rng.randrange(3000, 21000), rng.randrange(2500, 10000)
            pieces.append(
                Piece(f"p{k}", "boulder", rectangle(x - rng.randrange(100, 900), y - 400, x + rng.randrange(100, 900), y + 400))
            )
        board = Board((24000, 14000), pieces, [Ground(0, 2)] * 8)
        eye = (rng.randrange(0, 24000), 12500)
        rule = sight.SightRule(lines=1)
        board.put("eye", Disc(*eye, 500))
        row = np.array([board.row["eye"]])

        def seen(p, board=board, row=row, rule=rule):
            return int(sight.see_many(board, Disc(*p, 500), row, rule)[0])

        a, b = (rng.randrange(0, 24000), 600), (rng.randrange(0, 24000), rng.randrange(600, 1500))
        n = steps(a, b)
        states = [seen(at_step(a, b, k, n)) for k in range(n + 1)]
        true = [(k, states[k]) for k in range(1, n + 1) if states[k] != states[k - 1]]
        assert changes(Watcher(eye, seen), a, b, board.field, pieces) == true
        total += len(true)
    assert total > 10


def test_borders_of_an_arc_are_found_to_the_step():
    field = Field((48000, 48000))
    watcher = Watcher((5000, 5000), lambda p: in_arc((5000, 5000), 0, 4500, p), (4500, 31500))
    assert changes(watcher, (0, 8000), (10000, 8000), field, [], every=1000) == [(2000, True), (8001, False)]
    assert changes(watcher._replace(borders=()), (0, 8000), (10000, 8000), field, [], every=9000) == []  # why they are told


def brute(p, unit, shape):
    for d in unit:
        for k in range(0, 360, 4):
            end = (d.x + d.r * math.cos(math.radians(k)), d.y + d.r * math.sin(math.radians(k)))
            if not shape.intersects(LineString([p, end])):
                return False
    return True


def test_shadows_against_brute_force():
    rng = random.Random(3)
    n = differ = yes = 0
    while n < 700:
        pts = [(rng.randrange(16000, 44000), rng.randrange(-14000, 14000)) for _ in range(rng.randrange(3, 9))]
        shape = Polygon(pts)
        if not shape.is_valid or shape.area < 1e6:
            continue
        unit = [
            Disc(rng.randrange(0, 16000), rng.randrange(-8000, 8000), rng.choice([1500, 3000]))
            for _ in range(rng.randrange(1, 4))
        ]
        p = (rng.randrange(18000, 60000), rng.randrange(-12000, 12000))
        if shape.intersects(ShapelyPoint(p)) or any(ShapelyPoint(d.at).buffer(d.r).intersects(shape) for d in unit):
            continue
        if any(math.dist(d.at, p) <= d.r for d in unit):
            continue
        n += 1
        true = brute(p, unit, shape)
        yes += true
        differ += sheltered(p, unit, tuple(pts)) != true
    assert yes > 50
    assert differ <= 3  # the sampled oracle misses grazing lines
    wall = rectangle(0, 0, 1000, 9000)
    assert [sheltered(at, [Disc(-9000, 4500, 500)], wall) for at in ((2000, 4500), (500, 500))] == [True, False]


def test_boxes_rule_out_nobody_whom_a_leg_touches() -> None:
    """The same contacts as when every body and piece is looked at exactly."""
    rng = random.Random(5)
    for _ in range(20):
        board = Board((48000, 48000), [Piece("rock", "boulder", rectangle(20000, 20000, 24000, 26000))], [Ground(0, 1)])
        board.put("v", Box(rng.randrange(5000, 40000), rng.randrange(5000, 40000), rng.randrange(36000), 4000, 2000))
        for n in range(40):
            board.put(f"b{n}", Disc(rng.randrange(1000, 47000), rng.randrange(1000, 47000), 500))
        to = (rng.randrange(5000, 43000), rng.randrange(5000, 43000))
        base = board.base("v")
        exact = {name: step for name in board if name != "v" and (step := closes(base, to, board.base(name))) is not None}
        rock = closes(base, to, board.field.pieces[0].outline)
        exact |= {} if rock is None else {"rock": rock}
        assert {contact.what.id: contact.step for contact in contacts(board, "v", to)} == exact


@pytest.mark.parametrize(
    ("to", "end", "turned"),
    [
        ((10000, 20000), None, []),  # straight on
        ((15000, 15000), None, []),  # slides at 45 degrees
        ((20000, 10000), None, [9000]),  # towards the place
        ((15000, 15000), 9000, [9000]),  # looks as it is to look at the end, and slides
        ((10000, 0), None, [9000, 18000]),
        ((10000, 10000), 27000, [27000]),
        ((15000, 15000), 27000, [27000]),
    ],
)
def test_ways_with_the_fewest_turns_come_first(to: tuple[int, int], end: int | None, turned: list[int]) -> None:
    found = drives((10000, 10000), 0, to, end, 4500, 2)
    best = found[0]
    assert [way.face for way in best if way.how == "turn"] == turned
    for path in found:
        at, face = (10000, 10000), 0
        for way in path:
            assert way.start == at
            assert way.how == "turn" or (way.face == face and angle_between(face, facing_to(way.start, way.to)) <= 4500)
            at, face = way.to, way.face
        assert at == to
        assert end is None or face == end
        assert max(abs(turn) for turn in (*turns(0, path), 0)) <= 9000
    assert drives((10000, 10000), 0, (10000, 0), None, 4500, 1) == []
