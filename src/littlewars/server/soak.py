"""A server under load, from outside: `make soak-server` runs it and prints the figures.

Many battles at once over real WebSockets, a page against a bot in each, and the time from an answer to its moment; then a
server that is killed again and again under load, on SQLite and on PostgreSQL, and how much of what it had acknowledged is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .storage.postgres import free_port, start_postgres

WIDE = {
    "CONNECTIONS_PER_ADDRESS": "5000",
    "GAMES_PER_MINUTE": "1e6",
    "REQUESTS_PER_SECOND": "1e6",
    "UPLOADS_PER_MINUTE": "1e6",
    "JOURNALS_PER_MINUTE": "1e6",
    "CASES_PER_MINUTE": "1e6",
    "SEATS_PER_MINUTE": "1e6",
    "ROSTERS_PER_MINUTE": "1e6",
    "MESSAGES_PER_SECOND": "1e6",
    "PREVIEWS_PER_SECOND": "1e6",
    "LOGS": "json",
    "LEVEL": "warning",
}
START = "from littlewars.cli import main; main()"
PATIENCE = 30.0  # seconds for a server to warm up, in a round that ends with its death
SYSTEM = "oversoul"
SETTLE = 10.0  # seconds after the last page has sat down, before the clock runs
encode, decode = msgspec.json.encode, msgspec.json.decode


class Server:
    """A server in a process of its own."""

    def __init__(self, database: str, folder: Path) -> None:
        self.database, self.log, self.port = database, folder / "server.log", free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        given = os.environ | {f"LITTLEWARS_{name}": value for name, value in WIDE.items()}
        command = [sys.executable, "-c", START, "serve", "--no-open", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, env=given, stdout=log, stderr=log)
        end = time.monotonic() + 120
        while True:
            with suppress(OSError, URLError):
                self.get("/healthz")
                return
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"the server does not start: {self.log.read_text()[-2000:]}")
            time.sleep(0.05)

    def kill(self, how: int = signal.SIGKILL) -> None:
        """kill -9, or something gentler."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(60)

    def get(self, path: str, body: Any = None) -> Any:
        """What it says over HTTP."""
        data = None if body is None else encode(body)
        request = Request(f"http://127.0.0.1:{self.port}{path}", data, {"content-type": "application/json"})
        with urlopen(request, timeout=30) as reply:
            return decode(reply.read()) if path != "/metrics" else reply.read().decode()


@contextmanager
def serving(database: str, folder: Path) -> Iterator[Server]:
    """A server, for a while."""
    server = Server(database, folder)
    server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.poll() is None:
            server.kill(signal.SIGTERM)


class Tallies(Struct):
    """What all pages together saw."""

    waits: list[float] = []  # seconds from an answer to its moment
    moments: int = 0
    answers: int = 0
    battles: int = 0
    errors: list[str] = []
    counting: bool = False


