"""What the ground costs: rates by terrain, rounding at the end, crawling (defiance.move.terrain-*, defiance.move.crawl-*)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from littlewars.table.board.measure import round_to
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import centre2
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.numbers import CRAWL, HALF, RATE
from ..basics.tabletop import must_be_climbed, terrain

HAIR = 1.0  # thousandths that the rounding of places may add to a price


class TerrainSpan(NamedTuple):
    """A part of a way on one kind of ground: its length, the ground, and which piece."""

    length: float
    ground: str
    piece: str


def stretches(pieces: Sequence[Piece], a: Point, b: Point, climbs: bool = True) -> list[TerrainSpan]:
    """A straight way cut where the ground changes; where pieces overlap the slowest counts (defiance.move.terrain-mixed).

    `climbs`: infantry climbs walls; a vehicle goes over them at the rate of their class (defiance.vehicle.heavy-terrain).
    """
    whole = sqrt(centre2(a, b))
    if not pieces:
        return [TerrainSpan(whole, "open", "")] if whole else []
    near = [piece for piece in pieces if _near(piece, a, b) and _slows(piece, climbs)]
    spans = [(float(lo), float(hi), piece) for piece in near for lo, hi in inside_spans(a, b, piece.outline)]
    if not spans:
        return [TerrainSpan(whole, "open", "")] if whole else []
    cuts = sorted({0.0, 1.0, *(t for lo, hi, _ in spans for t in (lo, hi))})
    found = []
    for lo, hi in pairwise(cuts):
        over = [piece for s, e, piece in spans if s <= lo and hi <= e]
        slowest = max(over, key=lambda piece: _price(terrain(piece)), default=None)
        found.append(TerrainSpan((hi - lo) * whole, terrain(slowest) if slowest else "open", slowest.id if slowest else ""))
    return found


def _near(piece: Piece, a: Point, b: Point) -> bool:
    """A quick look: may a way come into the piece at all?"""
    west, south, east, north = piece.box
    return min(a[0], b[0]) < east and max(a[0], b[0]) > west and min(a[1], b[1]) < north and max(a[1], b[1]) > south


def _slows(piece: Piece, climbs: bool) -> bool:
    """Does a piece slow this figure? One that climbs walls does not wade through them, and impassable ground is no ground at
    all."""
    return terrain(piece) in RATE and terrain(piece) != "open" and not (climbs and must_be_climbed(piece))


def _price(ground: str) -> float:
    num, den = RATE[ground]
    return den / num


def price(found: list[TerrainSpan], crawling: bool) -> float:
    """Allowance that these stretches take: by the rate of the ground, twice that when crawling (defiance.move.crawl-rate)."""
    if len(found) == 1 and found[0].ground == "open":  # as most ways are
        return found[0].length * (CRAWL if crawling else 1)
    return sum(stretch.length * _price(stretch.ground) for stretch in found) * (CRAWL if crawling else 1)


def fits(found: list[TerrainSpan], cost: float, crawling: bool, left: float) -> bool:
    """May one go so far at this price? What is left may be used to the nearest half inch in terrain
    (defiance.move.terrain-rounding)."""
    if cost <= left + HAIR:
        return True
    if not found or found[-1].ground == "open":
        return False
    rest = left - price(found[:-1], crawling)
    return rest > 0 and found[-1].length <= reaches(found[-1].ground, crawling, rest) + HAIR


def reaches(ground: str, crawling: bool, rest: float) -> int:
    """How far one may come in terrain with what is left of the allowance, to the nearest half inch
    (defiance.move.terrain-rounding)."""
    num, den = RATE[ground]
    return round_to(HALF, int(rest + HAIR) * num, den * (CRAWL if crawling else 1))
