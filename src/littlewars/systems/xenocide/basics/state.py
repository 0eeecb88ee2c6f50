"""The state of a Xenocide battle: plain data. Profiles never change and are shared; everything else here may change.
First what an attack is made of while it goes on: who fires what at whom, hits to be saved, blows to be applied."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from littlewars.engine import Tally
from littlewars.engine.showing import Cloth
from littlewars.kit.present import Carrying, Placed
from littlewars.table.shapes.bases import Base, Box, new_disc
from littlewars.table.terrain.pieces import Piece

from .numbers import BROKEN, MANY_WOUNDS, STEADY, SizeClass, class_of
from .profiles import Gun, Profile

Phase = Literal["edges", "deploy", "begin", "orders", "shooting", "movement", "opportunity", "melee", "recovery", "over"]


class Shot(Struct, frozen=True, omit_defaults=True, gc=False):
    """One model and one of its guns; `target` is the model it aims at itself (xenocide.targeting.individual-fire), `crew` are
    those who serve an S+2 weapon with it (xenocide.size.crew), `mount` is the place of a vehicle's gun."""

    figure: str
    gun: str
    target: str = ""
    crew: tuple[str, ...] = ()
    mount: int = -1


class Volley(Struct, frozen=True, omit_defaults=True, gc=False):
    """A unit's attack as it was declared: at one unit, or each model for itself."""

    unit: str
    shots: tuple[Shot, ...]
    target: str = ""  # "": each model has its own


class Hits(Struct, frozen=True, omit_defaults=True, gc=False):
    """Hits on a unit that are still to be saved; `among` may take them, `figure` was aimed at. `area`: one attack of an area
    weapon, at most one hit for each model. `chooser`: the side that shares them out, if it is not the owner."""

    unit: str
    weapon: str
    power: int
    count: int
    saves: int = 1
    among: tuple[str, ...] = ()
    figure: str = ""
    area: bool = False
    chooser: str = ""


class Blow(Struct, frozen=True, omit_defaults=True, gc=False):
    """What an attack does to a unit and is not yet applied: wounds on the models of one stat line (`among` are those who may
    fall), or on one model; markers; a vehicle's damage markers are `wounds` on its `figure`, too."""

    unit: str
    line: str = ""
    wounds: int = 0
    figure: str = ""
    among: tuple[str, ...] = ()
    markers: int = 0


FIRING = "firing"  # the stage of a fire phase that has begun: what hurts waits there (xenocide.shooting.return-fire-first)
CREW, GUNNER = "crew", "gunner"  # in `Figure.fired`: hands that serve an S+2 weapon (xenocide.size.crew), or an open mount


class Figure(Struct, Placed, omit_defaults=True, gc=False):
    """A model. What its hands may still do follows from `fired`, never stored twice."""

    id: str
    unit: str
    profile: Profile
    x: int = 0
    y: int = 0
    face: int = 0  # of a hull: troops have no facing (xenocide.core.bases)
    hurt: int = 0  # wounds it has taken
    damage: int = 0  # markers on a vehicle (xenocide.vehicle.damage-markers)
    fired: tuple[str, ...] = ()  # guns fired in this turn, by key
    moved: bool = False  # in this turn
    carrier: str = ""  # the vehicle in which it rides
    bears: str = ""  # the S+2 weapon it bears (xenocide.size.crew)
    gone: str = ""  # why it is out of the game: killed, fled, lost, captive, mishap, left, destroyed

    def base(self) -> Base:
        """What it covers where it stands."""
        return self.box() if self.profile.vehicle else new_disc((self.x, self.y, self.profile.radius))

    def box(self) -> Box:
        """The same of a vehicle."""
        hull = self.profile.hull
        assert hull is not None
        return Box(self.x, self.y, self.face, hull.length, hull.width)

    @property
    def body(self) -> str:
        """Whose base stands on the table for it: its own, or that of the vehicle it rides in."""
        return self.carrier or self.id

    @property
    def left(self) -> int:
        """The wounds it has left; a vehicle counts none (xenocide.stat.wounds)."""
        return 0 if self.profile.vehicle or self.gone else self.profile.wounds - self.hurt

    @property
    def disabled(self) -> bool:
        """Has this vehicle as many markers as its threshold (xenocide.vehicle.disabled)?"""
        return self.profile.hull is not None and self.damage >= self.profile.hull.threshold


