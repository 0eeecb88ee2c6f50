"""Before the first turn: who is first, edges, and units put down in turns (xenocide.battle.setup)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Option, Refusal, Shape, Spots
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref
from littlewars.kit.blocks import Block
from littlewars.table.shapes.bases import Base, Poly, moved, overlaps
from littlewars.table.zones import EDGES, INWARDS, NAMES, bounds, inside, long_edges, opposite, zone

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
    names = [lower, state.other(lower)]
    options = [Option(name, f"{name} places first", means="act") for name in names]
    turn.first = turn.at = await Choose(lower, RULE, "Who places first?", options).about(topic="place")
    battle.record(Began(side=turn.first))
    if not all(side.edge for side in state.sides.values()):
        edges = long_edges((state.width, state.depth))
        choices = [Option(NAMES[edge], f"the {NAMES[edge]} edge", means="act") for edge in edges]
        mine = EDGES[await Choose(turn.first, RULE, "Choose your edge", choices).about(topic="place")]
        for name, edge in ((turn.first, mine), (state.other(turn.first), opposite(mine))):
            state.sides[name].edge = edge
            battle.record(EdgeTaken(side=name, edge=NAMES[edge]))
    turn.phase = "deploy"
    battle.record(PhaseBegan(phase="Deployment"))


def zone_of(state: State, side: str) -> Poly:
    """The area along a side's edge."""
    return zone((state.width, state.depth), state.sides[side].edge, state.settings.depth * INCH)


# ---- units


async def deploy_next(battle: Battle[State]) -> None:
    """One unit, then the other side; when one has placed everything the other places the rest."""
    state, turn = battle.state, battle.state.turn
    mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    if not mine:
        turn.at = state.other(turn.at)
        mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    unit = state.units[await _which(battle, turn.at, mine)]
    if not await _aboard(battle, unit):
        await _put_down(battle, unit)
    turn.waiting.remove(unit.id)
    turn.at = state.other(turn.at)
    battle.record(Deployed(unit=unit.id))
    if not turn.waiting:
        turn.phase = "begin"


async def _which(battle: Battle[State], side: str, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    options = [Option(name, ref(name), of=tuple(battle.state.units[name].figures), means="go") for name in names]
    everybody = [name for option in options for name in option.of]
    return await Choose(side, RULE, "Which unit is placed?", options).about(*everybody, topic="who")


async def _aboard(battle: Battle[State], unit: Unit) -> bool:
    """Passengers may start aboard (xenocide.battle.setup, xenocide.vehicle.capacity)."""
    state = battle.state
    own = [state.vehicle_of(other) for other in state.units_of(unit.side) if other.id not in state.turn.waiting]
    found = [vehicle for vehicle in own if vehicle is not None and not vehicle.profile.flies and room_for(state, unit, vehicle)]
    if not found or state.vehicle_of(unit) is not None:
        return False
    options = [Option("table", "On the table", of=tuple(unit.figures), means="go")]
    options += [Option(vehicle.id, f"Aboard {ref(vehicle.id)}", of=(vehicle.id,), means="hold") for vehicle in found]
    ask = Choose(unit.side, "xenocide.vehicle.capacity", f"{ref(unit.id)}: where does it start?", options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="place")
    if chosen == "table":
        return False
    take_aboard(battle, unit, state.figures[chosen])
    return True


async def _put_down(battle: Battle[State], unit: Unit) -> None:
    """Wholly within the area, off impassable ground, nobody on anybody, all within 8 inches of each other."""
    state, figures = battle.state, battle.state.members(unit)
    face, area = INWARDS[state.sides[unit.side].edge], bounds(zone_of(state, unit.side))
    shapes = {figure.id: shape_of(figure) for figure in figures}
    block = Block(board(battle), figures, area, face, ROOMS)
    turns = state.vehicle_of(unit) is not None
    ask = block.ask(unit.side, RULE, f"Deploy {ref(unit.id)}", shapes, lambda spots: refuse(battle, unit, spots), turns)
    for there in await ask.about(*unit.figures, unit=unit.id):
        put(battle, state.figures[there.what], there.at, there.face)
    vehicle = state.vehicle_of(unit)
    if vehicle is not None:
        unit.increment = await _start_speed(unit, vehicle)


async def _start_speed(unit: Unit, vehicle: Figure) -> int:
    """0 or 1; flyers 1 (xenocide.vehicle.increment-start)."""
    if vehicle.profile.flies:
        return max(STARTS)
    options = [Option(str(n), f"increment {n}", of=(vehicle.id,), means="act") for n in STARTS]
    rule = "xenocide.vehicle.increment-start"
    return int(
        await Choose(unit.side, rule, f"{ref(unit.id)}: how fast does it start?", options).about(vehicle.id, topic="plan")
    )


def shape_of(figure: Figure) -> Shape:
    """The base that is put down."""
    hull = figure.profile.hull
    return Shape("disc", (figure.profile.radius,)) if hull is None else Shape("box", (hull.length, hull.width))


def refuse(battle: Battle[State], unit: Unit, spots: Spots) -> Refusal | None:
    """Why a unit may not stand so."""
    state = battle.state
    if {there.what for there in spots} != {figure.id for figure in state.members(unit)}:
        return Refusal(RULE, f"all of {ref(unit.id)} are put down")
    bases = {there.what: moved(state.figures[there.what].base(), there.at, there.face) for there in spots}
    area = bounds(zone_of(state, unit.side))
    for number, (name, base) in enumerate(bases.items()):
        if not inside(base, area):
            return Refusal(RULE, f"{ref(name)} stands outside the area")
        if refused := _refuse_place(battle, state.figures[name], base):
            return refused
        if any(overlaps(base, other) for other in list(bases.values())[number + 1 :]):
            return Refusal(RULE, f"{ref(name)} stands on a comrade")
    if hangs_together(list(bases.values())):
        return None
    return Refusal("xenocide.move.coherency", f"{ref(unit.id)} is more than 8 inches apart")


def _refuse_place(battle: Battle[State], figure: Figure, base: Base) -> Refusal | None:
    aloft = is_aloft(battle.state, figure)
    cost = tabletop(battle).going.aloft if aloft else None
    clash = board(battle).stands(base, [figure.id, *elsewhere(battle, aloft)], cost=cost)
    if clash is not None:
        return Refusal(RULE, f"{ref(figure.id)}: {clash.id or 'the edge'} is in the way")
    return None
