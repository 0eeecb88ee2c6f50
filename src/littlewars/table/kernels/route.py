"""Kernels of ways round: everything that a leg, or a place, runs into, and the shortest way over some places."""

from __future__ import annotations

import math
from heapq import heappop, heappush

import numpy as np

from ..constants import BARRED, BOUND, ON, STOPS, X, Y
from .compiled import Bytes, Floats, Ints, kernel
from .measure import overlap_pair
from .stand import off_table, on_piece
from .walk import sweeps_body, sweeps_piece


@kernel
def who_is_near(bodies: Ints, n: int, me: int, i: int, places: Ints, ways: Bytes, near: Ints) -> int:
    """The rows that row i may run into on ways between these places, or on them: how many are written on `near`."""
    west, south, east, north = places[:, 0].min(), places[:, 1].min(), places[:, 0].max(), places[:, 1].max()
    count = 0
    for j in range(n):
        if bodies[j, ON] == 0 or ways[j] != STOPS or j == me:
            continue
        x, y, reach = bodies[j, X], bodies[j, Y], bodies[i, BOUND] + bodies[j, BOUND]
        if x + reach > west and x - reach < east and y + reach > south and y - reach < north:
            near[count] = j
            count += 1
    return count


@kernel
def runs_into(
    bodies: Ints, corner: Ints, n: int, near: Ints, i: int, leg: tuple[int, int, int, int], verts: Ints, pieces: Ints,
    cost: Ints, width: int, height: int, core: Ints, work: Floats, struck: Bytes,
) -> bool:  # fmt: skip
    """Does row i's centre run into anything on a leg (from x, y to x, y), of the rows `near` it? All of it is marked: rows,
    then pieces, the edge."""
    m, hit = pieces.shape[0], False
    sx, sy = leg[0] - bodies[i, X], leg[1] - bodies[i, Y]
    ex, ey = leg[2] - bodies[i, X], leg[3] - bodies[i, Y]
    for j in near:
        if sweeps_body(bodies, corner, i, sx, sy, ex, ey, j):
            struck[j], hit = 1, True
    for k in range(m):
        if cost[k] == BARRED and sweeps_piece(bodies, corner, i, sx, sy, ex, ey, verts, pieces, k, core, work):
            struck[n + k], hit = 1, True
    if off_table(bodies, corner, i, ex, ey, width, height):
        struck[n + m], hit = 1, True
    return hit


@kernel
def shortest_way(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, nodes: Ints, limit: int, ways: Bytes, verts: Ints, pieces: Ints,
    cost: Ints, width: int, height: int, core: Ints, work: Floats, legs: Bytes, struck: Bytes, came: Ints,
) -> bool:  # fmt: skip
    """Is there a way of row i's centre over these nodes, from the first to the second, no longer than the limit?

    `came`: from which node the shortest way comes to each (-1: it begins there; -2: not reached). Legs are tested only when
    the search wants them: `legs` keeps which are (1 free, -1 not), `struck` marks all that was in the way.
    """
    k, rows = nodes.shape[0], np.empty(n, np.int64)
    near = rows[: who_is_near(bodies, n, me, i, nodes, ways, rows)]
    ahead = np.empty(k)
    for j in range(k):
        dx, dy = nodes[j, 0] - nodes[1, 0], nodes[j, 1] - nodes[1, 1]
        ahead[j], came[j] = math.sqrt(dx * dx + dy * dy), -2
    heap = [(ahead[0], 0.0, 0, -1)]  # the whole way at best, what is done of it, where it leads and from where
    while len(heap) > 0:
        _, done, at, start = heappop(heap)
        if came[at] != -2:
            continue
        if start >= 0:
            if legs[start, at] == 0:
                leg = (nodes[start, 0], nodes[start, 1], nodes[at, 0], nodes[at, 1])
                hit = runs_into(
                    bodies, corner, n, near, i, leg, verts, pieces, cost, width, height, core, work, struck
                )  # fmt: skip
                legs[start, at] = legs[at, start] = -1 if hit else 1
            if legs[start, at] < 0:
                continue
        came[at] = start
        if at == 1:
            return True
        for j in range(k):
            dx, dy = nodes[j, 0] - nodes[at, 0], nodes[j, 1] - nodes[at, 1]
            far = done + math.sqrt(dx * dx + dy * dy)
            if far + ahead[j] <= limit and came[j] == -2 and legs[at, j] >= 0:
                heappush(heap, (far + ahead[j], far, j, at))
    return False


@kernel
def places_many(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, places: Ints, ways: Bytes, verts: Ints, pieces: Ints, cost: Ints,
    core: Ints, work: Floats, out: Ints,
) -> int:  # fmt: skip
    """For each place of row i's centre in turn: which rows, then which pieces, it would overlap. Pairs of their numbers, with
    pieces after all rows, are written on `out`; how many. The places are near each other, and few rows are near them."""
    if places.shape[0] == 0:
        return 0
    rows, found = np.empty(n, np.int64), 0
    near = rows[: who_is_near(bodies, n, me, i, places, ways, rows)]
    for t in range(places.shape[0]):
        sx, sy = places[t, 0] - bodies[i, X], places[t, 1] - bodies[i, Y]
        for j in near:
            if overlap_pair(bodies, corner, i, sx, sy, j):
                out[found, 0], out[found, 1] = t, j
                found += 1
        for k in range(pieces.shape[0]):
            if cost[k] == BARRED and on_piece(bodies, corner, i, sx, sy, verts, pieces, k, core, work):
                out[found, 0], out[found, 1] = t, n + k
                found += 1
    return found


@kernel
def beside_circles(circles: Ints, x: int, y: int, out: Ints) -> int:
    """Places just outside circles (x, y, radius): of each in the direction of a point, and of each two where they cross. How
    many are written on `out`."""
    count = 0
    for k in range(circles.shape[0]):
        x1, y1, r1 = circles[k, 0], circles[k, 1], circles[k, 2]
        dx, dy = x - x1, y - y1
        length = math.sqrt(dx * dx + dy * dy)
        part = (r1 + 1) / length if length > 0 else 0.0
        out[count, 0] = x1 + math.floor(dx * part + 0.5) if length > 0 else x1 + r1 + 1
        out[count, 1] = y1 + math.floor(dy * part + 0.5)
        count += 1
        for j in range(k):
            x2, y2, r2 = circles[j, 0], circles[j, 1], circles[j, 2]
            dx, dy = x2 - x1, y2 - y1
            d2 = dx * dx + dy * dy
            if d2 == 0 or d2 > (r1 + r2) ** 2:
                continue
            a = (r1 * r1 - r2 * r2 + d2) / (2 * d2)
            h2 = r1 * r1 / d2 - a * a
            if h2 < 0:
                continue
            h = math.sqrt(h2)
            for s in (1, -1):
                px, py = x1 + a * dx - s * h * dy, y1 + a * dy + s * h * dx
                ox, oy = px - (x1 + x2) / 2, py - (y1 + y2) / 2
                far = math.sqrt(ox * ox + oy * oy)
                off = 2 / far if far > 0 else 2.0
                out[count, 0], out[count, 1] = math.floor(px + ox * off + 0.5), math.floor(py + oy * off + 0.5)
                count += 1
    return count
