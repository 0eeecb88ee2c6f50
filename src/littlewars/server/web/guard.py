"""What every request passes: where it may come from, what browsers are told to forbid, and how fast is too fast."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ..config import Config
from ..errors import Refuse
from ..limits import Gates
from ..logs import note
from ..metrics import Metrics
from ..wire import Problem

CONTENT = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
HEADERS = [
    (b"content-security-policy", CONTENT.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
SAFE = ("GET", "HEAD", "OPTIONS")


MOST_BODY = 4_000_000  # bytes of a request, where it is not a journal
UPLOAD = "/api/replays"
WHOLE = 6  # times our patience for a whole body


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, config: Config, gates: Gates, metrics: Metrics) -> None:
        self.app, self.names, self.gates, self.metrics = app, config.names, gates, metrics
        self.config, self.held = config, 0  # bytes of bodies in memory

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or not."""
        if str(scope["type"]) == "lifespan":
            await self.app(scope, receive, send)
        elif problem := self._wrong(scope):
            client: Any = scope.get("client")
            if self.gates.worth_telling(client[0] if client else "", problem.status):
                note("refused", status=problem.status, why=problem.text, path=scope["path"])
            self.metrics.refused.labels(str(problem.status)).inc()
            await _say_no(scope, send, problem)
        else:
            if str(scope["type"]) == "websocket":
                await self.app(scope, receive, self._with_headers(scope, send))
                return
            body = _Body(self, receive, self._most(scope))
            try:
                await self.app(*_as_get(scope, body.receive, self._with_headers(scope, send)))
            finally:
                self.held -= body.size

    def _wrong(self, scope: Scope) -> Problem | None:
        headers: dict[bytes, bytes] = dict(scope["headers"])
        host = headers.get(b"host", b"").decode("latin-1")
        client: Any = scope.get("client")
        if sum(name == b"host" for name, _ in scope["headers"]) != 1:
            return Problem(400, "one host at a time")
        if self.names and host.lower() not in self.names and name_of(host) not in self.names:
            return Problem(403, "not under this name")
        if not self.gates.request(client[0] if client else ""):
            return Problem(429, "too fast")
        length = headers.get(b"content-length", b"")
        if length.isdigit() and int(length) > self._most(scope):
            return Problem(413, f"at most {self._most(scope) // 1_000_000} MB are read here")
        if str(scope["type"]) == "websocket" or scope.get("method") not in SAFE:
            origin = headers.get(b"origin", b"").decode("latin-1")
            if origin and urlsplit(origin).netloc != host:
                return Problem(403, "a page of another site may not do this")
        return None

    def _most(self, scope: Scope) -> int:
        """The largest body that is read here."""
        return self.config.journal_bytes if scope["path"] == UPLOAD else MOST_BODY

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                given: list[tuple[bytes, bytes]] = [(k, v) for k, v in message.get("headers", [])]
                message["headers"] = [*given, *HEADERS]
                if not any(key.lower() == b"cache-control" for key, _ in given):
                    message["headers"] = [*message["headers"], (b"cache-control", b"no-store")]
                self.metrics.requests.labels(_method(scope), str(message["status"])).inc()
            await send(message)

        return guarded


def _as_get(scope: Any, receive: Any, send: Any) -> tuple[Any, Any, Any]:
    """HEAD is GET without a body."""
    if scope.get("method") != "HEAD":
        return scope, receive, send

    async def without_body(message: Any) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return {**scope, "method": "GET"}, receive, without_body


class _Body:
    """The body of a request as it comes in: so much of it, all of them together so much, and every part within some seconds."""

    def __init__(self, guard: Guard, receive: Receive, most: int) -> None:
        self.guard, self.inner, self.most = guard, receive, most
        self.size, self.more = 0, True
        self.end = monotonic() + WHOLE * guard.config.patience

    async def receive(self) -> Any:
        """The next part."""
        if not self.more:
            return await self.inner()
        try:
            message: Any = await asyncio.wait_for(self.inner(), min(self.guard.config.patience, self.end - monotonic()))
        except TimeoutError:
            raise Refuse(408, "the rest of this request did not come") from None
        if message["type"] != "http.request":
            return message
        part = len(message.get("body", b""))
        self.size, self.guard.held = self.size + part, self.guard.held + part
        self.more = message.get("more_body", False)
        if self.size > self.most:
            raise Refuse(413, f"at most {self.most // 1_000_000} MB are read here")
        if self.guard.held > self.guard.config.bodies_bytes:
            raise Refuse(503, "too much is sent here at once; try again later")
        return message


def name_of(host: str) -> str:
    """The name in a Host header, without the port."""
    name = host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]
    return name.rstrip(".").lower()


def _method(scope: Any) -> str:
    """Methods are few, whatever somebody sends."""
    method = str(scope.get("method", ""))
    return method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"


async def _say_no(scope: Scope, send: Any, problem: Problem) -> None:
    if str(scope["type"]) == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": problem.text})
        return
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
