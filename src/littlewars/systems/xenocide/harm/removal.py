"""Models that leave the game, and what that entails: engagements end, crew weapons find a new bearer or lie there
(xenocide.save.casualties, xenocide.battle.removed-units, xenocide.size.crew)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.events import Removed
from ..basics.numbers import REACH
from ..basics.state import Figure, Lying, State, Unit
from ..basics.tabletop import board, sync_board


def remove(battle: Battle[State], figure: Figure, how: str) -> None:
    """It is out of the game: killed, fled, lost, captive, mishap, left, destroyed (xenocide.save.casualties)."""
    if figure.gone:
        return
    if figure.profile.vehicle and how != "destroyed":  # those aboard leave with it (xenocide.vehicle.flying)
        for rider in battle.state.riders(figure):
            remove(battle, rider, how)
    heir = _heir(battle, figure)
    figure.gone, figure.carrier = how, ""
    sync_board(battle, figure)
    battle.record(Removed(figure=figure.id, how=how))
    _hand_over(battle, figure, heir)
    unit = battle.state.units[figure.unit]
    if not battle.state.is_present(unit):
        dissolve(battle.state, unit)


def dissolve(state: State, unit: Unit) -> None:
    """Its last model is gone: markers and engagements end at once (xenocide.battle.removed-units)."""
    unit.markers = 0
    disengage(state, unit)


def disengage(state: State, unit: Unit) -> None:
    """It is engaged with nobody any more (xenocide.move.engaged-state)."""
    for name in unit.engaged:
        state.units[name].engaged.remove(unit.id)
    unit.engaged = []


def _heir(battle: Battle[State], figure: Figure) -> Figure | None:
    """Who bears the crew's weapon after him: the nearest of the unit within an inch (xenocide.size.crew)."""
    if not figure.bears or figure.carrier:
        return None
    table, state = board(battle), battle.state
    comrades = [other for other in state.standing(state.units[figure.unit]) if other is not figure and not other.bears]
    near = [(table.gap(figure.id, other.id), other.id) for other in comrades]
    found = min((one for one in near if one[0] <= REACH), default=None)
    return None if found is None else state.figures[found[1]]


def _hand_over(battle: Battle[State], figure: Figure, heir: Figure | None) -> None:
    weapon, figure.bears = figure.bears, ""
    if not weapon:
        return
    if heir is not None:
        heir.bears = weapon
    else:
        lay_down(battle.state, figure, weapon)


def lay_down(state: State, figure: Figure, weapon: str) -> None:
    """The weapon lies where he stood (xenocide.size.crew)."""
    name = f"{weapon} {len(state.lying) + 1} of {figure.id}"
    state.lying.append(Lying(name, weapon, figure.x, figure.y, state.units[figure.unit].side))
