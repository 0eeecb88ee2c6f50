"""Mustering a force: units of troops with loadouts, and vehicles; what they cost and what is legal (xenocide.unit.squads,
xenocide.stat.victory-points), also to carry (xenocide.size.*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from littlewars.engine.measures import INCH
from littlewars.kit.muster import BaseMuster, Models, UnitReader, billed
from littlewars.muster import Breach, Card, Force, ModelBill, Node, Roster, RosterError, Row, UnitBill, misstated
from littlewars.muster.words import known_as, known_keys, optional_text, suggestion, texts
from littlewars.untrusted import quote

from ..basics.classes import LARGEST, SMALLEST, blow_power, class_of, difference
from ..basics.costs import SCALE, parts, ready, valued
from ..basics.profiles import IN_SIGHT, Gun, Hull, Mount, Profile, armed, armoury, check_mount, factions, guns

USUAL = range(3, 11)  # models of a squad (xenocide.unit.squads)
MOST_MODELS = 100  # of one kind: nobody can set up more
SQUADS = "xenocide.unit.squads"
POINTS = "xenocide.stat.victory-points"


class UnitDef(NamedTuple):
    """A unit of a roster."""

    name: str
    models: tuple[Models[Profile], ...]
    line: int

    @property
    def size(self) -> int:
        """How many models."""
        return sum(models.number for models in self.models)

    @property
    def is_single(self) -> bool:
        """Is it a commander or a vehicle by itself?"""
        return self.size == 1 and (self.models[0].profile.vehicle or self.models[0].profile.can("commander"))


class Reader(UnitReader[UnitDef]):
    """Reads squads and vehicles."""

    def unit(self, node: Node) -> UnitDef:
        """A squad, or a vehicle."""
        known_keys(node, ("name", "models", "vehicle", "weapons", "note"), "a unit")
        if node.find("vehicle") is not None:
            profile = self.vehicle(node)
            return UnitDef(optional_text(node, "name") or profile.name, (Models(profile, 1, node.line),), node.line)
        models = tuple(self.models(child) for child in node.get("models", "a unit").items("models"))
        if not models:
            raise RosterError("a unit has models", node.line)
        return UnitDef(node.get("name", "a unit").text("name"), models, node.line)

    def models(self, node: Node) -> Models[Profile]:
        """So many of one troop with one loadout, or with what they carry."""
        known_keys(node, ("troop", "loadout", "carries", "number"), "models")
        wanted = node.get("troop", "models")
        troop = wanted.text("troop")
        known = [key for key in ready() if key.partition("/")[0] == troop and not ready()[key].vehicle]
        if not known:
            lines = sorted({profile.line for profile in ready().values() if not profile.vehicle})
            raise RosterError(f"there is no troop {quote(troop)}{suggestion(troop, lines)}", wanted.line)
        number = self.number(node, MOST_MODELS, SQUADS)
        return Models(self._armed(node, troop, known), number, node.line)

    def _armed(self, node: Node, troop: str, known: list[str]) -> Profile:
        carried = texts(node, "carries")
        if carried:
            profile = ready()[known[0]]
            try:
                weapons = armed(carried, armoury())
            except ValueError as error:
                raise RosterError(str(error), node.line) from None
            words = "+".join(carried)
            own = {"key": f"{troop}/{words}", "name": f"{profile.name.partition(',')[0]}, {words}"}
            return valued(Profile.read({**profile.data(), **weapons, **own}))
        loadout = optional_text(node, "loadout")
        key = f"{troop}/{loadout}" if loadout else known[0]
        if key not in ready():
            names = [name.partition("/")[2] for name in known]
            raise RosterError(f"{troop} has no loadout {quote(loadout)}{suggestion(loadout, names)}", node.get("loadout").line)
        return ready()[key]

    def vehicle(self, node: Node) -> Profile:
        """A vehicle, perhaps with other weapons in its mounts (xenocide.vehicle.preloaded)."""
        vehicles = {key: profile for key, profile in ready().items() if profile.vehicle}
        profile = known_as(node.get("vehicle"), "vehicle", vehicles, "vehicle")
        weapons = texts(node, "weapons")
        return self._refitted(profile, weapons, node.get("weapons").line) if weapons else profile

    def _refitted(self, profile: Profile, weapons: tuple[str, ...], line: int) -> Profile:
        hull = profile.hull
        assert hull is not None
        if len(weapons) != len(hull.mounts):
            raise RosterError(f"{profile.name} has {len(hull.mounts)} mounts, not {len(weapons)}", line)
        if strange := [name for name in weapons if name not in guns()]:
            raise RosterError(f"there is no weapon {quote(strange[0])}{suggestion(strange[0], guns())}", line)
        pairs = zip(hull.mounts, weapons, strict=True)
        mounts = tuple(Mount(**mount.fields() | {"weapon": guns()[name]}) for mount, name in pairs)
        for mount in mounts:
            try:
                check_mount(mount)
            except ValueError as error:
                self.fault("xenocide.vehicle.preloaded", line, str(error))
        if mounts == hull.mounts:
            return profile
        key = f"{profile.key}/{'+'.join(weapons)}"
        return valued(Profile(**profile.fields() | {"key": key, "hull": Hull(**hull.fields() | {"mounts": mounts})}))


class Muster(BaseMuster[UnitDef]):
    """How Xenocide musters a force."""

    system, title, form, reader = "xenocide", "Xenocide: Firefight", SQUADS, Reader
    words = ("faction",)
    weapon_heads = ("Weapon", "Class", "Dice", "Power", "Range", "Remarks")

    def unit_bill(self, roster: Roster, unit: UnitDef) -> UnitBill:
        """What a unit costs: every model by the formula (xenocide.stat.victory-points)."""
        of = [(one, [(text, SCALE * worth) for text, worth in parts(one.profile)]) for one in unit.models]
        bills = [billed(one, one.profile.vp, found, POINTS) for one, found in of]
        return UnitBill(unit.name, unit.name, tuple(bills), sum(bill.total for bill in bills))

    def breaches(self, force: Force[UnitDef]) -> Iterator[Breach]:
        """Within the limit, of one faction, and nobody carries what he may not."""
        roster, total = force.roster, force.bill.total
        if total > roster.points:
            yield Breach(POINTS, roster.line, f"{total} victory points; {roster.points} were agreed")
        yield from misstated(roster.cost, total, POINTS, "the force")
        faction = roster.text("faction")
        if faction and faction not in factions():
            text = f"there is no faction {quote(faction)}{suggestion(faction, factions())}"
            yield Breach(SQUADS, roster.own["faction"].line, text)
            faction = ""
        for unit in force.units:
            for models in unit.models:
                if faction and models.profile.faction != faction:
                    yield Breach(SQUADS, models.line, f"{models.profile.name} does not fight for {factions()[faction]['name']}")
                for rule, text in carry_faults(models.profile):
                    yield Breach(rule, models.line, f"{models.profile.name}: {text}")
            if unit.size > 1 and any(models.profile.vehicle for models in unit.models):
                yield Breach("xenocide.vehicle.aspect", unit.line, f"{unit.name}: a vehicle is a unit of its own")

    def warnings(self, force: Force[UnitDef]) -> list[Breach]:
        """Squads have three to ten models; single commanders and vehicles are units of one (xenocide.unit.squads)."""
        odd = [unit for unit in force.units if unit.size not in USUAL and not unit.is_single]
        return [Breach(SQUADS, unit.line, f"{unit.name} has {unit.size} models; squads have 3 to 10") for unit in odd]

    def subtitle(self, force: Force[UnitDef]) -> str:
        """The faction."""
        return factions().get(force.roster.text("faction"), {}).get("name", "")

    def footer(self, force: Force[UnitDef]) -> str:
        """What to remember."""
        return "Low is good: a d10 at the number or less. Four markers, or as many as wounds are left, break a unit."

    def card(self, force: Force[UnitDef], unit: UnitDef, bill: UnitBill) -> Card:
        """A unit's card."""
        rows = [_row(models.profile, paid) for models, paid in zip(unit.models, bill.models, strict=True)]
        return Card(unit.name, (f"{unit.size} models",) if unit.size > 1 else (), f"{bill.total} VP", tuple(rows))


