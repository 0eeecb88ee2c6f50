"""Ways round: the shortest way past what is in the way, and how far one gets along it.

Obstacles that a way actually hits, inflated by the mover, lend their corners; the way is sought over these until it is free.
An obstacle that swallows a corner lends its own corners too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import floor, sqrt

import numpy as np

from ..board.board import Board
from ..constants import FULL_TURN
from ..facing import Point, rounded, step_to
from ..kernels.compiled import Bytes
from ..kernels.route import places_many, shortest_way
from ..shapes.bases import Box, Disc, bound, centre2, corners
from .spots import Slide, fan, slide, spot
from .walk import Passage, along, length_of, walk, ways_through

CORNERS = 16
_MOST_CORNERS = 900


class _World:
    """What a mover sees of the board while it looks for a way; a box goes as the disc that holds it."""

    def __init__(self, board: Board, id: str, passage: Passage) -> None:
        base = board.base(id)
        self.board, self.me = board, board.row[id]
        self.base = base if isinstance(base, Disc) else Disc(base.x, base.y, bound(base))
        self.ways = ways_through(board, passage)
        self.cost = board.field.cost if passage.cost is None else passage.cost

    def shortest(self, nodes: list[Point], limit: int, legs: Bytes) -> tuple[list[int] | None, list[int]]:
        """From which node the shortest way over these comes to each, if there is one; and all the obstacles on legs tested."""
        board = self.board
        struck = np.zeros(board.n + len(board.field.pieces) + 1, np.int8)
        came = np.empty(len(nodes), np.int64)
        found = shortest_way(
            board.bodies, board.corner, board.n, self.me, board.lay(self.base), np.array(nodes, np.int64), limit, self.ways,
            board.field.verts, board.field.rows, self.cost, *board.size, *board.work, legs, struck, came,
        )  # fmt: skip
        return came.tolist() if found else None, struck.nonzero()[0].tolist()

    def swallowers(self, places: Sequence[Point]) -> list[list[int]]:
        """For each place, the obstacles that a base there would overlap."""
        board = self.board
        at = np.array(places, np.int64).reshape(-1, 2)
        out = np.empty((len(at) * (board.n + len(board.field.pieces)), 2), np.int64)
        count = places_many(
            board.bodies, board.corner, board.n, self.me, board.lay(self.base), at, self.ways, board.field.verts,
            board.field.rows, self.cost, *board.work, out,
        )  # fmt: skip
        found: list[list[int]] = [[] for _ in places]
        for place, obstacle in out[:count].tolist():
            found[place].append(obstacle)
        return found

    def ring(self, obstacle: int) -> list[Point]:
        """Corners of an obstacle inflated by the mover, a little outside; the table's edge has none."""
        board, r = self.board, self.base.r
        if obstacle == board.n + len(board.field.pieces):
            return []
        if obstacle >= board.n:
            return [q for v in board.field.pieces[obstacle - board.n].outline for q in self._round(v, r)]
        base = board.bases[obstacle]
        if isinstance(base, Disc):
            return self._round(base.at, r + base.r)
        assert isinstance(base, Box)
        return [q for v in corners(base) for q in self._round(v, r)]

    def _round(self, at: Point, reach: int) -> list[Point]:
        """Corners of a polygon just round a circle, those on the table."""
        (x, y), r, (w, h) = at, self.base.r, self.board.size
        spots = [(x + dx, y + dy) for dx, dy in _corners_round(reach)]
        return [p for p in spots if r <= p[0] <= w - r and r <= p[1] <= h - r]


