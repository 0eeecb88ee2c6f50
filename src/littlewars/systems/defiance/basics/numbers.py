"""Numbers that several chapters of Defiance share, by their rules. Distances are thousandths of a rule inch."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.engine.measures import INCH as INCH

NEVER = 1_000_000_000  # a range that nothing exceeds (defiance.ranged.range-unlimited)


class Nerve(NamedTuple):
    """What a quality gives: the morale number and the least size of a unit."""

    morale: int
    least: int


# defiance.morale.quality-table
QUALITIES: dict[str, Nerve] = {
    "Green": Nerve(6, 6),
    "Regular": Nerve(5, 5),
    "Veteran": Nerve(5, 4),
    "Matrix": Nerve(4, 6),
    "Fanatic": Nerve(2, 5),
    "Linked": Nerve(4, 4),
    "Elite": Nerve(3, 4),
    "Vehicle": Nerve(3, 2),
}
FOCAL = {0: Nerve(4, 6), 1: Nerve(3, 5), 2: Nerve(2, 4)}  # defiance.command.focal-table
LEADER_LEAST = {0: 0, 1: 1, 2: 1, 3: 2, 4: 2}  # defiance.command.leader-table
LEADER_CHITS = {0: 0, 1: 0, 2: 1, 3: 1, 4: 2}

COVER_ARC = 4500  # half angle of the front (defiance.terms.cover-arc)
FIRE_MOD: dict[str, int] = {"stationary": 2, "walking": 0, "running": -2}  # defiance.move.types-table
REACH: dict[str, int] = {"stationary": 0, "walking": 1, "running": 2, "sprinting": 3}  # x MV, defiance.terms.movement-speeds
COVERING = -2  # defiance.cover.modifier-table: on top of the movement modifier

RATE: dict[str, tuple[int, int]] = {
    "open": (1, 1),
    "light": (3, 4),
    "medium": (1, 2),
    "heavy": (1, 4),
}  # defiance.move.terrain-table
COVER_PI = {"light": -1, "medium": -2, "heavy": -3}
COVER_SI = {"light": -2, "medium": -3, "heavy": -4}
DEPTH = {"light": 6 * INCH, "medium": 4 * INCH, "heavy": 2 * INCH}  # defiance.move.terrain-depth
HALF = INCH // 2  # defiance.move.terrain-rounding

IMPACT = 7  # defiance.ranged.impact-rating
LEVEL = 12 * INCH  # height of a flight level (defiance.move.fly-levels)
TOP_LEVEL = 3
STAND_UP = {True: 4 * INCH, False: 2 * INCH}  # powered or not (defiance.move.stand-up-cost)
CRAWL = 2  # inches of allowance for an inch (defiance.move.crawl-rate)
CLIMB = 2 * INCH  # of height for each size class (defiance.move.climb-max-height)
