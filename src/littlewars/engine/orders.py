"""Orders of a player to a whole unit: many small questions answered in one breath. A rulebook adds its stances, as data."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from .asks import Point

Scope: TypeAlias = Literal[
    "unit",  # until this unit has done its part
    "turn",  # until somebody else's turn comes; all answers are the adviser's
    "placed",  # until everything of mine stands on the table
]
Why: TypeAlias = Literal[
    "interrupt",  # somebody acted in the middle of it
    "loss",  # one of those who carry it out has fallen
    "short",  # a way ends before the place that was promised
    "spend",  # something scarce could be used
    "choice",  # a question of weight, which the order does not answer
    "halt",  # its giver wishes so
    "line",  # the server was restarted
]


Policy: TypeAlias = Literal["pass", "advise"] | int  # whenever the enemy acts: let it pass, as advised, with N % or better


Sign: TypeAlias = Literal[
    "", "stand", "walk", "run", "sprint", "jump", "fly", "charge", "aim", "fire", "suppress", "cover", "hold", "cast"
]


class Stance(Struct, frozen=True, omit_defaults=True):
    """A way in which a unit may act, in the rulebook's own words: what it answers where a plan is asked for.

    `picks`: rule of an ask -> option. Where a plan is asked for again and again, several options in turn, each once as far
    as it is open; `act` among them is an attack as the order says. A stance is offered where its first pick is. `sign`: as
    what a button shows it; left out, as what it does.
    """

    id: str
    label: str
    picks: dict[str, str]
    moves: bool = False
    acts: bool = False
    about: str = ""
    sign: Sign = ""


class Order(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a player wants of a unit, or of part of it. Without a stance a rehearsal finds the first that gets everybody there;
    given without one, the adviser plans."""

    who: tuple[str, ...]
    scope: Scope = "unit"
    stance: str = ""
    way: tuple[Point, ...] = ()  # points to pass, the last for the middle of the unit; none: it stays
    face: int | None = None  # which way to look at the end; None: at the target, or as before
    width: int = 0  # of the front: they stand in ranks as wide; 0: as they stand to each other now
    act: Literal["best", "at", "hold"] = "best"
    at: tuple[str, ...] = ()  # figures to attack
    spend: bool = False  # may scarce things be used?
    shelter: bool = False  # near its place each prefers cover


class Stop(Struct, frozen=True, omit_defaults=True):
    """Why an order halts before it is carried out, and where."""

    why: Why
    text: str
    figure: str = ""
