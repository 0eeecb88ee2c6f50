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
        found = [piece for piece in _between(state, unit, fighter) if in_dead_angle(fighter, unit, piece)]
        behind += bool(found)
        used |= {piece.id: piece for piece in found}
    if 2 * behind < len(members) or not used:
        return False
    leader, chief = state.figures[target.leader].base(), state.figures[shooters.leader].base()
    nearest = min(used.values(), key=lambda piece: (gap_poly(leader, piece.outline), piece.id))
    return gap_poly(chief, nearest.outline) > TOO_CLOSE


def _between(state: State, unit: list[Disc], fighter: Fighter) -> list[Piece]:
    """A quick look: pieces within the box round the shooters and the fighter."""
    xs, ys = [fighter.x, *(disc.x for disc in unit)], [fighter.y, *(disc.y for disc in unit)]
    west, south, east, north = min(xs), min(ys), max(xs), max(ys)
    return [p for p in state.pieces if p.box[0] <= east and p.box[2] >= west and p.box[1] <= north and p.box[3] >= south]


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
