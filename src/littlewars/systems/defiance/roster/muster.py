"""Mustering a force: check a roster, cost it, expand it for battle, print its sheet."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from littlewars.muster import Bill, Breach, Card, Roster, RosterError, Row, Sheet, Tick, UnitBill, load_roster, render

from ..basics.profiles import BRACKETS, NEVER, Frame, Weapon
from ..basics.scale import format_length
from .definitions import Reader, UnitDef, army_for, suggestion
from .figures import FigureSpec, figures_of, unit_bill
from .legality import ad_hoc_share, advice, balance, exclusive, least, minutes, unit_breaches

FORM = "defiance.force.legality"  # what a roster is to be at all: the rule behind faults of form

__all__ = [
    "FigureSpec",
    "UnitSpec",
    "check",
    "cost",
    "expand",
    "load_roster",
    "notes",
    "sheet",
    "sheet_html",
    "units_of",
    "warnings",
]

SYSTEM = "defiance"
SWITCHES = ("covert",)
MOST_UNITS = 100


class UnitSpec(msgspec.Struct, frozen=True):
    """A unit as the battle's setup needs it."""

    id: str
    name: str
    army: str
    quality: str
    status: str
    solo: bool
    figures: tuple[FigureSpec, ...]
    cost: int


# ---- reading


def units_of(roster: Roster) -> tuple[list[UnitDef], list[Breach]]:
    """The units of a roster and the faults found while reading them; a RosterError when it cannot be read at all."""
    try:
        if roster.system != SYSTEM:
            raise RosterError(f"this is a roster for {roster.system}, not for {SYSTEM}", roster.system_line)
        for name in roster.switches:
            if name not in SWITCHES:
                raise RosterError(f"there is no switch '{name}'{suggestion(name, SWITCHES)}", 0)
        if len(roster.units) > MOST_UNITS:
            raise RosterError(f"more than {MOST_UNITS} units", roster.line)
        reader = Reader(army_for(roster.army, roster.line))
        units = [unit for node in roster.units if (unit := reader.unit(node))]
    except RosterError as error:
        raise RosterError(error.text, error.line, roster.source) from None
    return units, reader.faults


def is_covert(roster: Roster) -> bool:
    """Are covert levels paid for (defiance.stats.covert-cost)?"""
    return roster.switches.get("covert", False)


# ---- the questions


def check(roster: Roster, limit: int | None = None) -> list[Breach]:
    """Every rule the roster breaks, by line; nothing when it is legal (defiance.force.legality)."""
    units, faults = units_of(roster)
    covert, total = is_covert(roster), sum(unit_bill(unit, is_covert(roster)).total for unit in units)
    found = [*faults, *balance(total, min(roster.points, limit or roster.points), roster.line)]
    try:
        for unit in units:
            found += unit_breaches(unit)
        found += exclusive(units)
        found += ad_hoc_share(units, roster.line, covert)
        if roster.cost is not None and roster.cost.whole("cost") != total:
            text = f"the force costs {total}, not {roster.cost.value}"
            found.append(Breach("defiance.force.point-value-total", roster.cost.line, text))
    except RosterError as error:
        raise RosterError(error.text, error.line, roster.source) from None
    return sorted(dict.fromkeys(found), key=lambda breach: breach.line)


def warnings(roster: Roster) -> list[Breach]:
    """What the book advises against (defiance.force.recommended-size, .large-figures)."""
    units, _ = units_of(roster)
    return sorted(dict.fromkeys(advice(units, roster.points, roster.line)), key=lambda breach: breach.line)


def notes(roster: Roster) -> list[Breach]:
    """What a legal force has to wait for: vehicles take the field with part two (defiance.terms.target-type)."""
    units, _ = units_of(roster)
    parts = [part for unit in units for part in unit.parts if part.frame.vehicle]
    names = " and ".join(dict.fromkeys(part.frame.name for part in parts))
    text = f"{names}: vehicles take the field with part two; until then only infantry can be fielded"
    return [Breach("defiance.terms.target-type", parts[0].line, text)] if parts else []


