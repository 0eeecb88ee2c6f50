"""Lines one by one: what the ground does to each line between two bodies, and through which outlines of units it runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..board.board import Board
from ..board.hulls import Outline
from ..kernels.compiled import Bytes, Ints
from ..kernels.screen import DIMMED, STOPPED, TOO_DEEP, UNDRAWN, UNHINDERED, held_by, line_facts
from ..terrain.sight_rules import SightRule, rule_array
from .looks import ROOM

__all__ = ["DIMMED", "STOPPED", "TOO_DEEP", "UNDRAWN", "UNHINDERED", "Lines", "Outlines", "holders", "lines_to", "outlines_of"]


class Outlines(NamedTuple):
    """Outlines of units, one after another, as kernels take them."""

    points: Ints
    ends: Ints
    boxes: Ints


class Lines(NamedTuple):
    """For each viewer, target and line: what the ground does to it, and whether it runs through each outline."""

    facts: Bytes
    through: Bytes


def outlines_of(hulls: Sequence[Outline]) -> Outlines:
    """Outlines in one array."""
    points = np.concatenate([*hulls, np.zeros((0, 2))]).round().astype(np.int64)
    boxes = [[*hull.min(axis=0), *hull.max(axis=0)] if len(hull) else [0, 0, 0, 0] for hull in hulls]
    ends = np.cumsum([0, *map(len, hulls)]).astype(np.int64)
    return Outlines(points, ends, np.array(boxes, np.float64).reshape(-1, 4).round().astype(np.int64))


def lines_to(board: Board, viewers: Ints, rows: Ints, rule: SightRule, covers: Bytes, hulls: Outlines) -> Lines:
    """Every line between these viewers and these rows; `covers` says which pieces dim a line that they do not stop."""
    field, count = board.field, len(hulls.ends) - 1
    facts = np.zeros((len(viewers), len(rows), 3), np.int8)
    through = np.zeros((len(viewers), len(rows), 3, count), np.int8)
    line_facts(
        board.bodies, board.corner, viewers, rows, field.verts, field.rows, covers, rule_array(rule),
        hulls.points, hulls.ends, hulls.boxes, *ROOM, facts, through,
    )  # fmt: skip
    return Lines(facts, through)


def holders(board: Board, rows: Ints, hulls: Outlines) -> Bytes:
    """For each row and outline: does the outline hold its centre?"""
    out = np.zeros((len(rows), len(hulls.ends) - 1), np.int8)
    held_by(board.bodies, rows, hulls.points, hulls.ends, out)
    return out
