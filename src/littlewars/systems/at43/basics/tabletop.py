"""The ground: what terrain is in AT-43, and the one door through which fighters come onto, over and off the table."""

from __future__ import annotations

from msgspec.structs import replace

from littlewars.engine import Battle, Point
from littlewars.kit.tabletop import BaseTabletop, Posture
from littlewars.table.constants import BARRED, BLOCK, CLEAR, PASSABLE, PLAIN
from littlewars.table.terrain.pieces import Ground, Piece, ring
from littlewars.table.terrain.pieces import piece as make

from .state import Fighter, State

SHIELD = "shield of "  # and the machine: the id of the element that a machine in shield formation is


def passable(piece: Piece) -> bool:
    """May it be entered (at43.terrain.elements)? A machine that is a shield is in the way by its own base."""
    return "passable" in piece.marks


def destroyable(piece: Piece) -> bool:
    """Has it a Protection and structure points (at43.terrain.destroyable)?"""
    return piece.protection > 0 and piece.structure > 0


def is_shield(piece: Piece) -> bool:
    """Is it a machine in shield formation (at43.tactics.shield-formation)?"""
    return piece.id.startswith(SHIELD)


def classify(piece: Piece) -> Ground:
    """An obstacle to sight up to its height and to movement, unless it is passable (at43.terrain.elements)."""
    blocks = piece.top is None or piece.top > 0
    free = passable(piece)
    return Ground(PLAIN if free else BARRED, BLOCK if blocks else CLEAR, PASSABLE if free else 0)


class Tabletop(BaseTabletop[State, Fighter]):
    """The board: everybody as tall as his card says (at43.los.over-obstacle)."""

    __slots__ = ()
    classify = staticmethod(classify)
    unit = "cm"

    def posture(self, figure: Fighter) -> Posture:
        """The table is flat: feet on the ground."""
        return Posture(tall=figure.profile.height)


tabletop, board, sync_board = Tabletop.of, Tabletop.board_of, Tabletop.sync


def put(battle: Battle[State], fighter: Fighter, at: Point) -> None:
    """Set a fighter down here."""
    fighter.x, fighter.y = at
    sync_board(battle, fighter)


def lay_anew(battle: Battle[State], pieces: list[Piece]) -> None:
    """The terrain is another now: the board is laid out again when somebody looks."""
    battle.state.pieces = pieces
    battle.board = None


def raise_shield(battle: Battle[State], fighter: Fighter) -> None:
    """A machine becomes a terrain element of its own height and base (at43.tactics.shield-formation)."""
    outline = ring(fighter.at, fighter.profile.radius)
    facts = {"top": fighter.profile.height, "marks": ("passable",), "name": "shield formation"}
    lay_anew(battle, [*battle.state.pieces, make(SHIELD + fighter.id, "wreck", outline, "cm", **facts)])


def drop_shields(battle: Battle[State], names: list[str]) -> None:
    """These machines are terrain no more."""
    ids = [SHIELD + name for name in names]
    if any(piece.id in ids for piece in battle.state.pieces):
        lay_anew(battle, [piece for piece in battle.state.pieces if piece.id not in ids])


def wear_down(battle: Battle[State], piece: Piece, points: int) -> int:
    """Structure points are lost; at 0 the element is removed (at43.terrain.destroyable). What is left."""
    left = max(0, piece.structure - points)
    kept = [replace(one, structure=left) if one is piece else one for one in battle.state.pieces]
    lay_anew(battle, [one for one in kept if one.id != piece.id or left])
    return left
