"""Kernels of glimpses: what somebody who stands still notices of a body at each place of a way, and where he must look; and
whether any of a unit sees and reaches any of another."""

from __future__ import annotations

from math import floor

import numpy as np

from ..constants import BOUND, CLEAR, DEPTH, FAR, FOOT, NONE, PARTIAL, SIGHT, START, STOP, TALL, TOP, X, Y
from .area import in_sector
from .compiled import Bytes, Floats, Ints, Mask, kernel
from .measure import ceil_root, gap_pair
from .screen import BELOW, SCREENS, box_of, gather, pick, runs_through, screen_places, stands_in
from .sight import (
    ENDS,
    HAS_DEPTH,
    HEIGHTS,
    LINES,
    RIGHT_THROUGH,
    THROUGH,
    fill_lines,
    holds_centre,
    line_in_piece,
    outside_box,
    see_pair,
    too_deep,
)


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


# ---- whole units


@kernel
def are_beyond(bodies: Ints, viewers: Ints, rows: Ints, most: int) -> bool:
    """Are all of these surely farther than this from all of those? The boxes round both tell."""
    west, south, east, north = box_of(bodies, viewers)
    left, low, right, high = box_of(bodies, rows)
    dx, dy = max(left - east, west - right, 0), max(low - north, south - high, 0)
    return most < 0 or dx * dx + dy * dy > most * most


@kernel
def are_beside(bodies: Ints, rows: Ints, px: int, py: int, dx: int, dy: int, side: int) -> bool:
    """Are the boxes round all bodies to the left (1) or right (-1) of the line through p along d?"""
    for i in rows:
        if side * (dx * (bodies[i, Y] - py) - dy * (bodies[i, X] - px)) <= (abs(dx) + abs(dy)) * bodies[i, BOUND]:
            return False
    return True


@kernel
def outermost(bodies: Ints, rows: Ints, px: int, py: int, side: int) -> tuple[int, int]:
    """Of the corners of the boxes round bodies, all on one side of p, the vector to the farthest to the left (1) or right (-1)
    as it is seen from there."""
    bx, by = 0, 0
    for i in rows:
        for corner in range(4):
            x = bodies[i, X] - px + (bodies[i, BOUND] if corner % 2 else -bodies[i, BOUND])
            y = bodies[i, Y] - py + (bodies[i, BOUND] if corner > 1 else -bodies[i, BOUND])
            if (bx == 0 and by == 0) or side * (bx * y - by * x) > 0:
                bx, by = x, y
    return bx, by


@kernel
def is_convex(verts: Ints, first: int, last: int) -> bool:
    """Does an outline turn to one side alone?"""
    left, right = False, False
    for k in range(first, last):
        b, c = k + 1 if k + 1 < last else first, k + 2 if k + 2 < last else first + k + 2 - last
        turn = (verts[b, 0] - verts[k, 0]) * (verts[c, 1] - verts[b, 1]) - (verts[b, 1] - verts[k, 1]) * (
            verts[c, 0] - verts[b, 0]
        )
        left, right = left or turn > 0, right or turn < 0
    return not (left and right)


@kernel
def all_cross(bodies: Ints, viewers: Ints, rows: Ints, verts: Ints, first: int, last: int) -> bool:
    """Do all lines from any of these bodies to any of those run across the widest chord of an outline, as it is seen from the
    first of them to the first of those?"""
    ax, ay = bodies[viewers[0], X], bodies[viewers[0], Y]
    dx, dy = bodies[rows[0], X] - ax, bodies[rows[0], Y] - ay
    p, q, left, right = first, first, -FAR, FAR
    for k in range(first, last):
        side = dx * (verts[k, 1] - ay) - dy * (verts[k, 0] - ax)
        if side > left:
            p, left = k, side
        if side < right:
            q, right = k, side
    if left <= 0 or right >= 0:
        return False
    px, py, qx, qy = verts[p, 0], verts[p, 1], verts[q, 0], verts[q, 1]
    if not are_beside(bodies, viewers, px, py, qx - px, qy - py, -1) or not are_beside(
        bodies, rows, px, py, qx - px, qy - py, 1
    ):
        return False
    (ux, uy), (vx, vy) = outermost(bodies, viewers, px, py, -1), outermost(bodies, rows, px, py, 1)
    if ux * vy - uy * vx <= 0:
        return False  # a line may pass to the left
    (ux, uy), (vx, vy) = outermost(bodies, viewers, qx, qy, 1), outermost(bodies, rows, qx, qy, -1)
    return ux * vy - uy * vx < 0


