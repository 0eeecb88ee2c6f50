"""Shaken and broken figures crawl to cover (defiance.morale.nearest-cover, .shaken-effects, .broken-effects)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import sqrt

from ...engine import Battle, Choose, Leg, Option, Refusal, Step
from ...table.bases import Disc, centre2, moved
from ...table.constants import TOUCH
from ...table.facing import Point
from ...table.route import as_far_as, route
from .ground import board, terrain
from .moving import passage
from .numbers import INCH
from .sight import in_cover_anywhere, is_near
from .state import Figure, State
from .walking import carry_out
from .ways import free_end, read

CRAWLS = ("go",)
GOALS = 12  # places that are tried
STAY, CRAWL = "stay", "crawl"


def spots(battle: Battle[State], figure: Figure) -> Iterator[Point]:
    """Places in cover, the nearest first: on the outlines of terrain and beside them."""
    state, base = battle.state, figure.base()
    r = base.r if isinstance(base, Disc) else min(base.length, base.width) // 2
    found = []
    for piece in state.pieces:
        if terrain(piece) == "open":
            continue
        outline = piece.outline
        for p, q in zip(outline, (*outline[1:], outline[0]), strict=True):
            found += _beside(figure.at, p, q, r + TOUCH // 2)
            if terrain(piece) in ("light", "medium"):
                found += _beside(figure.at, p, q, 0)
    near = TOUCH if figure.frame.powered else INCH
    for at in sorted(dict.fromkeys(found), key=lambda at: (centre2(figure.at, at), at)):
        if any(is_near(piece, moved(base, at), near) for piece in state.pieces):
            yield at


def _beside(at: Point, p: Point, q: Point, off: int) -> list[Point]:
    """The nearest place to a figure along an edge, at a distance from it on either side."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = sqrt(dx * dx + dy * dy)
    if length == 0:
        return []
    t = max(0.0, min(1.0, ((at[0] - p[0]) * dx + (at[1] - p[1]) * dy) / (length * length)))
    x, y = p[0] + t * dx, p[1] + t * dy
    nx, ny = -dy / length * off, dx / length * off
    return [(round(x + nx), round(y + ny)), (round(x - nx), round(y - ny))]


def way_to_cover(battle: Battle[State], figure: Figure) -> list[Point]:
    """The way to the nearest cover as far as it crawls: half its Move; empty if it is in cover or there is none."""
    state = battle.state
    if in_cover_anywhere(state, figure):
        return []
    allowance = figure.frame.move  # every inch crawled takes two: half its MV (defiance.move.crawl-rate)
    for goal in islice(spots(battle, figure), GOALS):
        way = route(board(battle), figure.id, goal, 1 << 20, passage(battle, figure, aloft=False))
        if way:
            return _lawful(battle, figure, way, allowance)
    return []


def _lawful(battle: Battle[State], figure: Figure, way: list[Point], allowance: int) -> list[Point]:
    """As far along the way as it may crawl."""
    for eighths in range(8, 0, -1):
        cut = as_far_as(board(battle), figure.id, way, allowance * eighths // 16, passage(battle, figure, aloft=False))
        if not cut:
            continue
        trip = read(battle, figure, Leg(figure.id, tuple(Step("go", at) for at in cut)), allowance, CRAWLS)
        if not isinstance(trip, Refusal) and free_end(battle, figure, trip) is None:
            return cut
    return []


async def crawl(battle: Battle[State], figure: Figure, must: bool) -> None:
    """A shaken figure may crawl, one of a broken unit must (defiance.morale.shaken-effects, .broken-effects)."""
    state = battle.state
    way = battle.once(lambda: tuple(way_to_cover(battle, figure)))
    if not way or figure.locked or figure.aloft:
        return
    if not must:
        options = (Option(STAY, "Stay down"), Option(CRAWL, "Crawl to the nearest cover", at=way[-1]))
        prompt = f"{figure.frame.name} ({figure.id}) is shaken"
        if await Choose(state.side_of(figure), "defiance.morale.shaken-effects", prompt, options) == STAY:
            return
    trip = read(battle, figure, Leg(figure.id, tuple(Step("go", at) for at in way)), figure.frame.move, CRAWLS)
    if not isinstance(trip, Refusal):
        await carry_out(battle, figure, trip)
