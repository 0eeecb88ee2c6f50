"""Frames and weapons as plain data and back: a scenario carries those that do not come with the armies."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec

from littlewars.engine.frozen import Frozen
from littlewars.kit.scenario import short

from ..basics.profiles import Aoe, Frame, Hull, Slot, Weapon

MOST = 10**9
PARTS = ("aoe", "effectors", "hull", "modes", "officers", "slots")  # what is made of more than plain values


def frame_data(frame: Frame) -> dict[str, Any]:
    """Everything about a frame that is not the usual."""
    return _data(frame)


def weapon_data(weapon: Weapon) -> dict[str, Any]:
    """Everything about a weapon that is not the usual."""
    return _data(weapon)


def _data(thing: Any) -> dict[str, Any]:
    usual = type(thing)._defaults
    return {name: _plain(value) for name, value in thing.fields().items() if name not in usual or usual[name] != value}


def _plain(value: Any) -> Any:
    if isinstance(value, Weapon | Aoe | Hull | Slot):
        return _data(value)
    if isinstance(value, frozenset):
        return sorted(value)
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def weapon_from(raw: Mapping[str, Any]) -> Weapon:
    """The weapon again."""
    data = _typed(raw, Weapon)
    data["effectors"] = frozenset(raw.get("effectors", ()))
    data["modes"] = tuple(weapon_from(mode) for mode in raw.get("modes", ()))
    if raw.get("aoe"):
        area = raw["aoe"]
        data["aoe"] = Aoe(radius=area["radius"], damage=area["damage"], effectors=frozenset(area.get("effectors", ())))
    return Weapon(**data)


def frame_from(raw: Mapping[str, Any]) -> Frame:
    """The frame again."""
    data = _typed(raw, Frame)
    data["modes"] = frozenset(raw.get("modes", ()))
    data["officers"] = tuple((str(name), int(price)) for name, price in raw.get("officers", ()))
    if raw.get("hull"):
        hull = _typed(raw["hull"], Hull)
        hull["slots"] = tuple(Slot(**_typed(slot, Slot)) for slot in raw["hull"].get("slots", ()))
        data["hull"] = Hull(**hull)
    return Frame(**data)


# ---- what a profile may be

FRAME_BOUNDS: dict[str, tuple[int, int, str]] = {
    "cost": (0, 10_000, "stats.point-value"),
    "size": (0, 12, "stats.size"),
    "move": (0, 60_000, "stats.move"),
    "armour": (-10, 10, "stats.armor-rating"),
    "capacity": (1, 100, "stats.damage-capacity"),
    "dice": (0, 20, "stats.hth-rating"),
    "strikes": (0, 20, "stats.hth-rating"),
    "reflex": (-20, 20, "stats.reflex"),
    "agility": (-20, 20, "stats.agility"),
    "field": (1, 20, "stats.field-save"),
    "hero": (0, 10_000, "stats.hero-cost"),
    "covert_cost": (0, 10_000, "stats.covert-cost"),
}
WEAPON_BOUNDS: dict[str, tuple[int, int, str]] = {
    "rate": (0, 20, "ranged.feed-rate"),
    "high": (0, 20, "ranged.split-feed-rate"),
    "impact": (0, 20, "stats.profile"),
    "ammo": (0, 1000, "stats.profile"),
    "crew": (1, 2, "infweapon.crew-definition"),
    "cost": (0, 10_000, "stats.point-value"),
}
WORDS_OF_PROFILES = {"move": "MV", "armour": "AR", "capacity": "DC", "rate": "FR", "high": "the higher FR", "size": "SZ"}
WIDEST = 12_000  # a base


def check_frame(frame: Frame) -> Frame:
    """The same frame, if its numbers can be."""
    _bounded(frame, FRAME_BOUNDS, {"move"})
    for length in frame.base if isinstance(frame.base, tuple) else (frame.base,):
        if not 1 <= length <= WIDEST:
            raise ValueError(f"{frame.name} has a base of {length / 1000:g} inches: defiance.scale.bases")
    if strange := sorted(frame.modes - {"S", "J", "F"}):
        raise ValueError(f"{frame.name} moves by {strange[0]!r}, not S, J or F: defiance.stats.move-suffix")
    return frame


def check_weapon(weapon: Weapon) -> Weapon:
    """The same weapon, if its numbers can be."""
    _bounded(weapon, WEAPON_BOUNDS, set())
    reaches = [reach for reach in weapon.brackets if reach is not None]
    if any(reach < 0 for reach in reaches) or reaches != sorted(reaches):
        raise ValueError(f"the brackets of {weapon.name} reach farther and farther, from 0: defiance.ranged.range-brackets")
    if weapon.aoe is not None and not 0 <= weapon.aoe.radius <= WIDEST:
        raise ValueError(f"the area of {weapon.name} has a radius of 0 to 12 inches: defiance.ranged.aoe-stat")
    return weapon


def _bounded(thing: Frame | Weapon, bounds: Mapping[str, tuple[int, int, str]], inches: set[str]) -> None:
    for field, (low, high, rule) in bounds.items():
        value = getattr(thing, field)
        if value is not None and (type(value) is not int or not low <= value <= high):
            scale, word = 1000 if field in inches else 1, WORDS_OF_PROFILES.get(field, field)
            shown = f"{value / scale:g}" if type(value) is int and abs(value) < MOST else short(value)
            raise ValueError(f"{word} is {low // scale} to {high // scale}, not {shown}: defiance.{rule}")


def _typed(raw: Mapping[str, Any], kind: type[Frozen]) -> dict[str, Any]:
    """What is said, each of the type that it has there; parts that are things themselves are read by themselves."""
    hints, found = _hints(kind), dict[str, Any]()
    for key, value in raw.items():
        found[key] = tuple(value) if isinstance(value, list) else value
        if key in hints:
            try:
                msgspec.convert(found[key], hints[key])
            except msgspec.ValidationError as error:
                raise ValueError(f"{key}: {error}: defiance.profiles.format") from None
    return found


@cache
def _hints(kind: type[Frozen]) -> dict[str, Any]:
    """The types of its plain fields."""
    return {name: hint for name, hint in get_type_hints(kind).items() if name not in PARTS}
