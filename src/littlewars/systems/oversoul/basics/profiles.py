"""Profiles: what a model is, immutable, split from what happens to it. Rules ask a profile for properties, never for names.

State is encoded by key: `registry[key]` gives the profile back. Keys read "unit id/model name". Distances are thousandths of an
inch, angles centidegrees.

>>> ready_profiles()["steel-ravens/Trooper with SAW"].weapons[0].pierces
1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from types import MappingProxyType
from typing import Any, Literal

from littlewars.engine.frozen import Frozen, computed
from littlewars.engine.measures import INCH
from littlewars.engine.types import Mod
from littlewars.muster import read_file

from .attributes import DATA, Attribute, Bought, Roll, best_of_families
from .costs import is_exhaustible, link_groups, model_bill, on_weapon, own
from .definitions import FacingName, Kind, ModelDef, Reader, UnitDef
from .ladder import LADDER, VEHICLE_MOVE, Footprint, default_base, lower, payload_share, trooper_move

LOOSE_FRONT = 9000  # half angle of the front facing: loose troopers, Walkers (oversoul.facing.loose-trooper)
NARROW_FRONT = 4500  # tight troopers, vehicles, artillery weapons (oversoul.facing.vehicle, oversoul.tight.facings)
CENTRE_LINE: Mapping[str, int] = MappingProxyType({"front": 0, "right": 9000, "rear": 18000, "left": 27000})
NORMAL_TURNS = 1  # of 45 degrees, in a vehicle's Move (oversoul.move.vehicle-turn)

# Properties that attributes declare and a profile has under the same name; lengths are declared in inches.
FLAGS = (
    "flying", "hover", "amphibious", "waterborne", "submersible", "sailed", "mounted", "walker", "pivot", "leader", "tight",
    "no_morale",
)  # fmt: skip
NUMBERS = ("melee_pierces", "armour", "lucky", "magic")
LENGTHS = ("fearsome", "jump", "jump_height")

Template = int | Literal["flame"] | None


class Weapon(Frozen):
    """A ranged weapon: own, built in, exhaustible, payload, or an artillery weapon's barrel."""

    name: str
    die: int
    range: int = 0  # R in thousandths; long range is twice as far (oversoul.ranged.range-bands)
    facing: FacingName = "front"
    arc: int = LOOSE_FRONT  # half angle about the centre line; of a trooper's weapon that of his own front facing
    template: Template = None  # diameter, or "flame" (oversoul.attr.template-round, oversoul.attr.template-flame)
    reload: int = 0  # turns
    uses: int | None = None  # shots in the game; None: no limit
    link: str = ""  # name of its fire linked group
    artillery: Literal["linear", "arcing"] | None = None
    submersible: bool = False  # fires when submerged and at submerged targets
    mods: tuple[Mod, ...] = ()  # on every attack roll with it
    steady: tuple[Mod, ...] = ()  # on attack rolls of a bearer that does not move this turn
    pierces: int = 0  # the armour it can damage whatever its die: 0, 1 heavy, 2 super heavy
    built_in: bool = True  # the bearer's own weapon, fired with his die; False: payload or exhaustible

    @property
    def centre(self) -> int:
        """The middle of its arc, clockwise from the bearer's facing."""
        return CENTRE_LINE[self.facing]


