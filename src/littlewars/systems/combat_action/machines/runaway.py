"""Machines that nobody steers roll on (combat-action.vehicles.out-of-control-ground, combat-action.vehicles.collision,
combat-action.vehicles.out-of-control-direction, combat-action.vehicles.altitude-change)."""

from __future__ import annotations

from littlewars.engine import Battle, Point
from littlewars.table.facing import step_to
from littlewars.table.moving.ram import contacts
from littlewars.table.moving.spots import last, spot, step_aside
from littlewars.table.shapes.bases import Box, moved, on_table, overlaps

from ..basics.events import Moved, Rolled
from ..basics.numbers import ALTITUDE, DIE, DIRECTIONS, EXPLOSION_PEN, GROUND, HIGHEST, LEVELS
from ..basics.state import DESTROYED, ONCE, Figure, State
from ..basics.tabletop import board, elsewhere, passage, put, sync_board
from ..harm.machines import crash, hit
from ..harm.removal import leave_table, wreck
from ..ready.ready import Course, answer_move
from .rout import touches_edge

DIRECTION = "direction"


def distance(machine: Figure) -> int:
    """The same as last time, never more than what its MV has become (combat-action.machine-damage.locomotive)."""
    if machine.loose == ONCE:
        return machine.went
    return 0 if machine.halted else min(machine.went, machine.move())


async def roll_on(battle: Battle[State], machine: Figure) -> None:
    """It stands still if it did not move, else it goes the same distance in a rolled direction; an exploded one halts after it
    (combat-action.vehicles.out-of-control-ground, combat-action.machine-damage.power-plant)."""
    far, last = distance(machine), machine.loose == ONCE
    if far:
        await drift(battle, machine, far)
    else:
        battle.record(Rolled(figure=machine.id, result="stands still"))
    if last and not machine.gone:
        wreck(battle, machine, DESTROYED)


async def drift(battle: Battle[State], machine: Figure, far: int) -> None:
    """A die for the direction, then straight on until something stops it; who flies changes its altitude."""
    fell = battle.dice.roll(DIE, f"{DIRECTION}, {machine.id}", key=lambda face: DIRECTIONS[face])
    face = (machine.face + DIRECTIONS[fell]) % 36000
    if machine.level:
        await _fly_on(battle, machine, face, far)
    else:
        await _roll(battle, machine, face, far)


async def _fly_on(battle: Battle[State], machine: Figure, face: int, far: int) -> None:
    """Over everything; then the altitude is rolled (combat-action.vehicles.altitude-change)."""
    start, to = machine.at, _on_table(battle.state, machine, face, far)
    there, away = moved(machine.base(), to, face), passage(battle, machine)
    if board(battle).stands(there, {machine.id, *away.ghosts}, cost=away.cost) is not None:  # another one is there
        to = spot(board(battle), there, to, ignore={machine.id, *away.ghosts}, cost=away.cost) or start
    course = Course((start, to), (face,), machine.level)
    if not await answer_move(battle, machine, course):
        return
    machine.went = far
    _arrive(battle, machine, to, face)
    if not machine.gone:
        change_altitude(battle, machine)


def change_altitude(battle: Battle[State], machine: Figure) -> None:
    """Lower, the same or higher; on the ground it crashes (combat-action.vehicles.altitude-change,
    combat-action.vehicles.flying-robots)."""
    change = ALTITUDE[battle.dice.roll(DIE, f"altitude, {machine.id}", key=lambda one: ALTITUDE[one])]
    level = min(HIGHEST, machine.level + change)
    if level <= GROUND:
        crash(battle, machine)
        return
    machine.level = level
    sync_board(battle, machine)
    battle.record(Rolled(figure=machine.id, result=f"flies at {LEVELS[level]} altitude"))


def _on_table(state: State, machine: Figure, face: int, far: int) -> Point:
    """Where it comes to; the table's edge ends its way."""
    size = (state.width, state.depth)
    length = last(0, far + 1, lambda so: on_table(moved(machine.base(), step_to(machine.at, face, so), face), size))
    return step_to(machine.at, face, length)


async def _roll(battle: Battle[State], machine: Figure, face: int, far: int) -> None:
    """On the ground: living models are hit and step aside, anything else stops it (combat-action.vehicles.collision)."""
    table, start = board(battle), machine.at
    turned = moved(machine.base(), start, face)
    away = elsewhere(battle, machine)
    clash = table.stands(turned, {machine.id, *away, *_living(battle.state)}, cost=passage(battle, machine).cost)
    if clash is not None and clash.kind != "edge":
        machine.went = 0  # it has met something at once
        battle.record(Rolled(figure=machine.id, result="is stopped"))
        return
    to = _on_table(battle.state, machine, face, far)
    to, stopped = _until_solid(battle, machine, face, to)
    if not await answer_move(battle, machine, Course((start, to), (face,), GROUND)):
        return
    to, stopped_by_man = _run_down(battle, machine, face, start, to)
    machine.went = 0 if stopped or stopped_by_man else far
    _arrive(battle, machine, to, face)


def _living(state: State) -> list[str]:
    return [figure.id for figure in state.bodies() if figure.profile.living]


def _until_solid(battle: Battle[State], machine: Figure, face: int, to: Point) -> tuple[Point, bool]:
    """How far the way is free of machines, obstacles and walls."""
    table = board(battle)
    skip = {*elsewhere(battle, machine), *_living(battle.state)}
    cost = passage(battle, machine).cost
    ground = [n for n, price in enumerate(cost if cost is not None else table.field.cost) if price == 0]
    met = contacts(table, machine.id, to, skip, ground, base=moved(machine.base(), machine.at, face))
    return (met[0].at, True) if met else (to, False)


def _run_down(battle: Battle[State], machine: Figure, face: int, start: Point, to: Point) -> tuple[Point, bool]:
    """Each living model in its path takes an automatic Pen 3 hit and is moved aside by the shortest way, also whom it turns
    onto before it goes (combat-action.vehicles.collision)."""
    table, state = board(battle), battle.state
    hull, away = moved(machine.base(), start, face), elsewhere(battle, machine)
    others = [one.id for one in state.bodies() if not one.profile.living]
    met = contacts(table, machine.id, to, {*away, *others}, (), base=hull)
    names = [one.what.id for one in met]
    names += [one for one in _living(state) if one not in names and one not in away and overlaps(hull, table.base(one))]
    for name in names:
        figure = state.figures[name]
        hit(battle, figure, EXPLOSION_PEN, int(figure.flat))
        if figure.gone or not isinstance(hull, Box):
            continue
        at = step_aside(board(battle), name, hull, (to[0] - start[0], to[1] - start[1]), [machine.id])
        if at is None:
            return next((one.at for one in met if one.what.id == name), start), True
        battle.record(Moved(figure=name, path=(figure.at, at), face=figure.face, how="is moved aside"))
        put(battle, figure, at)
    return to, False


def _arrive(battle: Battle[State], machine: Figure, to: Point, face: int) -> None:
    path = (machine.at, to)
    machine.moved = battle.state.turn.number
    put(battle, machine, to, face)
    battle.record(Moved(figure=machine.id, path=path, face=face, how="rolls on" if not machine.level else "flies on"))
    if touches_edge(battle.state, machine):
        leave_table(battle, machine)
