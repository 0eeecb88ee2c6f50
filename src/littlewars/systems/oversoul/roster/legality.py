"""What a force may be: one short check a rule. Each yields breaches with the rule and the line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

import msgspec

from littlewars.engine.measures import INCH
from littlewars.muster import Breach, Node, misstated
from littlewars.muster.words import repeated

from ..basics.attributes import Bought, spells
from ..basics.costs import is_exhaustible, link_groups, model_bill, on_weapon, own, unit_bill
from ..basics.definitions import ModelDef, UnitDef, stated_each
from ..basics.ladder import SMALLEST_VEHICLE, SMALLEST_VEHICLE_OF_ALL, payload_share
from ..basics.profiles import build_profile, payload_dice

Breaches = Iterator[Breach]
TROOPER, VEHICLE = "oversoul.basics.terms-trooper", "oversoul.basics.terms-vehicle"
UNIT, GUN = "oversoul.org.unit-composition", "oversoul.basics.terms-artillery"
EXCLUSIVE, MOUNT = "oversoul.basics.exclusive-attributes", "oversoul.mount.independent-die"
HULL, LOAD = "oversoul.build.vehicle-own-attributes", "oversoul.build.payload-combination"
ONE_WEAPON, LINKED = "oversoul.build.one-ranged-weapon", "oversoul.attr.fire-linked"


class Agreement(msgspec.Struct, frozen=True):
    """What the players have agreed on (oversoul.setup.agreement): points, attributes (None: all), house rules."""

    points: int = 500
    attributes: tuple[str, ...] | None = None
    allow_d6_vehicles: bool = False


# ---- a model


def eligible(model: ModelDef) -> Breaches:
    """Troopers-only and vehicles-only attributes, and what a gun or a weapon may have (oversoul.basics.terms-trooper,
    oversoul.basics.terms-vehicle)."""
    for bought in model.bought:
        attribute = bought.attribute
        if model.kind == "artillery-weapon":
            if attribute.kind == "vehicle" or not (attribute.weapon or attribute.gun):
                yield Breach(TROOPER, bought.line, f"{model.name}: an artillery weapon cannot have {attribute.name}")
        elif attribute.kind != "any" and (attribute.kind == "vehicle") != (model.kind == "vehicle"):
            yield Breach(VEHICLE, bought.line, f"{model.name}: {attribute.name} is for {attribute.kind}s only")
    for weapon in model.weapons:
        for bought in weapon.bought:
            name = bought.attribute.name
            if not bought.attribute.weapon:
                text = f"{weapon.name}: a weapon cannot have {name}, only what belongs to weapons"
                yield Breach(TROOPER, bought.line, text)
            elif bought.attribute.kind == "vehicle" and model.kind != "vehicle":
                yield Breach(VEHICLE, bought.line, f"{weapon.name}: {name} is for vehicles only")


def agreed(model: ModelDef, agreement: Agreement) -> Breaches:
    """Only attributes the players have agreed on (oversoul.setup.agreement)."""
    if agreement.attributes is None:
        return
    for bought in model.everything:
        if bought.attribute.name not in agreement.attributes:
            yield Breach("oversoul.setup.agreement", bought.line, f"{model.name}: {bought.attribute.name} is not agreed on")


def exclusive(model: ModelDef) -> Breaches:
    """Nothing twice, nothing that contradicts (oversoul.basics.exclusive-attributes)."""
    names = {bought.attribute.name: bought for bought in own(model)}
    lists = [(model.name, own(model)), *((weapon.name, on_weapon(model, weapon)) for weapon in model.weapons)]
    for owner, listed in lists:
        for bought in repeated(listed, lambda bought: bought.attribute.name):
            yield Breach(EXCLUSIVE, bought.line, f"{owner}: {bought.attribute.name} is bought twice")
    for name, bought in names.items():
        for other in bought.attribute.excludes:
            if other in names and name < other:
                line = max(bought.line, names[other].line)
                yield Breach(EXCLUSIVE, line, f"{model.name}: {name} and {other} exclude one another")


def required(model: ModelDef) -> Breaches:
    """Hover needs Flying; Submersible needs Amphibious or Waterborne (oversoul.attr.hover, oversoul.attr.submersible)."""
    names = {bought.attribute.name for bought in own(model)}
    for bought in own(model):
        needs = bought.attribute
        missing = [name for name in needs.requires if name not in names]
        if needs.requires_any and not names & set(needs.requires_any):
            missing.append(" or ".join(needs.requires_any))
        for name in missing:
            yield Breach(needs.rules[0], bought.line, f"{model.name}: {needs.name} needs {name}")


def bound_to_weapon(model: ModelDef) -> Breaches:
    """What belongs to a weapon needs that weapon (oversoul.basics.exclusive-attributes,
    oversoul.build.vehicle-own-attributes)."""
    armed = model.range > 0 or any(bought.attribute.sets.get("flame") for bought in own(model))
    for bought in model.bought:
        if bought.on:
            yield from _named(model, bought)
        elif bought.attribute.weapon and not bought.attribute.group:
            yield from _unarmed(model, bought, armed)


def _named(model: ModelDef, bought: Bought) -> Breaches:
    """The weapons in parentheses must be aboard, and the attribute one that belongs to weapons."""
    name, known = bought.attribute.name, {name for weapon in model.weapons for name in (weapon.name, weapon.entry)}
    if not bought.attribute.weapon:
        yield Breach(HULL, bought.line, f"{model.name}: {name} belongs to no weapon")
    for missing in (one for one in bought.on if one not in known):
        yield Breach(HULL, bought.line, f"{model.name}: {name} names {missing}, but there is no such weapon")


def _unarmed(model: ModelDef, bought: Bought, armed: bool) -> Breaches:
    """A weapon's attribute on a model without ranged weapon; a round template then serves in melee."""
    name = bought.attribute.name
    if bought.attribute.divide > 1 and model.kind != "artillery-weapon":
        text = f"{model.name}: list the exhaustible weapon under weapons, with a die of its own"
        yield Breach("oversoul.attr.exhaustible-cost", bought.line, text)
    elif not armed and not (bought.attribute.family == "template" and model.kind != "artillery-weapon"):
        yield Breach(EXCLUSIVE, bought.line, f"{model.name}: {name} without a ranged weapon")


