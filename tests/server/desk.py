"""Servers and players for the tests: a server in a thread or in a process of its own, and people who sit at its tables."""

from __future__ import annotations

import json
import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from littlewars.server.app import make_app, settings
from littlewars.server.config import Config, registered
from littlewars.server.play.games import Games
from littlewars.server.storage.postgres import free_port
from littlewars.server.web.guard import Guard

HERE = Path(__file__).parent
SYSTEMS = {
    "oversoul": registered()["oversoul"],
    "defiance": registered()["defiance"],
    "xenocide": registered()["xenocide"],
    "at43": registered()["at43"],
    "skirmish": "tests.engine.skirmish:SYSTEM",
    "whispers": "tests.server.whispers:SYSTEM",
}
WIDE: dict[str, Any] = {
    "connections_per_address": 5000,
    "games_per_minute": 100_000.0,
    "requests_per_second": 100_000.0,
    "uploads_per_minute": 100_000.0,
    "rosters_per_minute": 100_000.0,
    "journals_per_minute": 100_000.0,
    "cases_per_minute": 100_000.0,
    "drawings_per_minute": 100_000.0,
    "seats_per_minute": 100_000.0,
    "messages_per_second": 100_000.0,
    "previews_per_second": 100_000.0,
    "chats_per_minute": 100_000.0,
    "advice": 20.0,  # on a busy machine, too, a test that asks for advice gets it
}


class Door:
    """A server's address, and what one does there."""

    def __init__(self, port: int) -> None:
        self.port, self.url = port, f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=60)

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.http.get(path, **more)

    def post(self, path: str, **more: Any) -> httpx.Response:
        return self.http.post(path, **more)

    def begin(self, system: str = "skirmish", scenario: str = "small", **seats: str) -> dict[str, Any]:
        """A new battle; seats are "person" or the name of a bot."""
        given = {
            side: {"kind": "person", "name": f"Player {side}"} if kind == "person" else {"kind": "bot", "bot": kind}
            for side, kind in (seats or {"red": "person", "blue": "person"}).items()
        }
        reply = self.post("/api/games", json={"system": system, "scenario": scenario, "seats": given})
        assert reply.status_code == 201, reply.text
        found: dict[str, Any] = reply.json()
        return found

    def sit(self, game: str, token: str = "") -> Seat:
        return Seat(self, game, token)


class House(Door):
    """A server in a thread of this process: tests may look at its games."""

    def __init__(self, port: int, games: Games, server: uvicorn.Server) -> None:
        super().__init__(port)
        self.games, self.server = games, server


@contextmanager
def start_house(database: str, static: Path | None = None, **given: Any) -> Iterator[House]:
    config = Config(**(WIDE | {"database": database, "port": 0, "systems": SYSTEMS, "workers": 1, "sweep": 0.2} | given))
    app: Guard = make_app(config, static) if static else make_app(config)
    games: Games = app.app.state.games  # type: ignore[attr-defined]
    server = uvicorn.Server(settings(config, app))
    failed: list[BaseException] = []

    def run() -> None:
        try:
            server.run()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    until(lambda: server.started or failed or not thread.is_alive(), 120)
    assert server.started, failed
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield House(port, games, server)
    finally:
        server.should_exit = True
        thread.join(30)
        assert not thread.is_alive()


class Inn(Door):
    """A server in a process of its own: it can be killed."""

    def __init__(self, database: str, port: int, log: Path, **given: Any) -> None:
        super().__init__(port)
        self.database, self.log, self.given = database, log, given
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        more = {f"LITTLEWARS_{key.upper()}": str(value) for key, value in (WIDE | {"workers": 1} | self.given).items()}
        systems = ",".join(f"{name}={where}" for name, where in SYSTEMS.items())
        paths = os.pathsep.join([str(HERE.parents[1]), os.environ.get("PYTHONPATH", "")])
        command = [
            sys.executable,
            "-c",
            "from littlewars.cli import main; main()",
            "serve",
            "--port",
            str(self.port),
            "--database",
            self.database,
            "--no-open",
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command, env=os.environ | more | {"LITTLEWARS_SYSTEMS": systems, "PYTHONPATH": paths}, stdout=log, stderr=log
            )
        until(self._answers, 120)

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, self.log.read_text()[-3000:]
        try:
            return self.get("/healthz").status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """kill -9: no time to say goodbye."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def stop(self) -> int:
        """Ask it to stop."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.process.wait(30)


@contextmanager
def start_inn(database: str, folder: Path, **given: Any) -> Iterator[Inn]:
    inn = Inn(database, free_port(), folder / "server.log", **given)
    inn.start()
    try:
        yield inn
    finally:
        if inn.process is not None and inn.process.poll() is None:
            inn.kill()


def until(true: Callable[[], object], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.02)


