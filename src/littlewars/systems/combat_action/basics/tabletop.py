"""The ground: buildings of sections, what terrain is, and the one door through which models come onto, over and off the table
(combat-action.terrain.kinds, combat-action.damage.buildings)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from littlewars.engine import Battle, Point
from littlewars.kit.tabletop import BaseTabletop, Layout, Posture
from littlewars.table.constants import BARRED, BLOCK, CLEAR, PASSABLE, PLAIN, SOLID
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.walk import Passage, open_sky
from littlewars.table.shapes.bases import Disc, corners, middle
from littlewars.table.terrain.openings import Cut, cuts, edge_of, walls
from littlewars.table.terrain.pieces import Ground, Opening, Piece, ring

from .numbers import CM, GROUND, HIGHEST, MATERIALS
from .state import Figure, State

# ---- sections: walls with doors, slits, holes and gaps

SECTION, RUBBLE = "building", "rubble"
WOODS = ("sparse-wood", "dense-wood")
OBSTACLES = ("high-wall", "low-wall", "boulder", "hedge", "sandbags", "barricade", "generator", "wreck")
AREAS = (*WOODS, RUBBLE)
KINDS = (SECTION, *AREAS, *OBSTACLES)
ROAD = "road"  # to be seen only: open ground
PIERCED, COLLAPSED = "pierced", "collapsed"
DOOR, FIRING_SLIT, HOLE, GAP = "door", "slit", "hole", "gap"
SLITS = (FIRING_SLIT, HOLE)  # combat-action.los.slit
THICK = 100  # thousandths of a wall
HOLE_WIDTH = 3 * CM
WRECK = "wreck of "
HULL, LARGE = "hull", ("large", "very-large")  # machines as lines of sight meet them (combat-action.los.lines)
IN_WOODS = 1  # the depth class of woods: more than 5 cm of it stop a line (combat-action.los.lines)
SKY_FOOT = 100_000_000  # of who flies high: no terrain blocks (combat-action.vehicles.altitude)


def is_house(piece: Piece) -> bool:
    """Is it a section with walls that still stand?"""
    return piece.kind == SECTION and COLLAPSED not in piece.marks


def protection(piece: Piece) -> int:
    """PF of a section or obstacle by its material; a scenario may give concrete more (combat-action.terrain.pf)."""
    usual = MATERIALS.get({"military": "military-concrete"}.get(piece.material, piece.material), MATERIALS["concrete"])
    return max(usual, piece.protection) if piece.material in ("concrete", "military", "military-concrete") else usual


def closed_by(opening: Opening) -> str:
    """What an opening is to walkers and lines: nothing in a hole, a gap or an open door; a slit is seen through; else wall."""
    if opening.kind in (HOLE, GAP) or (opening.kind == DOOR and opening.open):
        return ""
    return "slit" if opening.kind == FIRING_SLIT else "wall"


def parts(piece: Piece) -> tuple[Piece, ...]:
    """A section as sight and walking meet it: a thin piece for every stretch of wall, slit and shut door."""
    return walls(piece, THICK, closed_by) if is_house(piece) else (piece,)


def with_hole(piece: Piece, start: Point) -> Piece:
    """With a hole where a shot from there meets it; an obstacle is seen through (combat-action.damage.section-pierced)."""
    if not is_house(piece):
        return replace(piece, marks=(*piece.marks, PIERCED))
    met = list(cuts(start, middle(piece.outline), piece))
    edge, _, along = min(met, key=lambda cut: cut.part) if met else Cut(0, 0.0, 0.0)
    long = round(edge_of(piece, edge)[2])
    half = min(HOLE_WIDTH, long) // 2
    centre = max(half, min(long - half, round(along)))
    hole = Opening(edge, centre - half, centre + half, HOLE, True)
    kept = tuple(o for o in piece.openings if o.edge != edge or o.stop <= hole.start or o.start >= hole.stop)
    return replace(piece, marks=(*piece.marks, PIERCED), openings=(*kept, hole))


def rubble(piece: Piece) -> Piece:
    """What is left of a destroyed section: passable, partial cover (combat-action.damage.section-destroyed)."""
    return replace(piece, kind=RUBBLE, marks=(), openings=(), flat=False, linear=False, solid=False, opaque=False, top=CM)


def worsened(piece: Piece, result: str, start: Point) -> tuple[str, Piece]:
    """What a hit from there comes to, and what it is then: pierced, and again: a collapse; a collapse, and again: destroyed
    (combat-action.damage.section-pierced, combat-action.damage.partial-collapse, combat-action.damage.section-destroyed)."""
    if result == "pierced" and PIERCED not in piece.marks:
        return "pierced", with_hole(piece, start)
    if result == "destroyed" or COLLAPSED in piece.marks:
        return "destroyed", rubble(piece)
    return "partial collapse", replace(piece, marks=(*piece.marks, COLLAPSED), openings=(), flat=False)


def gives_cover_inside(piece: Piece) -> bool:
    """Is a model in partial cover whose centre is in it (combat-action.los.partial-cover)?"""
    return piece.kind in AREAS or COLLAPSED in piece.marks


def classify(piece: Piece) -> Ground:
    """A piece as walkers and lines meet it; woods block by depth (combat-action.terrain.kinds, combat-action.los.lines)."""
    if piece.kind == HULL:
        return Ground(PLAIN, BLOCK, PASSABLE)
    if gives_cover_inside(piece):
        return Ground(PLAIN, CLEAR, 0, IN_WOODS if piece.kind in WOODS else 0)
    if piece.kind == SECTION:
        return Ground(BARRED, CLEAR if "slit" in piece.marks else BLOCK, SOLID)
    if piece.kind in OBSTACLES:
        return Ground(BARRED, CLEAR if PIERCED in piece.marks else BLOCK, SOLID)
    return Ground()


# ---- the table at hand


class Tabletop(BaseTabletop[State, Figure]):
    """The board with what Combat Action knows beside it: machines stand in lines of sight (combat-action.los.lines)."""

    __slots__ = ("_hulls", "_on", "ground", "hulls_moved")
    unit = "cm"
    classify = staticmethod(classify)
    parts = staticmethod(parts)

    def __init__(self, state: State, layout: Layout) -> None:
        super().__init__(state, layout)
        self._hulls: dict[str, Piece] = {}
        self._on = layout.field
        self.ground = layout.pieces
        self.hulls_moved = 0  # how often what stands in lines of sight has changed

    def has_base(self, figure: Figure) -> bool:
        """Not the gone, nor those aboard (combat-action.units.aboard)."""
        return not (figure.gone or figure.carrier)

    def posture(self, figure: Figure) -> Posture:
        """How high it stands (combat-action.vehicles.altitude)."""
        foot = SKY_FOOT if figure.level == HIGHEST else figure.feet
        return Posture(figure.level, 0, foot, figure.profile.height)

    def unit_of(self, figure: Figure) -> str:
        """Machines are units of their own on the board: nobody walks through them."""
        return f"machine {figure.id}" if figure.profile.machine else figure.unit

    def put(self, state: State, figure: Figure) -> None:
        """Show where a model stands now."""
        super().put(state, figure)
        if figure.profile.size in LARGE:
            self._screen(figure, figure.level == GROUND)

    @classmethod
    def sync(cls, battle: Battle[State], figure: Figure) -> None:
        """Tell the board that a model has moved, changed or left."""
        super().sync(battle, figure)
        laid: Tabletop | None = battle.board
        if laid is not None and figure.id in laid._hulls and not laid.has_base(figure):
            laid._screen(figure, False)

    def _screen(self, figure: Figure, stands: bool) -> None:
        """A large machine on the ground is in the way of lines of sight; at altitude nobody is (combat-action.los.lines)."""
        known, base, outline = self._hulls.get(figure.id), figure.base(), None
        if stands:
            outline = ring(base.at, base.r) if isinstance(base, Disc) else corners(base)
        if (known and known.outline) == outline:
            return
        self._hulls.pop(figure.id, None)
        if outline is not None:
            self._hulls[figure.id] = Piece(f"hull of {figure.id}", HULL, outline, top=figure.top)
        self._see_hulls()

    def _see_hulls(self, without: str = "") -> None:
        hulls = [piece for name, piece in self._hulls.items() if name != without]
        self.board.field = self._on.plus(hulls, classify) if hulls else self._on
        self.board.seen.clear()
        self.hulls_moved += 1

    @contextmanager
    def without(self, name: str) -> Iterator[None]:
        """While a machine is thought of elsewhere its own hull hides nobody."""
        known = name in self._hulls
        if known:
            self._see_hulls(name)
        try:
            yield
        finally:
            if known:
                self._see_hulls()

    def on_wheels(self) -> Ints:
        """Prices of the ground where woods and rubble bar the way as well (combat-action.terrain.kinds)."""
        field = self.board.field
        wheels: Ints = field.cost.copy()
        wheels[[row for row, piece in enumerate(field.pieces) if gives_cover_inside(piece)]] = BARRED
        return wheels


tabletop, board, sync_board = Tabletop.of, Tabletop.board_of, Tabletop.sync


def passage(battle: Battle[State], figure: Figure, level: int | None = None) -> Passage:
    """Through friendly living models, over everything at altitude, round all else (combat-action.actions.walk)."""
    state, top = battle.state, tabletop(battle)
    side, at = state.units[figure.unit].side, figure.level if level is None else level

    def find() -> tuple[frozenset[int], frozenset[str]]:
        units = frozenset(top.unit_no[unit.id] for unit in state.units.values() if unit.side == side and unit.id in top.unit_no)
        ghosts = [one.id for one in state.bodies() if (one.level, one.foot) != (at, figure.foot) and one.id in top.board]
        return units, frozenset(ghosts)

    friends, ghosts = top.until_roster(("passage", side, at, figure.foot), find)
    wheels = figure.profile.vehicle and not figure.profile.walker
    if figure.profile.vehicle:
        friends = frozenset()  # combat-action.vehicles.movement
    if at:
        return Passage(friends, ghosts, open_sky(top.board), True)
    return Passage(friends, ghosts, top.until_roster(("wheels", top.hulls_moved), top.on_wheels) if wheels else None)


def put(battle: Battle[State], figure: Figure, at: Point, face: int | None = None) -> None:
    """Set a model down here, those aboard with it: who is moved hides and aims no more (combat-action.actions.hide,
    combat-action.actions.targeting-device)."""
    there = (figure, *(battle.state.riders(figure) if figure.profile.vehicle else ()))
    for one in there if at != figure.at else ():
        one.x, one.y, one.hides = *at, ""
        one.lower()
    figure.face = figure.face if face is None else face % 36000
    sync_board(battle, figure)


def lay_anew(battle: Battle[State], piece: Piece) -> None:
    """A piece of terrain is new, or another than before; the board is laid out again when it is next needed."""
    pieces = {old.id: old for old in battle.state.pieces} | {piece.id: piece}
    battle.state.pieces, battle.board = list(pieces.values()), None
