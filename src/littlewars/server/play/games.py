"""All battles of a server: those in memory, and the way back from storage."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from secrets import randbits, token_urlsafe
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from littlewars.engine import Game, Scenario, System
from littlewars.engine.chance.fair import commitment, fresh_seed
from littlewars.engine.journal import Journal, JournalError, read, standing, steps

from ..config import Config
from ..errors import Refuse
from ..limits import Doors, Gates
from ..logs import note, warn
from ..metrics import Metrics
from ..storage.storage import GameRow, SavedBattle, SeatRow, Storage
from ..telling.now import waiting
from ..telling.records import NOTHING, Record, before, record_of
from ..telling.story import hidden
from ..telling.views import AudienceViews, units_of
from ..wire import ClockKind, NewSeat
from ..workers.pool import WorkerPool
from ..workers.worker import set_aside
from .beside import written
from .clocks import Clock
from .library import Library
from .orders import Orders
from .room import Room, Tools
from .seats import hashed

BOTS_AT_ONCE, UNWATCHED = 3, 2
SLICE = 0.008  # seconds of reading back before others have their turn


class Games:
    """The battles."""

    def __init__(self, config: Config) -> None:
        self.config, self.metrics = config, Metrics()
        self.library = Library(config.systems)
        self.storage = Storage(config.url, self.metrics)
        self.pool = WorkerPool(config, self.metrics)
        self.tools = Tools(
            config, self.storage, self.metrics, self.pool, asyncio.Semaphore(BOTS_AT_ONCE), asyncio.Semaphore(UNWATCHED)
        )
        self.gates = Gates(config)
        self.doors = Doors(config.connections_per_address, config.most_connections)
        self.rooms: dict[str, Room] = {}
        self.is_warm = False
        self.packed: dict[str, Any] = {}  # replies that never change, ready to be sent
        self.drawing = asyncio.Semaphore(1)  # shares the processor with play: never more than one thread of it
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._sweeper: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Ready for players; workers and rulebooks warm up meanwhile."""
        await self.storage.open()
        self._warming = asyncio.create_task(self._warm(), name="warming")
        self._sweeper = asyncio.create_task(self._sweep(), name="sweeper")

    async def _warm(self) -> None:
        try:
            await asyncio.gather(self.pool.open(), asyncio.to_thread(self.library.warm))
            self.metrics.warm.set(1)
            self.is_warm = True
        except Exception as error:
            warn("warming up failed", error)
            self.metrics.failures.labels("warm").inc()

    async def close(self) -> None:
        """Send everybody away, write what is to be written, end the workers."""
        for task in (self._sweeper, self._warming):
            if task is not None:
                task.cancel()
        for room in list(self.rooms.values()):
            if room._tasks:
                await asyncio.wait(room._tasks, timeout=5)
            room.close(1012, "the server stops")
        self.rooms.clear()
        await self.pool.close()
        await self.storage.close()

    # ---- a new battle

    async def begin(
        self, system: System[Any], title: str, scenario: Scenario, given: dict[str, NewSeat], clock: ClockKind = "none"
    ) -> tuple[GameRow, dict[str, str]]:
        """Begin a battle; the secret of every person's seat is returned this once."""
        if len(self.rooms) >= self.config.most_games:
            raise Refuse(503, "too many battles at once; try again later")
        seed = fresh_seed(randbits)
        tokens = {side: token_urlsafe(32) for side, seat in given.items() if seat.kind == "person"}
        seats = tuple(_seat_row(side, seat, tokens.get(side, "")) for side, seat in given.items())
        created = datetime.now(UTC).isoformat(timespec="seconds")
        row = GameRow(token_urlsafe(12), system.name, title, created, commitment(seed), seats)
        game, opening = await asyncio.to_thread(_opened, system, scenario, seed, row, self.config.most_figures)
        order = list(system.sides(game.state))
        row = replace(row, seats=tuple(sorted(seats, key=lambda seat: order.index(seat.side))))
        beside = written(Orders(), Clock.begin(clock, tokens)) if clock != "none" else None
        await self.storage.begin(row, opening, beside)
        first = Record(1, "begin", "", "", tuple(game.battle.events or ()))
        room = Room(row, read(opening), game, [first], AudienceViews(system, game.state), [], self.tools, beside)
        room.clock.turn(waiting(game))
        room.set_alarm()
        self._add(room)
        self.metrics.begun.labels(system.name).inc()
        note("battle begun", game=row.id, system=system.name, seats={seat.side: seat.kind for seat in seats})
        room.driver.go()
        return row, tokens

    # ---- finding one

    async def room(self, game: str) -> Room:
        """A battle in memory, read back if it has left. Refuse (404) if there is none."""
        if (room := self.rooms.get(game)) is not None and not room.closed:
            return room
        task = self._loading.get(game)
        if task is None:
            task = self._loading[game] = asyncio.create_task(self._load(game))
            task.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(task)

    async def _load(self, game: str) -> Room:
        begun = perf_counter()
        if old := self.rooms.pop(game, None):
            async with old.lock:  # a room that was given up may still be telling so
                pass
        if len(self.rooms) >= self.config.most_games:
            raise Refuse(503, "too many battles at once; try again later")
        saved = await self.storage.load(game)
        if saved is None:
            raise Refuse(404, "there is no such battle")
        system = self.library.find(saved.row.system)
        if system is None:
            raise Refuse(409, f"the rulebook {saved.row.system!r} is not here any more")
        try:
            room = await self._replayed(system, saved)
        except JournalError as error:
            warn("a battle cannot be read back", game=game, why=error)
            self.metrics.failures.labels("journal").inc()
            raise Refuse(409, f"this battle cannot be played on: {error}") from None
        self._add(room)
        self.metrics.loads.observe(perf_counter() - begun)
        room.set_alarm()
        room.driver.go()
        return room

    async def _replayed(self, system: System[Any], saved: SavedBattle) -> Room:
        """The room as its lines say, with breaks for others. What was taken back is not played again."""
        book, records = read(saved.journal), list[Record]()
        was, entries, known = NOTHING, 0, tuple[str, ...]()
        views: AudienceViews | None = None
        last, kept = perf_counter(), standing(book)
        for line, game, events in steps(system, book, kept):
            if views is None:
                views = AudienceViews(system, game.state)
            if (units := units_of(game.state)) != known:
                views.learn(game.state)
                known = units
            entries = line.undo if line.undo is not None else entries + (line.n > 1)
            records.append(record_of(line, tuple(events), was if line.n in kept else NOTHING, entries))
            was = before(game) if line.n in kept else was
            if perf_counter() - last > SLICE:
                await asyncio.sleep(0)
                last = perf_counter()
        assert views is not None
        return Room(saved.row, book, game, hidden(records, game.together), views, list(saved.chat), self.tools, saved.beside)

    def _add(self, room: Room) -> None:
        self.rooms[room.id] = room
        self.metrics.games.set(len(self.rooms))

    async def _sweep(self) -> None:
        """Finished and idle battles leave memory."""
        while True:
            await asyncio.sleep(self.config.sweep)
            for room in list(self.rooms.values()):
                if room.closed or room.is_idle(self.config.idle):
                    room.close()
                    self.rooms.pop(room.id, None)
                    note("battle left memory", game=room.id, over=room.game.result is not None)
            self.metrics.games.set(len(self.rooms))
            set_aside()


def _seat_row(side: str, seat: NewSeat, token: str) -> SeatRow:
    """Who plays a side, as it is kept."""
    bot = seat.bot if seat.kind == "bot" else ""
    return SeatRow(side, seat.kind, seat.name or bot or side, bot, hashed(token))


def _opened(system: System[Any], scenario: Scenario, seed: int, row: GameRow, most: int) -> tuple[Game[Any], bytes]:
    """A battle that begins, and the first line of its journal. Refuse (422) if it is too large, or has other seats."""
    game = Game.start(system, scenario, seed)
    if (figures := sum(unit.of for unit in system.show(game.state).units.values())) > most:
        raise Refuse(422, f"{figures} figures; {most} are the most that are played here")
    sides = system.sides(game.state)
    if set(sides) != {seat.side for seat in row.seats}:
        raise Refuse(422, f"the seats of this battle are {', '.join(sides)}")
    written: list[bytes] = []
    players = {seat.side: seat.bot or seat.name for seat in row.seats}
    meta = {"commitment": row.commitment, "players": players, "date": row.created}
    Journal.begin(written.append, game, scenario, seed, meta)
    return game, written[0]
