"""The state of an AT-43 battle: plain data. Cards never change and are shared; everything else here may change."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from littlewars.engine.showing import Cloth
from littlewars.kit.present import Placed, Present
from littlewars.table.shapes.bases import Disc
from littlewars.table.terrain.pieces import Piece

from .numbers import ROUNDS, ZONE
from .profiles import Officer, Profile, Weapon

HIDDEN = "?"  # a card that is face down


class Fighter(Struct, Placed, omit_defaults=True, gc=False):
    """Any model of a unit, soldier or machine (at43.core.vocabulary). Nobody has a facing (at43.los.all-round)."""

    id: str
    unit: str
    profile: Profile
    x: int = 0
    y: int = 0
    face: int = 0  # only how it is drawn
    hurt: int = 0  # damage points a soldier has taken (at43.shooting.damage-on-soldiers)
    lost: dict[str, int] = {}  # structure points that locations of a machine have lost (at43.afv.structure-points)
    pilot: str = ""  # the hero of another machine who has taken this one over (at43.afv.pilot-ejects)
    gone: str = ""  # why it is out of the game: killed, destroyed, abandoned, routed

    def base(self) -> Disc:
        """What it covers where it stands."""
        return Disc(self.x, self.y, self.profile.radius)

    def left(self, location: str) -> int:
        """The structure points that a location has left (at43.afv.structure-points)."""
        return dict(self.profile.structure)[location] - self.lost.get(location, 0)

    @property
    def immobile(self) -> bool:
        """Is its propulsion destroyed (at43.afv.propulsion-destroyed)?"""
        return self.profile.afv and bool(self.lost) and self.left("propulsion") <= 0

    @property
    def guns(self) -> tuple[Weapon, ...]:
        """The range weapons it can still fire (at43.afv.weapon-destroyed)."""
        return self._whole(self.profile.guns)

    @property
    def strikes(self) -> tuple[Weapon, ...]:
        """What it can still attack with in close combat (at43.afv.weapon-destroyed)."""
        return self._whole(self.profile.strikes)

    def _whole(self, weapons: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
        return tuple([w for w in weapons if self.left(w.key) > 0]) if self.lost and self.profile.afv else weapons


class Unit(Struct, omit_defaults=True, gc=False):
    """A unit round its leader."""

    id: str
    name: str
    side: str
    figures: list[str]
    leader: str = ""
    reserve: bool = False  # kept out of play at deployment (at43.setup.table)
    status: str = "valiant"  # at43.morale.status
    markers: list[str] = []  # tactics that lie beside it (at43.tactics.duration)
    kept: list[str] = []  # special weapons that split fire keeps (at43.tactics.split-fire)
    moved: int = 0  # the round of its last move
    pledged: int = 0  # the round in which fire at will forbids it to move (at43.tactics.fire-at-will)
    turned: int = 0  # the round in which its card was turned last


class Side(Struct, omit_defaults=True, gc=False):
    """A player. `row` and `named` are secret (at43.round.activation-sequence)."""

    name: str
    edge: int = 0
    force: str = ""
    limit: int = 0
    commander: str = ""  # the fighter who leads the army (at43.setup.army)
    lp: int = 0  # left in this round's pool (at43.leadership.pool)
    row: list[str] = []  # cards that are not turned yet, from left to right
    named: list[str] = []  # reserve units that get a card in this round (at43.round.sequence)
    laid: list[str] = []  # units whose cards everybody knows to be in the row: those that were on the table
    delayed: bool = False  # on its last turn (at43.leadership.delay)
    generators: int = 0  # destroyed (at43.victory.conditions)


class Shot(Struct, omit_defaults=True, gc=False):
    """One weapon of a salvo: everything about it was fixed when it was declared (at43.shooting.salvo)."""

    weapon: str
    target: str  # a unit, or a terrain element
    shooters: list[str]
    minimum: int  # for an impact
    zone: list[str] = []  # bystanders, the nearest first (at43.zone-of-fire.distribution)
    cover: dict[str, int] = {}  # by unit: what cancels an impact; nothing for those in the open
    wave: int = 0  # which salvo it belongs to: overwatch fires several
    bonus: int = 0  # added to each Re-Roll value (at43.tactics.fire-at-will)


class Salvo(Struct, omit_defaults=True, gc=False):
    """What a unit has declared and not yet resolved."""

    unit: str
    shots: list[Shot]
    hit: list[str] = []  # bystanders who have taken their impact: wave, target, fighter (at43.zone-of-fire.distribution)
    dealt: list[str] = []  # impacts of the first shot still to be tested: a bystander, or "" for the target
    rolled: bool = False  # the impacts of the first shot have been rolled


class Blow(Struct, omit_defaults=True, gc=False):
    """A weapon's part of a close combat with one unit (at43.close-combat.test)."""

    target: str
    weapon: str
    by: list[str]
    all: list[str]  # everybody who attacks this unit: whom they touch may be picked (at43.close-combat.losses)


