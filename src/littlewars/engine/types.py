"""Small words that every rulebook shares: refusals, tallies, events, results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

if TYPE_CHECKING:
    from .showing import Seen


class Refusal(Exception):
    """Why an answer is refused, and under which rule. Checks return it, `Game.answer` raises it; nothing has changed."""

    def __init__(self, rule: str, text: str) -> None:
        super().__init__(f"{text}: {rule}")
        self.rule, self.text = rule, text


class Mod(Struct, frozen=True, array_like=True):
    """One named modifier of a roll and the rule it comes from."""

    name: str
    value: int
    rule: str


class Tally(Struct, frozen=True, omit_defaults=True):
    """A target number that explains itself: what a roll must reach, and every modifier of that roll.

    `low`: the roll must not exceed the number, and modifiers change the number instead of the roll.
    """

    base: int
    mods: tuple[Mod, ...]  # no default: what is left out of a journal would change old ones
    low: bool = False

    @property
    def total(self) -> int:
        """All modifiers together."""
        total = 0
        for mod in self.mods:  # asked for every die: a loop is quicker than a sum of so few
            total += mod.value
        return total

    @property
    def needed(self) -> int:
        """The natural face that is enough: at least this, or at most this where low is good."""
        return self.base + self.total if self.low else self.base - self.total

    def __str__(self) -> str:
        return ", ".join(
            [f"{self.base}-" if self.low else f"{self.base}+", *(f"{mod.name} {mod.value:+} ({mod.rule})" for mod in self.mods)]
        )


class Event(Struct, tag=True, kw_only=True, omit_defaults=True):
    """Something that happened; `to` names the only side that may know. `depth`: how far in a story it stands (0: a heading);
    `rule`: the catalogue entry it comes from."""

    depth: ClassVar[int] = 2
    rule: ClassVar[str] = ""
    to: str | None = None

    def tell(self) -> str:
        """The story in a line."""
        return type(self).__name__

    def tell_with(self, others: Sequence[Event]) -> str | None:
        """This and others of its kind that came right after it, in one line; None: each has its own."""
        return None

    def seen(self) -> Seen | None:
        """What there is to see of it on the table, to be drawn; None: nothing but the line."""
        return None


class Result(Struct, frozen=True, omit_defaults=True):
    """How a game ended: the sides that won (allies win together, nobody in a draw), why, and the points if there are any."""

    winners: tuple[str, ...]
    why: str
    rule: str = ""
    points: dict[str, float] = {}

    @property
    def winner(self) -> str | None:
        """Who won, if anybody did."""
        return " and ".join(self.winners) or None

    def tell(self) -> str:
        """The verdict in a line."""
        score = ", ".join(f"{side} {points:g}" for side, points in self.points.items())
        return f"{self.winner + ' wins' if self.winner else 'A draw'}: {self.why}" + (f" ({score})" if score else "")
