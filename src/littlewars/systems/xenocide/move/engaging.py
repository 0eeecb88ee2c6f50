"""Contact: who is engaged with whom, and ways into it (xenocide.move.engaging, xenocide.move.engaged-state); units that were
separated (xenocide.move.coherency-restore); weapons that several carry (xenocide.size.crew-weapon-moving)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain

from littlewars.engine import Battle, Choose, Leg, Legs, Option, Point, Refusal, Step
from littlewars.engine.names import ref, refs
from littlewars.table.board import groups
from littlewars.table.constants import TOUCH
from littlewars.table.kernels.compiled import Ints
from littlewars.table.moving.charge import charge as charged
from littlewars.table.moving.charge import rejoin
from littlewars.table.moving.spots import settled
from littlewars.table.shapes.bases import Disc, gap, middle, moved

from ..basics.events import Engaged
from ..basics.numbers import APART, REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, close_comrades, elsewhere, hangs_together, is_aloft, tabletop
from ..harm.wounds import remove
from .ways import passage_of


def touched_by(battle: Battle[State], figures: Sequence[Figure]) -> list[Unit]:
    """The enemy units of whom any model touches one of these, on the ground (xenocide.move.engaging,
    xenocide.core.inclusive-limits)."""
    state, table = battle.state, board(battle)
    mine = [figure.id for figure in figures if figure.id in table and not is_aloft(state, figure)]
    if not mine:
        return []
    rows = grounded(battle, state.side_of(figures[0]))
    if table.least_gap(mine, rows) > TOUCH:
        return []
    touched = [table.names[row] for name in mine for row in rows[table.gaps(name)[rows] <= TOUCH]]
    return [state.units[name] for name in dict.fromkeys(state.figures[other].unit for other in touched)]


def grounded(battle: Battle[State], side: str) -> Ints:
    """The rows of a side's enemies on the ground: who is in the air touches nobody (xenocide.flight.take-off)."""
    place, state = tabletop(battle), battle.state

    def find() -> Ints:
        foes = [foe for unit in state.foes_of(side) for foe in state.standing(unit)]
        return place.board.rows([foe.id for foe in foes if foe.id in place.board and not is_aloft(state, foe)])

    return place.until_roster(("grounded", side), find)


def can_engage(state: State, one: Unit, other: Unit) -> bool:
    """Troops engage troops; a vehicle only if it strikes itself, or has open passengers; nobody engages a flyer
    (xenocide.vehicle.melee-engagement, xenocide.vehicle.flying)."""
    vehicles = [vehicle for unit in (one, other) if (vehicle := state.vehicle_of(unit)) is not None]
    return len(vehicles) < 2 and all(fights(state, vehicle) for vehicle in vehicles)


def fights(state: State, vehicle: Figure) -> bool:
    """Does a vehicle fight, or anybody in it (xenocide.vehicle.melee-own-attacks, xenocide.vehicle.melee-engagement)?"""
    hull, fighting = vehicle.profile.hull, state.riders(vehicle) if state.is_open(vehicle) else []
    return hull is not None and not vehicle.profile.flies and bool(hull.attacks or fighting)


def engage(battle: Battle[State], unit: Unit, enemy: Unit) -> None:
    """The two are locked in melee (xenocide.move.engaging)."""
    if enemy.id in unit.engaged or not can_engage(battle.state, unit, enemy):
        return
    unit.engaged.append(enemy.id)
    enemy.engaged.append(unit.id)
    battle.record(Engaged(unit=unit.id, enemy=enemy.id))


def engage_all(battle: Battle[State], unit: Unit, but: Iterable[str] = ()) -> list[str]:
    """With everybody whom it touches; `but`: not with those it has just left (xenocide.move.partial-disengage). Those it was
    not engaged with before."""
    met = []
    for enemy in touched_by(battle, battle.state.standing(unit)):
        if enemy.id not in but and enemy.id not in unit.engaged and can_engage(battle.state, unit, enemy):
            engage(battle, unit, enemy)
            unit.charged = True
            vehicle = battle.state.vehicle_of(enemy)
            for inside in battle.state.aboard(vehicle) if vehicle is not None and battle.state.is_open(vehicle) else ():
                engage(battle, unit, inside)  # they defend it (xenocide.vehicle.melee-passengers-defend)
            met.append(enemy.id)
    return met


RESTORE = "xenocide.move.coherency-restore"
LEAVE_IT = "leave"


def largest(state: State, unit: Unit) -> list[tuple[str, ...]]:
    """The largest groups of which all are within 8 inches of each other, by name."""
    figures = state.standing(unit)
    found = groups.largest([[gap(one.base(), other.base()) for other in figures] for one in figures], groups.all_pairs(APART))
    return [tuple(figures[n].id for n in group) for group in found]


def is_apart(state: State, unit: Unit) -> bool:
    """Is anybody out of reach of a comrade? Models in one vehicle count as together (xenocide.move.coherency)."""
    return not hangs_together(state.standing(unit))


