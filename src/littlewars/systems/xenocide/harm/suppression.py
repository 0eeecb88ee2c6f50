"""Suppression: how many attacks make a marker, and markers (xenocide.suppression.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Mod, Tally

from ..basics.events import Marked
from ..basics.numbers import MANY_WOUNDS, STEADY
from ..basics.state import State, Unit

LEAST = 1  # xenocide.suppression.threshold-table
FROM = 1  # the threshold is the morale less one: 4 needs 3 attacks, 8 needs 7


def threshold(state: State, unit: Unit, cover: str = "") -> int:
    """How many attacks make one marker, at least one."""
    return threshold_tally(state, unit, cover).needed


def threshold_tally(state: State, unit: Unit, cover: str = "") -> Tally:
    """The same, with what it is made of: cover, size and courage add up (xenocide.suppression.threshold-table,
    xenocide.suppression.threshold-cumulative)."""
    mods = (
        Mod(f"{cover} cover", STEADY[cover], "xenocide.suppression.threshold-cover") if cover else None,
        Mod("ten wounds", 1, "xenocide.suppression.threshold-size") if state.wounds(unit) >= MANY_WOUNDS else None,
        Mod("brave", 1, "xenocide.suppression.threshold-brave") if state.brave(unit) else None,
    )
    return Tally(max(LEAST, state.morale(unit) - FROM), tuple(mod for mod in mods if mod is not None), low=True)


def markers_for(attacks: int, needed: int) -> int:
    """One for every full number of attacks (xenocide.suppression.when, xenocide.core.rounding)."""
    return max(0, attacks) // needed


def mark(battle: Battle[State], unit: Unit, more: int) -> None:
    """So many markers more; vehicles and those who are gone get none (xenocide.suppression.vehicles-immune)."""
    state = battle.state
    if more <= 0 or not state.is_present(unit) or state.vehicle_of(unit) is not None:
        return
    unit.markers += more
    battle.record(Marked(unit=unit.id, more=more, now=unit.markers))
