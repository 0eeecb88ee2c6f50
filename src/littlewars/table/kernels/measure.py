"""Kernels of measuring: exact distances and overlaps between rows of the array of bodies.

Squares of crosses reach 2^80, so they are compared in two halves; everything else stays below 2^62.
"""

from __future__ import annotations

import math

from ..constants import BOUND, BOX, FAR, HAIR, ON, R, X, Y
from .compiled import Floats, Ints, kernel

_HALF = 21
_LOW = (1 << _HALF) - 1
_WORD = (1 << 2 * _HALF) - 1


@kernel
def wide_less(a: int, b: int, c: int, d: int) -> bool:
    """a*b < c*d for numbers from 0 to 2^42, without overflow."""
    a1, a0, b1, b0 = a >> _HALF, a & _LOW, b >> _HALF, b & _LOW
    mid = a1 * b0 + a0 * b1
    low = a0 * b0 + ((mid & _LOW) << _HALF)
    high = a1 * b1 + (mid >> _HALF) + (low >> 2 * _HALF)
    c1, c0, d1, d0 = c >> _HALF, c & _LOW, d >> _HALF, d & _LOW
    mid2 = c1 * d0 + c0 * d1
    low2 = c0 * d0 + ((mid2 & _LOW) << _HALF)
    high2 = c1 * d1 + (mid2 >> _HALF) + (low2 >> 2 * _HALF)
    return high < high2 or (high == high2 and (low & _WORD) < (low2 & _WORD))


@kernel
def ceil_root(square: int) -> int:
    """The least integer not below the root; the float is only a first guess."""
    g = int(math.sqrt(square))
    while g * g < square:
        g += 1
    while g > 0 and (g - 1) * (g - 1) >= square:
        g -= 1
    return g


