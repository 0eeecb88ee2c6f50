"""What a way costs on foot (xenocide.terrain.*), how far a unit may go and has to go (xenocide.move.allowance,
xenocide.suppressed-move.*, xenocide.orders.run*); whom it touches and engages (xenocide.move.engaging,
xenocide.move.engaged-state), and how those who were separated come together (xenocide.move.coherency-restore)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import NamedTuple

from littlewars.engine import Battle, Choose, Legs, Option, Point, Refusal
from littlewars.engine.measures import INCH
from littlewars.engine.moves import straight_to
from littlewars.engine.names import ref, refs
from littlewars.table.board import groups
from littlewars.table.constants import TOUCH
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.charge import charge as charged
from littlewars.table.moving.charge import rejoin
from littlewars.table.moving.obstacles import climbed, through_walls
from littlewars.table.moving.walk import Passage, Walked, walk
from littlewars.table.shapes.bases import gap
from littlewars.table.shapes.boxes import Bounds, around, boxes_meet
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.events import Engaged
from ..basics.numbers import APART
from ..basics.state import CREW, Figure, State, Unit
from ..basics.tabletop import board, elsewhere, hangs_together, is_aloft, slope_going, tabletop, visible_enemies
from ..harm.wounds import remove

STRETCH = 2 * INCH  # of rough ground for which an inch more is paid (xenocide.terrain.rough)
WINDOW = 1 * INCH  # xenocide.terrain.other
CROSSING = 1 * INCH  # of rough ground that a low obstacle counts as (xenocide.terrain.other)
DOUBLE = 2  # of a run, a flight and a retreat (xenocide.orders.run, xenocide.retreat.move)
TRIPLE = 3  # xenocide.flight.distance
LOSS, RUN_LOSS = 1 * INCH, 2 * INCH  # a marker, towards visible enemies (xenocide.suppression.effects)
RESTORE = "xenocide.move.coherency-restore"


def passage_of(battle: Battle[State], figure: Figure) -> Passage:
    """Friends on foot may be passed but not ended on; enemies, hulls and wrecks may not; who is on the other level is not there
    (xenocide.move.paths, xenocide.flight.take-off)."""
    place, state = tabletop(battle), battle.state
    side, aloft = state.units[figure.unit].side, is_aloft(state, figure)

    def find() -> Passage:
        friends = frozenset(place.unit_no[unit.id] for unit in state.units_of(side) if state.vehicle_of(unit) is None)
        ghosts = frozenset(elsewhere(battle, aloft))
        return Passage(friends, ghosts, place.going.aloft, over=True) if aloft else Passage(friends, ghosts)

    return place.until_roster(("passage", side, aloft), find)


def price(battle: Battle[State], figure: Figure, path: Sequence[Point], walked: Walked | None = None) -> Walked:
    """A way on foot, exactly; `walked`: what came of it, if somebody has tried it. Walls are crossed by open doors, freely, and
    by windows, for an inch; nobody ends on a wall (xenocide.terrain.other)."""
    place, way = tabletop(battle), [figure.at, *path]
    found = walked or walk(place.board, figure.id, path, passage_of(battle, figure))
    if not found.free or is_aloft(battle.state, figure):
        return found._replace(cost=found.length)
    houses, radius = place.going.houses, figure.profile.radius
    windows, wall = through_walls(houses, way, radius) if houses else (0, None)
    plain = wall is not None or (found.cost == found.length and is_plain(battle, around(way)))
    more = 0 if plain else dearer(battle, figure, [(way, found.length)])
    return found._replace(cost=found.length + windows * WINDOW + more, clash=wall)


def is_plain(battle: Battle[State], way: Bounds) -> bool:
    """A quick look: is nothing near this way that asks for more than its ground: low obstacles, slopes, houses?"""
    west, south, east, north = way
    boxes = tabletop(battle).going.special
    return not [box for box in boxes if west <= box[2] and east >= box[0] and south <= box[3] and north >= box[1]]


def dearer(battle: Battle[State], figure: Figure, walked: Sequence[tuple[Sequence[Point], int]]) -> int:
    """What is paid in one move beyond the length of its ways: an inch for every full two of rough ground, all of very rough
    ground once more (xenocide.terrain.rough, xenocide.terrain.rough-short, xenocide.terrain.very-rough)."""
    place, passage = tabletop(battle), passage_of(battle, figure)
    paid, going = Counter[str](), place.going
    for way, length in walked:
        for kind, cost in (("rough", going.rough), ("very-rough", going.very_rough)):
            if cost is not None:
                paid[kind] += walk(place.board, figure.id, way[1:], passage._replace(cost=cost), way[0]).cost - length
        box = around(way)
        crossed = [piece for piece in going.crossed if boxes_meet(piece.box, box)]
        paid["rough"] += sum(CROSSING for piece in crossed for leg in pairwise(way) if inside_spans(*leg, piece.outline))
        for piece in going.slopes:
            paid[slope_going(piece)] += sum(climbed(piece, *leg) for leg in pairwise(way))  # xenocide.terrain.slopes
    return paid["rough"] // STRETCH * INCH + paid["very-rough"]


class Allowance(NamedTuple):
    """What a unit may do in its move."""

    most: dict[str, int]  # how far everybody goes at most
    loss: int = 0  # towards visible enemies
    least: int = 0  # how far one of them has to go
    seen: tuple[str, ...] = ()  # enemy units that it saw at the start (xenocide.suppressed-move.towards)


def allowance_of(battle: Battle[State], unit: Unit, times: int = 1, least: int = 0) -> Allowance:
    """A move of so many times the normal movement (xenocide.move.allowance)."""
    seen = tuple(other.id for other in visible_enemies(battle, unit)) if unit.markers else ()
    loss = unit.markers * (RUN_LOSS if times > 1 else LOSS) if seen else 0
    most = {one.id: one.profile.movement * times for one in battle.state.standing(unit) if may_move(battle.state, one)}
    return Allowance(most, loss, least, seen)


def run_least(state: State, unit: Unit) -> int:
    """A run covers at least the normal movement, reckoned by the model that spends most; engaged units may stay
    (xenocide.orders.run, xenocide.orders.run-minimum)."""
    if unit.order != "run" or unit.engaged or unit.panic:
        return 0
    return max((figure.profile.movement for figure in state.standing(unit) if may_move(state, figure)), default=0)


def may_move(state: State, figure: Figure) -> bool:
    """Not after firing an S+1 or S+2 weapon (xenocide.size.move-after, xenocide.snap.weapons)."""
    return not figure.fired or (CREW not in figure.fired and all(size.move_after for size in state.fired_with(figure)))


def have_all(state: State, unit: Unit, pack: str) -> bool:
    """Has everybody of a unit who stands on the table such a pack, and stands anybody there?"""
    here = state.standing(unit)
    return bool(here) and all(figure.profile.can(pack) for figure in here)


def flying_distance(figure: Figure) -> int:
    """Its flying value, or three times its movement on foot (xenocide.flight.distance)."""
    return figure.profile.flying or TRIPLE * figure.profile.movement


def loss_of(battle: Battle[State], allowance: Allowance, ends: Mapping[str, Point]) -> int:
    """What markers take from a move that ends so (xenocide.suppressed-move.towards, xenocide.suppressed-move.away)."""
    return allowance.loss if allowance.loss and comes_nearer(battle, ends, allowance.seen) else 0


def comes_nearer(battle: Battle[State], ends: Mapping[str, Point], seen: Iterable[str]) -> bool:
    """Does any model end nearer to some enemy unit that its unit saw than it began (xenocide.suppressed-move.towards)?"""
    state = battle.state
    groups = [[figure.id for figure in state.standing(state.units[enemy])] for enemy in seen]
    return board(battle).comes_nearer(list(ends), list(ends.values()), groups)


def touched_by(battle: Battle[State], figures: Sequence[Figure]) -> list[Unit]:
    """The enemy units that touch one of these on the ground (xenocide.move.engaging, xenocide.core.inclusive-limits)."""
    state, table = battle.state, board(battle)
    mine = [figure.id for figure in figures if figure.id in table and not is_aloft(state, figure)]
    if not mine or table.least_gap(mine, rows := grounded(battle, state.side_of(figures[0]))) > TOUCH:
        return []
    touched = [table.names[row] for name in mine for row in rows[table.gaps(name)[rows] <= TOUCH]]
    return [state.units[name] for name in dict.fromkeys(state.figures[other].unit for other in touched)]


def grounded(battle: Battle[State], side: str) -> Ints:
    """The rows of a side's enemies on the ground: who is in the air touches nobody (xenocide.flight.take-off)."""
    place, state = tabletop(battle), battle.state

    def find() -> Ints:
        foes = [foe for unit in state.foes_of(side) for foe in state.standing(unit)]
        return place.board.rows([foe.id for foe in foes if foe.id in place.board and not is_aloft(state, foe)])

    return place.until_roster(("grounded", side), find)


