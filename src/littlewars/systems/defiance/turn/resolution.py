"""The Resolution Phase: stoppages, rallies, unit tests, the end of the game (defiance.turn.resolution-phase)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..area.clouds import age_all
from ..area.strikes import come_down
from ..basics.consequences import CONSEQUENCES
from ..basics.events import Stopped
from ..basics.state import State, Unit
from ..fire.stoppage import may_clear, stopped_line
from ..units.morale import rally_figures, try_unit
from .victory import check_end


async def resolution_phase(battle: Battle[State]) -> None:
    """Everything in the catalogue's order: air strikes, each a step of its own, then clouds, and the rest
    (defiance.orders.resolution-phase-steps, defiance.airstrike.delay)."""
    state, turn = battle.state, battle.state.turn
    if turn.strikes:
        await come_down(battle)
        return
    age_all(battle)
    clear_stoppages(battle)
    rally_figures(battle, in_order(state, turn.shaken))  # defiance.morale.rally-order: figures before units
    for unit in units_in_order(state):
        try_unit(battle, unit)
    await CONSEQUENCES.serve(battle)
    turn.shaken = []
    turn.phase = "command"
    check_end(battle)


def units_in_order(state: State) -> list[Unit]:
    """The first side first, then in the order in which the units received their cards."""
    sides = list(state.sides)
    return sorted(state.units.values(), key=lambda unit: (sides.index(unit.side), unit.card, unit.id))


def in_order(state: State, names: list[str]) -> list[str]:
    """Figures in that order."""
    return [name for unit in units_in_order(state) for name in unit.figures if name in names]


def clear_stoppages(battle: Battle[State]) -> None:
    """A figure that spent an activation on Fire orders without firing has its weapons working again
    (defiance.stoppage.clear)."""
    for figure in battle.state.figures.values():
        if figure.idle and may_clear(battle.state, figure) and not figure.gone:
            for name in figure.stopped:
                battle.record(Stopped(figure=figure.id, weapon=stopped_line(figure, name).name, cleared=True))
            figure.stopped = ()
        figure.idle = False
