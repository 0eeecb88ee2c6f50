"""The `littlewars` command: every report as text or `--json`, every fault in one line, never a traceback.

What is costly to import (numba, NumPy, shapely, a rulebook) is imported inside the commands that need it.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import typer

from . import armies, battles, reports, serve, tables
from .shared import BadInput, app, clean

COMMANDS = (armies, battles, reports, serve, tables)  # importing them adds their commands to the app
FAULTS = (  # bad input, not a bug: known by name, so that no module is imported only to be asked
    ("littlewars.engine", ("Refusal", "RuleBug", "ScenarioError", "TooManyBranches")),
    ("littlewars.engine.cases", ("CaseError",)),
    ("littlewars.engine.catalogue.coverage", ("NoTests",)),
    ("littlewars.engine.journal", ("JournalError",)),
    ("littlewars.engine.catalogue.rulebook", ("RulebookError",)),
    ("littlewars.lab.simulate", ("BattleFault",)),
    ("littlewars.muster", ("RosterError",)),
    ("littlewars.players", ("UnknownPlayer",)),
    ("littlewars.table.maps.files", ("MapError",)),
)


def main() -> None:
    """Run a command; bad input ends with 1 and a line that says why. LITTLEWARS_TRACE=1 shows where a bug is."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as done:
        code = done.exit_code
    except (typer.Abort, KeyboardInterrupt):
        _fail("stopped")
    except BrokenPipeError:
        _nobody_listens()
    except Exception as error:
        if os.environ.get("LITTLEWARS_TRACE"):
            raise
        _fail(_reason(error))
    sys.exit(code or 0)


def _reason(error: Exception) -> str:
    """What to say of an error: its own words if the input is to blame, more if it is us."""
    told = getattr(error, "format_message", None)  # the command line's own complaints about words and options
    if told is not None:
        return str(told()) or "name a command (above)"
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename and error.strerror else str(error)
    if isinstance(error, (BadInput, *_known())):
        return str(error) or type(error).__name__
    return f"a bug: {type(error).__name__}: {error} (LITTLEWARS_TRACE=1 shows where)"


def _known() -> tuple[type[Exception], ...]:
    """The faults of the modules that are in use."""
    rooms = [(sys.modules[module], names) for module, names in FAULTS if module in sys.modules]
    return tuple(getattr(module, name) for module, names in rooms for name in names if hasattr(module, name))


def _nobody_listens() -> NoReturn:
    """The reader of our output has gone: end without a word, also from the buffer."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(1)


def _fail(text: str) -> NoReturn:
    line = " ".join(clean(text).split())
    print("littlewars: " + (line if len(line) <= 1000 else line[:999] + "…"), file=sys.stderr)
    sys.exit(1)
