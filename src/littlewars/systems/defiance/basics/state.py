"""The state of a Defiance battle: plain data. Frames and weapons never change and are shared; everything here may change."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from littlewars.engine.showing import Cloth
from littlewars.kit.present import Placed, Present
from littlewars.table.shapes.bases import Base, Box, Disc
from littlewars.table.terrain.pieces import Piece

from .profiles import Frame, Weapon
from .ways import Segment


class Arm(Struct, frozen=True, gc=False):
    """A weapon that somebody carries, and in which slot (primary, support or side)."""

    slot: str
    weapon: Weapon


class Chit(Struct, frozen=True, omit_defaults=True, gc=False):
    """An attack chit: whose it is, and the turn in which it was used (0: ready) (defiance.command.chit-lifecycle)."""

    owner: str
    used: int = 0


ROLLS, FALLS, LIES, HOLDS = "rolls", "falls", "lies", "holds"  # what becomes of an eliminated vehicle
BODIES = (ROLLS, FALLS, HOLDS)  # and is still in the way, or a target, like a body


class Craft(Struct, omit_defaults=True, gc=False):
    """What becomes of a vehicle; men have none of it (defiance.vehicle.*)."""

    rolled: bool = False  # it moved or turned in its last activation: not static (defiance.orders.static-vehicle-counter)
    spent: tuple[int, ...] = ()  # weapons fired in its last activation, by number
    haywire: int = 0  # 1 haywire, 2 out of control (defiance.vehicle.haywire, defiance.vehicle.out-of-control)
    fresh: bool = False  # and it has not been activated so yet (defiance.vehicle.haywire-removal)
    slowed: int = 0  # what its Move has lost (defiance.vehicle.afv-chart)
    lost: tuple[int, ...] = ()  # weapons destroyed, by number
    holed: int = 0  # structural points lost (defiance.vehicle.sdc-passengers)
    course: int = -1  # the direction of its last movement; -1: it has not moved (defiance.vehicle.final-roll)
    speed: str = ""  # the speed of it
    stays: int = 0  # the turn in which it stands still because somebody boards it
    hulk: str = ""  # of one that is eliminated: it "rolls" on next turn, "falls", "lies" as terrain, or "holds" people as such


class Figure(Struct, Placed, omit_defaults=True, gc=False):
    """One figure. The gone have left the table, whatever removed them (defiance.terms.figure)."""

    id: str
    unit: str
    frame: Frame
    x: int = 0
    y: int = 0
    face: int = 0
    level: int = 0
    arms: tuple[Arm, ...] = ()
    leader: int = 0
    command: int = 0
    focal: int = 0
    hero: bool = False
    from_mob: bool = False  # it began the game in a mob (defiance.command.mob-leader)
    cost: int = 0  # what it was bought for, weapons and upgrades included
    hurt: int = 0  # damage points lost
    prone: bool = False
    shaken: bool = False
    stunned: bool = False
    stunned_in: int = 0  # the turn in which it was stunned (defiance.effector.stun-recovery-timing)
    stun_rolls: int = 0  # recovery rolls so far
    craft: Craft | None = None  # every vehicle has one
    stopped: tuple[str, ...] = ()  # lines of weapons with a stoppage, "ARM:LINE" by their numbers (defiance.stoppage.effect)
    shots: tuple[int, ...] = ()  # times each arm was fired; () before the first shot
    rounds: tuple[str, ...] = ()  # shots of a combination's lines that have few, "ARM:LINE" for each (defiance.ranged.ammo)
    set_off: int = 0  # the turn in which it last used a close defence weapon (defiance.cdw.unlimited)
    last_shot: int = 0  # the turn of its last ranged or covering fire (defiance.stoppage.clear)
    covers: str = ""  # the class of weapon it covers with (defiance.cover.counter); "" if it does not
    cover_mod: int = 0
    sprint: int = 0  # its speed while a sprint counter lies (defiance.orders.sprint-counter)
    jumped: bool = False  # since its last activation (defiance.move.jump-easy-target)
    leaping: bool = False  # in the middle of a jump
    aims: tuple[str, ...] = ()  # the unit it aimed at, and what came of it (defiance.orders.aim-duration)
    aimed: int = 0  # 0 not, 1 aimed in its last activation, 2 in the activation that profits and until the next
    chits: tuple[Chit, ...] = ()
    spurred: bool = False  # by a chit, while charging (defiance.command.chit-charge)
    locked: tuple[str, ...] = ()  # enemies it is engaged with
    used: tuple[tuple[str, int], ...] = ()  # dice rolled or traded hand to hand this turn, by enemy unit
    struck_by: tuple[str, ...] = ()  # who has rolled hand-to-hand dice at it this turn (defiance.hth.reflex-modifiers)
    aboard: str = ""  # the vehicle that carries it (defiance.passenger.definition)
    gun: str = ""  # the crew-served gun that it serves (defiance.infweapon.crew-definition)
    manned: int = 0  # of a gun: the turn in which somebody took it over (defiance.infweapon.crew-recovery)
    mate: str = ""  # the other man of its crew-served, loader or powerpack weapon (defiance.infweapon.crew-definition)
    lag: int = 0  # by how much of its MV it keeps back for a slower mate (defiance.infweapon.loader-contact)
    served: int = 0  # the turn of the activation in which such a weapon fired last (defiance.infweapon.loader-lost)
    idle: bool = False  # on Fire orders without firing or covering: clears a stoppage (defiance.stoppage.clear)
    gone: str = ""  # "", "killed", "routed", "dissolved"

    def base(self) -> Base:
        """Its base where it stands (defiance.scale.bases)."""
        size = self.frame.base
        if isinstance(size, int):
            return tuple.__new__(Disc, (self.x, self.y, size))  # as `Disc(…)`: of all that is made this is made most often
        return Box(self.x, self.y, self.face, *size)

    @property
    def reach(self) -> int:
        """A radius that holds its base, whichever way it looks."""
        return self.frame.reach

    @property
    def left(self) -> int:
        """Damage points left."""
        return self.frame.capacity - self.hurt

    @property
    def hulled(self) -> Craft:
        """A vehicle's own data: only of vehicles."""
        assert self.craft is not None, f"{self.id} is no vehicle"
        return self.craft

    @property
    def spent(self) -> tuple[int, ...]:
        """Weapons of a vehicle that it fired in its last activation."""
        return self.craft.spent if self.craft else ()

    @property
    def lost(self) -> tuple[int, ...]:
        """Weapons of a vehicle that are destroyed (defiance.vehicle.afv-chart)."""
        return self.craft.lost if self.craft else ()

    @property
    def haywire(self) -> int:
        """Of a vehicle: 1 haywire, 2 out of control (defiance.morale.vehicle-quality)."""
        return self.craft.haywire if self.craft else 0

    @property
    def rolled(self) -> bool:
        """Of a vehicle: it moved or turned in its last activation."""
        return self.craft is not None and self.craft.rolled

    @property
    def size(self) -> int:
        """For targeting, blocking and sight: prone figures count one class smaller (defiance.move.prone-size)."""
        return self.frame.size - self.prone

    @property
    def aloft(self) -> bool:
        """Is it in the air (defiance.move.fly-levels)?"""
        return self.level > 0

    @property
    def is_gun(self) -> bool:
        """Is it a crew-served gun: a vehicle target that is no vehicle, and nobody's member
        (defiance.infweapon.crew-weapon-stats)?"""
        return self.frame.vehicle and self.frame.hull is None

    @property
    def officer(self) -> bool:
        """Has it leadership, command or focal ability (defiance.terms.officer)?"""
        return bool(self.leader or self.command or self.focal)

    @property
    def able(self) -> bool:
        """May it follow orders: neither shaken nor stunned (defiance.orders.impaired-figures)?"""
        return not self.gone and not self.shaken and not self.stunned


