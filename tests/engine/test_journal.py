from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlewars.dice import Draw
from littlewars.engine import Game
from littlewars.engine.journal import (
    Divergence,
    FileSink,
    Journal,
    JournalError,
    UnknownEvent,
    events_of,
    moments_of,
    read,
    resume,
    verify,
)
from littlewars.untrusted import MOST_JOURNAL_LINE, MOST_JOURNAL_LINES
from tests.engine.skirmish import SMALL, SYSTEM, Activated, Skirmish, State


def begun(where: Any, seed: int = 4) -> Game[State]:
    game = Game.start(SYSTEM, SMALL, seed)
    Journal.begin(where, game, SMALL, seed, {"players": {"red": "Ann", "blue": "Bob"}})
    return game


def go_on(game: Game[State], seed: int, answers: int = 10_000) -> Game[State]:
    rng = Random(seed)
    for _ in range(answers):
        if game.ask:
            part, ask = rng.choice(game.asks)
            game.answer_part(part, ask.sample(rng))
    return game


def eventful(where: Any) -> Game[State]:
    """A game with everything: answers, an undo with a new seed, an offer to end, a concession taken back, the end."""
    game = go_on(begun(where), 4, 9)
    game.undo(3, seed=2**70)
    game.agree("red")
    go_on(game, 5, 4)
    game.concede("blue")
    game.undo(1)
    return go_on(game, 7)


@pytest.fixture(scope="module")
def whole() -> bytes:
    rows: list[bytes] = []
    eventful(rows.append)
    return b"".join(rows)


@pytest.fixture
def path(tmp_path: Path, whole: bytes) -> Path:
    file = tmp_path / "game.jsonl"
    file.write_bytes(whole)
    return file


def changed(whole: bytes, find: Callable[[dict[str, Any]], bool], change: Callable[[dict[str, Any]], Any]) -> tuple[bytes, int]:
    """The journal with the first fitting line changed, and its number."""
    rows = [{"events": []} | json.loads(row) for row in whole.splitlines()]
    place = next(i for i, row in enumerate(rows) if find(row))
    change(rows[place])
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows), place + 1


# ---- writing and reading again


