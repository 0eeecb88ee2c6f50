"""Turns, phases and cards: which step comes next, found from the state alone (defiance.turn.*)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle, Choose, Option, Rule
from littlewars.engine.names import ref

from ..basics.consequences import CONSEQUENCES, may_owe
from ..basics.events import Activated, CardDrawn, Declined, PhaseBegan
from ..basics.state import Activation, InitiativeCard, State, Unit
from ..drive.rolling import begin_roll, rollers
from ..orders import activation
from .command import command_phase, has_card
from .deployment import change_terrain, choose_zones, deploy_next, name_commanders
from .resolution import resolution_phase

IGNORED = "Its own card, when it comes, is ignored this turn."


def step(battle: Battle[State]) -> Rule[None] | None:
    """The next step: what is owed first, then what is going on, then the next card, then the next phase."""
    turn = battle.state.turn
    if turn.phase == "over":
        return None
    if may_owe(battle) and (owed := CONSEQUENCES.next(battle)):
        return owed
    if turn.doing is not None:
        return activation.step(battle)
    return PHASES[turn.phase](battle)


def _is_to_come(state: State, unit: Unit) -> bool:
    """Has a unit that has not acted this turn still to act, on a card of its own?"""
    return state.is_present(unit) and has_card(state, unit)


async def draw(battle: Battle[State]) -> None:
    """Turn over a card; the phase ends when the deck is empty or everybody has activated
    (defiance.turn.active-phase, defiance.command.initiative-card-drawn, defiance.orders.activation-draw)."""
    state, turn = battle.state, battle.state.turn
    idle = not [unit for unit in state.units.values() if not unit.activated and _is_to_come(state, unit)]
    if not turn.deck or (idle and not any(card.wreck for card in turn.deck)):
        turn.deck, turn.phase = [], "resolution"
        turn.shaken = [figure.id for figure in state.figures.values() if figure.shaken and not figure.gone]
        battle.record(PhaseBegan(phase="Resolution Phase"))
        return
    card = turn.deck.pop(battle.dice.pick(len(turn.deck), "card") if len(turn.deck) > 1 else 0)
    if card.by:
        side = state.units[card.unit].side if card.unit in state.units else ""
        turn.assigned[side] = _without(turn.assigned.get(side, []), card)
    unit = state.units[card.unit]
    if card.wreck:
        _roll_on(battle, card)
        return
    skipped = unit.activated or not state.is_present(unit)  # defiance.command.card-ignored
    battle.record(CardDrawn(unit=unit.id, command=bool(card.by), skipped=skipped))
    if skipped or (card.by and not await _use(battle, card)):
        return
    unit.activated = True
    for fellow in state.fellows(unit):
        fellow.activated = True
    turn.doing = Activation(unit.id)
    battle.record(Activated(unit=unit.id))


def _roll_on(battle: Battle[State], card: InitiativeCard) -> None:
    """The card of a wreck: its final roll (defiance.vehicle.final-roll)."""
    state, wreck = battle.state, battle.state.figures[card.wreck]
    battle.record(CardDrawn(unit=card.unit, wreck=card.wreck))
    if wreck in rollers(state):
        state.turn.doing = Activation(card.unit, stage="drive")
        begin_roll(battle, wreck)


def _without(cards: list[InitiativeCard], card: InitiativeCard) -> list[InitiativeCard]:
    """It lies open now."""
    left = list(cards)
    left.remove(card)
    return left


async def _use(battle: Battle[State], card: InitiativeCard) -> bool:
    """A command card may be used or not (defiance.command.command-card-drawn)."""
    unit = battle.state.units[card.unit]
    who = tuple(unit.figures)
    options = (
        Option("activate", f"Activate {ref(unit.id)} now", of=who, about=IGNORED, means="go"),
        Option("wait", "Wait for its own card", of=who, about="The command card is used up without effect.", means="pass"),
    )
    prompt = f"A command card for {ref(unit.id)}"
    ask = Choose(unit.side, "defiance.command.command-card-drawn", prompt, options)
    if await ask.about(*who, unit=unit.id, topic="spend") == "activate":
        return True
    battle.record(Declined(unit=unit.id))
    return False


PHASES: dict[str, Callable[[Battle[State]], Rule[None]]] = {
    "terrain": change_terrain,
    "zones": choose_zones,
    "primary": name_commanders,
    "deploy": deploy_next,
    "command": command_phase,
    "active": draw,
    "resolution": resolution_phase,
}
