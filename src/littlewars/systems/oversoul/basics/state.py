"""The state of an Oversoul battle: plain data. Profiles never change and are shared; everything here may change."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from littlewars.engine.measures import INCH as INCH
from littlewars.engine.showing import Cloth
from littlewars.kit.present import Carrying, Placed
from littlewars.table.shapes.bases import Base, Box, new_disc
from littlewars.table.terrain.pieces import Piece

from .profiles import Profile


class Gun(Struct, frozen=True, omit_defaults=True, gc=False):
    """What changes about a weapon: the owner's turn in which it may fire again, the shots left (-1: no limit), its loss."""

    ready: int = 0
    uses: int = -1
    lost: bool = False


class Figure(Struct, Placed, omit_defaults=True, gc=False):
    """One model. Riders and troopers aboard have a carrier and stand where it stands; the gone have left the table."""

    id: str
    unit: str
    profile: Profile
    x: int = 0
    y: int = 0
    face: int = 0
    carrier: str = ""  # the mount it rides, or the vehicle it is aboard
    seat: str = ""  # "rider", or the facing of the vehicle it is assigned to
    crew: bool = False  # aboard, and serves the vehicle's weapons
    prone: bool = False
    airborne: bool = False
    submerged: bool = False
    aground: bool = False
    damage: int = 0  # MOVE lost for good
    banned: int = 0  # the owner's turns up to this one pass without casting
    lucky: bool = False  # still has its one reroll
    guns: tuple[Gun, ...] = ()  # what changed about its weapons, one for each; replaced, never written on
    gone: str = ""  # "", "removed", "fled", "unplaced"

    @property
    def aboard(self) -> bool:
        """Is it in a vehicle? Not if it is on a mount."""
        return bool(self.carrier) and self.seat != "rider"

    def base(self) -> Base:
        """Its base where it stands (oversoul.basics.measuring)."""
        size = self.profile.base
        return new_disc((self.x, self.y, size)) if isinstance(size, int) else Box(self.x, self.y, self.face, size[0], size[1])

    def change_gun(self, index: int, **changes: int) -> None:
        """Something about a weapon is different now."""
        guns = list(self.guns)
        guns[index] = replace(guns[index], **changes)
        self.guns = tuple(guns)

    @property
    def radius(self) -> int:
        """Of a round base; 0 for a rectangle."""
        return self.profile.base if isinstance(self.profile.base, int) else 0

    @property
    def length(self) -> int:
        """Of a rectangular base, along its facing; 0 for a disc."""
        return 0 if isinstance(self.profile.base, int) else self.profile.base[0]

    @property
    def width(self) -> int:
        """Of a rectangular base; 0 for a disc."""
        return 0 if isinstance(self.profile.base, int) else self.profile.base[1]


class LastingSpell(Struct, omit_defaults=True, gc=False):
    """A lasting spell on a unit: who cast it, and the turn of that side with which it ends."""

    name: str
    by: str
    until: int


class Ranks(Struct, omit_defaults=True, gc=False):
    """A formation: "line" or "column", and the figures rank by rank from the front, each from left to right.

    In a column a rank is one or two abreast. An empty place is "". `x`, `y` is the middle of the front edge.
    """

    kind: str
    rows: list[list[str]]
    x: int
    y: int
    face: int


class Unit(Struct, omit_defaults=True, gc=False):
    """Models that act together."""

    id: str
    name: str
    side: str
    figures: list[str]
    original: int = 0  # troopers at the start (oversoul.morale.trigger-casualties)
    quarters: int = 0  # full quarters lost that have been tested for
    lost: int = 0
    frightened: bool = False
    fear_by: str = ""  # the side that caused the failure (oversoul.victory.credit)
    disordered: bool = False
    shaken_late: bool = False  # failed in its own activation: disordered when that ends
    tight: bool = False
    ranks: Ranks | None = None
    leader: str = ""  # the leader attached to it
    under: str = ""  # the unit this leader is attached to
    acts_from: int = 0  # the owner's turn from which it may be chosen
    spells: list[LastingSpell] = []
    summoned: bool = False

    @property
    def formed(self) -> bool:
        """Does it stand and act as one body?"""
        return self.tight and not self.disordered


class Side(Struct, omit_defaults=True, gc=False):
    """A player: his edge of the table, his friends, his turns so far and his score (in points of cost; VP are a quarter)."""

    name: str
    edge: int  # 1 north, 2 east, 3 south, 4 west
    team: str
    force: str = ""  # what its army is called
    turns: int = 0
    score: int = 0
    bonus: int = 0  # victory points of objectives
    achieved: list[str] = []


class Hit(Struct, omit_defaults=True, gc=False):
    """A hit that waits for its Recovery roll: on whom, from which side and bearing, and what goes with it."""

    target: str
    by: str  # the side that gets the credit
    facing: str = "front"
    zap: bool = False


class FireballLanded(Struct, omit_defaults=True, gc=False):
    """A Fireball that succeeded in this activation: further successes at the same marker add single hits."""

    x: int
    y: int


