"""Kernels of lines and outlines: which parts of a segment lie in the open interior of a piece.

A line along an edge or through a corner is outside. When a vertex lies on the line, the crossings seen from both sides of it
are intersected, so that the answer is the same from either end.
"""

from __future__ import annotations

from ..constants import HAIR, START, STOP
from .compiled import Floats, Ints, kernel
from .measure import near_segment, segments_near

WORK = (4, 256)  # shape of the work array: crossings from either side, then the stretches' ends


@kernel
def holds_point(verts: Ints, first: int, last: int, px: int, py: int) -> int:
    """1 inside, 0 on the edge, -1 outside."""
    inside = False
    ax, ay = verts[last - 1, 0], verts[last - 1, 1]
    for i in range(first, last):
        bx, by = verts[i, 0], verts[i, 1]
        k = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        if k == 0 and min(ax, bx) <= px <= max(ax, bx) and min(ay, by) <= py <= max(ay, by):
            return 0
        if (ay > py) != (by > py) and (k > 0) == (by > ay):
            inside = not inside
        ax, ay = bx, by
    return 1 if inside else -1


@kernel
def crossings(
    verts: Ints, first: int, last: int, ax: int, ay: int, bx: int, by: int, strict: bool, out: Floats
) -> tuple[int, bool]:
    """Sorted places where the outline changes from one side of the line to the other; also, whether a vertex lies on it."""
    dx, dy = bx - ax, by - ay
    x0, y0 = verts[last - 1, 0], verts[last - 1, 1]
    s0 = dx * (y0 - ay) - dy * (x0 - ax)
    count, vertex = 0, False
    for i in range(first, last):
        x1, y1 = verts[i, 0], verts[i, 1]
        s1 = dx * (y1 - ay) - dy * (x1 - ax)
        if s1 == 0:
            vertex = True
        if (s0 > 0 or (s0 == 0 and not strict)) != (s1 > 0 or (s1 == 0 and not strict)):
            if s0 == 0:
                t = ((x0 - ax) * dx + (y0 - ay) * dy) / (dx * dx + dy * dy)
            elif s1 == 0:
                t = ((x1 - ax) * dx + (y1 - ay) * dy) / (dx * dx + dy * dy)
            else:
                t = ((x0 - ax) * (y1 - y0) - (y0 - ay) * (x1 - x0)) / (s1 - s0)
            k = count
            while k > 0 and out[k - 1] > t:
                out[k] = out[k - 1]
                k -= 1
            out[k] = t
            count += 1
        x0, y0, s0 = x1, y1, s1
    return count, vertex


@kernel
def stretches_in(verts: Ints, first: int, last: int, ax: int, ay: int, bx: int, by: int, work: Floats) -> int:
    """The stretches of a segment in the open interior: their number; ends in work[2] and work[3]."""
    if ax == bx and ay == by:
        return 0
    n, vertex = crossings(verts, first, last, ax, ay, bx, by, True, work[0])
    found = 0
    if not vertex:
        for k in range(0, n, 2):
            lo, hi = work[0, k], work[0, k + 1]
            if hi > 0.0 and lo < 1.0:
                work[2, found], work[3, found] = max(lo, 0.0), min(hi, 1.0)
                found += 1
        return found
    m, vertex = crossings(verts, first, last, ax, ay, bx, by, False, work[1])
    for k in range(0, n, 2):
        for j in range(0, m, 2):
            lo, hi = max(work[0, k], work[1, j], 0.0), min(work[0, k + 1], work[1, j + 1], 1.0)
            if lo < hi:
                work[2, found], work[3, found] = lo, hi
                found += 1
    return found


