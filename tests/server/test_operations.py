"""Health, meters, logs, settings, and the types of the page."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest

from littlewars.server import logs, typescript
from littlewars.server.config import BadConfig, Config, from_environment
from littlewars.server.logs import _Json, _Text
from tests.server.desk import House, start_house, until


def test_health(house: House) -> None:
    health = house.get("/healthz").json()
    assert health["ok"] is True
    assert health["database"] == "sqlite"


def test_meters(house: House) -> None:
    begun = house.begin()
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        red.answer(["ravens", "mortar"])
        red.do("concede")  # what all decide at once is counted when it is over
        page = house.get("/metrics").text
    for name in (
        "littlewars_games ",
        "littlewars_connections ",
        "littlewars_answer_seconds_bucket",
        "littlewars_commit_seconds_count",
    ):
        assert name in page
    assert 'littlewars_entries_total{by="person"}' in page
    until(lambda: "littlewars_connections 0.0" in house.get("/metrics").text)


def test_meters_are_not_for_everybody(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3") as house:
        assert house.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 403
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", metrics="open") as house:
        assert house.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 200
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", metrics="off") as house:
        assert house.get("/metrics").status_code == 404


def test_settings_come_from_the_environment_and_the_command_line() -> None:
    found = from_environment(
        {"port": 9, "host": None},
        {
            "LITTLEWARS_HOST": "0.0.0.0",
            "LITTLEWARS_PORT": "8",
            "LITTLEWARS_IDLE": "2.5",
            "LITTLEWARS_HOSTS": "a.example, b.example",
        },
    )
    assert (found.host, found.port, found.idle, found.hosts) == ("0.0.0.0", 9, 2.5, ("a.example", "b.example"))
    assert from_environment({}, {"LITTLEWARS_SYSTEMS": "a=b:C, d=e:F"}).systems == {"a": "b:C", "d": "e:F"}
    for name, value in (("PORT", "many"), ("PORT", "70000"), ("IDLE", "-1"), ("METRICS", "maybe"), ("SYSTEMS", "oversoul")):
        with pytest.raises(BadConfig):
            from_environment({}, {f"LITTLEWARS_{name}": value})


def test_every_setting_is_in_the_docs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "serving.md").read_text(encoding="utf-8")
    assert [name for name in Config.__struct_fields__ if f"`LITTLEWARS_{name.upper()}`" not in page] == []


def test_databases_are_named_simply(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert Config(database="sqlite:///x.db").url == "sqlite+aiosqlite:///x.db"
    assert Config(database="postgresql://u@h/d").url == "postgresql+psycopg://u@h/d"
    assert Config(database="postgres://u@h/d").url == "postgresql+psycopg://u@h/d"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Config().url == f"sqlite+aiosqlite:///{tmp_path}/littlewars/littlewars.sqlite3"


def test_logs_are_lines_of_json() -> None:
    record = logging.LogRecord("x", logging.WARNING, "f", 1, "refused", (), None)
    record.fields = {"why": "line\nbreak " + "x" * 900, "status": 400}
    line = _Json().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["event"], told["level"], told["status"]) == ("refused", "warning", 400)
    assert len(told["why"]) < 600
    assert "refused" in _Text().format(record)


def test_what_breaks_again_and_again_is_told_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1000.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)
    monkeypatch.setattr(logs, "_seldom", {})

    def fail(error: Exception, where: str = "advice") -> None:
        try:
            raise error
        except Exception as raised:
            logs.warn_seldom("a rule broke", raised, where, game="abc")

    with caplog.at_level("WARNING", logger="littlewars.server"):
        for name in range(50):
            fail(KeyError(f"unit {name}"))  # the same place, whoever it breaks for
        assert len(caplog.records) == 1
        assert caplog.records[0].exc_info is not None
        fail(KeyError("unit"), "odds")
        fail(ValueError("unit"))
        fail(RuntimeError('Traceback:\n  File "a.py", line 7, in one\nKeyError: 1'))  # as workers send it
        fail(RuntimeError('Traceback:\n  File "a.py", line 7, in one\nKeyError: 2'))
        fail(RuntimeError('Traceback:\n  File "a.py", line 9, in one\nKeyError: 2'))
        assert len(caplog.records) == 5
        now += 61
        fail(KeyError("unit"))
        fail(KeyError("unit"))
    assert len(caplog.records) == 6
    assert caplog.records[-1].__dict__["fields"] == {"where": "advice", "game": "abc", "times_before": 49}


def test_the_types_of_the_page_are_fresh() -> None:
    assert typescript.main(["--check"]) == 0, "run python -m littlewars.server.typescript"
