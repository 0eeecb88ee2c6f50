"""What a shot needs: range, line-of-fire and line-of-sight modifiers, each by its rule (defiance.ranged.lof-table)."""

from __future__ import annotations

from littlewars.engine import Mod, Tally
from littlewars.table.board.areas import Circle
from littlewars.table.moving.obstacles import touches_cloud

from ..basics.fire_action import Fire, Shot
from ..basics.numbers import FIRE_MOD
from ..basics.profiles import Weapon
from ..basics.rolls import tally
from ..basics.sight import away, cover_mod, cover_of
from ..basics.state import Figure, State
from ..units.pairs import is_plugged_in
from ..vehicles.nerves import haywire_mod
from .targets import is_aimed

PRONE = -2  # defiance.move.prone-target-modifier, defiance.move.prone-firer-modifier
WRONG_TARGET = -5  # defiance.ranged.lof-table
UNBRACED, UNPLUGGED = -2, -2  # defiance.infweapon.bracing, defiance.infweapon.powerpack-lost
STOOD = 0  # the modifier on the counter of those who cover from where they stood (defiance.cover.modifier-table)
PIERCING = -2  # an anti-infantry weapon with V against a vehicle
SPEEDS = ((10_000, 0), (20_000, -1), (30_000, -2))  # defiance.ranged.sprinting-speed: up to this speed, this modifier
FASTEST = -3


def speed_mod(target: Figure) -> Mod | None:
    """A sprinting target is harder to hit, a flying one too; a jumper is not, nor any vehicle but an anime mecha
    (defiance.ranged.sprinting-speed-eligibility, defiance.flight.movement-modifiers)."""
    if not target.sprint or target.jumped or target.frame.steers:
        return None
    value = next((mod for speed, mod in SPEEDS if target.sprint <= speed), FASTEST)
    return Mod("sprinting target", value, "defiance.ranged.sprinting-speed")


def armour(line: Weapon, target: Figure) -> int:
    """What the target's armour adds: effectors ignore it, or its bad side, then double it
    (defiance.effector.ar-matrix, defiance.effector.combination-order).

    Against infantry: defiance.effector.armor-piercing-ai, defiance.effector.av-ignores-infantry-ar; against vehicles:
    defiance.effector.armor-piercing-av, defiance.effector.ultra-av.
    """
    rating = target.frame.armour
    if line.does("ignores-weak-armour") and (line.target == "AV" or not target.frame.vehicle):
        rating, ignored = max(0, rating), False
    elif target.frame.vehicle:
        ignored = line.target == "AV" and line.does("ignores-vehicle-armour")
    else:
        ignored = line.target == "AV" or line.does("ignores-infantry-armour")
    return 0 if ignored else 2 * rating if line.does("doubles-armour") else rating


def knocks(line: Weapon, target: Figure) -> bool:
    """Does it knock this target back? Vehicles are immune (defiance.effector.knockback-vehicles)."""
    return line.does("knocks-back") and not target.frame.vehicle


def tags_below(line: Weapon, target: Figure) -> int:
    """By how much a die may fall short and tag: by one, by two if it knocks back; terror never tags
    (defiance.effector.knockback-tag, defiance.effector.terror-no-tag)."""
    return 0 if line.does("terrifies") else 2 if knocks(line, target) else 1


def lof_mods(line: Weapon, target: Figure) -> list[Mod | None]:
    """Armour, and a weapon against the wrong kind of target (defiance.ranged.lof-table, defiance.ranged.lof-scope,
    defiance.vehicle.ai-penalty, defiance.vehicle.av-penalty, defiance.effector.vehicle-piercing-vehicle)."""
    mods: list[Mod | None] = [Mod("armour", armour(line, target), "defiance.stats.armor-rating")]
    if line.target == "AI" and target.frame.vehicle:
        value = PIERCING if line.does("hurts-vehicles") else WRONG_TARGET
        mods.append(Mod("against a vehicle", value, "defiance.terms.weapon-target-type"))
    if line.target == "AV" and not target.frame.vehicle:
        mods.append(Mod("against infantry", WRONG_TARGET, "defiance.terms.weapon-target-type"))
    return mods


def own_mods(state: State, fire: Fire) -> list[Mod | None]:
    """What is wrong with the firer or his weapon: it counts for every damage roll, those of areas included
    (defiance.vehicle.haywire)."""
    return [haywire_mod(fire.figure), *weapon_mods(state, fire)]


