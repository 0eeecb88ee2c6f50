"""What a page shows: the table, an event, a sight line, a way and an attack as plain data, the same for every rulebook.

A rulebook fills these from a state in which `hide` has already blanked what the viewer may not know; what draws them
(a browser, a notebook) needs to know nothing of the rules. Coordinates are thousandths of the table's unit, north is up,
facings are hundredths of a degree clockwise from north.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import dist
from typing import Literal, TypeAlias

from msgspec import Struct

from .asks import Point
from .types import Tally

Outline: TypeAlias = tuple[Point, ...]
Role: TypeAlias = Literal[
    "foot", "leader", "caster", "shooter", "mounted", "beast", "flyer", "vehicle", "walker", "gun", "ship"
]
Flag: TypeAlias = Literal[
    "prone", "airborne", "submerged", "aground", "watching", "aiming", "stunned", "engaged", "reloading", "atop"
]
Cloth: TypeAlias = Literal["", "meadow", "steppe", "snow", "ash", "deck", "desert"]
ArmLook: TypeAlias = Literal[
    "", "rifle", "smg", "mg", "launcher", "pistol", "bow", "axe", "spear", "sword", "staff", "flamer", "none"
]
HeadLook: TypeAlias = Literal["", "helmet", "cap", "crest", "bare", "horns", "hood"]
ROUND_ABOUT = 18000  # the half angle of an arc that covers all directions


# ---- the table


class Band(Struct, frozen=True, gc=False):
    """A range band of a weapon: its name and how far it reaches."""

    name: str
    reach: int


class Arm(Struct, frozen=True, omit_defaults=True, gc=False):
    """A weapon: its range rings and its arc (the middle of it clockwise from the bearer's facing, and half its angle). Its
    bands are measured from rim to rim of the bases, or from centre to centre. `look`: as what it is drawn, if its name does
    not say it."""

    name: str
    text: str = ""
    bands: tuple[Band, ...] = ()
    centre: int = 0
    arc: int = ROUND_ABOUT
    measured: Literal["rim", "centre"] = "rim"
    look: ArmLook = ""
    words: tuple[tuple[str, str], ...] = ()  # words of its text that have a rule of their own, and the rule


class Line(Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of a card: a value with its name, and the rule behind it."""

    name: str
    value: str
    rule: str = ""
    words: tuple[tuple[str, str], ...] = ()  # words of its value that have a rule of their own, and the rule
    cards: tuple[tuple[str, bool], ...] = ()  # it tells of cards in a row: whose each is ("": face down), and is it turned?


class Likeness(Struct, frozen=True, omit_defaults=True, gc=False):
    """What is particular about the drawing of a kind of figure: what is on its head, and how far its coat is from the usual
    tint (degrees, −20 to 20), that others ride it, and that it comes on a horse
    whatever its role. What is not said comes by the kind's name, always the same."""

    head: HeadLook = ""
    coat: int = 0
    steed: bool = False
    mounted: bool = False


class Model(Struct, frozen=True, omit_defaults=True, gc=False):
    """A kind of figure: what its card says. Never changes in a battle."""

    key: str
    name: str
    role: Role = "foot"
    lines: tuple[Line, ...] = ()
    arms: tuple[Arm, ...] = ()
    look: Likeness | None = None


class Shown(Struct, frozen=True, omit_defaults=True, gc=False):
    """A figure on the table. `size` is the radius of a disc, or length and width of a box. A page draws by `flags`,
    `afraid` and `inside`; `marks` are words to be read, and say the same and more: nothing is drawn by them."""

    id: str
    unit: str
    side: str
    model: str
    name: str
    at: Point
    size: tuple[int, ...]
    face: int | None = None
    level: int = 0
    marks: tuple[str, ...] = ()
    within: str = ""  # the figure that carries it: it stands there, and is drawn on it if it is "atop", else not at all
    flags: tuple[Flag, ...] = ()
    afraid: bool = False  # by itself, or with its whole unit
    inside: int = 0  # how many it carries who are not on the table; others say `within`


class Card(Struct, frozen=True, omit_defaults=True, gc=False):
    """A unit: who is left of how many, and how it is. `tokens` are counters that lie beside it, each with its number (0: there
    is only ever one)."""

    id: str
    name: str
    side: str
    figures: tuple[str, ...]
    left: int
    of: int
    status: tuple[Line, ...] = ()
    models: tuple[str, ...] = ()
    note: str = ""
    tokens: tuple[tuple[str, int], ...] = ()


class Gap(Struct, frozen=True, omit_defaults=True, gc=False):
    """A door, window, slit or hole in the outline of a piece, from one end to the other."""

    start: Point
    stop: Point
    kind: str
    open: bool = False


class Terrain(Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece of terrain: what kind, what it does, its outline and what is open in it. `going`, `cover`, `opaque`, `linear` and
    `material` are facts of the terrain library: what is drawn, and tinted, of a kind that a page has never heard of."""

    id: str
    kind: str
    name: str
    outline: Outline
    text: str = ""
    height: int = 0
    openings: tuple[Gap, ...] = ()
    going: int = 0  # 0 free to 3 not to be entered
    cover: int = 0  # 0 none to 3 best
    opaque: bool = False
    linear: bool = False
    material: str = ""


class Zone(Struct, frozen=True, omit_defaults=True, gc=False):
    """A deployment or objective zone; of a side, who is named before it, or of nobody."""

    name: str
    outline: Outline
    side: str = ""


class Marker(Struct, frozen=True, omit_defaults=True, gc=False):
    """Something laid on the table: a disc of a radius, or an outline; a faint one is what lies round something else."""

    id: str
    name: str
    at: Point
    radius: int = 0
    outline: Outline = ()
    side: str = ""
    faint: bool = False
    kind: Literal["", "cloud", "smoke", "incoming"] = ""


class Party(Struct, frozen=True, omit_defaults=True, gc=False):
    """A side: what it is called, whose friend it is, how it stands, and what else it has (points to spend, cards)."""

    id: str
    name: str
    team: str = ""
    score: str = ""
    edge: int | None = None  # the way from the middle of the table to its own edge
    lines: tuple[Line, ...] = ()


class Stage(Struct, frozen=True, gc=False):
    """A step of the tracker."""

    name: str
    when: Literal["done", "now", "next"]


class Deck(Struct, frozen=True, omit_defaults=True, gc=False):
    """Cards that say who acts next: the units whose cards were turned, and how many of each side still lie face down."""

    drawn: tuple[str, ...] = ()
    left: tuple[tuple[str, int], ...] = ()


class Tracker(Struct, frozen=True, omit_defaults=True, gc=False):
    """Where the battle stands: round, phase, whose turn it is, who is active, and the steps of what is going on."""

    round: int
    rounds: int = 0  # 0: no limit
    phase: str = ""
    side: str = ""
    unit: str = ""
    order: tuple[str, ...] = ()
    stages: tuple[Stage, ...] = ()
    word: str = "round"  # what the rulebook calls it
    deck: Deck | None = None


class Show(Struct, frozen=True, omit_defaults=True, gc=False):
    """The whole table as one side (or everybody) may see it. People measure in `unit`, of which `factor` make a thousand
    thousandths."""

    title: str
    unit: Literal["inch", "cm"]
    size: Point
    measures: bool  # may distances be measured before anything is declared?
    tracker: Tracker
    parties: tuple[Party, ...]
    models: dict[str, Model]
    units: dict[str, Card]
    figures: dict[str, Shown]
    ground: tuple[Terrain, ...] = ()
    zones: tuple[Zone, ...] = ()
    markers: tuple[Marker, ...] = ()
    note: str = ""  # what everybody at the table should know as it stands
    factor: int = 1
    cloth: Cloth = ""  # what country the table shows


class Change(Struct, frozen=True, omit_defaults=True, gc=False):
    """What is different about a table: figures, units and models that changed or came, which figures left and which units are
    no more (who has lost all its figures still is one; who became part of another is not); None: as before. `order` and
    `units_order` name all of them in their order where somebody came between others, as after an undo."""

    figures: dict[str, Shown] = {}
    units: dict[str, Card] = {}
    models: dict[str, Model] = {}
    gone: tuple[str, ...] = ()
    units_gone: tuple[str, ...] = ()
    order: tuple[str, ...] | None = None
    units_order: tuple[str, ...] | None = None
    tracker: Tracker | None = None
    parties: tuple[Party, ...] | None = None
    ground: tuple[Terrain, ...] | None = None
    zones: tuple[Zone, ...] | None = None
    markers: tuple[Marker, ...] | None = None
    note: str | None = None


def change(old: Show, new: Show) -> Change:
    """What leads from one table to the next of the same battle."""
    return Change(
        figures={name: one for name, one in new.figures.items() if old.figures.get(name) != one},
        units={name: one for name, one in new.units.items() if old.units.get(name) != one},
        models={name: one for name, one in new.models.items() if name not in old.models},
        gone=tuple(name for name in old.figures if name not in new.figures),
        units_gone=tuple(name for name in old.units if name not in new.units),
        order=_order(old.figures, new.figures),
        units_order=_order(old.units, new.units),
        tracker=None if old.tracker == new.tracker else new.tracker,
        parties=None if old.parties == new.parties else new.parties,
        ground=None if old.ground == new.ground else new.ground,
        zones=None if old.zones == new.zones else new.zones,
        markers=None if old.markers == new.markers else new.markers,
        note=None if old.note == new.note else new.note,
    )


def _order(old: Mapping[str, object], new: Mapping[str, object]) -> tuple[str, ...] | None:
    """All names as they stand now; None if those that came stand behind those that were there."""
    kept = [name for name in old if name in new]
    came = [name for name in new if name not in old]
    return None if [*kept, *came] == list(new) else tuple(new)


# ---- what happens, to be seen


class Went(Struct, frozen=True, tag="went", omit_defaults=True, gc=False):
    """A figure went along a path."""

    figure: str
    path: Outline
    face: int | None = None


class Struck(Struct, frozen=True, tag="struck", omit_defaults=True, gc=False):
    """Somebody attacked somebody, near or far."""

    figure: str
    target: str
    hit: bool
    melee: bool = False


class Shielded(Struct, frozen=True, tag="saved", gc=False):
    """A figure or a unit was hit and is none the worse: armour, a field, luck."""

    who: str


class Burst(Struct, frozen=True, tag="burst", gc=False):
    """Something came down on the table."""

    at: Point
    radius: int


class Fell(Struct, frozen=True, tag="fell", gc=False):
    """A figure leaves the table."""

    figure: str


class Felt(Struct, frozen=True, tag="felt", gc=False):
    """Something came over a figure or a unit: fear, a spell, relief."""

    who: str
    text: str
    good: bool


Seen: TypeAlias = Went | Struck | Shielded | Burst | Fell | Felt


# ---- before deciding


class Drag(Struct, frozen=True, omit_defaults=True, gc=False):
    """Somebody takes hold of these and would have them there, by way of some points; `verb` says in which manner."""

    who: tuple[str, ...]
    to: Point
    face: int | None = None
    verb: str = ""
    via: tuple[Point, ...] = ()


class Stretch(Struct, frozen=True, omit_defaults=True, gc=False):
    """A part of a way: what it costs, and what slows it."""

    start: Point
    to: Point
    cost: int
    why: str = ""


def stretches(way: Sequence[Point]) -> tuple[Stretch, ...]:
    """The parts of a way that cost as much as they are long."""
    return tuple([Stretch(a, b, round(dist(a, b))) for a, b in pairwise(way)])


class Touch(Struct, frozen=True, omit_defaults=True, gc=False):
    """Somebody whom a way or a template would meet: what would happen ("rammed", "under the template", "boards"), and how
    likely, where that is known."""

    figure: str
    what: str
    chance: float | None = None


class Trace(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing's way as it would be: where it leads, its price out of what there is, how the figures would stand, the outline
    at each turn of what has corners, and whom it would meet."""

    who: str
    path: Outline
    cost: int
    budget: int
    stretches: tuple[Stretch, ...] = ()
    ends: dict[str, tuple[int, int, int]] = {}  # figure -> x, y, face
    hulls: tuple[Outline, ...] = ()
    meets: tuple[Touch, ...] = ()


class Obstacle(Struct, frozen=True, omit_defaults=True, gc=False):
    """What stands in a line of sight, and what it does there."""

    id: str
    name: str
    does: str
    inside: int = 0  # how long the line runs in it


class Look(Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of sight: clear, partial or blocked, the lines that were looked along, and what is in the way."""

    state: Literal["clear", "partial", "blocked"]
    lines: tuple[tuple[Point, Point], ...]
    far: int | None  # the distance, where it may be measured
    rule: str
    obstacles: tuple[Obstacle, ...] = ()


class Roll(Struct, frozen=True, omit_defaults=True, gc=False):
    """One roll of an attack: what it needs on which die, how often it succeeds, and why it never does."""

    name: str
    die: str
    tally: Tally
    chance: float
    why: str = ""


class Share(Struct, frozen=True, omit_defaults=True, gc=False):
    """One figure's part of what an answer would bring: what the roll against it needs, and how likely it suffers."""

    figure: str
    tally: Tally
    chance: float


class Forecast(Struct, frozen=True, omit_defaults=True, gc=False):
    """What an answer would bring: the rolls with their modifiers, the exact odds of what they measure, and where several are
    concerned the part of each."""

    title: str
    measure: str
    chances: tuple[tuple[int, float], ...]
    expected: float
    rolls: tuple[Roll, ...] = ()
    assumes: str = ""
    each: tuple[Share, ...] = ()
    own: float = 0.0  # of one's own who suffer, on average, where any can
