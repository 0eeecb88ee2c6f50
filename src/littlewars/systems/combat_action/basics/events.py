"""What happens in a Combat Action battle, each told in a line."""

from __future__ import annotations

from littlewars.engine import Event, Tally
from littlewars.engine.showing import Burst, Felt, Seen, Shielded
from littlewars.kit import events
from littlewars.kit.events import events_of


class TurnBegan(events.TurnBegan):
    """A new turn."""

    rule = "combat-action.turn.sequence"
    line = "Turn {number}; first: {side:@}"
    side: str


class EdgeTaken(events.EdgeTaken):
    """A side has its edge."""

    rule = "combat-action.setup.table"


class Deployed(events.Deployed):
    """A unit was set up."""

    rule = "combat-action.setup.table"


class Activated(Event):
    """A unit is active."""

    depth = 1
    rule = "combat-action.activation.phases"
    line = "{unit:@} is active"
    unit: str


class Tested(Event):
    """A discipline test."""

    rule = "combat-action.discipline.test"
    line = "{unit:@} tests its discipline on {tally:+}: {status}"
    unit: str
    passed: bool
    status: str
    tally: Tally

    def seen(self) -> Seen | None:
        """It steadies, or loses heart."""
        return Felt(self.unit, self.status, self.passed)


class Acted(Event):
    """A model spends action points."""

    rule = "combat-action.actions.cost-table"
    line = "{figure:@}: {verb}{what: *|} ({cost} AP)"
    figure: str
    verb: str
    cost: int
    what: str = ""


class Moved(events.Moved):
    """A model went along a path."""

    rule = "combat-action.actions.walk"


class Fired(Event):
    """A firing action: what it needed and what the dice showed."""

    rule = "combat-action.ranged.to-hit"
    line = "{figure:@} fires {weapon} at {target:@|a point}: {hits} of {dice} hit; needs {tally:+}"
    struck = ("figure", "target", "hits")
    figure: str
    target: str
    weapon: str
    mode: str
    dice: int
    hits: int
    tally: Tally


class Exploded(Event):
    """An area weapon comes down, a grenade or a power plant explodes."""

    rule = "combat-action.area.blast"
    line = "{what} explodes{off:, = off its aim|}"
    what: str
    at: tuple[int, int]
    radius: int
    off: int = 0

    def seen(self) -> Seen | None:
        """Where."""
        return Burst(self.at, self.radius)


UNHURT = "no effect"  # a hit that came to nothing


class Hurt(Event):
    """A hit and what came of it."""

    rule = "combat-action.damage.test"
    line = "{figure:@}, hit with Pen {pen} against PF {pf}: {result}"
    figure: str
    pen: int
    pf: int
    result: str

    def seen(self) -> Seen | None:
        """The armour holds."""
        return Shielded(self.figure) if self.result == UNHURT else None


class Damaged(Event):
    """A location of a machine is damaged."""

    rule = "combat-action.machine-damage.roll"
    line = "{figure:@}: {place} is damaged"
    figure: str
    place: str


class Section(Event):
    """A building section or obstacle was hit."""

    rule = "combat-action.damage.buildings"
    line = "{piece}: {result}"
    piece: str
    result: str


class Changed(Event):
    """A model or a unit is otherwise than before."""

    rule = "combat-action.activation.end-phase"
    line = "{who:@} {what}"
    who: str
    what: str


class Fought(Event):
    """A close combat attack."""

    rule = "combat-action.close-combat.attack"
    line = "{figure:@} {back:strikes back at|attacks} {target:@} with {weapon}: {hit:hits|misses}; needs {tally:+}"
    struck = ("figure", "target", "hit", "melee")
    figure: str
    target: str
    weapon: str
    hit: bool
    tally: Tally
    back: bool = False


class Answered(Event):
    """A ready model fires in the middle of an enemy's activation."""

    rule = "combat-action.ready.use"
    line = "{figure:@} is ready and answers {by:@}"
    figure: str
    by: str


class Rolled(Event):
    """A die on one of the tables of machines."""

    rule = "combat-action.robots.loss-of-control"
    line = "{figure:@} is out of control: it {result}"
    figure: str
    result: str


class Removed(events.Removed):
    """A model leaves the battle."""

    rule = "combat-action.damage.ooa"


class Ended(events.Ended):
    """The battle is over."""

    rule = "combat-action.victory.game-end"
    of_a_side = (" has nobody left who goes on", " has lost two thirds of its force")


EVENTS = events_of(globals())
