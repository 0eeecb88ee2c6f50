"""Work in children of the warm process: each begins with everything loaded that the parent has, and ends without a trace."""

from __future__ import annotations

import json
import os
import resource
import signal
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MOST_MEMORY = 6 * 2**30
QUIET = ("-q", "--no-header", "-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider", "-p", "no:unraisableexception")
"""How a child runs pytest: with the one plugin that rules are tested with. To load the others takes longer than the tests."""


@dataclass(frozen=True)
class Work:
    """What a child does (its result goes back as JSON), and after how many seconds it is ended."""

    do: Callable[[], Any]
    patience: float


@dataclass(frozen=True)
class Done:
    """How it ended: the result, or None if the child died; or it ran out of time."""

    work: Work
    result: Any
    timed_out: bool = False


def run_all(works: Iterable[Work], jobs: int) -> Iterator[Done]:
    """Do all works, so many at a time; each is given back as soon as it is done."""
    waiting = list(works)[::-1]
    running: dict[int, tuple[Work, float, Path]] = {}
    with tempfile.TemporaryDirectory() as folder:
        while waiting or running:
            while waiting and len(running) < jobs:
                work, note = waiting.pop(), Path(folder) / str(len(waiting))
                running[_fork(work, note)] = (work, time.monotonic() + work.patience, note)
            time.sleep(0.01)
            for pid, (work, deadline, note) in list(running.items()):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    del running[pid]
                    rang = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF  # of an alarm that it set itself
                    yield Done(work, json.loads(note.read_text()) if note.is_file() else None, timed_out=rang)
                elif time.monotonic() > deadline:
                    del running[pid]
                    os.killpg(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                    yield Done(work, None, timed_out=True)


def _fork(work: Work, note: Path) -> int:
    """A child that does the work, writes the result and ends; its number."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        note.write_text(json.dumps(work.do()))
    finally:
        os._exit(0)