def refuse_apart(battle: Battle[State], unit: Unit, ends: Mapping[str, Point], able: Callable[[], bool]) -> Refusal | None:
    """Together at the end; who was not before has to come together if it is able to, else those who are left out are lost
    (xenocide.move.coherency, xenocide.move.coherency-restore)."""
    if hangs_together(battle.state.standing(unit), ends):
        return None
    if not is_apart(battle.state, unit):
        return Refusal("xenocide.move.coherency", f"{ref(unit.id)} would be more than 8 inches apart")
    return Refusal(RESTORE, f"{ref(unit.id)} can come together again") if able() else None


def apart(state: State, unit: str) -> list[str]:
    """Who is out of the largest group, and would be lost if it stayed so (xenocide.move.coherency-restore)."""
    figures = state.standing(state.units[unit])
    together = [figure.id for figure in figures] if hangs_together(figures) else largest(state, state.units[unit])[0]
    return [figure.id for figure in figures if figure.id not in together]


def regroup(battle: Battle[State], unit: Unit, most: dict[str, int]) -> Legs:
    """The outsiders straight towards the largest group, as far as they need to; nothing if that does not bring all together."""
    figures, group = battle.state.standing(unit), largest(battle.state, unit)[0]
    strays = [figure.id for figure in figures if figure.id not in group and figure.id in most]
    ends = rejoin(board(battle), strays, group, most, passage_of(battle, figures[0]))
    return straight_to(ends) if hangs_together(figures, ends) else ()


def gathered(battle: Battle[State], unit: Unit) -> dict[str, Point]:
    """Free places for the outsiders about the middle of the largest group, for those who need no way there."""
    outsiders = apart(battle.state, unit.id)
    goal = middle([figure.at for figure in battle.state.standing(unit) if figure.id not in outsiders])
    return settled(board(battle), outsiders, goal, elsewhere(battle, aloft=False))


async def lose_the_others(battle: Battle[State], unit: Unit) -> None:
    """When the unit has finished its move: the largest group stays, of equal ones the owner's choice; the others are lost."""
    state = battle.state
    if not is_apart(state, unit):
        return
    found = largest(state, unit)
    stays = found[0]
    if len(found) > 1:
        options = [Option(str(n), refs(names), of=names, means="keep") for n, names in enumerate(found)]
        ask = Choose(unit.side, RESTORE, "Which group stays?", options)
        stays = found[int(await ask.about(*chain.from_iterable(found), unit=unit.id, topic="loss"))]
    for figure in state.standing(unit):
        if figure.id not in stays:
            remove(battle, figure, "lost")


def refuse_weapons(battle: Battle[State], legs: Legs) -> Refusal | None:
    """A bearer moves with one or more comrades who were within an inch and end so, whose strengths and his add up to the size
    of the weapon; or he leaves it, which is the step "drop"."""
    figures = battle.state.figures
    laden = [leg for leg in legs if figures[leg.who].bears]
    bearers = [figures[leg.who] for leg in laden if all(step.verb != "drop" for step in leg.steps)]
    if not bearers:
        return None
    ends = {leg.who: moved(figures[leg.who].base(), to) for leg in legs if leg.steps and (to := leg.steps[-1].to) is not None}
    for bearer in (one for one in bearers if one.id in ends):
        size, there = battle.state.gun(bearer.bears).size, ends[bearer.id]
        comrades = [one for one in close_comrades(battle, bearer) if not one.bears]
        near = [one for one in comrades if gap(ends.get(one.id) or one.base(), there) <= REACH]
        strength = sum(figure.profile.strength for figure in (bearer, *near))
        if not near or strength < size:
            words = f"{ref(bearer.id)} needs others beside him with a strength of {size} in all, or leaves the weapon"
            return Refusal("xenocide.size.crew-weapon-moving", words)
    return None


async def take_over(battle: Battle[State], moved_ones: Iterable[Figure]) -> None:
    """Who ends a move within an inch of a weapon of his side that lies there may take it over (xenocide.size.crew)."""
    state = battle.state
    able = [figure for figure in moved_ones if not (figure.gone or figure.bears or figure.profile.vehicle)]
    for one in [one for one in state.lying if able and one.side == state.side_of(able[0])]:
        place = Disc(one.x, one.y, 0)
        near = [figure for figure in able if not figure.bears and gap(figure.base(), place) <= REACH]
        if not near:
            continue
        options = [Option(figure.id, f"{ref(figure.id)} takes it over", of=(figure.id,), means="go") for figure in near]
        options.append(Option(LEAVE_IT, "It stays where it lies", of=tuple(figure.id for figure in near), means="hold"))
        ask = Choose(one.side, "xenocide.size.crew", f"Who takes over the {state.gun(one.weapon).name}?", options)
        chosen = await ask.about(*(figure.id for figure in near), unit=near[0].unit, topic="plan")
        if chosen != LEAVE_IT:
            state.figures[chosen].bears = one.weapon
            state.lying.remove(one)


def charge(battle: Battle[State], movers: list[Figure], most: Mapping[str, int], enemy: Unit) -> Legs:
    """Everybody who can goes into contact with a model of this unit; the others go towards it as far as they get."""
    if not movers:
        return ()
    foes = [foe.id for foe in battle.state.standing(enemy)]
    return straight_to(charged(board(battle), [one.id for one in movers], most, foes, passage_of(battle, movers[0])))


def straight_to(ends: Mapping[str, Point]) -> Legs:
    """Everybody straight to his end."""
    return tuple(Leg(name, (Step("go", end),)) for name, end in ends.items())
