"""What a shot needs: range, line-of-fire and line-of-sight modifiers, each by its rule (defiance.ranged.lof-table)."""

from __future__ import annotations

from msgspec import Struct

from littlewars.engine import Mod, Tally

from ..basics.numbers import FIRE_MOD
from ..basics.profiles import Weapon
from ..basics.rolls import tally
from ..basics.sight import away, cover_mod, cover_of
from ..basics.state import Figure, State
from .targets import is_aimed

PRONE = -2  # defiance.move.prone-target-modifier, .prone-firer-modifier
WRONG_TARGET = -5  # defiance.ranged.lof-table
PIERCING = -2  # an anti-infantry weapon with V against a vehicle
SPEEDS = ((10_000, 0), (20_000, -1), (30_000, -2))  # defiance.ranged.sprinting-speed: up to this speed, this modifier
FASTEST = -3


class Shot(Struct, frozen=True):
    """One weapon at one target: how many dice, and what each needs."""

    figure: str
    arm: int
    line: Weapon
    target: str
    dice: int
    tally: Tally
    short: int = 1  # by how much a die may fall short and tag
    how: str = ""


def speed_mod(target: Figure) -> Mod | None:
    """Whoever sprints is harder to hit; not the jumpers, nor vehicles (defiance.ranged.sprinting-speed-eligibility)."""
    if not target.sprint or target.jumped or target.frame.vehicle:
        return None
    value = next((mod for speed, mod in SPEEDS if target.sprint <= speed), FASTEST)
    return Mod("sprinting target", value, "defiance.ranged.sprinting-speed")


def armour(line: Weapon, target: Figure) -> int:
    """What the target's armour adds to the die: effectors ignore it, or its bad side, then double it (…effector.ar-matrix)."""
    rating, letters = target.frame.armour, line.effectors
    if "U" in letters and (line.target == "AV" or not target.frame.vehicle):
        rating, ignored = max(0, rating), False
    elif target.frame.vehicle:
        ignored = line.target == "AV" and "A" in letters
    else:
        ignored = line.target == "AV" or bool(letters & {"A", "V", "P"})
    return 0 if ignored else 2 * rating if "B" in letters else rating


def knocks(line: Weapon, target: Figure) -> bool:
    """Does it knock this target back? Vehicles are immune (defiance.effector.knockback-vehicles)."""
    return "K" in line.effectors and not target.frame.vehicle


def pierces_field(line: Weapon) -> bool:
    """Does no field save from it? Phase weapons pierce fields, too (defiance.effector.field-piercing, .phase-definition)."""
    return bool(line.effectors & {"F", "P"})


def lof_mods(line: Weapon, target: Figure) -> list[Mod | None]:
    """Armour, and a weapon against the wrong kind of target (defiance.ranged.lof-table)."""
    mods: list[Mod | None] = [Mod("armour", armour(line, target), "defiance.stats.armor-rating")]
    if line.target == "AI" and target.frame.vehicle:
        value = PIERCING if line.effectors & {"V", "P"} else WRONG_TARGET
        mods.append(Mod("against a vehicle", value, "defiance.terms.weapon-target-type"))
    if line.target == "AV" and not target.frame.vehicle:
        mods.append(Mod("against infantry", WRONG_TARGET, "defiance.terms.weapon-target-type"))
    return mods


def terrain_mod(state: State, start: tuple[int, int], target: Figure) -> Mod | None:
    """The worst terrain that protects the target (defiance.ranged.terrain-cover-modifier)."""
    cover = cover_of(state, start, target)
    return Mod(f"{cover} terrain", cover_mod(target, cover), "defiance.ranged.terrain-cover-modifier") if cover else None


def los_mods(state: State, figure: Figure, target: Figure, speed: str) -> list[Mod | None]:
    """Terrain, the firer's movement, the target's speed, and who lies down (defiance.ranged.los-table)."""
    return [
        terrain_mod(state, figure.at, target),
        Mod(speed, FIRE_MOD[speed], "defiance.ranged.attacker-movement") if speed else None,
        speed_mod(target),
        Mod("target prone", PRONE, "defiance.move.prone-target-modifier") if target.prone else None,
        Mod("firer prone", PRONE, "defiance.move.prone-firer-modifier") if figure.prone else None,
    ]


def aim(
    state: State,
    figure: Figure,
    arm: int,
    line: Weapon,
    target: Figure,
    dice: int,
    speed: str = "",
    covering: int | None = None,
) -> Shot:
    """A direct shot. Covering fire has the one modifier of its counter instead of the movement's (…modifier-table)."""
    needed = line.needs(away(figure, target), is_aimed(figure, target))
    assert needed is not None
    cover = None if covering is None else Mod("covering fire", covering, "defiance.cover.modifier-class")
    moved = speed if covering is None else ""
    mods = (*lof_mods(line, target), cover, *los_mods(state, figure, target, moved))
    short = 2 if knocks(line, target) else 1
    how = "" if covering is None else "covering"
    return Shot(figure.id, arm, line, target.id, dice, tally(needed, *mods), 0 if "T" in line.effectors else short, how)
