"""What the numbers of a frame or weapon may be: a scenario carries those that do not come with the armies."""

from __future__ import annotations

from littlewars.engine.frozen import Bounds, check_bounds
from littlewars.untrusted import quote

from ..basics.profiles import Frame, Weapon

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


def check_frame(frame: Frame) -> Frame:
    """The same frame, if its numbers can be."""
    check_bounds(frame, FRAME_BOUNDS, WORDS, ["move"])
    for length in frame.base if isinstance(frame.base, tuple) else (frame.base,):
        if not 1 <= length <= WIDEST:
            raise ValueError(f"{frame.name} has a base of {length / 1000:g} inches: defiance.scale.bases")
    if strange := sorted(frame.modes - {"S", "J", "F"}):
        raise ValueError(f"{frame.name} moves by {quote(strange[0])}, not S, J or F: defiance.stats.move-suffix")
    return frame


def check_weapon(weapon: Weapon) -> Weapon:
    """The same weapon, if its numbers can be."""
    check_bounds(weapon, WEAPON_BOUNDS, WORDS)
    reaches = [reach for reach in weapon.brackets if reach is not None]
    if any(reach < 0 for reach in reaches) or reaches != sorted(reaches):
        raise ValueError(f"the brackets of {weapon.name} reach farther and farther, from 0: defiance.ranged.range-brackets")
    if weapon.aoe is not None and not 0 <= weapon.aoe.radius <= WIDEST:
        raise ValueError(f"the area of {weapon.name} has a radius of 0 to 12 inches: defiance.ranged.aoe-stat")
    return weapon
