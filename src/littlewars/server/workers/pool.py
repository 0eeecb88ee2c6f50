"""The worker processes: bots, advice and exact odds never run on the event loop.

A battle always goes to the same worker, which keeps a replica of it. A worker that dies or hangs is replaced, and what it was
asked is asked again. Advice has a worker of its own, so that no bot waits for it; what strangers upload is read by others, so
that it can harm nobody's battle.
"""

from __future__ import annotations

import asyncio
import os
import pickle
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from secrets import randbits
from time import perf_counter
from typing import Any, Protocol, TypeVar
from zlib import crc32

from littlewars.engine import Scenario
from littlewars.engine.game import Entry
from littlewars.engine.journal import JournalError
from littlewars.engine.orders import Order, Policy

from ..config import Config
from ..logs import note, warn
from ..metrics import Metrics
from ..wire import Reach, RosterReport
from . import worker
from .jobs import PLAIN, Job, JobQueue, Ticket, Unwanted, give_up
from .nursery import Child, nursery
from .worker import Feed, Kind, Missing, Unplayable

R = TypeVar("R")
MOST_TRIES = 3
ODDS = 10.0  # seconds that odds may take: others wait for the worker meanwhile, and nobody for the odds
LIMIT = 1 << 20  # bytes read ahead
READING = 5.0  # seconds for a roster
MOST_WAITING: dict[Kind, int] = {"thinker": 1000, "adviser": 2, "guest": 4, "reader": 4}  # jobs of one payer in line
MOST_KNOWN = 5000  # battles of which we remember what a worker has seen


class TooLong(Exception):
    """A worker did not answer in time, or died again and again."""


class PoolBattle(Protocol):
    """What a worker must know of a battle."""

    id: str
    epoch: int
    system_name: str
    scenario: Scenario
    seed: int

    @property
    def entries(self) -> list[Entry]:
        """All entries so far."""

    def n_for(self, audience: str) -> int:
        """The number of the last line that a side has heard of: others' answers in a simultaneous decision do not count."""

    @property
    def is_counted(self) -> bool:
        """May meters tell that somebody thinks?"""


class Dead(Exception):
    """The process ended before it answered."""


