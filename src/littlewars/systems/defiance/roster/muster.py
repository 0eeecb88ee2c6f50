"""Mustering a force: check a roster, cost it, expand it for battle, print its sheet."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.kit.muster import BaseMuster, in_order
from littlewars.muster import Breach, Force, Roster, RosterError, Row, Tick, UnitBill, UnitSheet, misstated

from ..basics.profiles import BRACKETS, NEVER, Frame, Weapon
from ..basics.scale import format_length
from .bounds import LEAST_VEHICLE
from .definitions import Reader, UnitDef, army_for
from .figures import TOTAL, FigureSpec, figures_of, unit_bill
from .legality import ad_hoc_share, advice, balance, exclusive, least, minutes, unit_breaches

MOST_UNITS = 100
MOST_STRIKES = 20


def is_covert(roster: Roster) -> bool:
    """Are covert levels paid for (defiance.stats.covert-cost)?"""
    return roster.switches.get("covert", False)


def strikes_of(roster: Roster) -> int:
    """How many air strikes it buys (defiance.airstrike.purchase)."""
    node = roster.own.get("air_strikes")
    count = 0 if node is None else node.whole("air_strikes")
    if not 0 <= count <= MOST_STRIKES:
        raise RosterError(f"{count} air strikes cannot be bought", roster.line if node is None else node.line)
    return count


class Muster(BaseMuster[UnitDef]):
    """How Defiance musters a force."""

    system, title, form = "defiance", "Defiance", "defiance.force.legality"
    words = ("army", "air_strikes")
    switches = ("covert",)
    weapon_heads = ("Weapon", "Type", "FR", *(f"{number}+" for number in BRACKETS), "Remarks")

    def units(self, roster: Roster) -> tuple[list[UnitDef], list[Breach]]:
        """The units of a roster, and the faults found while reading them."""
        if len(roster.units) > MOST_UNITS:
            raise RosterError(f"more than {MOST_UNITS} units", roster.line)
        reader = Reader(army_for(roster.text("army"), roster.line))
        return [unit for node in roster.units if (unit := reader.unit(node))], reader.faults

    def unit_bill(self, roster: Roster, unit: UnitDef) -> UnitBill:
        """What a unit costs (defiance.force.point-value-total)."""
        return unit_bill(unit, is_covert(roster))

    def besides(self, roster: Roster, units: list[UnitDef]) -> int:
        """Its air strikes (defiance.airstrike.purchase)."""
        return strikes_of(roster) * units[0].army.air_strike if units else 0

    def breaches(self, force: Force[UnitDef], limit: int | None = None) -> list[Breach]:
        """The rules that a force breaks, within its own limit and a given one (defiance.force.legality)."""
        roster, units, total = force.roster, force.units, force.bill.total
        found = list(balance(total, min(roster.points, limit or roster.points), roster.line))
        for unit in units:
            found += unit_breaches(unit)
        found += exclusive(units)
        if strikes_of(roster) and units and not units[0].army.air_strikes:
            text = f"the {units[0].army.name} has no air strikes to buy"
            found.append(Breach("defiance.airstrike.purchase", roster.own["air_strikes"].line, text))
        found += ad_hoc_share(units, roster.line, is_covert(roster))
        found += misstated(roster.cost, total, TOTAL, "the force")
        return in_order(found)

    def warnings(self, force: Force[UnitDef]) -> list[Breach]:
        """What the book advises against, and vehicles that are unusually small (defiance.force.recommended-size,
        defiance.force.large-figures, defiance.vehicle.size)."""
        found = advice(force.units, force.roster.points, force.roster.line)
        parts = [part for unit in force.units for part in unit.parts if part.frame.vehicle and part.frame.size < LEAST_VEHICLE]
        names = " and ".join(dict.fromkeys(part.frame.name for part in parts))
        text = f"{names}: vehicles are normally of size {LEAST_VEHICLE} or more"
        return in_order([*found, *([Breach("defiance.vehicle.size", parts[0].line, text)] if parts else [])])

    def subtitle(self, force: Force[UnitDef]) -> str:
        """The army list, and the air strikes that it has bought."""
        army, count = force.units[0].army, strikes_of(force.roster)
        bought = f", {count} air strike{'s' if count > 1 else ''} ({count * army.air_strike} points)" if count else ""
        return f"{army.name}{bought}"

    def footer(self, force: Force[UnitDef]) -> str:
        """Whose the values are, and how long a battle takes."""
        low, high = minutes(2 * force.roster.points)
        ours = "* a value of ours: the book's text does not give it. "
        return f"{ours}Against an equal force: about {low} to {high} minutes."

    def card(self, force: Force[UnitDef], unit: UnitDef, bill: UnitBill) -> UnitSheet:
        """A unit's card."""
        return _card(unit, bill, is_covert(force.roster))


