"""Running into things: models run down, vehicles rammed and pushed, structures hit (xenocide.vehicle.overrun*,
xenocide.vehicle.ram*, xenocide.vehicle.blades)."""

from __future__ import annotations

from littlewars.engine import Battle, Point
from littlewars.engine.measures import INCH
from littlewars.table.constants import BARRED
from littlewars.table.facing import step_to
from littlewars.table.moving.ram import contacts, meeting
from littlewars.table.moving.spots import spot, step_aside
from littlewars.table.shapes.bases import moved, overlaps

from ..basics.dice import D3
from ..basics.events import Dodged, Rammed
from ..basics.numbers import TEN
from ..basics.state import Blow, Figure, State, Unit
from ..basics.tabletop import board, put
from ..harm.hits import failed
from ..harm.hulls import box_of, points_missed, remove
from ..harm.wounds import land
from .speed import prices

DODGE_BLADES, POWER_BLADES = -2, 1  # xenocide.vehicle.blades
ASIDE = {1: -4500, 2: 0, 3: 4500}  # half left, ahead, half right (xenocide.vehicle.ram-push)


async def run_down(battle: Battle[State], unit: Unit, vehicle: Figure, figure: Figure, leg: Point) -> None:
    """A model dodges by its melee skill or less and steps aside; else it takes a hit for each wound it has left
    (xenocide.vehicle.overrun, xenocide.vehicle.overrun-damage)."""
    blades = vehicle.profile.can("blades")
    skill = figure.profile.melee + (DODGE_BLADES if blades else 0)
    dodged = battle.dice.test(TEN, max(0, skill), f"dodge, {figure.id}", low=True)
    battle.record(Dodged(figure=figure.id, skill=skill, passed=dodged))
    if not dodged:
        power = vehicle.profile.strength + unit.increment + (POWER_BLADES if blades else 0)
        await hurt_by_hull(battle, figure, power)
    if not figure.gone:
        push_aside(battle, vehicle, figure, leg)


async def hurt_by_hull(battle: Battle[State], figure: Figure, power: int) -> None:
    """One hit for each wound it has left."""
    if wounds := failed(battle, figure.left, figure.profile, power, figure.id):
        await land(battle, [Blow(figure.unit, wounds=wounds, figure=figure.id)])


def push_aside(battle: Battle[State], vehicle: Figure, figure: Figure, leg: Point) -> None:
    """To the nearest free place at the side of the way that it is closer to (xenocide.vehicle.overrun)."""
    table = board(battle)
    at = step_aside(table, figure.id, box_of(vehicle), leg)
    at = at or spot(table, figure.base(), figure.at, lambda p: not overlaps(moved(figure.base(), p), vehicle.base()))
    if at is None:
        remove(battle, figure, "killed")  # nowhere to go at all
    else:
        put(battle, figure, at)


def step_off(battle: Battle[State], vehicle: Figure) -> None:
    """Whoever dodged it on one leg and stands where it has come to rest after another makes room; nobody is run down twice
    (xenocide.vehicle.overrun)."""
    if vehicle.gone or vehicle.profile.flies:
        return
    table, figures, hull = board(battle), battle.state.figures, vehicle.base()
    near = table.gaps_from(hull)
    for name in [name for name in table if name != vehicle.id and near[table.row[name]] == 0]:
        figure = figures[name]
        if not figure.profile.vehicle and overlaps(figure.base(), hull):
            push_aside(battle, vehicle, figure, (figure.x - vehicle.x, figure.y - vehicle.y))


async def ram(battle: Battle[State], unit: Unit, vehicle: Figure, target: Figure) -> bool:
    """The target takes a hit with strength and increment; head on the target's speed counts as well and both take it, else the
    rammer takes half. True: it can drive on (xenocide.vehicle.ram, xenocide.vehicle.ram-head-on, xenocide.vehicle.ram-flank,
    xenocide.vehicle.ram-continue)."""
    state = battle.state
    foe = state.units[target.unit]
    head_on = meeting(box_of(vehicle), box_of(target)).how == "head-on"
    power = vehicle.profile.strength + unit.increment + (foe.increment if head_on else 0)
    back = power if head_on else (power + 1) // 2
    battle.record(Rammed(figure=vehicle.id, target=target.id, power=power, back=back, head_on=head_on))
    facing = vehicle.face
    blows = [(target, points_missed(battle, target, power)), (vehicle, points_missed(battle, vehicle, back))]
    await land(battle, [Blow(one.unit, wounds=markers, figure=one.id) for one, markers in blows if markers])
    if vehicle.gone or vehicle.disabled:
        return False
    if not target.gone:
        await push(battle, target, facing, power - target.profile.strength)
    return True


async def push(battle: Battle[State], target: Figure, facing: int, points: int) -> None:
    """An inch for each point of power above its strength, ahead or half aside by a d3; it keeps its facing, stops at what bars
    its way; troops in it dodge (xenocide.vehicle.ram-push)."""
    if points <= 0:
        return
    way = (facing + ASIDE[battle.dice.roll(D3, f"push, {target.id}")]) % 36000
    to = step_to(target.at, way, points * INCH)
    state, table = battle.state, board(battle)
    ground = [row for row, price in enumerate(prices(battle, target).tolist()) if price == BARRED]
    for contact in contacts(table, target.id, to, (), ground, edge=True):
        other = state.figures.get(contact.what.id) if contact.what.kind == "body" else None
        if other is None or other.profile.vehicle:
            to = contact.at
            break
        leg = (to[0] - target.x, to[1] - target.y)
        if not battle.dice.test(TEN, other.profile.melee, f"dodge, {other.id}", low=True):
            await hurt_by_hull(battle, other, target.profile.strength)
        if not other.gone:
            push_aside(battle, target, other, leg)
    put(battle, target, to)


async def hit_structure(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """Half of strength and increment, rounded up; it stops (xenocide.vehicle.ram-structure)."""
    power = (vehicle.profile.strength + unit.increment + 1) // 2
    unit.increment = 0
    if markers := points_missed(battle, vehicle, power):
        await land(battle, [Blow(unit.id, wounds=markers, figure=vehicle.id)])
