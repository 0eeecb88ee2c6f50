"""Hostile input: refused with a clear status, logged once, nothing changed."""

from __future__ import annotations

import json
import logging
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from littlewars.server.config import Config
from tests.server.desk import House, Seat, start_house, until


@pytest.fixture
def game(house: House) -> Iterator[tuple[Seat, dict[str, Any]]]:
    begun = house.begin()
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        yield red, begun
        assert red.n == 1, "nothing changed"
        assert len(house.games.rooms[begun["game"]].records) == 1


MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    '"answer"',
    "{}",
    '{"do":"fly"}',
    '{"do":"answer"}',
    '{"do":"answer","key":1,"n":1,"part":0}',
    '{"do":"answer","key":"1","n":1,"part":0,"answer":1}',
    '{"do":"answer","key":-1,"n":1,"part":0,"answer":1}',
    '{"do":"answer","key":1e400,"n":1,"part":0,"answer":1}',
    '{"do":"answer","key":1,"n":1.5,"part":0,"answer":1}',
    '{"do":"answer","key":1,"n":1,"part":0,"answer":1,"side":"blue"}',
    '{"do":"undo","key":1,"n":1,"entries":0}',
    '{"do":"undo","key":1,"n":1,"entries":99999}',
    '{"do":"say","key":1,"text":5}',
    '{"do":"look","key":1,"start":"' + "x" * 121 + '","to":"y"}',
    '{"do":"plan","key":1,"part":0,"drag":{"who":"r1","to":[1]}}',
    "[" * 50_000,
    '{"do":"answer","key":1,"n":1,"part":0,"answer":' + "[" * 20_000 + "]" * 20_000 + "}",
    '{"do":"answer","key":1,"n":1,"part":0,"answer":"\ud800"}'.encode("utf-8", "surrogatepass").decode("latin-1"),
    '{"do":"answer","key":1,"n":1,"part":0,"answer":' + json.dumps([[0]] * 9000) + "}",
    "\0",
    "x" * 200_000,
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
def test_malformed_messages(game: tuple[Seat, dict[str, Any]], text: str) -> None:
    red, _ = game
    red.send(text)
    refused = red.wait("refused")
    assert refused["status"] == 400, refused
    assert red.do("ping")["is"] == "pong", "and the line still stands"


def test_binary_messages(game: tuple[Seat, dict[str, Any]]) -> None:
    red, _ = game
    red.send(b'{"do":"ping","key":1}')
    assert red.wait("refused")["status"] == 400


def test_oversized_messages_end_the_connection(house: House) -> None:
    begun = house.begin()
    red = house.sit(begun["game"], begun["tokens"]["red"])
    red.send('{"do":"say","key":1,"text":"' + "x" * (256 * 1024) + '"}')
    assert red.code() == 1009
    with house.sit(begun["game"], begun["tokens"]["red"]) as again:
        assert again.n == 1
        assert "chat" not in again.table


def test_answers_for_another_seat(house: House, game: tuple[Seat, dict[str, Any]]) -> None:
    red, begun = game
    with house.sit(begun["game"], begun["tokens"]["blue"]) as blue:
        assert blue.answer(["ravens", "mortar"], 0)["status"] == 409
        assert red.answer(["watch", "ogres"], 1)["status"] == 409


def test_wrong_and_foreign_secrets(house: House) -> None:
    begun, other = house.begin(), house.begin()
    for token in ("wrong", other["tokens"]["red"], begun["tokens"]["red"][:-1], begun["tokens"]["red"] + "x", " ", "é"):
        seat = Seat(house, begun["game"], sit=False)
        seat.send({"do": "sit", "token": token})
        assert seat.wait("refused")["status"] == 403
        assert seat.code() == 4403
    kept = json.dumps([[s.token for s in room.row.seats] for room in house.games.rooms.values()])
    assert begun["tokens"]["red"] not in kept, "secrets are kept hashed"


def test_secrets_are_not_taken_from_the_address(house: House) -> None:
    begun = house.begin()
    token = begun["tokens"]["red"]
    with connect(f"ws://127.0.0.1:{house.port}/api/games/{begun['game']}/live?token={token}", proxy=None) as socket_:
        socket_.send('{"do":"sit"}')
        assert json.loads(socket_.recv())["side"] == ""


def test_talking_before_sitting(house: House) -> None:
    begun = house.begin()
    seat = Seat(house, begun["game"], sit=False)
    seat.send({"do": "answer", "key": 1, "n": 1, "part": 0, "answer": ["ravens", "mortar"]})
    assert seat.wait("refused")["status"] == 400
    assert seat.code() == 4400
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        red.send({"do": "sit", "token": begun["tokens"]["blue"]})
        assert red.wait("refused")["status"] == 409


