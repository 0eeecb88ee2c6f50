"""Lines of sight as a page draws them: open, partial or none, and what stands in the way (oversoul.ranged.los-method)."""

from __future__ import annotations

from typing import Literal

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.engine.page.looking import obstacles, on_table
from littlewars.engine.showing import Look
from littlewars.table.constants import OPEN, PARTLY
from littlewars.table.shapes.bases import gap
from littlewars.table.sight.looks import looker
from littlewars.table.terrain.sight_exact import sight_lines

from ..basics.sight import SIGHT
from ..basics.state import State
from ..basics.tabletop import board
from ..units.aim import sight_to, stand_in

WORDS: dict[int, Literal["clear", "partial", "blocked"]] = {OPEN: "clear", PARTLY: "partial"}


def look(state: State, start: str, to: str) -> Look:
    """What one model sees of another; the carried are looked for where their carrier stands. In the air nothing hinders
    (oversoul.attr.flying)."""
    battle = Battle(state, Scripted(), quiet=True)
    viewer, target = on_table(state, start), on_table(state, to)
    table, here, there = board(battle), stand_in(state, viewer), stand_in(state, target)
    far = gap(here.base(), there.base())
    if here.id == there.id or here.id not in table or there.id not in table:
        return Look("blocked", ((here.at, there.at),), far, "oversoul.attr.submersible")
    state_of = WORDS.get(sight_to(battle, viewer, target), "blocked")
    lines = sight_lines(looker(table, here.id).base, looker(table, there.id).base, SIGHT.lines, SIGHT.ends)
    between = () if here.airborne or there.airborne else obstacles(table, here.id, there.id, SIGHT)
    return Look(state_of, tuple(lines), far, "oversoul.ranged.los-method", between)
