"""Bases: discs and boxes on the grid, and every exact question about a pair of them.

>>> gap(Disc(0, 0, 500), Disc(3000, 0, 500))
2000
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from math import isqrt
from typing import Literal, NamedTuple

import numpy as np

from ..constants import HAIR, SCALE, TOUCH
from ..facing import Facing, Point, Side, cross, dot, rounded, side_hit, step_to, vector
from ..kernels.compiled import Ints
from ..kernels.poly import poly_gap, shape_gap

Poly = tuple[Point, ...]
How = Literal["whole", "any", "centre"]


class Disc(NamedTuple):
    """A round base."""

    x: int
    y: int
    r: int

    @property
    def at(self) -> Point:
        """Its centre."""
        return self.x, self.y


class Box(NamedTuple):
    """A rectangular base or hull; `length` runs along the facing. It is the parallelogram of its rounded corners."""

    x: int
    y: int
    facing: Facing
    length: int
    width: int

    @property
    def at(self) -> Point:
        """Its centre."""
        return self.x, self.y


Base = Disc | Box
new_disc: Callable[[tuple[int, int, int]], Disc] = partial(tuple.__new__, Disc)  # as Disc(…), without a call in Python: bases
# are made whenever somebody moves or measures


def corners(box: Box) -> tuple[Point, Point, Point, Point]:
    """Front left, rear left, rear right, front right: counter-clockwise, exact from here on."""
    fx, fy = vector(box.facing)
    ux, uy = rounded(box.length * fx, 2 * SCALE), rounded(box.length * fy, 2 * SCALE)
    vx, vy = rounded(-box.width * fy, 2 * SCALE), rounded(box.width * fx, 2 * SCALE)
    x, y = box.x, box.y
    return (x + ux + vx, y + uy + vy), (x - ux + vx, y - uy + vy), (x - ux - vx, y - uy - vy), (x + ux - vx, y + uy - vy)


def skeleton(base: Base) -> tuple[Sequence[Point], int]:
    """A base as points and a radius around them: a disc is one point, a box four corners."""
    return ((base.at,), base.r) if isinstance(base, Disc) else (corners(base), 0)


def extent(base: Base) -> tuple[int, int]:
    """Width and length of a base."""
    return (2 * base.r, 2 * base.r) if isinstance(base, Disc) else (base.width, base.length)


def moved(base: Base, at: Point, facing: Facing | None = None) -> Base:
    """The same base elsewhere; a box may be turned, a disc has no facing."""
    if isinstance(base, Disc):
        return new_disc((at[0], at[1], base.r))
    return Box(at[0], at[1], base.facing if facing is None else facing, base.length, base.width)


def bound(base: Base) -> int:
    """A radius around the centre that holds the whole base."""
    if isinstance(base, Disc):
        return base.r
    return max(ceil_root(centre2(base.at, c)) for c in corners(base))


def ceil_root(square: int) -> int:
    """The least integer not below the root."""
    g = isqrt(square)
    return g + (g * g < square)


def centre2(a: Point, b: Point) -> int:
    """Squared distance of two points."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def segment2(p: Point, a: Point, b: Point) -> tuple[int, int]:
    """Squared distance from a point to a segment, as numerator and denominator."""
    d, q = (b[0] - a[0], b[1] - a[1]), (p[0] - a[0], p[1] - a[1])
    along, length2 = dot(q, d), dot(d, d)
    if along <= 0:
        return dot(q, q), 1
    if along >= length2:
        return centre2(p, b), 1
    return cross(d, q) ** 2, length2


