"""Terrain: pieces with their physical facts, told once; each rulebook derives its own classes from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
import yaml

from littlewars.untrusted import quote

from ..constants import BARRED, CLEAR, PLAIN
from ..facing import Facing, Point, step_to
from ..shapes.bases import Base, Disc, Poly, bound, corners, gap_poly, holds
from ..shapes.boxes import around, boxes_meet

WATER = ("none", "knee", "waist", "neck", "deep")


class Opening(msgspec.Struct, frozen=True):
    """A door, slit, window, hole or gap in one edge of a piece, from and to along that edge."""

    edge: int
    start: int
    stop: int
    kind: str = "door"
    open: bool = False


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """A piece of terrain: outline counter-clockwise, top in thousandths (None: it blocks at any height)."""

    id: str
    kind: str
    outline: tuple[tuple[int, int], ...]
    top: int | None = 0
    floor: int = 0
    flat: bool = False
    linear: bool = False
    solid: bool = False
    opaque: bool = False
    density: int = 0
    going: int = 0
    cover: int = 0
    water: str = "none"
    slope: int = 0
    uphill: Facing = 0
    material: str = ""
    protection: int = 0
    structure: int = 0
    marks: tuple[str, ...] = ()
    openings: tuple[Opening, ...] = ()
    classes: dict[str, str] = {}  # by system: a class named on the map wins over the facts
    name: str = ""

    @property
    def label(self) -> str:
        """What to call it on the table."""
        return self.name or self.kind.replace("-", " ")

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The box round it: west, south, east, north."""
        xs, ys = [p[0] for p in self.outline], [p[1] for p in self.outline]
        return min(xs), min(ys), max(xs), max(ys)

    def holds(self, p: Point) -> bool:
        """Is the point in the piece? Its edge is."""
        west, south, east, north = self.box
        return west <= p[0] <= east and south <= p[1] <= north and holds(self.outline, p) >= 0


class Ground(NamedTuple):
    """What one rulebook makes of a piece: price of the going in thousandths (0: barred), sight class, marks, depth class."""

    cost: int = PLAIN
    sight: int = CLEAR
    marks: int = 0
    depth: int = 0

    @property
    def barred(self) -> bool:
        """May nobody enter it?"""
        return self.cost == BARRED


Classify = Callable[[Piece], Ground]


IN_AN_INCH = {"inch": 1.0, "cm": 2.5}  # how many of a unit a modelled inch is: trees do not shrink in centimetres
_LENGTHS = ("top", "floor")


@lru_cache(maxsize=len(IN_AN_INCH))
def kinds(unit: str = "inch") -> dict[str, dict[str, Any]]:
    """The kinds of terrain that come with the game, with their facts in thousandths of a unit."""
    text = files(__package__).joinpath("kinds.yaml").read_text()
    found: dict[str, dict[str, Any]] = yaml.safe_load(text)
    for facts in found.values():
        facts |= {name: round(facts[name] * IN_AN_INCH[unit]) for name in _LENGTHS if facts.get(name)}
    return found


def piece(id: str, kind: str, outline: Sequence[Point], unit: str = "inch", **facts: Any) -> Piece:
    """A piece of a known kind on a table measured in this unit; given facts win over the kind's own."""
    known = kinds(unit).get(kind)
    if known is None:
        raise ValueError(f"{id}: unknown kind of terrain {quote(kind)}; known: {', '.join(sorted(kinds()))}")
    data = {**known, **facts, "id": id, "kind": kind, "outline": tuple(tuple(p) for p in outline)}
    return msgspec.convert(data, Piece)


def ring(at: Point, r: int, n: int = 64) -> Poly:
    """A circle as a polygon on the grid, counter-clockwise."""
    return tuple(step_to(at, -36000 * k // n, r) for k in range(n))


def wreck(id: str, base: Base, kind: str = "wreck", **facts: Any) -> Piece:
    """A piece made at run time from a base: a wreck, a shield wall, a generator."""
    outline = ring(base.at, base.r) if isinstance(base, Disc) else corners(base)
    return piece(id, kind, outline, **facts)


def surface(p: Point, pieces: Sequence[Piece]) -> int:
    """The highest top under a point, 0 on bare ground."""
    return max((q.top or 0 for q in pieces if q.holds(p)), default=0)


def near_to(pieces: Iterable[Piece], base: Base, within: int) -> list[Piece]:
    """The pieces within so much of a base: a quick look at the boxes round them before it is measured."""
    reach = around((base.at,), within + bound(base) + 1)
    return [piece for piece in pieces if boxes_meet(piece.box, reach) and gap_poly(base, piece.outline) <= within]
