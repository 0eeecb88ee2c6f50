"""Sight in exact fractions: slow, short, and what the kernel is measured against. Also names what blocks, for tooltips."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor, sqrt
from typing import NamedTuple

from ..constants import BLOCK, CLEAR, NONE, OPEN, PARTIAL, PARTLY, PASSABLE, SKY
from ..facing import Point
from ..shapes.bases import Base, Disc, corners, gap_point, holds
from .pieces import Ground, Piece
from .sight_rules import COUNTS, OBSCURES, RAY, TALLEST, TANGENT, TRANSPARENT, SightRule

Span = tuple[Fraction, Fraction]
Line = tuple[Point, Point]
Seen = tuple[Piece, Ground]


class SightSpan(NamedTuple):
    """The part of a line, from t0 to t1 of its length, that lies in the open interior of a piece."""

    piece: int
    t0: Fraction
    t1: Fraction


def _sides(a: Point, b: Point, outline: Sequence[Point]) -> list[int]:
    """On which side of the line each vertex lies: positive on the left, 0 on it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return [dx * (y - a[1]) - dy * (x - a[0]) for x, y in outline]


def _crossings(a: Point, b: Point, outline: Sequence[Point], sides: Sequence[int], strict: bool) -> list[Fraction]:
    """Where the outline changes sides of the line; vertices on the line count as right (strict) or left of it."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    found = []
    for i, (x, y) in enumerate(outline):
        j = (i + 1) % len(outline)
        u, v = (sides[i] > 0, sides[j] > 0) if strict else (sides[i] >= 0, sides[j] >= 0)
        if u != v:
            ex, ey = outline[j][0] - x, outline[j][1] - y
            found.append(Fraction((x - a[0]) * ey - (y - a[1]) * ex, dx * ey - dy * ex))
    return sorted(found)


def _spans(cuts: list[Fraction]) -> list[Span]:
    """Pairs of crossings, clipped to the segment."""
    pairs = ((max(lo, Fraction(0)), min(hi, Fraction(1))) for lo, hi in zip(cuts[::2], cuts[1::2], strict=True))
    return [(lo, hi) for lo, hi in pairs if lo < hi]


def inside_spans(a: Point, b: Point, outline: Sequence[Point]) -> list[Span]:
    """All parts of a segment in the open interior: both sides of the line must be inside."""
    sides = _sides(a, b, outline)
    if min(sides) >= 0 or max(sides) <= 0:
        return []  # it is all on one side, or there is no line
    one = _spans(_crossings(a, b, outline, sides, True))
    if 0 not in sides:
        return one  # no vertex on the line: its two sides are alike
    two = _spans(_crossings(a, b, outline, sides, False))
    both = ((max(p, r), min(q, s)) for p, q in one for r, s in two)
    return [(lo, hi) for lo, hi in both if lo < hi]


def stretches(a: Point, b: Point, pieces: Sequence[Piece]) -> list[SightSpan]:
    """The stretches of a line inside each piece, exact; by piece, then along the line."""
    return [SightSpan(k, lo, hi) for k, p in enumerate(pieces) for lo, hi in inside_spans(a, b, p.outline)]


def _half_up(value: float) -> int:
    return floor(value + 0.5)


def _side_point(base: Base, d: Point, side: int, other: Point) -> Point:
    """The point of a base farthest to one side of a direction; of tied corners the one nearer the other base."""
    if isinstance(base, Disc):
        length = sqrt(d[0] * d[0] + d[1] * d[1])
        r = base.r * side
        return base.x + _half_up(-d[1] * r / length), base.y + _half_up(d[0] * r / length)

    def key(c: Point) -> tuple[int, int, Point]:
        out = side * (d[0] * (c[1] - base.y) - d[1] * (c[0] - base.x))
        return -out, (c[0] - other[0]) ** 2 + (c[1] - other[1]) ** 2, c

    return min(corners(base), key=key)


def _tangents(a: Disc, b: Disc) -> list[Line]:
    """The outer common tangents of two discs."""
    dx, dy, k = b.x - a.x, b.y - a.y, a.r - b.r
    square = dx * dx + dy * dy
    if square <= k * k:
        return []
    h = sqrt(square - k * k)
    found = []
    for side in (1, -1):
        ux, uy = (dx * k - side * dy * h) / square, (dy * k + side * dx * h) / square
        p = (a.x + _half_up(a.r * ux), a.y + _half_up(a.r * uy))
        found.append((p, (b.x + _half_up(b.r * ux), b.y + _half_up(b.r * uy))))
    return found


def sight_lines(a: Base, b: Base, lines: int = 3, ends: int = 0) -> list[Line]:
    """The lines between two bases, the same in both directions: centres, then the outer ones."""
    if a.at > b.at:
        a, b = b, a
    if a.at == b.at:
        return []
    found: list[Line] = [(a.at, b.at)] if lines != 2 else []
    if lines == 1:
        return found
    if ends == TANGENT and isinstance(a, Disc) and isinstance(b, Disc):
        return found + _tangents(a, b)
    d = (b.x - a.x, b.y - a.y)
    return found + [(_side_point(a, d, side, b.at), _side_point(b, d, side, a.at)) for side in (1, -1)]


class Looker(NamedTuple):
    """One end of a sight line: a base and the height of its top."""

    base: Base
    top: int = 0


def _low_spans(spans: list[Span], za: int, zb: int, top: int) -> list[Span]:
    """The parts of stretches where a ray from za to zb runs below the top."""
    if za == zb:
        return spans if za < top else []
    cut = Fraction(top - za, zb - za)
    cutted = ((lo, min(hi, cut)) if zb > za else (max(lo, cut), hi) for lo, hi in spans)
    return [(lo, hi) for lo, hi in cutted if lo < hi]


def _beyond(viewer: Base, line: Line, spans: list[Span], from_first: bool, near: int) -> bool:
    """Does a stretch reach farther than `near` from the viewer's base?"""
    (ax, ay), (bx, by) = line
    for lo, hi in spans:
        t = float(hi if from_first else lo)
        p = (ax + _half_up(t * (bx - ax)), ay + _half_up(t * (by - ay)))
        if gap_point(viewer, p) > near:
            return True
    return False


