"""The board: where everybody stands, as arrays, over a field of terrain. Cheap to make, to patch and to copy.

>>> from littlewars.table.shapes.bases import Disc
>>> board = Board((48000, 48000))
>>> board.put("ann", Disc(1000, 1000, 500), unit=1, side=0)
>>> board.put("bob", Disc(4000, 1000, 500), unit=2, side=1)
>>> board.gap("ann", "bob")
2000
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, Literal, NamedTuple

import numpy as np

from ..constants import AT_BODY, AT_EDGE, BODY_COLUMNS, FAR, FREE, GHOST, ON, REACH, UNIT
from ..facing import Facing, Point, vector
from ..kernels.area import arc_rows, reach_rows
from ..kernels.compiled import Bytes, Ints, Mask
from ..kernels.group import one_chain
from ..kernels.lines import WORK
from ..kernels.measure import any_nearer, gap_between, gap_matrix, gap_pair, gaps_row
from ..kernels.stand import next_free, pieces_holding, stand_at, stand_many
from ..shapes.bases import Base, ceil_root, centre2, corners
from ..terrain.field import Field
from ..terrain.pieces import Classify, Ground, Piece
from ..terrain.sight_rules import SightRule

_write_row, _ROW_BYTES = struct.Struct(f"{BODY_COLUMNS}q").pack_into, 8 * BODY_COLUMNS
_write_corners, _CORNER_BYTES = struct.Struct("8q").pack_into, 64
_write_leg = struct.Struct("2q").pack_into
_FIRST_ROOM = 96
_NOBODY: tuple[str, ...] = ()
Tags = tuple[int, int, int, int, int, int]  # of a body: unit, side, level, flags, foot, tall
_NO_TAGS: Tags = (-1, -1, 0, 0, 0, 0)


@lru_cache(maxsize=4096)
def _borders(facing: Facing, half: int) -> tuple[int, int, int, int, int, int]:
    """An arc as kernels read it: its middle and both borders."""
    return (*vector(facing), *vector(facing + half), *vector(facing - half))


class Clash(NamedTuple):
    """What is in the way: a body, a piece, or the table's edge."""

    kind: Literal["body", "piece", "edge"]
    id: str = ""


