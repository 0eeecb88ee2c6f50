"""The turn and the active unit: which step comes next, the phases of an activation, and how a battle ends
(combat-action.turn.sequence, combat-action.activation.phases, combat-action.victory.conditions)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from littlewars.engine import Assign, Battle, Choose, Option, Result, Rule
from littlewars.engine.names import ref
from littlewars.kit.asking import ask_unit

from ..basics.events import Activated, Changed, Ended, TurnBegan
from ..basics.numbers import DIE
from ..basics.profiles import points
from ..basics.state import DESTROYED, KILLED, ONCE, ROUTING, SHUT_DOWN, STEADY, Activation, Figure, State, Unit
from ..fire.shooting import explode
from ..fire.targets import grenade_of
from ..harm.damage import land
from ..machines.by_itself import autonomous, roll_on, run, runners, slave
from ..ready.ready import could_become
from ..units.squads import check_coherency, is_active, must_test, out_of_control, test_discipline
from .acting import act
from .actions import DONE
from .deployment import deploy_next, take_edges

HOLD = "not-ready"
RULE = "combat-action.turn.sequence"
THIRDS = (2, 3)  # of the points: as much or more lost ends the battle (combat-action.victory.game-end)


async def discipline(battle: Battle[State]) -> None:
    """The Discipline Phase: the one test of the unit. Then the Action Resolution Phase begins: points for everybody,
    ready-to-fire from before ends (combat-action.activation.discipline-phase, combat-action.ready.end)."""
    state, doing = battle.state, battle.state.acting()
    unit = state.units[doing.unit]
    battle.record(Activated(unit=unit.id))
    if must_test(state, unit):
        before = test_discipline(battle, unit)
        doing.rallied = before == ROUTING and unit.status == STEADY
    doing.phase = "action-resolution"
    loose = [figure for figure in state.members(unit) if out_of_control(state, figure)]
    for figure in state.members(unit):
        figure.ready, figure.guns = -1, tuple(replace(gun, fired=0) if gun.fired else gun for gun in figure.guns)
        figure.ap = 0 if figure.profile.vehicle or figure.profile.slave or figure in loose else figure.full_ap()
        if figure not in loose:
            figure.went, figure.did = 0, () if figure.profile.slave else figure.did
    doing.due = [*(runners(state, unit) if unit.status == ROUTING else ()), *(figure.id for figure in loose)]


async def action(battle: Battle[State]) -> None:
    """The next model in the owner's order spends its points; a routing unit runs (combat-action.rout.charge-away)."""
    state, doing = battle.state, battle.state.acting()
    unit = state.units[doing.unit]
    if doing.model:
        await act(battle)
        return
    able = [figure.id for figure in state.members(unit) if figure.ap > 0 and figure.id not in doing.acted]
    there = [figure for name in doing.due if not (figure := state.figures[name]).gone]
    due = [figure for figure in there if figure.profile.living or out_of_control(state, figure)]  # somebody may have the seat
    if unit.status == ROUTING or not able:  # what happens without a decision, one after another; then the End Phase
        if due:
            await by_itself(battle, due[0])
        else:
            doing.phase = "end"
        return
    cars = [one.id for one in due if one.profile.vehicle or one.loose == ONCE]  # in the pilot's place in the order
    chosen = await _next(battle, unit, able, cars)
    if chosen == DONE:
        doing.acted += able
    elif chosen in cars:
        await by_itself(battle, state.figures[chosen])
    else:
        doing.model = chosen


async def _next(battle: Battle[State], unit: Unit, able: list[str], cars: list[str]) -> str:
    """Whose turn it is now; one alone is not asked for."""
    if len(able) == 1 and not cars and not battle.state.acting().acted:
        return able[0]
    options = [Option(DONE, "The others do nothing", of=tuple(able), means="done")]
    options += [Option(name, ref(name), of=(name,), means="go") for name in able]
    options += [Option(name, f"{ref(name)} rolls on", of=(name,), means="act") for name in cars]
    ask = Choose(unit.side, "combat-action.activation.action-phase", f"{ref(unit.id)}: whose turn is it?", options)
    return await ask.about(*able, *cars, unit=unit.id, topic="who")


