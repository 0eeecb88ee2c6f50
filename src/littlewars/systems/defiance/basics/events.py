"""What happens in a Defiance battle, each told in a line."""

from __future__ import annotations

from littlewars.engine import Event, Tally
from littlewars.engine.names import ref, refs
from littlewars.engine.showing import Burst, Felt, Seen, Shielded, Struck
from littlewars.kit import events


class TurnBegan(events.TurnBegan):
    """A new turn."""

    rule = "defiance.turn.sequence"


class PhaseBegan(events.PhaseBegan):
    """A phase of the turn."""

    rule = "defiance.turn.sequence"


class ZoneTaken(Event):
    """A side has its deployment zone."""

    depth = 1
    rule = "defiance.deploy.zone-choice"
    line = "{side:@} deploys in the {edge}"
    side: str
    edge: str


class Deployed(events.Deployed):
    """A unit was set up."""

    rule = "defiance.deploy.placement-procedure"


class Named(Event):
    """A Primary Commander is named."""

    depth = 1
    rule = "defiance.command.primary-commander"
    line = "{side:@}{figure:: @ is| has no} Primary Commander"
    side: str
    figure: str


REORGANISING = {"split": "splits", "join": "joins", "leave": "is left by", "enter": "joins", "alone": "goes on alone"}


class Reorganised(Event):
    """Units split or joined."""

    depth = 1
    rule = "defiance.turn.command-phase"
    side: str
    what: str

    def tell(self) -> str:
        """Which unit did what, and with whom."""
        for deed in REORGANISING.values():
            unit, found, others = self.what.partition(f" {deed}")
            if found:
                return f"{self.side}: {ref(unit)} {deed} {refs(filter(None, others.strip().split(', ')))}".rstrip()
        return f"{self.side}: {self.what}"


class CardsGiven(Event):
    """Command cards were assigned; to whom, only their owner knows."""

    rule = "defiance.command.primary-cards"
    line = "command cards of {side:@}: {units:@|none}"
    side: str
    units: tuple[str, ...]


class CardDrawn(Event):
    """A card was turned over."""

    depth = 1
    rule = "defiance.turn.active-phase"
    line = "{command:command|initiative} card of {unit:@}{wreck:: a wreck rolls on|}{skipped:: no effect|}"
    unit: str
    command: bool = False
    skipped: bool = False
    wreck: str = ""


class Activated(Event):
    """A unit becomes active."""

    depth = 1
    rule = "defiance.orders.activation-all-figures"
    line = "{unit:@} activates"
    unit: str


class Declined(Event):
    """A command card was not used."""

    rule = "defiance.command.command-card-drawn"
    line = "{unit:@} waits"
    unit: str


class Ordered(Event):
    """An order was declared."""

    depth = 1
    rule = "defiance.orders.declare-first"
    unit: str
    order: str
    who: tuple[str, ...] = ()
    speed: str = ""
    pattern: str = ""
    target: str = ""

    def tell(self) -> str:
        """Who of which unit, the order, and how."""
        speed = self.speed if self.order.endswith("-fire") or self.order == "vehicle-orders" else ""
        against = f"against {ref(self.target)}" if self.target and self.order not in ("sprint", "jump") else ""
        how = "; ".join(word for word in (speed, self.pattern.replace("-", ", then "), against) if word)
        who = f"{refs(self.who)} of {ref(self.unit)}" if self.who else ref(self.unit)
        return f"{who}: {self.order.replace('-', ' ').title()}" + (f" ({how})" if how else "")


class Moved(events.Moved):
    """A figure went along a path."""

    rule = "defiance.move.maximum-distance"


class Changed(Event):
    """A figure or unit is different now: prone, standing, on another level, covering, stopped …"""

    who: str
    what: str

    def tell(self) -> str:
        """What it is now, or does."""
        what, met, rest = self.what.partition("meets ")  # the enemy it meets is written behind that word
        enemy, _, more = rest.partition(" ")
        return f"{ref(self.who)} {what}{met}{ref(enemy)} {more}" if met else f"{ref(self.who)} {self.what}"


class Fired(Event):
    """Dice of one weapon at one target: what they needed, what they showed, and what came of it."""

    rule = "defiance.ranged.damage-roll-procedure"
    line = "{figure:@} fires {weapon} at {target:@}{how: (*)|}: {hits} damaging hit{hits:%}{tags:, * tagged|}; needs {tally:+}"
    struck = ("figure", "target", "hits")
    figure: str
    target: str
    weapon: str
    tally: Tally
    hits: int
    tags: int = 0
    how: str = ""  # covering, suppression, fringe


class Wasted(Event):
    """A shot or round that can do nothing."""

    rule = "defiance.ranged.ammo"
    line = "{figure:@}'s {weapon} is wasted: {why}"
    figure: str
    weapon: str
    why: str


