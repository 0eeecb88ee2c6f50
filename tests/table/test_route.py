"""Ways round, free spots, slides and fans."""

import heapq
import math
import random

import numpy as np
import pytest

from littlewars.table.board.board import Board, Clash
from littlewars.table.constants import ON, STOPS
from littlewars.table.facing import step_to
from littlewars.table.kernels.route import beside_circles, runs_into
from littlewars.table.moving import route as routes
from littlewars.table.moving import spots
from littlewars.table.moving.route import as_far_as, cut_at, fan, route, slide, spot
from littlewars.table.moving.spots import step_aside
from littlewars.table.moving.walk import Passage, length_of, walk
from littlewars.table.shapes.bases import Box, Disc, centre2, rectangle
from littlewars.table.terrain.pieces import Ground, Piece

WALL = Ground(0, 2)


def crowded(rng, n=60, pieces=6, size=(36000, 36000)):
    """A board full of figures and barred pieces, and one mover."""
    made = []
    for k in range(pieces):
        cx, cy, m = rng.randrange(6000, 30000), rng.randrange(6000, 30000), rng.randrange(4, 9)
        outline = tuple(
            (
                round(cx + rng.uniform(1500, 4000) * math.cos(2 * math.pi * i / m)),
                round(cy + rng.uniform(1500, 4000) * math.sin(2 * math.pi * i / m)),
            )
            for i in range(m)
        )
        made.append(Piece(f"p{k}", "boulder", outline))
    board = Board(size, made, [WALL] * len(made))
    count = 0
    while count < n:
        base = Disc(rng.randrange(500, size[0] - 500), rng.randrange(500, size[1] - 500), 500)
        if board.stands(base) is None:
            board.put(f"f{count}", base, count)
            count += 1
    return board


def test_straight_when_free_and_round_a_wall():
    wall = Piece("w", "high-wall", rectangle(10000, 5000, 10500, 15000))
    board = Board((30000, 30000), [wall], [WALL])
    board.put("a", Disc(8000, 10000, 500))
    assert route(board, "a", (8000, 20000), 12000) == [(8000, 20000)]
    way = route(board, "a", (13000, 10000), 14000)
    assert way is not None
    assert walk(board, "a", way).free
    assert abs(length_of((8000, 10000), way) - 12750) < 250
    assert route(board, "a", (13000, 10000), 11000) is None
    assert route(board, "a", (10200, 10000), 20000) is None


def grid_way(board, id, goal, limit, step=500):
    """A way over a coarse grid: a bound from above."""
    start = board.base(id).at
    best, heap = {start: 0.0}, [(0.0, start)]
    while heap:
        done, p = heapq.heappop(heap)
        if done > best[p]:
            continue
        if math.dist(p, goal) <= step * 1.5:
            trial = board.copy()
            trial.move(id, Disc(*p, 500))
            if walk(trial, id, [goal]).free:
                return done + math.dist(p, goal)
        for dx in (-step, 0, step):
            for dy in (-step, 0, step):
                q = (p[0] + dx, p[1] + dy)
                if (dx or dy) and done + math.hypot(dx, dy) < min(best.get(q, 1e9), limit):
                    if not (500 <= q[0] <= 35500 and 500 <= q[1] <= 35500) or board.stands(Disc(*q, 500), [id]) is not None:
                        continue
                    best[q] = done + math.hypot(dx, dy)
                    heapq.heappush(heap, (best[q], q))
    return None


def test_routes_are_free_and_short():
    rng = random.Random(2)
    round_about = 0
    for _ in range(12):
        board = crowded(rng, 50, 6)
        start = board.base("f0").at
        for _ in range(30):
            goal = (rng.randrange(1000, 35000), rng.randrange(1000, 35000))
            if math.dist(start, goal) > 10000 or board.stands(Disc(*goal, 500), ["f0"]):
                continue
            way = route(board, "f0", goal, 20000)
            if way is not None:
                assert walk(board, "f0", way).free
                round_about += len(way) > 1
                other = grid_way(board, "f0", goal, 20000) if len(way) > 2 else None
                if other is not None:
                    assert length_of(start, way) <= 1.03 * other + 5
            else:
                assert grid_way(board, "f0", goal, 18000) is None
    assert round_about > 10


