"""Files that somebody has tampered with, given to the command line: `python -m tests.fuzz --files 20000 --seed 1`.

Valid cases, rosters, scenarios, maps and journals of all books are mutated (letters, lines, values, shapes) and read by the
commands that people use. Whatever stands in a file: exit code 0 or 1, one line that says what is wrong in which file, never a
traceback, and at most two seconds of CPU. The same seed gives the same files.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import resource
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any
from unittest.mock import patch

import yaml

from littlewars.cli import main
from littlewars.engine import Game
from littlewars.engine.journal import Journal
from littlewars.players import make_player, play_out
from littlewars.systems import REGISTRY, SYSTEMS
from littlewars.table.maps.files import dump
from littlewars.table.maps.generate import generate

MOST_SECONDS = 2.0
MOST_LETTERS = 1_200  # of what is told
CASES = Path(__file__).parent / "cases"
BOOKS = ("oversoul", "defiance", "xenocide", "at43", "combat-action")
LONG_NAMES = re.compile(r"x{200}|\[{200}")
RICH_MAP = """name: The ford
unit: inch
size: [48, 48]
pieces:
  - {id: copse, kind: dense-wood, at: [12, 20], size: [6, 4], turn: 30, name: The copse}
  - {id: pond, kind: lake, outline: [[30, 30], [36, 30], [33, 35]], top: 0, marks: [deep], classes: {oversoul: deep}}
  - {id: rock, kind: boulder, at: [24, 24], radius: 1.5, floor: 0, material: stone, structure: 3}
  - {id: hut, kind: building, at: [10, 40], size: [4, 4], openings: [{edge: 0, start: 500, stop: 1500}]}