def one_ranged_weapon(model: ModelDef) -> Breaches:
    """One ranged weapon each; besides it one exhaustible weapon for a trooper (oversoul.build.one-ranged-weapon)."""
    for bought in own(model):
        if bought.attribute.sets.get("flame") and model.range:
            yield Breach(ONE_WEAPON, bought.line, f"{model.name}: a flame weapon has R:0 and is the only ranged weapon")
    for place, weapon in enumerate(model.weapons if model.kind != "vehicle" else ()):
        if place or not is_exhaustible(model, weapon) or model.kind == "artillery-weapon":
            text = f"{model.name}: besides its own weapon only one exhaustible weapon is allowed, and only for troopers"
            yield Breach(ONE_WEAPON, weapon.line, text)


def weapons_shoot(model: ModelDef) -> Breaches:
    """A listed weapon and a gun are ranged weapons (oversoul.build.vehicle-weapon-cost, oversoul.artillery.range)."""
    for weapon in model.weapons:
        bought = [b.attribute for b in on_weapon(model, weapon)]
        flame = any(attribute.sets.get("flame") for attribute in bought)
        if flame and (weapon.range or any(attribute.family == "template" for attribute in bought)):
            yield Breach(ONE_WEAPON, weapon.line, f"{weapon.name}: a flame weapon has R:0 and no other template")
        elif not flame and not weapon.range:
            rule = "oversoul.build.vehicle-weapon-cost"
            yield Breach(rule, weapon.line, f"{weapon.name} has neither range nor flame template")
    if model.kind == "artillery-weapon" and not model.range and not model.has("Template Flame"):
        yield Breach("oversoul.artillery.range", model.line, f"{model.name} has neither range nor flame template")


def vehicle_die(model: ModelDef, agreement: Agreement) -> Breaches:
    """No vehicle below d8, or below d6 by the house rule (oversoul.build.vehicle-min-die)."""
    lowest = SMALLEST_VEHICLE_OF_ALL if agreement.allow_d6_vehicles else SMALLEST_VEHICLE
    if model.kind == "vehicle" and model.die < lowest:
        yield Breach("oversoul.build.vehicle-min-die", model.line, f"{model.name}: no vehicle has a die below d{lowest}")


def spell_budget(model: ModelDef) -> Breaches:
    """Spells need Magic, each once, their difficulties at most 6 in all (oversoul.attr.magic)."""
    rule, line = "oversoul.attr.magic", model.spells_line
    budget = max((bought.attribute.sets.get("magic", 0) for bought in own(model)), default=0)
    total = sum(spells()[name].weight for name in model.spells)
    if model.spells and not budget:
        yield Breach(rule, line, f"{model.name} has spells but not Magic")
    elif total > budget:
        yield Breach(rule, line, f"{model.name}: spells of {total} exceed the {budget} that Magic allows")
    for name in dict.fromkeys(repeated(model.spells, str)):
        yield Breach(rule, line, f"{model.name} has the spell {name} twice")


