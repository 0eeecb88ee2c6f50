"""A roster as text, and what is wrong with it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from .requests import Short


class RosterText(Struct, frozen=True, forbid_unknown_fields=True):
    """A roster to check."""

    system: Short
    text: Annotated[str, Meta(max_length=100_000)]


class Fault(Struct, frozen=True):
    """What is wrong with a roster: the rule and the line."""

    rule: str
    line: int
    text: str


class CostLine(Struct, frozen=True, omit_defaults=True):
    """A line of a bill."""

    text: str
    points: int
    rule: str = ""
    depth: int = 0


class RosterReport(Struct, frozen=True):
    """What a check found: no faults, and it is legal. The book may advise against it all the same."""

    name: str
    total: int
    limit: int
    faults: tuple[Fault, ...]
    bill: tuple[CostLine, ...]
    advice: tuple[Fault, ...]
