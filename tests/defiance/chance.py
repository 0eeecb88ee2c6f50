"""Chance as it is told, for tests of moves that are made by chance."""

from __future__ import annotations

from random import Random


class Told(Random):
    """`random` gives these numbers in turn; a range gives its last number, or its first."""

    def __init__(self, *numbers: float, last: bool = True) -> None:
        super().__init__(0)
        self.numbers, self.last = list(numbers), last

    def random(self) -> float:
        """The next number."""
        return self.numbers.pop(0)

    def randint(self, a: int, b: int) -> int:
        """The last of a range, or the first."""
        return b if self.last else a

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """The last of so many."""
        return start - 1