class Page:
    """Somebody who plays red: any option will do, and the usual move."""

    def __init__(self, server: Server, scenario: str, seed: int, think: float, tallies: Tallies) -> None:
        self.server, self.scenario, self.think, self.tallies = server, scenario, think, tallies
        self.rng = random.Random(seed)
        self.game: dict[str, Any] = {}
        self.taken = 1  # the last line that was acknowledged as ours
        self.key = self.n = 0
        self.now: dict[str, Any] = {}
        self.heard: dict[int, float] = {}
        self.seated = asyncio.Event()

    async def begin(self) -> None:
        """A new battle against a bot."""
        seats = {"red": {"kind": "person", "name": "Soak"}, "blue": {"kind": "bot", "bot": "tactician"}}
        body = {"system": SYSTEM, "scenario": self.scenario, "seats": seats}
        self.game, self.taken = await asyncio.to_thread(self.server.get, "/api/games", body), 1
        self.tallies.battles += 1

    async def play(self) -> None:
        """Battle after battle; returns when the line breaks."""
        while True:
            if not self.game or self.now.get("result"):
                await self.begin()
            async with self._line() as line:
                await self._hear(line, "table")
                self.seated.set()
                while not self.now.get("result"):
                    await self._turn(line)

    async def last_line(self) -> int:
        """The last line of the battle, as the server has it."""
        async with self._line() as line:
            await self._hear(line, "table")
            return self.n

    @asynccontextmanager
    async def _line(self) -> AsyncIterator[ClientConnection]:
        """Sit down at the table."""
        address = f"ws://127.0.0.1:{self.server.port}/api/games/{self.game['game']}/live"
        async with connect(address, max_size=None, compression=None, ping_interval=None, proxy=None) as line:
            await line.send(encode({"do": "sit", "token": self.game["tokens"]["red"]}).decode())
            yield line

    async def _turn(self, line: ClientConnection) -> None:
        asks = self.now.get("asks")
        if not asks:
            await self._hear(line)
            return
        await asyncio.sleep(self.think * self.rng.uniform(0.5, 1.5))
        sheet = asks[0]
        answer = await self._chosen(line, sheet)
        reply, sent = await self._ask(line, {"do": "answer", "n": self.n, "part": sheet["part"], "answer": answer})
        if reply["is"] == "refused" and reply["status"] == 422:  # an option may still break a rule
            usual, _ = await self._ask(line, {"do": "suggest", "part": sheet["part"]})
            again = {"do": "answer", "n": self.n, "part": sheet["part"], "answer": usual.get("answer")}
            reply, sent = await self._ask(line, again)
        if reply["is"] != "taken":
            self.tallies.errors.append(f"{sheet['rule']}: {reply}")
            return
        self.taken = reply["n"]
        self.tallies.answers += 1
        if self.tallies.counting:
            self.tallies.waits.append(self.heard[reply["n"]] - sent)
        self.heard = {}

    async def _chosen(self, line: ClientConnection, sheet: dict[str, Any]) -> Any:
        if sheet["kind"] == "choose" and self.rng.random() < 0.8:
            return self.rng.choice(sheet["options"])["id"]
        if sheet["kind"] == "number":
            return self.rng.randrange(sheet["low"], sheet["high"] + 1, sheet["step"])
        reply, _ = await self._ask(line, {"do": "suggest", "part": sheet["part"]})
        return reply.get("answer")

    async def _ask(self, line: ClientConnection, message: dict[str, Any]) -> tuple[dict[str, Any], float]:
        self.key += 1
        sent = time.perf_counter()
        await line.send(encode(message | {"key": self.key}).decode())
        while (reply := await self._hear(line)).get("key") != self.key:
            pass
        return reply, sent

    async def _hear(self, line: ClientConnection, kind: str = "") -> dict[str, Any]:
        while True:
            message: dict[str, Any] = decode(await line.recv())
            if message["is"] == "table":
                self.n, self.now = message["n"], message["now"]
            elif message["is"] == "again":
                self.n = message["since"]
            elif message["is"] == "moment":
                if message["beat"]["n"] != self.n + 1:
                    self.tallies.errors.append(f"a gap: {message['beat']['n']} after {self.n}")
                self.n, self.now = message["beat"]["n"], message["now"]
                self.heard.setdefault(self.n, time.perf_counter())
                self.tallies.moments += 1
            if kind in ("", message["is"]):
                return message


# ---- many at once


async def load(server: Server, games: int, seconds: float, think: float, only: str = "") -> Tallies:
    """So many battles at once, for so long, over all scenarios or with one only."""
    tallies = Tallies([], errors=[])
    while "littlewars_warm 1.0" not in await asyncio.to_thread(server.get, "/metrics"):
        await asyncio.sleep(0.2)
    systems = await asyncio.to_thread(server.get, "/api/systems")
    ready = next(card["scenarios"] for card in systems if card["name"] == SYSTEM)
    scenarios = [only] if only else [card["name"] for card in ready]
    pages = [Page(server, scenarios[k % len(scenarios)], k, think, tallies) for k in range(games)]

    async def steady(page: Page) -> None:
        try:
            await page.play()
        except Exception as error:
            tallies.errors.append(f"{type(error).__name__}: {error}")

    tasks = []
    for page in pages:
        tasks.append(asyncio.create_task(steady(page)))
        await asyncio.sleep(max(0.02, think / games))
    while not all(page.seated.is_set() for page in pages) and not tallies.errors:
        await asyncio.sleep(0.1)
    await asyncio.sleep(min(SETTLE, seconds / 4))
    tallies.counting, tallies.answers, tallies.moments = True, 0, 0
    await asyncio.sleep(seconds)
    tallies.counting = False
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return tallies