@lru_cache(maxsize=256)
def _corners_round(reach: int) -> list[Point]:
    """The corners of a polygon just round a circle about the origin."""
    outer = rounded(reach * 1_019_592, 1_000_000) + 2  # 1 / cos(180 degrees / 16)
    return [step_to((0, 0), FULL_TURN * k // CORNERS, outer) for k in range(CORNERS)]


class _Search:
    """A way over start, goal and the corners found so far; legs are tested only when the search wants them."""

    def __init__(self, world: _World, start: Point, goal: Point, limit: int) -> None:
        self.world, self.limit = world, limit
        self.nodes = [start, goal]
        self.known = {start, goal}
        self.used: set[int] = set()
        self.wanted: set[int] = set()
        self.legs: Bytes = np.zeros((2, 2), np.int8)  # 1 free, -1 not, 0 not tested yet

    def shortest(self) -> list[Point] | None:
        """The shortest way over the nodes known so far; what blocks a leg is noted."""
        known, count = self.legs, len(self.nodes)
        if len(known) < count:
            self.legs = np.zeros((count, count), np.int8)
            self.legs[: len(known), : len(known)] = known
        came, blockers = self.world.shortest(self.nodes, self.limit + 1, self.legs)
        self.wanted.update(o for o in blockers if o not in self.used)
        return None if came is None else self._trace(came)

    def _trace(self, came: list[int]) -> list[Point]:
        """The way back from the goal, turned round."""
        way, i = [], 1
        while i > 0:
            way.append(self.nodes[i])
            i = came[i]
        return way[::-1]

    def grow(self) -> bool:
        """Add the corners of what was in the way, and of what swallows them; False when there is nothing new."""
        stack = sorted(self.wanted - self.used)
        self.wanted.clear()
        grown = bool(stack)
        while stack:
            obstacle = stack.pop()
            if obstacle in self.used:
                continue
            self.used.add(obstacle)
            spots = self._within(p for p in self.world.ring(obstacle) if p not in self.known)
            self.known.update(spots)
            for p, swallowers in zip(spots, self.world.swallowers(spots), strict=True):
                stack += [o for o in swallowers if o not in self.used]
                if not swallowers:
                    self.nodes.append(p)
        return grown and len(self.nodes) < _MOST_CORNERS

    def _within(self, spots: Iterable[Point]) -> list[Point]:
        """Those of these corners that a way within the limit could touch."""
        ((ax, ay), (bx, by)), most = self.nodes[:2], self.limit + 1
        return [(x, y) for x, y in spots if sqrt((x - ax) ** 2 + (y - ay) ** 2) + sqrt((x - bx) ** 2 + (y - by) ** 2) <= most]


def route(board: Board, id: str, goal: Point, limit: int, passage: Passage | None = None) -> list[Point] | None:
    """The shortest way round to a goal that costs at most `limit`: the ends of its legs; None when there is none."""
    allowed = passage or Passage()
    start = board.base(id).at
    if sqrt(centre2(start, goal)) > limit + 1:
        return None
    straight = walk(board, id, [goal], allowed)
    if straight.free and straight.cost <= limit:
        return [goal]
    if allowed.over or (not straight.free and straight.where == goal):
        return None
    search = _Search(_World(board, id, allowed), start, goal, limit)
    way = search.shortest()
    while way is None or search.wanted - search.used:
        if not search.grow():
            break
        way = search.shortest()
    if way is None:
        return None
    done = walk(board, id, way, allowed)
    return way if done.free and done.cost <= limit else None


def as_far_as(board: Board, id: str, way: Sequence[Point], limit: int, passage: Passage | None = None) -> list[Point]:
    """The part of a way that an allowance covers, ending where the base may stand; nothing when it cannot start."""
    allowed = passage or Passage()
    start = board.base(id).at
    lo, hi = 0, min(length_of(start, way), limit + 1)  # no ground is cheaper than its length
    part, free = list[Point](), True
    tries = 2  # most ways are on open ground: the whole of it or all that the allowance would do there, then halving
    while lo < hi:
        m = hi if tries else (lo + hi + 1) // 2
        tries = max(0, tries - 1)
        tried = cut_at(start, way, m)
        walked = walk(board, id, tried, allowed)
        if walked.cost <= limit:
            lo, part, free = m, tried, walked.clash is None
        else:
            hi = m - 1
    while lo > 0 and not free:
        lo -= min(lo, 50)
        part = cut_at(start, way, lo)
        free = walk(board, id, part, allowed).clash is None
    return part if lo > 0 else []


def cut_at(start: Point, way: Sequence[Point], length: int) -> list[Point]:
    """The first so many thousandths of a way."""
    done: list[Point] = []
    left, at = float(length), start
    for p in way:
        leg = sqrt(centre2(at, p))
        if leg >= left:
            return [*done, along([at, p], floor(left), max(1, floor(leg + 0.5)))] if leg > 0 else done
        done.append(p)
        left -= leg
        at = p
    return done


__all__ = ["Slide", "as_far_as", "cut_at", "fan", "route", "slide", "spot"]
