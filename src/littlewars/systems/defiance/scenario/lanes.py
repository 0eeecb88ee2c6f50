"""Is there enough terrain? Lanes of fire from zone to zone, by a sample of lines (defiance.deploy.terrain-density)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from littlewars.table.facing import Point
from littlewars.table.maps import lanes
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Piece
from littlewars.table.zones import zone

from ..basics.numbers import INCH
from ..basics.sight import SIGHT
from ..basics.tabletop import classify
from ..basics.zones import DEPTH, pairs_of_edges

LINES = 400
MOST_OPEN = Fraction(1, 5)
STANDING = 2 * INCH  # a man of size 2


def open_share(pieces: Sequence[Piece], size: Point, seed: int = 0) -> Fraction:
    """The share of lines from one zone to the other that nothing blocks at standing height."""
    near, far = (zone(size, edge, DEPTH) for edge in pairs_of_edges(size)[0])
    return lanes.open_share(Field(size, pieces, classify), (near, far), SIGHT, STANDING, LINES, seed)


def is_dense(pieces: Sequence[Piece], size: Point) -> bool:
    """Does the table leave few enough lanes?"""
    return open_share(pieces, size) <= MOST_OPEN
