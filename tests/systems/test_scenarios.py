"""Scenarios by chance: every ready battle, and many with one thing changed in it, are set up or refused as written down."""

from __future__ import annotations

import hashlib
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from littlewars.engine import ScenarioError
from littlewars.systems import SYSTEMS

from .by_chance import GOLDEN, battles
from .test_rosters import changed

CHANGES = 60
"""Scenarios with one change, for every battle."""
ALL = [(book, battle) for book in SYSTEMS for battle in battles(book)]


def digest(book: str, battle: str) -> str:
    """What a battle and its changed likenesses are set up as."""
    raw = {key: value for key, value in battles(book)[battle].items() if key != "brief"}  # words for players
    found = [outcome(book, one) for one in (raw, *changed(raw, Random(battle), CHANGES))]
    return hashlib.sha256(" ".join(found).encode()).hexdigest()[:16]


def outcome(book: str, raw: Any) -> str:
    """The state as the system encodes it, and that it describes itself; or that it is refused."""
    system = SYSTEMS[book]
    try:
        state = system.setup(raw)
    except ScenarioError:
        return "refused"
    again = system.setup(system.describe(state))
    assert system.encode(again) == system.encode(state)
    return hashlib.sha256(system.encode(state)).hexdigest()


def written(book: str) -> dict[str, str]:
    """The digests of a book as they were written down."""
    found: dict[str, str] = yaml.safe_load((GOLDEN / book / "scenarios.yaml").read_text())
    return found


@pytest.mark.parametrize(("book", "battle"), ALL)
def test_a_battle_is_set_up_the_same(book: str, battle: str) -> None:
    assert digest(book, battle) == written(book)[battle], "meant? python -m tests.systems.test_scenarios"


if __name__ == "__main__":
    for book in SYSTEMS:
        found = {battle: digest(book, battle) for name, battle in ALL if name == book}
        Path(GOLDEN / book / "scenarios.yaml").write_text(yaml.safe_dump(found))
