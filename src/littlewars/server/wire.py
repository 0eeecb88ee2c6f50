"""What goes over the wire. Everything here is also TypeScript: `python -m littlewars.server.typescript` writes it.

A live game is a WebSocket at /api/games/{id}/live. The first message is `Sit`; the server answers with the whole `Table`, then
sends a `Moment` for every entry of the journal, in order and without gaps: a moment's `n` is the number of its line. After an
`Again` some are told anew. A client that reconnects sits again and gets the table as it is now. Every request carries a `key`
that its reply repeats.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from littlewars.engine import Leg, Option, Point, Pose, Result, Shape, Spot, Tally, Topic, Verb
from littlewars.engine.catalogue.primer import PrimerPart
from littlewars.engine.catalogue.rulebook import Basis
from littlewars.engine.orders import Order, Policy, Stance, Stop
from littlewars.engine.showing import ArmLook, Change, Cloth, Drag, Forecast, HeadLook, Look, Role, Seen, Show, Trace
from littlewars.players.rehearsal import Rehearsal
from littlewars.table.picture.ground.scenery import Drawn

Key: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Id: TypeAlias = Annotated[str, Meta(max_length=120)]
Short: TypeAlias = Annotated[str, Meta(max_length=60)]


# ---- what is asked: `Ask.sheet()` with the number of its part, and with its own: the two together name a question


class _Asked(Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="kind"):
    part: int
    number: int
    side: str
    rule: str
    prompt: str
    blind: bool = False
    of: tuple[str, ...] = ()  # the figures that are to act
    unit: str = ""  # and theirs
    topic: Topic = ""
    single: Any = None  # the only answer that is allowed, where there is just one and all decide in turn


class ChooseSheet(_Asked, frozen=True, tag="choose"):
    """One of the options; the answer is its id."""

    options: tuple[Option, ...]


class ChooseSomeSheet(_Asked, frozen=True, tag="choose-some"):
    """Some of the options, within a purse; the answer is a list of ids."""

    options: tuple[Option, ...]
    least: int
    most: int | None
    purse: dict[str, int]


class NumberSheet(_Asked, frozen=True, tag="number"):
    """A number; the answer is that number."""

    low: int
    high: int
    step: int
    usual: int
    counts: str


class AssignSheet(_Asked, frozen=True, tag="assign"):
    """Every item gets one of its own options; the answer maps item to option id."""

    items: dict[str, tuple[Option, ...]]


class AllocateSheet(_Asked, frozen=True, tag="allocate"):
    """`count` things over takers; the answer maps taker to number."""

    count: int
    room: dict[str, int]
    least: dict[str, int]
    exact: bool


class ArrangeSheet(_Asked, frozen=True, tag="arrange"):
    """Put these in order; the answer is the list in its new order."""

    items: tuple[str, ...]


class MoveSheet(_Asked, frozen=True, tag="move"):
    """Ways for figures or bodies; the answer is a list of legs (nobody listed: nobody moves)."""

    start: dict[str, Pose]
    budget: dict[str, int]
    least: dict[str, int]
    verbs: dict[str, Verb]


class PlaceSheet(_Asked, frozen=True, tag="place"):
    """Things put down; the answer is a list of spots."""

    things: dict[str, Shape]
    spots: tuple[tuple[Spot, ...], ...]
    turns: bool


Sheet: TypeAlias = (
    ChooseSheet | ChooseSomeSheet | NumberSheet | AssignSheet | AllocateSheet | ArrangeSheet | MoveSheet | PlaceSheet
)


# ---- what happened


class Told(Struct, frozen=True, omit_defaults=True):
    """One event or throw of dice as the log tells it."""

    kind: str  # the event's name; "draw" for dice
    text: str  # "": the line before tells it, too; what a roll needed is in `tally`, not here
    depth: int = 2  # 0 a heading, 1 a chapter, 2 a detail
    rule: str = ""
    die: str = ""  # d6, d10 …; "1 of 7": a card
    faces: tuple[int, ...] = ()
    tally: Tally | None = None
    seen: Seen | None = None
    secret: bool = False  # only you know


class Spoke(Struct, frozen=True, omit_defaults=True):
    """Whose entry it was, and of what kind: an ask's kind, or begin, concede, agree, undo, reseed."""

    kind: str
    side: str = ""
    rule: str = ""
    by: str = ""  # "order": the first line of an order that is carried out, "aide": the others


