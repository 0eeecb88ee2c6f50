"""Markers of tactics, and when they are lost (at43.tactics.duration)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle

from ..basics.events import Engaged, TacticsLost
from ..basics.state import State, Unit
from ..basics.tabletop import drop_shields
from .engagement import engaged_with


def clear(battle: Battle[State], unit: Unit, told: bool = True) -> None:
    """All its markers are removed; machines are terrain no more."""
    if unit.markers and told:
        battle.record(TacticsLost(unit=unit.id, tactics=", ".join(unit.markers).replace("-", " ")))
    if "shield-formation" in unit.markers:
        drop_shields(battle, unit.figures)
    unit.markers = []


def establish(battle: Battle[State], unit: Unit, before: Sequence[str]) -> None:
    """After a move the units that it has engaged lose their markers (at43.movement.engagement, at43.tactics.duration)."""
    state = battle.state
    for name in sorted(engaged_with(battle, unit)):
        if name not in before:
            battle.record(Engaged(unit=unit.id, enemy=name))
        clear(battle, state.units[name])
    if engaged_with(battle, unit):
        clear(battle, unit)
