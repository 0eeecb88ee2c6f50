"""Damage: the test, the living, machines and their locations, buildings, wrecks (combat-action.damage.test,
combat-action.damage.living, combat-action.machine-damage.roll, combat-action.damage.buildings)."""

from __future__ import annotations

from littlewars.engine import Battle, Point
from littlewars.table.moving.spots import spot
from littlewars.table.shapes.bases import Poly, gap_poly, moved, overlaps
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.pieces import wreck as wreck_piece

from ..basics import numbers
from ..basics.events import UNHURT, Changed, Damaged, Exploded, Hurt, Moved, Removed, Section
from ..basics.state import DESTROYED, FOR_GOOD, GUNNER, LEFT, ONCE, OOA, PILOT, SHUT_DOWN, Figure, State
from ..basics.tabletop import WRECK, board, lay_anew, passage, protection, put, sync_board, worsened

WORDS = {OOA: "out of action", LEFT: "gone over the edge"}


def remove(battle: Battle[State], figure: Figure, how: str) -> None:
    """Out of the battle: a primed grenade is dropped without effect, nobody stays hidden or ready (combat-action.damage.killed,
    combat-action.actions.prime-grenade, combat-action.ready.end)."""
    figure.gone, figure.ready, figure.primed, figure.hides = how, -1, 0, ""
    figure.carrier = figure.seat = ""
    figure.flat, figure.ap = False, 0
    sync_board(battle, figure)
    unit = battle.state.units[figure.unit]
    unit.strays = [name for name in unit.strays if name != figure.id]
    battle.record(Removed(figure=figure.id, how=WORDS.get(how, how)))


def leave_table(battle: Battle[State], figure: Figure) -> None:
    """Gone over the edge, with everyone aboard (combat-action.terrain.table-edge, combat-action.rout.table-edge)."""
    for one in (*battle.state.riders(figure), figure):
        remove(battle, one, LEFT)


def wreck(battle: Battle[State], machine: Figure, how: str) -> None:
    """Destroyed or shut down for good: it stays as a large obstacle of its height (combat-action.units.inert)."""
    state = battle.state
    machine.wreck, machine.wrecked, machine.loose, machine.landing = how, machine.wrecked or state.turn.number, "", False
    machine.ready, machine.ap, machine.level, machine.foot = -1, 0, numbers.GROUND, 0
    base = machine.base()
    piece = wreck_piece(f"{WRECK}{machine.id}", base, top=machine.profile.height, name=f"wrecked {machine.profile.name}")
    machine.gone = how
    sync_board(battle, machine)
    battle.record(Removed(figure=machine.id, how=how))
    under = [one for one in state.bodies() if not one.level and not one.foot and overlaps(one.base(), base)]
    for figure in under:  # put on the nearest free spot (combat-action.vehicles.crash)
        at = _free_spot(battle, figure, piece.outline)
        battle.record(Moved(figure=figure.id, path=(figure.at, at), face=figure.face, how="is pushed aside"))
        put(battle, figure, at)
    lay_anew(battle, piece)


def _free_spot(battle: Battle[State], figure: Figure, beside: Poly = ()) -> Point:
    """The nearest free spot on the ground, off this outline; where it is if the table is full."""
    base, table, ignore = figure.base(), board(battle), {figure.id, *passage(battle, figure).ghosts}

    def keep(at: Point) -> bool:
        return not beside or gap_poly(moved(base, at), beside) > 0

    return spot(table, base, base.at, keep, ignore=ignore, reach=sum(table.size)) or base.at


def settle(battle: Battle[State], figure: Figure) -> None:
    """Who comes down, from a roof or from the air, stands on the nearest free spot."""
    figure.foot = figure.level = 0
    sync_board(battle, figure)
    put(battle, figure, _free_spot(battle, figure))


def penetrates(battle: Battle[State], pen: int, pf: int, why: str) -> bool:
    """d6 + Pen >= PF: a damaging hit (combat-action.damage.test)."""
    return battle.dice.test(numbers.DIE, pf - pen, f"damage, {why}")


