"""A table for tests of Defiance: units written in inches, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any

import pytest

from littlewars.dice import Scripted
from littlewars.engine import Battle, Game, Refusal
from littlewars.engine.people import from_people
from littlewars.systems.defiance.state import Figure, State, Unit
from littlewars.systems.defiance.system import DEFIANCE

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


class Play:
    """A game in play. `say` answers the open ask, with the dice that fall because of it: "damage 7, morale 4"."""

    def __init__(self, units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> None:
        self.game = Game(DEFIANCE, a_state(units, **more), Scripted(script(dice)), strict=True)
        self._used_up()

    @classmethod
    def of(cls, raw: Mapping[str, Any], dice: str = "") -> Play:
        """A game from a whole scenario."""
        play = cls.__new__(cls)
        play.game = Game(DEFIANCE, DEFIANCE.setup(dict(raw)), Scripted(script(dice)), strict=True)
        play._used_up()
        return play

    # ---- playing

    def say(self, *answers: Any, dice: str = "") -> Play:
        """Answer what is asked, one after the other; the dice fall after the last answer."""
        for answer in answers[:-1]:
            self._answer(answer)
        fallen: Any = self.game.battle.dice
        fallen.left += script(dice)
        self._answer(answers[-1])
        self._used_up()
        return self

    def _answer(self, answer: Any) -> None:
        ask = self.game.ask
        assert ask is not None, "the battle is over"
        self.game.answer(from_people(ask, answer))

    def _used_up(self) -> None:
        dice: Any = self.game.battle.dice
        assert not dice.left, f"dice left over: {dice.left}"
        assert not DEFIANCE.faults(self.state), DEFIANCE.faults(self.state)

    def refused(self, answer: Any) -> str:
        """The rule that refuses this answer; nothing has changed."""
        before = self.game.hash()
        with pytest.raises(Refusal) as caught:
            self._answer(answer)
        assert self.game.hash() == before
        return caught.value.rule.removeprefix("defiance.")

    def allows(self, answer: Any) -> bool:
        """Would this answer be allowed?"""
        assert self.game.ask is not None
        return self.game.refusal(from_people(self.game.ask, answer)) is None

    # ---- looking

    @property
    def state(self) -> State:
        """The state as it is now."""
        return self.game.state

    @property
    def battle(self) -> Battle[State]:
        """The battle as it is now."""
        return self.game.battle

    @property
    def asks(self) -> str:
        """Who is asked by which rule: "red orders.declare-first"; "" when the battle is over."""
        ask = self.game.ask
        return f"{ask.side} {ask.rule.removeprefix('defiance.')}" if ask else ""

    @property
    def options(self) -> list[str]:
        """What may be chosen now."""
        ask: Any = self.game.ask
        return list(ask.ids)

    def __getitem__(self, name: str) -> Figure:
        return self.state.figures[name]

    def unit(self, name: str) -> Unit:
        """A unit by its name."""
        return self.state.units[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where a figure stands, in inches."""
        return self[name].x / 1000, self[name].y / 1000

    def told(self, kind: str) -> list[Any]:
        """What happened so far, events of one kind."""
        return told(self.game.battle, kind)

    def fell(self, why: str) -> list[int]:
        """The faces that fell for a purpose."""
        return [face for event in self.told("Draw") if event.why == why for face in event.faces]


def told(battle: Battle[State], kind: str) -> list[Any]:
    """Events of one kind."""
    return [event for event in battle.events or [] if type(event).__name__ == kind]


def script(dice: str) -> list[tuple[str, int]]:
    """ "damage 4, morale 3" as a script; a number alone falls for whatever is rolled."""
    parts = [part.strip().rpartition(" ") for part in dice.split(",") if part.strip()]
    return [(why.strip(), int(face)) for why, _, face in parts]


def finish(rule: Coroutine[Any, Any, Any]) -> Any:
    """What a rule returns that asks nothing."""
    try:
        rule.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("the rule asks something")


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
    return [[x + step * number, y] for number in range(count)]
