"""Grav packs: leaps over what is in the way, falls from any height (xenocide.grav.*). Teleporters: to a place in sight, or
blind and near, with mishaps (xenocide.teleport.*). Flight packs: taking off, flying on, landing (xenocide.flight.*)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, partial
from math import dist
from random import Random
from typing import ClassVar

from msgspec.structs import replace

from littlewars.engine import Battle, Leg, Legs, Place, Point, Refusal, Shape, Spot, Spots, Verb
from littlewars.engine.measures import INCH
from littlewars.engine.moves import straight_to
from littlewars.engine.names import ref
from littlewars.engine.showing import Drag
from littlewars.kit.asking import Offer, ask_plan
from littlewars.kit.blocks import dragged
from littlewars.table.board.board import Clash
from littlewars.table.constants import TOUCH
from littlewars.table.facing import step_to
from littlewars.table.moving.obstacles import on_wall
from littlewars.table.moving.spots import all_round, settled
from littlewars.table.moving.walk import Walked, along, leap, length_of, walk
from littlewars.table.shapes.bases import middle, moved, overlaps
from littlewars.table.shapes.boxes import around, boxes_meet
from littlewars.table.terrain.pieces import Piece
from littlewars.table.terrain.sight_exact import inside_spans

from ..basics.numbers import TEN
from ..basics.profiles import read_file
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, elsewhere, hangs_together, nature, sees_place, sync_board, tabletop
from ..harm.wounds import remove
from . import ways
from .compulsory import not_nearer
from .snapping import begin_march
from .walking import Ends, Walk, go_along, refuse_weapons

LEAPS = 0.6  # how often a made-up move leaps
CLOSE = 100  # how near to each other the points of a walked stretch lie, so that nobody is passed unseen
HIGH, WIDE = 6 * INCH, 9 * INCH  # xenocide.grav.jump
RULE, TAKE_OFF = "xenocide.teleport.seen", "xenocide.flight.take-off"
TIMES = 4  # the normal movement, to a place in sight (xenocide.teleport.seen)
BLIND = 12 * INCH  # seen or not (xenocide.teleport.unseen)
MISHAP = 10  # xenocide.teleport.mishap
TRIES, INTO_MELEE = 12, 0.5
WAYS = {who: tuple(Offer(*said) for said in offers) for who, offers in read_file("ways").items()}


def leap_movement(figure: Figure) -> int:
    """The second value of the profile, if it has one, in place of the first (xenocide.grav.jump)."""
    return figure.profile.leap or figure.profile.movement


def is_low(piece: Piece) -> bool:
    """Is it marked so, or a wood, or has it an inside (xenocide.grav.low-ceiling)?"""
    return "low-ceiling" in piece.marks or (nature(piece).view == "area" and "wood" in piece.kind) or bool(piece.openings)


def stands_on(battle: Battle[State], figure: Figure, at: Point, others: Iterable[str]) -> Clash | None:
    """What keeps it from standing there but these others: somebody, ground, or a wall (xenocide.terrain.other)."""
    clash = board(battle).stands(moved(figure.base(), at), others)
    return clash or on_wall(tabletop(battle).going.houses, at, figure.profile.radius)


def _refuse_leap(battle: Battle[State], figure: Figure, at: Point, to: Point) -> Clash | None:
    """What stops a leap: a low ceiling at either end, something higher than 6 inches, or more than 9 inches wide
    (xenocide.grav.jump, xenocide.grav.low-ceiling). Falling harms nobody (xenocide.grav.fall)."""
    foot, box = board(battle).foot(figure.id), around((at, to), 1)
    near = [piece for piece in battle.state.pieces if boxes_meet(piece.box, box)]
    stops = [piece for piece in near if is_low(piece) and (piece.holds(at) or piece.holds(to))]
    for piece in near if not stops else ():
        wide = float(sum(hi - lo for lo, hi in inside_spans(at, to, piece.outline))) * length_of(at, [to])
        wide_open = (piece.flat and piece.holds(to)) or (nature(piece).going == "open" and not is_low(piece))
        if leap(at, to, [piece], foot).over > HIGH or (wide > WIDE and not wide_open):
            stops.append(piece)
    return Clash("piece", stops[0].id) if stops else None


def _stretches(leg: Leg) -> list[tuple[Point, bool]]:
    """Where each of its stretches ends, and whether it is leapt."""
    return [(step.to, step.verb == "leap") for step in leg.steps if step.to is not None]


def _leaps(leg: Leg) -> bool:
    return any(leaps for _, leaps in _stretches(leg))


class Leaping(Walk):
    """A move with leaps in it (xenocide.grav.jump): the page and bots may say "leap" where others say "go"."""

    verbs: ClassVar[Mapping[str, Verb]] = {"go": Verb(), "leap": Verb()}

    def price(self, figure: Figure, leg: Leg, walked: Walked | None = None) -> Walked:
        """A leap costs its horizontal length, unless something stops it, and a walk its usual price (xenocide.grav.jump)."""
        if not _leaps(leg):
            return super().price(figure, leg, walked)
        table, passage = board(self.battle), ways.passage_of(self.battle, figure)
        at, length, walks = figure.at, 0, list[tuple[list[Point], int]]()
        for to, leaps in _stretches(leg):
            stretch = length_of(at, [to])
            stop = _refuse_leap(self.battle, figure, at, to) if leaps else walk(table, figure.id, [to], passage, at).clash
            if stop is not None:
                return Walked(length + stretch, length + stretch, stop, at)
            walks += [] if leaps else [([at, to], stretch)]
            at, length = to, length + stretch
        clash = stands_on(self.battle, figure, at, [figure.id, *passage.ghosts])
        return Walked(length, length + ways.dearer(self.battle, figure, walks), clash, at)

    def refuse(self, legs: Legs) -> Refusal | None:
        """As any move; who only walks has the first value of his profile (xenocide.grav.low-ceiling)."""
        if refusal := super().refuse(legs):
            return refusal
        for leg in (leg for leg in legs if not _leaps(leg)):
            if self.price(self.battle.state.figures[leg.who], leg).cost > (most := self.on_foot[leg.who]):
                return Refusal("xenocide.grav.low-ceiling", f"{ref(leg.who)} walks at most {most / INCH:g} inches")
        return None

    @property
    def on_foot(self) -> dict[str, int]:
        """By the first value of the profile (xenocide.grav.low-ceiling)."""
        return {f.id: self.allowance.most[f.id] * f.profile.movement // max(1, leap_movement(f)) for f in self.movers}

    def passes_contact(self, figure: Figure, leg: Leg) -> bool:
        """Over enemies one leaps, but who lands beside one stops there (xenocide.grav.jump, xenocide.move.engaging)."""
        if not _leaps(leg):
            return super().passes_contact(figure, leg)
        table, rows, places = board(self.battle), ways.grounded(self.battle, self.unit.side), [figure.at]
        for to, leaps in _stretches(leg):
            at, parts = places[-1], 1 if leaps else max(1, length_of(places[-1], [to]) // CLOSE)
            places += [along([at, to], n, parts) for n in range(1, parts + 1)]
        near = [table.gaps_from(moved(figure.base(), at))[rows] <= TOUCH for at in places] if len(rows) else []
        return any((there & ~near[0] & ~near[-1]).any() for there in near)

    def propose(self, rng: Random) -> Legs | None:
        """Sometimes through the air."""
        legs = super().propose(rng)
        if rng.random() >= LEAPS or legs is None:
            return legs
        return tuple(Leg(leg.who, tuple(replace(step, verb="leap") for step in leg.steps)) for leg in legs)


def can_use(state: State, unit: Unit, pack: str) -> bool:
    """Have all of them such packs, and run orders (xenocide.teleport.orders, xenocide.flight.orders)? Who stays in a melee does
    neither (xenocide.move.partial-disengage); those who flee or seek cover are not asked."""
    return unit.order == "run" and not unit.engaged and ways.have_all(state, unit, pack)


async def choose_way(battle: Battle[State], unit: Unit) -> str:
    """On foot, or by its packs: one way for all of it (xenocide.flight.take-off, xenocide.teleport.seen)."""
    way, flights = "foot", "in the air" if unit.airborne else "on the ground"
    packs = ("flight-pack", TAKE_OFF, flights), ("teleporter", "xenocide.teleport.orders", "teleporter")
    for pack, rule, choices in packs:
        if way == "foot" and can_use(battle.state, unit, pack):
            way = await ask_plan(battle.state, unit, rule, "how does it go?", *WAYS[choices])
    return way


class Jump:
    """Where a unit may appear."""

    def __init__(self, battle: Battle[State], unit: Unit) -> None:
        self.battle, self.unit = battle, unit
        self.figures = battle.state.standing(unit)
        self.allowance = ways.allowance_of(battle, unit, ways.DOUBLE)
        self.here = tuple(Spot(figure.id, figure.at) for figure in self.figures)

    def ask(self) -> Place:
        """The whole unit, to free ground."""
        shapes = {figure.id: Shape("disc", (figure.profile.radius,)) for figure in self.figures}
        side, prompt = self.unit.side, f"{ref(self.unit.id)} teleports"
        ask = Place(side, RULE, prompt, shapes, lambda: [self.usual], self.refuse, propose=self.propose, plan=self.plan)
        return ask.about(*shapes, unit=self.unit.id)

    @cached_property
    def usual(self) -> Spots:
        """They stay; who was separated comes into the midst of the others if he can (xenocide.move.coherency-restore)."""
        outsiders = ways.apart(self.battle.state, self.unit.id)
        goal = middle([figure.at for figure in self.figures if figure.id not in outsiders])
        ends = {figure.id: figure.at for figure in self.figures}
        ends |= settled(board(self.battle), outsiders, goal, elsewhere(self.battle, aloft=False))
        spots = tuple(Spot(name, at) for name, at in ends.items())
        return spots if outsiders and hangs_together(self.figures, ends) and self.refuse(spots) is None else self.here

    def plan(self, drag: Drag) -> Spots:
        """A drag of all of them, or of one."""
        return dragged(self.here, drag, 0, lambda at, face: self.at(at))

    def at(self, to: Point) -> Spots:
        """The unit as it stands, carried there."""
        x, y = self.figures[0].at
        return tuple(Spot(f.id, (f.x + to[0] - x, f.y + to[1] - y)) for f in self.figures)

    def refuse(self, spots: Spots) -> Refusal | None:
        """In range, on free ground that is not shielded (xenocide.teleport.seen, xenocide.teleport.unseen), within 8 inches of
        each other; who was not before comes together if that is possible (xenocide.move.coherency-restore)."""
        ends, others = {spot.what: spot.at for spot in spots}, elsewhere(self.battle, aloft=False)
        if set(ends) != {figure.id for figure in self.figures}:
            return Refusal(RULE, f"all of {ref(self.unit.id)} teleport")
        loss = ways.loss_of(self.battle, self.allowance, ends)
        bases = {figure.id: moved(figure.base(), ends[figure.id]) for figure in self.figures}
        for number, figure in enumerate(self.figures):
            at, far = ends[figure.id], dist(figure.at, ends[figure.id])
            if far > max(0, BLIND - loss):
                if far > TIMES * figure.profile.movement - loss:
                    return Refusal(RULE, f"{ref(figure.id)} is too far from there")
                if not sees_place(self.battle, figure, at):
                    return Refusal(RULE, f"{ref(figure.id)} does not see that place")
            if stands_on(self.battle, figure, at, [*bases, *others]):
                return Refusal(RULE, f"{ref(figure.id)} has no room there")
            if any(overlaps(bases[figure.id], bases[other.id]) for other in self.figures[number + 1 :]):
                return Refusal(RULE, f"{ref(figure.id)} would stand on a comrade")
            if any("shielded" in piece.marks and piece.holds(at) for piece in self.battle.state.pieces):
                return Refusal("xenocide.teleport.unseen", f"{ref(figure.id)} cannot go to a shielded place")
        refusal = refuse_weapons(self.battle, straight_to({f.id: ends[f.id] for f in self.figures if ends[f.id] != f.at}))
        refusal = refusal or (not_nearer(self.battle, self.unit)(ends) if self.unit.panic else None)
        return refusal or ways.refuse_apart(self.battle, self.unit, ends, lambda: self.usual != self.here)

    def propose(self, rng: Random) -> Spots:
        """Somewhere near, or beside an enemy."""
        state, first = self.battle.state, self.figures[0]
        foes = [foe for unit in state.foes_of(self.unit.side) for foe in state.standing(unit)]
        for _ in range(TRIES):
            if foes and rng.random() < INTO_MELEE:
                to = rng.choice(all_round(first.base(), rng.choice(foes).base()))
            else:
                to = step_to(first.at, rng.randrange(36000), rng.randrange(BLIND))
            if self.refuse(spots := self.at(to)) is None:
                return spots
        return self.usual


async def teleport(battle: Battle[State], unit: Unit, left: Sequence[str] = ()) -> None:
    """They are there at once; who arrives in contact or unseen may be lost, each with one roll (xenocide.teleport.into-melee,
    xenocide.teleport.mishap). `left`: enemies that they may not engage (xenocide.move.partial-disengage)."""
    state = battle.state
    moving = [spot for spot in await Jump(battle, unit).ask() if spot.at != state.figures[spot.what].at]
    blind = [spot.what for spot in moving if not sees_place(battle, state.figures[spot.what], spot.at)]
    trail = go_along(battle, straight_to({spot.what: spot.at for spot in moving}), "teleports")
    for name in [name for name in trail if name in blind or ways.touched_by(battle, [state.figures[name]])]:
        if battle.dice.test(TEN, MISHAP, f"mishap, {name}"):
            remove(battle, state.figures[name], "mishap")
    if state.is_present(unit):
        begin_march(state, unit, trail, jumped=True, met=ways.engage_all(battle, unit, left))


async def fly(battle: Battle[State], unit: Unit, way: str, left: Sequence[str] = ()) -> None:
    """Through the air: terrain and models below do not matter (xenocide.flight.distance, xenocide.flight.take-off). `left`:
    enemies that it may not engage, for it has just left them (xenocide.move.partial-disengage)."""
    state = battle.state
    set_airborne(battle, unit, airborne=True)
    allowance = ways.allowance_of(battle, unit, ways.DOUBLE)  # markers cost what they cost a run (xenocide.flight.distance)
    moves = {name: state.figures[name].profile.movement for name in allowance.most}
    far = {name: ways.flying_distance(state.figures[name]) for name in moves} if way == "on" else moves
    allowance = allowance._replace(most=far, least=max(moves.values(), default=0) if way == "on" else 0)
    if way in ("hop", "down"):
        landing = Landing(battle, unit, allowance, partial(refuse_landing, battle, unit))
        if landing.fallbacks:  # else it stays up: it lands only on free ground
            trail = await landing.go(TAKE_OFF, "flies", f"{ref(unit.id)} lands")
            set_airborne(battle, unit, airborne=False)
            begin_march(state, unit, trail, met=ways.engage_all(battle, unit, left))
    else:
        flight = Walk(battle, unit, allowance, not_nearer(battle, unit) if unit.panic else None)
        begin_march(state, unit, await flight.go(TAKE_OFF, "flies"))


class Landing(Walk):
    """A way through the air that ends where everybody may land; where they hover is often not such a place."""

    @property
    def fallbacks(self) -> list[Legs]:
        """Straight down where that is allowed, else some way that is; nothing if there is none."""
        return [()] if refuse_landing(self.battle, self.unit, {}) is None else self._ideas()


def refuse_landing(battle: Battle[State], unit: Unit, ends: Ends) -> Refusal | None:
    """Only on free ground (xenocide.flight.take-off); a broken unit no nearer to the enemy (xenocide.broken.passed)."""
    if unit.panic and (refusal := not_nearer(battle, unit)(ends)):
        return refusal
    for figure in battle.state.standing(unit):
        if stands_on(battle, figure, ends.get(figure.id, figure.at), elsewhere(battle, aloft=False)):
            return Refusal(TAKE_OFF, f"{ref(figure.id)} cannot land there")
    return None


def set_airborne(battle: Battle[State], unit: Unit, airborne: bool) -> None:
    """The whole unit is in the air, or down (xenocide.flight.take-off)."""
    unit.airborne = airborne
    for figure in battle.state.standing(unit):
        sync_board(battle, figure)
