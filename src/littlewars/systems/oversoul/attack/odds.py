"""Attacks to find odds of: one attack, or a volley of a unit at another (oversoul.hits.group-rolling)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Attack, Battle, ScenarioError, copier
from littlewars.engine.page.looking import Asked
from littlewars.untrusted import quote

from ..basics.state import Activation, Figure, Hit, State, Unit
from ..units.aim import aim_melee, aim_shot, distance, origin, shot_targets, stand_in, touched_enemies
from .actions import actions
from .allocation import from_the_rear, settle_hits
from .attack import Plan, Reaction, alike, collects, is_plain, kind_of, reaction, roll_attacks, roll_recoveries, volley
from .perform import perform

GIVEN = ("attacker", "target", "how", "weapon", "do")
FALL = "enemy models that fall"
USUAL = "luck is spent on failures, hits go where its owner usually puts them"
copy_state = copier(State)


def attack(state: State, of: str, given: Mapping[str, Any]) -> Attack[State]:
    """`attack`: {attacker, target, how, weapon} or {attacker, do}; `volley`: {unit, target}. Measures how many enemies fall."""
    if of == "attack":
        asked = Asked(state, given, GIVEN)
        return _single(state, asked.figure("attacker"), str(given["do"]) if "do" in given else _action(asked))
    if of == "volley":
        return volley_odds(state, plan_volley(state, _unit(state, given.get("unit")), _unit(state, given.get("target"))))
    raise ScenarioError(f"there are odds of an attack or a volley, not of {quote(of)}")


def _unit(state: State, name: Any) -> Unit:
    if name not in state.units:
        raise ScenarioError(f"there is no unit {quote(name)}; there are {', '.join(state.units)}")
    return state.units[name]


def _single(state: State, attacker: Figure, action: str) -> Attack[State]:
    """One model's attack or spell of any kind: it must be open to the model, and runs as in play (oversoul.action.list)."""
    open_to = actions(_asked(state, attacker), attacker)
    if action not in open_to:
        known = ", ".join(open_to[:8]) or "nothing"
        raise ScenarioError(f"{attacker.id} may not {action}; open to it: {known}: oversoul.action.enemy-targets")

    async def rule(battle: Battle[State]) -> None:
        _activate(battle.state, attacker.unit)
        await perform(battle, battle.state.figures[attacker.id], action)
        await _settle(battle)

    side = state.side_of(attacker)
    before = _enemies(state, side)
    return Attack(rule, lambda battle, _: before - _enemies(battle.state, side), counts=FALL, assumes=USUAL)


def _action(asked: Asked) -> str:
    """The action that is meant: a target with how (ranged, melee, a spell) and which weapon."""
    target, profile, how = asked.figure("target"), asked.figure("attacker").profile, str(asked.given.get("how", "ranged"))
    if how == "melee":
        return "sweep" if profile.melee_template else f"melee:{target.id}"
    if how != "ranged":
        return f"cast:{how}:{target.id}"
    index = asked.number("weapon", 0, 0, len(profile.weapons) - 1, "its weapons: oversoul.ranged.weapon-required")
    return f"flame:{index}" if profile.weapons[index].template == "flame" else f"shoot:{index}:{target.id}"


def _asked(state: State, attacker: Figure) -> Battle[State]:
    """A copy of the table on which the attacker's unit is active."""
    twin = copy_state(state)
    _activate(twin, attacker.unit)
    return Battle(twin, Scripted(), quiet=True)


def _enemies(state: State, side: str) -> int:
    """Enemies of a side that are still in the battle."""
    return sum(not figure.gone and state.enemies(side, state.side_of(figure)) for figure in state.figures.values())


# ---- volleys


def plan_volley(state: State, unit: Unit, target: Unit) -> Plan:
    """Every model of the unit at the nearest model of the target it may attack: in contact hand to hand, else it shoots."""
    battle = Battle(state, Scripted(), quiet=True)
    taken: Counter[str] = Counter()
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
            start = origin(battle, figure)
            best = min(names, key=lambda n: (taken[n], distance(start, stand_in(state, state.figures[n]).base()), n))
            taken[best] += 1
            plan.append(aim_shot(battle, figure, state.figures[best], weapon))
    return tuple(plan)


