"""Mustering a force: units of fighters, what they cost and what is legal (at43.setup.army)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from littlewars.kit.muster import BaseMuster, Models, UnitReader, billed
from littlewars.muster import Breach, Force, ModelBill, Node, Roster, Row, UnitBill, UnitSheet, overspent
from littlewars.muster.words import known_as, known_keys

from ..basics.numbers import CM, MACHINES
from ..basics.profiles import Profile, Weapon, cards, parts

ARMY, TYPES = "at43.setup.army", "at43.core.infantry-types"
UNIT_KEYS = ("name", "leader", "members", "commander", "note")
MEMBER_KEYS = ("fighter", "number")
MOST_FIGHTERS = 30  # of a unit: nobody keeps more in cohesion


class UnitDef(NamedTuple):
    """A unit of a roster: its leader's card first."""

    name: str
    members: tuple[Models[Profile], ...]
    commander: bool
    line: int

    @property
    def leader(self) -> Profile:
        """The card of the one who leads."""
        return self.members[0].profile

    @property
    def size(self) -> int:
        """How many fighters."""
        return sum(members.number for members in self.members)


class Reader(UnitReader[UnitDef]):
    """Reads units with their leaders."""

    def unit(self, node: Node) -> UnitDef:
        """A leader and his comrades."""
        known_keys(node, UNIT_KEYS, "a unit")
        leader = Models(known_as(node.get("leader", "a unit"), "leader", cards(), "card"), 1, node.line)
        found = node.find("members")
        members = tuple(self.members(child) for child in found.items("members")) if found is not None else ()
        chief = node.find("commander")
        name = node.get("name", "a unit").text("name")
        return UnitDef(name, (leader, *members), chief is not None and chief.text("commander") == "yes", node.line)

    def members(self, node: Node) -> Models[Profile]:
        """So many of one card."""
        known_keys(node, MEMBER_KEYS, "members")
        number = self.number(node, MOST_FIGHTERS, ARMY, "fighters")
        return Models(known_as(node.get("fighter", "members"), "fighter", cards(), "card"), number, node.line)


class Muster(BaseMuster[UnitDef]):
    """How AT-43 musters a force."""

    system, title, form, reader = "at43", "AT-43", ARMY, Reader
    weapon_heads = ("Weapon", "Accuracy", "Rate", "Penetration", "Damage", "Remarks")

    def unit_bill(self, roster: Roster, unit: UnitDef) -> UnitBill:
        """What a unit costs: the sum of its cards."""
        bills = [billed(one, one.profile.points, parts(one.profile), ARMY) for one in unit.members]
        return UnitBill(unit.name, unit.name, tuple(bills), sum(bill.total for bill in bills))

    def breaches(self, force: Force[UnitDef]) -> Iterator[Breach]:
        """Within the limit, one commander who is an officer, leaders who lead, units of one kind (at43.setup.army,
        at43.core.infantry-types, at43.units.afv-units)."""
        yield from overspent(force, ARMY)
        for unit in force.units:
            for text, rule in unit_faults(unit):
                yield Breach(rule, unit.line, f"{unit.name}: {text}")
        chiefs = [unit for unit in force.units if unit.commander]
        if len(chiefs) != 1:
            yield Breach(ARMY, force.roster.line, f"one unit has commander: yes, not {len(chiefs)}")
        elif chiefs[0].leader.officer is None:
            yield Breach(ARMY, chiefs[0].line, f"{chiefs[0].leader.name} is no officer, and cannot be the commander")

    def footer(self, force: Force[UnitDef]) -> str:
        """What to remember."""
        return "Difference of two values: -5 6, -3 5+, -1 to +1 4+, +2 3+, +4 2+; -6 is impossible, +6 automatic."

    def card(self, force: Force[UnitDef], unit: UnitDef, bill: UnitBill) -> UnitSheet:
        """A unit's card."""
        rows = [_row(members.profile, paid) for members, paid in zip(unit.members, bill.models, strict=True)]
        tags = (f"{unit.size} fighters",) if unit.size > 1 else ()
        return UnitSheet(unit.name, (*tags, *(("commander",) if unit.commander else ())), f"{bill.total} points", tuple(rows))


MUSTER = Muster()


def unit_faults(unit: UnitDef) -> Iterator[tuple[str, str]]:
    """What is wrong with a unit, and the rule that says so."""
    profiles = [members.profile for members in unit.members]
    if len({(profile.category, profile.type) for profile in profiles}) > 1:
        yield "soldiers of one type, or machines, make a unit", TYPES
    if unit.leader.afv and unit.size > MACHINES:
        yield f"{unit.size} machines; 1 to {MACHINES} make a unit", "at43.units.afv-units"
    if any(profile.officer or profile.hero for profile in profiles[1:]):
        yield "an officer or hero is the leader of his unit, and there is one", ARMY


def _row(profile: Profile, bill: ModelBill) -> Row:
    stats = [("Move", f"{profile.move / CM:g}"), ("Size", str(profile.size)), ("Combat", str(profile.combat))]
    stats += [("Protection", str(profile.protection)), ("Morale", str(profile.morale))]
    if profile.afv:
        stats += [(name.replace("-", " ").capitalize(), str(points)) for name, points in profile.structure]
    elif profile.wounds > 1:
        stats.append(("Damage points", str(profile.wounds)))
    notes = [("hero", "")] if profile.hero else []
    if officer := profile.officer:
        notes.append((officer.rank, f"Authority {officer.authority}, {officer.lp} LP, bids up to {officer.most}"))
    return Row(bill, tuple(stats), tuple(weapon_row(weapon) for weapon in profile.weapons), tuple(notes))


def weapon_row(weapon: Weapon) -> tuple[str, ...]:
    """A weapon as a sheet prints it."""
    marks = (
        "close combat" if weapon.close else "",
        "special" if weapon.special else "",
        "locked shot" if weapon.locked else "",
    )
    rate = f"{weapon.rate}/{weapon.reroll}"
    words = ", ".join(mark for mark in marks if mark)
    return weapon.name, str(weapon.accuracy), rate, str(weapon.penetration), str(weapon.damage), words