class Unit(Struct, omit_defaults=True, gc=False):
    """Figures that activate together, all of one quality."""

    id: str
    name: str
    side: str
    figures: list[str]
    quality: str
    status: str = "standard"  # standard, ad hoc, mob
    broken: int = 0  # the turn in whose Resolution Phase it broke; 0: it is not
    activated: bool = False  # this turn
    solo: bool = False  # a commander or hero on his own (defiance.morale.solo-exempt)
    card: int = 0  # the order in which units received their cards (defiance.turn.resolution-phase)
    guns: list[str] = []  # crew-served guns: figures that are no members (defiance.infweapon.crew-definition)
    rides: str = ""  # the vehicle to whose unit it belongs as passengers (defiance.passenger.definition)
    boards: str = ""  # the vehicle that it is boarding (defiance.passenger.boarding-partial)


class Side(Struct, omit_defaults=True, gc=False):
    """A player: his army, his edge of the table, his Primary Commander."""

    name: str
    edge: int  # 1 north, 2 east, 3 south, 4 west; 0: not yet chosen
    army: str = ""
    force: str = ""
    limit: int = 0  # points
    fielded: int = 0  # what his force was bought for
    primary: str = ""  # the Primary Commander
    headless: bool = False  # none can be named any more (defiance.command.primary-replacement)
    torrential: bool = False
    strikes: int = 0  # air strikes not yet called (defiance.airstrike.purchase)


