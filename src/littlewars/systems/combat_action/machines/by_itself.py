"""What moves by itself: those who run, runaways, robots out of control (combat-action.rout.charge-away,
combat-action.vehicles.out-of-control-ground, combat-action.robots.slave-table, combat-action.robots.autonomous-table)."""

from __future__ import annotations

from littlewars.engine import Battle, Point
from littlewars.table.constants import BARRED, FULL_TURN
from littlewars.table.facing import facing_to, step_to
from littlewars.table.moving.ram import contacts
from littlewars.table.moving.spots import Slide, fan, last, slide, spot, step_aside
from littlewars.table.shapes.bases import Box, centre2, moved, on_table, overlaps
from littlewars.table.zones import TOWARDS, inside, to_edge

from ..basics import numbers
from ..basics.events import Changed, Moved, Rolled
from ..basics.sight import between, sees
from ..basics.state import DESTROYED, ONCE, Did, Figure, State, Unit
from ..basics.tabletop import board, passage, put, sync_board
from ..fire.shooting import shoot
from ..fire.targets import Shot, bears, has_power, in_range, may_aim, may_move, pieces
from ..harm.damage import crash, hit, leave_table, settle, wreck
from ..melee.fighting import HANDS, attack
from ..move.ways import breaks_away, go
from ..ready.ready import Course, answer, answer_move
from ..units.squads import engaged, touched


def runners(state: State, unit: Unit) -> list[str]:
    """The models that run, nearest to their own edge first (combat-action.rout.charge-away)."""
    edge, size = state.sides[unit.side].edge, (state.width, state.depth)
    there = [figure for figure in state.on_foot(unit) if figure.profile.living]
    return [f.id for f in sorted(there, key=lambda f: (to_edge(size, edge, f.at) if edge else 0, f.id))]


async def run(battle: Battle[State], figure: Figure) -> None:
    """It breaks away if it is held, and charges away from the nearest enemy (combat-action.rout.close-combat)."""
    if engaged(battle, figure) and not breaks_away(battle, figure):
        return
    figure.flat = False
    if figure.foot:
        settle(battle, figure)
    await go(battle, figure, Course.of(figure, [flight(battle, figure).to], figure.level), "runs")
    if not figure.gone and touches_edge(battle.state, figure):
        leave_table(battle, figure)


def flight(battle: Battle[State], figure: Figure) -> Slide:
    """Directly away, else turned by 15 degrees or more: first full way, else the longest (combat-action.rout.charge-away)."""
    side, far = battle.state.side_of(figure), figure.move() * numbers.CHARGE
    home, foes = TOWARDS.get(battle.state.sides[side].edge, 0), battle.state.targets(side)
    foe = min(foes, key=lambda one: (between(figure, one), centre2(figure.at, one.at), one.id), default=None)
    away = facing_to(foe.at, figure.at) if foe is not None and foe.at != figure.at else home
    left = not 0 < (home - away) % FULL_TURN < FULL_TURN // 2  # to the side of the own edge; if equal, to the left
    table, way = board(battle), passage(battle, figure)
    return fan(table, figure.id, away, far, way, step=numbers.FAN, most=numbers.WIDEST, first_left=left, to_edge=True)


def touches_edge(state: State, figure: Figure) -> bool:
    """Does its base touch the table's edge (combat-action.terrain.table-edge)?"""
    near = numbers.CONTACT + 1
    return not inside(figure.base(), (near, near, state.width - near, state.depth - near))


def distance(machine: Figure) -> int:
    """The same as last time, never more than what its MV has become; the last way of an exploded one is as it was
    (combat-action.machine-damage.locomotive, combat-action.machine-damage.power-plant)."""
    exploded = machine.loose == ONCE and not machine.halted
    return machine.went if exploded else min(machine.went, machine.move())


async def roll_on(battle: Battle[State], machine: Figure) -> None:
    """It stands still if it did not move or has no power for it, else it goes the same distance in a rolled direction; a flyer
    rolls for its altitude; an exploded one halts (combat-action.vehicles.out-of-control-ground,
    combat-action.vehicles.altitude-change, combat-action.machine-damage.power-grid)."""
    last, far, machine.went = machine.loose == ONCE, distance(machine), 0
    if far and (last or may_move(battle.state, machine)):
        face = (machine.face + numbers.rolled(battle, numbers.DIRECTIONS, f"direction, {machine.id}")) % FULL_TURN
        await (_fly_on if machine.level else _roll)(battle, machine, face, far)
    else:
        battle.record(Rolled(figure=machine.id, result="stands still"))
    if machine.level and not machine.gone:
        change_altitude(battle, machine)
    if last and not machine.gone:
        wreck(battle, machine, DESTROYED)


