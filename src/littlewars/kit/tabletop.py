"""The table at hand: the board of a battle, laid out from its state when first needed, with what looks at it have found."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

import numpy as np
from msgspec import Struct

from littlewars.engine import Battle
from littlewars.table.board.board import Board
from littlewars.table.constants import ON, SIDE
from littlewars.table.kernels.compiled import Ints
from littlewars.table.shapes.bases import Base
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece

T = TypeVar("T")
MOST_LAYOUTS = 8  # grounds kept by a game and its copies: some books change theirs, and copies go to and fro


class BoardFigure(Protocol):
    """A figure as the board needs it."""

    id: str
    unit: str

    def base(self) -> Base:
        """Its base where it stands."""


S = TypeVar("S", bound=Struct)
F = TypeVar("F", bound=BoardFigure)


class Layout:
    """The terrain as arrays, and what follows from it: shared by a game and its copies while the pieces are the same."""

    __slots__ = ("_found", "field", "pieces")

    def __init__(self, field: Field, pieces: tuple[Piece, ...]) -> None:
        self.field, self.pieces = field, pieces
        self._found: dict[Hashable, Any] = {}

    def keep(self, key: Hashable, find: Callable[[Field], T]) -> T:
        """What follows from the ground alone."""
        if key not in self._found:
            self._found[key] = find(self.field)
        found: T = self._found[key]
        return found


class Posture(NamedTuple):
    """How somebody stands: flight level, flags of the book, height of the feet, and from them up."""

    level: int = 0
    flags: int = 0
    foot: int = 0
    tall: int = 0


UPRIGHT = Posture()


class BaseTabletop(Generic[S, F]):
    """The board with the numbers of units and sides: of a state with `width`, `depth`, `pieces`, `sides`, `units`, `figures`
    and `turn.waiting`, the units that are still to come. A book says what its terrain is and who has a base, and adds its own:

        class Tabletop(BaseTabletop[State, Figure]):
            classify = staticmethod(classify)

        tabletop, board, sync_board = Tabletop.of, Tabletop.board_of, Tabletop.sync

    What looks have found is kept until somebody moves, or until somebody comes or goes; a book may say of which unit.
    """

    __slots__ = ("_found", "_roster", "_version", "_who", "board", "layout", "side_no", "unit_no")

    unit: ClassVar[Literal["inch", "cm"]] = "inch"  # in which the book measures, as its system says

    def __init__(self, state: Any, layout: Layout) -> None:
        self.layout = layout
        self.board = Board.upon(layout.field)
        self.side_no = {name: number for number, name in enumerate(state.sides)}
        self.unit_no = {name: number for number, name in enumerate(state.units)}
        self._found: dict[Hashable, Any] = {}
        self._who: dict[Hashable, Any] = {}
        self._version = self._roster = -1

    # ---- what a book may say otherwise

    @staticmethod
    def classify(piece: Piece) -> Ground:
        """What a piece of terrain is: nothing in anybody's way."""
        return Ground()

    @staticmethod
    def parts(piece: Piece) -> Sequence[Piece]:
        """What a piece is made of, as sight and walking meet it: itself. A house may be walls."""
        return (piece,)

    def has_base(self, figure: F) -> bool:
        """Has it a base of its own on the table?"""
        return not getattr(figure, "gone", "")

    def posture(self, figure: F) -> Posture:
        """How it stands."""
        return UPRIGHT

    def unit_of(self, figure: F) -> str:
        """Of which unit it is on the board: members pass through each other."""
        return str(figure.unit)

    # ---- the table of a battle

    @classmethod
    def of(cls, battle: Battle[S]) -> Self:
        """The table to measure on, laid out when first needed."""
        laid: Self | None = battle.board
        if laid is None:
            state: Any = battle.state
            laid = battle.board = cls(state, cls.layout_of(battle))
            waiting = set(state.turn.waiting)
            for figure in state.figures.values():
                if figure.unit not in waiting and laid.has_base(figure):
                    laid.put(state, figure)
        return laid

    @classmethod
    def layout_of(cls, battle: Battle[S]) -> Layout:
        """The ground of a battle as it is now; the last ones are kept, and known again by their very pieces."""
        state: Any = battle.state
        known: dict[tuple[int, ...], Layout] = battle.shared.setdefault("field", {})
        key = (state.width, state.depth, *map(id, state.pieces))  # a layout keeps its pieces: nothing else gets their places
        if key not in known:
            if len(known) >= MOST_LAYOUTS:
                del known[next(iter(known))]
            parts = [part for piece in state.pieces for part in cls.parts(piece)]
            known[key] = Layout(Field((state.width, state.depth), parts, cls.classify, cls.unit), tuple(state.pieces))
        return known[key]

    @classmethod
    def board_of(cls, battle: Battle[S]) -> Board:
        """The board itself."""
        laid: Self | None = battle.board
        return cls.of(battle).board if laid is None else laid.board

    @classmethod
    def sync(cls, battle: Battle[S], figure: F) -> None:
        """Tell the board that a figure has moved, changed or left."""
        laid: Self | None = battle.board
        if laid is None:
            return
        if laid.has_base(figure):
            laid.put(battle.state, figure)
        elif figure.id in laid.board:
            laid.board.lift(figure.id)
        else:
            laid.board.renew()  # somebody without a base of his own: who is aboard is a different matter now

    def put(self, state: Any, figure: F) -> None:
        """Show where a figure stands now, and how."""
        unit = self.unit_of(figure)
        if unit not in self.unit_no:
            self.unit_no[unit] = len(self.unit_no)
        level, flags, foot, tall = self.posture(figure)
        side = self.side_no[state.units[figure.unit].side]
        self.board.put(figure.id, figure.base(), self.unit_no[unit], side, level=level, flags=flags, foot=foot, tall=tall)

    def enemy_rows(self, state: Any, side: str) -> Ints:
        """The rows of everybody on the table who fights against a side."""
        return self.until_roster(("enemies", side), lambda: self._rows_against(state, side))

    def _rows_against(self, state: Any, side: str) -> Ints:
        bodies = self.board.bodies[: self.board.n]
        mask = bodies[:, ON] != 0
        for name, number in self.side_no.items():
            if not state.enemies(side, name):
                mask &= bodies[:, SIDE] != number
        return np.flatnonzero(mask)

    # ---- what looks have found

    def until_move(self, key: Hashable, find: Callable[[], T]) -> T:
        """What a look finds, looked for again only when anybody has come, gone or moved. `dict` gives a page to write on."""
        if self._version != self.board.version:
            self._found, self._version = {}, self.board.version
        if key not in self._found:
            self._found[key] = find()
        return self._found[key]  # type: ignore[no-any-return]  # each key has one kind of finding

    def noted(self, key: Hashable) -> Any:
        """What a look has found since anybody moved, if it has been looked for."""
        return self._found.get(key) if self._version == self.board.version else None

    @contextmanager
    def supposing(self, found: dict[Hashable, Any]) -> Iterator[None]:
        """Meanwhile looks find this and write what they find there: somebody is thought of elsewhere, and nobody moves."""
        kept, self._found, self._version = (self._found, self._version), found, self.board.version
        try:
            yield
        finally:
            self._found, self._version = kept

    def until_roster(self, key: Hashable, find: Callable[[], T]) -> T:
        """What is so as long as nobody comes, goes or becomes something else; it outlives a move."""
        if self._roster != self.board.roster:
            self._who, self._roster = {}, self.board.roster
        if key not in self._who:
            self._who[key] = find()
        return self._who[key]  # type: ignore[no-any-return]  # as above
