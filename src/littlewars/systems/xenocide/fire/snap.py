"""Snap shots as far as they are fire: who could take one, at a unit that stands somewhere on its way, and what comes of it at
once (xenocide.snap.*, xenocide.grav.snap-shot, xenocide.grav.as-target). The movement phase says when, and where on the way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache

from littlewars.engine import Battle
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.facing import Point

from ..basics.numbers import SNAP
from ..basics.state import State, Unit, Volley
from ..basics.tabletop import board, put
from ..harm.wounds import land
from .aim import Plan, aim
from .declare import Loads, unit_loads, usual_volley, volley_of, weapons_ask
from .phase import use_hands
from .strike import resolve
from .targets import shooters, shot_at

Places = Mapping[str, Point]
NOWHERE: Places = {}


def may_snap(state: State, unit: Unit) -> bool:
    """Units on Opportunity Fire, and vehicles, that have taken no snap shot in this turn and do not flee (xenocide.snap.who,
    xenocide.vehicle.snap-shots)."""
    ready = unit.order == "opportunity" or state.vehicle_of(unit) is not None
    return ready and not unit.snapped and unit.panic != "flees"


def can_snap(battle: Battle[State], unit: Unit, target: Unit, places: Places = NOWHERE) -> bool:
    """Could it fire at a unit whose models stand there? The 12-inch rule does not bind it; an engaged unit fires at those who
    engage it (xenocide.snap.who, xenocide.engaged-fire.targets)."""
    if unit.engaged and target.id not in unit.engaged:
        return False
    with standing_at(battle, target, places):
        guns = shooters(battle, unit)
        return bool(guns) and shot_at(battle, unit, target, guns) is not None


def snap_plan(
    battle: Battle[State], unit: Unit, target: Unit, places: Places = NOWHERE, penalty: int = SNAP, volley: Volley | None = None
) -> Plan | None:
    """The attack made ready while the models stand there: range, sight, cover and screens are judged at that point; without a
    volley with what promises most (xenocide.snap.point, xenocide.snap.penalty, xenocide.snap.no-suppression)."""
    with standing_at(battle, target, places):
        volley = volley or usual_volley(battle, unit, target)
        return None if volley is None else aim(battle, volley, penalty)


async def snap_shot(battle: Battle[State], unit: Unit, target: Unit, places: Places = NOWHERE, penalty: int = SNAP) -> None:
    """The shot: its weapons are named, and it takes effect at once, also on a unit that has yet to fire
    (xenocide.snap.resolution, xenocide.snap.instead)."""
    if not battle.memo("snap.able", lambda: can_snap(battle, unit, target, places)):
        return

    @cache
    def find() -> Loads:
        with standing_at(battle, target, places):
            return unit_loads(battle, unit, target)

    ask = weapons_ask(battle, unit, find, f"{ref(unit.id)} fires at {ref(target.id)} with what?")
    ask.forecast = None
    answer = await ask
    volley = volley_of(unit, find(), answer, target.id)
    if volley is None:
        return
    plan = snap_plan(battle, unit, target, places, penalty, volley)
    unit.snapped = True
    use_hands(battle.state, volley)
    if plan is not None:
        await land(battle, await resolve(battle, plan))


@contextmanager
def standing_at(battle: Battle[State], unit: Unit, places: Places) -> Iterator[None]:
    """While its models stand there; it is then in melee with those whom it touches there (xenocide.snap.resolution)."""
    state = battle.state
    if not places:
        yield
        return
    before = {name: state.figures[name].at for name in places}
    engaged = unit.engaged
    try:
        for name, at in places.items():
            put(battle, state.figures[name], at)
        unit.engaged = [name for name in engaged if _touches(battle, unit, state.units[name])]
        yield
    finally:
        unit.engaged = engaged
        for name, at in before.items():
            put(battle, state.figures[name], at)


def _touches(battle: Battle[State], unit: Unit, other: Unit) -> bool:
    state, table = battle.state, board(battle)
    theirs = table.rows([figure.body for figure in state.exposed(other)])
    return table.least_gap([figure.body for figure in state.exposed(unit)], theirs) <= TOUCH
