"""The dice: a d10 for everything, and the d3 that is read from it (xenocide.core.die, xenocide.core.d3)."""

from __future__ import annotations

from bisect import bisect_left

from littlewars.dice import Die
from littlewars.engine import Battle

from .events import Tested
from .numbers import TEN
from .state import State

SECOND = 5  # at skill 0 a 1 is rolled again and hits with so much or less (xenocide.hit.zero-skill)
D3 = Die("d3", (3, 4, 3), lambda throw: 1 + bisect_left((3, 7), throw(TEN)))  # 1 to 3, 4 to 7, 8 to 10 (xenocide.core.d3)


def lowest_first(battle: Battle[State], why: str) -> tuple[str, str]:
    """Both roll a d10, ties again; the lower comes first (xenocide.move.initiative, xenocide.shooting.order-of-units)."""
    last, first = battle.dice.rank(list(battle.state.sides), TEN, why)
    return first, last


def hits_of(battle: Battle[State], dice: int, needed: int, why: str) -> int:
    """How many of so many dice hit: the number or less; at 0 every 1 is rolled again, and 5 or less then hits
    (xenocide.hit.roll, xenocide.hit.zero-skill, xenocide.melee.limits)."""
    if needed > 0:
        return battle.dice.successes(dice, TEN, needed, why, low=True)
    ones = battle.dice.successes(dice, TEN, 1, why, low=True)
    return battle.dice.successes(ones, TEN, SECOND, f"{why}, again", low=True)


def passes(battle: Battle[State], who: str, morale: int, why: str) -> bool:
    """A morale test: lower than the morale (xenocide.stat.morale-test)."""
    passed = battle.dice.test(TEN, morale - 1, f"{why}, {who}", low=True)
    battle.record(Tested(who=who, morale=morale, passed=passed))
    return passed
