"""Shallow water: where it begins on a ship's way, and who has run aground in it (oversoul.attr.waterborne-aground)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt

from littlewars.engine import Battle
from littlewars.table.facing import Point
from littlewars.table.moving.walk import along
from littlewars.table.shapes.bases import centre2
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.events import Changed
from ..basics.state import Figure, State
from ..basics.tabletop import is_deep, is_shallow

AGROUND = "oversoul.attr.waterborne-aground"


def on_water(state: State, at: Point) -> bool:
    """Is this point in water, deep or shallow?"""
    return any((is_deep(piece) or is_shallow(piece)) and piece.holds(at) for piece in state.pieces)


def in_shallows(state: State, at: Point) -> bool:
    """Is this point in shallow water and not in deep?"""
    here = [piece for piece in state.pieces if (is_shallow(piece) or is_deep(piece)) and piece.holds(at)]
    return bool(here) and all(is_shallow(piece) for piece in here)


def may_run_aground(figure: Figure) -> bool:
    """A ship that is not aground; once freed it crosses the shallows (oversoul.attr.waterborne-aground)."""
    return figure.profile.waterborne and not (figure.aground or figure.airborne or figure.submerged)


def note_aground(battle: Battle[State], figure: Figure, at: Point) -> None:
    """A ship whose Move ends in the shallows is aground, one that ends elsewhere is afloat."""
    aground = figure.profile.waterborne and not figure.airborne and in_shallows(battle.state, at)
    if aground and not figure.aground:
        battle.record(Changed(who=figure.id, what="runs aground"))
    figure.aground = aground


# ---- where the shallows begin


def until_shallow(
    state: State, ways: Sequence[tuple[Point, Point]], far: int, there: Callable[[int], Sequence[Point]]
) -> int | None:
    """After how many of `far` steps the first of some ships that move in step is in the shallows; None if none comes there.

    `there` says where they are after so many steps, `ways` are the straight lines they follow: where these cross a shore
    the water changes, and in between it is the same.
    """
    water = [piece for piece in state.pieces if is_shallow(piece) or is_deep(piece)]
    if not any(is_shallow(piece) for piece in water):
        return None
    spans = [span for a, b in ways for piece in water for span in inside_spans(a, b, piece.outline)]
    shores = sorted({Fraction(0), Fraction(1), *(edge for span in spans for edge in span)})
    for lo, hi in pairwise(shores):
        dry, wet = max(0, int(lo * far) - 1), -(-int((lo + hi) * far) // 2)
        if wet > dry and _any_in_shallows(state, there(wet)):
            return _first(dry, wet, lambda n: _any_in_shallows(state, there(n)))
    return None


def _any_in_shallows(state: State, points: Sequence[Point]) -> bool:
    return any(in_shallows(state, at) for at in points)


def _first(no: int, yes: int, holds: Callable[[int], bool]) -> int:
    """The first number above `no` that holds, by halving; `yes` does."""
    while yes - no > 1:
        middle = (no + yes) // 2
        no, yes = (no, middle) if holds(middle) else (middle, yes)
    return yes


def first_shallow(state: State, a: Point, b: Point) -> Point | None:
    """The first point of a stretch, beyond its beginning, whose water is shallow."""
    far = round(sqrt(centre2(a, b)))
    steps = until_shallow(state, [(a, b)], far, lambda n: [along([a, b], n, far)]) if far else None
    return None if steps is None else along([a, b], steps, far)


def up_to_shallows(state: State, way: Sequence[Point]) -> list[Point]:
    """A way, beginning included, as far as the place where it comes into the shallows."""
    for number, (a, b) in enumerate(pairwise(way), 1):
        stop = first_shallow(state, a, b)
        if stop is not None:
            return [*way[:number], stop]
    return list(way)
