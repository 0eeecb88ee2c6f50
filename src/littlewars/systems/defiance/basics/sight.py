"""Who sees whom, how far away, and in what cover (defiance.ranged.line-of-sight, defiance.ranged.terrain-cover-*,
defiance.ranged.range-measurement)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from littlewars.engine import Battle
from littlewars.table.constants import NONE, TOUCH
from littlewars.table.facing import Point, vector
from littlewars.table.kernels.compiled import Bytes
from littlewars.table.shapes.bases import ceil_root, gap_poly
from littlewars.table.sight.looks import look_round as look
from littlewars.table.sight.looks import see_many
from littlewars.table.terrain.pieces import Piece, near_to
from littlewars.table.terrain.sight_exact import inside_spans
from littlewars.table.terrain.sight_rules import RAY, SightRule

from .numbers import COVER_PI, COVER_SI, DEPTH, INCH
from .state import Figure, State
from .tabletop import Tabletop, board, pieces_by, tabletop, terrain

SIGHT = SightRule(lines=1, heights=RAY, deep1=DEPTH["light"], deep2=DEPTH["medium"], deep3=DEPTH["heavy"])
BY_LEVEL = 6 * INCH  # of range for each level of difference (defiance.flight.effective-range)
Ranges = dict[str, int]  # how far off everybody is, the nearest first
SEEN = "seen"  # what those who have looked see, by viewer, is noted so
NEAR_COVER = 1 * INCH  # how near standard infantry must be to terrain to profit (defiance.ranged.terrain-cover-proximity)


def sees(battle: Battle[State], viewer: Figure, target: Figure) -> bool:
    """Is the target in line of sight, flyers over what is lower (defiance.flight.los)?"""
    return bool(sees_many(battle, viewer, [target])[0])


def sees_many(battle: Battle[State], viewer: Figure, targets: list[Figure]) -> list[bool]:
    """Which of them are in line of sight."""
    table = board(battle)
    if not targets:
        return []
    rows = np.array([table.row[target.id] for target in targets], np.int64)
    found: Bytes = see_many(table, viewer.id, rows, SIGHT)
    return [bool(value != NONE) for value in found]


def seen_by(battle: Battle[State], viewer: Figure) -> Ranges:
    """Enemies in line of sight and their ranges, nearest first: one look at all of them, noted until anybody moves."""
    place: Tabletop = battle.board or tabletop(battle)
    seen: dict[str, Ranges] = place.until_move(SEEN, dict)
    if viewer.id not in seen:
        look_round(battle, (viewer,))
    return seen[viewer.id]


def look_round(battle: Battle[State], viewers: Sequence[Figure]) -> None:
    """Note what each of them sees: one look for several viewers."""
    place = tabletop(battle)
    seen: dict[str, Ranges] = place.until_move(SEEN, dict)
    new = [viewer.id for viewer in viewers if viewer.id not in seen]
    if not new:
        return
    names, wrecks = place.board.names, _wrecks(battle) if place.chapters.vehicles else ()
    for viewer, (rows, gaps) in zip(new, look(place.board, new, SIGHT, BY_LEVEL), strict=True):
        in_order: Iterable[tuple[str, int]] = zip([names[row] for row in rows], gaps, strict=True)
        if wrecks:
            in_order = [one for one in in_order if one[0] not in wrecks]
        tied = len(set(gaps)) < len(gaps)
        seen[viewer] = dict(sorted(in_order, key=lambda one: one[::-1]) if tied else in_order)


def _wrecks(battle: Battle[State]) -> frozenset[str]:
    """Wrecks that are not yet terrain: bodies on the table, but nobody's enemy (defiance.vehicle.sdc-target)."""
    figures, place = battle.state.figures, tabletop(battle)
    return place.until_roster("wrecks", lambda: frozenset(name for name in place.board if figures[name].gone))


def ahead_of(figure: Figure, targets: Iterable[Figure], face: int | None = None) -> list[Figure]:
    """Those of them in its front 90 degrees, borders included: their centre is at least as far ahead as aside
    (defiance.ranged.front-arc, defiance.terms.cover-arc)."""
    x, y = figure.x, figure.y
    fx, fy = vector(figure.face if face is None else face)
    return [t for t in targets if fx * (t.x - x) + fy * (t.y - y) >= abs(fx * (t.y - y) - fy * (t.x - x))]


def away(one: Figure, other: Figure) -> int:
    """Range, centre to centre, rounded up to the thousandth; for flyers 6 inches more for each level between them."""
    return ceil_root((one.x - other.x) ** 2 + (one.y - other.y) ** 2) + BY_LEVEL * abs(one.level - other.level)


def cover_of(state: State, start: Point, target: Figure) -> str:
    """The worst class of terrain that protects the target from this side: "" in the open
    (defiance.ranged.terrain-cover-worst)."""
    return cover_among(state.pieces, start, target)


def cover_among(pieces: Sequence[Piece], start: Point, target: Figure) -> str:
    """The same where only these pieces can be near the target."""
    if target.level or target.leaping:
        return ""  # defiance.move.fly-height, defiance.move.jump-easy-target: it touches nothing
    near = _near_cover(target)
    close = pieces_by(pieces, (target.x, target.y), near + target.frame.reach)
    if not close:
        return ""
    found = [kind for piece in close if (kind := terrain(piece)) in COVER_SI and _protects(piece, start, target, near)]
    return max(found, key=lambda kind: -COVER_SI[kind], default="")


def _near_cover(target: Figure) -> int:
    """How near to terrain it must be to profit (defiance.ranged.terrain-cover-proximity)."""
    return TOUCH if target.frame.powered or target.frame.vehicle else NEAR_COVER


def _protects(piece: Piece, start: Point, target: Figure, near: int) -> bool:
    """The line must cross the feature, or the target stand in it; and the target must be near enough to it."""
    if piece.holds(target.at):
        return True
    if piece.holds(start):
        return False  # the firer's own terrain only limits how deep he sees
    return gap_poly(target.base(), piece.outline) <= near and bool(inside_spans(start, target.at, piece.outline))


def cover_mod(target: Figure, cover: str) -> int:
    """Powered infantry and vehicles profit less (defiance.ranged.terrain-cover-modifier)."""
    if not cover:
        return 0
    return (COVER_PI if target.frame.powered or target.frame.vehicle else COVER_SI)[cover]


def in_cover_anywhere(state: State, figure: Figure) -> bool:
    """Would it count as in terrain cover from some side (defiance.morale.nearest-cover)?"""
    return bool(near_to(filter(_hides, state.pieces), figure.base(), _near_cover(figure)))


def _hides(piece: Piece) -> bool:
    return terrain(piece) != "open"
