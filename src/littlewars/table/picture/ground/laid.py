"""A whole table drawn: the cloth, everything that lies and stands on it, and the light over it."""

from __future__ import annotations

from collections.abc import Sequence

from .cloth import USUAL, cloth, frame, grid, lamp
from .lie import patch
from .recipes import drawn, in_order
from .scenery import Drawn, Scenery, Site
from .shapes import CM, INCH, Projection
from .shared import needed

MOST_MODELLED = 150  # pieces; of a table with more the rest are patches, so that whoever sends a heap gets a picture at once


def plain_of(piece: Scenery, eye: Projection) -> Drawn:
    """A piece as its outline in its colour, and nothing else."""
    return patch(Site(piece, eye))


def step_of(unit: str) -> float:
    """How far the lines of a table's grid and the ticks of its ruler are apart: six inches, or ten centimetres."""
    return 10 * INCH / CM if unit == "cm" else 6 * INCH


def table_of(pieces: Sequence[Scenery], eye: Projection, unit: str = "inch", name: str = USUAL, plain: bool = False) -> str:
    """The table in drawing units, from the frame to the roofs; the lamp comes over what stands on it."""
    ordered = in_order(list(pieces))
    found = [drawn(piece, eye) for piece in ordered[:MOST_MODELLED]] + [
        plain_of(piece, eye) for piece in ordered[MOST_MODELLED:]
    ]
    step = step_of(unit)
    body = cloth(eye, name, plain) + grid(eye, step) + "".join(one.lies for one in found) + "".join(one.over for one in found)
    mark = f'<clipPath id="rim"><rect width="{eye.wide:.0f}" height="{eye.deep:.0f}"/></clipPath>'
    inside = f'<g clip-path="url(#rim)">{body}</g>'
    around = frame(eye, step)
    return f"<defs>{needed(inside + around)}{mark}</defs>{inside}{around}"


__all__ = ["lamp", "step_of", "table_of"]
