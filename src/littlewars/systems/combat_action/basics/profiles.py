"""What never changes in a battle: weapons, models and what they cost (combat-action.core.stats,
combat-action.core.weapon-stats, combat-action.setup.force). All numbers are ours; the screen has none
(combat-action.profiles.weapon-classes)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import floor
from typing import Any

from msgspec import convert

from littlewars.engine.frozen import Bounds, Frozen, check_bounds, computed
from littlewars.engine.measures import CENTIMETRES
from littlewars.kit.fields import profiles_of
from littlewars.untrusted import quote

from .numbers import AP, BONUSES, CM, DATA, LOCATIONS, SIZES, STANDARD_SHOTS, VEHICLE_SIZE

KINDS = ("living", "slave-robot", "autonomous-robot", "vehicle")
MELEE = ("close-combat", "heavy-close-combat")
STANDARD = ("pistol", "rifle", "assault")  # combat-action.actions.standard-fire
HEAVY = ("heavy", "very-heavy", "starcraft")  # combat-action.actions.heavy-fire
FIRED_BY = {"standard-fire": STANDARD, "sniping-fire": ("sniping",), "automatic-fire": (), "heavy-fire": HEAVY}
STATS = {"SS": "ss", "CS": "cs", "DS": "ds", "AP": "ap", "PF": "pf", "MV": "mv"}
ALL_ROUND = 18000


class Weapon(Frozen):
    """A weapon: its class, its Pen, and how it fires (combat-action.core.weapon-stats)."""

    key: str
    name: str
    kind: str
    pen: int
    auto: int = 0
    blast: int = 0
    reload: bool = False
    device: bool = False
    arc: int = ALL_ROUND  # half the angle (combat-action.los.lines)

    @computed
    def melee(self) -> bool:
        """May it only be used in contact?"""
        return self.kind in MELEE

    @computed
    def modes(self) -> tuple[str, ...]:
        """The firing actions that it may use (combat-action.actions.standard-fire, combat-action.actions.sniping-fire,
        combat-action.actions.automatic-fire, combat-action.actions.heavy-fire)."""
        bursts = self.auto and self.kind not in MELEE
        return tuple(mode for mode, kinds in FIRED_BY.items() if self.kind in kinds or (bursts and mode == "automatic-fire"))

    @computed
    def ranges(self) -> tuple[str, ...]:
        """The range categories it may be used in (combat-action.ranged.weapon-limits)."""
        return tuple(BONUSES.get(self.kind, ()))

    def bonus(self, band: str) -> int:
        """To hit at this range (combat-action.ranged.weapon-bonuses)."""
        return BONUSES[self.kind].get(band, 0)

    def dice(self, mode: str) -> int:
        """To-hit dice of a firing action (combat-action.actions.automatic-fire, combat-action.actions.heavy-fire)."""
        return self.auto if self.auto and mode in ("automatic-fire", "heavy-fire") else 1


class Profile(Frozen):
    """A model: its values and what it carries (combat-action.core.stats). Lengths are thousandths; a square base has a length
    and a width, a round one only a radius."""

    key: str
    name: str
    kind: str
    size: str
    pf: int
    mv: int
    height: int
    ss: int = 0
    cs: int = 0
    ds: int = 0
    ap: int = AP
    radius: int = 0
    length: int = 0
    width: int = 0
    weapons: tuple[Weapon, ...] = ()
    gear: tuple[str, ...] = ()
    officer: bool = False
    walker: bool = False
    flyer: bool = False
    open: bool = False
    crew: tuple[str, ...] = ()
    passengers: int = 0
    absent: tuple[str, ...] = ()

    @computed
    def living(self) -> bool:
        """Is it a living creature?"""
        return self.kind == "living"

    @computed
    def vehicle(self) -> bool:
        """Is it driven by a crew?"""
        return self.kind == "vehicle"

    @computed
    def slave(self) -> bool:
        """Is it controlled by somebody (combat-action.robots.kinds)?"""
        return self.kind == "slave-robot"

    @computed
    def machine(self) -> bool:
        """Does it use the machine damage table: a vehicle or a robot (combat-action.robots.kinds)?"""
        return self.kind != "living"

    @computed
    def measures(self) -> tuple[int, ...]:
        """What its base is drawn by: a radius, or length and width."""
        return (self.radius,) if self.radius else (self.length, self.width)

    @computed
    def size_modifier(self) -> int:
        """To be hit: the larger of the fitting lines (combat-action.ranged.size)."""
        size = SIZES.get(self.size, 0)
        return max(size, VEHICLE_SIZE) if self.kind == "vehicle" else size

    @computed
    def locations(self) -> tuple[str, ...]:
        """The lines of the damage table that it has (combat-action.machine-damage.locations)."""
        missing = set(self.absent) | (set() if self.kind == "vehicle" and self.passengers else {"hold"})
        if not self.weapons:
            missing |= {"weapon-system", "ammunition-feed"}
        return tuple(place for place in LOCATIONS if place not in missing)


BOUNDS: Bounds = {
    "pf": (0, 20, "combat-action.core.stats"),
    "mv": (0, 100 * CM, "combat-action.core.stats"),
    "height": (1, 50 * CM, "combat-action.core.stats"),
    "ap": (0, 6, "combat-action.actions.allowance"),
    "passengers": (0, 30, "combat-action.units.aboard"),
}
SCORES: Bounds = dict.fromkeys(("ss", "cs", "ds"), (2, 6, "combat-action.core.stats"))
WEAPON_BOUNDS: Bounds = {
    "pen": (0, 20, "combat-action.core.weapon-stats"),
    "auto": (0, 10, "combat-action.core.weapon-stats"),
    "blast": (0, 20 * CM, "combat-action.core.weapon-stats"),
    "arc": (1, ALL_ROUND, "combat-action.los.lines"),
}


def check_profile(profile: Profile) -> Profile:
    """A ValueError for a model that cannot be (combat-action.core.stats)."""
    words = {field: word for word, field in STATS.items()}
    check_bounds(profile, BOUNDS, words, ("mv", "height"))
    check_bounds(profile, {name: bound for name, bound in SCORES.items() if getattr(profile, name)}, words)
    if profile.kind not in KINDS:
        raise ValueError(f"there is no kind {quote(profile.kind)}: combat-action.core.stats")
    if profile.size not in SIZES:
        raise ValueError(f"there is no size {quote(profile.size)}: combat-action.ranged.size")
    if not (0 < profile.radius <= 10 * CM or (0 < profile.length <= 40 * CM and 0 < profile.width <= 40 * CM)):
        raise ValueError("a base is a number or two, not that large: combat-action.core.measuring")
    if strange := [word for word in profile.gear if word not in GEAR]:
        raise ValueError(f"there is no gear {quote(strange[0])}: combat-action.core.stats")
    if strange := [word for word in profile.absent if word not in LOCATIONS]:
        raise ValueError(f"there is no location {quote(strange[0])}: combat-action.machine-damage.locations")
    for weapon in profile.weapons:
        check_weapon(weapon)
    return profile


def check_weapon(weapon: Weapon) -> Weapon:
    """A ValueError for a weapon that cannot be (combat-action.core.weapon-stats)."""
    if weapon.kind not in BONUSES:
        raise ValueError(f"there is no weapon class {quote(weapon.kind)}: combat-action.profiles.weapon-classes")
    check_bounds(weapon, WEAPON_BOUNDS, {}, ("blast",))
    return weapon


def read_weapon(key: str, raw: Mapping[str, Any]) -> Weapon:
    """A weapon as a file has it, in centimetres, or whole as a described battle has it."""
    if "key" in raw:
        return check_weapon(Weapon.read(raw))
    data = {"key": key, "name": key.replace("-", " "), **raw}
    data["kind"] = data.pop("class", data.get("kind"))
    if "blast" in data:
        data["blast"] = CENTIMETRES.read(data["blast"], "blast")
    return check_weapon(Weapon.read(data))


def read_profile(key: str, raw: Mapping[str, Any], armoury: Mapping[str, Weapon]) -> Profile:
    """A model as a file has it, in centimetres with its weapons by name, or whole as a described battle has it."""
    if "key" in raw:
        return check_profile(Profile.read(raw))
    data = {"key": key, "name": key.replace("-", " "), **raw}
    base, carried = data.pop("base", 2.5), convert(data.pop("weapons", ()), tuple[str, ...])  # a diameter, or width and length
    data |= {field: data.pop(word) for word, field in STATS.items() if word in data}
    data |= {word: CENTIMETRES.read(data[word], word) for word in ("mv", "height") if word in data}
    if strange := [name for name in carried if name not in armoury]:
        raise ValueError(f"there is no weapon {quote(strange[0])}: combat-action.core.weapon-stats")
    data["weapons"] = [armoury[name].data() for name in carried]
    if isinstance(base, int | float):
        return check_profile(Profile.read(data | {"radius": CENTIMETRES.read(base, "base") // 2}))
    width, length = CENTIMETRES.read_point(base, "base")
    return check_profile(Profile.read(data | {"length": length, "width": width}))


@cache
def weapons() -> dict[str, Weapon]:
    """All weapons by key (combat-action.profiles.weapon-classes)."""
    return {key: read_weapon(key, raw) for key, raw in profiles_of(DATA, "weapons").items()}


@cache
def ready() -> dict[str, Profile]:
    """All models by key."""
    return {key: read_profile(key, raw, weapons()) for key, raw in profiles_of(DATA, "models").items()}


# ---- points by one formula (combat-action.setup.force)

REACH = {"CC": 0.5, "PB": 0.5, "S": 1.0, "L": 2.0, "VL": 1.0, "BF": 0.5, "UL": 0.0}  # what a range category is worth
AREA, RELOAD, DEVICE, OFFICER = 1.5, 0.5, 2, 10
COMM_LINK, CONTROLLER = "comm-link", "robot-controller"
GEAR = {COMM_LINK: 2, CONTROLLER: 3}
SKILL_FROM, CREW_SKILL = 7, 4
PASSENGER, FLYER = 2, 10
KIND = {"autonomous-robot": 10, "slave-robot": -10}


@cache
def weapon_worth(weapon: Weapon) -> float:
    """A weapon before the skill of whoever uses it."""
    dice = max(weapon.auto, STANDARD_SHOTS if weapon.kind in STANDARD else 1)
    reach = sum(REACH[band] for band in weapon.ranges if not (band == "CC" and weapon.kind == "pistol"))
    area, reload = AREA if weapon.blast else 1, RELOAD if weapon.reload else 1
    bonuses = sum(weapon.bonus(band) for band in REACH)
    return (weapon.pen + 1) * dice * reach / 4 * area * reload + bonuses / 2 + (DEVICE if weapon.device else 0)


@cache
def parts(profile: Profile) -> tuple[tuple[str, float], ...]:
    """What a model's points are made of, before they are rounded."""
    ss, cs = (CREW_SKILL, CREW_SKILL) if profile.vehicle else (profile.ss, profile.cs or profile.ss)
    guns = sum(weapon_worth(weapon) for weapon in profile.weapons if not weapon.melee) * (SKILL_FROM - ss) / 3
    blades = sum(weapon_worth(weapon) for weapon in profile.weapons if weapon.melee) * (SKILL_FROM - cs) / 3
    arms = [("weapons", guns), ("close combat", blades)]
    if profile.living:
        body = (profile.pf**2 / 3 + (SKILL_FROM - profile.ds) / 2 * bool(profile.ds) + profile.mv / CM / 6) * profile.ap / AP
        gear = sum(GEAR[word] for word in profile.gear)
        found = [("body", body), *arms, ("gear", gear), ("officer", OFFICER if profile.officer else 0)]
    else:
        found = [("hull", 4.0 * profile.pf), ("speed", profile.mv / CM / 3), *arms, ("room", PASSENGER * profile.passengers)]
        found += [("mind", KIND.get(profile.kind, 0)), ("flight", FLYER if profile.flyer else 0)]
    return tuple((name, worth) for name, worth in found if worth)


@cache
def points(profile: Profile) -> int:
    """A model's points, rounded half up (combat-action.setup.force)."""
    return max(0, floor(sum(worth for _, worth in parts(profile)) + 0.5))
