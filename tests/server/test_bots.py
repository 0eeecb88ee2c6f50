"""Bots think in worker processes: a worker that dies or hangs is replaced, and the battle goes on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
import pytest

from littlewars.engine import Game
from littlewars.engine.game import Entry
from littlewars.server.config import Config
from littlewars.server.metrics import Metrics
from littlewars.server.workers import worker
from littlewars.server.workers.jobs import Job, JobQueue, Rank, Ticket
from littlewars.server.workers.pool import TooLong, WorkerPool
from littlewars.server.workers.worker import Feed, Missing
from tests.server.desk import SYSTEMS, House, play_on, start_house, until


def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3") as house:
        begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
        with house.sit(begun["game"], begun["tokens"]["red"]) as red:
            play_on([red], random.Random(1), most=4)
            for _ in range(2):
                old = house.games.pool.workers[0].pid
                os.kill(old, signal.SIGKILL)
                assert play_on([red], random.Random(1), most=6) == 6
                until(lambda: house.games.pool.workers[0].pid not in (0, old), 60)  # noqa: B023
        assert house.games.metrics.registry.get_sample_value("littlewars_workers_replaced_total") == 2


class Toy:
    """A battle as a pool sees one."""

    id, epoch, system_name, seed = "toy", 1, "skirmish", 7

    def __init__(self) -> None:
        from tests.engine import skirmish

        self.system, self.scenario = skirmish.SYSTEM, skirmish.SMALL
        self.game: Game[Any] = Game.start(self.system, self.scenario, self.seed)

    @property
    def entries(self) -> list[Entry]:
        return self.game.entries

    def n_for(self, audience: str) -> int:
        return len(self.game.entries) + 1

    @property
    def is_counted(self) -> bool:
        return True


def with_pool(use: Callable[[WorkerPool], Awaitable[None]], **given: Any) -> None:
    async def run() -> None:
        pool = WorkerPool(Config(systems={"skirmish": SYSTEMS["skirmish"]}, workers=1, **given), Metrics())
        await pool.open()
        try:
            await use(pool)
        finally:
            await pool.close()

    asyncio.run(run())


def test_a_worker_that_hangs_is_ended() -> None:
    async def use(pool: WorkerPool) -> None:
        toy, first = Toy(), pool.workers[0].pid
        os.kill(first, signal.SIGSTOP)
        answer = await pool.think(toy, 0, "red", "random", 5)
        assert dict(toy.game.asks)[0].refuse(answer) is None
        assert pool.workers[0].pid != first

    with_pool(use, think=4.0)


def test_odds_that_take_too_long_are_not_reckoned_again() -> None:
    async def use(pool: WorkerPool) -> None:
        os.kill(pool.adviser.pid, signal.SIGSTOP)
        began = perf_counter()
        with pytest.raises(TooLong):
            await pool.foresee(Toy(), 0, "red", "hold")
        assert perf_counter() - began < 3.0  # the others who wait for this worker have another soon
        assert pool.metrics.registry.get_sample_value("littlewars_workers_replaced_total") == 1

    with_pool(use, think=2.0)


def test_one_that_never_answers() -> None:
    async def use(pool: WorkerPool) -> None:
        with pytest.raises(TooLong):
            await pool.think(Toy(), 0, "red", "random", 5)

    with_pool(use, think=0.00001)


def test_a_replica_is_fed_with_what_is_new() -> None:
    async def use(pool: WorkerPool) -> None:
        toy, rng, sent = Toy(), random.Random(1), []
        feed_of = pool._feed
        pool._feed = lambda *given: sent.append(feed_of(*given)) or sent[-1]  # type: ignore[assignment,func-returns-value]
        for _ in range(12):
            part, ask = toy.game.asks[0]
            answer = await pool.think(toy, part, ask.side, "random", 5)
            toy.game.answer_part(part, answer)
            if rng.random() < 0.3 and toy.game.ask:
                toy.game.answer(toy.game.ask.default())
        assert sent[0].scenario is not None
        assert all(feed.scenario is None and len(feed.entries) <= 2 for feed in sent[1:])
        toy.game.undo(3, seed=9)
        toy.epoch = 2
        part, ask = toy.game.asks[0]
        assert ask.refuse(await pool.think(toy, part, ask.side, "random", 5)) is None
        assert sent[-1].scenario is not None

    with_pool(use)


def test_what_a_bot_sees_is_its_own_view(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    class Spy:
        def answer(self, view: Any, ask: Any) -> Any:
            seen.append(view)
            return ask.default()

    monkeypatch.setattr(worker, "make_player", lambda *_: Spy())
    monkeypatch.setattr(worker, "_systems", {"skirmish": SYSTEMS["skirmish"]})
    monkeypatch.setattr(worker, "_replicas", type(worker._replicas)())
    toy = Toy()
    for answer in (("ravens", "mortar"), 1):
        toy.game.answer(answer, "red")
    feed = Feed("g", 1, 0, tuple(toy.game.entries), "skirmish", toy.scenario, 7)
    assert worker.think(feed, 1, "blue", "random", 1) == ("watch", "ogres")
    assert seen[0].side == "blue"
    assert "red" not in str(seen[0].asks)
    assert isinstance(worker.think(Feed("g", 1, 1, ()), 1, "blue", "random", 1), Missing)
    assert isinstance(worker.think(Feed("other", 1, 0, ()), 1, "blue", "random", 1), Missing)


def test_bots_seeds_are_no_kin_of_the_battles(house: House) -> None:
    begun = house.begin(red="random", blue="person")
    with house.sit(begun["game"]):
        room = house.games.rooms[begun["game"]]
        assert set(room.driver.seeds) == {"red"}
        assert room.driver.seeds["red"] != room.seed
        assert room.driver.seeds["red"].bit_length() <= 63


def test_a_pause_between_answers(tmp_path: Path) -> None:
    import time

    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", pace=0.3) as house:
        begun = house.begin(red="random", blue="random")
        with house.sit(begun["game"]) as watcher:
            start = time.monotonic()
            watcher.until(lambda: watcher.n >= 4)
            assert time.monotonic() - start > 0.5


# ---- suggestions


def test_a_suggestion_is_what_a_bot_would_do_and_changes_nothing(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", advice=30.0) as house:
        begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
        with house.sit(begun["game"], begun["tokens"]["red"]) as red:
            for _ in range(12):
                red.until(red.asked)
                sheet, n = red.asked()[0], red.n
                tried = red.do("suggest", part=sheet["part"])
                assert (tried["is"], tried.get("why", ""), tried["by"]) == ("tried", "", "tactician")
                assert red.n == n
                red.answer(tried["answer"], sheet["part"])


@pytest.mark.parametrize("given", [{"advice": 0.0}, {"advice": 0.000001}])
def test_without_time_the_usual_answer_is_suggested(tmp_path: Path, given: dict[str, Any]) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", **given) as house:
        begun = house.begin("oversoul", "first-battle", red="person", blue="person")
        with house.sit(begun["game"], begun["tokens"]["red"]) as red, house.sit(begun["game"], begun["tokens"]["blue"]) as blue:
            asked = next(seat for seat in (red, blue) if seat.now.get("asks"))
            tried = asked.do("suggest", part=0)
            assert tried["is"] == "tried"
            assert "by" not in tried
            (_, ask), *_ = house.games.rooms[begun["game"]].game.asks
            assert json.loads(msgspec.json.encode(ask.default())) == tried["answer"]


def test_a_suggestion_that_comes_to_nothing_is_the_usual_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers fail, or their advice is against a rule."""
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3") as house:
        begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
        with house.sit(begun["game"], begun["tokens"]["red"]) as red:
            red.until(red.asked)
            for fault in (TooLong("no"), RuntimeError("broken"), "nonsense"):

                async def think(*_: Any, fault: Any = fault) -> Any:
                    if isinstance(fault, Exception):
                        raise fault
                    return fault

                monkeypatch.setattr(house.games.pool, "advise", think)
                tried = red.do("suggest", part=red.asked()[0]["part"])
                assert (tried["is"], tried.get("why", ""), tried.get("by", "")) == ("tried", "", "")


