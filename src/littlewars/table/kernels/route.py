"""Kernels of ways round: everything that a leg, or a place, runs into, and the shortest way over some places."""

from __future__ import annotations

import math
from heapq import heappop, heappush

import numpy as np

from ..constants import BARRED, ON, STOPS, X, Y
from .compiled import Bytes, Floats, Ints, kernel
from .measure import overlap_pair
from .stand import off_table, on_piece
from .walk import sweeps_body, sweeps_piece


@kernel
def runs_into(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, leg: tuple[int, int, int, int], ways: Bytes, verts: Ints, pieces: Ints,
    cost: Ints, width: int, height: int, core: Ints, work: Floats, struck: Bytes,
) -> bool:  # fmt: skip
    """Does row i's centre run into anything on a leg (from x, y to x, y)? All of it is marked: rows, then pieces, the edge."""
    m, hit = pieces.shape[0], False
    sx, sy = leg[0] - bodies[i, X], leg[1] - bodies[i, Y]
    ex, ey = leg[2] - bodies[i, X], leg[3] - bodies[i, Y]
    for j in range(n):
        if bodies[j, ON] != 0 and ways[j] == STOPS and j != me and sweeps_body(bodies, corner, i, sx, sy, ex, ey, j):
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
    k = nodes.shape[0]
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
                    bodies, corner, n, me, i, leg, ways, verts, pieces, cost, width, height, core, work, struck
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
    core: Ints, work: Floats, out: Bytes,
) -> None:  # fmt: skip
    """For each place of row i's centre: which rows, then which pieces, it would overlap."""
    for t in range(places.shape[0]):
        sx, sy = places[t, 0] - bodies[i, X], places[t, 1] - bodies[i, Y]
        for j in range(n):
            out[t, j] = 0
            if bodies[j, ON] != 0 and ways[j] == STOPS and j != me:
                out[t, j] = overlap_pair(bodies, corner, i, sx, sy, j)
        for k in range(pieces.shape[0]):
            out[t, n + k] = 0
            if cost[k] == BARRED:
                out[t, n + k] = on_piece(bodies, corner, i, sx, sy, verts, pieces, k, core, work)
