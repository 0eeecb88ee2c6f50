"""What happens in a Defiance battle, each told in a line."""

from __future__ import annotations

from typing import ClassVar

from littlewars.engine import Event, Tally
from littlewars.engine.names import length, place, ref, refs
from littlewars.engine.showing import Burst, Fell, Felt, Seen, Struck, Went


def needs(tally: Tally) -> str:
    """What a die had to show, and why."""
    mods = ", ".join(f"{mod.name} {mod.value:+}" for mod in tally.mods)
    return f"needs {tally.needed}+" + (f" ({mods})" if mods else "")


class TurnBegan(Event):
    """A new turn."""

    depth: ClassVar[int] = 0
    rule: ClassVar[str] = "defiance.turn.sequence"
    number: int

    def tell(self) -> str:
        """The story in a line."""
        return f"Turn {self.number}"


class PhaseBegan(Event):
    """A phase of the turn."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.turn.sequence"
    phase: str

    def tell(self) -> str:
        """The story in a line."""
        return self.phase


class ZoneTaken(Event):
    """A side has its deployment zone."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.deploy.zone-choice"
    side: str
    edge: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} deploys in the {self.edge}"


class Deployed(Event):
    """A unit was set up."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.deploy.placement-procedure"
    unit: str

    def tell(self) -> str:
        """The story in a line."""
        return f"deployed: {ref(self.unit)}"


class Named(Event):
    """A Primary Commander is named."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.command.primary-commander"
    side: str
    figure: str

    def tell(self) -> str:
        """The story in a line."""
        return (
            f"{self.side}: {ref(self.figure)} is Primary Commander" if self.figure else f"{self.side} has no Primary Commander"
        )


REORGANISING = {"split": "splits", "join": "joins", "leave": "is left by", "enter": "joins", "alone": "goes on alone"}


class Reorganised(Event):
    """Units split or joined."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.turn.command-phase"
    side: str
    what: str

    def tell(self) -> str:
        """The story in a line."""
        for deed in REORGANISING.values():
            unit, found, others = self.what.partition(f" {deed}")
            if found:
                return f"{self.side}: {ref(unit)} {deed} {refs(filter(None, others.strip().split(', ')))}".rstrip()
        return f"{self.side}: {self.what}"


class CardsGiven(Event):
    """Command cards were assigned; to whom, only their owner knows."""

    rule: ClassVar[str] = "defiance.command.primary-cards"
    side: str
    units: tuple[str, ...]

    def tell(self) -> str:
        """The story in a line."""
        return f"command cards of {self.side}: {refs(self.units) or 'none'}"


class CardDrawn(Event):
    """A card was turned over."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.turn.active-phase"
    unit: str
    command: bool = False
    skipped: bool = False

    def tell(self) -> str:
        """The story in a line."""
        what = "command card" if self.command else "initiative card"
        return f"{what} of {ref(self.unit)}" + (": no effect" if self.skipped else "")


class Activated(Event):
    """A unit becomes active."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.orders.activation-all-figures"
    unit: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} activates"


class Declined(Event):
    """A command card was not used."""

    rule: ClassVar[str] = "defiance.command.command-card-drawn"
    unit: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} waits"


class Ordered(Event):
    """An order was declared."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.orders.declare-first"
    unit: str
    order: str
    who: tuple[str, ...] = ()
    speed: str = ""
    pattern: str = ""
    target: str = ""

    def tell(self) -> str:
        """The story in a line."""
        speed = self.speed if self.order.endswith("-fire") or self.order == "vehicle-orders" else ""
        against = f"against {ref(self.target)}" if self.target and self.order not in ("sprint", "jump") else ""
        how = "; ".join(word for word in (speed, self.pattern.replace("-", ", then "), against) if word)
        who = f"{refs(self.who)} of {ref(self.unit)}" if self.who else ref(self.unit)
        return f"{who}: {self.order.replace('-', ' ').title()}" + (f" ({how})" if how else "")


class Moved(Event):
    """A figure went along a path."""

    rule: ClassVar[str] = "defiance.move.maximum-distance"
    figure: str
    path: tuple[tuple[int, int], ...]
    face: int
    how: str = "goes"

    def tell(self) -> str:
        """The story in a line."""
        if not self.path:
            return f"{ref(self.figure)} {self.how}"
        return f"{ref(self.figure)} {self.how} to {place(self.path[-1])}"

    def seen(self) -> Seen | None:
        """The way."""
        return Went(self.figure, self.path, self.face) if self.path else None


class Changed(Event):
    """A figure or unit is different now: prone, standing, on another level, covering, stopped …"""

    who: str
    what: str

    def tell(self) -> str:
        """The story in a line."""
        what, met, rest = self.what.partition("meets ")  # the enemy it meets is written behind that word
        enemy, _, more = rest.partition(" ")
        return f"{ref(self.who)} {what}{met}{ref(enemy)} {more}" if met else f"{ref(self.who)} {self.what}"


