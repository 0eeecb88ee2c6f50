"""Maps: tables as files in people's units, checked on the way in, with errors that name the piece and its line.

```yaml
name: The ford
unit: inch
size: [48, 48]
pieces:
  - {id: copse, kind: dense-wood, at: [12, 20], size: [6, 4], turn: 30}
  - {id: pond, kind: lake, outline: [[30, 30], [36, 30], [33, 35]], top: 0}
  - {id: rock, kind: boulder, at: [24, 24], radius: 1.5}
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import dist
from typing import Any

import msgspec
import shapely
import yaml

from littlewars.untrusted import QUOTED, BadFile, Node, cut, quote, told_by, tree

from ..constants import SKY
from ..facing import Point
from ..shapes.bases import Box, corners
from ..terrain.pieces import Piece, kinds, piece, ring

UNITS = ("inch", "cm")
SHORTEST_EDGE = 50
LARGEST = 240_000  # thousandths each way: the largest that the table computes exactly
FAR = 100_000  # inches or centimetres: beyond any table
MOST_PIECES = 1_000
_LENGTHS = ("top", "floor")
_ROUND = 24


class MapError(ValueError):
    """A map that cannot be played on; says which piece, and where in the file."""

    def __init__(self, text: str) -> None:
        super().__init__(cut(text))


class Map(msgspec.Struct, frozen=True):
    """A table: its size and pieces in thousandths, the unit people measure it in, and its name."""

    size: tuple[int, int]
    unit: str
    pieces: tuple[Piece, ...]
    name: str = ""

    def _repr_svg_(self) -> str:
        """What a notebook shows."""
        from ..picture.scene import Scene, svg  # only when somebody looks

        return svg(Scene(self.size, self.name, self.unit, self.pieces))

    def piece(self, id: str) -> Piece:
        """A piece by its id."""
        return next(p for p in self.pieces if p.id == id)


def thousandths(value: Any) -> int:
    """A number of inches or centimetres on the grid."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= FAR:
        raise ValueError(f"a length is a number (not too large), not {quote(value)}")
    return round(value * 1000)


def people(value: int) -> float | int:
    """Thousandths as people write them."""
    return value // 1000 if value % 1000 == 0 else value / 1000


def read(text: str, where: str = "map") -> Map:
    """Read a map from text."""
    try:
        found = tree(text, Node)
    except BadFile as wrong:
        raise _at(where, wrong) from wrong
    return build(found.plain(), where, _lines(found))


def _at(where: str, wrong: BadFile) -> MapError:
    return MapError(f"{where}:{wrong.line}: {wrong.text}" if wrong.line else f"{where}: {wrong.text}")


def _lines(root: Node) -> list[int]:
    """The line on which each piece begins."""
    pieces = root.value.get("pieces") if isinstance(root.value, dict) else None
    return [node.line for node in pieces.value] if pieces and isinstance(pieces.value, tuple) else []


def build(data: Any, where: str = "map", lines: Sequence[int] = ()) -> Map:
    """A map from plain data in people's units."""
    if not isinstance(data, Mapping):
        raise MapError(f"{where}: a map is a mapping with name, unit, size and pieces")
    unit = data.get("unit", "inch")
    if unit not in UNITS:
        raise MapError(f"{where}: unit is one of {', '.join(UNITS)}, not {quote(unit)}")
    size, pieces = _size(data.get("size"), where), data.get("pieces") or ()
    if not isinstance(pieces, list | tuple):
        raise MapError(f"{where}: pieces are a list, not {quote(pieces)}")
    if len(pieces) > MOST_PIECES:
        raise MapError(f"{where}: {len(pieces)} pieces; a map has at most {MOST_PIECES}")
    spots = [f"{where}:{line}" for line in lines] or [where] * len(pieces)
    made = tuple(_piece(entry, k, spot, unit) for k, (entry, spot) in enumerate(zip(pieces, spots, strict=True)))
    found = Map(size, unit, made, str(data.get("name", "")))
    check(found, where, lines)
    return found


def _size(raw: Any, where: str) -> Point:
    """Width and depth of the table."""
    if not (isinstance(raw, list | tuple) and len(raw) == 2 and all(isinstance(v, int | float) and v > 0 for v in raw)):
        raise MapError(f"{where}: size is two lengths, not {quote(raw)}")
    if not all(v * 1000 <= LARGEST for v in raw):
        raise MapError(f"{where}: size is at most {people(LARGEST)} each way, not {quote(raw)}")
    return thousandths(raw[0]), thousandths(raw[1])


