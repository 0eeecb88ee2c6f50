"""A table for tests of Combat Action: units in centimetres, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.systems.combat_action.basics.state import State
from littlewars.systems.combat_action.system import COMBAT_ACTION
from tests.playing import Playing, finish, script, told

__all__ = ["Play", "a_battle", "a_state", "finish", "man", "robot", "scenario", "script", "told", "vehicle"]


def man(**values: Any) -> dict[str, Any]:
    """A man with these values: SS 4, CS 4, DS 4, PF 4, MV 10, unarmed."""
    usual: dict[str, Any] = {"kind": "living", "size": "medium", "SS": 4, "CS": 4, "DS": 4, "PF": 4, "MV": 10, "height": 3}
    return usual | values


def robot(kind: str = "autonomous-robot", **values: Any) -> dict[str, Any]:
    """A robot, 4 by 4 cm."""
    usual = {"kind": kind, "size": "large", "SS": 4, "CS": 4, "PF": 9, "MV": 12, "base": [4, 4], "height": 4, "walker": True}
    return usual | values


def vehicle(**values: Any) -> dict[str, Any]:
    """A car, 5 by 9 cm, with room for four."""
    usual = {"kind": "vehicle", "size": "large", "PF": 8, "MV": 30, "base": [5, 9], "height": 4, "weapons": ["autocannon"]}
    return {**usual, "crew": ["driver", "gunner"], "passengers": 4, **values}


MODELS: dict[str, dict[str, Any]] = {
    "bare": man(),
    "shooter": man(weapons=["service-rifle"]),
    "fighter": man(weapons=["knife"]),
    "auto": man(weapons=["assault-rifle"]),
    "sniper": man(SS=3, weapons=["marksman-rifle"]),
    "mg": man(weapons=["machine-gun"]),
    "rocket": man(weapons=["rocket-launcher"]),
    "bomber": man(weapons=["frag-grenade"]),
    "boss": man(DS=2, weapons=["service-pistol"]),
    "officer": man(DS=2, officer=True, weapons=["service-pistol"], gear=["comm-link"]),
    "radio": man(gear=["comm-link"]),
    "tech": man(gear=["robot-controller"]),
    "slave": robot("slave-robot", weapons=["robot-blaster"]),
    "hunter": robot(weapons=["hunter-cannon", "chain-blade"]),
    "drone": robot(size="small", PF=6, MV=20, base=[3, 3], height=2, flyer=True, walker=False, weapons=["robot-blaster"]),
    "car": vehicle(),
    "flyer": vehicle(MV=36, height=6, flyer=True),
}


CELL = {"id": "cell", "kind": "building", "box": [0, 114, 6, 120], "height": 12}  # whoever waits in it is seen by nobody


def scenario(units: Mapping[str, Mapping[str, Any]], *, active: str = "", models: Any = None, **more: Any) -> dict[str, Any]:
    """Units on a table of 120 by 120 cm; those named b… are blue, in the north, others red, in the south. It is turn 1;
    `active` names the unit whose activation begins; then somebody waits in a cell, so that the game asks for
    the next unit when it ends. A unit is of riflemen unless it says so."""
    turn: dict[str, Any] = {"phase": "play", "number": 1, "at": "blue", **more.pop("turn", {})}
    if active:
        turn["doing"] = {"unit": active}
        units = {**units, "bz": {"model": "bare", "at": [[3, 117]]}}
        more["terrain"] = [*more.get("terrain", ()), CELL]
    return {
        "table": [120, 120],
        "sides": {"red": {"edge": "south"}, "blue": {"edge": "north"}},
        "models": {**MODELS, **(models or {})},
        "units": {name: {"side": "blue" if name.startswith("b") else "red", **_of(unit)} for name, unit in units.items()},
        "turn": turn,
        **more,
    }


def _of(unit: Mapping[str, Any]) -> dict[str, Any]:
    raw = dict(unit)
    if "figures" in raw:
        usual = raw.pop("model", "shooter")
        raw["figures"] = {key: {"model": usual, **one} for key, one in raw["figures"].items()}
    elif "model" not in raw:
        raw["model"] = "shooter"
    return raw


def crew(at: list[float], face: float = 0, **more: Any) -> dict[str, Any]:
    """A car with its driver (2) and gunner (3)."""
    figures = {
        "1": {"model": "car", "at": at, "face": face, **more},
        "2": {"model": "driver", "carrier": "car.1", "seat": "pilot"},
        "3": {"model": "gunner", "carrier": "car.1", "seat": "gunner"},
    }
    return {"figures": figures, "leader": "car.2"}


def a_state(units: Mapping[str, Mapping[str, Any]], **more: Any) -> State:
    """The state of such a scenario."""
    return COMBAT_ACTION.setup(scenario(units, **more))


def a_battle(units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> Battle[State]:
    """A battle without a game: for rules that are called one by one (`finish` runs those that ask nothing)."""
    return Battle(a_state(units, **more), Scripted(script(dice)))


class Play(Playing):
    """A battle of Combat Action."""

    system = COMBAT_ACTION

    def __init__(self, units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> None:
        self.begin(a_state(units, **more), dice)

    def verbs(self) -> set[str]:
        """The activities that are open now."""
        return {option.partition(":")[0] for option in self.options}
