"""The door: every TCP connection, before any request is understood.

Whoever does not finish what he began to ask, or does not read what he is sent, is sent away by cutting the line: nobody else
notices, and it costs next to nothing. Of one address there are only so many lines.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from socket import SO_SNDBUF, SOL_SOCKET, socket
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from ..config import Config

ABORT = "littlewars.abort"  # the extension of a WebSocket's scope that cuts its line
UNREAD = 1 << 17  # bytes that the machine keeps for a page
LEAST = 1 << 15  # bytes that must be read of what waits, each time we look
PARTING = 1.0  # seconds for a goodbye when the server stops


class OpenLines:
    """Who stands in the door: lines by address, and those on which nothing whole has been asked yet, the oldest first."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.proxies = {name.strip() for name in config.proxies.split(",")}
        self.lines: Counter[str] = Counter()
        self.halves: OrderedDict[HttpLine, str] = OrderedDict()
        self.half: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """One more line, if there is room; a proxy speaks for many."""
        self.lines[address] += 1
        return address in self.proxies or self.lines[address] <= self.config.lines_per_address

    def leave(self, address: str) -> None:
        """One less."""
        self.lines[address] -= 1
        if not self.lines[address]:
            del self.lines[address]

    def begins(self, line: HttpLine, address: str) -> None:
        """Something is about to be asked. Of one address only so many at once are kept waiting for: the oldest goes."""
        self.halves[line] = address
        self.half[address] += 1
        if self.half[address] > self.config.halves_per_address:
            oldest = next(one for one, whose in self.halves.items() if whose == address)
            self.is_whole(oldest)
            oldest.transport.abort()

    def is_whole(self, line: HttpLine) -> None:
        """It has been asked, or never will be."""
        address = self.halves.pop(line, None)
        if address is not None:
            self.half[address] -= 1
            if not self.half[address]:
                del self.half[address]


class _Line(asyncio.Protocol):
    """A line that is cut when what waits to be sent on it does not become less."""

    open_lines: OpenLines
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _stalled: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        peer = self.transport.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    def pause_writing(self) -> None:
        """There is more to be sent than is read."""
        super().pause_writing()
        self._look_again(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        """It is read again."""
        self._stop_looking()
        super().resume_writing()

    def _look_again(self, waiting: int) -> None:
        self._stalled = self.loop.call_later(self.open_lines.config.stall, self._still, waiting)

    def _stop_looking(self) -> None:
        if self._stalled is not None:
            self._stalled.cancel()
            self._stalled = None

    def _still(self, waiting: int) -> None:
        now = self.transport.get_write_buffer_size()
        if now > max(0, waiting - LEAST):
            self.transport.abort()
        else:
            self._look_again(now)


class HttpLine(_Line, HttpToolsProtocol):
    """A line on which requests come, each within some seconds of its first letter."""

    _late: asyncio.TimerHandle | None = None
    _entered = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # TCP alone
        """Somebody comes."""
        super().connection_made(transport)
        self._entered = True
        if not self.open_lines.enter(self.address):
            transport.abort()
            return
        self._begins()

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._stop_looking()
        self._is_whole()
        self._leave()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """The first letter."""
        super().on_message_begin()
        if self._late is None:
            self._begins()

    def on_headers_complete(self) -> None:
        """It is clear what is asked; a body has its own time."""
        self._is_whole()
        super().on_headers_complete()

    def handle_websocket_upgrade(self) -> None:
        """The line goes on as another."""
        self._is_whole()
        self._leave()
        super().handle_websocket_upgrade()

    def _begins(self) -> None:
        self._late = self.loop.call_later(self.open_lines.config.patience, self.transport.abort)
        self.open_lines.begins(self, self.address)

    def _is_whole(self) -> None:
        self.open_lines.is_whole(self)
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _leave(self) -> None:
        if self._entered:
            self._entered = False
            self.open_lines.leave(self.address)


class SocketLine(_Line, WebSocketsSansIOProtocol):
    """A line on which a battle is played."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody comes."""
        super().connection_made(transport)
        line: socket | None = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(SOL_SOCKET, SO_SNDBUF, UNREAD)  # what is not read lies with us, where it is noticed
        self.open_lines.enter(self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._stop_looking()
        self.open_lines.leave(self.address)
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        """The handshake; the application may cut the line."""
        super().handle_connect(event)
        if scope := getattr(self, "scope", None):
            scope["extensions"][ABORT] = self.transport.abort

    def shutdown(self) -> None:
        """The server stops: a word of goodbye, but nobody waits until it has been read."""
        super().shutdown()
        self.loop.call_later(PARTING, self.transport.abort)


def lines_of(config: Config) -> tuple[type[HttpLine], type[SocketLine]]:
    """The lines of one server, for uvicorn."""
    open_lines = OpenLines(config)
    return type("HttpLine", (HttpLine,), {"open_lines": open_lines}), type(
        "SocketLine", (SocketLine,), {"open_lines": open_lines}
    )
