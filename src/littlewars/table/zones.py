"""The edges of a table and the ground along them. Edges are numbered 1 north, 2 east, 3 south, 4 west, everywhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from .facing import Facing, Point
from .shapes.bases import Base, Poly, rectangle, skeleton
from .shapes.boxes import Bounds as Bounds
from .shapes.boxes import around

EDGES = {"north": 1, "east": 2, "south": 3, "west": 4}
NAMES = {number: name for name, number in EDGES.items()}
TOWARDS: dict[int, Facing] = {1: 0, 2: 9000, 3: 18000, 4: 27000}  # the way to an edge
INWARDS: dict[int, Facing] = {1: 18000, 2: 27000, 3: 0, 4: 9000}  # the way from an edge into the table


def opposite(edge: int) -> int:
    """The edge on the other side."""
    return (edge + 1) % 4 + 1


def long_edges(size: Point) -> list[int]:
    """The long edges of a table; of a square one all are."""
    if size[0] == size[1]:
        return list(NAMES)
    return [EDGES["south"], EDGES["north"]] if size[0] > size[1] else [EDGES["west"], EDGES["east"]]


def across(size: Point, edge: int) -> int:
    """How far it is from an edge to the opposite one."""
    return size[1] if edge in (1, 3) else size[0]


def to_edge(size: Point, edge: int, at: Point) -> int:
    """How far a place is from an edge."""
    return {1: size[1] - at[1], 2: size[0] - at[0], 3: at[1], 4: at[0]}[edge]


@lru_cache(maxsize=64)
def strip(size: Point, edge: int, deep: int) -> Poly:
    """The ground along an edge, so deep."""
    w, d = size
    boxes = {1: (0, d - deep, w, d), 3: (0, 0, w, deep), 2: (w - deep, 0, w, d), 4: (0, 0, deep, d)}
    return rectangle(*boxes[edge])


def zone(size: Point, edge: int, depth: int) -> Poly:
    """A deployment zone: the whole length of the edge, but never deeper than a quarter of the way across."""
    return strip(size, edge, min(depth, across(size, edge) // 4))


@lru_cache(maxsize=64)
def bounds(box: Poly) -> Bounds:
    """West, south, east and north of it."""
    return around(box)


def inside(base: Base, box: Bounds) -> bool:
    """Does the whole base stand in the box? Touching its edge is inside."""
    west, south, east, north = box
    points, r = skeleton(base)
    return all(west + r <= x <= east - r and south + r <= y <= north - r for x, y in points)


def shifts_into(bases: Iterable[Base], box: Bounds) -> Bounds:
    """How far some bases may be shifted, west to east and south to north, so that all are in the box; to its middle if they
    do not fit."""
    edges = [(x - r, y - r, x + r, y + r) for points, r in map(skeleton, bases) for x, y in points]
    left, right = box[0] - min(e[0] for e in edges), box[2] - max(e[2] for e in edges)
    low, high = box[1] - min(e[1] for e in edges), box[3] - max(e[3] for e in edges)
    if left > right:
        left = right = (left + right) // 2
    if low > high:
        low = high = (low + high) // 2
    return left, low, right, high
