"""Units in rout run for their own edge; machines are left by their pilots (at43.morale.rout)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.moving.flight import flee
from littlewars.table.zones import TOWARDS, to_edge

from ..basics.events import Moved
from ..basics.state import Fighter, State, Unit
from ..basics.tabletop import board, put
from ..harm.removal import remove
from .walking import allowance, passage_of


async def run_away(battle: Battle[State], unit: Unit) -> bool:
    """Each soldier by a rush move to the own edge, out of any engagement and without cohesion; who reaches it is lost. Immobile
    machines are removed. Has anybody moved (at43.morale.rout)?"""
    state = battle.state
    if state.afv(unit):
        for fighter in state.members(unit):
            await remove(battle, fighter, "abandoned")
        return False
    edge = state.sides[unit.side].edge
    size = (state.width, state.depth)
    moved = False
    for fighter in sorted(state.members(unit), key=lambda f: (to_edge(size, edge, f.at), f.id)):
        moved |= await _run(battle, fighter, edge)
    if moved:
        unit.moved = state.turn.round
    return moved


async def _run(battle: Battle[State], fighter: Fighter, edge: int) -> bool:
    """The shortest free way; who is blocked goes as near as he can."""
    state, far = battle.state, allowance(fighter, "rout")
    passage = passage_of(battle, state.side_of(fighter))
    path = flee(board(battle), {fighter.id: far}, TOWARDS[edge], far, passage)[fighter.id]
    if not path:
        return False
    battle.record(Moved(figure=fighter.id, path=(fighter.at, *path), face=fighter.face, how="runs"))
    if to_edge((state.width, state.depth), edge, path[-1]) <= fighter.profile.radius:
        await remove(battle, fighter, "routed")
    else:
        put(battle, fighter, path[-1])
    return True
