"""Steering: how a vehicle's path turns, and whether it goes where it looks.

Vehicles of Defiance and Xenocide drive by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from ..constants import FULL_TURN
from ..facing import QUARTER, Facing, Point, angle_between, facing_to, step_to, turn_towards
from .walk import Path, Way, length_of

_AHEAD = 200  # hundredths of a degree within which a place lies ahead
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


def drives(at: Point, face: Facing, to: Point, end: Facing | None, half: int, most: int) -> list[Path]:
    """Ways to a place that go within an angle of the facing and turn at most so often, by a quarter each time; fewest turns
    first. It slides there as it looks; or turns as it is to look at the `end`, towards the place, or no more than it must,
    before it goes or half-way. Turning at the end as well, if need be, is the last step of a way."""
    found: list[Path] = []
    bearing = facing_to(at, to)
    if at == to:
        found.append(())
    elif angle_between(face, bearing) <= half:
        found.append((Way("go", at, to, face),))
    if at != to:
        middle = step_to(at, face, length_of(at, [to]) // 2)  # straight on first, then the turn
        for start, legs in ((at, ()), (middle, (Way("go", at, middle, face),))):
            wanted = facing_to(start, to)
            least = turn_towards(face, wanted, max(0, angle_between(face, wanted) - half))
            for goal in (end, wanted, least):
                if goal is not None and goal != face and angle_between(goal, wanted) <= half:
                    turned = _turned(start, face, goal)
                    found.append((*legs, *turned, Way("go", start, to, goal)))
    finished = [_finished(path, face, to, end) for path in found]
    able = [path for path in dict.fromkeys(finished) if sum(way.how == "turn" for way in path) <= most]
    return sorted(able, key=lambda path: sum(way.how == "turn" for way in path))


def towards(at: Point, face: Facing, to: Point, most: int, due: int, spin: int | None = None, largest: int = 4500) -> Path:
    """Towards a place, by four turns at most: straight on for as much as is due, turned by the largest turn at most, and on;
    `spin`: turned in place instead, at that price."""
    found, left = list[Way](), most
    for _ in range(4):
        if to == at or left <= 0:
            break
        wanted = facing_to(at, to)
        if angle_between(face, wanted) < _AHEAD:
            found.append(Way("go", at, step_to(at, face, min(left, length_of(at, [to]))), face))
            break
        if spin is None:
            far = min(left, due)
            found.append(Way("go", at, step_to(at, face, far), face))
            at, left = found[-1].to, left - far
            wanted = facing_to(at, to) if to != at else face
        face, left = turn_towards(face, wanted, largest), left - (spin or 0)
        found.append(Way("turn", at, at, face))
    return tuple(found)


def bent(at: Point, face: Facing, far: int, due: int, more: int, turns: Iterable[int]) -> Path:
    """A way of a length: straight on for what is due, and a little more, before each of these turns, then on to its end."""
    found = list[Way]()
    for turn in turns:
        run = min(due + more, far)
        found.append(Way("go", at, step_to(at, face, run), face))
        at, far = found[-1].to, far - run
        if run < due:
            break
        face = (face + turn) % FULL_TURN
        found.append(Way("turn", at, at, face))
    return (*found, Way("go", at, step_to(at, face, far), face)) if far > 0 else tuple(found)


def _turned(at: Point, face: Facing, to: Facing) -> Path:
    """Turns on the spot, a quarter at most each."""
    found = []
    while face != to:
        face = turn_towards(face, to, QUARTER)
        found.append(Way("turn", at, at, face))
    return tuple(found)


def _finished(path: Path, face: Facing, at: Point, end: Facing | None) -> Path:
    """With the turns that are left at the end."""
    last = path[-1].face if path else face
    return path if end is None else (*path, *_turned(at, last, end))
