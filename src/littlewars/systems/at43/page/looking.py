"""Lines of sight as a page draws them: free to look at, and no distance is told (at43.measuring.no-premeasuring)."""

from __future__ import annotations

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.engine.page.looking import obstacles, on_table
from littlewars.engine.showing import Look
from littlewars.table.terrain.sight_exact import sight_lines

from ..basics.sight import SIGHT, sees
from ..basics.state import State
from ..basics.tabletop import board

LOOK = "at43.los.edge-lines"


def look(state: State, start: str, to: str) -> Look:
    """What one fighter sees of another, by the two edge lines (at43.los.edge-lines, at43.los.over-obstacle)."""
    viewer, target = on_table(state, start), on_table(state, to)
    if start == to or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), None, LOOK)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), SIGHT.lines, SIGHT.ends))
    between = obstacles(board(battle), start, to, SIGHT)
    return Look("clear" if sees(battle, viewer, target) else "blocked", lines, None, LOOK, between)
