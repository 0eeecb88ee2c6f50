"""Steering: how a vehicle's path turns, and whether it goes where it looks.

Used by chapters to come: vehicles of Defiance, part two, and of Xenocide.
"""

from __future__ import annotations

from typing import Literal

from ..constants import FULL_TURN
from ..facing import Facing, Point, angle_between, facing_to, step_to
from .walk import Path, Way, half_up, length_of

_SLACK = 2  # thousandths by which a rounded end may lie beside the line


def turns(facing: Facing, path: Path) -> list[int]:
    """The turns of a path that begins with that facing, clockwise positive, up to 18000 either way."""
    found = []
    for way in path:
        turn = (way.face - facing + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
        if turn:
            found.append(turn)
        facing = way.face
    return found


def heading(way: Way) -> Literal["forward", "back", "stay", "aside"]:
    """How a leg goes, seen from its facing."""
    length = length_of(way.start, [way.to])
    if length == 0:
        return "stay"
    if _near(step_to(way.start, way.face, length), way.to):
        return "forward"
    return "back" if _near(step_to(way.start, way.face, -length), way.to) else "aside"


def _near(p: Point, q: Point) -> bool:
    """Are two places the same but for rounding?"""
    return abs(p[0] - q[0]) <= _SLACK and abs(p[1] - q[1]) <= _SLACK


def straight_runs(facing: Facing, path: Path) -> list[int]:
    """Lengths of straight running: before the first turn, between turns, and after the last."""
    runs, now = [0.0], facing
    for way in path:
        if way.face != now:
            runs.append(0.0)
            now = way.face
        runs[-1] += length_of(way.start, [way.to])
    return [half_up(run) for run in runs]


def steers(facing: Facing, path: Path, most: int, largest: int = 4500) -> bool:
    """At most so many turns, none larger than that, and every leg straight ahead."""
    found = turns(facing, path)
    return len(found) <= most and all(abs(t) <= largest for t in found) and all(heading(w) in ("forward", "stay") for w in path)


def within_arc(way: Way, half: int) -> bool:
    """Does a leg go within an angle of its facing?"""
    return way.start == way.to or angle_between(way.face, facing_to(way.start, way.to)) <= half
