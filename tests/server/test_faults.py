"""What goes wrong is told: to the one who starts a server, to balancers, to players and in the log, in plain words."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from littlewars.server.config import BadConfig, from_environment
from littlewars.server.metrics import Metrics
from littlewars.server.storage.storage import CannotOpen, Storage, StorageError
from tests.server.desk import House, start_house, until


def serve(database: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from littlewars.cli import main; main()", "serve", "--no-open", "--port", "0"]
    return subprocess.run(
        [*command, "--database", database], capture_output=True, text=True, timeout=120, env=os.environ | env, check=False
    )


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("sqlite:///{folder}/junk.db", "no database of ours"),
        ("sqlite:////proc/nowhere/x.db", "cannot be opened"),
        ("sqlite:///{folder}", "cannot be opened"),
        ("postgresql://u:geheim@127.0.0.1:1/x", "does not answer"),
        ("mysql://u:geheim@127.0.0.1/x", "mysql:// is neither"),
        ("nonsense", "is neither"),
    ],
)
def test_a_database_that_cannot_be_opened_is_one_line_and_exit_code_1(tmp_path: Path, database: str, words: str) -> None:
    (tmp_path / "junk.db").write_bytes(bytes(range(256)) * 20)
    done = serve(database.format(folder=tmp_path))
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert words in done.stderr
    assert "geheim" not in done.stderr


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(CannotOpen, match=r"pip install littlewars\[postgres\]"):
        Storage("postgresql+psycopg://u@h/d", Metrics())
    with pytest.raises(BadConfig, match="oracle:// is neither"):
        from_environment({"database": "oracle://x"}, {})


def test_a_database_is_its_owners_alone(tmp_path: Path) -> None:
    file = tmp_path / "new" / "x.sqlite3"
    with start_house(f"sqlite:///{file}") as house:
        house.begin()
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        for each in file.parent.iterdir():
            assert stat.S_IMODE(each.stat().st_mode) == 0o600, each


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another process holds the database."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield
        other.execute("rollback")


@pytest.fixture
def brittle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[House, Path]]:
    """A server whose database gives up soon."""
    monkeypatch.setattr("littlewars.server.storage.storage.BUSY", 0.3)
    file = tmp_path / "x.sqlite3"
    with start_house(f"sqlite:///{file}") as house:
        until(lambda: house.games.is_warm, 60)
        yield house, file


def test_health_says_whether_a_line_would_be_durable(brittle: tuple[House, Path]) -> None:
    house, file = brittle
    assert house.get("/healthz").status_code == house.get("/readyz").status_code == 200
    with locked(file):
        for path in ("/healthz", "/readyz"):
            reply = house.get(path)
            assert (reply.status_code, reply.json()["text"]) == (503, "not written: the database is held by another process")
    assert house.get("/healthz").status_code == 200


def test_a_server_that_is_full_or_cold_is_not_ready(brittle: tuple[House, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    house, _ = brittle
    monkeypatch.setattr(house.games, "is_warm", False)
    assert (house.get("/readyz").status_code, house.get("/healthz").status_code) == (503, 200)


def test_players_are_told_in_plain_words_and_the_log_once(
    brittle: tuple[House, Path], caplog: pytest.LogCaptureFixture
) -> None:
    house, file = brittle
    begun = house.begin()
    with locked(file), caplog.at_level(logging.INFO, "littlewars.server"):
        for _ in range(3):
            with house.sit(begun["game"], begun["tokens"]["red"]) as red:
                reply = red.answer(["ravens", "mortar"])
                assert (reply["status"], reply["text"]) == (503, "not written: the database is held by another process")
            time.sleep(0.3)
    failed = [record for record in caplog.records if record.getMessage() == "writing failed"]
    assert len(failed) == 1
    assert not any(record.exc_info for record in caplog.records)
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        assert red.answer(["ravens", "mortar"])["is"] == "taken"


def test_a_failed_batch_is_refused_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one after the other, each after the patience of the database."""
    monkeypatch.setattr("littlewars.server.storage.storage.BUSY", 1.0)

    async def run() -> float:
        storage = Storage(f"sqlite+aiosqlite:///{tmp_path}/x.sqlite3", Metrics())
        await storage.open()
        with locked(tmp_path / "x.sqlite3"):
            begun = time.perf_counter()
            found = await asyncio.gather(*(storage.append("g", n, [b"x"], None) for n in range(6)), return_exceptions=True)
            took = time.perf_counter() - begun
        await storage.close()
        assert all(isinstance(error, StorageError) for error in found)
        return took

    assert asyncio.run(run()) < 3.5, "the first, and all others with the next"


def test_a_database_that_is_away_is_503(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from sqlalchemy.exc import OperationalError

    begun = house.begin()
    house.games.rooms.pop(begun["game"]).close()

    async def away(*_: Any) -> None:
        raise OperationalError("select", {}, Exception("connection refused\nis the server running?"))

    for name in ("card", "load"):
        monkeypatch.setattr(house.games.storage, name, away)
    with caplog.at_level(logging.INFO, "littlewars.server"):
        for _ in range(4):
            reply = house.get(f"/api/games/{begun['game']}")
            assert (reply.status_code, reply.json()["text"]) == (503, "the database does not answer at the moment")
            from tests.server.desk import Seat

            seat = Seat(house, begun["game"], sit=False)
            seat.send({"do": "sit", "token": begun["tokens"]["red"]})
            assert seat.wait("refused")["status"] == 503
            assert seat.code() == 1013
    assert sum(record.getMessage() == "the database fails" for record in caplog.records) == 1
    assert not any(record.exc_info for record in caplog.records)


def test_head_works_everywhere(house: House) -> None:
    for path in ("/", "/api/systems", "/healthz", "/metrics", "/api/systems/oversoul/rules"):
        reply = house.http.head(path)
        assert (reply.status_code, reply.content) == (200, b""), path


def test_an_unknown_address_is_a_page(house: House) -> None:
    browser = {"Accept": "text/html,application/xhtml+xml"}
    reply = house.get("/nowhere/at/all", headers=browser)
    assert reply.status_code == 404
    assert reply.headers["content-type"].startswith("text/html")
    assert house.get("/assets/none.js", headers=browser).headers["content-type"].startswith("application/json")
    assert house.get("/nowhere").json()["status"] == 404


def test_two_hosts_are_none(house: House) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=10) as line:
        line.sendall(f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nHost: evil.example\r\n\r\n".encode())
        assert b" 400 " in line.recv(1000)


def test_invisible_letters_are_no_talk(house: House) -> None:
    begun = house.begin()
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        for text in ("\u200b", " \u2060\ufeff", "\u202e"):
            assert red.do("say", text=text)["status"] == 400
        assert red.do("say", text="a\u200bb")["is"] == "taken"