def test_games_that_are_not(house: House) -> None:
    with pytest.raises(InvalidStatus):
        Seat(house, "..%2F..%2Fetc%2Fpasswd", sit=False)
    for name in ("nobody-knows", "%00%00%00%00%00%00%00%00", "x" * 300):
        seat = Seat(house, name, sit=False)
        seat.send({"do": "sit"})
        assert seat.wait("refused")["status"] == 404
        assert seat.code() == 4404


def test_other_sites_may_not_come_in(house: House) -> None:
    begun = house.begin()
    address = f"ws://127.0.0.1:{house.port}/api/games/{begun['game']}/live"
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null"):
        with pytest.raises(InvalidStatus) as refused, connect(address, origin=origin, proxy=None):  # type: ignore[arg-type]
            pass
        assert refused.value.response.status_code == 403
        body = {"system": "skirmish", "scenario": "small", "seats": {"red": {"kind": "bot"}, "blue": {"kind": "bot"}}}
        assert house.post("/api/games", json=body, headers={"Origin": origin}).status_code == 403
        assert house.post("/api/replays", content=b"x", headers={"Origin": origin}).status_code == 403
    with connect(address, origin=house.url, proxy=None) as fine:  # type: ignore[arg-type]
        fine.send('{"do":"sit"}')
        assert json.loads(fine.recv())["is"] == "table"


