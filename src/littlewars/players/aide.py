"""The aide: answers a side's questions as an order says, in the book's order, and says when its giver is wanted.

It knows topics and meanings, no rulebook; it sees a view and an ask, and nothing else. What an order does not say it answers
as the adviser would. Every answer is one that anybody could have given: a journal cannot tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import dist
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from littlewars.engine import Ask, Choose, Game, Legs, Move, Option, Point, View, foresee, only
from littlewars.engine.asks import Assign
from littlewars.engine.orders import Order, Stance, Stop
from littlewars.engine.showing import Drag

from .marching import THERE, first_to_go, middle, slots, way_to
from .shelter import Shelter, shelter_of
from .tactician import Tactician

SEED = 1  # an adviser's doubts are always the same ones: the same order is the same answers
ACT = "act"  # among the picks of a stance: an attack
NO_ATTACK = ("hold", "pass", "done", "keep", "end")
OWN_ACCORD = ("who", "plan", "secret", "rest")  # topics under which a side acts without being acted on
LEAST, FEW = 0.03, 2  # a chance below which nobody attacks; how many targets are looked at for one
TRIES = 4  # places in cover that are tried for one figure
PLACING = ("place", "who")  # topics of putting a force on the table


class Given(Struct, frozen=True):
    """An answer."""

    answer: Any


class Finished(Struct, frozen=True):
    """The order is carried out: what is asked now is another matter."""


Reply: TypeAlias = Given | Stop | Finished


class Aide:
    """Carries out one order. `begun`: has anything been answered for those it concerns? Then another activation of theirs is
    another matter. `insists`: its giver would have it go on; then the adviser answers what the order does not."""

    def __init__(self, order: Order, stances: Iterable[Stance] = (), begun: bool = False, insists: bool = False) -> None:
        self.order, self.begun, self.insists = order, begun, insists
        self.memory: dict[str, int] = {}  # how far each is in the picks of its stance
        self.slots: Mapping[str, Point] = {}  # as found when the order was given: those who wait do not change them
        self.stance = next((one for one in stances if one.id == order.stance), None)
        self.adviser = Tactician(SEED)
        self._who = frozenset(order.who)
        self._shelter: Shelter | None = None  # looked at once: an order is given in one breath

    def answer(self, view: View[Any], ask: Ask[Any]) -> Reply:
        """What to answer; or why not."""
        reply = self._reply(view, ask)
        if isinstance(reply, Stop) and self.insists:
            reply = self._advised(view, ask)
        if isinstance(reply, Given):
            self.begun = self.begun or self.is_about(ask)
            if ask.refuse(reply.answer) is not None:
                return Given(self.adviser.answer(view, ask))
        return reply

    def is_about(self, ask: Ask[Any]) -> bool:
        """Is it asked about those who carry the order out?"""
        return bool(self._who.intersection(ask.of)) and ask.unit != ""

    def _reply(self, view: View[Any], ask: Ask[Any]) -> Reply:
        scope = self.order.scope
        if scope == "placed":
            return self._advised(view, ask) if _places(view, ask) else Finished()
        if ask.topic == "react":
            return Stop("choice", ask.prompt)
        if scope == "unit" and not self.is_about(ask) and not self._begins(ask):
            return Finished()
        if ask.topic in ("", "secret"):
            return Stop("choice", ask.prompt)
        if scope == "turn":
            return self._advised(view, ask)
        single = only(ask)
        if single is not None:
            return Given(single)
        return ANSWERS.get(ask.topic, Aide._advised)(self, view, ask)

    def _begins(self, ask: Ask[Any]) -> bool:
        """Is it asked which unit acts, and may it be this one?"""
        return not self.begun and ask.topic == "who" and isinstance(ask, Choose) and self._chosen(ask) is not None

    def _chosen(self, ask: Choose) -> str | None:
        """The option that is about all of them."""
        return next((one.id for one in ask.written if one.means not in NO_ATTACK and self._who <= frozenset(one.of)), None)

    def _advised(self, view: View[Any], ask: Ask[Any]) -> Reply:
        return Given(self.adviser.answer(view, ask))

    def _planned(self, view: View[Any], ask: Ask[Any]) -> Reply:
        """As the stance says; what it leaves open as the adviser would."""
        pick = self.stance.picks.get(ask.rule) if self.stance is not None else None
        if isinstance(ask, Choose):
            if pick is not None and " " in pick:
                return self._in_turn(view, ask, pick.split())
            if pick is not None:
                return Given(pick) if pick in ask.ids else Stop("choice", ask.prompt)
            if self.order.act == "hold" and not self.order.way and (idle := _meaning(ask, "hold")):
                return Given(idle)
        return self._advised(view, ask)

    def _in_turn(self, view: View[Any], ask: Choose, picks: Sequence[str]) -> Reply:
        """The next of several picks that is open; then it has done."""
        who = ask.of[0] if len(ask.of) == 1 else ask.unit
        while (at := self.memory.get(who, 0)) < len(picks):
            self.memory[who] = at + 1
            if picks[at] == ACT and (attack := self._attack(view, ask)) is not None:
                return Given(attack)
            if picks[at] in ask.ids:
                return Given(picks[at])
        return Given(_meaning(ask, "done", "pass", "hold") or ask.default())

    def _attack(self, view: View[Any], ask: Choose) -> str | None:
        """The attack that fits the order best; None where it may not or need not attack."""
        if self.order.act == "hold":
            return None
        could = [one for one in ask.written if one.means in ("act", "melee")]
        named = [one for one in could if set(one.of) & set(self.order.at)]
        if named:
            return min(named, key=_needs).id
        advice = self.adviser.answer(view, ask)
        return advice if advice in {one.id for one in could} else None

    def _next(self, view: View[Any], ask: Ask[Any]) -> Reply:
        """Who goes first along the way; those of the unit to whom no order was given wait for one."""
        assert isinstance(ask, Choose)
        if not self.is_about(ask):
            return Given(self._chosen(ask))
        written = ask.written
        open_ = {one.of[0]: one.id for one in written if len(one.of) == 1 and one.of[0] in self._who and one.means == "go"}
        if open_:
            return Given(open_[first_to_go(list(open_), places(view, open_), self.order)[0]])
        together = _meaning(ask, "together")
        if together and self._who >= set(ask.of):
            return Given(together)
        return self._advised(view, ask) if self._who >= set(ask.of) else Finished()

    def _went(self, view: View[Any], ask: Ask[Any]) -> Reply:
        """To its place, or as near to it as it may come."""
        if not isinstance(ask, Move):
            return self._advised(view, ask)
        who = tuple(ask.start)
        to = self._goal(view, ask, who)
        if to is None:
            stay: tuple[Any, ...] = ()
            return Given(stay) if ask.refuse(stay) is None else self._advised(view, ask)
        face = self.order.face if "turn" in ask.verbs else None
        via = self._via(to)
        drag = Drag(who, to, face, via=via)
        if self.order.shelter and len(who) == 1 and (legs := self._sheltered(view, ask, drag)) is not None:
            return Given(legs)
        legs = way_to(ask, who, to, face, via) or way_to(ask, who, to, face)
        return Given(legs) if legs is not None else self._advised(view, ask)

    def _sheltered(self, view: View[Any], ask: Move, drag: Drag) -> Legs | None:
        """A way to a place near its own that shelters more, if there is one within reach."""
        if self._shelter is None:
            self._shelter = shelter_of(view)
        for place in islice(self._shelter.better(drag.to), TRIES):
            legs = ask.plan(replace(drag, to=place))
            if legs and ask.refuse(legs) is None and dist(ask.trace(legs[0]).path[-1], place) <= THERE:
                return legs
        return None

    def _via(self, to: Point) -> tuple[Point, ...]:
        """The points on the way, for each as far beside them as his place is beside the goal of the unit."""
        if len(self.order.way) < 2:
            return ()
        x, y = to[0] - self.order.way[-1][0], to[1] - self.order.way[-1][1]
        return tuple((px + x, py + y) for px, py in self.order.way[:-1])

    def _goal(self, view: View[Any], ask: Move, who: tuple[str, ...]) -> Point | None:
        """Where the first of these goes."""
        if not self.order.way:
            return None
        now = places(view, self.order.who)
        found = self.slots or slots(self.order, now)
        if who[0] in found:
            return found[who[0]]
        at, centre, goal = ask.start[who[0]].at, middle(list(now.values())), self.order.way[-1]  # a body in formation
        return at[0] + goal[0] - centre[0], at[1] + goal[1] - centre[1]

    def _turned(self, view: View[Any], ask: Ask[Any]) -> Reply:
        """As the front looks."""
        if isinstance(ask, Move) and self.order.face is not None:
            who = tuple(ask.start)
            legs = ask.plan(Drag(who, ask.start[who[0]].at, self.order.face))
            if ask.refuse(legs) is None:
                return Given(legs)
        return self._advised(view, ask)

    def _aimed(self, view: View[Any], ask: Ask[Any]) -> Reply:
        """At whom the order names; else, and without a name, as the adviser would."""
        if isinstance(ask, Choose):
            if self.order.act == "hold":
                return Given(_meaning(ask, "hold", "pass", "done") or ask.default())
            named = [one for one in ask.written if one.means not in NO_ATTACK and set(one.of) & set(self.order.at)]
            if named:
                return Given(min(named, key=_needs).id)
            return Given(self._worth_a_try(view, ask) or self.adviser.answer(view, ask))
        if isinstance(ask, Assign) and (self.order.act == "hold" or self.order.at):
            return Given(tuple((item, self._of(ask, item)) for item in ask.items))
        return self._advised(view, ask)

    def _worth_a_try(self, view: View[Any], ask: Choose) -> str | None:
        """Whoever is told to attack does, where the adviser would save the trouble and there is a chance all the same."""
        means = {one.id: one.means for one in ask.written}
        if means.get(self.adviser.answer(view, ask)) not in NO_ATTACK:
            return None
        could = sorted((one for one in ask.written if one.means == "act" and one.tally is not None), key=_needs)
        for one in could[:FEW]:
            forecast = foresee(view.system, view.battle, ask, one.id)
            if forecast is not None and forecast.chances and 1 - dict(forecast.chances).get(0, 0.0) >= LEAST:
                return one.id
        return None

    def _of(self, ask: Assign, item: str) -> str:
        """One item's option: an attack on those named, else to hold."""
        options = [one if isinstance(one, Option) else Option(one, one) for one in ask.items[item]]
        named = [one.id for one in options if set(one.of) & set(self.order.at)] if self.order.act != "hold" else []
        idle = [one.id for one in options if one.means in NO_ATTACK or one.id == "hold"]
        return next(iter([*named, *idle, options[0].id]))

    def _spent(self, view: View[Any], ask: Ask[Any]) -> Reply:
        """What is scarce is kept, unless the order says otherwise; if the adviser would use it, its giver is asked."""
        advice = self.adviser.answer(view, ask)
        if self.order.spend or not isinstance(ask, Choose):
            return Given(advice)
        means = {one.id: one.means for one in ask.written}
        return Stop("spend", ask.prompt) if means.get(advice) == "spend" else Given(advice)


