"""Vehicles on vehicle orders: any speed, each weapon once, covering with one that did not fire (defiance.orders.vehicle-*)."""

from __future__ import annotations

from math import sqrt

from littlewars.engine import Battle, Choose, Leg, Legs, Move, Option, Pose, Refusal, Step, Verb
from littlewars.engine.names import ref
from littlewars.table.facing import angle_between, facing_to, step_to
from littlewars.table.shapes.bases import centre2

from ..basics.events import Changed
from ..basics.numbers import COVERING, FIRE_MOD, REACH
from ..basics.scale import format_length
from ..basics.state import Figure, State, Team, Unit
from ..fire.stoppage import usable
from ..move.path import ParsedMove, Segment, begin
from ..move.terrain_cost import HAIR, fits, price, stretches
from ..travel.move_ask import refuse_trip
from ..travel.move_run import carry_out
from .fire_orders import fire

RULE = "defiance.orders.vehicle-orders"
COVERS = "vehicle"  # the weapon is named only when the covering fire is declared
TURN = 9000  # what one turn may be (defiance.vehicle.turning)
AHEAD = 100  # hundredths of a degree that rounding may put a way off the facing
GEARS = ("walking", "running", "sprinting")
DONE, DRIVE, SHOOT = "done", "drive", "shoot"


def on_vehicle_orders(figure: Figure) -> bool:
    """Vehicles other than mecha declare no orders (defiance.orders.mecha-orders)."""
    return figure.frame.vehicle and not figure.frame.mecha


def is_static(figure: Figure) -> bool:
    """It did not move or turn in its last activation; before the first it stands
    (defiance.orders.static-vehicle-counter). Waits for part two: boarding, and blows at a vehicle that stands."""
    return figure.frame.vehicle and not figure.rolled


def speeds_of(figure: Figure) -> list[str]:
    """Any speed; sprinting if it can."""
    return ["stationary", "walking", "running", *(["sprinting"] if figure.frame.sprints else [])]


# ---- driving


def read(battle: Battle[State], figure: Figure, leg: Leg, left: int, speed: str) -> ParsedMove | Refusal:
    """Straight ahead, and turns that cost inches (defiance.vehicle.turning)."""
    trip = begin(figure, left)
    turns = 0
    for step in leg.steps:
        if step.verb == "turn":
            turns += 1
            refused = _turn(figure, trip, step, speed, turns)
        else:
            refused = _ahead(battle.state, figure, trip, step)
        if refused:
            return refused
    return trip


def _turn(figure: Figure, trip: ParsedMove, step: Step, speed: str, turns: int) -> Refusal | None:
    hull = figure.frame.hull
    cost = hull.turns[GEARS.index(speed)] if hull and speed in GEARS else None
    face = (step.face or 0) % 36000
    if cost is None or cost > trip.left + HAIR:
        return Refusal("defiance.vehicle.turning", f"{ref(figure.id)} cannot turn now")
    if angle_between(trip.face, face) > TURN:
        return Refusal("defiance.vehicle.turning", f"{ref(figure.id)} turns by 90 degrees at most at once")
    if hull and hull.most_turns is not None and turns > hull.most_turns:
        return Refusal("defiance.vehicle.turning", f"{ref(figure.id)} may turn {hull.most_turns} times")
    trip.face = face
    trip.left -= cost
    trip.turned = True  # the vehicle is no longer static
    return None


def _ahead(state: State, figure: Figure, trip: ParsedMove, step: Step) -> Refusal | None:
    if step.to is None or step.to == trip.at:
        return None
    if angle_between(trip.face, facing_to(trip.at, step.to)) > AHEAD:
        return Refusal(RULE, f"{ref(figure.id)} goes straight ahead; turn it first")
    found = stretches(state.pieces, trip.at, step.to)
    cost = price(found, False)
    if not fits(found, cost, False, trip.left):
        far = format_length(sqrt(centre2(trip.at, step.to)), state.settings.scale)
        return Refusal("defiance.move.maximum-distance", f"{far} are too far for {ref(figure.id)}")
    cost = min(trip.left, cost)
    trip.path.append(Segment("walk", trip.at, step.to, cost, had=trip.left, level=trip.level))
    trip.x, trip.y = step.to
    trip.left -= cost
    return None


