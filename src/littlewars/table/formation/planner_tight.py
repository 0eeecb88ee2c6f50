"""Planning for tight units: the manoeuvres of a line."""

from __future__ import annotations

from math import sqrt
from typing import Literal, NamedTuple

from ..board.board import Board
from ..facing import Point, angle_between, facing_to, rounded
from ..moving.walk import Passage
from ..shapes.bases import centre2
from .formation import Formation, Sizes, frontage
from .march import Manoeuvre, Marched, march


class TightPlan(NamedTuple):
    """What a tight unit does: its legs, what they cost, and where it ends."""

    legs: tuple[Manoeuvre, ...]
    done: Marched


def plan_tight(
    board: Board, f: Formation, goal: Point, allowance: int, sizes: Sizes, passage: Passage | None = None
) -> TightPlan:
    """Move a formation towards a goal: advance, oblique, wheel and advance, or about face first; the end nearest to it."""
    best: tuple[int, int, TightPlan] | None = None
    for rank, legs in enumerate(_manoeuvres(f, goal, allowance, sizes)):
        got = _affordable(board, f, legs, allowance, sizes, passage)
        if got is not None:
            key = (centre2(got.done.formation.anchor, goal), rank)
            if best is None or key < best[:2]:
                best = (*key, got)
    if best is not None and best[0] < centre2(f.anchor, goal):
        return best[2]
    return TightPlan((), march(board, f, (), sizes, passage))


def _manoeuvres(f: Formation, goal: Point, allowance: int, sizes: Sizes) -> list[tuple[Manoeuvre, ...]]:
    """Ways a formation could try, best first guess first."""
    far = min(allowance, round(sqrt(centre2(f.anchor, goal))))
    bearing = facing_to(f.anchor, goal)
    off = angle_between(f.facing, bearing)
    right = (bearing - f.facing) % 36000 <= 18000
    tries: list[tuple[Manoeuvre, ...]] = []
    if off <= 4500:
        tries.append((Manoeuvre("oblique", far, off if right else -off),) if off else (Manoeuvre("advance", far),))
    if off < 9000:
        tries.append((Manoeuvre("advance", far),))
    most = rounded(allowance * 18000 * 113, 355 * max(1, frontage(f, sizes)))  # the angle that an allowance pays for
    end: Literal["left", "right"] = "right" if right else "left"
    for angle in sorted({min(off, most, 9000), min(off, most, 9000) // 2}, reverse=True):
        if angle > 0:
            tries.append((Manoeuvre("wheel", 0, angle, end), Manoeuvre("advance", far)))
            tries.append((Manoeuvre("wheel", 0, angle, end),))
    if off > 9000:
        tries.append((Manoeuvre("about"), Manoeuvre("advance", far)))
        back = 18000 - off
        if back <= 4500:
            tries.append((Manoeuvre("about"), Manoeuvre("oblique", far, -back if right else back)))
    return tries


def _affordable(
    board: Board, f: Formation, legs: tuple[Manoeuvre, ...], allowance: int, sizes: Sizes, passage: Passage | None
) -> TightPlan | None:
    """The same legs with the last one as long as the allowance and the ground permit."""
    last = legs[-1]
    if last.how in ("wheel", "about"):
        got = march(board, f, legs, sizes, passage)
        return TightPlan(legs, got) if got.free and got.walk.cost <= allowance else None
    lo, hi, best = 0, last.length, None
    tried = hi
    while lo < hi or best is None:
        cut = (*legs[:-1], last._replace(length=tried))
        got = march(board, f, cut, sizes, passage)
        if got.free and got.walk.cost <= allowance:
            lo, best = tried, TightPlan(cut, got)
        else:
            hi = tried - 1
        if lo >= hi or hi - lo < 25:
            break
        tried = (lo + hi + 1) // 2
    return best
