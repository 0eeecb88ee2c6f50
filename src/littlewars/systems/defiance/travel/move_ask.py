"""A figure's movement on its orders: how far, whether it may, and the way carried out (defiance.move.*)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from itertools import pairwise
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from littlewars.engine import Battle, Leg, Legs, Move, Pose, Refusal, Step, Verb
from littlewars.engine.names import in_the_way, ref, refs
from littlewars.engine.showing import Drag, Stretch, Trace
from littlewars.table.board.lookout import NEAR_BODY, NEAR_EDGE, NEAR_ENEMY, NEAR_FRIENDS, NEAR_PIECE, look_ahead
from littlewars.table.constants import HAIR, PLAIN, TOUCH
from littlewars.table.facing import Point, facing_to, step_to
from littlewars.table.moving.route import route
from littlewars.table.moving.walk import Passage, Path, Way, points_of, swept_gap, walk
from littlewars.table.moving.walls import contact
from littlewars.table.shapes.bases import Base, centre2, moved, overlaps
from littlewars.table.shapes.boxes import around
from littlewars.table.shapes.legs import at_step, first
from littlewars.table.shapes.legs import steps as steps_between

from ..basics.numbers import REACH, TOP_LEVEL
from ..basics.state import Figure, State
from ..basics.tabletop import Tabletop, apart, board, must_be_climbed, pieces_near, tabletop
from ..move.boarding import BOARDING, get_in
from ..move.contact import LYING, gap_to, lies_on, locks, near, sweeps, touched
from ..move.path import CLASHES, ParsedMove, free_end, move_of, read, roof_under, stands
from ..move.terrain_cost import stretches
from ..units.perimeter import owes_way, parts_ways, refuse_end, refuse_way
from ..vehicles.steering import Rein, can_turn, is_slow, read_hull
from .move_run import carry_out

CHARGE = "defiance.orders.charge-move"
WALKING = ("go", "turn", "prone", "stand", "climb", "up", "down")
IN_THE_AIR = ("fly", "jump")
ASTRAY = 6000  # centidegrees off the way to a goal, by chance
HOME = 0.7  # how often a charge by chance goes right at an enemy within reach
OVER_WALLS = 0.3  # how often a random move looks for walls to climb
COMPASS = tuple(range(0, 36000, 2250))
SHORT = (200, 1000, 2000)  # how far is tried where any small move will do
Check = Callable[[ParsedMove], Refusal | None]
Ends = Callable[[int, bool], bool]  # may it end on this level, prone or not?
Steps = tuple[Step, ...]


class Terms(NamedTuple):
    """What a move may be: its verbs, what else is refused, must it go at all, may it end in contact, where it is meant to go
    (a figure that moves by chance goes about there), and on which levels it may end."""

    verbs: tuple[str, ...] = WALKING
    check: Check | None = None
    must: bool = False
    contact: bool = False
    goal: Point | None = None
    ends: Ends | None = None
    speed: str = ""  # of a mecha: what its turns cost
    contact_way: Callable[[int], Steps] | None = None  # for a figure that must come somewhere: a way within its allowance
    onto: Callable[[Drag, int], Legs] | None = None  # what a drag means before anything else: onto a vehicle, to board it
    bonus: bool = False  # bonus movement after a fight, of either side (defiance.hth.bonus-movement)


TERMS = Terms()


# ---- how far


def allowance(figure: Figure, order: str, speed: str) -> int:
    """The furthest it could move (defiance.move.maximum-distance, defiance.move.sprint-capability)."""
    if figure.craft is not None and is_slow(figure):
        return move_of(figure) * min(1, REACH.get(speed, 1))  # defiance.vehicle.haywire
    if order in ("sprint", "charge"):
        fast = figure.frame.sprints or figure.frame.flies  # a flyer in the air only: on the ground it ends at twice its Move
        return move_of(figure) * (3 if fast else 2)
    if order == "jump":
        return move_of(figure) * 3
    return move_of(figure) * REACH.get(speed, 0)


# ---- may it go so


def passage(battle: Battle[State], figure: Figure, aloft: bool) -> Passage:
    """Friends are walked through, enemies and vehicles not; in the air nobody is in the way."""
    state, place = battle.state, tabletop(battle)
    own, level = state.side_of(figure), figure.level if aloft else 0
    return place.until_roster(("passage", own, level, aloft), lambda: _passage(state, place, own, level, aloft))


def _passage(state: State, place: Tabletop, own: str, level: int, aloft: bool) -> Passage:
    units = [u for u in state.units.values() if u.side == own and u.quality != "Vehicle" and u.id in place.unit_no]
    friends = frozenset(place.unit_no[unit.id] for unit in units)
    elsewhere = frozenset(f.id for f in state.standing() if f.level != level)
    if aloft:
        return Passage(friends, elsewhere, place.going.aloft, over=True)
    return Passage(friends, elsewhere)


class GroundRun(NamedTuple):
    """A part of a way that is on the ground without a break: from where, through which places, and is it the end of the way?"""

    start: Point
    path: list[Point]
    last: bool
    landed: bool  # it came down here


def ground_runs(figure: Figure, parsed: ParsedMove) -> list[GroundRun]:
    """What of a way is on the ground: before it takes off, and after it has come down."""
    found: list[GroundRun] = []
    here: list[Point] = []
    start, aloft = figure.at, figure.aloft
    for way in parsed.path:
        if way.how in IN_THE_AIR:
            if here:
                found.append(GroundRun(start, here, False, aloft))
            here, aloft = [], True
            continue
        if not here:
            start = way.start
        here.append(way.to)
    lands = parsed.level == 0 and not here and parsed.level_changes > 0
    if here or lands:
        found.append(GroundRun(start if here else parsed.at, here or [parsed.at], parsed.level == 0, aloft))
    return found


def refuse_trip(battle: Battle[State], figure: Figure, parsed: ParsedMove, contact: bool) -> Refusal | None:
    """Past no enemy, out of friendly perimeters, onto free ground; contact only on maneuver orders
    (defiance.move.figures-as-obstacles)."""
    if not parsed.moved:
        return _refuse_turn(battle, figure, parsed.face) if figure.craft is not None else None
    state, near = battle.state, look_along(battle, figure, parsed) if parsed.near is None else parsed.near
    in_the_way = near
    if near and not _hulls_near(battle, figure, parsed):  # friends on foot are walked through, but nobody comes down on them
        in_the_way &= ~NEAR_FRIENDS if parsed.level_changes or figure.level else ~(NEAR_FRIENDS | NEAR_BODY)
    for run in ground_runs(figure, parsed) if near else ():
        if in_the_way and (refused := _refuse_bodies(battle, figure, parsed, run, contact, near)):
            return refused
        if near & NEAR_FRIENDS and (refused := refuse_way(state, figure, run.path, run.start if run.landed else None)):
            return refused
    unsure = near & (NEAR_EDGE | NEAR_PIECE | NEAR_BODY) or parsed.level_changes or parsed.turns
    if unsure and (refused := free_end(battle, figure, parsed)):
        return refused
    if parsed.level or not near & NEAR_FRIENDS or (contact and near & NEAR_ENEMY and engages(state, figure, parsed)):
        return None  # who comes into a fight ends where he must (defiance.unit.perimeter-hth)
    return refuse_end(state, figure, parsed.at)


def _refuse_turn(battle: Battle[State], figure: Figure, face: int) -> Refusal | None:
    """An anime mecha that only turns needs room for its hull (defiance.vehicle.turning)."""
    if can_turn(battle, figure, face):
        return None
    return Refusal("defiance.vehicle.turning", f"{ref(figure.id)} has no room to turn so")


def look_along(battle: Battle[State], figure: Figure, parsed: ParsedMove) -> int:
    """A quick look at what may be in the way of a parsed, taken once."""
    if parsed.near is None:
        path = [way.to for way in parsed.path] or [parsed.at]
        parsed.near = look_ahead(board(battle), figure.id, path, TOUCH)
        if not parsed.near & NEAR_ENEMY and _lying_by(battle, figure, path):
            parsed.near |= NEAR_ENEMY
    return parsed.near


def _lying_by(battle: Battle[State], figure: Figure, path: Sequence[Point]) -> bool:
    """A quick look: does an enemy lie so near to a way that he may be touched where his base is not?"""
    place: Tabletop = battle.board or tabletop(battle)
    state, side = battle.state, battle.state.units[figure.unit].side
    known: dict[str, list[Figure]] = place.until_roster("down", dict)
    if side not in known:
        known[side] = [one for one in state.standing() if one.prone and state.units[one.unit].side != side]
    if not known[side]:
        return False
    xs, ys = [figure.x, *[x for x, _ in path]], [figure.y, *[y for _, y in path]]
    west, east, south, north = min(xs), max(xs), min(ys), max(ys)
    for enemy in known[side]:
        reach = figure.frame.reach + LYING * enemy.frame.reach + TOUCH
        if west - reach <= enemy.x <= east + reach and south - reach <= enemy.y <= north + reach:
            return True
    return False


def meets(battle: Battle[State], figure: Figure) -> list[Figure]:
    """Enemies in contact with it where it stands, as `touched` finds them: after a quick look, as mostly nobody is near."""
    at = (figure.x, figure.y)
    near = look_ahead(board(battle), figure.id, (at,), TOUCH) & NEAR_ENEMY
    return touched(battle.state, figure, at) if near or _lying_by(battle, figure, ()) else []


def engages(state: State, figure: Figure, parsed: ParsedMove) -> bool:
    """Would it be held in a fight where its way ends?"""
    return any(locks(figure, enemy) for enemy in touched(state, figure, parsed.at, face=parsed.face))


def _hulls_near(battle: Battle[State], figure: Figure, parsed: ParsedMove) -> bool:
    """A quick look: may a hull be near its path? Nobody goes through one, a friend's or a wreck."""
    place, figures = tabletop(battle), battle.state.figures
    if not place.chapters.vehicles:
        return False
    hulls = place.until_roster("hulls", lambda: [figures[name] for name in place.board if figures[name].craft is not None])
    if not hulls:
        return False
    west, south, east, north = around([figure.at, *(way.to for way in parsed.path)], figure.reach + TOUCH)
    return any(
        one is not figure and west <= one.x + one.reach and one.x - one.reach <= east
        and south <= one.y + one.reach and one.y - one.reach <= north
        for one in hulls
    )  # fmt: skip


