"""Passengers at the start of a turn: who has boarded joins the vehicle's unit, who has left is a unit of his own again
(defiance.passenger.definition, defiance.passenger.boarding-partial, defiance.passenger.boarding-full)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.events import Changed
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import sync_board, tabletop
from ..move.boarding import may_be_boarded, outside, riders, room_left
from ..units.chits import only_the_first, part_ways


def settle_riders(battle: Battle[State]) -> None:
    """Before anything else of the Command Phase."""
    state = battle.state
    if not tabletop(battle).chapters.vehicles:
        return
    for unit in list(state.units.values()):
        if state.is_present(unit) and (unit.rides or unit.boards or any(f.aboard for f in state.members(unit))):
            _settle(battle, unit)
    for vehicle in [figure for figure in state.figures.values() if figure.frame.vehicle]:
        _become_one(battle, vehicle)


def _settle(battle: Battle[State], unit: Unit) -> None:
    state = battle.state
    inside = [figure for figure in state.members(unit) if figure.aboard]
    if not inside:
        unit.rides = ""  # all have left: it is what it was (defiance.passenger.exit)
        vehicle = state.figures.get(unit.boards)
        if vehicle is None or not may_be_boarded(state, vehicle):
            unit.boards = ""
        return
    vehicle, left = state.figures[inside[0].aboard], outside(state, unit)
    waits = not unit.rides and any(figure.frame.size <= room_left(state, vehicle) for figure in left)
    if left and waits and not vehicle.gone:
        unit.boards = vehicle.id  # the rest must try again, and it cannot move (defiance.passenger.boarding-partial)
        vehicle.hulled.stays = state.turn.number
        return
    if left:  # it is full, or they have left it while others could not: they are a unit of their own
        _part(battle, unit, list(left))
    if not unit.rides:
        battle.record(Changed(who=unit.id, what=f"rides in {vehicle.frame.name}"))
    unit.rides, unit.boards = vehicle.id, ""


def _part(battle: Battle[State], unit: Unit, left: list[Figure]) -> None:
    """Those outside have a card of their own, however few they are (defiance.passenger.boarding-full)."""
    state = battle.state
    number = next(n for n in range(2, len(state.units) + 3) if f"{unit.id}+{n}" not in state.units)
    name = f"{unit.id}+{number}"
    other = Unit(name, f"{unit.name} {number}", unit.side, [figure.id for figure in left], unit.quality, unit.status)
    other.card, other.broken = 1 + max(one.card for one in state.units.values()), unit.broken
    state.units[name] = other
    for figure in left:
        unit.figures.remove(figure.id)
        figure.unit = name
        sync_board(battle, figure)
    part_ways(state, (unit, other))
    battle.record(Changed(who=name, what="is a unit of its own"))


def _become_one(battle: Battle[State], vehicle: Figure) -> None:
    """All passengers of a vehicle are one unit from the next turn on (defiance.passenger.several-units)."""
    state = battle.state
    units = [state.units[name] for name in dict.fromkeys(f.unit for f in riders(state, vehicle))]
    whole = [unit for unit in units if unit.rides == vehicle.id]
    for other in whole[1:]:
        first = whole[0]
        for name in other.figures:
            state.figures[name].unit = first.id
        first.figures, other.figures, first.solo = first.figures + other.figures, [], False
        first.status, other.rides = "ad hoc", ""
        only_the_first(state, first)
