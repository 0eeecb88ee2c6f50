"""Before the first round: terrain in turns, then units one by one (oversoul.setup.*)."""

from __future__ import annotations

from random import Random

from ...engine import Battle, Choose, Option, Place, Refusal, Shape, Spot
from ...engine.moves import Spots
from ...table.bases import Base, Disc, Poly, corners, gap_poly, rectangle
from ...table.facing import turned
from ...table.terrain import Piece, piece
from .events import Changed, Deployed, TerrainPlaced
from .leaders import attachable, attach_on_table
from .placing import block, first_free, is_body, lattice, put_down, refuse, things
from .state import INCH, State, Unit
from .terrain_words import oversoul_words

ZONE = 12 * INCH  # oversoul.setup.deployment: at most this, and a quarter of the depth
SPACING = 6 * INCH  # oversoul.setup.terrain-spacing: more than this
LOOKS_IN = {1: 18000, 2: 27000, 3: 0, 4: 9000}  # which way a unit at this edge looks at first
PIECES = {  # what players may place: difficulty, half length, half width
    "light": (2500, 2000),
    "heavy": (2000, 2000),
    "impassible": (1500, 1000),
}


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
    kind = await Choose(side, "oversoul.setup.terrain-difficulty", "Place terrain", ("decline", *PIECES))
    state.turn.pieces[side] -= 1
    if kind == "decline":
        return
    name = f"piece-{len(state.pieces) + 1}"

    def outline(spot: Spot) -> Poly:
        length, width = PIECES[kind]
        box = rectangle(spot.at[0] - width, spot.at[1] - length, spot.at[0] + width, spot.at[1] + length)
        return tuple(turned(p, spot.at, spot.face) for p in box)

    def check(spots: Spots) -> Refusal | None:
        return refuse_piece(state, outline(spots[0])) if spots else None

    def propose(rng: Random) -> Spots:
        at = (rng.randrange(state.width), rng.randrange(state.depth))
        return (Spot(name, at, rng.randrange(0, 18000, 1500)),)

    shape = {name: Shape("box", (2 * PIECES[kind][0], 2 * PIECES[kind][1]))}
    prompt = f"Where does the {kind} piece go?"
    rule = "oversoul.setup.terrain-placement"
    spots = await Place(side, rule, prompt, shape, lambda: [()], check, turns=True, propose=propose)
    if spots:
        state.pieces.append(_make(name, kind, outline(spots[0])))
        battle.board = None
        battle.record(TerrainPlaced(side=side, piece=name, kind=kind))


def _make(name: str, kind: str, outline: Poly) -> Piece:
    facts = oversoul_words({"difficulty": kind})
    return piece(name, facts.pop("kind"), outline, **facts)


def refuse_piece(state: State, outline: Poly) -> Refusal | None:
    """On the table, and more than 6 inches from every other piece (oversoul.setup.terrain-spacing)."""
    if any(not (0 <= x <= state.width and 0 <= y <= state.depth) for x, y in outline):
        return Refusal("oversoul.setup.terrain-placement", "the piece lies beyond the edge")
    for other in state.pieces:
        away = min(gap_poly(Disc(*p, 0), q) for p, q in [(p, other.outline) for p in outline] + [(p, outline) for p in other.outline])
        if away <= SPACING:
            return Refusal("oversoul.setup.terrain-spacing", f"{away / INCH:g} inches from {other.id}; more than 6 are needed")
    return None


# ---- units


async def roll_for_deployment(battle: Battle[State]) -> None:
    """After terrain every player rolls; the wind is rolled for if somebody sails (oversoul.setup.deployment, .attr.sailed-wind)."""
    state, turn = battle.state, battle.state.turn
    if not state.wind and any(figure.profile.sailed for figure in state.figures.values()):
        state.wind = battle.dice.roll(4, "wind")
        battle.record(Changed(who="wind", what=f"blows towards table side {state.wind}"))
    turn.order = list(battle.dice.rank(list(state.sides), 6, "deployment"))
    turn.at, turn.phase = 0, "deploy"


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
    options = [Option(name, state.units[name].name, of=tuple(state.units[name].figures)) for name in afoot]
    name = await Choose(side, "oversoul.setup.deployment", "Which unit is placed next?", options) if len(afoot) > 1 else afoot[0]
    turn.waiting.remove(name)
    unit = state.units[name]
    if _may_attach(battle, unit) and await _attach_first(battle, unit):
        return
    await _place_unit(battle, unit)


