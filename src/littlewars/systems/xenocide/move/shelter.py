"""Cover to run for: who is in it, and where the nearest is (xenocide.broken.seek-cover, xenocide.cover.in-cover)."""

from __future__ import annotations

from collections.abc import Iterable

from littlewars.engine import Battle, Point
from littlewars.table.constants import NONE
from littlewars.table.facing import facing_to, step_to
from littlewars.table.shapes.bases import Base, gap_poly, middle, moved
from littlewars.table.sight.looks import see_many
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT

from ..basics.numbers import REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, gives_cover, visible_enemies

HELD = REACH  # an enemy so near to a linear piece occupies it


def middle_of(state: State, unit: Unit) -> Point:
    """The centre of a unit."""
    return middle([figure.at for figure in state.standing(unit)])


def closest(battle: Battle[State], unit: Unit) -> Unit | None:
    """The closest visible enemy unit, or the closest known one if none is visible (xenocide.broken.passed)."""
    state, table = battle.state, board(battle)
    own = [figure.id for figure in state.standing(unit)]
    foes = [foe for foe in visible_enemies(battle, unit) or state.foes_of(unit.side) if state.standing(foe)]
    if not foes or not own:
        return None
    return min(foes, key=lambda foe: (int(table.matrix(own, [f.id for f in state.standing(foe)]).min()), foe.id))


def is_sheltered(battle: Battle[State], figure: Figure, at: Point, foes: Iterable[Figure]) -> bool:
    """Would a model there be in area terrain with cover, within an inch behind a linear piece as seen from the closest of
    these enemies, or out of sight of all enemies (xenocide.broken.seek-cover)?"""
    state, there, eyes = battle.state, moved(figure.base(), at), list(foes)
    for piece in state.pieces:
        if gives_cover(piece) and _shelters(piece, there, eyes):
            return True
    return is_hidden(battle, figure, at)


def _shelters(piece: Piece, there: Base, eyes: list[Figure]) -> bool:
    if not piece.linear:
        return piece.holds(there.at)
    return gap_poly(there, piece.outline) <= REACH and any(inside_spans(there.at, foe.at, piece.outline) for foe in eyes)


def is_hidden(battle: Battle[State], figure: Figure, at: Point) -> bool:
    """Is it out of sight of all enemies there?"""
    state, table = battle.state, board(battle)
    enemies = [foe.id for unit in state.foes_of(state.units[figure.unit].side) for foe in state.standing(unit)]
    if not enemies:
        return True
    seen = see_many(table, moved(figure.base(), at), table.rows(enemies), SIGHT, tall=figure.profile.height)
    return bool((seen == NONE).all())


def in_cover(battle: Battle[State], unit: Unit) -> bool:
    """Is half of the unit or more sheltered where it stands (xenocide.broken.seek-cover)?"""
    state, enemy = battle.state, closest(battle, unit)
    eyes = state.standing(enemy) if enemy is not None else []
    members = state.standing(unit)
    return 2 * sum(is_sheltered(battle, figure, figure.at, eyes) for figure in members) >= len(members)


def goals(battle: Battle[State], unit: Unit) -> list[Point]:
    """Places to make for, the closest to the unit's centre first: into area terrain with cover, behind linear pieces and what
    blocks sight, none of which an enemy occupies (xenocide.broken.seek-cover)."""
    state, here, enemy = battle.state, middle_of(battle.state, unit), closest(battle, unit)
    if enemy is None:
        return []
    threat = middle_of(state, enemy)
    covers = [piece for piece in state.pieces if gives_cover(piece) and not occupied(state, piece, unit.side)]
    found = [goal_at(piece, here, threat) for piece in covers]
    return sorted(found, key=lambda at: ((at[0] - here[0]) ** 2 + (at[1] - here[1]) ** 2, at))


def goal_at(piece: Piece, here: Point, threat: Point) -> Point:
    """Inside an area, else on the side of the piece away from the enemy."""
    west, south, east, north = piece.box
    centre = ((west + east) // 2, (south + north) // 2)
    if not piece.linear and not piece.solid:
        x, y = min(max(here[0], west), east), min(max(here[1], south), north)
        return step_to((x, y), facing_to((x, y), centre), 1500) if (x, y) != centre else centre
    x, y = min(max(here[0], west), east), min(max(here[1], south), north)
    return step_to((x, y), facing_to(threat, (x, y)), 1200) if (x, y) != threat else centre


def occupied(state: State, piece: Piece, side: str) -> bool:
    """Is an enemy's centre in it or, if it is linear, an enemy within an inch (xenocide.broken.seek-cover)?"""
    foes = [foe for unit in state.foes_of(side) for foe in state.standing(unit)]
    return any(gap_poly(f.base(), piece.outline) <= HELD if piece.linear else piece.holds(f.at) for f in foes)
