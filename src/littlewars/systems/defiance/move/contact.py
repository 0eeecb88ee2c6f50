"""Contact with enemies: who may be touched, who is, and whom it holds (defiance.orders.charge-*,
defiance.orders.maneuver-only-way-into-hth, defiance.hth.contact). What follows from it is told in `fight/`.

A lock ends in one place, `removal.release`. What it means elsewhere: no orders of one's own, no covering, no suppression, no
perimeter, no crawling.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from littlewars.engine import Refusal
from littlewars.engine.names import ref, refs
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import Base, Box, Disc, apart2, centre2, corners, gap, lying, moved

from ..basics.state import Figure, State

LYING = 5  # radii that the body of a prone figure may be from its base's centre, at most
MOST_REACH = 12_000  # no base is larger, nor anybody longer who lies: who is farther off touches nobody


def lies_on(figure: Figure) -> Box | None:
    """The ground that a prone figure lies on: one base wide, two long; of those who stand none (defiance.hth.contact)."""
    base = figure.base()
    return lying(base, figure.face) if figure.prone and isinstance(base, Disc) else None


def gap_to(base: Base, enemy: Figure) -> int:
    """How far a base is from an enemy: from the base he stands on, or from anywhere that he lies (defiance.hth.contact)."""
    body = lies_on(enemy)
    far = gap(base, enemy.base())
    return far if body is None else min(far, gap(base, body))


def near(base: Base, enemy: Figure) -> bool:
    """Are they in contact?"""
    return gap_to(base, enemy) <= TOUCH


def sweeps(figure: Figure, a: Point, b: Point, enemy: Figure) -> bool:
    """Does it touch an enemy who lies there on a straight way?"""
    body, reach = lies_on(enemy), figure.reach + TOUCH
    if body is None or not isinstance(figure.frame.base, int):
        return body is not None and near(moved(figure.base(), b), enemy)
    num, den = apart2((a, b), corners(body))
    return num <= reach * reach * den


def touched(state: State, figure: Figure, at: Point, level: int = 0, face: int | None = None) -> list[Figure]:
    """Enemies in contact with it there; in flight nobody fights (defiance.flight.forbidden,
    defiance.move.fly-forbidden-orders). `face`: how a vehicle would look."""
    if level:
        return []
    (x, y), reach, units, side = at, figure.reach + MOST_REACH, state.units, state.side_of(figure)
    west, east, south, north = x - reach, x + reach, y - reach, y + reach
    close = [e for e in state.figures.values() if west <= e.x <= east and south <= e.y <= north and not e.level]
    enemies = [e for e in close if units[e.unit].side != side and _may_touch(figure, at, e) and state.stands(e)]
    if not enemies:
        return []
    base = moved(figure.base(), at, face)
    return [e for e in enemies if near(base, e)]


def _may_touch(figure: Figure, at: Point, enemy: Figure) -> bool:
    """A quick look: are they near enough for contact, however they lie?"""
    reach = figure.reach + enemy.reach * (LYING if enemy.prone else 1) + TOUCH
    return abs(enemy.x - at[0]) <= reach and abs(enemy.y - at[1]) <= reach


def eligible(state: State, side: str) -> list[Figure]:
    """Enemies that can be charged: not those in the air (defiance.orders.charge-target, defiance.flight.forbidden)."""
    units = state.units
    return [e for e in state.standing() if not e.level and units[e.unit].side != side]


def refuse_contact(figure: Figure, units: Collection[str], met: Sequence[Figure], allowed: Iterable[str]) -> Refusal | None:
    """It may touch only members of the unit it goes for, and one at least whom it may go for
    (defiance.orders.charge-contact-order, defiance.hth.target-restriction)."""
    if any(enemy.unit not in units for enemy in met):
        only = refs(sorted(units))
        return Refusal("defiance.orders.maneuver-only-way-into-hth", f"{ref(figure.id)} may touch {only} only")
    names = {enemy.id for enemy in met}
    if any(name in names for name in allowed):
        return None
    rule = "defiance.orders.charge-contact-order"
    return Refusal(rule, f"{ref(figure.id)} must go for the closest figure of {refs(sorted(units))} first")


def may_touch(
    state: State, figure: Figure, members: Sequence[Figure], start: Point, reach: Callable[[Figure], bool]
) -> Iterator[str]:
    """The figures of the unit that it may contact, nearest to its start first: each nearer one is met already, or out of
    reach."""
    for enemy in sorted(members, key=lambda e: (centre2(start, e.at), e.id)):
        yield enemy.id
        if not _is_met(state, figure, enemy) and reach(enemy):
            return


def _is_met(state: State, figure: Figure, enemy: Figure) -> bool:
    """Is the enemy in contact with a comrade of this figure?"""
    comrades = [f for f in state.on_table(state.unit_of(figure)) if f is not figure and not f.aloft]
    return any(comrade.id in enemy.locked or near(comrade.base(), enemy) for comrade in comrades)


def locks(one: Figure, other: Figure) -> bool:
    """Does contact hold the two? Nothing holds them where one is a vehicle that cannot strike
    (defiance.hth.contact-without-lock)."""
    return not any(figure.frame.vehicle and not figure.frame.mecha for figure in (one, other))
