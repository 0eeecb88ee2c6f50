"""The random player: any allowed answer will do."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Ask, View


class RandomPlayer:
    """Uniform over options, continuous answers sampled."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def answer(self, view: View[Any], ask: Ask[Any]) -> Any:
        """Whatever the ask comes up with."""
        return ask.sample(self.rng)
