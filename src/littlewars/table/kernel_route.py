"""Kernel of ways round: everything that a leg, or a place, runs into, for many of them at once."""

from __future__ import annotations

from .constants import BARRED, ON, STOPS, X, Y
from .kernel import Bytes, Floats, Ints, kernel
from .kernel_measure import overlap_pair
from .kernel_stand import off_table, on_piece
from .kernel_walk import sweeps_body, sweeps_piece


@kernel
def hits_many(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, legs: Ints, ways: Bytes, verts: Ints, pieces: Ints, cost: Ints,
    width: int, height: int, core: Ints, work: Floats, out: Bytes,
) -> int:  # fmt: skip
    """For each leg (from x, y to x, y of row i's centre): which rows, then which pieces, it runs into; last, the edge.

    Returns how many obstacles there are in all.
    """
    m, found = pieces.shape[0], 0
    for t in range(legs.shape[0]):
        sx, sy = legs[t, 0] - bodies[i, X], legs[t, 1] - bodies[i, Y]
        ex, ey = legs[t, 2] - bodies[i, X], legs[t, 3] - bodies[i, Y]
        for j in range(n):
            out[t, j] = 0
            if bodies[j, ON] != 0 and ways[j] == STOPS and j != me:
                out[t, j] = sweeps_body(bodies, corner, i, sx, sy, ex, ey, j)
                found += out[t, j]
        for k in range(m):
            out[t, n + k] = 0
            if cost[k] == BARRED:
                out[t, n + k] = sweeps_piece(bodies, corner, i, sx, sy, ex, ey, verts, pieces, k, core, work)
                found += out[t, n + k]
        out[t, n + m] = off_table(bodies, corner, i, ex, ey, width, height)
        found += out[t, n + m]
    return found


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
