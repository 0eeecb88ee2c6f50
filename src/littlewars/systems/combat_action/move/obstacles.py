"""Hiding, doors, jumping and climbing, getting in and out of vehicles (combat-action.actions.hide,
combat-action.actions.open-door, combat-action.actions.jump, combat-action.actions.climb, combat-action.actions.embark)."""

from __future__ import annotations

from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from littlewars.engine import Battle, Point, Spot, Spots
from littlewars.engine.names import ref
from littlewars.kit.blocks import ask_beside, beside
from littlewars.table.moving.walls import nearest_on, stands_on
from littlewars.table.shapes.bases import Base, bound, gap, gap_poly, moved
from littlewars.table.terrain.openings import ends_of
from littlewars.table.terrain.pieces import Piece, near_to
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.events import Changed, Moved
from ..basics.numbers import CLIMB_TIMES, CM, COSTS, HATCH, JUMP_WIDTH, NEAR
from ..basics.sight import low_cover
from ..basics.state import GUNNER, PILOT, Figure, State
from ..basics.tabletop import AREAS, DOOR, OBSTACLES, THICK, board, is_house, lay_anew, passage, put, sync_board
from ..melee.fighting import stuck
from ..ready.ready import Course
from ..units.squads import meets, out_of_control, pilot_of, rejoin
from .ways import go

ACROSS = 30 * CM  # the farthest over anything
BEYOND = 6 * CM  # behind an obstacle where a free place is looked for
JUMP, CLIMB = "jump-obstacle", "climb-obstacle"
TOP, DOWN = "top", "down"
Vector = tuple[float, float]
EMBARK = "combat-action.actions.embark"


class Crossing(NamedTuple):
    """How an obstacle is crossed: where one comes down, on it or beyond it, and how wide it was."""

    at: Point
    over: Piece
    wide: int = 0


def hiding_places(battle: Battle[State], figure: Figure) -> list[Piece]:
    """Cover within 1 cm, at least half as high as it (combat-action.actions.hide)."""
    near = low_cover(battle.state.pieces, figure, figure.base(), NEAR)
    return [piece for piece in near if not piece.holds(figure.at)]


def hide(battle: Battle[State], figure: Figure, name: str) -> None:
    """It ducks behind the piece (combat-action.actions.hide)."""
    figure.hides = name
    sync_board(battle, figure)
    piece = battle.state.piece(name)
    battle.record(Changed(who=figure.id, what=f"hides behind {piece.name or piece.id}"))


def doors(battle: Battle[State], figure: Figure) -> list[tuple[Piece, int]]:
    """Doors within 1 cm, from the ground; none is shut in which somebody stands (combat-action.actions.open-door)."""
    base, found = figure.base(), list[tuple[Piece, int]]()
    there = [one for one in battle.state.bodies() if not (one.level or one.foot)]
    for piece in battle.state.pieces if figure in there else ():
        for number, opening in enumerate(piece.openings if is_house(piece) else ()):
            ends = ends_of(piece, opening)
            near = opening.kind == DOOR and gap_poly(base, ends) <= NEAR
            if near and not (opening.open and any(gap_poly(one.base(), ends) <= THICK for one in there)):
                found.append((piece, number))
    return found


def turn_door(battle: Battle[State], figure: Figure, name: str, number: str) -> None:
    """Open is shut, and shut is open (combat-action.actions.open-door)."""
    piece, door = battle.state.piece(name), int(number)
    openings = [replace(one, open=one.open ^ (n == door)) for n, one in enumerate(piece.openings)]
    lay_anew(battle, replace(piece, openings=tuple(openings)))
    word = "opens" if openings[door].open else "shuts"
    battle.record(Changed(who=figure.id, what=f"{word} a door of {piece.name or piece.id}"))


