"""Passengers: who fits in, and how they get aboard (xenocide.vehicle.capacity)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.profiles import Profile
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import sync_board

LARGE = 1  # from this aspect on a model takes two places (xenocide.vehicle.capacity)


def places(profile: Profile) -> int:
    """How many places a model takes (xenocide.vehicle.capacity)."""
    return 2 if profile.aspect >= LARGE else 1


def room_left(state: State, vehicle: Figure) -> int:
    """The places nobody has taken (xenocide.vehicle.capacity)."""
    hull = vehicle.profile.hull
    return hull.room - sum(places(rider.profile) for rider in state.riders(vehicle)) if hull else 0


def room_for(state: State, unit: Unit, vehicle: Figure) -> bool:
    """Does the whole unit fit in? It rides whole or not at all, and vehicles do not ride (xenocide.vehicle.capacity)."""
    members = state.members(unit)
    if any(figure.profile.vehicle for figure in members):
        return False
    return sum(places(figure.profile) for figure in members) <= room_left(state, vehicle)


def take_aboard(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """All of a unit are inside: where the vehicle is, and without bases of their own (xenocide.vehicle.capacity)."""
    for figure in battle.state.members(unit):
        figure.carrier = vehicle.id
        figure.x, figure.y = vehicle.x, vehicle.y
        sync_board(battle, figure)


def vehicle_with(state: State, unit: Unit) -> Figure | None:
    """The vehicle in which a unit rides."""
    members = state.members(unit)
    return state.figures[members[0].carrier] if members and members[0].carrier else None
