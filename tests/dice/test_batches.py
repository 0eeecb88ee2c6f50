"""Batches and streaks: many alike throws at once, against brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import pytest

from littlewars.dice import Dice, Enumerating, Rolling, Scripted


def outcomes(throw: Callable[[Dice], Hashable], every_face: bool) -> dict[Any, Fraction]:
    """Every outcome with its chance."""
    found: dict[Any, Fraction] = {}
    path: list[int] = []
    while True:
        dice = Enumerating(path, 0, every_face)
        key = throw(dice)
        found[key] = found.get(key, Fraction(0)) + Fraction(dice.ways, dice.of)
        while path and path[-1] + 1 == dice.fans[len(path) - 1]:
            path.pop()
        if not path:
            return found
        path[-1] += 1


@pytest.mark.parametrize(("n", "m", "needed"), [(1, 1, 3), (2, 2, 3), (3, 1, 2), (1, 3, 4), (2, 2, 1), (2, 2, 5)])
def test_batches_and_streaks_are_as_probable_as_their_single_dice(n: int, m: int, needed: int) -> None:
    def batches(dice: Dice) -> Hashable:
        return tuple(sorted(map(sum, dice.batches(n, m, 4, needed, "x"))))

    def streaks(dice: Dice) -> Hashable:
        return sum(streak == m for streak in dice.streaks(n, m, 4, needed, "x"))

    assert outcomes(batches, every_face=False) == outcomes(batches, every_face=True)
    assert outcomes(streaks, every_face=False) == outcomes(streaks, every_face=True)


def test_told_dice_fall_where_they_are_told() -> None:
    dice = Scripted([("x", face) for face in (1, 4, 4, 2)])
    assert dice.batches(2, 2, 6, 4, "x") == ((False, True), (True, False))
    dice = Scripted([("x", face) for face in (4, 4, 4, 1, 3)])
    assert dice.streaks(3, 2, 6, 4, "x") == (2, 1, 0)  # a streak ends with its first failure
    assert not dice.left


def test_rolled_batches_have_all_their_dice() -> None:
    counts = Counter(sum(map(sum, Rolling(seed).batches(3, 2, 6, 4, "x"))) for seed in range(200))
    assert set(counts) == {0, 1, 2, 3, 4, 5, 6}