def test_only_under_its_own_name(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", hosts=("table.example", "127.0.0.1")) as house:
        assert house.get("/healthz").status_code == 200
        assert house.get("/healthz", headers={"Host": "table.example"}).status_code == 200
        assert house.get("/healthz", headers={"Host": "rebound.example"}).status_code == 403


def test_on_loopback_only_names_of_this_machine(tmp_path: Path) -> None:
    """A foreign page that lets its own name point here is refused; whoever wants more names says so."""
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3") as house:
        for name in (
            "localhost",
            "LOCALHOST",
            "127.0.0.1",
            "[::1]",
            "localhost.",
            f"localhost:{house.port}",
            f"[::1]:{house.port}",
        ):
            assert house.get("/healthz", headers={"Host": name}).status_code == 200, name
        for name in (
            "rebound.example",
            f"rebound.example:{house.port}",
            "127.0.0.1.rebound.example",
            "localhost.rebound.example",
        ):
            assert house.get("/healthz", headers={"Host": name}).status_code == 403, name
    with start_house(f"sqlite:///{tmp_path}/y.sqlite3", hosts=("table.example",)) as house:
        for name, status in (("table.example", 200), ("Table.Example:80", 200), ("localhost", 200), ("other.example", 403)):
            assert house.get("/healthz", headers={"Host": name}).status_code == status, name
    with start_house(f"sqlite:///{tmp_path}/z.sqlite3", hosts=("*",)) as house:
        assert house.get("/healthz", headers={"Host": "anything.example"}).status_code == 200


def test_names_where_others_listen() -> None:
    assert Config(host="0.0.0.0").names == frozenset()
    assert Config(host="table.example").names == frozenset()
    assert Config(host="0.0.0.0", hosts=("table.example",)).names == {"table.example"}
    assert Config(host="::1").names == Config().names == {"localhost", "127.0.0.1", "::1"}


def test_talk_cannot_turn_text_about(house: House) -> None:
    """Marks that reverse the text around them are taken out; what is nothing else is refused."""
    begun = house.begin()
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        assert red.do("say", text="safe \u202egnp.exe\u2066 \u200f\u061cend")["is"] == "taken"
        red.do("ping")
        assert [heard["chat"]["text"] for heard in red.heard if heard["is"] == "said"] == ["safe gnp.exe end"]
        assert red.do("say", text="\u202e\u2069")["status"] == 400
        assert red.do("say", text="bell \u0007")["status"] == 400
        assert red.do("say", text="next \u0085 line")["status"] == 400
        assert (
            red.do("say", text="\u05e9\u05dc\u05d5\u05dd \U0001f468\u200d\U0001f469")["is"] == "taken"
        )  # letters stay as they are


def test_raw_nonsense_on_the_port(house: House) -> None:
    for junk in (
        b"\0" * 1000,
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02",
    ):
        with socket.create_connection(("127.0.0.1", house.port), 5) as line:
            line.sendall(junk)
            line.settimeout(1)
            with suppress(TimeoutError, ConnectionError):
                assert b" 200 " not in line.recv(200)
    assert house.get("/healthz").status_code == 200


def test_path_tricks(house: House) -> None:
    for path in (
        "/../../../../etc/passwd",
        "/assets/..%2f..%2f..%2fetc%2fpasswd",
        "/api/systems/..%2f..%2f/rules",
        "/api/systems/%2e%2e/rules",
        "//etc/passwd",
        "/assets/%00",
        "/api/games/..%5c..%5cwin.ini/journal",
    ):
        line = socket.create_connection(("127.0.0.1", house.port), 5)
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{house.port}\r\nConnection: close\r\n\r\n".encode())
        reply = b""
        while chunk := line.recv(65536):
            reply += chunk
        line.close()
        assert reply.split(b" ")[1] in (b"400", b"404"), (path, reply[:200])
        assert b"root:" not in reply


# ---- too fast, too many


@pytest.fixture(scope="module")
def narrow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with start_house(
        f"sqlite:///{tmp_path_factory.mktemp('narrow')}/x.sqlite3",
        games_per_minute=6.0,
        connections_per_address=6,
        messages_per_second=20.0,
        previews_per_second=5.0,
        chats_per_minute=6.0,
        uploads_per_minute=3.0,
        requests_per_second=40.0,
        backlog=50,
    ) as made:
        yield made


def test_floods(narrow: House, caplog: pytest.LogCaptureFixture) -> None:
    begun = narrow.begin()
    red = narrow.sit(begun["game"], begun["tokens"]["red"])
    with caplog.at_level(logging.INFO, "littlewars.server"):
        for place in range(90):
            red.send({"do": "ping", "key": place})
        replies = [red.wait("pong", "refused") for _ in range(90)]
    assert {reply.get("status") for reply in replies} == {None, 429}
    refused = sum(reply["is"] == "refused" for reply in replies)
    assert 10 <= refused <= 50
    told = [record for record in caplog.records if record.getMessage() == "refused"]
    assert len(told) == 1, "logged once"
    with suppress(ConnectionClosed):
        for place in range(200):  # and on, and on: then the door is shut
            red.send({"do": "ping", "key": place})
    assert red.code() == 1008


def test_a_second_page_of_a_seat_has_no_tokens_of_its_own(narrow: House) -> None:
    time.sleep(1.5)
    begun = narrow.begin()
    with narrow.sit(begun["game"], begun["tokens"]["red"]) as one, narrow.sit(begun["game"], begun["tokens"]["red"]) as two:
        for _ in range(3):
            assert one.do("say", text="hello")["is"] == "taken"
        assert two.do("say", text="hello")["status"] == 429


def test_too_much_talk_and_too_many_looks(narrow: House) -> None:
    time.sleep(1)
    begun = narrow.begin()
    with narrow.sit(begun["game"], begun["tokens"]["red"]) as red:
        said = [red.do("say", text="hello") for _ in range(5)]
        assert [reply["is"] for reply in said].count("taken") == 3
        assert said[-1]["status"] == 429
        looks = [red.do("suggest", part=0) for _ in range(15)]
        assert looks[-1]["status"] == 429


def test_too_many_connections(narrow: House) -> None:
    begun = narrow.begin()
    seats = [narrow.sit(begun["game"]) for _ in range(6)]
    with pytest.raises(InvalidStatus):
        narrow.sit(begun["game"])
    seats[0].close()
    until(lambda: narrow.games.doors.count < 6)
    narrow.sit(begun["game"]).close()
    for seat in seats[1:]:
        seat.close()
    until(lambda: narrow.games.doors.count == 0)


@pytest.mark.alone
def test_too_many_battles_uploads_and_requests(narrow: House) -> None:
    body = {"system": "skirmish", "scenario": "small", "seats": {"red": {"kind": "person"}, "blue": {"kind": "person"}}}
    statuses = [narrow.post("/api/games", json=body).status_code for _ in range(8)]
    assert statuses[-1] == 429
    uploads = [narrow.post("/api/replays", content=b"x\n").status_code for _ in range(5)]
    assert uploads[0] == 422
    assert uploads[-1] == 429
    roster = {"system": "skirmish", "text": "x"}  # each kind has a bucket of its own: the others are as full as before
    assert narrow.post("/api/rosters/check", json=roster).status_code == 200
    assert [narrow.get(f"/api/games/nobodyknows/{what}").status_code for what in ("journal", "case")] == [404, 404]
    requests = [narrow.get("/healthz").status_code for _ in range(300)]
    assert 429 in requests
    time.sleep(1)
    assert narrow.get("/healthz").status_code == 200


def test_bodies_that_are_too_large(house: House) -> None:
    body = b'{"system":"oversoul","text":"' + b"x" * 5_000_000 + b'"}'
    assert house.post("/api/rosters/check", content=body, headers={"content-type": "application/json"}).status_code == 413
    assert house.post("/api/replays", content=b"x" * 20_000_001).status_code == 413
