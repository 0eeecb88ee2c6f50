"""A rule-of-thumb player: go for the nearest enemy until he is in reach, shoot at the weakest squad."""

from itertools import product
from math import dist
from random import Random
from typing import Any

from littlewars.engine import Ask, Choose, Move, View
from littlewars.engine.showing import Drag

from .state import INCH, State


class Sergeant:
    """Sees his side's view and what he is asked, and nothing else."""

    plays = ("skirmish",)

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def answer(self, view: View[Any], ask: Ask[Any]) -> Any:
        if isinstance(ask, Move):
            return self.move(view.state, ask)
        options = ask.written if isinstance(ask, Choose) else ()
        alive = {option.id: len(option.of) for option in options if option.means == "act"}
        return min(alive, key=lambda name: (alive[name], name)) if alive else ask.sample(self.rng)

    def move(self, state: State, ask: Move) -> Any:
        """Towards the nearest enemy as far as the way is free; whoever has him in reach stands."""
        mine, foes = [state.figures[name] for name in ask.start], state.enemies_of(ask.side)
        one, foe = min(product(mine, foes), key=lambda pair: dist(pair[0].at, pair[1].at))
        far = dist(one.at, foe.at)
        if far <= (one.troop.reach - 1) * INCH:
            return ()
        share = min(1.0, (one.troop.move * INCH - 100) / far)
        to = (round(one.x + (foe.x - one.x) * share), round(one.y + (foe.y - one.y) * share))
        legs, _ = ask.furthest(Drag((one.id, *(name for name in ask.start if name != one.id)), to))
        return legs if ask.refuse(legs) is None else ask.sample(self.rng)
