"""A vehicle's move: asked, checked, carried out leg by leg with all it runs into (xenocide.vehicle.move-with-side): models run
down, vehicles rammed and pushed, structures hit (xenocide.vehicle.overrun*, xenocide.vehicle.ram*)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from random import Random

from littlewars.engine import Battle, Leg, Legs, Move, Point, Pose, Refusal, Step, Verb
from littlewars.engine.measures import INCH
from littlewars.engine.moves import straight_to
from littlewars.engine.names import ref
from littlewars.engine.showing import Drag, Touch, Trace
from littlewars.kit.asking import Offer, ask_plan
from littlewars.table.constants import TOUCH
from littlewars.table.facing import step_to
from littlewars.table.moving.ram import Contact, meeting
from littlewars.table.moving.spots import spot, step_aside
from littlewars.table.moving.steer import towards
from littlewars.table.moving.walk import Way, length_of
from littlewars.table.shapes.bases import moved, overlaps

from ..basics.events import Dodged, Moved, Rammed
from ..basics.numbers import D3, TEN
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import WRECK, board, elsewhere, is_aloft, put
from ..harm.wounds import destroy, hurt, land, remove
from ..vehicles.mounts import exchange
from ..vehicles.speed import HALT, TURN, can_drive, distances, drive_of, ideas, met, read_course, stop, straight_due
from .snapping import begin_march

RULE = "xenocide.vehicle.move-with-side"
KEEP, GOES_ON = "xenocide.vehicle.cannot-keep-distance", "xenocide.vehicle.ram-continue"
DODGE_BLADES, POWER_BLADES = -2, 1  # xenocide.vehicle.blades
OFFERS = Offer("on", "Drive on", "go"), Offer("stop", "Stop here", "hold")
ASIDE = {1: -4500, 2: 0, 3: 4500}  # half left, ahead, half right (xenocide.vehicle.ram-push)


class Driving:
    """What a vehicle may do in its move."""

    def __init__(self, battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
        self.battle, self.unit, self.vehicle = battle, unit, vehicle
        self.least, self.most = distances(unit, vehicle)

    def ask(self) -> Move:
        """The Move: straight runs and turns of 45 degrees."""
        name, side, start = self.vehicle.id, self.unit.side, {self.vehicle.id: Pose(self.vehicle.at, self.vehicle.face)}
        prompt = f"Drive {ref(self.unit.id)}, {self.least / INCH:g} to {self.most / INCH:g} inches"
        halts = {} if self.unit.increment else {HALT: Verb()}  # anywhere along the way (xenocide.vehicle.load-and-deploy)
        verbs = {"go": Verb(), "turn": Verb(turn=TURN, straight=straight_due(self.unit)), **halts}
        more = {"verbs": verbs, "fallbacks": lambda: [self.usual], "least": {name: self.least} if self.least else None}
        return Move.by(self, side, RULE, prompt, start, {name: self.most}, **more).about(name, unit=self.unit.id)

    def refuse(self, legs: Legs) -> Refusal | None:
        """Not through friends, into what bars the way or off the table, as long as there is another way
        (xenocide.vehicle.overrun, xenocide.vehicle.cannot-keep-distance); flyers may leave (xenocide.vehicle.flying)."""
        course = read_course(self.battle, self.unit, self.vehicle, legs[0] if legs else None)
        if isinstance(course, Refusal):
            return course
        if legs == self.usual:  # whatever it runs into
            return None
        if course.cost > self.most:
            return Refusal("xenocide.vehicle.increment-range", f"{course.cost / INCH:.2f} of {self.most / INCH:g} inches")
        for contact, other in self._met(course.ways):
            if other is not None and self.battle.state.side_of(other) == self.unit.side:
                return Refusal("xenocide.vehicle.overrun", f"{ref(other.id)} is in the way")
            if other is None and not self.vehicle.profile.flies and (self.least <= 0 or self.lawful):
                more = ", and there is another way" if self.least > 0 else ""
                return Refusal(KEEP, f"{contact.what.id or 'the edge'} is in the way{more}")
        if course.cost < self.least - TOUCH and self.lawful:
            return Refusal(KEEP, f"{ref(self.vehicle.id)} drives {self.least / INCH:g} inches at least")
        return None

    def _met(self, ways: Iterable[Way]) -> Iterator[tuple[Contact, Figure | None]]:
        """What it would run into, and the model if it is one."""
        return ((one, _body(self.battle.state, one)) for way in ways for one in met(self.battle, self.vehicle, way))

    @cached_property
    def lawful(self) -> Legs:
        """The first idea that covers the distance and runs into nothing that it must not; nothing if there is none."""
        state = self.battle.state
        for leg in ideas(self.unit, self.vehicle):
            course = read_course(self.battle, self.unit, self.vehicle, leg)
            if isinstance(course, Refusal) or not self.least - TOUCH <= course.cost <= self.most:
                continue
            if all(other is not None and state.side_of(other) != self.unit.side for _, other in self._met(course.ways)):
                return (leg,)
        return ()

    @cached_property
    def usual(self) -> Legs:
        """Staying where that is allowed, else the first way that keeps the distance, else straight on into whatever comes."""
        ahead = step_to(self.vehicle.at, self.vehicle.face, self.least + TOUCH)
        return () if self.least <= 0 else self.lawful or straight_to({self.vehicle.id: ahead})

    def propose(self, rng: Random) -> Legs:
        """One of the ideas, with a length by chance."""
        if rng.random() < 0.5:
            far, at, face = rng.randint(self.least, max(self.least, self.most)), self.vehicle.at, self.vehicle.face
            half, whole = (Step("go", step_to(at, face, part)) for part in (far // 2, far))
            return (Leg(self.vehicle.id, (whole,) if self.unit.increment else (half, Step(HALT), whole)),)
        return (rng.choice(list(ideas(self.unit, self.vehicle))),)

    def plan(self, drag: Drag) -> Legs:
        """A way towards a place: straight on as far as a turn needs, turned towards it by 45 degrees at most, and on."""
        spin = 2 * INCH if drive_of(self.vehicle).spins and not self.unit.increment else None
        due = straight_due(self.unit) + 4  # thousandths, for the grid
        found = towards(self.vehicle.at, self.vehicle.face, drag.to, self.most, due, spin, TURN)
        steps = tuple(Step("turn", face=way.face) if way.how == "turn" else Step("go", way.to) for way in found)
        return (Leg(self.vehicle.id, steps),) if steps else ()

    def trace(self, leg: Leg) -> Trace:
        """The way with its price, and who would be run into."""
        course, path = read_course(self.battle, self.unit, self.vehicle, leg), (self.vehicle.at, *leg.path)
        if isinstance(course, Refusal):
            return Trace(leg.who, path, 0, self.most)
        meets = tuple(Touch(one.what.id, "rammed") for one, _ in self._met(course.ways) if one.what.kind == "body")
        return Trace(leg.who, path, course.cost, self.most, (), {leg.who: (*path[-1], course.face)}, meets=meets)


async def drive(battle: Battle[State], unit: Unit, vehicle: Figure) -> None:
    """Its move; a flyer ordered to stand, or that nobody steers, crashes (xenocide.vehicle.flying-minimum)."""
    if vehicle.profile.flies and (unit.increment < 1 or distances(unit, vehicle)[1] <= 0):
        await destroy(battle, vehicle)
        return
    legs = await Driving(battle, unit, vehicle).ask()
    course = read_course(battle, unit, vehicle, legs[0] if legs else None)
    if isinstance(course, Refusal) or not (course.ways or course.turned):
        return
    trail, known = [vehicle.at], set[str]()
    vehicle.moved = True
    for number, way in enumerate(course.ways, 1):
        goes_on = await _leg(battle, unit, vehicle, way, known, trail)
        trail.append(vehicle.at)
        if goes_on and number in course.halts and number < len(course.ways):  # at its end everybody may anyway
            await exchange(battle, vehicle)
            goes_on = can_drive(battle.state, vehicle)  # or nobody steers it any more (xenocide.vehicle.passenger-piloted)
        if not goes_on:
            break
    else:
        put(battle, vehicle, vehicle.at, course.face)
    step_off(battle, vehicle)
    battle.record(Moved(figure=vehicle.id, path=tuple(trail), face=vehicle.face, how="drives"))
    if not vehicle.gone and len(set(trail)) > 1:
        begin_march(battle.state, unit, {vehicle.id: tuple(trail)})


async def _leg(battle: Battle[State], unit: Unit, vehicle: Figure, way: Way, known: set[str], trail: list[Point]) -> bool:
    """A leg with all that it meets in turn, whom it has not met already; False: it stops (xenocide.vehicle.ram-continue)."""
    state = battle.state
    if vehicle.face != way.face:
        put(battle, vehicle, vehicle.at, way.face)
    while contact := _next(battle, vehicle, way._replace(start=vehicle.at), known):
        other = _body(state, contact)
        if other is None:
            put(battle, vehicle, contact.at)
            if contact.what.kind == "edge":
                remove(battle, vehicle, "left")
            elif contact.what.kind == "piece":  # half of strength and increment, rounded up (xenocide.vehicle.ram-structure)
                power = (vehicle.profile.strength + unit.increment + 1) // 2
                stop(unit)
                await land(battle, hurt(battle, vehicle, power))
            return False
        again, friend = other.id in known, state.side_of(other) == unit.side
        known.add(other.id)
        if not other.profile.vehicle and not friend:
            await run_down(battle, unit, vehicle, other, (way.to[0] - vehicle.x, way.to[1] - vehicle.y))
            continue
        put(battle, vehicle, contact.at)  # it stops short of friends (xenocide.vehicle.cannot-keep-distance)
        drives_on = not again and not friend and await ram(battle, unit, vehicle, other)
        if not drives_on or any(one.what.id == other.id for one in met(battle, vehicle, way._replace(start=vehicle.at))):
            stop(unit)
            return False
        driven = length_of(trail[0], [*trail[1:], vehicle.at])  # who has gone as far as he must may stop now
        if driven >= distances(unit, vehicle)[0] - TOUCH and await ask_plan(state, unit, GOES_ON, "go on?", *OFFERS) == "stop":
            return False
    put(battle, vehicle, way.to)
    return True


def _body(state: State, contact: Contact) -> Figure | None:
    """The model that is run into, if it is one."""
    return state.figures.get(contact.what.id) if contact.what.kind == "body" else None


def _next(battle: Battle[State], vehicle: Figure, way: Way, but: set[str]) -> Contact | None:
    """The first thing on the way but troops and wrecks that it has met already (xenocide.vehicle.ram-continue)."""
    passed = {name for name in but if not battle.state.figures[name].profile.vehicle}
    passed |= {f"{WRECK}{name}" for name in but}  # who is destroyed by this impact does not hinder it
    return next((one for one in met(battle, vehicle, way) if one.what.id not in passed), None)


async def run_down(battle: Battle[State], unit: Unit, vehicle: Figure, figure: Figure, leg: Point) -> None:
    """A model dodges by its melee skill or less and steps aside; else it takes a hit for each wound it has left; flyers hurt
    nobody (xenocide.vehicle.overrun, xenocide.vehicle.overrun-damage, xenocide.vehicle.flying)."""
    if vehicle.profile.flies:
        push_aside(battle, vehicle, figure, leg)
        return
    blades = vehicle.profile.can("blades")
    skill = figure.profile.melee + (DODGE_BLADES if blades else 0)
    dodged = battle.dice.test(TEN, max(0, skill), f"dodge, {figure.id}", low=True)
    battle.record(Dodged(figure=figure.id, skill=skill, passed=dodged))
    power = vehicle.profile.strength + unit.increment + (POWER_BLADES if blades else 0)
    await land(battle, [] if dodged else hurt(battle, figure, power, figure.left))
    if not figure.gone:
        push_aside(battle, vehicle, figure, leg)


def push_aside(battle: Battle[State], vehicle: Figure, figure: Figure, leg: Point) -> None:
    """To the nearest free place at its side of the way, or beside the hull; else it dies (xenocide.vehicle.overrun)."""
    table, base, others = board(battle), figure.base(), [figure.id, *elsewhere(battle, is_aloft(battle.state, figure))]
    at = step_aside(table, figure.id, vehicle.box(), leg, others)
    if at or (at := spot(table, base, figure.at, lambda p: not overlaps(moved(base, p), vehicle.base()), ignore=others)):
        put(battle, figure, at)
    else:
        remove(battle, figure, "killed")


def step_off(battle: Battle[State], vehicle: Figure) -> None:
    """Whoever dodged it on one leg makes room where it rests after another, and is not run down (xenocide.vehicle.overrun)."""
    if vehicle.gone:
        return
    table, hull, others = board(battle), vehicle.base(), elsewhere(battle, vehicle.profile.flies)
    for figure in [battle.state.figures[name] for name in table.ids(table.gaps_from(hull) == 0) if name not in others]:
        if not figure.profile.vehicle and overlaps(figure.base(), hull):
            push_aside(battle, vehicle, figure, (figure.x - vehicle.x, figure.y - vehicle.y))


async def ram(battle: Battle[State], unit: Unit, vehicle: Figure, target: Figure) -> bool:
    """Strength and increment hit the target; head on its speed counts, too, and both take it, else the rammer takes half. True:
    it may drive on (xenocide.vehicle.ram, xenocide.vehicle.ram-head-on, xenocide.vehicle.ram-flank)."""
    head_on = meeting(vehicle.box(), target.box()).how == "head-on"
    power = vehicle.profile.strength + unit.increment + (battle.state.units[target.unit].increment if head_on else 0)
    back = power if head_on else (power + 1) // 2
    battle.record(Rammed(figure=vehicle.id, target=target.id, power=power, back=back, head_on=head_on))
    await land(battle, [*hurt(battle, target, power), *hurt(battle, vehicle, back)])
    if not target.gone:
        await push(battle, target, vehicle.face, power - target.profile.strength)
    return not vehicle.disabled


async def push(battle: Battle[State], target: Figure, facing: int, points: int) -> None:
    """An inch for each point of power above its strength, ahead or half aside by a d3; it keeps its facing, stops at what bars
    its way; troops in it dodge (xenocide.vehicle.ram-push)."""
    if points <= 0:
        return
    to = step_to(target.at, (facing + ASIDE[battle.dice.roll(D3, f"push, {target.id}")]) % 36000, points * INCH)
    for contact in met(battle, target, Way("go", target.at, to, target.face)):
        other = _body(battle.state, contact)
        if other is None or other.profile.vehicle:
            to = contact.at
            break
        if not battle.dice.test(TEN, other.profile.melee, f"dodge, {other.id}", low=True):
            await land(battle, hurt(battle, other, target.profile.strength, other.left))
        if not other.gone:
            push_aside(battle, target, other, (to[0] - target.x, to[1] - target.y))
    put(battle, target, to)
