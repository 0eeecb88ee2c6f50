"""The end of the battle, and who has won (at43.victory.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Result

from ..basics.events import Ended
from ..basics.numbers import REWARD
from ..basics.state import State, Unit

RULE = "at43.victory.conditions"


def wiped_out(state: State) -> str:
    """A side without anybody on the table or in reserve (at43.victory.game-end)."""
    left = list(state.sides)
    for unit in state.units.values():
        if unit.side in left and state.is_present(unit):
            left.remove(unit.side)
            if not left:
                break
    return left[0] if left else ""


def ending(state: State) -> str:
    """Why the battle ends with this round, if it does (at43.victory.game-end)."""
    return "the last round is over" if state.turn.round >= state.settings.rounds else ""


def end_battle(battle: Battle[State], why: str) -> None:
    """It is over."""
    turn = battle.state.turn
    turn.phase, turn.ended, turn.doing, turn.salvo = "over", why, None, None
    battle.record(Ended(why=why, winner=" and ".join(verdict(battle.state).winners)))


async def finish_at_once(battle: Battle[State]) -> None:
    """One side has nobody left (at43.victory.game-end)."""
    end_battle(battle, f"{wiped_out(battle.state)} has nobody left")


def lost(state: State, unit: Unit) -> int:
    """What a unit counts for the enemy: all of it eliminated, in rout or still in reserve; half, rounded down, at half of its
    fighters or less, or if all its machines are immobile; never both (at43.victory.conditions)."""
    points = state.points(unit)
    if not state.on_table(unit) or unit.status == "rout":
        return points
    halved = 2 * len(state.members(unit)) <= len(unit.figures) or state.immobile(unit)
    return points // 2 if halved else 0


def score(state: State, side: str) -> int:
    """What the enemy has lost, and Generators (at43.victory.conditions)."""
    foes = [unit for unit in state.units.values() if unit.side != side]
    return sum(lost(state, unit) for unit in foes) + REWARD * state.sides[side].generators


def verdict(state: State) -> Result:
    """The higher score wins, equal is a draw (at43.victory.conditions)."""
    points = {side: float(score(state, side)) for side in state.sides}
    best, worst = sorted(points, key=lambda side: -points[side])
    return Result(() if points[best] == points[worst] else (best,), Ended.why_of(state.turn), RULE, points)
