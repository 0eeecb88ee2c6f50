"""What is wrong with a roster: one breach a fault, each with its rule and its line."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .nodes import Node


class Breach(msgspec.Struct, frozen=True):
    """A rule that a roster breaks, and where."""

    rule: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{f'line {self.line}: ' if self.line else ''}{self.text} [{self.rule}]"


def misstated(cost: Node | None, total: int, rule: str, what: str) -> Iterator[Breach]:
    """A cost that a roster states, and that is another one."""
    if cost is not None and cost.whole("cost") != total:
        yield Breach(rule, cost.line, f"{what} costs {total}, not {cost.value}")
