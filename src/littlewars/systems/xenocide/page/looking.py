"""Lines of sight as a page draws them: seen or not, and what stands in the way (xenocide.los.models)."""

from __future__ import annotations

from msgspec.structs import replace

from littlewars.dice import Scripted
from littlewars.engine import Battle
from littlewars.engine.showing import Look, Obstacle
from littlewars.kit.looking import obstacles, on_table
from littlewars.table.shapes.bases import gap
from littlewars.table.terrain.sight_exact import sight_lines
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT

from ..basics.state import Figure, State
from ..basics.tabletop import board, sees
from ..fire.views import view

LOOK, PARTLY, SCREEN = "xenocide.los.models", "xenocide.cover.obscured", "xenocide.los.enemy-units-block"


def look(state: State, start: str, to: str) -> Look:
    """What one figure sees of another, by the lines that are tested, and how far away it is."""
    viewer, target = on_table(state, start), on_table(state, to)
    far = gap(viewer.base(), target.base())
    if start == to or viewer.carrier or target.carrier or {viewer.unit, target.unit} & {*state.turn.waiting}:
        return Look("blocked", ((viewer.at, target.at),), far, LOOK)
    battle = Battle(state, Scripted(), quiet=True)
    lines = tuple(sight_lines(viewer.base(), target.base(), SIGHT.lines, SIGHT.ends))
    between = obstacles(board(battle), start, to, SIGHT, "is crossed")
    if not sees(battle, viewer, target):
        return Look("blocked", lines, far, LOOK, between)
    return _shot(battle, (viewer, target), Look("clear", lines, far, LOOK, between))


def _shot(battle: Battle[State], pair: tuple[Figure, Figure], free: Look) -> Look:
    """What units do to a line that the ground leaves free: enemies may screen it, friends are shot through
    (xenocide.los.enemy-units-block, xenocide.friendly-fire.through)."""
    viewer, target = pair
    units = battle.state.units
    if viewer.unit == target.unit:
        return free
    seen = view(battle, units[viewer.unit], units[target.unit])
    row, column = seen.row(viewer.id), seen.targets.index(target.id)
    eye = seen.viewers[row]
    friends = seen.between(eye, target.id)
    screens = seen.screens(eye, target.id)
    met = [(name, "is shot through") for name in friends] + [(name, "screens") for name in screens]
    between = (*free.obstacles, *(Obstacle(name, units[name].name, does) for name, does in met))
    if not seen.sees[row, column]:
        return replace(free, state="blocked", rule=SCREEN, obstacles=between)
    if seen.obscured[row, column]:
        return replace(free, state="partial", rule=PARTLY, obstacles=between)
    return replace(free, obstacles=between)
