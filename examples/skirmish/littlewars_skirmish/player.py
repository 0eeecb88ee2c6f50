"""A rule-of-thumb player: go for the nearest enemy until he is in reach, shoot at the weakest squad."""

from __future__ import annotations

from math import hypot
from random import Random
from typing import Any

from littlewars.engine import Ask, Choose, Move, View
from littlewars.engine.showing import Drag

from .state import Figure, State

STEPS = (1.0, 0.75, 0.5, 0.25)


class Sergeant:
    """Sees his side's view and what he is asked, and nothing else."""

    plays = ("skirmish",)

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def answer(self, view: View[Any], ask: Ask[Any]) -> Any:
        if isinstance(ask, Move):
            return self.move(view.state, ask)
        if isinstance(ask, Choose) and ask.topic == "aim":
            alive = {option.id: len(option.of) for option in ask.written if option.means == "act"}
            return min(alive, key=lambda name: (alive[name], name), default=ask.default())
        return ask.default() if not isinstance(ask, Choose) else self.rng.choice(ask.ids)

    def move(self, state: State, ask: Move) -> Any:
        """Towards the nearest enemy as far as the way is free; whoever has him in reach stands."""
        mine = [state.figures[name] for name in ask.start]
        foes = list(state.enemies_of(ask.side))
        one, foe = min(((a, b) for a in mine for b in foes), key=lambda pair: _apart(*pair))
        if _apart(one, foe) <= one.troop.reach - 1000:
            return ()
        far = one.troop.move / max(1.0, _apart(one, foe))
        for part in STEPS:
            to = (round(one.x + (foe.x - one.x) * far * part * 0.99), round(one.y + (foe.y - one.y) * far * part * 0.99))
            legs = ask.plan(Drag((one.id, *(name for name in ask.start if name != one.id)), to))
            if ask.refuse(legs) is None:
                return legs
        return ask.sample(self.rng)


def _apart(one: Figure, other: Figure) -> float:
    return hypot(one.x - other.x, one.y - other.y)
