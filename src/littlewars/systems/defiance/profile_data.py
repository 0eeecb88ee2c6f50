"""Frames and weapons as plain data and back: a scenario carries those that do not come with the armies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .profiles import Aoe, Frame, Hull, Slot, Weapon


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
    data = _typed(raw)
    data["effectors"] = frozenset(raw.get("effectors", ()))
    data["modes"] = tuple(weapon_from(mode) for mode in raw.get("modes", ()))
    if raw.get("aoe"):
        area = raw["aoe"]
        data["aoe"] = Aoe(radius=area["radius"], damage=area["damage"], effectors=frozenset(area.get("effectors", ())))
    return Weapon(**data)


def frame_from(raw: Mapping[str, Any]) -> Frame:
    """The frame again."""
    data = _typed(raw)
    data["modes"] = frozenset(raw.get("modes", ()))
    data["officers"] = tuple((str(name), int(price)) for name, price in raw.get("officers", ()))
    if raw.get("hull"):
        hull = _typed(raw["hull"])
        hull["slots"] = tuple(Slot(**_typed(slot)) for slot in raw["hull"].get("slots", ()))
        data["hull"] = Hull(**hull)
    return Frame(**data)


def _typed(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
