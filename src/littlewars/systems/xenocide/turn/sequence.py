"""Which step comes next: deployment, then the six phases of every turn (xenocide.core.turn-sequence)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle, Rule

from ..basics.events import PhaseBegan, TurnBegan
from ..basics.state import State
from ..fire.phase import opportunity, shooting
from ..melee.phase import melee
from .deployment import deploy_next, take_edges
from .movement import movement
from .orders import give_orders
from .victory import recover

Chapter = Callable[[Battle[State]], Rule[None]]


async def begin(battle: Battle[State]) -> None:
    """A new turn."""
    turn = battle.state.turn
    turn.number += 1
    turn.phase = "orders"
    battle.record(TurnBegan(number=turn.number))
    battle.record(PhaseBegan(phase="Orders"))


# a chapter gives the next step of its phase, and the last of them names the phase that follows
CHAPTERS: dict[str, Chapter] = {
    "edges": take_edges,
    "deploy": deploy_next,
    "begin": begin,
    "orders": give_orders,
    "shooting": shooting,
    "movement": movement,
    "opportunity": opportunity,
    "melee": melee,
    "recovery": recover,
}


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone; None when the battle is over."""
    phase = battle.state.turn.phase
    return None if phase == "over" else CHAPTERS[phase](battle)