class Unit(Struct, omit_defaults=True, gc=False):
    """A squad, a single commander or a vehicle (xenocide.unit.squads)."""

    id: str
    name: str
    side: str
    figures: list[str]
    markers: int = 0  # of suppression
    order: str = ""  # revealed: standard, opportunity or run; vehicles have none (xenocide.vehicle.increment-order)
    increment: int = 0  # of a vehicle: the speed it was ordered
    was: int = 0  # its increment before, less what a collision has taken since (xenocide.vehicle.hard-braking)
    engaged: list[str] = []  # units it is locked in melee with (xenocide.move.engaged-state)
    airborne: bool = False  # with flight packs, above everything (xenocide.flight.take-off)
    fired: bool = False  # in this phase, or declined for the rest of it
    snapped: bool = False  # it has taken a snap shot in this turn (xenocide.snap.instead)
    moved: bool = False  # it has made its move of this turn
    panic: str = ""  # of a broken unit in this turn: "flees" or "stands" (xenocide.broken.test)
    charged: bool = False  # it moved into a melee in this turn (xenocide.result.defended-cover)
    lost: bool = False  # a melee in this turn (xenocide.result.loser)
    retreated: bool = False  # in this turn (xenocide.followup.move)
    boarded: bool = False  # it got in or out in this turn (xenocide.vehicle.load-and-deploy)


class Side(Struct, omit_defaults=True, gc=False):
    """A player: his edge, his force, what was agreed, and what units without a counter do (xenocide.orders.default)."""

    name: str
    edge: int = 0
    force: str = ""
    limit: int = 0
    by_default: str = "standard"


class LyingWeapon(Struct, omit_defaults=True, gc=False):
    """An S+2 weapon without a bearer (xenocide.size.crew)."""

    id: str
    weapon: str
    x: int
    y: int
    side: str


class Strike(Struct, frozen=True, omit_defaults=True, gc=False):
    """A melee attack that was declared, with what the die has to show at most (xenocide.melee.simultaneous)."""

    by: str
    target: str
    tally: Tally
    power: int
    late: bool = False


class Combat(Struct, omit_defaults=True, gc=False):
    """A melee that is being fought: the units linked by engagement (xenocide.melee.simultaneous)."""

    units: list[str]
    stage: str = "declare"  # declare, strike, late, result
    declared: list[str] = []  # sides that have named their attacks
    strikes: list[Strike] = []
    asked: bool = False  # passengers have made their demands
    demands: dict[str, str] = {}  # who has to strike at which passenger (xenocide.vehicle.melee-passengers-defend)
    hits: dict[str, int] = {}  # on each unit, those that could wound (xenocide.melee.suppression)


class FinishedMove(Struct, omit_defaults=True, gc=False):
    """A move that is finished and may be fired at: the way of every model (xenocide.snap.point)."""

    unit: str
    trail: dict[str, tuple[tuple[int, int], ...]]
    jumped: bool = False  # they were there, and then here (xenocide.teleport.snap-shots)
    leapt: bool = False  # through the air (xenocide.grav.snap-shot)
    met: list[str] = []  # enemies it engaged by this move (xenocide.snap.resolution)
    asked: bool = False
    shots: list[tuple[str, int]] = []  # who fires at which eighth of the way


class Turn(Struct, omit_defaults=True, gc=False):
    """Where the battle stands."""

    phase: Phase = "edges"
    number: int = 0
    first: str = ""  # who begins this phase; from the movement phase on who moved first
    at: str = ""  # whose go it is
    stage: str = ""  # where in the phase
    held: list[str] = []  # sides that hold their fire for the rest of the phase
    volley: Volley | None = None  # declared, and not yet resolved to its end
    struck: list[Hits] = []  # hits of it that are still to be saved
    rolled: bool = False  # its hits have been rolled
    blows: list[Blow] = []  # what is pending on units (xenocide.shooting.return-fire-first)
    landing: list[str] = []  # units whose pending blows are applied next
    hurt: list[str] = []  # units that fire before they suffer, first in, first out
    held_up: list[str] = []  # vehicles that suffer when those aboard have fired (xenocide.vehicle.passengers-destroyed)
    waiting: list[str] = []  # units that are still to be put down
    march: FinishedMove | None = None  # a move that enemies may fire at
    queue: list[str] = []  # units that are still to do what the stage asks of them
    combats: list[list[str]] = []  # melees that are still to be fought
    combat: Combat | None = None
    losers: list[str] = []  # units that have to retreat (xenocide.result.retreat)
    fought: list[str] = []  # units that were in a melee in this phase (xenocide.followup.move)
    ended: str = ""  # why the battle is over