class Profile(Frozen):
    """A kind of model with everything the rules may ask about it."""

    key: str
    name: str
    kind: Kind
    die: int
    move: int = 0  # MOVE before spells and damage; of a rider on an independent mount, when he is alone on foot
    base: Footprint = 500  # radius of a disc, or (length, width) of a box
    cost: int = 0  # of one; a quarter of it are its victory points
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()  # to show; rules ask the properties below
    # fighting
    fights: bool = True  # may make melee attacks (oversoul.build.base-equipment)
    melee_mods: tuple[Mod, ...] = ()
    melee_pierces: int = 0
    melee_template: int = 0  # diameter of a round template laid in melee
    recovery_mods: tuple[Mod, ...] = ()
    morale_mods: tuple[Mod, ...] = ()
    armour: int = 0  # 0, 1 heavy, 2 super heavy
    sharpshooter: bool = False  # shoots better when it has not moved (already in Weapon.steady)
    lucky: int = 0  # rerolls in the game
    magic: int = 0  # spell budget; above 0: a caster
    fearsome: int = 0  # distance at which it frightens
    # moving
    can_run: bool = True
    can_go_prone: bool = True  # of a rider on an independent mount: once he is alone
    flying: bool = False
    hover: bool = False
    jump: int = 0  # distance
    jump_height: int = 0
    amphibious: bool = False
    waterborne: bool = False
    submersible: bool = False
    sailed: bool = False
    mounted: bool = False
    mount: str = ""  # name of the independent mount; "" with mounted: a common steed
    walker: bool = False
    turns: int = 0  # 45 degree turns in a Move; 0: turns freely
    pivot: bool = False  # may turn on the spot before moving instead
    facings: int = 2  # 2 (front, rear) or 4
    front: int = LOOSE_FRONT  # half angle of the front facing while in its usual order
    # belonging
    leader: bool = False
    tight: bool = False
    no_morale: bool = False  # makes no Morale rolls (attribute; leaders and vehicles are exempt by their own rules)
    counts: bool = True  # counts for unit size and the Morale die; an artillery weapon does not
    crew: int = 0  # crewmen it has by itself; 1 for a vehicle
    payload: Fraction = Fraction(0)  # share used by its weapons

    @computed
    def is_trooper(self) -> bool:
        """Is it a trooper or an independent mount (oversoul.basics.terms-trooper)?"""
        return self.kind == "trooper" or self.kind == "mount"

    @computed
    def is_vehicle(self) -> bool:
        """Is it a vehicle (oversoul.basics.terms-vehicle)?"""
        return self.kind == "vehicle"

    @computed
    def is_gun(self) -> bool:
        """Is it an artillery weapon (oversoul.basics.terms-artillery)?"""
        return self.kind == "artillery-weapon"

    @computed
    def stats(self) -> tuple[object, ...]:
        """What must be the same for models to be identical: die, attributes, range (oversoul.tight.hit-allocation)."""
        return self.die, tuple(sorted(self.attributes)), tuple(weapon.range for weapon in self.weapons)


Registry = dict[str, Profile]


def mods(attributes: Iterable[Attribute], roll: Roll) -> tuple[Mod, ...]:
    """The modifiers that attributes give to a kind of roll (oversoul.basics.modifier-stacking)."""
    return tuple(Mod(a.name, m.value, m.rule) for a in attributes for m in a.mods if m.roll == roll)


def properties(attributes: Iterable[Attribute]) -> dict[str, int]:
    """All properties that attributes set."""
    return {key: value for attribute in attributes for key, value in attribute.sets.items()}


def base_move(kind: Kind, die: int, sets: Mapping[str, int], common_steed: bool) -> int:
    """MOVE after steps 1 to 3 (oversoul.basics.move-modifier-order): table or neighbour, steed, vehicle Fast / Slow."""
    if kind == "artillery-weapon":
        return 0
    if kind == "vehicle":
        return max(0, VEHICLE_MOVE.get(die, 0) + sets.get("vehicle_move", 0)) * INCH
    return (trooper_move(die, sets.get("move_steps", 0)) + (sets.get("steed_move", 0) if common_steed else 0)) * INCH


def payload_dice(model: ModelDef) -> list[tuple[str, int]]:
    """The dice that its weapons count as; an exhaustible one as the next lower die (oversoul.attr.exhaustible-payload)."""
    lowered = {weapon.name: lower(weapon.die) for weapon in model.weapons if is_exhaustible(model, weapon)}
    return [(weapon.name, lowered.get(weapon.name) or weapon.die) for weapon in model.weapons]


def payload_of_weapons(model: ModelDef) -> Fraction:
    """The share of a hull that its weapons take (oversoul.build.payload-combination); nothing if one does not fit."""
    shares = [payload_share(model.die, die) for _, die in payload_dice(model)]
    return Fraction(0) if None in shares else sum((share for share in shares if share), Fraction(0))


def _weapon(bought: Sequence[Bought], steady: tuple[Mod, ...], arc: int, **given: Any) -> Weapon:
    """A weapon from what was bought for it."""
    best = best_of_families(b.attribute for b in bought if b.attribute.weapon)
    sets = properties(best)
    return Weapon(
        **given,
        arc=max(arc, sets.get("arc", 0) * 100),
        template="flame" if sets.get("flame") else sets.get("template", 0) * INCH or None,
        reload=max((b.number for b in bought), default=0),
        uses=sets.get("uses"),
        submersible=bool(sets.get("submersible")),
        mods=mods(best, "ranged"),
        steady=() if sets.get("pierces") else steady,  # oversoul.attr.sharpshooter-heavy
        pierces=sets.get("pierces", 0),
    )