def reload_turns(model: ModelDef) -> Breaches:
    """Reload takes 1 to 3 turns (oversoul.attr.reload)."""
    for bought in model.everything:
        if bought.attribute.eighths and not 1 <= bought.number <= bought.attribute.max:
            yield Breach("oversoul.attr.reload", bought.line, f"{model.name}: {bought.label}, but reloading takes 1 to 3 turns")


def links(model: ModelDef) -> Breaches:
    """Two weapons or more to a group, no weapon in two groups (oversoul.attr.fire-linked)."""
    groups = link_groups(model)
    line = next((b.line for b in model.bought if b.attribute.group), model.line)
    for group in groups:
        if len(group) < 2:
            yield Breach(LINKED, line, f"{model.name}: Fire Linked names two weapons or more, in parentheses")
    for name in dict.fromkeys(repeated((name for group in groups for name in group), str)):
        yield Breach(LINKED, line, f"{model.name}: {name} is linked twice")


def mounting(model: ModelDef) -> Breaches:
    """Walkers mount to front and rear; a stated turret or sponson is paid for (oversoul.attr.walker, oversoul.attr.turret,
    oversoul.attr.sponson)."""
    for weapon in model.weapons:
        if model.has("Walker") and weapon.facing in ("left", "right"):
            yield Breach("oversoul.attr.walker", weapon.line, f"{weapon.name}: a Walker's weapons face front or rear")
        names = {bought.attribute.name for bought in on_weapon(model, weapon)}
        if weapon.mount in ("turret", "sponson") and weapon.mount.title() not in names:
            rule = {"turret": "oversoul.attr.turret", "sponson": "oversoul.attr.sponson"}[weapon.mount]
            yield Breach(rule, weapon.line, f"{weapon.name}: {weapon.mount.title()} is not bought")


def stated_numbers(model: ModelDef, mount: ModelDef | None) -> Breaches:
    """Numbers a file states beside the statistics must be the derived ones (oversoul.build.printed-costs)."""
    bill = model_bill(model)
    profile = build_profile(model.name, mount or model)
    move = None if model.kind == "artillery-weapon" else profile.move / INCH
    yield from _stated(model, "move", move, "oversoul.basics.move-modifier-order")
    yield from _stated(model, "victory_points_each", bill.each / 4, "oversoul.victory.points-per-model")
    cost = model.stated.get("cost")
    if cost is not None and stated_each(cost) not in (None, bill.each):
        yield Breach("oversoul.build.printed-costs", cost.line, f"{model.name} costs {bill.each}, not {stated_each(cost)}")
    total = cost.find("total") if cost is not None and isinstance(cost.value, dict) else None
    if total is not None and total.whole("total") != bill.total:
        text = f"{model.count} x {model.name} cost {bill.total}, not {total.value}"
        yield Breach("oversoul.build.unit-cost", total.line, text)
    for weapon, line in zip(model.weapons, (line for line in bill.lines if line.parts), strict=True):
        if weapon.cost is not None and weapon.cost != line.points:
            yield Breach("oversoul.build.printed-costs", weapon.line, f"{weapon.name} costs {line.points}, not {weapon.cost}")


def _stated(model: ModelDef, key: str, derived: float | None, rule: str) -> Breaches:
    """A stated number against the derived one."""
    node = model.stated.get(key)
    if node is not None and node.number(key) != derived:
        shown = "none" if derived is None else f"{derived:g}"
        yield Breach(rule, node.line, f"{model.name}: {key} is {shown}, not {node.value}")


# ---- a unit


def composition(unit: UnitDef) -> Breaches:
    """Troopers, or vehicles with those aboard, or one gun with its crew (oversoul.org.unit-composition,
    oversoul.basics.terms-artillery)."""
    afoot = {model.kind for model in unit.models if model.aboard is None}
    guns = sum(model.count for model in unit.models if model.kind == "artillery-weapon")
    if "vehicle" in afoot and len(afoot) > 1:
        yield Breach(UNIT, unit.line, f"{unit.name} mixes vehicles with models that are not aboard them")
    if guns > 1:
        yield Breach(GUN, unit.line, f"{unit.name} has {guns} artillery weapons instead of one")
    if guns and "trooper" not in afoot:
        yield Breach(GUN, unit.line, f"{unit.name} has an artillery weapon but no crew")
    if guns and any(model.has("Tight Cohesion") for model in unit.models):
        yield Breach(UNIT, unit.line, f"{unit.name}: an artillery crew is always loose")


