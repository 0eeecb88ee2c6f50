"""Driving and flying (combat-action.actions.pilot, combat-action.vehicles.movement, combat-action.vehicles.altitude)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from littlewars.engine import Battle, Leg, Legs, Move, Point, Pose, Refusal, Step, Verb
from littlewars.engine.names import in_the_way, length, ref
from littlewars.engine.showing import Drag, Trace
from littlewars.table.constants import FULL_TURN
from littlewars.table.facing import facing_to, step_to, turn_towards
from littlewars.table.moving.steer import turns
from littlewars.table.moving.walk import Way, length_of
from littlewars.table.shapes.bases import Box, corners, moved

from ..basics.events import Moved
from ..basics.numbers import HIGHEST, LOW, QUARTER, TURNS
from ..basics.state import Figure, State
from ..basics.tabletop import put
from ..ready.ready import Course, answer_move
from .walking import LIFTS, RISE, SINK, walked

RULE, ALTITUDE = "combat-action.vehicles.movement", "combat-action.vehicles.altitude"
SLACK = 40  # thousandths that an end may lie beside the line of the hull


class Drive(NamedTuple):
    """A way read: its legs with their facing, whether it goes backwards, how far it may go so, the level at the end, and its
    turns (combat-action.vehicles.movement)."""

    ways: tuple[Way, ...]
    back: bool
    most: int
    level: int
    turns: Sequence[int]

    @property
    def length(self) -> int:
        """How far it goes."""
        return sum(length_of(way.start, [way.to]) for way in self.ways)


def read(vehicle: Figure, legs: Legs) -> Drive:
    """The steps of an answer: turns on the spot and straight legs; rise and sink for flyers."""
    at, face, level = vehicle.at, vehicle.face, vehicle.level
    ways, back = list[Way](), False
    for step in (step for leg in legs for step in leg.steps):
        if step.verb == "turn" and step.face is not None:
            face = step.face % FULL_TURN
            ways.append(Way("turn", at, at, face))
        elif step.to is not None:
            back = back or step.verb == "back"
            ways.append(Way(step.verb, at, step.to, face))
            at = step.to
        elif step.verb in (RISE, SINK):
            level += 1 if step.verb == RISE else -1
    return Drive(tuple(ways), back, vehicle.move() // (2 if back else 1), level, turns(vehicle.face, tuple(ways)))


class Steering:
    """One vehicle's move: what is allowed, and ideas."""

    def __init__(self, battle: Battle[State], vehicle: Figure) -> None:
        self.battle, self.vehicle = battle, vehicle
        self.free = vehicle.profile.walker or vehicle.profile.flyer  # they turn as they like

    def ask(self) -> Move:
        """The Move."""
        vehicle = self.vehicle
        verbs = {"go": Verb(), "turn": Verb(most=None if self.free else TURNS), "back": Verb()}
        verbs |= LIFTS if vehicle.profile.flyer else {}
        side, start = self.battle.state.side_of(vehicle), {vehicle.id: Pose(vehicle.at, vehicle.face, vehicle.level)}
        ask = Move.by(self, side, RULE, f"{ref(vehicle.id)} moves", start, {vehicle.id: vehicle.move()}, verbs=verbs)
        return ask.about(vehicle.id, unit=vehicle.unit)

    def refuse(self, legs: Legs) -> Refusal | None:
        """Up to MV forwards or half MV backwards, two turns of up to 90 degrees (combat-action.vehicles.movement)."""
        vehicle, drive = self.vehicle, read(self.vehicle, legs)
        if not 0 <= drive.level <= HIGHEST or abs(drive.level - vehicle.level) > 1:
            return Refusal(ALTITUDE, f"{ref(vehicle.id)} changes one level at most")
        if not self.free and (len(drive.turns) > TURNS or any(abs(turn) > QUARTER for turn in drive.turns)):
            return Refusal(RULE, f"{ref(vehicle.id)} turns at most twice, by up to 90 degrees")
        if not self.free and not all(_straight(way) for way in drive.ways):
            return Refusal(RULE, f"{ref(vehicle.id)} goes straight ahead or back")
        if drive.back and any(way.how == "go" for way in drive.ways):
            return Refusal(RULE, f"{ref(vehicle.id)} goes forwards or backwards, not both")
        if drive.length > drive.most:
            return Refusal(RULE, f"{ref(vehicle.id)} would go {length(drive.length)} of {length(drive.most)}")
        clash = walked(self.battle, vehicle, drive.ways, drive.level).clash
        return Refusal(RULE, f"{ref(vehicle.id)}: {in_the_way(clash.id)} is in the way") if clash else None

    # ---- ideas

    def propose(self, rng: Random) -> Legs:
        """A turn, a straight way, perhaps another turn; flyers up or down."""
        vehicle, steps = self.vehicle, list[Step]()
        face, at, left = vehicle.face, vehicle.at, int(rng.random() * vehicle.move())
        if rng.random() < 0.15:
            return (Leg(vehicle.id, (Step("back", step_to(at, face, -left // 2)),)),)
        for part in (left // 2, left - left // 2):
            if rng.random() < 0.6:
                face = (face + rng.randint(-QUARTER, QUARTER)) % FULL_TURN
                steps.append(Step("turn", face=face))
            at = step_to(at, face, part)
            steps.append(Step("go", at))
        if vehicle.profile.flyer and rng.random() < 0.5:
            steps.append(Step(RISE if vehicle.level < LOW or rng.random() < 0.3 else SINK))
        return (Leg(vehicle.id, tuple(steps)),)

    def plan(self, drag: Drag) -> Legs:
        """A drag: turn towards the place and go there as far as it goes, or back."""
        vehicle = self.vehicle
        last = [Step(drag.verb)] if drag.verb in LIFTS else []
        if drag.to == vehicle.at:
            turn = [Step("turn", face=drag.face)] if drag.face is not None else []
            return (Leg(vehicle.id, (*turn, *last)),) if turn or last else ()
        far = length_of(vehicle.at, [drag.to])
        if drag.verb == "back":
            return (Leg(vehicle.id, (Step("back", step_to(vehicle.at, vehicle.face, -min(far, vehicle.move() // 2))),)),)
        steps = self.towards(drag.to, far)
        if drag.face is not None and len([s for s in steps if s.verb == "turn"]) < TURNS:
            steps.append(Step("turn", face=drag.face % FULL_TURN))
        return (Leg(vehicle.id, (*steps, *last)),)

    def towards(self, to: Point, far: int) -> list[Step]:
        """Turn that way, by quarters if need be, and go."""
        vehicle, steps = self.vehicle, list[Step]()
        face, bearing = vehicle.face, facing_to(vehicle.at, to)
        while face != bearing:  # two quarters at most
            face = bearing if self.free else turn_towards(face, bearing, QUARTER)
            steps.append(Step("turn", face=face))
        return [*steps, Step("go", step_to(vehicle.at, face, min(far, vehicle.move())))]

    def trace(self, leg: Leg) -> Trace:
        """The way with the hull at each turn."""
        vehicle, drive = self.vehicle, read(self.vehicle, (leg,))
        path = (vehicle.at, *(way.to for way in drive.ways))
        hulls = [moved(vehicle.base(), way.to, way.face) for way in drive.ways]
        outlines = tuple(tuple(corners(hull)) for hull in hulls if isinstance(hull, Box))
        return Trace(leg.who, path, drive.length, drive.most, hulls=outlines)


def _straight(way: Way) -> bool:
    """Does a leg go where the hull looks, or straight back?"""
    far = length_of(way.start, [way.to])
    end = step_to(way.start, way.face, -far if way.how == "back" else far)
    return abs(end[0] - way.to[0]) <= SLACK and abs(end[1] - way.to[1]) <= SLACK


async def drive(battle: Battle[State], pilot: Figure) -> None:
    """The pilot moves the vehicle; it is answered on its way (combat-action.actions.pilot)."""
    state, vehicle = battle.state, battle.state.figures[pilot.carrier]
    found = read(vehicle, await Steering(battle, vehicle).ask())
    path = (vehicle.at, *(way.to for way in found.ways if way.how != "turn"))
    faces = tuple(way.face for way in found.ways if way.how != "turn")
    for rider in state.riders(vehicle):
        rider.lower()  # combat-action.actions.targeting-device
    if found.length:
        alive = await answer_move(battle, vehicle, Course(path, faces, max(found.level, vehicle.level)))
        vehicle.moved = state.turn.number
        if not alive or (vehicle.halted and not vehicle.level):
            return  # its engine was shot on the way (combat-action.machine-damage.engine)
    vehicle.level = found.level
    put(battle, vehicle, path[-1], found.ways[-1].face if found.ways else None)
    vehicle.went = found.length
    how = "flies" if found.level else "backs" if found.back else "drives"
    battle.record(Moved(figure=vehicle.id, path=path, face=vehicle.face, how=how))
