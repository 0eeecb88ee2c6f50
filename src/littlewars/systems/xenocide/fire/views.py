"""What one unit sees of another when it fires: lines, screens, cover, smoke and darkness (xenocide.los.*, xenocide.cover.*).
Last, a unit thought of at points of its way: its enemies look once at all of them (xenocide.snap.point)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from littlewars.engine import Battle, Point
from littlewars.engine.measures import INCH
from littlewars.table.board.hulls import box_round
from littlewars.table.constants import FAR
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.obstacles import touches_cloud
from littlewars.table.moving.thoughts import Thought as Thought
from littlewars.table.moving.thoughts import Walkers, thought_there
from littlewars.table.shapes.bases import Base
from littlewars.table.shapes.boxes import Bounds, around, boxes_meet
from littlewars.table.sight import screens
from littlewars.table.sight.screens import Crowd, Ends, Eye, Footprint, Looking, Past, UnitView
from littlewars.table.terrain.pieces import Piece, near_to
from littlewars.table.terrain.sight_exact import inside_spans
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT

from ..basics.numbers import CLOUD, NEAR, REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import COVERS, board, bodies_of, exposed, gives_cover, heights, is_aloft, rows_against, tabletop, wrecks
from ..vehicles.mounts import eyes_of

UNARMED = -1  # reaches nobody
Units = frozenset[str]
NOBODY = Units()
Reach = Mapping[str, int]  # from where, and how far
Places = Mapping[str, Point]
Found = dict[Hashable, Any]  # what looks find, by what they look for
ABOARD = "heavy"  # what passengers of an open vehicle have (xenocide.vehicle.targeting-passengers)
OBSCURED = "light"  # what a partly hidden model has (xenocide.cover.obscured)
RANK = {kind: rank for rank, kind in enumerate(("", *COVERS[1:]))}  # only the best cover counts (xenocide.cover.kinds)
Shelter = tuple[str, tuple[Piece, ...]]  # what ground does wherever the shot comes from, and linear pieces within an inch
HIGHER = 1 * INCH  # from here on one shoots over a unit (xenocide.los.elevation)


def crowd(battle: Battle[State]) -> Crowd:
    """The footprints of all units on the table; those that have not changed are known (xenocide.los.enemy-units-block)."""
    place, state = tabletop(battle), battle.state

    def on_the_table() -> list[tuple[Unit, list[Figure]]]:
        units = [(unit, [figure for figure in state.standing(unit) if figure.id in place.board]) for unit in state.present()]
        return [(unit, here) for unit, here in units if here]

    def find() -> Crowd:
        table, known, standing = place.board, place.footprints, place.until_roster("on the table", on_the_table)
        for unit, here in standing:
            if unit.id not in known:
                bases, over = [table.base(one.id) for one in here], HIGHER + max(table.foot(one.id) for one in here)
                what = _aims(battle, unit)[3], is_aloft(state, here[0]), here[0].profile.vehicle
                known[unit.id] = Footprint.of(unit.id, unit.side, bases, over, *what)
        return Crowd([known[unit.id] for unit, _ in standing])

    return place.until_move("crowd", find)


def box_of(battle: Battle[State], unit: Unit) -> Bounds:
    """An upright box round all bases that stand for a unit: round its footprint, where that is known."""
    place = tabletop(battle)
    own = place.footprints.get(unit.id)
    return own.box if own else box_round([place.board.base(name) for name in bodies_of(battle, unit)])


def mingled_with(battle: Battle[State], unit: Unit) -> tuple[str, ...]:
    """The units of its side whose footprints overlap its own (xenocide.targeting.intermingled)."""
    return tabletop(battle).until_move(("mingled", unit.id), lambda: crowd(battle).mingled(unit.id))


def view(battle: Battle[State], unit: Unit, target: Unit) -> UnitView:
    """What a unit sees of an enemy unit, or of friends in a melee."""
    return tabletop(battle).until_move(("view", unit.id, target.id), lambda: look_at(battle, unit, target)[0])


def look_at(
    battle: Battle[State], unit: Unit, target: Unit, thought: Thought | None = None, full: bool = False, most: int = FAR
) -> list[UnitView]:
    """What a unit has of another as that stands, or at each place at which it is thought of. Beyond `most` nobody looks."""
    eyes, mine, own, arcs = _eyes(battle, unit)
    ends, past = Ends(eyes, mine, *_aims(battle, target)[:2], arcs), _past(battle, target, thought, own)
    by = Looking(SIGHT, tabletop(battle).going.covers, unit.side, past, full, most)
    return screens.look(board(battle), ends, crowd(battle), by, thought.stand if thought else None)


def sights(battle: Battle[State], unit: Unit, target: Unit, reach: Reach, thought: Thought | None = None) -> list[bool]:
    """At each place: could a unit whose eyes reach so far fire at another (xenocide.targeting.out-of-range-models)?"""
    eyes, mine, _, arcs = _eyes(battle, unit)
    ends, far = Ends(eyes, mine, *_aims(battle, target)[:2], arcs), [reach.get(eye.name, UNARMED) for eye in eyes]
    by = Looking(SIGHT, tabletop(battle).going.covers, unit.side, _past(battle, target, thought))
    return screens.reaches(board(battle), ends, far, crowd(battle), by, thought.stand if thought else None)


def reached(battle: Battle[State], unit: Unit, reach: Reach) -> list[Unit]:
    """All enemies at whom it could fire as far as that goes, looked at together."""
    place, (foes, theirs, cuts) = tabletop(battle), rows_against(battle, unit.side)
    eyes, mine, _, arcs = _eyes(battle, unit)
    ends, far = Ends(eyes, mine, (), theirs, arcs, cuts), [reach.get(eye.name, UNARMED) for eye in eyes]
    if not screens.may_reach(place.board, ends, max(reach.values()), SIGHT):
        return []
    past = place.until_move(("past", unit.side), lambda: tuple(one for foe in foes for one in _past(battle, foe)))
    able = screens.reaches(place.board, ends, far, crowd(battle), Looking(SIGHT, place.going.covers, unit.side, past))
    return [foe for foe, can in zip(foes, able, strict=True) if can]


def _past(battle: Battle[State], target: Unit, thought: Thought | None = None, own: Units = NOBODY) -> tuple[Past, ...]:
    """Units of a smaller aspect than the target's are shot over, and those an inch or more below (xenocide.los.smaller-aspect,
    xenocide.los.elevation). Other enemies on the ground that do not stand mixed with the target are in the way
    (xenocide.los.enemy-units-block, xenocide.targeting.intermingled, xenocide.los.friends-do-not-block)."""
    _, _, others, aspect = _aims(battle, target)
    mixed = (mingled_with(battle, target),) if thought is None else thought.mixed
    return tuple([Past(aspect, own | others, names) for names in mixed])


def _eyes(battle: Battle[State], unit: Unit) -> tuple[list[Eye], Ints, Units, bool]:
    """The eyes of a unit, the rows of their bodies, whose these are, and whether any does not look all round."""
    state, place = battle.state, tabletop(battle)

    def find() -> tuple[list[Eye], Ints, Units, bool]:
        eyes = [eye for eye in eyes_of(state, unit) if eye.body in place.board]
        units, arcs = Units(state.figures[eye.body].unit for eye in eyes), any(eye.narrow for eye in eyes)
        return eyes, place.board.rows([eye.body for eye in eyes]), units, arcs

    return place.until_unit(unit, "eyes", find)


def _aims(battle: Battle[State], unit: Unit) -> tuple[list[str], Ints, Units, int]:
    """Those of a unit who can be seen, the rows of their bodies, whose these are, and its aspect."""
    state, place = battle.state, tabletop(battle)

    def find() -> tuple[list[str], Ints, Units, int]:
        here = [figure for figure in exposed(battle, unit) if figure.body in place.board]
        units = Units(state.figures[figure.body].unit for figure in here)
        return [figure.id for figure in here], place.board.rows([figure.body for figure in here]), units, state.aspect(unit)

    return place.until_unit(unit, "aims", find)


def shelter(battle: Battle[State], figure: Figure) -> Shelter:
    """What a model has: nothing in the air, and aboard no more than its vehicle gives (xenocide.cover.in-cover)."""

    def find() -> Shelter:
        if is_aloft(battle.state, figure):
            return "", ()
        return (ABOARD, ()) if figure.carrier else shelter_at(battle, figure.base())

    return tabletop(battle).until_move(("shelter", figure.id), find)


def shelter_at(battle: Battle[State], base: Base) -> Shelter:
    """What ground does for a base: area terrain round its centre, linear pieces within an inch (xenocide.cover.in-cover)."""
    near = near_to(tabletop(battle).going.shelters, base, REACH)
    kinds = ["", *(gives_cover(piece) for piece in near if not piece.linear and piece.holds(base.at))]
    behind = tuple(piece for piece in near if piece.linear)
    return max(kinds, key=RANK.__getitem__), behind


def cover_against(found: Shelter, at: Point, foes: Iterable[Figure]) -> str:
    """The best cover that a shelter gives somebody there against any of these (xenocide.cover.in-cover)."""
    kind, behind = found
    better = [piece for piece in behind if RANK[gives_cover(piece)] > RANK[kind]]
    kinds = [gives_cover(piece) for piece in better if any(inside_spans(foe.at, at, piece.outline) for foe in foes)]
    return max(kinds, key=RANK.__getitem__, default=kind)


def model_cover(battle: Battle[State], shooter: Figure, target: Figure, obscured: bool) -> str:
    """The cover of one model against one shooter (xenocide.cover.in-cover, xenocide.cover.obscured)."""
    kind = cover_against(shelter(battle, target), target.at, (shooter,))
    return OBSCURED if obscured and not kind else kind


def of_half(kinds: list[str]) -> str:
    """The best kind that half of them have, or better (xenocide.cover.half-the-unit)."""
    ranked = sorted(kinds, key=RANK.__getitem__, reverse=True)
    return ranked[(len(ranked) + 1) // 2 - 1] if ranked else ""


def is_dim(battle: Battle[State], shooter: Figure, target: Figure, gap: int) -> bool:
    """In smoke on the line, or in darkness beyond 12 inches (xenocide.hit.darkness-smoke, xenocide.vehicle.smoke)."""
    dark = battle.state.settings.darkness and gap > NEAR
    box = around([shooter.at, target.at], CLOUD + 1)  # the border counts
    near = [(piece.outline, CLOUD) for piece in wrecks(battle.state) if boxes_meet(piece.box, box)]
    return dark or any(touches_cloud(shooter.at, target.at, near))


def think(battle: Battle[State], unit: Unit, trail: Mapping[str, Sequence[Point]], parts: Sequence[int], whole: int) -> Thought:
    """A unit at so many of the parts of its way, all models at the same fraction of their own; who did not move stands."""
    names, rows, _, _ = _aims(battle, unit)
    figures = [battle.state.figures[name] for name in names]
    ways = [trail.get(figure.id) or (figure.at,) for figure in figures]
    walkers = Walkers(unit.id, rows, [figure.base() for figure in figures], ways)
    return Thought(board(battle), walkers, (parts, whole), partial(crowd, battle), partial(heights, battle, figures[0]))


def glimpses(battle: Battle[State], unit: Unit, thought: Thought, foe: Unit, reach: Reach) -> list[Found]:
    """What an enemy who reaches so far would find of a unit at each of the places, as looks that it takes note of."""
    seen = look_at(battle, foe, unit, thought, most=max(reach.values()))
    keys, found = (foe.id, unit.id), zip(thought.mixed, seen, strict=True)
    return [{("mingled", unit.id): mixed, ("view", *keys): view, ("gap", *keys): view.least} for mixed, view in found]


@contextmanager
def thought_at(battle: Battle[State], places: Places, found: Found) -> Iterator[None]:
    """While models are thought of there, and looks find this."""
    with thought_there(battle.state.figures, places), tabletop(battle).supposing(found):
        yield