def is_tight(unit: UnitDef) -> bool:
    """Tight when its troopers have the attribute (oversoul.org.cohesion-types)."""
    troopers = [model for model in unit.models if model.kind in ("trooper", "mount") and model.aboard is None]
    return bool(troopers) and all(model.has("Tight Cohesion") for model in troopers)


def cohesion(unit: UnitDef) -> Breaches:
    """All troopers tight or none, and as stated (oversoul.org.cohesion-types)."""
    rule = "oversoul.org.cohesion-types"
    troopers = [model for model in unit.models if model.kind in ("trooper", "mount") and model.aboard is None]
    some = any(model.has("Tight Cohesion") for model in troopers)
    if some and not is_tight(unit):
        yield Breach(rule, unit.line, f"{unit.name} mixes troopers with and without Tight Cohesion")
    elif unit.models and unit.cohesion and (unit.cohesion == "tight") != is_tight(unit):
        yield Breach(rule, unit.line, f"{unit.name} is {'tight' if is_tight(unit) else 'loose'}, not {unit.cohesion}")


def is_leader(unit: UnitDef) -> bool:
    """A unit of one trooper with Command (oversoul.leader.definition)."""
    return any(model.has("Command") for model in unit.models)


def leader(unit: UnitDef) -> Breaches:
    """Leaders are alone (or with their mount) and never tight (oversoul.leader.definition)."""
    rule = "oversoul.leader.definition"
    for model in unit.models:
        if model.has("Command"):
            others = [other for other in unit.models if other is not model and other.name != model.mount]
            if others or model.count > 1:
                yield Breach(rule, model.line, f"{model.name}: a leader is a unit of his own")
            if model.has("Tight Cohesion"):
                yield Breach(rule, model.line, f"{model.name}: a leader cannot have Tight Cohesion")
    if unit.leader is not None and unit.leader != is_leader(unit):
        yield Breach(rule, unit.line, f"{unit.name}: leader is {str(unit.leader).lower()}, but Command says otherwise")


def mounts(unit: UnitDef) -> Breaches:
    """An independent mount has a rider, and the rider Mounted (oversoul.mount.independent-die, oversoul.build.mount-cost)."""
    riders = [model for model in unit.models if model.mount]
    for rider in riders:
        steed = unit.model(rider.mount)
        if steed is None or steed.kind != "mount":
            yield Breach(MOUNT, rider.line, f"{rider.name} rides {rider.mount}, which is no mount of the unit")
        if rider.kind != "trooper" or not rider.has("Mounted"):
            text = f"{rider.name} rides {rider.mount} but does not pay for Mounted"
            yield Breach("oversoul.build.mount-cost", rider.line, text)
    for steed in (model for model in unit.models if model.kind == "mount"):
        seats = sum(rider.count for rider in riders if rider.mount == steed.name)
        if seats != steed.count:
            text = f"{steed.count} x {steed.name} with {seats} riders: each independent mount has one rider"
            yield Breach(MOUNT, steed.line, text)


def dice_notation(unit: UnitDef) -> Breaches:
    """d6[d10]: every crewman d6, the weapon d10 (oversoul.artillery.dice-notation, oversoul.basics.artillery-dice)."""
    if not unit.artillery:
        return
    rule, written = "oversoul.artillery.dice-notation", re.fullmatch(r"d(\d+)\[d(\d+)\]", unit.artillery.replace(" ", ""))
    guns = {model.die for model in unit.models if model.kind == "artillery-weapon"}
    crew = {model.die for model in unit.models if model.kind == "trooper"}
    if written is None:
        yield Breach(rule, unit.line, f"{unit.artillery} should read like d6[d10]")
    elif crew != {int(written[1])} or guns != {int(written[2])}:
        yield Breach(rule, unit.line, f"{unit.name}: {unit.artillery} is not what crew and weapon have")


def stated_unit_cost(unit: UnitDef) -> Breaches:
    """A unit's stated cost is the derived one (oversoul.build.unit-cost)."""
    return misstated(unit.cost, unit_bill(unit).total, "oversoul.build.unit-cost", unit.name)


# ---- who rides where


