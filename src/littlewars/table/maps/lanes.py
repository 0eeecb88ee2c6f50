"""How open a map is: the share of lines between two grounds that nothing blocks, by a sample."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from ..board.board import Board
from ..constants import NONE
from ..facing import Point
from ..shapes.bases import Disc, Poly
from ..sight.looks import SightRule, sees
from ..terrain.field import Field


def open_share(field: Field, grounds: tuple[Poly, Poly], rule: SightRule, tall: int, lines: int, seed: int) -> Fraction:
    """Of so many lines from a random point of one ground to one of the other: how many are open at this height."""
    board, rng, seen = Board.upon(field), Random(f"lanes-{seed}"), 0
    for _ in range(lines):
        for number, ground in enumerate(grounds):
            board.put(str(number), Disc(*_somewhere(ground, rng), 1), number, number, tall=tall)
        seen += sees(board, "0", "1", rule) != NONE
    return Fraction(seen, lines)


def _somewhere(ground: Poly, rng: Random) -> Point:
    xs, ys = [x for x, _ in ground], [y for _, y in ground]
    return rng.randint(min(xs), max(xs)), rng.randint(min(ys), max(ys))
