"""The state of a Combat Action battle: plain data. Profiles never change and are shared; everything else here may change."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from littlewars.engine.showing import Cloth
from littlewars.kit.present import Carrying, Placed
from littlewars.table.shapes.bases import Base, Box, new_disc
from littlewars.table.terrain.pieces import Piece

from .numbers import LOW_FOOT, TURN_LIMIT
from .profiles import Profile, Weapon

PILOT, GUNNER = "pilot", "gunner"
STEADY, PINNED, ROUTING = "steady", "pinned", "routing"
KILLED, OOA, LEFT, DESTROYED, SHUT_DOWN = "killed", "ooa", "left", "destroyed", "shut down"
GONE = ("", KILLED, OOA, LEFT, DESTROYED, SHUT_DOWN)
Number = Annotated[int, Meta(ge=0, le=1_000_000)]  # of turns, and of what is counted
FOR_GOOD, ONCE = "for good", "once"  # how a machine is out of control (combat-action.machine-damage.control-system)


class Gun(Struct, frozen=True, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """How a weapon is; what it is stands on the profile."""

    jammed: bool = False  # combat-action.actions.unjam
    empty: bool = False  # combat-action.actions.reload
    faulty: bool = False  # combat-action.machine-damage.weapon-system
    out: bool = False
    left: Annotated[int, Meta(ge=-1, le=100)] = -1  # firing actions it still has (combat-action.machine-damage.ammunition-feed)
    fired: Number = 0  # times in this activation (combat-action.actions.repeat)

    @property
    def able(self) -> bool:
        """Can it fire?"""
        return not (self.jammed or self.empty or self.out or self.left == 0)


class Did(Struct, frozen=True, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """What a slave robot did, to be repeated (combat-action.robots.slave-table)."""

    verb: str
    gun: int = -1
    target: str = ""
    far: Number = 0
    face: Annotated[int, Meta(ge=0, lt=36000)] = 0


class Figure(Struct, Placed, omit_defaults=True, gc=False):
    """A model."""

    id: str
    unit: str
    profile: Profile
    x: int = 0
    y: int = 0
    face: int = 0  # of a machine: its front; of a robot the way of its last move
    level: int = 0  # combat-action.vehicles.altitude
    foot: int = 0  # how high the roof is on which it stands (combat-action.actions.climb)
    carrier: str = ""  # the vehicle it rides in
    seat: str = ""  # in it: pilot, gunner, or none for a passenger
    controller: str = ""  # of a slave robot
    ap: int = 0
    flat: bool = False
    wounded: bool = False
    hides: str = ""  # the piece behind which it ducks (combat-action.actions.hide)
    ready: int = -1  # the weapon it is ready-to-fire with (combat-action.ready.gain)
    aim_gun: int = -1  # weapon and target of the targeting device (combat-action.actions.targeting-device)
    aim_at: str = ""
    primed: Number = 0  # the turn in which it armed a grenade (combat-action.actions.prime-grenade)
    guns: tuple[Gun, ...] = ()
    broken: tuple[str, ...] = ()  # damaged locations
    loose: str = ""  # out of control by damage: for good, or once
    halted: bool = False  # for the rest of the battle
    landing: bool = False  # owes an emergency landing
    opened: bool = False  # stuck hatches were broken (combat-action.machine-damage.hatches)
    wreck: str = ""  # destroyed or shut down; the base stays until it has rolled on
    wrecked: Number = 0  # in which turn: those aboard get out later (combat-action.machine-damage.power-plant-passengers)
    went: int = 0  # how far in its last activation
    did: tuple[Did, ...] = ()  # in its last activation
    controlled: Number = 0  # the turn in which it was controlled
    moved: Number = 0  # the turn of its last move and shot (combat-action.machine-damage.power-grid)
    fired: Number = 0
    lifted: Number = 0  # the turn in which it last changed its level (combat-action.vehicles.flying-robots)
    gone: str = ""  # why it is out of the game: killed, ooa, left, destroyed, shut down

    @property
    def lost(self) -> bool:
        """Out of the battle, or a wreck that only rolls on (combat-action.victory.game-end)."""
        return bool(self.gone or self.wreck)

    def base(self) -> Base:
        """What it covers where it stands."""
        profile = self.profile
        if profile.radius:
            return new_disc((self.x, self.y, profile.radius))
        return Box(self.x, self.y, self.face, profile.length, profile.width)

    @property
    def body(self) -> str:
        """Whose base stands on the table for it: its own, or that of the vehicle it rides in."""
        return self.carrier or self.id

    @property
    def feet(self) -> int:
        """How high it is above the table (combat-action.vehicles.altitude)."""
        return LOW_FOOT if self.level else self.foot

    @property
    def top(self) -> int:
        """Where lines of sight end (combat-action.los.lines)."""
        return self.feet + self.profile.height

    def has(self, place: str) -> bool:
        """Does this location work (combat-action.machine-damage.locations)?"""
        return place in self.profile.locations and place not in self.broken

    def move(self) -> int:
        """MV, halved with a damaged locomotive system (combat-action.machine-damage.locomotive)."""
        if self.halted:
            return 0
        return self.profile.mv // 2 if "locomotive-system" in self.broken else self.profile.mv

    def full_ap(self) -> int:
        """Action points of an activation (combat-action.actions.allowance, combat-action.damage.wounded)."""
        return max(0, self.profile.ap - self.wounded)

    def lower(self) -> None:
        """It aims no more (combat-action.actions.targeting-device)."""
        self.aim_gun, self.aim_at = -1, ""

    def set_gun(self, number: int, **facts: int | bool) -> None:
        """A weapon is otherwise from now on."""
        guns = list(self.guns)
        guns[number] = replace(guns[number], **facts)
        self.guns = tuple(guns)

    def arms(self) -> list[tuple[int, Weapon, Gun]]:
        """Its weapons: number, what each is, and how it is."""
        return [(n, weapon, gun) for n, (weapon, gun) in enumerate(zip(self.profile.weapons, self.guns, strict=True))]


class Unit(Struct, omit_defaults=True, gc=False):
    """A squad, a single model, robots or a vehicle with its crew (combat-action.units.squads)."""

    id: str
    name: str
    side: str
    figures: list[str]
    leader: str = ""
    status: str = STEADY
    regroups: bool = False  # it has rallied and is not coherent yet (combat-action.rout.rally)
    hurt: bool = False  # a loss since its last test (combat-action.discipline.causes)
    ordered: Number = 0  # the turn of an order that waits for a test (combat-action.actions.impart-order)
    told: Number = 0  # the turn of its last order
    strays: list[str] = []  # out of coherency (combat-action.units.coherency)
    acted: bool = False  # it has been active in this turn


class Side(Struct, omit_defaults=True, gc=False):
    """A player: his edge and his force."""

    name: str
    edge: int = 0
    force: str = ""
    limit: int = 0


class Activation(Struct, omit_defaults=True, gc=False, forbid_unknown_fields=True):
    """The unit that is active (combat-action.activation.phases)."""

    unit: str
    phase: Literal["discipline", "action-resolution", "end"] = "discipline"
    model: str = ""  # who spends his AP now
    by: str = ""  # who controls that robot
    acted: list[str] = []  # who has had his part
    due: list[str] = []  # what moves by itself: runaways, robots out of control, those who run
    waved: list[str] = []  # ready models whose owner lets the rest of this activation pass
    rallied: bool = False  # in this activation: nobody becomes ready (combat-action.rout.rally)


class Turn(Struct, omit_defaults=True, gc=False):
    """Where the battle stands."""

    phase: Literal["edges", "deploy", "begin", "play", "over"] = "edges"
    number: Number = 0
    first: str = ""
    at: str = ""  # whose go it is
    doing: Activation | None = None
    waiting: list[str] = []  # units that are still to be put down
    ended: str = ""  # why the battle is over


class Settings(Struct, omit_defaults=True, gc=False):
    """What the scenario says (combat-action.core.scales, combat-action.ranged.speed, combat-action.victory.game-end)."""

    name: str = ""
    about: str = ""
    turns: int = TURN_LIMIT
    scale: str = "small"
    speed: bool = False
    deploy: bool = True
    cloth: Cloth = ""  # what country the table shows


class State(Struct, Carrying[Figure, Unit, Activation], gc=False):
    """The whole battle."""

    settings: Settings
    width: int
    depth: int
    pieces: list[Piece]
    sides: dict[str, Side]
    units: dict[str, Unit]
    figures: dict[str, Figure]
    turn: Turn

    def on_foot(self, unit: Unit) -> list[Figure]:
        """Those of it who are on the table themselves, not aboard."""
        return [figure for figure in self.members(unit) if not figure.carrier]

    def crew(self, vehicle: Figure, seat: str) -> list[Figure]:
        """Who sits there (combat-action.vehicles.crew)."""
        return [figure for figure in self.riders(vehicle) if figure.seat == seat]

    def bodies(self) -> list[Figure]:
        """Everybody with a base on the table."""
        waiting = self.turn.waiting
        return [f for f in self.figures.values() if not f.gone and not f.carrier and (not waiting or f.unit not in waiting)]

    def targets(self, side: str) -> list[Figure]:
        """Enemies of a side who have a base on the table and are no wrecks (combat-action.units.inert)."""
        units = self.units
        return [figure for figure in self.bodies() if units[figure.unit].side != side and not figure.wreck]

    def piece(self, name: str) -> Piece:
        """A piece of terrain."""
        return next(piece for piece in self.pieces if piece.id == name)
