"""Mustering a force: squads, single models, robots, vehicles with their crews; what they cost and what is legal
(combat-action.setup.force, combat-action.units.squads)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from littlewars.kit.muster import BaseMuster, Models, UnitReader, billed
from littlewars.muster import Breach, Force, Node, Roster, RosterError, Row, UnitBill, UnitSheet, overspent
from littlewars.muster.words import known_as, known_keys, optional_text
from littlewars.untrusted import quote

from ..basics.numbers import CM, ROBOTS, SQUAD
from ..basics.profiles import CONTROLLER, Profile, Weapon, parts, points, ready

MOST_MODELS = 50  # of one kind: nobody can set up more
FORCE, SQUADS, CREW = "combat-action.setup.force", "combat-action.units.squads", "combat-action.vehicles.crew"


class UnitDef(NamedTuple):
    """A unit of a roster."""

    name: str
    models: tuple[Models[Profile], ...]
    leader: str
    line: int

    def count(self, kind: str) -> int:
        """How many models of a kind."""
        return sum(models.number for models in self.models if models.profile.kind == kind)

    def profiles(self) -> list[Profile]:
        """Every model of it."""
        return [models.profile for models in self.models for _ in range(models.number)]


class Reader(UnitReader[UnitDef]):
    """Reads units with their leaders."""

    def unit(self, node: Node) -> UnitDef:
        """Models by name and number; the first living one leads unless it is said otherwise."""
        known_keys(node, ("name", "models", "leader", "note"), "a unit")
        optional_text(node, "note")  # for people; it is words
        models = tuple(self.models(child) for child in node.get("models", "a unit").items("models"))
        if not models:
            raise RosterError("a unit has models", node.line)
        first = next((m for m in models if m.profile.living), models[0])
        leader = optional_text(node, "leader") or first.profile.key
        if leader not in [m.profile.key for m in models]:
            self.fault(SQUADS, node.get("leader").line, f"{quote(leader)} leads a unit in which there is none")
        return UnitDef(node.get("name", "a unit").text("name"), models, leader, node.line)

    def models(self, node: Node) -> Models[Profile]:
        """So many of one kind."""
        known_keys(node, ("model", "number"), "models")
        profile = known_as(node.get("model", "models"), "model", ready(), "model")
        return Models(profile, self.number(node, MOST_MODELS, SQUADS), node.line)


class Muster(BaseMuster[UnitDef]):
    """How Combat Action musters a force."""

    system, title, form, reader, usual_points = "combat-action", "Combat Action", FORCE, Reader, 320
    weapon_heads = ("Weapon", "Class", "Pen", "Dice", "Range", "Remarks")

    def unit_bill(self, roster: Roster, unit: UnitDef) -> UnitBill:
        """What a unit costs: the sum of its models (combat-action.setup.force)."""
        bills = [billed(one, points(one.profile), parts(one.profile), FORCE) for one in unit.models]
        return UnitBill(unit.name, unit.name, tuple(bills), sum(bill.total for bill in bills))

    def breaches(self, force: Force[UnitDef]) -> Iterator[Breach]:
        """Within the limit, exactly one officer, and units that can be (combat-action.setup.force)."""
        roster = force.roster
        yield from overspent(force, FORCE)
        officers = sum(models.number for unit in force.units for models in unit.models if models.profile.officer)
        if officers != 1:
            yield Breach(FORCE, roster.line, f"{officers} officers; a side has exactly one")
        for unit in force.units:
            yield from _unit_breaches(unit)

    def footer(self, force: Force[UnitDef]) -> str:
        """What to remember."""
        return "d6 + bonuses at SS or more hits; d6 + Pen at PF or more does damage. 2 AP an activation."

    def card(self, force: Force[UnitDef], unit: UnitDef, bill: UnitBill) -> UnitSheet:
        """A unit's card."""
        rows = []
        for profile, paid in zip([models.profile for models in unit.models], bill.models, strict=True):
            notes = tuple((word, "") for word in remarks(profile))
            rows.append(Row(paid, tuple(stats_of(profile)), tuple(map(weapon_row, profile.weapons)), notes))
        count = len(unit.profiles())
        return UnitSheet(unit.name, (f"{count} models",) if count > 1 else (), f"{bill.total} points", tuple(rows))


MUSTER = Muster()


def _unit_breaches(unit: UnitDef) -> Iterator[Breach]:
    """A squad of 2 to 10, one model, up to 5 autonomous robots, or a vehicle with its crew; a slave robot has a controller
    (combat-action.units.squads, combat-action.vehicles.crew, combat-action.robots.kinds)."""
    living, vehicles = unit.count("living"), unit.count("vehicle")
    robots, slaves = unit.count("autonomous-robot"), unit.count("slave-robot")
    if vehicles > 1:
        yield Breach(SQUADS, unit.line, f"{unit.name} has {vehicles} vehicles; each is a unit of its own")
    elif vehicles:
        hull = next(profile for profile in unit.profiles() if profile.vehicle)
        if sorted(profile.key for profile in unit.profiles() if not profile.vehicle) != sorted(hull.crew):
            yield Breach(CREW, unit.line, f"{unit.name}: its crew is {', '.join(hull.crew)}")
    elif living > SQUAD[1]:
        yield Breach(SQUADS, unit.line, f"{unit.name} has {living} models; a squad has {SQUAD[0]} to {SQUAD[1]}")
    if robots and (living or slaves or vehicles):
        yield Breach(SQUADS, unit.line, f"{unit.name}: autonomous robots are units of their own")
    if robots > ROBOTS:
        yield Breach(SQUADS, unit.line, f"{unit.name} has {robots} robots; {ROBOTS} at most")
    if slaves > sum(CONTROLLER in profile.gear for profile in unit.profiles()):
        yield Breach("combat-action.robots.kinds", unit.line, f"{unit.name}: a slave robot needs a controller in its unit")


def stats_of(profile: Profile) -> list[tuple[str, str]]:
    """The values of a model that has them (combat-action.core.stats)."""
    scores = [("SS", profile.ss), ("CS", profile.cs), ("DS", profile.ds), ("PF", profile.pf)]
    found = [(word, f"{value}+" if word != "PF" else str(value)) for word, value in scores if value]
    found.append(("MV", f"{profile.mv / CM:g}"))
    return found if profile.vehicle else [*found, ("AP", str(profile.ap))]


def remarks(profile: Profile) -> list[str]:
    """What else there is to know of a model."""
    found = [profile.kind.replace("-", " "), profile.size.replace("-", " ")] if profile.machine else []
    found += [word for word, so in (("officer", profile.officer), ("walker", profile.walker), ("flyer", profile.flyer)) if so]
    found += [word.replace("-", " ") for word in profile.gear]
    return found + ([f"{profile.passengers} passengers"] if profile.passengers else [])


def weapon_row(weapon: Weapon) -> tuple[str, ...]:
    """A weapon as a sheet prints it: name, class, Pen, dice, range, remarks."""
    words = [f"blast {weapon.blast / CM:g} cm"] if weapon.blast else []
    words += [word for word, so in (("reload", weapon.reload), ("targeting device", weapon.device)) if so]
    words += [f"{band} {bonus:+}" for band in weapon.ranges if (bonus := weapon.bonus(band))]
    dice = str(weapon.auto) if weapon.auto else "1"
    return weapon.name, weapon.kind.replace("-", " "), str(weapon.pen), dice, " ".join(weapon.ranges), ", ".join(words)
