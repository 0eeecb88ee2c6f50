"""Hiding, doors, jumping and climbing (combat-action.actions.hide, combat-action.actions.open-door, combat-action.actions.jump,
combat-action.actions.climb)."""

from __future__ import annotations

from math import dist, hypot
from typing import NamedTuple

from msgspec.structs import replace

from littlewars.engine import Battle, Point
from littlewars.table.moving.walls import stands_on
from littlewars.table.shapes.bases import bound, gap, gap_poly, moved
from littlewars.table.shapes.boxes import around, boxes_meet
from littlewars.table.terrain.openings import ends_of
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.events import Changed, Moved
from ..basics.numbers import CLIMB_TIMES, CM, JUMP_WIDTH, NEAR
from ..basics.sections import DOOR, OBSTACLES, SECTION, THICK, is_house
from ..basics.sight import is_low_cover, nearest_on
from ..basics.state import Figure, State
from ..basics.tabletop import Tabletop, board, put, sync_board
from ..units.coherency import rejoin
from ..units.contact import disturb, meets

ACROSS = 30 * CM  # the farthest over anything
BEYOND = 6 * CM  # behind an obstacle where a free place is looked for
TOP, DOWN = "top", "down"


class Crossing(NamedTuple):
    """How an obstacle is crossed: where one comes down, how high one stands there, and how wide it was."""

    at: Point
    foot: int = 0
    wide: int = 0


# ---- hiding


def hiding_places(battle: Battle[State], figure: Figure) -> list[Piece]:
    """Cover within 1 cm, at least half as high as it (combat-action.actions.hide)."""
    base = figure.base()
    return [piece for piece in battle.state.pieces if is_low_cover(piece, figure, base, NEAR) and not piece.holds(figure.at)]


def hide(battle: Battle[State], figure: Figure, name: str) -> None:
    """It ducks behind the piece (combat-action.actions.hide)."""
    figure.hides = name
    sync_board(battle, figure)
    battle.record(Changed(who=figure.id, what=f"hides behind {_name(battle.state.piece(name))}"))


def _name(piece: Piece) -> str:
    return piece.name or piece.id


# ---- doors


def doors(battle: Battle[State], figure: Figure) -> list[tuple[Piece, int]]:
    """Doors within 1 cm that may be opened, or shut if nobody stands in them (combat-action.actions.open-door)."""
    base, found = figure.base(), list[tuple[Piece, int]]()
    for piece in battle.state.pieces:
        for number, opening in enumerate(piece.openings if is_house(piece) else ()):
            ends = ends_of(piece, opening)
            near = opening.kind == DOOR and gap_poly(base, ends) <= NEAR
            if near and not (opening.open and any(gap_poly(one.base(), ends) <= THICK for one in battle.state.bodies())):
                found.append((piece, number))
    return found


def turn_door(battle: Battle[State], figure: Figure, name: str, number: str) -> None:
    """Open is shut, and shut is open (combat-action.actions.open-door)."""
    piece = battle.state.piece(name)
    openings = list(piece.openings)
    door = openings[int(number)] = replace(openings[int(number)], open=not openings[int(number)].open)
    battle.state.swap(replace(piece, openings=tuple(openings)))
    Tabletop.relay(battle)
    battle.record(Changed(who=figure.id, what=f"{'opens' if door.open else 'shuts'} a door of {_name(piece)}"))


# ---- jumping and climbing


def jump_over(battle: Battle[State], figure: Figure, piece: Piece) -> Crossing | None:
    """An obstacle at most half as high as the model and at most 3 cm wide (combat-action.actions.jump)."""
    if piece.kind not in OBSTACLES or piece.top is None or 2 * piece.top > figure.profile.height or figure.foot:
        return None
    found = _across(battle, figure, piece)
    return found if found and found.wide <= JUMP_WIDTH else None


def climb_over(battle: Battle[State], figure: Figure, piece: Piece) -> Crossing | None:
    """An obstacle at most twice as high as the model (combat-action.actions.climb); who is on it comes down."""
    if not _climbable(figure, piece) or is_house(piece):
        return None
    return None if figure.foot else _across(battle, figure, piece)


