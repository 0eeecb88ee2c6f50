"""One figure acts on its orders: aims, maneuvers, or moves and fires by its pattern (defiance.orders.*)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.engine.names import ref
from littlewars.table.facing import Point
from littlewars.table.shapes.bases import Base, centre2

from ..basics.state import Figure, State, Team, Unit
from ..drive.driving import begin_drive
from ..drive.ramming import graze
from ..fight.escape import leave
from ..fight.meeting import fight_on, meet, strike_again
from ..move.contact import locks
from ..ride.boarding_ask import boarding_terms
from ..ride.leaving import step_out
from ..travel.charging import Quarry, can_reach, nearest_of, refuse_maneuver, retarget, way_into
from ..travel.move_ask import WALKING, Ends, Steps, Terms, allowance, meets, move, settle_facing
from ..units.chits import spend
from ..units.guns import SUPPORT, gun_served_by, may_fire_gun
from ..vehicles.nerves import fires_nothing
from ..vehicles.steering import gear_of
from .fire_orders import fire
from .gun_orders import RECOVER, arrive, group_gun, pace, push
from .levels import HALVES, at_the_end, half_way
from .orders import can_jump, fires
from .vehicle_orders import actions_left, note_fired

MANEUVERS = ("sprint", "charge", "jump")
RULES = {
    "jump": "defiance.orders.jump-move",
    "charge": "defiance.orders.charge-move",
    "sprint": "defiance.orders.sprint-move",
}


async def act(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """The figure acts by the order of its team (defiance.orders.aim-no-move-no-fire, defiance.ranged.definition)."""
    if figure.locked and not _leaves(battle, team, figure):
        if team.order in MANEUVERS:
            fight_on(battle.state, figure)
        return  # engaged: it fights on when all have moved, or does nothing (defiance.orders.hth-engaged-limits)
    if team.order == "vehicle-orders":
        begin_drive(battle, figure, team.speed)
    elif team.order == "aim":
        await settle_facing(battle, figure)
    elif team.order in MANEUVERS:
        await _maneuver(battle, unit, team, figure)
    else:
        await _fire(battle, unit, team, figure)


def _leaves(battle: Battle[State], team: Team, figure: Figure) -> bool:
    """A vehicle leaves a fight unless it charges: then it strikes (defiance.hth.escape-vehicles)."""
    if not figure.frame.vehicle or team.order == "charge":
        return False
    leave(battle, figure)
    return True


# ---- maneuver


async def _maneuver(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """Nobody stays, nobody fires; contact opens a fight when all have moved, and whoever drives off those he meets goes on
    (defiance.orders.maneuver-no-fire, defiance.orders.maneuver-facing, defiance.move.jump-no-fire,
    defiance.hth.who-may-initiate, defiance.hth.charged-morale)."""
    state = battle.state
    jumps = team.order == "jump" and can_jump(figure)
    order = "jump" if jumps else "sprint" if team.order == "jump" else team.order
    if order == "charge":
        figure.spurred = await spend(battle, figure, "charge")
    left = allowance(figure, order, "")
    if figure.aboard:
        left = await step_out(battle, figure, left)
        if not _can_meet(figure):
            return
    start = (figure.x, figure.y)
    beside = stays = _beside(battle, figure)
    while left > 0 and figure.able and not figure.locked:
        before, terms = _feet_of_a_mecha(figure), _terms(battle, team, figure, order, must=not stays)
        left = await move(battle, figure, left, RULES[order], f"{ref(figure.id)}: {order}", terms)
        if before is not None:
            await graze(battle, figure, before, terms.speed)
        figure.jumped = jumps and not figure.gone
        if not _can_meet(figure):
            return
        if beside and figure.at == start:
            strike_again(state, figure)  # it stays where it attacks (defiance.hth.contact-without-lock)
            return
        met = meets(battle, figure)
        if not met:
            return
        await meet(battle, figure, met, order)
        if jumps or any(not enemy.gone for enemy in met):
            return
        stays = [] if figure.gone else _beside(battle, figure)


def _beside(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Enemies whom it touches without a fight: it may stay with them (defiance.hth.contact-without-lock)."""
    return [enemy for enemy in meets(battle, figure) if not locks(figure, enemy)]


def _feet_of_a_mecha(figure: Figure) -> Base | None:
    """The place where a mecha stands before it moves: it may graze ground that nothing enters
    (defiance.vehicle.terrain-contact)."""
    return figure.base() if figure.frame.mecha else None


def _can_meet(figure: Figure) -> bool:
    """Has it come through, and on the ground (defiance.flight.forbidden)?"""
    return figure.able and not (figure.level or figure.aboard)


