"""The ground: what terrain is in Defiance, and the one door through which figures come onto, over and off the table."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ...engine import Battle
from ...table.board import Board
from ...table.constants import BARRED, BLOCK, CLEAR, PLAIN
from ...table.field import Field
from ...table.kernel import Ints
from ...table.terrain import Ground, Piece, surface
from .numbers import INCH, LEVEL
from .state import Figure, State

CLASSES = ("light", "medium", "heavy", "impassable")
# thousandths of allowance for each inch: the inverse of the rates of defiance.move.terrain-table
COST = {"open": PLAIN, "light": 1333, "medium": 2000, "heavy": 4000, "impassable": BARRED}
DEPTH_CLASS = {"light": 1, "medium": 2, "heavy": 3}
# defiance.deploy.terrain-categories, for the kinds of the library; anything else by its facts
KINDS = {
    "sparse-wood": "light",
    "dense-wood": "heavy",
    "hedge": "light",
    "sandbags": "medium",
    "low-wall": "heavy",
    "high-wall": "heavy",
    "building": "impassable",
    "boulder": "impassable",
    "hill": "medium",
    "rubble": "medium",
    "crater": "light",
    "barricade": "medium",
    "generator": "impassable",
    "wreck": "heavy",
}
WATER = {"knee": "light", "waist": "medium", "neck": "heavy", "deep": "impassable"}
BY_GOING = ("open", "light", "heavy", "impassable")
PRONE_TOP = INCH // 2  # defiance.ranged.line-of-sight: at least half an inch


def terrain(piece: Piece) -> str:
    """Light, medium, heavy or impassable; the map may say so itself (defiance.move.terrain-agree)."""
    return _terrain(piece.classes.get("defiance", ""), piece.water, piece.kind, piece.going)


@lru_cache(maxsize=256)
def _terrain(declared: str, water: str, kind: str, going: int) -> str:
    if declared:
        return declared.split()[0]
    return WATER.get(water) or KINDS.get(kind) or BY_GOING[min(going, 3)]


def must_be_climbed(piece: Piece) -> bool:
    """Is it an obstacle with height, a wall for example (defiance.move.terrain-agree)?"""
    if declared := piece.classes.get("defiance", ""):
        return "obstacle" in declared
    return piece.linear and piece.solid and terrain(piece) == "heavy"


def box_of(piece: Piece) -> tuple[int, int, int, int]:
    """The box round a piece: west, south, east, north."""
    return _box(piece.outline)


@lru_cache(maxsize=1024)
def _box(outline: tuple[tuple[int, int], ...]) -> tuple[int, int, int, int]:
    xs, ys = [p[0] for p in outline], [p[1] for p in outline]
    return min(xs), min(ys), max(xs), max(ys)


def height(piece: Piece) -> int:
    """How high it stands; what blocks at any height is higher than anybody climbs."""
    return 1_000_000 if piece.top is None else piece.top


def classify(piece: Piece) -> Ground:
    """A piece as Defiance sees it: impassable ground blocks sight up to its height, other terrain by the depth of the line."""
    kind = terrain(piece)
    if kind == "impassable":
        return Ground(BARRED, CLEAR if piece.water in WATER else BLOCK)
    return Ground(COST[kind], CLEAR, 0, DEPTH_CLASS.get(kind, 0))


class Going(NamedTuple):
    """What the ground costs those who do not walk: nothing hinders them below their height."""

    aloft: Ints


class Desk:
    """The board with what Defiance knows beside it."""

    __slots__ = ("board", "going", "side_no", "unit_no")

    def __init__(self, state: State, field: Field, going: Going) -> None:
        self.board = Board.upon(field)
        self.going = going
        self.side_no = {name: number for number, name in enumerate(state.sides)}
        self.unit_no = {name: number for number, name in enumerate(state.units)}

    def put(self, state: State, figure: Figure) -> None:
        """Show where a figure stands now, and how high."""
        unit = figure.unit
        if unit not in self.unit_no:
            self.unit_no[unit] = len(self.unit_no)
        foot, tall = standing_height(state, figure)
        side = self.side_no[state.units[unit].side]
        self.board.put(figure.id, figure.base(), self.unit_no[unit], side, level=figure.level, foot=foot, tall=tall)


def standing_height(state: State, figure: Figure) -> tuple[int, int]:
    """The height of its feet and its own: 12 inches for each flight level, an inch for each size class."""
    tall = max(figure.size * INCH, PRONE_TOP)
    if figure.level:
        return figure.level * LEVEL, tall
    flats = [piece for piece in state.pieces if piece.flat]
    return (surface(figure.at, flats) if flats else 0), tall


def field_of(battle: Battle[State]) -> Field:
    """The terrain as arrays; made once and shared by a game and all its copies."""
    state = battle.state
    known = battle.shared.get("field")
    if known and len(known.pieces) == len(state.pieces) and all(map(lambda a, b: a is b, known.pieces, state.pieces)):
        return known  # type: ignore[no-any-return]
    field = battle.shared["field"] = Field((state.width, state.depth), state.pieces, classify)
    battle.shared["going"] = Going(field.cost * 0 + PLAIN)
    return field


def desk(battle: Battle[State]) -> Desk:
    """The table to measure on, laid out when first needed."""
    if battle.board is None:
        state = battle.state
        battle.board = Desk(state, field_of(battle), battle.shared["going"])
        waiting = set(state.turn.waiting)
        for figure in state.figures.values():
            if not figure.gone and figure.unit not in waiting:
                battle.board.put(state, figure)
    return battle.board  # type: ignore[no-any-return]


def board(battle: Battle[State]) -> Board:
    """The board itself."""
    return desk(battle).board


def show(battle: Battle[State], figure: Figure) -> None:
    """Tell the board that a figure has moved, gone prone, risen or left."""
    if battle.board is None:
        return
    if not figure.gone:
        battle.board.put(battle.state, figure)
    elif figure.id in battle.board.board:
        battle.board.board.lift(figure.id)


def put(battle: Battle[State], figure: Figure, at: tuple[int, int], face: int | None = None) -> None:
    """Set a figure down here."""
    figure.x, figure.y = at
    if face is not None:
        figure.face = face % 36000
    show(battle, figure)
