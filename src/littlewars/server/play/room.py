"""A battle in play: the game, who listens, and what each of them sees.

Everything that changes a battle happens under the room's lock: it is applied to the game, its lines are made durable, and only
then is anybody told. If a line cannot be written the room is given up; it is read back from storage, and nothing was promised.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import count
from secrets import token_urlsafe
from time import monotonic, perf_counter
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from littlewars.engine import Ask, Game, Refusal, Reseed, RuleBug, Scenario, System
from littlewars.engine.catalogue.guide import Lesson, lessons
from littlewars.engine.chance.fair import derive, written
from littlewars.engine.game import Entry
from littlewars.engine.journal import Journal, JournalContents
from littlewars.engine.names import Names
from littlewars.engine.orders import Order

from .. import wire
from ..config import Config
from ..errors import Gone, Refuse
from ..logs import warn_seldom
from ..metrics import Metrics
from ..storage.storage import ChatRow, GameRow, Storage, StorageError
from ..telling.lines import tell_line
from ..telling.moments import Deed, Telling, encode
from ..telling.now import Standing, agreed, now, own_answers, waiting
from ..telling.records import NOTHING, Record, before, record_of_entry
from ..telling.story import heard, last_line, latest, lines_before
from ..telling.views import AudienceViews
from ..wire import Chat, FromServer, Seat, Table, Wish
from .beside import read as read_beside
from .beside import written as write_beside
from .briefs import brief_of
from .clocks import Clock
from .driver import Driver
from .orders import Orders
from .seats import NO_SEAT, hashed, seat_of, seat_shown, seat_with

R = TypeVar("R")
NOTHING_BESIDE = write_beside(Orders(), Clock())
EPOCHS = count(1)
MOST_MARKS, LATE_MARKS = 48, 16  # checkpoints kept: beyond that, of the older ones every eighth
SOON = 0.05  # seconds after which a clock has surely run out
FAREWELL = 0.1  # seconds for the one who asked to hear why
MOST_STORY = 400  # lines of the story that a newcomer is told
MOST_CHAT = 200  # lines of talk that a newcomer is told


class Listener(Protocol):
    """Somebody connected: a side's player, or "" for one who watches."""

    audience: str
    address: str

    def send(self, data: bytes) -> None:
        """Send a message, some time."""

    def close(self, code: int, why: str) -> None:
        """End the connection."""


class Tools(Struct, frozen=True):
    """What rooms share."""

    config: Config
    storage: Storage
    metrics: Metrics
    pool: Any  # workers.pool.WorkerPool
    bots: asyncio.Semaphore  # so many answers of bots at once: people do not wait behind all of them
    unwatched: asyncio.Semaphore  # so many battles go on at once that nobody watches


