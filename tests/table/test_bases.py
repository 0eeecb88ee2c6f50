"""Bases: exact distances against shapely, fractions and each other."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point as ShapelyPoint
from shapely.geometry import Polygon

from littlewars.table.board.board import Board
from littlewars.table.constants import HAIR, TOUCH
from littlewars.table.facing import in_arc
from littlewars.table.kernels.measure import point_segment, wide_less
from littlewars.table.shapes.bases import (
    Box,
    Disc,
    apart2,
    bound,
    ceil_root,
    centre2,
    corners,
    gap,
    gap_point,
    gap_poly,
    gap_polys,
    in_zone,
    lying,
    middle,
    moved,
    nearest_point,
    on_table,
    overlaps,
    quadrants,
    rectangle,
    segment2,
    skeleton,
    touches,
)
from littlewars.table.terrain.pieces import ring

coarse = st.integers(0, 12).map(lambda v: v * 500)
discs = st.builds(Disc, coarse, coarse, st.sampled_from([500, 1000, 1500]))
angles = st.sampled_from([0, 2250, 4500, 9000, 1234, 31415])
boxes = st.builds(Box, coarse, coarse, angles, st.sampled_from([2000, 4000]), st.sampled_from([1000, 2000]))
bases = discs | boxes


def shape(base):
    return ShapelyPoint(base.at).buffer(base.r, quad_segs=64) if isinstance(base, Disc) else Polygon(corners(base))


@settings(max_examples=400, deadline=None)
@given(boxes, boxes | st.builds(lambda x, y: ring((x, y), 1500, 5), coarse, coarse))
def test_the_distance_of_a_hull_from_an_outline_is_exact(a, b):
    outline = corners(b) if isinstance(b, Box) else b
    num, den = apart2(corners(a), outline)
    exact = gap_poly(a, outline)
    assert exact * exact * den >= num
    assert exact == 0 or (exact - 1) ** 2 * den < num


@settings(max_examples=400, deadline=None)
@given(bases, bases)
def test_gap_and_overlap_against_shapely_and_the_kernel(a, b):
    true = shape(a).distance(shape(b))
    assert abs(gap(a, b) - true) <= 1.5
    assert gap(a, b) == gap(b, a)
    assert overlaps(a, b) == overlaps(b, a)
    if gap(a, b) > 0:
        assert not overlaps(a, b)
    board = Board((90000, 90000))
    board.put("a", a)
    board.put("b", b)
    assert board.gap("a", "b") == board.gap("b", "a") == gap(a, b)
    assert (board.stands(moved(a, (a.x + 30000, a.y + 30000))) is None) is True
    shifted = [moved(s, (s.x + 30000, s.y + 30000)) for s in (a, b)]
    board.put("b", shifted[1])
    assert (board.stands(shifted[0], ["a"]) is not None) == overlaps(a, b)


@given(bases, bases, st.integers(0, 9000))
def test_within_is_gap_not_above(a, b, reach):
    (p, r), (q, s) = skeleton(a), skeleton(b)
    number, by = apart2(p, q)
    assert (gap(a, b) <= reach) == (number <= (reach + r + s) ** 2 * by)


@given(bases, bases, st.sampled_from([9000, 18000, 27000]))
def test_gap_obeys_quarter_turns_and_shifts(a, b, turn):
    def turn_base(base):
        x, y = {9000: (base.y, -base.x), 18000: (-base.x, -base.y), 27000: (-base.y, base.x)}[turn]
        return moved(base, (x, y), (base.facing + turn) % 36000 if isinstance(base, Box) else None)

    assert abs(gap(turn_base(a), turn_base(b)) - gap(a, b)) <= (0 if isinstance(a, Disc) and isinstance(b, Disc) else 1)
    assert gap(moved(a, (a.x + 7, a.y - 3)), moved(b, (b.x + 7, b.y - 3))) == gap(a, b)


@pytest.mark.parametrize("off", [-TOUCH, -HAIR - 1, -HAIR, -1, 0, 1, HAIR, TOUCH, TOUCH + 1])
@pytest.mark.parametrize("other", [Disc(0, 0, 500), Box(0, 0, 0, 2000, 1000)])
def test_around_touching(off, other):
    a = Disc(1000 + off, 0, 500)
    assert gap(a, other) == max(0, off)
    assert touches(a, other) == (off <= TOUCH)
    assert overlaps(a, other) == (off < -HAIR)


@pytest.mark.parametrize("off", [-HAIR - 1, -HAIR, 0, 1])
def test_boxes_side_by_side(off):
    a, b = Box(0, 0, 0, 2000, 1000), Box(1000 + off, 300, 0, 2000, 1000)
    assert overlaps(a, b) == (off < -HAIR)
    assert gap(a, b) == max(0, off)


def test_equal_centres_and_one_in_the_other():
    assert gap(Disc(0, 0, 500), Disc(0, 0, 500)) == 0
    assert overlaps(Disc(0, 0, 500), Box(0, 0, 4500, 4000, 3000))
    assert overlaps(Box(0, 0, 0, 500, 500), Box(0, 0, 4500, 4000, 3000))
    assert gap(Box(0, 0, 0, 500, 500), Box(0, 0, 4500, 4000, 3000)) == 0


def test_distances_beyond_64_bits():
    rng = random.Random(1)
    for k in range(30000):
        p = [rng.randrange(-60000, 240000) for _ in range(6)]
        if k % 3 == 0:
            p[4], p[5] = p[2] + rng.randrange(-3000, 3000), p[3] + rng.randrange(-3000, 3000)
        n, d = segment2((p[0], p[1]), (p[2], p[3]), (p[4], p[5]))
        g = point_segment(*p)
        assert Fraction(n, d) <= g * g
        assert g == 0 or Fraction(n, d) > (g - 1) ** 2
        a, b, c, e = (rng.randrange(1 << rng.randrange(1, 42)) for _ in range(4))
        assert wide_less(a, b, c, e) == (a * b < c * e)
    assert not wide_less(1 << 41, 1 << 41, 1 << 41, 1 << 41)


@given(bases, st.tuples(coarse, coarse))
def test_nearest_point_is_on_the_base_and_nearest(base, p):
    q = nearest_point(base, p)
    assert gap_point(base, q) <= 1
    assert abs(centre2(p, q) ** 0.5 - shape(base).distance(ShapelyPoint(p))) < 2.5


@pytest.mark.rule("oversoul.facing.boundaries")
def test_melee_arc_long_hull():
    trooper, hull = Disc(10000, 10000, 500), Box(12000, 12400, 0, 5000, 3000)
    assert touches(trooper, hull)
    assert in_arc(trooper.at, 9000, 4500, nearest_point(hull, trooper.at))
    assert not in_arc(trooper.at, 9000, 4500, hull.at)


def test_table_edge():
    size = (48000, 48000)
    assert on_table(Disc(500, 500, 500), size)
    assert on_table(Disc(47500, 47500, 500), size)
    assert not on_table(Disc(499, 500, 500), size)
    assert on_table(Box(500, 1000, 0, 2000, 1000), size)
    assert not on_table(Box(499, 1000, 0, 2000, 1000), size)


def test_zones():
    strip = rectangle(0, 0, 48000, 12000)
    assert in_zone(Disc(5000, 11500, 500), strip)
    assert not in_zone(Disc(5000, 11501, 500), strip)
    assert in_zone(Disc(5000, 12000, 500), strip, "centre")
    assert not in_zone(Disc(5000, 12001, 500), strip, "centre")
    assert in_zone(Disc(5000, 12500, 500), strip, "any")
    assert not in_zone(Disc(5000, 12501, 500), strip, "any")
    ell = ((0, 0), (9000, 0), (9000, 3000), (3000, 3000), (3000, 9000), (0, 9000))
    assert in_zone(Disc(1500, 1500, 1500), ell)
    assert not in_zone(Disc(2900, 2900, 500), ell)
    assert in_zone(Box(5000, 1500, 9000, 6000, 2000), ell)
    assert not in_zone(Box(4000, 3500, 4500, 8000, 1000), ell)


def test_polygons_are_as_far_apart_as_exact_fractions_say():
    a = rectangle(0, 0, 1000, 1000)
    assert gap_polys(a, rectangle(7000, 0, 8000, 1000)) == 6000
    assert gap_polys(a, rectangle(7001, 0, 8000, 1000)) == 6001
    assert gap_polys(a, a) == gap_polys(a, rectangle(200, 200, 300, 300)) == 0
    assert gap_poly(Disc(2000, 500, 500), a) == 500


@given(boxes, boxes)
def test_the_gap_of_two_boxes_is_that_of_their_outlines(a, b):
    number, by = apart2(corners(a), corners(b))
    assert gap_polys(corners(a), corners(b)) == ceil_root(-(-number // by))


def test_small_ones():
    assert middle([(0, 0), (1, 0)]) == (1, 0)
    assert quadrants(Box(0, 0, 0, 4000, 4000), Disc(0, 2500, 500)) == {"front"}
    assert quadrants(Box(0, 0, 0, 4000, 4000), Disc(2400, 2400, 500)) == {"front", "right"}
    assert lying(Disc(0, 0, 500), 0) == Box(0, 1000, 0, 2000, 1000)
    assert bound(Box(0, 0, 0, 6000, 8000)) == 5000
