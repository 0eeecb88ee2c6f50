"""The Universal Resolution Table and the tests made on it (at43.urt.*)."""

from __future__ import annotations

from typing import Any

from littlewars.engine import Battle, Mod, Tally

from .numbers import BAND, SIX

AUTOMATIC, IMPOSSIBLE = 1, 7  # no die is rolled for either (at43.core.die)
# the highest difference of each column and the minimum result that it gives (at43.urt.table)
COLUMNS = ((-6, IMPOSSIBLE), (-4, 6), (-2, 5), (1, 4), (3, 3), (5, 2))
TABLE = "at43.urt.table"


def minimum(difference: int) -> int:
    """The minimum result by the column of the difference: 1 is automatic, 7 impossible (at43.urt.table)."""
    return next((result for most, result in COLUMNS if difference <= most), AUTOMATIC)


def needed(action: int, difficulty: int) -> int:
    """Difference = action value - difficulty (at43.urt.difference, at43.urt.tests)."""
    return minimum(action - difficulty)


def range_of(distance: int) -> int:
    """One step for every 10 cm begun, the first is 0 (at43.shooting.range-number)."""
    return max(0, -(-distance // BAND) - 1)


def tally(what: str, action: int, difficulty: int) -> Tally:
    """A minimum result that explains itself: the table is no sum."""
    found = needed(action, difficulty)
    return Tally(4, (Mod(f"{what}: {action} - {difficulty} = {action - difficulty:+}", 4 - found, TABLE),))


def successes(battle: Battle[Any], dice: int, least: int, why: str) -> int:
    """How many of these dice reach it; an impossible or automatic test rolls none (at43.core.die)."""
    if least >= IMPOSSIBLE or not dice:
        return 0
    return dice if least <= AUTOMATIC else battle.dice.successes(dice, SIX, least, why)


def succeeds(battle: Battle[Any], least: int, why: str) -> bool:
    """One test (at43.core.die)."""
    return least <= AUTOMATIC or (least < IMPOSSIBLE and battle.dice.test(SIX, least, why))


def rerollable(least: int, dice: int, good: int, rerolls: int) -> int:
    """How many failed dice may be rolled again: each once (at43.shooting.reroll)."""
    return min(rerolls, dice - good) if least < IMPOSSIBLE else 0


def impacts(battle: Battle[Any], dice: int, rerolls: int, least: int) -> int:
    """A test with all its re-rolls (at43.shooting.attack-rate, at43.shooting.reroll)."""
    good = successes(battle, dice, least, "impact")
    return good + successes(battle, rerollable(least, dice, good, rerolls), least, "re-roll")