def _terms(battle: Battle[State], team: Team, figure: Figure, order: str, must: bool) -> Terms:
    """What this maneuver may be; `must`: it may not stay where it is."""
    state, unit, jumps, start = battle.state, battle.state.unit_of(figure), order == "jump", figure.at
    if unit.boards:
        return boarding_terms(battle, figure, state.figures[unit.boards])
    foes = retarget(state, unit, team)
    reached: dict[tuple[str, Point, int], bool] = {}  # whom it could come to, from where and with how much left

    def reach(enemy: Figure, left: int) -> bool:
        key = (enemy.id, figure.at, left)
        if key not in reached:
            reached[key] = can_reach(battle, figure, enemy, left, jumps)
        return reached[key]

    quarry = Quarry(order, foes, start, bool(team.fought), reach)

    def into_contact(most: int) -> Steps:
        near = sorted(foes, key=lambda enemy: (centre2(start, enemy.at), enemy.id))
        ways = (way_into(battle, figure, enemy, most, jumps) for enemy in near)
        return next((way for way in ways if way is not None), ())

    return Terms(
        verbs=("jump", "turn") if jumps else WALKING,
        check=lambda parsed: refuse_maneuver(state, figure, quarry, parsed),
        must=must and not unit.rides,  # who has just stepped out of a vehicle has moved
        contact=True,
        goal=nearest_of(foes, start) if order == "charge" or team.fought else None,
        ends=at_the_end(state, unit, team, figure),
        speed=gear_of(figure, order, ""),
        contact_way=into_contact if team.fought else None,
    )


# ---- fire


async def _fire(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """Stationary: turn and fire; else by the pattern, and those who will cover only move
    (defiance.orders.fire-only-way-to-move-and-shoot, defiance.orders.fire-pattern-move-fire,
    defiance.orders.fire-pattern-fire-move, defiance.orders.fire-stationary, defiance.orders.fire-covering-figures-move,
    defiance.move.prone-not-stationary)."""
    state, slots = battle.state, fires(figure, team.order)
    gun = group_gun(state, team) if unit.guns else None
    if gun is not None:
        await _serve(battle, team, figure, gun)
        return
    if team.speed == "stationary":
        if not await _shoot(battle, figure, slots, team.speed):
            await settle_facing(battle, figure)
        return
    whole = allowance(figure, team.order, team.speed)
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
    if team.order == RECOVER:
        arrive(battle, figure)


async def _serve(battle: Battle[State], team: Team, figure: Figure, gun: Figure) -> None:
    """A crew with orders of its own acts as one: it pushes its gun and fires it, by its pattern; if it does not, each may use
    his side arm (defiance.infweapon.crew-orders, defiance.infweapon.crew-both)."""
    state, doing = battle.state, battle.state.acting()
    crew, slots = [state.figures[name] for name in team.figures], fires(figure, team.order)
    doing.acted += [man.id for man in crew if man.id not in doing.acted]
    whole = pace(state, gun) if team.speed == "walking" else 0
    before, after = {"fire-move": (0, whole), "move-fire-move": (whole // HALVES, whole // HALVES)}.get(
        team.pattern, (whole, 0)
    )
    if before:
        await push(battle, gun, before)
    for number, man in enumerate(crew):
        await _shoot(battle, man, slots, team.speed, serves=number == 0)
    if after and not gun.gone:
        await push(battle, gun, after)


async def _walk(battle: Battle[State], figure: Figure, budget: int, ends: Ends | None, speed: str) -> None:
    """A movement segment; a figure that has failed a climb only turns (defiance.move.climb-fail)."""
    if figure.id in battle.state.acting().stuck:
        await settle_facing(battle, figure)
    elif figure.able and budget:
        prompt, before = f"{ref(figure.id)} moves", _feet_of_a_mecha(figure)
        await move(battle, figure, budget, "defiance.move.maximum-distance", prompt, Terms(ends=ends, speed=speed))
        if before is not None:
            await graze(battle, figure, before, speed)


async def _shoot(battle: Battle[State], figure: Figure, slots: tuple[str, ...], speed: str, serves: bool = True) -> bool:
    """The figure fires, or wastes its fire; that it fired is noted (defiance.orders.fire-wasted,
    defiance.orders.one-weapon-per-turn, defiance.stats.one-weapon-per-activation)."""
    if not figure.able or not slots:
        return False
    if figure.craft is not None:
        return await _shoot_all(battle, figure, slots, speed)
    doing, gun = battle.state.acting(), gun_served_by(battle.state, figure) if figure.gun and serves else None
    ready = gun is not None and SUPPORT in slots and may_fire_gun(battle.state, gun)
    if gun is not None and ready and await fire(battle, gun, (SUPPORT,), speed) is not None:
        doing.fired.append(gun.id)
        return True
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
