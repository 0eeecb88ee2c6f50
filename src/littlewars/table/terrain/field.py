"""A field: the pieces of a table as arrays, for one rulebook. Made once for a battle and shared by all its boards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..constants import BARRED, CLEAR, COST, PIECE_COLUMNS, REACH, SKY
from ..facing import Point
from ..kernels.compiled import Ints
from ..kernels.lines import WORK
from .pieces import IN_AN_INCH, Classify, Ground, Piece

MOST_VERTICES = WORK[1] // 2


class Field:
    """Size, pieces and their ground; `verts` and `rows` are what kernels read. `inch`: a modelled inch in thousandths of the
    unit in which the table is measured, for lengths that no rule gives."""

    __slots__ = ("cost", "ground", "inch", "index", "opaque", "pieces", "rows", "size", "unit", "verts")

    def __init__(
        self, size: Point, pieces: Sequence[Piece] = (), ground: Classify | Sequence[Ground] = (), unit: str = "inch"
    ) -> None:
        self.size, self.unit = size, unit
        self.inch = round(1000 * IN_AN_INCH[unit])
        self.pieces = tuple(pieces)
        self.ground = tuple(ground(p) for p in self.pieces) if callable(ground) else tuple(ground)
        if len(self.ground) != len(self.pieces):
            raise ValueError(f"{len(self.pieces)} pieces but {len(self.ground)} grounds")
        if max(size) >= REACH:
            raise ValueError(f"a table of {size} is too large: coordinates stay below {REACH}")
        self.index = {p.id: k for k, p in enumerate(self.pieces)}
        self.verts, self.rows = _arrays(self.pieces, self.ground)
        self.cost: Ints = self.rows[:, COST].copy()
        self.opaque = any(g.sight != CLEAR or g.depth for g in self.ground)

    def plus(self, pieces: Sequence[Piece], ground: Classify) -> Field:
        """The same field with more pieces on it (wrecks, shield walls)."""
        return Field(self.size, (*self.pieces, *pieces), (*self.ground, *(ground(p) for p in pieces)), self.unit)

    def barred(self) -> list[int]:
        """Rows of the pieces that may not be entered."""
        return [k for k, g in enumerate(self.ground) if g.cost == BARRED]


def _arrays(pieces: Sequence[Piece], ground: Sequence[Ground]) -> tuple[Ints, Ints]:
    """All vertices one after another, and a row of numbers for each piece."""
    verts: list[Point] = []
    rows: list[tuple[int, ...]] = []
    for piece, g in zip(pieces, ground, strict=True):
        outline = piece.outline
        if not 3 <= len(outline) <= MOST_VERTICES:
            raise ValueError(f"{piece.id}: an outline has 3 to {MOST_VERTICES} vertices, not {len(outline)}")
        if max(map(abs, piece.box)) >= REACH:
            raise ValueError(f"{piece.id}: coordinates stay below {REACH}")
        start = len(verts)
        verts += outline
        top = SKY if piece.top is None else piece.top
        rows.append((start, len(verts), *piece.box, top, g.cost, g.sight, g.marks, g.depth))
    return (
        np.array(verts, np.int64).reshape(-1, 2),
        np.array(rows, np.int64).reshape(-1, PIECE_COLUMNS),
    )
