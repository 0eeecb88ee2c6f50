"""AT-43 to measure on: exact odds of a salvo, copies in mid-activation."""

from __future__ import annotations

import statistics
import time
from random import Random
from typing import Any

import numpy as np

from littlewars.dice import Rolling
from littlewars.engine import Game, mixed
from littlewars.systems import SYSTEMS


def squads() -> dict[str, Any]:
    """Eight shooters with a re-roll each, and eight targets behind a wall."""
    row = [[20 + 4 * n, 20] for n in range(8)]
    return {
        "table": [120, 120],
        "terrain": [{"id": "wall", "kind": "low-wall", "height": 2, "box": [10, 52, 60, 54]}],
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "units": {
            "line": {"side": "red", "profile": "line-trooper", "at": row},
            "storm": {"side": "blue", "profile": "storm-construct", "at": [[x, 60] for x, _ in row]},
        },
        "turn": {"phase": "turns", "round": 1, "first": "red", "at": "red"},
    }


def odds_of_a_salvo() -> float:
    """Seconds for the odds of a salvo nobody has asked before, the best of several: eight dice, re-rolls, cover, damage"""
    system = SYSTEMS["at43"]
    spent: list[float] = []
    for _ in range(7):
        state = system.setup(squads())
        attack = system.attack(state, "salvo", {"unit": "line", "target": "storm"})
        began = time.perf_counter()
        found = mixed(system, state, attack)
        spent.append(time.perf_counter() - began)
        assert sum(found.chances.values()) == 1
    return min(spent)


def salvo_copies(most: int = 1500) -> tuple[float, float]:
    """Median and 95th percentile of a copy at every decision of random play, in microseconds."""
    system, seed = SYSTEMS["at43"], 0
    spent: list[float] = []
    while len(spent) < most:
        seed += 1
        rng, game = (
            Random(seed),
            Game(system, system.setup(system.scenarios()["first-battle"]), Rolling(seed), quiet=True, keep="last"),
        )
        while (ask := game.ask) is not None and len(spent) < most:
            began = time.perf_counter()
            twin = game.copy()
            spent.append((time.perf_counter() - began) * 1e6)
            twin.close()
            game.answer(ask.sample(rng))
        game.close()
    return statistics.median(spent), float(np.percentile(spent, 95))
