"""Discipline: when a unit tests, what the die needs, what comes of it (combat-action.discipline.causes,
combat-action.discipline.test, combat-action.discipline.results)."""

from __future__ import annotations

from littlewars.engine import Battle, Mod, Tally

from ..basics.events import Tested
from ..basics.numbers import DIE, HALF_STRENGTH, NO_LEADER, ORDER
from ..basics.state import PINNED, ROUTING, STEADY, Figure, State, Unit
from .control import leader_of

RULE = "combat-action.discipline.test"
RESULTS = {  # combat-action.discipline.results: passed, failed, failed with a new loss
    STEADY: (STEADY, PINNED, PINNED),
    PINNED: (STEADY, PINNED, ROUTING),
    ROUTING: (STEADY, ROUTING, ROUTING),
}


def brave(state: State, unit: Unit) -> list[Figure]:
    """Those who count: neither robots nor models aboard, with a DS (combat-action.discipline.test)."""
    return [figure for figure in state.on_foot(unit) if figure.profile.living and figure.profile.ds]


def must_test(state: State, unit: Unit) -> bool:
    """A loss since its last test, or pinned, or routing; never robots, crews in their vehicle or models aboard
    (combat-action.discipline.causes)."""
    return bool(brave(state, unit)) and (unit.hurt or unit.status != STEADY)


def tally(state: State, unit: Unit) -> Tally:
    """What the die needs: the DS of the leader, or the best one left (combat-action.discipline.test,
    combat-action.units.leader-lost)."""
    leader, there = leader_of(state, unit), brave(state, unit)
    lead = leader is not None and leader.profile.ds and not leader.carrier
    score = leader.profile.ds if lead and leader else min(figure.profile.ds for figure in there)
    started = [f for name in unit.figures if (f := state.figures[name]).profile.living and not f.carrier]
    mods = [Mod("order", ORDER, "combat-action.actions.impart-order")] if unit.ordered else []
    mods += [Mod("half strength", HALF_STRENGTH, RULE)] if 2 * len(there) <= len(started) else []
    mods += [] if leader else [Mod("no leader", NO_LEADER, "combat-action.units.leader-lost")]
    return Tally(score, tuple(mods))


def test(battle: Battle[State], unit: Unit) -> str:
    """One d6: a natural 1 fails, a natural 6 passes; what the unit is afterwards (combat-action.discipline.results)."""
    state = battle.state
    needed = tally(state, unit)
    least = max(2, min(DIE, needed.needed))
    passed = battle.dice.test(DIE, least, f"discipline, {unit.id}")
    before = unit.status
    unit.status = RESULTS[before][0 if passed else 2 if unit.hurt else 1]
    unit.regroups = unit.regroups or (before == ROUTING and unit.status == STEADY)
    if unit.status == ROUTING:
        unit.strays, unit.regroups = [], False
    unit.hurt, unit.ordered = False, 0
    word = "rallies" if before == ROUTING and passed else unit.status
    battle.record(Tested(unit=unit.id, passed=passed, status=word, tally=needed))
    if unit.status != STEADY:
        lose_ready(state, unit)
    return before


def lose_ready(state: State, unit: Unit) -> None:
    """Everybody of a pinned or routing unit is no longer ready, nor aims (combat-action.pinned.ready, combat-action.ready.end,
    combat-action.actions.targeting-device)."""
    for figure in state.members(unit):
        figure.ready = -1
        figure.lower()
