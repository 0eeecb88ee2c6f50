"""What the numbers of a frame or weapon may be: a scenario carries those that do not come with the armies."""

from __future__ import annotations

from littlewars.engine.frozen import Bounds, check_bounds
from littlewars.untrusted import quote

from ..basics.profiles import Frame, Hull, Weapon

FRAME_BOUNDS: Bounds = {
    "cost": (0, 10_000, "defiance.stats.point-value"),
    "size": (0, 12, "defiance.stats.size"),
    "move": (0, 60_000, "defiance.stats.move"),
    "armour": (-10, 10, "defiance.stats.armor-rating"),
    "capacity": (1, 100, "defiance.stats.damage-capacity"),
    "dice": (0, 20, "defiance.stats.hth-rating"),
    "strikes": (0, 20, "defiance.stats.hth-rating"),
    "reflex": (-20, 20, "defiance.stats.reflex"),
    "agility": (-20, 20, "defiance.stats.agility"),
    "field": (1, 20, "defiance.stats.field-save"),
    "hero": (0, 10_000, "defiance.stats.hero-cost"),
    "covert_cost": (0, 10_000, "defiance.stats.covert-cost"),
}
WEAPON_BOUNDS: Bounds = {
    "rate": (0, 20, "defiance.ranged.feed-rate"),
    "high": (0, 20, "defiance.ranged.split-feed-rate"),
    "impact": (0, 20, "defiance.stats.profile"),
    "ammo": (0, 1000, "defiance.stats.profile"),
    "crew": (1, 2, "defiance.infweapon.crew-definition"),
    "cost": (0, 10_000, "defiance.stats.point-value"),
}
WORDS = {"move": "MV", "armour": "AR", "capacity": "DC", "rate": "FR", "high": "the higher FR", "size": "SZ"}
WIDEST = 12_000  # a base
MOST_DICE = 20  # of an area, and what they need


LEAST_VEHICLE = 4  # smaller ones are unusual
SIZES = (1, 3)  # of infantry (defiance.vehicle.size)
TYPES = ("Light Vehicle", "Mecha", "Anime Mecha", "APC", "AFV")  # defiance.vehicle.types
SLOTS = ("primary", "secondary", "tertiary", "quaternary")  # defiance.vehicle.weapon-slots
ARCS = frozenset("FBLR")
SYSTEMS, HUNDRED = ("movement", "weapon", "point"), 100  # of a damage chart (defiance.vehicle.afv-chart)
ACTIONS = (1, 4)  # defiance.vehicle.fire-actions
ANTI_INFANTRY_ONLY = frozenset("BKSTVPC")  # defiance.effector.summary-table
INFANTRY_FORMS = ("loader", "powerpack", "bracing", "crew-served")  # defiance.infweapon.scope
WITHOUT_AREA = ("powerpack",)  # defiance.infweapon.powerpack-contact


def check_frame(frame: Frame) -> Frame:
    """The same frame, if its numbers can be."""
    check_bounds(frame, FRAME_BOUNDS, WORDS, ["move"])
    for length in frame.base if isinstance(frame.base, tuple) else (frame.base,):
        if not 1 <= length <= WIDEST:
            raise ValueError(f"{frame.name} has a base of {length / 1000:g} inches: defiance.scale.bases")
    if strange := sorted(frame.modes - {"S", "J", "F"}):
        raise ValueError(f"{frame.name} moves by {quote(strange[0])}, not S, J or F: defiance.stats.move-suffix")
    low, high = SIZES
    if not frame.vehicle and not low <= frame.size <= high:
        raise ValueError(f"{frame.name}: infantry is of size {low} to {high}, not {frame.size}: defiance.vehicle.size")
    if frame.hull is not None:
        _check_hull(frame, frame.hull)
    return frame


