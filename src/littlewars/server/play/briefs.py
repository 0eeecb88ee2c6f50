"""What a scenario tells its players before the first decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from littlewars.engine import Scenario

from ..wire import Brief

LONGEST = 300  # letters: a scenario may be anybody's


def brief_of(scenario: Scenario, side: str = "") -> Brief | None:
    """The briefing of a side; a task that is not the same for all is told to its side, to others all of them."""
    raw = scenario.get("brief")
    if not isinstance(raw, Mapping):
        return None
    minutes = raw.get("minutes")
    return Brief(
        _task(raw.get("task"), side),
        _text(raw.get("ends")),
        _text(raw.get("watch")),
        minutes if isinstance(minutes, int) and 0 < minutes < 10_000 else 0,
    )


def _task(raw: Any, side: str) -> str:
    if not isinstance(raw, Mapping):
        return _text(raw)
    return _text(raw[side]) if side in raw else " ".join(f"{name}: {_text(task)}" for name, task in raw.items())[:LONGEST]


def _text(raw: Any) -> str:
    return raw[:LONGEST] if isinstance(raw, str) else ""
