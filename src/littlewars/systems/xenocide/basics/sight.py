"""Line of sight: between models by terrain alone, and between units (xenocide.los.models, xenocide.los.units)."""

from __future__ import annotations

import numpy as np

from littlewars.engine import Battle
from littlewars.table.constants import NONE
from littlewars.table.sight.looks import look_round, see_many
from littlewars.table.terrain.sight_rules import XENOCIDE

from .state import Figure, State, Unit
from .tabletop import board, tabletop

RULE = XENOCIDE


def sees(battle: Battle[State], viewer: Figure, target: Figure) -> bool:
    """Is at least one of the three lines between them free of terrain (xenocide.los.models)?"""
    table = board(battle)
    return bool(see_many(table, viewer.id, np.array([table.row[target.id]], np.int64), RULE)[0] != NONE)


def seen_by(battle: Battle[State], viewer: Figure) -> frozenset[str]:
    """All enemies on the table whom a figure sees."""
    place = tabletop(battle)

    def look() -> frozenset[str]:
        rows, _ = look_round(place.board, [viewer.id], RULE)[0]
        return frozenset(place.board.names[row] for row in rows)

    return place.until_move(("seen", viewer.id), look)


def sees_unit(battle: Battle[State], unit: Unit, other: Unit) -> bool:
    """Does any of its models see any model of the other (xenocide.los.units)? Screens do not count here."""
    state = battle.state
    names = {figure.body for figure in state.exposed(other)}
    viewers = {figure.body for figure in state.exposed(unit)}
    return any(not names.isdisjoint(seen_by(battle, state.figures[name])) for name in viewers)


def visible_enemies(battle: Battle[State], unit: Unit) -> list[Unit]:
    """The enemy units that it sees (xenocide.los.units)."""
    return [other for other in battle.state.foes_of(unit.side) if sees_unit(battle, unit, other)]


def gap_units(battle: Battle[State], one: Unit, other: Unit) -> int:
    """The distance between the closest models of two units (xenocide.core.inclusive-limits)."""
    table, state = board(battle), battle.state
    return min((table.gap(a.id, b.id) for a in state.standing(one) for b in state.standing(other)), default=1 << 40)
