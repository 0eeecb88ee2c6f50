"""The shooting phase and the opportunity fire phase (xenocide.shooting.*, xenocide.opportunity.*)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.state import State


async def shooting(battle: Battle[State]) -> None:
    """Nobody fires yet."""
    battle.state.turn.phase = "movement"


async def opportunity(battle: Battle[State]) -> None:
    """Nobody fires yet."""
    battle.state.turn.phase = "melee"
