"""Points by one formula, ours (combat-action.setup.force): the screen has neither lists nor values."""

from __future__ import annotations

from functools import cache
from math import floor

from .numbers import AP, CM
from .profiles import Profile, Weapon

REACH = {"CC": 0.5, "PB": 0.5, "S": 1.0, "L": 2.0, "VL": 1.0, "BF": 0.5, "UL": 0.0}  # what a range category is worth
QUICK = ("pistol", "rifle", "assault")  # two standard shots
AREA, RELOAD, DEVICE, OFFICER = 1.5, 0.5, 2, 10
GEAR = {"comm-link": 2, "robot-controller": 3}
SKILL_FROM, CREW_SKILL = 7, 4
PASSENGER, FLYER = 2, 10
KIND = {"autonomous-robot": 10, "slave-robot": -10}
Part = tuple[str, float]


@cache
def weapon_worth(weapon: Weapon) -> float:
    """A weapon before the skill of whoever uses it."""
    dice = max(weapon.auto, 2 if weapon.kind in QUICK else 1)
    reach = sum(REACH[band] for band in weapon.ranges if not (band == "CC" and weapon.kind == "pistol"))
    area, reload = AREA if weapon.blast else 1, RELOAD if weapon.reload else 1
    bonuses = sum(weapon.bonus(band) for band in REACH)
    return (weapon.pen + 1) * dice * reach / 4 * area * reload + bonuses / 2 + (DEVICE if weapon.device else 0)


@cache
def parts(profile: Profile) -> tuple[Part, ...]:
    """What a model's points are made of, before they are rounded."""
    ss, cs = (CREW_SKILL, CREW_SKILL) if profile.vehicle else (profile.ss, profile.cs or profile.ss)
    guns = sum(weapon_worth(weapon) for weapon in profile.weapons if not weapon.melee) * (SKILL_FROM - ss) / 3
    blades = sum(weapon_worth(weapon) for weapon in profile.weapons if weapon.melee) * (SKILL_FROM - cs) / 3
    arms = [("weapons", guns), ("close combat", blades)]
    if profile.living:
        body = (profile.pf**2 / 3 + (SKILL_FROM - profile.ds) / 2 * bool(profile.ds) + profile.mv / CM / 6) * profile.ap / AP
        gear = sum(GEAR[word] for word in profile.gear)
        return _some([("body", body), *arms, ("gear", gear), ("officer", OFFICER if profile.officer else 0)])
    hull = [("hull", 4.0 * profile.pf), ("speed", profile.mv / CM / 3), *arms, ("room", PASSENGER * profile.passengers)]
    return _some([*hull, ("mind", KIND.get(profile.kind, 0)), ("flight", FLYER if profile.flyer else 0)])


def _some(found: list[Part]) -> tuple[Part, ...]:
    return tuple((name, worth) for name, worth in found if worth)


@cache
def points(profile: Profile) -> int:
    """A model's points, rounded half up (combat-action.setup.force)."""
    return max(0, floor(sum(worth for _, worth in parts(profile)) + 0.5))
