"""Line of sight and cover (combat-action.los.lines, combat-action.los.partial-cover, combat-action.los.slit,
combat-action.los.in-cover)."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

import numpy as np

from littlewars.engine import Battle, Point
from littlewars.table.constants import NONE, OPEN
from littlewars.table.shapes.bases import Base, bound, edges, gap, gap_poly, moved
from littlewars.table.shapes.boxes import around, boxes_meet
from littlewars.table.sight.lines import STOPPED, TOO_DEEP, UNDRAWN, lines_to, outlines_of
from littlewars.table.sight.looks import look_round, see_many
from littlewars.table.terrain.openings import crossed
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans, sight_lines
from littlewars.table.terrain.sight_rules import COMBAT_ACTION, TRANSPARENT

from .numbers import CONTACT, COVER_NEAR, FLAT, PARTIAL, SLIT
from .sections import FIRING_SLIT, HOLE, OBSTACLES, PIERCED, gives_cover_inside, is_house, runs_through
from .state import Figure, State
from .tabletop import board, tabletop

RULE = COMBAT_ACTION._replace(own=TRANSPARENT)  # a hull that holds one of the two does not hide him
_NO_HULLS, _NO_COVERS = outlines_of([]), np.zeros(0, np.int8)
Line = tuple[Point, Point]


class Cover(NamedTuple):
    """What protects a target: how much PF, and by which rule."""

    bonus: int = 0
    name: str = ""
    rule: str = "combat-action.ranged.cover-pf"


NO_COVER = Cover()


def free_lines(battle: Battle[State], one: Figure, other: Figure) -> list[tuple[Line, bool]]:
    """The three lines between two, each with whether nothing blocks it (combat-action.los.lines)."""
    top = tabletop(battle)
    table = top.board

    def find() -> list[tuple[Line, bool]]:
        lines = sight_lines(table.base(one.id), table.base(other.id), RULE.lines, RULE.ends)
        rows = table.rows([one.id]), table.rows([other.id])
        facts = lines_to(table, *rows, RULE, _NO_COVERS, _NO_HULLS).facts[0, 0].tolist()
        hidden = [battle.state.piece(name) for name in {one.hides, other.hides} if name]
        stopped = [facts[n] in (STOPPED, TOO_DEEP, UNDRAWN) for n in range(len(lines))]
        return [
            (line, not blocked and not any(runs_through(*line, piece) for piece in hidden))
            for line, blocked in zip(lines, stopped, strict=True)
        ]

    return top.until_move(("lines", one.id, other.id, one.hides, other.hides), find)


def sees(battle: Battle[State], one: Figure, other: Figure) -> bool:
    """Is at least one line free? Bases in contact see each other (combat-action.los.lines)."""
    one, other = battle.state.figures[one.body], battle.state.figures[other.body]
    table = board(battle)
    if one.id not in table or other.id not in table:
        return False
    if not one.hides and not other.hides:
        rows = np.array([table.row[other.id]], np.int64)
        return bool(see_many(table, one.id, rows, RULE)[0] != NONE) or table.gap(one.id, other.id) <= CONTACT
    return table.gap(one.id, other.id) <= CONTACT or any(free for _, free in free_lines(battle, one, other))


def seen_by(battle: Battle[State], figure: Figure) -> Sequence[tuple[Figure, int]]:
    """The enemies whom a model sees, the nearest first by centres, each with the gap between the bases."""
    state, top = battle.state, tabletop(battle)
    body = state.figures[figure.body]
    table = top.board
    if body.id not in table:
        return ()

    def look() -> list[tuple[Figure, int]]:
        rows = look_round(table, [body.id], RULE)[0][0] if table.field.opaque else _everybody(battle, body)
        names, gaps = table.names, table.gaps(body.id)
        found = [(state.figures[names[row]], int(gaps[row])) for row in rows]
        if not body.hides:
            return [(f, far) for f, far in found if not f.wreck and (not f.hides or sees(battle, body, f))]
        return [(f, far) for f, far in found if not f.wreck and sees(battle, body, f)]

    return top.until_move(("seen", body.id, body.hides), look)


def _everybody(battle: Battle[State], body: Figure) -> list[int]:
    """On a table without anything to hide behind all enemies are seen."""
    top = tabletop(battle)
    rows = top.enemy_rows(battle.state, battle.state.units[body.unit].side)
    gaps = top.board.gaps(body.id)
    found: list[int] = rows[np.argsort(gaps[rows], kind="stable")].tolist()
    return found


def cover_against(battle: Battle[State], shooter: Figure, target: Figure) -> Cover:
    """The best of flat down, partial cover and slit (combat-action.ranged.cover-pf)."""
    best = _terrain_cover(battle, battle.state.figures[shooter.body], target)
    return best if best.bonus or not target.flat else Cover(FLAT, "flat down")


def _terrain_cover(battle: Battle[State], shooter: Figure, target: Figure) -> Cover:
    table = board(battle)
    if shooter.id not in table or target.id not in table or table.gap(shooter.id, target.id) <= CONTACT:
        return NO_COVER
    if target.level:
        return NO_COVER
    lines = free_lines(battle, shooter, target)
    free = [line for line, is_free in lines if is_free]
    ground = tabletop(battle).ground
    if free and not target.foot and _behind_slit(free, target.at, ground):
        return Cover(SLIT, "slit", "combat-action.los.slit")
    if (
        len(free) < len(lines)
        or _stands_in_cover(target.at, ground)
        or (free and _over(free, table.base(shooter.id), target, table.base(target.id), ground))
    ):
        return Cover(PARTIAL, "partial cover", "combat-action.los.partial-cover")
    return NO_COVER


def _behind_slit(free: Sequence[Line], at: Point, ground: Sequence[Piece]) -> bool:
    """Does every free line pass a slit or hole of the section that it is in, or a pierced obstacle (combat-action.los.slit)?"""
    house = next((piece for piece in ground if is_house(piece) and piece.holds(at)), None)
    for a, b in free:
        met = [gap_.kind for gap_ in crossed(a, b, house) if gap_ is not None] if house else []
        pierced = any(PIERCED in p.marks and p.kind in OBSTACLES and runs_through(a, b, p) for p in ground)
        if not pierced and not any(kind in (FIRING_SLIT, HOLE) for kind in met):
            return False
    return True


def _stands_in_cover(at: Point, ground: Sequence[Piece]) -> bool:
    """Is its centre in woods, rubble or a collapsed section (combat-action.los.partial-cover)?"""
    return any(gives_cover_inside(piece) and piece.holds(at) for piece in ground)


def _over(lines: Sequence[Line], foe: Base, target: Figure, base: Base, ground: Sequence[Piece]) -> bool:
    """Do all lines pass over an obstacle half as high as the target, near it and not near the shooter
    (combat-action.los.partial-cover)?"""
    near = [piece for piece in ground if is_low_cover(piece, target, base)]
    over = [piece for piece in near if gap_poly(foe, piece.outline) > COVER_NEAR]
    return bool(over) and all(any(runs_through(*line, piece) for piece in over) for line in lines)


def is_low_cover(piece: Piece, target: Figure, base: Base, within: int = COVER_NEAR) -> bool:
    """Is it an obstacle at least half as high as the model, within reach of it?"""
    if not boxes_meet(piece.box, around((base.at,), within + bound(base) + 1)):
        return False  # a quick look before the measured one
    if not (piece.kind in OBSTACLES or gives_cover_inside(piece) or is_house(piece)) or piece.top is None:
        return False
    if is_house(piece) and piece.holds(base.at):
        return False  # from inside it is walls with openings
    return 2 * (piece.top - target.feet) >= target.profile.height and gap_poly(base, piece.outline) <= within


def in_cover(battle: Battle[State], figure: Figure) -> bool:
    """Partial cover or slit against every enemy who sees it, or hidden (combat-action.los.in-cover)."""
    if figure.hides:
        return True
    return all(_terrain_cover(battle, foe, figure).bonus for foe, _ in seen_by(battle, figure))


def safe_at(battle: Battle[State], figure: Figure, at: Point) -> str:
    """Would it be out of sight ("unseen") or in cover ("cover") there (combat-action.los.in-cover)? "" in the open."""
    state, top = battle.state, tabletop(battle)
    side = state.units[figure.unit].side
    foes = [foe for foe in state.targets(side) if foe.id in top.board]
    base, ground = moved(figure.base(), at), top.ground
    rows = top.board.rows([foe.id for foe in foes])
    looks = see_many(top.board, base, rows, RULE, foot=figure.feet, tall=figure.profile.height).tolist()
    seen = [(foe, look) for foe, look in zip(foes, looks, strict=True) if look != NONE]
    if not seen:
        return "unseen"
    inside = _stands_in_cover(at, ground)
    for foe, look in seen:
        if look == OPEN and not inside and not _covered_at(foe, figure, base, ground):
            return ""
    return "cover"


def _covered_at(foe: Figure, figure: Figure, base: Base, ground: Sequence[Piece]) -> bool:
    """Do all three lines pass a slit, or over an obstacle near it?"""
    lines = sight_lines(foe.base(), base, RULE.lines, RULE.ends)
    return _over(lines, foe.base(), figure, base, ground) or _behind_slit(lines, base.at, ground)


def sees_point(battle: Battle[State], figure: Figure, at: Point) -> bool:
    """Is a point on the ground in its line of sight, from its centre (combat-action.ranged.targets)?"""
    body = battle.state.figures[figure.body]
    return _clear(battle, body, at, 0, "")


def sees_piece(battle: Battle[State], figure: Figure, piece: Piece) -> bool:
    """Does it see a section or obstacle: its nearest point, or one of its corners (combat-action.ranged.targets)?"""
    body = battle.state.figures[figure.body]
    places = [nearest_on(piece.outline, body.at), *piece.outline]

    def look() -> bool:
        return any(_clear(battle, body, at, piece.top or 0, piece.id) for at in places)

    return tabletop(battle).until_move(("piece", body.id, piece.id), look)


def nearest_on(outline: Sequence[Point], at: Point) -> Point:
    """The point of an outline nearest to a place."""
    best, found = -1.0, outline[0]
    for (px, py), (qx, qy) in edges(outline):
        dx, dy = qx - px, qy - py
        t = min(1.0, max(0.0, ((at[0] - px) * dx + (at[1] - py) * dy) / (dx * dx + dy * dy)))
        x, y = round(px + dx * t), round(py + dy * t)
        far = (x - at[0]) ** 2 + (y - at[1]) ** 2
        if best < 0 or far < best:
            best, found = far, (x, y)
    return found


def _clear(battle: Battle[State], body: Figure, to: Point, height: int, skip: str) -> bool:
    """Does nothing but the skipped piece stand in the line from the top of a model to a place of this height?"""
    if body.level > 1 or body.at == to:
        return True
    field = board(battle).field
    deep, reach = 0.0, around((body.at, to), 1)
    for piece, ground in zip(field.pieces, field.ground, strict=True):
        if (not ground.sight and not ground.depth) or not boxes_meet(reach, piece.box):
            continue
        if piece.id.partition("/")[0] == skip or piece.id == f"hull of {body.id}":
            continue
        for lo, hi in inside_spans(body.at, to, piece.outline):
            low = min(body.top + (height - body.top) * float(t) for t in (lo, hi))
            if ground.sight and (piece.top is None or low < piece.top):
                return False
            deep += float(hi - lo) * dist(body.at, to) if ground.depth and low < (piece.top or 0) else 0
    return deep <= RULE.deep1


def between(one: Figure, other: Figure) -> int:
    """The gap between two models, also from aboard; altitude does not count (combat-action.core.measuring)."""
    return gap(one.base(), other.base())