class Board:
    """Bodies in rows of an integer array; row 0 is scratch, rows of lifted bodies are skipped by every query."""

    __slots__ = (
        "_bodies",
        "_corners",
        "_free",
        "_leg",
        "_leg_bytes",
        "bases",
        "bodies",
        "corner",
        "field",
        "n",
        "names",
        "passages",
        "roster",
        "row",
        "seen",
        "tags",
        "version",
        "walked",
        "work",
    )

    def __init__(
        self, size: Point, pieces: Sequence[Piece] = (), ground: Classify | Sequence[Ground] = (), unit: str = "inch"
    ) -> None:
        self._begin(Field(size, pieces, ground, unit))

    @classmethod
    def upon(cls, field: Field) -> Board:
        """An empty board on a field that is already made."""
        board = cls.__new__(cls)
        board._begin(field)
        return board

    def _begin(self, field: Field) -> None:
        """Lay out empty arrays."""
        self.field = field
        self._room(np.zeros((_FIRST_ROOM, BODY_COLUMNS), np.int64), np.zeros((_FIRST_ROOM, 8), np.int64))
        self.row: dict[str, int] = {}
        self.names: list[str] = [""]
        self.bases: list[Base | None] = [None]
        self.tags: list[Tags] = [_NO_TAGS]
        self.n = 1
        self.version = 0  # changes whenever anybody comes, goes or moves
        self.roster = 0  # changes only with who is there and what he is: what depends on no place outlives a move
        self.passages: dict[tuple[frozenset[int], frozenset[str]], Bytes] = {}  # how rows are treated, as asked before
        self.walked: tuple[tuple[object, ...], Ints | None, Any] | None = None  # the last walk of many, and what came of it
        self.seen: dict[SightRule, Ints] = {}  # who sees whom, as looked up before: good until either of them is written anew
        self._free: list[int] = []
        self.work = (np.zeros((4, 2), np.int64), np.zeros(WORK))

    def _room(self, bodies: Ints, corner: Ints) -> None:
        """Take arrays as our own, with views of their bytes for quick writing."""
        self.bodies, self.corner, self._leg = bodies, corner, np.zeros((1, 2), np.int64)
        self._leg_bytes = self._leg.data.cast("B")
        self._bodies, self._corners = bodies.data.cast("B"), corner.data.cast("B")

    @property
    def size(self) -> Point:
        """Width and height of the table."""
        return self.field.size

    def __len__(self) -> int:
        return len(self.row)

    def __contains__(self, id: str) -> bool:
        return id in self.row

    def __iter__(self) -> Iterator[str]:
        return iter(self.row)

    # ---- who stands where

    def put(
        self, id: str, base: Base, unit: int = 0, side: int = 0, *,
        level: int = 0, flags: int = 0, foot: int = 0, tall: int = 0,
    ) -> None:  # fmt: skip
        """Put a body on the table, or tell where it is now."""
        row, tags = self.row.get(id), (unit, side, level, flags, foot, tall)
        if row is None:
            row = self._new_row(id)
        if self.tags[row] != tags:
            self._renew()
            self.tags[row] = tags
        self._write(row, base, *tags, 1)

    def move(self, id: str, base: Base) -> None:
        """The same body elsewhere."""
        row = self.row[id]
        self._write(row, base, *self.tags[row], 1)

    def foot(self, id: str) -> int:
        """How high somebody's feet are."""
        return self.tags[self.row[id]][4]

    def level(self, id: str) -> int:
        """On which level somebody is."""
        return self.tags[self.row[id]][2]

    def lift(self, id: str) -> None:
        """Take a body off the table."""
        row = self.row.pop(id)
        self.bodies[row, ON] = 0
        self._free.append(row)
        self.renew()

    def renew(self) -> None:
        """Somebody has gone, or what counts with him has: nothing that was noted is good any more."""
        self.version += 1
        self._renew()

    def _renew(self) -> None:
        """Somebody comes, goes or is something else now: what was noted by rows is void."""
        self.roster += 1
        self.passages.clear()

    def _new_row(self, id: str) -> int:
        """A row for a newcomer."""
        self._renew()
        if self._free:
            row = self._free.pop()
            self.names[row] = id
        else:
            row = self.n
            self.n += 1
            if row == len(self.bodies):
                self._room(*(np.concatenate([a, np.zeros_like(a)]) for a in (self.bodies, self.corner)))
            self.names.append(id)
            self.bases.append(None)
            self.tags.append(_NO_TAGS)
        self.row[id] = row
        return row

    def _write(self, row: int, base: Base, unit: int, side: int, level: int, flags: int, foot: int, tall: int, on: int) -> None:
        """Fill one row."""
        if not (-REACH < base[0] < REACH and -REACH < base[1] < REACH):
            raise ValueError(f"{base} is nowhere near the table: coordinates stay below {REACH}")
        self.bases[row] = base
        self.version += 1
        if len(base) == 3:  # a disc
            x, y, r = base
            _write_row(self._bodies, row * _ROW_BYTES, x, y, r, 0, r, unit, side, level, flags, foot, tall, on, self.version)
            return
        a, b, c, d = corners(base)
        around = max(ceil_root(centre2(base.at, a)), ceil_root(centre2(base.at, b)))
        place = base[0], base[1], 0, 1, around
        _write_row(self._bodies, row * _ROW_BYTES, *place, unit, side, level, flags, foot, tall, on, self.version)
        _write_corners(self._corners, row * _CORNER_BYTES, *a, *b, *c, *d)

    def lay(self, base: Base, foot: int = 0, tall: int = 0) -> int:
        """Lay a base that is not on the table into the scratch row, for a query."""
        self._write(0, base, -1, -1, 0, 0, foot, tall, 0)
        self.version -= 1
        return 0

    def one_leg(self, to: Point) -> Ints:
        """A path of one leg as kernels read it; good until the next."""
        _write_leg(self._leg_bytes, 0, *to)
        return self._leg

    def base(self, id: str) -> Base:
        """Where somebody stands."""
        base = self.bases[self.row[id]]
        assert base is not None
        return base

    def unit_rows(self, unit: int) -> Ints:
        """Rows of a unit's bodies."""
        block = self.bodies[: self.n]
        return np.flatnonzero((block[:, UNIT] == unit) & (block[:, ON] != 0))

    def rows(self, ids: Iterable[str]) -> Ints:
        """Rows of some bodies, in that order."""
        return np.array(list(map(self.row.__getitem__, ids)), np.int64)

    def here(self) -> Mask:
        """Which rows hold somebody."""
        here: Mask = self.bodies[: self.n, ON] != 0
        return here

    def copy(self) -> Board:
        """An independent copy that shares the field."""
        other = Board.__new__(Board)
        other.field = self.field
        other._room(self.bodies.copy(), self.corner.copy())
        other.row, other.names, other.bases, other.tags = dict(self.row), list(self.names), list(self.bases), list(self.tags)
        other.n, other.version, other.roster = self.n, self.version, self.roster
        other._free, other.passages, other.walked, other.seen = list(self._free), {}, None, {}
        other.work = (np.zeros((4, 2), np.int64), np.zeros(WORK))
        return other

    # ---- measuring

    def gap(self, a: str, b: str) -> int:
        """Distance between two bodies' bases."""
        return int(gap_pair(self.bodies, self.corner, self.row[a], self.row[b]))

    def _gaps(self, row: int) -> Ints:
        out = np.empty(self.n, np.int64)
        gaps_row(self.bodies, self.corner, row, self.n, out)
        return out

    def gaps(self, id: str) -> Ints:
        """Gaps from one body, by row; FAR for itself and for empty rows."""
        return self._gaps(self.row[id])

    def gaps_from(self, base: Base) -> Ints:
        """Gaps from a base that need not be on the table, by row."""
        return self._gaps(self.lay(base))

    def matrix(self, ids: Sequence[str], others: Sequence[str] | None = None) -> Ints:
        """Gaps between some bodies (and some others)."""
        rows = self.rows(ids)
        cols = rows if others is None else self.rows(others)
        out = np.empty((rows.size, cols.size), np.int64)
        gap_matrix(self.bodies, self.corner, rows, cols, out)
        return out

    def least_gap(self, ids: Sequence[str], others: Ints) -> int:
        """The smallest gap from any of these to any of some rows; FAR when there are none."""
        if not ids or not others.size:
            return FAR
        return int(gap_between(self.bodies, self.corner, self.rows(ids), others))

    def comes_nearer(self, ids: Sequence[str], ends: Sequence[Point], groups: Sequence[Sequence[str]]) -> bool:
        """Would any of these at its own end be nearer to the nearest of one of these groups than it is?"""
        others = [id for group in groups for id in group]
        if not ids or not others:
            return False
        cuts = np.array(list(accumulate(map(len, groups))), np.int64)
        rows, places = self.rows(ids), np.array(ends, np.int64)
        return bool(any_nearer(self.bodies, self.corner, rows, places, self.rows(others), cuts))

    def chained(self, ids: Sequence[str], link: int) -> bool:
        """Do these hang together in one chain of gaps of at most `link`?"""
        return bool(one_chain(self.bodies, self.corner, self.rows(ids), link))

    def within(self, id: str, reach: int) -> list[str]:
        """Who stands within reach of somebody, himself apart; in row order."""
        return [self.names[j] for j in np.flatnonzero(self.gaps(id) <= reach)]

    def nearest(self, id: str, ok: Mask | None = None) -> list[str]:
        """Everybody who is nearest (all that tie), among those that are ok by row."""
        gaps = self.gaps(id)
        if ok is not None:
            gaps = np.where(ok, gaps, FAR)
        best = int(gaps.min())
        return [] if best >= FAR else sorted(self.names[j] for j in np.flatnonzero(gaps == best))

    # ---- standing

    def ways(self, ignore: Iterable[str] = _NOBODY, way: int = GHOST) -> Bytes:
        """How each row is treated on the way: all stop us, except those named."""
        ways = np.zeros(self.n, np.int8)
        for id in ignore:
            row = self.row.get(id)
            if row is not None:
                ways[row] = way
        return ways

    def stands(self, base: Base, ignore: Iterable[str] = _NOBODY, *, cost: Ints | None = None) -> Clash | None:
        """What the base would overlap there: edge, body or barred ground; None when it may stand."""
        kind, k = stand_at(
            self.bodies, self.corner, self.n, self.lay(base), 0, 0, self.ways(ignore), self.field.verts, self.field.rows,
            self.field.cost if cost is None else cost, *self.size, *self.work,
        )  # fmt: skip
        return self.clash(kind, k)

    def stand_many(
        self, base: Base, spots: Sequence[Point] | Ints, ignore: Iterable[str] = _NOBODY, *, cost: Ints | None = None
    ) -> Mask:
        """At which of these spots could the base stand?"""
        at = np.asarray(spots, np.int64).reshape(-1, 2)
        out = np.empty(len(at), np.int8)
        stand_many(
            self.bodies, self.corner, self.n, self.lay(base), at, self.ways(ignore), self.field.verts, self.field.rows,
            self.field.cost if cost is None else cost, *self.size, *self.work, out,
        )  # fmt: skip
        free: Mask = out == FREE
        return free

    def free_spots(
        self, base: Base, spots: Ints, ignore: Iterable[str] = _NOBODY, *, cost: Ints | None = None
    ) -> Iterator[Point]:
        """Those of these spots at which the base could stand, looked for one after another."""
        ways, prices, number = self.ways(ignore), self.field.cost if cost is None else cost, -1
        while True:
            number = next_free(
                self.bodies, self.corner, self.n, self.lay(base), spots, number + 1, ways, self.field.verts, self.field.rows,
                prices, *self.size, *self.work,
            )  # fmt: skip
            if number == len(spots):
                return
            x, y = spots[number].tolist()
            yield x, y

    def clash(self, kind: int, k: int) -> Clash | None:
        """A kernel's code in words."""
        if kind == FREE:
            return None
        if kind == AT_EDGE:
            return Clash("edge")
        return Clash("body", self.names[k]) if kind == AT_BODY else Clash("piece", self.field.pieces[k].id)

    # ---- arcs, areas, ground

    def in_arc_many(self, at: Point, facing: Facing, half: int) -> Mask:
        """Whose centres lie in an arc, by row."""
        out = np.zeros(self.n, np.bool_)
        arc_rows(self.bodies, self.n, *at, *_borders(facing, half), half, out)
        return out

    def in_reach(self, start: str | Base, rows: Ints, reach: int, at: Point, facing: Facing, half: int) -> Ints:
        """Those of some rows that are within reach of a body, edge to edge, with their centre in an arc from `at`."""
        out = np.empty(rows.size, np.bool_)
        row = self.row[start] if isinstance(start, str) else self.lay(start)
        reach_rows(self.bodies, self.corner, row, rows, reach, *at, *_borders(facing, half), half, out)
        return rows[out]

    def pieces_at(self, p: Point) -> list[Piece]:
        """The pieces that hold a point."""
        out = np.zeros(len(self.field.pieces), np.int8)
        pieces_holding(self.field.verts, self.field.rows, *p, out)
        return [q for q, in_it in zip(self.field.pieces, out.tolist(), strict=True) if in_it]

    def ids(self, mask: Mask) -> list[str]:
        """The bodies of a mask over rows."""
        return [self.names[j] for j in np.flatnonzero(mask & self.here())]
