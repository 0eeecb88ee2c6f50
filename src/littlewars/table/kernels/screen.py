"""Kernel of screens: which lines from a body to other places run through another of its own side?"""

from __future__ import annotations

from ..constants import BOUND, BOX, HAIR, LEVEL, ON, SIDE, TALL, X, Y
from .compiled import Bytes, Ints, kernel
from .measure import near_segment


@kernel
def screen_places(bodies: Ints, n: int, i: int, places: Ints, out: Bytes) -> None:
    """For each place: 1 if a comrade of row i, as tall as it at least and on its level, stands on the line from its centre
    deeper than a hair; 2 if a box may do so; else 0."""
    ax, ay = bodies[i, X], bodies[i, Y]
    for k in range(places.shape[0]):
        bx, by = places[k, 0], places[k, 1]
        west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        out[k] = 0
        for j in range(1, n):
            if bodies[j, ON] == 0 or j == i or bodies[j, SIDE] != bodies[i, SIDE] or bodies[j, LEVEL] != bodies[i, LEVEL]:
                continue
            x, y, r = bodies[j, X], bodies[j, Y], bodies[j, BOUND]
            if x + r <= west or x - r >= east or y + r <= south or y - r >= north or bodies[j, TALL] < bodies[i, TALL]:
                continue
            if bodies[j, BOX] != 0:
                out[k] = 2
            elif near_segment(x, y, ax, ay, bx, by, max(0, r - HAIR) ** 2):
                out[k] = 1
                break
