"""Storage on SQLite and on a real PostgreSQL: the same tests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from littlewars.engine import Result
from littlewars.server.config import Config
from littlewars.server.metrics import Metrics
from littlewars.server.storage.storage import ChatRow, GameRow, SeatRow, Storage, StorageError, migrate
from littlewars.server.storage.tables import metadata

ROW = GameRow(
    "game-1",
    "skirmish",
    "A “title” <b>",
    "2026-01-01",
    "c" * 64,
    (SeatRow("red", "person", "Ann", "", "t"), SeatRow("blue", "bot", "B", "random", "")),
)


def with_storage(database: str, use: Callable[[Storage], Awaitable[None]]) -> None:
    async def run() -> None:
        storage = Storage(Config(database=database).url, Metrics())
        await storage.open()
        try:
            await use(storage)
        finally:
            await storage.close()

    asyncio.run(run())


def test_what_is_written_is_read_again(database: str) -> None:
    async def write(storage: Storage) -> None:
        await storage.begin(ROW, b"1\n")
        await storage.append("game-1", 2, [b"2\n", b"3\n"], None)
        await storage.say("game-1", ChatRow(1, "Ann", "red", "<script>“”\N{CROSSED SWORDS}"))
        await storage.append("game-1", 4, [b"4\n"], Result(("red",), "why", points={"red": 1.5}))

    async def read(storage: Storage) -> None:
        card = await storage.card("game-1")
        assert card is not None
        assert card.seats == ROW.seats
        assert (card.lines, card.result) == (4, Result(("red",), "why", points={"red": 1.5}))
        saved = await storage.load("game-1")
        assert saved is not None
        assert saved.journal == b"1\n2\n3\n4\n"
        assert saved.chat == (ChatRow(1, "Ann", "red", "<script>“”\N{CROSSED SWORDS}"),)
        assert await storage.load("game-2") is None
        assert await storage.card("' OR 1=1") is None
        assert await storage.count() == 1

    with_storage(database, write)
    with_storage(database, read)


def test_no_line_is_written_twice_and_others_do_not_suffer(database: str) -> None:
    async def use(storage: Storage) -> None:
        await storage.begin(ROW, b"1\n")
        outcomes = await asyncio.gather(
            storage.append("game-1", 2, [b"2\n"], None),
            storage.append("game-1", 2, [b"again\n"], None),
            storage.append("nobody", 1, [b"1\n"], None),
            storage.append("game-1", 3, [b"3\n", b"4\n"], None),
            storage.append("game-1", 4, [b"x\n", b"y\n"], None),
            return_exceptions=True,
        )
        assert [isinstance(outcome, StorageError) for outcome in outcomes] == [False, True, True, False, True]
        saved = await storage.load("game-1")
        assert saved is not None
        assert saved.journal == b"1\n2\n3\n4\n"
        await storage.append("game-1", 5, [b"5\n"], None)

    with_storage(database, use)


def test_many_writes_share_transactions(database: str) -> None:
    async def use(storage: Storage) -> None:
        await storage.begin(ROW, b"1\n")
        await asyncio.gather(*(storage.append("game-1", n, [b"x\n"], None) for n in range(2, 302)))
        value: Any = storage.metrics.registry.get_sample_value
        assert value("littlewars_commit_lines_sum") == 301
        assert value("littlewars_commit_lines_count") < 30
        card = await storage.card("game-1")
        assert card is not None
        assert card.lines == 301

    with_storage(database, use)


def test_a_missing_line_is_noticed(database: str) -> None:
    async def use(storage: Storage) -> None:
        await storage.begin(ROW, b"1\n")
        await storage.append("game-1", 3, [b"3\n"], None)
        with pytest.raises(StorageError, match="missing"):
            await storage.load("game-1")

    with_storage(database, use)


def test_migrations_make_what_the_tables_say(database: str) -> None:
    async def use(storage: Storage) -> None:
        async with storage.engine.begin() as connection:
            await connection.run_sync(migrate)  # again: nothing happens
            assert await connection.run_sync(lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)) == []
            version = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar_one()
            assert version == "0003"

    with_storage(database, use)


def test_sqlite_flushes(tmp_path: Any) -> None:
    async def use(storage: Storage) -> None:
        async with storage.engine.connect() as connection:
            for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)):
                assert (await connection.execute(text(f"PRAGMA {pragma}"))).scalar_one() == value

    with_storage(f"sqlite:///{tmp_path}/x.sqlite3", use)


def test_a_closed_storage_writes_nothing(database: str) -> None:
    async def run() -> None:
        storage = Storage(Config(database=database).url, Metrics())
        with pytest.raises(StorageError):
            await storage.begin(ROW, b"1\n")
        await storage.open()
        pending = [asyncio.ensure_future(storage.begin(ROW, b"1\n"))]
        await asyncio.sleep(0)
        await storage.close()  # what was handed in is written first
        await pending[0]
        with pytest.raises(StorageError):
            await storage.append("game-1", 2, [b"2\n"], None)

    asyncio.run(run())
