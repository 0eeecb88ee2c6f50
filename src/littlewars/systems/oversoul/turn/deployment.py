"""Before the first round: terrain in turns, then units one by one (oversoul.setup.*)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count
from random import Random

import numpy as np
from msgspec.structs import replace

from littlewars.engine import Battle, Choose, Option, Place, Refusal, Spot
from littlewars.engine.moves import Spots
from littlewars.engine.names import ref
from littlewars.kit.blocks import Slab, beyond_the_edge, first_free, lattice
from littlewars.table.facing import Point
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.spots import room_for, with_room
from littlewars.table.shapes.bases import Base, Poly, gap_polys
from littlewars.table.terrain.pieces import piece
from littlewars.table.zones import INWARDS, Bounds, bounds, inside, shifts_into, to_edge, zone

from ..basics.events import Changed, Deployed, TerrainPlaced
from ..basics.naming import named
from ..basics.state import INCH, State, Unit
from ..basics.tabletop import is_deep, sync_board, tabletop
from ..basics.terrain_words import oversoul_words
from ..move.placing import all_fly, bases_at, block, plan_block, put_down, refuse, shapes_of, stances, things
from ..units.leaders import deploy_with, hosts_on_table, is_leader

ZONE = 12 * INCH  # oversoul.setup.deployment: at most this, and a quarter of the depth
SPACING = 6 * INCH  # oversoul.setup.terrain-spacing: more than this
PIECES = {  # what players may place: difficulty, half length, half width
    "light": (2500, 2000),
    "heavy": (2000, 2000),
    "impassible": (1500, 1000),
}
TERRAIN_LATTICE, TURNS = 500, (0, 4500, 9000, 13500)  # where room for a piece is looked for


# ---- terrain


async def place_terrain(battle: Battle[State]) -> None:
    """Players take turns placing one piece each (oversoul.setup.terrain-placement)."""
    state, turn = battle.state, battle.state.turn
    if not turn.order:
        turn.order = list(battle.dice.rank(list(state.sides), 6, "terrain"))
        turn.pieces = dict.fromkeys(turn.order, state.settings.pieces)
        return
    side = turn.order[turn.at % len(turn.order)]
    turn.at += 1
    if turn.pieces[side]:
        await _place_piece(battle, side)
    if not any(turn.pieces.values()):
        turn.phase, turn.order, turn.at = "ready", [], 0


async def _place_piece(battle: Battle[State], side: str) -> None:
    """One piece, with the Difficulty Value its owner declares, or none (oversoul.setup.terrain-difficulty)."""
    state = battle.state
    room = battle.memo("deployment.room", lambda: {kind: place for kind in PIECES if (place := free_place(state, kind))})
    if not room:
        state.turn.pieces[side] = 0  # no legal place is left: he is finished
        return
    kinds = ("decline", *room)
    ask = Choose(side, "oversoul.setup.terrain-difficulty", "Place terrain", kinds, explain=named(state))
    kind = await ask.about(topic="place")
    state.turn.pieces[side] -= 1
    if kind == "decline":
        return
    slab = Slab(_new_name(state), kind, *PIECES[kind])
    usual = Spot(slab.name, *room[kind])
    rule = "oversoul.setup.terrain-placement"
    (spot,) = await slab.put_down(state, side, rule, usual, lambda outline: refuse_piece(state, outline))
    facts = oversoul_words(slab.name, {"difficulty": kind})
    state.pieces.append(piece(slab.name, facts.pop("kind"), slab.outline(spot.at, spot.face), **facts))
    battle.board = None
    battle.record(TerrainPlaced(side=side, piece=slab.name, kind=kind))


def _new_name(state: State) -> str:
    """A name that no piece has yet."""
    known = {piece.id for piece in state.pieces}
    return next(name for number in count(1) if (name := f"piece-{number}") not in known)


def refuse_piece(state: State, outline: Poly) -> Refusal | None:
    """On the table, and more than 6 inches from every other piece (oversoul.setup.terrain-spacing)."""
    if beyond_the_edge(state, outline):
        return Refusal("oversoul.setup.terrain-placement", "the piece lies beyond the edge")
    for other in state.pieces:
        if gap_polys(outline, other.outline) <= SPACING:
            return Refusal("oversoul.setup.terrain-spacing", f"not more than 6 inches from {ref(other.id)}")
    return None


def free_place(state: State, kind: str) -> tuple[Point, int] | None:
    """A place where such a piece may still go, from the middle of the table outwards; None when there is none."""
    slab, size = Slab("", kind, *PIECES[kind]), (state.width, state.depth)
    shapes, taken = [slab.outline((0, 0), face) for face in TURNS], [other.outline for other in state.pieces]
    for at, turn in room_for(_terrain_grid(*size), shapes, taken, size, SPACING):
        if refuse_piece(state, slab.outline(at, TURNS[turn])) is None:
            return at, TURNS[turn]
    return None


@cache
def _terrain_grid(width: int, depth: int) -> Ints:
    """Where pieces are tried, from the middle outwards."""
    return np.array(lattice((0, 0, width, depth), TERRAIN_LATTICE), np.int64)


# ---- units


async def roll_for_deployment(battle: Battle[State]) -> None:
    """After terrain every player rolls for the order of deployment (oversoul.setup.deployment)."""
    state, turn = battle.state, battle.state.turn
    roll_for_wind(battle)
    turn.order = list(battle.dice.rank(list(state.sides), 6, "deployment"))
    turn.at, turn.phase = 0, "deploy"


def roll_for_wind(battle: Battle[State]) -> None:
    """Before the game a d4 tells the table side the wind blows to, if somebody sails (oversoul.attr.sailed-wind)."""
    state = battle.state
    if not state.wind and any(figure.profile.sailed for figure in state.figures.values()):
        state.wind = battle.dice.roll(4, "wind")
        battle.record(Changed(who="wind", what=f"blows towards table side {state.wind}"))


async def deploy_next(battle: Battle[State]) -> None:
    """The next player places one of his units, round-robin (oversoul.setup.deployment)."""
    state, turn = battle.state, battle.state.turn
    if not turn.waiting:
        turn.phase, turn.order, turn.at = "round", [], 0
        return
    side = turn.order[turn.at % len(turn.order)]
    turn.at += 1
    mine = [name for name in turn.waiting if state.units[name].side == side]
    if not mine:
        return
    afoot = [name for name in mine if state.standing(state.units[name])]
    if not afoot:
        turn.waiting = [name for name in turn.waiting if name not in mine]  # they are all aboard
        return
    options = [Option(name, ref(name), of=tuple(state.units[name].figures), means="go") for name in afoot]
    everybody = [figure for name in afoot for figure in state.units[name].figures]
    prompt = "Which unit is placed next?" if turn.at > 1 else "Which unit is placed first? The roll is yours."
    ask = Choose(side, "oversoul.setup.deployment", prompt, options).about(*everybody, topic="who")
    name = await ask if len(afoot) > 1 else afoot[0]
    turn.waiting.remove(name)
    unit = state.units[name]
    if not await _deploy_attached(battle, unit):
        await _place_unit(battle, unit)


async def _deploy_attached(battle: Battle[State], leader: Unit) -> bool:
    """A leader may deploy already attached (oversoul.setup.deployment, oversoul.leader.attach)."""
    state = battle.state
    if not is_leader(state, leader):
        return False

    def allowed(base: Base) -> str | None:
        return refuse_zone(state, leader.side, base)

    hosts = battle.memo("deployment.hosts", lambda: tuple(hosts_on_table(battle, leader, allowed)))
    if not hosts:
        return False
    plain = named(state, *leader.figures)

    def explain(name: str) -> Option:
        found = plain(name)
        return found if name == "alone" else replace(found, label=f"Join {ref(name)}")

    ask = Choose(leader.side, "oversoul.leader.attach", f"{ref(leader.id)} deploys", ("alone", *hosts), explain=explain)
    chosen = await ask.about(*leader.figures, unit=leader.id, topic="place")
    if chosen == "alone":
        return False
    await deploy_with(battle, leader, state.units[chosen], allowed)
    battle.record(Deployed(unit=leader.id))
    return True


def zone_of(state: State, side: str) -> Bounds:
    """The strip along the own table side: 12 inches or a quarter of the depth, whichever is less."""
    return bounds(zone((state.width, state.depth), state.sides[side].edge, ZONE))


def refuse_zone(state: State, side: str, base: Base) -> str | None:
    """Wholly in the zone, and with several sides not nearer to another's edge than to the own."""
    if not inside(base, zone_of(state, side)):
        return "outside the deployment zone"
    size, own = (state.width, state.depth), state.sides[side].edge
    edges = {other.edge for other in state.sides.values()}
    if len(edges) > 2 and any(to_edge(size, edge, base.at) < to_edge(size, own, base.at) for edge in edges):
        return "nearer to another table side"
    return None


