"""Kernels of glimpses: what somebody who stands still notices of a body at each place of a way, and where he must look."""

from __future__ import annotations

from math import floor

from ..constants import FOOT, NONE, START, STOP, X, Y
from .area import in_sector
from .compiled import Bytes, Floats, Ints, kernel
from .measure import ceil_root
from .screen import screen_places
from .sight import see_pair


@kernel
def glimpse_places(
    bodies: Ints, n: int, corner: Ints, viewer: int, places: Ints, feet: Ints, arc: Ints, verts: Ints, pieces: Ints, rule: Ints,
    most: int, lines: Ints, work: Floats, spans: Floats, code: Bytes, out: Ints,
) -> None:  # fmt: skip
    """For each place, with the body in the scratch row there: in the arc or not, how far off, seen or not, and the code of
    who screens it. Nobody looks farther than `most`. The arc: half of it, then the vectors of its middle and borders."""
    ax, ay = bodies[viewer, X], bodies[viewer, Y]
    for k in range(places.shape[0]):
        dx, dy = places[k, 0] - ax, places[k, 1] - ay
        inside = in_sector(dx, dy, arc[1], arc[2], arc[3], arc[4], arc[5], arc[6], arc[0])
        far = ceil_root(dx * dx + dy * dy)
        out[0, k], out[1, k], out[2, k], out[3, k] = 1 if inside else 0, far, 0, 0
        if not inside or far > most:
            continue
        bodies[0, X], bodies[0, Y], bodies[0, FOOT] = places[k, 0], places[k, 1], feet[k]
        if see_pair(bodies, corner, viewer, 0, verts, pieces, rule, lines, work, spans) == NONE:
            continue
        out[2, k] = 1
        screen_places(bodies, n, viewer, places[k : k + 1], code)
        out[3, k] = code[0]


@kernel
def step_across(ax: int, ay: int, bx: int, by: int, n: int, px: int, py: int, dx: int, dy: int, ray: bool) -> int:
    """The last step before a leg of n steps meets the line through p along d; -1 if it does not. Of a ray only what is ahead
    of p counts, otherwise only what is within d."""
    lx, ly = bx - ax, by - ay
    den = lx * dy - ly * dx
    if den == 0:
        return -1
    t = ((px - ax) * dy - (py - ay) * dx) / den
    s = ((px - ax) * ly - (py - ay) * lx) / den
    if t < 0 or t > 1 or s < 0 or (not ray and s > 1):
        return -1
    return floor(t * n)


@kernel
def crossing_steps(
    ax: int, ay: int, bx: int, by: int, n: int, x: int, y: int, verts: Ints, pieces: Ints, near: Ints, rays: Ints, out: Ints
) -> int:
    """Where a leg meets rays from a place past the corners of some pieces, the pieces' outlines, and rays along some vectors:
    the last step before each; how many there are. `near`: the rows of the pieces."""
    count = 0
    for k in range(rays.shape[0]):
        step = step_across(ax, ay, bx, by, n, x, y, rays[k, 0], rays[k, 1], True)
        if step >= 0:
            out[count] = step
            count += 1
    for row in near:
        start, stop = pieces[row, START], pieces[row, STOP]
        for k in range(start, stop):
            px, py = verts[k, 0], verts[k, 1]
            after = k + 1 if k + 1 < stop else start
            past = step_across(ax, ay, bx, by, n, x, y, px - x, py - y, True)
            if past >= 0:
                out[count] = past
                count += 1
            on = step_across(ax, ay, bx, by, n, px, py, verts[after, 0] - px, verts[after, 1] - py, False)
            if on >= 0:
                out[count] = on
                count += 1
    return count
