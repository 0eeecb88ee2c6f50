"""Hits on an identical tight unit are allocated from the rear when all attacks are made (oversoul.tight.hit-allocation)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.state import Hit, State, Unit
from .attack import recover_all


async def settle_hits(battle: Battle[State]) -> None:
    """The hits on one unit; those beyond its number wait for the next step and go to the survivors, again from the rear."""
    state, doing = battle.state, battle.state.acting()
    if not doing.hits:
        return
    unit = state.units[state.figures[doing.hits[0].target].unit]
    mine = [hit for hit in doing.hits if state.figures[hit.target].unit == unit.id]
    others = [hit for hit in doing.hits if state.figures[hit.target].unit != unit.id]
    laid_down, rest = deal(mine, from_the_rear(state, unit))
    await recover_all(battle, laid_down)
    doing.hits = [*(rest if state.members(unit) else []), *others]


def deal(hits: list[Hit], takers: list[str]) -> tuple[list[Hit], list[Hit]]:
    """One hit for each taker, those with Zap's -2 first; and the hits that are left over."""
    ordered = sorted(hits, key=lambda hit: not hit.zap)
    given = [Hit(name, hit.by, hit.facing, hit.zap) for name, hit in zip(takers, ordered, strict=False)]
    return given, ordered[len(takers) :]


def from_the_rear(state: State, unit: Unit) -> list[str]:
    """Rear rank first, right to left; a column from the last trooper forwards. An attached leader is not among them."""
    living = {figure.id for figure in state.members(unit)}
    rows = unit.ranks.rows if unit.ranks else [[figure.id for figure in state.members(unit)]]
    return [name for row in reversed(rows) for name in reversed(row) if name in living]
