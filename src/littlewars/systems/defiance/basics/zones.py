"""Edges, deployment zones, and points called by coordinates (defiance.deploy.zones, .terms.coordinates)."""

from __future__ import annotations

from functools import lru_cache

from littlewars.table.facing import Point
from littlewars.table.shapes.bases import Base, Poly, rectangle, skeleton

from .numbers import INCH

EDGES = {"north": 1, "east": 2, "south": 3, "west": 4}
NAMES = {number: name for name, number in EDGES.items()}
INWARDS = {1: 18000, 2: 27000, 3: 0, 4: 9000}  # the way from an edge into the table
DEPTH = 12 * INCH
Bounds = tuple[int, int, int, int]  # west, south, east, north
CALLED = INCH // 2  # points are called to half inches


def opposite(edge: int) -> int:
    """The edge on the other side."""
    return (edge + 1) % 4 + 1


def pairs_of_edges(size: Point) -> list[tuple[int, int]]:
    """Zones lie along the two longest edges; on a square table along any two opposite ones (defiance.deploy.zones)."""
    if size[0] > size[1]:
        return [(3, 1)]
    return [(4, 2)] if size[1] > size[0] else [(3, 1), (4, 2)]


def zone(size: Point, edge: int, depth: int = DEPTH) -> Poly:
    """The whole length of the edge, but never deeper than a quarter of the way across."""
    across = size[1] if edge in (1, 3) else size[0]
    return strip(size, edge, min(depth, across // 4))


@lru_cache(maxsize=64)
def strip(size: Point, edge: int, deep: int) -> Poly:
    """The ground along an edge, so deep."""
    w, d = size
    boxes = {1: (0, d - deep, w, d), 3: (0, 0, w, deep), 2: (w - deep, 0, w, d), 4: (0, 0, deep, d)}
    return rectangle(*boxes[edge])


@lru_cache(maxsize=64)
def bounds(box: Poly) -> Bounds:
    """West, south, east and north of it."""
    xs, ys = [x for x, _ in box], [y for _, y in box]
    return min(xs), min(ys), max(xs), max(ys)


def inside(base: Base, box: Bounds) -> bool:
    """Does the whole base stand in the box? Touching its edge is inside."""
    west, south, east, north = box
    points, r = skeleton(base)
    return all(west + r <= x <= east - r and south + r <= y <= north - r for x, y in points)


def called(size: Point, edge: int, x: int, y: int) -> Point:
    """Where a player means who calls (x, y) from his edge: x to his right, y away from him (defiance.terms.coordinates)."""
    w, d = size
    return {3: (x, y), 1: (w - x, d - y), 2: (w - y, x), 4: (y, d - x)}[edge]


def may_be_called(size: Point, edge: int, x: int, y: int) -> bool:
    """Any point of the table, to half inches."""
    across, deep = size if edge in (1, 3) else (size[1], size[0])
    return 0 <= x <= across and 0 <= y <= deep and x % CALLED == 0 and y % CALLED == 0
