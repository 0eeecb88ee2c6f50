"""What one unit has of another across a table full of units: gaps, free lines, what hides in part, who is in between."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from ..board.board import Board
from ..board.hulls import NOWHERE, Outline, outline
from ..constants import FAR, FULL_TURN
from ..facing import vector
from ..kernels.area import arc_rows
from ..kernels.compiled import Bytes, Floats, Ints, Mask
from ..kernels.screen import BELOW, FRIENDLY, HIDDEN, SCREENS, SEES, SOLID, reach_views, stand_there, view_pairs
from ..shapes.bases import Base
from ..shapes.boxes import Bounds, boxes_meet
from ..terrain.sight_rules import SightRule, rule_array
from .looks import ROOM


class Footprint(NamedTuple):
    """The ground a unit covers, and what matters for looking over it."""

    unit: str
    side: str
    hull: Outline
    points: Ints  # the hull on the grid
    box: Bounds
    level: int  # the highest ground under it
    size: int  # how large they are: larger ones are seen over it
    aloft: bool
    solid: bool  # a hull, which hides those behind it in part

    @classmethod
    def of(cls, unit: str, side: str, bases: Sequence[Base], level: int, size: int, aloft: bool, solid: bool) -> Footprint:
        """The ground under these bases."""
        hull = outline(bases)
        return cls(unit, side, hull, hull.round().astype(np.int64), box_of(hull), level, size, aloft, solid)


def box_of(hull: Outline) -> Bounds:
    """West, south, east and north of an outline."""
    xs, ys = hull[:, 0].tolist(), hull[:, 1].tolist()
    return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))


NOBODY: Ints = NOWHERE.astype(np.int64)


class Crowd:
    """The footprints of all units on a table, as kernels take them."""

    def __init__(self, prints: Sequence[Footprint]) -> None:
        self.prints = prints
        self.index = {one.unit: row for row, one in enumerate(prints)}
        self.points = np.concatenate([*(one.points for one in prints), NOBODY])
        self.ends = np.array([0, *accumulate(len(one.points) for one in prints)], np.int64)
        self.boxes = np.array([one.box for one in prints], np.int64).reshape(-1, 4)
        self.levels = np.array([one.level for one in prints], np.int64)
        self._kinds: dict[tuple[str, int], Bytes] = {}

    def __getitem__(self, unit: str) -> Footprint | None:
        """The footprint of a unit, if it stands there."""
        return self.prints[self.index[unit]] if unit in self.index else None

    def beside(self, own: Footprint, box: Bounds) -> list[Footprint]:
        """The other units of its side and level that a box meets."""
        mine = (one for one in self.prints if one.side == own.side and one.aloft == own.aloft and one.unit != own.unit)
        return [one for one in mine if boxes_meet(one.box, box)]

    def beyond(self, box: Bounds, far: int) -> set[str]:
        """A quick look: the units that are surely farther than this from a box."""
        west, south, east, north = box
        low, high = self.boxes[:, :2], self.boxes[:, 2:]
        out = np.maximum(low - (east, north), np.array((west, south)) - high).max(axis=1) > far
        return {self.prints[row].unit for row in np.flatnonzero(out).tolist()}

    def kinds(self, by: Looking) -> Bytes:
        """What each unit is to those who look past it, for every time that they look: as `_kind_to` says, but for those that
        are spared; the ends of the look are nothing."""
        asked = by.side, by.size
        if asked not in self._kinds:
            self._kinds[asked] = np.array([_kind_to(one, *asked) for one in self.prints], np.int8)
        kinds = np.empty((len(by.spared), len(self.prints)), np.int8)
        kinds[:] = self._kinds[asked]
        for name in by.ends:
            if name in self.index:
                kinds[:, self.index[name]] = 0
        for time, names in enumerate(by.spared):
            for name in names:
                kinds[time, self.index[name]] &= ~SCREENS
        return kinds


def _kind_to(one: Footprint, side: str, size: int) -> int:
    """What a unit is to a side that looks past it at targets of this size: its own are shot through, the smaller ones are
    looked over, the others stop lines, and hulls hide in part; who is aloft is nothing."""
    if one.aloft:
        return BELOW if one.size < size else 0
    kind = (FRIENDLY if one.side == side else SCREENS) | (SOLID if one.solid else 0)
    return kind | (BELOW if one.size < size else 0)


class Eye(NamedTuple):
    """From where somebody looks: his own name, or a name of the place; whose base it is, and the arc by its middle and half
    its angle."""

    name: str
    body: str
    arc: tuple[int, int] | None = None


class View:
    """What each viewer of a unit has of each target: the gap, whether it sees it, whether that is hidden in part, and which
    units are in between."""

    def __init__(
        self, who: tuple[Sequence[str], Sequence[str], Sequence[str]], seen: tuple[Ints, Bytes, Bytes], far: tuple[int, int]
    ) -> None:
        self.viewers, self.targets, self._units = who
        self.gaps, self._pairs, self._met = seen
        self.least, self.nearest = far  # the least gap of any pair, and of one of which the first sees the second, else FAR

    @cached_property
    def sees(self) -> Mask:
        """For each viewer and target: does the one see the other?"""
        seen: Mask = (self._pairs & SEES) != 0
        return seen

    def row(self, figure: str) -> int:
        """The row of a model; of one that looks from several places that of the first."""
        if figure in self._rows:
            return self._rows[figure]
        return next(row for row, name in enumerate(self.viewers) if name.rpartition("/")[0] == figure)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.viewers)}

    @cached_property
    def _best(self) -> tuple[list[int], list[int]]:
        """Of each viewer the nearest target that it sees, and how far that is; FAR if it sees nobody."""
        if not self.targets:
            return [0] * len(self.viewers), [FAR] * len(self.viewers)
        far = np.where(self.sees, self.gaps, FAR)
        return far.argmin(axis=1).tolist(), far.min(axis=1).tolist()

    def nearest_to(self, name: str) -> int:
        """How far the nearest target is that this viewer sees; FAR if it sees nobody."""
        return self._best[1][self._rows[name]]

    def sees_any(self, name: str) -> bool:
        """Does this viewer see anybody?"""
        return self.nearest_to(name) < FAR

    def sees_it(self, name: str, target: str) -> bool:
        """Does this viewer see this target?"""
        return bool(self.sees[self._rows[name], self.targets.index(target)])

    def obscured(self, row: int) -> list[bool]:
        """Of each target: does this viewer see it hidden in part?"""
        return ((self._pairs[row] & HIDDEN) != 0).tolist()  # type: ignore[no-any-return]

    def seen_by(self, names: Collection[str]) -> tuple[str, ...]:
        """The targets that any of these sees."""
        rows = [row for row, name in enumerate(self.viewers) if name in names]
        seen: Mask = np.any(self.sees[rows], axis=0)
        return tuple(name for name, ok in zip(self.targets, seen.tolist(), strict=True) if ok)

    def closest_of(self, name: str) -> str:
        """The nearest target that this one sees; "" for none."""
        return self.targets[self._best[0][self._rows[name]]] if self.sees_any(name) else ""

    def closest(self, names: Collection[str]) -> tuple[str, str]:
        """The closest pair of one of these and a target that it sees; without one the closest pair at all. Of several the
        first by name."""
        rows = [self._rows[name] for name in names]
        least = min(self._best[1][row] for row in rows)
        if least == FAR:
            pairs = [
                (gap, self.viewers[r], t) for r in rows for gap, t in zip(self.gaps[r].tolist(), self.targets, strict=True)
            ]
            return min(pairs)[1:]
        row = min((row for row in rows if self._best[1][row] == least), key=self.viewers.__getitem__)
        there = np.flatnonzero(self.sees[row] & (self.gaps[row] == least)).tolist()
        return self.viewers[row], min(self.targets[column] for column in there)

    def through(self, name: str) -> tuple[str, ...]:
        """The friendly units between a viewer and the nearest target that it sees."""
        row = self._rows[name]
        return self._on(FRIENDLY, row, self._best[0][row]) if self.sees_any(name) else ()

    def between(self, name: str, target: str) -> tuple[str, ...]:
        """The friendly units between a viewer and one target."""
        return self._on(FRIENDLY, self._rows[name], self.targets.index(target))

    def screens(self, name: str, target: str) -> tuple[str, ...]:
        """The enemy units that stop any line between a viewer and one target, as far as lines were looked at."""
        return self._on(SCREENS, self._rows[name], self.targets.index(target))

    def _on(self, kind: int, row: int, column: int) -> tuple[str, ...]:
        if not self._units:
            return ()
        return tuple(unit for unit, code in zip(self._units, self._met[row, column].tolist(), strict=True) if code & kind)


class Looking(NamedTuple):
    """How somebody looks: the book's lines, which pieces hide in part, from how much higher one looks over a unit; his side,
    how large the targets are, the units at both ends, and those that stop no lines, for each time he looks. `full`: all lines
    are looked at, for all screens on them. Beyond `most` nobody looks."""

    rule: SightRule
    covers: Bytes
    higher: int
    side: str
    size: int
    ends: Collection[str]
    spared: Sequence[Collection[str]]
    full: bool = False
    most: int = FAR


AS_THEY_STAND: Ints = np.zeros((0, 0, 3), np.int64)


class Ends(NamedTuple):
    """Who looks, and at whom: each target with the base that stands for it, by row. Good until somebody comes or goes."""

    eyes: Sequence[Eye]
    mine: Ints
    targets: Sequence[str]
    theirs: Ints


def look(board: Board, ends: Ends, crowd: Crowd, by: Looking, spots: Ints = AS_THEY_STAND) -> list[View]:
    """What these eyes have of their targets past a crowd. `spots`: the targets are thought of elsewhere, without moving them;
    for each time and each of them x, y and the level of the ground."""
    eyes, mine = ends.eyes, ends.mine
    who = [eye.name for eye in eyes], ends.targets, list(crowd.index)
    times, each = len(by.spared), len(ends.targets)
    pairs = np.zeros((len(eyes), times * each), np.int8)
    met = np.zeros((*pairs.shape, len(who[2])), np.int8)
    gaps = np.zeros(pairs.shape, np.int64)
    if pairs.size:
        bodies, corner, theirs = _thought(board, ends.theirs, spots)
        view_pairs(bodies, corner, mine, theirs, *_between(board, crowd, by), by.most, by.full, gaps, pairs, met)
        if any(eye.arc for eye in eyes):
            pairs[_blind(board, eyes, bodies[theirs])] &= ~SEES
        seen = np.where((pairs & SEES) != 0, gaps, FAR)
    least, nearest = ([FAR] * times, [FAR] * times) if not pairs.size else (_by_time(gaps, times), _by_time(seen, times))
    parts = [slice(k * each, (k + 1) * each) for k in range(times)]
    views = [(gaps[:, part], pairs[:, part], met[:, part]) for part in parts]
    return [View(who, *one) for one in zip(views, zip(least, nearest, strict=True), strict=True)]


def reaches(
    board: Board, ends: Ends, reach: Sequence[int], crowd: Crowd, by: Looking, spots: Ints = AS_THEY_STAND
) -> list[bool]:
    """For each time: does one of these eyes see any of the targets, and reach as far as the nearest that any of them sees? A
    quicker question than `look`."""
    able = np.zeros(len(by.spared), np.bool_)
    if ends.eyes and ends.targets:
        bodies, corner, theirs = _thought(board, ends.theirs, spots)
        blind, met = _blind(board, ends.eyes, bodies[theirs]), np.zeros(len(crowd.prints), np.int8)
        far = np.array(reach, np.int64)
        reach_views(bodies, corner, ends.mine, theirs, *_between(board, crowd, by), far, blind, met, able)
    found: list[bool] = able.tolist()
    return found


Between = tuple[Ints, Ints, Bytes, Ints, Ints, Ints, Ints, Ints, Bytes, Ints, Floats, Floats, Ints]


def _between(board: Board, crowd: Crowd, by: Looking) -> Between:
    """What is between those who look and their targets, as kernels take it: the ground, the crowd, and room to work in."""
    field, near = board.field, np.empty(len(board.field.rows) + len(crowd.prints), np.int64)
    ground = field.verts, field.rows, by.covers, rule_array(by.rule)
    return *ground, crowd.points, crowd.ends, crowd.boxes, crowd.levels + by.higher, crowd.kinds(by), *ROOM, near


def _by_time(gaps: Ints, times: int) -> list[int]:
    """The least of them, each time."""
    found: list[int] = gaps.reshape(len(gaps), times, -1).min(axis=(0, 2)).tolist()
    return found


def _thought(board: Board, rows: Ints, spots: Ints) -> tuple[Ints, Ints, Ints]:
    """The arrays of the board with these rows at other spots behind everybody, and where they are; without spots as they
    stand."""
    if not spots.size:
        return board.bodies, board.corner, rows
    more = len(spots) * len(rows)
    there = np.empty((board.n + more, board.bodies.shape[1]), np.int64)
    corners = np.empty((board.n + more, board.corner.shape[1]), np.int64)
    stand_there(board.bodies, board.corner, board.n, rows, spots, there, corners)
    return there, corners, np.arange(board.n, board.n + more)


def _blind(board: Board, eyes: Collection[Eye], there: Ints) -> Mask:
    """Whom each eye does not see, for their centres are outside its arc, from the centre of its base."""
    blind = np.zeros((len(eyes), len(there)), np.bool_)
    for row, eye in enumerate(eyes):
        if eye.arc is not None:
            base, half = board.base(eye.body), eye.arc[1]
            facing = (getattr(base, "facing", 0) + eye.arc[0]) % FULL_TURN
            borders = (*vector(facing), *vector(facing + half), *vector(facing - half))
            arc_rows(there, len(there), *base.at, *borders, half, blind[row])
            blind[row] = ~blind[row]
    return blind
