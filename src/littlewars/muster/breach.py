"""What is wrong with a roster: one breach a fault, each with its rule and its line."""

from __future__ import annotations

import msgspec


class Breach(msgspec.Struct, frozen=True):
    """A rule that a roster breaks, and where."""

    rule: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{f'line {self.line}: ' if self.line else ''}{self.text} [{self.rule}]"
