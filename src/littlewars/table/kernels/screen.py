"""Kernels of screens: which lines run through other bodies, through the outlines of units, and what the ground does to each."""

from __future__ import annotations

from typing import Final

from ..constants import (
    BOUND,
    BOX,
    CLEAR,
    DEPTH,
    EAST,
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
from .measure import gap_matrix, gap_pair, near_segment
from .sight import ENDS, HAS_DEPTH, LINES, fill_lines, line_in_piece, outside_box, too_deep

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
def view_pair(
    bodies: Ints, corner: Ints, i: int, j: int, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints, outlines: Ints,
    ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, full: bool, briefly: bool, lines: Ints, work: Floats, spans: Floats,
    near: Ints, met: Bytes,
) -> int:  # fmt: skip
    """`SEES` and `HIDDEN` of two rows, and of each outline in `met` whether it is a friend's on the middle line (`FRIENDLY`),
    or stops a line (`SCREENS`). `full`: all lines are looked at for these; `briefly`: nothing but `SEES` is wanted."""
    ix, iy, jx, jy = bodies[i, X], bodies[i, Y], bodies[j, X], bodies[j, Y]
    if ix == jx and iy == jy:
        return SEES
    a, b = (i, j) if ix < jx or (ix == jx and iy < jy) else (j, i)
    za, zb = bodies[a, FOOT] + bodies[a, TALL], bodies[b, FOOT] + bodies[b, TALL]
    dim = max(za, zb) <= SKY and not briefly
    foot = max(bodies[i, FOOT], bodies[j, FOOT])
    west, east = min(ix - bodies[i, BOUND], jx - bodies[j, BOUND]), max(ix + bodies[i, BOUND], jx + bodies[j, BOUND])
    south, north = min(iy - bodies[i, BOUND], jy - bodies[j, BOUND]), max(iy + bodies[i, BOUND], jy + bodies[j, BOUND])
    count = 0
    for k in range(pieces.shape[0]):
        if east <= pieces[k, WEST] or west >= pieces[k, EAST] or north <= pieces[k, SOUTH] or south >= pieces[k, NORTH]:
            continue
        if pieces[k, SIGHT] != CLEAR or covers[k] != 0 or pieces[k, DEPTH] != 0:
            near[count] = k
            count += 1
    last = count
    for h in range(ends.size - 1):
        if east <= boxes[h, 0] or west >= boxes[h, 2] or north <= boxes[h, 1] or south >= boxes[h, 3]:
            continue
        if kinds[h] != 0 and ends[h + 1] - ends[h] > 2:
            near[last] = h
            last += 1
    if briefly and last == 0:
        return SEES
    n = fill_lines(bodies, corner, a, b, rule[LINES], rule[ENDS], lines)
    seen, hidden = False, briefly
    for m in range(n):
        line = lines[m]
        state = UNHINDERED
        if count > 0:
            state = ground_facts(
                bodies, corner, i, j, line, a == i, za, zb, verts, pieces, near, count, covers, dim and not hidden, rule, work,
                spans,
            )  # fmt: skip
        free = state < TOO_DEEP
        hidden = hidden or state in (DIMMED, STOPPED)
        for c in range(count, last):
            h = near[c]
            kind = kinds[h]
            over = (kind & BELOW) != 0 or foot >= levels[h]
            stops = (kind & SCREENS) != 0 and not over and (free or full)
            friend = (kind & FRIENDLY) != 0 and m == 0 and not over and not briefly
            if not (stops or friend or ((kind & SOLID) != 0 and not hidden)):
                continue
            if max(line[0], line[2]) <= boxes[h, 0] or min(line[0], line[2]) >= boxes[h, 2]:
                continue
            if max(line[1], line[3]) <= boxes[h, 1] or min(line[1], line[3]) >= boxes[h, 3]:
                continue
            if stretches_in(outlines, ends[h], ends[h + 1], line[0], line[1], line[2], line[3], work) == 0:
                continue
            hidden = hidden or (kind & SOLID) != 0
            if friend:
                met[h] |= FRIENDLY
            if (
                stops
                and holds_point(outlines, ends[h], ends[h + 1], ix, iy) < 0
                and holds_point(outlines, ends[h], ends[h + 1], jx, jy) < 0
            ):
                free = False
                met[h] |= SCREENS
        seen = seen or free
        if seen and hidden and not full:
            break
    return (SEES if seen else 0) | (HIDDEN if seen and hidden and not briefly else 0)


@kernel
def view_pairs(
    bodies: Ints, corner: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints,
    outlines: Ints, ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, lines: Ints, work: Floats, spans: Floats, near: Ints,
    most: int, full: bool, gaps: Ints, pairs: Bytes, met: Bytes,
) -> None:  # fmt: skip
    """For each viewer and row the gap and what `view_pair` says.

    `kinds` says what each outline is (0: nothing to them), a row for every so many of the rows; of these nothing is looked at
    if all are farther than `most` from all viewers. From `levels` on one looks over an outline.
    """
    gap_matrix(bodies, corner, viewers, rows, gaps)
    share = rows.size // kinds.shape[0]
    for time in range(kinds.shape[0]):
        first, after = time * share, (time + 1) * share
        if share == 0 or gaps[:, first:after].min() > most:
            continue
        for v in range(viewers.size):
            for t in range(first, after):
                pairs[v, t] = view_pair(
                    bodies, corner, viewers[v], rows[t], verts, pieces, covers, rule, outlines, ends, boxes, levels,
                    kinds[time], full, False, lines, work, spans, near, met[v, t],
                )  # fmt: skip


@kernel
def reach_views(
    bodies: Ints, corner: Ints, viewers: Ints, rows: Ints, verts: Ints, pieces: Ints, covers: Bytes, rule: Ints,
    outlines: Ints, ends: Ints, boxes: Ints, levels: Ints, kinds: Bytes, lines: Ints, work: Floats, spans: Floats, near: Ints,
    reach: Ints, blind: Mask, met: Bytes, able: Mask,
) -> None:  # fmt: skip
    """For each time (a row of `kinds`, and its share of the rows): does anybody see somebody, and reach as far as the nearest
    whom any of them sees? Who is `blind` to a row does not see it, and everything on the way is written on `met`.

    Somebody within his own reach is looked for first: it mostly ends there. Else the nearest may be seen by one of less reach.
    """
    share, longest = rows.size // kinds.shape[0], reach.max()
    for time in range(kinds.shape[0]):
        able[time] = False
        nearest = longest + 1
        for turn in range(3):  # within one's own reach; who is the nearest beyond; who sees anybody and reaches that one
            for v in range(viewers.size):
                for t in range(time * share, (time + 1) * share):
                    i, j = viewers[v], rows[t]
                    gap = gap_pair(bodies, corner, i, j)
                    if turn == 0 and gap > reach[v]:
                        continue
                    if turn == 1 and (gap <= reach[v] or gap >= nearest):
                        continue
                    if turn == 2 and (gap <= reach[v] or reach[v] < nearest):
                        continue
                    if blind[v, t]:
                        continue
                    sight = view_pair(
                        bodies, corner, i, j, verts, pieces, covers, rule, outlines, ends, boxes, levels, kinds[time], False,
                        True, lines, work, spans, near, met,
                    )  # fmt: skip
                    if sight & SEES == 0:
                        continue
                    if turn == 1:
                        nearest = gap
                    else:
                        able[time] = True
                        break
                if able[time]:
                    break
            if able[time] or (turn == 1 and nearest > longest):
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
