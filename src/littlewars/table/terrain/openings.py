"""Walls with openings: where an opening is, what a line meets in the walls, and a building as walkers and lines meet it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import ceil, dist, hypot
from typing import NamedTuple

from msgspec.structs import replace

from ..facing import Point
from ..shapes.bases import edges
from .pieces import Opening, Piece


class Cut(NamedTuple):
    """A line through a wall: which edge, how far along the line (a part of it) and along the edge (thousandths)."""

    edge: int
    part: float
    along: float


def cuts(a: Point, b: Point, piece: Piece) -> Iterator[Cut]:
    """The walls of a piece that a line crosses, edge by edge."""
    for number, (p, q) in enumerate(edges(piece.outline)):
        parts = _parts(a, b, p, q)
        if parts is not None:
            yield Cut(number, parts[0], parts[1] * hypot(q[0] - p[0], q[1] - p[1]))


def _parts(a: Point, b: Point, p: Point, q: Point) -> tuple[float, float] | None:
    """Where two segments cross, as parts of either; None when they do not, or run along each other."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    den = dx * ey - dy * ex
    if den == 0:
        return None
    t, s = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / den, ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / den
    return (t, s) if 0 <= t <= 1 and 0 <= s <= 1 else None


def crossed(a: Point, b: Point, piece: Piece) -> list[Opening | None]:
    """What a line meets in the walls of a piece: openings, or None for a wall."""
    return [
        next((o for o in piece.openings if o.edge == met.edge and o.start <= met.along <= o.stop), None)
        for met in cuts(a, b, piece)
    ]


def on_edges(piece: Piece) -> bool:
    """Does every opening of a piece lie on an edge, from and to along it?"""
    walls = [ceil(dist(*wall)) for wall in edges(piece.outline)]
    return all(0 <= one.edge < len(walls) and 0 <= one.start < one.stop <= walls[one.edge] for one in piece.openings)


def edge_of(piece: Piece, number: int) -> tuple[Point, Point, float]:
    """Both ends of an edge, and its length."""
    a, b = piece.outline[number], piece.outline[(number + 1) % len(piece.outline)]
    return a, b, hypot(b[0] - a[0], b[1] - a[1]) or 1.0


def ends_of(piece: Piece, opening: Opening) -> tuple[Point, Point]:
    """Both ends of an opening on the table."""
    (ax, ay), (bx, by), long = edge_of(piece, opening.edge)
    start, stop = opening.start, opening.stop
    return (
        (round(ax + (bx - ax) * start / long), round(ay + (by - ay) * start / long)),
        (round(ax + (bx - ax) * stop / long), round(ay + (by - ay) * stop / long)),
    )


def walls(piece: Piece, thick: int, closed_by: Callable[[Opening], str]) -> tuple[Piece, ...]:
    """A building as thin pieces: every stretch of wall, marked "wall", and every opening that something closes, marked with
    that; through the rest one goes."""
    found: list[Piece] = []
    for number in range(len(piece.outline)):
        at, long = 0, edge_of(piece, number)[2]
        for opening in sorted((o for o in piece.openings if o.edge == number), key=lambda o: o.start):
            found += _stretch(piece, (number, at, opening.start), thick, "wall", len(found))
            if mark := closed_by(opening):
                found += _stretch(piece, (number, opening.start, opening.stop), thick, mark, len(found))
            at = opening.stop
        found += _stretch(piece, (number, at, round(long)), thick, "wall", len(found))
    return tuple(found)


def _stretch(piece: Piece, span: tuple[int, int, int], thick: int, mark: str, n: int) -> list[Piece]:
    """A stretch of an edge, from and to along it, so thick, inside the outline."""
    (ax, ay), (bx, by), long = edge_of(piece, span[0])
    start, stop = max(0, span[1]), min(round(long), span[2])
    if stop - start < thick:
        return []
    ux, uy = (bx - ax) / long, (by - ay) / long
    p, q = (ax + ux * start, ay + uy * start), (ax + ux * stop, ay + uy * stop)
    corners = (p, q, (q[0] - uy * thick, q[1] + ux * thick), (p[0] - uy * thick, p[1] + ux * thick))
    outline = tuple((round(x), round(y)) for x, y in corners)
    return [replace(piece, id=f"{piece.id}/{n}", outline=outline, openings=(), flat=False, marks=(mark,))]
