"""From units as bought to figures: who carries what, and what each of them costs (defiance.force.point-value-total)."""

from __future__ import annotations

import msgspec

from littlewars.muster import BillLine, ModelBill, UnitBill

from ..basics.profiles import Frame, Weapon
from ..basics.state import Arm
from .armies import weapons
from .definitions import Part, Special, UnitDef
from .notation import OfficerLevels

TOTAL = "defiance.force.point-value-total"


class FigureSpec(msgspec.Struct, frozen=True):
    """One figure as bought. `crewed`: a comrade has paid for the weapon that both serve."""

    frame: Frame
    arms: tuple[Arm, ...] = ()
    rank: str = ""
    ranks: OfficerLevels = OfficerLevels()
    hero: bool = False
    lines: tuple[BillLine, ...] = ()

    @property
    def cost(self) -> int:
        """What it was bought for."""
        return sum(line.points for line in self.lines)

    @property
    def title(self) -> str:
        """What to call it on a bill."""
        return " ".join(word for word in (self.frame.name, self.rank and f"({self.rank})", "hero" if self.hero else "") if word)


def figures_of(unit: UnitDef, covert: bool = False) -> list[FigureSpec]:
    """All figures: officers, heroes, then the others, those with support weapons last."""
    return [figure for part in unit.parts for figure in _part(part, covert)]


def _part(part: Part, covert: bool) -> list[FigureSpec]:
    if part.frame.vehicle:
        return [_vehicle(part, covert)] * part.figures
    found = [_special(part, special, covert) for special in part.specials]
    plain = [("primary", part.primary)] if part.primary else []
    found += [_figure(part, plain, covert)] * max(0, part.ordinary - part.serving)
    for weapon, count in part.support:
        crew = [_figure(part, [("support", weapon)], covert)]
        crew += [_figure(part, [("support", weapon)], covert, paid=True)] * (weapon.crew - 1)
        found += crew * min(count, part.figures)
    return found[: part.figures]


def _special(part: Part, special: Special, covert: bool) -> FigureSpec:
    """Officers and heroes keep their primary weapon beside a support weapon, and may differ
    (defiance.stats.support-weapon-officers)."""
    held: list[tuple[str, Weapon]] = []
    if primary := special.primary or part.primary:
        held.append(("primary", primary))
    if special.support:
        held.append(("support", special.support))
    return _figure(part, held, covert, special)


PLAIN = Special(line=0)  # neither officer nor hero


def _figure(
    part: Part, held: list[tuple[str, Weapon]], covert: bool, special: Special = PLAIN, paid: bool = False
) -> FigureSpec:
    frame, side = part.frame, part.side if special.side is None else special.side
    lines = [BillLine(frame.name, frame.cost, "defiance.stats.point-value")]
    if not paid:
        lines += [BillLine(weapon.name, weapon.cost, TOTAL) for _, weapon in held]
    lines += [BillLine(weapon.name, weapon.cost, TOTAL) for weapon in side]
    if special.rank:
        price = dict(frame.officers).get(special.rank, 0)
        lines.append(BillLine(f"officer {special.rank}", price, "defiance.stats.officer-cost"))
    if special.hero:
        lines.append(BillLine("hero", frame.hero or 0, "defiance.stats.hero-cost"))
    if covert:
        lines.append(BillLine(f"covert level {frame.covert}", frame.covert_cost, "defiance.stats.covert-cost"))
    arms = (*(Arm(slot, weapon) for slot, weapon in held), *(Arm("side", weapon) for weapon in side))
    return FigureSpec(frame, arms, special.rank, special.ranks, special.hero, tuple(lines))


def _vehicle(part: Part, covert: bool) -> FigureSpec:
    """A vehicle pays for the weapon in each filled slot."""
    assert part.frame.hull is not None
    held = [(slot.name, weapons()[slot.weapon]) for slot in part.frame.hull.slots if slot.name in part.slots]
    made = _figure(part, held, covert)
    return msgspec.structs.replace(made, arms=tuple(Arm(slot, weapon) for slot, weapon in held))


def unit_bill(unit: UnitDef, covert: bool = False) -> UnitBill:
    """A unit's bill: like figures are counted together."""
    groups: dict[tuple[object, ...], list[FigureSpec]] = {}
    for figure in figures_of(unit, covert):
        groups.setdefault((figure.title, figure.lines), []).append(figure)
    models = tuple(
        ModelBill(group[0].title, len(group), group[0].lines, group[0].cost, group[0].cost * len(group))
        for group in groups.values()
    )
    return UnitBill(unit.id, unit.name, models, sum(model.total for model in models))
