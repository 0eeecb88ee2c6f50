"""Shaken and broken figures crawl to cover (defiance.morale.nearest-cover, defiance.morale.shaken-effects,
defiance.morale.broken-effects)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import islice
from math import floor, sqrt
from typing import NamedTuple

import numpy as np

from littlewars.engine import Battle, Choose, Leg, Legs, Move, Option, Pose, Refusal, Step, Verb
from littlewars.engine.names import ref
from littlewars.engine.showing import Drag
from littlewars.table.board.measure import places_by
from littlewars.table.constants import FULL_TURN, TOUCH
from littlewars.table.facing import Point, step_to
from littlewars.table.kernels.compiled import Floats
from littlewars.table.moving.route import as_far_as, cut_at, route
from littlewars.table.moving.spots import spot
from littlewars.table.moving.walk import Passage, length_of
from littlewars.table.shapes.bases import Disc, bound, centre2, gap_poly, moved
from littlewars.table.terrain.pieces import Piece

from ..basics.numbers import INCH
from ..basics.scale import SCALES
from ..basics.sight import in_cover_anywhere, near_any
from ..basics.state import Figure, State
from ..basics.tabletop import board, on_other_levels, tabletop, terrain
from ..move.path import free_end, read
from .move_ask import passage
from .move_run import carry_out

CRAWLS = ("go",)
GOALS = 12  # places that are tried
HOPS = 8  # past so many in a row, to a place beside them
NUDGE = 250  # a figure that cannot go so far is hemmed in
STAY, CRAWL, PART = "stay", "crawl", "part"


def spots(battle: Battle[State], figure: Figure) -> Iterator[Point]:
    """Places in cover, the nearest first: where cover begins on the way to terrain, beside it, and on its outlines."""
    state, base = battle.state, figure.base()
    r = base.r if isinstance(base, Disc) else min(base.length, base.width) // 2
    sides, near, last = _edges(battle), TOUCH if figure.frame.powered else INCH, None
    found = places_by(figure.at, sides.rows, sides.opens, r + near - TOUCH // 2, r + TOUCH // 2)
    heapify(found)  # rarely is more than the nearest wanted
    while found:
        _, x, y = heappop(found)
        if (x, y) != last and near_any(state.pieces, moved(base, (x, y)), near):
            yield x, y
        last = x, y


class Edges(NamedTuple):
    """The sides of terrain as rows: a corner, the way to the next, and how far that is; first of what one may stand in."""

    rows: Floats
    opens: int


def _edges(battle: Battle[State]) -> Edges:
    """The sides of everything on the table that gives cover: shared by a game and its copies while the terrain is the same."""
    return tabletop(battle).layout.keep("edges", lambda field: edges(field.pieces))


def edges(pieces: Sequence[Piece]) -> Edges:
    """The sides of everything that gives cover."""
    found: dict[bool, list[tuple[float, ...]]] = {True: [], False: []}
    for piece in pieces:
        if (kind := terrain(piece)) == "open":
            continue
        outline = piece.outline
        for (px, py), (qx, qy) in zip(outline, (*outline[1:], outline[0]), strict=True):
            dx, dy = qx - px, qy - py
            if dx or dy:
                found[kind in ("light", "medium")].append((px, py, dx, dy, sqrt(dx * dx + dy * dy)))
    return Edges(np.array(found[True] + found[False]).reshape(-1, 5), len(found[True]))


def ways_to_cover(battle: Battle[State], figure: Figure) -> list[list[Point]]:
    """The way to the nearest cover as far as it crawls, half its Move; several if spots tie, none if it is in cover already."""
    if in_cover_anywhere(battle.state, figure):
        return []
    allowance = figure.frame.move  # every inch crawled takes two: half its MV (defiance.move.crawl-rate)
    around = _around(battle, figure)
    found: list[list[Point]] = []
    nearest = 0
    for goal in free_spots(battle, figure):
        if found and centre2(figure.at, goal) > nearest:
            break
        way = route(board(battle), figure.id, goal, 1 << 20, around)
        if way:
            nearest = centre2(figure.at, goal)
            found.append(_lawful(battle, figure, way, allowance, around))
        elif not found and _hemmed_in(battle, figure):
            break
    return [way for way in found if way]


def _around(battle: Battle[State], figure: Figure) -> Passage:
    """A figure that crawls to cover goes round friends as well (defiance.morale.nearest-cover)."""
    return passage(battle, figure, aloft=False)._replace(passes=frozenset())


def _hemmed_in(battle: Battle[State], figure: Figure) -> bool:
    """A quick look, where no way was found: is everybody round it so close that it cannot go anywhere?"""
    table, base, ignored = board(battle), figure.base(), [figure.id, *on_other_levels(battle, 0)]
    if table.stands(base, ignored):
        return False  # it stands on somebody and may leave
    round_it = [step_to(figure.at, FULL_TURN * k // 16, NUDGE) for k in range(16)]
    return not table.stand_many(base, round_it, ignored).any()


def free_spots(battle: Battle[State], figure: Figure) -> Iterator[Point]:
    """Places in cover that it can occupy, the nearest first: where somebody is, those beside him."""
    table, base, aside = board(battle), figure.base(), list[tuple[int, Point]]()
    ignored = [figure.id, *on_other_levels(battle, 0)]
    for goal in islice(spots(battle, figure), GOALS):
        while aside and aside[0][0] <= centre2(figure.at, goal):
            yield heappop(aside)[1]
        clash = table.stands(moved(base, goal), ignored)
        if clash is None:
            yield goal
        elif clash.kind == "body":
            for at in _beside_occupants(battle, figure, goal, ignored):
                if (far := (centre2(figure.at, at), at)) not in aside:
                    heappush(aside, far)
    yield from (at for _, at in sorted(aside))


def _beside_occupants(battle: Battle[State], figure: Figure, goal: Point, ignored: Sequence[str]) -> list[Point]:
    """Free places in cover to the left and right of those in a spot, as seen by one who comes; else the nearest to it."""
    found = [at for side in (1, -1) if (at := _along(battle, figure, goal, side, ignored))]
    if found:
        return found
    at = spot(board(battle), figure.base(), goal, lambda at: _covered(battle, figure, at), ignore=ignored)
    return [at] if at else []


def _along(battle: Battle[State], figure: Figure, goal: Point, side: int, ignored: Sequence[str]) -> Point | None:
    """Past one after another of those in the way: cover begins at the nearest spot, so its edge there is square to the way."""
    table, base, (x, y) = board(battle), figure.base(), goal
    far = sqrt(centre2(figure.at, goal)) or 1.0
    ux, uy = side * (figure.y - y) / far, side * (x - figure.x) / far
    for _ in range(HOPS):
        clash = table.stands(moved(base, (x, y)), ignored)
        if clash is None:
            return (x, y) if _covered(battle, figure, (x, y)) else None
        if clash.kind != "body":
            return None
        other = table.base(clash.id)
        apart = bound(base) + bound(other) + 2
        if battle.state.side_of(figure) != battle.state.side_of(battle.state.figures[clash.id]):
            apart += TOUCH  # no contact with an enemy
        dx, dy = x - other.x, y - other.y
        back = dx * ux + dy * uy
        on = sqrt(max(0.0, back * back + apart * apart - dx * dx - dy * dy)) - back + 1
        x, y = x + floor(ux * on + 0.5), y + floor(uy * on + 0.5)
    return None


def _covered(battle: Battle[State], figure: Figure, at: Point) -> bool:
    """Would it be in cover here?"""
    return near_any(_hiding(battle), moved(figure.base(), at), TOUCH if figure.frame.powered else INCH)


def _hiding(battle: Battle[State]) -> list[Piece]:
    """The terrain that gives cover."""
    return [piece for piece in battle.state.pieces if terrain(piece) != "open"]


def _lawful(battle: Battle[State], figure: Figure, way: list[Point], allowance: int, around: Passage) -> list[Point]:
    """As far along the way as it may crawl."""
    for eighths in range(8, 0, -1):
        cut = as_far_as(board(battle), figure.id, way, allowance * eighths // 16, around)
        if not cut:
            continue
        trip = read(battle, figure, Leg(figure.id, tuple(Step("go", at) for at in cut)), allowance, CRAWLS)
        if not isinstance(trip, Refusal) and free_end(battle, figure, trip) is None:
            return cut
    return []


async def crawl(battle: Battle[State], figure: Figure, must: bool) -> None:
    """A shaken figure may crawl, one of a broken unit must (defiance.morale.shaken-effects, defiance.morale.broken-effects)."""
    state = battle.state
    if figure.locked or figure.aloft:
        return
    ways = battle.memo("crawling.ways", lambda: tuple(tuple(way) for way in ways_to_cover(battle, figure)))
    if not ways:
        return
    chosen = CRAWL
    if not must:
        options = (
            Option(STAY, "Stay down", of=(figure.id,), means="hold"),
            Option(CRAWL, "Crawl to the nearest cover", of=(figure.id,), at=ways[0][-1], means="go"),
            Option(PART, "Crawl part of the way", of=(figure.id,), means="go"),
        )
        prompt = f"{ref(figure.id)} is shaken"
        ask = Choose(state.side_of(figure), "defiance.morale.shaken-effects", prompt, options)
        chosen = await ask.about(figure.id, unit=figure.unit, topic="plan")
    if chosen == STAY:
        return
    way = await _which(battle, figure, ways)
    if chosen == PART:
        way = await _part(battle, figure, way)
    if not way:
        return
    trip = read(battle, figure, Leg(figure.id, tuple(Step("go", at) for at in way)), figure.frame.move, CRAWLS)
    if not isinstance(trip, Refusal):
        await carry_out(battle, figure, trip, replans=False)  # it was told to: it has no other way to think of


async def _which(battle: Battle[State], figure: Figure, ways: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """Of spots equally near its owner chooses (defiance.morale.nearest-cover)."""
    if len(ways) == 1:
        return ways[0]
    state, options = battle.state, []
    for number, way in enumerate(ways, 1):
        x, y = SCALES[state.settings.scale].write_point(way[-1])
        there = moved(figure.base(), way[-1])
        cover = min(_hiding(battle), key=lambda piece: gap_poly(there, piece.outline))
        label = f"Towards {cover.label}, as far as {x:g}, {y:g}"
        options.append(Option(str(number), label, of=(figure.id,), at=way[-1], means="go"))
    prompt = f"{ref(figure.id)} crawls to which cover? They are equally near"
    ask = Choose(state.side_of(figure), "defiance.morale.nearest-cover", prompt, options)
    return ways[int(await ask.about(figure.id, unit=figure.unit, topic="move")) - 1]


async def _part(battle: Battle[State], figure: Figure, way: tuple[Point, ...]) -> tuple[Point, ...]:
    """How far along the way to its cover a shaken figure goes: any part of it (defiance.morale.nearest-cover)."""
    whole, rule = length_of(figure.at, way), "defiance.morale.nearest-cover"

    def legs(far: int) -> Legs:
        return (Leg(figure.id, tuple(Step("go", at) for at in cut_at(figure.at, way, far))),) if far else ()

    def refuse(answer: Legs) -> Refusal | None:
        told = _places(answer)
        meant = cut_at(figure.at, way, length_of(figure.at, told)) if told else []
        if len(told) != len(meant) or any(centre2(a, b) > TOUCH * TOUCH for a, b in zip(told, meant, strict=True)):
            return Refusal(rule, f"{ref(figure.id)} crawls along the way to the nearest cover, or not at all")
        trip = read(battle, figure, Leg(figure.id, tuple(Step("go", at) for at in told)), figure.frame.move, CRAWLS)
        return trip if isinstance(trip, Refusal) else free_end(battle, figure, trip)

    def plan(drag: Drag) -> Legs:
        near = min(range(0, whole + 1, TOUCH), key=lambda far: centre2(drag.to, (figure.at, *cut_at(figure.at, way, far))[-1]))
        return legs(near)

    ask = Move(
        battle.state.side_of(figure),
        rule,
        f"{ref(figure.id)} crawls how far?",
        {figure.id: Pose(figure.at, figure.face)},
        {figure.id: figure.frame.move},
        refuse,
        verbs={"go": Verb()},
        propose=lambda rng: legs(rng.randint(0, whole)),
        plan=plan,
    )
    return _places(await ask.about(figure.id, unit=figure.unit))


def _places(answer: Legs) -> tuple[Point, ...]:
    """Where the steps of an answer lead."""
    return tuple(step.to for leg in answer for step in leg.steps if step.to is not None)
