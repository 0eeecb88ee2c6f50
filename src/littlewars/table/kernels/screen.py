"""Kernels of screens: which lines run through other bodies, through the outlines of units, and what the ground does to each."""

from __future__ import annotations

from typing import Final

from ..constants import (
    BOUND,
    BOX,
    CLEAR,
    DEPTH,
    EAST,
    FAR,
    FOOT,
    HAIR,
    LEVEL,
    NORTH,
    ON,
    SIDE,
    SIGHT,
    SKY,
    SOUTH,
    START,
    STOP,
    TALL,
    TOP,
    WEST,
    X,
    Y,
)  # fmt: skip
from .compiled import Bytes, Floats, Ints, Mask, kernel
from .lines import holds_point, stretches_in
from .measure import gap_matrix, near_segment, segments_cut
from .sight import ENDS, HAS_DEPTH, LINES, fill_lines, line_in_piece, misses_box, outside_box, too_deep

# what the ground does to a line; one that runs too deep is stopped by pieces in which one of the two stands
UNDRAWN: Final = 0
UNHINDERED: Final = 1
DIMMED: Final = 2
TOO_DEEP: Final = 3
STOPPED: Final = 4
# what an outline is to those who look past it: it stops lines, it is looked over, it hides in part, it is a friend's
SCREENS: Final = 1
BELOW: Final = 2
SOLID: Final = 4
FRIENDLY: Final = 8
SEES: Final = 1  # of a pair: a line is free
HIDDEN: Final = 2  # of a pair that sees: hidden in part
LOOKED: Final = 4  # of a pair: it has been looked at


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


@kernel
def ground_facts(
    bodies: Ints, corner: Ints, i: int, j: int, line: Ints, from_first: bool, za: int, zb: int, verts: Ints, pieces: Ints,
    near: Ints, count: int, covers: Bytes, dim: bool, rule: Ints, work: Floats, spans: Floats,
) -> int:  # fmt: skip
    """What the ground does to one line, of those pieces that are near it; whether it is dimmed only where `dim` asks for it."""
    state, deep = UNHINDERED, False
    for c in range(count):
        k = near[c]
        if outside_box(line, pieces, k):
            continue
        deep = deep or pieces[k, DEPTH] != 0
        if (
            pieces[k, SIGHT] != CLEAR
            and pieces[k, TOP] >= za
            and pieces[k, TOP] >= zb
            and line_in_piece(bodies, corner, i, j, line, from_first, za, zb, verts, pieces, k, rule, work) == 2
        ):
            return STOPPED
        if state == UNHINDERED and dim and covers[k] != 0:
            ix, iy, jx, jy = bodies[i, X], bodies[i, Y], bodies[j, X], bodies[j, Y]
            if dims(verts, pieces, k, line, ix, iy, jx, jy, work):
                state = DIMMED
    if deep and rule[HAS_DEPTH] != 0 and too_deep(line, za, zb, verts, pieces, rule, work, spans):
        return TOO_DEEP
    return state


@kernel
def box_of(bodies: Ints, rows: Ints) -> tuple[int, int, int, int]:
    """The upright box round bodies."""
    west, south, east, north = FAR, FAR, -FAR, -FAR
    for i in rows:
        west, east = min(west, bodies[i, X] - bodies[i, BOUND]), max(east, bodies[i, X] + bodies[i, BOUND])
        south, north = min(south, bodies[i, Y] - bodies[i, BOUND]), max(north, bodies[i, Y] + bodies[i, BOUND])
    return west, south, east, north


@kernel
def gather(
    bodies: Ints, viewers: Ints, rows: Ints, pieces: Ints, covers: Bytes, ends: Ints, boxes: Ints, near: Ints,
) -> tuple[int, int]:  # fmt: skip
    """The pieces that matter to lines, and after them the outlines, that the box round all of these meets: their numbers are
    written on `near[1]`. How many pieces, and how many of both."""
    (west, south, east, north), (left, low, right, high) = box_of(bodies, viewers), box_of(bodies, rows)
    west, south, east, north = min(west, left), min(south, low), max(east, right), max(north, high)
    count = 0
    for k in range(pieces.shape[0]):
        if east <= pieces[k, WEST] or west >= pieces[k, EAST] or north <= pieces[k, SOUTH] or south >= pieces[k, NORTH]:
            continue
        if pieces[k, SIGHT] != CLEAR or covers[k] != 0 or pieces[k, DEPTH] != 0:
            near[1, count] = k
            count += 1
    last = count
    for h in range(ends.size - 1):
        if east <= boxes[h, 0] or west >= boxes[h, 2] or north <= boxes[h, 1] or south >= boxes[h, 3]:
            continue
        if ends[h + 1] - ends[h] > 2:
            near[1, last] = h
            last += 1
    return count, last


