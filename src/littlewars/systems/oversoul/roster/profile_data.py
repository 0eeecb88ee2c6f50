"""Profiles as plain data and back: a scenario carries the profiles that do not come with the system."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from littlewars.engine import Mod

from ..basics.profiles import Profile, Weapon

MODS = ("mods", "steady", "melee_mods", "recovery_mods", "morale_mods")


def profile_data(profile: Profile) -> dict[str, Any]:
    """Everything about a profile that is not the usual."""
    return _data(profile, Profile)


def _data(thing: Any, kind: Any) -> dict[str, Any]:
    usual = kind._defaults
    return {name: _plain(value) for name, value in thing.fields().items() if name not in usual or usual[name] != value}


def _plain(value: Any) -> Any:
    if isinstance(value, Weapon):
        return _data(value, Weapon)
    if isinstance(value, Mod):
        return [value.name, value.value, value.rule]
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def profile_from(raw: Mapping[str, Any]) -> Profile:
    """The profile again."""
    data = _typed(raw)
    data["weapons"] = tuple(Weapon(**_typed(weapon)) for weapon in data.get("weapons", ()))
    data["payload"] = Fraction(data.get("payload", 0))
    return Profile(**data)


def _typed(raw: Mapping[str, Any]) -> dict[str, Any]:
    data = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
    for key in MODS:
        if key in data:
            data[key] = tuple(Mod(*mod) for mod in data[key])
    return data
