"""Mustering a force: check a roster, cost it, expand it for battle, print its sheet."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from littlewars.engine.measures import INCH
from littlewars.kit.muster import BaseMuster, in_order
from littlewars.kit.scenario import fresh
from littlewars.muster import Breach, Force, ModelBill, Node, Roster, RosterError, Row, Tick, UnitBill, UnitSheet
from littlewars.muster.words import known_keys, optional_text, suggestion, texts
from littlewars.untrusted import quote

from ..basics.attributes import attributes, spells
from ..basics.costs import on_weapon, unit_bill
from ..basics.definitions import FacingName, ModelDef, Reader, UnitDef
from ..basics.profiles import Profile, Registry, Weapon, build_profile, new_registry, ready_units, register
from .legality import Agreement, army_breaches, is_leader, is_tight, unit_breaches, vehicle_of

READY_KEYS = ("profile", "id", "name", "count", "numbers", "spells", "note")
MOST_UNITS = 200


class Ride(msgspec.Struct, frozen=True):
    """Where a trooper rides: unit id and profile of the vehicle, his facing, and whether he is crew."""

    unit: str
    profile: str
    facing: FacingName
    crew: bool


class Member(msgspec.Struct, frozen=True):
    """So many models of one profile; riders of independent mounts name the mount's profile, troopers aboard their ride."""

    profile: str
    count: int
    mount: str = ""
    aboard: Ride | None = None


class UnitSpec(msgspec.Struct, frozen=True):
    """A unit as the battle's setup needs it. Several vehicles of one kind share their riders out one by one."""

    id: str
    name: str
    cohesion: str
    leader: bool
    members: tuple[Member, ...]
    cost: int


# ---- reading


def _units(reader: Reader, node: Node, before: Sequence[UnitDef]) -> list[UnitDef]:
    """What one entry of a roster stands for."""
    if node.find("profile", "a unit") is None:
        return [reader.unit(node)]
    known_keys(node, READY_KEYS, "a ready unit")
    ready = _ready(reader, node)
    count = reader.count(node, ready.name)
    if count > MOST_UNITS:
        raise RosterError(f"more than {MOST_UNITS} units", node.line)
    taken = [unit.id for unit in before]
    result = []
    for number in range(1, count + 1):
        ident = ready.id if node.find("id") and number == 1 else fresh(ready.id, taken)
        unit = replace(ready, id=ident, name=ready.name if number == 1 else f"{ready.name} {number}")
        taken.append(ident)
        result.append(unit)
    return result


def _ready(reader: Reader, node: Node) -> UnitDef:
    """A ready unit, with other numbers of models or other spells where the roster says so."""
    wanted = node.get("profile")
    name = wanted.text("profile")
    found = ready_units().get(name)
    if found is None:
        raise RosterError(f"there is no ready unit {quote(name)}{suggestion(name, ready_units())}", wanted.line)
    numbers, other_spells = _by_model(node, "numbers", found), _by_model(node, "spells", found)
    models = []
    for model in found.models:
        count = numbers[model.name].whole("a number of models") if model.name in numbers else model.count
        changed = _at_line(model, node.line, count)
        if model.name in other_spells:
            listed = other_spells[model.name]
            changed = replace(changed, spells=reader.spells(listed), spells_line=listed.line)
        if not 0 <= count <= 1000:
            reader.fault("oversoul.basics.terms-unit", numbers[model.name].line, f"{count} x {model.name} cannot be fielded")
        elif count:
            models.append(changed)
    if not models:
        reader.fault("oversoul.basics.terms-unit", node.line, f"{found.name} has no models")
    return replace(
        found,
        id=optional_text(node, "id") or found.id,
        name=optional_text(node, "name") or found.name,
        line=node.line,
        models=tuple(models),
        ready=found.id,
        cost=None,
    )


def _by_model(node: Node, key: str, unit: UnitDef) -> dict[str, Node]:
    """A mapping model name -> something."""
    found = node.find(key)
    listed = {} if found is None else found.mapping(key)
    for name, child in listed.items():
        if unit.model(name) is None:
            raise RosterError(
                f"{unit.name} has no model {quote(name)}{suggestion(name, [m.name for m in unit.models])}", child.line
            )
    return listed


