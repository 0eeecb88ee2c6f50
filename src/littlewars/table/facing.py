"""Facings, arcs and sides. A facing is in centidegrees, 0 = north, clockwise; its vector comes from a checked-in table.

>>> vector(0), vector(9000), vector(18000)
((0, 65536), (65536, 0), (0, -65536))
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from .constants import FULL_TURN, SCALE

Point = tuple[int, int]
Facing = int
Side = Literal["front", "left", "right", "rear"]

QUARTER = FULL_TURN // 4
EIGHTH = FULL_TURN // 8


def _read_octant() -> list[tuple[int, int]]:
    """Cosines and sines of 0.00 to 45.00 degrees, as written in the package."""
    numbers = [int(n) for n in files(__package__).joinpath("octant.txt").read_text().split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


_OCTANT = _read_octant()


def _whole_circle() -> list[Point]:
    """All 36,000 vectors, made from the octant by exact mirrors and quarter turns."""
    first = [(s, c) for c, s in _OCTANT] + [(c, s) for c, s in _OCTANT[EIGHTH - 1 : 0 : -1]]
    circle = list(first)
    for _ in range(3):
        first = [(y, -x) for x, y in first]
        circle += first
    return circle


VECTORS = _whole_circle()


def vector(facing: Facing) -> Point:
    """The direction of a facing, 65,536 long."""
    return VECTORS[facing % FULL_TURN]


def rounded(num: int, den: int) -> int:
    """The quotient rounded half up; den > 0."""
    return (2 * num + den) // (2 * den)


def cross(a: Point, b: Point) -> int:
    """Positive when b lies to the left of a."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Point, b: Point) -> int:
    """Positive when b points the same way as a."""
    return a[0] * b[0] + a[1] * b[1]


def in_arc(at: Point, facing: Facing, half: int, aim: Point) -> bool:
    """Does the aim point lie within `half` centidegrees of the facing? Borders count, and so does one's own place."""
    dx, dy = aim[0] - at[0], aim[1] - at[1]
    fx, fy = VECTORS[facing % FULL_TURN]  # written out: of all questions about directions this is asked most
    ahead, aside = fx * dx + fy * dy, abs(fx * dy - fy * dx)
    if half == EIGHTH:
        return ahead >= aside
    if half == QUARTER:
        return ahead >= 0
    if half == 3 * EIGHTH:
        return ahead + aside >= 0
    if half >= 2 * QUARTER:
        return True
    return _between((dx, dy), facing, half)


def _between(d: Point, facing: Facing, half: int) -> bool:
    """Is d between the table vectors at either border of the arc?"""
    right, left = vector(facing + half), vector(facing - half)
    if half <= QUARTER:
        return d == (0, 0) or (cross(right, d) >= 0 and cross(left, d) <= 0 and dot(vector(facing), d) >= 0)
    return not (cross(right, d) < 0 and cross(left, d) > 0)


Sectors = tuple[tuple[int, int], ...]  # arcs round a facing: the middle of each, off the facing, and half its angle

QUADRANTS = "FRBL"  # front, right, back, left: a quarter of the circle each, clockwise


def sectors(sides: Iterable[str], turret: bool = False) -> Sectors:
    """The arcs of these quadrants (F, R, B, L), neighbours merged into one; a turret has the whole circle.

    >>> sectors("F"), sectors("FL"), sectors("FB"), sectors("", turret=True)
    (((0, 4500),), ((31500, 9000),), ((0, 4500), (18000, 4500)), ((0, 18000),))
    """
    inside = [side in sides for side in QUADRANTS]
    if turret or all(inside):
        return ((0, FULL_TURN // 2),)
    found = []
    for first in [k for k in range(4) if inside[k] and not inside[k - 1]]:  # where a row of neighbours begins
        count = next(n for n in range(1, 4) if not inside[(first + n) % 4])
        found.append(((first * QUARTER + (count - 1) * EIGHTH) % FULL_TURN, count * EIGHTH))
    return tuple(found)


def in_sectors(at: Point, facing: Facing, arcs: Sectors, aim: Point) -> bool:
    """Does the aim point lie in one of these arcs?"""
    return any(in_arc(at, facing + middle, half, aim) for middle, half in arcs)


def facing_to(a: Point, b: Point) -> Facing:
    """The last facing, going clockwise, that is not past the direction from a to b. A float proposes, crosses decide."""
    return _facing_of((b[0] - a[0], b[1] - a[1]))


@lru_cache(4096)
def _facing_of(d: Point) -> Facing:
    """The facing of a direction; a unit that shifts as one asks the same again and again."""
    if d == (0, 0):
        return 0
    guess = math.floor(math.degrees(math.atan2(d[0], d[1])) * 100) % FULL_TURN
    dx, dy = d
    x, y = VECTORS[guess]
    while x * dy > y * dx:  # d lies to the left: we are past it
        guess = (guess - 1) % FULL_TURN
        x, y = VECTORS[guess]
    x, y = VECTORS[(guess + 1) % FULL_TURN]
    while x * dy <= y * dx:
        guess = (guess + 1) % FULL_TURN
        x, y = VECTORS[(guess + 1) % FULL_TURN]
    return guess


def side_hit(at: Point, facing: Facing, start: Point, sides: int = 4) -> Side:
    """The side of a target that somebody at `start` faces; borders go to the front and to the rear."""
    d = (start[0] - at[0], start[1] - at[1])
    f = vector(facing)
    ahead, leftwards = dot(f, d), cross(f, d)
    if sides == 2:
        return "front" if ahead >= 0 else "rear"
    if ahead >= abs(leftwards):
        return "front"
    if -ahead >= abs(leftwards):
        return "rear"
    return "left" if leftwards > 0 else "right"


def step_to(at: Point, facing: Facing, length: int) -> Point:
    """The place that many thousandths away in that direction, rounded to the grid."""
    x, y = VECTORS[facing % FULL_TURN]
    half, whole = SCALE // 2, SCALE  # half up, as `rounded` does
    return at[0] + (length * x + half) // whole, at[1] + (length * y + half) // whole


def turned(p: Point, about: Point, angle: int) -> Point:
    """The point turned clockwise about another."""
    s, c = vector(angle)
    x, y = p[0] - about[0], p[1] - about[1]
    return about[0] + rounded(x * c + y * s, SCALE), about[1] + rounded(y * c - x * s, SCALE)


def angle_between(a: Facing, b: Facing) -> int:
    """The smaller angle between two facings, 0 to 18000."""
    turn = (b - a) % FULL_TURN
    return min(turn, FULL_TURN - turn)


def turn_towards(a: Facing, b: Facing, most: int) -> Facing:
    """The facing after turning from a towards b by at most that angle; a half turn goes clockwise."""
    turn = (b - a) % FULL_TURN
    if turn > FULL_TURN // 2:
        return (a - min(FULL_TURN - turn, most)) % FULL_TURN
    return (a + min(turn, most)) % FULL_TURN


def heads_meet(f: Facing, g: Facing) -> bool:
    """Do two headings point at least 135 degrees apart (head on)?"""
    a, b = vector(f), vector(g)
    return dot(a, b) + abs(cross(a, b)) <= 0
