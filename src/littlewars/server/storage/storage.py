"""Where battles are kept: SQLite or PostgreSQL. One writer commits what many battles hand in, in as few transactions as it can.

A write is durable when `append` (`begin`, `say`) returns: SQLite runs with WAL and synchronous=FULL, PostgreSQL as set up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config as Alembic
from alembic.util.exc import CommandError
from msgspec import Struct
from sqlalchemy import Connection, Update, event, func, insert, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from littlewars.engine import Result

from ..config import data_folder
from ..logs import note, warn
from ..metrics import Metrics
from .faults import CannotOpen, StorageError, is_one_battles, opening, reason
from .tables import chat, games, lines, pulse, seats

__all__ = ["CannotOpen", "Storage", "StorageError"]
MIGRATIONS = Path(__file__).parent / "migrations"
MOST_AT_ONCE = 500  # writes in one transaction
APART = 0.008  # seconds from the beginning of a transaction to the next: one for each answer would cost four times as much
TELL_AGAIN = 60.0  # seconds
BUSY = 30.0  # seconds for which another process may hold a SQLite file
LOCK = 0x6C77  # so that two servers do not build the tables at the same time


class SeatRow(Struct, frozen=True):
    """Who plays a side, and the hash of the secret; `claimed`: whoever sits there has a secret of his own."""

    side: str
    kind: str
    name: str
    bot: str
    token: str
    claimed: bool = False


class ChatRow(Struct, frozen=True):
    """Something said."""

    n: int
    name: str
    side: str
    text: str


class GameRow(Struct, frozen=True):
    """A battle without its lines."""

    id: str
    system: str
    title: str
    created: str
    commitment: str
    seats: tuple[SeatRow, ...]
    result: Result | None = None
    lines: int = 0


class SavedBattle(Struct, frozen=True):
    """A battle as it was kept."""

    row: GameRow
    journal: bytes
    chat: tuple[ChatRow, ...]
    beside: bytes | None = None


class _Write(Struct):
    """What one battle wants written, all of it or nothing."""

    inserts: dict[str, list[dict[str, Any]]]
    changes: list[Update]
    done: asyncio.Future[None]
    counted: bool = True
    changed: int = 0  # rows that the changes found


class Storage:
    """The database of a server."""

    def __init__(self, url: str, metrics: Metrics) -> None:
        self.url, self.metrics = make_url(url), metrics
        self.kind = self.url.get_backend_name()
        try:
            self.engine = _engine(url)
        except ModuleNotFoundError as error:
            raise opening(self.url, error) from error
        self._pulse: asyncio.Task[None] | None = None
        self._told = -TELL_AGAIN
        self._queue: asyncio.Queue[_Write | None] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the tables up to date, and begin to write. CannotOpen if that is not possible."""
        try:
            if self.kind == "sqlite" and self.url.database and self.url.database != ":memory:":
                _make_private(Path(self.url.database).absolute())
            async with self.engine.begin() as connection:
                await connection.run_sync(migrate)
        except (SQLAlchemyError, CommandError, OSError) as error:
            await self.engine.dispose()
            raise opening(self.url, error) from error
        self._writer = asyncio.create_task(self._write_on(), name="writer")

    async def close(self) -> None:
        """Write what is still to be written, and let go."""
        if self._writer is not None:
            await self._queue.put(None)
            await self._writer
            self._writer = None
        await self.engine.dispose()

    async def beat(self) -> None:
        """Would a line be durable now? StorageError if not; whoever asks meanwhile gets the same answer."""
        if self._pulse is None or self._pulse.done():
            self._pulse = asyncio.create_task(self._beat())
        await asyncio.shield(self._pulse)

    async def _beat(self) -> None:
        await self._submit({}, [update(pulse).values(beats=pulse.c.beats + 1)], counted=False)

    # ---- writing

    async def begin(self, row: GameRow, opening: bytes, beside: bytes | None = None) -> None:
        """A new battle with the first line of its journal."""
        game = {name: getattr(row, name) for name in ("id", "system", "title", "created", "commitment")} | {"beside": beside}
        seated = [{"game": row.id, "place": place, **msgspec.to_builtins(seat)} for place, seat in enumerate(row.seats)]
        first = [{"game": row.id, "n": 1, "data": opening}]
        await self._submit({"games": [game], "seats": seated, "lines": first})

    async def append(
        self,
        game: str,
        first: int,
        rows: Sequence[bytes],
        result: Result | None,
        counted: bool = True,
        beside: bytes | None = None,
    ) -> None:
        """Lines of a journal, from number `first` on; with the result if they end the battle, and what is kept beside them if
        that has changed. What is not counted leaves no trace on the meters."""
        found = [{"game": game, "n": first + place, "data": data} for place, data in enumerate(rows)]
        ended = [update(games).where(games.c.id == game).values(result=msgspec.json.encode(result))] if result else []
        noted = [_beside(game, beside)] if beside is not None else []
        await self._submit({"lines": found}, ended + noted, counted)

    async def note(self, game: str, beside: bytes) -> None:
        """What is kept beside a journal, without a new line."""
        await self._submit({}, [_beside(game, beside)])

    async def say(self, game: str, said: ChatRow) -> None:
        """Something said at a table."""
        await self._submit({"chat": [{"game": game, **msgspec.to_builtins(said)}]})

    async def rename(self, game: str, side: str, name: str) -> None:
        """What the player of a seat is called."""
        await self._submit({}, [update(seats).where((seats.c.game == game) & (seats.c.side == side)).values(name=name)])

    async def renew(self, game: str, seat: SeatRow, token: str) -> SeatRow:
        """Another secret (its hash) for a seat: StorageError if somebody else was quicker."""
        mine = (seats.c.game == game) & (seats.c.side == seat.side) & (seats.c.token == seat.token)
        if await self._submit({}, [update(seats).where(mine).values(token=token, claimed=True)]) != 1:
            raise StorageError("this seat has another secret already")
        return msgspec.structs.replace(seat, token=token, claimed=True)

    async def _submit(
        self, inserts: dict[str, list[dict[str, Any]]], changes: list[Update] | None = None, counted: bool = True
    ) -> int:
        if self._writer is None or self._writer.done():
            raise StorageError("the database is closed")
        write = _Write(inserts, changes or [], asyncio.get_running_loop().create_future(), counted)
        self._queue.put_nowait(write)
        await write.done
        return write.changed

    async def _write_on(self) -> None:
        """The writer: whatever has come in while the last transaction ran goes into the next. When many write these are some
        time apart, and each is shared by many; who plays alone does not wait."""
        connection: AsyncConnection | None = None
        begun, batch = -APART, list[_Write]()
        while (write := await self._queue.get()) is not None:
            if len(batch) > 1:
                await asyncio.sleep(max(0.0, begun + APART - monotonic()))
            begun, batch = monotonic(), [write]
            while not self._queue.empty() and len(batch) < MOST_AT_ONCE:
                if (write := self._queue.get_nowait()) is None:
                    self._queue.put_nowait(None)  # the end comes after this
                    break
                batch.append(write)
            connection = await self._write_all(connection, batch)
        if connection is not None:
            with suppress(SQLAlchemyError, OSError):
                await connection.close()

    async def _write_all(self, connection: AsyncConnection | None, batch: Sequence[_Write]) -> AsyncConnection | None:
        """One transaction for all. If the database fails it fails them all; a fault of one battle is not the others'."""
        begun = perf_counter()
        try:
            connection = await self._transact(connection, batch)
        except Exception as error:
            await _drop(connection)
            if len(batch) > 1 and is_one_battles(error):
                connection = None
                for write in batch:
                    connection = await self._write_all(connection, [write])
                return connection
            self._complain(error, len(batch))
            for write in batch:
                _settle(write.done, StorageError(f"not written: {reason(error)}"))
            return None
        if counted := sum(write.counted for write in batch):
            self.metrics.commit.observe(perf_counter() - begun)
            self.metrics.batch.observe(counted)
        for write in batch:
            _settle(write.done, None)
        return connection

    def _complain(self, error: Exception, writes: int) -> None:
        """Note it down, once a minute: as long as a database is away it is the same line again and again."""
        self.metrics.failures.labels("storage").inc(writes)
        if monotonic() - self._told >= TELL_AGAIN:
            self._told = monotonic()
            why = str(getattr(error, "orig", None) or repr(error)).partition("\n")[0]
            warn("writing failed", database=self.kind, reason=reason(error), why=why, writes=writes)

    async def _transact(self, connection: AsyncConnection | None, batch: Sequence[_Write]) -> AsyncConnection:
        if connection is None:
            connection = await self.engine.connect()
        try:
            for table in (games, seats, lines, chat):
                if rows := [row for write in batch for row in write.inserts.get(table.name, ())]:
                    await connection.execute(insert(table), rows)
            for write in batch:
                write.changed = 0
                for change in write.changes:
                    write.changed += (await connection.execute(change)).rowcount
            await connection.commit()
        except BaseException:
            await _drop(connection)
            raise
        return connection

    # ---- reading

    async def card(self, game: str) -> GameRow | None:
        """A battle without its lines."""
        async with self.engine.connect() as connection:
            return await self._card(connection, game)

    async def load(self, game: str) -> SavedBattle | None:
        """All there is of a battle."""
        async with self.engine.connect() as connection:
            row = await self._card(connection, game)
            if row is None:
                return None
            found = await connection.execute(select(lines.c.n, lines.c.data).where(lines.c.game == game).order_by(lines.c.n))
            kept = found.all()
            said = await connection.execute(
                select(chat.c.n, chat.c.name, chat.c.side, chat.c.text).where(chat.c.game == game).order_by(chat.c.n)
            )
            talk = tuple(ChatRow(*each) for each in said.all())
            beside = (await connection.execute(select(games.c.beside).where(games.c.id == game))).scalar_one_or_none()
        if [n for n, _ in kept] != list(range(1, len(kept) + 1)):
            raise StorageError(f"lines of {game} are missing")
        return SavedBattle(msgspec.structs.replace(row, lines=len(kept)), b"".join(data for _, data in kept), talk, beside)

    async def _card(self, connection: AsyncConnection, game: str) -> GameRow | None:
        found = (await connection.execute(select(games).where(games.c.id == game))).mappings().one_or_none()
        if found is None:
            return None
        rows = await connection.execute(select(seats).where(seats.c.game == game).order_by(seats.c.place))
        seated = tuple(_seat(row) for row in rows.mappings().all())
        written = (await connection.execute(select(func.max(lines.c.n)).where(lines.c.game == game))).scalar_one_or_none() or 0
        result = msgspec.json.decode(found["result"], type=Result) if found["result"] is not None else None
        head = {name: found[name] for name in ("id", "system", "title", "created", "commitment")}
        return GameRow(**head, seats=seated, result=result, lines=written)

    async def count(self) -> int:
        """How many battles there are: also the question whether the database answers."""
        async with self.engine.connect() as connection:
            return int((await connection.execute(select(func.count()).select_from(games))).scalar_one())


