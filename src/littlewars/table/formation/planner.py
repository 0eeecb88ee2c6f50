"""Planning moves: a whole unit towards somewhere, figure by figure where it must be, always within walk and cohesion.

A plan is a path for each figure, in the order in which they go; staying is the last resort.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from ..board.board import Board
from ..board.groups import Cohesion, in_cohesion
from ..facing import Point, dot, rounded, turned
from ..moving.route import route
from ..moving.spots import BESIDE, spot
from ..moving.walk import Passage, walk_many
from ..shapes.bases import Base, centre2, gap, middle, moved
from .planner_tight import plan_tight

# what a unit tries when it cannot go all the way alike: turned by so much, so many eighths; the most progress first
LESS = (
    (0, 7), (3000, 8), (-3000, 8), (0, 6), (0, 5), (3000, 6), (-3000, 6), (0, 4), (6000, 8), (-6000, 8), (0, 3),
    (3000, 3), (-3000, 3), (0, 2), (6000, 4), (-6000, 4), (0, 1),
)  # fmt: skip
Fits = Literal["rigid", "each", "shorter", "uneven", "stay"]


class MovePlan(NamedTuple):
    """Who goes where, leg by leg, in this order; and how the planner got there."""

    paths: dict[str, list[Point]]
    how: Fits

    @property
    def stays(self) -> bool:
        """Does nobody move?"""
        return self.how == "stay"


class MoveRequest(NamedTuple):
    """What is asked of a loose unit: its figures, their allowances, its cohesion, and what it may pass. `forbids`: may one of
    them not go so? Then they all stay, where each would go his own way."""

    ids: Sequence[str]
    allowance: Mapping[str, int]
    cohesion: Cohesion
    passage: Passage
    forbids: Callable[[str, Sequence[Point]], bool] | None = None


def towards(board: Board, ids: Sequence[str], goal: Point, length: int) -> Point:
    """The vector from a unit's middle towards a goal, that long, or just to the goal when it is nearer."""
    at = middle([board.base(id).at for id in ids])
    far = sqrt(centre2(at, goal))
    if far <= length:
        return goal[0] - at[0], goal[1] - at[1]
    k = length / far
    return int((goal[0] - at[0]) * k), int((goal[1] - at[1]) * k)


def plan(board: Board, order: MoveRequest, by: Point, *, quick: bool = False) -> MovePlan:
    """Move a loose unit by a vector: all alike; else one by one; else all alike but shorter or aside; else stay.

    Quick plans, for rollouts, leave out the one by one.
    """
    if not any(by):
        return _stay(order)
    whole = _rigid(board, order, by)
    if whole is not None:
        return MovePlan(whole, "rigid")
    if not quick:
        each = _one_by_one(board, order, by)
        if each is not None:
            return each
    for turn, eighths in LESS:
        x, y = turned(by, (0, 0), turn)
        shorter = _rigid(board, order, (rounded(x * eighths, 8), rounded(y * eighths, 8)))
        if shorter is not None:
            return MovePlan(shorter, "shorter")
    uneven = _uneven(board, order, by)
    return _stay(order) if uneven is None else MovePlan(uneven, "uneven")


def plan_towards(board: Board, order: MoveRequest, goal: Point, length: int, *, quick: bool = False) -> MovePlan:
    """Move a loose unit towards a goal by at most that length."""
    return plan(board, order, towards(board, order.ids, goal, length), quick=quick)


def _stay(order: MoveRequest) -> MovePlan:
    return MovePlan({id: [] for id in order.ids}, "stay")


def _rigid(board: Board, order: MoveRequest, by: Point) -> dict[str, list[Point]] | None:
    """The same shift for everybody; it keeps cohesion, so only ways and prices are checked."""
    dx, dy = by
    ends = [(b.x + dx, b.y + dy) for b in map(board.base, order.ids)]
    walks = walk_many(board, list(order.ids), ends, order.passage)
    if not walks.within(order.allowance[id] for id in order.ids):
        return None
    there = dict(zip(order.ids, ends, strict=True))
    return {id: [there[id]] for id in _foremost(board, order.ids, by)}  # in this order nobody ends on a comrade's old place