async def by_itself(battle: Battle[State], figure: Figure) -> None:
    """Somebody runs, a robot rolls on its table, a runaway rolls on."""
    doing = battle.state.acting()
    doing.due = [name for name in doing.due if name != figure.id]
    if figure.profile.living:
        await run(battle, figure)
    elif figure.profile.vehicle or figure.loose == ONCE:
        await roll_on(battle, figure)
    elif not figure.wreck:
        await (slave if figure.profile.slave else autonomous)(battle, figure)


async def end(battle: Battle[State]) -> None:
    """Grenades, landings and crashes, coherency, ready-to-fire, in this order (combat-action.activation.end-phase)."""
    state, doing = battle.state, battle.state.acting()
    unit = state.units[doing.unit]
    for figure in state.members(unit):
        _grenade(battle, figure)
    for figure in state.members(unit):
        if figure.landing and not figure.gone:
            land(battle, figure)
    await check_coherency(battle, unit)
    await _become_ready(battle, unit, doing)
    for name in (*unit.figures, *doing.acted):  # a robot of another unit that was taken over keeps no points either
        if state.figures[name].ready < 0:
            state.figures[name].ap = 0
    unit.acted, state.turn.doing = True, None


def _grenade(battle: Battle[State], figure: Figure) -> None:
    """Primed in an earlier activation and not thrown: it explodes, centred on him (combat-action.actions.prime-grenade)."""
    if not figure.primed or figure.primed == battle.state.turn.number:
        return
    number = grenade_of(figure)
    figure.primed = 0
    if not figure.carrier and number >= 0:
        weapon = figure.profile.weapons[number]
        explode(battle, f"{weapon.name} in his hand", figure.at, weapon, foot=figure.foot)


async def _become_ready(battle: Battle[State], unit: Unit, doing: Activation) -> None:
    """Who kept enough AP may become ready, if the owner wants (combat-action.ready.gain)."""
    state, able = battle.state, unit.status == STEADY and not doing.rallied and not unit.regroups
    others = [state.figures[name] for name in doing.acted if name not in unit.figures]  # robots that were taken over
    there = [*state.members(unit), *(one for one in others if state.units[one.unit].status == STEADY)] if able else []
    found = {one.id: guns for one in there if (guns := could_become(battle, one))}
    if not found:
        return
    items = {name: (*map(str, guns), HOLD) for name, guns in found.items()}
    prompt = "Who becomes ready-to-fire?"
    ask = Assign(unit.side, "combat-action.ready.gain", prompt, items, explain=partial(_explain, state))
    for name, gun in await ask.about(*found, unit=unit.id, topic="rest"):
        if gun != HOLD:
            state.figures[name].ready = int(gun)
            battle.record(Changed(who=name, what="is ready-to-fire"))


def _explain(state: State, name: str, gun: str) -> Option:
    if gun == HOLD:
        return Option(HOLD, "not ready", of=(name,), means="hold")
    body = state.figures[state.figures[name].body]
    return Option(gun, f"ready with {body.profile.weapons[int(gun)].name}", of=(name,), means="cover")


