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


async def deploy_next(battle: Battle[State]) -> None:
    """One unit, on the table or aboard, then the other side; when one has placed everything the other places the rest
    (xenocide.vehicle.capacity)."""
    state = battle.state

    async def place(unit: Unit) -> None:
        own = [state.vehicle_of(other) for other in state.units_of(unit.side) if other.id not in state.turn.waiting]
        room = [one for one in own if one is not None and not one.profile.flies and room_for(state, unit, one)]
        if vehicle := await starts_aboard(unit, room, "xenocide.vehicle.capacity", "On the table"):
            take_aboard(battle, unit, state.figures[vehicle])
        else:
            await _put_down(battle, unit)

    await place_next(battle, RULE, place, Deployed)


async def _put_down(battle: Battle[State], unit: Unit) -> None:
    """Wholly within the area, off impassable ground, nobody on anybody, all within 8 inches of each other. A vehicle starts at
    increment 0 or 1, a flyer at 1 (xenocide.vehicle.increment-start)."""
    state, figures = battle.state, battle.state.members(unit)
    first, hull = figures[0], figures[0].profile.hull
    box = Shape("box", (hull.length, hull.width)) if hull else None
    block = Block(board(battle), figures, bounds(zone_of(state, unit.side)), INWARDS[state.sides[unit.side].edge], ROOMS)
    block.past = _past(battle, first)
    shapes = {figure.id: box or Shape("disc", (figure.profile.radius,)) for figure in figures}
    refuses = partial(refuse, battle, unit)
    ask = block.ask(unit.side, RULE, f"Deploy {ref(unit.id)}", shapes, refuses, turns=hull is not None)
    for there in await ask.about(*unit.figures, unit=unit.id):
        put(battle, state.figures[there.what], there.at, there.face)
    if first.profile.flies:
        unit.increment = max(STARTS)
    elif hull is not None:
        options = [Option(str(n), f"increment {n}", of=(first.id,), means="act") for n in STARTS]
        speed = Choose(unit.side, "xenocide.vehicle.increment-start", f"{ref(unit.id)}: how fast does it start?", options)
        unit.increment = int(await speed.about(first.id, topic="plan"))


def _past(battle: Battle[State], one: Figure) -> tuple[list[str], Ints | None]:
    """Who is in nobody's way where it is put down, and what the ground costs: in the air nothing (xenocide.flight.distance)."""
    aloft = is_aloft(battle.state, one)
    return elsewhere(battle, aloft), tabletop(battle).going.aloft if aloft else None


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
