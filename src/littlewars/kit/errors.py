"""What is impossible in every book: figures off the table or on one another, and figures that vanish or come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


def pairs(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """Everybody who was there before: as he was, and as he is."""
    return ((before.figures[name], now) for name, now in after.figures.items() if name in before.figures)


def returned(before: Any, after: Any) -> list[str]:
    """Nobody vanishes, and the gone stay gone."""
    found = [f"{name} has vanished" for name in before.figures if name not in after.figures]
    return found + [f"{now.id} has come back" for was, now in pairs(before, after) if was.gone and was.gone != now.gone]
