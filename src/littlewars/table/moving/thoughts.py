"""A unit thought of at other places without moving it: where its bodies would stand, and with whom they would be mixed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..board.board import Board
from ..facing import Point
from ..kernels.compiled import Ints
from ..shapes.bases import Base, bound
from ..shapes.boxes import Bounds, around
from ..sight.screens import BodiesElsewhere, Crowd, mixed_with, stand
from .walk import stations


class Walkers(NamedTuple):
    """A unit on its way: its name, and of its bodies the rows, the bases and the ways, each from where it begins."""

    unit: str
    rows: Ints
    bases: Sequence[Base]
    ways: Sequence[Sequence[Point]]


Level = Callable[[Bounds], Callable[[Point], int] | None]  # in a box: how high one stands where; None: on the plain


class Thought:
    """A unit at some parts of its way, all bodies at the same fraction of their own. What there is to be found is looked for
    when somebody asks; good until anybody moves."""

    def __init__(
        self, board: Board, walkers: Walkers, parts: tuple[Sequence[int], int], crowd: Callable[[], Crowd], level: Level
    ) -> None:
        self.board, self.walkers, self.parts, self._crowd, self._level = board, walkers, parts, crowd, level
        self.box = around([point for way in walkers.ways for point in way], max(map(bound, walkers.bases)))

    @cached_property
    def _places(self) -> Ints:
        """Where everybody would be, time after time."""
        return stations(self.walkers.ways, *self.parts)

    @cached_property
    def stand(self) -> BodiesElsewhere:
        """Everybody as he stands, and these bodies there."""
        level = self._level(self.box)
        spots = np.zeros((len(self._places), len(self.walkers.rows), 3), np.int64)
        spots[:, :, :2] = self._places
        if level is not None:
            spots[:, :, 2] = [[level((x, y)) for x, y in places] for places in self._places.tolist()]
        return stand(self.board, self.walkers.rows, spots)

    @cached_property
    def mixed(self) -> Sequence[tuple[str, ...]]:
        """The units that it would be mixed with, time after time."""
        beside = self._crowd().beside(self.walkers.unit, self.box)
        if not beside:
            return ((),) * len(self.parts[0])
        return [mixed_with(beside, self.walkers.bases, places) for places in self._places.tolist()]


@contextmanager
def thought_there(figures: Mapping[str, Any], places: Mapping[str, Point]) -> Iterator[None]:
    """While some figures are elsewhere by their coordinates alone: on the board they stay where they are."""
    before = {name: figures[name].at for name in places}
    try:
        for name, at in places.items():
            figures[name].x, figures[name].y = at
        yield
    finally:
        for name, at in before.items():
            figures[name].x, figures[name].y = at
