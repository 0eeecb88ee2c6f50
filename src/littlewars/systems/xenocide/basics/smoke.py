"""Smoke: the clouds round wrecks (xenocide.vehicle.smoke, xenocide.hit.darkness-smoke)."""

from __future__ import annotations

from littlewars.table.shapes.bases import Base, gap_poly

from .numbers import CLOUD
from .state import State
from .tabletop import wrecks


def in_smoke(state: State, base: Base) -> bool:
    """Is a base within 3 inches of a wreck (xenocide.vehicle.smoke)?"""
    return any(gap_poly(base, piece.outline) <= CLOUD for piece in wrecks(state))