def _check_hull(frame: Frame, hull: Hull) -> None:
    """One of five types, sensible fire actions, each slot once with arcs there are; an AFV neither flies nor jumps; only mecha
    fight (defiance.vehicle.profile, defiance.vehicle.afv, defiance.vehicle.hth-stats)."""
    if hull.type not in TYPES:
        raise ValueError(f"{frame.name} is a {quote(hull.type)}, not one of {', '.join(TYPES)}: defiance.vehicle.types")
    if not ACTIONS[0] <= hull.actions <= ACTIONS[1]:
        raise ValueError(f"{frame.name} has {hull.actions} fire actions, not 1 to 4: defiance.vehicle.fire-actions")
    names = [slot.name for slot in hull.slots]
    if strange := [name for name in names if name not in SLOTS or names.count(name) > 1]:
        raise ValueError(
            f"{frame.name}: a slot is {', '.join(SLOTS)}, each once: {quote(strange[0])}: defiance.vehicle.weapon-slots"
        )
    if any(not ARCS.issuperset(slot.arcs) for slot in hull.slots):
        raise ValueError(f"{frame.name}: an arc of a weapon is F, B, L or R: defiance.vehicle.weapon-arc")
    if not ARCS.issuperset(hull.entry):
        raise ValueError(f"{frame.name}: an entry arc is F, B, L or R: defiance.vehicle.entry-arcs")
    rolls = [most for most, _ in hull.damage]
    if rolls != sorted(rolls) or rolls[-1] != HUNDRED or any(system not in SYSTEMS for _, system in hull.damage):
        raise ValueError(f"{frame.name} has a damage chart that cannot be: {quote(hull.chart)}: defiance.vehicle.afv-chart")
    if hull.type == "AFV" and frame.modes & {"J", "F"}:
        raise ValueError(f"{frame.name}: an AFV neither flies nor jumps: defiance.vehicle.afv")
    if not frame.mecha and frame.dice:
        raise ValueError(f"{frame.name}: only mecha fight hand to hand: defiance.vehicle.hth-stats")


def check_carried(frame: Frame, weapon: Weapon) -> None:
    """Loader, powerpack, bracing and crew-served weapons are infantry's; what a vehicle's own profile mounts needs nobody to
    serve or brace it (defiance.infweapon.scope)."""
    mounted = [slot.weapon for slot in frame.hull.slots] if frame.hull else []
    if frame.vehicle and weapon.form in INFANTRY_FORMS and weapon.key not in mounted:
        raise ValueError(f"{frame.name} is a vehicle: it carries no {weapon.form} weapon: defiance.infweapon.scope")


def check_weapon(weapon: Weapon) -> Weapon:
    """The same weapon, if its numbers can be."""
    check_bounds(weapon, WEAPON_BOUNDS, WORDS)
    reaches = [reach for reach in weapon.brackets if reach is not None]
    if any(reach < 0 for reach in reaches) or reaches != sorted(reaches):
        raise ValueError(f"the brackets of {weapon.name} reach farther and farther, from 0: defiance.ranged.range-brackets")
    if weapon.aoe is not None and not 0 <= weapon.aoe.radius <= WIDEST:
        raise ValueError(f"the area of {weapon.name} has a radius of 0 to 12 inches: defiance.ranged.aoe-stat")
    if weapon.aoe is not None and not (1 <= weapon.aoe.dice <= MOST_DICE and (weapon.aoe.damage or 1) <= MOST_DICE):
        raise ValueError(
            f"the area of {weapon.name} has 1 to {MOST_DICE} dice that need no more than that: defiance.ranged.aoe-stat"
        )
    if weapon.target == "AV" and (wrong := sorted(weapon.effectors & ANTI_INFANTRY_ONLY)):
        raise ValueError(f"{weapon.name} is against vehicles and cannot have {wrong[0]}: defiance.effector.summary-table")
    if weapon.aoe is not None and (weapon.rate > 1 or weapon.high):
        raise ValueError(f"{weapon.name} has an area and fires once: defiance.aoe.to-hit")
    if weapon.aoe is not None and weapon.form in WITHOUT_AREA:
        raise ValueError(f"{weapon.name}: a powerpack weapon has no area: defiance.infweapon.powerpack-contact")
    return weapon
