"""Robots out of control (combat-action.robots.slave-table, combat-action.robots.autonomous-table,
combat-action.robots.halt)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle
from littlewars.table.constants import FULL_TURN
from littlewars.table.moving.spots import slide
from littlewars.table.shapes.bases import gap, moved

from ..basics.events import Changed, Rolled
from ..basics.numbers import AUTONOMOUS, DIE, DIRECTIONS, HALTS
from ..basics.sight import between, sees
from ..basics.state import Did, Figure, State
from ..basics.tabletop import board, passage, sync_board
from ..fire.shooting import shoot
from ..fire.targets import bears, in_range, may_aim
from ..fire.weapons import Shot, has_power, may_move
from ..melee.fighting import HANDS, attack
from ..move.walking import go
from ..ready.ready import answer_deed
from ..units.contact import engaged, touched
from .runaway import change_altitude

MOVES = ("walk", "charge")


async def roll(battle: Battle[State], robot: Figure) -> None:
    """Once per turn on the table of its kind (combat-action.robots.loss-of-control)."""
    if robot.profile.slave:
        await _slave(battle, robot)
    else:
        await _autonomous(battle, robot)


async def _slave(battle: Battle[State], robot: Figure) -> None:
    """1 to 3 it halts, 4 to 6 it repeats what it did (combat-action.robots.slave-table)."""
    halts = battle.dice.roll(DIE, f"slave robot, {robot.id}", key=lambda face: face in HALTS) in HALTS
    battle.record(Rolled(figure=robot.id, result="grinds to a halt" if halts else "repeats its action"))
    if halts:
        robot.did, robot.went = (), 0
        return
    robot.went = 0
    for deed in robot.did:
        if not robot.gone and not robot.wreck:
            await _repeat(battle, robot, deed)


async def _repeat(battle: Battle[State], robot: Figure, deed: Did) -> None:
    """The same distance in the direction of its last move; the same target, else without effect."""
    state = battle.state
    if deed.verb in MOVES:
        await _slide(battle, robot, deed.face, deed.far)
    elif deed.verb == "close-combat-attack":
        target = state.figures.get(deed.target)
        if target is not None and target in touched(battle, robot):
            await attack(battle, robot, target, deed.gun)
            await answer_deed(battle, robot)
    elif deed.gun != HANDS and deed.target:
        await _fire_again(battle, robot, deed)


async def _fire_again(battle: Battle[State], robot: Figure, deed: Did) -> None:
    target, weapon = battle.state.figures.get(deed.target), robot.profile.weapons[deed.gun]
    able = robot.guns[deed.gun].able and has_power(battle.state, robot) and not engaged(battle, robot)
    there = able and target is not None and not target.gone and sees(battle, robot, target)
    if target is None or not there or not may_aim(battle, robot, target, weapon, between(robot, target)):
        battle.record(Changed(who=robot.id, what="fires at nothing"))
        return
    await shoot(battle, Shot(robot.id, robot.id, deed.gun, deed.verb, target.id))
    await answer_deed(battle, robot)


async def _slide(battle: Battle[State], robot: Figure, face: int, far: int) -> None:
    """Straight on until an obstacle or a model stops it."""
    if robot.halted or not may_move(battle.state, robot) or not far:
        return
    face %= FULL_TURN
    turned, away = moved(robot.base(), robot.at, face), passage(battle, robot)
    if board(battle).stands(turned, {robot.id, *away.ghosts}, cost=away.cost) is not None:
        return  # it cannot even turn
    robot.face = face
    sync_board(battle, robot)
    found = slide(board(battle), robot.id, face, far, passage(battle, robot))
    if await go(battle, robot, [found.to], robot.level, "stalks on") and robot.level:
        change_altitude(battle, robot)  # combat-action.vehicles.flying-robots


async def _autonomous(battle: Battle[State], robot: Figure) -> None:
    """It halts, shoots at the nearest, or wanders off (combat-action.robots.autonomous-table)."""
    result = AUTONOMOUS[battle.dice.roll(DIE, f"autonomous robot, {robot.id}", key=lambda face: AUTONOMOUS[face])]
    battle.record(Rolled(figure=robot.id, result=result.replace("-", " the nearest ") if "-" in result else result))
    robot.went = 0
    if result == "move":
        fell = battle.dice.roll(DIE, f"direction, {robot.id}", key=lambda face: DIRECTIONS[face])
        await _slide(battle, robot, robot.face + DIRECTIONS[fell], robot.move() // 2)
    elif result != "halt":
        await _shoot_nearest(battle, robot, result == "shoot-any")


async def _shoot_nearest(battle: Battle[State], robot: Figure, anybody: bool) -> None:
    """The nearest visible model, a tie by a die; with its strongest weapon, if it is in range."""
    state, weapon = battle.state, strongest(robot)
    if weapon is None or engaged(battle, robot) or not has_power(state, robot):
        return
    side = state.side_of(robot)
    seen = [one for one in state.bodies() if one.id != robot.id and not one.wreck and sees(battle, robot, one)]
    among = [one for one in seen if anybody or state.side_of(one) != side]
    if not among:
        return
    near = min(gap(robot.base(), one.base()) for one in among)
    tied = sorted(one.id for one in among if gap(robot.base(), one.base()) == near)
    target = state.figures[battle.dice.draw(tied, f"nearest, {robot.id}") if len(tied) > 1 else tied[0]]
    arm = robot.profile.weapons[weapon]
    if in_range(arm, near, robot.level != target.level) and bears(robot, arm, target.at):
        mode = "automatic-fire" if arm.auto else arm.modes[0]
        await shoot(battle, Shot(robot.id, robot.id, weapon, mode, target.id), only=target.unit)
        await answer_deed(battle, robot)


def strongest(robot: Figure) -> int | None:
    """The highest Pen that can fire, then the first (combat-action.robots.autonomous-table)."""
    able: Sequence[int] = [n for n, weapon, gun in robot.arms() if weapon.modes and gun.able]
    return min(able, key=lambda n: (-robot.profile.weapons[n].pen, n), default=None)
