"""Planning moves: a whole unit towards somewhere, figure by figure where it must be, always within walk and cohesion.

A plan is a path for each figure, in the order in which they go; staying is the last resort.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Literal, NamedTuple

from .bases import Base, Disc, Poly, centre2, gap, in_zone, middle, moved
from .board import Board
from .facing import Facing, Point, rounded, step_to
from .groups import Cohesion, in_cohesion
from .planner_tight import Manoeuvre, deploy_tight, plan_column, plan_tight
from .route import route
from .spots import spot
from .walk import Passage, walk, walk_many

EIGHTHS = 8
Fits = Literal["rigid", "each", "shorter", "stay"]


class Plan(NamedTuple):
    """Who goes where, leg by leg, in this order; and how the planner got there."""

    paths: dict[str, list[Point]]
    how: Fits

    @property
    def stays(self) -> bool:
        """Does nobody move?"""
        return self.how == "stay"


class Order(NamedTuple):
    """What is asked of a loose unit: its figures, their allowances, its cohesion, and what it may pass."""

    ids: Sequence[str]
    allowance: Mapping[str, int]
    cohesion: Cohesion
    passage: Passage


def towards(board: Board, ids: Sequence[str], goal: Point, length: int) -> Point:
    """The vector from a unit's middle towards a goal, that long, or just to the goal when it is nearer."""
    at = middle([board.base(id).at for id in ids])
    far = sqrt(centre2(at, goal))
    if far <= length:
        return goal[0] - at[0], goal[1] - at[1]
    k = length / far
    return int((goal[0] - at[0]) * k), int((goal[1] - at[1]) * k)


def plan(board: Board, order: Order, by: Point, *, quick: bool = False) -> Plan:
    """Move a loose unit by a vector: all alike; else one by one; else all alike and shorter; else stay.

    Quick plans, for rollouts, leave out the one by one.
    """
    if not any(by):
        return _stay(order)
    whole = _rigid(board, order, by, EIGHTHS)
    if whole is not None:
        return whole
    if not quick:
        each = _one_by_one(board, order, by)
        if each is not None:
            return each
    for eighths in range(EIGHTHS - 1, 0, -1):
        shorter = _rigid(board, order, by, eighths)
        if shorter is not None:
            return shorter
    return _stay(order)


def plan_towards(board: Board, order: Order, goal: Point, length: int, *, quick: bool = False) -> Plan:
    """Move a loose unit towards a goal by at most that length."""
    return plan(board, order, towards(board, order.ids, goal, length), quick=quick)


def _stay(order: Order) -> Plan:
    return Plan({id: [] for id in order.ids}, "stay")


def _rigid(board: Board, order: Order, by: Point, eighths: int) -> Plan | None:
    """The same shift for everybody; it keeps cohesion, so only ways and prices are checked."""
    dx, dy = rounded(by[0] * eighths, EIGHTHS), rounded(by[1] * eighths, EIGHTHS)
    ends = [(b.x + dx, b.y + dy) for b in map(board.base, order.ids)]
    walks = walk_many(board, list(order.ids), ends, order.passage)
    if not walks.all_free:
        return None
    if any(cost > order.allowance[id] for id, cost in zip(order.ids, walks.costs.tolist(), strict=True)):
        return None
    paths = {id: [end] for id, end in zip(order.ids, ends, strict=True)}
    return Plan(paths, "rigid" if eighths == EIGHTHS else "shorter")


def _one_by_one(board: Board, order: Order, by: Point) -> Plan | None:
    """Foremost first, each to its own shifted place or the nearest free spot that keeps cohesion with those placed."""
    trial = board.copy()
    foremost = sorted(order.ids, key=lambda id: (-_ahead(board.base(id).at, by), id))
    if order.cohesion.kind == "leader":
        foremost.sort(key=lambda id: id != order.ids[0])
    paths: dict[str, list[Point]] = {}
    placed: dict[str, Base] = {}
    for id in foremost:
        path = _own_way(trial, order, id, by, placed)
        if path is None:
            return None
        base = trial.base(id)
        placed[id] = moved(base, path[-1] if path else base.at)
        trial.move(id, placed[id])
        paths[id] = path
    if not in_cohesion(trial.matrix(list(order.ids)), order.cohesion):
        return None
    return Plan(paths, "each")


