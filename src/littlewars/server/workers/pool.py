"""The worker processes: bots and exact odds never run on the event loop.

A battle always goes to the same worker, which keeps a replica of it. A worker that dies or hangs is replaced, and what it was
asked is asked again. What strangers upload is read by a worker of its own, so that it can harm nobody's battle.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any, Protocol, TypeVar
from zlib import crc32

from littlewars.engine import Scenario
from littlewars.engine.game import Entry
from littlewars.engine.journal import JournalError

from ..config import Config
from ..logs import note, warn
from ..metrics import Metrics
from . import worker
from .worker import Feed, Missing, Unplayable

R = TypeVar("R")
MOST_TRIES = 3
ODDS = 10.0  # seconds that odds may take: others wait for the worker meanwhile, and nobody for the odds
LIMIT = 1 << 20  # bytes read ahead
MOST_KNOWN = 5000  # battles of which we remember what a worker has seen


class TooLong(Exception):
    """A worker did not answer in time, or died again and again."""


class Played(Protocol):
    """What a worker must know of a battle."""

    id: str
    epoch: int
    system_name: str
    scenario: Scenario
    seed: int

    @property
    def entries(self) -> list[Entry]:
        """All entries so far."""

    @property
    def is_counted(self) -> bool:
        """May meters tell that somebody thinks?"""


class Dead(Exception):
    """The process ended before it answered."""


class Worker:
    """One process: jobs go in by its standard input, results come out by its standard output, one after the other.

    `life` tells one process from the next: whatever the last one knew is lost.
    """

    def __init__(self, config: Config, metrics: Metrics, guest: bool = False) -> None:
        self.config, self.metrics, self.guest = config, metrics, guest
        self.life = self.pid = 0
        self.seen: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._process: subprocess.Popen[bytes] | None = None
        self._write: asyncio.WriteTransport | None = None
        self._jobs: dict[int, asyncio.Future[Any]] = {}
        self._numbers = count()
        self._starting: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[None] | None = None

    async def ready(self) -> None:
        """Wait until it runs and is warm."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        await asyncio.shield(self._starting)

    async def _start(self) -> None:
        self.life += 1
        self.seen.clear()
        command = [sys.executable, "-m", worker.__name__]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(limit=LIMIT)
        self._write, _ = await loop.connect_write_pipe(asyncio.Protocol, self._process.stdin)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), self._process.stdout)
        self._reader = asyncio.create_task(self._read(reader, self.life))
        begun = self._send(partial(worker.begin, self.config.systems, self.guest))
        warm = self._send(worker.warm)
        await begun
        self.pid = await warm

    def _send(self, job: Callable[[], R]) -> asyncio.Future[R]:
        number = next(self._numbers)
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        assert self._write is not None
        self._jobs[number] = future
        self._write.write(worker.framed((number, job)))
        return future

    async def _read(self, reader: asyncio.StreamReader, life: int) -> None:
        """Hand out results until the process ends."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                size = int.from_bytes(await reader.readexactly(worker.HEAD), "big")
                number, found = pickle.loads(await reader.readexactly(size))
                future = self._jobs.pop(number, None)
                if future is not None and not future.done():
                    if isinstance(found, worker.Failed):
                        future.set_exception(RuntimeError(found.text))
                    else:
                        future.set_result(found)
        if life == self.life:
            self._lost("it died")

    async def run(self, job: Callable[[], R], seconds: float) -> R:
        """Run a job; Dead if the process dies, TimeoutError if it takes too long: then it is ended."""
        await self.ready()
        life = self.life
        try:
            return await asyncio.wait_for(self._send(job), seconds)
        except TimeoutError:
            if life == self.life:
                self._lost("it hung")
            raise

    def _lost(self, why: str) -> None:
        """Another process takes its place."""
        self.metrics.workers.inc()
        warn("worker replaced", why=why, pid=self.pid, guest=self.guest)
        self.end()
        self._starting = asyncio.create_task(self._start())

    def end(self) -> None:
        """End the process at once: it holds nothing that could be lost."""
        self.life += 1
        self.pid = 0
        if self._starting is not None:
            self._starting.cancel()
            self._starting = None
        jobs, self._jobs = self._jobs, {}
        for future in jobs.values():
            if not future.done():
                future.set_exception(Dead())
                future.exception()  # those who wait are told; nobody else need be
        if self._write is not None:
            self._write.abort()
            self._write = None
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class WorkerPool:
    """All workers of a server."""

    def __init__(self, config: Config, metrics: Metrics) -> None:
        self.config, self.metrics = config, metrics
        self.workers = [Worker(config, metrics) for _ in range(config.thinkers)]
        self.guest = Worker(config, metrics, guest=True)

    async def open(self) -> None:
        """Start and warm the workers; the guest's is started when it is needed."""
        begun = perf_counter()
        await asyncio.gather(*(each.ready() for each in self.workers))
        note("workers ready", workers=len(self.workers), seconds=round(perf_counter() - begun, 2))

    async def close(self) -> None:
        """End them."""
        for each in (*self.workers, self.guest):
            each.end()

    async def think(self, game: Played, part: int, side: str, bot: str, seed: int) -> Any:
        """A bot's answer."""
        return await self._ask(game, partial(_thinking, part=part, side=side, bot=bot, seed=seed), self.config.think)

    async def foresee(self, game: Played, part: int, side: str, raw: Any) -> Any:
        """Odds of an answer, or None."""
        seconds = min(ODDS, self.config.think)
        return await self._ask(game, partial(_foreseeing, part=part, side=side, raw=raw), seconds, again=False)

    async def replay(self, journal: bytes, own: bool) -> bytes:
        """A replay as JSON, from a journal of our own or somebody else's."""
        worker_ = self.workers[crc32(journal[:200]) % len(self.workers)] if own else self.guest
        try:
            found = await worker_.run(partial(worker.replay, journal), self.config.replay_seconds)
        except TimeoutError:
            raise TooLong("this journal takes too long to play again") from None
        except Dead:
            raise JournalError(0, "this journal cannot be played again here") from None
        if isinstance(found, Unplayable):
            raise JournalError(found.line, found.text)
        return found

    async def _ask(self, game: Played, job: Callable[[Feed], Any], seconds: float, again: bool = True) -> Any:
        """Send what the worker has not seen, and the question; `again`: ask once more if it takes too long."""
        chosen = self.workers[crc32(game.id.encode()) % len(self.workers)]
        whole = False
        for _ in range(MOST_TRIES + 1):
            feed = self._feed(chosen, game, whole)
            begun = perf_counter()
            try:
                found = await chosen.run(partial(job, feed), seconds)
            except Dead:
                whole = True
                continue
            except TimeoutError:
                if not again:
                    raise TooLong(f"no answer in {seconds:g} seconds") from None
                whole = True
                continue
            if game.is_counted:
                self.metrics.think.observe(perf_counter() - begun)
            if not isinstance(found, Missing):
                return found
            whole = True
        raise TooLong(f"no answer after {MOST_TRIES} tries")

    def _feed(self, chosen: Worker, game: Played, whole: bool) -> Feed:
        epoch, since = (-1, 0) if whole else chosen.seen.pop(game.id, (-1, 0))
        entries = game.entries
        chosen.seen[game.id] = game.epoch, len(entries)
        if len(chosen.seen) > MOST_KNOWN:
            chosen.seen.popitem(last=False)
        if epoch == game.epoch and since <= len(entries):
            return Feed(game.id, game.epoch, since, tuple(entries[since:]))
        return Feed(game.id, game.epoch, 0, tuple(entries), game.system_name, game.scenario, game.seed)


def _thinking(feed: Feed, part: int, side: str, bot: str, seed: int) -> Any:
    return worker.think(feed, part, side, bot, seed)


def _foreseeing(feed: Feed, part: int, side: str, raw: Any) -> Any:
    return worker.foresee(feed, part, side, raw)