class Launched(Event):
    """A round is fired or thrown: does it come down where it should?"""

    rule = "defiance.aoe.to-hit"
    line = "{figure:@}: {weapon} {target:at @|at the point} {hit:is on target|misses}; needs {tally:+}"
    struck = ("figure", "target", "hit")
    figure: str
    weapon: str
    tally: Tally
    hit: bool
    target: str = ""


class Scattered(Event):
    """A round or cloud comes down elsewhere."""

    rule = "defiance.aoe.scatter-direction"
    line = "{weapon} scatters {length:=}{stop: and meets *|}"
    weapon: str
    at: tuple[int, int]
    lands: tuple[int, int]
    length: int
    stop: str = ""


class Exploded(Event):
    """A template goes off."""

    rule = "defiance.aoe.template"
    line = "{figure:@}: {weapon} goes off, {radius:=} round it"
    figure: str
    weapon: str
    at: tuple[int, int]
    radius: int
    how: str = ""

    def seen(self) -> Seen | None:
        """Where it came down."""
        return Burst(self.at, self.radius)


class Caught(Event):
    """The dice of an area at one who is in it."""

    rule = "defiance.aoe.template"
    line = "{weapon} catches {target:@}: {hits} damaging hit{hits:%}{tags:, * tagged|}; needs {tally:+}"
    struck = ("figure", "target", "hits")
    figure: str
    target: str
    weapon: str
    tally: Tally
    hits: int
    tags: int = 0


class InTheWay(Event):
    """A shot into a fight finds somebody."""

    rule = "defiance.hth.firing-into"
    line = "{figure:@} fires into the fight of {target:@}: {hit:@} is in the way"
    figure: str
    target: str
    hit: str


class CrewOrGun(Event):
    """A shot at a gun and its crew finds one of them."""

    rule = "defiance.infweapon.crew-hit-allocation"
    line = "{figure:@} fires at {gun:@} and its crew: {hit:@} is hit"
    figure: str
    gun: str
    hit: str


class Reflexes(Event):
    """Two fighters roll who strikes first."""

    rule = "defiance.hth.reflex-roll"
    line = "{figure:@} (reflex {mine}) against {enemy:@} ({his}): {first:@ strikes first|both strike at once}"
    figure: str
    enemy: str
    mine: int
    his: int
    first: str = ""


class Blow(Event):
    """One die of a fight hand to hand."""

    rule = "defiance.hth.rating"
    line = "{figure:@} strikes at {target:@}: {hit:a hit|a miss}{saved:, stopped by a field|}; needs {tally:+}"
    figure: str
    target: str
    tally: Tally
    hit: bool
    saved: bool = False

    def seen(self) -> Seen | None:
        """The blow."""
        return Struck(self.figure, self.target, self.hit and not self.saved, melee=True)


class GotAt(Event):
    """A figure is quick enough for a vehicle under way, or is not."""

    rule = "defiance.hth.versus-moving-vehicle"
    line = "{figure:@} {passed:gets at|is too slow for} {vehicle:@}"
    figure: str
    vehicle: str
    passed: bool


class Escaped(Event):
    """An engaged figure gets away from its enemies, or does not."""

    rule = "defiance.hth.escape-roll"
    line = "{figure:@} {passed:gets away from|cannot get away from} {enemies:@}"
    figure: str
    enemies: tuple[str, ...]
    passed: bool


class Boarded(Event):
    """A figure gets into a vehicle."""

    rule = "defiance.passenger.boarding"
    line = "{figure:@} boards {vehicle:@}"
    figure: str
    vehicle: str


class LeftVehicle(Event):
    """A figure gets out of a vehicle."""

    rule = "defiance.passenger.exit"
    line = "{figure:@} {how} ({vehicle:@})"
    figure: str
    vehicle: str
    how: str = "leaves"


class Saved(Event):
    """Hits that a field stopped."""

    rule = "defiance.stats.field-save"
    line = "{figure:@}: {by} stops {hits} hit{hits:%}"
    figure: str
    by: str
    hits: int

    def seen(self) -> Seen | None:
        """The field flashes."""
        return Shielded(self.figure)


class Spared(Event):
    """A hit that dumb luck stopped."""

    rule = "defiance.command.chit-dumb-luck"
    line = "{figure:@}: dumb luck stops a hit"
    figure: str

    def seen(self) -> Seen | None:
        """A narrow escape."""
        return Shielded(self.figure)


class Hurt(Event):
    """A figure lost damage points and stands."""

    rule = "defiance.stats.damage-capacity"
    line = "{figure:@} loses {hits}, {left} left"
    figure: str
    hits: int
    left: int


class Crippled(Event):
    """A hit took something off a vehicle: movement, a weapon, a damage point."""

    rule = "defiance.vehicle.afv-chart"
    line = "{figure:@}{roll: (* on its damage chart)|} {what}"
    figure: str
    what: str
    roll: int = 0


class Wrecked(Event):
    """What an eliminated vehicle is now."""

    rule = "defiance.vehicle.eliminated"
    line = "{figure:@} is {how}"
    figure: str
    how: str


