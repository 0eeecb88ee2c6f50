"""Kernel of glimpses: what somebody who stands still notices of a body at each place of a way."""

from __future__ import annotations

from .constants import FOOT, NONE, X, Y
from .kernel import Bytes, Floats, Ints, kernel
from .kernel_area import in_sector
from .kernel_measure import ceil_root
from .kernel_screen import screen_places
from .kernel_sight import see_pair


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
        out[k, 0], out[k, 1], out[k, 2], out[k, 3] = 1 if inside else 0, far, 0, 0
        if not inside or far > most:
            continue
        bodies[0, X], bodies[0, Y], bodies[0, FOOT] = places[k, 0], places[k, 1], feet[k]
        if see_pair(bodies, corner, viewer, 0, verts, pieces, rule, lines, work, spans) == NONE:
            continue
        out[k, 2] = 1
        screen_places(bodies, n, viewer, places[k : k + 1], code)
        out[k, 3] = code[0]
