"""Hulls: the outline of a whole unit, whether two of them overlap, and what lies in or behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, floor, tau

import numpy as np

from .bases import Base, Box, Disc, Poly, corners, holds
from .constants import SLIVER
from .facing import Point
from .kernel import Floats
from .kernel_hull import shared_area
from .sight_exact import inside_spans
from .terrain import ring

_Edge = tuple[float, int, int]


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
        points += _swept(convex(centres), r)
    for b in bases:
        if isinstance(b, Box):
            points += corners(b)
    return _canonical(points) if len(radii) == 1 and all(isinstance(b, Disc) for b in bases) else convex(points)


def _canonical(points: list[Point]) -> Poly:
    """A convex outline as `convex` gives it: from the westernmost vertex, none on a straight line."""
    n = len(points)
    kept = [p for k, p in enumerate(points) if _turn(points[k - 1], p, points[(k + 1) % n]) > 0]
    first = kept.index(min(kept))
    return tuple(kept[first:] + kept[:first])


@lru_cache(maxsize=64)
def _round(r: int) -> tuple[Point, list[_Edge]]:
    """A disc about the origin, as the hull of its 64-gon: its lowest vertex and its edges by direction."""
    disc = convex(ring((0, 0), r))
    return _lowest(disc), sorted(_edges(disc))


def _lowest(poly: Poly) -> Point:
    """Of several the leftmost: from here the first edge runs east or rises."""
    return min(poly, key=lambda p: (p[1], p[0]))


def _edges(poly: Poly) -> list[_Edge]:
    """Edges with their directions, counted from east all round."""
    found = []
    for p, q in zip(poly, (*poly[1:], poly[0]), strict=True):
        dx, dy = q[0] - p[0], q[1] - p[1]
        found.append((atan2(dy, dx) % tau, dx, dy))
    return found


def _swept(path: Poly, r: int) -> list[Point]:
    """The sum of a convex polygon and a disc: what the disc covers as it goes everywhere in it. Edges merge by direction."""
    (x, y), edges = _round(r)
    if len(path) > 1:
        edges = sorted([*edges, *_edges(path)])
        low = _lowest(path)
        x, y = x + low[0], y + low[1]
    else:
        x, y = x + path[0][0], y + path[0][1]
    found = []
    for _, dx, dy in edges:
        found.append((x, y))
        x, y = x + dx, y + dy
    return found


def _apart(a: Poly, b: Poly) -> bool:
    """Do the boxes round two shapes stay clear of each other?"""
    xs, ys, us, vs = [p[0] for p in a], [p[1] for p in a], [p[0] for p in b], [p[1] for p in b]
    return max(xs) <= min(us) or max(us) <= min(xs) or max(ys) <= min(vs) or max(vs) <= min(ys)


def overlap(a: Poly, b: Poly) -> int:
    """Area that two convex hulls share, in square units; touching shares nothing."""
    if len(a) < 3 or len(b) < 3 or _apart(a, b):
        return 0
    return max(0, floor(shared_area(_array(a), _array(b)) + 0.5))


@lru_cache(maxsize=4096)
def _array(outline: Poly) -> Floats:
    return np.array(outline, np.float64)


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
