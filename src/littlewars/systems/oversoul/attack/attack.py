"""Attacks: the roll, the hit, and where the hit goes. Single attackers one by one, groups at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, compress

from littlewars.engine import Battle

from ..basics.events import Attacked, Bounced, Recovered
from ..basics.rolls import least, succeeds
from ..basics.state import Figure, Hit, State, Unit
from ..units.aim import Aim
from ..units.recovery import is_airborne, recover, recovery_tally
from ..units.removal import remove

Plan = tuple[Aim, ...]  # the attacks of a group roll, targets named before the first die
Groups = tuple[tuple[Plan, ...], ...]  # thrown together; in each the attacks target by target
Kinds = Mapping[str, tuple[str, ...]]  # of targets, found once
Reaction = tuple[str, int, int]  # a Recovery roll: who, with which die, needing what
Demands = tuple[tuple[int, int], ...]  # die and need of each of somebody's Recovery rolls


async def strike(battle: Battle[State], aim: Aim) -> None:
    """One attack: roll the die, and on a success hit the target, which does not strike back
    (oversoul.melee.roll, oversoul.ranged.roll, oversoul.melee.one-sided)."""
    state = battle.state
    attacker = state.figures[aim.attacker]
    if not aim.harms:
        battle.record(Bounced(attacker=aim.attacker, target=aim.target))
        return
    hit = await succeeds(battle, attacker, aim.die, aim.tally.needed, f"{aim.how} attack")
    battle.record(Attacked(attacker=aim.attacker, target=aim.target, how=aim.how, tally=aim.tally, hit=hit))
    if hit:
        await land(battle, Hit(aim.target, state.side_of(attacker), aim.facing))


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
    (oversoul.tight.hit-allocation, oversoul.tight.hit-allocation-mixed)."""
    unit = state.units[target.unit]
    return unit.formed and identical(state, unit)


def identical(state: State, unit: Unit) -> bool:
    """Same die, attributes and range throughout; spells and the prone state do not matter."""
    profiles = {figure.profile.key: figure.profile for figure in state.members(unit)}
    return len({profile.stats for profile in profiles.values()}) == 1


# ---- group rolls


async def volley(battle: Battle[State], plan: Plan) -> None:
    """A group roll: all attack dice, then all Recovery rolls (oversoul.hits.group-rolling)."""
    state = battle.state
    struck = await roll_attacks(battle, alike(state, plan))
    hits = [Hit(aim.target, state.side_of(state.figures[aim.attacker]), aim.facing) for aim in struck]
    kept = [hit for hit in hits if collects(state, state.figures[hit.target])]
    state.acting().hits += kept
    await recover_all(battle, [hit for hit in hits if hit not in kept])


def alike(state: State, plan: Plan) -> Groups:
    """Attacks whose dice may be thrown together: same die and needs, and only how many hit which number of targets matters.

    That is so for attacks on like targets, each attacked equally often, and on a unit that collects its hits. Targets attacked
    with different needs stand alone, and the lucky roll alone.
    """
    whom: dict[str, list[Aim]] = {}
    for aim in plan:
        target = state.figures[aim.target]
        whom.setdefault(target.unit if collects(state, target) else target.id, []).append(aim)
    groups: dict[tuple[object, ...], list[Plan]] = {}
    for mine in whom.values():
        target = state.figures[mine[0].target]
        by_needs: dict[tuple[object, ...], list[Aim]] = {}
        for aim in mine:
            alone = aim.attacker if state.figures[aim.attacker].lucky else ""
            by_needs.setdefault((aim.how, aim.die, aim.tally.needed, aim.harms, alone), []).append(aim)
        kind = kind_of(state, target) if len(by_needs) == 1 else (target.id,)
        for needs, aims in by_needs.items():
            groups.setdefault((*needs, kind, len(aims)), []).append(tuple(aims))
    return tuple(map(tuple, groups.values()))


async def roll_attacks(battle: Battle[State], groups: Groups, kinds: Kinds | None = None) -> list[Aim]:
    """The attack dice of a group roll: those that hit. Nothing is written on the struck."""
    struck: list[Aim] = []
    for number, group in enumerate(groups):
        first = group[0][0]
        if not first.harms:
            for aim in chain.from_iterable(group):
                battle.record(Bounced(attacker=aim.attacker, target=aim.target))
            continue
        attacker, why = battle.state.figures[first.attacker], f"{first.how} attack"
        if attacker.lucky:
            hits = tuple(
                [tuple([await succeeds(battle, attacker, a.die, a.tally.needed, why) for a in mine]) for mine in group]
            )
        else:
            lowest = least(battle.state, first.tally.needed)
            hits = battle.dice.batches(len(group), len(group[0]), first.die, lowest, why)
        for mine, found in zip(group, hits, strict=True):
            if battle.events is not None:
                _tell(battle, mine, found)
            struck += compress(mine, found)
        if number:
            battle.merge_point("attacks", more=partial(_pattern, battle.state, struck, groups[number + 1 :], kinds))
    return struck


def _tell(battle: Battle[State], aims: Plan, hits: Sequence[bool]) -> None:
    for aim, hit in zip(aims, hits, strict=True):
        battle.record(Attacked(attacker=aim.attacker, target=aim.target, how=aim.how, tally=aim.tally, hit=hit))


# ---- what odds may take for the same


