"""Which orders: fire now, wait for a better moment, or run."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Assign, Battle, View
from littlewars.engine.measures import INCH
from littlewars.systems.xenocide.basics.state import State, Unit
from littlewars.systems.xenocide.basics.tabletop import visible_enemies
from littlewars.systems.xenocide.move.compulsory import in_cover

from .worth import best_shot, gap_units, is_bold, is_lone_commander, likes_melee, odds_of_melee

CHARGES = 1.0  # so much more than a shot a fight has to promise
WORTH_FAR = 0.6  # the same at long range
FAR_OFF = 12_000  # a shot that is worth little from beyond: go nearer
WORTH_IT = 0.02  # of the value of one of its models: less is not worth standing for
DANGER = 18_000  # a commander alone stays so far from the enemy


def give_orders(view: View[Any], ask: Assign, rng: Random) -> tuple[tuple[str, str], ...]:
    """An order for each unit, an increment for each vehicle."""
    battle = view.battle
    return tuple((name, _order(battle, battle.state.units[name], ask.items[name])) for name in ask.items)


def _order(battle: Battle[State], unit: Unit, choices: Any) -> str:
    state, names = battle.state, [str(choice) for choice in choices]
    if state.vehicle_of(unit) is not None:
        return _increment(battle, unit, names)
    wanted = _infantry(battle, unit)
    return wanted if wanted in names else names[0]


def _increment(battle: Battle[State], unit: Unit, names: list[str]) -> str:
    """Stand and fire with a target, else go."""
    vehicle = battle.state.vehicle_of(unit)
    worth, _ = best_shot(battle, unit)
    wanted = "0" if worth > 0 else "1"
    if vehicle is not None and vehicle.profile.flies:
        wanted = "1"
    return wanted if wanted in names else names[0]


def _infantry(battle: Battle[State], unit: Unit) -> str:
    state = battle.state
    if unit.engaged or not state.standing(unit):
        return "standard"
    foes = [foe for foe in state.foes_of(unit.side) if state.standing(foe)]
    near = min((gap_units(battle, unit, foe) for foe in foes), default=1 << 40)
    members = state.standing(unit)
    reach = members[0].profile.movement
    broken = state.broken(unit)
    if is_lone_commander(state, unit):
        return "standard" if near <= DANGER else "run"
    if likes_melee(state, unit) and not broken:
        return "run" if near > reach else "standard"
    worth, _ = best_shot(battle, unit)
    value = sum(figure.profile.vp for figure in members) / len(members)
    gun = max((gun.normal for figure in members for gun in figure.profile.guns), default=0)
    fights = [odds_of_melee(state, unit, foe) for foe in foes if gap_units(battle, unit, foe) <= 2 * reach - INCH]
    if not broken and max(fights, default=0.0) > max(0.0, worth * CHARGES):
        return "run"
    if worth > (WORTH_IT if near <= gun else WORTH_FAR) * value:
        return "standard"
    bold = is_bold(state, unit.side)
    if near > gun or broken or (bold and near > FAR_OFF):
        return "run"
    hunts = bold and not visible_enemies(battle, unit)  # who waits may go and look for somebody, and fire then
    return "opportunity" if hunts or in_cover(battle, unit) else "standard"
