"""Crew-served guns: models of their own that are no members of their unit, and the two men who serve each
(defiance.infweapon.crew-*)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isqrt

from littlewars.table.constants import FULL_TURN, HAIR, TOUCH
from littlewars.table.facing import Point, step_to
from littlewars.table.moving.spots import all_round
from littlewars.table.shapes.bases import Base, gap, gap_poly, moved, on_table, overlaps

from ..basics.numbers import INCH
from ..basics.profiles import BASE, Frame, Weapon
from ..basics.state import Arm, Figure, State, Unit
from ..basics.tabletop import terrain
from .pairs import has_rested, latest_activation

SUPPORT = "support"  # for both of its crew it is that (defiance.infweapon.crew-definition)
CREW = 2
BARRED = ("heavy", "impassable")  # where no gun goes (defiance.infweapon.crew-movement)
FARTHEST = 48 * INCH
COUNTS_AS = 3  # the size of a unit with a gun, for those who choose a target (defiance.infweapon.crew-unit-size3)


# ---- who serves what


@cache
def gun_frame(weapon: Weapon, size: int) -> Frame:
    """A gun as a target: a vehicle without armour and with one damage point, on a base of its own
    (defiance.infweapon.crew-weapon-stats)."""
    key = f"gun, {weapon.key}, {size}"
    return Frame(
        key=key, name=weapon.name, army="", cost=weapon.cost, size=size, quality="Vehicle", move=0, vehicle=True, base=BASE
    )


def form_guns(state: State) -> None:
    """Of those who carry such a weapon each two that follow one another are its crew, and their gun stands beside them
    (defiance.infweapon.crew-definition)."""
    for unit in state.units.values():
        alone: dict[str, Figure] = {}
        for figure in (state.figures[name] for name in unit.figures):
            weapon = _carried(figure)
            if weapon is None or figure.gun:
                continue
            mate = alone.pop(weapon.key, None)
            if mate is None:
                alone[weapon.key] = figure
            else:
                _form(state, unit, weapon, mate, figure)


def _form(state: State, unit: Unit, weapon: Weapon, one: Figure, other: Figure) -> None:
    size = max(one.frame.size, other.frame.size)
    name = f"{unit.id}.gun{len(unit.guns) + 1}"
    paid = one if one.cost >= other.cost else other  # its points are its own (defiance.turn.victory-points)
    cost = min(weapon.cost, paid.cost)
    paid.cost -= cost
    gun = Figure(name, unit.id, gun_frame(weapon, size), face=one.face, arms=(Arm(SUPPORT, weapon),), cost=cost)
    state.figures[name] = gun
    unit.guns.append(name)
    one.mate, other.mate = other.id, one.id
    one.gun = other.gun = name
    if one.x or one.y:
        stand_by(state, gun)


def _carried(figure: Figure) -> Weapon | None:
    return next((arm.weapon for arm in figure.arms if arm.weapon.crew > 1), None)


def guns_of(state: State, unit: Unit) -> list[Figure]:
    """Its guns that are still there."""
    return [gun for name in unit.guns if not (gun := state.figures[name]).gone]


def crew_of(state: State, gun: Figure) -> list[Figure]:
    """Those who serve it, wherever they are."""
    return [figure for figure in state.members(state.units[gun.unit]) if figure.gun == gun.id]


def beside_gun(state: State, gun: Figure) -> list[Figure]:
    """The members of a gun's crew that touch it (defiance.infweapon.crew-both)."""
    crew = [figure for figure in crew_of(state, gun) if not figure.aboard and figure.level == gun.level]
    return [figure for figure in crew if gap(figure.base(), gun.base()) <= TOUCH]


def serving(state: State, gun: Figure) -> list[Figure]:
    """The crew members that count: neither shaken, stunned, engaged nor broken with their unit (defiance.infweapon.crew-one,
    defiance.infweapon.crew-morale)."""
    broken = state.units[gun.unit].broken
    return [figure for figure in beside_gun(state, gun) if figure.able and not figure.locked and not broken]


def gun_served_by(state: State, figure: Figure) -> Figure | None:
    """The gun that it serves now."""
    gun = state.figures.get(figure.gun)
    return gun if gun is not None and not gun.gone and figure in serving(state, gun) else None


# ---- firing it


