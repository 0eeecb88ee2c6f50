"""What happens in an Oversoul battle, each told in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from littlewars.engine import Event, Tally
from littlewars.engine.names import ref
from littlewars.engine.showing import Burst, Fell, Felt, Seen, Struck, Went

VERBS = {
    "go": "goes",
    "run": "runs",
    "fly": "flies",
    "jump": "jumps",
    "land": "lands",
    "dive": "dives",
    "surface": "surfaces",
    "flee": "flees",
}
BURST = 500  # the radius with which a page draws a marker that comes down


def needs(tally: Tally) -> str:
    """What a roll had to show, and why."""
    mods = ", ".join(f"{mod.name} {mod.value:+}" for mod in tally.mods)
    return f"needs {tally.needed}" + (f" ({mods})" if mods else "")


def place(x: float, y: float) -> str:
    """A place in inches."""
    return f"{x / 1000:.1f}, {y / 1000:.1f}"


class TerrainPlaced(Event):
    """A piece of terrain was set up."""

    rule: ClassVar[str] = "oversoul.setup.terrain-difficulty"
    depth: ClassVar[int] = 1
    side: str
    piece: str
    kind: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} places {self.kind}"


class Deployed(Event):
    """A unit was set up, or found no place."""

    rule: ClassVar[str] = "oversoul.setup.deployment"
    depth: ClassVar[int] = 1
    unit: str
    placed: bool = True

    def tell(self) -> str:
        """The story in a line."""
        return f"deployed: {ref(self.unit)}" if self.placed else f"no place, and no part in the battle: {ref(self.unit)}"


class RoundBegan(Event):
    """A new round with its order of turns."""

    rule: ClassVar[str] = "oversoul.round.initiative"
    depth: ClassVar[int] = 0
    round: int
    order: tuple[str, ...]

    def tell(self) -> str:
        """The story in a line."""
        return f"Round {self.round}: {', then '.join(self.order)}"


class Activated(Event):
    """A side acts with a unit."""

    rule: ClassVar[str] = "oversoul.round.one-unit-or-pass"
    depth: ClassVar[int] = 1
    side: str
    unit: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} activates {ref(self.unit)}"


class Passed(Event):
    """A side does nothing."""

    rule: ClassVar[str] = "oversoul.round.one-unit-or-pass"
    depth: ClassVar[int] = 1
    side: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} passes"


class Moved(Event):
    """A model went along a path."""

    rule: ClassVar[str] = "oversoul.move.allowance"
    figure: str
    path: tuple[tuple[int, int], ...]
    face: int
    how: str = "go"

    def tell(self) -> str:
        """The story in a line."""
        verb = VERBS.get(self.how, f"moves ({self.how})")
        return f"{ref(self.figure)} {verb} to {place(*self.path[-1])}" if self.path else f"{ref(self.figure)} {verb}"

    def tell_with(self, others: Sequence[Event]) -> str | None:
        """A whole unit in a line: who leads, how many go with it, and where to."""
        same = [event for event in others if isinstance(event, Moved) and event.how == self.how and event.path]
        if len(same) < len(others) or not self.path:
            return None
        ends = [self.path[-1], *(event.path[-1] for event in same)]
        middle = place(sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
        verb = self.how if self.how in VERBS else f"move ({self.how})"
        return f"{ref(self.figure)} and {len(others)} more {verb} to about {middle}"

    def seen(self) -> Seen | None:
        """The way."""
        return Went(self.figure, self.path, self.face) if self.path else None


class Changed(Event):
    """A model or unit changed its state: prone, airborne, attached, formation …"""

    who: str
    what: str

    def tell(self) -> str:
        """The story in a line."""
        first = self.what.partition(" ")[0]
        summoned, found, caster = self.what.partition("is summoned by ")
        if found:
            return f"{ref(self.who)} {summoned}{found}{ref(caster)}"
        return f"{ref(self.who)} {self.what}" if first.endswith("s") or first == "may" else f"{ref(self.who)} is {self.what}"


class Attacked(Event):
    """An attack roll: on whom, needing what, and whether it hit."""

    rule: ClassVar[str] = "oversoul.basics.success-on-four"
    attacker: str
    target: str
    how: str
    tally: Tally
    hit: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.attacker)} {'hits' if self.hit else 'misses'} {ref(self.target)}: {self.how}, {needs(self.tally)}"

    def seen(self) -> Seen | None:
        """The blow or the shot."""
        return Struck(self.attacker, self.target, self.hit, self.how == "melee")


class Bounced(Event):
    """An attack that cannot harm its target."""

    rule: ClassVar[str] = "oversoul.attr.heavy-armor-immunity"
    attacker: str
    target: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.attacker)} cannot harm {ref(self.target)}: armour"

    def seen(self) -> Seen | None:
        """A blow without effect."""
        return Struck(self.attacker, self.target, False)


class Recovered(Event):
    """A Recovery roll."""

    rule: ClassVar[str] = "oversoul.hits.immediate-recovery"
    figure: str
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)} {'recovers' if self.passed else 'fails to recover'}"

    def seen(self) -> Seen | None:
        """A narrow escape."""
        return Felt(self.figure, "recovers", True) if self.passed else None


class Damaged(Event):
    """A vehicle loses a weapon or some of its MOVE."""

    rule: ClassVar[str] = "oversoul.recovery.vehicle-fail"
    figure: str
    what: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)}: {self.what}"


class Removed(Event):
    """A model leaves the battle."""

    rule: ClassVar[str] = "oversoul.hits.immediate-recovery"
    figure: str
    how: str
    by: str = ""

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.figure)} {'has fled' if self.how == 'fled' else f'is {self.how}'}"

    def seen(self) -> Seen | None:
        """Somebody falls."""
        return Fell(self.figure)


class Cast(Event):
    """A spell was tried."""

    rule: ClassVar[str] = "oversoul.cast.roll"
    caster: str
    spell: str
    target: str = ""
    worked: bool = False

    def tell(self) -> str:
        """The story in a line."""
        on = f" on {ref(self.target)}" if self.target else ""
        return f"{ref(self.caster)} casts {self.spell}{on}: {'it works' if self.worked else 'it fails'}"

    def seen(self) -> Seen | None:
        """A spell on somebody."""
        return Felt(self.target or self.caster, self.spell if self.worked else f"{self.spell} fails", self.worked)


class SpellEnded(Event):
    """A lasting spell ran out."""

    rule: ClassVar[str] = "oversoul.cast.duration"
    unit: str
    spell: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.spell} on {ref(self.unit)} ends"


class Landed(Event):
    """Where a shot with a marker came down."""

    rule: ClassVar[str] = "oversoul.artillery.deviation-table"
    attacker: str
    at: tuple[int, int]
    off_by: int = 0

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.attacker)}'s shot lands {'on the mark' if not self.off_by else f'{self.off_by / 1000:g} inches off'}"

    def seen(self) -> Seen | None:
        """Where it comes down."""
        return Burst(self.at, BURST)


class Tested(Event):
    """A Morale roll."""

    rule: ClassVar[str] = "oversoul.morale.one-roll-highest-die"
    unit: str
    why: str
    tally: Tally
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} {'stands' if self.passed else 'is frightened'}: {self.why}, {needs(self.tally)}"

    def seen(self) -> Seen | None:
        """Fear, or none."""
        return Felt(self.unit, "stands" if self.passed else "frightened", self.passed)


class Rallied(Event):
    """A frightened unit's rally roll."""

    rule: ClassVar[str] = "oversoul.morale.rally-roll"
    unit: str
    tally: Tally
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} {'rallies' if self.passed else 'does not rally'}: {needs(self.tally)}"

    def seen(self) -> Seen | None:
        """Whether it rallies."""
        return Felt(self.unit, "rallies" if self.passed else "runs on", self.passed)


class Fled(Event):
    """A frightened unit ran."""

    rule: ClassVar[str] = "oversoul.morale.flee-route"
    unit: str
    lost: bool = False

    def tell(self) -> str:
        """The story in a line."""
        return f"{ref(self.unit)} flees{' off the table' if self.lost else ''}"


class Scored(Event):
    """A side achieved an objective."""

    rule: ClassVar[str] = "oversoul.victory.objectives"
    depth: ClassVar[int] = 1
    side: str
    objective: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} achieves {self.objective}"


class Ended(Event):
    """The battle is over."""

    rule: ClassVar[str] = "oversoul.victory.game-end"
    depth: ClassVar[int] = 1
    why: str
    winner: str = ""

    def tell(self) -> str:
        """The story in a line."""
        return f"The battle ends: {self.why}" + (f"; {self.winner} wins" if self.winner else "; a draw")


EVENTS = (
    TerrainPlaced,
    Deployed,
    RoundBegan,
    Activated,
    Passed,
    Moved,
    Changed,
    Attacked,
    Bounced,
    Recovered,
    Damaged,
    Removed,
    Cast,
    SpellEnded,
    Landed,
    Tested,
    Rallied,
    Fled,
    Scored,
    Ended,
)
