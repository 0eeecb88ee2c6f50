"""Melee: whom to strike, when to leave, when to retreat."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from littlewars.engine import Assign, Choose, View

from .worth import fails, odds_of_melee

HOPELESS = -20.0  # victory points that a round of melee costs more than it brings


def strike(view: View[Any], ask: Assign, rng: Random) -> tuple[tuple[str, str], ...]:
    """At who falls most easily for his value; not all at the same one."""
    state, blows, found = view.state, Counter[str](), list[tuple[str, str]]()
    for item, options in ask.written.items():
        best, worth = options[0].id, -1.0
        for option in options:
            name = option.id.partition(":")[2]
            target = state.figures[name]
            hit = (option.tally.needed if option.tally else 10) / 10
            value = hit * fails(target.profile, 2) * target.profile.vp / max(1, target.profile.wounds)
            value /= 1 + max(0, blows[name] - 2 * target.left + 1)
            if value > worth:
                best, worth = option.id, value
        blows[best.partition(":")[2]] += 1
        found.append((item, best))
    return tuple(found)


def _bad(view: View[Any], name: str) -> bool:
    state = view.state
    unit = state.units[name]
    return sum(odds_of_melee(state, unit, state.units[foe]) for foe in unit.engaged) < HOPELESS


def leave(view: View[Any], ask: Choose, rng: Random) -> str:
    """Leaving costs a round of blows without an answer: hardly ever."""
    return "stay"


def retreat(view: View[Any], ask: Choose, rng: Random) -> str:
    """When it gets worse with every round."""
    return "retreat" if _bad(view, ask.unit) else "stay"
