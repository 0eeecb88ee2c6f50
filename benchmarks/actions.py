"""Combat Action: how fast it plays, what the odds of a burst cost, and what a move costs that eight ready models watch."""

from __future__ import annotations

import statistics
import time
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle, mixed
from littlewars.systems import SYSTEMS
from littlewars.systems.combat_action.fire.shooting import forecast
from littlewars.systems.combat_action.fire.targets import Shot
from littlewars.systems.combat_action.ready.ready import Course, places

TIMES = 40
WATCHERS = 8


def whole_forces() -> dict[str, Any]:
    """The first battle with the whole garrison: 24 models."""
    ready: dict[str, Any] = dict(SYSTEMS["combat-action"].scenarios()["first-battle"])
    return {**ready, "sides": {**ready["sides"], "red": {**ready["sides"]["red"], "army": "garrison"}}}


def watched() -> dict[str, Any]:
    """A machine gunner, a man who walks, and eight ready models who watch him among rocks."""
    ready = {str(n): {"model": "rifleman", "at": [20 + 8 * n, 20], "ready": 0, "ap": 1} for n in range(1, WATCHERS + 1)}
    rocks = [{"id": f"rock {n}", "kind": "boulder", "box": [24 + 9 * n, 50, 28 + 9 * n, 53], "height": 5} for n in range(7)]
    return {
        "table": [120, 120],
        "terrain": rocks,
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "units": {
            "watch": {"side": "red", "figures": ready},
            "gun": {"side": "red", "model": "machine-gunner", "at": [[60, 30]]},
            "runner": {"side": "blue", "model": "rifleman", "at": [[40, 70]]},
        },
        "turn": {"phase": "play", "number": 1, "at": "red", "doing": {"unit": "runner"}},
    }


def a_watched_move() -> list[float]:
    """Milliseconds until a walk of 20 cm under eight eyes is asked about."""
    system, spent = SYSTEMS["combat-action"], list[float]()
    course = Course(((40_000, 70_000), (60_000, 70_000)))
    for _ in range(TIMES):
        battle: Battle[Any] = Battle(system.setup(watched()), Scripted(), quiet=True)
        places(battle, battle.state.figures["runner.1"], Course(((40_000, 70_000), (41_000, 70_000))))  # the table is laid
        began = time.perf_counter()
        places(battle, battle.state.figures["runner.1"], course)
        spent.append((time.perf_counter() - began) * 1e3)
    return spent


def odds_of_a_burst() -> list[float]:
    """Milliseconds for the exact odds of three dice of a machine gun."""
    system, spent = SYSTEMS["combat-action"], list[float]()
    shot = Shot("gun.1", "gun.1", 0, "automatic-fire", "runner.1")
    for _ in range(TIMES):
        battle: Battle[Any] = Battle(system.setup(watched()), Scripted(), quiet=True)
        attack = forecast(battle, shot)
        began = time.perf_counter()
        mixed(system, battle.state, attack)
        spent.append((time.perf_counter() - began) * 1e3)
    return spent


def middle(spent: list[float]) -> str:
    """The median, said."""
    return f"{statistics.median(spent):.2f} ms"
