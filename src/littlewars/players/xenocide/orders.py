"""Which orders: fire now, wait for a better moment, or run."""

from __future__ import annotations

from random import Random
from typing import Any

from littlewars.engine import Assign, Battle, View
from littlewars.systems.xenocide.basics.sight import gap_units
from littlewars.systems.xenocide.basics.state import State, Unit
from littlewars.systems.xenocide.move.shelter import in_cover

from .worth import best_shot, likes_melee

WORTH_IT = 0.25  # of the value of one of its models: less is not worth standing for
CHARGE = 2.5  # times its movement: near enough to run at
WAIT = 30_000  # an enemy so near may come into sight


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
    if likes_melee(state, unit) and not broken:
        return "run" if near > reach else "standard"
    worth, _ = best_shot(battle, unit)
    value = sum(figure.profile.vp for figure in members) / len(members)
    if worth > WORTH_IT * value:
        return "standard"
    if broken:
        return "run"
    gun = max((gun.normal for figure in members for gun in figure.profile.guns), default=0)
    if near <= max(gun, WAIT) and in_cover(battle, unit):
        return "opportunity"
    return "run" if near > gun else "standard"
