"""The journal: JSON Lines, one transaction a line. A torn last line never happened; a changed one is named by its number.

A line is one entry (an answer, a new seed, an undo, an end by concession or agreement) with what it caused: the events, the
hash of the state, and the result if it ended the battle. Lines are made here; where they go (a file, a database) is a function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import FileIO
from os import SEEK_END
from os import fsync as flush_to_disk
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar, Union

import msgspec
from msgspec import Struct

from littlewars.dice import Draw
from littlewars.untrusted import (
    MOST_JOURNAL,
    MOST_JOURNAL_LINE,
    MOST_JOURNAL_LINES,
    QUOTED,
    BadFile,
    cut,
    quote,
    read_bytes,
    told_by,
    too_deep,
)

from .asks import Ask
from .chance import fair
from .events import Event
from .game import Agree, Concede, Entry, Game, Reseed
from .system import Scenario, System
from .types import Result

S = TypeVar("S", bound=Struct)
FORMAT = 1
Source: TypeAlias = Path | bytes
Sink: TypeAlias = Callable[[bytes], None]


class JournalError(Exception):
    """A journal that cannot be read, and which line is to blame."""

    def __init__(self, line: int, text: str) -> None:
        self.line, self.text = line, cut(text)
        super().__init__(f"line {line}: {self.text}" if line else self.text)


class Divergence(JournalError):
    """The first line of a journal that no longer comes out the same."""


class JournalOpening(Struct, frozen=True, omit_defaults=True):
    """The first line: which rules, which scenario, which dice. `meta` is free: players, date, place."""

    format: int
    system: str
    version: int
    scenario: Scenario
    seed: int
    meta: dict[str, Any] = {}


class JournalLine(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One transaction. `ask` is (side, kind, rule), `said` (part, answer), `undo` how many entries remain."""

    n: int
    game: JournalOpening | None = None
    ask: tuple[str, str, str] | None = None
    said: tuple[int, Any] | None = None
    reseed: Reseed | None = None
    concede: str | None = None
    agree: str | None = None
    undo: int | None = None
    events: list[Any] = []
    hash: str
    result: Result | None = None


class JournalContents(Struct, frozen=True):
    """What a journal holds: its opening, the lines after it, and what was wrong with its end."""

    opening: JournalOpening
    lines: tuple[JournalLine, ...]
    size: int  # bytes up to the end of the last whole line
    warnings: tuple[str, ...] = ()

    @property
    def result(self) -> Result | None:
        """How the battle ended, if its last line says so."""
        return self.lines[-1].result


class Report(Struct, frozen=True):
    """What a verification found."""

    lines: int
    decisions: int
    warnings: tuple[str, ...]
    result: Result | None


class UnknownEvent(Event, tag="Told"):
    """An event that this version of the rules does not know: shown as it was written."""

    name: str
    fields: dict[str, Any]

    def tell(self) -> str:
        """Its name and what it held."""
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.fields.items())])


class ToldEntry(Struct, frozen=True):
    """One entry as the journal tells it: what was asked, what was said, what came of it."""

    n: int
    ask: tuple[str, str, str] | None
    said: Any
    events: tuple[Event | Draw, ...]
    result: Result | None = None


# ---- writing