def test_nobody_measures_for_a_blind_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3") as house:
        begun = house.begin("oversoul", "first-battle", red="person", blue="tactician")
        with house.sit(begun["game"], begun["tokens"]["red"]) as red:
            red.until(red.asked)
            part = red.asked()[0]["part"]
            monkeypatch.setattr(dict(house.games.rooms[begun["game"]].game.asks)[part], "blind", True)
            assert "by" not in red.do("suggest", part=part)


def test_a_line_of_sight_has_no_length_while_somebody_decides_blind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3") as house:
        begun = house.begin("defiance", "first-strike", red="person", blue="person")
        with house.sit(begun["game"], begun["tokens"]["red"]) as red, house.sit(begun["game"]) as watcher:
            game = house.games.rooms[begun["game"]].game
            one, other = (game.state.members(unit)[0].id for unit in list(game.state.units.values())[:2])
            look = {"start": one, "to": other}
            assert red.do("look", **look)["look"]["far"] is not None
            for _, ask in game.asks:
                monkeypatch.setattr(ask, "blind", True)
            assert [seat.do("look", **look)["look"]["far"] for seat in (red, watcher)] == [None, None]


def test_where_no_bot_knows_the_rulebook_the_usual_answer_is_suggested(house: House) -> None:
    begun = house.begin("skirmish", "reserves")
    with house.sit(begun["game"], begun["tokens"]["red"]) as red:
        tried = red.do("suggest", part=0)
        assert (tried["is"], tried.get("by", "")) == ("tried", "")


