"""Free places: the nearest one to where a base would like to be, slides until something stops them, fans of directions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import floor, sqrt
from typing import NamedTuple, TypeVar

import numpy as np

from ..board.board import Board, Clash
from ..constants import FULL_TURN, TOUCH
from ..facing import Facing, Point, step_to
from ..kernels.compiled import Ints
from ..kernels.poly import next_room
from ..kernels.route import beside_circles, beside_edges, circles_near
from ..shapes.bases import Base, Box, Disc, Poly, bound, corners, gap, moved
from .walk import Passage, farthest, walk

RINGS, RING_PARTS, RING_SPOTS = 24, 4, 16  # rings round a place, how many of them in an inch, places on each
BESIDE = 3  # inches that somebody on the way may end beside the place he wants
_NEAR = 4  # inches: neighbours that are worth a look
_SMALL, _WIDE = 1 << 14, 1 << 15  # a distance, and how many of them there are either way
Keep = Callable[[Point], bool]
K = TypeVar("K")


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
        for at in board.free_spots(base, _candidates(board, base, want, skip, far), skip, cost=cost):
            if keep is None or keep(at):
                return at
    return None


def settled(board: Board, names: Iterable[str], want: Point, ignore: Iterable[str] = ()) -> dict[str, Point]:
    """Free spots nearest to a place, for one after another; who finds none is left out."""
    trial, found = board.copy(), dict[str, Point]()
    for name in names:
        if at := spot(trial, trial.base(name), want, ignore=[name, *ignore]):
            found[name] = at
            trial.move(name, moved(trial.base(name), at))
    return found


def _candidates(board: Board, base: Base, want: Point, skip: set[str], reach: int) -> Ints:
    """Places worth trying, nearest first: beside each neighbour, between two of them, beside pieces, then rings."""
    r = base.r if isinstance(base, Disc) else bound(base)
    circles = _neighbours(board, r, want, skip, reach)
    beside = np.empty((len(circles) ** 2 + 2 * len(board.field.verts), 2), np.int64)  # one of each, two of each pair or edge
    step, field = board.field.inch // RING_PARTS, board.field
    count = beside_circles(circles, *want, beside)
    count += beside_edges(field.verts, field.rows, r, r + _NEAR * field.inch, *want, beside[count:])
    off = np.concatenate((beside[:count] - want, _rings(reach // step, step)))
    far = (off * off).sum(axis=1)
    near = far <= reach * reach
    off, far = off[near], far[near]
    if reach < _SMALL:  # all three in one number
        order = np.argsort((far * _WIDE + off[:, 0] + _SMALL) * _WIDE + off[:, 1] + _SMALL)
    else:
        order = np.lexsort((off[:, 1], off[:, 0], far))
    places: Ints = off[order] + want
    return places


@lru_cache(maxsize=8)
def _rings(count: int, step: int) -> Ints:
    """Places in rings round the origin, a step apart."""
    steps = [(FULL_TURN * q // RING_SPOTS, step * k) for k in range(1, count + 1) for q in range(RING_SPOTS)]
    return np.array([step_to((0, 0), *one) for one in steps], np.int64).reshape(-1, 2)


def _neighbours(board: Board, r: int, want: Point, skip: set[str], reach: int) -> Ints:
    """Nearby bases inflated by the mover, as circles; a box by circles round its corners and its centre."""
    found, near = np.empty((board.n, 3), np.int64), min(_NEAR * board.field.inch, reach + TOUCH)  # beside others it is too far
    count, boxes = circles_near(board.bodies, board.n, r, near, *want, board.ways(skip), found)
    more = list[tuple[int, int, int]]()
    for row in found[board.n - boxes :, 0].tolist():
        other = board.base(board.names[row])
        assert isinstance(other, Box)
        more += [(x, y, r) for x, y in corners(other)]
        more += [(other.x, other.y, r + side // 2) for side in (other.width, other.length)]
    return np.concatenate((found[:count], np.array(more, np.int64))) if more else found[:count]


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


class Slide(NamedTuple):
    """How far something went, where it ended, and what stopped it."""

    length: int
    to: Point
    clash: Clash | None


def slide(board: Board, id: str, facing: Facing, length: int, passage: Passage | None = None) -> Slide:
    """Straight in a direction until the way is really blocked, then back to the last place where the base may stand: whom one
    may pass but not stand on is no obstacle on the way."""
    allowed, base = passage or Passage(), board.base(id)

    def tried(k: int, how: Passage = allowed) -> Clash | None:
        return walk(board, id, [step_to(base.at, facing, k)], how).clash

    why = tried(length)
    if why is None:
        return Slide(length, step_to(base.at, facing, length), None)
    passed = {board.names[row] for unit in allowed.passes for row in board.unit_rows(unit).tolist()}
    through = allowed._replace(ghosts=allowed.ghosts | passed) if passed else allowed
    free = length if tried(length, through) is None else _farthest(board, id, facing, length, through)
    why = tried(free + 1, through) or tried(free) or why
    stands = _last_stand(board, id, facing, free, allowed)
    return Slide(stands, step_to(base.at, facing, stands), why)


def _farthest(board: Board, id: str, facing: Facing, high: int, passage: Passage) -> int:
    """How far it goes, less than that."""
    base = board.base(id)
    if isinstance(base, Disc):
        return farthest(board, id, facing, 0, high, passage)
    return last(0, high, lambda k: walk(board, id, [step_to(base.at, facing, k)], passage).free)


def _last_stand(board: Board, id: str, facing: Facing, high: int, passage: Passage) -> int:
    """The last place not beyond that at which it may stand."""
    base = board.base(id)
    if isinstance(base, Disc):
        return farthest(board, id, facing, 0, high, passage, TOUCH)

    def free(k: int) -> bool:
        return walk(board, id, [step_to(base.at, facing, k)], passage).free

    stands = high
    while stands > 0 and not free(stands):
        stands = max(0, stands - TOUCH)
    return last(stands, min(high, stands + TOUCH), free) if stands < high else stands


def last(low: int, high: int, ok: Callable[[int], bool]) -> int:
    """The largest number between that is all right: the lower one is, the higher one is not, and it changes once."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if ok(middle) else (low, middle)
    return low


