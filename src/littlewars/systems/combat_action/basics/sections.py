"""Buildings of sections: walls with doors, slits, holes and gaps; what is left of a section that was hit
(combat-action.terrain.kinds, combat-action.damage.buildings)."""

from __future__ import annotations

from msgspec.structs import replace

from littlewars.engine import Point
from littlewars.table.shapes.bases import middle
from littlewars.table.terrain.openings import Cut, cuts, edge_of, walls
from littlewars.table.terrain.pieces import Opening, Piece
from littlewars.table.terrain.sight_exact import inside_spans

from .numbers import CM, MATERIALS

SECTION, RUBBLE = "building", "rubble"
WOODS = ("sparse-wood", "dense-wood")
OBSTACLES = ("high-wall", "low-wall", "boulder", "hedge", "sandbags", "barricade", "generator", "wreck")
AREAS = (*WOODS, RUBBLE)
KINDS = (SECTION, *AREAS, *OBSTACLES)
PIERCED, COLLAPSED = "pierced", "collapsed"
DOOR, FIRING_SLIT, HOLE, GAP = "door", "slit", "hole", "gap"
SEEN_THROUGH = (FIRING_SLIT, HOLE, GAP)  # a door only while it is open
THICK = 100  # thousandths of a wall
HOLE_WIDTH = 3 * CM
WRECK = "wreck of "


def is_house(piece: Piece) -> bool:
    """Is it a section with walls that still stand?"""
    return piece.kind == SECTION and COLLAPSED not in piece.marks


def protection(piece: Piece) -> int:
    """PF of a section or obstacle by its material; a scenario may give concrete more (combat-action.terrain.pf)."""
    usual = MATERIALS.get({"military": "military-concrete"}.get(piece.material, piece.material), MATERIALS["concrete"])
    return max(usual, piece.protection) if piece.material in ("concrete", "military", "military-concrete") else usual


def passable(opening: Opening) -> bool:
    """May one walk through it? Doors only while they are open."""
    return opening.kind in (HOLE, GAP) or (opening.kind == DOOR and opening.open)


def transparent(opening: Opening) -> bool:
    """Does a line of sight pass?"""
    return opening.kind in SEEN_THROUGH or (opening.kind == DOOR and opening.open)


def parts(piece: Piece) -> tuple[Piece, ...]:
    """A section as sight and walking meet it: a thin piece for every stretch of wall, slit and shut door."""
    return walls(piece, THICK, _closed_by) if is_house(piece) else (piece,)


def _closed_by(opening: Opening) -> str:
    return "" if passable(opening) else "slit" if transparent(opening) else "wall"


def with_hole(piece: Piece, start: Point) -> Piece:
    """The section with a hole in the wall that a shot from there meets (combat-action.damage.section-pierced); an obstacle is
    seen through."""
    if not is_house(piece):
        return replace(piece, marks=(*piece.marks, PIERCED))
    met = list(cuts(start, middle(piece.outline), piece))
    edge, _, along = min(met, key=lambda cut: cut.part) if met else Cut(0, 0.0, 0.0)
    long = round(edge_of(piece, edge)[2])
    half = min(HOLE_WIDTH, long) // 2
    centre = max(half, min(long - half, round(along)))
    hole = Opening(edge, centre - half, centre + half, HOLE, True)
    kept = tuple(o for o in piece.openings if o.edge != edge or o.stop <= hole.start or o.start >= hole.stop)
    return replace(piece, marks=(*piece.marks, PIERCED), openings=(*kept, hole))


def collapsed(piece: Piece) -> Piece:
    """It gives only partial cover from now on (combat-action.damage.partial-collapse)."""
    return replace(piece, marks=(*(m for m in piece.marks if m != PIERCED), COLLAPSED), openings=(), flat=False)


def rubble(piece: Piece) -> Piece:
    """What is left of a destroyed section: passable, partial cover (combat-action.damage.section-destroyed)."""
    return replace(piece, kind=RUBBLE, marks=(), openings=(), flat=False, linear=False, solid=False, opaque=False, top=CM)


def gives_cover_inside(piece: Piece) -> bool:
    """Is a model in partial cover whose centre is in it (combat-action.los.partial-cover)?"""
    return piece.kind in AREAS or COLLAPSED in piece.marks


def runs_through(a: Point, b: Point, piece: Piece) -> bool:
    """Does a line cross the inside of a piece?"""
    return bool(inside_spans(a, b, piece.outline))
