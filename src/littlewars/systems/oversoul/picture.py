"""The table as a picture."""

from __future__ import annotations

from typing import Any

from .state import State


def scene(state: State) -> Any:
    """What the picture shows."""
    return None