class Beat(Struct, frozen=True, omit_defaults=True):
    """One line of the journal as the log tells it. `left`: after an undo, how many beats before it still count."""

    n: int
    by: Spoke
    told: tuple[Told, ...] = ()
    left: int | None = None


class Wish(Struct, frozen=True):
    """Somebody asks to take back the last entries: everybody else who sits must agree."""

    side: str
    entries: int


class Carried(Struct, frozen=True, omit_defaults=True):
    """Your order: how many entries it has taken so far, whether it is carried out, and why it halts."""

    order: Order
    entries: int
    done: bool = False
    stop: Stop | None = None


class Clocks(Struct, frozen=True, omit_defaults=True):
    """The time that is left to each person, in seconds as it is told, and whose runs."""

    left: dict[str, int]
    runs: tuple[str, ...] = ()


class Now(Struct, frozen=True, omit_defaults=True):
    """Where a game stands for one seat: what it is asked, whom all wait for, what it may take back, how it ended."""

    asks: tuple[Sheet, ...] = ()
    waiting: tuple[str, ...] = ()
    rule: str = ""  # under which all wait; "" while anybody decides in secret
    free_undo: int = 0
    wish: Wish | None = None
    agreed: tuple[str, ...] = ()
    result: Result | None = None
    seed: str = ""  # in hexadecimal, once the battle is over
    order: Carried | None = None
    standing: dict[str, Policy] = {}  # your standing answers, by rule
    clocks: Clocks | None = None
    lines_left: int | None = None  # that the journal has room for, told when it is nearly full


class Seat(Struct, frozen=True, omit_defaults=True):
    """Who plays a side."""

    side: str
    name: str
    kind: Literal["person", "bot"]
    here: bool = False
    claimed: bool = False  # whoever sits there has a secret of his own: links that were passed on before lead nowhere
    pages: int = 0  # so many pages are open at this seat


class Chat(Struct, frozen=True):
    """Something said at the table."""

    n: int
    name: str
    side: str
    text: str


# ---- from the server


class Brief(Struct, frozen=True, omit_defaults=True):
    """What a player should know before the first decision: the task, how it ends, what to watch, and how long it may take."""

    task: str = ""
    ends: str = ""
    watch: str = ""
    minutes: int = 0


class Table(Struct, frozen=True, tag_field="is", tag="table", omit_defaults=True):
    """Everything there is to know for this seat: the answer to `Sit`."""

    game: str
    system: str
    title: str
    side: str  # yours; "" for spectators
    n: int
    show: Show
    story: tuple[Beat, ...]
    now: Now
    seats: tuple[Seat, ...]
    commitment: str
    chat: tuple[Chat, ...] = ()
    brief: Brief | None = None
    stances: tuple[Stance, ...] = ()  # what a unit may be ordered to do in one breath
    secrets: bool = False  # does this rulebook hide anything? then two people at one screen need a curtain
    muted: bool = False  # nobody hears those who watch
    skipped: int = 0  # so many beats that count come before those of the story


class Moment(Struct, frozen=True, tag_field="is", tag="moment", omit_defaults=True):
    """One more line of the journal, as this seat may know it."""

    beat: Beat
    change: Change
    now: Now


class Again(Struct, frozen=True, tag_field="is", tag="again"):
    """The lines after `since` are told again: all have answered, or you have taken back your own answer. While all decide at
    once a seat hears of its own lines alone, numbered as if there were no others."""

    since: int


