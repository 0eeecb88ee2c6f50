"""Walking: paths of straight legs, their length and price, and what is in the way.

A path is what the base's centre follows; the base keeps its shape. A figure that begins overlapping somebody (an interrupt
left it so) may leave, and may not go deeper.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import floor, sqrt
from operator import le
from typing import NamedTuple

import numpy as np

from ..board.board import Board, Clash
from ..board.hulls import convex
from ..constants import FAR, FREE, GHOST, PASSES, PLAIN, UNIT
from ..facing import Facing, Point, facing_to, vector
from ..kernels.compiled import Bytes, Floats, Ints, Mask
from ..kernels.walk import farthest_free, fill_stations, legs_in_turn, legs_rows, swept_gaps, walk_row
from ..kernels.walk import touches_passing as _touches
from ..shapes.bases import Base, Box, Disc, apart2, ceil_root, centre2, corners, moved, skeleton
from ..terrain.pieces import Piece
from ..terrain.sight_exact import inside_spans


class Way(NamedTuple):
    """One step of a move: how, from where, to where, and the facing kept meanwhile."""

    how: str
    start: Point
    to: Point
    face: Facing = 0


Path = tuple[Way, ...]


class Passage(NamedTuple):
    """Who and what may be passed: units walked through (not ended on), bodies not there at all, other prices, flight, edge."""

    passes: frozenset[int] = frozenset()
    ghosts: frozenset[str] = frozenset()
    cost: Ints | None = None
    over: bool = False
    edge: bool = True


class Walked(NamedTuple):
    """What came of a path: its length and price in thousandths, what is in the way, and the last place reached before it."""

    length: int
    cost: int
    clash: Clash | None
    where: Point

    @property
    def free(self) -> bool:
        """Is nothing in the way?"""
        return self.clash is None


class Walks(NamedTuple):
    """Many straight legs at once: price, length and clash code of each."""

    costs: Ints
    lengths: Ints
    kinds: Ints
    whom: Ints

    @property
    def free(self) -> Mask:
        """Which of them have nothing in the way."""
        ok: Mask = self.kinds == FREE
        return ok

    @property
    def all_free(self) -> bool:
        """Has none of them anything in the way?"""
        return not any(self.kinds.tolist())  # for so few quicker than an array's own

    def clashes(self, board: Board) -> list[Clash | None]:
        """What is in the way of each of them."""
        return list(map(board.clash, self.kinds.tolist(), self.whom.tolist()))

    def within(self, budgets: Iterable[int]) -> bool:
        """Has none of them anything in the way, and does each cost no more than it may?"""
        return self.all_free and all(map(le, self.costs.tolist(), budgets))


_OPEN_GROUND = Passage()
_SPANS = np.zeros((3, 256))
_NO_SHIFT: Ints = np.zeros((0, 2), np.int64)


def half_up(value: float) -> int:
    """The one place where lengths and prices are rounded."""
    return floor(value + 0.5)


def points_of(path: Path | Sequence[Point]) -> list[Point]:
    """Where the legs of a path end."""
    return [w.to if isinstance(w, Way) else w for w in path]


def ways_through(board: Board, passage: Passage) -> Bytes:
    """How each row is treated by a passage: stops, passes, ghost."""
    known = board.passages.get((passage.passes, passage.ghosts))
    if known is not None:
        return known
    ways = np.zeros(board.n, np.int8)
    if passage.passes:
        units = board.bodies[: board.n, UNIT]
        for unit in passage.passes:
            ways[units == unit] = PASSES
    for id in passage.ghosts:
        if id in board.row:
            ways[board.row[id]] = GHOST
    board.passages[passage.passes, passage.ghosts] = ways
    return ways


def open_sky(board: Board) -> Ints:
    """Prices for flyers that may end above any ground: nothing is barred, nothing is dear."""
    return np.full(len(board.field.pieces), PLAIN, np.int64)


def _cost(board: Board, passage: Passage) -> Ints:
    return board.field.cost if passage.cost is None else passage.cost


def walk(
    board: Board, id: str, path: Path | Sequence[Point], passage: Passage = _OPEN_GROUND, start: Point | None = None
) -> Walked:
    """Walk a body along a path from where it stands, or from a start: length, price, and the first thing in the way."""
    base = board.base(id) if start is None else moved(board.base(id), start)
    if isinstance(base, Disc):
        row, out = board.row[id] if start is None else board.lay(base), np.zeros(2)
        points = points_of(path)
        kind, whom, leg = _go(board, board.row[id], row, points, passage, out)
        length, cost = out.tolist()
        reached = points[leg - 1] if leg else base.at
        return Walked(half_up(length), half_up(cost), board.clash(kind, whom), reached)
    return _walk_box(board, id, base, path, passage, start is not None)


def _go(board: Board, me: int, row: int, points: Sequence[Point], passage: Passage, out: Floats) -> tuple[int, int, int]:
    """A row along points, in one facing: what is in the way, who, and on which leg."""
    legs = board.one_leg(points[0]) if len(points) == 1 else np.array(points, np.int64).reshape(-1, 2)
    return walk_row(
        board.bodies, board.corner, board.n, me, row, legs, ways_through(board, passage), _NO_SHIFT,
        board.field.verts, board.field.rows, _cost(board, passage), *board.field.size, passage.over, passage.edge,
        *board.work, _SPANS, out,
    )  # fmt: skip


def _walk_box(board: Board, id: str, base: Box, path: Path | Sequence[Point], passage: Passage, elsewhere: bool) -> Walked:
    """A hull, which turns on its way; `elsewhere`: it does not begin where it stands."""
    runs, out, at = _runs(base, path), np.zeros(2), base.at
    for turned, points in runs:
        row = board.lay(base) if elsewhere else board.row[id]
        if turned is not base:
            clash = board.stands(turned, {id, *passage.ghosts}, cost=_cost(board, passage)) if turned.at == at else None
            if clash is not None and not (passage.over and points):
                return Walked(half_up(out[0]), half_up(out[1]), clash, at)
            row = board.lay(turned)
        kind, whom, leg = _go(board, board.row[id], row, points, passage, out)
        last_run = turned is runs[-1][0]
        if kind != FREE and (leg < len(points) or last_run):
            reached = points[leg - 1] if leg else at
            return Walked(half_up(out[0]), half_up(out[1]), board.clash(kind, whom), reached)
        at = points[-1] if points else at
    clash = None
    if runs[-1][0] is not base:  # a hull that turned: its last place must be free, whatever it flew over
        clash = board.stands(moved(runs[-1][0], at), {id, *passage.ghosts}, cost=_cost(board, passage))
    return Walked(half_up(out[0]), half_up(out[1]), clash, at)


def _runs(base: Box, path: Path | Sequence[Point]) -> list[tuple[Box, list[Point]]]:
    """A path as runs of one facing: a new one at every turn."""
    if not path or not isinstance(path[0], Way):
        return [(base, points_of(path))]
    runs: list[tuple[Box, list[Point]]] = [(base, [])]
    facing, at = base.facing, base.at
    for way in path:
        if isinstance(way, Way):
            if way.face != facing:
                facing = way.face
                runs.append((Box(at[0], at[1], facing, base.length, base.width), []))
            runs[-1][1].append(way.to)
            at = way.to
    return [run for run in runs if run[1] or run is runs[-1]]


def walk_many(board: Board, who: str | Sequence[str], ends: Sequence[Point] | Ints, passage: Passage = _OPEN_GROUND) -> Walks:
    """One figure to each of many straight ends; or each figure of a list straight to its own end, all at once."""
    if isinstance(who, str) or not isinstance(ends, list):
        return _walk_many(board, who, ends, passage)
    asked = (board.version, tuple(who), tuple(ends), passage.passes, passage.ghosts, passage.over, passage.edge)
    known = board.walked  # a unit's way is looked at when it is made up, and again when it is checked
    if known is None or known[0] != asked or known[1] is not passage.cost:
        known = board.walked = (asked, passage.cost, _walk_many(board, who, ends, passage))
    return known[2]


def _walk_many(board: Board, who: str | Sequence[str], ends: Sequence[Point] | Ints, passage: Passage) -> Walks:
    together = not isinstance(who, str)
    at = np.asarray(ends, np.int64).reshape(-1, 2)
    rows = np.full(len(at), board.row[who], np.int64) if isinstance(who, str) else board.rows(who)
    k = len(at)
    kinds, whom, lengths, prices = np.empty((4, k), np.int64)
    ways, shift = ways_through(board, passage).copy(), np.zeros((board.n, 2), np.int64)  # both are written on
    legs_rows(
        board.bodies, board.corner, board.n, rows, at, together, ways, shift,
        board.field.verts, board.field.rows, _cost(board, passage), *board.size, passage.over, passage.edge,
        *board.work, _SPANS, kinds, whom, lengths, prices,
    )  # fmt: skip
    return Walks(prices, lengths, kinds, whom)


def walk_in_turn(board: Board, who: Sequence[str], ends: Sequence[Point], passage: Passage = _OPEN_GROUND) -> list[Walked]:
    """Figures on round bases straight to their own ends, each when those before it have gone. The first that something is in
    the way of is the last: it stays where it is."""
    kinds, whom, lengths, prices = found = np.zeros((4, len(who)), np.int64)
    done = legs_in_turn(
        board.bodies, board.corner, board.n, board.rows(who), np.array(ends, np.int64).reshape(-1, 2),
        ways_through(board, passage), _NO_SHIFT, board.field.verts, board.field.rows, _cost(board, passage), *board.size,
        passage.over, passage.edge, *board.work, _SPANS, kinds, whom, lengths, prices,
    )  # fmt: skip
    walked = zip(who, ends, found[:, :done].T.tolist(), strict=False)
    return [
        Walked(length, price, board.clash(kind, other), end if kind == FREE else board.base(name).at)
        for name, end, (kind, other, length, price) in walked
    ]


def farthest(board: Board, id: str, facing: Facing, low: int, high: int, passage: Passage = _OPEN_GROUND, back: int = 0) -> int:
    """How far somebody on a round base goes straight in a direction: the lower of these lengths at least, not the higher.
    `back`: the lower one is looked for first, by steps so long from the higher one, which he may go."""
    return farthest_free(
        board.bodies, board.corner, board.n, board.row[id], vector(facing), low, high, back, ways_through(board, passage),
        _NO_SHIFT, board.field.verts, board.field.rows, _cost(board, passage), *board.field.size, passage.over, passage.edge,
        *board.work, _SPANS,
    )  # fmt: skip


def shift_many(board: Board, ids: Sequence[str], by: Point, passage: Passage = _OPEN_GROUND) -> Walks:
    """A whole unit shifted by one vector: price and legality of each figure in one call."""
    return walk_many(board, ids, [(b.x + by[0], b.y + by[1]) for b in map(board.base, ids)], passage)


# ---- questions about paths


def length_of(start: Point, path: Path | Sequence[Point]) -> int:
    """Length of a path, rounded once."""
    total = 0.0
    for p in points_of(path):
        total += sqrt(centre2(start, p))
        start = p
    return half_up(total)


def _whole(path: Path | Sequence[Point], start: Point | None) -> list[Point]:
    """A path with its beginning: ways know it, plain points have it first unless a start is given."""
    points = points_of(path)
    if start is not None:
        return [start, *points]
    return [path[0].start, *points] if path and isinstance(path[0], Way) else points


def last_straight(path: Path | Sequence[Point], start: Point | None = None) -> int:
    """Length of the last straight run: the last leg and those before it that go exactly the same way."""
    points = _whole(path, start)
    points = [p for k, p in enumerate(points) if k == 0 or p != points[k - 1]]
    if len(points) < 2:
        return 0
    k = len(points) - 2
    while k > 0 and _same_way(points[k - 1], points[k], points[k + 1]):
        k -= 1
    return half_up(sqrt(centre2(points[k], points[-1])))


def _same_way(a: Point, b: Point, c: Point) -> bool:
    """Does the way from b to c go on straight from a to b?"""
    ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]
    return ux * vy == uy * vx and ux * vx + uy * vy > 0


def along(path: Path | Sequence[Point], p: int, q: int = 1, start: Point | None = None) -> Point:
    """The place at the fraction p/q of a path's own length, on the grid."""
    x, y = stations([_whole(path, start)], (p,), q)[0, 0].tolist()
    return x, y


