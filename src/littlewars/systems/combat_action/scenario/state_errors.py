"""What cannot be: checks of a state between steps, and from one step to the next."""

from __future__ import annotations

from collections.abc import Iterator

from littlewars.kit.errors import faults_of, misplaced, undone

from ..basics.numbers import HIGHEST, LOCATIONS
from ..basics.state import Figure, State, Unit

GONE = ("", "killed", "ooa", "left", "destroyed", "shut down")
LEVELS = 10_000_000  # roofs between two flight levels, for comparing heights


def state_errors(state: State) -> list[str]:
    """Everything that is impossible about this state; nothing, one hopes."""
    found = misplaced(state.bodies(), (state.width, state.depth), lambda figure: figure.level * LEVELS + figure.foot)
    return found + faults_of(state, GONE, _figure_faults, _unit_faults)


def _figure_faults(state: State, figure: Figure) -> Iterator[str]:
    profile = figure.profile
    if not 0 <= figure.ap <= profile.ap:
        yield f"{figure.id} has {figure.ap} action points: combat-action.actions.allowance"
    if profile.machine and (figure.wounded or figure.flat):
        yield f"{figure.id} is a machine, wounded or flat down: combat-action.actions.flat-down"
    if not 0 <= figure.level <= HIGHEST or (figure.level and not profile.flyer):
        yield f"{figure.id} cannot fly at level {figure.level}: combat-action.vehicles.altitude"
    if not set(figure.broken) <= set(LOCATIONS) or len(set(figure.broken)) < len(figure.broken):
        yield f"{figure.id} has locations damaged that there are not, or twice: combat-action.machine-damage.next-location"
    body = state.figures.get(figure.body, figure)
    if not -1 <= figure.ready < len(body.profile.weapons):
        yield f"{figure.id} is ready with no weapon: combat-action.ready.gain"
    if figure.hides and figure.hides not in [piece.id for piece in state.pieces]:
        yield f"{figure.id} hides behind nothing: combat-action.actions.hide"
    if not figure.carrier or figure.gone:
        return
    vehicle = state.figures.get(figure.carrier)
    if vehicle is None or not vehicle.profile.vehicle or not figure.profile.living:
        yield f"{figure.id} rides in nothing: combat-action.units.aboard"
    elif vehicle.at != figure.at and vehicle.unit not in state.turn.waiting:
        yield f"{figure.id} is not where its vehicle is"


def _unit_faults(state: State, unit: Unit) -> Iterator[str]:
    if unit.leader not in unit.figures:
        yield f"{unit.id} is led by nobody of it: combat-action.units.squads"
    if any(name not in unit.figures or state.figures[name].gone for name in unit.strays):
        yield f"{unit.id} has strays who are not there: combat-action.units.coherency"
    for figure in (state.figures[name] for name in unit.figures):
        if unit.status != "steady" and figure.ready >= 0:
            yield f"{figure.id} is ready in a unit that is {unit.status}: combat-action.pinned.ready"


def transition_errors(before: State, after: State) -> list[str]:
    """Everything impossible about going from one state to the next; nothing, one hopes."""
    return undone(before, after, _better)


def _better(was: Figure, now: Figure) -> bool:
    mended = not set(was.broken) <= set(now.broken) or bool(was.wreck and not now.wreck)
    return mended or bool(was.wounded and not now.wounded)
