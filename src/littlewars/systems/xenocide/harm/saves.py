"""Armour saves: a d10 at the armor less the power, or less (xenocide.save.roll, xenocide.save.weak)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.numbers import TEN
from ..basics.profiles import Profile
from ..basics.state import State

HARMLESS = 10  # from this effective armor on every save succeeds (xenocide.core.die, xenocide.suppression.harmless-attacks)


def effective(profile: Profile, power: int) -> int:
    """What a save shows at most: armor less power; a weakness adds to it (xenocide.weapon.power, xenocide.weapon.weak)."""
    return profile.armor - power


def can_hurt(profile: Profile, power: int) -> bool:
    """Could a hit of this power wound at all (xenocide.suppression.harmless-attacks)?"""
    return effective(profile, power) < HARMLESS


def failed(battle: Battle[State], saves: int, profile: Profile, power: int, why: str) -> int:
    """How many of so many saves fail: each is a wound (xenocide.save.roll)."""
    if not saves:
        return 0
    return saves - battle.dice.successes(saves, TEN, effective(profile, power), f"save, {why}", low=True)
