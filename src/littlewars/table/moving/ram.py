"""Running into things: the contacts of a base swept along a leg, in order, and the edges that meet.

Nothing in the package runs into anything yet: vehicles that ram (Defiance, part two; Xenocide) and collisions (Combat Action)
are to use it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

import numpy as np

from ..board.board import Board, Clash
from ..constants import BARRED, HAIR
from ..facing import Point, Side, heads_meet
from ..kernels.compiled import Ints
from ..shapes.bases import Base, Box, Poly, apart2, bound, corners, moved, nearest_point, segment2, shape_of, skeleton
from ..shapes.boxes import around, boxes_meet
from ..shapes.legs import at_step, steps, touching


class Contact(NamedTuple):
    """What is touched, after how many thousandths, and where the moving centre is then."""

    step: int
    what: Clash
    at: Point


def first_touch(base: Base, to: Point, other: Base | Poly) -> int | None:
    """The first step of a straight leg at which a base touches something; None when it passes."""
    n = steps(base.at, to)
    points, r = shape_of(other)
    reach = r + skeleton(base)[1]

    def apart(k: int) -> tuple[int, int]:
        return apart2(skeleton(moved(base, at_step(base.at, to, k, n)))[0], points)

    def distance(k: int) -> float:
        num, den = apart(k)
        return num / den

    def meets(k: int) -> bool:
        num, den = apart(k)
        return num <= reach * reach * den

    found = touching(meets, n, distance)
    return None if found is None else found[0]


def contacts(
    board: Board, id: str, to: Point, skip: Iterable[str] = (), ground: bool = True, cost: Ints | None = None
) -> list[Contact]:
    """Everything that a straight leg touches, in order of step, then of name. Ground is what bars the way, for everybody or at
    these prices. Boxes first: most stand nowhere near the leg."""
    base, passed = board.base(id), {id, *skip}
    n, swept = steps(base.at, to), around([base.at, to], bound(base) + HAIR)
    found = []
    for other in board:
        there = board.base(other)
        near = other not in passed and boxes_meet(swept, around([there.at], bound(there) + HAIR))
        step = first_touch(base, to, there) if near else None
        if step is not None:
            found.append(Contact(step, Clash("body", other), at_step(base.at, to, step, n)))
    barred = np.flatnonzero((board.field.cost if cost is None else cost) == BARRED).tolist()
    for k in barred if ground else ():
        piece = board.field.pieces[k]
        step = first_touch(base, to, piece.outline) if boxes_meet(swept, piece.box) else None
        if step is not None:
            found.append(Contact(step, Clash("piece", piece.id), at_step(base.at, to, step, n)))
    return sorted(found, key=lambda c: (c.step, c.what.id))


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
