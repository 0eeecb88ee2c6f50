"""Terrain in Oversoul's own words: difficulty, height, sight and water, with the defaults of the catalogue."""

from __future__ import annotations

from typing import Any

from littlewars.engine import ScenarioError
from littlewars.engine.measures import INCH
from littlewars.kit.terrain import TerrainReader
from littlewars.table.terrain.pieces import kinds
from littlewars.untrusted import quote

DEFAULTS: dict[str, dict[str, Any]] = {  # oversoul.setup.terrain-properties
    "light": {"top": 1 * INCH, "sight": "partial"},
    "heavy": {"top": 3 * INCH, "sight": "partial"},
    "impassible": {"top": 5 * INCH, "sight": "block"},
}
WATER: dict[str, dict[str, Any]] = {
    "shallow": {"difficulty": "light", "top": 0, "sight": "clear", "water": "waist"},
    "deep": {"difficulty": "impassible", "top": 0, "sight": "clear", "water": "deep"},
}
SIGHTS = ("clear", "partial", "block")
DEPTHS = ("none", "knee", "waist", "neck")  # as the table knows them
KIND = {"light": "sparse-wood", "heavy": "dense-wood", "impassible": "boulder", "shallow": "ford", "deep": "lake"}


def oversoul_words(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    """Facts of a piece from what a scenario says: `difficulty` or `water` make it Oversoul's, else the kind decides."""
    if "classes" in data:
        _check_classes(ident, data["classes"])
        return _of_a_kind(ident, data)  # written by a described battle: everything is said
    water = data.pop("water", None)
    if "difficulty" not in data and water in (None, *DEPTHS):
        return {**_of_a_kind(ident, data), **({"water": water} if water else {})}
    if water is not None and water not in WATER:
        raise ScenarioError(f"water is shallow or deep, not {quote(water)}: oversoul.setup.terrain-properties")
    words = dict(WATER[water]) if water else {"difficulty": data["difficulty"], **_defaults(data["difficulty"])}
    words.update({key: data.pop(key) for key in ("difficulty", "top", "sight") if key in data})
    _check_classes(ident, {"oversoul": f"{words['difficulty']} {words['sight']}"})
    facts = {
        "kind": KIND[water or words["difficulty"]],
        "classes": {"oversoul": f"{words['difficulty']} {words['sight']}"},
        "top": words["top"],
        "water": words.get("water", "none"),
    }
    return {**facts, **data}


def _check_classes(ident: str, classes: Any) -> None:
    """What is declared is a difficulty and, if one likes, what sight makes of it."""
    declared = str(classes.get("oversoul", "")).split()
    if declared and (declared[0] not in ("open", *DEFAULTS) or len(declared) > 2 or not {*declared[1:]} <= {*SIGHTS}):
        words = quote(" ".join(declared))
        raise ScenarioError(f"terrain {ident}: {words} is no class of terrain: oversoul.setup.terrain-properties")


def _defaults(name: Any) -> dict[str, Any]:
    if not isinstance(name, str) or name not in DEFAULTS:
        raise ScenarioError(f"difficulty is light, heavy or impassible, not {quote(name)}: oversoul.setup.terrain-difficulty")
    return DEFAULTS[name]


def _of_a_kind(ident: str, data: dict[str, Any]) -> dict[str, Any]:
    if "kind" not in data:
        raise ScenarioError("a piece of terrain has a kind, a difficulty or water: oversoul.setup.terrain-difficulty")
    if not isinstance(data["kind"], str) or data["kind"] not in kinds():
        raise ScenarioError(f"there is no terrain of kind {quote(data['kind'])}; there is {', '.join(sorted(kinds()))}")
    return data


TERRAIN = TerrainReader("oversoul.setup.terrain-placement", oversoul_words)
