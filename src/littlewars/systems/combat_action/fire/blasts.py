"""Area weapons: where they come down and whom they hit (combat-action.area.blast, combat-action.area.deviation-distance,
combat-action.area.deviation-direction, combat-action.area.deviation-limits)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Point
from littlewars.table.moving.scatter import deviate, first_hit, of_shot
from littlewars.table.shapes.bases import gap_point
from littlewars.table.terrain.openings import crossed
from littlewars.table.terrain.pieces import Piece

from ..basics.events import Exploded
from ..basics.numbers import BLAST_ON, DEVIATION, DIE, FLAT, OTHER_DEVIATION, PARTIAL, SLIT, WALL_FOOT
from ..basics.profiles import Weapon
from ..basics.sections import (
    FIRING_SLIT,
    HOLE,
    OBSTACLES,
    PIERCED,
    gives_cover_inside,
    is_house,
    runs_through,
    transparent,
)
from ..basics.state import Figure, State
from ..basics.tabletop import board, tabletop
from ..harm.machines import hit

SIX = 6  # directions of a die, clockwise from the way of the shot


def deviation(weapon: Weapon, miss: int) -> int:
    """How far a miss goes astray: at least one step (combat-action.area.deviation-distance)."""
    return max(1, miss) * DEVIATION.get(weapon.kind, OTHER_DEVIATION)


def impact(battle: Battle[State], start: Point, aimed: Point, far: int) -> Point | None:
    """Where a miss comes down: a die for the direction, the first wall stops it, off the table nothing happens."""
    fell = battle.dice.roll(DIE, "deviation")
    to = deviate(aimed, of_shot(start, aimed, SIX, fell - 1), far)
    met = first_hit(board(battle), aimed, to, foot=WALL_FOOT, bodies=False)
    at = met.stop if met is not None else to
    state = battle.state
    return at if 0 <= at[0] <= state.width and 0 <= at[1] <= state.depth else None


def explode(battle: Battle[State], name: str, at: Point, weapon: Weapon, off: int = 0, foot: int = 0) -> None:
    """Whoever covers the point is hit, others within the radius on 4+; friends too (combat-action.area.blast)."""
    battle.record(Exploded(what=name, at=at, radius=weapon.blast, off=off))
    for figure, cover, sure in caught(battle, at, weapon.blast, foot):
        if figure.gone:
            continue
        if sure or battle.dice.test(DIE, BLAST_ON, f"blast, {figure.id}"):
            hit(battle, figure, weapon.pen, cover)


def caught(battle: Battle[State], at: Point, radius: int, foot: int = 0) -> list[tuple[Figure, int, bool]]:
    """Everybody in a blast: who, with how much cover, and whether without a roll; who is behind a wall is spared."""
    ground, found = tabletop(battle).ground, list[tuple[Figure, int, bool]]()
    for figure in battle.state.bodies():
        if figure.level or figure.foot != foot or figure.wreck:
            continue
        far = gap_point(figure.base(), at)
        if far > radius:
            continue
        cover = 0 if far == 0 else blast_cover(figure, at, ground)
        if cover is not None:
            found.append((figure, max(cover, FLAT if figure.flat else 0), far == 0))
    return found


def blast_cover(figure: Figure, at: Point, ground: Sequence[Piece]) -> int | None:
    """What protects it on the line from the point to its centre; None: a wall or obstacle higher than itself spares it
    (combat-action.area.blast, combat-action.ranged.cover-pf)."""
    best = 0
    for piece in ground if not figure.foot else ():
        if is_house(piece):
            for opening in crossed(at, figure.at, piece):
                if opening is None or not transparent(opening):
                    return None
                best = max(best, SLIT if opening.kind in (FIRING_SLIT, HOLE) else 0)
        elif gives_cover_inside(piece):
            best = max(best, PARTIAL if runs_through(at, figure.at, piece) else 0)
        elif piece.kind in OBSTACLES and runs_through(at, figure.at, piece):
            tall = piece.top is None or piece.top > figure.profile.height
            if tall and PIERCED not in piece.marks:
                return None
            half = piece.top is None or 2 * piece.top >= figure.profile.height
            best = max(best, SLIT if PIERCED in piece.marks else PARTIAL if half else 0)
    return best
