"""The worker processes: bots and exact odds never run on the event loop.

A battle always goes to the same worker, which keeps a replica of it. A worker that dies or hangs is replaced, and what it was
asked is asked again. What strangers upload is read by a worker of its own, so that it can harm nobody's battle.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from time import perf_counter
from typing import Any, Protocol, TypeVar
from zlib import crc32

from ..engine import Scenario
from ..engine.game import Entry
from ..engine.journal import JournalError
from . import worker
from .config import Config
from .logs import note, warn
from .metrics import Metrics
from .worker import Feed, Missing, Unplayable

R = TypeVar("R")
MOST_TRIES = 3
PATIENCE = 3.0  # seconds for a worker to end by itself
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


class Worker:
    """One process with a queue of its own; `number` tells one life from the next."""

    def __init__(self, config: Config, metrics: Metrics, guest: bool = False) -> None:
        self.config, self.metrics, self.guest = config, metrics, guest
        self.number, self.pid = 0, 0
        self.seen: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self._pool: ProcessPoolExecutor | None = None
        self._starting: asyncio.Future[int] | None = None

    def _start(self) -> ProcessPoolExecutor:
        self.number, self.pid = self.number + 1, 0
        self.seen.clear()
        arguments = (self.config.systems, self.guest)
        self._pool = ProcessPoolExecutor(1, get_context("spawn"), worker.begin, arguments)
        self._starting = asyncio.get_running_loop().run_in_executor(self._pool, worker.warm)
        self._starting.add_done_callback(self._started)
        return self._pool

    def _started(self, future: asyncio.Future[int]) -> None:
        if not future.cancelled() and future.exception() is None:
            self.pid = future.result()

    async def ready(self) -> None:
        """Wait until it is warm."""
        if self._pool is None:
            self._start()
        assert self._starting is not None
        await self._starting

    async def run(self, job: Callable[[], R], seconds: float) -> R:
        """Run a job; BrokenProcessPool if the process dies, TimeoutError if it takes too long: then it is ended."""
        if self._pool is None:
            self._start()
        if not self.pid:
            await self.ready()
        number, pool = self.number, self._pool
        assert pool is not None
        try:
            return await asyncio.wait_for(asyncio.get_running_loop().run_in_executor(pool, job), seconds)
        except (BrokenProcessPool, TimeoutError) as error:
            if number == self.number:
                self._replace(error)
            raise

    def _replace(self, error: Exception) -> None:
        self.metrics.workers.inc()
        warn("worker replaced", why=type(error).__name__, pid=self.pid, guest=self.guest)
        self.end()
        self._start()

    async def stop(self) -> None:
        """End the process in good order, or else at once."""
        if (pool := self._pool) is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.to_thread(pool.shutdown, True, cancel_futures=True), PATIENCE)
                self._pool, self.pid = None, 0
        self.end()

    def end(self) -> None:
        """End the process at once: it holds nothing that could be lost."""
        pool, self._pool = self._pool, None
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)
        self.pid = 0
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


class Pool:
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
        await asyncio.gather(*(each.stop() for each in (*self.workers, self.guest)))

    async def think(self, game: Played, part: int, side: str, bot: str, seed: int) -> Any:
        """A bot's answer."""
        return await self._ask(game, partial(_thinking, part=part, side=side, bot=bot, seed=seed))

    async def foresee(self, game: Played, part: int, side: str, raw: Any) -> Any:
        """Odds of an answer, or None."""
        return await self._ask(game, partial(_foreseeing, part=part, side=side, raw=raw))

    async def replay(self, journal: bytes, own: bool) -> bytes:
        """A replay as JSON, from a journal of our own or somebody else's."""
        worker_ = self.workers[crc32(journal[:200]) % len(self.workers)] if own else self.guest
        try:
            found = await worker_.run(partial(worker.replay, journal), self.config.replay_seconds)
        except TimeoutError:
            raise TooLong("this journal takes too long to play again") from None
        except BrokenProcessPool:
            raise JournalError(0, "this journal cannot be played again here") from None
        if isinstance(found, Unplayable):
            raise JournalError(found.line, found.text)
        return found

    async def _ask(self, game: Played, job: Callable[[Feed], Any]) -> Any:
        """Send what the worker has not seen, and the question."""
        chosen = self.workers[crc32(game.id.encode()) % len(self.workers)]
        whole = False
        for _ in range(MOST_TRIES + 1):
            feed = self._feed(chosen, game, whole)
            begun = perf_counter()
            try:
                found = await chosen.run(partial(job, feed), self.config.think)
            except (BrokenProcessPool, TimeoutError):
                whole = True
                continue
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
