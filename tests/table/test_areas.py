"""Templates, cones, drift and hulls."""

import math
import random

import pytest
from shapely.geometry import MultiPoint, Polygon
from shapely.geometry import Point as ShapelyPoint
from shapely.ops import unary_union

from littlewars.table.board.areas import (
    Circle,
    disc_before,
    edge_point,
    flame,
    fringe,
    inside_way,
    under,
    under_cone,
)
from littlewars.table.board.board import Board, Clash
from littlewars.table.board.hulls import NOWHERE, convex, crosses_hull, hull, in_hull, intermingled, outline, overlap, shared
from littlewars.table.constants import SOLID
from littlewars.table.facing import in_arc, step_to
from littlewars.table.moving.scatter import aside, deviate, directions, fan, first_hit, of_shot
from littlewars.table.shapes.bases import Box, Disc, apart2, ceil_root, corners, gap_point, gap_poly, rectangle
from littlewars.table.shapes.legs import at_step, steps
from littlewars.table.sight.watch import enters_arc
from littlewars.table.terrain.pieces import Ground, Piece, ring
from littlewars.table.zones import TOWARDS, strip


@pytest.mark.rule("oversoul.template.coverage")
def test_under_a_template():
    blast = Circle((10000, 10000), 2000)
    assert under(Disc(12000, 10000, 500), blast)
    assert not under(Disc(12001, 10000, 500), blast)
    assert under(Disc(12500, 10000, 500), blast, touch=True)
    assert under(Box(13000, 10000, 0, 4000, 2000), blast, touch=True)
    assert not under(Box(13001, 10000, 0, 4000, 2000), blast, touch=True)


@pytest.mark.rule("oversoul.template.sizes")
def test_flame():
    tongue = flame(Disc(10000, 10000, 500), 0)
    assert tongue == ((10000, 10500), (11250, 18500), (8750, 18500))
    assert under(Disc(10000, 18500, 500), tongue)
    assert not under(Disc(10000, 18501, 500), tongue)
    hull_flame = flame(Box(10000, 10000, 9000, 4000, 2000), 9000)
    assert hull_flame[0] == (12000, 10000)
    assert edge_point(Box(10000, 10000, 0, 4000, 2000), 9000) == (11000, 10000)


@pytest.mark.rule("oversoul.template.flame-and-melee")
def test_melee_disc_touches_the_base():
    assert disc_before(Disc(10000, 10000, 500), 0, 1000) == Circle((10000, 11500), 1000)
    for facing in range(0, 36000, 1000):
        circle = disc_before(Box(10000, 10000, 1234, 4000, 2000), facing, 1000)
        assert 0 <= gap_point(Box(10000, 10000, 1234, 4000, 2000), circle.at) - 1000 <= 2


def test_cone_against_shapely():
    rng = random.Random(1)
    for _ in range(300):
        at = (40000 + rng.randrange(-9000, 9000), 40000 + rng.randrange(-9000, 9000))
        base = Disc(*at, 500) if rng.random() < 0.6 else Box(*at, rng.randrange(36000), 4000, 2000)
        facing = rng.randrange(36000)
        far = [step_to((40000, 40000), facing + turn, 60000) for turn in (2250, 0, -2250)]
        wedge = Polygon([(40000, 40000), *far])
        shape = ShapelyPoint(at).buffer(500, quad_segs=64) if isinstance(base, Disc) else Polygon(corners(base))
        away = wedge.distance(shape)
        deep = wedge.intersection(shape).area
        if away > 2 or deep > 3000:
            assert under_cone(base, (40000, 40000), facing, 2250, 30000) == (away == 0)
    assert not under_cone(Disc(40000, 45000, 500), (40000, 40000), 0, 2250, 4999)


def test_zones_and_fringes():
    area = rectangle(9000, 10000, 11000, 14000)
    assert fringe((10000, 0), area) == ((9000, 10000), (10000, 0), (11000, 10000), (11000, 14000), (9000, 14000))
    assert strip((48000, 36000), 1, 12000) == rectangle(0, 24000, 48000, 36000)


