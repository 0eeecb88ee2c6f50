"""Lines of sight: two lines by the edges of the bases, over what is low enough (at43.los.*)."""

from __future__ import annotations

from collections.abc import Iterable

from littlewars.engine import Battle, Point
from littlewars.table.constants import NONE
from littlewars.table.shapes.bases import Disc, centre2, holds, nearest_point
from littlewars.table.sight.looks import look_round, see_many
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import Looker, effect
from littlewars.table.terrain.sight_rules import AT43

from .numbers import CONTACT
from .state import Fighter, State, Unit
from .tabletop import board, tabletop

SIGHT = AT43


def seen_by(battle: Battle[State], *viewers: Fighter) -> frozenset[str]:
    """All enemies on the table whom any of these sees, in every direction (at43.los.all-round): by one free edge line, or in
    contact with him (at43.los.edge-lines, at43.los.over-obstacle). Nobody's base is in the way
    (at43.los.soldiers-transparent, at43.los.afv-transparent)."""
    place = tabletop(battle)
    known: dict[str, frozenset[str]] = place.until_move("seen", dict)
    if new := [viewer.id for viewer in viewers if viewer.id not in known]:
        table, names = place.board, place.board.names
        rows = place.enemy_rows(battle.state, battle.state.side_of(viewers[0]))[: None if table.field.opaque else 0]
        for name, (seen, _) in zip(new, look_round(table, new, SIGHT), strict=True):
            near = rows[table.gaps(name)[rows] <= CONTACT].tolist() if len(rows) else []
            known[name] = frozenset([names[row] for row in (*seen, *near)])
    return known[viewers[0].id] if len(viewers) == 1 else frozenset().union(*(known[viewer.id] for viewer in viewers))


def sees(battle: Battle[State], viewer: Fighter, target: Fighter) -> bool:
    """Does one see the other, friend or foe (at43.los.edge-lines)?"""
    return bool(seen_of(battle, [viewer], [target.id]))


def seen_of(battle: Battle[State], viewers: Iterable[Fighter], names: list[str]) -> list[str]:
    """Those of some fighters whom at least one of the viewers sees."""
    table, left = board(battle), list(names)
    for viewer in viewers:
        if not left:
            break
        rows = table.rows(left)
        near = table.gaps(viewer.id)[rows] <= CONTACT
        seen = (see_many(table, viewer.id, rows, SIGHT) != NONE) | near
        left = [name for name, known in zip(left, seen.tolist(), strict=True) if not known]
    return [name for name in names if name not in left]


def sees_unit(battle: Battle[State], viewer: Fighter, unit: Unit) -> bool:
    """Does he see at least one member of an enemy unit (at43.shooting.los)?"""
    return not seen_by(battle, viewer).isdisjoint(unit.figures)


def sees_piece(battle: Battle[State], viewer: Fighter, piece: Piece) -> bool:
    """Is one straight line from his base to the element free of everything else (at43.terrain.destroyable)? That follows from
    the ground and his place alone."""
    key = ("sees", viewer.base(), viewer.profile.height, piece.id)
    return tabletop(battle).layout.keep(key, lambda field: _sees_piece(field, viewer, piece))


def _sees_piece(field: Field, viewer: Fighter, piece: Piece) -> bool:
    base = viewer.base()
    if holds(piece.outline, base.at) >= 0:
        return True
    eye, top = Looker(base, viewer.profile.height), viewer.profile.height if piece.top is None else piece.top
    others = [
        seen for seen in zip(field.pieces, field.ground, strict=True) if seen[0] is not piece and _near(base, piece, seen[0])
    ]
    if not others:
        return True
    for goal in _goals(base, piece):
        mark = Looker(Disc(*goal, 0), top)
        for start in (nearest_point(base, goal), base.at):
            line = (start, goal) if base.at < goal else (goal, start)
            if start == goal or all(effect(eye, mark, line, seen, SIGHT)[0] == 0 for seen in others):
                return True
    return False


def _near(base: Disc, piece: Piece, other: Piece) -> bool:
    """A quick look: can another piece be on a line from a base to a piece at all?"""
    (west, south, east, north), box = piece.box, other.box
    return (
        min(west, base.x - base.r) <= box[2]
        and max(east, base.x + base.r) >= box[0]
        and min(south, base.y - base.r) <= box[3]
        and max(north, base.y + base.r) >= box[1]
    )


def _goals(base: Disc, piece: Piece) -> list[Point]:
    """The point of an outline nearest to a base, and its corners."""
    edges = zip(piece.outline, (*piece.outline[1:], piece.outline[0]), strict=True)
    feet = [_foot(base.at, *edge) for edge in edges]
    return [min(feet, key=lambda foot: centre2(foot, base.at)), *piece.outline]


def _foot(p: Point, a: Point, b: Point) -> Point:
    """The point of an edge nearest to a place."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = min(1.0, max(0.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)))
    return round(a[0] + dx * part), round(a[1] + dy * part)
