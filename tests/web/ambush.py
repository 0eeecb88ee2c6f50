"""A small battle of Defiance in which it is certain what happens: a runner crosses the arc of one who covers it.

The gunners roll five dice each and miss only with ones, the runner survives all hits and cannot fail his test, and he holds
an attack chit: so he is asked something in the middle of the enemy's covering fire.
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


class Ambushed(Defiance):
    """Defiance with one battle more."""

    def scenarios(self) -> Mapping[str, Scenario]:
        """The ready ones, and the ambush."""
        return {**super().scenarios(), "ambush": AMBUSH}


SYSTEM = Ambushed()
