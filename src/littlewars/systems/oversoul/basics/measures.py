"""People's units: inches outside, thousandths inside."""

from __future__ import annotations

from typing import Any

from .state import INCH


def thousandths(number: float) -> int:
    """Inches to thousandths."""
    return round(number * INCH)


def point(raw: Any) -> tuple[int, int]:
    """A place in inches."""
    x, y = raw
    return thousandths(x), thousandths(y)
