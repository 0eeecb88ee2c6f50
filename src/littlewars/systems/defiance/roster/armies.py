"""The four armies: their lists of frames, weapons and standard units, read from profiles/*.yaml (defiance.terms.factions)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from littlewars.engine.frozen import Frozen

from ..basics.profiles import Frame, Weapon
from ..basics.state import State
from .bounds import check_frame, check_weapon
from .parse import frame_of, key_of, weapon_of

DATA = Path(__file__).parents[1] / "data"
LARGEST = 12  # where the army list does not say (defiance.unit.max-size)
AD_HOC_PERCENT = 25  # likewise (defiance.force.ad-hoc-share)


class UnitType(Frozen):
    """A standard unit of an army list: its frames, its size, and whether a force may have only one of it."""

    name: str
    frames: tuple[str, ...]
    least: int
    most: int
    exclusive: bool = False
    ours: tuple[str, ...] = ()


class Army(Frozen):
    """An army list (defiance.force.standard-units, defiance.unit.max-size, defiance.unit.mob-eligibility)."""

    key: str
    name: str
    largest: int = LARGEST
    ad_hoc_percent: int = AD_HOC_PERCENT
    mob: bool = False
    torrential: bool = False
    air_strikes: bool = False
    air_strike: int = 0  # the price of one
    units: tuple[UnitType, ...] = ()
    frames: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()

    def unit(self, name: str) -> UnitType | None:
        """A standard unit by its name, however it is written."""
        return next((kind for kind in self.units if key_of(kind.name) == key_of(name)), None)


Raw: TypeAlias = dict[str, Any]


@cache
def _files() -> tuple[Raw, ...]:
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return tuple(yaml.load(path.read_text(encoding="utf-8"), loader) for path in sorted((DATA / "profiles").glob("*.yaml")))


@cache
def weapons() -> Mapping[str, Weapon]:
    """All weapons by key."""
    return read_weapons(item for raw in _files() for item in raw["weapons"].items())


@cache
def air_strike() -> Weapon:
    """What an air strike is (defiance.airstrike.default-profile)."""
    loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    raw = yaml.load((DATA / "strikes.yaml").read_text(encoding="utf-8"), loader)
    return next(iter(read_weapons(raw.items()).values()))


def read_weapons(items: Iterable[tuple[str, Raw]], known: Mapping[str, Weapon] | None = None) -> dict[str, Weapon]:
    """Weapons by key; a combination is made of others, so it comes last (defiance.profiles.weapon-shrieker-hedgehog)."""
    found: dict[str, Weapon] = dict(known or {})
    for name, raw in sorted(items, key=lambda item: "modes" in item[1]):
        modes = tuple(found[key_of(mode)] for mode in raw.get("modes", ()))
        found[key_of(name)] = check_weapon(weapon_of(key_of(name), name, {**raw, "modes": modes}))
    return found


@cache
def frames() -> Mapping[str, Frame]:
    """All frames by key."""
    return {
        key_of(name): check_frame(frame_of(key_of(name), name, raw["key"], one))
        for raw in _files()
        for name, one in raw["frames"].items()
    }


@cache
def armies() -> Mapping[str, Army]:
    """The army lists by key."""
    return {raw["key"]: _army(raw) for raw in _files()}


def _army(raw: Raw) -> Army:
    facts = {name: value for name, value in raw.items() if name not in ("units", "weapons", "frames", "ours")}
    return Army(
        **facts,
        units=tuple(_unit(name, unit) for name, unit in raw["units"].items()),
        frames=tuple(map(key_of, raw["frames"])),
        weapons=tuple(map(key_of, raw["weapons"])),
        ours=tuple(raw["ours"]),
    )


def _unit(name: str, raw: Raw) -> UnitType:
    least, most = raw["size"]
    return UnitType(
        name=name,
        frames=tuple(map(key_of, raw["frames"])),
        least=least,
        most=most,
        exclusive=raw.get("exclusive", False),
        ours=tuple(raw.get("ours", ())),
    )


def army_named(name: str) -> Army | None:
    """An army by its key or its name."""
    return next((army for army in armies().values() if key_of(name) in (army.key, key_of(army.name))), None)


NO_LIST = Army(key="", name="no army list")


def army_of(state: State, side: str) -> Army:
    """The army list of a side; a side of a test that has none is bound by the usual numbers only."""
    return armies().get(state.sides[side].army, NO_LIST)
