"""Hulls: the outline of a whole unit, whether two of them overlap, and what lies in or behind them."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from .bases import Base, Box, Disc, Poly, corners, holds
from .constants import SLIVER
from .facing import Point
from .sight_exact import inside_spans
from .terrain import ring


def convex(points: Sequence[Point]) -> Poly:
    """Convex hull, counter-clockwise, no collinear vertex; fewer than three points stay as they are."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return tuple(ordered)
    lower, upper = _chain(ordered), _chain(ordered[::-1])
    return tuple(lower[:-1] + upper[:-1])


def _chain(points: Sequence[Point]) -> list[Point]:
    """One half of the hull."""
    chain: list[Point] = []
    for p in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def _turn(a: Point, b: Point, c: Point) -> int:
    """Positive for a left turn."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def hull(bases: Sequence[Base]) -> Poly:
    """The hull of bases; discs as 64-gons on the grid (never larger than the true hull, at most 2 units smaller)."""
    points: list[Point] = []
    radii = {b.r for b in bases if isinstance(b, Disc)}
    for r in sorted(radii):
        centres = [b.at for b in bases if isinstance(b, Disc) and b.r == r]
        for c in convex(centres):
            points += ring(c, r)
    for b in bases:
        if isinstance(b, Box):
            points += corners(b)
    return convex(points)


def overlap(a: Poly, b: Poly) -> int:
    """Area that two convex hulls share, in square units; touching shares nothing."""
    if len(a) < 3 or len(b) < 3:
        return 0
    shared: list[tuple[float, float]] = [(float(x), float(y)) for x, y in a]
    for p, q in zip(b, (*b[1:], b[0]), strict=True):
        shared = _cut_by(shared, p, q)
        if not shared:
            return 0
    area = sum(u[0] * v[1] - u[1] * v[0] for u, v in zip(shared, [*shared[1:], shared[0]], strict=True)) / 2
    return max(0, floor(area + 0.5))


def _cut_by(shape: list[tuple[float, float]], p: Point, q: Point) -> list[tuple[float, float]]:
    """The part of a convex shape to the left of a line."""
    kept = []
    for u, v in zip([shape[-1], *shape[:-1]], shape, strict=True):
        su = (q[0] - p[0]) * (u[1] - p[1]) - (q[1] - p[1]) * (u[0] - p[0])
        sv = (q[0] - p[0]) * (v[1] - p[1]) - (q[1] - p[1]) * (v[0] - p[0])
        if (su < 0) != (sv < 0):
            t = su / (su - sv)
            kept.append((u[0] + t * (v[0] - u[0]), u[1] + t * (v[1] - u[1])))
        if sv >= 0:
            kept.append(v)
    return kept


def intermingled(a: Poly, b: Poly) -> bool:
    """Do two hulls overlap by more than a sliver?"""
    return overlap(a, b) > SLIVER


def in_hull(h: Poly, points: Sequence[Point]) -> list[bool]:
    """Which points lie in or on a hull."""
    if len(h) < 3:
        return [p in h for p in points]
    return [holds(h, p) >= 0 for p in points]


def crosses_hull(a: Point, b: Point, h: Poly) -> bool:
    """Does a line run through the open hull?"""
    return len(h) > 2 and bool(inside_spans(a, b, h))
