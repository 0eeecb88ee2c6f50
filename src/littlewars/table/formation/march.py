"""Marching: a tight formation moves as one body, pays the dearest ground that any of its figures is in, and may not clash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import pi, sqrt
from typing import Literal, NamedTuple

import numpy as np

from ..board.board import Board, Clash
from ..constants import BARRED, PLAIN, UNIT
from ..facing import Point
from ..kernels.compiled import Ints
from ..moving.walk import Passage, Walked, half_up, walk_many
from ..shapes.bases import Box, Poly, centre2
from ..terrain.sight_exact import inside_spans
from .formation import End, Formation, Sizes, about_face, advance, frontage, oblique, stand, wheel

DEGREE = 100


class Manoeuvre(NamedTuple):
    """One manoeuvre: advance by a length, oblique at an angle by a length, wheel about an end by an angle, about face."""

    how: Literal["advance", "oblique", "wheel", "about"]
    length: int = 0
    angle: int = 0
    end: End = "left"


class Marched(NamedTuple):
    """What came of a march: length, price and clash, and the formation where it ended."""

    walk: Walked
    formation: Formation

    @property
    def free(self) -> bool:
        """Is nothing in the way?"""
        return self.walk.clash is None


def after(f: Formation, leg: Manoeuvre, sizes: Sizes) -> Formation:
    """The formation after a manoeuvre."""
    if leg.how == "advance":
        return advance(f, leg.length)
    if leg.how == "oblique":
        return oblique(f, leg.angle, leg.length)
    return wheel(f, leg.end, leg.angle, sizes) if leg.how == "wheel" else about_face(f, sizes)


def march(board: Board, f: Formation, legs: Sequence[Manoeuvre], sizes: Sizes, passage: Passage | None = None) -> Marched:
    """Take a body through its manoeuvres; the first clash stops it at the leg's beginning."""
    trial = board.copy()
    own = passage or Passage(frozenset(_units(board, f)))
    length = cost = 0.0
    for leg in legs:
        way, price, clash = _go(trial, f, leg, sizes, own)
        if clash is not None:
            return Marched(Walked(half_up(length), half_up(cost), clash, f.anchor), f)
        length, cost = length + way, cost + price
        f = after(f, leg, sizes)
        for id, base in stand(f, sizes).items():
            trial.move(id, base)
    return Marched(Walked(half_up(length), half_up(cost), None, f.anchor), f)


def _units(board: Board, f: Formation) -> set[int]:
    """The units that the body's figures belong to (an attached leader has his own)."""
    return {int(board.bodies[board.row[id], UNIT]) for id in f.ids}


def _go(board: Board, f: Formation, leg: Manoeuvre, sizes: Sizes, passage: Passage) -> tuple[float, float, Clash | None]:
    """Length, price and clash of one manoeuvre."""
    if leg.how == "about":
        return 0.0, 0.0, None
    if leg.how == "wheel":
        return _swing(board, f, leg, sizes, passage)
    there = stand(after(f, leg, sizes), sizes)
    ids = f.ids
    walks = walk_many(board, ids, [there[id].at for id in ids], passage)
    clash = _first_clash(board, walks.kinds, walks.whom)
    pairs = [(board.base(id).at, there[id].at) for id in ids]
    length = sqrt(centre2(f.anchor, after(f, leg, sizes).anchor))
    return length, length if passage.over else length * common_factor(board, pairs, passage.cost), clash


def _first_clash(board: Board, kinds: Ints, whom: Ints) -> Clash | None:
    """The first figure's trouble, in words."""
    bad = np.flatnonzero(kinds)
    return board.clash(int(kinds[bad[0]]), int(whom[bad[0]])) if bad.size else None


def common_factor(board: Board, pairs: Sequence[tuple[Point, Point]], cost: Ints | None = None) -> float:
    """Mean factor of a straight move in step: at each moment the dearest ground that any centre is in."""
    prices = board.field.cost if cost is None else cost
    spans = [
        (float(lo), float(hi), int(price))
        for piece, price in zip(board.field.pieces, prices.tolist(), strict=True)
        if price not in (PLAIN, BARRED)
        for a, b in pairs
        for lo, hi in inside_spans(a, b, piece.outline)
    ]
    cuts = sorted({0.0, 1.0, *(s[0] for s in spans), *(s[1] for s in spans)})
    total = 0.0
    for lo, hi in pairwise(cuts):
        total += (hi - lo) * max((p for a, b, p in spans if a <= lo < b), default=PLAIN) / PLAIN
    return total