def can_engage(state: State, one: Unit, other: Unit) -> bool:
    """Troops engage troops; a vehicle only if it strikes itself, or has open passengers; nobody engages a flyer
    (xenocide.vehicle.melee-own-attacks, xenocide.vehicle.melee-engagement, xenocide.vehicle.flying)."""
    vehicles = [vehicle for unit in (one, other) if (vehicle := state.vehicle_of(unit)) is not None]
    if len(vehicles) > 1 or any(vehicle.profile.flies for vehicle in vehicles):
        return False
    strikes = [(hull := vehicle.profile.hull) is not None and hull.attacks > 0 for vehicle in vehicles]
    return all(strikes) or all(state.is_open(vehicle) and state.riders(vehicle) for vehicle in vehicles)


def engage(battle: Battle[State], unit: Unit, enemy: Unit) -> bool:
    """The two are locked in melee, unless they are already or cannot be (xenocide.move.engaging)."""
    if enemy.id in unit.engaged or not can_engage(battle.state, unit, enemy):
        return False
    unit.engaged.append(enemy.id)
    enemy.engaged.append(unit.id)
    battle.record(Engaged(unit=unit.id, enemy=enemy.id))
    return True


def engage_all(battle: Battle[State], unit: Unit, but: Iterable[str] = ()) -> list[str]:
    """With all whom it touches but those it has just left (xenocide.move.partial-disengage): those who are new."""
    met = []
    for enemy in touched_by(battle, battle.state.standing(unit)):
        if enemy.id not in but and engage(battle, unit, enemy):
            unit.charged = True
            vehicle = battle.state.vehicle_of(enemy)
            riding = battle.state.aboard(vehicle) if vehicle is not None and battle.state.is_open(vehicle) else []
            # those defend it (xenocide.vehicle.melee-passengers-defend)
            met += [enemy.id, *(inside.id for inside in riding if engage(battle, unit, inside))]
    return met


