"""The object that the engine sees of a rulebook: what all of them do alike. A book writes only what differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Generic, Literal, TypeVar

import msgspec
import yaml

from littlewars.engine import Ask, Attack, Battle, Event, Happening, Result, Rule, Scenario, ScenarioError, copier
from littlewars.engine.measures import CENTIMETRES, INCHES, Measure
from littlewars.engine.orders import Stance
from littlewars.engine.page.cache import PageCache
from littlewars.engine.showing import Look, Show
from littlewars.muster import Muster
from littlewars.untrusted import quote

from .page import kept

S = TypeVar("S", bound=msgspec.Struct)


class BaseSystem(Generic[S]):
    """Fulfils `littlewars.engine.System`. A book names itself, its state and its events, and hands over its functions:

        class Skirmish(BaseSystem[State]):
            name, title, about = "skirmish", "Skirmish", "A small book of our own."
            state, folder = State, Path(__file__).parent / "data"
            events = EVENTS
            setup, describe, step = staticmethod(setup), staticmethod(describe), staticmethod(step)
            ...

    A book without secrets, forecasts or lines of sight says nothing about them.
    """

    name: str
    title: str
    about: str
    version: int = 1
    unit: Literal["inch", "cm"] = "inch"
    measures: bool = True
    secrets: bool = False
    longest_step: int
    folder: Path
    state: type[S]
    events: Sequence[type[Event]] = ()
    features: Sequence[str] = ()
    muster: Muster | None = None  # a book may do without rosters
    copy: Callable[[S], S]
    encode: Callable[[S], bytes]

    def __init_subclass__(cls) -> None:
        """Write the copy of a state once, from its struct."""
        if "state" in cls.__dict__:
            cls.copy = staticmethod(copier(cls.state))
            cls.encode = staticmethod(msgspec.msgpack.Encoder(enc_hook=lambda profile: profile.key).encode)

    # ---- what a book must have

    def setup(self, scenario: Scenario) -> S:
        """The state a battle begins with."""
        raise NotImplementedError

    def describe(self, state: S) -> Scenario:
        """The state in people's units."""
        raise NotImplementedError

    def step(self, battle: Battle[S]) -> Rule[None] | None:
        """The next step."""
        raise NotImplementedError

    def rounds(self, state: S) -> int:
        """Rounds or turns begun so far."""
        return int(getattr(state, "turn").number)  # noqa: B009 - as `sides`

    def verdict(self, state: S) -> Result:
        """Who has won."""
        raise NotImplementedError

    def show(self, state: S) -> Show:
        """The table for a page; a book with many figures has `table` instead."""
        return self.table(state, PageCache())

    def table(self, state: S, cache: PageCache) -> Show:
        """The same, its parts kept in the cache."""
        return self.show(state)

    def page(self, state: S, cache: PageCache) -> Show:
        """The table for a page, made anew if anything has changed."""
        return kept(state, cache, lambda: self.table(state, cache))

    # ---- what a book may have

    @cached_property
    def _ready(self) -> dict[str, Scenario]:
        files = sorted((self.folder / "scenarios").glob("*.yaml"))
        return {file.stem: yaml.safe_load(file.read_text(encoding="utf-8")) for file in files}

    @cached_property
    def stances(self) -> tuple[Stance, ...]:
        """What a unit may be ordered to do in one breath, from the book's data; a book that says nothing has none."""
        file = self.folder / "stances.yaml"
        return msgspec.convert(yaml.safe_load(file.read_text()), tuple[Stance, ...]) if file.exists() else ()

    def scenarios(self) -> Mapping[str, Scenario]:
        """The ready battles by name."""
        return self._ready

    def measure(self, state: S) -> Measure:
        """The book's own unit."""
        return INCHES if self.unit == "inch" else CENTIMETRES

    def sides(self, state: S) -> Sequence[str]:
        """Who plays: the names under which the state has its sides."""
        return list(getattr(state, "sides"))  # noqa: B009 - which states have, though no type says so

    def shows(self, state: S, event: Happening) -> Iterable[str]:
        """A book that names no features shows none."""
        return ()

    def hide(self, state: S, side: str) -> None:
        """Nothing is secret."""

    def guess(self, state: S, side: str, rng: Random) -> None:
        """Nothing is hidden, so nothing is guessed."""

    def state_errors(self, state: S) -> list[str]:
        """What is impossible about this state."""
        return []

    def transition_errors(self, before: S, after: S) -> list[str]:
        """What cannot happen from one checkpoint to the next."""
        return []

    def usual(self, ask: Ask[Any]) -> Any:
        """Inside an attack everything is as it comes."""
        return ask.default()

    def attack(self, state: S, of: str, given: Mapping[str, Any]) -> Attack[S]:
        """No attack has odds by name."""
        raise ScenarioError(f"{self.title} has no odds of {quote(of)}")

    def apart(self, state: S, unit: str) -> Sequence[str]:
        """Nobody minds how far apart they stand."""
        return ()

    def look(self, state: S, start: str, to: str) -> Look | None:
        """Nobody looks first."""
        return None
