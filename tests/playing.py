"""A game in play for tests of any rulebook: answers as people write them, dice that fall as told."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from typing import Any, ClassVar, Self

import pytest

from littlewars.dice import Scripted
from littlewars.engine import Battle, Game, Refusal, System
from littlewars.engine.cases.people import from_people


class Playing:
    """`say` answers the open ask, with the dice that fall because of it: "recovery 3, morale 4"."""

    system: ClassVar[System[Any]]

    @classmethod
    def of(cls, raw: Mapping[str, Any], dice: str = "") -> Self:
        """A game from a whole scenario."""
        play = cls.__new__(cls)
        play.begin(cls.system.setup(dict(raw)), dice)
        return play

    def begin(self, state: Any, dice: str) -> None:
        """From this state, with these dice at once."""
        self.game: Game[Any] = Game(self.system, state, Scripted(script(dice)), strict=True)
        self._used_up()

    # ---- playing

    def say(self, *answers: Any, dice: str = "") -> Self:
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
        self.game.answer(from_people(ask, self.written(answer), self.system.measure(self.state)))

    def written(self, answer: Any) -> Any:
        """An answer as people write it; a system may have short forms of its own."""
        return answer

    def _used_up(self) -> None:
        dice: Any = self.game.battle.dice
        assert not dice.left, f"dice left over: {dice.left}"
        faults = self.system.state_errors(self.game.marks[-1].state)  # in the middle of a step anything may be on its way
        assert not faults, faults

    def refused(self, answer: Any) -> str:
        """The rule that refuses this answer; nothing has changed."""
        before = self.game.hash()
        with pytest.raises(Refusal) as caught:
            self._answer(answer)
        assert self.game.hash() == before
        return caught.value.rule.removeprefix(f"{self.system.name}.")

    def allows(self, answer: Any) -> bool:
        """Would this answer be allowed?"""
        assert self.game.ask is not None
        return self.game.refusal(from_people(self.game.ask, self.written(answer))) is None

    # ---- looking

    @property
    def state(self) -> Any:
        """The state as it is now."""
        return self.game.state

    @property
    def battle(self) -> Battle[Any]:
        """The battle as it is now."""
        return self.game.battle

    @property
    def asks(self) -> str:
        """Who is asked by which rule: "red round.activation"; "" when the battle is over."""
        ask = self.game.ask
        return f"{ask.side} {ask.rule.removeprefix(f'{self.system.name}.')}" if ask else ""

    @property
    def rule(self) -> str:
        """The whole id of the rule that asks."""
        assert self.game.ask is not None, "the battle is over"
        return str(self.game.ask.rule)

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

    def __getitem__(self, name: str) -> Any:
        return self.state.figures[name]

    def unit(self, name: str) -> Any:
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


def told(battle: Battle[Any], kind: str) -> list[Any]:
    """Events of one kind."""
    return [event for event in battle.events or [] if type(event).__name__ == kind]


def script(dice: str) -> list[tuple[str, int | str]]:
    """ "initiative 4, morale 3" as a script; a number alone falls for whatever is rolled."""
    parts = [part.strip().rpartition(" ") for part in dice.split(",") if part.strip()]
    return [(why.strip(), int(face)) for why, _, face in parts]


def finish(rule: Coroutine[Any, Any, Any]) -> Any:
    """What a rule returns that asks nothing."""
    try:
        rule.send(None)
    except StopIteration as stop:
        return stop.value
    raise AssertionError("the rule asks something")


def row(x: float, y: float, count: int, step: float) -> list[list[float]]:
    """Places side by side."""
    return [[x + step * number, y] for number in range(count)]
