"""Speed, and a way read step by step: how far a vehicle must and may go, straight runs, turns, what it costs and what it runs
into (xenocide.vehicle.increment-*, xenocide.vehicle.propulsion, xenocide.vehicle.turning)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from littlewars.engine import Battle, Leg, Refusal, Step
from littlewars.engine.measures import INCH
from littlewars.engine.names import in_the_way, ref
from littlewars.table.board.board import Clash
from littlewars.table.constants import BARRED, PLAIN, TOUCH
from littlewars.table.facing import angle_between, step_to
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.obstacles import pivot
from littlewars.table.moving.ram import Contact, contacts
from littlewars.table.moving.steer import heading
from littlewars.table.moving.walk import Passage, Way, length_of, walk
from littlewars.table.shapes.bases import Box
from littlewars.table.terrain.pieces import Piece

from ..basics.numbers import SLOWER
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, elsewhere, is_aloft, nature, tabletop

RUN = 2 * INCH  # straight on before a turn, times the increment and one (xenocide.vehicle.turning)
TURN = 4500  # hundredths of a degree (xenocide.vehicle.turning)
BRAKED = 2  # xenocide.vehicle.hard-braking


class Drive(NamedTuple):
    """A kind of propulsion: what ground costs it, and whether it turns in place (xenocide.vehicle.propulsion)."""

    rough: int
    very_rough: int = BARRED
    spins: bool = False
    water: bool = False
    woods: bool = False


DRIVES = {
    "wheeled": Drive(2000),
    "tracked": Drive(1500, spins=True, woods=True),
    "hover": Drive(PLAIN, spins=True, water=True),
    "legs": Drive(1500, 2000),
    "flying": Drive(PLAIN, PLAIN),
}


def drive_of(vehicle: Figure) -> Drive:
    """How it is driven."""
    assert vehicle.profile.hull is not None
    return DRIVES[vehicle.profile.hull.propulsion]


def base_movement(vehicle: Figure) -> int:
    """Its unit of speed, less 2 inches for each damage marker (xenocide.vehicle.base-movement,
    xenocide.vehicle.damage-effects)."""
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
    place = tabletop(battle)
    if vehicle.profile.flies:
        return place.going.aloft
    drive = drive_of(vehicle)
    return place.layout.keep(("driven", drive), lambda field: np.array([_price(p, drive) for p in field.pieces], np.int64))


def _price(piece: Piece, drive: Drive) -> int:
    kind = nature(piece)
    if piece.water != "none":
        return PLAIN if drive.water else BARRED if kind.going == "impassable" else drive.rough
    if "wood" in piece.kind:
        return drive.rough if drive.woods and piece.kind == "sparse-wood" else BARRED
    if piece.openings or kind.going == "impassable":
        return BARRED
    return {"open": PLAIN, "rough": drive.rough, "very-rough": drive.very_rough}[kind.going]


TURNING, SPIN = "xenocide.vehicle.turning", "xenocide.vehicle.turn-in-place"
BACK = 2  # times its length costs reversing (xenocide.vehicle.move-with-side)
HALT = "halt"  # the step at which troops get in and out (xenocide.vehicle.load-and-deploy)
SLACK = 4  # thousandths by which a run may fall short on the grid


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
    at, face, cost, run = vehicle.at, vehicle.face, 0, 0
    ways, halts = list[Way](), list[int]()
    turned = False
    for step in leg.steps if leg is not None else ():
        if step.verb == "turn" and step.face is not None:
            wanted, box = step.face % 36000, vehicle.box()._replace(x=at[0], y=at[1], facing=face)
            price = _turn(battle, unit, vehicle, box, wanted, run)
            if isinstance(price, Refusal):
                return price
            cost, face, run, turned = cost + price, wanted, 0, True
        elif step.verb == HALT:
            halts.append(len(ways))
        elif step.to is not None:
            way = Way("go", at, step.to, face)
            price = _run(battle, unit, vehicle, way)
            if isinstance(price, Refusal):
                return price
            cost, at, run = cost + price, step.to, run + length_of(at, [step.to])
            ways.append(way)
    return Course(tuple(ways), face, cost, turned, tuple(halts))


def _turn(battle: Battle[State], unit: Unit, vehicle: Figure, at: Box, face: int, run: int) -> int | Refusal:
    """Up to 45 degrees after a straight run, or for 2 inches on the spot (xenocide.vehicle.turning,
    xenocide.vehicle.turn-in-place); who would be touched by a spin forbids it."""
    angle = angle_between(at.facing, face)
    if run >= straight_due(unit) - SLACK and angle <= TURN:
        if clash := _in_the_way(battle, vehicle, at._replace(facing=face)):
            return Refusal(TURNING, f"{ref(vehicle.id)}: {in_the_way(clash.id)} leaves no room to turn there")
        return 0
    if not (unit.increment == 0 and drive_of(vehicle).spins):
        return Refusal(TURNING, f"{ref(vehicle.id)} turns 45 degrees after {straight_due(unit) // 1000} inches straight on")
    found = pivot(board(battle), vehicle.id, face, sweep=True, base=at, cost=prices(battle, vehicle))
    if found.clash is not None or found.swept:
        return Refusal(SPIN, f"{ref(vehicle.id)} has no room to turn there")
    return RUN * -(-angle // TURN)


def _in_the_way(battle: Battle[State], vehicle: Figure, turned: Box) -> Clash | None:
    """What a hull that has turned would stand on: another hull, barred ground, or the edge, beyond which flyers may go. Troops
    give way (xenocide.vehicle.overrun)."""
    state = battle.state
    troops = [figure.id for figure in state.figures.values() if not figure.profile.vehicle]
    skip = [vehicle.id, *troops, *elsewhere(battle, is_aloft(state, vehicle))]
    clash = board(battle).stands(turned, skip, cost=prices(battle, vehicle))
    return None if clash is None or (clash.kind == "edge" and vehicle.profile.flies) else clash


def _run(battle: Battle[State], unit: Unit, vehicle: Figure, way: Way) -> int | Refusal:
    """Straight on, at the price of the ground; backwards at increment 0 at double cost (xenocide.vehicle.move-with-side)."""
    how = heading(way)
    if how == "aside" or (how == "back" and unit.increment):
        return Refusal("xenocide.vehicle.move-with-side", f"{ref(vehicle.id)} drives straight on")
    passage = tabletop(battle).until_roster(("drives", vehicle.id), lambda: _passage(battle, vehicle))
    found = walk(board(battle), vehicle.id, [way.to], passage, way.start)
    return found.cost * (BACK if how == "back" else 1)


def _passage(battle: Battle[State], vehicle: Figure) -> Passage:
    """Nobody is in its way, and barred ground is no dearer: that is a collision, and looked at apart."""
    cost = prices(battle, vehicle)
    return Passage(ghosts=frozenset(board(battle)) - {vehicle.id}, cost=np.where(cost == BARRED, PLAIN, cost))


def met(battle: Battle[State], vehicle: Figure, way: Way) -> list[Contact]:
    """What a straight leg runs into, in order: bodies on its level, barred ground, the edge (xenocide.vehicle.overrun,
    xenocide.vehicle.ram, xenocide.vehicle.ram-structure)."""

    def find() -> list[Contact]:
        (x, y), aloft = way.start, is_aloft(battle.state, vehicle)
        base = vehicle.box()._replace(x=x, y=y, facing=way.face)
        ground = [] if aloft else [row for row, price in enumerate(prices(battle, vehicle).tolist()) if price == BARRED]
        return contacts(board(battle), vehicle.id, way.to, elsewhere(battle, aloft), ground, edge=True, base=base)

    return tabletop(battle).until_move(("met", vehicle.id, way), find)


def ideas(unit: Unit, vehicle: Figure) -> Iterator[Leg]:
    """Ways by runs and turns of 45 degrees, left, straight and right, that cover the distance: the straight ones first
    (xenocide.vehicle.cannot-keep-distance)."""
    least, most = distances(unit, vehicle)
    due, wanted = straight_due(unit), max(least + TOUCH, (least + most) // 2)
    yield Leg(vehicle.id, (Step("go", step_to(vehicle.at, vehicle.face, wanted)),))
    for first in (-TURN, TURN):
        for second in (0, first, -first):
            yield _legs(vehicle, due, wanted, (first, second) if second else (first,))
    yield Leg(vehicle.id, (Step("go", step_to(vehicle.at, vehicle.face, least + TOUCH)),))


def _legs(vehicle: Figure, due: int, wanted: int, turns: tuple[int, ...]) -> Leg:
    at, face, left, steps = vehicle.at, vehicle.face, wanted, list[Step]()
    for turn in turns:
        far = min(due + SLACK, left)
        at, left = step_to(at, face, far), left - far
        steps.append(Step("go", at))
        if far < due:
            break
        face = (face + turn) % 36000
        steps.append(Step("turn", face=face))
    if left > 0:
        steps.append(Step("go", step_to(at, face, left)))
    return Leg(vehicle.id, tuple(steps))