class Rammed(Event):
    """A vehicle ran into somebody or something."""

    rule = "defiance.ram.damage-target"
    line = "{figure:@} rams {what:@}: {hits} damaging hit{hits:%}; needs {tally:+}"
    struck = ("figure", "what", "hits", "melee")
    figure: str
    what: str
    tally: Tally
    hits: int


class Crashed(Event):
    """A vehicle ran into ground that it must not touch."""

    rule = "defiance.ram.terrain"
    line = "{figure:@} runs into {what}: {hits} damaging hit{hits:%}; needs {tally:+}"
    figure: str
    what: str
    tally: Tally
    hits: int


class Dodged(Event):
    """Somebody tried to get out of a vehicle's way."""

    rule = "defiance.ram.dodge-roll"
    line = "{figure:@} {passed:dodges|does not dodge} {by:@}"
    figure: str
    by: str
    passed: bool


class Removed(events.Removed):
    """A figure leaves the battle."""

    rule = "defiance.ranged.elimination"


class Tested(Event):
    """An individual morale test."""

    rule = "defiance.morale.test"
    line = "{figure:@} {passed:stands firm|fails}: {why}, needs {tally:+}"
    figure: str
    why: str
    tally: Tally
    passed: bool

    def seen(self) -> Seen | None:
        """Fear, or none."""
        return Felt(self.figure, "firm" if self.passed else "shaken", self.passed)


class StunRolled(Event):
    """A stunned figure tries to recover."""

    rule = "defiance.effector.stun-recovery-roll"
    line = "{figure:@} {passed:recovers|stays stunned}: needs {tally:+}"
    figure: str
    tally: Tally
    passed: bool


class UnitTested(Event):
    """A unit morale test or a unit rally."""

    rule = "defiance.morale.unit-test"
    line = "{unit:@}: {why} {passed:passed|failed}, needs {tally:+}"
    unit: str
    why: str
    tally: Tally
    passed: bool

    def seen(self) -> Seen | None:
        """Fear, or none."""
        return Felt(self.unit, "holds" if self.passed else "breaks", self.passed)


class Rallied(Event):
    """A shaken figure tries to rally."""

    rule = "defiance.morale.individual-rally"
    line = "{figure:@} {passed:rallies|stays shaken}: needs {tally:+}"
    figure: str
    tally: Tally
    passed: bool


class Dissolved(Event):
    """A broken unit is gone."""

    rule = "defiance.morale.unit-rally-failure"
    line = "{unit:@} dissolves"
    unit: str


class TemplateLaid(Event):
    """Suppression fire comes down."""

    rule = "defiance.suppression.template-placement"
    line = "{unit:@} {kept:keeps up|lays} suppression, {length:=} long"
    unit: str
    at: tuple[int, int]
    length: int
    kept: bool = False

    def seen(self) -> Seen | None:
        """Where it lies."""
        return Burst(self.at, self.length // 2)


class TemplateGone(Event):
    """A suppression template is removed or shrinks."""

    rule = "defiance.suppression.contributors-lost"
    line = "suppression by {unit:@} {length:shrinks to =|ends}"
    unit: str
    length: int = 0


class CloudChanged(Event):
    """Poison or smoke spreads, drifts, grows or ends."""

    rule = "defiance.aoe.poison-growth"
    line = "{kind} {what}{radius:, = round it|}"
    cloud: str
    what: str
    kind: str
    at: tuple[int, int]
    radius: int

    def seen(self) -> Seen | None:
        """Where it lies now."""
        return Burst(self.at, self.radius) if self.radius else None


class StrikeCalled(Event):
    """An air strike is called; it comes down in the Resolution Phase."""

    rule = "defiance.airstrike.placement"
    line = "{figure:@} calls an air strike: {hit:on target|off target}; needs {tally:+}"
    figure: str
    at: tuple[int, int]
    tally: Tally
    hit: bool


class Lobbed(Event):
    """A grenade is lobbed: how far its thrower guessed, and how far it was."""

    rule = "defiance.grenade.lob-guess"
    line = "{figure:@} lobs a {weapon}: guesses {guess:=}, it is {far:=}"
    figure: str
    weapon: str
    guess: int
    far: int


class Bounced(Event):
    """A lobbed grenade meets something too high."""

    rule = "defiance.grenade.lob-too-high"
    line = "{figure:@}'s {weapon} bounces off {piece}"
    figure: str
    weapon: str
    piece: str


class Stopped(Event):
    """A weapon stops, or works again."""

    rule = "defiance.stoppage.effect"
    line = "{figure:@}'s {weapon} {cleared:works again|has a stoppage}"
    figure: str
    weapon: str
    cleared: bool = False


class Interrupted(Event):
    """Covering fire is declared."""

    depth = 1
    rule = "defiance.cover.triggers"
    line = "{unit:@} answers {by:@} with covering fire"
    unit: str
    by: str


class Ended(events.Ended):
    """The battle is over."""

    rule = "defiance.turn.game-end"


EVENTS = events.events_of(globals())
