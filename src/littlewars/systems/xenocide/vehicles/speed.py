"""Speed: how far a vehicle must and may go, and what it may do on the way (xenocide.vehicle.increment-*,
xenocide.vehicle.propulsion, xenocide.vehicle.damage-effects)."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.engine.measures import INCH
from littlewars.table.constants import BARRED, PLAIN
from littlewars.table.kernels.compiled import Ints
from littlewars.table.terrain.field import Field
from littlewars.table.terrain.pieces import Piece

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import nature, tabletop

SLOWER = 2 * INCH  # of base movement, a damage marker (xenocide.vehicle.damage-effects)
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
    assert vehicle.profile.hull is not None
    kind = vehicle.profile.hull.propulsion
    return place.layout.keep(("driven", kind), lambda field: _prices(field, DRIVES[kind]))


def _prices(field: Field, drive: Drive) -> Ints:
    cost = field.cost.copy()
    for row, piece in enumerate(field.pieces):
        cost[row] = _price(piece, drive)
    return cost


def _price(piece: Piece, drive: Drive) -> int:
    kind = nature(piece)
    if piece.water != "none":
        return PLAIN if drive.water else BARRED if kind.going == "impassable" else drive.rough
    if "wood" in piece.kind:
        return drive.rough if drive.woods and piece.kind == "sparse-wood" else BARRED
    if piece.openings or kind.going == "impassable":
        return BARRED
    return {"open": PLAIN, "rough": drive.rough, "very-rough": drive.very_rough}[kind.going]
