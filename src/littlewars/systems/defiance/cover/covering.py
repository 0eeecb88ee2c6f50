"""Covering fire: what sets it off, and who may answer (defiance.cover.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle
from littlewars.table.facing import Sectors, in_sectors

from ..basics.sight import look_round, seen_by
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import tabletop
from ..fire.firing import choices, lines_of
from ..fire.targets import Gun, is_open
from ..units.guns import serving
from ..vehicles.mounts import AHEAD, arcs_of, class_of, within
from ..vehicles.nerves import fires_nothing

VEHICLE = "vehicle"  # the weapon is named only when the covering fire is declared (defiance.orders.vehicle-cover)


def covering(state: State, side: str) -> list[Unit]:
    """Units of this side that have a covering counter."""
    waiting = state.turn.waiting
    covered = {f.unit for f in state.figures.values() if f.covers and not (f.gone or f.aboard or f.unit in waiting)}
    return [unit for name, unit in state.units.items() if name in covered and unit.side == side] if covered else []


def able_to_cover(state: State, unit: Unit) -> list[Figure]:
    """Its figures that would fire: neither shaken, stunned, engaged nor broken (defiance.cover.ineligible-figures)."""
    if unit.broken:
        return []
    ready = [figure for figure in state.targets_of(unit) if figure.covers and figure.able and not figure.locked]
    if unit.guns:
        ready = [figure for figure in ready if not figure.is_gun or serving(state, figure)]  # defiance.infweapon.crew-both
    return [figure for figure in ready if figure.craft is None or not fires_nothing(figure)]


def arc_holds(state: State, unit: Unit, figure: Figure) -> bool:
    """Is it in the arc of any figure of the unit (defiance.cover.trigger-any-figure)?"""
    return any(in_sectors(one.at, one.face, cover_arcs(one), figure.at) for one in state.targets_of(unit))


def cover_arcs(one: Figure) -> Sectors:
    """The arcs in which it covers: of a vehicle those of the weapons with which it might
    (defiance.cover.own-arc, defiance.vehicle.targeting)."""
    if not one.frame.vehicle:
        return AHEAD
    slots = arms_of(one, one.covers or VEHICLE)
    return arcs_of(one, [n for n, arm in enumerate(one.arms) if arm.slot in slots and n not in one.spent and n not in one.lost])


def could_answer(battle: Battle[State], unit: Unit, figure: Figure) -> bool:
    """Is the cause in an arc, and could somebody fire at a figure of that unit?"""
    state = battle.state
    if not arc_holds(state, unit, figure):
        return False
    return could_fire(battle, able_to_cover(state, unit), state.with_riders(state.unit_of(figure)))


def could_fire(battle: Battle[State], ready: Sequence[Figure], enemies: Sequence[Figure]) -> bool:
    """Has one of those who cover any shot at one of these?"""
    ahead = {one.id: within(one, cover_arcs(one), enemies) for one in ready}
    looking = [one for one in ready if ahead[one.id]]  # a figure with none of them in its arc need not look
    look_round(battle, looking)
    phases = tabletop(battle).chapters.phases
    for one in looking:
        seen = seen_by(battle, one)
        near = ahead[one.id] if phases and _phases(one) else [enemy for enemy in ahead[one.id] if enemy.id in seen]
        guns = guns_of(battle.state, one) if near else []
        if any(is_open(battle, one, guns, enemy) for enemy in near):
            return True
    return False


def _phases(one: Figure) -> bool:
    """Has it a weapon for which nobody need be in sight (defiance.effector.phase-targeting)?"""
    return any(line.does("phases") for arm in one.arms for line in arm.weapon.lines)


def guns_of(state: State, one: Figure) -> list[Gun]:
    """What it covers with: arm, number of the line, line; a vehicle with any weapon that it did not fire
    (defiance.orders.vehicle-cover)."""
    return lines_of(state, one, arms_of(one, one.covers), covers=True)


def open_to(battle: Battle[State], figure: Figure, covers: str, unit: str) -> tuple[str, ...]:
    """What it could fire at whom of that unit; a vehicle with any one weapon that it did not fire
    (defiance.orders.vehicle-cover)."""
    return tuple(choices(battle, figure, arms_of(figure, covers), False, unit))


def arms_of(figure: Figure, covers: str) -> tuple[str, ...]:
    """The slots of the class it covers with; of a vehicle that is no mecha all of them."""
    if not figure.frame.vehicle:
        return (covers,)
    return tuple(arm.slot for number, arm in enumerate(figure.arms) if covers in (VEHICLE, class_of(figure, number)))


def watchers(battle: Battle[State], figure: Figure) -> list[Unit]:
    """Enemy units that may answer what this figure does now (defiance.cover.enemy-activation-only)."""
    state, doing = battle.state, battle.state.turn.doing
    if doing is None or figure.gone or state.side_of(figure) != state.units[doing.unit].side:
        return []  # covering fire does not answer covering fire
    found = covering(state, state.other(state.side_of(figure)))
    return [unit for unit in found if could_answer(battle, unit, figure)]
