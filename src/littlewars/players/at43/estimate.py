"""Distances by eye: before a declaration nobody measures, so everything is rounded to 5 cm (at43.measuring.no-premeasuring)."""

from __future__ import annotations

from math import dist, hypot

from littlewars.engine import Point
from littlewars.systems.at43.basics.numbers import CM
from littlewars.systems.at43.basics.state import Fighter, State, Unit

STEP = 5 * CM


def by_eye(far: float) -> int:
    """A distance as one sees it."""
    return max(0, round(far / STEP)) * STEP


def estimate(one: Fighter, other: Fighter) -> int:
    """About how far two fighters are apart."""
    return by_eye(dist(one.at, other.at) - one.profile.radius - other.profile.radius)


def between(state: State, one: Unit, other: Unit) -> int:
    """About how far it is from leader to leader."""
    return estimate(state.figures[one.leader], state.figures[other.leader])


def nearest(state: State, unit: Unit, others: list[Unit]) -> tuple[int, str]:
    """About how far the nearest of some units is, by its nearest fighter."""
    own = state.members(unit)
    found = [
        (min(estimate(a, b) for a in own for b in state.members(other)), other.id) for other in others if state.members(other)
    ]
    return min(found, default=(1 << 40, ""))


def middle(state: State, unit: Unit) -> Point:
    """Where a unit is, more or less."""
    members = state.members(unit)
    return sum(f.x for f in members) // len(members), sum(f.y for f in members) // len(members)


def apart(one: Point, other: Point) -> int:
    """About how far two places are apart."""
    return by_eye(dist(one, other))


def ahead(here: Point, there: Point, far: int) -> Point:
    """A place so far on the way from here to there, or behind here."""
    dx, dy = there[0] - here[0], there[1] - here[1]
    length = hypot(dx, dy) or 1.0
    return round(here[0] + dx * far / length), round(here[1] + dy * far / length)
