"""Kernels of hulls: the outline round discs of one size, and the area that two convex outlines share."""

from __future__ import annotations

import math

import numpy as np

from .compiled import Floats, Ints, kernel


@kernel
def turn_of(points: Ints, a: int, b: int, c: int) -> int:
    """Positive for a left turn."""
    abx, aby = points[b, 0] - points[a, 0], points[b, 1] - points[a, 1]
    return int(abx * (points[c, 1] - points[a, 1]) - aby * (points[c, 0] - points[a, 0]))


@kernel
def chain_round(points: Ints, keep: Ints) -> int:
    """Convex hull of points in ascending order, counter-clockwise without collinear ones: which they are; their number."""
    n, count = points.shape[0], 0
    for half in range(2):
        first = count
        for step in range(n):
            k = step if half == 0 else n - 1 - step
            while count - first > 1 and turn_of(points, keep[count - 2], keep[count - 1], k) <= 0:
                count -= 1
            keep[count] = k
            count += 1
        count -= 1  # the last of a half is the first of the other
    return count


@kernel
def round_discs(centres: Ints, lowest: Ints, angles: Floats, edges: Ints) -> Ints:
    """The outline that a disc sweeps in the hull of its centres (ascending): the edges of both, merged by their direction.

    The disc is given by its lowest vertex, and by its edges with their directions, ascending. The outline starts at its
    westernmost vertex, and none lies on a straight line.
    """
    n, m = centres.shape[0], edges.shape[0]
    keep = np.zeros(2 * n + 2, np.int64)
    count = chain_round(centres, keep) if n > 2 else n
    if n <= 2:
        for k in range(n):
            keep[k] = k
    own, turns = np.zeros((count, 2), np.int64), np.zeros(count)
    low = 0
    for k in range(count):
        p, q = keep[k], keep[(k + 1) % count]
        own[k, 0], own[k, 1] = centres[q, 0] - centres[p, 0], centres[q, 1] - centres[p, 1]
        turns[k] = math.atan2(own[k, 1], own[k, 0]) % (2 * math.pi)
        lx, ly = centres[keep[low], 0], centres[keep[low], 1]
        if centres[p, 1] < ly or (centres[p, 1] == ly and centres[p, 0] < lx):
            low = k
    x, y = lowest[0] + centres[keep[low], 0], lowest[1] + centres[keep[low], 1]
    order = np.argsort(turns) if count > 1 else np.zeros(0, np.int64)
    found = np.zeros((m + order.shape[0], 2), np.int64)
    i = j = size = 0
    while i < m or j < order.shape[0]:
        found[size, 0], found[size, 1] = x, y
        size += 1
        if j == order.shape[0] or (i < m and angles[i] <= turns[order[j]]):
            x, y, i = x + edges[i, 0], y + edges[i, 1], i + 1
        else:
            x, y, j = x + own[order[j], 0], y + own[order[j], 1], j + 1
    return canonical(found, size)


@kernel
def canonical(points: Ints, size: int) -> Ints:
    """A convex outline from its westernmost vertex, without those on a straight line."""
    kept, count, first = np.zeros((size, 2), np.int64), 0, 0
    for k in range(size):
        if turn_of(points, (k - 1) % size, k, (k + 1) % size) > 0:
            kept[count, 0], kept[count, 1] = points[k, 0], points[k, 1]
            fx, fy = kept[first, 0], kept[first, 1]
            if points[k, 0] < fx or (points[k, 0] == fx and points[k, 1] < fy):
                first = count
            count += 1
    out = np.zeros((count, 2), np.int64)
    for k in range(count):
        out[k, 0], out[k, 1] = kept[(first + k) % count, 0], kept[(first + k) % count, 1]
    return out


@kernel
def boxes_apart(a: Floats, b: Floats) -> bool:
    """Do the boxes round two outlines stay clear of each other?"""
    for axis in range(2):
        low, high, least, most = a[0, axis], a[0, axis], b[0, axis], b[0, axis]
        for k in range(a.shape[0]):
            low, high = min(low, a[k, axis]), max(high, a[k, axis])
        for k in range(b.shape[0]):
            least, most = min(least, b[k, axis]), max(most, b[k, axis])
        if high <= least or most <= low:
            return True
    return False


@kernel
def shared_area(a: Floats, b: Floats) -> float:
    """Cut one convex outline by every edge of the other; what is left is shared. Both run counter-clockwise."""
    if boxes_apart(a, b):
        return 0.0
    room = a.shape[0] + b.shape[0] + 4
    shape, kept = np.empty((room, 2)), np.empty((room, 2))
    n = a.shape[0]
    for k in range(n):
        shape[k, 0], shape[k, 1] = a[k, 0], a[k, 1]
    for e in range(b.shape[0]):
        px, py = b[e, 0], b[e, 1]
        qx, qy = b[(e + 1) % b.shape[0], 0], b[(e + 1) % b.shape[0], 1]
        count = 0
        ux, uy = shape[n - 1, 0], shape[n - 1, 1]
        su = (qx - px) * (uy - py) - (qy - py) * (ux - px)
        for k in range(n):
            vx, vy = shape[k, 0], shape[k, 1]
            sv = (qx - px) * (vy - py) - (qy - py) * (vx - px)
            if (su < 0) != (sv < 0):
                t = su / (su - sv)
                kept[count, 0], kept[count, 1] = ux + t * (vx - ux), uy + t * (vy - uy)
                count += 1
            if sv >= 0:
                kept[count, 0], kept[count, 1] = vx, vy
                count += 1
            ux, uy, su = vx, vy, sv
        if count == 0:
            return 0.0
        shape, kept, n = kept, shape, count
    area = 0.0
    for k in range(n):
        m = (k + 1) % n
        area += shape[k, 0] * shape[m, 1] - shape[k, 1] * shape[m, 0]
    return area / 2
