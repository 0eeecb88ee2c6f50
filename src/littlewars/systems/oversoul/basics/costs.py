"""What a model costs, line by line (oversoul.build.*)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from littlewars.muster import BillLine, ModelBill, UnitBill

from .attributes import Bought
from .definitions import ModelDef, UnitDef, WeaponDef
from .ladder import BASE_COST

LOWEST = 1  # oversoul.build.minimum-cost


def on_weapon(model: ModelDef, weapon: WeaponDef) -> tuple[Bought, ...]:
    """What was bought for a weapon, at the weapon or at the hull in parentheses (oversoul.build.vehicle-own-attributes)."""
    named = (b for b in model.bought if not b.attribute.group and (weapon.name in b.on or weapon.entry in b.on))
    return (*(b for b in weapon.bought if not b.attribute.group), *named)


def is_exhaustible(model: ModelDef, weapon: WeaponDef) -> bool:
    """Has it a limited number of shots?"""
    return any(bought.attribute.divide > 1 for bought in on_weapon(model, weapon))


def own(model: ModelDef) -> tuple[Bought, ...]:
    """What was bought for the model itself and its own weapon."""
    return tuple(bought for bought in model.bought if not bought.on and not bought.attribute.group)


def link_groups(model: ModelDef) -> list[tuple[str, ...]]:
    """The groups of fire linked weapons (oversoul.attr.fire-linked): named at the hull, or by `link` at the weapons."""
    hull = [bought.on for bought in model.bought if bought.attribute.group]
    linked = [w for w in model.weapons if any(b.attribute.group for b in w.bought)]
    return [
        *(tuple(w.name for w in model.weapons if w.name in on or w.entry in on) for on in hull),
        *(tuple(w.name for w in linked if w.link == name) for name in dict.fromkeys(w.link for w in linked)),
    ]


def basic_lines(die: int, reach: int) -> list[BillLine]:
    """Die and range (oversoul.build.base-cost, oversoul.build.range-cost)."""
    lines = [BillLine(f"base d{die}", BASE_COST[die], "oversoul.build.base-cost")]
    if reach:
        lines.append(BillLine(f"R:{reach} / 2", reach // 2, "oversoul.build.range-cost"))
    return lines


def attribute_lines(bought: Sequence[Bought], mounting: bool) -> list[BillLine]:
    """The attributes with a price of their own (oversoul.build.attribute-cost)."""
    priced = (b for b in bought if b.attribute.cost and b.attribute.mounting == mounting)
    return [BillLine(b.label, b.attribute.cost, b.attribute.rules[0]) for b in priced]


def discounts(full: int, bought: Sequence[Bought]) -> list[BillLine]:
    """Reload first, then Exhaustible, each result rounded up (oversoul.build.reload-rounding,
    oversoul.attr.exhaustible-cost)."""
    lines = []
    for b in sorted(bought, key=lambda b: b.attribute.divide):
        if b.attribute.eighths:
            factor = 8 - b.attribute.eighths * b.number
            text, left = f"{b.label}, {full} x {factor / 8:g} = {full * factor / 8:g}", ceil(full * factor / 8)
            rule, exact = "oversoul.build.reload-rounding", full * factor % 8 == 0
        elif b.attribute.divide > 1:
            by = b.attribute.divide
            text, left = f"Exhaustible, {full} / {by} = {full / by:g}", -(-full // by)
            rule, exact = "oversoul.attr.exhaustible-cost", full % by == 0
        else:
            continue
        lines.append(BillLine(text + ("" if exact else " rounded up"), left - full, rule))
        full = left
    return lines


def points(lines: Sequence[BillLine]) -> int:
    """The sum of lines."""
    return sum(line.points for line in lines)


def weapon_lines(model: ModelDef, weapon: WeaponDef) -> tuple[list[BillLine], list[BillLine]]:
    """A weapon costs what a trooper would (oversoul.build.vehicle-weapon-cost); its mounting is paid in full."""
    bought = on_weapon(model, weapon)
    lines = basic_lines(weapon.die, weapon.range) + attribute_lines(bought, mounting=False)
    return lines + discounts(points(lines), bought), attribute_lines(bought, mounting=True)


def link_lines(model: ModelDef) -> list[BillLine]:
    """8 for two linked weapons, 4 for each one more (oversoul.attr.fire-linked-cost)."""
    rule = "oversoul.attr.fire-linked-cost"
    price = next((b.attribute for b in model.everything if b.attribute.group), None)
    if price is None:
        return []
    return [
        BillLine(f"Fire Linked ({', '.join(group)})", price.cost + price.beyond_two * max(0, len(group) - 2), rule)
        for group in link_groups(model)
    ]


def model_lines(model: ModelDef) -> list[BillLine]:
    """All lines of one model, from its die to the minimum (oversoul.build.process)."""
    bought = own(model)
    lines = basic_lines(model.die, model.range) + attribute_lines(bought, mounting=False)
    whole = points(lines)  # what a Reload of the model's own weapon discounts: everything but mountings and links
    for weapon in model.weapons:
        parts, mounting = weapon_lines(model, weapon)
        whole += points(parts)
        parts += mounting
        lines.append(BillLine(weapon.name, points(parts), "oversoul.build.vehicle-weapon-cost", tuple(parts)))
    lines += attribute_lines(bought, mounting=True) + link_lines(model) + discounts(whole, bought)
    each = points(lines)
    if each < LOWEST:
        lines.append(BillLine("no model costs less than 1", LOWEST - each, "oversoul.build.minimum-cost"))
    return lines


def model_bill(model: ModelDef) -> ModelBill:
    """One kind of model: one, times their number (oversoul.build.unit-cost)."""
    lines = model_lines(model)
    each = points(lines)
    return ModelBill(model.name, model.count, tuple(lines), each, each * model.count)


def unit_bill(unit: UnitDef) -> UnitBill:
    """A unit: the sum over its kinds of models (oversoul.build.unit-cost, oversoul.build.artillery-cost,
    oversoul.build.vehicle-troopers-separate)."""
    models = tuple(model_bill(model) for model in unit.models)
    return UnitBill(unit.id, unit.name, models, sum(model.total for model in models))
