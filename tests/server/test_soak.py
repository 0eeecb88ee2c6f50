"""The soak test, short: a few battles at once, a few kills."""

from __future__ import annotations

from pathlib import Path

import pytest

from littlewars.server.soak import quantile, soak_kills, soak_load


def test_some_battles_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = soak_load(8, 4, 0.1, tmp_path)
    assert found.errors == []
    assert len(found.waits) > 20
    assert quantile(found.waits, 0.5) < 1
    assert "answers/s" in capsys.readouterr().out


def test_some_kills(database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert soak_kills("here", database, tmp_path, games=4, times=2, think=0.05) == 0
    said = capsys.readouterr().out
    assert " 0 lost" in said
    assert " 0 answers" not in said


def test_quantiles() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([1.0] * 95 + [9.0] * 5, 0.95) == 9.0
    assert quantile([1.0] * 96 + [9.0] * 4, 0.95) == 1.0
