"""What happens in an Oversoul battle, each told in a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ...engine import Event, Tally

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


def needs(tally: Tally) -> str:
    """What a roll had to show, and why."""
    mods = ", ".join(f"{mod.name} {mod.value:+}" for mod in tally.mods)
    return f"needs {tally.needed}" + (f" ({mods})" if mods else "")


def place(x: float, y: float) -> str:
    """A place in inches."""
    return f"{x / 1000:.1f}, {y / 1000:.1f}"


class TerrainPlaced(Event):
    """A piece of terrain was set up."""

    depth: ClassVar[int] = 1
    side: str
    piece: str
    kind: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} places {self.kind}"


class Deployed(Event):
    """A unit was set up, or found no place."""

    depth: ClassVar[int] = 1
    unit: str
    placed: bool = True

    def tell(self) -> str:
        """The story in a line."""
        return f"deployed: {self.unit}" if self.placed else f"no place, and no part in the battle: {self.unit}"


class RoundBegan(Event):
    """A new round with its order of turns."""

    depth: ClassVar[int] = 0
    round: int
    order: tuple[str, ...]

    def tell(self) -> str:
        """The story in a line."""
        return f"Round {self.round}: {', then '.join(self.order)}"


class Activated(Event):
    """A side acts with a unit."""

    depth: ClassVar[int] = 1
    side: str
    unit: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} activates {self.unit}"


class Passed(Event):
    """A side does nothing."""

    depth: ClassVar[int] = 1
    side: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} passes"


class Moved(Event):
    """A model went along a path."""

    figure: str
    path: tuple[tuple[int, int], ...]
    face: int
    how: str = "go"

    def tell(self) -> str:
        """The story in a line."""
        verb = VERBS.get(self.how, f"moves ({self.how})")
        return f"{self.figure} {verb} to {place(*self.path[-1])}" if self.path else f"{self.figure} {verb}"

    def tell_with(self, others: Sequence[Event]) -> str | None:
        """A whole unit in a line: who leads, how many go with it, and where to."""
        same = [event for event in others if isinstance(event, Moved) and event.how == self.how and event.path]
        if len(same) < len(others) or not self.path:
            return None
        ends = [self.path[-1], *(event.path[-1] for event in same)]
        middle = place(sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends))
        verb = self.how if self.how in VERBS else f"move ({self.how})"
        return f"{self.figure} and {len(others)} more {verb} to about {middle}"


class Changed(Event):
    """A model or unit changed its state: prone, airborne, attached, formation …"""

    who: str
    what: str

    def tell(self) -> str:
        """The story in a line."""
        first = self.what.partition(" ")[0]
        return f"{self.who} {self.what}" if first.endswith("s") or first == "may" else f"{self.who} is {self.what}"


class Attacked(Event):
    """An attack roll: on whom, needing what, and whether it hit."""

    attacker: str
    target: str
    how: str
    tally: Tally
    hit: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.attacker} {'hits' if self.hit else 'misses'} {self.target}: {self.how}, {needs(self.tally)}"


class Bounced(Event):
    """An attack that cannot harm its target."""

    attacker: str
    target: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.attacker} cannot harm {self.target}: armour"


class Recovered(Event):
    """A Recovery roll."""

    figure: str
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.figure} {'recovers' if self.passed else 'fails to recover'}"


class Damaged(Event):
    """A vehicle loses a weapon or some of its MOVE."""

    figure: str
    what: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.figure}: {self.what}"


class Removed(Event):
    """A model leaves the battle."""

    figure: str
    how: str
    by: str = ""

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.figure} {'has fled' if self.how == 'fled' else f'is {self.how}'}"


class Cast(Event):
    """A spell was tried."""

    caster: str
    spell: str
    target: str = ""
    worked: bool = False

    def tell(self) -> str:
        """The story in a line."""
        on = f" on {self.target}" if self.target else ""
        return f"{self.caster} casts {self.spell}{on}: {'it works' if self.worked else 'it fails'}"


class SpellEnded(Event):
    """A lasting spell ran out."""

    unit: str
    spell: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.spell} on {self.unit} ends"


class Landed(Event):
    """Where a shot with a marker came down."""

    attacker: str
    at: tuple[int, int]
    off_by: int = 0

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.attacker}'s shot lands {'on the mark' if not self.off_by else f'{self.off_by / 1000:g} inches off'}"


class Tested(Event):
    """A Morale roll."""

    unit: str
    why: str
    tally: Tally
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.unit} {'stands' if self.passed else 'is frightened'}: {self.why}, {needs(self.tally)}"


class Rallied(Event):
    """A frightened unit's rally roll."""

    unit: str
    tally: Tally
    passed: bool

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.unit} {'rallies' if self.passed else 'does not rally'}: {needs(self.tally)}"


class Fled(Event):
    """A frightened unit ran."""

    unit: str
    lost: bool = False

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.unit} flees{' off the table' if self.lost else ''}"


class Scored(Event):
    """A side achieved an objective."""

    depth: ClassVar[int] = 1
    side: str
    objective: str

    def tell(self) -> str:
        """The story in a line."""
        return f"{self.side} achieves {self.objective}"


class Ended(Event):
    """The battle is over."""

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