def _piece(entry: Any, k: int, spot: str, unit: str) -> Piece:
    """One piece from plain data."""
    if not isinstance(entry, dict):
        raise MapError(f"{spot}: piece {k + 1} is not a mapping")
    facts = dict(entry)
    id, kind = str(facts.pop("id", f"piece-{k + 1}")), facts.pop("kind", None)
    if not isinstance(kind, str) or kind not in kinds():
        raise MapError(f"{spot}: {cut(id, QUOTED)}: unknown kind of terrain {quote(kind)}; known: {', '.join(sorted(kinds()))}")
    try:
        outline = tidy(_outline(facts))
        for name in _LENGTHS:
            if facts.get(name) is not None:
                facts[name] = thousandths(facts[name])
        return piece(id, kind, outline, unit, **facts)
    except (TypeError, KeyError, ValueError, msgspec.ValidationError) as wrong:
        raise MapError(f"{spot}: {cut(id, QUOTED)}: {told_by(wrong)}") from wrong


def _outline(facts: dict[str, Any]) -> list[Point]:
    """The outline: as written, or a rectangle or a round from its middle."""
    if "outline" in facts:
        return [(thousandths(x), thousandths(y)) for x, y in facts.pop("outline")]
    if "at" not in facts:
        raise ValueError("a piece has an outline, or `at` with `size` or `radius`")
    x, y = (thousandths(v) for v in facts.pop("at"))
    turn = thousandths(facts.pop("turn", 0)) // 10  # hundredths of a degree
    if "radius" in facts:
        return list(ring((x, y), thousandths(facts.pop("radius")), _ROUND))
    width, length = (thousandths(v) for v in facts.pop("size"))
    return list(corners(Box(x, y, turn, length, width)))


def tidy(outline: Sequence[Point]) -> tuple[Point, ...]:
    """Counter-clockwise, without repeated or collinear vertices."""
    points = [p for k, p in enumerate(outline) if p != outline[k - 1]]
    k = 0
    while k < len(points) > 3:
        (ax, ay), (x, y), (bx, by) = points[k - 1], points[k], points[(k + 1) % len(points)]
        across = (x - ax) * (by - y) - (y - ay) * (bx - x)
        if across == 0 and (x - ax) * (bx - x) + (y - ay) * (by - y) >= 0:
            del points[k]
            k = k - 1 if 0 < k < len(points) else 0  # its neighbours may lie on one line now
        else:
            k += 1
    area2 = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(points, [*points[1:], points[0]], strict=True))
    return tuple(points if area2 >= 0 else points[::-1])


def faults(piece: Piece, size: Point) -> list[str]:
    """What is wrong with a piece on a table of that size."""
    outline = piece.outline
    if len(outline) < 3:
        return ["an outline needs three corners"]
    shape = shapely.Polygon(outline)
    found = []
    if not shape.is_valid:
        found.append(f"the outline crosses itself ({shapely.is_valid_reason(shape).lower()})")
    elif shape.area < 1:
        found.append("the outline has no area")
    long = [dist(a, b) for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)]
    if min(long) < SHORTEST_EDGE:
        found.append(f"an edge is shorter than {people(SHORTEST_EDGE)}")
    if any(not (0 <= x <= size[0] and 0 <= y <= size[1]) for x, y in outline):
        found.append("it lies off the table")
    if any(not (0 <= one.edge < len(long) and 0 <= one.start < one.stop <= long[one.edge] + 1) for one in piece.openings):
        found.append("an opening lies on no edge of the outline, or beyond its end")
    if piece.top is not None and not piece.floor <= piece.top < SKY:
        found.append(f"its top is at {people(piece.top)}, below its foot or above the sky")
    return found


def check(table: Map, where: str = "map", lines: Sequence[int] = ()) -> None:
    """Refuse a map with a faulty piece or a name used twice."""
    seen: set[str] = set()
    for k, one in enumerate(table.pieces):
        spot = f"{where}:{lines[k]}" if k < len(lines) else where
        for fault in faults(one, table.size):
            raise MapError(f"{spot}: {one.id}: {fault}")
        if one.id in seen:
            raise MapError(f"{spot}: {one.id}: this name is used twice")
        seen.add(one.id)


def plain(table: Map) -> dict[str, Any]:
    """A map as plain data in people's units; only what differs from the kind is written."""
    pieces = []
    for one in table.pieces:
        entry: dict[str, Any] = {"id": one.id, "kind": one.kind}
        usual = piece(one.id, one.kind, one.outline, table.unit)
        for field in ("name", "top", "floor", "flat", "linear", "solid", "opaque", "density", "going", "cover", "water"):
            value = getattr(one, field)
            if value != getattr(usual, field):
                entry[field] = people(value) if field in _LENGTHS and value is not None else value
        for field in ("slope", "uphill", "material", "protection", "structure", "marks", "openings", "classes"):
            value = getattr(one, field)
            if value != getattr(usual, field):
                entry[field] = msgspec.to_builtins(value)
        entry["outline"] = [[people(x), people(y)] for x, y in one.outline]
        pieces.append(entry)
    return {"name": table.name, "unit": table.unit, "size": [people(v) for v in table.size], "pieces": pieces}


def dump(table: Map) -> str:
    """A map as text."""
    return yaml.safe_dump(plain(table), sort_keys=False, default_flow_style=None, width=120, allow_unicode=True)
