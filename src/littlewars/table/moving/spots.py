"""Free places: the nearest one to where a base would like to be, slides until something stops them, fans of directions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from math import floor, sqrt
from typing import NamedTuple

import numpy as np

from ..board.board import Board, Clash
from ..constants import BOUND, FULL_TURN, TOUCH, X, Y
from ..facing import Facing, Point, step_to
from ..kernels.compiled import Ints
from ..kernels.poly import next_room
from ..kernels.route import beside_circles
from ..shapes.bases import Base, Box, Disc, Poly, bound, centre2, corners, gap, moved
from .walk import Passage, walk

RINGS, RING_PARTS, RING_SPOTS = 24, 4, 16  # rings round a place, how many of them in an inch, places on each
BESIDE = 3  # inches that somebody on the way may end beside the place he wants
_NEAR = 4  # inches: neighbours that are worth a look
Keep = Callable[[Point], bool]


def spot(
    board: Board, base: Base, want: Point, keep: Keep | None = None, *,
    ignore: Iterable[str] = (), cost: Ints | None = None, reach: int | None = None,
) -> Point | None:  # fmt: skip
    """The free place nearest to `want` where the base may stand and `keep` holds; None when there is no room. Usually it looks
    six inches round, as they are modelled."""
    skip = set(ignore)
    near = RINGS * (board.field.inch // RING_PARTS)
    if board.stands(moved(base, want), skip, cost=cost) is None and (keep is None or keep(want)):
        return want
    most = near if reach is None else reach
    for far in dict.fromkeys((min(most, near), most)):  # mostly there is room near by
        places = _candidates(board, base, want, skip, far)
        for x, y in places[board.stand_many(base, places, skip, cost=cost)].tolist():
            if keep is None or keep((x, y)):
                return x, y
    return None


def _candidates(board: Board, base: Base, want: Point, skip: set[str], reach: int) -> Ints:
    """Places worth trying, nearest first: beside each neighbour, between two of them, beside pieces, then rings."""
    r = base.r if isinstance(base, Disc) else bound(base)
    circles = np.array(_neighbours(board, r, want, skip), np.int64).reshape(-1, 3)
    beside = np.empty((len(circles) ** 2, 2), np.int64)  # one of each, two of each pair
    found = np.array(_along_outlines(board, r, want), np.int64).reshape(-1, 2)
    step = board.field.inch // RING_PARTS
    close = beside[: beside_circles(circles, *want, beside)]
    off = np.concatenate((close - want, found - want, _rings(reach // step, step)))
    far = (off * off).sum(axis=1)
    order = np.lexsort((off[:, 1], off[:, 0], far))
    places: Ints = off[order][far[order] <= reach * reach] + want
    return places


@lru_cache(maxsize=8)
def _rings(count: int, step: int) -> Ints:
    """Places in rings round the origin, a step apart."""
    steps = [(FULL_TURN * q // RING_SPOTS, step * k) for k in range(1, count + 1) for q in range(RING_SPOTS)]
    return np.array([step_to((0, 0), *one) for one in steps], np.int64).reshape(-1, 2)


def _neighbours(board: Board, r: int, want: Point, skip: set[str]) -> list[tuple[int, int, int]]:
    """Nearby bases inflated by the mover; a box by circles round its corners and its centre."""
    found, near = [], _NEAR * board.field.inch
    bodies = board.bodies[: board.n]
    box = r + near + bodies[:, BOUND] + 2  # a quick look: who is surely too far away
    rows = np.flatnonzero((abs(bodies[:, X] - want[0]) <= box) & (abs(bodies[:, Y] - want[1]) <= box)).tolist()
    around = {board.names[row] for row in rows}
    for id in board:
        if id not in around:
            continue
        other = board.base(id)
        if id in skip or centre2(other.at, want) > (r + bound(other) + near) ** 2:
            continue
        if isinstance(other, Disc):
            found.append((other.x, other.y, r + other.r))
        else:
            found += [(x, y, r) for x, y in corners(other)]
            found.append((other.x, other.y, r + other.width // 2))
            found.append((other.x, other.y, r + other.length // 2))
    return found


def _beside(want: Point, circle: tuple[int, int, int]) -> Point:
    """The point just outside a circle in the direction of `want`."""
    x, y, reach = circle
    dx, dy = want[0] - x, want[1] - y
    length = sqrt(dx * dx + dy * dy)
    if length == 0:
        return x + reach + 1, y
    k = (reach + 1) / length
    return x + floor(dx * k + 0.5), y + floor(dy * k + 0.5)


def all_round(base: Base, other: Base) -> list[Point]:
    """Places in sixteen directions from another base at which this one touches it."""
    x, y = other.at
    return [(x + dx, y + dy) for dx, dy in _ring(moved(base, (0, 0)), moved(other, (0, 0)))]


@lru_cache(maxsize=1024)
def _ring(base: Base, other: Base) -> tuple[Point, ...]:
    """The same about the origin, wherever they stand."""
    found = []
    for face in range(0, FULL_TURN, FULL_TURN // RING_SPOTS):
        near = bound(base) + bound(other) + TOUCH
        far = last(0, near, lambda k, face=face: gap(moved(base, step_to((0, 0), face, k)), other) < TOUCH // 2)  # type: ignore[misc]  # a default binds this facing
        found.append(step_to((0, 0), face, far + 1))
    return tuple(found)


def _along_outlines(board: Board, r: int, want: Point) -> list[Point]:
    """Points a base's radius off each barred edge near by, on either side of it, and off its corners."""
    found: list[Point] = []
    near = r + _NEAR * board.field.inch
    for k in board.field.barred():
        outline = board.field.pieces[k].outline
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True):
            dx, dy = b[0] - a[0], b[1] - a[1]
            length = sqrt(dx * dx + dy * dy)
            t = min(1.0, max(0.0, ((want[0] - a[0]) * dx + (want[1] - a[1]) * dy) / (length * length)))
            fx, fy = a[0] + t * dx, a[1] + t * dy
            if (fx - want[0]) ** 2 + (fy - want[1]) ** 2 <= near**2:
                out = (r + 1) / length  # the outside of a counter-clockwise outline is to the right of its edges
                found.append((floor(fx + dy * out + 0.5), floor(fy - dx * out + 0.5)))
                found.append(_beside(want, (*a, r)))
    return found


