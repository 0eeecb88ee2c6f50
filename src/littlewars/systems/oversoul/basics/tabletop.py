"""The ground: what terrain is in Oversoul, and the one door through which models come onto, over and off the table."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.engine import Battle, Shape
from littlewars.kit.tabletop import UPRIGHT, BaseTabletop, Layout, Posture
from littlewars.table.constants import BARRED, BLOCK, CLEAR, PARTIAL, PLAIN
from littlewars.table.kernels.compiled import Ints
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece

from .state import Figure, State

LIGHT, HEAVY = 1500, 3000  # thousandths of an inch of allowance for each inch (oversoul.move.terrain-cost)
COST = {"open": PLAIN, "light": LIGHT, "heavy": HEAVY, "impassible": BARRED}
SIGHT = {"clear": CLEAR, "partial": PARTIAL, "block": BLOCK}
DIFFICULTY = ("open", "light", "heavy", "impassible")
SHALLOW, DEEP = ("knee", "waist"), ("neck", "deep")
AIRBORNE = 1  # flag of a body on the board: lines to it are always clear
ALOFT = Posture(flags=AIRBORNE)


def difficulty(piece: Piece) -> str:
    """Light, Heavy or Impassible (oversoul.setup.terrain-difficulty); water by its depth
    (oversoul.setup.terrain-properties)."""
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


class Tabletop(BaseTabletop[State, Figure]):
    """The board with what Oversoul knows beside it: the going for swimmers, flyers and ships."""

    __slots__ = ("afloat", "aloft", "swimming")
    classify = staticmethod(classify)

    def __init__(self, state: State, layout: Layout) -> None:
        super().__init__(state, layout)
        self.swimming, self.aloft, self.afloat = layout.keep("going", _going)

    def has_base(self, figure: Figure) -> bool:
        """Not the gone, the carried and the submerged."""
        return on_board(figure)

    def posture(self, figure: Figure) -> Posture:
        """In the air or not."""
        return ALOFT if figure.airborne else UPRIGHT

    def ground_for(self, figure: Figure) -> Ints | None:
        """The going for this model: swimmers and ships have their own (oversoul.attr.amphibious, oversoul.attr.waterborne)."""
        if figure.profile.waterborne:
            return self.afloat
        return self.swimming if figure.profile.amphibious else None

    def cost_for(self, figure: Figure) -> Ints | None:
        """The going for this model as it is now: in the air nothing costs or blocks (oversoul.attr.flying)."""
        return self.aloft if figure.airborne else self.ground_for(figure)


tabletop, board, sync_board = Tabletop.of, Tabletop.board_of, Tabletop.sync


def on_board(figure: Figure) -> bool:
    """Has it a base of its own on the table? Not the gone, the carried and the submerged."""
    return not (figure.gone or figure.carrier or figure.submerged)


def _going(field: Field) -> Going:
    return Going(_cost(field, LIGHT), field.cost * 0 + PLAIN, _cost(field, PLAIN))


def _cost(field: Field, water: int) -> Ints:
    """The going if water costs this much."""
    cost = field.cost.copy()
    for row, piece in enumerate(field.pieces):
        if is_deep(piece) or (is_shallow(piece) and water == PLAIN):
            cost[row] = water
    return cost


def put(battle: Battle[State], figure: Figure, at: tuple[int, int], face: int | None = None) -> None:
    """Set a model down here; its riders and passengers come along."""
    battle.state.place(figure, at, face)
    sync_board(battle, figure)


def shift(battle: Battle[State], figure: Figure, at: tuple[int, int], face: int) -> None:
    """The same, where it stands there as it did here: on the board only its place changes."""
    place: Tabletop | None = battle.board
    if place is None or figure.id not in place.board:
        put(battle, figure, at, face)
        return
    battle.state.place(figure, at, face)
    place.board.move(figure.id, figure.base())
