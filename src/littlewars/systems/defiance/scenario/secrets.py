"""What a side may not see: to which units the enemy's Primary Commander gave his cards (defiance.command.initiative-cards)."""

from __future__ import annotations

from random import Random

from ..basics.state import InitiativeCard, State


def _is_hidden(state: State, card: InitiativeCard, side: str) -> bool:
    """Is it a command card of the enemy's Primary Commander? Those of other commanders are bound to their own units."""
    if not card.by or card.by not in state.figures:
        return False
    owner = state.side_of(state.figures[card.by])
    return owner != side and card.by == state.sides[owner].primary


def hide(state: State, side: str) -> None:
    """Blank the units on these cards; how many there are is plain to see."""

    def seen(cards: list[InitiativeCard]) -> list[InitiativeCard]:
        return [InitiativeCard("", card.by) if _is_hidden(state, card, side) else card for card in cards]

    turn = state.turn
    turn.deck, turn.assigned = seen(turn.deck), {name: seen(cards) for name, cards in turn.assigned.items()}


def guess(state: State, side: str, rng: Random) -> None:
    """Give each of them to some standard unit that may have one; what is in the deck and what is noted agree."""
    turn = state.turn
    for name, cards in turn.assigned.items():
        hosts = _hosts(state, name)
        guessed = [InitiativeCard(rng.choice(hosts), card.by) for card in cards if hosts and _is_hidden(state, card, side)]
        turn.assigned[name] = _filled(state, cards, guessed, side, name)
        turn.deck = _filled(state, turn.deck, guessed, side, name)


def _filled(
    state: State, cards: list[InitiativeCard], guessed: list[InitiativeCard], side: str, owner: str
) -> list[InitiativeCard]:
    """The same cards with the guesses in the hidden ones' places."""
    left = list(guessed)
    return [
        left.pop(0) if left and _is_hidden(state, card, side) and state.side_of(state.figures[card.by]) == owner else card
        for card in cards
    ]


def _hosts(state: State, side: str) -> list[str]:
    """Units that may have been given a card: standard ones that are left (defiance.command.primary-cards)."""
    units = [unit for unit in state.units.values() if unit.side == side and unit.status == "standard"]
    return [unit.id for unit in units if state.is_present(unit)] or [unit.id for unit in units]
