"""Whole battles with vehicles, by chance, with every invariant on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from littlewars.engine import Event, Game
from littlewars.lab.invariants import check_game
from littlewars.systems.defiance.system import DEFIANCE
from tests.defiance.hulls import HULLS
from tests.defiance.squads import scenario

FORCES = ("altai-2000", "human-2000", "meraxilla-2000", "vobian-2000")


def hosts(one: str, other: str) -> dict[str, Any]:
    """Two ready forces on the table of the standard game."""
    raw = dict(DEFIANCE.scenarios()["standard-game"])
    first, second = raw["sides"]
    return {**raw, "sides": {first: {"army": one}, second: {"army": other}}}


@pytest.mark.rule("defiance.vehicle.types", "defiance.vehicle.profile")
@pytest.mark.parametrize(("one", "other"), [FORCES[:2], FORCES[2:]])
def test_the_large_forces_fight_to_the_end(one: str, other: str) -> None:
    found = check_game(DEFIANCE, hosts(one, other), seed=7, every=100, cases=1000)
    assert found.finished
    assert found.decisions > 300


def melee(seed: int) -> dict[str, Any]:
    """Every kind of hull among men, close together."""
    rng, units, names = Random(seed), dict[str, Any](), list(HULLS)
    for side, y in (("r", 13), ("b", 33)):
        for n, frame in enumerate(names):
            words = {"frame": frame, "at": [[5 + 5.2 * n, y]], "face": 0 if side == "r" else 180, "primary": "rifle"}
            units[f"{side}h{n}"] = words
        men = [[4 + 4 * k + rng.random(), y + (5 if side == "r" else -5)] for k in range(10)]
        units[f"{side}m"] = {"frame": "runner", "at": men, "primary": "av", "status": "ad hoc"}
    guns = {"av": {"FR": 1, "target": "AV", "IR": 1, "brackets": {"3+": 10, "5+": 40}}}
    woods = [{"id": f"wood{n}", "category": "heavy", "box": [4 + 9 * n, 20, 8 + 9 * n, 25], "height": 2} for n in range(5)]
    return {**scenario(units, frames=HULLS, weapons=guns), "turns": 5, "terrain": woods}


@pytest.mark.rule("defiance.vehicle.final-roll", "defiance.ram.who", "defiance.vehicle.out-of-control")
@pytest.mark.parametrize("seed", range(4))
def test_hulls_among_men(seed: int) -> None:
    """Nobody overlaps, heals or comes back; a checkpoint is never far off; everything that can happen to a hull happens."""
    found = check_game(DEFIANCE, melee(seed), seed, every=60, cases=1000)
    assert found.finished


def test_everything_that_can_happen_to_a_hull_happens_by_chance() -> None:
    seen: Counter[str] = Counter()
    for seed in range(5):
        game: Game[Any] = Game.start(DEFIANCE, melee(seed), seed)
        rng = Random(seed)
        while game.ask is not None:
            game.answer(game.ask.sample(rng))
        seen.update(type(event).__name__ for event in game.battle.events or () if isinstance(event, Event))
    assert all(seen[name] for name in ("Rammed", "Dodged", "Crashed", "Crippled", "Wrecked")), seen
