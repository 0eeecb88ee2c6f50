"""Routing models run (combat-action.rout.charge-away, combat-action.rout.close-combat, combat-action.rout.table-edge)."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.facing import facing_to
from littlewars.table.moving.spots import Slide, slide
from littlewars.table.shapes.bases import centre2, gap, skeleton
from littlewars.table.zones import TOWARDS, to_edge

from ..basics.events import Changed
from ..basics.numbers import BREAK_AWAY, CHARGE, CONTACT, DIE, FAN, WIDEST
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, passage
from ..harm.removal import leave_table, settle
from ..move.walking import go
from ..units.contact import engaged


def runners(state: State, unit: Unit) -> list[str]:
    """Who runs, the nearest to his own edge first (combat-action.rout.charge-away)."""
    edge = state.sides[unit.side].edge
    there = [figure for figure in state.on_foot(unit) if figure.profile.living]
    size = (state.width, state.depth)
    return [f.id for f in sorted(there, key=lambda f: (to_edge(size, edge, f.at) if edge else 0, f.id))]


async def run(battle: Battle[State], figure: Figure) -> None:
    """It breaks away if it is held, and charges away from the nearest enemy (combat-action.rout.close-combat)."""
    if engaged(battle, figure) and not breaks_away(battle, figure):
        return
    figure.flat = False
    if figure.foot:
        settle(battle, figure)
    found = flight(battle, figure)
    if found is None or not await go(battle, figure, [found.to], figure.level, "runs"):
        return
    if touches_edge(battle.state, figure):
        leave_table(battle, figure)


def breaks_away(battle: Battle[State], figure: Figure) -> bool:
    """A d6, 4+ (combat-action.close-combat.break-away)."""
    away = battle.dice.test(DIE, BREAK_AWAY, f"break away, {figure.id}")
    battle.record(Changed(who=figure.id, what="breaks away" if away else "is held in close combat"))
    return away


def flight(battle: Battle[State], figure: Figure) -> Slide | None:
    """Directly away, else turned by 15 degrees and more: the first full way, else the longest; the edge ends a way
    (combat-action.rout.charge-away)."""
    state, table = battle.state, board(battle)
    side = state.units[figure.unit].side
    home = TOWARDS.get(state.sides[side].edge, 0)
    foes = state.targets(side)
    foe = min(foes, key=lambda one: (gap(figure.base(), one.base()), centre2(figure.at, one.at), one.id), default=None)
    away = facing_to(foe.at, figure.at) if foe is not None and foe.at != figure.at else home
    far, allowed = figure.move() * CHARGE, passage(battle, figure)
    turn = (home - away) % 36000
    first = 1 if 0 < turn < 18000 else -1  # to the side of the own edge; if equal, to the left
    best: Slide | None = None
    for angle in (0, *(sign * step for step in range(FAN, WIDEST + 1, FAN) for sign in (first, -first))):
        got = slide(table, figure.id, away + angle, far, allowed)
        if got.clash is None or got.clash.kind == "edge":
            return got
        if best is None or got.length > best.length:
            best = got
    return best


def touches_edge(state: State, figure: Figure) -> bool:
    """Does its base touch the table's edge (combat-action.terrain.table-edge)?"""
    points, r = skeleton(figure.base())
    return any(
        x - r <= CONTACT or y - r <= CONTACT or x + r >= state.width - CONTACT or y + r >= state.depth - CONTACT
        for x, y in points
    )
