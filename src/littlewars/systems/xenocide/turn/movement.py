"""The movement phase: broken units test, initiative, then one side after the other, unit by unit (xenocide.move.initiative,
xenocide.move.side-by-side, xenocide.broken.test)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option, Refusal
from littlewars.engine.names import ref
from littlewars.kit.asking import Offer, ask_plan, ask_unit
from littlewars.table.shapes.bases import moved

from ..basics.events import Began, PhaseBegan
from ..basics.numbers import REACH, lowest_first, passes
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, hangs_together, visible_enemies
from ..harm.blows import strike_leavers
from ..harm.wounds import disengage, land, mark
from ..move.compulsory import fall_back, flee, in_cover, not_nearer
from ..move.driving import drive
from ..move.packs import Leaping, choose_way, fly, leap_movement, teleport
from ..move.snapping import answer_march, begin_march
from ..move.walking import Ends, Walk, go
from ..move.ways import DOUBLE, allowance_of, engage_all, have_all, lose_the_others, run_least
from ..vehicles.mounts import exchange, get_out, is_held, lets_out, offer_boarding, vehicle_with
from ..vehicles.speed import can_drive, stop


async def movement(battle: Battle[State]) -> None:
    """The next step of the phase."""
    turn = battle.state.turn
    if turn.stage == "":
        await take_initiative(battle)
    elif turn.march is not None:
        await answer_march(battle)
    elif turn.queue:
        await offer_boarding(battle, battle.state.units[turn.queue.pop(0)])
    else:
        await next_unit(battle)


async def take_initiative(battle: Battle[State]) -> None:
    """Both sides' broken units that see an enemy test before initiative; the others act as if they had passed
    (xenocide.broken.test). The lowest roll decides whether to move first or second (xenocide.move.initiative)."""
    state, turn = battle.state, battle.state.turn
    battle.record(PhaseBegan(phase="Movement"))
    for unit in filter(state.broken, state.present()):
        tests = state.exposed(unit) and visible_enemies(battle, unit)
        unit.panic = "stands" if not tests or passes(battle, unit.id, state.morale(unit), "broken") else "flees"
    lower, higher = lowest_first(battle, "initiative")
    own = tuple(figure.id for unit in state.units_of(lower) for figure in state.members(unit))
    options = [Option(word, f"Move {word}", of=own, means="act") for word in ("first", "second")]
    chosen = await Choose(lower, "xenocide.move.initiative", "Move first or second?", options).about(*own, topic="plan")
    turn.first = turn.at = lower if chosen == "first" else higher
    turn.stage = "units"
    battle.record(Began(side=turn.first))
    for unit in state.units.values():
        unit.moved = False
        if (vehicle := state.vehicle_of(unit)) is not None and not can_drive(state, vehicle):
            stop(unit)  # nobody steers it (xenocide.vehicle.passenger-piloted)


async def next_unit(battle: Battle[State]) -> None:
    """A unit of the side whose go it is, in the order its owner likes, until the rest stay, where nobody of them has to move;
    then the other side (xenocide.move.side-by-side)."""
    state, turn = battle.state, battle.state.turn
    waiting = [unit for unit in state.units_of(turn.at) if not unit.moved and may_go(state, unit)]
    if not waiting:
        if turn.at == turn.first and state.units_of(state.other(turn.at)):
            turn.at = state.other(turn.at)
        else:
            turn.phase, turn.stage, turn.at = "opportunity", "", ""
        return
    others = [] if any(has_duty(battle, unit) for unit in waiting) else [Offer("done", "The others stay", "done")]
    chosen = waiting[0].id
    if others or len(waiting) > 1:
        chosen = await ask_unit(state, "xenocide.move.side-by-side", "Which unit moves?", waiting, *others)
    if chosen == "done":
        for unit in waiting:
            unit.moved = True
            await lose_the_others(battle, unit)
        return
    unit = state.units[chosen]
    await move_unit(battle, unit)
    unit.moved = True
    if state.vehicle_of(unit) is None and any(map(state.vehicle_of, state.units_of(unit.side))):
        turn.queue = [unit.id]  # it may get in when its way has been fired at (xenocide.vehicle.load-and-deploy)


def may_go(state: State, unit: Unit) -> bool:
    """Is it on the table and able to move by itself (xenocide.vehicle.disabled)? Passengers may leave a vehicle that is not,
    and those who flee do when it stands (xenocide.vehicle.suppression-passengers). A flyer that nobody steers comes down."""
    vehicle = state.vehicle_of(unit)
    if vehicle is not None:
        return vehicle.profile.flies or can_drive(state, vehicle) or bool(state.riders(vehicle) and lets_out(state, vehicle))
    if state.standing(unit):
        return True
    carrier = vehicle_with(state, unit) if unit.panic == "flees" and not unit.boarded else None
    return carrier is not None and lets_out(state, carrier)


def has_duty(battle: Battle[State], unit: Unit) -> bool:
    """Does it have to move (xenocide.orders.run, xenocide.broken.flee, xenocide.broken.seek-cover,
    xenocide.vehicle.increment-range, xenocide.move.coherency-restore)?"""
    vehicle = battle.state.vehicle_of(unit)
    if vehicle is not None:
        return unit.increment > 0 or vehicle.profile.flies
    if unit.panic == "flees" or run_least(battle.state, unit) or must_hide(battle, unit):
        return True
    return not hangs_together(battle.state.standing(unit)) and bool(_walk_of(battle, unit, []).regrouped)


def must_hide(battle: Battle[State], unit: Unit) -> bool:
    """A broken unit in the open and in sight of an enemy moves to cover (xenocide.broken.seek-cover)."""
    may = unit.panic == "stands" and not (unit.engaged or unit.airborne)
    return may and bool(visible_enemies(battle, unit)) and not in_cover(battle, unit)


async def move_unit(battle: Battle[State], unit: Unit) -> None:
    """What a unit does in the movement phase: it flees, hides, or moves by flight pack, by teleporter or on foot
    (xenocide.flight.orders, xenocide.teleport.orders, xenocide.move.allowance)."""
    state, vehicle, carrier = battle.state, battle.state.vehicle_of(unit), vehicle_with(battle.state, unit)
    if vehicle is not None:
        await _drive(battle, unit, vehicle)
        return
    if carrier is not None:  # it flees
        await get_out(battle, unit, carrier)
        if not state.standing(unit):
            return
    left = await leave_melee(battle, unit, unit.panic == "flees")  # xenocide.broken.engaged
    if not state.is_present(unit):
        return
    if unit.panic == "flees":
        await flee(battle, unit)
    elif must_hide(battle, unit):
        await fall_back(battle, unit, times=DOUBLE if unit.order == "run" else 1)
    elif (way := await choose_way(battle, unit)) != "foot":
        await (teleport(battle, unit, left) if way == "teleport" else fly(battle, unit, way, left))
    elif (walk := _walk_of(battle, unit, left)).movers:
        legs = await walk.ask("xenocide.move.allowance", f"Move {ref(unit.id)}")
        trail = await go(battle, legs, "runs" if unit.order == "run" else "goes")
        leapt = any(step.verb == "leap" for leg in legs for step in leg.steps)
        begin_march(state, unit, trail, leapt=leapt, met=engage_all(battle, unit, left))
    await lose_the_others(battle, unit)


async def _drive(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """Its move; who gets in or out does so at its start, on its way or at its end (xenocide.vehicle.load-and-deploy)."""
    state = battle.state
    if await leave_melee(battle, unit, unit.increment > 0):  # xenocide.vehicle.melee-engagement
        for inside in state.aboard(vehicle):
            disengage(state, inside)
    await exchange(battle, vehicle)
    if (can_drive(state, vehicle) or vehicle.profile.flies) and not unit.engaged and not is_held(vehicle):
        await drive(battle, unit, vehicle)
        if not vehicle.gone and vehicle.moved:
            await exchange(battle, vehicle)


def _walk_of(battle: Battle[State], unit: Unit, left: list[str]) -> Walk:
    """What it may do on foot, or by leaps, which any order allows (xenocide.grav.jump)."""
    state, times = battle.state, DOUBLE if unit.order == "run" else 1
    allowance = allowance_of(battle, unit, times, 0 if left else run_least(state, unit))
    if leaps := have_all(state, unit, "grav-pack"):
        allowance = allowance._replace(most={name: leap_movement(state.figures[name]) * times for name in allowance.most})
    panicked = not_nearer(battle, unit) if unit.panic else None  # xenocide.broken.passed
    kind = Leaping if leaps else Walk
    return kind(battle, unit, allowance, lambda ends: (panicked and panicked(ends)) or _forbids(battle, unit, ends))


def _forbids(battle: Battle[State], unit: Unit, ends: Ends) -> Refusal | None:
    """A unit that stays in its melee keeps a model within an inch of every enemy unit it is engaged with; where fire has taken
    all who were so near, nobody goes farther away (xenocide.move.partial-disengage, xenocide.move.engaged-state)."""
    state, table = battle.state, board(battle)
    figures = state.standing(unit) if unit.engaged else []
    bases = [moved(figure.base(), ends.get(figure.id, figure.at)) for figure in figures]
    for name in unit.engaged:
        if len(rows := table.rows([foe.id for foe in state.standing(state.units[name])])):
            most = max(REACH, table.least_gap([figure.id for figure in figures], rows))
            if not any(int(table.gaps_from(base)[rows].min()) <= most for base in bases):
                return Refusal("xenocide.move.partial-disengage", f"nobody would be left beside {ref(name)}")
    return None


async def leave_melee(battle: Battle[State], unit: Unit, must: bool) -> list[str]:
    """Whom a unit leaves that must or likes to; all of it leaves or stays (xenocide.move.partial-disengage). Its enemies strike
    before the move; hits suppress at once (xenocide.move.disengaging, xenocide.melee.suppression-when-disengaging)."""
    stay = Offer("stay", "Stay in the melee", "hold")
    leave = Offer("leave", "Leave the melee", "go", "The enemies strike once as it leaves; nobody strikes back.")
    rule, prompt, left = "xenocide.move.disengaging", "stay in the melee or leave?", list(unit.engaged)
    if not left or not (must or await ask_plan(battle.state, unit, rule, prompt, stay, leave) == "leave"):
        return []
    blows, hits = strike_leavers(battle, unit)
    await land(battle, blows)
    mark(battle, unit, hits.get(unit.id, 0) // battle.state.threshold(unit))
    disengage(battle.state, unit)
    return left
