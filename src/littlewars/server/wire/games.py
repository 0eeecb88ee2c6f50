"""Battles over HTTP: begun, listed, watched again, reckoned up; and what is told when something fails."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from littlewars.engine import Result
from littlewars.engine.showing import Burst, Change, Show, Shown

from .requests import Short
from .rosters import Fault
from .told import Beat, Seat


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


MapNumber: TypeAlias = Annotated[int, Meta(ge=0, le=999_999)]


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """A battle to begin."""

    system: Short
    scenario: Short
    seats: Annotated[dict[Short, NewSeat], Meta(max_length=8)]
    clock: ClockKind = "none"
    map: MapNumber | None = None  # a fair random map by its number, in the place of the scenario's terrain


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


class ReplayFrame(Struct, frozen=True, omit_defaults=True):
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
    frames: tuple[ReplayFrame, ...]
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
    """A battle that is over in numbers. `counted`: the attacks that luck is told of; all of them, if it is `whole`."""

    units: dict[str, Deeds]
    best: Best | None = None
    turning: Turning | None = None
    counted: int = 0
    whole: bool = True


class Lying(Struct, frozen=True):
    """Somebody who fell, as he was; in which round, and by whom."""

    shown: Shown
    round: int
    by: str


class Remains(Struct, frozen=True):
    """What is left on a table of what happened there."""

    fallen: dict[str, Lying]
    scars: tuple[Burst, ...]


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
