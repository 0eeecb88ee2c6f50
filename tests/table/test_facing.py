"""Facings, arcs and sides, with the books' borders."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from littlewars.table.facing import (
    angle_between,
    cross,
    facing_to,
    heads_meet,
    in_arc,
    side_hit,
    step_to,
    turn_towards,
    turned,
    vector,
)

facings = st.integers(0, 35999)
points = st.tuples(st.integers(-9, 9), st.integers(-9, 9))


def test_table_of_vectors_is_exact_where_it_can_be():
    for k in range(36000):
        x, y = vector(k)
        assert vector(k + 9000) == (y, -x)
        assert vector(-k) == (-x, y)
        assert cross(vector(k + 1), (x, y)) > 0
        assert abs(math.hypot(x, y) / 65536 - 1) < 1.2e-5
    assert vector(4500)[0] == vector(4500)[1]


def test_table_is_the_rounded_sine():
    assert all(abs(vector(k)[0] - math.sin(math.radians(k / 100)) * 65536) < 0.51 for k in range(0, 36000, 7) if k % 4500)


@given(facings, points, st.sampled_from([2250, 4500, 9000, 13500]))
def test_arc_agrees_with_the_angle_off_the_border(facing, d, half):
    if d == (0, 0):
        assert in_arc((0, 0), facing, half, d)
        return
    off = abs((math.degrees(math.atan2(d[0], d[1])) * 100 - facing + 18000) % 36000 - 18000)
    if abs(off - half) > 1:
        assert in_arc((0, 0), facing, half, d) == (off < half)


@pytest.mark.parametrize(("half", "aim"), [(4500, (5, 5)), (4500, (-5, 5)), (9000, (5, 0)), (9000, (-5, 0)), (13500, (5, -5))])
def test_borders_belong_to_the_arc(half, aim):
    assert in_arc((0, 0), 0, half, aim)


@given(points)
def test_four_quadrants_cover_the_circle_and_share_their_borders(d):
    inside = [in_arc((0, 0), f, 4500, d) for f in (0, 9000, 18000, 27000)]
    assert sum(inside) == (4 if d == (0, 0) else 2 if abs(d[0]) == abs(d[1]) else 1)


def at_bearing(degrees):
    return step_to((0, 0), degrees * 100, 100_000)


@pytest.mark.rule("oversoul.facing.boundaries", "oversoul.facing.vehicle")
@pytest.mark.parametrize(
    ("bearing", "side"),
    [(0, "front"), (45, "front"), (46, "right"), (90, "right"), (134, "right"), (135, "rear"), (180, "rear"), (270, "left")],
)  # fmt: skip
def test_side_hit(bearing, side):
    assert side_hit((0, 0), 0, at_bearing(bearing)) == side


@pytest.mark.rule("oversoul.facing.loose-trooper")
def test_two_sides():
    assert [side_hit((0, 0), 0, at_bearing(b), 2) for b in (0, 90, 91)] == ["front", "front", "rear"]


@pytest.mark.rule("oversoul.attr.sponson", "oversoul.attr.turret", "oversoul.facing.vehicle-weapon-mount")
def test_sponson_arc():
    at = {b: at_bearing(b) for b in (0, 1, 225, 270, 315, 180, 90)}
    plain = {b: in_arc((0, 0), 27000, 4500, p) for b, p in at.items()}
    sponson = {b: in_arc((0, 0), 27000, 9000, p) for b, p in at.items()}
    assert plain == {0: False, 1: False, 225: True, 270: True, 315: True, 180: False, 90: False}
    assert sponson == {0: True, 1: False, 225: True, 270: True, 315: True, 180: True, 90: False}
    assert all(in_arc((0, 0), 27000, 18000, p) for p in at.values())


@given(facings, st.integers(1000, 90000))
def test_facing_to_is_never_past_the_direction(facing, length):
    there = step_to((0, 0), facing, length)
    found = facing_to((0, 0), there)
    assert cross(vector(found), there) <= 0 < cross(vector(found + 1), there)


@given(facings, st.integers(-5000, 5000), st.integers(-5000, 5000))
def test_turning_there_and_back(angle, x, y):
    there = turned((x, y), (100, 100), angle)
    back = turned(there, (100, 100), -angle)
    assert abs(back[0] - x) <= 1
    assert abs(back[1] - y) <= 1
    assert turned((x, y), (0, 0), 9000) == (y, -x)


def test_small_ones():
    assert angle_between(35000, 1000) == 2000
    assert turn_towards(0, 9000, 4500) == 4500
    assert turn_towards(1000, 34000, 4500) == 34000
    assert heads_meet(0, 18000)
    assert heads_meet(0, 13500)
    assert not heads_meet(0, 13000)