class Fired(Event):
    """Dice of one weapon at one target: what they needed, what they showed, and what came of it."""

    rule: ClassVar[str] = "defiance.ranged.damage-roll-procedure"
    figure: str
    target: str
    weapon: str
    tally: Tally
    hits: int
    tags: int = 0
    how: str = ""  # covering, suppression, fringe

    def tell(self) -> str:
        """The story in a line."""
        what = f"{self.hits} damaging hit{'' if self.hits == 1 else 's'}" + (f", {self.tags} tagged" if self.tags else "")
        how = f" ({self.how})" if self.how else ""
        return f"{ref(self.figure)} fires {self.weapon} at {ref(self.target)}{how}: {what}; {needs(self.tally)}"

    def seen(self) -> Seen | None:
        """The shot."""
        return Struck(self.figure, self.target, self.hits > 0)


class Saved(Event):
    """Hits that a field stopped."""

    rule: ClassVar[str] = "defiance.stats.field-save"
    figure: str
    by: str
    hits: int

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)}: {self.by} stops {self.hits} hit{'' if self.hits == 1 else 's'}"


class Spared(Event):
    """A hit that dumb luck stopped."""

    rule: ClassVar[str] = "defiance.command.chit-dumb-luck"
    figure: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)}: dumb luck stops a hit"


class Hurt(Event):
    """A figure lost damage points and stands."""

    rule: ClassVar[str] = "defiance.stats.damage-capacity"
    figure: str
    hits: int
    left: int

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)} loses {self.hits}, {self.left} left"


class Removed(Event):
    """A figure leaves the battle."""

    rule: ClassVar[str] = "defiance.ranged.elimination"
    figure: str
    how: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)} is {self.how}"

    def seen(self) -> Seen | None:
        """It falls."""
        return Fell(self.figure)


class Tested(Event):
    """An individual morale test."""

    rule: ClassVar[str] = "defiance.morale.test"
    figure: str
    why: str
    tally: Tally
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)} {'stands firm' if self.passed else 'fails'}: {self.why}, {needs(self.tally)}"

    def seen(self) -> Seen | None:
        """Fear, or none."""
        return Felt(self.figure, "firm" if self.passed else "shaken", self.passed)


class UnitTested(Event):
    """A unit morale test or a unit rally."""

    rule: ClassVar[str] = "defiance.morale.unit-test"
    unit: str
    why: str
    tally: Tally
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)}: {self.why} {'passed' if self.passed else 'failed'}, {needs(self.tally)}"

    def seen(self) -> Seen | None:
        """Fear, or none."""
        return Felt(self.unit, "holds" if self.passed else "breaks", self.passed)


class Rallied(Event):
    """A shaken figure tries to rally."""

    rule: ClassVar[str] = "defiance.morale.individual-rally"
    figure: str
    tally: Tally
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)} {'rallies' if self.passed else 'stays shaken'}: {needs(self.tally)}"


class Dissolved(Event):
    """A broken unit is gone."""

    rule: ClassVar[str] = "defiance.morale.unit-rally-failure"
    unit: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} dissolves"


class TemplateLaid(Event):
    """Suppression fire comes down."""

    rule: ClassVar[str] = "defiance.suppression.template-placement"
    unit: str
    at: tuple[int, int]
    length: int
    kept: bool = False

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} {'keeps up' if self.kept else 'lays'} suppression, {length(self.length)} long"

    def seen(self) -> Seen | None:
        """Where it lies."""
        return Burst(self.at, self.length // 2)


class TemplateGone(Event):
    """A suppression template is removed or shrinks."""

    rule: ClassVar[str] = "defiance.suppression.contributors-lost"
    unit: str
    length: int = 0

    def tell(self) -> str:
        """The story in a line."""
        left = f"shrinks to {length(self.length)}" if self.length else "ends"
        return f"suppression by {ref(self.unit)} {left}"


class Stopped(Event):
    """A weapon stops, or works again."""

    rule: ClassVar[str] = "defiance.stoppage.effect"
    figure: str
    weapon: str
    cleared: bool = False

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)}'s {self.weapon} {'works again' if self.cleared else 'has a stoppage'}"


class Interrupted(Event):
    """Covering fire is declared."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.cover.triggers"
    unit: str
    by: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} answers {ref(self.by)} with covering fire"


class Ended(Event):
    """The battle is over."""

    depth: ClassVar[int] = 1
    rule: ClassVar[str] = "defiance.turn.game-end"
    why: str
    winner: str = ""

    def tell(self) -> str:
        """The story in a line."""
        return f"The battle ends: {self.why}" + (f"; {self.winner} wins" if self.winner else "; a draw")


EVENTS = (
    TurnBegan, PhaseBegan, ZoneTaken, Deployed, Named, Reorganised, CardsGiven, CardDrawn, Activated, Declined, Ordered, Moved,
    Changed, Fired, Saved, Spared, Hurt, Removed, Tested, UnitTested, Rallied, Dissolved, TemplateLaid, TemplateGone, Stopped,
    Interrupted, Ended,
)  # fmt: skip