class Slide(NamedTuple):
    """How far something went, where it ended, and what stopped it."""

    length: int
    to: Point
    clash: Clash | None


def slide(board: Board, id: str, facing: Facing, length: int, passage: Passage | None = None) -> Slide:
    """Straight in a direction until the way is really blocked, then back to the last place where the base may stand: whom one
    may pass but not stand on is no obstacle on the way."""
    allowed = passage or Passage()
    start = board.base(id).at
    passed = {board.names[row] for unit in allowed.passes for row in board.unit_rows(unit).tolist()}
    through = allowed._replace(ghosts=allowed.ghosts | passed) if passed else allowed

    def tried(k: int, how: Passage = allowed) -> Clash | None:
        return walk(board, id, [step_to(start, facing, k)], how).clash

    why = tried(length)
    if why is None:
        return Slide(length, step_to(start, facing, length), None)
    free = length if tried(length, through) is None else last(0, length, lambda k: tried(k, through) is None)
    why = tried(free + 1, through) or tried(free) or why
    stands = free
    while stands > 0 and tried(stands) is not None:
        stands = max(0, stands - TOUCH)
    if stands < free:
        stands = last(stands, min(free, stands + TOUCH), lambda k: tried(k) is None)
    return Slide(stands, step_to(start, facing, stands), why)


def last(low: int, high: int, ok: Callable[[int], bool]) -> int:
    """The largest number between that is all right: the lower one is, the higher one is not, and it changes once."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if ok(middle) else (low, middle)
    return low


def fan(
    board: Board, id: str, facing: Facing, length: int, passage: Passage | None = None, *,
    step: int = 1500, most: int = 9000, first_left: bool = True,
) -> Slide:  # fmt: skip
    """Straight in a direction, else turned by a step to either side, and so on: the first full way, else the longest."""
    signs = (-1, 1) if first_left else (1, -1)
    turns = [0] + [s * k for k in range(step, most + 1, step) for s in signs]
    best: Slide | None = None
    for turn in turns:
        got = slide(board, id, facing + turn, length, passage)
        if got.clash is None:
            return got
        if best is None or got.length > best.length:
            best = got
    assert best is not None
    return best


def step_aside(board: Board, id: str, hull: Box, leg: Point, want: Sequence[str] = ()) -> Point | None:
    """A figure steps out of the strip that a hull sweeps: to its own side, else the other, else to the nearest free spot
    outside it; None if there is none near."""
    base = board.base(id)
    dx, dy = leg
    length = sqrt(dx * dx + dy * dy) or 1.0
    side = 1 if dx * (base.y - hull.y) - dy * (base.x - hull.x) >= 0 else -1
    reach = max(abs((-dy * (x - hull.x) + dx * (y - hull.y)) / length) for x, y in corners(hull)) + bound(base) + 1
    off = (-dy * (base.x - hull.x) + dx * (base.y - hull.y)) / length
    for s in (side, -side):
        k = (s * reach - off) / length
        to = (base.x + floor(-dy * k + 0.5), base.y + floor(dx * k + 0.5))
        if board.stands(moved(base, to), {id, *want}) is None:
            return to

    def outside(p: Point) -> bool:
        return abs(-dy * (p[0] - hull.x) + dx * (p[1] - hull.y)) >= (reach - 2) * length

    return spot(board, base, base.at, outside, ignore={id, *want})


def room_for(
    places: Ints, shapes: Sequence[Poly], others: Sequence[Poly], size: Point, reach: int
) -> Iterator[tuple[Point, int]]:
    """Places where an outline (its shapes are round the origin) lies on the table and about `reach` from all others,
    in their order, each with the number of the shape. At the very limit the caller measures."""
    ends = np.cumsum([len(other) for other in others], dtype=np.int64)
    corners_of = np.array([corner for other in others for corner in other], np.int64).reshape(-1, 2)
    boxes = np.array([(*map(min, zip(*o, strict=True)), *map(max, zip(*o, strict=True))) for o in others], np.int64).reshape(
        -1, 4
    )
    forms, number = np.array(shapes, np.int64), -1
    while (number := next_room(places, forms, corners_of, ends, boxes, size, reach, number + 1)) >= 0:
        at, shape = divmod(number, len(shapes))
        yield (int(places[at, 0]), int(places[at, 1])), shape
