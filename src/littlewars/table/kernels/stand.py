"""Kernels of standing: may a base stand somewhere, and what is in its way?"""

from __future__ import annotations

from ..constants import (
    AT_BODY,
    AT_EDGE,
    AT_PIECE,
    BARRED,
    BOUND,
    BOX,
    EAST,
    FREE,
    GHOST,
    NORTH,
    ON,
    SOUTH,
    START,
    STOP,
    WEST,
    R,
    X,
    Y,
)
from .compiled import Bytes, Floats, Ints, kernel
from .lines import box_on_piece, disc_on_piece, fill_core, holds_point
from .measure import overlap_pair


@kernel
def off_table(bodies: Ints, corner: Ints, i: int, sx: int, sy: int, width: int, height: int) -> bool:
    """Is any part of the shifted row beyond the edge?"""
    if bodies[i, BOX] == 0:
        x, y, r = bodies[i, X] + sx, bodies[i, Y] + sy, bodies[i, R]
        return bool(x < r or y < r or x > width - r or y > height - r)
    for k in range(4):
        x, y = corner[i, 2 * k] + sx, corner[i, 2 * k + 1] + sy
        if x < 0 or y < 0 or x > width or y > height:
            return True
    return False


@kernel
def far_from_piece(bodies: Ints, i: int, x: int, y: int, pieces: Ints, k: int) -> bool:
    """Can the row, with its centre at (x, y), not possibly reach the piece?"""
    b = bodies[i, BOUND]
    return bool(x + b <= pieces[k, WEST] or x - b >= pieces[k, EAST] or y + b <= pieces[k, SOUTH] or y - b >= pieces[k, NORTH])


@kernel
def on_piece(
    bodies: Ints, corner: Ints, i: int, sx: int, sy: int, verts: Ints, pieces: Ints, k: int, core: Ints, work: Floats
) -> bool:
    """Does the shifted row overlap a piece deeper than a hair?"""
    x, y = bodies[i, X] + sx, bodies[i, Y] + sy
    if far_from_piece(bodies, i, x, y, pieces, k):
        return False
    if bodies[i, BOX] == 0:
        return disc_on_piece(verts, pieces, k, x, y, bodies[i, R])
    fill_core(corner, i, sx, sy, core)
    return box_on_piece(verts, pieces, k, core, work)


@kernel
def stand_at(
    bodies: Ints, corner: Ints, n: int, i: int, sx: int, sy: int, ways: Bytes, verts: Ints, pieces: Ints, cost: Ints,
    width: int, height: int, core: Ints, work: Floats,
) -> tuple[int, int]:  # fmt: skip
    """What the shifted row would overlap: the edge, a body that is not a ghost, barred ground, or nothing."""
    if off_table(bodies, corner, i, sx, sy, width, height):
        return AT_EDGE, 0
    x, y, b = bodies[i, X] + sx, bodies[i, Y] + sy, bodies[i, BOUND]
    for j in range(n):
        if bodies[j, ON] == 0 or j == i or ways[j] == GHOST:
            continue
        near = b + bodies[j, BOUND]
        if abs(x - bodies[j, X]) < near and abs(y - bodies[j, Y]) < near and overlap_pair(bodies, corner, i, sx, sy, j):
            return AT_BODY, j
    for k in range(pieces.shape[0]):
        if cost[k] == BARRED and on_piece(bodies, corner, i, sx, sy, verts, pieces, k, core, work):
            return AT_PIECE, k
    return FREE, 0


@kernel
def stand_many(
    bodies: Ints, corner: Ints, n: int, i: int, spots: Ints, ways: Bytes, verts: Ints, pieces: Ints, cost: Ints,
    width: int, height: int, core: Ints, work: Floats, out: Bytes,
) -> None:  # fmt: skip
    """For each spot of the row's centre: may it stand there?"""
    for s in range(spots.shape[0]):
        sx, sy = spots[s, 0] - bodies[i, X], spots[s, 1] - bodies[i, Y]
        kind, _ = stand_at(
            bodies, corner, n, i, sx, sy, ways, verts, pieces, cost, width, height, core, work
        )  # fmt: skip
        out[s] = kind


@kernel
def next_free(
    bodies: Ints, corner: Ints, n: int, i: int, spots: Ints, first: int, ways: Bytes, verts: Ints, pieces: Ints, cost: Ints,
    width: int, height: int, core: Ints, work: Floats,
) -> int:  # fmt: skip
    """The first of these spots of the row's centre, from a number on, at which it may stand; how many there are if it is none
    of them."""
    for s in range(first, spots.shape[0]):
        sx, sy = spots[s, 0] - bodies[i, X], spots[s, 1] - bodies[i, Y]
        kind, _ = stand_at(
            bodies, corner, n, i, sx, sy, ways, verts, pieces, cost, width, height, core, work
        )  # fmt: skip
        if kind == FREE:
            return s
    return int(spots.shape[0])


@kernel
def pieces_holding(verts: Ints, pieces: Ints, px: int, py: int, out: Bytes) -> None:
    """Which pieces hold a point; their edge does."""
    for k in range(pieces.shape[0]):
        out[k] = 0
        if pieces[k, WEST] <= px <= pieces[k, EAST] and pieces[k, SOUTH] <= py <= pieces[k, NORTH]:
            out[k] = holds_point(verts, pieces[k, START], pieces[k, STOP], px, py) >= 0
