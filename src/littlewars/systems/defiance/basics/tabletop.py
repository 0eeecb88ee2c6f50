"""The ground: what terrain is in Defiance, and the one door through which figures come onto, over and off the table."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

from littlewars.engine import Battle
from littlewars.table.board.board import Board
from littlewars.table.board.lookout import stands_apart
from littlewars.table.constants import BARRED, BLOCK, CLEAR, PLAIN
from littlewars.table.facing import Point
from littlewars.table.kernels.compiled import Ints
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece, surface

from .numbers import INCH, LEVEL
from .state import Figure, State, Unit

T = TypeVar("T")
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


class Facts(NamedTuple):
    """What there is to know of a piece, found out once: pieces never change."""

    piece: Piece  # kept, so that nothing else gets its place in memory
    terrain: str
    climbed: bool
    box: tuple[int, int, int, int]


_FACTS: dict[int, Facts] = {}
_MOST_FACTS = 4096


def _facts(piece: Piece) -> Facts:
    known = _FACTS.get(id(piece))
    if known is None:
        if len(_FACTS) >= _MOST_FACTS:
            _FACTS.clear()
        xs, ys = [p[0] for p in piece.outline], [p[1] for p in piece.outline]
        kind = _terrain(piece)
        known = _FACTS[id(piece)] = Facts(piece, kind, _climbed(piece, kind), (min(xs), min(ys), max(xs), max(ys)))
    return known


def terrain(piece: Piece) -> str:
    """Light, medium, heavy or impassable; the map may say so itself (defiance.move.terrain-agree)."""
    return _facts(piece).terrain


def _terrain(piece: Piece) -> str:
    if declared := piece.classes.get("defiance", ""):
        return declared.split()[0]
    return WATER.get(piece.water) or KINDS.get(piece.kind) or BY_GOING[min(piece.going, 3)]


def must_be_climbed(piece: Piece) -> bool:
    """Is it an obstacle with height, a wall for example (defiance.move.terrain-agree)?"""
    return _facts(piece).climbed


def _climbed(piece: Piece, kind: str) -> bool:
    if declared := piece.classes.get("defiance", ""):
        return "obstacle" in declared
    return piece.linear and piece.solid and kind == "heavy"


def box_of(piece: Piece) -> tuple[int, int, int, int]:
    """The box round a piece: west, south, east, north."""
    return _facts(piece).box


def pieces_by(pieces: Sequence[Piece], at: Point, reach: int) -> list[Piece]:
    """A quick look: the pieces whose boxes come within reach of a place."""
    x, y = at
    found = []
    for piece in pieces:
        west, south, east, north = (_FACTS.get(id(piece)) or _facts(piece)).box
        if west - reach <= x <= east + reach and south - reach <= y <= north + reach:
            found.append(piece)
    return found


def height(piece: Piece) -> int:
    """How high it stands; what blocks at any height is higher than anybody climbs."""
    return 1_000_000 if piece.top is None else piece.top


def classify(piece: Piece) -> Ground:
    """A piece as Defiance sees it: impassable ground blocks sight up to its height, other terrain by the depth of the line."""
    kind = terrain(piece)
    if kind == "impassable":
        return Ground(BARRED, CLEAR if piece.water in WATER else BLOCK)
    return Ground(COST[kind], CLEAR, 0, DEPTH_CLASS.get(kind, 0))


Boxed = tuple[int, int, int, int, Piece]  # west, south, east, north of a piece, and the piece


class Going(NamedTuple):
    """What the ground costs those who do not walk: nothing hinders them below their height; the boxes round the pieces; and
    what one may stand on."""

    aloft: Ints
    boxes: tuple[Boxed, ...]
    flats: tuple[Piece, ...]
    flat_boxes: tuple[Boxed, ...]


class Tabletop:
    """The board with what Defiance knows beside it."""

    __slots__ = ("_found", "_roster", "_version", "_who", "board", "going", "side_no", "unit_no")

    def __init__(self, state: State, field: Field, going: Going) -> None:
        self.board = Board.upon(field)
        self.going = going
        self.side_no = {name: number for number, name in enumerate(state.sides)}
        self.unit_no = {name: number for number, name in enumerate(state.units)}
        self._found: dict[Any, Any] = {}
        self._who: dict[Any, Any] = {}
        self._version = self._roster = -1

    @property
    def noted(self) -> dict[Any, Any]:
        """What looks at the table have found since anybody last came, went or moved."""
        if self._version != self.board.version:
            self._found, self._version = {}, self.board.version
        return self._found

    @property
    def known(self) -> dict[Any, Any]:
        """What has been found out about who is there and what he is; that outlives a move."""
        if self._roster != self.board.roster:
            self._who, self._roster = {}, self.board.roster
        return self._who

    def note(self, key: Hashable, find: Callable[[], T]) -> T:
        """What a look finds, looked for again only when anybody has come, gone or moved."""
        noted = self.noted
        if key not in noted:
            noted[key] = find()
        found: T = noted[key]
        return found

    def know(self, key: Hashable, find: Callable[[], T]) -> T:
        """What is so as long as nobody comes, goes or becomes something else."""
        known = self.known
        if key not in known:
            known[key] = find()
        found: T = known[key]
        return found

    def put(self, state: State, figure: Figure) -> None:
        """Show where a figure stands now, and how high."""
        unit = figure.unit
        if unit not in self.unit_no:
            self.unit_no[unit] = len(self.unit_no)
        foot, tall = feet_at(self.going, figure, figure.at), own_height(figure)
        side = self.side_no[state.units[unit].side]
        self.board.put(figure.id, figure.base(), self.unit_no[unit], side, level=figure.level, foot=foot, tall=tall)


def own_height(figure: Figure) -> int:
    """From its feet up: an inch for each size class."""
    return max(figure.size * INCH, PRONE_TOP)


def feet_at(going: Going, figure: Figure, at: Point) -> int:
    """How high its feet would be here: 12 inches for each flight level, or on what is flat."""
    if figure.level:
        return figure.level * LEVEL
    x, y = at
    under = [piece for west, south, east, north, piece in going.flat_boxes if west <= x <= east and south <= y <= north]
    return surface(at, under) if under else 0


def field_of(battle: Battle[State]) -> Field:
    """The terrain as arrays; made once and shared by a game and all its copies."""
    state = battle.state
    known: Field | None = battle.shared.get("field")
    if known and len(known.pieces) == len(state.pieces) and all(map(lambda a, b: a is b, known.pieces, state.pieces)):
        return known
    field = battle.shared["field"] = Field((state.width, state.depth), state.pieces, classify)
    boxes = tuple((*box_of(piece), piece) for piece in state.pieces)
    flats = tuple(one for one in boxes if one[4].flat)
    battle.shared["going"] = Going(field.cost * 0 + PLAIN, boxes, tuple(one[4] for one in flats), flats)
    return field


def tabletop(battle: Battle[State]) -> Tabletop:
    """The table to measure on, laid out when first needed."""
    if battle.board is None:
        state = battle.state
        battle.board = Tabletop(state, field_of(battle), battle.shared["going"])
        waiting = set(state.turn.waiting)
        for figure in state.figures.values():
            if not figure.gone and figure.unit not in waiting:
                battle.board.put(state, figure)
    laid: Tabletop = battle.board
    return laid


def board(battle: Battle[State]) -> Board:
    """The board itself."""
    return tabletop(battle).board


def pieces_near(battle: Battle[State], a: Point, b: Point, reach: int) -> list[Piece]:
    """A quick look: the pieces whose boxes come within reach of the box round a straight way."""
    (ax, ay), (bx, by) = a, b
    west, east = (ax - reach, bx + reach) if ax < bx else (bx - reach, ax + reach)
    south, north = (ay - reach, by + reach) if ay < by else (by - reach, ay + reach)
    return [p for w, s, e, n, p in tabletop(battle).going.boxes if west <= e and w <= east and south <= n and s <= north]


def on_other_levels(battle: Battle[State], level: int) -> list[str]:
    """Those who are in nobody's way on this level."""
    figures = battle.state.figures.values()
    return tabletop(battle).know(("elsewhere", level), lambda: [f.id for f in figures if not f.gone and f.level != level])


def apart(battle: Battle[State], unit: Unit) -> bool:
    """A quick look: does the unit surely stand clear of all its friends?"""
    place = tabletop(battle)
    number, side = place.unit_no.get(unit.id, -1), place.side_no[unit.side]
    return place.note(("apart", unit.id), lambda: number < 0 or stands_apart(place.board, number, side))


def sync_board(battle: Battle[State], figure: Figure) -> None:
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
    place: Tabletop | None = battle.board
    known = place is not None and not figure.gone and figure.id in place.board
    if place and known and place.board.foot(figure.id) == feet_at(place.going, figure, at):
        place.board.move(figure.id, figure.base())  # nothing else is new
    else:
        sync_board(battle, figure)


def turn(battle: Battle[State], figure: Figure, face: int) -> None:
    """It looks another way on the spot: a round base is where it was."""
    if figure.face != face % 36000:
        figure.face = face % 36000
        if not isinstance(figure.frame.base, int):
            sync_board(battle, figure)
