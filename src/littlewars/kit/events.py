"""What happens in the battles of every book. A book makes each its own, with the rule it comes from:

class Ended(events.Ended):
    rule = "skirmish.end"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.engine import Event
from littlewars.engine.names import ref
from littlewars.engine.showing import Fell, Seen, Went


class TurnBegan(Event):
    """A new turn."""

    depth = 0
    line = "Turn {number}"
    number: int


class PhaseBegan(Event):
    """A phase of the turn."""

    depth = 1
    line = "{phase}"
    phase: str


class EdgeTaken(Event):
    """A side has its edge."""

    depth = 1
    line = "{side:@} deploys in the {edge}"
    side: str
    edge: str


class Deployed(Event):
    """A unit was set up."""

    depth = 1
    line = "deployed: {unit:@}"
    unit: str


class Moved(Event):
    """A figure went along a path, or did something where it stands."""

    figure: str
    path: tuple[tuple[int, int], ...]
    face: int
    how: str = "goes"

    def verb(self) -> str:
        """What it did: goes, runs, flies."""
        return self.how

    def tell(self) -> str:
        """Who does what; where to is to be seen on the table."""
        return f"{ref(self.figure)} {self.verb()}"

    def seen(self) -> Seen | None:
        """The way."""
        return Went(self.figure, self.path, self.face) if self.path else None


class Removed(Event):
    """A figure leaves the battle."""

    line = "{figure:@} is {how}"
    figure: str
    how: str

    def seen(self) -> Seen | None:
        """It falls."""
        return Fell(self.figure)


class Ended(Event):
    """The battle is over."""

    depth = 1
    line = "The battle ends: {why}; {winner:@ wins|a draw}"
    why: str
    winner: str = ""


def events_of(module: Mapping[str, Any]) -> tuple[type[Event], ...]:
    """All events of a module, in its order: `EVENTS = events_of(globals())`."""
    kinds = [kind for kind in module.values() if isinstance(kind, type) and issubclass(kind, Event)]
    return tuple(kind for kind in kinds if kind.__module__ == module["__name__"])
