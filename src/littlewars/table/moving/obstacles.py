"""Single obstacles: walls with openings, clouds, vaulting, lobbing over, and pivots that sweep.

Used by books to come: grenades lobbed, smoke and hulls that pivot (Defiance), doors and windows (Xenocide, Combat
Action), climbing (Combat Action).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import floor, sqrt
from typing import NamedTuple

from ..board.areas import Circle
from ..board.board import Board, Clash
from ..constants import FULL_TURN, HAIR
from ..facing import Facing, Point
from ..kernels.compiled import Ints
from ..shapes.bases import Base, Box, Disc, Poly, apart2, bound, centre2, moved
from ..terrain.pieces import Opening, Piece
from ..terrain.sight_exact import inside_spans

VAULT = 12  # inches, the obstacle included


class Crossing(NamedTuple):
    """A line through a wall: which edge, and the open opening it passes (None: it hits the wall)."""

    edge: int
    opening: Opening | None


def crosses_wall(a: Point, b: Point, piece: Piece) -> list[Crossing]:
    """The walls of a piece that a line crosses, from a on; it passes strictly inside an open opening, or hits the wall."""
    found: list[tuple[float, Crossing]] = []
    outline = piece.outline
    for k, (p, q) in enumerate(zip(outline, (*outline[1:], outline[0]), strict=True)):
        cut = _cut(a, b, p, q)
        if cut is not None:
            t, s = cut
            at = s * sqrt(centre2(p, q))
            door = next((o for o in piece.openings if o.edge == k and o.open and o.start < at < o.stop), None)
            found.append((t, Crossing(k, door)))
    return [crossing for _, crossing in sorted(found, key=lambda f: (f[0], f[1].edge))]


def _cut(a: Point, b: Point, p: Point, q: Point) -> tuple[float, float] | None:
    """Where two segments cross, as parts of either; None when they do not, or run along each other."""
    dx, dy, ex, ey = b[0] - a[0], b[1] - a[1], q[0] - p[0], q[1] - p[1]
    den = dx * ey - dy * ex
    if den == 0:
        return None
    t, s = ((p[0] - a[0]) * ey - (p[1] - a[1]) * ex) / den, ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx) / den
    return (t, s) if 0 <= t <= 1 and 0 <= s <= 1 else None


def passes_openings(a: Point, b: Point, piece: Piece) -> bool:
    """Does a line get through a building by open doors and windows alone?"""
    return all(c.opening is not None for c in crosses_wall(a, b, piece))


def touches_cloud(a: Point, b: Point, clouds: Sequence[Circle | tuple[Poly, int]]) -> list[bool]:
    """Which clouds a line touches: circles, or rings of a width round a polygon; the border counts."""
    found = []
    for cloud in clouds:
        shape, reach = ((cloud.at,), cloud.radius) if isinstance(cloud, Circle) else cloud
        n, d = apart2((a, b), shape)
        found.append(n <= reach * reach * d)
    return found


class Landing(NamedTuple):
    """Where one comes down beyond an obstacle, and the top that was climbed."""

    at: Point
    over: int


def vault(board: Board, id: str, toward: Point, piece: Piece) -> Landing | None:
    """Over a piece that the base touches: the first free place beyond it in that direction; None when there is none."""
    base = board.base(id)
    length = sqrt(centre2(base.at, toward))
    reach, most = bound(base), VAULT * board.field.inch
    if length == 0 or piece.top is None:
        return None
    ux, uy = (toward[0] - base.x) / length, (toward[1] - base.y) / length
    far = (base.x + floor(ux * most + 0.5), base.y + floor(uy * most + 0.5))
    spans = inside_spans(base.at, far, piece.outline)
    if not spans or float(spans[0][0]) * most > reach + 2 * HAIR:
        return None
    start = floor(float(spans[-1][1]) * most)
    for step in range(start, start + 2 * (reach + board.field.inch), 10):
        at = (base.x + floor(ux * step + 0.5), base.y + floor(uy * step + 0.5))
        there = moved(base, at)
        if apart2((at,), piece.outline)[0] > 0 and board.stands(there, [id]) is None and _clear(board, id, at, piece):
            return Landing(at, piece.top)
    return None


def _clear(board: Board, id: str, at: Point, piece: Piece) -> bool:
    """Does a base at that place overlap the piece no deeper than a hair?"""
    n, d = apart2((at,), piece.outline)
    return n >= max(0, bound(board.base(id)) - HAIR) ** 2 * d


class Lob(NamedTuple):
    """Where a lobbed thing comes down: at its target, short of range, or half-way to what it did not clear."""

    at: Point
    hits: str = ""
    short: bool = False


def lob(a: Point, foot: int, to: Point, reach: int, clears: int, pieces: Sequence[Piece]) -> Lob:
    """Height first, then range: a piece too high to clear within reach stops it half-way to its near face."""
    length = sqrt(centre2(a, to))
    short = length > reach
    end = _part(a, to, reach / length) if short else to
    walls = []
    for piece in pieces:
        if piece.top is None or piece.top - foot > clears:
            spans = inside_spans(a, end, piece.outline)
            if spans:
                walls.append((spans[0][0], piece.id))
    if walls:
        t, id = min(walls)
        return Lob(_part(a, end, float(t) / 2), id, short)
    return Lob(end, "", short)


def _part(a: Point, b: Point, t: float) -> Point:
    """The place at a part of a line."""
    return a[0] + floor((b[0] - a[0]) * t + 0.5), a[1] + floor((b[1] - a[1]) * t + 0.5)


class Pivot(NamedTuple):
    """A turn on the spot: what forbids it, and whom the hull sweeps over on the way."""

    clash: Clash | None
    swept: tuple[str, ...]


def pivot(
    board: Board, id: str, to: Facing, sweep: bool = False, *,
    base: Base | None = None, cost: Ints | None = None, skip: Iterable[str] = (),
) -> Pivot:  # fmt: skip
    """Turn a hull about its centre: only the end must be free; with `sweep` every whole degree is looked at as well. `base`:
    where it is thought to be; `cost`: other prices of the ground; `skip`: who is not there for it."""
    base, passed = board.base(id) if base is None else base, [id, *skip]
    end = board.stands(moved(base, base.at, to), passed, cost=cost)
    if not sweep or not isinstance(base, Box):
        return Pivot(end, ())
    if end is None and board.stands(Disc(*base.at, bound(base) + HAIR), passed, cost=cost) is None:
        return Pivot(None, ())  # there is room all round
    turn = (to - base.facing + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2
    step = 100 if turn > 0 else -100
    swept: list[str] = []
    for angle in (*range(step, turn, step), turn):
        there = moved(base, base.at, (base.facing + angle) % FULL_TURN)
        clash = board.stands(there, [*passed, *swept], cost=cost)
        while clash is not None and clash.kind == "body":
            swept.append(clash.id)
            clash = board.stands(there, [*passed, *swept], cost=cost)
        if clash is not None:
            return Pivot(clash, tuple(swept))
    return Pivot(end, tuple(swept))
