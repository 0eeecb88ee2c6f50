"""What all commands share: the app, output, and finding systems and scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
import yaml
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..engine import Scenario, System
from ..systems import SYSTEMS

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Little Wars: miniature wargames, played, tested and balanced by computer.",
)
console = Console(highlight=False)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]


class BadInput(Exception):
    """Something the user gave does not fit; the text says what."""


def find_system(name: str) -> System[Any]:
    """A rulebook by name."""
    if name not in SYSTEMS:
        raise BadInput(f"there is no system {name!r}; there are {', '.join(SYSTEMS)}")
    return SYSTEMS[name]


def find_scenario(system: System[Any], name: str) -> Scenario:
    """A ready scenario by name, or a scenario file."""
    ready = system.scenarios()
    if name in ready:
        return ready[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml"):
        data: Scenario = read_yaml(path)
        return data
    raise BadInput(f"{system.name} has no scenario {name!r}; it has {', '.join(ready)}")


def read_yaml(path: Path) -> Any:
    """A YAML file that holds a mapping."""
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise BadInput(f"{path}: not YAML: {error}") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path}: not a text file") from error
    if not isinstance(data, dict):
        raise BadInput(f"{path}: a mapping is expected")
    return data


def to_json(data: Any) -> str:
    """Any report as JSON."""
    return json.dumps(msgspec.to_builtins(data, str_keys=True, enc_hook=str), indent=2, ensure_ascii=False)


def say_json(data: Any) -> None:
    """Print a report as JSON."""
    print(to_json(data))


def say(text: str) -> None:
    """Print a line as it is: square brackets are not markup."""
    console.print(text, markup=False, soft_wrap=True)


@contextmanager
def progress(what: str, total: int, quiet: bool = False) -> Iterator[Any]:
    """A progress bar on the error stream; `tick()` moves it on."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def write_text(path: Path, text: str) -> None:
    """Write a file whole, or not at all."""
    path.write_text(text, encoding="utf-8")
