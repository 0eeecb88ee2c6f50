"""The ground: what terrain is, the one door through which figures come onto, over and off the table, and who sees whom."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate, chain, combinations
from typing import Any, NamedTuple, TypeVar

import numpy as np
import yaml

from littlewars.engine import Battle
from littlewars.kit.tabletop import BaseTabletop, Layout, Posture
from littlewars.table.constants import BARRED, BLOCK, CLEAR, PARTIAL, PLAIN, SKY
from littlewars.table.facing import Point
from littlewars.table.kernels.compiled import Ints
from littlewars.table.shapes.bases import Base, gap, moved
from littlewars.table.shapes.boxes import Bounds, around, boxes_meet
from littlewars.table.sight import looks
from littlewars.table.sight.screens import Footprint, sees_groups
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Ground, Piece, near_to, surface
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT

from .numbers import APART, CLOUD, REACH
from .profiles import DATA, SIZES
from .state import Figure, State, Unit

T = TypeVar("T")

# thousandths of allowance for each inch; rough ground is reckoned exactly by full 2 inches (xenocide.terrain.rough)
COST = {"open": PLAIN, "rough": 1500, "very-rough": 2000, "impassable": BARRED}
COVERS = ("none", "light", "heavy", "fortified")  # xenocide.cover.kinds
VIEWS = {"clear": CLEAR, "area": PARTIAL, "block": BLOCK}  # xenocide.los.models
ALOFT = SKY + 1  # where those in the air are: above everything (xenocide.los.elevation)
WRECK = "wreck of "  # and the vehicle: the id of the piece that it leaves
IN_AREA = 1  # the depth class of area terrain: more than 3 inches of it stop a line (xenocide.los.models)


class Nature(NamedTuple):
    """What a piece is: going, cover, view (xenocide.terrain.other, xenocide.cover.kinds, xenocide.los.models)."""

    going: str = "open"
    cover: str = "none"
    view: str = "clear"


KINDS = {kind: Nature(*said) for kind, said in yaml.safe_load((DATA / "terrain.yaml").read_text(encoding="utf-8")).items()}
USUAL = Nature()
STEEP, STEEPER, SHEER = 30, 45, 60  # degrees (xenocide.terrain.slopes)


def nature(piece: Piece) -> Nature:
    """What a piece of terrain is in this book; the map may say so itself. Beyond 60 degrees a slope is impassable, unless it is
    marked as climbable (xenocide.terrain.slopes)."""
    declared = piece.classes.get("xenocide")
    kind = Nature(*declared.split()) if declared else KINDS.get(piece.kind, USUAL)
    sheer = piece.slope > SHEER and not piece.flat and "climbable" not in piece.marks
    return kind._replace(going="impassable") if sheer else kind


def slope_going(piece: Piece) -> str:
    """The going uphill: open below 30 degrees, rough to 45, beyond very rough (xenocide.terrain.slopes)."""
    return "open" if piece.slope < STEEP else "rough" if piece.slope <= STEEPER else "very-rough"


def wrecks(state: State) -> list[Piece]:
    """What is left of destroyed vehicles (xenocide.vehicle.destroyed)."""
    return [piece for piece in state.pieces if piece.id.startswith(WRECK)]


def gives_cover(piece: Piece) -> str:
    """Its cover, "" for none (xenocide.cover.kinds)."""
    cover = nature(piece).cover
    return "" if cover == "none" else cover


class Going:
    """What the ground costs those who do not walk, what its parts are, and what they do for those behind them."""

    def __init__(self, field: Field) -> None:
        def those(are: Callable[[Piece], bool]) -> tuple[Piece, ...]:
            return tuple(piece for piece in field.pieces if are(piece))

        def doubled(going: str) -> Ints | None:
            """Prices by which the length inside this going counts twice, if there is any; linear pieces count otherwise."""
            twice = np.array([nature(piece).going == going and not piece.linear for piece in field.pieces], np.bool_)
            twice &= field.cost != BARRED
            return np.where(twice, 2 * PLAIN, self.even) if twice.any() else None

        self.aloft: Ints = field.cost * 0 + PLAIN  # nothing at all (xenocide.flight.distance)
        self.even = np.where(field.cost == BARRED, BARRED, PLAIN)  # all alike, and what bars the way (xenocide.melee.close-up)
        self.rough = doubled("rough")  # how much of it a way crosses (xenocide.terrain.rough)
        self.very_rough = doubled("very-rough")  # xenocide.terrain.very-rough
        # what one may stand on; inside a building with openings it is the floor (xenocide.los.elevation)
        self.flats = those(lambda piece: piece.flat and not piece.openings)
        # linear pieces that are crossed as an inch of rough ground, houses that are entered by doors and windows
        self.crossed = those(lambda piece: piece.linear and nature(piece).going == "rough")  # xenocide.terrain.other
        self.houses = those(lambda piece: bool(piece.openings))
        self.slopes = those(lambda piece: piece.slope >= STEEP and not piece.flat)  # dearer uphill (xenocide.terrain.slopes)
        special = (*self.crossed, *self.slopes, *self.houses)
        self.special = tuple(around(piece.outline, SIZES[-1][0]) for piece in special)  # with room for the largest base
        self.shelters = those(lambda piece: bool(gives_cover(piece)))  # xenocide.cover.kinds
        # whether a piece is one: it hides somebody behind it in part (xenocide.cover.obscured)
        self.covers = np.array([bool(gives_cover(piece)) for piece in field.pieces], np.int8)


class Tabletop(BaseTabletop[State, Figure]):
    """The board with what Xenocide knows beside it."""

    __slots__ = ("footprints", "going", "known", "state")

    def __init__(self, state: State, layout: Layout) -> None:
        super().__init__(state, layout)
        self.going = layout.keep("going", Going)
        self.state = state
        self.footprints: dict[str, Footprint] = {}  # the ground that units cover, as far as somebody asked
        self.known: dict[str, dict[Hashable, Any]] = {}  # of units on foot, as long as nobody of them comes or goes

    @staticmethod
    def classify(piece: Piece) -> Ground:
        """A piece as walkers and lines meet it: of a building with openings the walls alone (xenocide.terrain.other)."""
        kind = nature(piece)
        cost = PLAIN if piece.openings and kind.going == "impassable" else COST[kind.going]
        return Ground(cost, VIEWS[kind.view], 0, IN_AREA if kind.view == "area" else 0)

    def has_base(self, figure: Figure) -> bool:
        """Not the gone, nor those aboard (xenocide.vehicle.capacity)."""
        return not (figure.gone or figure.carrier)

    @classmethod
    def sync(cls, battle: Battle[State], figure: Figure) -> None:
        """The ground that its unit covers is looked at again, too; and all of it, if somebody has come, gone or changed."""
        place: Tabletop | None = battle.board
        if place is None:
            return
        roster = place.board.roster
        super().sync(battle, figure)
        place.footprints.pop(figure.unit, None)
        if place.board.roster != roster:
            place.known.pop(figure.unit, None)

    def until_unit(self, unit: Unit, key: Hashable, find: Callable[[], T]) -> T:
        """What is so while nobody of a unit on foot comes, goes or changes; with a vehicle, or aboard one, nobody at all."""
        known = self.known.get(unit.id)
        if known is None:
            figures = [self.state.figures[name] for name in unit.figures]
            if any(figure.carrier or figure.profile.vehicle for figure in figures):
                return self.until_roster((key, unit.id), find)
            known = self.known[unit.id] = {}
        if key not in known:
            known[key] = find()
        return known[key]  # type: ignore[no-any-return]  # each key has one kind of finding

    def posture(self, figure: Figure) -> Posture:
        """How high it stands; the airborne are above everything (xenocide.los.elevation)."""
        if is_aloft(self.state, figure):
            return Posture(level=1, foot=ALOFT, tall=figure.profile.height)
        return Posture(foot=surface(figure.at, self.going.flats), tall=figure.profile.height)


tabletop, board, sync_board = Tabletop.of, Tabletop.board_of, Tabletop.sync


def is_aloft(state: State, figure: Figure) -> bool:
    """Is it in the air (xenocide.flight.take-off, xenocide.vehicle.flying)?"""
    return figure.profile.flies or state.units[figure.unit].airborne


def heights(battle: Battle[State], figure: Figure, box: Bounds) -> Callable[[Point], int] | None:
    """How high models like this one would stand in a box (xenocide.los.elevation)."""
    if is_aloft(battle.state, figure):
        return lambda at: ALOFT
    flats = tuple(piece for piece in tabletop(battle).going.flats if boxes_meet(piece.box, box))
    return (lambda at: surface(at, flats)) if flats else None


def put(battle: Battle[State], figure: Figure, at: Point, face: int | None = None) -> None:
    """Set a figure down here; those aboard are where their vehicle is."""
    figure.x, figure.y = at
    figure.face = figure.face if face is None else face
    place: Tabletop | None = battle.board
    if place is None or place.going.flats or figure.id not in place.board:
        sync_board(battle, figure)
    else:  # on a plain only its place changes
        place.board.move(figure.id, figure.base())
        place.footprints.pop(figure.unit, None)
    if figure.profile.vehicle:
        for rider in battle.state.riders(figure):
            rider.x, rider.y = at


def elsewhere(battle: Battle[State], aloft: bool) -> list[str]:
    """Those on the other level: in nobody's way here (xenocide.flight.take-off)."""
    state = battle.state

    def find() -> list[str]:
        there = [unit for unit in state.units.values() if is_aloft(state, state.figures[unit.figures[0]]) != aloft]
        return [figure.id for unit in there for figure in state.standing(unit)]

    return tabletop(battle).until_roster(("elsewhere", aloft), find)


