"""Which step comes next (at43.round.sequence)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle, Rule

from ..basics.state import State
from ..fire.salvo import resolve
from .activation import activate
from .cards import take_turn
from .deployment import deploy_next, take_edges
from .rounds import authority_test, begin, end_round, lay_cards
from .victory import finish_at_once, wiped_out

Chapter = Callable[[Battle[State]], Rule[None]]
CHAPTERS: dict[str, Chapter] = {
    "edges": take_edges,
    "deploy": deploy_next,
    "round": begin,
    "lay": lay_cards,
    "authority": authority_test,
    "turns": take_turn,
    "end": end_round,
}


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone; None when the battle is over. A salvo is resolved before anything else happens."""
    state = battle.state
    turn = state.turn
    if turn.phase == "over":
        return None
    if wiped_out(state):
        return finish_at_once(battle)
    if turn.salvo is not None:
        return resolve(battle)
    return activate(battle) if turn.doing is not None else CHAPTERS[turn.phase](battle)
