"""Dice that take every branch, one path at a time: what exact odds are made of."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from .contests import orders, weights
from .dice import Dice
from .kinds import Cuts, Die, bands, batch_ways, plain, spreads, streak_ways


class Enumerating(Dice):
    """Follows a path of branch numbers, and beyond its end takes the first branch; `odds` walks all paths.

    `every_face` ignores the promises of cuts, pools and keys, so that tests can hold them against brute force.
    """

    __slots__ = ("depth", "every_face", "fans", "given", "of", "path", "ways")

    def __init__(self, path: list[int], given: int = 0, every_face: bool = False) -> None:
        super().__init__()
        self.path, self.depth, self.given, self.every_face = path, 0, given, every_face
        self.fans: list[int] = []  # how many branches each draw had
        self.ways, self.of = 1, 1  # the weight of this path after its first `given` draws

    def twin(self) -> Dice:
        """An enumeration is walked, never copied."""
        raise TypeError("enumerating dice have no twin")

    def branch(self, fan: Sequence[int]) -> int:
        """Which of the branches, weighted so, this path takes."""
        if self.locked:
            raise RuntimeError("dice while an ask is open")
        if self.depth == len(self.path):
            self.path.append(0)
        chosen = self.path[self.depth]
        self.depth += 1
        self.fans.append(len(fan))
        if self.depth > self.given:
            self.ways *= fan[chosen]
            self.of *= sum(fan)
        return chosen

    def _one(self, die: int | Die) -> int:
        die = plain(die) if isinstance(die, int) else die
        live = [i for i, weight in enumerate(die.weights) if weight]
        return die.low + live[self.branch([die.weights[i] for i in live])]

    def roll(self, die: int | Die, why: str, key: Callable[[int], Hashable] | None = None) -> int:
        """One branch a result, or a branch a key."""
        if key is None or self.every_face:
            return self._one(die)
        die = plain(die) if isinstance(die, int) else die
        first: dict[Hashable, int] = {}
        fan: dict[Hashable, int] = {}
        for i, weight in enumerate(die.weights):
            if weight:
                k = key(die.low + i)
                first.setdefault(k, die.low + i)
                fan[k] = fan.get(k, 0) + weight
        return list(first.values())[self.branch(list(fan.values()))]

    def band(self, die: int | Die, cuts: Cuts, why: str) -> int:
        """One branch a band that can happen."""
        if self.every_face:
            result = self._one(die)
            return sum(result >= cut for cut in cuts)
        fan = bands(plain(die) if isinstance(die, int) else die, cuts)
        live = [i for i, weight in enumerate(fan) if weight]
        return live[self.branch([fan[i] for i in live])] if len(live) > 1 else live[0]

    def pool(self, n: int, die: int | Die, cuts: Cuts, why: str) -> tuple[int, ...]:
        """One branch for each way the counts can come out."""
        if self.every_face:
            counts = [0] * (len(cuts) + 1)
            for _ in range(n):
                counts[self.band(die, cuts, why)] += 1
            return tuple(counts)
        ways = spreads(n, bands(plain(die) if isinstance(die, int) else die, cuts))
        return ways[self.branch([w for _, w in ways])][0] if len(ways) > 1 else ways[0][0]

    def each(self, n: int, die: int | Die, needed: int, why: str) -> tuple[bool, ...]:
        """One branch a number of successes: the first ones succeed."""
        if self.every_face:
            return tuple(self.band(die, (needed,), why) == 1 for _ in range(n))
        many = self.pool(n, die, (needed,), why)[1] if n else 0
        return (True,) * many + (False,) * (n - many)

    def batches(self, n: int, m: int, die: int | Die, needed: int, why: str) -> tuple[tuple[bool, ...], ...]:
        """One branch for each way the batches can come out, whichever of their dice succeed."""
        if self.every_face:
            return super().batches(n, m, die, needed, why)
        found, fan = batch_ways(n, m, *bands(plain(die) if isinstance(die, int) else die, (needed,)))
        return found[self.branch(fan)] if len(fan) > 1 else found[0]

    def streaks(self, n: int, m: int, die: int | Die, needed: int, why: str) -> tuple[int, ...]:
        """One branch a number of unbroken streaks; the others are taken to break at once."""
        if self.every_face:
            return super().streaks(n, m, die, needed, why)
        found, fan = streak_ways(n, m, *bands(plain(die) if isinstance(die, int) else die, (needed,)))
        return found[self.branch(fan)] if len(fan) > 1 else found[0]

    def rank(self, names: Sequence[str], sides: int, why: str, mods: Mapping[str, int] | None = None) -> tuple[str, ...]:
        """One branch an order, whatever ties came before it."""
        ranked = orders(sides, tuple((mods or {}).get(name, 0) for name in names))
        order = ranked[self.branch(weights(chance for _, chance in ranked))][0] if len(ranked) > 1 else ranked[0][0]
        return tuple(names[i] for i in order)

    def versus(self, ours: int | Die, mod: int, theirs: int | Die, their_mod: int, why: str) -> int:
        """Three branches."""
        if self.every_face:
            gap = self._one(ours) + mod - self._one(theirs) - their_mod
            return (gap > 0) - (gap < 0)
        a, b = (plain(d) if isinstance(d, int) else d for d in (ours, theirs))
        fan = [0, 0, 0]
        for i, weight in enumerate(a.weights):
            for j, other in enumerate(b.weights):
                gap = a.low + i + mod - b.low - j - their_mod
                fan[1 + (gap > 0) - (gap < 0)] += weight * other
        live = [i for i in range(3) if fan[i]]
        return (live[self.branch([fan[i] for i in live])] if len(live) > 1 else live[0]) - 1
