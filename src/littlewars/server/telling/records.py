"""The lines of a battle's journal, as a room remembers them."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from littlewars.dice import Draw
from littlewars.engine import Ask, Concede, Event, Game, Reseed
from littlewars.engine.game import Entry
from littlewars.engine.journal import JournalLine


class Record(Struct, frozen=True):
    """One line of the journal, as the room remembers it. `apart`: the simultaneous decision that it belongs to; `secret`: that
    this was asked at all is known to its side alone; `entries`: how many there are after it."""

    n: int
    kind: str
    side: str
    rule: str
    events: tuple[Event | Draw, ...]
    part: int = 0
    apart: int | None = None
    left: int | None = None
    secret: bool = False
    entries: int = 0
    by: str = ""  # "order": the first line of an order that is carried out, "aide": the others


class Before(NamedTuple):
    """What was open before a line: the simultaneous decision, and the parts in which something was asked in secret."""

    inside: int | None = None
    secret: frozenset[int] = frozenset()


NOTHING = Before()


def before(game: Game[Any]) -> Before:
    """What is open now."""
    return Before(game.together, frozenset([part for part, ask in game.asks if is_secret(ask)]))


def is_secret(ask: Ask[Any]) -> bool:
    """Does it tell something that only its side may know, that this is asked?"""
    return ask.topic == "secret"


def record_of(line: JournalLine, events: tuple[Any, ...], was: Before = NOTHING, entries: int = 0) -> Record:
    """A line read back."""
    if line.undo is not None:
        return Record(line.n, "undo", "", "", (), left=left_after(line.undo), entries=entries)
    if line.said is not None and line.ask is not None:
        (side, kind, rule), part = line.ask, line.said[0]
        return Record(line.n, kind, side, rule, events, part, was.inside, secret=part in was.secret, entries=entries)
    kind, side, rule = "begin", "", ""
    if line.reseed is not None:
        kind = "reseed"
    elif line.concede is not None:
        kind, side, rule = "concede", line.concede, "engine.concede"
    elif line.agree is not None:
        kind, side, rule = "agree", line.agree, "engine.agree"
    return Record(line.n, kind, side, rule, events, apart=was.inside, entries=entries)


def record_of_entry(
    n: int, entry: Entry | int, ask: Ask[Any] | None, events: tuple[Any, ...], was: Before, now: Game[Any], by: str = ""
) -> Record:
    """A line that is written now; a number is an undo that leaves so many entries."""
    entries = len(now.entries)
    if isinstance(entry, int):
        inside = was.inside if now.together == was.inside else None
        return Record(n, "undo", "", "", (), apart=inside, left=left_after(entry), entries=entries)
    if isinstance(entry, tuple):
        assert ask is not None
        secret = is_secret(ask)
        return Record(n, ask.kind, ask.side, ask.rule, events, entry[0], was.inside, secret=secret, entries=entries, by=by)
    kind, side, rule = "reseed", "", ""
    if not isinstance(entry, Reseed):
        kind, side = "concede" if isinstance(entry, Concede) else "agree", entry.side
        rule = f"engine.{kind}"
    return Record(n, kind, side, rule, events, apart=was.inside, entries=entries)


def left_after(undone_to: int) -> int:
    """How many beats still count when so many entries are left: these, and the beginning."""
    return undone_to + 1
