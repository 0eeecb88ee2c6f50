"""Steps along a straight leg, one for each thousandth; those on which something convex is touched are one interval."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, floor

from ..facing import Point
from .bases import ceil_root, centre2

Test = Callable[[int], bool]


def steps(a: Point, b: Point) -> int:
    """How many steps a leg has."""
    return ceil_root(centre2(a, b))


def at_step(a: Point, b: Point, k: int, n: int) -> Point:
    """The place after k of n steps."""
    if n == 0:
        return a
    twice = 2 * n  # half up, as `rounded` does
    return a[0] + (2 * (b[0] - a[0]) * k + n) // twice, a[1] + (2 * (b[1] - a[1]) * k + n) // twice


def in_box(a: Point, b: Point, n: int, box: tuple[int, int, int, int]) -> tuple[int, int] | None:
    """First and last step that may lie in a box (west, south, east, north); None if surely none does. Never too few."""
    low, high = 0.0, 1.0
    for axis in (0, 1):
        here, run = a[axis], b[axis] - a[axis]
        least, most = box[axis] - 1, box[axis + 2] + 1  # a step is rounded to the grid
        if run == 0:
            if not least <= here <= most:
                return None
            continue
        one, two = (least - here) / run, (most - here) / run
        low, high = max(low, min(one, two)), min(high, max(one, two))
    return (max(0, floor(low * n) - 1), min(n, ceil(high * n) + 1)) if low <= high else None


def touching(test: Test, n: int, distance: Callable[[int], float]) -> tuple[int, int] | None:
    """First and last step that pass a test which holds on one interval; a convex distance proposes where to look."""
    lo, hi = 0, n
    while hi - lo > 4:
        one, two = lo + (hi - lo) // 3, hi - (hi - lo) // 3
        if distance(one) <= distance(two):
            hi = two
        else:
            lo = one
    near = range(max(0, lo - 2), min(n, hi + 2) + 1)
    seed = next((k for k in sorted(near, key=distance) if test(k)), None)
    if seed is None:
        return None
    return first(test, seed), n - first(lambda k: test(n - k), n - seed)


def first(test: Test, good: int) -> int:
    """The first step from which a test holds without a break up to a good one."""
    bad = -1
    while good - bad > 1:
        m = (good + bad) // 2
        if test(m):
            good = m
        else:
            bad = m
    return good
