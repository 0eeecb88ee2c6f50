"""Walking: lengths, prices, collisions on the way and at the end, paths."""

import random

import numpy as np
import pytest
from shapely.geometry import LineString, Polygon
from shapely.geometry import Point as ShapelyPoint

from littlewars.table.board.board import Board, Clash
from littlewars.table.constants import AT_BODY
from littlewars.table.moving.walk import (
    Passage,
    Way,
    along,
    last_straight,
    leap,
    length_of,
    open_sky,
    shift_many,
    stays_in,
    swept_gap,
    touches_passing,
    walk,
    walk_in_turn,
    walk_many,
)
from littlewars.table.shapes.bases import Box, Disc, corners, gap, moved, overlaps, rectangle
from littlewars.table.terrain.pieces import Ground, Piece, ring


def table(*pieces, bodies=()):
    """A board 40 by 40 with pieces (outline, ground, top) and named bases."""
    made = [Piece(f"p{k}", "x", outline, top) for k, (outline, _, top) in enumerate(pieces)]
    board = Board((40000, 40000), made, [g for _, g, _ in pieces])
    for id, base, unit in bodies:
        board.put(id, base, unit)
    return board


LIGHT, HEAVY, WALL = Ground(1500, 1), Ground(3000, 1), Ground(0, 2)


@pytest.mark.rule("oversoul.move.terrain-cost")
@pytest.mark.parametrize(("ground", "end", "cost"), [(LIGHT, 4000, 6000), (HEAVY, 2000, 6000), (Ground(), 6000, 6000)])
def test_terrain_cost(ground, end, cost):
    board = table((rectangle(0, 0, 40000, 40000), ground, 0), bodies=[("a", Disc(5000, 5000, 500), 1)])
    done = walk(board, "a", [(5000 + end, 5000)])
    assert (done.length, done.cost, done.clash) == (end, cost, None)


def test_two_inches_open_then_light():
    board = table((rectangle(7000, 0, 20000, 40000), LIGHT, 0), bodies=[("a", Disc(5000, 5000, 500), 1)])
    assert walk(board, "a", [(9667, 5000)]).cost == 6001
    assert walk(board, "a", [(9666, 5000)]).cost == 5999


def test_overlapping_ground_costs_the_dearest():
    board = table(
        (rectangle(6000, 0, 9000, 40000), LIGHT, 0),
        (rectangle(7000, 0, 8000, 40000), HEAVY, 0),
        bodies=[("a", Disc(5000, 5000, 500), 1)],
    )
    assert walk(board, "a", [(10000, 5000)]).cost == 1000 + 1500 + 3000 + 1500 + 1000
    assert walk(board, "a", [(10000, 5000)], Passage(cost=np.array([1000, 1000]))).cost == 5000
    assert walk(board, "a", [(10000, 5000)], Passage(over=True)).cost == 5000


def test_along_an_edge_is_outside():
    board = table((rectangle(7000, 5000, 20000, 9000), HEAVY, 0), bodies=[("a", Disc(5000, 5000, 500), 1)])
    assert walk(board, "a", [(15000, 5000)]).cost == 10000


def test_bodies_on_the_way_and_at_the_end():
    board = table(bodies=[("a", Disc(5000, 5000, 500), 1), ("b", Disc(8000, 5000, 500), 1), ("c", Disc(12000, 5000, 500), 2)])
    own = Passage(frozenset([1]))
    assert walk(board, "a", [(10000, 5000)], own).free
    assert walk(board, "a", [(8500, 5000)], own).clash == Clash("body", "b")
    assert walk(board, "a", [(10000, 5000)]).clash == Clash("body", "b")
    assert walk(board, "a", [(14000, 5000)], own).clash == Clash("body", "c")
    assert walk(board, "a", [(11000, 5000)], own).free
    assert walk(board, "a", [(11006, 5000)], own).clash == Clash("body", "c")
    assert walk(board, "a", [(14000, 5000)], Passage(over=True)).free
    assert walk(board, "a", [(12500, 5000)], Passage(over=True)).clash == Clash("body", "c")
    assert walk(board, "a", [(12500, 5000)], Passage(frozenset([1]), frozenset(["c"]))).free
    assert walk(board, "a", [(5000, 9000), (14000, 9000), (14000, 5000)]).length == 17000
    stopped = walk(board, "a", [(6000, 5000), (10000, 5000)])
    assert stopped.where == (6000, 5000)


