"""Squads that hang together, and what strays have to do (combat-action.units.coherency, combat-action.rout.rally)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import refs
from littlewars.table.board.groups import chain, largest
from littlewars.table.shapes.bases import gap, moved

from ..basics.events import Changed
from ..basics.numbers import LINK
from ..basics.state import ROUTING, Figure, State, Unit
from ..basics.tabletop import board
from .control import leader_of

RULE = "combat-action.units.coherency"


def counted(state: State, unit: Unit) -> list[Figure]:
    """Who counts for coherency: no slave robots, crew or models aboard (combat-action.units.coherency)."""
    found = [f for f in state.on_foot(unit) if not f.wreck and not f.profile.slave and not f.profile.vehicle]
    return [] if any(state.figures[name].profile.vehicle for name in unit.figures) else found


def is_coherent(battle: Battle[State], unit: Unit) -> bool:
    """Are all of them linked within 10 cm (combat-action.units.coherency)?"""
    names = [figure.id for figure in counted(battle.state, unit)]
    return len(names) < 2 or board(battle).chained(names, LINK)


def apart(state: State, unit: str) -> list[str]:
    """Who is out of coherency since the last End Phase (combat-action.units.coherency)."""
    return list(state.units[unit].strays)


async def check(battle: Battle[State], unit: Unit) -> None:
    """The End Phase: the largest group is the body, everybody else is out of coherency; a tie goes to the leader's group, then
    the owner names one. A routing unit is not checked (combat-action.units.coherency, combat-action.rout.no-coherency)."""
    state = battle.state
    unit.strays = []
    figures = counted(state, unit)
    if unit.status == ROUTING or len(figures) < 2:
        return
    if unit.regroups and is_coherent(battle, unit):
        unit.regroups = False
    groups = largest(board(battle).matrix([f.id for f in figures]), chain(LINK))
    bodies = [[figures[n].id for n in group] for group in groups]
    leader = leader_of(state, unit)
    body = next((group for group in bodies if leader and leader.id in group), None) or bodies[0]
    if len(bodies) > 1 and not (leader and leader.id in body):
        body = await _name_body(unit, bodies)
    unit.strays = [figure.id for figure in figures if figure.id not in body]
    for name in unit.strays:
        battle.record(Changed(who=name, what="is out of coherency"))


async def _name_body(unit: Unit, bodies: Sequence[list[str]]) -> list[str]:
    options = [Option(group[0], refs(group), of=tuple(group), means="act") for group in bodies]
    everybody = [name for group in bodies for name in group]
    chosen = await Choose(unit.side, RULE, "Which group is the body of the squad?", options).about(
        *everybody, unit=unit.id, topic="rest"
    )
    return next(group for group in bodies if group[0] == chosen)


def goal_of(state: State, unit: Unit, figure: Figure) -> list[Figure]:
    """To whom it has to come nearer: a stray to the body, after a rout to the leader or the best DS left; nobody: it is free
    (combat-action.units.coherency, combat-action.rout.rally)."""
    if unit.regroups:
        boss = leader_of(state, unit) or best_left(state, unit)
        return [] if boss is None or boss.id == figure.id or boss.carrier else [boss]
    if figure.id not in unit.strays:
        return []
    return [other for other in counted(state, unit) if other.id not in unit.strays]


def best_left(state: State, unit: Unit) -> Figure | None:
    """The model with the best DS (combat-action.rout.rally, combat-action.discipline.test)."""
    found = [figure for figure in state.members(unit) if figure.profile.ds and not figure.carrier]
    return min(found, key=lambda figure: figure.profile.ds, default=None)


def gap_to(figures: Sequence[Figure], figure: Figure, at: tuple[int, int]) -> int:
    """How far it would be from the nearest of these."""
    base = moved(figure.base(), at)
    return min(gap(base, other.base()) for other in figures)


def rejoin(state: State, unit: Unit, figure: Figure) -> None:
    """Within 10 cm of one of the body it is no stray any more (combat-action.units.coherency)."""
    if figure.id in unit.strays and not unit.regroups:
        goal = goal_of(state, unit, figure)
        if goal and gap_to(goal, figure, figure.at) <= LINK:
            unit.strays.remove(figure.id)
