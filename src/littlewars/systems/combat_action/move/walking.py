"""Walk and charge: asked, checked, answered on the way, carried out (combat-action.actions.walk,
combat-action.actions.charge)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from littlewars.engine import Battle, Leg, Legs, Move, Point, Pose, Refusal, Step, Verb
from littlewars.engine.names import in_the_way, length, ref
from littlewars.engine.showing import Drag, Touch, Trace
from littlewars.table.facing import step_to
from littlewars.table.moving.charge import beside
from littlewars.table.moving.route import as_far_as, route
from littlewars.table.moving.walk import Path, Walk, Way, faces_along, heading, length_of, walk
from littlewars.table.shapes.bases import moved

from ..basics.events import Moved
from ..basics.numbers import CHARGE, CONTACT, HIGHEST
from ..basics.state import Figure, State
from ..basics.tabletop import board, passage, put
from ..ready.ready import Course, answer_move
from ..units.squads import disturb, meets, rejoin, touched
from .limits import Limit, limit_of, places_near

WALK, RUN, AWAY = "combat-action.actions.walk", "combat-action.actions.charge", "combat-action.close-combat.break-away"
RISE, SINK = "rise", "sink"
LIFTS = {RISE: Verb(most=1), SINK: Verb(most=1)}  # combat-action.vehicles.altitude
CLOSES = 0.6  # how often a made-up charge near enemies goes for them
TOWARDS_LIMIT = 0.85
TO_TERRAIN = 0.3  # how often it goes beside terrain


class March:
    """One model's walk or charge: what is allowed, and ideas."""

    def __init__(self, battle: Battle[State], figure: Figure, charge: bool, breaks: bool = False) -> None:
        self.battle, self.figure, self.charge, self.breaks = battle, figure, charge, breaks
        self.reach = figure.move() * (CHARGE if charge else 1)
        self.limit: Limit | None = limit_of(battle, figure)
        self.rule = RUN if charge else WALK
        self.touched = {foe.id for foe in touched(battle, figure)}

    def ask(self) -> Move:
        """The Move."""
        figure = self.figure
        verbs = {"go": Verb(), **(LIFTS if figure.profile.flyer else {})}
        prompt = f"{ref(figure.id)} {'charges' if self.charge else 'walks'}"
        side, start = self.battle.state.side_of(figure), {figure.id: Pose(figure.at, figure.face, figure.level)}
        ask = Move.by(self, side, self.rule, prompt, start, {figure.id: self.reach}, verbs=verbs, fallbacks=self.fallbacks)
        return ask.about(figure.id, unit=figure.unit)

    # ---- what is allowed

    def refuse(self, legs: Legs) -> Refusal | None:
        """Why it may not go so."""
        figure, points = self.figure, points_of(legs)
        level = level_of(figure, legs)
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
        if refusal := self._refuse_contact(end, level):
            return refusal
        return self.limit.refuse(end) if self.limit else None

    def _refuse_contact(self, end: Point, level: int) -> Refusal | None:
        """Only a charge ends in contact, never after breaking away nor of a pinned model (combat-action.actions.walk,
        combat-action.close-combat.break-away, combat-action.actions.movement-actions)."""
        if level or (self.charge and not self.breaks and self.limit is None):
            return None
        met = self.met(end)
        if self.breaks and met:
            return Refusal(AWAY, f"{ref(self.figure.id)} would touch {ref(met[0].id)}")
        new = [foe for foe in met if foe.id not in self.touched]
        return Refusal(self.rule, f"{ref(self.figure.id)} would touch {ref(new[0].id)}") if new else None

    def met(self, at: Point) -> list[Figure]:
        """Whom it would touch there."""
        return meets(self.battle, self.figure, moved(self.figure.base(), at), self.figure.foot)

    # ---- ideas

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
            legs = self.into_contact(rng.choice(near)) if near else ()
            if legs:
                return legs
        if rng.random() < TO_TERRAIN and (places := places_near(self.battle, self.figure, self.reach).tolist()):
            x, y = rng.choice(places)
            return self._along((x, y))
        steps = [Step("go", step_to(self.figure.at, rng.randrange(36000), int(rng.random() * self.reach)))]
        if self.figure.profile.flyer and rng.random() < 0.4:
            steps.append(Step(rng.choice((RISE, SINK))))
        return (Leg(self.figure.id, tuple(steps)),)

    def into_contact(self, foe: Figure) -> Legs:
        """A way that ends beside an enemy: straight on, else round; nothing if there is none."""
        places = beside(self.figure.base(), foe.base(), CONTACT // 2)
        tries = (*(self._along(at) for at in places), *(self._to(at) for at in places[:3]))
        return next((legs for legs in tries if legs and self.refuse(legs) is None), ())

    # ---- for people

    def plan(self, drag: Drag) -> Legs:
        """A drag: straight there, round what is in the way, or as far as it goes; a drag onto an enemy is a charge at him."""
        figure, last = self.figure, (Step(drag.verb),) if drag.verb in LIFTS else ()
        if self.charge and not last and (foes := self.met(drag.to)):
            return self.into_contact(foes[0])
        allowed = passage(self.battle, figure)
        way = route(board(self.battle), figure.id, drag.to, self.reach, allowed) or as_far_as(
            board(self.battle), figure.id, [drag.to], self.reach, allowed
        )
        steps = (*(Step("go", point) for point in way), *last)
        return (Leg(figure.id, steps),) if steps else ()

    def trace(self, leg: Leg) -> Trace:
        """The way with its length, and whom it touches at the end."""
        points = points_of((leg,))
        path = (self.figure.at, *points)
        touches = tuple(Touch(foe.id, "attacked") for foe in self.met(path[-1]))
        return Trace(leg.who, path, length_of(path[0], path[1:]), self.reach, meets=touches)


def points_of(legs: Legs) -> list[Point]:
    """Where the legs lead."""
    return [step.to for leg in legs for step in leg.steps if step.verb == "go" and step.to is not None]


def level_of(figure: Figure, legs: Legs) -> int:
    """The level at the end (combat-action.vehicles.flying-robots)."""
    verbs = [step.verb for leg in legs for step in leg.steps]
    return figure.level + verbs.count(RISE) - verbs.count(SINK)


def walked(battle: Battle[State], figure: Figure, path: Path | list[Point], level: int) -> Walk:
    """A way on the board; at altitude it leads over everything, and the end must be free on its level
    (combat-action.vehicles.altitude)."""
    table, fly = board(battle), max(level, figure.level)
    found = walk(table, figure.id, path, passage(battle, figure, fly))
    if found.clash is not None or fly == level:
        return found
    there, last = passage(battle, figure, level), path[-1] if path else figure.at
    end = moved(figure.base(), last.to, last.face) if isinstance(last, Way) else moved(figure.base(), last)
    return found._replace(clash=table.stands(end, {figure.id, *there.ghosts}, cost=there.cost))


async def go(
    battle: Battle[State], figure: Figure, points: Sequence[Point], level: int, how: str, contact: bool = False
) -> None:
    """Carry a way out: answered on it, then the model stands at its end if it is still there."""
    path = (figure.at, *points)
    long = length_of(path[0], path[1:])
    fly = max(level, figure.level)
    faces = tuple(faces_along(path, figure.face))
    turns = () if figure.profile.radius else faces
    figure.hides = ""  # combat-action.actions.hide
    figure.lower()
    start, before = figure.at, figure.level
    if long and not await answer_move(battle, figure, Course(path, turns, fly, contact)):
        figure.went += length_of(start, [figure.at])
        return
    figure.level = level
    put(battle, figure, path[-1], faces[-1] if faces and figure.profile.machine else None)
    figure.went += long
    figure.moved = battle.state.turn.number if long else figure.moved
    how += "" if level == before else " and rises" if level > before else " and sinks"
    battle.record(Moved(figure=figure.id, path=path, face=figure.face, how=how))
    disturb(battle, figure)
    rejoin(battle.state, battle.state.units[figure.unit], figure)


async def march(battle: Battle[State], figure: Figure, charge: bool, breaks: bool) -> None:
    """Asked and carried out."""
    task = March(battle, figure, charge, breaks)
    legs = await task.ask()
    points, level = points_of(legs), level_of(figure, legs)
    contact = charge and not level and bool(task.met(points[-1] if points else figure.at))
    await go(battle, figure, points, level, "charges" if charge else "walks", contact)
