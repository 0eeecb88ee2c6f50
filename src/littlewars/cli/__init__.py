"""The `littlewars` command: every report as text or `--json`, every fault in one line, never a traceback."""

from __future__ import annotations

import sys

import typer

from ..engine import Refusal, RuleBug, ScenarioError, TooManyBranches
from ..engine.cases import CaseError
from ..engine.coverage import NoTests
from ..engine.journal import JournalError
from ..engine.rulebook import RulebookError
from ..muster import RosterError
from ..players import UnknownPlayer
from ..table.maps import MapError
from . import armies, battles, reports, tables
from .shared import BadInput, app

FAULTS = (
    BadInput,
    CaseError,
    JournalError,
    MapError,
    NoTests,
    OSError,
    Refusal,
    RosterError,
    RuleBug,
    RulebookError,
    ScenarioError,
    TooManyBranches,
    UnicodeDecodeError,
    UnknownPlayer,
)
COMMANDS = (armies, battles, reports, tables)  # importing them adds their commands to the app


def main() -> None:
    """Run a command; bad input ends with 1 and a line that says why."""
    try:
        sys.exit(app(standalone_mode=False) or 0)
    except typer.Exit as done:
        sys.exit(done.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        _fail("stopped")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)
    except FAULTS as error:
        _fail(str(error) or type(error).__name__)
    except Exception as error:
        told = getattr(error, "format_message", None)  # the command line's own complaints about words and options
        if told is None:
            raise
        _fail(told())


def _fail(text: str) -> None:
    print("littlewars: " + " ".join(text.split()), file=sys.stderr)
    sys.exit(1)
