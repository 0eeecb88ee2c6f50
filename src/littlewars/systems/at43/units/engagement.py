"""Engagement: a state of position, computed and never stored (at43.movement.engagement, at43.movement.disengagement)."""

from __future__ import annotations

import numpy as np

from littlewars.engine import Battle

from ..basics.numbers import CONTACT, ENGAGED
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import board, tabletop


def engaged_with(battle: Battle[State], unit: Unit) -> frozenset[str]:
    """The enemy units one of whose soldiers is within 2.5 cm of one of its own; machines neither engage nor are engaged
    (at43.movement.striders-never-engaged)."""
    state = battle.state
    if state.afv(unit) or not state.on_table(unit):
        return frozenset()
    return tabletop(battle).until_move(("engaged", unit.id), lambda: _near(battle, unit))


def _near(battle: Battle[State], unit: Unit) -> frozenset[str]:
    state, place = battle.state, tabletop(battle)
    soldiers = place.until_roster(("soldiers", unit.side), lambda: _soldiers_against(battle, unit.side))
    if not len(soldiers):
        return frozenset()
    table = place.board
    near = (table.matrix([f.id for f in state.members(unit)], soldiers) <= ENGAGED).any(axis=0)
    return frozenset(state.figures[soldiers[n]].unit for n in np.flatnonzero(near).tolist())


def _soldiers_against(battle: Battle[State], side: str) -> list[str]:
    state = battle.state
    units = [unit for unit in state.fielded(state.other(side)) if not state.afv(unit)]
    return [fighter.id for unit in units for fighter in state.members(unit)]


def is_engaged(battle: Battle[State], unit: Unit) -> bool:
    """Is it engaged with anybody?"""
    return bool(engaged_with(battle, unit))


def touching(battle: Battle[State], fighter: Fighter) -> list[str]:
    """Enemies in base contact with him, soldiers and machines (at43.close-combat.who, at43.close-combat.against-striders)."""
    place, state = tabletop(battle), battle.state

    def look() -> list[str]:
        table = place.board
        rows = place.enemy_rows(state, state.side_of(fighter))
        return [table.names[row] for row in rows[table.gaps(fighter.id)[rows] <= CONTACT].tolist()]

    return place.until_move(("touching", fighter.id), look)


def gap_of(battle: Battle[State], one: str, other: str) -> int:
    """The distance between two fighters, edge to edge (at43.measuring.base-edges)."""
    return board(battle).gap(one, other)
