"""The turn: sides in turn activate a squad each, until all have acted; after the last round men are counted."""

from littlewars.engine import Battle, Result, Rule
from littlewars.kit import events
from littlewars.kit.asking import ask_unit

from .moving import move
from .shooting import shoot, test
from .state import Activation, State


class RoundBegan(events.TurnBegan):
    line = "Round {number}"


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone."""
    state, turn = battle.state, battle.state.turn
    if turn.tests:
        return test(battle)
    if turn.doing is not None:
        return shoot(battle) if turn.doing.moved else move(battle)
    if is_over(state):
        return None
    ready = turn.number and any(not unit.acted for unit in state.present())
    return activate(battle) if ready else next_round(battle)


def is_over(state: State) -> bool:
    """Somebody has nobody left, or the last round is played (skirmish.victory)."""
    done = state.turn.number >= state.settings.rounds and all(unit.acted for unit in state.present())
    return done or any(not state.units_of(side) for side in state.sides)


async def next_round(battle: Battle[State]) -> None:
    """Everybody may act again; the other side begins (skirmish.rounds)."""
    turn, names = battle.state.turn, list(battle.state.sides)
    turn.at = names[turn.number % len(names)]
    turn.number += 1
    for unit in battle.state.units.values():
        unit.acted = False
    battle.record(RoundBegan(number=turn.number))


async def activate(battle: Battle[State]) -> None:
    """A side picks one of its squads that have not acted (skirmish.rounds)."""
    state, turn = battle.state, battle.state.turn
    ready = [unit for unit in state.units_of(turn.at) if not unit.acted]
    turn.at = state.other(turn.at)
    if ready:
        alone = ready[0].id if len(ready) == 1 else ""
        turn.doing = Activation(alone or await ask_unit(state, "skirmish.rounds", "Which squad acts?", ready))


def verdict(state: State) -> Result:
    """Whoever has more men left wins (skirmish.victory)."""
    left = {side: float(sum(len(state.members(unit)) for unit in state.units_of(side))) for side in state.sides}
    best = tuple(side for side, men in left.items() if men == max(left.values()))
    won, why = (best, "more men are left") if len(best) == 1 else ((), "as many men are left on either side")
    return Result(won, why, "skirmish.victory", left)
