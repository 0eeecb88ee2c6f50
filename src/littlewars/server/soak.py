"""A server under load, from outside: `make soak-server` runs it and prints the figures.

Many battles at once over real WebSockets, two people in each, and the time from an answer to its moment: more and more of them,
until 95 of 100 answers take longer than they should, and where the server's time goes then. After that a server is killed again
and again under load, on SQLite and on PostgreSQL, and what it had acknowledged and has lost is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec
from msgspec import Struct, field
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from .storage.postgres import free_port, start_postgres

WIDE = {
    "CONNECTIONS_PER_ADDRESS": "5000",
    "LINES_PER_ADDRESS": "5000",
    "HALVES_PER_ADDRESS": "5000",
    "MOST_GAMES": "5000",
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
PATIENCE = 120.0  # seconds for a server to warm up, and again for the first answers of a round that ends with its death
SLOW = ("barrow-moor",)  # in which terrain is placed first: measured apart
LOADS = (("oversoul", ""), ("defiance", ""), ("oversoul", "barrow-moor"))
COUNTS = (50, 100, 200, 300, 400, 500, 600, 800, 1000)
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

    def processor(self) -> float:
        """Seconds of processor time that its process has had; 0 where nobody says."""
        assert self.process is not None
        with suppress(OSError):
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

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
    parts: dict[str, float] = {}  # what the event loop's time went to, as shares of it
    processor: float = 0.0  # seconds of the server's processor in a second


class _Option(Struct):
    id: str


class _Ask(Struct):
    """As much of a question as is needed to answer it somehow."""

    kind: str
    part: int
    rule: str
    options: list[_Option] = []
    items: Any = None
    spots: list[Any] = []
    least: Any = 0
    low: int = 0
    high: int = 0
    step: int = 1


class _Now(Struct):
    asks: list[_Ask] = []
    result: Any = None


class _Beat(Struct):
    n: int


class _Heard(Struct):
    """As much of a message as is needed: a client that reads all of it is slower than the server."""

    what: str = field(name="is")
    n: int = 0
    since: int = 0
    now: _Now | None = None
    beat: _Beat | None = None
    key: int | None = None
    answer: Any = None
    status: int = 0
    text: str = ""


read = msgspec.json.Decoder(_Heard).decode


class SoakBattle:
    """A battle with its people; whoever of them comes first begins it."""

    def __init__(self, server: Server, system: str, scenario: str, sides: tuple[str, ...], tallies: Tallies) -> None:
        self.server, self.system, self.scenario, self.sides, self.tallies = server, system, scenario, sides, tallies
        self.lock, self.game = asyncio.Lock(), dict[str, Any]()

    async def begun(self, over: str = "") -> dict[str, Any]:
        """The battle that goes on; another one, if that one is over."""
        async with self.lock:
            if self.game.get("game", "") == over:
                person, bot = {"kind": "person", "name": "Soak"}, {"kind": "bot", "bot": "tactician"}
                seats = {side: person if side in self.sides else bot for side in ("red", "blue")}
                body = {"system": self.system, "scenario": self.scenario, "seats": seats}
                self.game = await asyncio.to_thread(self.server.get, "/api/games", body)
                self.tallies.battles += 1
            return self.game


class SoakPlayer:
    """Somebody who plays a side: any option will do, every fourth time what is suggested, and the usual move."""

    def __init__(self, battle: SoakBattle, side: str, seed: int, think: float) -> None:
        self.battle, self.server, self.tallies = battle, battle.server, battle.tallies
        self.side, self.think, self.rng, self.number = side, think, random.Random(seed), seed
        self.game: dict[str, Any] = {}
        self.taken = 1  # the last line that was acknowledged as ours
        self.key = self.n = 0
        self.now = _Now()
        self.heard: dict[int, float] = {}
        self.seated = asyncio.Event()

    async def play(self) -> None:
        """Battle after battle; returns when the line breaks."""
        while True:
            if not self.game or self.now.result:
                self.game, self.taken = await self.battle.begun(self.game.get("game", "")), 1
            async with self._line() as line:
                await self._hear(line, "table")
                self.seated.set()
                while not self.now.result:
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
        here = {"X-Forwarded-For": f"10.{self.number >> 16}.{self.number >> 8 & 255}.{self.number & 255}"}  # everybody at home
        async with connect(
            address, additional_headers=here, max_size=None, compression=None, ping_interval=None, proxy=None
        ) as line:
            await line.send(encode({"do": "sit", "token": self.game["tokens"][self.side]}).decode())
            yield line

    async def _turn(self, line: ClientConnection) -> None:
        if not self.now.asks:
            await self._hear(line)
            return
        ask, sent = self.now.asks[0], 0.0
        await asyncio.sleep(self.think * self.rng.uniform(0.5, 1.5))
        for answer in (self._any(ask), None):  # what comes to mind may break a rule
            if answer is None:
                suggested, _ = await self._ask(line, {"do": "suggest", "part": ask.part})
                answer = suggested.answer
            reply, sent = await self._ask(line, {"do": "answer", "n": self.n, "part": ask.part, "answer": answer})
            if reply.what == "taken" or reply.status not in (400, 422):
                break
        if reply.what != "taken":
            if reply.status != 409:  # both have answered at once: the other one was quicker
                self.tallies.errors.append(f"{ask.rule}: {reply}")
            return
        self.taken = reply.n
        self.tallies.answers += 1
        if self.tallies.counting and reply.n in self.heard:
            self.tallies.waits.append(self.heard[reply.n] - sent)
        self.heard = {}

    def _any(self, ask: _Ask) -> Any:
        """What comes to mind; None for what is suggested."""
        if self.rng.random() < 0.25:
            return None
        match ask.kind:
            case "choose":
                return self.rng.choice(ask.options).id
            case "choose-some":
                return [option.id for option in ask.options[: ask.least]]
            case "number":
                return self.rng.randrange(ask.low, ask.high + 1, ask.step)
            case "arrange":
                return ask.items
            case "assign":
                return {item: options[0]["id"] for item, options in ask.items.items()}
            case "move":
                return []
            case "place":
                return ask.spots[0] if ask.spots else None
        return None

    async def _ask(self, line: ClientConnection, message: dict[str, Any]) -> tuple[_Heard, float]:
        self.key += 1
        sent = time.perf_counter()
        await line.send(encode(message | {"key": self.key}).decode())
        while (reply := await self._hear(line)).key != self.key:
            pass
        return reply, sent

    async def _hear(self, line: ClientConnection, kind: str = "") -> _Heard:
        while True:
            message = read(await line.recv())
            if message.what in ("table", "moment", "waiting") and message.now is not None:
                self.now = message.now
            if message.what == "table":
                self.n = message.n
            elif message.what == "again":
                self.n = message.since
            elif message.what == "moment" and message.beat is not None:
                if message.beat.n != self.n + 1:
                    self.tallies.errors.append(f"a gap: {message.beat.n} after {self.n}")
                self.n = message.beat.n
                self.heard.setdefault(self.n, time.perf_counter())
                self.tallies.moments += 1
            if kind in ("", message.what):
                return message


# ---- many at once


async def load(server: Server, of: tuple[str, str], games: int, seconds: float, think: float) -> Tallies:
    """So many battles at once, for so long: of a rulebook, over all its scenarios or with one only."""
    system, only = of
    tallies = Tallies([], errors=[])
    await _warm(server)
    systems = await asyncio.to_thread(server.get, "/api/systems")
    ready = next(card["scenarios"] for card in systems if card["name"] == system)
    scenarios = [only] if only else [card["name"] for card in ready if card["name"] not in SLOW]
    battles = [SoakBattle(server, system, scenarios[k % len(scenarios)], ("red", "blue"), tallies) for k in range(games)]
    pages = [
        SoakPlayer(battle, side, 2 * k + n, think) for k, battle in enumerate(battles) for n, side in enumerate(battle.sides)
    ]

    async def steady(page: SoakPlayer) -> None:
        try:
            await page.play()
        except Exception as error:
            tallies.errors.append(f"{type(error).__name__}: {error}")

    tasks = []
    for page in pages:
        tasks.append(asyncio.create_task(steady(page)))
        await asyncio.sleep(max(0.01, think / len(pages)))
    while not all(page.seated.is_set() for page in pages) and not tallies.errors:
        await asyncio.sleep(0.1)
    await asyncio.sleep(min(SETTLE, seconds / 2))
    before, spent = _parts(await asyncio.to_thread(server.get, "/metrics")), server.processor()
    tallies.counting, tallies.answers, tallies.moments = True, 0, 0
    await asyncio.sleep(seconds)
    tallies.counting = False
    after = _parts(await asyncio.to_thread(server.get, "/metrics"))
    tallies.parts = {part: (value - before.get(part, 0.0)) / seconds for part, value in after.items()}
    tallies.processor = (server.processor() - spent) / seconds
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return tallies


async def _warm(server: Server) -> None:
    """Wait until its rulebooks and workers are ready: a bot that comes first answers then."""
    end = time.monotonic() + PATIENCE
    while "littlewars_warm 1.0" not in await asyncio.to_thread(server.get, "/metrics"):
        if time.monotonic() > end:
            raise RuntimeError(f"the server does not get warm: {server.log.read_text()[-2000:]}")
        await asyncio.sleep(0.2)


def _parts(page: str) -> dict[str, float]:
    """Seconds of the event loop by what they were spent on."""
    return {part: float(value) for part, value in re.findall(r'^littlewars_loop_seconds_total{part="(\w+)"} (\S+)', page, re.M)}


def quantile(values: list[float], share: float) -> float:
    """The value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def soak_load(of: tuple[str, str], games: int, seconds: float, think: float, folder: Path) -> Tallies:
    """Run the load and print what it was like."""
    with serving(f"sqlite:///{folder}/load-{of[0]}-{games}.sqlite3", folder) as server:
        found = asyncio.run(load(server, of, games, seconds, think))
        log = server.log.read_text()
    troubles = [line for line in log.splitlines() if '"level": "error"' in line or '"level": "warning"' in line]
    found.errors.extend(f"log: {line[:200]} … {line[-300:]}" for line in troubles)
    shares = [f"p{round(share * 100)} {quantile(found.waits, share) * 1000:.0f} ms" for share in (0.5, 0.95, 0.99)]
    rate, told = found.answers / seconds, found.moments / seconds
    name = " ".join(filter(None, of))
    say(f"{name}, {games} battles: {', '.join(shares)}; {rate:.0f} answers/s, {told:.0f} moments/s, {len(found.errors)} errors")
    parts = ", ".join(f"{part} {100 * share:.0f} %" for part, share in sorted(found.parts.items(), key=lambda one: -one[1]))
    say(f"  server {100 * found.processor:.0f} % of a core; of the time: {parts}")
    for error in found.errors[:5]:
        say(f"  {error}")
    return found


