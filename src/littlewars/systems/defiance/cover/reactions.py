"""Reactions: what those on the other side may do in the middle of somebody's action: covering fire and close defence weapons in
one question (defiance.cover.triggers, defiance.cdw.timing)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref

from ..area.attacks import plan, resolve
from ..area.close_defence import carriers, charge_of, holds_enemy, reaches, set_off
from ..area.forecasts import forecast
from ..basics.events import Changed, Interrupted
from ..basics.fire_action import Manner
from ..basics.profiles import Weapon
from ..basics.state import Figure, State, Unit
from ..fire.firing import HOLD, choose
from .covering import able_to_cover, open_to, watchers

RULE, CLOSE = "defiance.cover.triggers", "defiance.cdw.timing"
WAIT, PASS, FIRED, QUIET = "wait", "pass", "fired", "quiet"
ANSWER = "All its covering figures fire at that unit, one after another, each in its own arc; then they cover no more."
CAUSES = {
    "move": "moves",
    "last": "moves and will be harder to hit from here on, or stops",
    "fire": "is about to fire",
    "fired": "has fired",
}
MOMENTS = {
    "start": "a unit activates",
    "end": "an activation ends",
    "before": "before it acts",
    "after": "it has acted",
    "blows": "before the blows fall",
    "covering": "covering fire is declared at its unit",
}


async def react(
    battle: Battle[State], figure: Figure, cause: str, before: Callable[[], None] = lambda: None, at: str = ""
) -> str:
    """Each covering unit may fire and each carrier of a close defence weapon set it off, or wait, in the order their owner
    likes (defiance.cover.several-units, defiance.cover.timing-cdw, defiance.cdw.before-damage-rolls).

    "fired" if one did; else what the owner said: "wait", or "pass" for this whole movement. `before`: tells what led to it;
    `at`: the unit that is fired at.
    """
    said = WAIT
    while not figure.gone:
        units, ready = battle.memo("react", lambda: _who(battle, figure, cause, at))
        if not units and not ready:
            break
        chosen = await _ask(battle, figure, units, ready, cause)
        if chosen not in units and chosen not in ready:
            return chosen if said == WAIT else said
        before()
        if chosen in units:
            await answer(battle, battle.state.units[chosen], figure)
        else:
            await _defend(battle, battle.state.figures[chosen])
        said = FIRED  # a counter is gone, a weapon used: they are not among those who may answer next
    return said


def _who(battle: Battle[State], figure: Figure, cause: str, at: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Units that may answer what this figure does, and carriers: those whose area a mover is in, or of the unit fired at."""
    units = tuple(unit.id for unit in watchers(battle, figure))
    state, known = battle.state, carriers(battle)
    if not known:
        return units, ()
    able = ready_carriers(battle, known, state.other(state.side_of(figure)))
    if cause in ("move", "last"):
        near = [one for one in able if reaches(state.figures[one], _charge(state, one), figure)]
        return units, tuple(near)
    return units, tuple(one for one in able if cause == "fire" and state.figures[one].unit == at)


def _charge(state: State, name: str) -> Weapon:
    figure = state.figures[name]
    return next(arm.weapon for arm in figure.arms if arm.weapon.form == "cdw")


async def _ask(battle: Battle[State], figure: Figure, units: Sequence[str], ready: Sequence[str], cause: str) -> str:
    state = battle.state
    who = (*(one for name in units for one in state.units[name].figures), *ready)
    options = [Option(WAIT, "Keep covering" if units else "Not now", of=who, about="What is ready stays ready.", means="hold")]
    if cause in ("move", "last"):
        more = "You are asked again where the shot changes." if cause == "move" else "It may be the last chance at this one."
        options = [
            Option(WAIT, "Wait", of=who, about=more, means="hold"),
            Option(PASS, "Let it pass", of=who, about="No more questions about this movement.", means="pass"),
        ]
    for unit in (state.units[name] for name in units):
        options.append(Option(unit.id, f"{ref(unit.id)} fires now", of=tuple(unit.figures), about=ANSWER, means="act"))
    options += [charge_option(state, name) for name in ready]
    side, question = state.other(state.side_of(figure)), "covering fire?" if units else "set off a close defence weapon?"
    prompt = f"{ref(figure.id)} {CAUSES[cause]}: {question}"
    return await Choose(side, RULE if units else CLOSE, prompt, options).about(figure.id, unit=figure.unit, topic="react")


# ---- close defence weapons


def charge_option(state: State, name: str) -> Option:
    """It sets its weapon off."""
    figure, line = state.figures[name], _charge(state, name)
    own = " It is eliminated with it." if line.kamikaze else ""
    cloud = " The poison stays." if line.poison else ""
    about = f"Everybody about it is caught, friends too.{own}{cloud}"
    return Option(name, f"{ref(name)} sets off its {line.name}", of=(name,), at=figure.at, about=about, means="act")


def ready_carriers(battle: Battle[State], names: Iterable[str], side: str, poison: bool = False) -> list[str]:
    """Carriers of this side that could set theirs off with an enemy in its area; `poison`: a poison weapon also without
    (defiance.cdw.timing)."""
    state, found = battle.state, list[str]()
    for name in names:
        figure = state.figures[name]
        if state.side_of(figure) != side or name in state.turn.quiet or (arm := charge_of(state, figure)) is None:
            continue
        if holds_enemy(battle, figure, arm) or (poison and figure.arms[arm].weapon.poison):
            found.append(name)
    return found


