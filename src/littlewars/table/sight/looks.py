"""Who sees whom: bulk answers by the kernel, and in words what stands in between."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist, sqrt
from typing import NamedTuple

import numpy as np

from ..board.board import Board
from ..constants import FOOT, NONE, ON, OPEN, PARTIAL, PARTLY, TALL
from ..facing import Point
from ..kernels.compiled import Bytes, Floats, Ints, Mask
from ..kernels.lines import WORK
from ..kernels.sight import look_all, see_rows, sees_any
from ..shapes.bases import Base
from ..shapes.boxes import around, boxes_meet
from ..terrain.field import Field
from ..terrain.sight_exact import Looker, effect, inside_spans, sees_exactly, sight_lines, stretches
from ..terrain.sight_rules import AT43, COMBAT_ACTION, DEFIANCE, OVERSOUL, XENOCIDE, SightRule, rule_array

_NOBODY_CLEAR: Bytes = np.zeros(0, np.int8)
_WORDS = ("", "obscures", "blocks")


class Hindrance(NamedTuple):
    """A piece on one sight line: what it does there, and how long the line runs inside it."""

    piece: str
    line: int
    does: str
    length: int


def _scratch() -> tuple[Ints, Floats, Floats]:
    """Room for the kernel to work in: lines, crossings, spans."""
    return np.zeros((3, 4), np.int64), np.zeros(WORK), np.zeros((2, 512))


ROOM = _scratch()


def see_many(
    board: Board, viewer: str | Base, rows: Ints, rule: SightRule, *,
    clear_rows: Bytes | None = None, airborne: bool = False, foot: int = 0, tall: int = 0,
) -> Bytes:  # fmt: skip
    """What a viewer sees of each row: NONE, PARTLY or OPEN. Airborne viewers and rows marked clear see and are seen openly."""
    out = np.empty(len(rows), np.int8)
    if airborne or not board.field.opaque:
        out[:] = np.where(board.bodies[rows, ON] != 0, OPEN, NONE)
        return out
    row = board.row[viewer] if isinstance(viewer, str) else board.lay(viewer, foot, tall)
    clear = _NOBODY_CLEAR if clear_rows is None else clear_rows
    field = board.field
    see_rows(board.bodies, board.corner, row, rows, clear, field.verts, field.rows, rule_array(rule), *ROOM, out)
    return out


def is_hidden(board: Board, base: Base, rows: Ints, rule: SightRule, *, tall: int = 0) -> bool:
    """Would nobody of these rows see a base there, nor it any of them?"""
    field, row = board.field, board.lay(base, 0, tall)
    ground = field.verts, field.rows, rule_array(rule)
    return not sees_any(board.bodies, board.corner, row, rows, *ground, *ROOM)


def look_round(board: Board, viewers: Sequence[str], rule: SightRule, rise: int = 0) -> list[tuple[list[int], list[int]]]:
    """For each of these the rows of other sides that it sees, nearest first, and their distances by centres, rounded up; each
    level between them counts as so much more."""
    field, room, counts = board.field, (len(viewers), board.n), np.empty(len(viewers), np.int64)
    found, gaps = np.empty(room, np.int64), np.empty(room, np.int64)
    seen = board.seen.get(rule)
    if seen is None or len(seen) < board.n:
        seen = board.seen[rule] = np.full((len(board.bodies), len(board.bodies)), -1, np.int64)
    look_all(
        board.bodies, board.n, board.corner, board.rows(viewers), field.verts, field.rows, rule_array(rule), rise, *ROOM,
        board.version, seen, found, gaps, counts,
    )  # fmt: skip
    return [(found[k, :n].tolist(), gaps[k, :n].tolist()) for k, n in enumerate(counts.tolist())]


def sees(board: Board, viewer: str, target: str, rule: SightRule) -> int:
    """What one body sees of another: NONE, PARTLY or OPEN."""
    return int(see_many(board, viewer, np.array([board.row[target]], np.int64), rule)[0])


def unseen(
    board: Board, base: Base, spots: Sequence[Point], watchers: Sequence[str], rule: SightRule, *, tall: int = 0
) -> Mask:
    """At which spots would nobody of the watchers see the base?"""
    rows = board.rows(watchers)
    out = np.zeros(len(spots), np.bool_)
    for k, spot in enumerate(spots):
        there = base._replace(x=spot[0], y=spot[1])
        out[k] = is_hidden(board, there, rows, rule, tall=tall)
    return out


def looker(board: Board, id: str) -> Looker:
    """A body as the exact functions take it."""
    row = board.bodies[board.row[id]]
    return Looker(board.base(id), int(row[FOOT] + row[TALL]))


def what_blocks(board: Board, viewer: str, target: str, rule: SightRule) -> list[Hindrance]:
    """Every piece that touches one of the sight lines, what it does to it, and the length inside: for tooltips."""
    a, b = looker(board, viewer), looker(board, target)
    found = []
    for n, line in enumerate(sight_lines(a.base, b.base, rule.lines, rule.ends)):
        length = sqrt((line[1][0] - line[0][0]) ** 2 + (line[1][1] - line[0][1]) ** 2)
        for seen in zip(board.field.pieces, board.field.ground, strict=True):
            does, spans = effect(a, b, line, seen, rule)
            inside = round(float(sum(hi - lo for lo, hi in spans)) * length)
            if spans and (does or seen[1].depth):
                found.append(Hindrance(seen[0].id, n, _WORDS[does], inside))
    return found


__all__ = [
    "AT43", "COMBAT_ACTION", "DEFIANCE", "NONE", "OPEN", "OVERSOUL", "PARTIAL", "PARTLY", "XENOCIDE", "Hindrance", "Looker",
    "SightRule", "is_hidden", "look_round", "see_many", "sees", "sees_exactly", "sight_lines", "stretches",
    "unseen", "what_blocks",
]  # fmt: skip


def clear_line(field: Field, rows: Sequence[int], one: tuple[Point, int], other: tuple[Point, int], deep: int) -> bool:
    """Does none of these pieces stand in the line between two places, each with its height, and do those that are seen into
    stop it by no more than this depth?"""
    (a, high), (b, low) = one, other
    within, reach = 0.0, around((a, b), 1)
    for row in rows if a != b else ():
        piece, ground = field.pieces[row], field.ground[row]
        if (not ground.sight and not ground.depth) or not boxes_meet(reach, piece.box):
            continue
        for start, stop in inside_spans(a, b, piece.outline):
            if piece.top is not None and min(high + (low - high) * float(part) for part in (start, stop)) >= piece.top:
                continue  # over it
            if ground.sight:
                return False
            within += float(stop - start) * dist(a, b)
    return within <= deep
