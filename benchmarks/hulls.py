"""Defiance with vehicles, fights and templates: how fast it plays, what odds and drags cost."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle, Game, Move, Place, mixed
from littlewars.engine.showing import Drag
from littlewars.systems import SYSTEMS
from littlewars.systems.defiance.area.forecasts import forecast
from littlewars.systems.defiance.basics.fire_action import Fire, Manner
from littlewars.table.facing import step_to

DRIVES = "defiance.vehicle.move-in-arc"
SKIMMER = {"unit": "Skimmer Flight", "frame": "Golden Skimmer", "figures": 2, "slots": ["primary"]}
GROVES = [
    {"unit": "Sapling Grove", "frame": "Sapling", "figures": 8, "primary": "Alpha Artifact", "officers": ["1L, 1C"]},
    {"unit": "Berserker Band", "frame": "Berserker", "figures": 6, "primary": "Alpha Artifact"},
]


def groves(hulls: bool) -> dict[str, Any]:
    """Twenty-eight on foot on the table of the armoured clash, and four skimmers with them or not."""
    scenario: dict[str, Any] = deepcopy(dict(SYSTEMS["defiance"].scenarios()["armoured-clash"]))
    units = [*GROVES, *([SKIMMER] if hulls else [])]
    army = {"system": "defiance", "name": "Grove", "army": "Altai", "points": 2000, "units": units}
    scenario["sides"] = {side: {"army": army} for side in scenario["sides"]}
    return scenario


def crowd() -> dict[str, Any]:
    """A mortar before eight who stand close together, among others, and two who fight with four dice each."""
    eight = [[20 + 1.2 * (k % 4), 30 + 1.2 * (k // 4)] for k in range(8)]
    return {
        "name": "Crowd",
        "system": "defiance",
        "scenario": "free",
        "table": [48, 48],
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "frames": {"man": {"FS": "6+", "HR": "4@7+", "DC": 3}},
        "weapons": {"mortar": {"FR": 1, "brackets": {"5+": 30}, "aoe": {"radius": 3, "damage": "5+"}}},
        "terrain": [{"id": "house", "feature": "heavy fortification", "box": [26, 29, 30, 33]}],
        "units": {
            "r": {"side": "red", "frame": "man", "primary": "mortar", "at": [[20, 10]]},
            "b": {"side": "blue", "frame": "man", "primary": "mortar", "at": eight, "face": 180},
        },
        "turn": {"phase": "active", "number": 1, "deck": [{"unit": "r"}, {"unit": "b"}]},
    }


def odds_of_a_template() -> float:
    """Seconds for the exact odds of a round at eight figures, scatter included, the first time they are asked."""
    system = SYSTEMS["defiance"]
    state = system.setup(crowd())
    began = time.perf_counter()
    attack = forecast(Battle(state, Scripted([])), Fire(state.figures["r.1"], 0, 0, 1, "b.6", Manner("stationary")))
    mixed(system, state, attack)
    return time.perf_counter() - began


def odds_of_a_fight() -> float:
    """Seconds for those of a fight with four dice, three damage points and a field on either side."""
    system = SYSTEMS["defiance"]
    state = system.setup(crowd())
    began = time.perf_counter()
    mixed(system, state, system.attack(state, "fight", {"attacker": "r.1", "target": "b.1", "charged": "1"}))
    return time.perf_counter() - began


def drags(most: int = 60) -> list[float]:
    """Milliseconds to preview drags of hulls in random battles: the way that is meant, what is against it, what it costs."""
    spent = list[float]()
    for ask, rng in _asks(DRIVES):
        name = next(iter(ask.start))
        to = step_to(ask.start[name].at, rng.randrange(36000), int(ask.budget[name] * rng.random()))
        began = time.perf_counter()
        legs = ask.plan(Drag((name,), to))
        ask.refuse(legs)
        for leg in legs:
            ask.trace(leg)
        spent.append((time.perf_counter() - began) * 1e3)
        if len(spent) >= most:
            break
    return spent


def throwers() -> dict[str, Any]:
    """Two dozen a side who throw grenades and call fire, sixteen inches apart."""
    made = crowd()
    made["weapons"] |= {"grenade": {"form": "grenade", "ammo": 9, "brackets": "thrown", "aoe": {"radius": 2, "damage": "5+"}}}
    made["weapons"]["mortar"] |= {"IF": True}
    made["units"] = {
        f"{side[0]}{n}": {
            "side": side, "frame": "man", "primary": "mortar", "side_arms": "grenade", "face": face,
            "at": [[4 + 11 * n + 1.4 * (k % 3), y + 1.4 * (k // 3)] for k in range(6)],
        }
        for side, y, face in (("red", 14, 0), ("blue", 30, 180))
        for n in range(4)
    }  # fmt: skip
    made["turn"]["deck"] = [{"unit": name} for name in made["units"]]
    return made


def templates(most: int = 60) -> list[float]:
    """Milliseconds to preview where templates are dragged: the point that is meant, what is against it, who is under it."""
    system, spent = SYSTEMS["defiance"], list[float]()
    for seed in range(40):
        game, rng = Game.start(system, throwers(), seed), random.Random(seed)
        while (ask := game.ask) is not None and len(spent) < most:
            if isinstance(ask, Place) and ask.of:
                to = game.state.figures[rng.choice(list(game.state.figures))].at
                began = time.perf_counter()
                spots = ask.plan(Drag(tuple(ask.things), to))
                ask.refuse(spots)
                ask.trace(spots)
                spent.append((time.perf_counter() - began) * 1e3)
            game.answer(ask.sample(rng))
    return spent


def _asks(rule: str) -> Iterator[tuple[Move, random.Random]]:
    """All such asks of random battles with hulls."""
    system = SYSTEMS["defiance"]
    for seed in range(40):
        game, rng = Game.start(system, groves(hulls=True), seed), random.Random(seed)
        while (ask := game.ask) is not None:
            if ask.rule == rule and isinstance(ask, Move):
                yield ask, rng
            game.answer(ask.sample(rng))
