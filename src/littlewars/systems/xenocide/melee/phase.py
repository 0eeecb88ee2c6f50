"""The melee phase (xenocide.melee.*)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.state import State


async def melee(battle: Battle[State]) -> None:
    """Nobody fights yet."""
    battle.state.turn.phase = "recovery"
