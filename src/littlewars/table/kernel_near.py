"""Kernels of a quick look: by boxes alone, what could be in somebody's way? What is not near needs no exact answer."""

from __future__ import annotations

import numpy as np

from .constants import (
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
from .kernel import Ints, kernel


@kernel
def box_meets_unit(bodies: Ints, n: int, unit: int, side: int, west: int, south: int, east: int, north: int) -> bool:
    """Does a box meet the box round all of another unit of a side?"""
    units = 0
    for j in range(1, n):
        units = max(units, bodies[j, UNIT] + 1)
    boxes = np.empty((units, 4), np.int64)
    for k in range(units):
        boxes[k, 0], boxes[k, 1], boxes[k, 2], boxes[k, 3] = FAR, FAR, -FAR, -FAR
    for j in range(1, n):
        k = bodies[j, UNIT]
        if bodies[j, ON] == 0 or bodies[j, SIDE] != side or k == unit:
            continue
        b = bodies[j, BOUND]
        boxes[k, 0], boxes[k, 1] = min(boxes[k, 0], bodies[j, X] - b), min(boxes[k, 1], bodies[j, Y] - b)
        boxes[k, 2], boxes[k, 3] = max(boxes[k, 2], bodies[j, X] + b), max(boxes[k, 3], bodies[j, Y] + b)
    for k in range(units):
        if west <= boxes[k, 2] and boxes[k, 0] <= east and south <= boxes[k, 3] and boxes[k, 1] <= north:
            return True
    return False


@kernel
def meets_other_unit(bodies: Ints, n: int, unit: int, side: int) -> bool:
    """Does the box round a unit meet that of another unit of its side?"""
    west, south, east, north = FAR, FAR, -FAR, -FAR
    for j in range(1, n):
        if bodies[j, ON] != 0 and bodies[j, UNIT] == unit:
            b = bodies[j, BOUND]
            west, south = min(west, bodies[j, X] - b), min(south, bodies[j, Y] - b)
            east, north = max(east, bodies[j, X] + b), max(north, bodies[j, Y] + b)
    return west <= east and box_meets_unit(bodies, n, unit, side, west, south, east, north)


@kernel
def near_way(bodies: Ints, n: int, i: int, path: Ints, margin: int, pieces: Ints, width: int, height: int) -> int:
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
        if west <= pieces[k, EAST] and pieces[k, WEST] <= east and south <= pieces[k, NORTH] and pieces[k, SOUTH] <= north:
            found |= NEAR_PIECE
            break
    x, y = path[path.shape[0] - 1, 0], path[path.shape[0] - 1, 1]
    left, low, right, high = west, south, east, north  # a unit and where one of its figures goes: the box of what it encloses
    for j in range(1, n):
        if bodies[j, ON] == 0 or j == i:
            continue
        r = bodies[j, BOUND]
        if abs(bodies[j, X] - x) <= b + r and abs(bodies[j, Y] - y) <= b + r:
            found |= NEAR_BODY
        if bodies[j, SIDE] == side:
            if bodies[j, UNIT] == unit:
                left, low = min(left, bodies[j, X] - r), min(low, bodies[j, Y] - r)
                right, high = max(right, bodies[j, X] + r), max(high, bodies[j, Y] + r)
        elif west <= bodies[j, X] + r and bodies[j, X] - r <= east and south <= bodies[j, Y] + r and bodies[j, Y] - r <= north:
            found |= NEAR_ENEMY
    if box_meets_unit(bodies, n, unit, side, left, low, right, high):
        found |= NEAR_FRIENDS
    return found