def holds(poly: Sequence[Point], p: Point) -> int:
    """1 inside, 0 on the edge, -1 outside; any simple polygon."""
    inside = False
    px, py = p
    ax, ay = poly[-1]
    for bx, by in poly:
        k = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if k == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
            return 0
        if (ay > py) != (by > py) and (k > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return 1 if inside else -1


def edges(poly: Sequence[Point]) -> Iterable[tuple[Point, Point]]:
    """The edges of a polygon; a single point is its own edge."""
    return zip(poly, (*poly[1:], poly[0]), strict=True)


def _cut(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do two segments cross properly?"""

    def turn(o: Point, p: Point, q: Point) -> int:
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    k, m = turn(a, b, c), turn(a, b, d)
    if k == 0 or m == 0 or (k > 0) == (m > 0):
        return False
    k, m = turn(c, d, a), turn(c, d, b)
    return k != 0 and m != 0 and (k > 0) != (m > 0)


def meet(one: Sequence[Point], two: Sequence[Point]) -> bool:
    """Do two closed shapes (points, segments, polygons) share a point? Touching counts for vertices inside."""
    if len(two) > 2 and holds(two, one[0]) >= 0:
        return True
    if len(one) > 2 and holds(one, two[0]) >= 0:
        return True
    return any(_cut(a, b, c, d) for a, b in edges(one) for c, d in edges(two))


def apart2(one: Sequence[Point], two: Sequence[Point]) -> tuple[int, int]:
    """Squared distance of two shapes as a fraction; 0 when they meet."""
    if len(one) == 1 or len(two) == 1:  # a disc's centre, as most often
        return point2(one[0], two) if len(one) == 1 else point2(two[0], one)
    if meet(one, two):
        return 0, 1
    best = (centre2(one[0], two[0]), 1)
    for points, shape in ((one, two), (two, one)):
        for p in points:
            for a, b in edges(shape):
                n, d = segment2(p, a, b)
                if n * best[1] < best[0] * d:
                    best = (n, d)
    return best


def point2(p: Point, shape: Sequence[Point]) -> tuple[int, int]:
    """Squared distance of a point from a shape as a fraction; 0 in it and on its edge."""
    if len(shape) > 2 and holds(shape, p) >= 0:
        return 0, 1
    px, py = p
    ax, ay = shape[-1]
    num, den = (px - ax) ** 2 + (py - ay) ** 2, 1
    for bx, by in shape:  # as `segment2`, written out: of all questions about hulls this is asked most
        dx, dy, qx, qy = bx - ax, by - ay, px - ax, py - ay
        along, length2 = qx * dx + qy * dy, dx * dx + dy * dy
        if along >= length2:
            n, d = (px - bx) ** 2 + (py - by) ** 2, 1
        elif along <= 0:
            n, d = qx * qx + qy * qy, 1
        else:
            n, d = (dx * qy - dy * qx) ** 2, length2
        if n * den < num * d:
            num, den = n, d
        ax, ay = bx, by
    return num, den


def _ceil_distance(fraction: tuple[int, int]) -> int:
    """Least integer not below the root of a fraction."""
    n, d = fraction
    return ceil_root(-(-n // d))


def gap(a: Base, b: Base) -> int:
    """Least integer not below the distance of the outlines; 0 when they touch or overlap. So `gap <= R` is "within R"."""
    if isinstance(a, Disc) and isinstance(b, Disc):
        return max(0, ceil_root(centre2(a.at, b.at)) - a.r - b.r)
    (p, r), (q, s) = skeleton(a), skeleton(b)
    return max(0, _ceil_distance(apart2(p, q)) - r - s)


def gap_point(base: Base, p: Point) -> int:
    """Distance from a point to a base, rounded up; 0 on it."""
    return gap(base, Disc(p[0], p[1], 0))


def gap_poly(base: Base, poly: Poly) -> int:
    """Distance from a base to a closed polygon, rounded up; 0 when they touch."""
    if isinstance(base, Disc):
        return max(0, poly_gap(outline_array(poly), base.x, base.y) - base.r)
    return gap_polys(corners(base), poly)


def gap_polys(one: Poly, two: Poly) -> int:
    """Distance of two closed polygons, rounded up; 0 when they meet."""
    return shape_gap(outline_array(one), outline_array(two))


@lru_cache(maxsize=4096)
def outline_array(poly: Poly) -> Ints:
    """An outline as kernels take it."""
    return np.array(poly, np.int64)


def shape_of(shape: Base | Poly) -> tuple[Sequence[Point], int]:
    """A base or a polygon as points and a radius."""
    return skeleton(shape) if isinstance(shape, Disc | Box) else (shape, 0)


def touches(a: Base, b: Base, tol: int = TOUCH) -> bool:
    """Are the bases in contact?"""
    return gap(a, b) <= tol


def overlaps(a: Base, b: Base) -> bool:
    """Do the bases overlap deeper than a hair?"""
    if isinstance(a, Box) and isinstance(b, Box):
        return boxes_overlap(corners(a), corners(b))
    if isinstance(a, Disc) and isinstance(b, Disc):
        return centre2(a.at, b.at) < max(0, a.r + b.r - HAIR) ** 2
    (p, r), (q, s) = skeleton(a), skeleton(b)
    n, d = apart2(p, q)
    return n < max(0, r + s - HAIR) ** 2 * d


def boxes_overlap(p: Sequence[Point], q: Sequence[Point]) -> bool:
    """Two parallelograms overlap when their shadows overlap by more than a hair on every edge's normal."""
    for shape in (p, q):
        for a, b in ((shape[0], shape[1]), (shape[1], shape[2])):
            n = (b[1] - a[1], a[0] - b[0])
            ps, qs = [dot(n, v) for v in p], [dot(n, v) for v in q]
            shared = min(max(ps), max(qs)) - max(min(ps), min(qs))
            if shared <= 0 or shared * shared <= HAIR * HAIR * dot(n, n):
                return False
    return True


def nearest_point(base: Base, p: Point) -> Point:
    """The point of the base nearest to p, rounded to the grid; p itself when it lies on the base."""
    if isinstance(base, Disc):
        d2 = centre2(base.at, p)
        if d2 <= base.r * base.r:
            return p
        length = d2**0.5
        return base.x + _half_up((p[0] - base.x) * base.r / length), base.y + _half_up((p[1] - base.y) * base.r / length)
    outline = corners(base)
    if holds(outline, p) >= 0:
        return p
    return min((_foot(p, a, b) for a, b in edges(outline)), key=lambda q: (centre2(p, q), q))


def _half_up(value: float) -> int:
    """A float rounded half up."""
    return int((value + 0.5) // 1)


def _foot(p: Point, a: Point, b: Point) -> Point:
    """The point of a segment nearest to p, rounded to the grid."""
    d = (b[0] - a[0], b[1] - a[1])
    along, length2 = (p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1], dot(d, d)
    if along <= 0:
        return a
    if along >= length2:
        return b
    return a[0] + rounded(along * d[0], length2), a[1] + rounded(along * d[1], length2)


def on_table(base: Base, size: Point) -> bool:
    """Is no part of the base beyond the edge? Touching the edge is on the table."""
    points, r = skeleton(base)
    return all(r <= x <= size[0] - r and r <= y <= size[1] - r for x, y in points)


def in_zone(base: Base, poly: Poly, how: How = "whole") -> bool:
    """Is the base in the closed zone: wholly, with any part, or with its centre?"""
    if how == "centre":
        return holds(poly, base.at) >= 0
    if how == "any":
        return gap_poly(base, poly) == 0
    points, r = skeleton(base)
    if any(holds(poly, p) < 0 for p in points):
        return False
    if r:
        return all(n >= r * r * d for n, d in (segment2(base.at, a, b) for a, b in edges(poly)))
    return not any(_cut(a, b, c, d) for a, b in edges(points) for c, d in edges(poly))


def rectangle(x0: int, y0: int, x1: int, y1: int) -> Poly:
    """An upright rectangle as a polygon."""
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some places, each coordinate rounded half up."""
    n = len(points)
    return rounded(sum(p[0] for p in points), n), rounded(sum(p[1] for p in points), n)


def quadrants(hull: Box, base: Base) -> set[Side]:
    """The quadrant of a hull that a base touches; on a border both."""
    at = nearest_point(hull, base.at)
    d, f = (at[0] - hull.x, at[1] - hull.y), vector(hull.facing)
    ahead, leftwards = dot(f, d), cross(f, d)
    found: set[Side] = {side_hit(hull.at, hull.facing, at)}
    if abs(ahead) == abs(leftwards):
        found.add("left" if leftwards > 0 else "right")
    return found


def lying(base: Disc, facing: Facing) -> Box:
    """A figure lying down: one base wide, two long, from the base's centre along its facing."""
    x, y = step_to(base.at, facing, 2 * base.r)
    return Box(x, y, facing, 4 * base.r, 2 * base.r)
