"""A table for tests: units written in inches, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.systems.oversoul.basics.state import Activation, State, Turn
from littlewars.systems.oversoul.system import OVERSOUL
from littlewars.systems.oversoul.units.aim import Aim, aim_melee, aim_shot
from tests import playing
from tests.playing import Playing, finish, script

__all__ = [
    "Fight",
    "Play",
    "Playing",
    "battle_of",
    "blow",
    "fallen",
    "finish",
    "mods",
    "row",
    "scenario",
    "script",
    "shot",
    "state_of",
]

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
    "saw": {"die": "d6", "range": 12, "attributes": ["Heavy Ranged Weapon"]},
    "lucky": {"die": "d6", "range": 10, "attributes": ["Lucky"]},
    "tough": {"die": "d6", "attributes": ["Tough"]},
    "guard": {"die": "d8", "attributes": ["Heavy Armor", "Heavy Melee Weapon"]},
    "sergeant": {"die": "d6", "attributes": ["Command"]},
    "wizard": {"die": "d10", "attributes": ["Magic"], "spells": ["Zap", "Fireball", "Shield", "Fast"]},
    "mortar": {"kind": "artillery-weapon", "die": "d10", "range": 20, "artillery_type": "arcing", "attributes": ["Template 4"]},
    "truck": {"kind": "vehicle", "die": "d10"},
    "panzer": {
        "kind": "vehicle",
        "die": "d20",
        "attributes": ["Heavy Armor"],
        "weapons": [
            {"name": "Cannon", "die": "d10", "range": 10, "attributes": ["Turret"]},
            {"name": "Left Gun", "die": "d8", "range": 8, "facing": "left", "attributes": ["Sponson"]},
            {"name": "Right Gun", "die": "d8", "range": 8, "facing": "right", "attributes": ["Sponson"]},
        ],
    },
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


class Fight(Play):
    """A battle in the middle of an activation: the unit is about to do these parts of it."""

    def __init__(
        self, units: Mapping[str, Mapping[str, Any]], unit: str = "a", parts: Sequence[str] = ("other",), **more: Any
    ) -> None:
        doing = more.pop("doing", {})
        state = state_of(units, **more)
        state.turn.doing = Activation(unit, "part", list(parts), **doing)
        self.begin(state, "")

    def actions(self) -> list[str]:
        """The Other actions open to the only model that may act."""
        assert self.rule == "oversoul.action.list", self.rule
        return self.options


def state_of(units: Mapping[str, Mapping[str, Any]], **more: Any) -> State:
    """A table with these units; red is in the south and has acted in its turn."""
    state = OVERSOUL.setup({"rounds": 99, **scenario(units, **more)})
    state.turn = Turn("turn", round=1, order=list(state.sides), acted=True)
    for side in state.sides.values():
        side.turns = 1
    return state


def battle_of(units: Mapping[str, Mapping[str, Any]], **more: Any) -> Battle[State]:
    """A battle to look at: measuring and modifiers, no dice."""
    return Battle(state_of(units, **more), Scripted())


def shot(battle: Battle[State], attacker: str, target: str, weapon: int = 0) -> Aim:
    """A shot before its die falls."""
    return aim_shot(battle, battle.state.figures[attacker], battle.state.figures[target], weapon)


def blow(battle: Battle[State], attacker: str, target: str) -> Aim:
    """A melee attack before its die falls."""
    return aim_melee(battle, battle.state.figures[attacker], battle.state.figures[target])


def mods(aim: Aim) -> dict[str, int]:
    """The modifiers of an attack by name."""
    return {mod.name: mod.value for mod in aim.tally.mods}


def row(x: float, y: float, count: int, step: float = 1.0) -> list[list[float]]:
    """Places side by side."""
    return playing.row(x, y, count, step)


def fallen(profile: str, x: float, y: float, count: int, lost: int, step: float = 1.0, **how: Any) -> dict[str, dict[str, Any]]:
    """Figures side by side, the last of whom are gone; their unit needs `lost` beside them."""
    figures = {str(n): {"profile": profile, "at": [x + step * (n - 1), y], **how} for n in range(1, count + 1)}
    for number in range(count - lost + 1, count + 1):
        figures[str(number)]["gone"] = "removed"
    return figures