def kind_of(state: State, target: Figure) -> tuple[str, ...]:
    """Targets of one kind are interchangeable when only losses are counted: a collecting unit, plain comrades, nobody else."""
    if collects(state, target):
        return (target.unit,)
    return (target.unit, target.profile.key) if is_plain(state, target) else (target.unit, "", target.id)


def _pattern(state: State, struck: Sequence[Aim], later: Groups, kinds: Kinds | None) -> tuple[object, ...]:
    """Hits as far as they matter for losses: how often how many of which kind were hit. Who may still be hit has his name."""
    ahead = {aim.target for group in later for mine in group for aim in mine}
    many: dict[tuple[str, ...], int] = {}
    in_order: list[tuple[str, str]] = []  # vehicles, flyers, the lucky: which hit comes first may matter
    for aim in struck:
        kind = kinds[aim.target] if kinds else kind_of(state, state.figures[aim.target])
        if len(kind) == 3:
            in_order.append((aim.target, aim.facing))
        else:
            who = kind if len(kind) == 1 else (*kind, aim.target)
            many[who] = many.get(who, 0) + 1
    told = [(who if len(who) == 1 or who[2] in ahead else who[:2], number) for who, number in many.items()]
    return tuple(sorted(told)), tuple(in_order)


def is_plain(state: State, figure: Figure) -> bool:
    """Nothing but survival or removal can come of its Recovery roll, and nobody decides anything."""
    return figure.profile.is_trooper and not figure.lucky and not is_airborne(state, figure)


# ---- Recovery of several at once


async def recover_all(battle: Battle[State], hits: list[Hit]) -> None:
    """Recovery rolls after a group roll: the plain together, then the others one by one."""
    state = battle.state
    plain = [hit for hit in hits if is_plain(state, state.figures[hit.target])]
    others = [hit for hit in hits if hit not in plain]
    for number in roll_recoveries(battle, [reaction(state, hit) for hit in plain]):
        remove(battle, state.figures[plain[number].target], plain[number].by)
    for number, hit in enumerate(others):
        battle.merge_point("recovery", tuple((other.target, other.facing, other.zap) for other in others[number:]))
        await recover(battle, hit)


def reaction(state: State, hit: Hit) -> Reaction:
    """The Recovery roll that a hit demands."""
    figure = state.figures[hit.target]
    return hit.target, figure.profile.die, least(state, recovery_tally(figure, hit.zap).needed)


def roll_recoveries(battle: Battle[State], rolls: Sequence[Reaction], kinds: Kinds | None = None) -> list[int]:
    """The Recovery dice of plain troopers: the numbers of the rolls that fell somebody. Removes nobody.

    Who was hit once rolls together with his like; who was hit more often rolls until he falls (oversoul.hits.multiple).
    """
    if not rolls:
        return []
    several: dict[str, list[int]] = {}
    for number, (name, _, _) in enumerate(rolls):
        several.setdefault(name, []).append(number)
    together: dict[Demands, list[list[int]]] = {}
    for mine in several.values():
        together.setdefault(tuple([rolls[number][1:] for number in mine]), []).append(mine)
    fallen: list[int] = []
    while together:
        demands = next(iter(together))
        if len(set(demands)) > 1:
            fallen += _roll_apart(battle, rolls, together.pop(demands))
        else:
            fallen += _roll_alike(battle, rolls, together.pop(demands))
        if together:
            battle.merge_point("falls", more=partial(_tally, battle.state, rolls, fallen, together, kinds))
    return fallen


def _roll_alike(battle: Battle[State], rolls: Sequence[Reaction], group: list[list[int]]) -> list[int]:
    """Targets with equally many hits of one kind."""
    (_, die, needed), many = rolls[group[0][0]], len(group[0])
    if many == 1:
        passed = [int(safe) for safe in battle.dice.each(len(group), die, needed, "recovery")]
    else:
        passed = list(battle.dice.streaks(len(group), many, die, needed, "recovery"))
    if battle.events is not None:
        for mine, streak in zip(group, passed, strict=True):
            for place, number in enumerate(mine[: streak + 1]):
                battle.record(Recovered(figure=rolls[number][0], passed=place < streak))
    return [mine[streak] for mine, streak in zip(group, passed, strict=True) if streak < many]


def _roll_apart(battle: Battle[State], rolls: Sequence[Reaction], group: list[list[int]]) -> list[int]:
    """Targets whose hits are not of one kind."""
    fallen: list[int] = []
    for mine in group:
        for number in mine:
            name, die, needed = rolls[number]
            passed = battle.dice.test(die, needed, "recovery")
            battle.record(Recovered(figure=name, passed=passed))
            if not passed:
                fallen.append(number)
                break
    return fallen


def _tally(
    state: State,
    rolls: Sequence[Reaction],
    fallen: list[int],
    left: Mapping[Demands, list[list[int]]],
    kinds: Kinds | None,
) -> tuple[object, ...]:
    """Who has fallen and who is still to roll, by kind."""

    def kind(number: int) -> tuple[str, ...]:
        name = rolls[number][0]
        return kinds[name] if kinds else kind_of(state, state.figures[name])

    waiting = tuple((demands, tuple(sorted(kind(mine[0]) for mine in group))) for demands, group in left.items())
    return tuple(sorted(map(kind, fallen))), waiting
