"""All settings of a server, from the environment (LITTLEWARS_PORT=9000 …) and the command line. docs/serving.md lists them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from littlewars.systems import REGISTRY

PREFIX = "LITTLEWARS_"
DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
LOOPBACK = ("localhost", "127.0.0.1", "::1")
Positive = Annotated[float, Meta(gt=0)]
Some = Annotated[int, Meta(ge=1)]


class BadConfig(ValueError):
    """A setting that cannot be used, by name."""


def registered() -> dict[str, str]:
    """The rulebooks of this package as module:attribute."""
    return {name: f"{entry.module}:{entry.attribute}" for name, entry in REGISTRY.items()}


def data_folder() -> Path:
    """Where a person's battles are kept unless told otherwise."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "littlewars"


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings; rates are tokens of a bucket that holds as many as flow in within a few seconds."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000
    database: str = ""  # a URL; "": a SQLite file in the data folder
    hosts: tuple[str, ...] = ()  # more names under which the server may be called; "*": any
    proxies: str = "127.0.0.1"  # who may say for whom it speaks (X-Forwarded-For)
    metrics: Literal["local", "open", "off"] = "local"
    logs: Literal["auto", "json", "text"] = "auto"
    level: Literal["debug", "info", "warning", "error"] = "info"
    systems: dict[str, str] = msgspec.field(default_factory=registered)  # name -> module:attribute
    # play
    workers: Annotated[int, Meta(ge=0, le=256)] = 0  # processes that think; 0: one less than there are cores
    pace: Annotated[float, Meta(ge=0, le=60)] = 0.0  # seconds between answers of a bot
    think: Positive = 30.0  # seconds that a bot or the odds of an answer may take
    advice: Annotated[float, Meta(ge=0, le=30)] = 2.0  # seconds a suggestion may take; 0: only the usual answer is suggested
    idle: Positive = 300.0  # seconds without people, after which a battle leaves memory
    sweep: Positive = 10.0  # seconds between looks for idle battles
    # limits
    most_games: Some = 1000  # battles in memory
    most_figures: Some = 400  # in one battle
    most_lines: Some = 20_000  # of one battle's journal
    most_connections: Some = 5000
    connections_per_address: Some = 40
    games_per_minute: Positive = 20.0  # per address
    requests_per_second: Positive = 50.0  # per address, over HTTP
    rosters_per_minute: Positive = 120.0  # per address: a page checks while one writes
    seats_per_minute: Positive = 30.0  # per address: taken by a link, or renewed
    journals_per_minute: Positive = 30.0  # per address, downloaded
    cases_per_minute: Positive = 30.0  # per address
    drawings_per_minute: Positive = 120.0  # per address: terrain and figures as a page shows them
    uploads_per_minute: Positive = 20.0  # per address: battles played again, somebody's journal or one of ours
    messages_per_second: Positive = 40.0  # per seat; of those who watch, per address
    previews_per_second: Positive = 25.0  # per seat: try, plan, suggest, look, odds
    chats_per_minute: Positive = 30.0  # per seat
    message_bytes: Some = 256 * 1024
    journal_bytes: Some = 20_000_000
    bodies_bytes: Some = 60_000_000  # of all requests together that are being read
    replay_seconds: Positive = 60.0
    backlog: Some = 2000  # messages a slow listener may be behind
    backlog_bytes: Some = 2_000_000  # and their size
    stall: Positive = 10.0  # seconds in which something of what waits to be sent must be read
    patience: Positive = (
        10.0  # seconds from the first letter of a request to the end of its headers, and between parts of its body
    )
    lines_per_address: Some = 200  # TCP connections; a proxy has as many as it likes
    halves_per_address: Some = 100  # of them without a whole request: then the oldest goes

    @property
    def url(self) -> str:
        """The database as SQLAlchemy names it."""
        if not self.database:
            return f"sqlite+aiosqlite:///{data_folder() / 'littlewars.sqlite3'}"
        kind, _, rest = self.database.partition("://")
        return f"{DRIVERS.get(kind, kind)}://{rest}"

    @property
    def names(self) -> frozenset[str]:
        """The names under which it may be called; none: any.

        Who listens to this machine alone answers to this machine's names alone: a page of another site that lets its own
        name point here would otherwise be of the same origin as ours.
        """
        if "*" in self.hosts:
            return frozenset()
        own = (*LOOPBACK, self.host) if self.is_loopback else ()
        return frozenset(name.lower() for name in (*self.hosts, *own))

    @property
    def is_loopback(self) -> bool:
        """Can only this machine reach it?"""
        try:
            return self.host == "localhost" or ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def thinkers(self) -> int:
        """How many worker processes there are."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)


def from_environment(given: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None) -> Config:
    """The settings: the environment's, and what the command line says instead."""
    environ = os.environ if environ is None else environ
    raw: dict[str, Any] = {}
    for field in Config.__struct_fields__:
        if (text := environ.get(PREFIX + field.upper())) is not None:
            raw[field] = _parsed(field, text)
    raw |= {key: value for key, value in (given or {}).items() if value is not None}
    try:
        config = msgspec.convert(raw, Config, strict=False)
    except msgspec.ValidationError as error:
        raise BadConfig(f"a setting does not fit: {error}") from None
    kind, mark, _ = config.database.partition("://")
    if config.database and (not mark or (kind not in DRIVERS and kind not in DRIVERS.values())):
        known = "sqlite:///file or postgresql://user:password@host/name"
        raise BadConfig(f"the database is written {known}; {(kind + mark if mark else config.database)[:60]} is neither")
    return config


def _parsed(field: str, text: str) -> Any:
    """A setting from its text; tables and lists are written with commas."""
    if field == "systems":
        pairs = [item.partition("=") for item in text.split(",") if item.strip()]
        if any(not mark for _, mark, _ in pairs):
            raise BadConfig("LITTLEWARS_SYSTEMS is written name=module:attribute,…")
        return {name.strip(): where.strip() for name, _, where in pairs}
    return [item.strip() for item in text.split(",") if item.strip()] if field == "hosts" else text
