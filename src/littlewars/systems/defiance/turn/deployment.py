"""Before the first turn: terrain, zones, Primary Commanders, and units placed by shuffled cards (defiance.deploy.*)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from random import Random

from msgspec.structs import replace

from littlewars.engine import Battle, Choose, Option, Place, Refusal, Shape, Spot, Spots
from littlewars.engine.names import in_the_way, ref
from littlewars.engine.showing import Drag
from littlewars.kit.blocks import Slab, beyond_the_edge, dragged, first_free, lattice, rows
from littlewars.table.board.board import Clash
from littlewars.table.facing import Point
from littlewars.table.maps.files import tidy
from littlewars.table.moving.spots import spot, with_room
from littlewars.table.shapes.bases import Base, Disc, Poly, extent, moved, overlaps
from littlewars.table.terrain.pieces import piece
from littlewars.table.zones import EDGES, INWARDS, NAMES, Bounds, across, bounds, inside, opposite, strip, zone

from ..basics.events import Changed, Deployed, PhaseBegan, ZoneTaken
from ..basics.numbers import INCH, TOP_LEVEL
from ..basics.rolls import roll_off
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, must_be_climbed, on_other_levels, pieces_near, put, tabletop
from ..basics.zones import pairs_of_edges
from ..move.boarding import fits_whole, put_aboard
from ..move.path import wall_under
from ..units.chits import give_first
from ..units.guns import guns_of, stand_by
from ..units.perimeter import mingles_with
from .command import name_primary

RULE = "defiance.deploy.placement-legality"
ABOARD = "It acts with the vehicle, on its card, until it leaves."
PERIMETER = "defiance.unit.perimeter-definition"
CENTRE_GAP = 12 * INCH  # defiance.advanced.first-strike
MOST_CHANGES = 6  # pieces added or removed by the second player (defiance.deploy.terrain-setup)
ADDED = {  # by class: what it is, and half its length and width
    "light": ("sparse-wood", 2500, 3000),
    "medium": ("rubble", 1500, 2000),
    "heavy": ("dense-wood", 2000, 2500),
    "impassable": ("boulder", 1000, 1000),
}
ROOM, CLOSE = 600, 50  # between the bases of a block, and where there is little room


# ---- terrain


async def change_terrain(battle: Battle[State]) -> None:
    """The map stands for the first player; the second may add and remove pieces (defiance.deploy.terrain-setup)."""
    state, turn = battle.state, battle.state.turn
    if not turn.winner:
        turn.winner = roll_off(battle, "terrain")[1]  # the higher sets it up, the other one may change it
    if turn.step >= MOST_CHANGES:
        _terrain_done(battle)
        return
    side = turn.winner
    options = [Option("done", "The table is as it should be", means="done")]
    options += [Option(f"remove:{p.id}", f"Remove {p.label}", at=p.outline[0], means="act") for p in state.pieces]
    options += [Option(f"add:{kind}", f"Add {kind} terrain", means="act") for kind in ADDED]
    prompt = f"Change the terrain ({turn.step} of {MOST_CHANGES} pieces so far)"
    chosen = await Choose(side, "defiance.deploy.terrain-setup", prompt, options).about(topic="place")
    if chosen == "done":
        _terrain_done(battle)
        return
    turn.step += 1
    what, _, name = chosen.partition(":")
    if what == "remove":
        state.pieces = [p for p in state.pieces if p.id != name]
        battle.record(Changed(who=side, what=f"removes {name}"))
    else:
        await _add(battle, side, name)
    battle.board = None


def _terrain_done(battle: Battle[State]) -> None:
    turn = battle.state.turn
    turn.phase, turn.step, turn.winner = "zones", 0, ""


async def _add(battle: Battle[State], side: str, kind: str) -> None:
    """One more piece, anywhere on the table."""
    state, rule = battle.state, "defiance.deploy.terrain-setup"
    name = next(f"added-{n}" for n in range(1, MOST_CHANGES + 1) if all(p.id != f"added-{n}" for p in state.pieces))
    what, *size = ADDED[kind]
    slab, middle = Slab(name, kind, *size), (state.width // 2, state.depth // 2)

    def refuse(outline: Poly) -> Refusal | None:
        return Refusal(rule, "it does not lie on the table") if beyond_the_edge(state, outline) else None

    (there,) = await slab.put_down(state, side, rule, Spot(name, middle), refuse)
    state.pieces.append(piece(name, what, tidy(slab.outline(there.at, there.face))))
    battle.record(Changed(who=side, what=f"adds {kind} terrain"))


# ---- zones


async def choose_zones(battle: Battle[State]) -> None:
    """Both roll, the higher chooses his zone; in First Strike the defender does (defiance.deploy.zone-choice)."""
    state, turn = battle.state, battle.state.turn
    if all(side.edge for side in state.sides.values()):
        turn.phase = "primary"
        return
    if state.settings.scenario == "first-strike":
        first, second = sorted(state.sides, key=lambda name: not is_defender(state, name))
    else:
        first, second = roll_off(battle, "zones")
    edges = [edge for pair in pairs_of_edges((state.width, state.depth)) for edge in pair]
    options = [Option(NAMES[edge], f"the {NAMES[edge]} edge", means="act") for edge in edges]
    ask = Choose(first, "defiance.deploy.zone-choice", "Choose your deployment zone", options)
    mine = EDGES[await ask.about(topic="place")]
    for name, edge in ((first, mine), (second, opposite(mine))):
        state.sides[name].edge = edge
        battle.record(ZoneTaken(side=name, edge=NAMES[edge]))
    turn.phase = "primary"


def zone_of(state: State, side: str) -> Poly:
    """The whole length of the edge; 12 inches deep, at most a quarter of the way across. First Strike has its own."""
    edge, size = state.sides[side].edge, (state.width, state.depth)
    if state.settings.scenario != "first-strike" or not is_defender(state, side):
        return zone(size, edge, state.settings.depth)
    return strip(
        size, edge, across(size, edge) // 2 - CENTRE_GAP - 1
    )  # anywhere in his half, more than 12 inches from the centre line


def is_defender(state: State, side: str) -> bool:
    """The side with fewer points defends (defiance.advanced.first-strike)."""
    return state.sides[side].limit < state.sides[state.other(side)].limit


async def name_commanders(battle: Battle[State]) -> None:
    """Primary Commanders are named before the first turn (defiance.deploy.sequence)."""
    state, turn = battle.state, battle.state.turn
    for side in state.sides.values():
        await name_primary(battle, side)
    give_first(state)
    turn.phase = "deploy" if turn.waiting else "command"
    if turn.waiting:
        battle.record(PhaseBegan(phase="Deployment"))


# ---- units


async def deploy_next(battle: Battle[State]) -> None:
    """A card is turned over; the owner places that unit (defiance.deploy.placement-procedure)."""
    state, turn = battle.state, battle.state.turn
    if not turn.waiting:
        turn.phase = "command"
        return
    able = turn.waiting
    if state.settings.scenario == "first-strike":
        able = [name for name in able if is_defender(state, state.units[name].side)] or able  # the defender places first
    name = able[battle.dice.pick(len(able), "card") if len(able) > 1 else 0]
    unit = state.units[name]
    if await _starts_aboard(battle, unit):
        turn.waiting.remove(name)
        return
    face = INWARDS[state.sides[unit.side].edge]
    room, figures = DeploymentRoom(battle, unit, face), state.members(unit)
    ask = Place(
        unit.side,
        RULE,
        f"Deploy {ref(unit.id)}",
        {figure.id: _shape(figure) for figure in figures},
        lambda: [room.usual],
        room.refuse,
        turns=True,
        propose=lambda rng: _propose(battle, unit, face, rng),
        plan=lambda drag: plan_block(figures, room.usual, drag, face),
    )
    spots = await ask.about(*unit.figures, unit=unit.id)
    turn.waiting.remove(name)
    for there in spots:
        figure = state.figures[there.what]
        figure.level, figure.prone = there.level, there.how == "prone"
        put(battle, figure, there.at, there.face)
    for gun in guns_of(state, unit):  # beside its crew (defiance.infweapon.crew-both)
        stand_by(state, gun)
        put(battle, gun, gun.at, face)
    battle.record(Deployed(unit=unit.id))


async def _starts_aboard(battle: Battle[State], unit: Unit) -> bool:
    """A unit of infantry may start inside a vehicle that has room for all of it (defiance.deploy.placement-legality,
    defiance.passenger.definition)."""
    state = battle.state
    own = [f for f in state.figures.values() if f.frame.vehicle and not f.gone and state.side_of(f) == unit.side]
    found = [vehicle for vehicle in own if unit.quality != "Vehicle" and fits_whole(state, unit, vehicle)]
    if not found:
        return False
    options = [Option("table", "On the table", of=tuple(unit.figures), means="go")]
    options += [Option(v.id, f"Inside {ref(v.id)}", of=(v.id,), about=ABOARD, means="hold") for v in found]
    ask = Choose(unit.side, "defiance.passenger.definition", f"{ref(unit.id)}: where does it start?", options)
    chosen = await ask.about(*unit.figures, unit=unit.id, topic="place")
    if chosen == "table":
        return False
    put_aboard(state, unit, state.figures[chosen])
    battle.record(Deployed(unit=unit.id))
    return True


def _shape(figure: Figure) -> Shape:
    """What is put down: its base, prone where it can be, and as high as it flies."""
    size, levels = figure.frame.base, TOP_LEVEL if figure.frame.flies else 0
    kind, sizes = ("disc", (size,)) if isinstance(size, int) else ("box", size)
    return Shape(kind, sizes, hows=_hows(figure), levels=levels)


def _hows(figure: Figure) -> tuple[str, ...]:
    return () if figure.frame.vehicle else ("prone",)  # defiance.move.prone-vehicles


class DeploymentRoom:
    """The room for a unit: looked for only when an answer needs it, and then once, for while it is asked nothing changes."""

    def __init__(self, battle: Battle[State], unit: Unit, face: int) -> None:
        self.battle, self.unit, self.face = battle, unit, face

    @cached_property
    def lawful(self) -> Spots:
        """The first lawful block; nothing if there is none."""
        return _first_free(self.battle, self.unit, self.face, strict=True)

    @cached_property
    def usual(self) -> Spots:
        """What is offered: where nothing lawful is left, among friends or wherever there is room."""
        loose = self.lawful or _first_free(self.battle, self.unit, self.face, strict=False)
        return loose or _anywhere(self.battle, self.unit, self.face)

    def refuse(self, spots: Spots) -> Refusal | None:
        """Why they may not stand so."""
        refused = _refuse(self.battle, self.unit, spots, strict=True)
        if refused is None or spots == self.usual:
            return None
        return None if refused.rule == PERIMETER and not self.lawful else refused


def block(figures: Sequence[Figure], at: Point, face: int, room: int = ROOM) -> Spots:
    """Rows of figures with the middle of the front here."""
    wide = max(max(extent(figure.base())) for figure in figures) + room
    return rows([figure.id for figure in figures], at, face, wide, wide)


def _bases(state: State, spots: Spots) -> dict[str, Base]:
    return {there.what: moved(state.figures[there.what].base(), there.at, there.face) for there in spots}


def _refuse(battle: Battle[State], unit: Unit, spots: Spots, strict: bool) -> Refusal | None:
    """A base stands whole inside the zone and on free ground; friendly perimeters are looked at last
    (defiance.deploy.placement-legality)."""
    state = battle.state
    if {there.what for there in spots} != {figure.id for figure in state.members(unit)}:
        return Refusal(RULE, f"all of {ref(unit.id)} are put down")
    ours = bounds(zone_of(state, unit.side))
    if not _surely_free(battle, spots, ours) and (refused := _refuse_places(battle, spots, ours)):
        return refused
    if len({there.level for there in spots if state.figures[there.what].frame.flies}) > 1 and unit.quality != "Elite":
        return Refusal("defiance.move.fly-same-level", f"{ref(unit.id)} stays on one level")
    return _refuse_perimeter(state, unit, spots) if strict else None


def _refuse_places(battle: Battle[State], spots: Spots, ours: Bounds) -> Refusal | None:
    """Each of them inside the zone, on free ground, beside its comrades."""
    state = battle.state
    bases = _bases(state, spots)
    for number, there in enumerate(spots):
        figure, base = state.figures[there.what], bases[there.what]
        if there.level and (not figure.frame.flies or not 0 <= there.level <= TOP_LEVEL):
            return Refusal("defiance.move.fly-start-level", f"{ref(figure.id)} cannot start on level {there.level}")
        if there.how == "prone" and (figure.frame.vehicle or there.level):
            return Refusal("defiance.move.prone-vehicles", f"{ref(figure.id)} cannot start prone")
        if not inside(base, ours):
            return Refusal("defiance.deploy.zones", f"{ref(figure.id)} stands outside the zone")
        if clash := _in_the_way(battle, figure, base, there.level):
            return Refusal(RULE, f"{ref(figure.id)}: {in_the_way(clash.id)} is in the way")
        if not there.level and (wall := wall_under(battle, figure, there.at)):
            return Refusal(RULE, f"{ref(figure.id)} would stand across {wall.label}")
        others = [bases[other.what] for other in spots[number + 1 :] if other.level == there.level]
        if any(overlaps(base, other) for other in others):
            return Refusal(RULE, f"{ref(figure.id)} stands on a comrade")
    return None


def _surely_free(battle: Battle[State], spots: Spots, ours: Bounds) -> bool:
    """A quick look at all of them, if they stand on the ground on round bases of one size: has none of them surely anything
    against its place?"""
    figures = battle.state.figures
    sizes = {figures[there.what].frame.base for there in spots}
    r = sizes.pop() if len(sizes) == 1 else None
    if not isinstance(r, int) or any(there.level or there.how for there in spots):
        return False
    places = [there.at for there in spots]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    least, most = (min(xs), min(ys)), (max(xs), max(ys))
    if not inside(Disc(*least, r), ours) or not inside(Disc(*most, r), ours):
        return False
    if any(map(must_be_climbed, pieces_near(battle, least, most, r))):
        return False
    for (ax, ay), (bx, by) in combinations(places, 2):
        if abs(ax - bx) < 2 * r and abs(ay - by) < 2 * r:
            return False
    return bool(board(battle).stand_many(Disc(0, 0, r), places, on_other_levels(battle, 0)).all())


def _in_the_way(battle: Battle[State], figure: Figure, base: Base, level: int) -> Clash | None:
    """Somebody on the same level, the edge, or on the ground what cannot be entered: a vehicle that is no mecha starts in no
    heavy ground either (defiance.vehicle.heavy-terrain)."""
    going = tabletop(battle).going
    cost = going.aloft if level else going.driven if figure.frame.drives else None
    return board(battle).stands(base, on_other_levels(battle, level), cost=cost)


def _refuse_perimeter(state: State, unit: Unit, spots: Spots) -> Refusal | None:
    low = tuple(there for there in spots if not there.level)
    if not low or unit.quality in ("Elite", "Vehicle"):
        return None
    mine = list(_bases(state, low).values())
    name = mingles_with(state, unit, mine)
    return Refusal(PERIMETER, f"{ref(unit.id)} would mingle with {ref(name)}") if name else None


def _first_free(battle: Battle[State], unit: Unit, face: int, strict: bool) -> Spots:
    """The first block that may stand, from the middle of the zone outwards."""
    places = lattice(bounds(zone_of(battle.state, unit.side)))
    return first_free(_blocks(battle, unit, face, places), lambda spots: _refuse(battle, unit, spots, strict))


def _blocks(battle: Battle[State], unit: Unit, face: int, places: Sequence[Point]) -> Iterator[Spots]:
    """Blocks at these places, with room and without; a quick look at many at once leaves out those where somebody is surely in
    the way."""
    state, figures = battle.state, battle.state.members(unit)
    discs = all(isinstance(figure.frame.base, int) for figure in figures)
    shapes = {room: list(_bases(state, block(figures, (0, 0), face, room)).values()) for room in (ROOM, CLOSE)}
    blocks = {room: bases if discs else [] for room, bases in shapes.items()}  # of nobody nothing is left out
    for at, room in with_room(board(battle), blocks, places, on_other_levels(battle, 0)):
        yield block(figures, at, face, room)


def _anywhere(battle: Battle[State], unit: Unit, face: int) -> Spots:
    """Without room each goes to the free spot nearest to the zone (defiance.deploy.placement-legality)."""
    state, trial = battle.state, board(battle).copy()
    ours, far = bounds(zone_of(state, unit.side)), state.width + state.depth
    west, south, east, north = ours
    middle = ((west + east) // 2, (south + north) // 2)
    found = []
    for figure in state.members(unit):
        base = moved(figure.base(), middle, face)
        at = spot(trial, base, middle, lambda p, base=base: inside(moved(base, p), ours), reach=far)  # type: ignore[misc]  # a default binds this base
        at = at or spot(trial, base, middle, reach=far) or middle
        trial.put(figure.id, moved(base, at, face), 0, 0)
        found.append(Spot(figure.id, at, face))
    return tuple(found)


def _propose(battle: Battle[State], unit: Unit, face: int, rng: Random) -> Spots:
    """A block somewhere in the zone; flyers sometimes in the air."""
    state = battle.state
    west, south, east, north = bounds(zone_of(state, unit.side))
    spots = block(
        state.members(unit), (rng.randint(west, east), rng.randint(south, north)), face, rng.choice((CLOSE, 400, 1000))
    )
    level = rng.randint(0, TOP_LEVEL)
    return tuple(replace(there, level=level) if state.figures[there.what].frame.flies else there for there in spots)


def plan_block(figures: Sequence[Figure], usual: Spots, drag: Drag, face: int) -> Spots:
    """A drag of the unit carries the block, of one figure that figure alone; level and posture stay, or are the drag's."""
    before = {there.what: there for there in usual}
    hows = {f.id: drag.verb if drag.verb in _hows(f) else before[f.id].how for f in figures}

    def whole(at: Point, look: int) -> Spots:
        return tuple(replace(s, level=before[s.what].level, how=hows[s.what]) for s in block(figures, at, look))

    return dragged(usual, drag, face, whole)
