"""Where a model may end a move: pinned units and strays (combat-action.pinned.no-advance, combat-action.pinned.models-in-cover,
combat-action.pinned.models-in-the-open, combat-action.units.coherency, combat-action.rout.rally)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from littlewars.engine import Battle, Point, Refusal
from littlewars.engine.names import ref
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.route import route
from littlewars.table.moving.shelter import lattice, nearest_first, within
from littlewars.table.shapes.bases import bound, centre2, gap, moved
from littlewars.table.terrain.field import Field

from ..basics.numbers import CHARGE, CM
from ..basics.sight import between, in_cover, safe_at, seen_by
from ..basics.state import PINNED, Figure, State
from ..basics.tabletop import KINDS, board, gives_cover_inside, passage, tabletop
from ..units.squads import engaged, gap_to, goal_of, must_regroup

Check = Callable[[Point], Refusal | None]
OPEN = "combat-action.pinned.models-in-the-open"
FARTHEST = 60 * CM  # to which cover somebody looks round
MOST_PLACES = 60  # that are looked at, the nearest first
APART = 2 * CM  # between them, along a side
BESIDE = 200  # thousandths off a wall


class Limit(NamedTuple):
    """What a place to end at must be, and where one might go."""

    refuse: Check
    ideas: Callable[[int], tuple[Point, ...]]  # by how far it may go


def is_pinned(battle: Battle[State], figure: Figure) -> bool:
    """Do the pinned rules hold for it: not in close combat, nor aboard (combat-action.pinned.close-combat)?"""
    pinned = battle.state.units[figure.unit].status == PINNED
    return pinned and not figure.carrier and not engaged(battle, figure)


def in_the_open(battle: Battle[State], figure: Figure) -> bool:
    """Is a model neither in cover nor flat down nor out of sight (combat-action.pinned.models-in-the-open)?"""
    return not figure.flat and not in_cover(battle, figure)


def limit_of(battle: Battle[State], figure: Figure) -> Limit | None:
    """What binds its moves; None: it goes where it likes. Pinned goes before coherency; a stray that cannot come nearer is free
    (combat-action.units.coherency)."""
    if is_pinned(battle, figure):
        return _pinned(battle, figure)
    unit = battle.state.units[figure.unit]
    goal = goal_of(battle, unit, figure)
    nearer = _nearer(battle, figure, goal) if goal and not engaged(battle, figure) else None
    able = nearer and (must_regroup(battle, unit) or (not figure.foot and nearer.ideas(figure.move())))
    return nearer if able else None


def _nearer(battle: Battle[State], figure: Figure, goal: list[Figure]) -> Limit:
    """It has to end nearer to its body or its leader (combat-action.units.coherency, combat-action.rout.rally)."""
    now = gap_to(goal, figure, figure.at)
    regroups = must_regroup(battle, battle.state.units[figure.unit])
    rule = "combat-action.rout.rally" if regroups else "combat-action.units.coherency"

    def refuse(at: Point) -> Refusal | None:
        return None if gap_to(goal, figure, at) < now else Refusal(rule, f"{ref(figure.id)} has to come nearer to his comrades")

    def ideas(far: int) -> tuple[Point, ...]:
        to = min(goal, key=lambda other: (between(figure, other), other.id))
        return _towards(battle, figure, to.at, far, refuse)

    return Limit(refuse, ideas)


def _towards(battle: Battle[State], figure: Figure, goal: Point, far: int, refuse: Check) -> tuple[Point, ...]:
    """Some places on the way there that are allowed."""
    dx, dy = goal[0] - figure.x, goal[1] - figure.y
    long = max(1.0, (dx * dx + dy * dy) ** 0.5)
    parts = [min(far, long) * k / 4 for k in (4, 3, 2, 1)]
    tries = [(figure.x + round(dx * part / long), figure.y + round(dy * part / long)) for part in parts]
    return tuple(at for at in tries if refuse(at) is None and _reachable(battle, figure, at, far))


def _reachable(battle: Battle[State], figure: Figure, at: Point, far: int) -> bool:
    return route(board(battle), figure.id, at, far, passage(battle, figure)) is not None


def _pinned(battle: Battle[State], figure: Figure) -> Limit:
    """Not nearer to the enemy who is nearest in sight, else to the nearest of all (combat-action.pinned.no-advance); from cover
    only out of sight, from the open into cover or out of sight."""
    seen = [one for one, _ in seen_by(battle, figure)] or battle.state.targets(battle.state.side_of(figure))
    now, _, foe = min(((between(figure, one), one.id, one) for one in seen), default=(0, "", None))
    covered = bool(figure.hides or seen_by(battle, figure)) and in_cover(battle, figure)
    exposed = in_the_open(battle, figure)

    def refuse(at: Point) -> Refusal | None:
        if foe and not legal(at):
            return Refusal("combat-action.pinned.no-advance", f"{ref(figure.id)} comes nearer to {ref(foe.id)}")
        if covered and safe_at(battle, figure, at) != "unseen":
            return Refusal("combat-action.pinned.models-in-cover", f"{ref(figure.id)} stays, or goes where no enemy sees him")
        return _not_safe(battle, figure, at, legal) if exposed and not safe_at(battle, figure, at) else None

    def legal(at: Point) -> bool:
        return foe is None or gap(moved(figure.base(), at), foe.base()) >= now

    def ideas(far: int) -> tuple[Point, ...]:
        if not covered and not exposed:
            return (figure.at,)
        if found := shelter(battle, figure, far, "unseen" if covered else "", legal):
            return (found,)
        goal = None if covered else shelter(battle, figure, FARTHEST, "", legal)
        return () if goal is None else _towards(battle, figure, goal, far, refuse)

    return Limit(refuse, ideas)


def _not_safe(battle: Battle[State], figure: Figure, at: Point, legal: Callable[[Point], bool]) -> Refusal | None:
    """In the open an end must be safe; only if nothing safe is in reach it may be on the way to the nearest cover."""
    far = figure.move() * CHARGE if figure.ap > 1 else figure.move()
    if shelter(battle, figure, far, "", legal) is not None:
        return Refusal(OPEN, f"{ref(figure.id)} has to end in cover or out of sight")
    goal = shelter(battle, figure, FARTHEST, "", legal)
    if goal is None or centre2(at, goal) >= centre2(figure.at, goal):
        return Refusal(OPEN, f"{ref(figure.id)} has to come nearer to cover")
    return None


def shelter(battle: Battle[State], figure: Figure, far: int, wanted: str, legal: Callable[[Point], bool]) -> Point | None:
    """The nearest place by terrain, in reach, where it is in cover or out of sight (`wanted`: only that)."""
    top = tabletop(battle)

    def find() -> Point | None:
        base, ghosts = figure.base(), passage(battle, figure).ghosts
        near = nearest_first(places_near(battle, figure, far), base.at)
        free = top.board.stand_many(base, near, {figure.id, *ghosts}).tolist() if len(near) else list[bool]()
        able = (at for at, stands in zip(near.tolist(), free, strict=True) if stands and legal((at[0], at[1])))
        for x, y in islice(able, MOST_PLACES):
            safe = safe_at(battle, figure, (x, y))
            if safe and (not wanted or safe == wanted) and (far > FARTHEST // 2 or _reachable(battle, figure, (x, y), far)):
                return x, y
        return None

    return top.until_move(("shelter", figure.id, far, wanted), find)


def places_near(battle: Battle[State], figure: Figure, far: int) -> Ints:
    """Places beside terrain, and in woods and rubble, within so much."""
    off = bound(figure.base()) + BESIDE

    def find(field: Field) -> Ints:
        return lattice((piece for piece in field.pieces if piece.kind in KINDS), gives_cover_inside, off, APART)

    return within(tabletop(battle).layout.keep(("shelters", off), find), figure.at, far)
