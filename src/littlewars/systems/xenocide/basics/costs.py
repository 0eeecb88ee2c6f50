"""Victory points by one formula, ours (xenocide.stat.victory-points): the book has neither lists nor values."""

from __future__ import annotations

from functools import cache
from math import floor

from littlewars.engine.measures import INCH

from .classes import blow_power, class_of
from .profiles import Gun, Hull, Profile, read_file, read_troop, read_vehicle

SCALE = 2
BODY, ARMOR_FROM, ASPECT_FROM = 115, 10, 3.0
PACKS = {"grav-pack": 2, "flight-pack": 3, "teleporter": 4}
NERVE, NERVE_FROM, BRAVE, COMMAND = 2, 4, 1, 10
BLOW, BLOW_FROM = 20, 6
GUN, GUN_FROM, AREA = 8, 8, 2.5
HANDLING = {"S-2": 1.1, "S-1": 1.1, "S0": 1.0, "S+1": 0.8, "S+2": 0.6}
REACHES = ((12, 0.5), (24, 1.0))
FARTHER = 1.5
SPARE = 0.5  # of every gun but the dearest
HULL_ARMOR_FROM = 2
CRASHES = 0.3  # of the body of a flyer: what disables it destroys it
DRIVES = {"hover": 4, "flying": 2}
SEAT = 1.0  # who rides behind walls is safer, who rides in the open fires, and answers before his vehicle suffers
Part = tuple[str, float]


def gun_worth(gun: Gun, skill: int, capacity: int) -> float:
    """What a gun is worth in hands of this skill and capacity."""
    reach = next((worth for far, worth in REACHES if gun.normal <= far * INCH), FARTHER)
    shot = gun.rate * (1 + gun.saves) / 2 * max(1, AREA * gun.area)
    return shot * skill * max(1, GUN_FROM + gun.power) * reach * HANDLING[class_of(gun, capacity).name] / GUN


def parts(profile: Profile) -> list[Part]:
    """What a model's value is made of, before it is doubled and rounded."""
    if profile.hull:
        return _hull_parts(profile, profile.hull)
    body = profile.wounds * BODY / (max(1, ARMOR_FROM - profile.armor) * max(1, ASPECT_FROM + profile.aspect))
    legs = profile.movement / INCH / 2 + sum(worth for pack, worth in PACKS.items() if profile.can(pack))
    nerve = NERVE * (profile.morale - NERVE_FROM) + BRAVE * profile.can("brave") + COMMAND * profile.can("commander")
    powers = [blow_power(profile, blade) for blade in profile.blades] or [blow_power(profile, None)]
    powers += [max(powers)] * profile.extra
    melee = sum((profile.melee + profile.defense) * (BLOW_FROM + power) / BLOW for power in powers)
    worth = sorted((gun_worth(gun, profile.missile, profile.capacity) for gun in profile.guns), reverse=True)
    guns = worth[0] + SPARE * sum(worth[1:]) if worth else 0.0
    return [("body", body), ("legs", legs), ("nerve", nerve), ("melee", melee), ("guns", guns)]


def _hull_parts(profile: Profile, hull: Hull) -> list[Part]:
    guns = sum(gun_worth(mount.weapon, mount.accuracy, mount.capacity) for mount in hull.mounts)
    return [
        ("body", hull.threshold * max(1, profile.armor - HULL_ARMOR_FROM) * (CRASHES if profile.flies else 1)),
        ("speed", profile.movement / INCH / 2 + DRIVES.get(hull.propulsion, 0)),
        ("bulk", profile.strength / 2),
        ("carry", hull.room * SEAT),
        ("guns", guns),
    ]


def valued(profile: Profile) -> Profile:
    """The same model, with its value (xenocide.stat.victory-points)."""
    return Profile(**profile.fields() | {"vp": floor(SCALE * sum(worth for _, worth in parts(profile)) + 0.5)})


@cache
def ready() -> dict[str, Profile]:
    """Everybody who comes with the book: troops as `troop/loadout`, vehicles by name (xenocide.profiles.troops-in-text,
    xenocide.profiles.vehicles-in-text)."""
    found = [read_troop(key, raw, loadout) for key, raw in read_file("troops").items() for loadout in raw["loadouts"]]
    found += [read_vehicle(key, raw) for key, raw in read_file("vehicles").items()]
    return {profile.key: valued(profile) for profile in found}
