"""Small battles of Defiance in which it is certain what happens.

- Ambush: a runner crosses the arc of one who covers it. The gunners roll five dice each and miss only with ones, the runner
  survives all hits and cannot fail his test, and he holds an attack chit: so he is asked something in the middle of the
  enemy's covering fire.
- Union: a turn begins in which two units may join; two others are engaged, one of them has fired a rocket of his combination
  weapon, and suppression lies on the table.
- Flight: one who flies may act, far from everybody.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.engine import Scenario
from littlewars.systems.defiance.system import Defiance

AMBUSH: dict[str, Any] = {
    "name": "Ambush",
    "system": "defiance",
    "about": "Red runs across a field that blue covers.",
    "scenario": "free",
    "table": [36, 27],
    "terrain": [{"id": "wood", "feature": "pine forest", "outline": [[26, 18], [34, 18], [34, 24], [26, 24]]}],
    "frames": {
        "Runner": {"QU": "Fanatic", "MV": 6, "DC": 40, "AR": 3},
        "Gunner": {"QU": "Veteran"},
    },
    "weapons": {
        "gun": {"FR": 5, "brackets": {"3+": 40}},
        "carbine": {"FR": 1, "brackets": {"5+": 6}},
    },
    "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
    "units": {
        "runners": {
            "name": "Runners",
            "side": "red",
            "figures": {
                "1": {
                    "frame": "Runner",
                    "primary": "carbine",
                    "at": [3, 5],
                    "face": 90,
                    "leader": 2,
                    "command": 1,
                },
                "2": {"frame": "Runner", "primary": "carbine", "at": [1, 5], "face": 90},
            },
        },
        "gunners": {
            "name": "Gunners",
            "side": "blue",
            "figures": {
                "1": {"frame": "Gunner", "primary": "gun", "at": [18, 12], "face": 180, "covers": "primary", "cover_mod": 0},
                "2": {"frame": "Gunner", "primary": "gun", "at": [20, 12], "face": 180, "covers": "primary", "cover_mod": 0},
            },
        },
    },
    "turn": {"phase": "active", "number": 1, "deck": [{"unit": "runners"}]},
    "turns": 1,
}

GUARDS: dict[str, Any] = {"frame": "Guard", "primary": "rifle"}


def _row(x: float, y: float, many: int) -> list[list[float]]:
    return [[x + 1.5 * place, y] for place in range(many)]


UNION: dict[str, Any] = {
    "name": "Union",
    "system": "defiance",
    "about": "Two wings may become one.",
    "scenario": "free",
    "table": [36, 27],
    "frames": {"Guard": {}},
    "weapons": {
        "rifle": {"FR": 3, "brackets": {"5+": 12, "9+": 24}},
        "rocket": {"ammo": 2, "brackets": {"9+": 24}},
        "combination": {"modes": ["rifle", "rocket"]},
    },
    "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
    "units": {
        "left": {"name": "Left wing", "side": "red", "at": _row(4, 4, 5), **GUARDS},
        "right": {"name": "Right wing", "side": "red", "at": _row(4, 6, 5), **GUARDS},
        "scouts": {"name": "Scouts", "side": "red", "at": [[30, 10]], "figures": {"1": {"locked": ["pickets.1"]}}, **GUARDS},
        "pickets": {
            "name": "Pickets",
            "side": "blue",
            "at": [[30, 11]],
            "figures": {"1": {"locked": ["scouts.1"], "shots": [3], "rounds": ["0:1"]}},
            "frame": "Guard",
            "primary": "combination",
        },
        "foes": {"name": "Foes", "side": "blue", "at": _row(4, 24, 5), "face": 180, **GUARDS},
    },
    "templates": [
        {
            "id": "t",
            "unit": "foes",
            "firer": "foes.1",
            "target": "right",
            "pieces": [{"at": [6, 8], "face": 90, "length": 3}],
            "contributors": ["foes.1"],
            "arms": {"foes.1": 0},
        }
    ],
    "turn": {"phase": "command", "number": 0},
    "turns": 1,
}

FLIGHT: dict[str, Any] = {
    "name": "Flight",
    "system": "defiance",
    "about": "Red flies over an empty field.",
    "scenario": "free",
    "table": [36, 27],
    "frames": {"Hawk": {"modes": ["F"], "MV": 6, "QU": "Elite"}, "Guard": {}},
    "weapons": {"rifle": {"FR": 1, "brackets": {"5+": 4}}},
    "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
    "units": {
        "hawks": {"name": "Hawks", "side": "red", "frame": "Hawk", "primary": "rifle", "at": [[6, 5]], "face": 0},
        "guards": {"name": "Guards", "side": "blue", "at": _row(26, 25, 5), "face": 180, **GUARDS},
    },
    "turn": {"phase": "active", "number": 1, "deck": [{"unit": "hawks"}]},
    "turns": 1,
}


class Ambushed(Defiance):
    """Defiance with some battles more."""

    def scenarios(self) -> Mapping[str, Scenario]:
        """The ready ones, and these."""
        return {**super().scenarios(), "ambush": AMBUSH, "union": UNION, "flight": FLIGHT}


SYSTEM = Ambushed()
