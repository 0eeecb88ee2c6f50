"""The Command Phase: Primary Commanders, changes of units, command cards (defiance.turn.command-phase, defiance.command.*)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from littlewars.dice import Scripted
from littlewars.engine import Assign, Battle, Choose, ChooseSome, Option, Together, copier
from littlewars.engine.names import ref

from ..area.clouds import drift_all
from ..basics.consequences import CONSEQUENCES
from ..basics.events import CardsGiven, Named, PhaseBegan, TurnBegan
from ..basics.state import ROLLS, Figure, InitiativeCard, Side, State, Unit
from ..drive.rolling import rollers
from ..ride.joining import settle_riders
from ..units.units import commands
from .reorganising import UnitChange, carry_out, could_split, refuse, touched_by

copy_state = copier(State)
NONE = "none"
CHANGES = {
    "split": "Two smaller ad hoc units, each with an initiative card of its own.",
    "join": "One ad hoc unit with one initiative card: it can be divided later, but never joins again nor gets command cards.",
    "leave": "He goes on as a unit of one, with an initiative card of its own.",
    "enter": "He acts with that unit from now on; it stays what it is, and his own initiative card is gone.",
    "alone": "The last of his unit acts as a unit of one.",
    "join solo": "He does not enter a unit: they become one ad hoc unit, which never joins again nor gets command cards.",
}
COMMAND_CARD = "If it is drawn before the unit's own card, the unit may act at once or wait. Only you know who has it."
CardPlan = tuple[tuple[UnitChange, ...], tuple[InitiativeCard, ...]]


# ---- Primary Commanders


def eligible(state: State, side: str) -> list[Figure]:
    """Who may be Primary Commander: a commander in a unit that is not ad hoc, with a card
    (defiance.command.primary-commander)."""
    units = [unit for unit in state.units_of(side) if unit.status != "ad hoc"]
    return [figure for unit in units for figure in state.members(unit) if commands(unit, figure)]


def successors(state: State, side: str) -> list[Figure]:
    """Who may follow him: a commander in a standard unit, and if there is none, one in a mob
    (defiance.command.primary-replacement)."""
    able = eligible(state, side)
    return [figure for figure in able if state.unit_of(figure).status == "standard"] or able


async def name_primary(battle: Battle[State], side: Side) -> None:
    """One is named at the start, and another when he is eliminated (defiance.command.primary-replacement)."""
    state = battle.state
    known = state.figures.get(side.primary)
    if side.headless or (known is not None and not known.gone):
        return
    able = successors(state, side.name) if side.primary else eligible(state, side.name)
    if not able:
        side.headless = bool(side.primary) or state.turn.phase == "command"
        if side.primary:
            battle.record(Named(side=side.name, figure=""))
        side.primary = ""
        return
    rule, prompt = "defiance.command.primary-commander", "Who is your Primary Commander?"
    options = [Option(f.id, ref(f.id), of=(f.id,), at=f.at, means="act") for f in able]
    ask = Choose(side.name, rule, prompt, options).about(*(f.id for f in able), topic="plan")
    side.primary = await ask if len(able) > 1 else able[0].id
    battle.record(Named(side=side.name, figure=side.primary))


# ---- the phase


async def command_phase(battle: Battle[State]) -> None:
    """Both sides plan in secret; changes are revealed, cards when they are drawn (defiance.turn.command-phase)."""
    state, turn = battle.state, battle.state.turn
    if turn.step == 0:
        _begin(battle)
        if state.clouds:
            turn.step = 1
            await drift_all(battle)  # before a Primary Commander is named: he may fall to it (defiance.aoe.poison-drift)
            return
    turn.step = 0
    settle_riders(battle)
    for side in state.sides.values():
        await name_primary(battle, side)
    plans: list[CardPlan] = await Together([_plan(state, side) for side in state.sides])
    turn.assigned = {}
    for name, (changes, cards) in zip(state.sides, plans, strict=True):
        for change in changes:
            carry_out(battle, name, change)
        turn.assigned[name] = list(cards)
        if cards:
            battle.record(CardsGiven(side=name, units=tuple(card.unit for card in cards), to=name))
    await CONSEQUENCES.serve(battle)  # who has left his unit no longer suppresses with it
    shuffle(state)
    turn.phase = "active"
    battle.record(PhaseBegan(phase="Active Phase"))


def _begin(battle: Battle[State]) -> None:
    """A new turn."""
    state, turn = battle.state, battle.state.turn
    turn.number += 1
    turn.quiet = []
    battle.record(TurnBegan(number=turn.number))
    battle.record(PhaseBegan(phase="Command Phase"))
    for unit in state.units.values():
        unit.activated = False
    for figure in state.figures.values():
        if figure.used or figure.struck_by:  # defiance.hth.dice-per-unit-and-turn
            figure.used, figure.struck_by = (), ()


def has_card(state: State, unit: Unit) -> bool:
    """Passengers act on their vehicle's card; in a disabled one the card is theirs (defiance.passenger.definition,
    defiance.vehicle.sdc-passengers)."""
    vehicle = state.figures.get(unit.rides)
    return vehicle is None or (bool(vehicle.gone) and vehicle.hulled.hulk != ROLLS)


def shuffle(state: State) -> None:
    """All initiative cards and all assigned command cards (defiance.command.initiative-deck); drawn by chance, one by one."""
    own = [InitiativeCard(unit.id) for unit in state.units.values() if state.is_present(unit) and has_card(state, unit)]
    own += [InitiativeCard(wreck.unit, wreck=wreck.id) for wreck in rollers(state)]  # defiance.vehicle.final-roll
    state.turn.deck = own + [card for cards in state.turn.assigned.values() for card in cards]


async def _plan(state: State, side: str) -> CardPlan:
    """One side's conversation, on a table of its own: changes first, then its command cards."""
    trial = Battle(state, Scripted(), quiet=True)  # its own as soon as anything changes
    changes: list[UnitChange] = []
    touched: list[str] = []
    while options := possible(trial.state, side, touched):
        about = "No (more) changes. Next you give out your command cards, if you have any."
        options = [Option("done", "Go on", about=about, means="done"), *options]
        ask = Choose(side, "defiance.turn.command-phase", "A new turn: change your units, or go on", options)
        chosen = await ask.about(topic="rest")
        if chosen == "done":
            break
        change = await _detail(trial.state, side, chosen, touched)
        if change is None:
            touched.append(chosen.partition(":")[2])  # it stays whole
            continue
        touched += touched_by(trial.state, change)
        if not changes:
            trial = Battle(copy_state(state), Scripted(), quiet=True)
        carry_out(trial, side, change)
        changes.append(change)
    cards = await _give_cards(trial.state, side)
    return tuple(changes), cards


