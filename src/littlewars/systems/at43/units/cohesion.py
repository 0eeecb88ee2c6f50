"""Cohesion: near the leader, and near a comrade (at43.units.cohesion-leader, at43.units.cohesion-neighbour)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from littlewars.engine import Battle, Point, Refusal
from littlewars.engine.names import ref
from littlewars.table.board.groups import near_leader
from littlewars.table.shapes.bases import Disc, gap

from ..basics.numbers import COMRADE, LEADER
from ..basics.state import Fighter, State, Unit

KIND = near_leader(LEADER, COMRADE)
TO_LEADER, TO_COMRADE = "at43.units.cohesion-leader", "at43.units.cohesion-neighbour"


def strays(bases: Mapping[str, Disc], leader: str) -> dict[str, str]:
    """The figures out of cohesion, each with the rule that it breaks; a figure alone is always in cohesion
    (at43.units.cohesion-neighbour)."""
    found: dict[str, str] = {}
    if len(bases) < 2 or leader not in bases:
        return found
    centre = bases[leader]
    for name, base in bases.items():
        if name != leader and gap(base, centre) > LEADER:
            found[name] = TO_LEADER
        elif not any(gap(base, other) <= COMRADE for one, other in bases.items() if one != name):
            found[name] = TO_COMRADE
    return found


def bases_of(fighters: Sequence[Fighter], ends: Mapping[str, Point] | None = None) -> dict[str, Disc]:
    """Where they stand, or would."""
    places = ends or {}
    return {f.id: Disc(*places.get(f.id, f.at), f.profile.radius) for f in fighters}


def refuse_ends(battle: Battle[State], unit: Unit, ends: Mapping[str, Point]) -> Refusal | None:
    """The end of a move is legal in cohesion; if it was broken before, also if nobody has left it and everybody still out of it
    has come nearer to the leader. Who does not move at all need not restore it (at43.units.cohesion-leader)."""
    members = battle.state.members(unit)
    if not any(ends[name] != battle.state.figures[name].at for name in ends):
        return None
    after = bases_of(members, ends)
    out = strays(after, unit.leader)
    if not out:
        return None
    before = bases_of(members)
    already = strays(before, unit.leader)
    for name, rule in out.items():
        if name not in already:
            return Refusal(rule, f"{ref(name)} would leave the cohesion of {ref(unit.id)}")
        if gap(after[name], after[unit.leader]) >= gap(before[name], before[unit.leader]):
            return Refusal(TO_LEADER, f"{ref(name)} is out of cohesion and comes no nearer to the leader")
    return None
