"""The state of a battle: plain data. What a troop is never changes and is shared; everything else here may change."""

from functools import cache
from pathlib import Path

from msgspec import Struct

from littlewars.engine.frozen import Frozen
from littlewars.kit.fields import profiles_of
from littlewars.kit.present import Placed, Present
from littlewars.table.shapes.bases import Base, Disc
from littlewars.table.terrain.pieces import Piece

DATA = Path(__file__).parent / "data"
INCH, RADIUS = 1000, 500  # the table is measured in thousandths; the radius of everybody's base


class Troop(Frozen):
    """A kind of figure: how far it moves and shoots, in inches, and the face that hits (skirmish.troops)."""

    key: str
    name: str
    move: int
    reach: int
    hits: int


@cache
def troops() -> dict[str, Troop]:
    """All kinds of figures by key."""
    return {key: Troop(key=key, **raw) for key, raw in profiles_of(DATA, "troops").items()}


class Figure(Struct, Placed, omit_defaults=True):
    id: str
    unit: str
    troop: Troop
    x: int = 0
    y: int = 0
    gone: str = ""  # "", "shot" or "routed"

    def base(self) -> Base:
        return Disc(self.x, self.y, RADIUS)


class Unit(Struct, omit_defaults=True):
    id: str
    name: str
    side: str
    troop: str
    figures: list[str]
    acted: bool = False


class Side(Struct, omit_defaults=True):
    name: str
    edge: int = 0
    force: str = ""


class Activation(Struct, omit_defaults=True):
    unit: str
    moved: bool = False


class Turn(Struct, omit_defaults=True):
    number: int = 0
    at: str = ""  # the side that activates the next squad
    doing: Activation | None = None
    tests: list[str] = []  # squads that owe a look at their courage (skirmish.morale)
    waiting: list[str] = []


class Settings(Struct, omit_defaults=True):
    name: str = ""
    rounds: int = 6


class State(Struct, Present[Figure, Unit, Activation]):
    settings: Settings
    width: int
    depth: int
    pieces: list[Piece]
    sides: dict[str, Side]
    units: dict[str, Unit]
    figures: dict[str, Figure]
    turn: Turn