class Seat:
    """Somebody at a table: reads everything in the background, and remembers it."""

    def __init__(self, door: Door, game: str, token: str = "", sit: bool = True) -> None:
        self.game, self.token = game, token
        address = f"ws://127.0.0.1:{door.port}/api/games/{game}/live"
        self.socket: ClientConnection = connect(address, max_size=None, proxy=None, ping_interval=None, legacy=True)
        self.heard: list[dict[str, Any]] = []  # everything
        self.raw: list[str] = []
        self.n, self.key, self.now = 0, 0, dict[str, Any]()
        self.table: dict[str, Any] = {}
        self.closed: int | None = None
        self._in: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        if sit:
            self.send({"do": "sit", "token": token} if token else {"do": "sit"})
            self.wait("table")

    def _listen(self) -> None:
        try:
            while True:
                text = self.socket.recv()
                assert isinstance(text, str)
                self.raw.append(text)
                self._in.put(json.loads(text))
        except ConnectionClosed:
            self.closed = self.socket.close_code or 1006
        self._in.put(None)

    def send(self, message: Any) -> None:
        self.socket.send(message if isinstance(message, str | bytes) else json.dumps(message))

    def next(self, seconds: float = 30) -> dict[str, Any]:
        message = self._in.get(timeout=seconds)
        assert message is not None, f"closed: {self.closed}"
        self.heard.append(message)
        if message["is"] == "table":
            self.table, self.n, self.now = message, message["n"], message["now"]
        elif message["is"] == "moment":
            assert message["beat"]["n"] == self.n + 1, "a gap"
            self.n, self.now = message["beat"]["n"], message["now"]
        elif message["is"] == "again":
            self.n = message["since"]
        elif message["is"] == "waiting":
            self.now = message["now"]
        return message

    def wait(self, *kinds: str, key: int | None = None) -> dict[str, Any]:
        """The next message of this kind (or a refusal, where a reply is awaited)."""
        while True:
            message = self.next()
            if message["is"] in kinds and (key is None or message.get("key") == key):
                return message

    def do(
        self, do: str, *, wanted: tuple[str, ...] = ("taken", "tried", "looked", "foreseen", "reached", "pong"), **more: Any
    ) -> dict[str, Any]:
        """A request and its reply."""
        self.key += 1
        self.send({"do": do, "key": self.key, **more})
        return self.wait(*wanted, "refused", key=self.key)

    def answer(self, answer: Any, part: int | None = None, n: int | None = None) -> dict[str, Any]:
        part = self.now["asks"][0]["part"] if part is None else part
        return self.do("answer", n=self.n if n is None else n, part=part, answer=answer)

    def until(self, true: Callable[[], object]) -> None:
        """Listen until something is so."""
        while not true():
            self.next()

    def drain(self) -> int:
        """Hear what has come."""
        heard = 0
        while not self._in.empty():
            self.next()
            heard += 1
        return heard

    def asked(self) -> list[dict[str, Any]]:
        return list(self.now.get("asks", ()))

    def over(self) -> bool:
        return bool(self.now.get("result"))

    def close(self) -> None:
        self.socket.close()
        self._thread.join(5)

    def code(self, seconds: float = 10) -> int:
        """The code with which the server closed."""
        until(lambda: self.closed is not None, seconds)
        assert self.closed is not None
        return self.closed

    def __enter__(self) -> Seat:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def all_hear(*seats: Seat) -> None:
    """Everybody has heard what there was to hear: what is asked after it has been answered."""
    for seat in seats:
        assert seat.do("ping")["is"] == "pong"


def some_answer(seat: Seat, sheet: dict[str, Any], rng: random.Random) -> Any:
    """Any answer to a sheet that is likely to be allowed."""
    match sheet["kind"]:
        case "choose":
            return rng.choice(sheet["options"])["id"]
        case "number":
            return rng.randrange(sheet["low"], sheet["high"] + 1, sheet["step"])
        case "arrange":
            return rng.sample(sheet["items"], len(sheet["items"]))
        case _:
            return advised(seat, sheet, rng)


def advised(seat: Seat, sheet: dict[str, Any], _: random.Random) -> Any:
    """What the server itself suggests: who waits for a shot does not pass until the battle is over."""
    return seat.do("suggest", part=sheet["part"])["answer"]


def to_move(seat: Seat, sheet: dict[str, Any], rng: random.Random) -> Any:
    """A unit, and its move as soon as it may: who waits for a move is not left to chance, nor to advice that may be to pass."""
    options = sheet.get("options", ())
    if any(option["id"] == "move" for option in options):
        return "move"
    units = [option["id"] for option in options if option.get("means") not in ("pass", "done")]
    if sheet.get("topic") == "who" and units:
        return units[0]
    return advised(seat, sheet, rng)


def play_on(
    seats: list[Seat],
    rng: random.Random,
    most: int = 10_000,
    stop: Callable[[], object] = lambda: False,
    answer: Callable[[Seat, dict[str, Any], random.Random], Any] = some_answer,
) -> int:
    """Play with these seats until the battle is over, or enough."""
    said, quiet = 0, time.monotonic()
    while said < most:
        heard = sum(len(seat.heard) for seat in seats)
        all_hear(*seats)
        if sum(len(seat.heard) for seat in seats) > heard + len(seats):
            quiet = time.monotonic()
        if stop() or any(seat.over() for seat in seats):
            break
        actor = next((seat for seat in seats if seat.asked()), None)
        if actor is None:
            assert time.monotonic() < quiet + 90, "nobody does anything"
            time.sleep(0.002)
            continue
        sheet = actor.asked()[0]
        reply = actor.answer(answer(actor, sheet, rng), sheet["part"])
        if reply["is"] == "refused" and reply["status"] == 422:
            reply = actor.answer(actor.do("suggest", part=sheet["part"])["answer"], sheet["part"])
        assert reply["is"] == "taken" or reply["status"] == 409, reply
        said += reply["is"] == "taken"
    return said
