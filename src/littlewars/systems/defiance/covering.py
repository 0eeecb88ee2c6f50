"""Covering fire: what sets it off, who may answer, and the answer (defiance.cover.*)."""

from __future__ import annotations

from ...engine import Battle, Choose, Option
from .events import Interrupted
from .firing import HOLD, choices, choose, plan, resolve
from .sight import faces
from .state import Figure, State, Unit

RULE = "defiance.cover.triggers"
WAIT, UNTIL, PASS, FIRED = "wait", "until", "pass", "fired"


def covering(state: State, side: str) -> list[Unit]:
    """Units of this side that have a covering counter."""
    return [unit for unit in state.units_of(side) if any(figure.covers for figure in state.members(unit))]


def able_to_cover(state: State, unit: Unit) -> list[Figure]:
    """Its figures that would fire: neither shaken, stunned, engaged nor broken (defiance.cover.ineligible-figures)."""
    if unit.broken:
        return []
    return [figure for figure in state.members(unit) if figure.covers and figure.able and not figure.locked]


def arc_holds(state: State, unit: Unit, figure: Figure) -> bool:
    """Is it in the arc of any figure of the unit (defiance.cover.trigger-any-figure)?"""
    return any(faces(watcher, figure) for watcher in state.members(unit))


def could_answer(battle: Battle[State], unit: Unit, figure: Figure) -> bool:
    """Is the cause in an arc, and could somebody fire at a figure of that unit?"""
    state = battle.state
    if not arc_holds(state, unit, figure):
        return False
    return any(open_to(battle, one, one.covers, figure.unit) for one in able_to_cover(state, unit))


def open_to(battle: Battle[State], figure: Figure, covers: str, unit: str) -> tuple[str, ...]:
    """What it could fire at whom of that unit; a vehicle with any one weapon that it did not fire (…vehicle-cover)."""
    slots = tuple(arm.slot for arm in figure.arms) if covers == "vehicle" else (covers,)
    found = choices(battle, figure, slots, False, unit)
    return tuple(name for name in found if int(name.partition(":")[0]) not in figure.spent)


def watchers(battle: Battle[State], figure: Figure) -> list[Unit]:
    """Enemy units that may answer what this figure does now (defiance.cover.enemy-activation-only)."""
    state, doing = battle.state, battle.state.turn.doing
    if doing is None or figure.gone or state.side_of(figure) != state.units[doing.unit].side:
        return []  # covering fire does not answer covering fire
    found = covering(state, state.other(state.side_of(figure)))
    return [unit for unit in found if could_answer(battle, unit, figure)]


async def react(battle: Battle[State], figure: Figure, cause: str) -> str:
    """Each covering unit may fire or wait, in the order its owner likes (defiance.cover.several-units).

    "fired" if one did; else what the owner said: "wait", "until" something changes, or "pass" for this whole movement.
    """
    said, declined = WAIT, list[str]()
    while not figure.gone:
        units = battle.once(lambda: tuple(unit.id for unit in watchers(battle, figure)))
        open_to = [name for name in units if name not in declined]
        if not open_to:
            break
        chosen = await _ask(battle, figure, open_to, cause)
        if chosen not in open_to:
            return chosen if said == WAIT else said
        await answer(battle, battle.state.units[chosen], figure)
        said, declined = FIRED, [*declined, chosen]
    return said


async def _ask(battle: Battle[State], figure: Figure, units: list[str], cause: str) -> str:
    state = battle.state
    words = {"move": "moves", "fire": "is about to fire", "fired": "has fired"}
    options = [Option(WAIT, "Keep covering")]
    if cause == "move":
        options += [Option(UNTIL, "Wait until it leaves its cover, the arc or sight"), Option(PASS, "Let it pass")]
    options += [Option(name, f"{state.units[name].name} fires now", of=tuple(state.units[name].figures)) for name in units]
    side, prompt = state.other(state.side_of(figure)), f"{figure.frame.name} ({figure.id}) {words[cause]}: covering fire?"
    return await Choose(side, RULE, prompt, options)


async def answer(battle: Battle[State], unit: Unit, cause: Figure) -> None:
    """All covering figures of the unit fire, one after another; the counter is gone (defiance.cover.whole-unit)."""
    state, only = battle.state, cause.unit
    battle.record(Interrupted(unit=unit.id, by=cause.id))
    ready = [figure.id for figure in able_to_cover(state, unit)]
    slots = {name: state.figures[name].covers for name in ready}
    for figure in state.members(unit):
        figure.covers = ""  # defiance.cover.counter-removed
    while ready:
        name = ready.pop(0) if len(ready) == 1 else await _next(battle, unit, ready)
        figure = state.figures[name]
        if figure.able:
            await _fire(battle, figure, slots[name], only)


async def _next(battle: Battle[State], unit: Unit, ready: list[str]) -> str:
    """The owner's order of figures."""
    state = battle.state
    options = [Option(name, f"{state.figures[name].frame.name} ({name})", of=(name,)) for name in ready]
    name = await Choose(unit.side, "defiance.cover.whole-unit", f"{unit.name}: who fires next?", options)
    ready.remove(name)
    return name


async def _fire(battle: Battle[State], figure: Figure, slot: str, only: str) -> None:
    """Its covering fire at the unit that gave the cause (defiance.cover.target-unit, .own-arc); without a target it is lost."""
    names = battle.once(lambda: open_to(battle, figure, slot, only))
    if not names:
        return  # defiance.cover.wasted
    prompt = f"{figure.frame.name} ({figure.id}): covering fire"
    rule, mod = "defiance.cover.target-choice", figure.cover_mod
    choice = await choose(battle, figure, (*names, HOLD), rule, prompt, "", mod)
    if choice is not None:
        await resolve(battle, figure, choice, await plan(battle, figure, choice, "", mod))