def _at_line(model: ModelDef, line: int, count: int) -> ModelDef:
    """A ready model as if it stood in the roster's line."""
    return replace(
        model,
        line=line,
        count=count,
        stated={},
        spells_line=line,
        bought=tuple(replace(bought, line=line) for bought in model.bought),
        weapons=tuple(replace(weapon, line=line, cost=None) for weapon in model.weapons),
        aboard=None if model.aboard is None else replace(model.aboard, line=line),
    )


# ---- the force


class Muster(BaseMuster[UnitDef]):
    """How Oversoul musters a force."""

    system, title, form = "oversoul", "Oversoul", "oversoul.build.process"
    words = ("genre", "allowed")
    switches = ("allow_d6_vehicles",)
    weapon_heads = ("Weapon", "Die", "Range", "Fires to", "Remarks")

    def units(self, roster: Roster) -> tuple[list[UnitDef], list[Breach]]:
        """The units of a roster, and the faults found while reading them."""
        reader, units = Reader(), list[UnitDef]()
        for node in roster.units:
            units += _units(reader, node, units)
            if len(units) > MOST_UNITS:
                raise RosterError(f"more than {MOST_UNITS} units", node.line)
        return units, reader.faults

    def unit_bill(self, roster: Roster, unit: UnitDef) -> UnitBill:
        """What a unit costs."""
        return unit_bill(unit)

    def breaches(self, force: Force[UnitDef], agreement: Agreement | None = None) -> list[Breach]:
        """The rules that a force breaks, under what its roster or the players agree on (oversoul.build.process)."""
        units, agreed = force.units, agreement or agreement_of(force.roster)
        found = list(army_breaches(units, agreed, force.roster.line, force.roster.cost))
        for unit in units:
            found += unit_breaches(unit, units, agreed)
        return in_order(found)

    def subtitle(self, force: Force[UnitDef]) -> str:
        """The genre."""
        return force.roster.text("genre").replace("-", " ")

    def footer(self, force: Force[UnitDef]) -> str:
        """What to remember."""
        return "Success is a score of 4 or more. A model is worth a quarter of its cost in victory points."

    def card(self, force: Force[UnitDef], unit: UnitDef, bill: UnitBill) -> UnitSheet:
        """A unit's card."""
        return _card(unit, bill)


MUSTER = Muster()


def agreement_of(roster: Roster) -> Agreement:
    """What the roster itself takes as agreed (oversoul.setup.agreement)."""
    optional_text(Node(roster.line, roster.own), "genre")
    allowed = texts(Node(roster.line, roster.own), "allowed") if "allowed" in roster.own else None
    for name in allowed or ():
        if name not in attributes():
            raise RosterError(f"allowed: unknown attribute {quote(name)}{suggestion(name, attributes())}", 0)
    return Agreement(roster.points, allowed, roster.switches.get("allow_d6_vehicles", False))


def expand(force: Force[UnitDef], registry: Registry | None = None) -> list[UnitSpec]:
    """The units for a battle; their profiles are entered into the game's registry."""
    units = force.readable().units
    book = new_registry() if registry is None else registry
    keys = {(unit.id, model.name): register(book, unit, model) for unit in units for model in unit.models}
    return [
        UnitSpec(
            id=unit.id,
            name=unit.name,
            cohesion="tight" if is_tight(unit) else "loose",
            leader=is_leader(unit),
            members=tuple(_member(unit, model, units, keys) for model in unit.models),
            cost=bill.total,
        )
        for unit, bill in zip(units, force.bill.units, strict=True)
    ]


def _member(unit: UnitDef, model: ModelDef, units: Sequence[UnitDef], keys: dict[tuple[str, str], str]) -> Member:
    """One kind of model, with what it rides on or in."""
    ride = vehicle_of(model, unit, units)
    aboard = None
    if ride is not None and model.aboard is not None:
        aboard = Ride(ride[0].id, keys[ride[0].id, ride[1].name], model.aboard.facing, model.aboard.crew)
    return Member(keys[unit.id, model.name], model.count, keys.get((unit.id, model.mount), ""), aboard)


# ---- the sheet


def _card(unit: UnitDef, bill: UnitBill) -> UnitSheet:
    """A unit's card."""
    words = ("tight" if is_tight(unit) else "loose", "leader" if is_leader(unit) else "", unit.artillery)
    rows = [_row(model, paid) for model, paid in zip(unit.models, bill.models, strict=True)]
    return UnitSheet(unit.name, tuple(filter(None, words)), f"{bill.total} points", tuple(rows), _unit_ticks(unit))


