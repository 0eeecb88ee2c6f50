"""Unit perimeters: the area that a unit's figures enclose, which friendly units keep out of (defiance.unit.perimeter-*)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from littlewars.engine import Refusal
from littlewars.engine.names import ref
from littlewars.table.board.hulls import NOWHERE, Outline, intermingled, outline, shared
from littlewars.table.constants import HAIR
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import Base, bound, moved
from littlewars.table.shapes.boxes import Bounds, around, boxes_meet, joined

from ..basics.state import Figure, State, Unit
from .units import is_independent

RULE = "defiance.unit.perimeter-movement"
Places = Mapping[str, Point]


def counts(state: State, figure: Figure) -> bool:
    """Is it part of its unit's perimeter? Not in the air, not while engaged (defiance.unit.perimeter-definition,
    defiance.hth.perimeter)."""
    return not (figure.level or figure.locked) and state.stands(figure)


def bases_of(state: State, unit: Unit, places: Places | None = None) -> list[Base]:
    """The bases that make up a perimeter, some of them elsewhere than they stand."""
    if is_independent(unit):
        return []  # defiance.unit.perimeter-elite-vehicle
    there, waits = places or {}, unit.id in state.turn.waiting
    present = [f for f in state.members(unit) if not f.locked and (f.id in there if f.level else not (waits or f.aboard))]
    return [moved(f.base(), there[f.id]) if f.id in there else f.base() for f in present]


def perimeter(state: State, unit: Unit, places: Places | None = None) -> Outline:
    """The hull round a unit; empty if it has none. A figure in the air counts if it comes down at one of the places."""
    bases = bases_of(state, unit, places)
    return _hull(tuple(bases)) if bases else NOWHERE


@lru_cache(maxsize=4096)
def _hull(bases: tuple[Base, ...]) -> Outline:
    return outline(bases)


def _hull_of(figures: Sequence[Figure]) -> Outline:
    """The hull of some figures as they stand."""
    return _hull(tuple([figure.base() for figure in figures]))


# ---- a quick look by boxes: most units are nowhere near


def _box(figures: Sequence[Figure]) -> Bounds | None:
    """The box round some bases; None round nobody."""
    if not figures:
        return None
    r = max([figure.frame.reach for figure in figures])
    xs, ys = [figure.x for figure in figures], [figure.y for figure in figures]
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def _box_round(state: State, unit: Unit) -> Bounds | None:
    """The box round a unit's perimeter."""
    figures = state.figures
    if unit.id in state.turn.waiting:
        return None
    return _box([f for name in unit.figures if not ((f := figures[name]).gone or f.aboard or f.level or f.locked)])


def _near(state: State, unit: Unit, box: Bounds | None, own: Sequence[Unit] = ()) -> dict[str, Outline]:
    """The perimeters of friends whose boxes meet this one: nobody else's can overlap what is in it. `own`: no strangers."""
    found: dict[str, Outline] = {}
    for other in state.units.values() if box else ():
        if other.side != unit.side or other.id == unit.id or is_independent(other) or other in own:
            continue
        round_it = _box_round(state, other)
        if round_it and box and boxes_meet(box, round_it):
            found[other.id] = perimeter(state, other)
    return found


def _box_of(state: State, unit: Unit, places: Places | None = None) -> Bounds | None:
    """The box round a unit and the places that some of it might take."""
    box = None if is_independent(unit) else _box_round(state, unit)
    for name, (x, y) in (places or {}).items():
        there = around([(x, y)], state.figures[name].reach)
        box = joined(box, there) if box else there
    return box


def violated(state: State, unit: Unit, places: Places | None = None) -> list[str]:
    """Friendly units with whose perimeters this one's overlaps; those of enemies do not matter
    (defiance.unit.perimeter-enemy)."""
    near = _near(state, unit, _box_of(state, unit, places))
    mine = perimeter(state, unit, places) if near else NOWHERE
    return [name for name, other in near.items() if intermingled(mine, other)]


def mingles_with(state: State, unit: Unit, bases: Sequence[Base]) -> str:
    """The first friendly unit in whose perimeter the unit would stand on these bases; "" if none."""
    near = _near(state, unit, around([base.at for base in bases], max(map(bound, bases))))
    whole = outline(bases) if near else NOWHERE
    return next((name for name, other in near.items() if intermingled(whole, other)), "")


def refuse_way(state: State, figure: Figure, path: Sequence[Point], landed: Point | None = None) -> Refusal | None:
    """On the ground no figure enters or crosses a friendly perimeter by choice; one that stands inside may leave it.

    `landed`: where it came down from the air; there it must be outside, too (defiance.unit.perimeter-airborne).
    """
    unit = state.unit_of(figure)
    if is_independent(unit):
        return None
    start = landed or figure.at
    for name, other in _near(state, unit, around([start, *path], figure.reach)).items():
        may_leave = landed is None and _enters(figure, start, start, other)
        if not may_leave and any(_enters(figure, a, b, other) for a, b in pairwise((start, *path))):
            return Refusal(RULE, f"{ref(figure.id)} would cross the perimeter of {ref(name)}")
    return None


