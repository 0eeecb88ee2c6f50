"""A player's turn: change the sequence, turn the next card (at43.round.alternate, at43.round.dead-unit-card,
at43.leadership.one-sequence-change)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option

from ..basics.events import DeadCard, SequenceChanged, Turned
from ..basics.numbers import PRICE
from ..basics.state import Activation, Side, State
from ..tactics.kept import next_kept, offer

RULE = "at43.leadership.one-sequence-change"
RELOCATE = "relocate-"  # and the new place in the row
ABOUT = {"delay": "Pass this turn without turning a card.", "double": "Two cards, one after the other."}


async def take_turn(battle: Battle[State]) -> None:
    """Kept special weapons first, then the sequence may be changed once, then the next card is turned."""
    state, turn = battle.state, battle.state.turn
    side = state.sides[turn.at]
    if not side.row:  # who has no cards left is skipped (at43.round.alternate)
        turn.at = state.other(turn.at)
        turn.asked = []
        if not state.sides[turn.at].row:
            turn.phase = "end"
        return
    unit = next_kept(battle, side.name)
    if unit is not None:
        await offer(battle, unit)
        return
    change = await _change(battle, side)
    side.delayed = change == "delay"
    if change == "delay":
        pass_turn(state)
        return
    turn.double = change == "double"
    turn_card(battle)


def changes(state: State, side: Side) -> list[str]:
    """The changes of sequence that are open, the same for a live and for a dead card (at43.round.dead-unit-card): delay not
    twice in a row nor alone (at43.leadership.delay), double after a delay with two cards (at43.leadership.double), the first
    card to another place (at43.leadership.relocate)."""
    found = []
    if side.lp >= PRICE["delay"] and not side.delayed and state.sides[state.other(side.name)].row:
        found.append("delay")
    if side.lp >= PRICE["double"] and side.delayed and len(side.row) > 1:
        found.append("double")
    if side.lp >= PRICE["relocate"]:
        found += [f"{RELOCATE}{place}" for place in range(2, len(side.row) + 1)]
    return found


async def _change(battle: Battle[State], side: Side) -> str:
    """None, or one of them, paid at once, before the card is turned."""
    state = battle.state
    open_to = changes(state, side)
    if not open_to:
        return "none"
    own = tuple(f.id for unit in state.units_of(side.name) for f in state.members(unit))
    options = [Option("none", "Turn the next card", of=own, means="go")]
    options += [
        Option(name, _label(name), of=own, cost=_price(name), about=ABOUT.get(name, ""), means="spend") for name in open_to
    ]
    chosen = await Choose(side.name, RULE, "Change the sequence?", options, blind=True).about(*own, topic="plan")
    if chosen == "none":
        return chosen
    ((_, lp),) = _price(chosen)
    side.lp -= lp
    if chosen.startswith(RELOCATE):
        place = int(chosen.removeprefix(RELOCATE))
        side.row = [*side.row[1:place], side.row[0], *side.row[place:]]
    battle.record(SequenceChanged(side=side.name, how=_label(chosen), lp=lp))
    return chosen


def _price(name: str) -> tuple[tuple[str, int], ...]:
    return (("LP", PRICE["relocate" if name.startswith(RELOCATE) else name]),)


def _label(name: str) -> str:
    place = name.removeprefix(RELOCATE)
    return {"delay": "Delay", "double": "Double activation"}.get(name, f"Move the first card to place {place}")


def turn_card(battle: Battle[State]) -> None:
    """The leftmost card is turned: its unit is activated, or, if it was eliminated, the turn is lost
    (at43.round.dead-unit-card)."""
    state, turn = battle.state, battle.state.turn
    side = state.sides[turn.at]
    card, side.row = side.row[0], side.row[1:]
    side.laid = [name for name in side.laid if name != card]
    unit = state.units[card]
    unit.turned = turn.round
    battle.seal()
    if state.is_present(unit):
        battle.record(Turned(unit=card))
        turn.doing = Activation(card)
        return
    battle.record(DeadCard(unit=card))
    card_done(battle)


def card_done(battle: Battle[State]) -> None:
    """The second card of a double activation, or the other side's turn."""
    turn = battle.state.turn
    turn.doing = None
    if turn.double and battle.state.sides[turn.at].row:
        turn.double = False
        turn_card(battle)
    else:
        pass_turn(battle.state)


def pass_turn(state: State) -> None:
    """The other side's turn."""
    state.turn.double, state.turn.asked = False, []
    state.turn.at = state.other(state.turn.at)
