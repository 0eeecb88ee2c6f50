"""Interrupt points: the places on a path where somebody who watches may react.

A watcher is a status: what he would say of the mover at a place (sees it, has it in his arc, could fire). Between samples the
status can change only at critical points: where rays from the watcher past corners, outlines or arc borders cross the path;
the exact step is then found by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import floor
from typing import NamedTuple

import numpy as np

from .bases import Base
from .board import Board
from .facing import Facing, Point, in_arc, vector
from .kernel_glimpse import glimpse_places
from .legs import at_step, steps
from .sight import ROOM
from .sight_rules import SightRule, rule_array
from .terrain import Piece

Status = Callable[[Point], Hashable]


class Watcher(NamedTuple):
    """Who watches: where he stands, what he would say of a place, and the borders of his arcs.

    `look`: told beforehand of many places, so that he can look at them all at once.
    """

    at: Point
    status: Status
    borders: tuple[Facing, ...] = ()
    look: Callable[[Sequence[Point]], None] | None = None


class Mark(NamedTuple):
    """A place to ask: so many thousandths done, who is asked, and what his status is from here on."""

    at: int
    who: str
    status: Hashable
    place: Point


def _crossing(a: Point, b: Point, p: Point, d: Point, n: int, ray: bool) -> list[int]:
    """Steps next to where a leg meets the line through p along d (only ahead of p for a ray, only within d otherwise)."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    den = dx * d[1] - dy * d[0]
    if den == 0:
        return []
    t = ((p[0] - a[0]) * d[1] - (p[1] - a[1]) * d[0]) / den
    s = ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / den
    if not (0 <= t <= 1) or s < 0 or (not ray and s > 1):
        return []
    k = floor(t * n)
    return [j for j in (k - 1, k, k + 1, k + 2) if 0 <= j <= n]


def critical(watcher: Watcher, a: Point, b: Point, pieces: Sequence[Piece], every: int) -> list[int]:
    """Steps of a leg at which a watcher's status must be asked."""
    n = steps(a, b)
    found = {0, n, *range(0, n, every)}
    for piece in pieces:
        outline = piece.outline
        for p, q in zip(outline, (*outline[1:], outline[0]), strict=True):
            found.update(_crossing(a, b, watcher.at, (p[0] - watcher.at[0], p[1] - watcher.at[1]), n, ray=True))
            found.update(_crossing(a, b, p, (q[0] - p[0], q[1] - p[1]), n, ray=False))
    for border in watcher.borders:
        found.update(_crossing(a, b, watcher.at, vector(border), n, ray=True))
    return sorted(found)


def enters_arc(at: Point, facing: Facing, half: int, a: Point, b: Point) -> bool:
    """May a leg come into an arc? False only where it surely stays out: both ends outside, and no border crossed."""
    if in_arc(at, facing, half, a) or in_arc(at, facing, half, b):
        return True
    n = steps(a, b)
    return any(_crossing(a, b, at, vector(facing + turn), n, ray=True) for turn in (half, -half))


def changes(watcher: Watcher, a: Point, b: Point, pieces: Sequence[Piece], every: int = 500) -> list[tuple[int, Hashable]]:
    """Steps of a leg from which on a watcher's status is another, with the new status."""
    n = steps(a, b)
    if n == 0:
        return []
    found: list[tuple[int, Hashable]] = []
    asked = critical(watcher, a, b, pieces, every)
    places = [at_step(a, b, k, n) for k in asked]
    if watcher.look is not None:
        watcher.look(places)
    last, was = 0, watcher.status(a)
    for k, place in zip(asked, places, strict=True):
        now = watcher.status(place)
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


def marks(
    start: Point, path: Iterable[Point], watchers: Mapping[str, Watcher], pieces: Sequence[Piece], every: int = 500
) -> list[Mark]:
    """All interrupt points of a path, ascending: every so many thousandths, every change of a status, and the end."""
    found: list[Mark] = []
    done, a = 0, start
    for b in path:
        n = steps(a, b)
        for who, watcher in watchers.items():
            places = {k: watcher.status(at_step(a, b, k, n)) for k in (*range(-done % every, n, every), n)}
            places.update(changes(watcher, a, b, pieces, every))
            found += [Mark(done + k, who, now, at_step(a, b, k, n)) for k, now in places.items() if done + k > 0 or n == 0]
        done, a = done + n, b
    unique = {(m.at, m.who): m for m in found}
    return sorted(unique.values(), key=lambda m: (m.at, m.who))


class Glimpse(NamedTuple):
    """What somebody who stands still notices of a body at a place: is it in his arc, how far by centres (rounded up), does he
    see it, and do his comrades stand on the line (a code of `measure.screens`)?"""

    inside: bool
    far: int
    seen: bool
    screen: int


def glimpses(
    board: Board, viewer: str, arc: tuple[Facing, int], base: Base, places: Sequence[Point], feet: Sequence[int],
    rule: SightRule, *, tall: int = 0, most: int = 1 << 30,
) -> list[Glimpse]:  # fmt: skip
    """A body at each of these places, for rules of sight with one line from centre to centre. Beyond `most` nobody looks."""
    face, half = arc
    sector = np.array((half, *vector(face), *vector(face + half), *vector(face - half)), np.int64)
    out, row, field = np.empty((len(places), 4), np.int64), board.row[viewer], board.field
    board.lay(base, 0, tall)
    glimpse_places(
        board.bodies, board.n, board.corner, row, np.array(places, np.int64).reshape(-1, 2), np.array(feet, np.int64), sector,
        field.verts, field.rows, rule_array(rule), most, *ROOM, np.zeros(1, np.int8), out,
    )  # fmt: skip
    return [Glimpse(inside != 0, far, seen != 0, screen) for inside, far, seen, screen in out.tolist()]