def soak_search(of: tuple[str, str], counts: Sequence[int], seconds: float, think: float, limit: float, folder: Path) -> int:
    """More and more battles: the last number at which 95 of 100 answers take no longer than the limit."""
    good = 0
    for games in counts:
        found = soak_load(of, games, seconds, think, folder)
        if found.errors or not quantile(found.waits, 0.95) <= limit:
            break
        good = games
    say(f"{' '.join(filter(None, of))}: {good} battles of two people within {limit * 1000:.0f} ms")
    return good


# ---- killed again and again


async def rounds(server: Server, games: int, times: int, think: float) -> tuple[int, int]:
    """Play, kill, restart, look: how many answers were acknowledged, and how many of them are lost."""
    tallies, rng = Tallies([], errors=[]), random.Random(1)
    battles = [SoakBattle(server, "oversoul", "first-battle", ("red",), tallies) for _ in range(games)]
    pages = [SoakPlayer(battle, "red", k, think) for k, battle in enumerate(battles)]
    lost = 0
    for _ in range(times):
        await _warm(server)
        tasks = [asyncio.create_task(_until_it_breaks(page)) for page in pages]
        before, end = tallies.answers, time.monotonic() + PATIENCE
        while tallies.answers < before + games and time.monotonic() < end:  # all of them at it, more or less
            if all(task.done() for task in tasks):
                raise RuntimeError(f"nobody plays any more: {server.log.read_text()[-2000:]}")
            await asyncio.sleep(0.02)
        await asyncio.sleep(rng.uniform(0.0, 1.0))
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*tasks)
        await asyncio.to_thread(server.start)
        for page in pages:
            if page.game:
                lost += max(0, page.taken - await page.last_line())
    return tallies.answers, lost