def test_way_inside_an_area():
    area = rectangle(5000, -2000, 9000, 2000)
    assert inside_way([(0, 0), (20000, 0)], 500, area) == [(4500, 9500)]
    assert inside_way([(6000, 0), (20000, 0)], 500, area) == [(0, 3500)]
    assert inside_way([(0, 0), (0, 9000)], 500, area) == []
    there_and_back = inside_way([(0, 0), (6000, 0), (0, 0)], 500, area)
    assert there_and_back == [(4500, 7500)]
    rng = random.Random(2)
    for _ in range(25):
        a, b = ((rng.randrange(-3000, 15000), rng.randrange(-5000, 5000)) for _ in range(2))
        n = max(1, round(math.dist(a, b)))
        steps = [
            k
            for k in range(n + 1)
            if gap_poly(Disc(round(a[0] + (b[0] - a[0]) * k / n), round(a[1] + (b[1] - a[1]) * k / n), 500), area) == 0
        ]
        found = inside_way([a, b], 500, area)
        assert bool(found) == bool(steps) or len(steps) < 4
        if found and steps:
            assert abs(found[0][0] - steps[0]) <= 1
            assert abs(found[0][1] - steps[-1]) <= 1


@pytest.mark.rule("oversoul.artillery.deviation-direction-linear", "oversoul.artillery.deviation-direction-arcing")
def test_drift():
    assert aside((0, 0), (0, 10000), 2000, right=True) == (2000, 10000)
    assert aside((0, 0), (0, 10000), 2000, right=False) == (-2000, 10000)
    assert [deviate((9000, 9000), TOWARDS[k], 2000) for k in (3, 1, 4, 2)] == [
        (9000, 7000),
        (9000, 11000),
        (7000, 9000),
        (11000, 9000),
    ]
    assert directions(6) == [0, 6000, 12000, 18000, 24000, 30000]
    assert directions(4, 4500) == [4500, 13500, 22500, 31500]
    assert of_shot((0, 0), (5000, 0), 6, 1) == 15000
    for facing in range(0, 36000, 777):
        there = deviate((20000, 20000), facing, 6000)
        back = deviate(there, facing + 18000, 6000)
        assert max(abs(back[0] - 20000), abs(back[1] - 20000)) <= 1


def test_first_thing_on_the_way():
    wall = Piece("wall", "high-wall", rectangle(10000, 0, 10500, 9000), 4000, solid=True)
    board = Board((40000, 40000), [wall], [Ground(0, 2, SOLID)])
    board.put("a", Disc(7000, 5000, 500))
    board.put("v", Box(5000, 5000, 0, 1000, 1000))
    hit = first_hit(board, (1000, 5000), (20000, 5000))
    assert (hit.what, hit.stop) == (Clash("body", "v"), (4500, 5000))
    assert first_hit(board, (1000, 5000), (20000, 5000), skip=["v"]).what == Clash("body", "a")
    assert first_hit(board, (7000, 5000), (20000, 5000)) == (Clash("piece", "wall"), (10000, 5000), 3000)
    assert first_hit(board, (7000, 5000), (20000, 5000), foot=4000) is None
    assert first_hit(board, (5000, 5000), (6000, 5000)) is None
    assert first_hit(board, (1000, 5000), (20000, 5000), bodies=False).what == Clash("piece", "wall")
    soft = Board((40000, 40000), [wall], [Ground(0, 2)])  # solid is what the rulebook calls so
    assert first_hit(soft, (7000, 5000), (20000, 5000)) is None


def test_a_fan_is_a_first_hit_in_every_direction():
    wall = Piece("wall", "high-wall", rectangle(10000, 0, 10500, 9000), 4000, solid=True)
    board = Board((40000, 40000), [wall], [Ground(0, 2, SOLID)])
    board.put("a", Disc(7000, 8000, 500))
    board.put("b", Disc(3000, 5000, 500))
    board.put("far", Disc(30000, 5000, 500))
    at, reach = (6000, 5000), 10_000
    alone = [first_hit(board, at, deviate(at, facing, reach), skip=["b"]) for facing in directions(360)]
    assert fan(board, at, reach, skip=["b"]) == alone
    assert {hit.what.id for hit in alone if hit} == {"wall", "a"}