def test_a_journal_verifies(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = eventful(path)
    report = verify(SYSTEM, path)
    assert report.lines == len(path.read_bytes().splitlines())
    assert report.decisions > len(game.entries)
    assert report.warnings == ()
    assert report.result == game.result
    assert report.result is not None


def test_file_and_memory_hold_the_same(tmp_path: Path, whole: bytes) -> None:
    eventful(tmp_path / "game.jsonl")
    assert (tmp_path / "game.jsonl").read_bytes() == whole
    assert verify(SYSTEM, whole).lines == len(whole.splitlines())


def test_the_first_line_says_what_game_it_is(whole: bytes) -> None:
    book = read(whole)
    assert (book.opening.system, book.opening.version, book.opening.seed) == ("skirmish", 1, 4)
    assert book.opening.scenario == SMALL
    assert book.opening.meta["players"]["red"] == "Ann"
    assert [line.n for line in book.lines] == list(range(1, len(book.lines) + 1))


def test_only_the_line_that_ends_a_battle_has_a_result(whole: bytes) -> None:
    lines = read(whole).lines
    ended = [line for line in lines if line.result]
    assert ended[0].concede == "blue"
    assert ended[0].result.winner == "red"
    assert ended[1:] == [lines[-1]]


def test_lines_are_on_the_disk_at_once(tmp_path: Path) -> None:
    for fsync in (False, True):
        path = tmp_path / f"{fsync}.jsonl"
        game = Game.start(SYSTEM, SMALL, 1)
        Journal.begin(path, game, SMALL, 1, fsync=fsync)
        for n in range(5):
            assert len(path.read_bytes().splitlines()) == n + 1
            game.answer(game.ask.default())


def test_a_refused_answer_leaves_no_line() -> None:
    rows: list[bytes] = []
    game = begun(rows.append)
    with pytest.raises(Exception, match="not an order"):
        game.answer(("nobody",))
    assert len(rows) == 1


def test_a_journal_begins_at_the_beginning_and_never_over_another(path: Path) -> None:
    game = go_on(Game.start(SYSTEM, SMALL, 1), 1, 3)
    with pytest.raises(ValueError, match="before the first answer"):
        Journal.begin(lambda row: None, game, SMALL, 1)
    with pytest.raises(FileExistsError):
        begun(path)
    with pytest.raises(ValueError, match="first state"):
        Journal.begin(lambda row: None, Game.start(SYSTEM, SMALL, 1), SMALL | {"rounds": 9}, 1)


def test_a_line_that_cannot_be_written_whole_is_taken_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    sink = FileSink(path, new=True)
    sink(b"one\n")
    real = sink.file

    class Full:
        def __getattr__(self, name: str) -> Any:
            return getattr(real, name)

        def write(self, data: Any) -> int:
            if len(data) < 4:
                raise OSError("disk full")
            return real.write(data[:1])

    sink.file = Full()  # type: ignore[assignment]
    with pytest.raises(OSError, match="disk full"):
        sink(b"two two\n")
    assert path.read_bytes() == b"one\n"
    sink.file = real
    sink(b"three\n")
    sink.close()
    assert path.read_bytes() == b"one\nthree\n"


# ---- going on


@pytest.mark.parametrize("cut", [1, 2, 5, 9, 12])
def test_resumed_is_as_if_never_stopped(tmp_path: Path, cut: int) -> None:
    straight, stopped = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    go_on(go_on(begun(straight), 1, cut), 2)
    game = go_on(begun(stopped), 1, cut)
    again = resume(SYSTEM, stopped)
    assert again.hash() == game.hash()
    assert again.entries == game.entries
    assert again.battle.events == game.battle.events
    assert again.free_undo("red") == game.free_undo("red")
    go_on(again, 2)
    assert stopped.read_bytes() == straight.read_bytes()


def test_resumed_after_undo_and_all(whole: bytes) -> None:
    rows = whole.splitlines(keepends=True)
    for n in range(1, len(rows) + 1):
        more: list[bytes] = []
        game = resume(SYSTEM, b"".join(rows[:n]), more.append)
        if n == len(rows):
            assert game.result is not None
        game.undo(min(2, len(game.entries)))
        assert verify(SYSTEM, b"".join(rows[:n] + more)).lines == n + 1


def test_a_torn_last_line_never_happened(path: Path, whole: bytes) -> None:
    rows = whole.splitlines(keepends=True)
    last = len(rows[-1])
    for cut in (1, 2, last // 2, last - 1):
        path.write_bytes(whole[:-cut])
        report = verify(SYSTEM, path)
        assert report.lines == len(rows) - 1
        assert report.warnings == (f"line {len(rows)}: torn, {last - cut} bytes dropped",)
        game = resume(SYSTEM, path)
        assert game.watch.warnings == report.warnings  # type: ignore[union-attr]
        assert path.read_bytes() == b"".join(rows[:-1])
    part, raw = read(whole).lines[-1].said
    game.answer_part(part, dict(game.asks)[part].read(raw))
    assert path.read_bytes() == whole


# ---- what can be wrong


def with_dice(row: dict[str, Any]) -> bool:
    return any(e["type"] == "draw" for e in row["events"])


def other_faces(row: dict[str, Any]) -> None:
    draw = next(e for e in row["events"] if e["type"] == "draw")
    draw["faces"][0] = draw["faces"][0] % 6 + 1


TAMPERING: dict[str, tuple[Callable[[Any], bool], Callable[[Any], Any], str]] = {
    "an answer": (
        lambda row: row.get("ask", [""] * 3)[2] == "toy.cards",
        lambda row: row["said"].__setitem__(1, ["nobody"]),
        "cannot be played again .*not an order of",
    ),
    "an allowed answer": (
        lambda row: row.get("ask", [""] * 3)[1:] == ["move", "toy.move"] and row["said"][1],
        lambda row: row["said"].__setitem__(1, []),
        "event|the state is",
    ),
    "an answer of another kind": (
        lambda row: row.get("said"),
        lambda row: row["said"].__setitem__(1, {"x": [[[]]]}),
        "not an answer to",
    ),
    "a part": (lambda row: row.get("said"), lambda row: row["said"].__setitem__(0, 10**25), "the rules ask nothing"),
    "the side of an ask": (
        lambda row: row.get("ask"),
        lambda row: row["ask"].__setitem__(0, "green"),
        "the journal answers green",
    ),
    "the kind of an ask": (
        lambda row: row.get("ask"),
        lambda row: row["ask"].__setitem__(1, "move"),
        "the journal answers .* move",
    ),
    "the rule of an ask": (
        lambda row: row.get("ask"),
        lambda row: row["ask"].__setitem__(2, "toy.x"),
        "the journal answers .*toy.x",
    ),
    "no ask": (lambda row: row.get("ask"), lambda row: row.pop("ask"), "the journal answers nothing"),
    "a die": (with_dice, other_faces, "die . is now"),
    "what a die was for": (with_dice, lambda row: row["events"][-1].update(why="luck"), "luck"),
    "an event": (lambda row: row["events"], lambda row: row["events"][0].update(x=1), "event 1 is now"),
    "an event less": (lambda row: row["events"], lambda row: row["events"].pop(), "events now"),
    "an event more": (
        lambda row: row["n"] == 2,
        lambda row: row["events"].append({"type": "x"}),
        "0 events now, 1 in the journal",
    ),
    "an event that is none": (lambda row: row["events"], lambda row: row["events"].__setitem__(0, 7), "is now"),
    "the hash": (lambda row: row["n"] == 5, lambda row: row.update(hash="0" * 16), "the state is .* the journal says 0000"),
    "the result": (lambda row: "result" in row, lambda row: row["result"].update(why="luck"), "the result is"),
    "no result": (lambda row: "result" in row, lambda row: row.pop("result"), "the journal says null"),
    "a result too early": (
        lambda row: row["n"] == 3,
        lambda row: row.update(result={"winners": ["red"], "why": "x"}),
        "the result is null",
    ),
    "an undo": (lambda row: "undo" in row, lambda row: row.update(undo=1), "the state is|asks"),
    "an undo too far": (lambda row: "undo" in row, lambda row: row.update(undo=10**20), "entries to take back"),
    "a seed": (lambda row: "reseed" in row, lambda row: row["reseed"].update(seed=-5), "negative"),
    "a side that concedes": (lambda row: "concede" in row, lambda row: row.update(concede="red"), "the result is"),
    "a side that agrees": (lambda row: "agree" in row, lambda row: row.update(agree="green"), "'green' is not a side"),
    "the scenario": (lambda row: "game" in row, lambda row: row["game"]["scenario"].update(rounds=9), "the state is"),
    "no scenario": (
        lambda row: "game" in row,
        lambda row: row["game"].update(scenario={}),
        "cannot be played again .ScenarioError",
    ),
    "the system": (
        lambda row: "game" in row,
        lambda row: row["game"].update(system="chess"),
        "a game of 'chess', not of 'skirmish'",
    ),
    "the version": (
        lambda row: "game" in row,
        lambda row: row["game"].update(version=7),
        "version 7 .* this is version 1.*watched",
    ),
}


@pytest.mark.parametrize("what", TAMPERING)
def test_what_was_changed_is_named_with_its_line(whole: bytes, what: str) -> None:
    find, change, message = TAMPERING[what]
    tampered, number = changed(whole, find, change)
    with pytest.raises(Divergence, match=f"line {number}: .*({message})") as found:
        verify(SYSTEM, tampered)
    assert found.value.line == number
    with pytest.raises(Divergence):
        resume(SYSTEM, tampered)


def test_another_seed_shows_at_the_first_dice(whole: bytes) -> None:
    tampered, _ = changed(whole, lambda row: "game" in row, lambda row: row["game"].update(seed=99))
    first = next(line.n for line in read(whole).lines if any(e["type"] == "draw" for e in line.events))
    with pytest.raises(Divergence, match=f"line {first}: .* is now"):
        verify(SYSTEM, tampered)


def test_missing_doubled_and_swapped_lines_are_named(whole: bytes) -> None:
    rows = whole.splitlines(keepends=True)
    for broken, number in (
        (rows[:4] + rows[5:], 5),
        (rows[:4] + rows[3:], 5),
        ([*rows[:3], rows[4], rows[3], *rows[5:]], 4),
        (rows[1:], 1),
    ):
        with pytest.raises(JournalError, match=f"line {number}: is numbered"):
            verify(SYSTEM, b"".join(broken))


GARBAGE: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "empty"),
    "no whole line": (b'{"n":1', "not a journal"),
    "an empty line": (b"\n", "line 1: not a line"),
    "text": (b"hello\nworld\n", "line 1: not a line"),
    "binary": (bytes(range(256)) * 9 + b"\n", "line 1: not a line"),
    "zeros": (b"\0" * 500 + b"\n", "line 1: not a line"),
    "bad text": (b'{"n":1,"hash":"\xff\xfe"}\n', "line 1: not a line"),
    "deep": (b"[" * 100_000 + b"\n", "line 1: nested too deeply"),
    "deep inside": (b'{"n":1,"hash":"","said":[0,' + b"[" * 50_000 + b"\n", "line 1: nested too deeply"),
    "no end of brackets": (b'{"n":1,"hash":[}\n', "line 1: not a line"),
    "brackets in a text": (b'{"n":1,"hash":"' + b"[" * 100 + b'","undo":0}\n', "line 1: the first line does not say"),
    "a long line": (b'{"n":1,"hash":"' + b"x" * MOST_JOURNAL_LINE + b'"}\n', "line 1: longer than 5,000,000 bytes"),
    "many lines": (b"{}\n" * (MOST_JOURNAL_LINES + 1), "line 100001: more than 100,000 lines"),
    "huge number": (b'{"n":1e999,"hash":""}\n', "line 1: not a line"),
    "many digits": (b'{"n":' + b"9" * 6000 + b',"hash":""}\n', "line 1: not a line"),
    "another file": (b'{"n":1,"hash":"","colour":"red"}\n', "line 1: not a line"),
    "a list": (b"[1,2]\n", "line 1: not a line"),
    "no entry": (b'{"n":1,"hash":""}\n', "line 1: holds not one entry"),
    "no game": (b'{"n":1,"hash":"","undo":0}\n', "line 1: the first line does not say"),
    "negative undo": (b'{"n":1,"hash":"","undo":-3}\n', "line 1: undo leaves -3"),
    "two entries": (b'{"n":1,"hash":"","undo":0,"agree":"red"}\n', "line 1: holds not one"),
    "another format": (
        b'{"n":1,"hash":"","game":{"format":9,"system":"skirmish","version":1,"scenario":{},"seed":1}}\n',
        "line 1: format 9",
    ),
}


