"""Before the first turn: who is first, edges, and units put down in turns (xenocide.battle.setup)."""

from __future__ import annotations

from functools import partial

from littlewars.engine import Battle, Choose, Option, Refusal, Shape, Spots
from littlewars.engine.measures import INCH
from littlewars.engine.names import in_the_way, ref
from littlewars.kit.asking import choose_edges, place_next, starts_aboard
from littlewars.kit.blocks import Block
from littlewars.table.kernels.compiled import Ints
from littlewars.table.shapes.bases import Poly, moved, overlaps
from littlewars.table.zones import INWARDS, bounds, inside, zone

from ..basics.dice import lowest_first
from ..basics.events import Began, Deployed, EdgeTaken, PhaseBegan
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, elsewhere, hangs_together, is_aloft, put, tabletop
from ..vehicles.mounts import room_for, take_aboard

RULE = "xenocide.battle.setup"
ROOMS = (50, 500, 1200)  # between the bases of a block: where there is little room, usually, and by chance
STARTS = (0, 1)  # increments of a vehicle at the start (xenocide.vehicle.increment-start)


async def take_edges(battle: Battle[State]) -> None:
    """The lower roll decides who places first; that side picks its long edge, unless the scenario assigns them."""
    state, turn = battle.state, battle.state.turn
    lower, _ = lowest_first(battle, "placing")
    options = [Option(name, f"{ref(name)} places first", means="act") for name in (lower, state.other(lower))]
    turn.first = turn.at = await Choose(lower, RULE, "Who places first?", options).about(topic="place")
    battle.record(Began(side=turn.first))
    await choose_edges(battle, turn.first, RULE, EdgeTaken)
    turn.phase = "deploy"
    battle.record(PhaseBegan(phase="Deployment"))


def zone_of(state: State, side: str) -> Poly:
    """The area along a side's edge."""
    return zone((state.width, state.depth), state.sides[side].edge, state.settings.depth * INCH)


# ---- units


async def deploy_next(battle: Battle[State]) -> None:
    """One unit, then the other side; when one has placed everything the other places the rest."""
    await place_next(battle, RULE, partial(_place, battle), Deployed)


async def _place(battle: Battle[State], unit: Unit) -> None:
    """On the table, or aboard (xenocide.vehicle.capacity)."""
    state = battle.state
    own = [state.vehicle_of(other) for other in state.units_of(unit.side) if other.id not in state.turn.waiting]
    room = [vehicle for vehicle in own if vehicle is not None and not vehicle.profile.flies and room_for(state, unit, vehicle)]
    if vehicle := await starts_aboard(unit, room, "xenocide.vehicle.capacity", "On the table"):
        take_aboard(battle, unit, state.figures[vehicle])
    else:
        await _put_down(battle, unit)


async def _put_down(battle: Battle[State], unit: Unit) -> None:
    """Wholly within the area, off impassable ground, nobody on anybody, all within 8 inches of each other."""
    state, figures = battle.state, battle.state.members(unit)
    face, area = INWARDS[state.sides[unit.side].edge], bounds(zone_of(state, unit.side))
    first, hull = figures[0], figures[0].profile.hull
    box = Shape("box", (hull.length, hull.width)) if hull is not None else None
    shapes = {figure.id: box or Shape("disc", (figure.profile.radius,)) for figure in figures}
    block = Block(board(battle), figures, area, face, ROOMS)
    block.past = _past(battle, first)
    prompt = f"Deploy {ref(unit.id)}"
    ask = block.ask(unit.side, RULE, prompt, shapes, lambda spots: refuse(battle, unit, spots), turns=hull is not None)
    for there in await ask.about(*unit.figures, unit=unit.id):
        put(battle, state.figures[there.what], there.at, there.face)
    if hull is not None:
        unit.increment = max(STARTS) if first.profile.flies else await _start_speed(unit, first)


def _past(battle: Battle[State], one: Figure) -> tuple[list[str], Ints | None]:
    """Who is in nobody's way where it is put down, and what the ground costs: in the air nothing (xenocide.flight.distance)."""
    aloft = is_aloft(battle.state, one)
    return elsewhere(battle, aloft), tabletop(battle).going.aloft if aloft else None


async def _start_speed(unit: Unit, vehicle: Figure) -> int:
    """0 or 1; flyers 1 (xenocide.vehicle.increment-start)."""
    options = [Option(str(n), f"increment {n}", of=(vehicle.id,), means="act") for n in STARTS]
    ask = Choose(unit.side, "xenocide.vehicle.increment-start", f"{ref(unit.id)}: how fast does it start?", options)
    return int(await ask.about(vehicle.id, topic="plan"))


def refuse(battle: Battle[State], unit: Unit, spots: Spots) -> Refusal | None:
    """Why a unit may not stand so."""
    state = battle.state
    if {there.what for there in spots} != {figure.id for figure in state.members(unit)}:
        return Refusal(RULE, f"all of {ref(unit.id)} are put down")
    area, (others, cost) = bounds(zone_of(state, unit.side)), _past(battle, state.figures[spots[0].what])
    bases = [moved(state.figures[there.what].base(), there.at, there.face) for there in spots]
    for number, (there, base) in enumerate(zip(spots, bases, strict=True)):
        if not inside(base, area):
            return Refusal(RULE, f"{ref(there.what)} stands outside the area")
        if clash := board(battle).stands(base, [there.what, *others], cost=cost):
            return Refusal(RULE, f"{ref(there.what)}: {in_the_way(clash.id)} is in the way")
        if any(overlaps(base, other) for other in bases[number + 1 :]):
            return Refusal(RULE, f"{ref(there.what)} stands on a comrade")
    if hangs_together(state.members(unit), {there.what: there.at for there in spots}):
        return None
    return Refusal("xenocide.move.coherency", f"{ref(unit.id)} is more than 8 inches apart")
