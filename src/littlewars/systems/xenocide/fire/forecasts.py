"""What a volley would bring before it is declared: exact odds, by running the rule itself."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Attack, Battle
from littlewars.engine.showing import Roll
from littlewars.engine.types import Tally

from ..basics.numbers import TEN
from ..basics.state import Blow, State, Volley
from ..harm.hits import effective
from .aim import Place, aim
from .strike import resolve
from .targets import Shooter

AREA_WORTH = 2  # a d3 comes to two models


def worth(state: State, one: Shooter, tally: Tally, place: Place) -> float:
    """About how many wounds a gun brings, to find out what is usually fired."""
    members = state.members(place.unit)
    figure = place.figure or members[0]
    struck = max(1, min(len(members), AREA_WORTH * one.gun.area))
    fails = 1 - min(TEN, max(0, effective(figure.profile, one.gun.power))) / TEN
    return one.gun.rate * struck * (tally.needed or 0.5) * one.gun.saves * (0.05 + fails)


def forecast(battle: Battle[State], volley: Volley | None, snap: int = 0) -> Attack[State] | None:
    """The odds of a volley: how many models of the enemy it takes, with hits shared out as they come."""
    if volley is None:
        return None
    state, plan, side = battle.state, aim(battle, volley, snap), battle.state.units[volley.unit].side

    async def rule(trial: Battle[State]) -> list[Blow]:
        return await resolve(trial, plan)

    def measure(trial: Battle[State], blows: list[Blow]) -> int:
        return losses(trial.state, [blow for blow in blows if state.units[blow.unit].side != side])

    markers = ", ".join(f"{more} to {state.units[name].name}" for name, more in plan.markers)
    return Attack(
        rule,
        measure,
        pure=True,
        title=f"{state.units[plan.unit].name} fires" + (f"; suppression markers: {markers}" if markers else ""),
        counts="models of the enemy lost",
        rolls=tuple(Roll(f"{g.dice} × {g.gun.name}", "d10", g.tally, chance(g.tally)) for g in plan.groups),
        assumes="hits are shared out as they come",
    )


def chance(tally: Tally) -> float:
    """How likely one attack hits (xenocide.hit.zero-skill)."""
    return tally.needed / TEN if tally.needed else 1 / 20


def losses(state: State, blows: Sequence[Blow]) -> int:
    """How many models these blows take: pooled wounds by stat line, then those on single models; a vehicle that is disabled
    counts (xenocide.save.wounds-pool, xenocide.vehicle.disabled)."""
    hurt = {name: 0 for blow in blows for name in (*blow.among, blow.figure) if name}
    pools: dict[tuple[str, str], tuple[int, dict[str, None]]] = {}
    for blow in blows:
        if blow.line:
            wounds, among = pools.get((blow.unit, blow.line), (0, {}))
            pools[blow.unit, blow.line] = (wounds + blow.wounds, among | dict.fromkeys(blow.among))
        elif blow.figure:
            hurt[blow.figure] += blow.wounds
    for wounds, among in pools.values():
        for name in sorted(among, key=lambda name: -state.figures[name].hurt):
            taken = min(wounds, state.figures[name].left)
            hurt[name], wounds = hurt[name] + taken, wounds - taken
    return sum(_is_lost(state, name, more) for name, more in hurt.items())


def _is_lost(state: State, name: str, more: int) -> bool:
    figure = state.figures[name]
    hull = figure.profile.hull
    if hull is not None:
        return not figure.disabled and figure.damage + more >= hull.threshold
    return more >= figure.left
