"""The test after a melee: who loses, who has to retreat (xenocide.result.*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle
from littlewars.table.shapes.bases import gap_poly
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.events import Scored
from ..basics.numbers import REACH, STEADY, TEN
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import gives_cover
from ..harm.suppression import mark

LOSES = 1  # markers (xenocide.result.loser)
KINDS = ("light", "heavy", "fortified")  # from the worst to the best


def settle(battle: Battle[State], units: Sequence[Unit]) -> list[Unit]:
    """Every unit rolls a d10 and adds its markers; who scores higher than the highest enemy loses and gets a marker. Those who
    have to retreat (xenocide.result.roll, xenocide.result.loser, xenocide.result.retreat)."""
    state = battle.state
    fighting = [unit for unit in units if state.is_present(unit) and state.vehicle_of(unit) is None]
    sides = {unit.side for unit in fighting}
    if len(sides) < len(state.sides):
        return []  # nobody to be measured against: gone, or vehicles alone
    few = outnumbered(state, fighting)
    scores = {u.id: battle.dice.roll(TEN, f"melee result, {u.id}") + u.markers + int(u.side == few) for u in fighting}
    retreating = []
    for unit in fighting:
        best = max(scores[other.id] for other in fighting if other.side != unit.side)
        loses = scores[unit.id] > best
        must = loses and scores[unit.id] > state.morale(unit) + STEADY[defended(battle, unit, units)]
        battle.record(Scored(unit=unit.id, score=scores[unit.id], loses=loses, retreats=must))
        if loses:
            unit.lost = True
            mark(battle, unit, LOSES)
        if must:
            retreating.append(unit)
    return retreating


def outnumbered(state: State, units: Sequence[Unit]) -> str:
    """The side whose wounds in this combat are half of the other's or fewer (xenocide.result.outnumbered)."""
    wounds = dict.fromkeys(state.sides, 0)
    for unit in units:
        wounds[unit.side] += state.wounds(unit)
    fewer, more = sorted(wounds, key=lambda side: wounds[side])
    return fewer if 2 * wounds[fewer] <= wounds[more] else ""


def defended(battle: Battle[State], unit: Unit, units: Sequence[Unit]) -> str:
    """The cover that it defends: it did not move into this melee, and half or more of its models have it
    (xenocide.result.defended-cover)."""
    state = battle.state
    members = state.standing(unit)
    if unit.charged or not members:
        return ""
    foes = [foe for other in units if other.side != unit.side for foe in state.standing(other)]
    kinds = [KINDS.index(cover) + 1 if (cover := _cover_of(state, figure, foes)) else 0 for figure in members]
    return next((KINDS[k - 1] for k in (3, 2, 1) if 2 * sum(kind >= k for kind in kinds) >= len(members)), "")


def _cover_of(state: State, figure: Figure, foes: Sequence[Figure]) -> str:
    """Inside area terrain, or within an inch of a linear piece that lies between it and an enemy of the combat."""
    found = [cover for piece in state.pieces if (cover := gives_cover(piece)) and _defends(piece, figure, foes)]
    return max(found, key=KINDS.index, default="")


def _defends(piece: Piece, figure: Figure, foes: Sequence[Figure]) -> bool:
    if not piece.linear:
        return piece.holds(figure.at)
    near = gap_poly(figure.base(), piece.outline) <= REACH
    return near and any(inside_spans(figure.at, foe.at, piece.outline) for foe in foes)
