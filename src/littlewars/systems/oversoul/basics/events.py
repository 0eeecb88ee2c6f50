"""What happens in an Oversoul battle, each told in a line."""

from __future__ import annotations

from collections.abc import Sequence

from littlewars.engine import Event, Tally
from littlewars.engine.names import ref
from littlewars.engine.showing import Burst, Felt, Seen, Shielded, Struck
from littlewars.kit import events

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


class TerrainPlaced(Event):
    """A piece of terrain was set up."""

    rule = "oversoul.setup.terrain-difficulty"
    depth = 1
    line = "{side:@} places {kind}"
    side: str
    piece: str
    kind: str


class Deployed(events.Deployed):
    """A unit was set up, or found no place."""

    rule = "oversoul.setup.deployment"
    line = "{placed:deployed|no place, and no part in the battle}: {unit:@}"
    placed: bool = True


class RoundBegan(Event):
    """A new round with its order of turns."""

    rule = "oversoul.round.initiative"
    depth = 0
    round: int
    order: tuple[str, ...]

    def tell(self) -> str:
        """The round, and who comes when."""
        return f"Round {self.round}: {', then '.join(map(ref, self.order))}"


class Activated(Event):
    """A side acts with a unit."""

    rule = "oversoul.round.one-unit-or-pass"
    depth = 1
    line = "{side:@} activates {unit:@}"
    side: str
    unit: str


class Passed(Event):
    """A side does nothing."""

    rule = "oversoul.round.one-unit-or-pass"
    depth = 1
    line = "{side:@} passes"
    side: str


class Moved(events.Moved):
    """A model went along a path."""

    rule = "oversoul.move.allowance"
    how: str = "go"

    def verb(self) -> str:
        """What it did."""
        return VERBS.get(self.how, f"moves ({self.how})")

    def tell_with(self, others: Sequence[Event]) -> str | None:
        """A whole unit in a line: who leads, and how many go with it."""
        same = [event for event in others if isinstance(event, Moved) and event.how == self.how and event.path]
        if len(same) < len(others) or not self.path:
            return None
        verb = self.how if self.how in VERBS else f"move ({self.how})"
        return f"{ref(self.figure)} and {len(others)} more {verb}"


class Changed(Event):
    """A model or unit changed its state: prone, airborne, attached, formation …"""

    who: str
    what: str

    def tell(self) -> str:
        """What it is now, or does."""
        first = self.what.partition(" ")[0]
        summoned, found, caster = self.what.partition("is summoned by ")
        if found:
            return f"{ref(self.who)} {summoned}{found}{ref(caster)}"
        return f"{ref(self.who)} {self.what}" if first.endswith("s") or first == "may" else f"{ref(self.who)} is {self.what}"


class Attacked(Event):
    """An attack roll: on whom, needing what, and whether it hit."""

    rule = "oversoul.basics.success-on-four"
    line = "{attacker:@} {hit:hits|misses} {target:@}: {how}, needs {tally}"
    attacker: str
    target: str
    how: str
    tally: Tally
    hit: bool

    def seen(self) -> Seen | None:
        """The blow or the shot."""
        return Struck(self.attacker, self.target, self.hit, self.how == "melee")


class Bounced(Event):
    """An attack that cannot harm its target."""

    rule = "oversoul.attr.heavy-armor-immunity"
    line = "{attacker:@} cannot harm {target:@}: armour"
    attacker: str
    target: str

    def seen(self) -> Seen | None:
        """A blow without effect."""
        return Struck(self.attacker, self.target, False)


class Recovered(Event):
    """A Recovery roll."""

    rule = "oversoul.hits.immediate-recovery"
    line = "{figure:@} {passed:recovers|fails to recover}"
    figure: str
    passed: bool

    def seen(self) -> Seen | None:
        """A narrow escape."""
        return Shielded(self.figure) if self.passed else None


class Damaged(Event):
    """A vehicle loses a weapon or some of its MOVE."""

    rule = "oversoul.recovery.vehicle-fail"
    line = "{figure:@}: {what}"
    figure: str
    what: str


class Removed(events.Removed):
    """A model leaves the battle."""

    rule = "oversoul.hits.immediate-recovery"
    by: str = ""

    def tell(self) -> str:
        """Fled, or lost in another way."""
        return f"{ref(self.figure)} has fled" if self.how == "fled" else super().tell()

    def source(self) -> str:
        """Nobody recovers from running away (oversoul.morale.flee-off-table)."""
        return "oversoul.morale.flee-off-table" if self.how == "fled" else self.rule


class Cast(Event):
    """A spell was tried."""

    rule = "oversoul.cast.roll"
    line = "{caster:@} casts {spell}{target: on @|}: {worked:it works|it fails}"
    caster: str
    spell: str
    target: str = ""
    worked: bool = False

    def seen(self) -> Seen | None:
        """A spell on somebody."""
        return Felt(self.target or self.caster, self.spell if self.worked else f"{self.spell} fails", self.worked)


class SpellEnded(Event):
    """A lasting spell ran out."""

    rule = "oversoul.cast.duration"
    line = "{spell} on {unit:@} ends"
    unit: str
    spell: str


class Landed(Event):
    """Where a shot with a marker came down."""

    rule = "oversoul.artillery.deviation-table"
    attacker: str
    at: tuple[int, int]
    off_by: int = 0

    def tell(self) -> str:
        """How far from the mark."""
        return f"{ref(self.attacker)}'s shot lands {'on the mark' if not self.off_by else f'{self.off_by / 1000:g} inches off'}"

    def seen(self) -> Seen | None:
        """Where it comes down."""
        return Burst(self.at, BURST)


class Tested(Event):
    """A Morale roll."""

    rule = "oversoul.morale.one-roll-highest-die"
    line = "{unit:@} {passed:stands|is frightened}: {why}, needs {tally}"
    unit: str
    why: str
    tally: Tally
    passed: bool

    def seen(self) -> Seen | None:
        """Fear, or none."""
        return Felt(self.unit, "stands" if self.passed else "frightened", self.passed)


class Rallied(Event):
    """A frightened unit's rally roll."""

    rule = "oversoul.morale.rally-roll"
    line = "{unit:@} {passed:rallies|does not rally}: needs {tally}"
    unit: str
    tally: Tally
    passed: bool

    def seen(self) -> Seen | None:
        """Whether it rallies."""
        return Felt(self.unit, "rallies" if self.passed else "runs on", self.passed)


class Fled(Event):
    """A frightened unit ran."""

    rule = "oversoul.morale.flee-route"
    line = "{unit:@} flees{lost: off the table|}"
    unit: str
    lost: bool = False


class Scored(Event):
    """A side achieved an objective."""

    rule = "oversoul.victory.objectives"
    depth = 1
    line = "{side:@} achieves {objective}"
    side: str
    objective: str


class Ended(events.Ended):
    """The battle is over."""

    rule = "oversoul.victory.game-end"


EVENTS = events.events_of(globals())
