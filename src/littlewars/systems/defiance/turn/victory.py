"""The end of the game and who has won (defiance.turn.game-end, defiance.turn.victory-points,
defiance.advanced.first-strike)."""

from __future__ import annotations

from littlewars.engine import Battle, Result
from littlewars.engine.names import ref

from ..basics.events import Ended
from ..basics.state import State
from ..units.units import worth

DESTROYED = (3, 4)  # the share of the defender's points that wins First Strike


def points(state: State, side: str) -> int:
    """A side scores what its enemy has lost (defiance.turn.victory-points)."""
    return worth(state, state.other(side))


def in_play(state: State, side: str) -> bool:
    """Has this side a figure left?"""
    return bool(state.units_of(side))


def verdict(state: State) -> Result:
    """Who has won if the battle ends as it stands."""
    score = {name: float(points(state, name)) for name in state.sides}
    if state.settings.scenario == "first-strike":
        return _first_strike(state, score)
    alive = [name for name in state.sides if in_play(state, name)]
    if len(alive) == 1:
        gone = ref(state.other(alive[0]), "the enemy")
        return Result((alive[0],), f"{gone} has nobody left", "defiance.turn.game-end", score)
    why = state.turn.result or "the points decide"
    best = max(score.values())
    leaders = tuple(name for name in state.sides if score[name] == best)
    return Result(leaders if len(leaders) == 1 else (), why, "defiance.turn.victory-points", score)


def attacker(state: State) -> str:
    """In First Strike the side with more points (defiance.advanced.first-strike)."""
    return max(state.sides, key=lambda name: state.sides[name].limit)


def _first_strike(state: State, score: dict[str, float]) -> Result:
    strikes = attacker(state)
    holds = state.other(strikes)
    rule = "defiance.advanced.first-strike"
    if in_play(state, strikes) and DESTROYED[1] * score[strikes] >= DESTROYED[0] * state.sides[holds].fielded:
        return Result((strikes,), "the defender has lost three quarters of his points", rule, score)
    return Result((holds,), "the defender has held out", rule, score)


def check_end(battle: Battle[State]) -> None:
    """At the end of a Resolution Phase."""
    state, turn = battle.state, battle.state.turn
    alive = [name for name in state.sides if in_play(state, name)]
    if len(alive) < len(state.sides):
        _end(battle, "one side has nobody left" if alive else "nobody is left")
    elif state.settings.scenario == "first-strike" and verdict(state).winners == (attacker(state),):
        _end(battle, "the defender has lost three quarters of his points")
    elif turn.number >= state.settings.turns:
        _end(battle, "the last turn is over")


def _end(battle: Battle[State], why: str) -> None:
    turn = battle.state.turn
    turn.phase, turn.result = "over", why
    result = verdict(battle.state)
    turn.winner = result.winner or ""
    battle.record(Ended(why=why, winner=turn.winner))
