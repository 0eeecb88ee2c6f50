"""Shots at a Target Marker: artillery and round templates, their deviation and what they hit."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Tally
from littlewars.table.board.areas import Circle
from littlewars.table.constants import NONE
from littlewars.table.moving.scatter import aside, deviate
from littlewars.table.shapes.bases import Disc, centre2, gap_point
from littlewars.table.zones import TOWARDS

from ..basics.events import Attacked, Bounced, Landed
from ..basics.naming import named
from ..basics.profiles import Weapon
from ..basics.rolls import roll, succeeds, tally
from ..basics.state import INCH, Figure, Hit, State
from ..units.aim import Aim, can_harm, distance, facing_hit, origin, ranged_mods, sight_to, stand_in
from .attack import land
from .templates import covered, exposed

DEVIATION = (6 * INCH, 4 * INCH, 2 * INCH)  # score 1 or less, 2, 3 (oversoul.artillery.deviation-table)


async def fire_marker(battle: Battle[State], aim: Aim) -> None:
    """A marker on the target, a roll, and the shot lands there or deviates (oversoul.artillery.target-marker,
    oversoul.artillery.hit, oversoul.artillery.miss-deviates, oversoul.template.non-artillery)."""
    state, figure, target = battle.state, battle.state.figures[aim.attacker], battle.state.figures[aim.target]
    weapon, mark = figure.profile.weapons[aim.weapon], stand_in(state, target).at
    score = await score_band(battle, figure, weapon.die, aim.tally, "ranged attack")
    hit = score == len(DEVIATION)
    battle.record(Attacked(attacker=figure.id, target=target.id, how="ranged", tally=aim.tally, hit=hit))
    if hit:
        battle.record(Landed(attacker=figure.id, at=mark))
        await _explode(battle, figure, weapon, mark, target)
        return
    where = _deviate(battle, figure, weapon, mark, DEVIATION[score])
    battle.record(Landed(attacker=figure.id, at=where, off_by=DEVIATION[score]))
    if 0 <= where[0] <= state.width and 0 <= where[1] <= state.depth:
        await _second_roll(battle, figure, weapon, where)


async def score_band(battle: Battle[State], figure: Figure, die: int, needs: Tally, why: str) -> int:
    """The modified score: 0 for 1 or less, 1 for 2, 2 for 3, 3 for 4 and more."""
    cuts = tuple(needs.needed - 2 + step for step in range(3))
    return await roll(battle, figure, die, cuts, why)


def _deviate(battle: Battle[State], figure: Figure, weapon: Weapon, mark: tuple[int, int], far: int) -> tuple[int, int]:
    """Linear shots drift left or right of the line of fire, arcing ones to a table side
    (oversoul.artillery.deviation-direction-linear, oversoul.artillery.deviation-direction-arcing)."""
    if weapon.artillery == "arcing":
        return deviate(mark, TOWARDS[battle.dice.roll(4, "direction")], far)
    even = battle.dice.roll(weapon.die, "direction", key=lambda face: face % 2) % 2 == 0
    return aside(stand_in(battle.state, figure).at, mark, far, right=even)


async def _second_roll(battle: Battle[State], figure: Figure, weapon: Weapon, where: tuple[int, int]) -> None:
    """A deviated shot may hit something else (oversoul.artillery.deviation-second-roll)."""
    state = battle.state
    struck = _under(state, figure, weapon, where)
    if not struck:
        return
    target = await _nearest(battle, figure, struck, where)
    if weapon.artillery != "arcing" and sight_to(battle, figure, target) == NONE:
        return
    away = distance(origin(battle, figure), Disc(where[0], where[1], 0))
    needs = tally(*ranged_mods(battle, figure, target, weapon, away))
    hit = await succeeds(battle, figure, weapon.die, needs.needed, "second roll")
    battle.record(Attacked(attacker=figure.id, target=target.id, how="deviated shot", tally=needs, hit=hit))
    if hit:
        await _explode(battle, figure, weapon, where, target)


def _under(state: State, figure: Figure, weapon: Weapon, where: tuple[int, int]) -> list[Figure]:
    """Possible targets at the point of impact: under the template, or with the point under their base."""
    enemies = exposed(state, state.side_of(figure), submerged=weapon.submersible)
    if isinstance(weapon.template, int):
        return covered(state, Circle(where, weapon.template // 2), enemies)
    return [enemy for enemy in enemies if gap_point(stand_in(state, enemy).base(), where) == 0]


async def _nearest(battle: Battle[State], figure: Figure, struck: list[Figure], where: tuple[int, int]) -> Figure:
    """The model whose centre is nearest gives the modifiers; of several the shooter chooses."""
    state = battle.state
    away = {enemy.id: centre2(stand_in(state, enemy).at, where) for enemy in struck}
    best = [name for name, d2 in away.items() if d2 == min(away.values())]
    if len(best) == 1:
        return state.figures[best[0]]
    rule = "oversoul.artillery.deviation-second-roll"
    ask = Choose(state.side_of(figure), rule, "Which of them gives the modifiers?", best, explain=named(state))
    return state.figures[await ask.about(figure.id, unit=figure.unit, topic="aim")]


async def _explode(battle: Battle[State], figure: Figure, weapon: Weapon, where: tuple[int, int], target: Figure) -> None:
    """The model on the spot is hit, or every enemy under the template (oversoul.template.ranged-placement,
    oversoul.template.ranged-hits)."""
    state = battle.state
    struck = [target]
    if isinstance(weapon.template, int):
        enemies = exposed(state, state.side_of(figure), submerged=weapon.submersible)
        struck = covered(state, Circle(where, weapon.template // 2), enemies)
    await hit_all(battle, figure, where, [e for e in struck if harmed(battle, figure, weapon.die, weapon.pierces, e)])


def harmed(battle: Battle[State], figure: Figure, die: int, pierces: int, target: Figure) -> bool:
    """Armour is looked at for each model."""
    if can_harm(die, pierces, target):
        return True
    battle.record(Bounced(attacker=figure.id, target=target.id))
    return False


async def hit_all(battle: Battle[State], figure: Figure, where: tuple[int, int], struck: list[Figure]) -> None:
    """One hit on each, Recovery in order of distance from the middle (oversoul.template.ranged-hits)."""
    state = battle.state
    side, start = state.side_of(figure), stand_in(state, figure).at
    hits = [
        Hit(enemy.id, side, facing_hit(state, enemy, start))
        for enemy in sorted(struck, key=lambda enemy: centre2(stand_in(state, enemy).at, where))
    ]
    for hit in hits:
        await land(battle, hit)
