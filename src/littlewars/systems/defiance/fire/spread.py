"""Spread fire: one fire action over several figures, with dice for the gaps between them (defiance.spread.*)."""

from __future__ import annotations

from collections.abc import Collection
from math import isqrt

from littlewars.engine import Allocate, Battle, Choose, Option, Refusal
from littlewars.engine.names import ref, refs
from littlewars.table.shapes.bases import centre2

from ..basics.fire_action import Fire, Shot
from ..basics.numbers import INCH
from ..basics.profiles import Weapon
from ..basics.sight import cover_of, seen_by
from ..basics.state import Figure, State
from ..vehicles.mounts import AHEAD, sectors_of, within
from ..vehicles.steering import face_freely
from .phase import shot_at
from .targets import blocked, is_aimed, views

STEP = 2 * INCH  # defiance.spread.gap
MOST_BRIDGING = 3  # defiance.spread.gap-limit


def may_spread(line: Weapon, dice: int) -> bool:
    """Direct fire with more than one die; no areas, cones, grenades or close defence weapons
    (defiance.spread.eligible, defiance.spread.prohibited)."""
    return dice > 1 and line.is_direct


def bridging(one: Figure, other: Figure) -> int | None:
    """Dice that the gap swallows: one for each full 2 inches if it is more than 2; None if it is too wide
    (defiance.spread.gap-small, defiance.spread.gap-insufficient)."""
    square = centre2(one.at, other.at)
    if square <= STEP * STEP:
        return 0
    dice = isqrt(square) // STEP
    return dice if dice <= MOST_BRIDGING else None


def may_hit(battle: Battle[State], figure: Figure, line: Weapon, enemy: Figure) -> bool:
    """Is he in sight and in range, and no friend in between? A phase weapon's dice may be aimed at anybody
    (defiance.effector.phase-targeting)."""
    if line.does("phases"):
        return True
    far = seen_by(battle, figure).get(enemy.id)
    return far is not None and line.needs(far, is_aimed(figure, enemy)) is not None and not blocked(battle, figure, enemy)


def next_target(
    battle: Battle[State], figure: Figure, line: Weapon, last: Figure, done: list[str], ahead: Collection[str]
) -> list[Figure]:
    """Figures of the same unit the burst may sweep to: the nearest to the last, of equals any; those exempt may be skipped."""
    state = battle.state
    able = [
        enemy
        for enemy in state.on_table(state.unit_of(last))
        if enemy.id not in done
        and enemy.id in ahead
        and not enemy.locked
        and not enemy.gun
        and may_hit(battle, figure, line, enemy)
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


def can_sweep(battle: Battle[State], fire: Fire, first: Figure) -> bool:
    """A quick look, whatever its arc holds: could anybody of the unit be hit who is so near that the dice bridge the gap?"""
    for other in battle.state.on_table(battle.state.unit_of(first)):
        if other is first or other.locked or other.gun or (bridge := bridging(first, other)) is None or bridge + 2 > fire.rate:
            continue
        if may_hit(battle, fire.figure, fire.line, other):
            return True
    return False


def arcs_to_sweep(battle: Battle[State], fire: Fire, first: Figure) -> list[tuple[frozenset[str], int]]:
    """Who of the unit is in its arc as it looks, or with a free facing as it may look at the first target
    (defiance.orders.fire-facing)."""
    unit = battle.state.on_table(battle.state.unit_of(first))
    figure, mount = fire.figure, sectors_of(fire.figure, fire.arm)
    found = {frozenset([enemy.id for enemy in within(figure, mount, unit)]): figure.face}
    for ahead, face in views(battle, figure, first) if fire.manner.turns and mount == AHEAD else ():
        found.setdefault(ahead & {enemy.id for enemy in unit}, face)
    return list(found.items())


async def declare(battle: Battle[State], fire: Fire, first: Figure) -> list[Shot]:
    """Every die is allocated before the first is rolled: targets in order with their gaps (defiance.spread.allocation)."""
    state, figure, line, dice = battle.state, fire.figure, fire.line, fire.rate
    chain, gaps = [first], list[int]()
    arcs = arcs_to_sweep(battle, fire, first)
    while True:
        spent, done = len(chain) + sum(gaps), [one.id for one in chain]
        nexts = [[one.id for one in next_target(battle, figure, line, chain[-1], done, ahead)] for ahead, _ in arcs]
        options = [
            _next_option(enemy, bridge)
            for enemy in (state.figures[name] for name in dict.fromkeys(name for found in nexts for name in found))
            if (bridge := bridging(chain[-1], enemy)) is not None and spent + bridge + 1 <= dice
        ]
        if not options:
            break
        prompt = f"{ref(figure.id)} spreads {dice} dice: {refs(one.id for one in chain)} so far"
        enough = Option("enough", "No further target", of=(figure.id,), means="done")
        ask = Choose(state.side_of(figure), "defiance.spread.next-target", prompt, [enough, *options])
        chosen = await ask.about(figure.id, unit=figure.unit, topic="share")
        if chosen == "enough":
            break
        arcs = [arc for arc, found in zip(arcs, nexts, strict=True) if chosen in found]
        bridge = bridging(chain[-1], state.figures[chosen])
        assert bridge is not None
        gaps.append(bridge)
        chain.append(state.figures[chosen])
    face_freely(battle, figure, arcs[0][1])
    shares = await _share_out(battle, figure, [one.id for one in chain], dice - sum(gaps))
    return [shot for one in chain if (shot := shot_at(battle, fire, one, shares[one.id]))]


def _next_option(enemy: Figure, bridge: int) -> Option:
    """The burst goes on to this one."""
    label = f"then {ref(enemy.id)}, {bridge} dice for the gap"
    return Option(enemy.id, label, of=(enemy.id,), at=enemy.at, means="act")


async def _share_out(battle: Battle[State], figure: Figure, chain: list[str], free: int) -> dict[str, int]:
    """The dice that no gap swallows, at least one for every target (defiance.spread.allocation)."""
    rule, shares = "defiance.spread.allocation", dict.fromkeys(chain, 1)
    if len(chain) == 1:
        return {chain[0]: free}
    if free == len(chain):
        return shares

    def check(answer: tuple[tuple[str, int], ...]) -> Refusal | None:
        return None if all(number >= 1 for _, number in answer) else Refusal(rule, "every target gets a die")

    room, prompt = dict.fromkeys(chain, free - len(chain) + 1), f"{ref(figure.id)}: dice for each target"
    ask = Allocate(battle.state.side_of(figure), rule, prompt, free, room, least=shares, check=check)
    return dict(await ask.about(figure.id, unit=figure.unit))
