"""What one unit has of another across a table full of units: gaps, free lines, what hides in part, who is in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..board.board import Board
from ..board.hulls import Outline, outline
from ..constants import FOOT, SKY
from ..facing import Point
from ..kernels.compiled import Bytes, Ints, Mask
from ..shapes.bases import Base
from ..terrain.sight_rules import SightRule
from .lines import DIMMED, STOPPED, TOO_DEEP, holders, lines_to, outlines_of


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


class View(NamedTuple):
    """What each viewer of a unit has of each target: the gap, whether it sees it, whether that is hidden in part, which friends
    are in between, and which enemies stop any line."""

    viewers: list[str]
    targets: list[str]
    gaps: Ints
    sees: Mask
    obscured: Mask
    friends: tuple[tuple[str, Mask], ...] = ()
    enemies: tuple[tuple[str, Mask], ...] = ()

    def row(self, figure: str) -> int:
        """The row of a model; of one that looks from several places that of the first."""
        return next(row for row, name in enumerate(self.viewers) if name == figure or name.rpartition("/")[0] == figure)

    @property
    def nearest(self) -> int:
        """The gap of the nearest pair of which the first sees the second."""
        return int(self.gaps[self.sees].min())

    def seen_by(self, names: frozenset[str]) -> tuple[str, ...]:
        """The targets that any of these sees."""
        rows = [k for k, name in enumerate(self.viewers) if name in names]
        seen: Mask = np.any(self.sees[rows], axis=0)
        return tuple(name for column, name in enumerate(self.targets) if seen[column])

    def closest_of(self, name: str) -> str:
        """The nearest target that this one sees; "" for none."""
        row = self.viewers.index(name)
        gaps = np.where(self.sees[row], self.gaps[row], SKY)
        return self.targets[int(gaps.argmin())] if self.sees[row].any() else ""

    def through(self, name: str) -> tuple[str, ...]:
        """The friendly units between a viewer and the nearest target that it sees."""
        target = self.closest_of(name)
        return self.between(name, target) if target else ()

    def between(self, name: str, target: str) -> tuple[str, ...]:
        """The friendly units between a viewer and one target."""
        return self._on(self.friends, name, target)

    def screens(self, name: str, target: str) -> tuple[str, ...]:
        """The enemy units that stop any line between a viewer and one target."""
        return self._on(self.enemies, name, target)

    def _on(self, units: tuple[tuple[str, Mask], ...], name: str, target: str) -> tuple[str, ...]:
        row, column = self.viewers.index(name), self.targets.index(target)
        return tuple(unit for unit, mask in units if mask[row, column])


class Looking(NamedTuple):
    """How a book looks: its lines, which pieces hide in part, from how much higher one looks over a unit, which footprints stop
    lines, and which are friends that are shot through."""

    rule: SightRule
    covers: Bytes
    higher: int
    stops: Callable[[Footprint], bool]
    friend: Callable[[Footprint], bool]


def look(
    board: Board, eyes: Sequence[Eye], aims: Sequence[tuple[str, str]], prints: Sequence[Footprint], size: int, by: Looking
) -> View:
    """What these eyes have of targets, each with the base that stands for it, all of one size, past these footprints."""
    viewers, targets = [eye.name for eye in eyes], [name for name, _ in aims]
    if not viewers or not targets:
        nothing = np.zeros((len(viewers), len(targets)), np.bool_)
        return View(viewers, targets, nothing.astype(np.int64), nothing, nothing)
    bodies = [eye.body for eye in eyes], [body for _, body in aims]
    mine, theirs = board.rows(bodies[0]), board.rows(bodies[1])
    outlines = outlines_of([one.hull for one in prints])
    facts, through = lines_to(board, mine, theirs, by.rule, by.covers, outlines)
    over = _looked_over(prints, board.bodies[mine, FOOT], board.bodies[theirs, FOOT], size, by.higher)
    held = holders(board, mine, outlines)[:, None, :] | holders(board, theirs, outlines)[None, :, :]
    stopping = np.array([by.stops(one) for one in prints], bool) & ~over & (held == 0)
    drawn = facts > 0
    screened = through.astype(bool) & stopping[:, :, None, :]
    sees = (drawn & ~((facts >= TOO_DEEP) | screened.any(axis=3))).any(axis=2)
    hulls = np.array([one.solid and not one.aloft for one in prints], bool)
    hidden = (facts == DIMMED) | (facts == STOPPED) | through[:, :, :, hulls].any(axis=3)
    obscured = sees & (drawn & hidden).any(axis=2)
    friends = {one.unit: through[:, :, 0, k].astype(bool) & ~over[:, :, k] for k, one in enumerate(prints) if by.friend(one)}
    enemies = {one.unit: screened[:, :, :, k].any(axis=2) for k, one in enumerate(prints)}
    sees &= _in_arcs(board, eyes, theirs)
    return View(viewers, targets, board.matrix(*bodies), sees, obscured, _met(friends), _met(enemies))


def _met(found: dict[str, Mask]) -> tuple[tuple[str, Mask], ...]:
    """Those whom any line meets."""
    return tuple((name, mask) for name, mask in found.items() if mask.any())


def _in_arcs(board: Board, eyes: Sequence[Eye], theirs: Ints) -> Mask:
    """Whose centres lie in the arc of each eye, from the centre of its base."""
    found = np.ones((len(eyes), len(theirs)), np.bool_)
    for row, eye in enumerate(eyes):
        if eye.arc is not None:
            base = board.base(eye.body)
            at: Point = base.at
            found[row] = board.in_arc_many(at, (getattr(base, "facing", 0) + eye.arc[0]) % 36000, eye.arc[1])[theirs]
    return found


def _looked_over(prints: Sequence[Footprint], mine: Ints, theirs: Ints, size: int, higher: int) -> Mask:
    """Who can be looked over: units smaller than the target, and those so far below the viewer or the target."""
    level = np.array([one.level for one in prints], np.int64)
    smaller = np.array([one.size < size for one in prints], bool)
    high = np.maximum(mine[:, None, None], theirs[None, :, None]) >= level[None, None, :] + higher
    found: Mask = np.logical_or(high, smaller[None, None, :])
    return found