def _row(model: ModelDef, paid: ModelBill) -> Row:
    """A kind of model."""
    profile = build_profile(model.name, model)
    return Row(
        paid,
        stats=_stats(model, profile),
        weapons=tuple(map(_weapon_row, profile.weapons)),
        notes=_notes(model),
        spells=tuple(map(_spell_row, model.spells)),
        ticks=_model_ticks(model, profile),
    )


def _inches(thousandths: int) -> str:
    """A distance for people."""
    return f'{thousandths / INCH:g}"'


def _stats(model: ModelDef, profile: Profile) -> tuple[tuple[str, str], ...]:
    """Die, MOVE, R and the modifiers that always count."""
    mounted = model.mount and "of the mount"
    result = [("Die", f"d{profile.die}"), ("Move", mounted or (_inches(profile.move) if profile.move else "–"))]
    result.append(("Range", f"R:{model.range}" if model.range else "–"))
    for label, mods in (("Melee", profile.melee_mods), ("Recovery", profile.recovery_mods), ("Morale", profile.morale_mods)):
        if mods:
            result.append((label, f"{sum(mod.value for mod in mods):+d}"))
    if model.aboard is not None:
        result.append(("Aboard", model.aboard.facing + (", crew" if model.aboard.crew else "")))
    return tuple(result)


def _weapon_row(weapon: Weapon) -> tuple[str, ...]:
    """A weapon's line: name, die, range, where it fires to, remarks."""
    reach = "flame" if weapon.template == "flame" else f"{_inches(weapon.range)} / {_inches(2 * weapon.range)}"
    arc = "all round" if weapon.arc >= 18000 else f"{weapon.facing} {2 * weapon.arc // 100}°"
    remarks = [f"{mod.value:+d} {mod.name}" for mod in weapon.mods] + [f"{mod.value:+d} if not moved" for mod in weapon.steady]
    remarks += [f"template {_inches(weapon.template)}"] if isinstance(weapon.template, int) else []
    remarks += [f"reload {weapon.reload}"] if weapon.reload else []
    remarks += [word for word in (weapon.artillery, "linked" if weapon.link else "") if word]
    return weapon.name, f"d{weapon.die}", reach, arc, ", ".join(remarks)


def _notes(model: ModelDef) -> tuple[tuple[str, str], ...]:
    """Each attribute once, in a few words."""
    bought = [*model.bought, *(b for weapon in model.weapons for b in on_weapon(model, weapon))]
    return tuple({b.label: b.attribute.says for b in bought}.items())


def _spell_row(name: str) -> tuple[str, str, str]:
    """A spell's line."""
    spell = spells()[name]
    reach = "" if spell.range is None else f', {spell.range}"'
    lasts = f"{spell.duration} turns" if isinstance(spell.duration, int) else spell.duration
    return name, f"-{spell.difficulty}{reach}, {lasts}", spell.says


def _model_ticks(model: ModelDef, profile: Profile) -> tuple[Tick, ...]:
    """Boxes of one kind of model: damage of vehicles, shots, luck."""
    ticks = []
    if profile.is_vehicle:
        hits = -(-profile.move // (2 * INCH))
        ticks += [Tick(f"Hull {place}", hits, hint='-2" MOVE each') for place in range(1, model.count + 1)]
        ticks += [Tick(f"{weapon.name} lost", model.count) for weapon in profile.weapons]
    ticks += [Tick(f"{w.name}: shots", w.uses * model.count) for w in profile.weapons if w.uses]
    if profile.lucky:
        ticks.append(Tick("Luck used", profile.lucky * model.count))
    return tuple(ticks)


def _unit_ticks(unit: UnitDef) -> tuple[Tick, ...]:
    """Boxes for casualties; those that bring a Morale roll are marked (oversoul.morale.trigger-casualties)."""
    size = sum(m.count for m in unit.models if m.kind in ("trooper", "mount") and m.aboard is None)
    guns = sum(m.count for m in unit.models if m.kind == "artillery-weapon")
    marks = () if is_leader(unit) else tuple(sorted({lost for k in (1, 2, 3) if (lost := -(-k * size // 4)) < size}))
    return Tick("Casualties", size, marks, "bold: Morale roll" if marks else ""), Tick("Gun lost", guns)
