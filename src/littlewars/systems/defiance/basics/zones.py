"""Edges, deployment zones, and points called by coordinates (defiance.deploy.zones, defiance.terms.coordinates)."""

from __future__ import annotations

from littlewars.table.facing import Point
from littlewars.table.zones import across

from .numbers import INCH

DEPTH = 12 * INCH
CALLED = INCH // 2  # points are called to half inches


def pairs_of_edges(size: Point) -> list[tuple[int, int]]:
    """Zones lie along the two longest edges; on a square table along any two opposite ones (defiance.deploy.zones)."""
    if size[0] > size[1]:
        return [(3, 1)]
    return [(4, 2)] if size[1] > size[0] else [(3, 1), (4, 2)]


def called(size: Point, edge: int, x: int, y: int) -> Point:
    """The point that a player means who calls (x, y) from his edge: x to his right, y away from him
    (defiance.terms.coordinates)."""
    w, d = size
    return {3: (x, y), 1: (w - x, d - y), 2: (w - y, x), 4: (y, d - x)}[edge]


def coordinates(size: Point, edge: int, at: Point) -> Point:
    """What a player at this edge calls a point (defiance.terms.coordinates); `called` the other way round."""
    (w, d), (x, y) = size, at
    return {3: (x, y), 1: (w - x, d - y), 2: (y, w - x), 4: (d - y, x)}[edge]


def may_be_called(size: Point, edge: int, x: int, y: int) -> bool:
    """Any point of the table, to half inches."""
    return 0 <= x <= across(size, edge % 4 + 1) and 0 <= y <= across(size, edge) and x % CALLED == 0 and y % CALLED == 0
