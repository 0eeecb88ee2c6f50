"""The ground within reach of a move: as far as it is allowed in every direction, by the move's own rule."""

from __future__ import annotations

from math import cos, pi, sin
from time import process_time

from littlewars.engine import Legs, Move, Point, Refusal, ScenarioError
from littlewars.engine.showing import Drag

DIRECTIONS = 24
SECONDS = 2.0  # of work: a hint is not worth more


def flooded(ask: Move, who: tuple[str, ...], verb: str) -> tuple[Point, ...] | None:
    """Where the first of them would stand, direction by direction; None where that takes too long."""
    first = who[0]
    (x, y), far = ask.start[first].at, max([ask.budget.get(name, 0) for name in who], default=0)
    end = process_time() + SECONDS
    found: list[Point] = []
    for n in range(DIRECTIONS):
        if process_time() > end:
            return None
        turn = 2 * pi * n / DIRECTIONS
        to = (round(x + far * sin(turn)), round(y + far * cos(turn)))
        found.append(_end(ask, first, Drag(who, to, None, verb)))
    return tuple(found)


def _end(ask: Move, first: str, drag: Drag) -> Point:
    """Where it ends; where it stands, if it may not go that way at all."""
    try:
        legs, _ = ask.furthest(drag)
        allowed: Legs = legs if ask.refuse(legs) is None else ()
        way = next((ask.trace(leg).path for leg in allowed if leg.who == first), ())
    except (Refusal, ScenarioError):
        way = ()
    return way[-1] if way else ask.start[first].at
