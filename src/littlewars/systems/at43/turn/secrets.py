"""What a side may not know: the other's cards that are face down, and the reserves it has named
(at43.round.activation-sequence)."""

from __future__ import annotations

from random import Random

from ..basics.state import HIDDEN, Side, State


def hide(state: State, side: str) -> None:
    """Everybody sees how many cards lie there, and their order; not which they are."""
    for other in state.sides.values():
        if other.name != side:
            other.row = [HIDDEN] * len(other.row)
            other.named = [HIDDEN] * len(other.named)


def guess(state: State, side: str, rng: Random) -> None:
    """Cards of units that were on the table are in the row; the others are reserves, any of them."""
    for other in state.sides.values():
        if other.name != side:
            other.named = sorted(rng.sample(_reserves(state, other), len(other.named)))
            extra = rng.sample(_reserves(state, other), max(0, len(other.row) - len(other.laid)))
            cards = sorted([*other.laid, *extra])
            rng.shuffle(cards)
            other.row = cards[: len(other.row)]


def _reserves(state: State, side: Side) -> list[str]:
    """Units in reserve whose card has not been turned in this round."""
    waiting = sorted(unit.id for unit in state.reserves(side.name))
    return [name for name in waiting if state.units[name].turned != state.turn.round]
