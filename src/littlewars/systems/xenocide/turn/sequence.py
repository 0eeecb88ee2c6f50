"""The orders phase, written in secret and revealed together (xenocide.orders.*, xenocide.vehicle.increment-*), and which step
comes next: deployment, then the six phases of every turn (xenocide.core.turn-sequence)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Assign, Battle, Option, Rule, Together
from littlewars.engine.measures import INCH

from ..basics.events import PhaseBegan, Revealed, TurnBegan
from ..basics.numbers import ORDERS
from ..basics.state import Figure, State, Unit
from ..fire.phase import fire
from ..melee.phase import melee
from ..vehicles.speed import BRAKED, can_drive
from .deployment import deploy_next, take_edges
from .movement import movement
from .victory import recover

FASTER = 1  # xenocide.vehicle.increment-up
ABOUT = {
    "standard": "Fires in the shooting phase, then moves up to its movement as far as its weapons allow.",
    "opportunity": "Fires after all movement with who did not move or whose weapon allows it; or snap shots meanwhile.",
    "run": "Moves from its movement up to double; afterwards fires only small weapons, at -2.",
}
LABELS = {"standard": "Standard", "opportunity": "Opportunity fire", "run": "Run"}


async def give_orders(battle: Battle[State]) -> None:
    """Both sides write at the same time; nothing is known of the other's orders before all are revealed
    (xenocide.orders.placing, xenocide.battle.hidden-information)."""
    state = battle.state
    answers = await Together([orders_ask(state, side) for side in state.sides if state.units_of(side)])
    given = [pair for answer in answers for pair in answer]
    for unit, order in ((state.units[name], order) for name, order in given):
        if order in ORDERS:
            unit.order = order
        else:  # the old marker is taken away (xenocide.vehicle.increment-order)
            unit.was, unit.increment = unit.increment, int(order)
    battle.record(Revealed(orders=tuple(given)))
    state.turn.phase = "shooting"


def orders_ask(state: State, side: str) -> Assign:
    """An order for each unit, an increment for each vehicle; the first is the default."""
    items = {unit.id: tuple(choices(state, unit)) for unit in state.units_of(side)}

    def explain(name: str, choice: str) -> Option:
        unit = state.units[name]
        of = tuple(figure.id for figure in state.members(unit))
        if choice in LABELS:
            return Option(choice, LABELS[choice], of=of, about=ABOUT[choice], means="act")
        speed, base = int(choice), state.members(unit)[0].profile.movement // INCH
        braked = " Hard braking: no fire, nobody in or out." if unit.increment - speed >= BRAKED else ""
        about = f"{speed * base} to {(speed + 1) * base} inches.{braked}"
        return Option(choice, f"Increment {choice}", of=of, about=about, means="act")

    everybody = [figure.id for unit in state.units_of(side) for figure in state.members(unit)]
    return Assign(side, "xenocide.orders.placing", "Give orders", items, explain=explain).about(*everybody, topic="secret")


def choices(state: State, unit: Unit) -> list[str]:
    """What a unit may be ordered, its default first (xenocide.orders.default, xenocide.orders.engaged-and-broken,
    xenocide.orders.passengers)."""
    vehicle = state.vehicle_of(unit)
    if vehicle is not None:
        return [str(n) for n in increments(state, unit, vehicle)]
    if unit.airborne:
        return ["run"]  # xenocide.flight.orders
    usual = state.sides[unit.side].by_default
    return [usual, *(order for order in ORDERS if order != usual)]


def increments(state: State, unit: Unit, vehicle: Figure) -> list[int]:
    """At most one faster, at most two slower; the old one first (xenocide.vehicle.increment-up,
    xenocide.vehicle.increment-down, xenocide.vehicle.hard-braking, xenocide.vehicle.increment-order). Who cannot drive stands
    (xenocide.vehicle.disabled, xenocide.vehicle.passenger-piloted)."""
    if not can_drive(state, vehicle):
        return [0]
    now = unit.increment
    return [now, *(n for n in range(max(0, now - BRAKED), now + FASTER + 1) if n != now)]


async def begin(battle: Battle[State]) -> None:
    """A new turn."""
    turn = battle.state.turn
    turn.number += 1
    turn.phase = "orders"
    battle.record(TurnBegan(number=turn.number))
    battle.record(PhaseBegan(phase="Orders"))


# a chapter gives the next step of its phase, and the last of them names the phase that follows
CHAPTERS: dict[str, Callable[[Battle[State]], Rule[None]]] = {
    "edges": take_edges,
    "deploy": deploy_next,
    "begin": begin,
    "orders": give_orders,
    "shooting": fire,
    "movement": movement,
    "opportunity": fire,
    "melee": melee,
    "recovery": recover,
}


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone; None when the battle is over."""
    phase = battle.state.turn.phase
    return None if phase == "over" else CHAPTERS[phase](battle)
