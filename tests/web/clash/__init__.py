"""Small battles of Xenocide in which it is certain what happens.

- Crossfire: the enemy fires first, with so many guns that somebody is hurt or suppressed; who is hurt fires before he suffers.
- Collision: a truck at speed has another one in its way.
- Short battle: two squads a side meet, and after three turns at most it is over; what happens on the way is not certain.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.engine import Scenario
from littlewars.systems.xenocide.system import Xenocide

MAN: dict[str, Any] = {"movement": 4, "armor": 5, "missile": 4, "melee": 3, "strength": 2, "morale": 5, "capacity": 2}
TRUCK: dict[str, Any] = {"movement": 9, "armor": 9, "strength": 6, "aspect": 2, "threshold": 9, "hull": [4, 2]}
LIMIT = 250  # points a side: a tenth more than the other is a victory
SIDES = {"red": {"edge": "south"}, "blue": {"edge": "north"}}


def _row(x: float, y: float, many: int) -> list[list[float]]:
    return [[x + 1.5 * place, y] for place in range(many)]


CROSSFIRE: dict[str, Any] = {
    "name": "Crossfire",
    "system": "xenocide",
    "about": "Blue fires first, and red answers before it suffers.",
    "table": [36, 27],
    "profiles": {"Rifleman": {**MAN, "carries": ["rifle"]}},
    "sides": SIDES,
    "units": {
        "rifles": {"name": "Rifles", "side": "red", "profile": "Rifleman", "order": "standard", "at": _row(12, 5, 6)},
        "foes": {"name": "Foes", "side": "blue", "profile": "Rifleman", "order": "standard", "at": _row(12, 20, 9)},
    },
    "turn": {"phase": "shooting", "number": 1, "stage": "firing", "at": "blue"},
    "turns": 1,
}

COLLISION: dict[str, Any] = {
    "name": "Collision",
    "system": "xenocide",
    "about": "Red drives, and blue stands in its way.",
    "table": [36, 27],
    "profiles": {"Truck": {**TRUCK, "propulsion": "wheeled"}},
    "sides": SIDES,
    "units": {
        "ram": {"name": "Ram", "side": "red", "profile": "Truck", "at": [[18, 6]], "face": 0, "increment": 1},
        "target": {"name": "Target", "side": "blue", "profile": "Truck", "at": [[18, 14]], "face": 90},
    },
    "turn": {"phase": "movement", "number": 1, "stage": "units", "first": "red", "at": "red"},
    "turns": 1,
}

SHORT: dict[str, Any] = {
    "name": "Short battle",
    "system": "xenocide",
    "about": "Rifles and swords against the same, near enough to be in melee soon.",
    "table": [36, 27],
    "profiles": {
        "Rifleman": {**MAN, "armor": 3, "carries": ["rifle"]},
        "Swordsman": {**MAN, "movement": 6, "carries": ["pistol", "sword"]},
    },
    "sides": {name: {**side, "limit": LIMIT} for name, side in SIDES.items()},
    "units": {
        "rifles": {"name": "Rifles", "side": "red", "profile": "Rifleman", "at": _row(8, 7, 4)},
        "swords": {"name": "Swords", "side": "red", "profile": "Swordsman", "at": _row(22, 7, 4)},
        "foes": {"name": "Foes", "side": "blue", "profile": "Rifleman", "at": _row(8, 20, 4)},
        "brutes": {"name": "Brutes", "side": "blue", "profile": "Swordsman", "at": _row(22, 20, 4)},
    },
    "turn": {"phase": "orders", "number": 1},
    "turns": 3,
}


class Clashing(Xenocide):
    """Xenocide with some battles more."""

    def scenarios(self) -> Mapping[str, Scenario]:
        """The ready ones, and these."""
        return {**super().scenarios(), "crossfire": CROSSFIRE, "collision": COLLISION, "short": SHORT}


SYSTEM = Clashing()
