"""Before the first turn: edges, and units put down in turns (combat-action.setup.table)."""

from __future__ import annotations

from functools import partial
from random import Random

from littlewars.engine import Battle, Refusal, Shape, Spot, Spots
from littlewars.engine.names import in_the_way, ref
from littlewars.kit.asking import choose_edges, place_next, starts_aboard
from littlewars.kit.blocks import Block
from littlewars.table.board.groups import chain, in_cohesion
from littlewars.table.shapes.bases import Poly, gap, moved, overlaps
from littlewars.table.zones import INWARDS, bounds, inside, zone

from ..basics.events import Deployed, EdgeTaken
from ..basics.numbers import CM, DIE, LINK, LOW, ZONE
from ..basics.state import State, Unit
from ..basics.tabletop import board, passage, put
from ..move.obstacles import room

RULE = "combat-action.setup.table"
ROOMS = (100, 1000, 4000)  # between the bases of a block: close, usual, wide


async def take_edges(battle: Battle[State]) -> None:
    """Both roll; the higher picks the edge and the other places the first unit (combat-action.setup.table)."""
    state, turn = battle.state, battle.state.turn
    higher = battle.dice.rank(list(state.sides), DIE, "edge")[0]
    await choose_edges(battle, higher, RULE, EdgeTaken)
    turn.at, turn.phase = state.other(higher), "deploy"


def zone_of(state: State, side: str) -> Poly:
    """20 cm along a side's edge (combat-action.setup.table)."""
    return zone((state.width, state.depth), state.sides[side].edge, ZONE)


async def deploy_next(battle: Battle[State]) -> None:
    """One unit each, alternately; everything is placed (combat-action.setup.table)."""
    await place_next(battle, RULE, partial(_place, battle), Deployed)
    battle.board = None


async def _place(battle: Battle[State], unit: Unit) -> None:
    """On the table, or as passengers aboard a vehicle that is there already (combat-action.setup.table)."""
    state, members = battle.state, battle.state.members(unit)
    own = [one for one in state.bodies() if one.profile.vehicle and state.side_of(one) == unit.side]
    found = [vehicle for vehicle in own if room(state, vehicle) >= len(members)]
    living = all(figure.profile.living for figure in members)
    vehicle = await starts_aboard(unit, found if living else (), "combat-action.units.aboard", "On foot")
    if not vehicle:
        await _put_down(battle, unit)
        return
    for figure in members:
        figure.carrier = vehicle
        figure.x, figure.y = state.figures[vehicle].at


async def _put_down(battle: Battle[State], unit: Unit) -> None:
    """Wholly within the zone, in coherency, not on obstacles; crews start in their vehicle, its front is chosen, a flyer may
    start at low altitude (combat-action.setup.table, combat-action.vehicles.movement)."""
    state, figures = battle.state, battle.state.on_foot(unit)
    face, area = INWARDS[state.sides[unit.side].edge], bounds(zone_of(state, unit.side))
    block = Deploying(board(battle), figures, area, face, ROOMS, 3 * CM)
    kinds = [(one.id, "disc" if one.profile.radius else "box", one.profile) for one in figures]
    shapes = {name: Shape(kind, profile.measures, levels=LOW if profile.flyer else 0) for name, kind, profile in kinds}
    turns = any(figure.profile.vehicle for figure in figures)
    ask = block.ask(unit.side, RULE, f"Deploy {ref(unit.id)}", shapes, lambda spots: refuse(battle, unit, spots), turns)
    for there in await ask.about(*(figure.id for figure in figures), unit=unit.id):
        figure = state.figures[there.what]
        figure.level = there.level if figure.profile.flyer else 0
        put(battle, figure, there.at, there.face if figure.profile.vehicle else face)


class Deploying(Block):
    """The placing of one unit; an answer by chance now and then puts its flyers into the air."""

    def propose(self, rng: Random) -> Spots:
        """Somewhere in the zone."""
        west, south, east, north = self.area
        at = (rng.randint(west, east), rng.randint(south, north))
        level = LOW if rng.random() < 0.5 else 0
        flies = {figure.id for figure in self.figures if figure.profile.flyer}
        found = self.at(at, self.face, rng.choice(self.rooms))
        return tuple(Spot(one.what, one.at, one.face, level if one.what in flies else 0) for one in found)


def refuse(battle: Battle[State], unit: Unit, spots: Spots) -> Refusal | None:
    """Why a unit may not stand so."""
    state, figures = battle.state, battle.state.on_foot(unit)
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
            return Refusal(RULE, f"{ref(figure.id)}: {in_the_way(clash.id)} is in the way")
        if any(overlaps(base, bases[other.what]) for other in spots[number + 1 :] if other.level == there.level):
            return Refusal(RULE, f"{ref(figure.id)} stands on a comrade")
    close = [bases[figure.id] for figure in figures if not figure.profile.slave]
    if in_cohesion([[gap(a, b) for b in close] for a in close], chain(LINK)):
        return None
    return Refusal("combat-action.units.coherency", f"{ref(unit.id)} is not in coherency")
