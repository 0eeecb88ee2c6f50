"""A whole table drawn: the cloth, everything that lies and stands on it, and the light over it."""

from __future__ import annotations

from collections.abc import Sequence

from .cloth import USUAL, cloth, frame, grid, lamp
from .recipes import drawn, in_order
from .scenery import Scenery
from .shapes import CM, INCH, Eye
from .shared import needed


def step_of(unit: str) -> float:
    """How far the lines of a table's grid and the ticks of its ruler are apart: six inches, or ten centimetres."""
    return 10 * INCH / CM if unit == "cm" else 6 * INCH


def table_of(pieces: Sequence[Scenery], eye: Eye, unit: str = "inch", name: str = USUAL, plain: bool = False) -> str:
    """The table in drawing units, from the frame to the roofs; the lamp comes over what stands on it."""
    found = [drawn(piece, eye) for piece in in_order(list(pieces))]
    step = step_of(unit)
    body = cloth(eye, name, plain) + grid(eye, step) + "".join(one.lies for one in found) + "".join(one.over for one in found)
    mark = f'<clipPath id="rim"><rect width="{eye.wide:.0f}" height="{eye.deep:.0f}"/></clipPath>'
    inside = f'<g clip-path="url(#rim)">{body}</g>'
    around = frame(eye, step)
    return f"<defs>{needed(inside + around)}{mark}</defs>{inside}{around}"


__all__ = ["lamp", "step_of", "table_of"]
