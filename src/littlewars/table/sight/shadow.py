"""Dead angle: is a place sheltered from a unit by a piece, so that every line from any of its bases meets the piece?

Cover by dead angles (AT-43).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cmp_to_key
from math import sqrt

from ..facing import Point, cross, dot
from ..shapes.bases import Disc, Poly, apart2, holds


def sheltered(p: Point, unit: Sequence[Disc], outline: Poly) -> bool:
    """Does every line from any point of these bases to p meet the piece? One who stands in it is not behind it."""
    if holds(outline, p) >= 0:
        return False
    rays = [(x - p[0], y - p[1]) for x, y in outline]
    span = _extremes(rays)
    if span is not None:
        left, right = span
        if not all(_right_of(left, _from(p, d), d.r) and _left_of(right, _from(p, d), d.r) for d in unit):
            return False
    else:
        gap = _open_gap(rays)
        if gap is not None and any(_enters(gap, _from(p, d), d.r) for d in unit):
            return False
    return all(apart2((p, d.at), outline)[0] == 0 for d in unit)


def _from(p: Point, disc: Disc) -> Point:
    """A disc's centre seen from p."""
    return disc.x - p[0], disc.y - p[1]


def _right_of(ray: Point, c: Point, r: int) -> bool:
    """Does a disc lie wholly to the right of a ray, or touch it?"""
    k = cross(ray, c)
    return k <= 0 and k * k >= r * r * dot(ray, ray)


def _left_of(ray: Point, c: Point, r: int) -> bool:
    """Does a disc lie wholly to the left of a ray, or touch it?"""
    k = cross(ray, c)
    return k >= 0 and k * k >= r * r * dot(ray, ray)


def _extremes(rays: Sequence[Point]) -> tuple[Point, Point] | None:
    """The leftmost and rightmost direction, when all lie within less than a half turn."""
    left = right = rays[0]
    for ray in rays[1:]:
        if cross(left, ray) > 0:
            left = ray
        if cross(right, ray) < 0:
            right = ray
    if cross(right, left) < 0 or any(cross(left, ray) > 0 or cross(right, ray) < 0 for ray in rays):
        return None
    return left, right


def _half(ray: Point) -> int:
    """Upper or lower half of the circle."""
    return 0 if ray[1] > 0 or (ray[1] == 0 and ray[0] > 0) else 1


def _round_the_circle(a: Point, b: Point) -> int:
    """Order of directions, counter-clockwise from east."""
    if _half(a) != _half(b):
        return _half(a) - _half(b)
    k = cross(a, b)
    return -1 if k > 0 else int(k < 0)


def _open_gap(rays: Sequence[Point]) -> tuple[Point, Point] | None:
    """The directions that a piece all around leaves free, counter-clockwise from one to the other; None: it leaves none."""
    ordered: list[Point] = []
    for ray in sorted(set(rays), key=cmp_to_key(_round_the_circle)):
        if not ordered or _round_the_circle(ordered[-1], ray) != 0:
            ordered.append(ray)
    for a, b in zip(ordered, (*ordered[1:], ordered[0]), strict=True):
        if not _covered(_middle(a, b), rays):
            return a, b
    return None


def _middle(a: Point, b: Point) -> tuple[float, float]:
    """A direction between two others, counter-clockwise from the first."""
    la, lb = sqrt(dot(a, a)), sqrt(dot(b, b))
    x, y = a[0] / la + b[0] / lb, a[1] / la + b[1] / lb
    k = cross(a, b)
    if k == 0:
        return -a[1], a[0]
    return (x, y) if k > 0 else (-x, -y)


def _covered(mid: tuple[float, float], rays: Sequence[Point]) -> bool:
    """Does an edge lie across a direction?"""
    for u, v in zip(rays, (*rays[1:], rays[0]), strict=True):
        cu, cv = mid[0] * u[1] - mid[1] * u[0], mid[0] * v[1] - mid[1] * v[0]
        if (cu > 0) != (cv > 0):
            x, y = (u[0] * cv - v[0] * cu) / (cv - cu), (u[1] * cv - v[1] * cu) / (cv - cu)
            if x * mid[0] + y * mid[1] > 0:
                return True
    return False


def _enters(gap: tuple[Point, Point], c: Point, r: int) -> bool:
    """Does a disc reach into an open gap of directions?"""
    a, b = gap
    if _right_of(a, c, r) or _left_of(b, c, r):
        return False
    return not (dot(c, a) < 0 and dot(c, b) < 0 and dot(c, c) > r * r)
