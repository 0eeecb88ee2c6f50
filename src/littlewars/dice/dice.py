"""The interface, dice that roll and dice that fall as told. Every draw says what it is for and logs itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from littlewars.untrusted import quote

from .contests import tied
from .kinds import Cuts, Die

MASK = (1 << 64) - 1


class Draw(Struct, frozen=True, tag="draw", omit_defaults=True, gc=False):
    """What fell: recorded among the events, so that nobody can forget a die. `to` names the only side that may know."""

    why: str
    die: str
    faces: tuple[int, ...]
    cuts: Cuts = ()
    to: str | None = None


class Dice:
    """The interface and what all kinds share; a kind says how one physical die falls (`_throw`)."""

    __slots__ = ("fallen", "locked", "log", "to")

    def __init__(self) -> None:
        self.log: list[Any] | None = None
        self.locked = False  # while an ask is open: looking at options must not roll
        self.fallen = 0
        self.to: str | None = None  # while a side rolls in secret

    def twin(self) -> Dice:
        """The same dice, to fall the same way."""
        raise NotImplementedError

    def _throw(self, sides: int, why: str) -> int:
        raise NotImplementedError

    def _read(self, n: int, die: int | Die, why: str, cuts: Cuts) -> list[int]:
        """Throw n dice, log the faces that lie on the table, return what they are worth."""
        if self.locked:
            raise RuntimeError(f"dice for {why!r} while an ask is open (or inside a Together)")
        if isinstance(die, int):
            faces = [self._throw(die, why) for _ in range(n)]
            if self.log is not None:
                self.log.append(Draw(why, f"d{die}", tuple(faces), cuts, self.to))
            return faces
        thrown: list[int] = []

        def throw(sides: int) -> int:
            thrown.append(self._throw(sides, why))
            return thrown[-1]

        results = [die.read(throw) for _ in range(n)]
        if self.log is not None:
            self.log.append(Draw(why, die.name, tuple(thrown), cuts, self.to))
        return results

    def roll(self, die: int | Die, why: str, key: Callable[[int], Hashable] | None = None) -> int:
        """One die, its result. With a key the caller promises that only key(result) matters, which keeps odds small."""
        return self._read(1, die, why, ())[0]

    def band(self, die: int | Die, cuts: Cuts, why: str) -> int:
        """One die: how many of the cuts its result reaches. The number of the band, never a face."""
        result, band = self._read(1, die, why, cuts)[0], 0
        for cut in cuts:
            band += result >= cut
        return band

    def test(self, die: int | Die, needed: int, why: str, *, low: bool = False) -> bool:
        """One die: `needed` or more, or with `low` `needed` or less."""
        return (self.band(die, (needed + 1,), why) == 0) if low else (self.band(die, (needed,), why) == 1)

    def pool(self, n: int, die: int | Die, cuts: Cuts, why: str) -> tuple[int, ...]:
        """n dice at once: how many fell into each band."""
        counts = [0] * (len(cuts) + 1)
        if n:
            for result in self._read(n, die, why, cuts):
                counts[sum(result >= cut for cut in cuts)] += 1
        return tuple(counts)

    def successes(self, n: int, die: int | Die, needed: int, why: str, *, low: bool = False) -> int:
        """n dice at once: how many show `needed` or more, or with `low` `needed` or less."""
        return self.pool(n, die, (needed + 1,), why)[0] if low else self.pool(n, die, (needed,), why)[1]

    def each(self, n: int, die: int | Die, needed: int, why: str) -> tuple[bool, ...]:
        """n dice at once: which of them show `needed` or more. The caller promises that odds need only know how many."""
        return tuple([result >= needed for result in self._read(n, die, why, (needed,))]) if n else ()

    def batches(self, n: int, m: int, die: int | Die, needed: int, why: str) -> tuple[tuple[bool, ...], ...]:
        """n batches of m dice at once: which dice show `needed` or more. Odds need only know how many batches have how many."""
        found = self.each(n * m, die, needed, why)
        return tuple(found[m * k : m * k + m] for k in range(n))

    def streaks(self, n: int, m: int, die: int | Die, needed: int, why: str) -> tuple[int, ...]:
        """n times up to m dice, each until one fails: how many succeed before. Odds need only know how many fail not at all."""
        return tuple(next((k for k in range(m) if not self.test(die, needed, why)), m) for _ in range(n))

    def pick(self, n: int, why: str) -> int:
        """One of n alike things, counted from 0."""
        return self.roll(n, why) - 1

    def draw(self, names: Sequence[str], why: str) -> str:
        """One of these names: a card from an unordered deck needs no hidden order."""
        return names[self.pick(len(names), why)]

    def rank(self, names: Sequence[str], sides: int, why: str, mods: Mapping[str, int] | None = None) -> tuple[str, ...]:
        """A roll-off, best first; the tied throw again among themselves and keep their place before the others."""
        mods = mods or {}
        scores = {i: self._read(1, sides, f"{why}, {name}", ())[0] + mods.get(name, 0) for i, name in enumerate(names)}
        order: list[str] = []
        for heat in tied(scores):
            group = [names[i] for i in heat]
            order += group if len(group) == 1 else self.rank(group, sides, why, mods)
        return tuple(order)

    def versus(self, ours: int | Die, mod: int, theirs: int | Die, their_mod: int, why: str) -> int:
        """Two dice against each other: 1 ours is higher, 0 a tie, -1 theirs is."""
        gap = self.roll(ours, why) + mod - self.roll(theirs, why) - their_mod
        return (gap > 0) - (gap < 0)


class Rolling(Dice):
    """Real dice: a function of (seed, how many have fallen), so two integers are the whole state.

    Seeds below 2**64 use splitmix64: fast, for simulation. Longer ones use a keyed hash: a player who has seen every die so far
    still cannot work out the next.
    """

    __slots__ = ("_key", "seed")

    def __init__(self, seed: int, fallen: int = 0) -> None:
        super().__init__()
        if seed < 0:
            raise ValueError(f"a seed is not negative: {seed}")
        self.seed, self.fallen = seed, fallen
        self._key = _key(seed) if seed > MASK else b""

    def twin(self) -> Rolling:
        """The same dice, to fall the same way."""
        return Rolling(self.seed, self.fallen)

    def _throw(self, sides: int, why: str) -> int:
        self.fallen += 1
        if self._key:
            z = int.from_bytes(blake2b(self.fallen.to_bytes(8, "big"), digest_size=8, key=self._key).digest(), "big")
            return 1 + (z * sides >> 64)
        z = (self.seed + self.fallen * 0x9E3779B97F4A7C15) & MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return 1 + ((z ^ (z >> 31)) * sides >> 64)


def _key(seed: int) -> bytes:
    """A long seed as the key of a hash, which takes at most 64 bytes."""
    data = seed.to_bytes((seed.bit_length() + 7) // 8, "big")
    return data if len(data) <= 64 else blake2b(data).digest()


class ScriptError(AssertionError):
    """The rules and the script of dice do not agree."""


class Scripted(Dice):
    """Dice that fall as told: (purpose, face) pairs. A wrong purpose, an impossible face or no die left is an error."""

    __slots__ = ("left",)

    def __init__(self, script: Sequence[tuple[str, int | str]] = ()) -> None:
        super().__init__()
        self.left = list(script)

    def twin(self) -> Scripted:
        """The same dice, to fall the same way."""
        twin = Scripted(self.left)
        twin.fallen = self.fallen
        return twin

    def _next(self, wanted: str, why: str) -> int | str:
        if not self.left:
            raise ScriptError(f"no die left for {quote(why)} ({wanted})")
        label, face = self.left[0]
        if label and label != why and not why.startswith(f"{label}, "):
            raise ScriptError(f"the next die is {face} for {quote(label)}, the rules roll for {quote(why)} ({wanted})")
        self.left.pop(0)
        self.fallen += 1
        return face

    def _throw(self, sides: int, why: str) -> int:
        face = self._next(f"d{sides}", why)
        if not isinstance(face, int) or not 1 <= face <= sides:
            raise ScriptError(f"{quote(face)} is no face of a d{sides} ({why})")
        return face

    def draw(self, names: Sequence[str], why: str) -> str:
        """The card the script names."""
        if self.locked:
            raise RuntimeError(f"a card for {why!r} while an ask is open (or inside a Together)")
        if self.left and isinstance(self.left[0][1], str):
            name = str(self._next("a card", why))
            if name not in names:
                raise ScriptError(f"{quote(name)} is not among {list(names)} ({why})")
            if self.log is not None:
                self.log.append(Draw(why, f"1 of {len(names)}", (names.index(name) + 1,), (), self.to))
            return name
        return super().draw(names, why)