async def _drive(battle: Battle[State], figure: Figure, left: int, speed: str) -> int:
    """One stretch of its move; what is left of its allowance."""

    def way(legs: Legs) -> ParsedMove | Refusal:
        return read(battle, figure, legs[0] if legs else Leg(figure.id, ()), left, speed)

    def refuse(legs: Legs) -> Refusal | None:
        trip = way(legs)
        return trip if isinstance(trip, Refusal) else refuse_trip(battle, figure, trip, contact=False)

    ask = Move(
        battle.state.side_of(figure),
        RULE,
        f"{ref(figure.id)} drives",
        {figure.id: Pose(figure.at, figure.face)},
        {figure.id: left},
        refuse,
        verbs={"go": Verb(), "turn": Verb(turn=TURN)},
        propose=lambda rng: (Leg(figure.id, (Step("go", step_to(figure.at, figure.face, int(left * rng.random()))),)),),
    )
    trip = way(await ask.about(figure.id, unit=figure.unit))
    assert not isinstance(trip, Refusal)
    figure.hulled.rolled = figure.rolled or trip.moved
    await carry_out(battle, figure, trip)
    return int(trip.left) if trip.moved else 0


# ---- firing and covering


def unfired(figure: Figure) -> list[int]:
    """Weapons that it has not fired in this activation (each fires once; their ranks do not matter:
    defiance.orders.vehicle-weapon-labels)."""
    return [arm for arm in range(len(figure.arms)) if arm not in figure.spent and usable(figure, arm)]


def may_shoot(figure: Figure, speed: str) -> bool:
    """Up to its number of fire actions, and not while it sprints (defiance.vehicle.fire-actions)."""
    actions = figure.frame.hull.actions if figure.frame.hull else 1
    return speed in FIRE_MOD and len(figure.spent) < actions and bool(unfired(figure))


async def drive(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """Move and fire in any order; firing is never compulsory (defiance.orders.vehicle-orders)."""
    figure.hulled.rolled, figure.hulled.spent = False, ()
    left = figure.frame.move * REACH[team.speed]
    while figure.able:
        who, more = (figure.id,), format_length(left, battle.state.settings.scale)
        options = [Option(DONE, "Enough", of=who, means="done")]
        options += [Option(DRIVE, f"Drive ({more} left)", of=who, means="go")] if left > 0 else []
        options += [Option(SHOOT, "Fire a weapon", of=who, means="act")] if may_shoot(figure, team.speed) else []
        if len(options) == 1:
            break
        ask = Choose(unit.side, RULE, f"{ref(figure.id)}: {team.speed}", options)
        chosen = await ask.about(figure.id, unit=unit.id, topic="plan")
        if chosen == DONE:
            break
        if chosen == DRIVE:
            left = await _drive(battle, figure, left, team.speed)
        elif not await _shoot(battle, figure, team.speed):
            break
    await _cover(battle, unit, team, figure)


async def _shoot(battle: Battle[State], figure: Figure, speed: str) -> bool:
    """One of the weapons that have not fired, where it points: a stationary vehicle does not turn."""
    slots = [figure.arms[arm].slot for arm in unfired(figure)]
    outcome = await fire(battle, figure, slots, speed, turns=False)
    if outcome and outcome.shot:
        figure.hulled.spent = (*figure.spent, outcome.fire.arm)
        battle.state.acting().fired.append(figure.id)
    return outcome is not None


async def _cover(battle: Battle[State], unit: Unit, team: Team, figure: Figure) -> None:
    """It may cover with one weapon that it did not fire; not after sprinting (defiance.orders.vehicle-cover)."""
    able = [arm for arm in unfired(figure) if any(line.can_cover for line in figure.arms[arm].weapon.lines)]
    if not figure.able or team.speed not in FIRE_MOD or not able:
        return
    options = (
        Option("no", "Do not cover", of=(figure.id,), means="pass"),
        Option("cover", "Cover with a weapon that did not fire", of=(figure.id,), means="cover"),
    )
    rule, prompt = "defiance.orders.vehicle-cover", f"{ref(figure.id)} covers?"
    if await Choose(unit.side, rule, prompt, options).about(figure.id, unit=unit.id, topic="plan") == "cover":
        figure.covers, figure.cover_mod = COVERS, FIRE_MOD[team.speed] + COVERING
        battle.record(Changed(who=figure.id, what=f"covers ({figure.cover_mod:+d})"))