def quantile(values: list[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def soak_load(games: int, seconds: float, think: float, folder: Path, database: str = "") -> Tallies:
    """Run the load and print what it was like."""
    with serving(database or f"sqlite:///{folder}/load.sqlite3", folder) as server:
        found = asyncio.run(load(server, games, seconds, think))
        log = server.log.read_text()
    troubles = [line for line in log.splitlines() if '"level": "error"' in line or '"level": "warning"' in line]
    found.errors.extend(f"log: {line[:300]}" for line in troubles)
    shares = [f"p{round(share * 100)} {quantile(found.waits, share) * 1000:.0f} ms" for share in (0.5, 0.95, 0.99)]
    most = max(found.waits, default=0) * 1000
    rate, told = found.answers / seconds, found.moments / seconds
    say(f"{games} battles at once for {seconds:.0f} s: {rate:.0f} answers/s, {told:.0f} moments/s, {len(found.errors)} errors")
    say(f"  from an answer to its moment: {', '.join(shares)}, at most {most:.0f} ms")
    for error in found.errors[:5]:
        say(f"  {error}")
    return found


# ---- killed again and again


async def rounds(server: Server, games: int, times: int, think: float) -> tuple[int, int]:
    """Play, kill, restart, look: how many answers were acknowledged, and how many of them are lost."""
    tallies, rng = Tallies([], errors=[]), random.Random(1)
    pages = [Page(server, "first-battle", k, think, tallies) for k in range(games)]
    lost = 0
    for _ in range(times):
        tasks = [asyncio.create_task(_until_it_breaks(page)) for page in pages]
        before, end = tallies.answers, time.monotonic() + PATIENCE
        while tallies.answers < before + games and time.monotonic() < end:  # all of them at it, more or less
            await asyncio.sleep(0.02)
        await asyncio.sleep(rng.uniform(0.0, 1.0))
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*tasks)
        await asyncio.to_thread(server.start)
        for page in pages:
            if page.game:
                lost += max(0, page.taken - await page.last_line())
    return tallies.answers, lost


async def _until_it_breaks(page: Page) -> None:
    with suppress(OSError, WebSocketException, URLError, EOFError):
        await page.play()


def soak_kills(name: str, database: str, folder: Path, games: int, times: int, think: float) -> int:
    """Run the rounds and print what was lost."""
    with serving(database, folder) as server:
        begun = time.perf_counter()
        acknowledged, lost = asyncio.run(rounds(server, games, times, think))
    took = time.perf_counter() - begun
    say(f"{name}: killed {times} times under load, {games} battles, {took:.0f} s")
    say(f"  {acknowledged} answers acknowledged, {lost} lost")
    return lost


def say(text: str) -> None:
    """A line of the report."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> int:
    """All of it; 1 if anything was lost, went wrong or was too slow."""
    parser = argparse.ArgumentParser(prog="soak-server", description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="battles at once")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long")
    parser.add_argument("--think", type=float, default=1.5, help="seconds between a page's answers, on average")
    parser.add_argument("--kills", type=int, default=50, help="rounds of kill -9 on each database")
    parser.add_argument("--kill-games", type=int, default=20, help="battles at once in these rounds")
    parser.add_argument("--limit", type=float, default=0.1, help="seconds that 95 of 100 answers must not exceed")
    given = parser.parse_args(arguments)
    bad = 0
    with tempfile.TemporaryDirectory(prefix="littlewars-soak-") as name:
        folder = Path(name)
        if given.seconds > 0:
            found = soak_load(given.games, given.seconds, given.think, folder)
            bad += bool(found.errors) + (not quantile(found.waits, 0.95) <= given.limit)
        if given.kills > 0:
            bad += soak_kills("SQLite", f"sqlite:///{folder}/kills.sqlite3", folder, given.kill_games, given.kills, 0.05)
            with start_postgres() as postgres:
                bad += soak_kills("PostgreSQL", postgres.fresh(), folder, given.kill_games, given.kills, 0.05)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
