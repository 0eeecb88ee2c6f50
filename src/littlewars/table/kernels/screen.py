"""Kernels of screens: which lines run through other bodies, through the outlines of units, and what the ground does to each."""

from __future__ import annotations

from typing import Final

from ..constants import BOUND, BOX, CLEAR, FOOT, HAIR, LEVEL, ON, SIDE, SIGHT, SKY, START, STOP, TALL, TOP, X, Y
from .compiled import Bytes, Floats, Ints, kernel
from .lines import holds_point, stretches_in
from .measure import near_segment
from .sight import ENDS, HAS_DEPTH, LINES, fill_lines, line_in_piece, outside_box, too_deep

# what the ground does to a line; one that runs too deep is stopped by pieces in which one of the two stands
UNDRAWN: Final = 0
UNHINDERED: Final = 1
DIMMED: Final = 2
TOO_DEEP: Final = 3
STOPPED: Final = 4


@kernel
def screen_places(bodies: Ints, n: int, i: int, places: Ints, out: Bytes) -> None:
    """For each place: 1 if a comrade of row i, as tall as it at least and on its level, stands on the line from its centre
    deeper than a hair; 2 if a box may do so; else 0."""
    ax, ay = bodies[i, X], bodies[i, Y]
    for k in range(places.shape[0]):
        bx, by = places[k, 0], places[k, 1]
        west, east, south, north = min(ax, bx), max(ax, bx), min(ay, by), max(ay, by)
        out[k] = 0
        for j in range(1, n):
            if bodies[j, ON] == 0 or j == i or bodies[j, SIDE] != bodies[i, SIDE] or bodies[j, LEVEL] != bodies[i, LEVEL]:
                continue
            x, y, r = bodies[j, X], bodies[j, Y], bodies[j, BOUND]
            if x + r <= west or x - r >= east or y + r <= south or y - r >= north or bodies[j, TALL] < bodies[i, TALL]:
                continue
            if bodies[j, BOX] != 0:
                out[k] = 2
            elif near_segment(x, y, ax, ay, bx, by, max(0, r - HAIR) ** 2):
                out[k] = 1
                break


@kernel
def dims(verts: Ints, pieces: Ints, k: int, line: Ints, ix: int, iy: int, jx: int, jy: int, work: Floats) -> bool:
    """Does a line run through a piece that holds neither of the two centres?"""
    first, last = pieces[k, START], pieces[k, STOP]
    if stretches_in(verts, first, last, line[0], line[1], line[2], line[3], work) == 0:
        return False
    return bool(holds_point(verts, first, last, ix, iy) < 0 and holds_point(verts, first, last, jx, jy) < 0)


@kernel
def line_facts(
    bodies: Ints, corner: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints,
    outlines: Ints, ends: Ints, boxes: Ints, lines: Ints, work: Floats, spans: Floats, facts: Bytes, through: Bytes,
) -> None:  # fmt: skip
    """For each viewer, row and line what the ground does to it (`UNDRAWN` to `STOPPED`), and which outlines it runs through.

    A piece that covers and holds neither centre dims a line that it does not stop, unless one of the two is in the air.
    """
    for v in range(viewers.size):
        for t in range(rows.size):
            i, j = viewers[v], rows[t]
            ix, iy, jx, jy = bodies[i, X], bodies[i, Y], bodies[j, X], bodies[j, Y]
            if ix == jx and iy == jy:
                facts[v, t, 0] = UNHINDERED
                continue
            a, b = (i, j) if ix < jx or (ix == jx and iy < jy) else (j, i)
            za, zb = bodies[a, FOOT] + bodies[a, TALL], bodies[b, FOOT] + bodies[b, TALL]
            aloft = max(za, zb) > SKY
            n = fill_lines(bodies, corner, a, b, rule[LINES], rule[ENDS], lines)
            for m in range(n):
                line = lines[m]
                state = UNHINDERED
                for k in range(pieces.shape[0]):
                    if outside_box(line, pieces, k) or (pieces[k, SIGHT] == CLEAR and covers[k] == 0):
                        continue
                    does = 0
                    if pieces[k, SIGHT] != CLEAR and pieces[k, TOP] >= za and pieces[k, TOP] >= zb:
                        does = line_in_piece(bodies, corner, i, j, line, a == i, za, zb, verts, pieces, k, rule, work)
                    if does == 2:
                        state = STOPPED
                        break
                    if (
                        state == UNHINDERED
                        and covers[k] != 0
                        and not aloft
                        and dims(verts, pieces, k, line, ix, iy, jx, jy, work)
                    ):
                        state = DIMMED
                if state < STOPPED and rule[HAS_DEPTH] != 0 and too_deep(line, za, zb, verts, pieces, rule, work, spans):
                    state = TOO_DEEP
                facts[v, t, m] = state
                west, east = min(line[0], line[2]), max(line[0], line[2])
                south, north = min(line[1], line[3]), max(line[1], line[3])
                for h in range(ends.size - 1):
                    first, last = ends[h], ends[h + 1]
                    if east <= boxes[h, 0] or west >= boxes[h, 2] or north <= boxes[h, 1] or south >= boxes[h, 3]:
                        continue
                    if last - first > 2 and stretches_in(outlines, first, last, line[0], line[1], line[2], line[3], work) > 0:
                        through[v, t, m, h] = 1


@kernel
def held_by(bodies: Ints, rows: Ints, outlines: Ints, ends: Ints, out: Bytes) -> None:
    """For each row and outline: 1 if the outline holds the centre, its edge included."""
    for t in range(rows.size):
        for h in range(ends.size - 1):
            first, last = ends[h], ends[h + 1]
            inside = last - first > 2 and holds_point(outlines, first, last, bodies[rows[t], X], bodies[rows[t], Y]) >= 0
            out[t, h] = 1 if inside else 0
