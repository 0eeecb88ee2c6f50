"""Single obstacles: walls with openings, clouds, lobbing over, and pivots that sweep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import floor, sqrt
from typing import NamedTuple

from ..board.areas import Circle
from ..board.board import Board, Clash
from ..constants import FULL_TURN, HAIR
from ..facing import Facing, Point, dot, vector
from ..kernels.compiled import Ints
from ..shapes.bases import Base, Box, Disc, Poly, apart2, bound, centre2, edges, moved, segment2
from ..terrain.openings import cuts
from ..terrain.pieces import Opening, Piece
from ..terrain.sight_exact import inside_spans
from .walk import length_of


class WallCrossing(NamedTuple):
    """A line through a wall: which edge, and the open opening it passes (None: it hits the wall)."""

    edge: int
    opening: Opening | None


def crosses_wall(a: Point, b: Point, piece: Piece) -> list[WallCrossing]:
    """The walls of a piece that a line crosses, from a on; it passes strictly inside an open opening, or hits the wall."""
    found: list[WallCrossing] = []
    for cut in sorted(cuts(a, b, piece), key=lambda cut: (cut.part, cut.edge)):
        on_edge = (o for o in piece.openings if o.edge == cut.edge and o.open)
        found.append(WallCrossing(cut.edge, next((o for o in on_edge if o.start < cut.along < o.stop), None)))
    return found


def touches_cloud(a: Point, b: Point, clouds: Sequence[Circle | tuple[Poly, int]]) -> list[bool]:
    """Which clouds a line touches: circles, or rings of a width round a polygon; the border counts."""
    found = []
    for cloud in clouds:
        shape, reach = ((cloud.at,), cloud.radius) if isinstance(cloud, Circle) else cloud
        n, d = apart2((a, b), shape)
        found.append(n <= reach * reach * d)
    return found


class Lob(NamedTuple):
    """Where a lobbed thing comes down: at its target, short of range, or half-way to what it did not clear."""

    at: Point
    hits: str = ""
    short: bool = False


def lob(a: Point, foot: int, to: Point, reach: int, clears: int, pieces: Sequence[Piece]) -> Lob:
    """Height first, then range: a piece too high to clear within reach stops it half-way to its near face."""
    length = sqrt(centre2(a, to))
    short = length > reach
    end = _part(a, to, reach / length) if short else to
    walls = []
    for piece in pieces:
        if piece.top is None or piece.top - foot > clears:
            spans = inside_spans(a, end, piece.outline)
            if spans:
                walls.append((spans[0][0], piece.id))
    if walls:
        t, id = min(walls)
        return Lob(_part(a, end, float(t) / 2), id, short)
    return Lob(end, "", short)


def _part(a: Point, b: Point, t: float) -> Point:
    """The place at a part of a line."""
    return a[0] + floor((b[0] - a[0]) * t + 0.5), a[1] + floor((b[1] - a[1]) * t + 0.5)


class Pivot(NamedTuple):
    """A turn on the spot: what forbids it, and whom the hull sweeps over on the way."""

    clash: Clash | None
    swept: tuple[str, ...]


def pivot(
    board: Board, id: str, to: Facing, sweep: bool = False, *,
    base: Base | None = None, cost: Ints | None = None, skip: Iterable[str] = (),
) -> Pivot:  # fmt: skip
    """Turn a hull about its centre: only the end must be free; with `sweep` every whole degree is looked at as well. `base`:
    where it is thought to be; `cost`: other prices of the ground; `skip`: who is not there for it."""
    base, passed = board.base(id) if base is None else base, [id, *skip]
    end = board.stands(moved(base, base.at, to), passed, cost=cost)
    if not sweep or not isinstance(base, Box):
        return Pivot(end, ())
    if end is None and board.stands(Disc(*base.at, bound(base) + HAIR), passed, cost=cost) is None:
        return Pivot(None, ())  # there is room all round
    turn = (to - base.facing + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    step = 100 if turn > 0 else -100
    swept: list[str] = []
    for angle in (*range(step, turn, step), turn):
        there = moved(base, base.at, (base.facing + angle) % FULL_TURN)
        clash = board.stands(there, [*passed, *swept], cost=cost)
        while clash is not None and clash.kind == "body":
            swept.append(clash.id)
            clash = board.stands(there, [*passed, *swept], cost=cost)
        if clash is not None:
            return Pivot(clash, tuple(swept))
    return Pivot(end, tuple(swept))


def through_walls(houses: Sequence[Piece], way: Sequence[Point], radius: int) -> tuple[int, Clash | None]:
    """How many windows a way leads through, and the wall that it hits or on which a round base would end. Doors are free."""
    windows = 0
    for piece in houses:
        for crossing in (one for leg in pairwise(way) for one in crosses_wall(*leg, piece)):
            if crossing.opening is None:
                return 0, Clash("piece", piece.id)
            windows += crossing.opening.kind == "window"
    wall = on_wall(houses, way[-1], radius) if len(way) > 1 else None
    return 0 if wall else windows, wall


def on_wall(houses: Iterable[Piece], at: Point, radius: int) -> Clash | None:
    """The building on whose wall a round base would stand, however it came there."""
    return next((Clash("piece", piece.id) for piece in houses if gap_walls(piece, at) < radius), None)


def gap_walls(piece: Piece, at: Point) -> float:
    """How far a place is from the nearest wall of a building."""
    return min(sqrt(n / d) for n, d in (segment2(at, p, q) for p, q in edges(piece.outline)))


def climbed(piece: Piece, a: Point, b: Point) -> int:
    """How far a straight leg runs uphill in a piece."""
    if dot((b[0] - a[0], b[1] - a[1]), vector(piece.uphill)) <= 0:
        return 0
    return round(float(sum(hi - lo for lo, hi in inside_spans(a, b, piece.outline))) * length_of(a, [b]))
