"""Who touches whom (combat-action.close-combat.locked, combat-action.vehicles.altitude)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.shapes.bases import Base, gap

from ..basics.events import Changed
from ..basics.numbers import CONTACT
from ..basics.state import Figure, State
from ..basics.tabletop import board, tabletop


def touched(battle: Battle[State], figure: Figure) -> list[Figure]:
    """The enemies in contact with a model, machines as well; nobody at altitude and no wreck."""
    top = tabletop(battle)
    if figure.level or figure.wreck or figure.id not in top.board:
        return []

    def find() -> list[Figure]:
        state = battle.state
        rows = top.enemy_rows(state, state.units[figure.unit].side)
        gaps = top.board.gaps(figure.id)
        near = [state.figures[top.board.names[row]] for row in rows[gaps[rows] <= CONTACT].tolist()]
        return [foe for foe in near if (foe.level, foe.foot) == (0, figure.foot) and not foe.wreck]

    return top.until_move(("touched", figure.id), find)


def meets(battle: Battle[State], figure: Figure, base: Base, foot: int = 0, within: int = CONTACT) -> list[Figure]:
    """The enemies on the ground, or on this roof, whom it would touch there, or be within so much of."""
    state = battle.state
    foes = state.targets(state.side_of(figure))
    return [foe for foe in foes if (foe.level, foe.foot) == (0, foot) and gap(base, foe.base()) <= within]


def engaged_with(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Whom it is held by: vehicles neither hold nor are held (combat-action.close-combat.locked)."""
    if figure.profile.vehicle:
        return []
    return [foe for foe in touched(battle, figure) if not foe.profile.vehicle]


def engaged(battle: Battle[State], figure: Figure) -> bool:
    """Is it engaged? Nobody shoots at it then (combat-action.close-combat.locked, combat-action.ranged.targets)."""
    return bool(engaged_with(battle, figure))


def disturb(battle: Battle[State], figure: Figure) -> None:
    """Whoever is touched by an enemy hides no more and is no longer ready (combat-action.actions.hide,
    combat-action.ready.end)."""
    if figure.level or figure.id not in board(battle):
        return
    for one in (figure, *touched(battle, figure)):
        if one.ready >= 0 and engaged(battle, one):
            one.ready = -1
        if one.hides and touched(battle, one):
            one.hides = ""
            battle.record(Changed(who=one.id, what="hides no more"))