def possible(state: State, side: str, touched: list[str]) -> list[Option]:
    """Changes that can be made now, each in words. Units are said by name: one of this plan may not be on the table yet
    (defiance.command.hero-split-join)."""
    found, units = [], state.units_of(side)
    partners = _partners_of(state, units, touched)
    for unit in units:
        members = state.members(unit)
        who = tuple([f.id for f in members])
        if could_split(state, unit, touched):
            found.append(Option(f"split:{unit.id}", f"Divide {unit.name}", of=who, about=CHANGES["split"], means="act"))
        if unit.id in partners:
            label = f"{unit.name} joins other units"
            about = CHANGES["join solo" if unit.solo else "join"]
            found.append(Option(f"join:{unit.id}", label, of=who, about=about, means="act"))
        for figure in members:
            if (figure.command or figure.hero) and refuse(state, UnitChange("leave", unit.id, (figure.id,)), touched) is None:
                label = f"{ref(figure.id)} leaves {unit.name}"
                found.append(Option(f"leave:{figure.id}", label, of=(figure.id,), about=CHANGES["leave"], means="act"))
        if unit.solo:
            for host in units:
                if refuse(state, UnitChange("enter", unit.id, (host.id,)), touched) is None:
                    name, label = f"enter:{unit.id}:{host.id}", f"{unit.name} joins {host.name}"
                    found.append(Option(name, label, of=tuple(host.figures), about=CHANGES["enter"], means="act"))
        if len(members) == 1 and refuse(state, UnitChange("alone", unit.id), touched) is None:
            label = f"{unit.name} goes on alone"
            found.append(Option(f"alone:{unit.id}", label, of=who, about=CHANGES["alone"], means="act"))
    return found


