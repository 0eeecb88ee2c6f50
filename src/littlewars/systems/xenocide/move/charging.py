"""Ways into contact: for players who think of none themselves (xenocide.move.engaging)."""

from __future__ import annotations

from collections.abc import Mapping

from littlewars.engine import Battle, Leg, Legs, Point, Step
from littlewars.table.board.board import Board
from littlewars.table.facing import facing_to
from littlewars.table.moving.route import as_far_as
from littlewars.table.moving.spots import all_round, slide
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.shapes.bases import centre2, moved

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board
from .ways import passage_of

MOST_PLACES = 6  # that each of them tries


def charge(battle: Battle[State], movers: list[Figure], most: Mapping[str, int], enemy: Unit) -> Legs:
    """Everybody who gets there straight goes into contact with a model of this unit, the nearest first; the others go towards
    it as far as they get."""
    state, trial = battle.state, board(battle).copy()
    foes = state.standing(enemy)
    if not foes or not movers:
        return ()
    passage, legs = passage_of(battle, movers[0]), list[Leg]()
    for figure in sorted(movers, key=lambda one: (min(trial.gap(one.id, foe.id) for foe in foes), one.id)):
        far = most[figure.id]
        end = _into_contact(trial, figure, far, foes, passage) or _towards(trial, figure, far, foes, passage)
        if end is not None and end != figure.at:
            legs.append(Leg(figure.id, (Step("go", end),)))
            trial.move(figure.id, moved(trial.base(figure.id), end))
    return tuple(legs)


def _into_contact(trial: Board, figure: Figure, most: int, foes: list[Figure], passage: Passage) -> Point | None:
    places = [at for foe in foes if trial.gap(figure.id, foe.id) <= most for at in all_round(figure.base(), foe.base())]
    for at in sorted(places, key=lambda at: (centre2(figure.at, at), at))[:MOST_PLACES]:
        found = walk(trial, figure.id, [at], passage)
        if found.free and found.cost <= most:
            return at
    return None


def _towards(trial: Board, figure: Figure, most: int, foes: list[Figure], passage: Passage) -> Point | None:
    nearest = min(foes, key=lambda foe: (trial.gap(figure.id, foe.id), foe.id))
    if nearest.at == figure.at:
        return None
    got = slide(trial, figure.id, facing_to(figure.at, nearest.at), most, passage)
    way = as_far_as(trial, figure.id, [got.to], most, passage) if got.length else []
    return way[-1] if way else None
