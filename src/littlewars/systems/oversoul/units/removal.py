"""Models that leave the battle: the one door out, and what follows from it at once."""

from __future__ import annotations

from littlewars.engine import Battle
from littlewars.table.moving.route import spot

from ..basics.events import Changed, Removed
from ..basics.state import Due, Figure, State, Unit
from ..basics.tabletop import board, put, sync_board, tabletop
from .ranks import step_in
from .victory import score


def remove(battle: Battle[State], figure: Figure, by: str, how: str = "removed") -> None:
    """A model is removed from the game; `by` is the side that caused it. Consequences are owed, not settled here."""
    if figure.gone:
        return
    state, unit = battle.state, battle.state.unit_of(figure)
    figure.gone = how
    score(battle, figure, by)
    battle.record(Removed(figure=figure.id, how=how, by=by))
    sync_board(battle, figure)
    if figure.profile.is_trooper and figure.seat in ("", "rider"):
        unit.lost += 1  # troopers aboard take no part in Morale (oversoul.ranged.aboard-trooper)
    _note_loss(state, unit, by)
    _free_partner(battle, figure, by)
    _abandon_gun(battle, unit, by)
    _release_leader(battle, unit)


def _note_loss(state: State, unit: Unit, by: str) -> None:
    """The unit owes a look at its quarters when this part is over (oversoul.morale.trigger-casualties)."""
    if unit.id not in state.turn.losses:
        state.turn.losses.append(unit.id)
    if not unit.frightened:
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
            _step_in(battle.state, figure, rider)
            _find_room(battle, rider)


def _find_room(battle: Battle[State], rider: Figure) -> None:
    """His own base at the same centre, or the nearest place that has room for it (oversoul.mount.independent-die)."""
    where = spot(board(battle), rider.base(), rider.at, ignore=(rider.id,), cost=tabletop(battle).aloft)
    put(battle, rider, where or rider.at)


def _step_in(state: State, mount: Figure, rider: Figure) -> None:
    """In the ranks the rider stands where his mount stood."""
    host = state.acts_with(mount)
    if host.ranks is not None:
        host.ranks = step_in(state, host.ranks, mount.id, rider.id)


def _abandon_gun(battle: Battle[State], unit: Unit, by: str) -> None:
    """Without a crewman the weapon is lost too (oversoul.artillery.as-target)."""
    members = battle.state.members(unit)
    if members and all(figure.profile.kind == "artillery-weapon" for figure in members):
        for gun in members:
            remove(battle, gun, by)


def _release_leader(battle: Battle[State], unit: Unit) -> None:
    """The last trooper falls: the leader is his own unit again; a dead leader leaves his (oversoul.leader.unit-lost)."""
    state, members = battle.state, battle.state.members(unit)
    if unit.leader and not members:
        leader = state.units[unit.leader]
        leader.under, unit.leader = "", ""
        battle.record(Changed(who=leader.id, what="is on his own again"))
    if unit.under and not any(figure.profile.leader for figure in members):  # his mount goes on alone
        state.units[unit.under].leader, unit.under = "", ""