def volley_odds(state: State, plan: Plan) -> Attack[State]:
    """How many models fall to a volley: the very rolls of play, and where more than dice is at stake the whole of it."""
    if not plan:
        raise ScenarioError("nobody in that unit may attack that target: oversoul.action.enemy-targets")
    if is_simple(state, plan):
        simple = Simple(state, plan)
        return Attack(simple.fall_count, lambda _, fallen: fallen, pure=True, counts=FALL, assumes=USUAL)
    units = list(dict.fromkeys(state.figures[aim.target].unit for aim in plan))
    before = _present(state, units)

    async def rule(battle: Battle[State]) -> None:
        _activate(battle.state, state.figures[plan[0].attacker].unit)
        await volley(battle, plan)
        await _settle(battle)

    return Attack(rule, lambda battle, _: before - _present(battle.state, units), counts=FALL, assumes=USUAL)


def _present(state: State, units: list[str]) -> int:
    return sum(len(state.members(state.units[name])) for name in units)


def is_simple(state: State, plan: Plan) -> bool:
    """No target is lucky, and a target that fails Recovery falls alone: no vehicles, flyers or guns are struck."""
    if any(state.figures[aim.attacker].lucky for aim in plan):
        return False
    for unit in {state.figures[aim.target].unit for aim in plan}:
        if any(not is_plain(state, figure) for figure in state.members(state.units[unit])):
            return False
    return True


class Simple:
    """A simple volley, made ready once: the dice of attacks, Recovery and allocation in tight units, and no writing."""

    def __init__(self, state: State, plan: Plan) -> None:
        names = dict.fromkeys(aim.target for aim in plan)
        units = {state.figures[name].unit: state.figures[name] for name in names}
        self.groups = alike(state, plan)
        self.kinds = {name: kind_of(state, state.figures[name]) for name in names}
        self.takers = {unit: from_the_rear(state, state.units[unit]) for unit, one in units.items() if collects(state, one)}
        everybody = {*names, *(name for takers in self.takers.values() for name in takers)}
        self.kinds |= {name: kind_of(state, state.figures[name]) for name in everybody}
        self.rolls = {name: reaction(state, Hit(name, "")) for name in everybody}
        self.unit = {name: state.figures[name].unit for name in everybody}

    async def fall_count(self, battle: Battle[State]) -> int:
        """How many fall."""
        loose: list[Reaction] = []
        kept = dict.fromkeys(self.takers, 0)
        for aim in await roll_attacks(battle, self.groups, self.kinds):
            unit = self.unit[aim.target]
            if unit in kept:
                kept[unit] += 1
            else:
                loose.append(self.rolls[aim.target])
        fallen = len(roll_recoveries(battle, loose, self.kinds))
        for unit, hits in kept.items():
            fallen += self._allocated(battle, hits, self.takers[unit])
        return fallen

    def _allocated(self, battle: Battle[State], hits: int, takers: list[str]) -> int:
        """Hits on a tight unit, dealt from the rear until none is left (as `allocation.settle_hits` does)."""
        fallen = 0
        while hits and takers:
            laid_down = takers[:hits]
            gone = roll_recoveries(battle, [self.rolls[name] for name in laid_down], self.kinds)
            takers = [name for number, name in enumerate(takers) if number not in gone]
            hits, fallen = hits - len(laid_down), fallen + len(gone)
        return fallen


async def _settle(battle: Battle[State]) -> None:
    """Hits that a tight unit collected are allocated at the end of the part."""
    while battle.state.acting().hits:
        await settle_hits(battle)


def _activate(state: State, unit: str) -> None:
    """Odds are asked at any time; the attack runs inside an activation."""
    if state.turn.doing is None:
        state.turn.doing = Activation(unit)
