"""The asks about the table: moving things along ways, and putting things down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import dist, hypot
from random import Random
from typing import Any, ClassVar, Protocol, TypeAlias

import msgspec
from msgspec import Struct

from .asks import Ask, Point, Topic
from .measures import FAR
from .showing import Drag, Touch, Trace
from .types import Refusal


class Pose(Struct, frozen=True, omit_defaults=True, gc=False):
    """Where something stands, which way it looks (1/100 degree, 0 north, clockwise) and at which level."""

    at: Point
    face: int = 0
    level: int = 0


class Step(Struct, frozen=True, omit_defaults=True, gc=False):
    """One step of a way: the engine knows `go` and `turn`, a rulebook adds its own verbs."""

    verb: str
    to: Point | None = None
    face: int | None = None
    level: int | None = None
    what: str = ""


class Leg(Struct, frozen=True, gc=False):
    """One thing's way. The order of the legs in an answer is their order on the table."""

    who: str
    steps: tuple[Step, ...]

    @property
    def path(self) -> tuple[Point, ...]:
        """The places it goes through."""
        steps = self.steps
        if len(steps) == 1:  # as of most
            return () if (to := steps[0].to) is None else (to,)
        return tuple([step.to for step in steps if step.to is not None])

    @property
    def is_straight(self) -> bool:
        """Is it one straight stretch on foot, and nothing else?"""
        return len(self.steps) == 1 and self.steps[0].verb == "go"


def along(paths: Mapping[str, Sequence[Point]]) -> tuple[Leg, ...]:
    """Everybody along his own way, if he has any."""
    return tuple([Leg(name, tuple([Step("go", at) for at in path])) for name, path in paths.items() if path])


def straight_to(ends: Mapping[str, Point]) -> tuple[Leg, ...]:
    """Everybody straight to his end."""
    return tuple([Leg(name, (Step("go", end),)) for name, end in ends.items()])


def in_step(places: Mapping[str, Point], by: Point) -> tuple[Leg, ...]:
    """Everybody from his place the same stretch straight on, those in front first: nobody walks into a comrade."""
    ahead = sorted(places.items(), key=lambda one: -(one[1][0] * by[0] + one[1][1] * by[1]))
    return tuple([Leg(name, (Step("go", (x + by[0], y + by[1])),)) for name, (x, y) in ahead])


def ends_of(legs: Iterable[Leg]) -> dict[str, Point]:
    """Where everybody who goes anywhere would end."""
    return {leg.who: path[-1] for leg in legs if (path := leg.path)}


