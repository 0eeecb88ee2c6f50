"""The Move part: who goes where, whether he may, and what comes of it (oversoul.move.*, .charge.*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from ...engine import Battle, Choose, Leg, Legs, Move, Pose, Refusal, Verb
from ...table.bases import Base, moved
from ...table.constants import TOUCH
from ...table.walk import length_of
from .aim import touched_enemies
from .allowance import allowance, may_run
from .cohesion import bound, kind_of, largest, refuse_end, split
from .drill import drill_part, may_reform, offer_reform
from .events import Changed, Moved
from .fear import note_way
from .ground import board, put, show
from .ideas import must_fly, proposal, usual_legs
from .leaders import offer_attach
from .legs import LEAST_FLIGHT, VERBS, Trip, begin, in_shallows, price, read_leg, refuse_trip, straight_run
from .rolls import roll
from .state import INCH, Figure, State, Unit

RULE = "oversoul.move.allowance"
CHARGE = 4 * INCH  # oversoul.charge.requirements
FREE_ON = 6  # oversoul.attr.waterborne-aground
VERB_DATA = {verb: Verb() for verb in VERBS}


async def free_from_ground(battle: Battle[State], unit: Unit) -> None:
    """Who is aground rolls a d6 and is stuck this turn unless it is a 6 (oversoul.attr.waterborne-aground)."""
    for figure in battle.state.standing(unit):
        if figure.aground and await roll(battle, figure, 6, (FREE_ON,), "aground") == 0:
            battle.state.acting().stuck.append(figure.id)
            battle.record(Changed(who=figure.id, what="is stuck"))


async def move_part(battle: Battle[State], unit: Unit) -> None:
    """One Move for the unit: as a body in formation, else model by model."""
    state = battle.state
    if unit.tight and not unit.disordered:
        await drill_part(battle, unit)
    elif may_reform(unit) and await offer_reform(battle, unit):
        pass
    else:
        await _loose_move(battle, unit)
    state.acting().split = split(battle, unit)
    await offer_attach(battle, unit)


# ---- loose units


async def _loose_move(battle: Battle[State], unit: Unit) -> None:
    """Every model on its own path, all ending in cohesion (oversoul.move.loose-freedom, .end-in-cohesion)."""
    state = battle.state
    movers = [figure for figure in bound(state, unit) if figure.id not in state.acting().steady]
    if not movers:
        return
    body = await _body(battle, unit)
    start = {figure.id: Pose(figure.at, figure.face, int(figure.airborne)) for figure in movers}
    budget = {figure.id: allowance(state, figure, may_run(state, figure)) for figure in movers}
    legs = await Move(
        unit.side,
        RULE,
        f"Move {unit.name}",
        start,
        budget,
        lambda answer: refuse_legs(battle, unit, answer, body),
        verbs=VERB_DATA,
        spent=lambda leg: spent(battle, leg),
        ideas=lambda: usual_legs(battle, unit),
        propose=lambda rng: proposal(battle, unit, movers, rng),
    )
    apply_legs(battle, unit, legs)


async def _body(battle: Battle[State], unit: Unit) -> list[str]:
    """The group that counts as the unit; of equal ones the owner names it (oversoul.org.cohesion-restored)."""
    groups = battle.once(lambda: tuple(tuple(group) for group in largest(battle, unit)))
    if len(groups) < 2:
        return list(groups[0]) if groups else []
    names = ["+".join(group) for group in groups]
    chosen = await Choose(unit.side, "oversoul.org.cohesion-restored", "Which group do the others rejoin?", names)
    return chosen.split("+")


def spent(battle: Battle[State], leg: Leg) -> int:
    """The price of a leg, for whoever drags it."""
    figure = battle.state.figures[leg.who]
    trip = read_leg(battle, figure, leg)
    return 0 if isinstance(trip, Refusal) else price(battle, figure, trip)[0]


def refuse_legs(battle: Battle[State], unit: Unit, legs: Legs, body: Sequence[str]) -> Refusal | None:
    """Legs in order, each end free when its turn comes; then cohesion, guns and flyers' duties."""
    state = battle.state
    with _trial(battle) as tried:
        for leg in legs:
            figure = state.figures[leg.who]
            trip = read_leg(battle, figure, leg)
            if isinstance(trip, Refusal):
                return trip
            if refusal := refuse_trip(battle, figure, trip):
                return refusal
            tried(figure, trip)
        return _refuse_flyers(battle, unit, legs) or _refuse_guns(battle, unit, legs) or _refuse_split(battle, unit, body)