def test_a_gap_as_wide_as_the_base_lets_it_through():
    board = table(bodies=[("a", Disc(5000, 5000, 500), 1), ("b", Disc(8000, 6000, 500), 2), ("c", Disc(8000, 4000, 500), 2)])
    assert walk(board, "a", [(10000, 5000)]).free
    board.put("c", Disc(8000, 4011, 500), 2)
    assert not walk(board, "a", [(10000, 5000)]).free


def test_edge_of_the_table():
    board = table(bodies=[("a", Disc(5000, 5000, 500), 1)])
    assert walk(board, "a", [(500, 500)]).free
    assert walk(board, "a", [(499, 5000)]).clash == Clash("edge")
    assert walk(board, "a", [(-900, 5000)], Passage(edge=False)).free
    assert walk(board, "a", []).free
    assert walk(board, "a", [(5000, 5000)]).length == 0


def test_leaving_an_overlap_is_legal_deepening_is_not():
    board = table(bodies=[("a", Disc(5000, 5000, 500), 1), ("b", Disc(5600, 5000, 500), 2)])
    assert walk(board, "a", [(3000, 5000)]).free
    assert walk(board, "a", [(4900, 5000)]).free
    assert not walk(board, "a", [(5100, 5000)]).free
    assert not walk(board, "a", [(9000, 5000)]).free
    assert walk(board, "a", []).free
    hull = table(bodies=[("a", Box(5000, 5000, 0, 2000, 1000), 1), ("b", Box(5600, 5000, 0, 2000, 1000), 2)])
    assert walk(hull, "a", [(3000, 5000)]).free
    assert not walk(hull, "a", [(9000, 5000)]).free
    mixed = table(bodies=[("a", Disc(5000, 5000, 500), 1), ("b", Box(5800, 5000, 0, 2000, 1000), 2)])
    assert walk(mixed, "a", [(3000, 5000)]).free
    assert not walk(mixed, "a", [(9000, 5000)]).free


def test_barred_ground():
    board = table((rectangle(8000, 0, 9000, 10000), WALL, 5000), bodies=[("a", Disc(5000, 5000, 500), 1)])
    assert walk(board, "a", [(7500, 5000)]).free
    assert walk(board, "a", [(7506, 5000)]).clash == Clash("piece", "p0")
    assert walk(board, "a", [(12000, 5000)]).clash == Clash("piece", "p0")
    assert walk(board, "a", [(12000, 5000)], Passage(over=True)).free
    assert walk(board, "a", [(8500, 5000)], Passage(over=True)).clash == Clash("piece", "p0")
    assert walk(board, "a", [(5000, 10500), (12000, 10500)]).free
    board.put("a", Disc(8500, 5000, 500), 1)
    assert walk(board, "a", [(7000, 5000)]).free
    assert not walk(board, "a", [(8400, 5000)]).free


def swept(base, points):
    shapes, at = [], base.at
    for p in points:
        if isinstance(base, Disc):
            line = LineString([at, p]) if at != p else ShapelyPoint(at)
            shapes.append(line.buffer(base.r, quad_segs=64))
        else:
            shapes.append(Polygon(corners(moved(base, at))).union(Polygon(corners(moved(base, p)))).convex_hull)
        at = p
    return shapes


