"""Where workers come from."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from littlewars.server.config import Config
from littlewars.server.workers import worker
from littlewars.server.workers.nursery import Child, Nursery, Singles, nursery
from littlewars.server.workers.nursery import __name__ as nursery_module
from tests.server.desk import until

SYSTEMS = {"oversoul": "littlewars.systems.oversoul.system:OVERSOUL"}


@pytest.fixture
def kindergarten() -> Iterator[Nursery]:
    made = Nursery(SYSTEMS)
    yield made
    made.close()


def says(child: Child, job: object) -> object:
    """What a worker answers."""
    os.write(child.jobs, worker.framed(job))
    size = int.from_bytes(os.read(child.results, worker.HEAD), "big")
    return pickle.loads(os.read(child.results, size))


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_workers_are_born_warm_and_are_ended_for_good(kindergarten: Nursery) -> None:
    one, two = kindergarten.bear(), kindergarten.bear()
    assert one.pid != two.pid
    for child in (one, two):
        assert says(child, partial(worker.begin, SYSTEMS, "reader")) == child.pid
        assert "units should be a list" in str(
            says(child, partial(worker.check, "oversoul", "system: oversoul\nname: Thornwood\nunits: 5"))
        )
    kindergarten.end(one)
    until(lambda: not is_there(one.pid), 10)
    assert is_there(two.pid)


def test_a_worker_ends_with_what_it_is_told(kindergarten: Nursery) -> None:
    child = kindergarten.bear()
    os.close(child.jobs)
    assert os.read(child.results, 1) == b""  # nobody writes any more: it has gone, and its pipe with it


def test_a_worker_that_nobody_waits_for_any_more_is_sent_away(kindergarten: Nursery) -> None:
    async def give_up() -> None:
        birth = asyncio.create_task(kindergarten.born())
        await asyncio.sleep(0.05)
        birth.cancel()

    asyncio.run(give_up())  # before the nursery is warm
    child = kindergarten.bear()
    parent = _parent(child.pid)
    until(lambda: Path(f"/proc/{parent}/task/{parent}/children").read_text().split() == [str(child.pid)], 10)


def test_a_nursery_that_dies_is_replaced(kindergarten: Nursery) -> None:
    first = kindergarten.bear()
    os.kill(_parent(first.pid), signal.SIGKILL)
    second = kindergarten.bear()
    assert says(second, partial(worker.begin, SYSTEMS, "thinker")) == second.pid
    kindergarten.end(first)  # its number is not the new nursery's to end
    assert says(second, os.getpid) == second.pid


def test_where_nothing_forks_each_warms_up_for_itself() -> None:
    singles = Singles()
    child = singles.bear()
    assert says(child, partial(worker.begin, SYSTEMS, "thinker")) == child.pid
    singles.end(child)
    assert os.read(child.results, 1) == b""


def test_servers_in_one_process_share_it() -> None:
    systems = Config().systems
    assert nursery(systems) is nursery(dict(systems))
    assert nursery(SYSTEMS) is not nursery(systems)


def test_a_server_that_goes_before_the_nursery_is_warm_is_no_fault() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", nursery_module], stdin=theirs.fileno(), stderr=subprocess.PIPE)
    ours.send(pickle.dumps(SYSTEMS))
    ours.close()  # long before it can say that it is ready
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, b"")
