"""Rules of thumb for Combat Action: fire when it pays, go from cover to cover, be ready, throw grenades at groups."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from littlewars.engine import Ask, Move, Place, View

from ..thumb import Advice, advised
from .acting import act
from .answers import next_unit, react, strike
from .moves import deploy, move


def advise(view: View[Any], ask: Ask[Any], rng: Random, stuck: Counter[str]) -> Any:
    """An answer, or None for the usual one."""
    if isinstance(ask, Move):
        return move(view, ask, rng)
    if isinstance(ask, Place):
        return deploy(view, ask, rng) if ask.rule == "combat-action.setup.table" else None
    return advised(ANSWERS, view, ask, rng)


def aboard(view: View[Any], ask: Any, rng: Random) -> str:
    """Whoever fits rides."""
    return str(ask.ids[-1])


ANSWERS: dict[str, Advice] = {
    "combat-action.activation.action-phase": act,
    "combat-action.ready.use": react,
    "combat-action.close-combat.strike-back": strike,
    "combat-action.actions.charge": strike,
    "combat-action.turn.sequence": next_unit,
    "combat-action.units.aboard": aboard,
}