"""


def _deep(depth: int) -> Any:
    found: Any = "x"
    for _ in range(depth):
        found = [found]
    return found


VALUES: list[Any] = [
    *(None, True, False, 0, -1, 7, 0.1, -2.5, 2**31, 2**63, -(2**63) - 1, 10**15, 10**16, 10**400),
    *(1e15, 1e308, -1e308, float("nan"), float("inf")),
    *("", " ", "x", "nan", "x" * 300, "x" * 100_000, "\u202eeltit", "𝕏\u0000\u200b", "line\nbreak", "{}", "[", "a: b"),
    *("../../etc/passwd", "%s %n {0}", "2001-12-14", "d6", "red"),
    *([], {}, [[]], [0], [None], [1, 2], [1, 2, 3], [-5, 1e9], ["x"] * 3000, {"x": {}}, {"at": [1, 2]}, {"a": [{"b": [1]}]}),
    *(_deep(12), _deep(39), _deep(60), _deep(900), dict.fromkeys(map(str, range(2000)), 1)),
]
SNIPPETS = (
    *("&a [*a]", "*x", "&x", "<<: {a: 1}", "<<: *x", "!!python/object/apply:os.system ['x']", "!!binary aGk=", "!foo x"),
    *("2001-12-14", "2001-12-14t21:59:43.10-05:00", "190:20:30", "0x1F", "0x_", "0o17", "1_000", "1__", ".nan", ".inf"),
    *("1.0e+308", "1" + "0" * 400, "1" + ":1" * 300, "~", "null", "yes", "'", '"', "|", ">", "%YAML 9.9", "---", "..."),
    *("\t", "\x00", "\x85", "\u2028", "\ufeff", "\ud7ff", "𝕏", "é" * 200, "? [a, b]\n: c", "- - - - -"),
    *("{", "}", "[", "]", "[" * 300, "{a: " * 300, ",", ":", "#", "\\"),
)


# ---- files that are well


@dataclass(frozen=True)
class Sample:
    """A file that is well, and the commands that read it."""

    kind: str
    name: str
    data: bytes
    commands: tuple[tuple[str, ...], ...]


@cache
def samples() -> tuple[Sample, ...]:
    """Files of all kinds and books."""
    return tuple(sample for book in BOOKS for make in (_cases, _rosters, _scenarios, _journals, _maps) for sample in make(book))


def _cases(book: str) -> Iterator[Sample]:
    for path in sorted((CASES / book).glob("*.yaml")):
        yield Sample("case", path.name, path.read_bytes(), (("case", "{}"), ("case", "{}", "--json")))


def _rosters(book: str) -> Iterator[Sample]:
    commands = (("army", "check", "{}"), ("army", "check", "{}", "--json"), ("army", "cost", "{}"), ("army", "print", "{}"))
    for path in sorted((REGISTRY[book].folder / "armies").glob("*.yaml")):
        yield Sample("roster", path.name, path.read_bytes(), commands)


def _scenarios(book: str) -> Iterator[Sample]:
    """The ready ones, and some as they stand in the middle of a battle, with all that can be written of it."""
    commands = (("picture", book, "--scenario", "{}"), ("picture", book, "--scenario", "{}", "--json"))
    for path in sorted((REGISTRY[book].folder / "scenarios").glob("*.yaml")):
        yield Sample("scenario", path.name, path.read_bytes(), commands)
        game = _game(book, path.stem, 60)
        described = yaml.safe_dump(SYSTEMS[book].describe(game.state), sort_keys=False, allow_unicode=True)
        yield Sample("scenario", f"later-{path.name}", described.encode(), commands)


def _journals(book: str) -> Iterator[Sample]:
    """The first lines of a battle: it has to be played again each time."""
    lines: list[bytes] = []
    _game(book, "first-battle", 8, lines)
    commands = (("verify", "{}"), ("verify", "{}", "--json"), ("replay", "{}"), ("replay", "{}", "--json"))
    yield Sample("journal", f"{book}.jsonl", b"".join(lines), commands)


def _maps(book: str) -> Iterator[Sample]:
    commands = (("map", "check", "{}"), ("map", "check", "{}", "--svg", "map.svg"), ("map", "check", "{}", "--json"))
    for seed in range(3):
        yield Sample(
            "map", f"{book}-{seed}.yaml", dump(generate(seed, unit=("inch", "cm")[BOOKS.index(book) % 2])).encode(), commands
        )
    yield Sample("map", "ford.yaml", RICH_MAP.encode(), commands)


def _game(book: str, scenario: str, answers: int, lines: list[bytes] | None = None) -> Game[Any]:
    system = SYSTEMS[book]
    game = Game.start(system, system.scenarios()[scenario], 5)
    if lines is not None:
        Journal.begin(lines.append, game, system.scenarios()[scenario], 5, {"players": {"red": "random"}})
    play_out(game, {side: make_player("random", 5) for side in system.sides(game.state)}, most=answers)
    return game


# ---- mutations


def mutated(sample: Sample, rng: Random) -> bytes:
    """The file, tampered with one to three times."""
    data = sample.data
    for _ in range(rng.choice((1, 1, 2, 3))):
        data = rng.choice(MUTATIONS)(data, rng)
    return data


def _flip(data: bytes, rng: Random) -> bytes:
    found = bytearray(data)
    for _ in range(rng.choice((1, 1, 3, 20))):
        if found:
            found[rng.randrange(len(found))] = (
                rng.randrange(256) if rng.random() < 0.3 else rng.choice(b" \n:[]{},-'\"#&*!|0189ax")
            )
    return bytes(found)


def _cut(data: bytes, rng: Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _lines(data: bytes, rng: Random) -> bytes:
    """Lines left out, doubled, changed for one another, or pushed in or out."""
    rows = data.split(b"\n")
    one, other = rng.randrange(len(rows)), rng.randrange(len(rows))
    match rng.randrange(5):
        case 0:
            del rows[one]
        case 1:
            rows[one:one] = [rows[one]] * rng.choice((1, 1, 50))
        case 2:
            rows[one], rows[other] = rows[other], rows[one]
        case 3:
            rows[one] = b"  " + rows[one]
        case _:
            rows[one] = rows[one].lstrip()
    return b"\n".join(rows)


def _snippet(data: bytes, rng: Random) -> bytes:
    """Something strange, anywhere or instead of a value."""
    strange = rng.choice(SNIPPETS).encode("utf-8", "surrogatepass")
    places = [match.span(1) for match in re.finditer(rb"[:\-,\[] ?([^\s,\[\]{}:]+)", data)]
    start, end = rng.choice(places) if places and rng.random() < 0.8 else (at := rng.randrange(len(data) + 1), at)
    return data[:start] + strange + data[end:]


def _value(data: bytes, rng: Random) -> bytes:
    """A value, somewhere in the tree, becomes something else."""
    if data.startswith(b'{"n":'):
        rows = data.split(b"\n")
        at = rng.randrange(len(rows))
        rows[at] = _changed(rows[at], json.loads, lambda tree: json.dumps(tree).encode(), rng)
        return b"\n".join(rows)
    return _changed(data, lambda raw: yaml.load(raw, _LOADER), _dumped, rng)


_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_DUMPER: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def _dumped(tree: Any) -> bytes:
    return str(yaml.dump(tree, Dumper=_DUMPER, sort_keys=False, allow_unicode=True)).encode("utf-8", "surrogatepass")


def _changed(data: bytes, load: Callable[[bytes], Any], write: Callable[[Any], bytes], rng: Random) -> bytes:
    """The same with one place of its tree changed; what cannot be read (any more) stays as it is."""
    try:
        tree = load(data)
        box = [tree]
        holder, key = rng.choice(list(_places(box)))
        _tamper(holder, key, box, rng)
        return write(box[0])
    except (ValueError, LookupError, RecursionError, yaml.YAMLError, AttributeError, TypeError):
        return data


def _places(tree: Any) -> Iterator[tuple[Any, Any]]:
    for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield tree, key
        if isinstance(value, dict | list):
            yield from _places(value)


def _tamper(holder: Any, key: Any, tree: Any, rng: Random) -> None:
    match rng.randrange(6):
        case 0 if isinstance(holder, dict):
            holder[rng.choice((None, "x", "", "y" * 200, 3, "id"))] = holder.pop(key)
        case 1:
            del holder[key]
        case 2:  # something from elsewhere in the file
            other, there = rng.choice(list(_places(tree)))
            holder[key] = other[there]
        case 3 if isinstance(holder[key], list) and holder[key]:
            holder[key] = holder[key] * rng.choice((2, 40))
        case _:
            holder[key] = rng.choice(VALUES)


MUTATIONS: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip,
    _cut,
    _lines,
    _lines,
    _snippet,
    _snippet,
    _value,
    _value,
    _value,
    _value,
)


# ---- reading them


@dataclass
class Found:
    """What came of it."""

    files: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    read: Counter[str] = field(default_factory=Counter)  # those that were well all the same
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0
    slowest_file: str = ""

    def tell(self) -> str:
        """In a few lines."""
        kinds = ", ".join(f"{count} {kind}s ({self.read[kind]} still read)" for kind, count in sorted(self.kinds.items()))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        slow = f"slowest {self.slowest:.2f} s CPU ({self.slowest_file}), at most {memory} MB"
        return "\n".join([f"{self.files} files: {kinds}", slow, f"{len(self.faults)} faults", *self.faults[:50]])


def fuzz(files: int, seed: int, keep: Path | None = None) -> Found:
    """So many files, each read by one of the commands for it."""
    found, rng = Found(), Random(seed)
    every = samples()
    by_kind = {kind: [one for one in every if one.kind == kind] for kind in sorted({one.kind for one in every})}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        for some in by_kind.values():  # what is compiled or read on first use is not the file's fault
            for one in (some[0], some[-1]):
                for command in one.commands:
                    _run(command, _write(one, one.data))
        for number in range(files):
            sample = rng.choice(by_kind[rng.choice(list(by_kind))])
            command, data = rng.choice(sample.commands), mutated(sample, rng)
            name = _write(sample, data)
            begun = process_time()
            code, out, err = _run(command, name)
            spent = process_time() - begun
            found.files += 1
            found.kinds[sample.kind] += 1
            found.read[sample.kind] += code == 0
            if spent > found.slowest:
                found.slowest, found.slowest_file = spent, f"{number} {sample.name}"
            for fault in _faults(code, out, err, name, spent):
                found.faults.append(f"{number} {sample.name} {' '.join(command[:2])}: {fault}")
                if keep:
                    (keep / f"{seed}-{number}-{name}").write_bytes(data)
    return found


def _write(sample: Sample, data: bytes) -> str:
    name = "file.jsonl" if sample.kind == "journal" else "file.yaml"
    Path(name).write_bytes(data)
    return name


def _run(command: tuple[str, ...], name: str) -> tuple[Any, str, str]:
    """Exit code and what was told."""
    out, err = io.StringIO(), io.StringIO()
    words = ["littlewars", *(word.replace("{}", name) for word in command)]
    with patch.object(sys, "argv", words), redirect_stdout(out), redirect_stderr(err):
        try:
            main()
        except SystemExit as ended:
            return ended.code or 0, out.getvalue(), err.getvalue()
        except BaseException as error:
            return f"{type(error).__name__}: {error}"[:300], out.getvalue(), err.getvalue()
    return "no end", out.getvalue(), err.getvalue()


def _faults(code: Any, out: str, err: str, name: str, spent: float) -> Iterator[str]:
    """What should not be."""
    if code not in (0, 1):
        yield f"ends with {code}"
    if code == 1 and (err.count("\n") != 1 or not err.startswith("littlewars: ")):
        yield f"not one line: {err[:300]!r}"
    if "a bug:" in err or "Traceback" in err + out:
        yield f"a bug: {err[:300]!r}"
    if code == 1 and name.partition(".")[0] not in err:
        yield f"does not name the file: {err[:300]!r}"
    if len(err) > MOST_LETTERS:
        yield f"{len(err)} letters"
    if LONG_NAMES.search(err):
        yield f"quotes without end: {err[:300]!r}"
    if spent > MOST_SECONDS:
        yield f"{spent:.1f} s CPU: {err[:200]!r}"


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for files that break something")
    given = parser.parse_args()
    if given.keep:
        given.keep = given.keep.resolve()
        os.makedirs(given.keep, exist_ok=True)
    found = fuzz(given.files, given.seed, given.keep)
    print(found.tell())
    sys.exit(bool(found.faults))


if __name__ == "__main__":
    _main()