def _uneven(board: Board, order: MoveRequest, by: Point) -> dict[str, list[Point]] | None:
    """Everybody straight as far as he can, no farther than a common limit, as long as the unit hangs together."""
    ids = list(order.ids)
    bases = [board.base(id) for id in ids]
    allowed = [order.allowance[id] for id in ids]
    far = [0] * len(ids)
    for eighths in (2, 4, 6, 8):
        walks = walk_many(board, ids, _shifted(bases, by, [eighths] * len(ids)), order.passage)
        good = zip(walks.free.tolist(), walks.costs.tolist(), allowed, strict=True)
        far = [eighths if free and cost <= most else old for (free, cost, most), old in zip(good, far, strict=True)]
    for limit in (8, 6, 4, 2):
        ends = _shifted(bases, by, [min(f, limit) for f in far])
        if any(far) and walk_many(board, ids, ends, order.passage).all_free and _together(board, order, ends):
            there = dict(zip(ids, ends, strict=True))
            return {id: [there[id]] if there[id] != board.base(id).at else [] for id in _foremost(board, ids, by)}
    return None


def _shifted(bases: Sequence[Base], by: Point, eighths: Sequence[int]) -> list[Point]:
    """Where bases come to stand, each shifted by its own part of a vector."""
    return [(b.x + rounded(by[0] * e, 8), b.y + rounded(by[1] * e, 8)) for b, e in zip(bases, eighths, strict=True)]


def _together(board: Board, order: MoveRequest, ends: Sequence[Point]) -> bool:
    """Would the unit hang together at these ends?"""
    trial = board.copy()
    for id, end in zip(order.ids, ends, strict=True):
        trial.move(id, moved(board.base(id), end))
    return in_cohesion(trial.matrix(list(order.ids)), order.cohesion)


def _one_by_one(board: Board, order: MoveRequest, by: Point) -> MovePlan | None:
    """Foremost first, each to its own shifted place or the nearest free spot that keeps cohesion with those placed."""
    trial = board.copy()
    foremost = _foremost(board, order.ids, by)
    if order.cohesion.kind == "leader":
        foremost.sort(key=lambda id: id != order.ids[0])
    paths: dict[str, list[Point]] = {}
    placed: dict[str, Base] = {}
    for id in foremost:
        path = _own_way(trial, order, id, by, placed)
        if path is None:
            return None
        if path and order.forbids is not None and order.forbids(id, path):
            return _stay(order)
        base = trial.base(id)
        placed[id] = moved(base, path[-1] if path else base.at)
        trial.move(id, placed[id])
        paths[id] = path
    if not in_cohesion(trial.matrix(list(order.ids)), order.cohesion):
        return None
    return MovePlan(paths, "each")


def _foremost(board: Board, ids: Sequence[str], by: Point) -> list[str]:
    """Figures in the order in which they lie along a direction, the foremost first; ties by name."""
    return sorted(ids, key=lambda id: (-dot(board.base(id).at, by), id))


def _own_way(trial: Board, order: MoveRequest, id: str, by: Point, placed: Mapping[str, Base]) -> list[Point] | None:
    """One figure's way: as far along as it gets; comrades not yet moved are in the way of its end."""
    base = trial.base(id)

    def keeps(p: Point) -> bool:
        return _linked(moved(base, p), order, placed)

    for eighths in (8, 6, 4, 2, 1, 0):
        want = (base.x + rounded(by[0] * eighths, 8), base.y + rounded(by[1] * eighths, 8))
        ghosts = {id, *order.passage.ghosts}
        end = spot(trial, base, want, keeps, ignore=ghosts, cost=order.passage.cost, reach=BESIDE * trial.field.inch)
        if end is None:
            continue
        if end == base.at:
            return []
        way = route(trial, id, end, order.allowance[id], order.passage)
        if way is not None:
            return way
    return None


def _linked(base: Base, order: MoveRequest, placed: Mapping[str, Base]) -> bool:
    """Does a place keep cohesion with those already placed?"""
    if not placed:
        return True
    kind = order.cohesion
    if kind.kind == "chain":
        return any(gap(base, other) <= kind.link for other in placed.values())
    if kind.kind == "all":
        return all(gap(base, other) <= kind.link for other in placed.values())
    leader = placed[order.ids[0]]
    return gap(base, leader) <= kind.link and any(gap(base, other) <= kind.neighbour for other in placed.values())


__all__ = ["MovePlan", "MoveRequest", "plan", "plan_tight", "plan_towards", "towards"]