@kernel
def hides_all(bodies: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, k: int, rule: Ints) -> bool:
    """Does one piece surely stop all lines from any of these to any of those, by itself?"""
    through = pieces[k, SIGHT] == PARTIAL and (rule[RIGHT_THROUGH] != 0 or pieces[k, TOP] <= rule[THROUGH])
    if pieces[k, SIGHT] == CLEAR or through or rule[HEIGHTS] == 1:
        return False
    if not all_cross(bodies, viewers, rows, verts, pieces[k, START], pieces[k, STOP]):
        return False
    for some in (viewers, rows):
        for i in some:
            if pieces[k, TOP] < bodies[i, FOOT] + bodies[i, TALL] or holds_centre(bodies, i, verts, pieces, k):
                return False
    return is_convex(verts, pieces[k, START], pieces[k, STOP])


@kernel
def hider(bodies: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, rule: Ints, near: Ints, last: int) -> int:
    """Which of the pieces near them hides all of those from all of these, -1 for none; the `last` that did is tried first."""
    if last >= 0 and hides_all(bodies, viewers, rows, verts, pieces, last, rule):
        return last
    for k in near:
        if hides_all(bodies, viewers, rows, verts, pieces, k, rule):
            return int(k)
    return -1


@kernel
def any_near(bodies: Ints, viewers: Ints, rows: Ints, cuts: Ints, most: int, verts: Ints, pieces: Ints, rule: Ints) -> bool:
    """Are any of the rows between two cuts perhaps within reach of any viewer, and not all hidden by one piece?"""
    near, last = np.arange(pieces.shape[0]), -1
    for time in range(cuts.size - 1 if viewers.size > 0 else 0):
        there = rows[cuts[time] : cuts[time + 1]]
        if there.size == 0 or are_beyond(bodies, viewers, there, most):
            continue
        last = hider(bodies, viewers, there, verts, pieces, rule, near, last)
        if last < 0:
            return True
    return False


@kernel
def glimpse(
    bodies: Ints, corner: Ints, i: int, j: int, verts: Ints, pieces: Ints, rule: Ints, outlines: Ints, ends: Ints, boxes: Ints,
    levels: Ints, kinds: Bytes, lines: Ints, work: Floats, spans: Floats, near: Ints, there: tuple[int, int], last: Ints,
) -> bool:  # fmt: skip
    """Does row i see row j, and nothing else. On `last` stands what stopped each line of the pair before: what stopped one
    mostly stops the next, so that it is tried first."""
    if bodies[i, X] == bodies[j, X] and bodies[i, Y] == bodies[j, Y]:
        return True
    first = bodies[i, X] < bodies[j, X] or (bodies[i, X] == bodies[j, X] and bodies[i, Y] < bodies[j, Y])
    a, b = (i, j) if first else (j, i)
    za, zb = bodies[a, FOOT] + bodies[a, TALL], bodies[b, FOOT] + bodies[b, TALL]
    m_pieces, tallest, foot = pieces.shape[0], max(za, zb), max(bodies[i, FOOT], bodies[j, FOOT])
    count, both = -1, 0
    for m in range(fill_lines(bodies, corner, a, b, rule[LINES], rule[ENDS], lines)):
        line, stopped, deep = lines[m], False, False
        c = -1 if last[m] >= 0 else 0
        while not stopped:
            if c == 0 and count < 0:
                count, both = pick(bodies, i, j, pieces, boxes, kinds, near, there)
            if c >= both and c >= 0:
                break
            k = last[m] if c < 0 else near[0, c] if c < count else m_pieces + near[0, c]
            if k < m_pieces:
                deep = deep or pieces[k, DEPTH] != 0
                stopped = (
                    pieces[k, SIGHT] != CLEAR
                    and pieces[k, TOP] >= tallest
                    and not outside_box(line, pieces, k)
                    and line_in_piece(bodies, corner, i, j, line, first, za, zb, verts, pieces, k, rule, work) == 2
                )
            else:
                h = k - m_pieces
                stopped = (
                    kinds[h] & (SCREENS | BELOW) == SCREENS
                    and foot < levels[h]
                    and runs_through(outlines, ends, boxes, h, line, work)
                    and not stands_in(outlines, ends, boxes, h, bodies[i, X], bodies[i, Y])
                    and not stands_in(outlines, ends, boxes, h, bodies[j, X], bodies[j, Y])
                )
            if stopped:
                last[m] = k
            c += 1
        deep = deep and rule[HAS_DEPTH] != 0
        if not stopped and not (deep and too_deep(line, za, zb, verts, pieces, rule, work, spans)):
            return True
    return False


