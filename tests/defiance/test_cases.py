"""Every case file of the system holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from littlewars.engine.cases import load, run
from littlewars.systems import SYSTEMS

FOLDER = Path(__file__).parents[1] / "cases" / "defiance"
FILES = sorted(FOLDER.glob("**/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_case_holds(path: Path) -> None:
    report = run(load(path), SYSTEMS)
    assert report.checks


def test_there_are_cases() -> None:
    assert FILES
