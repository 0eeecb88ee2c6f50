"""Planning for tight units: manoeuvres of a line, the march of a column, a place to deploy."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Literal, NamedTuple

from ..board.board import Board
from ..facing import Facing, Point, angle_between, facing_to, rounded, step_to
from ..moving.route import route
from ..moving.walk import Passage
from ..shapes.bases import Poly, centre2, in_zone
from .formation import Formation, Kind, Sizes, depth_of, formed, frontage, stand
from .march import Leg, Marched, march


class Manoeuvre(NamedTuple):
    """What a tight unit does: its legs, what they cost, and where it ends."""

    legs: tuple[Leg, ...]
    done: Marched


def plan_tight(
    board: Board, f: Formation, goal: Point, allowance: int, sizes: Sizes, passage: Passage | None = None
) -> Manoeuvre:
    """Move a formation towards a goal: advance, oblique, wheel and advance, or about face first; the end nearest to it."""
    best: tuple[int, int, Manoeuvre] | None = None
    for rank, legs in enumerate(_manoeuvres(f, goal, allowance, sizes)):
        got = _affordable(board, f, legs, allowance, sizes, passage)
        if got is not None:
            key = (centre2(got.done.formation.anchor, goal), rank)
            if best is None or key < best[:2]:
                best = (*key, got)
    if best is not None and best[0] < centre2(f.anchor, goal):
        return best[2]
    return Manoeuvre((), march(board, f, (), sizes, passage))


def _manoeuvres(f: Formation, goal: Point, allowance: int, sizes: Sizes) -> list[tuple[Leg, ...]]:
    """Ways a formation could try, best first guess first."""
    far = min(allowance, round(sqrt(centre2(f.anchor, goal))))
    bearing = facing_to(f.anchor, goal)
    off = angle_between(f.facing, bearing)
    right = (bearing - f.facing) % 36000 <= 18000
    tries: list[tuple[Leg, ...]] = []
    if off <= 4500:
        tries.append((Leg("oblique", far, off if right else -off),) if off else (Leg("advance", far),))
    if off < 9000:
        tries.append((Leg("advance", far),))
    most = rounded(allowance * 18000 * 113, 355 * max(1, frontage(f, sizes)))  # the angle that an allowance pays for
    end: Literal["left", "right"] = "right" if right else "left"
    for angle in sorted({min(off, most, 9000), min(off, most, 9000) // 2}, reverse=True):
        if angle > 0:
            tries.append((Leg("wheel", 0, angle, end), Leg("advance", far)))
            tries.append((Leg("wheel", 0, angle, end),))
    if off > 9000:
        tries.append((Leg("about"), Leg("advance", far)))
        back = 18000 - off
        if back <= 4500:
            tries.append((Leg("about"), Leg("oblique", far, -back if right else back)))
    return tries


def _affordable(
    board: Board, f: Formation, legs: tuple[Leg, ...], allowance: int, sizes: Sizes, passage: Passage | None
) -> Manoeuvre | None:
    """The same legs with the last one as long as the allowance and the ground permit."""
    last = legs[-1]
    if last.how in ("wheel", "about"):
        got = march(board, f, legs, sizes, passage)
        return Manoeuvre(legs, got) if got.free and got.walk.cost <= allowance else None
    lo, hi, best = 0, last.length, None
    tried = hi
    while lo < hi or best is None:
        cut = (*legs[:-1], last._replace(length=tried))
        got = march(board, f, cut, sizes, passage)
        if got.free and got.walk.cost <= allowance:
            lo, best = tried, Manoeuvre(cut, got)
        else:
            hi = tried - 1
        if lo >= hi or hi - lo < 25:
            break
        tried = (lo + hi + 1) // 2
    return best


class ColumnMarch(NamedTuple):
    """A column on its way: everybody's own path, and the column where it ends, straight again."""

    paths: dict[str, list[Point]]
    formation: Formation


def plan_column(
    board: Board, f: Formation, goal: Point, allowance: int, sizes: Sizes, passage: Passage | None = None
) -> ColumnMarch | None:
    """March a column towards a goal: everybody finds his own way to his cell; shorter until all can; None: it stays."""
    far = sqrt(centre2(f.anchor, goal))
    if far == 0:
        return None
    bearing = facing_to(f.anchor, goal)
    most = min(allowance, round(far))
    for eighths in range(8, 0, -1):
        for facing in (bearing, f.facing):
            end = f._replace(anchor=step_to(f.anchor, bearing, most * eighths // 8), facing=facing)
            paths = column_to(board, f, end, allowance, sizes, passage)
            if paths is not None:
                return ColumnMarch(paths, end)
    return None


def column_to(
    board: Board, f: Formation, end: Formation, allowance: int, sizes: Sizes, passage: Passage | None = None
) -> dict[str, list[Point]] | None:
    """Everybody's own way into the column's new place, front first; None when somebody cannot come."""
    given = passage or Passage()
    own = given._replace(ghosts=given.ghosts | frozenset(f.ids))  # comrades pass each other; their cells never overlap
    there = stand(end, sizes)
    paths: dict[str, list[Point]] = {}
    for id in f.ids:
        if board.stands(there[id], [*f.ids, *given.ghosts], cost=given.cost) is not None:
            return None
        way = [] if there[id].at == board.base(id).at else route(board, id, there[id].at, allowance, own)
        if way is None:
            return None
        paths[id] = way
    return paths


def deploy_tight(
    board: Board, ids: Sequence[str], kind: Kind, depth: int, zone: Poly, anchor: Point, facing: Facing, sizes: Sizes
) -> Formation | None:
    """A formation in a zone with its front as near as can be to the anchor; None when there is no room."""
    f = formed(ids, kind, depth, anchor, facing)
    step = max(500, min(depth_of(f, sizes), frontage(f, sizes)) // 2)
    tries = [anchor] + [step_to(anchor, q * 4500, step * k) for k in range(1, 25) for q in range(8)]
    for at in sorted(set(tries), key=lambda p: (centre2(p, anchor), p)):
        there = f._replace(anchor=at)
        bases = stand(there, sizes).values()
        if all(in_zone(b, zone) for b in bases) and all(board.stands(b) is None for b in bases):
            return there
    return None