@contextmanager
def _trial(battle: Battle[State]) -> Iterator[Callable[[Figure, Trip], None]]:
    """Models stand at the end of their ways while the rest is looked at; afterwards everything is as before."""
    table = board(battle)
    before: dict[str, Base] = {}

    def tried(figure: Figure, trip: Trip) -> None:
        if figure.id in table:
            before[figure.id] = table.base(figure.id)
            table.move(figure.id, moved(figure.base(), trip.at, trip.face))

    try:
        yield tried
    finally:
        for name, base in before.items():
            table.move(name, base)


def _refuse_split(battle: Battle[State], unit: Unit, body: Sequence[str]) -> Refusal | None:
    """Where everybody would stand, held against cohesion."""
    state, table = battle.state, board(battle)
    figures = bound(state, unit)
    names = [figure.id for figure in figures]
    if len(figures) < 2 or (all(name in table for name in names) and table.chained(names, kind_of(state, unit).link)):
        return None
    before = {figure.id: figure.base() for figure in figures}
    after = {figure.id: table.base(figure.id) if figure.id in table else figure.base() for figure in figures}
    return refuse_end(state, unit, before, after, body)


def _refuse_flyers(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """Airborne models fly at least an inch or land (oversoul.attr.flying-must-move)."""
    steps = {leg.who: leg for leg in legs}
    for figure in must_fly(battle, unit):
        leg = steps.get(figure.id)
        trip = read_leg(battle, figure, leg) if leg else begin(figure)
        if isinstance(trip, Refusal):
            return trip
        flown = length_of(figure.at, tuple(trip.path))
        if trip.only != "land" and flown < LEAST_FLIGHT:
            return Refusal("oversoul.attr.flying-must-move", f"{figure.id} must fly at least 1 inch or land")
    return None


def _refuse_guns(battle: Battle[State], unit: Unit, legs: Legs) -> Refusal | None:
    """A gun that was moved has a crewman in contact at the end, too (oversoul.artillery.moved-by-crew)."""
    state, table = battle.state, board(battle)
    movers = {leg.who for leg in legs}
    for gun in state.standing(unit):
        if gun.profile.is_gun and gun.id in movers:
            crew = [man.id for man in state.standing(unit) if man.profile.is_trooper]
            if not any(table.gap(gun.id, man) <= TOUCH for man in crew):
                return Refusal("oversoul.artillery.moved-by-crew", f"no crewman would touch {gun.id}")
    return None


# ---- what comes of it


def apply_legs(battle: Battle[State], unit: Unit, legs: Legs) -> None:
    """Everybody goes his way."""
    state = battle.state
    trips = [(state.figures[leg.who], read_leg(battle, state.figures[leg.who], leg)) for leg in legs]
    charging: dict[str, set[str]] = {}
    for figure, trip in trips:
        assert isinstance(trip, Trip)
        if straight_run(figure, trip) >= CHARGE:
            charging[figure.id] = set(_touched(battle, figure))
    for figure, trip in trips:
        assert isinstance(trip, Trip)
        take_trip(battle, figure, trip)
    for name, before in charging.items():
        note_charges(battle, state.figures[name], before)


def _touched(battle: Battle[State], figure: Figure) -> list[str]:
    return touched_enemies(battle, figure) if figure.profile.fights else []


def note_charges(battle: Battle[State], figure: Figure, before: set[str]) -> None:
    """Enemies that a straight run of 4 inches brought into contact in front (oversoul.charge.requirements, .bonus)."""
    doing = battle.state.acting()
    doing.charges += [f"{figure.id}>{name}" for name in _touched(battle, figure) if name not in before]


def take_trip(battle: Battle[State], figure: Figure, trip: Trip) -> None:
    """One model goes, and is what it has become on the way."""
    doing = battle.state.acting()
    if trip.path:
        note_way(battle, figure, [way.to for way in trip.path])
        how = "run" if trip.ran else trip.only or ("fly" if trip.airborne else "go")
        battle.record(Moved(figure=figure.id, path=tuple(way.to for way in trip.path), face=trip.face, how=how))
    if trip.path or trip.stood or trip.prone != figure.prone or trip.only:
        doing.moved.append(figure.id)  # standing up and going prone count as moving (oversoul.attr.sharpshooter)
    if trip.ran:
        doing.ran.append(figure.id)
    for what in ("prone", "airborne", "submerged"):
        if getattr(trip, what) != getattr(figure, what):
            setattr(figure, what, getattr(trip, what))
            battle.record(Changed(who=figure.id, what=what if getattr(trip, what) else f"no longer {what}"))
    if trip.path:
        figure.aground = figure.profile.waterborne and not trip.airborne and in_shallows(battle.state, trip.at)
    put(battle, figure, trip.at, trip.face)
    show(battle, figure)
