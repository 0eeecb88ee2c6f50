"""One change tried out: a child of the warm process imports the book with the change in it and runs the chosen tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import takewhile
from pathlib import Path
from pkgutil import walk_packages
from types import CodeType, ModuleType

import pytest
from hypothesis import Phase, settings

from .book import Book
from .children import QUIET, Done, Work, run_all
from .places import Change, applied

BELOW = ("dice", "table", "engine", "muster", "kit")
"""The rooms below the rulebooks, loaded before the first child is made."""
BUSY = 5
"""By the clock a trial may take so many times longer than its work: the machine has other things to do, too."""


@dataclass(frozen=True)
class Trial:
    """A change and the tests that may notice it, with the seconds that each usually takes."""

    change: Change
    tests: dict[str, float]


@dataclass(frozen=True)
class Verdict:
    """What came of a trial: "noticed", "survived" or "timed out", and the test that noticed."""

    change: Change
    outcome: str
    by: str
    tests: int


class _Loader(SourceFileLoader):
    """Loads one module from text that stands in no file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_code(self, fullname: str) -> CodeType:
        """The code with the change in it; it is never kept on disk."""
        return compile(self.text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds that one module before anybody else does."""

    def __init__(self, name: str, path: Path, text: str) -> None:
        self.name = name
        self.path = path
        self.text = text

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The changed module; nothing for any other."""
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=_Loader(fullname, str(self.path), self.text))


class _Recorder:
    """A plugin of pytest: the first test that fails. A test that takes longer than it may ends the process."""

    def __init__(self, limits: Mapping[str, float]) -> None:
        self.limits = limits
        self.failed = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """The alarm ends even a loop of compiled code; it counts the work of this process, however busy the machine is."""
        signal.setitimer(signal.ITIMER_PROF, self.limits.get(item.nodeid, 0))
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember the first failure."""
        if report.failed and not self.failed:
            self.failed = report.nodeid


def warm(book: Book) -> None:
    """Load everything that no change can touch: pytest, the compiled kernels, the rooms below the book, or below the room that
    is broken itself."""
    import littlewars

    for room in takewhile(lambda room: not book.is_within(f"littlewars.{room}"), BELOW):
        path = Path(littlewars.__path__[0]) / room
        if path.is_dir():
            for found in walk_packages([str(path)], f"littlewars.{room}."):
                if not found.name.endswith("__main__"):
                    import_module(found.name)
    import_module("littlewars.table.warm").warm()
    gc.freeze()
    settings.register_profile("mutate", phases=[Phase.explicit, Phase.generate], derandomize=True, database=None, deadline=None)
    settings.load_profile("mutate")
    touched = [name for name in sys.modules if book.is_within(name)]
    assert not touched, f"the warm process has already loaded {touched[0]}"


def try_all(book: Book, trials: Iterable[Trial], jobs: int, patience: float) -> Iterator[Verdict]:
    """Try every change, several at a time; a test may take so many times longer than usual. Verdicts come as they fall."""
    works = {}
    for trial in trials:
        limits = {test: patience * (1 + seconds) for test, seconds in trial.tests.items()}
        longest = BUSY * patience * (1 + sum(trial.tests.values()))
        works[Work(partial(run, book, trial.change, limits), longest)] = trial
    for done in run_all(works, jobs):
        yield _verdict(works[done.work], done)


def _verdict(trial: Trial, done: Done) -> Verdict:
    """What a child has found; one that died without a word has noticed too."""
    if done.timed_out:
        return Verdict(trial.change, "timed out", "", len(trial.tests))
    code, failed = done.result or (-1, "the process dies")
    if code == pytest.ExitCode.OK:
        return Verdict(trial.change, "survived", "", len(trial.tests))
    return Verdict(trial.change, "noticed", failed or "the tests cannot be collected", len(trial.tests))


def run(book: Book, change: Change, limits: Mapping[str, float]) -> tuple[int, str]:
    """Run tests, each within its seconds, in this process on the changed book: the code of pytest, and the first that fails."""
    path = book.folder / change.place.file
    text = applied(path.read_text(), change)
    sys.meta_path.insert(0, _Finder(book.module(change.place.file), path, text))
    sys.dont_write_bytecode = True
    os.chdir(book.root)
    recorder = _Recorder(limits)
    code = pytest.main(["-x", "--tb=no", *QUIET, *limits], plugins=[recorder])
    return int(code), recorder.failed
