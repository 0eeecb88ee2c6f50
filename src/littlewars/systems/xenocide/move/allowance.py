"""How far a unit may go and has to go (xenocide.move.allowance, xenocide.suppressed-move.*, xenocide.orders.run*)."""

from __future__ import annotations

from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.engine.measures import INCH
from littlewars.table.shapes.bases import moved

from ..basics.classes import class_of
from ..basics.state import CREW, Figure, State, Unit
from ..basics.tabletop import board, visible_enemies

DOUBLE = 2  # of a run, a flight and a retreat (xenocide.orders.run, xenocide.retreat.move)
TRIPLE = 3  # xenocide.flight.distance
LOSS, RUN_LOSS = 1 * INCH, 2 * INCH  # a marker, towards visible enemies (xenocide.suppression.effects)


class Leave(NamedTuple):
    """What a unit may do in its move: how far everybody goes at most, what is lost towards visible enemies, and how far one of
    them has to go at least."""

    most: dict[str, int]
    loss: int
    least: int
    seen: tuple[str, ...]  # enemy units that it saw at the start (xenocide.suppressed-move.towards)


def leave_of(battle: Battle[State], unit: Unit, times: int = 1, free: bool = False) -> Leave:
    """A move of so many times the normal movement; `free`: markers cost nothing (xenocide.move.allowance)."""
    state = battle.state
    able = [figure for figure in state.standing(unit) if may_move(state, figure)]
    seen = () if free or not unit.markers else tuple(other.id for other in visible_enemies(battle, unit))
    loss = unit.markers * (RUN_LOSS if times > 1 else LOSS)
    most = {figure.id: figure.profile.movement * times for figure in able}
    return Leave(most, loss if seen else 0, 0, seen)


def run_least(state: State, unit: Unit) -> int:
    """A run covers at least the normal movement, reckoned by the model that spends most; engaged units may stay
    (xenocide.orders.run, xenocide.orders.run-minimum)."""
    if unit.order != "run" or unit.engaged or unit.panic:
        return 0
    able = [figure for figure in state.standing(unit) if may_move(state, figure)]
    return max((figure.profile.movement for figure in able), default=0)


def may_move(state: State, figure: Figure) -> bool:
    """Not after firing an S+1 or S+2 weapon (xenocide.size.move-after, xenocide.snap.weapons)."""
    if CREW in figure.fired:
        return False
    guns = {gun.key: gun for gun in figure.profile.guns}
    return all(key in guns and class_of(guns[key], figure.profile.capacity).move_after for key in figure.fired)


def flying_distance(figure: Figure) -> int:
    """Its flying value, or three times its movement on foot (xenocide.flight.distance)."""
    return figure.profile.flying or TRIPLE * figure.profile.movement


def comes_nearer(battle: Battle[State], ends: dict[str, tuple[int, int]], seen: tuple[str, ...]) -> bool:
    """Does any model end nearer to some enemy unit that its unit saw than it began (xenocide.suppressed-move.towards)?"""
    return any(nearer(battle, name, at, battle.state.units[enemy]) for enemy in seen for name, at in ends.items())


def nearer(battle: Battle[State], name: str, at: tuple[int, int], enemy: Unit) -> bool:
    """Would this model be nearer to the closest of a unit there than it is?"""
    table = board(battle)
    rows = table.rows([figure.id for figure in battle.state.standing(enemy)])
    if not len(rows):
        return False
    return bool(table.gaps_from(moved(table.base(name), at))[rows].min() < table.gaps(name)[rows].min())