MUSTER = Muster()


# ---- the sheet

SHORT = {"movement": "Move", "damage threshold": "Threshold", "propulsion": "Drive"}  # of others the first word


def _row(profile: Profile, bill: ModelBill) -> Row:
    known = [(word, value.rstrip("″")) for word, value, _ in stats_of(profile) if value]
    stats = [(SHORT.get(word, word.split()[0].capitalize()), value) for word, value in known]
    weapons = [weapon_row(gun, profile.capacity) for gun in profile.guns]
    weapons += [(blade.name, "melee", "", f"{blow_power(profile, blade)}", "", "") for blade in profile.blades]
    for mount in profile.hull.mounts if profile.hull else ():
        weapons.append((*weapon_row(mount.weapon, mount.capacity)[:-1], f"{mount.arc}, accuracy {mount.accuracy}"))
    notes = tuple((word.replace("-", " "), "") for word in profile.abilities)
    return Row(bill, tuple(stats), tuple(weapons), notes)


def stats_of(profile: Profile) -> list[tuple[str, str, str]]:
    """What a model has, each with its value, if it has any, and its rule."""
    hull = profile.hull
    found = [("movement", f"{profile.movement / INCH:g}″", "xenocide.stat.movement")]
    found += [("armor", str(profile.armor), "xenocide.stat.armor"), ("aspect", str(profile.aspect), "xenocide.stat.aspect")]
    if hull is None:
        defense = f" ({profile.defense})" if profile.defense else ""
        found += [
            ("wounds", str(profile.wounds), "xenocide.stat.wounds"),
            ("missile skill", str(profile.missile), "xenocide.stat.missile-skill"),
            ("melee skill", f"{profile.melee}{defense}", "xenocide.stat.melee-skill"),
            ("strength", str(profile.strength), "xenocide.stat.strength"),
            ("morale", str(profile.morale), "xenocide.stat.morale"),
            ("capacity", str(profile.capacity), "xenocide.size.difference"),
        ]
    else:
        found += [
            ("damage threshold", str(hull.threshold), "xenocide.vehicle.disabled"),
            ("strength", str(profile.strength), "xenocide.vehicle.stats"),
            ("propulsion", hull.propulsion, "xenocide.vehicle.propulsion"),
            ("room", f"{hull.room}, {hull.enclosure}" if hull.room else "", "xenocide.vehicle.capacity"),
        ]
    return found


