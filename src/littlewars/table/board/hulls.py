"""Hulls: the outline of a whole unit, whether two of them overlap, and what lies in or behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, floor, tau

import numpy as np

from ..constants import SLIVER
from ..facing import Point
from ..kernels.compiled import Floats, Ints
from ..kernels.hull import round_discs, shared_area
from ..shapes.bases import Base, Box, Disc, Poly, corners, holds
from ..shapes.boxes import Bounds, around
from ..terrain.pieces import ring
from ..terrain.sight_exact import inside_spans

Outline = Floats  # the vertices of a convex hull, counter-clockwise
NOWHERE: Outline = np.zeros((0, 2))  # the hull of nobody


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
    radii = {b.r for b in bases if isinstance(b, Disc)}
    outlines = [_points(_round_discs([b.at for b in bases if isinstance(b, Disc) and b.r == r], r)) for r in sorted(radii)]
    outlines += [corners(b) for b in bases if isinstance(b, Box)]
    return outlines[0] if len(radii) == len(outlines) == 1 else convex([p for outline in outlines for p in outline])


def outline(bases: Sequence[Base]) -> Outline:
    """The hull of bases as kernels take it."""
    return on_grid(bases).astype(np.float64)


def on_grid(bases: Sequence[Base]) -> Ints:
    """The same in whole numbers."""
    radii = {b.r if isinstance(b, Disc) else -1 for b in bases}
    if len(radii) == 1 and -1 not in radii:
        return _round_discs([b.at for b in bases], radii.pop())
    return np.array(hull(bases), np.int64).reshape(-1, 2)


def box_round(bases: Sequence[Base]) -> Bounds:
    """The upright box round bases, and round their hull."""
    boxes = [(b.x - b.r, b.y - b.r, b.x + b.r, b.y + b.r) if isinstance(b, Disc) else around(corners(b)) for b in bases]
    west, south, east, north = zip(*boxes, strict=True)
    return min(west), min(south), max(east), max(north)


def _round_discs(centres: list[Point], r: int) -> Ints:
    """The outline round discs of one size."""
    return round_discs(np.array(sorted(set(centres)), np.int64), *_round(r))


def _points(found: Ints) -> Poly:
    return tuple(map(tuple, found.tolist()))


@lru_cache(maxsize=64)
def _round(r: int) -> tuple[Ints, Floats, Ints]:
    """A disc about the origin, as the hull of its 64-gon: its lowest vertex, and its edges by direction from east."""
    disc = convex(ring((0, 0), r))
    ends = zip(disc, (*disc[1:], disc[0]), strict=True)
    edges = sorted((atan2(q[1] - p[1], q[0] - p[0]) % tau, q[0] - p[0], q[1] - p[1]) for p, q in ends)
    lowest = min(disc, key=lambda p: (p[1], p[0]))  # from here the first edge runs east or rises
    return np.array(lowest), np.array([turn for turn, _, _ in edges]), np.array([edge[1:] for edge in edges])


def overlap(a: Poly, b: Poly) -> int:
    """Area that two convex hulls share, in square units; touching shares nothing."""
    return shared(_array(a), _array(b))


def shared(a: Outline, b: Outline) -> int:
    """Area that two convex outlines share, in square units; touching shares nothing."""
    if len(a) < 3 or len(b) < 3:
        return 0
    return max(0, floor(shared_area(a, b) + 0.5))


@lru_cache(maxsize=4096)
def _array(points: Poly) -> Outline:
    return np.array(points, np.float64).reshape(-1, 2)


def intermingled(a: Outline, b: Outline) -> bool:
    """Do two hulls overlap by more than a sliver?"""
    return shared(a, b) > SLIVER


def in_hull(h: Poly, points: Sequence[Point]) -> list[bool]:
    """Which points lie in or on a hull."""
    if len(h) < 3:
        return [p in h for p in points]
    return [holds(h, p) >= 0 for p in points]


def crosses_hull(a: Point, b: Point, h: Poly) -> bool:
    """Does a line run through the open hull?"""
    if len(h) < 3 or _passes_by(a, b, h):
        return False
    return bool(inside_spans(a, b, h))


def _passes_by(a: Point, b: Point, h: Poly) -> bool:
    """A quick look: do all corners lie on one side of the line's box?"""
    xs, ys = [p[0] for p in h], [p[1] for p in h]
    beside = max(a[0], b[0]) < min(xs) or min(a[0], b[0]) > max(xs)
    return beside or max(a[1], b[1]) < min(ys) or min(a[1], b[1]) > max(ys)
