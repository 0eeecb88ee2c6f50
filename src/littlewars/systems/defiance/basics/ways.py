"""A stretch of somebody's way, as the state may hold it."""

from __future__ import annotations

from msgspec import Struct

from littlewars.table.facing import Point


class Segment(Struct, frozen=True, omit_defaults=True):
    """A stretch of a way: how, from where to where, what it costs; of a climb the piece and where it is first touched.

    `had`: the allowance before it; `prone` and `level`: how the figure is on it.
    """

    how: str  # walk, crawl, climb, jump, fly
    start: Point
    to: Point
    cost: float = 0.0
    piece: str = ""
    foot: Point | None = None
    had: float = 0.0
    prone: bool = False
    level: int = 0
    face: int = -1  # of a vehicle: how it looks all along; -1: where it goes
