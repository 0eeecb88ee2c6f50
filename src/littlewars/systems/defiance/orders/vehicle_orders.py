"""Vehicles on vehicle orders: any speed, each weapon once, covering with one that did not fire (defiance.orders.vehicle-*)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import Changed
from ..basics.numbers import COVERING, FIRE_MOD
from ..basics.scale import format_length
from ..basics.state import Drive, Figure, State
from ..cover.covering import VEHICLE
from ..drive.driving import ROLL, WILD, begin_drive, clear_away, go_on, run_wild, settle_contact, told
from ..drive.rolling import roll_on
from ..drive.steering_ask import ask_way
from ..fire.stoppage import usable
from ..ride.leaving import leap, may_leap, must_leap, offer_exit
from ..units.removal import release
from ..vehicles.nerves import fires_nothing, runs_wild
from .fire_orders import fire

RULE = "defiance.orders.vehicle-orders"
DONE, DRIVE, SHOOT, LEAP = "done", "drive", "shoot", "leap"
LEAPING = "Each tests its nerve, and does nothing more before its next activation."


# ---- the stage


async def drive(battle: Battle[State]) -> None:
    """One step of a vehicle's activation: a contact, a stretch of its way, or what its owner wants next; move and fire come in
    any order, and firing is never compulsory (defiance.orders.vehicle-orders)."""
    state, doing = battle.state, battle.state.acting()
    now = doing.drive
    assert now is not None
    figure = state.figures[now.figure]
    if now.manner == ROLL:
        if now.way:
            await roll_on(battle, now, figure)
        else:
            await _finish(battle, now, figure)
    elif now.hits and not figure.gone:
        await settle_contact(battle, now, figure)
    elif now.way and figure.able:
        await go_on(battle, now, figure)
    elif now.manner or not figure.able or not await _choose(battle, now, figure):
        await _finish(battle, now, figure)


async def _choose(battle: Battle[State], now: Drive, figure: Figure) -> bool:
    """What it does next; False if it has done enough."""
    state, who = battle.state, (figure.id,)
    more = format_length(now.left, state.settings.scale)
    leaps = may_leap(state, figure, now.speed)
    options = [] if leaps and must_leap(state, figure, now.speed) else [Option(DONE, "Enough", of=who, means="done")]
    options += [Option(DRIVE, f"Drive ({more} left)", of=who, means="go")] if now.left > 0 else []
    options += [Option(SHOOT, "Fire a weapon", of=who, means="act")] if may_shoot(figure, now.speed) else []
    options += [Option(LEAP, "Passengers leap out", of=who, about=LEAPING, means="go")] if leaps else []
    if len(options) == 1 and options[0].id == DONE:
        return False
    ask = Choose(state.side_of(figure), RULE, f"{ref(figure.id)}: {now.speed}", options)
    chosen = await ask.about(figure.id, unit=figure.unit, topic="plan")
    if chosen == DRIVE:
        parsed = await ask_way(battle, figure, now)
        told(now, parsed)
        if not parsed.moved:
            now.left = 0  # who drives nowhere is not asked again
        elif figure.id not in state.acting().moved:
            state.acting().moved.append(figure.id)
        return True
    if chosen == LEAP:
        await leap(battle, figure, now.speed)
        return True
    return chosen == SHOOT and await _shoot(battle, figure, now.speed)


async def _finish(battle: Battle[State], now: Drive, figure: Figure) -> None:
    """It has moved and fired; it may cover."""
    doing = battle.state.acting()
    doing.drive = None
    clear_away(battle, now)
    doing.stage = {ROLL: "teams", WILD: "teams"}.get(now.manner, "act")
    if not now.manner:
        await _cover(battle, now, figure)
    if now.manner == ROLL or (now.speed == "stationary" and not figure.gone):
        doing.waiting += await offer_exit(battle, figure)  # defiance.passenger.exit, defiance.vehicle.sdc-passengers


def start_wild(battle: Battle[State], figure: Figure) -> None:
    """A vehicle out of control drives by itself: no turns, straight ahead at walking speed, no fire
    (defiance.vehicle.out-of-control)."""
    release(battle, figure)  # a mecha leaves its fights
    begin_drive(battle, figure, "walking", WILD)
    now = battle.state.acting().drive
    assert now is not None
    run_wild(battle, now, figure)


def wild_ones(state: State, waiting: list[str]) -> list[Figure]:
    """Those of a unit that are out of control and have not run yet."""
    vehicles = [figure for name in waiting if (figure := state.figures[name]).craft is not None]
    return [figure for figure in vehicles if figure.able and runs_wild(figure)]


# ---- firing and covering


def unfired(figure: Figure) -> list[int]:
    """Weapons that it has not fired in this activation (each fires once; their ranks do not matter:
    defiance.orders.vehicle-weapon-labels, defiance.vehicle.weapon-slots)."""
    return [arm for arm in range(len(figure.arms)) if arm not in figure.spent and usable(figure, arm)]


def actions_left(figure: Figure) -> int:
    """How many more weapons it may fire in this activation (defiance.vehicle.fire-actions)."""
    actions = figure.frame.hull.actions if figure.frame.hull else 1
    return max(0, actions - len(figure.spent))


def may_shoot(figure: Figure, speed: str) -> bool:
    """Up to its number of fire actions, not while it sprints, and not out of control (defiance.vehicle.fire-actions)."""
    return speed in FIRE_MOD and actions_left(figure) > 0 and bool(unfired(figure)) and not fires_nothing(figure)


async def _shoot(battle: Battle[State], figure: Figure, speed: str) -> bool:
    """One of the weapons that have not fired, where it points: a vehicle does not turn to fire."""
    slots = [figure.arms[arm].slot for arm in unfired(figure)]
    outcome = await fire(battle, figure, slots, speed, turns=False)
    if outcome and outcome.shot:
        note_fired(battle, figure, outcome.fire.arm)
    return outcome is not None


def note_fired(battle: Battle[State], figure: Figure, arm: int) -> None:
    """A weapon of a vehicle has fired (defiance.vehicle.fire-actions)."""
    figure.hulled.spent = (*figure.spent, arm)
    battle.state.acting().fired.append(figure.id)


async def _cover(battle: Battle[State], now: Drive, figure: Figure) -> None:
    """It may cover with one weapon that it did not fire; not after sprinting (defiance.orders.vehicle-cover)."""
    able = [arm for arm in unfired(figure) if any(line.can_cover for line in figure.arms[arm].weapon.lines)]
    if not figure.able or now.speed not in FIRE_MOD or not able or fires_nothing(figure):
        return
    options = (
        Option("cover", "Cover with a weapon that did not fire", of=(figure.id,), means="cover"),
        Option("no", "Do not cover", of=(figure.id,), means="pass"),
    )
    rule, prompt = "defiance.orders.vehicle-cover", f"{ref(figure.id)} covers?"
    side = battle.state.side_of(figure)
    if await Choose(side, rule, prompt, options).about(figure.id, unit=figure.unit, topic="plan") == "cover":
        figure.covers, figure.cover_mod = VEHICLE, FIRE_MOD[now.speed] + COVERING
        battle.record(Changed(who=figure.id, what=f"covers ({figure.cover_mod:+d})"))
