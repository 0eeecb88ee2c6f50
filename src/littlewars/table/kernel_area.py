"""Kernels of arcs and areas: one place, many bodies."""

from __future__ import annotations

from .constants import ON, X, Y
from .kernel import Ints, Mask, kernel
from .kernel_measure import gap_pair


@kernel
def arc_rows(
    bodies: Ints, n: int, x: int, y: int, fx: int, fy: int, rx: int, ry: int, lx: int, ly: int, half: int, out: Mask
) -> None:
    """Whose centres lie within `half` of the facing f; r and l are the vectors of its borders."""
    for j in range(n):
        if bodies[j, ON] == 0:
            out[j] = False
            continue
        dx, dy = bodies[j, X] - x, bodies[j, Y] - y
        ahead, aside = fx * dx + fy * dy, abs(fx * dy - fy * dx)
        if half == 4500:
            out[j] = ahead >= aside
        elif half == 9000:
            out[j] = ahead >= 0
        elif half == 13500:
            out[j] = ahead + aside >= 0
        elif half >= 18000:
            out[j] = True
        elif half < 9000:
            out[j] = (rx * dy - ry * dx >= 0 and lx * dy - ly * dx <= 0 and ahead >= 0) or (dx == 0 and dy == 0)
        else:
            out[j] = not (rx * dy - ry * dx < 0 and lx * dy - ly * dx > 0)


@kernel
def circle_rows(bodies: Ints, corner: Ints, n: int, i: int, radius: int, touch: Mask, out: Mask) -> None:
    """Who is within a radius of the point in row i: by centre, or by any part of the base."""
    for j in range(n):
        out[j] = False
        if bodies[j, ON] == 0:
            continue
        if touch[j]:
            out[j] = gap_pair(bodies, corner, i, j) <= radius
        else:
            dx, dy = bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y]
            out[j] = dx * dx + dy * dy <= radius * radius
