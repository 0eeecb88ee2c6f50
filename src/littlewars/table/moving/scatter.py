"""Drift: where a shot that misses lands, and what it meets on its way.

Directions counted from the shot wait for AT-43.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, sqrt
from typing import NamedTuple

from ..board.board import Board, Clash
from ..constants import FULL_TURN, SOLID
from ..facing import Facing, Point, facing_to, step_to
from ..shapes.bases import Disc, centre2, corners, gap_point, holds, segment2
from ..terrain.pieces import Piece
from ..terrain.sight_exact import inside_spans


def deviate(at: Point, facing: Facing, length: int) -> Point:
    """The place that far off in a direction."""
    return step_to(at, facing, length)


def aside(shooter: Point, at: Point, length: int, right: bool) -> Point:
    """Drift to the right or left of the line of fire, seen from the shooter; exactly across it."""
    dx, dy = at[0] - shooter[0], at[1] - shooter[1]
    d2 = dx * dx + dy * dy
    if d2 == 0:
        return step_to(at, 9000 if right else 27000, length)
    k = length / sqrt(d2) * (1 if right else -1)
    return at[0] + floor(dy * k + 0.5), at[1] - floor(dx * k + 0.5)


def directions(count: int, first: Facing = 0) -> list[Facing]:
    """That many directions round the clock: six for a die, sixteen for a duty, 360 for degrees."""
    return [(first + FULL_TURN * k // count) % FULL_TURN for k in range(count)]


def of_shot(shooter: Point, at: Point, count: int, index: int) -> Facing:
    """One of so many directions, counted clockwise from the way the shot flies."""
    return (facing_to(shooter, at) + FULL_TURN * index // count) % FULL_TURN


class DriftHit(NamedTuple):
    """What a drifting thing meets first, and the last place before it."""

    what: Clash
    stop: Point
    length: int


def first_hit(
    board: Board, a: Point, b: Point, foot: int = 0, skip: Iterable[str] = (), bodies: bool = True
) -> DriftHit | None:
    """The first solid piece above the footing, or base, on the straight way from a to b; bases under the start are skipped.

    What is solid the rulebook says (the mark SOLID).
    """
    passed = set(skip)
    return _first(board, a, b, _solid(board, foot), [id for id in board if id not in passed] if bodies else ())


def fan(board: Board, at: Point, reach: int, foot: int = 0, skip: Iterable[str] = ()) -> list[DriftHit | None]:
    """What a drifting thing meets first in each of 360 directions, degree by degree, as far as it may drift: one look at what
    is near. A shorter drift meets the same or nothing."""
    passed, (x, y) = set(skip), at
    west, south, east, north = x - reach, y - reach, x + reach, y + reach
    pieces = [one for one in _solid(board, foot) if one.box[0] <= east and one.box[2] >= west]
    pieces = [one for one in pieces if one.box[1] <= north and one.box[3] >= south]
    near = [id for id in board if id not in passed and gap_point(board.base(id), at) <= reach]
    return [_first(board, at, step_to(at, facing, reach), pieces, near) for facing in directions(360)]


def _solid(board: Board, foot: int) -> list[Piece]:
    """Pieces that stop what flies at this height."""
    field = board.field
    return [
        piece
        for piece, ground in zip(field.pieces, field.ground, strict=True)
        if ground.marks & SOLID and (piece.top is None or piece.top > foot)
    ]


def _first(board: Board, a: Point, b: Point, pieces: Sequence[Piece], bodies: Sequence[str]) -> DriftHit | None:
    """What of these is met first."""
    length = sqrt(centre2(a, b))
    found: list[tuple[float, str, Clash]] = []
    for piece in pieces:
        if spans := inside_spans(a, b, piece.outline):
            found.append((float(spans[0][0]), piece.id, Clash("piece", piece.id)))
    for id in bodies:
        if (t := _meets_base(board, id, a, b)) is not None:
            found.append((t, id, Clash("body", id)))
    if not found:
        return None
    t, _, what = min(found)
    done = max(0, floor(t * length))
    k = done / length if length else 0.0
    return DriftHit(what, (a[0] + floor((b[0] - a[0]) * k + 0.5), a[1] + floor((b[1] - a[1]) * k + 0.5)), done)


def _meets_base(board: Board, id: str, a: Point, b: Point) -> float | None:
    """Where a line enters a base, as part of its length; None when it misses it or begins in it."""
    base = board.base(id)
    if not isinstance(base, Disc):
        outline = corners(base)
        if holds(outline, a) >= 0:
            return None
        spans = inside_spans(a, b, outline)
        return float(spans[0][0]) if spans else None
    if centre2(a, base.at) <= base.r**2:
        return None
    n, d = segment2(base.at, a, b)
    if n >= base.r**2 * d:
        return None
    dx, dy = b[0] - a[0], b[1] - a[1]
    d2 = dx * dx + dy * dy
    middle = ((base.x - a[0]) * dx + (base.y - a[1]) * dy) / d2
    off2 = ((base.x - a[0]) * dy - (base.y - a[1]) * dx) ** 2 / d2
    return max(0.0, middle - sqrt(max(0.0, base.r**2 - off2) / d2))
