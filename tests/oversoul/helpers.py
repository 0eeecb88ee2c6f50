"""A table for tests: units written in inches, answers as people write them, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any

import pytest

from littlewars.dice import Scripted
from littlewars.engine import Battle, Game, Refusal
from littlewars.engine.people import from_people
from littlewars.systems.oversoul.state import Figure, State, Unit
from littlewars.systems.oversoul.system import OVERSOUL

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


class Play:
    """A game in play. `say` answers the open ask, with the dice that fall because of it: "recovery 3, morale 4"."""

    def __init__(self, units: Mapping[str, Mapping[str, Any]], dice: str = "", **more: Any) -> None:
        state = OVERSOUL.setup(scenario(units, **more))
        self.game = Game(OVERSOUL, state, Scripted(script(dice)), strict=True)
        self._used_up()

    @classmethod
    def of(cls, raw: Mapping[str, Any], dice: str = "") -> Play:
        """A game from a whole scenario."""
        play = cls.__new__(cls)
        play.game = Game(OVERSOUL, OVERSOUL.setup(dict(raw)), Scripted(script(dice)), strict=True)
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
        assert not OVERSOUL.faults(self.state), OVERSOUL.faults(self.state)

    def refused(self, answer: Any) -> str:
        """The rule that refuses this answer; nothing has changed."""
        before = self.game.hash()
        with pytest.raises(Refusal) as caught:
            self._answer(answer)
        assert self.game.hash() == before
        return caught.value.rule.removeprefix("oversoul.")

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
        """Who is asked by which rule: "red round.activation"; "" when the battle is over."""
        ask = self.game.ask
        return f"{ask.side} {ask.rule.removeprefix('oversoul.')}" if ask else ""

    @property
    def options(self) -> list[str]:
        """What may be chosen now."""
        ask: Any = self.game.ask
        return list(ask.ids)

    @property
    def budget(self) -> dict[str, float]:
        """What may be spent in the Move that is asked for, in inches."""
        ask: Any = self.game.ask
        return {name: most / 1000 for name, most in ask.budget.items()}

    def __getitem__(self, name: str) -> Figure:
        return self.state.figures[name]

    def unit(self, name: str) -> Unit:
        """A unit by its name."""
        return self.state.units[name]

    def at(self, name: str) -> tuple[float, float]:
        """Where a model stands, in inches."""
        return self[name].x / 1000, self[name].y / 1000

    def told(self, kind: str) -> list[Any]:
        """What happened so far, events of one kind."""
        return [event for event in self.game.battle.events or [] if type(event).__name__ == kind]

    def fell(self, why: str) -> list[int]:
        """The faces that fell for a purpose."""
        return [face for event in self.told("Draw") if event.why == why for face in event.faces]


def script(dice: str) -> list[tuple[str, int]]:
    """ "initiative 4, morale 3" as a script."""
    parts = [part.strip().rpartition(" ") for part in dice.split(",") if part.strip()]
    return [(why.strip(), int(face)) for why, _, face in parts]


def finish(rule: Coroutine[Any, Any, Any]) -> Any:
    """What a rule returns that asks nothing."""
    try:
        rule.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("the rule asks something")


def row(x: float, y: float, count: int, step: float = 1.0) -> list[list[float]]:
    """Places side by side."""
    return [[x + step * number, y] for number in range(count)]


def fallen(profile: str, x: float, y: float, count: int, lost: int, step: float = 1.0, **how: Any) -> dict[str, dict[str, Any]]:
    """Figures side by side, the last of whom are gone; their unit needs `lost` beside them."""
    figures = {str(n): {"profile": profile, "at": [x + step * (n - 1), y], **how} for n in range(1, count + 1)}
    for number in range(count - lost + 1, count + 1):
        figures[str(number)]["gone"] = "removed"
    return figures
