"""Running into things: the contacts of a base swept along a leg, in order, and the edges that meet.

Vehicles of Defiance ram by it; those of Xenocide and Combat Action are to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import floor, isqrt, sqrt
from typing import Literal, NamedTuple

import numpy as np

from ..board.board import Board, Clash
from ..board.hulls import convex
from ..constants import BOUND, HAIR, LEVEL, TOUCH, X, Y
from ..facing import Point, Side, heads_meet
from ..kernels.poly import first_within, shape_gap
from ..shapes.bases import (
    Base,
    Box,
    Poly,
    apart2,
    bound,
    corners,
    moved,
    nearest_point,
    on_table,
    outline_array,
    segment2,
    shape_of,
    skeleton,
)
from ..shapes.boxes import Bounds, around, boxes_meet
from ..shapes.legs import at_step, first, steps, touching

LOOKS = 24  # along a leg, before the nearest place is searched for: who slides along a wall comes nearer to nothing
SLACK = 2  # thousandths by which the places of two steps may be nearer than the steps say: they are on a grid


class Contact(NamedTuple):
    """What is touched, after how many thousandths, and where the moving centre is then."""

    step: int
    what: Clash
    at: Point


def closes(base: Base, to: Point, other: Base | Poly) -> int | None:
    """The first step of a straight leg at which a base is in contact with something and nearer to it than at the start; None
    when it passes or only leaves it. So who stands in contact drives away freely, and not farther in."""
    points, r = shape_of(other)
    corner, own = skeleton(base)
    whole, reach, deep = base, r + own + TOUCH, max(0, r + own - HAIR)
    there = outline_array(tuple(points))
    touched = shape_gap(np.array(corner), there) <= reach
    if touched:
        core = base._replace(length=base.length - 2 * TOUCH, width=base.width - 2 * TOUCH) if isinstance(base, Box) else base
        corner = skeleton(core)[0]  # from within its outline: what touches that is still at a distance
        num, den = apart2(corner, points)
        reach = floor(sqrt(num / den)) - 2  # nearer by more than rounding is
        if reach <= 0:
            return None  # deep in each other: any way leads out
        base = core
    if shape_gap(np.array((base.at, to)), there) > bound(base) + reach + SLACK:
        return None  # it passes at a distance, however it is turned
    n = steps(base.at, to)
    if not touched:
        run = to[0] - base.x, to[1] - base.y
        met = int(first_within(np.array(corner), there, *run, n, reach, LOOKS, SLACK))
        if met >= 0:
            return met if met <= n else None
    elif isinstance(base, Box) and _sweeps_past(base, to, points, reach + SLACK):
        return None

    def apart(k: int, base: Base = base) -> tuple[int, int]:
        return apart2(skeleton(moved(base, at_step(base.at, to, k, n)))[0], points)

    found = _first_within(apart, reach, n, touched)
    while touched and found:
        num, den = apart(found, whole)
        if num >= deep * deep * den:
            break
        found -= 1  # who is a hair in it comes no nearer
    return found


def _sweeps_past(base: Box, to: Point, points: Sequence[Point], reach: int) -> bool:
    """Is all that a box sweeps at a distance?"""
    num, den = apart2(convex([*corners(base), *corners(base._replace(x=to[0], y=to[1]))]), points)
    return num > reach**2 * den


def _first_within(apart: Callable[[int], tuple[int, int]], reach: int, n: int, touched: bool) -> int | None:
    """The first of n steps at which a squared distance, a fraction, is within reach; None if it never is. `touched`: it was in
    contact at the start."""
    k = 0
    for _ in range(LOOKS):  # nothing is met before it has come nearer by what is between them
        num, den = apart(k)
        if num <= reach * reach * den:
            return k
        k += max(1, isqrt(num // den) - reach - SLACK)
        if k > n:
            return None

    def distance(k: int) -> float:
        num, den = apart(k)
        return num / den

    def meets(k: int) -> bool:
        num, den = apart(k)
        return num <= reach * reach * den

    found = touching(meets, n, distance)
    return None if found is None else max(0, found[0] - touched)  # who touches stays as near as it was


def contacts(
    board: Board, id: str, to: Point, skip: Iterable[str] = (), ground: Iterable[int] | None = None, *,
    edge: bool = False, base: Base | None = None, level: int | None = None,
) -> list[Contact]:  # fmt: skip
    """Everything on its level that a straight leg runs into, in order of step, then of name. `ground`: the numbers of pieces
    that count, those that bar the way to everybody unless it says so; `edge`: the table's edge, too; `base` and `level`: where
    it is thought to be. Boxes first: most stand nowhere near the leg."""
    base, passed = board.base(id) if base is None else base, {id, *skip}
    level = board.level(id) if level is None else level
    n, swept = steps(base.at, to), around([base.at, to], bound(base) + TOUCH)
    found = []
    for other in _on_the_way(board, swept, level):
        if other in passed:
            continue
        step = closes(base, to, board.base(other))
        if step is not None:
            found.append(Contact(step, Clash("body", other), at_step(base.at, to, step, n)))
    for k in board.field.barred() if ground is None else ground:
        piece = board.field.pieces[k]
        step = closes(base, to, piece.outline) if boxes_meet(swept, piece.box) else None
        if step is not None:
            found.append(Contact(step, Clash("piece", piece.id), at_step(base.at, to, step, n)))
    if edge and not on_table(moved(base, to), board.size):
        step = _last_on_table(board, base, to, n)
        found.append(Contact(step, Clash("edge"), at_step(base.at, to, step, n)))
    return sorted(found, key=lambda c: (c.step, c.what.id))


def _on_the_way(board: Board, swept: Bounds, level: int) -> list[str]:
    """Those on a level who stand nearer to a box than a hair."""
    bodies, (west, south, east, north) = board.bodies[: board.n], swept
    x, y, far = bodies[:, X], bodies[:, Y], bodies[:, BOUND] + HAIR
    there = (x - far < east) & (x + far > west) & (y - far < north) & (y + far > south)
    return board.ids(there & (bodies[:, LEVEL] == level))


def _last_on_table(board: Board, base: Base, to: Point, n: int) -> int:
    """The last step at which the whole base is on the table."""
    off = first(lambda k: not on_table(moved(base, at_step(base.at, to, k, n)), board.size), n)
    return max(0, off - 1)


_EDGES: tuple[Side, ...] = ("left", "rear", "right", "front")  # edges between the corners of a box, in their order


def edge_of(box: Box, p: Point) -> Side:
    """The edge of a hull nearest to a point; of tied ones the front first, then the sides."""
    c = corners(box)
    order = {"front": 0, "left": 1, "right": 2, "rear": 3}

    def key(k: int) -> tuple[float, int]:
        n, d = segment2(p, c[k], c[(k + 1) % 4])
        return n / d, order[_EDGES[k]]

    return _EDGES[min(range(4), key=key)]


class Meeting(NamedTuple):
    """Two hulls in contact: which edge of either, and whether they meet head on."""

    mine: Side
    theirs: Side
    how: Literal["head-on", "flank"]


def meeting(a: Box, b: Box) -> Meeting:
    """How two touching hulls meet: head on when front meets front and the headings are at least 135 degrees apart."""
    spot = nearest_point(b, nearest_point(a, b.at))
    mine, theirs = edge_of(a, spot), edge_of(b, spot)
    head_on = mine == theirs == "front" and heads_meet(a.facing, b.facing)
    return Meeting(mine, theirs, "head-on" if head_on else "flank")
