"""Kernel of sight: one viewer, many targets, all pieces; the rule is an array of numbers (see `SightRule`)."""

from __future__ import annotations

import math

from ..constants import (
    BLOCK,
    BOX,
    CLEAR,
    DEPTH,
    EAST,
    FAR,
    FOOT,
    LEVEL,
    MARKS,
    NONE,
    NORTH,
    ON,
    OPEN,
    PARTIAL,
    PARTLY,
    PASSABLE,
    SIDE,
    SIGHT,
    SOUTH,
    STAMP,
    START,
    STOP,
    TALL,
    TOP,
    WEST,
    R,
    X,
    Y,
)  # fmt: skip
from .compiled import Bytes, Floats, Ints, kernel
from .lines import holds_point, stretches_in
from .measure import ceil_root, point_box

LINES, ENDS, HEIGHTS, OWN, THROUGH, RIGHT_THROUGH, NEAR, DEEP = 0, 1, 2, 3, 4, 5, 6, 7
HAS_DEPTH = 10


@kernel
def half_up(value: float) -> int:
    """A float rounded half up."""
    return math.floor(value + 0.5)


@kernel
def far_corner(corner: Ints, i: int, x: int, y: int, dx: int, dy: int, side: int, ox: int, oy: int) -> int:
    """The corner farthest to one side of a direction; of tied ones the nearer to the other base, then the smaller."""
    best, key, near = -1, 0, 0
    for k in range(4):
        cx, cy = corner[i, 2 * k], corner[i, 2 * k + 1]
        out = side * (dx * (cy - y) - dy * (cx - x))
        d2 = (cx - ox) ** 2 + (cy - oy) ** 2
        if best >= 0 and out == key and d2 == near:
            bx, by = corner[i, 2 * best], corner[i, 2 * best + 1]
            if cx < bx or (cx == bx and cy < by):
                best = k
        elif best < 0 or out > key or (out == key and d2 < near):
            best, key, near = k, out, d2
    return best


@kernel
def side_point(bodies: Ints, corner: Ints, i: int, dx: int, dy: int, side: int, ox: int, oy: int) -> tuple[int, int]:
    """The point of a base farthest to the left (1) or right (-1) of a direction."""
    x, y = bodies[i, X], bodies[i, Y]
    if bodies[i, BOX] != 0:
        k = far_corner(corner, i, x, y, dx, dy, side, ox, oy)
        return corner[i, 2 * k], corner[i, 2 * k + 1]
    length = math.sqrt(dx * dx + dy * dy)
    r = bodies[i, R] * side
    return x + half_up(-dy * r / length), y + half_up(dx * r / length)


@kernel
def fill_lines(bodies: Ints, corner: Ints, a: int, b: int, count: int, ends: int, out: Ints) -> int:
    """The sight lines between two rows in canonical order; their number."""
    ax, ay, bx, by = bodies[a, X], bodies[a, Y], bodies[b, X], bodies[b, Y]
    n = 0
    if count != 2:
        out[0, 0], out[0, 1], out[0, 2], out[0, 3] = ax, ay, bx, by
        n = 1
    if count == 1:
        return n
    dx, dy = bx - ax, by - ay
    k = bodies[a, R] - bodies[b, R]
    square = dx * dx + dy * dy
    if ends == 1 and bodies[a, BOX] == 0 and bodies[b, BOX] == 0:
        if square <= k * k:
            return n
        h = math.sqrt(square - k * k)
        for side in (1, -1):
            ux, uy = (dx * k - side * dy * h) / square, (dy * k + side * dx * h) / square
            out[n, 0], out[n, 1] = ax + half_up(bodies[a, R] * ux), ay + half_up(bodies[a, R] * uy)
            out[n, 2], out[n, 3] = bx + half_up(bodies[b, R] * ux), by + half_up(bodies[b, R] * uy)
            n += 1
        return n
    for side in (1, -1):
        out[n, 0], out[n, 1] = side_point(bodies, corner, a, dx, dy, side, bx, by)
        out[n, 2], out[n, 3] = side_point(bodies, corner, b, dx, dy, side, ax, ay)
        n += 1
    return n


