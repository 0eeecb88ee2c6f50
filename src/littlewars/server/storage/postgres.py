"""A real PostgreSQL to try a server on: made in a folder of its own, on a free port, with its files flushed as in earnest."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path


class Postgres:
    """A PostgreSQL that runs."""

    def __init__(self, port: int) -> None:
        self.port, self._names = port, count(1)

    def url(self, name: str) -> str:
        """The address of a database of it."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def fresh(self) -> str:
        """The address of an empty database."""
        import psycopg

        name = f"battles{next(self._names)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)


def binaries() -> Path:
    """Where initdb and postgres are; installed if this machine has none and lets us."""
    for attempt in range(2):
        found = shutil.which("initdb")
        folders = [Path(found).resolve().parent] if found else []
        folders += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
        for folder in folders:
            if (folder / "initdb").exists() and (folder / "postgres").exists():
                return folder
        if attempt == 0 and hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
            subprocess.run(["apt-get", "update", "-qq"], check=False, capture_output=True)
            subprocess.run(["apt-get", "install", "-y", "-qq", "postgresql"], check=False, capture_output=True)
    raise RuntimeError("PostgreSQL is needed: install it, so that `initdb` and `postgres` are in the PATH")


def free_port() -> int:
    """A port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def start_postgres() -> Iterator[Postgres]:
    """Run one, for a while."""
    folder, port = binaries(), free_port()
    home = Path(tempfile.mkdtemp(prefix="littlewars-postgres-"))
    as_user: list[str] = []
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # it refuses to run as root
        shutil.chown(home, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    data = home / "data"
    log = (home / "log").open("wb")
    try:
        subprocess.run(
            [*as_user, folder / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"],
            check=True,
            capture_output=True,
            cwd=home,
        )
        options = ["-h", "127.0.0.1", "-p", str(port), "-c", "unix_socket_directories=", "-c", "max_connections=200"]
        server = subprocess.Popen([*as_user, folder / "postgres", "-D", data, *options], stdout=log, stderr=log, cwd=home)
        try:
            _wait(port, server, home / "log")
            yield Postgres(port)
        finally:
            _stop(data, server)
    finally:
        log.close()
        shutil.rmtree(home, ignore_errors=True)


def _stop(data: Path, server: subprocess.Popen[bytes]) -> None:
    """The number of the server itself stands in its folder; we may have started another program that started it."""
    try:
        os.kill(int((data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGINT)
    except (OSError, ValueError, IndexError):
        server.terminate()
    server.wait(20)


def _wait(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    import psycopg

    for _ in range(300):
        try:
            psycopg.connect(f"postgresql://postgres@127.0.0.1:{port}/postgres", connect_timeout=2).close()
        except psycopg.OperationalError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"PostgreSQL does not start: {log.read_text(errors='replace')[-2000:]}")
