"""Keeping to cover: near the place where somebody is sent, where would he rather stand? By what a page sees of the ground."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, dist, radians, sin
from typing import Any

from msgspec import Struct

from littlewars.engine import Point, View
from littlewars.engine.showing import Outline

NEAR = 1500  # thousandths: so far from his place somebody goes for cover
RINGS = (500, 1000, 1500)
BEHIND = 1500  # so near in front of him something must stand to shelter him
INSIDE, COVERED, BARE = 2, 1, 0


class Shelter(Struct, frozen=True):
    """What may shelter a side: pieces that are higher than the ground, and where its enemies stand."""

    pieces: tuple[Outline, ...]
    enemies: tuple[Point, ...]

    def worth(self, at: Point) -> int:
        """In something, behind something as the nearest enemy sees it, or bare."""
        if any(inside(at, piece) for piece in self.pieces):
            return INSIDE
        if not self.enemies:
            return BARE
        enemy = min(self.enemies, key=lambda one: dist(one, at))
        far = dist(enemy, at)
        if far <= BEHIND:
            return BARE
        ahead = at[0] + (enemy[0] - at[0]) * BEHIND / far, at[1] + (enemy[1] - at[1]) * BEHIND / far
        return COVERED if any(crosses(at, ahead, piece) for piece in self.pieces) else BARE

    def better(self, to: Point) -> Iterator[Point]:
        """Places near this one that shelter more than it does, the best and nearest first."""
        now = self.worth(to)
        around = [
            (round(to[0] + far * sin(radians(45 * step))), round(to[1] + far * cos(radians(45 * step))))
            for far in RINGS
            for step in range(8)
        ]
        worth = {place: self.worth(place) for place in around}
        yield from sorted((one for one in around if worth[one] > now), key=lambda one: (-worth[one], round(dist(one, to)), one))


def shelter_of(view: View[Any]) -> Shelter:
    """As this side sees the table."""
    show = view.system.show(view.state)
    teams = {party.id: party.team or party.id for party in show.parties}
    mine = teams.get(view.side, view.side)
    enemies = tuple(one.at for one in show.figures.values() if teams.get(one.side, one.side) != mine and not one.within)
    return Shelter(tuple(piece.outline for piece in show.ground if piece.height > 0), enemies)


def inside(at: Point, outline: Sequence[Point]) -> bool:
    """Is it within these corners?"""
    found = False
    for (px, py), (qx, qy) in _sides(outline):
        if (py > at[1]) != (qy > at[1]) and (at[0] - px) * (qy - py) * (1 if qy > py else -1) < (at[1] - py) * (qx - px) * (
            1 if qy > py else -1
        ):
            found = not found
    return found


def crosses(start: Point, end: tuple[float, float], outline: Sequence[Point]) -> bool:
    """Does the line between two points meet a side of it?"""
    return any(_apart(start, end, p, q) and _apart(p, q, start, end) for p, q in _sides(outline))


def _sides(outline: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], *outline[:1]), strict=True)


def _apart(a: tuple[float, float], b: tuple[float, float], p: tuple[float, float], q: tuple[float, float]) -> bool:
    """Do two points lie on different sides of a line?"""

    def turn(c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return (turn(p) > 0) != (turn(q) > 0)