async def _until_it_breaks(page: SoakPlayer) -> None:
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
    parser.add_argument("--games", type=int, action="append", help="battles at once; more than once (default: more and more)")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each")
    parser.add_argument("--think", type=float, default=1.5, help="seconds between a page's answers, on average")
    parser.add_argument("--only", default="", help="a rulebook, or a rulebook/scenario")
    parser.add_argument("--kills", type=int, default=50, help="rounds of kill -9 on each database")
    parser.add_argument("--kill-games", type=int, default=20, help="battles at once in these rounds")
    parser.add_argument("--limit", type=float, default=0.1, help="seconds that 95 of 100 answers must not exceed")
    given = parser.parse_args(arguments)
    bad = 0
    with tempfile.TemporaryDirectory(prefix="littlewars-soak-") as name:
        folder = Path(name)
        loads = [tuple(given.only.split("/", 1)) if "/" in given.only else (given.only, "")] if given.only else LOADS
        for system, scenario in loads if given.seconds > 0 else ():
            counts = given.games or COUNTS
            good = soak_search((system, scenario), counts, given.seconds, given.think, given.limit, folder)
            bad += good < counts[0]
        if given.kills > 0:
            bad += soak_kills("SQLite", f"sqlite:///{folder}/kills.sqlite3", folder, given.kill_games, given.kills, 0.05)
            with start_postgres() as postgres:
                bad += soak_kills("PostgreSQL", postgres.fresh(), folder, given.kill_games, given.kills, 0.05)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