PHASES = ("terrain", "zones", "primary", "deploy", "command", "active", "resolution", "over")  # of a battle
STAGES = (
    "start", "suppression", "stun", "within", "chits", "teams", "order", "lay", "escape", "act", "drive", "fight", "cover",
    "end",
)  # of an activation  # fmt: skip


class Rect(Struct, frozen=True, gc=False):
    """A piece of a suppression template: the middle of it, the way its length runs, and its length; it is 2 inches wide."""

    x: int
    y: int
    face: int
    length: int


class Template(Struct, omit_defaults=True, gc=False):
    """Suppression fire that lies on the table (defiance.suppression.*). `arms`: which arm each contributor fires, and at
    the higher rate or not."""

    id: str
    unit: str
    firer: str
    target: str  # the target unit
    pieces: list[Rect]
    contributors: list[str]
    arms: dict[str, int]
    lines: dict[str, int] = {}  # of a combination weapon the line with which it contributes
    high: list[str] = []  # contributors that fire a split weapon at its higher rate
    torrential: bool = False
    aimed: bool = False  # laid against the unit aimed at: doubled bands
    team: list[str] = []  # who was under the order that laid it: it is theirs to keep; empty: the whole unit


class Cloud(Struct, omit_defaults=True, gc=False):
    """Poison or smoke that lies on the table (defiance.aoe.poison-growth, defiance.grenade.obscuring)."""

    id: str
    kind: str  # poison, smoke
    name: str  # of the weapon
    x: int
    y: int
    radius: int
    by: str  # whose it is
    turn: int  # in which it was laid
    foot: int = 0
    damage: int = 0  # what its dice need
    dice: int = 1
    letters: str = ""  # its effectors
    carrier: str = ""  # whom it spares in the turn in which it was laid (defiance.cdw.poison-carrier)
    mod: int = 0  # what smoke takes off fire through it
    until: int = 0  # the turn at whose end smoke is gone


class AirStrike(Struct, frozen=True, omit_defaults=True, gc=False):
    """An air strike on its way: where its counter lies, and who called it (defiance.airstrike.delay)."""

    x: int
    y: int
    by: str


class InitiativeCard(Struct, frozen=True, omit_defaults=True, gc=False):
    """A card in the initiative deck: a unit's own, or a command card (then `by` is the commander)."""

    unit: str
    by: str = ""
    wreck: str = ""  # of a wreck that rolls on (defiance.vehicle.final-roll)


