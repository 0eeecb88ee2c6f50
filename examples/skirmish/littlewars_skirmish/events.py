"""What happens, each told in a line."""

from __future__ import annotations

from typing import ClassVar

from littlewars.engine import Event, Tally
from littlewars.engine.names import ref
from littlewars.engine.showing import Fell, Seen, Went


class RoundBegan(Event):
    depth: ClassVar[int] = 0
    number: int

    def tell(self) -> str:
        return f"Round {self.number}"


class Moved(Event):
    figure: str
    path: tuple[tuple[int, int], ...]

    def tell(self) -> str:
        return f"{ref(self.figure)} moves"

    def seen(self) -> Seen:
        return Went(self.figure, self.path)


class Volley(Event):
    rule: ClassVar[str] = "skirmish.shooting"
    unit: str
    target: str
    hits: int
    tally: Tally

    def tell(self) -> str:
        return f"{ref(self.unit)} fires at {ref(self.target)}: {self.hits} hits, each on {self.tally.needed}+"


class Lost(Event):
    figure: str
    how: str

    def tell(self) -> str:
        return f"{ref(self.figure)} is {self.how}"

    def seen(self) -> Seen:
        return Fell(self.figure)


class Tested(Event):
    rule: ClassVar[str] = "skirmish.morale"
    unit: str
    passed: bool

    def tell(self) -> str:
        return f"{ref(self.unit)} {'stands' if self.passed else 'runs'}"


EVENTS = (RoundBegan, Moved, Volley, Lost, Tested)
