"""The ladder of dice and what hangs on it: MOVE, base cost, payload, base sizes.

>>> lower(20)
12
"""

from __future__ import annotations

from fractions import Fraction

from littlewars.engine.measures import INCH

LADDER = (4, 6, 8, 10, 12, 20)  # oversoul.basics.single-die

TROOPER_MOVE = {4: 5, 6: 6, 8: 8, 10: 10, 12: 12, 20: 20}  # oversoul.basics.move-table, inches
VEHICLE_MOVE = {6: 20, 8: 12, 10: 10, 12: 8, 20: 6}
BEYOND_D20 = 24  # oversoul.attr.fast-trooper: there is no higher die
BELOW_D4 = 4  # oversoul.attr.slow-trooper: there is no lower die

BASE_COST = {4: 4, 6: 12, 8: 24, 10: 40, 12: 60, 20: 120}  # oversoul.build.base-cost
SMALLEST_VEHICLE = 8  # oversoul.build.vehicle-min-die
SMALLEST_VEHICLE_OF_ALL = 6  # with the switch allow_d6_vehicles

PAYLOAD = {  # oversoul.build.payload-table: how many of each die are a full load
    6: {6: 1, 4: 2},
    8: {8: 1, 6: 2, 4: 4},
    10: {10: 1, 8: 2, 6: 4, 4: 8},
    12: {12: 1, 10: 2, 8: 4, 6: 8, 4: 10},
    20: {20: 1, 12: 2, 10: 4, 8: 8, 6: 10, 4: 10},
}

Footprint = int | tuple[int, int]  # in thousandths: the radius of a disc, or length (along the facing) and width of a box

TROOPER_BASE = {4: 1, 6: 1, 8: 1, 10: 2, 12: 2, 20: 3}  # oversoul.basics.measuring: diameters in inches
MOUNTED_BASE = (1, 2)  # width, length
ARTILLERY_BASE = 2
VEHICLE_BASE = {6: (1, 2), 8: (1, 2), 10: (2, 4), 12: (3, 4), 20: (3, 5)}


def lower(die: int) -> int | None:
    """The next lower die (oversoul.basics.single-die); None below d4."""
    at = LADDER.index(die) - 1
    return LADDER[at] if at >= 0 else None


def trooper_move(die: int, steps: int = 0) -> int:
    """MOVE of a trooper in inches, or of his neighbour on the ladder (oversoul.attr.fast-trooper,
    oversoul.attr.slow-trooper)."""
    at = LADDER.index(die) + steps
    if at >= len(LADDER):
        return BEYOND_D20
    return TROOPER_MOVE[LADDER[at]] if at >= 0 else BELOW_D4


def payload_share(hull: int, die: int) -> Fraction | None:
    """What a die takes of a hull's capacity of 1 (oversoul.build.payload-combination); None: it does not fit at all."""
    number = PAYLOAD.get(hull, {}).get(die)
    return None if number is None else Fraction(1, number)


def disc(diameter: float) -> Footprint:
    """A round base of so many inches across."""
    return round(diameter * INCH) // 2


def box(width: float, length: float) -> Footprint:
    """A rectangular base in inches."""
    return round(length * INCH), round(width * INCH)


def default_base(kind: str, die: int, steed: bool = False) -> Footprint:
    """The base a model stands on unless its profile says otherwise (oversoul.basics.measuring)."""
    if kind == "vehicle":
        return box(*VEHICLE_BASE.get(die, VEHICLE_BASE[SMALLEST_VEHICLE_OF_ALL]))
    if kind == "artillery-weapon":
        return disc(ARTILLERY_BASE)
    return box(*MOUNTED_BASE) if steed else disc(TROOPER_BASE[die])
