"""The server: an ASGI application, and the way to run it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from signal import SIGINT
from socket import AF_INET, AF_INET6, SO_REUSEADDR, SOCK_STREAM, SOL_SOCKET, socket
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from littlewars import __version__

from .config import Config
from .logs import note, set_up
from .metrics import Metrics
from .play.games import Games
from .storage.storage import Storage
from .web.door import lines_of
from .web.guard import MOST_BODY, Guard
from .web.live import live
from .web.page import STATIC, Page, page
from .web.routes import HANDLERS, answer_problem
from .workers.worker import rare_garbage

PING = 20.0  # seconds of silence before a page is asked whether it is there, and for its answer
STRICT = ("RosterText", "NewGame", "NewSeat", "ToDraw", "PieceToDraw", "GapToDraw", "FigureToDraw", "ArmToDraw")


def make_app(config: Config, static: Path = STATIC) -> Guard:
    """The application; it opens its database and starts its workers when it is started."""
    games = Games(config)
    pages = Page(static)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await games.open()
        try:
            yield
        finally:
            await games.close()
            note("stopped")

    app = Litestar(
        [*HANDLERS, live, page],
        lifespan=[life],
        state=State({"games": games}),
        dependencies={
            "games": Provide(lambda: games, sync_to_thread=False),
            "pages": Provide(lambda: pages, sync_to_thread=False),
        },
        exception_handlers={Exception: answer_problem},
        openapi_config=OpenAPIConfig(
            title="Little Wars",
            version=__version__,
            description="Miniature wargames on a shared engine. Live battles are a WebSocket at /api/games/{game}/live.",
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
            use_handler_docstrings=True,
        ),
        request_max_body_size=MOST_BODY,
        logging_config=None,
        debug=False,
    )
    _close_schemas(app)
    return Guard(app, config, games.gates, games.metrics)


def _close_schemas(app: Litestar) -> None:
    """Where unknown fields are refused, the description says so."""
    components = app.openapi_schema.components
    for schema in (components.schemas or {}).values():
        if schema.title in STRICT:
            schema.additional_properties = False


def settings(config: Config, app: Any) -> uvicorn.Config:
    """How uvicorn runs it."""
    http, sockets = lines_of(config)
    return uvicorn.Config(
        app,
        host=config.host,
        port=config.port,
        http=http,
        ws=sockets,
        ws_max_size=config.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=min(PING, 2 * config.stall),
        ws_ping_timeout=min(PING, 2 * config.stall),
        access_log=False,
        log_config=None,
        proxy_headers=True,
        forwarded_allow_ips=config.proxies,
        server_header=False,
        date_header=True,
        timeout_graceful_shutdown=10,
        timeout_keep_alive=30,
        limit_concurrency=None,
    )


class _Server(uvicorn.Server):
    """Tells when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Told to stop: a stop in good order is no failure. Told twice: at once."""
        self.force_exit = self.should_exit and sig == SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Start, and tell."""
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self._ready()


def run(config: Config, ready: Callable[[str], None] = lambda _: None) -> None:
    """Serve until told to stop; `ready` gets the address. OSError if the port is taken, CannotOpen if the database fails us."""
    set_up(config.logs, config.level)
    with _bound(config) as bound:
        asyncio.run(_try_database(config))
        port = bound.getsockname()[1]
        host = f"[{config.host}]" if ":" in config.host else config.host
        address = f"http://{'127.0.0.1' if host == '0.0.0.0' else '[::1]' if host == '[::]' else host}:{port}"

        def started() -> None:
            note("ready", address=address, database=config.url.partition(":")[0])
            ready(address)

        _tune()
        server = _Server(settings(config, make_app(config)), started)
        server.run(sockets=[bound])
        if not server.started:
            raise SystemExit(1)


async def _try_database(config: Config) -> None:
    """Open it and close it again: what is wrong with it is told in one line, before anything else is done."""
    storage = Storage(config.url, Metrics())
    await storage.open()
    await storage.close()


def _tune() -> None:
    """Rare looks for garbage, as many lines as the machine allows, quick turns for the threads that write to the database."""
    rare_garbage()
    with suppress(ImportError, OSError, ValueError):  # not on every system
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    sys.setswitchinterval(0.0005)


def _bound(config: Config) -> socket:
    """The port, taken before anything else is done."""
    family = AF_INET6 if ":" in config.host else AF_INET
    bound = socket(family, SOCK_STREAM)
    bound.setsockopt(SOL_SOCKET, SO_REUSEADDR, 1)
    try:
        bound.bind((config.host, config.port))
    except OSError:
        bound.close()
        raise
    return bound
