"""Frames and weapons: what a figure is and carries, immutable, split from what happens to it.

State is encoded by key. Distances are thousandths of a rule inch (defiance.scale.15mm-conversion: converted at the door only).
"""

from __future__ import annotations

from typing import Literal

from littlewars.engine.frozen import Frozen, computed
from littlewars.table.facing import Sectors, sectors

from .effectors import Property, properties_of
from .numbers import INCH, NEVER

BRACKETS = (3, 5, 7, 9, 11)  # defiance.ranged.range-brackets
BASE = INCH // 2  # radius of infantry (defiance.scale.bases)
NO_BRACKETS = (None, None, None, None, None)
THROWN = tuple(tuple(reach * INCH for reach in row) for row in ((4, 6, 8), (8, 12, 16), (12, 18, 24)))
POISONED = frozenset("B")  # defiance.aoe.poison-burst
ANIME = "Anime Mecha"
STANDARD_CHART = "20 movement, 80 weapon, 100 point"  # defiance.vehicle.afv-chart
FRONT = "F"  # the arc of a weapon that names none
CARRIES = {"vehicle": ("VE", "PI", "SI"), "PI": ("PI", "SI"), "SI": ("SI",)}  # defiance.terms.weapon-carrier-type


class Aoe(Frozen):
    """An area of effect: radius, what its damage rolls need, its effectors (defiance.ranged.aoe-stat)."""

    radius: int
    damage: int | None  # None: it does no damage of its own
    effectors: frozenset[str] = frozenset()
    dice: int = 1  # damage dice for each figure


