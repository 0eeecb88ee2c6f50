"""The recovery phase: units shed their suppression, and the turn ends (xenocide.recovery.*, xenocide.battle.turn-end)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.events import Marked
from ..basics.numbers import HELP, TEN
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, sees_unit
from .victory import end_turn


async def recover(battle: Battle[State]) -> None:
    """Every unit with markers rolls; rolling is automatic (xenocide.recovery.roll)."""
    for unit in list(battle.state.present()):
        if unit.markers:
            shed(battle, unit)
    end_turn(battle)


def shed(battle: Battle[State], unit: Unit) -> None:
    """A marker for each die below the highest morale (xenocide.recovery.roll, xenocide.unit.mixed-stats)."""
    dice = dice_for(battle, unit)
    found = battle.dice.successes(dice, TEN, battle.state.morale(unit) - 1, f"recovery, {unit.id}", low=True)
    less = min(found, unit.markers)
    if less:
        unit.markers -= less
        battle.record(Marked(unit=unit.id, more=-less, now=unit.markers))


def dice_for(battle: Battle[State], unit: Unit) -> int:
    """One; one more out of all enemies' sight, one more with a commander near, however many there are
    (xenocide.recovery.out-of-sight, xenocide.recovery.commander, xenocide.recovery.one-commander)."""
    state = battle.state
    hidden = not state.exposed(unit) or not any(sees_unit(battle, foe, unit) for foe in state.foes_of(unit.side))
    return 1 + int(hidden) + int(any(helps(battle, figure, unit) for figure in commanders(state, unit.side)))


def commanders(state: State, side: str) -> list[Figure]:
    """A side's commanders, on the table or aboard (xenocide.recovery.commander)."""
    return [figure for unit in state.units_of(side) for figure in state.members(unit) if figure.profile.can("commander")]


def helps(battle: Battle[State], commander: Figure, unit: Unit) -> bool:
    """Is he within 6 inches of the closest of them, aboard measured from the hull, or one of them
    (xenocide.recovery.commander)?"""
    if commander.unit == unit.id:
        return True
    table = board(battle)
    here, there = {commander.body}, {figure.body for figure in battle.state.members(unit)}
    return any(one == other or table.gap(one, other) <= HELP for one in here for other in there)