def cost(roster: Roster) -> Bill:
    """What the roster costs, line by line; a RosterError when something in it is unknown (…force.point-value-total)."""
    units = _readable(roster)
    bills = tuple(unit_bill(unit, is_covert(roster)) for unit in units)
    total = sum(bill.total for bill in bills)
    return Bill(roster.system, roster.name, bills, total, roster.points, roster.points - total)


def expand(roster: Roster) -> list[UnitSpec]:
    """The units for a battle, each exactly as bought (defiance.force.placed-as-purchased)."""
    covert = is_covert(roster)
    return [
        UnitSpec(
            unit.id,
            unit.name,
            unit.army.key,
            unit.quality,
            unit.status,
            unit.solo,
            tuple(figures_of(unit, covert)),
            unit_bill(unit, covert).total,
        )
        for unit in _readable(roster)
    ]


def _readable(roster: Roster) -> list[UnitDef]:
    """The units of a roster in which everything is known."""
    units, faults = units_of(roster)
    if faults:
        raise RosterError(faults[0].text, faults[0].line, roster.source)
    if not units:
        raise RosterError("a force has at least one unit", roster.line, roster.source)
    return units


# ---- the sheet


def sheet_html(roster: Roster) -> str:
    """A page to print: a card for each unit."""
    return render(sheet(roster))


def sheet(roster: Roster) -> Sheet:
    """What the page shows."""
    bill, units = cost(roster), _readable(roster)
    low, high = minutes(2 * roster.points)
    later = "".join(f" Note: {note.text}." for note in notes(roster))
    return Sheet(
        title=roster.name,
        subtitle=" · ".join(word for word in ("Defiance", units[0].army.name, f"{len(units)} units", roster.note) if word),
        total=f"{bill.total} of {bill.limit} points",
        cards=tuple(_card(unit, paid, is_covert(roster)) for unit, paid in zip(units, bill.units, strict=True)),
        weapon_heads=("Weapon", "Type", "FR", *(f"{number}+" for number in BRACKETS), "Remarks"),
        warnings=tuple(str(breach) for breach in check(roster)),
        footer="* a value of ours: the book's text does not give it. "
        f"Against an equal force: about {low} to {high} minutes.{later}",
    )


def _card(unit: UnitDef, bill: UnitBill, covert: bool) -> Card:
    tags = [unit.quality, unit.status, *(["single"] if unit.solo else []), f"minimum {least(unit)}"]
    rows = []
    figures = figures_of(unit, covert)
    for paid in bill.models:
        one = next(figure for figure in figures if figure.title == paid.name and figure.lines == paid.lines)
        rows.append(
            Row(
                name=paid.name,
                count=paid.count,
                cost=f"{paid.count} × {paid.each} = {paid.total}",
                stats=stats_of(one.frame),
                weapons=tuple(row for arm in one.arms for row in _weapon_rows(arm.slot, arm.weapon)),
                lines=tuple((line.text, str(line.points)) for line in paid.lines),
                ticks=ticks(one, paid.count),
            )
        )
    return Card(unit.name, tuple(tags), f"{bill.total} points", tuple(rows), (_casualties(unit),))


def stats_of(frame: Frame) -> tuple[tuple[str, str], ...]:
    """The line of a frame, in the book's order; a star marks what is ours (defiance.stats.profile, .profiles.format)."""
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
        ("HR", f"{frame.dice}@{frame.strikes}+" if frame.dice else "–"),
        ("RF", f"{frame.reflex:+d}"),
        ("AG", str(frame.agility) if frame.agility else "–"),
        ("CO", frame.covert),
    ]
    return tuple((name, value + ("*" if name in frame.ours else "")) for name, value in found)


def bracket(reach: int | None) -> str:
    """The limit of a range bracket."""
    return "–" if reach is None else "UN" if reach == NEVER else format_length(reach)


def remarks_of(weapon: Weapon) -> list[str]:
    """What else there is to know about a weapon."""
    found = [" ".join(sorted(weapon.effectors))] if weapon.effectors else []
    if weapon.aoe:
        needs = f" {weapon.aoe.damage}+" if weapon.aoe.damage else ""
        found.append(f"area {format_length(weapon.aoe.radius)}{needs}{''.join(sorted(weapon.aoe.effectors))}")
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
