"""A fire action of any weapon: at single figures, into a cone, a round with an area of effect, a grenade, indirect fire
(defiance.aoe.special-weapons)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from littlewars.engine import Battle

from ..basics.fire_action import INDIRECT, Fire, Shot
from ..basics.state import Figure, State
from ..basics.tabletop import tabletop
from ..fire import firing
from ..fire.redirect import in_the_way
from .bursts import Blast, fire_round, go_off
from .clouds import leave
from .cones import fire_cone
from .grenades import Throw, aim_throw, grenade_choices, throw, throw_at
from .indirect import Shelling, call_fire, indirect_choices, shell


class FireAction(NamedTuple):
    """A fire action as declared: dice at figures, a grenade's point, or coordinates."""

    shots: Sequence[Shot] = ()
    throw: Throw | None = None
    shelling: Shelling | None = None


def choices(battle: Battle[State], figure: Figure, slots: Sequence[str], speed: str, turns: bool) -> dict[str, int]:
    """Everything it may fire at with what, points included, each with the facing for it."""
    found, chapters = firing.choices(battle, figure, slots, turns), tabletop(battle).chapters
    if chapters.grenades:
        found |= dict.fromkeys(grenade_choices(battle, figure, tuple(slots), speed), figure.face)
    if chapters.indirect:
        found |= dict.fromkeys(indirect_choices(battle, figure, slots, speed), figure.face)
    return found


async def plan(battle: Battle[State], fire: Fire, slots: Sequence[str] = ()) -> FireAction:
    """The dice on their targets, or the point; cones and rounds at somebody need no more than him
    (defiance.spread.prohibited)."""
    if fire.target == INDIRECT:
        return FireAction(shelling=await call_fire(battle, fire, slots))
    if fire.at_point:
        return FireAction(throw=await aim_throw(battle, fire))
    return FireAction(await firing.plan(battle, fire) if fire.line.is_direct else ())


async def resolve(battle: Battle[State], fire: Fire, plan: FireAction) -> None:
    """From the first die to the last test."""
    line = fire.line
    if line.does("cone"):
        await fire_cone(battle, fire)
    elif line.aoe is None:
        await firing.resolve(battle, fire, list(plan.shots))
    elif blast := await _fly(battle, fire, plan):
        await go_off(battle, blast)
        leave(battle, blast, line)


async def _fly(battle: Battle[State], fire: Fire, plan: FireAction) -> Blast | None:
    """Where a round or grenade comes down; at somebody in a fight, or beside a gun, it is aimed at whoever is in the way
    (defiance.hth.firing-into, defiance.infweapon.crew-hit-allocation)."""
    if plan.shelling is not None:
        return await shell(battle, plan.shelling)
    if plan.throw is not None:
        return await throw(battle, fire, plan.throw)
    target = in_the_way(battle, fire.figure, fire.line, battle.state.figures[fire.target])  # before the roll to hit
    fire = fire._replace(target=target.id)
    return await (throw_at if fire.line.form == "grenade" else fire_round)(battle, fire)