@kernel
def below_top(lo: float, hi: float, za: int, zb: int, top: int) -> bool:
    """Does the ray run below the top at either end of a stretch?"""
    return za + lo * (zb - za) < top or za + hi * (zb - za) < top


@kernel
def beyond_near(bodies: Ints, corner: Ints, viewer: int, line: Ints, n: int, from_first: bool, near: int, work: Floats) -> bool:
    """Does any of the stretches reach farther than `near` from the viewer's base?"""
    for s in range(n):
        t = work[3, s] if from_first else work[2, s]
        px, py = line[0] + half_up(t * (line[2] - line[0])), line[1] + half_up(t * (line[3] - line[1]))
        if bodies[viewer, BOX] != 0:
            if point_box(corner, viewer, px, py) > near:
                return True
        elif (px - bodies[viewer, X]) ** 2 + (py - bodies[viewer, Y]) ** 2 > (bodies[viewer, R] + near) ** 2:
            return True
    return False


@kernel
def holds_centre(bodies: Ints, i: int, verts: Ints, pieces: Ints, k: int) -> bool:
    """Is the centre of row i in a piece, or on its edge?"""
    x, y = bodies[i, X], bodies[i, Y]
    if x < pieces[k, WEST] or x > pieces[k, EAST] or y < pieces[k, SOUTH] or y > pieces[k, NORTH]:
        return False
    return bool(holds_point(verts, pieces[k, START], pieces[k, STOP], x, y) >= 0)


@kernel
def line_in_piece(
    bodies: Ints, corner: Ints, viewer: int, target: int, line: Ints, from_first: bool, za: int, zb: int,
    verts: Ints, pieces: Ints, k: int, rule: Ints, work: Floats,
) -> int:  # fmt: skip
    """What a piece does to a line: nothing 0, obscures it 1, stops it 2."""
    first, last, top = pieces[k, START], pieces[k, STOP], pieces[k, TOP]
    n = stretches_in(verts, first, last, line[0], line[1], line[2], line[3], work)
    if n == 0:
        return 0
    if rule[HEIGHTS] == 1:
        low = False
        for s in range(n):
            low = low or below_top(work[2, s], work[3, s], za, zb, top)
        if not low:
            return 0
    holds_viewer, home = False, False
    if rule[OWN] != 0:
        holds_viewer = holds_centre(bodies, viewer, verts, pieces, k)
        home = holds_viewer or holds_centre(bodies, target, verts, pieces, k)
        if home and rule[OWN] == 2 and (pieces[k, MARKS] & PASSABLE) != 0:
            return 0
    if pieces[k, SIGHT] == BLOCK and not (home and rule[OWN] == 1):
        return 2
    if not home and pieces[k, SIGHT] == PARTIAL and top > rule[THROUGH]:
        if rule[RIGHT_THROUGH] == 0:
            return 2
        begins, ends = holds_point(verts, first, last, line[0], line[1]), holds_point(verts, first, last, line[2], line[3])
        if begins < 0 and ends < 0:
            return 2
    if holds_viewer and rule[NEAR] > 0 and not beyond_near(bodies, corner, viewer, line, n, from_first, rule[NEAR], work):
        return 0
    return 1


@kernel
def add_span(spans: Floats, count: int, lo: float, hi: float) -> int:
    """Insert a stretch, sorted by its beginning."""
    k = count
    while k > 0 and spans[0, k - 1] > lo:
        spans[0, k], spans[1, k] = spans[0, k - 1], spans[1, k - 1]
        k -= 1
    spans[0, k], spans[1, k] = lo, hi
    return count + 1