class Seats(Struct, frozen=True, tag_field="is", tag="seats", omit_defaults=True):
    """Somebody came or went, or those who watch were muted."""

    seats: tuple[Seat, ...]
    muted: bool = False


class Waiting(Struct, frozen=True, tag_field="is", tag="waiting"):
    """Something about the state of play changed without an entry: a wish to undo, an offer to end."""

    n: int
    now: Now


class Said(Struct, frozen=True, tag_field="is", tag="said"):
    """Chat."""

    chat: Chat


class Taken(Struct, frozen=True, tag_field="is", tag="taken"):
    """Your answer is durable: line `n` of the journal. Its moment has been or will be sent as well."""

    key: int
    n: int


class Refused(Struct, frozen=True, tag_field="is", tag="refused", omit_defaults=True):
    """Nothing changed. `status` as in HTTP: 400 malformed, 403 not yours, 409 out of date, 422 against a rule, 429 too fast."""

    status: int
    rule: str
    text: str
    key: int | None = None


class Tried(Struct, frozen=True, tag_field="is", tag="tried", omit_defaults=True):
    """What an answer would be: allowed or why not, and for moves the ways with their prices. `answer` is what is planned or
    suggested; not what was sent to be tried."""

    key: int
    answer: Any = None
    rule: str = ""
    why: str = ""  # "" when it is allowed
    traces: tuple[Trace, ...] = ()
    by: str = ""  # who suggests it: a bot; "": it is the usual answer, or your own
    short: str = ""  # why it goes no farther than this, where more was wished for


class Looked(Struct, frozen=True, tag_field="is", tag="looked"):
    """A line of sight; None where the rules do not let one look first."""

    key: int
    look: Look | None


class Foreseen(Struct, frozen=True, tag_field="is", tag="foreseen"):
    """Odds of an answer; None where it is no attack or the rules do not let one reckon first."""

    key: int
    forecast: Forecast | None


class Reached(Struct, frozen=True, tag_field="is", tag="reached"):
    """The ground that is within reach, round the first of them; None where nobody may measure, or can say in time."""

    key: int
    outline: tuple[Point, ...] | None


class Rehearsed(Struct, frozen=True, tag_field="is", tag="rehearsed"):
    """How an order would go; None where nobody can say in time."""

    key: int
    rehearsal: Rehearsal | None


class Pong(Struct, frozen=True, tag_field="is", tag="pong"):
    """Still here."""

    key: int


FromServer: TypeAlias = (
    Table | Moment | Again | Seats | Waiting | Said | Taken | Refused | Tried | Looked | Foreseen | Reached | Rehearsed | Pong
)


# ---- from the client


class Sit(Struct, frozen=True, tag_field="do", tag="sit", omit_defaults=True, forbid_unknown_fields=True):
    """Take a seat by its secret, or watch without one."""

    token: Annotated[str, Meta(max_length=200)] = ""


class Answer(Struct, frozen=True, tag_field="do", tag="answer", forbid_unknown_fields=True):
    """Answer what is asked. `n` is the last line seen: an answer to an older question is refused with 409."""

    key: Key
    n: int
    part: int
    answer: Any


class Try(Struct, frozen=True, tag_field="do", tag="try", forbid_unknown_fields=True):
    """Would this be allowed? Changes nothing. Reply: Tried."""

    key: Key
    part: int
    answer: Any


class Plan(Struct, frozen=True, tag_field="do", tag="plan", forbid_unknown_fields=True):
    """An answer to a move or place ask from a drag: the formation follows. Reply: Tried with the answer planned."""

    key: Key
    part: int
    drag: Drag


class Suggest(Struct, frozen=True, tag_field="do", tag="suggest", forbid_unknown_fields=True):
    """What would a good player answer? Reply: Tried with that answer; the usual one where nobody can be asked."""

    key: Key
    part: int


