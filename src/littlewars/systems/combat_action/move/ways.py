"""Ways to walk, charge, drive and fly: asked, checked, answered, carried out (combat-action.actions.walk,
combat-action.actions.charge, combat-action.actions.pilot, combat-action.vehicles.altitude)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from littlewars.engine import Battle, Leg, Legs, Move, Point, Pose, Refusal, Step, Verb
from littlewars.engine.names import in_the_way, length, ref
from littlewars.engine.showing import Drag, Touch, Trace
from littlewars.table.constants import FULL_TURN
from littlewars.table.facing import facing_to, step_to, turn_towards
from littlewars.table.moving.charge import beside
from littlewars.table.moving.route import as_far_as, route
from littlewars.table.moving.steer import turns
from littlewars.table.moving.walk import Path, Walked, Way, heading, length_of, walk
from littlewars.table.shapes.bases import Box, corners, moved

from ..basics.events import Changed, Moved
from ..basics.numbers import BREAK_AWAY, CHARGE, CONTACT, DIE, HIGHEST, LOW, QUARTER, TURNS
from ..basics.state import Figure, State
from ..basics.tabletop import board, passage, put
from ..harm.damage import settle
from ..ready.ready import Course, answer_move
from ..units.squads import disturb, engaged, meets, rejoin, touched
from .limits import Limit, limit_of, places_near

WALK, RUN, AWAY = "combat-action.actions.walk", "combat-action.actions.charge", "combat-action.close-combat.break-away"
DRIVE, ALTITUDE = "combat-action.vehicles.movement", "combat-action.vehicles.altitude"
RISE, SINK = "rise", "sink"
LIFTS = {RISE: Verb(most=1), SINK: Verb(most=1)}  # combat-action.vehicles.altitude
CLOSES = 0.6  # how often a made-up charge near enemies goes for them
TOWARDS_LIMIT = 0.85
TO_TERRAIN = 0.3  # how often it goes beside terrain
SLACK = 40  # thousandths that an end may lie beside the line of the hull


class March:
    """One model's walk or charge: what is allowed, and ideas."""

    def __init__(self, battle: Battle[State], figure: Figure, charge: bool, breaks: bool = False) -> None:
        self.battle, self.figure, self.charge, self.breaks = battle, figure, charge, breaks
        self.reach = figure.move() * (CHARGE if charge else 1)
        self.limit: Limit | None = limit_of(battle, figure)
        self.rule = RUN if charge else WALK
        self.lifts = figure.profile.flyer and figure.lifted != battle.state.turn.number  # one level in an activation
        self.touched = {foe.id for foe in touched(battle, figure)}

    def ask(self) -> Move:
        """The Move."""
        figure = self.figure
        verbs = {"go": Verb(), **(LIFTS if self.lifts else {})}
        prompt = f"{ref(figure.id)} {'charges' if self.charge else 'walks'}"
        side, start = self.battle.state.side_of(figure), {figure.id: Pose(figure.at, figure.face, figure.level)}
        ask = Move.by(self, side, self.rule, prompt, start, {figure.id: self.reach}, verbs=verbs, fallbacks=self.fallbacks)
        return ask.about(figure.id, unit=figure.unit)

    def refuse(self, legs: Legs) -> Refusal | None:
        """Why it may not go so."""
        figure, points, level = self.figure, points_of(legs), level_of(self.figure, legs)
        if not 0 <= level <= HIGHEST or sum(step.verb != "go" for leg in legs for step in leg.steps) > 1:
            return Refusal("combat-action.vehicles.flying-robots", f"{ref(figure.id)} changes one level at most")
        end = points[-1] if points else figure.at
        if not points and level == figure.level and not self.owed():
            return None  # nobody has to leave who cannot
        way = points if figure.profile.radius else heading((figure.at, *points), figure.face)
        found = walked(self.battle, figure, way, level)
        if found.clash is not None:
            return Refusal(self.rule, f"{ref(figure.id)}: {in_the_way(found.clash.id)} is in the way")
        if found.length > self.reach:
            return Refusal(self.rule, f"{ref(figure.id)} would go {length(found.length)} of {length(self.reach)}")
        return self._refuse_contact(end, level) or (self.limit.refuse(end) if self.limit else None)

    def _refuse_contact(self, end: Point, level: int) -> Refusal | None:
        """Only a charge ends in contact, never after breaking away nor of a pinned model (combat-action.actions.walk,
        combat-action.close-combat.break-away, combat-action.actions.movement-actions)."""
        if level or (self.charge and not self.breaks and self.limit is None):
            return None
        met = [foe for foe in self.met(end) if self.breaks or foe.id not in self.touched]
        rule = AWAY if self.breaks else self.rule
        return Refusal(rule, f"{ref(self.figure.id)} would touch {ref(met[0].id)}") if met else None

    def met(self, at: Point) -> list[Figure]:
        """Whom it would touch there."""
        return meets(self.battle, self.figure, moved(self.figure.base(), at), self.figure.foot)

    def owed(self) -> Legs:
        """A way that it has to go, if something binds it and there is one; who has broken away may stay."""
        if self.limit is None:
            return ()
        tries = (self._to(at) for at in self.limit.ideas(self.reach) if at != self.figure.at)
        return next((legs for legs in tries if legs and self.refuse(legs) is None), ())

    def fallbacks(self) -> list[Legs]:
        """What is owed; who has broken away leaves if he can; else staying."""
        if self.breaks and self.limit is None:
            parts = (self.reach // 2, self.reach, self.reach // 4)
            ends = (step_to(self.figure.at, angle, far) for far in parts for angle in range(0, 36000, 1500))
            return [next((legs for at in ends if self.refuse(legs := self._along(at)) is None), ())]
        return [self.owed()]

    def _along(self, *points: Point) -> Legs:
        return (Leg(self.figure.id, tuple(Step("go", point) for point in points)),)

    def _to(self, at: Point) -> Legs:
        """Round what is in the way; nothing if there is no way, or it is there already."""
        if at == self.figure.at:
            return ()
        way = route(board(self.battle), self.figure.id, at, self.reach, passage(self.battle, self.figure))
        return self._along(*way) if way else ()

    def propose(self, rng: Random) -> Legs:
        """Somewhere, by chance; a charge often at somebody near; a flying robot now and then up or down."""
        if self.limit is not None and rng.random() < TOWARDS_LIMIT:
            return self.fallbacks()[0]
        if self.charge and not self.breaks and self.limit is None and rng.random() < CLOSES:
            near = meets(self.battle, self.figure, self.figure.base(), self.figure.foot, self.reach)
            if near and (legs := self.into_contact(rng.choice(near))):
                return legs
        if rng.random() < TO_TERRAIN and (places := places_near(self.battle, self.figure, self.reach).tolist()):
            x, y = rng.choice(places)
            return self._along((x, y))
        steps = [Step("go", step_to(self.figure.at, rng.randrange(36000), int(rng.random() * self.reach)))]
        if self.lifts and rng.random() < 0.4:
            steps.append(Step(rng.choice((RISE, SINK))))
        return (Leg(self.figure.id, tuple(steps)),)

    def into_contact(self, foe: Figure) -> Legs:
        """A way that ends beside an enemy: straight on, else round; nothing if there is none."""
        places = beside(self.figure.base(), foe.base(), CONTACT // 2)
        tries = (*(self._along(at) for at in places), *(self._to(at) for at in places[:3]))
        return next((legs for legs in tries if legs and self.refuse(legs) is None), ())

    def plan(self, drag: Drag) -> Legs:
        """A drag: straight there, round what is in the way, or as far as it goes; a drag onto an enemy is a charge at him."""
        figure, last = self.figure, (Step(drag.verb),) if drag.verb in LIFTS else ()
        if self.charge and not last and (foes := self.met(drag.to)):
            return self.into_contact(foes[0])
        table, allowed = board(self.battle), passage(self.battle, figure)
        way = route(table, figure.id, drag.to, self.reach, allowed)
        way = way or as_far_as(table, figure.id, [drag.to], self.reach, allowed)
        steps = (*(Step("go", point) for point in way), *last)
        return (Leg(figure.id, steps),) if steps else ()

    def trace(self, leg: Leg) -> Trace:
        """The way with its length, and whom it touches at the end."""
        path = (self.figure.at, *points_of((leg,)))
        touches = tuple(Touch(foe.id, "attacked") for foe in self.met(path[-1]))
        return Trace(leg.who, path, length_of(path[0], path[1:]), self.reach, meets=touches)


def points_of(legs: Legs) -> list[Point]:
    """Where the legs lead."""
    return [step.to for leg in legs for step in leg.steps if step.verb == "go" and step.to is not None]


def level_of(figure: Figure, legs: Legs) -> int:
    """The level at the end (combat-action.vehicles.flying-robots)."""
    verbs = [step.verb for leg in legs for step in leg.steps]
    return figure.level + verbs.count(RISE) - verbs.count(SINK)


def walked(battle: Battle[State], figure: Figure, path: Path | list[Point], level: int) -> Walked:
    """A way on the board; at altitude over everything, its end is free on its level (combat-action.vehicles.altitude)."""
    table, fly = board(battle), max(level, figure.level)
    found = walk(table, figure.id, path, passage(battle, figure, fly))
    if found.clash is not None or fly == level:
        return found
    there, last = passage(battle, figure, level), path[-1] if path else figure.at
    end = moved(figure.base(), last.to, last.face) if isinstance(last, Way) else moved(figure.base(), last)
    return found._replace(clash=table.stands(end, {figure.id, *there.ghosts}, cost=there.cost))


async def go(battle: Battle[State], figure: Figure, course: Course, how: str) -> None:
    """Carry a way out, on the ground, in the air or over an obstacle: answered on it, then the model stands at its end if it is
    still there."""
    path, before, level = course.path, figure.level, course.level
    long = length_of(path[0], path[1:])
    if (long or level != before) and not await answer_move(battle, figure, course):
        if not figure.gone:
            settle(battle, figure)  # not on the comrade whom it was just passing
        return
    figure.lifted = figure.lifted if level == before else battle.state.turn.number
    figure.level, figure.foot = level, course.foot_at(path[-1], figure.foot)
    put(battle, figure, path[-1], course.faces[-1] if course.faces else None)
    figure.went += long
    how += "" if level == before else " and rises" if level > before else " and sinks"
    battle.record(Moved(figure=figure.id, path=path, face=figure.face, how=how))
    disturb(battle, figure)
    rejoin(battle.state, figure)


async def march(battle: Battle[State], figure: Figure, charge: bool) -> bool:
    """Asked and carried out; who is held breaks away first (combat-action.close-combat.break-away). Has it gone?"""
    held = engaged(battle, figure)
    if held and not breaks_away(battle, figure):
        return False
    task = March(battle, figure, charge, held)
    legs = await task.ask()
    points, level = points_of(legs), level_of(figure, legs)
    contact = charge and not level and bool(task.met(points[-1] if points else figure.at))
    await go(battle, figure, Course.of(figure, points, level, contact), "charges" if charge else "walks")
    return True


def breaks_away(battle: Battle[State], figure: Figure) -> bool:
    """A d6, 4+ (combat-action.close-combat.break-away)."""
    away = battle.dice.test(DIE, BREAK_AWAY, f"break away, {figure.id}")
    battle.record(Changed(who=figure.id, what="breaks away" if away else "is held in close combat"))
    return away


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
    at, face, level, ways = vehicle.at, vehicle.face, vehicle.level, list[Way]()
    for step in (step for leg in legs for step in leg.steps):
        if step.verb == "turn":
            face = (step.face or 0) % FULL_TURN
            ways.append(Way("turn", at, at, face))
        elif step.to is not None:
            ways.append(Way(step.verb, at, step.to, face))
            at = step.to
        elif step.verb in (RISE, SINK):
            level += 1 if step.verb == RISE else -1
    back = any(way.how == "back" for way in ways)
    return Drive(tuple(ways), back, vehicle.move() // (2 if back else 1), level, turns(vehicle.face, tuple(ways)))


class Steering:
    """One vehicle's move: what is allowed, and ideas."""

    def __init__(self, battle: Battle[State], vehicle: Figure) -> None:
        self.battle, self.vehicle = battle, vehicle
        self.free = vehicle.profile.walker or vehicle.profile.flyer  # they turn as they like

    def ask(self) -> Move:
        """The Move."""
        vehicle, turn = self.vehicle, Verb(most=None if self.free else TURNS)
        verbs = {"go": Verb(), "turn": turn, "back": Verb(), **(LIFTS if vehicle.profile.flyer else {})}
        side, start = self.battle.state.side_of(vehicle), {vehicle.id: Pose(vehicle.at, vehicle.face, vehicle.level)}
        ask = Move.by(self, side, DRIVE, f"{ref(vehicle.id)} moves", start, {vehicle.id: vehicle.move()}, verbs=verbs)
        return ask.about(vehicle.id, unit=vehicle.unit)

    def refuse(self, legs: Legs) -> Refusal | None:
        """Up to MV forwards or half MV backwards, two turns of up to 90 degrees (combat-action.vehicles.movement)."""
        vehicle, drive = self.vehicle, read(self.vehicle, legs)
        if not 0 <= drive.level <= HIGHEST or abs(drive.level - vehicle.level) > 1:
            return Refusal(ALTITUDE, f"{ref(vehicle.id)} changes one level at most")
        if not self.free and (len(drive.turns) > TURNS or any(abs(turn) > QUARTER for turn in drive.turns)):
            return Refusal(DRIVE, f"{ref(vehicle.id)} turns at most twice, by up to 90 degrees")
        if not self.free and not all(_straight(way) for way in drive.ways):
            return Refusal(DRIVE, f"{ref(vehicle.id)} goes straight ahead or back")
        if drive.back and any(way.how == "go" for way in drive.ways):
            return Refusal(DRIVE, f"{ref(vehicle.id)} goes forwards or backwards, not both")
        if drive.length > drive.most:
            return Refusal(DRIVE, f"{ref(vehicle.id)} would go {length(drive.length)} of {length(drive.most)}")
        clash = walked(self.battle, vehicle, drive.ways, drive.level).clash
        return Refusal(DRIVE, f"{ref(vehicle.id)}: {in_the_way(clash.id)} is in the way") if clash else None

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
        """A drag: turn towards the place, by quarters if need be, and go there as far as it goes; or back."""
        vehicle = self.vehicle
        last = [Step(drag.verb)] if drag.verb in LIFTS else []
        if drag.to == vehicle.at:
            turn = [Step("turn", face=drag.face)] if drag.face is not None else []
            return (Leg(vehicle.id, (*turn, *last)),) if turn or last else ()
        far = length_of(vehicle.at, [drag.to])
        if drag.verb == "back":
            return (Leg(vehicle.id, (Step("back", step_to(vehicle.at, vehicle.face, -min(far, vehicle.move() // 2))),)),)
        face, bearing, steps = vehicle.face, facing_to(vehicle.at, drag.to), list[Step]()
        while face != bearing:  # two quarters at most
            face = bearing if self.free else turn_towards(face, bearing, QUARTER)
            steps.append(Step("turn", face=face))
        if drag.face is not None and len(steps) < TURNS:
            last = [Step("turn", face=drag.face % FULL_TURN), *last]
        return (Leg(vehicle.id, (*steps, Step("go", step_to(vehicle.at, face, min(far, vehicle.move()))), *last)),)

    def trace(self, leg: Leg) -> Trace:
        """The way with the hull at each turn."""
        drive = read(self.vehicle, (leg,))
        path = (self.vehicle.at, *(way.to for way in drive.ways))
        hulls = [moved(self.vehicle.base(), way.to, way.face) for way in drive.ways]
        outlines = tuple(corners(hull) for hull in hulls if isinstance(hull, Box))
        return Trace(leg.who, path, drive.length, drive.most, hulls=outlines)


def _straight(way: Way) -> bool:
    """Does a leg go where the hull looks, or straight back?"""
    far = length_of(way.start, [way.to])
    end = step_to(way.start, way.face, -far if way.how == "back" else far)
    return abs(end[0] - way.to[0]) <= SLACK and abs(end[1] - way.to[1]) <= SLACK


async def drive(battle: Battle[State], pilot: Figure) -> None:
    """The pilot moves the vehicle; it is answered on its way (combat-action.actions.pilot)."""
    vehicle = battle.state.figures[pilot.carrier]
    found = read(vehicle, await Steering(battle, vehicle).ask())
    legs = [way for way in found.ways if way.how != "turn"]
    path, faces = (vehicle.at, *(way.to for way in legs)), tuple(way.face for way in legs or found.ways[-1:])
    course, stirs = Course(path, faces, found.level), found.ways or found.level != vehicle.level
    if stirs and not await answer_move(battle, vehicle, course):
        return
    vehicle.level = found.level
    put(battle, vehicle, path[-1], found.ways[-1].face if found.ways else None)
    vehicle.went += found.length
    how = "flies" if found.level else "backs" if found.back else "drives"
    battle.record(Moved(figure=vehicle.id, path=path, face=vehicle.face, how=how))
