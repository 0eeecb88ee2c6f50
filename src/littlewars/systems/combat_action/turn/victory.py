"""The end of the battle, and who has won (combat-action.victory.conditions, combat-action.victory.game-end)."""

from __future__ import annotations

from littlewars.engine import Battle, Result

from ..basics.events import Ended
from ..basics.profiles import points
from ..basics.state import DESTROYED, KILLED, ROUTING, SHUT_DOWN, Figure, State
from ..units.squads import out_of_control

THIRDS = (2, 3)  # of the points: as much or more lost ends the battle


def score_of(state: State, figure: Figure) -> int:
    """What a model counts for the enemy: all of it, or half rounded down (combat-action.victory.conditions)."""
    worth = points(figure.profile)
    if figure.gone in (KILLED, DESTROYED, SHUT_DOWN) or figure.wreck:
        return worth
    half = figure.gone or (figure.profile.machine and (figure.halted or out_of_control(state, figure)))
    return worth // 2 if half else 0


def score(state: State, side: str) -> int:
    """What the enemy has lost."""
    units = state.units
    return sum(score_of(state, figure) for figure in state.figures.values() if units[figure.unit].side != side)


def can_go_on(state: State, side: str) -> bool:
    """Is there a unit that could be activated and does not rout (combat-action.victory.game-end)?"""
    figures = state.figures
    for unit in state.units.values():  # looked at before every step: no lists
        if unit.side == side and unit.status != ROUTING:
            for name in unit.figures:
                if not figures[name].lost:
                    return True
    return False


def broken(state: State, side: str) -> bool:
    """Has it lost two thirds or more of its points (combat-action.victory.game-end)?"""
    own = [figure for figure in state.figures.values() if state.units[figure.unit].side == side]
    total = sum(points(figure.profile) for figure in own)
    gone = sum(points(figure.profile) for figure in own if figure.lost)
    return bool(gone) and THIRDS[1] * gone >= THIRDS[0] * total


def at_once(state: State) -> str:
    """Why the battle ends now, if it does."""
    return next((f"{side} has nobody left who goes on" for side in state.sides if not can_go_on(state, side)), "")


def at_turns_end(state: State) -> str:
    """Why it ends with this turn, if it does."""
    for side in state.sides:
        if broken(state, side):
            return f"{side} has lost two thirds of its force"
    return "the last turn is over" if state.turn.number >= state.settings.turns else ""


async def finish(battle: Battle[State], why: str) -> None:
    """It is over."""
    turn = battle.state.turn
    turn.phase, turn.ended, turn.doing = "over", why, None
    battle.record(Ended(why=why, winner=" and ".join(verdict(battle.state).winners)))


def verdict(state: State) -> Result:
    """The higher score wins, equal is a draw (combat-action.victory.conditions)."""
    found = {side: float(score(state, side)) for side in state.sides}
    best = max(found.values())
    winners = tuple(side for side, value in found.items() if value == best)
    why = state.turn.ended or "the battle goes on"
    return Result(winners if len(winners) == 1 else (), why, "combat-action.victory.conditions", found)
