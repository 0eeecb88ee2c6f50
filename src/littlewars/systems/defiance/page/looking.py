"""Lines of sight as a page draws them: seen or not, and what stands in the way (defiance.ranged.line-of-sight)."""

from __future__ import annotations

from littlewars.dice import Scripted
from littlewars.engine import Battle, ScenarioError
from littlewars.engine.showing import Look, Obstacle
from littlewars.table.sight.looks import what_blocks

from ..basics.sight import RULE, away, sees
from ..basics.state import Figure, State
from ..basics.tabletop import board

LOOK = "defiance.ranged.line-of-sight"


def look(state: State, start: str, to: str) -> Look:
    """What one figure sees of another, and how far away it is."""
    viewer, target = (_there(state, name) for name in (start, to))
    far, lines = away(viewer, target), ((viewer.at, target.at),)
    if start == to or {viewer.unit, target.unit} & set(state.turn.waiting):
        return Look("blocked", lines, far, LOOK)
    battle = Battle(state, Scripted(), quiet=True)
    return Look("clear" if sees(battle, viewer, target) else "blocked", lines, far, LOOK, _obstacles(battle, viewer, target))


def _there(state: State, name: str) -> Figure:
    if name not in state.figures or state.figures[name].gone:
        raise ScenarioError(f"there is no figure {name!r} on the table")
    return state.figures[name]


def _obstacles(battle: Battle[State], viewer: Figure, target: Figure) -> tuple[Obstacle, ...]:
    """The pieces on the line: what blocks outright, and how deep the line runs in the rest (defiance.move.terrain-depth)."""
    names = {piece.id: piece.label for piece in battle.state.pieces}
    found = {}
    for one in what_blocks(board(battle), viewer.id, target.id, RULE):
        found[one.piece] = Obstacle(one.piece, names[one.piece], one.does or "is crossed", one.length)
    return tuple(found.values())
