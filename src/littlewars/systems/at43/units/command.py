"""Command: Authority, the pool of Leadership Points, succession, and what LP are spent on (at43.leadership.*)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.events import Paid, PoolReceived, TookCommand
from ..basics.numbers import PRICE
from ..basics.state import State, Unit


def authority(state: State, side: str) -> int:
    """The commander's, while he lives (at43.leadership.authority)."""
    officer = state.command(side)
    return 0 if officer is None else officer.authority


def most_bid(state: State, side: str) -> int:
    """LP that may be added to the Authority test: the limit of the commander's rank, and what there is; none without a
    commander (at43.leadership.improve-authority, at43.leadership.succession)."""
    officer = state.command(side)
    return 0 if officer is None else min(officer.most, state.sides[side].lp)


def pool(state: State, side: str) -> int:
    """The commander's LP, and one for each unit on the table or with a card of this round (at43.leadership.pool)."""
    officer = state.command(side)
    return (0 if officer is None else officer.lp) + len(state.fielded(side)) + len(state.sides[side].named)


def receive(battle: Battle[State]) -> None:
    """Both receive their pools; nothing is kept from the last round (at43.leadership.pool, at43.leadership.insufficient)."""
    for side in battle.state.sides.values():
        side.lp = pool(battle.state, side.name)
        battle.record(PoolReceived(side=side.name, lp=side.lp))


def succeed(battle: Battle[State]) -> None:
    """At the start of a round the living officer with the highest Authority replaces a dead commander
    (at43.leadership.succession)."""
    state = battle.state
    for side in state.sides.values():
        if not side.commander or state.command(side.name) is not None:
            continue
        found = []
        for number, unit in enumerate(state.units_of(side.name)):
            officer = state.officer(unit)
            if officer is not None:
                found.append((-officer.authority, number, unit.leader))
        side.commander = min(found)[2] if found else ""
        battle.record(TookCommand(side=side.name, officer=side.commander))


def can_pay(state: State, side: str, lp: int) -> bool:
    """A use that costs more than the pool is not available (at43.leadership.insufficient)."""
    return state.sides[side].lp >= lp


def pay(battle: Battle[State], unit: Unit, lp: int, what: str) -> None:
    """LP for a unit, from the common pool."""
    battle.state.sides[unit.side].lp -= lp
    battle.record(Paid(unit=unit.id, lp=lp, what=what))


def dues(state: State, unit: Unit) -> int:
    """What its activation costs: nothing under an officer
    (at43.leadership.officer-unit-free, at43.leadership.activate-unit)."""
    return 0 if state.officer(unit) is not None else PRICE["activate"]
