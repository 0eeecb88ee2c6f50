"""Fire on one's own orders: declared, answered by those who cover, resolved (defiance.orders.fire-*, .cover.timing-*)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle

from ..basics.events import Changed
from ..basics.state import Figure, State
from ..basics.tabletop import turn
from ..cover.covering import react
from ..fire.firing import HOLD, choices, choose, plan, resolve
from ..units.units import is_independent

CLOSEST = "defiance.ranged.closest-target"
FREE_CHOICE = "defiance.ranged.elite-vehicle-targeting"


async def fire(battle: Battle[State], figure: Figure, slots: Sequence[str], speed: str, turns: bool = True) -> bool:
    """One figure's fire action; False if it holds or has no target: then it is wasted (defiance.orders.fire-wasted)."""
    open_to = dict(battle.once(lambda: tuple(choices(battle, figure, slots, turns).items())))
    if not open_to:
        battle.record(Changed(who=figure.id, what="has no target"))
        return False
    names, rule = (HOLD, *open_to), FREE_CHOICE if is_independent(battle.state.unit_of(figure)) else CLOSEST
    choice = await choose(battle, figure, names, rule, f"{figure.frame.name} ({figure.id}) fires", speed, None)
    if choice is None:
        return False
    face = open_to[f"{choice.arm}:{choice.number}:{choice.rate}:{choice.target}"]
    turn(battle, figure, face)  # free just before firing (defiance.orders.fire-facing)
    shots = await plan(battle, figure, choice, speed, None, turns)
    await react(battle, figure, "fire")  # before any die falls (defiance.cover.timing-fire)
    if not figure.able:
        return True
    await resolve(battle, figure, choice, shots)
    if not figure.gone:
        await react(battle, figure, "fired")  # defiance.cover.timing-late
    return True
