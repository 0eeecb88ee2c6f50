"""Roll-offs: who comes first when ties are thrown again. Exact, without a loop around dice."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm

Order = tuple[int, ...]  # contestants, best first


@lru_cache(256)
def orders(sides: int, mods: tuple[int, ...]) -> tuple[tuple[Order, Fraction], ...]:
    """Every order in which contestants with these modifiers can come out, with its chance; the tied throw again."""
    return tuple(sorted(_orders(sides, tuple(enumerate(mods))).items()))


@lru_cache(4096)
def _orders(sides: int, field: tuple[tuple[int, int], ...]) -> dict[Order, Fraction]:
    if len(field) == 1:
        return {(field[0][0],): Fraction(1)}
    found: dict[Order, Fraction] = {}
    share, stuck = Fraction(1, sides ** len(field)), Fraction(0)
    for faces in product(range(1, sides + 1), repeat=len(field)):
        scores = {who: face + mod for (who, mod), face in zip(field, faces, strict=True)}
        heats = tied(scores)
        if len(heats) == 1:
            stuck += share  # everybody tied: thrown again, so the other outcomes share this chance
            continue
        partial: dict[Order, Fraction] = {(): share}
        for heat in heats:
            inner = _orders(sides, tuple((who, dict(field)[who]) for who in heat))
            partial = {a + b: p * q for a, p in partial.items() for b, q in inner.items()}
        for order, chance in partial.items():
            found[order] = found.get(order, Fraction(0)) + chance
    return {order: chance / (1 - stuck) for order, chance in found.items()}


def tied(scores: dict[int, int]) -> list[tuple[int, ...]]:
    """Contestants by score, highest first; those who tie stand together."""
    levels: dict[int, list[int]] = {}
    for who, score in scores.items():
        levels.setdefault(score, []).append(who)
    return [tuple(levels[level]) for level in sorted(levels, reverse=True)]


def weights(chances: Iterable[Fraction]) -> list[int]:
    """The same chances as whole numbers."""
    parts = list(chances)
    common = lcm(*(part.denominator for part in parts))
    return [int(part * common) for part in parts]