def _partners_of(state: State, units: list[Unit], touched: list[str]) -> set[str]:
    """Those of a side's units that could join with another; who may join whom is the same from either side."""
    pairs = combinations(units, 2)
    able = [(a.id, b.id) for a, b in pairs if refuse(state, UnitChange("join", a.id, (b.id,)), touched) is None]
    return {name for pair in able for name in pair}


def _partners(state: State, unit: Unit, touched: list[str]) -> list[Unit]:
    """Units with which this one could join."""
    others = [other for other in state.units_of(unit.side) if other.id != unit.id]
    return [other for other in others if refuse(state, UnitChange("join", unit.id, (other.id,)), touched) is None]


async def _detail(state: State, side: str, chosen: str, touched: list[str]) -> UnitChange | None:
    """Who goes, or with whom; None if it comes to nothing."""
    kind, name, *rest = chosen.split(":")
    if kind == "leave":
        return UnitChange("leave", state.figures[name].unit, (name,))
    if kind == "enter":
        return UnitChange("enter", name, tuple(rest))
    if kind == "alone":
        return UnitChange("alone", name)
    unit = state.units[name]
    if kind == "join":
        partners = _partners(state, unit, touched)
        options = [Option(other.id, other.name, of=tuple(other.figures), means="act") for other in partners]
        rule, prompt = "defiance.unit.joining", f"Which units does {unit.name} join?"
    else:
        options = [Option(f.id, ref(f.id), of=(f.id,), at=f.at, means="go") for f in state.members(unit)]
        rule, prompt = "defiance.unit.splitting", f"Who leaves {unit.name} with a new card? Nobody: it stays whole"

    def check(who: tuple[str, ...]) -> Any:
        return refuse(state, UnitChange(kind, unit.id, who), touched) if who else None

    ask = ChooseSome(side, rule, prompt, options, least=int(kind == "join"), check=check)
    answer = await ask.about(*unit.figures, unit=unit.id, topic="secret")
    return UnitChange(kind, unit.id, tuple(answer)) if answer else None


# ---- command cards


def _cards(state: State, side: str) -> tuple[list[Figure], list[InitiativeCard]]:
    """The Primary Commander's cards to give, and those of the others, bound to their own units."""
    bound: list[InitiativeCard] = []
    free: list[Figure] = []
    for unit in state.units_of(side):
        for figure in [one for one in state.members(unit) if one.command]:
            count = commands(unit, figure)
            if figure.id == state.sides[side].primary:
                free += [figure] * count
            else:
                bound += [InitiativeCard(_acts_with(state, unit), figure.id)] * count  # defiance.command.secondary-commander
    return free, bound


def _acts_with(state: State, unit: Unit) -> str:
    """The unit on whose card it acts: passengers with their vehicle (defiance.passenger.commander-cards)."""
    return unit.id if has_card(state, unit) else state.figures[unit.rides].unit


async def _give_cards(state: State, side: str) -> tuple[InitiativeCard, ...]:
    """The Primary's cards go to standard units, several to one if he likes, or stay out (defiance.command.primary-cards)."""
    free, bound = _cards(state, side)
    hosts = [unit for unit in state.units_of(side) if unit.status == "standard" and has_card(state, unit)]
    if free and (own := state.units[_acts_with(state, state.unit_of(free[0]))]) not in hosts and state.unit_of(free[0]).rides:
        hosts.append(own)
    if not free or not hosts:
        return tuple(bound)
    options = [Option(NONE, "Leave it out", of=(free[0].id,), about="It is not used this turn.", means="pass")]
    options += [Option(unit.id, unit.name, of=tuple(unit.figures), about=COMMAND_CARD, means="spend") for unit in hosts]
    items = {f"command card {number + 1}": options for number in range(len(free))}
    prompt = f"{ref(free[0].id)}, your Primary Commander: who gets his command cards?"
    ask = Assign(side, "defiance.command.primary-cards", prompt, items)
    answer = await ask.about(free[0].id, unit=free[0].unit, topic="secret")
    return (*bound, *(InitiativeCard(unit, free[0].id) for _, unit in answer if unit != NONE))