class LookAt(Struct, frozen=True, tag_field="do", tag="look", forbid_unknown_fields=True):
    """What does this figure see of that one? Reply: Looked."""

    key: Key
    start: Id
    to: Id


class Foresee(Struct, frozen=True, tag_field="do", tag="foresee", forbid_unknown_fields=True):
    """Tally and exact odds of an answer before it is given. Reply: Foreseen."""

    key: Key
    part: int
    answer: Any


class Reach(Struct, frozen=True, tag_field="do", tag="reach", forbid_unknown_fields=True, omit_defaults=True):
    """How far would these get in every direction, terrain and all? Reply: Reached."""

    key: Key
    part: int
    who: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=200)]
    verb: Short = ""


class Rehearse(Struct, frozen=True, tag_field="do", tag="rehearse", forbid_unknown_fields=True):
    """How would this order go? Changes nothing, and nobody else hears of it. Reply: Rehearsed."""

    key: Key
    order: Order


class Give(Struct, frozen=True, tag_field="do", tag="give", forbid_unknown_fields=True):
    """Give an order: what is asked of this side is answered by it until it is carried out or halts."""

    key: Key
    n: int
    order: Order


class Steer(Struct, frozen=True, tag_field="do", tag="steer", forbid_unknown_fields=True):
    """Halt your order, have it go on, or drop it."""

    key: Key
    how: Literal["halt", "go", "drop"]


class Stand(Struct, frozen=True, tag_field="do", tag="stand", forbid_unknown_fields=True):
    """A standing answer whenever this rule lets you react; without a policy you are asked again."""

    key: Key
    rule: Id
    policy: Literal["pass", "advise"] | Annotated[int, Meta(ge=1, le=100)] | None = None