@pytest.mark.parametrize("what", GARBAGE)
def test_garbage_is_refused_by_line(what: str, tmp_path: Path) -> None:
    data, message = GARBAGE[what]
    path = tmp_path / "garbage.jsonl"
    path.write_bytes(data)
    for look in (read, lambda p: verify(SYSTEM, p), lambda p: resume(SYSTEM, p), lambda p: events_of(SYSTEM, p)):
        with pytest.raises(JournalError, match=message):
            look(path)
    assert path.read_bytes() == data


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(JournalError, match=str(path)):
            verify(SYSTEM, path)


def test_a_second_game_inside_is_refused(whole: bytes) -> None:
    rows = whole.splitlines(keepends=True)
    again = rows[0].replace(b'"n":1,', b'"n":2,')
    with pytest.raises(JournalError, match="line 2: begins another game"):
        verify(SYSTEM, rows[0] + again)


def test_what_nobody_reads_is_text_as_well(whole: bytes) -> None:
    tampered = whole.replace(b'"reseed":{"type"', b'"reseed":{"t\x80pe"', 1)
    assert tampered != whole
    with pytest.raises(JournalError, match="not a line of a journal"):
        verify(SYSTEM, tampered)


@given(data=st.data())
@settings(max_examples=120, deadline=None)
def test_any_changed_byte_is_an_error_of_the_journal_or_harmless(data: st.DataObject, whole: bytes) -> None:
    place = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255))
    tampered = whole[:place] + bytes([byte]) + whole[place + 1 :]
    try:
        verify(SYSTEM, tampered)
    except JournalError:
        return
    line = whole[:place].count(b"\n")
    assert line == 0 or tampered == whole or place >= len(whole) - 1 or json.loads(tampered.splitlines()[line])


# ---- watching


def test_the_story_is_told_by_the_events_alone(whole: bytes) -> None:
    game = resume(SYSTEM, whole)
    story = events_of(SYSTEM, whole)
    assert story == game.battle.events
    assert {type(event) for event in story} >= {Draw, Activated}
    moments = moments_of(SYSTEM, whole)
    assert len(moments) == 1 + len(game.entries)
    assert moments[-1].result == game.result


def test_an_old_journal_can_be_watched(whole: bytes) -> None:
    class Newer(Skirmish):
        version = 2
        events = tuple(kind for kind in Skirmish.events if kind.__name__ != "Activated")

    with pytest.raises(Divergence, match="watched from its events"):
        verify(Newer(), whole)
    story = events_of(Newer(), whole)
    told = [event for event in story if isinstance(event, UnknownEvent)]
    assert told
    assert told[0].tell().startswith("Activated unit=")
    assert len(story) == len(events_of(SYSTEM, whole))
