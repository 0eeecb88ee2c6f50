"""Which orders the tactician gives: those whose fire is worth most; where none is, it comes nearer."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from littlewars.engine import Choose, View
from littlewars.systems.defiance.basics.numbers import FIRE_MOD, INCH
from littlewars.systems.defiance.basics.sight import away
from littlewars.systems.defiance.basics.state import Figure, State, Unit
from littlewars.systems.defiance.fire.targets import visible
from littlewars.systems.defiance.orders.orders import able
from littlewars.systems.defiance.suppression.aim import SLOT

from .fights import brawl_worth, charge_worth
from .riding import carries, should_leave
from .worth import battle_of, fire_worth, suppression_worth

WORTHWHILE = 1.0  # points for each figure that make standing and firing better than coming nearer
SAFE = 30 * INCH  # so far off nobody minds that we cannot fire
PATIENCE = {"stationary": 1.1}  # of equals rather stand: a figure that moves is seen by more
FALLBACK = ("cohesive-fire", "primary-fire", "support-fire")


def order(view: View[Any], ask: Choose, rng: Random) -> str:
    """The order whose fire is worth most; where none is, come nearer with the others covering."""
    battle = battle_of(view)
    state, team = battle.state, battle.state.team()
    unit = state.units[state.acting().unit]
    figures, names = able(state, team.figures), ask.ids
    found = {"cohesive-fire": max(fire_worth(battle, figures, speed) for speed in ("stationary", "walking"))}
    for name, slot in SLOT.items():
        if name in names:
            found[name] = suppression_worth(battle, unit, figures, slot)
    if any(figure.locked for figure in figures):
        return _engaged(state, figures, names)
    if "charge" in names:
        found["charge"] = charge_worth(state, figures, state.enemies_of(unit.side))
    best = max((name for name in found if name in names), key=lambda name: found[name], default="")
    if best and found[best] >= WORTHWHILE * len(figures):
        return best
    if "sprint" in names and not any(visible(battle, figure) for figure in figures) and _nearest(state, unit, figures) > SAFE:
        return "sprint"
    return next((name for name in (_advancing(figures), *FALLBACK) if name in names), ask.ids[0])


def _engaged(state: State, figures: list[Figure], names: Sequence[str]) -> str:
    """Fight on where that pays, else try to get away (defiance.hth.engaged-unit-orders)."""
    maneuvers, fires = ("charge", "sprint", "jump"), FALLBACK
    wanted = (*maneuvers, *fires) if brawl_worth(state, figures) > 0 else (*fires, *maneuvers)
    return next((name for name in wanted if name in names), names[0])


def _advancing(figures: list[Figure]) -> str:
    """An order under which most of them cover while they move (defiance.orders.fire-empty-class)."""
    primary = sum(any(arm.slot == "primary" for arm in figure.arms) for figure in figures)
    return "support-fire" if 2 * primary >= len(figures) else "primary-fire"


def _nearest(state: State, unit: Unit, figures: list[Figure]) -> int:
    return min((away(f, e) for f in figures for e in state.enemies_of(unit.side)), default=0)


def speed_of(view: View[Any], ask: Choose, rng: Random) -> str:
    """As the fire is worth most; run where there is nobody to shoot at."""
    battle = battle_of(view)
    state, team = battle.state, battle.state.team()
    figures = able(state, team.figures)
    if team.order not in ("cohesive-fire", "vehicle-orders"):
        return "running" if "running" in ask.ids else ask.ids[0]
    if "stationary" in ask.ids and any(carries(state, one) and should_leave(state, one) for one in figures if one.craft):
        return "stationary"  # so that its passengers get out
    found = {speed: fire_worth(battle, figures, speed) for speed in ask.ids if speed in FIRE_MOD}
    return max(found, key=lambda speed: found[speed] * PATIENCE.get(speed, 1.0)) if found else ask.ids[0]


def pattern(view: View[Any], ask: Choose, rng: Random) -> str:
    """Move first: from nearer the shot is better."""
    return "move-fire"