def climb_on(battle: Battle[State], figure: Figure, piece: Piece) -> Crossing | None:
    """On top of it if there is room, also of a roof (combat-action.actions.climb)."""
    if not _climbable(figure, piece) or figure.foot or not piece.flat or not piece.top:
        return None
    own, (start, (ux, uy)) = figure.base(), _edge(figure, piece)
    deep = bound(own) + THICK + 1
    at = (round(start[0] + ux * deep), round(start[1] + uy * deep))
    others = [one for one in battle.state.bodies() if one.foot == piece.top and one.id != figure.id]
    room = stands_on(own, at, piece) and not any(gap(moved(own, at), one.base()) <= 0 for one in others)
    return Crossing(at, piece.top) if room else None


def climb_down(battle: Battle[State], figure: Figure) -> Crossing | None:
    """From a roof to the ground beside it (combat-action.actions.climb)."""
    if not figure.foot:
        return None
    piece = next((p for p in battle.state.pieces if p.holds(figure.at) and p.top == figure.foot), None)
    if piece is None:
        return Crossing(figure.at)
    return _landing(battle, figure, *_edge(figure, piece))


def _edge(figure: Figure, piece: Piece) -> tuple[Point, tuple[float, float]]:
    """The point of a piece that is nearest, and the way there."""
    x, y = nearest_on(piece.outline, figure.at)
    long = hypot(x - figure.x, y - figure.y) or 1.0
    return (x, y), ((x - figure.x) / long, (y - figure.y) / long)


def _climbable(figure: Figure, piece: Piece) -> bool:
    known = piece.kind in OBSTACLES or piece.kind == SECTION
    return known and piece.top is not None and 0 < piece.top <= CLIMB_TIMES * figure.profile.height


def _across(battle: Battle[State], figure: Figure, piece: Piece) -> Crossing | None:
    """Straight over it from where it is nearest, to the first free place next to the other side."""
    if gap_poly(figure.base(), piece.outline) > NEAR:
        return None
    _, (ux, uy) = _edge(figure, piece)
    far = (round(figure.x + ux * ACROSS), round(figure.y + uy * ACROSS))
    spans = inside_spans(figure.at, far, piece.outline) if (ux, uy) != (0, 0) else ()
    if not spans:
        return None  # it is on it
    leaves, wide = float(spans[-1][1]) * ACROSS, round(float(spans[-1][1] - spans[0][0]) * ACROSS)
    edge = (round(figure.x + ux * leaves), round(figure.y + uy * leaves))
    return _landing(battle, figure, edge, (ux, uy), wide)


def _landing(battle: Battle[State], figure: Figure, edge: Point, way: tuple[float, float], wide: int = 0) -> Crossing | None:
    """The first free place beyond, out of contact with enemies."""
    own, table = figure.base(), board(battle)
    away = [one.id for one in battle.state.bodies() if one.level or one.foot]
    for step in range(bound(own), bound(own) + BEYOND, 100):
        at = (round(edge[0] + way[0] * step), round(edge[1] + way[1] * step))
        there = moved(own, at)
        if table.stands(there, {figure.id, *away}) is None and not meets(battle, figure, there):
            return Crossing(at, 0, wide)
    return None


def cross(battle: Battle[State], figure: Figure, crossing: Crossing | None, how: str) -> None:
    """It is placed on the other side, or on top."""
    if crossing is None:
        return
    path = (figure.at, crossing.at)
    figure.hides = ""
    figure.lower()
    figure.foot = crossing.foot
    put(battle, figure, crossing.at)
    figure.went += round(dist(*path))
    figure.moved = battle.state.turn.number
    battle.record(Moved(figure=figure.id, path=path, face=figure.face, how=how))
    disturb(battle, figure)
    rejoin(battle.state, battle.state.units[figure.unit], figure)


def near_obstacles(battle: Battle[State], figure: Figure) -> list[Piece]:
    """Obstacles and sections within 1 cm."""
    base = figure.base()
    reach = around((base.at,), NEAR + bound(base) + 1)
    near = [piece for piece in battle.state.pieces if boxes_meet(piece.box, reach)]
    known = [piece for piece in near if piece.kind in OBSTACLES or piece.kind == SECTION]
    return [piece for piece in known if gap_poly(base, piece.outline) <= NEAR]
