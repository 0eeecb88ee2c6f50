"""The zone of fire: who stands between, and takes impacts first (at43.zone-of-fire.*)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.board.hulls import convex, hull, in_hull
from littlewars.table.shapes.bases import Poly

from ..basics.sight import seen_of
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import board
from ..units.cohesion import bases_of

EXEMPT = ("hit-the-deck", "shield-formation")  # at43.tactics.hit-the-deck, at43.tactics.shield-formation


def area(battle: Battle[State], unit: Unit, target: Unit | Poly) -> Poly:
    """Between the outermost of both units, also when a single special weapon fires; of a terrain element its outline
    (at43.zone-of-fire.shape)."""
    state = battle.state
    own = list(bases_of(state.members(unit)).values())
    if isinstance(target, Unit):
        return hull([*own, *bases_of(state.members(target)).values()])
    return convex([*hull(own), *target])


def bystanders(battle: Battle[State], unit: Unit, target: Unit | Poly, shooters: list[Fighter]) -> list[str]:
    """Fighters of third units, friend or foe, whose centre is in the zone and whom a shooter sees, the nearest to the shooters'
    leader first (at43.zone-of-fire.distribution, at43.shooting.into-engagement)."""
    state = battle.state
    least = largest(state, unit)
    if isinstance(target, Unit):
        least = max(least, largest(state, target))
    west, south, east, north = box_round(state, unit, target)
    others = [f for f in _others(state, unit, target) if f.profile.size >= least]
    there = [f for f in others if west <= f.x <= east and south <= f.y <= north]
    if not there:
        return []
    inside = in_hull(area(battle, unit, target), [f.at for f in there])
    found = [f.id for f, within in zip(there, inside, strict=True) if within]
    if found:
        found = seen_of(battle, shooters, found)
        gaps = board(battle).matrix([unit.leader], found)[0].tolist() if found else []
        found = [name for _, name in sorted(zip(gaps, found, strict=True), key=lambda one: one[0])]
    return found


def box_round(state: State, unit: Unit, target: Unit | Poly) -> tuple[int, int, int, int]:
    """The box round both units, bases included: a quick look before the exact one."""
    members = [*state.members(unit), *(state.members(target) if isinstance(target, Unit) else ())]
    places = [*(f.at for f in members), *(() if isinstance(target, Unit) else target)]
    r = max(f.profile.radius for f in members)
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r


def largest(state: State, unit: Unit) -> int:
    """The size of a unit: smaller bystanders are ignored (at43.zone-of-fire.size)."""
    return max(f.profile.size for f in state.members(unit))


def _others(state: State, unit: Unit, target: Unit | Poly) -> list[Fighter]:
    """Everybody of other units who is not exempt, in the order of the roster."""
    found = []
    for other in state.units.values():
        if other is unit or other is target or not state.on_table(other) or any(m in EXEMPT for m in other.markers):
            continue
        found += state.members(other)
    return found
