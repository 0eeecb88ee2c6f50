"""One figure acts on its orders: aims, maneuvers, or moves and fires by its pattern (defiance.orders.*)."""

from __future__ import annotations

from functools import cache

from ...engine import Battle, Refusal
from ...table.facing import Point
from .charging import can_reach, nearest_of, refuse_maneuver, retarget
from .chits import spend
from .contact import meet, queue, touched
from .fire_orders import fire
from .moving import WALKING, allowance, move, settle_facing
from .orders import can_jump, fires
from .state import Figure, State, Team, Unit
from .vehicles import drive
from .ways import Trip

MANEUVERS = ("sprint", "charge", "jump")
HALVES = 2  # defiance.orders.fire-pattern-move-fire-move


async def act(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """By the order of its team."""
    if figure.locked:
        if team.order in MANEUVERS:
            queue(battle.state, figure)
        return  # engaged: it fights on when all have moved, or does nothing (defiance.orders.hth-engaged-limits)
    if team.order == "vehicle-orders":
        await drive(battle, unit, team, figure)
    elif team.order == "aim":
        await settle_facing(battle, figure)
    elif team.order in MANEUVERS:
        await _maneuver(battle, unit, team, figure)
    else:
        await _fire(battle, unit, team, figure)


# ---- flyers


def flyers(state: State, unit: Unit, team: Team) -> list[Figure]:
    """Those of whom one level is asked: flight-capable, able and free (defiance.move.fly-same-level)."""
    found = [state.figures[name] for name in team.figures]
    return [f for f in found if f.frame.flies and f.able and not f.locked and unit.quality != "Elite"]


def refuse_level(state: State, unit: Unit, team: Team, figure: Figure, trip: Trip) -> Refusal | None:
    """The first flyer's level binds the others; one that not all can reach is not open."""
    others = flyers(state, unit, team)
    if figure not in others or len(others) < 2:
        return None
    rule = "defiance.move.fly-same-level"
    if team.level >= 0 and trip.level != team.level:
        return Refusal(rule, f"{figure.id} must end on level {team.level} like its unit")
    for other in others:
        far = abs(trip.level - other.level) * other.frame.move
        if team.level < 0 and other is not figure and far > allowance(other, team.order, team.speed):
            return Refusal(rule, f"{other.id} could not come to level {trip.level}")
    return None


def note_level(state: State, unit: Unit, team: Team, figure: Figure) -> None:
    """Where the first of them ends, all must."""
    if team.level < 0 and figure in flyers(state, unit, team):
        team.level = figure.level


# ---- maneuver


async def _maneuver(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """Nobody stays, nobody fires; contact opens a fight when all have moved (defiance.orders.maneuver-*)."""
    state = battle.state
    jumps = team.order == "jump" and can_jump(figure)
    order = "jump" if jumps else "sprint" if team.order == "jump" else team.order
    if team.order == "jump" and not jumps:
        figure.sprint = allowance(figure, "sprint", "")  # defiance.orders.jump-mixed-unit
    if order == "charge":
        figure.spurred = await spend(battle, figure, "charge")
    target, start = retarget(state, unit, team), figure.at
    rule = {
        "jump": "defiance.orders.jump-move",
        "charge": "defiance.orders.charge-move",
        "sprint": "defiance.orders.sprint-move",
    }[order]
    budget = allowance(figure, order, "")

    @cache
    def reach(name: str, at: Point, left: int) -> bool:
        return can_reach(battle, figure, state.figures[name], left, jumps)

    def check(trip: Trip) -> Refusal | None:
        def near(enemy: Figure, left: int) -> bool:
            return reach(enemy.id, figure.at, left)

        refused = refuse_maneuver(state, figure, target, order, trip, start, near)
        return refused or refuse_level(state, unit, team, figure, trip)

    await move(
        battle,
        figure,
        budget,
        rule,
        f"{figure.frame.name} ({figure.id}): {order}",
        verbs=("jump", "turn") if jumps else WALKING,
        check=check,
        must=True,
        contact=True,
        goal=nearest_of(state, target, start) if order == "charge" else None,
    )
    note_level(state, unit, team, figure)
    figure.jumped = jumps and not figure.gone
    if figure.able and not figure.aloft:
        await meet(battle, figure, touched(state, figure, figure.at))


# ---- fire


async def _fire(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """Stationary: turn and fire; else by the pattern, and those who will cover only move (defiance.orders.fire-*)."""
    slots = fires(figure, team.order)
    whole = allowance(figure, team.order, team.speed)
    if team.speed == "stationary":
        if not await _shoot(battle, figure, slots, team.speed):
            await settle_facing(battle, figure)
        return
    pattern = team.pattern if slots else "move"
    if pattern == "move-fire-move":
        await _walk(battle, unit, team, figure, whole // HALVES, last=False)
        await _shoot(battle, figure, slots, team.speed)
        await _walk(battle, unit, team, figure, whole // HALVES)
    elif pattern == "fire-move":
        await _shoot(battle, figure, slots, team.speed)
        await _walk(battle, unit, team, figure, whole)
    else:
        await _walk(battle, unit, team, figure, whole)
        if await _shoot(battle, figure, slots, team.speed):
            await settle_facing(battle, figure)


async def _walk(battle: Battle[State], unit: Unit, team: Team, figure: Figure, budget: int, last: bool = True) -> None:
    """A movement segment; only where the last of them ends matters for the level of the unit."""
    if not figure.able or not budget:
        return
    state, prompt = battle.state, f"{figure.frame.name} ({figure.id}) moves"

    def check(trip: Trip) -> Refusal | None:
        return refuse_level(state, unit, team, figure, trip) if last else None

    await move(battle, figure, budget, "defiance.move.maximum-distance", prompt, check=check)
    if last:
        note_level(state, unit, team, figure)


async def _shoot(battle: Battle[State], figure: Figure, slots: tuple[str, ...], speed: str) -> bool:
    """Fire, or waste it; whoever fired is noted (defiance.orders.fire-wasted, .one-weapon-per-turn)."""
    if not figure.able or not slots:
        return False
    doing = battle.state.acting()
    fired = await fire(battle, figure, slots, speed)
    if fired:
        doing.fired.append(figure.id)
    return fired