def crossings(battle: Battle[State], figure: Figure) -> dict[str, Crossing]:
    """What it could jump or climb now, each by its choice: down from a roof, or what is within 1 cm. It jumps over an obstacle
    at most half as high as itself and 3 cm wide, it climbs over one, or onto a roof, at most twice as high
    (combat-action.actions.jump, combat-action.actions.climb)."""
    if figure.foot:
        roof = next(one for one in battle.state.pieces if one.holds(figure.at) and one.top == figure.foot)
        down = _landing(battle, figure, roof, *_edge(figure, roof))
        return {f"{CLIMB}:{DOWN}": down} if down else {}
    found, own = dict[str, Crossing](), figure.profile.height
    near = near_to(battle.state.pieces, figure.base(), NEAR)
    for piece in [one for one in near if one.kind not in AREAS]:
        high, over = piece.top or 0, _across(battle, figure, piece)
        if over and figure.profile.living and piece.kind in OBSTACLES and 2 * high <= own and over.wide <= JUMP_WIDTH:
            found[f"{JUMP}:{piece.id}"] = over
        climbs = 0 < high <= CLIMB_TIMES * own
        if climbs and over and not is_house(piece):
            found[f"{CLIMB}:{piece.id}"] = over
        if climbs and (top := _on_top(battle, figure, piece)):
            found[f"{CLIMB}:{piece.id}:{TOP}"] = top
    return found


def _on_top(battle: Battle[State], figure: Figure, piece: Piece) -> Crossing | None:
    """On top of it if there is room (combat-action.actions.climb)."""
    own, foot, (start, (ux, uy)) = figure.base(), piece.top or 0, _edge(figure, piece)
    deep = bound(own) + THICK + 1
    at = (round(start[0] + ux * deep), round(start[1] + uy * deep))
    others = [one for one in battle.state.bodies() if one.foot == foot]
    room = piece.flat and stands_on(own, at, piece) and not any(gap(moved(own, at), one.base()) <= 0 for one in others)
    return Crossing(at, piece) if room else None


def _edge(figure: Figure, piece: Piece) -> tuple[Point, Vector]:
    """The point of a piece that is nearest, and the way there."""
    x, y = nearest_on(piece.outline, figure.at)
    long = hypot(x - figure.x, y - figure.y) or 1.0
    return (x, y), ((x - figure.x) / long, (y - figure.y) / long)


def _across(battle: Battle[State], figure: Figure, piece: Piece) -> Crossing | None:
    """Straight over it from where it is nearest, to the first free place next to the other side."""
    _, (ux, uy) = _edge(figure, piece)
    far = (round(figure.x + ux * ACROSS), round(figure.y + uy * ACROSS))
    spans = inside_spans(figure.at, far, piece.outline) if (ux, uy) != (0, 0) else ()
    if not spans:
        return None  # it is on it
    leaves, wide = float(spans[-1][1]) * ACROSS, round(float(spans[-1][1] - spans[0][0]) * ACROSS)
    edge = (round(figure.x + ux * leaves), round(figure.y + uy * leaves))
    return _landing(battle, figure, piece, edge, (ux, uy), wide)


def _landing(battle: Battle[State], figure: Figure, over: Piece, edge: Point, way: Vector, wide: int = 0) -> Crossing | None:
    """The first free place beyond, out of contact with enemies."""
    own, table = figure.base(), board(battle)
    away = [one.id for one in battle.state.bodies() if one.level or one.foot]
    for step in range(bound(own), bound(own) + BEYOND, 100):
        at = (round(edge[0] + way[0] * step), round(edge[1] + way[1] * step))
        there = moved(own, at)
        if table.stands(there, {figure.id, *away}) is None and not meets(battle, figure, there):
            return Crossing(at, over, wide)
    return None


async def cross(battle: Battle[State], figure: Figure, *words: str, verb: str) -> None:
    """It goes over to the other side, or onto the top, and is answered on its way (combat-action.ready.use)."""
    crossing = crossings(battle, figure)[":".join((verb, *words))]
    course = Course.of(figure, [crossing.at], figure.level, over=crossing.over)
    await go(battle, figure, course, "jumps" if verb == JUMP else "climbs")


def stands_still(state: State, vehicle: Figure) -> bool:
    """On the ground, and not moved by more than half its MV in this turn (combat-action.actions.embark); once halted it has the
    MV of its profile."""
    mv = vehicle.move() or vehicle.profile.mv
    return not vehicle.level and (vehicle.moved != state.turn.number or 2 * vehicle.went <= mv)


def room(state: State, vehicle: Figure) -> int:
    """Places left for passengers, besides the crew (combat-action.units.aboard)."""
    return vehicle.profile.passengers - sum(not rider.seat for rider in state.riders(vehicle))