@kernel
def outline_near(verts: Ints, first: int, last: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Does the segment come nearer than `reach` to the outline?"""
    cx, cy = verts[last - 1, 0], verts[last - 1, 1]
    square = reach * reach
    for i in range(first, last):
        dx, dy = verts[i, 0], verts[i, 1]
        if not (
            max(cx, dx) + reach < min(ax, bx)
            or min(cx, dx) - reach > max(ax, bx)
            or max(cy, dy) + reach < min(ay, by)
            or min(cy, dy) - reach > max(ay, by)
        ) and segments_near(ax, ay, bx, by, cx, cy, dx, dy, square):
            return True
        cx, cy = dx, dy
    return False


@kernel
def point_near_outline(verts: Ints, first: int, last: int, px: int, py: int, reach: int) -> bool:
    """Is the point nearer than `reach` to the outline?"""
    cx, cy = verts[last - 1, 0], verts[last - 1, 1]
    for i in range(first, last):
        dx, dy = verts[i, 0], verts[i, 1]
        if near_segment(px, py, cx, cy, dx, dy, reach * reach):
            return True
        cx, cy = dx, dy
    return False


@kernel
def disc_on_piece(verts: Ints, pieces: Ints, k: int, px: int, py: int, r: int) -> bool:
    """Does a disc overlap a piece deeper than a hair?"""
    first, last = pieces[k, START], pieces[k, STOP]
    if holds_point(verts, first, last, px, py) > 0:
        return True
    return r > HAIR and point_near_outline(verts, first, last, px, py, r - HAIR)


@kernel
def fill_core(corner: Ints, i: int, sx: int, sy: int, core: Ints) -> None:
    """The box of row i, shifted and shrunk by a hair on every side: its corners, for overlaps with ground."""
    for k in range(4):
        core[k, 0], core[k, 1] = corner[i, 2 * k] + sx, corner[i, 2 * k + 1] + sy
    ux, uy = corner[i, 0] - corner[i, 2], corner[i, 1] - corner[i, 3]
    vx, vy = corner[i, 2] - corner[i, 4], corner[i, 3] - corner[i, 5]
    u, v = max(1.0, (ux * ux + uy * uy) ** 0.5), max(1.0, (vx * vx + vy * vy) ** 0.5)
    ax, ay, bx, by = round(HAIR * ux / u), round(HAIR * uy / u), round(HAIR * vx / v), round(HAIR * vy / v)
    for k in range(4):
        front = 1 if k == 0 or k == 3 else -1
        left = 1 if k < 2 else -1
        core[k, 0] -= front * ax + left * bx
        core[k, 1] -= front * ay + left * by


@kernel
def box_on_piece(verts: Ints, pieces: Ints, k: int, core: Ints, work: Floats) -> bool:
    """Does a box (its core) meet the open interior of a piece?"""
    first, last = pieces[k, START], pieces[k, STOP]
    cx, cy = (core[0, 0] + core[2, 0]) // 2, (core[0, 1] + core[2, 1]) // 2
    if holds_point(verts, first, last, cx, cy) > 0:
        return True
    for a in range(4):
        b = (a + 1) & 3
        if stretches_in(verts, first, last, core[a, 0], core[a, 1], core[b, 0], core[b, 1], work) > 0:
            return True
    px, py = verts[last - 1, 0], verts[last - 1, 1]
    for i in range(first, last):
        if stretches_in(core, 0, 4, px, py, verts[i, 0], verts[i, 1], work) > 0:
            return True
        px, py = verts[i, 0], verts[i, 1]
    return False


@kernel
def box_sweeps_piece(verts: Ints, pieces: Ints, k: int, core: Ints, dx: int, dy: int, work: Floats) -> bool:
    """Does the core, moving by (dx, dy) from where it is, meet the open interior on the way (its start apart)?"""
    first, last = pieces[k, START], pieces[k, STOP]
    for a in range(4):
        if stretches_in(verts, first, last, core[a, 0], core[a, 1], core[a, 0] + dx, core[a, 1] + dy, work) > 0:
            return True
    for i in range(first, last):
        px, py = verts[i, 0], verts[i, 1]
        if stretches_in(core, 0, 4, px, py, px - dx, py - dy, work) > 0:
            return True
    return False
