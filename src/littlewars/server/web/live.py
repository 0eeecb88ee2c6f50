"""The WebSocket of a battle: sit down, then ask and be told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from .. import wire
from ..errors import Gone, Refuse, shortened
from ..logs import note, warn
from ..play.games import Games
from ..play.requests import SeatRequests
from ..play.room import Room
from ..play.seats import NO_SEAT, seat_of
from ..storage.faults import StorageError, reason
from ..telling.moments import encode
from ..wire import FromClient, FromServer, Refused
from .door import ABORT

R = TypeVar("R")
decode: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)
FIRST_WORD = 10.0  # seconds to say who one is
GOODBYE = 2.0  # seconds to take one's leave
MOST_FAULTS = 50  # malformed or hasty messages, before the door is shut
PREVIEWS = (wire.Try, wire.Plan, wire.Carry, wire.Suggest, wire.LookAt, wire.Foresee, wire.Reach, wire.Pace, wire.Rehearse)


class _Key(msgspec.Struct):
    """All that is known of a message that is not understood."""

    key: int | None = None


class Connection:
    """One page. Messages wait in a queue of their own: a slow listener keeps nobody waiting, and is sent away in the end."""

    def __init__(self, socket: WebSocket[Any, Any, Any], games: Games, address: str) -> None:
        self.socket, self.games, self.address = socket, games, address
        self.audience = ""
        self.payer = address  # whose tokens messages cost: a seat's, or an address's
        self.faults, self.closing = 0, False
        self._out: deque[bytes | tuple[int, str]] = deque()
        self._more = asyncio.Event()
        self._waiting = 0  # bytes
        self._ahead: asyncio.Future[Any] | None = None  # what is said while something is looked for

    def send(self, data: bytes) -> None:
        """Send a message, some time. Who is too far behind is sent away, and what he has missed is forgotten."""
        if self.closing:
            return
        config = self.games.config
        if self._out and (len(self._out) >= config.backlog or self._waiting + len(data) > config.backlog_bytes):
            self._out.clear()
            self.close(1013, "too slow")
            return
        self._waiting += len(data)
        self._out.append(data)
        self._more.set()

    def close(self, code: int, why: str) -> None:
        """End the connection, after what is to be sent; whoever does not take his leave is cut off."""
        if self.closing:
            return
        self.closing = True
        self._out.append((code, why))
        self._more.set()
        asyncio.get_running_loop().call_later(GOODBYE, self.cut)

    def cut(self) -> None:
        """Cut the line."""
        extensions: dict[str, Any] = dict(self.socket.scope.get("extensions") or {})
        extensions.get(ABORT, lambda: None)()

    def reply(self, message: FromServer) -> None:
        """Send one message."""
        self.send(encode(message))

    async def pump(self) -> None:
        """Send what waits."""
        with suppress(WebSocketDisconnect, RuntimeError, OSError):
            while True:
                while not self._out:
                    self._more.clear()
                    await self._more.wait()
                item = self._out.popleft()
                self._waiting -= len(item) if isinstance(item, bytes) else 0
                if isinstance(item, tuple):
                    await self.socket.close(code=item[0], reason=item[1])
                    return
                await self.socket.send({"type": "websocket.send", "text": item.decode(), "bytes": None})

    async def while_here(self, doing: Coroutine[Any, Any, R]) -> R | None:
        """Do something as long as the one who asked for it is there; None when he has gone meanwhile. What he says next is
        heard when it is done."""
        task = asyncio.ensure_future(doing)
        if self._ahead is None:
            self._ahead = asyncio.ensure_future(self.socket.receive())
        try:
            await asyncio.wait({task, self._ahead}, return_when=asyncio.FIRST_COMPLETED)
            has_gone = not task.done() and self._ahead.result()["type"] == "websocket.disconnect"
            return None if has_gone else await task
        finally:
            task.cancel()

    async def receive(self) -> FromClient | None:
        """The next message; None when it is over. Refuse (400) for what is none."""
        ahead, self._ahead = self._ahead, None
        event: Any = await (ahead or self.socket.receive())
        if event["type"] == "websocket.disconnect":
            return None
        if event["type"] != "websocket.receive":
            return await self.receive()
        text = event.get("text")
        if text is None:
            raise Refuse(400, "messages are text")
        if len(text) > self.games.config.message_bytes:
            self.close(1009, "too large")
            return None
        return understood(text)

    def gone(self) -> None:
        """Nobody listens for more."""
        if self._ahead is not None:
            self._ahead.cancel()

    def refuse(self, refused: Refuse, key: int | None = None, counted: bool = True) -> None:
        """Say no; log it once for each status."""
        if counted:
            self.games.metrics.refused.labels(str(refused.status)).inc()
        if refused.status not in (409, 422) and self.games.gates.worth_telling(self.payer, refused.status):
            note("refused", status=refused.status, why=refused.text, address=self.address, side=self.audience)
        self.reply(Refused(refused.status, refused.rule, shortened(refused.text), key))
        if refused.status in (400, 429):
            self.faults += 1
            if self.faults >= MOST_FAULTS:
                self.close(1008, "too many faults")


class NotUnderstood(Refuse):
    """A message that is none; with its key, if it has one."""

    def __init__(self, text: str, key: int | None) -> None:
        super().__init__(400, text)
        self.key = key


def understood(text: str) -> FromClient:
    """A message from its text."""
    try:
        return decode.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError, OverflowError, ValueError) as error:
        key: int | None = None
        with suppress(Exception):
            key = msgspec.json.decode(text, type=_Key).key
        raise NotUnderstood(f"not understood: {error}", key if key is not None and 0 <= key <= 2**53 else None) from None


@websocket("/api/games/{game:str}/live")
async def live(socket: WebSocket[Any, Any, Any], game: FromPath[str], games: NamedDependency[Games]) -> None:
    """A battle, live."""
    address = socket.client.host if socket.client else ""
    if not games.doors.enter(address):
        if games.gates.worth_telling(address, 429):
            note("refused", status=429, why="too many connections", address=address)
        await socket.close(code=1013, reason="too many connections")
        return
    games.metrics.connections.inc()
    try:
        await socket.accept()
        connection = Connection(socket, games, address)
        pump = asyncio.create_task(connection.pump())
        try:
            await _converse(connection, game)
            if connection.closing:
                await asyncio.wait([pump], timeout=2)
        finally:
            pump.cancel()
            connection.gone()
    finally:
        games.doors.leave(address)
        games.metrics.connections.dec()


async def _converse(connection: Connection, game: str) -> None:
    """Sit, then talk until somebody hangs up."""
    try:
        room, play = await _seated(connection, game)
    except Refuse as refused:
        connection.refuse(refused)
        connection.close(4000 + refused.status, refused.text[:100])
        return
    except TimeoutError:
        connection.close(1008, "nothing said")
        return
    except WebSocketDisconnect:
        return
    except (SQLAlchemyError, StorageError) as error:
        if connection.games.gates.worth_telling("database", 503):
            note("the database fails", reason=reason(error), why=str(error).partition("\n")[0])
        connection.refuse(Refuse(503, reason(error)))
        connection.close(1013, reason(error))
        return
    except Exception as error:
        warn("nobody can sit here", error, game=game)
        connection.games.metrics.failures.labels("live").inc()
        connection.refuse(Refuse(500, "something broke here"))
        connection.close(1011, "something broke here")
        return
    try:
        await _talk(connection, room, play)
    finally:
        room.leave(connection)


async def _seated(connection: Connection, game: str) -> tuple[Room, SeatRequests]:
    """The first word: who one is."""
    first = await asyncio.wait_for(connection.receive(), FIRST_WORD)
    if first is None:
        raise WebSocketDisconnect(detail="hung up")
    if not isinstance(first, wire.Sit):
        raise Refuse(400, "sit down first")
    for _ in range(3):
        room = await connection.games.room(game)
        side = seat_of(room.row, first.token)
        if side is None:
            raise Refuse(403, NO_SEAT)
        connection.audience = side
        connection.payer = f"{game} {side}" if side else connection.address
        with suppress(Gone):
            await room.sit(connection, first.token)
            return room, SeatRequests(room, side, connection.address)
    raise Refuse(503, "the battle cannot be opened now")


async def _talk(connection: Connection, room: Room, play: SeatRequests) -> None:
    pump_alive = True
    while pump_alive:
        key: int | None = None
        try:
            message = await connection.receive()
            if message is None:
                return
            key = getattr(message, "key", None)
            await asyncio.sleep(0)  # a client that floods us waits like everybody
            if not connection.games.gates.messages.take(connection.payer):
                raise Refuse(429, "too fast")
            reply = await _served(connection, room, play, message)
            if reply is not None:
                connection.reply(reply)
        except NotUnderstood as refused:
            connection.refuse(refused, refused.key)
        except Refuse as refused:
            refused.text = room.names(play.side)(refused.text)
            connection.refuse(refused, key, room.is_counted)
        except Gone:
            connection.close(1012, "the battle is read back from storage")
            return
        except WebSocketDisconnect:
            return
        except Exception as error:
            warn("a request broke", error, game=room.id)
            connection.games.metrics.failures.labels("live").inc()
            connection.refuse(Refuse(500, "something broke here; nothing changed"), key)
        pump_alive = connection.faults < MOST_FAULTS


async def _served(connection: Connection, room: Room, play: SeatRequests, message: FromClient) -> FromServer | None:
    """Do what a message asks; the reply to it."""
    gates = connection.games.gates
    if isinstance(message, PREVIEWS) and not gates.previews.take(connection.payer):
        raise Refuse(429, "too many looks at once")
    match message:
        case wire.Answer():
            return await room.shielded(play.answer(message))
        case wire.Try():
            return await play.attempt(message)
        case wire.Plan():
            return await play.plan(message)
        case wire.Carry():
            return await play.carry(message)
        case wire.Suggest():
            return await connection.while_here(play.suggest(message))
        case wire.LookAt():
            return await play.look(message)
        case wire.Foresee():
            return await connection.while_here(play.foresee(message))
        case wire.Reach():
            return await connection.while_here(play.reach(message))
        case wire.Pace():
            return await connection.while_here(play.pace(message))
        case wire.Rehearse():
            return await connection.while_here(play.rehearse(message))
        case wire.Give():
            return await room.shielded(play.give(message))
        case wire.Steer():
            return await room.shielded(play.steer(message))
        case wire.Stand():
            return await play.stand(message)
        case wire.Undo():
            return await room.shielded(play.undo(message))
        case wire.Consent():
            return await room.shielded(play.consent(message))
        case wire.GiveUp():
            return await room.shielded(play.concede(message))
        case wire.EndIt():
            return await room.shielded(play.agree(message))
        case wire.Say():
            if not gates.chats.take(connection.payer):
                raise Refuse(429, "too much talk")
            return await room.shielded(play.say(message))
        case wire.Mute():
            return await play.mute(message)
        case wire.Call():
            if not gates.chats.take(connection.payer):
                raise Refuse(429, "too many names")
            return await room.shielded(play.call(message))
        case wire.Ping():
            return wire.Pong(message.key)
        case wire.Sit():
            raise Refuse(409, "you sit already")