class Journal(Generic[S]):
    """Writes a game down, line by line; it is the game's `watch`."""

    def __init__(self, game: Game[S], write: Sink, lines: int = 0, warnings: tuple[str, ...] = ()) -> None:
        self.game, self.write, self.lines, self.warnings = game, write, lines, warnings
        game.watch = self

    @classmethod
    def begin(
        cls,
        where: Path | Sink,
        game: Game[S],
        scenario: Scenario,
        seed: int,
        meta: dict[str, Any] | None = None,
        *,
        fsync: bool = False,
    ) -> Journal[S]:
        """Begin a journal of a game that has just been started, in a new file or by a function that takes lines."""
        if game.entries or game.quiet:
            raise ValueError("a journal begins before the first answer, and of a game that tells its events")
        system = game.system
        opening = JournalOpening(FORMAT, system.name, system.version, scenario, seed, meta or {})
        _survives(system, opening, game)
        journal = cls(game, FileSink(where, fsync=fsync, new=True) if isinstance(where, Path) else where)
        journal._line(list(game.battle.events or []), game=opening)
        return journal

    def __call__(self, entry: Entry | int, ask: Ask[Any] | None, events: list[Event | Draw]) -> None:
        """Write one entry down; a number is an undo that leaves so many."""
        if isinstance(entry, int):
            self._line(events, undo=entry)
        elif isinstance(entry, Reseed):
            self._line(events, reseed=entry)
        elif isinstance(entry, Concede):
            self._line(events, concede=entry.side)
        elif isinstance(entry, Agree):
            self._line(events, agree=entry.side)
        else:
            self._line(events, said=entry, ask=asked(ask))

    def _line(self, events: list[Event | Draw], **what: Any) -> None:
        line = JournalLine(n=self.lines + 1, events=events, hash=self.game.hash(), result=self.game.result, **what)
        self.write(encode(line))
        self.lines += 1


def asked(ask: Ask[Any] | None) -> tuple[str, str, str] | None:
    """Who was asked what kind of thing under which rule."""
    return (ask.side, ask.kind, ask.rule) if ask else None


def encode(line: JournalLine) -> bytes:
    """A line as it is written, with its end."""
    return msgspec.json.encode(line) + b"\n"


class FileSink:
    """Appends lines to a file, unbuffered. A line that cannot be written whole is taken back."""

    def __init__(self, path: Path, *, fsync: bool = False, new: bool = False) -> None:
        self.file, self.fsync = FileIO(path, "x" if new else "a"), fsync

    def __call__(self, data: bytes) -> None:
        """Append a line."""
        start, rest = self.file.seek(0, SEEK_END), memoryview(data)
        try:
            while rest:
                rest = rest[self.file.write(rest) or 0 :]
            if self.fsync:
                flush_to_disk(self.file.fileno())
        except OSError:
            self.file.truncate(start)
            raise

    def close(self) -> None:
        """Let go of the file."""
        self.file.close()


def _survives(system: System[S], opening: JournalOpening, game: Game[S]) -> None:
    """A scenario that reads differently after a trip through JSON would be a journal that never verifies."""
    again = msgspec.json.decode(msgspec.json.encode(opening), type=JournalOpening)
    if game.keep == "all" and system.encode(system.setup(again.scenario)) != system.encode(game.marks[0].state):
        raise ValueError("this scenario does not give this game's first state again, once it is written down")


# ---- reading


def read(source: Source) -> JournalContents:
    """All whole lines, checked for their size, form and order. A torn last line is dropped with a warning."""
    data = _bytes(source)
    size = data.rfind(b"\n") + 1
    if data.count(b"\n") > MOST_JOURNAL_LINES:
        raise JournalError(MOST_JOURNAL_LINES + 1, f"more than {MOST_JOURNAL_LINES:,} lines")
    rows = data[:size].split(b"\n")[:-1]
    torn = (f"line {len(rows) + 1}: torn, {len(data) - size} bytes dropped",) if size < len(data) else ()
    if not rows:
        raise JournalError(0, "no whole line: an empty journal" if not data else "no whole line: not a journal")
    lines = [_decoded(row, number) for number, row in enumerate(rows, 1)]
    opening = lines[0].game
    if opening is None:
        raise JournalError(1, "the first line does not say which game this is")
    if opening.format != FORMAT:
        raise JournalError(1, f"format {opening.format}, only {FORMAT} can be read")
    return JournalContents(opening, tuple(lines), size, torn)


def _bytes(source: Source) -> bytes:
    if isinstance(source, bytes):
        return source
    try:
        return read_bytes(source, MOST_JOURNAL)
    except BadFile as error:
        raise JournalError(0, f"{source}: {error.text}") from error