class Worker:
    """One process that does one job after the other: jobs go in by its standard input, results come out by its standard output.

    `life` tells one process from the next: whatever the last one knew is lost. What waits stays in line for the next.
    """

    def __init__(self, config: Config, metrics: Metrics, kind: Kind = "thinker") -> None:
        self.config, self.metrics, self.kind = config, metrics, kind
        self.life = self.pid = 0
        self.seen: OrderedDict[str, tuple[int, int]] = OrderedDict()
        self.line = JobQueue(MOST_WAITING[kind])
        self._doing: Job | None = None
        self._late: asyncio.TimerHandle | None = None
        self._nursery = nursery(config.systems)
        self._child: Child | None = None
        self._write: asyncio.WriteTransport | None = None
        self._starting: asyncio.Task[None] | None = None
        self._reader: asyncio.Task[None] | None = None
        self._is_up = False

    async def ready(self) -> None:
        """Wait until it runs and is warm."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        await asyncio.shield(self._starting)

    async def run(self, make: Callable[[], Callable[[], R] | None], seconds: float, ticket: Ticket = PLAIN) -> R:
        """Do a job when its turn comes. Dead if the process dies, TimeoutError if it takes too long (then it is ended),
        Unwanted if nobody needs it any more. Who stops waiting leaves the line."""
        job = Job(make, seconds, asyncio.get_running_loop().create_future())
        self.line.join(ticket, job)
        if self._starting is None:
            self._starting = asyncio.create_task(self._start())
        self._next()
        found: R = await job.done
        return found

    def _next(self) -> None:
        """The next job in line, if none is being done."""
        while self._is_up and self._doing is None and (job := self.line.next()) is not None:
            wanted = job.make()
            if wanted is None:
                give_up(job)
                continue
            self._doing = job
            self._send(wanted)
            self._late = asyncio.get_running_loop().call_later(job.seconds, self._hangs)

    def _send(self, job: Callable[[], Any]) -> None:
        assert self._write is not None
        self._write.write(worker.framed(job))

    async def _start(self) -> None:
        self.life += 1
        self.seen.clear()
        self._child = child = await self._nursery.born()
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(limit=LIMIT)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(child.results, "rb", 0))
        self._write, _ = await loop.connect_write_pipe(asyncio.Protocol, os.fdopen(child.jobs, "wb", 0))
        self._send(partial(worker.begin, self.config.systems, self.kind))
        self.pid = await _result(reader)
        self._is_up = True
        self._reader = asyncio.create_task(self._read(reader, self.life))
        self._next()

    async def _read(self, reader: asyncio.StreamReader, life: int) -> None:
        """Hand out results until the process ends."""
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                self._settle(await _result(reader))
        if life == self.life:
            self._lost("it died", Dead())

    def _settle(self, found: Any) -> None:
        """What became of the job, and on to the next."""
        job, self._doing = self._doing, None
        if self._late is not None:
            self._late.cancel()
        if job is not None and not job.done.done():
            if isinstance(found, worker.Failed):
                job.done.set_exception(RuntimeError(found.text))
            elif isinstance(found, BaseException):
                job.done.set_exception(found)
                job.done.exception()  # those who wait are told; nobody else need be
            else:
                job.done.set_result(found)
        self._next()

    def _hangs(self) -> None:
        self._lost("it hung", TimeoutError())

    def _lost(self, why: str, error: BaseException) -> None:
        """Another process takes its place."""
        self.metrics.workers.inc()
        warn("worker replaced", why=why, pid=self.pid, kind=self.kind)
        self._end()
        self._settle(error)
        self._starting = asyncio.create_task(self._start())

    def end(self) -> None:
        """End the process at once: it holds nothing that could be lost."""
        self._end()
        self.line.clear()
        self._settle(Dead())

    def _end(self) -> None:
        self.life += 1
        self.pid, self._is_up = 0, False
        if self._starting is not None:
            self._starting.cancel()
            self._starting = None
        if self._write is not None:
            self._write.abort()
            self._write = None
        if self._child is not None:
            self._nursery.end(self._child)
            self._child = None


async def _result(reader: asyncio.StreamReader) -> Any:
    size = int.from_bytes(await reader.readexactly(worker.HEAD), "big")
    return pickle.loads(await reader.readexactly(size))


class WorkerPool:
    """All workers of a server: those who think for the bots, one who advises people, and two who read what strangers send."""

    def __init__(self, config: Config, metrics: Metrics) -> None:
        self.config, self.metrics = config, metrics
        self.workers = [Worker(config, metrics) for _ in range(config.thinkers)]
        self.adviser = Worker(config, metrics, "adviser")
        self.guest, self.reader = Worker(config, metrics, "guest"), Worker(config, metrics, "reader")

    async def open(self) -> None:
        """Start and warm the workers; the one who plays strangers' journals is started when it is needed."""
        begun = perf_counter()
        await asyncio.gather(*(each.ready() for each in (self.reader, *self.workers, self.adviser)))
        note("workers ready", workers=len(self.workers), seconds=round(perf_counter() - begun, 2))

    async def close(self) -> None:
        """End them."""
        for each in (*self.workers, self.adviser, self.guest, self.reader):
            each.end()

    async def think(self, game: PoolBattle, part: int, side: str, bot: str, seed: int, ticket: Ticket = PLAIN) -> Any:
        """A bot's answer."""
        chosen = self.workers[crc32(game.id.encode()) % len(self.workers)]
        job = partial(_thinking, part=part, side=side, bot=bot, seed=seed)
        return await self._ask(chosen, game, side, job, self.config.think, ticket)

    async def advise(self, game: PoolBattle, part: int, side: str, bot: str, payer: str) -> Any:
        """What a bot would do in somebody's place; None if there is no time for it."""
        job = partial(_thinking, part=part, side=side, bot=bot, seed=randbits(63))
        asked = self._ask(self.adviser, game, side, job, min(ODDS, self.config.think), Ticket(payer=payer))
        return await asyncio.wait_for(asked, self.config.advice)

    async def aid(self, game: PoolBattle, part: int, side: str, given: worker.Underway, ticket: Ticket) -> Any:
        """What an order answers here."""
        chosen = self.workers[crc32(game.id.encode()) % len(self.workers)]
        return await self._ask(
            chosen, game, side, partial(_aiding, part=part, side=side, given=given), self.config.think, ticket
        )

    async def react(self, game: PoolBattle, part: int, side: str, policy: Policy, ticket: Ticket) -> Any:
        """A standing answer."""
        chosen = self.workers[crc32(game.id.encode()) % len(self.workers)]
        job = partial(_reacting, part=part, side=side, policy=policy)
        return await self._ask(chosen, game, side, job, self.config.think, ticket)

    async def rehearse(self, game: PoolBattle, side: str, order: Order, payer: str) -> Any:
        """How an order would go; TimeoutError if nobody can say in time."""
        job = partial(_rehearsing, side=side, order=order)
        asked = self._ask(self.adviser, game, side, job, min(ODDS, self.config.think), Ticket(payer=payer), again=False)
        return await asyncio.wait_for(asked, ODDS)

    async def pace(self, game: PoolBattle, side: str, who: tuple[str, ...], payer: str) -> Any:
        """How far a unit may go, by stance; TimeoutError if nobody can say in time."""
        job = partial(_pacing, side=side, who=who)
        asked = self._ask(self.adviser, game, side, job, min(ODDS, self.config.think), Ticket(payer=payer), again=False)
        return await asyncio.wait_for(asked, ODDS)

    async def foresee(self, game: PoolBattle, part: int, side: str, raw: Any, payer: str = "") -> Any:
        """Odds of an answer, or None."""
        seconds = min(ODDS, self.config.think)
        job = partial(_foreseeing, part=part, side=side, raw=raw)
        try:
            return await asyncio.wait_for(
                self._ask(self.adviser, game, side, job, seconds, Ticket(payer=payer), again=False), 2 * seconds
            )
        except TimeoutError:
            raise TooLong(f"no answer in {2 * seconds:g} seconds") from None

    async def reach(self, game: PoolBattle, side: str, wish: Reach, payer: str) -> Any:
        """The ground within reach, or None."""
        seconds = min(ODDS, self.config.think)
        job = partial(_reaching, side=side, wish=wish)
        try:
            return await asyncio.wait_for(
                self._ask(self.adviser, game, side, job, seconds, Ticket(payer=payer), again=False), 2 * seconds
            )
        except TimeoutError:
            raise TooLong(f"no answer in {2 * seconds:g} seconds") from None

    async def replay(self, journal: bytes, payer: str, own: bool) -> bytes:
        """A replay as packed JSON, from a journal of our own or somebody else's."""
        return await self._played_again(self.adviser if own else self.guest, partial(worker.replay, journal), payer)

    async def reckon(self, journal: bytes, payer: str) -> bytes:
        """A battle of our own in numbers, as packed JSON."""
        return await self._played_again(self.adviser, partial(worker.reckon, journal), payer)

    async def remains(self, journal: bytes, payer: str) -> bytes:
        """What is left of a battle of our own on its table, as packed JSON."""
        return await self._played_again(self.adviser, partial(worker.remains, journal), payer)

    async def _played_again(self, chosen: Worker, job: Callable[[], bytes | Unplayable], payer: str) -> bytes:
        try:
            found = await chosen.run(lambda: job, self.config.replay_seconds, Ticket(payer=payer))
        except TimeoutError:
            raise TooLong("this journal takes too long to play again") from None
        except (Dead, Unwanted):
            raise JournalError(0, "this journal cannot be played again here") from None
        if isinstance(found, Unplayable):
            raise JournalError(found.line, found.text)
        return found

    async def check(self, system: str, text: str, payer: str) -> RosterReport:
        """What is wrong with a roster, and what it costs."""
        job = partial(worker.check, system, text)
        try:
            return await self.reader.run(lambda: job, READING, Ticket(payer=payer))
        except (Dead, TimeoutError):
            raise TooLong("this roster takes too long to read") from None
        except Unwanted:
            raise TooLong("too many rosters at once") from None

    async def _ask(
        self,
        chosen: Worker,
        game: PoolBattle,
        side: str,
        job: Callable[[Feed], Any],
        seconds: float,
        ticket: Ticket,
        again: bool = True,
    ) -> Any:
        """Send what the worker has not seen, and the question; `again`: ask once more if it takes too long."""
        asked, whole = game.n_for(side), False

        def make() -> Callable[[], Any] | None:
            if game.n_for(side) != asked:
                return None  # the battle went on while this waited; what others decide in secret makes no difference
            return partial(job, self._feed(chosen, game, whole))

        for _ in range(MOST_TRIES + 1):
            begun = perf_counter()
            try:
                found = await chosen.run(make, seconds, ticket)
            except Unwanted:
                raise TooLong("nobody needs it any more") from None
            except (Dead, TimeoutError) as error:
                if not again and isinstance(error, TimeoutError):
                    raise TooLong(f"no answer in {seconds:g} seconds") from None
                whole = True
                continue
            if game.is_counted:
                self.metrics.think.observe(perf_counter() - begun)
            if not isinstance(found, Missing):
                return found
            whole = True
        raise TooLong(f"no answer after {MOST_TRIES} tries")

    def _feed(self, chosen: Worker, game: PoolBattle, whole: bool) -> Feed:
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


def _aiding(feed: Feed, part: int, side: str, given: worker.Underway) -> Any:
    return worker.aid(feed, part, side, given)


def _reacting(feed: Feed, part: int, side: str, policy: Policy) -> Any:
    return worker.react(feed, part, side, policy)


def _rehearsing(feed: Feed, side: str, order: Order) -> Any:
    return worker.rehearse(feed, side, order)


def _foreseeing(feed: Feed, part: int, side: str, raw: Any) -> Any:
    return worker.foresee(feed, part, side, raw)


def _reaching(feed: Feed, side: str, wish: Reach) -> Any:
    return worker.reach(feed, side, wish)


def _pacing(feed: Feed, side: str, who: tuple[str, ...]) -> Any:
    return worker.pace(feed, side, who)
