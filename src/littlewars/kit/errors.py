"""What is impossible in every book: figures off the table or on one another, and figures that vanish or come back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from littlewars.engine import Point
from littlewars.table.shapes.bases import on_table, overlaps
from littlewars.table.shapes.boxes import close_pairs

MOST_OVERLAPS = 100  # that are told: one is too many


def misplaced(present: Sequence[Any], size: Point, level: Callable[[Any], int] = lambda figure: 0) -> list[str]:
    """Everybody stands on the table and on nobody else; on other levels there is room."""
    bases = [figure.base() for figure in present]
    off = [f"{figure.id} is off the table" for figure, base in zip(present, bases, strict=True) if not on_table(base, size)]
    alike = ((i, j) for i, j in close_pairs(bases) if level(present[i]) == level(present[j]))
    clashes = ((present[i].id, present[j].id) for i, j in alike if overlaps(bases[i], bases[j]))
    return off + [f"{one} and {other} overlap" for one, other in islice(clashes, MOST_OVERLAPS)]


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
