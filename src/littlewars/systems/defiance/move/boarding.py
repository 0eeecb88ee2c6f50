"""Getting into a vehicle: its entry arcs, the room inside, when it may be boarded, and what it costs
(defiance.passenger.boarding, defiance.vehicle.entry-arcs, defiance.vehicle.passenger-capacity)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Refusal
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point, side_hit
from littlewars.table.moving.spots import all_round
from littlewars.table.shapes.bases import Base, Box, centre2, gap, moved, quadrants

from ..basics.events import Boarded
from ..basics.numbers import INCH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import sync_board

BOARDING = {False: 2 * INCH, True: 4 * INCH}  # standard and powered infantry (defiance.passenger.boarding)
SIDES = {"F": "front", "B": "rear", "L": "left", "R": "right"}  # defiance.vehicle.entry-arcs
MOST_ABOARD = 24  # figures of one unit (defiance.passenger.several-units, defiance.unit.definition)
OUT_OF_CONTROL = 2


# ---- inside


def riders(state: State, vehicle: Figure) -> list[Figure]:
    """Those inside it (defiance.passenger.definition)."""
    return [figure for figure in state.figures.values() if figure.aboard == vehicle.id and not figure.gone]


def room_left(state: State, vehicle: Figure) -> int:
    """How many size classes still find room (defiance.vehicle.passenger-capacity)."""
    hull = vehicle.frame.hull
    return hull.room - sum(figure.frame.size for figure in riders(state, vehicle)) if hull else 0


def refuse_company(state: State, unit: Unit, vehicle: Figure) -> Refusal | None:
    """Infantry of its own side only; passengers of another unit must be of the same quality, and all together not more than
    a unit may have (defiance.passenger.several-units, defiance.unit.quality-passengers)."""
    rule, members = "defiance.passenger.several-units", state.members(unit)
    drags = any(not state.figures[name].gone for name in unit.guns)  # a gun is no infantry, and only whole units board
    if unit.side != state.side_of(vehicle) or drags or any(figure.frame.vehicle for figure in members):
        return Refusal("defiance.passenger.orders", f"{ref(unit.id)} cannot board {ref(vehicle.id)}")
    others = [figure for figure in riders(state, vehicle) if figure.unit != unit.id]
    if any(state.unit_of(figure).quality != unit.quality for figure in others):
        return Refusal(rule, f"those aboard {ref(vehicle.id)} are of another quality")
    if others and len(others) + len(members) > MOST_ABOARD:
        return Refusal(rule, f"{ref(vehicle.id)} would carry more than {MOST_ABOARD} figures")
    return None


# ---- from outside


def at_entry(vehicle: Figure, base: Base, reach: int = TOUCH) -> bool:
    """Is it within reach of one of the vehicle's entry arcs (defiance.vehicle.entry-arcs)?"""
    hull, shape = vehicle.frame.hull, vehicle.base()
    if hull is None or gap(base, shape) > reach:
        return False
    touches = quadrants(shape, base) if isinstance(shape, Box) else {side_hit(vehicle.at, vehicle.face, base.at)}
    return any(SIDES[letter] in touches for letter in hull.entry)


def entry_places(figure: Figure, vehicle: Figure) -> list[Point]:
    """Places at its entry arcs, the nearest first."""
    base = figure.base()
    places = [at for at in all_round(base, vehicle.base()) if at_entry(vehicle, moved(base, at))]
    return sorted(places, key=lambda at: (centre2(figure.at, at), at))


def may_be_boarded(state: State, vehicle: Figure) -> bool:
    """Does it stand: with a static counter, or not yet activated this turn; not in the air, out of control or disabled
    (defiance.passenger.boarding, defiance.passenger.boarding-static)?"""
    hull, craft = vehicle.frame.hull, vehicle.craft
    if hull is None or craft is None or not hull.room or not hull.entry or not state.stands(vehicle):
        return False
    if vehicle.level or vehicle.stunned or craft.haywire >= OUT_OF_CONTROL or vehicle.locked:
        return False
    return not craft.rolled or not state.unit_of(vehicle).activated


def boardable(state: State, unit: Unit) -> list[Figure]:
    """The vehicles that a unit may board: not while anybody of it is engaged (defiance.passenger.orders)."""
    members = state.members(unit)
    if unit.quality == "Vehicle" or any(figure.locked or figure.frame.vehicle for figure in members):
        return []
    own = [f for f in state.standing() if f.frame.vehicle and state.side_of(f) == unit.side]
    least = min((figure.frame.size for figure in members), default=0)
    return [f for f in own if may_be_boarded(state, f) and room_left(state, f) >= least and not refuse_company(state, unit, f)]


def refuse_boarding(state: State, figure: Figure, vehicle: Figure | None, at: Point, left: float) -> Refusal | None:
    """Why it cannot get in from there (defiance.passenger.boarding)."""
    rule = "defiance.passenger.boarding"
    if vehicle is None or not may_be_boarded(state, vehicle) or refuse_company(state, state.unit_of(figure), vehicle):
        return Refusal(rule, f"{ref(figure.id)} finds nothing to board")
    if not at_entry(vehicle, moved(figure.base(), at)):
        return Refusal("defiance.vehicle.entry-arcs", f"{ref(figure.id)} is at no entry of {ref(vehicle.id)}")
    if room_left(state, vehicle) < figure.frame.size:
        return Refusal("defiance.vehicle.passenger-capacity", f"there is no room for {ref(figure.id)} in {ref(vehicle.id)}")
    if left < BOARDING[figure.frame.powered]:
        return Refusal(rule, f"{ref(figure.id)} has not enough movement left to board")
    return None


def get_in(battle: Battle[State], figure: Figure, vehicle: Figure) -> None:
    """It is inside; the vehicle stands still for the rest of the turn (defiance.passenger.boarding-static)."""
    state, craft = battle.state, vehicle.hulled
    figure.aboard, figure.covers, figure.prone = vehicle.id, "", False
    sync_board(battle, figure)
    craft.rolled = False
    if not state.unit_of(vehicle).activated:
        craft.stays = state.turn.number
    battle.record(Boarded(figure=figure.id, vehicle=vehicle.id))


def put_aboard(state: State, unit: Unit, vehicle: Figure) -> None:
    """A whole unit starts inside (defiance.deploy.placement-legality, defiance.passenger.definition)."""
    unit.rides = vehicle.id
    for figure in state.members(unit):
        figure.aboard = vehicle.id


def fits_whole(state: State, unit: Unit, vehicle: Figure) -> bool:
    """Is there room for all of it?"""
    size = sum(figure.frame.size for figure in state.members(unit))
    hull = vehicle.frame.hull
    able = hull is not None and bool(hull.entry) and size <= room_left(state, vehicle)
    return able and refuse_company(state, unit, vehicle) is None


def outside(state: State, unit: Unit) -> Sequence[Figure]:
    """Members that are not aboard anything."""
    return [figure for figure in state.members(unit) if not figure.aboard]
