"""What one unit has of another across a table full of units: gaps, free lines, what hides in part, who is in between."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

import numpy as np

from ..board.board import Board
from ..board.hulls import NOWHERE, Outline, box_round, intermingled, on_grid, outline
from ..constants import FAR, FULL_TURN
from ..facing import Point, vector
from ..kernels.area import arc_rows
from ..kernels.compiled import Bytes, Floats, Ints, Mask
from ..kernels.glimpse import any_near, reach_views
from ..kernels.screen import BELOW, FRIENDLY, HIDDEN, SCREENS, SEES, SOLID, stand_there, view_nearest, view_rows
from ..shapes.bases import Base, bound, moved
from ..shapes.boxes import Bounds, around, boxes_meet
from ..terrain.sight_rules import SightRule, rule_array
from .looks import ROOM


class Footprint(NamedTuple):
    """The ground a unit covers, and what matters for looking over it."""

    unit: str
    side: str
    points: Ints  # its outline
    box: Bounds
    level: int  # from here on one looks over it
    size: int  # how large they are: larger ones are seen over it
    aloft: bool
    solid: bool  # a hull, which hides those behind it in part

    @classmethod
    def of(cls, unit: str, side: str, bases: Sequence[Base], level: int, size: int, aloft: bool, solid: bool) -> Footprint:
        """The ground under these bases."""
        return cls(unit, side, on_grid(bases), box_round(bases), level, size, aloft, solid)

    @property
    def hull(self) -> Outline:
        """The outline as hulls are compared."""
        return self.points.astype(np.float64)


NOBODY: Ints = NOWHERE.astype(np.int64)


class Crowd:
    """The footprints of all units on a table, as kernels take them."""

    def __init__(self, prints: Sequence[Footprint]) -> None:
        self.prints = prints
        self.index = {one.unit: row for row, one in enumerate(prints)}
        self._kinds: dict[tuple[str, tuple[Past, ...]], Bytes] = {}
        self._plain: dict[tuple[str, int], list[int]] = {}
        self._mingled: dict[str, tuple[str, ...]] = {}

    @cached_property
    def arrays(self) -> tuple[Ints, Ints, Ints, Ints]:
        """The corners of all hulls, where each of them ends, their boxes, and the levels from which one looks over them."""
        points = np.concatenate([*[one.points for one in self.prints], NOBODY])
        ends = np.array([0, *accumulate([len(one.points) for one in self.prints])], np.int64)
        boxes = np.array([one.box for one in self.prints], np.int64).reshape(-1, 4)
        return points, ends, boxes, np.array([one.level for one in self.prints], np.int64)

    def __getitem__(self, unit: str) -> Footprint | None:
        """The footprint of a unit, if it stands there."""
        return self.prints[self.index[unit]] if unit in self.index else None

    def beside(self, unit: str, box: Bounds) -> list[Footprint]:
        """The other units of its side and level that a box meets; nobody if it does not stand there."""
        if (own := self[unit]) is None:
            return []
        near = [one for one in self.prints if one.side == own.side and one is not own and one.aloft == own.aloft]
        return [one for one in near if boxes_meet(one.box, box)]

    def mingled(self, unit: str) -> tuple[str, ...]:
        """The units of its side and level whose outlines overlap its own."""
        if unit not in self._mingled:
            own = self[unit]
            near = self.beside(unit, own.box) if own else ()
            self._mingled[unit] = tuple([one.unit for one in near if own and intermingled(own.hull, one.hull)])
        return self._mingled[unit]

    def beyond(self, box: Bounds, far: int) -> set[str]:
        """A quick look: the units that are surely farther than this from a box."""
        wide = _widened(box, far)
        return {one.unit for one in self.prints if not boxes_meet(one.box, wide)}

    def kinds(self, side: str, past: tuple[Past, ...]) -> Bytes:
        """What each unit is to a side that looks past it, for every time that it looks: as `_kind_to` says, but for those that
        are spared; the ends of the look are nothing."""
        if (side, past) not in self._kinds:
            kinds = np.empty((len(past), len(self.prints)), np.int8)
            for time, one in enumerate(past):
                kinds[time] = kinds[time - 1] if time and one == past[time - 1] else self._kinds_past(side, one)
            self._kinds[side, past] = kinds
        return self._kinds[side, past]

    def _kinds_past(self, side: str, past: Past) -> list[int]:
        asked = side, past.size
        if asked not in self._plain:
            self._plain[asked] = [_kind_to(one, *asked) for one in self.prints]
        kinds = self._plain[asked].copy()
        for name in past.spared:
            kinds[self.index[name]] &= ~SCREENS
        for name in past.ends:
            if name in self.index:
                kinds[self.index[name]] = 0
        return kinds


def mixed_with(others: Sequence[Footprint], bases: Sequence[Base], places: Sequence[Point]) -> tuple[str, ...]:
    """With which of these units others on such bases would be mixed there: a quick look by boxes first."""
    box = around(places, max(map(bound, bases)))
    beside = [one for one in others if boxes_meet(one.box, box)]
    hull = outline([moved(base, at) for base, at in zip(bases, places, strict=True)]) if beside else NOWHERE
    return tuple([one.unit for one in beside if intermingled(hull, one.hull)])


def _widened(box: Bounds, far: int) -> Bounds:
    """What is within so much of a box meets this one; a little more, for boxes that only touch do not meet."""
    west, south, east, north = box
    return west - far - 1, south - far - 1, east + far + 1, north + far + 1


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

    @property
    def narrow(self) -> bool:
        """Does it not look all round?"""
        return self.arc is not None and self.arc[1] < FULL_TURN // 2


# as kernels take a look: bodies and their corners, who looks at whom; the ground, what of it covers, the rule; of the crowd the
# outlines, where each ends, boxes, levels and what each is to them; room to work in
Seen = tuple[Ints, Ints, Ints, Ints, Ints, Ints, Bytes, Ints, Ints, Ints, Ints, Ints, Bytes, Ints, Floats, Floats, Ints]
TARGETS: Final = 3
KINDS: Final = 12


class OpenLook(NamedTuple):
    """A look that is going on: what kernels take, who is blind to whom, and whether all lines count. Good until anybody
    moves."""

    seen: Seen
    blind: Mask
    full: bool

    def at(self, time: int) -> OpenLook:
        """That at the targets of one time."""
        seen, targets, kinds = self.seen, self.seen[TARGETS], self.seen[KINDS]
        share = len(targets) // len(kinds)
        part = slice(time * share, (time + 1) * share)
        blind = np.ascontiguousarray(self.blind[:, part]) if self.blind.size else self.blind
        return OpenLook((*seen[:3], targets[part], *seen[4:12], kinds[time], *seen[13:]), blind, self.full)


class UnitView:
    """What each viewer of a unit has of each target: the gap, whether it sees it, whether that is hidden in part, and which
    units are in between. At first of each viewer the nearest whom it sees; more when somebody asks for it."""

    def __init__(
        self,
        who: tuple[Sequence[str], Sequence[str], Sequence[str]],
        seen: tuple[Ints, Bytes, Bytes],
        best: Ints,
        more: tuple[OpenLook, int],
    ) -> None:
        self.viewers, self.targets, self._units = who
        self.gaps, self._pairs, self._met = seen
        self._best: list[list[int]] = best.tolist()  # of each viewer the nearest target that it sees, and how far that is
        self._look, self._time = more
        self._whole: set[int] = set()  # the viewers that have looked at everybody

    @cached_property
    def least(self) -> int:
        """The least gap of any pair, else FAR."""
        return int(self.gaps.min()) if self.gaps.size else FAR

    @cached_property
    def nearest(self) -> int:
        """The least gap of a pair of which the first sees the second, else FAR."""
        return min(self._best[1], default=FAR)

    def _look_from(self, rows: Iterable[int]) -> None:
        """All pairs of these viewers."""
        more = [row for row in rows if row not in self._whole]
        if more:
            self._whole.update(more)
            look = self._look.at(self._time)
            view_rows(*look.seen, look.blind, look.full, np.array(more, np.int64), self._pairs, self._met)

    def _row(self, row: int) -> Bytes:
        """All pairs of one viewer."""
        self._look_from((row,))
        found: Bytes = self._pairs[row]
        return found

    @property
    def sees(self) -> Mask:
        """For each viewer and target: does the one see the other?"""
        self._look_from(range(len(self.viewers)))
        seen: Mask = (self._pairs & SEES) != 0
        return seen

    def seen_from(self, row: int) -> list[bool]:
        """Of each target: does this viewer see it?"""
        seen: list[bool] = ((self._row(row) & SEES) != 0).tolist()
        return seen

    def row(self, figure: str) -> int:
        """The row of a model; of one that looks from several places that of the first."""
        if figure in self._rows:
            return self._rows[figure]
        return next(row for row, name in enumerate(self.viewers) if name.rpartition("/")[0] == figure)

    @cached_property
    def _rows(self) -> dict[str, int]:
        return {name: row for row, name in enumerate(self.viewers)}

    def nearest_to(self, name: str) -> int:
        """How far the nearest target is that this viewer sees; FAR if it sees nobody."""
        return self._best[1][self._rows[name]]

    def sees_any(self, name: str) -> bool:
        """Does this viewer see anybody?"""
        return self.nearest_to(name) < FAR

    def sees_it(self, name: str, target: str) -> bool:
        """Does this viewer see this target?"""
        return bool(self._row(self._rows[name])[self.targets.index(target)] & SEES)

    def obscured(self, row: int) -> list[bool]:
        """Of each target: does this viewer see it hidden in part?"""
        return ((self._row(row) & HIDDEN) != 0).tolist()  # type: ignore[no-any-return]

    def seen_by(self, names: Collection[str]) -> tuple[str, ...]:
        """The targets that any of these sees."""
        rows = [row for row, name in enumerate(self.viewers) if name in names]
        self._look_from(rows)
        seen: Bytes = np.bitwise_or.reduce(self._pairs[rows])
        return tuple(name for name, code in zip(self.targets, seen.tolist(), strict=True) if code & SEES)

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
        there = zip(self.seen_from(row), self.gaps[row].tolist(), self.targets, strict=True)
        return self.viewers[row], min(name for seen, gap, name in there if seen and gap == least)

    def through(self, name: str) -> tuple[str, ...]:
        """The friendly units between a viewer and the nearest target that it sees."""
        row = self._rows[name]
        return self._on(FRIENDLY, row, self._best[0][row]) if self.sees_any(name) else ()

    def between(self, name: str, target: str) -> tuple[str, ...]:
        """The friendly units between a viewer and one target."""
        self._row(self._rows[name])
        return self._on(FRIENDLY, self._rows[name], self.targets.index(target))

    def screens(self, name: str, target: str) -> tuple[str, ...]:
        """The enemy units that stop any line between a viewer and one target, as far as lines were looked at."""
        self._row(self._rows[name])
        return self._on(SCREENS, self._rows[name], self.targets.index(target))

    def _on(self, kind: int, row: int, column: int) -> tuple[str, ...]:
        if not self._units:
            return ()
        return tuple(unit for unit, code in zip(self._units, self._met[row, column].tolist(), strict=True) if code & kind)


class Past(NamedTuple):
    """Past whom somebody looks: how large the targets are, the units at both ends, and those that stop no lines."""

    size: int
    ends: frozenset[str]
    spared: tuple[str, ...] = ()


class Looking(NamedTuple):
    """How somebody looks: the book's lines, which pieces hide in part, his side, and past whom, for each time he looks. `full`:
    all lines are looked at, for all screens on them. Beyond `most` nobody looks."""

    rule: SightRule
    covers: Bytes
    side: str
    past: tuple[Past, ...]
    full: bool = False
    most: int = FAR


SEES_ALL: Mask = np.zeros((0, 0), np.bool_)  # nobody is blind to anybody


class BodiesElsewhere(NamedTuple):
    """Bodies as they stand, some of them once more elsewhere behind everybody, time after time; and the rows of these."""

    bodies: Ints
    corner: Ints
    rows: Ints


def stand(board: Board, rows: Ints, spots: Ints) -> BodiesElsewhere:
    """Some thought of elsewhere, without moving them: for each time and each of them x, y and the level of the ground."""
    more = len(spots) * len(rows)
    there = np.empty((board.n + more, board.bodies.shape[1]), np.int64)
    corners = np.empty((board.n + more, board.corner.shape[1]), np.int64)
    stand_there(board.bodies, board.corner, board.n, rows, spots, there, corners)
    return BodiesElsewhere(there, corners, np.arange(board.n, board.n + more))


class Ends(NamedTuple):
    """Who looks, and at whom: each target with the base that stands for it, by row. `cuts`: from where to where each time's
    targets are, unless all times are alike. Good until somebody comes or goes."""

    eyes: Sequence[Eye]
    mine: Ints
    targets: Sequence[str]
    theirs: Ints
    arcs: bool = True  # may any of these eyes have an arc?
    cuts: Ints | None = None


def look(board: Board, ends: Ends, crowd: Crowd, by: Looking, there: BodiesElsewhere | None = None) -> list[UnitView]:
    """What these eyes have of their targets past a crowd, each time."""
    who = [eye.name for eye in ends.eyes], ends.targets, list(crowd.index)
    shape = len(by.past), len(who[0]), len(who[1])
    pairs, gaps, best = np.zeros(shape, np.int8), np.zeros(shape, np.int64), np.zeros((shape[0], 2, shape[1]), np.int64)
    met = np.zeros((*shape, len(who[2])), np.int8)
    more = _look(board, ends, crowd, by, there)
    if pairs.size:
        view_nearest(*more.seen, more.blind, more.full, by.most, gaps, pairs, met, best)
    else:
        best[:, 1] = FAR
    seen = zip(gaps, pairs, met, strict=True)
    return [UnitView(who, one, best[k], (more, k)) for k, one in enumerate(seen)]


def reaches(
    board: Board, ends: Ends, reach: Sequence[int], crowd: Crowd, by: Looking, there: BodiesElsewhere | None = None
) -> list[bool]:
    """For each time: does one of these eyes see any of the targets, and reach as far as the nearest that any of them sees? A
    quicker question than `look`."""
    able, rows = np.zeros(len(by.past), np.bool_), len(there.rows if there else ends.theirs)
    if ends.eyes and rows:
        one = _look(board, ends, crowd, by, there)
        cuts = np.arange(0, rows + 1, rows // len(by.past)) if ends.cuts is None else ends.cuts
        reach_views(*one.seen, cuts, np.array(reach, np.int64), one.blind, able)
    found: list[bool] = able.tolist()
    return found


def sees_groups(board: Board, viewers: Ints, rows: Ints, cuts: Ints, rule: SightRule) -> list[bool]:
    """Of each group of rows between two cuts: does any of these viewers see any of them, whoever is in between?"""
    field, able, reach = board.field, np.zeros(len(cuts) - 1, np.bool_), np.full(len(viewers), sum(board.size))
    if viewers.size and rows.size:
        ground = field.verts, field.rows, np.zeros(len(field.rows), np.int8), rule_array(rule)
        kinds, near = np.zeros((len(able), 0), np.int8), np.empty((2, len(field.rows)), np.int64)
        look = board.bodies, board.corner, viewers, rows, *ground, *_NO_CROWD.arrays, kinds, *ROOM, near
        reach_views(*look, cuts, reach, SEES_ALL, able)
    found: list[bool] = able.tolist()
    return found


_NO_CROWD = Crowd(())


def may_reach(board: Board, ends: Ends, far: int, rule: SightRule) -> bool:
    """A quick look, whoever is in between: could any of these eyes reach any of the targets at any time?"""
    field, cuts = board.field, ends.cuts if ends.cuts is not None else np.array([0, len(ends.theirs)])
    return bool(any_near(board.bodies, ends.mine, ends.theirs, cuts, far, field.verts, field.rows, rule_array(rule)))


def _look(board: Board, ends: Ends, crowd: Crowd, by: Looking, there: BodiesElsewhere | None) -> OpenLook:
    bodies, corner, theirs = there or (board.bodies, board.corner, ends.theirs)
    blind = _blind(board, ends.eyes, bodies, theirs) if ends.arcs and any(eye.narrow for eye in ends.eyes) else SEES_ALL
    field, kinds = board.field, crowd.kinds(by.side, by.past)
    ground = field.verts, field.rows, by.covers, rule_array(by.rule)
    near = np.empty((2, len(field.rows) + len(crowd.prints)), np.int64)
    return OpenLook((bodies, corner, ends.mine, theirs, *ground, *crowd.arrays, kinds, *ROOM, near), blind, by.full)


def _blind(board: Board, eyes: Collection[Eye], bodies: Ints, rows: Ints) -> Mask:
    """Whom each eye does not see, for their centres are outside its arc, from the centre of its base."""
    blind, there = np.zeros((len(eyes), len(rows)), np.bool_), bodies[rows]
    for row, eye in enumerate(eyes):
        if eye.arc is not None and eye.narrow:
            base, half = board.base(eye.body), eye.arc[1]
            facing = (getattr(base, "facing", 0) + eye.arc[0]) % FULL_TURN
            borders = (*vector(facing), *vector(facing + half), *vector(facing - half))
            arc_rows(there, len(there), *base.at, *borders, half, blind[row])
            blind[row] = ~blind[row]
    return blind
