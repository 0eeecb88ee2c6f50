"""Kernels of a quick look: by boxes and shadows, what could be in somebody's way? What is not near needs no exact answer."""

from __future__ import annotations

import numpy as np

from ..constants import (
    BARRED,
    BOUND,
    EAST,
    FAR,
    NEAR_BODY,
    NEAR_EDGE,
    NEAR_ENEMY,
    NEAR_FRIENDS,
    NEAR_PIECE,
    NORTH,
    ON,
    SIDE,
    SOUTH,
    UNIT,
    WEST,
    X,
    Y,
)
from .compiled import Ints, kernel

# Two shapes are surely clear of each other if their shadows are on one of these directions (and its length in 1/1000, rounded
# up).
DIRECTIONS = np.array(
    ((1, 0, 1000), (0, 1, 1000), (1, 1, 1415), (1, -1, 1415), (2, 1, 2237), (1, 2, 2237), (2, -1, 2237), (1, -2, 2237)),
    np.int64,
)


@kernel
def cast(shadow: Ints, x: int, y: int, r: int) -> None:
    """Widen the shadows on all directions by that of a disc."""
    for d in range(DIRECTIONS.shape[0]):
        at = x * DIRECTIONS[d, 0] + y * DIRECTIONS[d, 1]
        wide = r * DIRECTIONS[d, 2] // 1000 + 1
        shadow[d, 0], shadow[d, 1] = min(shadow[d, 0], at - wide), max(shadow[d, 1], at + wide)


@kernel
def no_shadow() -> Ints:
    """The shadows of nothing."""
    shadow = np.empty((DIRECTIONS.shape[0], 2), np.int64)
    for d in range(DIRECTIONS.shape[0]):
        shadow[d, 0], shadow[d, 1] = FAR * 8, -FAR * 8
    return shadow


@kernel
def meets_unit(bodies: Ints, n: int, unit: int, side: int, shadow: Ints) -> bool:
    """May something with these shadows meet what another unit of a side encloses?"""
    last = -1
    for j in range(1, n):  # units follow each other on the table, mostly: each is looked at once for every run of its figures
        other = bodies[j, UNIT]
        if bodies[j, ON] == 0 or bodies[j, SIDE] != side or other in (unit, last):
            continue
        last, cut = other, no_shadow()
        for k in range(1, n):
            if bodies[k, ON] != 0 and bodies[k, UNIT] == other:
                cast(cut, bodies[k, X], bodies[k, Y], bodies[k, BOUND])
        clear = False
        for d in range(DIRECTIONS.shape[0]):
            clear = clear or cut[d, 1] < shadow[d, 0] or shadow[d, 1] < cut[d, 0]
        if not clear:
            return True
    return False


@kernel
def meets_other_unit(bodies: Ints, n: int, unit: int, side: int) -> bool:
    """May what a unit encloses meet what another unit of its side does?"""
    shadow = no_shadow()
    for j in range(1, n):
        if bodies[j, ON] != 0 and bodies[j, UNIT] == unit:
            cast(shadow, bodies[j, X], bodies[j, Y], bodies[j, BOUND])
    return shadow[0, 0] <= shadow[0, 1] and meets_unit(bodies, n, unit, side, shadow)


@kernel
def near_way(bodies: Ints, n: int, i: int, path: Ints, margin: int, pieces: Ints, cost: Ints, width: int, height: int) -> int:
    """What may be in the way of a row along a path: the sum of the NEAR_ codes that cannot be ruled out by boxes."""
    b, unit, side = bodies[i, BOUND] + margin, bodies[i, UNIT], bodies[i, SIDE]
    west = east = bodies[i, X]
    south = north = bodies[i, Y]
    for k in range(path.shape[0]):
        west, east = min(west, path[k, 0]), max(east, path[k, 0])
        south, north = min(south, path[k, 1]), max(north, path[k, 1])
    west, south, east, north = west - b, south - b, east + b, north + b
    found = 0
    if west < 0 or south < 0 or east > width or north > height:
        found |= NEAR_EDGE
    for k in range(pieces.shape[0]):
        if cost[k] != BARRED:
            continue
        if west <= pieces[k, EAST] and pieces[k, WEST] <= east and south <= pieces[k, NORTH] and pieces[k, SOUTH] <= north:
            found |= NEAR_PIECE
            break
    x, y = path[path.shape[0] - 1, 0], path[path.shape[0] - 1, 1]
    shadow = no_shadow()  # of a unit and where one of its figures goes
    cast(shadow, bodies[i, X], bodies[i, Y], b)
    for k in range(path.shape[0]):
        cast(shadow, path[k, 0], path[k, 1], b)
    for j in range(1, n):
        if bodies[j, ON] == 0 or j == i:
            continue
        r = bodies[j, BOUND]
        if abs(bodies[j, X] - x) <= b + r and abs(bodies[j, Y] - y) <= b + r:
            found |= NEAR_BODY
        if bodies[j, SIDE] == side:
            if bodies[j, UNIT] == unit:
                cast(shadow, bodies[j, X], bodies[j, Y], r)
        elif west <= bodies[j, X] + r and bodies[j, X] - r <= east and south <= bodies[j, Y] + r and bodies[j, Y] - r <= north:
            found |= NEAR_ENEMY
    if meets_unit(bodies, n, unit, side, shadow):
        found |= NEAR_FRIENDS
    return found
