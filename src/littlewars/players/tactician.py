"""The tactician: a player with rules of thumb for each rulebook. Sees only its view, and is quick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from littlewars.engine import Ask, View

Advice = Callable[[View[Any], Ask[Any], Random, Counter[str]], Any]
ADVISERS = {
    "oversoul": "littlewars.players.oversoul",
    "defiance": "littlewars.players.defiance",
    "xenocide": "littlewars.players.xenocide",
    "at43": "littlewars.players.at43",
    "combat-action": "littlewars.players.combat_action",
}


@cache
def adviser(system: str) -> Advice | None:
    """The rules of thumb for a rulebook, read when it is first played."""
    return import_module(ADVISERS[system]).advise if system in ADVISERS else None


class Tactician:
    """Asks the rulebook's adviser; where that is silent or its advice is refused, takes the usual answer.

    All it remembers from one answer to the next is which units found no way.
    """

    def __init__(self, seed: int) -> None:
        self.rng, self.stuck = Random(seed), Counter[str]()

    def answer(self, view: View[Any], ask: Ask[Any]) -> Any:
        """The adviser's answer if it is allowed, else the default."""
        advise = adviser(view.system.name)
        advice = advise(view, ask, self.rng, self.stuck) if advise else None
        if advice is not None and ask.refuse(advice) is None:
            return advice
        return ask.default()