def plain_shortest_way(bodies, corner, n, me, i, nodes, limit, ways, *more):
    """What the kernel does, with a plain heap: the shortest way over the nodes, legs tested only when they are wanted."""
    *ground, legs, struck, came = more
    everybody = np.array([j for j in range(n) if bodies[j, ON] and ways[j] == STOPS and j != me], np.int64)
    came[:] = -2
    heap = [(math.dist(nodes[0], nodes[1]), 0.0, 0, -1)]
    while heap:
        _, done, at, start = heapq.heappop(heap)
        if came[at] != -2:
            continue
        if start >= 0 and not legs[start, at]:
            leg = (*nodes[start].tolist(), *nodes[at].tolist())
            hit = runs_into(bodies, corner, n, everybody, i, leg, *ground, struck)
            legs[start, at] = legs[at, start] = -1 if hit else 1
        if start >= 0 and legs[start, at] < 0:
            continue
        came[at] = start
        if at == 1:
            return True
        for j, p in enumerate(nodes):
            far = done + math.sqrt(((p - nodes[at]) ** 2).sum())
            left = math.sqrt(((p - nodes[1]) ** 2).sum())
            if far + left <= limit and came[j] == -2:
                heapq.heappush(heap, (far + left, far, j, at))
    return False


def test_the_search_takes_the_ways_of_a_plain_one(monkeypatch):
    rng = random.Random(3)
    asked = []
    for _ in range(4):
        board = crowded(rng, 60, 6)
        goals = [(rng.randrange(1000, 35000), rng.randrange(1000, 35000)) for _ in range(12)]
        asked += [(board, goal, limit) for goal in goals for limit in (15000, 40000)]
    found = [route(board, "f0", goal, limit) for board, goal, limit in asked]
    monkeypatch.setattr(routes, "shortest_way", plain_shortest_way)
    assert found == [route(board, "f0", goal, limit) for board, goal, limit in asked]
    assert sum(way is not None and len(way) > 2 for way in found) > 10
    assert None in found


