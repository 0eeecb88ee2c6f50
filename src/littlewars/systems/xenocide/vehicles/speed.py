"""Speed, and a way read step by step: how far a vehicle must and may go, straight runs, turns, what it costs and what it runs
into (xenocide.vehicle.increment-*, xenocide.vehicle.propulsion, xenocide.vehicle.turning)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.engine.measures import INCH
from littlewars.engine.names import in_the_way, ref
from littlewars.table.constants import BARRED, PLAIN, TOUCH
from littlewars.table.facing import angle_between
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.obstacles import pivot
from littlewars.table.moving.ram import Contact, contacts
from littlewars.table.moving.steer import bent, heading
from littlewars.table.moving.walk import Passage, Way, length_of, walk
from littlewars.table.shapes.bases import Box
from littlewars.table.terrain.pieces import Piece

from ..basics.numbers import SLOWER
from ..basics.profiles import read_file
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, elsewhere, is_aloft, nature, tabletop

RUN = 2 * INCH  # straight on before a turn, times the increment and one (xenocide.vehicle.turning)
TURN = 4500  # hundredths of a degree (xenocide.vehicle.turning)
TURNING = "xenocide.vehicle.turning"
BRAKED = 2  # xenocide.vehicle.hard-braking
BACK = 2  # times its length costs reversing (xenocide.vehicle.move-with-side)
HALT = "halt"  # the step at which troops get in and out (xenocide.vehicle.load-and-deploy)
SLACK = 4  # thousandths by which a run may fall short on the grid


class Propulsion(NamedTuple):
    """A kind of propulsion: what ground costs it, and whether it turns in place (xenocide.vehicle.propulsion)."""

    rough: int
    very_rough: int = BARRED
    spins: bool = False
    water: bool = False
    woods: bool = False


DRIVES = {propulsion: Propulsion(**said) for propulsion, said in read_file("drives").items()}


def drive_of(vehicle: Figure) -> Propulsion:
    """How it is driven."""
    assert vehicle.profile.hull is not None
    return DRIVES[vehicle.profile.hull.propulsion]


def base_movement(vehicle: Figure) -> int:
    """Its unit of speed, 2 inches less a damage marker (xenocide.vehicle.base-movement, xenocide.vehicle.damage-effects)."""
    return max(0, vehicle.profile.movement - SLOWER * vehicle.damage)


def distances(unit: Unit, vehicle: Figure) -> tuple[int, int]:
    """The least and the most it drives with its increment (xenocide.vehicle.increment-range)."""
    base = base_movement(vehicle)
    return unit.increment * base, (unit.increment + 1) * base


def straight_due(unit: Unit) -> int:
    """How far it drives straight on before each turn (xenocide.vehicle.turning)."""
    return RUN * (unit.increment + 1)


def braked_hard(unit: Unit) -> bool:
    """Has it slowed down by two: no fire, nobody in or out (xenocide.vehicle.hard-braking)?"""
    return unit.was - unit.increment >= BRAKED


def stop(unit: Unit) -> None:
    """Something makes it stand: that is no braking, which is ordered (xenocide.vehicle.hard-braking)."""
    unit.was, unit.increment = unit.was - unit.increment, 0


def is_piloted(state: State, vehicle: Figure) -> bool:
    """Has it its own crew, or a passenger to steer it (xenocide.vehicle.passenger-piloted)?"""
    hull = vehicle.profile.hull
    return hull is not None and (not hull.piloted or bool(state.riders(vehicle)))


def can_drive(state: State, vehicle: Figure) -> bool:
    """Neither disabled nor without a pilot (xenocide.vehicle.disabled, xenocide.vehicle.passenger-piloted)."""
    return not vehicle.disabled and is_piloted(state, vehicle)


def prices(battle: Battle[State], vehicle: Figure) -> Ints:
    """What the ground costs it: woods and buildings are barred, but woods to tracks (xenocide.vehicle.propulsion)."""
    place, drive = tabletop(battle), drive_of(vehicle)

    def price(piece: Piece) -> int:
        going = nature(piece).going
        if piece.water != "none" and (drive.water or going != "impassable"):
            return PLAIN if drive.water else drive.rough
        if "wood" in piece.kind or piece.openings:
            return drive.rough if drive.woods and piece.kind == "sparse-wood" else BARRED
        return {"open": PLAIN, "rough": drive.rough, "very-rough": drive.very_rough, "impassable": BARRED}[going]

    if vehicle.profile.flies:
        return place.going.aloft
    return place.layout.keep(("driven", drive), lambda field: np.array([price(piece) for piece in field.pieces], np.int64))


class Course(NamedTuple):
    """A way: its straight legs with the facing of each, the facing at the end, what it costs, whether it turns, and after which
    legs it halts for troops (xenocide.vehicle.load-and-deploy)."""

    ways: tuple[Way, ...]
    face: int
    cost: int
    turned: bool
    halts: tuple[int, ...] = ()


def read_course(battle: Battle[State], unit: Unit, vehicle: Figure, leg: Leg | None) -> Course | Refusal:
    """The way of a leg, or what is wrong with it; who would be run into is looked at apart."""
    at, face, cost, run, turned = vehicle.at, vehicle.face, 0, 0, False
    ways, halts = list[Way](), list[int]()
    for step in leg.steps if leg is not None else ():
        price: int | Refusal = 0
        if step.verb == "turn" and step.face is not None:
            box = vehicle.box()._replace(x=at[0], y=at[1], facing=face)
            face, turned = step.face % 36000, True
            price, run = _turn(battle, unit, vehicle, box, face, run), 0
        elif step.verb == HALT:
            halts.append(len(ways))
        elif step.to is not None:
            ways.append(Way("go", at, step.to, face))
            price = _run(battle, unit, vehicle, ways[-1])
            at, run = step.to, run + length_of(at, [step.to])
        if isinstance(price, Refusal):
            return price
        cost += price
    return Course(tuple(ways), face, cost, turned, tuple(halts))


def _turn(battle: Battle[State], unit: Unit, vehicle: Figure, at: Box, face: int, run: int) -> int | Refusal:
    """Up to 45 degrees after a straight run, or for 2 inches on the spot (xenocide.vehicle.turning,
    xenocide.vehicle.turn-in-place); who would be touched by a spin forbids it. After a run it may stand on no other hull, on no
    barred ground, nor off the table, where flyers may go; troops give way (xenocide.vehicle.overrun)."""
    state, table, name, angle = battle.state, board(battle), vehicle.id, angle_between(at.facing, face)
    if run >= straight_due(unit) - SLACK and angle <= TURN:
        troops = [figure.id for figure in state.figures.values() if not figure.profile.vehicle]
        others = [name, *troops, *elsewhere(battle, is_aloft(state, vehicle))]
        clash = table.stands(at._replace(facing=face), others, cost=prices(battle, vehicle))
        if clash is None or (clash.kind == "edge" and vehicle.profile.flies):
            return 0
        return Refusal(TURNING, f"{ref(name)}: {in_the_way(clash.id)} leaves no room to turn there")
    if not (unit.increment == 0 and drive_of(vehicle).spins):
        return Refusal(TURNING, f"{ref(name)} turns 45 degrees after {straight_due(unit) // 1000} inches straight on")
    found = pivot(table, name, face, sweep=True, base=at, cost=prices(battle, vehicle))
    if found.clash is not None or found.swept:
        return Refusal("xenocide.vehicle.turn-in-place", f"{ref(name)} has no room to turn there")
    return RUN * -(-angle // TURN)


def _run(battle: Battle[State], unit: Unit, vehicle: Figure, way: Way) -> int | Refusal:
    """Straight on, at the price of the ground; backwards at increment 0 at double cost (xenocide.vehicle.move-with-side).
    Nobody is in its way, and barred ground is no dearer: that is a collision, and looked at apart."""
    how, table = heading(way), board(battle)
    if how == "aside" or (how == "back" and unit.increment):
        return Refusal("xenocide.vehicle.move-with-side", f"{ref(vehicle.id)} drives straight on")

    def find() -> Passage:
        cost = prices(battle, vehicle)
        return Passage(ghosts=frozenset(table) - {vehicle.id}, cost=np.where(cost == BARRED, PLAIN, cost))

    passage = tabletop(battle).until_roster(("drives", vehicle.id), find)
    return walk(table, vehicle.id, [way.to], passage, way.start).cost * (BACK if how == "back" else 1)


def met(battle: Battle[State], vehicle: Figure, way: Way) -> list[Contact]:
    """What a straight leg runs into, in order: bodies on its level, barred ground, the edge (xenocide.vehicle.overrun,
    xenocide.vehicle.ram, xenocide.vehicle.ram-structure)."""

    def find() -> list[Contact]:
        (x, y), aloft = way.start, is_aloft(battle.state, vehicle)
        base = vehicle.box()._replace(x=x, y=y, facing=way.face)
        ground = [row for row, price in enumerate(prices(battle, vehicle).tolist()) if price == BARRED]
        return contacts(board(battle), vehicle.id, way.to, elsewhere(battle, aloft), ground, edge=True, base=base)

    return tabletop(battle).until_move(("met", vehicle.id, way), find)


def ideas(unit: Unit, vehicle: Figure) -> Iterator[Leg]:
    """Ways with turns of 45 degrees that cover the distance, straight ones first (xenocide.vehicle.cannot-keep-distance)."""
    least, most = distances(unit, vehicle)
    due, wanted = straight_due(unit), max(least + TOUCH, (least + most) // 2)
    bends = [(one, two) if two else (one,) for one in (-TURN, TURN) for two in (0, one, -one)]
    for turns, far in (((), wanted), *((bend, wanted) for bend in bends), ((), least + TOUCH)):
        path = bent(vehicle.at, vehicle.face, far, due, SLACK, turns)
        yield Leg(vehicle.id, tuple(Step("turn", face=way.face) if way.how == "turn" else Step("go", way.to) for way in path))
