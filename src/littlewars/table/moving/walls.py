"""Walls in a straight way: where a base touches one, where it stands on a flat top, and where a wall is nearest."""

from __future__ import annotations

from collections.abc import Sequence

from ..constants import TOUCH
from ..facing import Point
from ..shapes.bases import Base, Disc, edges, in_zone, moved, segment2
from ..shapes.legs import at_step, first, in_box, steps
from ..terrain.pieces import Piece

GRAIN = 25  # thousandths between the places at which a wall is felt for


def contact(base: Base, a: Point, b: Point, piece: Piece) -> tuple[Point, Point] | None:
    """Where on a straight way the base first and last touches a piece that it overlaps; None if it stays clear."""
    n = steps(a, b)
    inside = [k for k in _beside(base, a, b, n, piece) if overlaps_piece(base, at_step(a, b, k, n), piece)]
    if not inside:
        return None

    def deep(k: int) -> bool:
        return overlaps_piece(base, at_step(a, b, k, n), piece, slack=0)

    foot, beyond = first(deep, inside[0]) - 1, n + 1 - first(lambda k: deep(n - k), n - inside[-1])
    return at_step(a, b, max(0, foot), n), at_step(a, b, min(n, beyond), n)


def _beside(base: Base, a: Point, b: Point, n: int, piece: Piece) -> list[int]:
    """The steps at which a piece is felt for: those near the box round it."""
    r = base.r if isinstance(base, Disc) else max(base.length, base.width)
    west, south, east, north = piece.box
    near = in_box(a, b, n, (west - r, south - r, east + r, north + r))
    if near is None:
        return []
    felt = list(range(-(-near[0] // GRAIN) * GRAIN, min(near[1] + 1, n), GRAIN))
    return [*felt, n] if near[1] == n else felt


def overlaps_piece(base: Base, at: Point, piece: Piece, slack: int = TOUCH) -> bool:
    """Does a base there stand in the piece by more than a touch?"""
    if piece.holds(at):
        return True
    r = base.r if isinstance(base, Disc) else min(base.length, base.width) // 2
    outline, least = piece.outline, r - slack
    for p, q in zip(outline, (*outline[1:], outline[0]), strict=True):
        n, d = segment2(at, p, q)
        if n < least * least * d:
            return True
    return False


def stands_on(base: Base, at: Point, piece: Piece) -> bool:
    """Would the whole base be on the flat top of a piece there?"""
    return piece.flat and in_zone(moved(base, at), piece.outline)


def along_top(base: Base, a: Point, b: Point, piece: Piece) -> tuple[Point, Point] | None:
    """Where on a straight way the whole base is first and last on a flat top; None if it never has room there."""
    n = steps(a, b)

    def on(k: int) -> bool:
        return stands_on(base, at_step(a, b, k, n), piece)

    found = [k for k in (*range(0, n, GRAIN), n) if on(k)] if piece.flat else []
    if not found:
        return None
    last = n - first(lambda k: on(n - k), n - found[-1])
    return at_step(a, b, first(on, found[0]), n), at_step(a, b, last, n)


def nearest_on(outline: Sequence[Point], at: Point) -> Point:
    """The point of an outline nearest to a place."""
    best, found = -1.0, outline[0]
    for (px, py), (qx, qy) in edges(outline):
        dx, dy = qx - px, qy - py
        t = min(1.0, max(0.0, ((at[0] - px) * dx + (at[1] - py) * dy) / (dx * dx + dy * dy)))
        x, y = round(px + dx * t), round(py + dy * t)
        far = (x - at[0]) ** 2 + (y - at[1]) ** 2
        if best < 0 or far < best:
            best, found = far, (x, y)
    return found
