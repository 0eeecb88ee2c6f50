"""Chance that is always the same: seeded by what a piece is and where it lies, never by the process."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Numbers by chance, the same for the same words on every machine.

    >>> Chance("wood", "0,0").below(100) == Chance("wood", "0,0").below(100)
    True
    """

    def __init__(self, *words: object) -> None:
        digest = sha256("\n".join(map(str, words)).encode(errors="replace")).digest()
        self.mark = digest[:4].hex()  # a short name for what is drawn once
        self._next = Random(int.from_bytes(digest[:8], "big")).random

    def share(self) -> float:
        """From 0 up to 1."""
        return self._next()

    def between(self, low: float, high: float) -> float:
        """Evenly between two numbers."""
        return low + (high - low) * self._next()

    def below(self, n: int) -> int:
        """One of the first n whole numbers."""
        return int(self._next() * n)

    def pick(self, things: Sequence[T]) -> T:
        """One of them."""
        return things[int(self._next() * len(things))]
