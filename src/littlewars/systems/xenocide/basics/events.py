"""What happens in a Xenocide battle, each told in a line."""

from __future__ import annotations

from littlewars.engine import Event, Tally
from littlewars.engine.names import ref
from littlewars.engine.showing import Seen, Shielded, Struck
from littlewars.kit import events
from littlewars.kit.events import events_of

ORDER_WORDS = {"standard": "standard orders", "opportunity": "opportunity fire", "run": "run"}


class TurnBegan(events.TurnBegan):
    """A new turn."""

    rule = "xenocide.core.turn-sequence"


class PhaseBegan(events.PhaseBegan):
    """A phase of the turn."""

    rule = "xenocide.core.turn-sequence"


class EdgeTaken(events.EdgeTaken):
    """A side has its edge."""

    rule = "xenocide.battle.setup"


class Deployed(events.Deployed):
    """A unit was set up."""

    rule = "xenocide.battle.setup"


class Moved(events.Moved):
    """A figure went along a path."""

    rule = "xenocide.move.paths"


class Removed(events.Removed):
    """A figure leaves the battle."""

    rule = "xenocide.save.casualties"


class Ended(events.Ended):
    """The battle is over."""

    rule = "xenocide.battle.end"
    of_a_side = (" has nobody left who can act",)


class Revealed(Event):
    """All orders are turned over."""

    rule = "xenocide.orders.placing"
    orders: tuple[tuple[str, str], ...]  # unit and order, or increment

    def tell(self) -> str:
        """Who does what."""
        given = ((ref(unit), ORDER_WORDS.get(order, f"increment {order}")) for unit, order in self.orders)
        return "Orders: " + ", ".join(map(" ".join, given))


class Began(Event):
    """Who begins a phase."""

    rule = "xenocide.move.initiative"
    line = "first: {side:@}"
    side: str


class Engaged(Event):
    """Two units are locked in melee."""

    rule = "xenocide.move.engaging"
    line = "{unit:@} and {enemy:@} are engaged"
    unit: str
    enemy: str


class Fought(Event):
    """Blows in a melee."""

    rule = "xenocide.melee.roll"
    line = "{by:@}: blows at {target:@}, {hits} of {dice} hit; needs {tally}"
    struck = ("by", "target", "hits", "melee")
    by: str
    target: str
    dice: int
    hits: int
    tally: Tally


class Scored(Event):
    """A unit's score in the test after a melee."""

    rule = "xenocide.result.roll"
    line = "{unit:@}: score {score}{loses:, defeated|}{retreats:, forced to retreat|}"
    unit: str
    score: int
    loses: bool = False
    retreats: bool = False


class Marked(Event):
    """A unit gets or sheds suppression markers."""

    rule = "xenocide.suppression.when"
    unit: str
    more: int
    now: int

    def tell(self) -> str:
        """How many."""
        word = "marker" if abs(self.more) == 1 else "markers"
        return f"{ref(self.unit)}: {abs(self.more)} {word} {'more' if self.more > 0 else 'fewer'}, {self.now} in all"


class Fired(Event):
    """Alike attacks of a unit: what they needed and how many hit; `near` are near misses of an area weapon."""

    rule = "xenocide.hit.roll"
    line = "{unit:@}: {weapon} at {target:@}, {hits} of {dice} hit{near:, * near|}; needs {tally}"
    struck = ("figure", "aim", "hits")
    unit: str
    figure: str
    weapon: str
    target: str
    aim: str  # the model that is drawn as the target
    dice: int
    tally: Tally
    hits: int
    near: int = 0


class Strayed(Event):
    """Shots that hit friends."""

    rule = "xenocide.friendly-fire.through"
    line = "{unit:@}: friendly fire at {target:@}, {hits} hit"
    unit: str
    target: str
    hits: int


class Saved(Event):
    """Saves against hits."""

    rule = "xenocide.save.roll"
    line = "{unit:@}: {failed} of {saves} saves against {weapon} fail; {needed} or less saves"
    unit: str
    weapon: str
    saves: int
    needed: int
    failed: int

    def seen(self) -> Seen | None:
        """Some of them are saved."""
        return Shielded(self.unit) if self.failed < self.saves else None


class Held(Event):
    """A unit, or a whole side, holds its fire."""

    rule = "xenocide.shooting.hold-fire"
    line = "{who:@} hold{unit:s|} fire"
    who: str
    unit: bool = True


class Hurt(Event):
    """A model takes wounds."""

    rule = "xenocide.stat.wounds"
    line = "{figure:@} takes {wounds} wound{wounds:%}, {left} left"
    figure: str
    wounds: int
    left: int


class Damaged(Event):
    """A vehicle gets damage markers."""

    rule = "xenocide.vehicle.damage-markers"
    line = "{figure:@} gets {markers} damage marker{markers:%} (now {now})"
    figure: str
    markers: int
    now: int


class Dodged(Event):
    """A model in a vehicle's way tries to dodge."""

    rule = "xenocide.vehicle.overrun"
    line = "{figure:@} {passed:dodges|is run down} (needs {skill})"
    figure: str
    skill: int
    passed: bool


class Rammed(Event):
    """A vehicle rams another."""

    rule = "xenocide.vehicle.ram"
    line = "{figure:@} rams {target:@}{head_on: head on|}: power {power}, {back} on itself"
    figure: str
    target: str
    power: int
    back: int
    head_on: bool = False

    def seen(self) -> Seen | None:
        """The blow."""
        return Struck(self.figure, self.target, True, True)


class Boarded(Event):
    """A unit gets into a vehicle, or out of it."""

    rule = "xenocide.vehicle.load-and-deploy"
    line = "{unit:@}: {out:out of|into} {vehicle:@}"
    unit: str
    vehicle: str
    out: bool


class Exploded(Event):
    """A destroyed vehicle explodes."""

    rule = "xenocide.vehicle.explosion"
    line = "{figure:@} explodes: power {power} within 3 inches"
    figure: str
    power: int


class Tested(Event):
    """A morale test."""

    rule = "xenocide.stat.morale-test"
    line = "{who:@}: test of morale {morale}, {passed:passed|failed}"
    who: str
    morale: int
    passed: bool


EVENTS = events_of(globals())
