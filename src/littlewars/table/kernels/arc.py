"""Kernel of arcs: what can be in an arc of sight at once, whichever way one turns?"""

from __future__ import annotations

import math

import numpy as np

from ..constants import FULL_TURN
from .compiled import Ints, kernel


@kernel
def contents(bearings: Ints, ways: Ints, half: int, off: Ints, best: Ints) -> int:
    """The different contents of an arc when one faces each of these ways; their number.

    For each of them a row: how far everybody is off the middle at best (-1: not in it), and the number of the first way that
    is so good.
    """
    count, n = 0, bearings.shape[0]
    here = np.empty(n, np.int64)
    for w in range(ways.shape[0]):
        inside = 0
        for k in range(n):
            turn = (ways[w] - bearings[k]) % FULL_TURN
            aside = min(turn, FULL_TURN - turn)
            here[k] = aside if aside <= half else -1
            inside += aside <= half
        if inside == 0:
            continue
        same = 0
        while same < count:
            k = 0
            while k < n and (here[k] < 0) == (off[same, k] < 0):
                k += 1
            if k == n:
                break
            same += 1
        if same == count:
            count += 1
            for k in range(n):
                off[same, k], best[same, k] = here[k], w
        else:
            for k in range(n):
                if here[k] < off[same, k]:
                    off[same, k], best[same, k] = here[k], w
    return count


@kernel
def bearing(dx: int, dy: int, vectors: Ints) -> int:
    """The last facing, going clockwise, that is not past a direction: a float proposes, crosses decide."""
    guess = math.floor(math.degrees(math.atan2(dx, dy)) * 100) % FULL_TURN
    while vectors[guess, 0] * dy - vectors[guess, 1] * dx > 0:
        guess = (guess - 1) % FULL_TURN
    after = (guess + 1) % FULL_TURN
    while vectors[after, 0] * dy - vectors[after, 1] * dx <= 0:
        guess, after = after, (after + 1) % FULL_TURN
    return guess


@kernel
def contents_about(x: int, y: int, face: int, places: Ints, half: int, vectors: Ints, off: Ints, best: Ints) -> int:
    """The different contents of an arc for somebody who turns on the spot, their number: as `contents`, but with the facings
    themselves. Only those ways make a difference that look straight at somebody or have him just at a border of the arc."""
    n = places.shape[0]
    bearings, ways = np.empty(n, np.int64), np.empty(1 + 5 * n, np.int64)
    ways[0] = face
    for k in range(n):
        dx, dy = places[k, 0] - x, places[k, 1] - y
        to = face if dx == 0 and dy == 0 else bearing(dx, dy, vectors)
        bearings[k] = ways[1 + k] = to
        edges = 1 + n + 4 * k
        ways[edges], ways[edges + 1] = (to + half) % FULL_TURN, (to - half) % FULL_TURN
        ways[edges + 2], ways[edges + 3] = (to + half + 1) % FULL_TURN, (to - half - 1) % FULL_TURN
    count = contents(bearings, ways, half, off, best)
    for row in range(count):
        for k in range(n):
            best[row, k] = ways[best[row, k]]
    return count
