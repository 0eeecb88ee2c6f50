"""Small words that every rulebook shares: refusals, tallies, results."""

from __future__ import annotations

from msgspec import Struct

from littlewars.untrusted import cut


class Refusal(Exception):
    """Why an answer is refused, and under which rule. Checks return it, `Game.answer` raises it; nothing has changed."""

    def __init__(self, rule: str, text: str) -> None:
        self.rule, self.text = rule, cut(text)
        super().__init__(f"{self.text}: {rule}")


class Mod(Struct, frozen=True, array_like=True, gc=False):
    """One named modifier of a roll and the rule it comes from."""

    name: str
    value: int
    rule: str


class Tally(Struct, frozen=True, omit_defaults=True, gc=False):
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

    def told(self, sign: str = "") -> str:
        """What the roll had to show, with a sign behind it, and why."""
        mods = ", ".join(f"{mod.name} {mod.value:+}" for mod in self.mods)
        return f"{self.needed}{sign}" + (f" ({mods})" if mods else "")

    def __str__(self) -> str:
        return ", ".join(
            [f"{self.base}-" if self.low else f"{self.base}+", *(f"{mod.name} {mod.value:+} ({mod.rule})" for mod in self.mods)]
        )


class Result(Struct, frozen=True, omit_defaults=True, gc=False):
    """How a game ended: the sides that won (allies win together, nobody in a draw), why, and the points if there are any.
    A verdict refers to sides; the result of a game and of a journal has their ids."""

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