@kernel
def united(spans: Floats, count: int) -> float:
    """Length of the union of sorted stretches."""
    total, end = 0.0, 0.0
    for s in range(count):
        lo = max(spans[0, s], end)
        if spans[1, s] > lo:
            total += spans[1, s] - lo
            end = spans[1, s]
    return total


@kernel
def too_deep(line: Ints, za: int, zb: int, verts: Ints, pieces: Ints, rule: Ints, work: Floats, spans: Floats) -> bool:
    """Does the line run too far inside the pieces of one depth class, below their tops?"""
    dx, dy = line[2] - line[0], line[3] - line[1]
    length = math.sqrt(dx * dx + dy * dy)
    for depth in range(1, 4):
        limit = rule[DEEP + depth - 1]
        if limit >= FAR:
            continue
        count = 0
        for k in range(pieces.shape[0]):
            top = pieces[k, TOP]
            if pieces[k, DEPTH] != depth or outside_box(line, pieces, k) or count >= spans.shape[1] - 64:
                continue
            if rule[HEIGHTS] == 2 and (top < za or top < zb):
                continue
            n = stretches_in(verts, pieces[k, START], pieces[k, STOP], line[0], line[1], line[2], line[3], work)
            for s in range(n):
                lo, hi = work[2, s], work[3, s]
                if rule[HEIGHTS] == 1:
                    if za == zb:
                        if za >= top:
                            continue
                    elif zb > za:
                        hi = min(hi, (top - za) / (zb - za))
                    else:
                        lo = max(lo, (top - za) / (zb - za))
                if lo < hi:
                    count = add_span(spans, count, lo, hi)
        if half_up(united(spans, count) * length) > limit:
            return True
    return False


@kernel
def misses_box(line: Ints, west: int, south: int, east: int, north: int) -> bool:
    """Does the line miss a box, or only touch it? Beside it, or with all four corners on one side of the line."""
    ax, ay, bx, by = line[0], line[1], line[2], line[3]
    if max(ax, bx) <= west or min(ax, bx) >= east or max(ay, by) <= south or min(ay, by) >= north:
        return True
    dx, dy = bx - ax, by - ay
    left = dx * ((north if dx > 0 else south) - ay) - dy * ((west if dy > 0 else east) - ax)
    right = dx * ((south if dx > 0 else north) - ay) - dy * ((east if dy > 0 else west) - ax)
    return bool(left <= 0 or right >= 0)


@kernel
def outside_box(line: Ints, pieces: Ints, k: int) -> bool:
    """Does the line miss the piece's bounding box (or only touch it)?"""
    return misses_box(line, pieces[k, WEST], pieces[k, SOUTH], pieces[k, EAST], pieces[k, NORTH])


@kernel
def see_pair(
    bodies: Ints, corner: Ints, viewer: int, target: int, verts: Ints, pieces: Ints, rule: Ints,
    lines: Ints, work: Floats, spans: Floats,
) -> int:  # fmt: skip
    """What a viewer sees of a target: NONE, PARTLY, OPEN. The lines are the same from either end."""
    vx, vy, tx, ty = bodies[viewer, X], bodies[viewer, Y], bodies[target, X], bodies[target, Y]
    if vx == tx and vy == ty:
        return OPEN
    from_first = vx < tx or (vx == tx and vy < ty)
    a, b = (viewer, target) if from_first else (target, viewer)
    za, zb = bodies[a, FOOT] + bodies[a, TALL], bodies[b, FOOT] + bodies[b, TALL]
    n = fill_lines(bodies, corner, a, b, rule[LINES], rule[ENDS], lines)
    stopped, dimmed = 0, False
    for m in range(n):
        line = lines[m]
        state = 0
        for k in range(pieces.shape[0]):
            if pieces[k, SIGHT] == CLEAR or outside_box(line, pieces, k):
                continue
            if rule[HEIGHTS] == 2 and (pieces[k, TOP] < za or pieces[k, TOP] < zb):
                continue
            state = max(
                state,
                line_in_piece(bodies, corner, viewer, target, line, from_first, za, zb, verts, pieces, k, rule, work),
            )
            if state == 2:
                break
        if state < 2 and rule[HAS_DEPTH] != 0 and too_deep(line, za, zb, verts, pieces, rule, work, spans):
            state = 2
        if state == 2:
            stopped += 1
        dimmed = dimmed or state > 0
    if n > 0 and stopped == n:
        return NONE
    return PARTLY if dimmed else OPEN


