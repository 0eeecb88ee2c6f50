"""Upright boxes round things: the quick look before an exact one."""

from __future__ import annotations

from collections.abc import Sequence

from ..facing import Point

Bounds = tuple[int, int, int, int]  # west, south, east, north


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
