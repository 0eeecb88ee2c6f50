"""Kernels of ways round: everything that a leg, or a place, runs into, and the shortest way over some places."""

from __future__ import annotations

import math

import numpy as np

from .constants import BARRED, ON, STOPS, X, Y
from .kernel import Bytes, Floats, Ints, kernel
from .kernel_measure import overlap_pair
from .kernel_stand import off_table, on_piece
from .kernel_walk import sweeps_body, sweeps_piece


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
def sooner(keys: Floats, ends: Ints, a: int, b: int) -> bool:
    """Does one entry of the search come before another: by its whole way, by what is done of it, by where it leads?"""
    if keys[a, 0] != keys[b, 0]:
        return bool(keys[a, 0] < keys[b, 0])
    if keys[a, 1] != keys[b, 1]:
        return bool(keys[a, 1] < keys[b, 1])
    return bool(ends[a, 0] < ends[b, 0] or (ends[a, 0] == ends[b, 0] and ends[a, 1] < ends[b, 1]))


@kernel
def sift_up(keys: Floats, ends: Ints, heap: Ints, at: int) -> None:
    """Bring an entry up to its place in the heap."""
    while at > 0 and sooner(keys, ends, heap[at], heap[(at - 1) // 2]):
        above = (at - 1) // 2
        heap[at], heap[above] = heap[above], heap[at]
        at = above


@kernel
def sift_down(keys: Floats, ends: Ints, heap: Ints, size: int) -> None:
    """Bring the first entry down to its place in the heap."""
    at = 0
    while 2 * at + 1 < size:
        below = 2 * at + 1
        if below + 1 < size and sooner(keys, ends, heap[below + 1], heap[below]):
            below += 1
        if not sooner(keys, ends, heap[below], heap[at]):
            return
        heap[at], heap[below] = heap[below], heap[at]
        at = below


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
    ahead, keys = np.empty(k), np.empty((k * k + 1, 2))
    ends, heap = np.empty((k * k + 1, 2), np.int64), np.empty(k * k + 1, np.int64)
    for j in range(k):
        dx, dy = nodes[j, 0] - nodes[1, 0], nodes[j, 1] - nodes[1, 1]
        ahead[j], came[j] = math.sqrt(dx * dx + dy * dy), -2
    keys[0, 0], keys[0, 1], ends[0, 0], ends[0, 1], heap[0] = ahead[0], 0.0, 0, -1, 0
    size, made = 1, 1
    while size > 0:
        first = heap[0]
        size -= 1
        heap[0] = heap[size]
        sift_down(keys, ends, heap, size)
        done, at, frm = keys[first, 1], ends[first, 0], ends[first, 1]
        if came[at] != -2:
            continue
        if frm >= 0:
            if legs[frm, at] == 0:
                leg = (nodes[frm, 0], nodes[frm, 1], nodes[at, 0], nodes[at, 1])
                hit = runs_into(
                    bodies, corner, n, me, i, leg, ways, verts, pieces, cost, width, height, core, work, struck
                )  # fmt: skip
                legs[frm, at] = legs[at, frm] = -1 if hit else 1
            if legs[frm, at] < 0:
                continue
        came[at] = frm
        if at == 1:
            return True
        for j in range(k):
            dx, dy = nodes[j, 0] - nodes[at, 0], nodes[j, 1] - nodes[at, 1]
            far = done + math.sqrt(dx * dx + dy * dy)
            if far + ahead[j] <= limit and came[j] == -2 and legs[at, j] >= 0:
                keys[made, 0], keys[made, 1], ends[made, 0], ends[made, 1] = far + ahead[j], far, j, at
                heap[size] = made
                sift_up(keys, ends, heap, size)
                size, made = size + 1, made + 1
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
