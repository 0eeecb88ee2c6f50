"""The tactician: a player with rules of thumb for each rulebook. Sees only its view, and is quick."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..engine import Ask, View
from .oversoul import advise as advise_oversoul

Advice = Callable[[View[Any], Ask[Any], Random], Any]
ADVISERS: dict[str, Advice] = {"oversoul": advise_oversoul}


class Tactician:
    """Asks the rulebook's adviser; where that is silent or its advice is refused, takes the usual answer."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def answer(self, view: View[Any], ask: Ask[Any]) -> Any:
        """The adviser's answer if it is allowed, else the default."""
        adviser = ADVISERS.get(view.system.name)
        advice = adviser(view, ask, self.rng) if adviser else None
        if advice is not None and ask.refuse(advice) is None:
            return advice
        return ask.default()
