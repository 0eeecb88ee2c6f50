"""When the tactician's infantry rides: it starts aboard, and gets out where a sprint brings it to the enemy."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Choose, View
from littlewars.systems.defiance.basics.numbers import INCH
from littlewars.systems.defiance.basics.sight import away
from littlewars.systems.defiance.basics.state import Figure, State
from littlewars.systems.defiance.ride.leaving import LEAVE, STAY

from ..thumb import nearest
from .worth import battle_of

NEAR = 18 * INCH  # so near to the enemy passengers are worth more outside
WORN = 2  # damage points that a vehicle may have left before they leave it anyway


def starts(view: View[Any], ask: Choose, rng: Random) -> str:
    """Inside a vehicle that has room."""
    return next((name for name in ask.ids if name != "table"), "table")


def gets_out(view: View[Any], ask: Choose, rng: Random) -> str:
    """Where the enemy is near, or the vehicle is about to fall."""
    state = battle_of(view).state
    figure = state.figures[ask.of[0]]
    vehicle = state.figures.get(figure.aboard)
    return LEAVE if vehicle is not None and should_leave(state, vehicle) else STAY


def should_leave(state: State, vehicle: Figure) -> bool:
    """Is it time for those inside to get out?"""
    goal = nearest(vehicle.at, state.enemies_of(state.side_of(vehicle)))
    return goal is not None and (away(vehicle, goal) <= NEAR or vehicle.left < WORN)


def carries(state: State, vehicle: Figure) -> bool:
    """Is anybody inside?"""
    return any(figure.aboard == vehicle.id for figure in state.figures.values() if not figure.gone)
