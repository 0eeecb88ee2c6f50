"""Playing a case: the dice fall as written, every answer is given, every expectation looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from littlewars.dice import Draw, Scripted, ScriptError
from littlewars.untrusted import quote, told_by

from ..asks import Ask
from ..catalogue.rulebook import Rulebook, RulebookError
from ..events import Event
from ..game import Game, RuleBug
from ..system import ScenarioError, System
from ..types import Refusal
from .expecting import Evidence, Unmet, check, short
from .people import from_people
from .reading import Case, CaseError, CaseStep, Face, load


class CaseReport(Struct, frozen=True):
    """A case that holds: what it was, and how much it looked at."""

    case: str
    system: str
    file: str
    rules: tuple[str, ...]
    steps: int
    checks: int
    game: Any = None  # the game after the last step, if one was set up


class Gate:
    """How many dice may have fallen by now: those of later steps are not touched."""

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed


class CaseDice(Scripted):
    """The dice of a whole case, let out step by step."""

    __slots__ = ("gate",)

    def __init__(self, script: Sequence[Face], gate: Gate) -> None:
        super().__init__(script)
        self.gate = gate

    def twin(self) -> CaseDice:
        """The same dice, to fall the same way."""
        twin = CaseDice(self.left, self.gate)
        twin.fallen = self.fallen
        return twin

    def _next(self, wanted: str, why: str) -> int | str:
        if self.fallen >= self.gate.allowed:
            raise ScriptError(f"no die left for {quote(why)} ({wanted})")
        return super()._next(wanted, why)

    def over(self) -> list[Face]:
        """What should have fallen by now and has not."""
        return self.left[: max(0, self.gate.allowed - self.fallen)]


def run(case: Case | Path, systems: Mapping[str, System[Any]]) -> CaseReport:
    """Play a case; CaseError says what is not as expected, at which step and line."""
    case = load(case) if isinstance(case, Path) else case
    if case.system not in systems:
        known = ", ".join(systems) or "none"
        raise CaseError(f"there is no system {quote(case.system)}; there are {known}", case.file, case.lines.get("system", 1))
    return _Run(case, systems[case.system]).run()


class _Run:
    """One case being played."""

    def __init__(self, case: Case, system: System[Any]) -> None:
        self.case, self.system = case, system
        self.at, self.line = 0, case.lines.get("scenario", 1)
        self.checks = 0
        self.start: Any = None

    def run(self) -> CaseReport:
        """Set up, play, expect."""
        try:
            known_rules(self.case, self.system)
            game = self._set_up()
            for step in self.case.play:
                self._step(game, step)
            if game is not None:
                self._final(game)
        except CaseError:
            raise
        except (Unmet, ScriptError, Refusal, ScenarioError) as error:
            raise self.wrong(str(error)) from error
        except RuleBug as error:
            raise self.wrong(str(error.__cause__ if isinstance(error.__cause__, ScriptError) else error)) from error
        except Exception as error:
            raise self.wrong(f"{type(error).__name__}: {told_by(error)}") from error
        if not self.checks:
            raise self.wrong("this case expects nothing")
        case = self.case
        return CaseReport(case.case, case.system, case.file, case.rules, len(case.play), self.checks, game)

    def wrong(self, text: str) -> CaseError:
        """The error of where we are."""
        return CaseError(text, self.case.file, self.line, self.at)

    def _set_up(self) -> Game[Any] | None:
        """The game before its first answer, or None if the scenario was refused, as it should be."""
        case = self.case
        script = [*case.dice, *(face for step in case.play for face in step.dice)]
        dice = CaseDice(script, Gate(len(case.dice)))
        try:
            state = self.system.setup(self._scenario())
        except ScenarioError as error:
            if not case.error:
                raise
            self._refused_as_expected(error)
            return None
        if case.error:
            self.line = case.lines["error"]
            raise self.wrong(f"the scenario was set up, expected an error about {short(list(case.error))}")
        self.start = self.system.describe(state)
        game = Game(self.system, state, dice, strict=True)
        self._used_up(game)
        return game

    def _scenario(self) -> Any:
        named = self.case.scenario
        if isinstance(named, str):
            ready = self.system.scenarios()
            if named not in ready:
                raise ScenarioError(f"there is no scenario {quote(named)}; there are {', '.join(ready) or 'none'}")
            return deepcopy(ready[named])
        return deepcopy(named)

    def _refused_as_expected(self, error: ScenarioError) -> None:
        self.line = self.case.lines["error"]
        for text in self.case.error:
            self.checks += 1
            if text not in str(error):
                raise self.wrong(f"the error is {short(str(error))}, which does not contain {quote(text)}")
        if self.case.play or self.case.expect:
            raise self.wrong("a case with an error has nothing to play or expect")

    def _used_up(self, game: Game[Any]) -> None:
        dice = game.battle.dice
        if isinstance(dice, CaseDice) and (over := dice.over()):
            left = ", ".join(f"{label}: {face}" if label else str(face) for label, face in over)
            raise ScriptError(f"dice left over ({left})")

    def _step(self, game: Game[Any] | None, step: CaseStep) -> None:
        assert game is not None
        self.at, self.line = step.number, step.line
        told = len(game.battle.events or ())
        dice = game.battle.dice
        assert isinstance(dice, CaseDice)
        dice.gate.allowed += len(step.dice)
        before = _stand(game)
        try:
            self._enter(game, step)
        except Refusal as refusal:
            if not step.refused:
                raise
            self._refused(game, step, refusal, before)
        else:
            if step.refused:
                raise Unmet(f"{short(step.answer)} was allowed, expected to be refused by {step.refused}")
        self._used_up(game)
        self._expect(game, step.expect, (game.battle.events or [])[told:], step.lines)

    def _enter(self, game: Game[Any], step: CaseStep) -> None:
        if step.kind == "concede":
            game.concede(step.side)
        elif step.kind == "agree":
            game.agree(step.side)
        else:
            part, ask = _asked(game, step)
            game.answer_part(part, from_people(ask, step.answer, game.system.measure(game.state)))

    def _refused(self, game: Game[Any], step: CaseStep, refusal: Refusal, before: Any) -> None:
        self.checks += 1
        if refusal.rule != step.refused:
            raise Unmet(f"refused by {refusal.rule}, expected {step.refused}: {refusal.text}")
        if _stand(game) != before:
            raise Unmet("a refused answer has changed the game")

    def _expect(
        self,
        game: Game[Any],
        expect: Mapping[str, Any],
        events: Sequence[Event | Draw],
        lines: Mapping[str, int],
        prefix: str = "",
    ) -> None:
        scene = Evidence(game, events, self.start)
        for key, wanted in expect.items():
            self.checks += 1
            self.line = lines.get(prefix + key, self.line)
            check(scene, key, wanted)

    def _final(self, game: Game[Any]) -> None:
        self.at, self.line = 0, self.case.lines.get("expect", self.line)
        self._expect(game, self.case.expect, game.battle.events or [], self.case.lines, "expect.")


def _stand(game: Game[Any]) -> Any:
    """What a refused answer must not change."""
    return game.hash(), len(game.entries), len(game.battle.events or ()), [(part, ask.rule) for part, ask in game.asks]


def _asked(game: Game[Any], step: CaseStep) -> tuple[int, Ask[Any]]:
    """The open ask that a step answers: the first of its side (of its rule, of its part)."""
    own = [(part, ask) for part, ask in game.asks if ask.side == step.side]
    if not own:
        others = ", ".join(f"{ask.side} {ask.rule}" for _, ask in game.asks) or "nobody: the battle is over"
        raise Refusal("engine.turn", f"{step.side} is not asked {short(step.answer)}; asked: {others}")
    fitting = [(part, ask) for part, ask in own if step.rule in ("", ask.rule) and step.part in (None, part)]
    if not fitting:
        wanted = step.rule if step.part is None else f"{step.rule} in part {step.part}"
        raise Unmet(f"{', '.join(ask.rule for _, ask in own)} asks {step.side}, not {wanted}")
    return fitting[0]


# ---- rule ids


def known_rules(case: Case, system: System[Any]) -> None:
    """CaseError names a rule id that is not in the system's catalogue."""
    book = system.folder / "rulebook.yaml"
    if not book.is_file():
        return
    try:
        ids = _ids(book, book.stat().st_mtime_ns)
    except RulebookError as error:
        raise CaseError(str(error), case.file) from error
    for rule, line, step in _named(case):
        if rule and rule not in ids and not rule.startswith("engine."):
            raise CaseError(f"{quote(rule)} is not a rule of {system.name}", case.file, line, step)


@lru_cache(16)
def _ids(book: Path, _changed: int) -> frozenset[str]:
    return frozenset(Rulebook.load(book).ids)


def _named(case: Case) -> list[tuple[str, int, int]]:
    """Every rule that a case names, with its line and step."""
    found = [(rule, case.lines.get("rules", 1), 0) for rule in case.rules]
    for step in case.play:
        found += [(rule, step.line, step.number) for rule in (step.rule, step.refused)]
        found += [(rule, step.lines["asks"], step.number) for rule in _asked_rules(step.expect)]
    return found + [(rule, case.lines["expect.asks"], 0) for rule in _asked_rules(case.expect)]


def _asked_rules(expect: Mapping[str, Any]) -> list[str]:
    asks = expect.get("asks") or []
    return [str(ask).split(" ", 1)[-1] for ask in ([asks] if isinstance(asks, str) else asks)]
