"""Every case file of every rulebook holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from littlewars.engine.cases import load, run
from littlewars.systems import SYSTEMS

FOLDER = Path(__file__).parents[1] / "cases"
FILES = sorted(FOLDER.glob("*/**/*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: "-".join(path.relative_to(FOLDER).with_suffix("").parts))
def test_a_case_holds(path: Path) -> None:
    report = run(load(path), SYSTEMS)
    assert report.checks


def test_every_rulebook_has_cases() -> None:
    assert {path.relative_to(FOLDER).parts[0] for path in FILES} == set(SYSTEMS)
