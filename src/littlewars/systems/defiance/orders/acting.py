"""One figure acts on its orders: aims, maneuvers, or moves and fires by its pattern (defiance.orders.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Refusal
from littlewars.engine.names import ref
from littlewars.table.facing import Point

from ..basics.state import Figure, State, Team, Unit
from ..drive.driving import begin_drive
from ..move.contact import meet, queue, touched
from ..move.path import ParsedMove
from ..travel.charging import can_reach, nearest_of, refuse_maneuver, retarget
from ..travel.move_ask import WALKING, Ends, Terms, allowance, move, settle_facing
from ..units.chits import spend
from ..vehicles.nerves import fires_nothing
from ..vehicles.steering import gear_of
from .fire_orders import fire
from .levels import HALVES, at_the_end, half_way
from .orders import can_jump, fires
from .vehicle_orders import actions_left, note_fired

MANEUVERS = ("sprint", "charge", "jump")


async def act(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """By the order of its team (defiance.orders.aim-no-move-no-fire, defiance.ranged.definition)."""
    if figure.locked:
        if team.order in MANEUVERS:
            queue(battle.state, figure)
        return  # engaged: it fights on when all have moved, or does nothing (defiance.orders.hth-engaged-limits)
    if team.order == "vehicle-orders":
        begin_drive(battle, figure, team.speed)
    elif team.order == "aim":
        await settle_facing(battle, figure)
    elif team.order in MANEUVERS:
        await _maneuver(battle, unit, team, figure)
    else:
        await _fire(battle, unit, team, figure)


# ---- maneuver


async def _maneuver(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """Nobody stays, nobody fires; contact opens a fight when all have moved (defiance.orders.maneuver-no-fire,
    defiance.orders.maneuver-facing, defiance.move.jump-no-fire)."""
    state = battle.state
    jumps = team.order == "jump" and can_jump(figure)
    order = "jump" if jumps else "sprint" if team.order == "jump" else team.order
    if order == "charge":
        figure.spurred = await spend(battle, figure, "charge")
    target, start = retarget(state, unit, team), figure.at
    rule = {
        "jump": "defiance.orders.jump-move",
        "charge": "defiance.orders.charge-move",
        "sprint": "defiance.orders.sprint-move",
    }[order]
    budget = allowance(figure, order, "")

    reached: dict[tuple[str, Point, int], bool] = {}  # whom it could come to, from where and with how much left

    def reach(enemy: Figure, left: int) -> bool:
        key = (enemy.id, figure.at, left)
        if key not in reached:
            reached[key] = can_reach(battle, figure, enemy, left, jumps)
        return reached[key]

    def check(trip: ParsedMove) -> Refusal | None:
        return refuse_maneuver(state, figure, target, order, trip, start, reach)

    terms = Terms(
        verbs=("jump", "turn") if jumps else WALKING,
        check=check,
        must=True,
        contact=True,
        goal=nearest_of(state, target, start) if order == "charge" else None,
        ends=at_the_end(state, unit, team, figure),
        speed=gear_of(figure, order, ""),
    )
    await move(battle, figure, budget, rule, f"{ref(figure.id)}: {order}", terms)
    figure.jumped = jumps and not figure.gone
    if figure.able and not figure.aloft:
        await meet(battle, figure, touched(state, figure, figure.at))


# ---- fire


async def _fire(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """Stationary: turn and fire; else by the pattern, and those who will cover only move
    (defiance.orders.fire-only-way-to-move-and-shoot, defiance.orders.fire-pattern-move-fire,
    defiance.orders.fire-pattern-fire-move, defiance.orders.fire-stationary, defiance.orders.fire-covering-figures-move,
    defiance.move.prone-not-stationary)."""
    state, slots = battle.state, fires(figure, team.order)
    whole = allowance(figure, team.order, team.speed)
    if team.speed == "stationary":
        if not await _shoot(battle, figure, slots, team.speed):
            await settle_facing(battle, figure)
        return
    pattern = team.pattern if slots else "move"
    if pattern == "move-fire-move":
        half = whole // HALVES
        await _walk(battle, figure, half, half_way(state, unit, team, figure, half), team.speed)
        await _shoot(battle, figure, slots, team.speed)
        await _walk(battle, figure, half, at_the_end(state, unit, team, figure), team.speed)
    elif pattern == "fire-move":
        await _shoot(battle, figure, slots, team.speed)
        await _walk(battle, figure, whole, at_the_end(state, unit, team, figure), team.speed)
    else:
        await _walk(battle, figure, whole, at_the_end(state, unit, team, figure), team.speed)
        if await _shoot(battle, figure, slots, team.speed):
            await settle_facing(battle, figure)


async def _walk(battle: Battle[State], figure: Figure, budget: int, ends: Ends | None, speed: str) -> None:
    """A movement segment; a figure that has failed a climb only turns (defiance.move.climb-fail)."""
    if figure.id in battle.state.acting().stuck:
        await settle_facing(battle, figure)
    elif figure.able and budget:
        prompt = f"{ref(figure.id)} moves"
        await move(battle, figure, budget, "defiance.move.maximum-distance", prompt, Terms(ends=ends, speed=speed))


async def _shoot(battle: Battle[State], figure: Figure, slots: tuple[str, ...], speed: str) -> bool:
    """The figure fires, or wastes its fire; that it fired is noted (defiance.orders.fire-wasted,
    defiance.orders.one-weapon-per-turn, defiance.stats.one-weapon-per-activation)."""
    if not figure.able or not slots:
        return False
    if figure.craft is not None:
        return await _shoot_all(battle, figure, slots, speed)
    doing = battle.state.acting()
    fired = await fire(battle, figure, slots, speed) is not None
    if fired:
        doing.fired.append(figure.id)
    return fired


async def _shoot_all(battle: Battle[State], figure: Figure, slots: tuple[str, ...], speed: str) -> bool:
    """A mecha fires up to its number of fire actions, each weapon once; only an anime mecha turns to do so
    (defiance.vehicle.fire-actions, defiance.orders.mecha-orders)."""
    fired = False
    while actions_left(figure) and figure.able and not fires_nothing(figure):
        outcome = await fire(battle, figure, slots, speed, turns=figure.frame.anime)
        if outcome is None or not outcome.shot:
            break
        note_fired(battle, figure, outcome.fire.arm)
        fired = True
    return fired
