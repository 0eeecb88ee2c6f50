"""Lines of sight as a page draws them: seen or not, and what stands in the way (combat-action.los.lines)."""

from __future__ import annotations

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.engine.showing import Look
from littlewars.kit.looking import obstacles, on_table
from littlewars.table.shapes.bases import gap
from littlewars.table.terrain.sight_exact import sight_lines

from ..basics.sight import RULE, cover_against, sees
from ..basics.state import State
from ..basics.tabletop import board

LINES = "combat-action.los.lines"


def look(state: State, start: str, to: str) -> Look:
    """What one model sees of another, by the three lines, and how far away it is."""
    viewer, target = on_table(state, start), on_table(state, to)
    far = gap(viewer.base(), target.base())
    if start == to or viewer.carrier or target.carrier or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), far, LINES)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), RULE.lines, RULE.ends)) or ((viewer.at, target.at),)
    between = obstacles(board(battle), start, to, RULE, "is crossed")
    if not sees(battle, viewer, target):
        return Look("blocked", lines, far, LINES, between)
    cover = cover_against(battle, viewer, target)
    return Look("partial" if cover.bonus else "clear", lines, far, cover.rule if cover.bonus else LINES, between)
