"""An order played beforehand on an imagined copy: where everybody would stand, who would attack whom with which odds, and who
might answer. Nothing of it leaves the seat, and no die of the battle falls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import dist
from statistics import median_low
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from littlewars.engine import Ask, Choose, Game, Legs, Move, Point, Refusal, View, foresee
from littlewars.engine.orders import Order, Stance, Stop
from littlewars.engine.showing import Drag

from .aide import ACT, Aide, Given, places, turn_passes
from .holding import HoldReason, held
from .marching import slots
from .shelter import NEAR as SHELTERED
from .warnings import Warned, warnings

IMAGINED = 7  # the seed of what is imagined: the same order looks the same however often it is looked at
LONGEST = 300  # answers
NEAR = 500  # thousandths: so far from its place somebody still stands there
PATIENCE = 0.2  # seconds for odds
PACING = 0.5  # seconds for all paces together


class ExpectedAttack(Struct, frozen=True, omit_defaults=True):
    """Somebody would attack: with what chance of doing anything, and what on average."""

    who: str
    at: str
    chance: float | None = None
    expected: float = 0.0


class Rehearsal(Struct, frozen=True, omit_defaults=True):
    """How an order would go, as far as anybody can say."""

    stance: str = ""
    answers: int = 0
    ends: dict[str, tuple[int, int, int]] = {}  # figure -> x, y, face
    ways: dict[str, tuple[Point, ...]] = {}
    attacks: tuple[ExpectedAttack, ...] = ()
    expected: float = 0.0
    chance: float | None = None  # that anything comes of all attacks together
    watchers: tuple[str, ...] = ()  # units that may answer on the way
    short: tuple[str, ...] = ()  # who does not come as far as he should
    halt: str = ""  # why the first of them does not
    halted_by: str = ""  # the rule
    left: int = 0  # how far they all together are from their places then
    stop: Stop | None = None
    warnings: tuple[Warned, ...] = ()
    held: tuple[HoldReason, ...] = ()  # who would not attack, and why


def rehearse(view: View[Any], order: Order) -> Rehearsal:
    """The order with its stance, or with the first that gets everybody there; the one that gets them nearest otherwise."""
    if not view.system.measures:
        return _by_eye(view, order)
    best: Rehearsal | None = None
    for stance in candidates(view, order):
        found = _played(view, replace(order, stance=stance))
        if best is None or (found.stop is not None, found.left) < (best.stop is not None, best.left):
            best = found
        if not best.short and best.stop is None:
            break
    return best or Rehearsal()


def paces(view: View[Any], who: tuple[str, ...]) -> dict[str, int]:
    """How far most of them may go, for every stance that moves; nothing where it may not be measured first."""
    if not view.system.measures:
        return {}
    end = perf_counter() + PACING
    found: dict[str, int] = {}
    for stance in candidates(view, Order(who, way=((0, 0),))):
        if perf_counter() > end:
            break
        far = _how_far(view, Order(who, stance=stance, act="hold"))
        if far:
            found[stance] = far
    return found


def _how_far(view: View[Any], order: Order) -> int:
    """How far most of them may go by this order: a leader who is quicker goes with them, one who crawls does not keep them.
    Who is asked again without a new plan thinks again about the same way."""
    far: Counter[str] = Counter()
    gone: set[str] = set()
    for ask in _asked(view, order):
        if ask.topic == "plan":
            gone = set()
        elif isinstance(ask, Move):
            far.update({name: ask.budget.get(name, 0) for name in ask.start if name not in gone})
            gone.update(ask.start)
    return median_low(far.values()) if far else 0


def first_move(view: View[Any], order: Order) -> Iterator[Move]:
    """The first move that this order would make, while one looks at it; none where it may not be measured first."""
    stances = candidates(view, replace(order, way=order.way or ((0, 0),))) if view.system.measures else ()
    for stance in stances:
        for ask in _asked(view, replace(order, stance=stance, way=())):
            if isinstance(ask, Move):
                yield ask
                return


def _asked(view: View[Any], order: Order) -> Iterator[Ask[Any]]:
    """Every plan and move that this order would be asked for. Nobody goes anywhere: each is looked at from where they stand."""
    game, aide = view.imagine(IMAGINED), Aide(order, view.system.stances)
    try:
        for _ in range(LONGEST):
            ask = game.ask
            if ask is None or turn_passes(game, view.side):
                return
            if ask.side != view.side:
                game.answer(ask.default(), ask.side)
                continue
            reply = aide.answer(game.view(view.side), ask)
            if not isinstance(reply, Given):
                return
            if ask.topic in ("plan", "move"):
                yield ask
            game.answer(reply.answer, view.side)
    finally:
        game.close()


def _by_eye(view: View[Any], order: Order) -> Rehearsal:
    """Where nothing may be measured first: the way as it was drawn and how, and nothing of what comes of it."""
    found = slots(order, places(view, order.who))
    face = order.face or 0
    return Rehearsal(candidates(view, order)[0], ends={name: (*at, face) for name, at in found.items()})


def candidates(view: View[Any], order: Order) -> list[str]:
    """The stances that come into question: those that move if there is a way, act if anybody is to be attacked."""
    stances: Sequence[Stance] = view.system.stances
    if order.stance or order.scope != "unit" or not stances:
        return [order.stance]
    acts = order.act != "hold"
    fit = [one.id for one in stances if one.moves == bool(order.way) and one.acts == acts]
    more = [one.id for one in stances if one.moves == bool(order.way) and one.id not in fit]
    open_ = _offered(view, stances)
    return [one for one in (*fit, *more) if one in open_] or [""]


def _offered(view: View[Any], stances: Sequence[Stance]) -> set[str]:
    """The stances whose first pick is offered; all of them where a plan is asked for later."""
    plans = {ask.rule: ask.ids for ask in view.asks if isinstance(ask, Choose) and ask.topic == "plan"}
    first = {one.id: next(iter(one.picks.items())) for one in stances}
    starts = {name: (rule, pick.split()[0]) for name, (rule, pick) in first.items()}
    return {name for name, (rule, pick) in starts.items() if rule not in plans or pick == ACT or pick in plans[rule]}


def _played(view: View[Any], order: Order) -> Rehearsal:
    side, system = view.side, view.system
    game = view.imagine(IMAGINED)
    game.battle.events = []  # what is done to whom is looked at afterwards
    aide, began = Aide(order, system.stances), perf_counter()
    found = slots(order, places(view, order.who))
    aide.slots = found
    note = _Notes(order, found)
    try:
        while (ask := game.ask) is not None and note.answers < LONGEST:
            if ask.side != side:
                if turn_passes(game, side):
                    break
                note.answered_by_others(game, ask)
                continue
            reply = aide.answer(game.view(side), ask)
            if not isinstance(reply, Given):
                note.stop = reply if isinstance(reply, Stop) else None
                break
            note.hear(game, ask, reply.answer, odds=perf_counter() - began < PATIENCE)
            game.answer(reply.answer, side)
        in_time = perf_counter() - began < PATIENCE
        mind = warnings(game, side, order.who) if in_time else ()
        idle = held(game, side, order, {one.who for one in note.attacks}) if in_time else ()
        return replace(note.told(game), warnings=mind, held=idle)
    finally:
        game.close()


class _Notes:
    """What is seen of a rehearsal."""

    def __init__(self, order: Order, slots: dict[str, Point]) -> None:
        self.order, self.slots, self.answers = order, slots, 0
        self.near = NEAR + (SHELTERED if order.shelter else 0)
        self.ways: dict[str, tuple[Point, ...]] = {}
        self.attacks: list[ExpectedAttack] = []
        self.watchers: dict[str, None] = {}
        self.stop: Stop | None = None
        self.halt: Refusal | None = None

    def answered_by_others(self, game: Game[Any], ask: Ask[Any]) -> None:
        """Others let it pass; that they might have answered is noted."""
        if ask.topic == "react":
            units = {game.state.figures[name].unit for name in _acting(ask) if name in getattr(game.state, "figures", {})}
            self.watchers |= dict.fromkeys(sorted(units or {ask.unit}))
        game.answer(ask.default(), ask.side)

    def hear(self, game: Game[Any], ask: Ask[Any], answer: Any, odds: bool) -> None:
        """An answer of the aide."""
        self.answers += 1
        if isinstance(ask, Move):
            for leg in answer:
                self.ways[leg.who] = (*self.ways.get(leg.who, ()), *ask.trace(leg).path)
            self._note_halt(ask, answer)
        elif ask.topic == "aim" and isinstance(ask, Choose):
            self._aimed(game, ask, answer, odds)

    def _note_halt(self, ask: Move, answer: Legs) -> None:
        """Why the first who does not come to his place does not."""
        who = tuple(ask.start)
        goal = self.slots.get(who[0]) if who else None
        if goal is not None and self.halt is None and dist(_end(ask, answer, who[0]), goal) > self.near:
            self.halt = ask.why_short(Drag(who, goal), answer)

    def _aimed(self, game: Game[Any], ask: Choose, answer: str, odds: bool) -> None:
        option = next((one for one in ask.written if one.id == answer), None)
        if option is None or option.means in ("hold", "pass", "done") or not option.of:
            return
        forecast = foresee(game.system, game.view(ask.side).battle, ask, answer) if odds and game.system.measures else None
        chance = 1 - dict(forecast.chances).get(0, 0.0) if forecast and forecast.chances else None
        expected = forecast.expected if forecast else 0.0
        for name in ask.of[:1]:
            self.attacks.append(ExpectedAttack(name, option.of[0], chance, expected))

    def told(self, game: Game[Any]) -> Rehearsal:
        """All of it."""
        figures = game.system.show(game.state).figures if self.order.way else {}
        who = [name for name in self.order.who if name in figures]
        ends = {name: (*figures[name].at, figures[name].face or 0) for name in who}
        off = {name: round(dist(figures[name].at, self.slots[name])) for name in who if name in self.slots}
        short = {name: far for name, far in off.items() if far > self.near}
        halt = self.halt if short else None
        chances = [one.chance for one in self.attacks if one.chance is not None]
        missed = 1.0
        for one in chances:
            missed *= 1 - one
        return Rehearsal(
            self.order.stance,
            self.answers,
            ends,
            self.ways,
            tuple(self.attacks),
            sum(one.expected for one in self.attacks),
            1 - missed if chances else None,
            tuple(self.watchers),
            tuple(short),
            halt.text if halt else "",
            halt.rule if halt else "",
            sum(short.values()),
            self.stop,
        )


def _end(ask: Move, legs: Legs, name: str) -> Point:
    """Where a move leaves somebody."""
    ends = [ask.trace(leg).path[-1] for leg in legs if leg.who == name]
    return ends[-1] if ends else ask.start[name].at


def _acting(ask: Ask[Any]) -> tuple[str, ...]:
    """Who would act in answer: the figures of its options, or of the ask."""
    if isinstance(ask, Choose):
        return tuple(name for one in ask.written if one.means == "act" for name in one.of)
    return ask.of