def vehicle_of(rider: ModelDef, unit: UnitDef, units: Sequence[UnitDef]) -> tuple[UnitDef, ModelDef] | None:
    """The vehicle a trooper rides in: of his own unit by name, of another as unit id/model."""
    if rider.aboard is None:
        return None
    home, _, name = rider.aboard.vehicle.rpartition("/")
    for other in [unit] if not home else [u for u in units if u.id == home]:
        vehicle = other.model(name)
        if vehicle is not None and vehicle.kind == "vehicle":
            return other, vehicle
    return None


def aboard(unit: UnitDef, units: Sequence[UnitDef]) -> Breaches:
    """Only troopers ride, in a vehicle of the force, on a facing it has (oversoul.build.payload-combination)."""
    for model in unit.models:
        if model.aboard is not None:
            line, found = model.aboard.line, vehicle_of(model, unit, units)
            if model.kind != "trooper":
                yield Breach(LOAD, line, f"{model.name}: only troopers can be carried")
            if found is None:
                yield Breach(LOAD, line, f"{model.name} rides in {model.aboard.vehicle}, which is no vehicle here")
            elif found[1].has("Walker") and model.aboard.facing in ("left", "right"):
                yield Breach("oversoul.attr.walker", line, f"{model.name}: a Walker has only front and rear")
    for model in unit.models:
        for name in model.carries:
            rider = unit.model(name)
            if rider is None or rider.aboard is None or rider.aboard.vehicle != model.name:
                yield Breach(LOAD, model.line, f"{model.name} carries {name}, who is not aboard it")


def payload(unit: UnitDef, units: Sequence[UnitDef]) -> Breaches:
    """Weapons and troopers aboard fill a hull to 1 at most (oversoul.build.payload-combination,
    oversoul.build.payload-table)."""
    for hull in (model for model in unit.models if model.kind == "vehicle"):
        used = Fraction(0)
        for name, die in (*payload_dice(hull), *_rider_dice(unit, hull, units)):
            share = payload_share(hull.die, die)
            if share is None:
                yield Breach(LOAD, hull.line, f"{hull.name}: {name} (d{die}) does not fit into a d{hull.die} hull")
            used += share or 0
        if used > 1:
            yield Breach(LOAD, hull.line, f"{hull.name} carries {float(used):g} times what it can")
        stated = hull.stated.get("payload")
        if stated is not None and Fraction(stated.number("payload")).limit_denominator(1000) != used:
            yield Breach(LOAD, stated.line, f"{hull.name}: payload is {float(used):g}, not {stated.value}")


def _rider_dice(unit: UnitDef, hull: ModelDef, units: Sequence[UnitDef]) -> list[tuple[str, int]]:
    """The dice of those aboard the fullest of these hulls: riders are shared out evenly."""
    load = []
    for other in units:
        for model in other.models:
            found = vehicle_of(model, other, units)
            if found is not None and found[0].id == unit.id and found[1].name == hull.name:
                load += [(model.name, model.die)] * -(-model.count // hull.count)
    return load


# ---- all together


OF_A_MODEL = (
    eligible, exclusive, required, bound_to_weapon, one_ranged_weapon, weapons_shoot, spell_budget, reload_turns, links,
    mounting,
)  # fmt: skip
OF_A_UNIT = (composition, cohesion, leader, mounts, dice_notation, stated_unit_cost)


def unit_breaches(unit: UnitDef, units: Sequence[UnitDef], agreement: Agreement) -> Breaches:
    """Every rule about one unit and its models."""
    for model in unit.models:
        for check in OF_A_MODEL:
            yield from check(model)
        yield from agreed(model, agreement)
        yield from vehicle_die(model, agreement)
        yield from stated_numbers(model, unit.model(model.mount) if model.mount else None)
    for rule in OF_A_UNIT:
        yield from rule(unit)
    yield from aboard(unit, units)
    yield from payload(unit, units)


def army_breaches(units: Sequence[UnitDef], agreement: Agreement, line: int, stated: Node | None) -> Breaches:
    """The whole force: within the limit, ids unique (oversoul.build.process, oversoul.basics.terms-unit)."""
    rule, limit, total = "oversoul.build.process", agreement.points, sum(unit_bill(unit).total for unit in units)
    if total > limit:
        yield Breach(rule, line, f"{total} points exceed the limit of {limit} by {total - limit}")
    yield from misstated(stated, total, rule, "the force")
    for unit in repeated(units, lambda unit: unit.id):
        yield Breach("oversoul.basics.terms-unit", unit.line, f"two units have the id {unit.id}")
