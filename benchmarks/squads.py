"""Xenocide's battles to measure on: two squads, a hundred a side, an attack that is going on, a volley."""

from __future__ import annotations

import random
import time
from typing import Any

from littlewars.dice import Rolling
from littlewars.engine import Game, Scenario
from littlewars.engine.chance.odds import odds
from littlewars.players import make_player, play_out
from littlewars.systems import SYSTEMS
from littlewars.systems.xenocide.fire.declare import forecast, usual_volley
from littlewars.systems.xenocide.system import XENOCIDE

IN_AN_ATTACK = ("xenocide.shooting.hold-fire", "xenocide.save.allocation", "xenocide.save.casualties")
MAN: dict[str, Any] = {"movement": 4, "armor": 3, "missile": 3, "melee": 3, "strength": 2, "morale": 5, "capacity": 2}


def squads() -> Scenario:
    """Ten a side."""
    return SYSTEMS["xenocide"].scenarios()["first-battle"]


def grand_battle(seed: int) -> float:
    """Seconds in which two tacticians finish a battle of a hundred a side."""
    seats = {side: make_player("tactician", seed + n) for n, side in enumerate(("red", "blue"))}
    ready = XENOCIDE.setup(XENOCIDE.scenarios()["grand-battle"])
    began = time.perf_counter()
    play_out(Game(XENOCIDE, ready, Rolling(seed), quiet=True, keep="none"), seats)
    return time.perf_counter() - began


def copies_in_attacks(most: int = 400) -> list[float]:
    """Microseconds of a copy while an attack is going on: weapons are named, hits shared out, casualties named."""
    spent, rng = list[float](), random.Random(3)
    for seed in range(200):
        game = Game(XENOCIDE, XENOCIDE.setup(squads()), Rolling(seed), quiet=True, keep="last")
        while (ask := game.ask) is not None and len(spent) < most:
            if ask.rule in IN_AN_ATTACK:
                began = time.perf_counter()
                twin = game.copy()
                spent.append((time.perf_counter() - began) * 1e6)
                twin.close()
            game.answer(ask.sample(rng), ask.side)
    return spent


def answers_between_checkpoints() -> int:
    """The most answers between two checkpoints, in play by chance of every ready battle: what a copy has to play again."""
    longest, rng = 0, random.Random(5)
    for scenario in XENOCIDE.scenarios().values():
        ready = XENOCIDE.setup(scenario)
        for seed in range(6):
            game = Game(XENOCIDE, XENOCIDE.copy(ready), Rolling(seed), quiet=True, keep="last")
            while (ask := game.ask) is not None:
                game.answer(ask.sample(rng), ask.side)
                longest = max(longest, len(game.entries) - game.marks[-1].at)
    return longest


def odds_of_a_volley() -> float:
    """Milliseconds for the exact odds of ten rifles and a machine gun at a squad of ten: asked for the first time."""
    figures = {str(n): {"profile": "gun" if n > 9 else "rifle", "at": [5 + 1.5 * n, 10]} for n in range(11)}
    foes = {"side": "blue", "profile": "rifle", "at": [[5 + 1.5 * n, 25] for n in range(10)]}
    units = {"red": {"side": "red", "figures": figures}, "blue": foes}
    profiles = {"rifle": {**MAN, "carries": ["rifle"]}, "gun": {**MAN, "carries": ["light-machine-gun"]}}
    sides = {"red": {"edge": "south"}, "blue": {"edge": "north"}}
    scenario = {"table": [48, 48], "sides": sides, "profiles": profiles, "units": units, "turn": {"phase": "shooting"}}

    def ask() -> float:
        game = Game(XENOCIDE, XENOCIDE.setup(scenario), Rolling(1), quiet=True)
        battle, state = game.battle, game.state
        began = time.perf_counter()
        attack = forecast(battle, usual_volley(battle, state.units["red"], state.units["blue"]))
        assert attack is not None
        assert sum(odds(XENOCIDE, state, attack.rule, attack.measure, pure=attack.pure).values()) == 1
        return time.perf_counter() - began

    ask()
    return min(ask() for _ in range(5)) * 1e3
