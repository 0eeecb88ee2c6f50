"""Spread fire: one fire action over several figures, with dice for the gaps between them (defiance.spread.*)."""

from __future__ import annotations

from ...engine import Allocate, Battle, Choose, Option, Refusal
from ...table.bases import ceil_root, centre2
from .numbers import INCH
from .profiles import Weapon
from .shots import Shot, aim
from .sight import away, cover_of, faces, sees
from .state import Figure, State
from .targets import blocked, is_aimed

STEP = 2 * INCH  # defiance.spread.gap
MOST_BRIDGING = 3  # defiance.spread.gap-limit


def may_spread(line: Weapon, dice: int) -> bool:
    """Direct fire with more than one die; no areas, cones, grenades or close defence weapons (defiance.spread.eligible)."""
    return dice > 1 and line.aoe is None and "C" not in line.effectors and line.form not in ("grenade", "cdw")


def bridging(one: Figure, other: Figure) -> int | None:
    """Dice that the gap swallows: one for each full 2 inches if it is more than 2; None if it is too wide."""
    far = ceil_root(centre2(one.at, other.at))
    if far <= STEP:
        return 0
    dice = far // STEP
    return dice if dice <= MOST_BRIDGING else None


def next_target(battle: Battle[State], figure: Figure, line: Weapon, last: Figure, done: list[str]) -> list[Figure]:
    """Figures of the same unit the burst may sweep to: the nearest to the last one; those exempt may be skipped."""
    state = battle.state
    able = [
        enemy
        for enemy in state.members(state.unit_of(last))
        if enemy.id not in done
        and faces(figure, enemy)
        and line.needs(away(figure, enemy), is_aimed(figure, enemy)) is not None
        and sees(battle, figure, enemy)
        and not blocked(battle, figure, enemy)
    ]
    able.sort(key=lambda enemy: (centre2(last.at, enemy.at), enemy.id))
    found = []
    for enemy in able:
        found.append(enemy)
        if not (cover_of(state, figure.at, enemy) or enemy.shaken or enemy.stunned):
            break
    return found


async def declare(
    battle: Battle[State], figure: Figure, arm: int, line: Weapon, first: Figure, dice: int, speed: str, covering: int | None
) -> list[Shot]:
    """Every die is allocated before the first is rolled: targets in order with their gaps (defiance.spread.allocation)."""
    state, side = battle.state, battle.state.side_of(figure)
    chain = [first]
    gaps: list[int] = []
    rule = "defiance.spread.allocation"
    while True:
        spent = len(chain) + sum(gaps)
        options = [
            Option(enemy.id, f"then {enemy.frame.name} ({enemy.id}), {bridge} dice for the gap", of=(enemy.id,), at=enemy.at)
            for enemy in next_target(battle, figure, line, chain[-1], [one.id for one in chain])
            if (bridge := bridging(chain[-1], enemy)) is not None and spent + bridge + 1 <= dice
        ]
        if not options:
            break
        prompt = f"{figure.id} spreads {dice} dice: {', '.join(one.id for one in chain)} so far"
        chosen = await Choose(side, "defiance.spread.next-target", prompt, [Option("enough", "No further target"), *options])
        if chosen == "enough":
            break
        bridge = bridging(chain[-1], state.figures[chosen])
        assert bridge is not None
        gaps.append(bridge)
        chain.append(state.figures[chosen])
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