class Room:
    """One battle."""

    def __init__(
        self,
        row: GameRow,
        book: JournalContents,
        game: Game[Any],
        records: list[Record],
        views: AudienceViews,
        talk: list[ChatRow],
        tools: Tools,
        beside: bytes | None = None,
    ) -> None:
        self.id, self.row, self.tools, self.game = row.id, row, tools, game
        self.system: System[Any] = game.system
        self.scenario: Scenario = book.opening.scenario
        self.seed = book.opening.seed
        self.records, self.talk = records, talk
        self.epoch = next(EPOCHS)
        self.kinds = {seat.side: seat.kind for seat in row.seats}
        self.listeners: set[Listener] = set()
        self.wish: Wish | None = None
        self.consents: set[str] = set()
        self.offers: dict[str, None] = {}  # who would end it as it stands; entered when all do
        self.lock = asyncio.Lock()
        self.closed = self.muted = False
        self.touched = monotonic()
        self.persons = {seat.side: seat.name for seat in row.seats if seat.kind == "person"}
        self.orders, self.clock = read_beside(beside, len(records), self.persons)
        self._beside = beside
        self._alarm: asyncio.TimerHandle | None = None
        self.driver = Driver(self)
        self.views = views
        self._pending: list[bytes] = []
        self._was, self._by = NOTHING, ""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._uncounted: Counter[str] = Counter()
        self._journal = Journal(game, self._pending.append, len(records))
        game.watch = self._hear

    # ---- facts

    @property
    def system_name(self) -> str:
        """The rulebook's name."""
        return self.row.system

    @property
    def entries(self) -> list[Entry]:
        """All entries so far."""
        return self.game.entries

    @property
    def n(self) -> int:
        """The number of the last line."""
        return len(self.records)

    def n_for(self, audience: str) -> int:
        """The number of the last line that an audience has heard of: while all decide at once, its own."""
        return last_line(self.records, self.game.together, audience)

    @property
    def is_counted(self) -> bool:
        """May meters tell what goes on? Not while all decide at once: they, too, are read by people."""
        return self.game.together is None

    @property
    def waits_for(self) -> tuple[str, ...]:
        """For whom all wait; while all decide at once nobody may know who has."""
        return waiting(self.game) if self.game.together is None else ()

    @property
    def where(self) -> str:
        """How far the battle is, as anybody may know."""
        tracker = self.system.show(self.game.view("").state).tracker
        return f"{tracker.word} {tracker.round}" if tracker.round else tracker.phase

    def is_idle(self, seconds: float) -> bool:
        """May it leave memory?"""
        if self.listeners or self.lock.locked() or self._tasks:
            return False
        return self.game.result is not None or monotonic() - self.touched > seconds

    def seats(self) -> tuple[Seat, ...]:
        """Who plays, and who is here."""
        pages = Counter(listener.audience for listener in self.listeners)
        return tuple(seat_shown(seat, pages[seat.side]) for seat in self.row.seats)

    def _seats(self) -> wire.Seats:
        return wire.Seats(self.seats(), self.muted)

    # ---- coming and going

    async def sit(self, listener: Listener, token: str) -> None:
        """Tell a newcomer all there is to know, and from then on every moment."""
        async with self.held():
            if seat_of(self.row, token) != listener.audience:  # renewed while he waited
                raise Refuse(403, NO_SEAT)
            self.listeners.add(listener)
            with self._spent("tables"):
                listener.send(encode(self._table(listener.audience)))
            self.tell(self._seats(), but=listener)
        self.driver.go()

    def leave(self, listener: Listener) -> None:
        """Somebody has gone."""
        if listener in self.listeners:
            self.listeners.discard(listener)
            self.touched = monotonic()
            self.tell(self._seats())

    def mute(self, on: bool) -> None:
        """Nobody hears those who watch, or everybody does again."""
        self.muted = on
        self.tell(self._seats())

    async def renew(self, token: str) -> tuple[str, str]:
        """Another secret for the seat that this one opens; whoever sits there with the old one comes again, or not at all."""
        async with self.held():
            seat = seat_with(self.row, token)
            if seat is None:
                raise Refuse(403, NO_SEAT)
            new = token_urlsafe(32)
            try:
                claimed = await self.tools.storage.renew(self.id, seat, hashed(new))
            except StorageError as error:
                raise Refuse(503, str(error)) from None
            self.row = replace(self.row, seats=tuple(claimed if one is seat else one for one in self.row.seats))
            for listener in [one for one in self.listeners if one.audience == seat.side]:
                listener.close(4403, "this seat has a new secret")
            return seat.side, new

    async def rename(self, side: str, name: str) -> None:
        """What its player is called. The lock is held."""
        if any(seat.side == side and seat.name == name for seat in self.row.seats):
            return
        try:
            await self.tools.storage.rename(self.id, side, name)
        except StorageError as error:
            raise Refuse(503, str(error)) from None
        seats = tuple(replace(seat, name=name) if seat.side == side else seat for seat in self.row.seats)
        self.row = replace(self.row, seats=seats)
        self.tell(self._seats())

    def tell(self, message: FromServer, but: Listener | None = None) -> None:
        """Tell everybody the same."""
        if self.listeners:
            data = encode(message)
            for listener in self.listeners:
                if listener is not but:
                    listener.send(data)

    def close(self, code: int = 0, why: str = "") -> None:
        """Leave memory. With a code, listeners are sent away and may come back."""
        self.closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        self.driver.stop()
        for listener in list(self.listeners) if code else []:
            listener.close(code, why)
        self.game.close()
        if not code:
            self._let_go()

    def _let_go(self) -> None:
        """Nothing holds on to itself: what has left memory is gone at once, without a look for garbage."""
        self.game.watch = None
        self.driver.forget()
        self._journal, self.views, self.records, self.game.battle.board = None, None, [], None  # type: ignore[assignment]  # it is over

    # ---- what a side sees

    def _standing(self) -> Standing:
        orders, entries = self.orders, len(self.entries)
        carried = {side: told for side in orders.running if (told := orders.shown(side, entries))}
        would_end = (*agreed(self.game), *self.offers)
        return Standing(
            self.wish, would_end, written(self.seed), self.tools.config.most_lines, carried, orders.standing, self.clock.shown()
        )

    def names(self, audience: str) -> Names:
        """The names that an audience knows."""
        return self.views.names[self.views.viewer(audience)]

    def _table(self, audience: str) -> Table:
        viewer = self.views.viewer(audience)
        show, names = self.views.table(self.game.state, viewer), self.views.names[viewer]
        story, skipped = latest(self._story(audience), MOST_STORY)
        return Table(
            game=self.id,
            system=self.row.system,
            title=self.row.title,
            side=audience,
            n=self.n_for(audience),
            show=show,
            story=tuple(tell_line(record, audience, names) for record in story),
            now=now(self.game, self.records, audience, names, self._standing()),
            seats=self.seats(),
            commitment=self.row.commitment,
            chat=tuple(Chat(said.n, said.name, said.side, said.text) for said in self.talk[-MOST_CHAT:]),
            brief=brief_of(self.scenario, audience),
            guide=self._guide(audience),
            stances=tuple(self.system.stances),
            secrets=self.system.secrets,
            muted=self.muted,
            skipped=skipped,
        )

    def _guide(self, audience: str) -> tuple[Lesson, ...]:
        """The lessons of this battle, for one who plays it alone against bots."""
        people = [side for side, kind in self.kinds.items() if kind == "person"]
        return lessons(self.system.folder, self.scenario.get("name")) if people == [audience] else ()

    def _story(self, audience: str) -> list[Record]:
        """All lines that an audience has heard of."""
        inside = self.game.together
        before_it = self.records[: lines_before(self.records, inside)]
        own = enumerate(heard(self.records, inside, audience), before_it[-1].entries + 1)
        return [*before_it, *(replace(line, entries=entries) for entries, line in own)]

    def _tell_moments(self, done: Deed) -> None:
        """Tell everybody what was done, as far as they may hear of it."""
        telling = Telling(self.game, self.records, self.views, self._standing(), done)
        audiences = {listener.audience for listener in self.listeners}
        with self._spent("showing"):
            telling.look(audiences)
        for audience in audiences:
            messages = telling.to(audience)
            for listener in [one for one in self.listeners if one.audience == audience]:
                for data in messages:
                    listener.send(data)

    def tell_now(self) -> None:
        """Tell everybody where things stand, without a new line."""
        standing = self._standing()
        for listener in self.listeners:
            audience = listener.audience
            where = now(self.game, self.records, audience, self.names(audience), standing)
            listener.send(encode(wire.Waiting(self.n_for(audience), where)))

    # ---- acting

    def _hear(self, entry: Entry | int, ask: Ask[Any] | None, events: list[Any]) -> None:
        """The game tells of an entry: write its line, and remember it for those who listen."""
        self._journal(entry, ask, events)
        self.records.append(record_of_entry(self.n + 1, entry, ask, tuple(events), self._was, self.game, self._by))

    async def act(self, deed: Callable[[], None], by: str = "person", ends: bool = False) -> int:
        """Do it, make it durable, tell everybody. The lock is held. Returns the number of the last line. `ends`: it may also be
        done when the journal is full."""
        most = self.tools.config.most_lines
        if self.n >= most and not ends:
            raise Refuse(507, f"this battle has {most} lines and takes no more: concede, or agree to end it", "engine.journal")
        since, begun = self.n, perf_counter()
        self._was, self._by = before(self.game), by if by in ("order", "aide") else ""
        done = Deed(since, self._was.inside, waiting(self.game))
        try:
            with self._spent("rules"):
                deed()
        except Refusal as refusal:
            raise Refuse(422, refusal.text, refusal.rule) from None  # the seat's names go in where it is sent
        except RuleBug as error:
            self.broken("rules", error)
            raise Refuse(500, "a rule broke; the battle stands where it stood") from None
        self.wish, self.consents = None, set()
        rows, result = self._pending[:], self.game.result
        self._pending.clear()
        try:
            self.orders.look(self.game, self.records)
            self.clock.turn(waiting(self.game), self.records[-1].side if by in ("person", "order") else "")
            await self.tools.storage.append(self.id, since + 1, rows, result, self.is_counted, self._to_keep())
        except StorageError as error:
            self._give_up()
            raise Refuse(503, str(error)) from None
        self._thin()
        self.set_alarm()
        if by == "person":
            self.touched = monotonic()
        try:
            with self._spent("telling"):  # the showing included
                self._tell_moments(done)
        except Exception as error:  # it is written, but nobody can be told: all come back and look
            self.broken("telling", error)
            self._give_up()
            raise Refuse(503, "written, but it cannot be told; come back") from None
        self._count(len(rows), by, perf_counter() - begun)
        return self.n

    def _to_keep(self) -> bytes | None:
        """What is kept beside the journal, if it has changed."""
        now = write_beside(self.orders, self.clock)
        if now == (self._beside or NOTHING_BESIDE):
            return None
        self._beside = now
        return now

    async def keep(self) -> None:
        """Make durable what is kept beside the journal: an order given, a standing answer. The lock is held."""
        data = self._to_keep()
        if data is None:
            return
        try:
            await self.tools.storage.note(self.id, data)
        except StorageError as error:
            self._give_up()
            raise Refuse(503, str(error)) from None

    # ---- clocks

    def set_alarm(self) -> None:
        """Wake up when somebody's time is over."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        out = self.clock.next_out()
        if out is not None and self.game.result is None and not self.closed:
            self._alarm = asyncio.get_running_loop().call_later(out[1] + SOON, self._ring)

    def _ring(self) -> None:
        task = asyncio.ensure_future(self._out_of_time())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _out_of_time(self) -> None:
        """The aide finishes the turn of whoever has no time left; what all decide at once gets the usual answer."""
        with suppress(Gone, Refuse):
            async with self.held():
                out = self.clock.next_out()
                if out is None or out[1] > 0 or self.game.result is not None:
                    return
                side = out[0]
                if self.game.together is None:
                    self.orders.give(side, Order((), scope="turn"), self.game, self.n)
                    self.orders.running[side].tireless = True
                    await self.keep()
                    self.tell_now()
                else:
                    part, ask = next((part, ask) for part, ask in self.game.asks if ask.side == side)
                    await self.act(lambda: self.game.answer_part(part, ask.default()), "aide")
            self.driver.go()

    def _spent(self, part: str) -> AbstractContextManager[None]:
        """Count the time of the event loop, where that may be known."""
        return self.tools.metrics.spent(part) if self.is_counted else nullcontext()

    def _count(self, lines: int, by: str, seconds: float) -> None:
        """Let the meters run on, when they may."""
        metrics = self.tools.metrics
        self._uncounted[by] += lines
        if not self.is_counted:
            return
        metrics.answer.observe(seconds)
        for who, count_ in self._uncounted.items():
            metrics.entries.labels(who).inc(count_)
        self._uncounted.clear()
        if self.game.result is not None:
            metrics.ended.labels(self.row.system).inc()

    def _give_up(self) -> None:
        """This room is not to be trusted any more: everybody comes back to one that is read from storage."""
        self.closed = True
        asyncio.get_running_loop().call_later(FAREWELL, self.close, 1012, "the battle is read back from storage")

    def take_back(self, entries: int) -> None:
        """Undo; with other dice, if any had fallen. To be done inside `act`."""
        game = self.game
        kept = len(game.entries) - entries
        if entries < 1 or kept < 0:
            raise Refusal("engine.undo", f"{entries} of {len(game.entries)} entries to take back")
        fell = game.trail[kept].fallen != game.battle.dice.fallen or any(isinstance(e, Reseed) for e in game.entries[kept:])
        self.epoch = next(EPOCHS)
        game.undo(entries)
        if fell:
            game.reseed(derive(self.seed, self.n + 1))

    def take_back_own(self, side: str, answers: int) -> None:
        """Undo a side's last answers in the decision that is open; what others have answered since is entered again. To be done
        inside `act`."""
        own = {line.entries - 1 for line in own_answers(self.game, self.records, side)[-answers:]}
        entries = self.game.entries
        others = [entry for place, entry in enumerate(entries) if place > min(own) and place not in own]
        self.epoch = next(EPOCHS)
        self.game.undo(len(entries) - min(own))
        for entry in others:
            self.game.enter(entry)

    def shielded(self, doing: Coroutine[Any, Any, R]) -> asyncio.Future[R]:
        """What is begun is finished, even if the one who began it hangs up."""
        task = asyncio.ensure_future(doing)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return asyncio.shield(task)

    def held(self) -> _Held:
        """The lock, as `async with`; Gone if the room is closed."""
        return _Held(self)

    def _thin(self) -> None:
        """Old checkpoints are few: to go back far takes a moment, and a long battle little memory."""
        marks = self.game.marks
        if len(marks) > MOST_MARKS:
            marks[1:-LATE_MARKS] = marks[1:-LATE_MARKS:8]

    def broken(self, where: str, error: BaseException) -> None:
        """Write down that a rule broke; one that breaks with every look does not flood the log."""
        warn_seldom("a rule broke", error, where, game=self.id)
        self.tools.metrics.failures.labels(where).inc()


class _Held:
    """The room's lock, while the room is open."""

    def __init__(self, room: Room) -> None:
        self.room = room

    async def __aenter__(self) -> None:
        await self.room.lock.acquire()
        if self.room.closed:
            self.room.lock.release()
            raise Gone

    async def __aexit__(self, *_: object) -> None:
        self.room.lock.release()
