"""Structured logs: one line of JSON an event, or a line of text for somebody at a terminal."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from math import inf
from time import monotonic
from traceback import format_exception
from typing import Any, Literal

log = logging.getLogger("littlewars.server")
LONGEST = 500  # letters of a value: a client that floods us does not flood the log
TELL_AGAIN = 60.0  # seconds until the same trouble is told again
MOST_PLACES = 1_000  # of trouble that are remembered
_seldom: dict[tuple[str, str, str], tuple[float, int]] = {}  # when each was told, and how often it was not since then


def note(event: str, level: int = logging.INFO, error: BaseException | None = None, **fields: Any) -> None:
    """Write an event down."""
    if log.isEnabledFor(level):
        log.log(level, event, exc_info=error, extra={"fields": fields})


def warn(event: str, error: BaseException | None = None, **fields: Any) -> None:
    """Write down something that should not happen."""
    note(event, logging.WARNING, error, **fields)


def warn_seldom(event: str, error: BaseException, where: str, **fields: Any) -> None:
    """Write down that something broke, with its traceback: at the same place once a minute. What comes in between is counted,
    and the next line says so."""
    place = (where, type(error).__name__, _place(error))
    now, (told, missed) = monotonic(), _seldom.get(place, (-inf, 0))
    if now - told < TELL_AGAIN:
        _seldom[place] = told, missed + 1
        return
    if len(_seldom) >= MOST_PLACES:
        _seldom.clear()
    _seldom[place] = now, 0
    warn(event, error, where=where, **fields, **({"times_before": missed} if missed else {}))


def _place(error: BaseException) -> str:
    """The line of code where it broke: the last of the traceback, also of one that a worker has sent."""
    lines = (line.strip() for line in reversed("".join(format_exception(error)).splitlines()))
    return next((line for line in lines if line.startswith('File "')), "")


def set_up(style: Literal["auto", "json", "text"], level: str) -> None:
    """Send the logs of server and libraries to standard error."""
    plain = style == "text" or (style == "auto" and sys.stderr.isatty())
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Text() if plain else _Json())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(level.upper())
    logging.getLogger("uvicorn").setLevel(logging.WARNING)


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    fields = getattr(record, "fields", {})
    return {key: _short(value) for key, value in fields.items()} if isinstance(fields, dict) else {}


def _short(value: Any) -> Any:
    if isinstance(value, int | float | bool) or value is None:
        return value
    text = str(value)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


class _Json(logging.Formatter):
    """A line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        when = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = {"time": when, "level": record.levelname.lower(), "event": record.getMessage(), **_fields(record)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class _Text(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        when = datetime.fromtimestamp(record.created).strftime("%H:%M:%S")
        rest = " ".join(f"{key}={value!r}" for key, value in _fields(record).items())
        error = "\n" + self.formatException(record.exc_info) if record.exc_info else ""
        return f"{when} {record.levelname.lower():7} {record.getMessage()} {rest}".rstrip() + error
