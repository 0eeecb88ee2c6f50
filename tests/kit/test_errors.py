"""What is impossible in every book."""

from __future__ import annotations

from itertools import combinations
from random import Random
from time import process_time
from typing import NamedTuple

from littlewars.kit.errors import MOST_OVERLAPS, misplaced
from littlewars.table.shapes.bases import Base, Box, Disc, overlaps

SIZE = (100_000, 100_000)


class Figure(NamedTuple):
    id: str
    shape: Base

    def base(self) -> Base:
        return self.shape


def _crowd(rng: Random, count: int) -> list[Figure]:
    def shape() -> Base:
        x, y = rng.randrange(1500, 30_000), rng.randrange(1500, 30_000)
        return Disc(x, y, rng.choice((300, 900))) if rng.random() < 0.6 else Box(x, y, rng.randrange(36_000), 1500, 800)

    return [Figure(f"f{number}", shape()) for number in range(count)]


def test_whoever_stands_on_another_is_named_as_if_all_were_held_against_all() -> None:
    for seed in range(20):
        crowd = _crowd(Random(seed), 60)
        pairs = [(one, other) for one, other in combinations(crowd, 2) if overlaps(one.shape, other.shape)]
        assert pairs
        assert misplaced(crowd, SIZE) == [f"{one.id} and {other.id} overlap" for one, other in pairs]
        assert misplaced(crowd, SIZE, level=lambda figure: int(figure.id[1:])) == []


def test_a_crowd_and_a_heap_are_looked_through_quickly() -> None:
    begun = process_time()
    crowd = [Figure(f"f{n}", Disc(1000 * (n % 80) + 600, 1000 * (n // 80) + 600, 490)) for n in range(5000)]
    assert misplaced(crowd, SIZE) == []
    heap = [Figure(f"f{n}", Disc(9000, 9000, 490)) for n in range(5000)]
    assert len(misplaced(heap, SIZE)) == MOST_OVERLAPS == 100
    assert process_time() - begun < 2
