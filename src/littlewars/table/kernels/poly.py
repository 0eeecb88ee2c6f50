"""Kernels of outlines: how far points and others are from one, where a disc touches it, where another one has room."""

from __future__ import annotations

import math

import numpy as np

from ..constants import FAR
from .compiled import Ints, kernel
from .lines import holds_point
from .measure import point_segment, segments_cut


@kernel
def poly_gap(verts: Ints, px: int, py: int) -> int:
    """Distance from a point to a closed outline, rounded up; 0 in it."""
    n = verts.shape[0]
    if n > 2 and holds_point(verts, 0, n, px, py) >= 0:
        return 0
    best = FAR
    ax, ay = verts[n - 1, 0], verts[n - 1, 1]
    for k in range(n):
        bx, by = verts[k, 0], verts[k, 1]
        best = min(best, point_segment(px, py, ax, ay, bx, by))
        ax, ay = bx, by
    return best


@kernel
def shape_gap(one: Ints, two: Ints) -> int:
    """Distance of two closed outlines, rounded up; 0 when they meet. A point of one is nearest, or their edges cross."""
    n, m, best = one.shape[0], two.shape[0], FAR
    for k in range(n):
        best = min(best, poly_gap(two, one[k, 0], one[k, 1]))
    for k in range(m):
        best = min(best, poly_gap(one, two[k, 0], two[k, 1]))
    for k in range(n if best else 0):
        a, b = one[k - 1], one[k]
        for j in range(m):
            c, d = two[j - 1], two[j]
            if segments_cut(a[0], a[1], b[0], b[1], c[0], c[1], d[0], d[1]):
                return 0
    return best


@kernel
def first_within(one: Ints, two: Ints, dx: int, dy: int, n: int, reach: int, looks: int, slack: int) -> int:
    """The first of n steps of an outline, by a vector in all, at which it is within reach of another; n + 1 if it never is, -1
    if so many looks do not tell. Nothing is met before it has come nearer by what is between them, but for the slack."""
    there, k = one.copy(), 0
    for _ in range(looks):
        sx, sy = ((2 * dx * k + n) // (2 * n), (2 * dy * k + n) // (2 * n)) if n > 0 else (0, 0)
        for v in range(one.shape[0]):
            there[v, 0], there[v, 1] = one[v, 0] + sx, one[v, 1] + sy
        far = shape_gap(there, two)
        if far <= reach:
            return k
        k += max(1, far - 1 - reach - slack)
        if k > n:
            break
    return n + 1 if k > n else -1


@kernel
def about_poly(verts: Ints, px: int, py: int) -> float:
    """About the squared distance, 0 in it: says where to look, decides nothing."""
    n = verts.shape[0]
    if n > 2 and holds_point(verts, 0, n, px, py) >= 0:
        return 0.0
    best = math.inf
    ax, ay = verts[n - 1, 0], verts[n - 1, 1]
    for k in range(n):
        bx, by = verts[k, 0], verts[k, 1]
        dx, dy, qx, qy = bx - ax, by - ay, px - ax, py - ay
        length2, along = dx * dx + dy * dy, qx * dx + qy * dy
        if along <= 0:
            far = float(qx * qx + qy * qy)
        elif along >= length2:
            far = float((px - bx) ** 2 + (py - by) ** 2)
        else:
            side = float(dx * qy - dy * qx)
            far = side * side / length2
        best = min(best, far)
        ax, ay = bx, by
    return best


@kernel
def _coordinate(a: int, b: int, k: int, n: int) -> int:
    """Where a leg is after k of n steps."""
    return a + (2 * (b - a) * k + n) // (2 * n)


@kernel
def _touches(verts: Ints, ax: int, ay: int, bx: int, by: int, k: int, n: int, r: int) -> bool:
    return poly_gap(verts, _coordinate(ax, bx, k, n), _coordinate(ay, by, k, n)) <= r


@kernel
def leg_touches(verts: Ints, ax: int, ay: int, bx: int, by: int, n: int, r: int) -> tuple[int, int]:
    """First and last of n steps on which a disc touches a convex outline; (-1, -1) if it never does."""
    lo, hi = 0, n
    while hi - lo > 4:
        one, two = lo + (hi - lo) // 3, hi - (hi - lo) // 3
        far1 = about_poly(verts, _coordinate(ax, bx, one, n), _coordinate(ay, by, one, n))
        far2 = about_poly(verts, _coordinate(ax, bx, two, n), _coordinate(ay, by, two, n))
        if far1 <= far2:
            hi = two
        else:
            lo = one
    seed, nearest = -1, math.inf
    for k in range(max(0, lo - 2), min(n, hi + 2) + 1):
        far = about_poly(verts, _coordinate(ax, bx, k, n), _coordinate(ay, by, k, n))
        if far < nearest and _touches(verts, ax, ay, bx, by, k, n, r):
            seed, nearest = k, far
    if seed < 0:
        return -1, -1
    good, bad = seed, -1
    while good - bad > 1:
        m = (good + bad) // 2
        if _touches(verts, ax, ay, bx, by, m, n, r):
            good = m
        else:
            bad = m
    first, good, bad = good, seed, n + 1
    while bad - good > 1:
        m = (good + bad) // 2
        if _touches(verts, ax, ay, bx, by, m, n, r):
            good = m
        else:
            bad = m
    return first, good


@kernel
def _too_near(verts: Ints, sx: int, sy: int, other: Ints, ox: int, oy: int, reach2: float) -> bool:
    """Is any corner of a shifted outline about this near to another one?"""
    for k in range(verts.shape[0]):  # noqa: SIM110 - numba takes no generators
        if about_poly(other, verts[k, 0] + sx - ox, verts[k, 1] + sy - oy) < reach2:
            return True
    return False


@kernel
def next_room(
    places: Ints, shapes: Ints, others: Ints, ends: Ints, boxes: Ints, size: tuple[int, int], reach: int, begin: int
) -> int:
    """The first place and shape (their number, counted from `begin`) on the table and about `reach` from all others, or -1.

    A kernel that says where to look: what it leaves out is too near by more than a unit, what it names is to be measured.
    """
    near2 = float(max(0, reach - 1)) ** 2
    count = shapes.shape[0]
    rooms = np.empty((count, 4), np.int64)
    for k in range(count):
        rooms[k] = shapes[k, :, 0].min(), shapes[k, :, 1].min(), shapes[k, :, 0].max(), shapes[k, :, 1].max()
    for number in range(begin, places.shape[0] * count):
        x, y = places[number // count, 0], places[number // count, 1]
        room, shape = rooms[number % count], shapes[number % count]
        west, south, east, north = room[0] + x, room[1] + y, room[2] + x, room[3] + y
        if west < 0 or south < 0 or east > size[0] or north > size[1]:
            continue
        free = True
        for k in range(boxes.shape[0]):
            if (
                west - boxes[k, 2] > reach
                or boxes[k, 0] - east > reach
                or south - boxes[k, 3] > reach
                or boxes[k, 1] - north > reach
            ):
                continue
            other = others[(ends[k - 1] if k else 0) : ends[k]]
            if _too_near(shape, x, y, other, 0, 0, near2) or _too_near(other, 0, 0, shape, x, y, near2):
                free = False
                break
        if free:
            return number
    return -1
