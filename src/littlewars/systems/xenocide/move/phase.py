"""The movement phase: initiative, then one side after the other, unit by unit (xenocide.move.initiative,
xenocide.move.side-by-side)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.dice import lowest_first
from ..basics.events import Began, PhaseBegan
from ..basics.state import State, Unit
from .allowance import DOUBLE, leave_of, run_least
from .engaging import engage_all
from .walking import Walk, go

RULE = "xenocide.move.side-by-side"


async def movement(battle: Battle[State]) -> None:
    """The next step of the phase."""
    turn = battle.state.turn
    if turn.stage == "":
        await take_initiative(battle)
    else:
        await next_unit(battle)


async def take_initiative(battle: Battle[State]) -> None:
    """The lowest roll decides whether to move first or second (xenocide.move.initiative)."""
    state, turn = battle.state, battle.state.turn
    battle.record(PhaseBegan(phase="Movement"))
    lower, higher = lowest_first(battle, "initiative")
    options = [Option("first", "Move first", means="act"), Option("second", "Move second", means="act")]
    chosen = await Choose(lower, "xenocide.move.initiative", "Move first or second?", options).about(topic="plan")
    turn.first = turn.at = lower if chosen == "first" else higher
    turn.stage = "units"
    battle.record(Began(side=turn.first))
    for unit in state.units.values():
        unit.moved = False


async def next_unit(battle: Battle[State]) -> None:
    """A unit of the side whose go it is, in the order its owner likes; then the other side (xenocide.move.side-by-side)."""
    state, turn = battle.state, battle.state.turn
    waiting = [unit for unit in state.units_of(turn.at) if not unit.moved and may_go(state, unit)]
    if not waiting:
        if turn.at == turn.first and state.units_of(state.other(turn.at)):
            turn.at = state.other(turn.at)
        else:
            turn.phase, turn.stage, turn.at = "opportunity", "", ""
        return
    unit = await _which(battle, waiting)
    if unit is None:
        for other in waiting:
            other.moved = True
        return
    await move_unit(battle, unit)
    unit.moved = True


def may_go(state: State, unit: Unit) -> bool:
    """Is it on the table and able to move by itself?"""
    return bool(state.standing(unit)) and state.vehicle_of(unit) is None


async def _which(battle: Battle[State], waiting: list[Unit]) -> Unit | None:
    """Which unit goes next; none if the rest stay, where nobody of them has to move."""
    state, side = battle.state, battle.state.turn.at
    free = all(not run_least(state, unit) for unit in waiting)
    if len(waiting) == 1 and not free:
        return waiting[0]
    options = [Option(u.id, ref(u.id), of=tuple(f.id for f in state.members(u)), means="go") for u in waiting]
    options += [Option("done", "The others stay", means="done")] if free else []
    chosen = await Choose(side, RULE, "Which unit moves?", options).about(topic="who")
    return None if chosen == "done" else state.units[chosen]


async def move_unit(battle: Battle[State], unit: Unit) -> None:
    """Its move on foot (xenocide.move.allowance)."""
    state = battle.state
    leave = leave_of(battle, unit, DOUBLE if unit.order == "run" else 1)._replace(least=run_least(state, unit))
    if not leave.most:
        return
    legs = await Walk(battle, unit, leave).ask("xenocide.move.allowance", f"Move {ref(unit.id)}")
    go(battle, legs, "runs" if unit.order == "run" else "goes")
    engage_all(battle, unit)
