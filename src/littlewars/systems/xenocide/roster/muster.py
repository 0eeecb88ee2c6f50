"""Mustering a force: units of troops with loadouts, and vehicles; what is legal (xenocide.unit.squads, xenocide.size.*), and
what they cost by one formula, ours: the book has no values (xenocide.stat.victory-points)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import SimpleNamespace
from typing import NamedTuple

from littlewars.engine.measures import INCH
from littlewars.kit.muster import BaseMuster, Models, UnitReader, billed
from littlewars.muster import Breach, Force, ModelBill, Node, Roster, RosterError, Row, UnitBill, UnitSheet, overspent
from littlewars.muster.words import known_as, known_keys, optional_text, suggestion, texts
from littlewars.untrusted import quote

from ..basics.numbers import LARGEST, SMALLEST, blade_hands, blow_power, class_of, difference
from ..basics.profiles import IN_SIGHT, Gun, Hull, Mount, Profile, armed, armoury, check_mount, read_file, read_profile

USUAL = range(3, 11)  # models of a squad (xenocide.unit.squads)
MOST_MODELS = 100  # of one kind: nobody can set up more
SQUADS = "xenocide.unit.squads"
POINTS = "xenocide.stat.victory-points"
LESSER = 2  # sizes between the parts of a combi-weapon (xenocide.size.combi)
DEFAULT, RUNS = "xenocide.orders.default", ("standard", "run")
SHORT = {"movement": "Move", "damage threshold": "Threshold", "propulsion": "Drive"}  # of other stats the first word
VP = SimpleNamespace(**read_file("vp"))  # what makes up what a model is worth


def gun_worth(gun: Gun, skill: int, capacity: int) -> float:
    """What a gun is worth in hands of this skill and capacity."""
    reach = next((worth for far, worth in VP.reaches if gun.normal <= far * INCH), VP.farther)
    shot = gun.rate * (1 + gun.saves) / 2 * max(1, VP.area * gun.area)
    return float(shot * skill * max(1, VP.gun_from + gun.power) * reach * class_of(gun, capacity).worth / VP.gun)


def parts(profile: Profile) -> list[tuple[str, float]]:
    """What a model's value is made of, before it is doubled and rounded."""
    hull, legs = profile.hull, profile.movement / INCH / 2
    if hull is not None:
        return [
            ("body", hull.threshold * max(1, profile.armor - VP.hull_armor_from) * (VP.crashes if profile.flies else 1)),
            ("speed", legs + VP.drives.get(hull.propulsion, 0)),
            ("bulk", profile.strength / 2),
            ("carry", hull.room * VP.seat),
            ("guns", sum(gun_worth(mount.weapon, mount.accuracy, mount.capacity) for mount in hull.mounts)),
        ]
    body = profile.wounds * VP.body / (max(1, VP.armor_from - profile.armor) * max(1, VP.aspect_from + profile.aspect))
    legs += sum(worth for pack, worth in VP.packs.items() if profile.can(pack))
    nerve = VP.morale * (profile.morale - VP.morale_from)
    nerve += VP.brave * profile.can("brave") + VP.commander * profile.can("commander")
    powers = [blow_power(profile, blade) for blade in profile.blades] or [blow_power(profile, None)]
    powers += [max(powers)] * profile.extra
    melee = sum((profile.melee + profile.defense) * (VP.blow_from + power) / VP.blow for power in powers)
    worth = sorted((gun_worth(gun, profile.missile, profile.capacity) for gun in profile.guns), reverse=True)
    shots = worth[0] + VP.spare * sum(worth[1:]) if worth else 0.0
    return [("body", body), ("legs", legs), ("nerve", nerve), ("melee", melee), ("guns", shots)]


