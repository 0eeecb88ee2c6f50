"""Getting in and out of vehicles, and taking a seat (combat-action.actions.embark, combat-action.units.aboard,
combat-action.vehicles.crew)."""

from __future__ import annotations

from littlewars.engine import Battle, Place, Refusal, Shape, Spot, Spots
from littlewars.engine.names import ref
from littlewars.kit.blocks import beside
from littlewars.table.shapes.bases import gap, moved

from ..basics.events import Changed, Moved
from ..basics.numbers import CONTACT, HATCH
from ..basics.state import GUNNER, PILOT, Figure, State
from ..basics.tabletop import board, put, sync_board
from ..melee.fighting import stuck
from ..units.coherency import rejoin
from ..units.control import out_of_control, pilot_of

RULE = "combat-action.actions.embark"


def stands_still(state: State, vehicle: Figure) -> bool:
    """On the ground, and not moved by more than half its MV in this turn (combat-action.actions.embark)."""
    fast = vehicle.moved == state.turn.number and 2 * vehicle.went > vehicle.profile.mv
    return not vehicle.level and not fast


def room(state: State, vehicle: Figure) -> int:
    """Places left for passengers, besides the crew (combat-action.units.aboard)."""
    return vehicle.profile.passengers - sum(not rider.seat for rider in state.riders(vehicle))


def vehicles_near(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Vehicles of its side within 2 cm that it could get into (combat-action.actions.embark)."""
    state = battle.state
    if not figure.profile.living or figure.carrier or figure.foot:
        return []
    side = state.side_of(figure)
    own = [f for f in state.bodies() if f.profile.vehicle and not f.wreck and state.side_of(f) == side]
    near = [vehicle for vehicle in own if gap(figure.base(), vehicle.base()) <= HATCH and stands_still(state, vehicle)]
    return [vehicle for vehicle in near if room(state, vehicle) > 0 or _seat_for(state, figure, vehicle)]


def _seat_for(state: State, figure: Figure, vehicle: Figure) -> str:
    """A seat that is empty, for a crew member who comes back."""
    if figure.unit != vehicle.unit:
        return ""
    if pilot_of(state, vehicle) is None:
        return PILOT
    return GUNNER if len(state.crew(vehicle, GUNNER)) < len(vehicle.profile.crew) - 1 else ""


def get_in(battle: Battle[State], figure: Figure, name: str) -> None:
    """Aboard: as a passenger, or of the crew into an empty seat."""
    state, vehicle = battle.state, battle.state.figures[name]
    figure.seat = _seat_for(state, figure, vehicle)
    figure.carrier, figure.hides, figure.flat = vehicle.id, "", False
    figure.lower()
    figure.x, figure.y = vehicle.at
    sync_board(battle, figure)
    unit = state.units[figure.unit]
    unit.strays = [name for name in unit.strays if name != figure.id]
    battle.record(Changed(who=figure.id, what=f"gets into {ref(vehicle.id)}"))


def may_leave(battle: Battle[State], figure: Figure) -> bool:
    """May it get out: the hatches are not stuck, the vehicle stands still or runs away, and there is room? From a wreck only
    in a later turn (combat-action.machine-damage.power-plant-passengers)."""
    state = battle.state
    vehicle = state.figures[figure.carrier]
    if vehicle.wreck:
        if state.turn.number <= vehicle.wrecked:
            return False
    elif stuck(vehicle) or vehicle.level or not (stands_still(state, vehicle) or out_of_control(state, vehicle)):
        return False
    return bool(_exits(battle, figure, vehicle))


def _exits(battle: Battle[State], figure: Figure, vehicle: Figure) -> Spots:
    """The usual place beside the vehicle."""
    table = board(battle)
    base = moved(figure.base(), vehicle.at)
    found = beside(
        table, vehicle.base(), {figure.id: base}, HATCH, lambda name: None, lambda there: not _touches(battle, figure, there)
    )
    return tuple(Spot(name, there.at) for name, there in found.items())


def _touches(battle: Battle[State], figure: Figure, base: object) -> bool:
    foes = battle.state.targets(battle.state.side_of(figure))
    return any(not foe.level and gap(base, foe.base()) <= CONTACT for foe in foes)  # type: ignore[arg-type]  # a base


async def get_out(battle: Battle[State], figure: Figure) -> None:
    """Placed within 2 cm, not in contact with an enemy (combat-action.actions.embark)."""
    state = battle.state
    vehicle = state.figures[figure.carrier]
    usual = battle.memo("exit", lambda: _exits(battle, figure, vehicle))

    def check(spots: Spots) -> Refusal | None:
        if len(spots) != 1:
            return Refusal(RULE, f"{ref(figure.id)} is put down")
        base = moved(figure.base(), spots[0].at)
        if gap(base, vehicle.base()) > HATCH:
            return Refusal(RULE, f"{ref(figure.id)} stands too far from {ref(vehicle.id)}")
        away = [one.id for one in state.bodies() if one.level or one.foot]
        if board(battle).stands(base, {figure.id, *away}) is not None:
            return Refusal(RULE, f"there is no room for {ref(figure.id)}")
        return Refusal(RULE, f"{ref(figure.id)} would touch an enemy") if _touches(battle, figure, base) else None

    shape = {figure.id: Shape("disc", (figure.profile.radius,))}
    ask = Place(state.side_of(figure), RULE, f"{ref(figure.id)} gets out of {ref(vehicle.id)}", shape, lambda: [usual], check)
    spots = await ask.about(figure.id, unit=figure.unit)
    figure.carrier = figure.seat = ""
    figure.lower()
    put(battle, figure, spots[0].at)
    battle.record(Moved(figure=figure.id, path=(vehicle.at, spots[0].at), face=0, how=f"gets out of {ref(vehicle.id)}"))
    rejoin(state, state.units[figure.unit], figure)


def may_take_seat(state: State, figure: Figure) -> bool:
    """Of the crew, aboard, and the pilot's seat is empty or its pilot has too few AP (combat-action.vehicles.crew)."""
    if figure.seat == PILOT or not figure.carrier:
        return False
    vehicle = state.figures[figure.carrier]
    if vehicle.unit != figure.unit or vehicle.wreck:
        return False
    pilot = pilot_of(state, vehicle)
    return pilot is None or pilot.wounded


def take_seat(battle: Battle[State], figure: Figure) -> None:
    """The two change places (combat-action.vehicles.crew)."""
    state = battle.state
    vehicle = state.figures[figure.carrier]
    pilot = pilot_of(state, vehicle)
    if pilot is not None:
        pilot.seat = figure.seat or GUNNER
    figure.seat = PILOT
    battle.record(Changed(who=figure.id, what=f"takes the pilot's seat of {ref(vehicle.id)}"))