def in_step(board: Board, ways: Mapping[str, Sequence[Point]], cost: Ints | None, over: bool) -> dict[str, int]:
    """What each pays for his own way, beginning included, when all go at the same pace and every moment costs the dearest
    ground that any of them is in."""
    prices = board.field.cost if cost is None else cost
    spans: list[tuple[float, float, int]] = []
    for piece, price in zip(board.field.pieces, prices.tolist(), strict=True):
        if price not in (PLAIN, BARRED) and not over:
            spans += [(lo, hi, price) for way in ways.values() for lo, hi in _moments(way, piece.outline)]
    cuts = sorted({0.0, 1.0, *(span[0] for span in spans), *(span[1] for span in spans)})
    pace = sum((hi - lo) * max((p for a, b, p in spans if a <= lo < b), default=PLAIN) for lo, hi in pairwise(cuts))
    return {name: half_up(_length(way) * (PLAIN if over else pace) / PLAIN) for name, way in ways.items()}


def _length(way: Sequence[Point]) -> float:
    return sum(sqrt(centre2(a, b)) for a, b in pairwise(way))


def _moments(way: Sequence[Point], outline: Poly) -> list[tuple[float, float]]:
    """When, as shares of his whole way, somebody is inside an outline."""
    whole, done, found = _length(way), 0.0, []
    for a, b in pairwise(way):
        leg = sqrt(centre2(a, b))
        for lo, hi in inside_spans(a, b, outline):
            found.append(((done + float(lo) * leg) / whole, (done + float(hi) * leg) / whole))
        done += leg
    return found


def factor_at(board: Board, points: Sequence[Point], cost: Ints | None = None) -> int:
    """The dearest factor of the ground that any of these points is in."""
    prices = board.field.cost if cost is None else cost
    found = [
        int(price)
        for k, price in enumerate(prices.tolist())
        if price != BARRED and any(_in_box(board.field.rows[k], p) and board.field.pieces[k].holds(p) for p in points)
    ]
    return max(found, default=PLAIN)


def _in_box(row: Ints, p: Point) -> bool:
    """Is a point in a piece's bounding box?"""
    return bool(row[2] <= p[0] <= row[4] and row[3] <= p[1] <= row[5])


def _swing(board: Board, f: Formation, leg: Manoeuvre, sizes: Sizes, passage: Passage) -> tuple[float, float, Clash | None]:
    """A wheel: swept degree by degree; ground changes are found to the hundredth of a degree."""
    arc = frontage(f, sizes) * pi / 18000
    steps = sorted({*range(0, leg.angle, DEGREE), leg.angle})
    trial = board.copy()
    clash = _sweep(trial, f, leg, steps[1:], sizes, passage)
    if clash is not None or passage.over:
        return arc * leg.angle, arc * leg.angle, clash
    return arc * leg.angle, arc * _wheel_factors(board, f, leg, steps, sizes, passage.cost), None


def _sweep(board: Board, f: Formation, leg: Manoeuvre, steps: Sequence[int], sizes: Sizes, passage: Passage) -> Clash | None:
    """Walk everybody along short chords of his arc."""
    ids = f.ids
    for step in steps:
        there = stand(wheel(f, leg.end, step, sizes), sizes)
        walks = walk_many(board, ids, [there[id].at for id in ids], passage)
        clash = _first_clash(board, walks.kinds, walks.whom)
        if clash is not None:
            return clash
        for id in ids:
            board.move(id, there[id])
            turned = there[id]
            if isinstance(turned, Box) and not passage.over:
                found = board.stands(turned, ids, cost=passage.cost)
                if found is not None:
                    return found
    return None


def _wheel_factors(board: Board, f: Formation, leg: Manoeuvre, steps: Sequence[int], sizes: Sizes, cost: Ints | None) -> float:
    """Sum of angle times factor over a wheel."""
    prices = board.field.cost if cost is None else cost
    if not set(prices.tolist()) - {PLAIN, BARRED}:
        return float(leg.angle)

    def factor(angle: int) -> int:
        return factor_at(board, [b.at for b in stand(wheel(f, leg.end, angle, sizes), sizes).values()], cost)

    total, known = 0.0, {a: factor(a) for a in steps}
    for a, b in pairwise(steps):
        lo, at = a, a
        while at < b:
            if known[b] == factor(at):
                total += (b - at) * known[b]
                break
            lo, hi, now = at, b, factor(at)
            while hi - lo > 1:
                m = (lo + hi) // 2
                if factor(m) == now:
                    lo = m
                else:
                    hi = m
            total += (hi - at) * now
            at = hi
    return total / PLAIN