async def _fly_on(battle: Battle[State], machine: Figure, face: int, far: int) -> None:
    """Over everything, the table's edge ends its way (combat-action.vehicles.altitude-change)."""
    start, to = machine.at, _on_table(battle.state, machine, face, far)
    there, away = moved(machine.base(), to, face), passage(battle, machine)
    if board(battle).stands(there, {machine.id, *away.ghosts}, cost=away.cost) is not None:  # another one is there
        to = spot(board(battle), there, to, ignore={machine.id, *away.ghosts}, cost=away.cost) or start
    if await answer_move(battle, machine, Course((start, to), (face,), machine.level)):
        _arrive(battle, machine, (start, to), face, far)


def change_altitude(battle: Battle[State], machine: Figure) -> None:
    """Lower or higher, a crash on the ground (combat-action.vehicles.altitude-change, combat-action.vehicles.flying-robots)."""
    level = machine.level + numbers.rolled(battle, numbers.ALTITUDE, f"altitude, {machine.id}")
    if level <= numbers.GROUND:
        crash(battle, machine)
        return
    machine.level = min(numbers.HIGHEST, level)
    sync_board(battle, machine)
    battle.record(Rolled(figure=machine.id, result=f"flies at {numbers.LEVELS[machine.level]} altitude"))


def _on_table(state: State, machine: Figure, face: int, far: int) -> Point:
    """The place where it stops; the table's edge ends its way."""
    size = (state.width, state.depth)
    length = last(0, far + 1, lambda so: on_table(moved(machine.base(), step_to(machine.at, face, so), face), size))
    return step_to(machine.at, face, length)


async def _roll(battle: Battle[State], machine: Figure, face: int, far: int) -> None:
    """On the ground: living models are hit and step aside, anything else stops it (combat-action.vehicles.collision)."""
    table, start, away = board(battle), machine.at, passage(battle, machine)
    hull = moved(machine.base(), start, face)
    skip = {*away.ghosts, *(figure.id for figure in battle.state.bodies() if figure.profile.living)}
    clash = table.stands(hull, {machine.id, *skip}, cost=away.cost)
    if clash is not None and clash.kind != "edge":  # it has met something at once
        battle.record(Rolled(figure=machine.id, result="is stopped"))
        return
    to = _on_table(battle.state, machine, face, far)
    solid = [n for n, price in enumerate(table.field.cost if away.cost is None else away.cost) if price == BARRED]
    met = contacts(table, machine.id, to, skip, solid, base=hull)  # a machine, an obstacle or a wall
    to = met[0].at if met else to
    if not await answer_move(battle, machine, Course((start, to), (face,), numbers.GROUND)):
        met, to, far = [], machine.at, machine.went  # shot to a halt before it met anything
    to, stopped_by_man = _run_down(battle, machine, face, start, to)
    _arrive(battle, machine, (start, to), face, 0 if met or stopped_by_man else far)


def _run_down(battle: Battle[State], machine: Figure, face: int, start: Point, to: Point) -> tuple[Point, bool]:
    """Each living model in its path takes an automatic Pen 3 hit and is moved aside by the shortest way, also whom it turns
    onto before it goes (combat-action.vehicles.collision)."""
    table, state = board(battle), battle.state
    hull, away, bodies = moved(machine.base(), start, face), passage(battle, machine).ghosts, state.bodies()
    met = contacts(table, machine.id, to, {*away, *(one.id for one in bodies if not one.profile.living)}, (), base=hull)
    there = [one.id for one in bodies if one.profile.living and one.id not in away and overlaps(hull, one.base())]
    for name in dict.fromkeys((*(one.what.id for one in met), *there)):
        figure = state.figures[name]
        hit(battle, figure, numbers.EXPLOSION_PEN, int(figure.flat))
        if figure.gone or not isinstance(hull, Box):
            continue
        at = step_aside(board(battle), name, hull, (to[0] - start[0], to[1] - start[1]), [machine.id])
        if at is None:
            return next((one.at for one in met if one.what.id == name), start), True
        battle.record(Moved(figure=name, path=(figure.at, at), face=figure.face, how="is moved aside"))
        put(battle, figure, at)
    return to, False


def _arrive(battle: Battle[State], machine: Figure, path: tuple[Point, Point], face: int, went: int) -> None:
    how = "flies on" if machine.level else "rolls on"
    machine.went = went
    put(battle, machine, path[1], face)
    battle.record(Moved(figure=machine.id, path=path, face=face, how=how))
    if touches_edge(battle.state, machine):
        leave_table(battle, machine)


