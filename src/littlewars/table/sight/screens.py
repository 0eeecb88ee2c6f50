"""What one unit has of another across a table full of units: gaps, free lines, what hides in part, who is in between."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..board.board import Board
from ..board.hulls import Outline, outline
from ..constants import FAR, FOOT, FULL_TURN, X, Y
from ..facing import vector
from ..kernels.area import arc_rows
from ..kernels.compiled import Bytes, Ints, Mask
from ..kernels.measure import gap_matrix
from ..kernels.screen import BELOW, FRIENDLY, HIDDEN, SCREENS, SEES, SOLID, view_pairs
from ..shapes.bases import Base
from ..terrain.sight_rules import SightRule, rule_array
from .lines import outlines_of
from .looks import ROOM


class Footprint(NamedTuple):
    """The ground a unit covers, and what matters for looking over it."""

    unit: str
    side: str
    hull: Outline
    box: tuple[float, float, float, float]  # west, south, east, north
    level: int  # the highest ground under it
    size: int  # how large they are: larger ones are seen over it
    aloft: bool
    solid: bool  # a hull, which hides those behind it in part

    @classmethod
    def of(cls, unit: str, side: str, bases: Sequence[Base], level: int, size: int, aloft: bool, solid: bool) -> Footprint:
        """The ground under these bases."""
        hull = outline(bases)
        xs, ys = hull[:, 0].tolist(), hull[:, 1].tolist()
        return cls(unit, side, hull, (min(xs), min(ys), max(xs), max(ys)), level, size, aloft, solid)


def between(prints: Sequence[Footprint], ends: set[str]) -> list[Footprint]:
    """The footprints of other units that any line between these could meet: by their boxes."""
    both = [one.box for one in prints if one.unit in ends]
    west, south = min(box[0] for box in both), min(box[1] for box in both)
    east, north = max(box[2] for box in both), max(box[3] for box in both)
    others = [one for one in prints if one.unit not in ends]
    return [one for one in others if one.box[0] < east and one.box[2] > west and one.box[1] < north and one.box[3] > south]


class Eye(NamedTuple):
    """From where somebody looks: his own name, or a name of the place; whose base it is, and the arc by its middle and half
    its angle."""

    name: str
    body: str
    arc: tuple[int, int] | None = None


class View:
    """What each viewer of a unit has of each target: the gap, whether it sees it, whether that is hidden in part, and which
    units are in between."""

    def __init__(self, who: tuple[list[str], list[str], list[str]], gaps: Ints, pairs: Bytes, met: Bytes) -> None:
        self.viewers, self.targets, self._units = who
        self.gaps, self._pairs, self._met = gaps, pairs, met
        self.sees: Mask = (pairs & SEES) != 0

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

    @property
    def nearest(self) -> int:
        """The gap of the nearest pair of which the first sees the second; FAR if nobody sees anybody."""
        return min(self._best[1], default=FAR)

    def sees_any(self, name: str) -> bool:
        """Does this viewer see anybody?"""
        return self._best[1][self._rows[name]] < FAR

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
    """How a book looks: its lines, which pieces hide in part, from how much higher one looks over a unit, which footprints stop
    lines, and which are friends that are shot through. `full`: all lines are looked at, for all screens on them."""

    rule: SightRule
    covers: Bytes
    higher: int
    stops: Callable[[Footprint], bool]
    friend: Callable[[Footprint], bool]
    full: bool = False


Aims = Sequence[tuple[str, str]]  # targets, each with the base that stands for it
NO_SPOTS: Ints = np.zeros((0, 0, 3), np.int64)


def look(board: Board, eyes: Sequence[Eye], aims: Aims, prints: Sequence[Footprint], size: int, by: Looking) -> View:
    """What these eyes have of targets, all of one size, past these footprints."""
    return _look(board, eyes, aims, prints, size, [by], NO_SPOTS)[0]


def glimpse(
    board: Board, eyes: Sequence[Eye], aims: Aims, prints: Sequence[Footprint], size: int, by: Sequence[Looking], spots: Ints
) -> list[View]:
    """The same of targets that are thought of elsewhere, without moving them: `spots` has for each time and each of them x, y
    and the level of the ground there, `by` how it is looked at each time."""
    return _look(board, eyes, aims, prints, size, by, spots)


def _look(
    board: Board, eyes: Sequence[Eye], aims: Aims, prints: Sequence[Footprint], size: int, by: Sequence[Looking], spots: Ints
) -> list[View]:
    who = [eye.name for eye in eyes], [name for name, _ in aims], [one.unit for one in prints]
    times, viewers, targets, units = len(by), len(eyes), len(aims), len(prints)
    pairs = np.zeros((viewers, times * targets), np.int8)
    met = np.zeros((viewers, times * targets, units), np.int8)
    gaps = np.zeros((viewers, times * targets), np.int64)
    if viewers and targets:
        bodies, corner, theirs = _thought(board, [body for _, body in aims], spots)
        mine, first, field = board.rows([eye.body for eye in eyes]), by[0], board.field
        kinds = np.array([[_kind(one, size, each) for one in prints] for each in by], np.int8).reshape(times, units)
        levels = np.array([one.level + first.higher for one in prints], np.int64)
        near = np.empty(len(field.rows) + units, np.int64)
        view_pairs(
            bodies, corner, mine, theirs, field.verts, field.rows, first.covers, rule_array(first.rule),
            *outlines_of([one.hull for one in prints]), levels, kinds, first.full, *ROOM, near, pairs, met,
        )  # fmt: skip
        gap_matrix(bodies, corner, mine, theirs, gaps)
        _blind(board, eyes, bodies[theirs], pairs)
    parts = [slice(k * targets, (k + 1) * targets) for k in range(times)]
    return [View(who, gaps[:, part], pairs[:, part], met[:, part]) for part in parts]


def _kind(one: Footprint, size: int, by: Looking) -> int:
    """What a unit is to those who look past it: the smaller ones are looked over."""
    solid = one.solid and not one.aloft
    return SCREENS * by.stops(one) | BELOW * (one.size < size) | SOLID * solid | FRIENDLY * by.friend(one)


def _thought(board: Board, bodies: Sequence[str], spots: Ints) -> tuple[Ints, Ints, Ints]:
    """The arrays of the board with these bodies at other spots behind everybody, and the rows of these; without spots as they
    stand."""
    rows = board.rows(bodies)
    if not spots.size:
        return board.bodies, board.corner, rows
    again = np.tile(rows, len(spots))
    there, corners, flat = board.bodies[again], board.corner[again], spots.reshape(-1, 3)
    shift = flat[:, :2] - there[:, (X, Y)]
    there[:, (X, Y)], there[:, FOOT] = flat[:, :2], flat[:, 2]
    corners += np.tile(shift, 4)
    behind = np.arange(board.n, board.n + len(again))
    return np.concatenate([board.bodies[: board.n], there]), np.concatenate([board.corner[: board.n], corners]), behind


def _blind(board: Board, eyes: Sequence[Eye], there: Ints, pairs: Bytes) -> None:
    """Nobody sees those whose centres are outside his arc, from the centre of his base."""
    inside = np.empty(len(there), np.bool_)
    for row, eye in enumerate(eyes):
        if eye.arc is not None:
            base, half = board.base(eye.body), eye.arc[1]
            facing = (getattr(base, "facing", 0) + eye.arc[0]) % FULL_TURN
            borders = (*vector(facing), *vector(facing + half), *vector(facing - half))
            arc_rows(there, len(there), *base.at, *borders, half, inside)
            pairs[row, ~inside] &= ~SEES
