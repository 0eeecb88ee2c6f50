"""What happens in an AT-43 battle, each told in a line."""

from __future__ import annotations

from littlewars.engine import Event, Tally
from littlewars.engine.showing import Felt, Seen, Shielded
from littlewars.kit import events
from littlewars.kit.events import events_of


class RoundBegan(Event):
    """A new round."""

    depth = 0
    rule = "at43.round.sequence"
    line = "Round {number}"
    number: int


class EdgeTaken(events.EdgeTaken):
    """A side has its edge."""

    rule = "at43.setup.table"


class Deployed(events.Deployed):
    """A unit was set up."""

    rule = "at43.setup.table"


class Reserved(Event):
    """A unit is kept out of play."""

    depth = 1
    rule = "at43.setup.table"
    line = "kept in reserve: {unit:@}"
    unit: str


class TookCommand(Event):
    """Another officer leads the army."""

    depth = 1
    rule = "at43.leadership.succession"
    line = "{side:@}: {officer:@ takes command|nobody is left to take command}"
    side: str
    officer: str


class PoolReceived(Event):
    """The Leadership Points of a round."""

    depth = 1
    rule = "at43.leadership.pool"
    line = "{side:@} receives {lp} LP"
    side: str
    lp: int


class Bid(Event):
    """LP for the Authority test, shown by both at once."""

    depth = 1
    rule = "at43.leadership.improve-authority"
    line = "{side:@} adds {lp} LP to Authority {authority}"
    side: str
    lp: int
    authority: int


class Began(Event):
    """Who activates first."""

    depth = 1
    rule = "at43.round.authority-test"
    line = "the Authority test goes to {winner:@}; first: {first:@}"
    winner: str
    first: str


class SequenceChanged(Event):
    """A player has paid to change his sequence."""

    depth = 1
    rule = "at43.leadership.one-sequence-change"
    line = "{side:@}: {how} ({lp} LP)"
    side: str
    how: str
    lp: int


class Turned(Event):
    """A card is turned face up."""

    depth = 1
    rule = "at43.round.alternate"
    line = "{unit:@} is activated"
    unit: str


class DeadCard(Event):
    """The card of an eliminated unit came up: the turn is lost."""

    depth = 1
    rule = "at43.round.dead-unit-card"
    line = "the card of {unit:@} is discarded: the turn is lost"
    unit: str


class Paid(Event):
    """LP were spent on a unit."""

    rule = "at43.leadership.activate-unit"
    line = "{unit:@}: {lp} LP for {what}"
    unit: str
    lp: int
    what: str


class Stood(Event):
    """A unit is activated and does nothing."""

    rule = "at43.leadership.activate-unit"
    line = "{unit:@} does nothing: {why}"
    unit: str
    why: str


class MoraleTested(Event):
    """A Morale test."""

    rule = "at43.morale.test"
    line = "{unit:@} {passed:keeps its nerve|loses its nerve}, {tally:+}"
    unit: str
    passed: bool
    tally: Tally

    def seen(self) -> Seen | None:
        """Fear, or none."""
        return Felt(self.unit, "holds" if self.passed else "loses its nerve", self.passed)


class StatusChanged(Event):
    """Morale rises or falls."""

    rule = "at43.morale.status"
    line = "{unit:@} is {status}"
    unit: str
    status: str


class Moved(events.Moved):
    """A fighter went along a path."""

    rule = "at43.movement.kinds"


class Entered(Event):
    """A unit comes from reserve."""

    rule = "at43.movement.reserve-entry"
    line = "{unit:@} comes into play"
    unit: str


class Engaged(Event):
    """Two units are engaged."""

    rule = "at43.movement.engagement"
    line = "{unit:@} is engaged with {enemy:@}"
    unit: str
    enemy: str


class Declared(Event):
    """A weapon of a salvo, measured after it was declared."""

    rule = "at43.shooting.salvo"
    line = "{unit:@}: {weapon} at {target:@}, {shooters} fire, range {range}, {tally:+}"
    unit: str
    weapon: str
    target: str
    shooters: int
    range: int
    tally: Tally


class Salvoed(Event):
    """The impacts of a weapon."""

    rule = "at43.shooting.attack-rate"
    line = "{weapon}: {impacts} impact{impacts:%} of {dice} dice"
    struck = ("figure", "target", "impacts")
    figure: str
    target: str
    weapon: str
    dice: int
    impacts: int


class Covered(Event):
    """Cover rolls."""

    rule = "at43.cover.roll"
    line = "{unit:@}: cover cancels {cancelled} of {impacts} impact{impacts:%} ({least}+)"
    unit: str
    cancelled: int
    impacts: int
    least: int


class InTheZone(Event):
    """A bystander takes an impact."""

    rule = "at43.zone-of-fire.distribution"
    line = "{figure:@} stands in the zone of fire"
    figure: str


class DamageTested(Event):
    """A damage test."""

    rule = "at43.shooting.damage-test"
    line = "{target:@} {through:is hit|holds}, {tally:+}"
    target: str
    through: bool
    tally: Tally

    def seen(self) -> Seen | None:
        """The armour holds."""
        return None if self.through else Shielded(self.target)


class LocationHit(Event):
    """Where a machine was hit."""

    rule = "at43.afv.hit-location"
    line = "{figure:@}: {location}, {left} structure point{left:%} left"
    figure: str
    location: str
    left: int


class ElementHit(Event):
    """A terrain element loses structure points."""

    rule = "at43.terrain.destroyable"
    line = "{element} {left:has * structure points left|is destroyed}"
    element: str
    left: int


class Removed(events.Removed):
    """A fighter leaves the battle."""

    rule = "at43.shooting.losses"


class NewLeader(Event):
    """Somebody leads the unit now."""

    rule = "at43.units.leader-killed"
    line = "{figure:@} leads {unit:@} now"
    unit: str
    figure: str


class Held(Event):
    """An immobile machine is held, or abandoned; a hero takes over another."""

    rule = "at43.afv.immobile-leader"
    line = "{figure:@} is {held:held|abandoned}{heir:; its pilot takes over @|}"
    figure: str
    held: bool
    heir: str = ""


class TacticTaken(Event):
    """A tactic was bought."""

    rule = "at43.tactics.cost"
    line = "{unit:@}: {tactic} (1 LP)"
    unit: str
    tactic: str


class TacticsLost(Event):
    """Markers are taken away."""

    rule = "at43.tactics.duration"
    line = "{unit:@} loses {tactics}"
    unit: str
    tactics: str


class Reacted(Event):
    """A unit on overwatch fires."""

    rule = "at43.tactics.overwatch"
    line = "{unit:@} fires on overwatch at {target:@}"
    unit: str
    target: str


class Attacked(Event):
    """A weapon's part of a close combat."""

    rule = "at43.close-combat.test"
    line = "{weapon}: {impacts} impact{impacts:%} of {dice} dice on {unit:@}, {tally:+}"
    struck = ("figure", "target", "impacts", "melee")
    figure: str
    target: str
    unit: str
    weapon: str
    dice: int
    impacts: int
    tally: Tally


class Ended(events.Ended):
    """The battle is over."""

    rule = "at43.victory.game-end"
    of_a_side = (" has nobody left",)


EVENTS = events_of(globals())
