"""Figures that leave the battle, and what goes with them."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.events import Removed
from ..basics.state import Figure, State
from ..basics.tabletop import sync_board
from .chits import lose_owner

WORDS = {"killed": "eliminated", "routed": "removed: its nerve is gone", "dissolved": "gone with its unit"}


def remove(battle: Battle[State], figure: Figure, how: str) -> None:
    """It is out of play (defiance.ranged.elimination, defiance.morale.shaken-second-failure,
    defiance.morale.unit-rally-failure)."""
    if figure.gone:
        return
    figure.gone = how
    figure.covers, figure.aims = "", ()
    release(battle, figure)
    if figure.mate:
        battle.state.figures[figure.mate].lag = 0  # it need not wait for anybody any more
    lose_owner(battle, figure)
    sync_board(battle, figure)
    battle.record(Removed(figure=figure.id, how=WORDS[how]))
    _guns(battle, figure, how)


def _guns(battle: Battle[State], figure: Figure, how: str) -> None:
    """The crew of a gun that is gone are ordinary members; a gun whose unit has nobody left goes with it
    (defiance.infweapon.crew-weapon-destroyed)."""
    state = battle.state
    unit = state.units[figure.unit]
    if figure.is_gun:
        for name in unit.figures:
            if state.figures[name].gun == figure.id:
                state.figures[name].gun = state.figures[name].mate = ""
    elif unit.guns and not state.is_present(unit):
        for name in unit.guns:
            remove(battle, state.figures[name], how)


def release(battle: Battle[State], figure: Figure) -> None:
    """Nobody is engaged with it any more."""
    for name in figure.locked:
        other = battle.state.figures[name]
        other.locked = tuple(each for each in other.locked if each != figure.id)
    figure.locked = ()
