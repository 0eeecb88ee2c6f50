"""The initiative deck as everybody may see it: whose cards were turned, and how many of each side lie face down."""

from __future__ import annotations

from littlewars.engine.showing import Deck

from ..basics.state import InitiativeCard, State


def deck_of(state: State) -> Deck | None:
    """The cards while they are drawn (defiance.command.initiative-deck); how many there are of each side is no secret."""
    if state.turn.phase != "active":
        return None
    owners = [_owner(state, card) for card in state.turn.deck]
    left = tuple((side, owners.count(side)) for side in state.sides if side in owners)
    return Deck(tuple(unit.id for unit in state.units.values() if unit.figures and unit.activated), left)


def backs(state: State) -> list[InitiativeCard]:
    """The same deck, each card with nothing on it but its side: it looks alike from every seat."""
    owners = [_owner(state, card) for card in state.turn.deck]
    return [InitiativeCard(side) for side in state.sides for owner in owners if owner == side]


def _owner(state: State, card: InitiativeCard) -> str:
    """The side of a card: of its unit, of its commander where the unit is not known, or the one named on its back."""
    if card.unit in state.units:
        return state.units[card.unit].side
    return state.side_of(state.figures[card.by]) if card.by else card.unit