@kernel
def see_rows(
    bodies: Ints, corner: Ints, viewer: int, rows: Ints, clear: Bytes, verts: Ints, pieces: Ints, rule: Ints,
    lines: Ints, work: Floats, spans: Floats, out: Bytes,
) -> None:  # fmt: skip
    """What a viewer sees of each row; rows marked clear (airborne) are seen openly."""
    for t in range(rows.size):
        j = rows[t]
        if bodies[j, ON] == 0:
            out[t] = NONE
        elif clear.size > 0 and clear[j] != 0:
            out[t] = OPEN
        else:
            out[t] = see_pair(bodies, corner, viewer, j, verts, pieces, rule, lines, work, spans)


@kernel
def sees_any(
    bodies: Ints, corner: Ints, viewer: int, rows: Ints, verts: Ints, pieces: Ints, rule: Ints, lines: Ints, work: Floats,
    spans: Floats,
) -> bool:  # fmt: skip
    """Does a viewer see any of the rows?"""
    for j in rows:
        if bodies[j, ON] != 0 and see_pair(bodies, corner, viewer, j, verts, pieces, rule, lines, work, spans) != NONE:
            return True
    return False


@kernel
def look_rows(
    bodies: Ints, n: int, corner: Ints, viewer: int, verts: Ints, pieces: Ints, rule: Ints, rise: int,
    lines: Ints, work: Floats, spans: Floats, version: int, seen: Ints, found: Ints, gaps: Ints,
) -> int:  # fmt: skip
    """Everybody of other sides whom a viewer sees, the nearest first: his row, and how far from centre to centre, rounded up
    and so much more for each level between them. Their number.

    `seen`: for each pair the version at which it was last looked at, times four, and what was seen then."""
    count = 0
    for j in range(1, n):
        if bodies[j, ON] == 0 or bodies[j, SIDE] == bodies[viewer, SIDE]:
            continue
        if seen[viewer, j] // 4 < max(bodies[viewer, STAMP], bodies[j, STAMP]):
            state = see_pair(bodies, corner, viewer, j, verts, pieces, rule, lines, work, spans)
            seen[viewer, j] = 4 * version + state
        if seen[viewer, j] % 4 == NONE:
            continue
        dx, dy = bodies[j, X] - bodies[viewer, X], bodies[j, Y] - bodies[viewer, Y]
        gap = ceil_root(dx * dx + dy * dy) + rise * abs(bodies[j, LEVEL] - bodies[viewer, LEVEL])
        k = count
        while k > 0 and gaps[k - 1] > gap:
            found[k], gaps[k] = found[k - 1], gaps[k - 1]
            k -= 1
        found[k], gaps[k] = j, gap
        count += 1
    return count


@kernel
def look_all(
    bodies: Ints, n: int, corner: Ints, viewers: Ints, verts: Ints, pieces: Ints, rule: Ints, rise: int,
    lines: Ints, work: Floats, spans: Floats, version: int, seen: Ints, found: Ints, gaps: Ints, counts: Ints,
) -> None:  # fmt: skip
    """The same for several viewers, a row for each."""
    for v in range(viewers.shape[0]):
        counts[v] = look_rows(
            bodies, n, corner, viewers[v], verts, pieces, rule, rise, lines, work, spans, version, seen, found[v], gaps[v]
        )  # fmt: skip
