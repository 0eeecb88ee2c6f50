"""What all commands share: the app, output, and finding and guarding what the user names."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from littlewars import __version__
from littlewars.systems import REGISTRY, SYSTEMS
from littlewars.untrusted import MOST_BYTES, QUOTED, cut, quote

if TYPE_CHECKING:
    from littlewars.engine import Scenario, System

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
console = Console(highlight=False)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"littlewars {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")] = False,
) -> None:
    """Little Wars: miniature wargames, played, tested and balanced by computer."""


AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Svg = Annotated[Path | None, typer.Option("--svg", help="Draw the table into this file.")]
WIDE = 120  # columns of a table that goes into a file or a pipe


class BadInput(Exception):
    """Something the user gave does not fit; the text says what."""


# ---- finding


def known(name: str, names: list[str], what: str) -> str:
    """This name, if it is one of these; else BadInput with what it may have meant."""
    if name in names:
        return name
    near = get_close_matches(name, names, 3, 0.75)
    hint = (
        f"did you mean {' or '.join(near)}?"
        if near
        else f"there are {', '.join([*names[:20], *(['…'] if len(names) > 20 else [])])}"
    )
    raise BadInput(f"there is no {what} {quote(name)}; {hint}")


def find_system(name: str, where: str = "") -> System[Any]:
    """A rulebook by name, and where that was read."""
    try:
        return SYSTEMS[known(name, list(REGISTRY), "system")]
    except BadInput as error:
        raise BadInput(f"{where}: {error}" if where else str(error)) from None


def find_scenario(system: System[Any], name: str) -> Scenario:
    """A ready scenario by name, or a scenario file."""
    ready = system.scenarios()
    if name not in ready and looks_like_a_file(name):
        return read_yaml(Path(name))
    return ready[known(name, list(ready), f"{system.name} scenario")]


@contextmanager
def blaming(name: str) -> Iterator[None]:
    """Whatever breaks while a scenario is set up is the scenario's fault."""
    from littlewars.engine import ScenarioError

    try:
        yield
    except ScenarioError as error:
        raise BadInput(f"{name}: {error}") from error
    except (ArithmeticError, LookupError, MemoryError, RecursionError, TypeError, ValueError) as error:
        raise BadInput(f"{name}: the scenario cannot be read: {type(error).__name__} {error}") from error


def set_up(system: System[Any], scenario: Scenario, name: str) -> Any:
    """The state that a scenario begins with."""
    with blaming(name):
        return system.setup(scenario)


def looks_like_a_file(name: str) -> bool:
    """Is a file meant, and not the name of something ready?"""
    return name.endswith((".yaml", ".yml")) or os.sep in name or os.path.lexists(name)


def read_yaml(path: Path) -> dict[str, Any]:
    """A YAML file that holds a mapping: small, without tags, aliases and bottomless nesting."""
    from littlewars.muster import read_file

    data = read_file(check_input(path)).plain()
    if not isinstance(data, dict):
        raise BadInput(f"{path}: a mapping is expected")
    return data


def check_input(path: Path, most: int = MOST_BYTES) -> Path:
    """A file that can be read and is not too large; BadInput otherwise, before anything is opened."""
    try:
        if path.is_dir():
            raise BadInput(f"{path}: is a directory, a file is expected")
        if not path.exists():
            raise BadInput(f"{path}: there is no such file")
        if not path.is_file():
            raise BadInput(f"{path}: is not a plain file")
        if path.stat().st_size > most:
            raise BadInput(f"{path}: larger than {most // 1_000_000} MB")
    except (OSError, ValueError, RuntimeError) as error:  # too long a name, a ring of links, a closed folder
        raise BadInput(f"{cut(str(path), QUOTED)}: {getattr(error, 'strerror', None) or error}") from error
    if not os.access(path, os.R_OK):
        raise BadInput(f"{path}: may not be read")
    return path


def check_output(*paths: Path | None, inputs: tuple[str | Path, ...] = ()) -> None:
    """Files that can be written, before the work begins: none twice, none that was also given to be read."""
    given = [path for path in paths if path is not None]
    for path in given:
        if path.is_dir():
            raise BadInput(f"{path}: is a directory, a file is expected")
        if not path.parent.is_dir():
            raise BadInput(f"{path}: there is no directory {path.parent}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise BadInput(f"{path}: may not be written")
        if path.exists() and any(os.path.exists(other) and path.samefile(other) for other in inputs):
            raise BadInput(f"{path}: is to be read, and would be written over")
    if len({os.path.realpath(path) for path in given}) < len(given):
        raise BadInput(f"{given[0]}: named for two files")


# ---- saying


def clean(text: str) -> str:
    """Text for a terminal: no escape sequences from other people's files."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def say(text: str, style: str = "") -> None:
    """Print a line as it is: square brackets are not markup."""
    console.print(Text(clean(text), style=style), soft_wrap=True)


def say_json(data: Any) -> None:
    """Print a report as JSON."""
    print(json.dumps(msgspec.to_builtins(data, str_keys=True, enc_hook=str), indent=2, ensure_ascii=False))


def show(table: Table) -> None:
    """Print a table, as wide as the window, or wide enough for a file."""
    console.print(table, width=None if console.is_terminal else WIDE)


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """A progress bar on the error stream if that is a terminal; `tick()` moves it on. Without a total it only turns."""
    err = Console(stderr=True)
    counted = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) if total is not None else ()
    with Progress(
        SpinnerColumn(), TextColumn("{task.description}"), *counted, console=err, transient=True, disable=not err.is_terminal
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def write_text(path: Path, text: str) -> None:
    """Write a file whole, or not at all; what is no plain file (a pipe, a terminal) is written to as it is."""
    data = text.encode("utf-8", "backslashreplace")
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    place = Path(os.path.realpath(path))
    handle, draft = tempfile.mkstemp(prefix=f".{place.name[:40]}.", dir=place.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(draft, place.stat().st_mode if place.exists() else 0o666 & ~_umask())
        os.replace(draft, place)
    except BaseException:
        os.unlink(draft)
        raise


def _umask() -> int:
    """The user's own mask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
