"""The recovery phase (xenocide.recovery.*), the end of a turn and of the battle, and who has won (xenocide.battle.turn-end,
xenocide.battle.end, xenocide.battle.victory)."""

from __future__ import annotations

from littlewars.engine import Battle, Result

from ..basics.events import Ended, Marked
from ..basics.numbers import HELP, TEN
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, is_seen

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
    return sum(lost(figure) for figure in state.figures.values() if state.side_of(figure) != side)


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
    return max(sum(one.profile.vp for one in state.figures.values() if state.side_of(one) == side) for side in state.sides)


def verdict(state: State) -> Result:
    """The higher score wins; a lead of less than a tenth is a draw (xenocide.battle.victory)."""
    points = {side: float(score(state, side)) for side in state.sides}
    best, worst = sorted(points, key=lambda side: -points[side])
    lead = points[best] - points[worst]
    winners = (best,) if lead and lead * 100 >= DRAW * agreed_size(state) else ()
    return Result(winners, state.turn.ended or "the battle goes on", "xenocide.battle.victory", points)


async def recover(battle: Battle[State]) -> None:
    """Every unit with markers rolls; rolling is automatic (xenocide.recovery.roll)."""
    for unit in list(battle.state.present()):
        if unit.markers:
            shed(battle, unit)
    end_turn(battle)


def shed(battle: Battle[State], unit: Unit) -> None:
    """A marker for each die below the highest morale (xenocide.recovery.roll, xenocide.unit.mixed-stats)."""
    dice = dice_for(battle, unit)
    found = battle.dice.successes(dice, TEN, battle.state.morale(unit) - 1, f"recovery, {unit.id}", low=True)
    less = min(found, unit.markers)
    if less:
        unit.markers -= less
        battle.record(Marked(unit=unit.id, more=-less, now=unit.markers))


def dice_for(battle: Battle[State], unit: Unit) -> int:
    """One; one more out of all enemies' sight, one more with a commander near, however many there are
    (xenocide.recovery.out-of-sight, xenocide.recovery.commander, xenocide.recovery.one-commander)."""
    state = battle.state
    hidden = not state.exposed(unit) or not is_seen(battle, unit)
    own = (figure for one in state.units_of(unit.side) for figure in state.members(one))
    return 1 + int(hidden) + int(any(helps(battle, figure, unit) for figure in own if figure.profile.can("commander")))


def helps(battle: Battle[State], commander: Figure, unit: Unit) -> bool:
    """Is he within 6 inches of the closest of them, aboard measured from the hull, or one of them
    (xenocide.recovery.commander)?"""
    if commander.unit == unit.id:
        return True
    table, here = board(battle), commander.body
    return any(one.body == here or table.gap(here, one.body) <= HELP for one in battle.state.members(unit))
