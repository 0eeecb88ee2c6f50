"""A battle in numbers: every attack against what was to be expected of it, by its own rule and the dice that fell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from littlewars.engine import Game, foresee
from littlewars.engine.journal import JournalError, JournalLine, read, steps
from littlewars.server.wire import Reckoning
from littlewars.server.workers import reckoning
from littlewars.server.workers.reckoning import reckon
from littlewars.systems import SYSTEMS
from tests.server.desk import House

GOLDEN = Path(__file__).parents[1] / "golden"


def of(book: str, battle: str = "first-battle") -> Reckoning:
    return reckon((GOLDEN / book / f"{battle}.jsonl").read_bytes(), {book: SYSTEMS[book]})


def totals(found: Reckoning) -> tuple[int, int, float]:
    """Attacks, figures that fell by them, and what came of those that were counted."""
    units = found.units.values()
    return sum(one.attacks for one in units), sum(one.removed for one in units), sum(one.came for one in units)


def test_every_attack_of_a_battle_is_counted_once() -> None:
    for book in ("oversoul", "defiance", "combat-action"):  # whose first battles have no attack without odds
        found = of(book)
        attacks, _, _ = totals(found)
        assert found.counted == attacks, book


def test_what_came_of_the_attacks_is_what_happened() -> None:
    found = of("oversoul")
    attacks, removed, came = totals(found)
    assert (attacks, removed, came) == (58, 6, 6.0)
    assert sum(one.expected for one in found.units.values()) == pytest.approx(9.1068, abs=0.001)
    assert found.best is not None
    assert (found.best.figure, found.best.removed) == ("blue-jumpers.2", 4)
    assert found.turning is not None
    assert found.turning.lost == {"red": 7}


def test_salvos_that_nobody_measured_first_have_their_luck_afterwards() -> None:
    """AT-43: what is declared blind is reckoned once it is over, and nobody is told before."""
    found = of("at43")
    assert found.whole
    assert all(one.counted for one in found.units.values())
    _, removed, came = totals(found)
    assert came == removed
    assert sum(one.expected for one in found.units.values()) == pytest.approx(21.09, abs=0.01)
    game = next(game for _, game, _ in _played("at43") if game.asks and game.asks[0][1].forecast and game.asks[0][1].blind)
    ask = game.asks[0][1]
    assert foresee(game.system, game.battle, ask, ask.default()) is None


def _played(book: str) -> Iterator[tuple[JournalLine, Game[Any], object]]:
    yield from steps(SYSTEMS[book], read((GOLDEN / book / "first-battle.jsonl").read_bytes()))


def test_where_time_is_up_the_rest_has_no_luck_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reckoning, "SECONDS", 0.0)
    found = of("oversoul")
    assert not found.whole
    assert found.counted == 0
    attacks, removed, _ = totals(found)
    assert attacks > removed > 0  # what happened is told all the same


def test_a_torn_journal_is_refused() -> None:
    with pytest.raises(JournalError):
        reckon(b"{}", {})


def test_over_http_when_it_is_over(house: House) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
    game = begun["game"]
    assert house.get(f"/api/games/{game}/reckoning").status_code == 409
    with house.sit(game, begun["tokens"]["red"]) as red:
        red.do("concede")
        red.until(red.over)
    found = house.get(f"/api/games/{game}/reckoning").json()
    assert set(found["units"]) >= {"red-rifles"}