async def slave(battle: Battle[State], robot: Figure) -> None:
    """1 to 3 it halts, 4 to 6 it repeats what it did (combat-action.robots.slave-table, combat-action.robots.halt)."""
    halts = battle.dice.roll(numbers.DIE, f"slave robot, {robot.id}", key=lambda face: face in numbers.HALTS) in numbers.HALTS
    battle.record(Rolled(figure=robot.id, result="grinds to a halt" if halts else "repeats its action"))
    robot.went, robot.did = 0, () if halts else robot.did
    for deed in robot.did:
        if not robot.lost:
            await _repeat(battle, robot, deed)


async def _repeat(battle: Battle[State], robot: Figure, deed: Did) -> None:
    """The same distance in the direction of its last move; the same target, else without effect."""
    target = battle.state.figures.get(deed.target)
    if deed.verb in ("walk", "charge"):
        await _slide(battle, robot, deed.face, deed.far)
    elif deed.verb == "close-combat-attack":
        if target in touched(battle, robot):
            await attack(battle, robot, target, deed.gun)
            await answer(battle, robot)
    elif deed.gun != HANDS and deed.target:
        shot, gun = Shot(robot.id, robot.id, deed.gun, deed.verb, deed.target), robot.guns[deed.gun]
        able, weapon = gun.able and has_power(battle.state, robot) and not engaged(battle, robot), shot.weapon(battle.state)
        seen = target and sees(battle, robot, target) and may_aim(battle, robot, target, weapon, between(robot, target))
        if able and (seen or shot.piece(battle.state) in pieces(battle, robot, weapon)):
            await shoot(battle, shot, only=robot.unit)
            await answer(battle, robot)
        else:
            battle.record(Changed(who=robot.id, what="fires at nothing"))


async def _slide(battle: Battle[State], robot: Figure, face: int, far: int) -> None:
    """Straight on until an obstacle or a model stops it."""
    if robot.halted or not may_move(battle.state, robot) or not far:
        return
    turned, away = moved(robot.base(), robot.at, face % FULL_TURN), passage(battle, robot)
    if board(battle).stands(turned, {robot.id, *away.ghosts}, cost=away.cost) is not None:
        return  # it cannot even turn
    put(battle, robot, robot.at, face)
    found = slide(board(battle), robot.id, robot.face, far, passage(battle, robot))
    await go(battle, robot, Course.of(robot, [found.to], robot.level), "stalks on")
    if touches_edge(battle.state, robot) and not robot.lost:
        leave_table(battle, robot)
    elif robot.level and not robot.lost:
        change_altitude(battle, robot)  # combat-action.vehicles.flying-robots


async def autonomous(battle: Battle[State], robot: Figure) -> None:
    """It halts, shoots at the nearest, or wanders off (combat-action.robots.autonomous-table)."""
    result = numbers.rolled(battle, numbers.AUTONOMOUS, f"autonomous robot, {robot.id}")
    battle.record(Rolled(figure=robot.id, result=result))
    robot.went = 0
    if result == "moves":
        turn = numbers.rolled(battle, numbers.DIRECTIONS, f"direction, {robot.id}")
        await _slide(battle, robot, robot.face + turn, robot.move() // 2)
    elif result != "halts":
        await _shoot_nearest(battle, robot, result == "shoots at the nearest model")


async def _shoot_nearest(battle: Battle[State], robot: Figure, anybody: bool) -> None:
    """The nearest visible model, a tie by a die; with its strongest weapon, if it is in range."""
    state, number = battle.state, strongest(robot)
    if number is None or engaged(battle, robot) or not has_power(state, robot):
        return
    others = [one for one in state.bodies() if one.id != robot.id and not one.wreck]
    among = [one for one in others if anybody or state.side_of(one) != state.side_of(robot)]
    far = {one.id: between(robot, one) for one in among if sees(battle, robot, one)}
    tied = sorted(name for name, gap in far.items() if gap == min(far.values()))
    if not tied:
        return
    target = state.figures[battle.dice.draw(tied, f"nearest, {robot.id}") if len(tied) > 1 else tied[0]]
    weapon = robot.profile.weapons[number]
    if in_range(weapon, far[target.id], robot.level != target.level) and bears(robot, weapon, target.at):
        mode = "automatic-fire" if weapon.auto else weapon.modes[0]
        await shoot(battle, Shot(robot.id, robot.id, number, mode, target.id), only=robot.unit)
        await answer(battle, robot)


def strongest(robot: Figure) -> int | None:
    """The highest Pen that can fire, then the first (combat-action.robots.autonomous-table)."""
    able = [n for n, weapon, gun in robot.arms() if weapon.modes and gun.able]
    return min(able, key=lambda n: (-robot.profile.weapons[n].pen, n), default=None)