def stations(ways: Sequence[Sequence[Point]], parts: Sequence[int], q: int) -> Ints:
    """The places at these fractions of each way's own length, so many of q parts, on the grid: by part, then by way."""
    out = np.empty((len(parts), len(ways), 2), np.int64)
    points = np.array([point for way in ways for point in way], np.int64)
    ends = np.array([0, *accumulate(map(len, ways))], np.int64)
    fill_stations(points, ends, np.array(parts, np.int64), q, out)
    return out


def swept_gap(board: Board, id: str, path: Path | Sequence[Point], start: Point | None = None) -> Ints:
    """Least gap to everybody along a path from where it stands, or from a start, by row: who was passed near."""
    base, points = board.base(id), points_of(path)
    if start is not None:
        base = moved(base, start)
    out = np.empty(board.n, np.int64)
    if isinstance(base, Disc):
        row = board.row[id] if start is None else board.lay(base)
        swept_gaps(board.bodies, board.corner, board.n, row, np.array([base.at, *points], np.int64), out)
        return out
    out[:] = FAR
    shapes = [convex([*corners(base), *corners(base)])]
    for step in path:
        point, base = (step.to, _box(moved(base, base.at, step.face))) if isinstance(step, Way) else (step, base)
        there = _box(moved(base, point))
        shapes.append(convex([*corners(_box(base)), *corners(there)]))
        base = there
    for other, row in board.row.items():
        if other != id:
            q, r = skeleton(board.base(other))
            gaps = (apart2(shape, q) for shape in shapes)
            out[row] = max(0, min(ceil_root(-(-n // d)) for n, d in gaps) - r)
    return out


def touches_passing(board: Board, id: str, path: Sequence[Point], rows: Ints, touch: int) -> bool:
    """Does somebody on a round base come within `touch` of one of these rows on his way, and neither begins nor ends so near to
    it?"""
    points = np.array([board.base(id).at, *path], np.int64)
    return bool(len(rows)) and bool(_touches(board.bodies, board.corner, board.row[id], points, rows, touch))


def _box(base: Base) -> Box:
    """Insist on a box."""
    assert isinstance(base, Box)
    return base


class Leap(NamedTuple):
    """What a jump goes over: the highest top crossed, above the start, and which pieces."""

    over: int
    pieces: tuple[str, ...]


def leap(a: Point, b: Point, pieces: Sequence[Piece], foot: int = 0) -> Leap:
    """The highest top on a straight jump, and the pieces crossed; pieces without a top are above everything."""
    crossed = [p for p in pieces if inside_spans(a, b, p.outline)]
    tops = [FAR if p.top is None else p.top - foot for p in crossed]
    return Leap(max(tops, default=0), tuple(p.id for p in crossed))


def stays_in(start: Point, path: Path | Sequence[Point], pieces: Sequence[Piece]) -> bool:
    """Does the centre stay inside these pieces all the way (ships in deep water)? Shared edges are crossed freely."""
    for end in points_of(path):
        spans = sorted(span for p in pieces for span in inside_spans(start, end, p.outline))
        reached = spans[0][0] if spans else None
        if reached is None:
            if start != end or not any(p.holds(start) for p in pieces):
                return False
        elif reached > 0:
            return False
        else:
            for lo, hi in spans:
                if lo > reached:
                    return False
                reached = max(reached, hi)
            if reached < 1:
                return False
        start = end
    return True


def faces_along(path: Sequence[Point], face: Facing) -> Iterator[Facing]:
    """Which way somebody looks on each leg who looks where he goes."""
    for a, b in pairwise(path):
        face = facing_to(a, b) if a != b else face
        yield face


def heading(path: Sequence[Point], face: Facing) -> Path:
    """The way of a base that is turned to where it goes."""
    legs = zip(pairwise(path), faces_along(path, face), strict=True)
    return tuple(Way("go", a, b, look) for (a, b), look in legs if a != b)
