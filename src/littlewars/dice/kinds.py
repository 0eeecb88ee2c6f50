"""What a die is: its results with their weights, and how it is read off the faces that lie on the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from math import comb, factorial, prod
from typing import TypeAlias

Cuts: TypeAlias = tuple[int, ...]  # a result of at least cuts[i] lies above band i
Throw: TypeAlias = Callable[[int], int]  # throws one physical die of so many sides


class Die:
    """A die with results `low`, `low + 1`, …, each with its weight; `read` turns physical throws into a result.

    A plain d6 is `plain(6)`. An open-ended or re-read die (a d10 halved to a d5, a 10 that is thrown again) has its own
    weights and its own reading; odds walk the weights, play throws the faces, and a test holds one against the other.
    """

    __slots__ = ("low", "name", "read", "total", "weights")

    def __init__(self, name: str, weights: tuple[int, ...], read: Callable[[Throw], int], low: int = 1) -> None:
        self.name, self.weights, self.read, self.low = name, weights, read, low
        self.total = sum(weights)

    @property
    def high(self) -> int:
        """The largest result."""
        return self.low + len(self.weights) - 1

    def __repr__(self) -> str:
        return f"Die({self.name})"


@lru_cache(64)
def plain(sides: int) -> Die:
    """An ordinary die, every face alike."""
    return Die(f"d{sides}", (1,) * sides, lambda throw: throw(sides))


@lru_cache(4096)
def bands(die: Die, cuts: Cuts) -> tuple[int, ...]:
    """The weight of each band that the cuts leave: bands(plain(6), (4,)) is (3, 3)."""
    edges = [die.low, *(min(max(c, die.low), die.high + 1) for c in sorted(cuts)), die.high + 1]
    return tuple(sum(die.weights[a - die.low : b - die.low]) for a, b in pairwise(edges))


@lru_cache(4096)
def spreads(n: int, weights: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every way n dice can fall into bands of these weights, with the number of ways (multinomial)."""
    found: list[tuple[tuple[int, ...], int]] = []

    def fill(left: int, counts: tuple[int, ...]) -> None:
        at = len(counts)
        if at == len(weights) - 1:
            counts += (left,)
            ways = factorial(n) // prod(map(factorial, counts)) * prod(w**c for w, c in zip(weights, counts, strict=True))
            if ways:
                found.append((counts, ways))
            return
        for k in range(left + 1 if weights[at] else 1):
            fill(left - k, (*counts, k))

    fill(n, ())
    return tuple(found)


Batch: TypeAlias = tuple[tuple[bool, ...], ...]


@lru_cache(4096)
def batch_ways(n: int, m: int, less: int, more: int) -> tuple[tuple[Batch, ...], tuple[int, ...]]:
    """How n batches of m dice can come out, successes first, and in how many ways; a die fails in `less` ways of its faces."""
    ways = spreads(n, tuple(comb(m, k) * more**k * less ** (m - k) for k in range(m + 1)))
    found = [tuple((True,) * k + (False,) * (m - k) for k in range(m, -1, -1) for _ in range(counts[k])) for counts, _ in ways]
    return tuple(found), tuple(weight for _, weight in ways)


@lru_cache(4096)
def streak_ways(n: int, m: int, less: int, more: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """How many of n streaks of m dice can stay unbroken, and in how many ways."""
    ways = spreads(n, ((less + more) ** m - more**m, more**m))
    return tuple((0,) * broken + (m,) * whole for (broken, whole), _ in ways), tuple(weight for _, weight in ways)
