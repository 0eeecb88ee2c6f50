"""Random maps that favour nobody: every piece has its twin on the other half of the table."""

from __future__ import annotations

import random
from typing import Any, Literal

import shapely

from ..facing import Point, step_to
from ..shapes.bases import Box, corners
from ..terrain.pieces import IN_AN_INCH, Piece, piece
from .files import Map, faults, tidy

Symmetry = Literal["point", "mirror"]
_TRIES = 400
SPACING, MARGIN = 6001, 1000  # of a table in inches

# kind: how often, and how large (least and most length of a side or diameter, in thousandths of an inch)
_CHOICE: dict[str, tuple[int, int, int]] = {
    "sparse-wood": (4, 4000, 8000),
    "dense-wood": (3, 4000, 7000),
    "hedge": (3, 4000, 8000),
    "low-wall": (2, 4000, 8000),
    "building": (2, 4000, 6000),
    "boulder": (2, 1500, 3000),
    "hill": (2, 6000, 9000),
    "rubble": (2, 3000, 5000),
    "crater": (1, 2000, 4000),
    "lake": (1, 4000, 7000),
}
_THIN = {"hedge": 500, "low-wall": 500}
_SQUARE = ("building",)


def generate(
    seed: int, size: Point = (48000, 48000), *, unit: str = "inch", pairs: int = 4, spacing: int | None = None,
    symmetry: Symmetry = "point", kinds: tuple[str, ...] = (), margin: int | None = None,
) -> Map:  # fmt: skip
    """A fair random map: pairs of twin pieces, each farther than `spacing` from all others; fewer where there is no room.

    Lengths that are not given are those of a table in inches, as long on one in centimetres.
    """
    scale = IN_AN_INCH[unit]
    spacing = round(SPACING * scale) if spacing is None else spacing
    margin = round(MARGIN * scale) if margin is None else margin
    rng = random.Random(f"map-{seed}")  # the map's own stream: other dice do not move it
    names = kinds or tuple(_CHOICE)
    placed: list[Piece] = []
    shapes: list[Any] = []
    tries = 0
    while len(placed) < 2 * pairs and tries < _TRIES:
        tries += 1
        kind = rng.choices(names, [_CHOICE.get(k, (1, 0, 0))[0] for k in names])[0]
        one = piece(f"{kind}-{len(placed) // 2 + 1}a", kind, _outline(rng, kind, size, margin, scale), unit)
        two = piece(f"{kind}-{len(placed) // 2 + 1}b", kind, tidy([_twin(p, size, symmetry) for p in one.outline]), unit)
        new = [shapely.Polygon(p.outline) for p in (one, two)]
        if faults(one, size) or faults(two, size) or new[0].distance(new[1]) <= spacing:
            continue
        if any(a.distance(b) <= spacing for a in new for b in shapes):
            continue
        placed += [one, two]
        shapes += new
    return Map(size, unit, tuple(placed), f"random {seed}")


def _twin(p: Point, size: Point, symmetry: Symmetry) -> Point:
    """Where a point's twin lies for the player opposite."""
    return (size[0] - p[0], size[1] - p[1]) if symmetry == "point" else (p[0], size[1] - p[1])


def _outline(rng: random.Random, kind: str, size: Point, margin: int, scale: float) -> tuple[Point, ...]:
    """A believable outline of a kind somewhere on the table; its corners on hundredths."""
    least, most = (round(side * scale) for side in _CHOICE.get(kind, (1, 3000, 6000))[1:])
    at = (rng.randrange(margin, size[0] - margin), rng.randrange(margin, size[1] - margin))
    long = rng.randrange(least, most + 1, 100)
    if kind in _THIN or kind in _SQUARE:
        wide = round(_THIN.get(kind, 0) * scale) or rng.randrange(least, most + 1, 100)
        points = list(corners(Box(*at, rng.randrange(0, 18000, 500), long, wide)))
    else:
        n = rng.randrange(6, 11)
        points = [step_to(at, -36000 * k // n, long * rng.randrange(35, 55) // 100) for k in range(n)]
    return tidy([(round(x, -1), round(y, -1)) for x, y in points])
