"""Teleporters: to a place in sight, or blind and near, with mishaps (xenocide.teleport.*). Flight packs: taking off, flying
on, landing (xenocide.flight.*)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random

from littlewars.engine import Battle, Legs, Place, Point, Refusal, Shape, Spot, Spots
from littlewars.engine.measures import INCH
from littlewars.engine.names import ref
from littlewars.kit.asking import Way, ask_plan
from littlewars.kit.blocks import dragged
from littlewars.table.constants import FAR, TOUCH
from littlewars.table.facing import step_to
from littlewars.table.moving.spots import all_round
from littlewars.table.shapes.bases import moved, overlaps
from littlewars.table.sight.looks import unseen
from littlewars.table.terrain.sight_rules import XENOCIDE as SIGHT

from ..basics.events import Moved
from ..basics.numbers import TEN
from ..basics.state import Figure, State, Unit
from ..basics.tabletop import board, elsewhere, hangs_together, put, sync_board, tabletop
from ..harm.wounds import remove
from .compulsory import NotNearer
from .engaging import engage_all, grounded
from .snapping import begin_march
from .walking import Ends, Walk, go
from .ways import DOUBLE, comes_nearer, flying_distance, have_all, leave_of, on_wall

RULE = "xenocide.teleport.seen"
TIMES = 4  # the normal movement, to a place in sight (xenocide.teleport.seen)
BLIND = 12 * INCH  # seen or not (xenocide.teleport.unseen)
MISHAP = 10  # xenocide.teleport.mishap
TRIES, INTO_MELEE = 12, 0.5


def can_use(state: State, unit: Unit, pack: str) -> bool:
    """Have all of them such packs, and run orders (xenocide.teleport.orders, xenocide.flight.orders)? Who stays in a melee does
    neither (xenocide.move.partial-disengage); those who flee or seek cover are not asked."""
    return unit.order == "run" and not unit.engaged and have_all(state, unit, pack)


async def chooses_to_teleport(battle: Battle[State], unit: Unit) -> bool:
    """On foot, or at once to another place: it replaces all other movement (xenocide.teleport.seen)."""
    about = "Four times its movement in sight, 12 inches blind. Arriving unseen or in contact each rolls: a 10 is lost."
    ways = Way("foot", "Run", "go"), Way("teleport", "Teleport", "act", about)
    return await ask_plan(battle.state, unit, "xenocide.teleport.orders", "how does it go?", *ways) == "teleport"


class Jump:
    """Where a unit may appear."""

    def __init__(self, battle: Battle[State], unit: Unit) -> None:
        self.battle, self.unit = battle, unit
        self.figures = battle.state.standing(unit)
        self.leave = leave_of(battle, unit, DOUBLE)

    def ask(self) -> Place:
        """The whole unit, to free ground."""
        return Place(
            self.unit.side,
            RULE,
            f"{ref(self.unit.id)} teleports",
            {figure.id: Shape("disc", (figure.profile.radius,)) for figure in self.figures},
            lambda: [self.here],
            self.refuse,
            propose=self.propose,
            plan=lambda drag: dragged(self.here, drag, 0, lambda at, face: self.at(at)),
        ).about(*(figure.id for figure in self.figures), unit=self.unit.id)

    @cached_property
    def here(self) -> Spots:
        """Staying where they are."""
        return tuple(Spot(figure.id, figure.at) for figure in self.figures)

    def at(self, to: Point) -> Spots:
        """The unit as it stands, carried there."""
        x, y = self.figures[0].at
        return tuple(Spot(f.id, (f.x + to[0] - x, f.y + to[1] - y)) for f in self.figures)

    def refuse(self, spots: Spots) -> Refusal | None:
        """In range, on free ground that is not shielded, within 8 inches of each other (xenocide.teleport.seen,
        xenocide.teleport.unseen)."""
        state, table, houses = self.battle.state, board(self.battle), tabletop(self.battle).going.houses
        ends = {spot.what: spot.at for spot in spots}
        if set(ends) != {figure.id for figure in self.figures}:
            return Refusal(RULE, f"all of {ref(self.unit.id)} teleport")
        loss = self.leave.loss if self.leave.loss and comes_nearer(self.battle, ends, self.leave.seen) else 0
        bases = {figure.id: moved(figure.base(), ends[figure.id]) for figure in self.figures}
        for number, figure in enumerate(self.figures):
            at, base = ends[figure.id], bases[figure.id]
            if at != figure.at and (refusal := self._refuse_range(figure, at, loss)):
                return refusal
            blocked = table.stands(base, [*bases, *elsewhere(self.battle, aloft=False)]) or on_wall(houses, figure, at)
            if blocked is not None:
                return Refusal(RULE, f"{ref(figure.id)} has no room there")
            if any(overlaps(base, bases[other.id]) for other in self.figures[number + 1 :]):
                return Refusal(RULE, f"{ref(figure.id)} would stand on a comrade")
            if any("shielded" in piece.marks and piece.holds(at) for piece in state.pieces):
                return Refusal("xenocide.teleport.unseen", f"{ref(figure.id)} cannot go to a shielded place")
        if self.unit.panic and (refusal := NotNearer(self.battle, self.unit)(ends)):
            return refusal
        if not hangs_together(self.figures, ends):
            return Refusal("xenocide.move.coherency", f"{ref(self.unit.id)} would be more than 8 inches apart")
        return None

    def _refuse_range(self, figure: Figure, at: Point, loss: int) -> Refusal | None:
        far = ((at[0] - figure.x) ** 2 + (at[1] - figure.y) ** 2) ** 0.5
        if far <= BLIND - loss:
            return None
        if far > TIMES * figure.profile.movement - loss:
            return Refusal(RULE, f"{ref(figure.id)} is too far from there")
        return None if sees_place(self.battle, figure, at) else Refusal(RULE, f"{ref(figure.id)} does not see that place")

    def propose(self, rng: Random) -> Spots:
        """Somewhere near, or beside an enemy."""
        state, first = self.battle.state, self.figures[0]
        foes = [foe for unit in state.foes_of(self.unit.side) for foe in state.standing(unit)]
        for _ in range(TRIES):
            if foes and rng.random() < INTO_MELEE:
                to = rng.choice(all_round(first.base(), rng.choice(foes).base()))
            else:
                to = step_to(first.at, rng.randrange(36000), rng.randrange(BLIND))
            spots = self.at(to)
            if self.refuse(spots) is None:
                return spots
        return self.here


def sees_place(battle: Battle[State], figure: Figure, at: Point) -> bool:
    """Does it see the place from where it stands (xenocide.teleport.seen)?"""
    return not unseen(board(battle), figure.base(), [at], [figure.id], SIGHT, tall=figure.profile.height)[0]


async def teleport(battle: Battle[State], unit: Unit, left: Sequence[str] = ()) -> None:
    """They are there at once; who arrives in contact or unseen may be lost, each with one roll (xenocide.teleport.into-melee,
    xenocide.teleport.mishap). `left`: enemies that they may not engage (xenocide.move.partial-disengage)."""
    state = battle.state
    moving = [spot for spot in await Jump(battle, unit).ask() if spot.at != state.figures[spot.what].at]
    blind = [spot.what for spot in moving if not sees_place(battle, state.figures[spot.what], spot.at)]
    trail = {spot.what: (state.figures[spot.what].at, spot.at) for spot in moving}
    for spot in moving:
        figure = state.figures[spot.what]
        battle.record(Moved(figure=figure.id, path=(figure.at, spot.at), face=figure.face, how="teleports"))
        figure.moved = True
        put(battle, figure, spot.at)
    rows = grounded(battle, unit.side)
    gaps = {spot.what: int(board(battle).gaps(spot.what)[rows].min()) if len(rows) else FAR for spot in moving}
    for name, far in gaps.items():
        if (name in blind or far <= TOUCH) and battle.dice.test(TEN, MISHAP, f"mishap, {name}"):
            remove(battle, state.figures[name], "mishap")
    if state.is_present(unit):
        begin_march(state, unit, trail, jumped=True, met=engage_all(battle, unit, left))


TAKE_OFF = "xenocide.flight.take-off"
ON_THE_GROUND = (
    Way("foot", "Run on foot", "go", "From its movement to double."),
    Way("up", "Take off", "go", "Its movement, over everything; then it is in the air."),
    Way("hop", "Take off and land", "go", "Its movement, over everything, ending on free ground."),
)
IN_THE_AIR = (
    Way("on", "Fly on", "go", "From its movement to triple."),
    Way("down", "Land", "go", "Its movement, ending on free ground."),
)


async def choose_flight(battle: Battle[State], unit: Unit) -> str:
    """How it goes this turn: decided for the whole unit (xenocide.flight.take-off)."""
    return await ask_plan(battle.state, unit, TAKE_OFF, "how does it go?", *(IN_THE_AIR if unit.airborne else ON_THE_GROUND))


async def fly(battle: Battle[State], unit: Unit, way: str, left: Sequence[str] = ()) -> None:
    """Through the air: terrain and models below do not matter (xenocide.flight.distance, xenocide.flight.take-off). `left`:
    enemies that it may not engage, for it has just left them (xenocide.move.partial-disengage)."""
    state = battle.state
    set_airborne(battle, unit, airborne=True)
    leave = leave_of(battle, unit, DOUBLE)  # markers cost what they cost a run (xenocide.flight.distance)
    moves = {name: state.figures[name].profile.movement for name in leave.most}
    far = {name: flying_distance(state.figures[name]) for name in moves} if way == "on" else moves
    leave = leave._replace(most=far, least=max(moves.values(), default=0) if way == "on" else 0)
    if way not in ("hop", "down"):
        flight = Walk(battle, unit, leave, NotNearer(battle, unit) if unit.panic else None)
        begin_march(state, unit, go(battle, await flight.ask(TAKE_OFF, f"{ref(unit.id)} flies"), "flies"))
        return
    landing = Landing(battle, unit, leave, lambda ends: refuse_landing(battle, unit, ends))
    if landing.fallbacks:  # else it stays up: it lands only on free ground
        trail = go(battle, await landing.ask(TAKE_OFF, f"{ref(unit.id)} lands"), "flies")
        set_airborne(battle, unit, airborne=False)
        begin_march(state, unit, trail, met=engage_all(battle, unit, left))


class Landing(Walk):
    """A way through the air that ends where everybody may land; where they hover is often not such a place."""

    @property
    def fallbacks(self) -> list[Legs]:
        """Straight down where that is allowed, else some way that is; nothing if there is none."""
        return [()] if self.forbids is not None and self.forbids({}) is None else self._ideas()


def refuse_landing(battle: Battle[State], unit: Unit, ends: Ends) -> Refusal | None:
    """Only on free ground (xenocide.flight.take-off); a broken unit no nearer to the enemy (xenocide.broken.passed)."""
    state, table, houses = battle.state, board(battle), tabletop(battle).going.houses
    if unit.panic and (refusal := NotNearer(battle, unit)(ends)):
        return refusal
    for figure in state.standing(unit):
        base = moved(figure.base(), ends.get(figure.id, figure.at))
        if table.stands(base, elsewhere(battle, aloft=False)) is not None or on_wall(houses, figure, base.at) is not None:
            return Refusal(TAKE_OFF, f"{ref(figure.id)} cannot land there")
    return None


def set_airborne(battle: Battle[State], unit: Unit, airborne: bool) -> None:
    """The whole unit is in the air, or down (xenocide.flight.take-off)."""
    if unit.airborne == airborne:
        return
    unit.airborne = airborne
    for figure in battle.state.standing(unit):
        sync_board(battle, figure)