def _enters(figure: Figure, a: Point, b: Point, other: Outline) -> bool:
    """Does the base come into the hull on this stretch? What it sweeps is the hull of its two places."""
    return intermingled(outline([moved(figure.base(), a), moved(figure.base(), b)]), other)


def refuse_end(state: State, figure: Figure, at: Point) -> Refusal | None:
    """At the end of its move the own perimeter overlaps no other by more than it did
    (defiance.unit.perimeter-movement, defiance.unit.no-coherency).

    Asked of those who end on the ground: jumpers and flyers who land, too (defiance.unit.perimeter-airborne).
    """
    unit = state.unit_of(figure)
    if is_independent(unit) or figure.locked:
        return None
    near = _near(state, unit, _box_of(state, unit, {figure.id: at}))
    if not near:
        return None
    after = perimeter(state, unit, {figure.id: at})
    for name, other in near.items():
        if intermingled(after, other) and shared(after, other) > shared(perimeter(state, unit), other) + HAIR:
            return Refusal(RULE, f"{ref(unit.id)} would mingle with {ref(name)}")
    return None


# ---- units that a game effect has mingled (defiance.unit.perimeter-involuntary)


def must_part(state: State, unit: Unit) -> bool:
    """Do its figures stand among friends? Elite ones and vehicles may, and a broken unit has other cares."""
    return not is_independent(unit) and not unit.broken and bool(violated(state, unit))


def is_inside(state: State, figure: Figure) -> bool:
    """Does its base stand in a friendly perimeter?"""
    others = _near(state, state.unit_of(figure), around([figure.at], figure.reach)).values()
    return counts(state, figure) and any(_enters(figure, figure.at, figure.at, other) for other in others)


def first_movers(state: State, unit: Unit, names: Sequence[str]) -> list[str]:
    """Those who may act next and stand among friends; all of them if none does."""
    if not must_part(state, unit):
        return list(names)
    figures = [state.figures[name] for name in names]
    inside = [figure.id for figure in figures if figure.able and not figure.locked and is_inside(state, figure)]
    return inside or list(names)


def owes_way(state: State, figure: Figure) -> bool:
    """Must this figure make the overlap smaller? If it stands inside; if none does, the first to move."""
    unit, doing = state.unit_of(figure), state.turn.doing
    if doing is None or not figure.able or figure.locked or not must_part(state, unit):
        return False
    if is_inside(state, figure):
        return True
    free = [other for other in state.members(unit) if other.able and not other.locked]
    return not doing.moved and not any(is_inside(state, other) for other in free)


def mingling(state: State, unit: Unit, places: Places | None = None) -> int:
    """How much of it lies in friendly perimeters."""
    near = _near(state, unit, _box_of(state, unit, places))
    mine = perimeter(state, unit, places) if near else NOWHERE
    return sum(shared(mine, other) for other in near.values())


def parts_ways(state: State, figure: Figure, at: Point, level: int = 0) -> bool:
    """Would the overlap be smaller with this one there?"""
    unit = state.unit_of(figure)
    if not level:
        return mingling(state, unit, {figure.id: at}) < mingling(state, unit)
    rest = [f.base() for f in state.members(unit) if counts(state, f) and f is not figure]
    left = sum(shared(outline(rest), other) for other in _near(state, unit, _box_of(state, unit)).values()) if rest else 0
    return left < mingling(state, unit)


# ---- units that change


def refuse_apart(state: State, unit: Unit, parts: Sequence[Sequence[Figure]]) -> Refusal | None:
    """Parts of a unit, and its friends, keep separate perimeters (defiance.unit.splitting-perimeter)."""
    if is_independent(unit):
        return None
    standing = [here for part in parts if (here := [f for f in part if counts(state, f)])]
    boxes = [around([f.at for f in part], max(f.reach for f in part)) for part in standing]
    if len(standing) == 2 and boxes_meet(*boxes) and intermingled(*map(_hull_of, standing)):
        return Refusal("defiance.unit.splitting-perimeter", f"the parts of {ref(unit.id)} stand among each other")
    others = _near(state, unit, _box_of(state, unit))
    for mine in map(_hull_of, standing if others else ()):
        if name := next((name for name, other in others.items() if intermingled(mine, other)), ""):
            return Refusal("defiance.unit.splitting-perimeter", f"a part of {ref(unit.id)} stands among {ref(name)}")
    return None


def refuse_joined(state: State, units: Sequence[Unit]) -> Refusal | None:
    """The perimeter of a joined unit violates no other (defiance.unit.joining-perimeter)."""
    figures = [f for unit in units for f in state.members(unit) if counts(state, f)]
    if not figures or is_independent(units[0]):
        return None
    near = _near(state, units[0], _box(figures), units)
    whole = _hull_of(figures) if near else NOWHERE
    for name, other in near.items():
        if intermingled(whole, other):
            return Refusal("defiance.unit.joining-perimeter", f"{ref(name)} stands between them")
    return None