class Verb(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the data says of a verb: flat price, how often in a move, largest turn, straight way due before it, and the words
    that its `what` may be (to form line or column)."""

    flat: int = 0
    most: int | None = None
    turn: int = 36000
    straight: int = 0
    whats: tuple[str, ...] = ()


class Spot(Struct, frozen=True, omit_defaults=True, gc=False):
    """Where something is put down; `how`: a formation, aboard, prone, a class of terrain."""

    what: str
    at: Point
    face: int = 0
    level: int = 0
    how: str = ""


class Shape(Struct, frozen=True, omit_defaults=True, gc=False):
    """What is put down, as it is drawn: a disc of a radius, a box, a named template, a unit's body (`size`: the base of
    one of them). `hows`: the ways in which it may be put down; `levels`: the highest level on which it may be; `step`: it
    is put down on a grid of so many thousandths."""

    kind: str
    size: tuple[int, ...] = ()
    of: tuple[str, ...] = ()
    hows: tuple[str, ...] = ()
    levels: int = 0
    step: int = 0


Legs = tuple[Leg, ...]
HALVINGS = 9  # tries to find how far a way is allowed
PARTS = 8  # of the way along which something is carried: places that are looked at from its end
SHORT = 250  # thousandths: a way that ends nearer than this to where it was dragged is not cut short
AHEAD = (300, 1000)  # thousandths past its end: there one looks for what stopped it
CLOSER = 7  # tries to find how far into the next part it may be carried
Spots = tuple[Spot, ...]


def _far(at: Point | None, *more: int | None) -> bool:
    for n in (*(at or ()), *more):  # noqa: SIM110 - every step of every figure passes here: no generator
        if n is not None and abs(n) > FAR:
            return True
    return False


def _odd(at: Any, face: Any, level: Any) -> bool:
    """Is any of this no whole number? Read from a wire it never is; a program may say anything."""
    if at is not None and (type(at) is not tuple or len(at) != 2 or type(at[0]) is not int or type(at[1]) is not int):
        return True
    return (face is not None and type(face) is not int) or (level is not None and type(level) is not int)


def _strange_legs(answer: Any) -> bool:
    """Is this anything but legs of steps?"""
    if type(answer) is not tuple:
        return True
    for leg in answer:
        if type(leg) is not Leg or type(leg.who) is not str or type(leg.steps) is not tuple:
            return True
        for step in leg.steps:
            if type(step) is not Step or type(step.verb) is not str or type(step.what) is not str:
                return True
            if _odd(step.to, step.face, step.level):
                return True
    return False


def _strange_spots(answer: Any) -> bool:
    """Is this anything but spots?"""
    if type(answer) is not tuple:
        return True
    for spot in answer:
        if type(spot) is not Spot or type(spot.what) is not str or type(spot.how) is not str:
            return True
        if None in (spot.at, spot.face, spot.level) or _odd(spot.at, spot.face, spot.level):
            return True
    return False


def _on_the_way(here: Point, to: Point, far: float) -> Point:
    """So far along a straight way."""
    share = far / (dist(here, to) or 1)
    return round(here[0] + (to[0] - here[0]) * share), round(here[1] + (to[1] - here[1]) * share)


def _beside(via: tuple[Point, ...], here: Point, at: Point) -> tuple[Point, ...]:
    """The same points for one who stands beside."""
    x, y = at[0] - here[0], at[1] - here[1]
    return tuple((px + x, py + y) for px, py in via)


def _share_of(drag: Drag, here: Point, share: float) -> Drag:
    """A drag that ends after this share of its way."""
    way = (here, *drag.via, drag.to)
    left = share * sum(map(dist, way, way[1:]))
    for n, (start, end) in enumerate(pairwise(way)):
        if left <= (far := dist(start, end)) or n == len(way) - 2:
            return msgspec.structs.replace(drag, to=_on_the_way(start, end, min(left, far)), via=drag.via[:n])
        left -= far
    return drag


def _by_way_of(leg: Leg, via: tuple[Point, ...]) -> Leg:
    """The same way over these points first."""
    place = next((n for n, step in enumerate(leg.steps) if step.to is not None), None)
    if place is None:
        return leg
    verb = leg.steps[place].verb
    return Leg(leg.who, (*leg.steps[:place], *(Step(verb, at) for at in via), *leg.steps[place:]))


class Mover(Protocol):
    """Somebody's move as a rulebook has it."""

    def refuse(self, legs: Legs, /) -> Refusal | None:
        """Why it may not be made so."""

    def propose(self, rng: Random, /) -> Legs | None:
        """One by chance."""

    def plan(self, drag: Drag, /) -> Legs:
        """What a drag means."""

    def trace(self, leg: Leg, /) -> Trace:
        """How a leg is drawn."""


Poses: TypeAlias = Mapping[str, Pose] | Callable[[], Mapping[str, Pose]]
Budgets: TypeAlias = Mapping[str, int] | Callable[[], Mapping[str, int]]


