"""Lines of sight as a page draws them: seen or not, and what stands in the way (xenocide.los.models)."""

from __future__ import annotations

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.engine.showing import Look
from littlewars.kit.looking import obstacles, on_table
from littlewars.table.shapes.bases import gap
from littlewars.table.terrain.sight_exact import sight_lines

from ..basics.sight import RULE, sees
from ..basics.state import State
from ..basics.tabletop import board

LOOK = "xenocide.los.models"


def look(state: State, start: str, to: str) -> Look:
    """What one figure sees of another, by the lines that are tested, and how far away it is."""
    viewer, target = on_table(state, start), on_table(state, to)
    far = gap(viewer.base(), target.base())
    if start == to or viewer.carrier or target.carrier or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), far, LOOK)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), RULE.lines, RULE.ends))
    between = obstacles(board(battle), start, to, RULE, "is crossed")
    return Look("clear" if sees(battle, viewer, target) else "blocked", lines, far, LOOK, between)
