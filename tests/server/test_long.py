"""Long battles and many of them: a journal has an end, newcomers and restarts do not wait, and what has left memory is gone."""

from __future__ import annotations

import gc
import time
import weakref
from pathlib import Path

import pytest
from benchmarks.showing import showing

from littlewars.engine import System
from littlewars.server.workers.worker import rare_garbage
from littlewars.systems import SYSTEMS
from tests.server.desk import House, Seat, start_house, until

READY = [(book, name) for book in ("oversoul", "defiance") for name in SYSTEMS[book].scenarios()]
STEP = 40.0  # milliseconds of processor time: four times what it should be, for a machine that does other things as well


def back_and_forth(house: House, times: int) -> tuple[dict[str, str], Seat]:
    """A battle in which one thing is decided and taken back, again and again."""
    begun = house.begin("oversoul", "first-battle", red="person", blue="person")
    seats = [house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue")]
    asked = next(seat for seat in seats if seat.asked())
    usual = asked.do("suggest", part=0)["answer"]
    for _ in range(times):
        assert asked.answer(usual)["is"] == "taken"
        assert asked.do("undo", n=asked.n, entries=1)["is"] == "taken"
    for seat in seats:
        if seat is not asked:
            seat.close()
    return {"game": begun["game"], "token": begun["tokens"][asked.table["side"]]}, asked


def test_a_long_battle_is_read_back_quickly_and_told_from_the_middle_on(house: House) -> None:
    begun, asked = back_and_forth(house, 420)
    with house.sit(begun["game"], begun["token"]) as late:
        before = late.table
    assert asked.n == before["n"] == 841
    assert len(before["story"]) == 400
    asked.close()
    until(lambda: not house.games.rooms[begun["game"]].listeners)
    house.games.rooms.pop(begun["game"]).close()
    begun_at = time.perf_counter()
    with house.sit(begun["game"], begun["token"]) as again:
        assert time.perf_counter() - begun_at < 2.0
        assert {key: again.table[key] for key in ("n", "show", "now", "story")} == {
            key: before[key] for key in ("n", "show", "now", "story")
        }
        assert again.table["skipped"] == before["skipped"]
        assert again.answer(again.do("suggest", part=0)["answer"])["is"] == "taken"


def test_a_journal_has_an_end_that_is_told_before_it_is_reached(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", most_lines=40) as house:
        begun, asked = back_and_forth(house, 17)
        assert (asked.n, asked.now.get("lines_left")) == (35, None)
        usual = asked.do("suggest", part=0)["answer"]
        left = []
        for _ in range(2):
            asked.answer(usual)
            asked.do("undo", n=asked.n, entries=1)
            left.append(asked.now["lines_left"])
        assert left == [3, 1]
        assert asked.answer(usual)["is"] == "taken"
        full = asked.do("undo", n=asked.n, entries=1)
        assert (full["status"], full["rule"]) == (507, "engine.journal")
        assert asked.do("concede")["is"] == "taken"
        asked.close()
        assert house.get(f"/api/games/{begun['game']}/replay").status_code == 200


def test_bots_stop_when_the_journal_is_full(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", most_lines=12) as house:
        begun = house.begin("oversoul", "first-battle", red="tactician", blue="tactician")
        room = house.games.rooms[begun["game"]]
        until(lambda: room.n == 12 and not room.driver.busy, 60)


def test_what_has_left_memory_is_gone_without_a_look_for_garbage(house: House) -> None:
    begun = house.begin("oversoul", "first-battle", red="person", blue="person")
    with house.sit(begun["game"], begun["tokens"]["red"]):
        pass
    until(lambda: not house.games.rooms[begun["game"]].listeners)
    room = house.games.rooms[begun["game"]]
    kept = [weakref.ref(room), weakref.ref(room.game), weakref.ref(room.views)]
    gc.disable()
    try:
        room.touched -= 10_000
        del room
        until(lambda: begun["game"] not in house.games.rooms)
        until(lambda: not any(one() for one in kept), 5)
    finally:
        gc.enable()


@pytest.mark.parametrize(("book", "name"), READY)
def test_no_step_holds_the_loop(book: str, name: str) -> None:
    system: System[object] = SYSTEMS[book]
    scenario = system.scenarios()[name]
    showing(system, scenario, 1)  # all is compiled
    gc.disable()
    try:
        spent = showing(system, scenario, 2)
    finally:
        gc.enable()
    assert spent.longest < STEP
    assert spent.first < STEP


def test_garbage_is_looked_for_among_what_is_new() -> None:
    was = gc.get_threshold()
    try:
        rare_garbage()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold()[2] > 100_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*was)
