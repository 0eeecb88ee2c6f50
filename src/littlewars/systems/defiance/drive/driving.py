"""A vehicle drives: the way it is told, what it runs into on it, and what it has left (defiance.vehicle.*, defiance.ram.*).

The movement is data (`Drive`): a contact ends a step, and the rest of the way waits in the state.
"""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.facing import Point, step_to

from ..basics.numbers import REACH
from ..basics.state import Drive, Figure, State
from ..basics.ways import Segment
from ..move.path import ParsedMove, base_move
from ..move.terrain_cost import price, reaches, stretches
from ..travel.move_run import carry_out, left_after
from ..vehicles.steering import GEARS, is_slow, shift_clear
from .contacts import Met, meetings, still_there
from .ramming import is_stuck, ram, ram_ground, shift_off

WILD, ROLL = "wild", "roll"  # manners of driving: out of control, the final roll of a wreck


def is_static(figure: Figure) -> bool:
    """It did not move or turn in its last activation; before the first it stands (defiance.orders.static-vehicle-counter)."""
    return figure.frame.vehicle and not figure.rolled


def speeds_of(state: State, figure: Figure) -> list[str]:
    """Any speed it has; haywire no faster than walking, and none while somebody boards it or when its movement is gone
    (defiance.vehicle.move-stat, defiance.vehicle.haywire, defiance.passenger.boarding-static)."""
    if base_move(figure) <= 0 or figure.hulled.stays == state.turn.number > 0:
        return ["stationary"]
    if is_slow(figure):
        return ["stationary", "walking"]
    return ["stationary", "walking", "running", *(["sprinting"] if figure.frame.sprints or figure.frame.flies else [])]


def begin_drive(battle: Battle[State], figure: Figure, speed: str, manner: str = "") -> None:
    """Before it moves: one that stood still may reverse at walking speed (defiance.vehicle.reverse)."""
    doing, craft, stood = battle.state.acting(), figure.hulled, is_static(figure)
    craft.rolled, craft.spent = False, ()
    if speed in GEARS:
        craft.speed = speed
    left = base_move(figure) * REACH[speed]
    reverses = stood and speed == GEARS[0] and not manner
    doing.drive = Drive(figure.id, speed, left, reverses=reverses, manner=manner)
    doing.stage = "drive"


def told(drive: Drive, parsed: ParsedMove) -> None:
    """The way it is to go, and what it has decided by that."""
    drive.way = list(parsed.path)
    drive.turns += parsed.turns
    drive.heading = parsed.heading
    drive.left = int(parsed.left)  # if nothing stops it


def run_wild(battle: Battle[State], drive: Drive, figure: Figure) -> None:
    """Out of control it goes its full Move straight ahead, slowed by the ground (defiance.vehicle.out-of-control)."""
    to = farthest(battle.state, figure, drive.left)
    if to != figure.at:
        how, left, level = "fly" if figure.level else "walk", drive.left, figure.level
        drive.way = [Segment(how, figure.at, to, float(left), had=float(left), level=level, face=figure.face)]


def farthest(state: State, figure: Figure, budget: int) -> Point:
    """How far this much movement takes it straight ahead."""
    whole = step_to(figure.at, figure.face, budget)
    if figure.level:
        return whole
    left, far = float(budget), 0.0
    for part in stretches(state.pieces, figure.at, whole, climbs=False):
        cost = price([part], False)
        if cost > left:
            most = left if part.ground == "open" else reaches(part.ground, False, left)
            return step_to(figure.at, figure.face, int(far + min(part.length, most)))
        far, left = far + part.length, left - cost
    return step_to(figure.at, figure.face, int(far))


# ---- on its way


async def go_on(battle: Battle[State], drive: Drive, figure: Figure) -> None:
    """The rest of its way up to the next contact. Covering fire that leaves it fit to drive lets it think again."""
    wild, way = bool(drive.manner), drive.way
    end, left = way[-1], drive.left
    parsed = ParsedMove(figure.id, figure.x, figure.y, end.face, end.level, False, float(left), left, list(way))
    found: list[Met] = []

    def until(stretch: Segment) -> Point | None:
        start = Segment(stretch.how, figure.at, stretch.to, level=stretch.level, face=stretch.face)
        met = meetings(battle, figure, start, skip=drive.passed)
        if not met:
            return None
        found.append(met[0])
        return met[0].at

    finished = await carry_out(battle, figure, parsed, replans=not wild, until=until)
    if figure.gone:
        drive.way = []
    elif finished:
        drive.left, drive.way = int(left_after(battle.state, end, figure)), []
    elif found and figure.at == found[-1].at:
        drive.left, drive.way = int(parsed.left), _rest(way, parsed.reached, figure, parsed.left)
        if way[parsed.reached].how == "jump":
            await _come_down(battle, drive, figure, way[parsed.reached])
            return
        drive.hits, drive.solid = found[-1].id or "edge", found[-1].kind in ("ground", "edge")
    else:
        drive.left, drive.way = int(parsed.left), []


async def _come_down(battle: Battle[State], drive: Drive, figure: Figure, jump: Segment) -> None:
    """Everybody under the hull where a jump ends is rammed, and nobody is left there (defiance.ram.who)."""
    for one in meetings(battle, figure, jump):
        victim = battle.state.figures[one.id]
        if not victim.gone and not figure.gone:
            if not await ram(battle, figure, victim, drive.speed):
                drive.way, drive.left = [], 0
            shift_off(battle, figure, victim)


def _rest(way: list[Segment], number: int, figure: Figure, left: float) -> list[Segment]:
    """What is left of a way when it is stopped on this stretch: from where it is."""
    now = way[number]
    if now.how == "jump":
        return way[number + 1 :]
    rest = Segment(now.how, figure.at, now.to, now.cost, level=now.level, face=now.face, had=left)
    return [rest, *way[number + 1 :]] if figure.at != now.to else way[number + 1 :]


async def settle_contact(battle: Battle[State], drive: Drive, figure: Figure) -> None:
    """What it has run into: infantry that is thrown or steps aside lets it drive on, anything else ends its movement
    (defiance.ram.rammer-continues, defiance.ram.terrain)."""
    state, what, drive.hits = battle.state, drive.hits, ""
    if drive.solid:
        drive.solid, drive.way, drive.left = False, [], 0
        if what != "edge":
            await ram_ground(battle, figure, what, drive.speed)
        return
    victim = state.figures[what]
    if not drive.manner and state.side_of(victim) == state.side_of(figure):
        drive.way = []  # its own turn pushed him there: it thinks again (defiance.vehicle.turning)
        return
    if figure.frame.mecha:  # mecha cannot ram: they stop short of figures (defiance.vehicle.out-of-control)
        drive.way, drive.left = [], 0
        return
    goes_on = await ram(battle, figure, victim, drive.speed, again=what in drive.met)
    if not victim.gone and what not in drive.met:
        drive.met.append(what)
    if not goes_on or figure.gone or figure.stunned:
        drive.way, drive.left = [], 0
    elif drive.way and (is_stuck(battle, figure, victim) or still_there(battle, figure, drive.way[0], what)):
        drive.passed.append(what)  # there is no room for it anywhere near


def clear_away(battle: Battle[State], drive: Drive) -> None:
    """A figure that found no room while the vehicle drove over it is put beside it now that it stands."""
    for name in drive.passed:
        shift_clear(battle, battle.state.figures[name])