def fan(
    board: Board, id: str, facing: Facing, length: int, passage: Passage | None = None, *,
    step: int = 1500, most: int = 9000, first_left: bool = True, to_edge: bool = False,
) -> Slide:  # fmt: skip
    """Straight in a direction, else turned by a step to either side, and so on: the first full way, else the longest.
    `to_edge`: a way is full as well where the edge of the table ends it."""
    signs = (-1, 1) if first_left else (1, -1)
    turns = [0] + [s * k for k in range(step, most + 1, step) for s in signs]
    best: Slide | None = None
    for turn in turns:
        got = slide(board, id, facing + turn, length, passage)
        if got.clash is None or (to_edge and got.clash.kind == "edge"):
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


AT_ONCE = 24  # places that are looked at together


def with_room(
    board: Board,
    blocks: Mapping[K, Sequence[Base]],
    places: Sequence[Point],
    ignore: Iterable[str] = (),
    cost: Ints | None = None,
) -> Iterator[tuple[Point, K]]:
    """Place by place which of these blocks, each one at the origin, may have room there, by a quick look at many at once:
    everywhere there is room for one whose bases are not all alike."""
    for begin in range(0, len(places), AT_ONCE):
        some = places[begin : begin + AT_ONCE]
        rooms = {key: _room(board, bases, some, ignore, cost) for key, bases in blocks.items()}
        for number, at in enumerate(some):
            yield from ((at, key) for key, room in rooms.items() if room[number])


def _room(board: Board, bases: Sequence[Base], places: Sequence[Point], ignore: Iterable[str], cost: Ints | None) -> list[bool]:
    """At which of these places could everybody of a block stand?"""
    alike = {moved(base, (0, 0)) for base in bases}
    if len(alike) != 1:
        return [True] * len(places)
    at = np.array(places, np.int64)[:, None] + np.array([base.at for base in bases], np.int64)
    free = board.stand_many(alike.pop(), at.reshape(-1, 2), ignore, cost=cost).reshape(len(places), len(bases))
    found: list[bool] = np.asarray(free.all(axis=1)).tolist()
    return found