class Move(Ask[Legs]):
    """Ways for figures, crews or bodies. `budget` is what the browser draws, `check` decides.

    `fallbacks` are some allowed answers, the first of them the default; `propose` makes up one by chance, or None where it sees
    itself that nothing came of it. `plan` turns a drag into legs (the formation follows), `trace` a leg into the way it would
    be: both are for people, and promise nothing.
    `least` is how far a figure has to go at least, so that a page can draw it; `check` decides it as well. `start` and `budget`
    may be functions: they are looked for when somebody wants to know, and play by chance does not.
    """

    kind: ClassVar[str] = "move"
    answers: ClassVar[Any] = tuple[Leg, ...]
    usual_topic: ClassVar[Topic] = "move"
    __slots__ = ("_budget", "_fallbacks", "_plan", "_propose", "_start", "_trace", "least", "verbs")

    def __init__(
        self,
        side: str,
        rule: str,
        prompt: str,
        start: Poses,
        budget: Budgets,
        check: Callable[[Legs], Refusal | None],
        *,
        verbs: Mapping[str, Verb] | None = None,
        fallbacks: Callable[[], Sequence[Legs]] | None = None,
        propose: Callable[[Random], Legs | None] | None = None,
        plan: Callable[[Drag], Legs] | None = None,
        trace: Callable[[Leg], Trace] | None = None,
        least: Mapping[str, int] | None = None,
        blind: bool = False,
    ) -> None:
        self.side, self.rule, self.prompt, self._check, self.blind = side, rule, prompt, check, blind
        # written out, not left to `super`, as in Choose
        self._approved, self._of, self.unit, self.topic, self.forecast = None, (), "", "move", None
        self._plan, self._trace = plan, trace
        self._start, self._budget, self.least = start, budget, least or {}
        self.verbs: Mapping[str, Verb] = verbs or {"go": Verb(), "turn": Verb()}
        self._fallbacks, self._propose = fallbacks, propose

    @classmethod
    def by(cls, mover: Mover, side: str, rule: str, prompt: str, start: Poses, budget: Budgets, **more: Any) -> Move:
        """A Move of which a mover says what there is to say; `more` is what is not as usual."""
        says: dict[str, Any] = {"propose": mover.propose, "plan": mover.plan, "trace": mover.trace, **more}
        return cls(side, rule, prompt, start, budget, mover.refuse, **says)

    @property
    def start(self) -> Mapping[str, Pose]:
        """Who may move, and how each of them stands."""
        if callable(self._start):
            self._start = self._start()
        return self._start

    @property
    def budget(self) -> Mapping[str, int]:
        """How far each of them may go."""
        if callable(self._budget):
            self._budget = self._budget()
        return self._budget

    def envelope(self, answer: Legs) -> Refusal | None:
        """Who may move, each once, with verbs there are and a place to go."""
        if _strange_legs(answer):
            return Refusal(self.rule, "no legs of steps in whole numbers")
        if len({leg.who for leg in answer}) < len(answer):
            return Refusal(self.rule, "one moves twice")
        for leg in answer:
            if leg.who not in self.start:
                return Refusal(self.rule, f"{leg.who} may not move")
            for step in leg.steps:
                if step.verb not in self.verbs:
                    return Refusal(self.rule, f"{leg.who} may not {step.verb}; allowed are {', '.join(self.verbs)}")
                if (step.verb == "go" and step.to is None) or (step.verb == "turn" and step.face is None):
                    return Refusal(self.rule, f"{leg.who}: {step.verb} where?")
                if _far(step.to, step.face, step.level):
                    return Refusal(self.rule, f"{leg.who}: {step.verb} far off any table")
                most = self.verbs[step.verb].most
                if most is not None and sum(s.verb == step.verb for s in leg.steps) > most:
                    return Refusal(self.rule, f"{leg.who}: {step.verb} at most {most} times")
        return None

    def plan(self, drag: Drag) -> Legs:
        """The legs that a drag means: by the rule, else everybody the same stretch straight on; over the points that were named
        on the way, each as far beside them as he stands beside the first."""
        legs = self._plan(drag) if self._plan is not None else self._alike(drag)
        here = self._here(drag)
        if not drag.via or here is None:
            return legs
        return tuple(_by_way_of(leg, _beside(drag.via, here, self.start[leg.who].at)) for leg in legs)

    def _alike(self, drag: Drag) -> Legs:
        movers = [name for name in drag.who if name in self.start]
        if not movers:
            return ()
        x, y = self.start[movers[0]].at
        shift = drag.to[0] - x, drag.to[1] - y
        return tuple(Leg(name, self._shifted(self.start[name], shift, drag)) for name in movers)

    def _here(self, drag: Drag) -> Point | None:
        """Where the first that is dragged stands."""
        return next((self.start[name].at for name in drag.who if name in self.start), None)

    def furthest(self, drag: Drag) -> tuple[Legs, Refusal | None]:
        """As far along a drag as is allowed, and why not farther; straight on where nothing of a bent way is, and the legs as
        they are where nothing of that is, either."""
        legs, here = self.plan(drag), self._here(drag)
        why = self.refuse(legs)
        if why is None or here is None:
            return legs, why
        low, high, best = 0.0, 1.0, None
        for _ in range(HALVINGS):
            share = (low + high) / 2
            tried = self.plan(_share_of(drag, here, share))
            if tried and self.refuse(tried) is None:
                best, low = tried, share
            else:
                high = share
        if best is None and drag.via:
            return self.furthest(msgspec.structs.replace(drag, via=()))[0], why
        return legs if best is None else best, why

    def why_short(self, drag: Drag, legs: Legs) -> Refusal | None:
        """Why an allowed plan ends short of where it was dragged: what is wrong a little farther straight on."""
        movers = [name for name in drag.who if name in self.start]
        if not movers or (legs and all(step.to is None for leg in legs for step in leg.steps)):
            return None
        here, lead = self.start[movers[0]].at, next((leg for leg in legs if leg.who == movers[0]), None)
        end = self.trace(lead).path[-1] if lead is not None else here
        left = dist(end, drag.to)
        if left < SHORT:
            return None
        goals = [_on_the_way(end, drag.to, more) for more in AHEAD if more < left]
        tries = (self.refuse(self._straight(movers, here, goal, drag)) for goal in (*goals, drag.to))
        return next(filter(None, tries), Refusal(self.rule, "there is no way farther on that all of them can take"))

    def _straight(self, movers: Sequence[str], here: Point, goal: Point, drag: Drag) -> Legs:
        """All the same stretch, the foremost first: nobody walks into a comrade."""
        x, y = goal[0] - here[0], goal[1] - here[1]
        ahead = sorted(movers, key=lambda name: -(self.start[name].at[0] * x + self.start[name].at[1] * y))
        legs = [Leg(name, self._shifted(self.start[name], (x, y), drag)) for name in ahead]
        return tuple(_by_way_of(leg, _beside(drag.via, here, self.start[leg.who].at)) for leg in legs)

    def _shifted(self, pose: Pose, shift: Point, drag: Drag) -> tuple[Step, ...]:
        steps = () if shift == (0, 0) else (Step(drag.verb or "go", (pose.at[0] + shift[0], pose.at[1] + shift[1])),)
        return steps if drag.face is None else (*steps, Step("turn", face=drag.face))

    def trace(self, leg: Leg) -> Trace:
        """The way a leg would be; where the rule says nothing of it, it costs as much as it is long."""
        if self._trace is not None:
            return self._trace(leg)
        path = (self.start[leg.who].at, *leg.path)
        return Trace(leg.who, path, round(sum(map(dist, path, path[1:]))), self.budget.get(leg.who, 0))

    def fallbacks(self) -> Sequence[Legs]:
        """Some allowed answers."""
        return self._fallbacks() if self._fallbacks else ((),)

    def default(self) -> Legs:
        """The first fallback; where nobody has to move, staying."""
        return self.fallbacks()[0]

    def sample(self, rng: Random) -> Legs:
        """By the rule's own proposal if that is allowed, else by one of its fallbacks."""
        if propose := self._propose:
            for _ in range(3):
                proposal = propose(rng)
                if proposal is not None and self._approves(proposal):
                    return proposal
        legs = rng.choice(self.fallbacks())
        return legs if self.refuse(legs) is None else self.default()

    def sheet(self) -> dict[str, Any]:
        """Who stands where and may go how far."""
        return super().sheet() | {
            "start": msgspec.to_builtins(dict(self.start)),
            "budget": dict(self.budget),
            "least": dict(self.least),
            "verbs": msgspec.to_builtins(dict(self.verbs)),
        }