def weapon_mods(state: State, fire: Fire) -> list[Mod | None]:
    """A weapon that wants a rest, fired by somebody who moved, and one that is not plugged in
    (defiance.infweapon.bracing, defiance.infweapon.powerpack-lost)."""
    weapon, manner = fire.figure.arms[fire.arm].weapon, fire.manner
    if not weapon.form or fire.figure.frame.vehicle:  # what a hull mounts stands fast (defiance.infweapon.scope)
        return []
    moved = manner.speed not in ("", "stationary") if manner.covering is None else manner.covering < STOOD
    braced = weapon.form != "bracing" or not moved
    plugged = is_plugged_in(state, fire.figure, weapon)
    return [
        None if braced else Mod("not braced", UNBRACED, "defiance.infweapon.bracing"),
        None if plugged else Mod("without powerpack", UNPLUGGED, "defiance.infweapon.powerpack-lost"),
    ]


def terrain_mod(state: State, start: tuple[int, int], target: Figure) -> Mod | None:
    """The worst terrain that protects the target (defiance.ranged.terrain-cover-modifier)."""
    cover = cover_of(state, start, target)
    return Mod(f"{cover} terrain", cover_mod(target, cover), "defiance.ranged.terrain-cover-modifier") if cover else None


def smoke_between(state: State, start: Figure, target: Figure) -> int:
    """What smoke on the line takes off, the worst of several; none between two in the air (defiance.grenade.obscuring)."""
    if not state.clouds or (start.level and target.level):
        return 0
    smoke = [cloud for cloud in state.clouds if cloud.kind == "smoke"]
    met = touches_cloud(start.at, target.at, [Circle((cloud.x, cloud.y), cloud.radius) for cloud in smoke])
    return min((cloud.mod for cloud, touched in zip(smoke, met, strict=True) if touched), default=0)


def smoke_mod(state: State, start: Figure, target: Figure) -> Mod | None:
    """The modifier; standard infantry profits no more than others (defiance.grenade.obscuring-no-si-bonus)."""
    value = smoke_between(state, start, target)
    return Mod("smoke", value, "defiance.grenade.obscuring") if value else None


def los_mods(state: State, figure: Figure, target: Figure, speed: str) -> list[Mod | None]:
    """Terrain, the firer's movement, the target's speed, and who lies down (defiance.ranged.los-table,
    defiance.move.type-not-distance, defiance.ranged.los-scope, defiance.ranged.attacker-movement-class)."""
    return [
        terrain_mod(state, figure.at, target),
        smoke_mod(state, figure, target),
        Mod(speed, FIRE_MOD[speed], "defiance.ranged.attacker-movement") if speed else None,
        speed_mod(target),
        Mod("target prone", PRONE, "defiance.move.prone-target-modifier") if target.prone else None,
        Mod("firer prone", PRONE, "defiance.move.prone-firer-modifier") if figure.prone else None,
    ]


def to_hit(state: State, fire: Fire) -> Tally:
    """What a round needs to come down on its target: its bracket, and line-of-sight modifiers only
    (defiance.aoe.to-hit, defiance.aoe.modifier-scope)."""
    figure, line, target = fire.figure, fire.line, state.figures[fire.target]
    needed = line.needs(away(figure, target), is_aimed(figure, target))
    assert needed is not None
    return tally(needed, *los_mods(state, figure, target, fire.manner.speed))


def aim(state: State, fire: Fire, target: Figure | None = None, dice: int | None = None) -> Shot:
    """A direct shot: of all dice at the target of the fire action, or of some at another one.

    Covering fire has the one modifier of its counter instead of the movement's (defiance.cover.modifier-table).
    """
    figure, line, covering = fire.figure, fire.line, fire.manner.covering
    target = target or state.figures[fire.target]
    needed = line.needs(away(figure, target), is_aimed(figure, target))
    assert needed is not None
    cover = None if covering is None else Mod("covering fire", covering, "defiance.cover.modifier-class")
    moved = fire.manner.speed if covering is None else ""
    ours = (cover, *own_mods(state, fire))
    mods = (*lof_mods(line, target), *ours, *los_mods(state, figure, target, moved))
    short = tags_below(line, target)
    how = "" if covering is None else "covering"
    return Shot(figure.id, fire.arm, line, target.id, fire.rate if dice is None else dice, tally(needed, *mods), short, how)
