"""Cones: everybody in 45 degrees before the firer (defiance.effector.cone-*, defiance.aoe.cone-is-aoe)."""

from __future__ import annotations

from littlewars.engine import Battle, Mod
from littlewars.table.board.areas import under_cone
from littlewars.table.facing import facing_to

from ..basics.events import Exploded
from ..basics.fire_action import Fire, Shot
from ..basics.profiles import Weapon
from ..basics.rolls import tally
from ..basics.sight import away, sees_many
from ..basics.state import Figure, State
from ..fire.shots import lof_mods, own_mods, tags_below
from ..vehicles.steering import face_freely
from .bursts import VULNERABLE, is_standard, spend_round, strike

HALF = 2250  # to either side of the bisector (defiance.effector.cone-area)


def bearing(figure: Figure, target: Figure) -> int:
    """The way the bisector runs: through the declared target
    (defiance.effector.cone-facing, defiance.ranged.cone-targeting)."""
    return facing_to(figure.at, target.at) if target.at != figure.at else figure.face


def in_cone(battle: Battle[State], figure: Figure, line: Weapon, target: Figure) -> list[Figure]:
    """Friend and foe in the cone through this target, on his level, nearest first, whom terrain does not shield
    (defiance.effector.cone-area, defiance.effector.cone-blocking)."""
    face, found = bearing(figure, target), list[Figure]()
    for other in battle.state.standing():
        if other is figure or other.level != target.level or away(figure, other) > line.longest:
            continue
        if under_cone(other.base(), figure.at, face, HALF, line.longest):
            found.append(other)
    seen = sees_many(battle, figure, found)
    reached = [other for other, free in zip(found, seen, strict=True) if free]
    return sorted(reached, key=lambda other: (away(figure, other), other.id))


def die_in_cone(state: State, fire: Fire, target: Figure) -> Shot:
    """What the die of a cone needs against a figure inside it: the number of that figure's own bracket, never doubled by aim,
    with the modifiers of the line of fire alone, covering fire's counter among them (defiance.effector.cone-damage,
    defiance.effector.cone-fire-modes)."""
    figure, line, covering = fire.figure, fire.line, fire.manner.covering
    needed = line.needs(away(figure, target))
    assert needed is not None
    cover = None if covering is None else Mod("covering fire", covering, "defiance.cover.modifier-class")
    mods = (*lof_mods(line, target), VULNERABLE if is_standard(target) else None, cover, *own_mods(state, fire))
    return Shot(figure.id, fire.arm, line, target.id, line.rate, tally(needed, *mods), tags_below(line, target), "cone")


async def fire_cone(battle: Battle[State], fire: Fire) -> None:
    """It turns to its target and catches all before it: no roll to hit, and the shock of an area
    (defiance.effector.cone-damage, defiance.aoe.cone-is-aoe)."""
    figure, target = fire.figure, battle.state.figures[fire.target]
    spend_round(battle, fire)
    if turns_to_fire(figure):
        face_freely(battle, figure, bearing(figure, target))
    battle.record(Exploded(figure=figure.id, weapon=fire.line.name, at=target.at, radius=0, how="cone"))
    await strike(battle, [die_in_cone(battle.state, fire, one) for one in in_cone(battle, figure, fire.line, target)])


def turns_to_fire(figure: Figure) -> bool:
    """Infantry and mecha turn; on other vehicles the mounting swings (defiance.effector.cone-facing)."""
    return not figure.frame.vehicle or figure.frame.mecha