@kernel
def runs_through(outlines: Ints, ends: Ints, boxes: Ints, h: int, line: Ints, work: Floats) -> bool:
    """Does a line run through the open inside of a convex outline? Mostly its box, or one of four chords, tells."""
    if misses_box(line, boxes[h, 0], boxes[h, 1], boxes[h, 2], boxes[h, 3]):
        return False
    first, last, ax, ay, bx, by = ends[h], ends[h + 1], line[0], line[1], line[2], line[3]
    for d in range(4):
        p, q = first + d * (last - first) // 8, first + (d + 4) * (last - first) // 8
        if segments_cut(ax, ay, bx, by, outlines[p, 0], outlines[p, 1], outlines[q, 0], outlines[q, 1]):
            return True
    return bool(stretches_in(outlines, first, last, ax, ay, bx, by, work) > 0)


@kernel
def stands_in(outlines: Ints, ends: Ints, boxes: Ints, h: int, x: int, y: int) -> bool:
    """Is a point in an outline, or on it?"""
    if x < boxes[h, 0] or x > boxes[h, 2] or y < boxes[h, 1] or y > boxes[h, 3]:
        return False
    return bool(holds_point(outlines, ends[h], ends[h + 1], x, y) >= 0)


@kernel
def pick(
    bodies: Ints, i: int, j: int, pieces: Ints, boxes: Ints, kinds: Bytes, near: Ints, there: tuple[int, int]
) -> tuple[int, int]:
    """Of what `gather` has written on `near[1]` those that the box round two rows meets: their numbers on `near[0]`, pieces
    first. How many pieces, and how many of both."""
    west = min(bodies[i, X] - bodies[i, BOUND], bodies[j, X] - bodies[j, BOUND])
    east = max(bodies[i, X] + bodies[i, BOUND], bodies[j, X] + bodies[j, BOUND])
    south = min(bodies[i, Y] - bodies[i, BOUND], bodies[j, Y] - bodies[j, BOUND])
    north = max(bodies[i, Y] + bodies[i, BOUND], bodies[j, Y] + bodies[j, BOUND])
    count = 0
    for c in range(there[0]):
        k = near[1, c]
        if east > pieces[k, WEST] and west < pieces[k, EAST] and north > pieces[k, SOUTH] and south < pieces[k, NORTH]:
            near[0, count] = k
            count += 1
    last = count
    for c in range(there[0], there[1]):
        h = near[1, c]
        if kinds[h] != 0 and east > boxes[h, 0] and west < boxes[h, 2] and north > boxes[h, 1] and south < boxes[h, 3]:
            near[0, last] = h
            last += 1
    return count, last


@kernel
def view_pair(
    bodies: Ints, corner: Ints, i: int, j: int, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints, outlines: Ints,
    ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, full: bool, lines: Ints, work: Floats, spans: Floats,
    near: Ints, there: tuple[int, int], met: Bytes,
) -> int:  # fmt: skip
    """`SEES` and `HIDDEN` of two rows, and of each outline in `met` whether it is a friend's on the middle line (`FRIENDLY`),
    or stops a line (`SCREENS`). `full`: all lines are looked at for these. `there`: how many pieces, and how many of them and
    outlines, `gather` has written on `near[1]`."""
    ix, iy, jx, jy = bodies[i, X], bodies[i, Y], bodies[j, X], bodies[j, Y]
    if ix == jx and iy == jy:
        return SEES
    a, b = (i, j) if ix < jx or (ix == jx and iy < jy) else (j, i)
    za, zb = bodies[a, FOOT] + bodies[a, TALL], bodies[b, FOOT] + bodies[b, TALL]
    dim = max(za, zb) <= SKY
    foot = max(bodies[i, FOOT], bodies[j, FOOT])
    count, last = pick(bodies, i, j, pieces, boxes, kinds, near, there)
    close = near[0]
    n = fill_lines(bodies, corner, a, b, rule[LINES], rule[ENDS], lines)
    seen, hidden = False, False
    for m in range(n):
        line = lines[m]
        state = UNHINDERED
        if count > 0:
            state = ground_facts(
                bodies, corner, i, j, line, a == i, za, zb, verts, pieces, close, count, covers, dim and not hidden, rule, work,
                spans,
            )  # fmt: skip
        free = state < TOO_DEEP
        hidden = hidden or state in (DIMMED, STOPPED)
        for c in range(count, last):
            h = close[c]
            kind = kinds[h]
            over = (kind & BELOW) != 0 or foot >= levels[h]
            stops = (kind & SCREENS) != 0 and not over and (free or full)
            friend = (kind & FRIENDLY) != 0 and m == 0 and not over
            solid = (kind & SOLID) != 0 and dim  # nothing on the ground hides who is aloft
            if not (stops or friend or (solid and not hidden)):
                continue
            if not runs_through(outlines, ends, boxes, h, line, work):
                continue
            hidden = hidden or solid
            if friend:
                met[h] |= FRIENDLY
            if stops and not (stands_in(outlines, ends, boxes, h, ix, iy) or stands_in(outlines, ends, boxes, h, jx, jy)):
                free = False
                met[h] |= SCREENS
        seen = seen or free
        if seen and hidden and not full:
            break
    return (SEES if seen else 0) | (HIDDEN if seen and hidden else 0)


