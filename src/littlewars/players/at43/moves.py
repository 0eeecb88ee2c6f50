"""Where to go: fighters at the enemy, shooters to where they see somebody, in cover if there is any near."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from littlewars.engine import Battle, Choose, Legs, Move, Place, Point, Spots, View
from littlewars.engine.showing import Drag
from littlewars.systems.at43.basics.numbers import CM
from littlewars.systems.at43.basics.state import State, Unit
from littlewars.systems.at43.basics.tabletop import is_shield, passable
from littlewars.systems.at43.move.closing import close_in
from littlewars.systems.at43.move.walking import passage_of

from ..thumb import first_allowed
from .estimate import ahead, apart, middle, nearest
from .worth import exchange, fight_worth, likes_melee, unit_worth

NEAR = 25 * CM  # where shooters want to be
COVER_NEAR = 14 * CM
CHARGE = 15.0  # points that an attack must promise to those who rather shoot
FORWARD = tuple(far * CM for far in (6, 3, 0, -3))
RANGES = tuple(far * CM for far in (20, 30, 40, 50, 60, 70))


def place_or_reserve(view: View[Any], ask: Choose, rng: Random) -> str | None:
    """Everybody on the table; the infantry first."""
    state = view.state
    if ask.topic != "who":
        return None
    names = [name for name in ask.ids if name in state.units]
    return min(names, key=lambda name: (state.afv(state.units[name]), name))


def deploy(view: View[Any], ask: Place, rng: Random) -> Spots | None:
    """Forward, apart from the others, opposite to the enemy's middle."""
    state = view.state
    usual = ask.default()
    if not usual or not ask.unit:
        return None
    side = state.sides[state.units[ask.unit].side]
    others = len(state.fielded(side.name))
    aside = (0, 22 * CM, -22 * CM, 40 * CM, -40 * CM)[others % 5]
    at = usual[len(usual) // 2].at
    inwards = {1: (0, -1), 3: (0, 1), 2: (-1, 0), 4: (1, 0)}[side.edge]
    across = (inwards[1], -inwards[0])
    places = [
        (at[0] + inwards[0] * far + across[0] * (aside + more), at[1] + inwards[1] * far + across[1] * (aside + more))
        for far in FORWARD
        for more in (0, 8 * CM, -8 * CM)
    ]
    return first_allowed(ask, (ask.plan(Drag(tuple(ask.things), place)) for place in places))


def move(view: View[Any], ask: Move, rng: Random) -> Legs | None:
    """The first good idea that is allowed."""
    battle = view.battle
    unit = battle.state.units[ask.unit]
    return first_allowed(ask, _ideas(battle, unit, ask))


def _ideas(battle: Battle[State], unit: Unit, ask: Move) -> Iterator[Legs | None]:
    state = battle.state
    far, name = nearest(state, unit, state.fielded(state.other(unit.side)))
    if not name:
        return
    enemy, most = state.units[name], max(ask.budget.values(), default=0)
    movers = [state.figures[figure] for figure in ask.start]
    fights = likes_melee(state, unit) or fight_worth(state, unit, enemy) > max(CHARGE, unit_worth(battle, unit))
    if movers and fights and far <= most + 3 * CM:
        yield close_in(battle, movers, ask.budget, enemy, passage_of(battle, unit.side))
    for goal in _goals(battle, unit, enemy, far, most):
        yield ask.plan(Drag(tuple(ask.start), _carried(state, unit, goal, ask)))


def _carried(state: State, unit: Unit, goal: Point, ask: Move) -> Point:
    """A drag takes hold of the first figure: where it goes when the middle of the unit goes there."""
    (x, y), first = middle(state, unit), state.figures[next(iter(ask.start))]
    return first.x + goal[0] - x, first.y + goal[1] - y


def _goals(battle: Battle[State], unit: Unit, enemy: Unit, far: int, most: int) -> Iterator[Point]:
    """Cover on the way to the enemy; else on until it is near; who rather shoots keeps away from who rather fights."""
    state = battle.state
    here, there = middle(state, unit), middle(state, enemy)
    if likes_melee(state, unit):
        yield ahead(here, there, most)
        yield ahead(here, there, most // 2)
        return
    if likes_melee(state, enemy) and far <= NEAR:
        yield ahead(here, there, -most)
        yield ahead(here, there, -most // 2)
        return
    if not state.afv(unit):
        yield from _covers(state, here, there, most)
    wish = liked_range(state, unit, enemy)
    if far > wish:
        yield ahead(here, there, min(most, far - wish))
        yield ahead(here, there, most // 2)
    elif far + 5 * CM < wish:
        yield ahead(here, there, -min(most, wish - far))


def liked_range(state: State, unit: Unit, enemy: Unit) -> int:
    """How far from an enemy it would like to be: where it deals most for what it takes."""
    return max(RANGES, key=lambda far: (exchange(state, unit, enemy, far), -far))


def _covers(state: State, here: Point, there: Point, most: int) -> Iterator[Point]:
    """The middle of woods and rubble on the way, and the near side of walls."""
    found = []
    for piece in state.pieces:
        if is_shield(piece) or not (piece.top is None or piece.top >= 2 * CM):
            continue
        west, south, east, north = piece.box
        centre = ((west + east) // 2, (south + north) // 2)
        goal = centre if passable(piece) else ahead(centre, there, -(max(north - south, 0) // 2 + 3 * CM))
        way, rest = apart(goal, here), apart(goal, there)
        if way <= most + COVER_NEAR and NEAR // 2 < rest < apart(here, there):
            found.append((way, goal))
    yield from (goal for _, goal in sorted(found))
