"""What the server says in a live game."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from littlewars.engine import Point
from littlewars.engine.catalogue.guide import Lesson
from littlewars.engine.orders import Stance
from littlewars.engine.showing import Change, Forecast, Look, Show, Trace
from littlewars.players.rehearsal import Rehearsal

from .cards import Brief
from .told import Beat, Chat, Now, Seat


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
    guide: tuple[Lesson, ...] = ()  # lessons of a first battle, for one who plays against bots alone
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
    short: str = ""  # why it goes no farther than this, where more was wished for; `rule` says by which rule


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


class Paced(Struct, frozen=True, tag_field="is", tag="paced"):
    """How far a unit may go, by stance; empty where nobody may measure, or can say in time."""

    key: int
    reach: dict[str, int]


class Rehearsed(Struct, frozen=True, tag_field="is", tag="rehearsed"):
    """How an order would go; None where nobody can say in time."""

    key: int
    rehearsal: Rehearsal | None


class Pong(Struct, frozen=True, tag_field="is", tag="pong"):
    """Still here."""

    key: int


FromServer: TypeAlias = (
    Table
    | Moment
    | Again
    | Seats
    | Waiting
    | Said
    | Taken
    | Refused
    | Tried
    | Looked
    | Foreseen
    | Reached
    | Paced
    | Rehearsed
    | Pong
)
