"""What happened, and how things stand now: the lines of a journal, seats, clocks, talk."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from littlewars.engine import Result, Tally
from littlewars.engine.orders import Order, Policy, Stop
from littlewars.engine.showing import Seen

from .asked import Sheet


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
    who: str = ""  # with whom the text begins, if that is one of several: he is named with his number


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
