"""Who sees whom, how far away, and in what cover (defiance.ranged.line-of-sight, .terrain-cover-*, .range-measurement)."""

from __future__ import annotations

import numpy as np

from ...engine import Battle
from ...table.bases import Base, Disc, ceil_root, centre2, gap_poly
from ...table.constants import NONE, ON, SIDE, TOUCH
from ...table.facing import Point, in_arc
from ...table.kernel import Bytes, Ints
from ...table.sight import see_many
from ...table.sight_exact import inside_spans
from ...table.sight_rules import RAY, SightRule
from ...table.terrain import Piece
from .ground import board, box_of, desk, height, terrain
from .numbers import COVER_ARC, COVER_PI, COVER_SI, DEPTH, INCH
from .state import Figure, State

RULE = SightRule(lines=1, heights=RAY, deep1=DEPTH["light"], deep2=DEPTH["medium"], deep3=DEPTH["heavy"])
BY_LEVEL = 6 * INCH  # of range for each level of difference (defiance.flight.effective-range)
NEAR_COVER = 1 * INCH  # how near standard infantry must be to terrain to profit (defiance.ranged.terrain-cover-proximity)


def sees(battle: Battle[State], viewer: Figure, target: Figure) -> bool:
    """Is the target in line of sight?"""
    return bool(sees_many(battle, viewer, [target])[0])


def sees_many(battle: Battle[State], viewer: Figure, targets: list[Figure]) -> list[bool]:
    """Which of them are in line of sight."""
    table = board(battle)
    if not targets:
        return []
    rows = np.array([table.row[target.id] for target in targets], np.int64)
    found: Bytes = see_many(table, viewer.id, rows, RULE)
    return [bool(value != NONE) for value in found]


def seen_by(battle: Battle[State], viewer: Figure) -> frozenset[str]:
    """Enemies in line of sight: one look at all of them, noted until anybody moves."""
    place = desk(battle)
    noted, key = place.noted, ("seen", viewer.id)
    if key not in noted:
        rows = enemy_rows(battle, viewer)
        seen = rows[see_many(place.board, viewer.id, rows, RULE) != NONE]
        names = place.board.names
        noted[key] = frozenset(names[row] for row in seen.tolist())
    found: frozenset[str] = noted[key]
    return found


def enemy_rows(battle: Battle[State], figure: Figure) -> Ints:
    """The rows of everybody on the table who fights against this one."""
    place, side = desk(battle), battle.state.side_of(figure)
    if side not in place.known:
        bodies = place.board.bodies[: place.board.n]
        place.known[side] = np.flatnonzero((bodies[:, SIDE] != place.side_no[side]) & (bodies[:, ON] != 0))
    return place.known[side]  # type: ignore[no-any-return]


def faces(figure: Figure, target: Figure, face: int | None = None) -> bool:
    """Is the target's centre in the front 90 degrees (defiance.terms.cover-arc, .ranged.front-arc)? Borders included."""
    return figure.at == target.at or in_arc(figure.at, figure.face if face is None else face, COVER_ARC, target.at)


def away(one: Figure, other: Figure) -> int:
    """Range, centre to centre, rounded up to the thousandth; for flyers 6 inches more for each level between them."""
    return ceil_root(centre2(one.at, other.at)) + BY_LEVEL * abs(one.level - other.level)


def cover_of(state: State, frm: Point, target: Figure) -> str:
    """The worst class of terrain that protects the target from this side: "" in the open (…terrain-cover-worst)."""
    if target.aloft:
        return ""  # defiance.move.fly-height: it touches nothing
    found = [kind for piece in state.pieces if (kind := terrain(piece)) in COVER_SI and _protects(piece, frm, target)]
    return max(found, key=lambda kind: -COVER_SI[kind], default="")


def _protects(piece: Piece, frm: Point, target: Figure) -> bool:
    """The line must cross the feature, or the target stand in it; and the target must be near enough to it."""
    if height(piece) == 0 and piece.water == "none":
        return False
    near, base = TOUCH if target.frame.powered or target.frame.vehicle else NEAR_COVER, target.base()
    if _box_away(piece, base, near):
        return False
    if piece.holds(target.at):
        return True
    return gap_poly(base, piece.outline) <= near and bool(inside_spans(frm, target.at, piece.outline))


def is_near(piece: Piece, base: Base, near: int) -> bool:
    """Is a base as near to a piece as this?"""
    return not _box_away(piece, base, near) and gap_poly(base, piece.outline) <= near


def _box_away(piece: Piece, base: Base, near: int) -> bool:
    """A quick look: is the base beyond reach of the box round the piece?"""
    reach = near + (base.r if isinstance(base, Disc) else max(base.length, base.width))
    west, south, east, north = box_of(piece)
    return not (west - reach <= base.x <= east + reach and south - reach <= base.y <= north + reach)


def cover_mod(target: Figure, cover: str) -> int:
    """Powered infantry and vehicles profit less (defiance.ranged.terrain-cover-modifier)."""
    if not cover:
        return 0
    return (COVER_PI if target.frame.powered or target.frame.vehicle else COVER_SI)[cover]


def in_cover_anywhere(state: State, figure: Figure) -> bool:
    """Would it count as in terrain cover from some side (defiance.morale.nearest-cover)?"""
    near = TOUCH if figure.frame.powered or figure.frame.vehicle else NEAR_COVER
    return any(_hides(piece) and (piece.holds(figure.at) or is_near(piece, figure.base(), near)) for piece in state.pieces)


def _hides(piece: Piece) -> bool:
    return terrain(piece) != "open"
