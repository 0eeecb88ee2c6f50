"""The shooting phase and the opportunity fire phase: sides take turns, and who is hurt fires before he suffers
(xenocide.shooting.*, xenocide.opportunity.*), so that all fire of a phase is simultaneous (xenocide.core.simultaneity)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from littlewars.engine import Arrange, Battle
from littlewars.kit.asking import Offer, ask_unit

from ..basics.events import Began, Held, PhaseBegan
from ..basics.numbers import lowest_first
from ..basics.state import CREW, FIRING, GUNNER, Blow, Phase, State, Unit, Volley
from ..harm.wounds import land, next_hits, outcome, save_hits
from ..vehicles.mounts import used
from .aim import aim, arms, in_reach
from .declare import declare
from .strike import strike

ALL_HOLD = "all hold"
# orders on which units fire in each phase (xenocide.shooting.who-fires, xenocide.orders.standard, xenocide.opportunity.who)
FIRES = {"shooting": ("", "standard"), "opportunity": ("opportunity", "run")}
NEXT: dict[str, Phase] = {"shooting": "movement", "opportunity": "melee"}
TITLES = {"shooting": "Shooting", "opportunity": "Opportunity fire"}


async def fire(battle: Battle[State]) -> None:
    """The next step of the shooting phase, or of opportunity fire, which goes alike (xenocide.opportunity.resolution)."""
    turn = battle.state.turn
    if turn.struck:
        now, turn.struck = next_hits(turn.struck)  # the saves of one unit, or against one area attack
        turn.blows += await save_hits(battle, now)
    elif turn.volley is not None:
        await _attack(battle, turn.volley)
    elif turn.landing:
        await _land(battle, turn.landing.pop(0))
    elif turn.hurt:  # it replies as if it were not, then all that is pending is applied (xenocide.shooting.return-fire-first)
        unit = battle.state.units[turn.hurt.pop(0)]
        turn.landing.insert(0, unit.id)
        turn.volley = await declare(battle, unit, reply=True)
        unit.fired = unit.fired or turn.volley is not None
    elif turn.held_up:
        await _apply(battle, turn.held_up.pop(0))
    elif turn.stage != FIRING:
        _begin(battle)
    else:
        await _next_unit(battle)


def may_fire(state: State, unit: Unit) -> bool:
    """May it fire in this phase, and has it not yet? Vehicles fire in the opportunity fire phase alone, and who flees does not
    (xenocide.vehicle.fire-phase, xenocide.snap.instead, xenocide.broken.flee)."""
    if unit.fired or unit.snapped or unit.panic == "flees":
        return False
    phase = state.turn.phase
    return unit.order in FIRES[phase] if state.vehicle_of(unit) is None else phase == "opportunity"


def able(battle: Battle[State], units: Iterable[Unit]) -> Iterator[str]:
    """Those of these units that may still fire and have somebody to fire at."""
    return (unit.id for unit in units if may_fire(battle.state, unit) and in_reach(battle, unit, arms(battle, unit).reach))


def _begin(battle: Battle[State]) -> None:
    """The lower roll begins (xenocide.shooting.order-of-units); nothing is rolled where only one side can fire."""
    state, turn = battle.state, battle.state.turn
    turn.stage = FIRING
    battle.record(PhaseBegan(phase=TITLES[turn.phase]))
    ready = [side for side in state.sides if any(able(battle, state.units_of(side)))]
    if len(ready) > 1:
        turn.at, _ = lowest_first(battle, "who fires first")
        battle.record(Began(side=turn.at))
    elif ready:
        (turn.at,) = ready


async def _next_unit(battle: Battle[State]) -> None:
    """One unit, then the other side; who has none left lets the other go on (xenocide.shooting.order-of-units)."""
    state, turn = battle.state, battle.state.turn

    def who() -> tuple[str, tuple[str, ...]]:  # the side whose go it is, and its units; nobody where neither has any
        for side in (turn.at, state.other(turn.at)) if turn.at else ():
            if side not in turn.held and (names := tuple(able(battle, state.units_of(side)))):
                return side, names
        return turn.at, ()

    turn.at, names = battle.memo("fire.able", who)
    if not names:
        turn.phase, turn.stage, turn.at, turn.held = NEXT[turn.phase], "", "", []
        for each in state.units.values():
            each.fired = False
        return
    units, chosen = [state.units[name] for name in names], names[0]
    if len(units) > 1:  # a single one is asked for its target at once
        rule, hold = "xenocide.shooting.order-of-units", Offer(ALL_HOLD, "All hold their fire", "pass")
        chosen = await ask_unit(state, rule, "Who fires next?", units, hold)
    side, turn.at = turn.at, state.other(turn.at)
    if chosen == ALL_HOLD:
        turn.held.append(side)
        battle.record(Held(who=side, unit=False))
        return
    unit = state.units[chosen]
    turn.volley = await declare(battle, unit)
    unit.fired = True  # or it holds its fire for the rest of the phase
    if turn.volley is None:  # xenocide.shooting.hold-fire
        battle.record(Held(who=unit.id))


def use_hands(state: State, volley: Volley) -> None:
    """The guns that fire, and those who serve them, are noted (xenocide.size.hands, xenocide.size.crew)."""
    for shot in volley.shots:
        figure, mounted = state.figures[shot.figure], shot.mount >= 0
        if mounted:  # noted on the vehicle; a passenger who fires it has no hands left (xenocide.vehicle.open-mounts)
            state.figures[figure.body].fired += (used(shot.mount),)
        if not figure.profile.vehicle:
            figure.fired += (GUNNER if mounted else shot.gun,)
        for name in shot.crew:
            state.figures[name].fired += (CREW,)


async def _attack(battle: Battle[State], volley: Volley) -> None:
    """Count attacks, roll to hit; what comes of it waits (xenocide.shooting.steps). When all is saved, who was hurt and may
    still fire does so first; on all others blows land at once (xenocide.shooting.immediate-effect)."""
    state, turn = battle.state, battle.state.turn
    if not turn.rolled:
        plan = aim(battle, volley)
        turn.struck = await strike(battle, plan)
        turn.blows += [Blow(name, markers=more) for name, more in plan.markers]
        turn.rolled = True
        use_hands(state, volley)
    if not turn.struck:
        turn.volley, turn.rolled = None, False
        await _queue(battle, state.units[volley.unit].side, volley.target)


async def _queue(battle: Battle[State], own: str, target: str = "") -> None:
    """Units on which something new is pending, by an attack of this side; the target goes first."""
    turn = battle.state.turn
    known = {*turn.hurt, *turn.landing, *turn.held_up}
    hurt = [name for name in dict.fromkeys(blow.unit for blow in turn.blows) if name not in known]
    replies = list(able(battle, [battle.state.units[name] for name in hurt]))
    turn.landing += [name for name in hurt if name not in replies]
    await _call(battle, replies, own, target)


async def _call(battle: Battle[State], replies: Sequence[str], own: str, target: str = "") -> None:
    """These reply when those who were called before them have: of the other side first, the target before all."""
    state, turn = battle.state, battle.state.turn
    for side in (state.other(own), own):
        mine = [name for name in replies if state.units[name].side == side]
        first, rest = [name for name in mine if name == target], [name for name in mine if name != target]
        if len(rest) > 1:  # each owner orders his own
            figures = [figure.id for name in rest for figure in state.members(state.units[name])]
            ask = Arrange(side, "xenocide.shooting.return-fire-first", "In which order do your units reply?", rest)
            rest = list(await ask.about(*figures, topic="react"))
        turn.hurt += first + rest


async def _land(battle: Battle[State], name: str) -> None:
    """A vehicle's harm waits until passengers whom it would hurt have fired (xenocide.vehicle.passengers-destroyed)."""
    state, turn = battle.state, battle.state.turn
    vehicle, markers = state.vehicle_of(state.units[name]), sum(blow.wounds for blow in turn.blows if blow.unit == name)
    shaken = state.aboard(vehicle) if vehicle is not None and outcome(vehicle, markers) else []
    if replies := list(able(battle, shaken)):
        turn.held_up.append(name)
        await _call(battle, [inside for inside in replies if inside not in turn.hurt], state.other(state.units[name].side))
    else:
        await _apply(battle, name)


async def _apply(battle: Battle[State], name: str) -> None:
    """All that is pending on a unit lands together; whom an explosion hurts has the same right (xenocide.vehicle.explosion)."""
    state, turn = battle.state, battle.state.turn
    mine = [blow for blow in turn.blows if blow.unit == name]
    turn.blows = [blow for blow in turn.blows if blow.unit != name]
    await land(battle, mine)
    await _queue(battle, state.other(state.units[name].side))
