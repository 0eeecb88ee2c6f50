"""The soak test, short: a few battles at once, a few kills."""

from __future__ import annotations

from pathlib import Path

import pytest

from littlewars.server.soak import Tallies, quantile, soak_kills, soak_load, soak_search


@pytest.mark.parametrize("system", ["defiance"])
def test_some_battles_at_once(system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = soak_load((system, ""), 8, 4, 0.1, tmp_path)
    assert found.errors == []
    assert len(found.waits) > 20
    assert quantile(found.waits, 0.5) < 1
    said = capsys.readouterr().out
    assert "answers/s" in said
    assert "rules" in said
    assert "showing" in said


def test_some_kills(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert soak_kills("here", database, tmp_path, games=4, times=1, think=0.05) == 0
    said = capsys.readouterr().out
    assert " 0 lost" in said
    assert " 0 answers" not in said


def test_the_number_of_battles_that_are_quick_enough_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def measured(_: object, games: int, *__: object) -> Tallies:
        return Tallies([games / 1000], errors=[])

    monkeypatch.setattr("littlewars.server.soak.soak_load", measured)
    assert soak_search(("oversoul", ""), (50, 100, 200), 1, 1, 0.1, tmp_path) == 100


def test_quantiles() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([1.0] * 95 + [9.0] * 5, 0.95) == 9.0
    assert quantile([1.0] * 96 + [9.0] * 4, 0.95) == 1.0