class Team(Struct, omit_defaults=True, gc=False):
    """Those who follow one order: the unit, a fire team, or a single elite figure, commander or hero."""

    figures: list[str]
    order: str = ""
    speed: str = ""
    pattern: str = ""
    target: str = ""  # the unit that is charged or aimed at
    gun: str = ""  # the gun that they serve on orders of their own (defiance.infweapon.crew-orders)
    fought: list[str] = []  # on maneuver orders: enemy units with which some of them are engaged already


class Bout(Struct, frozen=True, omit_defaults=True, gc=False):
    """A fight to come: who attacks whom, hand to hand, or a hull or a gun that cannot strike back; after a failed escape the
    attacker is the enemy who opposed it (defiance.hth.resolution-order)."""

    attacker: str
    defender: str
    kind: str = "lock"  # lock, hull, gun, escape
    charged: bool = False  # the contact was made by a charge in this activation (defiance.hth.charge-bonus)
    moving: bool = False  # the hull is under way (defiance.hth.versus-moving-vehicle)


class Melee(Struct, omit_defaults=True, gc=False):
    """A fight in progress (defiance.hth.sequence): which step comes next, and what the steps before have brought."""

    bout: Bout
    step: str = "reflex"  # reflex, first, second, tests, after
    first: str = ""  # who strikes first; "" before the reflex roll, and if both strike at once
    held: list[str] = []  # who rolls no further die in it
    hits: dict[str, int] = {}  # hits that are still to land, by whom they hit: blows that fall at the same time
    hurt: list[str] = []  # who was damaged
    killers: list[str] = []  # who has eliminated an enemy in it
    freed: list[str] = []  # who was held by somebody that fell


class Stay(Struct, frozen=True, gc=False):
    """A figure inside suppression: how far it has walked there without a break, and did it move in or activate there?"""

    walked: int
    moved_in: bool


class Drive(Struct, omit_defaults=True, gc=False):
    """A vehicle's movement under way: what it has left, what is left of the way it was told, and what it has run into."""

    figure: str
    speed: str  # stationary, walking, running, sprinting
    left: int = 0
    turns: int = 0  # made in this activation
    heading: int = 0  # 1 forward, -1 in reverse, 0 it has not moved yet
    reverses: bool = False  # it stood still before: it may reverse
    way: list[Segment] = []
    hits: str = ""  # whom or what it touches now: to be settled before anything else
    solid: bool = False  # that is terrain, or a wreck
    met: list[str] = []  # those who have dodged it: they are only moved aside
    passed: list[str] = []  # those for whom there is no place beside it
    manner: str = ""  # "" as its owner likes, "wild" out of control, "roll" the final roll of a wreck


class Activation(Struct, omit_defaults=True, gc=False):
    """What is going on: the unit, how far its activation is, and who has done what."""

    unit: str
    stage: str = "start"  # one of STAGES
    team: Team | None = None  # whose order is being carried out
    waiting: list[str] = []  # figures that have no order yet
    acted: list[str] = []  # figures that have finished
    fired: list[str] = []  # "figure/arm" fired, or wasted
    tested: list[str] = []  # figures that have made their test because of suppression (defiance.suppression.one-morale-test)
    moved: list[str] = []  # figures that have moved, fired or declared covering fire: chits stay where they are
    fights: list[Bout] = []  # fights to come, in any order
    melee: Melee | None = None  # the one in progress
    rolled: dict[str, int] = {}  # hand-to-hand dice rolled or traded in this activation, on both sides
    landed: list[str] = []  # figures that have come down to the ground (defiance.orders.go-prone-forbidden)
    stuck: list[str] = []  # figures that have failed a climb: they move no more (defiance.move.climb-fail)
    kept: list[Team] = []  # whose order is the suppression that they keep up
    drive: Drive | None = None  # the vehicle that is driving
    once: list[str] = []  # "what/whom": what happens to somebody once in an activation (poison, a spotter, a call …)
    inside: dict[str, dict[str, Stay]] = {}  # who has walked in which templates and is still in them


