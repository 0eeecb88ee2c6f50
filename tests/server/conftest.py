"""A real server for the tests, and a real PostgreSQL: both are started here, and ended."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from littlewars.server.storage.postgres import Postgres, start_postgres
from tests.server.desk import House, start_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server in this process, with wide limits, for all tests that need no other."""
    with start_house(f"sqlite:///{tmp_path_factory.mktemp('house')}/battles.sqlite3") as made:
        yield made


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL of our own."""
    with start_postgres() as made:
        yield made


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/battles.sqlite3"
    made: Postgres = request.getfixturevalue("postgres")
    return made.fresh()