def test_only_the_one_who_is_asked_gets_advice(house: House) -> None:
    begun = house.begin()
    with house.sit(begun["game"]) as watcher:
        assert watcher.do("suggest", part=0)["status"] == 403


# ---- the line before a worker


def job(done: asyncio.Future[Any], name: str, log: list[str]) -> Job:
    return Job(lambda: log.append(name), 1.0, done)


def in_turn(*tickets: Ticket, most: int = 10, gone: tuple[int, ...] = ()) -> list[str]:
    """The order in which those who stand in line are served."""

    async def run() -> list[str]:
        line, log = JobQueue(most), list[str]()
        for place, ticket in enumerate(tickets):
            done = asyncio.get_running_loop().create_future()
            line.join(ticket, job(done, f"{ticket.payer}{place}", log))
            if place in gone:
                done.cancel()
        while (next_ := line.next()) is not None:
            next_.make()
        assert len(line) == 0
        return log

    return asyncio.run(run())


def test_people_come_before_battles_that_nobody_watches() -> None:
    assert in_turn(Ticket(Rank.NOBODY, "a"), Ticket(Rank.PERSON, "b"), Ticket(Rank.NOBODY, "a"), Ticket(Rank.PERSON, "c")) == [
        "b1", "c3", "a0", "a2",
    ]  # fmt: skip


def test_one_address_cannot_hold_the_workers() -> None:
    many = [Ticket(payer="a")] * 5
    assert in_turn(*many, Ticket(payer="b"), Ticket(payer="c")) == ["a0", "b5", "c6", "a1", "a2", "a3", "a4"]
    assert in_turn(*many, Ticket(payer="b"), most=2) == ["a3", "b5", "a4"], "who asks more has only the last answered"


def test_who_has_gone_home_is_not_served() -> None:
    assert in_turn(*[Ticket(payer="a")] * 3, Ticket(payer="b"), gone=(0, 2, 3)) == ["a1"]


def test_advice_that_nobody_waits_for_leaves_the_line() -> None:
    """The one that is being thought of is ended by its time; those behind it are never begun."""

    async def use(pool: WorkerPool) -> None:
        os.kill(pool.adviser.pid, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            await pool.advise(Toy(), 0, "red", "random", "a")
        for payer in "bcdefgh":
            with pytest.raises(TimeoutError):
                await pool.advise(Toy(), 0, "red", "random", payer)
        assert pool.adviser.line.next() is None
        toy = Toy()
        assert dict(toy.game.asks)[0].refuse(await pool.think(toy, 0, "red", "random", 5)) is None, "bots do not wait for it"

    with_pool(use, advice=0.2)


def test_what_is_not_wanted_any_more_is_not_begun() -> None:
    async def use(pool: WorkerPool) -> None:
        toy, pid = Toy(), pool.workers[0].pid
        os.kill(pid, signal.SIGSTOP)
        first = asyncio.ensure_future(pool.think(Toy(), 0, "red", "random", 5))
        second = asyncio.ensure_future(pool.think(toy, 0, "red", "random", 5))
        await asyncio.sleep(0.1)
        toy.game.answer(toy.game.ask.default())  # type: ignore[union-attr]
        os.kill(pid, signal.SIGCONT)
        await first
        with pytest.raises(TooLong, match="nobody needs it"):
            await second

    with_pool(use)


def test_advice_ends_with_the_one_who_asked(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3", advice=30.0) as house:
        begun = house.begin("oversoul", "first-battle", red="person", blue="person")
        red, blue = (house.sit(begun["game"], begun["tokens"][side]) for side in ("red", "blue"))
        asker = red if red.asked() else blue
        until(lambda: house.games.pool.adviser.pid, 60)
        os.kill(house.games.pool.adviser.pid, signal.SIGSTOP)
        asker.send({"do": "suggest", "key": 1, "part": 0})
        until(lambda: house.games.pool.adviser._doing is not None)
        waits = house.games.pool.adviser._doing
        assert waits is not None
        asker.close()
        until(lambda: waits.done.cancelled(), 5)
        assert not any(listener.audience == asker.table["side"] for listener in house.games.rooms[begun["game"]].listeners)
        red.close()
        blue.close()


def test_battles_of_bots_alone_go_on_two_at_a_time(tmp_path: Path) -> None:
    with start_house(f"sqlite:///{tmp_path}/x.sqlite3") as house:
        for _ in range(8):
            house.begin("oversoul", "first-battle", red="tactician", blue="tactician")
        until(lambda: house.games.pool.workers[0].pid, 60)
        for _ in range(20):
            assert len(house.games.pool.workers[0].line) <= 2
            time.sleep(0.05)
