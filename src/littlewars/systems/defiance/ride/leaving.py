"""Getting out of a vehicle: leaving one that stands, on Sprint orders, and leaping out of one under way
(defiance.passenger.exit, defiance.passenger.leap-walking, defiance.passenger.leap-running)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Choose, ChooseSome, Mod, Option, Place, Refusal
from littlewars.engine.moves import Spots
from littlewars.engine.names import ref
from littlewars.table.constants import TOUCH
from littlewars.table.shapes.bases import Base, moved

from ..basics.events import LeftVehicle
from ..basics.fire_action import Cause
from ..basics.numbers import INCH
from ..basics.rolls import agile
from ..basics.state import HOLDS, Figure, State
from ..basics.tabletop import put, sync_board
from ..cover.reactions import react
from ..fire.damage import hit
from ..move.boarding import BOARDING, at_entry, riders
from ..move.contact import near
from ..units.morale import try_nerve
from ..vehicles.survival import beside, refuse_places, shape_of
from ..vehicles.wrecks import empty_wreck

STAY, LEAVE = "stay", "leave"
EXIT = "defiance.passenger.exit"
LEAPS = {"walking": "defiance.passenger.leap-walking", "running": "defiance.passenger.leap-running"}  # by speed
RUNNING = "running"
FAR = 4 * INCH  # where one lands who leaps from a running vehicle (defiance.passenger.leap-running)
SHAKEN_UP = Mod("leapt from a running vehicle", -2, "defiance.passenger.leap-running")


def able_inside(state: State, vehicle: Figure) -> list[Figure]:
    """Passengers who can leave: they belong to the vehicle's unit, and are not shaken, stunned or broken
    (defiance.passenger.orders, defiance.morale.passengers)."""
    inside = [figure for figure in riders(state, vehicle) if state.unit_of(figure).rides == vehicle.id]
    return [figure for figure in inside if figure.able and not state.unit_of(figure).broken]


# ---- a vehicle that stands


async def offer_exit(battle: Battle[State], vehicle: Figure) -> list[str]:
    """Do the passengers leave? All who can do, together (defiance.passenger.exit, defiance.passenger.definition)."""
    state = battle.state
    able = able_inside(state, vehicle)
    if not able or vehicle.level:
        return []
    who = tuple(figure.id for figure in able)
    options = (
        Option(STAY, "Stay inside", of=who, means="hold"),
        Option(LEAVE, "Leave the vehicle", of=who, about="All of them, on Sprint orders.", means="go"),
    )
    ask = Choose(state.side_of(vehicle), EXIT, f"The passengers of {ref(vehicle.id)}", options)
    return list(who) if await ask.about(*who, unit=able[0].unit, topic="plan") == LEAVE else []


async def step_out(battle: Battle[State], figure: Figure, left: int) -> int:
    """To a place beside an entry arc; what it has left for its sprint. Without room it stays inside
    (defiance.passenger.exit)."""
    state, vehicle = battle.state, battle.state.figures[figure.aboard]
    cost = BOARDING[figure.frame.powered]
    usual = beside(battle, vehicle, [figure], TOUCH, lambda base: _is_clear(battle, figure, vehicle, base, TOUCH))
    if left < cost or not usual or refuse_out(battle, vehicle, [figure], usual, TOUCH):
        return 0
    (there,) = await _place(battle, vehicle, [figure], usual, TOUCH, EXIT)
    _put_out(battle, figure, vehicle, there.at, there.face, "leaves")
    if figure.id not in state.acting().moved:
        state.acting().moved.append(figure.id)
    await react(battle, figure, "move")
    return left - cost


def _put_out(battle: Battle[State], figure: Figure, vehicle: Figure, at: tuple[int, int], face: int, how: str) -> None:
    figure.aboard = ""
    put(battle, figure, at, face)
    sync_board(battle, figure)
    if vehicle.gone and vehicle.hulled.hulk == HOLDS:
        empty_wreck(battle, vehicle)
    battle.record(LeftVehicle(figure=figure.id, vehicle=vehicle.id, how=how))


def _is_clear(battle: Battle[State], figure: Figure, vehicle: Figure, base: Base, reach: int) -> bool:
    """Is a place at an entry arc, and clear of all enemies?"""
    if not at_entry(vehicle, base, reach):
        return False
    return not any(near(base, enemy) for enemy in battle.state.enemies_of(battle.state.side_of(figure)) if not enemy.aloft)


def refuse_out(battle: Battle[State], vehicle: Figure, figures: Sequence[Figure], spots: Spots, reach: int) -> Refusal | None:
    """Why they may not be put down there."""
    if refused := refuse_places(battle, vehicle, figures, spots, reach):
        return Refusal(EXIT, refused.text)
    for there in spots:
        figure = battle.state.figures[there.what]
        if not _is_clear(battle, figure, vehicle, moved(figure.base(), there.at), reach):
            return Refusal(
                "defiance.vehicle.entry-arcs", f"{ref(there.what)} leaves {ref(vehicle.id)} by an entry arc, to nobody"
            )
    return None


async def _place(
    battle: Battle[State], vehicle: Figure, figures: Sequence[Figure], usual: Spots, reach: int, rule: str
) -> Spots:
    ask = Place(
        battle.state.side_of(vehicle),
        rule,
        f"Out of {ref(vehicle.id)}: where to?",
        {figure.id: shape_of(figure) for figure in figures},
        lambda: [usual],
        lambda spots: None if spots == usual else refuse_out(battle, vehicle, figures, spots, reach),
        turns=True,
    )
    return await ask.about(*(figure.id for figure in figures), unit=figures[0].unit)


# ---- a vehicle under way


def may_leap(state: State, vehicle: Figure, speed: str) -> bool:
    """Is there anybody who could leap out? Never of one that sprints, jumps or flies (defiance.passenger.no-exit-sprinting)."""
    return speed in LEAPS and not vehicle.level and not vehicle.leaping and bool(able_inside(state, vehicle))


def must_leap(state: State, vehicle: Figure, speed: str) -> bool:
    """Has one of a unit leapt? Then all who can have to (defiance.passenger.definition)."""
    if not may_leap(state, vehicle, speed):
        return False
    units = {figure.unit for figure in able_inside(state, vehicle)}
    return any(not figure.aboard for name in units for figure in state.members(state.units[name]))


async def leap(battle: Battle[State], vehicle: Figure, speed: str) -> None:
    """Some or all leap here: each is put down near an entry arc; from a running vehicle an agility roll decides about an
    automatic hit; then each survivor tests, at -2 if it ran (defiance.passenger.leap-walking,
    defiance.passenger.leap-running)."""
    state, rule = battle.state, LEAPS[speed]
    figures = await _who(battle, vehicle, rule)
    reach = FAR if speed == RUNNING else min(BOARDING[figure.frame.powered] for figure in figures)
    usual = beside(battle, vehicle, figures, reach, lambda base: _is_clear(battle, figures[0], vehicle, base, reach))
    spots = await _place(battle, vehicle, figures, usual, reach, rule)
    for there in spots:
        _put_out(battle, state.figures[there.what], vehicle, there.at, there.face, "leaps out")
    if speed == RUNNING:
        for figure in figures:
            if not agile(battle, figure.frame.agility, f"agility, {figure.id}"):
                await hit(battle, figure, Cause(state.other(state.side_of(figure)), None, "leap"))
    for figure in figures:
        await try_nerve(battle, figure, "leapt from a vehicle", SHAKEN_UP if speed == RUNNING else None)
    left = [figure for figure in figures if not figure.gone]
    if left:
        await react(battle, left[0], "last")


async def _who(battle: Battle[State], vehicle: Figure, rule: str) -> list[Figure]:
    """All of them, or some here and the others farther on."""
    state = battle.state
    able = able_inside(state, vehicle)
    if len(able) == 1:
        return able
    options = [Option(figure.id, ref(figure.id), of=(figure.id,), at=vehicle.at, means="go") for figure in able]
    prompt = f"Who leaps out of {ref(vehicle.id)} here? All the others must before it stops"
    ask = ChooseSome(state.side_of(vehicle), rule, prompt, options, 1)
    chosen = await ask.about(*(figure.id for figure in able), unit=able[0].unit, topic="who")
    return [figure for figure in able if figure.id in chosen]
