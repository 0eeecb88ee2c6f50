"""Whom to fire at, who fires first, and when a snap shot is better than to wait."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Assign, Choose, View
from littlewars.systems.xenocide.fire.declare import EACH, HOLD
from littlewars.systems.xenocide.fire.phase import ALL_HOLD

from .worth import best_shot, shot_worth

GOOD_SNAP = 4  # a number that is worth a snap shot


def who_fires(view: View[Any], ask: Choose, rng: Random) -> str:
    """The unit whose shot is worth most."""
    battle = view.battle
    names = [name for name in ask.ids if name != ALL_HOLD]
    return max(names, key=lambda name: (best_shot(battle, battle.state.units[name])[0], name))


def at_whom(view: View[Any], ask: Choose, rng: Random) -> str:
    """The target that is worth most; nobody, if friends would suffer more."""
    battle, unit = view.battle, view.state.units[ask.unit]
    names = [name for name in ask.ids if name not in (EACH, HOLD)]
    worth, best = max((shot_worth(battle, unit, battle.state.units[name]), name) for name in names)
    return best if worth > 0 else HOLD


def snap(view: View[Any], ask: Assign, rng: Random) -> tuple[tuple[str, str], ...]:
    """A snap shot where the number is good; else wait for the opportunity fire phase."""
    found = []
    for name, options in ask.written.items():
        shots = [(option.tally.needed, option.id) for option in options if option.tally is not None]
        best = max(shots, default=(0, HOLD))
        found.append((name, best[1] if best[0] >= GOOD_SNAP else HOLD))
    return tuple(found)
