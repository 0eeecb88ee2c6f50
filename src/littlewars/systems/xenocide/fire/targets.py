"""Whom a unit may fire at, and whom each of its models (xenocide.targeting.*, xenocide.engaged-fire.targets)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from littlewars.engine import Battle

from ..basics.numbers import NEAR
from ..basics.state import State, Unit
from ..basics.tabletop import tabletop
from .views import View, mingled_with, view
from .weapons import Shooter, shooters


class Target(NamedTuple):
    """A unit that could be fired at: how far it is, and how far the shot goes (xenocide.weapon.range-measuring)."""

    unit: Unit
    gap: int  # between the closest models of the two units (xenocide.targeting.closest-within-12)
    far: int  # between the closest pair of which the first sees the second


def could_fire(battle: Battle[State], unit: Unit) -> bool:
    """Has it anybody to fire at, with any of its guns? The nearest are looked at first, and one is enough."""
    guns = shooters(battle, unit)
    if not guns:
        return False
    foes = sorted(foes_of(battle.state, unit), key=lambda foe: _gap(battle, unit, foe))
    return any(shot_at(battle, unit, foe, guns) is not None for foe in foes)


def foes_of(state: State, unit: Unit) -> list[Unit]:
    """The enemies that a unit may fire at: an engaged one only at those who engage it (xenocide.engaged-fire.targets)."""
    foes = [state.units[name] for name in unit.engaged] or state.foes_of(unit.side)
    return [foe for foe in foes if state.exposed(foe) and foe.id not in state.turn.waiting]


def targets(battle: Battle[State], unit: Unit) -> list[Target]:
    """The units that it may fire at as a whole, nearest first (xenocide.targeting.unit-at-unit)."""
    guns = shooters(battle, unit)
    return lawful(battle, unit, candidates(battle, unit, guns)) if guns else []


def candidates(battle: Battle[State], unit: Unit, guns: Sequence[Shooter]) -> list[Target]:
    """Every enemy that it sees and reaches with one of these guns; those in melee are no exception; an engaged unit fires at
    those who engage it alone (xenocide.melee-fire.allowed, xenocide.engaged-fire.targets,
    xenocide.targeting.out-of-range-models)."""
    found = [shot_at(battle, unit, foe, guns) for foe in foes_of(battle.state, unit)]
    return sorted((one for one in found if one is not None), key=lambda one: (one.gap, one.unit.id))


def shot_at(battle: Battle[State], unit: Unit, foe: Unit, guns: Sequence[Shooter]) -> Target | None:
    """A target, if any of these guns sees and reaches it; None: it is none."""
    gap = _gap(battle, unit, foe)
    if gap > max(one.gun.reach for one in guns):
        return None
    seen = view(battle, unit, foe)
    if not seen.sees.any():
        return None
    if battle.state.vehicle_of(unit) is not None:
        gap = seen.nearest  # the rule of 12 inches looks at the arcs only (xenocide.vehicle.arcs)
    far = seen.nearest
    if any(one.gun.reach >= far and sees_any(seen, one) for one in guns):
        return Target(foe, gap, far)
    return None


def _gap(battle: Battle[State], unit: Unit, foe: Unit) -> int:
    place, state = tabletop(battle), battle.state

    def find() -> int:
        mine, theirs = (list({figure.body: None for figure in state.exposed(one)}) for one in (unit, foe))
        return place.board.least_gap(mine, place.board.rows(theirs))

    return place.until_move(("gap", unit.id, foe.id), find)


def sees_any(seen: View, one: Shooter) -> bool:
    """Does a gun see any of the target (xenocide.targeting.out-of-range-models)?"""
    return bool(seen.sees[seen.viewers.index(one.eye)].any())


def obliges(state: State, unit: Unit) -> bool:
    """Must the nearest be fired at if this is the one? Not if it is in melee, nor if it is a disabled vehicle
    (xenocide.targeting.engaged-may-be-ignored, xenocide.targeting.only-engaged-near, xenocide.targeting.closest-within-12)."""
    vehicle = state.vehicle_of(unit)
    return not unit.engaged and not (vehicle is not None and vehicle.disabled)


def lawful(battle: Battle[State], unit: Unit, found: list[Target]) -> list[Target]:
    """The 12-inch rule: the nearest enemy that obliges within 12 inches, any mixed with it, or a nearer one that does not
    oblige; without one every target is free (xenocide.targeting.closest-within-12, xenocide.targeting.beyond-12,
    xenocide.targeting.intermingled)."""
    near = [one for one in found if one.gap <= NEAR and obliges(battle.state, one.unit)]
    if unit.engaged or not near:
        return found
    least = min(one.gap for one in near)
    nearest = {one.unit.id for one in near if one.gap == least}
    mixed = {name for one in near if one.gap == least for name in mingled_with(battle, one.unit)}
    return [
        one for one in found if one.unit.id in nearest | mixed or (one.gap <= least and not obliges(battle.state, one.unit))
    ]


# ---- each model for itself


def single_targets(
    battle: Battle[State], unit: Unit, guns: Sequence[Shooter], foes: Sequence[Unit]
) -> Iterator[tuple[str, list[str]]]:
    """For each model the enemy models that it may aim at itself, nearest first (xenocide.targeting.individual-fire)."""
    state = battle.state
    for item in dict.fromkeys(one.item for one in guns):
        mine = [one for one in guns if one.item == item]
        there = [sorted({model for one in mine for model in _models(battle, unit, foe, one)}) for foe in foes]
        units = [Target(foe, models[0][0], models[0][0]) for foe, models in zip(foes, there, strict=True) if models]
        allowed = {one.unit.id for one in lawful(battle, unit, units)}
        models = sorted(one for models in there for one in models if state.figures[one[1]].unit in allowed)
        if models:
            yield item, [name for _, name in models]


def _models(battle: Battle[State], unit: Unit, foe: Unit, one: Shooter) -> list[tuple[int, str]]:
    """The models of a unit that a gun sees and reaches, with how far they are, nearest first."""
    seen = view(battle, unit, foe)
    row = seen.viewers.index(one.eye)
    gaps, sees = seen.gaps[row].tolist(), seen.sees[row].tolist()
    return sorted((gap, name) for gap, ok, name in zip(gaps, sees, seen.targets, strict=True) if ok and gap <= one.gun.reach)