def exposed(battle: Battle[State], unit: Unit) -> list[Figure]:
    """Those of a unit who see and can be seen (xenocide.vehicle.open-closed)."""
    return tabletop(battle).until_unit(unit, "exposed", lambda: battle.state.exposed(unit))


def bodies_of(battle: Battle[State], unit: Unit) -> dict[str, None]:
    """The bases that stand on the board for a unit; a unit that is still to come has none."""
    top, table = tabletop(battle), board(battle)
    return top.until_unit(unit, "bodies", lambda: dict.fromkeys(one.body for one in exposed(battle, unit) if one.body in table))


def close_comrades(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Those of its unit who stand within an inch of it, or ride with it (xenocide.size.crew)."""
    state, table = battle.state, board(battle)
    others = [other for other in state.members(state.units[figure.unit]) if other is not figure]
    return [other for other in others if figure.carrier or table.gap(figure.id, other.id) <= REACH]


def hangs_together(figures: Sequence[Figure], ends: Mapping[str, Point] | None = None) -> bool:
    """Are all pairs within 8 inches, or would be if some ended there? Who is near is not measured (xenocide.move.coherency)."""
    there = [(ends and ends.get(figure.id)) or (figure.x, figure.y) for figure in figures]
    xs, ys = [x for x, _ in there], [y for _, y in there]
    if not there or (max(xs) - min(xs)) ** 2 + (max(ys) - min(ys)) ** 2 <= APART * APART:
        return True
    bases = [moved(figure.base(), at) for figure, at in zip(figures, there, strict=True)]
    return all(gap(one, other) <= APART for one, other in combinations(bases, 2))


def in_smoke(state: State, base: Base) -> bool:
    """Is a base within 3 inches of a wreck (xenocide.vehicle.smoke)?"""
    return bool(near_to(wrecks(state), base, CLOUD))


def sees_place(battle: Battle[State], figure: Figure, at: Point) -> bool:
    """Does it see the place from where it stands (xenocide.teleport.seen)?"""
    return not looks.unseen(board(battle), figure.base(), [at], [figure.id], SIGHT, tall=figure.profile.height)[0]


def visible_enemies(battle: Battle[State], unit: Unit) -> list[Unit]:
    """The enemy units of which any of its models sees any (xenocide.los.units). Screens do not count here."""
    place = tabletop(battle)

    def find() -> list[Unit]:
        foes, rows, cuts = rows_against(battle, unit.side)
        seen = sees_groups(place.board, place.board.rows(bodies_of(battle, unit)), rows, cuts, SIGHT)
        return [foe for foe, found in zip(foes, seen, strict=True) if found]

    return place.until_move(("visible", unit.id), find)


def rows_against(battle: Battle[State], side: str) -> tuple[list[Unit], Ints, Ints]:
    """The enemies of a side, the rows of all bases that stand for them, and where those of each begin and end."""
    place = tabletop(battle)

    def find() -> tuple[list[Unit], Ints, Ints]:
        foes = battle.state.foes_of(side)
        bodies = [bodies_of(battle, foe) for foe in foes]
        return foes, place.board.rows(chain.from_iterable(bodies)), np.array([0, *accumulate(map(len, bodies))], np.int64)

    return place.until_roster(("bodies against", side), find)
