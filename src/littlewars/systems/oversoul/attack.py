"""Attacks: the roll, the hit, and where the hit goes. Single attackers one by one, groups at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ...engine import Battle
from .aim import Aim
from .events import Attacked, Bounced, Recovered
from .recovery import is_airborne, recover, recovery_tally
from .removal import remove
from .rolls import succeeds
from .state import Figure, Hit, State, Unit

Plan = tuple[Aim, ...]  # the attacks of a group roll, targets named before the first die


async def strike(battle: Battle[State], aim: Aim) -> bool:
    """One attack: roll the die, and on a success hit the target (oversoul.melee.roll, .ranged.roll)."""
    state = battle.state
    attacker = state.figures[aim.attacker]
    if not aim.harms:
        battle.record(Bounced(attacker=aim.attacker, target=aim.target))
        return False
    hit = await succeeds(battle, attacker, aim.die, aim.tally.needed, f"{aim.how} attack")
    battle.record(Attacked(attacker=aim.attacker, target=aim.target, how=aim.how, tally=aim.tally, hit=hit))
    if hit:
        await land(battle, Hit(aim.target, state.side_of(attacker), aim.facing))
    return hit


async def land(battle: Battle[State], hit: Hit) -> None:
    """A hit is followed by its Recovery roll (oversoul.hits.immediate-recovery), unless an identical tight unit collects it."""
    target = battle.state.figures[hit.target]
    if target.gone:
        return
    if collects(battle.state, target):
        battle.state.acting().hits.append(hit)
    else:
        await recover(battle, hit)


def collects(state: State, target: Figure) -> bool:
    """Hits on a formed tight unit of identical troopers go to the unit; an attached leader is no part of that
    (oversoul.tight.hit-allocation, -mixed)."""
    unit = state.units[target.unit]
    return unit.tight and not unit.disordered and identical(state, unit)


def identical(state: State, unit: Unit) -> bool:
    """Same die, attributes and range throughout; spells and the prone state do not matter."""
    profiles = {figure.profile.key: figure.profile for figure in state.members(unit)}
    return len(profiles) == 1 or len({profile.stats for profile in profiles.values()}) == 1


# ---- group rolls


async def volley(battle: Battle[State], plan: Plan) -> None:
    """A group roll: all attack dice, then all Recovery rolls (oversoul.hits.group-rolling)."""
    state = battle.state
    hits = await roll_attacks(battle, plan)
    kept = [hit for hit in hits if collects(state, state.figures[hit.target])]
    state.acting().hits += kept
    await recover_all(battle, [hit for hit in hits if hit not in kept])


async def roll_attacks(battle: Battle[State], plan: Plan) -> list[Hit]:
    """The attack dice of a group roll; nothing is written on the struck."""
    hits: list[Hit] = []
    groups = alike(battle.state, plan)
    for number, group in enumerate(groups):
        hits += await _roll_group(battle, group)
        ahead = {aim.target for later in groups[number + 1 :] for aim in later}
        battle.settled("attacks", pattern(battle.state, hits, ahead))
    return hits


def alike(state: State, plan: Plan) -> list[list[Aim]]:
    """Attacks whose dice may be thrown together: same die and needs, and only how many hit matters.

    That is so for attacks on one target, on different but like targets attacked once, and on a unit that collects its hits.
    The lucky roll alone.
    """
    attacked = Counter(aim.target for aim in plan)
    groups: dict[tuple[object, ...], list[Aim]] = {}
    for aim in plan:
        target, attacker = state.figures[aim.target], state.figures[aim.attacker]
        alone = attacker.id if attacker.lucky else ""
        whom = kind_of_target(state, target) if attacked[aim.target] == 1 or collects(state, target) else (aim.target,)
        key = (aim.how, aim.die, aim.tally.needed, aim.harms, whom, alone)
        groups.setdefault(key, []).append(aim)
    return list(groups.values())


def kind_of_target(state: State, target: Figure) -> tuple[str, ...]:
    """Targets of one kind are interchangeable when only losses are counted: a collecting unit, plain comrades, nobody else."""
    if collects(state, target):
        return (target.unit,)
    return (target.unit, target.profile.key) if is_plain(state, target) else (target.unit, "", target.id)


def pattern(state: State, hits: Sequence[Hit], named: Collection[str] = ()) -> tuple[object, ...]:
    """Hits as far as they matter for losses: how many on how many targets of which kind; `named` ones are told apart."""
    many: dict[str, list[Hit]] = {}
    for hit in hits:
        target = state.figures[hit.target]
        many.setdefault(target.unit if collects(state, target) else target.id, []).append(hit)
    parts: list[tuple[tuple[str, ...], int, tuple[object, ...]]] = []
    for group in many.values():
        target = state.figures[group[0].target]
        told = () if collects(state, target) or is_plain(state, target) else tuple((hit.facing, hit.zap) for hit in group)
        kind = (*kind_of_target(state, target), *([target.id] if target.id in named else []))
        parts.append((kind, len(group), told))
    return tuple(sorted(parts))


async def _roll_group(battle: Battle[State], group: list[Aim]) -> list[Hit]:
    """Dice of one group."""
    state, first = battle.state, group[0]
    if not first.harms:
        for aim in group:
            battle.record(Bounced(attacker=aim.attacker, target=aim.target))
        return []
    attacker = state.figures[first.attacker]
    if attacker.lucky:
        struck: Sequence[bool] = [await succeeds(battle, attacker, a.die, a.tally.needed, f"{a.how} attack") for a in group]
    else:
        struck = battle.dice.each(len(group), first.die, _needed(state, first.tally.needed), f"{first.how} attack")
    for aim, hit in zip(group, struck, strict=True):
        battle.record(Attacked(attacker=aim.attacker, target=aim.target, how=aim.how, tally=aim.tally, hit=hit))
    side = state.side_of(attacker)
    return [Hit(aim.target, side, aim.facing) for aim, hit in zip(group, struck, strict=True) if hit]


def _needed(state: State, needed: int) -> int:
    """The house rule that a natural 1 fails, if it was agreed (oversoul.basics.no-automatic-results)."""
    return max(needed, 2) if state.settings.natural_one_fails else needed


# ---- Recovery of several at once


async def recover_all(battle: Battle[State], hits: list[Hit]) -> None:
    """Recovery rolls after a group roll: the plain together, then the others one by one."""
    state = battle.state
    plain = [hit for hit in hits if is_plain(state, state.figures[hit.target])]
    others = [hit for hit in hits if hit not in plain]
    for hit in roll_recoveries(battle, plain):
        remove(battle, state.figures[hit.target], hit.by)
    for number, hit in enumerate(others):
        battle.settled("recovery", tuple((other.target, other.facing, other.zap) for other in others[number:]))
        await recover(battle, hit)


def roll_recoveries(battle: Battle[State], hits: list[Hit]) -> list[Hit]:
    """The Recovery dice of plain troopers: the hits that fell somebody, one for each who falls. Removes nobody.

    Who was hit once rolls together with his like; who was hit more often rolls until he falls (oversoul.hits.multiple).
    """
    many = Counter(hit.target for hit in hits)
    fallen = _roll_singles(battle, [hit for hit in hits if many[hit.target] == 1])
    left = {name: [hit for hit in hits if hit.target == name] for name, number in many.items() if number > 1}
    while left:
        waiting = [hit for mine in left.values() for hit in mine]
        battle.settled("falls", pattern(battle.state, fallen), pattern(battle.state, waiting))
        name = next(iter(left))
        for hit in left.pop(name):
            if not _recovers(battle, hit):
                fallen.append(hit)
                break
    return fallen


def _roll_singles(battle: Battle[State], hits: list[Hit]) -> list[Hit]:
    state = battle.state
    together: dict[tuple[int, int], list[Hit]] = {}
    for hit in hits:
        figure = state.figures[hit.target]
        needed = _needed(state, recovery_tally(figure, hit.zap).needed)
        together.setdefault((figure.profile.die, needed), []).append(hit)
    fallen = []
    for (die, needed), group in together.items():
        for hit, passed in zip(group, battle.dice.each(len(group), die, needed, "recovery"), strict=True):
            battle.record(Recovered(figure=hit.target, passed=passed))
            fallen += [] if passed else [hit]
    return fallen


def _recovers(battle: Battle[State], hit: Hit) -> bool:
    figure = battle.state.figures[hit.target]
    needed = _needed(battle.state, recovery_tally(figure, hit.zap).needed)
    passed = battle.dice.test(figure.profile.die, needed, "recovery")
    battle.record(Recovered(figure=figure.id, passed=passed))
    return passed


def is_plain(state: State, figure: Figure) -> bool:
    """Nothing but survival or removal can come of its Recovery roll, and nobody decides anything."""
    return figure.profile.is_trooper and not figure.lucky and not is_airborne(state, figure)