def _ways(parsed: ParsedMove, run: GroundRun) -> Path:
    """A mecha's way with the facing it keeps on every stretch."""
    stretches = [way for way in parsed.path if way.to in run.path]
    return tuple(Way("go", way.start, way.to, way.face) for way in stretches)


def _refuse_bodies(
    battle: Battle[State], figure: Figure, parsed: ParsedMove, run: GroundRun, contact: bool, near: int
) -> Refusal | None:
    """Nobody goes through enemies, nor comes down on anybody; impassable ground and the edge stop everybody."""
    start = None if run.start == figure.at else run.start
    path = _ways(parsed, run) if figure.frame.steers else run.path
    clash = walk(board(battle), figure.id, path, _on_foot(battle, figure, run.start), start).clash
    if clash is None and run.landed:
        clash = stands(battle, figure, run.start, figure.face, 0)
    if clash is not None:
        what = f"cannot enter {ref(clash.id)}" if clash.kind == "piece" else f"is stopped by {in_the_way(clash.id)}"
        return Refusal(CLASHES[clash.kind], f"{ref(figure.id)} {what}")
    return _refuse_touching(battle, figure, parsed, run, contact) if near & NEAR_ENEMY else None


def _on_foot(battle: Battle[State], figure: Figure, start: Point) -> Passage:
    """Its passage on foot; on a roof the roof is ground."""
    allowed = passage(battle, figure, aloft=False)
    roof = roof_under(battle, figure, start)
    if roof is None:
        return allowed
    cost = board(battle).field.cost.copy()
    cost[battle.state.pieces.index(roof)] = PLAIN
    return allowed._replace(cost=cost)


