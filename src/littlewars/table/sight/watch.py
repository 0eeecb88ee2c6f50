"""Interrupt points: the places on a path where somebody who watches may react.

A watcher is a status: what he would say of the mover at a place (sees it, has it in his arc, could fire). Between samples the
status can change only at critical points: where rays from the watcher past corners, outlines or arc borders cross the path;
the exact step is then found by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

import numpy as np

from ..board.board import Board
from ..facing import EIGHTH, Facing, Point, in_arc, vector
from ..kernels.glimpse import crossing_steps, glimpse_places, step_across
from ..shapes.bases import Base
from ..shapes.legs import at_step, steps
from ..terrain.field import Field
from ..terrain.pieces import Piece
from ..terrain.sight_rules import SightRule, rule_array
from .looks import ROOM

Status = Callable[[Point], Hashable]


class Watcher(NamedTuple):
    """Who watches: where he stands, what he would say of a place, and the borders of his arcs.

    `survey`: what he would say of many places, asked all at once.
    """

    at: Point
    status: Status
    borders: tuple[Facing, ...] = ()
    survey: Callable[[Sequence[Point]], Sequence[Hashable]] | None = None


def critical(watcher: Watcher, a: Point, b: Point, field: Field, pieces: Sequence[Piece], every: int) -> list[int]:
    """Steps of a leg at which a watcher's status must be asked: next to where a ray from him past a corner, an outline or a
    border of his arcs crosses it, and every so many thousandths."""
    n = steps(a, b)
    near = np.array([field.index[piece.id] for piece in pieces], np.int64)
    rays = np.array([vector(border) for border in watcher.borders], np.int64).reshape(-1, 2)
    out = np.empty(rays.shape[0] + 2 * field.verts.shape[0], np.int64)
    count = crossing_steps(*a, *b, n, *watcher.at, field.verts, field.rows, near, rays, out)
    found = {0, n, *range(0, n, every)}
    for k in out[:count].tolist():
        found.update((k - 1, k, k + 1, k + 2))
    return sorted(k for k in found if 0 <= k <= n)


def enters_arc(at: Point, facing: Facing, half: int, a: Point, b: Point) -> bool:
    """May a leg come into an arc? False only where it surely stays out: both ends outside, and no border crossed."""
    if half == EIGHTH and _beside_quarter(at, facing, a, b):
        return False
    if in_arc(at, facing, half, a) or in_arc(at, facing, half, b):
        return True
    n = steps(a, b)
    return any(step_across(*a, *b, n, *at, *vector(facing + turn), True) >= 0 for turn in (half, -half))


def _beside_quarter(at: Point, facing: Facing, a: Point, b: Point) -> bool:
    """A quick look: does a leg surely stay out of a quarter of the circle, because it is all on the far side of a border?"""
    fx, fy = vector(facing)
    ax, ay, bx, by = a[0] - at[0], a[1] - at[1], b[0] - at[0], b[1] - at[1]
    ahead, aside = fx * ax + fy * ay, fx * ay - fy * ax
    then, beside = fx * bx + fy * by, fx * by - fy * bx
    return (ahead < aside and then < beside) or (ahead < -aside and then < -beside)


def changes(
    watcher: Watcher, a: Point, b: Point, field: Field, pieces: Sequence[Piece], every: int = 500
) -> list[tuple[int, Hashable]]:
    """Steps of a leg from which on a watcher's status is another, with the new status."""
    n = steps(a, b)
    if n == 0:
        return []
    asked = critical(watcher, a, b, field, pieces, every)
    places = [at_step(a, b, k, n) for k in asked]
    said = [watcher.status(place) for place in places] if watcher.survey is None else watcher.survey(places)
    found: list[tuple[int, Hashable]] = []
    last, was = 0, said[0]
    for k, now in zip(asked, said, strict=True):
        if now != was:
            lo, hi = last, k
            while hi - lo > 1:
                m = (lo + hi) // 2
                if watcher.status(at_step(a, b, m, n)) == now:
                    hi = m
                else:
                    lo = m
            found.append((hi, now))
            was = now
        last = k
    return found


class Glimpses(NamedTuple):
    """What somebody who stands still notices of a body, for each place: is it in his arc, how far off by centres (rounded up),
    does he see it, and do his comrades stand on the line (a code of `measure.screens`)?"""

    inside: list[int]
    far: list[int]
    seen: list[int]
    screen: list[int]


def glimpses(
    board: Board, viewer: str, arc: tuple[Facing, int], base: Base, places: Sequence[Point], feet: Sequence[int],
    rule: SightRule, *, tall: int = 0, most: int = 1 << 30,
) -> Glimpses:  # fmt: skip
    """A body at each of these places, for rules of sight with one line from centre to centre. Beyond `most` nobody looks."""
    face, half = arc
    sector = np.array((half, *vector(face), *vector(face + half), *vector(face - half)), np.int64)
    out, row, field = np.empty((4, len(places)), np.int64), board.row[viewer], board.field
    board.lay(base, 0, tall)
    glimpse_places(
        board.bodies, board.n, board.corner, row, np.array(places, np.int64).reshape(-1, 2), np.array(feet, np.int64), sector,
        field.verts, field.rows, rule_array(rule), most, *ROOM, np.zeros(1, np.int8), out,
    )  # fmt: skip
    return Glimpses(*out.tolist())
