"""Is there enough terrain? Lanes of fire from zone to zone, by a sample of lines (defiance.deploy.terrain-density)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from littlewars.table.board.board import Board
from littlewars.table.constants import NONE
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import Disc, Poly
from littlewars.table.sight.looks import sees
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Piece
from littlewars.table.zones import zone

from ..basics.numbers import INCH
from ..basics.sight import RULE
from ..basics.tabletop import classify
from ..basics.zones import DEPTH, pairs_of_edges

ADVICE = "defiance.deploy.terrain-density"
LINES = 400
MOST_OPEN = Fraction(1, 5)
STANDING = 2 * INCH  # a man of size 2


def open_share(pieces: Sequence[Piece], size: Point, seed: int = 0) -> Fraction:
    """The share of lines from a random point of one zone to one of the other that nothing blocks at standing height."""
    board, rng = Board.upon(Field(size, pieces, classify)), Random(f"lanes-{seed}")
    (near, far), seen = pairs_of_edges(size)[0], 0
    for _ in range(LINES):
        for number, edge in enumerate((near, far)):
            board.put(str(number), Disc(*_somewhere(zone(size, edge, DEPTH), rng), 1), number, number, tall=STANDING)
        seen += sees(board, "0", "1", RULE) != NONE
    return Fraction(seen, LINES)


def _somewhere(box: Poly, rng: Random) -> Point:
    xs, ys = [x for x, _ in box], [y for _, y in box]
    return rng.randint(min(xs), max(xs)), rng.randint(min(ys), max(ys))


def is_dense(pieces: Sequence[Piece], size: Point) -> bool:
    """Does the table leave few enough lanes?"""
    return open_share(pieces, size) <= MOST_OPEN


def advice(pieces: Sequence[Piece], size: Point) -> str:
    """What the book would say of this table; a map from a file is played all the same."""
    share = open_share(pieces, size)
    if share <= MOST_OPEN:
        return ""
    return f"{float(share):.0%} of the lines from zone to zone are open, more than {float(MOST_OPEN):.0%}: {ADVICE}"
