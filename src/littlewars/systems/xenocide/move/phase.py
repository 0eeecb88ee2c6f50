"""The movement phase (xenocide.move.*)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.state import State


async def movement(battle: Battle[State]) -> None:
    """Nobody moves yet."""
    battle.state.turn.phase = "opportunity"