def _refuse_touching(
    battle: Battle[State], figure: Figure, parsed: ParsedMove, run: GroundRun, contact: bool
) -> Refusal | None:
    """On Fire orders a figure touches no enemy; on maneuver orders one that does goes no farther
    (defiance.move.figures-as-obstacles, defiance.move.stand-after-contact)."""
    path: Path | list[Point] = _ways(parsed, run) if figure.frame.steers else run.path
    met = _met(battle, figure, run.start, path)
    if not met:
        return None
    if not contact:
        return Refusal("defiance.orders.fire-prohibitions", f"{ref(figure.id)} may not touch {met[0]}")
    if run.last:
        begun = _met(battle, figure, run.start, path[:-1]) if len(path) > 1 else []
        there = touched(battle.state, figure, run.path[-1], face=parsed.face)
        base = moved(figure.base(), run.path[-1], parsed.face)
        stops = [enemy.id for enemy in there if not _is_upon(base, enemy)]
        met = begun or [name for name in met if name not in stops]
    if met:
        return Refusal("defiance.move.figures-as-obstacles", f"{ref(figure.id)} goes no farther when it touches {met[0]}")
    return None


def _is_upon(base: Base, enemy: Figure) -> bool:
    """Has it gone on over somebody who lies there (defiance.hth.contact)?"""
    body = lies_on(enemy)
    return body is not None and overlaps(base, body)


