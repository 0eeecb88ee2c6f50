"""Hits on a tight unit of identical troopers: allocated from the rear when all attack rolls are made (oversoul.tight.hit-allocation)."""

from __future__ import annotations

from ...engine import Battle
from .attack import recover_all
from .state import Hit, State, Unit


async def settle_hits(battle: Battle[State]) -> None:
    """The hits on one unit; those beyond its number go to the survivors, again from the rear."""
    state, doing = battle.state, battle.state.acting()
    if not doing.hits:
        return
    unit = state.units[state.figures[doing.hits[0].target].unit]
    mine = [hit for hit in doing.hits if state.figures[hit.target].unit == unit.id]
    doing.hits = [hit for hit in doing.hits if hit not in mine]
    mine.sort(key=lambda hit: not hit.zap)  # those with Zap's -2 first
    takers = from_the_rear(state, unit)
    batch, rest = mine[: len(takers)], mine[len(takers) :]
    await recover_all(battle, [Hit(name, hit.by, hit.facing, hit.zap) for name, hit in zip(takers, batch, strict=False)])
    survivors = from_the_rear(state, unit)
    doing.hits = [Hit(survivors[0], hit.by, hit.facing, hit.zap) for hit in rest if survivors] + doing.hits


def from_the_rear(state: State, unit: Unit) -> list[str]:
    """Rear rank first, right to left; a column from the last trooper forwards. An attached leader is not among them."""
    living = {figure.id for figure in state.members(unit)}
    rows = unit.ranks.rows if unit.ranks else [[figure.id for figure in state.members(unit)]]
    return [name for row in reversed(rows) for name in reversed(row) if name in living]
