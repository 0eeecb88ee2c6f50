"""Covering fire: what sets it off, who may answer, and the answer (defiance.cover.*)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref
from littlewars.table.facing import Sectors, in_sectors

from ..area.attacks import plan, resolve
from ..area.forecasts import forecast
from ..basics.events import Changed, Interrupted
from ..basics.fire_action import Manner
from ..basics.sight import look_round, seen_by
from ..basics.state import Figure, State, Unit
from ..fire.firing import HOLD, choices, choose, lines_of
from ..fire.targets import Gun, is_open
from ..vehicles.mounts import AHEAD, arcs_of, class_of, within
from ..vehicles.nerves import fires_nothing

RULE = "defiance.cover.triggers"
VEHICLE = "vehicle"  # the weapon is named only when the covering fire is declared (defiance.orders.vehicle-cover)
WAIT, PASS, FIRED = "wait", "pass", "fired"
ANSWER = "All its covering figures fire at that unit, one after another, each in its own arc; then they cover no more."
CAUSES = {
    "move": "moves",
    "last": "moves and will be harder to hit from here on, or stops",
    "fire": "is about to fire",
    "fired": "has fired",
}


def covering(state: State, side: str) -> list[Unit]:
    """Units of this side that have a covering counter."""
    covered = {figure.unit for figure in state.standing() if figure.covers}
    return [unit for unit in state.units.values() if unit.id in covered and unit.side == side] if covered else []


def able_to_cover(state: State, unit: Unit) -> list[Figure]:
    """Its figures that would fire: neither shaken, stunned, engaged nor broken (defiance.cover.ineligible-figures)."""
    if unit.broken:
        return []
    ready = [figure for figure in state.on_table(unit) if figure.covers and figure.able and not figure.locked]
    return [figure for figure in ready if not fires_nothing(figure)]


def arc_holds(state: State, unit: Unit, figure: Figure) -> bool:
    """Is it in the arc of any figure of the unit (defiance.cover.trigger-any-figure)?"""
    return any(in_sectors(one.at, one.face, cover_arcs(one), figure.at) for one in state.on_table(unit))


def cover_arcs(one: Figure) -> Sectors:
    """The arcs in which it covers: of a vehicle those of the weapons with which it might
    (defiance.cover.own-arc, defiance.vehicle.targeting)."""
    if not one.frame.vehicle:
        return AHEAD
    slots = arms_of(one, one.covers or VEHICLE)
    return arcs_of(one, [n for n, arm in enumerate(one.arms) if arm.slot in slots and n not in one.spent and n not in one.lost])


def could_answer(battle: Battle[State], unit: Unit, figure: Figure) -> bool:
    """Is the cause in an arc, and could somebody fire at a figure of that unit?"""
    state = battle.state
    if not arc_holds(state, unit, figure):
        return False
    return could_fire(battle, able_to_cover(state, unit), state.with_riders(state.unit_of(figure)))


def could_fire(battle: Battle[State], ready: Sequence[Figure], enemies: Sequence[Figure]) -> bool:
    """Has one of those who cover any shot at one of these?"""
    ahead = {one.id: within(one, cover_arcs(one), enemies) for one in ready}
    looking = [one for one in ready if ahead[one.id]]  # a figure with none of them in its arc need not look
    look_round(battle, looking)
    for one in looking:
        seen = seen_by(battle, one)
        near = [enemy for enemy in ahead[one.id] if enemy.id in seen]
        guns = guns_of(battle.state, one) if near else []
        if any(is_open(battle, one, guns, enemy) for enemy in near):
            return True
    return False


def guns_of(state: State, one: Figure) -> list[Gun]:
    """What it covers with: arm, number of the line, line; a vehicle with any weapon that it did not fire
    (defiance.orders.vehicle-cover)."""
    return lines_of(state, one, arms_of(one, one.covers), covers=True)


def open_to(battle: Battle[State], figure: Figure, covers: str, unit: str) -> tuple[str, ...]:
    """What it could fire at whom of that unit; a vehicle with any one weapon that it did not fire
    (defiance.orders.vehicle-cover)."""
    return tuple(choices(battle, figure, arms_of(figure, covers), False, unit))


def arms_of(figure: Figure, covers: str) -> tuple[str, ...]:
    """The slots of the class it covers with; of a vehicle that is no mecha all of them."""
    if not figure.frame.vehicle:
        return (covers,)
    return tuple(arm.slot for number, arm in enumerate(figure.arms) if covers in (VEHICLE, class_of(figure, number)))


def watchers(battle: Battle[State], figure: Figure) -> list[Unit]:
    """Enemy units that may answer what this figure does now (defiance.cover.enemy-activation-only)."""
    state, doing = battle.state, battle.state.turn.doing
    if doing is None or figure.gone or state.side_of(figure) != state.units[doing.unit].side:
        return []  # covering fire does not answer covering fire
    found = covering(state, state.other(state.side_of(figure)))
    return [unit for unit in found if could_answer(battle, unit, figure)]


async def react(battle: Battle[State], figure: Figure, cause: str, before: Callable[[], None] = lambda: None) -> str:
    """Each covering unit may fire or wait, in the order its owner likes
    (defiance.cover.several-units, defiance.cover.timing-cdw).

    "fired" if one did; else what the owner said: "wait", or "pass" for this whole movement. `before`: tells what led to it.
    """
    said = WAIT
    while not figure.gone:
        units = battle.memo("cover.watchers", lambda: tuple(unit.id for unit in watchers(battle, figure)))
        if not units:
            break
        chosen = await _ask(battle, figure, units, cause)
        if chosen not in units:
            return chosen if said == WAIT else said
        before()
        await answer(battle, battle.state.units[chosen], figure)
        said = FIRED  # its counter is gone: it is not among those who may answer next
    return said


async def _ask(battle: Battle[State], figure: Figure, units: Sequence[str], cause: str) -> str:
    state = battle.state
    ready = tuple(one for name in units for one in state.units[name].figures)
    options = [Option(WAIT, "Keep covering", of=ready, about="The counter stays for whoever comes next.", means="hold")]
    if cause in ("move", "last"):
        more = "You are asked again where the shot changes." if cause == "move" else "It may be the last chance at this one."
        options = [
            Option(WAIT, "Wait", of=ready, about=more, means="hold"),
            Option(PASS, "Let it pass", of=ready, about="No more questions about this movement.", means="pass"),
        ]
    for unit in (state.units[name] for name in units):
        options.append(Option(unit.id, f"{ref(unit.id)} fires now", of=tuple(unit.figures), about=ANSWER, means="act"))
    side, prompt = state.other(state.side_of(figure)), f"{ref(figure.id)} {CAUSES[cause]}: covering fire?"
    return await Choose(side, RULE, prompt, options).about(figure.id, unit=figure.unit, topic="react")


async def answer(battle: Battle[State], unit: Unit, cause: Figure) -> None:
    """All covering figures of the unit fire, one after another; the counter is gone
    (defiance.cover.whole-unit, defiance.cover.elite-and-linked)."""
    state, only = battle.state, cause.unit
    battle.record(Interrupted(unit=unit.id, by=cause.id))
    ready = [figure.id for figure in able_to_cover(state, unit)]
    slots = {name: state.figures[name].covers for name in ready}
    for figure in state.on_table(unit):
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
    found = {name: open_to(battle, battle.state.figures[name], slots[name], only) for name in ready}
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
    if chosen is not None:
        await resolve(battle, chosen[1], await plan(battle, chosen[1]))
