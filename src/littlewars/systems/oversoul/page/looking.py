"""Lines of sight as a page draws them: open, partial or none, and what stands in the way (oversoul.ranged.los-method)."""

from __future__ import annotations

from typing import Literal

from littlewars.dice import Scripted
from littlewars.engine import Battle, ScenarioError
from littlewars.engine.showing import Look, Obstacle
from littlewars.table.constants import OPEN, PARTLY
from littlewars.table.shapes.bases import gap
from littlewars.table.sight.looks import looker, what_blocks
from littlewars.table.terrain.sight_exact import sight_lines

from ..basics.sight import RULE
from ..basics.state import Figure, State
from ..basics.tabletop import board
from ..units.aim import sight_to, stand_in

WORDS: dict[int, Literal["clear", "partial", "blocked"]] = {OPEN: "clear", PARTLY: "partial"}


def look(state: State, start: str, to: str) -> Look:
    """What one model sees of another; the carried are looked for where their carrier stands."""
    battle = Battle(state, Scripted(), quiet=True)
    viewer, target = (_there(state, name) for name in (start, to))
    table, here, there = board(battle), stand_in(state, viewer), stand_in(state, target)
    far = gap(here.base(), there.base())
    if here.id == there.id or here.id not in table or there.id not in table:
        return Look("blocked", ((here.at, there.at),), far, "oversoul.attr.submersible")
    state_of = WORDS.get(sight_to(battle, viewer, target), "blocked")
    lines = sight_lines(looker(table, here.id).base, looker(table, there.id).base, RULE.lines, RULE.ends)
    return Look(state_of, tuple(lines), far, "oversoul.ranged.los-method", _obstacles(battle, here, there))


def _there(state: State, name: str) -> Figure:
    if name not in state.figures or state.figures[name].gone:
        raise ScenarioError(f"there is no figure {name!r} on the table")
    return state.figures[name]


def _obstacles(battle: Battle[State], here: Figure, there: Figure) -> tuple[Obstacle, ...]:
    """The pieces on the lines, each with the worst that it does; in the air nothing hinders (oversoul.attr.flying)."""
    if here.airborne or there.airborne:
        return ()
    table, found = board(battle), dict[str, Obstacle]()
    names = {piece.id: piece.label for piece in battle.state.pieces}
    for one in what_blocks(table, here.id, there.id, RULE):
        if one.does and (one.piece not in found or found[one.piece].does == "obscures"):
            found[one.piece] = Obstacle(one.piece, names[one.piece], one.does, one.length)
    return tuple(found.values())
