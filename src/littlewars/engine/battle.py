"""Battle: what a rule holds. The state is data; the handle around it is never saved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from msgspec import Struct

from littlewars.dice import Dice, Draw

from .events import Event

S = TypeVar("S", bound=Struct)
R = TypeVar("R")


class Battle(Generic[S]):
    """The state (plain data), the dice, and a place to record what happened.

    `board` is whatever the rulebook derives from the state to measure on; it is built when needed and never saved. `shared`
    is kept by a game and all its copies, for what is costly to derive and does not change (the arrays of the terrain).
    """

    __slots__ = ("board", "cursor", "dice", "events", "notes", "seals", "settle", "shared", "state")

    def __init__(self, state: S, dice: Dice, quiet: bool = False, shared: dict[str, Any] | None = None) -> None:
        self.state, self.dice = state, dice
        self.events: list[Event | Draw] | None = None if quiet else []
        self.settle: Callable[[tuple[object, ...], Callable[[], object] | None], None] | None = None
        self.board: Any = None
        self.shared: dict[str, Any] = {} if shared is None else shared
        self.notes: list[tuple[str, Any]] = []
        self.cursor = 0
        self.seals = 0
        dice.log = self.events

    @property
    def quiet(self) -> bool:
        """Does nobody listen? Then what is costly to tell need not be put together."""
        return self.events is None

    def record(self, event: Event) -> None:
        """Tell what happened."""
        if self.events is not None:
            self.events.append(event)

    def merge_point(self, *rest: object, more: Callable[[], object] | None = None) -> None:
        """From here on only the state and `rest` matter: `odds` may merge histories that are alike here.

        `more` is rest that is costly to find: it is called only by a run that ends here, and most runs only pass.
        """
        if self.settle is not None:
            self.settle(rest, more)

    @contextmanager
    def in_secret(self, side: str) -> Iterator[None]:
        """Dice that fall meanwhile are known to this side only: for rulebooks of other packages, none of the five rolls so."""
        before, self.dice.to = self.dice.to, side
        try:
            yield
        finally:
            self.dice.to = before

    def seal(self) -> None:
        """Something was revealed without dice: nobody takes an answer back past this without consent: a
        distance that was guessed, a target that nobody saw."""
        self.seals += 1

    def memo(self, label: str, find: Callable[[], R]) -> R:
        """What a costly look at the table found (immutable); kept for this step, so that a replay need not look again.

        A replay reads the notes in the order in which they were made; the label says that it reads the right one.
        """
        if self.cursor == len(self.notes):
            self.notes.append((label, find()))
        made, found = self.notes[self.cursor]
        if made != label:
            raise RuntimeError(f"the memo {label!r} reads what {made!r} noted: this replay took another way")
        self.cursor += 1
        note: R = found
        return note
