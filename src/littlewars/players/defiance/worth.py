"""What things are worth to the tactician: hits, shots, templates, in points of the enemy's force."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from littlewars.engine import Battle, View
from littlewars.systems.defiance.basics.fire_action import Shot
from littlewars.systems.defiance.basics.numbers import FIRE_MOD, INCH
from littlewars.systems.defiance.basics.profiles import Weapon
from littlewars.systems.defiance.basics.sight import away, cover_mod, cover_of
from littlewars.systems.defiance.basics.state import Figure, State, Unit
from littlewars.systems.defiance.fire.shots import lof_mods
from littlewars.systems.defiance.fire.stoppage import usable, works
from littlewars.systems.defiance.fire.targets import is_aimed, visible
from littlewars.systems.defiance.suppression.aim import aims, line_for
from littlewars.systems.defiance.suppression.template import TEMPLATE_LOF
from littlewars.systems.defiance.travel.move_ask import allowance
from littlewars.table.shapes.bases import centre2

TAG = 0.25  # what a die that falls short by one is worth beside a hit: the target tests its nerve
NERVE = 0.2  # what a test because of suppression is worth beside a hit
SHOCK = 0.15  # what the test after an explosion is
STUN = 0.6  # what a stunned figure is worth beside one that is gone
FRIEND = 1.5  # a friend under one's own template counts more than an enemy
CROWD = 2.0  # figures that a template catches, before it is known where it falls
AREA = 2 * INCH  # round the target: figures that stand there are under the template
CLOSEST = 3  # enemies that are looked at: others are no legal targets, as a rule


def open_chance(needed: int) -> float:
    """The chance that an open-ended d10 shows this or more."""
    if needed <= 10:
        return min(1.0, (11 - max(1, needed)) / 10)
    return (0.1 if needed <= 11 else (21 - needed) / 100) if needed <= 20 else 0.0


def battle_of(view: View[Any]) -> Battle[State]:
    """The battle as this player may see it."""
    return view.battle


def worth_of_hit(enemy: Figure) -> float:
    """What a hit is worth: its share of the points, less what a field takes."""
    saved = 0.0 if enemy.frame.field is None else open_chance(enemy.frame.field)
    return (enemy.cost or 10) / max(1, enemy.left) * (1 - saved)


def shot_worth(state: State, figure: Figure, enemy: Figure, mod: int, nearer: int = 0, cover: str | None = None) -> float:
    """The points to expect of the best weapon against one enemy, fired with this modifier and so much nearer."""
    far, best = max(0, away(figure, enemy) - nearer), 0.0
    hidden = cover_mod(enemy, cover_of(state, figure.at, enemy) if cover is None else cover)
    for number, arm in enumerate(figure.arms):
        for which, line in enumerate(arm.weapon.lines if usable(figure, number) else ()):
            ready = not line.is_thrown_or_close and works(figure, number, which)
            needed = line.needs(far, is_aimed(figure, enemy)) if ready else None
            if needed is None:
                continue
            if line.burst is not None:
                best = max(best, open_chance(needed - mod - hidden) * CROWD * _by_burst(line, enemy))
            else:
                mods = mod + hidden + sum(found.value for found in lof_mods(line, enemy) if found) - 2 * enemy.prone
                best = max(best, line.rate * (open_chance(needed - mods) + TAG * open_chance(needed - mods - 1)))
    return best * worth_of_hit(enemy)


def _by_burst(line: Weapon, enemy: Figure) -> float:
    """The chance that a template harms somebody who is in it."""
    if line.aoe is None or line.burst is None or line.aoe.damage is None:
        return 0.0
    needed = line.aoe.damage - sum(found.value for found in lof_mods(line.burst, enemy) if found)
    return open_chance(needed) * (STUN if line.burst.does("stuns") else 1.0)


def area_worth(state: State, side: str, shots: Iterable[Shot]) -> float:
    """What the dice of an area are worth to a side: enemies' points and nerves, less those of friends."""
    total = 0.0
    for shot in shots:
        target = state.figures[shot.target]
        chance = open_chance(shot.tally.needed) * (STUN if shot.line.does("stuns") else 1.0)
        worth = (shot.dice * chance + SHOCK) * worth_of_hit(target)
        total += -FRIEND * worth if state.side_of(target) == side else worth
    return total


def fire_worth(battle: Battle[State], figures: list[Figure], speed: str) -> float:
    """What a team's fire would be worth at this speed; a figure that moves comes nearer."""
    state, total = battle.state, 0.0
    for figure in figures:
        mod = FIRE_MOD[speed] - 2 * figure.prone
        nearer = 0 if speed == "stationary" else allowance(figure, "cohesive-fire", speed) * 3 // 4
        total += max(
            (shot_worth(state, figure, enemy, mod, nearer) for enemy in visible(battle, figure)[:CLOSEST]), default=0.0
        )
    return total


def suppression_worth(battle: Battle[State], unit: Unit, figures: list[Figure], slot: str) -> float:
    """What a template would be worth: a die at everybody who stands close to the target, and their nerves."""
    state, best = battle.state, 0.0
    for aim in aims(battle, unit, figures, slot):
        near = [e for e in state.enemies_of(unit.side) if centre2(e.at, aim.target.at) <= AREA * AREA]
        mod = TEMPLATE_LOF + len(aim.contributors) - 1
        worth = sum(_one_die(aim.firer, enemy, slot, mod) for enemy in near)
        best = max(best, worth)
    return best


def _one_die(firer: Figure, enemy: Figure, slot: str, mod: int) -> float:
    found = line_for(firer, slot)
    needed = found[1].needs(away(firer, enemy)) if found else None
    if found is None or needed is None:
        return 0.0
    armour = sum(mods.value for mods in lof_mods(found[1], enemy) if mods)
    shaken = 0.0 if enemy.shaken else NERVE
    return (open_chance(needed - mod - armour) + shaken) * worth_of_hit(enemy)