def test_hulls_against_shapely():
    rng = random.Random(3)
    for _ in range(60):
        units = [
            [Disc(rng.randrange(20000), rng.randrange(20000), rng.choice([500, 1500])) for _ in range(rng.randrange(1, 8))]
            for _ in range(2)
        ]
        shapes = [unary_union([ShapelyPoint(d.at).buffer(d.r, quad_segs=64) for d in unit]).convex_hull for unit in units]
        a, b = (hull(unit) for unit in units)
        assert shapes[0].hausdorff_distance(Polygon(a)) < 3.5
        assert abs(overlap(a, b) - Polygon(a).intersection(Polygon(b)).area) < 2
        assert overlap(a, b) == overlap(b, a) or abs(overlap(a, b) - overlap(b, a)) <= 1
        assert [tuple(p) for p in outline(units[0]).tolist()] == list(a)
        bigger = hull([*units[0], Disc(10000, 10000, 500)])
        assert Polygon(bigger).area >= Polygon(a).area - 1
    points = [(rng.randrange(9), rng.randrange(9)) for _ in range(30)]
    assert Polygon(convex(points)).equals(MultiPoint(points).convex_hull)


def test_touching_hulls_share_nothing():
    low, high = [Disc(0, 0, 500), Disc(3000, 0, 500)], [Disc(0, 1000, 500), Disc(3000, 1000, 500)]
    a = hull(low)
    assert overlap(a, hull(high)) == 0
    assert not intermingled(outline(low), outline(high))
    assert intermingled(outline(low), outline([Disc(1500, 0, 500), Disc(1500, 4000, 500)]))
    assert not intermingled(NOWHERE, outline(low))
    for shift in (100, 700):  # a narrow strip is a strip, on whichever side
        for dx, dy in ((0, 1000 - shift), (0, shift - 1000), (4000 - shift, 0), (shift - 4000, 0)):
            assert shared(outline(low), outline([Disc(d.x + dx, d.y + dy, d.r) for d in low])) > 0
    assert in_hull(a, [(1500, 500), (1500, 501)]) == [True, False]
    assert crosses_hull((1500, -5000), (1500, 5000), a)
    assert not crosses_hull((-5000, 500), (5000, 500), a)
    assert hull([Box(0, 0, 0, 2000, 1000)]) == convex(corners(Box(0, 0, 0, 2000, 1000)))
    assert overlap(convex([(0, 0), (5, 5)]), a) == 0


def test_a_way_through_an_area_and_the_distance_to_it_by_kernel_and_exactly():
    rng = random.Random(5)
    for _ in range(150):
        area = ring((rng.randrange(9000), rng.randrange(9000)), rng.randrange(500, 3000), rng.randrange(3, 9))
        a, b, r = (rng.randrange(9000), rng.randrange(9000)), (rng.randrange(9000), rng.randrange(9000)), rng.randrange(900)
        n, d = apart2((a,), area)
        assert gap_poly(Disc(*a, r), area) == max(0, ceil_root(-(-n // d)) - r)
        whole, spans = steps(a, b), inside_way([a, b], r, area)
        inside = [k for k in range(0, whole + 1, 7) if gap_poly(Disc(*at_step(a, b, k, whole), r), area) == 0]
        if inside:
            ((first, last),) = spans
            assert first <= inside[0]
            assert last >= inside[-1]
            assert all(first - 3 <= k <= last + 3 for k in inside)


def test_a_leg_that_surely_stays_out_of_an_arc():
    rng = random.Random(6)
    out = 0
    for _ in range(400):
        at, a, b = ((rng.randrange(9000), rng.randrange(9000)) for _ in range(3))
        face = rng.randrange(36000)
        if not enters_arc(at, face, 4500, a, b):
            out += 1
            whole = steps(a, b)
            assert not any(in_arc(at, face, 4500, at_step(a, b, k, whole)) for k in range(0, whole + 1, 50))
    assert out > 100
