"""Unit cards: what fighters are made of, and what they cost (at43.core.unit-card)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import floor
from pathlib import Path
from typing import Any

import yaml

from littlewars.engine.frozen import Bounds, Frozen, check_bounds, computed
from littlewars.untrusted import quote

from .numbers import BID, CM

DATA = Path(__file__).parent.parent / "data"
CARD = "at43.core.unit-card"
CATEGORIES = ("infantry", "afv")  # at43.core.vocabulary


class Weapon(Frozen):
    """A weapon: `rate` is its Attack rate; `close` a close combat weapon; `special` (at43.special.kinds), `locked_shot`
    and `missile` (at43.missile-launcher.locked) its marks."""

    key: str
    name: str
    accuracy: int
    rate: int = 1
    reroll: int = 0
    penetration: int
    damage: int = 1
    close: bool = False
    special: bool = False
    locked_shot: bool = False
    missile: bool = False

    @computed
    def locked(self) -> bool:
        """Does it follow the locked shot rules? Every missile launcher does (at43.missile-launcher.locked)."""
        return self.locked_shot or self.missile


class Officer(Frozen):
    """A rank: what it adds to the Authority test and to the pool, and the most LP that may be bid under it."""

    rank: str
    authority: int
    lp: int
    most: int = BID


class Profile(Frozen):
    """A card. `structure`: points of each location of a machine; `wounds`: damage points of a soldier; `morale` 0: none."""

    key: str
    name: str
    category: str
    move: int
    size: int
    combat: int
    protection: int
    morale: int = 0
    radius: int
    height: int
    type: int = 0
    wounds: int = 1
    structure: tuple[tuple[str, int], ...] = ()
    hero: bool = False
    officer: Officer | None = None
    weapons: tuple[Weapon, ...] = ()

    @computed
    def afv(self) -> bool:
        """Is it a machine (at43.core.vocabulary)?"""
        return self.category == "afv"

    @computed
    def special(self) -> bool:
        """Does it bear a special weapon (at43.special.kinds)?"""
        return any(weapon.special for weapon in self.weapons)

    @computed
    def guns(self) -> tuple[Weapon, ...]:
        """Its range weapons."""
        return tuple(weapon for weapon in self.weapons if not weapon.close)

    @computed
    def strikes(self) -> tuple[Weapon, ...]:
        """What it attacks with in close combat (at43.special.no-close-combat)."""
        special = any(weapon.special for weapon in self.weapons)
        return () if special else tuple(weapon for weapon in self.weapons if weapon.close)

    @computed
    def points(self) -> int:
        """What it costs, rounded half up once."""
        return floor(sum(worth for _, worth in parts(self)) + Fraction(1, 2))


# ---- what a card costs


def weapon_worth(weapon: Weapon) -> Fraction:
    """Half for a close combat weapon, three quarters for a locked shot."""
    worth = (weapon.rate + Fraction(weapon.reroll, 2)) * (weapon.accuracy + weapon.penetration) * weapon.damage / 4
    return worth * (Fraction(1, 2) if weapon.close else 1) * (Fraction(3, 4) if weapon.locked else 1)


def parts(profile: Any) -> list[tuple[str, Fraction]]:
    """The parts of the price, in words."""
    structure = dict(profile.structure)
    frame = structure.pop("frame", 0)
    durable = frame + Fraction(sum(structure.values()), 2) if profile.structure else Fraction(profile.wounds)
    body = profile.protection * durable + profile.combat + Fraction(profile.move, 6 * CM) + Fraction(profile.morale, 2)
    officer = profile.officer
    rank = [(officer.rank, Fraction(5 * officer.authority + 5 * officer.lp))] if officer else []
    hero = [("hero", Fraction(15))] if profile.hero else []
    return [("body", body), *((weapon.name, weapon_worth(weapon)) for weapon in profile.weapons), *rank, *hero]


# ---- reading cards

BOUNDS: Bounds = {word: (0, most, CARD) for word, most in (("size", 20), ("combat", 30), ("protection", 30), ("morale", 30))}
BOUNDS = {
    **BOUNDS,
    "move": (0, 100 * CM, CARD),
    "height": (0, 50 * CM, CARD),
    "radius": (CM // 4, 15 * CM, CARD),
    "wounds": (1, 20, CARD),
}
WEAPON_BOUNDS: Bounds = dict.fromkeys(("accuracy", "penetration"), (0, 30, CARD))
WEAPON_BOUNDS = {**WEAPON_BOUNDS, "rate": (1, 20, CARD), "reroll": (0, 20, CARD), "damage": (1, 20, CARD)}
LENGTHS = ("move", "radius", "height")


def read_weapon(key: str, raw: Mapping[str, Any]) -> Weapon:
    """A weapon of a file; every missile launcher is a special weapon (at43.special.kinds)."""
    weapon = Weapon.read({"key": key, **raw})
    check_bounds(weapon, WEAPON_BOUNDS, {})
    if weapon.missile and not weapon.special:
        raise ValueError("a missile launcher is a special weapon: at43.special.kinds")
    return weapon


def read_profile(key: str, raw: Mapping[str, Any], armoury: Mapping[str, Weapon]) -> Profile:
    """A card of a file: move, base (its diameter) and height in centimetres, weapons by name."""
    if "key" in raw:
        return check_profile(Profile.read(raw))
    data = dict(raw)
    wide = data.pop("base", None)
    if isinstance(wide, int | float):
        data["radius"] = round(wide * CM / 2)
    data |= {word: round(data[word] * CM) for word in ("move", "height") if isinstance(data.get(word), int | float)}
    data["weapons"] = [weapon.data() for weapon in _armed(data.get("weapons", ()), armoury)]
    if "structure" in data:
        data["structure"] = tuple(data["structure"].items())
    return check_profile(Profile.read({"key": key, "name": key, **data}))


def _armed(names: Any, armoury: Mapping[str, Weapon]) -> list[Weapon]:
    """Weapons by name; a second copy is a second weapon (at43.shooting.each-weapon-once)."""
    found: dict[str, Weapon] = {}
    for name in names:
        if name not in armoury:
            raise ValueError(f"there is no weapon {quote(name)}: {CARD}")
        weapon, key, number = armoury[name], name, 2
        while key in found:
            key, number = f"{name}-{number}", number + 1
        found[key] = weapon if key == name else Weapon(**weapon.fields() | {"key": key, "name": f"{weapon.name} {number - 1}"})
    return list(found.values())


def check_profile(profile: Profile) -> Profile:
    """A ValueError for what a card cannot say."""
    check_bounds(profile, BOUNDS, {"radius": "half the base"}, LENGTHS)
    if profile.category not in CATEGORIES:
        raise ValueError(f"a fighter is infantry or afv, not {quote(profile.category)}: at43.core.vocabulary")
    if not profile.afv and profile.type not in (1, 2, 3):
        raise ValueError(f"infantry is of type 1, 2 or 3, not {profile.type}: at43.core.infantry-types")
    if profile.afv:
        wanted = {"propulsion", "frame", *(weapon.key for weapon in profile.weapons)}
        if {name for name, _ in profile.structure} != wanted or any(points < 1 for _, points in profile.structure):
            raise ValueError(f"a machine has structure points for {', '.join(sorted(wanted))}: at43.afv.structure-points")
    elif profile.structure:
        raise ValueError("a soldier has no structure points: at43.afv.structure-points")
    return profile


def _file(name: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DATA / "profiles" / f"{name}.yaml").read_text(encoding="utf-8"))
    return found


@cache
def weapons() -> dict[str, Weapon]:
    """The book's weapons by key (at43.profiles.weapons)."""
    return {key: read_weapon(key, raw) for key, raw in _file("weapons").items()}


@cache
def cards() -> dict[str, Profile]:
    """The book's fighters by key (at43.profiles.ranks-and-machines, at43.profiles.heroes)."""
    return {key: read_profile(key, raw, weapons()) for key, raw in _file("fighters").items()}