def _ahead(p: Point, by: Point) -> int:
    """How far along a direction a place lies."""
    return p[0] * by[0] + p[1] * by[1]


def _own_way(trial: Board, order: Order, id: str, by: Point, placed: Mapping[str, Base]) -> list[Point] | None:
    """One figure's way: as far along as it gets; comrades not yet moved are in the way of its end."""
    base = trial.base(id)

    def keeps(p: Point) -> bool:
        return _linked(moved(base, p), order, placed)

    for eighths in (8, 6, 4, 2, 1, 0):
        want = (base.x + rounded(by[0] * eighths, 8), base.y + rounded(by[1] * eighths, 8))
        ghosts = {id, *order.passage.ghosts}
        end = spot(trial, base, want, keeps, ignore=ghosts, cost=order.passage.cost, reach=3000)
        if end is None:
            continue
        if end == base.at:
            return []
        way = route(trial, id, end, order.allowance[id], order.passage)
        if way is not None:
            return way
    return None


def _linked(base: Base, order: Order, placed: Mapping[str, Base]) -> bool:
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


def lawful(board: Board, order: Order, made: Plan) -> bool:
    """Does a plan pass the walk of everybody in turn, and end in cohesion? What every plan promises."""
    trial = board.copy()
    together = made.how in ("rigid", "shorter")
    if together:
        ends = [made.paths[id][-1] for id in order.ids]
        walks = walk_many(board, list(order.ids), ends, order.passage)
        if not walks.all_free or any(c > order.allowance[i] for i, c in zip(order.ids, walks.costs.tolist(), strict=True)):
            return False
    for id, path in made.paths.items():
        if not together:
            done = walk(trial, id, path, order.passage)
            if not done.free or done.cost > order.allowance[id]:
                return False
        if path:
            trial.move(id, moved(trial.base(id), path[-1]))
    before = in_cohesion(board.matrix(list(order.ids)), order.cohesion)
    return not before or in_cohesion(trial.matrix(list(order.ids)), order.cohesion)


# ---- deployment


def deploy_loose(
    board: Board, bases: Mapping[str, Base], zone: Poly, anchor: Point, facing: Facing, cohesion: Cohesion, *,
    files: int = 5, spacing: int = 500,
) -> dict[str, Base] | None:  # fmt: skip
    """A block of figures in a zone, from the anchor outwards and back, row by row; None when there is no room."""
    trial = board.copy()
    placed: dict[str, Base] = {}
    for k, (id, base) in enumerate(bases.items()):
        pitch = 2 * max(_half(b) for b in bases.values()) + spacing
        lane = (k % files + 1) // 2 * (1 if k % files % 2 else -1)
        back = step_to(anchor, facing + 18000, pitch * (k // files))
        want = step_to(back, facing + 9000, pitch * lane)
        order = Order(tuple(bases), {}, cohesion, Passage())

        def fits(p: Point, base: Base = base, order: Order = order) -> bool:
            there = moved(base, p, facing)
            return in_zone(there, zone) and _linked(there, order, placed)

        at = spot(trial, moved(base, want, facing), want, fits)
        if at is None:
            return None
        placed[id] = moved(base, at, facing)
        trial.put(id, placed[id], -1, -1)
    return placed if len(placed) < 2 or in_cohesion(trial.matrix(list(placed)), cohesion) else None


def _half(base: Base) -> int:
    """Half of a base's width and length, whichever is more."""
    return base.r if isinstance(base, Disc) else max(base.length, base.width) // 2


__all__ = [
    "Manoeuvre", "Order", "Plan", "deploy_loose", "deploy_tight", "lawful", "plan", "plan_column", "plan_tight", "plan_towards",
    "towards",
]  # fmt: skip
