"""The lines of a battle's journal, as a room remembers them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from littlewars.dice import Draw
from littlewars.engine import Ask, Concede, Event, Reseed
from littlewars.engine.game import Entry
from littlewars.engine.journal import Line


class Record(Struct, frozen=True):
    """One line of the journal, as the room remembers it. `apart`: the simultaneous decision that it belongs to."""

    n: int
    kind: str
    side: str
    rule: str
    events: tuple[Event | Draw, ...]
    part: int = 0
    apart: int | None = None
    left: int | None = None


def record_of(line: Line, events: tuple[Any, ...], inside: int | None) -> Record:
    """A line read back."""
    if line.undo is not None:
        return Record(line.n, "undo", "", "", (), left=left_after(line.undo))
    if line.said is not None and line.ask is not None:
        side, kind, rule = line.ask
        return Record(line.n, kind, side, rule, events, line.said[0], inside)
    if line.reseed is not None:
        return Record(line.n, "reseed", "", "", events)
    if line.concede is not None:
        return Record(line.n, "concede", line.concede, "engine.concede", events)
    if line.agree is not None:
        return Record(line.n, "agree", line.agree, "engine.agree", events)
    return Record(line.n, "begin", "", "", events)


def record_of_entry(n: int, entry: Entry | int, ask: Ask[Any] | None, events: tuple[Any, ...], inside: int | None) -> Record:
    """A line that is written now; a number is an undo that leaves so many entries."""
    if isinstance(entry, int):
        return Record(n, "undo", "", "", (), left=left_after(entry))
    if isinstance(entry, tuple):
        assert ask is not None
        return Record(n, ask.kind, ask.side, ask.rule, events, entry[0], inside)
    if isinstance(entry, Reseed):
        return Record(n, "reseed", "", "", events)
    kind, rule = ("concede", "engine.concede") if isinstance(entry, Concede) else ("agree", "engine.agree")
    return Record(n, kind, entry.side, rule, events)


def left_after(undone_to: int) -> int:
    """How many beats still count when so many entries are left: these, and the beginning."""
    return undone_to + 1
