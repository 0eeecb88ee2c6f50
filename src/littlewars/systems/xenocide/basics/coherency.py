"""Everybody of a unit within 8 inches of everybody else (xenocide.move.coherency)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from littlewars.table.shapes.bases import Base, bound, centre2, gap

from .numbers import APART


def hangs_together(bases: Sequence[Base]) -> bool:
    """Are all pairs within 8 inches? Bases that are surely near are not measured."""
    return all(_near(one, other) for one, other in combinations(bases, 2))


def _near(one: Base, other: Base) -> bool:
    far2 = centre2(one.at, other.at)
    return far2 <= APART * APART or (far2 <= (APART + bound(one) + bound(other) + 2) ** 2 and gap(one, other) <= APART)