STAGES = {"discipline": discipline, "action-resolution": action, "end": end}


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step, from the state alone; None when the battle is over."""
    state, turn = battle.state, battle.state.turn
    if turn.phase == "over":
        return None
    if turn.phase == "edges":
        return take_edges(battle)
    if turn.phase == "deploy":
        return deploy_next(battle)
    if turn.number and (why := at_once(state)):
        return finish(battle, why)
    if turn.doing is not None:
        return STAGES[turn.doing.phase](battle)
    if turn.phase == "begin":
        return begin(battle)
    return activate(battle) if any(waiting(state, side) for side in state.sides) else end_turn(battle)


def waiting(state: State, side: str) -> list[Unit]:
    """Its units that have not been active in this turn (combat-action.turn.sequence, combat-action.units.inert)."""
    return [unit for unit in state.units_of(side) if not unit.acted and is_active(state, unit)]


async def begin(battle: Battle[State]) -> None:
    """Both roll, ties again; the winner decides who begins (combat-action.turn.sequence)."""
    state, turn = battle.state, battle.state.turn
    winner = battle.dice.rank(list(state.sides), DIE, "initiative")[0]
    options = [Option(name, ref(name), means="act") for name in (winner, state.other(winner))]
    turn.first = turn.at = await Choose(winner, RULE, "Who begins?", options).about(topic="place")
    turn.number, turn.phase = turn.number + 1, "play"
    for unit in state.units.values():
        unit.acted = False
    battle.record(TurnBegan(number=turn.number, side=turn.first))


async def activate(battle: Battle[State]) -> None:
    """One unit, then the other side; who has none left is skipped (combat-action.turn.sequence)."""
    state, turn = battle.state, battle.state.turn
    units = waiting(state, turn.at)
    if not units:
        turn.at = state.other(turn.at)
        units = waiting(state, turn.at)
    turn.doing = Activation(units[0].id if len(units) == 1 else await ask_unit(state, RULE, "Which unit is active?", units))
    turn.at = state.other(turn.at)


async def end_turn(battle: Battle[State]) -> None:
    """All have been active (combat-action.victory.game-end)."""
    if why := at_turns_end(battle.state):
        await finish(battle, why)
    else:
        battle.state.turn.phase = "begin"


def score_of(state: State, figure: Figure) -> int:
    """What a model counts for the enemy: all of it, or half rounded down (combat-action.victory.conditions)."""
    worth = points(figure.profile)
    if figure.gone in (KILLED, DESTROYED, SHUT_DOWN) or figure.wreck:
        return worth
    half = figure.gone or (figure.profile.machine and (figure.halted or out_of_control(state, figure)))
    return worth // 2 if half else 0


def score(state: State, side: str) -> int:
    """What the enemy has lost."""
    units = state.units
    return sum(score_of(state, figure) for figure in state.figures.values() if units[figure.unit].side != side)


def can_go_on(state: State, side: str) -> bool:
    """Is there a unit that could be activated and does not rout (combat-action.victory.game-end)?"""
    units = (unit for unit in state.units.values() if unit.side == side and unit.status != ROUTING)
    return any(not state.figures[name].lost for unit in units for name in unit.figures)


def broken(state: State, side: str) -> bool:
    """Has it lost two thirds or more of its points (combat-action.victory.game-end)?"""
    worth = [(figure.lost, points(figure.profile)) for figure in state.figures.values() if state.side_of(figure) == side]
    gone, total = sum(one for lost, one in worth if lost), sum(one for _, one in worth)
    return bool(gone) and THIRDS[1] * gone >= THIRDS[0] * total


def at_once(state: State) -> str:
    """Why the battle ends now, if it does."""
    return next((f"{side} has nobody left who goes on" for side in state.sides if not can_go_on(state, side)), "")


def at_turns_end(state: State) -> str:
    """Why it ends with this turn, if it does."""
    last = "the last turn is over" if state.turn.number >= state.settings.turns else ""
    return next((f"{side} has lost two thirds of its force" for side in state.sides if broken(state, side)), last)


async def finish(battle: Battle[State], why: str) -> None:
    """It is over."""
    turn = battle.state.turn
    turn.phase, turn.ended, turn.doing = "over", why, None
    battle.record(Ended(why=why, winner=" and ".join(verdict(battle.state).winners)))


def verdict(state: State) -> Result:
    """The higher score wins, equal is a draw (combat-action.victory.conditions)."""
    found = {side: float(score(state, side)) for side in state.sides}
    best = max(found.values())
    winners = tuple(side for side, value in found.items() if value == best)
    return Result(winners if len(winners) == 1 else (), Ended.why_of(state.turn), "combat-action.victory.conditions", found)
