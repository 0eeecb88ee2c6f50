"""Cover by dead angles (at43.cover.*)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.shapes.bases import Disc, gap_poly
from littlewars.table.sight.shadow import sheltered
from littlewars.table.terrain.pieces import Piece

from ..basics.numbers import COVER, TAKEN_COVER, TOO_CLOSE
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import passable, tabletop
from ..units.cohesion import bases_of


def cover_of(battle: Battle[State], shooters: Unit, target: Unit) -> int:
    """What cancels an impact on the target: 4, 3 for a unit that has taken cover, 0 in the open (at43.cover.roll,
    at43.tactics.take-cover, at43.tactics.shield-formation)."""
    if "shield-formation" in target.markers or not is_covered(battle, shooters, target):
        return 0
    return TAKEN_COVER if "take-cover" in target.markers else COVER


def is_covered(battle: Battle[State], shooters: Unit, target: Unit) -> bool:
    """Is the unit under cover from these shooters?"""
    return tabletop(battle).until_move(("cover", shooters.id, target.id), lambda: _covered(battle, shooters, target))


def _covered(battle: Battle[State], shooters: Unit, target: Unit) -> bool:
    """Half of its members or more in dead angles, and the shooters' leader not too near the obstacle (at43.cover.half-of-unit,
    at43.cover.ten-cm)."""
    state = battle.state
    members = state.members(target)
    unit = list(bases_of(state.members(shooters)).values())
    used: dict[str, Piece] = {}
    behind = 0
    for fighter in members:
        found = [piece for piece in pieces_between(state, unit, fighter) if in_dead_angle(fighter, unit, piece)]
        behind += bool(found)
        used |= {piece.id: piece for piece in found}
    if 2 * behind < len(members) or not used:
        return False
    leader, chief = state.figures[target.leader].base(), state.figures[shooters.leader].base()
    nearest = min(used.values(), key=lambda piece: (gap_poly(leader, piece.outline), piece.id))
    return gap_poly(chief, nearest.outline) > TOO_CLOSE


def pieces_between(state: State, unit: list[Disc], fighter: Fighter) -> list[Piece]:
    """A quick look: only a piece that lies within the box round a fighter and each of the shooters can shelter him."""
    x, y, found = fighter.x, fighter.y, state.pieces
    for disc in unit:
        west, east = (x, disc.x) if x < disc.x else (disc.x, x)
        south, north = (y, disc.y) if y < disc.y else (disc.y, y)
        found = [p for p in found if p.box[0] <= east and p.box[2] >= west and p.box[1] <= north and p.box[3] >= south]
        if not found:
            break
    return found


def in_dead_angle(fighter: Fighter, unit: list[Disc], piece: Piece) -> bool:
    """Is the centre of his base where nobody of the unit reaches it without crossing the obstacle, which is at least half as
    high as he is? One who stands in a passable element is so against shooters outside (at43.cover.dead-angle,
    at43.cover.low-obstacles, at43.terrain.elements)."""
    if piece.top is not None and 2 * piece.top < fighter.profile.height:
        return False
    if passable(piece) and any(piece.holds(disc.at) for disc in unit):
        return False
    if piece.holds(fighter.at):
        return passable(piece)
    return sheltered(fighter.at, unit, piece.outline)
