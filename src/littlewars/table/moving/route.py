"""Ways round: the shortest way past what is in the way, and how far one gets along it.

Obstacles that a way actually hits, inflated by the mover, lend their corners; the way is sought over these until it is free.
An obstacle that swallows a corner lends its own corners too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, sqrt

import numpy as np

from ..board.board import Board
from ..constants import FULL_TURN
from ..facing import Point, vector
from ..kernels.compiled import Bytes
from ..kernels.route import add_corners, shortest_way
from ..shapes.bases import Disc, bound, centre2
from .spots import Slide, fan, slide, spot
from .walk import Passage, along, length_of, walk, ways_through

CORNERS = 16
_MOST_CORNERS = 900
_CIRCLE = np.array([vector(FULL_TURN * k // CORNERS) for k in range(CORNERS)], np.int64)


class _Search:
    """A way over start, goal and the corners found so far; legs are tested only when the search wants them. A box goes as the
    disc that holds it."""

    def __init__(self, board: Board, id: str, goal: Point, limit: int, passage: Passage) -> None:
        base = board.base(id)
        self.board, self.me, self.most = board, board.row[id], limit + 1
        self.base = base if isinstance(base, Disc) else Disc(base.x, base.y, bound(base))
        self.ways = ways_through(board, passage)
        self.cost = board.field.cost if passage.cost is None else passage.cost
        obstacles = board.n + len(board.field.pieces) + 1
        self.struck, self.used = np.zeros((2, obstacles), np.int8)  # what was in the way, and whose corners are known
        self.known = self.nodes = np.array([base.at, goal], np.int64)  # all corners, and those that are free
        self.counts = np.array([2, 2])
        self.legs: Bytes = np.zeros((2, 2), np.int8)  # 1 free, -1 not, 0 not tested yet

    def shortest(self) -> list[Point] | None:
        """The shortest way over the nodes known so far; what blocks a leg is noted."""
        board, known, count = self.board, self.legs, int(self.counts[1])
        if len(known) < count:
            self.legs = np.zeros((count, count), np.int8)
            self.legs[: len(known), : len(known)] = known
        came = np.empty(count, np.int64)
        found = shortest_way(
            board.bodies, board.corner, board.n, self.me, board.lay(self.base), self.nodes[:count], self.most, self.ways,
            board.field.verts, board.field.rows, self.cost, *board.size, *board.work, self.legs, self.struck, came,
        )  # fmt: skip
        return self._trace(came.tolist()) if found else None

    def _trace(self, came: list[int]) -> list[Point]:
        """The way back from the goal, turned round."""
        way, i = list[Point](), 1
        while i > 0:
            x, y = self.nodes[i].tolist()
            way.append((x, y))
            i = came[i]
        return way[::-1]

    @property
    def is_open(self) -> bool:
        """Is there anything in the way whose corners nobody has looked at?"""
        return bool((self.struck > self.used).any())

    def grow(self) -> bool:
        """Add the corners of what was in the way, and of what swallows them; False when there is nothing new."""
        board = self.board
        if len(self.nodes) == 2:  # room for all there may ever be: most ways are found without
            ends, rings = self.nodes, 4 * board.n + len(board.field.verts)
            self.known, self.nodes = np.empty((2, 2 + CORNERS * rings, 2), np.int64)
            self.known[:2] = self.nodes[:2] = ends
        grown = add_corners(
            board.bodies, board.corner, board.n, self.me, board.lay(self.base), self.ways, board.field.verts, board.field.rows,
            self.cost, *board.size, *board.work, _CIRCLE, self.most, self.struck, self.used, self.known, self.nodes,
            self.counts,
        )  # fmt: skip
        return bool(grown) and int(self.counts[1]) < _MOST_CORNERS


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
    search = _Search(board, id, goal, limit, allowed)
    way = search.shortest()
    while way is None or search.is_open:
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
