"""Rules of thumb for Xenocide: fire when it pays, advance from cover to cover, charge with those who fight, retreat in time."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from littlewars.engine import Ask, Move, Place, View

from ..thumb import Advice, advised
from .fights import leave, retreat, strike
from .fire import at_whom, snap, who_fires
from .moves import deploy, how_to_go, jump, move, start_aboard, who_is_placed, who_moves
from .orders import give_orders


def advise(view: View[Any], ask: Ask[Any], rng: Random, stuck: Counter[str]) -> Any:
    """An answer, or None for the usual one."""
    if isinstance(ask, Move):
        return move(view, ask, rng)
    if isinstance(ask, Place):
        return jump(view, ask, rng) if ask.rule == "xenocide.teleport.seen" else deploy(view, ask, rng)
    return advised(ANSWERS, view, ask, rng)


def second(view: View[Any], ask: Any, rng: Random) -> str:
    """Who moves last sees what the others do."""
    return "second"


ANSWERS: dict[str, Advice] = {
    "xenocide.battle.setup": who_is_placed,
    "xenocide.vehicle.capacity": start_aboard,
    "xenocide.orders.placing": give_orders,
    "xenocide.shooting.order-of-units": who_fires,
    "xenocide.targeting.unit-at-unit": at_whom,
    "xenocide.snap.point": snap,
    "xenocide.move.initiative": second,
    "xenocide.move.side-by-side": who_moves,
    "xenocide.move.disengaging": leave,
    "xenocide.flight.take-off": how_to_go,
    "xenocide.teleport.orders": how_to_go,
    "xenocide.melee.who-fights": strike,
    "xenocide.result.voluntary-retreat": retreat,
}
