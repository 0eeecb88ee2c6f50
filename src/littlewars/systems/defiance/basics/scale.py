"""The two scales: inches for 30mm figures, doubled and in centimetres for 15mm ones (defiance.scale.*).

The engine reckons in thousandths of a rule inch; scenarios and cards speak the scale of their game.
"""

from __future__ import annotations

from typing import Any

from littlewars.engine.measures import INCHES, Measure

from .numbers import INCH

SCALES = {"30mm": INCHES, "15mm": Measure("cm", 2, " cm")}  # defiance.scale.default-30mm, defiance.scale.15mm-conversion


def from_people(number: float, scale: str = "30mm") -> int:
    """What somebody measured, in thousandths of a rule inch."""
    if number != number:  # a number that is none
        raise ValueError(f"{number} is no length")
    return round(number * INCH / SCALES[scale].factor)


def to_people(thousandths: int, scale: str = "30mm") -> float:
    """Thousandths of a rule inch as people measure them."""
    value = thousandths * SCALES[scale].factor / INCH
    return int(value) if value == int(value) else value


def point(raw: Any, scale: str = "30mm") -> tuple[int, int]:
    """A place as people write it."""
    x, y = raw
    return from_people(x, scale), from_people(y, scale)


def place(at: tuple[int, int], scale: str = "30mm") -> list[float]:
    """A place for people."""
    return [to_people(at[0], scale), to_people(at[1], scale)]


def format_length(thousandths: float, scale: str = "30mm") -> str:
    """A distance with its unit: 5″, or 10 cm."""
    return SCALES[scale].text(thousandths)
