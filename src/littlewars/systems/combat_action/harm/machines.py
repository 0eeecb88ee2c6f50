"""The vehicle and robot damage table, and what each location does for the rest of the battle
(combat-action.machine-damage.roll, combat-action.machine-damage.next-location)."""

from __future__ import annotations

from collections.abc import Callable

from littlewars.engine import Battle
from littlewars.table.moving.spots import spot

from ..basics.events import UNHURT, Changed, Damaged, Exploded, Hurt
from ..basics.numbers import CM, CORE, DIE, EXPLOSION_ON, EXPLOSION_PEN, EXPLOSION_REACH, HIGHEST, LAND_ON, LOCATIONS, location
from ..basics.state import DESTROYED, FOR_GOOD, GUNNER, PILOT, SHUT_DOWN, Figure, State
from ..basics.tabletop import board, elsewhere, put
from .damage import hurt_living, penetrates
from .removal import explode_later, wreck


def hit(battle: Battle[State], figure: Figure, pen: int, cover: int = 0) -> None:
    """A hit on any model (combat-action.damage.test)."""
    if figure.profile.living:
        hurt_living(battle, figure, pen, cover)
        return
    pf = figure.profile.pf + cover
    if figure.wreck or not penetrates(battle, pen, pf, figure.id):
        battle.record(Hurt(figure=figure.id, pen=pen, pf=pf, result=UNHURT))
        return
    fell = battle.dice.roll(DIE, f"location, {figure.id}", key=lambda face: location(face + pen - pf))
    place = struck(figure, location(fell + pen - pf))
    battle.record(Hurt(figure=figure.id, pen=pen, pf=pf, result=place or UNHURT))
    if place:
        damage(battle, figure, place, pen)


def struck(machine: Figure, place: str) -> str:
    """The location, or the next one down the table that it has and that is whole; nothing below the power plant
    (combat-action.machine-damage.next-location, combat-action.machine-damage.locations)."""
    below = LOCATIONS[LOCATIONS.index(place) :]
    return next((one for one in below if machine.has(one)), "")


def place_name(machine: Figure, place: str) -> str:
    """What a location is called: robots have a control core (combat-action.machine-damage.control-core)."""
    return CORE if place == "pilot-compartment" and machine.profile.robot else place.replace("-", " ")


def damage(battle: Battle[State], machine: Figure, place: str, pen: int) -> None:
    """A location is damaged, and has its effect."""
    machine.broken = (*machine.broken, place)
    battle.record(Damaged(figure=machine.id, place=place_name(machine, place)))
    if place in EFFECTS:
        EFFECTS[place](battle, machine, pen)


def _weapon_system(battle: Battle[State], machine: Figure, pen: int) -> None:
    """One weapon at random malfunctions, among those not out (combat-action.machine-damage.weapon-system)."""
    numbers = [str(n) for n, _, gun in machine.arms() if not gun.out]
    if numbers:
        machine.set_gun(int(battle.dice.draw(numbers, f"weapon, {machine.id}")), faulty=True)


def _ammunition_feed(battle: Battle[State], machine: Figure, pen: int) -> None:
    """Each mounted weapon fires only once more (combat-action.machine-damage.ammunition-feed)."""
    for number, weapon, _ in machine.arms():
        if not weapon.melee:
            machine.set_gun(number, left=1)


def _engine(battle: Battle[State], machine: Figure, pen: int) -> None:
    """A ground machine stops for good; who flies has to land (combat-action.machine-damage.engine)."""
    if machine.level:
        machine.landing = True
        doing = battle.state.turn.doing
        if doing is not None and doing.unit == machine.unit:
            land(battle, machine)
        return
    machine.halted = True


def land(battle: Battle[State], machine: Figure) -> None:
    """4+ it lands and stands still, else it crashes; -1 from high altitude (combat-action.vehicles.emergency-landing)."""
    needed = LAND_ON + (machine.level == HIGHEST)
    machine.landing = False
    if not battle.dice.test(DIE, needed, f"landing, {machine.id}"):
        crash(battle, machine)
        return
    machine.level, machine.halted = 0, True
    away = elsewhere(battle, machine)
    at = spot(board(battle), machine.base(), machine.at, ignore={machine.id, *away}, reach=200 * CM)
    put(battle, machine, at or machine.at)
    battle.record(Changed(who=machine.id, what="has landed and stands still"))


def _control_system(battle: Battle[State], machine: Figure, pen: int) -> None:
    """Out of control for the rest of the battle (combat-action.machine-damage.control-system)."""
    machine.loose = FOR_GOOD


def _pilot_compartment(battle: Battle[State], machine: Figure, pen: int) -> None:
    """Crew hit with the weapon's Pen and out of control; a robot shuts down (combat-action.machine-damage.pilot-compartment,
    combat-action.machine-damage.control-core)."""
    if machine.profile.robot:
        if machine.level:
            crash(battle, machine)
        else:
            wreck(battle, machine, SHUT_DOWN)
        return
    machine.loose = FOR_GOOD
    for rider in battle.state.riders(machine):
        if rider.seat in (PILOT, GUNNER):
            hurt_living(battle, rider, pen)


def _power_plant(battle: Battle[State], machine: Figure, pen: int) -> None:
    """It blows up: all locations are gone; a ground machine rolls on for one turn, a flying one crashes
    (combat-action.machine-damage.power-plant)."""
    machine.broken = tuple(LOCATIONS)
    if machine.level:
        crash(battle, machine)
        return
    explode_later(machine, battle.state.turn.number, DESTROYED)
    explosion(battle, machine)


def crash(battle: Battle[State], machine: Figure) -> None:
    """Destroyed where it is, with the values of an explosion (combat-action.vehicles.crash)."""
    battle.record(Changed(who=machine.id, what="crashes"))
    explosion(battle, machine)
    wreck(battle, machine, DESTROYED)


def explosion(battle: Battle[State], machine: Figure) -> None:
    """Everyone aboard is hit with Pen 3, each model within 5 cm on 4+ (combat-action.machine-damage.power-plant-passengers,
    combat-action.machine-damage.power-plant-blast, combat-action.profiles.explosion)."""
    state = battle.state
    battle.record(Exploded(what=machine.profile.name, at=machine.at, radius=EXPLOSION_REACH))
    for rider in state.riders(machine):
        hurt_living(battle, rider, EXPLOSION_PEN)
    table = board(battle)
    gaps = table.gaps_from(machine.base())
    near = [f for f in state.bodies() if f.id != machine.id and not f.level and gaps[table.row[f.id]] <= EXPLOSION_REACH]
    for figure in near:
        if not figure.gone and battle.dice.test(DIE, EXPLOSION_ON, f"explosion, {figure.id}"):
            hit(battle, figure, EXPLOSION_PEN, int(figure.flat))


Effect = Callable[[Battle[State], Figure, int], None]
EFFECTS: dict[str, Effect] = {
    "weapon-system": _weapon_system,
    "ammunition-feed": _ammunition_feed,
    "engine": _engine,
    "control-system": _control_system,
    "pilot-compartment": _pilot_compartment,
    "power-plant": _power_plant,
}
