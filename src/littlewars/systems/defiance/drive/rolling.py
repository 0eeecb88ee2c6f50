"""Wrecks that roll on, and flyers that fall: they run into everybody in their path (defiance.vehicle.final-roll,
defiance.vehicle.eliminated-mecha)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.facing import facing_to, step_to

from ..basics.consequences import CONSEQUENCES
from ..basics.events import Moved
from ..basics.fire_action import Cause
from ..basics.state import FALLS, ROLLS, Drive, Figure, State
from ..basics.tabletop import board, on_other_levels, put, sync_board
from ..basics.ways import Segment
from ..fire.damage import hit
from ..move.path import base_move
from ..vehicles.wrecks import settle_wreck, structure_left
from .contacts import meetings, still_there
from .driving import clear_away
from .ramming import RAM, is_stuck, ram, ram_ground_dice, shift_off

SPEED = "walking"  # of the final roll; a falling vehicle rams like a sprinting one
FALLING = "sprinting"


def rollers(state: State) -> list[Figure]:
    """Wrecks that have still to roll."""
    return [figure for figure in state.figures.values() if figure.craft is not None and figure.craft.hulk == ROLLS]


def begin_roll(battle: Battle[State], wreck: Figure) -> None:
    """Its card has come up: it is to go its Move straight on along its last course (defiance.vehicle.final-roll)."""
    course, left = wreck.hulled.course, base_move(wreck)
    to = step_to(wreck.at, wreck.face if course < 0 else course, left)
    way = Segment(
        "fly" if wreck.level else "walk", wreck.at, to, float(left), had=float(left), level=wreck.level, face=wreck.face
    )
    battle.state.acting().drive = Drive(wreck.id, SPEED, left, way=[way], manner="roll")


async def roll_on(battle: Battle[State], drive: Drive, wreck: Figure) -> None:
    """A stretch up to whatever it runs into: infantry is rammed and does not stop it; ground, hulls and the edge do."""
    way = drive.way[0]
    met = meetings(battle, wreck, Segment(way.how, wreck.at, way.to, level=way.level, face=way.face), skip=drive.passed)
    end = met[0].at if met else way.to
    if end != wreck.at:
        wreck.hulled.course = facing_to(way.start, way.to)
        put(battle, wreck, end)
        battle.record(Moved(figure=wreck.id, path=(end,), face=wreck.face, how="rolls on"))
    if not met:
        await come_to_rest(battle, drive, wreck)
        return
    one = met[0]
    if one.kind in ("ground", "edge"):
        await come_to_rest(battle, drive, wreck)
        return
    victim = battle.state.figures[one.id]
    goes_on = await ram(battle, wreck, victim, SPEED, again=one.id in drive.met)
    drive.met.append(one.id)
    if not goes_on:
        await come_to_rest(battle, drive, wreck)
    elif is_stuck(battle, wreck, victim) or still_there(battle, wreck, way, one.id):
        drive.passed.append(one.id)


async def come_to_rest(battle: Battle[State], drive: Drive, wreck: Figure) -> None:
    """It stops: one in the air falls, one on the ground is terrain from now on."""
    drive.way = []
    clear_away(battle, drive)
    if wreck.level:
        wreck.hulled.hulk = FALLS
    else:
        settle_wreck(battle, wreck)


def _falling(state: State) -> list[Figure]:
    return [figure for figure in state.figures.values() if figure.craft is not None and figure.craft.hulk == FALLS]


@CONSEQUENCES.of(_falling)
async def fall(battle: Battle[State], wreck: Figure) -> None:
    """It falls to the ground, rams at the speed of a sprint whatever it lands on, and its structure suffers as from a terrain
    ram (defiance.vehicle.final-roll)."""
    state = battle.state
    wreck.level = 0
    sync_board(battle, wreck)
    battle.record(Moved(figure=wreck.id, path=(wreck.at,), face=wreck.face, how="falls"))
    table = board(battle)
    gaps = table.gaps_from(wreck.base())
    skip = {wreck.id, *on_other_levels(battle, 0)}
    under = [name for name in table if name not in skip and gaps[table.row[name]] == 0 and not state.figures[name].gone]
    wreck.hulled.hulk = ROLLS  # a body while it rams
    for name in sorted(under):
        victim = state.figures[name]
        if not victim.gone:
            await ram(battle, wreck, victim, FALLING)
            shift_off(battle, wreck, victim)
    for _ in range(ram_ground_dice(battle, wreck, FALLING) if structure_left(wreck) > 0 else 0):
        await hit(battle, wreck, Cause(state.other(state.side_of(wreck)), None, "ram", RAM))
    settle_wreck(battle, wreck)