def effect(viewer: Looker, target: Looker, line: Line, seen: Seen, rule: SightRule) -> tuple[int, list[Span]]:
    """What one piece does to one line (0 nothing, 1 obscures, 2 stops) and where it lies on it."""
    piece, ground = seen
    spans = inside_spans(*line, piece.outline)
    top = SKY if piece.top is None else piece.top
    from_first = viewer.base.at < target.base.at
    za, zb = (viewer.top, target.top) if from_first else (target.top, viewer.top)
    if not spans or ground.sight == CLEAR or (rule.heights == TALLEST and top < max(za, zb)):
        return 0, spans
    if rule.heights == RAY and not _low_spans(spans, za, zb, top):
        return 0, spans
    holds_viewer = rule.own != COUNTS and holds(piece.outline, viewer.base.at) >= 0
    home = holds_viewer or (rule.own != COUNTS and holds(piece.outline, target.base.at) >= 0)
    if home and rule.own == TRANSPARENT and ground.marks & PASSABLE:
        return 0, spans
    if ground.sight == BLOCK and not (home and rule.own == OBSCURES):
        return 2, spans
    if not home and ground.sight == PARTIAL and top > rule.through:
        right_through = all(holds(piece.outline, p) < 0 for p in line)
        if right_through or not rule.right_through:
            return 2, spans
    if holds_viewer and rule.near and not _beyond(viewer.base, line, spans, from_first, rule.near):
        return 0, spans
    return 1, spans


def _too_deep(viewer: Looker, target: Looker, line: Line, seen: Sequence[Seen], rule: SightRule) -> bool:
    """Does the line run too far inside pieces of one depth class, below their tops?"""
    from_first = viewer.base.at < target.base.at
    za, zb = (viewer.top, target.top) if from_first else (target.top, viewer.top)
    length = sqrt((line[1][0] - line[0][0]) ** 2 + (line[1][1] - line[0][1]) ** 2)
    for depth, limit in ((1, rule.deep1), (2, rule.deep2), (3, rule.deep3)):
        spans: list[Span] = []
        for piece, ground in seen:
            top = SKY if piece.top is None else piece.top
            if ground.depth != depth or (rule.heights == TALLEST and top < max(za, zb)):
                continue
            found = inside_spans(*line, piece.outline)
            spans += _low_spans(found, za, zb, top) if rule.heights == RAY else found
        total, end = Fraction(0), Fraction(0)
        for lo, hi in sorted(spans):
            total += max(Fraction(0), hi - max(lo, end))
            end = max(end, hi)
        if _half_up(float(total) * length) > limit:
            return True
    return False


def sees_exactly(viewer: Looker, target: Looker, seen: Sequence[Seen], rule: SightRule) -> int:
    """What the viewer sees of the target: NONE, PARTLY or OPEN, in exact arithmetic: tests hold the kernels against it."""
    states = []
    for line in sight_lines(viewer.base, target.base, rule.lines, rule.ends):
        state = max((effect(viewer, target, line, one, rule)[0] for one in seen), default=0)
        if state < 2 and rule.has_depth and _too_deep(viewer, target, line, seen, rule):
            state = 2
        states.append(state)
    if states and all(s == 2 for s in states):
        return NONE
    return PARTLY if any(states) else OPEN
