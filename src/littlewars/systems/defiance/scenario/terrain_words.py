"""Terrain in Defiance's own words: light, medium, heavy, impassable, by what it is or as agreed (defiance.deploy.terrain-*)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from littlewars.engine import Scenario, ScenarioError
from littlewars.table.maps.files import faults, tidy
from littlewars.table.maps.generate import generate
from littlewars.table.terrain.pieces import Piece, kinds
from littlewars.table.terrain.pieces import piece as make

from ..basics.scale import from_people, place, point, to_people
from ..basics.tabletop import CLASSES
from .lanes import is_dense

RULE = "defiance.deploy.terrain-agreed"
MAP_WORDS = ("seed", "pairs", "spacing", "symmetry", "kinds")  # of a random map
WATER = ("none", "knee", "waist", "neck", "deep")


class Feature(NamedTuple):
    """What a named feature is: its category, the kind it is drawn as, its height in inches, water, and must it be climbed?"""

    category: str
    kind: str
    height: float
    water: str = "none"
    obstacle: bool = False


# defiance.deploy.terrain-categories
FEATURES = {
    "grassland": Feature("light", "sparse-wood", 1),
    "knee-deep water": Feature("light", "ford", 0, "knee"),
    "sparse forest": Feature("light", "sparse-wood", 3),
    "sandbags": Feature("medium", "sandbags", 1),
    "waist-deep water": Feature("medium", "ford", 0, "waist"),
    "hill outcropping": Feature("medium", "rubble", 2),
    "pine forest": Feature("medium", "sparse-wood", 3),
    "light fortification": Feature("heavy", "barricade", 1),
    "climbable wall": Feature("heavy", "low-wall", 2, obstacle=True),
    "neck-deep water": Feature("heavy", "ford", 0, "neck"),
    "rock outcropping": Feature("heavy", "rubble", 2),
    "dense forest with undergrowth": Feature("heavy", "dense-wood", 3),
    "heavy fortification": Feature("impassable", "building", 5),
    "wall too tall or perilous to climb": Feature("impassable", "high-wall", 6),
    "cliff": Feature("impassable", "boulder", 6),
    "large boulder": Feature("impassable", "boulder", 3),
}
BY_CATEGORY = {
    "light": "sparse forest",
    "medium": "pine forest",
    "heavy": "dense forest with undergrowth",
    "impassable": "large boulder",
}


def read_terrain(scenario: Scenario, size: tuple[int, int], scale: str = "30mm") -> list[Piece]:
    """The terrain of a scenario: written out, and a fair random map by `map: {seed, pairs}`; every piece is checked."""
    pieces = [read_piece(number, raw, scale) for number, raw in enumerate(scenario.get("terrain", []), 1)]
    if "map" in scenario:
        pieces += random_map(scenario["map"], size, scale)
    for number, piece in enumerate(pieces):
        wrong = faults(piece, size)
        if any(piece.id == other.id for other in pieces[:number]):
            wrong.append("this name is used twice")
        if wrong:
            raise ScenarioError(f"terrain {piece.id}: {wrong[0]}: {RULE}")
    return pieces


def random_map(raw: Mapping[str, Any], size: tuple[int, int], scale: str = "30mm") -> list[Piece]:
    """A fair random map; one with too long lanes of fire is made again (defiance.deploy.terrain-density)."""
    if strange := sorted(set(raw) - set(MAP_WORDS)):
        raise ScenarioError(f"a map has no {strange[0]!r}; it has {', '.join(MAP_WORDS)}")
    data: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
    if "spacing" in data:
        data["spacing"] = from_people(data["spacing"], scale)
    seed = data.pop("seed", 0)
    pieces: list[Piece] = []
    for attempt in range(MOST_MAPS):
        pieces = list(generate(seed if not attempt else seed * MOST_MAPS + attempt, size, **data).pieces)
        if is_dense(pieces, size):
            break
    return pieces


MOST_MAPS = 20  # then the last one stands: few pieces never make a dense table


def read_piece(number: int, raw: Mapping[str, Any], scale: str = "30mm") -> Piece:
    """A piece of terrain: by a feature of the catalogue, by a category, or by a kind of the library."""
    data = dict(raw)
    ident = str(data.pop("id", f"piece-{number}"))
    outline = tidy([point(p, scale) for p in _outline(data)])
    if "height" in data:
        height = data.pop("height")
        data["top"] = None if height is None else from_people(height, scale)
    facts = _facts(ident, data)
    return make(ident, facts.pop("kind"), outline, **facts)


def _outline(data: dict[str, Any]) -> list[Any]:
    """A polygon, or a rectangle as `box: [west, south, east, north]`."""
    if "box" in data:
        west, south, east, north = data.pop("box")
        return [(west, south), (east, south), (east, north), (west, north)]
    if "outline" not in data:
        raise ScenarioError(f"a piece of terrain has an outline or a box: {RULE}")
    return list(data.pop("outline"))


def _facts(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """What the table needs to know; words of Defiance are turned into a class of its own."""
    if "classes" in data:
        declared = str(data["classes"].get("defiance", "")).split()  # written by a described battle: everything is said
        if declared and (declared[0] not in ("open", *CLASSES) or set(declared[1:]) - {"obstacle"}):
            raise ScenarioError(
                f"terrain {ident}: {' '.join(declared)!r} is no class of terrain: defiance.deploy.terrain-categories"
            )
        return data
    name, category = data.pop("feature", None), data.pop("category", None)
    obstacle = data.pop("obstacle", None)
    if name is None and category is None:
        return _of_a_kind(ident, data, obstacle)
    if category is not None and category not in CLASSES:
        raise ScenarioError(
            f"terrain {ident}: {category!r} is none of {', '.join(CLASSES)}: defiance.deploy.terrain-categories"
        )
    feature = FEATURES.get(str(name if name is not None else BY_CATEGORY[category]))
    if feature is None:
        raise ScenarioError(f"terrain {ident}: {name!r} is none of {', '.join(FEATURES)}: defiance.deploy.terrain-categories")
    climbs = feature.obstacle if obstacle is None else obstacle
    facts = {
        "kind": feature.kind,
        "classes": {"defiance": f"{category or feature.category}{' obstacle' if climbs else ''}"},
        "top": round(feature.height * 1000),
        "water": feature.water,
        "name": name or "",
    }
    return {**facts, **data}


def _of_a_kind(ident: str, data: dict[str, Any], obstacle: bool | None) -> dict[str, Any]:
    """A kind of the library: its class follows from its facts (defiance.deploy.terrain-categories)."""
    if data.get("kind") not in kinds():
        raise ScenarioError(
            f"terrain {ident}: a feature, a category or a kind is needed, of {', '.join(sorted(kinds()))}: {RULE}"
        )
    if data.get("water", "none") not in WATER:
        raise ScenarioError(f"terrain {ident}: water is {', '.join(WATER)}, not {data['water']!r}: {RULE}")
    if obstacle is not None:
        raise ScenarioError(f"terrain {ident}: an obstacle has a category: {RULE}")
    return data


def piece_data(piece: Piece, scale: str = "30mm") -> dict[str, Any]:
    """A piece as a scenario writes it: its kind, and what differs from it."""
    data: dict[str, Any] = {"id": piece.id, "kind": piece.kind, "outline": [place(p, scale) for p in piece.outline]}
    usual = make(piece.id, piece.kind, piece.outline)
    for field in Piece.__struct_fields__:
        value = getattr(piece, field)
        if value != getattr(usual, field):
            data[field] = msgspec.to_builtins(value)
    if "top" in data:
        data["height"] = None if data.pop("top") is None else to_people(piece.top or 0, scale)
    return data