def valued(profile: Profile) -> Profile:
    """The same model, with its value (xenocide.stat.victory-points)."""
    return Profile(**profile.fields() | {"vp": int((VP.scale * sum(worth for _, worth in parts(profile)) + 0.5) // 1)})


@cache
def ready() -> dict[str, Profile]:
    """The book's own: `troop/loadout`, and vehicles (xenocide.profiles.troops-in-text, xenocide.profiles.vehicles-in-text)."""
    found: dict[str, Profile] = {}
    for line, raw in {**read_file("troops"), **read_file("vehicles")}.items():
        head = {"line": line, "faction": raw["faction"], "abilities": raw.get("abilities", ())}
        stats = raw["stats"] | {word: raw[word] for word in ("mounts",) if word in raw}
        loadouts = raw.get("loadouts", {"": ()})
        for loadout, carried in loadouts.items():
            key = f"{line}/{loadout}" if loadout else line
            name = f"{raw['name']}, {loadout.replace('-', ' ')}" if len(loadouts) > 1 else raw["name"]
            found[key] = valued(read_profile({**head, "key": key, "name": name}, stats, carried, armoury()))
    return found


class UnitDef(NamedTuple):
    """A unit of a roster."""

    name: str
    models: tuple[Models[Profile], ...]
    line: int

    @property
    def size(self) -> int:
        """How many models."""
        return sum(models.number for models in self.models)


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
        troops = {profile.line: profile.line for profile in ready().values() if not profile.vehicle}
        troop = known_as(node.get("troop", "models"), "troop", troops, "troop")
        loadouts = {key.partition("/")[2]: profile for key, profile in ready().items() if profile.line == troop}
        number = self.number(node, MOST_MODELS, SQUADS)
        usual = next(iter(loadouts.values()))
        if carried := texts(node, "carries"):
            try:
                weapons = armed(carried, armoury())
            except ValueError as error:
                raise RosterError(str(error), node.line) from None
            words = "+".join(carried)
            own = {"key": f"{troop}/{words}", "name": f"{usual.name.partition(',')[0]}, {words}"}
            return Models(valued(Profile.read({**usual.data(), **weapons, **own})), number, node.line)
        loadout = optional_text(node, "loadout")
        if loadout and loadout not in loadouts:
            known = suggestion(loadout, list(loadouts))
            raise RosterError(f"{troop} has no loadout {quote(loadout)}{known}", node.get("loadout").line)
        return Models(loadouts.get(loadout, usual), number, node.line)

    def vehicle(self, node: Node) -> Profile:
        """A vehicle, perhaps with other weapons in its mounts (xenocide.vehicle.preloaded)."""
        vehicles = {key: profile for key, profile in ready().items() if profile.vehicle}
        profile = known_as(node.get("vehicle"), "vehicle", vehicles, "vehicle")
        weapons, hull = texts(node, "weapons"), profile.hull
        if not weapons or hull is None or weapons == tuple(mount.weapon.key for mount in hull.mounts):
            return profile
        line = node.get("weapons").line
        if len(weapons) != len(hull.mounts):
            raise RosterError(f"{profile.name} has {len(hull.mounts)} mounts, not {len(weapons)}", line)
        guns = armoury().guns
        if strange := [name for name in weapons if name not in guns]:
            raise RosterError(f"there is no weapon {quote(strange[0])}{suggestion(strange[0], guns)}", line)
        mounts = [Mount(**mount.fields() | {"weapon": guns[name]}) for mount, name in zip(hull.mounts, weapons, strict=True)]
        for mount in mounts:
            try:
                check_mount(mount)
            except ValueError as error:
                self.fault("xenocide.vehicle.preloaded", line, str(error).rpartition(": ")[0])
        own = {"key": f"{profile.key}/{'+'.join(weapons)}", "hull": Hull(**hull.fields() | {"mounts": tuple(mounts)})}
        return valued(Profile(**profile.fields() | own))


class Muster(BaseMuster[UnitDef]):
    """How Xenocide musters a force."""

    system, title, form, reader = "xenocide", "Xenocide: Firefight", SQUADS, Reader
    words = ("faction", "default_order")
    weapon_heads = ("Weapon", "Class", "Dice", "Power", "Range", "Remarks")

    def unit_bill(self, roster: Roster, unit: UnitDef) -> UnitBill:
        """What a unit costs: every model by the formula (xenocide.stat.victory-points)."""
        of = [(one, [(text, VP.scale * worth) for text, worth in parts(one.profile)]) for one in unit.models]
        bills = [billed(one, one.profile.vp, found, POINTS) for one, found in of]
        return UnitBill(unit.name, unit.name, tuple(bills), sum(bill.total for bill in bills))

    def breaches(self, force: Force[UnitDef]) -> Iterator[Breach]:
        """Within the limit, of one faction, and nobody carries what he may not."""
        roster = force.roster
        yield from overspent(force, POINTS)
        faction, factions = roster.text("faction"), read_file("factions")
        if faction and faction not in factions:
            text = f"there is no faction {quote(faction)}{suggestion(faction, factions)}"
            yield Breach(SQUADS, roster.own["faction"].line, text)
        if (order := roster.text("default_order")) not in ("", *RUNS):
            yield Breach(DEFAULT, roster.own["default_order"].line, f"the default order is standard or run, not {quote(order)}")
        for unit in force.units:
            for models in unit.models:
                if faction in factions and models.profile.faction != faction:
                    yield Breach(SQUADS, models.line, f"{models.profile.name} does not fight for {factions[faction]['name']}")
                for rule, text in carry_faults(models.profile):
                    yield Breach(rule, models.line, f"{models.profile.name}: {text}")

    def warnings(self, force: Force[UnitDef]) -> list[Breach]:
        """Squads have three to ten models; single commanders and vehicles are units of one (xenocide.unit.squads)."""
        known = [(unit, unit.models[0].profile) for unit in force.units if unit.size not in USUAL]
        odd = [unit for unit, first in known if unit.size > 1 or not (first.vehicle or first.can("commander"))]
        return [Breach(SQUADS, unit.line, f"{unit.name} has {unit.size} models; squads have 3 to 10") for unit in odd]

    def subtitle(self, force: Force[UnitDef]) -> str:
        """The faction."""
        return str(read_file("factions").get(force.roster.text("faction"), {}).get("name", ""))

    def footer(self, force: Force[UnitDef]) -> str:
        """What to remember."""
        return "Low is good: a d10 at the number or less. Four markers, or as many as wounds are left, break a unit."

    def card(self, force: Force[UnitDef], unit: UnitDef, bill: UnitBill) -> UnitSheet:
        """A unit's card."""
        rows = [_row(models.profile, paid) for models, paid in zip(unit.models, bill.models, strict=True)]
        return UnitSheet(unit.name, (f"{unit.size} models",) if unit.size > 1 else (), f"{bill.total} VP", tuple(rows))


MUSTER = Muster()


def _row(profile: Profile, bill: ModelBill) -> Row:
    known = {word: value.rstrip("″") for word, value, _ in stats_of(profile) if value}
    stats = [(SHORT.get(word, word.split()[0].capitalize()), value) for word, value in known.items()]
    weapons = [weapon_row(gun, profile.capacity) for gun in profile.guns]
    weapons += [(blade.name, "melee", "", f"{blow_power(profile, blade)}", "", "") for blade in profile.blades]
    for mount in profile.hull.mounts if profile.hull else ():
        weapons.append((*weapon_row(mount.weapon, mount.capacity)[:-1], f"{mount.arc}, accuracy {mount.accuracy}"))
    return Row(bill, tuple(stats), tuple(weapons), tuple((word.replace("-", " "), "") for word in profile.abilities))


def stats_of(profile: Profile) -> list[tuple[str, str, str]]:
    """What a model has, each with its value, if it has any, and its rule."""
    hull, values = profile.hull, profile.fields() | {"movement": f"{profile.movement / INCH:g}″"}
    if hull is not None:
        values |= hull.fields() | {"room": f"{hull.room}, {hull.enclosure}" if hull.room else ""}
    elif profile.defense:
        values["melee"] = f"{profile.melee} ({profile.defense})"
    said = read_file("stats")["troops" if hull is None else "vehicles"]
    return [(word, str(values[field]), rule) for field, (word, rule) in said.items()]


def weapon_row(gun: Gun, capacity: int) -> tuple[str, ...]:
    """A gun as a sheet prints it: name, class, dice, power, range, remarks."""
    far = "LOS" if gun.long == IN_SIGHT else f"{gun.long / INCH:g}" if gun.long else ""
    reach = f"{gun.normal / INCH:g}" + (f"/{far}" if far else "")
    power = f"{gun.power}" if gun.power >= 0 else f"Weak {-gun.power}"
    power += (f" X{gun.saves}" if gun.saves > 1 else "") + (f", {gun.area}d3 hits" if gun.area else "")
    return gun.name, class_of(gun, capacity).name, str(gun.rate), power, reach, ", ".join(gun.special)


def carry_faults(profile: Profile) -> Iterator[tuple[str, str]]:
    """What a troop carries that it may not, each with its rule; a vehicle's weapons are its mounts'."""
    if profile.hull is not None:
        return
    sizes = {gun.key: gun.size for gun in profile.guns}
    swords = [blade for blade in profile.blades if not blade.integrated and blade.size > sizes.get(blade.combi, -1)]
    lesser = [blade.combi for blade in swords]  # of a combi-weapon the larger part counts (xenocide.size.combi-classes)
    heavy = [gun for gun in profile.guns if difference(gun, profile.capacity) > SMALLEST and gun.key not in lesser]
    for gun in profile.guns:
        if gun.thrown and difference(gun, profile.capacity) > SMALLEST:
            yield "xenocide.grenade.size", f"{gun.name} is too large to be thrown with capacity {profile.capacity}"
        if "integrated" in gun.special and gun.size > profile.capacity:
            yield "xenocide.size.integrated", f"{gun.name} is too large to be built in"
    if len(heavy) > 1:
        if any(difference(gun, profile.capacity) == LARGEST for gun in heavy):
            yield "xenocide.size.carry-limit", "whoever bears a crew's weapon carries no other that counts"
        yield "xenocide.size.carry-count", f"{len(heavy)} missile weapons that count; one is allowed"
    for blade in profile.blades:
        if blade.integrated and blade.size > profile.capacity:
            yield "xenocide.size.integrated", f"{blade.name} is too large to be built in"
        elif blade.size > profile.capacity + 1:
            yield "xenocide.meleeweapon.oversized", f"{blade.name} is too large for capacity {profile.capacity}"
        if blade.combi and blade.combi not in sizes:  # its gun is there, and one of them is two sizes smaller
            yield "xenocide.size.combi", f"{blade.name} is part of a weapon that is not carried: {blade.combi}"
        elif blade.combi and abs(sizes[blade.combi] - blade.size) < LESSER:
            yield "xenocide.size.combi", f"{blade.name} and {blade.combi} are less than two sizes apart"
    hands = [class_of(gun, profile.capacity).hands for gun in heavy] + [blade_hands(profile, blade) for blade in swords]
    if len(swords) > 1 and sum(hands) > profile.hands:
        yield "xenocide.size.carry-count", f"{len(swords)} melee weapons, and not enough of {profile.hands} hands for them"
