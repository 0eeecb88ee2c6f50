"""Contact made: the lock, the tests of those who are charged and of those who attack somebody larger, and the fight that is
to come (defiance.hth.sequence, steps 1 to 3)."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Battle, Mod

from ..basics.events import Changed, GotAt
from ..basics.rolls import agile
from ..basics.state import Bout, Figure, State
from ..drive.ramming import rammed
from ..move.contact import locks, touched
from ..units.guns import may_be_struck
from ..units.morale import try_nerve

# of a charged figure's test (defiance.hth.charged-morale)
SMALLER_CHARGER = Mod("smaller charger", 2, "defiance.hth.charged-morale")
LARGER_CHARGER = Mod("larger charger", -2, "defiance.hth.charged-morale")
BONUS = "bonus"  # contact by bonus movement (defiance.hth.bonus-contact)


def kind_of(figure: Figure, enemy: Figure) -> str:
    """What a fight between the two is: of equals, or against what cannot strike back (defiance.hth.contact-without-lock)."""
    return "lock" if locks(figure, enemy) else "hull"


async def meet(battle: Battle[State], figure: Figure, enemies: Sequence[Figure], order: str) -> None:
    """Contact holds both at once, and is a fight when all have moved; by bonus movement it is none yet
    (defiance.hth.lock, defiance.hth.bonus-contact)."""
    state = battle.state
    fresh = [
        enemy for enemy in enemies if enemy.id not in figure.locked and not (enemy.is_gun and not may_be_struck(state, enemy))
    ]
    for enemy in fresh:
        if locks(figure, enemy):
            figure.locked = (*figure.locked, enemy.id)
            enemy.locked = (*enemy.locked, figure.id)
            battle.record(Changed(who=figure.id, what=f"meets {enemy.id} hand to hand"))
        if order != BONUS:
            _queue(battle.state, figure, enemy, charged=order == "charge")
    if order == "charge":
        for enemy in fresh:
            await _charged(battle, figure, enemy)
    if any(enemy.frame.size > figure.frame.size and not enemy.is_gun for enemy in fresh):  # defiance.hth.attacker-morale
        await try_nerve(battle, figure, "attacks a larger enemy")
    for enemy in fresh if order != BONUS else ():
        await _leap_at(battle, figure, enemy)


def _queue(state: State, figure: Figure, enemy: Figure, charged: bool = False) -> None:
    kind, fights = kind_of(figure, enemy), state.acting().fights
    moving = kind == "hull" and charged_at_moving(enemy)
    if not any({bout.attacker, bout.defender} == {figure.id, enemy.id} for bout in fights):
        fights.append(Bout(figure.id, enemy.id, kind, charged, moving))


def charged_at_moving(enemy: Figure) -> bool:
    """Is it a vehicle under way: not a mecha, and without a static counter (defiance.hth.versus-moving-vehicle)?"""
    return enemy.frame.vehicle and not enemy.frame.mecha and enemy.rolled


async def _charged(battle: Battle[State], figure: Figure, enemy: Figure) -> None:
    """A figure that a charger contacts tests its nerve, once for each charger; only who can fight does
    (defiance.hth.charged-morale)."""
    if not locks(figure, enemy):
        return
    mine, theirs = figure.frame.size, enemy.frame.size
    mod = SMALLER_CHARGER if mine < theirs else LARGER_CHARGER if mine > theirs else None
    await try_nerve(battle, enemy, "charged", mod)


async def _leap_at(battle: Battle[State], figure: Figure, enemy: Figure) -> None:
    """A figure that attacks a vehicle under way must pass an agility roll; one that fails counts as rammed
    (defiance.hth.versus-moving-vehicle, defiance.hth.moving-vehicle-failure, defiance.hth.agility-naturals)."""
    if figure.gone or not charged_at_moving(enemy):
        return
    quick = agile(battle, figure.frame.agility, f"agility, {figure.id}")
    battle.record(GotAt(figure=figure.id, vehicle=enemy.id, passed=quick))
    if quick:
        return
    doing = battle.state.acting()
    doing.fights = [bout for bout in doing.fights if (bout.attacker, bout.defender) != (figure.id, enemy.id)]
    await rammed(battle, enemy, figure)


def fight_on(state: State, figure: Figure) -> None:
    """On a maneuver order an engaged figure stays and fights all who hold it (defiance.orders.hth-engaged-limits,
    defiance.hth.resolution-order, defiance.hth.engaged-maneuver-orders)."""
    for name in figure.locked:
        _queue(state, figure, state.figures[name])


def strike_again(state: State, figure: Figure) -> list[Figure]:
    """A figure that stays beside a hull or a gun attacks it again, without a charge (defiance.hth.contact-without-lock)."""
    touching = [enemy for enemy in touched(state, figure, figure.at) if not locks(figure, enemy)]
    found = [enemy for enemy in touching if not enemy.is_gun or may_be_struck(state, enemy)]
    for enemy in found:
        _queue(state, figure, enemy)
    return found
