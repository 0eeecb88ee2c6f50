"""Attacks to reckon odds of: one attack, or a volley of a unit at another (oversoul.hits.group-rolling)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...dice import Scripted
from ...engine import Attack, Battle, ScenarioError
from .allocation import settle_hits
from .aim import aim_melee, aim_shot, distance, origin, shot_targets, stand_in, touched_enemies
from .attack import Plan, strike, volley
from .state import Activation, Figure, State, Unit


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`attack`: {attacker, target, how, weapon}; `volley`: {unit, target}. Measures how many models of the target fall."""
    if of == "attack":
        return _single(state, given)
    if of == "volley":
        return volley_odds(state, plan_volley(state, _unit(state, given.get("unit")), _unit(state, given.get("target"))))
    raise ScenarioError(f"there are odds of an attack or a volley, not of {of!r}")


def _unit(state: State, name: Any) -> Unit:
    if name not in state.units:
        raise ScenarioError(f"there is no unit {name!r}; there are {', '.join(state.units)}")
    return state.units[name]


def _figure(state: State, name: Any) -> Figure:
    if name not in state.figures:
        raise ScenarioError(f"there is no figure {name!r}")
    return state.figures[name]


def _single(state: State, given: Mapping[str, Any]) -> Attack[State]:
    attacker, target = _figure(state, given.get("attacker")), _figure(state, given.get("target"))
    battle = Battle(state, Scripted(), quiet=True)
    if given.get("how", "ranged") == "melee":
        aim = aim_melee(battle, attacker, target)
    else:
        index = int(given.get("weapon", 0))
        if index >= len(attacker.profile.weapons):
            raise ScenarioError(f"{attacker.id} has no weapon {index}: oversoul.ranged.weapon-required")
        aim = aim_shot(battle, attacker, target, index)

    async def rule(battle: Battle[State]) -> None:
        _activate(battle.state, attacker.unit)
        await strike(battle, aim)

    return Attack(rule, lambda battle, _: int(bool(battle.state.figures[target.id].gone)))


def plan_volley(state: State, unit: Unit, target: Unit) -> Plan:
    """Every model of the unit at the nearest model of the target it may attack: in contact hand to hand, else it shoots."""
    battle = Battle(state, Scripted(), quiet=True)
    taken: dict[str, int] = {}
    plan = []
    for figure in state.members(unit):
        near = [name for name in touched_enemies(battle, figure) if name in target.figures] if figure.profile.fights else []
        if near:
            plan.append(aim_melee(battle, figure, state.figures[near[0]]))
            continue
        weapon = next((index for index, w in enumerate(figure.profile.weapons) if not w.template and not w.artillery), None)
        if weapon is None:
            continue
        names = [n for n in shot_targets(battle, figure, figure.profile.weapons[weapon]) if n in target.figures]
        if names:
            frm = origin(battle, figure)
            best = min(names, key=lambda n: (taken.get(n, 0), distance(frm, stand_in(state, state.figures[n]).base()), n))
            taken[best] = taken.get(best, 0) + 1
            plan.append(aim_shot(battle, figure, state.figures[best], weapon))
    return tuple(plan)


def volley_odds(state: State, plan: Plan) -> Attack[State]:
    """How many models fall to a volley."""
    if not plan:
        raise ScenarioError("nobody in that unit may attack that target: oversoul.action.enemy-targets")
    hurt = state.units[state.figures[plan[0].target].unit].figures
    before = sum(not state.figures[name].gone for name in hurt)

    async def rule(battle: Battle[State]) -> None:
        _activate(battle.state, state.figures[plan[0].attacker].unit)
        await volley(battle, plan)
        await _settle(battle)

    return Attack(rule, lambda battle, _: before - sum(not battle.state.figures[name].gone for name in hurt))


async def _settle(battle: Battle[State]) -> None:
    """Hits that a tight unit collected are allocated at the end of the part."""
    while battle.state.acting().hits:
        await settle_hits(battle)


def _activate(state: State, unit: str) -> None:
    """Odds are asked at any time; the attack runs inside an activation."""
    if state.turn.doing is None:
        state.turn.doing = Activation(unit)
