"""Lines of sight as a page draws them: seen or not, and what stands in the way (defiance.ranged.line-of-sight)."""

from __future__ import annotations

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.engine.page.looking import obstacles, on_table
from littlewars.engine.showing import Look

from ..basics.sight import SIGHT, away, sees
from ..basics.state import State
from ..basics.tabletop import board

LOOK = "defiance.ranged.line-of-sight"


def look(state: State, start: str, to: str) -> Look:
    """What one figure sees of another, how far away it is, and how deep the line runs in what it crosses
    (defiance.move.terrain-depth)."""
    viewer, target = on_table(state, start), on_table(state, to)
    far, lines = away(viewer, target), ((viewer.at, target.at),)
    if start == to or not (state.stands(viewer) and state.stands(target)):
        return Look("blocked", lines, far, LOOK)
    battle = Battle(state, Scripted(), quiet=True)
    between = obstacles(board(battle), start, to, SIGHT, "is crossed")
    return Look("clear" if sees(battle, viewer, target) else "blocked", lines, far, LOOK, between)
