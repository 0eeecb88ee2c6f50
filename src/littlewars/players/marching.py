"""Where each of a unit ends up when the unit is sent somewhere, and how far it gets on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, dist, hypot, radians, sin

from littlewars.engine import Legs, Move, Point
from littlewars.engine.orders import Order
from littlewars.engine.showing import Drag

PACES = ("run", "jump")  # verbs that lead farther than going
THERE = 100  # thousandths: as good as there
BESIDE = (600, 1200)  # thousandths of the unit of length: how far beside a place that is taken


def middle(places: Sequence[Point]) -> Point:
    """The middle of some places."""
    count = len(places)
    return round(sum(x for x, _ in places) / count), round(sum(y for _, y in places) / count)


def slots(order: Order, now: Mapping[str, Point]) -> dict[str, Point]:
    """The place of each: as they stand to each other now, or in ranks on a front."""
    names = [name for name in order.who if name in now]
    if not names or not order.way:
        return {}
    goal, centre = order.way[-1], middle([now[name] for name in names])
    if not order.width:
        return {name: (now[name][0] + goal[0] - centre[0], now[name][1] + goal[1] - centre[1]) for name in names}
    return _in_ranks(names, now, goal, order)


def _in_ranks(names: Sequence[str], now: Mapping[str, Point], goal: Point, order: Order) -> dict[str, Point]:
    """In ranks as wide as the front, the first in front; whoever stands farther to the left goes there."""
    angle = radians((order.face or 0) / 100)
    ahead, right = (sin(angle), cos(angle)), (cos(angle), -sin(angle))
    gap = _gap(now, names)
    files = max(1, min(len(names), round(order.width / gap) + 1))
    ranks = [names[start : start + files] for start in range(0, len(names), files)]
    found: dict[str, Point] = {}
    waiting = sorted(names, key=lambda name: -(now[name][0] * ahead[0] + now[name][1] * ahead[1]))
    for depth, rank in enumerate(ranks):
        row = sorted(waiting[: len(rank)], key=lambda name: now[name][0] * right[0] + now[name][1] * right[1])
        waiting = waiting[len(rank) :]
        for place, name in enumerate(row):
            along, back = (place - (len(row) - 1) / 2) * gap, (depth - (len(ranks) - 1) / 2) * gap
            found[name] = (
                round(goal[0] + along * right[0] - back * ahead[0]),
                round(goal[1] + along * right[1] - back * ahead[1]),
            )
    return found


def _gap(now: Mapping[str, Point], names: Sequence[str]) -> float:
    """How close they stand: to the nearest comrade, in the middle of all cases."""
    if len(names) < 2:
        return 1000.0
    near = sorted(min(dist(now[one], now[two]) for two in names if two != one) for one in names)
    return max(500.0, near[len(near) // 2])


def first_to_go(names: Sequence[str], now: Mapping[str, Point], order: Order) -> list[str]:
    """Who is farthest along the way goes first: nobody walks into a friend."""
    if not order.way:
        return list(names)
    known = [name for name in names if name in now]
    goal, centre = order.way[-1], middle([now[name] for name in known]) if known else (0, 0)
    away = hypot(goal[0] - centre[0], goal[1] - centre[1]) or 1.0
    ahead = (goal[0] - centre[0]) / away, (goal[1] - centre[1]) / away
    return sorted(names, key=lambda name: -(now[name][0] * ahead[0] + now[name][1] * ahead[1]) if name in now else 0.0)


def way_to(ask: Move, who: tuple[str, ...], to: Point, face: int | None, via: tuple[Point, ...] = ()) -> Legs | None:
    """The way there, or as near to it as is allowed, or to a place beside it; None where nothing of that is."""
    verbs = ["", *(verb for verb in PACES if verb in ask.verbs)]
    found: list[tuple[float, Legs]] = []
    for goal in _round_about(to):
        for verb in verbs:
            legs = ask.plan(Drag(who, goal, face, verb, via))
            if legs and ask.refuse(legs) is None:
                found.append((_left(ask, legs, to), legs))
        if found and min(far for far, _ in found) <= THERE + dist(goal, to):
            return _nearest(found)
    nearer = [ask.furthest(Drag(who, to, face, verb, via))[0] for verb in verbs]
    found += [(_left(ask, legs, to), legs) for legs in nearer if legs and ask.refuse(legs) is None]
    return _nearest(found) if found else None


def _nearest(found: Sequence[tuple[float, Legs]]) -> Legs:
    return min(found, key=lambda one: one[0])[1]


def _left(ask: Move, legs: Legs, to: Point) -> float:
    """How far from the place a way ends."""
    ends = [ask.trace(leg).path[-1] for leg in legs[:1]]
    return dist(ends[0], to) if ends else float("inf")


def _round_about(to: Point) -> Iterator[Point]:
    """The place itself, then eight round it, near and farther."""
    yield to
    for far in BESIDE:
        for step in range(8):
            angle = radians(45 * step)
            yield round(to[0] + far * sin(angle)), round(to[1] + far * cos(angle))
