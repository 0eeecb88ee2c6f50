"""Vehicles that are eliminated stay on the table: they may roll on, and become terrain (defiance.vehicle.eliminated,
defiance.vehicle.eliminated-mecha, defiance.vehicle.final-roll)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.terrain.pieces import wreck

from ..basics.events import Wrecked
from ..basics.numbers import INCH
from ..basics.state import FALLS, HOLDS, LIES, ROLLS, Figure, State
from ..basics.tabletop import sync_board
from ..move.boarding import riders
from ..units.removal import remove

WORDS = {
    ROLLS: "destroyed, and will roll on next turn",
    FALLS: "destroyed, and falls",
    LIES: "a wreck",
    HOLDS: "disabled; those inside are safe for now",
}


def structure_left(figure: Figure) -> int:
    """Structural points left (defiance.vehicle.sdc-notation)."""
    hull = figure.frame.hull
    return hull.structure - figure.hulled.holed if hull and figure.craft else 0


def can_suffer(figure: Figure) -> bool:
    """Could a further hit do anything to it: it is not gone, or has structural points left
    (defiance.vehicle.sdc-passengers)?"""
    return not figure.gone or (figure.craft is not None and bool(figure.craft.hulk) and structure_left(figure) > 0)


def shells(state: State, side: str) -> list[Figure]:
    """Disabled vehicles of the other side that hold people: they may be fired at by choice (defiance.vehicle.sdc-target)."""
    hulks = [f for f in state.figures.values() if f.gone and f.craft is not None and f.craft.hulk in (ROLLS, HOLDS)]
    return [f for f in hulks if state.side_of(f) != side and structure_left(f) > 0 and riders(state, f)]


def eliminate(battle: Battle[State], figure: Figure) -> None:
    """It has lost its last damage point: one that moved rolls on next turn, one in the air that did not falls now, any other
    is terrain at once; mecha never roll (defiance.vehicle.damage-capacity, defiance.vehicle.sdc-disabled)."""
    craft = figure.hulled
    craft.hulk = ROLLS if craft.rolled and figure.frame.drives else FALLS if figure.level else LIES
    craft.haywire, craft.fresh = 0, False  # counters no longer matter (defiance.vehicle.final-roll)
    remove(battle, figure, "killed")
    if craft.hulk == LIES:
        settle_wreck(battle, figure)
    else:
        battle.record(Wrecked(figure=figure.id, how=WORDS[craft.hulk]))


def settle_wreck(battle: Battle[State], figure: Figure) -> None:
    """It lies where it is for good: heavy terrain with the outline of the hull, an inch high for each size class. One that
    holds people stays a target as well (defiance.vehicle.eliminated)."""
    state, craft = battle.state, figure.hulled
    craft.hulk = HOLDS if structure_left(figure) > 0 and riders(state, figure) else LIES
    figure.level = 0
    name = f"wreck of {figure.id}"
    state.pieces.append(wreck(name, figure.base(), top=figure.frame.size * INCH, name=f"wreck of {figure.frame.name}"))
    battle.board = None  # laid out anew: the ground is another
    battle.record(Wrecked(figure=figure.id, how=WORDS[craft.hulk]))


def empty_wreck(battle: Battle[State], figure: Figure) -> None:
    """A wreck with nobody inside, or with nothing left to hit, becomes terrain and nothing else."""
    craft = figure.hulled
    if craft.hulk == HOLDS and not (structure_left(figure) > 0 and riders(battle.state, figure)):
        craft.hulk = LIES
        sync_board(battle, figure)