def weapon_row(gun: Gun, capacity: int) -> tuple[str, ...]:
    """A gun as a sheet prints it: name, class, dice, power, range, remarks."""
    far = "LOS" if gun.long == IN_SIGHT else f"{gun.long / INCH:g}" if gun.long else ""
    reach = f"{gun.normal / INCH:g}" + (f"/{far}" if far else "")
    power = f"{gun.power}" if gun.power >= 0 else f"Weak {-gun.power}"
    power += (f" X{gun.saves}" if gun.saves > 1 else "") + (f", {gun.area}d3 hits" if gun.area else "")
    return gun.name, class_of(gun, capacity).name, str(gun.rate), power, reach, ", ".join(gun.special)


LESSER = 2  # sizes between the parts of a combi-weapon (xenocide.size.combi)
Fault = tuple[str, str]  # the rule, and what is wrong


def carry_faults(profile: Profile) -> Iterator[Fault]:
    """What a troop carries that it may not; a vehicle's weapons are its mounts'."""
    if profile.hull is not None:
        return
    heavy = [gun for gun in profile.guns if difference(gun, profile.capacity) > SMALLEST]
    for gun in (gun for gun in heavy if gun.thrown):
        yield "xenocide.grenade.size", f"{gun.name} is too large to be thrown with capacity {profile.capacity}"
    if len(heavy) > 1:
        if any(difference(gun, profile.capacity) == LARGEST for gun in heavy):
            yield "xenocide.size.carry-limit", "whoever bears a crew's weapon carries no other that counts"
        yield "xenocide.size.carry-count", f"{len(heavy)} missile weapons that count; one is allowed"
    yield from _blade_faults(profile)


def _blade_faults(profile: Profile) -> Iterator[Fault]:
    counted = [blade for blade in profile.blades if not blade.integrated and not blade.combi]
    for blade in profile.blades:
        if blade.integrated and blade.size > profile.capacity:
            yield "xenocide.size.integrated", f"{blade.name} is too large to be built in"
        elif blade.size > profile.capacity + 1:
            yield "xenocide.meleeweapon.oversized", f"{blade.name} is too large for capacity {profile.capacity}"
        gun = next((gun for gun in profile.guns if gun.key == blade.combi), None)
        if blade.combi and gun is None:  # its gun is there, and one of them is two sizes smaller
            yield "xenocide.size.combi", f"{blade.name} is part of a weapon that is not carried: {blade.combi}"
        elif gun is not None and abs(gun.size - blade.size) < LESSER:
            yield "xenocide.size.combi", f"{blade.name} and {gun.name} are less than two sizes apart"
    if len(counted) > max(1, profile.hands):
        yield "xenocide.size.carry-count", f"{len(counted)} melee weapons for {profile.hands} hands"
