"""`littlewars serve`: the browser table."""

from __future__ import annotations

import os
import sys
from threading import Thread
from typing import Annotated

import typer

from .shared import BadInput, app, say


@app.command()
def serve(
    host: Annotated[str | None, typer.Option("--host", help="Where to listen (default: 127.0.0.1, this machine only).")] = None,
    port: Annotated[int | None, typer.Option("--port", min=0, max=65535, help="The port (default: 8000).")] = None,
    database: Annotated[
        str | None,
        typer.Option("--database", help="Where battles are kept: sqlite:///file or postgresql://… (default: a file of yours)."),
    ] = None,
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")] = False,
) -> None:
    """Play in the browser: serve the table until Ctrl-C."""
    from littlewars.server.app import run
    from littlewars.server.config import BadConfig, from_environment
    from littlewars.server.storage.faults import CannotOpen

    try:
        config = from_environment({"host": host, "port": port, "database": database})
    except BadConfig as error:
        raise BadInput(str(error)) from error

    def ready(address: str) -> None:
        say(f"Little Wars: {address}  (Ctrl-C stops it)")
        sys.stdout.flush()
        if not no_open and _has_display():
            Thread(target=_open, args=(address,), daemon=True).start()

    try:
        run(config, ready)
    except CannotOpen as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"cannot serve at {config.host}:{config.port}: {error.strerror or error}") from error


def _has_display() -> bool:
    """Is there a screen on which a browser could open?"""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)