@kernel
def reaches_one(
    bodies: Ints, corner: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints,
    outlines: Ints, ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, lines: Ints, work: Floats, spans: Floats, near: Ints,
    reach: Ints, blind: Mask, last: Ints,
) -> bool:  # fmt: skip
    """Does anybody see somebody, and reach as far as the nearest whom any of them sees? Who is `blind` to a row does not see
    it. On `last` stands what stopped each line before, and then what hid everybody, and everybody from one.

    Somebody within his own reach is looked for first: it mostly ends there. Else the nearest may be seen by one of less reach.
    """
    longest = reach.max()
    if rows.size == 0 or are_beyond(bodies, viewers, rows, longest):
        return False
    there = gather(bodies, viewers, rows, pieces, covers, ends, boxes, near)
    last[3] = hider(bodies, viewers, rows, verts, pieces, rule, near[1, : there[0]], last[3])
    if last[3] >= 0:
        return False
    nearest = longest + 1
    for turn in range(3):  # within one's own reach; who is the nearest beyond; who sees anybody and reaches that one
        for v in range(viewers.size):
            looked = False
            for t in range(rows.size):
                i, j = viewers[v], rows[t]
                gap = gap_pair(bodies, corner, i, j)
                if turn == 0 and gap > reach[v]:
                    continue
                if turn == 1 and (gap <= reach[v] or gap >= nearest):
                    continue
                if turn == 2 and (gap <= reach[v] or reach[v] < nearest):
                    continue
                if blind.size > 0 and blind[v, t]:
                    continue
                if not looked:
                    looked = True
                    last[4] = hider(bodies, viewers[v : v + 1], rows, verts, pieces, rule, near[1, : there[0]], last[4])
                    if last[4] >= 0:
                        break
                k = last[0]  # what stopped a line before mostly hides the next pair altogether
                if 0 <= k < pieces.shape[0] and hides_all(bodies, viewers[v : v + 1], rows[t : t + 1], verts, pieces, k, rule):
                    continue
                if not glimpse(
                    bodies, corner, i, j, verts, pieces, rule, outlines, ends, boxes, levels, kinds, lines, work, spans, near,
                    there, last,
                ):  # fmt: skip
                    continue
                if turn != 1:
                    return True
                nearest = gap
        if reach.min() == longest or (turn == 1 and nearest > longest):
            break
    return False


@kernel
def reach_views(
    bodies: Ints, corner: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints,
    outlines: Ints, ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, lines: Ints, work: Floats, spans: Floats, near: Ints,
    cuts: Ints, reach: Ints, blind: Mask, able: Mask,
) -> None:  # fmt: skip
    """The same for each time: a row of `kinds`, and the rows between two cuts."""
    last = np.full(5, -1, np.int64)
    for time in range(kinds.shape[0]):
        first, after = cuts[time], cuts[time + 1]
        able[time] = reaches_one(
            bodies, corner, viewers, rows[first:after], verts, pieces, covers, rule, outlines, ends, boxes, levels, kinds[time],
            lines, work, spans, near, reach, blind[:, first:after], last,
        )  # fmt: skip
