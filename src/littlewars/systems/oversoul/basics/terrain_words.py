"""Terrain in Oversoul's own words: difficulty, height, sight and water, with the defaults of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from littlewars.engine import Scenario, ScenarioError
from littlewars.table.maps.files import faults, tidy
from littlewars.table.maps.generate import generate
from littlewars.table.terrain.pieces import Piece, kinds
from littlewars.table.terrain.pieces import piece as make

from .measures import point
from .state import INCH

DEFAULTS: dict[str, dict[str, Any]] = {  # oversoul.setup.terrain-properties
    "light": {"height": 1, "sight": "partial"},
    "heavy": {"height": 3, "sight": "partial"},
    "impassible": {"height": 5, "sight": "block"},
}
WATER: dict[str, dict[str, Any]] = {
    "shallow": {"difficulty": "light", "height": 0, "sight": "clear", "water": "waist"},
    "deep": {"difficulty": "impassible", "height": 0, "sight": "clear", "water": "deep"},
}
KIND = {"light": "sparse-wood", "heavy": "dense-wood", "impassible": "boulder", "shallow": "ford", "deep": "lake"}


MAP_WORDS = ("seed", "pairs", "spacing", "symmetry", "kinds")  # of a random map; spacing in inches


def read_terrain(scenario: Scenario, size: tuple[int, int]) -> list[Piece]:
    """The terrain of a scenario: written out, and a fair random map by `map: {seed, pairs}`; every piece is checked."""
    pieces = [read_piece(number, raw) for number, raw in enumerate(scenario.get("terrain", []), 1)]
    if "map" in scenario:
        pieces += _random_map(scenario["map"], size)
    for number, piece in enumerate(pieces):
        wrong = faults(piece, size)
        if any(piece.id == other.id for other in pieces[:number]):
            wrong.append("this name is used twice")
        if wrong:
            raise ScenarioError(f"terrain {piece.id}: {wrong[0]}: oversoul.setup.terrain-placement")
    return pieces


def _random_map(raw: Mapping[str, Any], size: tuple[int, int]) -> list[Piece]:
    if strange := sorted(set(raw) - set(MAP_WORDS)):
        raise ScenarioError(f"a map has no {strange[0]!r}; it has {', '.join(MAP_WORDS)}")
    data: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in raw.items()}
    if "spacing" in data:
        data["spacing"] = round(data["spacing"] * INCH)
    return list(generate(data.pop("seed", 0), size, **data).pieces)


def read_piece(number: int, raw: Mapping[str, Any]) -> Piece:
    """A piece of terrain, by a kind of the library or in Oversoul's own words (oversoul.setup.terrain-properties)."""
    data = dict(raw)
    ident = str(data.pop("id", f"piece-{number}"))
    outline = tidy([point(p) for p in _outline(data)])
    facts = oversoul_words(data)
    return make(ident, facts.pop("kind"), outline, **facts)


def _outline(data: dict[str, Any]) -> list[Any]:
    """A polygon, or a rectangle as `box: [west, south, east, north]`."""
    if "box" in data:
        west, south, east, north = data.pop("box")
        return [(west, south), (east, south), (east, north), (west, north)]
    return list(data.pop("outline"))


def oversoul_words(raw: dict[str, Any]) -> dict[str, Any]:
    """Facts of a piece from what a scenario says: `difficulty` or `water` make it Oversoul's, else the kind decides."""
    data = dict(raw)
    if "classes" in data:
        return _height(data)  # written by a described battle: everything is said
    water = data.pop("water", None)
    if "difficulty" not in data and water in (None, *kinds_of_water()):
        if "kind" not in data:
            raise ScenarioError("a piece of terrain has a kind, a difficulty or water: oversoul.setup.terrain-difficulty")
        facts = {"water": water} if water else {}
        return {**_height(data), **facts}
    if water is not None and water not in WATER:
        raise ScenarioError(f"water is shallow or deep, not {water!r}: oversoul.setup.terrain-properties")
    words = dict(WATER[water]) if water else {"difficulty": data["difficulty"], **_defaults(data["difficulty"])}
    words.update({key: data.pop(key) for key in ("difficulty", "height", "sight") if key in data})
    facts = {
        "kind": KIND[water or words["difficulty"]],
        "classes": {"oversoul": f"{words['difficulty']} {words['sight']}"},
        "top": round(words["height"] * INCH),
        "water": words.get("water", "none"),
    }
    return {**facts, **data}


def kinds_of_water() -> tuple[str, ...]:
    """Depths as the table knows them."""
    return ("none", "knee", "waist", "neck")


def _defaults(name: str) -> dict[str, Any]:
    if name not in DEFAULTS:
        raise ScenarioError(f"difficulty is light, heavy or impassible, not {name!r}: oversoul.setup.terrain-difficulty")
    return DEFAULTS[name]


def _height(data: dict[str, Any]) -> dict[str, Any]:
    if data["kind"] not in kinds():
        raise ScenarioError(f"there is no terrain of kind {data['kind']!r}; there is {', '.join(sorted(kinds()))}")
    if "height" in data:
        data["top"] = round(data.pop("height") * INCH)
    return data


def piece_data(piece: Piece) -> dict[str, Any]:
    """A piece as a scenario writes it: its kind, and what differs from it."""
    data: dict[str, Any] = {"id": piece.id, "kind": piece.kind, "outline": [[x / INCH, y / INCH] for x, y in piece.outline]}
    usual = make(piece.id, piece.kind, piece.outline)
    for field in Piece.__struct_fields__:
        value = getattr(piece, field)
        if value != getattr(usual, field):
            data[field] = msgspec.to_builtins(value)
    if "top" in data and data["top"] is not None:
        data["height"] = data.pop("top") / INCH
    return data