class Undo(Struct, frozen=True, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Take back the last entries; where that is not free, ask the others for consent."""

    key: Key
    n: int
    entries: Annotated[int, Meta(ge=1, le=10_000)] = 1


class Consent(Struct, frozen=True, tag_field="do", tag="consent", forbid_unknown_fields=True):
    """Agree to somebody's wish to take back, or not."""

    key: Key
    yes: bool


class GiveUp(Struct, frozen=True, tag_field="do", tag="concede", forbid_unknown_fields=True):
    """Concede."""

    key: Key


class EndIt(Struct, frozen=True, tag_field="do", tag="agree", forbid_unknown_fields=True, omit_defaults=True):
    """Offer or accept to end the battle as it stands; or withdraw one's offer, refuse somebody else's."""

    key: Key
    yes: bool = True


class Say(Struct, frozen=True, tag_field="do", tag="say", forbid_unknown_fields=True):
    """Chat."""

    key: Key
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Call(Struct, frozen=True, tag_field="do", tag="call", forbid_unknown_fields=True):
    """What you are called at this table: your seat's name, or whose talk it is that watches."""

    key: Key
    name: Annotated[str, Meta(min_length=1, max_length=40)]


class Mute(Struct, frozen=True, tag_field="do", tag="mute", forbid_unknown_fields=True):
    """Those who watch are not heard any more, or are again. For those who play."""

    key: Key
    on: bool


class Ping(Struct, frozen=True, tag_field="do", tag="ping", forbid_unknown_fields=True):
    """Are you there?"""

    key: Key


FromClient: TypeAlias = (
    Sit
    | Answer
    | Try
    | Plan
    | Suggest
    | LookAt
    | Foresee
    | Reach
    | Rehearse
    | Give
    | Steer
    | Stand
    | Undo
    | Consent
    | GiveUp
    | EndIt
    | Say
    | Mute
    | Call
    | Ping
)


# ---- over HTTP


class ScenarioCard(Struct, frozen=True, omit_defaults=True):
    """A ready battle."""

    name: str
    title: str
    about: str
    sides: dict[str, str]  # side -> its army's name
    size: tuple[float, float]
    unit: Literal["inch", "cm"]
    brief: Brief | None = None
    forces: dict[str, tuple[tuple[str, int], ...]] = {}  # side -> its units, each with its figures


class ArmyCard(Struct, frozen=True, omit_defaults=True):
    """A ready force: its roster can be opened, changed and used."""

    name: str
    title: str
    points: int
    about: str
    text: str


class SystemCard(Struct, frozen=True):
    """A rulebook to play by."""

    name: str
    title: str
    about: str
    unit: str
    measures: bool
    rules: int
    scenarios: tuple[ScenarioCard, ...]
    armies: tuple[ArmyCard, ...]
    bots: tuple[str, ...]


class RuleCard(Struct, frozen=True, omit_defaults=True):
    """A rule of a catalogue in our words; `ruling` is ours where the book is silent."""

    id: str
    title: str
    rule: str
    ruling: str = ""
    table: Any = None
    optional: bool = False
    basis: Basis = ""  # the book's own text, ours, or mixed


# ---- drawings

Far: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Corner: TypeAlias = tuple[Far, Far]
Small: TypeAlias = Annotated[int, Meta(ge=0, le=9)]
Word: TypeAlias = Annotated[str, Meta(max_length=200)]


class GapToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A door, window, slit or hole of a piece."""

    start: Corner
    stop: Corner
    kind: Word = "door"
    open: bool = False


class PieceToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A piece of terrain as `Ground` has it, without what is only read."""

    kind: Word
    outline: Annotated[tuple[Corner, ...], Meta(min_length=3, max_length=200)]
    name: Word = ""
    height: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    going: Small = 0
    cover: Small = 0
    opaque: bool = False
    linear: bool = False
    material: Word = ""
    openings: Annotated[tuple[GapToDraw, ...], Meta(max_length=64)] = ()


class ArmToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon as `Arm` has it: what it is called, what it looks like and where it points."""

    name: Word
    look: ArmLook = ""
    centre: Annotated[int, Meta(ge=-36_000, le=36_000)] = 0
    arc: Annotated[int, Meta(ge=0, le=18_000)] = 18_000


class FigureToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A kind of figure on its base: radius of a disc, or length and width of a box."""

    key: Annotated[str, Meta(max_length=1000)]
    name: Word
    role: Role
    size: Annotated[tuple[Annotated[int, Meta(ge=1, le=240_000)], ...], Meta(min_length=1, max_length=2)]
    arms: Annotated[tuple[ArmToDraw, ...], Meta(max_length=16)] = ()
    head: HeadLook = ""
    coat: Annotated[int, Meta(ge=-20, le=20)] = 0


class ToDraw(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something of a table to be drawn: pieces, kinds of figures, and the table itself if it is asked for by its cloth."""

    size: tuple[Annotated[int, Meta(ge=1, le=240_000)], Annotated[int, Meta(ge=1, le=240_000)]]
    unit: Literal["inch", "cm"] = "inch"
    factor: Annotated[int, Meta(ge=1, le=100)] = 1
    turned: bool = False  # as it is seen from the north edge
    cloth: Cloth = ""  # "": the table is not asked for
    pieces: Annotated[tuple[PieceToDraw, ...], Meta(max_length=100)] = ()
    figures: Annotated[tuple[FigureToDraw, ...], Meta(max_length=100)] = ()


class TableDrawn(Struct, frozen=True):
    """The table itself, in drawing units (a hundred an inch): its cloth, the frame round it, the light over it."""

    cloth: str
    frame: str
    lamp: str


class DrawnThings(Struct, frozen=True, omit_defaults=True):
    """What was asked for, in the same order, as SVG in drawing units; `shared`: drawings and colours that others refer to."""

    pieces: tuple[Drawn, ...] = ()
    figures: tuple[str, ...] = ()
    table: TableDrawn | None = None
    shared: dict[str, str] = {}


class RosterText(Struct, frozen=True, forbid_unknown_fields=True):
    """A roster to check."""

    system: Short
    text: Annotated[str, Meta(max_length=100_000)]


class Fault(Struct, frozen=True):
    """What is wrong with a roster: the rule and the line."""

    rule: str
    line: int
    text: str


class CostLine(Struct, frozen=True, omit_defaults=True):
    """A line of a bill."""

    text: str
    points: int
    rule: str = ""
    depth: int = 0


class RosterReport(Struct, frozen=True):
    """What a check found: no faults, and it is legal. The book may advise against it all the same."""

    name: str
    total: int
    limit: int
    faults: tuple[Fault, ...]
    bill: tuple[CostLine, ...]
    advice: tuple[Fault, ...]


class NewSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to play a side: a person, or a bot by its name; `roster` replaces the scenario's force."""

    kind: Literal["person", "bot"]
    name: Short = ""
    bot: Short = "tactician"
    roster: Annotated[str, Meta(max_length=100_000)] = ""


ClockKind: TypeAlias = Literal[
    "none",
    "half-hour",  # thirty minutes for the battle, and fifteen seconds more for every decision
    "days",  # three days for every turn
]


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to begin."""

    system: Short
    scenario: Short
    seats: Annotated[dict[Short, NewSeat], Meta(max_length=8)]
    clock: ClockKind = "none"


class Begun(Struct, frozen=True):
    """A battle that has begun: the secret of every person's seat, to be kept or passed on, shown this once only. Whoever joins
    by one gets a secret of his own for it."""

    game: str
    tokens: dict[str, str]
    commitment: str


class SeatKey(Struct, frozen=True):
    """A seat's new secret, for the one who sits there: shown this once only. The old one opens nothing any more."""

    side: str
    token: str


class GameCard(Struct, frozen=True, omit_defaults=True):
    """What anybody with its address may know of a game."""

    game: str
    system: str
    title: str
    created: str
    lines: int  # that anybody may know of; 0 while nobody plays on
    seats: tuple[Seat, ...]
    commitment: str
    result: Result | None = None
    waiting: tuple[str, ...] = ()  # the sides all wait for, as far as those who watch may know
    where: str = ""  # how far it is: "round 3"


class Frame(Struct, frozen=True, omit_defaults=True):
    """One beat of a replay with what it changes on the table."""

    beat: Beat
    change: Change
    round: int = 0
    fallen: int = 0  # figures that left the table with it


class Replay(Struct, frozen=True, omit_defaults=True):
    """A battle to watch again. `fault`: the first line that does not come out the same; "": every die is proven."""

    title: str
    system: str
    seats: dict[str, str]
    show: Show
    frames: tuple[Frame, ...]
    result: Result | None = None
    commitment: str = ""
    seed: str = ""
    fault: str = ""
    warnings: tuple[str, ...] = ()


class Deeds(Struct, frozen=True):
    """What a unit did: its attacks, how many fell by them, and over all attacks whose odds could be counted what was to be
    expected and what came of it, in the measure of the forecasts."""

    attacks: int
    removed: int
    expected: float
    came: float
    counted: bool  # were there any?


class Best(Struct, frozen=True):
    """The figure by which most fell."""

    figure: str
    removed: int


class Turning(Struct, frozen=True):
    """Where a battle turned: the line at which it begins, and how many of each side fell there."""

    n: int
    lost: dict[str, int]


class Reckoning(Struct, frozen=True, omit_defaults=True):
    """A battle that is over in numbers. `counted`: the attacks that luck is told of."""

    units: dict[str, Deeds]
    best: Best | None = None
    turning: Turning | None = None
    counted: int = 0


class Health(Struct, frozen=True):
    """Is all well?"""

    ok: bool
    database: str
    games: int
    version: str


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    status: int
    text: str
    rule: str = ""
    line: int = 0
    faults: tuple[Fault, ...] = ()


__all__ = ["FromClient", "FromServer", "Leg", "Point", "PrimerPart", "Sheet", "Spot"]