@kernel
def point_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Distance from a point to a segment, rounded up."""
    dx, dy, qx, qy = bx - ax, by - ay, px - ax, py - ay
    length2, along = dx * dx + dy * dy, qx * dx + qy * dy
    if along <= 0:
        return ceil_root(qx * qx + qy * qy)
    if along >= length2:
        return ceil_root((px - bx) ** 2 + (py - by) ** 2)
    c = abs(dx * qy - dy * qx)
    g = max(0, int(c / math.sqrt(length2)) - 2)
    while wide_less(g * g, length2, c, c):
        g += 1
    return g


@kernel
def near_segment(px: int, py: int, ax: int, ay: int, bx: int, by: int, square: int) -> bool:
    """Is the point nearer to the segment than the root of `square`? Exact."""
    dx, dy, qx, qy = bx - ax, by - ay, px - ax, py - ay
    length2, along = dx * dx + dy * dy, qx * dx + qy * dy
    if along <= 0:
        return qx * qx + qy * qy < square
    if along >= length2:
        return (px - bx) ** 2 + (py - by) ** 2 < square
    c = abs(dx * qy - dy * qx)
    return wide_less(c, c, square, length2)


@kernel
def segments_cut(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> bool:
    """Do two segments cross properly?"""
    k = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    m = (bx - ax) * (dy - ay) - (by - ay) * (dx - ax)
    if k == 0 or m == 0 or (k > 0) == (m > 0):
        return False
    k = (dx - cx) * (ay - cy) - (dy - cy) * (ax - cx)
    m = (dx - cx) * (by - cy) - (dy - cy) * (bx - cx)
    return k != 0 and m != 0 and (k > 0) != (m > 0)


@kernel
def segments_near(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int, square: int) -> bool:
    """Are two segments nearer than the root of `square`?"""
    return (
        near_segment(cx, cy, ax, ay, bx, by, square)
        or near_segment(dx, dy, ax, ay, bx, by, square)
        or near_segment(ax, ay, cx, cy, dx, dy, square)
        or near_segment(bx, by, cx, cy, dx, dy, square)
        or segments_cut(ax, ay, bx, by, cx, cy, dx, dy)
    )


@kernel
def in_box(corner: Ints, j: int, px: int, py: int) -> bool:
    """Is the point in the closed box?"""
    for k in range(4):
        m = (k + 1) & 3
        ax, ay = corner[j, 2 * k], corner[j, 2 * k + 1]
        if (corner[j, 2 * m] - ax) * (py - ay) - (corner[j, 2 * m + 1] - ay) * (px - ax) < 0:
            return False
    return True


@kernel
def point_box(corner: Ints, j: int, px: int, py: int) -> int:
    """Distance from a point to a box, rounded up; 0 inside."""
    if in_box(corner, j, px, py):
        return 0
    best = FAR
    for k in range(4):
        m = (k + 1) & 3
        g = point_segment(px, py, corner[j, 2 * k], corner[j, 2 * k + 1], corner[j, 2 * m], corner[j, 2 * m + 1])
        best = min(best, g)
    return best


@kernel
def box_box(corner: Ints, i: int, j: int) -> int:
    """Distance of two boxes, rounded up; 0 when they meet."""
    for k in range(4):
        for m in range(4):
            k1, m1 = (k + 1) & 3, (m + 1) & 3
            if segments_cut(
                corner[i, 2 * k], corner[i, 2 * k + 1], corner[i, 2 * k1], corner[i, 2 * k1 + 1],
                corner[j, 2 * m], corner[j, 2 * m + 1], corner[j, 2 * m1], corner[j, 2 * m1 + 1],
            ):  # fmt: skip
                return 0
    best = FAR
    for k in range(4):
        best = min(best, point_box(corner, j, corner[i, 2 * k], corner[i, 2 * k + 1]))
        best = min(best, point_box(corner, i, corner[j, 2 * k], corner[j, 2 * k + 1]))
    return best


@kernel
def gap_pair(bodies: Ints, corner: Ints, i: int, j: int) -> int:
    """The gap between two rows."""
    if bodies[i, BOX] == 0 and bodies[j, BOX] == 0:
        dx, dy = bodies[i, X] - bodies[j, X], bodies[i, Y] - bodies[j, Y]
        g = ceil_root(dx * dx + dy * dy)
    elif bodies[i, BOX] == 0:
        g = point_box(corner, j, bodies[i, X], bodies[i, Y])
    elif bodies[j, BOX] == 0:
        g = point_box(corner, i, bodies[j, X], bodies[j, Y])
    else:
        g = box_box(corner, i, j)
    return int(max(0, g - bodies[i, R] - bodies[j, R]))


@kernel
def gaps_row(bodies: Ints, corner: Ints, i: int, n: int, out: Ints) -> None:
    """Gaps from one row to all that are on the table; the others are FAR, and so is the row itself."""
    for j in range(n):
        out[j] = gap_pair(bodies, corner, i, j) if bodies[j, ON] != 0 and j != i else FAR


@kernel
def gap_matrix(bodies: Ints, corner: Ints, rows: Ints, cols: Ints, out: Ints) -> None:
    """Gaps between two lists of rows; a row to itself is 0."""
    for a in range(rows.size):
        for b in range(cols.size):
            out[a, b] = 0 if rows[a] == cols[b] else gap_pair(bodies, corner, rows[a], cols[b])


@kernel
def any_nearer(bodies: Ints, corner: Ints, rows: Ints, ends: Ints, others: Ints, cuts: Ints) -> bool:
    """Would any of these rows at its own end be nearer to the nearest of a group of others than it is? Groups end at `cuts`;
    row 0 is written on."""
    for t in range(rows.size):
        i, first = rows[t], 0
        dx, dy = ends[t, 0] - bodies[i, X], ends[t, 1] - bodies[i, Y]
        bodies[0] = bodies[i]
        bodies[0, X], bodies[0, Y] = ends[t, 0], ends[t, 1]
        for k in range(4):
            corner[0, 2 * k], corner[0, 2 * k + 1] = corner[i, 2 * k] + dx, corner[i, 2 * k + 1] + dy
        bodies[0, ON] = 0
        for last in cuts:
            now, then = FAR, FAR
            for g in range(first, last):
                now = min(now, gap_pair(bodies, corner, i, others[g]))
                then = min(then, gap_pair(bodies, corner, 0, others[g]))
            if then < now:
                return True
            first = last
    return False


@kernel
def gap_between(bodies: Ints, corner: Ints, rows: Ints, cols: Ints) -> int:
    """The least gap between two lists of rows; who is surely no nearer is not measured."""
    least = FAR
    for i in rows:
        for j in cols:
            if i == j:
                return 0
            near = least + bodies[i, BOUND] + bodies[j, BOUND]
            if abs(bodies[i, X] - bodies[j, X]) < near and abs(bodies[i, Y] - bodies[j, Y]) < near:
                least = min(least, gap_pair(bodies, corner, i, j))
    return least


@kernel
def shared_shadow(corner: Ints, i: int, sx: int, sy: int, j: int, nx: int, ny: int) -> int:
    """How much the shadows of two boxes, the first shifted, share on one direction."""
    lo, hi, lo2, hi2 = FAR * 4, -FAR * 4, FAR * 4, -FAR * 4
    for k in range(4):
        p = nx * (corner[i, 2 * k] + sx) + ny * (corner[i, 2 * k + 1] + sy)
        q = nx * corner[j, 2 * k] + ny * corner[j, 2 * k + 1]
        lo, hi, lo2, hi2 = min(lo, p), max(hi, p), min(lo2, q), max(hi2, q)
    return min(hi, hi2) - max(lo, lo2)


@kernel
def boxes_overlap(corner: Ints, i: int, sx: int, sy: int, j: int) -> bool:
    """Do two boxes, the first shifted, overlap deeper than a hair on every edge's normal?"""
    for side in range(4):
        b = i if side < 2 else j
        k = 2 * (side & 1)
        nx, ny = corner[b, k + 3] - corner[b, k + 1], corner[b, k] - corner[b, k + 2]
        shared = shared_shadow(corner, i, sx, sy, j, nx, ny)
        if shared <= 0:
            return False
        if shared <= HAIR * (abs(nx) + abs(ny)) and shared * shared <= HAIR * HAIR * (nx * nx + ny * ny):
            return False
    return True


