"""Shelter: the nearest places in or beside terrain to which somebody can come, past those who have found it before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import floor, hypot, sqrt
from typing import NamedTuple

import numpy as np

from ..board.board import Board
from ..board.measure import places_by
from ..constants import TOUCH
from ..facing import Point, facing_to, step_to
from ..kernels.compiled import Floats, Ints
from ..shapes.bases import Base, Disc, bound, centre2, moved
from ..shapes.bases import edges as edges_of
from ..terrain.pieces import Piece
from ..terrain.sight_exact import inside_spans
from .spots import spot

INTO, BEHIND = 1500, 1200  # thousandths that one goes into an area, or behind a piece, to hide
HOPS = 8  # past so many in a row, to a place beside them


class Edges(NamedTuple):
    """The sides of terrain as rows: a corner, the way to the next, and how far that is; first of what one may stand in."""

    rows: Floats
    opens: int


def edges(pieces: Iterable[Piece], opens: Callable[[Piece], bool]) -> Edges:
    """The sides of pieces; `opens`: may one stand in it?"""
    found: dict[bool, list[tuple[float, ...]]] = {True: [], False: []}
    for piece in pieces:
        for (px, py), (qx, qy) in edges_of(piece.outline):
            dx, dy = qx - px, qy - py
            if dx or dy:
                found[opens(piece)].append((px, py, dx, dy, sqrt(dx * dx + dy * dy)))
    return Edges(np.array(found[True] + found[False]).reshape(-1, 5), len(found[True]))


def places(base: Base, sides: Edges, near: int) -> Iterator[Point]:
    """Where somebody comes so near to a side, beside it, and on it where he may stand in it; the nearest first."""
    r = base.r if isinstance(base, Disc) else min(base.length, base.width) // 2
    found = places_by(base.at, sides.rows, sides.opens, r + near - TOUCH // 2, r + TOUCH // 2)
    heapify(found)  # rarely is more than the nearest wanted
    last = None
    while found:
        _, x, y = heappop(found)
        if (x, y) != last:
            yield x, y
        last = x, y


def lattice(pieces: Iterable[Piece], opens: Callable[[Piece], bool], off: int, apart: int) -> Ints:
    """Places along every side of pieces, so far off it and so far from each other; of what one may stand in inside it, too."""
    found: list[Point] = []
    for piece in pieces:
        for (ax, ay), (bx, by) in edges_of(piece.outline):
            long = max(1.0, hypot(bx - ax, by - ay))
            ux, uy = (bx - ax) / long, (by - ay) / long
            for far in (*range(0, int(long), apart), int(long)):
                x, y = ax + ux * far, ay + uy * far
                found.append((round(x + uy * off), round(y - ux * off)))  # the outside is to the right
                if opens(piece):
                    found.append((round(x - uy * off), round(y + ux * off)))
    return np.array(found, np.int64).reshape(-1, 2)


def within(places: Ints, at: Point, far: int) -> Ints:
    """Those of some places that are within so much."""
    off = places - np.array(at, np.int64)
    return np.ascontiguousarray(places[(off * off).sum(axis=1) <= far * far])


def nearest_first(places: Ints, at: Point) -> Ints:
    """The nearest first, then by their coordinates."""
    off = places - np.array(at, np.int64)
    return np.ascontiguousarray(places[np.lexsort((places[:, 1], places[:, 0], (off * off).sum(axis=1)))])


class Seeker(NamedTuple):
    """Somebody who looks for shelter: his base, who is not in his way, where he would be in cover, and how much farther than
    touching he keeps off each of the others."""

    board: Board
    base: Base
    ignored: Sequence[str]
    covered: Callable[[Point], bool]
    berth: Callable[[str], int]

    def free(self, wanted: Iterable[Point]) -> Iterator[Point]:
        """Of places he would like, those that he can occupy, the nearest first: where somebody is, those beside him."""
        here, aside = self.base.at, list[tuple[int, Point]]()
        for goal in wanted:
            while aside and aside[0][0] <= centre2(here, goal):
                yield heappop(aside)[1]
            clash = self.board.stands(moved(self.base, goal), self.ignored)
            if clash is None:
                yield goal
            elif clash.kind == "body":
                for at in self._beside_occupants(goal):
                    if (far := (centre2(here, at), at)) not in aside:
                        heappush(aside, far)
        yield from (at for _, at in sorted(aside))

    def _beside_occupants(self, goal: Point) -> list[Point]:
        """Free places in cover to the left and right of those in a place, as seen by one who comes; else the nearest to it."""
        found = [at for side in (1, -1) if (at := self._along(goal, side))]
        if found:
            return found
        at = spot(self.board, self.base, goal, self.covered, ignore=self.ignored)
        return [at] if at else []

    def _along(self, goal: Point, side: int) -> Point | None:
        """Past one after another of those in the way: cover begins at the nearest place, so its edge there is square to the
        way."""
        base, (x, y) = self.base, goal
        far = sqrt(centre2(base.at, goal)) or 1.0
        ux, uy = side * (base.y - y) / far, side * (x - base.x) / far
        for _ in range(HOPS):
            clash = self.board.stands(moved(base, (x, y)), self.ignored)
            if clash is None:
                return (x, y) if self.covered((x, y)) else None
            if clash.kind != "body":
                return None
            other = self.board.base(clash.id)
            apart = bound(base) + bound(other) + 2 + self.berth(clash.id)
            dx, dy = x - other.x, y - other.y
            back = dx * ux + dy * uy
            on = sqrt(max(0.0, back * back + apart * apart - dx * dx - dy * dy)) - back + 1
            x, y = x + floor(ux * on + 0.5), y + floor(uy * on + 0.5)
        return None


def hiding_place(piece: Piece, here: Point, threat: Point) -> Point:
    """Where who is here makes for to hide from a threat: a little inside an area, else off the piece, away from the threat."""
    if not piece.linear and not piece.solid:
        return inside(piece, here)
    at = _nearest(piece, here)
    return step_to(at, facing_to(threat, at), BEHIND) if at != threat else centre_of(piece)


def inside(piece: Piece, here: Point) -> Point:
    """A little inside a piece, towards its middle."""
    at, centre = _nearest(piece, here), centre_of(piece)
    return step_to(at, facing_to(at, centre), INTO) if at != centre else centre


def behind(piece: Piece, here: Point, threat: Point, off: int) -> list[Point]:
    """Places so far beyond a piece as seen from a threat: behind what is nearest to who is here, its middle, and between."""
    (ax, ay), (cx, cy) = _nearest(piece, here), centre_of(piece)
    found, (west, south, east, north) = list[Point](), piece.box
    for at in ((ax, ay), ((ax + cx) // 2, (ay + cy) // 2), (cx, cy)):
        if at == threat:
            continue
        way = facing_to(threat, at)
        end = step_to(at, way, east - west + north - south)
        if spans := inside_spans(threat, end, piece.outline):
            (x, y), last = threat, spans[-1][1]
            out = x + floor(last * (end[0] - x)), y + floor(last * (end[1] - y))
            found.append(step_to(out, way, off))
    return list(dict.fromkeys(found))


def centre_of(piece: Piece) -> Point:
    """The middle of the box round it."""
    west, south, east, north = piece.box
    return (west + east) // 2, (south + north) // 2


def _nearest(piece: Piece, here: Point) -> Point:
    """The place in the box round it that is nearest."""
    west, south, east, north = piece.box
    return min(max(here[0], west), east), min(max(here[1], south), north)
