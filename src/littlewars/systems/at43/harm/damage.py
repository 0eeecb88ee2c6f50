"""One impact: the damage test, damage points on soldiers, locations of machines (at43.shooting.damage-test, at43.afv.*)."""

from __future__ import annotations

from littlewars.engine import Battle, Choose, Option
from littlewars.engine.names import ref

from ..basics.events import DamageTested, LocationHit
from ..basics.numbers import LOCATIONS, SIX
from ..basics.profiles import Weapon
from ..basics.resolution import needed, succeeds, tally
from ..basics.state import Fighter, State
from .removal import remove

LOCATION = "at43.afv.hit-location"


async def damage_test(battle: Battle[State], fighter: Fighter, weapon: Weapon, by: str, rolled: bool | None = None) -> None:
    """Penetration against Protection; a success inflicts the Damage value (at43.shooting.damage-test). `by`: whose weapon;
    `rolled`: what came of a die that fell with others."""
    protection = fighter.profile.protection
    through = succeeds(battle, needed(weapon.penetration, protection), "damage") if rolled is None else rolled
    if battle.events is not None:
        told = tally("penetration - protection", weapon.penetration, protection)
        battle.record(DamageTested(target=fighter.id, through=through, tally=told))
    if through:
        await hurt(battle, fighter, weapon, by)


async def hurt(battle: Battle[State], fighter: Fighter, weapon: Weapon, by: str) -> None:
    """Damage points beyond what he has are lost (at43.shooting.damage-on-soldiers)."""
    if fighter.profile.afv:
        await _hit_machine(battle, fighter, weapon, by)
        return
    fighter.hurt = min(fighter.profile.wounds, fighter.hurt + weapon.damage)
    if fighter.hurt >= fighter.profile.wounds:
        await remove(battle, fighter, "killed")


async def _hit_machine(battle: Battle[State], fighter: Fighter, weapon: Weapon, by: str) -> None:
    """All points of a hit fall on the location rolled, the frame if that is destroyed already; what is too much is lost
    (at43.afv.hit-location, at43.afv.location-destroyed-already, at43.afv.structure-points, at43.missile-launcher.damage)."""
    rolled = LOCATIONS[battle.dice.roll(SIX, "location", key=LOCATIONS.__getitem__)]
    location = await _weapon_hit(battle, fighter, by) if rolled == "weapon" else rolled
    if not location or fighter.left(location) <= 0:
        location = "frame"
    points = min(weapon.damage, fighter.left(location))
    fighter.lost[location] = fighter.lost.get(location, 0) + points
    battle.record(LocationHit(figure=fighter.id, location=location, left=fighter.left(location)))
    if location == "frame" and fighter.left("frame") <= 0:
        await remove(battle, fighter, "destroyed")  # and its pilot is killed (at43.afv.frame-destroyed)


async def _weapon_hit(battle: Battle[State], fighter: Fighter, by: str) -> str:
    """The attacker names one of the weapons that are left (at43.afv.weapon-destroyed, at43.afv.hit-location)."""
    left = [weapon for weapon in fighter.profile.weapons if fighter.left(weapon.key) > 0]
    if len(left) <= 1:
        return left[0].key if left else ""
    options = [Option(weapon.key, weapon.name, of=(fighter.id,), means="act") for weapon in left]
    ask = Choose(by, LOCATION, f"{ref(fighter.id)}: which weapon is hit?", options)
    return await ask.about(fighter.id, unit=fighter.unit, topic="share")