def test_the_nearest_free_spot_is_tried_first():
    rng = random.Random(4)
    for _ in range(20):
        board, want, reach = crowded(rng, 60, 6), (rng.randrange(36000), rng.randrange(36000)), rng.choice((3000, 6000, 9000))
        places = [tuple(place) for place in spots._candidates(board, Disc(0, 0, 500), want, set(), reach).tolist()]
        assert places == sorted(places, key=lambda p: (centre2(p, want), p))
        assert centre2(places[-1], want) <= reach * reach
        rings = {step_to(want, 2250 * q, 250 * k) for k in range(1, reach // 250) for q in range(16)}
        assert rings <= set(places)


def test_passing_comrades():
    board = Board((30000, 30000))
    board.put("a", Disc(5000, 5000, 500), 1)
    board.put("b", Disc(8000, 5000, 500), 1)
    assert route(board, "a", (11000, 5000), 9000, Passage(frozenset([1]))) == [(11000, 5000)]
    assert len(route(board, "a", (11000, 5000), 9000)) > 1


def test_as_far_as_the_allowance():
    mud = Piece("m", "ford", rectangle(7000, 0, 20000, 30000))
    board = Board((30000, 30000), [mud], [Ground(3000)])
    board.put("a", Disc(5000, 5000, 500))
    part = as_far_as(board, "a", [(15000, 5000)], 6000)
    assert walk(board, "a", part).cost <= 6000
    assert abs(part[-1][0] - 8333) <= 1
    board.put("x", Disc(8400, 5000, 500), 2)
    assert as_far_as(board, "a", [(15000, 5000)], 6000, Passage(frozenset([2])))[-1][0] <= 7405
    assert cut_at((0, 0), [(0, 3000), (4000, 3000)], 5000) == [(0, 3000), (2000, 3000)]


def test_spot_is_free_and_nearest():
    rng = random.Random(5)
    for _ in range(12):
        board = crowded(rng, 45, 2)
        want = (rng.randrange(8000, 28000), rng.randrange(8000, 28000))
        got = spot(board, Disc(0, 0, 500), want)
        if got is None:
            continue
        assert board.stands(Disc(*got, 500)) is None
        far = math.dist(want, got)
        spots = [(want[0] + dx, want[1] + dy) for dx in range(-3000, 3001, 60) for dy in range(-3000, 3001, 60)]
        free = board.stand_many(Disc(0, 0, 500), spots)
        nearest = min((math.dist(want, p) for p, ok in zip(spots, free, strict=True) if ok), default=1e9)
        assert far <= nearest + 250


def test_no_room_anywhere():
    board = Board((2000, 2000))
    board.put("a", Disc(1000, 1000, 1000))
    assert spot(board, Disc(0, 0, 500), (1000, 1000)) is None
    assert spot(Board((9000, 9000)), Disc(0, 0, 500), (4000, 4000), keep=lambda p: False) is None
    assert spot(Board((9000, 9000)), Disc(0, 0, 500), (0, 0)) is not None


def test_slide_stops_at_the_last_free_step():
    board = Board((30000, 30000))
    board.put("a", Disc(5000, 5000, 500))
    board.put("b", Disc(9000, 5000, 500))
    got = slide(board, "a", 9000, 8000)
    assert got.clash == Clash("body", "b")
    assert got.length == 3005
    assert walk(board, "a", [got.to]).free
    assert slide(board, "a", 0, 8000) == (8000, (5000, 13000), None)
    assert slide(board, "a", 27000, 8000).to == (500, 5000)


def test_slide_passes_whom_it_may_pass_and_stops_where_the_way_is_blocked():
    """A comrade in the middle may be passed but not stood on; a wall of strangers behind him stops the way."""
    board = Board((30000, 30000))
    board.put("a", Disc(5000, 5000, 500), unit=1)
    board.put("friend", Disc(8000, 5000, 500), unit=2)
    board.put("stranger", Disc(14000, 5000, 500), unit=3)
    friends = Passage(frozenset([2]))
    got = slide(board, "a", 9000, 12000, friends)
    assert (got.clash, got.to) == (Clash("body", "stranger"), (13005, 5000))
    assert slide(board, "a", 9000, 3200, friends).to == (7005, 5000)  # the way is free, the end is not: back to where it stands
    assert slide(board, "a", 9000, 3200, friends).clash == Clash("body", "friend")
    assert slide(board, "a", 9000, 12000).to == (7005, 5000)


def test_fan_takes_the_first_full_way():
    board = Board((30000, 30000))
    board.put("a", Disc(15000, 5000, 500))
    board.put("b", Disc(15000, 9000, 500))
    got = fan(board, "a", 0, 8000)
    assert got.clash is None
    assert got.to[0] < 15000
    assert fan(board, "a", 0, 8000, first_left=False).to[0] > 15000
    boxed = Board((2000, 2000))
    boxed.put("a", Disc(1000, 600, 500))
    assert fan(boxed, "a", 0, 8000).length >= 900


def test_step_aside():
    board = Board((30000, 30000))
    hull = Box(10000, 5000, 0, 4000, 2000)
    board.put("v", hull, 1)
    board.put("a", Disc(10300, 10000, 500), 2)
    assert step_aside(board, "a", hull, (0, 10000)) == (11501, 10000)
    board.put("x", Disc(11500, 10000, 500), 3)
    assert step_aside(board, "a", hull, (0, 10000)) == (8499, 10000)


@pytest.mark.parametrize("seed", range(3))
def test_boxes_find_ways_too(seed):
    board = crowded(random.Random(seed), 25, 4)
    at = spot(board, Box(0, 0, 0, 2000, 1000), (18000, 18000))
    board.put("v", Box(*at, 0, 2000, 1000), 99)
    goal = spot(board, Disc(0, 0, 1200), (at[0] + 6000, at[1]))
    way = route(board, "v", goal, 15000)
    if way is not None:
        assert walk(board, "v", way).free


def test_places_beside_circles_touch_them_and_no_other():
    rng, crossed = random.Random(4), 0
    for _ in range(200):
        circles = np.array([(rng.randrange(6000), rng.randrange(6000), rng.randrange(500, 1500)) for _ in range(5)], np.int64)
        want, out = (rng.randrange(6000), rng.randrange(6000)), np.empty((25, 2), np.int64)
        found = out[: beside_circles(circles, *want, out)].tolist()
        off = [[math.dist(p, (x, y)) - r for x, y, r in circles.tolist()] for p in found]
        assert all(min(abs(far) for far in each) < 5 for each in off)
        pairs = [(a, b) for k, a in enumerate(circles.tolist()) for b in circles.tolist()[:k] if _cross(a, b)]
        assert len(found) == 5 + 2 * len(pairs)
        crossed += len(pairs)
        for (ax, ay, ar), (bx, by, br) in pairs:  # somewhere just outside both, on either side of the line between them
            there = [p for p in found if abs(math.dist(p, (ax, ay)) - ar) < 8 and abs(math.dist(p, (bx, by)) - br) < 8]
            assert len(there) >= 2
    assert crossed > 500
    one = np.array([(1000, 1000, 500)], np.int64)
    out = np.empty((1, 2), np.int64)
    assert (beside_circles(one, 1000, 1000, out), out.tolist()) == (1, [[1501, 1000]])
    assert (beside_circles(one, 1000, 3000, out), out.tolist()) == (1, [[1000, 1501]])


def _cross(one, two):
    """Do two circles meet in two points?"""
    (ax, ay, ar), (bx, by, br) = one, two
    return abs(ar - br) <= math.dist((ax, ay), (bx, by)) <= ar + br and (ax, ay) != (bx, by)
