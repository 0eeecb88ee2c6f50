"""Which test reaches which line: learned once with coverage, kept by content under `.mutate/`."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import coverage
import pytest

from .book import ROOT, SHARED, Book, test_files
from .children import QUIET, Work, run_all

CACHE = ROOT / ".mutate"
PATIENCE = 600.0
"""Seconds that the tests of one file may take."""
LEARNED = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERNAL_ERROR)
"""Ends of a run from which something is learned; the last where an alarm rang while pytest worked for itself."""
MOST_SECONDS = 20
"""Seconds of work that one test may take while its lines are counted."""
READ = (".py", ".yaml", ".jsonl")
"""Files whose content decides what a test reaches."""


@dataclass
class Reach:
    """What the tests of a book reach, and how long each takes."""

    lines: dict[str, dict[int, set[str]]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(set)))
    seconds: dict[str, float] = field(default_factory=dict)
    width: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, learned: dict[str, Any]) -> None:
        """Take in what was learned from one file of tests."""
        self.seconds |= learned["seconds"]
        for file, lines in learned["lines"].items():
            for line, tests in lines.items():
                self.lines[file][int(line)].update(tests)
                for test in tests:
                    self.width[test] += 1

    def of(self, file: str, lines: Iterable[int]) -> set[str]:
        """The tests that reach any of these lines."""
        known = self.lines.get(file, {})
        return {test for line in lines for test in known.get(line, ())}


def learn(book: Book, jobs: int) -> Reach:
    """What the tests of a book reach; only those run whose files, or the code, changed since last time."""
    CACHE.mkdir(exist_ok=True)
    kept = {file: _kept(book, file, key) for file, key in _keys(book).items()}
    missing = [file for file, path in kept.items() if not path.is_file()]
    if missing:
        sys.stderr.write(f"learning what {len(missing)} files of tests reach…\n")
        _run(book, {file: kept[file] for file in missing}, jobs)
    reach = Reach()
    for path in kept.values():
        reach.add(json.loads(path.read_text()))
    return reach


def _kept(book: Book, file: Path, key: str) -> Path:
    return CACHE / f"{book.name}-{file.parent.name}-{file.stem}-{key}.json"


def _keys(book: Book) -> dict[Path, str]:
    """A hash for every file of tests: of the code, of what stands beside the tests, and of the file itself."""
    files = test_files(book)
    sources = [*sorted((ROOT / "src").rglob("*")), *sorted(book.folder.rglob("*"))]
    code = _hash(path for path in sources if not {"server", "cli"} & set(path.parts))
    folders = {file: next((folder for folder in book.tests if folder in file.parents), file.parent) for file in files}
    beside = {folder: _hash(_beside(folder)) for folder in set(folders.values())}
    return {
        file: hashlib.sha256(f"{code} {beside[folder]} {_hash([file])}".encode()).hexdigest()[:16]
        for file, folder in folders.items()
    }


def _beside(folder: Path) -> Iterator[Path]:
    """Helpers and data that tests of a folder use; tests of all books read the folders of cases and golden battles too."""
    shared = sorted(folder.parent.glob("*.py"))
    data = [path for name in ("cases", "golden") for path in sorted((folder.parent / name).rglob("*"))]
    yield from shared
    yield from (path for path in sorted(folder.rglob("*")) if not path.name.startswith("test_"))
    yield from data if folder.name == "systems" else ()


def _hash(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in paths:
        if path.suffix in READ and path.is_file():
            total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()


def _run(book: Book, files: dict[Path, Path], jobs: int) -> None:
    """Learn from these files, the largest first, in so many children at once."""
    os.environ["COVERAGE_CORE"] = "ctrace"  # the only core of coverage that can tell one test from another
    works = {
        Work(partial(learn_file, book, file), PATIENCE): file for file in sorted(files, key=lambda file: -file.stat().st_size)
    }
    for done in run_all(works, jobs):
        file = works[done.work]
        if done.result is None:
            raise SystemExit(f"{file} cannot be collected as it is: mend it first")
        for test in done.result["failed"]:
            sys.stderr.write(f"left out, for it fails or takes more than {MOST_SECONDS:g} s when it is watched: {test}\n")
        files[file].write_text(json.dumps(done.result))


class _Learner:
    """A plugin of pytest: while a test runs, the lines are its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.watch = coverage.Coverage(data_file=None, source=[str(folder)], config_file=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Count the lines and the time of one test."""
        self.watch.switch_context(item.nodeid)
        begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        self.seconds[item.nodeid] = round(time.process_time() - begun, 4)
        self.watch.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails while it is watched, for it measures time or takes too long, proves nothing here."""
        if report.failed:
            self.failed.add(report.nodeid)

    def learned(self) -> dict[str, Any]:
        """Everything, ready to be kept."""
        data = self.watch.get_data()
        good = self.seconds.keys() - self.failed
        lines = {}
        for file in sorted(data.measured_files()):
            found = {line: sorted(set(tests) & good) for line, tests in data.contexts_by_lineno(file).items()}
            lines[Path(file).relative_to(self.folder).as_posix()] = {line: tests for line, tests in found.items() if tests}
        return {"seconds": {test: self.seconds[test] for test in good}, "lines": lines, "failed": sorted(self.failed)}


def learn_file(book: Book, file: Path) -> dict[str, Any] | None:
    """Run the tests of a file in this process: what those reach that pass, or None when they cannot even be collected."""
    os.chdir(book.root)
    learner = _Learner(book.folder.resolve())
    signal.signal(signal.SIGPROF, _too_long)
    learner.watch.start()
    only = ("-k", book.name) if file in SHARED and not book.is_room else ()
    code = pytest.main([*QUIET, *only, str(file)], plugins=[learner])
    learner.watch.stop()
    if (
        code == pytest.ExitCode.INTERNAL_ERROR
    ):  # the alarm rang where pytest works for itself: what was learned before it counts
        learner.failed.add(str(file))
    return learner.learned() if code in LEARNED else None


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError(f"more than {MOST_SECONDS} s")
