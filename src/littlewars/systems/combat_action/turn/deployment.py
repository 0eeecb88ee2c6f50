"""Before the first turn: edges, and units put down in turns (combat-action.setup.table)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from littlewars.engine import Battle, Choose, Option, Place, Point, Refusal, Shape, Spot, Spots
from littlewars.engine.names import ref
from littlewars.kit.blocks import dragged, first_free, lattice, rows
from littlewars.table.board.groups import chain, in_cohesion
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import Poly, extent, gap, moved, overlaps
from littlewars.table.zones import EDGES, INWARDS, NAMES, bounds, inside, opposite, zone

from ..basics.events import Deployed, EdgeTaken
from ..basics.numbers import CM, DIE, LINK, LOW, ZONE
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, passage, put
from ..move.boarding import room
from ..units.control import vehicle_of

RULE = "combat-action.setup.table"
ROOM, CLOSE, WIDE = 1000, 100, 4000  # between the bases of a block
ON_FOOT = "table"


async def take_edges(battle: Battle[State]) -> None:
    """Both roll; the higher picks the edge and the other places the first unit (combat-action.setup.table)."""
    state, turn = battle.state, battle.state.turn
    higher = battle.dice.rank(list(state.sides), DIE, "edge")[0]
    if not all(side.edge for side in state.sides.values()):
        options = [Option(NAMES[edge], f"the {NAMES[edge]} edge", means="act") for edge in _long_edges(state)]
        mine = EDGES[await Choose(higher, RULE, "Choose your edge", options).about(topic="place")]
        for name, edge in ((higher, mine), (state.other(higher), opposite(mine))):
            state.sides[name].edge = edge
            battle.record(EdgeTaken(side=name, edge=NAMES[edge]))
    turn.at = state.other(higher)
    turn.phase = "deploy"


def _long_edges(state: State) -> list[int]:
    """The long edges; on a square table all are."""
    if state.width == state.depth:
        return list(NAMES)
    return [EDGES["south"], EDGES["north"]] if state.width > state.depth else [EDGES["west"], EDGES["east"]]


def zone_of(state: State, side: str) -> Poly:
    """20 cm along a side's edge (combat-action.setup.table)."""
    return zone((state.width, state.depth), state.sides[side].edge, ZONE)


async def deploy_next(battle: Battle[State]) -> None:
    """One unit each, alternately; everything is placed (combat-action.setup.table)."""
    state, turn = battle.state, battle.state.turn
    mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    if not mine:
        turn.at = state.other(turn.at)
        mine = [name for name in turn.waiting if state.units[name].side == turn.at]
    unit = state.units[await _which(battle, turn.at, mine)]
    if not await _aboard(battle, unit):
        await _put_down(battle, unit)
    turn.waiting.remove(unit.id)
    battle.board = None
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
    """Passengers start aboard a vehicle that is on the table already, if the owner wants (combat-action.setup.table)."""
    state = battle.state
    members = state.members(unit)
    if not all(figure.profile.living for figure in members):
        return False
    own = [vehicle_of(state, other) for other in state.units_of(unit.side) if other.id not in state.turn.waiting]
    found = [vehicle for vehicle in own if vehicle is not None and room(state, vehicle) >= len(members)]
    if not found:
        return False
    options = [Option(ON_FOOT, "On foot", of=tuple(unit.figures), means="go")]
    options += [Option(vehicle.id, f"Aboard {ref(vehicle.id)}", of=(vehicle.id,), means="hold") for vehicle in found]
    ask = Choose(unit.side, "combat-action.units.aboard", f"{ref(unit.id)}: where does it start?", options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="place")
    if chosen == ON_FOOT:
        return False
    for figure in members:
        figure.carrier = chosen
        figure.x, figure.y = state.figures[chosen].at
    return True


def placed(state: State, unit: Unit) -> list[Figure]:
    """Who is put down: crews start in their vehicle (combat-action.setup.table)."""
    return [figure for figure in state.members(unit) if not figure.carrier]


async def _put_down(battle: Battle[State], unit: Unit) -> None:
    """Wholly within the zone, in coherency, not on obstacles; a vehicle's front is chosen, a flyer may start at low altitude
    (combat-action.setup.table, combat-action.vehicles.movement)."""
    state = battle.state
    face = INWARDS[state.sides[unit.side].edge]
    figures = placed(state, unit)
    usual: list[Spots] = []

    def spots() -> list[Spots]:
        if not usual:
            usual.append(_first_free(battle, unit, face) or _anywhere(battle, unit, face))
        return usual

    def check(given: Spots) -> Refusal | None:
        return None if usual and given == usual[0] else refuse(battle, unit, given)

    ask = Place(
        unit.side,
        RULE,
        f"Deploy {ref(unit.id)}",
        {figure.id: shape_of(figure) for figure in figures},
        spots,
        check,
        turns=any(figure.profile.vehicle for figure in figures),
        propose=lambda rng: _propose(battle, unit, face, rng),
        plan=lambda drag: dragged(spots()[0], drag, face, lambda at, look: block(figures, at, look)),
    )
    for there in await ask.about(*(figure.id for figure in figures), unit=unit.id):
        figure = state.figures[there.what]
        figure.level = there.level if figure.profile.flyer else 0
        put(battle, figure, there.at, there.face if figure.profile.vehicle else face)