def _decoded(row: bytes, number: int) -> JournalLine:
    if len(row) > MOST_JOURNAL_LINE:
        raise JournalError(number, f"longer than {MOST_JOURNAL_LINE:,} bytes")
    if too_deep(row):
        raise JournalError(number, "nested too deeply")
    try:
        line = msgspec.json.decode(str(row, "utf-8"), type=JournalLine)  # what nobody reads is looked at as well
    except (ValueError, RecursionError, OverflowError) as error:
        raise JournalError(number, f"not a line of a journal ({told_by(error)})") from error
    if line.n != number:
        raise JournalError(number, f"is numbered {line.n}: a line is missing, doubled or out of order")
    kinds = [line.game, line.said, line.reseed, line.concede, line.agree, line.undo]
    if sum(kind is not None for kind in kinds) != 1:
        raise JournalError(number, "holds not one entry but none or several")
    if line.undo is not None and line.undo < 0:
        raise JournalError(number, f"undo leaves {line.undo} entries")
    if line.game is not None and number > 1:
        raise JournalError(number, "begins another game")
    return line


# ---- playing again


def verify(system: System[S], source: Source | JournalContents, tick: Callable[[], None] | None = None) -> Report:
    """Play a journal again and compare every event and hash; Divergence names the first line that differs."""
    book = source if isinstance(source, JournalContents) else read(source)
    game = replay(system, book, tick)
    game.close()
    return Report(len(book.lines), sum(line.said is not None for line in book.lines), book.warnings, book.result)


def check_fair(book: JournalContents) -> None:
    """Where a journal says what was committed to: the seed fits, and all later dice follow from it (`fair.derive`)."""
    seed, told = book.opening.seed, book.opening.meta.get("commitment")
    if told is None:
        return
    if not fair.fits(told, seed):
        raise Divergence(1, f"the seed is not the one that was committed to ({_short(told)})")
    for line in book.lines:
        if line.reseed is not None and line.reseed != Reseed(fair.derive(seed, line.n)):
            raise Divergence(line.n, "these dice do not follow from the seed that was committed to")


def resume(system: System[S], source: Source, write: Sink | None = None, *, fsync: bool = False) -> Game[S]:
    """The game again, verified, and its journal goes on: a torn line is cut off. Lines go to the file or to `write`.

    For programs that keep their battles in files; the server has a database.
    """
    book = read(source)
    game = replay(system, book)
    if isinstance(source, Path):
        if book.warnings:
            with source.open("r+b") as file:
                file.truncate(book.size)
        write = write or FileSink(source, fsync=fsync)
    if write is not None:
        Journal(game, write, len(book.lines), book.warnings)
    return game


def replay(system: System[S], book: JournalContents, tick: Callable[[], None] | None = None) -> Game[S]:
    """The game again from its lines, each compared with what was written; `tick` is called after each."""
    check_fair(book)
    last: Game[S] | None = None
    for _, game, _ in steps(system, book):
        last = game
        if tick:
            tick()
    assert last is not None
    return last


def standing(book: JournalContents) -> set[int]:
    """The numbers of the lines that still count: those that were not taken back."""
    kept: list[int] = []
    for line in book.lines:
        if line.undo is None:
            kept.append(line.n)
        else:
            del kept[1 + line.undo :]
    return set(kept)


def steps(
    system: System[S], book: JournalContents, only: set[int] | None = None
) -> Iterator[tuple[JournalLine, Game[S], list[Event | Draw]]]:
    """Line by line: the line, the game after it (the same all the way), and what came of it, compared with what was written.
    `only`: the lines that are played, the others pass by (see `standing`)."""
    _same_rules(system, book.opening)
    game: Game[S] | None = None
    for line in book.lines:
        if game is not None and only is not None and line.n not in only:
            yield line, game, []
            continue
        try:
            game, before = _played(system, game, line)
            _compare(game, line, before)
        except JournalError:
            raise
        except Exception as error:  # whatever a changed line breaks, it is the line that is to blame
            raise Divergence(line.n, f"cannot be played again ({type(error).__name__}: {told_by(error)})") from error
        yield line, game, (game.battle.events or [])[before:]


def _same_rules(system: System[S], opening: JournalOpening) -> None:
    if opening.system != system.name:
        raise Divergence(1, f"a game of {quote(opening.system)}, not of {system.name!r}")
    if opening.version != system.version:
        versions = f"version {opening.version} of {system.name}, this is version {system.version}"
        raise Divergence(1, f"written under {versions}: it can still be watched from its events, not played again")