@kernel
def box_within(corner: Ints, j: int, px: int, py: int, reach: int) -> bool:
    """Is a point nearer than `reach` to the box, or in it?"""
    if in_box(corner, j, px, py):
        return True
    for k in range(4):
        m = (k + 1) & 3
        if near_segment(px, py, corner[j, 2 * k], corner[j, 2 * k + 1], corner[j, 2 * m], corner[j, 2 * m + 1], reach * reach):
            return True
    return False


@kernel
def overlap_pair(bodies: Ints, corner: Ints, i: int, sx: int, sy: int, j: int) -> bool:
    """Does row i, shifted by (sx, sy), overlap row j deeper than a hair?"""
    dx, dy = bodies[i, X] + sx - bodies[j, X], bodies[i, Y] + sy - bodies[j, Y]
    near = bodies[i, BOUND] + bodies[j, BOUND]
    if abs(dx) >= near or abs(dy) >= near:
        return False
    reach = max(0, bodies[i, R] + bodies[j, R] - HAIR)
    if bodies[i, BOX] == 0 and bodies[j, BOX] == 0:
        return bool(dx * dx + dy * dy < reach * reach)
    if bodies[i, BOX] == 0:
        return reach > 0 and box_within(corner, j, bodies[i, X] + sx, bodies[i, Y] + sy, reach)
    if bodies[j, BOX] == 0:
        return reach > 0 and box_within(corner, i, bodies[j, X] - sx, bodies[j, Y] - sy, reach)
    return boxes_overlap(corner, i, sx, sy, j)


@kernel
def before_sides(ax: int, ay: int, sides: Floats, off: int, out: Ints) -> None:
    """For each side (x, y, dx, dy, length) the place on the straight way from a to it that is so far off its nearest point:
    its distance from a, squared, and where it is."""
    for k in range(sides.shape[0]):
        px, py, dx, dy, length = sides[k, 0], sides[k, 1], sides[k, 2], sides[k, 3], sides[k, 4]
        t = min(max(((ax - px) * dx + (ay - py) * dy) / (length * length), 0.0), 1.0)
        x, y = ax - px - t * dx, ay - py - t * dy
        part = 1 - off / max(math.sqrt(x * x + y * y), 1.0)
        out[k, 1], out[k, 2] = round(ax - x * part), round(ay - y * part)
        out[k, 0] = (out[k, 1] - ax) ** 2 + (out[k, 2] - ay) ** 2


@kernel
def beside_sides(ax: int, ay: int, sides: Floats, off: int, out: Ints) -> None:
    """For each side (x, y, dx, dy, length) the place beside its point nearest to a, on either hand: its distance from a,
    squared, and where it is."""
    m = sides.shape[0]
    for k in range(m):
        px, py, dx, dy, length = sides[k, 0], sides[k, 1], sides[k, 2], sides[k, 3], sides[k, 4]
        t = min(max(((ax - px) * dx + (ay - py) * dy) / (length * length), 0.0), 1.0)
        x, y, nx, ny = px + t * dx, py + t * dy, -dy / length * off, dx / length * off
        for hand in range(2):
            j = k + hand * m
            out[j, 1] = round(x + nx if hand == 0 else x - nx)
            out[j, 2] = round(y + ny if hand == 0 else y - ny)
            out[j, 0] = (out[j, 1] - ax) ** 2 + (out[j, 2] - ay) ** 2


@kernel
def by_sides(ax: int, ay: int, sides: Floats, opens: int, before: int, off: int, out: Ints) -> None:
    """Places before all sides, then beside them, then on the first so many of them."""
    m = sides.shape[0]
    before_sides(ax, ay, sides, before, out[:m])
    beside_sides(ax, ay, sides, off, out[m : 3 * m])
    beside_sides(ax, ay, sides[:opens], 0, out[3 * m :])
