"""Models that leave the battle: the one door out, and what follows from it at once."""

from __future__ import annotations

from ...engine import Battle
from .events import Changed, Removed
from .ground import show
from .state import Due, Figure, State, Unit
from .victory import score


def remove(battle: Battle[State], figure: Figure, by: str, how: str = "removed") -> None:
    """A model is removed from the game; `by` is the side that caused it. Consequences are owed, not settled here."""
    if figure.gone:
        return
    state, unit = battle.state, battle.state.unit_of(figure)
    figure.gone = how
    score(battle, figure, by)
    battle.record(Removed(figure=figure.id, how=how, by=by))
    show(battle, figure)
    if figure.profile.is_trooper and not figure.seat.startswith(("front", "left", "right", "rear")):
        unit.lost += 1
    _note_loss(state, unit, by)
    _free_partner(battle, figure, by)
    _abandon_gun(battle, unit, by)
    _release_leader(battle, unit)
    if unit.ranks is not None and unit.id not in _struck(state):
        _struck(state).append(unit.id)


def _struck(state: State) -> list[str]:
    return state.turn.doing.struck if state.turn.doing else []


def _note_loss(state: State, unit: Unit, by: str) -> None:
    """The unit owes a look at its quarters when this part is over (oversoul.morale.trigger-casualties)."""
    if unit.id not in state.turn.losses:
        state.turn.losses.append(unit.id)
    if by and not unit.frightened:
        unit.fear_by = by


def _free_partner(battle: Battle[State], figure: Figure, by: str) -> None:
    """The other of rider and mount continues alone (oversoul.mount.survivor)."""
    if figure.seat == "rider":
        figure.carrier = figure.seat = ""
        return
    for rider in battle.state.riders(figure):
        if rider.seat == "rider":
            rider.carrier = rider.seat = ""
            rider.airborne = False
            if figure.airborne:
                battle.state.turn.dues.insert(0, Due("crash", rider.id, by=by))  # he falls
            show(battle, rider)


def _abandon_gun(battle: Battle[State], unit: Unit, by: str) -> None:
    """Without a crewman the weapon is lost too (oversoul.artillery.as-target)."""
    members = battle.state.members(unit)
    if members and all(figure.profile.kind == "artillery-weapon" for figure in members):
        for gun in members:
            remove(battle, gun, by)


def _release_leader(battle: Battle[State], unit: Unit) -> None:
    """The last trooper falls: the leader is his own unit again; a dead leader leaves his (oversoul.leader.unit-lost)."""
    state = battle.state
    if state.members(unit):
        return
    if unit.leader:
        leader = state.units[unit.leader]
        leader.under, unit.leader = "", ""
        battle.record(Changed(who=leader.id, what="is on his own again"))
    if unit.under:
        state.units[unit.under].leader, unit.under = "", ""
