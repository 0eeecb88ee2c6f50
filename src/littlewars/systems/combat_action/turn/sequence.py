"""Which step comes next: deployment, then turns in which both sides activate their units alternately
(combat-action.turn.sequence)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option, Rule
from littlewars.kit.asking import ask_unit

from ..basics.events import TurnBegan
from ..basics.numbers import DIE
from ..basics.state import Activation, State, Unit
from ..units.control import is_active
from . import activation
from .deployment import deploy_next, take_edges
from .victory import at_once, at_turns_end, finish

RULE = "combat-action.turn.sequence"
PHASES = {
    activation.DISCIPLINE: activation.discipline,
    activation.ACTION: activation.action,
    activation.END: activation.end,
}


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone; None when the battle is over."""
    state, turn = battle.state, battle.state.turn
    if turn.phase == "over":
        return None
    if turn.phase == "edges":
        return take_edges(battle)
    if turn.phase == "deploy":
        return deploy_next(battle)
    if turn.number and (why := at_once(state)):
        return _over(battle, why)
    if turn.doing is not None:
        return PHASES[turn.doing.phase](battle)
    if turn.phase == "begin":
        return begin(battle)
    return activate(battle) if any(waiting(state, side) for side in state.sides) else end_turn(battle)


async def _over(battle: Battle[State], why: str) -> None:
    finish(battle, why)


def waiting(state: State, side: str) -> list[Unit]:
    """Its units that have not been active in this turn (combat-action.turn.sequence, combat-action.units.inert)."""
    return [unit for unit in state.units_of(side) if not unit.acted and is_active(state, unit)]


async def begin(battle: Battle[State]) -> None:
    """Both roll, ties again; the winner decides who begins (combat-action.turn.sequence)."""
    state, turn = battle.state, battle.state.turn
    winner = battle.dice.rank(list(state.sides), DIE, "initiative")[0]
    options = [Option(name, f"{name} begins", means="act") for name in (winner, state.other(winner))]
    turn.first = turn.at = await Choose(winner, RULE, "Who begins?", options).about(topic="place")
    turn.number += 1
    turn.phase = "play"
    for unit in state.units.values():
        unit.acted = False
    battle.record(TurnBegan(number=turn.number, side=turn.first))


async def activate(battle: Battle[State]) -> None:
    """One unit, then the other side; who has none left is skipped (combat-action.turn.sequence)."""
    state, turn = battle.state, battle.state.turn
    units = waiting(state, turn.at)
    if not units:
        turn.at = state.other(turn.at)
        units = waiting(state, turn.at)
    chosen = units[0].id
    if len(units) > 1:
        who = {unit.id: tuple(figure.id for figure in state.members(unit)) for unit in units}
        chosen = await ask_unit(turn.at, RULE, "Which unit is active?", who)
    turn.doing = Activation(chosen)
    turn.at = state.other(turn.at)


async def end_turn(battle: Battle[State]) -> None:
    """All have been active (combat-action.victory.game-end)."""
    if why := at_turns_end(battle.state):
        finish(battle, why)
    else:
        battle.state.turn.phase = "begin"