def _beside(game: str, data: bytes) -> Update:
    return update(games).where(games.c.id == game).values(beside=data)


def _make_private(file: Path) -> None:
    """A database is its owner's alone: it holds the seeds of battles that go on. A folder of ours is, too."""
    if file.is_dir():
        raise IsADirectoryError(f"unable to open {file}: it is a folder")
    if not file.parent.exists():
        file.parent.mkdir(parents=True, mode=0o700)
    elif file.parent == data_folder():
        file.parent.chmod(0o700)
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if each is file:
            file.touch(0o600)
        if each.exists():
            with suppress(PermissionError):  # somebody else's, who lets us write
                each.chmod(0o600)


def _seat(row: Mapping[Any, Any]) -> SeatRow:
    return SeatRow(row["side"], row["kind"], row["name"], row["bot"], row["token"], row["claimed"])


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():  # the room that waited has gone
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


async def _drop(connection: AsyncConnection | None) -> None:
    """Let go of a connection that may be in any state."""
    if connection is not None:
        with suppress(Exception):
            await connection.invalidate()
        with suppress(Exception):
            await connection.close()


def _engine(url: str) -> AsyncEngine:
    """An engine whose commits are on the disk when they return."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_async_engine(parsed, pool_size=5, max_overflow=5, pool_pre_ping=True, hide_parameters=True)
    engine = create_async_engine(parsed, pool_size=5, connect_args={"timeout": BUSY}, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def careful(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={round(BUSY * 1000)}"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def migrate(connection: Connection) -> None:
    """Bring the tables to the newest shape."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({LOCK})"))
    config = Alembic()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    note("database ready", kind=connection.dialect.name)