async def _place_unit(battle: Battle[State], unit: Unit) -> None:
    """Its owner puts it down in his zone; without any place it takes no part."""
    state, rule = battle.state, "oversoul.setup.deployment"
    face = INWARDS[state.sides[unit.side].edge]

    def check(spots: Spots) -> Refusal | None:
        refused = _airborne_lawful(state, unit, spots)
        refused = refused or refuse(battle, unit, spots, rule, lambda base: refuse_zone(state, unit.side, base))
        return refused or _refuse_shallows(state, unit, spots)

    usual = battle.memo("deployment.usual", lambda: first_free(_blocks(battle, unit, face), check))
    if not usual:
        _leave_out(battle, unit)
        return

    def propose(rng: Random) -> Spots:
        how = rng.choice(shapes_of(state, unit))
        room = rng.choice((100, 500, 1000))
        bases = bases_at(state, unit, block(state, unit, (0, 0), face, room, how)).values()
        west, south, east, north = shifts_into(bases, zone_of(state, unit.side))
        return block(state, unit, (rng.randint(west, east), rng.randint(south, north)), face, room, how)

    prompt = f"Deploy {ref(unit.id)}"
    ask = Place(
        unit.side,
        rule,
        prompt,
        things(state, unit, aloft=True),
        lambda: [usual],
        check,
        turns=True,
        propose=propose,
        plan=lambda drag: plan_block(state, unit, usual, drag, face),
        stands=lambda spots: stances(state, unit, spots),
    )
    put_down(battle, unit, await ask.about(*unit.figures, unit=unit.id))
    battle.record(Deployed(unit=unit.id))


