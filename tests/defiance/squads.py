"""A table for tests of Defiance: units written in inches, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any, NamedTuple

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.engine.cases.people import from_people
from littlewars.systems.defiance.basics.fire_action import Fire, Manner
from littlewars.systems.defiance.basics.fire_action import Shot as AimedShot
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.state import Figure, State
from littlewars.systems.defiance.fire.shots import aim
from littlewars.systems.defiance.system import DEFIANCE
from tests import playing
from tests.playing import Playing, finish, script, told

__all__ = ["Play", "a_battle", "a_state", "finish", "one_shot", "row", "run", "scenario", "script", "shoot", "told"]

WEAPONS: dict[str, dict[str, Any]] = {
    "rifle": {"FR": 2, "brackets": {"5+": 10, "7+": 20, "9+": 30, "11+": 40}},
    "pistol": {"FR": 1, "brackets": {"3+": 5, "5+": 10}},
    "gun": {"FR": 3, "brackets": {"5+": 15, "7+": 30, "9+": 45}},
    "single": {"FR": 1, "brackets": {"7+": 20}},
    "split": {"FR": "1(2)", "brackets": {"5+": 20, "7+": 40}},
    "endless": {"FR": 1, "brackets": {"9+": "UN"}},
    "ultra": {"FR": "1U", "brackets": {"7+": 20}},
    "phase": {"FR": "1P", "brackets": {"5+": 15, "7+": 30}},
    "cone": {"FR": "1C", "brackets": {"5+": 10}},
    "rocket": {"FR": 1, "target": "AV", "ammo": 2, "brackets": {"5+": 10, "7+": 20}},
    "mortar": {"FR": 1, "IF": True, "brackets": {"5+": 15, "7+": 30}, "aoe": {"radius": 2, "damage": "5+"}},
    "grenade": {"form": "grenade", "ammo": 2, "brackets": "thrown", "aoe": {"radius": 2, "damage": "5+"}},
}
FRAMES: dict[str, dict[str, Any]] = {
    "man": {},
    "green": {"QU": "Green"},
    "veteran": {"QU": "Veteran"},
    "fanatic": {"QU": "Fanatic"},
    "linked": {"QU": "Linked"},
    "elite": {"QU": "Elite"},
    "bug": {"QU": "Matrix", "HC": "-"},
    "hero": {"HC": 10},
    "suit": {"class": "PI", "AR": -1},
    "giant": {"class": "PI", "AR": -2, "SZ": 3, "DC": 3},
    "small": {"SZ": 1},
    "runner": {"modes": ["S"], "MV": 5},
    "jumper": {"modes": ["J"]},
    "bird": {"modes": ["F"], "MV": 6},
    "ghost": {"FS": "5+"},
    "tank": {"vehicle": True, "TY": "AFV", "SZ": 4, "DC": 2},
}


def one_shot(
    state: State,
    figure: Figure,
    arm: int,
    line: Weapon,
    target: Figure,
    dice: int,
    speed: str = "",
    covering: int | None = None,
) -> AimedShot:
    """A shot as `aim` has it, from its parts."""
    fire = Fire(figure, arm, figure.arms[arm].weapon.lines.index(line), dice, target.id, Manner(speed, covering))
    return aim(state, fire, target)


def scenario(
    units: Mapping[str, Mapping[str, Any]],
    *,
    sides: Mapping[str, Any] | None = None,
    frames: Mapping[str, Any] | None = None,
    weapons: Mapping[str, Any] | None = None,
    turn: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Units on a table of 48 by 48 inches; those named b… are blue, in the north, others red, in the south.

    It is turn 1 and the deck holds the card of every unit. A unit is of the frame "man" with a "rifle" unless it says so.
    """
    named = dict(sides or {"red": {"edge": "south"}, "blue": {"edge": "north"}})
    names = list(named)
    written = {name: {"side": names[1] if name.startswith("b") else names[0], **_armed(unit)} for name, unit in units.items()}
    return {
        "table": [48, 48],
        "scenario": "free",
        "sides": named,
        "frames": {**FRAMES, **(frames or {})},
        "weapons": {**WEAPONS, **(weapons or {})},
        "units": written,
        "turn": {"phase": "active", "number": 1, "deck": [{"unit": name} for name in units], **(turn or {})},
        **more,
    }


def _armed(unit: Mapping[str, Any]) -> dict[str, Any]:
    """A unit without a word about its arms has rifles; `primary: ""` leaves it bare."""
    raw = dict(unit)
    if "frame" not in raw and not any("frame" in one for one in raw.get("figures", {}).values()):
        raw["frame"] = "man"
    if not raw.get("primary", "rifle"):
        raw.pop("primary")
    elif "primary" not in raw and not isinstance(raw.get("support"), str):
        raw["primary"] = "rifle"
    return raw


def a_state(units: Mapping[str, Mapping[str, Any]], **more: Any) -> State:
    """The state of such a scenario."""
    return DEFIANCE.setup(scenario(units, **more))


def a_battle(units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> Battle[State]:
    """A battle without a game: for rules that are called one by one (`ask` runs those that ask)."""
    return Battle(a_state(units, **more), Scripted(script(dice)))


class Shot(NamedTuple):
    """A weapon fired at a figure; without a rate at the first that the weapon has."""

    weapon: str
    target: str
    rate: int | None = None

    def among(self, ask: Any, state: State) -> str:
        """Its id among the options of an ask."""
        (firer,) = ask.of
        for name in ask.ids:
            arm, line, rate, target = [*name.split(":", 3), "", "", ""][:4]
            fits = target == self.target and (self.rate is None or rate == str(self.rate))
            if fits and state.figures[firer].arms[int(arm)].weapon.lines[int(line)].name == self.weapon:
                return str(name)
        raise AssertionError(f"{firer} cannot fire {self}: {ask.ids}")


def shoot(weapon: str, target: str, rate: int | None = None) -> Shot:
    """An answer: fire this at him."""
    return Shot(weapon, target, rate)


class Play(Playing):
    """A battle of Defiance."""

    system = DEFIANCE

    def id(self, chosen: Shot) -> str:
        """The id of a shot among the options that are open."""
        return chosen.among(self.game.ask, self.state)

    def written(self, answer: Any) -> Any:
        """A shot is answered by its id."""
        return self.id(answer) if isinstance(answer, Shot) else answer

    def __init__(self, units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> None:
        self.begin(a_state(units, **more), dice)


def run(rule: Coroutine[Any, Any, Any], *answers: Any) -> Any:
    """What a rule returns when its asks are answered so, one after the other."""
    left = list(answers)
    try:
        ask: Any = rule.send(None)
        while True:
            assert left, f"nobody answers {ask.rule}: {ask.prompt}"
            ask = rule.send(from_people(ask, left.pop(0)))
    except StopIteration as stop:
        assert not left, f"not asked for: {left}"
        return stop.value


def row(x: float, y: float, count: int, step: float = 1.5) -> list[list[float]]:
    """Places side by side."""
    return playing.row(x, y, count, step)
