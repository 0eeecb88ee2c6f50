"""Hits and Recovery: troopers fall, vehicles lose weapons and speed, flyers crash."""

from __future__ import annotations

from littlewars.engine import Battle, Mod, Tally
from littlewars.table.moving.route import spot as free_spot

from ..basics.events import Changed, Damaged, Recovered
from ..basics.rolls import succeeds, tally, with_natural_one
from ..basics.state import INCH, Figure, Hit, State
from ..basics.tabletop import board, put, tabletop
from .bailing import bail_out
from .removal import remove

ZAP = Mod("Zap", -2, "oversoul.spells.zap")
SLOWED = 2 * INCH  # MOVE lost when every component survives (oversoul.recovery.vehicle-slowed)


def recovery_tally(figure: Figure, zap: bool = False) -> Tally:
    """What a hit model needs (oversoul.recovery.modifiers)."""
    return tally(*figure.profile.recovery_mods, ZAP if zap else None)


async def recover(battle: Battle[State], hit: Hit) -> None:
    """A model that is hit makes its Recovery roll at once (oversoul.hits.immediate-recovery, oversoul.hits.multiple,
    oversoul.recovery.reaction-rolls, oversoul.mount.independent-reactions).

    Hits on a model already removed are lost. The Hit is the marker of the book (oversoul.hits.marking,
    oversoul.basics.markers).
    """
    figure = battle.state.figures[hit.target]
    if figure.gone:
        return
    needed, natural_one = recovery_tally(figure, hit.zap).needed, False
    if is_airborne(battle.state, figure):  # only there a natural 1 means something of its own
        passed, natural_one = await with_natural_one(battle, figure, figure.profile.die, needed, "recovery")
    else:
        passed = await succeeds(battle, figure, figure.profile.die, needed, "recovery")
    battle.record(Recovered(figure=figure.id, passed=passed))
    if not passed and figure.profile.is_vehicle:
        await _damage_vehicle(battle, figure, hit)  # oversoul.recovery.vehicle-fail
    elif not passed:
        remove(battle, figure, hit.by)  # a trooper or a gun (oversoul.recovery.trooper)
    if natural_one and _still_up(battle.state, figure):
        await crash(battle, figure, hit.by)


def _still_up(state: State, figure: Figure) -> bool:
    return not figure.gone and is_airborne(state, figure)


def is_airborne(state: State, figure: Figure) -> bool:
    """In the air, or riding on what is (oversoul.mount.independent-die: airborne states are shared)."""
    return flyer_of(state, figure).airborne


def flyer_of(state: State, figure: Figure) -> Figure:
    """Who flies: the model itself, or the mount it rides."""
    return state.figures[figure.carrier] if figure.seat == "rider" else figure


# ---- vehicles


async def _damage_vehicle(battle: Battle[State], vehicle: Figure, hit: Hit) -> None:
    """Every component on the hit facing rolls for itself; if none falls the vehicle slows down or is destroyed."""
    immobile = is_immobile(vehicle)
    lost = False
    for index in weapons_on(vehicle, hit.facing):
        lost |= not await _weapon_recovers(battle, vehicle, index)
    for trooper in [rider for rider in battle.state.riders(vehicle) if rider.seat == hit.facing]:
        lost |= not await _passenger_recovers(battle, trooper, hit.by)
    if lost:
        return
    if immobile:
        await destroy_vehicle(battle, vehicle, hit.by)
    else:
        await _slow_down(battle, vehicle, hit.by)


def weapons_on(vehicle: Figure, facing: str) -> list[int]:
    """Weapons mounted in this facing, by index; a built-in one is in front (oversoul.recovery.vehicle-facing-components)."""
    guns = zip(vehicle.profile.weapons, vehicle.guns, strict=True)
    return [index for index, (weapon, gun) in enumerate(guns) if weapon.facing == facing and not gun.lost]


async def _weapon_recovers(battle: Battle[State], vehicle: Figure, index: int) -> bool:
    """A component rolls with its own die and none of the vehicle's modifiers (oversoul.recovery.vehicle-fail)."""
    weapon = vehicle.profile.weapons[index]
    passed = await succeeds(battle, vehicle, weapon.die, tally().needed, "component recovery")
    if not passed:
        vehicle.change_gun(index, lost=True)  # oversoul.recovery.weapon-removed
        battle.record(Damaged(figure=vehicle.id, what=f"loses {weapon.name}"))
    return passed


async def _passenger_recovers(battle: Battle[State], trooper: Figure, by: str) -> bool:
    """A trooper aboard rolls with his own die and modifiers."""
    needed = recovery_tally(trooper).needed
    passed = await succeeds(battle, trooper, trooper.profile.die, needed, "component recovery")
    if not passed:
        remove(battle, trooper, by)
    return passed


def is_immobile(vehicle: Figure) -> bool:
    """Damage has brought its MOVE, spells apart, to nothing (oversoul.recovery.vehicle-immobilised)."""
    return vehicle.profile.is_vehicle and vehicle.damage >= vehicle.profile.move


async def _slow_down(battle: Battle[State], vehicle: Figure, by: str) -> None:
    """It loses 2 inches of MOVE for good, also when the facing is empty (oversoul.recovery.vehicle-slowed,
    oversoul.recovery.vehicle-empty-facing)."""
    vehicle.damage = min(vehicle.damage + SLOWED, vehicle.profile.move)
    battle.record(Damaged(figure=vehicle.id, what=f"MOVE is {(vehicle.profile.move - vehicle.damage) / INCH:g}"))
    if is_immobile(vehicle) and vehicle.airborne:
        await crash(battle, vehicle, by)


async def destroy_vehicle(battle: Battle[State], vehicle: Figure, by: str) -> None:
    """The vehicle is removed with its weapons; passengers roll to get out (oversoul.recovery.vehicle-destroyed)."""
    aboard = battle.state.riders(vehicle)
    remove(battle, vehicle, by)
    safe = []
    for trooper in aboard:
        if await succeeds(battle, trooper, trooper.profile.die, recovery_tally(trooper).needed, "escape"):
            safe.append(trooper)
        else:
            remove(battle, trooper, by)
    await bail_out(battle, vehicle, safe, by)


# ---- flyers


async def crash(battle: Battle[State], figure: Figure, by: str) -> None:
    """A second Recovery roll decides whether it survives the fall; the roll itself cannot crash (oversoul.attr.flying-crash).

    Of rider and mount the one that rolled the 1 rolls again; if it survives, both are on the ground.
    """
    battle.record(Changed(who=figure.id, what="crashes"))
    if await succeeds(battle, figure, figure.profile.die, recovery_tally(figure).needed, "crash"):
        come_down(battle, flyer_of(battle.state, figure))
    elif figure.profile.is_vehicle:
        await destroy_vehicle(battle, figure, by)
    else:
        remove(battle, figure, by)


def come_down(battle: Battle[State], flyer: Figure) -> None:
    """On the ground where it crashed, moved to the nearest legal place."""
    flyer.airborne = False
    where = free_spot(board(battle), flyer.base(), flyer.at, ignore=(flyer.id,), cost=tabletop(battle).ground_for(flyer))
    put(battle, flyer, where or flyer.at)
