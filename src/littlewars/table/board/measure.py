"""Measuring by the book: distances of units, rounding, whom a line runs through, arcs."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt

import numpy as np

from ..constants import BOUND, HAIR, X, Y
from ..facing import VECTORS, Facing, Point
from ..kernels.arc import contents_about
from ..kernels.compiled import Floats, Ints, Mask
from ..kernels.measure import by_sides
from ..kernels.screen import screen_places
from ..shapes.bases import Disc, centre2, corners, segment2
from ..shapes.boxes import around
from ..terrain.sight_exact import inside_spans
from .board import Board

_VECTORS: Ints = np.array(VECTORS, np.int64)


def unit_gap(board: Board, us: Sequence[str], them: Sequence[str]) -> int:
    """Distance of two units: of their nearest pair."""
    return int(board.matrix(us, them).min())


def round_to(step: int, num: int, den: int = 1) -> int:
    """A quotient rounded to a multiple of a step, halves up.

    >>> round_to(500, 5250, 2), round_to(500, 2750)
    (2500, 3000)
    """
    return (2 * num + den * step) // (2 * den * step) * step


def screened_by(board: Board, a: Point, b: Point, ok: Mask) -> list[str]:
    """Whose bases a line runs through deeper than a hair, among those that are ok; nearest to `a` first."""
    found, bodies = [], board.bodies[: board.n]
    x, y, r = bodies[:, X], bodies[:, Y], bodies[:, BOUND]
    west, south, east, north = around([a, b])
    for id in board.ids(ok & (x + r >= west) & (x - r <= east) & (y + r >= south) & (y - r <= north)):
        base = board.base(id)
        if isinstance(base, Disc):
            n, d = segment2(base.at, a, b)
            hit = n < max(0, base.r - HAIR) ** 2 * d
        else:
            hit = bool(inside_spans(a, b, corners(base)))
        if hit:
            found.append(id)
    return sorted(found, key=lambda id: (centre2(a, board.base(id).at), id))


def screens(board: Board, id: str, places: Sequence[Point]) -> list[int]:
    """Whether comrades stand on the lines from a body to each of these places, who are as tall as it and on its level: 0 no,
    1 yes, 2 a box is near and must be looked at."""
    out = np.empty(len(places), np.int8)
    screen_places(board.bodies, board.n, board.row[id], np.array(places, np.int64).reshape(-1, 2), out)
    codes: list[int] = out.tolist()
    return codes


def arcs_about(at: Point, face: Facing, half: int, places: Sequence[Point]) -> list[tuple[list[int], list[int]]]:
    """The different contents of an arc for somebody who turns on the spot, that of how he looks now first, the empty one left
    out.

    For each: how far everybody is off the middle at best (-1: not in it), and the first facing that is so good.
    """
    off = np.empty((1 + 5 * len(places), len(places)), np.int64)
    best = np.empty_like(off)
    there = np.array(places, np.int64).reshape(-1, 2)
    count = contents_about(*at, face, there, half, _VECTORS, off, best)
    return list(zip(off[:count].tolist(), best[:count].tolist(), strict=True))


def places_by(at: Point, sides: Floats, opens: int, before: int, off: int) -> list[list[int]]:
    """Places by some sides, each as how far it is, squared, and where.

    First where somebody who goes straight to each side is so far before it; then the nearest places so far off it, on either
    hand; then, for the first so many, the nearest on it, twice. A side is a row: a corner, the way to the next, and how long
    that is.
    """
    out = np.empty((3 * len(sides) + 2 * opens, 3), np.int64)
    by_sides(*at, sides, opens, before, off, out)
    places: list[list[int]] = out.tolist()
    return places


def pushed_out(p: Point, places: Sequence[Point], reach: int, face: Facing = 0) -> Point:
    """The point, or the first beyond it from which every place is at least so far away: on the line from the nearest place
    through the point, or along a facing where both are the same."""
    if all(centre2(p, place) >= reach * reach for place in places):
        return p
    start = min(places, key=lambda place: (centre2(p, place), place))
    dx, dy = (p[0] - start[0], p[1] - start[1]) if p != start else VECTORS[face % 36000]
    length = sqrt(dx * dx + dy * dy)
    ux, uy = dx / length, dy / length
    least, far = centre2(start, p), 0.0
    for x, y in places:  # where the line leaves the circle about each place
        along, across = (x - start[0]) * ux + (y - start[1]) * uy, (x - start[0]) * uy - (y - start[1]) * ux
        if abs(across) < reach:
            far = max(far, along + sqrt(reach * reach - across * across))
    found, more = p, max(far, sqrt(least))
    while found == p or any(centre2(found, place) < reach * reach for place in places):
        found = (start[0] + floor(ux * more + 0.5), start[1] + floor(uy * more + 0.5))
        more += 1  # the grid may have drawn it in by less than a thousandth
    return found
