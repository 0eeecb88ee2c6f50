"""The event loop is for play: whatever one address may do, other people's answers are quick."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import quantiles
from typing import Any

import httpx
import pytest

from tests.server.desk import Inn, Seat, start_inn

pytestmark = pytest.mark.alone
LIMIT = 0.1  # seconds in which 95 of 100 answers are taken
SECONDS = 5.0
NORMAL = {"requests_per_second": 50, "uploads_per_minute": 20, "rosters_per_minute": 120, "games_per_minute": 20}


def answers(inn: Inn, seconds: float) -> float:
    """The 95th percentile of the time to an answer, played for so long: cards laid and taken back, again and again."""
    begun = inn.begin()
    with inn.sit(begun["game"], begun["tokens"]["red"]) as red:
        waits, end = list[float](), time.monotonic() + seconds
        while time.monotonic() < end:
            for _ in range(2):
                waits.append(_timed(red, "answer", n=red.n, part=0, answer=["ravens", "mortar"]))
                waits.append(_timed(red, "undo", n=red.n, entries=1))
            time.sleep(0.02)
    return quantiles(waits, n=20)[-1]


def _timed(seat: Seat, do: str, **more: Any) -> float:
    begun = time.perf_counter()
    assert seat.do(do, **more)["is"] == "taken"
    return time.perf_counter() - begun


class Pest:
    """Somebody at another address who does one thing as often as the limits allow."""

    def __init__(self, inn: Inn, address: str, deed: Callable[[httpx.Client], httpx.Response], every: float) -> None:
        self.client = httpx.Client(base_url=inn.url, timeout=60, headers={"X-Forwarded-For": address})
        self.deed, self.every, self.stopped = deed, every, False
        self.statuses: list[int] = []
        self.thread = threading.Thread(target=self._go, daemon=True)
        self.thread.start()

    def _go(self) -> None:
        while not self.stopped:
            self.statuses.append(self.deed(self.client).status_code)
            time.sleep(self.every)

    def stop(self) -> None:
        self.stopped = True
        self.thread.join(60)
        self.client.close()


def huge_journal() -> bytes:
    """A journal with names of 15 MB in its first line."""
    names = {f"side {n}": "x" * 1000 for n in range(15_000)}
    opening = {"n": 1, "game": {"system": "skirmish", "version": 1, "scenario": {}, "seed": 1, "meta": {"players": names}}}
    return json.dumps(opening).encode() + b"\n"


@pytest.fixture(scope="module")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("loop")
    with start_inn(f"sqlite:///{folder}/x.sqlite3", folder, **NORMAL) as made:
        made.http.headers["X-Forwarded-For"] = "198.51.100.1"
        for _ in range(200):  # the workers are warm
            if "littlewars_warm 1.0" in httpx.get(f"{made.url}/metrics").text:
                break
            time.sleep(0.3)
        yield made


def test_answers_are_quick_whatever_others_do(inn: Inn, tmp_path: Path) -> None:
    calm = answers(inn, 1.5)
    journal, roster = huge_journal(), {"system": "oversoul", "text": "units: " + "[" + "[]," * 33_000 + "]"}
    pests = [
        Pest(inn, "203.0.113.1", lambda http: http.post("/api/replays", content=journal), 0.2),
        Pest(inn, "203.0.113.2", lambda http: http.get("/api/systems/defiance/rules"), 0.01),
        Pest(inn, "203.0.113.3", lambda http: http.post("/api/rosters/check", json=roster), 0.2),
        Pest(inn, "203.0.113.4", lambda http: http.get("/api/systems/defiance/rules?q=e"), 0.05),
    ]
    busy = answers(inn, SECONDS)
    for pest in pests:
        pest.stop()
    assert all(pest.statuses for pest in pests)
    assert all(status < 500 or status == 503 for pest in pests for status in pest.statuses)
    assert busy < LIMIT + 4 * calm, (calm, busy)
