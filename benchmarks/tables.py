"""Battles to measure on: so many figures on the table, half a side, in units of ten with rifles, among woods and walls."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from littlewars.systems import SYSTEMS

RIFLE = {"die": "d6", "range": 12}
WOODS = [
    {"id": "wood-1", "difficulty": "heavy", "outline": [[8, 20], [14, 19], [15, 25], [9, 27]]},
    {"id": "wood-2", "difficulty": "heavy", "outline": [[33, 21], [39, 22], [40, 28], [34, 29]]},
    {"id": "hedge-1", "difficulty": "light", "box": [18, 20, 24, 20.5]},
    {"id": "hedge-2", "difficulty": "light", "box": [24, 27.5, 30, 28]},
    {"id": "rock-1", "difficulty": "impassible", "outline": [[21, 23], [24, 22], [26, 24], [23, 26]]},
    {"id": "rock-2", "difficulty": "impassible", "box": [4, 30, 6, 32]},
    {"id": "rock-3", "difficulty": "impassible", "box": [42, 16, 44, 18]},
]


def battle(figures: int, size: int = 11) -> dict[str, Any]:
    """A scenario with so many figures, deployed, eleven or so to a unit; wider tables for larger battles."""
    half = figures // 2
    units: dict[str, Any] = {}
    for side, y, back, face in (("red", 15, -1.6, 0), ("blue", 33, 1.6, 180)):
        placed = 0
        while placed < half:
            number = min(size, half - placed)
            x = 6 + 12 * (placed // size)
            spots = [[x + 1.5 * (k % 6), y + back * (k // 6)] for k in range(number)]
            units[f"{side}-{placed // size + 1}"] = {"side": side, "profile": "rifle", "at": spots, "face": face}
            placed += number
    return {
        "name": f"{figures} figures",
        "system": "oversoul",
        "table": [max(54, 6 + 12 * -(-half // size)), 48],
        "terrain": WOODS,
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "profiles": {"rifle": RIFLE},
        "units": units,
        "deploy": False,
        "rounds": 40,
    }


PICKETS = {"red": (6, 5), "blue": (6, 5)}  # figures of the units of a small battle of Defiance: 22 in all


def picket() -> dict[str, Any]:
    """Defiance's first battle with 22 figures."""
    scenario: dict[str, Any] = deepcopy(dict(SYSTEMS["defiance"].scenarios()["first-battle"]))
    for side, sizes in PICKETS.items():
        for unit, size in zip(scenario["sides"][side]["army"]["units"], sizes, strict=True):
            unit["figures"] = size
    return scenario


def thousand() -> dict[str, Any]:
    """Defiance's standard game: 1,000 points a side."""
    return dict(SYSTEMS["defiance"].scenarios()["standard-game"])
