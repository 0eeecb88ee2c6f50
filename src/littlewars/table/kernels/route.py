"""Kernels of ways round: everything that a leg, or a place, runs into, and the shortest way over some places."""

from __future__ import annotations

import math
from heapq import heappop, heappush
from typing import Final

import numpy as np

from ..constants import BARRED, BOUND, BOX, COST, FAR, GHOST, ON, SCALE, START, STOP, STOPS, R, X, Y
from .compiled import Bytes, Floats, Ints, kernel
from .measure import overlap_pair
from .stand import off_table, on_piece
from .walk import sweeps_body, sweeps_piece

# how far outside a circle the corners of a polygon of 16 round it lie: 1 / cos(180 degrees / 16), of a whole
OUTSIDE: Final = 1_019_592
WHOLE: Final = 1_000_000


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
def fill_ring(
    bodies: Ints, corner: Ints, n: int, i: int, obstacle: int, verts: Ints, pieces: Ints, size: tuple[int, int], circle: Ints,
    out: Ints,
) -> int:  # fmt: skip
    """The corners of an obstacle inflated by row i, a disc: of polygons just round its own corners, or round a disc. Those on
    the table are written on `out`; how many. `circle`: the directions of a polygon's corners; the table's edge has none."""
    found, m, r = 0, pieces.shape[0], bodies[i, R]
    if obstacle >= n + m:
        return 0
    row = obstacle if obstacle < n else 0
    first, last = (pieces[obstacle - n, START], pieces[obstacle - n, STOP]) if obstacle >= n else (0, 1 + 3 * bodies[row, BOX])
    for v in range(first, last):
        reach = r
        if obstacle >= n:
            x, y = verts[v, 0], verts[v, 1]
        elif bodies[row, BOX] != 0:
            x, y = corner[row, 2 * v], corner[row, 2 * v + 1]
        else:
            x, y, reach = bodies[row, X], bodies[row, Y], r + bodies[row, R]
        outer = (2 * reach * OUTSIDE + WHOLE) // (2 * WHOLE) + 2
        for k in range(circle.shape[0]):
            px = x + (outer * circle[k, 0] + SCALE // 2) // SCALE
            py = y + (outer * circle[k, 1] + SCALE // 2) // SCALE
            if r <= px <= size[0] - r and r <= py <= size[1] - r:
                out[found, 0], out[found, 1] = px, py
                found += 1
    return found


@kernel
def within_way(nodes: Ints, x: int, y: int, most: int) -> bool:
    """Could a way from the first node to the second that is no longer than this touch a place?"""
    ax, ay, bx, by = x - nodes[0, 0], y - nodes[0, 1], x - nodes[1, 0], y - nodes[1, 1]
    return math.sqrt(ax * ax + ay * ay) + math.sqrt(bx * bx + by * by) <= most


@kernel
def add_corners(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, ways: Bytes, verts: Ints, pieces: Ints, cost: Ints, width: int,
    height: int, core: Ints, work: Floats, circle: Ints, most: int, struck: Bytes, used: Bytes, known: Ints, nodes: Ints,
    counts: Ints,
) -> bool:  # fmt: skip
    """The corners of all that was struck and is not used yet, and of what swallows them, the last first: those that a way of
    this length could touch and that nobody knows are `known` from then on, and `nodes` if nothing swallows them; `counts` of
    both. Was there anything to add?"""
    waiting = [k for k in range(struck.size) if struck[k] != 0 and used[k] == 0]
    if len(waiting) == 0:
        return False
    seen = {known[0, 0] * FAR + known[0, 1]}
    for k in range(1, counts[0]):
        seen.add(known[k, 0] * FAR + known[k, 1])
    near = np.empty(n, np.int64)
    while len(waiting) > 0:
        obstacle = waiting.pop()
        if used[obstacle] != 0:
            continue
        used[obstacle] = 1
        first, last = counts[0], counts[0]
        ring = known[first:]
        for k in range(fill_ring(bodies, corner, n, i, obstacle, verts, pieces, (width, height), circle, ring)):
            x, y = ring[k, 0], ring[k, 1]
            if x * FAR + y not in seen and within_way(nodes, x, y, most):
                known[last, 0], known[last, 1] = x, y
                last += 1
        counts[0] = last
        if first == last:
            continue
        close = near[: who_is_near(bodies, n, me, i, known[first:last], ways, near)]
        for t in range(first, last):
            seen.add(known[t, 0] * FAR + known[t, 1])
            sx, sy, free = known[t, 0] - bodies[i, X], known[t, 1] - bodies[i, Y], True
            for j in close:
                if overlap_pair(bodies, corner, i, sx, sy, j):
                    free = False
                    if used[j] == 0:
                        waiting.append(j)
            for k in range(pieces.shape[0]):
                if cost[k] == BARRED and on_piece(bodies, corner, i, sx, sy, verts, pieces, k, core, work):
                    free = False
                    if used[n + k] == 0:
                        waiting.append(n + k)
            if free:
                nodes[counts[1], 0], nodes[counts[1], 1] = known[t, 0], known[t, 1]
                counts[1] += 1
    return True


@kernel
def circles_near(bodies: Ints, n: int, r: int, near: int, x: int, y: int, ways: Bytes, out: Ints) -> tuple[int, int]:
    """The discs near a place, inflated by a radius, are written on `out` as circles (x, y, radius), from the last back the rows
    of boxes; how many of each. Ghosts are not there."""
    count, boxes = 0, 0
    for j in range(1, n):
        dx, dy, reach = bodies[j, X] - x, bodies[j, Y] - y, r + bodies[j, BOUND] + near
        if bodies[j, ON] == 0 or ways[j] == GHOST or dx * dx + dy * dy > reach * reach:
            continue
        if bodies[j, BOX] == 0:
            out[count, 0], out[count, 1], out[count, 2] = bodies[j, X], bodies[j, Y], r + bodies[j, R]
            count += 1
        else:
            boxes += 1
            out[n - boxes, 0] = j
    return count, boxes


@kernel
def beside_circle(cx: int, cy: int, r: int, x: int, y: int) -> tuple[int, int]:
    """The place just outside a circle in the direction of a point."""
    dx, dy = x - cx, y - cy
    length = math.sqrt(dx * dx + dy * dy)
    if length == 0:
        return cx + r + 1, cy
    part = (r + 1) / length
    return cx + math.floor(dx * part + 0.5), cy + math.floor(dy * part + 0.5)


@kernel
def beside_edges(verts: Ints, pieces: Ints, r: int, near: int, x: int, y: int, out: Ints) -> int:
    """Places a radius off each barred edge that is near a point, on the outside of it, and off its corner. How many are
    written on `out`."""
    count = 0
    for k in range(pieces.shape[0]):
        if pieces[k, COST] != BARRED:
            continue
        for v in range(pieces[k, START], pieces[k, STOP]):
            w = v + 1 if v + 1 < pieces[k, STOP] else pieces[k, START]
            ax, ay, dx, dy = verts[v, 0], verts[v, 1], verts[w, 0] - verts[v, 0], verts[w, 1] - verts[v, 1]
            length = math.sqrt(dx * dx + dy * dy)
            part = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / (length * length)))
            fx, fy = ax + part * dx, ay + part * dy
            if (fx - x) * (fx - x) + (fy - y) * (fy - y) <= near * near:
                off = (r + 1) / length  # the outside of a counter-clockwise outline is to the right of its edges
                out[count, 0], out[count, 1] = math.floor(fx + dy * off + 0.5), math.floor(fy - dx * off + 0.5)
                out[count + 1, 0], out[count + 1, 1] = beside_circle(ax, ay, r, x, y)
                count += 2
    return count


@kernel
def beside_circles(circles: Ints, x: int, y: int, out: Ints) -> int:
    """Places just outside circles (x, y, radius): of each in the direction of a point, and of each two where they cross. How
    many are written on `out`."""
    count = 0
    for k in range(circles.shape[0]):
        x1, y1, r1 = circles[k, 0], circles[k, 1], circles[k, 2]
        out[count, 0], out[count, 1] = beside_circle(x1, y1, r1, x, y)
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
