"""The ground: what terrain is in Oversoul, and the one door through which models come onto, over and off the table."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.engine import Battle, Shape
from littlewars.table.board.board import Board
from littlewars.table.constants import BARRED, BLOCK, CLEAR, PARTIAL, PLAIN
from littlewars.table.kernels.compiled import Bytes, Ints
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece

from .state import Figure, State

LIGHT, HEAVY = 1500, 3000  # thousandths of an inch of allowance for each inch (oversoul.move.terrain-cost)
COST = {"open": PLAIN, "light": LIGHT, "heavy": HEAVY, "impassible": BARRED}
SIGHT = {"clear": CLEAR, "partial": PARTIAL, "block": BLOCK}
DIFFICULTY = ("open", "light", "heavy", "impassible")
SHALLOW, DEEP = ("knee", "waist"), ("neck", "deep")
AIRBORNE = 1  # flag of a body on the board: lines to it are always clear


def difficulty(piece: Piece) -> str:
    """Light, Heavy or Impassible (oversoul.setup.terrain-difficulty); water by its depth (.setup.terrain-properties)."""
    declared = piece.classes.get("oversoul", "").split()
    if declared:
        return declared[0]
    if piece.water in DEEP:
        return "impassible"
    if piece.water in SHALLOW:
        return "light"
    return "impassible" if piece.solid else DIFFICULTY[min(piece.going, 3)]


def sight(piece: Piece) -> str:
    """Clear, partial or block (oversoul.setup.terrain-properties)."""
    declared = piece.classes.get("oversoul", "").split()
    if len(declared) > 1:
        return declared[1]
    if piece.opaque:
        return "block"
    return "partial" if piece.density or piece.cover else "clear"


def classify(piece: Piece) -> Ground:
    """A piece as Oversoul sees it."""
    return Ground(COST[difficulty(piece)], SIGHT[sight(piece)])


def shape_of(figure: Figure) -> Shape:
    """The base of a model that is to be put down."""
    return Shape("disc", (figure.radius,)) if figure.radius else Shape("box", (figure.length, figure.width))


def is_deep(piece: Piece) -> bool:
    """Deep water."""
    return piece.water in DEEP


def is_shallow(piece: Piece) -> bool:
    """Shallow water."""
    return piece.water in SHALLOW


class Going(NamedTuple):
    """What the ground costs those who do not walk: swimmers, flyers, ships."""

    swimming: Ints  # oversoul.attr.amphibious
    aloft: Ints  # in the air no terrain costs or blocks (oversoul.attr.flying)
    afloat: Ints  # oversoul.attr.waterborne, when freed: water at the cost of open ground


class Tabletop:
    """The board with what Oversoul knows beside it: numbers of units and sides, and the going for swimmers and ships."""

    __slots__ = ("afloat", "aloft", "board", "engaged", "foes", "high", "side_no", "swimming", "unit_no", "whole")

    def __init__(self, state: State, field: Field, going: Going) -> None:
        self.board = Board.upon(field)
        self.foes: dict[str, tuple[int, Ints]] = {}  # rows of a side's enemies, as of a roster of the board
        self.engaged: dict[str, tuple[int, bool]] = {}  # does a unit touch an enemy, as of a version of the board?
        self.whole: dict[str, tuple[tuple[int, list[str], int], bool]] = {}  # does a unit hang together, as asked before?
        self.high: tuple[int, Bytes] | None = None  # who is airborne, by row, as of a roster of the board
        self.side_no = {name: number for number, name in enumerate(state.sides)}
        self.unit_no = {name: number for number, name in enumerate(state.units)}
        self.swimming, self.aloft, self.afloat = going

    def put(self, state: State, figure: Figure) -> None:
        """Show where a model stands now."""
        unit = figure.unit
        if unit not in self.unit_no:
            self.unit_no[unit] = len(self.unit_no)
        side = self.side_no[state.units[unit].side]
        flags = AIRBORNE if figure.airborne else 0
        self.board.put(figure.id, figure.base(), self.unit_no[unit], side, flags=flags)

    def ground_for(self, figure: Figure) -> Ints | None:
        """The going for this model: swimmers and ships have their own (oversoul.attr.amphibious, .waterborne)."""
        if figure.profile.waterborne:
            return self.afloat
        return self.swimming if figure.profile.amphibious else None


def _cost(field: Field, water: int) -> Ints:
    """The going if water costs this much."""
    cost = field.cost.copy()
    for row, piece in enumerate(field.pieces):
        if is_deep(piece) or (is_shallow(piece) and water == PLAIN):
            cost[row] = water
    return cost


def field_of(battle: Battle[State]) -> Field:
    """The terrain as arrays; made once and shared by a game and all its copies."""
    state = battle.state
    known: Field | None = battle.shared.get("field")
    if known and len(known.pieces) == len(state.pieces) and all(map(lambda a, b: a is b, known.pieces, state.pieces)):
        return known
    field = battle.shared["field"] = Field((state.width, state.depth), state.pieces, classify)
    battle.shared["going"] = Going(_cost(field, LIGHT), field.cost * 0 + PLAIN, _cost(field, PLAIN))
    return field


def tabletop(battle: Battle[State]) -> Tabletop:
    """The table to measure on, laid out when first needed."""
    if battle.board is None:
        state = battle.state
        battle.board = Tabletop(state, field_of(battle), battle.shared["going"])
        waiting = set(state.turn.waiting)
        for figure in state.figures.values():
            if on_board(figure) and figure.unit not in waiting:
                battle.board.put(state, figure)
    laid: Tabletop = battle.board
    return laid


def board(battle: Battle[State]) -> Board:
    """The board itself."""
    return tabletop(battle).board


def on_board(figure: Figure) -> bool:
    """Has it a base of its own on the table? Not the gone, the carried and the submerged."""
    return not (figure.gone or figure.carrier or figure.submerged)


def sync_board(battle: Battle[State], figure: Figure) -> None:
    """Tell the board that a model has moved, come up, gone down or left."""
    if battle.board is None:
        return
    if on_board(figure):
        battle.board.put(battle.state, figure)
    elif figure.id in battle.board.board:
        battle.board.board.lift(figure.id)


def put(battle: Battle[State], figure: Figure, at: tuple[int, int], face: int | None = None) -> None:
    """Set a model down here; whoever rides or is aboard comes along."""
    battle.state.place(figure, at, face)
    sync_board(battle, figure)
