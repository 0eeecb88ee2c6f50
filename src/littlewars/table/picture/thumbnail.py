"""A table in small: its real map, the zones of both sides, and their forces as rings of their colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..facing import Point
from ..shapes.bases import Poly
from .ground.laid import lamp, table_of
from .ground.scenery import Scenery
from .ground.shapes import Projection, box_of, polygon
from .style import SIDE_COLOURS

RING = 56.0  # the radius of a ring: larger than a base, so that it is seen
APART = 1.25  # of two rings, in their own widths
ROW = 5  # figures of a unit side by side
INNER = 0.4  # where they stand in their zone, from its border towards the enemy: a picture may be cut at the table's edge


@dataclass(frozen=True)
class ForceOnMap:
    """A side: the zone in which it will stand, and how many its units have; or where its figures stand already."""

    side: int
    zone: Poly = ()
    units: Sequence[int] = ()
    at: Sequence[Point] = ()


@dataclass(frozen=True)
class Small:
    """What a small picture shows."""

    eye: Projection
    unit: str
    cloth: str
    pieces: Sequence[Scenery]
    forces: Sequence[ForceOnMap] = ()


def thumbnail(small: Small) -> str:
    """A standalone SVG of the table without its frame."""
    eye = small.eye
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {eye.wide:.0f} {eye.deep:.0f}" '
        f'preserveAspectRatio="xMidYMid slice">{table_of(small.pieces, eye, small.unit, small.cloth, plain=True)}{lamp(eye)}'
        + "".join(_zone(one, eye) for one in small.forces)
        + "".join(_rings(one, eye) for one in small.forces)
        + "</svg>"
    )


def _zone(force: ForceOnMap, eye: Projection) -> str:
    """The zone of a side, in its colour."""
    if not force.zone:
        return ""
    colour = SIDE_COLOURS[force.side % len(SIDE_COLOURS)]
    look = (
        f'fill="{colour}" fill-opacity=".13" stroke="{colour}" stroke-opacity=".75" stroke-width="9" stroke-dasharray="34 24"'
    )
    return polygon(map(eye.at, force.zone), look)


def _rings(force: ForceOnMap, eye: Projection) -> str:
    """Everybody as a ring: where he stands, or in blocks within the zone."""
    colour = SIDE_COLOURS[force.side % len(SIDE_COLOURS)]
    size = RING * max(0.8, min(1.6, eye.wide / 4800))
    places = [eye.at(point) for point in force.at] or _blocks(force, eye, size)
    return "".join(
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{size:.0f}" fill="#15181b" stroke="{colour}" stroke-width="{size * 0.42:.0f}"/>'
        for x, y in places
    )


def _blocks(force: ForceOnMap, eye: Projection, size: float) -> list[tuple[float, float]]:
    """Each unit a block in its part of the zone; it goes on at the next rank where the zone is full."""
    if not force.zone or not force.units:
        return []
    box, step, found = box_of([eye.at(p) for p in force.zone]), 2 * size * APART, list[tuple[float, float]]()
    tall = box.deep > box.wide  # a zone along the west or the east edge is filled from top to bottom
    long, short = (box.deep, box.wide) if tall else (box.wide, box.deep)
    lane = long / len(force.units)
    row = max(1, min(ROW, int(lane / step)))
    most = max(1, int(short / step))
    middle = (box.left + box.right > eye.wide) if tall else (box.top + box.bottom > eye.deep)
    line = short * (INNER if middle else 1 - INNER)
    for k, count in enumerate(force.units):
        ranks = min(most, -(-count // row))
        for n in range(min(count, ranks * row)):
            rank, file = divmod(n, row)
            wide = min(row, count - rank * row)
            along = (k + 0.5) * lane + (file - (wide - 1) / 2) * step
            across = line + (rank - (ranks - 1) / 2) * step
            found.append((box.left + across, box.top + along) if tall else (box.left + along, box.top + across))
    return found
