"""What a damaging hit does to a vehicle: cupolas, the damage chart of an AFV, damage and structural points
(defiance.vehicle.afv-chart, defiance.vehicle.cupola, defiance.vehicle.sdc-passengers)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref
from littlewars.table.facing import in_sectors

from ..basics.dice import HUNDRED, TEN
from ..basics.events import Crippled
from ..basics.fire_action import Cause
from ..basics.numbers import IMPACT, INCH
from ..basics.state import Figure, State
from ..move.path import base_move
from .mounts import sectors_of
from .survival import survive
from .wrecks import eliminate, empty_wreck, structure_left

AFV = "AFV"
MOVEMENT, WEAPON, POINT = "movement", "weapon", "point"
QUARTER = 4  # a movement loss is this part of the base movement, rounded up to the inch


def uses_chart(figure: Figure) -> bool:
    """Is every damaging hit on it followed by a roll on its chart? An AFV's, until it is disabled
    (defiance.vehicle.afv-chart-roll, defiance.vehicle.sdc-target)."""
    hull = figure.frame.hull
    return hull is not None and hull.type == AFV and not figure.gone


async def hull_hit(battle: Battle[State], figure: Figure, cause: Cause) -> bool:
    """One damaging hit; when it takes the last point those inside roll for survival (defiance.passenger.survival)."""
    damaged = await _hull_hit(battle, figure, cause)
    if figure.gone and structure_left(figure) <= 0:
        await survive(battle, figure)
        empty_wreck(battle, figure)
    return damaged


async def _hull_hit(battle: Battle[State], figure: Figure, cause: Cause) -> bool:
    """One damaging hit that nothing has averted. An AFV rolls on its chart, and the force of the weapon strikes the same system
    again (defiance.vehicle.afv-impact); any other loses a damage point, a disabled one a structural point. True: it damaged."""
    if figure.gone:
        return _pierce(figure)
    _lose_cupolas(battle, figure, cause)
    if not uses_chart(figure):
        _lose_point(battle, figure)
        return True
    rolled = battle.dice.roll(HUNDRED, f"damage chart, {figure.id}")
    struck = next(system for most, system in _chart(figure) if rolled <= most)
    await _strike(battle, figure, cause, struck, rolled)
    more = battle.dice.successes(cause.line.impact, TEN, IMPACT, "impact") if cause.line and cause.line.impact else 0
    for _ in range(more):
        if figure.gone:
            _pierce(figure)
        else:
            await _strike(battle, figure, cause, struck)
    return True


def _chart(figure: Figure) -> tuple[tuple[int, str], ...]:
    """Its own chart (defiance.vehicle.afv-chart)."""
    assert figure.frame.hull is not None
    return figure.frame.hull.damage


def _pierce(figure: Figure) -> bool:
    """A structural point of a disabled vehicle (defiance.vehicle.sdc-passengers)."""
    if structure_left(figure) <= 0:
        return False
    figure.hulled.holed += 1
    return True


def _lose_point(battle: Battle[State], figure: Figure) -> None:
    """A damage point; without any left it is disabled or destroyed (defiance.vehicle.damage-capacity)."""
    figure.hurt += 1
    if figure.left <= 0:
        eliminate(battle, figure)


async def _strike(battle: Battle[State], figure: Figure, cause: Cause, system: str, rolled: int = 0) -> None:
    """The effect on one system; where nothing is left of it a damage point instead (defiance.vehicle.afv-chart-exhausted)."""
    if system == MOVEMENT and base_move(figure) > 0:
        figure.hulled.slowed += movement_loss(figure)
        battle.record(Crippled(figure=figure.id, roll=rolled, what=f"is slowed to {base_move(figure) / INCH:g}"))
    elif system == WEAPON and (left := weapons_left(figure)):
        lose_weapon(battle, figure, await _which(battle, figure, cause, left), rolled)
    else:
        why = "" if system == POINT else ", nothing else is left"
        battle.record(Crippled(figure=figure.id, roll=rolled, what=f"loses a damage point{why}"))
        _lose_point(battle, figure)


def movement_loss(figure: Figure) -> int:
    """A quarter of the base movement, rounded up (defiance.vehicle.afv-chart)."""
    return -(-figure.frame.move // (QUARTER * INCH)) * INCH


def weapons_left(figure: Figure) -> list[int]:
    """The weapons that it still has, close defence and cupola weapons included."""
    return [arm for arm in range(len(figure.arms)) if arm not in figure.lost]


def lose_weapon(battle: Battle[State], figure: Figure, arm: int, rolled: int = 0) -> None:
    """It is gone for the game."""
    figure.hulled.lost = (*figure.lost, arm)
    battle.record(Crippled(figure=figure.id, roll=rolled, what=f"loses its {figure.arms[arm].weapon.name}"))


async def _which(battle: Battle[State], figure: Figure, cause: Cause, left: list[int]) -> int:
    """The attacker chooses; if it was no enemy's attack, an opponent (defiance.vehicle.afv-chart)."""
    if len(left) == 1:
        return left[0]
    own = battle.state.side_of(figure)
    side = cause.side if cause.side not in ("", own) else battle.state.other(own)
    options = [
        Option(str(arm), f"{figure.arms[arm].weapon.name} ({figure.arms[arm].slot})", of=(figure.id,), means="act")
        for arm in sorted(left, key=lambda arm: -figure.arms[arm].weapon.cost)
    ]
    prompt = f"{ref(figure.id)} loses a weapon: which?"
    ask = Choose(side, "defiance.vehicle.afv-chart", prompt, options)
    return int(await ask.about(figure.id, unit=figure.unit, topic="aim"))


def _lose_cupolas(battle: Battle[State], figure: Figure, cause: Cause) -> None:
    """Every cupola weapon in whose arc the attacker is, is destroyed in addition (defiance.vehicle.cupola,
    defiance.vehicle.cupola-afv)."""
    hull = figure.frame.hull
    if hull is None or cause.at is None:
        return
    exposed = {slot.name for slot in hull.slots if slot.cupola}
    struck = [
        arm
        for arm in weapons_left(figure)
        if figure.arms[arm].slot in exposed and in_sectors(figure.at, figure.face, sectors_of(figure, arm), cause.at)
    ]
    for arm in struck:
        lose_weapon(battle, figure, arm)
