"""Buildings of sections: walls with doors, slits, holes and gaps; what is left of a section that was hit
(combat-action.terrain.kinds, combat-action.damage.buildings)."""

from __future__ import annotations

from math import sqrt

from msgspec.structs import replace

from littlewars.engine import Point
from littlewars.table.shapes.bases import Base, centre2, gap_poly, middle
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
    if not is_house(piece):
        return (piece,)
    found: list[Piece] = []
    outline = piece.outline
    for edge, (a, b) in enumerate(zip(outline, (*outline[1:], outline[0]), strict=True)):
        long = sqrt(centre2(a, b))
        at = 0
        openings = sorted((o for o in piece.openings if o.edge == edge), key=lambda o: o.start)
        for opening in openings:
            found += _stretch(piece, (a, b, long), (at, opening.start), "wall", len(found))
            if not passable(opening):
                kind = "slit" if transparent(opening) else "wall"
                found += _stretch(piece, (a, b, long), (opening.start, opening.stop), kind, len(found))
            at = opening.stop
        found += _stretch(piece, (a, b, long), (at, round(long)), "wall", len(found))
    return tuple(found)


def _stretch(piece: Piece, side: tuple[Point, Point, float], span: tuple[int, int], kind: str, n: int) -> list[Piece]:
    """A stretch of wall from and to along a side, as thick as a wall, inside the outline."""
    (ax, ay), (bx, by), long = side
    start, stop = max(0, span[0]), min(round(long), span[1])
    if stop - start < THICK:
        return []
    ux, uy = (bx - ax) / long, (by - ay) / long
    p, q = (ax + ux * start, ay + uy * start), (ax + ux * stop, ay + uy * stop)
    corners = (p, q, (q[0] - uy * THICK, q[1] + ux * THICK), (p[0] - uy * THICK, p[1] + ux * THICK))
    outline = tuple((round(x), round(y)) for x, y in corners)
    return [replace(piece, id=f"{piece.id}/{n}", outline=outline, openings=(), flat=False, marks=(kind,))]


def place_of(piece: Piece, opening: Opening) -> tuple[Point, Point]:
    """Both ends of an opening on the table."""
    a, b = piece.outline[opening.edge], piece.outline[(opening.edge + 1) % len(piece.outline)]
    long = sqrt(centre2(a, b)) or 1.0
    ends = [(a[0] + (b[0] - a[0]) * far / long, a[1] + (b[1] - a[1]) * far / long) for far in (opening.start, opening.stop)]
    return (round(ends[0][0]), round(ends[0][1])), (round(ends[1][0]), round(ends[1][1]))


def gap_to(base: Base, piece: Piece, opening: Opening) -> int:
    """How far a base is from an opening."""
    return gap_poly(base, place_of(piece, opening))


def crossed(a: Point, b: Point, piece: Piece) -> list[Opening | None]:
    """What a line meets in the walls of a section: openings, or None for a wall."""
    found: list[Opening | None] = []
    outline = piece.outline
    for edge, (p, q) in enumerate(zip(outline, (*outline[1:], outline[0]), strict=True)):
        at = _cut(a, b, p, q)
        if at is not None:
            far = at * sqrt(centre2(p, q))
            found.append(next((o for o in piece.openings if o.edge == edge and o.start <= far <= o.stop), None))
    return found


def _cut(a: Point, b: Point, p: Point, q: Point) -> float | None:
    """Where on the side p to q the line from a to b crosses it."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    den = dx * ey - dy * ex
    if den == 0:
        return None
    t, s = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / den, ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / den
    return s if 0 <= t <= 1 and 0 <= s <= 1 else None


def with_hole(piece: Piece, start: Point) -> Piece:
    """The section with a hole in the wall that a shot from there meets (combat-action.damage.section-pierced); an obstacle is
    seen through."""
    if not is_house(piece):
        return replace(piece, marks=(*piece.marks, PIERCED))
    to, best = middle(piece.outline), (2.0, 0, 0)
    outline = piece.outline
    for edge, (p, q) in enumerate(zip(outline, (*outline[1:], outline[0]), strict=True)):
        at = _cut(start, to, p, q)
        if at is not None:
            mx, my = p[0] + (q[0] - p[0]) * at, p[1] + (q[1] - p[1]) * at
            far = sqrt((mx - start[0]) ** 2 + (my - start[1]) ** 2)
            if best[0] == 2.0 or far < best[0]:
                best = (far, edge, round(at * sqrt(centre2(p, q))))
    _, edge, at_edge = best
    long = round(sqrt(centre2(outline[edge], outline[(edge + 1) % len(outline)])))
    half = min(HOLE_WIDTH, long) // 2
    centre = max(half, min(long - half, at_edge))
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