def _places(view: View[Any], ask: Ask[Any]) -> bool:
    """Is it about putting a force on the table? Who stands there already is asked about something else."""
    if ask.topic not in PLACING or not ask.of:
        return False
    there = view.system.show(view.state).figures
    return not any(name in there for name in ask.of)


def turn_passes(game: Game[Any], side: str) -> bool:
    """Is somebody else to act of his own accord, and not only to answer?"""
    return any(ask.side != side and ask.topic in OWN_ACCORD for _, ask in game.asks)


def _meaning(ask: Choose, *means: str) -> str | None:
    """The first option that means one of these."""
    return next((one.id for word in means for one in ask.written if one.means == word), None)


def _needs(option: Option) -> tuple[int, str]:
    """The easiest first; where nothing is rolled, in the order of their names."""
    if option.tally is None:
        return 0, option.id
    return (-option.tally.needed if option.tally.low else option.tally.needed), option.id


def places(view: View[Any], who: Iterable[str]) -> dict[str, Point]:
    """Where these stand, as far as they do."""
    figures: Mapping[str, Any] = getattr(view.state, "figures", {})
    return {name: (figures[name].x, figures[name].y) for name in who if name in figures and not figures[name].gone}


ANSWERS: dict[str, Callable[[Aide, View[Any], Ask[Any]], Reply]] = {
    "who": Aide._next,
    "plan": Aide._planned,
    "move": Aide._went,
    "face": Aide._turned,
    "aim": Aide._aimed,
    "spend": Aide._spent,
}
