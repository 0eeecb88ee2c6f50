"""The end of a turn and of the battle, and who has won (xenocide.battle.turn-end, xenocide.battle.end,
xenocide.battle.victory)."""

from __future__ import annotations

from littlewars.engine import Battle, Result

from ..basics.events import Ended
from ..basics.state import Figure, State

DRAW = 10  # per cent of the agreed size: a smaller lead is a draw (xenocide.battle.victory)


def end_turn(battle: Battle[State]) -> None:
    """Orders and notes are cleared; markers, damage, wounds, engagements, speeds and flight carry over
    (xenocide.battle.turn-end)."""
    state, turn = battle.state, battle.state.turn
    for unit in state.units.values():
        unit.order, unit.panic = "", ""
        unit.fired = unit.snapped = unit.moved = unit.charged = unit.lost = unit.retreated = unit.boarded = False
    for figure in state.figures.values():
        figure.fired, figure.moved = (), False
    why = ending(state)
    if not why:
        turn.phase = "begin"
        return
    turn.phase, turn.ended = "over", why
    battle.record(Ended(why=why, winner=" and ".join(verdict(state).winners)))


def ending(state: State) -> str:
    """Why the battle ends with this turn, if it does (xenocide.battle.end)."""
    for side in state.sides:
        if not can_act(state, side):
            return f"{side} has nobody left who can act"
    return "the last turn is over" if state.turn.number >= state.settings.turns else ""


def can_act(state: State, side: str) -> bool:
    """Troops on the table or aboard, or a vehicle that is neither disabled nor destroyed (xenocide.battle.end)."""
    figures = [figure for unit in state.units_of(side) for figure in state.members(unit)]
    return any(not figure.profile.vehicle or not figure.disabled for figure in figures)


def score(state: State, side: str) -> int:
    """What the enemy has lost (xenocide.battle.victory)."""
    units = state.units
    return sum(lost(figure) for figure in state.figures.values() if units[figure.unit].side != side)


def lost(figure: Figure) -> int:
    """What a model counts for the enemy: all of it when it is out of the game, half more for a captive, half of a disabled
    vehicle, each rounded up (xenocide.battle.victory, xenocide.core.rounding)."""
    vp = figure.profile.vp
    if figure.gone:
        return vp + (vp + 1) // 2 if figure.gone == "captive" else vp
    return (vp + 1) // 2 if figure.disabled else 0


def agreed_size(state: State) -> int:
    """The agreed army size, or the larger of the two totals (xenocide.battle.victory)."""
    limits = [side.limit for side in state.sides.values()]
    if all(limits):
        return max(limits)
    totals = dict.fromkeys(state.sides, 0)
    for figure in state.figures.values():
        totals[state.units[figure.unit].side] += figure.profile.vp
    return max(totals.values())


def verdict(state: State) -> Result:
    """The higher score wins; a lead of less than a tenth is a draw (xenocide.battle.victory)."""
    points = {side: float(score(state, side)) for side in state.sides}
    best, worst = sorted(points, key=lambda side: -points[side])
    why = state.turn.ended or "the battle goes on"
    if (points[best] - points[worst]) * 100 < DRAW * agreed_size(state) or points[best] == points[worst]:
        return Result((), why, "xenocide.battle.victory", points)
    return Result((best,), why, "xenocide.battle.victory", points)
