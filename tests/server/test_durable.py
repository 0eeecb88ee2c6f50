"""An answer is acknowledged only after it is durable: servers are killed, databases fail, and nothing acknowledged is lost."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from littlewars.server.storage.storage import Storage, StorageError
from tests.server.desk import House, Inn, Seat, play_on, some_answer, start_house, start_inn, until


def test_kill_and_restart_in_mid_game(database: str, tmp_path: Path) -> None:
    with start_inn(database, tmp_path) as inn:
        begun = inn.begin("oversoul", "first-battle", red="person", blue="tactician")
        token = begun["tokens"]["red"]
        with inn.sit(begun["game"], token) as red:
            play_on([red], random.Random(7), most=15)
            red.do("say", text="see you")
            red.drain()
            story = {m["beat"]["n"]: m["beat"] for m in red.heard if m["is"] == "moment"}
            worker_orphans = _children(inn)
            inn.kill()
        inn.start()
        _gone(worker_orphans)
        with inn.sit(begun["game"], token) as again:
            assert again.n >= red.n
            kept = {beat["n"]: beat for beat in again.table["story"]}
            for n, beat in story.items():
                assert kept[n]["by"] == beat["by"]
                for one, two in zip(kept[n].get("told", []), beat.get("told", []), strict=True):
                    assert one == two
            assert again.table["chat"][0]["text"] == "see you"
            assert play_on([again], random.Random(8), most=10)  # and the bot goes on as well
        assert inn.stop() == 0


def _children(inn: Inn) -> list[int]:
    assert inn.process is not None
    tasks = Path(f"/proc/{inn.process.pid}/task/{inn.process.pid}/children")
    return [int(pid) for pid in tasks.read_text().split()] if tasks.exists() else []


def _gone(pids: list[int]) -> None:
    """Workers end with their server, also if it was killed."""

    def alive(pid: int) -> bool:
        stat = Path(f"/proc/{pid}/stat")
        try:
            return stat.read_text().rpartition(")")[2].split()[0] != "Z"
        except OSError:
            return False

    until(lambda: not any(alive(pid) for pid in pids))


@pytest.mark.parametrize("rounds", [2])
def test_killed_under_load_nothing_acknowledged_is_lost(database: str, tmp_path: Path, rounds: int) -> None:
    with start_inn(database, tmp_path) as inn:
        games = [inn.begin("skirmish", "small", red="person", blue="random") for _ in range(6)]
        taken = {game["game"]: 1 for game in games}
        for number in range(rounds):
            threads = [threading.Thread(target=_play, args=(inn, game, taken, number)) for game in games]
            for thread in threads:
                thread.start()
            time.sleep(0.6 + 0.2 * number)
            inn.kill()
            for thread in threads:
                thread.join(30)
            inn.start()
            for game in games:
                with inn.sit(game["game"], game["tokens"]["red"]) as red:
                    lines = red.table["n"]
                assert lines >= taken[game["game"]], "acknowledged, and lost"
        assert max(taken.values()) > 1


def _play(inn: Inn, game: dict[str, Any], taken: dict[str, int], number: int) -> None:
    """Answer until the line breaks; remember what was acknowledged."""
    rng = random.Random(number)
    try:
        with inn.sit(game["game"], game["tokens"]["red"]) as red:
            while not red.over():
                red.until(lambda: red.asked() or red.over())
                if red.over():
                    return
                sheet = red.asked()[0]
                reply = red.answer(some_answer(red, sheet, rng), sheet["part"])
                if reply["is"] == "taken":
                    taken[game["game"]] = max(taken[game["game"]], reply["n"])
    except Exception:
        return


# ---- when the database fails


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def append(*_: Any, **__: Any) -> None:
        raise StorageError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Storage, "append", append)
        yield


def test_what_cannot_be_written_did_not_happen(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = house.begin()
    red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
    with failing(monkeypatch):
        red.key += 1
        red.send({"do": "answer", "key": red.key, "n": 1, "part": 0, "answer": ["mortar", "ravens"]})
        assert red.wait("refused", "taken")["status"] == 503
        assert red.code() == blue.code() == 1012
    assert not any(m["is"] in ("taken", "moment") for seat in (red, blue) for m in seat.heard)

    with house.sit(begun["game"], begun["tokens"]["red"]) as again:
        assert again.n == 1
        assert again.answer(["ravens", "mortar"])["n"] == 2


def test_a_second_server_on_the_same_database_does_no_harm(database: str) -> None:
    with start_house(database) as one, start_house(database) as two:
        begun = one.begin()
        here, there = (Seat(door, begun["game"], begun["tokens"]["red"]) for door in (one, two))
        assert here.answer(["ravens", "mortar"])["n"] == 2
        assert there.answer(["mortar", "ravens"])["status"] == 503  # line 2 is written already
        assert there.code() == 1012
        with two.sit(begun["game"], begun["tokens"]["red"]) as again:
            assert again.n == 2
            assert again.asked()[0]["rule"] == "toy.bid"
        here.close()


def test_a_graceful_stop_tells_the_pages(database: str, tmp_path: Path) -> None:
    with start_inn(database, tmp_path) as inn:
        begun = inn.begin()
        red = inn.sit(begun["game"], begun["tokens"]["red"])
        assert red.answer(["ravens", "mortar"])["n"] == 2
        workers = _children(inn)
        assert inn.stop() == 0
        assert red.code() == 1012
        _gone(workers)
        log = inn.log.read_text()
        assert '"event": "stopped"' in log
        assert "Traceback" not in log
        assert "leaked" not in log
        assert begun["tokens"]["red"] not in log


@pytest.mark.alone
def test_what_is_written_but_cannot_be_told(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = house.begin()
    red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
    with monkeypatch.context() as patch:
        patch.setattr("littlewars.server.telling.views.change", lambda *_: 1 / 0)
        assert red.answer(["ravens", "mortar"])["status"] == 503
        assert red.code() == blue.code() == 1012
    with house.sit(begun["game"], begun["tokens"]["red"]) as again:
        assert again.n == 2  # the page sees that its answer counts
