"""How the book writes numbers: 3@7+, 5+B, 1(2)A, "1L, 1C" (defiance.dice.notation).

>>> rating("3@7+"), needed("5+B")
((3, 7, frozenset()), (5, frozenset({'B'})))
"""

from __future__ import annotations

import re
from typing import NamedTuple

from littlewars.untrusted import quote

NONE = "-"


class OfficerLevels(NamedTuple):
    """What an officer is: levels of leadership, command and focal ability (defiance.stats.officer)."""

    leader: int = 0
    command: int = 0
    focal: int = 0


def rating(text: str) -> tuple[int, int, frozenset[str]]:
    """ "3@5+S": three dice, each against 5, and their effectors (defiance.stats.hth-rating, defiance.effector.notation);
    "-" is none."""
    if text == NONE:
        return 0, 0, frozenset()
    dice, number, letters = _match(r"(\d+)@(\d+)\+([A-Z]*)", text, "a rating")
    return int(dice), int(number), frozenset(letters)


def needed(text: str) -> tuple[int, frozenset[str]]:
    """ "5+B": the number, and the effectors behind it."""
    number, letters = _match(r"(\d+)\+([A-Z]*)", text, "a number to reach")
    return int(number), frozenset(letters)


def rate(text: str) -> tuple[int, int, frozenset[str]]:
    """ "1(2)V": feed rate, the higher one of a split weapon or 0, effectors."""
    low, high, letters = _match(r"(\d+)(?:[(\[](\d+)[)\]])?([A-Z]*)", text, "a feed rate")
    return int(low), int(high or 0), frozenset(letters)


def ranks(text: str) -> OfficerLevels:
    """ "1L, 1C" is a leader and a commander of level 1; "2F" a focal point of level 2."""
    levels = dict.fromkeys("LCF", 0)
    for part in text.split(","):
        level, letter = _match(r"(\d)([LCF])", part.strip(), "an officer")
        levels[letter] = int(level)
    return OfficerLevels(levels["L"], levels["C"], levels["F"])


def _match(pattern: str, text: str, what: str) -> tuple[str, ...]:
    found = re.fullmatch(pattern, text.strip())
    if found is None:
        raise ValueError(f"{quote(text)} does not say {what}")
    return found.groups(default="")
