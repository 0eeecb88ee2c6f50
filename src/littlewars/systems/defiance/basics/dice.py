"""The dice of Defiance: the open-ended d10, plain ones, and what is read off two of them (defiance.dice.*)."""

from __future__ import annotations

from littlewars.dice import Die, plain
from littlewars.dice.kinds import Throw

REROLL = 6  # defiance.dice.d10-open-ended: a natural 10 rises by one for each further throw of 6 or more, twice at most


def _open(throw: Throw) -> int:
    face = throw(10)
    if face < 10:
        return face
    return 10 if throw(10) < REROLL else 11 if throw(10) < REROLL else 12


def _hundred(throw: Throw) -> int:
    """Tens, then ones; a 10 on the die is the digit 0, and two of them are 100 (defiance.dice.d100)."""
    tens, ones = throw(10) % 10, throw(10) % 10
    return 10 * tens + ones or 100


OPEN = Die("d10 open", (4, 4, 4, 4, 4, 4, 4, 4, 4, 2, 1, 1), _open)  # of 40 ways: 1-9 in 4 each, 10 in 2, 11 and 12 in one
TEN = plain(10)  # stops at ten (defiance.dice.d10-scope)
HUNDRED = Die("d100", (1,) * 100, _hundred)
FIVE = Die("d5", (1,) * 5, lambda throw: (throw(10) + 1) // 2)  # defiance.dice.d5
TWO = Die("d2", (1,) * 2, lambda throw: (throw(10) + 4) // 5)  # defiance.dice.d2

# Which die a kind of roll uses (defiance.dice.d10-scope): open-ended, stopping at ten, or plain. Scripts count dice.
