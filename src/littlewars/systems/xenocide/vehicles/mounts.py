"""Weapons on vehicles and who rides in them: eyes, arcs, what speed allows, room, getting in and out (xenocide.vehicle.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref
from littlewars.kit.blocks import beside
from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import Base, moved
from littlewars.table.sight.screens import Eye

from ..basics.events import Boarded
from ..basics.numbers import REACH, SizeClass, class_of
from ..basics.profiles import ARCS, Mount
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, sync_board, tabletop
from ..harm.wounds import Allowed, put_beside
from .speed import braked_hard, can_drive

MIDDLES = {"right": 9000, "rear": 18000, "left": 27000}  # of an arc, clockwise from the front (xenocide.vehicle.arcs)
RUNNING = 1  # the increment that is like a run (xenocide.vehicle.increment-actions)
LARGE = 1  # from this aspect on a model takes two places (xenocide.vehicle.capacity)
RULE = "xenocide.vehicle.load-and-deploy"
STAY, IN, OUT = "stay", "in", "out"


def mounted(name: str, mount: int) -> str:
    """What a model that fires from a mount, or its gun there, is called; without one it has its own name."""
    return name if mount < 0 else f"{name}/{mount + 1}"


def figure_of(state: State, eye: str) -> Figure:
    """Whose eye it is."""
    return state.figures.get(eye) or state.figures[eye.rpartition("/")[0]]


def eyes_of(state: State, unit: Unit) -> list[Eye]:
    """All of a unit: of troops the models on the table or in an open vehicle, there with its open mounts, too; of a vehicle the
    mounts (xenocide.vehicle.passenger-fire, xenocide.vehicle.open-mounts)."""
    found = []
    for figure in state.exposed(unit):
        carrier = state.figures[figure.body]
        mounts = carrier.profile.hull.mounts if carrier.profile.hull else ()
        if carrier is not figure or not mounts:
            found.append(Eye(figure.id, figure.body))
        for number, mount in enumerate(mounts):
            if mount.open or carrier is figure:  # the middle of its arc, and half its angle (xenocide.vehicle.arcs)
                found.append(Eye(mounted(figure.id, number), figure.body, (MIDDLES.get(mount.arc, 0), ARCS[mount.arc] * 50)))
    return found


def used(number: int) -> str:
    """What is noted on a vehicle whose mount has fired."""
    return f"mount {number + 1}"


def free_mounts(state: State, figure: Figure) -> list[tuple[int, Mount]]:
    """The mounts that this model may fire now, each with its number: not of a vehicle that is disabled, without a pilot,
    braked hard, or too fast (xenocide.vehicle.disabled, xenocide.vehicle.passenger-piloted, xenocide.vehicle.hard-braking,
    xenocide.vehicle.increment-actions); each once a turn (xenocide.vehicle.open-mounts)."""
    carrier = state.figures[figure.body]
    hull, unit = carrier.profile.hull, state.units[carrier.unit]
    if hull is None or not can_drive(state, carrier) or unit.snapped or braked_hard(unit) or unit.increment > RUNNING:
        return []
    return [(n, one) for n, one in enumerate(hull.mounts) if (one.open or carrier is figure) and used(n) not in carrier.fired]


def is_held(vehicle: Figure) -> bool:
    """Has it fired a weapon larger than its mount this turn: it stays (xenocide.vehicle.snap-shots, xenocide.snap.weapons)?"""
    mounts = enumerate(vehicle.profile.hull.mounts if vehicle.profile.hull else ())
    return any(used(n) in vehicle.fired and not class_of(one.weapon, one.capacity).move_after for n, one in mounts)


def speed_allows(state: State, figure: Figure, size: SizeClass) -> bool:
    """At increment 0 what may be fired after moving, by a vehicle that has neither moved nor turned anything; at 1 what may
    be fired on the run (xenocide.vehicle.increment-actions, xenocide.vehicle.passenger-fire)."""
    carrier = state.figures[figure.body]
    if increment := state.units[carrier.unit].increment:
        return increment == RUNNING and size.run_fire
    return size.move_after or (carrier is figure and not carrier.moved)


def on_the_run(state: State, unit: Unit) -> bool:
    """Does it fire as on a run, by order or its vehicle's speed (xenocide.hit.run-fire, xenocide.vehicle.increment-actions)?"""
    vehicle = state.vehicle_of(unit) or vehicle_with(state, unit)
    return unit.order == "run" or (vehicle is not None and state.units[vehicle.unit].increment > 0)


def room_for(state: State, unit: Unit, vehicle: Figure) -> bool:
    """Does the whole unit fit in? It rides whole or not at all, and vehicles do not ride (xenocide.vehicle.capacity)."""
    riders, hull = [*state.riders(vehicle), *state.members(unit)], vehicle.profile.hull
    taken = sum(2 if figure.profile.aspect >= LARGE else 1 for figure in riders)
    return state.vehicle_of(unit) is None and taken <= (hull.room if hull else 0)


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


