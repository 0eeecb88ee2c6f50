"""What a way costs on foot (xenocide.terrain.*), and how far a unit may go and has to go (xenocide.move.allowance,
xenocide.suppressed-move.*, xenocide.orders.run*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from littlewars.engine import Battle, Point
from littlewars.engine.measures import INCH
from littlewars.table.board.board import Clash
from littlewars.table.moving.obstacles import climbed, crosses_wall, gap_walls
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.moving.walk import Walk as Walked
from littlewars.table.shapes.boxes import Bounds, around, boxes_meet
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.numbers import class_of
from ..basics.state import CREW, Figure, State, Unit
from ..basics.tabletop import board, elsewhere, is_aloft, slope_going, tabletop, visible_enemies

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


def price(battle: Battle[State], figure: Figure, path: Sequence[Point], walked: Walked | None = None) -> Price:
    """A way on foot, exactly: what it is longer than open ground is looked at only where there is such ground. `walked`: what
    came of it, if somebody has tried it."""
    place = tabletop(battle)
    found = walked or walk(place.board, figure.id, path, passage_of(battle, figure))
    if not found.free or is_aloft(battle.state, figure):
        return Price(found.length, found.length, found.clash)
    windows, wall = _through_walls(place.going.houses, figure, path) if place.going.houses else (0, None)
    if wall is not None:
        return Price(found.length, found.length, wall)
    if found.cost == found.length and is_plain(battle, around([figure.at, *path])):
        return Price(found.length + windows, found.length, None)
    more = dearer(*bad_ground(battle, figure, [figure.at, *path], found.length))
    return Price(found.length + windows + more, found.length, None)


def is_plain(battle: Battle[State], way: Bounds) -> bool:
    """A quick look: is nothing near this way that asks for more than its ground: low obstacles, slopes, houses?"""
    west, south, east, north = way
    boxes = tabletop(battle).going.special
    return not [box for box in boxes if west <= box[2] and east >= box[0] and south <= box[3] and north >= box[1]]


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


def dearer(rough: int, very: int) -> int:
    """What is paid in one move beyond its length: an inch for every full two of rough ground, all of very rough ground once
    more (xenocide.terrain.rough, xenocide.terrain.rough-short, xenocide.terrain.very-rough)."""
    return rough // STRETCH * INCH + very


def bad_ground(battle: Battle[State], figure: Figure, way: Sequence[Point], length: int) -> tuple[int, int]:
    """How much of a way, which begins anywhere, is rough, and how much very rough."""
    place, passage = tabletop(battle), passage_of(battle, figure)
    going, start, path = place.going, way[0], way[1:]
    rough, very = (
        walk(place.board, figure.id, path, passage._replace(cost=cost), start).cost - length if cost is not None else 0
        for cost in (going.rough, going.very_rough)
    )
    box = around(way)
    crossed = [piece for piece in going.crossed if boxes_meet(piece.box, box)]
    rough += sum(CROSSING for piece in crossed for leg in pairwise(way) if inside_spans(*leg, piece.outline))
    for piece in going.slopes:
        up = sum(climbed(piece, *leg) for leg in pairwise(way))  # xenocide.terrain.slopes
        rough += up if slope_going(piece) == "rough" else 0
        very += up if slope_going(piece) == "very-rough" else 0
    return rough, very


DOUBLE = 2  # of a run, a flight and a retreat (xenocide.orders.run, xenocide.retreat.move)
TRIPLE = 3  # xenocide.flight.distance
LOSS, RUN_LOSS = 1 * INCH, 2 * INCH  # a marker, towards visible enemies (xenocide.suppression.effects)


class Leave(NamedTuple):
    """What a unit may do in its move: how far everybody goes at most, what is lost towards visible enemies, and how far one of
    them has to go at least."""

    most: dict[str, int]
    loss: int = 0
    least: int = 0
    seen: tuple[str, ...] = ()  # enemy units that it saw at the start (xenocide.suppressed-move.towards)


def leave_of(battle: Battle[State], unit: Unit, times: int = 1, least: int = 0) -> Leave:
    """A move of so many times the normal movement (xenocide.move.allowance)."""
    seen = tuple(other.id for other in visible_enemies(battle, unit)) if unit.markers else ()
    loss = unit.markers * (RUN_LOSS if times > 1 else LOSS) if seen else 0
    most = {figure.id: figure.profile.movement * times for figure in battle.state.standing(unit) if may_move(figure)}
    return Leave(most, loss, least, seen)


def run_least(state: State, unit: Unit) -> int:
    """A run covers at least the normal movement, reckoned by the model that spends most; engaged units may stay
    (xenocide.orders.run, xenocide.orders.run-minimum)."""
    if unit.order != "run" or unit.engaged or unit.panic:
        return 0
    return max((figure.profile.movement for figure in state.standing(unit) if may_move(figure)), default=0)


def may_move(figure: Figure) -> bool:
    """Not after firing an S+1 or S+2 weapon (xenocide.size.move-after, xenocide.snap.weapons)."""
    if not figure.fired or CREW in figure.fired:
        return not figure.fired
    guns = {gun.key: gun for gun in figure.profile.guns}
    return all(key in guns and class_of(guns[key], figure.profile.capacity).move_after for key in figure.fired)


def have_all(state: State, unit: Unit, pack: str) -> bool:
    """Has everybody of a unit who stands on the table such a pack, and stands anybody there?"""
    found = [figure.profile.can(pack) for figure in state.standing(unit)]
    return bool(found) and all(found)


def flying_distance(figure: Figure) -> int:
    """Its flying value, or three times its movement on foot (xenocide.flight.distance)."""
    return figure.profile.flying or TRIPLE * figure.profile.movement


def comes_nearer(battle: Battle[State], ends: Mapping[str, Point], seen: Iterable[str]) -> bool:
    """Does any model end nearer to some enemy unit that its unit saw than it began (xenocide.suppressed-move.towards)?"""
    state = battle.state
    groups = [[figure.id for figure in state.standing(state.units[enemy])] for enemy in seen]
    return board(battle).comes_nearer(list(ends), list(ends.values()), groups)
