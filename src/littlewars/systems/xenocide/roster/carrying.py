"""What a model may carry (xenocide.size.carry-limit, xenocide.size.carry-count, xenocide.size.combi, xenocide.size.integrated,
xenocide.grenade.size)."""

from __future__ import annotations

from collections.abc import Iterator

from ..basics.classes import LARGEST, SMALLEST, difference
from ..basics.profiles import Blade, Profile

LESSER = 2  # sizes between the parts of a combi-weapon (xenocide.size.combi)
Fault = tuple[str, str]  # the rule, and what is wrong


def carry_faults(profile: Profile) -> Iterator[Fault]:
    """What a troop carries that it may not; a vehicle's weapons are its mounts'."""
    if profile.hull is not None:
        return
    heavy = [gun for gun in profile.guns if difference(gun, profile.capacity) > SMALLEST]
    for gun in profile.guns:
        if gun.thrown and difference(gun, profile.capacity) > SMALLEST:
            yield "xenocide.grenade.size", f"{gun.name} is too large to be thrown with capacity {profile.capacity}"
    if any(difference(gun, profile.capacity) == LARGEST for gun in heavy) and len(heavy) > 1:
        yield "xenocide.size.carry-limit", "whoever bears a crew's weapon carries no other that counts"
    if len(heavy) > 1:
        yield "xenocide.size.carry-count", f"{len(heavy)} missile weapons that count; one is allowed"
    yield from _blade_faults(profile)


def _blade_faults(profile: Profile) -> Iterator[Fault]:
    counted = [blade for blade in profile.blades if not blade.integrated and not blade.combi]
    for blade in profile.blades:
        if blade.integrated and blade.size > profile.capacity:
            yield "xenocide.size.integrated", f"{blade.name} is too large to be built in"
        elif blade.size > profile.capacity + 1:
            yield "xenocide.meleeweapon.oversized", f"{blade.name} is too large for capacity {profile.capacity}"
        if blade.combi:
            yield from _combi_faults(profile, blade)
    if len(counted) > max(1, profile.hands):
        yield "xenocide.size.carry-count", f"{len(counted)} melee weapons for {profile.hands} hands"


def _combi_faults(profile: Profile, blade: Blade) -> Iterator[Fault]:
    """Its gun is there, and one of them is two sizes smaller (xenocide.size.combi)."""
    gun = next((gun for gun in profile.guns if gun.key == blade.combi), None)
    if gun is None:
        yield "xenocide.size.combi", f"{blade.name} is part of a weapon that is not carried: {blade.combi}"
    elif abs(gun.size - blade.size) < LESSER:
        yield "xenocide.size.combi", f"{blade.name} and {gun.name} are less than two sizes apart"
