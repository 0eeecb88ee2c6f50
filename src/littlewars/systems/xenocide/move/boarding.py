"""Getting in and out of vehicles (xenocide.vehicle.load-and-deploy)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref
from littlewars.kit.blocks import beside
from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import Base, moved

from ..basics.events import Boarded
from ..basics.numbers import REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, tabletop
from ..harm.hulls import Outside, put_beside
from ..vehicles.mounts import room_for, take_aboard
from ..vehicles.speed import braked_hard

RULE = "xenocide.vehicle.load-and-deploy"
STAY, IN, OUT = "stay", "in ", "out "


def lets_in(state: State, vehicle: Figure) -> bool:
    """At increment 0, neither braked hard nor disabled (xenocide.vehicle.hard-braking)."""
    return lets_out(state, vehicle) and not vehicle.disabled


def lets_out(state: State, vehicle: Figure) -> bool:
    """The same, and a disabled one as well (xenocide.vehicle.passengers-disabled)."""
    unit = state.units[vehicle.unit]
    if vehicle.gone or vehicle.profile.flies or unit.increment or unit.engaged:
        return False
    return vehicle.disabled or not braked_hard(unit)


def may_board(battle: Battle[State], unit: Unit, vehicle: Figure) -> bool:
    """All of its models are within an inch, there is room, and it has not got out in this turn."""
    state, table = battle.state, board(battle)
    if unit.boarded or unit.engaged or unit.airborne or unit.panic == "flees" or unit.id in state.turn.waiting:
        return False
    if not lets_in(state, vehicle) or not room_for(state, unit, vehicle):
        return False
    return all(not figure.carrier and table.gap(figure.id, vehicle.id) <= REACH for figure in state.members(unit))


def outside(battle: Battle[State], unit: Unit, vehicle: Figure) -> Outside:
    """Beside the vehicle and in contact with no enemy."""
    table, rows = board(battle), tabletop(battle).enemy_rows(battle.state, unit.side)
    return Outside(RULE, vehicle.base(), lambda base: not len(rows) or int(table.gaps_from(base)[rows].min()) > TOUCH)


def exits(battle: Battle[State], unit: Unit, vehicle: Figure) -> dict[str, Base]:
    """A place within an inch of the vehicle for everybody, off impassable ground and out of contact; nothing if anybody finds
    none: then the whole unit stays aboard."""
    riders, where = battle.state.members(unit), outside(battle, unit, vehicle)
    bases = {rider.id: moved(rider.base(), vehicle.at) for rider in riders}
    found = beside(board(battle), where.hull, bases, REACH, lambda name: None, where.allowed)
    return found if len(found) == len(riders) else {}


def leavers(battle: Battle[State], vehicle: Figure) -> list[Unit]:
    """The units aboard that may get out here."""
    state = battle.state
    if not lets_out(state, vehicle):
        return []
    return [unit for unit in state.aboard(vehicle) if not unit.boarded and exits(battle, unit, vehicle)]


async def exchange(battle: Battle[State], vehicle: Figure) -> None:
    """Who gets in or out here, unit by unit, as the owner likes."""
    state, side = battle.state, battle.state.side_of(vehicle)
    while True:
        options = [Option(STAY, "Nobody gets in or out", of=(vehicle.id,), means="done")]
        for unit in state.units_of(side):
            if may_board(battle, unit, vehicle):
                options.append(Option(f"{IN}{unit.id}", f"{ref(unit.id)} gets in", of=tuple(unit.figures), means="go"))
        for unit in leavers(battle, vehicle):
            options.append(Option(f"{OUT}{unit.id}", f"{ref(unit.id)} gets out", of=tuple(unit.figures), means="go"))
        if len(options) == 1:
            return
        ask = Choose(side, RULE, f"{ref(vehicle.id)}: does anybody get in or out?", options)
        chosen = await ask.about(vehicle.id, unit=vehicle.unit, topic="plan")
        if chosen == STAY:
            return
        if chosen.startswith(IN):
            get_in(battle, state.units[chosen.removeprefix(IN)], vehicle)
        else:
            await get_out(battle, state.units[chosen.removeprefix(OUT)], vehicle)


async def offer_boarding(battle: Battle[State], unit: Unit) -> None:
    """A unit that has come to a vehicle may get in."""
    state = battle.state
    own = [state.vehicle_of(other) for other in state.units_of(unit.side)]
    near = [vehicle for vehicle in own if vehicle is not None and may_board(battle, unit, vehicle)]
    if not near or state.vehicle_of(unit) is not None:
        return
    options = [Option(STAY, "Stay outside", of=tuple(unit.figures), means="hold")]
    options += [Option(vehicle.id, f"Into {ref(vehicle.id)}", of=(vehicle.id,), means="go") for vehicle in near]
    ask = Choose(unit.side, RULE, f"{ref(unit.id)}: get in?", options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="plan")
    if chosen != STAY:
        get_in(battle, unit, state.figures[chosen])


def get_in(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """All of them are inside; they have moved."""
    take_aboard(battle, unit, vehicle)
    unit.boarded = unit.moved = True
    for figure in battle.state.members(unit):
        figure.moved = True
    battle.record(Boarded(unit=unit.id, vehicle=vehicle.id, out=False))


async def get_out(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """All of them are put beside it; then they may still make their own move."""
    places = exits(battle, unit, vehicle)
    if not places:
        return
    await put_beside(battle, vehicle, places, outside(battle, unit, vehicle))
    unit.boarded = True
    for figure in battle.state.members(unit):
        figure.moved = True
    battle.record(Boarded(unit=unit.id, vehicle=vehicle.id, out=True))
