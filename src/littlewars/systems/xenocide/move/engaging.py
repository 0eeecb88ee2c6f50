"""Contact: who is engaged with whom (xenocide.move.engaging, xenocide.move.engaged-state)."""

from __future__ import annotations

from collections.abc import Iterable

from littlewars.engine import Battle
from littlewars.table.constants import TOUCH
from littlewars.table.kernels.compiled import Ints

from ..basics.events import Engaged
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, is_aloft, tabletop


def touched_by(battle: Battle[State], figures: Iterable[Figure]) -> list[Unit]:
    """The enemy units of whom any model touches one of these, on the ground (xenocide.move.engaging,
    xenocide.core.inclusive-limits)."""
    state, table, found = battle.state, board(battle), dict[str, Unit]()
    for figure in figures:
        if is_aloft(state, figure) or figure.id not in table:
            continue
        for enemy in state.foes_of(state.units[figure.unit].side):
            others = [other for other in state.standing(enemy) if not is_aloft(state, other)]
            if enemy.id not in found and any(table.gap(figure.id, other.id) <= TOUCH for other in others):
                found[enemy.id] = enemy
    return list(found.values())


def grounded(battle: Battle[State], side: str) -> Ints:
    """The rows of a side's enemies on the ground: who is in the air touches nobody (xenocide.flight.take-off)."""
    place, state = tabletop(battle), battle.state

    def find() -> Ints:
        foes = [foe for unit in state.foes_of(side) for foe in state.standing(unit)]
        return place.board.rows([foe.id for foe in foes if foe.id in place.board and not is_aloft(state, foe)])

    return place.until_roster(("grounded", side), find)


def can_engage(state: State, one: Unit, other: Unit) -> bool:
    """Troops engage troops; a vehicle only if it strikes itself, or has open passengers; nobody engages a flyer
    (xenocide.vehicle.melee-engagement, xenocide.vehicle.flying)."""
    vehicles = [vehicle for unit in (one, other) if (vehicle := state.vehicle_of(unit)) is not None]
    return len(vehicles) < 2 and all(fights(state, vehicle) for vehicle in vehicles)


def fights(state: State, vehicle: Figure) -> bool:
    """Does a vehicle fight, or anybody in it (xenocide.vehicle.melee-own-attacks, xenocide.vehicle.melee-engagement)?"""
    hull = vehicle.profile.hull
    if hull is None or vehicle.profile.flies:
        return False
    return bool(hull.attacks) or (state.is_open(vehicle) and bool(state.riders(vehicle)))


def engage(battle: Battle[State], unit: Unit, enemy: Unit) -> None:
    """The two are locked in melee (xenocide.move.engaging)."""
    if enemy.id in unit.engaged or not can_engage(battle.state, unit, enemy):
        return
    unit.engaged.append(enemy.id)
    enemy.engaged.append(unit.id)
    battle.record(Engaged(unit=unit.id, enemy=enemy.id))


def engage_all(battle: Battle[State], unit: Unit, but: Iterable[str] = ()) -> list[str]:
    """With everybody whom it touches; `but`: not with those it has just left (xenocide.move.partial-disengage). Those it was
    not engaged with before."""
    met = []
    for enemy in touched_by(battle, battle.state.standing(unit)):
        if enemy.id not in but and enemy.id not in unit.engaged and can_engage(battle.state, unit, enemy):
            engage(battle, unit, enemy)
            unit.charged = True
            vehicle = battle.state.vehicle_of(enemy)
            for inside in battle.state.aboard(vehicle) if vehicle is not None and battle.state.is_open(vehicle) else ():
                engage(battle, unit, inside)  # they defend it (xenocide.vehicle.melee-passengers-defend)
            met.append(enemy.id)
    return met
