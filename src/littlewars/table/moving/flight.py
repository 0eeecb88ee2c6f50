"""Flight: figures that nobody steers. They run straight, go round what is in the way, or stay.

Broken units of Xenocide flee so, and routs of AT-43.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..board.board import Board
from ..constants import SCALE
from ..facing import Facing, Point, dot, rounded, step_to, vector
from ..shapes.bases import moved
from .route import as_far_as, route
from .spots import BESIDE, slide, spot
from .walk import Passage, walk


def progress(p: Point, facing: Facing) -> int:
    """How far a place lies in a direction, in thousandths."""
    return rounded(dot(p, vector(facing)), SCALE)


def flee(
    board: Board, allowances: Mapping[str, int], facing: Facing, length: int, passage: Passage | None = None
) -> dict[str, list[Point]]:
    """Everybody runs parallel in one direction, so far or as he is allowed; who is blocked goes round as far as he gets that
    way, or stays.

    The foremost goes first, then by name; the paths are in that order. A way straight off the table is not stopped at its edge.
    """
    trial = board.copy()
    allowed = (passage or Passage())._replace(edge=False)
    order = sorted(allowances, key=lambda id: (-progress(board.base(id).at, facing), id))
    paths: dict[str, list[Point]] = {}
    for id in order:
        paths[id] = _run(trial, id, facing, min(length, allowances[id]), allowances[id], allowed)
        if paths[id]:
            trial.move(id, moved(trial.base(id), paths[id][-1]))
    return paths


def _run(board: Board, id: str, facing: Facing, length: int, allowance: int, passage: Passage) -> list[Point]:
    """One figure's way."""
    start = board.base(id).at
    end = step_to(start, facing, length)
    straight = walk(board, id, [end], passage)
    if straight.free:
        return [end] if straight.cost <= allowance else as_far_as(board, id, [end], allowance, passage)
    tries = [
        way
        for way in (
            _round(board, id, facing, length, allowance, passage),
            _short(board, id, facing, length, allowance, passage),
        )
        if way
    ]
    best = max(tries, key=lambda way: progress(way[-1], facing), default=[])
    return best if best and progress(best[-1], facing) > progress(start, facing) else []


def _short(board: Board, id: str, facing: Facing, length: int, allowance: int, passage: Passage) -> list[Point]:
    """Straight until something is in the way."""
    got = slide(board, id, facing, length, passage)
    return as_far_as(board, id, [got.to], allowance, passage) if got.length else []


def _round(board: Board, id: str, facing: Facing, length: int, allowance: int, passage: Passage) -> list[Point]:
    """Round what is in the way, as far in the direction as the allowance covers."""
    base = board.base(id)
    inside = passage._replace(edge=True)

    def nearer(p: Point) -> bool:
        return progress(p, facing) > progress(base.at, facing)

    for eighths in range(8, 0, -1):
        want = step_to(base.at, facing, length * eighths // 8)
        end = spot(board, base, want, nearer, ignore=[id, *passage.ghosts], cost=passage.cost, reach=BESIDE * board.field.inch)
        way = None if end is None else route(board, id, end, allowance, inside)
        if way is not None:
            return way
    return []
