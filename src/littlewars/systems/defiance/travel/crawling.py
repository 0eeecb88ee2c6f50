"""Shaken and broken figures crawl to cover (defiance.morale.nearest-cover, defiance.morale.shaken-effects,
defiance.morale.broken-effects)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from littlewars.engine import Battle, Choose, Leg, Legs, Move, Option, Pose, Refusal, Step, Verb
from littlewars.engine.names import ref
from littlewars.engine.showing import Drag
from littlewars.table.constants import FULL_TURN, TOUCH
from littlewars.table.facing import Point, step_to
from littlewars.table.moving.route import as_far_as, cut_at, route
from littlewars.table.moving.shelter import Edges, Seeker, edges, places
from littlewars.table.moving.walk import Passage, length_of
from littlewars.table.shapes.bases import centre2, gap_poly, moved
from littlewars.table.terrain.pieces import Piece, near_to

from ..basics.numbers import INCH
from ..basics.scale import SCALES
from ..basics.sight import in_cover_anywhere
from ..basics.state import Figure, State
from ..basics.tabletop import board, on_other_levels, tabletop, terrain
from ..move.path import base_move, free_end, read
from .move_ask import passage
from .move_run import carry_out

CRAWLS = ("go",)
GOALS = 12  # places that are tried
STANDS_IN = ("light", "medium")  # terrain in which one lies in cover, not only beside it
NUDGE = 250  # a figure that cannot go so far is hemmed in
STAY, CRAWL, PART = "stay", "crawl", "part"


def spots(battle: Battle[State], figure: Figure) -> Iterator[Point]:
    """Places in cover, the nearest first: where cover begins on the way to terrain, beside it, and on its outlines."""
    pieces, base, near = battle.state.pieces, figure.base(), TOUCH if figure.frame.powered else INCH
    return (at for at in places(base, _edges(battle), near) if near_to(pieces, moved(base, at), near))


def _edges(battle: Battle[State]) -> Edges:
    """The sides of everything that gives cover; one stands in light and medium terrain."""
    return tabletop(battle).layout.keep("edges", lambda field: edges(_hiding(field.pieces), lambda p: terrain(p) in STANDS_IN))


def ways_to_cover(battle: Battle[State], figure: Figure) -> list[list[Point]]:
    """The way to the nearest cover as far as it crawls, half its Move; several if spots tie, none if it is in cover already."""
    if in_cover_anywhere(battle.state, figure):
        return []
    allowance = base_move(figure)  # every inch crawled takes two: half its MV (defiance.move.crawl-rate)
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
    state, base, near = battle.state, figure.base(), TOUCH if figure.frame.powered else INCH

    def covered(at: Point) -> bool:
        return bool(near_to(_hiding(state.pieces), moved(base, at), near))

    def berth(name: str) -> int:
        return TOUCH if state.side_of(figure) != state.side_of(state.figures[name]) else 0  # no contact with an enemy

    seeker = Seeker(board(battle), base, [figure.id, *on_other_levels(battle, 0)], covered, berth)
    return seeker.free(islice(spots(battle, figure), GOALS))


def _hiding(pieces: Iterable[Piece]) -> list[Piece]:
    """Those that give cover."""
    return [piece for piece in pieces if terrain(piece) != "open"]


def _lawful(battle: Battle[State], figure: Figure, way: list[Point], allowance: int, around: Passage) -> list[Point]:
    """As far along the way as it may crawl."""
    for eighths in range(8, 0, -1):
        cut = as_far_as(board(battle), figure.id, way, allowance * eighths // 16, around)
        if not cut:
            continue
        parsed = read(battle, figure, _leg(figure, cut), allowance, CRAWLS)
        if not isinstance(parsed, Refusal) and free_end(battle, figure, parsed) is None:
            return cut
    return []


def _leg(figure: Figure, way: Iterable[Point]) -> Leg:
    return Leg(figure.id, tuple(Step("go", at) for at in way))


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
    parsed = read(battle, figure, _leg(figure, way), base_move(figure), CRAWLS)
    if not isinstance(parsed, Refusal):
        await carry_out(battle, figure, parsed, replans=False)  # it was told to: it has no other way to think of


async def _which(battle: Battle[State], figure: Figure, ways: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """The owner chooses among spots at the same distance (defiance.morale.nearest-cover)."""
    if len(ways) == 1:
        return ways[0]
    state, options = battle.state, []
    for number, way in enumerate(ways, 1):
        x, y = SCALES[state.settings.scale].write_point(way[-1])
        there = moved(figure.base(), way[-1])
        cover = min(_hiding(state.pieces), key=lambda piece: gap_poly(there, piece.outline))
        label = f"Towards {cover.label}, as far as {x:g}, {y:g}"
        options.append(Option(str(number), label, of=(figure.id,), at=way[-1], means="go"))
    prompt = f"{ref(figure.id)} crawls to which cover? They are equally near"
    ask = Choose(state.side_of(figure), "defiance.morale.nearest-cover", prompt, options)
    return ways[int(await ask.about(figure.id, unit=figure.unit, topic="move")) - 1]


async def _part(battle: Battle[State], figure: Figure, way: tuple[Point, ...]) -> tuple[Point, ...]:
    """How far along the way to its cover a shaken figure goes: any part of it (defiance.morale.nearest-cover)."""
    whole, rule = length_of(figure.at, way), "defiance.morale.nearest-cover"

    def legs(far: int) -> Legs:
        return (_leg(figure, cut_at(figure.at, way, far)),) if far else ()

    def refuse(answer: Legs) -> Refusal | None:
        told = _places(answer)
        meant = cut_at(figure.at, way, length_of(figure.at, told)) if told else []
        if len(told) != len(meant) or any(centre2(a, b) > TOUCH * TOUCH for a, b in zip(told, meant, strict=True)):
            return Refusal(rule, f"{ref(figure.id)} crawls along the way to the nearest cover, or not at all")
        parsed = read(battle, figure, _leg(figure, told), base_move(figure), CRAWLS)
        return parsed if isinstance(parsed, Refusal) else free_end(battle, figure, parsed)

    def plan(drag: Drag) -> Legs:
        near = min(range(0, whole + 1, TOUCH), key=lambda far: centre2(drag.to, (figure.at, *cut_at(figure.at, way, far))[-1]))
        return legs(near)

    ask = Move(
        battle.state.side_of(figure),
        rule,
        f"{ref(figure.id)} crawls how far?",
        {figure.id: Pose(figure.at, figure.face)},
        {figure.id: base_move(figure)},
        refuse,
        verbs={"go": Verb()},
        propose=lambda rng: legs(rng.randint(0, whole)),
        plan=plan,
    )
    return _places(await ask.about(figure.id, unit=figure.unit))


def _places(answer: Legs) -> tuple[Point, ...]:
    """Where the steps of an answer lead."""
    return tuple(step.to for leg in answer for step in leg.steps if step.to is not None)
