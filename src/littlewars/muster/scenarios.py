"""Scenarios as files and as people write them: what every rulebook reads the same way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import yaml

from littlewars.engine import Scenario, ScenarioError

from .nodes import RosterError

LONGEST = 60
WRONG = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError)


@contextmanager
def reading() -> Iterator[None]:
    """Whatever is wrong with a scenario is said as a ScenarioError, in a line."""
    try:
        yield
    except RosterError as error:
        raise ScenarioError(str(error)) from error
    except msgspec.ValidationError as error:
        raise ScenarioError(f"the scenario does not fit: {error}") from error
    except WRONG as error:
        raise ScenarioError(f"the scenario cannot be read: {type(error).__name__} {error}") from error


@contextmanager
def about(what: str) -> Iterator[None]:
    """While this is read, what is wrong is said of it, in words that are not Python's."""
    try:
        yield
    except msgspec.ValidationError as error:
        raise ScenarioError(f"{what}: {error}") from error
    except KeyError as error:
        raise ScenarioError(f"{what}: {short(error.args[0] if error.args else '')} is missing or unknown") from error
    except ValueError as error:
        if not str(error) or isinstance(error, UnicodeError):
            raise ScenarioError(f"{what} cannot be read") from error
        raise ScenarioError(f"{what}: {error}") from error
    except WRONG as error:
        raise ScenarioError(f"{what}: something of another kind is written there than is read") from error


def short(value: object) -> str:
    """What was written, for a message; it may be anything."""
    try:
        shown = repr(value)
    except (ValueError, RecursionError):  # a number of more digits than Python writes
        return "a number beyond all bounds"
    return shown if len(shown) <= LONGEST else shown[: LONGEST - 1] + "…"


def ready_scenarios(folder: Path) -> dict[str, Scenario]:
    """The scenarios of a folder by name."""
    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.yaml"))}
