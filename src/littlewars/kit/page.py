"""What the pages of all rulebooks show alike."""

from __future__ import annotations

from math import hypot

from littlewars.engine import Point
from littlewars.engine.showing import Gap
from littlewars.table.terrain.pieces import Opening, Piece


def openings_of(piece: Piece) -> tuple[Gap, ...]:
    """The doors, windows and holes of a piece, where they are on the table."""
    return tuple(_gap(piece, opening) for opening in piece.openings)


def _gap(piece: Piece, opening: Opening) -> Gap:
    ends = piece.outline[opening.edge], piece.outline[(opening.edge + 1) % len(piece.outline)]
    return Gap(_along(*ends, opening.start), _along(*ends, opening.stop), opening.kind, opening.open)


def _along(start: Point, end: Point, far: int) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1
    return round(start[0] + (end[0] - start[0]) * far / length), round(start[1] + (end[1] - start[1]) * far / length)
