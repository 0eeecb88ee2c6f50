"""A figure's movement on its orders: how far, whether it may, and the way carried out (defiance.move.*)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

from ...engine import Battle, Leg, Legs, Move, Pose, Refusal, Step, Verb
from ...engine.showing import Drag, Stretch, Trace
from ...table.bases import centre2
from ...table.constants import TOUCH
from ...table.facing import Point, facing_to, step_to
from ...table.lookout import NEAR_BODY, NEAR_EDGE, NEAR_FRIENDS, NEAR_PIECE, look_ahead
from ...table.route import route
from ...table.walk import Passage, swept_gap, walk
from .contact import near
from .going import stretches
from .ground import Desk, apart, board, desk, must_be_climbed
from .numbers import INCH, REACH
from .perimeter import owes_way, parts_ways, refuse_end, refuse_way
from .sight import enemy_rows
from .state import Figure, State
from .walking import carry_out
from .ways import Trip, _contact, free_end, read

RULE = "defiance.move.maximum-distance"
WALKING = ("go", "turn", "prone", "stand", "climb", "up", "down")
CRAWLING = ("go", "turn")
SPUR = 1 * INCH  # of Move for a chit spent on a charge (defiance.command.chit-charge)
ASTRAY = 6000  # centidegrees off the way to a goal, by chance
COMPASS = tuple(range(0, 36000, 2250))
Check = Callable[[Trip], Refusal | None]
Steps = tuple[Step, ...]


# ---- how far


def move_of(figure: Figure) -> int:
    """Its MV; a chit spent on a charge raises it."""
    return figure.frame.move + (SPUR if figure.spurred else 0)


def allowance(figure: Figure, order: str, speed: str) -> int:
    """The furthest it could move (defiance.move.maximum-distance, .sprint-capability)."""
    if order in ("sprint", "charge"):
        fast = figure.frame.sprints or figure.frame.flies  # a flyer in the air only: on the ground it ends at twice its Move
        return move_of(figure) * (3 if fast else 2)
    if order == "jump":
        return move_of(figure) * 3
    return move_of(figure) * REACH.get(speed, 0)


# ---- may it go so


def passage(battle: Battle[State], figure: Figure, aloft: bool) -> Passage:
    """Friends are walked through, enemies and vehicles not; in the air nobody is in the way."""
    state, place = battle.state, desk(battle)
    own = state.side_of(figure)
    key = ("passage", own, figure.level, aloft)
    if key not in place.known:
        place.known[key] = _passage(state, place, own, figure.level, aloft)
    found: Passage = place.known[key]
    return found


def _passage(state: State, place: Desk, own: str, level: int, aloft: bool) -> Passage:
    units = [u for u in state.units.values() if u.side == own and u.quality != "Vehicle" and u.id in place.unit_no]
    friends = frozenset(place.unit_no[unit.id] for unit in units)
    elsewhere = frozenset(f.id for f in state.figures.values() if not f.gone and f.level != level)
    if aloft:
        return Passage(friends, elsewhere, place.going.aloft, over=True)
    return Passage(friends, elsewhere)


def refuse_trip(battle: Battle[State], figure: Figure, trip: Trip, contact: bool) -> Refusal | None:
    """Past no enemy, out of friendly perimeters, onto free ground; contact only on maneuver orders (…figures-as-obstacles)."""
    if not trip.path:
        return None
    state, path = battle.state, [way.to for way in trip.path]
    near = trip.near = look_ahead(board(battle), figure.id, path, TOUCH)
    on_foot = all(way.how in ("walk", "crawl", "climb") for way in trip.path)
    in_the_way = near if _vehicles_about(battle) else near & ~NEAR_FRIENDS  # friends on foot are walked through
    if on_foot and in_the_way and (refused := _refuse_bodies(battle, figure, path, contact)):
        return refused
    if on_foot and near & NEAR_FRIENDS and (refused := refuse_way(state, figure, path)):
        return refused
    if near & (NEAR_EDGE | NEAR_PIECE | NEAR_BODY) and (refused := free_end(battle, figure, trip)):
        return refused
    return refuse_end(state, figure, trip.at) if trip.level == 0 and near & NEAR_FRIENDS else None


def _vehicles_about(battle: Battle[State]) -> bool:
    """Is there any vehicle on the table?"""
    known = desk(battle).known
    if "vehicles" not in known:
        known["vehicles"] = any(figure.frame.vehicle for figure in battle.state.figures.values() if not figure.gone)
    return known["vehicles"]  # type: ignore[no-any-return]


def _refuse_bodies(battle: Battle[State], figure: Figure, path: list[Point], contact: bool) -> Refusal | None:
    """Nobody goes through enemies; on Fire orders nobody touches one (defiance.orders.fire-prohibitions)."""
    state, table = battle.state, board(battle)
    walked = walk(table, figure.id, path, passage(battle, figure, aloft=False))
    if walked.clash is not None and walked.clash.kind != "piece":
        rule = "defiance.move.board-edge" if walked.clash.kind == "edge" else "defiance.move.figures-as-obstacles"
        return Refusal(rule, f"{figure.id} is stopped by {walked.clash.id or 'the table edge'}")
    if walked.clash is not None:
        return Refusal("defiance.move.terrain-impassable", f"{figure.id} cannot enter {walked.clash.id}")
    if contact:
        return None
    rows = enemy_rows(battle, figure)
    close = rows[swept_gap(table, figure.id, path)[rows] <= TOUCH].tolist()
    met = {name for row in close if not state.figures[name := table.names[row]].aloft and name not in figure.locked}
    met = {name for name in met if not near(figure.base(), state.figures[name])}  # defiance.hth.contact-without-lock
    if met:
        first = next(enemy.id for enemy in state.enemies_of(state.side_of(figure)) if enemy.id in met)
        return Refusal("defiance.orders.fire-prohibitions", f"{figure.id} may not touch {first}")
    return None


# ---- the ask


async def move(
    battle: Battle[State],
    figure: Figure,
    budget: int,
    rule: str,
    prompt: str,
    *,
    verbs: tuple[str, ...] = WALKING,
    check: Check | None = None,
    must: bool = False,
    contact: bool = False,
    goal: Point | None = None,
) -> bool:
    """Ask for a way and carry it out; whoever is interrupted and can go on thinks again. True if it moved at all.

    `goal`: where it is meant to go; whoever moves by chance goes about there.
    """
    state, left, went = battle.state, budget, False
    while figure.able:
        trip = await _ask(battle, figure, left, rule, prompt, verbs, check, must and not went, contact, goal)
        went = went or trip.moved or trip.dropped or trip.stood
        if trip.moved and state.turn.doing is not None and figure.id not in state.turn.doing.moved:
            state.turn.doing.moved.append(figure.id)
        if await carry_out(battle, figure, trip) or not figure.able:
            break
        left = int(trip.left)
        if left <= 0:
            break
    return went


async def _ask(
    battle: Battle[State],
    figure: Figure,
    budget: int,
    rule: str,
    prompt: str,
    verbs: tuple[str, ...],
    check: Check | None,
    must: bool,
    contact: bool,
    goal: Point | None,
) -> Trip:
    """One Move ask for this figure."""
    open_to = _open(verbs, figure.frame.flies, figure.frame.vehicle)
    weighing = Weighing(battle, figure, budget, open_to, check, must, contact)
    legs = await Move(
        battle.state.side_of(figure),
        rule,
        prompt,
        {figure.id: Pose(figure.at, figure.face, figure.level)},
        {figure.id: budget},
        weighing.refuse,
        verbs={verb: Verb() for verb in open_to},
        ideas=weighing.ideas,
        propose=lambda rng: propose(figure, budget, open_to, rng, goal),
        plan=lambda drag: plan(battle, figure, budget, drag),
        trace=lambda leg: trace(battle, figure, leg, budget, open_to),
    )
    trip = weighing.trip(legs)
    assert not isinstance(trip, Refusal)
    return trip


class Weighing:
    """Answers to one Move ask are weighed: what they mean, and why they are refused.

    What needs a search is looked for only when an answer needs it, and then once: while it is asked nothing changes.
    """

    __slots__ = ("_last", "_least", "_parting", "battle", "budget", "check", "contact", "figure", "must", "verbs")

    def __init__(
        self,
        battle: Battle[State],
        figure: Figure,
        budget: int,
        verbs: tuple[str, ...],
        check: Check | None,
        must: bool,
        contact: bool,
    ) -> None:
        self.battle, self.figure, self.budget, self.verbs = battle, figure, budget, verbs
        self.check, self.must, self.contact = check, must, contact
        self._last: tuple[Legs, Trip | Refusal] | None = None  # what was weighed last is most often what is answered
        self._least: list[Steps] | None = None
        self._parting: list[Steps] | None = None

    def trip(self, legs: Legs) -> Trip | Refusal:
        """The way an answer means."""
        if self._last is None or self._last[0] is not legs:
            leg = legs[0] if legs else Leg(self.figure.id, ())
            self._last = legs, read(self.battle, self.figure, leg, self.budget, self.verbs)
        return self._last[1]

    def refuse(self, legs: Legs) -> Refusal | None:
        """Why an answer is not allowed."""
        trip, name = self.trip(legs), self.figure.id
        if isinstance(trip, Refusal):
            return trip
        if self.must and not trip.moved and self.least():
            return Refusal("defiance.orders.maneuver-must-move", f"{name} may not stay where it is")
        if self.parting() and not parts_ways(self.battle.state, self.figure, trip.at, trip.level):
            return Refusal("defiance.unit.perimeter-involuntary", f"{name} must leave the friends it stands among")
        return self.refuse_moving(trip)

    def refuse_moving(self, trip: Trip) -> Refusal | None:
        """Why it may not go that way, whether it has to go or not."""
        refused = refuse_trip(self.battle, self.figure, trip, self.contact)
        return refused or (self.check(trip) if self.check else None)

    def ideas(self) -> list[Legs]:
        """Staying; or if that is not allowed some way that is."""
        if self.refuse(()) is None:
            return [()]
        return [(Leg(self.figure.id, steps),) for steps in self.parting() or self.least()] or [()]

    def least(self) -> list[Steps]:
        """A small move that is allowed; nothing if there is none."""
        if self._least is None:
            self._least = _least(self.battle, self.figure, self.budget, self.verbs, self.refuse_moving)
        return self._least

    def parting(self) -> list[Steps]:
        """A move out of the friends it stands among, if it owes one."""
        if self._parting is None:
            battle, figure = self.battle, self.figure
            owes = not apart(battle, battle.state.unit_of(figure)) and owes_way(battle.state, figure)
            self._parting = _parting(battle, figure, self.budget, self.verbs, self.refuse_moving) if owes else []
        return self._parting


@cache
def _open(verbs: tuple[str, ...], flies: bool, vehicle: bool) -> tuple[str, ...]:
    """The verbs that are of any use: vehicles do not climb, and only flyers change their level."""
    no_use = {"climb"} if vehicle else set()
    return tuple(verb for verb in verbs if verb not in (no_use if flies else no_use | {"up", "down"}))


def _least(battle: Battle[State], figure: Figure, budget: int, verbs: tuple[str, ...], refuse: Check) -> list[Steps]:
    """Some small move that is allowed, for whoever may not stay; empty if it is boxed in."""
    for far in (200, 1000, 2000):
        for face in COMPASS:
            steps = (Step("jump" if "jump" in verbs else "go", step_to(figure.at, face, far)),)
            trip = read(battle, figure, Leg(figure.id, steps), budget, verbs)
            if not isinstance(trip, Refusal) and refuse(trip) is None:
                return [steps]
    return []


def _parting(battle: Battle[State], figure: Figure, budget: int, verbs: tuple[str, ...], refuse: Check) -> list[Steps]:
    """A straight move, one of sixteen ways, out of the friends it stands among (defiance.unit.perimeter-involuntary)."""
    for far in (budget, budget // 2, budget // 4, 200):
        for face in COMPASS:
            steps = (Step("jump" if "jump" in verbs else "go", step_to(figure.at, face, far)),)
            trip = read(battle, figure, Leg(figure.id, steps), budget, verbs)
            if isinstance(trip, Refusal) or not parts_ways(battle.state, figure, trip.at, trip.level):
                continue
            if refuse(trip) is None:
                return [steps]
    return []


# ---- by chance, and by hand


def propose(figure: Figure, budget: int, verbs: tuple[str, ...], rng: Random, goal: Point | None = None) -> Legs:
    """A straight way in any direction, or about towards a goal; now and then prone, up or down."""
    steps: list[Step] = []
    face = rng.randrange(36000) if goal is None else facing_to(figure.at, goal) + rng.randint(-ASTRAY, ASTRAY)
    if figure.prone and "stand" in verbs and rng.random() < 0.5:
        steps.append(Step("stand"))
    if figure.frame.flies and "up" in verbs and rng.random() < 0.3:
        steps.append(Step("up" if figure.level == 0 or (figure.level < 3 and rng.random() < 0.5) else "down"))
    if "jump" in verbs:
        steps = [Step("jump", step_to(figure.at, face, int(budget * rng.random())))]
    elif "go" in verbs:
        steps.append(Step("go", step_to(figure.at, face, int(budget * rng.random() * (0.5 if figure.prone else 1)))))
    if "prone" in verbs and not figure.prone and not figure.level and rng.random() < 0.1:
        steps.append(Step("prone"))
    if rng.random() < 0.5:
        steps.append(Step("turn", face=rng.randrange(36000)))
    return (Leg(figure.id, tuple(steps)),)


def plan(battle: Battle[State], figure: Figure, budget: int, drag: Drag) -> Legs:
    """Where it is dragged: straight, over a wall by climbing, or round what is in the way."""
    steps: list[Step] = []
    if drag.verb in ("prone", "stand", "up", "down"):
        steps.append(Step(drag.verb))
    elif drag.to != figure.at:
        steps += _way_to(battle, figure, budget, drag)
    if drag.face is not None:
        steps.append(Step("turn", face=drag.face % 36000))
    return (Leg(figure.id, tuple(steps)),) if steps else ()


def _way_to(battle: Battle[State], figure: Figure, budget: int, drag: Drag) -> list[Step]:
    if drag.verb == "jump":
        return [Step("jump", drag.to)]
    if figure.level:
        return [Step("go", drag.to)]
    wall = next((p for p in battle.state.pieces if must_be_climbed(p) and _contact(figure, figure.at, drag.to, p)), None)
    if wall is not None:
        return [Step("climb", drag.to, what=wall.id)]
    straight = walk(board(battle), figure.id, [drag.to], passage(battle, figure, aloft=False))
    if straight.free:
        return [Step("go", drag.to)]
    way = route(board(battle), figure.id, drag.to, 2 * budget, passage(battle, figure, aloft=False))
    return [Step("go", point) for point in way or [drag.to]]


def trace(battle: Battle[State], figure: Figure, leg: Leg, budget: int, verbs: tuple[str, ...]) -> Trace:
    """The way with the price of every stretch, and what slows it."""
    trip = read(battle, figure, leg, budget, verbs)
    if isinstance(trip, Refusal):
        return Trace(figure.id, (figure.at, *(step.to for step in leg.steps if step.to is not None)), 0, budget)
    parts = []
    for way in trip.path:
        slow = [f"{part.ground} terrain" for part in stretches(battle.state.pieces, way.frm, way.to) if part.ground != "open"]
        why = (
            f"climbs {way.piece}" if way.how == "climb" else "crawls" if way.how == "crawl" else ", ".join(dict.fromkeys(slow))
        )
        parts.append(Stretch(way.frm, way.to, round(way.cost), why))
    path = (figure.at, *(way.to for way in trip.path))
    return Trace(figure.id, path, trip.spent, budget, tuple(parts), {figure.id: (trip.x, trip.y, trip.face)})


async def settle_facing(battle: Battle[State], figure: Figure) -> None:
    """At the end every figure settles on a facing (defiance.move.facing)."""
    if not figure.able or figure.frame.vehicle:
        return
    prompt = f"{figure.frame.name} ({figure.id}): final facing"
    await move(battle, figure, 0, "defiance.move.facing", prompt, verbs=("turn",))


def nearest_enemy(state: State, figure: Figure) -> Figure | None:
    """The enemy whose centre is nearest."""
    enemies = list(state.enemies_of(state.side_of(figure)))
    return min(enemies, key=lambda e: (centre2(figure.at, e.at), e.id), default=None)