def _met(battle: Battle[State], figure: Figure, start: Point, path: Path | list[Point]) -> list[str]:
    """Enemies on the ground that it touches on a way and did not touch before."""
    state, table = battle.state, board(battle)
    rows = tabletop(battle).enemy_rows(state, state.side_of(figure))
    gaps = swept_gap(table, figure.id, path, None if start == figure.at else start)
    close = {table.names[row] for row in rows[gaps[rows] <= TOUCH].tolist()}
    enemies, legs = (
        [enemy for enemy in state.enemies_of(state.side_of(figure)) if not enemy.aloft],
        [*pairwise((start, *points_of(path)))],
    )
    found = [e for e in enemies if e.id in close or (e.prone and any(sweeps(figure, a, b, e) for a, b in legs))]
    # whom it touches without a fight it may leave (defiance.hth.contact-without-lock)
    return [enemy.id for enemy in found if enemy.id not in figure.locked and not near(figure.base(), enemy)]


# ---- the ask


async def move(battle: Battle[State], figure: Figure, budget: int, rule: str, prompt: str, terms: Terms = TERMS) -> int:
    """Ask for a way and carry it out; a figure that is interrupted and can go on thinks again. What it has left."""
    state, left, went = battle.state, budget, False
    while figure.able:
        now = terms._replace(must=False) if went else terms
        validator = MoveValidator(battle, figure, left, now, budget - left)
        parsed = await _ask(validator, rule, prompt, terms.goal)
        moved = parsed.moved
        went = went or moved or parsed.dropped or parsed.stood
        doing = None if terms.bonus else state.turn.doing
        if moved and doing is not None and figure.id not in doing.moved:
            doing.moved.append(figure.id)
        ended = await carry_out(battle, figure, parsed)
        left = int(parsed.left)
        if ended and parsed.boards:
            get_in(battle, figure, state.figures[parsed.boards])
            return 0
        if ended or left <= 0:
            break
    return left


