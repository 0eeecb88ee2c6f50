"""An order played beforehand on an imagined copy: where everybody would stand, who would attack whom with which odds, and who
might answer. Nothing of it leaves the seat, and no die of the battle falls."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from time import perf_counter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from littlewars.engine import Ask, Choose, Game, Move, Point, View, foresee
from littlewars.engine.orders import Order, Stance, Stop

from .aide import ACT, Aide, Given, places, turn_passes
from .marching import slots
from .shelter import NEAR as SHELTERED
from .warnings import Warned, warnings

IMAGINED = 7  # the seed of what is imagined: the same order looks the same however often it is looked at
LONGEST = 300  # answers
NEAR = 500  # thousandths: so far from its place somebody still stands there
PATIENCE = 0.2  # seconds for odds


class Attack(Struct, frozen=True, omit_defaults=True):
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
    attacks: tuple[Attack, ...] = ()
    expected: float = 0.0
    chance: float | None = None  # that anything comes of all attacks together
    watchers: tuple[str, ...] = ()  # units that may answer on the way
    short: tuple[str, ...] = ()  # who does not come as far as he should
    left: int = 0  # how far they all together are from their places then
    stop: Stop | None = None
    warnings: tuple[Warned, ...] = ()


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
    note = _Notes(order)
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
        mind = warnings(game, side, order.who) if perf_counter() - began < PATIENCE else ()
        return replace(note.told(game, found), warnings=mind)
    finally:
        game.close()


class _Notes:
    """What is seen of a rehearsal."""

    def __init__(self, order: Order) -> None:
        self.order, self.answers = order, 0
        self.ways: dict[str, tuple[Point, ...]] = {}
        self.attacks: list[Attack] = []
        self.watchers: dict[str, None] = {}
        self.stop: Stop | None = None

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
        elif ask.topic == "aim" and isinstance(ask, Choose):
            self._aimed(game, ask, answer, odds)

    def _aimed(self, game: Game[Any], ask: Choose, answer: str, odds: bool) -> None:
        option = next((one for one in ask.written if one.id == answer), None)
        if option is None or option.means in ("hold", "pass", "done") or not option.of:
            return
        forecast = foresee(game.system, game.view(ask.side).battle, ask, answer) if odds and game.system.measures else None
        chance = 1 - dict(forecast.chances).get(0, 0.0) if forecast and forecast.chances else None
        expected = forecast.expected if forecast else 0.0
        for name in ask.of[:1]:
            self.attacks.append(Attack(name, option.of[0], chance, expected))

    def told(self, game: Game[Any], found: dict[str, Point]) -> Rehearsal:
        """All of it."""
        figures = game.system.show(game.state).figures if self.order.way else {}
        who = [name for name in self.order.who if name in figures]
        ends = {name: (*figures[name].at, figures[name].face or 0) for name in who}
        off = {name: round(dist(figures[name].at, found[name])) for name in who if name in found}
        near = NEAR + (SHELTERED if self.order.shelter else 0)
        short = {name: far for name, far in off.items() if far > near}
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
            sum(short.values()),
            self.stop,
        )


def _acting(ask: Ask[Any]) -> tuple[str, ...]:
    """Who would act in answer: the figures of its options, or of the ask."""
    if isinstance(ask, Choose):
        return tuple(name for one in ask.written if one.means == "act" for name in one.of)
    return ask.of