def _blocks(battle: Battle[State], unit: Unit, face: int) -> Iterator[Spots]:
    """The unit as a block, from the middle of its zone outwards; a quick look at many places at once leaves out those where
    somebody is surely in the way."""
    state, place, figures = battle.state, tabletop(battle), battle.state.with_leader(unit)
    cost, own = place.cost_for(figures[0]), [*unit.figures, *(figure.id for figure in figures)]
    alike = all(place.cost_for(figure) is cost for figure in figures)
    shapes = {how: bases_at(state, unit, block(state, unit, (0, 0), face, how=how)) for how in shapes_of(state, unit)}
    blocks = {how: [*bases.values()] if alike else [] for how, bases in shapes.items()}  # of nobody nothing is left out
    for at, how in with_room(place.board, blocks, lattice(zone_of(state, unit.side)), own, cost):
        yield block(state, unit, at, face, how=how)


def _airborne_lawful(state: State, unit: Unit, spots: Spots) -> Refusal | None:
    """Flyers start grounded or airborne, others on the ground; a body flies as one."""
    for spot in spots:
        figures = state.standing(unit) if spot.what == unit.id else [state.figures[spot.what]]
        if spot.level not in (0, 1) or (spot.level and not all_fly(figures)):
            return Refusal("oversoul.setup.deployment", f"{ref(spot.what)} cannot start in the air")
    return None


def _refuse_shallows(state: State, unit: Unit, spots: Spots) -> Refusal | None:
    """Waterborne models start in deep water, unless in the air."""
    aloft = {spot.what for spot in spots if spot.level}
    for name, base in bases_at(state, unit, spots).items():
        figure, deep = state.figures[name], any(is_deep(piece) and piece.holds(base.at) for piece in state.pieces)
        if figure.profile.waterborne and not deep and not figure.airborne and not aloft & {name, unit.id}:
            return Refusal("oversoul.setup.deployment", f"{ref(name)}: whoever is Waterborne is put into deep water")
    return None


def _leave_out(battle: Battle[State], unit: Unit) -> None:
    """No legal place: the unit takes no part and yields no victory points; nor do its passengers."""
    state = battle.state
    for figure in [state.figures[name] for name in unit.figures]:
        for one in [figure, *state.riders(figure)]:
            one.gone = "unplaced"
            sync_board(battle, one)
    battle.record(Deployed(unit=unit.id, placed=False))