def _weapons(model: ModelDef, front: int, steady: tuple[Mod, ...]) -> tuple[Weapon, ...]:
    """All weapons of a model: its own, if it has R above 0 or a flame template, then those listed, with dice of their own
    (oversoul.ranged.weapon-required, oversoul.build.vehicle-built-in-weapon, oversoul.ranged.vehicle-weapon-stats,
    oversoul.basics.vehicle-dice)."""
    found, gun, mine = [], model.kind == "artillery-weapon", own(model)
    flame = any(b.attribute.sets.get("flame") for b in mine)
    if model.range or flame:
        bought = [b for b in mine if not (flame and b.attribute.family == "template")]
        kind = model.artillery if gun else None
        name = model.name if gun else "own weapon"
        found.append(_weapon(bought, steady, front, name=name, die=model.die, range=model.range * INCH, artillery=kind))
    for weapon in model.weapons:
        link = next((str(place) for place, group in enumerate(link_groups(model), 1) if weapon.name in group), "")
        facts = {"name": weapon.name, "die": weapon.die, "range": weapon.range * INCH, "facing": weapon.facing}
        found.append(_weapon(on_weapon(model, weapon), steady, front, **facts, link=link, built_in=False))
    return tuple(found)


def build_profile(key: str, model: ModelDef) -> Profile:
    """The profile of a kind of model."""
    best = best_of_families(b.attribute for b in own(model))
    body = [attribute for attribute in best if not attribute.weapon]
    sets = properties(body)
    vehicle, gun, walker = model.kind == "vehicle", model.kind == "artillery-weapon", bool(sets.get("walker"))
    steed = bool(sets.get("mounted")) and not model.mount
    wide = not (gun or sets.get("tight") or (vehicle and not walker))
    front = LOOSE_FRONT if wide else NARROW_FRONT
    weapons = _weapons(model, front, mods(body, "steady"))
    declared: dict[str, Any] = {name: bool(sets.get(name)) for name in FLAGS}
    declared |= {name: sets.get(name, 0) for name in NUMBERS}
    declared |= {name: sets.get(name, 0) * INCH for name in LENGTHS}
    return Profile(
        **declared,
        key=key,
        name=model.name,
        kind=model.kind,
        die=model.die,
        move=base_move(model.kind, model.die, sets, steed),
        base=model.base or default_base(model.kind, model.die, steed),
        cost=model_bill(model).each,
        weapons=weapons,
        spells=model.spells,
        attributes=tuple(b.label + (f" ({', '.join(b.on)})" if b.on else "") for b in model.bought),
        fights=not gun,
        melee_mods=mods(body, "melee"),
        melee_template=0 if model.range or gun else properties(best).get("template", 0) * INCH,
        recovery_mods=mods(body, "recovery"),
        morale_mods=mods(body, "morale"),
        sharpshooter=any(weapon.steady for weapon in weapons),
        can_run=not (vehicle or gun or sets.get("no_run")),
        can_go_prone=model.kind == "trooper" and not steed,
        mount=model.mount,
        turns=sets.get("turns", NORMAL_TURNS) if vehicle and not walker else 0,
        facings=2 if wide else 4,
        front=front,
        counts=not gun,
        crew=1 if vehicle else 0,
        payload=payload_of_weapons(model) if vehicle else Fraction(0),
    )


def register(registry: Registry, unit: UnitDef, model: ModelDef) -> str:
    """The key of a model's profile, entered into a game's registry; another profile of that name gets a number."""
    stem = key = f"{unit.ready or unit.id}/{model.name}"
    number = 1
    while True:
        profile = build_profile(key, model)
        if registry.setdefault(key, profile) == profile:
            return key
        number += 1
        key = f"{stem} #{number}"


@cache
def ready_units() -> Mapping[str, UnitDef]:
    """The units that come with the system, by id."""
    units: dict[str, UnitDef] = {}
    for path in sorted((DATA / "profiles").glob("*.yaml")):
        reader = Reader()
        for node in read_file(path).get("units", path.name).items("units"):
            unit = reader.unit(node)
            if reader.faults or unit.id in units:
                raise ValueError(f"{path.name}: {reader.faults[0] if reader.faults else unit.id + ' occurs twice'}")
            units[unit.id] = unit
    return MappingProxyType(units)


@cache
def ready_profiles() -> Mapping[str, Profile]:
    """The profiles that come with the system, by key; summoned troopers included."""
    registry: Registry = {}
    for unit in ready_units().values():
        for model in unit.models:
            register(registry, unit, model)
    for die in LADDER:
        registry[summoned_key(die)] = summoned(die)
    return MappingProxyType(registry)


def new_registry() -> Registry:
    """A registry for one game: the ready profiles, to which rosters and scenarios add their own."""
    return dict(ready_profiles())


def summoned_key(die: int) -> str:
    """The key of a summoned trooper."""
    return f"summoned/d{die}"


def summoned(die: int) -> Profile:
    """A basic trooper without attributes and ranged weapon, that costs nothing (oversoul.profiles.summoned-trooper)."""
    model = ModelDef(name=f"Summoned d{die}", line=0, kind="trooper", count=1, die=die)
    fields = build_profile(summoned_key(die), model).fields()
    return Profile(**{**fields, "cost": 0})
