"""Who leads, who drives, who controls; which units still act (combat-action.units.leader-lost, combat-action.units.inert,
combat-action.robots.loss-of-control, combat-action.vehicles.crew)."""

from __future__ import annotations

from ..basics.state import FOR_GOOD, ONCE, PILOT, ROUTING, Figure, State, Unit


def leader_of(state: State, unit: Unit) -> Figure | None:
    """The leader; nobody succeeds one who is lost (combat-action.units.leader-lost)."""
    figure = state.figures.get(unit.leader)
    return None if figure is None or figure.gone else figure


def vehicle_of(state: State, unit: Unit) -> Figure | None:
    """The vehicle, if the unit is one with its crew (combat-action.units.squads)."""
    return next((f for name in unit.figures if (f := state.figures[name]).profile.vehicle and not f.gone), None)


def pilot_of(state: State, vehicle: Figure) -> Figure | None:
    """Who sits in the pilot's seat (combat-action.vehicles.crew)."""
    return next(iter(state.crew(vehicle, PILOT)), None)


def linked(state: State, figure: Figure) -> bool:
    """Has it a comm-link that works: its own, and aboard the antenna of the vehicle (combat-action.machine-damage.antenna)?"""
    carrier = state.figures[figure.carrier] if figure.carrier else None
    return "comm-link" in figure.profile.gear and not (carrier and "antenna" in carrier.broken)


def controller_works(state: State, figure: Figure) -> bool:
    """Has it a robot controller that works (combat-action.machine-damage.antenna)?"""
    carrier = state.figures[figure.carrier] if figure.carrier else None
    return figure.profile.controls and not figure.gone and not (carrier and "antenna" in carrier.broken)


def loses_slave(state: State, robot: Figure) -> bool:
    """Is its controller gone or routing, or the antenna of one of them damaged (combat-action.robots.loss-of-control)?"""
    boss = state.figures.get(robot.controller)
    if boss is None or boss.gone or "antenna" in robot.broken or not controller_works(state, boss):
        return True
    return state.units[boss.unit].status == ROUTING


def out_of_control(state: State, machine: Figure) -> bool:
    """Does the machine do as it likes (combat-action.robots.loss-of-control, combat-action.vehicles.crew)?"""
    if not machine.profile.machine or machine.gone:
        return False
    if machine.loose in (FOR_GOOD, ONCE):
        return True
    if machine.profile.vehicle:
        return pilot_of(state, machine) is None
    return machine.profile.slave and loses_slave(state, machine)


def is_active(state: State, unit: Unit) -> bool:
    """Is it still activated: is anybody of it neither lost nor shut down, or owes it the last turn of an exploded power plant
    (combat-action.units.inert, combat-action.machine-damage.power-plant)?"""
    return any(not figure.wreck or figure.loose == ONCE for figure in state.members(unit))


def slaves_of(state: State, figure: Figure) -> list[Figure]:
    """The robots that it controls, or may take over because nobody does (combat-action.actions.control-robot,
    combat-action.robots.loss-of-control)."""
    if not controller_works(state, figure):
        return []
    side = state.side_of(figure)
    robots = [f for f in state.figures.values() if f.profile.slave and not f.gone and not f.wreck and not f.loose]
    mine = [f for f in robots if state.side_of(f) == side and f.has("antenna") and f.controlled != state.turn.number]
    return [f for f in mine if f.controller == figure.id or loses_slave(state, f)]