def random_base(rng, x, y):
    if rng.random() < 0.5:
        return Disc(x, y, rng.choice([500, 1000]))
    return Box(x, y, rng.choice([0, 4500, 1234, 20000]), rng.choice([2000, 4000]), rng.choice([1000, 2000]))


def test_collisions_against_shapely():
    rng = random.Random(3)
    clashes = free = 0
    for _ in range(1500):
        outline = None
        while outline is None:
            pts = [(rng.randrange(5000, 20000), rng.randrange(5000, 20000)) for _ in range(rng.randrange(3, 6))]
            if Polygon(pts).is_valid and Polygon(pts).area > 1e5:
                outline = tuple(pts if Polygon(pts).exterior.is_ccw else pts[::-1])
        a = random_base(rng, rng.randrange(4000, 22000), rng.randrange(4000, 22000))
        b = random_base(rng, rng.randrange(4000, 22000), rng.randrange(4000, 22000))
        board = table((outline, WALL, 0), bodies=[("a", a, 1), ("b", b, 2)])
        if overlaps(a, b) or board.stands(a, ["a", "b"]):
            continue
        points = [(rng.randrange(4000, 22000), rng.randrange(4000, 22000)) for _ in range(rng.randrange(1, 3))]
        other = ShapelyPoint(b.at).buffer(b.r, quad_segs=64) if isinstance(b, Disc) else Polygon(corners(b))
        depths = [s.intersection(o).buffer(0) for s in swept(a, points) for o in (other, Polygon(outline))]
        area = max(d.area for d in depths)
        got = walk(board, "a", points)
        if area == 0:
            assert got.free, (a, b, points, outline, got)
            free += 1
        elif max(d.buffer(-40).area for d in depths) > 0:
            assert not got.free, (a, b, points, outline)
            clashes += 1
    assert clashes > 200
    assert free > 100