async def _ask(validator: MoveValidator, rule: str, prompt: str, goal: Point | None) -> ParsedMove:
    """One Move ask for a figure."""
    battle, figure, budget, open_to = validator.battle, validator.figure, validator.budget, validator.verbs
    ask = Move(
        battle.state.units[figure.unit].side,
        rule,
        prompt,
        lambda: {figure.id: Pose((figure.x, figure.y), figure.face, figure.level)},
        lambda: {figure.id: budget},
        validator.refuse,
        verbs=_sheet(open_to),
        fallbacks=validator.fallbacks,
        propose=lambda rng: propose(battle, figure, budget, open_to, rng, goal),
        plan=validator.plan,
        trace=lambda leg: trace(battle, figure, leg, budget, validator.read(leg.steps)),
    )
    faces = not budget or tuple(open_to) == ("turn",)  # it turns on the spot
    parsed = validator.parsed(await ask.about(figure.id, unit=figure.unit, topic="face" if faces else "move"))
    assert not isinstance(parsed, Refusal)
    return parsed


class MoveValidator:
    """Answers to one Move ask are weighed: what they mean, and why they are refused.

    What needs a search is looked for only when an answer needs it, and then once: while it is asked nothing changes.
    """

    def __init__(self, battle: Battle[State], figure: Figure, budget: int, terms: Terms, before: int = 0) -> None:
        self.battle, self.figure, self.budget, self.terms = battle, figure, budget, terms
        self.verbs = _open(terms.verbs, figure.frame.flies, figure.frame.vehicle)
        self.goes = "go" in self.verbs or "jump" in self.verbs  # or does it only turn?
        self.before = before  # allowance spent before it was interrupted
        self._read: dict[Legs, ParsedMove | Refusal] = {}  # an answer is read when it is checked, and again when it is given

    def plan(self, drag: Drag) -> Legs:
        """The way that a drag means."""
        onto = self.terms.onto(drag, self.budget) if self.terms.onto else ()
        return onto or plan(self.battle, self.figure, self.budget, drag, self.terms.contact)

    def parsed(self, legs: Legs) -> ParsedMove | Refusal:
        """The way an answer means."""
        if legs not in self._read:
            self._read[legs] = self.read(legs[0].steps if legs else ())
        return self._read[legs]

    def read(self, steps: Steps) -> ParsedMove | Refusal:
        """The way that some steps mean."""
        figure, leg = self.figure, Leg(self.figure.id, steps)
        if figure.frame.steers:
            return read_hull(self.battle, figure, leg, self.budget, Rein(self.terms.speed), self.before)
        return read(self.battle, figure, leg, self.budget, self.verbs, self.before)

    def refuse(self, legs: Legs) -> Refusal | None:
        """Why an answer is not allowed; a figure that can do nothing of what it must stays where it is."""
        refused = self._refuse(legs)
        stays = refused is not None and not any(leg.steps for leg in legs)
        return None if stays and not self.fallback else refused

    def _refuse(self, legs: Legs) -> Refusal | None:
        parsed, name = self.parsed(legs), self.figure.id
        if isinstance(parsed, Refusal):
            return parsed
        moved = parsed.moved
        if self.terms.must and not moved and (self.levelling or self.engaging or self.least):
            return Refusal("defiance.orders.maneuver-must-move", f"{ref(name)} may not stay where it is")
        alone = moved and not look_along(self.battle, self.figure, parsed) & NEAR_FRIENDS  # the look holds the start, too
        parts = self.parting if self.goes and not alone and not (self.terms.contact_way and self.engaging) else ()
        if parts and not parts_ways(self.battle.state, self.figure, parsed.at, parsed.level):
            return Refusal("defiance.unit.perimeter-involuntary", f"{ref(name)} must leave the friends it stands among")
        refused = self.refuse_moving(parsed)
        boxed_in = refused is not None and refused.rule == CHARGE and not moved and not self.least
        return None if boxed_in else refused  # a figure that cannot come closer stops where it was interrupted

    def refuse_moving(self, parsed: ParsedMove) -> Refusal | None:
        """Why it may not go that way, whether it has to go or not."""
        refused = refuse_trip(self.battle, self.figure, parsed, self.terms.contact)
        if refused is None and self.terms.check is not None:
            refused = self.terms.check(parsed)
        return self.refuse_level(parsed) if refused is None and self.terms.ends is not None else refused

    def refuse_going(self, parsed: ParsedMove) -> Refusal | None:
        """Why it may not go that way, on whatever level it ends."""
        refused = refuse_trip(self.battle, self.figure, parsed, self.terms.contact)
        return refused or (self.terms.check(parsed) if self.terms.check else None)

    def refuse_level(self, parsed: ParsedMove) -> Refusal | None:
        """It ends on the level of its unit; if it cannot come there, on the one where it is (defiance.move.fly-same-level)."""
        figure, ends = self.figure, self.terms.ends
        if ends is None or ends(parsed.level, parsed.prone):
            return None
        if parsed.level == figure.level and not ends(figure.level, figure.prone) and not self.levelling:
            return None
        rule, name = "defiance.move.fly-same-level", ref(figure.id)
        return Refusal(rule, f"{name} must end on the level of its unit, not on {parsed.level}")

    def fallbacks(self) -> list[Legs]:
        """Staying; or if that is not allowed some way that is."""
        return [() if self._refuse(()) is None else self.fallback]

    @cached_property
    def fallback(self) -> Legs:
        """The first way that does what it must; nothing if there is none."""
        ways = (getattr(self, way) for way in ("engaging", "parting", "levelling", "least"))
        found = ((Leg(self.figure.id, steps),) for steps in ways if steps)
        return next((legs for legs in found if self._refuse(legs) is None), ())

    @cached_property
    def levelling(self) -> Steps:
        """A way to a level on which it may end, if it is not there; nothing if there is none."""
        ends = self.terms.ends
        if ends is None or ends(self.figure.level, self.figure.prone):
            return ()
        for steps in _levelling(self.figure, self.verbs):
            parsed = self.read(steps)
            if not isinstance(parsed, Refusal) and ends(parsed.level, parsed.prone) and self.refuse_going(parsed) is None:
                return steps
        return ()

    @cached_property
    def least(self) -> Steps:
        """A small move that is allowed, for a figure that may not stay; nothing if it is boxed in."""
        return self._straight(SHORT, lambda parsed: True)

    @cached_property
    def engaging(self) -> Steps:
        """A way into contact, for a figure that must fight (defiance.hth.engaged-maneuver-orders)."""
        return self.terms.contact_way(self.budget) if self.terms.contact_way else ()

    @cached_property
    def parting(self) -> Steps:
        """A move out of the friends it stands among, if it owes one (defiance.unit.perimeter-involuntary)."""
        state, figure, budget = self.battle.state, self.figure, self.budget
        if self.terms.bonus or not self.goes:
            return ()
        if apart(self.battle, state.unit_of(figure)) or not owes_way(state, figure):
            return ()
        fars = (budget, budget // 2, budget // 4, SHORT[0])
        return self._straight(fars, lambda parsed: parts_ways(state, figure, parsed.at, parsed.level))

    def _straight(self, fars: Sequence[int], ok: Callable[[ParsedMove], bool]) -> Steps:
        """The first straight move, one of sixteen ways, that is all right and allowed; nothing if there is none."""
        verb = "jump" if "jump" in self.verbs else "go"
        for far in fars:
            for face in COMPASS:
                steps = (Step(verb, step_to(self.figure.at, face, far)),)
                parsed = self.read(steps)
                if not isinstance(parsed, Refusal) and ok(parsed) and self.refuse_moving(parsed) is None:
                    return steps
        return ()


@cache
def _sheet(verbs: tuple[str, ...]) -> dict[str, Verb]:
    """The verbs as an ask has them."""
    return {verb: Verb() for verb in verbs}


@cache
def _open(verbs: tuple[str, ...], flies: bool, vehicle: bool) -> tuple[str, ...]:
    """The verbs that are of any use: vehicles do not climb nor go prone, and only flyers change their level."""
    no_use = {"climb", "prone", "stand"} if vehicle else set()  # defiance.vehicle.restrictions
    return tuple(verb for verb in verbs if verb not in (no_use if flies else no_use | {"up", "down"}))


def _levelling(figure: Figure, verbs: tuple[str, ...]) -> Iterator[Steps]:
    """To each other level on the spot or near by, the nearest level first; a prone figure stands up first."""
    if not {"up", "down", "stand"} <= set(verbs):
        return
    rise = (Step("stand"),) if figure.prone else ()
    places = [()] + [(Step("go", step_to(figure.at, face, far)),) for far in SHORT for face in COMPASS]
    for level in sorted({*range(TOP_LEVEL + 1)} - {figure.level}, key=lambda level: abs(level - figure.level)):
        change = (Step("up" if level > figure.level else "down"),) * abs(level - figure.level)
        for go in places:  # in the air there is more room than on the ground
            yield (*rise, *change, *go) if level > figure.level else (*rise, *go, *change)


# ---- by chance, and by hand


def propose(
    battle: Battle[State], figure: Figure, budget: int, verbs: tuple[str, ...], rng: Random, goal: Point | None = None
) -> Legs:
    """A straight way in any direction, or about towards a goal, into contact where it is near; now and then prone, up or down,
    or over a wall."""
    here = (figure.x, figure.y)
    if goal is not None and centre2(here, goal) <= budget * budget and rng.random() < HOME:
        return plan(battle, figure, budget, Drag((figure.id,), goal), contact=True)
    steps: list[Step] = []
    face = rng.randrange(36000) if goal is None else facing_to(here, goal) + rng.randint(-ASTRAY, ASTRAY)
    if figure.prone and "stand" in verbs and rng.random() < 0.5:
        steps.append(Step("stand"))
    if figure.frame.flies and "up" in verbs and rng.random() < 0.3:
        steps.append(Step("up" if figure.level == 0 or (figure.level < 3 and rng.random() < 0.5) else "down"))
    if "jump" in verbs:
        steps = [Step("jump", step_to(here, face, int(budget * rng.random())))]
    elif "go" in verbs:
        to = step_to(here, face, int(budget * rng.random() * (0.5 if figure.prone else 1)))
        climbs = "climb" in verbs and not steps and not figure.prone and not figure.level and rng.random() < OVER_WALLS
        steps += (climbs and _climbs_to(battle, figure, to)) or [Step("go", to)]
    if "prone" in verbs and not figure.prone and not figure.level and rng.random() < 0.1:
        steps.append(Step("prone"))
    if rng.random() < 0.5:
        steps.append(Step("turn", face=rng.randrange(36000)))
    return (Leg(figure.id, tuple(steps)),)


def plan(battle: Battle[State], figure: Figure, budget: int, drag: Drag, contact: bool = False) -> Legs:
    """Where it is dragged: straight, over a wall by climbing, or round what is in the way; onto an enemy, into contact."""
    steps: list[Step] = []
    if contact and not figure.level:
        drag = replace(drag, to=_beside_enemy(battle.state, figure, drag.to))
    if drag.verb in ("prone", "stand", "up", "down"):
        steps.append(Step(drag.verb))
    elif drag.to != figure.at:
        steps += _way_to(battle, figure, budget, drag)
    if drag.face is not None:
        steps.append(Step("turn", face=drag.face % 36000))
    return (Leg(figure.id, tuple(steps)),) if steps else ()


def _beside_enemy(state: State, figure: Figure, to: Point) -> Point:
    """Dragged onto an enemy it comes to stand beside him, bases touching; anywhere else it goes where it is dragged."""
    enemies = [e for e in state.enemies_of(state.side_of(figure)) if not e.aloft]
    onto = [enemy for enemy in enemies if centre2(to, enemy.at) < (enemy.reach + figure.reach) ** 2]
    if not onto:
        return to
    enemy = min(onto, key=lambda enemy: (centre2(to, enemy.at), enemy.id))
    whole = steps_between(figure.at, enemy.at)

    def overlap(k: int) -> bool:
        return gap_to(moved(figure.base(), at_step(figure.at, enemy.at, k, whole)), enemy) < HAIR

    return at_step(figure.at, enemy.at, max(0, first(overlap, whole) - 1), whole)


def _way_to(battle: Battle[State], figure: Figure, budget: int, drag: Drag) -> list[Step]:
    if drag.verb == "jump":
        return [Step("jump", drag.to)]
    if figure.level:
        return [Step("go", drag.to)]
    if climbs := _climbs_to(battle, figure, drag.to):
        return climbs
    straight = walk(board(battle), figure.id, [drag.to], passage(battle, figure, aloft=False))
    if straight.free:
        return [Step("go", drag.to)]
    way = route(board(battle), figure.id, drag.to, 2 * budget, passage(battle, figure, aloft=False))
    return [Step("go", point) for point in way or [drag.to]]


def _climbs_to(battle: Battle[State], figure: Figure, to: Point) -> list[Step]:
    """Over every wall in a straight way, one after another; nothing if there is none."""
    near = [piece for piece in pieces_near(battle, figure.at, to, figure.reach) if must_be_climbed(piece)]
    if not near:
        return []
    walls = [(meets, piece) for piece in near if (meets := contact(figure.base(), figure.at, to, piece))]
    walls.sort(key=lambda one: centre2(figure.at, one[0][0]))
    ends = [_between(one[0][1], then[0][0]) for one, then in pairwise(walls)] + [to]
    return [Step("climb", end, what=wall.id) for (_, wall), end in zip(walls, ends, strict=False)]


def _between(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2


def trace(battle: Battle[State], figure: Figure, leg: Leg, budget: int, parsed: ParsedMove | Refusal) -> Trace:
    """The way with the price of every stretch, and what slows it."""
    if isinstance(parsed, Refusal):
        return Trace(figure.id, (figure.at, *(step.to for step in leg.steps if step.to is not None)), 0, budget)
    parts = []
    for way in parsed.path:
        found = stretches(battle.state.pieces, way.start, way.to, not figure.frame.vehicle)
        slow = [f"{part.ground} terrain" for part in found if part.ground != "open"]
        words = {"climb": f"climbs {way.piece}", "crawl": "crawls", "turn": "turn"}
        why = words.get(way.how, ", ".join(dict.fromkeys(slow)))
        parts.append(Stretch(way.start, way.to, round(way.cost), why))
    if parts and (met := touched(battle.state, figure, parsed.at, parsed.level, parsed.face)):
        names = refs(enemy.id for enemy in met)
        parts[-1] = replace(parts[-1], why=f"{parts[-1].why}; touches {names}".removeprefix("; "))
    if parsed.boards:
        parts.append(Stretch(parsed.at, parsed.at, BOARDING[figure.frame.powered], f"boards {ref(parsed.boards)}"))
    path = (figure.at, *(way.to for way in parsed.path))
    return Trace(figure.id, path, parsed.spent, budget, tuple(parts), {figure.id: (parsed.x, parsed.y, parsed.face)})


async def settle_facing(battle: Battle[State], figure: Figure) -> None:
    """At the end every figure settles on a facing (defiance.move.facing)."""
    if not figure.able or figure.frame.steers:
        return
    prompt = f"{ref(figure.id)}: final facing"
    await move(battle, figure, 0, "defiance.move.facing", prompt, Terms(("turn",)))
