"""What happens in the battles of every book. A book makes each its own, with the rule it comes from:

class Ended(events.Ended):
    rule = "skirmish.end"
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

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
    """The battle is over. `of_a_side`: reasons behind the id of the side that they are about."""

    depth = 1
    line = "The battle ends: {reason}; {winner:@ wins|a draw}"
    of_a_side: ClassVar[tuple[str, ...]] = ()
    why: str
    winner: str = ""

    @property
    def reason(self) -> str:
        """Why, with a reference to the side that it is about."""
        return next((ref(self.why.removesuffix(end)) + end for end in self.of_a_side if self.why.endswith(end)), self.why)

    @classmethod
    def why_of(cls, turn: Any) -> str:
        """The same for a verdict, from what the state says of it."""
        return cls(why=turn.ended).reason or "the battle goes on"


def events_of(module: Mapping[str, Any]) -> tuple[type[Event], ...]:
    """All events of a module, in its order: `EVENTS = events_of(globals())`."""
    kinds = [kind for kind in module.values() if isinstance(kind, type) and issubclass(kind, Event)]
    return tuple(kind for kind in kinds if kind.__module__ == module["__name__"])
