"""Line of sight and cover (combat-action.los.lines, combat-action.los.partial-cover, combat-action.los.in-cover)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from littlewars.engine import Battle, Point
from littlewars.table.board.hulls import crosses_hull
from littlewars.table.constants import NONE, OPEN
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.walls import nearest_on
from littlewars.table.shapes.bases import Base, gap, gap_poly, moved
from littlewars.table.shapes.boxes import around, boxes_meet
from littlewars.table.sight.lines import STOPPED, TOO_DEEP, UNDRAWN, lines_to, outlines_of
from littlewars.table.sight.looks import clear_line, look_round, see_many
from littlewars.table.terrain.openings import crossed
from littlewars.table.terrain.pieces import Piece, near_to
from littlewars.table.terrain.sight_exact import sight_lines
from littlewars.table.terrain.sight_rules import COMBAT_ACTION, TRANSPARENT

from .numbers import CONTACT, COVER_NEAR, FLAT, HIGHEST, PARTIAL, SLIT
from .state import Figure, State
from .tabletop import AREAS, OBSTACLES, PIERCED, SLITS, THICK, board, closed_by, gives_cover_inside, is_house, tabletop

SIGHT = COMBAT_ACTION._replace(own=TRANSPARENT)  # a hull that holds one of the two does not hide him
_NO_HULLS, _NO_COVERS = outlines_of([]), np.zeros(0, np.int8)
Line = tuple[Point, Point]


class Cover(NamedTuple):
    """What protects a target: how much PF, and by which rule."""

    bonus: int = 0
    name: str = ""
    rule: str = "combat-action.ranged.cover-pf"


def free_lines(battle: Battle[State], one: Figure, other: Figure) -> list[tuple[Line, bool]]:
    """The three lines between two, each with whether nothing blocks it (combat-action.los.lines)."""
    top = tabletop(battle)
    table = top.board

    def find() -> list[tuple[Line, bool]]:
        lines = sight_lines(table.base(one.id), table.base(other.id), SIGHT.lines, SIGHT.ends)
        rows = table.rows([one.id]), table.rows([other.id])
        facts = lines_to(table, *rows, SIGHT, _NO_COVERS, _NO_HULLS).facts[0, 0].tolist()
        hidden = [battle.state.piece(name) for name in {one.hides, other.hides} if name]
        return [
            (line, fact not in (STOPPED, TOO_DEEP, UNDRAWN) and not any(crosses_hull(*line, piece.outline) for piece in hidden))
            for line, fact in zip(lines, facts, strict=False)  # bases that lie on each other have no lines
        ]

    return top.until_move(("lines", one.id, other.id, one.hides, other.hides), find)


def sees(battle: Battle[State], one: Figure, other: Figure) -> bool:
    """Is at least one line free? Bases in contact see each other (combat-action.los.lines)."""
    one, other = battle.state.figures[one.body], battle.state.figures[other.body]
    table = board(battle)
    if one.id not in table or other.id not in table:
        return False
    if one.hides or other.hides:
        seen = any(free for _, free in free_lines(battle, one, other))
    else:
        seen = bool(see_many(table, one.id, np.array([table.row[other.id]], np.int64), SIGHT)[0] != NONE)
    return seen or table.gap(one.id, other.id) <= CONTACT


def seen_by(battle: Battle[State], figure: Figure) -> Sequence[tuple[Figure, int]]:
    """The enemies whom a model sees, the nearest first by centres, each with the gap between the bases."""
    state, top = battle.state, tabletop(battle)
    body, table = state.figures[figure.body], top.board
    if body.id not in table:
        return ()

    def look() -> list[tuple[Figure, int]]:
        names, gaps = table.names, table.gaps(body.id)
        if table.field.opaque:
            rows = look_round(table, [body.id], SIGHT)[0][0]
        else:  # where there is nothing to hide behind all enemies are seen
            foes = top.enemy_rows(state, state.units[body.unit].side)
            rows = foes[np.argsort(gaps[foes], kind="stable")].tolist()
        found = [(state.figures[names[row]], int(gaps[row])) for row in rows]
        return [(f, far) for f, far in found if not f.wreck and (not (body.hides or f.hides) or sees(battle, body, f))]

    return top.until_move(("seen", body.id, body.hides), look)


def cover_against(battle: Battle[State], shooter: Figure, target: Figure) -> Cover:
    """The best of flat down, partial cover and slit (combat-action.ranged.cover-pf)."""
    best = _terrain_cover(battle, battle.state.figures[shooter.body], target)
    return best if best.bonus or not target.flat else Cover(FLAT, "flat down")


def _terrain_cover(battle: Battle[State], shooter: Figure, target: Figure) -> Cover:
    table = board(battle)
    if target.level == HIGHEST or table.gap(shooter.id, target.id) <= CONTACT:
        return Cover()
    lines, ground = free_lines(battle, shooter, target), tabletop(battle).ground
    free = [line for line, is_free in lines if is_free]
    if free and not target.feet and _behind_slit(free, target.at, ground):
        return Cover(SLIT, "slit", "combat-action.los.slit")
    covered = len(free) < len(lines) or (not target.level and _stands_in_cover(target.at, ground))
    if covered or (free and _over(free, table.base(shooter.id), target, table.base(target.id), ground)):
        return Cover(PARTIAL, "partial cover", "combat-action.los.partial-cover")
    return Cover()


def _behind_slit(free: Sequence[Line], at: Point, ground: Sequence[Piece]) -> bool:
    """Does every free line pass a slit or hole of the section that it is in, or a pierced obstacle (combat-action.los.slit)?"""
    house = next((piece for piece in ground if is_house(piece) and piece.holds(at)), None)
    holes = [piece for piece in ground if piece.kind in OBSTACLES and PIERCED in piece.marks and not gives_cover_inside(piece)]

    def passes(a: Point, b: Point) -> bool:
        openings = crossed(a, b, house) if house else ()
        return any(one and one.kind in SLITS for one in openings) or any(crosses_hull(a, b, one.outline) for one in holes)

    return all(passes(*line) for line in free)


def _stands_in_cover(at: Point, ground: Sequence[Piece]) -> bool:
    """Is its centre in woods, rubble or a collapsed section (combat-action.los.partial-cover)?"""
    return any(gives_cover_inside(piece) and piece.holds(at) for piece in ground)


def _over(lines: Sequence[Line], foe: Base, target: Figure, base: Base, ground: Sequence[Piece]) -> bool:
    """Do all lines pass over an obstacle half as high as the target, near it and not near the shooter? Woods and rubble are
    none (combat-action.los.partial-cover, combat-action.terrain.kinds)."""
    near = [piece for piece in low_cover(ground, target, base) if piece.kind not in AREAS]
    over = [piece for piece in near if gap_poly(foe, piece.outline) > COVER_NEAR]
    return bool(over) and all(any(crosses_hull(*line, piece.outline) for piece in over) for line in lines)


def low_cover(ground: Sequence[Piece], target: Figure, base: Base, within: int = COVER_NEAR) -> list[Piece]:
    """The obstacles at least half as high as the model, within reach of it; a house that it is in is walls with openings."""
    near, least = near_to(ground, base, within), target.profile.height
    high = [piece for piece in near if 2 * ((piece.top or 0) - target.feet) >= least]
    return [piece for piece in high if not (is_house(piece) and piece.holds(base.at))]


def blast_cover(figure: Figure, at: Point, ground: Sequence[Piece]) -> int | None:
    """What protects it on the line to its centre; None: spared (combat-action.area.blast, combat-action.ranged.cover-pf)."""
    found = [_from_blast(figure, at, piece) for piece in ground] if not figure.foot else []
    return None if None in found else max((cover for cover in found if cover), default=0)


def _from_blast(figure: Figure, at: Point, piece: Piece) -> int | None:
    """The cover of one piece between; None: a wall or obstacle that is higher than the model."""
    high, own = piece.top or 0, figure.profile.height
    behind = None if high > own else PARTIAL if 2 * high >= own else 0
    if not crosses_hull(at, figure.at, piece.outline):
        return 0  # also of a wall at which it explodes: on its near side nothing is between
    if is_house(piece):
        met = list(crossed(at, figure.at, piece))
        if any(opening is None or closed_by(opening) == "wall" for opening in met):
            return behind
        return SLIT if any(opening and opening.kind in SLITS for opening in met) else 0
    if gives_cover_inside(piece):
        return PARTIAL
    return 0 if piece.kind not in OBSTACLES else SLIT if PIERCED in piece.marks else behind


def in_cover(battle: Battle[State], figure: Figure) -> bool:
    """Partial cover or slit against every enemy who sees it, or hidden (combat-action.los.in-cover)."""
    return bool(figure.hides) or all(_terrain_cover(battle, foe, figure).bonus for foe, _ in seen_by(battle, figure))


def safe_at(battle: Battle[State], figure: Figure, at: Point) -> str:
    """Would it be out of sight ("unseen") or in cover ("cover") there (combat-action.los.in-cover)? "" in the open."""
    state, top = battle.state, tabletop(battle)
    foes = [foe for foe in state.targets(state.side_of(figure)) if foe.id in top.board]
    base, ground = moved(figure.base(), at), top.ground
    rows = top.board.rows([foe.id for foe in foes])
    looks = see_many(top.board, base, rows, SIGHT, foot=figure.feet, tall=figure.profile.height).tolist()
    seen = [(foe, look) for foe, look in zip(foes, looks, strict=True) if look != NONE]
    if not seen:
        return "unseen"
    if _stands_in_cover(at, ground):
        return "cover"
    for foe in [foe for foe, look in seen if look == OPEN]:
        lines = sight_lines(foe.base(), base, SIGHT.lines, SIGHT.ends)
        if not _over(lines, foe.base(), figure, base, ground) and not _behind_slit(lines, base.at, ground):
            return ""
    return "cover"


def sees_point(battle: Battle[State], figure: Figure, at: Point) -> bool:
    """Is a point on the ground in its line of sight, from its centre (combat-action.ranged.targets)?"""
    return _first_seen(battle, battle.state.figures[figure.body], [at]) is not None


def near_side(battle: Battle[State], figure: Figure, piece: Piece) -> Point | None:
    """Where it hits a section or obstacle: just before its nearest point or a corner, whichever it sees; nowhere if it sees
    none (combat-action.ranged.targets, combat-action.area.blast)."""
    body = battle.state.figures[figure.body]
    at = _first_seen(battle, body, [nearest_on(piece.outline, body.at), *piece.outline], piece.top or 0, piece.id)
    return at and step_to(at, facing_to(at, body.at), THICK)


def _first_seen(battle: Battle[State], body: Figure, places: Sequence[Point], high: int = 0, skip: str = "") -> Point | None:
    """The first of these places, so high, with nothing but the skipped piece in the line to it from the top of a model."""
    if body.level == HIGHEST:
        return places[0]
    field, own, reach = board(battle).field, f"hull of {body.id}", around((body.at, *places), 1)
    near = [(row, piece.id) for row, piece in enumerate(field.pieces) if boxes_meet(reach, piece.box)]
    met = [row for row, name in near if name != own and name.partition("/")[0] != skip]
    return next((at for at in places if clear_line(field, met, (body.at, body.top), (at, high), SIGHT.deep1)), None)


def between(one: Figure, other: Figure) -> int:
    """The gap between two models, also from aboard; altitude does not count (combat-action.core.measuring)."""
    return gap(one.base(), other.base())