def largest(state: State, unit: Unit) -> list[tuple[str, ...]]:
    """The largest groups of which all are within 8 inches of each other, by name."""
    figures = state.standing(unit)
    found = groups.largest([[gap(one.base(), other.base()) for other in figures] for one in figures], groups.all_pairs(APART))
    return [tuple(figures[n].id for n in group) for group in found]


def refuse_apart(battle: Battle[State], unit: Unit, ends: Mapping[str, Point], able: Callable[[], bool]) -> Refusal | None:
    """Together at the end; who was not before has to come together if it is able to, else those who are left out are lost
    (xenocide.move.coherency, xenocide.move.coherency-restore)."""
    if hangs_together(battle.state.standing(unit), ends):
        return None
    if hangs_together(battle.state.standing(unit)):
        return Refusal("xenocide.move.coherency", f"{ref(unit.id)} would be more than 8 inches apart")
    return Refusal(RESTORE, f"{ref(unit.id)} can come together again") if able() else None


def apart(state: State, unit: str) -> list[str]:
    """Who is out of the largest group, and would be lost if it stayed so (xenocide.move.coherency-restore)."""
    figures = state.standing(state.units[unit])
    together = [figure.id for figure in figures] if hangs_together(figures) else largest(state, state.units[unit])[0]
    return [figure.id for figure in figures if figure.id not in together]


def regroup(battle: Battle[State], unit: Unit, most: dict[str, int]) -> Legs:
    """The outsiders straight towards the largest group, as far as they need to; nothing if that does not bring all together."""
    figures, group = battle.state.standing(unit), largest(battle.state, unit)[0]
    strays = [figure.id for figure in figures if figure.id not in group and figure.id in most]
    ends = rejoin(board(battle), strays, group, most, passage_of(battle, figures[0]))
    return straight_to(ends) if hangs_together(figures, ends) else ()


async def lose_the_others(battle: Battle[State], unit: Unit) -> None:
    """When the unit has finished its move: the largest group stays, of equal ones the owner's choice; the others are lost.
    Models in one vehicle count as together (xenocide.move.coherency)."""
    state = battle.state
    if hangs_together(state.standing(unit)):
        return
    stays, *others = found = largest(state, unit)
    if others:
        options = [Option(str(n), refs(names), of=names, means="keep") for n, names in enumerate(found)]
        ask = Choose(unit.side, RESTORE, "Which group stays?", options)
        stays = found[int(await ask.about(*chain.from_iterable(found), unit=unit.id, topic="loss"))]
    for figure in state.standing(unit):
        if figure.id not in stays:
            remove(battle, figure, "lost")


def charge(battle: Battle[State], movers: list[Figure], most: Mapping[str, int], enemy: Unit) -> Legs:
    """Everybody who can goes into contact with a model of this unit; the others go towards it as far as they get."""
    if not movers:
        return ()
    foes = [foe.id for foe in battle.state.standing(enemy)]
    return straight_to(charged(board(battle), [one.id for one in movers], most, foes, passage_of(battle, movers[0])))
