"""Fire on one's own orders: declared, answered by those who cover, resolved (defiance.orders.fire-*,
defiance.cover.timing-*)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from littlewars.engine import Battle
from littlewars.engine.names import ref

from ..area.attacks import choices, plan, resolve
from ..area.forecasts import forecast
from ..basics.events import Changed
from ..basics.fire_action import Fire, Manner
from ..basics.state import Figure, State
from ..cover.reactions import react
from ..fire.firing import HOLD, choose
from ..units.units import is_independent
from ..vehicles.nerves import fires_nothing
from ..vehicles.steering import can_turn, face_freely

CLOSEST = "defiance.ranged.closest-target"
FREE_CHOICE = "defiance.ranged.elite-vehicle-targeting"


class FireOutcome(NamedTuple):
    """A fire action that was declared; `shot`: nobody stopped it before the first die."""

    fire: Fire
    shot: bool


async def fire(
    battle: Battle[State], figure: Figure, slots: Sequence[str], speed: str, turns: bool = True
) -> FireOutcome | None:
    """One figure's fire action; None if it holds or has no target: then it is wasted (defiance.orders.fire-wasted)."""

    def options() -> tuple[tuple[str, int], ...]:
        found = choices(battle, figure, slots, speed, turns)
        if figure.craft is not None and turns:  # an anime mecha turns where there is room (defiance.vehicle.turning)
            room = {face: can_turn(battle, figure, face) for face in set(found.values())}
            found = {name: face for name, face in found.items() if room[face]}
        return tuple(found.items())

    open_to = dict(battle.memo("fire.choices", options))
    if not open_to:
        battle.record(Changed(who=figure.id, what="has no target"))
        return None
    names, rule = (HOLD, *open_to), FREE_CHOICE if is_independent(battle.state.unit_of(figure)) else CLOSEST
    chosen = await choose(battle, figure, names, Manner(speed, turns=turns), rule, f"{ref(figure.id)} fires", forecast)
    if chosen is None:
        return None
    name, declared = chosen
    face_freely(battle, figure, open_to[name])  # free just before firing (defiance.orders.fire-facing)
    shots = await plan(battle, declared, slots)
    whom = "" if declared.at_point else battle.state.figures[declared.target].unit
    await react(battle, figure, "fire", at=whom)  # before any die falls (defiance.cover.timing-fire)
    if not figure.able or fires_nothing(figure):  # defiance.vehicle.out-of-control
        return FireOutcome(declared, False)
    await resolve(battle, declared, shots)
    if not figure.gone:
        await react(battle, figure, "fired")  # defiance.cover.timing-late
    return FireOutcome(declared, True)
