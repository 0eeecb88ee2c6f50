"""Kernels of arcs and areas: one place, many bodies."""

from __future__ import annotations

from ..constants import ON, X, Y
from .compiled import Ints, Mask, kernel
from .measure import gap_pair


@kernel
def in_sector(dx: int, dy: int, fx: int, fy: int, rx: int, ry: int, lx: int, ly: int, half: int) -> bool:
    """Does a direction lie within `half` of the facing f? r and l are the vectors of its borders, which count."""
    ahead, aside = fx * dx + fy * dy, abs(fx * dy - fy * dx)
    if half == 4500:
        return ahead >= aside
    if half == 9000:
        return ahead >= 0
    if half == 13500:
        return ahead + aside >= 0
    if half >= 18000:
        return True
    if half < 9000:
        return (rx * dy - ry * dx >= 0 and lx * dy - ly * dx <= 0 and ahead >= 0) or (dx == 0 and dy == 0)
    return not (rx * dy - ry * dx < 0 and lx * dy - ly * dx > 0)


@kernel
def arc_rows(
    bodies: Ints, n: int, x: int, y: int, fx: int, fy: int, rx: int, ry: int, lx: int, ly: int, half: int, out: Mask
) -> None:
    """Whose centres lie within `half` of the facing f; r and l are the vectors of its borders."""
    for j in range(n):
        out[j] = bodies[j, ON] != 0 and in_sector(bodies[j, X] - x, bodies[j, Y] - y, fx, fy, rx, ry, lx, ly, half)


@kernel
def reach_rows(
    bodies: Ints, corner: Ints, i: int, rows: Ints, reach: int, x: int, y: int,
    fx: int, fy: int, rx: int, ry: int, lx: int, ly: int, half: int, out: Mask,
) -> None:  # fmt: skip
    """Which of some rows are within reach of a body, edge to edge, with their centre in an arc from x, y."""
    for k in range(rows.size):
        j = rows[k]
        near = in_sector(bodies[j, X] - x, bodies[j, Y] - y, fx, fy, rx, ry, lx, ly, half)
        out[k] = near and gap_pair(bodies, corner, i, j) <= reach
