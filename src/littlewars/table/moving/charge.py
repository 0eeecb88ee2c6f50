"""Straight at somebody: into contact where that can be reached, else as far as one gets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..board.board import Board
from ..facing import Point, facing_to, step_to
from ..shapes.bases import Base, bound, centre2, gap, moved
from .route import as_far_as, route
from .spots import all_round, slide
from .walk import Passage, walk

MOST_PLACES = 6  # round the enemies that each of them tries


def drawn(board: Board, id: str, goal: Point, most: int, passage: Passage) -> Point | None:
    """How far somebody gets straight towards a place; None if not at all."""
    at = board.base(id).at
    if at == goal:
        return None
    got = slide(board, id, facing_to(at, goal), most, passage)
    way = as_far_as(board, id, [got.to], most, passage) if got.length else []
    return way[-1] if way else None


def rejoin(
    board: Board, strays: Sequence[str], group: Sequence[str], most: Mapping[str, int], passage: Passage
) -> dict[str, Point]:
    """Where those end who are too far from somebody of a group: each straight to the farthest of it, one after another."""
    trial, ends = board.copy(), dict[str, Point]()
    for name in strays:
        farthest = min(group, key=lambda one: (-trial.gap(name, one), one))
        if end := drawn(trial, name, trial.base(farthest).at, most[name], passage):
            ends[name] = end
            trial.move(name, moved(trial.base(name), end))
    return ends


def charge(
    board: Board, movers: Sequence[str], most: Mapping[str, int], foes: Sequence[str], passage: Passage
) -> dict[str, Point]:
    """Where they end: everybody who gets there straight in contact, the nearest first; the others go towards the nearest."""
    trial, ends = board.copy(), dict[str, Point]()
    for name in sorted(movers, key=lambda name: (min(trial.gap(name, foe) for foe in foes), name)) if foes else ():
        end = _into_contact(trial, name, most[name], foes, passage)
        if end is None:
            nearest = min(foes, key=lambda foe: (trial.gap(name, foe), foe))
            end = drawn(trial, name, trial.base(nearest).at, most[name], passage)
        if end is not None and end != trial.base(name).at:
            ends[name] = end
            trial.move(name, moved(trial.base(name), end))
    return ends


def _into_contact(trial: Board, name: str, most: int, foes: Sequence[str], passage: Passage) -> Point | None:
    base = trial.base(name)
    places = [at for foe in foes if trial.gap(name, foe) <= most for at in all_round(base, trial.base(foe))]
    for at in sorted(places, key=lambda at: (centre2(base.at, at), at))[:MOST_PLACES]:
        found = walk(trial, name, [at], passage)
        if found.free and found.cost <= most:
            return at
    return None


def ways_beside(board: Board, id: str, foes: Sequence[str], near: int, most: int, passage: Passage) -> list[Point]:
    """Places so near to one of these as it reaches straight, in contact first, then straight at them as far as it gets."""
    base, close = board.base(id), [foe for foe in foes if board.gap(id, foe) <= most + near]
    places = [at for foe in close for at in all_round(base, board.base(foe))]
    places.sort(key=lambda at: (centre2(at, base.at), at))
    for goal in (board.base(foe).at for foe in sorted(close, key=lambda foe: (board.gap(id, foe), foe))):
        places += [step_to(base.at, facing_to(base.at, goal), most)] if goal != base.at else []
    places = [at for at in places if any(gap(moved(base, at), board.base(foe)) <= near for foe in close)]
    return [at for at in places if (way := route(board, id, at, most, passage)) is not None and len(way) == 1]


def beside(base: Base, foe: Base, apart: int) -> list[Point]:
    """Places so far apart from an enemy: the nearest first, then farther and farther round to either side."""
    found, bearing = list[Point](), facing_to(foe.at, base.at) if foe.at != base.at else 0
    for turn in (0, 2000, -2000, 4500, -4500, 9000, -9000):
        low, high = 0, bound(base) + bound(foe) + 2 * apart
        while high - low > 1:
            middle = (low + high) // 2
            near = gap(moved(base, step_to(foe.at, bearing + turn, middle)), foe) < apart
            low, high = (middle, high) if near else (low, middle)
        found.append(step_to(foe.at, bearing + turn, high))
    return found
