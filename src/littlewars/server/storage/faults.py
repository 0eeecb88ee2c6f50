"""What is wrong with a database, in plain words: for the one who plays, and for the one who runs the server."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

AWAY = "the database does not answer at the moment"
WORDS: Mapping[str, str] = {  # what databases say, and what it means
    "locked": "the database is held by another process",
    "disk is full": "the disk is full",
    "no space left": "the disk is full",
    "disk i/o error": "the disk cannot be written",
    "readonly": "the database can only be read",
    "read-only": "the database can only be read",
    "unable to open": "the database file cannot be opened",
    "not a database": "the file is no database of ours",
    "malformed": "the database file is damaged",
    "does not exist": "there is no such database",
    "authentication failed": "the database does not take this user and password",
}


class StorageError(Exception):
    """Something could not be written; it did not happen."""


class CannotOpen(Exception):
    """The database cannot be used, and why."""


def reason(error: BaseException) -> str:
    """Why it did not work."""
    told = str(getattr(error, "orig", None) or error).lower()
    return next((words for sign, words in WORDS.items() if sign in told), AWAY)


def is_one_battles(error: BaseException) -> bool:
    """Is it the fault of one battle's lines, and not the database's?"""
    return isinstance(error, IntegrityError)


def opening(url: URL, error: BaseException) -> CannotOpen:
    """What to tell the one who starts a server."""
    where = url.database if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    if isinstance(error, ModuleNotFoundError):
        return CannotOpen(f"PostgreSQL needs a driver: pip install littlewars[postgres] (there is no {error.name})")
    first = str(getattr(error, "orig", None) or error).strip().partition("\n")[0]
    return CannotOpen(f"the database {where} cannot be opened: {reason(error)} ({first[:200]})")