def hit(battle: Battle[State], figure: Figure, pen: int, cover: int = 0) -> None:
    """A hit on any model: the test, then the table of the living or that of machines (combat-action.damage.test)."""
    pf = figure.profile.pf + cover
    if figure.wreck or not penetrates(battle, pen, pf, figure.id):
        battle.record(Hurt(figure=figure.id, pen=pen, pf=pf, result=UNHURT))
    elif figure.profile.living:
        _hurt_living(battle, figure, pen, pf)
    else:  # the location that the die shows, or the next (combat-action.machine-damage.roll)
        fell = battle.dice.roll(numbers.DIE, f"location, {figure.id}", key=lambda face: numbers.location(face + pen - pf))
        place = struck(figure, numbers.location(fell + pen - pf))
        battle.record(Hurt(figure=figure.id, pen=pen, pf=pf, result="it penetrates" if place else UNHURT))
        if place:
            damage(battle, figure, place, pen)


def _hurt_living(battle: Battle[State], figure: Figure, pen: int, pf: int) -> None:
    """Wounded, out of action or killed (combat-action.damage.living)."""
    result = OOA  # in the large game without a die (combat-action.damage.large-scale)
    if battle.state.settings.scale == "small":
        result = numbers.rolled(battle, numbers.LIVING, f"wound, {figure.id}")
    if result == "wounded" and figure.wounded:
        result = OOA  # a second wound (combat-action.damage.wounded)
    battle.record(Hurt(figure=figure.id, pen=pen, pf=pf, result=WORDS.get(result, result)))
    battle.state.units[figure.unit].hurt = True
    if result == "wounded":
        figure.wounded, figure.ready = True, -1  # combat-action.ready.end
        figure.ap = max(0, figure.ap - 1)
    else:
        remove(battle, figure, result)


# ---- machines: the damage table, and what each location does for the rest of the battle


def struck(machine: Figure, place: str) -> str:
    """The location, or the next one down the table that it has and that is whole; nothing below the power plant
    (combat-action.machine-damage.next-location, combat-action.machine-damage.locations)."""
    below = numbers.LOCATIONS[numbers.LOCATIONS.index(place) :]
    return next((one for one in below if machine.has(one)), "")


def place_name(machine: Figure, place: str) -> str:
    """What a location is called: robots have a control core (combat-action.machine-damage.control-core)."""
    return numbers.CORE if place == "pilot-compartment" and not machine.profile.vehicle else place.replace("-", " ")


def damage(battle: Battle[State], machine: Figure, place: str, pen: int) -> None:
    """A location is damaged, and has its effect; some only take something from then on (combat-action.machine-damage.roll)."""
    machine.broken = (*machine.broken, place)
    battle.record(Damaged(figure=machine.id, place=place_name(machine, place)))
    if place == "weapon-system":  # one at random malfunctions, among those not out (combat-action.machine-damage.weapon-system)
        if whole := [str(n) for n, _, gun in machine.arms() if not gun.out]:
            machine.set_gun(int(battle.dice.draw(whole, f"weapon, {machine.id}")), faulty=True)
    elif place == "ammunition-feed":  # each mounted weapon fires only once more (combat-action.machine-damage.ammunition-feed)
        for number in [n for n, weapon, _ in machine.arms() if not weapon.melee]:
            machine.set_gun(number, left=1)
    elif place == "engine":
        _engine(battle, machine)
    elif place == "control-system":  # for the rest of the battle (combat-action.machine-damage.control-system)
        machine.loose = FOR_GOOD
    elif place == "pilot-compartment":
        _pilot_compartment(battle, machine, pen)
    elif place == "power-plant":
        _power_plant(battle, machine)


def _engine(battle: Battle[State], machine: Figure) -> None:
    """A ground machine stops for good; who flies has to land (combat-action.machine-damage.engine)."""
    doing = battle.state.turn.doing
    machine.halted, machine.landing = not machine.level, machine.level > 0
    if machine.landing and doing is not None and doing.unit == machine.unit:
        land(battle, machine)


