"""From where a squad would fire best in the next turn: it is thought of at some places, on a table of the player's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from math import sqrt

from littlewars.engine import Battle, Legs, Move, Point
from littlewars.engine.measures import INCH
from littlewars.engine.moves import ends_of
from littlewars.engine.showing import Drag
from littlewars.systems.xenocide.basics.state import State, Unit
from littlewars.systems.xenocide.basics.tabletop import gives_cover, put
from littlewars.systems.xenocide.fire.aim import targets
from littlewars.systems.xenocide.move.compulsory import middle_of
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.shelter import hiding_place, inside
from littlewars.table.shapes.bases import centre2, middle

from .worth import shot_worth

TRIES = 14  # places that are thought of
LOOKS = 4  # enemies that are looked at from there, the nearest
CAUTION = 0.2  # how much of what the enemy would do to it there counts
NEARER = 0.35  # victory points that an inch towards the enemy is worth: numbers get better, and others come into sight
ASIDE = (0, 3000, -3000, 6000, -6000, 9000, -9000)


def best_place(battle: Battle[State], unit: Unit, enemy: Unit, ask: Move, ideas: Iterable[Point]) -> Legs | None:
    """The way to the best of some places that it may go to; staying is one of them. None: it may go nowhere."""
    state, here, there = battle.state, middle_of(battle.state, unit), middle_of(battle.state, enemy)
    last = state.turn.number >= state.settings.turns

    def worth(legs: Legs) -> float:
        ends = ends_of(legs)
        at = middle([ends.get(figure.id, figure.at) for figure in state.standing(unit)])
        nearer = sqrt(centre2(here, there)) - sqrt(centre2(at, there))
        return worth_there(battle, unit, legs) + (0 if last else NEARER * nearer / INCH)

    found = dict.fromkeys(islice(_ways(state, unit, enemy, ask, ideas), TRIES))
    return max([*found, *([] if ask.least else [()])], key=worth, default=None)


def _ways(state: State, unit: Unit, enemy: Unit, ask: Move, ideas: Iterable[Point]) -> Iterator[Legs]:
    """To the ideas, straight on and aside, and to cover within reach."""
    here, there, far = middle_of(state, unit), middle_of(state, enemy), max(ask.budget.values())
    ahead = facing_to(here, there) if here != there else 0
    open_ = [step_to(here, (ahead + turn) % 36000, part) for turn in ASIDE for part in (far, far // 2)]
    shelters = [piece for piece in state.pieces if gives_cover(piece)]
    covers = [at for piece in shelters for at in (hiding_place(piece, here, there), inside(piece, there))]
    near = [at for at in covers if 0 < centre2(at, here) <= far * far]
    for goal in dict.fromkeys((*ideas, *open_, *near)):
        legs = ask.plan(Drag(tuple(ask.start), carried(state, unit, goal)))
        if legs and ask.refuse(legs) is None:
            yield legs


def carried(state: State, unit: Unit, goal: Point) -> Point:
    """A drag takes hold of the first figure: where it goes when the middle of the unit goes there."""
    (x, y), first = middle_of(state, unit), state.standing(unit)[0]
    return first.x + goal[0] - x, first.y + goal[1] - y


def worth_there(battle: Battle[State], unit: Unit, legs: Legs) -> float:
    """What its best shot at those near will be worth from there, less a part of what these could do to it."""
    state, here = battle.state, middle_of(battle.state, unit)
    there = [foe for foe in state.foes_of(unit.side) if state.standing(foe)]
    foes = sorted(there, key=lambda foe: (centre2(here, middle_of(state, foe)), foe.id))[:LOOKS]
    with ExitStack() as thought:
        for one in (unit, *foes):
            thought.enter_context(_ready(state, one))
        thought.enter_context(_moved(battle, legs))
        danger = sum(max(0.0, shot_worth(battle, foe, unit)) for foe in foes)
        open_to = targets(battle, unit)
        return max((shot_worth(battle, unit, foe) for foe in foes if foe.id in open_to), default=0.0) - CAUTION * danger


@contextmanager
def _ready(state: State, unit: Unit) -> Iterator[None]:
    """As at the beginning of a turn in which it may fire everything."""
    order, before = unit.order, [(figure, figure.fired, figure.moved) for figure in state.standing(unit)]
    unit.order = "standard"
    for figure, _, _ in before:
        figure.fired, figure.moved = (), False
    try:
        yield
    finally:
        unit.order = order
        for figure, fired, has_moved in before:
            figure.fired, figure.moved = fired, has_moved


@contextmanager
def _moved(battle: Battle[State], legs: Legs) -> Iterator[None]:
    """Everybody at the end of his way."""
    figures = battle.state.figures
    ends = ends_of(legs)
    before = {name: figures[name].at for name in ends}
    try:
        for name, at in ends.items():
            put(battle, figures[name], at)
        yield
    finally:
        for name, at in before.items():
            put(battle, figures[name], at)
