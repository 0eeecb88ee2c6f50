"""What is impossible in every book: figures off the table, and figures that stand on one another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from littlewars.engine import Point
from littlewars.table.shapes.bases import bound, centre2, on_table, overlaps


def misplaced(present: Sequence[Any], size: Point, level: Callable[[Any], int] = lambda figure: 0) -> list[str]:
    """Everybody stands on the table and on nobody else; on other levels there is room."""
    bases = [(figure, figure.base()) for figure in present]
    around = [bound(base) for _, base in bases]
    found = [f"{figure.id} is off the table" for figure, base in bases if not on_table(base, size)]
    return found + [
        f"{bases[i][0].id} and {bases[j][0].id} overlap"
        for i, j in combinations(range(len(bases)), 2)
        if level(bases[i][0]) == level(bases[j][0])
        and centre2(bases[i][1].at, bases[j][1].at) < (around[i] + around[j]) ** 2
        and overlaps(bases[i][1], bases[j][1])
    ]
