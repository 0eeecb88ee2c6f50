"""A quick look before exact answers: what could be in somebody's way at all? What it rules out is surely not there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..constants import NEAR_BODY, NEAR_EDGE, NEAR_ENEMY, NEAR_FRIENDS, NEAR_PIECE
from ..facing import Point
from ..kernels.near import meets_other_unit, near_way
from .board import Board


def look_ahead(board: Board, id: str, path: Sequence[Point], margin: int = 0) -> int:
    """What a body may come near on straight legs from where it stands: a sum of NEAR_ codes, by boxes with a margin.

    NEAR_PIECE and NEAR_EDGE: ground that nobody enters, and the edge; NEAR_ENEMY: a body of another side; NEAR_BODY: anybody
    where it ends; NEAR_FRIENDS: the shadows of another unit of its side overlap those of its own unit with the path.
    """
    field = board.field
    legs = board.one_leg(path[0]) if len(path) == 1 else np.array(path, np.int64).reshape(-1, 2)
    return int(near_way(board.bodies, board.n, board.row[id], legs, margin, field.rows, field.cost, *field.size))


def stands_apart(board: Board, unit: int, side: int) -> bool:
    """Does what a unit encloses surely stay clear of what the other units of its side do?"""
    return not meets_other_unit(board.bodies, board.n, unit, side)


__all__ = ["NEAR_BODY", "NEAR_EDGE", "NEAR_ENEMY", "NEAR_FRIENDS", "NEAR_PIECE", "look_ahead", "stands_apart"]