class Due(Struct, omit_defaults=True, gc=False):
    """A roll that is owed: a Morale roll (why, by which unit, because of which unit, whose doing), or a model that falls."""

    kind: str  # "fear", "casualties", "seeing"; "crash" names a figure
    unit: str
    about: str = ""
    by: str = ""


class Activation(Struct, omit_defaults=True, gc=False):
    """What is going on: the unit, the parts still to come, and who has done what."""

    unit: str
    stage: str = "start"  # start, part, other, allocate, close, flee, rally, end
    parts: list[str] = []  # "move", "other" still to come
    part: str = ""  # the part in progress
    kind: str = ""  # a tight unit's one kind of Other action
    able: list[str] = []  # who may still take an Other action in this part
    moved: list[str] = []
    ran: list[str] = []
    charges: list[str] = []  # "attacker>target" brought into contact by a charge
    steady: list[str] = []  # shot with the bonus for not moving: no Move any more
    acted: list[str] = []  # took an Other action
    fired: list[str] = []  # "figure/weapon" fired in this activation
    stuck: list[str] = []  # aground and not freed
    body: list[str] = []  # of several largest groups, the one its owner named
    split: list[str] = []  # out of cohesion when the Other action begins
    hits: list[Hit] = []  # collected on identical tight units
    blasts: list[FireballLanded] = []
    near: list[str] = []  # "fearsome unit>unit" that came within reach during this part
    struck: list[str] = []  # tight units that lost men: ranks to close


class Turn(Struct, omit_defaults=True, gc=False):
    """Where the battle stands: terrain, deployment, rounds; whose turn; what is owed."""

    phase: str = "terrain"  # terrain, ready, deploy, round, turn, turn-ends, round-ends, over
    round: int = 0
    order: list[str] = []
    at: int = 0
    acted: bool = False  # somebody activated a unit this round
    idle: int = 0  # rounds in a row in which all passed
    pieces: dict[str, int] = {}  # terrain each side may still place
    waiting: list[str] = []  # units not yet deployed
    doing: Activation | None = None
    losses: list[str] = []  # units that lost models in this part, in order
    dues: list[Due] = []
    result: str = ""  # how it ended
    winner: str = ""


class Objective(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a side is to achieve: hold a zone alone, or see a unit or side eliminated; `points` in a mathematical game."""

    id: str
    side: str
    kind: str  # "hold", "eliminate"
    zone: tuple[tuple[int, int], ...] = ()
    what: str = ""  # a unit or side, where the kind needs one
    from_round: int = 1
    points: int = 0  # victory points
    label: str = ""


class Settings(Struct, frozen=True, omit_defaults=True, gc=False):
    """What the players agreed on before the battle (oversoul.setup.agreement)."""

    name: str = ""
    rounds: int = 0  # when nothing was agreed: eight times the units of the largest army
    victory: str = "mathematical"  # or "strategic"
    limit: int = 500  # points of an army
    attributes: tuple[str, ...] | None = None  # the permitted ones; None: all
    allow_d6_vehicles: bool = False
    deploy: bool = True
    pieces: int = 0  # terrain pieces each player places
    natural_one_fails: bool = False
    objectives: tuple[Objective, ...] = ()
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
    feared: list[str] = []  # "fearsome unit>unit": tested once a game
    wind: int = 0  # the table side it blows to; 0: rolled when somebody sails
    next_id: int = 1

    # ---- who is there

    def standing(self, unit: Unit) -> list[Figure]:
        """Its models that have a base on the table."""
        figures = self.figures
        return [f for name in unit.figures if not (f := figures[name]).gone and not f.carrier]

    def with_leader(self, unit: Unit) -> list[Figure]:
        """Its standing models and an attached leader's."""
        return self.standing(unit) + (self.standing(self.units[unit.leader]) if unit.leader else [])

    def everybody(self, unit: Unit) -> list[Figure]:
        """Its models wherever they are, and an attached leader's."""
        return self.members(unit) + (self.members(self.units[unit.leader]) if unit.leader else [])

    def acts_with(self, figure: Figure) -> Unit:
        """The unit a model acts with: its own, or the one its leader is attached to (oversoul.leader.attached-activation)."""
        unit = self.units[figure.unit]
        return self.units[unit.under] if unit.under else unit

    def place(self, figure: Figure, at: tuple[int, int], face: int | None = None) -> None:
        """Write down where a model stands; its riders and passengers come along."""
        figure.x, figure.y = at
        if face is not None:
            figure.face = face % 36000
        if figure.profile.kind in ("mount", "vehicle"):
            for rider in self.riders(figure):
                rider.x, rider.y, rider.face = figure.x, figure.y, figure.face

    def enemies(self, one: str, other: str) -> bool:
        """Do these sides fight each other?"""
        return self.sides[one].team != self.sides[other].team

    def active(self) -> Side:
        """Whose turn it is."""
        return self.sides[self.turn.order[self.turn.at]]
