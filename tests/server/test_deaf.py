"""Those who do not read what they are sent, or do not finish what they began to say: they are sent away, and cost little."""

from __future__ import annotations

import json
import os
import re
import select
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.server.desk import House, Inn, start_house, start_inn, until

PAGE = 4096


def memory(inn: Inn) -> float:
    """Megabytes of the server's process."""
    assert inn.process is not None
    return int(Path(f"/proc/{inn.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def connected(inn: Inn | House) -> int:
    found = re.search(r"^littlewars_connections (\d+)", inn.get("/metrics").text, re.M)
    assert found
    return int(found[1])


class Raw:
    """A WebSocket that only writes."""

    def __init__(self, port: int, game: str, token: str = "") -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, PAGE)
        self.socket.connect(("127.0.0.1", port))
        given = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
        given["Sec-WebSocket-Key"] = "A" * 22 + "=="
        lines = [f"GET /api/games/{game}/live HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        assert b" 101 " in self.socket.recv(2000)
        self.say({"do": "sit", "token": token} if token else {"do": "sit"})

    def say(self, message: Any) -> None:
        data = json.dumps(message).encode()
        size = struct.pack("!BBQ", 0x81, 0x80 | 127, len(data))
        self.socket.sendall(size + bytes(4) + data)

    def is_cut(self) -> bool:
        """Has the server ended the line?"""
        self.socket.setblocking(False)
        try:
            self.socket.send(b"\x8a\x80\0\0\0\0")
        except BlockingIOError:
            return False
        except OSError:
            return True
        return False


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inn]:
    folder = tmp_path_factory.mktemp("deaf")
    with start_inn(
        f"sqlite:///{folder}/x.sqlite3", folder, stall=2, patience=2, halves_per_address=20, idle=2, sweep=1
    ) as made:
        yield made


def test_forty_pages_that_do_not_read_cost_little_and_are_sent_away(inn: Inn) -> None:
    begun = inn.begin("oversoul", "meeting-engagement", red="person", blue="person")
    inn.sit(begun["game"], begun["tokens"]["red"]).close()
    before = memory(inn)
    pages = [Raw(inn.port, begun["game"], begun["tokens"]["red"]) for _ in range(40)]
    word = {"do": "try", "key": 1, "part": 0, "answer": "x" * 200_000}
    for _ in range(6):
        for page in pages:
            page.socket.settimeout(0.2)
            with suppress(OSError):
                page.say(word)
    assert memory(inn) - before < 100
    with inn.sit(begun["game"], begun["tokens"]["blue"]) as blue:
        for n in range(100):  # talk is told to everybody: none of them reads it
            assert blue.do("say", text=f"{n} {'x' * 390}")["is"] == "taken"
        assert memory(inn) - before < 100
        until(lambda: connected(inn) == 1, 20)
        blue.drain()
        assert [seat.get("here", False) for seat in blue.heard[-1]["seats"]] == [False, True]
    until(lambda: connected(inn) == 0)
    until(lambda: all(page.is_cut() for page in pages))
    until(lambda: "littlewars_games 0.0" in inn.get("/metrics").text, 15)  # nobody keeps the room alive


def test_nothing_that_was_sent_comes_back(inn: Inn) -> None:
    begun = inn.begin()
    with inn.sit(begun["game"], begun["tokens"]["red"]) as red:
        for answer in ("x" * 100_000, ["x" * 50_000] * 2, {"x" * 100_000: 1}):
            red.do("try", part=0, answer=answer)
            red.do("answer", n=1, part=0, answer=answer)
            red.do("foresee", part=0, answer=answer)
        red.send(json.dumps({"do": "x" * 100_000}))
        red.wait("refused")
        assert max(len(text) for text in red.raw[1:]) < 3000
        fine = red.do("try", part=0, answer=["ravens", "mortar"])
        assert "answer" not in fine
        assert "why" not in fine


@pytest.mark.alone
def test_a_stop_waits_for_nobody_who_does_not_read(tmp_path: Path) -> None:
    with start_inn(f"sqlite:///{tmp_path}/x.sqlite3", tmp_path, stall=60) as own:
        begun = own.begin("oversoul", "meeting-engagement", red="person", blue="person")
        pages = [Raw(own.port, begun["game"]) for _ in range(8)]
        time.sleep(1)
        begun_at = time.monotonic()
        assert own.stop() == 0
        assert time.monotonic() - begun_at < 6
        assert len(pages) == 8


def test_half_a_request_is_ended_and_shuts_nobody_out(inn: Inn) -> None:
    halves = []
    for _ in range(200):
        half = socket.create_connection(("127.0.0.1", inn.port))
        half.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")
        halves.append(half)
    assert inn.get("/healthz").status_code == 200

    def ended() -> int:
        found = 0
        for half in halves:
            half.setblocking(False)
            try:
                found += half.recv(100) == b""
            except BlockingIOError:
                continue
            except OSError:
                found += 1
        return found

    until(lambda: ended() >= 200 - 40, 1.5)  # of one address only so many are waited for, long before their time is over
    until(lambda: ended() == 200, 10)
    for half in halves:
        half.close()


def test_a_body_that_does_not_come_is_not_waited_for(inn: Inn) -> None:
    with socket.create_connection(("127.0.0.1", inn.port), timeout=10) as slow:
        head = f"POST /api/replays HTTP/1.1\r\nHost: 127.0.0.1:{inn.port}\r\nContent-Length: 1000\r\n\r\n"
        slow.sendall(head.encode() + b"x" * 10)
        assert b" 408 " in slow.recv(1000)


def test_the_bodies_of_all_requests_have_a_bound(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", bodies_bytes=3_000_000, patience=5.0) as house:
        held = []
        for _ in range(2):
            one = socket.create_connection(("127.0.0.1", house.port), timeout=10)
            head = f"POST /api/replays HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nContent-Length: 2000000\r\n\r\n"
            one.sendall(head.encode() + b"x" * 1_900_000)
            held.append(one)
        first, _, _ = select.select(held, [], [], 10)  # whichever brought too much: the two come side by side
        assert b" 503 " in first[0].recv(1000)
        for one in held:
            one.close()
        until(lambda: house.post("/api/replays", content=b"x" * 1_000_000).status_code == 422)


def test_lines_of_one_address_are_counted(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", lines_per_address=5, proxies="10.0.0.1") as house:
        house.http.close()
        lines = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(12)]
        time.sleep(0.3)
        open_ = 0
        for line in lines:
            line.setblocking(False)
            with suppress(ConnectionError):
                try:
                    assert line.recv(10) == b""
                except BlockingIOError:
                    open_ += 1
            line.close()
        assert open_ == 5


def test_a_page_may_be_silent_as_long_as_it_likes(inn: Inn) -> None:
    begun = inn.begin()
    with inn.sit(begun["game"], begun["tokens"]["red"]) as red:
        time.sleep(2.6)  # longer than half a request is waited for
        assert red.do("ping")["is"] == "pong"
        assert not any(message["is"] == "refused" for message in red.heard)


def test_a_body_in_drips_is_not_waited_for(inn: Inn) -> None:
    with socket.create_connection(("127.0.0.1", inn.port), timeout=20) as slow:
        head = f"POST /api/replays HTTP/1.1\r\nHost: 127.0.0.1:{inn.port}\r\nContent-Length: 1000\r\n\r\n"
        slow.sendall(head.encode())
        end, slow_bytes = time.monotonic() + 16, b""
        slow.settimeout(1.0)
        while b" 408 " not in slow_bytes and time.monotonic() < end:
            with suppress(OSError):
                slow.sendall(b"x")
            with suppress(TimeoutError):
                slow_bytes += slow.recv(1000)
        assert b" 408 " in slow_bytes
