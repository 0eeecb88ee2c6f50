"""Fearsome models: who has come near one for the first time (oversoul.attr.fearsome)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.walk import swept_gap

from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board
from .aim import stand_in
from .morale import rolls_morale


def note_way(battle: Battle[State], mover: Figure, points: Sequence[tuple[int, int]]) -> None:
    """A model is about to go along these points: note every pair that comes within reach at any point of the way."""
    if _somebody_frightens(battle) and mover.id in board(battle) and frightening(battle.state):
        _note(battle, mover, swept_gap(board(battle), mover.id, list(points)))


def _somebody_frightens(battle: Battle[State]) -> bool:
    """Is there a Fearsome profile in this battle at all? Looked up once: nobody turns Fearsome, the summoned neither."""
    if "terrors" not in battle.shared:
        battle.shared["terrors"] = any(figure.profile.fearsome for figure in battle.state.figures.values())
    return bool(battle.shared["terrors"])


def note_near(battle: Battle[State], figures: Sequence[Figure]) -> None:
    """Models stand somewhere new without having walked there: Teleport, Summon."""
    if not frightening(battle.state):
        return
    for figure in figures:
        if figure.id in board(battle):
            _note(battle, figure, board(battle).gaps(figure.id))


def frightening(state: State) -> list[Figure]:
    """Fearsome models that can be seen on the table; none aboard or submerged."""
    return [
        f for f in state.figures.values() if f.profile.fearsome and not f.gone and not f.submerged and f.seat in ("", "rider")
    ]


def _note(battle: Battle[State], mover: Figure, gaps: Ints) -> None:
    state, table = battle.state, board(battle)
    own = [f for f in frightening(state) if stand_in(state, f).id == mover.id]
    if own:
        reach, side = own[0].profile.fearsome, state.side_of(mover)
        for name, row in table.row.items():
            other = state.figures[name]
            if gaps[row] <= reach and state.enemies(side, state.side_of(other)):
                _pair(battle, state.unit_of(own[0]), state.acts_with(other))
    for terror in frightening(state):
        body = stand_in(state, terror)
        near = body.id in table and gaps[table.row[body.id]] <= terror.profile.fearsome
        if near and state.enemies(state.side_of(terror), state.side_of(mover)):
            _pair(battle, state.unit_of(terror), state.acts_with(mover))


def _pair(battle: Battle[State], fearsome: Unit, unit: Unit) -> None:
    """Once a game for each pair of units; exempt are those who never roll and the fearsome (the frightened: see `test`)."""
    state = battle.state
    pair = f"{fearsome.id}>{unit.id}"
    doing = state.turn.doing
    if doing is None or pair in state.feared or pair in doing.near or not rolls_morale(state, unit):
        return
    if not any(figure.profile.fearsome for figure in state.everybody(unit)):
        doing.near.append(pair)
