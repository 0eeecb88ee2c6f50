"""Scenarios as files and as people write them: what every rulebook reads the same way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import yaml

from ..engine import Scenario, ScenarioError
from .nodes import RosterError


@contextmanager
def reading() -> Iterator[None]:
    """Whatever is wrong with a scenario is said as a ScenarioError, in a line."""
    try:
        yield
    except RosterError as error:
        raise ScenarioError(str(error)) from error
    except msgspec.ValidationError as error:
        raise ScenarioError(f"the scenario does not fit: {error}") from error
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise ScenarioError(f"the scenario cannot be read: {type(error).__name__} {error}") from error


def ready_scenarios(folder: Path) -> dict[str, Scenario]:
    """The scenarios of a folder by name."""
    return {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.yaml"))}