MUSTER = Muster()


# ---- the sheet


def _card(unit: UnitDef, bill: UnitBill, covert: bool) -> UnitSheet:
    tags = [unit.quality, unit.status, *(["single"] if unit.solo else []), f"minimum {least(unit)}"]
    figures = figures_of(unit, covert)
    kinds = [(paid, next(one for one in figures if (one.title, one.lines) == (paid.name, paid.lines))) for paid in bill.models]
    rows = [
        Row(
            paid,
            stats=stats_of(one.frame),
            weapons=tuple(row for arm in one.arms for row in _weapon_rows(arm.slot, arm.weapon)),
            ticks=ticks(one, paid.count),
        )
        for paid, one in kinds
    ]
    return UnitSheet(unit.name, tuple(tags), f"{bill.total} points", tuple(rows), (_casualties(unit),))


def stats_of(frame: Frame) -> tuple[tuple[str, str], ...]:
    """The line of a frame, in the book's order; a star marks what is ours (defiance.stats.profile,
    defiance.profiles.format)."""
    move = f"{format_length(frame.move)} {''.join(sorted(frame.modes))}".strip()
    kind = frame.hull.type if frame.hull else "PI" if frame.powered else "SI"
    found = [
        ("PV", str(frame.cost)),
        ("SZ", str(frame.size)),
        ("TY" if frame.hull else "class", kind),
        ("QU", frame.quality),
        ("MV", move),
        ("AR", f"{frame.armour:+d}"),
        ("FS", f"{frame.field}+" if frame.field else "–"),
        ("DC", f"{frame.capacity}({frame.hull.structure})" if frame.hull and frame.hull.structure else str(frame.capacity)),
        ("HR", f"{frame.dice}@{frame.strikes}+{''.join(sorted(frame.blows))}" if frame.dice else "–"),
        ("RF", f"{frame.reflex:+d}"),
        ("AG", str(frame.agility) if frame.agility else "–"),
        ("CO", frame.covert),
    ]
    return tuple((name, value + ("*" if name in frame.ours else "")) for name, value in found)


def bracket(reach: int | None) -> str:
    """The limit of a range bracket."""
    return "–" if reach is None else "UN" if reach == NEVER else format_length(reach)


def remarks_of(weapon: Weapon, scale: str = "30mm") -> list[str]:
    """What else there is to know about a weapon."""
    found = [" ".join(sorted(weapon.effectors))] if weapon.effectors else []
    if weapon.aoe:
        needs = f" {weapon.aoe.damage}+" if weapon.aoe.damage else ""
        found.append(f"area {format_length(weapon.aoe.radius, scale)}{needs}{''.join(sorted(weapon.aoe.effectors))}")
    found += [f"impact {weapon.impact}"] if weapon.impact else []
    found += ["indirect"] if weapon.indirect else []
    found += [f"{weapon.ammo} shots"] if weapon.ammo is not None else []
    found += [weapon.form] if weapon.form else []
    found += [word for word in ("poison", "kamikaze") if getattr(weapon, word)]
    return found


def rate_of(weapon: Weapon) -> str:
    """Its feed rate, with the higher one of a split weapon."""
    return f"{weapon.rate}({weapon.high})" if weapon.high else str(weapon.rate)


def _weapon_rows(slot: str, weapon: Weapon) -> Sequence[tuple[str, ...]]:
    """A weapon's line, or the lines of a combination."""
    star = "*" if weapon.ours else ""
    return [
        (
            f"{line.name}{star} ({slot})",
            f"{line.type} {line.target}",
            rate_of(line),
            *(bracket(reach) for reach in line.brackets),
            ", ".join(remarks_of(line)),
        )
        for line in weapon.lines
    ]


def ticks(figure: FigureSpec, count: int) -> tuple[Tick, ...]:
    """Boxes for damage points beyond the first and for shots."""
    found = []
    if figure.frame.capacity > 1:
        found.append(Tick("Damage", figure.frame.capacity * count))
    weapons = [weapon for arm in figure.arms for weapon in (arm.weapon, *arm.weapon.modes)]  # lines may have shots of their own
    found += [Tick(f"{weapon.name}: shots", weapon.ammo * count) for weapon in weapons if weapon.ammo is not None]
    return tuple(found)


def _casualties(unit: UnitDef) -> Tick:
    """Boxes for casualties; from the marked ones on the unit tests its morale (defiance.unit.min-size-drop)."""
    marks = () if unit.solo else tuple(range(unit.size - least(unit) + 1, unit.size))
    return Tick("Casualties", unit.size, marks, "bold: unit morale test" if marks else "")
