"""Attacks: the roll, the hit, and where the hit goes. Single attackers one by one, groups at once."""

from __future__ import annotations

from collections.abc import Sequence

from ...engine import Battle
from .aim import Aim
from .events import Attacked, Bounced, Recovered
from .recovery import is_airborne, recover, recovery_tally
from .removal import remove
from .rolls import succeeds
from .state import Figure, Hit, State, Unit

Plan = tuple[Aim, ...]  # the attacks of a group roll, targets named before the first die


async def strike(battle: Battle[State], aim: Aim, zap: bool = False) -> bool:
    """One attack: roll the die, and on a success hit the target (oversoul.melee.roll, .ranged.roll)."""
    state = battle.state
    attacker = state.figures[aim.attacker]
    if not aim.harms:
        battle.record(Bounced(attacker=aim.attacker, target=aim.target))
        return False
    hit = await succeeds(battle, attacker, aim.die, aim.tally.needed, f"{aim.how} attack")
    battle.record(Attacked(attacker=aim.attacker, target=aim.target, how=aim.how, tally=aim.tally, hit=hit))
    if hit:
        await land(battle, Hit(aim.target, state.side_of(attacker), aim.facing, zap))
    return hit


async def land(battle: Battle[State], hit: Hit) -> None:
    """A hit is followed by its Recovery roll, unless it is collected on an identical tight unit (oversoul.tight.hit-allocation)."""
    target = battle.state.figures[hit.target]
    if target.gone:
        return
    if collects(battle.state, target):
        battle.state.acting().hits.append(hit)
    else:
        await recover(battle, hit)


def collects(state: State, target: Figure) -> bool:
    """Hits on a formed tight unit of identical troopers go to the unit (oversoul.tight.hit-allocation, -mixed)."""
    unit = state.units[target.unit]
    return unit.tight and not unit.disordered and not target.profile.leader and identical(state, unit)


def identical(state: State, unit: Unit) -> bool:
    """Same die, attributes and range throughout."""
    members = state.members(unit)
    return all(same_stats(members[0], other) for other in members[1:])


def same_stats(one: Figure, other: Figure) -> bool:
    """Do two troopers have identical stats?"""
    a, b = one.profile, other.profile
    return a is b or (a.die == b.die and a.attributes == b.attributes and a.weapons == b.weapons and a.spells == b.spells)


# ---- group rolls


async def volley(battle: Battle[State], plan: Plan) -> None:
    """A group roll: all attack dice, then all Recovery rolls (oversoul.hits.group-rolling)."""
    hits: list[Hit] = []
    for group in alike(battle.state, plan):
        hits += await _roll_group(battle, group)
    for hit in [hit for hit in hits if collects(battle.state, battle.state.figures[hit.target])]:
        battle.state.acting().hits.append(hit)
        hits.remove(hit)
    battle.settled(tuple((hit.target, hit.facing) for hit in hits))
    await recover_all(battle, hits)


def alike(state: State, plan: Plan) -> list[list[Aim]]:
    """Attackers with the same die and modifiers, at targets of one kind, roll together; the lucky roll alone."""
    groups: dict[tuple[object, ...], list[Aim]] = {}
    for aim in plan:
        target = state.figures[aim.target]
        alone = aim.attacker if state.figures[aim.attacker].lucky else ""
        key = (aim.how, aim.die, aim.tally.needed, aim.harms, target.unit, target.profile.key, alone)
        groups.setdefault(key, []).append(aim)
    return list(groups.values())


async def _roll_group(battle: Battle[State], group: list[Aim]) -> list[Hit]:
    """Dice of one group."""
    state, first = battle.state, group[0]
    if not first.harms:
        for aim in group:
            battle.record(Bounced(attacker=aim.attacker, target=aim.target))
        return []
    attacker = state.figures[first.attacker]
    if attacker.lucky:
        struck: Sequence[bool] = [await succeeds(battle, attacker, first.die, first.tally.needed, f"{first.how} attack")]
    else:
        struck = battle.dice.each(len(group), first.die, first.tally.needed, f"{first.how} attack")
    for aim, hit in zip(group, struck, strict=True):
        battle.record(Attacked(attacker=aim.attacker, target=aim.target, how=aim.how, tally=aim.tally, hit=hit))
    side = state.side_of(attacker)
    return [Hit(aim.target, side, aim.facing) for aim, hit in zip(group, struck, strict=True) if hit]


async def recover_all(battle: Battle[State], hits: list[Hit]) -> None:
    """Recovery rolls after a group roll: plain troopers hit once of one kind roll together, the others one by one."""
    state = battle.state
    together: dict[tuple[int, int], list[Hit]] = {}
    apart: list[Hit] = []
    for hit in hits:
        figure = state.figures[hit.target]
        if _is_plain(state, figure) and sum(other.target == hit.target for other in hits) == 1:
            together.setdefault((figure.profile.die, recovery_tally(figure, hit.zap).needed), []).append(hit)
        else:
            apart.append(hit)
    for (die, needed), group in together.items():
        for hit, passed in zip(group, battle.dice.each(len(group), die, needed, "recovery"), strict=True):
            battle.record(Recovered(figure=hit.target, passed=passed))
            if not passed:
                remove(battle, state.figures[hit.target], hit.by)
    for hit in apart:
        battle.settled(hit.target)
        await recover(battle, hit)


def _is_plain(state: State, figure: Figure) -> bool:
    """Nothing but success or removal can come of its Recovery roll."""
    simple = figure.profile.is_trooper and not figure.lucky and not state.settings.natural_one_fails
    return simple and not is_airborne(state, figure)
