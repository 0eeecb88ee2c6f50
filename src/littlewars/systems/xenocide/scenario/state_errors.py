"""What cannot be: checks of a state between steps, and from one step to the next."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.kit.errors import misplaced, pairs, returned

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import is_aloft

GONE = ("", "killed", "fled", "lost", "captive", "mishap", "left", "destroyed")


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    there = [figure for figure in state.figures.values() if not figure.gone and not figure.carrier]
    placed = [figure for figure in there if figure.unit not in state.turn.waiting]
    return [
        *misplaced(placed, (state.width, state.depth), lambda figure: int(is_aloft(state, figure))),
        *(fault for figure in state.figures.values() for fault in _figure_faults(state, figure)),
        *(fault for unit in state.units.values() for fault in _unit_faults(state, unit)),
    ]


def _figure_faults(state: State, figure: Figure) -> Iterator[str]:
    if figure.gone not in GONE:
        yield f"{figure.id} is gone in a way that there is not"
    if figure.id not in state.units[figure.unit].figures:
        yield f"{figure.id} is not in its unit"
    if not 0 <= figure.hurt <= figure.profile.wounds or (figure.hurt == figure.profile.wounds and not figure.gone):
        yield f"{figure.id} has {figure.hurt} of {figure.profile.wounds} wounds: xenocide.stat.wounds"
    if figure.damage < 0 or (figure.damage and not figure.profile.vehicle):
        yield f"{figure.id} has damage markers: xenocide.vehicle.damage-markers"
    if figure.carrier and not figure.gone:
        vehicle = state.figures.get(figure.carrier)
        if vehicle is None or vehicle.gone or vehicle.profile.hull is None:
            yield f"{figure.id} rides in nothing: xenocide.vehicle.capacity"
        elif vehicle.at != figure.at:
            yield f"{figure.id} is not where its vehicle is"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if unit.markers < 0 or unit.increment < 0:
        yield f"{unit.id} has fewer than no markers or speed"
    if unit.markers and any(state.figures[name].profile.vehicle for name in unit.figures):
        yield f"{unit.id} is a vehicle with markers: xenocide.suppression.vehicles-immune"
    for name in unit.engaged:
        other = state.units.get(name)
        if other is None or unit.id not in other.engaged or other.side == unit.side:
            yield f"{unit.id} is engaged with {name}, which is not engaged with it: xenocide.move.engaged-state"


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    found = returned(before, after)
    for was, now in pairs(before, after):
        if now.hurt < was.hurt or now.damage < was.damage:
            found.append(f"{now.id} is better than before")
    if after.turn.number < before.turn.number:
        found.append("a turn has come back")
    return found