def _played(system: System[S], game: Game[S] | None, line: JournalLine) -> tuple[Game[S], int]:
    """The game after this line, and how many events there were before."""
    if game is None:
        assert line.game is not None
        return Game.start(system, line.game.scenario, line.game.seed), 0
    before = len(game.battle.events or ())
    if line.undo is not None:
        game.undo(len(game.entries) - line.undo)
        before = len(game.battle.events or ())
    elif line.reseed is not None:
        game.reseed(line.reseed.seed, line.reseed.side)
    elif line.concede is not None:
        game.concede(line.concede)
    elif line.agree is not None:
        game.agree(line.agree)
    elif line.said is not None:
        part, raw = line.said
        ask = dict(game.asks).get(part)
        if asked(ask) != line.ask or ask is None:
            raise Divergence(line.n, f"the rules ask {_of(asked(ask))}, the journal answers {_of(line.ask)}")
        game.answer_part(part, ask.read(raw))
    return game, before


def _of(ask: tuple[str, str, str] | None) -> str:
    return cut(" ".join(ask), 2 * QUOTED) if ask else "nothing"


def _compare(game: Game[S], line: JournalLine, before: int) -> None:
    """Divergence if this line came out differently."""
    happened: list[Any] = msgspec.json.decode(msgspec.json.encode((game.battle.events or [])[before:]))
    for place, (now, then) in enumerate(zip(happened, line.events, strict=False), 1):
        if _canonical(now) != _canonical(then):
            what = "die" if now.get("type") == "draw" else "event"
            raise Divergence(line.n, f"{what} {place} is now {_short(now)}, the journal says {_short(then)}")
    if len(happened) != len(line.events):
        raise Divergence(line.n, f"{len(happened)} events now, {len(line.events)} in the journal")
    if line.hash != game.hash():
        raise Divergence(line.n, f"the state is {game.hash()}, the journal says {line.hash}")
    if _canonical(line.result) != _canonical(game.result):
        raise Divergence(line.n, f"the result is {_short(game.result)}, the journal says {_short(line.result)}")


def _canonical(data: object) -> bytes:
    return msgspec.json.encode(data, order="deterministic")


def _short(data: object) -> str:
    text = _canonical(data).decode()
    return text if len(text) <= 300 else text[:300] + "…"


# ---- watching, without the rules


def moments_of(system: System[S], source: Source | JournalContents) -> list[ToldEntry]:
    """The story entry by entry, from what was written alone; what was taken back is left out."""
    kinds: Any = Union.__getitem__((Draw, *system.events))
    found: list[ToldEntry] = []
    for line in (source if isinstance(source, JournalContents) else read(source)).lines:
        if line.undo is not None:
            del found[1 + line.undo :]
            continue
        said = line.said[1] if line.said else line.reseed or line.concede or line.agree
        events = tuple(_event(event, kinds, line.n) for event in line.events)
        found.append(ToldEntry(line.n, line.ask, said, events, line.result))
    return found


def events_of(system: System[S], source: Source) -> list[Event | Draw]:
    """The whole story, for a replay: any version of the rules may have written it."""
    return [event for moment in moments_of(system, source) for event in moment.events]


def _event(raw: Any, kinds: Any, number: int) -> Event | Draw:
    try:
        known: Event | Draw = msgspec.convert(raw, kinds)
    except msgspec.ValidationError:
        if not isinstance(raw, dict):
            raise JournalError(number, f"{quote(raw)} is not an event") from None
        return UnknownEvent(name=str(raw.get("type", "?")), fields={key: value for key, value in raw.items() if key != "type"})
    return known


__all__ = [
    "FORMAT",
    "Divergence",
    "FileSink",
    "Journal",
    "JournalContents",
    "JournalError",
    "JournalLine",
    "JournalOpening",
    "Report",
    "ToldEntry",
    "UnknownEvent",
    "check_fair",
    "encode",
    "events_of",
    "moments_of",
    "read",
    "replay",
    "resume",
    "steps",
    "verify",
]
