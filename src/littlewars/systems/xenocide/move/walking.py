"""A unit's move on foot: asked, checked and carried out (xenocide.move.paths, xenocide.move.coherency,
xenocide.orders.run-minimum, xenocide.broken.passed)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, pairwise
from math import dist
from random import Random
from typing import ClassVar

from littlewars.engine import Battle, Leg, Legs, Move, Point, Pose, Refusal, Step, Verb
from littlewars.engine.measures import INCH
from littlewars.engine.names import in_the_way, ref
from littlewars.engine.showing import Drag, Stretch, Trace
from littlewars.kit.march import legs_of, on_trial
from littlewars.table.board.board import Clash
from littlewars.table.board.groups import all_pairs
from littlewars.table.constants import TOUCH
from littlewars.table.facing import step_to
from littlewars.table.formation.planner import Order, plan
from littlewars.table.moving.walk import Walk as Walked
from littlewars.table.moving.walk import Walks, touches_passing, walk_in_turn, walk_many
from littlewars.table.shapes.bases import moved
from littlewars.table.shapes.boxes import around

from ..basics.events import Moved
from ..basics.numbers import APART
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, hangs_together, is_aloft, put, tabletop
from ..harm.wounds import lay_down
from .engaging import RESTORE, charge, grounded, is_apart, refuse_weapons, regroup, take_over, touched_by
from .ways import Leave, Price, comes_nearer, is_plain, passage_of, price

DROPS = 0.1  # how often a made-up move leaves a crew's weapon behind
CHARGES = 0.4  # how often a made-up move near enemies goes for them
TIMES_ROUND = 16  # directions in which a unit that has to move looks for a way (xenocide.orders.run-minimum)
Ends = dict[str, Point]
Forbids = Callable[[Ends], Refusal | None]  # what else there is against ending so


class Walk:
    """One unit's move: what is allowed, and ideas. Made anew for each question; what it looked for is kept."""

    verbs: ClassVar[Mapping[str, Verb]] = {"go": Verb()}

    def __init__(self, battle: Battle[State], unit: Unit, leave: Leave, forbids: Forbids | None = None) -> None:
        self.battle, self.unit, self.leave, self.forbids = battle, unit, leave, forbids
        self.movers = [battle.state.figures[name] for name in leave.most]
        self.least = min(leave.least, max(leave.most.values(), default=0))  # as far as it has it (xenocide.orders.run-minimum)

    def ask(self, rule: str, prompt: str) -> Move:
        """The Move."""
        start = {figure.id: Pose(figure.at) for figure in self.movers}
        verbs = {**self.verbs, "drop": Verb(most=1)} if any(figure.bears for figure in self.movers) else self.verbs
        least = dict.fromkeys(start, self.least) if self.leave.least else None
        more = {"verbs": verbs, "fallbacks": lambda: self.fallbacks, "least": least}
        ask = Move.by(self, self.unit.side, rule, prompt, start, self.leave.most, **more)
        return ask.about(*start, unit=self.unit.id)

    # ---- what is allowed

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
        refusal = refusal or self._refuse_ends(ends) or (self.forbids(ends) if self.forbids else None)
        return spent, refusal or refuse_weapons(self.battle, legs)

    @property
    def on_foot(self) -> dict[str, int]:
        """How far everybody walks at most."""
        return self.leave.most

    def _most(self, ends: Ends) -> dict[str, int]:
        """Everybody's allowance; markers shorten it when anybody ends nearer to an enemy it saw
        (xenocide.suppressed-move.towards, xenocide.suppressed-move.away, xenocide.suppressed-move.run)."""
        leave = self.leave
        if not leave.loss or not comes_nearer(self.battle, ends, leave.seen):
            return leave.most
        return self._lessened(leave.most)

    def _lessened(self, most: dict[str, int]) -> dict[str, int]:
        """What markers leave of it (xenocide.suppressed-move.towards)."""
        return {name: max(0, far - self.leave.loss) for name, far in most.items()}

    def _walk(self, legs: Legs, ends: Ends, most: dict[str, int]) -> tuple[int, Refusal | None]:
        """One after another on the board; what the model that spends most has spent."""
        spent, table = 0, board(self.battle)
        if legs and all(map(is_straight, legs)):
            walks = walk_many(table, list(ends), list(ends.values()), passage_of(self.battle, self.movers[0]))
            if stopped := self._stopped(walks, ends, most):
                return 0, stopped
            if (far := self._in_step(walks, legs, ends)) is not None:
                return far, None
        with on_trial(table, [leg.who for leg in legs]):
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
        rule = "xenocide.move.allowance" if cost > self.leave.most[name] else "xenocide.suppressed-move.towards"
        return Refusal(rule, f"{ref(name)} would go {cost / INCH:.2f} of {most[name] / INCH:g} inches")

    def _stopped(self, walks: Walks, ends: Ends, most: dict[str, int]) -> Refusal | None:
        """A quick look: what is wrong whoever of them goes first; they may be in each other's way."""
        if walks.all_free and max(walks.lengths.tolist()) <= min(most.values()):
            return None
        found = zip(ends, walks.lengths.tolist(), walks.clashes(board(self.battle)), strict=True)
        wrong = (self._too_far(name, far, clash, most) for name, far, clash in found if clash is None or clash.id not in ends)
        return next(filter(None, wrong), None)

    def _in_turn(self, legs: Legs) -> Iterator[tuple[Figure, Leg, Price]]:
        """Everybody who goes anywhere with what his way costs, each when those before him have gone."""
        table, figures, going = board(self.battle), self.battle.state.figures, [leg for leg in legs if path_of(leg)]
        if going and all(is_straight(leg) for leg in going):
            names, ends = [leg.who for leg in going], [path_of(leg)[0] for leg in going]
            walked = walk_in_turn(table, names, ends, passage_of(self.battle, figures[names[0]]))
            for leg, one in zip(going, walked, strict=False):
                yield figures[leg.who], leg, self.price(figures[leg.who], leg, one)
            return
        for leg in going:
            yield figures[leg.who], leg, self.price(figures[leg.who], leg)
            table.move(leg.who, moved(table.base(leg.who), path_of(leg)[-1]))

    def _in_step(self, walks: Walks, legs: Legs, ends: Ends) -> int | None:
        """A quick look: how far the farthest goes, if all go over open ground, past no enemy."""
        figures = self.battle.state.figures
        if not walks.all_free or (lengths := walks.lengths.tolist()) != walks.costs.tolist():
            return None
        if not is_plain(self.battle, around([figures[name].at for name in ends] + list(ends.values()))):
            return None
        far: int = max(lengths)
        near = board(self.battle).least_gap(list(ends), grounded(self.battle, self.unit.side))
        if near > far + 2 * TOUCH or not any(self.passes_contact(figures[leg.who], leg) for leg in legs):
            return far
        return None

    def price(self, figure: Figure, leg: Leg, walked: Walked | None = None) -> Price:
        """What a way costs; `walked`: what came of it, if it was tried."""
        return price(self.battle, figure, path_of(leg), walked)

    def passes_contact(self, figure: Figure, leg: Leg) -> bool:
        """Does it touch an enemy on the way, and not stop there (xenocide.move.engaging)? Whom it stands beside does not."""
        path = path_of(leg)
        if not path or is_aloft(self.battle.state, figure):
            return False
        return touches_passing(board(self.battle), figure.id, path, grounded(self.battle, self.unit.side), TOUCH)

    def _refuse_ends(self, ends: Ends) -> Refusal | None:
        """Together at the end; who was not before has to come together if that is possible, else those who are left out are
        lost (xenocide.move.coherency, xenocide.move.coherency-restore)."""
        if hangs_together(self.battle.state.standing(self.unit), ends):
            return None
        if not is_apart(self.battle.state, self.unit):
            return Refusal("xenocide.move.coherency", f"{ref(self.unit.id)} would be more than 8 inches apart")
        return Refusal(RESTORE, f"{ref(self.unit.id)} can come together again") if self.regrouped else None

    @property
    def regrouped(self) -> Legs:
        """How a unit that was separated comes together, in the movement phase; nothing if it cannot or need not."""
        if self.battle.state.turn.phase != "movement" or not is_apart(self.battle.state, self.unit):
            return ()
        return tabletop(self.battle).until_move(("regrouped", self.unit.id, tuple(self.leave.most.items())), self._regroup)

    def _regroup(self) -> Legs:
        found = (regroup(self.battle, self.unit, most) for most in (self.on_foot, self._lessened(self.on_foot)))
        return next((legs for legs in found if legs and self.judged(legs)[1] is None), ())

    def _engages(self, ends: Ends) -> bool:
        """Does it end in contact (xenocide.orders.run-stop)?"""
        table = board(self.battle)
        with on_trial(table, list(ends)):
            for name, at in ends.items():
                table.move(name, moved(table.base(name), at))
            return bool(touched_by(self.battle, [self.battle.state.figures[name] for name in ends]))

    # ---- ideas

    @cached_property
    def fallbacks(self) -> list[Legs]:
        """Staying, or coming together; where that is not allowed the first ways that are."""
        return [self.regrouped] if not self.leave.least else self._ideas() or [self.regrouped]

    def _ideas(self) -> list[Legs]:
        """Some ways that cover the least distance, if there is any (xenocide.orders.run-minimum)."""
        return tabletop(self.battle).until_move(("ideas", type(self).__name__, self.unit.id, self.least), self._find_ideas)

    def _find_ideas(self) -> list[Legs]:
        """The first that fits: all in step, else each as it can; where all cannot go together those who carry nothing go."""
        figures, bears = self.battle.state.figures, any(figure.bears for figure in self.movers)
        in_step = (self._shifted(by) for by in self._rounds())
        loosely = (self._legs(by) for by in self._rounds())
        others = (tuple(leg for leg in self._legs(by) if not figures[leg.who].bears) for by in self._rounds() if bears)
        found = next((legs for legs in chain(in_step, loosely, others) if self._covers(legs)), None)
        return [] if found is None else [found]

    def _covers(self, legs: Legs) -> bool:
        spent, refusal = self.judged(legs)
        return refusal is None and spent >= self.least - TOUCH

    def _rounds(self) -> Iterator[Point]:
        far = max(self.on_foot.values(), default=0)
        for part in (far, (far + self.least) // 2, self.least + TOUCH // 2):
            for n in range(TIMES_ROUND):
                yield step_to((0, 0), 36000 * n // TIMES_ROUND, part)

    def _legs(self, by: Point) -> Legs:
        """The unit shifted by a vector, as well as it can."""
        if not self.movers:
            return ()
        return legs_of(plan(board(self.battle), self._order(), by), "go", (), lambda name, path: ())

    def _shifted(self, by: Point) -> Legs:
        """Everybody the same stretch straight on, those in front first."""
        dx, dy = by
        ahead = sorted(self.movers, key=lambda figure: -(figure.x * dx + figure.y * dy))
        return tuple(Leg(figure.id, (Step("go", (figure.x + dx, figure.y + dy)),)) for figure in ahead)

    def _order(self) -> Order:
        names = [figure.id for figure in self.movers]
        return Order(names, self.on_foot, all_pairs(APART), passage_of(self.battle, self.movers[0]))

    def propose(self, rng: Random) -> Legs | None:
        """Somewhere, by chance; now and then into contact with somebody near. None: off the table."""
        if not self.movers:
            return ()
        if rng.random() < CHARGES and (enemies := self._near_enemies()):
            return charge(self.battle, self.movers, self.leave.most, rng.choice(enemies))
        far = rng.randint(self.least, max(self.least, max(self.leave.most.values())))
        legs = self._shifted(step_to((0, 0), rng.randrange(36000), far))
        if refuse_weapons(self.battle, legs) is None:
            return None if leaves_table(self.battle.state, ends_of(legs).values()) else legs
        drops = rng.random() < DROPS  # else the bearer stays with it
        bearers = [figure.id for figure in self.movers if figure.bears]
        kept = [leg for leg in legs if drops or leg.who not in bearers]
        return tuple(Leg(leg.who, (Step("drop"), *leg.steps)) if leg.who in bearers else leg for leg in kept)

    def _near_enemies(self) -> list[Unit]:
        """Enemy units that somebody could reach."""
        state, place, far = self.battle.state, tabletop(self.battle), max(self.leave.most.values())
        table, own = place.board, [figure.id for figure in self.movers]
        if table.least_gap(own, place.enemy_rows(state, self.unit.side)) > far:
            return []
        foes = self.battle.state.foes_of(self.unit.side)
        return [foe for foe in foes if table.least_gap(own, table.rows(one.id for one in state.standing(foe))) <= far]

    # ---- for people

    def plan(self, drag: Drag) -> Legs:
        """A drag of the unit, or of one figure of it."""
        named = [figure for figure in self.movers if figure.id in drag.who]
        if len(named) < 2:
            return tuple(Leg(figure.id, (Step("go", drag.to),)) for figure in named)
        x, y = next((figure for figure in named if figure.id == drag.who[0]), named[0]).at
        return self._legs((drag.to[0] - x, drag.to[1] - y))

    def trace(self, leg: Leg) -> Trace:
        """One model's way with its price."""
        figure, path = self.battle.state.figures[leg.who], path_of(leg)
        most = self._most({leg.who: path[-1]} if path else {}).get(leg.who, 0)
        cost = self.price(figure, leg).cost if path else 0
        way = (figure.at, *path)
        parts = tuple(Stretch(a, b, round(dist(a, b))) for a, b in pairwise(way))
        return Trace(leg.who, way, cost, most, parts, {leg.who: (*way[-1], figure.face)})


def path_of(leg: Leg) -> list[Point]:
    """The places a leg goes through."""
    return [step.to for step in leg.steps if step.to is not None]


def is_straight(leg: Leg) -> bool:
    """Is it one straight stretch on foot, and nothing else?"""
    return len(leg.steps) == 1 and leg.steps[0].verb == "go"


def ends_of(legs: Legs) -> Ends:
    """Where everybody who goes would end."""
    return {leg.who: path[-1] for leg in legs if (path := path_of(leg))}


def leaves_table(state: State, ends: Iterable[Point]) -> bool:
    """A quick look: is any of these places off the table?"""
    west, south, east, north = around(list(ends))
    return west < 0 or south < 0 or east > state.width or north > state.depth


async def go(battle: Battle[State], legs: Iterable[Leg], how: str = "goes") -> dict[str, tuple[Point, ...]]:
    """Everybody on his way; the ways that were gone."""
    trail: dict[str, tuple[Point, ...]] = {}
    for leg in legs:
        figure, path = battle.state.figures[leg.who], path_of(leg)
        if any(step.verb == "drop" for step in leg.steps):
            lay_down(battle.state, figure)
        if not path:
            continue
        trail[figure.id] = way = (figure.at, *path)
        battle.record(Moved(figure=figure.id, path=way, face=figure.face, how=how))
        figure.moved = True
        put(battle, figure, path[-1])
    await take_over(battle, [battle.state.figures[name] for name in trail])
    return trail