class Place(Ask[Spots]):
    """Things put down: figures, templates, aim points, terrain, with facing and level. `spots` are some allowed answers;
    `meets` says whom a template would touch."""

    kind: ClassVar[str] = "place"
    answers: ClassVar[Any] = tuple[Spot, ...]
    usual_topic: ClassVar[Topic] = "place"
    __slots__ = ("_meets", "_plan", "_propose", "_spots", "_stands", "things", "turns")

    def __init__(
        self,
        side: str,
        rule: str,
        prompt: str,
        things: Mapping[str, Shape],
        spots: Callable[[], Sequence[Spots]],
        check: Callable[[Spots], Refusal | None],
        *,
        turns: bool = False,
        propose: Callable[[Random], Spots] | None = None,
        plan: Callable[[Drag], Spots] | None = None,
        stands: Callable[[Spots], Mapping[str, tuple[int, int, int]]] | None = None,
        meets: Callable[[Spots], Sequence[Touch]] | None = None,
        blind: bool = False,
    ) -> None:
        super().__init__(side, rule, prompt, check, blind)
        self._plan, self._stands, self._meets = plan, stands, meets
        self.things, self.turns, self._propose = things, turns, propose
        self._spots: Callable[[], Sequence[Spots]] | Sequence[Spots] = spots

    @property
    def spots(self) -> Sequence[Spots]:
        """Some allowed answers, the first the default."""
        if callable(self._spots):
            self._spots = self._spots()
        return self._spots

    def envelope(self, answer: Spots) -> Refusal | None:
        """Only these things, each once."""
        if _strange_spots(answer):
            return Refusal(self.rule, "no spots in whole numbers")
        if len({spot.what for spot in answer}) < len(answer):
            return Refusal(self.rule, "one thing is put down twice")
        if strange := [spot.what for spot in answer if spot.what not in self.things]:
            return Refusal(self.rule, f"{strange[0]} is not to be placed; {', '.join(self.things)} are")
        if lost := [spot.what for spot in answer if _far(spot.at, spot.face, spot.level)]:
            return Refusal(self.rule, f"{lost[0]} is put far off any table")
        return None

    def plan(self, drag: Drag) -> Spots:
        """The spots that a drag means: by the rule, else the usual arrangement carried there, or one thing put there."""
        if self._plan is not None:
            return self._plan(drag)
        usual = self.default()
        if not usual:
            return tuple(Spot(name, drag.to, drag.face or 0) for name in drag.who if name in self.things)
        dx, dy = drag.to[0] - usual[0].at[0], drag.to[1] - usual[0].at[1]
        return tuple(
            Spot(
                spot.what,
                (spot.at[0] + dx, spot.at[1] + dy),
                spot.face if drag.face is None else drag.face,
                spot.level,
                spot.how,
            )
            for spot in usual
        )

    def furthest(self, start: Spots, wanted: Spots) -> tuple[Spots, Refusal | None]:
        """As near to how things are wished as they may lie, carried from how they lie, and why not nearer: along the straight
        way, then along what is in the way. As they are wished where they may not lie as they do, either."""
        why = self.refuse(wanted)
        if why is None:
            return wanted, None
        carry = _Carry(self, start, wanted)
        if not carry.is_possible:
            return wanted, why
        straight, stop = carry.towards((0.0, 0.0), (1.0, 1.0))
        beside = [carry.towards(straight, goal)[0] for goal in ((1.0, straight[1]), (straight[0], 1.0))]
        return carry.laid(min((straight, *beside), key=carry.left)), stop or why

    def trace(self, spots: Spots) -> tuple[Trace, ...]:
        """How everybody would stand: of a body every figure, of anything else itself; and whom it would touch."""
        if not spots:
            return ()
        met = tuple(self._meets(spots)) if self._meets is not None else ()
        if self._stands is not None:
            return (Trace(spots[0].what, (spots[0].at,), 0, 0, ends=dict(self._stands(spots)), meets=met),)
        ends = [{spot.what: (*spot.at, spot.face)} for spot in spots]
        first = Trace(spots[0].what, (spots[0].at,), 0, 0, ends=ends[0], meets=met)
        rest = zip(spots[1:], ends[1:], strict=True)
        return (first, *(Trace(spot.what, (spot.at,), 0, 0, ends=end) for spot, end in rest))

    def default(self) -> Spots:
        """The first spot."""
        return self.spots[0]

    def sample(self, rng: Random) -> Spots:
        """By the rule's own proposal if that is allowed, else one of the spots."""
        if propose := self._propose:
            for _ in range(3):
                spots = propose(rng)
                if self._approves(spots):
                    return spots
        spots = rng.choice(self.spots)
        return spots if self.refuse(spots) is None else self.default()

    def sheet(self) -> dict[str, Any]:
        """What is to be placed, and some places."""
        return super().sheet() | {
            "things": msgspec.to_builtins(dict(self.things)),
            "spots": msgspec.to_builtins(self.spots),
            "turns": self.turns,
        }


