"""How a rulebook sees: which lines are drawn between two bases, and what a piece of terrain does to a line."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from ..constants import FAR, SKY
from ..kernels.compiled import Ints

NEVER = SKY + 1
EXTREME, TANGENT = 0, 1  # ends of the outer lines
FLAT, RAY, TALLEST = 0, 1, 2  # heights: ignored; a ray from top to top; a piece counts if it is as tall as both
COUNTS, OBSCURES, TRANSPARENT, AREA_FREE = 0, 1, 2, 3  # what a piece does that holds one of the two centres


class SightRule(NamedTuple):
    """The numbers that tell one book's sight from another's.

    A `BLOCK` piece stops a line that runs through its interior. A `PARTIAL` piece obscures it, and stops it when it is taller
    than `through` (and, with `right_through`, when the line enters and leaves it). Lengths inside depth classes 1, 2, 3 are
    summed and stop the line beyond their limits. A piece that holds the viewer obscures only beyond `near` of his base.
    """

    lines: int = 3
    ends: int = EXTREME
    heights: int = FLAT
    own: int = COUNTS
    through: int = NEVER
    right_through: int = 1
    near: int = 0
    deep1: int = FAR
    deep2: int = FAR
    deep3: int = FAR

    @property
    def has_depth(self) -> bool:
        """Does length inside terrain matter?"""
        return min(self.deep1, self.deep2, self.deep3) < FAR


OVERSOUL = SightRule(lines=3, ends=EXTREME, own=OBSCURES, through=2000, near=1000)
DEFIANCE = SightRule(lines=1, heights=RAY, deep1=6000, deep2=4000, deep3=2000)
XENOCIDE = SightRule(lines=3, ends=TANGENT, heights=TALLEST, own=AREA_FREE, through=-1, right_through=0, deep1=3000)
AT43 = SightRule(lines=2, ends=TANGENT, heights=RAY, own=TRANSPARENT)
COMBAT_ACTION = SightRule(lines=3, ends=TANGENT, heights=RAY, deep1=5000)


@lru_cache(maxsize=64)
def rule_array(rule: SightRule) -> Ints:
    """The rule as kernels read it."""
    return np.array([*rule, int(rule.has_depth)], np.int64)
