"""The ground: what terrain is in Defiance, and the one door through which figures come onto, over and off the table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.kit.tabletop import BaseTabletop, Layout, Posture
from littlewars.table.board.lookout import stands_apart
from littlewars.table.constants import BARRED, BLOCK, CLEAR, PLAIN, SOLID
from littlewars.table.facing import Point
from littlewars.table.kernels.compiled import Ints
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece, surface

from .numbers import INCH, LEVEL
from .state import BODIES, Figure, State, Unit

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
FORBIDDEN = ("heavy", "impassable")  # to vehicles that are no mecha (defiance.vehicle.heavy-terrain)
BY_GOING = ("open", "light", "heavy", "impassable")
NOBODY = -1  # the side of a wreck
PRONE_TOP = INCH // 2  # defiance.ranged.line-of-sight: at least half an inch


def terrain(piece: Piece) -> str:
    """Light, medium, heavy or impassable; the map may say so itself (defiance.move.terrain-agree)."""
    return _terrain(piece.classes.get("defiance", ""), piece.water, piece.kind, piece.going)


@lru_cache(maxsize=1024)
def _terrain(declared: str, water: str, kind: str, going: int) -> str:
    if declared:
        return declared.split()[0]
    return WATER.get(water) or KINDS.get(kind) or BY_GOING[min(going, 3)]


def must_be_climbed(piece: Piece) -> bool:
    """Is it an obstacle with height, a wall for example (defiance.move.terrain-agree)?"""
    if declared := piece.classes.get("defiance", ""):
        return "obstacle" in declared
    return piece.linear and piece.solid and terrain(piece) == "heavy"


def pieces_by(pieces: Sequence[Piece], at: Point, reach: int) -> list[Piece]:
    """A quick look: the pieces whose boxes come within reach of a place."""
    x, y = at
    found = []
    for piece in pieces:
        west, south, east, north = piece.box
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
        water = piece.water in WATER
        return Ground(BARRED, CLEAR, 0) if water else Ground(BARRED, BLOCK, SOLID)
    return Ground(COST[kind], CLEAR, SOLID if is_solid(piece) else 0, DEPTH_CLASS.get(kind, 0))


def is_solid(piece: Piece) -> bool:
    """Does it stop a round that flies on: walls, boulders, wrecks; not woods or sandbags (defiance.aoe.scatter-impact)?"""
    return must_be_climbed(piece) or piece.kind == "wreck"


Boxed = tuple[int, int, int, int, Piece]  # west, south, east, north of a piece, and the piece


class Going(NamedTuple):
    """What the ground costs those who do not walk: nothing hinders them below their height; the boxes round the pieces; what
    one may stand on; what stops a vehicle that is no mecha, and what stops whoever is thrown."""

    aloft: Ints
    boxes: tuple[Boxed, ...]
    flats: tuple[Piece, ...]
    flat_boxes: tuple[Boxed, ...]
    forbidden: tuple[int, ...]  # to vehicles: heavy and impassable ground (defiance.vehicle.heavy-terrain)
    driven: Ints  # prices for them
    solid: Ints  # prices for the thrown (defiance.aoe.scatter-impact): barred or nothing


class Chapters(NamedTuple):
    """Chapters of the book that concern somebody in this battle, by what its figures are and carry: so for the whole battle.
    A rule looks here first, and need not look at anybody where nobody is concerned."""

    vehicles: bool  # hulls, their wrecks and passengers
    close_defence: bool
    crews: bool  # guns that are served by several
    grenades: bool
    indirect: bool  # fire without a line of sight, and its spotters
    phases: bool  # weapons for which nobody need be in sight


def chapters_of(state: State) -> Chapters:
    """The chapters of the book that this battle needs, by what both sides have, deployed, gone or still to come."""
    weapons = [arm.weapon for figure in state.figures.values() for arm in figure.arms]
    lines = [line for weapon in weapons for line in weapon.lines]
    return Chapters(
        vehicles=any(figure.craft is not None for figure in state.figures.values()),
        close_defence=any(weapon.form == "cdw" for weapon in weapons),
        crews=any(weapon.crew > 1 for weapon in weapons),
        grenades=any(line.form == "grenade" for line in lines),
        indirect=any(line.indirect for line in lines),
        phases=any(line.does("phases") for line in lines),
    )


class Tabletop(BaseTabletop[State, Figure]):
    """The board with what Defiance knows beside it."""

    __slots__ = ("chapters", "going")
    classify = staticmethod(classify)

    def __init__(self, state: State, layout: Layout) -> None:
        super().__init__(state, layout)
        self.going = layout.keep("going", _going)
        self.chapters = chapters_of(state)

    def has_base(self, figure: Figure) -> bool:
        """Passengers are inside their vehicle (defiance.passenger.definition)."""
        if figure.gone:
            return figure.craft is not None and figure.craft.hulk in BODIES
        return not figure.aboard

    def put(self, state: State, figure: Figure) -> None:
        """Show where a figure stands now; a wreck that is not yet terrain is nobody's (defiance.vehicle.eliminated)."""
        super().put(state, figure)
        if figure.gone:
            level, flags, foot, tall = self.posture(figure)
            unit = self.unit_no[figure.unit]
            self.board.put(figure.id, figure.base(), unit, NOBODY, level=level, flags=flags, foot=foot, tall=tall)

    def posture(self, figure: Figure) -> Posture:
        """Its level, whether it lies, and how high it stands there."""
        return Posture(figure.level, int(figure.prone), feet_at(self.going, figure, (figure.x, figure.y)), own_height(figure))


