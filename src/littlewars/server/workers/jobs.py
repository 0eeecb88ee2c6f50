"""The line before a worker: who comes first, whose turn it is among equals, and who has gone home meanwhile."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from enum import IntEnum
from typing import Any, NamedTuple

from msgspec import Struct


class Rank(IntEnum):
    """Who comes first."""

    PERSON = 0  # somebody waits for this bot
    NOBODY = 1  # nobody is there


class Ticket(NamedTuple):
    """A place in the line: among equals everybody has his turn, however much one of them asks."""

    rank: Rank = Rank.PERSON
    payer: str = ""


PLAIN = Ticket()


class Job(Struct):
    """Something to be done: made when its turn comes, None if it is not wanted any more."""

    make: Callable[[], Callable[[], Any] | None]
    seconds: float  # from its beginning
    done: asyncio.Future[Any]


class JobQueue:
    """Jobs that wait. Of one payer there are only so many: a new one takes the place of his oldest."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._ranks: dict[Rank, OrderedDict[str, deque[Job]]] = {rank: OrderedDict() for rank in Rank}

    def __len__(self) -> int:
        return sum(len(jobs) for payers in self._ranks.values() for jobs in payers.values())

    def join(self, ticket: Ticket, job: Job) -> None:
        """Wait for one's turn."""
        mine = self._ranks[ticket.rank].setdefault(ticket.payer, deque())
        mine.append(job)
        while len(mine) > self.most:
            give_up(mine.popleft())

    def next(self) -> Job | None:
        """Whose turn it is; those who have gone are passed over."""
        for payers in self._ranks.values():
            while payers:
                payer, jobs = payers.popitem(last=False)
                while jobs and jobs[0].done.done():
                    jobs.popleft()
                if not jobs:
                    continue
                job = jobs.popleft()
                if jobs:
                    payers[payer] = jobs  # and behind the others again
                return job
        return None

    def clear(self) -> None:
        """Everybody goes home."""
        while (job := self.next()) is not None:
            give_up(job)


class Unwanted(Exception):
    """It was not done: the world went on, or others of the same payer took its place."""


def give_up(job: Job) -> None:
    """Say that it will not be done."""
    if not job.done.done():
        job.done.set_exception(Unwanted())
        job.done.exception()  # whoever waits is told; nobody else need be