async def window(battle: Battle[State], moment: str, names: Sequence[str] | None = None) -> None:
    """A moment at which carriers may set off their weapons, the active side's first: they stand outside all orders
    (defiance.cdw.timing, defiance.orders.cdw-any-time).

    At the start and end of an activation, before and after a carrier's own action, before the blows of a fight.
    """
    known = carriers(battle)
    among = known if names is None else [name for name in names if name in known]
    doing = battle.state.turn.doing
    if not among or doing is None:
        return
    active = battle.state.units[doing.unit].side
    for side in (active, battle.state.other(active)):
        await _ask_side(battle, moment, among, side)


async def _ask_side(battle: Battle[State], moment: str, among: Sequence[str], side: str) -> None:
    """One side's carriers, until their owner has enough."""
    poison = moment not in ("blows", "covering")
    while ready := battle.memo("close", lambda: tuple(ready_carriers(battle, among, side, poison))):
        state, first = battle.state, ready[0]
        options = [
            Option(WAIT, "Not now", of=ready, about="They are asked again at the next occasion.", means="hold"),
            *(charge_option(state, name) for name in ready),
            Option(QUIET, "Ask no more this turn", of=ready, about="None of these is set off this turn.", means="pass"),
        ]
        prompt = f"{ref(first)}, {MOMENTS[moment]}: set off a close defence weapon?"
        chosen = await Choose(side, CLOSE, prompt, options).about(*ready, unit=state.figures[first].unit, topic="react")
        if chosen == QUIET:
            state.turn.quiet += ready
        if chosen in (WAIT, QUIET):
            return
        await _defend(battle, state.figures[chosen])


async def _defend(battle: Battle[State], figure: Figure) -> None:
    """It sets its weapon off; if its side is active, covering fire may answer when its dice have fallen
    (defiance.cdw.covering-reaction)."""
    state, doing = battle.state, battle.state.turn.doing
    arm = charge_of(state, figure)
    assert arm is not None
    if await set_off(battle, figure, arm) and doing is not None and state.units[doing.unit].side == state.side_of(figure):
        await react(battle, figure, "fired")


# ---- covering fire


async def answer(battle: Battle[State], unit: Unit, cause: Figure) -> None:
    """All covering figures of the unit fire, one after another; the counter is gone
    (defiance.cover.whole-unit, defiance.cover.elite-and-linked)."""
    state, only = battle.state, cause.unit
    battle.record(Interrupted(unit=unit.id, by=cause.id))
    ready = [figure.id for figure in able_to_cover(state, unit)]
    slots = {name: state.figures[name].covers for name in ready}
    for figure in state.targets_of(unit):
        figure.covers = ""  # defiance.cover.counter-removed
    while shots := battle.memo("cover.shots", lambda: _shots(battle, ready, slots, only)):
        name = await _next(battle, unit, list(shots))
        ready.remove(name)
        await _fire(battle, state.figures[name], shots[name])
    for name in ready:  # defiance.cover.wasted
        if not state.figures[name].gone:
            battle.record(Changed(who=name, what="covered, but has no target"))


def _shots(battle: Battle[State], ready: list[str], slots: Mapping[str, str], only: str) -> dict[str, tuple[str, ...]]:
    """Who of those left has a target among the unit that gave the cause, and which (defiance.cover.target-unit,
    defiance.cover.own-arc)."""
    figures = [battle.state.figures[name] for name in ready]
    able = [figure for figure in figures if figure.able and not figure.locked]  # something may have struck it
    found = {figure.id: open_to(battle, figure, slots[figure.id], only) for figure in able}
    return {name: shots for name, shots in found.items() if shots}


async def _next(battle: Battle[State], unit: Unit, ready: list[str]) -> str:
    """The owner's order of figures."""
    if len(ready) == 1:
        return ready[0]
    figures = [battle.state.figures[name] for name in ready]
    options = [Option(figure.id, ref(figure.id), of=(figure.id,), at=figure.at, means="act") for figure in figures]
    ask = Choose(unit.side, "defiance.cover.whole-unit", f"{ref(unit.id)}: who fires next?", options)
    return await ask.about(*ready, unit=unit.id, topic="who")


async def _fire(battle: Battle[State], figure: Figure, names: tuple[str, ...]) -> None:
    """Its covering fire at one of these (defiance.cover.spread-and-split)."""
    prompt = f"{ref(figure.id)}: covering fire"
    manner = Manner(covering=figure.cover_mod)
    chosen = await choose(battle, figure, (*names, HOLD), manner, "defiance.cover.target-choice", prompt, forecast)
    if chosen is None:
        return
    fire = chosen[1]
    declared = await plan(battle, fire)
    mates = battle.state.unit_of(battle.state.figures[fire.target]).figures
    await window(battle, "covering", mates)  # enemy fire at its unit is declared (defiance.cdw.timing)
    if figure.able:
        await resolve(battle, fire, declared)
