"""Rounds: reserves, the row of cards, bids, changes of sequence."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Arrange, Choose, ChooseSome, Number, View
from littlewars.systems.at43.basics.state import State
from littlewars.systems.at43.units.command import dues

from .worth import unit_worth

SPARE_FOR_DELAY = 4
MUCH_MORE = 2.0  # times what the next card is worth, to be played before the first
WORTH_IT = 12.0  # points: a salvo that one would like to be the first to fire


def name_reserves(view: View[Any], ask: ChooseSome, rng: Random) -> tuple[str, ...]:
    """All of them: they bring a point of leadership, and may still wait."""
    return tuple(ask.ids)


def lay_cards(view: View[Any], ask: Arrange, rng: Random) -> tuple[str, ...]:
    """Who can do most first, who waits in reserve last."""
    state, battle = view.state, view.battle

    def order(name: str) -> tuple[bool, float, str]:
        unit = state.units[name]
        away = name in state.turn.waiting
        return away, -(0.0 if away else unit_worth(battle, unit)), name

    return tuple(sorted(ask.items, key=order))


def needs(state: State, side: str) -> int:
    """LP that the cards which are left will want: one for every unit without an officer, more for the disorganised."""
    row = [state.units[name] for name in state.sides[side].row if name in state.units]
    return sum(dues(state, unit) + (2 if unit.status == "disorganised" else 0) for unit in row if state.is_present(unit))


def bid(view: View[Any], ask: Number, rng: Random) -> int:
    """What is to spare, if the first salvo is worth it."""
    state, side = view.state, ask.side
    spare = state.sides[side].lp - needs(state, side)
    eager = any(unit_worth(view.battle, unit) >= WORTH_IT for unit in state.fielded(side))
    return max(0, min(ask.high, spare // 2)) if eager else 0


def begin_first(view: View[Any], ask: Choose, rng: Random) -> str:
    """Whoever has something to shoot at begins; else the other may come nearer first."""
    state, side = view.state, ask.side
    eager = any(unit_worth(view.battle, unit) >= WORTH_IT for unit in state.fielded(side))
    return side if eager else state.other(side)


def change_sequence(view: View[Any], ask: Choose, rng: Random) -> str:
    """Away with a dead card; two at once after waiting; wait while there is nothing to shoot at; the better card first."""
    state, battle = view.state, view.battle
    side = state.sides[ask.side]
    first = state.units[side.row[0]]
    spare = side.lp - needs(state, side.name)
    ids = ask.ids
    later = [name for name in ids if name.startswith("relocate")]
    if not state.is_present(first):
        return later[-1] if later and any(state.is_present(state.units[name]) for name in side.row[1:]) else "none"
    if "double" in ids and spare >= 2:
        return "double"
    worth = [0.0 if name in state.turn.waiting else unit_worth(battle, state.units[name]) for name in side.row]
    if "delay" in ids and spare >= SPARE_FOR_DELAY and max(worth) < WORTH_IT and len(side.row) > 1:
        return "delay"
    if later and spare >= 1 and len(worth) > 1 and worth[1] > MUCH_MORE * worth[0] + WORTH_IT:
        return later[0]
    return "none"
