"""What is impossible in every book: figures off the table or on one another, and figures that vanish or come back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from littlewars.engine import Point
from littlewars.table.shapes.bases import bound, centre2, on_table, overlaps

MOST_OVERLAPS = 100  # that are told: one is too many
MOST_NEAR = 100_000  # pairs that are looked at: so many only in a heap


def misplaced(present: Sequence[Any], size: Point, level: Callable[[Any], int] = lambda figure: 0) -> list[str]:
    """Everybody stands on the table and on nobody else; on other levels there is room."""
    bases = [(figure, figure.base()) for figure in present]
    around = [bound(base) for _, base in bases]
    found = [f"{figure.id} is off the table" for figure, base in bases if not on_table(base, size)]
    return (
        found
        + [
            f"{bases[i][0].id} and {bases[j][0].id} overlap"
            for i, j in _near([base.at for _, base in bases], around)
            if level(bases[i][0]) == level(bases[j][0]) and overlaps(bases[i][1], bases[j][1])
        ][:MOST_OVERLAPS]
    )


Faults = Callable[[Any, Any], Iterable[str]]


def faults_of(state: Any, gone: Collection[str], figure: Faults, unit: Faults) -> list[str]:
    """What is impossible about figures and units: what a book finds about each, and whoever is gone in another way than these
    or is not in his unit."""
    members = (fault for one in state.figures.values() for fault in (*_member_faults(state, one, gone), *figure(state, one)))
    return [*members, *(fault for one in state.units.values() for fault in unit(state, one))]


def _member_faults(state: Any, figure: Any, gone: Collection[str]) -> Iterator[str]:
    if figure.gone not in gone:
        yield f"{figure.id} is gone in a way that there is not"
    if figure.id not in state.units[figure.unit].figures:
        yield f"{figure.id} is not in its unit"


def _near(places: Sequence[Point], around: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs whose circles meet, in order: from west to east each is held against those that begin before it ends."""
    found: list[tuple[int, int]] = []
    widest = max(around, default=0)
    row = sorted(range(len(places)), key=lambda one: places[one])
    for k, one in enumerate(row):
        x, reach = places[one][0], around[one]
        for other in islice(row, k + 1, None):
            if places[other][0] - x >= reach + widest:
                break
            if centre2(places[one], places[other]) < (reach + around[other]) ** 2:
                found.append((min(one, other), max(one, other)))
                if len(found) >= MOST_NEAR:
                    return sorted(found)
    return sorted(found)


def pairs(before: Any, after: Any) -> Iterator[tuple[Any, Any]]:
    """Everybody who was there before: as he was, and as he is."""
    return ((before.figures[name], now) for name, now in after.figures.items() if name in before.figures)


def undone(before: Any, after: Any, better: Callable[[Any, Any], bool]) -> list[str]:
    """Nobody vanishes, comes back, or is better than he was; nor do turns come back."""
    found = returned(before, after)
    found += [f"{now.id} is better than before" for was, now in pairs(before, after) if better(was, now)]
    return found + (["a turn has come back"] if after.turn.number < before.turn.number else [])


def returned(before: Any, after: Any) -> list[str]:
    """Nobody vanishes, and the gone stay gone."""
    found = [f"{name} has vanished" for name in before.figures if name not in after.figures]
    return found + [f"{now.id} has come back" for was, now in pairs(before, after) if was.gone and was.gone != now.gone]
