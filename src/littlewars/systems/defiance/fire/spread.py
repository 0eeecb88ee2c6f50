"""Spread fire: one fire action over several figures, with dice for the gaps between them (defiance.spread.*)."""

from __future__ import annotations

from collections.abc import Collection
from math import isqrt

from littlewars.engine import Allocate, Battle, Choose, Option, Refusal
from littlewars.table.shapes.bases import centre2

from ..basics.numbers import INCH
from ..basics.profiles import Weapon
from ..basics.sight import ahead_of, cover_of, seen_by
from ..basics.state import Figure, State
from ..basics.tabletop import turn
from .shots import Shot, aim
from .targets import blocked, is_aimed, views

STEP = 2 * INCH  # defiance.spread.gap
MOST_BRIDGING = 3  # defiance.spread.gap-limit


def may_spread(line: Weapon, dice: int) -> bool:
    """Direct fire with more than one die; no areas, cones, grenades or close defence weapons (defiance.spread.eligible)."""
    return dice > 1 and line.aoe is None and "C" not in line.effectors and line.form not in ("grenade", "cdw")


def bridging(one: Figure, other: Figure) -> int | None:
    """Dice that the gap swallows: one for each full 2 inches if it is more than 2; None if it is too wide."""
    square = centre2(one.at, other.at)
    if square <= STEP * STEP:
        return 0
    dice = isqrt(square) // STEP
    return dice if dice <= MOST_BRIDGING else None


def may_hit(battle: Battle[State], figure: Figure, line: Weapon, enemy: Figure) -> bool:
    """Is he in sight and in range, and no friend in between?"""
    far = seen_by(battle, figure).get(enemy.id)
    return far is not None and line.needs(far, is_aimed(figure, enemy)) is not None and not blocked(battle, figure, enemy)


def next_target(
    battle: Battle[State], figure: Figure, line: Weapon, last: Figure, done: list[str], ahead: Collection[str]
) -> list[Figure]:
    """Figures of the same unit the burst may sweep to: the nearest to the last, of equals any; those exempt may be skipped."""
    state = battle.state
    able = [
        enemy
        for enemy in state.members(state.unit_of(last))
        if enemy.id not in done and enemy.id in ahead and may_hit(battle, figure, line, enemy)
    ]
    able.sort(key=lambda enemy: (centre2(last.at, enemy.at), enemy.id))
    found: list[Figure] = []
    nearest: int | None = None
    for enemy in able:
        if nearest is not None and centre2(last.at, enemy.at) > nearest:
            break
        found.append(enemy)
        if not (cover_of(state, figure.at, enemy) or enemy.shaken or enemy.stunned):
            nearest = centre2(last.at, enemy.at)
    return found


def can_sweep(battle: Battle[State], figure: Figure, line: Weapon, first: Figure, dice: int) -> bool:
    """A quick look, whatever its arc holds: could anybody of the unit be hit who is so near that the dice bridge the gap?"""
    for other in battle.state.members(battle.state.unit_of(first)):
        if other is first or (bridge := bridging(first, other)) is None or bridge + 2 > dice:
            continue
        if may_hit(battle, figure, line, other):
            return True
    return False


def arcs_to_sweep(battle: Battle[State], figure: Figure, first: Figure, turns: bool) -> list[tuple[frozenset[str], int]]:
    """Who of the unit is in its arc as it looks, or with a free facing as it may look at the first target (…fire-facing)."""
    unit = battle.state.members(battle.state.unit_of(first))
    found = {frozenset([enemy.id for enemy in ahead_of(figure, unit)]): figure.face}
    for ahead, face in views(battle, figure, first) if turns else ():
        found.setdefault(ahead & {enemy.id for enemy in unit}, face)
    return list(found.items())


async def declare(
    battle: Battle[State],
    figure: Figure,
    arm: int,
    line: Weapon,
    first: Figure,
    dice: int,
    speed: str,
    covering: int | None,
    turns: bool = False,
) -> list[Shot]:
    """Every die is allocated before the first is rolled: targets in order with their gaps (defiance.spread.allocation)."""
    state, side = battle.state, battle.state.side_of(figure)
    if not can_sweep(battle, figure, line, first, dice):
        return [aim(state, figure, arm, line, first, dice, speed, covering)]
    chain, gaps = [first], list[int]()
    rule, arcs = "defiance.spread.allocation", arcs_to_sweep(battle, figure, first, turns)
    while True:
        spent, done = len(chain) + sum(gaps), [one.id for one in chain]
        nexts = [[one.id for one in next_target(battle, figure, line, chain[-1], done, ahead)] for ahead, _ in arcs]
        options = [
            Option(enemy.id, f"then {enemy.frame.name} ({enemy.id}), {bridge} dice for the gap", of=(enemy.id,), at=enemy.at)
            for enemy in (state.figures[name] for name in dict.fromkeys(name for found in nexts for name in found))
            if (bridge := bridging(chain[-1], enemy)) is not None and spent + bridge + 1 <= dice
        ]
        if not options:
            break
        prompt = f"{figure.id} spreads {dice} dice: {', '.join(one.id for one in chain)} so far"
        chosen = await Choose(side, "defiance.spread.next-target", prompt, [Option("enough", "No further target"), *options])
        if chosen == "enough":
            break
        arcs = [arc for arc, found in zip(arcs, nexts, strict=True) if chosen in found]
        bridge = bridging(chain[-1], state.figures[chosen])
        assert bridge is not None
        gaps.append(bridge)
        chain.append(state.figures[chosen])
    turn(battle, figure, arcs[0][1])
    free = dice - sum(gaps)
    shares = {one.id: 1 for one in chain}
    if len(chain) > 1 and free > len(chain):
        room = {one.id: free - len(chain) + 1 for one in chain}

        def check(answer: tuple[tuple[str, int], ...]) -> Refusal | None:
            return None if all(number >= 1 for _, number in answer) else Refusal(rule, "every target gets a die")

        answer = await Allocate(side, rule, f"{figure.id}: dice for each target", free, room, least=shares, check=check)
        shares = dict(answer)
    elif len(chain) == 1:
        shares = {first.id: free}
    return [aim(state, figure, arm, line, one, shares[one.id], speed, covering) for one in chain]