def may_fire_gun(state: State, gun: Figure) -> bool:
    """With both of its crew every activation; with one it rests after each; with nobody never, and not if one of them has
    fired something else (defiance.infweapon.crew-both, defiance.infweapon.crew-one, defiance.infweapon.crew-none)."""
    crew, doing = serving(state, gun), state.turn.doing
    if not crew or state.turn.number == gun.manned > 0:  # a gun just manned waits (defiance.infweapon.crew-recovery)
        return False
    if doing is not None and doing.unit == gun.unit and {gun.id, *(one.id for one in crew)} & set(doing.fired):
        return False
    return len(crew) >= CREW or has_rested(state, gun)


def fires_itself(state: State, figure: Figure, weapon: Weapon) -> bool:
    """May this figure fire that weapon? A gun is fired as a gun; a figure that has served it has had its fire action, and one
    who has taken it over uses nothing else (defiance.infweapon.crew-both, defiance.infweapon.crew-recovery)."""
    if figure.is_gun:
        return may_fire_gun(state, figure)
    if weapon.crew > 1:
        return False
    doing = state.turn.doing
    if (figure.gun or figure.mate) and doing is not None and doing.unit == figure.unit and figure.id in doing.fired:
        return False
    return not (figure.gun and _carried(figure) is None and gun_served_by(state, figure))


def note_gun(state: State, figure: Figure, weapon: Weapon) -> None:
    """Firing the gun is the fire action of everybody who serves it (defiance.infweapon.crew-both)."""
    gun = figure if figure.is_gun else state.figures.get(figure.gun)
    if weapon.crew < CREW or gun is None:
        return
    gun.served, doing = latest_activation(state, gun), state.turn.doing
    for man in serving(state, gun):
        man.last_shot = state.turn.number
        if doing is not None and doing.unit == gun.unit and man.id not in doing.fired:
            doing.fired.append(man.id)


def one_of_each_crew(state: State, figures: list[Figure]) -> list[Figure]:
    """Only the first member of each crew, if its gun may fire: for what is fired together, like suppression."""
    found: dict[str, Figure] = {}
    for figure in figures:
        if _carried(figure) is None:
            found[figure.id] = figure
        elif (gun := gun_served_by(state, figure)) is not None and may_fire_gun(state, gun):
            found.setdefault(gun.id, figure)
    return list(found.values())


# ---- where it stands


def stand_by(state: State, gun: Figure) -> None:
    """It stands where both of its crew touch it, or one; without room there at the nearest free place."""
    at = next(_places(state, gun), None)
    if at is not None:
        gun.x, gun.y = at


def _places(state: State, gun: Figure) -> Iterator[Point]:
    """Free places beside its crew, those first where both are; then places farther off."""
    crew, base = crew_of(state, gun), gun.base()
    taken = [other.base() for other in state.standing() if other is not gun]
    barred = [piece for piece in state.pieces if terrain(piece) in BARRED]

    def free(there: Base) -> bool:
        if not on_table(there, (state.width, state.depth)) or any(overlaps(there, other) for other in taken):
            return False
        return not any(gap_poly(there, piece.outline) == 0 for piece in barred)

    middle = _between(crew[0], crew[-1], gun) if len(crew) > 1 else []
    found: list[tuple[int, int, Point]] = []
    for man in crew:
        for number, at in enumerate([*middle, *all_round(base, man.base())]):
            touches = sum(gap(moved(base, at), one.base()) <= TOUCH for one in crew)
            if touches and free(moved(base, at)):
                found.append((-touches, number, at))
    yield from (at for _, _, at in sorted(found))
    for far in range(2 * INCH, FARTHEST, INCH):
        for face in range(0, FULL_TURN, FULL_TURN // 16):
            at = step_to(crew[0].at, face, far)
            if free(moved(base, at)):
                yield at


def _between(one: Figure, other: Figure, gun: Figure) -> list[Point]:
    """Half-way between two men, and where the gun touches both on either side of them."""
    across = (other.x - one.x, other.y - one.y)
    middle = ((one.x + other.x) // 2, (one.y + other.y) // 2)
    apart = isqrt(across[0] ** 2 + across[1] ** 2)
    off2 = (gun.reach + max(one.reach, other.reach) + HAIR) ** 2 - (apart // 2) ** 2
    if off2 <= 0 or not apart:
        return [middle]
    off = isqrt(off2)
    x, y = across[1] * off // apart, across[0] * off // apart
    return [middle, (middle[0] + x, middle[1] - y), (middle[0] - x, middle[1] + y)]


def may_be_struck(state: State, gun: Figure) -> bool:
    """Hand to hand a gun is attacked only without crew, or when all of them are engaged (defiance.infweapon.crew-hth)."""
    return all(figure.locked for figure in beside_gun(state, gun))