def land(battle: Battle[State], machine: Figure) -> None:
    """4+ it lands and stands still, else it crashes; -1 from high altitude (combat-action.vehicles.emergency-landing)."""
    machine.landing = False
    if battle.dice.test(numbers.DIE, numbers.LAND_ON + (machine.level == numbers.HIGHEST), f"landing, {machine.id}"):
        machine.halted = True
        settle(battle, machine)
        battle.record(Changed(who=machine.id, what="has landed and stands still"))
    else:
        crash(battle, machine)


def _pilot_compartment(battle: Battle[State], machine: Figure, pen: int) -> None:
    """Crew hit with the weapon's Pen and out of control; a robot shuts down (combat-action.machine-damage.pilot-compartment,
    combat-action.machine-damage.control-core)."""
    if machine.profile.vehicle:
        machine.loose = FOR_GOOD
        for rider in [one for one in battle.state.riders(machine) if one.seat in (PILOT, GUNNER)]:
            hit(battle, rider, pen)
    elif machine.level:
        crash(battle, machine)
    else:
        wreck(battle, machine, SHUT_DOWN)


def _power_plant(battle: Battle[State], machine: Figure) -> None:
    """All locations go; on the ground it rolls on for one turn, a flyer crashes (combat-action.machine-damage.power-plant)."""
    machine.broken = tuple(numbers.LOCATIONS)
    if machine.level:
        crash(battle, machine)
        return
    machine.wreck, machine.wrecked, machine.loose = DESTROYED, battle.state.turn.number, ONCE
    machine.ready, machine.ap = -1, 0
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
    battle.record(Exploded(what=machine.profile.name, at=machine.at, radius=numbers.EXPLOSION_REACH))
    for rider in state.riders(machine):
        hit(battle, rider, numbers.EXPLOSION_PEN)
    row, gaps = board(battle).row, board(battle).gaps_from(machine.base())
    others = [figure for figure in state.bodies() if figure.id != machine.id and not figure.level]
    for figure in [one for one in others if gaps[row[one.id]] <= numbers.EXPLOSION_REACH]:
        if not figure.gone and battle.dice.test(numbers.DIE, numbers.EXPLOSION_ON, f"explosion, {figure.id}"):
            hit(battle, figure, numbers.EXPLOSION_PEN, int(figure.flat))


def hit_piece(battle: Battle[State], piece: Piece, pen: int, start: Point) -> None:
    """A hit on a section: the test against its PF, then the table (combat-action.damage.buildings)."""
    if penetrates(battle, pen, protection(piece), piece.id):
        affect(battle, piece, numbers.rolled(battle, numbers.SECTIONS, f"building, {piece.id}"), start)
    else:
        battle.record(Section(piece=piece.name or piece.id, result=UNHURT))


def affect(battle: Battle[State], piece: Piece, result: str, start: Point) -> None:
    """A hole in it, or it comes down on those inside: on some, or on all (combat-action.damage.section-pierced,
    combat-action.damage.partial-collapse, combat-action.damage.section-destroyed)."""
    result, new = worsened(piece, result, start)
    battle.record(Section(piece=piece.name or piece.id, result=result))
    inside = [figure for figure in battle.state.bodies() if not figure.level and piece.holds(figure.at)]
    lay_anew(battle, new)
    if result == "pierced":
        return
    for figure in [one for one in battle.state.bodies() if one.hides == piece.id]:
        figure.hides = ""
        battle.record(Changed(who=figure.id, what="hides no more"))
    for figure in [one for one in inside if one.foot]:
        settle(battle, figure)
    for figure in inside:
        if result == "destroyed" or battle.dice.test(numbers.DIE, numbers.BLAST_ON, f"collapse, {figure.id}"):
            hit(battle, figure, numbers.EXPLOSION_PEN, int(figure.flat))