Shares = tuple[float, float]  # of a way along x and along y that has been gone


class _Carry:
    """Things carried from where they lie to where they are wished: how far of that is allowed."""

    def __init__(self, ask: Place, start: Spots, wanted: Spots) -> None:
        self.ask, self.wanted = ask, wanted
        self.begin = {spot.what: spot.at for spot in start}
        self.carried = [spot for spot in wanted if self.begin.get(spot.what, spot.at) != spot.at]

    @property
    def is_possible(self) -> bool:
        """Are they the same things, at a place that they may leave?"""
        same = len(self.begin) == len(self.wanted) and all(spot.what in self.begin for spot in self.wanted)
        if not same or not self.carried or self.ask.envelope(self.wanted) is not None:
            return False
        return self.ask.refuse(self.laid((0.0, 0.0))) is None

    def laid(self, shares: Shares) -> Spots:
        """Everything after these shares of the way; what lies on a grid, on it."""
        return tuple(msgspec.structs.replace(spot, at=self._place(spot, shares)) for spot in self.wanted)

    def _place(self, spot: Spot, shares: Shares) -> Point:
        (x, y), (to_x, to_y), step = self.begin[spot.what], spot.at, self.ask.things[spot.what].step or 1
        return (
            round((x + (to_x - x) * shares[0]) / step) * step,
            round((y + (to_y - y) * shares[1]) / step) * step,
        )

    def left(self, shares: Shares) -> float:
        """How far from its goal the first that is carried would lie."""
        (x, y), (to_x, to_y) = self.begin[self.carried[0].what], self.carried[0].at
        return hypot((to_x - x) * (1 - shares[0]), (to_y - y) * (1 - shares[1]))

    def towards(self, here: Shares, goal: Shares) -> tuple[Shares, Refusal | None]:
        """The last allowed place on the way to a goal, and what is wrong just behind it."""
        if abs(self.left(here) - self.left(goal)) < 1:
            return here, None  # no way at all
        low, high = 0.0, 1.0
        why = self.ask.refuse(self.laid(goal))
        if why is None:
            return goal, None
        for part in range(PARTS - 1, 0, -1):
            refused = self.ask.refuse(self.laid(self._between(here, goal, part / PARTS)))
            if refused is None:
                low = part / PARTS
                break
            high, why = part / PARTS, refused
        for _ in range(CLOSER):
            share = (low + high) / 2
            refused = self.ask.refuse(self.laid(self._between(here, goal, share)))
            if refused is None:
                low = share
            else:
                high, why = share, refused
        return self._between(here, goal, low), why

    def _between(self, here: Shares, goal: Shares, share: float) -> Shares:
        return here[0] + (goal[0] - here[0]) * share, here[1] + (goal[1] - here[1]) * share
