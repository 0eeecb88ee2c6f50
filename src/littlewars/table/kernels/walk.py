"""Kernels of moving: a base swept along straight legs, what it runs into, and what the ground costs."""

from __future__ import annotations

import math

import numpy as np

from ..constants import (
    AT_BODY,
    AT_EDGE,
    AT_PIECE,
    BARRED,
    BOUND,
    BOX,
    EAST,
    FAR,
    FREE,
    GHOST,
    HAIR,
    MOVING,
    NORTH,
    ON,
    PLAIN,
    REACH,
    SCALE,
    SOUTH,
    START,
    STOP,
    STOPS,
    WEST,
    R,
    X,
    Y,
)  # fmt: skip
from .compiled import Bytes, Floats, Ints, kernel
from .lines import (
    box_on_piece,
    box_sweeps_piece,
    disc_on_piece,
    fill_core,
    holds_point,
    outline_near,
    stretches_in,
)  # fmt: skip
from .measure import (
    box_within,
    boxes_overlap,
    ceil_root,
    gap_pair,
    in_box,
    near_segment,
    overlap_pair,
    point_box,
    point_segment,
    segments_cut,
    segments_near,
    shared_shadow,
)  # fmt: skip
from .stand import far_from_piece, off_table, on_piece


@kernel
def box_near(corner: Ints, j: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Does a segment come nearer than `reach` to a box, or into it?"""
    if in_box(corner, j, ax, ay) or in_box(corner, j, bx, by):
        return True
    for k in range(4):
        m = (k + 1) & 3
        if segments_near(
            ax, ay, bx, by, corner[j, 2 * k], corner[j, 2 * k + 1], corner[j, 2 * m], corner[j, 2 * m + 1], reach * reach
        ):
            return True
    return False


@kernel
def point_sweeps_box(corner: Ints, j: int, ax: int, ay: int, bx: int, by: int, reach: int) -> bool:
    """Does a disc, its centre going from a to b, run into a box? One that starts overlapping may leave but not go deeper."""
    if reach <= 0:
        return False
    if box_within(corner, j, ax, ay, reach):
        reach = point_box(corner, j, ax, ay) - 1
        if reach <= 0:
            return False
    return box_near(corner, j, ax, ay, bx, by, reach)


@kernel
def box_depth(corner: Ints, i: int, sx: int, sy: int, j: int) -> float:
    """How deep two boxes, the first shifted, overlap."""
    deep = float(FAR)
    for side in range(4):
        b = i if side < 2 else j
        k = 2 * (side & 1)
        nx, ny = corner[b, k + 3] - corner[b, k + 1], corner[b, k] - corner[b, k + 2]
        deep = min(deep, shared_shadow(corner, i, sx, sy, j, nx, ny) / math.sqrt(nx * nx + ny * ny))
    return deep


@kernel
def boxes_sweep(corner: Ints, i: int, sx: int, sy: int, ex: int, ey: int, j: int) -> bool:
    """Does box i, going from shift s to shift e, run into box j: do all shadows overlap at one moment?"""
    if boxes_overlap(corner, i, sx, sy, j):
        start = box_depth(corner, i, sx, sy, j) + 1.0
        mx, my = sx + (ex - sx) // 8, sy + (ey - sy) // 8
        return box_depth(corner, i, mx, my, j) > start or box_depth(corner, i, ex, ey, j) > start
    lo, hi = 0.0, 1.0
    for side in range(4):
        b = i if side < 2 else j
        k = 2 * (side & 1)
        nx, ny = corner[b, k + 3] - corner[b, k + 1], corner[b, k] - corner[b, k + 2]
        a0, a1, b0, b1 = FAR * 4, -FAR * 4, FAR * 4, -FAR * 4
        for c in range(4):
            p = nx * (corner[i, 2 * c] + sx) + ny * (corner[i, 2 * c + 1] + sy)
            q = nx * corner[j, 2 * c] + ny * corner[j, 2 * c + 1]
            a0, a1, b0, b1 = min(a0, p), max(a1, p), min(b0, q), max(b1, q)
        hair = HAIR * math.sqrt(nx * nx + ny * ny)
        speed = nx * (ex - sx) + ny * (ey - sy)
        enter, leave = b0 - a1 + hair, b1 - a0 - hair  # overlap deeper than a hair while enter < t * speed < leave
        if speed == 0:
            if enter >= 0 or leave <= 0:
                return False
        elif speed > 0:
            lo, hi = max(lo, enter / speed), min(hi, leave / speed)
        else:
            lo, hi = max(lo, leave / speed), min(hi, enter / speed)
        if lo >= hi:
            return False
    return True


@kernel
def sweeps_body(bodies: Ints, corner: Ints, i: int, sx: int, sy: int, ex: int, ey: int, j: int) -> bool:
    """Does row i, going from shift s to shift e, run into row j deeper than a hair (or than it was)?"""
    x, y, near = bodies[i, X], bodies[i, Y], bodies[i, BOUND] + bodies[j, BOUND]
    ox, oy = bodies[j, X], bodies[j, Y]
    if (
        x + max(sx, ex) + near <= ox
        or x + min(sx, ex) - near >= ox
        or y + max(sy, ey) + near <= oy
        or y + min(sy, ey) - near >= oy
    ):
        return False
    reach = bodies[i, R] + bodies[j, R] - HAIR
    if bodies[i, BOX] != 0 and bodies[j, BOX] != 0:
        return boxes_sweep(corner, i, sx, sy, ex, ey, j)
    if bodies[j, BOX] != 0:
        return point_sweeps_box(corner, j, x + sx, y + sy, x + ex, y + ey, reach)
    if bodies[i, BOX] != 0:
        return point_sweeps_box(corner, i, ox - sx, oy - sy, ox - ex, oy - ey, reach)
    if reach <= 0:
        return False
    square = min(reach * reach, (x + sx - ox) ** 2 + (y + sy - oy) ** 2)
    return near_segment(ox, oy, x + sx, y + sy, x + ex, y + ey, square)


@kernel
def worse_on_body(bodies: Ints, corner: Ints, i: int, ex: int, ey: int, j: int) -> bool:
    """Does row i, shifted by e, overlap row j, and not merely as little as it does unshifted?"""
    if not overlap_pair(bodies, corner, i, ex, ey, j):
        return False
    if (ex == 0 and ey == 0) or not overlap_pair(bodies, corner, i, 0, 0, j):
        return not (ex == 0 and ey == 0)
    dx, dy = bodies[i, X] - bodies[j, X], bodies[i, Y] - bodies[j, Y]
    if bodies[i, BOX] != 0 and bodies[j, BOX] != 0:
        return box_depth(corner, i, ex, ey, j) > box_depth(corner, i, 0, 0, j)
    if bodies[j, BOX] != 0:
        now, was = point_box(corner, j, bodies[i, X] + ex, bodies[i, Y] + ey), point_box(corner, j, bodies[i, X], bodies[i, Y])
        return now < was or now == 0
    if bodies[i, BOX] != 0:
        now, was = point_box(corner, i, bodies[j, X] - ex, bodies[j, Y] - ey), point_box(corner, i, bodies[j, X], bodies[j, Y])
        return now < was or now == 0
    return bool((dx + ex) ** 2 + (dy + ey) ** 2 < dx * dx + dy * dy)


@kernel
def outline_gap(verts: Ints, first: int, last: int, px: int, py: int) -> int:
    """Distance from a point to an outline, rounded up."""
    best = FAR
    cx, cy = verts[last - 1, 0], verts[last - 1, 1]
    for i in range(first, last):
        best = min(best, point_segment(px, py, cx, cy, verts[i, 0], verts[i, 1]))
        cx, cy = verts[i, 0], verts[i, 1]
    return best


@kernel
def sweeps_piece(
    bodies: Ints, corner: Ints, i: int, sx: int, sy: int, ex: int, ey: int, verts: Ints, pieces: Ints, k: int,
    core: Ints, work: Floats,
) -> bool:  # fmt: skip
    """Does row i, going from s to e, run onto a piece? One that starts on it may go, its end decides."""
    x, y, b = bodies[i, X], bodies[i, Y], bodies[i, BOUND]
    if (
        x + max(sx, ex) + b <= pieces[k, WEST]
        or x + min(sx, ex) - b >= pieces[k, EAST]
        or y + max(sy, ey) + b <= pieces[k, SOUTH]
        or y + min(sy, ey) - b >= pieces[k, NORTH]
    ):
        return False
    first, last = pieces[k, START], pieces[k, STOP]
    if bodies[i, BOX] != 0:
        fill_core(corner, i, sx, sy, core)
        if box_on_piece(verts, pieces, k, core, work):
            return False
        if box_sweeps_piece(verts, pieces, k, core, ex - sx, ey - sy, work):
            return True
        fill_core(corner, i, ex, ey, core)
        return box_on_piece(verts, pieces, k, core, work)
    reach = bodies[i, R] - HAIR
    if disc_on_piece(verts, pieces, k, x + sx, y + sy, bodies[i, R]):
        if holds_point(verts, first, last, x + sx, y + sy) > 0:
            return False
        reach = outline_gap(verts, first, last, x + sx, y + sy) - 1
    return reach > 0 and outline_near(verts, first, last, x + sx, y + sy, x + ex, y + ey, reach)


@kernel
def worse_on_piece(
    bodies: Ints, corner: Ints, i: int, ex: int, ey: int, verts: Ints, pieces: Ints, k: int, core: Ints, work: Floats
) -> bool:
    """Does row i, shifted by e, stand on a piece, and not merely as little as it does unshifted?"""
    if (ex == 0 and ey == 0) or not on_piece(bodies, corner, i, ex, ey, verts, pieces, k, core, work):
        return False
    if bodies[i, BOX] != 0 or not on_piece(bodies, corner, i, 0, 0, verts, pieces, k, core, work):
        return True
    first, last, x, y = pieces[k, START], pieces[k, STOP], bodies[i, X], bodies[i, Y]
    if holds_point(verts, first, last, x + ex, y + ey) > 0:
        return True
    return outline_gap(verts, first, last, x + ex, y + ey) < outline_gap(verts, first, last, x, y)


@kernel
def leg_cost(ax: int, ay: int, bx: int, by: int, verts: Ints, pieces: Ints, cost: Ints, work: Floats, spans: Floats) -> float:
    """Price of a straight leg of the centre: length times the dearest factor of the pieces it is in."""
    dx, dy = bx - ax, by - ay
    length = math.sqrt(dx * dx + dy * dy)
    count = 0
    for k in range(pieces.shape[0]):
        if (
            cost[k] == PLAIN
            or cost[k] == BARRED
            or max(ax, bx) <= pieces[k, WEST]
            or min(ax, bx) >= pieces[k, EAST]
            or max(ay, by) <= pieces[k, SOUTH]
            or min(ay, by) >= pieces[k, NORTH]
        ):
            continue
        n = stretches_in(verts, pieces[k, START], pieces[k, STOP], ax, ay, bx, by, work)
        for s in range(n):
            if count < spans.shape[1]:
                spans[0, count], spans[1, count], spans[2, count] = work[2, s], work[3, s], cost[k]
                count += 1
    if count == 0:
        return length
    if count == 1:
        return float(length + length * (spans[1, 0] - spans[0, 0]) * (spans[2, 0] - PLAIN) / PLAIN)
    return length * dearest(spans, count)


@kernel
def dearest(spans: Floats, count: int) -> float:
    """Mean factor over the whole leg when every part pays the dearest of its pieces."""
    total, at = 0.0, 0.0
    while at < 1.0:
        to, factor = 1.0, 0.0
        for s in range(count):
            if spans[0, s] <= at < spans[1, s]:
                factor = max(factor, spans[2, s])
                to = min(to, spans[1, s])
            elif spans[0, s] > at:
                to = min(to, spans[0, s])
        total += (to - at) * (factor if factor > 0.0 else PLAIN) / PLAIN
        at = to
    return total


@kernel
def leg_clash(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, sx: int, sy: int, ex: int, ey: int, ways: Bytes,
    verts: Ints, pieces: Ints, cost: Ints, core: Ints, work: Floats,
) -> tuple[int, int]:  # fmt: skip
    """What row i runs into on a leg, its end apart; bodies beside the swept box are passed over at once."""
    x, y, b = bodies[i, X], bodies[i, Y], bodies[i, BOUND]
    west, east = x + min(sx, ex) - b, x + max(sx, ex) + b
    south, north = y + min(sy, ey) - b, y + max(sy, ey) + b
    for j in range(n):
        if bodies[j, ON] == 0 or ways[j] != STOPS or j == me:
            continue
        ox, oy, ob = bodies[j, X], bodies[j, Y], bodies[j, BOUND]
        if ox + ob <= west or ox - ob >= east or oy + ob <= south or oy - ob >= north:
            continue
        if sweeps_body(bodies, corner, i, sx, sy, ex, ey, j):
            return AT_BODY, j
    for k in range(pieces.shape[0]):
        if cost[k] != BARRED or pieces[k, EAST] <= west or pieces[k, WEST] >= east:
            continue
        if pieces[k, NORTH] <= south or pieces[k, SOUTH] >= north:
            continue
        if sweeps_piece(bodies, corner, i, sx, sy, ex, ey, verts, pieces, k, core, work):
            return AT_PIECE, k
    return FREE, 0


@kernel
def end_clash(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, ex: int, ey: int, ways: Bytes, shift: Ints,
    verts: Ints, pieces: Ints, cost: Ints, core: Ints, work: Floats,
) -> tuple[int, int]:  # fmt: skip
    """What row i may not end on: anybody but ghosts, those who move along being where they will be; barred ground."""
    x, y, b = bodies[i, X] + ex, bodies[i, Y] + ey, bodies[i, BOUND]
    for j in range(n):
        if bodies[j, ON] == 0 or ways[j] == GHOST or j == me:
            continue
        mx, my = (shift[j, 0], shift[j, 1]) if ways[j] == MOVING else (0, 0)
        near = b + bodies[j, BOUND]
        if abs(x - mx - bodies[j, X]) >= near or abs(y - my - bodies[j, Y]) >= near:
            continue
        if worse_on_body(bodies, corner, i, ex - mx, ey - my, j):
            return AT_BODY, j
    for k in range(pieces.shape[0]):
        if (
            cost[k] == BARRED
            and not far_from_piece(bodies, i, x, y, pieces, k)
            and worse_on_piece(bodies, corner, i, ex, ey, verts, pieces, k, core, work)
        ):
            return AT_PIECE, k
    return FREE, 0


@kernel
def walk_row(
    bodies: Ints, corner: Ints, n: int, me: int, i: int, points: Ints, ways: Bytes, shift: Ints,
    verts: Ints, pieces: Ints, cost: Ints, width: int, height: int, over: bool, edge: bool,
    core: Ints, work: Floats, spans: Floats, out: Floats,
) -> tuple[int, int, int]:  # fmt: skip
    """Walk row i along points: clash kind, whom, and on which leg; length and price so far are added to out."""
    x, y = bodies[i, X], bodies[i, Y]
    sx, sy = 0, 0
    for leg in range(points.shape[0]):
        if abs(points[leg, 0]) >= REACH or abs(points[leg, 1]) >= REACH:
            return AT_EDGE, 0, leg
        ex, ey = points[leg, 0] - x, points[leg, 1] - y
        dx, dy = ex - sx, ey - sy
        length = math.sqrt(dx * dx + dy * dy)
        out[0] += length
        if over:
            out[1] += length
        else:
            kind, whom = leg_clash(bodies, corner, n, me, i, sx, sy, ex, ey, ways, verts, pieces, cost, core, work)
            if kind != FREE:
                return kind, whom, leg
            out[1] += leg_cost(x + sx, y + sy, x + ex, y + ey, verts, pieces, cost, work, spans)
        if edge and off_table(bodies, corner, i, ex, ey, width, height):
            return AT_EDGE, 0, leg
        sx, sy = ex, ey
    kind, whom = end_clash(bodies, corner, n, me, i, sx, sy, ways, shift, verts, pieces, cost, core, work)
    return kind, whom, points.shape[0]


@kernel
def goes_so_far(
    bodies: Ints, corner: Ints, n: int, i: int, towards: tuple[int, int], far: int, ways: Bytes, shift: Ints, verts: Ints,
    pieces: Ints, cost: Ints, width: int, height: int, over: bool, edge: bool, core: Ints, work: Floats, spans: Floats,
) -> bool:  # fmt: skip
    """Does row i go so far along a vector of the length SCALE with nothing in the way?"""
    point = np.empty((1, 2), np.int64)
    point[0, 0] = bodies[i, X] + (far * towards[0] + SCALE // 2) // SCALE
    point[0, 1] = bodies[i, Y] + (far * towards[1] + SCALE // 2) // SCALE
    kind, _, _ = walk_row(
        bodies, corner, n, i, i, point, ways, shift, verts, pieces, cost, width, height, over, edge, core, work, spans,
        np.zeros(2),
    )  # fmt: skip
    return bool(kind == FREE)


@kernel
def farthest_free(
    bodies: Ints, corner: Ints, n: int, i: int, towards: tuple[int, int], low: int, high: int, back: int, ways: Bytes,
    shift: Ints, verts: Ints, pieces: Ints, cost: Ints, width: int, height: int, over: bool, edge: bool,
    core: Ints, work: Floats, spans: Floats,
) -> int:  # fmt: skip
    """How far row i goes along a vector until something is in the way: so much that it goes the lower of these lengths and not
    the higher one. `back`: first that lower one is looked for, by steps so long from the higher one backwards."""
    if back > 0:
        low = high
        while low > 0 and not goes_so_far(
            bodies, corner, n, i, towards, low, ways, shift, verts, pieces, cost, width, height, over, edge, core, work, spans
        ):
            low = max(0, low - back)
        if low == high:
            return high
        high = min(high, low + back)
    while high - low > 1:
        middle = (low + high) // 2
        if goes_so_far(
            bodies, corner, n, i, towards, middle, ways, shift, verts, pieces, cost, width, height, over, edge, core, work,
            spans,
        ):  # fmt: skip
            low = middle
        else:
            high = middle
    return low


@kernel
def legs_rows(
    bodies: Ints, corner: Ints, n: int, rows: Ints, ends: Ints, together: bool, ways: Bytes, shift: Ints,
    verts: Ints, pieces: Ints, cost: Ints, width: int, height: int, over: bool, edge: bool,
    core: Ints, work: Floats, spans: Floats, kinds: Ints, whom: Ints, lengths: Ints, prices: Ints,
) -> None:  # fmt: skip
    """One straight leg for each row; together, the rows do not hinder each other but at their ends."""
    for t in range(rows.size):
        if abs(ends[t, 0]) >= REACH or abs(ends[t, 1]) >= REACH:
            kinds[:] = AT_EDGE
            return
    if together:
        for t in range(rows.size):
            i = rows[t]
            shift[i, 0], shift[i, 1] = ends[t, 0] - bodies[i, X], ends[t, 1] - bodies[i, Y]
            ways[i] = MOVING
    for t in range(rows.size):
        i = rows[t]
        x, y = bodies[i, X], bodies[i, Y]
        ex, ey = ends[t, 0] - x, ends[t, 1] - y
        lengths[t] = math.floor(math.sqrt(ex * ex + ey * ey) + 0.5)
        prices[t], kinds[t], whom[t] = lengths[t], FREE, 0
        if edge and off_table(bodies, corner, i, ex, ey, width, height):
            kinds[t] = AT_EDGE
            continue
        if not over:
            kind, who = leg_clash(bodies, corner, n, i, i, 0, 0, ex, ey, ways, verts, pieces, cost, core, work)
            if kind != FREE:
                kinds[t], whom[t] = kind, who
                continue
            prices[t] = math.floor(leg_cost(x, y, x + ex, y + ey, verts, pieces, cost, work, spans) + 0.5)
        kind, who = end_clash(bodies, corner, n, i, i, ex, ey, ways, shift, verts, pieces, cost, core, work)
        kinds[t], whom[t] = kind, who


@kernel
def legs_in_turn(
    bodies: Ints, corner: Ints, n: int, rows: Ints, ends: Ints, ways: Bytes, shift: Ints, verts: Ints, pieces: Ints, cost: Ints,
    width: int, height: int, over: bool, edge: bool, core: Ints, work: Floats, spans: Floats, kinds: Ints, whom: Ints,
    lengths: Ints, prices: Ints,
) -> int:  # fmt: skip
    """One straight leg for each row, all of them discs: each is at its end when the next goes. How many of them go before
    something is in the way of one, and he with them; afterwards they stand where they stood."""
    out, starts, done = np.zeros(2), np.empty((rows.size, 2), np.int64), 0
    for t in range(rows.size):
        i = rows[t]
        starts[t, 0], starts[t, 1] = bodies[i, X], bodies[i, Y]
        out[0], out[1] = 0.0, 0.0
        kinds[t], whom[t], _ = walk_row(
            bodies, corner, n, i, i, ends[t : t + 1], ways, shift, verts, pieces, cost, width, height, over, edge, core, work,
            spans, out,
        )  # fmt: skip
        lengths[t], prices[t] = math.floor(out[0] + 0.5), math.floor(out[1] + 0.5)
        done += 1
        if kinds[t] != FREE:
            break
        bodies[i, X], bodies[i, Y] = ends[t, 0], ends[t, 1]
    for t in range(done):
        bodies[rows[t], X], bodies[rows[t], Y] = starts[t, 0], starts[t, 1]
    return done


@kernel
def segment_box(corner: Ints, j: int, ax: int, ay: int, bx: int, by: int) -> int:
    """Distance from a segment to a box, rounded up; 0 when it crosses an edge."""
    best = FAR
    for k in range(4):
        m = (k + 1) & 3
        cx, cy, dx, dy = corner[j, 2 * k], corner[j, 2 * k + 1], corner[j, 2 * m], corner[j, 2 * m + 1]
        if segments_cut(ax, ay, bx, by, cx, cy, dx, dy):
            return 0
        best = min(best, point_segment(cx, cy, ax, ay, bx, by), point_segment(ax, ay, cx, cy, dx, dy))
        best = min(best, point_segment(bx, by, cx, cy, dx, dy))
    return best


@kernel
def swept_gap_to(bodies: Ints, corner: Ints, i: int, ax: int, ay: int, bx: int, by: int, j: int) -> int:
    """Least gap from a disc, its centre going from a to b, to another row."""
    if bodies[j, BOX] == 0:
        g = point_segment(bodies[j, X], bodies[j, Y], ax, ay, bx, by)
    elif in_box(corner, j, ax, ay) or in_box(corner, j, bx, by):
        g = 0
    else:
        g = segment_box(corner, j, ax, ay, bx, by)
    return int(max(0, g - bodies[i, R] - bodies[j, R]))


@kernel
def touches_passing(bodies: Ints, corner: Ints, i: int, points: Ints, rows: Ints, touch: int) -> bool:
    """Does a disc on its way over these points come within `touch` of one of these rows, and neither begins nor ends so near to
    it? Row 0 is written on."""
    last, reach = points.shape[0] - 1, touch
    for leg in range(last):
        reach += abs(points[leg + 1, 0] - points[leg, 0]) + abs(points[leg + 1, 1] - points[leg, 1])
    bodies[0] = bodies[i]
    bodies[0, X], bodies[0, Y], bodies[0, ON] = points[last, 0], points[last, 1], 0
    for j in rows:
        near = gap_pair(bodies, corner, i, j)
        if near <= touch or near > reach or gap_pair(bodies, corner, 0, j) <= touch:
            continue
        for leg in range(last):
            ax, ay, bx, by = points[leg, 0], points[leg, 1], points[leg + 1, 0], points[leg + 1, 1]
            if swept_gap_to(bodies, corner, i, ax, ay, bx, by, j) <= touch:
                return True
    return False


@kernel
def swept_gaps(bodies: Ints, corner: Ints, n: int, i: int, points: Ints, out: Ints) -> None:
    """Least gap from a disc to every row along its path."""
    ax, ay = bodies[i, X], bodies[i, Y]
    for j in range(n):
        out[j] = FAR
    for leg in range(points.shape[0]):
        bx, by = points[leg, 0], points[leg, 1]
        for j in range(n):
            if bodies[j, ON] != 0 and j != i:
                out[j] = min(out[j], swept_gap_to(bodies, corner, i, ax, ay, bx, by, j))
        ax, ay = bx, by


@kernel
def leg_length(points: Ints, leg: int) -> float:
    """How long the way is from one point to the next."""
    dx, dy = points[leg + 1, 0] - points[leg, 0], points[leg + 1, 1] - points[leg, 1]
    return math.sqrt(dx * dx + dy * dy)


@kernel
def fill_stations(points: Ints, ends: Ints, parts: Ints, whole: int, out: Ints) -> None:
    """For each part and each way the place at so many of `whole` parts of the way's own length, on the grid."""
    for k in range(ends.size - 1):
        first, last = ends[k], ends[k + 1] - 1
        total = 0.0
        for leg in range(first, last):
            total += leg_length(points, leg)
        for p in range(parts.size):
            left = total * parts[p] / whole
            out[p, k, 0], out[p, k, 1] = points[last, 0], points[last, 1]
            for leg in range(first, last):
                length = leg_length(points, leg)
                if left <= length and length > 0:
                    dx, dy = points[leg + 1, 0] - points[leg, 0], points[leg + 1, 1] - points[leg, 1]
                    n = max(1, ceil_root(dx * dx + dy * dy))
                    steps = min(math.floor(left + 0.5), n)
                    out[p, k, 0] = points[leg, 0] + (2 * dx * steps + n) // (2 * n)
                    out[p, k, 1] = points[leg, 1] + (2 * dy * steps + n) // (2 * n)
                    break
                left -= length
