"""Where workers come from: a process that knows the rulebooks, is warm, and forks. A worker is there at once, also one that
takes another's place, and shares most of its memory with the others. Where that cannot be each warms up for itself."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from threading import Lock, Thread
from typing import NamedTuple, NoReturn

from . import worker

CAN_FORK = sys.platform == "linux"
MOST = 1 << 16  # bytes of a message
FORK, READY = b"fork", b"ready"


class Child(NamedTuple):
    """A process: its number, and the ends of its standard input and output that are ours."""

    pid: int
    jobs: int
    results: int


class Singles:
    """Workers that have nothing in common: each is a process that warms up for itself."""

    def __init__(self) -> None:
        self._processes: dict[int, subprocess.Popen[bytes]] = {}

    async def born(self) -> Child:
        """Another worker, when it is there. It is waited for in a thread that nobody waits for: a server may stop meanwhile."""
        loop = asyncio.get_running_loop()
        birth: asyncio.Future[Child] = loop.create_future()

        def come(child: Child | OSError) -> None:
            if isinstance(child, Child) and birth.cancelled():
                self._send_away(child)
            elif isinstance(child, Child):
                birth.set_result(child)
            elif not birth.cancelled():
                birth.set_exception(child)

        def wait() -> None:
            child = self._try()
            try:
                loop.call_soon_threadsafe(come, child)
            except RuntimeError:  # the loop has ended meanwhile
                if isinstance(child, Child):
                    self._send_away(child)

        Thread(target=wait, daemon=True).start()
        return await birth

    def _try(self) -> Child | OSError:
        try:
            return self.bear()
        except OSError as error:
            return error

    def _send_away(self, child: Child) -> None:
        os.close(child.jobs)
        os.close(child.results)
        self.end(child)

    def bear(self) -> Child:
        """Another worker; this waits until it is there."""
        (their_jobs, jobs), (results, their_results) = os.pipe(), os.pipe()
        try:
            return Child(self._begin(their_jobs, their_results), jobs, results)
        except OSError:
            os.close(jobs)
            os.close(results)
            raise
        finally:
            os.close(their_jobs)
            os.close(their_results)

    def end(self, child: Child) -> None:
        """End a worker at once: it holds nothing that could be lost."""
        process = self._processes.pop(child.pid)
        process.kill()
        process.wait()

    def _begin(self, jobs: int, results: int) -> int:
        """A process that reads jobs and writes results there; its number."""
        process = subprocess.Popen([sys.executable, "-m", worker.__name__], stdin=jobs, stdout=results, env=_environment())
        self._processes[process.pid] = process
        return process.pid


class Nursery(Singles):
    """Our end of the process that forks; whoever asks it for a worker waits until it is warm."""

    def __init__(self, systems: dict[str, str]) -> None:
        self.systems = systems
        self._lock = Lock()
        self._line: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def end(self, child: Child) -> None:
        """End a worker at once. It is the nursery's child: nobody else has its number until the nursery has let it go. This is
        said on the event loop, and does not wait for a birth."""
        with suppress(OSError):
            if (line := self._line) is not None:
                line.send(b"%d" % child.pid)

    def _begin(self, jobs: int, results: int) -> int:
        with self._lock:
            try:
                return self._fork(jobs, results)
            except OSError:  # it has died: another one
                self.close()
                return self._fork(jobs, results)

    def _fork(self, jobs: int, results: int) -> int:
        line = self._line or self._open()
        socket.send_fds(line, [FORK], [jobs, results])
        return int(_heard(line))

    def _open(self) -> socket.socket:
        """Start the process, and wait until it is warm."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen([sys.executable, "-m", __name__], stdin=theirs.fileno(), env=_environment())
        try:
            ours.send(pickle.dumps(self.systems))
            _heard(ours)  # that it is ready
        except OSError:
            ours.close()
            raise
        self._line = ours
        return ours

    def close(self) -> None:
        """End it; its workers end when nobody has jobs for them."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@cache
def _nursery(systems: frozenset[tuple[str, str]]) -> Nursery:
    return Nursery(dict(systems))


def nursery(systems: dict[str, str]) -> Singles:
    """Where workers for these rulebooks come from; servers in one process share it."""
    return _nursery(frozenset(systems.items())) if CAN_FORK else Singles()


def _environment() -> dict[str, str]:
    """What a process of ours needs to find what we find."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _heard(line: socket.socket) -> bytes:
    """What comes next; ConnectionError when nobody is there."""
    if not (message := line.recv(MOST)):
        raise ConnectionError("nobody there")
    return message


# ---- the process


def main() -> None:
    """Know the rulebooks, then fork and end until the server is gone, however and whenever: also before this is warm."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    line = socket.socket(fileno=os.dup(0))
    with suppress(ConnectionError):
        worker.learn(pickle.loads(_heard(line)))
        line.send(READY)
        _serve(line)


def _serve(line: socket.socket) -> NoReturn:
    """Fork and end as one is told; ConnectionError when nobody is there."""
    children = set[int]()
    while True:
        message, given, _, _ = socket.recv_fds(line, MOST, 2)
        if not message:
            raise ConnectionError("nobody there")
        if message == FORK:
            children.add(pid := _forked(line, given))
            line.send(b"%d" % pid)
        elif (pid := int(message)) in children:  # not one of a nursery that has died
            children.discard(pid)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)


def _forked(line: socket.socket, given: Sequence[int]) -> int:
    """Another worker, which reads jobs and writes results there."""
    if (pid := os.fork()) == 0:
        line.close()
        worker.main(*given)
        os._exit(0)
    for one in given:
        os.close(one)
    return pid


if __name__ == "__main__":
    main()
