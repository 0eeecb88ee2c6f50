"""A few hundred files that somebody has tampered with; `python -m tests.fuzz --files 20000` has more."""

from __future__ import annotations

from tests.fuzz import fuzz


def test_whatever_stands_in_a_file_there_is_one_clear_line() -> None:
    found = fuzz(200, seed=2026)
    assert not found.faults, found.tell()
    assert len(found.kinds) == 5
    assert all(found.read[kind] < found.kinds[kind] for kind in found.kinds), "nothing has been tampered with"
