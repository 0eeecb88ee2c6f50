"""Areas: circles, rectangles, cones and flames laid on the table, and who is under them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from ..facing import Facing, Point, cross, dot, in_arc, rounded, step_to, vector
from ..kernels.poly import leg_touches
from ..shapes.bases import (
    Base,
    Box,
    Disc,
    Poly,
    apart2,
    bound,
    centre2,
    corners,
    gap_point,
    gap_poly,
    holds,
    outline_array,
    skeleton,
)
from ..shapes.boxes import Bounds, around, boxes_meet
from ..shapes.legs import at_step, steps, touching
from ..terrain.sight_exact import inside_spans
from .hulls import convex

FLAME_LENGTH, FLAME_WIDTH = 8000, 2500


class Circle(NamedTuple):
    """A round template."""

    at: Point
    radius: int


def under(base: Base, area: Circle | Poly, touch: bool = False) -> bool:
    """Is a base under a template: by its centre, or with `touch` by any part? Edges count."""
    if isinstance(area, Circle):
        if touch:
            return gap_point(base, area.at) <= area.radius
        return centre2(base.at, area.at) <= area.radius**2
    return gap_poly(base, area) == 0 if touch else holds(area, base.at) >= 0


def flame(base: Base, facing: Facing, length: int = FLAME_LENGTH, width: int = FLAME_WIDTH) -> Poly:
    """The flame: a triangle with its apex on the base's edge, counter-clockwise."""
    apex = edge_point(base, facing)
    end = step_to(apex, facing, length)
    left = step_to(end, facing - 9000, width // 2)
    right = step_to(end, facing + 9000, width // 2)
    return apex, right, left


def edge_point(base: Base, facing: Facing) -> Point:
    """Where a ray from the centre leaves the base, on the grid."""
    if isinstance(base, Disc):
        return step_to(base.at, facing, base.r)
    x, y = vector(facing)
    far = (base.x + 4 * x, base.y + 4 * y)
    spans = inside_spans(base.at, far, corners(base))
    t = spans[0][1]
    return base.x + rounded(t.numerator * 4 * x, t.denominator), base.y + rounded(t.numerator * 4 * y, t.denominator)


def disc_before(base: Base, facing: Facing, radius: int) -> Circle:
    """A round template that touches the base at a bearing (a melee template)."""
    edge = edge_point(base, facing)
    at = step_to(edge, facing, radius)
    if isinstance(base, Box):
        while gap_point(base, at) < radius:
            at = step_to(at, facing, radius - gap_point(base, at))
    return Circle(at, radius)


def under_cone(base: Base, at: Point, facing: Facing, half: int, reach: int) -> bool:
    """Is any part of the base in a wedge from `at`, and its centre within reach? Exact; the borders count."""
    if centre2(base.at, at) > reach * reach:
        return False
    if in_arc(at, facing, half, base.at) or gap_point(base, at) == 0:
        return True
    points, r = skeleton(base)
    if any(in_arc(at, facing, half, p) for p in points):
        return True
    return any(_ray_meets(at, vector(facing + turn), points, r) for turn in (half, -half))


def _ray_meets(at: Point, ray: Point, points: Sequence[Point], r: int) -> bool:
    """Does a ray come within r of a disc's centre, or cross a box?"""
    if len(points) == 1:
        d = (points[0][0] - at[0], points[0][1] - at[1])
        return dot(ray, d) >= 0 and cross(ray, d) ** 2 <= r * r * dot(ray, ray)
    far = (at[0] + 8 * ray[0], at[1] + 8 * ray[1])
    return bool(apart2((at, far), points)[0] == 0)


def fringe(firer: Point, area: Poly) -> Poly:
    """Hull of the firer's centre and a rectangle: the ground that fire sweeps on its way."""
    return convex([firer, *area])


class Swept(NamedTuple):
    """Ground in several parts that fire sweeps, and the box round them."""

    parts: tuple[Poly, ...]
    box: Bounds

    @classmethod
    def over(cls, parts: Sequence[Poly]) -> Swept:
        """These parts."""
        return cls(tuple(parts), around([p for area in parts for p in area]))

    def near(self, at: Point, r: int) -> bool:
        """A quick look: does a base of that reach come to the box at all?"""
        west, south, east, north = self.box
        return west - r <= at[0] <= east + r and south - r <= at[1] <= north + r

    def near_way(self, start: Point, to: Point, r: int) -> bool:
        """A quick look: does a base of that reach come to the box at all on a straight way?"""
        (ax, ay), (bx, by), (west, south, east, north) = start, to, self.box
        if (ax if ax > bx else bx) + r < west or (ax if ax < bx else bx) - r > east:
            return False
        return (ay if ay > by else by) + r >= south and (ay if ay < by else by) - r <= north

    def touches(self, base: Base, r: int) -> bool:
        """Does a base of that reach touch one of the parts?"""
        return self.near(base.at, r) and any(under(base, area, touch=True) for area in self.parts)

    def inside_way(self, start: Point, to: Point, shape: int | Box) -> list[tuple[int, int]]:
        """The stretches of a straight way, in thousandths walked, on which a disc of a radius or a hull touches any part."""
        found: list[tuple[int, int]] = []
        for begin, stop in sorted(span for area in self.parts for span in inside_way([start, to], shape, area)):
            if found and begin <= found[-1][1] + 1:
                found[-1] = (found[-1][0], max(stop, found[-1][1]))
            else:
                found.append((begin, stop))
        return found


def inside_way(path: Sequence[Point], shape: int | Box, area: Poly, reach: int = 0) -> list[tuple[int, int]]:
    """The stretches of a path, in thousandths walked, on which a disc of a radius, or a hull that keeps its facing, touches a
    closed convex area or comes within reach of it."""
    spans: list[tuple[int, int]] = []
    done = 0
    for a, b in pairwise(path):
        n = steps(a, b)
        if isinstance(shape, Box):
            found = _hull_in_area(a, b, n, shape, area, reach)
        else:
            found = _leg_in_area(a, b, n, shape + reach, area)
        if found is not None:
            lo, hi = done + found[0], done + found[1]
            if spans and spans[-1][1] >= lo - 1:
                spans[-1] = (spans[-1][0], hi)
            else:
                spans.append((lo, hi))
        done += n
    return spans


def _hull_in_area(a: Point, b: Point, n: int, hull: Box, area: Poly, reach: int) -> tuple[int, int] | None:
    """First and last step of one leg on which a hull touches the area, by its corners."""
    if not boxes_meet(around([a, b], bound(hull) + reach), around(area)):
        return None  # a quick look: most ways are nowhere near

    def apart(k: int) -> tuple[int, int]:
        return apart2(corners(hull._replace(x=(there := at_step(a, b, k, n))[0], y=there[1])), area)

    def distance(k: int) -> float:
        num, den = apart(k)
        return num / den

    def touches(k: int) -> bool:
        num, den = apart(k)
        return num <= reach * reach * den

    return touching(touches, n, distance)


def _leg_in_area(a: Point, b: Point, n: int, r: int, area: Poly) -> tuple[int, int] | None:
    """First and last step of one leg on which a disc touches the area."""
    if n == 0:
        return (0, 0) if gap_poly(Disc(*a, r), area) == 0 else None
    xs, ys = [p[0] for p in area], [p[1] for p in area]  # a quick look: most ways are nowhere near
    if max(a[0], b[0]) + r < min(xs) or min(a[0], b[0]) - r > max(xs) or max(a[1], b[1]) + r < min(ys):
        return None
    first, last = leg_touches(outline_array(area), *a, *b, n, r)
    return None if first < 0 else (first, last)