tabletop, board, sync_board = Tabletop.of, Tabletop.board_of, Tabletop.sync


def _going(field: Field) -> Going:
    boxes = tuple((*piece.box, piece) for piece in field.pieces)
    flats = tuple(one for one in boxes if one[4].flat)
    open_air, driven = field.cost * 0 + PLAIN, field.cost.copy()
    forbidden = tuple(n for n, piece in enumerate(field.pieces) if terrain(piece) in FORBIDDEN)
    driven[list(forbidden)] = BARRED
    solid = open_air.copy()
    solid[[n for n, piece in enumerate(field.pieces) if stops_the_thrown(piece) or terrain(piece) == "impassable"]] = BARRED
    return Going(open_air, boxes, tuple(one[4] for one in flats), flats, forbidden, driven, solid)


def stops_the_thrown(piece: Piece) -> bool:
    """Is it solid: impassable, but no water, or an obstacle with height (defiance.aoe.scatter-impact)? Wrecks are, too."""
    kind = terrain(piece)
    return (kind == "impassable" and piece.water not in WATER) or must_be_climbed(piece) or piece.kind == "wreck"


def own_height(figure: Figure) -> int:
    """From its feet up: an inch for each size class."""
    return max(figure.size * INCH, PRONE_TOP)


def feet_at(going: Going, figure: Figure, at: Point) -> int:
    """How high its feet would be here: 12 inches for each flight level, or on what is flat
    (defiance.flight.effective-height)."""
    if figure.level:
        return figure.level * LEVEL
    x, y = at
    under: list[Piece] = []
    for west, south, east, north, piece in going.flat_boxes:  # few, and mostly nowhere near
        if west <= x <= east and south <= y <= north:
            under.append(piece)
    return surface(at, under) if under else 0


def pieces_near(battle: Battle[State], a: Point, b: Point, reach: int) -> list[Piece]:
    """A quick look: the pieces whose boxes come within reach of the box round a straight way."""
    (ax, ay), (bx, by) = a, b
    west, east = (ax - reach, bx + reach) if ax < bx else (bx - reach, ax + reach)
    south, north = (ay - reach, by + reach) if ay < by else (by - reach, ay + reach)
    place: Tabletop = battle.board or tabletop(battle)
    return [p for w, s, e, n, p in place.going.boxes if west <= e and w <= east and south <= n and s <= north]


def on_other_levels(battle: Battle[State], level: int) -> list[str]:
    """Those who are in nobody's way on this level."""
    state = battle.state
    return tabletop(battle).until_roster(("elsewhere", level), lambda: [f.id for f in state.standing() if f.level != level])


def apart(battle: Battle[State], unit: Unit) -> bool:
    """A quick look: does the unit surely stand clear of all its friends?"""
    place: Tabletop = battle.board or tabletop(battle)
    known: dict[str, bool] = place.until_move("apart", dict)
    if unit.id not in known:
        number = place.unit_no.get(unit.id, -1)
        known[unit.id] = number < 0 or stands_apart(place.board, number, place.side_no[unit.side])
    return known[unit.id]


def put(battle: Battle[State], figure: Figure, at: tuple[int, int], face: int | None = None) -> None:
    """Set a figure down here."""
    figure.x, figure.y = at
    if face is not None:
        figure.face = face % 36000
    place: Tabletop | None = battle.board
    known = place is not None and not (figure.gone or figure.aboard) and figure.id in place.board.row
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