class Activation(Struct, omit_defaults=True, gc=False):
    """The unit whose card was turned."""

    unit: str
    stage: str = "reveal"
    engaged: bool = False  # when it began (at43.movement.disengagement)
    acts: bool = False  # LP were paid, or an officer leads (at43.leadership.activate-unit)
    kind: str = ""  # of the move it has made: combat, rush, engaged, rout
    fired: list[str] = []  # weapons it has fired (at43.shooting.each-weapon-once)
    before: list[str] = []  # enemy units that were engaged when it moved (at43.tactics.overwatch)
    passed: list[str] = []  # units on overwatch that let this move pass
    blows: list[Blow] = []  # of its attack, still to be rolled
    impacts: int = 0  # of the first of them, still to be tested


class Turn(Struct, omit_defaults=True, gc=False):
    """Where the battle stands."""

    phase: Literal["edges", "deploy", "round", "lay", "authority", "turns", "end", "over"] = "edges"
    round: int = 0
    first: str = ""  # who began the round
    at: str = ""  # whose turn it is
    asked: list[str] = []  # units whose kept weapons were offered in this turn (at43.tactics.split-fire)
    double: bool = False  # a second card follows (at43.leadership.double)
    doing: Activation | None = None
    salvo: Salvo | None = None
    waiting: list[str] = []  # units that are not on the table: to be put down, or in reserve
    ended: str = ""  # why the battle is over


class Settings(Struct, omit_defaults=True, gc=False):
    """What the scenario says (at43.setup.table, at43.victory.game-end)."""

    name: str = ""
    about: str = ""
    rounds: int = ROUNDS
    depth: int = ZONE  # of the deployment zones, in centimetres
    deploy: bool = True
    reserve: list[str] = []  # units that the scenario keeps in reserve (at43.movement.reserve-entry)
    generators: dict[str, str] = {}  # terrain elements that score, and whose each is; "" is nobody's (at43.victory.conditions)
    cloth: Cloth = ""  # what country the table shows


class State(Struct, Present[Fighter, Unit, Activation], gc=False):
    """The whole battle."""

    settings: Settings
    width: int
    depth: int
    pieces: list[Piece]
    sides: dict[str, Side]
    units: dict[str, Unit]
    figures: dict[str, Fighter]
    turn: Turn

    def on_table(self, unit: Unit) -> bool:
        """Has it anybody on the table (at43.units.eliminated)?"""
        return unit.id not in self.turn.waiting and self.is_present(unit)

    def fielded(self, side: str) -> list[Unit]:
        """A side's units on the table."""
        return [unit for unit in self.units.values() if unit.side == side and self.on_table(unit)]

    def reserves(self, side: str) -> list[Unit]:
        """A side's units that wait (at43.movement.reserve-entry)."""
        return [self.units[name] for name in self.turn.waiting if self.units[name].side == side]

    def afv(self, unit: Unit) -> bool:
        """Is it a unit of machines (at43.units.afv-units)?"""
        return self.figures[unit.figures[0]].profile.afv

    def person(self, fighter: Fighter) -> Profile:
        """The card whose personal qualities count: the hero's who took a machine over (at43.afv.pilot-ejects)."""
        return self.figures[fighter.pilot].profile if fighter.pilot else fighter.profile

    def officer(self, unit: Unit) -> Officer | None:
        """The officer who leads it, if one does (at43.leadership.officer-unit-free)."""
        leader = self.figures.get(unit.leader)
        return None if leader is None or leader.gone else self.person(leader).officer

    def hero(self, unit: Unit) -> bool:
        """Does a hero lead it (at43.profiles.heroes)?"""
        leader = self.figures.get(unit.leader)
        return leader is not None and not leader.gone and self.person(leader).hero

    def morale(self, unit: Unit) -> int:
        """The highest among those who are still there; a hero in another's machine brings the better of two
        (at43.morale.test, at43.afv.pilot-ejects)."""
        members = self.members(unit)
        return max((max(f.profile.morale, self.person(f).morale) for f in members), default=0)

    def command(self, side: str) -> Officer | None:
        """The commander's rank while he lives (at43.leadership.authority)."""
        chief = self.figures.get(self.sides[side].commander)
        return None if chief is None or chief.gone else self.person(chief).officer

    def immobile(self, unit: Unit) -> bool:
        """Is every machine of it (at43.morale.condition-afv)?"""
        return self.afv(unit) and all(fighter.immobile for fighter in self.members(unit))

    def points(self, unit: Unit) -> int:
        """What it cost (at43.victory.conditions)."""
        return sum(self.figures[name].profile.points for name in unit.figures)

    def piece(self, name: str) -> Piece | None:
        """A terrain element by its name."""
        return next((piece for piece in self.pieces if piece.id == name), None)

    def weapon(self, key: str, by: list[str]) -> Weapon:
        """The weapon of this name that these fighters have."""
        return next(weapon for weapon in self.figures[by[0]].profile.weapons if weapon.key == key)
