"""A fire action as one object: who fires what at whom, and in which manner (defiance.ranged.resolution-sequence)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from littlewars.engine import Tally

from .profiles import Weapon
from .state import Figure

POINT, LOB, DROP, INDIRECT = "@point", "@lob", "@drop ", "@indirect"  # targets that are no figures


class Manner(NamedTuple):
    """How somebody fires: at the speed of his orders, or covering with the modifier of his counter; is his facing free?"""

    speed: str = ""
    covering: int | None = None
    turns: bool = False


class Fire(NamedTuple):
    """One line of a figure's weapon at one target, with so many dice."""

    figure: Figure
    arm: int
    number: int  # of the line
    rate: int
    target: str
    manner: Manner = Manner()

    @classmethod
    def read(cls, figure: Figure, name: str, manner: Manner) -> Fire:
        """A fire action from the name of its option, ARM:LINE:RATE:TARGET."""
        arm, number, rate, target = name.split(":", 3)
        return cls(figure, int(arm), int(number), int(rate), target, manner)

    @property
    def line(self) -> Weapon:
        """What it fires as."""
        return self.figure.arms[self.arm].weapon.lines[self.number].of(self.figure.frame.size)

    @property
    def at_point(self) -> bool:
        """Is it aimed at a point, not at a figure?"""
        return self.target.startswith("@")

    @property
    def at_high_rate(self) -> bool:
        """Is it fired at the higher rate of a split weapon (defiance.ranged.split-feed-rate)?"""
        return bool(self.line.high) and self.rate == self.line.high


class Cause(NamedTuple):
    """What a hit comes from: whose attack it is, where it came from (a template's centre), how, and with what.

    The side asks where an attacker decides (charts of vehicles); `at` is None where no direction counts.
    """

    side: str
    at: tuple[int, int] | None = None
    how: str = ""  # fire, covering, suppression, burst, blow, ram …
    line: Weapon | None = None


class Shot(Struct, frozen=True):
    """The dice of a fire action at one target, and what each needs; `at`: the centre of a template."""

    figure: str
    arm: int
    line: Weapon
    target: str
    dice: int
    tally: Tally
    short: int = 1  # by how much a die may fall short and tag
    how: str = ""
    at: tuple[int, int] | None = None
