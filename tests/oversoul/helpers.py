"""A table for tests: units written in inches, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.systems.oversoul.system import OVERSOUL
from tests import playing
from tests.playing import Playing, finish, script

__all__ = ["Play", "Playing", "fallen", "finish", "row", "scenario", "script"]

PROFILES: dict[str, dict[str, Any]] = {
    "man": {"die": "d6"},
    "rifle": {"die": "d6", "range": 10},
    "big": {"die": "d8"},
    "brave": {"die": "d6", "attributes": ["Brave"]},
    "spear": {"die": "d6", "attributes": ["Tight Cohesion"]},
    "bow": {"die": "d6", "range": 10, "attributes": ["Tight Cohesion"]},
    "rider": {"die": "d8", "attributes": ["Mounted"]},
    "knight": {"die": "d8", "attributes": ["Mounted", "Tight Cohesion", "Heavy Armor", "Heavy Melee Weapon"]},
    "dead": {"die": "d6", "attributes": ["Undead"]},
    "ghoul": {"die": "d6", "attributes": ["Fearsome"]},
    "captain": {"die": "d8", "attributes": ["Command"]},
    "marshal": {"die": "d8", "attributes": ["Command", "Mounted"]},
    "bat": {"die": "d6", "attributes": ["Flying"]},
    "humming": {"die": "d6", "attributes": ["Flying", "Hover"]},
    "flock": {"die": "d6", "attributes": ["Flying", "Tight Cohesion"]},
    "flea": {"die": "d6", "attributes": ["Jump"]},
    "frog": {"die": "d6", "attributes": ["Amphibious"]},
    "diver": {"die": "d6", "attributes": ["Amphibious", "Submersible"]},
    "car": {"kind": "vehicle", "die": "d10"},
    "tank": {"kind": "vehicle", "die": "d20", "attributes": ["Tracked"]},
    "bike": {"kind": "vehicle", "die": "d8", "attributes": ["Turn X2"]},
    "trike": {"kind": "vehicle", "die": "d8", "attributes": ["Turn X3"]},
    "mecha": {"kind": "vehicle", "die": "d12", "attributes": ["Walker"]},
    "boat": {"kind": "vehicle", "die": "d10", "attributes": ["Waterborne"]},
    "sloop": {"kind": "vehicle", "die": "d10", "attributes": ["Waterborne", "Sailed"]},
    "sub": {"kind": "vehicle", "die": "d10", "attributes": ["Waterborne", "Submersible"]},
    "hopper": {"kind": "vehicle", "die": "d10", "attributes": ["Jump"]},
    "plane": {"kind": "vehicle", "die": "d10", "attributes": ["Flying"]},
    "gun": {"kind": "artillery-weapon", "die": "d10", "range": 20},
}
SEA = {"id": "sea", "water": "deep", "box": [0, 0, 48, 48]}


def scenario(
    units: Mapping[str, Mapping[str, Any]],
    *,
    sides: Mapping[str, Any] | None = None,
    profiles: Mapping[str, Any] | None = None,
    order: list[str] | None = None,
    turn: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Units on a table of 48 inches; red is in the south and has the turn. Units named b… are blue, others red."""
    named = sides or {"red": {"edge": "south"}, "blue": {"edge": "north"}}
    return {
        "table": [48, 48],
        "sides": named,
        "profiles": {**PROFILES, **(profiles or {})},
        "units": {name: {"side": "blue" if name.startswith("b") else "red", **unit} for name, unit in units.items()},
        "turn": {"phase": "turn", "round": 1, "order": order or list(named), **(turn or {})},
        **more,
    }


class Play(Playing):
    """A battle of Oversoul."""

    system = OVERSOUL

    def __init__(self, units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> None:
        self.begin(OVERSOUL.setup(scenario(units, **more)), dice)


def row(x: float, y: float, count: int, step: float = 1.0) -> list[list[float]]:
    """Places side by side."""
    return playing.row(x, y, count, step)


def fallen(profile: str, x: float, y: float, count: int, lost: int, step: float = 1.0, **how: Any) -> dict[str, dict[str, Any]]:
    """Figures side by side, the last of whom are gone; their unit needs `lost` beside them."""
    figures = {str(n): {"profile": profile, "at": [x + step * (n - 1), y], **how} for n in range(1, count + 1)}
    for number in range(count - lost + 1, count + 1):
        figures[str(number)]["gone"] = "removed"
    return figures