class Turn(Struct, omit_defaults=True, gc=False):
    """Where the battle stands."""

    phase: str = "terrain"  # one of PHASES
    number: int = 0
    deck: list[InitiativeCard] = []
    assigned: dict[str, list[InitiativeCard]] = {}  # command cards by side: secret until drawn
    waiting: list[str] = []  # units not yet deployed
    doing: Activation | None = None
    shaken: list[str] = []  # figures shaken when the Resolution Phase began
    step: int = 0  # how far the Command Phase is: 1 when poison has drifted
    losses: int = 0  # figures lost so far, for events
    clouds: list[Cloud] = []  # poison and smoke that lie on the table
    strikes: list[AirStrike] = []  # called, and not yet come down
    quiet: list[str] = []  # carriers of close defence weapons whose owner is asked no more in this turn
    result: str = ""
    winner: str = ""


class Settings(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the players agreed on."""

    name: str = ""
    turns: int = 6  # defiance.turn.game-end
    scenario: str = "standard"  # standard, first-strike, free
    scale: str = "30mm"
    depth: int = 12_000  # of the deployment zones
    deploy: bool = True
    officers_independent_orders: bool = True
    leader_chits_cumulative: bool = False
    shaken_count_as_casualties: bool = False
    vehicles_test_only_for_damage: bool = False
    scatter_lands: bool = False  # a round that meets nothing on its way bursts where it ends (defiance.aoe.scatter-impact)
    cloth: Cloth = ""  # what country the table shows


class State(Struct, Present[Figure, Unit, Activation], gc=False):
    """The whole battle."""

    settings: Settings
    width: int
    depth: int
    pieces: list[Piece]
    sides: dict[str, Side]
    units: dict[str, Unit]
    figures: dict[str, Figure]
    templates: list[Template]
    turn: Turn
    next_id: int = 1

    @property
    def clouds(self) -> list[Cloud]:
        """Poison and smoke on the table."""
        return self.turn.clouds

    # ---- who is there

    def stands(self, figure: Figure) -> bool:
        """Is it on the table: still in the battle, deployed, and not inside a vehicle?"""
        return not (figure.gone or figure.aboard or figure.unit in self.turn.waiting)

    def standing(self) -> list[Figure]:
        """Everybody who is on the table."""
        waiting = self.turn.waiting
        return [f for f in self.figures.values() if not (f.gone or f.aboard or f.unit in waiting)]

    def on_table(self, unit: Unit) -> list[Figure]:
        """A unit's members who are on the table: some or all of them may be inside a vehicle."""
        if unit.id in self.turn.waiting:
            return []
        figures = self.figures
        return [figure for name in unit.figures if not ((figure := figures[name]).gone or figure.aboard)]

    def targets_of(self, unit: Unit) -> list[Figure]:
        """Its members on the table, and its guns."""
        found = self.on_table(unit)
        return found + [gun for name in unit.guns if self.stands(gun := self.figures[name])] if unit.guns else found

    def fellows(self, unit: Unit) -> list[Unit]:
        """Units that ride in its vehicles: they have no card of their own and activate with it
        (defiance.passenger.definition)."""
        if unit.quality != "Vehicle":
            return []
        return [other for other in self.units.values() if other.rides in unit.figures and self.is_present(other)]

    def party(self, unit: Unit) -> list[Unit]:
        """A vehicle's unit and its passengers, in or out of it: one unit until the next Command Phase."""
        carrier = self.units[self.figures[unit.rides].unit] if unit.rides else unit
        return [carrier, *self.fellows(carrier)]

    def with_riders(self, unit: Unit) -> list[Figure]:
        """Everybody on the table who counts as of this unit: a vehicle and its passengers are one."""
        return [figure for one in self.party(unit) for figure in self.targets_of(one)]

    def enemies_of(self, side: str) -> Iterator[Figure]:
        """Everybody on the table who fights against this side."""
        units = self.units
        return (figure for figure in self.standing() if units[figure.unit].side != side)

    def team(self) -> Team:
        """Whose order is being carried out."""
        team = self.acting().team
        assert team is not None
        return team
