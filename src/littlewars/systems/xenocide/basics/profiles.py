"""What figures are made of: guns, blades, troops with what they carry, vehicles with their mounts: plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from littlewars.engine.frozen import Bounds, Frozen, check_bounds, computed
from littlewars.engine.measures import INCH
from littlewars.kit.fields import profiles_of
from littlewars.untrusted import quote

DATA = Path(__file__).parent.parent / "data"
IN_SIGHT = 10_000 * INCH  # a long range of "LOS" (xenocide.weapon.long-range-los)
SPECIAL = "xenocide.stat.special-abilities"
ARCS = {"front": 90, "left": 90, "right": 90, "rear": 90, "front-half": 180, "turret": 360}  # xenocide.vehicle.arcs
LENGTHS = ("movement", "leap", "flying", "normal", "long", "length", "width")  # of stat lines, guns and hulls, in inches
HULL_WORDS = ("propulsion", "threshold", "room", "enclosure", "piloted", "attacks", "power")
read_file = cache(partial(profiles_of, DATA))
ABILITIES = read_file("abilities")  # with the rule that says what each does
SIZES = ((500, 1000), (750, 1500), (750, 2000), (1000, 3000))  # radius and height of troops by aspect (xenocide.core.bases)


class Gun(Frozen):
    """A missile weapon (xenocide.weapon.stats): `rate` dice, `power` (below 0 a weakness), `saves` of one hit (X#), `area` d3s
    of hits, ranges in thousandths, of grenades 12 inches (xenocide.grenade.range); `long` is 0 where there is none."""

    key: str
    name: str
    size: int
    rate: int = 1
    power: int = 0
    saves: int = 1
    area: int = 0
    normal: int = 0
    long: int = 0
    special: tuple[str, ...] = ()

    @computed
    def reach(self) -> int:
        """How far it shoots at all (xenocide.weapon.long-range)."""
        return max(self.normal, self.long)

    @computed
    def thrown(self) -> bool:
        """Is it a grenade (xenocide.grenade.size)?"""
        return "thrown" in self.special


class Blade(Frozen):
    """A melee weapon; `combi` is the gun of which it is a part (xenocide.size.combi), `integrated` ones are built in."""

    key: str
    name: str
    size: int
    power: int = 0
    combi: str = ""
    integrated: bool = False


class Mount(Frozen):
    """A place for a gun on a vehicle (xenocide.vehicle.mounts)."""

    weapon: Gun
    capacity: int
    accuracy: int
    arc: str = "turret"
    open: bool = False


class Hull(Frozen):
    """What a vehicle has and troops have not (xenocide.vehicle.stats)."""

    propulsion: str
    threshold: int
    length: int
    width: int
    room: int = 0
    enclosure: str = "closed"
    piloted: bool = False
    attacks: int = 0  # in melee, with the melee skill of the profile and this power (xenocide.vehicle.melee-own-attacks)
    power: int = 0
    mounts: tuple[Mount, ...] = ()


class Profile(Frozen):
    """A model: its stat line and what it carries (xenocide.unit.stats). `line` names the stat line, which loadouts share; of a
    vehicle `movement` is the base movement. Lengths are thousandths."""

    key: str
    name: str
    line: str
    movement: int
    faction: str = ""
    vp: int = 0
    leap: int = 0  # a second value for a grav pack (xenocide.grav.jump)
    flying: int = 0  # a second value for a flight pack (xenocide.flight.distance)
    wounds: int = 1
    armor: int = 0
    aspect: int = 0
    missile: int = 0
    melee: int = 0
    defense: int = 0
    strength: int = 0
    morale: int = 0
    capacity: int = 0
    hands: int = 2
    extra: int = 0
    abilities: tuple[str, ...] = ()
    guns: tuple[Gun, ...] = ()
    blades: tuple[Blade, ...] = ()
    hull: Hull | None = None

    def can(self, ability: str) -> bool:
        """Has it this special ability (xenocide.stat.special-abilities)?"""
        return ability in self.abilities

    @computed
    def vehicle(self) -> bool:
        """Does it use the vehicle rules (xenocide.vehicle.scope)?"""
        return self.hull is not None

    @computed
    def flies(self) -> bool:
        """Is it a flying vehicle (xenocide.vehicle.flying)?"""
        return self.hull is not None and self.hull.propulsion == "flying"

    @computed
    def radius(self) -> int:
        """Of its base; 0 for a hull (xenocide.core.bases)."""
        return 0 if self.hull else SIZES[max(0, min(self.aspect, 3))][0]

    @computed
    def height(self) -> int:
        """For looking over terrain (xenocide.core.bases)."""
        return SIZES[max(0, min(self.aspect, 3))][1]


def _bounds(of: str) -> Bounds:
    """What the numbers of a gun, of a stat line or of a hull may be."""
    found = read_file("bounds")[of].items()
    return {word: (low, in_inches(most) if word in LENGTHS else most, rule) for word, (low, most, rule) in found}


def in_inches(length: float | str | None) -> int:
    """A length as a file has it: none, in inches, or as far as anybody sees (xenocide.weapon.long-range)."""
    return IN_SIGHT if length == "LOS" else round(float(length or 0) * INCH)


GUN_BOUNDS, PROFILE_BOUNDS, HULL_BOUNDS = _bounds("gun"), _bounds("profile"), _bounds("hull")


def check_gun(gun: Gun) -> Gun:
    """A ValueError for a gun that cannot be."""
    check_bounds(gun, GUN_BOUNDS, {}, LENGTHS)
    if strange := sorted(set(gun.special) - {"thrown", "integrated", "indirect", "smoke"}):
        raise ValueError(f"a weapon has no mark {quote(strange[0])}: xenocide.weapon.special-abilities")
    return gun


def check_profile(profile: Profile) -> Profile:
    """A ValueError for a model that cannot be (xenocide.stat.special-abilities, xenocide.vehicle.stats)."""
    check_bounds(profile, PROFILE_BOUNDS, {}, LENGTHS)
    if strange := sorted(set(profile.abilities) - set(ABILITIES)):
        raise ValueError(f"there is no ability {quote(strange[0])}: xenocide.stat.special-abilities")
    if hull := profile.hull:
        if hull.propulsion not in read_file("drives"):
            raise ValueError(f"{quote(hull.propulsion)} is no propulsion: xenocide.vehicle.propulsion")
        if hull.enclosure not in ("open", "closed"):
            raise ValueError(f"a vehicle is open or closed, not {quote(hull.enclosure)}: xenocide.vehicle.open-closed")
        check_bounds(hull, HULL_BOUNDS, {}, LENGTHS)
        for mount in hull.mounts:
            check_mount(mount)
    for gun in profile.guns:
        check_gun(gun)
    return profile


def check_mount(mount: Mount) -> None:
    """What a mount may carry, and where it may fire (xenocide.vehicle.mounts, xenocide.vehicle.preloaded)."""
    if mount.arc not in ARCS:
        raise ValueError(f"{quote(mount.arc)} is no arc of fire: xenocide.vehicle.arcs")
    if mount.weapon.thrown or mount.weapon.size > mount.capacity + 1:
        raise ValueError(f"{mount.weapon.name} does not fit a mount of {mount.capacity}: xenocide.vehicle.preloaded")


def read_gun(key: str, raw: Mapping[str, Any]) -> Gun:
    """A gun as a file has it, in inches."""
    return check_gun(Gun.read(_called(key, raw) | {word: in_inches(raw.get(word)) for word in ("normal", "long")}))


def read_blade(key: str, raw: Mapping[str, Any]) -> Blade:
    """A melee weapon as a file has it."""
    return Blade.read(_called(key, raw))


def _called(key: str, raw: Mapping[str, Any]) -> dict[str, Any]:
    return {"key": key, "name": key.replace("-", " "), **{word: value for word, value in raw.items() if word != "from_text"}}


class Armoury(NamedTuple):
    """The weapons that models may carry: the book's, and a battle's own."""

    guns: Mapping[str, Gun]
    blades: Mapping[str, Blade]


def armed(carried: Sequence[str], armoury: Armoury) -> dict[str, Any]:
    """Guns and blades by name (xenocide.stat.equipment)."""
    if strange := [name for name in carried if name not in armoury.guns and name not in armoury.blades]:
        raise ValueError(f"there is no weapon {quote(strange[0])}: xenocide.stat.equipment")
    return {kind: [found[name].data() for name in carried if name in found] for kind, found in armoury._asdict().items()}


def read_profile(head: Mapping[str, Any], stats: Mapping[str, Any], carried: Sequence[str], armoury: Armoury) -> Profile:
    """A model from its stat line in inches; a hull makes it a vehicle, and its mounts carry the weapons."""
    data = {word: round(value * INCH) if word in LENGTHS else value for word, value in stats.items()}
    if "hull" not in data:
        return check_profile(Profile.read({**head, **data, **armed(carried, armoury)}))
    if len(sides := data.pop("hull")) != 2:
        raise ValueError("a hull has a length and a width: xenocide.vehicle.stats")
    length, width = (round(side * INCH) for side in sides)
    mounts = [{**mount, "weapon": armoury.guns[mount["weapon"]].data()} for mount in data.pop("mounts", ())]
    own = {word: data.pop(word) for word in HULL_WORDS if word in data}
    return check_profile(Profile.read({**head, **data, "hull": {**own, "length": length, "width": width, "mounts": mounts}}))


@cache
def armoury() -> Armoury:
    """The book's own weapons (xenocide.profiles.weapons-in-text)."""
    guns = {key: read_gun(key, raw) for key, raw in read_file("guns").items()}
    return Armoury(guns, {key: read_blade(key, raw) for key, raw in read_file("blades").items()})
