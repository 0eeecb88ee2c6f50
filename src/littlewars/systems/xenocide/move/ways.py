"""What a way costs on foot: rough ground by full two inches, very rough ground double, slopes uphill (xenocide.terrain.*)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from littlewars.engine import Battle, Point
from littlewars.engine.measures import INCH
from littlewars.table.board.board import Clash
from littlewars.table.facing import dot, vector
from littlewars.table.moving.obstacles import crosses_wall
from littlewars.table.moving.walk import Passage, length_of, walk
from littlewars.table.shapes.bases import segment2
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.state import Figure, State
from ..basics.tabletop import elsewhere, is_aloft, slope_going, tabletop

STRETCH = 2 * INCH  # of rough ground for which an inch more is paid (xenocide.terrain.rough)
WINDOW = 1 * INCH  # xenocide.terrain.other
CROSSING = 1 * INCH  # of rough ground that a low obstacle counts as (xenocide.terrain.other)


class Price(NamedTuple):
    """A way on foot: what it costs, its length, and what is in the way."""

    cost: int
    length: int
    clash: Clash | None


def passage_of(battle: Battle[State], figure: Figure) -> Passage:
    """Friends on foot may be passed but not ended on; enemies, hulls and wrecks may not; who is on the other level is not there
    (xenocide.move.paths, xenocide.flight.take-off)."""
    place, state = tabletop(battle), battle.state
    side, aloft = state.units[figure.unit].side, is_aloft(state, figure)

    def find() -> Passage:
        friends = frozenset(place.unit_no[unit.id] for unit in state.units_of(side) if state.vehicle_of(unit) is None)
        ghosts = frozenset(elsewhere(battle, aloft))
        return Passage(friends, ghosts, place.going.aloft, over=True) if aloft else Passage(friends, ghosts)

    return place.until_roster(("passage", side, aloft), find)


def price(battle: Battle[State], figure: Figure, path: Sequence[Point]) -> Price:
    """A way on foot, exactly: what it is longer than open ground is looked at only where there is such ground."""
    place, passage = tabletop(battle), passage_of(battle, figure)
    found = walk(place.board, figure.id, path, passage)
    if not found.free or is_aloft(battle.state, figure):
        return Price(found.length, found.length, found.clash)
    windows, wall = _through_walls(place.going.houses, figure, path) if place.going.houses else (0, None)
    if wall is not None:
        return Price(found.length, found.length, wall)
    if found.cost == found.length and not place.going.slopes and not place.going.crossed:
        return Price(found.length + windows, found.length, None)
    return Price(found.length + windows + extra(battle, figure, path, found.length), found.length, None)


def _through_walls(houses: Sequence[Piece], figure: Figure, path: Sequence[Point]) -> tuple[int, Clash | None]:
    """Walls are crossed by open doors, freely, and by windows, for an inch; nobody ends on a wall (xenocide.terrain.other)."""
    price = 0
    for piece in houses:
        for leg in pairwise([figure.at, *path]):
            for crossing in crosses_wall(*leg, piece):
                if crossing.opening is None:
                    return price, Clash("piece", piece.id)
                price += WINDOW if crossing.opening.kind == "window" else 0
    return price, on_wall(houses, figure, path[-1]) if path else None


def on_wall(houses: Sequence[Piece], figure: Figure, at: Point) -> Clash | None:
    """Would it stand on a wall of a building, however it came there (xenocide.terrain.other)?"""
    found = (piece for piece in houses if gap_walls(piece, at) < figure.profile.radius)
    return next((Clash("piece", piece.id) for piece in found), None)


def gap_walls(piece: Piece, at: Point) -> float:
    """How far a place is from the nearest wall of a building."""
    outline = piece.outline
    found = (segment2(at, p, q) for p, q in zip(outline, (*outline[1:], outline[0]), strict=True))
    return min(sqrt(n / d) for n, d in found)


def extra(battle: Battle[State], figure: Figure, path: Sequence[Point], length: int) -> int:
    """What is paid beyond the length: an inch for every full two of rough ground, all of very rough ground once more
    (xenocide.terrain.rough, xenocide.terrain.rough-short, xenocide.terrain.very-rough)."""
    return dearer(*bad_ground(battle, figure, [figure.at, *path], length))


def dearer(rough: int, very: int) -> int:
    """What so much rough and very rough ground costs beyond its length, in one move (xenocide.terrain.rough)."""
    return rough // STRETCH * INCH + very


def bad_ground(battle: Battle[State], figure: Figure, way: Sequence[Point], length: int) -> tuple[int, int]:
    """How much of a way, which begins anywhere, is rough, and how much very rough."""
    place, passage = tabletop(battle), passage_of(battle, figure)
    going, start, path = place.going, way[0], way[1:]
    rough = walk(place.board, figure.id, path, passage._replace(cost=going.rough), start).cost - length
    very = walk(place.board, figure.id, path, passage._replace(cost=going.very_rough), start).cost - length
    rough += sum(CROSSING for piece in going.crossed for leg in pairwise(way) if inside_spans(*leg, piece.outline))
    for piece in going.slopes:
        climbed = sum(_climbed(piece, *leg) for leg in pairwise(way))
        rough += climbed if slope_going(piece) == "rough" else 0
        very += climbed if slope_going(piece) == "very-rough" else 0
    return rough, very


def _climbed(piece: Piece, a: Point, b: Point) -> int:
    """How far a leg runs uphill in a piece (xenocide.terrain.slopes)."""
    if dot((b[0] - a[0], b[1] - a[1]), vector(piece.uphill)) <= 0:
        return 0
    return round(float(sum(hi - lo for lo, hi in inside_spans(a, b, piece.outline))) * length_of(a, [b]))