def vehicles_near(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Vehicles of its side within 2 cm that it could get into (combat-action.actions.embark)."""
    state = battle.state
    if not figure.profile.living or figure.carrier or figure.foot:
        return []
    side = state.side_of(figure)
    own = [f for f in state.bodies() if f.profile.vehicle and not f.wreck and state.side_of(f) == side]
    near = [vehicle for vehicle in own if gap(figure.base(), vehicle.base()) <= HATCH and stands_still(state, vehicle)]
    return [vehicle for vehicle in near if room(state, vehicle) > 0 or _seat_for(state, figure, vehicle)]


def _seat_for(state: State, figure: Figure, vehicle: Figure) -> str:
    """A seat that is empty, for a crew member who comes back."""
    if figure.unit != vehicle.unit:
        return ""
    if pilot_of(state, vehicle) is None:
        return PILOT
    return GUNNER if len(state.crew(vehicle, GUNNER)) < len(vehicle.profile.crew) - 1 else ""


def get_in(battle: Battle[State], figure: Figure, name: str) -> None:
    """Aboard: as a passenger, or of the crew into an empty seat."""
    state, vehicle = battle.state, battle.state.figures[name]
    figure.seat = _seat_for(state, figure, vehicle)
    figure.carrier, figure.flat = vehicle.id, False
    put(battle, figure, vehicle.at)
    unit = state.units[figure.unit]
    unit.strays = [name for name in unit.strays if name != figure.id]
    battle.record(Changed(who=figure.id, what=f"gets into {ref(vehicle.id)}"))


def may_leave(battle: Battle[State], figure: Figure) -> bool:
    """May it get out: the hatches are not stuck, the vehicle stands still or runs away, and there is room? From a wreck only
    in a later turn (combat-action.machine-damage.power-plant-passengers)."""
    state = battle.state
    vehicle = state.figures[figure.carrier]
    still = stands_still(state, vehicle) or (out_of_control(state, vehicle) and not vehicle.level)
    able = state.turn.number > vehicle.wrecked if vehicle.wreck else still and not stuck(vehicle)
    return able and bool(_exits(battle, figure, vehicle))


def _exits(battle: Battle[State], figure: Figure, vehicle: Figure) -> Spots:
    """The usual place beside the vehicle."""
    base = {figure.id: moved(figure.base(), vehicle.at)}
    found = beside(board(battle), vehicle.base(), base, HATCH, lambda _: None, lambda there: not meets(battle, figure, there))
    return tuple(Spot(name, there.at) for name, there in found.items())


async def get_out(battle: Battle[State], figure: Figure) -> None:
    """Placed within 2 cm, not in contact with an enemy (combat-action.actions.embark)."""
    state = battle.state
    vehicle = state.figures[figure.carrier]
    usual = battle.memo("exit", lambda: _exits(battle, figure, vehicle))

    ghosts = {figure.id, *passage(battle, figure).ghosts}

    def free(base: Base) -> bool:
        return board(battle).stands(base, ghosts) is None and not meets(battle, figure, base)

    side, prompt = state.side_of(figure), f"{ref(figure.id)} gets out of {ref(vehicle.id)}"
    ask = ask_beside(side, EMBARK, prompt, {figure.id: figure.base()}, usual, (vehicle.base(), HATCH), free)
    spots = await ask.about(figure.id, unit=figure.unit)
    figure.carrier = figure.seat = ""
    put(battle, figure, spots[0].at)
    battle.record(Moved(figure=figure.id, path=(vehicle.at, spots[0].at), face=0, how=f"gets out of {ref(vehicle.id)}"))
    rejoin(state, figure)


def may_take_seat(state: State, figure: Figure) -> bool:
    """Of the crew, aboard, and the pilot's seat is empty or its pilot has too few AP (combat-action.vehicles.crew)."""
    vehicle = state.figures[figure.carrier]
    if vehicle.unit != figure.unit or vehicle.wreck or figure.seat == PILOT:
        return False
    pilot = pilot_of(state, vehicle)
    return pilot is None or pilot.full_ap() < COSTS["pilot-vehicle"]


def take_seat(battle: Battle[State], figure: Figure) -> None:
    """The two change places (combat-action.vehicles.crew)."""
    pilot = pilot_of(battle.state, battle.state.figures[figure.carrier])
    if pilot is not None:
        pilot.seat = figure.seat or GUNNER
    figure.seat = PILOT
    battle.record(Changed(who=figure.id, what=f"takes the pilot's seat of {ref(figure.carrier)}"))
