"""Tight formations: a body of ranks and files whose places are derived from one anchor and one facing, never moved singly.

The anchor is the middle of the front edge. Ranks go from the front to the rear, files from left to right; "" is an empty cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from ..constants import SCALE
from ..facing import Facing, Point, rounded, step_to, vector
from ..shapes.bases import Base, Box, Disc, centre2, middle

Kind = Literal["line", "column"]
End = Literal["left", "right"]
Sizes = Mapping[str, Base]
TWO_DEEP_ABOVE = 5  # two ranks (files) only with more figures than this


class Cell(NamedTuple):
    """A place in a formation."""

    rank: int
    file: int


class Formation(NamedTuple):
    """Who stands where in a body, where its front is, and which way it looks."""

    kind: Kind
    ranks: tuple[tuple[str, ...], ...]
    anchor: Point
    facing: Facing

    @property
    def ids(self) -> list[str]:
        """Everybody, by rank and file."""
        return [id for rank in self.ranks for id in rank if id]

    @property
    def files(self) -> int:
        """How many files it has."""
        return max(len(rank) for rank in self.ranks)


def cells(n: int, kind: Kind, depth: int = 1) -> list[Cell]:
    """The cells of n figures, by rank and file: a line of 1 or 2 ranks, a column of 1 or 2 files.

    >>> [len([c for c in cells(11, "line", 2) if c.rank == r]) for r in (0, 1)]
    [6, 5]
    """
    if depth not in (1, 2) or (depth == 2 and n <= TWO_DEEP_ABOVE):
        raise ValueError(f"{n} figures cannot stand {depth} deep: two ranks or files need more than {TWO_DEEP_ABOVE}")
    if kind == "line":
        front = -(-n // depth)
        return [Cell(0, f) for f in range(front)] + [Cell(1, f) for f in range(n - front)]
    pairs = [Cell(r, f) for r in range(n // depth) for f in range(depth)]
    return pairs + ([Cell(n // depth, depth - 1)] if n % depth else [])


def formed(ids: Sequence[str], kind: Kind, depth: int, anchor: Point, facing: Facing) -> Formation:
    """These figures, in this order, in formation."""
    places = cells(len(ids), kind, depth)
    ranks = [["" for _ in range(1 + max(c.file for c in places if c.rank == r))] for r in range(places[-1].rank + 1)]
    for id, c in zip(ids, places, strict=True):
        ranks[c.rank][c.file] = id
    return Formation(kind, tuple(map(tuple, ranks)), anchor, facing)


def _across(base: Base) -> int:
    """How much of the front a base takes."""
    return 2 * base.r if isinstance(base, Disc) else base.width


def _deep(base: Base) -> int:
    """How much depth a base takes."""
    return 2 * base.r if isinstance(base, Disc) else base.length


def _file_widths(f: Formation, sizes: Sizes) -> list[int]:
    """Width of each file: its widest base; an empty file is as wide as the widest of all."""
    widest = max(_across(sizes[id]) for id in f.ids)
    columns = [[rank[k] for rank in f.ranks if k < len(rank) and rank[k]] for k in range(f.files)]
    return [max((_across(sizes[id]) for id in column), default=widest) for column in columns]


def frontage(f: Formation, sizes: Sizes) -> int:
    """Sum of the base widths of the longest rank."""
    return sum(_file_widths(f, sizes))


def depth_of(f: Formation, sizes: Sizes) -> int:
    """From the front edge to the rear edge."""
    return sum(_rank_depths(f, sizes))


def _rank_depths(f: Formation, sizes: Sizes) -> list[int]:
    """Depth of each rank: its deepest base."""
    deepest = max(_deep(sizes[id]) for id in f.ids)
    return [max((_deep(sizes[id]) for id in rank if id), default=deepest) for rank in f.ranks]


def place(f: Formation, right2: int, back2: int) -> Point:
    """The place that many half thousandths right of and behind the anchor."""
    x, y = vector(f.facing)
    return (
        f.anchor[0] + rounded(right2 * y - back2 * x, 2 * SCALE),
        f.anchor[1] + rounded(-right2 * x - back2 * y, 2 * SCALE),
    )


def stand(f: Formation, sizes: Sizes) -> dict[str, Base]:
    """Where everybody stands: touching, centres aligned, all looking the same way."""
    widths, depths = _file_widths(f, sizes), _rank_depths(f, sizes)
    where: dict[str, Base] = {}
    back2 = 0
    for rank, deep in zip(f.ranks, depths, strict=True):
        right2 = -sum(widths)
        for k, id in enumerate(rank):
            if id:
                at = place(f, right2 + widths[k], back2 + deep)
                size = sizes[id]
                where[id] = Disc(*at, size.r) if isinstance(size, Disc) else Box(*at, f.facing, size.length, size.width)
            right2 += 2 * widths[k]
        back2 += 2 * deep
    return where


# ---- changing it


def advance(f: Formation, length: int) -> Formation:
    """Straight to the front."""
    return f._replace(anchor=step_to(f.anchor, f.facing, length))


def oblique(f: Formation, angle: int, length: int) -> Formation:
    """At an angle (clockwise positive) to the front, keeping the facing."""
    return f._replace(anchor=step_to(f.anchor, f.facing + angle, length))


def wheel(f: Formation, end: End, angle: int, sizes: Sizes) -> Formation:
    """Swing forward about the front corner of one end."""
    half2 = frontage(f, sizes) * (-1 if end == "left" else 1)
    pivot = place(f, half2, 0)
    swung = f._replace(anchor=pivot, facing=(f.facing + (angle if end == "right" else -angle)) % 36000)
    return swung._replace(anchor=place(swung, -half2, 0))


def about_face(f: Formation, sizes: Sizes) -> Formation:
    """Everybody turns round: the rear rank becomes the front rank, nobody leaves his place."""
    full = f.files
    padded = [rank + ("",) * (full - len(rank)) for rank in f.ranks]
    ranks = tuple(tuple(reversed(rank)) for rank in reversed(padded))
    anchor = place(f, 0, 2 * depth_of(f, sizes))
    return f._replace(ranks=ranks, anchor=anchor, facing=(f.facing + 18000) % 36000)


Free = Callable[[str, Base], bool]


def close_up(f: Formation, gone: Iterable[str], sizes: Sizes, free: Free = lambda id, base: True) -> Formation:
    """After losses: the man behind steps up, front first; where nobody stands behind, the shorter side closes in.

    A place where a figure may not stand (`free` says no) stays empty.
    """
    lost = set(gone)
    grid = [["" if id in lost else id for id in rank] + [""] * (f.files - len(rank)) for rank in f.ranks]
    if not any(id for rank in grid for id in rank):
        return f._replace(ranks=())
    widest = max((sizes[id] for id in f.ids if id in sizes), key=_across)
    sizes = {id: sizes.get(id, widest) for id in f.ids}  # the lost may have left the rolls already
    widths, depths = _file_widths(f, sizes), _rank_depths(f, sizes)
    places = _Places(f, widths, depths, sizes, free)
    if f.kind == "line":
        _step_up(grid, places)
        for r in range(len(grid)):
            _close_sideways(grid, r, places)
    else:
        for _ in grid:
            _step_up(grid, places)
    return _trimmed(f, grid, widths, depths)


class _Places(NamedTuple):
    """Asks whether somebody may stand in a cell of a formation."""

    f: Formation
    widths: list[int]
    depths: list[int]
    sizes: Sizes
    free: Free

    def ok(self, id: str, rank: int, file: int) -> bool:
        """May this figure stand in that cell?"""
        right2 = -sum(self.widths) + 2 * sum(self.widths[:file]) + self.widths[file]
        at = place(self.f, right2, 2 * sum(self.depths[:rank]) + self.depths[rank])
        size = self.sizes[id]
        base: Base = Disc(*at, size.r) if isinstance(size, Disc) else Box(*at, self.f.facing, size.length, size.width)
        return self.free(id, base)


def _step_up(grid: list[list[str]], places: _Places) -> None:
    """Everybody with an empty cell before him steps into it."""
    for r in range(len(grid) - 1):
        for k, id in enumerate(grid[r]):
            behind = grid[r + 1][k]
            if not id and behind and places.ok(behind, r, k):
                grid[r][k], grid[r + 1][k] = behind, ""


def _close_sideways(grid: list[list[str]], r: int, places: _Places) -> None:
    """The shorter side of each gap in a rank closes in; equal sides: the right one."""
    tried: set[int] = set()
    while True:
        rank = grid[r]
        gaps = [k for k, id in enumerate(rank) if not id and any(rank[:k]) and any(rank[k + 1 :]) and k not in tried]
        if not gaps:
            return
        k = gaps[0]
        left, right = sum(map(bool, rank[:k])), sum(map(bool, rank[k + 1 :]))
        order = range(k, len(rank) - 1) if right <= left else range(k, 0, -1)
        step = 1 if right <= left else -1
        if not all(not rank[m + step] or places.ok(rank[m + step], r, m) for m in order):
            tried.add(k)
            continue
        for m in order:
            rank[m] = rank[m + step]
        rank[-1 if step == 1 else 0] = ""


def _trimmed(f: Formation, grid: list[list[str]], widths: list[int], depths: list[int]) -> Formation:
    """Drop empty ranks and outer files; those who stay keep their places."""
    used = [k for k in range(f.files) if any(rank[k] for rank in grid)]
    first, last = used[0], used[-1]
    rows = [r for r, rank in enumerate(grid) if any(rank)]
    right2 = sum(widths[:first]) - sum(widths[last + 1 :])
    anchor = place(f, right2, 2 * sum(depths[: rows[0]]))
    ranks = []
    for rank in grid[rows[0] : rows[-1] + 1]:
        kept = rank[first : last + 1]
        while kept and not kept[-1]:
            kept.pop()
        ranks.append(tuple(kept))
    return f._replace(ranks=tuple(ranks), anchor=anchor)


def reform(
    where: Mapping[str, Point], kind: Kind, depth: int, facing: Facing, sizes: Sizes
) -> tuple[Formation, dict[str, Base]]:
    """A disordered unit falls in round the figure nearest its middle; figures to cells so that the longest way is least."""
    ids = sorted(where)
    centre = middle([where[id] for id in ids])
    pivot = min(ids, key=lambda id: (centre2(where[id], centre), id))
    plain = formed(ids, kind, depth, where[pivot], facing)
    spots = stand(plain, sizes)
    there = middle([spots[id].at for id in ids])
    shift = (where[pivot][0] - there[0], where[pivot][1] - there[1])
    plain = plain._replace(anchor=(plain.anchor[0] + shift[0], plain.anchor[1] + shift[1]))
    spots = stand(plain, sizes)
    places = [spots[id].at for id in ids]
    order = assign([[centre2(where[id], p) for p in places] for id in ids])
    seat = {ids[cell]: ids[who] for who, cell in enumerate(order)}
    found = plain._replace(ranks=tuple(tuple(seat.get(id, "") for id in rank) for rank in plain.ranks))
    return found, stand(found, sizes)


def assign(ways: Sequence[Sequence[int]]) -> list[int]:
    """Give each figure a cell so that the longest way is as short as can be; ties by lowest cell."""
    limits = sorted({w for row in ways for w in row})
    lo, hi = 0, len(limits) - 1
    best = _matching(ways, limits[hi]) or list(range(len(ways)))
    while lo < hi:
        m = (lo + hi) // 2
        found = _matching(ways, limits[m])
        if found is None:
            lo = m + 1
        else:
            best, hi = found, m
    return best


def _matching(ways: Sequence[Sequence[int]], limit: int) -> list[int] | None:
    """A cell for everybody with no way above the limit, or None."""
    holder: dict[int, int] = {}

    def seat(who: int, seen: set[int]) -> bool:
        for cell in sorted(range(len(ways[who])), key=lambda c: (ways[who][c], c)):
            if ways[who][cell] > limit or cell in seen:
                continue
            seen.add(cell)
            if cell not in holder or seat(holder[cell], seen):
                holder[cell] = who
                return True
        return False

    if not all(seat(who, set()) for who in range(len(ways))):
        return None
    return [cell for cell, _ in sorted(holder.items(), key=lambda item: item[1])]
