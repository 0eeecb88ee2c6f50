"""What is to be drawn, and what a drawing is: parts that lie, and parts that fade or lift when somebody is there."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from ...facing import Point
from ...terrain.pieces import Piece
from .chance import Chance
from .shapes import INCH, XY, Bounds, Projection, box_of

Lifts: TypeAlias = Literal["", "crowns", "roof"]
MARGIN = 40.0  # what a drawing may need beyond its outline and its shadow, in drawing units


class Opening(Struct, frozen=True, omit_defaults=True):
    """A door, window, slit or hole in a wall, from one end to the other."""

    start: Point
    stop: Point
    kind: str = "door"
    open: bool = False


class Scenery(Struct, frozen=True, omit_defaults=True):
    """A piece to be drawn: what it is, where it lies, how high it is, and what it does; lengths are thousandths of a unit."""

    kind: str
    outline: tuple[Point, ...]
    name: str = ""
    height: int = 0
    going: int = 0
    cover: int = 0
    opaque: bool = False
    linear: bool = False
    material: str = ""
    openings: tuple[Opening, ...] = ()


class Drawn(Struct, frozen=True, omit_defaults=True):
    """A piece drawn: what lies there, what is above the figures' heads, and whether that fades round them (`crowns`) or lifts
    as a whole while somebody is inside (`roof`). `box`: left, top, width and depth in drawing units."""

    box: tuple[int, int, int, int]
    lies: str
    over: str = ""
    lifts: Lifts = ""


class Site:
    """A piece on the drawing board: its outline where it is drawn, its chance, and how high it is in inches."""

    def __init__(self, piece: Scenery, eye: Projection) -> None:
        self.piece, self.eye = piece, eye
        self.line: list[XY] = [eye.at(p) for p in piece.outline]
        self.chance = Chance(piece.kind, *(f"{x},{y}" for x, y in piece.outline))
        self.high = piece.height * eye.scale / INCH
        self.words = frozenset(piece.name.lower().replace("-", " ").split())

    @property
    def box(self) -> Bounds:
        """The room its outline takes."""
        return box_of(self.line)

    def says(self, *words: str) -> bool:
        """Is it called one of these?"""
        return not self.words.isdisjoint(words)

    def drawn(self, lies: str, over: str = "", lifts: Lifts = "") -> Drawn:
        """With the room it takes: its outline, its shadow and what hangs over."""
        box = self.box.grown(MARGIN)
        far = 1.6 * INCH
        left, top = round(box.left - 0.4 * INCH), round(box.top - 0.4 * INCH)
        return Drawn((left, top, round(box.right + far) - left, round(box.bottom + far) - top), lies, over, lifts)


def scenery_of(piece: Piece) -> Scenery:
    """A piece of the terrain library as it is drawn."""
    water = piece.kind if piece.water == "none" else "water" if piece.water == "deep" else "shallows"
    return Scenery(
        water or "rough",
        tuple((x, y) for x, y in piece.outline),
        piece.label if piece.label == piece.id else f"{piece.label} {piece.id}",
        piece.top or 0,
        piece.going,
        piece.cover,
        piece.opaque,
        piece.linear,
        piece.material,
    )