class Settings(Struct, omit_defaults=True, gc=False):
    """What the scenario says (xenocide.battle.setup, xenocide.battle.end)."""

    name: str = ""
    about: str = ""
    turns: int = 6
    depth: int = 12  # of the deployment areas, in inches
    darkness: bool = False  # xenocide.hit.darkness-smoke
    deploy: bool = True
    exits: list[tuple[float, float]] = []  # tunnels and pads by which broken units leave (xenocide.broken.flee-other-exit)
    cloth: Cloth = ""  # what country the table shows


class State(Struct, Carrying[Figure, Unit, None], gc=False):
    """The whole battle."""

    settings: Settings
    width: int
    depth: int
    pieces: list[Piece]
    sides: dict[str, Side]
    units: dict[str, Unit]
    figures: dict[str, Figure]
    turn: Turn
    lying: list[LyingWeapon] = []

    def standing(self, unit: Unit) -> list[Figure]:
        """Those of it who are on the table themselves, not aboard."""
        figures = self.figures
        return [figure for name in unit.figures if not ((figure := figures[name]).gone or figure.carrier)]

    def exposed(self, unit: Unit) -> list[Figure]:
        """Those of it who see and can be seen: on the table, or in an open vehicle (xenocide.vehicle.open-closed)."""
        return [one for one in self.members(unit) if not one.carrier or self.is_open(self.figures[one.carrier])]

    def is_open(self, vehicle: Figure) -> bool:
        """Can its passengers fire and be fired at (xenocide.vehicle.open-closed)?"""
        return vehicle.profile.hull is not None and vehicle.profile.hull.enclosure == "open"

    def vehicle_of(self, unit: Unit) -> Figure | None:
        """The vehicle, if the unit is one (xenocide.vehicle.aspect)."""
        figure = self.figures[unit.figures[0]]
        return figure if figure.profile.vehicle else None

    def aboard(self, vehicle: Figure) -> list[Unit]:
        """The units that ride in a vehicle."""
        return [self.units[name] for name in dict.fromkeys(rider.unit for rider in self.riders(vehicle))]

    def steers(self, figure: Figure) -> bool:
        """Is it the passenger who steers, with both hands (xenocide.vehicle.passenger-piloted)?"""
        hull = self.figures[figure.carrier].profile.hull if figure.carrier else None
        return hull is not None and hull.piloted and self.riders(self.figures[figure.carrier])[-1] is figure

    def wounds(self, unit: Unit) -> int:
        """The wounds left in a unit."""
        return sum(figure.left for figure in self.members(unit))

    def broken(self, unit: Unit) -> bool:
        """Four markers, or as many as it has wounds left: never stored (xenocide.suppression.broken)."""
        return unit.markers > 0 and unit.markers >= min(BROKEN, self.wounds(unit))

    def morale(self, unit: Unit) -> int:
        """The highest in it (xenocide.unit.mixed-stats)."""
        return max((figure.profile.morale for figure in self.members(unit)), default=0)

    def aspect(self, unit: Unit) -> int:
        """The most common one; of two that are as common the higher (xenocide.unit.mixed-stats)."""
        found = [figure.profile.aspect for figure in self.members(unit)]
        return max(set(found), key=lambda aspect: (found.count(aspect), aspect)) if found else 0

    def brave(self, unit: Unit) -> bool:
        """Are at least half of its models (xenocide.unit.mixed-stats)?"""
        members = self.members(unit)
        return 2 * sum(figure.profile.can("brave") for figure in members) >= len(members) > 0

    def threshold(self, unit: Unit, cover: str = "") -> int:
        """How many attacks make one marker, and no part of one (xenocide.suppression.when, xenocide.core.rounding): cover,
        size and courage add up (xenocide.suppression.threshold-table, xenocide.suppression.threshold-brave,
        xenocide.suppression.threshold-cumulative)."""
        steady = STEADY[cover] + (self.wounds(unit) >= MANY_WOUNDS) + self.brave(unit)
        return max(1, self.morale(unit) - 1) + steady  # a morale of 4 needs 3 attacks, of 8 it needs 7

    def fired_with(self, figure: Figure) -> list[SizeClass]:
        """The classes in its hands of the guns that it has fired in this turn, its own or taken over (xenocide.size.hands)."""
        own = {gun.key: gun for gun in figure.profile.guns} if figure.fired else {}
        guns = [own.get(key) or self.gun(key) for key in figure.fired if key not in (CREW, GUNNER)]
        return [class_of(gun, figure.profile.capacity) for gun in guns]

    def gun(self, key: str) -> Gun:
        """A gun that somebody of this battle came with."""
        return next(gun for figure in self.figures.values() for gun in figure.profile.guns if gun.key == key)