def _may_attach(battle: Battle[State], unit: Unit) -> bool:
    return any(battle.state.figures[name].profile.leader for name in unit.figures) and bool(_hosts(battle, unit))


def _hosts(battle: Battle[State], unit: Unit) -> list[str]:
    state = battle.state
    return [u.id for u in state.units_of(unit.side) if u.id not in state.turn.waiting and attachable(state, unit, u)]


async def _attach_first(battle: Battle[State], leader: Unit) -> bool:
    """A leader may deploy already attached (oversoul.setup.deployment, .leader.attach)."""
    hosts = _hosts(battle, leader)
    chosen = await Choose(leader.side, "oversoul.leader.attach", f"{leader.name} deploys", ("alone", *hosts))
    return chosen != "alone" and attach_on_table(battle, leader, battle.state.units[chosen])


def zone_of(state: State, side: str) -> tuple[int, int, int, int]:
    """The strip along the own table side: 12 inches or a quarter of the depth, whichever is less."""
    edge, w, d = state.sides[side].edge, state.width, state.depth
    deep = min(ZONE, (d if edge in (1, 3) else w) // 4)
    return {1: (0, d - deep, w, d), 3: (0, 0, w, deep), 2: (w - deep, 0, w, d), 4: (0, 0, deep, d)}[edge]


def refuse_zone(state: State, side: str, base: Base) -> str | None:
    """Wholly in the zone, and with several sides not nearer to another's edge than to the own."""
    west, south, east, north = zone_of(state, side)
    points = corners(base) if not isinstance(base, Disc) else _extremes(base)
    if any(not (west <= x <= east and south <= y <= north) for x, y in points):
        return "outside the deployment zone"
    edges = {other.edge for other in state.sides.values()}
    own = state.sides[side].edge
    if len(edges) > 2 and any(_to_edge(state, base, edge) < _to_edge(state, base, own) for edge in edges if edge != own):
        return "nearer to another table side"
    return None


def _extremes(disc: Disc) -> list[tuple[int, int]]:
    return [(disc.x - disc.r, disc.y), (disc.x + disc.r, disc.y), (disc.x, disc.y - disc.r), (disc.x, disc.y + disc.r)]


def _to_edge(state: State, base: Base, edge: int) -> int:
    x, y = base.at
    return {1: state.depth - y, 2: state.width - x, 3: y, 4: x}[edge]


async def _place_unit(battle: Battle[State], unit: Unit) -> None:
    """Its owner puts it down in his zone; without any place it takes no part."""
    state, rule = battle.state, "oversoul.setup.deployment"
    face = LOOKS_IN[state.sides[unit.side].edge]

    def check(spots: Spots) -> Refusal | None:
        return _airborne_lawful(state, spots) or refuse(battle, unit, spots, rule, lambda base: refuse_zone(state, unit.side, base))

    def find() -> Spots:
        return first_free(battle, unit, lattice(zone_of(state, unit.side), face), face, lambda spots: check(spots) is None)

    usual = battle.once(find)
    if not usual:
        _leave_out(battle, unit)
        return

    def propose(rng: Random) -> Spots:
        west, south, east, north = zone_of(state, unit.side)
        at = (rng.randint(west, east), rng.randint(south, north))
        how = rng.choice(("line", "line/2", "column", "column/2")) if is_body(unit) else ""
        return block(state, unit, at, face, rng.choice((100, 500, 1000)), how)

    prompt = f"Deploy {unit.name}"
    spots = await Place(unit.side, rule, prompt, things(state, unit), lambda: [usual], check, turns=True, propose=propose)
    put_down(battle, unit, spots)
    battle.record(Deployed(unit=unit.id))


def _airborne_lawful(state: State, spots: Spots) -> Refusal | None:
    """Flyers start grounded or airborne, others on the ground."""
    for spot in spots:
        figure = state.figures.get(spot.what)
        if spot.level not in (0, 1) or (spot.level and figure is not None and not figure.profile.flying):
            return Refusal("oversoul.setup.deployment", f"{spot.what} cannot start in the air")
    return None


def _leave_out(battle: Battle[State], unit: Unit) -> None:
    """No legal place: the unit takes no part and yields no victory points."""
    for name in unit.figures:
        battle.state.figures[name].gone = "unplaced"
    battle.record(Deployed(unit=unit.id, placed=False))