def shape_of(figure: Figure) -> Shape:
    """The base that is put down; flyers on the ground or at low altitude."""
    profile, levels = figure.profile, LOW if figure.profile.flyer else 0
    return (
        Shape("disc", (profile.radius,), levels=levels)
        if profile.radius
        else Shape("box", (profile.length, profile.width), levels=levels)
    )


def block(figures: Sequence[Figure], at: Point, face: int, apart: int = ROOM) -> Spots:
    """Rows of models with the middle of the front here."""
    wide = max(max(extent(figure.base())) for figure in figures) + apart
    return rows([figure.id for figure in figures], at, face, wide, wide)


def refuse(battle: Battle[State], unit: Unit, spots: Spots) -> Refusal | None:
    """Why a unit may not stand so."""
    state = battle.state
    figures = placed(state, unit)
    if {there.what for there in spots} != {figure.id for figure in figures}:
        return Refusal(RULE, f"all of {ref(unit.id)} are put down")
    bases = {there.what: moved(state.figures[there.what].base(), there.at, there.face) for there in spots}
    area, table = bounds(zone_of(state, unit.side)), board(battle)
    for number, there in enumerate(spots):
        figure, base = state.figures[there.what], bases[there.what]
        if not 0 <= there.level <= (LOW if figure.profile.flyer else 0):
            return Refusal(RULE, f"{ref(figure.id)} cannot start at that altitude")
        if not inside(base, area):
            return Refusal(RULE, f"{ref(figure.id)} stands outside the zone")
        way = passage(battle, figure, there.level)
        clash = table.stands(base, {figure.id, *way.ghosts}, cost=way.cost)
        if clash is not None:
            return Refusal(RULE, f"{ref(figure.id)}: {clash.id or 'the edge'} is in the way")
        if any(overlaps(base, bases[other.what]) for other in spots[number + 1 :] if other.level == there.level):
            return Refusal(RULE, f"{ref(figure.id)} stands on a comrade")
    close = [bases[figure.id] for figure in figures if not figure.profile.slave]
    table_of_gaps = [[gap(a, b) for b in close] for a in close]
    if in_cohesion(table_of_gaps, chain(LINK)):
        return None
    return Refusal("combat-action.units.coherency", f"{ref(unit.id)} is not in coherency")


def _first_free(battle: Battle[State], unit: Unit, face: int) -> Spots:
    """The first block that may stand, from the middle of the zone outwards."""
    figures, places = placed(battle.state, unit), lattice(bounds(zone_of(battle.state, unit.side)), 3 * CM)

    def blocks() -> Iterator[Spots]:
        for at in places:
            yield block(figures, at, face)
            yield block(figures, at, face, CLOSE)

    return first_free(blocks(), lambda spots: refuse(battle, unit, spots))


def _anywhere(battle: Battle[State], unit: Unit, face: int) -> Spots:
    """Without room each goes to the free spot nearest to the middle of the zone."""
    state, trial = battle.state, board(battle).copy()
    west, south, east, north = bounds(zone_of(state, unit.side))
    middle = ((west + east) // 2, (south + north) // 2)
    found = []
    for figure in placed(state, unit):
        base = moved(figure.base(), middle, face)
        at = spot(trial, base, middle, reach=state.width + state.depth) or middle
        trial.put(figure.id, moved(base, at, face), 0, 0)
        found.append(Spot(figure.id, at, face))
    return tuple(found)


def _propose(battle: Battle[State], unit: Unit, face: int, rng: Random) -> Spots:
    """A block somewhere in the zone; flyers now and then in the air."""
    west, south, east, north = bounds(zone_of(battle.state, unit.side))
    figures = placed(battle.state, unit)
    at = (rng.randint(west, east), rng.randint(south, north))
    level = LOW if rng.random() < 0.5 else 0
    found = block(figures, at, face, rng.choice((CLOSE, ROOM, WIDE)))
    flies = {figure.id for figure in figures if figure.profile.flyer}
    return tuple(Spot(one.what, one.at, one.face, level if one.what in flies else 0) for one in found)
