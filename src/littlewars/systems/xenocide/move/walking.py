"""A unit's move on foot: asked, checked and carried out (xenocide.move.paths, xenocide.orders.run-minimum)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from random import Random
from typing import ClassVar

from littlewars.engine import Battle, Choose, Leg, Legs, Move, Option, Point, Pose, Refusal, Step, Verb
from littlewars.engine.measures import INCH
from littlewars.engine.moves import along, ends_of, in_step, straight_to
from littlewars.engine.names import in_the_way, ref
from littlewars.engine.showing import Drag, Trace, stretches
from littlewars.kit.march import on_trial
from littlewars.table.board.board import Clash
from littlewars.table.board.groups import all_pairs
from littlewars.table.constants import TOUCH
from littlewars.table.facing import step_to
from littlewars.table.formation.planner import MoveRequest, plan
from littlewars.table.moving.walk import Walked, length_of, touches_passing, walk_in_turn, walk_many
from littlewars.table.shapes.bases import gap, gap_point, moved
from littlewars.table.shapes.boxes import around

from ..basics.events import Moved
from ..basics.numbers import APART, REACH
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, close_comrades, hangs_together, is_aloft, put, tabletop
from ..harm.wounds import lay_down
from .ways import Allowance, charge, grounded, is_plain, loss_of, passage_of, price, refuse_apart, regroup

DROPS = 0.1  # how often a made-up move leaves a crew's weapon behind
CHARGES = 0.4  # how often a made-up move near enemies goes for them
TIMES_ROUND = 16  # directions in which a unit that has to move looks for a way (xenocide.orders.run-minimum)
Ends = dict[str, Point]
Ways = Mapping[str, tuple[Point, ...]]  # of those who went, from where they began
Forbids = Callable[[Ends], Refusal | None]  # what else there is against ending so


class Walk:
    """One unit's move: what is allowed, and ideas. Made anew for each question; what it looked for is kept."""

    verbs: ClassVar[Mapping[str, Verb]] = {"go": Verb()}

    def __init__(self, battle: Battle[State], unit: Unit, allowance: Allowance, forbids: Forbids | None = None) -> None:
        self.battle, self.unit, self.allowance, self.forbids = battle, unit, allowance, forbids
        self.movers = [battle.state.figures[name] for name in allowance.most]
        self.places = {figure.id: figure.at for figure in self.movers}
        self.least = min(allowance.least, max(allowance.most.values(), default=0))  # as far as it has it

    def ask(self, rule: str, prompt: str) -> Move:
        """The Move."""
        start = {name: Pose(at) for name, at in self.places.items()}
        verbs = {**self.verbs, "drop": Verb(most=1)} if any(figure.bears for figure in self.movers) else self.verbs
        least = dict.fromkeys(start, self.least) if self.allowance.least else None
        more = {"verbs": verbs, "fallbacks": lambda: self.fallbacks, "least": least}
        return Move.by(self, self.unit.side, rule, prompt, start, self.allowance.most, **more).about(*start, unit=self.unit.id)

    async def go(self, rule: str, how: str, prompt: str = "") -> Ways:
        """Asked and carried out."""
        return await go(self.battle, await self.ask(rule, prompt or f"{ref(self.unit.id)} {how}"), how)

    def refuse(self, legs: Legs) -> Refusal | None:
        """Why they may not go so; the least distance last, for it may be waived."""
        spent, refusal = self.judged(legs)
        if refusal is not None or spent >= self.least - TOUCH:
            return refusal
        least = min(self.least, max(self._most(ends_of(legs)).values(), default=0))  # what markers leave of it
        if spent < least - TOUCH and not self._engages(ends_of(legs)) and self._ideas():
            return Refusal("xenocide.orders.run-minimum", f"a run goes {least / INCH:g} inches at least")
        return None

    def judged(self, legs: Legs) -> tuple[int, Refusal | None]:
        """What is spent on a way, and what is wrong with it."""
        ends = ends_of(legs)
        spent, refusal = self._walk(legs, ends, self._most(ends))
        refusal = refusal or refuse_apart(self.battle, self.unit, ends, lambda: bool(self.regrouped))
        refusal = refusal or (self.forbids(ends) if self.forbids else None)
        return spent, refusal or refuse_weapons(self.battle, legs, self.allowance.most)

    @property
    def on_foot(self) -> dict[str, int]:
        """How far everybody walks at most."""
        return self.allowance.most

    def _most(self, ends: Ends) -> dict[str, int]:
        """Everybody's allowance; markers shorten it when anybody ends nearer to an enemy it saw
        (xenocide.suppressed-move.towards, xenocide.suppressed-move.away, xenocide.suppressed-move.run)."""
        loss, most = loss_of(self.battle, self.allowance, ends), self.allowance.most
        return {name: max(0, far - loss) for name, far in most.items()} if loss else most

    def _walk(self, legs: Legs, ends: Ends, most: dict[str, int]) -> tuple[int, Refusal | None]:
        """One after another on the board; what the model that spends most has spent."""
        if legs and all(leg.is_straight for leg in legs) and (glanced := self._glance(legs, ends, most)):
            return glanced
        spent = 0
        with on_trial(board(self.battle), [leg.who for leg in legs]):
            for figure, leg, found in self._in_turn(legs):
                if refusal := self._too_far(figure.id, found.cost, found.clash, most):
                    return spent, refusal
                if self.passes_contact(figure, leg):
                    return spent, Refusal("xenocide.move.engaging", f"{ref(figure.id)} touches an enemy on the way and stops")
                spent = max(spent, found.cost)
        return spent, None

    def _too_far(self, name: str, cost: int, clash: Clash | None, most: dict[str, int]) -> Refusal | None:
        """Something is in his way, or he has not so much (xenocide.move.paths, xenocide.move.allowance)."""
        if clash is not None:
            return Refusal("xenocide.move.paths", f"{ref(name)}: {in_the_way(clash.id)} is in the way")
        if cost <= most[name]:
            return None
        rule = "xenocide.move.allowance" if cost > self.allowance.most[name] else "xenocide.suppressed-move.towards"
        return Refusal(rule, f"{ref(name)} would go {cost / INCH:.2f} of {most[name] / INCH:g} inches")

    def _glance(self, legs: Legs, ends: Ends, most: dict[str, int]) -> tuple[int, Refusal | None] | None:
        """A quick look at straight ways: what is wrong whoever goes first, for they may be in each other's way; or how far the
        farthest goes, if all go over open ground, past no enemy."""
        table, figures = board(self.battle), self.battle.state.figures
        walks = walk_many(table, list(ends), list(ends.values()), passage_of(self.battle, self.movers[0]))
        lengths = walks.lengths.tolist()
        longest: int = max(lengths)
        if not walks.all_free or longest > min(most.values()):
            found = zip(ends, lengths, walks.clashes(table), strict=True)
            wrong = (self._too_far(who, far, clash, most) for who, far, clash in found if clash is None or clash.id not in ends)
            if refusal := next(filter(None, wrong), None):
                return 0, refusal
        if not walks.all_free or lengths != walks.costs.tolist():
            return None
        if not is_plain(self.battle, around([self.places[name] for name in ends] + list(ends.values()))):
            return None
        near = table.least_gap(list(ends), grounded(self.battle, self.unit.side)) <= longest + 2 * TOUCH
        return None if near and any(self.passes_contact(figures[leg.who], leg) for leg in legs) else (longest, None)

    def _in_turn(self, legs: Legs) -> Iterator[tuple[Figure, Leg, Walked]]:
        """Everybody who goes anywhere with what his way costs, each when those before him have gone."""
        table, figures, going = board(self.battle), self.battle.state.figures, [leg for leg in legs if leg.path]
        if going and all(leg.is_straight for leg in going):
            names, ends = [leg.who for leg in going], [leg.path[0] for leg in going]
            walked = walk_in_turn(table, names, ends, passage_of(self.battle, figures[names[0]]))
            for leg, one in zip(going, walked, strict=False):
                yield figures[leg.who], leg, self.price(figures[leg.who], leg, one)
            return
        for leg in going:
            yield figures[leg.who], leg, self.price(figures[leg.who], leg)
            table.move(leg.who, moved(table.base(leg.who), leg.path[-1]))

    def price(self, figure: Figure, leg: Leg, walked: Walked | None = None) -> Walked:
        """What a way costs; `walked`: what came of it, if it was tried."""
        return price(self.battle, figure, leg.path, walked)

    def passes_contact(self, figure: Figure, leg: Leg) -> bool:
        """Does it touch an enemy on the way, and not stop there (xenocide.move.engaging)? Whom it stands beside does not."""
        if not leg.path or is_aloft(self.battle.state, figure):
            return False
        return touches_passing(board(self.battle), figure.id, leg.path, grounded(self.battle, self.unit.side), TOUCH)

    @property
    def regrouped(self) -> Legs:
        """How a unit that was separated comes together, in the movement phase; nothing if it cannot or need not."""
        if self.battle.state.turn.phase != "movement" or hangs_together(self.battle.state.standing(self.unit)):
            return ()
        tries = ({name: max(0, far - loss) for name, far in self.on_foot.items()} for loss in (0, self.allowance.loss))
        found = (regroup(self.battle, self.unit, most) for most in tries)
        able = (legs for legs in found if legs and self.judged(legs)[1] is None)
        key = ("regrouped", self.unit.id, tuple(self.allowance.most.items()))
        return tabletop(self.battle).until_move(key, lambda: next(able, ()))

    def _engages(self, ends: Ends) -> bool:
        """Does it end in contact (xenocide.orders.run-stop)?"""
        table, rows = board(self.battle), grounded(self.battle, self.unit.side)
        there = (table.gaps_from(moved(table.base(name), at))[rows] for name, at in ends.items())
        return not self.unit.airborne and any((gaps <= TOUCH).any() for gaps in there)

    @cached_property
    def fallbacks(self) -> list[Legs]:
        """Staying, or coming together; where that is not allowed the first ways that are."""
        return [self.regrouped] if not self.allowance.least else self._ideas() or [self.regrouped]

    def _ideas(self) -> list[Legs]:
        """Some ways that cover the least distance, if there is any (xenocide.orders.run-minimum)."""
        return tabletop(self.battle).until_move(("ideas", type(self).__name__, self.unit.id, self.least), self._find_ideas)

    def _find_ideas(self) -> list[Legs]:
        """The first that fits: all in step, else each as it can; where all cannot go together those who carry nothing go."""
        figures, bears = self.battle.state.figures, any(figure.bears for figure in self.movers)
        far = max(self.on_foot.values(), default=0)
        parts = (far, (far + self.least) // 2, self.least + TOUCH // 2)
        ways = [step_to((0, 0), 36000 * n // TIMES_ROUND, part) for part in parts for n in range(TIMES_ROUND)]
        others = (tuple(leg for leg in self._legs(by) if not figures[leg.who].bears) for by in ways if bears)
        for legs in chain((in_step(self.places, by) for by in ways), map(self._legs, ways), others):
            spent, refusal = self.judged(legs)
            if refusal is None and spent >= self.least - TOUCH:
                return [legs]
        return []

    def _legs(self, by: Point) -> Legs:
        """The unit shifted by a vector, as well as it can."""
        return along(plan(board(self.battle), self._order(), by).paths) if self.movers else ()

    def _order(self) -> MoveRequest:
        return MoveRequest(list(self.places), self.on_foot, all_pairs(APART), passage_of(self.battle, self.movers[0]))

    def propose(self, rng: Random) -> Legs | None:
        """Somewhere, by chance; now and then into contact with somebody near. None: off the table."""
        if not self.movers:
            return ()
        if rng.random() < CHARGES and (enemies := self._near_enemies()):
            return charge(self.battle, self.movers, self.allowance.most, rng.choice(enemies))
        far = rng.randint(self.least, max(self.least, max(self.allowance.most.values())))
        dx, dy = step_to((0, 0), rng.randrange(36000), far)
        legs = in_step(self.places, (dx, dy))
        if refuse_weapons(self.battle, legs) is None:
            (west, south, east, north), (width, depth) = around(list(self.places.values())), board(self.battle).size
            return None if west < -dx or south < -dy or east > width - dx or north > depth - dy else legs  # a quick look
        drops = rng.random() < DROPS  # else the bearer stays with it
        bearers = [figure.id for figure in self.movers if figure.bears]
        kept = [leg for leg in legs if drops or leg.who not in bearers]
        return tuple(Leg(leg.who, (Step("drop"), *leg.steps)) if leg.who in bearers else leg for leg in kept)

    def _near_enemies(self) -> list[Unit]:
        """Enemy units that somebody could reach."""
        state, table, own, far = self.battle.state, board(self.battle), list(self.places), max(self.allowance.most.values())
        anybody = table.least_gap(own, tabletop(self.battle).enemy_rows(state, self.unit.side)) <= far
        foes = [(foe, table.rows(one.id for one in state.standing(foe))) for foe in state.foes_of(self.unit.side) if anybody]
        return [foe for foe, rows in foes if table.least_gap(own, rows) <= far]

    def plan(self, drag: Drag) -> Legs:
        """A drag of the unit, or of one figure of it."""
        named = [name for name in self.places if name in drag.who]
        if len(named) < 2:
            return straight_to(dict.fromkeys(named, drag.to))
        x, y = self.places[drag.who[0] if drag.who[0] in named else named[0]]
        return self._legs((drag.to[0] - x, drag.to[1] - y))

    def trace(self, leg: Leg) -> Trace:
        """One model's way with its price."""
        figure = self.battle.state.figures[leg.who]
        most, cost = self._most(ends_of((leg,))).get(leg.who, 0), self.price(figure, leg).cost if leg.path else 0
        way = (figure.at, *leg.path)
        return Trace(leg.who, way, cost, most, stretches(way), {leg.who: (*way[-1], figure.face)})


def go_along(battle: Battle[State], legs: Legs, how: str, arrive: Callable[[Battle[State], Figure, Point], None] = put) -> Ways:
    """Everybody on his way; the ways that were gone, each from where it began."""
    figures = battle.state.figures
    trail = {leg.who: (figures[leg.who].at, *leg.path) for leg in legs if leg.path}
    for name, way in trail.items():
        battle.record(Moved(figure=name, path=way, face=figures[name].face, how=how))
        figures[name].moved = True
        arrive(battle, figures[name], way[-1])
    return trail


async def go(battle: Battle[State], legs: Legs, how: str) -> Ways:
    """The same on foot: weapons are left where their bearers stood, or taken over at the end."""
    for leg in legs:
        if any(step.verb == "drop" for step in leg.steps):
            lay_down(battle.state, battle.state.figures[leg.who])
    trail = go_along(battle, legs, how)
    await take_over(battle, [battle.state.figures[name] for name in trail])
    return trail


def refuse_weapons(battle: Battle[State], legs: Legs, most: Mapping[str, int] | None = None) -> Refusal | None:
    """A bearer moves with one or more comrades who were within an inch, may go as far as he does and end so, whose strengths
    and his add up to the size of the weapon; or he leaves it, which is the step "drop"."""
    figures = battle.state.figures
    bearers = [figures[leg.who] for leg in legs if figures[leg.who].bears and all(step.verb != "drop" for step in leg.steps)]
    ways = {leg.who: leg.path for leg in legs if leg.path} if bearers else {}
    ends = {name: moved(figures[name].base(), path[-1]) for name, path in ways.items()}
    for bearer in (one for one in bearers if one.id in ends):
        size, there, far = battle.state.gun(bearer.bears).size, ends[bearer.id], length_of(bearer.at, ways[bearer.id])
        free = [one for one in close_comrades(battle, bearer) if not one.bears and (most is None or most.get(one.id, 0) >= far)]
        near = [one for one in free if gap(ends.get(one.id) or one.base(), there) <= REACH]
        strength = sum(figure.profile.strength for figure in (bearer, *near))
        if not near or strength < size:
            words = f"{ref(bearer.id)} needs others beside him with a strength of {size} in all, or leaves the weapon"
            return Refusal("xenocide.size.crew-weapon-moving", words)
    return None


async def take_over(battle: Battle[State], moved_ones: Iterable[Figure]) -> None:
    """Who ends a move within an inch of a weapon of his side that lies there may take it over (xenocide.size.crew)."""
    state = battle.state
    able = [one for one in moved_ones if not (one.gone or one.bears or one.profile.vehicle or is_aloft(state, one))]
    for one in [one for one in state.lying if able and one.side == state.side_of(able[0])]:
        names = tuple(f.id for f in able if not f.bears and gap_point(f.base(), (one.x, one.y)) <= REACH)
        if not names:
            continue
        takes = [Option(name, f"{ref(name)} takes it over", of=(name,), means="go") for name in names]
        options = [*takes, Option("leave", "It stays where it lies", of=names, means="hold")]
        ask = Choose(one.side, "xenocide.size.crew", f"Who takes over the {state.gun(one.weapon).name}?", options)
        chosen = await ask.about(*names, unit=state.figures[names[0]].unit, topic="plan")
        if chosen != "leave":
            state.figures[chosen].bears = one.weapon
            state.lying.remove(one)
