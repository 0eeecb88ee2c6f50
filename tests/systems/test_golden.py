"""Golden journals: whole battles that must come out the same, to the last die. A change of behaviour raises the version."""

from __future__ import annotations

from pathlib import Path

import pytest

from littlewars.engine.journal import read, verify
from littlewars.systems import SYSTEMS

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*/*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_battle_comes_out_the_same(path: Path) -> None:
    book = read(path)
    report = verify(SYSTEMS[book.opening.system], path)
    assert report.result == book.result
    assert report.result is not None


def test_every_system_has_golden_battles() -> None:
    assert {path.parent.name for path in GOLDEN} == set(SYSTEMS)
