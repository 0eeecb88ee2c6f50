"""Upright boxes and circles round things: the quick look before an exact one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..facing import Point
from .bases import Base, bound, centre2

Bounds = tuple[int, int, int, int]  # west, south, east, north
MOST_PAIRS = 100_000  # that are looked at: so many only in a heap


def around(points: Sequence[Point], r: int = 0) -> Bounds:
    """The box that holds discs of a radius at all these places."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def joined(a: Bounds, b: Bounds) -> Bounds:
    """The box that holds both."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def boxes_meet(a: Bounds, b: Bounds) -> bool:
    """Do they overlap? Touching is not enough."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def boxes_apart2(a: Bounds, b: Bounds) -> int:
    """Squared distance of two boxes; 0 where they meet."""
    x, y = max(0, a[0] - b[2], b[0] - a[2]), max(0, a[1] - b[3], b[1] - a[3])
    return x * x + y * y


def close_pairs(bases: Sequence[Base]) -> list[tuple[int, int]]:
    """Pairs whose circles meet, in order: from west to east each is held against those that begin before it ends."""
    places, reaches = [base.at for base in bases], [bound(base) for base in bases]
    found: list[tuple[int, int]] = []
    widest = max(reaches, default=0)
    row = sorted(range(len(places)), key=lambda one: places[one])
    for k, one in enumerate(row):
        x, reach = places[one][0], reaches[one]
        for other in islice(row, k + 1, None):
            if places[other][0] - x >= reach + widest:
                break
            if centre2(places[one], places[other]) < (reach + reaches[other]) ** 2:
                found.append((min(one, other), max(one, other)))
                if len(found) >= MOST_PAIRS:
                    return sorted(found)
    return sorted(found)
