"""What a change of state entails: setters stay plain, consequences queue and are served at the book's moment, in its order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from .asks import Rule
from .battle import Battle

S = TypeVar("S", bound=Struct)
D = TypeVar("D")


class Consequences(Generic[S]):
    """The consequences of one rulebook, in the order in which it names them.

    A chapter says what is owed (a queue that the state holds, or what follows from the state) and how it is served:

        @CONSEQUENCES.of(lambda state: state.turn.tests)
        async def test(battle, unit): ...

    Other chapters need not know of it: between steps `next` comes first, and `serve` is the book's moment within a step.
    """

    def __init__(self) -> None:
        self._kinds: list[tuple[Callable[[S], Sequence[Any]], Callable[[Battle[S], Any], Rule[None]]]] = []

    def of(
        self, owed: Callable[[S], Sequence[D]]
    ) -> Callable[[Callable[[Battle[S], D], Rule[None]]], Callable[[Battle[S], D], Rule[None]]]:
        """This function serves what is owed."""

        def name(serve: Callable[[Battle[S], D], Rule[None]]) -> Callable[[Battle[S], D], Rule[None]]:
            self._kinds.append((owed, serve))
            return serve

        return name

    def next(self, battle: Battle[S]) -> Rule[None] | None:
        """The rule that serves the first of what is owed now; None if nothing is."""
        for owed, serve in self._kinds:
            for due in owed(battle.state):
                return serve(battle, due)
        return None

    async def serve(self, battle: Battle[S]) -> None:
        """All that is owed now, one after another; what comes of that waits for the next moment."""
        for owed, serve in self._kinds:
            for due in tuple(owed(battle.state)):
                await serve(battle, due)