@kernel
def view_rows(
    bodies: Ints, corner: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints,
    outlines: Ints, ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, lines: Ints, work: Floats, spans: Floats, near: Ints,
    blind: Mask, full: bool, some: Ints, pairs: Bytes, met: Bytes,
) -> None:  # fmt: skip
    """What `view_pair` says of some viewers and each row that they have not looked at. Who is `blind` to a row does not see
    it."""
    there = gather(bodies, viewers, rows, pieces, covers, ends, boxes, near)
    for v in some:
        for t in range(rows.size):
            if pairs[v, t] & LOOKED == 0:
                pairs[v, t] = LOOKED | view_pair(
                    bodies, corner, viewers[v], rows[t], verts, pieces, covers, rule, outlines, ends, boxes, levels, kinds,
                    full, lines, work, spans, near, there, met[v, t],
                )  # fmt: skip
                if blind.size > 0 and blind[v, t]:
                    pairs[v, t] &= ~SEES


@kernel
def view_nearest(
    bodies: Ints, corner: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints,
    outlines: Ints, ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, lines: Ints, work: Floats, spans: Floats, near: Ints,
    blind: Mask, full: bool, most: int, gaps: Ints, pairs: Bytes, met: Bytes, best: Ints,
) -> None:  # fmt: skip
    """For each time (a row of `kinds`, and its share of the rows) the gaps, and of each viewer the nearest whom it sees, of
    several the first: on `best[time]` his number and how far he is, else FAR. Others are looked at only until he is found.

    `kinds` says what each outline is (0: nothing to them); nothing is looked at if all are farther than `most` from all
    viewers. From `levels` on one looks over an outline.
    """
    share = rows.size // kinds.shape[0]
    for time in range(kinds.shape[0]):
        first, after = time * share, (time + 1) * share
        gap_matrix(bodies, corner, viewers, rows[first:after], gaps[time])
        best[time, 0], best[time, 1] = 0, FAR
        if gaps[time].min() > most:
            pairs[time] = LOOKED
            continue
        there = gather(bodies, viewers, rows[first:after], pieces, covers, ends, boxes, near)
        for v in range(viewers.size):
            for _ in range(share):
                t = -1
                for other in range(share):
                    if pairs[time, v, other] == 0 and (t < 0 or gaps[time, v, other] < gaps[time, v, t]):
                        t = other
                pairs[time, v, t] = LOOKED | view_pair(
                    bodies, corner, viewers[v], rows[first + t], verts, pieces, covers, rule, outlines, ends, boxes, levels,
                    kinds[time], full, lines, work, spans, near, there, met[time, v, t],
                )  # fmt: skip
                if blind.size > 0 and blind[v, first + t]:
                    pairs[time, v, t] &= ~SEES
                if pairs[time, v, t] & SEES != 0:
                    best[time, 0, v], best[time, 1, v] = t, gaps[time, v, t]
                    break


@kernel
def stand_there(bodies: Ints, corner: Ints, n: int, rows: Ints, spots: Ints, out: Ints, corners: Ints) -> None:
    """The arrays once more, with these rows at their spots (x, y, ground) behind all others, time after time."""
    out[:n], corners[:n] = bodies[:n], corner[:n]
    k = n
    for time in range(spots.shape[0]):
        for t in range(rows.size):
            j = rows[t]
            out[k], corners[k] = bodies[j], corner[j]
            dx, dy = spots[time, t, 0] - bodies[j, X], spots[time, t, 1] - bodies[j, Y]
            out[k, X], out[k, Y], out[k, FOOT] = spots[time, t, 0], spots[time, t, 1], spots[time, t, 2]
            for c in range(4):
                corners[k, 2 * c] += dx
                corners[k, 2 * c + 1] += dy
            k += 1