def lets_in(state: State, vehicle: Figure) -> bool:
    """At increment 0, neither braked hard nor disabled (xenocide.vehicle.hard-braking)."""
    return lets_out(state, vehicle) and not vehicle.disabled


def lets_out(state: State, vehicle: Figure) -> bool:
    """The same, and a disabled one as well (xenocide.vehicle.passengers-disabled)."""
    unit = state.units[vehicle.unit]
    shut = vehicle.gone or vehicle.profile.flies or unit.increment or unit.engaged
    return not shut and (vehicle.disabled or not braked_hard(unit))


def may_board(battle: Battle[State], unit: Unit, vehicle: Figure) -> bool:
    """All of its models are within an inch, there is room, and it has not got out in this turn."""
    state, table = battle.state, board(battle)
    stays = unit.boarded or unit.engaged or unit.airborne or unit.panic == "flees" or unit.id in state.turn.waiting
    if stays or not lets_in(state, vehicle) or not room_for(state, unit, vehicle):
        return False
    return all(not figure.carrier and table.gap(figure.id, vehicle.id) <= REACH for figure in state.members(unit))


def untouched(battle: Battle[State], unit: Unit) -> Allowed:
    """Where somebody would be in contact with no enemy."""
    table, rows = board(battle), tabletop(battle).enemy_rows(battle.state, unit.side)
    return lambda base: not len(rows) or int(table.gaps_from(base)[rows].min()) > TOUCH


def exits(battle: Battle[State], unit: Unit, vehicle: Figure) -> dict[str, Base]:
    """Places within an inch of it for everybody, off impassable ground and out of contact; none if one finds none."""

    def find() -> dict[str, Base]:
        bases = {rider.id: moved(rider.base(), vehicle.at) for rider in battle.state.members(unit)}
        found = beside(board(battle), vehicle.base(), bases, REACH, lambda name: None, untouched(battle, unit))
        return found if len(found) == len(bases) else {}

    return tabletop(battle).until_move(("exits", unit.id), find)


async def exchange(battle: Battle[State], vehicle: Figure) -> None:
    """Who gets in or out here, unit by unit, as the owner likes."""
    state, side = battle.state, battle.state.side_of(vehicle)
    while True:
        aboard = state.aboard(vehicle) if lets_out(state, vehicle) else []
        who = [(IN, unit) for unit in state.units_of(side) if may_board(battle, unit, vehicle)]
        who += [(OUT, unit) for unit in aboard if not unit.boarded and exits(battle, unit, vehicle)]
        if not who:
            return
        ways = [Option(f"{way} {one.id}", f"{ref(one.id)} gets {way}", of=tuple(one.figures), means="go") for way, one in who]
        options = [Option(STAY, "Nobody gets in or out", of=(vehicle.id,), means="done"), *ways]
        ask = Choose(side, RULE, f"{ref(vehicle.id)}: does anybody get in or out?", options)
        chosen, _, name = (await ask.about(vehicle.id, unit=vehicle.unit, topic="plan")).partition(" ")
        if chosen == STAY:
            return
        if chosen == IN:
            get_in(battle, state.units[name], vehicle)
        else:
            await get_out(battle, state.units[name], vehicle)


async def offer_boarding(battle: Battle[State], unit: Unit) -> None:
    """A unit that has come to a vehicle may get in."""
    own = map(battle.state.vehicle_of, battle.state.units_of(unit.side))
    near = [vehicle for vehicle in own if vehicle is not None and may_board(battle, unit, vehicle)]
    if not near:
        return
    options = [Option(STAY, "Stay outside", of=tuple(unit.figures), means="hold")]
    options += [Option(vehicle.id, f"Into {ref(vehicle.id)}", of=(vehicle.id,), means="go") for vehicle in near]
    chosen = await Choose(unit.side, RULE, f"{ref(unit.id)}: get in?", options).about(*unit.figures, unit=unit.id, topic="plan")
    if chosen != STAY:
        get_in(battle, unit, battle.state.figures[chosen])


def get_in(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """All of them are inside; they have moved."""
    take_aboard(battle, unit, vehicle)
    _have_boarded(battle, unit, vehicle, out=False)


def _have_boarded(battle: Battle[State], unit: Unit, vehicle: Figure, out: bool) -> None:
    unit.boarded, unit.moved = True, unit.moved or not out
    for figure in battle.state.members(unit):
        figure.moved = True
    battle.record(Boarded(unit=unit.id, vehicle=vehicle.id, out=out))


async def get_out(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """All of them are put beside it; then they may still make their own move."""
    if places := exits(battle, unit, vehicle):
        await put_beside(battle, RULE, vehicle, places, untouched(battle, unit))
        _have_boarded(battle, unit, vehicle, out=True)
