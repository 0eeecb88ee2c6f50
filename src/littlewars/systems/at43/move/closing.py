"""Ways into contact: for players who think of none themselves (at43.close-combat.who)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from littlewars.engine import Battle, Leg, Legs, Point, Step
from littlewars.table.board.board import Board
from littlewars.table.facing import facing_to
from littlewars.table.moving.spots import all_round, slide
from littlewars.table.moving.walk import Passage, walk
from littlewars.table.shapes.bases import centre2, gap, moved

from ..basics.numbers import COMRADE, LEADER
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import board

MOST_PLACES = 4  # that each of them tries
Keeps = Callable[[Point], bool]


def close_in(battle: Battle[State], movers: list[Fighter], most: Mapping[str, int], enemy: Unit, passage: Passage) -> Legs:
    """Who gets there goes into contact with a fighter of this unit, the nearest first, the others as near as they get, all
    round the leader."""
    state, trial = battle.state, board(battle).copy()
    foes = state.members(enemy)
    if not foes or not movers:
        return ()
    leader = state.units[movers[0].unit].leader
    legs, placed = list[Leg](), list[str]()
    order = sorted(movers, key=lambda one: (one.id != leader, min(trial.gap(one.id, foe.id) for foe in foes), one.id))
    for fighter in order:

        def keeps(at: Point, fighter: Fighter = fighter) -> bool:
            there = moved(fighter.base(), at)
            bases = [trial.base(name) for name in placed]
            return not placed or (
                gap(there, trial.base(leader)) <= LEADER and any(gap(there, base) <= COMRADE for base in bases)
            )

        end = _contact(trial, fighter, most[fighter.id], foes, passage, keeps) or _towards(trial, fighter, most, foes, passage)
        if end is not None and end != fighter.at and keeps(end):
            legs.append(Leg(fighter.id, (Step("go", end),)))
            trial.move(fighter.id, moved(trial.base(fighter.id), end))
        placed.append(fighter.id)
    return tuple(legs)


def _contact(trial: Board, fighter: Fighter, most: int, foes: list[Fighter], passage: Passage, keeps: Keeps) -> Point | None:
    places = [at for foe in foes if trial.gap(fighter.id, foe.id) <= most for at in all_round(fighter.base(), foe.base())]
    fit = [at for at in sorted(places, key=lambda at: (centre2(fighter.at, at), at)) if keeps(at)]
    for at in fit[:MOST_PLACES]:
        found = walk(trial, fighter.id, [at], passage)
        if found.free and found.length <= most:
            return at
    return None


def _towards(trial: Board, fighter: Fighter, most: Mapping[str, int], foes: list[Fighter], passage: Passage) -> Point | None:
    nearest = min(foes, key=lambda foe: (trial.gap(fighter.id, foe.id), foe.id))
    if nearest.at == fighter.at:
        return None
    far = min(most[fighter.id], trial.gap(fighter.id, nearest.id))
    return slide(trial, fighter.id, facing_to(fighter.at, nearest.at), far, passage).to
