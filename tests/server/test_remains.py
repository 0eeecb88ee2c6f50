"""A page that comes late finds the fallen and the scorched ground as those have them who were there."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from littlewars.engine.journal import read, steps
from littlewars.engine.showing import Fell
from littlewars.server.workers.remains import remains_of
from littlewars.systems import SYSTEMS
from tests.server.desk import House, advised, play_on

GOLDEN = Path(__file__).parents[1] / "golden"


@pytest.mark.parametrize("book", ["oversoul", "defiance", "xenocide", "at43", "combat-action"])
def test_everybody_who_fell_lies_where_he_stood(book: str) -> None:
    journal = (GOLDEN / book / "first-battle.jsonl").read_bytes()
    found = remains_of(journal, {book: SYSTEMS[book]})
    fell = set[str]()
    for _, _, events in steps(SYSTEMS[book], read(journal)):
        seen = [event.seen() for event in events if hasattr(event, "seen")]
        fell |= {one.figure for one in seen if isinstance(one, Fell)}
    assert set(found.fallen) == fell
    assert fell
    assert all(lying.shown.id == name and lying.round > 0 for name, lying in found.fallen.items())
    assert any(lying.by for lying in found.fallen.values())


def test_of_a_battle_that_goes_on(house: House) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        play_on([red], Random(3), stop=lambda: any('"type":"fell"' in text for text in red.raw), answer=advised)
        assert not red.over()
        found = house.get(f"/api/games/{begun['game']}/remains")
        assert found.status_code == 200
        assert found.json()["fallen"]
        red.do("concede")
    assert house.get("/api/games/nobody/remains").status_code == 404
