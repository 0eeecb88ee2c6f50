"""The turn: sides in turn activate a squad each, until all have acted; after the last round men are counted."""

from __future__ import annotations

from littlewars.engine import Battle, Result, Rule
from littlewars.kit.asking import ask_unit

from .events import RoundBegan
from .moving import move
from .shooting import shoot, test
from .state import Activation, State


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone."""
    state, turn = battle.state, battle.state.turn
    if turn.tests:
        return test(battle)
    if turn.doing is not None:
        return move(battle) if not turn.doing.moved else shoot(battle)
    if is_over(state):
        return None
    ready = turn.round and any(not unit.acted for unit in state.present())
    return activate(battle) if ready else next_round(battle)


def is_over(state: State) -> bool:
    """Somebody has nobody left, or the last round is played (skirmish.victory)."""
    turn = state.turn
    done = turn.round >= state.settings.rounds and all(unit.acted for unit in state.present())
    return done or any(not state.units_of(side) for side in state.sides)


async def next_round(battle: Battle[State]) -> None:
    """Everybody may act again; the other side begins (skirmish.rounds)."""
    state, turn = battle.state, battle.state.turn
    turn.round += 1
    names = list(state.sides)
    turn.side = names[(turn.round - 1) % len(names)]
    for unit in state.units.values():
        unit.acted = False
    battle.record(RoundBegan(number=turn.round))


async def activate(battle: Battle[State]) -> None:
    """A side picks one of its squads that have not acted (skirmish.rounds)."""
    state, turn = battle.state, battle.state.turn
    ready = [unit for unit in state.units_of(turn.side) if not unit.acted]
    turn.side = next(name for name in state.sides if name != turn.side)
    if not ready:
        return
    alone = ready[0].id if len(ready) == 1 else ""
    turn.doing = Activation(alone or await ask_unit(state, "skirmish.rounds", "Which squad acts?", ready))


def verdict(state: State) -> Result:
    """Whoever has more men left wins (skirmish.victory)."""
    left = {side: sum(len(state.members(unit)) for unit in state.units_of(side)) for side in state.sides}
    best = max(left.values())
    winners = tuple(side for side, men in left.items() if men == best)
    points = {side: float(men) for side, men in left.items()}
    if len(winners) > 1:
        return Result((), "as many men are left on either side", "skirmish.victory", points)
    return Result(winners, "more men are left", "skirmish.victory", points)
