"""A fire action of any weapon: at single figures, into a cone, or a round with an area of effect (defiance.aoe.*)."""

from __future__ import annotations

from littlewars.engine import Battle

from ..basics.fire_action import Fire, Shot
from ..basics.state import State
from ..fire import firing
from .bursts import fire_round, go_off
from .cones import fire_cone


async def plan(battle: Battle[State], fire: Fire) -> list[Shot]:
    """The dice on their targets; cones and rounds have none before they are fired (defiance.spread.prohibited)."""
    return await firing.plan(battle, fire) if fire.line.is_direct else []


async def resolve(battle: Battle[State], fire: Fire, shots: list[Shot]) -> None:
    """From the first die to the last test."""
    if fire.line.does("cone"):
        await fire_cone(battle, fire)
    elif fire.line.aoe is None:
        await firing.resolve(battle, fire, shots)
    elif blast := await fire_round(battle, fire):
        await go_off(battle, blast)