class Weapon(Frozen):
    """A weapon's line. A combination has `modes` instead: lines of which one is chosen each time it fires
    (defiance.ranged.weapon-target, defiance.ranged.effector-letters, defiance.ranged.indirect-stat)."""

    key: str
    name: str
    type: Literal["SI", "PI", "VE"] = "SI"
    target: Literal["AI", "AV"] = "AI"
    rate: int = 1  # feed rate
    high: int = 0  # the higher rate of a split weapon; 0: none (defiance.ranged.split-feed-rate)
    effectors: frozenset[str] = frozenset()
    brackets: tuple[int | None, ...] = (None, None, None, None, None)  # None: no such bracket; NEVER: unlimited
    aoe: Aoe | None = None
    impact: int = 0
    indirect: bool = False
    ammo: int | None = None  # None: unlimited
    form: str = ""  # "", loader, powerpack, bracing, crew-served, grenade, cdw
    modes: tuple[Weapon, ...] = ()
    poison: bool = False  # its template stays, drifts and grows (defiance.aoe.poison-growth)
    kamikaze: bool = False
    smoke: tuple[int, int] = (0, 0)  # what it takes off fire through it, and for how many turns
    crew: int = 1  # figures that serve it (defiance.infweapon.crew-definition)
    cost: int = 0
    rule: str = ""
    ours: tuple[str, ...] = ()  # values that the book does not give (defiance.profiles.format)

    @computed
    def properties(self) -> frozenset[Property]:
        """What its effectors declare (defiance.effector.notation)."""
        return properties_of(self.effectors)

    @computed
    def burst(self) -> Weapon | None:
        """What its template attacks as: anti-infantry, with the letters of the area or else its own, and with its force
        (defiance.aoe.anti-infantry, defiance.effector.notation, defiance.aoe.template)."""
        if self.aoe is None:
            return None
        letters = (self.aoe.effectors or self.effectors) | (POISONED if self.poison else frozenset())
        key = f"{self.key}, burst"
        return Weapon(key=key, name=self.name, rate=self.aoe.dice, effectors=letters, impact=self.impact, rule=self.rule)

    @computed
    def throws(self) -> tuple[Weapon, ...]:
        """A grenade in the hands of somebody of size 1, 2, 3: the brackets of his throw (defiance.grenade.distances)."""
        if self.form != "grenade" or self.brackets != NO_BRACKETS:
            return ()
        return tuple(Weapon(**{**self.fields(), "brackets": (None, *reaches, None)}) for reaches in THROWN)

    @computed
    def longest(self) -> int:
        """Its maximum range (defiance.ranged.range-maximum); of a combination that of its longest line."""
        if self.modes:
            return max(mode.longest for mode in self.modes)
        return max((reach for reach in self.brackets if reach is not None), default=0)

    def needs(self, away: int, aimed: bool = False) -> int | None:
        """The target number at this range; None beyond it. Aiming doubles every limit (defiance.orders.aim-range-doubling),
        but not a cone's (defiance.effector.cone-area)."""
        far = -(-away // 2) if aimed and not self.does("cone") else away
        for number, reach in self.reaches:
            if far <= reach:
                return number
        return None

    @computed
    def reaches(self) -> tuple[tuple[int, int], ...]:
        """Its target numbers, each with the range up to which it counts."""
        found = zip(BRACKETS, self.brackets, strict=True)
        return tuple((number, reach) for number, reach in found if reach is not None)

    def of(self, size: int) -> Weapon:
        """What it is for a bearer of this size: grenades fly as far as he throws."""
        return self.throws[max(1, min(size, len(self.throws))) - 1] if self.throws else self

    @computed
    def lines(self) -> tuple[Weapon, ...]:
        """What it may fire as: itself, or one of its modes."""
        return self.modes or (self,)

    def does(self, what: Property) -> bool:
        """Does one of its effectors declare this?"""
        return what in self.properties

    @computed
    def is_thrown_or_close(self) -> bool:
        """Is it a grenade or a close defence weapon? Those have fire actions of their own."""
        return self.form in ("grenade", "cdw")

    @computed
    def is_direct(self) -> bool:
        """Does it hit single figures: no area, no cone, no grenade, no close defence weapon (defiance.spread.eligible)?"""
        return self.aoe is None and not self.does("cone") and not self.is_thrown_or_close

    @computed
    def can_suppress(self) -> bool:
        """May it contribute to suppression (defiance.suppression.prohibited-weapons, defiance.suppression.eligible-weapons)?
        Side arms never do."""
        return self.ammo is None and self.is_direct

    @computed
    def can_cover(self) -> bool:
        """May it be used for covering fire (defiance.cover.prohibited, defiance.cover.cone-allowed)?"""
        return self.aoe is None and not self.is_thrown_or_close

    @computed
    def suppressing(self) -> Weapon | None:
        """The line it would suppress with, the one with the highest rate; None if none may."""
        able = [line for line in self.lines if line.can_suppress]
        return max(able, key=lambda line: max(line.rate, line.high), default=None)


class Slot(Frozen):
    """A place for a weapon on a vehicle: which, where it fires to, and whether its gunner is exposed."""

    name: str
    weapon: str
    arcs: tuple[str, ...] = ()  # F, B, L, R
    turret: bool = False
    cupola: bool = False


class Hull(Frozen):
    """What only vehicles have (defiance.vehicle.*). Turn costs in thousandths, walking, running, sprinting; None: it cannot."""

    type: str
    structure: int = 0
    actions: int = 1
    room: int = 0  # for passengers, in size classes
    entry: tuple[str, ...] = ()
    turns: tuple[int | None, ...] = (None, None, None)
    most_turns: int | None = None  # None: unlimited
    slots: tuple[Slot, ...] = ()
    chart: str = ""

    @computed
    def damage(self) -> tuple[tuple[int, str], ...]:
        """Its damage chart: up to this roll of a d100, that system; the standard one unless it has its own
        (defiance.vehicle.afv-chart)."""
        rows = [row.strip().partition(" ") for row in (self.chart if "," in self.chart else STANDARD_CHART).split(",")]
        return tuple((int(most) if most.isdigit() else 0, system) for most, _, system in rows)

    @computed
    def mounts(self) -> dict[str, Sectors]:
        """Where the weapon in each slot fires to: into the front unless it says so, a turret all round
        (defiance.vehicle.weapon-arc, defiance.vehicle.multi-arc, defiance.vehicle.turret)."""
        return {slot.name: sectors(slot.arcs or FRONT, slot.turret) for slot in self.slots}


class Frame(Frozen):
    """A kind of figure with everything the rules may ask about it (defiance.stats.frame)."""

    key: str
    name: str
    army: str
    cost: int
    size: int
    quality: str
    move: int  # MV in thousandths
    modes: frozenset[str] = frozenset()  # S, J, F (defiance.stats.move-suffix)
    powered: bool = False  # PI, not SI (defiance.terms.si-pi)
    vehicle: bool = False  # as a target, whatever its size (defiance.terms.target-type)
    mecha: bool = False
    armour: int = 0
    field: int | None = None  # field save
    capacity: int = 1
    dice: int = 0  # hand-to-hand
    strikes: int = 0
    blows: frozenset[str] = frozenset()  # effectors of its hand-to-hand attacks
    reflex: int = 0
    agility: int = 0
    officers: tuple[tuple[str, int], ...] = ()  # "1L, 1C" -> extra cost
    hero: int | None = None
    covert: str = "0"
    covert_cost: int = 0
    primary: tuple[str, ...] = ()  # keys of weapons it may carry
    support: tuple[str, ...] = ()
    side: tuple[str, ...] = ()
    base: int | tuple[int, int] = BASE
    hull: Hull | None = None
    rule: str = ""
    origin: str = "book"  # "ours": nothing of it is printed
    ours: tuple[str, ...] = ()  # values that the book does not give (defiance.profiles.format)

    @computed
    def hands(self) -> Weapon:
        """What it fights with hand to hand: so many anti-infantry dice with their letters (defiance.effector.ar-matrix,
        defiance.effector.notation)."""
        return Weapon(key=f"{self.key}, hands", name="hand to hand", rate=self.dice, effectors=self.blows, rule=self.rule)

    @computed
    def reach(self) -> int:
        """A radius that holds its base, whichever way it looks."""
        return self.base if isinstance(self.base, int) else sum(self.base)

    @computed
    def matrix(self) -> bool:
        """Has it the communal mind (defiance.stats.quality)?"""
        return self.quality == "Matrix"

    @computed
    def anime(self) -> bool:
        """An anime mecha moves like infantry (defiance.vehicle.anime-mecha)."""
        return self.hull is not None and self.hull.type == ANIME

    @computed
    def steers(self) -> bool:
        """A vehicle whose every turn costs: all but anime mecha (defiance.vehicle.turning)."""
        return self.vehicle and not self.anime and self.hull is not None

    @computed
    def drives(self) -> bool:
        """A vehicle that is no mecha: it follows no orders but drives (defiance.orders.vehicle-orders)."""
        return self.vehicle and not self.mecha and self.hull is not None

    @computed
    def carries(self) -> tuple[str, ...]:
        """Types of weapons that it can carry (defiance.terms.weapon-carrier-type)."""
        return CARRIES["vehicle" if self.vehicle else "PI" if self.powered else "SI"]

    @computed
    def sprints(self) -> bool:
        """On the ground: S or J (defiance.move.sprint-capability)."""
        return bool(self.modes & {"S", "J"})

    @computed
    def jumps(self) -> bool:
        """J, and F from the ground (defiance.move.fly-ground-jump)."""
        return bool(self.modes & {"J", "F"})

    @computed
    def flies(self) -> bool:
        """F (defiance.move.fly-notation)."""
        return "F" in self.modes


__all__ = ["BASE", "BRACKETS", "NEVER", "Aoe", "Frame", "Hull", "Slot", "Weapon"]
