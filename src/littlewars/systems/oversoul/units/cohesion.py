"""Cohesion: loose troopers within 4 inches, vehicles within 8, tight ones in contact, all in one chain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from littlewars.engine import Battle, Refusal
from littlewars.engine.names import ref
from littlewars.table.board.groups import Cohesion, chain, groups, in_cohesion
from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import Base, gap

from ..basics.state import INCH, State, Unit
from ..basics.tabletop import tabletop

LOOSE = 4 * INCH  # oversoul.org.loose-cohesion-troopers
VEHICLES = 8 * INCH  # oversoul.org.loose-cohesion-vehicles
RULE = "oversoul.move.end-in-cohesion"


def kind_of(state: State, unit: Unit) -> Cohesion:
    """How close this unit must stay (oversoul.org.cohesion-types)."""
    if unit.formed:
        return chain(TOUCH)  # oversoul.org.tight-cohesion
    first = next(iter(state.standing(unit)), None)  # troopers or vehicles, never both (oversoul.org.unit-composition)
    return chain(VEHICLES if first is not None and first.profile.is_vehicle else LOOSE)


def matrix(bases: Sequence[Base]) -> list[list[int]]:
    """Gaps between bases that need not be on the table."""
    return [[gap(one, other) for other in bases] for one in bases]


def hangs_together(state: State, unit: Unit, bases: Sequence[Base]) -> bool:
    """Is this one chain? (oversoul.org.cohesion-connected)"""
    return len(bases) <= 1 or in_cohesion(matrix(bases), kind_of(state, unit))


def is_whole(battle: Battle[State], unit: Unit) -> bool:
    """A quick look: does everybody hang together as the board shows them now? Nobody is under water."""
    key = "whole", unit.id, unit.leader, unit.formed  # nobody comes or goes without the board
    return tabletop(battle).until_move(key, lambda: _is_whole(battle, unit))


def _is_whole(battle: Battle[State], unit: Unit) -> bool:
    table, names = tabletop(battle).board, [figure.id for figure in battle.state.with_leader(unit)]
    for name in names:
        if name not in table.row:
            return False
    return table.chained(names, kind_of(battle.state, unit).link)


def _groups(state: State, unit: Unit) -> list[list[str]]:
    """Its models in connected groups, the largest first."""
    figures = state.with_leader(unit)
    found = groups(matrix([figure.base() for figure in figures]), kind_of(state, unit))
    return [[figures[number].id for number in group] for group in found]


def apart(state: State, unit: str) -> list[str]:
    """Who is not connected with the largest group (oversoul.org.cohesion-connected)."""
    return [name for group in _groups(state, state.units[unit])[1:] for name in group]


def largest(battle: Battle[State], unit: Unit) -> list[list[str]]:
    """The largest connected groups; several when they tie (oversoul.org.cohesion-restored)."""
    if is_whole(battle, unit):
        return [[figure.id for figure in battle.state.with_leader(unit)]]
    found = _groups(battle.state, unit)
    return [group for group in found if len(group) == len(found[0])]


def outside(battle: Battle[State], unit: Unit, body: Sequence[str]) -> list[str]:
    """Models that are not connected with this group; nobody when the unit is in cohesion."""
    if is_whole(battle, unit):
        return []
    found = _groups(battle.state, unit)
    joined = next((group for group in found if set(group) & set(body)), found[0])
    return [figure.id for figure in battle.state.with_leader(unit) if figure.id not in joined]


def refuse_end(
    state: State, unit: Unit, before: Mapping[str, Base], after: Mapping[str, Base], body: Sequence[str]
) -> Refusal | None:
    """The end of a move: in cohesion, or lawfully mending a breach (oversoul.move.end-in-cohesion,
    oversoul.org.cohesion-restored)."""
    kind, names = kind_of(state, unit), list(after)
    if hangs_together(state, unit, list(after.values())):
        return None
    if len(body) == len(names):
        return Refusal(RULE, f"{ref(unit.id)} would end out of cohesion")
    now = groups(matrix(list(after.values())), kind)
    joined = next((group for group in now if {names.index(name) for name in body} <= set(group)), None)
    if joined is None:
        return Refusal("oversoul.org.cohesion-restored", "the largest group would come apart")
    for number, name in enumerate(names):
        if number in joined or after[name].at == before[name].at:
            continue
        if _away(after[name], [after[m] for m in body]) >= _away(before[name], [before[m] for m in body]):
            return Refusal(
                "oversoul.org.cohesion-restored", f"{ref(name)} must end connected, nearer to the others, or unmoved"
            )
    return None


def _away(base: Base, others: Sequence[Base]) -> int:
    return min(gap(base, other) for other in others)