def test_walk_many_is_walk():
    rng = random.Random(4)
    for _ in range(60):
        pieces = [
            (rectangle(x, y, x + 3000, y + 2000), rng.choice([LIGHT, HEAVY, WALL]), 0)
            for x, y in ((3000, 3000), (9000, 12000), (15000, 5000))
        ]
        board = table(*pieces)
        for k in range(20):
            base = random_base(rng, rng.randrange(2000, 22000), rng.randrange(2000, 22000))
            if board.stands(base) is None:
                board.put(f"f{k}", base, k // 5)
        id = next(iter(board))
        passage = Passage(frozenset([0]))
        ends = [(rng.randrange(0, 24000), rng.randrange(0, 24000)) for _ in range(12)]
        many = walk_many(board, id, ends, passage)
        for k, end in enumerate(ends):
            one = walk(board, id, [end], passage)
            assert one.free == bool(many.free[k])
            if one.free:
                assert (one.cost, one.length) == (many.costs[k], many.lengths[k])


def test_a_unit_goes_together():
    board = table(
        bodies=[(f"a{k}", Disc(3000 + 1000 * k, 5000, 500), 1) for k in range(4)] + [("x", Disc(10000, 5000, 500), 2)]
    )
    ids = [f"a{k}" for k in range(4)]
    own = Passage(frozenset([1]))
    assert shift_many(board, ids, (3000, 0), own).all_free
    blocked = shift_many(board, ids, (3500, 0), own)
    assert blocked.free.tolist() == [True, True, True, False]
    assert blocked.kinds[3] == AT_BODY
    crowd = walk_many(board, ids, [(3000, 8000), (3500, 8000), (9000, 9000), (12000, 9000)], own)
    assert crowd.free.tolist() == [False, False, True, True]


def test_a_vehicle_turns_and_goes():
    board = table(bodies=[("v", Box(5000, 5000, 0, 4000, 2000), 1), ("x", Disc(7200, 5000, 500), 2)])
    turn_first = (Way("turn", (5000, 5000), (5000, 5000), 9000), Way("go", (5000, 5000), (5000, 9000), 9000))
    assert walk(board, "v", turn_first).clash == Clash("body", "x")
    go_first = (Way("go", (5000, 5000), (5000, 9000), 0), Way("turn", (5000, 9000), (5000, 9000), 9000))
    assert walk(board, "v", go_first).free
    onward = (*go_first, Way("go", (5000, 9000), (10000, 9000), 9000))
    assert walk(board, "v", onward).length == 9000
    board.put("y", Disc(9000, 9400, 500), 2)
    assert walk(board, "v", onward).clash == Clash("body", "y")


def test_a_flying_hull_ends_free_even_when_it_turns_last():
    board = table(bodies=[("v", Box(5000, 5000, 0, 4000, 2000), 1), ("x", Disc(5000, 11000, 500), 2)])
    onto = (Way("go", (5000, 5000), (5000, 11000), 0), Way("turn", (5000, 11000), (5000, 11000), 4500))
    assert walk(board, "v", onto, Passage(over=True)).clash == Clash("body", "x")
    beyond = (*onto, Way("go", (5000, 11000), (9000, 15000), 4500))
    assert walk(board, "v", beyond, Passage(over=True)).free


def test_flyers_end_above_any_ground_and_absurd_ends_are_refused():
    board = table((rectangle(8000, 0, 9000, 10000), WALL, 5000), bodies=[("a", Disc(5000, 5000, 500), 1)])
    assert walk(board, "a", [(8500, 5000)], Passage(over=True, cost=open_sky(board))).free
    assert walk(board, "a", [(10**9, 5000)]).clash == Clash("edge")
    assert not walk_many(board, "a", [(10**9, 5000)]).all_free
    with pytest.raises(ValueError, match="nowhere near"):
        board.put("b", Disc(10**7, 0, 500))


def test_questions_about_paths():
    assert last_straight([(0, 0), (0, 4000), (3000, 4000), (5000, 4000)]) == 5000
    assert last_straight([(0, 4000)], (0, 0)) == 4000
    assert last_straight([]) == 0
    assert last_straight([(0, 0)], (0, 0)) == 0
    assert along([(0, 0), (0, 4000), (4000, 4000)], 1, 2) == (0, 4000)
    assert along([(0, 4000), (4000, 4000)], 3, 4, (0, 0)) == (2000, 4000)
    assert along([(0, 4000)], 0, 1, (0, 0)) == (0, 0)
    assert along([(0, 0), (0, 4000)], 1) == (0, 4000)
    assert length_of((0, 0), (Way("walk", (0, 0), (3000, 4000)), Way("walk", (3000, 4000), (3000, 5000)))) == 6000


def test_passing_near():
    board = table(
        bodies=[("a", Disc(5000, 5000, 500), 1), ("b", Disc(9000, 9000, 500), 2), ("v", Box(15000, 9000, 0, 4000, 2000), 3)]
    )
    near = swept_gap(board, "a", [(15000, 5000)])
    assert near[board.row["b"]] == 3000
    assert near[board.row["v"]] == 1500
    board.put("a", Box(5000, 5000, 9000, 1000, 1000), 1)
    assert swept_gap(board, "a", [(15000, 5000)])[board.row["b"]] == 3000
    assert swept_gap(board, "a", [(15000, 5000)])[board.row["v"]] == 1500
    assert swept_gap(board, "a", [])[board.row["b"]] == gap(board.base("a"), board.base("b"))


@pytest.mark.rule("oversoul.attr.jump")
def test_jump():
    low, high = (Piece("w", "high-wall", rectangle(4000, -5000, 4500, 5000), top) for top in (4000, 4100))
    assert leap((0, 0), (8000, 0), [low]) == (4000, ("w",))
    assert leap((0, 0), (8000, 0), [high]).over > 4000
    assert leap((0, 0), (4000, 0), [high]).over == 0


def test_ships_stay_in_water():
    lake = [Piece("l", "lake", rectangle(0, 0, 5000, 5000)), Piece("m", "lake", rectangle(5000, 0, 9000, 5000))]
    assert stays_in((1000, 1000), [(8000, 1000)], lake)
    assert not stays_in((1000, 1000), [(9500, 1000)], lake)
    assert not stays_in((1000, 1000), [(1000, 6000), (1000, 1000)], lake)
    assert stays_in((1000, 1000), [], lake)


def troop(rng):
    """Ten of a unit among thirty others, some of them hulls, on ground that is dear or barred; and where the ten would go."""
    pieces = [
        Piece(f"p{k}", "x", ring((rng.randrange(20000), rng.randrange(20000)), rng.randrange(800, 2500), 7)) for k in range(5)
    ]
    board = Board((20000, 20000), pieces, [Ground(rng.choice([0, 1500, 2000])) for _ in pieces])
    for k in range(40):
        at = rng.randrange(500, 19500), rng.randrange(500, 19500)
        board.put(f"f{k}", Box(*at, rng.randrange(36000), 2000, 1000) if k > 34 else Disc(*at, 500), k // 10, k // 20)
    dx, dy = rng.randrange(-6000, 6000), rng.randrange(-6000, 6000)
    names = [f"f{k}" for k in range(10)]
    return board, names, [(board.base(name).x + dx, board.base(name).y + dy) for name in names]


def test_legs_in_turn_are_those_of_one_after_another():
    rng, gone = random.Random(8), 0
    for _ in range(200):
        board, names, ends = troop(rng)
        passage = Passage(frozenset([0, 1]), frozenset(["f12"]), over=rng.random() < 0.1)
        found, trial = walk_in_turn(board, names, ends, passage), board.copy()
        for name, end, one in zip(names, ends, found, strict=False):
            plain = walk(trial, name, [end], passage)
            assert one == (plain if plain.free else plain._replace(where=trial.base(name).at))
            trial.move(name, Disc(*end, 500))
        assert len(found) == len(names) or not found[-1].free
        assert all(one.free for one in found[:-1])
        assert board.bodies[: board.n].tolist() == board.copy().bodies[: board.n].tolist()
        assert all(board.base(name).at == tuple(board.bodies[board.row[name], :2].tolist()) for name in names)
        gone += len(found)
    assert gone > 250


def test_touching_on_the_way_is_neither_at_its_start_nor_at_its_end():
    rng, touched = random.Random(9), 0
    for _ in range(300):
        board, _, ends = troop(rng)
        rows = board.rows([f"f{k}" for k in range(20, 40)])
        path = [ends[0], (rng.randrange(20000), rng.randrange(20000))][: rng.randrange(1, 3)]
        near, last = board.gaps("f0")[rows], board.gaps_from(Disc(*path[-1], 500))[rows]
        passed = bool(((swept_gap(board, "f0", path)[rows] <= 50) & (near > 50) & (last > 50)).any())
        assert touches_passing(board, "f0", path, rows, 50) == passed
        touched += passed
    assert 50 < touched < 250
    assert not touches_passing(board, "f0", path, board.rows([]), 50)


def test_who_comes_nearer_to_any_of_several_groups():
    rng, nearer = random.Random(10), 0
    for _ in range(300):
        board, names, ends = troop(rng)
        mine, groups = names[: rng.randrange(1, 3)], [["f20"], ["f36", "f25"], []][: rng.randrange(1, 4)]
        rows = [board.rows(group) for group in groups if group]
        plain = any(
            board.gaps_from(Disc(*end, 500))[there].min() < board.gaps(name)[there].min()
            for name, end in zip(mine, ends, strict=False)
            for there in rows
        )
        assert board.comes_nearer(mine, ends[: len(mine)], groups) == plain
        nearer += plain
    assert 50 < nearer < 290
    assert not board.comes_nearer(names, ends, [[]])
    assert not board.comes_nearer([], [], [["f20"]])
